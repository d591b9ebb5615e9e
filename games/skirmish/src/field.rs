//! The ten slots and who stands there: numbers by slot, and all yes-or-no states as sets of slots.

use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

use playmat_cards::{CardRef, Numbered, bit_set};
use playmat_kernel::Seat;

use crate::rules::Def;
use crate::words::{Keyword, Trigger};

/// SK Board: terrains 0 to 4.
pub const TERRAINS: usize = 5;
/// Each player's slots are counted from a multiple of this, so that a row of numbers is what a processor takes at once.
pub const ROW: usize = 8;
/// Both rows; there is no slot behind the fifth of a row.
const ROWS: usize = 2 * ROW;

/// SK Board: one of the ten slots, one per player on each terrain. Player 1's come first, each row from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub u8);

bit_set! {
    /// A set of slots.
    pub struct Places(u16) of Place
}

impl Numbered for Place {
    #[inline]
    fn number(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn numbered(number: usize) -> Place {
        Place(number as u8)
    }
}

/// A value for each slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySlot<T>([T; ROWS]);

/// Everybody on the field. A question about all of them is one operation on a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Which card; none in an empty slot.
    pub cards: BySlot<CardRef>,
    /// How many turns of its player must still begin until it may activate.
    cooldown: BySlot<u8>,
    /// Where a cooldown runs.
    cooling: u16,
    /// Printed power.
    pub base: BySlot<i16>,
    /// What it has gained, possibly negative.
    pub gain: BySlot<i16>,
    /// Damage on it.
    pub damage: BySlot<i16>,
    /// Where somebody stands.
    taken: u16,
    /// For each trait of [`traits`] the slots of those who have it.
    having: [u16; TRAITS],
    /// What of the gains ends with this turn.
    pub passing: Passing,
}

/// What units have gained for this turn only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passing {
    /// Where there is something.
    places: u16,
    amounts: BySlot<i16>,
}

impl Passing {
    const NOTHING: Passing = Passing { places: 0, amounts: BySlot::all(0) };

    /// Whether there is nothing of that kind.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.places == 0
    }

    /// A unit has gained so much.
    pub fn add(&mut self, place: Place, amount: i16) {
        self.amounts[place] = self.amounts[place].saturating_add(amount);
        self.places |= place.bit();
    }

    /// What the unit there has gained for this turn.
    #[inline]
    pub fn of(&self, place: Place) -> i16 {
        self.amounts[place]
    }

    /// What the unit there has gained ends, or goes with it.
    #[inline]
    pub fn take(&mut self, place: Place) -> i16 {
        if self.places & place.bit() == 0 {
            return 0;
        }
        self.places &= !place.bit();
        std::mem::take(&mut self.amounts[place])
    }
}

/// Most often there is nothing, and nothing is hashed.
impl Hash for Passing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_empty() {
            self.amounts.hash(state);
        }
    }
}

/// One unit of the field, as it is put there, moved and shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Which card; none for an empty slot.
    pub card: CardRef,
    /// See the constants of [`Slot`].
    pub state: u8,
    /// How many turns of its player must still begin until it may activate.
    pub cooldown: u8,
    /// Keywords now, by [`Keyword::bit`].
    pub keywords: u8,
    /// What its abilities listen to now.
    pub listens_to: u16,
    /// Printed power.
    pub base: i16,
    /// What it has gained, possibly negative.
    pub gain: i16,
    /// Damage on it.
    pub damage: i16,
}

/// What a unit can listen to, be and have been through: a bit for each.
const TRAITS: usize = u16::BITS as usize;
/// The triggers of units come first, by [`Trigger::bit`].
const LISTENS_TO: u16 = Trigger::Played.bit() - 1;
/// Then the keywords, by [`Keyword::bit`].
const KEYWORDS: usize = Trigger::Played as usize;
/// Then the states of [`Slot`].
const STATES: usize = KEYWORDS + 3;

impl Place {
    /// A player's slot of a terrain.
    #[inline]
    pub const fn new(seat: Seat, terrain: usize) -> Place {
        Place(seat.bit() * ROW as u8 + terrain as u8)
    }

