//! Eight bytes as one word, compared at once instead of in a loop, which would branch in ways that cannot be predicted.

/// A one in every byte.
pub const EVERY: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte that has this value. Only the lowest bit that is found is certain.
#[inline]
pub const fn bytes_like(word: u64, byte: u8) -> u64 {
    let differs = word ^ (EVERY * byte as u64);
    differs.wrapping_sub(EVERY) & !differs & (EVERY << 7)
}
