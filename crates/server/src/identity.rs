//! Identities: a signed text in a cookie or behind `Bearer`. The server stores only its key. The cookie of an account is the
//! secret of a session instead: `s.SECRET`.
//!
//! `KIND.ID.NAME.TIME.SIGNATURE`: `g` for a guest and `p` for a program, a random id, the name in hexadecimal, when it was
//! signed, and an HMAC-SHA256 over all of that.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, header};
use hmac::{Hmac, KeyInit, Mac};
pub use playmat_room::{Identity, clean_name};
use sha2::Sha256;

use crate::chance::Randomness;

/// The name of the cookie.
pub const COOKIE: &str = "playmat";
/// How long the cookie of a guest is valid after it was signed, in seconds: a year. It is signed again while it is used.
pub const LIFETIME: u64 = 365 * 24 * 3600;
/// How long the token of a program is valid: 90 days. `POST /api/me` gives the same program a new one.
pub const TOKEN_LIFETIME: u64 = 90 * 24 * 3600;
/// After this long the cookie of a guest is signed again: a month.
const RENEW: u64 = 30 * 24 * 3600;

/// What a request shows to identify itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credential {
    /// A guest or a program, signed by this server.
    Signed(Identity),
    /// The secret of a session.
    Session(String),
}

/// Signs and reads identities.
#[derive(Clone)]
pub struct Keys {
    signing: Hmac<Sha256>,
}

/// A new guest or program. None if nothing of the name can be read.
pub fn newcomer(name: Option<&str>, program: bool, chance: &Randomness) -> Option<Identity> {
    let id = chance.draw("player", name.unwrap_or_default()).text(10, b"0123456789abcdefghjkmnpqrstvwxyz");
    let name = match name {
        Some(name) => clean_name(name)?,
        None => format!("{} {}", if program { "Program" } else { "Guest" }, &id[..3]),
    };
    Some(Identity { id: format!("{}{id}", kind(program)), name, program, account: false })
}

impl Keys {
    /// From the key that the database keeps.
    pub fn new(key: &[u8]) -> Self {
        Keys { signing: Hmac::new_from_slice(key).expect("a key of any length will do") }
    }

    /// The signed text of an identity.
    pub fn sign(&self, identity: &Identity) -> String {
        self.sign_at(identity, seconds_now())
    }

    fn sign_at(&self, identity: &Identity, time: u64) -> String {
        let name: String = identity.name.bytes().map(|byte| format!("{byte:02x}")).collect();
        let text = format!("{}.{}.{name}.{time}", kind(identity.program), identity.id);
        let signature = self.signing.clone().chain_update(&text).finalize().into_bytes();
        let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{text}.{signature}")
    }

    /// Reads a signed text, which may be anything.
    pub fn read(&self, signed: &str) -> Option<Identity> {
        let (text, signature) = signed.rsplit_once('.').filter(|_| signed.len() < 512)?;
        self.signing.clone().chain_update(text).verify_slice(&from_hex(signature)?).ok()?;
        let [kind, id, name, time] = text.split('.').collect::<Vec<_>>().try_into().ok()?;
        let (program, age) = (kind == "p", seconds_now().saturating_sub(time.parse().ok()?));
        let name = String::from_utf8(from_hex(name)?).ok()?;
        let lifetime = if program { TOKEN_LIFETIME } else { LIFETIME };
        (age < lifetime).then(|| Identity { id: id.to_owned(), name, program, account: false })
    }

    /// Whether the cookie of a guest is so old that it should be signed again.
    pub fn grows_old(&self, headers: &HeaderMap) -> bool {
        let signed = cookie_of(headers).and_then(|value| value.rsplit('.').nth(1)?.parse::<u64>().ok());
        signed.is_some_and(|signed| seconds_now().saturating_sub(signed) > RENEW)
    }

    /// What a request shows: a token, else a cookie.
    pub fn of(&self, headers: &HeaderMap) -> Option<Credential> {
        if let Some(authorization) = headers.get(header::AUTHORIZATION) {
            return self.read(authorization.to_str().ok()?.strip_prefix("Bearer ")?.trim()).map(Credential::Signed);
        }
        let value = cookie_of(headers)?;
        match value.strip_prefix("s.") {
            Some(secret) => (secret.len() < 128).then(|| Credential::Session(secret.to_owned())),
            None => self.read(value).map(Credential::Signed),
        }
    }

    /// The number of a question, which does not tell how many questions there were. The same question always gets the same
    /// number.
    pub fn decision(&self, game: u64, place: usize) -> u32 {
        let hash = self.signing.clone().chain_update(b"decision").chain_update(game.to_le_bytes());
        let bytes = hash.chain_update((place as u64).to_le_bytes()).finalize().into_bytes();
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }
}

/// The server's one cookie.
fn cookie_of(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

fn kind(program: bool) -> char {
    if program { 'p' } else { 'g' }
}

/// The time, in seconds of Unix time.
pub fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_read_back_and_only_with_its_signature() {
        let (keys, chance) = (Keys::new(b"a key"), Randomness::seeded(1));
        let ada = newcomer(Some("  Ada\u{202e}\n Löwe "), false, &chance).expect("a name");
        assert_eq!(ada.name, "Ada Löwe");
        let signed = keys.sign(&ada);
        assert_eq!(keys.read(&signed), Some(ada));
        assert_eq!(Keys::new(b"another key").read(&signed), None);
        for place in 0..signed.len() {
            let mut changed = signed.clone().into_bytes();
            changed[place] = if changed[place] == b'0' { b'1' } else { b'0' };
            assert_eq!(keys.read(&String::from_utf8_lossy(&changed)), None, "byte {place}");
        }
        for strange in ["", ".", "....", "g.x.y.z.00", "ü.ü.ü.ü.ü"] {
            assert_eq!(keys.read(strange), None);
        }
        assert_eq!(newcomer(Some(" \u{200b} "), false, &chance), None);
    }

    #[test]
    fn tokens_and_cookies_expire() {
        let keys = Keys::new(b"a key");
        let day = 24 * 3600;
        for (program, days, good, old) in [
            (false, 1, true, false),
            (false, 40, true, true),
            (false, 366, false, true),
            (true, 89, true, true),
            (true, 91, false, true),
        ] {
            let who = newcomer(Some("Ada"), program, &Randomness::default()).expect("a name");
            let signed = keys.sign_at(&who, seconds_now() - days * day);
            assert_eq!(keys.read(&signed).is_some(), good, "{program} {days}");
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, format!("{COOKIE}={signed}").parse().expect("a header"));
            assert_eq!(keys.grows_old(&headers), old, "{program} {days}");
        }
    }
}
