//! Passwords: argon2id, a few at a time, on threads that serve nobody else.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use argon2::password_hash::{Error, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::api_error::{ApiError, Code};
use crate::chance::Randomness;

/// What OWASP advises for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// How many are hashed at the same time, and how many more may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 30;
/// The least and the most characters of a password, and its most bytes.
const SHORTEST: usize = 10;
const LONGEST: usize = 200;

/// Hashes passwords.
pub struct Passwords {
    queue: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// The hash of a password that nobody knows.
    decoy: Arc<OnceLock<String>>,
    chance: Randomness,
    worked_out: Arc<AtomicU64>,
}

impl Passwords {
    /// Takes its salts from this source.
    pub fn new(chance: Randomness) -> Self {
        Passwords {
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            decoy: Arc::default(),
            chance,
            worked_out: Arc::default(),
        }
    }

    /// How many passwords were compared with a hash, the decoy's included.
    pub fn worked_out(&self) -> u64 {
        self.worked_out.load(Ordering::Relaxed)
    }

    /// The hash of a new password.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        let chance = self.chance.clone();
        self.work(move || hash(password.as_bytes(), &chance)).await?.ok_or_else(ApiError::internal)
    }

    /// Whether a password fits a hash. Without a hash the answer is no, after the same work.
    pub async fn fits(&self, password: String, hash_of: Option<String>) -> Result<bool, ApiError> {
        let (decoy, worked_out) = (self.decoy(), self.worked_out.clone());
        self.work(move || {
            let known = hash_of.is_some();
            let hash_of = hash_of.unwrap_or_else(decoy);
            let tried = argon().map(|argon| argon.verify_password(password.as_bytes(), &hash_of[..]));
            if let Some(Ok(()) | Err(Error::PasswordInvalid)) = tried {
                worked_out.fetch_add(1, Ordering::Relaxed);
            }
            tried == Some(Ok(())) && known
        })
        .await
    }

    /// Makes the decoy before anybody could notice that it takes time.
    pub async fn prepare(&self) {
        let _ = self.work(self.decoy()).await;
    }

    /// The hash of a password that nobody knows, made when it is first needed.
    fn decoy(&self) -> impl FnOnce() -> String + Send + 'static {
        let (decoy, chance) = (self.decoy.clone(), self.chance.clone());
        let made = move || hash(&chance.draw("decoy", "").bytes::<16>(), &chance).unwrap_or_default();
        move || decoy.get_or_init(made).clone()
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let busy = || ApiError::too_many("Too many people log in right now; try again in a moment.");
        let _place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        // The permit goes with the work: a caller who hangs up does not make room before the work is done.
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| ApiError::internal())
    }
}

/// Whether a password may be used by somebody of this name.
pub fn check(password: &str, name: &str) -> Result<(), ApiError> {
    let bad = |sentence: &str| Err(ApiError::new(Code::BadPassword, sentence));
    // Such passwords can be guessed: those that many people use, and those made of a few words or keys.
    let common = || zxcvbn::zxcvbn(password, &[name, "playmat"]).score() < zxcvbn::Score::Two;
    let same = password.chars().all(|c| password.starts_with(c));
    match () {
        () if password.chars().count() < SHORTEST || password.len() > LONGEST => {
            bad("A password has 10 to 200 characters. A few words make a good one.")
        }
        () if same || password.to_lowercase().contains(&name.to_lowercase()) => {
            bad("This password is too easy to guess: it contains your name, or repeats one character.")
        }
        () if common() => bad(
            "This password is one that many people use, or made of one in a way that is tried first. A few words that do not belong together \
             are a good one.",
        ),
        () => Ok(()),
    }
}

fn argon() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &[u8], chance: &Randomness) -> Option<String> {
    let hash = argon()?.hash_password_with_salt(password, &chance.draw("salt", "").bytes::<16>()).ok()?;
    Some(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_alone() {
        let passwords = Passwords::new(Randomness::seeded(1));
        let hash = passwords.hash("correct horse".into()).await.expect("hashed");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(passwords.hash("correct horse".into()).await.expect("hashed"), hash, "salted");
        assert_eq!(passwords.fits("correct horse".into(), Some(hash.clone())).await, Ok(true));
        assert_eq!(passwords.fits("correct house".into(), Some(hash)).await, Ok(false));
        assert_eq!(passwords.fits("correct horse".into(), None).await, Ok(false));
        assert_eq!(passwords.worked_out(), 3, "as much work without a hash");
        assert_eq!(passwords.fits("correct horse".into(), Some("nonsense".into())).await, Ok(false));
    }

    #[test]
    fn easy_passwords_are_refused() {
        for bad in ["short", "aaaaaaaaaaaa", "i am ada lovelace", &"x".repeat(201)] {
            assert!(check(bad, "Ada").is_err(), "{bad}");
        }
        // From the lists of common passwords those that are long enough, and what people make of shorter ones.
        for common in
            ["1234567890", "qwertyuiop", "1q2w3e4r5t", "password123", "Password1234", "iloveyou12", "abcdefghij", "P@ssw0rd123"]
        {
            let said = check(common, "Ada").expect_err(common);
            assert!(said.code == Code::BadPassword && said.sentence.contains("many people use"), "{common}: {}", said.sentence);
        }
        for good in ["four words and more", "another good one", "correct horse", "tr0mbone-Giraffe"] {
            assert_eq!(check(good, "Ada"), Ok(()), "{good}");
        }
    }
}
