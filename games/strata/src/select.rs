//! Who fits a description: cards on the field, in piles, underneath; and who can be chosen.

use playmat_cards::CardRef;
use playmat_kernel::Seat;

use crate::changes::{mark, resists};
use crate::frames::{Frame, Kept, MOST_CHOSEN, Run, announced};
use crate::play;
use crate::rules::{About, EffectKind, Filter, From, Group, Pick, Purpose, Rules, Test, When, Who};
use crate::state::{Place, Places, Position, Trait, Zone, place_of_zone, zone};
use crate::words::Event;

/// What there is to see of a card: its numbers now on the field, the printed ones elsewhere.
#[derive(Clone, Copy)]
pub struct Looks {
    card: CardRef,
    seat: Seat,
    down: bool,
    state: u8,
    /// Which of the states count against it.
    against: u8,
    kind: u8,
    level: u8,
    subtypes: u16,
    attack: i16,
    defense: i16,
}

impl Looks {
    /// Which card.
    #[inline]
    pub const fn card(&self) -> CardRef {
        self.card
    }

    /// Whose card it is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.seat
    }
}

/// What there is to see of a card, wherever it is.
pub fn looks(rules: &Rules, pos: &Position, card: CardRef) -> Looks {
    match pos.find(card) {
        Some(place) => looks_of(pos, place),
        None => printed(rules, pos, card),
    }
}

/// What there is to see of what lies at a place.
#[inline]
pub fn looks_of(pos: &Position, place: Place) -> Looks {
    let slot = pos.slot(place);
    let down = pos.is(place, Trait::DOWN);
    let tapped = pos.is(place, Trait::TAPPED);
    // A back is a creature or a magic card, and no more (ST H18).
    let back = if place.is_stack() { Filter::CREATURE } else { crate::rules::MAGIC };
    Looks {
        card: slot.card,
        seat: place.seat(),
        down,
        state: u8::from(tapped) * Filter::TAPPED + u8::from(down) * Filter::DOWN,
        against: u8::MAX,
        kind: if down { back } else { slot.kind },
        level: slot.level,
        subtypes: slot.subtypes,
        attack: slot.attack,
        defense: slot.defense,
    }
}

/// What is printed on a card.
#[inline]
pub fn printed(rules: &Rules, pos: &Position, card: CardRef) -> Looks {
    let def = rules.def(pos.def_id(card));
    let (kind, level, subtypes, attack, defense) = (def.kind, def.level, def.subtypes, def.attack, def.defense);
    Looks { card, seat: pos.owner(card), down: false, state: 0, against: u8::MAX, kind, level, subtypes, attack, defense }
}

/// ST I11: what there is to see of a card as it is destroyed: a face-down one is shown, and was face down all the same.
#[inline]
pub fn destroyed(rules: &Rules, pos: &Position, place: Place) -> Looks {
    let mut looks = looks_of(pos, place);
    if looks.down {
        looks = Looks { state: looks.state, against: !Filter::DOWN, ..printed(rules, pos, looks.card) };
    }
    looks
}

/// What there was to see of a back that went to a deck: that it was a creature, or magic (ST H18).
pub fn unseen(rules: &Rules, pos: &Position, card: CardRef) -> Looks {
    let magic = rules.def(pos.def_id(card)).is_magic();
    let kind = if magic { crate::rules::MAGIC } else { Filter::CREATURE };
    let none = Looks { level: 0, subtypes: 0, attack: 0, defense: 0, ..printed(rules, pos, card) };
    Looks { down: true, state: Filter::DOWN, kind, ..none }
}

/// Whether a card is what a filter asks for, seen from `seat` and from a source. Without a branch where it can be.
#[inline]
pub fn fits(filter: &Filter, looks: &Looks, seat: Seat, source: CardRef) -> bool {
    filter.admits(looks.seat, seat)
        & (looks.kind & filter.kinds != 0)
        & (!looks.down | filter.plain)
        & (looks.subtypes & filter.subtypes == filter.subtypes)
        & (looks.level >= filter.level.0)
        & (looks.level <= filter.level.1)
        & (looks.attack >= filter.attack)
        & (looks.defense <= filter.defense)
        & (looks.state & filter.with == filter.with)
        & (looks.state & looks.against & filter.without == 0)
        & !(filter.other & (looks.card == source))
}

/// The places on the field whose card fits.
#[inline]
pub fn on_field(pos: &Position, seat: Seat, source: CardRef, filter: &Filter) -> Places {
    fitting(pos, pos.field.taken, seat, source, filter)
}

