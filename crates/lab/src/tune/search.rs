//! Playing changed cards: screening single steps, trying candidates, and confirming them with fresh luck.

use std::collections::BTreeSet;

use playmat_catalog::Rules;

use super::{CANDIDATES, Other, Trial, Tune, off_middle};
use crate::change::{Change, undo};
use crate::game::{self, DeckChoice, PlayedGame, Series, Side, Watch};
use crate::opinion::{Opinion, pairs, score_of_a, usual_answers};
use crate::run::{Halt, RunContext};
use crate::stats::{Difference, Estimate, Sums, corrected};

/// With which seeds: a choice and its confirmation have different ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Luck {
    /// That of the search: every trial has the same.
    Search,
    /// That of the confirmation, which no choice has seen.
    Fresh,
}

/// The false discovery rate at which another pairing is said to have moved.
const RATE: f64 = 0.05;

/// The games of a run.
pub(super) struct Tries<'t, 'b> {
    tune: &'t Tune,
    pub context: &'t mut RunContext<'b>,
    expected: u64,
    /// Everything that was played, with its name and how many games count.
    series: Vec<(String, Series, u64)>,
}

impl Tune {
    /// Every single step on a card of the decks, with few games and the same seeds.
    pub(super) fn screen(&self, tries: &mut Tries<'_, '_>) -> Result<Vec<Trial>, Halt> {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for bring in self.pairs.iter().flatten() {
            if let DeckChoice::Deck { cards, .. } = bring {
                names.extend(cards.iter().map(|&def| self.rules.name(def)));
            }
        }
        let all: Vec<Vec<Change>> = self.workshop.steps(&names).into_iter().map(|step| vec![step]).collect();
        let mut screened = tries.many(&all, (self.games / 4).max(2).next_multiple_of(2))?;
        screened.sort_by(|a, b| a.middle(self.band).total_cmp(&b.middle(self.band)));
        Ok(screened)
    }

    /// The most promising changes of so many steps, by the sum of what single steps did: the smallest of those that should be in the
    /// band, and those that should be nearest to its middle.
    pub(super) fn candidates(&self, before: &Trial, steps: usize, measured: &super::Measured) -> Vec<Vec<Change>> {
        let singles = &measured.screened;
        let effect = |trial: &Trial| -> Vec<f64> {
            trial.scores.iter().zip(&before.scores).map(|(after, before)| after.value - before.value).collect()
        };
        // Many steps are built from the best with one fewer, and from one step taken again and again.
        let bases: Vec<(Vec<Change>, Vec<f64>)> = if steps == 1 {
            vec![(Vec::new(), vec![0.0; before.scores.len()])]
        } else {
            let mut known: Vec<&Trial> = measured.tried.iter().filter(|trial| trial.steps == steps - 1).collect();
            known.sort_by(|a, b| a.middle(self.band).total_cmp(&b.middle(self.band)));
            let again = singles.iter().take(2 * CANDIDATES).map(|single| {
                let moved = effect(single).into_iter().map(|part| part * (steps - 1) as f64).collect();
                (vec![single.exactly[0]; steps - 1], moved)
            });
            known.into_iter().map(|trial| (trial.exactly.clone(), effect(trial))).chain(again).collect()
        };
        let mut all: Vec<(Guess, Vec<Change>)> = Vec::new();
        for (base, moved) in &bases {
            for single in singles {
                let mut changes = base.clone();
                changes.push(single.exactly[0]);
                changes.sort_unstable();
                let tried = measured.tried.iter().any(|trial| trial.exactly == changes);
                if tried || undo(&changes) || all.iter().any(|(_, other)| *other == changes) {
                    continue;
                }
                let guessed = moved.iter().zip(effect(single)).zip(&before.scores);
                let guessed: Vec<f64> = guessed.map(|((moved, step), before)| before.value + moved + step).collect();
                let middle: f64 = guessed.iter().map(|score| off_middle(*score, self.band)).sum();
                let inside = guessed.iter().all(|score| self.is_even(*score));
                all.push((Guess { inside, middle, size: self.workshop.size(&changes) }, changes));
            }
        }
        all.sort_by(|a, b| b.0.inside.cmp(&a.0.inside).then(a.0.size.total_cmp(&b.0.size)).then(a.1.cmp(&b.1)));
        let inside = all.iter().filter(|(guess, _)| guess.inside).count().min(CANDIDATES / 2);
        let mut chosen: Vec<Vec<Change>> = all.drain(..inside).map(|(_, changes)| changes).collect();
        all.sort_by(|a, b| a.0.middle.total_cmp(&b.0.middle).then(a.1.cmp(&b.1)));
        chosen.extend(all.into_iter().take(CANDIDATES - chosen.len()).map(|(_, changes)| changes));
        chosen
    }

