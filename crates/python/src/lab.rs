//! The lab: games in bulk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use playmat_frontend::{Chunk, Crew, DeckWish, FrontendError, Kind, LabDecks, LabRun, LabWish, Played, Report, play_order};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use serde_json::Value;

use crate::convert::{SeedArg, plain};
use crate::deck::wish;
use crate::errors::{bad_value, tried};
use crate::rules::{PyRules, rules_of};

/// What a run of the lab has found. As a text it is what the terminal shows; in a notebook it shows itself as the page with all plots.
#[pyclass(frozen, module = "playmat.lab", name = "Report")]
pub struct PyReport {
    report: Report,
}

#[pymethods]
impl PyReport {
    /// What was measured: dicts, lists, texts and numbers, as in report.json.
    #[getter]
    fn measured(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        plain(py, &self.report.json.get("measured").unwrap_or(&Value::Null))
    }

    /// Everything that the games depended on.
    #[getter]
    fn plan(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        plain(py, &self.report.json.get("plan").unwrap_or(&Value::Null))
    }

    /// The page for people, as one HTML file without scripts.
    #[getter]
    fn page(&self) -> &str {
        &self.report.page
    }

    /// Whether what was demanded holds; true where nothing was.
    #[getter]
    fn holds(&self) -> bool {
        self.report.holds
    }

    /// save(folder)
    ///
    /// Writes the page, the numbers and the sample records into a folder, which is made if it is not there.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| {
            std::fs::create_dir_all(&folder).map_err(|error| error.to_string()).and_then(|()| self.report.write(&folder))
        })
        .map_err(PyOSError::new_err)
    }

    fn __str__(&self) -> String {
        self.report.lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<playmat.lab.Report: {}>", self.report.lines.first().map_or("nothing", String::as_str))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("playmat._html")?.getattr("report")?.call1((slf,))?.extract()
    }
}

/// Decks as a run names them.
struct DecksArg(LabDecks);

impl<'py> FromPyObject<'_, 'py> for DecksArg {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(DecksArg(match text.to_str()? {
                "ready" => LabDecks::Ready,
                "categories" => LabDecks::Categories,
                text => LabDecks::These(vec![DeckWish::read(text)]),
            }));
        }
        let decks = value
            .try_iter()
            .map_err(|_| PyTypeError::new_err("decks are \"ready\", \"categories\", the name of a deck, or a list of decks"))?;
        Ok(DecksArg(LabDecks::These(decks.map(|deck| wish(&deck?)).collect::<PyResult<_>>()?)))
    }
}

/// A deck of a pair.
struct DeckArg(DeckWish);

