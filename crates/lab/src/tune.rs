//! `lab tune`: the smallest changes of printed numbers that bring pairings into a band.

use std::path::Path;
use std::sync::Arc;

use playmat_bots::BotSpec;
use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::change::{Change, Workshop};
use crate::game::{DeckChoice, PlayedGame, Series, Side, Watch};
use crate::page::{Page, percent};
use crate::plots;
use crate::report::{Report, grouped, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::stats::{Estimate, Tally};

/// The plan of a run.
pub struct Tune<G: CardGame> {
    /// The cards.
    pub workshop: Workshop<G>,
    /// The rules as they are.
    pub rules: Arc<RuleSet<G>>,
    /// The pairings.
    pub pairs: Vec<[DeckChoice; 2]>,
    /// The band in which the scores should be: 0.45 to 0.55.
    pub band: (f64, f64),
    /// The bot that plays.
    pub bot: BotSpec,
    /// The seed of the run.
    pub seed: u64,
    /// How many games of each pairing confirm a proposal; single steps are screened with a fourth of them.
    pub games: u64,
    /// How many steps a proposal may have.
    pub steps: usize,
}

/// The results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The pairings.
    pub pairs: Vec<String>,
    /// The scores of their first decks, as printed.
    pub before: Vec<Estimate>,
    /// The smallest changes that were found, if any bring all pairings into the band.
    pub proposal: Option<Trial>,
    /// Everything that was tried with all games, the nearest to the band first.
    pub tried: Vec<Trial>,
    /// Single steps that were only screened, the most promising first.
    pub screened: Vec<Trial>,
}

/// Some changes with their effect.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trial {
    /// The changed cards' first lines, before and after.
    pub changes: Vec<(String, String)>,
    /// How many single steps these are.
    pub steps: usize,
    /// The scores of the pairings' first decks.
    pub scores: Vec<Estimate>,
    /// How far the scores are outside of the band, all together.
    pub outside: f64,
    #[serde(skip)]
    exactly: Vec<Change>,
}

/// How many candidates of each size are tried with all games.
const CANDIDATES: usize = 5;

