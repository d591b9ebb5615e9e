//! What the numbers of a game mean.

use playmat_cards::{Block, Layout, Order};
use pyo3::prelude::*;

/// A column of a block: its name, and what its numbers mean.
#[pyclass(frozen, get_all, eq, hash, module = "playmat", name = "Column")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyColumn {
    /// `attack`
    name: String,
    /// Of what kind its numbers are: `number`, `flag`, `category`, `bits`, `card`, `row`, `count` or `label`.
    holds: &'static str,
    /// Beside the kind: what most numbers do not exceed, how many values, how many bits, how many things before row 0; else 0.
    size: i16,
    /// What its numbers mean, in a sentence.
    meaning: String,
}

/// A table within an observation.
#[pyclass(frozen, module = "playmat", name = "Block")]
pub struct PyBlock {
    /// `hand`
    #[pyo3(get)]
    name: String,
    /// What a row stands for, and how rows are ordered.
    #[pyo3(get)]
    meaning: String,
    /// The place of its first number in the observation.
    #[pyo3(get)]
    start: usize,
    /// How many rows there are, used or not; 0 for definitions, of which every rule set has its own number.
    #[pyo3(get)]
    rows: usize,
    /// `each`: every row has a meaning of its own; `alike`: the rows are a list of like things.
    #[pyo3(get)]
    order: &'static str,
    columns: Vec<PyColumn>,
}

/// What the numbers of a game mean: the blocks of an observation, the options and the definitions.
#[pyclass(frozen, module = "playmat", name = "Spec")]
pub struct PySpec {
    /// The game.
    #[pyo3(get)]
    game: String,
    layout: Layout,
}

impl PySpec {
    /// That of a game.
    pub fn new(game: &str, layout: Layout) -> Self {
        PySpec { game: game.to_owned(), layout }
    }
}

impl PyBlock {
    fn of(block: &Block, start: usize) -> Self {
        let column = |column: &playmat_cards::Column| {
            let (holds, size) = column.holds.words();
            PyColumn { name: column.name.into(), holds, size, meaning: column.meaning.into() }
        };
        PyBlock {
            name: block.name.into(),
            meaning: block.meaning.into(),
            start,
            rows: block.rows,
            order: match block.order {
                Order::Each => "each",
                Order::Alike => "alike",
            },
            columns: block.columns.iter().map(column).collect(),
        }
    }
}

#[pymethods]
impl PyColumn {
    fn __repr__(&self) -> String {
        format!("Column({:?}, {} {}, {:?})", self.name, self.holds, self.size, self.meaning)
    }
}

#[pymethods]
impl PyBlock {
    /// Its columns, in order.
    #[getter]
    fn columns(&self) -> Vec<PyColumn> {
        self.columns.clone()
    }

    /// How many numbers it has.
    #[getter]
    fn size(&self) -> usize {
        self.rows * self.columns.len()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        format!("Block({:?}, start={}, rows={}, columns=[{}])", self.name, self.start, self.rows, names.join(", "))
    }
}

#[pymethods]
impl PySpec {
    /// Raised whenever a number changes its place or its meaning.
    #[getter]
    fn version(&self) -> u16 {
        self.layout.version
    }

    /// A hash of the layout: a network trained on one must not be given another.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{:016x}", self.layout.fingerprint())
    }

    /// The blocks of an observation, in order.
    #[getter]
    fn observation(&self) -> Vec<PyBlock> {
        self.layout.blocks().map(|(start, block)| PyBlock::of(block, start)).collect()
    }

    /// The options of the pending question, a row each.
    #[getter]
    fn options(&self) -> PyBlock {
        PyBlock::of(&self.layout.options, 0)
    }

    /// The features of the definitions, a row each.
    #[getter]
    fn definitions(&self) -> PyBlock {
        PyBlock::of(&self.layout.definitions, 0)
    }

    /// The rows that columns of the kind `row` point to, counted from 1: spans of a block's place in the observation, a first row and a
    /// number of rows, one behind the other.
    #[getter]
    fn pointed(&self) -> Vec<(usize, usize, usize)> {
        self.layout.pointed.iter().map(|span| (span.block, span.from, span.rows)).collect()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.layout.len()
    }

    /// How many rows of options there are, used or not: as many as the longest list of the game.
    #[getter]
    fn option_rows(&self) -> usize {
        self.layout.options.rows
    }

    /// How many columns an option has.
    #[getter]
    fn option_columns(&self) -> usize {
        self.layout.options.columns.len()
    }

    fn __repr__(&self) -> String {
        let mut text = format!(
            "Spec({:?}, version {}, fingerprint {}): {} numbers, options {} x {}\n",
            self.game,
            self.layout.version,
            self.fingerprint(),
            self.layout.len(),
            self.option_rows(),
            self.option_columns()
        );
        for (start, block) in self.layout.blocks() {
            let columns: Vec<&str> = block.columns.iter().map(|column| column.name).collect();
            text.push_str(&format!("{start:6} {} x {}: {}\n", block.name, block.rows, columns.join(", ")));
        }
        text.trim_end().to_owned()
    }
}