    /// The player on whose side it is.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat::from_bit(self.0 / ROW as u8)
    }

    /// On which terrain.
    #[inline]
    pub const fn terrain(self) -> usize {
        self.0 as usize % ROW
    }

    /// The rival's slot on the same terrain.
    #[inline]
    pub const fn front(self) -> Place {
        Place(self.0 ^ ROW as u8)
    }

    /// The slots directly left and right on the same side.
    pub const fn beside(self) -> Places {
        let side = Places::of(self.seat()).0;
        Places((self.bit() << 1 | self.bit() >> 1) & side)
    }

    #[inline]
    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Places {
    /// All ten.
    pub const ALL: Places = Places::of(Seat::One).or(Places::of(Seat::Two));

    /// The slots of a player.
    #[inline]
    pub const fn of(seat: Seat) -> Places {
        Places(((1 << TERRAINS) - 1) << (seat.bit() * ROW as u8))
    }

    /// One slot.
    #[inline]
    pub const fn only(place: Place) -> Places {
        Places(place.bit())
    }

    /// The slots in front of these.
    #[inline]
    #[must_use]
    pub const fn across(self) -> Places {
        Places(self.0.rotate_left(ROW as u32))
    }

    /// The slots of one player, a bit for each terrain.
    #[inline]
    pub const fn row(self, seat: Seat) -> usize {
        (self.0 >> (ROW as u8 * seat.bit())) as usize & ((1 << TERRAINS) - 1)
    }

    /// One by one in the order of SK Fine print: this player's from terrain 0 to 4, then the rival's.
    #[inline]
    pub const fn from(self, first: Seat) -> InOrder {
        InOrder { left: self.0.rotate_left(ROW as u32 * first.bit() as u32), first }
    }
}

/// The slots of a set, one by one; see [`Places::from`].
#[derive(Clone, Copy, Debug)]
pub struct InOrder {
    /// The lower half is the first player's row.
    left: u16,
    first: Seat,
}

impl InOrder {
    /// Without those that come before the `nth`, as [`InOrder::next_numbered`] counts.
    #[inline]
    #[must_use]
    pub const fn skip_to(self, nth: u8) -> InOrder {
        InOrder { left: self.left & (u16::MAX << nth), ..self }
    }

    /// The next one, and its number in this order: the second row is counted from 8, so numbers are below 16.
    #[inline]
    pub fn next_numbered(&mut self) -> Option<(u8, Place)> {
        if self.left == 0 {
            return None;
        }
        let nth = self.left.trailing_zeros() as u8;
        self.left &= self.left - 1;
        Some((nth, self.place(nth)))
    }

    #[inline]
    const fn place(self, nth: u8) -> Place {
        Place(nth ^ (ROW as u8 * self.first.bit()))
    }
}

impl Iterator for InOrder {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        self.next_numbered().map(|(_, place)| place)
    }
}

impl DoubleEndedIterator for InOrder {
    #[inline]
    fn next_back(&mut self) -> Option<Place> {
        let nth = self.left.checked_ilog2()? as u8;
        self.left ^= 1 << nth;
        Some(self.place(nth))
    }
}

impl<T: Copy> BySlot<T> {
    /// One value for all slots.
    #[inline]
    pub const fn all(value: T) -> BySlot<T> {
        BySlot([value; ROWS])
    }

    /// Made by asking for each. Always inlined, so that it is made with instructions for many at once.
    #[inline(always)]
    pub fn from_fn(value: impl Fn(Place) -> T) -> BySlot<T> {
        BySlot(std::array::from_fn(|at| value(Place(at as u8))))
    }

    /// The slots of whose value this holds, without a branch. What stands between the rows is asked too.
    #[inline]
    pub fn places(&self, holds: impl Fn(T) -> bool) -> Places {
        let bits = self.0.iter().enumerate().map(|(at, &value)| if holds(value) { 1 << at } else { 0 });
        Places(bits.fold(0, |set, bit| set | bit))
    }
}

