//! What changes creatures: for a turn, while a card is on the field, while an Equip is attached (ST H23).

use playmat_cards::CardRef;

use crate::rules::{ChangeId, Changed, FilterId, Lasts, Rules, Who, depends};
use crate::select;
use crate::state::{Place, Places, Position, Slot};

/// What holds of a card on the field, as bits.
pub mod mark {
    /// ST H29.
    pub const INDESTRUCTIBLE: u16 = 1;
    /// ST H29.
    pub const UNTARGETABLE: u16 = 2;
    /// It cannot be declared as attacker.
    pub const CANNOT_ATTACK: u16 = 4;
    /// It has a second attack.
    pub const TWICE: u16 = 8;
    /// It is immune to something: the changes say to what.
    pub const RESISTS: u16 = 16;
}

/// The most changes at a time; what would begin beyond them does not.
const MOST: usize = 36;
/// No number of a creature is ever larger.
const MOST_STATS: i16 = 9999;

/// The changes, in the order in which they began.
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    list: [Change; MOST],
    len: u8,
    /// What those that are on or attached depend on, or once did.
    depends: u8,
}

/// One change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// What it does.
    pub def: ChangeId,
    /// Whom it changes; of a Continuous effect or Equip whoever is meant now.
    pub card: CardRef,
    /// Where it comes from.
    pub source: CardRef,
    /// How often it counts.
    pub times: u8,
    /// How long.
    pub lasts: Lasts,
}

impl Changes {
    const FILLER: Change =
        Change { def: ChangeId(0), card: CardRef::NONE, source: CardRef::NONE, times: 0, lasts: Lasts::Turn };
    /// None.
    pub const NONE: Changes = Changes { list: [Changes::FILLER; MOST], len: 0, depends: 0 };

    /// All, the oldest first.
    #[inline]
    pub fn all(&self) -> &[Change] {
        &self.list[..self.len as usize]
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the numbers on the field may depend on one of these, by the bits of [`depends`](crate::rules::depends).
    #[inline]
    pub fn depend_on(&self, bits: u8) -> bool {
        self.depends & bits != 0
    }

    /// One more begins, which depends on these.
    pub fn begin(&mut self, change: Change, depending: u8) {
        let dynamic = matches!(change.lasts, Lasts::On | Lasts::Attached);
        self.depends |= if dynamic { depending } else { depending & depends::RESISTS };
        if let Some(free) = self.list.get_mut(self.len as usize) {
            *free = change;
            self.len += 1;
        }
    }

    /// Ends all of which this does not hold. True if any ended.
    pub fn keep(&mut self, holds: impl Fn(&Change) -> bool) -> bool {
        let mut kept = 0;
        for at in 0..self.len as usize {
            if holds(&self.list[at]) {
                self.list[kept] = self.list[at];
                kept += 1;
            }
        }
        let ended = kept < self.len as usize;
        self.len = kept as u8;
        self.depends = if kept == 0 { 0 } else { self.depends };
        ended
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        self.all() == other.all()
    }
}
impl Eq for Changes {}

impl std::hash::Hash for Changes {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.all().hash(state);
    }
}

/// Works out the numbers of everything on the field: level, type and sub-type first, then attack and defense, each in the order
/// in which the changes began (ST H23).
#[inline(never)]
pub fn refresh(rules: &Rules, pos: &mut Position) {
    pos.stale = false;
    pos.shielded = Places::NONE;
    for place in pos.taken.and(Places::STACKS).iter() {
        let def = pos.def_id(pos.slot(place).card);
        pos.slot_mut(place).print_numbers(rules.def(def));
    }
    for place in pos.taken.and(Places::MAGIC).iter() {
        pos.slot_mut(place).marks = 0;
    }
    if pos.changes.is_empty() {
        return;
    }
    let changes = pos.changes;
    let what = |change: &Change| rules.changes[change.def.0 as usize].what;
    // Who is immune to what is known before anything else changes.
    if changes.depend_on(depends::RESISTS) {
        for change in changes.all().iter().filter(|change| matches!(what(change), Changed::Resist(_))) {
            let places = subjects(rules, pos, change).0;
            places.iter().for_each(|place| pos.slot_mut(place).marks |= mark::RESISTS);
        }
    }
    for step in [true, false] {
        for change in changes.all().iter().filter(|change| what(change).is_first() == step) {
            let (places, times) = subjects(rules, pos, change);
            for place in places.iter() {
                // What lasts was let in when it began.
                let dynamic = matches!(change.lasts, Lasts::On | Lasts::Attached);
                if !(dynamic && resists(rules, pos, place, change.source)) {
                    apply(pos.slot_mut(place), what(change), i16::from(times));
                }
            }
        }
    }
    for place in pos.taken.iter() {
        let slot = pos.slot_mut(place);
        (slot.attack, slot.defense) = (slot.attack.max(0), slot.defense.max(0));
        let shielded = slot.marked(mark::UNTARGETABLE | mark::RESISTS);
        pos.shielded = if shielded { pos.shielded.or(Places::only(place)) } else { pos.shielded };
    }
}

