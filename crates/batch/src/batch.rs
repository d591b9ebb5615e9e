//! The batch itself.

use std::sync::Arc;

use playmat_cards::{CardGame, Encode};
use playmat_catalog::RuleSet;
use playmat_chance::FastChance;
use playmat_kernel::{Options, Seat};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::BatchError;
use crate::out::{Out, Sizes};
use crate::plan::{Opponent, Plan};
use crate::running::{Account, Running};

/// Many matches of one game, stepped at once.
pub struct Batch<G: CardGame + Encode> {
    rules: Arc<RuleSet<G>>,
    plan: Plan,
    matches: Vec<Running<G>>,
    /// How many options each match has: kept together, so that actions are checked at no cost.
    counts: Vec<u8>,
    /// None with one thread.
    pool: Option<ThreadPool>,
    room: Options<G::Choice>,
}

/// The most matches and threads of a batch: more were not meant.
const MOST_MATCHES: usize = 1 << 20;
const MOST_THREADS: usize = 256;
/// How many matches a thread takes at once, and when bots think about their answers.
const CHUNK: usize = 32;
const CHUNK_WITH_BOT: usize = 1;

impl<G: CardGame + Encode> Batch<G> {
    /// How long the arrays of one match are.
    pub const SIZES: Sizes = Sizes::of(&G::LAYOUT);

    /// Starts all matches.
    pub fn new(rules: Arc<RuleSet<G>>, plan: Plan) -> Result<Self, BatchError> {
        let refused = |sentence: String| Err(BatchError::Plan(sentence));
        if plan.matches == 0 || plan.matches > MOST_MATCHES {
            return refused(format!("a batch has 1 to {MOST_MATCHES} matches, not {}", plan.matches));
        }
        if plan.threads == 0 || plan.threads > MOST_THREADS {
            return refused(format!("a batch is stepped on 1 to {MOST_THREADS} threads, not {}", plan.threads));
        }
        for seat in Seat::BOTH {
            plan.decks[seat].check::<G, _>(&rules.rules, &mut FastChance::for_deck(plan.seed, seat))?;
        }
        if let Some(Opponent { bot, .. }) = plan.opponent.filter(|opponent| opponent.bot.needs_model())
            && let Err(why) = rules.model()
        {
            return refused(format!("`{bot}` cannot play: {why}; `{}` needs no model", bot.substitute()));
        }
        let pool = match plan.threads {
            1 => None,
            threads => match ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => Some(pool),
                Err(error) => return refused(format!("{threads} threads cannot be started: {error}")),
            },
        };
        let mut batch = Batch { rules, plan, matches: Vec::new(), counts: Vec::new(), pool, room: Options::new() };
        batch.restart(batch.plan.seed);
        Ok(batch)
    }

    /// Starts all matches anew, from another seed or from the same one.
    pub fn restart(&mut self, seed: u64) {
        self.plan.seed = seed;
        let start = |place| Running::<G>::start(&self.rules, &self.plan, place, &mut self.room);
        self.matches = (0..self.plan.matches).map(start).collect();
        self.counts = self.matches.iter().map(|running| running.count() as u8).collect();
    }

    /// How many matches there are.
    pub fn len(&self) -> usize {
        self.matches.len()
    }

    /// Whether there is no match: never.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// The rules it is played under.
    pub fn rules(&self) -> &Arc<RuleSet<G>> {
        &self.rules
    }

    /// How it was made.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Writes what is seen now, without a step. Nothing is done and there are no rewards.
    pub fn observe(&self, mut out: Out<'_>) -> Result<(), BatchError> {
        out.check(self.len(), Self::SIZES)?;
        for (at, running) in self.matches.iter().enumerate() {
            running.write(&self.rules.rules, None, Self::SIZES, out.row(at, Self::SIZES));
        }
        Ok(())
    }

    /// Answers the pending question of every match with the place of an option, and writes what is seen next. If an action is
    /// not possible, nothing is stepped.
    pub fn step(&mut self, actions: &[i32], out: Out<'_>) -> Result<(), BatchError> {
        out.check(self.len(), Self::SIZES)?;
        self.check(actions)?;
        let (rules, plan) = (&*self.rules, &self.plan);
        let Some(pool) = &self.pool else {
            let part = Part { from: 0, matches: &mut self.matches, counts: &mut self.counts, actions, out };
            part.step(rules, plan, &mut self.room);
            return Ok(());
        };
        let chunk = if plan.opponent.is_some() { CHUNK_WITH_BOT } else { CHUNK };
        let cut = self.matches.chunks_mut(chunk).zip(self.counts.chunks_mut(chunk)).zip(actions.chunks(chunk));
        pool.in_place_scope(|scope| {
            let mut rest = Some(out);
            let mut from = 0;
            for ((matches, counts), actions) in cut {
                let Some(whole) = rest.take() else { return };
                let (out, later) = whole.split(matches.len(), Self::SIZES);
                rest = Some(later);
                let part = Part { from, matches, counts, actions, out };
                from += part.matches.len();
                scope.spawn(move |_| part.step(rules, plan, &mut Options::new()));
            }
        });
        Ok(())
    }

    /// The match that is played at a place.
    pub fn account(&self, place: usize) -> Result<&Account, BatchError> {
        self.at(place).map(Running::account)
    }

    /// The match that ended last at a place, if one did.
    pub fn finished(&self, place: usize) -> Result<Option<&Account>, BatchError> {
        self.at(place).map(Running::before)
    }

    fn at(&self, place: usize) -> Result<&Running<G>, BatchError> {
        self.matches.get(place).ok_or(BatchError::Match { game_match: place, matches: self.len() })
    }

    fn check(&self, actions: &[i32]) -> Result<(), BatchError> {
        if actions.len() != self.len() {
            return Err(BatchError::Actions { given: actions.len(), matches: self.len() });
        }
        let wrong = |(&action, &count): (&i32, &u8)| action < 0 || action >= i32::from(count);
        match actions.iter().zip(&self.counts).position(wrong) {
            None => Ok(()),
            Some(at) => {
                let count = usize::from(self.counts[at]);
                Err(BatchError::Action { game_match: at, action: actions[at], count })
            }
        }
    }
}

/// Some matches of a batch with their arrays: what one thread steps.
struct Part<'a, G: CardGame> {
    from: usize,
    matches: &'a mut [Running<G>],
    counts: &'a mut [u8],
    actions: &'a [i32],
    out: Out<'a>,
}

impl<G: CardGame + Encode> Part<'_, G> {
    fn step(mut self, rules: &RuleSet<G>, plan: &Plan, room: &mut Options<G::Choice>) {
        let sizes = Batch::<G>::SIZES;
        for (at, (running, &action)) in self.matches.iter_mut().zip(self.actions).enumerate() {
            let ended = running.step(rules, plan, self.from + at, action as usize, room);
            self.counts[at] = running.count() as u8;
            running.write(&rules.rules, ended, sizes, self.out.row(at, sizes));
        }
    }
}
