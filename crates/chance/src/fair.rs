//! Seeds that nobody chooses alone. Before a match the server promises its secret by a hash; then each player adds a share; all of
//! it together is the seed. After the match the secret is told, and everybody can check it. `docs/fair-play.md` has an example.

use hmac::{Hmac, KeyInit, Mac};
use playmat_kernel::{BySeat, Seat};
use sha2::{Digest, Sha256};

use crate::Secret;

/// What begins the chance of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seed {
    /// A number that somebody chose: matches in the terminal, simulations, records of old.
    Number(u64),
    /// What the server and both players brought.
    Shared(Shared),
}

/// What the server and both players brought to a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shared {
    /// The server's, which is told after the match.
    pub secret: [u8; 32],
    /// The players'; [`NO_SHARE`] for who brought none.
    pub shares: BySeat<[u8; 32]>,
}

/// What counts for a player who brings no share: a bot, or a client that is silent for too long.
pub const NO_SHARE: [u8; 32] = [0; 32];

/// What comes before the secret in the hash that promises it.
const PROMISE: &[u8] = b"playmat commitment 1\0";
/// The salt of the derivation.
const SALT: &[u8] = b"playmat seed 1";

impl Seed {
    /// The chance of the match.
    pub fn chance(&self) -> Secret {
        match self {
            Seed::Number(number) => Secret::new(*number),
            Seed::Shared(shared) => shared.stream("match"),
        }
    }

    /// The chance of what is drawn before the match, unrelated to [`Seed::chance`]: random decks.
    pub fn before(&self) -> Secret {
        match self {
            Seed::Number(number) => Secret::new(!number),
            Seed::Shared(shared) => shared.stream("decks"),
        }
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Seed::Number(number)
    }
}

impl Shared {
    /// The hash that promises the secret.
    pub fn commitment(&self) -> [u8; 32] {
        commitment(&self.secret)
    }

    /// HKDF-SHA-256 (RFC 5869) over the secret and both shares, for one purpose.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let keyed = |key: &[u8], parts: &[&[u8]]| -> [u8; 32] {
            let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("a key of any length will do");
            parts.iter().for_each(|part| mac.update(part));
            mac.finalize().into_bytes().into()
        };
        let extracted = keyed(SALT, &[&self.secret, &self.shares[Seat::One], &self.shares[Seat::Two]]);
        // One block is all that is wanted, so the expansion is its first.
        keyed(&extracted, &[purpose.as_bytes(), &[1]])
    }

    fn stream(&self, purpose: &str) -> Secret {
        Secret::from_bytes(self.derive(purpose))
    }
}

/// The hash that promises a secret: nobody can find the secret from it, nor another one with the same hash.
pub fn commitment(secret: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update(PROMISE).chain_update(secret).finalize().into()
}
