//! What goes wrong, for those who asked. The one place where it becomes HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use playmat_store::StoreError;
use playmat_wire::tables::Problem;

/// Something that was not done: a stable code and a sentence. It never holds what the asker may not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// Stable.
    pub code: &'static str,
    /// For people.
    pub sentence: String,
}

impl Trouble {
    /// With its sentence.
    pub fn new(code: &'static str, sentence: impl Into<String>) -> Self {
        Trouble { code, sentence: sentence.into() }
    }

    /// Our fault; the log knows more.
    pub fn internal() -> Self {
        Trouble::new("internal", "Something broke on the server. It has been written down.")
    }

    /// The database does not answer.
    pub fn log() -> Self {
        Trouble::new("log-unavailable", "The server cannot write its log. Nothing is lost; try again in a moment.")
    }

    /// Whether the same may go well in a moment.
    pub fn passes(&self) -> bool {
        matches!(self.code, "log-unavailable" | "internal")
    }

    /// There is no such table.
    pub fn no_table() -> Self {
        Trouble::new("no-table", "There is no table of this code; perhaps it was closed.")
    }

    /// Too often.
    pub fn too_many(sentence: &str) -> Self {
        Trouble::new("too-many", sentence)
    }

    fn status(&self) -> StatusCode {
        match self.code {
            "bad-record" | "no-scene" | "bad-request" | "bad-name" | "bad-password" | "unknown-edition" | "bad-deck"
            | "bad-clock" | "unknown-bot" => StatusCode::BAD_REQUEST,
            "who-are-you" | "bad-login" => StatusCode::UNAUTHORIZED,
            "bad-origin" | "not-yours" | "no-account" => StatusCode::FORBIDDEN,
            "no-table" | "no-match" | "no-deck" | "no-session" | "no-player" | "unknown-game" | "not-found" => {
                StatusCode::NOT_FOUND
            }
            "seat-taken" | "no-open-seat" | "match-runs" | "match-not-over" | "too-many-decks" | "name-taken"
            | "has-account" | "other-rules" | "over" => StatusCode::CONFLICT,
            "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
            "too-many" => StatusCode::TOO_MANY_REQUESTS,
            "log-unavailable" | "full" | "shutting-down" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(_: StoreError) -> Self {
        Trouble::log()
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let status = self.status();
        (status, Json(Problem { code: self.code.into(), sentence: self.sentence })).into_response()
    }
}
