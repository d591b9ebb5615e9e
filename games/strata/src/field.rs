//! What lies on the table: numbers by place, and all yes-or-no states as sets of places, so that a question about all of
//! them is one operation on a set.

use playmat_cards::CardRef;

use crate::places::{Both, Place, Places};
use crate::rules::Def;
use crate::state::{MOST_CARDS, SPOTS};
use crate::words::Event;

/// The stacks and magic cards of both players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// What lies at each place.
    pub slots: [Slot; SPOTS],
    /// Where each card lies as a top or as magic.
    spots: [Place; MOST_CARDS],
    /// Where something lies.
    pub taken: Places,
    /// What cannot be targeted, or is immune to something.
    pub shielded: Places,
    /// Equips that are attached to something.
    attached: Places,
    /// For each trait the places of what has it.
    having: [Places; TRAITS],
}

/// A stack or magic card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// The top card; none for an empty place.
    pub card: CardRef,
    /// Attacks made in this turn's battle.
    pub attacks: u8,
    /// What an equip is attached to.
    pub host: CardRef,
    /// The level now; 0 for magic.
    pub level: u8,
    /// The type now, as a bit.
    pub kind: u8,
    /// The sub-types now, as bits.
    pub subtypes: u16,
    /// Attack now, never shown below 0.
    pub attack: i16,
    /// Defense now, never shown below 0.
    pub defense: i16,
    /// What holds of it now: see [`crate::changes::mark`].
    pub marks: u16,
    /// Changes whenever something new comes to this place; a levelled stack is the same stack.
    pub stamp: u8,
}

impl Slot {
    /// Nothing.
    pub const EMPTY: Slot = Slot {
        card: CardRef::NONE,
        attacks: 0,
        host: CardRef::NONE,
        level: 0,
        kind: 0,
        subtypes: 0,
        attack: 0,
        defense: 0,
        marks: 0,
        stamp: 0,
    };

    /// Whether something lies here.
    #[inline]
    pub fn taken(&self) -> bool {
        self.card != CardRef::NONE
    }

    /// Whether it is marked so.
    #[inline]
    pub const fn marked(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    /// Takes the printed numbers; a back has none (ST H18).
    #[inline]
    pub fn print(&mut self, def: &Def, down: bool) {
        // All bits or none.
        let seen = i16::from(down) - 1;
        self.level = def.level & seen as u8;
        self.kind = def.kind & seen as u8;
        self.subtypes = def.subtypes & seen as u16;
        self.attack = def.attack & seen;
        self.defense = def.defense & seen;
        self.marks = 0;
    }
}

/// What holds of something on the table, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trait(u8);

const TRAITS: usize = 30;

impl Trait {
    /// ST D Tapping.
    pub const TAPPED: Trait = Trait(0);
    /// Face down.
    pub const DOWN: Trait = Trait(1);
    /// Tapped in this player-turn (ST H13).
    pub const TIRED: Trait = Trait(2);
    /// Came to the table, or was set, in this player-turn.
    pub const FRESH: Trait = Trait(3);
    /// ST H12: its use is not over; it is discarded when its link has resolved.
    pub const SPENDING: Trait = Trait(4);

    /// ST H11: its first or second effect is on.
    #[inline]
    pub const fn on(which: u8) -> Trait {
        Trait(5 + (which & 1))
    }

    /// ST H10: its first or second effect was used this turn, as the card says too.
    #[inline]
    pub const fn used(which: u8) -> Trait {
        Trait(7 + (which & 1))
    }

    /// Its first or second effect is one that its player activates on the field.
    #[inline]
    pub const fn acts(which: u8) -> Trait {
        Trait(9 + (which & 1))
    }

    /// This effect is a Dormant one.
    #[inline]
    pub const fn sleeps(which: u8) -> Trait {
        Trait(11 + (which & 1))
    }

    /// To announce this effect takes no more than a few points and a creature of its player face up, which it may choose.
    #[inline]
    pub const fn wants(which: u8) -> Trait {
        Trait(13 + (which & 1))
    }

    /// To announce it takes something else: more points, other targets, a closer look.
    #[inline]
    pub const fn takes(which: u8) -> Trait {
        Trait(15 + (which & 1))
    }

    /// Face up, it has a Counter that names links of a kind: which of [`Names`](crate::rules::Names).
    #[inline]
    pub const fn counters(kind: u8) -> Trait {
        Trait(17 + kind % 3)
    }

    /// Face up, it has a Latent that listens to an event.
    #[inline]
    pub const fn listens_to(event: Event) -> Trait {
        Trait(20 + event as u8)
    }

    /// From here on the traits are those of the definition.
    const PRINTED: usize = Trait::acts(0).0 as usize;
    /// The bit of each trait, of those only.
    const PRINTED_BITS: [u32; TRAITS] = {
        let mut bits = [0; TRAITS];
        let mut at = Trait::PRINTED;
        while at < TRAITS {
            bits[at] = 1 << at;
            at += 1;
        }
        bits
    };
    /// What a back does not show: Counters and Latents.
    const FACE: u32 = u32::MAX << Trait::counters(0).0;

    /// Its place in a word of traits.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

const _: () = assert!((Trait::listens_to(Event::EndOfTurn).0 as usize) < TRAITS);

impl Field {
    /// Nothing lies anywhere.
    pub const EMPTY: Field = Field {
        slots: [Slot::EMPTY; SPOTS],
        spots: [Place::NONE; MOST_CARDS],
        taken: Places::NONE,
        shielded: Places::NONE,
        attached: Places::NONE,
        having: [Places::NONE; TRAITS],
    };

