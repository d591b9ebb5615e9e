//! Information-set Monte Carlo tree search: one tree over many worlds, each imagined from what the bot's seat knows.

use std::time::Duration;

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Chance, MOST_OPTIONS};

use crate::judge::{Judge, PlayoutPlan};
use crate::search::Search;
use crate::tree::Tree;
use crate::vote::{Vote, elected};
use crate::{Bot, Clock, Observation, Resources};

/// How long to think: until the first of these is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Budget {
    /// How many worlds are imagined, all threads together.
    pub iterations: u32,
    /// How much time may pass. With a time limit the answer depends on the machine.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many worlds, however long that takes.
    pub const fn iterations(iterations: u32) -> Self {
        Budget { iterations, time: None }
    }

    /// As many worlds as fit into this time.
    pub const fn time(time: Duration) -> Self {
        Budget { iterations: u32::MAX, time: Some(time) }
    }
}

/// How the search is done; the default is what measured best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// How much rarely tried answers are preferred.
    pub curiosity: f64,
    /// How many turns from the question on are played before a world is judged; none for [`CardGame::HORIZON`].
    pub turns: Option<u32>,
    /// Of how many random moves the best is made while playing on.
    pub tries: u32,
    /// How often a new answer is played on.
    pub plays: u32,
}

impl Default for Style {
    fn default() -> Self {
        Style { curiosity: 0.5, turns: None, tries: 6, plays: 2 }
    }
}

/// Searches. Every world starts at the question. Answers in the tree are chosen by the upper bounds of their seat; the first new
/// one is played on by a quick policy and judged. The answer that was tried most often is given.
///
/// Ends of matches are backed up as certain. An answer is proven if it won in many worlds in a row: because the match was over,
/// because its seat had another proven answer there, or because every answer of the rival loses. A proven answer is given. So is
/// one that [clinches](CardGame::clinches) what is played for now, unless another one is clearly better.
///
/// With a budget of iterations the answer depends on the seed, the number of threads and what the seat knows, and on nothing else.
#[derive(Clone, Debug)]
pub struct Ismcts {
    chance: FastChance,
    budget: Budget,
    clock: Clock,
    style: Style,
    trees: Vec<Tree>,
    worlds: u64,
    judgement: Option<f64>,
}

/// When the time of a search is up, by its clock.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    pub clock: Clock,
    pub at: Duration,
}

impl Deadline {
    pub fn is_over(self) -> bool {
        (self.clock)() >= self.at
    }
}

/// How many worlds pass between two looks at the clock.
pub(crate) const GLANCE: u32 = 16;

impl Ismcts {
    /// A search with a random stream of its own, on one thread.
    pub fn new(seed: u64, budget: Budget) -> Self {
        Ismcts {
            chance: FastChance::new(seed),
            budget,
            clock: Resources::default().clock,
            style: Style::default(),
            trees: vec![Tree::default()],
            worlds: 0,
            judgement: None,
        }
    }

    /// Searches on so many threads, each with a tree of its own.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.trees.resize(threads.max(1), Tree::default());
        self
    }

    /// Knows by this clock when its time is up.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// How many worlds it has imagined so far.
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// Searches in another style.
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

impl<G: CardGame> Bot<G> for Ismcts {
    fn pick(&mut self, observation: &Observation<'_, G>) -> usize {
        if observation.count() == 1 {
            return 0;
        }
        let deadline = self.budget.time.map(|time| Deadline { clock: self.clock, at: (self.clock)() + time });
        let share = self.budget.iterations.div_ceil(self.trees.len() as u32);
        // The search starts from an imagined table: not even its threads hold the real one.
        let chance = &mut self.chance;
        let searches = self.trees.iter_mut().map(|tree| Search::new(observation, FastChance::new(chance.bits()), tree));
        let mut searches: Vec<Search<'_, G>> = searches.collect();
        let style = self.style;
        let (first, others) = searches.split_first_mut().expect("there is at least one thread");
        self.worlds += std::thread::scope(|scope| {
            let others: Vec<_> =
                others.iter_mut().map(|search| scope.spawn(move || run(search, style, share, deadline))).collect();
            let mine = run(first, style, share, deadline);
            // If a thread failed, only its answers are missing.
            mine + others.into_iter().map(|other| other.join().unwrap_or(0)).sum::<u64>()
        });
        let mut votes = [Vote::default(); MOST_OPTIONS];
        let pick = elected(observation, &mut votes, &self.trees);
        self.judgement = votes[pick].judgement();
        pick
    }

    /// The value of the answer it gave; none before the first search. A question with a single option is not searched.
    fn judgement(&self) -> Option<f64> {
        self.judgement
    }
}

/// One thread of a search. How many worlds were imagined.
fn run<G: CardGame>(search: &mut Search<'_, G>, style: Style, iterations: u32, deadline: Option<Deadline>) -> u64 {
    search.tree.clear();
    // All worlds are judged at the same turn, so that it does not matter whose turn it is.
    let until = G::turns(search.base.position()) + style.turns.unwrap_or(G::HORIZON);
    let mut judge = Judge::<G>::new(PlayoutPlan { until, tries: style.tries, plays: style.plays });
    for done in 0..iterations {
        if done % GLANCE == GLANCE - 1 {
            // The first answer can no longer be overtaken.
            let decided = search.tree.lead() > iterations - done;
            if decided || deadline.is_some_and(Deadline::is_over) {
                return done.into();
            }
        }
        // One world: down the tree, one new answer, played on, judged, and back up.
        let leaf = search.descend(|at, tree, chance| {
            let fresh = |untried: &[usize]| chance.one_of(untried.len() as u32) as usize;
            Some(tree.take(at.node, at.keys, style.curiosity, fresh))
        });
        let worth = judge.worth(search.rules, &leaf, &mut search.chance);
        search.back_up(worth, &leaf);
    }
    iterations.into()
}
