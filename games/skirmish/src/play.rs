//! What can be played and activated, and why not.

use playmat_cards::CardRef;
use playmat_kernel::Seat;

use crate::Skirmish;
use crate::choice::Choice;
use crate::facts::started;
use crate::rules::{Needs, Rules};
use crate::select;
use crate::state::{By, Frame, Phase, Place, Places, Position, Run, Slot, Zone};
use crate::words::{Keyword, Trigger};

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Why {
    NotYourTurn,
    HasActivated,
    NoTarget,
    NoSlot,
    NobodyToConsume,
    NotInHand,
    NotOnField,
    NothingToActivate,
    Silenced,
    Used,
    Cooldown,
    NothingActivated,
    NotAnOption,
}

/// What is missing on the table, for all cards of a player's hand at once: see [`Needs`].
#[inline]
pub fn missing(rules: &Rules, pos: &Position, seat: Seat) -> Needs {
    let (open, taken, own) = (select::unguarded(pos, seat), pos.field.taken(), Places::of(seat));
    let sets = [open, open.and(taken), taken.and(own), taken.without(own), taken];
    let missing = Needs::where_true(sets.map(Places::is_empty));
    if pos.wants[seat].has(Needs::TARGET) { missing.union(missing_targets(rules, pos, seat)) } else { missing }
}

/// Which of the targets that a hand has cards for are missing.
#[inline(never)]
fn missing_targets(rules: &Rules, pos: &Position, seat: Seat) -> Needs {
    let mut missing = Needs::NOTHING;
    for (nth, filter) in rules.targets.iter().enumerate() {
        missing.add_if(Needs::target(nth), select::no_unit(pos, seat, filter));
    }
    missing
}

/// Whether a card of the turn player's hand can be played in a fresh turn.
pub fn can_play(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Result<(), Why> {
    let def = rules.def(pos.def_id(card));
    if def.kind.stands() {
        let open = select::unguarded(pos, seat);
        let devours = def.keywords & Keyword::Devourer.bit() != 0;
        return match (open.is_empty(), devours && open.and(pos.field.taken()).is_empty()) {
            (true, _) => Err(Why::NoSlot),
            (_, true) => Err(Why::NobodyToConsume),
            _ => Ok(()),
        };
    }
    if possible(rules, pos, seat, card) { Ok(()) } else { Err(Why::NoTarget) }
}

/// Whether an action of a hand has all its targets.
pub fn possible(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> bool {
    let run = announced(rules, pos, seat, card);
    run.is_some_and(|run| playmat_cards::possible::<Skirmish>(rules, pos, &run, run.cursor.at))
}

/// An action of a hand, about to be announced.
pub fn announced(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Option<Run> {
    let id = rules.abilities_on(pos.def_id(card), Trigger::Played).next()?;
    Some(started(rules, id, card, Place::new(seat, 0), By::Action, 0))
}

/// Whether the unit at a place can be activated by the turn player.
pub fn can_use(rules: &Rules, pos: &Position, place: Place) -> Result<(), Why> {
    let field = &pos.field;
    if rules.abilities_on(pos.def_id(field.cards[place]), Trigger::Activate).next().is_none() {
        return Err(Why::NothingToActivate);
    }
    if field.being(Slot::SILENCED).has(place) {
        return Err(Why::Silenced);
    }
    if field.being(Slot::USED).has(place) {
        return Err(Why::Used);
    }
    if !field.rested().without(field.cooling()).has(place) {
        return Err(Why::Cooldown);
    }
    if has_targets(rules, pos, place) { Ok(()) } else { Err(Why::NoTarget) }
}

/// Whether the ability that the unit at a place can activate has all its targets.
#[inline]
pub fn has_targets(rules: &Rules, pos: &Position, place: Place) -> bool {
    let card = pos.field.cards[place];
    let id = rules.abilities_on(pos.def_id(card), Trigger::Activate).next();
    let run = id.map(|id| started(rules, id, card, place, By::Activate, 0));
    run.is_some_and(|run| playmat_cards::possible::<Skirmish>(rules, pos, &run, run.cursor.at))
}

/// Why a choice that is not listed cannot be taken, and the card it is about.
pub fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> (Why, Option<CardRef>) {
    let seat = pos.turn;
    if pos.agenda.top_ref() != Some(&Frame::Turn) {
        return (Why::NotAnOption, None);
    }
    match choice {
        Choice::Play(card) if pos.pile(seat, Zone::Hand).contains(&card) => {
            (why_not_play(rules, pos, seat, card).unwrap_or(Why::NotAnOption), Some(card))
        }
        Choice::Play(_) => (Why::NotInHand, None),
        Choice::Use(card) => match pos.find(card) {
            Some(place) if place.seat() == seat => (can_use(rules, pos, place).err().unwrap_or(Why::NotAnOption), Some(card)),
            _ => (Why::NotOnField, None),
        },
        Choice::Done => (Why::HasActivated, None),
        Choice::End => (Why::NothingActivated, None),
        _ => (Why::NotAnOption, None),
    }
}

/// Why a card of a hand cannot be played now, if that is so.
pub fn why_not_play(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Option<Why> {
    if pos.turn != seat {
        return Some(Why::NotYourTurn);
    }
    if pos.phase == Phase::Activated {
        return Some(Why::HasActivated);
    }
    can_play(rules, pos, seat, card).err()
}