/// Those of some places whose card fits.
#[inline]
pub fn fitting(pos: &Position, among: Places, seat: Seat, source: CardRef, filter: &Filter) -> Places {
    let (tapped, down) = (pos.field.all(Trait::TAPPED), pos.field.all(Trait::DOWN));
    let [if_tapped, if_untapped, if_down, if_up] = filter.states;
    let states = if_tapped.and(tapped).or(if_untapped.without(tapped)).and(if_down.and(down).or(if_up.without(down)));
    let among = among.and(filter.rows[seat]).and(states).without(pos.field.spot_of(source).when(filter.other));
    // Often nothing is asked for beyond sets, or there is nothing to look at.
    if among.when(!filter.bare).is_empty() { among } else { described(pos, among, filter) }
}

/// Those of some places whose card has what a filter asks for beyond sets.
#[inline(never)]
fn described(pos: &Position, among: Places, filter: &Filter) -> Places {
    pos.field.places(among, |slot| filter.describes(slot))
}

/// Everything of a group, in the fixed order: the field from the left, own side first; piles from the oldest; stacks from below.
pub fn each(rules: &Rules, pos: &Position, run: &Run, group: Group, found: &mut impl FnMut(CardRef)) {
    let (seat, source) = (run.seat, run.source);
    let filter = rules.filter(group.filter);
    // No card lies with another player than its owner (ST H21).
    let described = rules.described(group.filter);
    let mut pile = |cards: &[CardRef], owner: Seat| {
        if filter.admits(owner, seat) {
            let but = if filter.other { source } else { CardRef::NONE };
            let fits = |card: CardRef| described.has(pos.def_id(card)) & (card != but);
            for cards in cards.chunks(64) {
                let mut left = cards.iter().rev().fold(0_u64, |set, &card| set << 1 | u64::from(fits(card)));
                while left != 0 {
                    found(cards[left.trailing_zeros() as usize]);
                    left &= left - 1;
                }
            }
        }
    };
    match group.from {
        From::Field => {
            for place in on_field(pos, seat, source, filter).from(seat) {
                found(pos.slot(place).card);
            }
        }
        From::Hand => pile(pos.pile(seat, Zone::Hand), seat),
        From::Deck => pile(pos.pile(seat, Zone::Deck), seat),
        From::Pile => pile(pos.pile(seat, Zone::Discard), seat),
        From::RivalPile => pile(pos.pile(seat.rival(), Zone::Discard), seat.rival()),
        From::UnderThis => {
            if let Some(place) = stack_of(pos, source) {
                pile(pos.under(place), place.seat());
            }
        }
        From::UnderHost => {
            let host = pos.find(source).map_or(CardRef::NONE, |place| pos.slot(place).host);
            if let Some(place) = pos.find(host) {
                pile(pos.under(place), place.seat());
            }
        }
        From::UnderChosen(register) => {
            for place in run.picked(register).filter_map(|card| pos.find(card)) {
                pile(pos.under(place), place.seat());
            }
        }
        From::Under(tops) => {
            for place in on_field(pos, seat, source, rules.filter(tops)).and(Places::STACKS).from(seat) {
                pile(pos.under(place), place.seat());
            }
        }
    }
}

/// How many cards of a group there are. Counting sees the whole group, immune or not.
pub fn count(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, group: Group) -> usize {
    if group.from == From::Field {
        return on_field(pos, seat, source, rules.filter(group.filter)).len();
    }
    let run = announced(crate::rules::EffectId(0), 0, source, seat, crate::frames::By::Use, Place::NONE);
    let mut count = 0;
    each(rules, pos, &run, group, &mut |_| count += 1);
    count
}

/// Whether a condition holds for a player.
pub fn holds(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, test: Test) -> bool {
    match test {
        Test::AtLeast(least, group) => count(rules, pos, seat, source, group) >= usize::from(least),
        Test::FewerPoints => pos.points[seat] < pos.points[seat.rival()],
    }
}

/// The stack in which a card lies, on top or underneath.
pub fn stack_of(pos: &Position, card: CardRef) -> Option<Place> {
    place_of_zone(pos.zones.zone_of(card))
}

/// ST H29: whether a card on the field may be chosen by an effect of a source.
#[inline]
pub fn choosable(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, place: Place) -> bool {
    let slot = pos.slot(place);
    !(slot.marked(mark::UNTARGETABLE) & (place.seat() != seat)) && !resists(rules, pos, place, source)
}

