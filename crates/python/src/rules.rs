//! Rules, and what the numbers of a game mean.

use std::collections::BTreeMap;
use std::path::PathBuf;

use numpy::{PyArray1, PyArrayMethods};
use playmat_cards::Terms;
use playmat_catalog::{GAMES, ModelOrigin, Origin};
use playmat_frontend::{Rules, open};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::{Pickled, plain};
use crate::errors::{BadCards, guarded, tried};
use crate::spec::PySpec;

/// Rules(game, *, edition=None, rulings=None, cards=None, models=None)
///
/// The rules of a game: its cards, compiled for an edition. They never change and are shared by all who play under them.
///
/// `rulings` changes single rulings, as in `{"frozen": "dies"}`. `cards` is a folder of card files instead of the shipped ones,
/// `models` a folder with the `GAME.playnet` that the bots `learned` and `master` play with.
#[pyclass(frozen, module = "playmat", name = "Rules")]
pub struct PyRules {
    pub rules: Rules,
    cards: Option<PathBuf>,
    models: Option<PathBuf>,
}

impl PyRules {
    /// Rules of cards of a folder, or of the shipped ones.
    pub fn new(rules: Rules, cards: Option<PathBuf>) -> Self {
        PyRules { rules, cards, models: None }
    }

    /// The folder that the cards are from.
    pub fn folder(&self) -> Option<&PathBuf> {
        self.cards.as_ref()
    }

    fn made(
        py: Python<'_>,
        game: &str,
        edition: Option<String>,
        rulings: Option<BTreeMap<String, String>>,
        cards: Option<PathBuf>,
        models: Option<PathBuf>,
    ) -> PyResult<Self> {
        let terms = Terms { edition, rulings: rulings.unwrap_or_default().into_iter().collect() };
        let origin = cards.clone().map_or(Origin::Shipped, Origin::Folder);
        let weights = models.clone().map_or(ModelOrigin::Shipped, ModelOrigin::Folder);
        let rules = py.detach(|| tried(|| open(game, &terms, &origin, &weights)))?;
        Ok(PyRules { rules, cards, models })
    }
}

/// Rules, or the name of a game under its usual rules.
pub fn rules_of<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyRules>> {
    if let Ok(rules) = value.cast::<PyRules>() {
        return Ok(rules.clone());
    }
    match value.cast::<PyString>() {
        Ok(game) => Bound::new(value.py(), PyRules::made(value.py(), game.to_str()?, None, None, None, None)?),
        Err(_) => {
            let kind = value.get_type().name()?.to_string();
            Err(PyTypeError::new_err(format!("Rules or the name of a game are wanted, not {kind}")))
        }
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (game, *, edition = None, rulings = None, cards = None, models = None))]
    fn python_new(
        py: Python<'_>,
        game: &str,
        edition: Option<String>,
        rulings: Option<BTreeMap<String, String>>,
        cards: Option<PathBuf>,
        models: Option<PathBuf>,
    ) -> PyResult<Self> {
        PyRules::made(py, game, edition, rulings, cards, models)
    }

    /// The name of the game: `food-chain`.
    #[getter]
    fn game(&self) -> &'static str {
        self.rules.game()
    }

    /// The name of the game for people: `Food Chain`.
    #[getter]
    fn title(&self) -> &'static str {
        self.rules.title()
    }

    /// Identifies the rules: equal on every machine for equal cards, rulings and version of the rules.
    #[getter]
    fn fingerprint(&self) -> String {
        self.rules.fingerprint().to_string()
    }

    /// The version of the rules: raised whenever the same answers could lead elsewhere.
    #[getter]
    fn version(&self) -> u16 {
        self.rules.version()
    }

    /// The edition.
    #[getter]
    fn edition(&self) -> &str {
        self.rules.edition()
    }

    /// All rulings with the values that they have.
    #[getter]
    fn rulings(&self) -> BTreeMap<&'static str, &'static str> {
        self.rules.rulings().into_iter().collect()
    }

    /// All cards as dicts: name, kind, category, stats, keywords, text and more, in the order of their numbers.
    #[getter]
    fn cards(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        plain(py, &guarded(|| self.rules.cards())?)
    }

    /// The names of all cards, in the order of their numbers.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        guarded(|| self.rules.names())
    }

    /// definitions()
    ///
    /// The features of all cards: an int16 array with a row for each card and the columns of `spec(game).definitions`.
    fn definitions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = tried(|| self.rules.definitions())?;
        let columns = self.rules.layout().map_or(1, |layout| layout.definitions.columns.len());
        let rows = numbers.len() / columns;
        Ok(PyArray1::from_vec(py, numbers).reshape([rows, columns])?.into_any())
    }

    fn __repr__(&self) -> String {
        let changed = &self.rules.terms().rulings;
        let rulings: String = changed.iter().map(|(name, value)| format!(", {name}={value}")).collect();
        format!("<playmat.Rules {} ({}{rulings}) {}>", self.rules.game(), self.rules.edition(), self.rules.fingerprint())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRules>().is_ok_and(|other| other.get().rules.fingerprint() == self.rules.fingerprint())
    }

    fn __hash__(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.rules.fingerprint().0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, RulesAgain> {
        let terms = self.rules.terms().clone();
        let again = py.import("playmat._core")?.getattr("_rules_again")?;
        let rulings = terms.rulings.into_iter().collect();
        let fingerprint = self.rules.fingerprint().to_string();
        Ok((again, (self.rules.game(), terms.edition, rulings, self.cards.clone(), self.models.clone(), fingerprint)))
    }
}

/// The game, its edition, the rulings, the folders of cards and models, and the fingerprint that these made.
type RulesAgain = (&'static str, Option<String>, BTreeMap<String, String>, Option<PathBuf>, Option<PathBuf>, String);

/// Rules that were pickled.
#[pyfunction]
pub fn _rules_again(
    py: Python<'_>,
    game: &str,
    edition: Option<String>,
    rulings: BTreeMap<String, String>,
    cards: Option<PathBuf>,
    models: Option<PathBuf>,
    fingerprint: String,
) -> PyResult<PyRules> {
    let rules = PyRules::made(py, game, edition, Some(rulings), cards, models)?;
    let found = rules.rules.fingerprint().to_string();
    match found == fingerprint {
        true => Ok(rules),
        false => {
            let text =
                format!("the rules of {game} have changed since they were pickled: they were {fingerprint}, and are {found}");
            Err(BadCards::new_err(text))
        }
    }
}

/// games()
///
/// The names of the games that can be seen as numbers.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    GAMES.to_vec()
}

/// spec(game)
///
/// What the numbers of a game mean: of its observations, options and definitions.
#[pyfunction]
pub fn spec(game: &Bound<'_, PyAny>) -> PyResult<PySpec> {
    let rules = rules_of(game)?;
    let rules = &rules.get().rules;
    match rules.layout() {
        Some(layout) => Ok(PySpec::new(rules.game(), layout)),
        None => Err(crate::errors::raised(playmat_catalog::UnknownGame { name: rules.game().into() })),
    }
}
