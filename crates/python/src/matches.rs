//! A match.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use playmat_frontend::{AnyMatch, DeckWish, Forced, Page, read_record};
use playmat_kernel::{BySeat, Entry, Seat};
use playmat_wire::{FaceForm, SeatForm, ValueForm, ViewForm};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use serde_json::to_value;

use crate::arrays::{writable, zeros};
use crate::bots::PyBot;
use crate::convert::{Ended, Pickled, SeatArg, SeedArg, audience, plain, returns};
use crate::deck::wish;
use crate::errors::{Refused, bad_value, guarded, raised, tried};
use crate::record::PyRecord;
use crate::rules::{PyRules, rules_of};

/// Match(rules, *, decks=None, seed=0, first=None, forced="answer")
///
/// A match under these rules, or under the usual rules of a game that is named. The same rules, decks and seed make the same match as
/// in the terminal.
///
/// `decks` is a pair, both random if it is left out. A deck is a `Deck`, a list of names, or a text: `random`, `random:Fish`, the name of a ready deck, or a file. `first` is the seat
/// that begins; without it the seed decides. Questions with a single option are answered by themselves, as in a `Batch`, unless
/// `forced` is "ask".
#[pyclass(frozen, weakref, module = "playmat", name = "Match")]
pub struct PyMatch {
    rules: Py<PyRules>,
    running: Mutex<Box<dyn AnyMatch>>,
}

/// An option of the pending question. As a text it is what a player reads.
#[pyclass(frozen, get_all, module = "playmat", name = "Option")]
pub struct PyOption {
    /// Its place in the list: what `play` takes.
    index: usize,
    /// The word of the move: `play`, `attack`, `use`, `set`, `next`, `end`, `done`, `choose`, `pass`, `none`, `yes`, `no`.
    verb: String,
    /// The whole option in words.
    text: String,
    /// The name of the card it is about, if it is about one.
    card: Option<String>,
    /// The zone of that card.
    zone: Option<String>,
    /// Whose side or pile that card is on: 0 or 1.
    side: Option<u8>,
    /// Which of several cards of the same name in that zone, counted from 1.
    nth: Option<u8>,
    /// The player it is about: 0 or 1.
    seat: Option<u8>,
    /// The place it is about: whose side, and which place there.
    place: Option<(u8, u8)>,
}

/// Why a card in the hand cannot be played now.
#[pyclass(frozen, get_all, module = "playmat", name = "Reason")]
pub struct PyReason {
    /// The card.
    card: String,
    /// Stable: `field-full`.
    code: String,
    /// What is wrong and what would be right.
    sentence: String,
    /// The names of the cards concerned.
    cards: Vec<String>,
}

impl PyMatch {
    /// A match of these rules.
    pub fn new(rules: Py<PyRules>, running: Box<dyn AnyMatch>) -> Self {
        PyMatch { rules, running: Mutex::new(running) }
    }

    /// Nobody calls Python while it is locked, and whoever waits lets other threads run.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Box<dyn AnyMatch>> {
        self.running.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, py: Python<'_>, work: impl FnOnce(&dyn AnyMatch) -> T) -> PyResult<T> {
        let running = self.lock(py);
        guarded(|| work(&**running))
    }

    /// The option that is meant: by its place, its words, or itself.
    fn place_of(&self, answer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = answer.py();
        if let Ok(words) = answer.cast::<PyString>() {
            let words = words.to_str()?;
            return self.read(py, |running| running.find(words))?.map_err(raised);
        }
        if let Ok(option) = answer.cast::<PyOption>() {
            return Ok(option.get().index);
        }
        let count = || self.read(py, |running| running.count());
        match answer.extract::<i64>() {
            Ok(place) => match usize::try_from(place) {
                Ok(place) => Ok(place),
                Err(_) => {
                    Err(Refused::new_err(format!("there is no option {place}: there are {}, and the first is 0", count()?)))
                }
            },
            Err(_) => {
                let shown = answer.repr()?;
                let text = format!("an answer is the place of an option, its words or the option itself, not {shown}");
                Err(PyTypeError::new_err(text))
            }
        }
    }
}

