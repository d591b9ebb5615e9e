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
//!     fn act(&mut self, action: &Action) {
//!         let Some(run) = self.row.agenda.top_ref() else { return };
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

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use playmat_kernel::{Form, Game, Options, Seat, Step};

use crate::program::{Cursor, Mode, Op, Parts, Wants, read};
use crate::{AbilityId, CardRef};

/// A running effect: a program, where it is, whose it is. What its game keeps beside that is reached through it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run<K: Kept> {
    /// Where it is.
    pub cursor: Cursor,
    /// Which ability; its program's beginning is found by it.
    pub ability: K::Ability,
    /// The card it comes from: "this".
    pub source: CardRef,
    /// Who decides.
    pub seat: Seat,
    /// What the game keeps beside it.
    pub kept: K,
}

impl<K: Kept> Run<K> {
    /// An effect at its beginning.
    #[inline]
    pub const fn new(ability: K::Ability, cursor: Cursor, source: CardRef, seat: Seat, kept: K) -> Self {
        Run { cursor, ability, source, seat, kept }
    }
}

impl<K: Kept> Deref for Run<K> {
    type Target = K;
    #[inline]
    fn deref(&self) -> &K {
        &self.kept
    }
}

impl<K: Kept> DerefMut for Run<K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut K {
        &mut self.kept
    }
}

/// What a game keeps of a running effect: at least what was chosen. [`Chosen`] is enough for a small game.
pub trait Kept: Copy + Eq + Hash + Debug {
    /// The number of an ability.
    type Ability: Copy + Eq + Hash + Debug;
    /// What a choice is among: cards, slots, players.
    type Target: Copy + Eq;
    /// Nothing yet.
    const OPEN: Self::Target;
    /// Nothing for good: there was no candidate, or the player chose none.
    const SHUT: Self::Target;

    /// What was chosen into a register, or into so many from there on.
    fn chosen(&self, register: u8, most: u8) -> &[Self::Target];
    /// The same, to be changed.
    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [Self::Target];
    /// What was chosen into one register.
    #[inline]
    fn one(&self, register: u8) -> Self::Target {
        self.chosen(register, 1)[0]
    }
    /// This is chosen into one register.
    #[inline]
    fn set_one(&mut self, register: u8, target: Self::Target) {
        self.chosen_mut(register, 1)[0] = target;
    }
    /// This is "it" from now on.
    #[inline]
    fn mean(&mut self, _it: Self::Target) {}
}

/// The least that a game keeps: what was chosen last, and so many registers of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chosen<A = AbilityId, const N: usize = 2> {
    /// What was chosen last.
    pub it: CardRef,
    /// What was chosen, by register.
    pub chosen: [CardRef; N],
    ability: std::marker::PhantomData<A>,
}

impl<A, const N: usize> Chosen<A, N> {
    /// Nothing for good.
    pub const SHUT: CardRef = CardRef(254);
}

impl<A, const N: usize> Default for Chosen<A, N> {
    fn default() -> Self {
        Chosen { it: CardRef::NONE, chosen: [CardRef::NONE; N], ability: std::marker::PhantomData }
    }
}

impl<A: Copy + Eq + Hash + Debug, const N: usize> Kept for Chosen<A, N> {
    type Ability = A;
    type Target = CardRef;
    const OPEN: CardRef = CardRef::NONE;
    const SHUT: CardRef = Chosen::<A, N>::SHUT;

    fn chosen(&self, register: u8, most: u8) -> &[CardRef] {
        &self.chosen[register as usize..][..most as usize]
    }

    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [CardRef] {
        &mut self.chosen[register as usize..][..most as usize]
    }

    fn mean(&mut self, it: CardRef) {
        self.it = it;
    }
}

/// An answer to a program, or an option of its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// This one is chosen.
    Target(T),
    /// A branch of "either", counted from 1.
    Branch(u8),
    /// Do it.
    Yes,
    /// Do not.
    No,
    /// None of them, or no more.
    None,
    /// There is nothing that could be chosen.
    Pass,
}

/// What runs in a game.
pub type RunOf<G> = Run<<G as Programs>::Kept>;
/// What is chosen in a game.
pub type TargetOf<G> = <<G as Programs>::Kept as Kept>::Target;

/// How a game reads its programs. Nothing here changes anything.
pub trait Programs: Game + Parts {
    /// What is kept of a running effect.
    type Kept: Kept;

    /// Whether a player is asked for the only branch that is possible.
    const ASKS_FOR_ONE_BRANCH: bool = true;
    /// Whether the first branch is taken where none is possible, and does what can be done. Else the program is done.
    const TAKES_IMPOSSIBLE_BRANCH: bool = false;

