//! From games to effects of cards.

use std::collections::{BTreeMap, HashMap};

use playmat_cards::DefId;

use super::{Cards, Effect, Group, Impact, Measured, RATE, Together};
use crate::game::PlayedGame;
use crate::opinion::Opinion;
use crate::report::Overview;
use crate::shrink::Kind;
use crate::stats::{Difference, Estimate, SURE, Sums, corrected};

/// Two cards, by their numbers, the lower one first.
type Pair = (u16, u16);
/// Scores with and without two cards: with neither, with the first, with the second, with both.
type Cells = [Sums; 4];

impl Cards {
    pub(super) fn measure(&self, played: &[Vec<&PlayedGame>], second: Option<Opinion>) -> Measured {
        let mut cards: BTreeMap<u16, Counts> = BTreeMap::new();
        let mut together: BTreeMap<Pair, (u64, Weighted)> = BTreeMap::new();
        for games in played {
            // Within one side of one pairing all decks are alike: games are compared only there.
            for side in [0, 1] {
                let mut strata: BTreeMap<u16, Stratum> = BTreeMap::new();
                let mut pairs: HashMap<Pair, Cells> = HashMap::new();
                for game in games {
                    let Some(watched) = &game.watched else { continue };
                    let halves = if side == 0 { game.halves } else { 2 - game.halves };
                    let score = f64::from(halves) / 2.0;
                    let is_in = |list: &[u16], card: u16| list.binary_search(&card).is_ok();
                    let brought: Vec<(u16, bool)> =
                        watched.brought[side].iter().map(|&card| (card, is_in(&watched.opening[side], card))).collect();
                    for &(card, opened) in &brought {
                        let drawn = is_in(&watched.drawn[side], card);
                        let played = is_in(&watched.played[side], card);
                        let counts = cards.entry(card).or_default();
                        counts.brought += 1;
                        counts.opened += u64::from(opened);
                        counts.drawn += u64::from(drawn);
                        counts.played += u64::from(played);
                        let stratum = strata.entry(card).or_default();
                        stratum.opened[usize::from(opened)].add(score);
                        stratum.drawn[usize::from(drawn)].add(score);
                        if drawn {
                            stratum.played[usize::from(played)].add(score);
                        }
                    }
                    for (place, &(first, has_first)) in brought.iter().enumerate() {
                        for &(second, has_second) in &brought[place + 1..] {
                            let cells = pairs.entry((first, second)).or_default();
                            cells[usize::from(has_first) + 2 * usize::from(has_second)].add(score);
                        }
                    }
                }
                for (card, stratum) in strata {
                    let counts = cards.entry(card).or_default();
                    let contrast = |[without, with]: [Sums; 2]| [(with, 1.0), (without, -1.0)];
                    counts.opening.add(&contrast(stratum.opened));
                    counts.drawing.add(&contrast(stratum.drawn));
                    counts.playing.add(&contrast(stratum.played));
                }
                for (pair, [neither, first, second, both]) in pairs {
                    let found = together.entry(pair).or_default();
                    found.0 += both.count;
                    found.1.add(&[(both, 1.0), (first, -1.0), (second, -1.0), (neither, 1.0)]);
                }
            }
        }
        let measures: [fn(&Counts) -> &Weighted; 3] = [|one| &one.opening, |one| &one.drawing, |one| &one.playing];
        let mut kinds = [Kind { mean: 0.0, spread: 0.0 }; 3];
        let mut effects: Vec<std::vec::IntoIter<Option<Effect>>> = Vec::new();
        for (kind, of) in kinds.iter_mut().zip(measures) {
            let found: Vec<Option<(Difference, u64)>> = cards.values().map(|counts| of(counts).difference()).collect();
            let (family, common) = family(&found);
            *kind = common;
            effects.push(family.into_iter());
        }
        let infos = self.rules.cards();
        let mut all: Vec<Impact> = Vec::new();
        for (&card, counts) in &cards {
            let mut next = effects.iter_mut().map(|effects| effects.next().flatten());
            let [opening, drawing, playing] = std::array::from_fn(|_| next.next().flatten());
            let info = infos.get(card as usize);
            let level = info.and_then(|info| info.details.as_ref()?.level).map(i32::from);
            let printed = info.and_then(|info| first_number(info.stats.as_deref()?));
            all.push(Impact {
                card: self.rules.name(DefId(card)).to_owned(),
                kind: info.map_or("", |info| info.kind).to_owned(),
                number: level.or(printed),
                brought: counts.brought,
                opened: counts.opened,
                drawn: counts.drawn,
                played: counts.played,
                opening,
                drawing,
                playing,
            });
        }
        let by = |impact: &Impact| impact.opening.map_or(f64::NEG_INFINITY, |effect| effect.shrunk.value);
        all.sort_by(|a, b| by(b).total_cmp(&by(a)));
        Measured {
            by_kind: groups(&all, &kinds[0], |card| Some(card.kind.clone())),
            by_number: groups(&all, &kinds[0], |card| card.number.map(|number| format!("{number:>4}"))),
            together: self.together(together),
            cards: all,
            kinds,
            overview: Overview::of(played.iter().flatten().copied()),
            second,
        }
    }

