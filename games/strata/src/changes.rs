//! What changes creatures: for a turn, while a card is on the field, while an Equip is attached (ST H23).

use playmat_cards::CardRef;

use crate::list::List;
use crate::rules::{ChangeId, Changed, FilterId, Lasts, Rank, Rules, Who, depends};
use crate::select;
use crate::state::{Field, Place, Places, Position, Slot, Trait};

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

/// The most changes at a time (ST I3).
pub const MOST_CHANGES: usize = 60;
/// With fewer changes than that there is no need to merge any.
const ROOMY: usize = MOST_CHANGES / 3;
/// No number of a creature is ever larger.
const MOST_STATS: i16 = 9999;

/// The changes, in the order in which they began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Changes {
    list: List<Change, MOST_CHANGES>,
    /// What they depend on.
    depends: u16,
    /// Which of them are worked out before attack and defense, as bits.
    early: u64,
    /// Which of them concern no card in particular, as bits.
    open: u64,
}

/// One change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// What it does.
    pub def: ChangeId,
    /// Whom it changes; none for all that fit now.
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
    pub const NONE: Changes = Changes { list: List::new(Changes::FILLER), depends: 0, early: 0, open: 0 };

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether the numbers on the field may depend on one of these, by the bits of [`depends`](crate::rules::depends).
    #[inline]
    pub fn depend_on(&self, bits: u16) -> bool {
        self.depends & bits != 0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them, in the order in which they began.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Change> {
        self.list.iter()
    }

    /// One more begins. Returns whether there was room for it.
    pub fn begin(&mut self, change: Change, rules: &Rules) -> bool {
        if self.list.len() >= ROOMY && self.merge(&change, rules) {
            return true;
        }
        let begins = self.list.push(change);
        if begins {
            self.note(self.list.len() - 1, rules);
        }
        begins
    }

    /// ST I3: one that equals an earlier one of the same card is merged with it where that makes no difference: nothing of which
    /// the order counts (ST H23) has begun between them. Returns whether it was.
    #[cold]
    fn merge(&mut self, new: &Change, rules: &Rules) -> bool {
        let what = new.what(rules);
        if new.is_dynamic() || matches!(what, Changed::DoubleAttack | Changed::DoubleDefense | Changed::Swap) {
            return false;
        }
        for old in self.list.iter_mut().rev().filter(|old| old.card == new.card || old.card == CardRef::NONE) {
            // Whose effect it was matters only where somebody is immune.
            let same_source = old.source == new.source || !matches!(what, Changed::Resist(_));
            if (old.def, old.card, old.lasts) == (new.def, new.card, new.lasts) && same_source {
                let times = if let Changed::Stats(..) = what { new.times } else { 0 };
                return old.times.checked_add(times).map(|times| old.times = times).is_some();
            }
            if !what.commutes(old.what(rules)) {
                return false;
            }
        }
        false
    }

    /// Notes what the one at a place of the list depends on, when it is worked out and for whom.
    #[inline]
    fn note(&mut self, at: usize, rules: &Rules) {
        let change = self.list[at];
        self.depends |= change.depends(rules);
        self.early |= u64::from(change.what(rules).rank() != Rank::Numbers) << at;
        self.open |= u64::from(change.card == CardRef::NONE) << at;
    }

    /// Notes that of all changes again.
    fn note_all(&mut self, rules: &Rules) {
        (self.depends, self.early, self.open) = (0, 0, 0);
        (0..self.list.len()).for_each(|at| self.note(at, rules));
    }

    /// Whether one may change a card that comes, or is seen from now on.
    #[inline]
    pub fn may_concern(&self, card: CardRef) -> bool {
        self.open | self.of(card) != 0
    }

    /// Those that concern this card and no other, as bits.
    #[inline(never)]
    fn of(&self, card: CardRef) -> u64 {
        self.list.which(|change| change.card == card)
    }

    /// Whose numbers may depend on one of these.
    pub fn concerned(&self, bits: u16, rules: &Rules, field: &Field) -> Places {
        let depending = self.list.iter().filter(|change| change.depends(rules) & bits != 0);
        depending.fold(Places::NONE, |places, change| places.or(change.concerns(rules, field)))
    }

    /// What changed a card by being attached to it changes the card that it was levelled up to.
    pub fn rehost(&mut self, old: CardRef, new: CardRef) {
        for change in self.list.iter_mut().filter(|change| change.lasts == Lasts::Attached && change.card == old) {
            change.card = new;
        }
    }

    /// Ends those that end now. Tells whose numbers that concerns.
    #[inline(never)]
    pub fn end(&mut self, rules: &Rules, field: &Field, now: End) -> Places {
        let ended = match now {
            End::Turn => self.list.which(|change| change.lasts == Lasts::Turn),
            End::Off(card) => self.list.which(|change| (change.lasts == Lasts::On) & (change.source == card)),
            End::Left(card) => self.list.which(|change| {
                let whose = if change.is_dynamic() { change.source } else { change.card };
                whose == card
            }),
        };
        if ended == 0 {
            return Places::NONE;
        }
        let concerned = bits(ended).fold(Places::NONE, |places, at| places.or(self.list[at].concerns(rules, field)));
        // A source that is what it was again may concern whoever is immune.
        let others = Places::ALL.when(self.depend_on(depends::RESISTS) & self.depend_on(depends::FIRST));
        self.list.drop_all(ended);
        self.note_all(rules);
        concerned.or(others)
    }
}

