//! The texts that ship with Playmat, embedded: one file is the whole product.
//!
//! The crate `playmat-catalog` reads them; people and programs that want cards, decks or lessons ask there.
//!
//! ```
//! assert!(playmat_data::Cards::iter().any(|file| file.starts_with("skirmish/") && file.ends_with(".cards")));
//! assert!(playmat_data::Decks::get("skirmish/wide-ranks.deck").is_some());
//! ```

use rust_embed::RustEmbed;

/// The card files: `<game>/*.cards`, and older sets: `archive/<game>/<set>/*.cards`.
#[derive(RustEmbed)]
#[folder = "cards"]
pub struct Cards;

/// The deck files: `<game>/*.deck`.
#[derive(RustEmbed)]
#[folder = "decks"]
pub struct Decks;

/// The lessons: `<game>/*.scn` and, beside each, what is said: `<game>/*.md`.
#[derive(RustEmbed)]
#[folder = "scenarios/tutorial"]
pub struct Tutorial;

/// The models of learned players: the name of a game, and its weight file. Whoever builds without the feature `models` has none.
/// As a static they are in a program once; a constant would be in it as often as it is named.
#[cfg(feature = "models")]
pub static MODELS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/models.rs"));
/// The models of learned players: none in this build.
#[cfg(not(feature = "models"))]
pub static MODELS: &[(&str, &[u8])] = &[];

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;
