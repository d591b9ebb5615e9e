//! Accounts as their owners use them: nothing is lost on the way in, and nothing is left on the way out.

use playmat_server::Server;
use playmat_server::client::{Caller, Failure};
use playmat_wire::from_binary;
use playmat_wire::people::{MatchPage, Profile, SavedDeck, SessionInfo};
use playmat_wire::tables::{JoinRequest, Me, SeatedBy, Table};
use serde_json::{Value, json};

use crate::common::*;
use crate::people::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_becomes_an_account_and_loses_nothing() -> Result<(), Failure> {
    let server = server("sign-up").await;
    let guest = Caller::guest(server.address, "Ada Löwe").await?;
    let lost = lose_to_a_bot(&guest).await?;
    let deck = save_deck(&guest, "wolves").await?;
    send(&guest, "PUT", "/api/me/settings", &json!({"theme": "dark"})).await?;
    let (table, mut socket) = against_a_bot(&guest).await?;

    let ada = sign_up(&guest, "Ada").await?;
    assert_eq!((&ada.me.id, &ada.me.name[..], ada.me.account), (&guest.me.id, "Ada", true));
    assert_eq!(ada.get::<Me>("/api/me").await?, ada.me);
    assert_eq!(matches(&ada).await?, [lost]);
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?, [deck]);
    assert_eq!(ada.get::<Value>("/api/me/settings").await?, json!({"theme": "dark"}));
    // The open socket was the guest's: it is told to come back, and the seat is still there.
    assert_eq!(farewell(&mut socket).await?, ("logged-out".into(), true));
    let mut socket = met(&ada, &table.code).await?;
    let shown = socket.mirror.table.clone().expect("a table");
    assert_eq!((shown.seats[0].name.as_deref(), shown.seats[0].account), (Some("Ada"), true));
    concede(&mut socket).await?;
    assert_eq!(matches(&ada).await?.len(), 2);
    let profile: Profile = ada.get("/api/me/profile").await?;
    assert_eq!((profile.games[0].losses, profile.games[0].favourite.as_deref()), (2, Some("random")));
    assert!(profile.since.is_some());
    // Its name stays, and it cannot sign up twice.
    let answer = send(&ada, "POST", "/api/me", &json!({"name": "Eve"})).await?;
    assert_eq!(problem(&answer).await, (403, "not-yours".into()));
    let answer = send(&ada, "POST", "/api/account", &json!({"name": "Another", "password": PASSWORD})).await?;
    assert_eq!(problem(&answer).await, (409, "has-account".into()));
    // Somebody who was nobody before gets an account too.
    let bob = sign_up(&nobody(server.address), "Bob").await?;
    assert_ne!(bob.me.id, ada.me.id);
    for (name, password, code) in [
        ("aDa", PASSWORD, (409, "name-taken")),
        ("Admin", PASSWORD, (409, "name-taken")),
        ("A B", PASSWORD, (400, "bad-name")),
        ("Carl", "short", (400, "bad-password")),
        ("Carl", "i am carl, yes", (400, "bad-password")),
    ] {
        let eve = nobody(server.address);
        let answer = send(&eve, "POST", "/api/account", &json!({"name": name, "password": password})).await?;
        assert_eq!(problem(&answer).await, (code.0, code.1.into()), "{name}");
        assert!(answer.header("set-cookie").is_none());
    }
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_browser_brings_its_guest_along_or_leaves_it() -> Result<(), Failure> {
    let server = server("bring").await;
    let ada = account(server.address, "Ada").await?;
    save_deck(&ada, "wolves").await?;
    let guest = Caller::guest(server.address, "Phone").await?;
    let lost = lose_to_a_bot(&guest).await?;
    save_deck(&guest, "wolves").await?;
    let (table, _socket) = against_a_bot(&guest).await?;

    // Without bringing it, the guest's things stay the guest's.
    let (phone, logged_in) = log_in(&guest, "ada", PASSWORD, false).await?;
    assert_eq!((logged_in.matches, logged_in.decks, &phone.me.id), (0, 0, &ada.me.id));
    assert_eq!(matches(&phone).await?, Vec::<String>::new());
    assert_eq!(matches(&guest).await?, std::slice::from_ref(&lost));

    let (phone, logged_in) = log_in(&guest, "ADA", PASSWORD, true).await?;
    assert_eq!((logged_in.matches, logged_in.decks), (1, 1));
    assert_eq!(matches(&phone).await?, std::slice::from_ref(&lost));
    assert_eq!(matches(&ada).await?, [lost]);
    let mut ids: Vec<String> = ada.get::<Vec<SavedDeck>>("/api/me/decks").await?.into_iter().map(|deck| deck.id).collect();
    ids.sort();
    assert_eq!(ids, ["wolves", "wolves-2"]);
    // The match that ran goes on, in the account's seat.
    let tables: Vec<Table> = ada.get("/api/me/tables").await?;
    assert!(tables.iter().any(|one| one.code == table.code && one.seats[0].player.as_ref() == Some(&ada.me.id)));
    let mut socket = met(&ada, &table.code).await?;
    concede(&mut socket).await?;
    assert_eq!(matches(&phone).await?.len(), 2);
    // A guest who plays against the account they then log in to stays at that table.
    let guest = Caller::guest(server.address, "Other").await?;
    let table: Table = guest.post("/api/tables", &request("skirmish")).await?;
    let table: Table = ada.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    log_in(&guest, "Ada", PASSWORD, true).await?;
    let now: Table = ada.get(&format!("/api/tables/{}", table.code)).await?;
    assert_eq!(now.seats[0].player.as_ref(), Some(&guest.me.id));
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_are_listed_and_end_everywhere_at_once() -> Result<(), Failure> {
    let server = server("sessions").await;
    let ada = account(server.address, "Ada").await?;
    let (phone, _) = log_in(&nobody(server.address), "Ada", PASSWORD, false).await?;
    let (tablet, _) = log_in(&nobody(server.address), "Ada", PASSWORD, false).await?;
    let (table, mut on_phone) = against_a_bot(&phone).await?;
    let mut at_home = met(&ada, &table.code).await?;
    let all: Vec<SessionInfo> = phone.get("/api/me/sessions").await?;
    assert_eq!((all.len(), all.iter().filter(|one| one.current).count()), (3, 1));
    let current = all.iter().find(|one| one.current).expect("one").id.clone();
    // Ended from home: its socket goes, and its cookie is worth nothing.
    body::<Value>(&ada.ask("DELETE", &format!("/api/me/sessions/{current}"), b"").await?, 200)?;
    assert_eq!(farewell(&mut on_phone).await?, ("logged-out".into(), false));
    assert_eq!(problem(&phone.ask("GET", "/api/me", b"").await?).await, (401, "who-are-you".into()));
    assert_eq!(problem(&ada.ask("DELETE", "/api/me/sessions/nonsense", b"").await?).await, (404, "no-session".into()));
    // Another password ends all others, and only the new one works.
    let wrong = send(&ada, "POST", "/api/me/password", &json!({"old": "wrong and wrong", "new": "another good one"})).await?;
    assert_eq!(problem(&wrong).await, (401, "bad-login".into()));
    body::<Value>(&send(&ada, "POST", "/api/me/password", &json!({"old": PASSWORD, "new": "another good one"})).await?, 200)?;
    assert_eq!(tablet.ask("GET", "/api/me", b"").await?.status, 401);
    assert_eq!(ada.get::<Vec<SessionInfo>>("/api/me/sessions").await?.len(), 1);
    let old = send(&nobody(server.address), "POST", "/api/login", &json!({"name": "Ada", "password": PASSWORD})).await?;
    assert_eq!(problem(&old).await, (401, "bad-login".into()));
    let (phone, _) = log_in(&nobody(server.address), "Ada", "another good one", false).await?;
    body::<Value>(&phone.ask("DELETE", "/api/me/sessions", b"").await?, 200)?;
    assert_eq!(farewell(&mut at_home).await?, ("logged-out".into(), false));
    assert_eq!(ada.ask("GET", "/api/me", b"").await?.status, 401);
    // Logging out ends the session itself, not just the cookie.
    let answer = send(&phone, "POST", "/api/logout", &json!({})).await?;
    assert!(answer.status == 200 && answer.header("set-cookie").expect("one").contains("Max-Age=0"));
    assert_eq!(phone.ask("GET", "/api/me", b"").await?.status, 401);
    let guest = Caller::guest(server.address, "Guest").await?;
    assert_eq!(problem(&send(&guest, "POST", "/api/logout", &json!({})).await?).await, (403, "no-account".into()));
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_takes_everything_along_and_rivals_keep_their_matches() -> Result<(), Failure> {
    let config = config("forget");
    let server = Server::start(config.clone()).await?;
    let (ada, bob) = (account(server.address, "Ada-L").await?, Caller::guest(server.address, "Bob").await?);
    let own = lose_to_a_bot(&ada).await?;
    save_deck(&ada, "wolves").await?;
    send(&ada, "PUT", "/api/me/settings", &json!({"theme": "dark"})).await?;
    let table: Table = ada.post("/api/tables", &request("skirmish")).await?;
    let join = format!("/api/tables/{}/join", table.code);
    bob.post::<Table>(&join, &JoinRequest::default()).await?;
    let (_a, mut b) = (met(&ada, &table.code).await?, met(&bob, &table.code).await?);
    let shared = b.mirror.game_match.clone();

    let export: Value = ada.get("/api/me/export").await?;
    assert_eq!(export["me"]["name"], "Ada-L");
    assert_eq!(export["decks"][0]["id"], "wolves");
    assert_eq!(export["settings"]["theme"], "dark");
    assert_eq!(
        (export["matches"][0]["match"].as_str(), export["sessions"].as_array().map(Vec::len)),
        (Some(&own[..]), Some(1))
    );
    assert!(!export.to_string().contains("argon2"), "no hash leaves the server");

    let wrong = send(&ada, "DELETE", "/api/me", &json!({})).await?;
    assert_eq!(problem(&wrong).await, (401, "bad-login".into()));
    let answer = send(&ada, "DELETE", "/api/me", &json!({"password": PASSWORD})).await?;
    assert!(answer.status == 200 && answer.header("set-cookie").expect("one").contains("Max-Age=0"));
    assert_eq!(ada.ask("GET", "/api/me", b"").await?.status, 401);
    // The match that ran was given up.
    while b.mirror.state.over.is_none() {
        next(&mut b).await?;
    }
    let page: MatchPage = bob.get("/api/me/matches").await?;
    let rival = &page.matches[0].rival;
    assert_eq!((&page.matches[0].game_match, &rival.name[..], rival.player.as_deref()), (&shared, "Deleted player", None));
    let now: Table = bob.get(&format!("/api/tables/{}", table.code)).await?;
    assert_eq!((now.seats[0].name.as_deref(), now.seats[0].who), (Some("Deleted player"), SeatedBy::Person));
    let gone = bob.ask("GET", &format!("/api/matches/{own}/record"), b"").await?;
    assert_eq!(gone.status, 404, "nobody else played it");
    let profile = bob.ask("GET", &format!("/api/players/{}", ada.me.id), b"").await?;
    assert_eq!(problem(&profile).await, (404, "no-player".into()));
    // The name is free, and nothing comes back with it.
    let again = account(server.address, "Ada-L").await?;
    assert_ne!(again.me.id, ada.me.id);
    assert!(matches(&again).await?.is_empty());
    server.stop().await;

    // The log itself holds the name no longer, after a restart neither.
    let server = Server::start(config).await?;
    let bob = Caller { server: server.address, ..bob };
    let answer = bob.ask("GET", &format!("/api/matches/{shared}/record"), b"").await?;
    assert_eq!(answer.status, 200);
    let record = from_binary(&answer.body)?;
    let names: Vec<&String> = playmat_kernel::Seat::BOTH.iter().map(|&seat| &record.setup.players[seat]).collect();
    assert_eq!(names, ["Deleted player", "Bob"]);
    server.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_guest_can_be_forgotten_too() -> Result<(), Failure> {
    let server = server("forget-guest").await;
    let guest = Caller::guest(server.address, "Ada").await?;
    save_deck(&guest, "wolves").await?;
    let answer = send(&guest, "DELETE", "/api/me", &json!({})).await?;
    assert_eq!(answer.status, 200);
    assert_eq!(guest.get::<Vec<SavedDeck>>("/api/me/decks").await?, []);
    server.stop().await;
    Ok(())
}
