//! What an imagined table is worth: played on for a while by a quick policy, then judged by the game's own evaluation.

use playmat_cards::CardGame;
use playmat_chance::Swift;
use playmat_kernel::{Chance, Occasion, Options, Outcome, Seat, Silence, Table};

/// How a table is played on before it is judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How many more turns.
    pub turns: u32,
    /// How many answers in a thousand are given at random; all others take the best of the next positions.
    pub slips: u32,
}

/// How many answers may follow before a table is judged as it stands.
const ANSWERS: u32 = 400;

/// Room that is used again and again.
pub struct Judge<G: CardGame> {
    pub options: Options<G::Choice>,
    manner: Manner,
}

impl<G: CardGame> Judge<G> {
    /// Judges in this manner.
    pub fn new(manner: Manner) -> Self {
        Judge { options: Options::new(), manner }
    }

    /// What the table is worth for player 1, from 0 (lost) to 1 (won).
    pub fn worth(&mut self, rules: &G::Rules, mut table: Table<G>, luck: &mut Swift) -> f64 {
        let until = G::turns(table.position()) + self.manner.turns;
        for _ in 0..ANSWERS {
            let Some(decision) = table.decision() else { break };
            if decision.occasion == Occasion::Move && G::turns(table.position()) >= until {
                break;
            }
            table.options(rules, &mut self.options);
            let pick = match self.options.len() {
                0 | 1 => 0,
                count if self.manner.slips >= 1000 || luck.one_of(1000) < self.manner.slips => {
                    luck.one_of(count as u32) as usize
                }
                _ => best_next(rules, &table, &self.options, decision.seat, luck),
            };
            table.take(rules, self.options[pick], luck, &mut Silence);
        }
        static_worth(rules, &table)
    }
}

/// What the table is worth for player 1 as it stands.
pub fn static_worth<G: CardGame>(rules: &G::Rules, table: &Table<G>) -> f64 {
    match table.outcome() {
        Some(Outcome::Won(Seat::One)) => 1.0,
        Some(Outcome::Won(Seat::Two)) => 0.0,
        Some(Outcome::Draw) => 0.5,
        None => {
            // ln 3 : 1 at AHEAD.
            let ahead = f64::from(G::evaluate(rules, table.position(), Seat::One)) / f64::from(G::AHEAD);
            // A match that is not over is never quite decided.
            0.01 + 0.98 / (1.0 + (-1.0986 * ahead).exp())
        }
    }
}

/// The option after which the evaluation is best for who answers; of equals any.
pub fn best_next<G: CardGame>(
    rules: &G::Rules,
    table: &Table<G>,
    options: &[G::Choice],
    seat: Seat,
    luck: &mut Swift,
) -> usize {
    let (mut best, mut most, mut equals) = (0, i64::MIN, 0);
    let chance = luck.clone();
    for (place, &choice) in options.iter().enumerate() {
        let mut next = table.clone();
        next.take(rules, choice, &mut chance.clone(), &mut Silence);
        let worth = match next.outcome() {
            Some(Outcome::Won(winner)) if winner == seat => i64::MAX,
            Some(Outcome::Won(_)) => i64::MIN + 1,
            Some(Outcome::Draw) => 0,
            None => i64::from(G::evaluate(rules, next.position(), seat)),
        };
        if worth > most {
            (best, most, equals) = (place, worth, 1);
        } else if worth == most {
            equals += 1;
            if luck.one_of(equals) == 0 {
                best = place;
            }
        }
    }
    best
}
