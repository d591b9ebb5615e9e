//! What a card in hand demands of the table, in one number each: a whole hand is decided without a branch.

use playmat_cards::{Card, CardRef};

use crate::held::{Held, Lacking, Mark};
use crate::rules::{Rules, What};
use crate::rulings::Traps;
use crate::state::{BARRED, Position};
use crate::words::{Kind, Trigger};

/// Which targets an effect from a hand needs: of each set that is not empty one must exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Sets of [`Needs::bit`]s.
    pub any_of: [u16; 2],
    /// It has branches or a purpose that sets cannot say: it is looked at in detail.
    pub in_detail: bool,
}

impl Needs {
    /// The bit of what stands on a side.
    pub const fn bit(enemy: bool, what: What) -> u16 {
        (what.bit() as u16) << if enemy { 8 } else { 0 }
    }
}

/// Things that a card demands, or that are missing: a card can be played where nothing that it demands is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand(u32);

impl Demand {
    /// A free slot.
    pub const SLOT: Demand = Demand(1);
    /// A free slot, or a meal that frees one.
    pub const SLOT_OR_MEAL: Demand = Demand(1 << 1);
    /// A place for a field spell.
    pub const FIELD_SPELL: Demand = Demand(1 << 2);
    /// The card of the turn: missing once it was played.
    pub const CARD_OF_THE_TURN: Demand = Demand(1 << 3);
    /// Always missing: the card waits in the hand, as a trap that fires from there or as one that may not be played this turn.
    pub const WAITS: Demand = Demand(1 << 4);
    /// The card is listed behind those that are not. Missing only while the others are listed.
    pub const LATE: Demand = Demand(1 << 5);
    /// The card may be listed although the card of the turn was played. Never missing.
    pub const LOOSE: Demand = Demand(1 << 6);
    /// These bits do not say all there is to say: the card is undecided or has a use of its own. Never missing.
    pub const IN_DETAIL: Demand = Demand(1 << 7);
    /// The bits of sets of targets, of which one must exist, and how many there are.
    const TARGETS: u32 = 8;
    const MOST_TARGETS: usize = Demand::IN_HAND - Demand::TARGETS as usize;
    /// All the bits so far are told of a whole hand.
    pub const IN_HAND: usize = 16;
    /// Always missing: these bits cannot decide about the card.
    const UNDECIDED: Demand = Demand(1 << 16);
    /// The card has a use of its own in the hand. Never missing.
    const USE: Demand = Demand(1 << 17);

    /// Nothing.
    pub const NOTHING: Demand = Demand(0);

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Demand) -> Demand {
        Demand(self.0 | other.0)
    }

    /// This, if it is so.
    #[inline]
    #[must_use]
    pub fn when(self, is_so: bool) -> Demand {
        Demand(self.0 * u32::from(is_so))
    }

    /// Whether nothing of it is missing.
    #[inline]
    pub const fn met(self, missing: Demand) -> bool {
        self.0 & missing.0 == 0
    }

    /// Whether these bits decide if the card can be played.
    #[inline]
    pub const fn decided(self) -> bool {
        self.met(Demand::UNDECIDED)
    }

    /// Whether it, or one of those it was joined from, is listed late or has a use of its own in hand. Once the card of the
    /// turn was played, no late card that is decided can be.
    #[inline]
    pub const fn later(self, missing: Demand) -> bool {
        let late = if Demand::CARD_OF_THE_TURN.met(missing) { Demand::LATE } else { Demand::UNDECIDED };
        !self.met(late.union(Demand::USE))
    }

    /// Adds what follows from the other bits: whether a card may be listed although the card of the turn was played, and whether
    /// it must be looked at in detail.
    fn complete(self) -> Demand {
        let loose = !self.met(Demand::USE) || self.met(Demand::CARD_OF_THE_TURN.union(Demand::WAITS));
        self.union(Demand::LOOSE.when(loose)).union(Demand::IN_DETAIL.when(!self.plain()))
    }

    /// Any bits.
    #[cfg(test)]
    pub const fn from_bits(bits: u32) -> Demand {
        Demand(bits)
    }

    /// The bits that are told of a whole hand.
    #[inline]
    pub const fn in_hand(self) -> u16 {
        self.0 as u16
    }

    /// Whether these bits say all there is to say: it, and all it was joined from, is decided and has no use of its own in hand.
    #[inline]
    pub const fn plain(self) -> bool {
        self.met(Demand::UNDECIDED.union(Demand::USE))
    }
}

/// The demands of all cards of a rule set.
#[derive(Clone, Debug)]
pub struct Demands {
    /// By definition. What has no definition can never be played.
    cards: Box<[Demand; Card::MOST_DEFINITIONS]>,
    /// What each definition adds to a hand; the first entry is that of no card.
    marks: Box<[Mark; Card::MOST_DEFINITIONS + 1]>,
    /// Which sets of targets are missing, by what can be targeted as [`packed`].
    targets: Box<[Demand; 1 << 10]>,
    /// Which sets of targets are missing, as lanes of a hand.
    lacking: Box<[Lacking; 1 << 10]>,
}