/// What ends changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The turn is over.
    Turn,
    /// A card is switched off: what it changed while it was on ends; its own changes sleep (ST H11, H16).
    Off(CardRef),
    /// A card has left the field: what changed it, and what it changed, ends.
    Left(CardRef),
}

impl Change {
    /// A change by a Continuous effect or an Equip, of the cards it means.
    pub fn lasting(rules: &Rules, field: &Field, def: ChangeId, source: CardRef, lasts: Lasts) -> Change {
        let card = match rules.changes[def.0 as usize].who {
            Who::All(_) => CardRef::NONE,
            Who::Host => field.host(source).unwrap_or(CardRef::NONE),
            Who::Chosen(_) if lasts == Lasts::Attached => field.host(source).unwrap_or(CardRef::NONE),
            _ => source,
        };
        Change { def, card, source, times: 1, lasts }
    }

    /// What it does.
    #[inline]
    fn what(&self, rules: &Rules) -> Changed {
        rules.changes[self.def.0 as usize].what
    }

    /// Whether whom it concerns is looked for again each time.
    #[inline]
    const fn is_dynamic(&self) -> bool {
        matches!(self.lasts, Lasts::On | Lasts::Attached)
    }

    /// Whose numbers it may concern.
    #[inline]
    pub fn concerns(&self, rules: &Rules, field: &Field) -> Places {
        match rules.changes[self.def.0 as usize].who {
            Who::All(_) if self.is_dynamic() => Places::ALL,
            _ => field.find(self.card).map_or(Places::NONE, Places::only),
        }
    }

    /// What it depends on, by the bits of [`depends`](crate::rules::depends).
    fn depends(&self, rules: &Rules) -> u16 {
        let depends = rules.changes[self.def.0 as usize].depends;
        if self.is_dynamic() { depends } else { depends & (depends::RESISTS | depends::FIRST | depends::MARKS) }
    }
}

/// A copy in which everything that is derived is computed again: it must equal the original.
pub fn worked_out(rules: &Rules, pos: &Position) -> Position {
    let mut world = *pos;
    world.field.index(|card| *rules.def(pos.def_id(card)));
    world.field.taken.iter().for_each(|place| world.show_used(place));
    world.changes.note_all(rules);
    world.stale = Places::ALL;
    refresh(rules, &mut world);
    crate::setup::watch(rules, &mut world);
    world
}

/// Those that changes can change: creatures, and whatever can be marked. A back has no numbers (ST H18), nor has magic.
#[inline]
pub fn changeable(pos: &Position) -> Places {
    let (all, creatures) = (pos.field.taken, pos.field.up().and(Places::STACKS));
    creatures.or(all.when(pos.changes.depend_on(depends::MARKS)))
}

/// Works out the numbers that are in doubt.
#[inline]
pub fn settle(rules: &Rules, pos: &mut Position) {
    if !pos.stale.is_empty() {
        refresh(rules, pos);
    }
}

/// Works out the numbers that are in doubt: level, type and sub-type first, then attack and defense, each in the order in which
/// the changes began (ST H23). What is changed depends on the changed card alone, unless a change counts cards on the field, or
/// what somebody is immune to may change: then all numbers are in doubt.
#[inline(never)]
pub fn refresh(rules: &Rules, pos: &mut Position) {
    let immune = pos.changes.depend_on(depends::RESISTS);
    let all = pos.changes.depend_on(depends::COUNTS) || immune && pos.changes.depend_on(depends::FIRST);
    let doubtful = if all { pos.field.taken } else { pos.stale.and(pos.field.taken) };
    pos.stale = Places::NONE;
    for place in doubtful.iter() {
        let (def, down) = (pos.def_id(pos.slot(place).card), pos.is(place, Trait::DOWN));
        pos.slot_mut(place).print(rules.def(def), down);
    }
    pos.field.shielded = pos.field.shielded.without(doubtful);
    let doubtful = doubtful.and(changeable(pos));
    // Most often one place is in doubt, and a change concerns one card, which lies elsewhere.
    let meant = match doubtful.alone() {
        Some(place) => pos.changes.open | pos.changes.of(pos.slot(place).card),
        None => pos.changes.list.which(|_| true),
    };
    if doubtful.is_empty() || meant == 0 {
        return;
    }
    let early = meant & pos.changes.early;
    if early != 0 {
        // Who is immune to what is known before anything else changes.
        apply_all(rules, pos, doubtful, early, Rank::Immunity);
        apply_all(rules, pos, doubtful, early, Rank::Nature);
    }
    apply_all(rules, pos, doubtful, meant & !early, Rank::Numbers);
    for place in doubtful.iter() {
        show(&mut pos.field, place);
    }
}

