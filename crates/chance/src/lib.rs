//! Generators that answer [`Chance`]: the same seed gives the same answers on every machine.
//!
//! [`FastChance`] is for simulations, [`SecureChance`] for matches between people: nobody can tell its next answer from those before.

mod draws;
mod fair;

pub use draws::Draws;
pub use fair::{Bound, NO_SHARE, Seed, ShareOutcome, Shared, player_tag};

use playmat_kernel::{Chance, Seat};
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A fast generator, for simulations. Its answers can be predicted from earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastChance(Xoshiro256PlusPlus);

/// A cryptographic generator: nobody can predict its answers without the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecureChance(ChaCha12Rng);

/// Answers as another chance does, and remembers what was asked and answered.
#[derive(Debug)]
pub struct RecordingChance<'a, C> {
    chance: &'a mut C,
    /// For each question the number of possibilities, and the answer.
    pub draws: Vec<(u32, u32)>,
}

/// Answers that were written down before: a test names its coins.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ScriptedChance {
    answers: Vec<u32>,
    next: usize,
}

impl FastChance {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Self {
        FastChance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The generator of the `index`-th game of a series. It is unrelated to those of the other games.
    pub fn nth(seed: u64, index: u64) -> Self {
        FastChance::new(seed ^ (index.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The generator of a seat's random deck in a match of this seed.
    pub fn for_deck(seed: u64, seat: Seat) -> Self {
        FastChance::nth(seed, seat.bit().into())
    }

    /// Any 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl SecureChance {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Self {
        SecureChance(ChaCha12Rng::seed_from_u64(seed))
    }

    /// The generator of a seed that nobody can guess.
    pub fn from_bytes(seed: [u8; 32]) -> Self {
        SecureChance(ChaCha12Rng::from_seed(seed))
    }
}

impl<'a, C> RecordingChance<'a, C> {
    /// Records the answers of this chance.
    pub fn new(chance: &'a mut C) -> Self {
        RecordingChance { chance, draws: Vec::new() }
    }
}

impl ScriptedChance {
    /// Gives these answers in order.
    pub fn new(answers: impl Into<Vec<u32>>) -> Self {
        ScriptedChance { answers: answers.into(), next: 0 }
    }

    /// How many answers were not asked for. A test wants none left over.
    pub fn left(&self) -> usize {
        self.answers.len() - self.next
    }
}

impl Chance for FastChance {
    #[inline]
    fn one_of(&mut self, n: u32) -> u32 {
        scaled(self.0.next_u64() as u32, n)
    }
}

impl Chance for SecureChance {
    #[inline]
    fn one_of(&mut self, n: u32) -> u32 {
        // `n` is small, so the bias of one multiplication is below 2^-25: too little to gain from.
        scaled(self.0.next_u32(), n)
    }
}

impl<C: Chance> Chance for RecordingChance<'_, C> {
    fn one_of(&mut self, n: u32) -> u32 {
        let answer = self.chance.one_of(n);
        self.draws.push((n, answer));
        answer
    }
}

impl Chance for ScriptedChance {
    fn one_of(&mut self, n: u32) -> u32 {
        let answer = *self.answers.get(self.next).unwrap_or_else(|| panic!("the script has no answer left for one of {n}"));
        assert!(answer < n, "the script answers {answer} where only {n} are possible");
        self.next += 1;
        answer
    }
}

#[inline]
fn scaled(bits: u32, n: u32) -> u32 {
    ((u64::from(bits) * u64::from(n)) >> 32) as u32
}

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use playmat_kernel::BySeat;

    use super::*;

    /// The answers are part of every record: they may never change.
    #[test]
    fn answers_are_fixed_for_ever() {
        let mut swift = FastChance::new(1);
        let mut secret = SecureChance::new(1);
        let swift: Vec<u32> = (0..6).map(|_| swift.one_of(1000)).collect();
        let secret: Vec<u32> = (0..6).map(|_| secret.one_of(1000)).collect();
        assert_eq!(swift, [433, 586, 342, 22, 523, 902]);
        assert_eq!(secret, [824, 974, 797, 691, 196, 427]);
    }

