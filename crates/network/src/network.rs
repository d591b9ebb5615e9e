//! A network, and the forward pass: what it says of questions, one or many at once.

use playmat_cards::{Layout, Order};

use crate::cards::{CardLayers, Cards};
use crate::linear::{LARGEST, Linear, clip, norm, scaled_finely};
use crate::rows::{RowLayer, first_of_cards};
use crate::shape::{Dims, Place, card_columns};
use crate::{Misfit, Sheet};

/// A network as its file says, ready to compute.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) layout: &'static Layout,
    pub(crate) name: String,
    pub(crate) checksum: u64,
    pub(crate) dims: Dims,
    pub(crate) card: CardLayers,
    /// The columns of definitions that hold cards they make.
    pub(crate) made: Vec<usize>,
    blocks: Vec<Seen>,
    trunk: Linear,
    residual: Vec<[Linear; 2]>,
    value: [Linear; 2],
    option: RowLayer,
    state: Linear,
    mix: Linear,
    judge: Linear,
}

/// A block of the observation.
#[derive(Clone, Debug)]
struct Seen {
    layer: RowLayer,
    rows: usize,
    columns: usize,
    /// Its first number in an observation.
    from: usize,
    /// Its first number among what all blocks become.
    to: usize,
    order: Order,
    /// The column that says how many cards a row stands for.
    count: Option<usize>,
    /// The rows that can be pointed to: the first, behind the last, and the number of the first among all such rows.
    pointed: Vec<[usize; 3]>,
}

/// Memory to work in. It belongs to the caller, grows with the first batches, and is used again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    sums: Vec<i32>,
    hidden: Vec<i16>,
    pooled: Vec<i32>,
    /// The rows that can be pointed to, of each question.
    pointed: Vec<i16>,
    seen: Vec<i16>,
    filled: Vec<usize>,
    trunk: Vec<i16>,
    normed: Vec<i16>,
    inner: Vec<i16>,
    last: Vec<i16>,
    value: Vec<i16>,
    worth: Vec<i32>,
    state: Vec<i16>,
    judge: Vec<i16>,
    options: Vec<i16>,
    mixed: Vec<i16>,
}

impl Network {
    /// A network of these layers, in the order of [`Dims::layers`].
    pub(crate) fn build(
        layout: &'static Layout,
        (name, checksum): (String, u64),
        dims: Dims,
        layers: Vec<Linear>,
    ) -> Option<Self> {
        let mut layers = layers.into_iter();
        let pointed = layout.pointed_rows();
        let card = (RowLayer::new(layers.next()?, &layout.definitions, &dims, Place::Definition, pointed), layers.next()?);
        let mut to = 0;
        let mut blocks = Vec::new();
        for (place, (from, block)) in layout.blocks().enumerate() {
            let layer = RowLayer::new(layers.next()?, block, &dims, Place::Observation, pointed);
            let width = layer.outputs;
            let mut before = 0;
            let mut spans = Vec::new();
            for span in layout.pointed {
                if span.block == place {
                    spans.push([span.from, span.from + span.rows, before]);
                }
                before += span.rows;
            }
            let is_count = |column: &playmat_cards::Column| column.holds == playmat_cards::Holds::Count;
            let count = block.columns.iter().position(is_count);
            let (rows, columns, order) = (block.rows, block.columns.len(), block.order);
            blocks.push(Seen { layer, rows, columns, from, to, order, count, pointed: spans });
            to += if order == Order::Each { rows * width } else { width };
        }
        let trunk = layers.next()?;
        let mut residual = Vec::new();
        for _ in 0..dims.blocks {
            residual.push([layers.next()?, layers.next()?]);
        }
        let value = [layers.next()?, layers.next()?];
        let option = RowLayer::new(layers.next()?, &layout.options, &dims, Place::Option, pointed);
        let [state, mix, judge] = [layers.next()?, layers.next()?, layers.next()?];
        let made = card_columns(&layout.definitions).collect();
        Some(Network { layout, name, checksum, dims, card, made, blocks, trunk, residual, value, option, state, mix, judge })
    }

    /// What the numbers mean that it was trained on.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// What it is called: `food-chain 1`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A hash of its file: equal for equal networks.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Its sizes.
    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    /// What each card adds to the first layers, wherever a column holds it.
    pub(crate) fn card_tables(&self, embeddings: &[i16]) -> (Vec<Vec<Vec<i32>>>, Vec<Vec<i32>>) {
        let (dims, pointed) = (&self.dims, self.layout.pointed_rows());
        let tables = |layer: &RowLayer, block, place| {
            let table = |first: usize| {
                let cards = embeddings.chunks_exact(dims.card);
                let mut table = vec![0; cards.len() * layer.outputs];
                for (embedding, sums) in cards.zip(table.chunks_exact_mut(layer.outputs)) {
                    layer.of_card(first, embedding, sums);
                }
                table
            };
            first_of_cards(block, dims, place, pointed).into_iter().map(table).collect::<Vec<_>>()
        };
        let blocks = self.blocks.iter().zip(self.layout.observation);
        (
            blocks.map(|(seen, block)| tables(&seen.layer, block, Place::Observation)).collect(),
            tables(&self.option, &self.layout.options, Place::Option),
        )
    }

