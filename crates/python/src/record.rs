//! Records.

use std::path::PathBuf;

use playmat_chance::Seed;
use playmat_frontend::{Forced, Rules, read_record};
use playmat_kernel::{Record, Seat};
use playmat_replay::{PublicKey, Trust};
use playmat_wire::Opening;
use playmat_wire::replays::{Check, CheckResult};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{Ended, Pickled};
use crate::errors::{BadRecord, bad_value, guarded, tried};
use crate::matches::{PyMatch, entry_words};
use crate::rules::PyRules;

/// A match from its opening to where it stands: what was set up and what was entered.
#[pyclass(frozen, module = "playmat", name = "Record")]
pub struct PyRecord {
    pub rules: Rules,
    pub record: Record<Opening>,
    /// The folder that the cards are from.
    pub cards: Option<PathBuf>,
}

/// Something about a record that was checked.
#[pyclass(frozen, get_all, module = "playmat", name = "Check")]
#[derive(Clone)]
pub struct PyCheck {
    /// Stable: `rules`, `promise`, `decks`, `entries`, `trail`, `end`, `signature`.
    what: String,
    /// How it came out: "passed", "failed", "missing", or "unclaimed" where nothing was claimed.
    result: &'static str,
    /// For people.
    sentence: String,
    /// The first entry that is wrong, from 0.
    entry: Option<u32>,
}

/// Whether a record holds: all that was checked. It is true if nothing failed and nothing is missing.
#[pyclass(frozen, module = "playmat", name = "Verification")]
pub struct PyVerification {
    holds: bool,
    checks: Vec<PyCheck>,
}

/// The seed of a record, if somebody chose it.
pub fn seed_number(record: &Record<Opening>) -> Option<u64> {
    match record.setup.seed {
        Seed::Number(number) => Some(number),
        Seed::Shared(_) => None,
    }
}

/// The names of the cards that each seat brought.
pub fn decks(rules: &Rules, record: &Record<Opening>) -> (Vec<String>, Vec<String>) {
    let names = rules.names();
    let [one, two] = Seat::BOTH.map(|seat| {
        let name = |def: &playmat_cards::DefId| names.get(usize::from(def.0)).cloned().unwrap_or_default();
        record.setup.setup.decks[seat].iter().map(name).collect()
    });
    (one, two)
}

fn check(check: Check) -> PyCheck {
    let result = match check.result {
        CheckResult::Passed => "passed",
        CheckResult::Failed => "failed",
        CheckResult::Missing => "missing",
        CheckResult::Unclaimed => "unclaimed",
    };
    PyCheck { what: check.what, result, sentence: check.sentence, entry: check.entry }
}

#[pymethods]
impl PyCheck {
    fn __str__(&self) -> String {
        let word = match self.result {
            "passed" => "ok",
            "failed" => "FAILED",
            "missing" => "MISSING",
            _ => "-",
        };
        format!("{word:<8}{:<10}{}", self.what, self.sentence)
    }

    fn __repr__(&self) -> String {
        format!("<playmat.Check {} {}: {}>", self.what, self.result, self.sentence)
    }
}

#[pymethods]
impl PyVerification {
    /// True if nothing failed and nothing is missing.
    #[getter]
    fn holds(&self) -> bool {
        self.holds
    }

    /// What was checked, in order.
    #[getter]
    fn checks(&self) -> Vec<PyCheck> {
        self.checks.clone()
    }

    fn __bool__(&self) -> bool {
        self.holds
    }

    fn __len__(&self) -> usize {
        self.checks.len()
    }

    fn __getitem__(&self, place: usize) -> PyResult<PyCheck> {
        let count = self.checks.len();
        let found = self.checks.get(place).cloned();
        found.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("there are {count} checks")))
    }

    fn __str__(&self) -> String {
        let mut text: String = self.checks.iter().map(|check| check.__str__() + "\n").collect();
        text.push_str(if self.holds { "The record holds." } else { "The record does not hold." });
        text
    }

    fn __repr__(&self) -> String {
        format!("<playmat.Verification: the record {}>", if self.holds { "holds" } else { "does not hold" })
    }
}

impl PyRecord {
    fn found(py: Python<'_>, bytes: &[u8], cards: Option<PathBuf>, archive: Option<PathBuf>) -> PyResult<Self> {
        let found = py.detach(|| tried(|| read_record(bytes, cards.as_deref(), archive.as_deref())))?;
        Ok(PyRecord { rules: found.rules, record: found.record, cards })
    }
}

#[pymethods]
impl PyRecord {
    /// load(path, *, cards=None, archive=None)
    ///
    /// Reads a record from a file, in either form. `cards` is a folder of card files instead of the shipped ones, `archive` one of older
    /// card sets: archive/GAME/SET/*.cards.
    #[staticmethod]
    #[pyo3(signature = (path, *, cards = None, archive = None))]
    fn load(py: Python<'_>, path: PathBuf, cards: Option<PathBuf>, archive: Option<PathBuf>) -> PyResult<Self> {
        let name = path.display();
        let bytes = std::fs::read(&path).map_err(|error| BadRecord::new_err(format!("{name} cannot be read: {error}")))?;
        PyRecord::found(py, &bytes, cards, archive).map_err(|error| match error.is_instance_of::<BadRecord>(py) {
            true => BadRecord::new_err(format!("{name}: {}", error.value(py))),
            false => error,
        })
    }

