//! Batches.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use playmat_batch::{Account, AnyBatch, Opponent, Out};
use playmat_frontend::{BatchWish, DeckWish, SupplyWish, bot_named};
use playmat_kernel::BySeat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::arrays::{readable, writable, zeros};
use crate::convert::{SeatArg, SeedArg, whole};
use crate::deck::wish;
use crate::errors::{Refused, bad_value, guarded, raised, tried};
use crate::record::PyRecord;
use crate::rules::{PyRules, rules_of};

/// Batch(rules, matches, *, threads=None, seed=0, opponent=None, opponent_seat=None, decks=None, first=None)
///
/// Many matches of one game, stepped at once and written into arrays. Each match stops where a learner has two or more options:
/// questions with a single option are answered by themselves, and a match that ends is followed by the next one.
///
/// It is stepped on one thread, unless more are wanted. `opponent` is a bot that plays one seat of every match: `opponent_seat`, or both in turn. Without one the learner plays both seats.
/// `decks` is "random" (as without it), "ready", a list of decks, or a dict of decks with weights; a pair of these gives each seat its own.
#[pyclass(frozen, weakref, module = "playmat", name = "Batch")]
pub struct PyBatch {
    rules: Py<PyRules>,
    /// None once it is closed.
    batch: Mutex<Option<Box<dyn AnyBatch>>>,
    matches: usize,
    threads: usize,
    sizes: Sizes,
    /// The process that the threads live in.
    process: u32,
}

/// Arrays(*, observations, options, mask, count, seat, reward, done, seed)
///
/// The arrays that a batch of n matches writes, a row for each match. Any object will do whose memory NumPy can share.
#[pyclass(get_all, set_all, module = "playmat", name = "Arrays")]
pub struct PyArrays {
    /// What the asked seat sees: int16, (n, observation_size).
    observations: Py<PyAny>,
    /// The options, a row each: int16, (n, option_rows, option_columns). Unused rows are zero.
    options: Py<PyAny>,
    /// Which rows are options: int8, (n, option_rows). They are always the first ones.
    mask: Py<PyAny>,
    /// How many options there are: int32, (n,).
    count: Py<PyAny>,
    /// The seat that is asked: uint8, (n,).
    seat: Py<PyAny>,
    /// What a match that ended in this step was worth to each seat: float32, (n, 2). Zero where none ended.
    reward: Py<PyAny>,
    /// Whether a match ended in this step: uint8, (n,). What is seen is then the first question of the next one.
    done: Py<PyAny>,
    /// The seed of the match that is seen: uint64, (n,).
    seed: Py<PyAny>,
}

/// The shapes of the arrays.
#[derive(Clone, Copy)]
struct Sizes {
    matches: usize,
    observation: usize,
    rows: usize,
    columns: usize,
}

const NAMES: [&str; 8] = ["observations", "options", "mask", "count", "seat", "reward", "done", "seed"];

impl Sizes {
    fn zeros(self, py: Python<'_>) -> PyArrays {
        let Sizes { matches: n, observation, rows, columns } = self;
        PyArrays {
            observations: zeros::<i16>(py, &[n, observation]).unbind(),
            options: zeros::<i16>(py, &[n, rows, columns]).unbind(),
            mask: zeros::<i8>(py, &[n, rows]).unbind(),
            count: zeros::<i32>(py, &[n]).unbind(),
            seat: zeros::<u8>(py, &[n]).unbind(),
            reward: zeros::<f32>(py, &[n, 2]).unbind(),
            done: zeros::<u8>(py, &[n]).unbind(),
            seed: zeros::<u64>(py, &[n]).unbind(),
        }
    }
}

#[pymethods]
impl PyArrays {
    #[new]
    #[pyo3(signature = (*, observations, options, mask, count, seat, reward, done, seed))]
    #[expect(clippy::too_many_arguments, reason = "each is named by the caller")]
    fn python_new(
        observations: Py<PyAny>,
        options: Py<PyAny>,
        mask: Py<PyAny>,
        count: Py<PyAny>,
        seat: Py<PyAny>,
        reward: Py<PyAny>,
        done: Py<PyAny>,
        seed: Py<PyAny>,
    ) -> Self {
        PyArrays { observations, options, mask, count, seat, reward, done, seed }
    }

    /// asdict()
    ///
    /// The arrays by their names.
    fn asdict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(slf.py());
        NAMES.into_iter().try_for_each(|name| dict.set_item(name, slf.getattr(name)?))?;
        Ok(dict)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let shown = NAMES.into_iter().map(|name| {
            let array = slf.getattr(name)?;
            let shape = array.getattr("shape").map_or_else(|_| "?".into(), |shape| shape.to_string());
            Ok(format!("{name} {shape}"))
        });
        Ok(format!("<playmat.Arrays {}>", shown.collect::<PyResult<Vec<_>>>()?.join(", ")))
    }
}

