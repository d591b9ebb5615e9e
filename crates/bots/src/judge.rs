//! What an imagined table is worth: played on for a while by a quick policy, then judged by the game's own evaluation.

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Occasion, Options, Outcome, Seat, Silence, Table};

/// How a table is played on before it is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutPlan {
    /// It is played until so many turns were begun in the match.
    pub until: u32,
    /// The best of so many random moves is made; with 1 any.
    pub tries: u32,
    /// How often it is played on; the mean counts.
    pub plays: u32,
}

/// How many moves may follow before a table is judged as it stands.
const MOVES: u32 = 200;
/// How many answers one move may take.
const ANSWERS: u32 = 64;

/// Judges tables. Its buffers are used again.
pub struct Judge<G: CardGame> {
    /// A list to work in.
    pub options: Options<G::Choice>,
    plan: PlayoutPlan,
}

impl<G: CardGame> Judge<G> {
    /// Judges by this plan.
    pub fn new(plan: PlayoutPlan) -> Self {
        Judge { options: Options::new(), plan }
    }

    /// What the table is worth for player 1, from 0 (lost) to 1 (won).
    pub fn worth(&mut self, rules: &G::Rules, table: &Table<G>, luck: &mut FastChance) -> f64 {
        if table.outcome().is_some() {
            return static_worth(rules, table);
        }
        let plays = self.plan.plays.max(1);
        (0..plays).map(|_| self.played_on(rules, table.clone(), luck)).sum::<f64>() / f64::from(plays)
    }

    fn played_on(&mut self, rules: &G::Rules, mut table: Table<G>, luck: &mut FastChance) -> f64 {
        self.finish_move(rules, &mut table, luck);
        for _ in 0..MOVES {
            let Some(decision) = table.decision() else { break };
            if G::turns(table.position()) >= self.plan.until {
                break;
            }
            table = self.best_of_some(rules, &table, decision.seat, luck);
        }
        static_worth(rules, &table)
    }

    /// The table after the best of some random moves, by the game's own evaluation. The last option is always among them: it ends
    /// the turn, and without it every possible move would be made sooner or later.
    fn best_of_some(&mut self, rules: &G::Rules, table: &Table<G>, seat: Seat, luck: &mut FastChance) -> Table<G> {
        table.options(rules, &mut self.options);
        let count = self.options.len() as u32;
        let tries = self.plan.tries.min(2 * count);
        let mut best: Option<(i64, Table<G>)> = None;
        for place in 0..tries.max(1) {
            let pick = if place + 1 == tries && tries > 1 { count - 1 } else { luck.one_of(count) };
            if place > 0 {
                table.options(rules, &mut self.options);
            }
            let mut next = table.clone();
            next.take(rules, self.options[pick as usize], luck, &mut Silence);
            self.finish_move(rules, &mut next, luck);
            if tries <= 1 {
                return next;
            }
            let worth = after(rules, &next, seat);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, next));
            }
        }
        best.map_or_else(|| table.clone(), |(_, table)| table)
    }

    /// Answers at random until somebody is to move.
    fn finish_move(&mut self, rules: &G::Rules, table: &mut Table<G>, luck: &mut FastChance) {
        for _ in 0..ANSWERS {
            match table.decision() {
                Some(decision) if decision.occasion != Occasion::Move => {}
                _ => break,
            }
            table.options(rules, &mut self.options);
            let pick = match self.options.len() {
                1 => 0,
                count => luck.one_of(count as u32) as usize,
            };
            table.take(rules, self.options[pick], luck, &mut Silence);
        }
    }
}

/// What the table is worth for player 1 as it stands.
fn static_worth<G: CardGame>(rules: &G::Rules, table: &Table<G>) -> f64 {
    match table.outcome() {
        Some(Outcome::Won(Seat::One)) => 1.0,
        Some(Outcome::Won(Seat::Two)) => 0.0,
        Some(Outcome::Draw) => 0.5,
        None => {
            // At `AHEAD` the odds are 3 to 1.
            let ahead = f64::from(G::evaluate(rules, table.position(), Seat::One)) / f64::from(G::AHEAD);
            // An unfinished match is never quite decided.
            0.01 + 0.98 / (1.0 + libm::exp(-1.0986 * ahead))
        }
    }
}

/// The value of a move for whoever made it.
fn after<G: CardGame>(rules: &G::Rules, table: &Table<G>, seat: Seat) -> i64 {
    match table.outcome() {
        Some(Outcome::Won(winner)) if winner == seat => i64::MAX,
        Some(Outcome::Won(_)) => i64::MIN,
        Some(Outcome::Draw) => 0,
        None => i64::from(G::evaluate(rules, table.position(), seat)),
    }
}
