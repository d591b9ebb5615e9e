//! Why a weight file is refused.

use std::fmt;

/// Why a network cannot be used. Each says what is, and what would fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// It is no weight file.
    Magic,
    /// It is written in a form of another version.
    Format {
        /// What it says.
        found: u32,
    },
    /// Its header cannot be read: why.
    Header(String),
    /// It was trained for another game.
    Game {
        /// That game.
        found: String,
        /// This one.
        right: String,
    },
    /// It was trained on other numbers.
    Layout {
        /// Version and fingerprint of those numbers.
        found: (u16, String),
        /// What they are now.
        right: (u16, String),
    },
    /// It was trained under other rules.
    Rules {
        /// The version of those rules.
        found: u16,
        /// What it is now.
        right: u16,
    },
    /// One of its sizes is impossible.
    Size {
        /// Which.
        name: String,
        /// What it is.
        found: usize,
        /// The least it may be.
        least: usize,
        /// The most it may be.
        most: usize,
    },
    /// A layer is not what layout and sizes make of it.
    Layer {
        /// What the file has at this place, as `name [outputs, inputs]`.
        found: String,
        /// What belongs there.
        right: String,
    },
    /// It is too short or too long.
    Length {
        /// Its bytes.
        found: usize,
        /// How many there should be.
        right: usize,
    },
    /// A byte has changed since it was written.
    Checksum,
    /// A number of a layer is out of range.
    Number {
        /// The layer.
        layer: String,
        /// `weight`, `bias` or `factor`.
        what: &'static str,
        /// The number.
        found: i64,
    },
    /// The game cannot be seen as numbers.
    NoNumbers {
        /// The game.
        game: String,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Magic => f.write_str("this is no model: a model begins with `PLAYNET1`"),
            Misfit::Format { found } => write!(f, "the model is of format {found}; format 1 can be read"),
            Misfit::Header(why) => write!(f, "the header of the model cannot be read: {why}"),
            Misfit::Game { found, right } => write!(f, "the model plays {found}, not {right}"),
            Misfit::Layout { found, right } => write!(
                f,
                "the model was trained on observations of version {} ({}), and now they are of version {} ({}); train it again",
                found.0, found.1, right.0, right.1
            ),
            Misfit::Rules { found, right } => {
                write!(
                    f,
                    "the model was trained under rules of version {found}, and these are of version {right}; train it again"
                )
            }
            Misfit::Size { name, found, least, most } => {
                write!(f, "`{name}` of the model is {found}; it can be {least} to {most}")
            }
            Misfit::Layer { found, right } => write!(f, "the model has a layer {found} where {right} belongs"),
            Misfit::Length { found, right } => write!(f, "the model has {found} bytes; there should be {right}"),
            Misfit::Checksum => f.write_str("the model is damaged: its checksum is not that of its bytes"),
            Misfit::Number { layer, what, found } => {
                write!(f, "a {what} of the layer {layer} is {found}, which is out of range")
            }
            Misfit::NoNumbers { game } => write!(f, "positions of {game} cannot be written as numbers, so no model plays it"),
        }
    }
}

impl std::error::Error for Misfit {}
