//! Random numbers from the operating system: seeds, keys, codes, delays.

/// Any 64 bits.
pub fn bits() -> u64 {
    u64::from_le_bytes(bytes())
}

/// Any bytes.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// A number below `n`.
pub fn below(n: u64) -> u64 {
    ((u128::from(bits()) * u128::from(n)) >> 64) as u64
}

/// So many letters of an alphabet.
pub fn text(length: usize, alphabet: &[u8]) -> String {
    (0..length).map(|_| char::from(alphabet[below(alphabet.len() as u64) as usize])).collect()
}