    /// The pairs of which enough hands are known, the surest first.
    fn together(&self, found: BTreeMap<Pair, (u64, Weighted)>) -> Vec<Together> {
        let known: Vec<_> = found.into_iter().map(|(pair, (hands, weighted))| (pair, hands, weighted.difference())).collect();
        let (effects, _) = family(&known.iter().map(|(_, _, difference)| *difference).collect::<Vec<_>>());
        let name = |card: u16| self.rules.name(DefId(card)).to_owned();
        let mut all: Vec<Together> = known
            .into_iter()
            .zip(effects)
            .filter_map(|((pair, hands, _), effect)| {
                Some(Together { cards: [name(pair.0), name(pair.1)], hands, effect: effect? })
            })
            .collect();
        let size = |one: &Together| one.effect.shrunk.value.abs();
        all.sort_by(|a, b| a.effect.q.total_cmp(&b.effect.q).then(size(b).total_cmp(&size(a))));
        all
    }
}

/// Effects of one family: corrected among themselves, and drawn towards their mean.
pub(super) fn family(found: &[Option<(Difference, u64)>]) -> (Vec<Option<Effect>>, Kind) {
    let known: Vec<&(Difference, u64)> = found.iter().flatten().collect();
    let kind = Kind::of(&known.iter().map(|(difference, _)| (difference.value, difference.variance())).collect::<Vec<_>>());
    let mut qs = corrected(&known.iter().map(|(difference, _)| difference.p).collect::<Vec<_>>()).into_iter();
    let mut effect = |(difference, games): &(Difference, u64)| {
        let whole = kind.shrunk(difference, *games);
        let shrunk = Estimate { low: whole.low.max(-1.0), high: whole.high.min(1.0), ..whole };
        Effect { difference: *difference, q: qs.next().unwrap_or(1.0), shrunk }
    };
    (found.iter().map(|one| one.as_ref().map(&mut effect)).collect(), kind)
}

/// The mean effects of groups of cards, weighted by what is known of each, in the order of their names.
fn groups(cards: &[Impact], kind: &Kind, name: impl Fn(&Impact) -> Option<String>) -> Vec<Group> {
    let mut sums: BTreeMap<String, (u64, f64, f64)> = BTreeMap::new();
    for card in cards {
        let (Some(name), Some(effect)) = (name(card), card.opening) else { continue };
        let weight = 1.0 / (effect.difference.variance() + kind.spread * kind.spread).max(f64::MIN_POSITIVE);
        let sum = sums.entry(name).or_default();
        *sum = (sum.0 + 1, sum.1 + weight * effect.difference.value, sum.2 + weight);
    }
    let group = |(name, (cards, sum, weight)): (String, (u64, f64, f64))| Group {
        name: name.trim().to_owned(),
        cards,
        mean: Difference::new(sum / weight, 1.0 / weight),
    };
    sums.into_iter().map(group).collect()
}

