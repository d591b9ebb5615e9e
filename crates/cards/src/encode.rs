//! What a seat may see, as numbers: the observations of learning players. An encoder is written once for each game, beside its
//! view, and obeys the same law: it reads only what the asked seat knows, so that it is equal, byte by byte, in every world that
//! this seat cannot tell apart.
//!
//! An observation is a row of `i16` of fixed length, cut into [`Block`]s; a block is a table of rows with named columns. The listed
//! options of the question are a block of their own, a row for each, and so are the definitions of a rule set, whose features say
//! what an unseen card is. Where a column holds a definition it holds its number plus one, and 0 stands for nothing.

use playmat_kernel::{Decision, Game};

use crate::DefId;

/// A column of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// `attack`
    pub name: &'static str,
    /// What its numbers mean, in a sentence.
    pub meaning: &'static str,
}

/// A table within an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// `hand`
    pub name: &'static str,
    /// What a row stands for, and how rows are ordered.
    pub meaning: &'static str,
    /// How many rows there are, used or not. Unused rows are zero.
    pub rows: usize,
    /// The columns of each row.
    pub columns: &'static [Column],
}

/// What the numbers of a game mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Raised whenever a number changes its place or its meaning.
    pub version: u16,
    /// The observation, in the order of its blocks.
    pub observation: &'static [Block],
    /// The options of the pending question. It has as many rows as the longest list of the game.
    pub options: Block,
    /// The definitions of a rule set; its `rows` are 0, since every rule set has its own number of cards.
    pub definitions: Block,
}

/// A game whose positions can be written as numbers.
pub trait Encode: Game {
    /// What the numbers mean.
    const LAYOUT: Layout;

    /// Writes what the asked seat sees. `out` has [`Layout::len`] numbers and may hold anything: every one of them is written.
    fn encode(rules: &Self::Rules, position: &Self::Position, decision: Decision, out: &mut [i16]);

    /// Writes one listed option of the pending question. `out` has the columns of [`Layout::options`]; every one is written.
    fn encode_option(rules: &Self::Rules, position: &Self::Position, decision: Decision, choice: Self::Choice, out: &mut [i16]);

    /// Writes the features of a definition. `out` has the columns of [`Layout::definitions`]; every one is written.
    fn encode_definition(rules: &Self::Rules, def: DefId, out: &mut [i16]);
}

impl Block {
    /// How many numbers it has.
    pub const fn len(&self) -> usize {
        self.rows * self.columns.len()
    }

    /// Whether it has no numbers.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Layout {
    /// How many numbers an observation has.
    pub const fn len(&self) -> usize {
        let mut len = 0;
        let mut at = 0;
        while at < self.observation.len() {
            len += self.observation[at].len();
            at += 1;
        }
        len
    }

    /// Whether an observation has no numbers.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks of an observation, each with the place of its first number.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, &'static Block)> {
        self.observation.iter().scan(0, |from, block| {
            let at = *from;
            *from += block.len();
            Some((at, block))
        })
    }

    /// A hash of everything that it says but the meanings: a network trained on one layout must not be given another.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes.iter().chain(&[0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        add(&self.version.to_le_bytes());
        for block in self.observation.iter().chain([&self.options, &self.definitions]) {
            add(block.name.as_bytes());
            add(&(block.rows as u32).to_le_bytes());
            block.columns.iter().for_each(|column| add(column.name.as_bytes()));
        }
        hash
    }
}

/// The columns of a block, each with its meaning: `columns!["attack": "Its attack now.", ...]`.
#[macro_export]
macro_rules! columns {
    ($($name:literal: $meaning:literal),* $(,)?) => {
        &[$($crate::Column { name: $name, meaning: $meaning }),*]
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout {
        version: 1,
        observation: &[
            Block {
                name: "header",
                meaning: "The match.",
                rows: 1,
                columns: columns!["life": "Own life.", "turn": "Turns begun."],
            },
            Block { name: "hand", meaning: "A card each.", rows: 3, columns: columns!["card": "Its definition."] },
        ],
        options: Block { name: "options", meaning: "An option each.", rows: 4, columns: columns!["verb": "What is done."] },
        definitions: Block { name: "definitions", meaning: "A card each.", rows: 0, columns: columns!["kind": "Its kind."] },
    };

    #[test]
    fn blocks_follow_each_other() {
        let places: Vec<_> = LAYOUT.blocks().map(|(at, block)| (at, block.name)).collect();
        assert_eq!((places, LAYOUT.len()), (vec![(0, "header"), (2, "hand")], 5));
    }

    #[test]
    fn a_fingerprint_tells_layouts_apart() {
        let newer = Layout { version: 2, ..LAYOUT };
        let longer = Layout { options: Block { rows: 5, ..LAYOUT.options }, ..LAYOUT };
        assert!([newer, longer].iter().all(|other| other.fingerprint() != LAYOUT.fingerprint()));
    }
}
