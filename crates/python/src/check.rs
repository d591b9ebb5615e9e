//! Checking card files.

use std::path::PathBuf;

use playmat_frontend::{Checked, Problem, by_game, check_files};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::tried;

/// Something that is wrong with a card file. As a text it shows the line, what is wrong there, and what would be right.
#[pyclass(frozen, module = "playmat", name = "Problem")]
pub struct PyProblem {
    problem: Problem,
    shown: String,
}

#[pymethods]
impl PyProblem {
    /// The file.
    #[getter]
    fn file(&self) -> &str {
        &self.problem.file
    }

    /// Its line there, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.problem.line
    }

    /// Its column there, from 1.
    #[getter]
    fn column(&self) -> usize {
        self.problem.column
    }

    /// Stable: `C07`. `playmat explain C07` says more.
    #[getter]
    fn code(&self) -> &'static str {
        self.problem.code
    }

    /// The name of the code: `unknown-keyword`.
    #[getter]
    fn name(&self) -> &'static str {
        self.problem.name
    }

    /// What is wrong.
    #[getter]
    fn message(&self) -> &str {
        &self.problem.message
    }

    /// The words that it is about.
    #[getter]
    fn words(&self) -> &str {
        &self.problem.words
    }

    /// What would be accepted there.
    #[getter]
    fn expected(&self) -> Vec<String> {
        self.problem.expected.clone()
    }

    /// What would be right, if there is a guess.
    #[getter]
    fn hint(&self) -> Option<&str> {
        self.problem.hint.as_deref()
    }

    fn __str__(&self) -> &str {
        &self.shown
    }

    fn __repr__(&self) -> String {
        let Problem { file, line, column, code, message, .. } = &self.problem;
        format!("<playmat.Problem {file}:{line}:{column}: {message} [{code}]>")
    }
}

fn problems(checked: &Checked) -> impl Iterator<Item = PyProblem> {
    let shown = checked.complaints.iter().map(|one| one.render(&checked.sources).trim_end().to_owned());
    checked.problems().zip(shown).map(|(problem, shown)| PyProblem { problem, shown })
}

/// check(paths, *, game=None, with_set=False)
///
/// Everything that is wrong with card files, as `playmat check` finds it; nothing for files without a mistake. `paths` is a file or a
/// folder, or a list of them. The files of one game are checked together: the game is that of the folder (cards/GAME/), unless it is
/// named. `with_set` checks them together with the shipped cards.
#[pyfunction]
#[pyo3(signature = (paths, *, game = None, with_set = false))]
pub fn check(py: Python<'_>, paths: &Bound<'_, PyAny>, game: Option<String>, with_set: bool) -> PyResult<Vec<PyProblem>> {
    let one = paths.cast::<PyString>().is_ok() || paths.hasattr("__fspath__")?;
    let paths: Vec<PathBuf> = if one { vec![paths.extract()?] } else { paths.extract()? };
    py.detach(|| {
        tried(|| {
            let mut found = Vec::new();
            for (game, files) in by_game(&paths, game.as_deref())? {
                found.extend(problems(&check_files(&game, &files, with_set)?));
            }
            Ok::<_, playmat_frontend::FrontendError>(found)
        })
    })
}

/// check_text(game, text, *, with_set=True, file="mine.cards")
///
/// The same for a text. `file` is what messages call it.
#[pyfunction]
#[pyo3(signature = (game, text, *, with_set = true, file = "mine.cards"))]
pub fn check_text(py: Python<'_>, game: &str, text: &str, with_set: bool, file: &str) -> PyResult<Vec<PyProblem>> {
    py.detach(|| {
        tried(|| {
            Ok::<_, playmat_frontend::FrontendError>(
                problems(&playmat_frontend::check_text(game, file, text, with_set)?).collect(),
            )
        })
    })
}
