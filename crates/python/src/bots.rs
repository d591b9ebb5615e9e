//! Bots.

use std::sync::{Mutex, PoisonError};

use playmat_bots::BOTS;
use playmat_frontend::{AnyBot, bot_named};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::convert::SeedArg;
use crate::errors::tried;
use crate::matches::PyMatch;

/// Bot(spec, seed=0)
///
/// A player that is a program: "random", "greedy", "easy", "normal", "hard", "ismcts", "ismcts:5000", "ismcts:1.5s" and,
/// where there is a model of the game, "learned", "learned:0.5", "master" or "master:300". It sees what its
/// seat sees and no more. One bot can play in matches of any game; its seed is where its own luck begins.
#[pyclass(frozen, module = "playmat", name = "Bot")]
pub struct PyBot {
    pub bot: Mutex<AnyBot>,
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (spec, seed = SeedArg(0)), text_signature = "(spec, seed=0)")]
    fn python_new(spec: &str, seed: SeedArg) -> PyResult<Self> {
        let spec = tried(|| bot_named(spec))?;
        Ok(PyBot { bot: Mutex::new(AnyBot::new(spec, seed.0)) })
    }

    /// How it is written: `ismcts:5000`.
    #[getter]
    fn spec(&self, py: Python<'_>) -> String {
        self.bot.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).spec().to_string()
    }

    /// The seed that it was made with.
    #[getter]
    fn seed(&self, py: Python<'_>) -> u64 {
        self.bot.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).seed()
    }

    /// The chance of winning that it gave its own seat when it last picked, from 0 to 1; None from bots that make no estimate.
    #[getter]
    fn judgement(&self, py: Python<'_>) -> Option<f64> {
        self.bot.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).judgement()
    }

    /// pick(match)
    ///
    /// The place of the option that it takes for the asked seat. Other threads run while it thinks.
    fn pick(&self, py: Python<'_>, r#match: &Bound<'_, PyMatch>) -> PyResult<usize> {
        r#match.get().picked(py, self)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let bot = self.bot.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        format!("Bot({:?}, seed={})", bot.spec().to_string(), bot.seed())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u64))> {
        Ok((py.get_type::<PyBot>().into_any(), (self.spec(py), self.seed(py))))
    }
}

/// seed_in_match(seed)
///
/// The seed that the opponents of a batch have in the match of this seed: a `Bot` of it answers there as they do.
#[pyfunction]
pub fn seed_in_match(seed: SeedArg) -> u64 {
    playmat_batch::bot_seed(seed.0)
}

/// bot_names()
///
/// The names of all bots, the simplest first.
#[pyfunction]
pub fn bot_names() -> Vec<&'static str> {
    BOTS.to_vec()
}
