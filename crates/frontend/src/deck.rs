//! What decks a caller wants.

use playmat_catalog::{DeckList, DeckSource};
use playmat_kernel::BySeat;

/// A deck as a caller names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeckWish {
    /// `random`, `random:Fish`, a ready deck, or a file.
    Named(DeckSource),
    /// This list.
    List(DeckList),
}

/// The decks that a batch draws from.
#[derive(Clone, PartialEq, Debug)]
pub enum SupplyWish {
    /// The ready decks that are legal, each as often as the others.
    Ready,
    /// These, by their weights.
    Weighted(Vec<(DeckWish, f64)>),
}

/// A batch as a caller describes it.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchWish {
    /// How many matches.
    pub matches: usize,
    /// On how many threads.
    pub threads: usize,
    /// The seed of the batch.
    pub seed: u64,
    /// Who plays against the learner.
    pub opponent: Option<playmat_batch::Opponent>,
    /// The decks of each seat.
    pub decks: BySeat<SupplyWish>,
    /// Who begins, if that is fixed.
    pub first: Option<playmat_kernel::Seat>,
}

impl DeckWish {
    /// What a text means.
    pub fn read(text: &str) -> Self {
        DeckWish::Named(DeckSource::read(text))
    }
}