    /// from_bytes(data, *, cards=None, archive=None)
    ///
    /// Reads a record in either form.
    #[staticmethod]
    #[pyo3(signature = (data, *, cards = None, archive = None))]
    fn from_bytes(py: Python<'_>, data: &[u8], cards: Option<PathBuf>, archive: Option<PathBuf>) -> PyResult<Self> {
        PyRecord::found(py, data, cards, archive)
    }

    /// from_json(text, *, cards=None, archive=None)
    ///
    /// Reads a record in its readable form.
    #[staticmethod]
    #[pyo3(signature = (text, *, cards = None, archive = None))]
    fn from_json(py: Python<'_>, text: &str, cards: Option<PathBuf>, archive: Option<PathBuf>) -> PyResult<Self> {
        PyRecord::found(py, text.as_bytes(), cards, archive)
    }

    /// bytes()
    ///
    /// The compact form.
    fn bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &guarded(|| self.rules.compact(&self.record))?))
    }

    /// json()
    ///
    /// The readable form.
    fn json(&self) -> PyResult<String> {
        guarded(|| self.rules.readable(&self.record))
    }

    /// save(path)
    ///
    /// Writes it into a file: in the readable form if its name ends in .json, otherwise in the compact one.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let readable = path.extension().is_some_and(|extension| extension == "json");
        let bytes = guarded(|| match readable {
            true => self.rules.readable(&self.record).into_bytes(),
            false => self.rules.compact(&self.record),
        })?;
        Ok(std::fs::write(path, bytes)?)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.record.setup.game
    }

    /// The rules that it was played under.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Py<PyRules>> {
        Py::new(py, PyRules::new(self.rules.clone(), self.cards.clone()))
    }

    /// The fingerprint of the rules that it names.
    #[getter]
    fn fingerprint(&self) -> String {
        self.record.rules.to_string()
    }

    /// The names of the players.
    #[getter]
    fn players(&self) -> (String, String) {
        let players = &self.record.setup.players;
        (players[Seat::One].clone(), players[Seat::Two].clone())
    }

    /// The seed of shuffles and rolls; None where players and a server made it together.
    #[getter]
    fn seed(&self) -> Option<u64> {
        seed_number(&self.record)
    }

    /// The names of the cards that each seat brought.
    #[getter]
    fn decks(&self) -> (Vec<String>, Vec<String>) {
        decks(&self.rules, &self.record)
    }

    /// Everything that was entered: pairs of a word and a number, such as ("answer", 3).
    #[getter]
    fn entries(&self) -> Vec<(&'static str, Option<u32>)> {
        self.record.entries.iter().map(|&entry| entry_words(entry)).collect()
    }

    /// How it ended: None if it is not over, the seat that won, or "draw".
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Ended>> {
        let end = py.detach(|| tried(|| self.rules.replay(&self.record, Forced::Asked)))?;
        Ok(end.outcome().map(Ended::from))
    }

    /// verify(*, keys=())
    ///
    /// Checks it as `playmat verify` does: the promise about its seed, both decks, every entry, every shuffle and roll, and who signed
    /// it. With keys (64 hexadecimal digits each) only what was signed with one of them holds.
    #[pyo3(signature = (*, keys = Vec::new()), text_signature = "($self, *, keys=())")]
    fn verify(&self, py: Python<'_>, keys: Vec<String>) -> PyResult<PyVerification> {
        let read = |key: &String| {
            PublicKey::parse(key).ok_or_else(|| bad_value(format!("a key has 64 hexadecimal digits; `{key}` is none")))
        };
        let trust = Trust { demanded: !keys.is_empty(), keys: keys.iter().map(read).collect::<PyResult<_>>()? };
        let found = py.detach(|| guarded(|| self.rules.verify(&self.record, &trust)))?;
        Ok(PyVerification { holds: found.holds, checks: found.checks.into_iter().map(check).collect() })
    }

    /// replay()
    ///
    /// The match before its first entry and after each of them, one after the other.
    fn replay<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let positions = py.detach(|| {
            tried(|| Ok::<_, playmat_frontend::FrontendError>(self.rules.replay(&self.record, Forced::Asked)?.positions()))
        })?;
        let rules = self.rules(py)?;
        let matches: Vec<Py<PyMatch>> =
            positions.into_iter().map(|at| Py::new(py, PyMatch::new(rules.clone_ref(py), at))).collect::<PyResult<_>>()?;
        Ok(matches.into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        self.record.entries.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRecord>().is_ok_and(|other| other.get().record == self.record)
    }

    fn __hash__(&self) -> u64 {
        let last = self.record.trail.last.first_chunk().copied().unwrap_or_default();
        u64::from_le_bytes(last) ^ self.record.entries.len() as u64
    }

    fn __repr__(&self) -> String {
        let (one, two) = self.players();
        format!("<playmat.Record {}: {one} against {two}, {} entries>", self.game(), self.record.entries.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (Bound<'py, PyBytes>, Option<PathBuf>)> {
        let again = py.import("playmat._core")?.getattr("_record_again")?;
        Ok((again, (self.bytes(py)?, self.cards.clone())))
    }
}

/// A record that was pickled.
#[pyfunction]
pub fn _record_again(py: Python<'_>, data: &[u8], cards: Option<PathBuf>) -> PyResult<PyRecord> {
    PyRecord::found(py, data, cards, None)
}
