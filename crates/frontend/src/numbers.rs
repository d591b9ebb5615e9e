//! What a game that can be seen as numbers can do, as values: a match need not know whether its game is one of them.

use std::sync::Arc;

use playmat_batch::{AnyBatch, Batch, BatchError, Plan};
use playmat_cards::{CardGame, DefId, Encode, Layout};
use playmat_catalog::RuleSet;
use playmat_kernel::{Decision, Game};

/// Writes one listed option as numbers.
type EncodeOption<G> = fn(&<G as Game>::Rules, &<G as Game>::Position, Decision, <G as Game>::Choice, &mut [i16]);

/// Makes a batch of matches.
type NewBatch<G> = fn(Arc<RuleSet<G>>, Plan) -> Result<Box<dyn AnyBatch>, BatchError>;

/// The encoder of a game, and how its batches are made.
pub struct Numbers<G: CardGame> {
    /// What the numbers mean.
    pub layout: Layout,
    /// [`Encode::encode`]
    pub encode: fn(&G::Rules, &G::Position, Decision, &mut [i16]),
    /// [`Encode::encode_option`]
    pub encode_option: EncodeOption<G>,
    /// [`Encode::encode_definition`]
    pub encode_definition: fn(&G::Rules, DefId, &mut [i16]),
    /// [`Batch::new`]
    pub batch: NewBatch<G>,
}

impl<G: CardGame + Encode> Numbers<G> {
    /// Those of a game that has them.
    pub const fn of() -> Self {
        Numbers {
            layout: G::LAYOUT,
            encode: G::encode,
            encode_option: G::encode_option,
            encode_definition: G::encode_definition,
            batch: |rules, plan| Batch::<G>::new(rules, plan).map(|batch| Box::new(batch) as Box<dyn AnyBatch>),
        }
    }
}

impl<G: CardGame> Clone for Numbers<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: CardGame> Copy for Numbers<G> {}
