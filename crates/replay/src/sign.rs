//! The signatures of servers under their matches: Ed25519 over the last link of the trail, which covers everything but the names
//! of the players.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use playmat_kernel::Seal;
use playmat_wire::{hex, unhex};
use sha2::{Digest, Sha256};

use crate::trail::Chain;

/// The prefix of what is signed, before the last link.
const SIGNED: &[u8] = b"playmat record 1\0";
/// The prefix of the hash that identifies a public key.
const NAMED: &[u8] = b"playmat key 1\0";

/// Signs the records of a server.
#[derive(Clone)]
pub struct Signer(SigningKey);

/// The public half of a key that signs records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey([u8; 32]);

/// Whose signatures are trusted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    /// The trusted keys.
    pub keys: Vec<PublicKey>,
    /// Whether a record without a signature by one of them is refused.
    pub demanded: bool,
}

/// Whether a signature can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signed {
    /// It is right, and by a trusted key.
    Right,
    /// It is by a trusted key, but not of this record.
    Wrong,
    /// It is by another key.
    Stranger,
}

impl Signer {
    /// From 32 secret bytes.
    pub fn new(secret: &[u8; 32]) -> Self {
        Signer(SigningKey::from_bytes(secret))
    }

    /// The public key.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs the last link of a match that is over.
    pub fn sign(&self, last: Chain) -> Seal {
        Seal { key: self.public().id(), signature: self.0.sign(&message(last.whole())).to_bytes() }
    }
}

impl PublicKey {
    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 32] = unhex(text.trim())?.try_into().ok()?;
        VerifyingKey::from_bytes(&bytes).ok().map(|_| PublicKey(bytes))
    }

    /// The short name of the key in records.
    pub fn id(&self) -> [u8; 8] {
        let hash = Sha256::new().chain_update(NAMED).chain_update(self.0).finalize();
        hash.first_chunk().copied().unwrap_or_default()
    }

    /// 64 hexadecimal digits.
    pub fn text(&self) -> String {
        hex(&self.0)
    }

    fn signed(&self, last: &[u8; 32], seal: &Seal) -> bool {
        let key = VerifyingKey::from_bytes(&self.0);
        key.is_ok_and(|key| key.verify_strict(&message(last), &Signature::from_bytes(&seal.signature)).is_ok())
    }
}

impl Trust {
    /// Whether a signature of this last link can be trusted.
    pub fn judge(&self, last: &[u8; 32], seal: &Seal) -> Signed {
        match self.keys.iter().find(|key| key.id() == seal.key) {
            Some(key) if key.signed(last, seal) => Signed::Right,
            Some(_) => Signed::Wrong,
            None => Signed::Stranger,
        }
    }
}

fn message(last: &[u8; 32]) -> Vec<u8> {
    [SIGNED, last].concat()
}
