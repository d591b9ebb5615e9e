//! Why something was not done, in the words that people read.

use std::fmt;

use playmat_batch::BatchError;
use playmat_catalog::{DeckError, LoadError, UnknownGame};
use playmat_wire::RecordError;

/// Why something was not done. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrontendError {
    /// What kind of mistake it is.
    pub kind: Kind,
    /// What is wrong, where, and what would be right.
    pub sentence: String,
}

/// The kinds of mistakes that a caller may want to tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// There is no such game.
    Game,
    /// There is no such edition, ruling or value.
    Terms,
    /// Card files cannot be read, or are wrong.
    Cards,
    /// A deck cannot be read, or is not legal.
    Deck,
    /// A record cannot be read or played.
    Record,
    /// There is no such bot.
    Bot,
    /// An answer or another request that is not possible at this point of a match.
    Refused,
    /// A batch cannot be made, or stepped, like this.
    Batch,
    /// A run of the lab cannot be made like this, or did not come to its end.
    Lab,
}

impl Kind {
    /// An error of this kind.
    pub fn error(self, sentence: impl Into<String>) -> FrontendError {
        FrontendError { kind: self, sentence: sentence.into() }
    }
}

impl fmt::Display for FrontendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence.trim_end())
    }
}

impl std::error::Error for FrontendError {}

impl From<UnknownGame> for FrontendError {
    fn from(error: UnknownGame) -> Self {
        Kind::Game.error(error.to_string())
    }
}

impl From<LoadError> for FrontendError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::NoGame(unknown) => unknown.into(),
            LoadError::Unreadable(_) | LoadError::Wrong(..) => Kind::Cards.error(error.to_string()),
        }
    }
}

impl From<Vec<DeckError>> for FrontendError {
    fn from(errors: Vec<DeckError>) -> Self {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Kind::Deck.error(format!("this deck cannot be played:\n{}", lines.join("\n")))
    }
}

impl From<RecordError> for FrontendError {
    fn from(error: RecordError) -> Self {
        Kind::Record.error(error.to_string())
    }
}

impl From<BatchError> for FrontendError {
    fn from(error: BatchError) -> Self {
        Kind::Batch.error(error.to_string())
    }
}
