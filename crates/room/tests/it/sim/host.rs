//! What rooms are given in a simulation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use playmat_bots::Concession;
use playmat_chance::Draws;
use playmat_kernel::{MatchId, Record, Seal};
use playmat_replay::{Chain, Signer};
use playmat_room::{Games, Host, Settings};
use playmat_wire::Opening;
use sha2::{Digest, Sha256};

/// All random numbers of a world follow from its seed.
pub struct SimHost {
    seed: u64,
    /// How often each purpose was asked for, for each subject.
    asked: Mutex<HashMap<(&'static str, String), u64>>,
    signer: Signer,
    settings: Settings,
}

impl SimHost {
    pub fn new(seed: u64) -> Arc<Self> {
        let settings = Settings {
            shares: Duration::from_secs(3),
            reveal: Duration::from_secs(3),
            most_spectators: 10,
            most_entries: 400,
            concession: Concession::USUAL,
            idle: Duration::from_secs(600),
        };
        Arc::new(SimHost { seed, asked: Mutex::default(), signer: Signer::new(&[7; 32]), settings })
    }
}

/// The games, which every world has in common.
pub fn games() -> &'static Games {
    static GAMES: OnceLock<Games> = OnceLock::new();
    GAMES.get_or_init(|| Games::load(None, None).expect("the shipped cards are right"))
}

impl Host for SimHost {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn games(&self) -> &Games {
        games()
    }

    fn draw(&self, purpose: &'static str, about: &str) -> Draws {
        let mut asked = self.asked.lock().expect("nobody panics while it is locked");
        let times = asked.entry((purpose, about.to_owned())).or_default();
        *times += 1;
        let hash = Sha256::new().chain_update(self.seed.to_le_bytes()).chain_update(times.to_le_bytes());
        Draws::new(hash.chain_update(purpose).chain_update([0]).chain_update(about).finalize().into())
    }

    fn decision(&self, game_match: MatchId, place: usize) -> u32 {
        let hash = Sha256::new().chain_update(game_match.0.to_le_bytes()).chain_update((place as u64).to_le_bytes());
        let bytes: [u8; 32] = hash.finalize().into();
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    fn seal(&self, game_match: MatchId, record: &Record<Opening>, last: Chain) -> Option<Seal> {
        let bound = record.setup.shared()?.bound?;
        (bound.game_match == game_match.0).then(|| self.signer.sign(last))
    }
}
