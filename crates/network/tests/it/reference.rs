//! The arithmetic of `docs/models.md`, written down once more as plainly as possible: features as whole vectors, layers as double loops,
//! sums in 64 bits.

use playmat_cards::{Block, Holds, Layout, Order};
use playmat_network::{Dims, LayerSize};

/// A layer as the file has it.
struct Layer {
    name: String,
    weights: Vec<Vec<i64>>,
    bias: Vec<i64>,
    factor: Vec<i64>,
}

/// A network, read from the body of its file.
pub struct Reference {
    layout: &'static Layout,
    dims: Dims,
    layers: Vec<Layer>,
}

fn clip(number: i64) -> i64 {
    number.clamp(-4095, 4095)
}

fn norm(x: &[i64]) -> Vec<i64> {
    let mean = x.iter().map(|x| x * x).sum::<i64>() / x.len() as i64;
    let r = (((mean + 1) << 16) as u64).isqrt() as i64;
    let m = (1i64 << 32) / r;
    x.iter().map(|x| clip((x * m + (1 << 15)) >> 16)).collect()
}

fn relu(x: Vec<i64>) -> Vec<i64> {
    x.into_iter().map(|x| x.max(0)).collect()
}

impl Reference {
    pub fn new(layout: &'static Layout, dims: Dims, body: &[u8]) -> Self {
        let sizes = dims.layers(layout).expect("the sizes are possible");
        let mut at = 0;
        let mut layers: Vec<Layer> = Vec::new();
        for LayerSize(name, outputs, inputs) in &sizes {
            let weights =
                (0..*outputs).map(|o| (0..*inputs).map(|i| i64::from(body[at + o * inputs + i] as i8)).collect()).collect();
            at += outputs * inputs;
            layers.push(Layer { name: name.clone(), weights, bias: Vec::new(), factor: Vec::new() });
        }
        at = at.next_multiple_of(4);
        let mut word = || {
            at += 4;
            <[u8; 4]>::try_from(&body[at - 4..at]).expect("four bytes")
        };
        for (layer, LayerSize(_, outputs, _)) in layers.iter_mut().zip(&sizes) {
            layer.bias = (0..*outputs).map(|_| i32::from_le_bytes(word()).into()).collect();
        }
        for (layer, LayerSize(_, outputs, _)) in layers.iter_mut().zip(&sizes) {
            layer.factor = (0..*outputs).map(|_| u32::from_le_bytes(word()).into()).collect();
        }
        Reference { layout, dims, layers }
    }

    fn sums(&self, name: &str, x: &[i64]) -> Vec<(i64, i64)> {
        let layer = self.layers.iter().find(|layer| layer.name == name).expect("there is such a layer");
        let sum = |(row, bias): (&Vec<i64>, &i64)| {
            assert_eq!(row.len(), x.len(), "inputs of {name}");
            let sum = bias + row.iter().zip(x).map(|(w, x)| w * x).sum::<i64>();
            assert!(i32::try_from(sum).is_ok(), "a sum of {name} leaves 32 bits");
            sum
        };
        layer.weights.iter().zip(&layer.bias).map(sum).zip(layer.factor.iter().copied()).collect()
    }

    fn linear(&self, name: &str, x: &[i64]) -> Vec<i64> {
        self.sums(name, x).into_iter().map(|(sum, factor)| clip((sum * factor + (1 << 23)) >> 24)).collect()
    }

    /// The features of a row. `cards` are embeddings, `pointed` the rows that an option points to; none where the block has no such features.
    fn features(&self, block: &Block, row: &[i16], cards: Option<&[Vec<i64>]>, pointed: Option<&[Vec<i64>]>) -> Vec<i64> {
        let rows = self.layout.pointed_rows();
        let mut out = Vec::new();
        for (column, &v) in block.columns.iter().zip(row) {
            let v = i64::from(v);
            match column.holds {
                Holds::Number(scale) => {
                    let scale = i64::from(scale);
                    out.push((v * 256 / scale).clamp(-1024, 1024));
                    out.push(v * 256 / (v.abs() + (scale / 4).max(1)));
                    out.push(256 * v.signum());
                }
                Holds::Flag => out.push(if v != 0 { 256 } else { 0 }),
                Holds::Count => out.push(if v >= 1 { 256 } else { 0 }),
                Holds::Category(n) => {
                    let v = v.min(i64::from(n) - 1);
                    out.extend((1..i64::from(n)).map(|value| if value == v { 256 } else { 0 }));
                }
                Holds::Bits(n) => out.extend((0..n).map(|bit| if (v as u16) >> bit & 1 == 1 { 256 } else { 0 })),
                Holds::Card => {
                    if let Some(cards) = cards {
                        let none = vec![0; self.dims.card];
                        out.extend(if v >= 1 { &cards[v as usize - 1] } else { &none });
                    }
                }
                Holds::Row(s) => {
                    let s = i64::from(s);
                    let feature = if v < 0 && v >= -s {
                        Some(-1 - v)
                    } else if v >= 1 {
                        Some(s + v - 1)
                    } else {
                        None
                    };
                    out.extend((0..s + rows as i64).map(|at| if Some(at) == feature { 256 } else { 0 }));
                    if let Some(pointed) = pointed {
                        let none = vec![0; self.dims.row];
                        out.extend(pointed.get((v - 1) as usize).filter(|_| v >= 1).unwrap_or(&none));
                    }
                }
                Holds::Label => {}
            }
        }
        out
    }

