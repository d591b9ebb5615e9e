//! The options of every question.

use playmat_cards::{CardRef, Wants, next};
use playmat_kernel::{Decision, Form, Occasion, Options, Seat, Step};

use crate::play;
use crate::rules::{Action, Needs, Rules};
use crate::select;
use crate::state::{Frame, Phase, Place, Places, Position, Run, TERRAINS, Target, Zone};

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
#[inline]
pub fn options(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    match pos.agenda.top_ref() {
        Some(Frame::Turn) => moves(rules, pos, out),
        Some(&Frame::Play { card }) => slots(rules, pos, card, out),
        Some(Frame::Run(run)) => running(rules, pos, run, out),
        _ => {}
    }
}

/// SK Turn: a card, an activation, or done; after activating more of that, or the end.
#[inline(never)]
fn moves(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let seat = pos.turn;
    let fresh = pos.phase != Phase::Activated;
    if fresh {
        plays(rules, pos, seat, out);
    }
    let rested = pos.field.rested().and(Places::of(seat));
    if !rested.is_empty() {
        uses(rules, pos, rested, out);
    }
    out.push(if fresh { Choice::Done } else { Choice::End });
}

/// The cards of a hand that can be played, decided together by what is missing on the table.
#[inline]
fn plays(rules: &Rules, pos: &Position, seat: Seat, out: &mut Options<Choice>) {
    let missing = play::missing(rules, pos, seat);
    let mut all = Needs::NOTHING;
    out.extend_if(pos.pile(seat, Zone::Hand).iter().map(|&card| {
        let needs = rules.needs(pos.def_id(card));
        all = all.and(needs);
        debug_assert!(needs.closely() || needs.met(missing) == play::can_play(rules, pos, seat, card).is_ok());
        (Choice::Play(card), needs.met(missing))
    }));
    if all.closely() {
        plays_closely(rules, pos, seat, out);
    }
}

/// The same for a hand with cards that ask for more than what can be missing.
#[cold]
fn plays_closely(rules: &Rules, pos: &Position, seat: Seat, out: &mut Options<Choice>) {
    out.clear();
    let hand = pos.pile(seat, Zone::Hand).iter();
    out.extend_if(hand.map(|&card| (Choice::Play(card), play::can_play(rules, pos, seat, card).is_ok())));
}

/// Those who can be activated, out of those who may but for a cooldown.
#[inline(never)]
fn uses(rules: &Rules, pos: &Position, rested: Places, out: &mut Options<Choice>) {
    for place in rested.from(pos.turn) {
        out.push_if(Choice::Use(pos.field.cards[place]), play::can_use(rules, pos, place).is_ok());
    }
}

/// Where a unit of the hand can go.
#[inline(never)]
fn slots(rules: &Rules, pos: &Position, card: CardRef, out: &mut Options<Choice>) {
    let places = select::landing(rules, pos, pos.turn, pos.def_id(card));
    out.extend_if((0..TERRAINS).map(|terrain| {
        let place = Place::new(pos.turn, terrain);
        (Choice::Slot(place), places.has(place))
    }));
}

#[inline(never)]
fn running(rules: &Rules, pos: &Position, run: &Run, out: &mut Options<Choice>) {
    let mut cursor = run.cursor;
    match next(&rules.ops, &mut cursor) {
        Wants::Branch(count) => {
            let branches = (1..=count).filter(|&branch| select::branch_possible(rules, pos, run, run.cursor.at, branch));
            branches.for_each(|branch| out.push(Choice::Branch(branch)));
        }
        Wants::May(_) => out.extend([Choice::Yes, Choice::No]),
        Wants::Act(Action::Choose { pick, .. }) => {
            select::candidates(rules, pos, run, &pick, &mut |target| push_target(out, target));
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