    /// All programs.
    fn ops(rules: &Self::Rules) -> &[Op<Self>];
    /// What runs, if that is what is to be done next.
    fn running(position: &Self::Position) -> Option<&RunOf<Self>>;
    /// The same, to be changed where it lies.
    fn running_mut(position: &mut Self::Position) -> Option<&mut RunOf<Self>>;
    /// How many frames there are: where that changes, something else comes first.
    fn depth(position: &Self::Position) -> usize;

    /// Lists everything that may be chosen, in the fixed order of options.
    fn candidates(
        rules: &Self::Rules,
        position: &Self::Position,
        run: &RunOf<Self>,
        register: u8,
        pick: &Self::Pick,
        out: &mut Options<Self::Choice>,
    );
    /// Whether a condition holds.
    fn holds(rules: &Self::Rules, position: &Self::Position, run: &RunOf<Self>, test: &Self::Test) -> bool;
    /// What an option is for a program; [`Answer::None`] for all that is no answer to one.
    fn answer(choice: Self::Choice) -> Answer<TargetOf<Self>>;
    /// The option for an answer.
    fn choice(answer: Answer<TargetOf<Self>>) -> Self::Choice;

    /// Whether at least one candidate exists. A game may know that without a list.
    #[inline]
    fn any_candidate(
        rules: &Self::Rules,
        position: &Self::Position,
        run: &RunOf<Self>,
        register: u8,
        pick: &Self::Pick,
    ) -> bool {
        let mut out = Options::new();
        Self::candidates(rules, position, run, register, pick, &mut out);
        !out.is_empty()
    }

    /// Whether its controller is asked. What a hidden zone holds is nobody's business: there the question is asked whenever others see
    /// that the zone is not empty.
    #[inline]
    fn asks(rules: &Self::Rules, position: &Self::Position, run: &RunOf<Self>, register: u8, pick: &Self::Pick) -> bool {
        any_left::<Self>(rules, position, run, register, pick)
    }

    /// The most that are chosen. They are asked for one by one.
    #[inline]
    fn most(_pick: &Self::Pick) -> u8 {
        1
    }

    /// Whether the controller may choose none, or no more.
    #[inline]
    fn may_stop(_run: &RunOf<Self>, _register: u8, _pick: &Self::Pick) -> bool {
        false
    }

    /// Whether chance chooses, and nobody is asked.
    #[inline]
    fn is_random(_pick: &Self::Pick) -> bool {
        false
    }

    /// Whether this is chosen now: some games choose what is no target only when the effect runs.
    #[inline]
    fn is_due(_pick: &Self::Pick, _announcing: bool) -> bool {
        true
    }

    /// Whether nobody else knows of the effect yet.
    #[inline]
    fn is_secret(run: &RunOf<Self>) -> bool {
        run.cursor.announcing()
    }

    /// What an op says of whether its program can be done: it cannot, it can whatever follows, or nothing. Most games ask for the
    /// candidates of what must be chosen. `branch` is true in a branch of "either".
    #[inline]
    fn verdict(
        rules: &Self::Rules,
        position: &Self::Position,
        run: &RunOf<Self>,
        op: &Op<Self>,
        _branch: bool,
    ) -> Option<bool> {
        match op {
            Op::Choose(register, pick) if !Self::may_stop(run, *register, pick) => {
                (!Self::any_candidate(rules, position, run, *register, pick)).then_some(false)
            }
            _ => None,
        }
    }

    /// Whether a branch of the "either" at which the program stands can be done. Only such branches are offered.
    #[inline]
    fn branch_possible(rules: &Self::Rules, position: &Self::Position, run: &RunOf<Self>, branch: u8) -> bool {
        branch_at::<Self>(rules, position, run, run.cursor.at, branch)
    }
}

/// Whether a program can be done, from an op on: whatever must be chosen has candidates. Whether a condition will hold, or an
/// option will be wanted, is seen when it runs.
pub fn possible<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, from: u16) -> bool {
    walk::<G>(rules, position, run, from, false)
}

fn walk<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, from: u16, branch: bool) -> bool {
    let mut at = from;
    loop {
        let op = &G::ops(rules)[at as usize];
        if let Some(verdict) = G::verdict(rules, position, run, op, branch) {
            return verdict;
        }
        match *op {
            Op::Either(count) => return (1..=count).any(|branch| branch_at::<G>(rules, position, run, at, branch)),
            Op::End => return true,
            // Behind the branch others decide.
            Op::Jump(_) if branch => return true,
            Op::Jump(to) => at = to,
            _ => at += 1,
        }
    }
}

