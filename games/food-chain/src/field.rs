//! What stands on the table: slots, the index by which they are found, and what creatures have gained.

mod gained;
mod slot;

use std::ops::{Index, IndexMut};

use playmat_cards::{Card, CardRef, EVERY, bytes_like};
use playmat_kernel::{BySeat, Seat};

use crate::rules::{AbilityId, Def, Rules, What};
use crate::state::SLOTS;
use crate::words::Trigger;

pub use gained::{MOST_GIFTS, Passing};
pub use slot::Slot;

use gained::{AllPassing, Gifts};

/// The places of one player: the slots, and one beside them.
const PLACES: usize = SLOTS + 1;
/// Both sides of the table.
///
/// Beside the slots stands an index of their cards and of what those are, a byte for each place, so that a card, a free slot or
/// all prey are found in one word. It follows [`Field::set`] and [`Field::clear`]; nothing else changes a slot's card or what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    slots: BySeat<[Slot; PLACES]>,
    cards: [u8; 2 * PLACES],
    what: [u8; 2 * PLACES],
    gifts: Gifts,
    passing: AllPassing,
}

/// Places on the table, from the left: those of a player, then those of the rival.
pub struct Places {
    /// The player.
    pub seat: Seat,
    /// The places as bits, seen from that player: see [`OWN`] and [`ENEMY`].
    pub set: u8,
}

/// In a set of places that a player sees: their own side.
pub const OWN: u8 = 0x0f;
/// The rival's side.
pub const ENEMY: u8 = 0xf0;

/// Where a bit of such a set lies.
#[inline]
pub const fn place_at(seat: Seat, bit: usize) -> (Seat, usize) {
    (Seat::from_bit(seat.bit() ^ (bit / PLACES) as u8), bit % PLACES)
}

impl Iterator for Places {
    type Item = (Seat, usize);

    #[inline]
    fn next(&mut self) -> Option<(Seat, usize)> {
        let bit = self.set.trailing_zeros() as usize;
        let found = self.set != 0;
        self.set &= self.set.wrapping_sub(1);
        found.then_some(place_at(self.seat, bit))
    }
}

impl Field {
    /// Nothing stands there.
    pub const EMPTY: Field = Field {
        slots: BySeat::new([Slot::EMPTY; PLACES], [Slot::EMPTY; PLACES]),
        cards: [NOBODY; 2 * PLACES],
        what: [0; 2 * PLACES],
        gifts: Gifts::NONE,
        passing: AllPassing { at: 0, list: [Passing::NOTHING; 2 * PLACES] },
    };

    /// Puts something into a place, fresh: what had been gained there is gone.
    #[inline]
    pub fn set(&mut self, seat: Seat, place: usize, slot: Slot) {
        let at = at(seat, place);
        write(&mut self.cards, at, slot.card.0);
        write(&mut self.what, at, slot.what);
        self.slots[seat][place % PLACES] = slot;
        self.gifts.drop(at);
        self.passing.drop(at);
    }

    /// Puts a card into a place as its definition stands, fresh, and gives its slot to be changed there: made elsewhere and moved, it
    /// would be written in parts and read as a whole.
    #[inline]
    pub fn stand(&mut self, standing: &Slot, (seat, place): (Seat, usize), card: CardRef, stamp: u8, data: Card) -> &mut Slot {
        let what = standing.what | if data.made() { What::Token.bit() } else { 0 };
        let at = at(seat, place);
        write(&mut self.cards, at, card.0);
        write(&mut self.what, at, what);
        self.gifts.drop(at);
        self.passing.drop(at);
        let slot = &mut self.slots[seat][place % PLACES];
        *slot = *standing;
        (slot.card, slot.stamp, slot.what) = (card, stamp, what);
        slot
    }

    /// Takes away what stands there.
    #[inline]
    pub fn clear(&mut self, seat: Seat, place: usize) {
        let at = at(seat, place);
        write(&mut self.cards, at, NOBODY);
        write(&mut self.what, at, 0);
        self.slots[seat][place % PLACES] = Slot::EMPTY;
        self.gifts.drop(at);
        self.passing.drop(at);
    }

    /// What stands in one place goes to a free one, with all it has gained.
    pub fn carry(&mut self, from: (Seat, usize), to: (Seat, usize)) {
        let slot = self[from.0][from.1];
        let gifts = self.gifts;
        let passing = self.passing.list[at(from.0, from.1)];
        self.clear(from.0, from.1);
        self.set(to.0, to.1, slot);
        if passing != Passing::NOTHING {
            *self.passing(to.0, to.1) = passing;
        }
        for gift in gifts.of(at(from.0, from.1)) {
            self.gifts.add(at(to.0, to.1), gift.ability(), gift.times);
        }
    }

    /// What a creature has gained for this turn only, to be changed.
    pub fn passing(&mut self, seat: Seat, place: usize) -> &mut Passing {
        let at = at(seat, place);
        self.passing.at |= 1 << at;
        &mut self.passing.list[at]
    }

