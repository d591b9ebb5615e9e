//! What a card in hand demands of the table, in one number each: a whole hand is decided without a branch.

use std::ops::{AddAssign, SubAssign};

use playmat_cards::{Card, CardRef};

use crate::rules::{Rules, What};
use crate::rulings::Traps;
use crate::sets::Set;
use crate::state::Position;
use crate::words::{Kind, Trigger};

/// Which targets an effect from a hand needs: of each set that is not empty one must exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Sets of [`Needs::bit`]s.
    pub any_of: [u16; 2],
    /// It has branches or a purpose that sets cannot say: it is looked at in detail.
    pub closely: bool,
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
    pub const SLOT_OR_MEAL: Demand = Demand(2);
    /// A place for a field spell.
    pub const FIELD_SPELL: Demand = Demand(4);
    /// The card of the turn: missing once it was played.
    pub const CARD_OF_THE_TURN: Demand = Demand(8);
    /// What is always missing: for traps, which wait in the hand, and for cards that need a closer look.
    pub const NEVER: Demand = Demand(16);
    /// The bits of sets of targets, of which one must exist, and how many there are.
    const TARGETS: u32 = 5;
    const MOST_TARGETS: usize = 11;
    /// The card may be listed although the card of the turn was played. Never missing.
    const LOOSE: Demand = Demand(1 << Demand::HELD);
    /// A trap that fires from the hand. Never missing.
    const TRAP: Demand = Demand(1 << (Demand::HELD + 8));
    /// Where the counters of [`Held`] are.
    const HELD: u32 = 16;
    /// These bits cannot decide about the card. Never missing.
    const UNDECIDED: Demand = Demand(1 << 29);
    /// The card has a use of its own in the hand. Never missing.
    const USE: Demand = Demand(1 << 30);
    /// It is listed behind those that are not. Missing only while the others are listed.
    pub const LATE: Demand = Demand(1 << 31);

    /// Nothing.
    pub const NOTHING: Demand = Demand(0);

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Demand) -> Demand {
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
        !self.met(late.and(Demand::USE))
    }

    /// The same, and whether a card may be listed although the card of the turn was played.
    fn told_loose(self) -> Demand {
        let waits = !self.met(Demand::NEVER) && self.decided();
        self.and(Demand::LOOSE.when(!self.met(Demand::USE) || (self.met(Demand::CARD_OF_THE_TURN) && !waits)))
    }

    /// Whether these bits say all there is to say: it, and all it was joined from, is decided and has no use of its own in hand.
    #[inline]
    pub const fn plain(self) -> bool {
        self.met(Demand::UNDECIDED.and(Demand::USE))
    }
}

/// What a card in hand adds to the sets of those that can be played, if nothing that it demands is missing. The sets grow from
/// their first bits by doubling.
#[derive(Clone, Copy, Debug)]
struct InHand(u64);

impl InHand {
    /// It can be played, as one of those that are listed first or late.
    const FIRST: u64 = 1;
    const LATE: u64 = 1 << Set::MOST;
    /// Bits do not say all about it: it demands nothing.
    const UNKNOWN: u64 = 1 << (2 * Set::MOST);
    /// Its demand comes behind the sets and grows out of the word.
    const DEMAND: usize = 3 * Set::MOST;

    fn of(demand: Demand) -> InHand {
        let played = if demand.met(Demand::LATE) { InHand::FIRST } else { InHand::LATE };
        InHand(if demand.plain() { u64::from(demand.0) << InHand::DEMAND | played } else { InHand::UNKNOWN })
    }
}

/// How many cards of a hand are of a kind that is asked for again and again, a byte for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Held(u16);

impl Held {
    /// Nothing.
    pub const NONE: Held = Held(0);

    /// Those that may be listed although the card of the turn was played: where there are none, nobody looks at the hand.
    #[inline]
    pub const fn loose(self) -> u8 {
        self.0 as u8
    }

    /// Whether there is a trap that fires from the hand: without one nothing is answered.
    #[inline]
    pub const fn trap(self) -> bool {
        self.0 >> 8 != 0
    }

    /// These, if it is so.
    #[inline]
    #[must_use]
    pub fn when(self, is_so: bool) -> Held {
        Held(self.0 * u16::from(is_so))
    }
}

impl AddAssign for Held {
    #[inline]
    fn add_assign(&mut self, more: Held) {
        self.0 += more.0;
    }
}

impl SubAssign for Held {
    #[inline]
    fn sub_assign(&mut self, less: Held) {
        self.0 -= less.0;
    }
}

/// The demands of all cards of a rule set.
#[derive(Clone, Debug)]
pub struct Demands {
    /// By definition. What has no definition can never be played.
    cards: Box<[Demand; Card::MOST_DEFINITIONS]>,
    /// The same for whole hands.
    in_hand: Box<[InHand; Card::MOST_DEFINITIONS]>,
    /// Which sets of targets are missing, by what can be targeted as [`packed`].
    targets: Box<[Demand; 1 << 10]>,
}

impl Demands {
    /// No card can be played.
    pub fn none() -> Demands {
        Demands {
            cards: Box::new([Demand::NEVER; Card::MOST_DEFINITIONS]),
            in_hand: Box::new([InHand::of(Demand::NEVER); Card::MOST_DEFINITIONS]),
            targets: Box::new([Demand::NOTHING; 1 << 10]),
        }
    }

