//! What happens to cards and players: every change of the table goes through here, is told where somebody listens, and sets off
//! what listens to it.

use playmat_cards::{CardRef, Event as Said, EventDraft, Ruling, Way, ZoneId, show_known};
use playmat_kernel::{Chance, Listener, Seat, shuffle};

use crate::changes::{self, Change, End};
use crate::event_kinds::EventKind;
use crate::frames::{Frame, Kept};
use crate::rules::{EffectId, Rules, depends};
use crate::state::{Full, NOWHERE, Place, Places, Position, Trait, USED, Zone, place_of_zone, zone};

/// Everything a step of the rules needs at hand.
pub struct Cx<'a, C, L> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub pos: &'a mut Position,
    /// Chance.
    pub chance: &'a mut C,
    /// Whoever listens.
    pub heard: &'a mut L,
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// Makes the event of a fact, in the form each audience may hear. Compiled away where nobody listens.
    /// A card that its owner alone knows is a back to all others, and no cause that they hear of.
    #[inline]
    pub fn tell(&mut self, mut draft: EventDraft) {
        if L::ON {
            let pos = &*self.pos;
            let secret = |card: &CardRef| !pos.card(*card).known(pos.owner(*card).rival());
            let back = [draft.card, draft.other].into_iter().filter_map(CardRef::some).find(secret);
            draft.only = draft.only.or(back.map(|card| pos.owner(card)));
            draft.caused_for = draft.cause.some().filter(secret).map(|card| pos.owner(card));
            self.heard.hear(draft.told(&pos.cards, &pos.handles));
        }
    }

    /// Counts the value of a ruling that is about to decide something.
    #[inline]
    pub fn ruled<R: Ruling>(&mut self, ruling: R) -> R {
        if L::COUNTS {
            self.heard.count(self.rules.texts.part_of_ruling(ruling));
        }
        ruling
    }

    /// Counts an effect that really happens.
    #[inline]
    pub fn counted(&mut self, effect: EffectId) {
        if L::COUNTS {
            self.heard.count(u32::from(effect.0));
        }
    }

    /// Moves a card between zones, with what everybody then knows of it. `open` = the rival of its owner sees which
    /// card it is.
    pub fn put(&mut self, card: CardRef, way: Way, open: bool) {
        let Way { from, to } = way;
        if self.pos.blurry & blur_bit(from) != 0 {
            self.confuse(card, from, open);
        }
        if open {
            self.recognise(card);
        }
        self.pos.zones.put_from(card, way);
        let marked = self.pos.marked;
        let data = &mut self.pos.cards[card.0 as usize];
        let owner = data.owner();
        // What left a hidden zone is the same card only to those who could follow it (ST H10).
        data.lift_notes_if(marked & hidden(from) & !data.known(owner.rival()));
        data.learn(owner);
        data.learn(if open { owner.rival() } else { owner });
        self.pos.blurry |= blur_bit(to) & u8::from(open).wrapping_neg();
        self.pos.handles.follow(card, !hidden(to));
        self.moved(card, way);
    }

    /// A card is in another zone: numbers that depend on that are in doubt, it listens to other things, and is no target any more.
    #[inline(always)]
    fn moved(&mut self, card: CardRef, way: Way) {
        if self.pos.changes.depend_on(zone_bit(way.from) | zone_bit(way.to) | depends::UNDER) {
            self.doubt_moved(way);
        }
        self.listen(card, way);
        if self.pos.agenda.depth() > 1 {
            self.strike(card);
        }
    }

    #[inline(never)]
    fn doubt_moved(&mut self, Way { from, to }: Way) {
        self.doubt_all(zone_bit(from) | zone_bit(to));
        if self.pos.changes.depend_on(depends::UNDER) {
            let stacks = [from, to].into_iter().filter_map(place_of_zone);
            self.pos.stale = stacks.fold(self.pos.stale, |stale, place| stale.or(Places::only(place)));
        }
    }

    /// Off the field, a card listens to what its text says of the zone where it is now.
    #[inline]
    fn listen(&mut self, card: CardRef, Way { from, to }: Way) {
        let data = self.pos.card(card);
        let listens_to = &self.rules.def(data.def()).listens_to;
        let listens = listens_to.in_zone(to);
        if listens != listens_to.in_zone(from) {
            self.pos.listeners[data.owner()].set(card, listens);
            self.pos.watch[data.owner()].count(listens_to.elsewhere, listens);
        }
    }

    /// A card leaves a hidden zone of which the rival may know cards. If it is not seen, they cannot tell any more which are
    /// still there. If it is, nobody can tell which of two cards of one name was shown: it counts as the known one.
    #[cold]
    fn confuse(&mut self, card: CardRef, from: ZoneId, open: bool) {
        let who = self.pos.owner(card).rival();
        if !open {
            self.pos.blurry &= !blur_bit(from);
            for at in 0..self.pos.zones.len(from) {
                let card = self.pos.zones.zone(from)[at];
                let data = &mut self.pos.cards[card.0 as usize];
                if data.known(who) {
                    self.pos.recalled.set(card, true);
                }
                data.forget(who);
            }
            return;
        }
        show_known(&mut self.pos.cards, self.pos.zones.zone(from), card, who);
    }

    /// Both players see which card it is from now on.
    pub fn reveal(&mut self, card: CardRef) {
        self.recognise(card);
        self.pos.cards[card.0 as usize].reveal();
    }

    /// A card comes to light that the rival of its owner may remember.
    #[inline]
    fn recognise(&mut self, card: CardRef) {
        let data = self.pos.card(card);
        if !self.pos.recalled.is_empty() && !data.known(data.owner().rival()) {
            self.recognise_in_detail(card);
        }
    }

    /// Of several cards of its name it counts as one that they do remember.
    #[inline(never)]
    fn recognise_in_detail(&mut self, card: CardRef) {
        let data = self.pos.card(card);
        let alike = |other: &CardRef| self.pos.card(*other).is_like(data);
        let itself = Some(card).filter(|card| self.pos.recalled.has(*card));
        if let Some(remembered) = itself.or_else(|| self.pos.recalled.iter().find(alike)) {
            self.pos.recalled.set(remembered, false);
        }
    }

    /// What was a target is none any more: it has left its zone (ST H5).
    fn strike(&mut self, card: CardRef) {
        for frame in self.pos.agenda.frames_mut() {
            if let Frame::Link(link) = frame {
                for target in link.chosen.as_flattened_mut() {
                    if *target == card {
                        *target = Kept::SHUT;
                    }
                }
            }
        }
    }

    /// Everybody sees a card of a hidden zone, which stays there.
    pub fn show(&mut self, card: CardRef, seat: Seat, cause: CardRef) {
        let at = self.pos.zones.zone_of(card);
        if hidden(at) {
            self.reveal(card);
            self.pos.blurry |= blur_bit(at);
        }
        self.tell(EventDraft::new(EventKind::Shown).cause(cause).seat(seat).card(card));
    }

    /// Shuffles a deck: nobody knows its order.
    pub fn shuffle_deck(&mut self, seat: Seat) {
        shuffle(self.pos.zones.order_mut(zone(seat, Zone::Deck)), self.chance);
        self.tell(EventDraft::new(EventKind::Shuffled).seat(seat));
    }

    /// ST H24: takes cards from the top of the deck, as many as there are. Tells how many.
    pub fn draw(&mut self, seat: Seat, count: u8, cause: CardRef) -> usize {
        let way = Way { from: zone(seat, Zone::Deck), to: zone(seat, Zone::Hand) };
        for drawn in 0..count {
            let Some(card) = self.pos.zones.top(way.from) else { return drawn.into() };
            self.draw_one(card, way);
            self.tell(EventDraft::new(EventKind::Drawn).cause(cause).seat(seat).card(card).only(seat));
        }
        count.into()
    }

    /// The top card of a deck comes to its owner's hand: [`Cx::put`], most often with nobody who knows a card of the deck.
    fn draw_one(&mut self, card: CardRef, way: Way) {
        if self.pos.blurry & blur_bit(way.from) != 0 {
            return self.put(card, way, false);
        }
        self.pos.zones.put_top(way);
        let data = &mut self.pos.cards[card.0 as usize];
        data.lift_notes_if(self.pos.marked);
        data.learn(data.owner());
        self.moved(card, way);
    }

    /// A player gains points, or loses them.
    #[inline(never)]
    pub fn score(&mut self, seat: Seat, points: i16, cause: CardRef) {
        if points == 0 {
            return;
        }
        let now = &mut self.pos.points[seat];
        *now = now.saturating_add(points).clamp(-999, 999);
        self.doubt_all(depends::POINTS);
        let what = if points > 0 { EventKind::GainedPoints } else { EventKind::LostPoints };
        self.tell(EventDraft::new(what).cause(cause).seat(seat).number(points.abs()));
    }

    /// An effect of a card was used this turn (ST H10).
    pub fn mark_used(&mut self, card: CardRef, effect: u8, used: bool) {
        self.pos.cards[card.0 as usize].note(USED[effect as usize], used);
        self.pos.marked |= used;
        if let Some(place) = self.pos.find(card) {
            self.pos.show_used(place);
        }
    }

    /// A card on the field is tapped, if it is not. Tells whether it was.
    pub fn tap(&mut self, place: Place, cause: CardRef) -> bool {
        if self.pos.is(place, Trait::TAPPED) {
            return false;
        }
        self.pos.field.set(place, Trait::TAPPED);
        self.pos.field.set(place, Trait::TIRED);
        let card = self.pos.slot(place).card;
        self.doubt(place, depends::TAPPED);
        self.tell(EventDraft::new(EventKind::Tapped).cause(cause).seat(place.seat()).card(card));
        true
    }

    /// A card on the field is untapped, if it is tapped. Tells whether it was.
    pub fn untap(&mut self, place: Place, cause: CardRef) -> bool {
        if !self.pos.is(place, Trait::TAPPED) {
            return false;
        }
        self.pos.field.unset(place, Trait::TAPPED);
        self.pos.field.unset(place, Trait::TIRED);
        let card = self.pos.slot(place).card;
        self.doubt(place, depends::TAPPED);
        self.tell(EventDraft::new(EventKind::Untapped).cause(cause).seat(place.seat()).card(card));
        true
    }

    /// ST H4: a card on the field is turned up, at once.
    pub fn turn_up(&mut self, place: Place) {
        if !self.pos.is(place, Trait::DOWN) {
            return;
        }
        self.pos.field.unset(place, Trait::DOWN);
        let card = self.pos.slot(place).card;
        self.reveal(card);
        self.surfaced(place);
        self.tell(EventDraft::new(EventKind::TurnedUp).seat(place.seat()).card(card));
    }

    /// What lies at a place has its own numbers again, until the changes are worked out.
    #[inline(always)]
    pub fn print(&mut self, place: Place) {
        let def = self.pos.def_id(self.pos.slot(place).card);
        self.pos.field.print(place, self.rules.def(def));
        self.pos.show_used(place);
    }

    /// What lies at a place may have changes of its own again.
    pub fn surfaced(&mut self, place: Place) {
        self.print(place);
        let others = self.pos.changes.depend_on(depends::COUNTS | depends::RESISTS);
        let doubtful = others | self.pos.changes.may_concern(self.pos.slot(place).card);
        self.pos.stale = self.pos.stale.or(Places::only(place).when(doubtful));
    }

    /// The numbers of what lies at a place are worked out anew, if a change depends on one of these.
    #[inline]
    pub fn doubt(&mut self, place: Place, bits: u16) {
        let doubted = Places::only(place).when(self.pos.changes.depend_on(bits));
        self.pos.stale = self.pos.stale.or(doubted);
    }

    /// All numbers are that depend on one of these.
    #[inline]
    fn doubt_all(&mut self, bits: u16) {
        if self.pos.changes.depend_on(bits) {
            self.pos.stale = self.pos.stale.or(self.pos.changes.concerned(bits, self.rules, &self.pos.field));
        }
    }

    /// A change begins. Tells whether it did: without room for it the match is a draw (ST I3).
    pub fn begin(&mut self, change: Change) -> bool {
        let begins = self.pos.changes.begin(change, self.rules);
        if !begins {
            self.pos.full = Some(Full::Changes);
        } else if !changes::add(self.rules, self.pos, &change) {
            self.pos.stale = self.pos.stale.or(change.concerns(self.rules, &self.pos.field));
        }
        begins
    }

    /// Ends the changes that end now.
    #[inline]
    pub fn end_changes(&mut self, now: End) {
        if !self.pos.changes.is_empty() {
            let ended = self.pos.changes.end(self.rules, &self.pos.field, now);
            self.pos.stale = self.pos.stale.or(ended);
        }
    }
}

