//! Show a view: what each player and a spectator see of one table, and what the asked player is asked.
//!
//! ```console
//! cargo run -p playmat-bots --example show_view
//! ```

use std::error::Error;
use std::fmt::Write;

use playmat_cards::{CardGame, CardView, Setup, Terms, Value};
use playmat_catalog::{Library, Origin};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Options, Silence, Table};
use playmat_skirmish::Skirmish;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story::<Skirmish>(7)?);
    Ok(())
}

/// What the program prints. It is written for any game.
pub fn story<G: CardGame>(seed: u64) -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    let set = Library::<G>::load(&Origin::Shipped)?.rules(&Terms::default())?;
    let rules = &*set.rules;
    let mut chance = FastChance::new(seed);
    let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
    let opening = G::open(rules, &Setup { decks, first: None, unshuffled: false });
    let table = Table::<G>::start(rules, opening, &mut chance, &mut Silence);

    // A view begins empty and gets what its audience may see. A card that the audience does not know is only a back.
    let name = |card: &CardView| card.def.map_or("(back)", |def| set.name(def)).to_owned();
    for audience in Audience::ALL {
        writeln!(told, "== {}", audience.seat().map_or("a spectator", |seat| seat.tag()))?;
        for part in G::view(rules, table.position(), audience).parts {
            let value = match part.value {
                Value::Number(number) => number.to_string(),
                Value::Word(word) => word.to_owned(),
                Value::Cards(cards) => cards.iter().map(name).collect::<Vec<_>>().join(", "),
            };
            let whose = part.seat.map_or("table", |seat| seat.tag());
            writeln!(told, "{whose} {}: {value}", part.name)?;
        }
    }

    // The options are for the asked player alone, in words. A client shows them and knows no rule.
    if let Some(decision) = table.decision() {
        let mut options = Options::new();
        table.options(rules, &mut options);
        writeln!(told, "== {} is asked: {}", decision.seat.tag(), G::question(rules, table.position()).words)?;
        for (place, &choice) in options.iter().enumerate() {
            writeln!(told, "{place}: {}", G::face(rules, table.position(), choice).words)?;
        }
    }
    Ok(told)
}
