//! Load cards: read the shipped cards of a game and one of your own, see a mistake explained, and build rules from them.
//!
//! ```console
//! cargo run -p playmat-bots --example load_cards
//! ```

use std::error::Error;
use std::fmt::Write;

use playmat_cards::Terms;
use playmat_cards::prelude::*;
use playmat_catalog::{Library, LoadError, Origin};
use playmat_skirmish::Skirmish;

const WRONG: &str = "unit Lancer 4\n  deploy: deel 1 damage to a close enemy.\n";
const RIGHT: &str = "unit Lancer 4\n  deploy: deal 1 damage to a close enemy.\n";

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story()?);
    Ok(())
}

/// What the program prints.
pub fn story() -> Result<String, Box<dyn Error>> {
    let mut told = String::new();

    // Cards are text. A card that does not check does not load, and every mistake comes with its place and a hint.
    match with_card(WRONG) {
        Ok(_) => return Err("a misspelt word was taken".into()),
        Err(LoadError::Wrong(sources, complaints)) => {
            for complaint in complaints {
                writeln!(told, "{}", complaint.render(&sources))?;
            }
        }
        Err(unreadable) => return Err(unreadable.into()),
    }

    // Right cards become a rule set. Its fingerprint names exactly these cards under exactly these rulings.
    let library = with_card(RIGHT)?;
    let set = library.rules(&Terms::default())?;
    writeln!(told, "{} cards, rules {}", library.cards().count(), set.fingerprint)?;

    // The rule set knows its cards in words.
    let cards = Skirmish::cards(&set.rules);
    let lancer = cards.iter().find(|card| card.name == "Lancer").ok_or("the card is missing")?;
    writeln!(told, "{} {}, {}", lancer.name, lancer.stats.as_deref().unwrap_or("-"), lancer.kind)?;
    for line in &lancer.text {
        writeln!(told, "  {line}")?;
    }
    Ok(told)
}

/// The shipped cards of Skirmish, and one more.
fn with_card(text: &str) -> Result<Library<Skirmish>, LoadError> {
    let mut texts = Origin::Shipped.texts(Skirmish::NAME)?;
    texts.push(("mine.cards".to_owned(), text.to_owned()));
    Library::load(&Origin::Texts(texts))
}