    /// The embeddings of cards, by the features of their definitions.
    pub fn embeddings(&self, definitions: &[Vec<i16>]) -> Vec<Vec<i64>> {
        let block = &self.layout.definitions;
        let hidden: Vec<Vec<i64>> =
            definitions.iter().map(|row| relu(self.linear("card.1", &self.features(block, row, None, None)))).collect();
        let none = vec![0; self.dims.card_hidden];
        let of = |(row, own): (&Vec<i16>, &Vec<i64>)| {
            let mut x = own.clone();
            for (column, &v) in block.columns.iter().zip(row).filter(|(column, _)| column.holds == Holds::Card) {
                let _ = column;
                x.extend(if v >= 1 { &hidden[v as usize - 1] } else { &none });
            }
            self.linear("card.2", &x)
        };
        definitions.iter().zip(&hidden).map(of).collect()
    }

    /// The value and the scores of a question.
    pub fn judge(&self, cards: &[Vec<i64>], observation: &[i16], options: &[i16]) -> (i64, Vec<i64>) {
        let (mut x, mut hidden) = (Vec::new(), Vec::new());
        for (from, block) in self.layout.blocks() {
            let width = if block.rows == 1 { self.dims.wide } else { self.dims.row };
            let rows: Vec<&[i16]> = observation[from..][..block.len()].chunks(block.columns.len()).collect();
            let made = |row: &&[i16]| match row.iter().all(|&v| v == 0) {
                true => vec![0; width],
                false => relu(self.linear(&format!("block.{}", block.name), &self.features(block, row, Some(cards), None))),
            };
            let own: Vec<Vec<i64>> = rows.iter().map(made).collect();
            match block.order {
                Order::Each => x.extend(own.concat()),
                Order::Alike => {
                    let column = block.columns.iter().position(|column| column.holds == Holds::Count);
                    let count = |row: &&[i16]| column.map_or(1, |column| i64::from(row[column]).clamp(1, 255));
                    let p = block.rows.ilog2().div_ceil(2);
                    let half = (1i64 << p) >> 1;
                    x.extend((0..width).map(|at| {
                        let sum: i64 = rows.iter().zip(&own).map(|(row, own)| count(row) * own[at]).sum();
                        clip((sum + half) >> p)
                    }));
                }
            }
            hidden.push(own);
        }
        let pointed: Vec<Vec<i64>> =
            self.layout.pointed.iter().flat_map(|span| hidden[span.block][span.from..][..span.rows].to_vec()).collect();
        let mut h = self.linear("trunk.in", &x);
        for k in 1..=self.dims.blocks {
            let inner = relu(self.linear(&format!("trunk.{k}.a"), &norm(&h)));
            let more = self.linear(&format!("trunk.{k}.b"), &inner);
            h = h.iter().zip(more).map(|(h, more)| clip(h + more)).collect();
        }
        let t = norm(&h);
        let before = relu(self.linear("value.1", &t));
        let (sum, factor) = self.sums("value.2", &before)[0];
        let value = (sum * factor + (1 << 15)) >> 16;
        let (q, g) = (self.linear("option.state", &t), self.linear("option.judge", &t));
        let score = |row: &[i16]| {
            let a = self.linear("option.row", &self.features(&self.layout.options, row, Some(cards), Some(&pointed)));
            let o1: Vec<i64> = a.iter().zip(&q).map(|(a, q)| (a + q).clamp(0, 4095)).collect();
            relu(self.linear("option.mix", &o1)).iter().zip(&g).map(|(o, g)| o * g).sum()
        };
        (value, options.chunks(self.layout.options.columns.len()).map(score).collect())
    }
}
