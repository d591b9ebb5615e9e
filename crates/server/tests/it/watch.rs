//! Card files that change while the server runs.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use playmat_server::client::{Caller, Failure};
use playmat_server::{Config, Server};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::replays::Replay;
use playmat_wire::tables::{DeckRequest, GameInfo, JoinRequest, Sitter, TableInfo};

use crate::common::*;

#[tokio::test(flavor = "multi_thread")]
async fn new_matches_take_changed_cards_and_running_ones_keep_theirs() -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("playmat-watched-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/skirmish");
    fs::create_dir_all(folder.join("skirmish"))?;
    let mut champion = PathBuf::new();
    for file in playmat_catalog::card_files(&shipped, "cards")? {
        let copy = folder.join("skirmish").join(file.file_name().expect("a name"));
        fs::copy(&file, &copy)?;
        if fs::read_to_string(&copy)?.contains("unit Champion 5") {
            champion = copy;
        }
    }
    let text = fs::read_to_string(&champion)?;
    let config = Config { cards: Some(folder.clone()), watch: true, ..config("watched") };
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    // The folder is one of Skirmish: the other games have their shipped cards.
    for game in games() {
        let _: GameInfo = ada.get(&format!("/api/games/{game}")).await?;
    }
    let first: GameInfo = ada.get("/api/games/skirmish").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let mut client = ada.sit(&table.code, None).await?;
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }

    fs::write(&champion, text.replace("unit Champion 5", "unit Champion 6"))?;
    let second = renewed(&ada, &first.rules).await?;
    assert!(stats(&second).contains('6'), "{}", stats(&second));

    // A deck that was chosen with cards that are no more: the table ends with a word, and does not wait for ever.
    let mut wish = request("skirmish");
    wish.seats[0].deck = Some(DeckRequest::Named("wide-ranks".into()));
    let waiting: TableInfo = ada.post("/api/tables", &wish).await?;
    let mut host = ada.sit(&waiting.code, None).await?;
    let known = renewed_by(&ada, &second.rules, || fs::write(&champion, text.replace("Champion", "Champignon"))).await?;
    assert!(known.decks.iter().any(|deck| deck.id == "wide-ranks" && !deck.legal));
    let bob = Caller::program(server.address, "Bob").await?;
    let _joined: Result<TableInfo, Failure> =
        bob.post(&format!("/api/tables/{}/join", waiting.code), &JoinRequest { seat: None, deck: None, cards: None }).await;
    // Bob never comes: the match would begin without his share.
    clock.advance(5 * HOUR);
    let why = loop {
        if let ServerMessage::Bye { sentence, .. } = next(&mut host).await? {
            break sentence;
        }
    };
    assert!(why.contains("This deck cannot be played"), "{why}");
    let second =
        renewed_by(&ada, &known.rules, || fs::write(&champion, text.replace("unit Champion 5", "unit Champion 6"))).await?;

    // What is wrong is not taken, and what is put right is.
    let before = refused(&ada).await?;
    fs::write(&champion, text.replace("unit Champion 5", "unit Champion five"))?;
    eventually(async || Ok((refused(&ada).await? > before).then_some(()))).await?;
    let still: GameInfo = ada.get("/api/games/skirmish").await?;
    assert_eq!(still.rules, second.rules);
    fs::write(&champion, text.replace("unit Champion 5", "unit Champion 7"))?;
    let third = renewed(&ada, &second.rules).await?;
    assert!(stats(&third).contains('7'), "{}", stats(&third));

    // The match goes on with the cards it began with, and its record holds.
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(&mut client).await?;
    }
    let replay: Replay = ada.get(&format!("/api/matches/{}/replay", client.mirror.game_match)).await?;
    assert!(replay.verification.holds, "{:?}", replay.verification);
    server.stop().await;
    fs::remove_dir_all(&folder)?;
    Ok(())
}

async fn renewed_by(caller: &Caller, before: &str, change: impl FnOnce() -> std::io::Result<()>) -> Result<GameInfo, Failure> {
    change()?;
    renewed(caller, before).await
}

/// Waits until the cards are others than these.
async fn renewed(caller: &Caller, before: &str) -> Result<GameInfo, Failure> {
    for _ in 0..300 {
        let now: GameInfo = caller.get("/api/games/skirmish").await?;
        if now.rules != before {
            return Ok(now);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the cards never changed");
}

/// How often changed cards were not taken.
async fn refused(caller: &Caller) -> Result<u32, Failure> {
    let numbers = String::from_utf8(caller.ask("GET", "/metrics", b"").await?.body)?;
    let count = numbers.lines().find_map(|line| line.strip_prefix("playmat_cards_refused_total "));
    Ok(count.map_or(Ok(0), str::parse)?)
}

fn stats(info: &GameInfo) -> String {
    let champion = info.cards.iter().find(|card| card.info.name == "Champion").expect("a Champion");
    format!("{:?}", champion.info.stats)
}