impl PyBatch {
    /// The batch, for a caller that will not wait.
    fn running(&self) -> PyResult<MutexGuard<'_, Option<Box<dyn AnyBatch>>>> {
        if self.threads > 1 && std::process::id() != self.process {
            return Err(Refused::new_err(
                "this batch has threads, and they did not come along when the process was forked: make the batch in the process that \
                 uses it, start processes by `spawn`, or use one thread",
            ));
        }
        match self.batch.try_lock() {
            Ok(running) => Ok(running),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Refused::new_err("another thread is stepping this batch at this moment")),
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Box<dyn AnyBatch>) -> T) -> PyResult<T> {
        let mut running = self.running()?;
        let batch = running.as_mut().ok_or_else(|| Refused::new_err("this batch is closed"))?;
        let done = guarded(|| work(batch));
        if done.is_err() {
            // Whatever went wrong left matches behind that cannot be trusted.
            *running = None;
        }
        done
    }

    /// Does something with the arrays of the caller, while other threads run.
    fn write(
        &self,
        py: Python<'_>,
        arrays: &Bound<'_, PyArrays>,
        afresh: bool,
        work: impl FnOnce(&mut Box<dyn AnyBatch>, Out<'_>) -> Result<(), playmat_batch::BatchError> + Send,
    ) -> PyResult<()> {
        let Sizes { matches: n, observation, rows, columns } = self.sizes;
        let of = |name: &str| arrays.getattr(name);
        let mut observations = writable::<i16>(&of("observations")?, "observations", &[n, observation])?;
        let mut options = writable::<i16>(&of("options")?, "options", &[n, rows, columns])?;
        let mut mask = writable::<i8>(&of("mask")?, "mask", &[n, rows])?;
        let mut count = writable::<i32>(&of("count")?, "count", &[n])?;
        let mut seat = writable::<u8>(&of("seat")?, "seat", &[n])?;
        let mut reward = writable::<f32>(&of("reward")?, "reward", &[n, 2])?;
        let mut done = writable::<u8>(&of("done")?, "done", &[n])?;
        let mut seed = writable::<u64>(&of("seed")?, "seed", &[n])?;
        let out = Out {
            observations: observations.as_slice_mut()?,
            options: options.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            count: count.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
            seed: seed.as_slice_mut()?,
        };
        if afresh {
            // Rows that are no longer used are found by the mask: what the arrays held before must not count.
            out.options.fill(0);
            out.mask.fill(0);
        }
        py.detach(|| self.with(|batch| work(batch, out)))?.map_err(raised)
    }

    fn record_of(&self, py: Python<'_>, account: Account) -> PyResult<PyRecord> {
        let rules = self.rules.get();
        let record = py.detach(|| tried(|| rules.rules.record_of(&account)))?;
        Ok(PyRecord { rules: rules.rules.clone(), record, cards: rules.folder().cloned() })
    }

    fn place(&self, place: &Bound<'_, PyAny>) -> PyResult<usize> {
        whole(place, "the number of a match", self.matches as u64 - 1).map(|place| place as usize)
    }
}

