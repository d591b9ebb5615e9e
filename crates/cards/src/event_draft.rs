//! One event, drafted once and made in the form that each audience may hear.

use playmat_kernel::{Audience, Heard, Seat, Told};

use crate::{Card, CardRef, Event, EventKinds, Handles, SeenCard};

/// An event before it is made in the form of each audience.
#[derive(Clone, Copy)]
pub struct EventDraft {
    /// The stable word of its kind.
    pub what: &'static str,
    /// The card that caused it.
    pub cause: CardRef,
    /// The player it is about.
    pub seat: Option<Seat>,
    /// The card it is about.
    pub card: CardRef,
    /// The other card.
    pub other: CardRef,
    /// How much or how many.
    pub number: Option<i16>,
    /// Which keyword, phase, place or state.
    pub word: Option<&'static str>,
    /// Who alone may see the cards; to all others they are backs.
    pub only: Option<Seat>,
    /// Who alone may know what caused it.
    pub caused_for: Option<Seat>,
}

impl EventDraft {
    /// An event with nothing in it yet but its kind.
    #[inline]
    pub fn new(kind: impl EventKinds) -> EventDraft {
        let (cause, card, other) = (CardRef::NONE, CardRef::NONE, CardRef::NONE);
        EventDraft { what: kind.word(), cause, seat: None, card, other, number: None, word: None, only: None, caused_for: None }
    }

    /// What caused it.
    #[inline]
    #[must_use]
    pub fn cause(self, cause: CardRef) -> EventDraft {
        EventDraft { cause, ..self }
    }

    /// The player it is about.
    #[inline]
    #[must_use]
    pub fn seat(self, seat: impl Into<Option<Seat>>) -> EventDraft {
        EventDraft { seat: seat.into(), ..self }
    }

    /// The card it is about.
    #[inline]
    #[must_use]
    pub fn card(self, card: CardRef) -> EventDraft {
        EventDraft { card, ..self }
    }

    /// The other card.
    #[inline]
    #[must_use]
    pub fn other(self, other: CardRef) -> EventDraft {
        EventDraft { other, ..self }
    }

    /// How much or how many.
    #[inline]
    #[must_use]
    pub fn number(self, number: impl Into<Option<i16>>) -> EventDraft {
        EventDraft { number: number.into(), ..self }
    }

    /// Which keyword, phase or place.
    #[inline]
    #[must_use]
    pub fn word(self, word: impl Into<Option<&'static str>>) -> EventDraft {
        EventDraft { word: word.into(), ..self }
    }

    /// How it happened, or what somebody is now: one of the game's own words for that.
    #[inline]
    #[must_use]
    pub fn how(self, how: impl EventKinds) -> EventDraft {
        self.word(how.word())
    }

    /// Who alone may see the cards.
    #[inline]
    #[must_use]
    pub fn only(self, seat: impl Into<Option<Seat>>) -> EventDraft {
        EventDraft { only: seat.into(), ..self }
    }

    /// The event in all its forms. Not inlined, so that callers stay small where nobody listens.
    #[inline(never)]
    pub fn told<const N: usize>(self, cards: &[Card; N], handles: &Handles<N>) -> Told<Event> {
        Told::by(|audience| {
            let not_for = |only: Option<Seat>| only.is_some_and(|only| audience != Audience::Player(only));
            let (veiled, uncaused) = (not_for(self.only), not_for(self.caused_for));
            let seen = |card| if veiled { SeenCard { def: None, handle: None } } else { handles.seen(cards, card) };
            let event = Event {
                what: self.what,
                cause: self.cause.some().filter(|_| !uncaused).map(|card| cards[card.0 as usize].def()),
                seat: self.seat,
                cards: [self.card, self.other].into_iter().filter_map(CardRef::some).map(seen).collect(),
                number: self.number,
                word: self.word,
                shown_to: None,
            };
            if veiled || uncaused { Heard::Veiled(event) } else { Heard::Known(event) }
        })
    }
}
