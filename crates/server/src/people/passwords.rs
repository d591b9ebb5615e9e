//! Passwords: argon2id, a few at a time and away from the tasks that serve everybody.

use std::sync::{Arc, OnceLock};

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::chance;
use crate::problem::Trouble;

/// What OWASP advises for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// How many are worked out at the same time, and how many more may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 30;
/// How long a password is, in characters, and in bytes at most.
const SHORTEST: usize = 10;
const LONGEST: usize = 200;

/// Where passwords are worked out.
pub struct Passwords {
    queue: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// The hash of a password that nobody knows.
    decoy: Arc<OnceLock<String>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Passwords {
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            decoy: Arc::default(),
        }
    }
}

impl Passwords {
    /// The hash of a new password.
    pub async fn hash(&self, password: String) -> Result<String, Trouble> {
        self.work(move || hash(password.as_bytes())).await?.ok_or_else(Trouble::internal)
    }

    /// Whether a password fits a hash. Without a hash it does not, which takes as much work.
    pub async fn fits(&self, password: String, hash_of: Option<String>) -> Result<bool, Trouble> {
        let decoy = self.decoy.clone();
        self.work(move || {
            let known = hash_of.is_some();
            let decoy = || decoy.get_or_init(|| hash(&chance::bytes::<16>()).unwrap_or_default()).clone();
            let hash_of = hash_of.unwrap_or_else(decoy);
            argon().is_some_and(|argon| argon.verify_password(password.as_bytes(), &hash_of[..]).is_ok()) && known
        })
        .await
    }

    /// Makes the decoy before somebody could notice that it takes time.
    pub async fn prepare(&self) {
        let _ = self.fits(String::new(), None).await;
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
        let busy = || Trouble::too_many("Too many people log in right now; try again in a moment.");
        let _place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        // The turn goes with the work: whoever hangs up does not make room before it is done.
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| Trouble::internal())
    }
}

/// Whether a password may be used by somebody of this name.
pub fn check(password: &str, name: &str) -> Result<(), Trouble> {
    let bad = |sentence: &str| Err(Trouble::new("bad-password", sentence));
    let same = password.chars().all(|c| password.starts_with(c));
    match () {
        () if password.chars().count() < SHORTEST || password.len() > LONGEST => {
            bad("A password has 10 to 200 characters. A few words are a good one.")
        }
        () if same || password.to_lowercase().contains(&name.to_lowercase()) => {
            bad("This password is too easy to guess: it has your name in it, or is one character again and again.")
        }
        () => Ok(()),
    }
}

fn argon() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &[u8]) -> Option<String> {
    let hash = argon()?.hash_password_with_salt(password, &chance::bytes::<16>()).ok()?;
    Some(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_alone() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".into()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(passwords.hash("correct horse".into()).await.expect("hashed"), hash, "salted");
        assert_eq!(passwords.fits("correct horse".into(), Some(hash.clone())).await, Ok(true));
        assert_eq!(passwords.fits("correct house".into(), Some(hash)).await, Ok(false));
        assert_eq!(passwords.fits("correct horse".into(), None).await, Ok(false));
        assert_eq!(passwords.fits("correct horse".into(), Some("nonsense".into())).await, Ok(false));
    }

    #[test]
    fn easy_passwords_are_refused() {
        for bad in ["short", "aaaaaaaaaaaa", "i am ada lovelace", &"x".repeat(201)] {
            assert!(check(bad, "Ada").is_err(), "{bad}");
        }
        assert_eq!(check("four words and more", "Ada"), Ok(()));
    }
}
