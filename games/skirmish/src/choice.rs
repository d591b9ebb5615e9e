//! The options of every question.

use playmat_cards::{CardRef, Wants, next};
use playmat_kernel::{Decision, Form, Occasion, Options, Seat, Step};

use crate::play::{self, Room};
use crate::rules::{Action, Rules};
use crate::select;
use crate::state::{Frame, Phase, Place, Position, Run, TERRAINS, Target, Zone};

/// One option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Choice {
    /// Play a card from hand.
    Play(CardRef),
    /// Activate a unit.
    Use(CardRef),
    /// Out for the rest of the skirmish.
    Done,
    /// End the turn after activating.
    #[default]
    End,
    /// A card.
    Card(CardRef),
    /// A slot.
    Slot(Place),
    /// A branch of "either", counted from 1.
    Branch(u8),
    /// Do it.
    Yes,
    /// Do not.
    No,
    /// None of them.
    None,
}

/// A move of the turn player.
pub const fn ask_move(seat: Seat) -> Step {
    Step::Ask(Decision { seat, form: Form::OneOf, occasion: Occasion::Move })
}

/// A question that something raised.
pub const fn ask(seat: Seat) -> Step {
    Step::Ask(Decision { seat, form: Form::OneOf, occasion: Occasion::Raised })
}

/// A question about a move that nobody else knows of yet.
pub const fn ask_declaring(seat: Seat) -> Step {
    Step::Ask(Decision { seat, form: Form::OneOf, occasion: Occasion::Declaring })
}

/// Who is asked by the frame on top.
pub fn asked(pos: &Position) -> Seat {
    match pos.agenda.top_ref() {
        Some(Frame::Run(run)) => run.seat,
        _ => pos.turn,
    }
}

/// Lists the options of the frame on top, which has just asked.
pub fn options(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    match pos.agenda.top() {
        Some(Frame::Turn) => moves(rules, pos, out),
        Some(Frame::Play { card }) => {
            let seat = pos.turn;
            select::landing(rules, pos, seat, pos.def_id(card)).from(seat).for_each(|place| out.push(Choice::Slot(place)));
        }
        Some(Frame::Run(run)) => running(rules, pos, run, out),
        _ => {}
    }
}

/// SK Turn: a card, an activation, or done; after activating more of that, or the end.
#[inline(never)]
fn moves(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let seat = pos.turn;
    if pos.phase != Phase::Activated {
        let room = Room::of(pos, seat);
        let hand = pos.pile(seat, Zone::Hand).iter();
        out.extend_if(hand.map(|&card| (Choice::Play(card), play::can_play(rules, pos, seat, card, room).is_ok())));
    }
    for terrain in 0..TERRAINS {
        let place = Place::new(seat, terrain);
        let slot = pos.slot(place);
        if slot.ready() && play::can_use(rules, pos, place).is_ok() {
            out.push(Choice::Use(slot.card));
        }
    }
    out.push(if pos.phase == Phase::Activated { Choice::End } else { Choice::Done });
}

fn running(rules: &Rules, pos: &Position, run: Run, out: &mut Options<Choice>) {
    let mut cursor = run.cursor;
    match next(&rules.ops, &mut cursor) {
        Wants::Branch(count) => {
            let branches = (1..=count).filter(|&branch| select::branch_possible(rules, pos, &run, run.cursor.at, branch));
            branches.for_each(|branch| out.push(Choice::Branch(branch)));
        }
        Wants::May(_) => out.extend([Choice::Yes, Choice::No]),
        Wants::Act(Action::Choose { pick, .. }) => {
            select::candidates(rules, pos, &run, &pick, &mut |target| push_target(out, target));
            if pick.optional {
                out.push(Choice::None);
            }
        }
        _ => {}
    }
}

fn push_target(out: &mut Options<Choice>, target: Target) {
    if let Some(card) = target.as_card() {
        out.push(Choice::Card(card));
    } else if let Some(place) = target.as_slot() {
        out.push(Choice::Slot(place));
    }
}
