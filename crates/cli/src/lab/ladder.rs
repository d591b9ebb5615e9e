//! `playmat lab ladder`: every bot against every other.

use std::io::Write;

use clap::Args;
use playmat_lab::ladder::{Ladder, rated_bots};

use super::run_args::RunArgs;
use super::{decks, steady_bot};
use crate::common::RuleArgs;
use crate::failure::{Failure, Finished};

/// Play all bots against each other and rate them
///
/// Ratings are by Bradley and Terry, with intervals. Bots that look at the clock are left out, for their games could not be repeated.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab ladder food-chain
  playmat lab ladder strata --bots greedy,ismcts:200,learned,master:100 --games 200
  playmat lab ladder skirmish --models my-models --bots greedy,learned")]
pub struct LadderArgs {
    /// The game
    game: String,
    /// Which bots [default: all that answer the same on every machine; those that need a model where there is one]
    #[arg(long, value_name = "BOT,...")]
    bots: Option<String>,
    /// Which decks both sides bring: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "random")]
    decks: String,
    /// How many games of each pairing
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl LadderArgs {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let named = |text: &str| text.split(',').map(|name| steady_bot(name.trim())).collect::<Result<Vec<_>, _>>();
        let bots = rated_bots(self.bots.as_deref().map(named).transpose()?, &rules).map_err(Failure::bad)?;
        let decks = decks::brings(&rules, &self.decks)?;
        let plan = Ladder { rules, bots, decks, seed: self.run.seed, games: self.games };
        self.run
            .run("ladder", &self.game, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}