    /// What a creature has gained for this turn only.
    #[inline]
    pub fn passing_at(&self, seat: Seat, place: usize) -> &Passing {
        &self.passing.list[at(seat, place)]
    }

    /// These keywords are for good, whatever was gained for this turn only.
    #[inline]
    pub fn keep_keywords(&mut self, seat: Seat, place: usize, keywords: u32) {
        self.passing.list[at(seat, place)].keywords &= !keywords;
    }

    /// Its numbers are others from now on, and do not change back.
    pub fn forget_numbers(&mut self, seat: Seat, place: usize) {
        let passing = &mut self.passing.list[at(seat, place)];
        (passing.attack, passing.health) = (0, 0);
    }

    /// Whether anything on the table has gained something for this turn only.
    #[inline]
    pub fn has_passing(&self) -> bool {
        self.passing.at != 0
    }

    /// What was gained for this turn only ends: health above the maximum is lost, what was taken comes back. True if it was something.
    pub fn end_passing(&mut self, seat: Seat, place: usize) -> bool {
        let Passing { attack, health, strikes, keywords } = self.passing.list[at(seat, place)];
        let slot = &mut self.slots[seat][place];
        slot.attack -= attack;
        slot.full -= health;
        slot.health = if health > 0 { slot.health.min(slot.full) } else { slot.health - health };
        slot.strikes -= strikes.min(slot.strikes);
        slot.keywords &= !keywords;
        let some = self.passing.list[at(seat, place)] != Passing::NOTHING;
        self.passing.drop(at(seat, place));
        some
    }

    /// The places of a player's rival.
    #[inline]
    pub fn of_rival(&self, seat: Seat) -> &[Slot; PLACES] {
        self.slots.of_rival(seat)
    }