/// The places on the field whose card fits and may be chosen by an effect of a source.
#[inline]
pub fn targets(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, filter: &Filter) -> Places {
    let there = on_field(pos, seat, source, filter);
    let shielded = there.and(pos.field.shielded);
    let closed = shielded.iter().filter(|&place| !choosable(rules, pos, seat, source, place));
    closed.fold(there, |there, place| there.without(Places::only(place)))
}

/// Everything that may be chosen for a pick, in the fixed order; what is chosen already is left out.
pub fn candidates(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, register: u8, found: &mut impl FnMut(CardRef)) {
    // Another choice's targets may be the same; but no card pays two costs, which are chosen before everything else.
    let taken = match pick.when {
        When::Cost => run.chosen.as_flattened(),
        _ => &run.chosen[register as usize % 2][..],
    };
    if let (From::Field, Purpose::Any) = (pick.group.from, pick.purpose) {
        let cards = anything(rules, pos, run, pick).from(run.seat).map(|place| pos.slot(place).card);
        return cards.filter(|card| !taken.contains(card)).for_each(found);
    }
    each(rules, pos, run, pick.group, &mut |card| {
        if !taken.contains(&card) && suits(rules, pos, run, pick, card) {
            found(card);
        }
    });
}

/// Whether there are so many candidates. On the field, where nothing narrows the choice, those that are chosen already count too.
pub fn enough(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, register: u8, least: usize) -> bool {
    let filter = rules.filter(pick.group.filter);
    let first = run.chosen[register as usize % 2][0] == Kept::OPEN;
    match (pick.group.from, pick.purpose) {
        (From::Field, Purpose::Any) => anything(rules, pos, run, pick).at_least(least),
        // The choice of most costs.
        (From::Field, Purpose::Destroy) if first && pick.when == When::Cost => {
            let places = on_field(pos, run.seat, run.source, filter);
            pos.field.places(places, |slot| !slot.marked(mark::INDESTRUCTIBLE)).at_least(least)
        }
        (From::Pile | From::RivalPile, Purpose::Any) if first => {
            crate::costs::in_pile(rules, pos, run.seat, run.source, pick.group, least) >= least
        }
        (From::Hand, Purpose::Any) if first && filter.bare && !filter.other && filter.kinds == Filter::ANY.kinds => {
            pos.pile(run.seat, Zone::Hand).len() >= least
        }
        _ => {
            let mut count = 0;
            candidates(rules, pos, run, pick, register, &mut |_| count += 1);
            count >= least
        }
    }
}