fn branch_at<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, either: u16, branch: u8) -> bool {
    match G::ops(rules)[either as usize + branch as usize] {
        Op::Jump(to) => walk::<G>(rules, position, run, to, true),
        _ => true,
    }
}

/// Whether no more is to be chosen into these registers.
#[inline(never)]
fn is_complete<K: Kept>(run: &Run<K>, register: u8, most: u8) -> bool {
    let chosen = run.kept.chosen(register, most);
    !chosen.contains(&K::OPEN) || chosen.contains(&K::SHUT)
}

/// One of several is chosen, or no more. The program goes on behind the choice when it is complete.
#[inline(never)]
fn one_more<K: Kept>(run: &mut Run<K>, register: u8, most: u8, target: K::Target, after: Cursor) {
    if let Some(open) = run.kept.chosen_mut(register, most).iter_mut().find(|place| **place == K::OPEN) {
        *open = target;
    }
    if is_complete(run, register, most) {
        run.cursor = after;
        run.kept.mean(run.kept.chosen(register, most)[0]);
    }
}

/// The options of the question that a program asks.
#[inline]
pub fn program_options<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, out: &mut Options<G::Choice>) {
    let mut cursor = run.cursor;
    match read(G::ops(rules), &mut cursor) {
        Wants::Branch(count) => {
            let branches = (1..=count).filter(|&branch| G::branch_possible(rules, position, run, branch));
            out.extend(branches.map(|branch| G::choice(Answer::Branch(branch))));
        }
        Wants::May(_) => out.extend([G::choice(Answer::Yes), G::choice(Answer::No)]),
        Wants::Choose(register, pick) => {
            candidates_left::<G>(rules, position, run, register, pick, out);
            if G::may_stop(run, register, pick) {
                out.push(G::choice(Answer::None));
            } else if out.is_empty() {
                out.push(G::choice(Answer::Pass));
            }
        }
        Wants::Act(_) | Wants::Test(..) | Wants::Try | Wants::Done(_) | Wants::End => {}
    }
}

/// Whether there is a candidate that was not chosen already into the registers of the same choice.
#[inline]
pub fn any_left<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, register: u8, pick: &G::Pick) -> bool {
    if G::most(pick) == 1 {
        G::any_candidate(rules, position, run, register, pick)
    } else {
        any_more::<G>(rules, position, run, register, pick)
    }
}

#[cold]
#[inline(never)]
fn any_more<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, register: u8, pick: &G::Pick) -> bool {
    let mut out = Options::new();
    candidates_left::<G>(rules, position, run, register, pick, &mut out);
    !out.is_empty()
}

/// The candidates that were not chosen already into the registers of the same choice.
#[inline]
fn candidates_left<G: Programs>(
    rules: &G::Rules,
    position: &G::Position,
    run: &RunOf<G>,
    register: u8,
    pick: &G::Pick,
    out: &mut Options<G::Choice>,
) {
    if G::most(pick) == 1 {
        G::candidates(rules, position, run, register, pick, out);
    } else {
        others::<G>(rules, position, run, register, pick, out);
    }
}

#[cold]
#[inline(never)]
fn others<G: Programs>(
    rules: &G::Rules,
    position: &G::Position,
    run: &RunOf<G>,
    register: u8,
    pick: &G::Pick,
    out: &mut Options<G::Choice>,
) {
    let chosen = run.kept.chosen(register, G::most(pick));
    let mut all = Options::new();
    G::candidates(rules, position, run, register, pick, &mut all);
    let left = |choice: &&G::Choice| !matches!(G::answer(**choice), Answer::Target(target) if chosen.contains(&target));
    out.extend(all.iter().filter(left).copied());
}

