//! What the rooms of a device share.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use playmat_bots::Concession;
use playmat_chance::Draws;
use playmat_kernel::{MatchId, Record, Seal};
use playmat_replay::{Chain, PublicKey, Signer, Trust};
use playmat_room::{Games, Host, Settings};
use playmat_wire::Opening;
use sha2::{Digest, Sha256};

/// A device: its games, and its luck.
pub struct Device {
    games: Games,
    settings: Settings,
    seed: [u8; 32],
    /// How often a number was drawn.
    drawn: AtomicU64,
    /// What it signs its matches with, once what it has kept is known.
    signer: OnceLock<Signer>,
}

impl Device {
    /// A device whose luck follows from a seed.
    pub fn new(games: Games, seed: [u8; 32]) -> Self {
        let settings = Settings {
            shares: Duration::from_secs(3),
            reveal: Duration::from_secs(3),
            // Nobody watches.
            most_spectators: 0,
            most_entries: 4096,
            concession: Concession::USUAL,
            idle: Duration::from_secs(30 * 60),
        };
        Device { games, settings, seed, drawn: AtomicU64::new(0), signer: OnceLock::new() }
    }

    /// From now on matches are signed with this key; the first one counts.
    pub fn sign_with(&self, secret: &[u8; 32]) {
        self.signer.get_or_init(|| Signer::new(secret));
    }

    /// Whose signatures are trusted on this device: its own, and these.
    pub fn trust(&self, others: Vec<PublicKey>) -> Trust {
        let own = self.signer.get().map(Signer::public);
        Trust { keys: own.into_iter().chain(others).collect(), demanded: false }
    }
}

impl Host for Device {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn games(&self) -> &Games {
        &self.games
    }

    fn draw(&self, purpose: &'static str, about: &str) -> Draws {
        let drawn = self.drawn.fetch_add(1, Ordering::Relaxed);
        let hash = Sha256::new().chain_update(b"playmat pocket 1\0").chain_update(self.seed).chain_update(drawn.to_le_bytes());
        Draws::new(hash.chain_update(purpose).chain_update([0]).chain_update(about).finalize().into())
    }

    /// It tells how many questions there were to whoever works it out: on their own device nobody has to be kept from that.
    fn decision(&self, game_match: MatchId, place: usize) -> u32 {
        let hash = Sha256::new().chain_update(game_match.0.to_le_bytes()).chain_update((place as u64).to_le_bytes());
        let bytes: [u8; 32] = hash.finalize().into();
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The signature says that the record is as this device has written it. It proves nothing to others: whoever holds the device
    /// could sign what they like.
    fn seal(&self, game_match: MatchId, record: &Record<Opening>, last: Chain) -> Option<Seal> {
        let bound = record.setup.shared()?.bound?;
        let signer = self.signer.get().filter(|_| bound.game_match == game_match.0 && record.setup.continues.is_none())?;
        Some(signer.sign(last))
    }
}
