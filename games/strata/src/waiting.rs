//! Latents: what listens to an event, and how triggers come onto a chain (ST H8, H9).

use playmat_cards::{CardRef, Event as Said, ZoneId};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::choice::Choice;
use crate::facts::{Cx, hidden};
use crate::frames::{By, Frame, announced};
use crate::play;
use crate::rules::{About, EffectId, EffectKind, From, ListensTo, Rules};
use crate::select::{self, Looks};
use crate::state::{Full, Place, Places, Position, Trait, Zone, place_of_zone, zone};
use crate::words::Event;

/// The most triggers that wait at a time (ST I3).
pub const MOST_WAITING: usize = 32;

/// All have been ordered and come onto the chain one by one.
const PLACING: u8 = u8::MAX;

/// A Latent that has been set off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pending {
    /// Which effect.
    pub effect: EffectId,
    /// Of which card.
    pub source: CardRef,
    /// The card of the event.
    pub event: CardRef,
    /// Where the source lay.
    pub place: Place,
    /// Whether it goes onto the chain directly above the link that set it off.
    pub now: bool,
}

impl Pending {
    /// What fills a list and is never seen.
    pub const NONE: Pending =
        Pending { effect: EffectId(0), source: CardRef::NONE, event: CardRef::NONE, place: Place::NONE, now: false };
}

/// Something that happens, as Latents listen to it.
#[derive(Clone, Copy)]
pub struct Happening<'a> {
    /// The event.
    pub event: Event,
    /// What there is to see of the card it happens to; none where it happens to no card.
    pub looks: Option<&'a Looks>,
    /// For an attack on somebody: who is attacked, or no card for a direct one.
    pub attacked: Option<Option<&'a Looks>>,
    /// Whether what it sets off goes onto the chain directly above the link that it belongs to.
    pub now: bool,
    /// What went to the discard pile at the same time.
    pub gone: &'a [(CardRef, bool)],
}

impl<'a> Happening<'a> {
    /// Something that happens to no card in particular.
    pub const fn of(event: Event) -> Happening<'a> {
        Happening { event, looks: None, attacked: None, now: false, gone: &[] }
    }

    /// Something that happens to a card.
    pub const fn to(event: Event, looks: &'a Looks) -> Happening<'a> {
        Happening { looks: Some(looks), ..Happening::of(event) }
    }
}

/// Whether an event is about the right card, seen from the card that listens to it.
pub fn is_about(rules: &Rules, pos: &Position, about: About, source: CardRef, looks: &Looks) -> bool {
    match about {
        About::Any => true,
        About::You => false,
        About::This => looks.card() == source,
        About::ThisStack => select::stack_of(pos, source).is_some_and(|place| pos.slot(place).card == looks.card()),
        About::Fits(filter) => select::fits(rules.filter(filter), looks, pos.owner(source), source),
    }
}