    /// Says of each question what it is worth and how good its options look. What it says of one does not depend on the others.
    pub fn judge(&self, cards: &Cards, sheets: &mut [&mut Sheet], scratch: &mut Scratch) {
        let Dims { row, trunk, inner, option, value, .. } = self.dims;
        let (rows, pointed) = (sheets.len(), self.layout.pointed_rows());
        let Scratch { sums, hidden, pooled, pointed: looked, seen, filled, trunk: h, normed, inner: middle, last, .. } =
            scratch;
        resize(seen, rows * self.trunk.inputs);
        resize(looked, rows * pointed * row);
        for ((sheet, seen), looked) in
            sheets.iter().zip(seen.chunks_exact_mut(self.trunk.inputs)).zip(each_mut(looked, rows, pointed * row))
        {
            for (block, cards) in self.blocks.iter().zip(&cards.blocks) {
                block.read(&sheet.observation, cards, (sums, hidden, pooled), seen, looked);
            }
        }
        for (room, each) in [(&mut *h, trunk), (normed, trunk), (middle, inner), (last, trunk)] {
            resize(room, rows * each);
        }
        self.trunk.forward_sparse(seen, h, filled);
        for [first, second] in &self.residual {
            norm_each(h, normed, trunk);
            first.forward_relu(normed, middle);
            second.forward(middle, last);
            for (number, &more) in h.iter_mut().zip(&*last) {
                *number = clip(i64::from(*number) + i64::from(more));
            }
        }
        norm_each(h, normed, trunk);
        let Scratch { value: before, worth, state, judge, options, mixed, .. } = scratch;
        resize(before, rows * value);
        resize(worth, rows);
        self.value[0].forward_relu(normed, before);
        self.value[1].each(before, worth, scaled_finely);
        resize(state, rows * option);
        resize(judge, rows * option);
        self.state.forward(normed, state);
        self.judge.forward(normed, judge);
        sums.resize(option, 0);
        for (at, sheet) in sheets.iter_mut().enumerate() {
            sheet.value = worth[at];
            let of = at * option..(at + 1) * option;
            let looked = &looked[at * pointed * row..][..pointed * row];
            resize(options, sheet.count * option);
            resize(mixed, sheet.count * option);
            let listed = sheet.options.chunks_exact(sheet.columns).zip(options.chunks_exact_mut(option));
            for (numbers, out) in listed {
                self.option.sums(numbers, &cards.options, |to| looked.get(to * row..(to + 1) * row), sums);
                self.option.keep(sums, out);
                for (number, &more) in out.iter_mut().zip(&state[of.clone()]) {
                    *number = (i32::from(*number) + i32::from(more)).clamp(0, LARGEST) as i16;
                }
            }
            self.mix.forward_relu(options, mixed);
            for (score, mixed) in sheet.scores.iter_mut().zip(mixed.chunks_exact(option)) {
                *score = crate::linear::dot(mixed, &judge[of.clone()]);
            }
        }
    }
}

impl Seen {
    /// Writes what the rows of the block become, and those that can be pointed to.
    #[inline]
    fn read(
        &self,
        observation: &[i16],
        cards: &[Vec<i32>],
        (sums, hidden, pooled): (&mut Vec<i32>, &mut Vec<i16>, &mut Vec<i32>),
        seen: &mut [i16],
        looked: &mut [i16],
    ) {
        let width = self.layer.outputs;
        sums.resize(width, 0);
        hidden.resize(width, 0);
        pooled.clear();
        pooled.resize(width, 0);
        let rows = observation[self.from..][..self.rows * self.columns].chunks_exact(self.columns);
        for (at, row) in rows.enumerate() {
            // An unused row says nothing.
            if row.iter().all(|&number| number == 0) {
                continue;
            }
            self.layer.sums(row, cards, |_| None, sums);
            self.layer.keep_relu(sums, hidden);
            match self.order {
                Order::Each => seen[self.to + at * width..][..width].copy_from_slice(hidden),
                Order::Alike => {
                    let count = self.count.map_or(1, |column| i32::from(row[column]).clamp(1, 255));
                    for (pooled, &number) in pooled.iter_mut().zip(&*hidden) {
                        *pooled += count * i32::from(number);
                    }
                }
            }
            for &[from, to, number] in &self.pointed {
                if (from..to).contains(&at) {
                    looked[(number + at - from) * width..][..width].copy_from_slice(hidden);
                }
            }
        }
        if self.order == Order::Alike {
            let shift = (usize::BITS - self.rows.leading_zeros()) / 2;
            let half = (1 << shift) >> 1;
            for (out, &pooled) in seen[self.to..][..width].iter_mut().zip(&*pooled) {
                *out = clip(i64::from((pooled + half) >> shift));
            }
        }
    }
}

/// Makes a buffer so long, of zeros.
fn resize<T: Clone + Default>(buffer: &mut Vec<T>, len: usize) {
    buffer.clear();
    buffer.resize(len, T::default());
}

/// So many pieces, also where they are empty.
fn each_mut(buffer: &mut [i16], count: usize, each: usize) -> impl Iterator<Item = &mut [i16]> {
    let mut rest = Some(buffer);
    (0..count).filter_map(move |_| {
        let (piece, later) = rest.take()?.split_at_mut(each);
        rest = Some(later);
        Some(piece)
    })
}

fn norm_each(numbers: &[i16], out: &mut [i16], each: usize) {
    for (numbers, out) in numbers.chunks_exact(each).zip(out.chunks_exact_mut(each)) {
        norm(numbers, out);
    }
}

/// Refuses a layout that no network of this kind is made for: a row that is pointed to must be as wide as the others.
pub(crate) fn check_layout(layout: &Layout) -> Result<(), Misfit> {
    let wide = layout.pointed.iter().find(|span| layout.observation.get(span.block).is_none_or(|block| block.rows <= 1));
    match wide {
        Some(span) => {
            Err(Misfit::Header(format!("the layout points into block {}, which has no rows of the usual width", span.block)))
        }
        None => Ok(()),
    }
}
