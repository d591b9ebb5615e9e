//! What creatures have gained: abilities, and whatever ends with the turn.

use std::hash::{Hash, Hasher};

use super::PLACES;
use crate::rules::AbilityId;

/// The most gifts on the table at once; equal ones in a row are one. No table of the shipped cards comes near: one more ends
/// the match as a draw.
pub const MOST_GIFTS: usize = 16;

/// What a creature has gained for this turn only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Passing {
    /// Attack.
    pub(super) attack: i16,
    /// Health.
    pub(super) health: i16,
    /// Attacks per combat.
    pub strikes: u8,
    /// Keywords.
    pub keywords: u32,
}

impl Passing {
    pub(super) const NOTHING: Passing = Passing { attack: 0, health: 0, strikes: 0, keywords: 0 };

    /// More attack and health.
    pub fn grow(&mut self, attack: i16, health: i16) {
        self.attack += attack;
        self.health += health;
    }

    /// How much attack and health that is.
    #[inline]
    pub const fn growth(&self) -> (i16, i16) {
        (self.attack, self.health)
    }
}

/// What was gained for this turn only, for every place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AllPassing {
    /// The places with something, as bits.
    pub(super) at: u8,
    pub(super) list: [Passing; 2 * PLACES],
}

/// Most often there is nothing, and nothing is hashed.
impl Hash for AllPassing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.at != 0 {
            (self.at, self.list).hash(state);
        }
    }
}

impl AllPassing {
    /// Who stands there has nothing of the kind any more.
    #[inline]
    pub(super) fn drop(&mut self, at: usize) {
        if self.at & 1 << at != 0 {
            self.at &= !(1 << at);
            self.list[at] = Passing::NOTHING;
        }
    }
}

/// An ability that a creature has gained, so many times in a row: gifts stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Gift {
    /// The place of the creature and the number of the ability.
    whose: u16,
    /// How often it was given.
    pub(super) times: u8,
    /// How many of those still wait for their turn among simultaneous abilities.
    pub(super) waiting: u8,
}

/// All gifts on the table, those of one creature in the order in which it got them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Gifts {
    pub(super) list: [Gift; MOST_GIFTS],
    pub(super) len: u8,
    pub(super) overflowed: bool,
}

impl Gift {
    const NONE: Gift = Gift { whose: 0, times: 0, waiting: 0 };

    pub(super) fn ability(self) -> AbilityId {
        AbilityId(self.whose & 0x1fff)
    }

    pub(super) fn at(self) -> usize {
        (self.whose >> 13) as usize
    }
}

impl Gifts {
    pub(super) const NONE: Gifts = Gifts { list: [Gift::NONE; MOST_GIFTS], len: 0, overflowed: false };

    #[inline]
    pub(super) fn of(&self, at: usize) -> impl DoubleEndedIterator<Item = Gift> + '_ {
        self.list[..self.len as usize % (MOST_GIFTS + 1)].iter().copied().filter(move |gift| gift.at() == at)
    }

    pub(super) fn add(&mut self, at: usize, id: AbilityId, times: u8) -> bool {
        let whose = (at as u16) << 13 | id.0;
        let last = self.list[..self.len as usize].iter_mut().rfind(|gift| gift.at() == at);
        if let Some(last) = last.filter(|last| last.whose == whose) {
            last.times = last.times.saturating_add(times);
            return true;
        }
        let room = (self.len as usize) < MOST_GIFTS;
        if room {
            self.list[self.len as usize] = Gift { whose, times, waiting: 0 };
            self.len += 1;
        }
        self.overflowed |= !room;
        room
    }

    #[inline]
    pub(super) fn drop(&mut self, at: usize) {
        if self.len != 0 {
            self.drop_some(at);
        }
    }

    #[inline(never)]
    fn drop_some(&mut self, at: usize) {
        let old = *self;
        *self = Gifts { overflowed: old.overflowed, ..Gifts::NONE };
        for &gift in old.list[..old.len as usize].iter().filter(|gift| gift.at() != at) {
            self.list[self.len as usize] = gift;
            self.len += 1;
        }
    }
}