    /// The series of these pairings under some changes.
    pub(super) fn series(
        &self,
        rules: &Rules,
        changes: &[Change],
        seed: u64,
        luck: Luck,
        pairs: &[[DeckChoice; 2]],
    ) -> Vec<Series> {
        let name = self.workshop.describe(changes);
        let side = |bring: &DeckChoice| Side { bot: self.bot, brings: vec![bring.clone()] };
        let one = |[a, b]: &[DeckChoice; 2]| {
            let pair = format!("{} against {}", a.name(), b.name());
            Series {
                id: crate::hash(&format!("{luck:?} {seed} {pair} {name}")),
                rules: rules.clone(),
                sides: [side(a), side(b)],
                mirror: false,
                luck: game::Luck::Shared,
                // Every trial gets the same seeds, so that only the changes differ.
                seed: crate::mixed(seed, crate::hash(&format!("{luck:?} {pair}"))),
            }
        };
        pairs.iter().map(one).collect()
    }

    fn trial(&self, changes: &[Change], scores: Vec<Estimate>) -> Trial {
        let outside = scores.iter().map(|score| (self.band.0 - score.value).max(score.value - self.band.1).max(0.0)).sum();
        let (lines, size) = (self.workshop.lines(changes), self.workshop.size(changes));
        Trial { changes: lines, steps: changes.len(), size, scores, outside, exactly: changes.to_vec() }
    }

    /// Whether the same decks are legal under these rules too.
    fn legal(&self, rules: &Rules) -> bool {
        self.pairs.iter().flatten().chain(&self.watched).all(|bring| match bring {
            DeckChoice::Deck { cards, .. } => {
                let same = cards.iter().all(|&def| rules.name(def) == self.rules.name(def));
                same && rules.deck_faults(cards).is_empty()
            }
            DeckChoice::Random(_) => true,
        })
    }

    /// The watched pairings that are not among those to be changed, of decks that the changed cards are in.
    fn other_pairs(&self, changed: &Rules, changes: &[Change]) -> Vec<[DeckChoice; 2]> {
        let names = self.workshop.concerned(changes);
        let has = |deck: &DeckChoice| match deck {
            DeckChoice::Deck { cards, .. } => cards.iter().any(|&def| names.contains(changed.name(def))),
            DeckChoice::Random(_) => true,
        };
        let mut all: Vec<[DeckChoice; 2]> = Vec::new();
        for (at, a) in self.watched.iter().enumerate() {
            for b in &self.watched[at + 1..] {
                let asked = self.pairs.iter().any(|[one, two]| (one == a && two == b) || (one == b && two == a));
                if !asked && (has(a) || has(b)) {
                    all.push([a.clone(), b.clone()]);
                }
            }
        }
        all
    }
}

/// What is expected of a candidate.
struct Guess {
    inside: bool,
    middle: f64,
    size: f64,
}

/// The score of the first deck, by pairs of games with the same luck.
pub(super) fn score(games: &[&PlayedGame]) -> Sums {
    let mut sums = Sums::default();
    pairs(games).for_each(|pair| sums.add(score_of_a(pair)));
    sums
}

impl<'t, 'b> Tries<'t, 'b> {
    pub(super) fn new(tune: &'t Tune, context: &'t mut RunContext<'b>) -> Self {
        Tries { tune, context, expected: 0, series: Vec::new() }
    }

    /// These changes with all games; none if the cards would be wrong.
    pub(super) fn full(&mut self, changes: &[Change]) -> Result<Option<Trial>, Halt> {
        Ok(self.many(&[changes.to_vec()], self.tune.games)?.pop())
    }

    /// Several changes with so many games; those that make the cards wrong are left out.
    fn many(&mut self, all: &[Vec<Change>], games: u64) -> Result<Vec<Trial>, Halt> {
        let tune = self.tune;
        let mut changed = Vec::new();
        let mut series = Vec::new();
        for changes in all {
            let rules = if changes.is_empty() { Some(tune.rules.clone()) } else { tune.workshop.rules(changes) };
            let Some(rules) = rules.filter(|rules| tune.legal(rules)) else { continue };
            series.extend(tune.series(&rules, changes, tune.seed, Luck::Search, &tune.pairs));
            changed.push(changes);
        }
        let sums = self.play(&series, games)?;
        let trials: Vec<Trial> = changed
            .into_iter()
            .zip(sums.chunks(tune.pairs.len()))
            .map(|(changes, sums)| tune.trial(changes, sums.iter().map(Sums::estimate).collect()))
            .collect();
        for (place, one) in series.into_iter().enumerate() {
            self.keep(trials[place / tune.pairs.len()].in_words(), one, games);
        }
        Ok(trials)
    }

