//! Errors for callers. The one place where they become HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use playmat_room::RoomError;
use playmat_store::StoreError;
pub use playmat_wire::Code;
use playmat_wire::tables::Problem;

/// Why something was not done: a stable code and a sentence. It never holds what the caller may not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    /// Stable.
    pub code: Code,
    /// For people.
    pub sentence: String,
}

impl ApiError {
    /// An error with its sentence.
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        ApiError { code, sentence: sentence.into() }
    }

    /// The server's own fault; the log knows more.
    pub fn internal() -> Self {
        RoomError::internal().into()
    }

    /// The database does not answer.
    pub fn log() -> Self {
        RoomError::log().into()
    }

    /// There is no such table.
    pub fn no_table() -> Self {
        ApiError::new(Code::NoTable, "There is no table with this code; perhaps it was closed.")
    }

    /// There is no such match, or the caller may not know of it: the same words for both.
    pub fn no_match() -> Self {
        ApiError::new(Code::NoMatch, "There is no match of this number that you may read.")
    }

    /// The node that has a table does not answer.
    pub fn unreachable() -> Self {
        ApiError::new(
            Code::Unreachable,
            "The server that has this table does not answer. Nothing is lost; try again in a moment.",
        )
    }

    /// Too many requests.
    pub fn too_many(sentence: &str) -> Self {
        RoomError::too_many(sentence).into()
    }
}

impl From<RoomError> for ApiError {
    fn from(RoomError { code, sentence }: RoomError) -> Self {
        ApiError { code, sentence }
    }
}

impl From<StoreError> for ApiError {
    fn from(_: StoreError) -> Self {
        ApiError::log()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(Problem { code: self.code.word().into(), sentence: self.sentence })).into_response()
    }
}
