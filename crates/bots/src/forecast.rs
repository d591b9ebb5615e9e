//! Who will win from here, as far as quick players can tell: for those who look at a match that is over.

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Outcome, Seat, Table};

use crate::bot::imagined;
use crate::judge::{Judge, PlayoutPlan};

/// Of how many random moves the best is made while a world is played on.
const TRIES: u32 = 3;

/// Player 1's chance of winning, from 0 to 1, a draw counting a half. So many worlds are imagined from what each seat knows and played on
/// by a quick policy; the mean over both seats counts, so that neither one's hopes colour it. The same seed leads to the same number.
pub fn forecast<G: CardGame>(rules: &G::Rules, table: &Table<G>, worlds: u32, seed: u64) -> f64 {
    match table.outcome() {
        Some(Outcome::Won(Seat::One)) => return 1.0,
        Some(Outcome::Won(Seat::Two)) => return 0.0,
        Some(Outcome::Draw) => return 0.5,
        None => {}
    }
    let until = G::turns(table.position()) + G::HORIZON;
    let mut judge = Judge::<G>::new(PlayoutPlan { until, tries: TRIES, plays: 1 });
    let mut luck = FastChance::new(seed);
    let mut sum = 0.0;
    let worlds = worlds.max(1);
    for seat in Seat::BOTH {
        for _ in 0..worlds {
            let world = imagined::<G, _>(rules, table.position(), seat, &mut luck);
            sum += judge.worth(rules, &world, &mut luck);
        }
    }
    sum / f64::from(2 * worlds)
}
