//! Who can be chosen: units, slots and the dead; and where a unit can be deployed.

use playmat_cards::{CardRef, DefId};
use playmat_kernel::Seat;

use crate::rules::{Filter, Landing, Pick, Rules, Side, What};
use crate::state::{Place, Places, Position, Run, Target, Zone};
use crate::words::{Keyword, Kind};

/// The slots or units that fit, seen from a running effect.
#[inline]
pub fn places(rules: &Rules, pos: &Position, run: &Run, what: What, filter: &Filter) -> Places {
    let mut set = match what {
        What::Unit => units(pos, run.seat, filter),
        _ => side(run.seat, filter.side),
    };
    if filter.close {
        set = set.and(rules.close[here(pos, run)]);
    }
    if filter.beside {
        let spot = spot_of(pos, run.it).or_else(|| run.it.as_left());
        set = set.and(spot.map_or(Places::NONE, Place::beside));
    }
    if filter.other && what == What::Unit {
        let source = pos.def_id(run.source);
        let others = set.from(Seat::One).filter(|&place| pos.def_id(pos.field.cards[place]) != source);
        set = others.fold(Places::NONE, |all, place| all.or(Places::only(place)));
    }
    set
}

/// The units that fit as far as neither a source nor an earlier choice matters.
#[inline]
pub fn units(pos: &Position, seat: Seat, filter: &Filter) -> Places {
    let mut set = side(seat, filter.side).and(pos.field.taken());
    if filter.wounded {
        set = set.and(pos.field.wounded());
    }
    if filter.at_least > 0 {
        let least = i16::from(filter.at_least);
        set = set.and(pos.powers().places(|power| power >= least));
    }
    if filter.weaker < 255 {
        set = set.and(pos.powers().places(|power| power <= i16::from(filter.weaker)));
    }
    if filter.at_most < 255 {
        set = set.and(pos.field.base.places(|power| power <= i16::from(filter.at_most)));
    }
    set
}

/// Whether no unit fits, as far as neither a source nor an earlier choice matters.
#[inline]
pub fn no_unit(pos: &Position, seat: Seat, filter: &Filter) -> bool {
    // Most often nobody is strong enough, and that is seen at a glance.
    let least = i16::from(filter.at_least);
    (filter.side == Side::Enemy && pos.most_power(seat.rival()) < least) || units(pos, seat, filter).is_empty()
}

/// SK Units, actions: where a unit can be deployed: not in front of a guard, and a devourer only where somebody stands.
#[inline]
pub fn landing(rules: &Rules, pos: &Position, seat: Seat, def: DefId) -> Places {
    let open = unguarded(pos, seat);
    if rules.def(def).keywords & Keyword::Devourer.bit() != 0 { open.and(pos.field.taken()) } else { open }
}

/// A player's slots that no enemy in front guards.
#[inline]
pub fn unguarded(pos: &Position, seat: Seat) -> Places {
    Places::of(seat).without(pos.field.with(Keyword::Guard).across())
}

/// Whether at least one candidate exists.
pub fn any_candidate(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> bool {
    match pick.what {
        What::Dead => dead(rules, pos, run, pick).next().is_some(),
        What::Slot => !slots(rules, pos, run, pick).is_empty(),
        What::Unit => !places(rules, pos, run, What::Unit, &pick.filter).is_empty(),
    }
}

/// Where a chosen card or slot is on the field.
#[inline]
pub fn spot_of(pos: &Position, target: Target) -> Option<Place> {
    target.as_slot().or_else(|| pos.find(target.as_card()?))
}

/// Where the source of an effect stands, or stood. Most often that is one place.
#[inline]
pub fn here(pos: &Position, run: &Run) -> Place {
    if pos.field.cards[run.at] == run.source { run.at } else { pos.find(run.source).unwrap_or(run.at) }
}

#[inline]
const fn side(seat: Seat, side: Side) -> Places {
    match side {
        Side::Own => Places::of(seat),
        Side::Enemy => Places::of(seat.rival()),
        Side::Both => Places::ALL,
    }
}

/// The slots that may be chosen.
pub fn slots(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> Places {
    let set = places(rules, pos, run, What::Slot, &pick.filter);
    let lands = match pick.landing {
        Landing::Nobody => return set,
        Landing::Token(def) => Some(def),
        Landing::Chosen(register) => run.chosen[register as usize].as_card().map(|card| pos.def_id(card)),
    };
    lands.map_or(Places::NONE, |def| set.and(landing(rules, pos, run.seat, def)))
}

/// How many of a group there are, seen from a running effect.
pub fn count(rules: &Rules, pos: &Position, run: &Run, what: What, filter: &Filter) -> usize {
    match what {
        What::Dead => buried(rules, pos, run, *filter).count(),
        what => places(rules, pos, run, what, filter).0.count_ones() as usize,
    }
}

/// The dead that may be chosen. SK Fine print: an action unit is an action card in a graveyard, no dead ally.
pub fn dead<'a>(rules: &'a Rules, pos: &'a Position, run: &'a Run, pick: &'a Pick) -> impl Iterator<Item = CardRef> + 'a {
    buried(rules, pos, run, pick.filter).filter(|&card| !landing(rules, pos, run.seat, pos.def_id(card)).is_empty())
}

/// The dead that fit.
fn buried<'a>(rules: &'a Rules, pos: &'a Position, run: &'a Run, filter: Filter) -> impl Iterator<Item = CardRef> + 'a {
    pos.pile(run.seat, Zone::Graveyard).iter().copied().filter(move |&card| {
        let id = pos.def_id(card);
        let def = rules.def(id);
        def.kind == Kind::Unit
            && def.power >= i16::from(filter.at_least)
            && (filter.weaker == 255 || def.power <= i16::from(filter.weaker))
            && (filter.at_most == 255 || def.power <= i16::from(filter.at_most))
            && (!filter.other || id != pos.def_id(run.source))
    })
}
