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
    /// Of what kind its numbers are.
    pub holds: Holds,
    /// What its numbers mean, in a sentence.
    pub meaning: &'static str,
}

/// Of what kind the numbers of a column are: what a learner must know of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// A number. Most are not larger than this one.
    Number(i16),
    /// 0 or 1.
    Flag,
    /// One of so many values, from 0: nothing, or the plain case.
    Category(u16),
    /// A set, as so many bits.
    Bits(u8),
    /// The number of a definition, plus one; 0 for nothing.
    Card,
    /// A row that is pointed to, counted from 1 through [`Layout::pointed`]; 0 for none. From -1 down so many other things.
    Row(u8),
    /// How many cards the row stands for; 0 and 1 both mean one.
    Count,
    /// A number that means something under one rule set only.
    Label,
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
    /// Whether it matters which row something stands in.
    pub order: Order,
    /// The columns of each row.
    pub columns: &'static [Column],
}

/// Whether it matters which row of a block something stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Every row has a meaning of its own, like a place on the table.
    Each,
    /// The rows are a list of like things, like the cards of a pile.
    Alike,
}

/// Rows of a block of the observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Which block: its place among those of the observation.
    pub block: usize,
    /// The first row.
    pub from: usize,
    /// How many rows.
    pub rows: usize,
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
    /// What columns that hold a row point to: these rows, one span behind the other.
    pub pointed: &'static [Span],
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

    /// How many rows can be pointed to.
    pub fn pointed_rows(&self) -> usize {
        self.pointed.iter().map(|span| span.rows).sum()
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
            add(&[block.order as u8]);
            for column in block.columns {
                add(column.name.as_bytes());
                let (kind, argument) = column.holds.code();
                add(&[&[kind][..], &argument.to_le_bytes()].concat());
            }
        }
        for span in self.pointed {
            [span.block, span.from, span.rows].iter().for_each(|number| add(&(*number as u32).to_le_bytes()));
        }
        hash
    }
}

impl Holds {
    /// The kind in a word, and what it says beside: how large, how many values or bits, how many other things.
    pub const fn words(self) -> (&'static str, i16) {
        match self {
            Holds::Number(scale) => ("number", scale),
            Holds::Flag => ("flag", 2),
            Holds::Category(values) => ("category", values as i16),
            Holds::Bits(count) => ("bits", count as i16),
            Holds::Card => ("card", 0),
            Holds::Row(others) => ("row", others as i16),
            Holds::Count => ("count", 0),
            Holds::Label => ("label", 0),
        }
    }

    /// What a fingerprint takes of it.
    const fn code(self) -> (u8, i16) {
        let kind = match self {
            Holds::Number(_) => 0,
            Holds::Flag => 1,
            Holds::Category(_) => 2,
            Holds::Bits(_) => 3,
            Holds::Card => 4,
            Holds::Row(_) => 5,
            Holds::Count => 6,
            Holds::Label => 7,
        };
        (kind, self.words().1)
    }
}

impl Column {
    /// Nothing yet: for lists of columns that are made of others.
    pub const BLANK: Column = Column { name: "", holds: Holds::Flag, meaning: "" };
}

/// The columns of a block, each with what it holds and its meaning: `columns!["attack": Number(10), "Its attack now."; ...]`.
#[macro_export]
macro_rules! columns {
    ($($name:literal: $holds:ident $(($argument:expr))?, $meaning:literal;)*) => {
        &[$($crate::Column { name: $name, holds: $crate::Holds::$holds $(($argument))?, meaning: $meaning }),*]
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
                order: Order::Each,
                columns: columns!["life": Number(20), "Own life."; "turn": Number(9), "Turns begun.";],
            },
            Block { name: "hand", meaning: "A card each.", rows: 3, order: Order::Alike, columns: CARD },
        ],
        options: Block {
            name: "options",
            meaning: "An option each.",
            rows: 4,
            order: Order::Alike,
            columns: columns!["verb": Category(3), "What is done.";],
        },
        definitions: Block {
            name: "definitions",
            meaning: "A card each.",
            rows: 0,
            order: Order::Alike,
            columns: columns!["kind": Category(2), "Its kind.";],
        },
        pointed: &[Span { block: 1, from: 0, rows: 3 }],
    };

    const CARD: &[Column] = columns!["card": Card, "Its definition.";];

    #[test]
    fn blocks_follow_each_other() {
        let places: Vec<_> = LAYOUT.blocks().map(|(at, block)| (at, block.name)).collect();
        assert_eq!((places, LAYOUT.len()), (vec![(0, "header"), (2, "hand")], 5));
    }

    #[test]
    fn a_fingerprint_tells_layouts_apart() {
        let newer = Layout { version: 2, ..LAYOUT };
        let longer = Layout { options: Block { rows: 5, ..LAYOUT.options }, ..LAYOUT };
        let kind = Column { holds: Holds::Label, ..CARD[0] };
        let kinds: &'static [Block] =
            &*Box::leak(Box::new([Block { columns: Box::leak(Box::new([kind])), ..LAYOUT.observation[1] }]));
        let (before, after) =
            (Layout { observation: &LAYOUT.observation[1..], ..LAYOUT }, Layout { observation: kinds, ..LAYOUT });
        assert_ne!(before.fingerprint(), after.fingerprint());
        let pointing = Layout { pointed: &[], ..LAYOUT };
        assert_eq!((LAYOUT.pointed_rows(), pointing.pointed_rows()), (3, 0));
        assert!([newer, longer, pointing].iter().all(|other| other.fingerprint() != LAYOUT.fingerprint()));
    }
}
