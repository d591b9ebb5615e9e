//! The keys that sign the records of finished matches. The database has the secret half of the current key, and only the public
//! halves of those before it.

use playmat_kernel::{Record, Seal};
use playmat_replay::{Chain, PublicKey, Signer, Trust};
use playmat_store::{MatchId, Store, StoreError};
use playmat_wire::replays::{RecordKey, RecordKeys};
use playmat_wire::{Opening, hex, unhex};
use serde::{Deserialize, Serialize};

use crate::config::Config;

/// The name of the keys in the database.
const NAME: &str = "record keys";

/// The keys of a server.
pub struct Signing {
    signer: Signer,
    past: Vec<PublicKey>,
}

/// As the database keeps them, in hexadecimal.
#[derive(Serialize, Deserialize)]
struct Kept {
    secret: String,
    past: Vec<String>,
}

impl Signing {
    /// The keys of the database; the first time a new one. With [`Config::new_record_key`] a new key signs from now on, and
    /// nobody can sign with the old one again: its secret half is deleted.
    pub async fn load(store: &dyn Store, config: &Config) -> Result<Self, String> {
        let told = |error: StoreError| error.to_string();
        let fresh = || hex(&config.chance.draw(NAME, "").bytes::<32>());
        let first = bytes(&Kept { secret: fresh(), past: vec![] });
        let kept = store.secret(NAME, first).await.map_err(told)?;
        let mut kept: Kept =
            serde_json::from_slice(&kept).map_err(|error| format!("the record keys cannot be read: {error}"))?;
        if config.new_record_key {
            let old = signer(&kept.secret)?;
            kept.past.insert(0, old.public().text());
            kept.secret = fresh();
            store.change_secret(NAME, &bytes(&kept)).await.map_err(told)?;
        }
        let past: Option<Vec<PublicKey>> = kept.past.iter().map(|key| PublicKey::parse(key)).collect();
        Ok(Signing { signer: signer(&kept.secret)?, past: past.ok_or("an old record key cannot be read")? })
    }

    /// The signatures that this server trusts: its own.
    pub fn trust(&self) -> Trust {
        Trust { keys: self.keys().collect(), demanded: false }
    }

    /// The public keys.
    pub fn published(&self) -> RecordKeys {
        let key = |(place, key): (usize, PublicKey)| RecordKey { id: hex(&key.id()), public: key.text(), current: place == 0 };
        RecordKeys { keys: self.keys().enumerate().map(key).collect() }
    }

    /// Signs the last link of a match, if its seed was promised for it. The draws of a match that was played on from another one
    /// were known, so it is not signed.
    pub fn seal(&self, id: MatchId, record: &Record<Opening>, last: Chain) -> Option<Seal> {
        let bound = record.setup.shared().and_then(|shared| shared.bound)?;
        (bound.game_match == id.0 && record.setup.continues.is_none()).then(|| self.signer.sign(last))
    }

    fn keys(&self) -> impl Iterator<Item = PublicKey> {
        std::iter::once(self.signer.public()).chain(self.past.iter().copied())
    }
}

fn signer(secret: &str) -> Result<Signer, String> {
    let secret = unhex(secret).and_then(|secret| secret.try_into().ok());
    secret.map(|secret| Signer::new(&secret)).ok_or_else(|| "the record key cannot be read".to_owned())
}

fn bytes(kept: &Kept) -> Vec<u8> {
    serde_json::to_vec(kept).expect("texts can always be written")
}
