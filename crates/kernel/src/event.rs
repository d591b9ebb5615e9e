//! What happened, in the form each audience may hear it.

use crate::Seat;

/// Who sees and hears: a player, or the public, which knows only what both players know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Audience {
    /// The player in this seat.
    Player(Seat),
    /// A spectator without secrets.
    Public,
}

impl Audience {
    /// All, in the order in which forms are kept.
    pub const ALL: [Audience; 3] = [Audience::Player(Seat::One), Audience::Player(Seat::Two), Audience::Public];

    /// The seat, if it is a player's.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Audience::Player(seat) => Some(seat),
            Audience::Public => None,
        }
    }

    const fn index(self) -> usize {
        match self {
            Audience::Player(Seat::One) => 0,
            Audience::Player(Seat::Two) => 1,
            Audience::Public => 2,
        }
    }
}

/// One event as one audience hears it. An unheard event still takes a number, so that numbers have no gaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard<E> {
    /// With everything in it.
    Known(E),
    /// That it happened, without its secret.
    Veiled(E),
    /// Not at all.
    Unheard,
}

/// One event in the form of each audience, made where the event happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<E> {
    forms: [Heard<E>; 3],
}

impl<E> Told<E> {
    /// Asks for the form of each audience.
    pub fn by(mut form: impl FnMut(Audience) -> Heard<E>) -> Self {
        Told { forms: Audience::ALL.map(&mut form) }
    }

    /// What one audience hears.
    pub fn to(&self, audience: Audience) -> &Heard<E> {
        &self.forms[audience.index()]
    }
}

/// Takes down events. It is a type parameter: with [`Silence`] the events are never even made.
pub trait Listener<E> {
    /// Whether anybody listens. Games make no event where this is false.
    const ON: bool;
    /// One event.
    fn hear(&mut self, told: Told<E>);

    /// Whether anybody counts which parts of the rules were used.
    const COUNTS: bool = false;
    /// A part of the rules was used; the game numbers its parts. This is no event: nobody is told.
    fn count(&mut self, _part: u32) {}
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl<E> Listener<E> for Silence {
    const ON: bool = false;
    #[inline]
    fn hear(&mut self, _: Told<E>) {}
}

/// A listener as one dynamic type: games are compiled once for all listeners, instead of once for each kind of listener.
pub trait AnyListener<E> {
    /// As [`Listener::hear`].
    fn hear(&mut self, told: Told<E>);
    /// As [`Listener::count`].
    fn count(&mut self, part: u32);
}

impl<E, L: Listener<E>> AnyListener<E> for L {
    fn hear(&mut self, told: Told<E>) {
        if L::ON {
            Listener::hear(self, told);
        }
    }

    fn count(&mut self, part: u32) {
        if L::COUNTS {
            Listener::count(self, part);
        }
    }
}

/// Turns [`AnyListener`] back into a [`Listener`].
pub(crate) struct Listening<'a, E>(pub &'a mut dyn AnyListener<E>);

impl<E> Listener<E> for Listening<'_, E> {
    const ON: bool = true;
    const COUNTS: bool = true;
    fn hear(&mut self, told: Told<E>) {
        self.0.hear(told);
    }
    fn count(&mut self, part: u32) {
        self.0.count(part);
    }
}

impl<E> Listener<E> for Vec<Told<E>> {
    const ON: bool = true;
    fn hear(&mut self, told: Told<E>) {
        self.push(told);
    }
}