/// The places on the field that may be chosen where no purpose narrows the choice. A cost does not target (ST H29).
fn anything(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> Places {
    let filter = rules.filter(pick.group.filter);
    match pick.when {
        When::Cost => on_field(pos, run.seat, run.source, filter),
        _ => targets(rules, pos, run.seat, run.source, filter),
    }
}

/// Whether a chosen target still fits (ST H5).
pub fn still_fits(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, card: CardRef) -> bool {
    let there = if pick.group.from == From::Field {
        let place = pos.find(card).map_or(Places::NONE, Places::only);
        !fitting(pos, place, run.seat, run.source, rules.filter(pick.group.filter)).is_empty()
    } else {
        let mut there = false;
        each(rules, pos, run, pick.group, &mut |other| there |= other == card);
        there
    };
    there && suits(rules, pos, run, pick, card)
}

/// Whether a card of the group is one that can be chosen for this.
fn suits(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, card: CardRef) -> bool {
    let open = match pick.group.from {
        From::Field if pick.when != When::Cost => {
            pos.find(card).is_some_and(|place| choosable(rules, pos, run.seat, run.source, place))
        }
        _ => true,
    };
    open && match pick.purpose {
        Purpose::Any => true,
        Purpose::Destroy => pos.find(card).is_some_and(|place| !pos.slot(place).marked(mark::INDESTRUCTIBLE)),
        Purpose::Play(landing) => play::can_land(rules, pos, card, landing),
        Purpose::LevelUp(base, any_type) => {
            base_of(pos, run, base).is_some_and(|place| play::levels(rules, pos, card, place, any_type))
        }
        Purpose::Apart(Who::Chosen(register)) => run.picked(register).all(|other| other != card),
        Purpose::Apart(other) => fixed(pos, run, other) != Some(card),
        Purpose::Redirect => redirectable(rules, pos, run, card),
    }
}

/// The one card that is meant without a choice.
pub fn fixed(pos: &Position, run: &Run, who: Who) -> Option<CardRef> {
    let attack = || {
        pos.agenda.frames().iter().rev().find_map(|frame| if let Frame::Attack(attack) = frame { Some(*attack) } else { None })
    };
    match who {
        Who::This => Some(run.source),
        Who::ThisStack => stack_of(pos, run.source).map(|place| pos.slot(place).card),
        // ST H6: what is being played is in no zone yet, so nothing is done to it.
        Who::Event => run.event.some().filter(|&card| !pos.is_being_played(card)),
        Who::Attacker => attack().and_then(|attack| pos.top(attack.attacker)),
        Who::Defender => attack().and_then(|attack| pos.top(attack.target)),
        Who::Host => pos.find(run.source).and_then(|place| pos.slot(place).host.some()).or(run.picked(0).next()),
        Who::Nobody | Who::Chosen(_) | Who::All(_) => None,
    }
}

/// Whether two choices of different cards can be made, of which the second is apart from the first.
pub fn are_apart(rules: &Rules, pos: &Position, run: &Run, first: (u8, &Pick), second: (u8, &Pick)) -> bool {
    let mut others = crate::stacks::Cards::new();
    candidates(rules, pos, run, first.1, first.0, &mut |card| others.push(card));
    let mut apart = false;
    candidates(rules, pos, run, second.1, second.0, &mut |card| apart |= others.iter().any(|other| *other != card));
    apart
}

/// ST H28: whether an effect can be lent.
pub fn lends(rules: &Rules, id: crate::rules::EffectId) -> bool {
    let effect = rules.effect(id);
    matches!(effect.kind, EffectKind::Normal | EffectKind::Dormant) && effect.zones & From::ON_FIELD != 0
}

/// The stack that is levelled up.
pub fn base_of(pos: &Position, run: &Run, base: Who) -> Option<Place> {
    match base {
        Who::This => pos.find(run.source),
        Who::ThisStack => stack_of(pos, run.source),
        Who::Event => pos.find(run.event),
        Who::Chosen(register) => run.picked(register).find_map(|card| pos.find(card)),
        _ => None,
    }
    .filter(|place| place.is_stack())
}

/// ST H29: whether a card is another legal target, on the same side, of what a Counter answers.
pub fn redirectable(rules: &Rules, pos: &Position, run: &Run, card: CardRef) -> bool {
    let Some(place) = pos.find(card) else { return false };
    match pos.agenda.frames().get(run.answers as usize) {
        Some(Frame::Attack(attack)) => {
            let target = attack.target.0;
            place.is_stack() && target != Place::NONE && place != target && place.seat() == target.seat()
        }
        Some(Frame::Link(link)) => match redirected(rules, pos, run, link) {
            Some((register, at, pick)) => {
                let old = link.chosen[register][at];
                let same_side = pos.find(old).is_some_and(|old| old.seat() == place.seat());
                same_side && !link.chosen[register].contains(&card) && still_fits(rules, pos, link, &pick, card)
            }
            None => false,
        },
        _ => false,
    }
}

/// The target of an effect that a Counter redirects: the one that its player has named (ST I7).
pub fn redirected(rules: &Rules, pos: &Position, run: &Run, link: &Run) -> Option<(usize, usize, Pick)> {
    let meant = match run.aim {
        Kept::ANY => meant(rules, pos, run, link).next().map(|(aim, _)| aim),
        aim => Some(aim),
    };
    play::targets(rules, link).find(|&(register, at, _)| meant == Some(through(register, at)))
}

/// The targets of an effect that fit the event of a Counter which answers it, with their places counted through the registers.
pub fn meant(rules: &Rules, pos: &Position, run: &Run, link: &Run) -> impl Iterator<Item = (u8, CardRef)> {
    let line = rules.effect(run.ability);
    // An activation is described by its source, not by its targets.
    let about = if line.event == Some(Event::Targeted) { line.about } else { About::Any };
    let (source, chosen) = (run.source, link.chosen);
    let targets = play::targets(rules, link).map(move |(register, at, _)| (through(register, at), chosen[register][at]));
    targets.filter(move |(_, card)| crate::waiting::is_about(rules, pos, about, source, &looks(rules, pos, *card)))
}

/// The place of a target, counted through the registers.
const fn through(register: usize, at: usize) -> u8 {
    (register * MOST_CHOSEN + at) as u8
}

/// The zones of a hidden choice that everybody can see to be empty.
pub fn is_bare(pos: &Position, seat: Seat, from: From) -> bool {
    match from {
        From::Hand => pos.zones.is_empty(zone(seat, Zone::Hand)),
        From::Deck => pos.zones.is_empty(zone(seat, Zone::Deck)),
        _ => false,
    }
}
