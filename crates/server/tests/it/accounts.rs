//! Accounts as their owners use them: nothing is lost on the way in, and nothing is left on the way out.

use playmat_server::client::{Caller, Failure};
use playmat_server::{Limits, Rate, Server};
use playmat_wire::from_binary;
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::people::{MatchPage, Profile, SavedDeck, SessionInfo};
use playmat_wire::replays::Replay;
use playmat_wire::tables::{JoinRequest, Me, SeatedBy, TableInfo};
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
        ("Carl", "password123", (400, "bad-password")),
        ("Аda", PASSWORD, (400, "bad-name")),
        ("A.D.A", PASSWORD, (409, "name-taken")),
        ("B0b", PASSWORD, (409, "name-taken")),
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
    let tables: Vec<TableInfo> = ada.get("/api/me/tables").await?;
    assert!(tables.iter().any(|one| one.code == table.code && one.seats[0].player.as_ref() == Some(&ada.me.id)));
    let mut socket = met(&ada, &table.code).await?;
    concede(&mut socket).await?;
    assert_eq!(matches(&phone).await?.len(), 2);
    // A guest who plays against the account they then log in to stays at that table.
    let guest = Caller::guest(server.address, "Other").await?;
    let table: TableInfo = guest.post("/api/tables", &request("skirmish")).await?;
    let table: TableInfo = ada.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    log_in(&guest, "Ada", PASSWORD, true).await?;
    let now: TableInfo = ada.get(&format!("/api/tables/{}", table.code)).await?;
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
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    let join = format!("/api/tables/{}/join", table.code);
    bob.post::<TableInfo>(&join, &JoinRequest::default()).await?;
    let [_a, mut b] = both(&ada, &bob, &table.code).await?;
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
    let now: TableInfo = bob.get(&format!("/api/tables/{}", table.code)).await?;
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

/// The seats of a table are swapped as soon as a rematch is agreed, those of the match that is still shown are not: the right name goes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_forgotten_before_a_rematch_has_no_name_in_the_match_before() -> Result<(), Failure> {
    let server = server("before-rematch-forgotten").await;
    let (ada, bob) = (Caller::guest(server.address, "Zyxomma").await?, Caller::guest(server.address, "Bob").await?);
    let (_, mut clients) = against(&ada, &bob).await?;
    concede(&mut clients[0]).await?;
    for client in &mut clients {
        client.brings = false;
        client.send(&ClientMessage::Rematch { want: true }).await?;
    }
    while !matches!(next(&mut clients[1]).await?, ServerMessage::Commitment { .. }) {}
    assert_eq!(send(&ada, "DELETE", "/api/me", &json!({})).await?.status, 200);
    clients[1].send(&ClientMessage::Resync {}).await?;
    while !matches!(next(&mut clients[1]).await?, ServerMessage::Full(_)) {}
    let told = serde_json::to_string(&clients[1].mirror.events)?;
    assert!(told.contains("Deleted player") && told.contains("Bob") && !told.contains("Zyxomma"), "{told}");
    server.stop().await;
    Ok(())
}

