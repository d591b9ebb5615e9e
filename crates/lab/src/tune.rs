//! `lab tune`: the smallest changes of printed numbers that bring pairings into a band. What looks best among many trials looks better
//! than it is, so the choice is made with one luck and confirmed, and reported, with another.

mod report;
mod search;

use std::path::Path;

use playmat_bots::BotSpec;
use playmat_catalog::Rules;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::change::{Change, Workshop};
use crate::game::{DeckChoice, Watch};
use crate::opinion::Opinion;
use crate::report::{Report, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::samples::{SAMPLES, Samples};
use crate::stats::{Difference, Estimate, repeats_within};
use crate::whatif;
use search::{Luck, Tries, score};

/// The plan of a run.
pub struct Tune {
    /// The cards.
    pub workshop: Box<dyn Workshop>,
    /// The rules as they are.
    pub rules: Rules,
    /// The pairings that should come into the band.
    pub pairs: Vec<[DeckChoice; 2]>,
    /// The decks whose pairings are watched: no proposal may push one of those out of the wide band.
    pub watched: Vec<DeckChoice>,
    /// The band in which the scores should be: 0.45 to 0.55.
    pub band: (f64, f64),
    /// The band that no other pairing may be pushed out of.
    pub wide: (f64, f64),
    /// The bot that plays.
    pub bot: BotSpec,
    /// The seed of the run.
    pub seed: u64,
    /// How many games of each pairing a proposal is tried with, and again how many confirm it; single steps are screened with a
    /// fourth of them.
    pub games: u64,
    /// How many steps a proposal may have.
    pub steps: usize,
}

/// The results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The pairings.
    pub pairs: Vec<String>,
    /// The scores of their first decks, as printed, with fresh luck.
    pub before: Vec<Estimate>,
    /// Whether they are in the band as printed.
    pub even: bool,
    /// The smallest changes that fresh luck confirmed, if any did.
    pub proposal: Option<Proposal>,
    /// What fresh luck did not confirm, and why not.
    pub refused: Vec<Proposal>,
    /// Everything that was tried with all games, the nearest to the band first.
    pub tried: Vec<Trial>,
    /// Single steps that were only screened, the most promising first.
    pub screened: Vec<Trial>,
    /// What a stronger bot says of the pairings after the proposal.
    pub second: Option<Opinion>,
}

/// Some changes with their effect, by the luck that the choice was made with.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trial {
    /// What is printed differently, before and after.
    pub changes: Vec<(String, String)>,
    /// How many single steps these are.
    pub steps: usize,
    /// How large they are: for every number how far it moves, as a part of what is printed.
    pub size: f64,
    /// The scores of the pairings' first decks.
    pub scores: Vec<Estimate>,
    /// How far the scores are outside of the band, all together.
    pub outside: f64,
    #[serde(skip)]
    exactly: Vec<Change>,
}

/// Some changes with what fresh luck says of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proposal {
    /// The trial that it comes from, with the luck of the search.
    pub trial: Trial,
    /// The scores of the pairings' first decks with fresh luck.
    pub scores: Vec<Estimate>,
    /// For each of them how often a run of as many games would find it in the band again.
    pub repeats: Vec<f64>,
    /// The other pairings of the decks that it changes.
    pub others: Vec<Other>,
}

/// A pairing that nobody asked to change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Other {
    /// Which.
    pub pair: String,
    /// The score of its first deck as printed.
    pub before: Estimate,
    /// With the proposal.
    pub after: Estimate,
    /// The difference, by pairs of games with the same luck.
    #[serde(flatten)]
    pub difference: Difference,
    /// The false discovery rate at which it counts.
    pub q: f64,
    /// Whether it was in the wide band before and is pushed out of it.
    pub pushed_out: bool,
}

/// How many candidates of each number of steps are tried with all games.
const CANDIDATES: usize = 6;
/// How many of those that are in the band are played with fresh luck.
const CONFIRMED: usize = 3;
/// How often a run of as many games must find a confirmed score in the band again.
pub const PROMISED: f64 = 0.9;
/// How far a normal value falls on either side in nine of ten cases.
const NINE_OF_TEN: f64 = 1.644_854;