impl<'py> FromPyObject<'_, 'py> for DeckArg {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        wish(&value).map(DeckArg)
    }
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct MatchArgs {
    bots: Option<[String; 2]>,
    decks: DecksArg,
    against: Option<DecksArg>,
    mirror: bool,
    games: u64,
    sprt: Option<(f64, f64)>,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct MatrixArgs {
    bots: Option<[String; 2]>,
    decks: DecksArg,
    games: u64,
    limit: Option<(f64, f64)>,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct CardsArgs {
    bot: Option<String>,
    decks: DecksArg,
    games: u64,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct TensionArgs {
    bot: Option<String>,
    judge: String,
    decided: f64,
    decks: DecksArg,
    games: u64,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct CompareArgs<'py> {
    other: Bound<'py, PyRules>,
    names: [String; 2],
    bot: Option<String>,
    decks: DecksArg,
    games: u64,
    precision: Option<f64>,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct TuneArgs {
    pairs: Vec<[DeckArg; 2]>,
    band: (f64, f64),
    others: DecksArg,
    others_band: (f64, f64),
    steps: u8,
    bot: Option<String>,
    games: u64,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct LadderArgs {
    bots: Option<Vec<String>>,
    decks: DecksArg,
    games: u64,
}

fn read(what: &str, settings: &Bound<'_, PyDict>) -> PyResult<LabWish> {
    Ok(match what {
        "match" => {
            let MatchArgs { bots, decks, against, mirror, games, sprt } = settings.extract()?;
            LabWish::Match { bots, decks: decks.0, against: against.map(|decks| decks.0), mirror, games, sprt }
        }
        "matrix" => {
            let MatrixArgs { bots, decks, games, limit } = settings.extract()?;
            LabWish::Matrix { bots, decks: decks.0, games, limit }
        }
        "cards" => {
            let CardsArgs { bot, decks, games } = settings.extract()?;
            LabWish::Cards { bot, decks: decks.0, games }
        }
        "tension" => {
            let TensionArgs { bot, judge, decided, decks, games } = settings.extract()?;
            LabWish::Tension { bot, judge, decided, decks: decks.0, games }
        }
        "compare" => {
            let CompareArgs { other, names, bot, decks, games, precision } = settings.extract()?;
            LabWish::Compare { other: other.get().rules.clone(), names, bot, decks: decks.0, games, precision }
        }
        "watch" => {
            let limits = settings.get_item("limits")?.map_or(Ok(String::new()), |limits| limits.extract())?;
            LabWish::Watch { compare: Box::new(read("compare", settings)?), limits }
        }
        "ladder" => {
            let LadderArgs { bots, decks, games } = settings.extract()?;
            LabWish::Ladder { bots, decks: decks.0, games }
        }
        "tune" => {
            let TuneArgs { pairs, band, others, others_band, steps, bot, games } = settings.extract()?;
            let pairs = pairs.into_iter().map(|[a, b]| [a.0, b.0]).collect();
            LabWish::Tune { pairs, band, others: others.0, others_band, steps, bot, games }
        }
        _ => return Err(bad_value(format!("the lab has no run `{what}`"))),
    })
}

/// How long a run goes on until it is looked whether somebody wants to stop it.
const PAUSE: Duration = Duration::from_millis(50);

/// Plays a run. The functions of `playmat.lab` say what the settings are.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one function for all runs, called from playmat/lab.py alone")]
pub fn _lab(
    rules: &Bound<'_, PyAny>,
    what: &str,
    settings: &Bound<'_, PyDict>,
    seed: SeedArg,
    threads: Option<usize>,
    folder: Option<PathBuf>,
    second: Option<String>,
    progress: Option<Bound<'_, PyAny>>,
    crew: Option<Py<PyAny>>,
) -> PyResult<PyReport> {
    let py = rules.py();
    let rules = rules_of(rules)?.get().rules.clone();
    // What is wrong with a setting is said by its own error.
    let wish = read(what, settings).map_err(|error| error.cause(py).unwrap_or(error))?;
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let (stop, expected, done) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let crew = crew.map(|crew| PyCrew { crew, failed: Mutex::new(None) });
    let run = LabRun {
        seed: seed.0,
        threads,
        crew: crew.as_ref().map(|crew| crew as &dyn Crew),
        folder: folder.as_deref(),
        second,
        stop: &stop,
        expect: &|games| expected.store(games, Ordering::Relaxed),
        progress: &|games| {
            done.fetch_add(games, Ordering::Relaxed);
        },
    };
    let caller = thread::current();
    let (report, interrupted) = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let report = tried(|| rules.lab(&wish, &run));
            caller.unpark();
            report
        });
        let mut interrupted: PyResult<()> = Ok(());
        while !worker.is_finished() {
            py.detach(|| thread::park_timeout(PAUSE));
            // Ctrl-C and an error of the caller end the run between two games.
            if interrupted.is_ok() {
                let told = || {
                    progress.as_ref().map(|tell| tell.call1((done.load(Ordering::Relaxed), expected.load(Ordering::Relaxed))))
                };
                interrupted = py.check_signals().and_then(|()| told().transpose().map(|_| ()));
                stop.store(interrupted.is_err(), Ordering::Relaxed);
            }
        }
        (py.detach(|| worker.join()), interrupted)
    });
    interrupted?;
    // What went wrong in Python is raised as it was, not as a sentence.
    if let Some(error) = crew.and_then(|crew| crew.failed.into_inner().unwrap_or_else(PoisonError::into_inner)) {
        return Err(error);
    }
    let report = report.map_err(|_| bad_value("the lab's thread ended without a word"))??;
    Ok(PyReport { report })
}

/// A part of a run that can be played anywhere: what a crew is sent.
#[pyclass(frozen, module = "playmat.lab", name = "Chunk")]
pub struct PyChunk {
    chunk: Chunk,
}

#[pymethods]
impl PyChunk {
    /// Its number within the run.
    #[getter]
    fn number(&self) -> u64 {
        self.chunk.order.number
    }

    /// How many games it has.
    #[getter]
    fn games(&self) -> usize {
        self.chunk.order.parts.iter().map(|part| part.games.len()).sum()
    }

    /// What is to be done, for `playmat.lab.play`.
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = serde_json::to_vec(&self.chunk.order).map_err(|error| bad_value(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Cards and weights that it needs: their contents by their hashes. Many chunks need the same.
    #[getter]
    fn parcels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parcels = PyDict::new(py);
        self.chunk.parcels.iter().try_for_each(|(hash, bytes)| parcels.set_item(hash, PyBytes::new(py, bytes)))?;
        Ok(parcels)
    }

    fn __repr__(&self) -> String {
        format!("<playmat.lab.Chunk {} of {} games>", self.chunk.order.number, self.games())
    }
}

/// A crew of Python: an object with `workers`, `send`, `take` and `abandon`.
struct PyCrew {
    crew: Py<PyAny>,
    failed: Mutex<Option<PyErr>>,
}

impl PyCrew {
    /// Asks it something; an exception ends the run, and is kept.
    fn ask<T>(&self, ask: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>) -> Result<T, String> {
        Python::attach(|py| ask(self.crew.bind(py))).map_err(|error| {
            let sentence = error.to_string();
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            sentence
        })
    }
}

impl Crew for PyCrew {
    fn workers(&self) -> Result<usize, String> {
        self.ask(|crew| crew.getattr("workers")?.extract())
    }

    fn send(&self, chunk: Chunk) -> Result<(), String> {
        self.ask(|crew| crew.call_method1("send", (PyChunk { chunk },)).map(|_| ()))
    }

    fn take(&self) -> Result<Vec<Played>, String> {
        let answers: Vec<Vec<u8>> = self.ask(|crew| {
            let taken = crew.call_method0("take")?.try_iter()?;
            taken.map(|one| Ok(one?.cast::<PyBytes>()?.as_bytes().to_vec())).collect()
        })?;
        let read = |bytes: Vec<u8>| {
            serde_json::from_slice(&bytes).map_err(|error| format!("the answer of a worker cannot be read: {error}"))
        };
        answers.into_iter().map(read).collect()
    }

    fn abandon(&self) {
        // The run has ended already, and says why itself.
        let _ = self.ask(|crew| crew.call_method0("abandon").map(|_| ()));
    }
}

/// Plays the order of a chunk, as a worker does, and returns what came of it, for `take` of the crew. `parcel` is asked for the parcels that
/// this process has not got yet, by their hashes.
#[pyfunction]
pub fn _play<'py>(py: Python<'py>, order: &[u8], parcel: Py<PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let fetch = |hash: &str| -> Result<Vec<u8>, FrontendError> {
        Python::attach(|py| {
            parcel.call1(py, (hash,))?.bind(py).cast::<PyBytes>().map(|bytes| bytes.as_bytes().to_vec()).map_err(PyErr::from)
        })
        .map_err(|error| Kind::Lab.error(format!("the parcel {hash} did not come: {error}")))
    };
    let played = py.detach(|| tried(|| play_order(order, &fetch)))?;
    Ok(PyBytes::new(py, &played))
}
