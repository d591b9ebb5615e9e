//! A place on the table and what stands there.

use playmat_cards::CardRef;

use crate::rules::{Def, What};
use crate::words::Keyword;

/// A creature or field spell on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Which card; none for an empty slot.
    pub card: CardRef,
    /// Changes whenever something enters here or becomes something else.
    pub stamp: u8,
    /// What it is: bits of [`What`](crate::rules::What), none for an empty slot.
    pub what: u8,
    /// See the constants of [`Slot`].
    pub state: u8,
    /// Attacks made in this combat.
    pub struck: u8,
    /// Attack now.
    pub attack: i16,
    /// Health now.
    pub health: i16,
    /// Health at most.
    pub full: i16,
    /// Nutrition now.
    pub nutrition: u8,
    /// Attacks allowed per combat.
    pub strikes: u8,
    /// The turn until which a paralysed or neurotoxic-frozen creature is spared: it dies when its controller, whoever that is
    /// then, ends a later one.
    pub spared: u8,
    /// Keywords now, by [`Keyword::bit`].
    pub keywords: u32,
    /// What its abilities listen to now.
    pub listens_to: u32,
}

impl Slot {
    /// Nothing. It has health: what is not there is not dead.
    pub const EMPTY: Slot = Slot {
        card: CardRef::NONE,
        stamp: 0,
        what: 0,
        state: 0,
        struck: 0,
        attack: 0,
        health: 1,
        full: 0,
        nutrition: 0,
        strikes: 0,
        spared: 0,
        keywords: 0,
        listens_to: 0,
    };

    /// The most attack and health that a creature has.
    pub const MOST: i16 = 999;

    /// FC A7.
    pub const EXHAUSTED: u8 = 1;
    /// FC A7.
    pub const FROZEN: u8 = 2;
    /// FC A7.
    pub const PARALYSED: u8 = 4;
    /// FC A4: ate nothing.
    pub const DRY: u8 = 8;
    /// Its printed abilities are lost.
    pub const MUTE: u8 = 16;
    /// Killed, still to be buried.
    pub const DOOMED: u8 = 32;
    /// Frozen by neurotoxin: it dies on its date (FC A11).
    pub const DATED: u8 = 64;

    /// Whether something lies here.
    #[inline]
    pub fn taken(&self) -> bool {
        self.what != 0
    }

    /// Whether a creature stands here.
    #[inline]
    pub fn creature(&self) -> bool {
        self.what & What::Creature.bit() != 0
    }

    /// Whether it is in this state.
    #[inline]
    pub fn is(&self, state: u8) -> bool {
        self.state & state != 0
    }

    /// Whether it has a keyword now.
    #[inline]
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords & keyword.bit() != 0
    }

    /// Whether it is dead and still to be buried.
    #[inline]
    pub fn is_dying(&self) -> bool {
        (self.health <= 0) | self.is(Slot::DOOMED)
    }

    /// It gains attack and health, or loses them. No number goes beyond [`Slot::MOST`], up or down.
    #[inline]
    pub fn grow(&mut self, attack: i16, health: i16) {
        let sum = |number: i16, more: i16| (number + more).clamp(-Slot::MOST, Slot::MOST);
        self.attack = sum(self.attack, attack);
        self.health = sum(self.health, health);
        self.full = sum(self.full, health);
    }

    /// The damage of its blows: none while it is harmless or paralysed (FC A5, A7).
    #[inline]
    pub fn blow(&self) -> i16 {
        if self.has(Keyword::Harmless) | self.is(Slot::PARALYSED) { 0 } else { self.attack.max(0) }
    }

    /// A definition as it would stand on the table, of no card yet.
    pub fn of(def: &Def) -> Slot {
        Slot {
            what: def.what,
            state: if def.keywords & Keyword::Frozen.bit() != 0 { Slot::FROZEN } else { 0 },
            attack: def.attack,
            health: def.health,
            full: def.health,
            nutrition: def.nutrition,
            strikes: def.strikes,
            keywords: def.keywords & !Keyword::Frozen.bit(),
            listens_to: def.listens_to,
            ..Slot::EMPTY
        }
    }

    /// The slot of a creature that enters: exhausted (FC A4).
    #[must_use]
    pub fn entering(self) -> Slot {
        Slot { state: self.state | Slot::EXHAUSTED, ..self }
    }

    /// The slot of a predator that ate nothing, which may mute it (FC B `dry_drop`).
    #[must_use]
    pub fn dry(self, mutes: bool) -> Slot {
        let mut slot = Slot { state: self.state | Slot::DRY, ..self };
        if mutes {
            slot.mute();
        }
        slot
    }

    /// All printed keywords and abilities are lost for good; numbers and states stay.
    pub fn mute(&mut self) {
        (self.keywords, self.listens_to, self.strikes) = (0, 0, 1);
        self.state |= Slot::MUTE;
    }
}