impl Tune {
    /// Everything that its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let deck = |bring: &DeckChoice| crate::deck_value(&self.rules, bring);
        let pairs: Vec<Value> = self.pairs.iter().map(|pair| json!(pair.each_ref().map(deck))).collect();
        plan(
            "tune",
            self.rules.game(),
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bot.to_string())),
                ("seed", json!(self.seed)),
                ("pairs", json!(pairs)),
                ("watched", json!(self.watched.iter().map(deck).collect::<Vec<_>>())),
            ],
        )
    }

    /// The fewest games of each pairing with which a score in the middle of the band can be confirmed: fewer vary too much.
    pub fn fewest_games(&self) -> u64 {
        let half = (self.band.1 - self.band.0) / 2.0;
        let worst = (self.band.0 * (1.0 - self.band.0)).max(self.band.1 * (1.0 - self.band.1)).min(0.25);
        (2.0 * worst * (NINE_OF_TEN / half).powi(2)).ceil() as u64
    }

    /// Tries changes, the smallest first, until one is confirmed or no more steps are allowed.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        if self.games < self.fewest_games() {
            let [low, high] = [self.band.0, self.band.1].map(|share| 100.0 * share);
            return Err(Halt::Failed(format!(
                "{} games of each pairing cannot tell whether a score is between {low:.0} and {high:.0} %: take at least {} games, or a \
                 wider band",
                self.games,
                self.fewest_games()
            )));
        }
        let mut tries = Tries::new(self, context);
        let before = tries.full(&[])?.ok_or_else(|| Halt::Failed("the decks are not legal as the cards are printed".into()))?;
        let printed = tries.confirm_pairs(&[], &self.rules)?;
        let even = before.outside <= 0.0 && printed.iter().all(|sums| self.is_even(sums.estimate().value));
        let mut measured = Measured {
            pairs: self.pairs.iter().map(|[a, b]| format!("{} against {}", a.name(), b.name())).collect(),
            before: printed.iter().map(crate::stats::Sums::estimate).collect(),
            even,
            proposal: None,
            refused: Vec::new(),
            tried: Vec::new(),
            screened: Vec::new(),
            second: None,
        };
        if !even {
            self.search(&mut tries, &before, &mut measured)?;
        }
        measured.tried.sort_by(|a, b| a.outside.total_cmp(&b.outside).then(a.size.total_cmp(&b.size)));
        let accepted = measured.proposal.as_ref().map(|proposal| proposal.trial.exactly.clone());
        let rules = match &accepted {
            Some(changes) => self.workshop.rules(changes).unwrap_or_else(|| self.rules.clone()),
            None => self.rules.clone(),
        };
        let shown = accepted.clone().unwrap_or_default();
        measured.second = tries.second_opinion(&shown, &rules)?;
        if let Some(folder) = folder {
            write_raw(folder, tries.raw()).map_err(Halt::Failed)?;
        }
        // The matches of the pairings after the proposal, or as printed where there is none, by the luck that confirmed it.
        let series = self.series(&rules, &shown, self.seed, Luck::Fresh, &self.pairs);
        let played = tries.context.all_games(&series, self.games);
        let mut samples = Samples::new();
        let link = |((series, games), pair): ((_, &Vec<_>), &String)| samples.won_and_lost(series, pair, games, 0);
        let links: Vec<_> = series.iter().zip(&played).zip(&measured.pairs).map(link).collect();
        let mut report = self.report(&measured, &links).with(samples, tries.context)?;
        if let Some(library) = accepted.and_then(|changes| self.workshop.library(&changes)) {
            let files = whatif::card_files(&library).into_iter();
            report.files.extend(files.map(|(name, text)| (format!("{SAMPLES}/cards/{name}"), text.into_bytes())));
        }
        Ok((measured, report))
    }

    /// The scores of the pairings under a proposal with the luck of another seed, as a later run would find them.
    pub fn played_again(&self, context: &mut RunContext<'_>, proposal: &Proposal, seed: u64) -> Result<Vec<Estimate>, Halt> {
        let changes = &proposal.trial.exactly;
        let rules = self.workshop.rules(changes).ok_or_else(|| Halt::Failed("a proposed change is not legal".into()))?;
        let series = self.series(&rules, changes, seed, Luck::Fresh, &self.pairs);
        context.play(&series, self.games, Watch::Result)?;
        Ok(context.all_games(&series, self.games).iter().map(|games| score(games).estimate()).collect())
    }

    fn search(&self, tries: &mut Tries<'_, '_>, before: &Trial, measured: &mut Measured) -> Result<(), Halt> {
        measured.screened = self.screen(tries)?;
        if measured.screened.is_empty() {
            return Err(Halt::Failed(
                "nothing could be tried: no step of a printed number on a card of these decks makes a set that checks and leaves the \
                 decks legal"
                    .into(),
            ));
        }
        for steps in 1..=self.steps {
            for changes in self.candidates(before, steps, measured) {
                if let Some(trial) = tries.full(&changes)? {
                    measured.tried.push(trial);
                }
            }
            let known = |trial: &Trial, seen: &[Proposal]| seen.iter().any(|other| other.trial.exactly == trial.exactly);
            let mut inside: Vec<Trial> = measured
                .tried
                .iter()
                .filter(|trial| trial.outside <= 0.0 && !known(trial, &measured.refused))
                .cloned()
                .collect();
            // The smallest change first; of equal ones the nearest to the middle.
            inside.sort_by(|a, b| a.size.total_cmp(&b.size).then(a.middle(self.band).total_cmp(&b.middle(self.band))));
            for trial in inside.into_iter().take(CONFIRMED) {
                let proposal = self.confirm(tries, trial)?;
                if proposal.holds() {
                    measured.proposal = Some(proposal);
                    return Ok(());
                }
                measured.refused.push(proposal);
            }
        }
        Ok(())
    }

    /// What fresh luck says of a trial: of its pairings, and of all others of the decks that it changes.
    fn confirm(&self, tries: &mut Tries<'_, '_>, trial: Trial) -> Result<Proposal, Halt> {
        let rules = self.workshop.rules(&trial.exactly).ok_or_else(|| Halt::Failed("a tried change is not legal".into()))?;
        let sums = tries.confirm_pairs(&trial.exactly, &rules)?;
        let repeats: Vec<f64> = sums.iter().map(|sums| repeats_within(sums, self.band)).collect();
        let others =
            if repeats.iter().all(|share| *share >= PROMISED) { tries.others(&trial.exactly, &rules)? } else { Vec::new() };
        Ok(Proposal { trial, scores: sums.iter().map(crate::stats::Sums::estimate).collect(), repeats, others })
    }

    fn is_even(&self, score: f64) -> bool {
        (self.band.0..=self.band.1).contains(&score)
    }
}

impl Proposal {
    /// Whether fresh luck confirms it: every score would be found in the band again, and no other pairing is pushed out.
    pub fn holds(&self) -> bool {
        self.repeats.iter().all(|share| *share >= PROMISED) && !self.others.iter().any(|other| other.pushed_out)
    }
}

impl Trial {
    /// The changes, each before and after.
    pub fn in_words(&self) -> String {
        let one = |(before, after): &(String, String)| format!("{before} → {after}");
        if self.changes.is_empty() { "as printed".into() } else { self.changes.iter().map(one).collect::<Vec<_>>().join("; ") }
    }

    /// How far the scores are from the middle of the band.
    fn middle(&self, band: (f64, f64)) -> f64 {
        self.scores.iter().map(|score| off_middle(score.value, band)).sum()
    }
}

fn off_middle(score: f64, (low, high): (f64, f64)) -> f64 {
    (score - (low + high) / 2.0).abs()
}
