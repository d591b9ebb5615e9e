//! The source of everything that nobody may guess or choose: keys, seeds, secrets, codes, ids, salts, delays. Nothing else in the
//! server asks the operating system for random numbers.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use playmat_chance::Draws;
use sha2::{Digest, Sha256};

/// The source of all random numbers of a server. [`Randomness::default`] is the operating system.
#[derive(Clone, Default)]
pub struct Randomness(Option<Arc<Seeded>>);

/// Numbers that follow from a seed, for tests: none of them is secret.
struct Seeded {
    seed: u64,
    /// How often each purpose was asked for, for each subject.
    asked: Mutex<HashMap<(&'static str, String), u64>>,
}

/// The length of a signing key from the operating system. A key from a test's seed is longer by its mark, so that no database
/// takes one for the other.
const KEY: usize = 32;
const MARK: &[u8] = b"test seed, not secret\0";

impl Randomness {
    /// Everything follows from this number, for tests. What is drawn depends on the purpose, on the subject, and on how often
    /// that was drawn before, never on what other tasks draw meanwhile. A process that continues with another one's database
    /// needs another seed, or the same ids come twice.
    pub fn seeded(seed: u64) -> Self {
        Randomness(Some(Arc::new(Seeded { seed, asked: Mutex::default() })))
    }

    /// Random numbers for one purpose and a subject that is the same in every run: a name, a table, a match and a place in it.
    pub(crate) fn draw(&self, purpose: &'static str, about: &str) -> Draws {
        Draws::new(match &self.0 {
            Some(seeded) => seeded.key(purpose, about),
            None => fresh(),
        })
    }

    /// Whether everything follows from a test's seed.
    pub(crate) fn is_seeded(&self) -> bool {
        self.0.is_some()
    }

    /// A new key for signatures, as a database keeps it.
    pub(crate) fn signing_key(&self) -> Vec<u8> {
        let mark = if self.0.is_some() { MARK } else { &[] };
        [mark, &self.draw("signing key", "").bytes::<KEY>()].concat()
    }

    /// Whether a server with this source may use the key of a database. A key from a test's seed is known to everybody who knows
    /// the seed.
    pub(crate) fn accepts(&self, key: &[u8]) -> Result<(), String> {
        match key.starts_with(MARK) && self.0.is_none() {
            true => Err("this database was made with a test seed, so its key is no secret; use another one".into()),
            false => Ok(()),
        }
    }

    /// Whether a server with this source may listen here: what follows from a test's seed is for this machine only.
    pub(crate) fn may_listen(&self, at: SocketAddr) -> Result<(), String> {
        match self.0.is_some() && !at.ip().is_loopback() {
            true => Err(format!("a server with a test seed may only listen on this machine's own address, not on {at}")),
            false => Ok(()),
        }
    }
}

impl fmt::Debug for Randomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => write!(f, "the operating system"),
            Some(seeded) => write!(f, "the test's seed {}", seeded.seed),
        }
    }
}

impl Seeded {
    fn key(&self, purpose: &'static str, about: &str) -> [u8; 32] {
        let mut asked = self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let times = asked.entry((purpose, about.to_owned())).or_default();
        let hash = Sha256::new().chain_update(MARK).chain_update(self.seed.to_le_bytes()).chain_update(times.to_le_bytes());
        *times += 1;
        // Neither contains a zero byte, so different pairs are hashed differently.
        hash.chain_update(purpose).chain_update([0]).chain_update(about).finalize().into()
    }
}

/// A key that nobody can guess.
fn fresh() -> [u8; 32] {
    let mut key = [0; 32];
    getrandom::fill(&mut key).expect("the operating system has random numbers");
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What others draw meanwhile changes nothing; drawing the same again gives another number.
    #[test]
    fn a_seed_gives_the_same_numbers_in_any_order() {
        let (here, there) = (Randomness::seeded(7), Randomness::seeded(7));
        let bits = |chance: &Randomness, about: &str| chance.draw("secret", about).bits();
        let one = [bits(&here, "A"), bits(&here, "A"), bits(&here, "B")];
        let other = [bits(&there, "B"), bits(&there, "A"), bits(&there, "A")];
        assert_eq!(one, [other[1], other[2], other[0]]);
        assert!(one[0] != one[1] && one[0] != one[2]);
        assert_ne!(bits(&Randomness::seeded(8), "A"), one[0]);
        assert_ne!(Randomness::seeded(7).draw("code", "A").bits(), one[0]);
        let mut draws = here.draw("long", "");
        assert_ne!(draws.bytes::<40>()[..32], draws.bytes::<40>()[..32]);
    }

    #[test]
    fn the_operating_system_never_says_the_same_again() {
        let chance = Randomness::default();
        assert_ne!(chance.draw("secret", "A").bytes::<32>(), chance.draw("secret", "A").bytes::<32>());
        assert_eq!(chance.draw("code", "").text(50, b"x"), "x".repeat(50));
        assert!((0..100).all(|_| chance.draw("place", "").below(3) < 3));
    }

    /// A weak key can neither get into a real database unnoticed nor be used from another machine.
    #[test]
    fn a_tests_seed_stays_among_tests() {
        let (real, test) = (Randomness::default(), Randomness::seeded(1));
        assert_eq!(real.signing_key().len(), KEY);
        assert_eq!(real.accepts(&real.signing_key()), Ok(()));
        assert_eq!(test.accepts(&test.signing_key()), Ok(()));
        assert!(real.accepts(&test.signing_key()).is_err_and(|why| why.contains("test seed")));
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 80));
        assert_eq!(real.may_listen(everywhere), Ok(()));
        assert!(test.may_listen(everywhere).is_err());
        assert_eq!(test.may_listen(SocketAddr::from(([127, 0, 0, 1], 80))), Ok(()));
    }
}
