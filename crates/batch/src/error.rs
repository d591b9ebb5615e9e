//! Why a batch refuses something.

use std::fmt;

/// Why a batch was not made, or did not step. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// The batch cannot be made as it is planned: a sentence.
    Plan(String),
    /// There must be an action for every match.
    Actions {
        /// How many were given.
        given: usize,
        /// How many matches there are.
        matches: usize,
    },
    /// A match has no such option.
    Action {
        /// Which match.
        game_match: usize,
        /// What was answered.
        action: i32,
        /// How many options it has.
        count: usize,
    },
    /// An array has the wrong length.
    Array {
        /// Its name.
        name: &'static str,
        /// Its length.
        given: usize,
        /// The right length.
        right: usize,
    },
    /// There is no match of this number.
    Match {
        /// The number.
        game_match: usize,
        /// How many there are.
        matches: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Plan(sentence) => f.write_str(sentence),
            BatchError::Actions { given, matches } => {
                write!(f, "there are {given} actions for {matches} matches; each match needs one")
            }
            BatchError::Action { game_match, action, count } => {
                let last = count.saturating_sub(1);
                write!(f, "match {game_match} has no option {action}: it has {count}, from 0 to {last}; no match was stepped")
            }
            BatchError::Array { name, given, right } => {
                write!(f, "the array `{name}` has {given} numbers; this batch writes {right}")
            }
            BatchError::Match { game_match, matches } => {
                write!(f, "there is no match {game_match}; there are {matches}, and the first is 0")
            }
        }
    }
}

impl std::error::Error for BatchError {}