impl<G: CardGame> Tune<G> {
    /// Everything that its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let deck = |bring: &DeckChoice| crate::deck_value::<G>(&self.rules, bring);
        let pairs: Vec<Value> = self.pairs.iter().map(|pair| json!(pair.each_ref().map(deck))).collect();
        plan(
            "tune",
            G::NAME,
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bot.to_string())),
                ("seed", json!(self.seed)),
                ("pairs", json!(pairs)),
            ],
        )
    }

    /// Tries changes, the smallest first, until one is in the band or no more steps are allowed.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        let mut tries = Tries { tune: self, context, expected: 0, series: Vec::new() };
        let before = tries.full(&[])?.expect("the cards as printed are legal");
        let mut tried = Vec::new();
        let mut screened = Vec::new();
        let mut proposal = None;
        if before.outside > 0.0 {
            screened = self.screen(&mut tries)?;
            let mut base = Vec::new();
            while proposal.is_none() && base.len() < self.steps {
                let mut best: Option<Trial> = None;
                for changes in self.candidates(&before, &base, &tried, &screened) {
                    let Some(trial) = tries.full(&changes)? else { continue };
                    if best.as_ref().is_none_or(|best| trial.middle(self.band) < best.middle(self.band)) {
                        best = Some(trial.clone());
                    }
                    tried.push(trial);
                }
                let Some(best) = best else { break };
                base.clone_from(&best.exactly);
                proposal = (best.outside <= 0.0).then_some(best);
            }
        }
        tried.sort_by(|a, b| a.outside.total_cmp(&b.outside).then(a.steps.cmp(&b.steps)));
        if let Some(folder) = folder {
            let rows = tries.series.iter().map(|(name, series, games)| {
                (name.as_str(), series, tries.context.games(series, *games).collect::<Vec<&PlayedGame>>())
            });
            write_raw(folder, rows).map_err(Halt::Failed)?;
        }
        let pairs = self.pairs.iter().map(|[a, b]| format!("{} against {}", a.name(), b.name())).collect();
        let measured = Measured { pairs, before: before.scores, proposal, tried, screened };
        let report = self.report(&measured);
        Ok((measured, report))
    }

    /// Every single step on a card of the decks, with few games and the same seeds.
    fn screen(&self, tries: &mut Tries<'_, '_, G>) -> Result<Vec<Trial>, Halt> {
        let mut names: Vec<&str> = Vec::new();
        for bring in self.pairs.iter().flatten() {
            if let DeckChoice::Deck { cards, .. } = bring {
                names.extend(cards.iter().map(|&def| self.rules.name(def)));
            }
        }
        names.sort_unstable();
        names.dedup();
        let steps: Vec<Change> = names.into_iter().flat_map(|name| self.workshop.steps(name)).collect();
        let mut screened = Vec::new();
        let all: Vec<Vec<Change>> = steps.into_iter().map(|step| vec![step]).collect();
        screened.extend(tries.many(&all, (self.games / 4).max(2))?);
        screened.sort_by(|a, b| a.middle(self.band).total_cmp(&b.middle(self.band)));
        Ok(screened)
    }

    /// The most promising changes of one step more than the base, by the sum of what single steps did.
    fn candidates(&self, before: &Trial, base: &[Change], tried: &[Trial], screened: &[Trial]) -> Vec<Vec<Change>> {
        let known = tried.iter().find(|trial| trial.exactly == base).unwrap_or(before);
        let mut all: Vec<(f64, Vec<Change>)> = Vec::new();
        for step in screened {
            let change = step.exactly[0];
            // No step undoes another one.
            if base.iter().any(|other| Change { step: -other.step, ..*other } == change) {
                continue;
            }
            let scores = known.scores.iter().zip(&step.scores).zip(&before.scores);
            let guess: f64 =
                scores.map(|((known, step), before)| off_middle(known.value + step.value - before.value, self.band)).sum();
            let mut changes = base.to_vec();
            changes.push(change);
            changes.sort_unstable();
            all.push((guess, changes));
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.into_iter().take(CANDIDATES).map(|(_, changes)| changes).collect()
    }

    fn series(&self, rules: &Arc<RuleSet<G>>, changes: &[Change]) -> Vec<Series<G>> {
        let name = self.workshop.describe(changes);
        let side = |bring: &DeckChoice| Side { bot: self.bot, brings: vec![bring.clone()] };
        let one = |(place, [a, b]): (u64, &[DeckChoice; 2])| Series {
            id: hash(&format!("{place} {name}")),
            rules: rules.clone(),
            sides: [side(a), side(b)],
            mirror: false,
            // Every trial gets the same seeds, so that only the changes differ.
            seed: crate::mixed(self.seed, place),
        };
        (0..).zip(&self.pairs).map(one).collect()
    }

    fn trial(&self, changes: &[Change], scores: Vec<Estimate>) -> Trial {
        let outside = scores.iter().map(|score| (self.band.0 - score.value).max(score.value - self.band.1).max(0.0)).sum();
        Trial { changes: self.workshop.headers(changes), steps: changes.len(), scores, outside, exactly: changes.to_vec() }
    }

    fn report(&self, measured: &Measured) -> Report {
        let [low, high] = [self.band.0, self.band.1].map(|share| 100.0 * share);
        let about = format!(
            "The smallest changes of printed numbers that bring {} between {low:.0} and {high:.0} %; {} games of each pairing for each \
             proposal, {} on both sides, seed {}.",
            measured.pairs.join(", "),
            grouped(self.games),
            self.bot,
            self.seed
        );
        let mut page = Page::new(&format!("{}: tuning", G::TITLE), &about);
        let all_scores = |scores: &[Estimate]| scores.iter().map(percent).collect::<Vec<_>>().join("; ");
        let says = match &measured.proposal {
            Some(trial) => format!("Proposed: {}. Then: {}.", trial.in_words(), all_scores(&trial.scores)),
            None if measured.tried.is_empty() => {
                "Nothing needs to be changed: all pairings are in the band as printed.".to_owned()
            }
            None => match measured.tried.first() {
                Some(nearest) => format!(
                    "No proposal of up to {} steps is in the band. The nearest: {}. Then: {}.",
                    self.steps,
                    nearest.in_words(),
                    all_scores(&nearest.scores)
                ),
                None => String::new(),
            },
        };
        page.section("Proposal", &says);
        page.section("Before and after", "The score of the first deck of each pairing, less 50 %, with 95 % intervals.");
        let mut bars = Vec::new();
        let shown = measured.proposal.as_ref().or(measured.tried.first());
        for (place, pair) in measured.pairs.iter().enumerate() {
            bars.push(bar(format!("{pair}, as printed"), &measured.before[place], self.band));
            bars.extend(shown.map(|trial| bar(format!("{pair}, changed"), &trial.scores[place], self.band)));
        }
        page.plot(&plots::intervals(&bars, 0.0, "percentage points above or below 50 %", true));
        let rows = |trials: &[Trial]| -> Vec<Vec<String>> {
            let row = |trial: &Trial| {
                let scores = trial.scores.iter().map(percent);
                std::iter::once(trial.in_words()).chain([trial.steps.to_string()]).chain(scores).collect()
            };
            trials.iter().map(row).collect()
        };
        let head: Vec<&str> = ["changes", "steps"].into_iter().chain(measured.pairs.iter().map(String::as_str)).collect();
        if !measured.tried.is_empty() {
            page.section("What was tried", "With all games; the nearest to the band first.");
            page.table(&head, &rows(&measured.tried));
            page.section("Single steps", "Screened with a fourth of the games; the most promising first.");
            page.table(&head, &rows(&measured.screened));
        }
        let mut lines = vec![about];
        let pairs = measured.pairs.iter().zip(&measured.before);
        lines.extend(pairs.map(|(pair, score)| format!("  {pair}: {} as printed", percent(score))));
        lines.push(format!(
            "tried {} single steps, and {} proposals with all games",
            measured.screened.len(),
            measured.tried.len()
        ));
        lines.push(says);
        Report::new(page, self.plan(), measured, lines)
    }
}

