//! The rulings of SK Board and SK Match: each is a type of its own.

use playmat_cards::ledger;

/// The only edition.
pub const EDITIONS: &[&str] = &["standard"];

ledger! {
    0 close_front CloseFront = [Excluded] {
        Excluded "excluded" "Close are the terrains directly left and right; the slot in front is not close.",
        Included "included" "The slot in front is close too.",
    }
    1 copies Copies = [Two] {
        Two "2" "A deck has at most two copies of a card.",
        Three "3" "A deck has at most three copies of a card.",
    }
}

impl Copies {
    /// How many that are.
    pub const fn most(self) -> usize {
        match self {
            Copies::Two => 2,
            Copies::Three => 3,
        }
    }
}
