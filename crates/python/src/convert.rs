//! Arguments and results that several classes share.

use playmat_kernel::{Audience, Outcome, Seat};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

use crate::errors::bad_value;

/// A whole number from 0 up, with the name that messages call it by.
pub fn whole(value: &Bound<'_, PyAny>, name: &str, most: u64) -> PyResult<u64> {
    let py = value.py();
    let wrong = || {
        let shown = value.repr().map(|text| text.to_string()).unwrap_or_default();
        format!("{name} is a whole number from 0 to {most}, not {shown}")
    };
    match value.extract::<u64>() {
        Ok(number) if number <= most => Ok(number),
        Ok(_) => Err(bad_value(wrong())),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Err(bad_value(wrong())),
        Err(_) => Err(PyTypeError::new_err(wrong())),
    }
}

/// A seed.
#[derive(Clone, Copy)]
pub struct SeedArg(pub u64);

impl<'py> FromPyObject<'_, 'py> for SeedArg {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole(&value, "a seed", u64::MAX).map(SeedArg)
    }
}

/// A seat: 0 or 1.
#[derive(Clone, Copy)]
pub struct SeatArg(pub Seat);

impl<'py> FromPyObject<'_, 'py> for SeatArg {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole(&value, "a seat", 1).map(|bit| SeatArg(Seat::from_bit(bit as u8)))
    }
}

/// The audience of a seat, or of everybody.
pub fn audience(seat: Option<SeatArg>) -> Audience {
    seat.map_or(Audience::Public, |seat| Audience::Player(seat.0))
}

/// How a match ended: the seat that won, or `"draw"`.
#[derive(IntoPyObject)]
pub enum Ended {
    Won(u8),
    Draw(&'static str),
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won(seat) => Ended::Won(seat.bit()),
            Outcome::Draw => Ended::Draw("draw"),
        }
    }
}

/// What a match was worth to both seats: 1 for a win, -1 for a loss, 0 for a draw and before the end.
pub fn returns(outcome: Option<Outcome>) -> (f64, f64) {
    match outcome {
        Some(Outcome::Won(Seat::One)) => (1.0, -1.0),
        Some(Outcome::Won(Seat::Two)) => (-1.0, 1.0),
        Some(Outcome::Draw) | None => (0.0, 0.0),
    }
}

/// A form of the wire as dicts, lists, texts and numbers.
pub fn plain(py: Python<'_>, form: &impl Serialize) -> PyResult<Py<PyAny>> {
    let value = serde_json::to_value(form).map_err(|error| bad_value(error.to_string()))?;
    from_json(py, &value).map(Bound::unbind)
}

fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(from_json(py, item)?))?;
            list.into_any()
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            entries.iter().try_for_each(|(key, value)| dict.set_item(key, from_json(py, value)?))?;
            dict.into_any()
        }
    })
}

/// What pickle wants of a value: what makes it again, and from what.
pub type Pickled<'py, Arguments> = PyResult<(Bound<'py, PyAny>, Arguments)>;
