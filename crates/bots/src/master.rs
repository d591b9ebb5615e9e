//! A search with what a network has learned: worlds are imagined from what the bot's seat knows, and the network says in each which
//! answers are likely, and what a position is worth, so that nothing is played on.

use std::sync::Arc;

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{MOST_OPTIONS, Outcome, Seat};
use playmat_network::{Model, Scratch, Sheet};

use crate::ismcts::{Deadline, GLANCE};
use crate::search::Search;
use crate::tree::Tree;
use crate::vote::{Vote, elected};
use crate::{Bot, Budget, Clock, Observation, Resources};

/// Searches one tree over many worlds by PUCT. In every world the first question of which the tree knows nothing is shown to the
/// network: what it says of the options is how likely they are tried, what it says of the position is carried back up. The answer
/// that was tried most often is given. Ends of matches are proven and clinched as in [`Ismcts`](crate::Ismcts).
///
/// What was found out is kept: where the next question is one that the tree has met, and the seat saw there exactly what it sees now in
/// every world that came by, the search goes on from there.
///
/// With a budget of evaluations the answer depends on the seed, on what the seat knows, and on what it was asked before in the match.
pub struct Master<G: CardGame> {
    model: Arc<Model<G>>,
    budget: Budget,
    clock: Clock,
    curiosity: f64,
    chance: FastChance,
    tree: Tree,
    mind: Mind,
    worlds: u64,
    kept: u32,
    judgement: Option<f64>,
}

/// What questions are written on and judged with.
struct Mind {
    sheet: Sheet,
    scratch: Scratch,
    policy: [f64; MOST_OPTIONS],
}

/// How much answers are tried that seem likely; measured to play best.
const CURIOSITY: f64 = 1.0;

impl<G: CardGame> Master<G> {
    /// A search with this model and a random stream of its own.
    pub fn new(model: Arc<Model<G>>, budget: Budget, seed: u64) -> Self {
        let mind = Mind { sheet: model.sheet(), scratch: Scratch::default(), policy: [0.0; MOST_OPTIONS] };
        Master {
            model,
            budget,
            clock: Resources::default().clock,
            curiosity: CURIOSITY,
            chance: FastChance::new(seed),
            tree: Tree::default(),
            mind,
            worlds: 0,
            kept: 0,
            judgement: None,
        }
    }

    /// Tries answers that seem likely so much.
    #[must_use]
    pub fn curiosity(mut self, curiosity: f64) -> Self {
        self.curiosity = curiosity;
        self
    }

    /// Knows by this clock when its time is up.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// How many worlds it has imagined so far. In each the network was asked once, unless the match ended before.
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// How many worlds of earlier questions still counted when it was asked last.
    pub fn kept(&self) -> u32 {
        self.kept
    }
}

impl<G: CardGame> Bot<G> for Master<G> {
    fn pick(&mut self, observation: &Observation<'_, G>) -> usize {
        if observation.count() == 1 {
            return 0;
        }
        let deadline = self.budget.time.map(|time| Deadline { clock: self.clock, at: (self.clock)() + time });
        observation.write(&self.model, &mut self.mind.sheet);
        if !self.tree.keep(self.mind.sheet.digest()) {
            self.tree.clear();
        }
        self.kept = self.tree.answers().map(|answered| answered.visits).sum();
        let mut search = Search::new(observation, FastChance::new(self.chance.bits()), &mut self.tree);
        let mut done = 0;
        while done < self.budget.iterations {
            if done % GLANCE == GLANCE - 1 {
                // The first answer can no longer be overtaken.
                let decided = search.tree.lead() > self.budget.iterations - done;
                if decided || deadline.is_some_and(Deadline::is_over) {
                    break;
                }
            }
            self.mind.imagine_one(&mut search, &self.model, self.curiosity);
            done += 1;
        }
        self.worlds += u64::from(done);
        let mut votes = [Vote::default(); MOST_OPTIONS];
        let pick = elected(observation, &mut votes, [&self.tree]);
        self.judgement = votes[pick].judgement();
        pick
    }

    /// The value of the answer it gave; none before the first search. A question with a single option is not searched.
    fn judgement(&self) -> Option<f64> {
        self.judgement
    }
}

impl Mind {
    /// One world: down the tree, judged, and back up.
    fn imagine_one<G: CardGame>(&mut self, search: &mut Search<'_, G>, model: &Model<G>, curiosity: f64) {
        let (rules, seat) = (search.rules, search.seat());
        let mut judged = 0.5;
        let reached = search.descend(|at, tree, _| {
            let own = at.decision.seat == seat;
            let open = tree.is_open(at.node);
            if own || !open {
                model.write(rules, at.table, at.options, &mut self.sheet);
            }
            if own {
                tree.meet(at.node, self.sheet.digest());
            }
            if open {
                return Some(tree.follow(at.node, at.keys, curiosity));
            }
            model.judge(&mut [&mut self.sheet], &mut self.scratch);
            self.sheet.policy(1.0, &mut self.policy);
            tree.open(at.node, at.keys, &self.policy);
            let hope = self.sheet.chance_of_winning();
            judged = if at.decision.seat == Seat::One { hope } else { 1.0 - hope };
            None
        });
        let worth = match reached.outcome() {
            Some(Outcome::Won(Seat::One)) => 1.0,
            Some(Outcome::Won(Seat::Two)) => 0.0,
            Some(Outcome::Draw) => 0.5,
            None => judged,
        };
        search.back_up(worth, &reached);
    }
}
