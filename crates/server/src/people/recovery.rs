//! Recovery without the password: a code that is shown once, stored as its hash, and used once.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use playmat_wire::people::{RecoverRequest, RecoveryInfo, RecoveryRequest, SignedUp};
use sha2::{Digest, Sha256};

use super::account::{identity, new_session};
use super::names::name_key;
use super::{EndedSession, now, passwords};
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::chance::Randomness;
use crate::http::{Peer, read};

/// Letters and digits that are not mistaken for one another; five groups of five are 122 bits.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS: usize = 5;

pub async fn recover(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let RecoverRequest { name, recovery, password } = read(&body)?;
    passwords::check(&password, &name)?;
    let key = name_key(&name);
    app.begin_attempt(&key, peer)?;
    // The new password is hashed before it is known whether the code is right, so that the time does not tell.
    let hash = app.people.passwords.hash(password).await?;
    let (secret, session) = new_session("", &headers, &app.config.chance);
    let fresh = new_code(&key, &app.config.chance);
    let found = app.log.store().recover(&key, &recovery_key(&recovery), &recovery_key(&fresh), &hash, &session).await?;
    let account = found.ok_or_else(|| {
        ApiError::new(Code::BadRecovery, "The name or the recovery code is wrong, or the code was used before.")
    })?;
    app.attempt_succeeded(&key, peer);
    app.end(&account.player, EndedSession::AllBut(Some(session.id))).await;
    tracing::info!(player = account.player, "an account was recovered");
    app.with_session(&secret, Json(SignedUp { me: identity(&account).me(), recovery: fresh }))
}

pub async fn look(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<RecoveryInfo>, ApiError> {
    let (who, _) = app.account(&headers).await?;
    let made = app.log.store().recovery_made(&who.id).await?;
    Ok(Json(RecoveryInfo { made, recovery: None }))
}

pub async fn renew(State(app): State<Arc<App>>, headers: HeaderMap, body: Bytes) -> Result<Json<RecoveryInfo>, ApiError> {
    let RecoveryRequest { password } = read(&body)?;
    let (who, _) = app.account(&headers).await?;
    app.prove(&who, password).await?;
    let (recovery, made) = (new_code(&who.id, &app.config.chance), now());
    app.log.store().renew_recovery(&who.id, &recovery_key(&recovery), made).await?;
    tracing::info!(player = who.id, "a recovery code was renewed");
    Ok(Json(RecoveryInfo { made: Some(made), recovery: Some(recovery) }))
}

/// A new code: `K7WQ3-...`.
pub fn new_code(whose: &str, chance: &Randomness) -> String {
    let mut draws = chance.draw("recovery code", whose);
    let groups: Vec<String> = (0..GROUPS).map(|_| draws.text(5, ALPHABET)).collect();
    groups.join("-")
}

/// The hash of a code, however it was typed. A fast hash is enough, because nobody can try so many codes.
pub fn recovery_key(code: &str) -> Vec<u8> {
    let typed: String = code.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    Sha256::digest(typed.to_ascii_uppercase().as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_code_is_typed_does_not_matter() {
        let chance = Randomness::default();
        let code = new_code("", &chance);
        assert_eq!((code.len(), code.matches('-').count()), (29, 4));
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(recovery_key(&code), recovery_key(&format!(" {typed}\n")));
        assert_ne!(recovery_key(&code), recovery_key(&new_code("", &chance)));
    }
}
