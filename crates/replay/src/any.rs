//! Records of any game: what is done with them when their rules are at hand.

use playmat_cards::CardGame;
use playmat_catalog::{RuleSet, Rules, Visitor};
use playmat_kernel::{BySeat, Record, Seat};
use playmat_wire::Opening;
use playmat_wire::replays::{Forecast, Replay, Verification};

use crate::{CannotCopy, Copied, ReplayError, Trust};

/// What can be done with records under these rules. Each does what the function of its name does with the rules of one game.
pub trait Replays {
    /// [`crate::verify`]
    fn verify(&self, record: &Record<Opening>, trust: &Trust) -> Verification;
    /// [`crate::legal`]
    fn legal(&self, record: &Record<Opening>) -> Result<(), String>;
    /// [`crate::full_replay`]
    fn full_replay(&self, record: &Record<Opening>, trust: &Trust) -> Replay;
    /// [`crate::forecast`]
    fn forecast(&self, record: &Record<Opening>) -> Forecast;
    /// [`crate::copy`]
    fn copy(&self, record: &Record<Opening>, entries: usize, seen_by: Option<Seat>) -> Result<Copied, CannotCopy>;
    /// [`crate::up_to`]
    fn up_to(
        &self,
        record: &Record<Opening>,
        entries: usize,
        players: Option<BySeat<String>>,
    ) -> Result<Record<Opening>, ReplayError>;
    /// [`crate::rename`]
    fn rename(&self, record: &mut Record<Opening>, seat: Seat, name: String);
}

/// Records under the rules of whichever game.
pub fn replays(rules: &Rules) -> &dyn Replays {
    struct Of<'a>(&'a Rules);
    impl<'a> Visitor for Of<'a> {
        type Out = &'a dyn Replays;
        fn visit<G: CardGame>(self) -> Self::Out {
            self.0.of::<G>()
        }
    }
    rules.visit(Of(rules))
}

impl<G: CardGame> Replays for RuleSet<G> {
    fn verify(&self, record: &Record<Opening>, trust: &Trust) -> Verification {
        crate::verify(self, record, trust)
    }

    fn legal(&self, record: &Record<Opening>) -> Result<(), String> {
        crate::legal(self, record)
    }

    fn full_replay(&self, record: &Record<Opening>, trust: &Trust) -> Replay {
        crate::full_replay(self, record, trust)
    }

    fn forecast(&self, record: &Record<Opening>) -> Forecast {
        crate::forecast(self, record)
    }

    fn copy(&self, record: &Record<Opening>, entries: usize, seen_by: Option<Seat>) -> Result<Copied, CannotCopy> {
        crate::copy(self, record, entries, seen_by)
    }

    fn up_to(
        &self,
        record: &Record<Opening>,
        entries: usize,
        players: Option<BySeat<String>>,
    ) -> Result<Record<Opening>, ReplayError> {
        crate::up_to(self, record, entries, players)
    }

    fn rename(&self, record: &mut Record<Opening>, seat: Seat, name: String) {
        crate::rename::<G>(&self.rules, record, seat, name);
    }
}
