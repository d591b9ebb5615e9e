//! Networks made from a seed: they have learned nothing, but compute like those that have.

use playmat_cards::CardGame;
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_network::{Dims, LayerSize, Misfit, Wanted, wanted};

/// The sizes of a small one.
pub const SMALL: Dims =
    Dims { card: 8, card_hidden: 12, row: 12, wide: 16, trunk: 24, inner: 16, blocks: 2, option: 16, value: 8 };

/// The weight file of a network for this game. The same seed makes the same file.
pub fn weight_file<G: CardGame>(dims: &Dims, seed: u64) -> Result<Vec<u8>, Misfit> {
    let wanted = wanted::<G>()?;
    Ok(seal(header(wanted, dims, &dims.layers(wanted.layout)?), &body(&dims.layers(wanted.layout)?, seed)))
}

/// The header of a weight file.
pub fn header(wanted: Wanted, dims: &Dims, layers: &[LayerSize]) -> String {
    let Dims { card, card_hidden, row, wide, trunk, inner, blocks, option, value } = dims;
    let listed: Vec<String> =
        layers.iter().map(|LayerSize(name, outputs, inputs)| format!("[\"{name}\",{outputs},{inputs}]")).collect();
    format!(
        "{{\"format\":1,\"game\":\"{}\",\"name\":\"{} of a seed\",\"layout\":{{\"version\":{},\"fingerprint\":\"{:016x}\"}},\"rules\":{},\
         \"cards\":\"0000000000000000\",\"dims\":{{\"card\":{card},\"card_hidden\":{card_hidden},\"row\":{row},\"wide\":{wide},\
         \"trunk\":{trunk},\"inner\":{inner},\"blocks\":{blocks},\"option\":{option},\"value\":{value}}},\"layers\":[{}],\"training\":{{}}}}",
        wanted.game,
        wanted.game,
        wanted.layout.version,
        wanted.layout.fingerprint(),
        wanted.rules,
        listed.join(","),
    )
}

/// Random weights, so large that activations stay about 1.
pub fn body(layers: &[LayerSize], seed: u64) -> Vec<u8> {
    let mut chance = FastChance::new(seed);
    let mut bytes = Vec::new();
    for LayerSize(_, outputs, inputs) in layers {
        bytes.extend((0..outputs * inputs).map(|_| (chance.one_of(255) as i16 - 127) as i8 as u8));
    }
    // What stands before is a multiple of 8.
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    for LayerSize(_, outputs, _) in layers {
        bytes.extend((0..*outputs).flat_map(|_| (chance.one_of(1 << 14) as i32 - (1 << 13)).to_le_bytes()));
    }
    for LayerSize(_, outputs, inputs) in layers {
        // A weight of this range is 73 on average; a sum grows with the root of its length.
        let factor = (1u64 << 24) / (73 * (*inputs as u64).isqrt().max(1));
        bytes.extend((0..*outputs).flat_map(|_| (factor as u32 - chance.one_of(1 << 8)).to_le_bytes()));
    }
    bytes
}

/// A weight file of this header and body, with its checksum.
pub fn seal(mut header: String, body: &[u8]) -> Vec<u8> {
    while !(12 + header.len()).is_multiple_of(8) {
        header.push(' ');
    }
    let mut bytes = b"PLAYNET1".to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(body);
    checked(bytes)
}

/// These bytes and their checksum.
pub fn checked(mut bytes: Vec<u8>) -> Vec<u8> {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    bytes.extend(hash.to_le_bytes());
    bytes
}
