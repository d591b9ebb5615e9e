//! The lab: games in bulk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use playmat_frontend::{DeckWish, LabDecks, LabRun, LabWish, Report};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
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
#[expect(clippy::too_many_arguments, reason = "one function for six runs, called from playmat/lab.py alone")]
pub fn _lab(
    rules: &Bound<'_, PyAny>,
    what: &str,
    settings: &Bound<'_, PyDict>,
    seed: SeedArg,
    threads: Option<usize>,
    folder: Option<PathBuf>,
    second: Option<String>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<PyReport> {
    let py = rules.py();
    let rules = rules_of(rules)?.get().rules.clone();
    // What is wrong with a setting is said by its own error.
    let wish = read(what, settings).map_err(|error| error.cause(py).unwrap_or(error))?;
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let (stop, expected, done) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let run = LabRun {
        seed: seed.0,
        threads,
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
    let report = report.map_err(|_| bad_value("the lab's thread ended without a word"))??;
    Ok(PyReport { report })
}
