//! `playmat deck`: makes random decks and checks decks.

use std::io::Write;

use clap::{Args, Subcommand};
use playmat_cards::CardInfo;
use playmat_catalog::{DeckError, deck_from, printable};
use playmat_chance::FastChance;
use serde::Serialize;

use crate::common::{RuleArgs, any_seed, counted, write_json};
use crate::failure::{Failure, Finished};

/// Make a random deck, or check one
#[derive(Subcommand, Debug)]
pub enum Deck {
    Random(RandomDeck),
    Check(CheckDeck),
}

/// Print a random legal deck, as a deck file
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat deck random food-chain --category Fish --seed 7 > mine.deck")]
pub struct RandomDeck {
    /// The game
    game: String,
    /// Of this category, if the game has categories
    #[arg(long, value_name = "C")]
    category: Option<String>,
    /// The same seed gives the same deck [default: any]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Check a deck and list every reason why it is not legal
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat deck check food-chain mine.deck
  playmat deck check food-chain fish-1 --edition rulebook")]
pub struct CheckDeck {
    /// The game
    game: String,
    /// A deck file, or the name of a shipped deck
    deck: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MadeDeck {
    game: &'static str,
    seed: u64,
    cards: Vec<String>,
}

#[derive(Serialize)]
struct CheckedDeck {
    legal: bool,
    reasons: Vec<DeckProblem>,
}

#[derive(Serialize)]
struct DeckProblem {
    place: String,
    code: &'static str,
    message: String,
}

impl Deck {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        match self {
            Deck::Random(random) => random.run(out),
            Deck::Check(check) => check.run(out),
        }
    }
}

/// The category as the cards write it, or what is wrong with it.
pub fn known_category(cards: &[CardInfo], wanted: &str) -> Result<String, Failure> {
    playmat_catalog::known_category(cards, wanted).map_err(Failure::bad)
}

impl RandomDeck {
    fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let seed = self.seed.unwrap_or_else(any_seed);
        let deck = rules.random_deck(self.category.as_deref(), &mut FastChance::new(seed)).map_err(Failure::bad)?;
        let names: Vec<String> = deck.cards().iter().map(|&def| rules.name(def).to_owned()).collect();
        if self.json {
            write_json(out, &MadeDeck { game: rules.game(), seed, cards: names })?;
        } else {
            writeln!(out, "deck Random {seed}")?;
            names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
        }
        Ok(Finished::Well)
    }
}

impl CheckDeck {
    fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let lines = |errors: &[DeckError]| errors.iter().map(|error| format!("{error}\n")).collect::<String>();
        let list = deck_from(rules.game(), &self.deck).map_err(|errors| Failure::bad(lines(&errors)))?;
        let wrong = rules.legal(&list).err().unwrap_or_default();
        let name = printable(&list.name);
        if self.json {
            let fault = |error: &DeckError| DeckProblem {
                place: error.place.clone(),
                code: error.code,
                message: error.message.clone(),
            };
            write_json(out, &CheckedDeck { legal: wrong.is_empty(), reasons: wrong.iter().map(fault).collect() })?;
        } else if wrong.is_empty() {
            writeln!(out, "ok: `{name}` is a legal deck of {}, {}", rules.title(), counted(list.cards.len(), "card"))?;
        } else {
            write!(out, "{}", lines(&wrong))?;
            writeln!(out, "`{name}` is not legal: {}", counted(wrong.len(), "reason"))?;
        }
        Ok(if wrong.is_empty() { Finished::Well } else { Finished::WithFailures })
    }
}
