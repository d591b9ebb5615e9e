//! What every search does, whatever judges its worlds: imagine a world, go down the tree as far as something is known, and carry what
//! the world was worth back up.

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Decision, MOST_OPTIONS, Options, Outcome, Seat, Silence, Table};

use crate::tree::{End, Taken, Tree};
use crate::{Observation, bot};

/// One thread of a search.
pub struct Search<'a, G: CardGame> {
    /// The immutable rules.
    pub rules: &'a G::Rules,
    /// A world that the seat cannot tell from the real one; all others are imagined from it. The real one is not held.
    pub base: Table<G>,
    /// What all worlds together have taught.
    pub tree: &'a mut Tree,
    /// The luck of the worlds.
    pub chance: FastChance,
    seat: Seat,
    options: Options<G::Choice>,
    path: Vec<Passed>,
}

/// A question on the way down that leaves something to choose.
pub struct At<'a, G: CardGame> {
    /// The node of the tree.
    pub node: u32,
    /// The world.
    pub table: &'a Table<G>,
    /// Who is asked what.
    pub decision: Decision,
    /// What may be answered.
    pub options: &'a Options<G::Choice>,
    /// By which keys the tree knows these answers.
    pub keys: &'a [u64],
}

/// An answer on the way down.
struct Passed {
    node: u32,
    seat: Seat,
    /// Whether all other options are proven to lose.
    cornered: bool,
}

impl<'a, G: CardGame> Search<'a, G> {
    /// A search for the answer to a question.
    pub fn new(observation: &Observation<'a, G>, mut chance: FastChance, tree: &'a mut Tree) -> Self {
        let base = observation.imagine(&mut chance);
        let (rules, seat) = (observation.rules(), observation.seat());
        Search { rules, base, tree, chance, seat, options: Options::new(), path: Vec::with_capacity(64) }
    }

    /// The seat that searches.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Imagines a world and goes down: `choose` says which option of a question is taken, until it takes one for the first time, says
    /// nothing, or the match is over. Questions with a single option are not asked. The table that was reached.
    pub fn descend(&mut self, mut choose: impl FnMut(At<'_, G>, &mut Tree, &mut FastChance) -> Option<Taken>) -> Table<G> {
        let mut table = bot::imagined(self.rules, self.base.position(), self.seat, &mut self.chance);
        let mut keys = [0u64; MOST_OPTIONS];
        let mut node = Tree::ROOT;
        self.path.clear();
        while let Some(decision) = table.decision() {
            table.options(self.rules, &mut self.options);
            let count = self.options.len();
            if count == 1 {
                table.take(self.rules, self.options[0], &mut self.chance, &mut Silence);
                continue;
            }
            for (key, &choice) in keys.iter_mut().zip(&self.options) {
                *key = bot::key(decision.seat, G::identity(self.rules, table.position(), choice));
            }
            let at = At { node, table: &table, decision, options: &self.options, keys: &keys[..count] };
            let Some(taken) = choose(at, self.tree, &mut self.chance) else { break };
            table.take(self.rules, self.options[taken.option], &mut self.chance, &mut Silence);
            self.path.push(Passed { node: taken.node, seat: decision.seat, cornered: taken.cornered });
            if taken.new {
                break;
            }
            node = taken.node;
        }
        table
    }

    /// Credits the answers of the last way down with what the table that was reached is worth for player 1, from 0 (lost) to 1 (won).
    pub fn back_up(&mut self, worth: f64, reached: &Table<G>) {
        // Who wins for certain. A win counts only behind a proven answer, because whoever answers does not know the world.
        let mut winner = reached.outcome().and_then(Outcome::winner);
        for &Passed { node, seat, cornered } in self.path.iter().rev() {
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