/// `"answer"` or `"ask"`.
fn forced(word: &str) -> PyResult<Forced> {
    match word {
        "answer" => Ok(Forced::Answered),
        "ask" => Ok(Forced::Asked),
        _ => Err(bad_value(format!("`forced` is \"answer\" or \"ask\", not {word:?}"))),
    }
}

fn forced_word(forced: Forced) -> &'static str {
    match forced {
        Forced::Answered => "answer",
        Forced::Asked => "ask",
    }
}

fn bit(seat: SeatForm) -> u8 {
    Seat::from(seat).bit()
}

impl PyOption {
    fn of((index, face): (usize, FaceForm)) -> Self {
        let spot = face.spot;
        PyOption {
            index,
            verb: face.verb.into_owned(),
            text: face.words,
            card: face.card,
            zone: spot.as_ref().map(|spot| spot.zone.clone().into_owned()),
            side: spot.as_ref().map(|spot| bit(spot.side)),
            nth: spot.as_ref().map(|spot| spot.nth),
            seat: face.seat.map(bit),
            place: face.slot.map(|(seat, place)| (bit(seat), place)),
        }
    }
}

#[pymethods]
impl PyOption {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<playmat.Option {}: {}>", self.index, self.text)
    }

    fn __index__(&self) -> usize {
        self.index
    }
}

#[pymethods]
impl PyReason {
    fn __str__(&self) -> String {
        format!("{}: {}", self.card, self.sentence)
    }

