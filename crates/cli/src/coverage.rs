//! `playmat coverage`: which parts of the rules and cards no scenario and no random game has ever used.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use playmat_bots::play_random;
use playmat_cards::{CardGame, Event, Terms};
use playmat_catalog::{ALL_GAMES, Visitor, visit};
use playmat_kernel::{Listener, Options, Told};
use playmat_scenario::{Script, Verdict};
use serde::Serialize;

use crate::bulk::opening;
use crate::common::{RuleArgs, library, write_json};
use crate::failure::{Failure, Finished};
use crate::rulesets::RuleSets;
use crate::scenario::{Scripts, read_scripts, run_script};

/// List every part of the rules and cards that was never used
///
/// Runs the scenarios of a game and random games in every edition, and counts which abilities and rulings really happened.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat coverage
  playmat coverage food-chain --games 5000
  playmat coverage food-chain --games 0 --scenarios my-scenarios/")]
pub struct Coverage {
    /// The game [default: all]
    game: Option<String>,
    /// How many random games are played in each edition
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A folder of scenarios [default: scenarios/GAME, if there is one]
    #[arg(long, value_name = "DIR")]
    scenarios: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Covered {
    game: &'static str,
    parts: usize,
    scenarios: usize,
    failed_scenarios: usize,
    games: u64,
    never: Vec<String>,
}

impl Coverage {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let games: Vec<String> =
            self.game.clone().map_or_else(|| ALL_GAMES.iter().map(ToString::to_string).collect(), |game| vec![game]);
        let mut all = Vec::new();
        for game in games {
            all.push(visit(&game, Count { coverage: &self })??);
        }
        if self.json {
            write_json(out, &all)?
        } else {
            all.iter().try_for_each(|covered| tell(out, covered))?
        }
        let whole = all.iter().all(|covered| covered.never.is_empty());
        Ok(if whole { Finished::Well } else { Finished::WithFailures })
    }
}

struct Count<'a> {
    coverage: &'a Coverage,
}

impl Visitor for Count<'_> {
    type Out = Result<Covered, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let args = self.coverage;
        let mut used = Used::<G> { rules: RuleSets::new(library(args.rules.cards.as_deref())?), counts: BTreeMap::new() };
        let all_terms = match &args.rules.edition {
            Some(_) => vec![args.rules.terms()],
            None => G::editions()
                .iter()
                .map(|edition| Terms { edition: Some((*edition).to_owned()), ..args.rules.terms() })
                .collect(),
        };
        for terms in &all_terms {
            used.random_games(terms, args.games, args.seed)?;
        }
        let scripts = self.scripts(G::NAME)?;
        let failed = scripts.iter().filter(|script| used.script(script) != Verdict::Passed).count();
        let never = used.counts.iter().filter(|(_, count)| **count == 0).map(|(part, _)| part.clone()).collect();
        Ok(Covered {
            game: G::NAME,
            parts: used.counts.len(),
            scenarios: scripts.len(),
            failed_scenarios: failed,
            games: args.games * all_terms.len() as u64,
            never,
        })
    }
}

impl Count<'_> {
    fn scripts(&self, game: &str) -> Result<Vec<Script>, Failure> {
        let folder = match &self.coverage.scenarios {
            Some(folder) => folder.clone(),
            None => PathBuf::from("scenarios").join(game),
        };
        if self.coverage.scenarios.is_none() && !folder.is_dir() {
            return Ok(Vec::new());
        }
        let Scripts { scripts, errors } = read_scripts(&[folder])?;
        match errors.first() {
            Some(error) => Err(Failure::bad(error)),
            None => Ok(scripts.into_iter().filter(|script| script.game == game).collect()),
        }
    }
}

/// How often each part was used, over all rule sets. Parts are identified by their words, since numbers differ between editions.
struct Used<G: CardGame> {
    rules: RuleSets<G>,
    counts: BTreeMap<String, u64>,
}

impl<G: CardGame> Used<G> {
    fn random_games(&mut self, terms: &Terms, games: u64, seed: u64) -> Result<(), Failure> {
        let rules = self.rules.of(terms).map_err(Failure::bad)?;
        let mut counter = Counter::default();
        let mut options = Options::new();
        for index in 0..games {
            let (mut table, mut chance) = opening::<G, _>(&rules, None, (seed, index), &mut counter);
            play_random::<G, _, _>(&rules, &mut table, &mut chance, &mut options, &mut counter);
        }
        self.add(&rules, &counter);
        Ok(())
    }

    fn script(&mut self, script: &Script) -> Verdict {
        let mut counter = Counter::default();
        let verdict = run_script(&mut self.rules, script, &mut counter);
        if let Ok(rules) = self.rules.of(&script.terms) {
            self.add(&rules, &counter);
        }
        verdict
    }

    fn add(&mut self, rules: &G::Rules, counter: &Counter) {
        for (number, part) in G::parts(rules).into_iter().enumerate() {
            *self.counts.entry(part).or_default() += counter.0.get(number).copied().unwrap_or(0);
        }
    }
}

/// Counts which parts were used; ignores events.
#[derive(Default)]
struct Counter(Vec<u64>);

impl Listener<Event> for Counter {
    const ON: bool = false;
    const COUNTS: bool = true;

    fn hear(&mut self, _: Told<Event>) {}

    fn count(&mut self, part: u32) {
        let place = part as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }
}

fn tell(out: &mut dyn Write, covered: &Covered) -> Result<(), Failure> {
    let Covered { game, parts, scenarios, failed_scenarios, games, never } = covered;
    writeln!(out, "{game}: {scenarios} scenarios ({failed_scenarios} failed), {games} random games, {parts} parts")?;
    match never.len() {
        0 => writeln!(out, "  every part was used")?,
        count => {
            writeln!(out, "  {count} never used:")?;
            never.iter().try_for_each(|part| writeln!(out, "    {part}"))?;
        }
    }
    Ok(())
}
