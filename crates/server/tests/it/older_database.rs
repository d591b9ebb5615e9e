//! A server that is started on the database of an older release: people come back to what they had.

use std::path::Path;
use std::process::Command;

use playmat_server::Server;
use playmat_server::client::{Caller, Failure};
use playmat_store::MatchId;
use playmat_wire::messages::ServerMessage;
use playmat_wire::people::{MatchPage, MatchResult, Profile, RecoveryInfo, SavedDeck};
use playmat_wire::tables::{Stage, TableInfo};
use playmat_wire::{from_binary, to_binary};
use serde_json::{Value, json};

use crate::common::*;
use crate::people::*;

/// Makes the database of the fixture (`crates/store/tests/data`) as SQLite has it.
const MAKE: &str = "import sqlite3, sys\n\
    base = sqlite3.connect(sys.argv[1])\n\
    base.executescript(open(sys.argv[2]).read())\n\
    rows = open(sys.argv[3]).read().replace(\"@hex'\", \"X'\").replace('@text(', 'CAST(').replace(' @end', ' AS BLOB')\n\
    base.executescript('BEGIN; ' + rows + ' COMMIT;')";

/// A match that the rules have changed under is closed. Its players are told why and have its record, however often the server is started, and
/// it counts for nobody; whatever else runs goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_cannot_go_on_is_told_and_kept() -> Result<(), Failure> {
    let config = config("closed");
    let server = Server::start(config.clone()).await?;
    let (ada, bob) = (Caller::guest(server.address, "Ada").await?, Caller::guest(server.address, "Bob").await?);
    let (table, mut clients) = against(&ada, &bob).await?;
    let mut luck = 1;
    for _ in 0..4 {
        assert!(step(&mut clients, &mut luck).await?);
    }
    let (other, _) = against_a_bot(&ada).await?;
    let id = clients[0].mirror.game_match.clone();
    server.stop().await;
    let store = playmat_store::open(&config.database).await?;
    let number = MatchId::parse(&id).ok_or("a match")?;
    let stored = store.load(number).await?.ok_or("it is kept")?;
    let mut record = from_binary(&stored.opening)?;
    record.rules.0[0] ^= 1;
    record.setup.made_with.version = 99;
    store.change_opening(number, &to_binary(&record)).await?;
    store.close().await;
    for _ in 0..2 {
        let server = Server::start(config.clone()).await?;
        let [ada, bob] = [&ada, &bob].map(|caller| Caller { server: server.address, ..caller.clone() });
        let eve = Caller::guest(server.address, "Eve").await?;
        let mine: Vec<TableInfo> = ada.get("/api/me/tables").await?;
        let closed = mine.iter().find(|mine| mine.code == table.code).ok_or("it is listed")?;
        let why = closed.closed.clone().ok_or("a reason")?;
        assert!(why.contains("cannot go on: the rules of Skirmish here have changed"), "{why}");
        assert_eq!((closed.stage, closed.game_match.as_ref()), (Stage::Over, Some(&id)));
        assert!(mine.iter().any(|mine| mine.code == other.code && mine.stage == Stage::Playing && mine.closed.is_none()));
        let mut client = bob.sit(&table.code, None).await?;
        let ServerMessage::Bye { code, sentence, again } = next(&mut client).await? else { return Err("no farewell".into()) };
        assert_eq!((&*code, sentence, again), ("table-closed", why, false));
        let join = send(&eve, "POST", &format!("/api/tables/{}/join", table.code), &json!({})).await?;
        assert_eq!(problem(&join).await, (409, "over".into()));
        let path = format!("/api/matches/{id}/record");
        let kept = from_binary(&bob.ask("GET", &path, b"").await?.body)?;
        assert_eq!(kept.entries.len(), record.entries.len() + stored.entries.len());
        assert_eq!(kept.trail.steps.len(), kept.entries.len());
        assert_eq!((kept.rules, &kept.setup), (record.rules, &record.setup));
        assert_eq!(problem(&eve.ask("GET", &path, b"").await?).await, (404, "no-match".into()));
        let replay = bob.ask("GET", &format!("/api/matches/{id}/replay"), b"").await?;
        assert_eq!(problem(&replay).await, (409, "other-rules".into()));
        let page: MatchPage = bob.get("/api/me/matches").await?;
        let [only] = &page.matches[..] else { return Err("one match".into()) };
        assert_eq!((&*only.game_match, only.result, &*only.by), (&*id, MatchResult::Unfinished, "closed"));
        assert_eq!(bob.get::<Profile>("/api/me/profile").await?.games, []);
        server.stop().await;
    }
    // Who has read it gets up; when both have, the table is gone.
    let server = Server::start(config).await?;
    for caller in [&ada, &bob] {
        let caller = Caller { server: server.address, ..caller.clone() };
        let left = send(&caller, "POST", &format!("/api/tables/{}/leave", table.code), &json!({})).await?;
        assert_eq!(left.status, 200);
    }
    let gone = Caller { server: server.address, ..bob }.ask("GET", &format!("/api/tables/{}", table.code), b"").await?;
    assert_eq!(problem(&gone).await, (404, "no-table".into()));
    server.stop().await;
    Ok(())
}