    fn __repr__(&self) -> String {
        format!("<playmat.Reason {}: {} [{}]>", self.card, self.sentence, self.code)
    }
}

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(
        signature = (rules, *, decks = None, seed = SeedArg(0), first = None, forced = "answer"),
        text_signature = "(rules, *, decks=None, seed=0, first=None, forced='answer')"
    )]
    fn python_new(
        rules: &Bound<'_, PyAny>,
        decks: Option<&Bound<'_, PyAny>>,
        seed: SeedArg,
        first: Option<SeatArg>,
        forced: &str,
    ) -> PyResult<Self> {
        let py = rules.py();
        let rules = rules_of(rules)?;
        let forced = self::forced(forced)?;
        let decks = match decks {
            None => BySeat::from_fn(|_| DeckWish::read("random")),
            Some(decks) => both_decks(decks)?,
        };
        let made = rules.get().rules.clone();
        let first = first.map(|seat| seat.0);
        let by_seat = BySeat::new(&decks[Seat::One], &decks[Seat::Two]);
        let running = py.detach(|| tried(|| made.start(by_seat, seed.0, first, forced)))?;
        Ok(PyMatch::new(rules.unbind(), running))
    }

    /// from_record(record, *, forced="answer")
    ///
    /// The match of a record, at its last point.
    #[staticmethod]
    #[pyo3(signature = (record, *, forced = "answer"))]
    fn from_record(py: Python<'_>, record: &Bound<'_, PyRecord>, forced: &str) -> PyResult<Self> {
        let forced = self::forced(forced)?;
        let record = record.get();
        let running = py.detach(|| tried(|| record.rules.replay(&record.record, forced)))?;
        let rules = Py::new(py, PyRules::new(record.rules.clone(), record.cards.clone()))?;
        Ok(PyMatch::new(rules, running))
    }

    /// The rules that it is played under.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.rules.get().rules.game()
    }

    /// The seed of shuffles and rolls; None where players and a server made it together.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.read(py, |running| crate::record::seed_number(running.entered()))
    }

    /// The seat that is asked: 0 or 1, and None when the match is over.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        self.read(py, |running| running.asked().map(Seat::bit))
    }

    /// The question in words; None when the match is over.
    #[getter]
    fn question(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, |running| running.question().map(|(words, _)| words))
    }

    /// The card that asks, if one does.
    #[getter]
    fn about(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, |running| running.question().and_then(|(_, about)| about))
    }

    /// How it ended: None before that, the seat that won, or "draw".
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Ended>> {
        self.read(py, |running| running.outcome().map(Ended::from))
    }

    /// Whether it is over.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |running| running.outcome().is_some())
    }

    /// What it was worth to both seats: 1 for a win, -1 for a loss, 0 for a draw and before the end.
    #[getter]
    fn returns(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        self.read(py, |running| returns(running.outcome()))
    }

    /// How many entries were made: answers, those that needed no choice included, and concessions.
    #[getter]
    fn decisions(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |running| running.entered().entries.len())
    }

    /// How many turns were begun.
    #[getter]
    fn turns(&self, py: Python<'_>) -> PyResult<u32> {
        self.read(py, |running| running.turns())
    }

    /// Whose turn it is.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<u8> {
        self.read(py, |running| running.turn().0.bit())
    }

    /// The word of the phase; empty in games without phases.
    #[getter]
    fn phase(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.read(py, |running| running.turn().1)
    }

    /// What becomes of questions with a single option: "answer" or "ask".
    #[getter]
    fn forced(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.read(py, |running| forced_word(running.forced()))
    }

    /// The seat that this match was imagined for; None for a match that is played.
    #[getter]
    fn imagined_for(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        self.read(py, |running| running.imagined_for().map(Seat::bit))
    }

    /// The names of the cards that each seat brought. They are no secret to who holds the match, but a seat is told only its own.
    #[getter]
    fn decks(&self, py: Python<'_>) -> PyResult<(Vec<String>, Vec<String>)> {
        let rules = &self.rules.get().rules;
        self.read(py, |running| crate::record::decks(rules, running.entered()))
    }

    /// options()
    ///
    /// The options of the pending question, as the asked seat reads them; none when the match is over.
    fn options(&self, py: Python<'_>) -> PyResult<Vec<PyOption>> {
        let faces = self.read(py, |running| running.options())?;
        Ok(faces.into_iter().enumerate().map(PyOption::of).collect())
    }

    /// reasons()
    ///
    /// For every card in the hand of the asked seat that cannot be played now: why not.
    fn reasons(&self, py: Python<'_>) -> PyResult<Vec<PyReason>> {
        let reasons = self.read(py, |running| running.reasons())?;
        let reason = |why: playmat_wire::messages::WhyNot| PyReason {
            card: why.card,
            code: why.reason.code.into_owned(),
            sentence: why.reason.sentence,
            cards: why.reason.cards,
        };
        Ok(reasons.into_iter().map(reason).collect())
    }

    /// play(answer)
    ///
    /// Answers the pending question with the place of an option, with its words, or with the option itself.
    fn play(&self, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let place = self.place_of(answer)?;
        let mut running = self.lock(answer.py());
        tried(|| running.answer(place))
    }

    /// concede(seat)
    ///
    /// This seat gives up: the other one wins.
    fn concede(&self, py: Python<'_>, seat: SeatArg) -> PyResult<()> {
        let mut running = self.lock(py);
        tried(|| running.concede(seat.0))
    }

    /// view(seat=None)
    ///
    /// What a seat sees, or without one a spectator: a dict with the parts of `p1`, `p2` and `table` by their names. Seat 0 is p1.
    #[pyo3(signature = (seat = None))]
    fn view(&self, py: Python<'_>, seat: Option<SeatArg>) -> PyResult<Py<PyAny>> {
        let ViewForm(parts) = self.read(py, |running| running.view(audience(seat)))?;
        let view = PyDict::new(py);
        for side in ["p1", "p2", "table"] {
            view.set_item(side, PyDict::new(py))?;
        }
        for part in parts {
            let side = match part.seat {
                Some(SeatForm::P1) => "p1",
                Some(SeatForm::P2) => "p2",
                None => "table",
            };
            let value = match &part.value {
                ValueForm::Word(word) => word.clone().into_owned().into_pyobject(py)?.into_any().unbind(),
                value => plain(py, value)?,
            };
            let parts = view.get_item(side)?;
            parts.expect("it was just put there").set_item(part.name.as_ref(), value)?;
        }
        Ok(view.into_any().unbind())
    }

    /// events(seat=None, since=0)
    ///
    /// What a seat has heard, or without one a spectator: dicts with the number `n`, `what` happened, the `text` of a sentence and more.
    /// Numbers have no gaps, but who is not told of an event does not hear its number.
    #[pyo3(signature = (seat = None, since = 0))]
    fn events(&self, py: Python<'_>, seat: Option<SeatArg>, since: u32) -> PyResult<Py<PyAny>> {
        let events = self.read(py, |running| to_value(running.events(audience(seat), since)))?;
        plain(py, &events.map_err(|error| bad_value(error.to_string()))?)
    }

    /// text(seat=None, width=110)
    ///
    /// The table as a seat sees it, or without one a spectator, drawn as text.
    #[pyo3(signature = (seat = None, width = 110))]
    fn text(&self, py: Python<'_>, seat: Option<SeatArg>, width: usize) -> PyResult<String> {
        self.read(py, |running| running.drawn(audience(seat), Page::of(width, 0)))
    }

    /// information_state(seat)
    ///
    /// Everything that a seat has been told, has been asked and has answered, and what it sees now, as a text. It is the same in all
    /// worlds that the seat cannot tell apart, and differs where the seat has lived through something else.
    fn information_state(&self, py: Python<'_>, seat: SeatArg) -> PyResult<String> {
        self.read(py, |running| running.information_state(seat.0))
    }

    /// copy()
    ///
    /// Another match at the same point, with the same luck to come.
    fn copy(&self, py: Python<'_>) -> PyResult<PyMatch> {
        let copy = self.read(py, |running| running.copy())?;
        Ok(PyMatch::new(self.rules.clone_ref(py), copy))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyMatch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyMatch> {
        self.copy(py)
    }

    /// imagine(seat, seed=0)
    ///
    /// A match at the same question, in a world that the asked seat cannot tell from this one: everything that it does not know is drawn
    /// again, and so is the luck to come. It can be played, copied and looked at, but it has no record.
    #[pyo3(signature = (seat, seed = SeedArg(0)), text_signature = "($self, seat, seed=0)")]
    fn imagine(&self, py: Python<'_>, seat: SeatArg, seed: SeedArg) -> PyResult<PyMatch> {
        let world = self.read(py, |running| running.imagine(seat.0, seed.0))?.map_err(raised)?;
        Ok(PyMatch::new(self.rules.clone_ref(py), world))
    }

    /// encode(out=None)
    ///
    /// What the asked seat sees, its options, and which rows of options are used: three arrays of int16, int16 and int8. They are written
    /// into `out`, three such arrays, or into new ones.
    #[pyo3(signature = (out = None))]
    fn encode<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyTuple>>) -> PyResult<Bound<'py, PyTuple>> {
        let rules = &self.rules.get().rules;
        let Some(layout) = rules.layout() else {
            return Err(raised(playmat_catalog::UnknownGame { name: rules.game().into() }));
        };
        let (size, rows, columns) = (layout.len(), layout.options.rows, layout.options.columns.len());
        let out = match out {
            Some(out) if out.len() == 3 => out.clone(),
            Some(out) => return Err(bad_value(format!("`out` has three arrays, not {}", out.len()))),
            None => {
                let arrays = [zeros::<i16>(py, &[size]), zeros::<i16>(py, &[rows, columns]), zeros::<i8>(py, &[rows])];
                PyTuple::new(py, arrays)?
            }
        };
        let mut seen = writable::<i16>(&out.get_item(0)?, "observation", &[size])?;
        let mut options = writable::<i16>(&out.get_item(1)?, "options", &[rows, columns])?;
        let mut mask = writable::<i8>(&out.get_item(2)?, "mask", &[rows])?;
        let (seen, options, mask) = (seen.as_slice_mut()?, options.as_slice_mut()?, mask.as_slice_mut()?);
        self.read(py, |running| running.encode(seen, options, mask))?.map_err(raised)?;
        Ok(out)
    }

    /// record()
    ///
    /// The record so far, which can be saved, verified and played again.
    fn record(&self, py: Python<'_>) -> PyResult<PyRecord> {
        let record = self.read(py, |running| running.record())?.map_err(raised)?;
        let rules = self.rules.get();
        Ok(PyRecord { rules: rules.rules.clone(), record, cards: rules.folder().cloned() })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |running| running.count())
    }

    fn __getitem__(&self, py: Python<'_>, place: usize) -> PyResult<PyOption> {
        let faces = self.read(py, |running| running.options())?;
        let count = faces.len();
        let found = faces.into_iter().enumerate().nth(place);
        found.map(PyOption::of).ok_or_else(|| PyIndexError::new_err(format!("there are {count} options")))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |running| {
            let game = self.game();
            let stands = match (running.outcome(), running.asked()) {
                (Some(outcome), _) => match outcome.winner() {
                    Some(seat) => format!("won by seat {}", seat.bit()),
                    None => "drawn".to_owned(),
                },
                (None, Some(seat)) => {
                    let (words, _) = running.question().unwrap_or_default();
                    format!("seat {} is asked: {words} ({} options)", seat.bit(), running.count())
                }
                (None, None) => "nobody is asked".to_owned(),
            };
            let imagined = running.imagined_for().map(|seat| format!(", imagined for seat {}", seat.bit()));
            format!("<playmat.Match {game}{}, turn {}, {stands}>", imagined.unwrap_or_default(), running.turns())
        })
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("playmat._html")?.getattr("match")?.call1((slf,))?.extract()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (Py<PyRules>, Bound<'py, PyBytes>, &'static str)> {
        let rules = &self.rules.get().rules;
        let (bytes, forced) = self.read(py, |running| match running.imagined_for() {
            Some(_) => {
                Err(Refused::new_err("an imagined match cannot be pickled, because it has no record; copies of it can be made"))
            }
            None => Ok((rules.compact(running.entered()), running.forced())),
        })??;
        let again = py.import("playmat._core")?.getattr("_match_again")?;
        Ok((again, (self.rules.clone_ref(py), PyBytes::new(py, &bytes), forced_word(forced))))
    }
}

