//! What a search found out about the options of the question, and which of them it gives.

use playmat_cards::CardGame;
use playmat_kernel::MOST_OPTIONS;

use crate::Observation;
use crate::tree::{Answered, Tree};

/// What all threads found out about an option.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Vote {
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

    /// What it is worth on average, if it was tried.
    pub fn judgement(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
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

/// Counts what these trees found out about the options of a question. The place of the answer to give.
pub fn elected<'a, G: CardGame>(
    observation: &Observation<'_, G>,
    votes: &mut [Vote; MOST_OPTIONS],
    trees: impl IntoIterator<Item = &'a Tree>,
) -> usize {
    let keys = observation.keys();
    for answered in trees.into_iter().flat_map(Tree::answers) {
        if let Some(place) = keys.iter().position(|&key| key == answered.key) {
            votes[place].count(&answered);
        }
    }
    chosen(&votes[..observation.count()], observation.clinching())
}

/// The place of the answer to give: a proven one, one that clinches, or the one tried most often; of equals the first.
fn chosen(votes: &[Vote], clinching: Option<usize>) -> usize {
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
