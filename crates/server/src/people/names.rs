//! Names that cannot be mistaken for one another: one rule for accounts, guests, programs and seats.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::http::Peer;
use crate::identity::Identity;
use crate::room::GHOST_NAME;

/// Names that would be taken for the server itself.
const RESERVED: [&str; 7] = ["playmat", "admin", "administrator", "moderator", "server", "deleted", GHOST_NAME];

/// What UTS 39 makes of every long dash: a letter of Katakana, which looks like a sign to whoever reads Latin letters.
const LONG_DASH: char = '\u{30fc}';

/// What a name looks like: names with equal looks cannot be told apart at a glance. Capitals, accents, spaces and punctuation do
/// not count, nor which of several similar characters is used (UTS 39, "confusable").
pub fn look(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // Capitals come first: a Cyrillic capital may look like a Latin one whose small letter it does not look like.
    let seen: String = skeleton(&plain).collect();
    let small = seen.to_lowercase();
    let look = skeleton(&small).flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric() && *c != LONG_DASH);
    // A capital i looks like a small L, so they count as one.
    look.map(|c| if c == 'i' { 'l' } else { c }).collect()
}

/// The name of an account. It is unique, so it must not be possible to write it in two ways that look alike.
pub fn check_name(name: &str) -> Result<(), ApiError> {
    let fits = (3..=20).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.'))
        && name.bytes().next().is_some_and(|c| c.is_ascii_alphanumeric());
    let sentence =
        "The name of an account has 3 to 20 letters from A to Z, digits, - _ and ., and begins with a letter or digit.";
    match (fits, is_reserved(name)) {
        (true, false) => Ok(()),
        (true, true) => Err(taken()),
        (false, _) => Err(ApiError::new(Code::BadName, sentence)),
    }
}

/// Whether a name would be taken for the server itself.
fn is_reserved(name: &str) -> bool {
    let look_of = look(name);
    RESERVED.iter().any(|reserved| look(reserved) == look_of)
}

/// The key by which a name is found.
pub fn name_key(name: &str) -> String {
    // Nobody has a longer name, and the memory for attempts stays small.
    name.trim().chars().take(64).collect::<String>().to_lowercase()
}

/// Somebody else has this name, or one that looks like it.
pub fn taken() -> ApiError {
    ApiError::new(Code::NameTaken, "This name, or one that looks like it, is taken; choose another.")
}

impl App {
    /// Whether a guest may have this name: not if it looks like an account of somebody else. Callers that try many names soon
    /// have to wait.
    pub async fn may_be_called(&self, who: &str, name: &str, peer: Peer) -> Result<(), ApiError> {
        if !self.guesses.has(&peer.0) {
            return Err(ApiError::too_many("Too many names that were taken; wait a minute."));
        }
        if is_reserved(name) || self.log.store().standing(who, &look(name)).await?.taken {
            self.guesses.take(peer.0);
            return Err(taken());
        }
        Ok(())
    }

    /// Computes the looks of older accounts.
    pub async fn work_out_looks(&self) -> Result<(), ApiError> {
        let store = self.log.store();
        for account in store.without_look().await? {
            store.keep_look(&account.player, &look(&account.name)).await?;
        }
        Ok(())
    }
}

/// A guest with the name of an account that was made later gets another name.
pub fn made_up_name(who: &Identity) -> String {
    let kind = if who.program { "Program" } else { "Guest" };
    format!("{kind} {}", who.id.chars().skip(1).take(3).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_accounts_cannot_be_mistaken() {
        for good in ["Ada", "a.b-c_9", "1up", &"x".repeat(20)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for bad in ["", "ab", "-ada", "_x_", "Ada Lovelace", "Аda", "ada\u{200b}x", "löwe", &"x".repeat(21), "a\0b", "PlayMat"]
        {
            assert!(check_name(bad).is_err(), "{bad}");
        }
        assert_eq!(check_name("P1aymat").map_err(|error| error.code), Err(Code::NameTaken));
        assert_eq!(name_key(" ADA "), name_key("ada"));
    }

    #[test]
    fn names_that_look_alike_have_one_look() {
        for (one, others) in [
            ("Ada", &["ada", "ADA", "Аda", "Adа", "A-d-a", "Ada\u{ad}", "Ａｄａ", "𝐀𝐝𝐚", "Ádâ", "A d a"][..]),
            ("Bob", &["BOB", "B0b", "Вob", "bοb", "b\u{200d}ob"]),
            ("Lilli", &["LILLI", "lilli", "Li11i", "LIlli", "ⅼilli", "l1lIi"]),
            ("Mom", &["mom", "MOM", "rnorn", "Mоm"]),
            ("Ivy", &["Ivy\u{3164}", "I\u{ffa0}vy", "\u{115f}Ivy", "Iv\u{1160}y"]),
            ("Ada-L", &["Ada—L", "Ada–L", "Ada―L", "Ada─L", "AdaーL", "Ada一L", "Ada−L", "Ada‐L", "Ada－L", "Ada\u{2e3a}L"]),
        ] {
            for other in others {
                assert_eq!(look(one), look(other), "{one} and {other}");
            }
        }
        for (one, other) in [("Ada", "Adam"), ("Bob", "Rob"), ("Ada", "Ода"), ("Anna", "Hanna"), ("Ada1", "Ada2")] {
            assert_ne!(look(one), look(other), "{one} and {other}");
        }
        assert_eq!(look("★ ★"), "", "signs alone look like nobody");
    }
}