impl<T> BySlot<T> {
    /// The values of one player's slots, and what stands behind them.
    #[inline]
    pub fn row(&self, seat: Seat) -> &[T; ROW] {
        let (one, two) = self.0.split_at(ROW);
        let row = if seat == Seat::One { one } else { two };
        row.first_chunk().expect("a row has eight values")
    }
}

impl<T> Index<Place> for BySlot<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: Place) -> &T {
        &self.0[place.0 as usize % ROWS]
    }
}

impl<T> IndexMut<Place> for BySlot<T> {
    #[inline]
    fn index_mut(&mut self, place: Place) -> &mut T {
        &mut self.0[place.0 as usize % ROWS]
    }
}

impl Slot {
    /// Nothing.
    pub const EMPTY: Slot =
        Slot { card: CardRef::NONE, state: 0, cooldown: 0, keywords: 0, listens_to: 0, base: 0, gain: 0, damage: 0 };

    /// It has activated; once is all.
    pub const USED: u8 = 1;
    /// It entered in this turn.
    pub const FRESH: u8 = 2;
    /// Cleansed: no abilities any more.
    pub const SILENCED: u8 = 4;

    /// A unit as printed.
    #[inline]
    pub fn printed(card: CardRef, def: &Def) -> Slot {
        let (cooldown, keywords, listens_to) = (def.cooldown, def.keywords, def.listens_to);
        Slot { card, cooldown, keywords, listens_to, base: def.power, ..Slot::EMPTY }
    }

    /// Whether somebody stands here.
    #[inline]
    pub fn taken(&self) -> bool {
        self.card != CardRef::NONE
    }

    /// Whether it is in this state.
    #[inline]
    pub const fn is(&self, state: u8) -> bool {
        self.state & state != 0
    }

    /// Whether it listens to a trigger now.
    #[inline]
    pub const fn on(&self, trigger: Trigger) -> bool {
        self.listens_to & trigger.bit() != 0
    }

    /// Whether it may be activated, as far as it alone is concerned.
    #[inline]
    pub const fn ready(&self) -> bool {
        self.on(Trigger::Activate) && self.cooldown == 0 && !self.is(Slot::USED | Slot::FRESH)
    }

    #[inline]
    const fn traits(&self) -> u16 {
        self.listens_to & LISTENS_TO | (self.keywords as u16) << KEYWORDS | (self.state as u16) << STATES
    }
}

impl Field {
    /// Nobody.
    pub const EMPTY: Field = Field {
        cards: BySlot::all(CardRef::NONE),
        cooldown: BySlot::all(0),
        cooling: 0,
        base: BySlot::all(0),
        gain: BySlot::all(0),
        damage: BySlot::all(0),
        taken: 0,
        having: [0; TRAITS],
        passing: Passing::NOTHING,
    };

    /// Where somebody stands.
    #[inline]
    pub const fn taken(&self) -> Places {
        Places(self.taken)
    }

    /// Those who listen to a trigger now.
    #[inline]
    pub const fn listeners(&self, trigger: Trigger) -> Places {
        Places(self.having[trigger as usize])
    }

    /// Those who have a keyword now.
    #[inline]
    pub const fn with(&self, keyword: Keyword) -> Places {
        Places(self.having[KEYWORDS + keyword as usize])
    }

    /// Those in one state of [`Slot`].
    #[inline]
    pub const fn being(&self, state: u8) -> Places {
        Places(self.having[STATES + state.trailing_zeros() as usize])
    }

    /// This one is in a state from now on.
    #[inline]
    pub const fn mark(&mut self, place: Place, state: u8) {
        self.having[STATES + state.trailing_zeros() as usize] |= place.bit();
    }

    /// Nobody is in a state any more.
    #[inline]
    pub const fn unmark_all(&mut self, state: u8) {
        self.having[STATES + state.trailing_zeros() as usize] = 0;
    }

    /// Those who may be activated as soon as they have no cooldown: see [`Slot::ready`].
    #[inline]
    pub const fn rested(&self) -> Places {
        self.listeners(Trigger::Activate).without(self.being(Slot::USED)).without(self.being(Slot::FRESH))
    }

