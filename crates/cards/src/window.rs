//! Response windows: something has happened, and the players may respond in turns until all turns are over.
//!
//! A window is plain data on a game's agenda. Each of its turns belongs to one player. A turn in which nothing can be done is over at
//! once, a pass ends it, and an answer leaves it open or, where the game says so, begins a new window on top of it. What can be done is the
//! game's: its offer may read only what both players see wherever it asks, so that being asked tells nothing.

use playmat_kernel::Seat;

/// What a window is about, and how its turns go round.
pub trait Turns: Copy {
    /// How many turns a window has.
    const COUNT: u8;
    /// Whose turn follows the turn of this seat.
    fn after(seat: Seat) -> Seat;
}

/// Somebody may respond.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window<O> {
    /// What happened.
    pub about: O,
    /// Whose turn it is.
    pub seat: Seat,
    /// How many turns are over.
    pub turn: u8,
}

/// What a turn of a window holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer<A> {
    /// Nothing: it is over.
    Nothing,
    /// The player is asked.
    Ask,
    /// Nobody is asked, this happens.
    Happens(A),
}

impl<O: Turns> Window<O> {
    /// A window that begins with the turn of a seat.
    pub const fn new(about: O, seat: Seat) -> Self {
        Self { about, seat, turn: 0 }
    }

    /// The window after the turn of this one, as if its player had passed.
    #[must_use]
    pub fn passed(self) -> Self {
        Self { about: self.about, seat: O::after(self.seat), turn: self.turn + 1 }
    }

    /// Goes on to the first turn that holds something; `None` when all turns are over.
    #[inline]
    pub fn next<A>(mut self, mut offer: impl FnMut(&Self) -> Offer<A>) -> Option<(Self, Offer<A>)> {
        while self.turn < O::COUNT {
            match offer(&self) {
                Offer::Nothing => self = self.passed(),
                held => return Some((self, held)),
            }
        }
        None
    }
}
