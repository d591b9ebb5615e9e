//! `playmat lab tune`: the smallest changes that make pairings even.

use std::io::Write;

use clap::Args;
use playmat_lab::game::DeckChoice;
use playmat_lab::tune::Tune;
use playmat_lab::whatif::workshop;

use super::run_args::RunArgs;
use super::{decks, one_bot, shares};
use crate::common::RuleArgs;
use crate::failure::{Failure, Finished};

/// Propose the smallest changes of printed numbers that bring pairings into a band
///
/// Choices are made with one luck; a proposal is confirmed, and reported, with another, and must not push another pairing out of
/// a wider band.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab tune skirmish --pair slow-ground,wide-ranks
  playmat lab tune food-chain --pair fish-1,bird-1 --pair fish-1,mammal-1 --band 45,55 --steps 3")]
pub struct TuneArgs {
    /// The game
    game: String,
    /// Two decks whose score should come into the band; may be given several times
    #[arg(long = "pair", value_name = "DECK,DECK", required = true)]
    pairs: Vec<String>,
    /// The band for the scores, in percent
    #[arg(long, value_name = "LOW,HIGH", default_value = "45,55", value_parser = shares)]
    band: (f64, f64),
    /// How many single steps a proposal may have
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    steps: u8,
    /// The decks whose other pairings are watched: ready, or names, files, folders
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    others: String,
    /// The band that no other pairing may be pushed out of, in percent
    #[arg(long, value_name = "LOW,HIGH", default_value = "38,62", value_parser = shares)]
    others_band: (f64, f64),
    /// The bot that plays [default: the usual player of the game]
    #[arg(long, value_name = "BOT")]
    bots: Option<String>,
    /// How many games of each pairing for each proposal, and again as many to confirm it; single steps get a fourth of them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(4..=100_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl TuneArgs {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let library = self.rules.library(&self.game)?;
        let terms = self.rules.terms();
        let rules = library.rules(&terms).map_err(Failure::bad)?;
        let pair = |text: &String| match &decks::brings(&rules, text)?[..] {
            [a @ DeckChoice::Deck { .. }, b @ DeckChoice::Deck { .. }] => Ok([a.clone(), b.clone()]),
            _ => Err(Failure::bad(format!("`{text}` is no pair of decks; write DECK,DECK"))),
        };
        let pairs = self.pairs.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let mut watched = decks::brings(&rules, &self.others)?;
        // The decks of the pairings themselves meet the others too, wherever they come from.
        watched.extend(pairs.iter().flatten().filter(|deck| !watched.contains(deck)).cloned().collect::<Vec<_>>());
        watched.dedup();
        let plan = Tune {
            workshop: workshop(&library, terms),
            bot: one_bot(&rules, self.bots.as_deref())?,
            rules,
            pairs,
            watched,
            band: self.band,
            wide: self.others_band,
            seed: self.run.seed,
            games: self.games,
            steps: usize::from(self.steps),
        };
        self.run
            .run("tune", &self.game, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}
