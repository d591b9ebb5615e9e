//! A bot that answers at random.

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::Chance;

use crate::{Bot, Observation};

/// Picks uniformly among the options of each question.
#[derive(Clone, Debug)]
pub struct Random {
    chance: FastChance,
}

impl Random {
    /// With a random stream of its own.
    pub fn new(seed: u64) -> Self {
        Random { chance: FastChance::new(seed) }
    }
}

impl<G: CardGame> Bot<G> for Random {
    fn pick(&mut self, observation: &Observation<'_, G>) -> usize {
        match observation.count() {
            1 => 0,
            count => self.chance.one_of(count as u32) as usize,
        }
    }
}