impl PyMatch {
    /// The place of the option that a bot takes.
    pub fn picked(&self, py: Python<'_>, bot: &PyBot) -> PyResult<usize> {
        py.detach(|| {
            // A copy thinks, so that the match can be looked at meanwhile.
            let copy = guarded(|| self.running.lock().unwrap_or_else(PoisonError::into_inner).copy())?;
            let mut bot = bot.bot.lock().unwrap_or_else(PoisonError::into_inner);
            tried(|| copy.pick(&mut bot))
        })
    }
}

/// A match that was pickled.
#[pyfunction]
pub fn _match_again(py: Python<'_>, rules: Bound<'_, PyRules>, bytes: &[u8], forced: &str) -> PyResult<PyMatch> {
    let forced = self::forced(forced)?;
    let folder = rules.get().folder().map(PathBuf::as_path);
    let running = py.detach(|| {
        tried(|| {
            let found = read_record(bytes, folder, None)?;
            found.rules.replay(&found.record, forced)
        })
    })?;
    Ok(PyMatch::new(rules.unbind(), running))
}

/// The decks of both seats.
fn both_decks(decks: &Bound<'_, PyAny>) -> PyResult<BySeat<DeckWish>> {
    let wrong =
        || PyTypeError::new_err("`decks` is a pair: the deck of seat 0 and that of seat 1, as in (\"random\", \"random\")");
    if decks.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let pair: Vec<Bound<'_, PyAny>> = decks.try_iter().map_err(|_| wrong())?.collect::<PyResult<_>>()?;
    match &pair[..] {
        [one, two] => Ok(BySeat::new(wish(one)?, wish(two)?)),
        _ => Err(wrong()),
    }
}

/// An entry in words: `("answer", 3)`, `("concede", 0)`.
pub fn entry_words(entry: Entry) -> (&'static str, Option<u32>) {
    match entry {
        Entry::Answer(pick) => ("answer", Some(pick.into())),
        Entry::Concede(seat) => ("concede", Some(seat.bit().into())),
        Entry::Timeout(seat) => ("timeout", Some(seat.bit().into())),
        Entry::Takeover(seat) => ("takeover", Some(seat.bit().into())),
        Entry::AgreedDraw => ("agreed draw", None),
        Entry::Rewind(to) => ("rewind", Some(to)),
        Entry::SeedCommitment(_) => ("seed commitment", None),
    }
}
