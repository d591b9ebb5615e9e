//! Eight bytes as one word of the processor, looked at together: where something is among them nobody can predict.

/// A one in every byte.
pub const EVERY: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte of a word that has this value. Only the lowest one that is found is always a true one.
#[inline]
pub const fn bytes_like(word: u64, byte: u8) -> u64 {
    let differs = word ^ (EVERY * byte as u64);
    differs.wrapping_sub(EVERY) & !differs & (EVERY << 7)
}