/// The decks of one seat: `random`, `ready`, a list, or a dict with weights.
fn supply(value: &Bound<'_, PyAny>) -> PyResult<SupplyWish> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(match text.to_str()? {
            "ready" => SupplyWish::Ready,
            text => SupplyWish::Weighted(vec![(DeckWish::read(text), 1.0)]),
        });
    }
    if let Ok(weights) = value.cast::<PyDict>() {
        let deck = |(deck, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((wish(&deck)?, weight.extract::<f64>()?));
        return Ok(SupplyWish::Weighted(weights.iter().map(deck).collect::<PyResult<_>>()?));
    }
    let wrong = || {
        PyTypeError::new_err(
            "`decks` is \"random\", \"ready\", a list of decks, a dict of decks with weights, or a pair of these",
        )
    };
    let decks = value.try_iter().map_err(|_| wrong())?;
    Ok(SupplyWish::Weighted(decks.map(|deck| Ok((wish(&deck?)?, 1.0))).collect::<PyResult<_>>()?))
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(
        signature = (rules, matches, *, threads = None, seed = SeedArg(0), opponent = None, opponent_seat = None, decks = None, first = None),
        text_signature = "(rules, matches, *, threads=None, seed=0, opponent=None, opponent_seat=None, decks=None, first=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "each is named by the caller")]
    fn python_new(
        rules: &Bound<'_, PyAny>,
        matches: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        seed: SeedArg,
        opponent: Option<&str>,
        opponent_seat: Option<SeatArg>,
        decks: Option<&Bound<'_, PyAny>>,
        first: Option<SeatArg>,
    ) -> PyResult<Self> {
        let py = rules.py();
        let rules = rules_of(rules)?;
        let matches = whole(matches, "how many matches a batch has", u64::MAX)? as usize;
        let threads = threads.map_or(Ok(1), |threads| whole(threads, "how many threads a batch has", u64::MAX))? as usize;
        let opponent = match (opponent, opponent_seat) {
            (Some(name), seat) => Some(Opponent { bot: tried(|| bot_named(name))?, seat: seat.map(|seat| seat.0) }),
            (None, None) => None,
            (None, Some(_)) => return Err(bad_value("`opponent_seat` is the seat of an opponent, but there is no `opponent`")),
        };
        let decks = match decks {
            None => BySeat::from_fn(|_| SupplyWish::Weighted(vec![(DeckWish::read("random"), 1.0)])),
            Some(decks) => match decks.cast::<PyTuple>() {
                Ok(pair) if pair.len() == 2 => BySeat::new(supply(&pair.get_item(0)?)?, supply(&pair.get_item(1)?)?),
                _ => {
                    let both = supply(decks)?;
                    BySeat::new(both.clone(), both)
                }
            },
        };
        let wish = BatchWish { matches, threads, seed: seed.0, opponent, decks, first: first.map(|seat| seat.0) };
        let made = rules.get().rules.clone();
        let batch = py.detach(|| tried(|| made.batch(&wish)))?;
        let layout = batch.layout();
        let (rows, columns) = (layout.options.rows, layout.options.columns.len());
        let sizes = Sizes { matches, observation: layout.len(), rows, columns };
        let (rules, batch) = (rules.unbind(), Mutex::new(Some(batch)));
        Ok(PyBatch { rules, batch, matches, threads, sizes, process: std::process::id() })
    }

    /// arrays()
    ///
    /// New arrays of zeros for this batch.
    fn arrays(&self, py: Python<'_>) -> PyArrays {
        self.sizes.zeros(py)
    }

    /// reset(arrays=None, seed=None)
    ///
    /// Starts all matches anew, from the seed of the batch or from another one, and writes their first questions. Returns the arrays.
    #[pyo3(signature = (arrays = None, seed = None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        arrays: Option<Bound<'py, PyArrays>>,
        seed: Option<SeedArg>,
    ) -> PyResult<Bound<'py, PyArrays>> {
        let arrays = arrays.map_or_else(|| Bound::new(py, self.sizes.zeros(py)), Ok)?;
        self.write(py, &arrays, true, |batch, out| {
            batch.restart(seed.map_or(batch.plan().seed, |seed| seed.0));
            batch.observe(out)
        })?;
        Ok(arrays)
    }

    /// observe(arrays=None)
    ///
    /// Writes what is seen now, without a step. Returns the arrays.
    #[pyo3(signature = (arrays = None))]
    fn observe<'py>(&self, py: Python<'py>, arrays: Option<Bound<'py, PyArrays>>) -> PyResult<Bound<'py, PyArrays>> {
        let arrays = arrays.map_or_else(|| Bound::new(py, self.sizes.zeros(py)), Ok)?;
        self.write(py, &arrays, true, |batch, out| batch.observe(out))?;
        Ok(arrays)
    }

    /// step(actions, arrays)
    ///
    /// Answers the pending question of every match with the place of an option (int32), and writes what is seen next into the arrays,
    /// which `reset` or `observe` has written before. If an action is not possible, nothing is stepped. Other threads run meanwhile.
    /// Returns the arrays.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        arrays: Bound<'py, PyArrays>,
    ) -> PyResult<Bound<'py, PyArrays>> {
        let actions = readable::<i32>(actions, "actions", &[self.matches])?;
        self.write(py, &arrays, false, |batch, out| batch.step(&actions, out))?;
        Ok(arrays)
    }

    /// record(place)
    ///
    /// The record of the match that is played at a place.
    fn record(&self, place: &Bound<'_, PyAny>) -> PyResult<PyRecord> {
        let at = self.place(place)?;
        let account = self.with(|batch| batch.account(at).cloned())?.map_err(raised)?;
        self.record_of(place.py(), account)
    }

    /// finished(place)
    ///
    /// The record of the match that ended last at a place; None if none did.
    fn finished(&self, place: &Bound<'_, PyAny>) -> PyResult<Option<PyRecord>> {
        let at = self.place(place)?;
        let account = self.with(|batch| batch.finished(at).map(Option::<&Account>::cloned))?.map_err(raised)?;
        account.map(|account| self.record_of(place.py(), account)).transpose()
    }

    /// opponent_seats()
    ///
    /// The seat that the opponent plays in the match of each place, 0 or 1; None without an opponent.
    fn opponent_seats(&self) -> PyResult<Option<Vec<u16>>> {
        // A list of bytes would become a text of bytes.
        let seat = |batch: &dyn AnyBatch, at| Some(u16::from(batch.account(at).ok()?.bot?.bit()));
        self.with(|batch| (0..self.matches).map(|at| seat(&**batch, at)).collect())
    }

    /// close()
    ///
    /// Ends its threads and frees its matches. A batch that nobody holds any more is closed by itself.
    fn close(&self, py: Python<'_>) {
        let batch = self.batch.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(batch));
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        self.batch.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).is_none()
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

    /// How many matches there are.
    #[getter]
    fn matches(&self) -> usize {
        self.matches
    }

    /// On how many threads they are stepped.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn __len__(&self) -> usize {
        self.matches
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let closed = if self.closed(py) { ", closed" } else { "" };
        format!("<playmat.Batch {}, {} matches, threads={}{closed}>", self.game(), self.matches, self.threads)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a batch cannot be pickled; make one in each process, and exchange records or arrays"))
    }
}