    /// The pairings with fresh luck.
    pub(super) fn confirm_pairs(&mut self, changes: &[Change], rules: &Rules) -> Result<Vec<Sums>, Halt> {
        let tune = self.tune;
        let series = tune.series(rules, changes, tune.seed, Luck::Fresh, &tune.pairs);
        let sums = self.play(&series, tune.games)?;
        let name = format!("fresh luck: {}", tune.workshop.describe(changes));
        series.into_iter().for_each(|one| self.keep(name.clone(), one, tune.games));
        Ok(sums)
    }

    /// All other pairings that changes may move, before and after, with fresh luck.
    pub(super) fn others(&mut self, changes: &[Change], rules: &Rules) -> Result<Vec<Other>, Halt> {
        let tune = self.tune;
        let pairs_of = tune.other_pairs(rules, changes);
        let old = tune.series(&tune.rules, &[], tune.seed, Luck::Fresh, &pairs_of);
        let new = tune.series(rules, changes, tune.seed, Luck::Fresh, &pairs_of);
        let before = self.play(&old, tune.games)?;
        let after = self.play(&new, tune.games)?;
        let mut others: Vec<Other> = Vec::new();
        for (at, [a, b]) in pairs_of.iter().enumerate() {
            let [played, changed] = [&old[at], &new[at]].map(|one| self.context.games(one, tune.games).collect::<Vec<_>>());
            let mut moved = Sums::default();
            let both = pairs(&played).zip(pairs(&changed));
            both.for_each(|(before, after)| moved.add(score_of_a(after) - score_of_a(before)));
            let difference = Difference::new(moved.mean(), moved.variance() / moved.count.max(1) as f64);
            let pair = format!("{} against {}", a.name(), b.name());
            let (before, after) = (before[at].estimate(), after[at].estimate());
            others.push(Other { pair, before, after, difference, q: 1.0, pushed_out: false });
        }
        let qs = corrected(&others.iter().map(|other| other.difference.p).collect::<Vec<_>>());
        let (low, high) = tune.wide;
        for (other, q) in others.iter_mut().zip(qs) {
            let further = |from: f64, to: f64, out: bool| out && from < to;
            let worse = further(other.before.value, other.after.value, other.after.value > high)
                || further(-other.before.value, -other.after.value, other.after.value < low);
            (other.q, other.pushed_out) = (q, q < RATE && worse);
        }
        let name = format!("fresh luck: {}", tune.workshop.describe(changes));
        old.into_iter().for_each(|one| self.keep("fresh luck: as printed".to_owned(), one, tune.games));
        new.into_iter().for_each(|one| self.keep(name.clone(), one, tune.games));
        others.sort_by(|a, b| b.difference.value.abs().total_cmp(&a.difference.value.abs()));
        Ok(others)
    }

    /// What a stronger bot says of the pairings after these changes.
    pub(super) fn second_opinion(&mut self, changes: &[Change], rules: &Rules) -> Result<Option<Opinion>, Halt> {
        let series = self.tune.series(rules, changes, self.tune.seed, Luck::Fresh, &self.tune.pairs);
        self.context.second_opinion(&series, self.tune.games, self.expected, usual_answers)
    }

    /// Plays, and the score of each series.
    fn play(&mut self, series: &[Series], games: u64) -> Result<Vec<Sums>, Halt> {
        self.expected += games * series.len() as u64;
        (self.context.expect)(self.expected);
        self.context.play(series, games, Watch::Result)?;
        Ok(self.context.all_games(series, games).iter().map(|games| score(games)).collect())
    }

    /// Once it was played with all games, the screening does not count any more.
    fn keep(&mut self, name: String, one: Series, games: u64) {
        self.series.retain(|(_, other, _)| other.id != one.id);
        self.series.push((name, one, games));
    }

    /// Everything that was played.
    pub(super) fn raw(&self) -> impl Iterator<Item = (&str, &Series, Vec<&PlayedGame>)> {
        self.series.iter().map(|(name, series, games)| (name.as_str(), series, self.context.games(series, *games).collect()))
    }
}
