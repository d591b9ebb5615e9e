//! The encoder of a game as a value, for callers that are generic over all games, of which some have none.

use playmat_kernel::{Decision, Game};

use crate::{DefId, Encode, Layout};

type Observe<G> = fn(&<G as Game>::Rules, &<G as Game>::Position, Decision, &mut [i16]);
type Choose<G> = fn(&<G as Game>::Rules, &<G as Game>::Position, Decision, <G as Game>::Choice, &mut [i16]);
type Define<G> = fn(&<G as Game>::Rules, DefId, &mut [i16]);

/// What [`Encode`] says of a game.
pub struct Encoder<G: Game> {
    layout: &'static Layout,
    observe: Observe<G>,
    option: Choose<G>,
    define: Define<G>,
}

impl<G: Encode> Encoder<G> {
    /// The encoder of this game.
    pub const fn of() -> Self {
        Encoder { layout: const { &G::LAYOUT }, observe: G::encode, option: G::encode_option, define: G::encode_definition }
    }
}

impl<G: Game> Encoder<G> {
    /// What the numbers mean.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// See [`Encode::encode`].
    #[inline]
    pub fn observation(&self, rules: &G::Rules, position: &G::Position, decision: Decision, out: &mut [i16]) {
        (self.observe)(rules, position, decision, out);
    }

    /// See [`Encode::encode_option`], for all options of the pending question: `out` has a row for each.
    #[inline]
    pub fn options(
        &self,
        rules: &G::Rules,
        position: &G::Position,
        decision: Decision,
        choices: &[G::Choice],
        out: &mut [i16],
    ) {
        for (choice, row) in choices.iter().zip(out.chunks_exact_mut(self.layout.options.columns.len())) {
            (self.option)(rules, position, decision, *choice, row);
        }
    }

    /// See [`Encode::encode_definition`], for so many definitions: `out` has a row for each.
    pub fn definitions(&self, rules: &G::Rules, out: &mut [i16]) {
        for (def, row) in (0..).zip(out.chunks_exact_mut(self.layout.definitions.columns.len())) {
            (self.define)(rules, DefId(def), row);
        }
    }

    /// This encoder for a game that differs in nothing that is encoded.
    pub fn shared<H>(self) -> Encoder<H>
    where
        H: Game<Rules = G::Rules, Position = G::Position, Choice = G::Choice>,
    {
        Encoder { layout: self.layout, observe: self.observe, option: self.option, define: self.define }
    }
}

impl<G: Game> Clone for Encoder<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Encoder<G> {}
