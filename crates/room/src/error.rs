//! Why something was not done.

use playmat_catalog::list_of_games;
pub use playmat_wire::Code;

/// Why something was not done: a stable code and a sentence. It never holds what the caller may not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomError {
    /// Stable.
    pub code: Code,
    /// For people.
    pub sentence: String,
}

impl RoomError {
    /// An error with its sentence.
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        RoomError { code, sentence: sentence.into() }
    }

    /// There is no such game.
    pub fn unknown_game(game: &str) -> Self {
        RoomError::new(Code::UnknownGame, format!("There is no game `{game}`; there are: {}.", list_of_games()))
    }

    /// The server's own fault; the operator was told more.
    pub fn internal() -> Self {
        RoomError::new(Code::Internal, "Something went wrong on the server. It has been logged.")
    }

    /// The log does not answer.
    pub fn log() -> Self {
        RoomError::new(Code::LogUnavailable, "The server cannot write its log. Nothing is lost; try again in a moment.")
    }

    /// Too many requests.
    pub fn too_many(sentence: &str) -> Self {
        RoomError::new(Code::TooMany, sentence)
    }

    /// A record is given out when its match is over.
    pub fn not_over() -> Self {
        RoomError::new(Code::MatchNotOver, "A record can be read once the match is over.")
    }

    /// Whether trying again in a moment may help.
    pub fn passes(&self) -> bool {
        matches!(self.code, Code::LogUnavailable | Code::Internal)
    }
}
