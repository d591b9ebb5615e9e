//! Games in bulk: many random or bot games, spread over threads. The sums do not depend on which thread played what.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use playmat_bots::{Beside, BotSpec, Resources, Tally, play_random, play_together};
use playmat_cards::{CardGame, Event, Setup};
use playmat_catalog::RuleSet;
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Listener, Options, Outcome, Seat, Silence, Table};
use playmat_players::bot;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed of the series.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// The two bots.
    pub bots: BySeat<BotSpec>,
}

/// The results. Only sums, so that the order of the games does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// How many games.
    pub games: u64,
    /// Won by each player.
    pub wins: BySeat<u64>,
    /// Won by nobody.
    pub draws: u64,
    /// Turns begun, all games together.
    pub turns: u64,
    /// Answered questions with two or more options, all games together.
    pub decisions: u64,
    /// A sum over all games: of the hash of each game's number, outcome, length and last position.
    pub digest: u64,
}

/// How many games a thread takes at a time: many random ones, which are short, and many in which a network is asked, so that it judges all
/// their questions at once; but only one with bots that think.
const BATCH: u64 = 64;

impl Plan {
    fn is_random(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| self.bots[seat] == BotSpec::Random)
    }

    fn is_quick(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| matches!(self.bots[seat], BotSpec::Random | BotSpec::Learned(_)))
    }
}

/// Plays them all. `progress` is told how many more are done.
pub fn play_all<G: CardGame>(set: &RuleSet<G>, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Totals {
    let next = AtomicU64::new(0);
    let totals = Mutex::new(Totals::default());
    let batch = if plan.is_quick() { BATCH } else { 1 };
    let work = || {
        let mut mine = Totals::default();
        loop {
            let from = next.fetch_add(batch, Ordering::Relaxed);
            if from >= plan.games {
                break;
            }
            let to = (from + batch).min(plan.games);
            play_some::<G>(set, plan, from..to, &mut mine);
            progress(to - from);
        }
        totals.lock().expect("no thread panics while it adds").add(&mine);
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    totals.into_inner().expect("no thread panics while it adds")
}

/// The opening of the `index`-th game of a series: two random decks, and the chance for the rest of the game.
#[inline]
pub fn opening<G: CardGame, L: Listener<Event>>(
    rules: &G::Rules,
    category: Option<&str>,
    (seed, index): (u64, u64),
    listener: &mut L,
) -> (Table<G>, FastChance) {
    let mut chance = FastChance::nth(seed, index);
    let decks = BySeat::from_fn(|_| G::random_deck(rules, category, &mut chance));
    let setup = Setup { decks, first: None, unshuffled: false };
    let table = Table::start(rules, G::open(rules, &setup), &mut chance, listener);
    (table, chance)
}

fn play_some<G: CardGame>(set: &RuleSet<G>, plan: &Plan, games: Range<u64>, totals: &mut Totals) {
    let rules: &G::Rules = &set.rules;
    if plan.is_random() {
        for index in games {
            let (mut table, mut chance) = opening::<G, _>(rules, None, (plan.seed, index), &mut Silence);
            let tally = play_random(rules, &mut table, &mut chance, &mut Options::new(), &mut Silence);
            totals.count(index, &table, tally);
        }
        return;
    }
    let begin = |index: u64| {
        let (table, mut chance) = opening::<G, _>(rules, None, (plan.seed, index), &mut Silence);
        let bots = BySeat::from_fn(|seat| bot(plan.bots[seat], Resources::default(), chance.bits(), set));
        Beside::new(table, chance, bots)
    };
    let mut matches: Vec<_> = games.clone().map(begin).collect();
    let tallies = play_together(rules, &mut matches);
    games.zip(&matches).zip(tallies).for_each(|((index, beside), tally)| totals.count(index, &beside.table, tally));
}

impl Totals {
    /// Adds a game.
    fn count<G: CardGame>(&mut self, index: u64, table: &Table<G>, tally: Tally) {
        let turns = G::turns(table.position());
        self.games += 1;
        match tally.outcome {
            Outcome::Won(seat) => self.wins[seat] += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.turns += u64::from(turns);
        self.decisions += u64::from(tally.decisions);
        let mut hash = Digest::default();
        hash.write_u64(index);
        hash.write_u8(match tally.outcome {
            Outcome::Won(Seat::One) => 1,
            Outcome::Won(Seat::Two) => 2,
            Outcome::Draw => 0,
        });
        hash.write_u32(turns);
        hash.write_u32(tally.decisions);
        table.position().hash(&mut hash);
        self.digest = self.digest.wrapping_add(hash.finish());
    }

    fn add(&mut self, other: &Totals) {
        self.games += other.games;
        for seat in Seat::BOTH {
            self.wins[seat] += other.wins[seat];
        }
        self.draws += other.draws;
        self.turns += other.turns;
        self.decisions += other.decisions;
        self.digest = self.digest.wrapping_add(other.digest);
    }
}

/// A hash that is the same in every process and with every compiler, which `std` does not promise.
#[derive(Clone, Copy)]
pub struct Digest(u64);

impl Default for Digest {
    /// Not 0, which words of 0 would not change.
    fn default() -> Self {
        Digest(0x2545_f491_4f6c_dd1d)
    }
}

impl Digest {
    /// A few cycles a word, for positions of hundreds of words; [`Digest::finish`] mixes what this leaves badly mixed.
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Digest {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }
    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }
    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }
    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }
    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }
    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        let folded = u128::from(self.0 ^ 0xa076_1d64_78bd_642f) * 0xe703_7ed1_a0b4_28db;
        (folded >> 64) as u64 ^ folded as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fixed_for_ever_and_sees_every_byte() {
        let of = |bytes: &[u8]| {
            let mut digest = Digest::default();
            digest.write(bytes);
            digest.finish()
        };
        assert_eq!(of(b"playmat"), 3_761_756_542_740_510_009);
        let base = [7u8; 40];
        for place in 0..base.len() {
            let mut other = base;
            other[place] ^= 1;
            assert_ne!(of(&base), of(&other), "byte {place}");
        }
        assert_ne!(of(&[0; 8]), of(&[0; 16]));
    }
}
