//! Weight files: read, checked, and made a network, or refused with a reason. `docs/models.md` describes the format.

use playmat_cards::Layout;
use serde::Deserialize;

use crate::linear::Linear;
use crate::network::check_layout;
use crate::shape::{Dims, LayerSize, MOST};
use crate::{Misfit, Network};

const MAGIC: &[u8; 8] = b"PLAYNET1";
const FORMAT: u32 = 1;
/// No bias is further from 0.
const MOST_BIAS: i32 = 1 << 25;

/// What a network must fit.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The name of the game.
    pub game: &'static str,
    /// The numbers that its positions become.
    pub layout: &'static Layout,
    /// The version of its rules.
    pub rules: u16,
}

#[derive(Deserialize)]
struct Header {
    format: u32,
    game: String,
    name: String,
    layout: Trained,
    rules: u16,
    dims: Dims,
    layers: Vec<LayerSize>,
}

/// The layout that a network was trained on.
#[derive(Deserialize)]
struct Trained {
    version: u16,
    fingerprint: String,
}

impl Network {
    /// Reads a weight file. Everything is checked: what is read computes without error, whatever it is given.
    pub fn read(bytes: &[u8], wanted: Wanted) -> Result<Network, Misfit> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Misfit::Magic)?;
        let short = |right| Misfit::Length { found: bytes.len(), right };
        let (length, rest) = rest.split_first_chunk().ok_or(short(12))?;
        let length = u32::from_le_bytes(*length) as usize;
        let text = rest.get(..length).ok_or(short(length.saturating_add(12)))?;
        let header = header(text)?;
        let Header { name, dims, .. } = header.fitting(wanted)?;
        let sizes = dims.layers(wanted.layout)?;
        check_layout(wanted.layout)?;
        same_layers(&header.layers, &sizes)?;
        let body = Body::measure(12 + length, &sizes);
        if bytes.len() != body.whole {
            return Err(short(body.whole));
        }
        let (before, checksum) = bytes.split_at(body.whole - 8);
        let right = fnv(before);
        if right.to_le_bytes() != checksum {
            return Err(Misfit::Checksum);
        }
        let layers = body.layers(bytes, &sizes)?;
        Network::build(wanted.layout, (name.clone(), right), *dims, layers).ok_or(Misfit::Header("layers are missing".into()))
    }
}

/// The header. Its format is looked at first: another one may have other fields.
fn header(text: &[u8]) -> Result<Header, Misfit> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let unreadable = |error: serde_json::Error| Misfit::Header(error.to_string());
    match serde_json::from_slice::<Format>(text).map_err(unreadable)?.format {
        FORMAT => serde_json::from_slice(text).map_err(unreadable),
        found => Err(Misfit::Format { found }),
    }
}

impl Header {
    /// Whether game, layout and rules are those that are wanted.
    fn fitting(&self, wanted: Wanted) -> Result<&Self, Misfit> {
        debug_assert_eq!(self.format, FORMAT, "the format was looked at first");
        if self.game != wanted.game {
            return Err(Misfit::Game { found: self.game.clone(), right: wanted.game.to_owned() });
        }
        let right = (wanted.layout.version, format!("{:016x}", wanted.layout.fingerprint()));
        let found = (self.layout.version, self.layout.fingerprint.clone());
        if found != right {
            return Err(Misfit::Layout { found, right });
        }
        if self.rules != wanted.rules {
            return Err(Misfit::Rules { found: self.rules, right: wanted.rules });
        }
        self.dims.check()?;
        Ok(self)
    }
}

fn same_layers(found: &[LayerSize], right: &[LayerSize]) -> Result<(), Misfit> {
    let word = |layer: Option<&LayerSize>| match layer {
        Some(LayerSize(name, outputs, inputs)) => format!("`{name}` [{outputs}, {inputs}]"),
        None => "nothing".to_owned(),
    };
    let places = 0..found.len().max(right.len());
    match places.map(|at| (found.get(at), right.get(at))).find(|(found, right)| found != right) {
        Some((found, right)) => Err(Misfit::Layer { found: word(found), right: word(right) }),
        None => Ok(()),
    }
}

/// Where the parts behind the header lie. All sizes were checked to be small: nothing overflows.
struct Body {
    weights: usize,
    biases: usize,
    factors: usize,
    whole: usize,
}

impl Body {
    fn measure(weights: usize, sizes: &[LayerSize]) -> Self {
        debug_assert!(sizes.iter().all(|LayerSize(_, outputs, inputs)| *outputs <= MOST && *inputs <= MOST));
        let outputs: usize = sizes.iter().map(|LayerSize(_, outputs, _)| outputs).sum();
        let count: usize = sizes.iter().map(|LayerSize(_, outputs, inputs)| outputs * inputs).sum();
        let biases = (weights + count).next_multiple_of(4);
        let factors = biases + 4 * outputs;
        Body { weights, biases, factors, whole: factors + 4 * outputs + 8 }
    }

    fn layers(&self, bytes: &[u8], sizes: &[LayerSize]) -> Result<Vec<Linear>, Misfit> {
        let mut weights = bytes[self.weights..self.biases].iter().map(|&byte| byte as i8);
        let words = |from: usize, to: usize| bytes[from..to].as_chunks::<4>().0.iter().copied();
        let mut biases = words(self.biases, self.factors).map(i32::from_le_bytes);
        let mut factors = words(self.factors, self.whole - 8).map(u32::from_le_bytes);
        let read = |LayerSize(name, outputs, inputs): &LayerSize| {
            let (outputs, inputs) = (*outputs, *inputs);
            let wrong = |what, found| Misfit::Number { layer: name.clone(), what, found };
            let weights: Vec<i16> = weights.by_ref().take(outputs * inputs).map(i16::from).collect();
            let bias: Vec<i32> = biases.by_ref().take(outputs).collect();
            let factor: Vec<u32> = factors.by_ref().take(outputs).collect();
            if weights.contains(&i16::from(i8::MIN)) {
                return Err(wrong("weight", i8::MIN.into()));
            }
            if let Some(&found) = bias.iter().find(|bias| bias.unsigned_abs() > MOST_BIAS as u32) {
                return Err(wrong("bias", found.into()));
            }
            if let Some(&found) = factor.iter().find(|&&factor| factor == 0 || factor > i32::MAX as u32) {
                return Err(wrong("factor", found.into()));
            }
            Ok(Linear { inputs, outputs, weights, bias, factor })
        };
        sizes.iter().map(read).collect()
    }
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