    /// Where a card stands. Without a loop, since the place cannot be predicted.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<(Seat, usize)> {
        let found = bytes_like(u64::from_le_bytes(self.cards), card.0);
        let at = found.trailing_zeros() / 8;
        (found != 0).then(|| (Seat::from_bit((at / 4) as u8), (at % 4) as usize))
    }

    /// The place of a card as a set of places that a player sees. A number that is no card's may be found where nothing stands.
    #[inline]
    pub fn spot(&self, seat: Seat, card: CardRef) -> u8 {
        let found = bytes_like(seen_from(seat, self.cards), card.0);
        // Nowhere is the bit behind the last.
        (1u32 << (found.trailing_zeros() / 8)) as u8
    }

    /// The card at a bit of a set of places that a player sees.
    #[inline]
    pub fn card_at(&self, seat: Seat, bit: usize) -> CardRef {
        CardRef((seen_from(seat, self.cards) >> (8 * bit % 64)) as u8)
    }

    /// The leftmost free slot; one that is kept for a predator still eating is not free.
    #[inline]
    pub fn free_slot(&self, seat: Seat) -> Option<usize> {
        let free = self.free(seat);
        (free != 0).then(|| (free.trailing_zeros() / 8) as usize)
    }

    /// Whether a slot is free.
    #[inline]
    pub fn has_room(&self, seat: Seat) -> bool {
        self.free(seat) != 0
    }

    /// Keeps a slot for a predator on its way (`on_eat_timing` = `before-entering`), or lets it go.
    pub fn keep(&mut self, seat: Seat, place: usize, keep: bool) {
        let what = &mut self.what[at(seat, place)];
        *what = if keep { *what | KEPT } else { *what & !KEPT };
    }

    /// Everything that is on a player's side and on the rival's: bits of [`What`].
    #[inline]
    pub fn all_of(&self, seat: Seat) -> (u8, u8) {
        // Both are gathered at once.
        let what = seen_from(seat, self.what);
        let pairs = what | what >> 16;
        let all = pairs | pairs >> 8;
        (all as u8 & !KEPT, (all >> 32) as u8 & !KEPT)
    }

    /// The places of a side with something of a kind, as a set of bits.
    #[inline]
    pub fn places(&self, seat: Seat, what: What) -> u8 {
        let found = (self.side(seat) >> what as u32) & 0x0101_0101;
        // Each byte's bit is moved to its place in the highest byte.
        (found.wrapping_mul(0x0102_0408) >> 24) as u8 & 15
    }

    /// The creatures of both sides that are of a kind, as a set of places that a player sees.
    #[inline]
    pub fn all_places(&self, seat: Seat, what: What) -> u8 {
        let found = (seen_from(seat, self.what) >> what as u32) & EVERY;
        (found.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// How many slots are free.
    #[inline]
    pub fn free_slots(&self, seat: Seat) -> u8 {
        // The bits are added up in the highest byte.
        ((self.free(seat) >> 7).wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// The abilities of what stands in a place and how often it has each, printed ones first. Those of one trigger are few: a
    /// look at what it listens to comes first.
    #[inline]
    pub fn stacks(&self, def: &Def, seat: Seat, place: usize) -> impl DoubleEndedIterator<Item = (AbilityId, u8)> + use<'_> {
        let count = if self[seat][place].is(Slot::MUTE) { 0 } else { u16::from(def.count) };
        let printed = (def.first..def.first + count).map(|id| (AbilityId(id), 1));
        printed.chain(self.gifts.of(at(seat, place)).map(|gift| (gift.ability(), gift.times)))
    }

    /// A creature gains an ability so many times.
    pub fn gain(&mut self, rules: &Rules, seat: Seat, place: usize, id: AbilityId, times: u8) {
        if self.gifts.add(at(seat, place), id, times) {
            self.slots[seat][place].listens_to |= rules.ability(id).trigger.bit();
        }
    }

    /// The gained abilities of a place: which, how often, and how many of those wait.
    pub fn gifts(&self, seat: Seat, place: usize) -> impl Iterator<Item = (AbilityId, u8, u8)> + use<'_> {
        self.gifts.of(at(seat, place)).map(|gift| (gift.ability(), gift.times, gift.waiting))
    }

    /// Whether there was ever no room for a gift.
    #[inline]
    pub fn overflowed(&self) -> bool {
        self.gifts.overflowed
    }

    /// Whether anything on the table has gained an ability.
    #[inline]
    pub fn has_gifts(&self) -> bool {
        self.gifts.len != 0
    }

    /// From now on the gifts of a side with this trigger wait, and no others.
    pub fn gifts_wait(&mut self, rules: &Rules, seat: Seat, trigger: Trigger) {
        for gift in &mut self.gifts.list[..self.gifts.len as usize] {
            let waits = gift.at() / PLACES == seat as usize && rules.ability(gift.ability()).trigger == trigger;
            gift.waiting = if waits { gift.times } else { 0 };
        }
    }

    /// The gifts of a place wait no more.
    pub fn gifts_are_over(&mut self, seat: Seat, place: usize) {
        let gifts = self.gifts.list[..self.gifts.len as usize].iter_mut();
        gifts.filter(|gift| gift.at() == at(seat, place)).for_each(|gift| gift.waiting = 0);
    }

    /// A waiting gift of a place is next: the one at this place among all its gifts.
    pub fn take_gift(&mut self, seat: Seat, place: usize, mut nth: u8) -> Option<AbilityId> {
        let gifts = self.gifts.list[..self.gifts.len as usize].iter_mut();
        for gift in gifts.filter(|gift| gift.at() == at(seat, place)) {
            if nth < gift.times {
                gift.waiting = gift.waiting.checked_sub(1)?;
                return Some(gift.ability());
            }
            nth -= gift.times;
        }
        None
    }

    /// A creature loses all keywords and abilities for good; numbers and states stay.
    pub fn lose_abilities(&mut self, seat: Seat, place: usize) {
        self.slots[seat][place].mute();
        self.gifts.drop(at(seat, place));
        let passing = &mut self.passing.list[at(seat, place)];
        (passing.strikes, passing.keywords) = (0, 0);
    }

    #[inline]
    fn side(&self, seat: Seat) -> u32 {
        (u64::from_le_bytes(self.what) >> (32 * seat.bit())) as u32
    }

    /// The highest bit of the byte of each free slot.
    #[inline]
    fn free(&self, seat: Seat) -> u32 {
        // Whatever lies there is a card, the bit below.
        let what = self.side(seat);
        !(what | what << 1) & 0x0080_8080
    }
}

impl Index<Seat> for Field {
    type Output = [Slot; PLACES];
    #[inline]
    fn index(&self, seat: Seat) -> &[Slot; PLACES] {
        &self.slots[seat]
    }
}

impl IndexMut<Seat> for Field {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut [Slot; PLACES] {
        &mut self.slots[seat]
    }
}

/// The byte of a place where nothing stands: no card's number, nor that of [`CardRef::NONE`].
const NOBODY: u8 = 254;
/// Marks a slot as kept: a bit that nothing is.
const KEPT: u8 = 128;

/// Writes one byte of an index, as the word that it is read as: what is written in parts and read as a whole makes the processor
/// wait.
#[inline]
fn write(index: &mut [u8; 2 * PLACES], at: usize, byte: u8) {
    let (word, bits) = (u64::from_le_bytes(*index), 8 * at % 64);
    *index = (word & !(0xff << bits) | u64::from(byte) << bits).to_le_bytes();
}

/// An index as a word, with a player's side lowest.
#[inline]
fn seen_from(seat: Seat, index: [u8; 2 * PLACES]) -> u64 {
    u64::from_le_bytes(index).rotate_right(32 * u32::from(seat.bit()))
}

#[inline]
fn at(seat: Seat, place: usize) -> usize {
    seat.bit() as usize * PLACES + place % PLACES
}

const _: () = assert!(What::Card as u8 == 6 && What::Card.bit() < KEPT);
