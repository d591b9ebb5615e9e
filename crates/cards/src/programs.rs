//! How a game reads its programs: what may be chosen, what holds, whether a program can be done, and the options of what it asks.

use playmat_kernel::{Game, Options};

use crate::program::{Op, Parts, read};
use crate::run::{Answer, Kept, Run};

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
    /// What runs, to be changed where it lies.
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

/// The options of the question that a program asks.
#[inline]
pub fn program_options<G: Programs>(rules: &G::Rules, position: &G::Position, run: &RunOf<G>, out: &mut Options<G::Choice>) {
    match read(G::ops(rules), run.cursor).1 {
        Op::Either(count) => {
            let branches = (1..=*count).filter(|&branch| G::branch_possible(rules, position, run, branch));
            out.extend(branches.map(|branch| G::choice(Answer::Branch(branch))));
        }
        Op::May(_) => out.extend([G::choice(Answer::Yes), G::choice(Answer::No)]),
        Op::Choose(register, pick) => {
            candidates_left::<G>(rules, position, run, *register, pick, out);
            if G::may_stop(run, *register, pick) {
                out.push(G::choice(Answer::None));
            } else if out.is_empty() {
                out.push(G::choice(Answer::Pass));
            }
        }
        _ => {}
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
pub(crate) fn candidates_left<G: Programs>(
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
