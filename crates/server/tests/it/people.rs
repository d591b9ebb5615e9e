//! Accounts, what players keep and what they played, as their owners use them.

use playmat_server::client::{Answer, Caller, Failure};
use playmat_wire::people::{SaveDeckRequest, SavedDeck};
use playmat_wire::tables::Problem;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::common::*;

/// The body of an answer with this status.
pub fn body<T: DeserializeOwned>(answer: &Answer, status: u16) -> Result<T, Failure> {
    assert_eq!(answer.status, status, "{}", String::from_utf8_lossy(&answer.body));
    Ok(serde_json::from_slice(&answer.body)?)
}

/// Puts or deletes or posts JSON, and takes any answer.
pub async fn send(caller: &Caller, method: &str, path: &str, value: &Value) -> Result<Answer, Failure> {
    caller.ask(method, path, &serde_json::to_vec(value)?).await
}

pub async fn save_deck(caller: &Caller, id: &str) -> Result<SavedDeck, Failure> {
    let request = SaveDeckRequest { game: "skirmish".into(), name: format!("Deck {id}"), text: "4 Wolf\n".into() };
    body(&caller.ask("PUT", &format!("/api/me/decks/{id}"), &serde_json::to_vec(&request)?).await?, 200)
}

#[tokio::test]
async fn decks_and_settings_are_kept_for_guests() -> Result<(), Failure> {
    let server = server("shelf").await;
    let (ada, eve) = (Caller::guest(server.address, "Ada").await?, Caller::guest(server.address, "Eve").await?);
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?, []);
    let first = save_deck(&ada, "first-1").await?;
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?, [first.clone()]);
    // Others have none of it, and can do nothing with it.
    assert_eq!(eve.get::<Vec<SavedDeck>>("/api/me/decks").await?, []);
    let problem: Problem = body(&eve.ask("DELETE", "/api/me/decks/first-1", b"").await?, 404)?;
    assert_eq!(problem.code, "no-deck");
    save_deck(&eve, "first-1").await?;
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?, [first]);
    // What makes no sense is said.
    let long = "x".repeat(5000);
    for (id, value, status) in [
        ("UPPER", json!({"game": "skirmish", "name": "x", "text": ""}), 400),
        (&"x".repeat(41)[..], json!({"game": "skirmish", "name": "x", "text": ""}), 400),
        ("a", json!({"game": "chess", "name": "x", "text": ""}), 404),
        ("a", json!({"game": "skirmish", "name": " ", "text": ""}), 400),
        ("a", json!({"game": "skirmish", "name": "x", "text": long}), 400),
        ("a", json!({"game": "skirmish", "name": "x", "text": "\u{0}"}), 400),
        ("a", json!({"game": "skirmish", "name": "x"}), 400),
        ("a", json!({"game": "skirmish", "name": "x", "text": "", "player": "g1"}), 400),
    ] {
        let answer = send(&ada, "PUT", &format!("/api/me/decks/{id}"), &value).await?;
        assert_eq!(answer.status, status, "{id} {value}");
    }
    for number in 2..=20 {
        save_deck(&ada, &format!("deck-{number}")).await?;
    }
    let value = json!({"game": "skirmish", "name": "x", "text": ""});
    let problem: Problem = body(&send(&ada, "PUT", "/api/me/decks/one-more", &value).await?, 409)?;
    assert_eq!(problem.code, "too-many-decks");
    body::<Value>(&ada.ask("DELETE", "/api/me/decks/deck-2", b"").await?, 200)?;
    save_deck(&ada, "one-more").await?;

    assert_eq!(ada.get::<Value>("/api/me/settings").await?, json!({}));
    let liked = json!({"theme": "dark", "nested": {"any": [1, 2, null]}});
    body::<Value>(&send(&ada, "PUT", "/api/me/settings", &liked).await?, 200)?;
    assert_eq!(ada.get::<Value>("/api/me/settings").await?, liked);
    assert_eq!(eve.get::<Value>("/api/me/settings").await?, json!({}));
    assert_eq!(send(&ada, "PUT", "/api/me/settings", &json!([1])).await?.status, 400);
    assert_eq!(send(&ada, "PUT", "/api/me/settings", &json!({"x": "y".repeat(8200)})).await?.status, 413);
    server.stop().await;
    Ok(())
}