    /// How many turns of its player must still begin until the unit at a place may activate.
    #[inline]
    pub fn cooldown(&self, place: Place) -> u8 {
        self.cooldown[place]
    }

    /// Where a cooldown runs.
    #[inline]
    pub const fn cooling(&self) -> Places {
        Places(self.cooling)
    }

    /// Those with damage on them.
    #[inline]
    pub fn wounded(&self) -> Places {
        self.taken().and(self.damage.places(|damage| damage > 0))
    }

    /// SK Fine print: the cooldowns of a player's units tick.
    pub fn tick(&mut self, seat: Seat) {
        for place in self.cooling().and(Places::of(seat)).from(seat) {
            self.cool(place, self.cooldown[place] - 1);
        }
    }

    #[inline]
    fn cool(&mut self, place: Place, turns: u8) {
        self.cooldown[place] = turns;
        self.cooling = self.cooling & !place.bit() | if turns > 0 { place.bit() } else { 0 };
    }

    /// Where a card stands, if it is on the field.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<Place> {
        let found = self.cards.places(|other| other == card).and(self.taken());
        found.from(Seat::One).next()
    }

    /// Who stands at a place.
    #[inline]
    pub fn slot(&self, place: Place) -> Slot {
        let traits = (0..TRAITS).fold(0, |traits, nth| traits | (self.having[nth] >> place.0 & 1) << nth);
        Slot {
            card: self.cards[place],
            state: (traits >> STATES) as u8,
            cooldown: self.cooldown[place],
            keywords: (traits >> KEYWORDS) as u8 & 0b111,
            listens_to: traits & LISTENS_TO,
            base: self.base[place],
            gain: self.gain[place],
            damage: self.damage[place],
        }
    }

    /// Somebody comes to a free place; [`Slot::EMPTY`] is nobody.
    #[inline]
    pub fn put(&mut self, place: Place, slot: Slot) {
        self.cards[place] = slot.card;
        self.cool(place, slot.cooldown);
        (self.base[place], self.gain[place], self.damage[place]) = (slot.base, slot.gain, slot.damage);
        if slot.taken() {
            self.taken |= place.bit();
        }
        let traits = slot.traits();
        self.have(place, [traits & 0xff, traits >> 8]);
    }

    /// A unit has these traits, the lower half and the upper. Not inlined: its loops are better code where nothing is known of the
    /// traits, and where no bit is that of a sign.
    #[inline(never)]
    fn have(&mut self, place: Place, [lower, upper]: [u16; 2]) {
        let (first, last) = self.having.split_at_mut(TRAITS / 2);
        for (nth, (first, last)) in first.iter_mut().zip(last).enumerate() {
            *first |= if lower & 1 << nth != 0 { place.bit() } else { 0 };
            *last |= if upper & 1 << nth != 0 { place.bit() } else { 0 };
        }
    }

    /// Takes the unit off a place and returns its card.
    #[inline]
    pub fn clear(&mut self, place: Place) -> CardRef {
        let card = std::mem::replace(&mut self.cards[place], CardRef::NONE);
        self.cool(place, 0);
        (self.base[place], self.gain[place], self.damage[place]) = (0, 0, 0);
        self.passing.take(place);
        self.taken &= !place.bit();
        self.having.iter_mut().for_each(|set| *set &= !place.bit());
        card
    }

    /// SK Catalogue: the unit at a place loses abilities and gains.
    pub fn silence(&mut self, place: Place) {
        self.having[..STATES].iter_mut().for_each(|set| *set &= !place.bit());
        if self.taken().has(place) {
            self.gain[place] = 0;
            self.passing.take(place);
            self.mark(place, Slot::SILENCED);
        }
    }

    /// Two change places.
    pub fn swap(&mut self, a: Place, b: Place) {
        let [one, two] = [a, b].map(|place| self.slot(place));
        let [first, second] = [a, b].map(|place| self.passing.take(place));
        for (place, slot) in [(a, two), (b, one)] {
            self.clear(place);
            self.put(place, slot);
        }
        for (place, passing) in [(a, second), (b, first)] {
            if passing != 0 {
                self.passing.add(place, passing);
            }
        }
    }
}
