//! The machine: runs the programs of any game. It announces, chooses, branches, asks "may", tests, notes what "if you do" asks about, and
//! finishes; it also lists the options of whatever it asks and says whether a program can be done at all. Nothing of it is a game's own.
//!
//! # How a game uses it
//!
//! A game says what its programs are made of ([`Parts`]: an action, a pick, a test) and keeps a [`Run`] in one of its frames. Then:
//!
//! 1. [`Programs`], for the game itself, reads: where the ops and the running program are, what may be chosen ([`Programs::candidates`]),
//!    what holds ([`Programs::holds`]). It changes nothing.
//! 2. [`Machine`], for whatever the game calls the things at hand in a step (rules, position, chance, listener), does: one action
//!    ([`Machine::act`]), what is to be done when all is announced ([`Machine::declare`]), and when the program is done
//!    ([`Machine::finish`]).
//!
//! The step of the game's frame is then [`Machine::run_on`], an answer to it is [`Machine::take_answer`], and its options are
//! [`program_options`]. Everything is compiled for the one game: no call goes through a table, nothing is allocated, and the program is
//! read and changed where it lies on the agenda.
//!
//! A small game needs five functions of the first trait and four of the second; all else has a default:
//!
//! ```
//! use playmat_cards::{Answer, CardRef, Chosen, Cursor, Machine, Never, Op, Parts, Programs, Run, program_options};
//! use playmat_kernel::{Agenda, Chance, AnyListener, Game, Listener, Options, Seat, Status, Step, go_on};
//!
//! /// Players strike cards that lie in a row.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! struct Strikes;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! enum Action {
//!     /// What was chosen into register 0 is struck.
//!     Strike,
//! }
//!
//! impl Parts for Strikes {
//!     type Action = Action;
//!     type Pick = ();
//!     type Test = Never;
//! }
//!
//! /// What runs: nothing has to be known beside what was chosen.
//! type Effect = Run<Chosen<(), 1>>;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Row {
//!     struck: [bool; 3],
//!     agenda: Agenda<Effect, 4>,
//! }
//!
//! # impl Game for Strikes {
//! #     type Rules = Vec<Op<Strikes>>;
//! #     type Position = Row;
//! #     type Choice = u8;
//! #     type Event = ();
//! #     type Reason = ();
//! #     fn step<C: Chance, L: Listener<()>>(rules: &Self::Rules, row: &mut Row, _: &mut C, _: &mut L) -> Step {
//! #         Cx { rules, row }.run_on()
//! #     }
//! #     fn options(rules: &Self::Rules, row: &Row, out: &mut Options<u8>) {
//! #         if let Some(run) = row.agenda.top_ref() { program_options::<Strikes>(rules, row, run, out) }
//! #     }
//! #     fn take<C: Chance, L: Listener<()>>(rules: &Self::Rules, row: &mut Row, choice: u8, _: &mut C, _: &mut L) -> Step {
//! #         Cx { rules, row }.take_answer(choice)
//! #     }
//! #     fn why_not(_: &Self::Rules, _: &Row, _: u8) {}
//! #     fn overflowed(row: &Row) -> bool { row.agenda.overflowed() }
//! #     fn run(
//! #         rules: &Self::Rules, row: &mut Row, choice: Option<u8>, chance: &mut dyn Chance, listener: Option<&mut dyn AnyListener<()>>,
//! #     ) -> Status {
//! #         go_on::<Self>(rules, row, choice, chance, listener)
//! #     }
//! # }
//! impl Programs for Strikes {
//!     type Kept = Chosen<(), 1>;
//!
//!     fn ops(rules: &Vec<Op<Strikes>>) -> &[Op<Strikes>] { rules }
//!     fn running(row: &Row) -> Option<&Effect> { row.agenda.top_ref() }
//!     fn running_mut(row: &mut Row) -> Option<&mut Effect> { row.agenda.top_mut() }
//!     fn depth(row: &Row) -> usize { row.agenda.depth() }
//!     fn candidates(_: &Self::Rules, row: &Row, _: &Effect, _: u8, _: &(), out: &mut Options<u8>) {
//!         out.extend((0..3).filter(|&at| !row.struck[at as usize]));
//!     }
//!     fn holds(_: &Self::Rules, _: &Row, _: &Effect, test: &Never) -> bool { match *test {} }
//!     fn answer(choice: u8) -> Answer<CardRef> { Answer::Target(CardRef(choice)) }
//!     fn choice(answer: Answer<CardRef>) -> u8 { if let Answer::Target(card) = answer { card.0 } else { u8::MAX } }
//! }
//!
//! struct Cx<'r, 'p> { rules: &'r Vec<Op<Strikes>>, row: &'p mut Row }
//!
//! impl<'r> Machine<'r> for Cx<'r, '_> {
//!     type Game = Strikes;
//!
//!     fn rules(&self) -> &'r Vec<Op<Strikes>> { self.rules }
//!     fn position(&self) -> &Row { self.row }
//!     fn position_mut(&mut self) -> &mut Row { self.row }
//!     fn act(&mut self, run: &Effect, action: &Action) {
//!         match action {
//!             Action::Strike => self.row.struck[run.chosen[0].0 as usize] = true,
//!         }
//!     }
//!     fn finish(&mut self) -> Step {
//!         self.row.agenda.pop();
//!         Step::Go
//!     }
//! }
//!
//! let rules = vec![Op::Choose(0, ()), Op::Act(Action::Strike), Op::End];
//! let effect = Run::new((), Cursor::new(0, false), CardRef(0), Seat::One, Chosen::default());
//! let mut row = Row { struck: [true, false, false], agenda: Agenda::new(effect) };
//! row.agenda.push(effect);
//! assert!(matches!(Cx { rules: &rules, row: &mut row }.run_on(), Step::Ask(_)));
//! let mut options = Options::new();
//! Strikes::options(&rules, &row, &mut options);
//! assert_eq!(options[..], [1, 2]);
//! assert_eq!(Cx { rules: &rules, row: &mut row }.take_answer(2), Step::Go);
//! assert_eq!((row.struck, row.agenda.depth()), ([true, false, true], 0));
//! ```

