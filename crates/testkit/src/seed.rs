//! The seeds of tests.

/// The environment variable that changes the seeds of all tests.
const VARIABLE: &str = "PLAYMAT_TEST_SEED";

/// The seed of the test with this name: all chance in the test follows from this number. It is the same in every run, unless
/// `PLAYMAT_TEST_SEED` is set. It is printed, so that a failing test tells how to repeat the failure.
pub fn seed(name: &str) -> u64 {
    let said = std::env::var(VARIABLE).unwrap_or_else(|_| "1".to_owned());
    let number: u64 = said.trim().parse().unwrap_or_else(|_| panic!("{VARIABLE} is a number, not `{said}`"));
    println!("{name}: {VARIABLE}={number}");
    // FNV-1a, then the finisher of SplitMix64, so that neighbours are unrelated.
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let mixed = number.to_le_bytes().into_iter().chain(name.bytes()).fold(0xcbf2_9ce4_8422_2325, fnv);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
