//! Rust's errors as Python's exceptions, with the same texts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use playmat_frontend::{FrontendError, Kind};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::{create_exception, types::PyModule};

create_exception!(playmat, PlaymatError, PyException, "Something that Playmat refuses: what, where, and what would be right.");
create_exception!(playmat, UnknownGame, PlaymatError, "There is no game of this name, or it cannot do what is asked.");
create_exception!(playmat, BadRules, PlaymatError, "There is no such edition, ruling or value of a ruling.");
create_exception!(playmat, BadCards, PlaymatError, "Card files that cannot be read or are wrong.");
create_exception!(playmat, BadDeck, PlaymatError, "A deck that cannot be read or is not legal.");
create_exception!(playmat, BadRecord, PlaymatError, "A record that cannot be read or played.");
create_exception!(playmat, UnknownBot, PlaymatError, "There is no bot of this name.");
create_exception!(
    playmat,
    BadBatch,
    PlaymatError,
    "A batch that cannot be made like this, or arrays and actions that do not fit it."
);
create_exception!(playmat, BadRun, PlaymatError, "A run of the lab that cannot be made like this, or did not come to its end.");
create_exception!(playmat, Refused, PlaymatError, "An answer or a request that is not possible at this point.");
create_exception!(playmat, InternalError, PlaymatError, "A mistake of Playmat itself. Please report it with what led to it.");

/// Puts the exceptions into the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("PlaymatError", py.get_type::<PlaymatError>())?;
    module.add("UnknownGame", py.get_type::<UnknownGame>())?;
    module.add("BadRules", py.get_type::<BadRules>())?;
    module.add("BadCards", py.get_type::<BadCards>())?;
    module.add("BadDeck", py.get_type::<BadDeck>())?;
    module.add("BadRecord", py.get_type::<BadRecord>())?;
    module.add("UnknownBot", py.get_type::<UnknownBot>())?;
    module.add("BadBatch", py.get_type::<BadBatch>())?;
    module.add("BadRun", py.get_type::<BadRun>())?;
    module.add("Refused", py.get_type::<Refused>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}

/// The exception for an error.
pub fn raised(error: impl Into<FrontendError>) -> PyErr {
    let error = error.into();
    let text = error.to_string();
    match error.kind {
        Kind::Game => UnknownGame::new_err(text),
        Kind::Terms => BadRules::new_err(text),
        Kind::Cards => BadCards::new_err(text),
        Kind::Deck => BadDeck::new_err(text),
        Kind::Record => BadRecord::new_err(text),
        Kind::Bot => UnknownBot::new_err(text),
        Kind::Refused => Refused::new_err(text),
        Kind::Batch => BadBatch::new_err(text),
        Kind::Lab => BadRun::new_err(text),
    }
}

/// An argument of the right type with a value that makes no sense.
pub fn bad_value(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// Does something in which a mistake of ours must not end the process: a panic becomes an exception that can be caught.
pub fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let words = said(&*panic);
        InternalError::new_err(format!("an internal error of Playmat, please report it: {words}"))
    })
}

/// [`guarded`] work that may be refused.
pub fn tried<T, E: Into<FrontendError>>(work: impl FnOnce() -> Result<T, E>) -> PyResult<T> {
    guarded(work)?.map_err(raised)
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}
