//! The options of every question.

use playmat_cards::{CardRef, Wants, read};
use playmat_kernel::{BySeat, Decision, Form, Occasion, Options, Seat, Step};

use crate::play;
use crate::rules::{Action, Pick, Rules, What};
use crate::select;
use crate::state::{Frame, Phase, Place, Places, Position, Run, TERRAINS, Zone};

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
    if rules.closely {
        return plays_closely(rules, pos, seat, out);
    }
    let missing = play::missing(rules, pos, seat);
    out.extend_if(pos.pile(seat, Zone::Hand).iter().map(|&card| {
        let needs = rules.needs(pos.def_id(card));
        debug_assert!(needs.met(missing) == play::can_play(rules, pos, seat, card).is_ok());
        (Choice::Play(card), needs.met(missing))
    }));
}

/// The same where a card asks for more than what can be missing.
#[cold]
fn plays_closely(rules: &Rules, pos: &Position, seat: Seat, out: &mut Options<Choice>) {
    let hand = pos.pile(seat, Zone::Hand).iter();
    out.extend_if(hand.map(|&card| (Choice::Play(card), play::can_play(rules, pos, seat, card).is_ok())));
}

/// Those who can be activated, out of those who may but for a cooldown.
#[inline(never)]
fn uses(rules: &Rules, pos: &Position, rested: Places, out: &mut Options<Choice>) {
    for place in rested.and(pos.field.rushed()).from(pos.turn) {
        out.push_if(Choice::Use(pos.field.cards[place]), play::can_use(rules, pos, place).is_ok());
    }
}

/// Where a unit of the hand can go.
#[inline(never)]
fn slots(rules: &Rules, pos: &Position, card: CardRef, out: &mut Options<Choice>) {
    push_slots(select::landing(rules, pos, pos.turn, pos.def_id(card)), pos.turn, out);
}

/// A player's slots of a set.
#[inline]
fn push_slots(places: Places, seat: Seat, out: &mut Options<Choice>) {
    let (slots, count) = &SLOTS[seat][places.row(seat)];
    out.extend_first(slots, *count);
}

/// Each player's slots of each set, as options: see [`Places::row`].
static SLOTS: BySeat<[([Choice; TERRAINS], usize); 1 << TERRAINS]> = BySeat::new(slots_of(Seat::One), slots_of(Seat::Two));

const fn slots_of(seat: Seat) -> [([Choice; TERRAINS], usize); 1 << TERRAINS] {
    let mut all = [([Choice::End; TERRAINS], 0); 1 << TERRAINS];
    let mut set = 0;
    while set < all.len() {
        let mut terrain = 0;
        while terrain < TERRAINS {
            if set & 1 << terrain != 0 {
                all[set].0[all[set].1] = Choice::Slot(Place::new(seat, terrain));
                all[set].1 += 1;
            }
            terrain += 1;
        }
        set += 1;
    }
    all
}

#[inline(never)]
fn running(rules: &Rules, pos: &Position, run: &Run, out: &mut Options<Choice>) {
    let mut cursor = run.cursor;
    match read(&rules.ops, &mut cursor) {
        Wants::Branch(count) => {
            let branches = (1..=count).filter(|&branch| select::branch_possible(rules, pos, run, run.cursor.at, branch));
            branches.for_each(|branch| out.push(Choice::Branch(branch)));
        }
        Wants::May(_) => out.extend([Choice::Yes, Choice::No]),
        Wants::Act(Action::Choose { pick, .. }) => {
            candidates(rules, pos, run, pick, out);
            if pick.optional {
                out.push(Choice::None);
            }
        }
        _ => {}
    }
}

/// Everything that may be chosen, in the fixed order of options: the chooser's side, then the rival's, each from terrain 0 to
/// 4; the dead from the oldest.
#[inline]
fn candidates(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, out: &mut Options<Choice>) {
    match pick.what {
        What::Dead => select::dead(rules, pos, run, pick).for_each(|card| out.push(Choice::Card(card))),
        What::Slot => {
            let slots = select::slots(rules, pos, run, pick);
            push_slots(slots, run.seat, out);
            push_slots(slots, run.seat.rival(), out);
        }
        What::Unit => {
            let units = select::places(rules, pos, run, What::Unit, &pick.filter);
            units.from(run.seat).for_each(|place| out.push(Choice::Card(pos.field.cards[place])));
        }
    }
}
