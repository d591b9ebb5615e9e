//! Who can be chosen: units, slots and the dead; and where a unit can be deployed.

use playmat_cards::{CardRef, DefId, Op};
use playmat_kernel::Seat;

use crate::rules::{Ability, Action, Filter, Landing, Pick, Rules, Side, What};
use crate::state::{Place, Places, Position, Run, Target, Zone};
use crate::words::{Keyword, Kind};

/// The slots or units that fit, seen from a running effect.
pub fn places(rules: &Rules, pos: &Position, run: &Run, what: What, filter: Filter) -> Places {
    let mut set = match filter.side {
        Side::Own => Places::of(run.seat),
        Side::Enemy => Places::of(run.seat.rival()),
        Side::Both => Places::ALL,
    };
    if filter.close {
        set = set.and(rules.close[here(pos, run).0 as usize]);
    }
    if filter.beside {
        set = set.and(spot_of(pos, run.it).map_or(Places::NONE, Place::beside));
    }
    if what == What::Unit {
        set = set.and(pos.units(|slot| !filter.wounded || slot.damage > 0));
        if filter.at_least > 0 || filter.at_most < 255 || filter.other {
            let fitting = set.from(Seat::One).filter(|&place| strong(pos, run, filter, place));
            set = fitting.fold(Places::NONE, |all, place| all.or(Places::only(place)));
        }
    }
    set
}

/// SK Units, actions: where a unit can be deployed: not in front of a guard, and a devourer only where somebody stands.
pub fn landing(rules: &Rules, pos: &Position, seat: Seat, def: DefId) -> Places {
    let open = unguarded(pos, seat);
    if rules.def(def).keywords & Keyword::Devourer.bit() != 0 { open.and(pos.units(|_| true)) } else { open }
}

/// A player's slots that no enemy in front guards.
pub fn unguarded(pos: &Position, seat: Seat) -> Places {
    let guards = pos.units(|slot| slot.has(Keyword::Guard)).and(Places::of(seat.rival()));
    let guarded = if seat == Seat::One { guards.0 >> 5 } else { guards.0 << 5 };
    Places(Places::of(seat).0 & !guarded)
}

/// Everything that may be chosen, in the fixed order of options: the chooser's side, then the rival's, each from terrain 0 to
/// 4; the dead from the oldest.
pub fn candidates(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, found: &mut impl FnMut(Target)) {
    match pick.what {
        What::Dead => dead(rules, pos, run, pick).for_each(|card| found(Target::card(card))),
        What::Slot => slots(rules, pos, run, pick).from(run.seat).for_each(|place| found(Target::slot(place))),
        What::Unit => {
            let units = places(rules, pos, run, What::Unit, pick.filter);
            units.from(run.seat).for_each(|place| found(Target::card(pos.slot(place).card)));
        }
    }
}

/// Whether at least one candidate exists.
pub fn any_candidate(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> bool {
    match pick.what {
        What::Dead => dead(rules, pos, run, pick).next().is_some(),
        What::Slot => !slots(rules, pos, run, pick).is_empty(),
        What::Unit => !places(rules, pos, run, What::Unit, pick.filter).is_empty(),
    }
}

/// SK Fine print: an action, and an Activate, needs its targets.
pub fn possible(rules: &Rules, pos: &Position, run: &Run, ability: &Ability) -> bool {
    let from = &rules.ops[ability.start as usize..];
    for op in from {
        match op {
            Op::Act(Action::Choose { pick, .. }) if !later(pick) && !pick.optional && !any_candidate(rules, pos, run, pick) => {
                return false;
            }
            Op::Either(count) => return (1..=*count).any(|branch| branch_possible(rules, pos, run, ability.start, branch)),
            Op::End => break,
            _ => {}
        }
    }
    true
}

/// Of "either" options only those that can be done are offered.
pub fn branch_possible(rules: &Rules, pos: &Position, run: &Run, either: u16, branch: u8) -> bool {
    let Op::Jump(to) = rules.ops[either as usize + branch as usize] else { return true };
    for op in &rules.ops[to as usize..] {
        match op {
            Op::Act(Action::Choose { pick, .. }) => {
                return later(pick) || pick.optional || any_candidate(rules, pos, run, pick);
            }
            Op::Jump(_) | Op::End => break,
            _ => {}
        }
    }
    true
}

/// Where a chosen card or slot is on the field.
#[inline]
pub fn spot_of(pos: &Position, target: Target) -> Option<Place> {
    target.as_slot().or_else(|| pos.find(target.as_card()?))
}

/// Where the source of an effect stands, or stood.
#[inline]
pub fn here(pos: &Position, run: &Run) -> Place {
    pos.find(run.source).unwrap_or(run.at)
}

/// A choice that depends on an earlier one of the same line: it has candidates whenever that one has.
const fn later(pick: &Pick) -> bool {
    pick.filter.beside || matches!(pick.landing, Landing::Chosen(_))
}

fn strong(pos: &Position, run: &Run, filter: Filter, place: Place) -> bool {
    let slot = pos.slot(place);
    pos.power(place) >= i16::from(filter.at_least)
        && (filter.at_most == 255 || slot.base <= i16::from(filter.at_most))
        && (!filter.other || pos.def_id(slot.card) != pos.def_id(run.source))
}

fn slots(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> Places {
    let set = places(rules, pos, run, What::Slot, pick.filter);
    let lands = match pick.landing {
        Landing::Nobody => return set,
        Landing::Token(def) => Some(def),
        Landing::Chosen(register) => run.chosen[register as usize].as_card().map(|card| pos.def_id(card)),
    };
    lands.map_or(Places::NONE, |def| set.and(landing(rules, pos, run.seat, def)))
}

/// SK Fine print: an action unit is an action card in a graveyard, no dead ally.
fn dead<'a>(rules: &'a Rules, pos: &'a Position, run: &'a Run, pick: &'a Pick) -> impl Iterator<Item = CardRef> + 'a {
    let filter = pick.filter;
    pos.pile(run.seat, Zone::Graveyard).iter().copied().filter(move |&card| {
        let id = pos.def_id(card);
        let def = rules.def(id);
        def.kind == Kind::Unit
            && def.power >= i16::from(filter.at_least)
            && (filter.at_most == 255 || def.power <= i16::from(filter.at_most))
            && (!filter.other || id != pos.def_id(run.source))
            && !landing(rules, pos, run.seat, id).is_empty()
    })
}
