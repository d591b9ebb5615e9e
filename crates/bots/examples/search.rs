//! Search: a bot thinks about a question in worlds that its seat imagines, and says what it would answer.
//!
//! ```console
//! cargo run --release -p playmat-bots --example search
//! ```

use std::error::Error;
use std::fmt::Write;

use playmat_bots::{Bot, Budget, Ismcts, Observation};
use playmat_cards::prelude::*;
use playmat_cards::{Setup, Terms};
use playmat_catalog::{Library, Origin};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Options, Silence, Table};
use playmat_skirmish::Skirmish;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story(7, 2000)?);
    Ok(())
}

/// What the program prints, with a search of so many imagined worlds.
pub fn story(seed: u64, worlds: u32) -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    let set = Library::<Skirmish>::load(&Origin::Shipped)?.rules(&Terms::default())?;
    let rules = &*set.rules;
    let mut chance = FastChance::new(seed);
    let decks = BySeat::from_fn(|_| Skirmish::random_deck(rules, None, &mut chance));
    let opening = Skirmish::open(rules, &Setup { decks, first: None, unshuffled: false });
    let table = Table::<Skirmish>::start(rules, opening, &mut chance, &mut Silence);

    // A bot is given eyes, not the table: the view, the options, and tables imagined from what its seat knows.
    let mut options = Options::new();
    table.options(rules, &mut options);
    let observation = Observation::of(rules, &table, &options).ok_or("nobody is asked")?;
    writeln!(told, "{}: {}", observation.seat().tag(), observation.question().words)?;

    // In an imagined table the own hand is the real one, and the rival's is one that it might be.
    let rival = |table: &Table<Skirmish>| -> Vec<String> {
        let hand = Skirmish::inspect(rules, table.position(), observation.seat().rival(), "hand");
        hand.iter().filter_map(|card| card.def).map(|def| set.name(def).to_owned()).collect()
    };
    for seed in [1, 2] {
        let imagined = observation.imagine(&mut FastChance::new(seed));
        writeln!(told, "the rival may hold {}", rival(&imagined).join(", "))?;
    }

    // With a budget of worlds the answer depends on the seed and on what the seat knows, and on nothing else.
    let mut searcher = Ismcts::new(seed, Budget::iterations(worlds));
    let pick = searcher.pick(&observation);
    let judged = Bot::<Skirmish>::judgement(&searcher).ok_or("a search judges")?;
    writeln!(told, "after {} worlds: {}", searcher.worlds(), observation.faces()[pick].words)?;
    writeln!(told, "it gives itself {:.0} %", judged * 100.0)?;
    Ok(told)
}
