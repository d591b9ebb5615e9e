//! Decks.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use playmat_catalog::{DeckError, DeckList, deck_from, read_text, shipped_decks};
use playmat_frontend::DeckWish;
use playmat_kernel::Seat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::{Pickled, SeedArg};
use crate::errors::{BadDeck, guarded, tried};
use crate::rules::{PyRules, rules_of};

/// Deck(name, cards, note=None)
///
/// A deck as somebody wrote it down: a list of names, which need not be legal.
#[pyclass(frozen, module = "playmat", name = "Deck")]
pub struct PyDeck {
    pub list: DeckList,
}

/// What is wrong with a deck.
#[pyclass(frozen, get_all, module = "playmat", name = "DeckFault")]
pub struct PyDeckFault {
    /// Stable: `unknown-card`, or the game's own code.
    code: &'static str,
    /// What is wrong and what would be right.
    message: String,
    /// The line that is wrong, if it is one line's fault.
    line: Option<usize>,
    /// The file, and the line if it is one line's fault.
    place: String,
}

#[pymethods]
impl PyDeckFault {
    fn __str__(&self) -> String {
        format!("{}: {} [{}]", self.place, self.message, self.code)
    }

    fn __repr__(&self) -> String {
        format!("<playmat.DeckFault {}>", self.__str__())
    }
}

fn fault(error: DeckError) -> PyDeckFault {
    PyDeckFault { code: error.code, message: error.message, line: error.line, place: error.place }
}

/// The deck that an argument means: a text, a `Deck`, or a list of names.
pub fn wish(value: &Bound<'_, PyAny>) -> PyResult<DeckWish> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(DeckWish::read(text.to_str()?));
    }
    if let Ok(deck) = value.cast::<PyDeck>() {
        return Ok(DeckWish::List(deck.get().list.clone()));
    }
    match value.extract::<Vec<String>>() {
        Ok(cards) => Ok(DeckWish::List(listed("deck".into(), cards, None))),
        Err(_) => {
            let kind = value.get_type().name()?.to_string();
            Err(PyTypeError::new_err(format!(
                "a deck is a Deck, a list of names of cards, or a text such as \"random\", not {kind}"
            )))
        }
    }
}

fn listed(name: String, cards: Vec<String>, note: Option<String>) -> DeckList {
    let cards = cards.into_iter().enumerate().map(|(at, card)| (at + 1, card)).collect();
    DeckList { file: name.clone(), name, note, cards }
}

#[pymethods]
impl PyDeck {
    #[new]
    #[pyo3(signature = (name, cards, note = None))]
    fn python_new(name: String, cards: Vec<String>, note: Option<String>) -> Self {
        PyDeck { list: listed(name, cards, note) }
    }

    /// parse(text, file="deck")
    ///
    /// Reads a deck file. Every wrong line is reported; `file` is what messages call it.
    #[staticmethod]
    #[pyo3(signature = (text, file = "deck"))]
    fn parse(text: &str, file: &str) -> PyResult<Self> {
        Ok(PyDeck { list: tried(|| DeckList::parse(file, text))? })
    }

    /// load(path)
    ///
    /// Reads a deck file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        let text = guarded(|| read_text(&path))?.map_err(BadDeck::new_err)?;
        Ok(PyDeck { list: tried(|| DeckList::parse(&path.display().to_string(), &text))? })
    }

    /// ready(rules)
    ///
    /// The names of the ready decks that ship with a game.
    #[staticmethod]
    fn ready(rules: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let rules = rules_of(rules)?;
        let stem = |list: DeckList| PathBuf::from(list.file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Ok(shipped_decks(rules.get().rules.game()).into_iter().filter_map(stem).collect())
    }

    /// named(rules, name)
    ///
    /// A ready deck by its name, or the deck of a file.
    #[staticmethod]
    fn named(rules: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        Ok(PyDeck { list: tried(|| deck_from(rules.get().rules.game(), name))? })
    }

    /// random(rules, seed=0, category=None)
    ///
    /// A random legal deck: the one that seat 0 brings to a match of this seed.
    #[staticmethod]
    #[pyo3(signature = (rules, seed = SeedArg(0), category = None), text_signature = "(rules, seed=0, category=None)")]
    fn random(rules: &Bound<'_, PyAny>, seed: SeedArg, category: Option<String>) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        let wish = DeckWish::Named(playmat_catalog::DeckSource::Random(category));
        Ok(PyDeck { list: tried(|| rules.get().rules.list(&wish, seed.0, Seat::One))? })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.list.name
    }

    /// What its writer says about it.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.list.note.as_deref()
    }

    /// The names of its cards, each as often as the deck has it.
    #[getter]
    fn cards(&self) -> Vec<String> {
        self.list.cards.iter().map(|(_, card)| card.clone()).collect()
    }

    /// text()
    ///
    /// The deck as a file.
    fn text(&self) -> String {
        self.list.text()
    }

    /// faults(rules)
    ///
    /// Everything that is wrong with it under these rules; nothing for a legal deck.
    fn faults(&self, rules: &Bound<'_, PyAny>) -> PyResult<Vec<PyDeckFault>> {
        let rules: Bound<'_, PyRules> = rules_of(rules)?;
        Ok(guarded(|| rules.get().rules.faults(&self.list))?.into_iter().map(fault).collect())
    }

    /// legal(rules)
    ///
    /// Whether it is legal under these rules.
    fn legal(&self, rules: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.faults(rules)?.is_empty())
    }

    fn __len__(&self) -> usize {
        self.list.cards.len()
    }

    fn __str__(&self) -> String {
        self.list.text()
    }

    fn __repr__(&self) -> String {
        format!("<playmat.Deck {:?}, {} cards>", self.list.name, self.list.cards.len())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyDeck>().is_ok_and(|other| {
            let other = other.get();
            self.list.name == other.list.name && self.list.note == other.list.note && self.cards() == other.cards()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.list.name, self.cards()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (String, Vec<String>, Option<String>)> {
        Ok((py.get_type::<PyDeck>().into_any(), (self.list.name.clone(), self.cards(), self.list.note.clone())))
    }
}
