//! Playing a match to its end.

use playmat_cards::{CardGame, Event};
use playmat_kernel::{BySeat, Chance, Listener, Options, Outcome, Silence, Table};

use crate::{Bot, Observation};

/// The result of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How it ended.
    pub outcome: Outcome,
    /// Answered questions with two or more options.
    pub decisions: u32,
}

/// Both seats answer uniformly at random, by the same chance that the rules use: the fast path of simulations, which with
/// [`Silence`] allocates nothing. `options` is a list to work in.
#[inline]
pub fn play_random<G: CardGame, C: Chance, L: Listener<Event>>(
    rules: &G::Rules,
    table: &mut Table<G>,
    chance: &mut C,
    options: &mut Options<G::Choice>,
    listener: &mut L,
) -> Tally {
    let mut decisions = 0;
    let mut which = |chance: &mut C, count: usize| match count {
        1 => 0,
        count => {
            decisions += 1;
            chance.one_of(count as u32) as usize
        }
    };
    if !(L::ON || L::COUNTS) {
        let outcome = table.play_out_at_speed(rules, options, chance, &mut which);
        return Tally { outcome, decisions };
    }
    loop {
        if let Some(outcome) = table.outcome() {
            return Tally { outcome, decisions };
        }
        table.options(rules, options);
        let choice = options[which(chance, options.len())];
        table.take(rules, choice, chance, listener);
    }
}

/// Two bots play to the end with nobody listening. They never share a random stream with each other or with the rules.
pub fn play<G: CardGame, C: Chance>(
    rules: &G::Rules,
    table: &mut Table<G>,
    chance: &mut C,
    bots: &mut BySeat<Box<dyn Bot<G>>>,
) -> Tally {
    let mut options = Options::new();
    let mut decisions = 0;
    loop {
        if let Some(outcome) = table.outcome() {
            return Tally { outcome, decisions };
        }
        table.options(rules, &mut options);
        decisions += u32::from(options.len() > 1);
        let pick = Observation::of(rules, table, &options).map_or(0, |observation| bots[observation.seat()].pick(&observation));
        table.take(rules, options[pick.min(options.len() - 1)], chance, &mut Silence);
    }
}
