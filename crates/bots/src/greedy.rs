//! Takes what looks best one move ahead, in worlds that its seat cannot tell from the real one.

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Occasion, Options, Outcome, Seat, Silence, Table};

use crate::{Bot, Observation};

/// How many worlds are imagined for one question.
const WORLDS: usize = 3;
/// How many questions that its own move raises are thought through; the first option is taken after that.
const DEPTH: u32 = 3;
/// How many options are tried for one option of the question in one world, all depths together.
const TRIES: u32 = 200;
/// How many answers may follow one move before it is judged as it stands.
const ANSWERS: u32 = 64;
/// A won match is worth more than any position.
const WON: i64 = 1 << 40;

/// Tries every option in a few imagined worlds and takes the one after which the game's own evaluation is best; of equals the
/// first. Questions that the move raises are answered by the best evaluation too, those of the rival by chance.
#[derive(Clone, Debug)]
pub struct Greedy {
    chance: FastChance,
}

impl Greedy {
    /// With a random stream of its own.
    pub fn new(seed: u64) -> Self {
        Greedy { chance: FastChance::new(seed) }
    }
}

impl<G: CardGame> Bot<G> for Greedy {
    fn pick(&mut self, observation: &Observation<'_, G>) -> usize {
        if observation.count() == 1 {
            return 0;
        }
        let mut sums = [0i64; playmat_kernel::MOST_OPTIONS];
        let mut options = Options::new();
        for _ in 0..WORLDS {
            let world = observation.imagine(&mut self.chance);
            world.options(observation.rules(), &mut options);
            // Every option meets the same luck, so that luck does not decide between them.
            let luck = FastChance::new(self.chance.bits());
            for (&choice, sum) in options.iter().zip(&mut sums) {
                let mut thought = Thought::<G> { rules: observation.rules(), seat: observation.seat(), tries: TRIES };
                let mut table = world.clone();
                let mut luck = luck.clone();
                table.take(observation.rules(), choice, &mut luck, &mut Silence);
                *sum += thought.worth(table, &mut luck, DEPTH);
            }
        }
        let sums = &sums[..observation.count()];
        let best = sums.iter().copied().max().unwrap_or_default();
        sums.iter().position(|&sum| sum == best).unwrap_or_default()
    }
}

/// Thinking one option through.
struct Thought<'a, G: CardGame> {
    rules: &'a G::Rules,
    seat: Seat,
    tries: u32,
}

impl<G: CardGame> Thought<'_, G> {
    /// The value of the table once the move is complete: when somebody is to make the next move, or the match is over.
    fn worth(&mut self, mut table: Table<G>, luck: &mut FastChance, depth: u32) -> i64 {
        let mut options = Options::new();
        for _ in 0..ANSWERS {
            let Some(decision) = table.decision() else { break };
            if decision.occasion == Occasion::Move {
                break;
            }
            table.options(self.rules, &mut options);
            let pick = match options.len() {
                0 | 1 => 0,
                count if decision.seat != self.seat => luck.one_of(count as u32) as usize,
                _ if depth == 0 || self.tries == 0 => 0,
                _ => return self.best(&table, &options, luck, depth - 1),
            };
            table.take(self.rules, options[pick], luck, &mut Silence);
        }
        match table.outcome() {
            Some(Outcome::Won(winner)) if winner == self.seat => WON,
            Some(Outcome::Won(_)) => -WON,
            Some(Outcome::Draw) => 0,
            None => i64::from(G::evaluate(self.rules, table.position(), self.seat)),
        }
    }

    /// What the best of the options leads to.
    fn best(&mut self, table: &Table<G>, options: &Options<G::Choice>, luck: &FastChance, depth: u32) -> i64 {
        let mut best = i64::MIN;
        for &choice in options {
            if self.tries == 0 {
                break;
            }
            self.tries -= 1;
            let mut next = table.clone();
            let mut luck = luck.clone();
            next.take(self.rules, choice, &mut luck, &mut Silence);
            best = best.max(self.worth(next, &mut luck, depth));
        }
        best
    }
}
