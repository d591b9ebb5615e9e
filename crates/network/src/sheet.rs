//! A question in numbers, and what a network says of it.

use playmat_cards::{CardGame, Encoder, Layout};
use playmat_kernel::{MOST_OPTIONS, Options, Table};

/// A pending question as the asked seat sees it, with room for what a network says of it. It is made once and used again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub(crate) observation: Vec<i16>,
    pub(crate) options: Vec<i16>,
    pub(crate) columns: usize,
    pub(crate) count: usize,
    pub(crate) value: i32,
    pub(crate) scores: Vec<i32>,
}

impl Sheet {
    /// Room for the questions of a game.
    pub fn new(layout: &Layout) -> Self {
        let columns = layout.options.columns.len();
        Sheet {
            observation: vec![0; layout.len()],
            options: vec![0; columns * MOST_OPTIONS],
            columns,
            count: 0,
            value: 0,
            scores: vec![0; MOST_OPTIONS],
        }
    }

    /// Writes what the asked seat sees of a table whose options the caller has just listed. Nothing when nobody is asked.
    pub fn write<G: CardGame>(
        &mut self,
        encoder: &Encoder<G>,
        rules: &G::Rules,
        table: &Table<G>,
        options: &Options<G::Choice>,
    ) {
        self.count = 0;
        let Some(decision) = table.decision() else { return };
        self.count = options.len();
        encoder.observation(rules, table.position(), decision, &mut self.observation);
        encoder.options(rules, table.position(), decision, options, &mut self.options[..self.columns * options.len()]);
    }

    /// Copies a question that is written already: an observation, and a row for each option. Numbers that are missing are 0, those
    /// beyond the room are left out.
    pub fn copy(&mut self, observation: &[i16], options: &[i16]) {
        self.observation.fill(0);
        self.observation.iter_mut().zip(observation).for_each(|(here, &there)| *here = there);
        self.options.iter_mut().zip(options).for_each(|(here, &there)| *here = there);
        self.count = (options.len() / self.columns).min(MOST_OPTIONS);
    }

    /// The observation.
    pub fn observation(&self) -> &[i16] {
        &self.observation
    }

    /// The options, a row for each.
    pub fn options(&self) -> &[i16] {
        &self.options[..self.columns * self.count]
    }

    /// A hash of the question.
    pub fn digest(&self) -> u64 {
        mixed(mixed(0x2545_f491_4f6c_dd1d, &self.observation), self.options())
    }

    /// What the asked seat hopes for, with 16 fractional bits: 0 if it wins half of its matches, then by the logarithm of the odds.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// How good each option looks, with 16 fractional bits: their likelihoods are as e to these.
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.count]
    }

    /// The asked seat's chance of winning, a draw counting half.
    pub fn chance_of_winning(&self) -> f64 {
        1.0 / (1.0 + libm::exp(-fine(self.value)))
    }

    /// The place of the best option, of equals the first.
    pub fn best(&self) -> usize {
        let best = self.scores().iter().copied().max().unwrap_or_default();
        self.scores().iter().position(|&score| score == best).unwrap_or_default()
    }

    /// How likely each option is to be taken; at a temperature above 1 more evenly than the network says, below 1 less. They add up
    /// to 1. `out` has room for as many.
    pub fn policy(&self, temperature: f64, out: &mut [f64]) {
        let best = self.scores().iter().copied().max().unwrap_or_default();
        let mut sum = 0.0;
        for (&score, out) in self.scores().iter().zip(out.iter_mut()) {
            *out = libm::exp((fine(score) - fine(best)) / temperature);
            sum += *out;
        }
        out.iter_mut().take(self.count).for_each(|out| *out /= sum);
    }
}

fn fine(number: i32) -> f64 {
    f64::from(number) / 65536.0
}

/// A few cycles for four numbers.
fn mixed(from: u64, numbers: &[i16]) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = |four: &[i16]| four.iter().fold(0, |word, &number| word << 16 | u64::from(number as u16));
    let (fours, rest) = numbers.as_chunks::<4>();
    let hash = fours.iter().fold(from, |hash, four| mix(hash, word(four)));
    let hash = mix(hash, word(rest) ^ (numbers.len() as u64) << 48);
    hash ^ hash >> 29
}