use playmat_kernel::{Form, Game, Options, Step};

use crate::program::{Mode, Op, Parts, read};
use crate::programs::{Programs, RunOf, TargetOf, candidates_left};
use crate::run::{Answer, Kept, is_complete, one_more};

/// What a game does while a program runs. `'r` is how long the rules live.
pub trait Machine<'r>: Sized {
    /// The game.
    type Game: Programs;

    /// The rules.
    fn rules(&self) -> &'r <Self::Game as Game>::Rules;
    /// The position.
    fn position(&self) -> &<Self::Game as Game>::Position;
    /// The position, to be changed.
    fn position_mut(&mut self) -> &mut <Self::Game as Game>::Position;
    /// Does one step of what runs, which is given as it stands. What comes before the next step is pushed onto the agenda.
    fn act(&mut self, run: &RunOf<Self::Game>, action: &<Self::Game as Parts>::Action);
    /// The program is done: it leaves the agenda, with whatever is left to do.
    fn finish(&mut self) -> Step;

    /// Everything that is announced is announced: costs are paid, the others are told, and the program is set to its beginning, to
    /// run. Something is returned where it does not go on at once. A game without announcing needs none of it.
    #[inline]
    fn declare(&mut self) -> Option<Step> {
        Some(Step::Go)
    }

    /// A number below this one, by chance. Only a game that chooses at random needs it.
    #[inline]
    fn one_of(&mut self, _count: u32) -> u32 {
        0
    }

    /// What is chosen by a ruling, without a question.
    #[inline]
    fn unasked(&mut self, _register: u8, _pick: &<Self::Game as Parts>::Pick) -> Option<TargetOf<Self::Game>> {
        None
    }

    /// Something was chosen, or nothing for good: for whoever wants to know.
    #[inline]
    fn chose(&mut self, _pick: &<Self::Game as Parts>::Pick, _target: TargetOf<Self::Game>) {}

    /// Whether an action will be done wholly, asked before it is done and only where "if you do" wants to know.
    #[inline]
    fn achieves(&self, _run: &RunOf<Self::Game>, _action: &<Self::Game as Parts>::Action) -> bool {
        true
    }

    /// Runs the program on top until it asks, ends, or something else is to be done first. It is read and changed where it lies: to copy
    /// it for every op would cost more than most ops do.
    #[inline(always)]
    fn run_on(&mut self) -> Step {
        let ops = Self::Game::ops(self.rules());
        let depth = Self::Game::depth(self.position());
        while let Some(run) = Self::Game::running_mut(self.position_mut()) {
            let (at, op) = read(ops, run.cursor);
            let announcing = run.cursor.announcing();
            match op {
                Op::Act(action) => {
                    run.cursor.at = at + 1;
                    if !announcing {
                        let run = *run;
                        if run.cursor.mode == Mode::Trying {
                            self.measure(&run, action);
                        }
                        self.act(&run, action);
                        if Self::Game::depth(self.position()) != depth {
                            return Step::Go;
                        }
                    }
                }
                Op::Choose(register, pick) => {
                    if self.chooses(*register, pick, at + 1) {
                        return self.ask(if Self::Game::most(pick) > 1 { Form::SomeOf } else { Form::OneOf });
                    }
                    if Self::Game::depth(self.position()) != depth {
                        return Step::Go;
                    }
                }
                Op::End if announcing => {
                    if let Some(step) = self.declare() {
                        return step;
                    }
                }
                Op::End => return self.finish(),
                Op::Either(count) => {
                    run.cursor.at = at;
                    if let Some(step) = self.branches(*count) {
                        return step;
                    }
                }
                Op::May(_) | Op::Unless(..) | Op::Try | Op::UnlessDone(_) if announcing => run.cursor.at = at + 1,
                Op::May(_) => return self.ask(Form::OneOf),
                Op::Unless(test, to) => self.test(test, at + 1, *to),
                Op::Try => (run.cursor.at, run.cursor.mode) = (at + 1, Mode::Trying),
                Op::UnlessDone(to) if run.cursor.mode == Mode::FellShort => run.cursor.at = *to,
                Op::UnlessDone(_) => run.cursor.at = at + 1,
                // What is read is no jump.
                Op::Jump(to) => run.cursor.at = *to,
            }
        }
        Step::Go
    }

    /// An answer to the program on top, which then goes on.
    #[inline(always)]
    fn take_answer(&mut self, choice: <Self::Game as Game>::Choice) -> Step {
        let depth = Self::Game::depth(self.position());
        self.give(choice);
        if Self::Game::depth(self.position()) == depth { self.run_on() } else { Step::Go }
    }

    /// Gives an answer to the program on top.
    #[inline(always)]
    fn give(&mut self, choice: <Self::Game as Game>::Choice) {
        let ops = Self::Game::ops(self.rules());
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return };
        let (at, op) = read(ops, run.cursor);
        match op {
            Op::Choose(register, pick) => {
                let target = match Self::Game::answer(choice) {
                    Answer::Target(target) => target,
                    _ => <Self::Game as Programs>::Kept::SHUT,
                };
                self.choose(*register, pick, target, at + 1);
            }
            Op::Either(_) => {
                if let Answer::Branch(branch) = Self::Game::answer(choice) {
                    run.cursor.branch = branch;
                }
            }
            Op::May(to) => match Self::Game::answer(choice) {
                Answer::Yes => run.cursor.at = at + 1,
                _ => {
                    run.cursor.at = *to;
                    run.cursor.fall_short();
                }
            },
            _ => {}
        }
    }

    /// Something is chosen, or nothing for good. The program goes on behind the choice when no more is to be chosen.
    #[inline(always)]
    fn choose(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick, target: TargetOf<Self::Game>, after: u16) {
        let most = Self::Game::most(pick);
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return };
        if most == 1 {
            run.kept.set_one(register, target);
            run.cursor.at = after;
            run.kept.mean(target);
        } else {
            one_more(run, register, most, target, after);
        }
        self.chose(pick, target);
    }

    /// The controller is asked.
    #[inline]
    fn ask(&self, form: Form) -> Step {
        match Self::Game::running(self.position()) {
            Some(run) if Self::Game::is_secret(run) => Step::ask_declaring(run.seat, form),
            Some(run) => Step::ask(run.seat, form),
            None => Step::Go,
        }
    }

    /// Whether a choice has to be asked for. It was made when the effect was announced, or there is nothing to choose, if not.
    #[inline(always)]
    fn chooses(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick, after: u16) -> bool {
        let rules = self.rules();
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return false };
        if Self::Game::most(pick) > 1 {
            return self.chooses_several(register, pick, after);
        }
        let known = run.kept.one(register);
        if known != <Self::Game as Programs>::Kept::OPEN {
            run.cursor.at = after;
            run.kept.mean(known);
            return false;
        }
        if !Self::Game::is_due(pick, run.cursor.announcing()) {
            run.cursor.at = after;
            return false;
        }
        let target = match self.unasked(register, pick) {
            Some(target) => target,
            None if Self::Game::is_random(pick) => self.draws(register, pick),
            None => {
                let position = self.position();
                if Self::Game::running(position).is_some_and(|run| Self::Game::asks(rules, position, run, register, pick)) {
                    return true;
                }
                <Self::Game as Programs>::Kept::SHUT
            }
        };
        self.choose(register, pick, target, after);
        false
    }

    /// [`Machine::chooses`] where several are chosen.
    #[cold]
    #[inline(never)]
    fn chooses_several(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick, after: u16) -> bool {
        let rules = self.rules();
        let most = Self::Game::most(pick);
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return false };
        let complete = is_complete(run, register, most);
        if complete {
            run.kept.mean(run.kept.chosen(register, most)[0]);
        }
        if complete || !Self::Game::is_due(pick, run.cursor.announcing()) {
            run.cursor.at = after;
            return false;
        }
        let position = self.position();
        if Self::Game::running(position).is_some_and(|run| Self::Game::asks(rules, position, run, register, pick)) {
            return true;
        }
        self.choose(register, pick, <Self::Game as Programs>::Kept::SHUT, after);
        false
    }

    /// One of the candidates, by chance; nothing for good if there is none.
    #[cold]
    #[inline(never)]
    fn draws(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick) -> TargetOf<Self::Game> {
        let rules = self.rules();
        let mut out = Options::new();
        let position = self.position();
        if let Some(run) = Self::Game::running(position) {
            candidates_left::<Self::Game>(rules, position, run, register, pick, &mut out);
        }
        let nth = if out.len() > 1 { self.one_of(out.len() as u32) } else { 0 };
        match out.get(nth as usize).map(|&choice| Self::Game::answer(choice)) {
            Some(Answer::Target(target)) => target,
            _ => <Self::Game as Programs>::Kept::SHUT,
        }
    }

    /// Asks for a branch, if there is one that can be done; takes the only one if nobody is asked for that.
    #[inline(never)]
    fn branches(&mut self, count: u8) -> Option<Step> {
        let rules = self.rules();
        let position = self.position();
        let run = *Self::Game::running(position)?;
        let mut possible = (1..=count).filter(|&branch| Self::Game::branch_possible(rules, position, &run, branch));
        let branch = match (possible.next(), possible.next()) {
            (None, _) if Self::Game::TAKES_IMPOSSIBLE_BRANCH => 1,
            (None, _) => return Some(self.finish()),
            (Some(only), None) if !Self::Game::ASKS_FOR_ONE_BRANCH => only,
            _ => return Some(self.ask(Form::OneOf)),
        };
        if let Some(run) = Self::Game::running_mut(self.position_mut()) {
            run.cursor.branch = branch;
        }
        None
    }

    /// "If": what fails is passed over, and was not done.
    #[inline(never)]
    fn test(&mut self, test: &<Self::Game as Parts>::Test, after: u16, to: u16) {
        let rules = self.rules();
        let position = self.position();
        let holds = Self::Game::running(position).is_some_and(|run| Self::Game::holds(rules, position, run, test));
        if let Some(run) = Self::Game::running_mut(self.position_mut()) {
            run.cursor.at = after;
            if !holds {
                run.cursor.at = to;
                run.cursor.fall_short();
            }
        }
    }

    /// Notes whether what "if you do" asks about is done wholly.
    #[cold]
    #[inline(never)]
    fn measure(&mut self, run: &RunOf<Self::Game>, action: &<Self::Game as Parts>::Action) {
        if !self.achieves(run, action)
            && let Some(run) = Self::Game::running_mut(self.position_mut())
        {
            run.cursor.fall_short();
        }
    }
}
