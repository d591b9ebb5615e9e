//! A bot that has learned to play: it looks once at what its seat sees, and does not search.

use std::sync::Arc;

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::{Chance, MOST_OPTIONS};
use playmat_network::{Model, Scratch, Sheet};

use crate::{Bot, Observation};

/// How freely answers are drawn, in hundredths: at 100 as often as the network finds them likely, below that the best ones more often,
/// at 0 the best one always.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Temperature(pub u16);

/// Asks a network once for each question. The answer depends on what the seat sees and, at a temperature above 0, on the seed.
pub struct Learned<G: CardGame> {
    model: Arc<Model<G>>,
    temperature: Temperature,
    chance: FastChance,
    sheet: Sheet,
    scratch: Scratch,
    judgement: Option<f64>,
}

/// Into how many parts likelihoods are cut when an answer is drawn.
const FINE: u32 = 1 << 24;

impl<G: CardGame> Learned<G> {
    /// A bot that plays as this model does, with a random stream of its own.
    pub fn new(model: Arc<Model<G>>, temperature: Temperature, seed: u64) -> Self {
        let sheet = model.sheet();
        let scratch = Scratch::default();
        Learned { model, temperature, chance: FastChance::new(seed), sheet, scratch, judgement: None }
    }

    /// Writes a question down. For callers that judge many questions at once, then ask for each [answer](Learned::answer).
    pub fn read(&mut self, observation: &Observation<'_, G>) {
        observation.write(&self.model, &mut self.sheet);
    }

    /// The model that must judge the question.
    pub fn model(&self) -> &Arc<Model<G>> {
        &self.model
    }

    /// The question as it was written down.
    pub fn sheet(&mut self) -> &mut Sheet {
        &mut self.sheet
    }

    /// The place of the option that it takes, once its question was judged.
    pub fn answer(&mut self) -> usize {
        self.judgement = Some(self.sheet.chance_of_winning());
        match self.temperature {
            Temperature(0) => self.sheet.best(),
            Temperature(hundredths) => {
                let mut policy = [0.0; MOST_OPTIONS];
                self.sheet.policy(f64::from(hundredths) / 100.0, &mut policy);
                drawn(&policy[..self.sheet.scores().len()], f64::from(self.chance.one_of(FINE)) / f64::from(FINE))
            }
        }
    }
}

impl<G: CardGame> Bot<G> for Learned<G> {
    fn pick(&mut self, observation: &Observation<'_, G>) -> usize {
        if observation.count() == 1 {
            return 0;
        }
        self.read(observation);
        self.model.judge(&mut [&mut self.sheet], &mut self.scratch);
        self.answer()
    }

    fn judgement(&self) -> Option<f64> {
        self.judgement
    }

    fn learned(&mut self) -> Option<&mut Learned<G>> {
        Some(self)
    }
}

/// The place at which the sum of these numbers exceeds `at`.
fn drawn(policy: &[f64], at: f64) -> usize {
    let mut sum = 0.0;
    let passed = |share: &f64| {
        sum += share;
        sum > at
    };
    policy.iter().position(passed).unwrap_or(policy.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_drawn_by_their_shares() {
        let policy = [0.25, 0.0, 0.5, 0.25];
        let places: Vec<usize> = [0.0, 0.2, 0.25, 0.5, 0.74, 0.75, 0.99].map(|at| drawn(&policy, at)).to_vec();
        assert_eq!(places, [0, 0, 2, 2, 2, 3, 3]);
        // Rounding leaves a little behind the last one.
        assert_eq!(drawn(&[0.5, 0.499], 0.9999), 1);
    }
}
