//! Seeds that nobody chooses alone. Before a match the server promises a secret by its hash, and every player promises a share in
//! the same way. The shares are opened only when all promises are known. Secret and shares together are the seed. After the match
//! the secret is told, and everybody can check it. `docs/fair-play.md` has an example.

use hmac::{Hmac, KeyInit, Mac};
use playmat_kernel::{BySeat, Seat};
use sha2::{Digest, Sha256};

use crate::SecureChance;

/// Where the chance of a match begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seed {
    /// A number that somebody chose: matches in the terminal, simulations, old records.
    Number(u64),
    /// Made from the secret of the server and the shares of both players.
    Shared(Shared),
}

/// The parts of a seed that nobody chose alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shared {
    /// The server's secret, which is told after the match.
    pub secret: [u8; 32],
    /// The players' shares; [`NO_SHARE`] for a player without one.
    pub shares: BySeat<[u8; 32]>,
    /// What the promises are bound to; none in records of version 2, whose shares were not promised.
    pub bound: Option<Bound>,
}

/// What the promises of a seed are bound to: they are good for one match of these two players, and for nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bound {
    /// The match.
    pub game_match: u64,
    /// Who plays, as [`player_tag`] writes it.
    pub players: BySeat<[u8; 16]>,
    /// What became of each share.
    pub brought: BySeat<ShareOutcome>,
}

/// What became of the share of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShareOutcome {
    /// Promised before any share was opened, then opened.
    Opened,
    /// Never promised, which everybody was told before any share was opened. It counts as [`NO_SHARE`].
    Nothing,
    /// Promised and not opened. It counts as [`NO_SHARE`], and the player loses the match at once.
    Unopened,
}

/// The share of a player who brings none: a program that knows nothing of shares, or a client that is silent for too long.
pub const NO_SHARE: [u8; 32] = [0; 32];

/// The prefix of the hash that promises the secret, in records up to version 2.
const OLD_PROMISE: &[u8] = b"playmat commitment 1\0";
/// The prefixes of the hashes that promise a secret, promise a share, and identify a player.
const PROMISE: &[u8] = b"playmat commitment 2\0";
const SHARE: &[u8] = b"playmat share 2\0";
const PLAYER: &[u8] = b"playmat player 2\0";
/// The salt of the derivation.
const SALT: &[u8] = b"playmat seed 1";

impl Seed {
    /// The chance of the match.
    pub fn chance(&self) -> SecureChance {
        match self {
            Seed::Number(number) => SecureChance::new(*number),
            Seed::Shared(shared) => shared.stream("match"),
        }
    }

    /// The chance of what is drawn before the match, such as random decks. Unrelated to [`Seed::chance`].
    pub fn before(&self) -> SecureChance {
        match self {
            Seed::Number(number) => SecureChance::new(!number),
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
        match &self.bound {
            Some(bound) => bound.commitment(&self.secret),
            None => digest(&[OLD_PROMISE, &self.secret]),
        }
    }

    /// The hash that promised the share of a seat; none where there was none, or where it was never opened.
    pub fn share_commitment(&self, seat: Seat) -> Option<[u8; 32]> {
        let bound = self.bound.filter(|bound| bound.brought[seat] == ShareOutcome::Opened)?;
        Some(bound.share_commitment(&self.commitment(), seat, &self.shares[seat]))
    }

    /// HKDF-SHA-256 (RFC 5869) over the secret and both shares, for one purpose.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        let keyed = |key: &[u8], parts: &[&[u8]]| -> [u8; 32] {
            let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("a key of any length will do");
            parts.iter().for_each(|part| mac.update(part));
            mac.finalize().into_bytes().into()
        };
        let extracted = keyed(SALT, &[&self.secret, &self.shares[Seat::One], &self.shares[Seat::Two]]);
        // One block is enough, so the expansion is its first block.
        keyed(&extracted, &[purpose.as_bytes(), &[1]])
    }

    fn stream(&self, purpose: &str) -> SecureChance {
        SecureChance::from_bytes(self.derive(purpose))
    }
}

impl Bound {
    /// The hash that promises a secret: nobody can find the secret from it, nor another one with the same hash.
    pub fn commitment(&self, secret: &[u8; 32]) -> [u8; 32] {
        digest(&[PROMISE, &self.head(), secret])
    }

    /// The hash that promises the share of a seat, in answer to this promise of the server.
    pub fn share_commitment(&self, commitment: &[u8; 32], seat: Seat, share: &[u8; 32]) -> [u8; 32] {
        digest(&[SHARE, &self.head(), commitment, &[seat.bit()], share])
    }

    /// The match and its players.
    fn head(&self) -> Vec<u8> {
        [&self.game_match.to_be_bytes()[..], &self.players[Seat::One], &self.players[Seat::Two]].concat()
    }
}

/// Identifies a player in the promises of a match. Nobody learns anything from it without the salt, and the salt is in no record.
pub fn player_tag(salt: &[u8; 16], seat: Seat, player: &str) -> [u8; 16] {
    digest(&[PLAYER, salt, &[seat.bit()], player.as_bytes()]).first_chunk().copied().unwrap_or_default()
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}