/// ST H29: whether what lies at a place is immune to the effects of a card.
#[inline]
pub fn resists(rules: &Rules, pos: &Position, place: Place, source: CardRef) -> bool {
    pos.slot(place).marked(mark::RESISTS) && resists_closely(rules, pos, place, source)
}

#[inline(never)]
fn resists_closely(rules: &Rules, pos: &Position, place: Place, source: CardRef) -> bool {
    pos.changes.all().iter().any(|change| match rules.changes[change.def.0 as usize].what {
        Changed::Resist(filter) => {
            subjects(rules, pos, change).0.has(place) && is_resisted(rules, pos, change.source, filter, source)
        }
        _ => false,
    })
}

fn is_resisted(rules: &Rules, pos: &Position, resisting: CardRef, filter: FilterId, source: CardRef) -> bool {
    if source == CardRef::NONE {
        return false;
    }
    let looks = select::looks(rules, pos, source);
    select::fits(rules.filter(filter), &looks, pos.owner(resisting), resisting)
}

/// Whom a change concerns now, and how often it counts.
fn subjects(rules: &Rules, pos: &Position, change: &Change) -> (Places, u8) {
    let only = |card: CardRef| pos.find(card).map_or(Places::NONE, Places::only);
    if matches!(change.lasts, Lasts::Turn | Lasts::Stay) {
        return (only(change.card), change.times);
    }
    let def = &rules.changes[change.def.0 as usize];
    let seat = pos.owner(change.source);
    if def.test.is_some_and(|test| !select::holds(rules, pos, seat, change.source, test)) {
        return (Places::NONE, 0);
    }
    let times = def.each.map_or(1, |group| select::count(rules, pos, seat, change.source, group).min(99) as u8);
    let host = || pos.find(change.source).map_or(CardRef::NONE, |place| pos.slot(place).host);
    let places = match def.who {
        Who::Host => only(host()),
        Who::All(group) => select::on_field(pos, seat, change.source, rules.filter(group.filter)),
        Who::Chosen(_) if change.lasts == Lasts::Attached => only(host()),
        _ => only(change.source),
    };
    (places, times)
}

fn apply(slot: &mut Slot, what: Changed, times: i16) {
    let bounded = |number: i16| number.clamp(-MOST_STATS, MOST_STATS);
    let seen = !slot.is(Slot::DOWN);
    match what {
        Changed::Mark(mark) => slot.marks |= if times > 0 { mark } else { 0 },
        Changed::Resist(_) => {}
        // ST H18: a back has no numbers.
        _ if !seen || slot.level == 0 => {}
        Changed::Level(level) => slot.level = level.clamp(1, 5),
        Changed::Kind(kind) => slot.kind = kind,
        Changed::Subtypes(subtypes) => slot.subtypes = subtypes,
        Changed::Stats(attack, defense) => {
            slot.attack = bounded(slot.attack.saturating_add(attack.saturating_mul(times)));
            slot.defense = bounded(slot.defense.saturating_add(defense.saturating_mul(times)));
        }
        Changed::DoubleAttack => slot.attack = bounded(slot.attack.saturating_mul(2)),
        Changed::DoubleDefense => slot.defense = bounded(slot.defense.saturating_mul(2)),
        Changed::Swap => (slot.attack, slot.defense) = (slot.defense, slot.attack),
    }
}
