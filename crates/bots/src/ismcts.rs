//! Information-set Monte Carlo tree search: one tree over many worlds, each imagined from what the bot's seat knows.

use std::time::{Duration, Instant};

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Chance, MOST_OPTIONS, Outcome, Seat, Silence, Table};

use crate::judge::{Judge, PlayoutPlan};
use crate::tree::{Answered, End, Tree};
use crate::{Bot, Observation, bot};

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
    style: Style,
    trees: Vec<Tree>,
    worlds: u64,
    judgement: Option<f64>,
}

/// How many worlds pass between two looks at the clock.
const GLANCE: u32 = 16;

impl Ismcts {
    /// A search with a random stream of its own, on one thread.
    pub fn new(seed: u64, budget: Budget) -> Self {
        Ismcts {
            chance: FastChance::new(seed),
            budget,
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
        let deadline = self.budget.time.map(|time| Instant::now() + time);
        let share = self.budget.iterations.div_ceil(self.trees.len() as u32);
        // The search starts from an imagined table: not even its threads hold the real one.
        let mut searches: Vec<Search<'_, G>> = self
            .trees
            .iter_mut()
            .map(|tree| {
                let mut chance = FastChance::new(self.chance.bits());
                let base = observation.imagine(&mut chance);
                Search { rules: observation.rules(), base, seat: observation.seat(), chance, style: self.style, tree }
            })
            .collect();
        let (first, others) = searches.split_first_mut().expect("there is at least one thread");
        self.worlds += std::thread::scope(|scope| {
            let others: Vec<_> = others.iter_mut().map(|search| scope.spawn(move || search.run(share, deadline))).collect();
            let mine = first.run(share, deadline);
            // If a thread failed, only its answers are missing.
            mine + others.into_iter().map(|other| other.join().unwrap_or(0)).sum::<u64>()
        });
        let keys = observation.identities();
        let mut votes = [Vote::default(); MOST_OPTIONS];
        for answered in self.trees.iter().flat_map(Tree::answers) {
            let voted = keys.iter().position(|&other| bot::key(observation.seat(), other) == answered.key);
            if let Some(place) = voted {
                votes[place].count(&answered);
            }
        }
        let pick = elected(&votes[..observation.count()], observation.clinching());
        let Vote { visits, sum, .. } = votes[pick];
        self.judgement = (visits > 0).then(|| sum / f64::from(visits));
        pick
    }

    /// The value of the answer it gave; none before the first search. A question with a single option is not searched.
    fn judgement(&self) -> Option<f64> {
        self.judgement
    }
}

/// What all threads found out about an option.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
struct Vote {
    visits: u32,
    sum: f64,
    /// How many threads tried it, and how many of them proved it.
    tried: u32,
    proven: u32,
}

/// By how many standard errors another answer must be better than one that clinches, and how much a judgement varies at most from
/// world to world.
const DOUBT: f64 = 3.0;
const SPREAD: f64 = 0.25;

impl Vote {
    fn count(&mut self, answered: &Answered) {
        self.visits += answered.visits;
        self.sum += answered.sum;
        self.tried += 1;
        self.proven += u32::from(answered.proven);
    }

    fn is_proven(&self) -> bool {
        self.tried > 0 && self.proven == self.tried
    }

    /// Whether it is clearly better than another.
    fn surely_beats(&self, other: &Vote) -> bool {
        if self.visits == 0 || other.visits == 0 {
            return false;
        }
        let [mine, theirs] = [self, other].map(|vote| f64::from(vote.visits));
        let error = SPREAD * (1.0 / mine + 1.0 / theirs).sqrt();
        self.sum / mine - other.sum / theirs > DOUBT * error
    }
}

/// The place of the answer to give: a proven one, one that clinches, or the one tried most often; of equals the first.
fn elected(votes: &[Vote], clinching: Option<usize>) -> usize {
    let order = |&a: &usize, &b: &usize| {
        let [one, two] = [a, b].map(|place| (votes[place].is_proven(), votes[place]));
        one.partial_cmp(&two).expect("no reward is a NaN").then(b.cmp(&a))
    };
    let best = (0..votes.len()).max_by(order).unwrap_or(0);
    match clinching {
        Some(place) if !votes[best].is_proven() && !votes[best].surely_beats(&votes[place]) => place,
        _ => best,
    }
}

/// One thread of a search.
struct Search<'a, G: CardGame> {
    rules: &'a G::Rules,
    /// A world that the seat cannot tell from the real one; all others are imagined from it.
    base: Table<G>,
    seat: Seat,
    chance: FastChance,
    style: Style,
    tree: &'a mut Tree,
}

impl<G: CardGame> Search<'_, G> {
    /// How many worlds were imagined.
    fn run(&mut self, iterations: u32, deadline: Option<Instant>) -> u64 {
        self.tree.clear();
        // All worlds are judged at the same turn, so that it does not matter whose turn it is.
        let until = G::turns(self.base.position()) + self.style.turns.unwrap_or(G::HORIZON);
        let mut judge = Judge::new(PlayoutPlan { until, tries: self.style.tries, plays: self.style.plays });
        let mut path: Vec<Passed> = Vec::with_capacity(64);
        for done in 0..iterations {
            if done % GLANCE == GLANCE - 1 {
                // The first answer can no longer be overtaken.
                let decided = self.tree.lead() > iterations - done;
                if decided || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return done.into();
                }
            }
            self.iterate(&mut judge, &mut path);
        }
        iterations.into()
    }

    /// One world: down the tree, one new answer, played on, judged, and back up.
    fn iterate(&mut self, judge: &mut Judge<G>, path: &mut Vec<Passed>) {
        let mut table = bot::imagined(self.rules, self.base.position(), self.seat, &mut self.chance);
        let mut keys = [0u64; MOST_OPTIONS];
        let mut node = Tree::ROOT;
        path.clear();
        while let Some(decision) = table.decision() {
            table.options(self.rules, &mut judge.options);
            let count = judge.options.len();
            if count == 1 {
                table.take(self.rules, judge.options[0], &mut self.chance, &mut Silence);
                continue;
            }
            for (key, &choice) in keys.iter_mut().zip(&judge.options) {
                *key = bot::key(decision.seat, G::identity(self.rules, table.position(), choice));
            }
            let chance = &mut self.chance;
            let fresh = |untried: &[usize]| chance.one_of(untried.len() as u32) as usize;
            let taken = self.tree.take(node, &keys[..count], self.style.curiosity, fresh);
            table.take(self.rules, judge.options[taken.option], &mut self.chance, &mut Silence);
            path.push(Passed { node: taken.node, seat: decision.seat, cornered: taken.cornered });
            if taken.new {
                break;
            }
            node = taken.node;
        }
        let worth = judge.worth(self.rules, &table, &mut self.chance);
        // Who wins for certain. A win counts only behind a proven answer, because whoever answers does not know the world.
        let mut winner = table.outcome().and_then(Outcome::winner);
        for &Passed { node, seat, cornered } in path.iter().rev() {
            let end = match winner {
                None => End::Open,
                Some(winner) if winner == seat => End::Won,
                Some(_) => End::Lost,
            };
            let reward = if seat == Seat::One { worth } else { 1.0 - worth };
            let proven = self.tree.credit(node, reward, end);
            winner = winner.filter(|_| proven && (end == End::Won || cornered));
        }
    }
}

/// An answer on the way down.
struct Passed {
    node: u32,
    seat: Seat,
    /// Whether all other options are proven to lose.
    cornered: bool,
}