/// `3/2 (2)` begins with 3.
fn first_number(stats: &str) -> Option<i32> {
    stats.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

#[derive(Default)]
struct Counts {
    brought: u64,
    opened: u64,
    drawn: u64,
    played: u64,
    opening: Weighted,
    drawing: Weighted,
    playing: Weighted,
}

/// Scores without and with something, in one side of one pairing.
#[derive(Default)]
struct Stratum {
    opened: [Sums; 2],
    drawn: [Sums; 2],
    played: [Sums; 2],
}

/// Contrasts of several strata, weighted by their precision.
#[derive(Default)]
pub(super) struct Weighted {
    sum: f64,
    variance: f64,
    weight: f64,
    games: u64,
}

/// With fewer games in one part of a contrast, it is ignored.
pub(super) const FEWEST: u64 = 5;

impl Weighted {
    /// Adds the contrast of a stratum: means with their signs. The variance of scores is taken from all parts together, so that a few
    /// games that happened to end alike do not look certain.
    pub(super) fn add(&mut self, parts: &[(Sums, f64)]) {
        if parts.iter().any(|(sums, _)| sums.count < FEWEST) {
            return;
        }
        let games: u64 = parts.iter().map(|(sums, _)| sums.count).sum();
        let within: f64 = parts.iter().map(|(sums, _)| (sums.count as f64 - 1.0) * sums.variance()).sum();
        let variance = within / (games - parts.len() as u64) as f64;
        let errors: f64 = parts.iter().map(|(sums, _)| 1.0 / sums.count as f64).sum();
        let weight = 1.0 / errors;
        self.sum += weight * parts.iter().map(|(sums, sign)| sign * sums.mean()).sum::<f64>();
        self.variance += weight * weight * variance * errors;
        self.weight += weight;
        self.games += games;
    }

    /// The difference, and how many games it is from.
    pub(super) fn difference(&self) -> Option<(Difference, u64)> {
        let whole = || Difference::new(self.sum / self.weight, self.variance / self.weight.powi(2));
        // Where every game ended alike there is no spread, and nothing to learn from.
        (self.weight > 0.0 && self.variance > 0.0).then(|| (whole(), self.games))
    }
}

/// Whether an effect counts.
pub(super) fn is_significant(effect: &Effect) -> bool {
    effect.q < RATE
}

/// The smallest effect that four of five runs like this one would find, for most of the cards.
pub(super) fn smallest_found(effects: impl Iterator<Item = Effect>) -> Option<f64> {
    const POWER: f64 = 0.841_621;
    let mut errors: Vec<f64> = effects.map(|effect| effect.difference.variance().sqrt()).collect();
    errors.sort_by(f64::total_cmp);
    errors.get(errors.len() / 2).map(|error| (SURE + POWER) * error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(count: u64, of: impl Fn(u64) -> f64) -> Sums {
        let mut sums = Sums::default();
        (0..count).for_each(|at| sums.add(of(at)));
        sums
    }

    /// Two strata of different strength: the card does nothing in either, though it is drawn more often in the stronger.
    #[test]
    fn strata_are_compared_within_themselves() {
        let mut weighted = Weighted::default();
        for (score, without, with) in [(0.9, 10, 90), (0.1, 90, 10)] {
            let part = |count| scores(count, |at| if ((at % 10) as f64) < 10.0 * score { 1.0 } else { 0.0 });
            weighted.add(&[(part(with), 1.0), (part(without), -1.0)]);
        }
        let (difference, games) = weighted.difference().unwrap();
        assert!(difference.value.abs() < 1e-9 && difference.low < 0.0 && difference.high > 0.0, "{difference:?}");
        assert_eq!(games, 200);
        assert_eq!(Weighted::default().difference(), None);
    }

    /// Six of a hundred games in which a card did not come were all lost by chance: that is no discovery.
    #[test]
    fn a_few_games_that_ended_alike_prove_nothing() {
        let with = scores(94, |at| (at % 2) as f64);
        let mut weighted = Weighted::default();
        weighted.add(&[(with, 1.0), (scores(6, |_| 0.0), -1.0)]);
        let (difference, _) = weighted.difference().unwrap();
        assert!(difference.p > 0.01, "{difference:?}");
        let mut too_few = Weighted::default();
        too_few.add(&[(with, 1.0), (scores(FEWEST - 1, |_| 0.0), -1.0)]);
        assert_eq!(too_few.difference(), None);
    }

    #[test]
    fn the_first_number_of_a_card() {
        assert_eq!(first_number("3/2 (2)"), Some(3));
        assert_eq!(first_number("12"), Some(12));
        assert_eq!(first_number(""), None);
    }
}
