//! `lab cards`: what drawing and playing each card does to winning.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use playmat_bots::BotSpec;
use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{DeckChoice, PlayedGame, Watch};
use crate::page::Page;
use crate::pairings::Pairings;
use crate::plots;
use crate::report::{Overview, Report, grouped, plan};
use crate::run::{Halt, RunContext};
use crate::stats::{Difference, Sums, corrected};

/// The plan of a run: each deck against each, mirrors included.
pub struct Cards<G: CardGame> {
    /// The rules.
    pub rules: Arc<RuleSet<G>>,
    /// The decks or categories.
    pub decks: Vec<DeckChoice>,
    /// The bot that plays.
    pub bot: BotSpec,
    /// The seed of the run.
    pub seed: u64,
    /// How many games, all pairings together.
    pub games: u64,
}

/// The results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The cards, those whose drawing helps most first.
    pub cards: Vec<Impact>,
    /// All games together.
    pub overview: Overview,
}

/// One card.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Impact {
    /// Its name.
    pub card: String,
    /// In how many decks it was, one for each side of each game.
    pub brought: u64,
    /// How often it was drawn.
    pub drawn: u64,
    /// How often it was played.
    pub played: u64,
    /// The score when it was drawn, minus that of the same deck in the same pairing when it was not.
    pub drawing: Option<Effect>,
    /// The score when it was played, minus that when it was drawn and never played.
    pub playing: Option<Effect>,
}

/// A difference in score, corrected for the number of cards that were tested.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Effect {
    /// The difference with its interval.
    #[serde(flatten)]
    pub difference: Difference,
    /// The false discovery rate at which it counts.
    pub q: f64,
}

/// The false discovery rate that counts as significant.
const RATE: f64 = 0.05;

