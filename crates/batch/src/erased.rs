//! A batch whose game is known by its name only.

use playmat_cards::{CardGame, Encode, Layout};
use playmat_kernel::Fingerprint;

use crate::BatchError;
use crate::batch::Batch;
use crate::out::Out;
use crate::plan::Plan;
use crate::running::Account;

/// A batch of any game.
pub trait AnyBatch: Send {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// What the numbers mean.
    fn layout(&self) -> Layout;
    /// What identifies the rules.
    fn fingerprint(&self) -> Fingerprint;
    /// How many matches there are.
    fn matches(&self) -> usize;
    /// See [`Batch::plan`].
    fn plan(&self) -> &Plan;
    /// See [`Batch::restart`].
    fn restart(&mut self, seed: u64);
    /// See [`Batch::observe`].
    fn observe(&self, out: Out<'_>) -> Result<(), BatchError>;
    /// See [`Batch::step`].
    fn step(&mut self, actions: &[i32], out: Out<'_>) -> Result<(), BatchError>;
    /// See [`Batch::account`].
    fn account(&self, place: usize) -> Result<&Account, BatchError>;
    /// See [`Batch::finished`].
    fn finished(&self, place: usize) -> Result<Option<&Account>, BatchError>;
}

impl<G: CardGame + Encode> AnyBatch for Batch<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn layout(&self) -> Layout {
        G::LAYOUT
    }

    fn fingerprint(&self) -> Fingerprint {
        self.rules().fingerprint
    }

    fn matches(&self) -> usize {
        self.len()
    }

    fn plan(&self) -> &Plan {
        Batch::plan(self)
    }

    fn restart(&mut self, seed: u64) {
        Batch::restart(self, seed);
    }

    fn observe(&self, out: Out<'_>) -> Result<(), BatchError> {
        Batch::observe(self, out)
    }

    fn step(&mut self, actions: &[i32], out: Out<'_>) -> Result<(), BatchError> {
        Batch::step(self, actions, out)
    }

    fn account(&self, place: usize) -> Result<&Account, BatchError> {
        Batch::account(self, place)
    }

    fn finished(&self, place: usize) -> Result<Option<&Account>, BatchError> {
        Batch::finished(self, place)
    }
}