/// Who is forgotten has no name any more: not at a table that others look at, not in a replay that is ready, not in the files of the database,
/// free pages and log included. What the rivals played stays proven, as before, after a restart too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_name_is_nowhere_and_records_hold() -> Result<(), Failure> {
    let config = config("nowhere");
    let file = std::path::PathBuf::from(config.database.strip_prefix("sqlite:").expect("a file"));
    // In small letters too: an account is found by them.
    let named = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_lowercase().contains("zyxomma");
    let in_files = || -> Vec<String> {
        let files =
            std::fs::read_dir(file.parent().expect("a folder")).expect("files").map(|file| file.expect("a file").path());
        files.filter(|file| named(&std::fs::read(file).expect("bytes"))).map(|file| file.display().to_string()).collect()
    };
    let server = Server::start(config.clone()).await?;
    let (ada, bob) = (account(server.address, "Zyxomma").await?, Caller::guest(server.address, "Bob").await?);
    let mut matches = Vec::new();
    for _ in 0..3 {
        let (_, mut clients) = against(&ada, &bob).await?;
        concede(&mut clients[0]).await?;
        matches.push(clients[0].mirror.game_match.clone());
    }
    let ready = bob.ask("GET", &format!("/api/matches/{}/replay", matches[0]), b"").await?;
    assert!(named(&ready.body), "a replay names its players");
    server.stop().await;
    // A match that was begun, and whose table is no more: nothing tells who played it.
    let store = playmat_store::open(&config.database).await?;
    let first = playmat_store::MatchId(u64::from_str_radix(&matches[0], 16)?);
    let opening = store.load(first).await?.expect("a match").opening;
    store.append(&[playmat_store::Write::Match { id: playmat_store::MatchId(7), code: "K7WQ3N".into(), opening }]).await?;
    store.close().await;
    let server = Server::start(config.clone()).await?;
    let (ada, bob) = (Caller { server: server.address, ..ada }, Caller { server: server.address, ..bob });
    let (table, mut clients) = against(&ada, &bob).await?;
    let eve = Caller::guest(server.address, "Eve").await?;
    let mut watcher = met(&eve, &table.code).await?;
    clients[0].send(&ClientMessage::Say { phrase: None, text: Some("good luck".into()) }).await?;
    while !matches!(next(&mut watcher).await?, ServerMessage::Said { .. }) {}
    let ready = bob.ask("GET", &format!("/api/matches/{}/replay", matches[0]), b"").await?;
    assert!(named(&ready.body) && !in_files().is_empty(), "there is something to be forgotten");
    matches.push(watcher.mirror.game_match.clone());

    let answer = send(&ada, "DELETE", "/api/me", &json!({"password": PASSWORD})).await?;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(in_files(), Vec::<String>::new(), "free pages and the log included");
    watcher.send(&ClientMessage::Resync {}).await?;
    loop {
        let text = watcher.next_text().await?.expect("a message");
        assert!(!named(text.as_bytes()) || !text.contains("\"type\":\"full\""), "{text}");
        if text.contains("\"type\":\"full\"") {
            break;
        }
    }
    let late = Caller::guest(server.address, "Late").await?;
    let mut comer = late.sit(&table.code, None).await?;
    comer.send(&ClientMessage::Ping { id: 5 }).await?;
    loop {
        let text = comer.next_text().await?.expect("a message");
        assert!(!named(text.as_bytes()), "{text}");
        if text.contains("\"pong\"") {
            break;
        }
    }
    let mut paths = vec!["/api/tables".to_owned(), format!("/api/tables/{}", table.code), "/api/me/matches".to_owned()];
    paths.extend(
        matches.iter().flat_map(|id| [format!("/api/matches/{id}/replay"), format!("/api/matches/{id}/record?form=json")]),
    );
    let look = async |bob: &Caller| -> Result<(), Failure> {
        for path in &paths {
            let answer = bob.ask("GET", path, b"").await?;
            assert!(answer.status == 200 && !named(&answer.body), "{path}: {}", String::from_utf8_lossy(&answer.body));
        }
        for id in &matches {
            let replay: Replay = bob.get(&format!("/api/matches/{id}/replay")).await?;
            assert!(replay.verification.holds, "{:?}", replay.verification);
            assert!(replay.players.contains(&"Deleted player".to_owned()) && replay.players.contains(&"Bob".to_owned()));
        }
        Ok(())
    };
    look(&bob).await?;
    server.stop().await;
    assert_eq!(in_files(), Vec::<String>::new(), "when the server has stopped");
    let server = Server::start(config).await?;
    look(&Caller { server: server.address, ..bob }).await?;
    assert_eq!(in_files(), Vec::<String>::new(), "after a restart");
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
    // Whoever has a copy of the cookie has nothing any more, not even the id.
    assert_eq!(problem(&guest.ask("GET", "/api/me/decks", b"").await?).await, (401, "who-are-you".into()));
    let again: Me = body(&send(&guest, "POST", "/api/me", &json!({})).await?, 200)?;
    assert_ne!(again.id, guest.me.id);
    server.stop().await;
    Ok(())
}

/// The database is cleaned up after everybody who is forgotten, so an address may ask for it only so often. Who is refused stays as they were.
#[tokio::test]
async fn an_address_cannot_have_many_forgotten_at_once() -> Result<(), Failure> {
    let mut config = config("forget-limit");
    config.behind_proxy = true;
    config.limits = Limits { makings: Rate { burst: 2.0, ..five_and_no_more() }, ..Limits::none() };
    let server = Server::start(config).await?;
    let from = |address: &str| format!("X-Forwarded-For: {address}\r\n");
    let mut statuses = Vec::new();
    let mut last = nobody(server.address);
    for number in 0..3 {
        // Each guest comes from an address of its own, and all are forgotten from one.
        let made = bare(server.address, "POST", "/api/me", &from(&format!("198.51.100.{number}")), &json!({})).await?;
        last = with_cookie(&nobody(server.address), &made, body(&made, 200)?);
        let headers = format!("{}{}", last.credentials, from("203.0.113.7"));
        let answer = bare(server.address, "DELETE", "/api/me", &headers, &json!({})).await?;
        statuses.push((answer.status, answer.header("set-cookie").is_some()));
    }
    assert_eq!(statuses, [(200, true), (200, true), (429, false)]);
    assert_eq!(last.get::<Me>("/api/me").await?.id, last.me.id);
    // Another address is not held up by that.
    let headers = format!("{}{}", last.credentials, from("203.0.113.8"));
    assert_eq!(bare(server.address, "DELETE", "/api/me", &headers, &json!({})).await?.status, 200);
    assert_eq!(last.ask("GET", "/api/me", b"").await?.status, 401);
    server.stop().await;
    Ok(())
}