    /// The example of `docs/fair-play.md`, word for word.
    #[test]
    fn the_worked_example_is_right() {
        let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
        let secret = std::array::from_fn(|at| at as u8);
        let salt = [0x5a; 16];
        let players = BySeat::new(player_tag(&salt, Seat::One, "gada"), player_tag(&salt, Seat::Two, "bot"));
        let brought = BySeat::new(ShareOutcome::Opened, ShareOutcome::Opened);
        let bound = Bound { game_match: 0x9f0c_2b7d_41a8_e6f3, players, brought };
        let shared = Shared { secret, shares: BySeat::new([0x11; 32], [0x22; 32]), bound: Some(bound) };
        let promised = |seat| hex(&shared.share_commitment(seat).expect("it was opened"));
        let mut chance = Seed::Shared(shared).chance();
        let draws: Vec<String> = (0..8).map(|_| chance.one_of(52).to_string()).collect();
        let lines = [
            format!("match       {:016x}", bound.game_match),
            format!("salt        {}", hex(&salt)),
            format!("player p1   {}", hex(&players[Seat::One])),
            format!("player p2   {}", hex(&players[Seat::Two])),
            format!("secret      {}", hex(&secret)),
            format!("commitment  {}", hex(&shared.commitment())),
            format!("share p1    {}", hex(&[0x11; 32])),
            format!("promise p1  {}", promised(Seat::One)),
            format!("share p2    {}", hex(&[0x22; 32])),
            format!("promise p2  {}", promised(Seat::Two)),
            format!("seed        {}", hex(&shared.derive("match"))),
            format!("first draws of one of 52  {}", draws.join(" ")),
        ];
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair-play.md");
        let text = std::fs::read_to_string(page).expect("the page is there");
        let example = text.split("```fair\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
        assert_eq!(example.trim_end(), lines.join("\n"));
        assert_ne!(shared.derive("match"), shared.derive("decks"));
    }

    /// A promise is good for one match, one pair of players and one seat: if any of them differs, so does the hash.
    #[test]
    fn promises_are_bound() {
        let brought = BySeat::new(ShareOutcome::Opened, ShareOutcome::Nothing);
        let bound = Bound { game_match: 7, players: BySeat::new([1; 16], [2; 16]), brought };
        let others = [
            Bound { game_match: 8, ..bound },
            Bound { players: BySeat::new([2; 16], [1; 16]), ..bound },
            Bound { players: BySeat::new([1; 16], [3; 16]), ..bound },
        ];
        let (secret, share) = ([5; 32], [6; 32]);
        let promise = bound.commitment(&secret);
        for other in others {
            assert_ne!(other.commitment(&secret), promise);
            assert_ne!(
                other.share_commitment(&promise, Seat::One, &share),
                bound.share_commitment(&promise, Seat::One, &share)
            );
        }
        assert_ne!(bound.share_commitment(&promise, Seat::Two, &share), bound.share_commitment(&promise, Seat::One, &share));
        assert_ne!(bound.share_commitment(&[9; 32], Seat::One, &share), bound.share_commitment(&promise, Seat::One, &share));
        assert_ne!(player_tag(&[0; 16], Seat::One, "ada"), player_tag(&[1; 16], Seat::One, "ada"));
        assert_ne!(player_tag(&[0; 16], Seat::One, "ada"), player_tag(&[0; 16], Seat::Two, "ada"));
        let shared = Shared { secret, shares: BySeat::new(share, NO_SHARE), bound: Some(bound) };
        assert_eq!(shared.share_commitment(Seat::Two), None);
        // Promises of version 2 are still verified.
        let old = Shared { bound: None, ..shared };
        assert_ne!(old.commitment(), promise);
        assert_eq!(old.derive("match"), shared.derive("match"));
    }

    #[test]
    fn a_shuffle_from_the_other_end_is_its_mirror_image() {
        for len in 0..40 {
            let (mut there, mut back): (Vec<u8>, Vec<u8>) = ((0..len).collect(), (0..len).rev().collect());
            FastChance::new(5).shuffle(&mut there);
            FastChance::new(5).shuffle_back(&mut back);
            there.reverse();
            assert_eq!(there, back);
        }
    }

    #[test]
    fn answers_are_in_range_and_even() {
        let mut chance = FastChance::nth(7, 3);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[chance.one_of(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
