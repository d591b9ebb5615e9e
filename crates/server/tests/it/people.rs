//! What players keep and how they are asked about: also what the tests of accounts share.

use std::net::SocketAddr;

use playmat_server::client::{Answer, Caller, Client, Failure, request_once};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::people::{LoggedIn, MatchPage, SaveDeckRequest, SavedDeck, SignedUp};
use playmat_wire::tables::{JoinRequest, Me, Problem, Sitter, TableInfo};
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

pub const PASSWORD: &str = "four words and more";

/// Whoever the cookie of an answer says.
pub fn with_cookie(caller: &Caller, answer: &Answer, me: Me) -> Caller {
    let cookie = answer.header("set-cookie").and_then(|value| value.split(';').next()).expect("a cookie").to_owned();
    Caller { me, credentials: format!("Cookie: {cookie}\r\n"), ..caller.clone() }
}

/// A guest becomes an account.
pub async fn sign_up(guest: &Caller, name: &str) -> Result<Caller, Failure> {
    sign_up_with_code(guest, name).await.map(|(account, _)| account)
}

/// A guest becomes an account, and is told the recovery code.
pub async fn sign_up_with_code(guest: &Caller, name: &str) -> Result<(Caller, String), Failure> {
    let answer = send(guest, "POST", "/api/account", &json!({"name": name, "password": PASSWORD})).await?;
    let SignedUp { me, recovery } = body(&answer, 200)?;
    Ok((with_cookie(guest, &answer, me), recovery))
}

/// An account from the beginning.
pub async fn account(server: SocketAddr, name: &str) -> Result<Caller, Failure> {
    sign_up(&Caller::guest(server, name).await?, name).await
}

/// Logs in from a browser that is somebody already.
pub async fn log_in(from: &Caller, name: &str, password: &str, bring: bool) -> Result<(Caller, LoggedIn), Failure> {
    let answer = send(from, "POST", "/api/login", &json!({"name": name, "password": password, "bring": bring})).await?;
    let logged_in: LoggedIn = body(&answer, 200)?;
    Ok((with_cookie(from, &answer, logged_in.me.clone()), logged_in))
}

/// A browser that is nobody yet.
pub fn nobody(server: SocketAddr) -> Caller {
    let me = Me { id: String::new(), name: String::new(), program: false, account: false, token: None, expires: None };
    Caller { server, me, credentials: String::new(), shares: playmat_server::client::fresh_shares(), aims: false }
}

/// A match of two, with both connected.
pub async fn against(one: &Caller, two: &Caller) -> Result<(TableInfo, [Client; 2]), Failure> {
    let table: TableInfo = one.post("/api/tables", &request("skirmish")).await?;
    two.post::<TableInfo>(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let (first, second) = tokio::try_join!(met(one, &table.code), met(two, &table.code))?;
    Ok((table, [first, second]))
}

/// A match against a bot that is given up at once.
pub async fn lose_to_a_bot(caller: &Caller) -> Result<String, Failure> {
    let (_, mut client) = against_a_bot(caller).await?;
    concede(&mut client).await?;
    Ok(client.mirror.game_match.clone())
}

/// A match against a bot that runs.
pub async fn against_a_bot(caller: &Caller) -> Result<(TableInfo, Client), Failure> {
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: TableInfo = caller.post("/api/tables", &wish).await?;
    let client = met(caller, &table.code).await?;
    Ok((table, client))
}

pub async fn concede(client: &mut Client) -> Result<(), Failure> {
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(client).await?;
    }
    Ok(())
}

/// How a socket was closed: the code of the farewell, and whether to come back.
pub async fn farewell(client: &mut Client) -> Result<(String, bool), Failure> {
    loop {
        if let ServerMessage::Bye { code, again, .. } = next(client).await? {
            return Ok((code.into_owned(), again));
        }
    }
}

pub async fn matches(caller: &Caller) -> Result<Vec<String>, Failure> {
    let page: MatchPage = caller.get("/api/me/matches").await?;
    Ok(page.matches.into_iter().map(|one| one.game_match).collect())
}

/// The code of a problem.
pub async fn problem(answer: &Answer) -> (u16, String) {
    let problem: Problem = serde_json::from_slice(&answer.body).expect("a problem");
    (answer.status, problem.code.into_owned())
}

/// Asks with other headers than the caller's own.
pub async fn bare(server: SocketAddr, method: &str, path: &str, headers: &str, value: &Value) -> Result<Answer, Failure> {
    request_once(server, method, path, headers, &serde_json::to_vec(value)?).await
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
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?, std::slice::from_ref(&first));
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