/// Works out a change that has just begun on top of the rest, where that is enough: it is the last of all, of one card, and nothing
/// else hangs on it. Returns whether it was.
pub fn add(rules: &Rules, pos: &mut Position, change: &Change) -> bool {
    let what = change.what(rules);
    let last = (what.rank() == Rank::Numbers) & !change.is_dynamic() & !pos.changes.depend_on(depends::COUNTS);
    let Some(place) = pos.find(change.card).filter(|_| last) else { return false };
    let (up, slot) = (pos.is_up(place), &mut pos.field.slots[place.0 as usize]);
    // What shows as 0 may be less.
    let known = !pos.stale.has(place) & (slot.attack > 0) & (slot.defense > 0);
    if known {
        apply(slot, up, what, i16::from(change.times));
        show(&mut pos.field, place);
    }
    known
}

/// What is worked out is what everybody sees: no number below 0.
#[inline]
fn show(field: &mut Field, place: Place) {
    let slot = &mut field.slots[place.0 as usize];
    (slot.attack, slot.defense) = (slot.attack.max(0), slot.defense.max(0));
    let shielded = if slot.marked(mark::UNTARGETABLE | mark::RESISTS) { Places::only(place) } else { Places::NONE };
    field.shielded = field.shielded.without(Places::only(place)).or(shielded);
}

/// Applies those of some changes, by their bits, that are of a rank to what lies at some places.
fn apply_all(rules: &Rules, pos: &mut Position, doubtful: Places, changes: u64, rank: Rank) {
    for at in bits(changes) {
        let change = pos.changes.list[at];
        let what = change.what(rules);
        if rank != Rank::Numbers && what.rank() != rank {
            continue;
        }
        let (places, times) = subjects(rules, pos, &change, doubtful);
        for place in places.iter() {
            // Whether it may change the card was asked when it began; of what is on or attached it is asked each time.
            if rank == Rank::Immunity || !(change.is_dynamic() && resists(rules, pos, place, change.source)) {
                let up = pos.is_up(place);
                apply(pos.slot_mut(place), up, what, i16::from(times));
            }
        }
    }
}

/// The numbers of the bits of a set.
#[inline]
fn bits(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let first = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        first
    })
}

/// ST H29: whether what lies at a place is immune to the effects of a card.
#[inline]
pub fn resists(rules: &Rules, pos: &Position, place: Place, source: CardRef) -> bool {
    pos.slot(place).marked(mark::RESISTS) && resists_in_detail(rules, pos, place, source)
}

#[inline(never)]
fn resists_in_detail(rules: &Rules, pos: &Position, place: Place, source: CardRef) -> bool {
    pos.changes.list.iter().any(|change| match rules.changes[change.def.0 as usize].what {
        Changed::Resist(filter) => {
            subjects(rules, pos, change, Places::only(place)).0.has(place)
                && is_resisted(rules, pos, change.source, filter, source)
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

/// Which of some places a change concerns now, and how often it counts.
#[inline(always)]
fn subjects(rules: &Rules, pos: &Position, change: &Change, among: Places) -> (Places, u8) {
    let def = &rules.changes[change.def.0 as usize];
    let seat = pos.owner(change.source);
    let places = match def.who {
        Who::All(group) if change.is_dynamic() => select::fitting(pos, among, seat, change.source, rules.filter(group.filter)),
        // Most often one place is asked about.
        _ => match among.alone() {
            Some(place) if pos.slot(place).card == change.card => among,
            Some(_) => Places::NONE,
            None => pos.find(change.card).map_or(Places::NONE, Places::only).and(among),
        },
    };
    match times(rules, pos, change) {
        Some(times) => (places, times),
        None => (Places::NONE, 0),
    }
}

/// How often a change counts, if it does.
#[inline(always)]
fn times(rules: &Rules, pos: &Position, change: &Change) -> Option<u8> {
    let def = &rules.changes[change.def.0 as usize];
    match change.is_dynamic() && (def.test.is_some() || def.each.is_some()) {
        true => times_in_detail(rules, pos, change),
        // What is on or attached counts once; what stays counts as often as it began.
        false => Some(change.times),
    }
}

#[inline(never)]
fn times_in_detail(rules: &Rules, pos: &Position, change: &Change) -> Option<u8> {
    let def = &rules.changes[change.def.0 as usize];
    let (seat, source) = (pos.owner(change.source), change.source);
    if def.test.is_some_and(|test| !select::holds(rules, pos, seat, source, test)) {
        return None;
    }
    Some(def.each.map_or(1, |group| select::count(rules, pos, seat, source, group).min(99) as u8))
}

fn apply(slot: &mut Slot, seen: bool, what: Changed, times: i16) {
    let bounded = |number: i16| number.clamp(-MOST_STATS, MOST_STATS);
    match what {
        Changed::Mark(mark) => slot.marks |= if times > 0 { mark } else { 0 },
        Changed::Resist(_) => slot.marks |= mark::RESISTS,
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