impl Demands {
    /// No card can be played.
    pub fn none() -> Demands {
        Demands {
            cards: Box::new([Demand::WAITS; Card::MOST_DEFINITIONS]),
            marks: Box::new([Mark::NONE; Card::MOST_DEFINITIONS + 1]),
            targets: Box::new([Demand::NOTHING; 1 << 10]),
            lacking: Box::new([Lacking::of(Demand::NOTHING); 1 << 10]),
        }
    }

    /// The demands of all cards under the rulings. Every set of targets that some card needs gets a bit.
    pub fn of(rules: &Rules) -> Demands {
        let mut demands = Demands::none();
        let mut sets: Vec<u16> = Vec::new();
        for (def, kept) in rules.defs.iter().zip(demands.cards.iter_mut()) {
            let lines = &rules.abilities[def.first as usize..][..def.count as usize];
            let undecided = Demand::UNDECIDED.union(Demand::LATE);
            let kind = match def.kind {
                kind if kind.is_prey() => Demand::SLOT,
                kind if kind.is_predator() => Demand::SLOT_OR_MEAL,
                Kind::FieldSpell => Demand::FIELD_SPELL,
                Kind::Trap if rules.rulings.traps == Traps::Hand => Demand::WAITS,
                Kind::Trap => undecided,
                _ if lines.iter().any(|line| line.needs.in_detail) => undecided,
                _ => {
                    let needs = lines.first().map_or([0; 2], |line| line.needs.any_of);
                    let late = Demand::LATE.when(def.counts && needs != [0; 2]);
                    targets(&mut sets, needs).map_or(undecided, |targets| targets.union(late))
                }
            };
            let uses = def.listens_to & Trigger::Discard.bit() != 0;
            *kept = kind.union(Demand::CARD_OF_THE_TURN.when(def.counts)).union(Demand::USE.when(uses)).complete();
        }
        for (able, missing) in demands.targets.iter_mut().enumerate() {
            let lacking = sets.iter().enumerate().filter(|&(_, &set)| packed(set) & able == 0);
            *missing = lacking.fold(Demand::WAITS.union(Demand::UNDECIDED), |missing, (place, _)| {
                missing.union(Demand(1 << (Demand::TARGETS + place as u32)))
            });
        }
        demands.marks[1..].iter_mut().zip(*demands.cards).for_each(|(mark, demand)| *mark = Mark::of(demand));
        *demands.lacking = demands.targets.map(Lacking::of);
        demands
    }

    /// What a card in hand demands. Few turns bar a card, so that the others need not look.
    #[inline]
    pub fn card(&self, pos: &Position, card: CardRef) -> Demand {
        let card = pos.card(card);
        let demand = self.cards[card.def().0 as usize % Card::MOST_DEFINITIONS];
        if pos.marked { demand.union(Demand::WAITS.when(card.has(BARRED))) } else { demand }
    }

    /// What a card adds to a hand.
    #[inline]
    pub fn mark(&self, pos: &Position, card: CardRef) -> &Mark {
        self.mark_if(pos, card, true)
    }

    /// What a card adds to a hand if it comes there, without a branch.
    #[inline]
    pub fn mark_if(&self, pos: &Position, card: CardRef, comes: bool) -> &Mark {
        &self.marks[(pos.def_id(card).0 as usize % Card::MOST_DEFINITIONS + 1) * usize::from(comes)]
    }

    /// What a whole hand demands.
    pub fn held(&self, pos: &Position, hand: impl Iterator<Item = CardRef>) -> Held {
        Held::of(hand.map(|card| *self.mark(pos, card)))
    }

    /// What is missing where this can be targeted, by [`Needs::bit`].
    #[inline]
    pub fn missing(&self, able: u16) -> Demand {
        self.targets[packed(able)]
    }

    /// Which targets are missing, as lanes of a hand.
    #[inline]
    pub fn lacking(&self, able: u16) -> &Lacking {
        &self.lacking[packed(able)]
    }
}

/// The bits of these sets of targets; none if there are more sets than bits.
fn targets(sets: &mut Vec<u16>, needs: [u16; 2]) -> Option<Demand> {
    needs.into_iter().filter(|&set| set != 0).try_fold(Demand::NOTHING, |demand, set| {
        let place = sets.iter().position(|&known| known == set).unwrap_or(sets.len());
        if place == sets.len() && place < Demand::MOST_TARGETS {
            sets.push(set);
        }
        (place < sets.len()).then(|| demand.union(Demand(1 << (Demand::TARGETS + place as u32))))
    })
}

/// What stands on the table, without the bits that nothing there has.
#[inline]
fn packed(able: u16) -> usize {
    usize::from(able & 31) | usize::from(able >> 8 & 31) << 5
}
