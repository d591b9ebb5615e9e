//! All parts of [`CardGame`], for those who call them on a game by its name: `use playmat_cards::prelude::*`.

pub use crate::{CardGame, Decks, Evaluate, Imagine, Rulebook, Show, Stage};