impl<G: CardGame> Cards<G> {
    /// Everything that its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let decks: Vec<Value> = self.decks.iter().map(|deck| crate::deck_value::<G>(&self.rules, deck)).collect();
        plan(
            "cards",
            G::NAME,
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bot.to_string())),
                ("seed", json!(self.seed)),
                ("decks", json!(decks)),
            ],
        )
    }

    fn pairings(&self) -> Pairings<'_, G> {
        let Self { rules, decks, bot, seed, games, .. } = self;
        Pairings { rules, bot: *bot, decks, mirrors: true, games: *games, seed: *seed }
    }

    /// Plays the missing games and makes the report. The games are written to the folder, if there is one.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        let measured = self.pairings().run(context, Watch::Cards, folder, |_, played| self.measure(played))?;
        let report = self.report(&measured);
        Ok((measured, report))
    }

    fn measure(&self, played: &[Vec<&PlayedGame>]) -> Measured {
        let mut cards: BTreeMap<u16, Counts> = BTreeMap::new();
        for games in played {
            // Within one side of one pairing all decks are alike: games are compared only there.
            let mut strata: [BTreeMap<u16, Stratum>; 2] = Default::default();
            for game in games {
                let Some(watched) = &game.watched else { continue };
                for side in [0, 1] {
                    let halves = if side == 0 { game.halves } else { 2 - game.halves };
                    let score = f64::from(halves) / 2.0;
                    for &card in &watched.brought[side] {
                        let drawn = watched.drawn[side].binary_search(&card).is_ok();
                        let played = watched.played[side].binary_search(&card).is_ok();
                        let counts = cards.entry(card).or_default();
                        counts.brought += 1;
                        counts.drawn += u64::from(drawn);
                        counts.played += u64::from(played);
                        let stratum = strata[side].entry(card).or_default();
                        stratum.drawn[usize::from(drawn)].add(score);
                        if drawn {
                            stratum.played[usize::from(played)].add(score);
                        }
                    }
                }
            }
            for (card, stratum) in strata.into_iter().flatten() {
                let counts = cards.entry(card).or_default();
                counts.drawing.add(&stratum.drawn);
                counts.playing.add(&stratum.played);
            }
        }
        let name = |card: u16| self.rules.name(playmat_cards::DefId(card)).to_owned();
        let effects = |of: fn(&Counts) -> &Weighted| {
            let found: Vec<Option<Difference>> = cards.values().map(|counts| of(counts).difference()).collect();
            let ps: Vec<f64> = found.iter().flatten().map(|difference| difference.p).collect();
            let mut qs = corrected(&ps).into_iter();
            let mut effect = |difference| Effect { difference, q: qs.next().unwrap_or(1.0) };
            found.into_iter().map(|difference| difference.map(&mut effect)).collect::<Vec<_>>()
        };
        let [drawing, playing] = [effects(|counts| &counts.drawing), effects(|counts| &counts.playing)];
        let mut all: Vec<Impact> = cards
            .iter()
            .zip(drawing.into_iter().zip(playing))
            .map(|((&card, counts), (drawing, playing))| Impact {
                card: name(card),
                brought: counts.brought,
                drawn: counts.drawn,
                played: counts.played,
                drawing,
                playing,
            })
            .collect();
        let by = |impact: &Impact| impact.drawing.map_or(f64::NEG_INFINITY, |effect| effect.difference.value);
        all.sort_by(|a, b| by(b).total_cmp(&by(a)));
        Measured { cards: all, overview: Overview::of(played.iter().flatten().copied()) }
    }

    fn report(&self, measured: &Measured) -> Report {
        let about = format!(
            "{} games of {} between {} decks, {} on both sides, seats swapped, seed {}.",
            grouped(measured.overview.games),
            G::TITLE,
            self.decks.len(),
            self.bot,
            self.seed
        );
        let mut page = Page::new(&format!("{}: what each card does", G::TITLE), &about);
        page.tiles(&measured.overview.tiles());
        page.section(
            "Drawing it",
            "How much more often a deck wins when it has drawn the card than when it has not, in percentage points with 95 % \
             intervals. Only games of the same deck in the same pairing are compared. Coloured where the difference is significant \
             after the correction for the number of cards. Longer games draw more cards: a card that helps a losing side to hold out \
             looks worse here than it is.",
        );
        page.plot(&plots::intervals(&bars(measured, |impact| impact.drawing), 0.0, "drawn, against not drawn", true));
        page.section(
            "Playing it",
            "How much more often a side wins when it has played the card than when it has drawn it and never played it. A large value may \
             also mean that one can play it only when one is ahead.",
        );
        page.plot(&plots::intervals(&bars(measured, |impact| impact.playing), 0.0, "played, against kept", true));
        let shown = |effect: Option<Effect>| {
            effect.map_or("–".into(), |Effect { difference: Difference { value, low, high, .. }, q }| {
                let sign = if q < RATE { " *" } else { "" };
                format!("{:+.1} ({:+.1} to {:+.1}){sign}", 100.0 * value, 100.0 * low, 100.0 * high)
            })
        };
        let rows: Vec<Vec<String>> = measured
            .cards
            .iter()
            .map(|impact| {
                let counts = [impact.brought, impact.drawn, impact.played].map(grouped);
                [impact.card.clone(), shown(impact.drawing), shown(impact.playing)].into_iter().chain(counts).collect()
            })
            .collect();
        page.section(
            "All numbers",
            "In percentage points; * is significant. Then in how many decks it was, and how often it was drawn and played.",
        );
        page.table(&["card", "drawing", "playing", "in decks", "drawn", "played"], &rows);
        measured.overview.sections(&mut page);
        let mut lines = vec![about, format!("  {:28} {:>28} {:>28} {:>8}", "card", "drawing", "playing", "drawn")];
        let few = measured.cards.iter().enumerate().filter(|(place, _)| *place < 8 || place + 8 >= measured.cards.len());
        lines.extend(few.map(|(_, impact)| {
            format!("  {:28} {:>28} {:>28} {:>8}", impact.card, shown(impact.drawing), shown(impact.playing), impact.drawn)
        }));
        Report::new(page, self.plan(), measured, lines)
    }
}