    /// The demands of all cards under the rulings. Every set of targets that some card needs gets a bit.
    pub fn of(rules: &Rules) -> Demands {
        let mut demands = Demands::none();
        let mut sets: Vec<u16> = Vec::new();
        for (def, kept) in rules.defs.iter().zip(demands.cards.iter_mut()) {
            let lines = &rules.abilities[def.first as usize..][..def.count as usize];
            let undecided = Demand::UNDECIDED.and(Demand::NEVER).and(Demand::LATE);
            let kind = match def.kind {
                kind if kind.is_prey() => Demand::SLOT,
                kind if kind.is_predator() => Demand::SLOT_OR_MEAL,
                Kind::FieldSpell => Demand::FIELD_SPELL,
                Kind::Trap if rules.rulings.traps == Traps::Hand => Demand::NEVER.and(Demand::TRAP),
                Kind::Trap => undecided,
                _ if lines.iter().any(|line| line.needs.closely) => undecided,
                _ => {
                    let needs = lines.first().map_or([0; 2], |line| line.needs.any_of);
                    let late = Demand::LATE.when(def.counts && needs != [0; 2]);
                    targets(&mut sets, needs).map_or(undecided, |targets| targets.and(late))
                }
            };
            let uses = def.heeds & Trigger::Discard.bit() != 0;
            *kept = kind.and(Demand::CARD_OF_THE_TURN.when(def.counts)).and(Demand::USE.when(uses)).told_loose();
        }
        *demands.in_hand = demands.cards.map(InHand::of);
        for (able, missing) in demands.targets.iter_mut().enumerate() {
            let lacking = sets.iter().enumerate().filter(|&(_, &set)| packed(set) & able == 0);
            *missing =
                lacking.fold(Demand::NEVER, |missing, (place, _)| missing.and(Demand(1 << (Demand::TARGETS + place as u32))));
        }
        demands
    }

    /// What a card in hand demands. Few turns bar a card, so that the others need not look.
    #[inline]
    pub fn card(&self, pos: &Position, card: CardRef) -> Demand {
        let card = pos.card(card);
        let demand = self.cards[card.def().0 as usize % Card::MOST_DEFINITIONS];
        if pos.marked { demand.and(Demand::NEVER.when(card.barred())) } else { demand }
    }

    /// Of a hand of [`Set::MOST`] cards at most those of which nothing is missing: those that are listed first, and those behind
    /// them. None where that does not say it all. For turns that bar no card.
    #[inline(always)]
    pub fn hand(&self, pos: &Position, hand: &[CardRef], missing: Demand) -> Option<[Set; 2]> {
        let missing = u64::from(missing.0) << InHand::DEMAND;
        let all = hand.iter().rev().fold(0u64, |all, &card| {
            let InHand(card) = self.in_hand[pos.def_id(card).0 as usize % Card::MOST_DEFINITIONS];
            (all << 1).wrapping_add(if card & missing == 0 { card } else { 0 })
        });
        let [first, late, unknown, _] = [0, 1, 2, 3].map(|set| (all >> (set * Set::MOST)) as u16);
        (unknown == 0).then(|| [first, late].map(Set::from_bits))
    }

    /// What a card counts for in a hand.
    #[inline]
    pub fn held(&self, pos: &Position, card: CardRef) -> Held {
        let demand = self.cards[pos.def_id(card).0 as usize % Card::MOST_DEFINITIONS];
        Held(((demand.0 & Demand::LOOSE.and(Demand::TRAP).0) >> Demand::HELD) as u16)
    }

    /// What a whole hand holds.
    pub fn hand_held(&self, pos: &Position, hand: &[CardRef]) -> Held {
        let mut all = Held::NONE;
        hand.iter().for_each(|&card| all += self.held(pos, card));
        all
    }

    /// What is missing where this can be targeted, by [`Needs::bit`].
    #[inline]
    pub fn missing(&self, able: u16) -> Demand {
        self.targets[packed(able)]
    }
}

/// The bits of these sets of targets; none if there are more sets than bits.
fn targets(sets: &mut Vec<u16>, needs: [u16; 2]) -> Option<Demand> {
    needs.into_iter().filter(|&set| set != 0).try_fold(Demand::NOTHING, |demand, set| {
        let place = sets.iter().position(|&known| known == set).unwrap_or(sets.len());
        if place == sets.len() && place < Demand::MOST_TARGETS {
            sets.push(set);
        }
        (place < sets.len()).then(|| demand.and(Demand(1 << (Demand::TARGETS + place as u32))))
    })
}

/// What can be missing lies below what is only counted, and all of it fits above the sets of a hand.
const _: () = assert!(Demand::TARGETS as usize + Demand::MOST_TARGETS <= Demand::HELD as usize);
const _: () = assert!(Demand::HELD as usize + InHand::DEMAND <= u64::BITS as usize);

/// What stands on the table, without the bits that nothing there has.
#[inline]
fn packed(able: u16) -> usize {
    usize::from(able & 31) | usize::from(able >> 8 & 31) << 5
}
