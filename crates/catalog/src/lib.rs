//! The one place that names all games. It loads their cards and decks, builds rule sets with fingerprints, and hands a game's
//! type to a [`Visitor`], so that nothing above has to name a game.

mod games;
mod library;
mod deck;
mod find;
mod lessons;
mod shipped;
mod archive;
mod models;
mod any;

pub use any::{AnyLibrary, AnyRules, CardText, Cards, Rules, load};
pub use archive::{Archive, CardSet, Missing, Needed};
pub use deck::{
    Deck, DeckError, DeckList, DeckSource, deck_from, def_named, known_category, printable, random_deck, shipped_deck,
    shipped_decks,
};
pub use find::{NotUnderstood, Query};
pub use games::{
    ALL_GAMES, EXAMPLES, EncodedVisitor, GAMES, UnknownGame, Visitor, game_of, is_example, list_of_games, title, visit,
    visit_all, visit_encoded, visit_games,
};
pub use lessons::{LessonText, shipped_lessons};
pub use library::{Library, LoadError, Origin, RuleSet, card_files, read_text};
pub use models::{ModelOrigin, Models, NoModel, shipped_model};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