/// The rows of a plot, the best first, as many as fit on a screen.
fn bars(measured: &Measured, of: fn(&Impact) -> Option<Effect>) -> Vec<plots::Bar> {
    let mut bars: Vec<plots::Bar> = measured
        .cards
        .iter()
        .filter_map(|impact| {
            let Effect { difference: Difference { value, low, high, .. }, q } = of(impact)?;
            Some(plots::Bar { label: impact.card.clone(), value, low, high, stands_out: q < RATE })
        })
        .collect();
    bars.sort_by(|a, b| b.value.total_cmp(&a.value));
    const ENDS: usize = 20;
    if bars.len() > 2 * ENDS {
        bars.drain(ENDS..bars.len() - ENDS);
    }
    bars
}

#[derive(Default)]
struct Counts {
    brought: u64,
    drawn: u64,
    played: u64,
    drawing: Weighted,
    playing: Weighted,
}

/// Scores without and with something, in one side of one pairing.
#[derive(Default)]
struct Stratum {
    drawn: [Sums; 2],
    played: [Sums; 2],
}

/// Differences of several strata, weighted by their precision.
#[derive(Default)]
struct Weighted {
    sum: f64,
    variance: f64,
    weight: f64,
}

/// With fewer games on one side, a difference is ignored.
const FEWEST: u64 = 5;

impl Weighted {
    /// Adds a stratum. The variance of scores is taken from both its parts together, so that a few games that happened to end
    /// alike do not look certain.
    fn add(&mut self, [without, with]: &[Sums; 2]) {
        if without.count.min(with.count) < FEWEST {
            return;
        }
        let [n0, n1] = [without, with].map(|sums| sums.count as f64);
        let weight = n0 * n1 / (n0 + n1);
        let variance = ((n0 - 1.0) * without.variance() + (n1 - 1.0) * with.variance()) / (n0 + n1 - 2.0);
        self.sum += weight * (with.mean() - without.mean());
        self.variance += weight * weight * variance * (1.0 / n0 + 1.0 / n1);
        self.weight += weight;
    }

    /// The difference. A difference of scores is never above 1.
    fn difference(&self) -> Option<Difference> {
        let whole = || Difference::new(self.sum / self.weight, self.variance / self.weight.powi(2));
        let within = |all: Difference| Difference { low: all.low.max(-1.0), high: all.high.min(1.0), ..all };
        (self.weight > 0.0).then(whole).map(within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two strata of different strength: the card does nothing in either, though it is drawn more often in the stronger.
    #[test]
    fn strata_are_compared_within_themselves() {
        let mut weighted = Weighted::default();
        for (score, without, with) in [(0.9, 10, 90), (0.1, 90, 10)] {
            let mut stratum = [Sums::default(); 2];
            for (sums, count) in stratum.iter_mut().zip([without, with]) {
                for at in 0..count {
                    sums.add(if f64::from(at % 10) < 10.0 * score { 1.0 } else { 0.0 });
                }
            }
            weighted.add(&stratum);
        }
        let difference = weighted.difference().unwrap();
        assert!(difference.value.abs() < 1e-9 && difference.low < 0.0 && difference.high > 0.0, "{difference:?}");
        assert_eq!(Weighted::default().difference(), None);
    }

    /// Six of a hundred games in which a card did not come were all lost by chance: that is no discovery.
    #[test]
    fn a_few_games_that_ended_alike_prove_nothing() {
        let mut stratum = [Sums::default(); 2];
        (0..6).for_each(|_| stratum[0].add(0.0));
        (0..94).for_each(|at| stratum[1].add(f64::from(at % 2)));
        let mut weighted = Weighted::default();
        weighted.add(&stratum);
        let difference = weighted.difference().unwrap();
        assert!(difference.p > 0.01 && difference.high <= 1.0, "{difference:?}");
        let mut too_few = Weighted::default();
        too_few.add(&[
            {
                let mut few = Sums::default();
                (0..FEWEST - 1).for_each(|_| few.add(0.0));
                few
            },
            stratum[1],
        ]);
        assert_eq!(too_few.difference(), None);
    }
}
