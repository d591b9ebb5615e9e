//! What lies on the table.

use playmat_cards::CardRef;

use super::{MagicRow, Seen, StackRow, number};
use crate::changes::mark;
use crate::rules::{Changed, Lasts};
use crate::state::{PLACES, Place, Places, SPOTS, Trait};

/// The yes-or-no states of all places, as sets.
struct States {
    down: Places,
    tapped: Places,
    tired: Places,
    fresh: Places,
    spending: Places,
    on: [Places; 2],
    used: [Places; 2],
}

impl Seen<'_> {
    fn states(self) -> States {
        let all = |has| self.pos.field.all(has);
        States {
            down: all(Trait::DOWN),
            tapped: all(Trait::TAPPED),
            tired: all(Trait::TIRED),
            fresh: all(Trait::FRESH),
            spending: all(Trait::SPENDING),
            on: [all(Trait::on(0)), all(Trait::on(1))],
            used: [all(Trait::used(0)), all(Trait::used(1))],
        }
    }

    /// The stacks, the own ones first.
    #[inline(never)]
    pub(super) fn stacks(self, out: &mut [StackRow]) {
        let states = self.states();
        let this_turn = self.this_turn();
        let mut equips = [0; SPOTS];
        for place in Places::MAGIC.and(self.pos.field.taken).iter() {
            if let Some(host) = self.pos.slot(place).host.some().and_then(|host| self.pos.find(host)) {
                equips[host.0 as usize] += 1;
            }
        }
        for (at, out) in out.iter_mut().enumerate() {
            let place = self.place(if at < PLACES { at } else { PLACES + at });
            *out = match self.pos.field.taken.has(place) {
                true => self.stack(place, &states, equips[place.0 as usize], this_turn[place.0 as usize]),
                false => [0; _],
            };
        }
    }

    #[inline]
    fn stack(self, place: Place, states: &States, equips: i16, this_turn: i16) -> StackRow {
        let slot = self.pos.slot(place);
        let data = self.pos.card(slot.card);
        let seen = self.knows(slot.card);
        let down = states.down.has(place);
        let (mut level, mut attack, mut defense) = (slot.level, slot.attack, slot.defense);
        let (mut kind, mut subtypes) = (slot.kind, slot.subtypes);
        if down && seen {
            // Who knows a face-down card sees what is printed on it.
            let def = self.rules.def(data.def());
            (level, attack, defense, kind, subtypes) = (def.level, def.attack, def.defense, def.kind, def.subtypes);
        }
        let is = |places: Places| i16::from(places.has(place));
        let used = |which: usize| i16::from(seen & states.used[which].has(place));
        let marked = |mark| i16::from(slot.marked(mark));
        let immunity = if slot.marked(mark::RESISTS) { self.immunity(slot.card) } else { 0 };
        [
            if seen { number(data.def()) } else { 0 },
            1 + i16::from(down),
            attack,
            defense,
            i16::from(level),
            // The place of the type's bit.
            (u8::BITS - kind.leading_zeros()) as i16,
            subtypes as i16,
            i16::from(data.known(place.seat().rival())),
            is(states.tapped),
            is(states.tired),
            is(states.fresh),
            is(states.spending),
            is(states.on[0]),
            is(states.on[1]),
            used(0),
            used(1),
            i16::from(slot.attacks),
            marked(mark::INDESTRUCTIBLE),
            marked(mark::UNTARGETABLE),
            marked(mark::CANNOT_ATTACK),
            marked(mark::TWICE),
            marked(mark::RESISTS),
            immunity,
            this_turn,
            equips,
            self.pos.zones.len(place.zone()) as i16 - 1,
        ]
    }

    /// For each place how many changes of what lies there end with the turn.
    #[inline]
    fn this_turn(self) -> [i16; SPOTS] {
        let mut counts = [0; SPOTS];
        for change in self.pos.changes.iter().filter(|change| change.lasts == Lasts::Turn) {
            if let Some(place) = self.pos.find(change.card) {
                counts[place.0 as usize] += 1;
            }
        }
        counts
    }

    /// The card whose effect made a card immune, for good or for a turn. What does so while it is on lies on the table itself.
    #[cold]
    fn immunity(self, card: CardRef) -> i16 {
        let resists = |id: usize| matches!(self.rules.changes[id].what, Changed::Resist(_));
        let mut changes = self.pos.changes.iter().rev();
        let found = changes.find(|change| change.card == card && resists(change.def.0 as usize));
        found.map_or(0, |change| self.def(change.source))
    }

    /// The magic, the own first.
    #[inline(never)]
    pub(super) fn magic(self, out: &mut [MagicRow]) {
        let states = self.states();
        for (at, out) in out.iter_mut().enumerate() {
            let place = self.place(if at < PLACES { PLACES + at } else { 2 * PLACES + at });
            *out = if self.pos.field.taken.has(place) { self.spell(place, &states) } else { [0; _] };
        }
    }

    #[inline]
    fn spell(self, place: Place, states: &States) -> MagicRow {
        let slot = self.pos.slot(place);
        let data = self.pos.card(slot.card);
        let seen = self.knows(slot.card);
        let is = |places: Places| i16::from(places.has(place));
        let used = |which: usize| i16::from(seen & states.used[which].has(place));
        let marked = |mark| i16::from(slot.marked(mark));
        [
            if seen { number(data.def()) } else { 0 },
            1 + is(states.down),
            self.pos.find(slot.host).map_or(0, |host| self.spot(host)),
            i16::from(data.known(place.seat().rival())),
            is(states.tapped),
            is(states.tired),
            is(states.fresh),
            is(states.spending),
            is(states.on[0]),
            is(states.on[1]),
            used(0),
            used(1),
            marked(mark::INDESTRUCTIBLE),
            marked(mark::UNTARGETABLE),
            marked(mark::RESISTS),
        ]
    }
}
