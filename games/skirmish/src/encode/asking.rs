//! What asks, what it has chosen so far, and what waits behind it.

use playmat_cards::{Mode, Op, read};
use playmat_kernel::Seat;

use super::rows::{ChosenRow, Header, WaitingRow};
use super::{CHOSEN, WAITING, at, entity, seen, standing, whose};
use crate::rules::{Rules, What};
use crate::state::{By, Frame, Phase, Position, Run, Target};

const fn by(by: By) -> i16 {
    match by {
        By::Unit => 1,
        By::Gone => 2,
        By::Action => 3,
        By::Activate => 4,
    }
}

const fn mode(mode: Mode) -> i16 {
    match mode {
        Mode::Running => 0,
        Mode::Announcing => 1,
        Mode::Trying => 2,
        Mode::FellShort => 3,
    }
}

/// The columns of the header that say what asks.
#[inline]
pub fn asking(rules: &Rules, pos: &Position, me: Seat) -> Header {
    match pos.agenda.top_ref() {
        Some(Frame::Turn) => Header { question: if pos.phase == Phase::Activated { 2 } else { 1 }, ..Header::default() },
        Some(&Frame::Play { card }) => {
            Header { question: 3, card: seen(pos, me, card), entity: entity(pos, me, card), ..Header::default() }
        }
        Some(Frame::Run(run)) => running(rules, pos, me, run),
        // Nothing else asks.
        _ => Header::default(),
    }
}

/// What is asked by a line of a card.
#[inline(never)]
fn running(rules: &Rules, pos: &Position, me: Seat, run: &Run) -> Header {
    let ability = rules.ability(run.ability);
    let first = rules.def(pos.def_id(run.source)).first;
    let question = match read(&rules.ops, run.cursor).1 {
        Op::Choose(_, pick) => match pick.what {
            What::Unit => 4,
            What::Slot => 5,
            What::Dead => 6,
        },
        Op::Either(_) => 7,
        Op::May(_) => 8,
        // Nothing else asks.
        _ => 0,
    };
    Header {
        question,
        card: seen(pos, me, run.source),
        entity: entity(pos, me, run.source),
        place: if run.by == By::Action { 0 } else { at(me, run.at) },
        ability: run.ability.0.saturating_sub(first) as i16 + 1,
        trigger: ability.trigger as i16 + 1,
        by: by(run.by),
        step: run.cursor.at.saturating_sub(ability.start) as i16 + 1,
        branch: i16::from(run.cursor.branch),
        mode: mode(run.cursor.mode),
        amount: run.amount,
        ..Header::default()
    }
}

/// What was chosen by the line that asks.
#[inline]
pub fn chosen(pos: &Position, me: Seat, out: &mut [i16; CHOSEN * ChosenRow::LEN]) {
    *out = [0; CHOSEN * ChosenRow::LEN];
    if let Some(Frame::Run(run)) = pos.agenda.top_ref() {
        let (rows, _) = out.as_chunks_mut::<{ ChosenRow::LEN }>();
        let targets = [run.it].into_iter().chain(run.chosen);
        // Most lines have chosen nothing yet.
        for (row, target) in rows.iter_mut().zip(targets).filter(|(_, target)| *target != Target::NONE) {
            *row = one_chosen(pos, me, target).numbers();
        }
    }
}

fn one_chosen(pos: &Position, me: Seat, target: Target) -> ChosenRow {
    if let Some(card) = target.as_card() {
        ChosenRow { what: 1, card: seen(pos, me, card), entity: entity(pos, me, card) }
    } else if let Some(place) = target.as_slot() {
        ChosenRow { what: 2, card: standing(pos, place), entity: at(me, place) }
    } else if let Some(place) = target.as_left() {
        ChosenRow { what: 3, card: 0, entity: at(me, place) }
    } else {
        ChosenRow { what: 4, ..ChosenRow::default() }
    }
}

/// What waits; how much that is. That the turn goes on is nothing to wait for.
#[inline]
pub fn waiting(rules: &Rules, pos: &Position, me: Seat, below: &[Frame], out: &mut [i16; WAITING * WaitingRow::LEN]) -> i16 {
    *out = [0; WAITING * WaitingRow::LEN];
    let (rows, _) = out.as_chunks_mut::<{ WaitingRow::LEN }>();
    let mut count = 0;
    for frame in below.iter().rev().filter(|frame| **frame != Frame::Turn) {
        if let Some(row) = rows.get_mut(count) {
            *row = one_waiting(rules, pos, me, frame).numbers();
        }
        count += 1;
    }
    count as i16
}

#[inline(never)]
fn one_waiting(rules: &Rules, pos: &Position, me: Seat, frame: &Frame) -> WaitingRow {
    let plain = |what| WaitingRow { what, ..WaitingRow::default() };
    match *frame {
        Frame::Enter(enter) => WaitingRow {
            whose: whose(me, enter.place.seat()),
            card: seen(pos, me, enter.card),
            place: at(me, enter.place),
            amount: enter.last,
            ..plain(1)
        },
        Frame::Run(run) => WaitingRow {
            whose: whose(me, run.seat),
            card: seen(pos, me, run.source),
            place: if run.by == By::Action { 0 } else { at(me, run.at) },
            trigger: rules.ability(run.ability).trigger as i16 + 1,
            amount: run.amount,
            ..plain(2)
        },
        Frame::Reactions { trigger, amount, .. } => WaitingRow { trigger: trigger as i16 + 1, amount, ..plain(3) },
        Frame::Starting { .. } => WaitingRow { whose: whose(me, pos.turn), ..plain(4) },
        Frame::Resolve { .. } => plain(5),
        Frame::Opening(_) | Frame::Turn | Frame::Play { .. } => plain(6),
    }
}
