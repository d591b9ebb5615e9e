use sha2::{Digest, Sha256};

/// Random numbers for one purpose: SHA-256 over a key and a counter. Nobody who does not know the key can guess them.
#[derive(Clone)]
pub struct Draws {
    key: [u8; 32],
    block: u64,
}

impl Draws {
    /// The numbers of this key.
    pub fn new(key: [u8; 32]) -> Self {
        Draws { key, block: 0 }
    }

    /// Any bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(32) {
            let block = Sha256::new().chain_update(self.key).chain_update(self.block.to_le_bytes()).finalize();
            chunk.copy_from_slice(&block[..chunk.len()]);
            self.block += 1;
        }
        bytes
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        self.below(1 << 32) as f64 / (1u64 << 32) as f64
    }

    /// So many letters of an alphabet.
    pub fn text(&mut self, length: usize, alphabet: &[u8]) -> String {
        (0..length).map(|_| char::from(alphabet[self.below(alphabet.len() as u64) as usize])).collect()
    }
}
