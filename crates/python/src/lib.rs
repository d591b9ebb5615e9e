//! The module `playmat._core`: the engine for Python. It holds no logic: it takes Python's arguments, calls the crates below, and gives
//! Python what they return. Nothing here can end the process: a panic below becomes an exception.

mod errors;
mod convert;
mod arrays;
mod spec;
mod rules;
mod deck;
mod bots;
mod record;
mod matches;
mod batch;
mod check;
mod lab;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<rules::PyRules>()?;
    module.add_class::<spec::PySpec>()?;
    module.add_class::<spec::PyBlock>()?;
    module.add_class::<spec::PyColumn>()?;
    module.add_class::<deck::PyDeck>()?;
    module.add_class::<deck::PyDeckFault>()?;
    module.add_class::<bots::PyBot>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<record::PyCheck>()?;
    module.add_class::<record::PyVerification>()?;
    module.add_class::<matches::PyMatch>()?;
    module.add_class::<matches::PyOption>()?;
    module.add_class::<matches::PyReason>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<batch::PyArrays>()?;
    module.add_class::<check::PyProblem>()?;
    module.add_class::<lab::PyReport>()?;
    module.add_class::<lab::PyChunk>()?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_text, module)?)?;
    module.add_function(wrap_pyfunction!(lab::_lab, module)?)?;
    module.add_function(wrap_pyfunction!(lab::_play, module)?)?;
    module.add_function(wrap_pyfunction!(rules::games, module)?)?;
    module.add_function(wrap_pyfunction!(rules::spec, module)?)?;
    module.add_function(wrap_pyfunction!(rules::_rules_again, module)?)?;
    module.add_function(wrap_pyfunction!(bots::bot_names, module)?)?;
    module.add_function(wrap_pyfunction!(bots::seed_in_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::_match_again, module)?)?;
    module.add_function(wrap_pyfunction!(record::_record_again, module)?)
}
