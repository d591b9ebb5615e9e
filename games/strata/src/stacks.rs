//! Cards that come onto the field and leave it: stacks, levelling, destroying, surfacing, equips (ST B, E, H14 to H21).

use arrayvec::ArrayVec;
use playmat_cards::{CardRef, Event as Said, EventDraft, EventKinds, Way, ZoneId};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::changes::{self, End, mark};
use crate::choice::Choice;
use crate::event_kinds::{EventKind, Side};
use crate::facts::{Cx, hidden};
use crate::frames::{Frame, Kept, Land};
use crate::play;
use crate::rulings::DestroyStack;
use crate::select::{self, Looks};
use crate::state::{MOST_CARDS, Place, Places, SPOTS, Slot, Trait, Zone, place_of_zone, zone, zone_parts};
use crate::waiting::Happening;
use crate::words::Event;

/// Cards, at most all of them.
pub type Cards = ArrayVec<CardRef, MOST_CARDS>;

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// A card comes onto a free place, or onto a stack (ST D, H16). What listens to plays is set off.
    pub fn arrive(&mut self, card: CardRef, from: ZoneId, place: Place, down: bool) {
        self.put(card, Way { from, to: place.zone() }, !down);
        self.arrived(card, place, down);
    }

    /// A card is in the zone of its place already.
    pub fn arrived(&mut self, card: CardRef, place: Place, down: bool) {
        let old = *self.pos.slot(place);
        let mut slot = Slot { card, ..Slot::EMPTY };
        if old.taken() {
            // The stack stays the same stack and keeps its used attack.
            (slot.attacks, slot.stamp) = (old.attacks, old.stamp);
            self.end_changes(End::Off(old.card));
            if self.pos.agenda.depth() > 1 {
                self.follow(old.card, card, down);
            }
            let equips = self.pos.field.equips(old.card);
            if !equips.is_empty() {
                equips.iter().for_each(|equip| self.pos.field.attach(equip, card));
                self.pos.changes.rehost(old.card, card);
            }
        } else {
            self.pos.next_stamp = self.pos.next_stamp.wrapping_add(1);
            slot.stamp = self.pos.next_stamp;
        }
        self.pos.field.put(place, slot);
        self.pos.field.set(place, Trait::FRESH);
        self.pos.field.set_to(place, Trait::DOWN, down);
        self.print(place);
        let changeable = changes::changeable(self.pos).and(Places::only(place));
        self.pos.stale = self.pos.stale.or(changeable.when(self.pos.changes.may_concern(card)));
        let what = if old.taken() { EventKind::Levelled } else { EventKind::Entered };
        let word = Some(if down { Side::Down } else { Side::Up }.word());
        let number = Some(place.at() as i16);
        self.tell(EventDraft::new(what).seat(place.seat()).card(card).number(number).word(word));
        if self.is_listened_to(Event::Played) {
            let looks = select::looks_of(self.pos, place);
            self.happened(&Happening::to(Event::Played, &looks));
        }
    }

    /// ST I10: a target that is levelled over is still the same stack.
    fn follow(&mut self, old: CardRef, new: CardRef, down: bool) {
        for frame in self.pos.agenda.frames_mut() {
            if let Frame::Link(link) = frame {
                let kept = &mut link.kept;
                for (at, target) in kept.chosen.as_flattened_mut().iter_mut().enumerate() {
                    if *target == old {
                        *target = new;
                        kept.levelled |= u8::from(down) << at;
                    }
                }
                if link.event == old && self.rules.effect(link.ability).event == Some(Event::Targeted) {
                    link.event = new;
                }
            }
        }
    }

    /// Cards are destroyed at once; of a stack only the top counts as destroyed (ST E, H20). Tells how many were.
    pub fn destroy(&mut self, cards: &[CardRef], cause: CardRef) -> usize {
        let mut gone: ArrayVec<(CardRef, Looks, bool), SPOTS> = ArrayVec::new();
        let mut sent: ArrayVec<(CardRef, bool), MOST_CARDS> = ArrayVec::new();
        let mut uncovered: ArrayVec<(Place, Slot), SPOTS> = ArrayVec::new();
        for &card in cards {
            let Some(place) = self.pos.find(card) else { continue };
            let slot = *self.pos.slot(place);
            if slot.marked(mark::INDESTRUCTIBLE) {
                continue;
            }
            let untapped = self.fires(place);
            let looks = select::destroyed(self.rules, self.pos, place);
            // ST H18: a face-down creature costs its level.
            let level = if self.pos.is_up(place) { slot.level } else { self.rules.def(self.pos.def_id(card)).level };
            self.reveal(card);
            self.tell(EventDraft::new(EventKind::Destroyed).cause(cause).seat(place.seat()).card(card));
            self.orphan(card);
            if place.is_stack() {
                let whole = self.ruled(self.rules.rulings.destroy_stack) == DestroyStack::Whole;
                let equips = self.take_off(place, zone(place.seat(), Zone::Discard));
                if !whole {
                    uncovered.push((place, slot));
                }
                while let Some(card) = self.pos.zones.top(place.zone()).filter(|_| whole) {
                    self.put(card, Way { from: place.zone(), to: zone(place.seat(), Zone::Discard) }, true);
                    self.end_changes(End::Left(card));
                    sent.push((card, true));
                }
                for equip in equips.iter() {
                    let (card, untapped) = (self.pos.slot(equip).card, self.fires(equip));
                    self.take_off(equip, zone(equip.seat(), Zone::Discard));
                    self.tell(EventDraft::new(EventKind::Discarded).seat(equip.seat()).card(card));
                    sent.push((card, untapped));
                }
                self.score(place.seat(), -i16::from(level), cause);
            } else {
                self.take_off(place, zone(place.seat(), Zone::Discard));
            }
            gone.push((card, looks, untapped));
            sent.push((card, untapped));
        }
        // ST I6: what goes at the same time does not see the others go.
        for (card, looks, untapped) in &gone {
            self.happened(&Happening { gone: &sent, ..Happening::to(Event::Destroyed, looks) });
            self.happened_to(Event::Destroyed, *card, *untapped);
        }
        for &(card, untapped) in &sent {
            if self.is_listened_to(Event::Discarded) {
                let looks = select::printed(self.rules, self.pos, card);
                self.happened(&Happening { gone: &sent, ..Happening::to(Event::Discarded, &looks) });
            }
            self.happened_to(Event::Discarded, card, untapped);
        }
        for (place, was) in &uncovered {
            self.surface(*place, was);
        }
        gone.len()
    }

    /// A card goes to its owner's discard pile, hand or deck, from wherever it is; of a stack only that card (ST H19).
    pub fn send(&mut self, card: CardRef, to: Zone, cause: CardRef) {
        self.send_shown(card, to, cause, false);
    }

    /// Sends a card somewhere. If `shown`, both players see which card it is even between two hidden zones.
    pub fn send_shown(&mut self, card: CardRef, to: Zone, cause: CardRef, shown: bool) {
        let owner = self.pos.owner(card);
        let place = self.pos.find(card);
        let from = place.map_or_else(|| self.pos.zones.zone_of(card), Place::zone);
        let Some((_, was)) = zone_parts(from) else { return };
        let what = match to {
            Zone::Discard if was == Zone::Deck => EventKind::Milled,
            Zone::Discard => EventKind::Discarded,
            Zone::Deck => EventKind::Decked,
            _ => EventKind::Returned,
        };
        let (mut untapped, mut unseen) = (true, false);
        let was = place.map(|place| *self.pos.slot(place));
        match place {
            Some(place) => {
                untapped = self.fires(place);
                unseen = self.pos.is(place, Trait::DOWN) && to == Zone::Deck;
                let equips = self.take_off(place, zone(owner, to));
                equips.iter().for_each(|equip| self.drop_equip(equip));
            }
            None => {
                // A card that goes from hand to deck is not shown.
                let way = Way { from, to: zone(owner, to) };
                self.put(card, way, shown || !(hidden(from) && hidden(way.to)));
                if place_of_zone(from).is_some() {
                    self.end_changes(End::Left(card));
                }
            }
        }
        self.tell(EventDraft::new(what).cause(cause).seat(owner).card(card));
        match to {
            Zone::Discard => self.sent(Event::Discarded, card, untapped, unseen),
            Zone::Deck => self.sent(Event::Decked, card, untapped, unseen),
            _ => {}
        }
        if let (Some(place), Some(was)) = (place, was) {
            self.surface(place, &was);
        }
    }

    /// A top or magic card leaves the field. Returns where its equips lie, which go with it (ST H14). What lies under it stays covered
    /// until whatever listens to this has listened to it; see [`Cx::surface`].
    fn take_off(&mut self, place: Place, to: ZoneId) -> Places {
        let card = self.pos.slot(place).card;
        // ST H18: what lay face down stays unseen in a hand or deck.
        let unseen = self.pos.is(place, Trait::DOWN) && hidden(to);
        self.pos.field.clear(place);
        self.put(card, Way { from: place.zone(), to }, !unseen);
        self.end_changes(End::Left(card));
        self.pos.field.equips(card).when(place.is_stack())
    }

    /// The next card of a stack surfaces where another one was, if there is one (ST H19, H20).
    fn surface(&mut self, place: Place, was: &Slot) {
        let Some(card) = self.pos.zones.top(place.zone()).filter(|_| place.is_stack()) else { return };
        self.pos.next_stamp = self.pos.next_stamp.wrapping_add(1);
        let (attacks, stamp) = (was.attacks, self.pos.next_stamp);
        self.pos.field.put(place, Slot { card, attacks, stamp, ..Slot::EMPTY });
        self.surfaced(place);
        self.tell(EventDraft::new(EventKind::Surfaced).seat(place.seat()).card(card));
    }

    /// An equip without a host goes to its owner's discard pile.
    pub fn drop_equip(&mut self, place: Place) {
        let card = self.pos.slot(place).card;
        self.send(card, Zone::Discard, CardRef::NONE);
    }

    /// Whether what lies at a place would fire when it is sent away: a tapped card does not, and a back has no effects (ST D, H18).
    fn fires(&self, place: Place) -> bool {
        let field = &self.pos.field;
        !field.all(Trait::TAPPED).or(field.all(Trait::DOWN)).has(place)
    }

    /// Whether an effect whose source is destroyed fizzles is looked up when it resolves; that it was is noted here.
    fn orphan(&mut self, card: CardRef) {
        for frame in self.pos.agenda.frames_mut() {
            if let Frame::Link(link) = frame
                && link.source == card
            {
                link.flags |= Kept::ORPHANED;
            }
        }
    }

    /// A card was sent somewhere: what listens to that, and its own text for it, which fires only if it was untapped (ST D, I6).
    fn sent(&mut self, event: Event, card: CardRef, untapped: bool, unseen: bool) {
        if self.is_listened_to(event) {
            let looks = if unseen { select::unseen } else { select::printed };
            let looks = looks(self.rules, self.pos, card);
            self.happened(&Happening::to(event, &looks));
        }
        self.happened_to(event, card, untapped);
    }

    /// ST H21: a creature goes to the bottom of a stack of its own player; that is no play. Magic lies in no stack. Returns whether
    /// it did.
    pub fn put_under(&mut self, card: CardRef, place: Place, cause: CardRef) -> bool {
        let creature = !self.rules.def(self.pos.def_id(card)).is_magic();
        let fits = creature && self.pos.owner(card) == place.seat();
        if !fits || !self.pos.slot(place).taken() || self.pos.slot(place).card == card {
            return false;
        }
        let from = self.pos.zones.zone_of(card);
        match self.pos.find(card) {
            Some(at) => {
                // The shown card, not the back, lies underneath.
                self.reveal(card);
                let was = *self.pos.slot(at);
                let equips = self.take_off(at, place.zone());
                equips.iter().for_each(|equip| self.drop_equip(equip));
                self.surface(at, &was);
            }
            None => self.put(card, Way { from, to: place.zone() }, true),
        }
        self.pos.zones.order_mut(place.zone()).rotate_right(1);
        self.tell(
            EventDraft::new(EventKind::PutUnder).cause(cause).seat(place.seat()).card(card).other(self.pos.slot(place).card),
        );
        true
    }

    /// A card on its way by an effect: the base, then the side that is up, then it arrives.
    #[inline(never)]
    pub fn step_land(&mut self, land: Land) -> Step {
        let seat = self.pos.owner(land.card);
        if land.levels && land.base.is_none() {
            let bases = play::bases(self.rules, self.pos, land.card);
            match (bases.len(), bases.first()) {
                (0, _) | (_, None) => {
                    self.pos.agenda.pop();
                    self.fall_short();
                    return Step::Go;
                }
                (1, base) => self.pos.agenda.set_top(Frame::Land(Land { base, ..land })),
                _ => return Step::ask(seat, Form::OneOf),
            }
            return Step::Go;
        }
        if land.sided {
            return Step::ask(seat, Form::OneOf);
        }
        self.pos.agenda.pop();
        let def = self.rules.def(self.pos.def_id(land.card));
        let free = if def.is_magic() { self.pos.free_magic(seat) } else { self.pos.free_stack(seat) };
        let place = if land.levels { land.base.filter(|&base| self.pos.slot(base).taken()) } else { free };
        let Some(place) = place else {
            self.fall_short();
            return Step::Go;
        };
        if land.down && land.found {
            self.show(land.card, seat, land.cause);
        }
        let way = Way { from: self.pos.zones.zone_of(land.card), to: place.zone() };
        self.put(land.card, way, !land.down || land.found);
        self.arrived(land.card, place, land.down);
        Step::Go
    }

    /// The base was chosen, or the side that is up.
    pub fn take_land(&mut self, land: Land, choice: Choice) {
        let land = match choice {
            Choice::Card(card) => Land { base: self.pos.find(card), ..land },
            Choice::Down => Land { down: true, sided: false, ..land },
            _ => Land { sided: false, ..land },
        };
        self.pos.agenda.set_top(Frame::Land(land));
    }

    /// The places of own stacks.
    pub fn stacks(&self, seat: Seat) -> Places {
        Places::stacks(seat).and(self.pos.field.taken)
    }
}
