//! The first layer of a block: rows of columns become activations. What most columns say is one of few things, so that the layer is a
//! sum of columns of its weights instead of products, and what a card says is a row of a table that was made with the cards.

use playmat_cards::{Block, Holds};

use crate::linear::{Linear, ONE, clip, scaled};
use crate::shape::{Dims, Place};

/// The first layer of a block.
#[derive(Clone, Debug)]
pub struct RowLayer {
    /// How many numbers a row becomes.
    pub outputs: usize,
    terms: Vec<Term>,
    /// The weights: a row of `outputs` for each feature.
    weights: Vec<i16>,
    bias: Vec<i32>,
    factor: Vec<u32>,
}

/// What a column adds: its first feature, and what is needed to know the others.
#[derive(Clone, Copy, Debug)]
enum Term {
    Number {
        first: usize,
        scale: i32,
        half: i32,
    },
    Flag {
        first: usize,
    },
    Count {
        first: usize,
    },
    Category {
        first: usize,
        values: i32,
    },
    Bits {
        first: usize,
        count: u32,
    },
    /// `table` counts the columns of the block that hold cards.
    Card {
        table: usize,
    },
    Row {
        first: usize,
        others: i32,
        pointed: i32,
        look: bool,
    },
    Nothing,
}

/// The largest number that a column of numbers becomes.
const FOUR: i32 = 4 * ONE;

impl RowLayer {
    /// The layer of a block, from its weights as the file has them.
    pub fn new(linear: Linear, block: &Block, dims: &Dims, place: Place, pointed: usize) -> Self {
        let Linear { inputs, outputs, weights, bias, factor } = linear;
        let mut turned = vec![0; weights.len()];
        for (output, row) in weights.chunks_exact(inputs).enumerate() {
            for (feature, &weight) in row.iter().enumerate() {
                turned[feature * outputs + output] = weight;
            }
        }
        let (mut first, mut table) = (0, 0);
        let terms = block.columns.iter().map(|column| {
            let term = match column.holds {
                Holds::Number(scale) => {
                    let scale = i32::from(scale.max(1));
                    Term::Number { first, scale, half: (scale / 4).max(1) }
                }
                Holds::Flag => Term::Flag { first },
                Holds::Count => Term::Count { first },
                Holds::Category(values) => Term::Category { first, values: values.into() },
                Holds::Bits(count) => Term::Bits { first, count: count.into() },
                Holds::Card if place == Place::Definition => Term::Nothing,
                Holds::Card => Term::Card { table },
                Holds::Row(others) => {
                    Term::Row { first, others: others.into(), pointed: pointed as i32, look: place == Place::Option }
                }
                Holds::Label => Term::Nothing,
            };
            table += usize::from(column.holds == Holds::Card);
            first += dims.features(column, place, pointed);
            term
        });
        let terms = terms.collect();
        RowLayer { outputs, terms, weights: turned, bias, factor }
    }

    /// What the features from the one that this column of cards begins with, times an embedding, add to the sums.
    pub fn of_card(&self, first: usize, embedding: &[i16], sums: &mut [i32]) {
        for (weights, &number) in self.weights[first * self.outputs..].chunks_exact(self.outputs).zip(embedding) {
            add(sums, weights, number.into());
        }
    }

    /// The weighted sums of a row. `cards` has, for each column that holds cards, a table with a row of sums for each definition;
    /// `hidden` is what the row that a column points to became.
    #[inline]
    pub fn sums<'a>(&self, row: &[i16], cards: &[Vec<i32>], hidden: impl Fn(usize) -> Option<&'a [i16]>, sums: &mut [i32]) {
        sums.copy_from_slice(&self.bias);
        for (term, &number) in self.terms.iter().zip(row) {
            let number = i32::from(number);
            // Most numbers are 0, and 0 adds nothing, whatever it is.
            if number == 0 {
                continue;
            }
            match *term {
                Term::Number { first, scale, half } => {
                    let linear = (number * ONE / scale).clamp(-FOUR, FOUR);
                    let bent = number * ONE / (number.abs() + half);
                    self.add(sums, first, linear);
                    self.add(sums, first + 1, bent);
                    self.add(sums, first + 2, number.signum() * ONE);
                }
                Term::Flag { first } => self.add(sums, first, ONE),
                Term::Count { first } => self.add(sums, first, if number > 0 { ONE } else { 0 }),
                Term::Category { first, values } => {
                    if let Ok(value @ 1..) = usize::try_from(number.min(values - 1)) {
                        self.add(sums, first + value - 1, ONE);
                    }
                }
                Term::Bits { first, count } => {
                    let bits = number as u16;
                    (0..count.min(16))
                        .filter(|bit| bits >> bit & 1 == 1)
                        .for_each(|bit| self.add(sums, first + bit as usize, ONE));
                }
                Term::Card { table } => {
                    let known =
                        usize::try_from(number - 1).ok().and_then(|def| cards.get(table)?.chunks_exact(self.outputs).nth(def));
                    if let Some(known) = known {
                        sums.iter_mut().zip(known).for_each(|(sum, &more)| *sum += more);
                    }
                }
                Term::Row { first, others, .. } if number < 0 => {
                    if -number <= others {
                        self.add(sums, first + (-number - 1) as usize, ONE);
                    }
                }
                Term::Row { first, others, pointed, look } => {
                    if number <= pointed {
                        self.add(sums, first + (others + number - 1) as usize, ONE);
                    }
                    if look && let Some(hidden) = hidden((number - 1) as usize) {
                        self.of_card(first + (others + pointed) as usize, hidden, sums);
                    }
                }
                Term::Nothing => {}
            }
        }
    }

    /// The sums as activations.
    #[inline]
    pub fn keep(&self, sums: &[i32], out: &mut [i16]) {
        for ((&sum, &factor), out) in sums.iter().zip(&self.factor).zip(out) {
            *out = scaled(sum, factor);
        }
    }

    /// The sums as activations, and nothing below 0.
    #[inline]
    pub fn keep_relu(&self, sums: &[i32], out: &mut [i16]) {
        self.keep(sums, out);
        out.iter_mut().for_each(|number| *number = (*number).max(0));
    }

    #[inline]
    fn add(&self, sums: &mut [i32], feature: usize, times: i32) {
        add(sums, &self.weights[feature * self.outputs..][..self.outputs], times);
    }
}

#[inline]
fn add(sums: &mut [i32], weights: &[i16], times: i32) {
    // Both have 16 bits, which is what processors multiply fastest.
    let times = clip(times.into());
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum += i32::from(weight) * i32::from(times);
    }
}

/// The first feature of each column of a block that holds cards.
pub fn first_of_cards(block: &Block, dims: &Dims, place: Place, pointed: usize) -> Vec<usize> {
    let mut first = 0;
    let mut found = Vec::new();
    for column in block.columns {
        if column.holds == Holds::Card {
            found.push(first);
        }
        first += dims.features(column, place, pointed);
    }
    found
}