    /// All that have a trait.
    #[inline]
    pub const fn all(&self, has: Trait) -> Places {
        self.having[has.0 as usize % TRAITS]
    }

    /// All that have a trait of the first effect, and all that have the same trait of the second, which comes next.
    #[inline]
    pub fn both(&self, of: impl Fn(u8) -> Trait) -> Both {
        Both::new(self.all(of(0)), self.all(of(1)))
    }

    /// Whatever lies face up.
    #[inline]
    pub const fn up(&self) -> Places {
        self.taken.without(self.all(Trait::DOWN))
    }

    /// What lies at a place has a trait from now on.
    #[inline]
    pub fn set(&mut self, place: Place, has: Trait) {
        let set = &mut self.having[has.0 as usize % TRAITS];
        *set = set.or(Places::only(place));
    }

    /// What lies at a place has it from now on, or has it not. Without a branch.
    #[inline]
    pub fn set_to(&mut self, place: Place, has: Trait, holds: bool) {
        let set = &mut self.having[has.0 as usize % TRAITS];
        *set = set.without(Places::only(place)).or(Places(u32::from(holds) << place.0));
    }

    /// What lies at a place has it no more.
    #[inline]
    pub fn unset(&mut self, place: Place, has: Trait) {
        self.unset_all(Places::only(place), has);
    }

    /// Whatever lies at these places has it no more.
    #[inline]
    pub fn unset_all(&mut self, places: Places, has: Trait) {
        let set = &mut self.having[has.0 as usize % TRAITS];
        *set = set.without(places);
    }

    /// Puts something onto a place, with the traits that it has by itself.
    pub fn put(&mut self, place: Place, slot: Slot) {
        // Nothing holds of a free place.
        if self.taken.has(place) {
            self.clear(place);
        }
        self.taken = self.taken.or(Places::only(place));
        self.spot(slot.card, place);
        self.slots[place.0 as usize] = slot;
    }

    /// Clears a place.
    pub fn clear(&mut self, place: Place) {
        let one = Places::only(place);
        self.taken = self.taken.without(one);
        self.shielded = self.shielded.without(one);
        self.attached = self.attached.without(one);
        for set in &mut self.having {
            *set = set.without(one);
        }
        self.spot(self.slots[place.0 as usize].card, Place::NONE);
        self.slots[place.0 as usize] = Slot::EMPTY;
    }

    /// A card lies there from now on.
    #[inline]
    fn spot(&mut self, card: CardRef, place: Place) {
        if let Some(spot) = self.spots.get_mut(card.0 as usize) {
            *spot = place;
        }
    }

    /// What lies at a place has the numbers of its definition, until the changes are worked out, and the traits that show.
    #[inline]
    pub fn print(&mut self, place: Place, def: &Def) {
        self.slots[place.0 as usize].print(def, self.all(Trait::DOWN).has(place));
        self.print_traits(place, def);
    }

    /// What lies at a place has the traits of this definition and of no other.
    #[inline]
    pub fn print_traits(&mut self, place: Place, def: &Def) {
        let down = self.all(Trait::DOWN).has(place);
        let traits = def.traits & if down { !Trait::FACE } else { u32::MAX };
        let one = Places::only(place);
        for (set, has) in self.having.iter_mut().zip(Trait::PRINTED_BITS) {
            *set = set.without(one.when(has != 0)).or(one.when(traits & has != 0));
        }
    }

    /// What follows from the slots and states alone is worked out again, before anything is changed.
    pub fn index(&mut self, def: impl Fn(CardRef) -> Def) {
        let slots = self.slots;
        self.taken = Places::NONE;
        self.shielded = Places::NONE;
        self.attached = Places::NONE;
        self.spots = Field::EMPTY.spots;
        self.having[Trait::PRINTED..].fill(Places::NONE);
        for (place, slot) in (0..).map(Place).zip(slots).filter(|(_, slot)| slot.taken()) {
            self.taken = self.taken.or(Places::only(place));
            self.spot(slot.card, place);
            self.attached = self.attached.or(Places::only(place).when(slot.host != CardRef::NONE));
            self.print(place, &def(slot.card));
        }
        for set in &mut self.having {
            *set = set.and(self.taken);
        }
    }

    /// Where a card lies as a top or as magic.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<Place> {
        self.spots.get(card.0 as usize).copied().filter(|&place| place != Place::NONE)
    }

    /// The place of a card, as a set; empty if it is not on the field.
    #[inline]
    pub fn spot_of(&self, card: CardRef) -> Places {
        Places::only(self.spots.get(card.0 as usize).copied().unwrap_or(Place::NONE))
    }

    /// An equip at a place is attached to a card.
    pub fn attach(&mut self, place: Place, host: CardRef) {
        self.slots[place.0 as usize].host = host;
        self.attached = self.attached.or(Places::only(place));
    }

    /// The equips that are attached to a card.
    #[inline]
    pub fn equips(&self, host: CardRef) -> Places {
        self.places(self.attached, |equip| equip.host == host)
    }

    /// What an equip is attached to.
    #[inline]
    pub fn host(&self, equip: CardRef) -> Option<CardRef> {
        self.slots[self.find(equip)?.0 as usize].host.some()
    }

    /// Those of some places where something lies of which this holds.
    #[inline]
    pub fn places(&self, among: Places, fits: impl Fn(&Slot) -> bool) -> Places {
        let mut set = 0;
        let mut left = among.and(self.taken).0;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            set |= u32::from(fits(&self.slots[at as usize])) << at;
        }
        Places(set)
    }
}