/// A finished match is told as it was kept, whatever rules there are now: signed, with its last link.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_can_be_had_without_its_rules() -> Result<(), Failure> {
    let config = config("without-rules");
    let server = Server::start(config.clone()).await?;
    let ada = Caller::guest(server.address, "Ada").await?;
    let id = lose_to_a_bot(&ada).await?;
    let path = format!("/api/matches/{id}/record");
    let whole = from_binary(&ada.ask("GET", &path, b"").await?.body)?;
    server.stop().await;
    let store = playmat_store::open(&config.database).await?;
    let number = MatchId::parse(&id).ok_or("a match")?;
    let mut opening = from_binary(&store.opening(number).await?.ok_or("it is kept")?)?;
    opening.rules.0[0] ^= 1;
    store.change_opening(number, &to_binary(&opening)).await?;
    store.close().await;
    let server = Server::start(config).await?;
    let ada = Caller { server: server.address, ..ada };
    let kept = from_binary(&ada.ask("GET", &path, b"").await?.body)?;
    assert_eq!((kept.trail.last.len(), &kept.trail, &kept.entries), (32, &whole.trail, &whole.entries));
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_of_an_older_release_is_gone_on_with() -> Result<(), Failure> {
    let config = config("old");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data");
    let path = config.database.strip_prefix("sqlite:").ok_or("a path")?;
    let files = ["0.1.sqlite.sql", "0.1.rows.sql"].map(|name| data.join(name));
    assert!(Command::new("python3").args(["-c", MAKE, path]).args(files).status()?.success());
    let told: Value = serde_json::from_slice(&std::fs::read(data.join("0.1.json"))?)?;
    let server = Server::start(config).await?;
    // The account has everything, no code yet, and may make one.
    let (ada, _) = log_in(&nobody(server.address), "ada", told["password"].as_str().ok_or("a password")?, false).await?;
    assert_eq!(ada.me.id, told["ada"]["id"].as_str().ok_or("an id")?);
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?[0].name, "Wölfe");
    assert_eq!(ada.get::<Value>("/api/me/settings").await?, json!({"theme": "dark"}));
    let profile: Profile = ada.get("/api/me/profile").await?;
    assert!(profile.games.iter().any(|game| game.rating.is_some()));
    assert_eq!(matches(&ada).await?.len(), 4);
    assert_eq!(ada.get::<RecoveryInfo>("/api/me/recovery").await?.made, None);
    let renewed = send(&ada, "POST", "/api/me/recovery", &json!({"password": told["password"]})).await?;
    assert!(body::<RecoveryInfo>(&renewed, 200)?.recovery.is_some());
    // The names of accounts of old are protected like new ones.
    let alike = send(&nobody(server.address), "POST", "/api/me", &json!({"name": "B0b.B"})).await?;
    assert_eq!(problem(&alike).await, (409, "name-taken".into()));
    // Finished matches are their players' alone, and told whole, or refused because the rules have changed: never wrong.
    let eve = Caller::guest(server.address, "Eve").await?;
    for game in playmat_catalog::GAMES {
        let id = told["finished"][game].as_str().ok_or("a match")?;
        let replay = format!("/api/matches/{id}/replay");
        assert_eq!(problem(&eve.ask("GET", &replay, b"").await?).await, (404, "no-match".into()), "{game}");
        let answer = ada.ask("GET", &replay, b"").await?;
        match answer.status {
            200 => assert_eq!(body::<Value>(&answer, 200)?["match"], id, "{game}"),
            _ => assert_eq!(problem(&answer).await, (409, "other-rules".into()), "{game}"),
        }
    }
    // The table that waited waits.
    let waiting: TableInfo = ada.get(&format!("/api/tables/{}", told["waiting"].as_str().ok_or("a code")?)).await?;
    assert_eq!(waiting.seats[0].player.as_ref(), Some(&ada.me.id));
    server.stop().await;
    Ok(())
}