impl Trial {
    fn in_words(&self) -> String {
        let one = |(before, after): &(String, String)| format!("{before} → {after}");
        if self.changes.is_empty() { "as printed".into() } else { self.changes.iter().map(one).collect::<Vec<_>>().join("; ") }
    }

    /// How far the scores are from the middle of the band.
    fn middle(&self, band: (f64, f64)) -> f64 {
        self.scores.iter().map(|score| off_middle(score.value, band)).sum()
    }
}

/// Playing changed cards.
struct Tries<'t, 'b, G: CardGame> {
    tune: &'t Tune<G>,
    context: &'t mut RunContext<'b>,
    expected: u64,
    /// Everything that was played, with its name and how many games count.
    series: Vec<(String, Series<G>, u64)>,
}

impl<G: CardGame> Tries<'_, '_, G> {
    /// These changes with all games; none if the cards would be wrong.
    fn full(&mut self, changes: &[Change]) -> Result<Option<Trial>, Halt> {
        Ok(self.many(&[changes.to_vec()], self.tune.games)?.pop())
    }

    /// Several changes with so many games; those that make the cards wrong are left out.
    fn many(&mut self, all: &[Vec<Change>], games: u64) -> Result<Vec<Trial>, Halt> {
        let mut changed = Vec::new();
        let mut series = Vec::new();
        for changes in all {
            let rules = if changes.is_empty() { Some(self.tune.rules.clone()) } else { self.tune.workshop.rules(changes) };
            let Some(rules) = rules.filter(|rules| self.tune.legal(rules)) else { continue };
            series.extend(self.tune.series(&rules, changes));
            changed.push(changes);
        }
        self.expected += games * series.len() as u64;
        (self.context.expect)(self.expected);
        self.context.play(&series, games, Watch::Result)?;
        let pairs = self.tune.pairs.len();
        let mut trials = Vec::new();
        for (changes, series) in changed.into_iter().zip(series.chunks(pairs)) {
            let score = |one: &Series<G>| {
                let mut tally = Tally::default();
                self.context.games(one, games).for_each(|game| tally.add(game.halves));
                tally.estimate()
            };
            trials.push(self.tune.trial(changes, series.iter().map(score).collect()));
        }
        for (place, one) in series.into_iter().enumerate() {
            let name = trials[place / pairs].in_words();
            // Once it was played with all games, the screening does not count any more.
            self.series.retain(|(_, other, _)| other.id != one.id);
            self.series.push((name, one, games));
        }
        Ok(trials)
    }
}

impl<G: CardGame> Tune<G> {
    /// Whether the same decks are legal under these rules too.
    fn legal(&self, rules: &RuleSet<G>) -> bool {
        self.pairs.iter().flatten().all(|bring| match bring {
            DeckChoice::Deck { cards, .. } => {
                let same = cards.iter().all(|&def| rules.name(def) == self.rules.name(def));
                same && G::deck_faults(&rules.rules, cards).is_empty()
            }
            DeckChoice::Random(_) => true,
        })
    }
}

fn off_middle(score: f64, (low, high): (f64, f64)) -> f64 {
    (score - (low + high) / 2.0).abs()
}

fn bar(label: String, found: &Estimate, band: (f64, f64)) -> plots::Bar {
    let [value, low, high] = [found.value, found.low, found.high].map(|share| share - 0.5);
    plots::Bar { label, value, low, high, stands_out: found.value < band.0 || found.value > band.1 }
}

/// FNV-1a, which gives the same hash in every process.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