/// Whether a zone is a hand or a deck.
#[inline]
pub fn hidden(ZoneId(number): ZoneId) -> bool {
    const HIDDEN: u32 = 1 << zone(Seat::One, Zone::Deck).0
        | 1 << zone(Seat::One, Zone::Hand).0
        | 1 << zone(Seat::Two, Zone::Deck).0
        | 1 << zone(Seat::Two, Zone::Hand).0;
    HIDDEN >> number & 1 != 0
}

/// What a change can depend on in a zone, by the bits of [`depends`].
#[inline]
fn zone_bit(ZoneId(number): ZoneId) -> u16 {
    const BITS: [u16; NOWHERE.0 + 1] = {
        let mut bits = [depends::COUNTS; NOWHERE.0 + 1];
        let mut side = 0;
        while side < NOWHERE.0 {
            bits[side + Zone::Deck as usize] = depends::DECK;
            bits[side + Zone::Hand as usize] = depends::HAND;
            bits[side + Zone::Limbo as usize] = 0;
            bits[side + Zone::Discard as usize] = depends::PILE;
            side += NOWHERE.0 / 2;
        }
        bits
    };
    BITS[number]
}

/// Hands and decks in which the rival may know cards, as bits.
#[inline]
fn blur_bit(ZoneId(number): ZoneId) -> u8 {
    const BITS: [u8; NOWHERE.0 + 1] = {
        let mut bits = [0; NOWHERE.0 + 1];
        bits[zone(Seat::One, Zone::Deck).0] = 1;
        bits[zone(Seat::One, Zone::Hand).0] = 2;
        bits[zone(Seat::Two, Zone::Deck).0] = 4;
        bits[zone(Seat::Two, Zone::Hand).0] = 8;
        bits
    };
    BITS[number]
}
