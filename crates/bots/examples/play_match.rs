//! Play a match: two ready decks, a seed, and whoever is asked answers. What happens is told in sentences, as a spectator hears it.
//!
//! ```console
//! cargo run -p playmat-bots --example play_match
//! ```

use std::error::Error;
use std::fmt::Write;

use playmat_bots::{Observation, bot};
use playmat_cards::prelude::*;
use playmat_cards::{SEAT_NAMES, Setup, Terms};
use playmat_catalog::{DeckList, Library, Origin, shipped_deck};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Heard, Options, Outcome, Table};
use playmat_skirmish::Skirmish;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story(7)?);
    Ok(())
}

/// What the program prints: the same for the same seed, on every machine.
pub fn story(seed: u64) -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    let set = Library::<Skirmish>::load(&Origin::Shipped)?.rules(&Terms::default())?;
    let rules = &*set.rules;

    // A deck list is what somebody wrote down; a deck is legal.
    let ready = |name: &str| -> Result<_, Box<dyn Error>> {
        let list: DeckList = shipped_deck(Skirmish::NAME, name).ok_or("there is no such deck")?;
        let deck = list.legal::<Skirmish>(rules).map_err(|wrong| wrong[0].to_string())?;
        Ok(deck.cards().to_vec())
    };
    let decks = BySeat::new(ready("wide-ranks")?, ready("slow-ground")?);

    // The table runs until somebody has to answer. Chance and whoever listens are arguments.
    let mut chance = FastChance::new(seed);
    let mut events = Vec::new();
    let opening = Skirmish::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut table = Table::<Skirmish>::start(rules, opening, &mut chance, &mut events);

    // An answer that is not possible is refused with a reason, and nothing has changed.
    let asked = table.decision().ok_or("nobody is asked")?.seat;
    let before = table.clone();
    let refused = table.answer(rules, asked.rival(), 0, &mut chance, &mut events).err().ok_or("the wrong player was heard")?;
    writeln!(told, "refused: {:?}", refused.reason)?;
    assert_eq!(table, before);

    let mut greedy = bot::<Skirmish>("greedy", seed).ok_or("there is no such bot")?;
    let mut options = Options::new();
    while let Some(decision) = table.decision() {
        table.options(rules, &mut options);
        let pick = Observation::of(rules, &table, &options).map_or(0, |observation| greedy.pick(&observation));
        if table.answer(rules, decision.seat, pick, &mut chance, &mut events).is_err() {
            return Err("a listed option is always taken".into());
        }
    }

    // Every event was born in one form for each audience.
    for event in &events {
        if let Heard::Known(event) | Heard::Veiled(event) = event.to(Audience::Public) {
            writeln!(told, "{}", Skirmish::sentence(rules, event, SEAT_NAMES))?;
        }
    }
    match table.outcome() {
        Some(Outcome::Won(seat)) => writeln!(told, "{} won", seat.tag())?,
        _ => writeln!(told, "a draw")?,
    }
    Ok(told)
}
