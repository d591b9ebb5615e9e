//! Vigil: two keepers sit through the night, each behind a row of candles. The example game that docs/new-game.md walks through; its rules are
//! in docs/rules/vigil.md (cited as VG).
//!
//! In reading order: `words` (what cards can say), `rules` (what becomes of it), `state`, `turn`, `effects` (a match), `show`, `scene`.

mod words;
mod rules;
mod state;
mod turn;
mod effects;
mod show;
mod scene;

use playmat_cards::game::*;

use rules::Rules;
use state::{Choice, Cx, Frame, Position, Zone};
use turn::cannot_play;

/// The game. It holds no data: rules and position are handed to every function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vigil;

impl Fast for Vigil {}
impl CardGame for Vigil {
    const NAME: &'static str = "vigil";
    const TITLE: &'static str = "Vigil";
    const RULE_VERSION: u16 = 1;
}

impl Game for Vigil {
    type Rules = Rules;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Reason = Reason;

    /// Does what is on top of the agenda. To ask changes nothing: the frame stays until it is answered.
    fn step<C: Chance, L: Listener<Event>>(rules: &Rules, pos: &mut Position, chance: &mut C, heard: &mut L) -> Step {
        let mut cx = Cx { rules, pos, chance, heard };
        match cx.pos.agenda.top() {
            _ if cx.pos.is_over() => return Step::Over(Outcome::by_more(&cx.pos.life)),
            Some(Frame::Main) => return Step::ask_move(cx.pos.turn),
            Some(Frame::Run(_)) => return cx.run_on(),
            Some(Frame::Open { first, shuffle }) => cx.open(first, shuffle),
            Some(Frame::Compare) => cx.compare(),
            None => cx.begin(),
        }
        Step::Go
    }

    fn options(rules: &Rules, pos: &Position, options: &mut Options<Choice>) {
        match pos.agenda.top() {
            Some(Frame::Run(run)) => program_options::<Vigil>(rules, pos, &run, options),
            _ => {
                let hand = pos.board.zone(pos.turn, Zone::Hand).iter().copied();
                options.extend(hand.filter(|&card| cannot_play(rules, pos, card).is_none()).map(Choice::Play));
                options.push(Choice::End);
            }
        }
    }

    fn take<C: Chance, L: Listener<Event>>(
        rules: &Rules,
        pos: &mut Position,
        choice: Choice,
        chance: &mut C,
        heard: &mut L,
    ) -> Step {
        let mut cx = Cx { rules, pos, chance, heard };
        match choice {
            Choice::Play(card) => cx.play(card),
            Choice::End => cx.end_turn(),
            Choice::Answer(_) => return cx.take_answer(choice),
        }
        Step::Go
    }

    fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> Reason {
        let refused = if let Choice::Play(card) = choice { cannot_play(rules, pos, card) } else { None };
        refused.unwrap_or_else(|| Reason::new("not-an-option", None, "This is no answer to the question."))
    }

    fn overflowed(pos: &Position) -> bool {
        pos.agenda.overflowed()
    }
}

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
