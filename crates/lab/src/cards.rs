//! `lab cards`: what each card does to winning, by the opening hand, by drawing and by playing, and which cards go well together.

mod measure;
#[cfg(test)]
mod errors;
mod report;

use std::path::Path;

use playmat_bots::BotSpec;
use playmat_catalog::Rules;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{DeckChoice, Luck, Watch};
use crate::opinion::Opinion;
use crate::pairings::Pairings;
use crate::report::{Overview, Report, plan};
use crate::run::{Halt, RunContext};
use crate::shrink::Kind;
use crate::stats::{Difference, Estimate};

/// The plan of a run: each deck against each, mirrors included.
pub struct Cards {
    /// The rules.
    pub rules: Rules,
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
    /// The cards, those that help most in the opening hand first.
    pub cards: Vec<Impact>,
    /// How much cards differ in each of the three measures: opening hand, drawing, playing.
    pub kinds: [Kind; 3],
    /// Pairs of cards in the opening hand, what they add to each other, the surest first.
    pub together: Vec<Together>,
    /// The opening hand by kind of card.
    pub by_kind: Vec<Group>,
    /// The opening hand by the first printed number, or the level: the curve.
    pub by_number: Vec<Group>,
    /// All games together.
    pub overview: Overview,
    /// What a stronger bot says of the decks.
    pub second: Option<Opinion>,
}

/// One card.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Impact {
    /// Its name.
    pub card: String,
    /// The word of its kind.
    pub kind: String,
    /// Its level, or the first number printed on it.
    pub number: Option<i32>,
    /// In how many decks it was, one for each side of each game.
    pub brought: u64,
    /// How often it was in the opening hand.
    pub opened: u64,
    /// How often it was drawn.
    pub drawn: u64,
    /// How often it was played.
    pub played: u64,
    /// The score when it was in the opening hand, minus that of the same deck in the same pairing when it was not.
    pub opening: Option<Effect>,
    /// The same for drawn at any time, minus never drawn.
    pub drawing: Option<Effect>,
    /// The score when it was played, minus that when it was drawn and never played.
    pub playing: Option<Effect>,
}

/// A difference in score, corrected for the number of cards that were tested, and drawn towards that of the other cards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Effect {
    /// The difference with its interval.
    #[serde(flatten)]
    pub difference: Difference,
    /// The false discovery rate at which it counts, among all cards by this measure.
    pub q: f64,
    /// What is likely, given how much cards differ at all: the fewer games, the nearer to the mean of all cards.
    pub shrunk: Estimate,
}

/// Two cards that are in the opening hand together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Together {
    /// The two.
    pub cards: [String; 2],
    /// In how many opening hands both were.
    pub hands: u64,
    /// How much more both add together than each adds alone.
    #[serde(flatten)]
    pub effect: Effect,
}

/// Cards of a kind or with a number, and what they do on average in the opening hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// How many they are.
    pub cards: u64,
    /// Their mean effect.
    pub mean: Difference,
}

/// The false discovery rate that counts as significant.
const RATE: f64 = 0.05;

impl Cards {
    /// Everything that its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let decks: Vec<Value> = self.decks.iter().map(|deck| crate::deck_value(&self.rules, deck)).collect();
        plan(
            "cards",
            self.rules.game(),
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bot.to_string())),
                ("seed", json!(self.seed)),
                ("decks", json!(decks)),
            ],
        )
    }

    fn pairings(&self) -> Pairings<'_> {
        let Self { rules, decks, bot, seed, games, .. } = self;
        Pairings { rules, bot: *bot, decks, mirrors: true, luck: Luck::Own, games: *games, seed: *seed }
    }

    /// Plays the missing games and makes the report. The games are written to the folder, if there is one.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        let ((measured, links), files) =
            self.pairings().run(context, Watch::Cards, folder, |series, played, second, samples| {
                let measured = self.measure(played, second);
                let links = self.links(&measured, series, played, samples);
                (measured, links)
            })?;
        let report = Report { files, ..self.report(&measured, &links) };
        Ok((measured, report))
    }
}