/// The triggers of a seat that a gathering is about, by their places in the list.
pub fn gathered(pos: &Position, now: bool, seat: Seat) -> impl Iterator<Item = usize> + '_ {
    let meant = move |pending: &Pending| pending.now == now && pos.owner(pending.source) == seat;
    pos.waiting.iter().enumerate().filter(move |(_, pending)| meant(pending)).map(|(at, _)| at)
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// Whether any card of the match listens to an event about others.
    #[inline]
    pub fn is_listened_to(&self, event: Event) -> bool {
        let watched = self.pos.watch[Seat::One].has(event) | self.pos.watch[Seat::Two].has(event);
        watched | !self.listeners(event).is_empty()
    }

    /// Whether any card of a player does.
    #[inline]
    pub fn listens_to(&self, event: Event, seat: Seat) -> bool {
        self.pos.watch[seat].has(event) | !self.listeners(event).and(Places::of(seat)).is_empty()
    }

    /// What listens to an event on the field: nothing that is tapped does.
    #[inline]
    fn listeners(&self, event: Event) -> Places {
        self.pos.field.all(Trait::listens_to(event)).without(self.pos.field.all(Trait::TAPPED))
    }

    /// Something happened to a card: Latents that listen to it are set off, the turn player's first.
    #[inline]
    pub fn happened(&mut self, what: &Happening) {
        if self.is_listened_to(what.event) {
            self.set_off_latents_of_both(what);
        }
    }

    #[inline(never)]
    fn set_off_latents_of_both(&mut self, what: &Happening) {
        for seat in [self.pos.turn, self.pos.turn.rival()] {
            self.set_off_latents(what, seat);
        }
    }

    /// Latents of one player that listen to an event.
    #[inline]
    pub fn set_off_latents(&mut self, what: &Happening, seat: Seat) {
        if self.listens_to(what.event, seat) {
            self.set_off_found_latents(what, seat);
        }
    }

    #[inline(never)]
    fn set_off_found_latents(&mut self, what: &Happening, seat: Seat) {
        for place in self.listeners(what.event).and(Places::of(seat)).iter() {
            self.set_off(what, self.pos.slot(place).card, From::ON_FIELD, place);
        }
        if self.pos.watch[seat].has(what.event) {
            self.set_off_latents_elsewhere(what, seat);
        }
    }

    /// Latents that work in a hand, deck or discard pile or underneath.
    fn set_off_latents_elsewhere(&mut self, what: &Happening, seat: Seat) {
        let bit = what.event.bit();
        for card in self.pos.listeners[seat].iter() {
            let listens_to = &self.rules.def(self.pos.def_id(card)).listens_to;
            // ST I6: what went at the same time does not see it from the discard pile.
            if listens_to.elsewhere & bit == 0 || what.gone.iter().any(|(other, _)| *other == card) {
                continue;
            }
            let zones = [
                (listens_to.hand, From::IN_HAND, Zone::Hand),
                (listens_to.pile, From::IN_PILE, Zone::Discard),
                (listens_to.deck, From::IN_DECK, Zone::Deck),
            ];
            // What listens from one zone alone would not be asked if it were elsewhere.
            let only_in = |zone: ZoneId| listens_to.zones & ListensTo::of_seat(seat) == 1 << zone.0;
            for (listens_to, from, which) in zones {
                let here = zone(seat, which);
                if listens_to & bit != 0 && (only_in(here) || self.pos.zones.holds(here, card)) {
                    self.set_off(what, card, from, Place::NONE);
                }
            }
            if listens_to.under & bit != 0
                && let Some(place) = place_of_zone(self.pos.zones.zone_of(card))
                && self.pos.slot(place).card != card
            {
                self.set_off(what, card, From::UNDERNEATH, place);
            }
        }
    }

    /// Something happened to a card that its own text names, wherever it was.
    pub fn happened_to(&mut self, event: Event, card: CardRef, untapped: bool) {
        if untapped && self.rules.def(self.pos.def_id(card)).listens_to.own & event.bit() != 0 {
            let looks = select::printed(self.rules, self.pos, card);
            self.set_off(&Happening::to(event, &looks), card, u8::MAX, Place::NONE);
        }
    }

    /// The Latents of a card that listen to an event from where it lies.
    fn set_off(&mut self, what: &Happening, card: CardRef, from: u8, place: Place) {
        let Happening { event, looks, attacked, now, .. } = *what;
        for effect in self.rules.printed(self.pos.def_id(card)) {
            let line = self.rules.effect(effect);
            let own = from == u8::MAX;
            if line.kind != EffectKind::Latent
                || line.event != Some(event)
                || own != play::is_own(line)
                || !own && line.zones & from == 0
                || self.pos.used(card, effect.which())
                || !looks.is_none_or(|looks| is_about(self.rules, self.pos, line.about, card, looks))
            {
                continue;
            }
            let seat = self.pos.owner(card);
            let whom = match (attacked, line.whom) {
                (None, _) | (_, About::Any) => true,
                (Some(None), About::You) => looks.is_some_and(|looks| looks.seat() != seat),
                (Some(Some(target)), about) => is_about(self.rules, self.pos, about, card, target),
                (Some(None), _) => false,
            };
            if !whom {
                continue;
            }
            let shown = match own {
                // What was sent to a deck unseen; whatever sent it there shuffles the deck.
                true => hidden(self.pos.zones.zone_of(card)) && !self.pos.card(card).known(seat.rival()),
                false => from & (From::IN_HAND | From::IN_DECK) != 0,
            };
            let event = looks.map_or(CardRef::NONE, Looks::card);
            if !self.pos.waiting.push(Pending { effect, source: card, event, place, now }) {
                self.pos.full = Some(Full::Triggers);
                return;
            }
            if shown {
                self.show_trigger(card, seat, from);
            }
            self.mark_used(card, effect.which(), true);
        }
    }

    /// ST H9: shown to both when it triggers; a deck in which a card was shown is shuffled.
    #[cold]
    fn show_trigger(&mut self, card: CardRef, seat: Seat, from: u8) {
        self.show(card, seat, card);
        if from == From::IN_DECK {
            self.shuffle_deck(seat);
        }
    }

    /// Puts the waiting triggers onto the chain, the turn player's first. Which of the own resolves first is asked.
    #[inline(never)]
    pub fn step_gather(&mut self, now: bool, seat: Seat, ordered: u8) -> Step {
        let (mut seat, mut ordered) = (seat, ordered);
        while ordered != PLACING {
            if gathered(self.pos, now, seat).count() > usize::from(ordered) + 1 {
                self.pos.agenda.set_top(Frame::Gather { now, seat, ordered });
                return Step::ask(seat, Form::Order);
            }
            (seat, ordered) = if seat == self.pos.turn { (seat.rival(), 0) } else { (seat, PLACING) };
        }
        self.pos.agenda.set_top(Frame::Gather { now, seat, ordered });
        let next = [self.pos.turn, self.pos.turn.rival()].into_iter().find_map(|seat| gathered(self.pos, now, seat).next());
        let Some(next) = next else {
            self.pos.agenda.pop();
            if !now && let Some((owner, _)) = self.pos.agenda.top_ref().and_then(Frame::link) {
                self.open_window(owner);
            }
            return Step::Go;
        };
        let Pending { effect, source, event, place, .. } = self.pos.waiting.remove(next);
        let line = self.rules.effect(effect);
        let mut run = announced(effect, line.start, source, self.pos.owner(source), By::Latent, place);
        run.event = event;
        if play::possible(self.rules, self.pos, &run) {
            self.pos.agenda.push(Frame::Run(run));
        } else {
            // ST H5: what cannot be announced is not used.
            self.mark_used(source, effect.which(), false);
        }
        Step::Go
    }

    /// "Which next?" names the own trigger that resolves first: it goes onto the chain last.
    pub fn take_order(&mut self, now: bool, seat: Seat, ordered: u8, choice: Choice) {
        let Choice::Trigger(source, which) = choice else { return };
        let places: arrayvec::ArrayVec<usize, MOST_WAITING> = gathered(self.pos, now, seat).collect();
        let fits = |at: &&usize| {
            let pending = self.pos.waiting[**at];
            pending.source == source && pending.effect.which() == which
        };
        let left = places.len() - usize::from(ordered);
        if let Some(&chosen) = places[..left].iter().find(fits) {
            let to = places[left - 1];
            self.pos.waiting[chosen..=to].rotate_left(1);
        }
        self.pos.agenda.set_top(Frame::Gather { now, seat, ordered: ordered + 1 });
    }
}
