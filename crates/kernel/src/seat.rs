//! The two players, and values that each of them has one of.

use std::ops::{Index, IndexMut};

/// A player. Never a bare integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Seat {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Seat {
    /// Both, in order.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// The other player.
    #[must_use]
    #[inline]
    pub const fn rival(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }

    /// 0 or 1, for packing into a frame.
    #[inline]
    pub const fn bit(self) -> u8 {
        self as u8
    }

    /// The inverse of [`Seat::bit`]; only the lowest bit counts.
    #[inline]
    pub const fn from_bit(bit: u8) -> Seat {
        if bit & 1 == 0 { Seat::One } else { Seat::Two }
    }

    /// `p1` or `p2`, as scenario files and records name a player.
    pub const fn tag(self) -> &'static str {
        match self {
            Seat::One => "p1",
            Seat::Two => "p2",
        }
    }
}

/// One value for each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>([T; 2]);

impl<T> BySeat<T> {
    /// The first player's, then the second's.
    pub const fn new(one: T, two: T) -> Self {
        BySeat([one, two])
    }

    /// Asks for the value of each player.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        BySeat([make(Seat::One), make(Seat::Two)])
    }

    /// The value of a player's rival. Computed without a branch, since whose turn it is changes all the time.
    #[inline]
    pub fn of_rival(&self, seat: Seat) -> &T {
        &self.0[1 - seat as usize]
    }

    /// Each player with their value, player 1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(self.0.iter())
    }

    /// Converts each value.
    pub fn map<U>(self, mut turn: impl FnMut(T) -> U) -> BySeat<U> {
        let [one, two] = self.0;
        BySeat([turn(one), turn(two)])
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}
