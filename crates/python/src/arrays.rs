//! Arrays of the caller, written without a copy.

use numpy::{Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An array of the caller that may be written.
pub type Writable<'py, T> = PyReadwriteArrayDyn<'py, T>;

/// An array of zeros.
pub fn zeros<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> Bound<'py, PyAny> {
    PyArrayDyn::<T>::zeros(py, shape.to_vec(), false).into_any()
}

/// The array of the caller: of NumPy, or anything whose memory NumPy can use as it is.
pub fn writable<'py, T: Element>(value: &Bound<'py, PyAny>, name: &str, shape: &[usize]) -> PyResult<Writable<'py, T>> {
    let array = array_of::<T>(value, name, shape)?;
    let refused = |what: &str| PyValueError::new_err(format!("the array `{name}` {what}"));
    if !array.is_c_contiguous() {
        return Err(refused("is not C-contiguous; numpy.ascontiguousarray makes one that is"));
    }
    array.try_readwrite().map_err(|error| match error {
        numpy::BorrowError::NotWriteable => refused("is read-only; the batch writes into it"),
        _ => refused("shares its memory with another array that is in use"),
    })
}

/// The numbers of an array that is only read.
pub fn readable<T: Element + Copy>(value: &Bound<'_, PyAny>, name: &str, shape: &[usize]) -> PyResult<Vec<T>> {
    let array = array_of::<T>(value, name, shape)?;
    let read = array.try_readonly();
    let read = read.map_err(|_| PyValueError::new_err(format!("the array `{name}` is being written at this moment")))?;
    Ok(read.as_array().iter().copied().collect())
}

fn array_of<'py, T: Element>(value: &Bound<'py, PyAny>, name: &str, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = value.py();
    let array = in_numpy(value, name)?;
    let wanted = dtype::<T>(py);
    let Ok(array) = array.cast_into::<PyArrayDyn<T>>() else {
        let given = in_numpy(value, name)?.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!("the array `{name}` is of {given}; {wanted} is wanted")));
    };
    if array.shape() != shape {
        let text = |shape: &[usize]| {
            let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
            format!("({}{})", sizes.join(", "), if sizes.len() == 1 { "," } else { "" })
        };
        let (given, wanted) = (text(array.shape()), text(shape));
        return Err(PyValueError::new_err(format!("the array `{name}` has the shape {given}; {wanted} is wanted")));
    }
    debug_assert!(array.dtype().is_equiv_to(&wanted));
    Ok(array)
}

/// The same memory as an array of NumPy.
fn in_numpy<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    if value.cast::<numpy::PyUntypedArray>().is_ok() {
        return Ok(value.clone());
    }
    let numpy = py.import("numpy")?;
    let options = PyDict::new(py);
    options.set_item("copy", false)?;
    // Tensors of other libraries share their memory in one of these ways.
    let shared = match value.hasattr("__array__")? || value.hasattr("__array_interface__")? || !value.hasattr("__dlpack__")? {
        true => numpy.call_method("asarray", (value,), Some(&options)),
        false => numpy.call_method1("from_dlpack", (value,)),
    };
    shared.map_err(|error| {
        let kind = value.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        let wrong = PyTypeError::new_err(format!(
            "`{name}` is of the type {kind}, whose memory NumPy cannot share; give an array of NumPy, or a tensor in main memory"
        ));
        wrong.set_cause(py, Some(error));
        wrong
    })
}