/// What a game does while a program runs. `'r` is how long the rules live.
pub trait Machine<'r>: Sized {
    /// The game.
    type Game: Programs;

    /// The rules.
    fn rules(&self) -> &'r <Self::Game as Game>::Rules;
    /// The position.
    fn position(&self) -> &<Self::Game as Game>::Position;
    /// The same, to be changed.
    fn position_mut(&mut self) -> &mut <Self::Game as Game>::Position;
    /// Does one step of what runs. What comes before the next step is pushed onto the agenda.
    fn act(&mut self, action: &<Self::Game as Parts>::Action);
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
    fn achieves(&self, _action: &<Self::Game as Parts>::Action) -> bool {
        true
    }

    /// Runs the program on top until it asks, ends, or something else is to be done first. It is read and changed where it lies: to copy
    /// it for every op would cost more than most ops do.
    #[inline(always)]
    fn run_on(&mut self) -> Step {
        let ops = Self::Game::ops(self.rules());
        let depth = Self::Game::depth(self.position());
        while let Some(run) = Self::Game::running_mut(self.position_mut()) {
            let mut after = run.cursor;
            match read(ops, &mut after) {
                Wants::Choose(register, pick) => {
                    if self.chooses(register, pick, after) {
                        return self.ask(if Self::Game::most(pick) > 1 { Form::SomeOf } else { Form::OneOf });
                    }
                    if Self::Game::depth(self.position()) != depth {
                        return Step::Go;
                    }
                }
                Wants::Act(action) => {
                    run.cursor = after;
                    if !after.announcing() {
                        if after.mode == Mode::Trying {
                            self.measure(action);
                        }
                        self.act(action);
                        if Self::Game::depth(self.position()) != depth {
                            return Step::Go;
                        }
                    }
                }
                Wants::End if after.announcing() => {
                    if let Some(step) = self.declare() {
                        return step;
                    }
                }
                Wants::End => return self.finish(),
                Wants::Branch(count) => {
                    if let Some(step) = self.branches(count, after) {
                        return step;
                    }
                }
                Wants::May(_) | Wants::Test(..) | Wants::Try | Wants::Done(_) if after.announcing() => run.cursor = after,
                Wants::May(_) => return self.ask(Form::OneOf),
                Wants::Test(test, to) => self.test(test, after, to),
                Wants::Try => run.cursor = Cursor { mode: Mode::Trying, ..after },
                Wants::Done(to) if run.cursor.mode == Mode::FellShort => run.cursor.at = to,
                Wants::Done(_) => run.cursor = after,
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
        let mut after = run.cursor;
        match (read(ops, &mut after), Self::Game::answer(choice)) {
            (Wants::Branch(_), Answer::Branch(branch)) => run.cursor.branch = branch,
            (Wants::May(_), Answer::Yes) => run.cursor = after,
            (Wants::May(to), _) => {
                run.cursor.at = to;
                run.cursor.fall_short();
            }
            (Wants::Choose(register, pick), answer) => {
                let target = if let Answer::Target(target) = answer { target } else { <Self::Game as Programs>::Kept::SHUT };
                self.choose(register, pick, target, after);
            }
            _ => {}
        }
    }

    /// Something is chosen, or nothing for good. The program goes on behind the choice when no more is to be chosen.
    #[inline(always)]
    fn choose(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick, target: TargetOf<Self::Game>, after: Cursor) {
        let most = Self::Game::most(pick);
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return };
        if most == 1 {
            run.kept.set_one(register, target);
            run.cursor = after;
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
    fn chooses(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick, after: Cursor) -> bool {
        let rules = self.rules();
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return false };
        if Self::Game::most(pick) > 1 {
            return self.chooses_several(register, pick, after);
        }
        let known = run.kept.one(register);
        if known != <Self::Game as Programs>::Kept::OPEN {
            run.cursor = after;
            run.kept.mean(known);
            return false;
        }
        if !Self::Game::is_due(pick, after.announcing()) {
            run.cursor = after;
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

    /// The same where several are chosen.
    #[cold]
    #[inline(never)]
    fn chooses_several(&mut self, register: u8, pick: &<Self::Game as Parts>::Pick, after: Cursor) -> bool {
        let rules = self.rules();
        let most = Self::Game::most(pick);
        let Some(run) = Self::Game::running_mut(self.position_mut()) else { return false };
        let complete = is_complete(run, register, most);
        if complete {
            run.kept.mean(run.kept.chosen(register, most)[0]);
        }
        if complete || !Self::Game::is_due(pick, after.announcing()) {
            run.cursor = after;
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
    fn branches(&mut self, count: u8, after: Cursor) -> Option<Step> {
        let rules = self.rules();
        let run = Self::Game::running_mut(self.position_mut())?;
        run.cursor = after;
        let run = *run;
        let position = self.position();
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
    fn test(&mut self, test: &<Self::Game as Parts>::Test, after: Cursor, to: u16) {
        let rules = self.rules();
        let position = self.position();
        let holds = Self::Game::running(position).is_some_and(|run| Self::Game::holds(rules, position, run, test));
        if let Some(run) = Self::Game::running_mut(self.position_mut()) {
            run.cursor = after;
            if !holds {
                run.cursor.at = to;
                run.cursor.fall_short();
            }
        }
    }

    /// Notes whether what "if you do" asks about is done wholly.
    #[cold]
    #[inline(never)]
    fn measure(&mut self, action: &<Self::Game as Parts>::Action) {
        if !self.achieves(action)
            && let Some(run) = Self::Game::running_mut(self.position_mut())
        {
            run.cursor.fall_short();
        }
    }
}
