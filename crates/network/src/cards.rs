//! The cards of a rule set, as a network sees them: computed once, since a card does not change while it is played.

use crate::linear::Linear;
use crate::network::Network;

/// What a network makes of the cards of one rule set.
#[derive(Clone, Debug)]
pub struct Cards {
    /// The embeddings, a row for each definition.
    embeddings: Vec<i16>,
    /// For each block of the observation, for each of its columns that hold cards, a row of sums for each definition.
    pub(crate) blocks: Vec<Vec<Vec<i32>>>,
    /// The same for the options.
    pub(crate) options: Vec<Vec<i32>>,
}

impl Cards {
    /// Reads the cards of a rule set: the features of its definitions, a row for each.
    pub fn new(network: &Network, definitions: &[i16]) -> Self {
        let columns = network.layout().definitions.columns.len();
        let (first, second) = &network.card;
        let hidden = first.outputs;
        let rows = definitions.chunks_exact(columns);
        let mut features = vec![0; rows.len() * hidden];
        let mut sums = vec![0; hidden];
        for (row, out) in rows.clone().zip(features.chunks_exact_mut(hidden)) {
            first.sums(row, &[], |_| None, &mut sums);
            first.keep_relu(&sums, out);
        }
        let mut embeddings = vec![0; rows.len() * second.outputs];
        let mut inputs = vec![0; second.inputs];
        for (at, (row, out)) in rows.zip(embeddings.chunks_exact_mut(second.outputs)).enumerate() {
            inputs.fill(0);
            let made = network.made.iter().map(|&column| usize::try_from(row[column]).ok().and_then(|def| def.checked_sub(1)));
            for (def, place) in std::iter::once(Some(at)).chain(made).zip(inputs.chunks_exact_mut(hidden)) {
                if let Some(known) = def.and_then(|def| features.chunks_exact(hidden).nth(def)) {
                    place.copy_from_slice(known);
                }
            }
            second.forward(&inputs, out);
        }
        let (blocks, options) = network.card_tables(&embeddings);
        Cards { embeddings, blocks, options }
    }

    /// The embeddings, one behind the other in the order of the definitions.
    pub fn embeddings(&self) -> &[i16] {
        &self.embeddings
    }
}

/// A hash of numbers, the same everywhere: FNV-1a over their bytes.
pub fn digest(numbers: &[i16]) -> u64 {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The two layers that make embeddings.
pub(crate) type CardLayers = (crate::rows::RowLayer, Linear);
