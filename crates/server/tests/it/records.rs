//! Records: seeds that nobody chooses alone, replays, moves that are taken back, matches that go on.

use std::time::Duration;

use playmat_chance::commitment;
use playmat_server::client::{Caller, Client, Failure};
use playmat_server::{Config, Server};
use playmat_wire::messages::{ClientMessage, ServerMessage, TakeBack, UndoWord};
use playmat_wire::replays::{BugReport, Replay};
use playmat_wire::tables::{JoinRequest, Sitter, Table};
use playmat_wire::{SeatForm, Stored, from_binary, hex, to_binary, unhex};

use crate::common::*;

/// Both players' clients bring shares; the record has the promise that they were given, their shares, and a seed that follows. Nothing that
/// anybody was sent before the end holds the secret, the seed or the rival's share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seed_is_shared_and_stays_secret() -> Result<(), Failure> {
    let server = server("shares").await;
    for game in games() {
        let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
        let table: Table = ada.post("/api/tables", &request(game)).await?;
        let mut one = kept(&ada, &table.code).await?;
        let _: Table = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
        let mut two = kept(&bob, &table.code).await?;
        tokio::try_join!(arrive(&mut one), arrive(&mut two))?;
        let eve = Caller::guest(server.address, "Eve").await?;
        let mut watcher = kept(&eve, &table.code).await?;
        while watcher.mirror.viewer.is_none() {
            next(&mut watcher).await?;
        }
        let id = one.mirror.game_match.clone();
        for path in [
            format!("/api/matches/{id}/record"),
            format!("/api/matches/{id}/replay"),
            format!("/api/matches/{id}/record?form=json"),
        ] {
            assert_eq!(ada.ask("GET", &path, b"").await?.status, 409, "{path}");
        }
        let mut clients = [one, two];
        let mut seed = 5;
        // A few moves, then somebody gives up: what is asked about is the same.
        for _ in 0..30 {
            if !step(&mut clients, &mut seed).await? {
                break;
            }
        }
        let report = ada.ask("GET", &format!("/api/tables/{}/report", table.code), b"").await?;
        let told: BugReport = serde_json::from_slice(&report.body)?;
        assert!(told.record.is_none() || clients[0].mirror.state.over.is_some(), "{game}: no record while it runs");
        let before: Vec<String> =
            clients.iter().chain([&watcher]).flat_map(|client| client.frames.clone().unwrap_or_default()).collect();
        let running = clients[0].mirror.state.over.is_none();
        if running {
            clients[0].send(&ClientMessage::Concede { seat: None }).await?;
            while clients[0].mirror.state.over.is_none() {
                next(&mut clients[0]).await?;
            }
        }
        let bytes = ada.ask("GET", &format!("/api/matches/{id}/record"), b"").await?.body;
        let record = from_binary(&bytes)?;
        let shared = *record.setup.shared().expect("a shared seed");
        let (promised, shares): (Vec<_>, Vec<_>) =
            clients.iter().map(|client| client.promised.clone().expect("a promise")).unzip();
        assert!(promised.iter().all(|promised| *promised == hex(&commitment(&shared.secret))), "{game}: the promise is kept");
        assert_eq!(shares, playmat_kernel::Seat::BOTH.map(|seat| hex(&shared.shares[seat])), "{game}: both shares count");
        let secrets = [hex(&shared.secret), hex(&shared.derive("match")), hex(&shared.derive("decks"))];
        let report = running.then(|| String::from_utf8_lossy(&report.body).into_owned());
        for frame in before.iter().chain(&report) {
            assert!(secrets.iter().all(|secret| !frame.contains(secret)), "{game}: a secret was told: {frame}");
            assert!(shares.iter().all(|share| !frame.contains(share)), "{game}: a share was told: {frame}");
        }
        let replay: Replay = eve.get(&format!("/api/matches/{id}/replay")).await?;
        assert!(replay.verification.holds, "{:?}", replay.verification);
        assert_eq!(replay.steps.len(), record.entries.len() + 1);
        let again: Replay = serde_json::from_slice(&eve.ask("POST", "/api/replays", &bytes).await?.body)?;
        assert_eq!(again, Replay { game_match: None, ..replay });
        let readable = eve.ask("GET", &format!("/api/matches/{id}/record?form=json"), b"").await?.body;
        assert!(matches!(Stored::read(&readable)?, Stored::Readable(_)));
        let report = eve.ask("POST", "/api/replays/report?at=3", &readable).await?;
        let report: BugReport = serde_json::from_slice(&report.body)?;
        assert!(report.record.is_some() && report.position == 3 && report.rules == record.rules.to_string());
        // What was changed is found; what is no record is refused.
        let mut changed = record.clone();
        changed.setup.players = playmat_kernel::BySeat::new("Eve".into(), "Bob".into());
        let found: Replay = serde_json::from_slice(&eve.ask("POST", "/api/replays", &to_binary(&changed)).await?.body)?;
        assert!(!found.verification.holds);
        assert_eq!(eve.ask("POST", "/api/replays", b"nonsense").await?.status, 400);
    }
    server.stop().await;
    Ok(())
}

/// Who brings no share counts as the documented default, after a short while; a bot brings none at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_client_does_not_hold_up_a_match() -> Result<(), Failure> {
    let config = Config { shares: Duration::from_millis(300), ..config("silent") };
    let server = Server::start(config).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: Table = ada.post("/api/tables", &wish).await?;
    assert_eq!(table.game_match, None, "nothing is drawn before the shares are there");
    let mut client = ada.open(&table.code).await?;
    client.shares = false;
    client.send(&ClientMessage::Hello { version: 1, resume: None }).await?;
    // A share for another promise, and one that is none.
    client.send(&ClientMessage::Share { commitment: "00".into(), share: hex(&[1; 32]) }).await?;
    let mut refused = 0;
    let mut promise = String::new();
    while client.mirror.viewer.is_none() {
        match next(&mut client).await? {
            ServerMessage::Refused(refusal) => refused += u32::from(refusal.code == "bad-share"),
            ServerMessage::Commitment { commitment } => promise = commitment,
            _ => {}
        }
    }
    assert_eq!(refused, 1);
    // One that comes now is told so: the player can know that it does not count.
    client.send(&ClientMessage::Share { commitment: promise.clone(), share: hex(&[1; 32]) }).await?;
    while !matches!(next(&mut client).await?, ServerMessage::Refused(refusal) if refusal.code == "late-share") {}
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(&mut client).await?;
    }
    let record = from_binary(&ada.ask("GET", &format!("/api/matches/{}/record", client.mirror.game_match), b"").await?.body)?;
    let shared = record.setup.shared().expect("a shared seed");
    assert!(shared.shares.iter().all(|(_, share)| *share == playmat_chance::NO_SHARE));
    assert_eq!(unhex(&promise), Some(commitment(&shared.secret).to_vec()));
    server.stop().await;
    Ok(())
}

/// A page that loads slowly still brings its share; a match that nobody comes to begins in the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_late_to_a_table_still_brings_a_share() -> Result<(), Failure> {
    let server = Server::start(Config { shares: Duration::from_millis(400), ..config("late") }).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: Table = ada.post("/api/tables", &wish).await?;
    let deserted: Table = ada.post("/api/tables", &wish).await?;
    tokio::time::sleep(Duration::from_millis(800)).await;
    let mut client = ada.sit(&table.code, None).await?;
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(&mut client).await?;
    }
    let record = from_binary(&ada.ask("GET", &format!("/api/matches/{}/record", client.mirror.game_match), b"").await?.body)?;
    let shared = record.setup.shared().expect("a shared seed");
    assert_ne!(shared.shares[playmat_kernel::Seat::One], playmat_chance::NO_SHARE);
    loop {
        let table: Table = ada.get(&format!("/api/tables/{}", deserted.code)).await?;
        if table.game_match.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.stop().await;
    Ok(())
}

/// A server that stops between the promise and the match begins it with the same secret.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_keeps_the_promise() -> Result<(), Failure> {
    let config = Config { shares: Duration::from_secs(3600), ..config("promise") };
    let server = Server::start(config.clone()).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("food-chain");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: Table = ada.post("/api/tables", &wish).await?;
    let mut client = ada.open(&table.code).await?;
    client.shares = false;
    client.send(&ClientMessage::Hello { version: 1, resume: None }).await?;
    let promise = loop {
        if let ServerMessage::Commitment { commitment } = next(&mut client).await? {
            break commitment;
        }
    };
    server.stop().await;
    let server = Server::start(config).await?;
    let ada = Caller { server: server.address, ..ada };
    let mut client = ada.sit(&table.code, None).await?;
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }
    assert_eq!(client.promised.as_ref().map(|(promise, _)| promise), Some(&promise));
    server.stop().await;
    Ok(())
}

/// Against a bot a move is taken back at once, again and again; the record is valid, and a match goes on from any point of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_taken_back_and_matches_go_on() -> Result<(), Failure> {
    let server = server("undo").await;
    for game in games() {
        let ada = Caller::program(server.address, "Ada").await?;
        let mut wish = request(game);
        wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
        let table: Table = ada.post("/api/tables", &wish).await?;
        let mut client = ada.sit(&table.code, None).await?;
        let mut taken_back = 0;
        for round in 0..400u32 {
            while client.mirror.question.is_none() && client.mirror.state.over.is_none() {
                next(&mut client).await?;
            }
            if client.mirror.state.over.is_some() {
                break;
            }
            if round % 7 == 3
                && client
                    .mirror
                    .question
                    .as_ref()
                    .is_some_and(|question| question.occasion == playmat_wire::messages::QuestionOccasion::Move)
            {
                let scene = ada.ask("GET", &format!("/api/tables/{}/scenario", table.code), b"").await?;
                assert_eq!(scene.status, 200, "{game}: {}", String::from_utf8_lossy(&scene.body));
                assert!(String::from_utf8_lossy(&scene.body).starts_with("scenario \""));
            }
            if round % 5 == 4 && client.mirror.take_back == Some(TakeBack::Free) {
                client.send(&ClientMessage::Undo { say: UndoWord::Ask, seat: None }).await?;
                let before = client.mirror.question.as_ref().map(|question| question.decision);
                while client.mirror.question.as_ref().map(|question| question.decision) == before
                    || client.mirror.question.is_none()
                {
                    next(&mut client).await?;
                }
                taken_back += 1;
            }
            let options = client.mirror.question.as_ref().map_or(1, |question| question.options.len());
            let decision = client.mirror.question.as_ref().map(|question| question.decision);
            client.answer((round as usize * 7 % options) as u8).await?;
            while client.mirror.question.as_ref().map(|question| question.decision) == decision
                && client.mirror.state.over.is_none()
            {
                next(&mut client).await?;
            }
        }
        assert!(taken_back > 3, "{game}: {taken_back} moves were taken back");
        if client.mirror.state.over.is_none() {
            client.send(&ClientMessage::Concede { seat: None }).await?;
            while client.mirror.state.over.is_none() {
                next(&mut client).await?;
            }
        }
        let id = client.mirror.game_match.clone();
        let bytes = ada.ask("GET", &format!("/api/matches/{id}/record"), b"").await?.body;
        playmat_server::client::Referee::new()?.compare(&bytes, &client.mirror)?;
        let replay: Replay = ada.get(&format!("/api/matches/{id}/replay")).await?;
        assert!(replay.verification.holds, "{game}: {:?}", replay.verification);
        assert!(replay.steps.iter().any(|step| step.undone));
        let at = replay.steps.iter().rposition(|step| step.to_move && step.asked == Some(SeatForm::P1)).expect("a move");
        let scene = ada.ask("POST", &format!("/api/replays/scenario?at={at}"), &bytes).await?;
        assert_eq!(scene.status, 200, "{}", String::from_utf8_lossy(&scene.body));
        // Somebody else plays on from there, twice: a continuation can be continued.
        let bob = Caller::program(server.address, "Bob").await?;
        let mut prefix = bytes.clone();
        for _ in 0..2 {
            let answer = bob.ask("POST", &format!("/api/replays/play?at={at}&seat=p1&level=random"), &prefix).await?;
            let table: Table = serde_json::from_slice(&answer.body)?;
            let mut client = bob.sit(&table.code, None).await?;
            while client.mirror.question.is_none() && client.mirror.state.over.is_none() {
                next(&mut client).await?;
            }
            client.answer(0).await?;
            client.send(&ClientMessage::Concede { seat: None }).await?;
            while client.mirror.state.over.is_none() {
                next(&mut client).await?;
            }
            prefix = bob.ask("GET", &format!("/api/matches/{}/record", client.mirror.game_match), b"").await?.body;
            let record = from_binary(&prefix)?;
            assert_eq!(record.entries[..at], from_binary(&bytes)?.entries[..at], "it begins as the other did");
            let found: Replay = serde_json::from_slice(&bob.ask("POST", "/api/replays", &prefix).await?.body)?;
            assert!(found.verification.holds, "{game}: {:?}", found.verification);
            assert_eq!(found.players[0], "Bob");
        }
    }
    server.stop().await;
    Ok(())
}

/// Between people: at once where nobody has learned anything, else the rival is asked and may decline.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rival_is_asked() -> Result<(), Failure> {
    let server = server("consent").await;
    let mut seen = [0; 3];
    for mut seed in 1..6u64 {
        let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
        let table: Table = ada.post("/api/tables", &request("food-chain")).await?;
        let _: Table = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
        let mut clients = [ada.sit(&table.code, None).await?, bob.sit(&table.code, None).await?];
        // Both read, so that both bring their shares.
        let (one, two) = clients.split_at_mut(1);
        tokio::try_join!(arrive(&mut one[0]), arrive(&mut two[0]))?;
        for _ in 0..60 {
            if !step(&mut clients, &mut seed).await? {
                break;
            }
            let Some(at) = (0..2).find(|&at| clients[at].mirror.take_back.is_some()) else { continue };
            let free = clients[at].mirror.take_back == Some(TakeBack::Free);
            let views = clients.each_ref().map(|client| client.mirror.view.clone());
            clients[at].send(&ClientMessage::Undo { say: UndoWord::Ask, seat: None }).await?;
            if free {
                seen[0] += 1;
                settle(&mut clients).await?;
                continue;
            }
            while clients[1 - at].mirror.state.undo.is_none() {
                next(&mut clients[1 - at]).await?;
            }
            // Nobody but the rival can answer.
            clients[at].send(&ClientMessage::Undo { say: UndoWord::Accept, seat: None }).await?;
            let agrees = seen[1] <= seen[2];
            let say = if agrees { UndoWord::Accept } else { UndoWord::Decline };
            clients[1 - at].send(&ClientMessage::Undo { say, seat: None }).await?;
            settle(&mut clients).await?;
            assert!(clients.iter().all(|client| client.mirror.state.undo.is_none()));
            if agrees {
                seen[1] += 1;
            } else {
                assert_eq!(clients.each_ref().map(|client| client.mirror.view.clone()), views);
                seen[2] += 1;
            }
        }
        let id = clients[0].mirror.game_match.clone();
        if clients[0].mirror.state.over.is_none() {
            clients[0].send(&ClientMessage::Concede { seat: None }).await?;
            settle(&mut clients).await?;
        }
        let bytes = ada.ask("GET", &format!("/api/matches/{id}/record"), b"").await?.body;
        let referee = playmat_server::client::Referee::new()?;
        clients.iter().try_for_each(|client| referee.compare(&bytes, &client.mirror))?;
    }
    assert!(seen.iter().all(|&count| count > 2), "free, agreed, declined: {seen:?}");
    server.stop().await;
    Ok(())
}

/// A card file is changed under a server: old records are still played, from the cards that the log has kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_card_set_keeps_old_records() -> Result<(), Failure> {
    let then = config("sets");
    let server = Server::start(then.clone()).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: Table = ada.post("/api/tables", &wish).await?;
    let mut client = ada.sit(&table.code, None).await?;
    arrive(&mut client).await?;
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(&mut client).await?;
    }
    let id = client.mirror.game_match.clone();
    let bytes = ada.ask("GET", &format!("/api/matches/{id}/record"), b"").await?.body;
    server.stop().await;
    // The same cards but for one, which has another power.
    let folder = std::env::temp_dir().join(format!("playmat-changed-{}", std::process::id()));
    let cards = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards");
    for game in games() {
        std::fs::create_dir_all(folder.join(game))?;
        for file in playmat_catalog::card_files(&cards.join(game), "cards")? {
            let text = std::fs::read_to_string(&file)?.replace("unit Champion 5", "unit Champion 6");
            std::fs::write(folder.join(game).join(file.file_name().expect("a name")), text)?;
        }
    }
    let server = Server::start(Config { cards: Some(folder.clone()), ..then }).await?;
    let ada = Caller { server: server.address, ..ada };
    let replay: Replay = ada.get(&format!("/api/matches/{id}/replay")).await?;
    assert!(replay.verification.holds, "{:?}", replay.verification);
    server.stop().await;
    // A server that never had those cards says which it needs.
    let other = Server::start(Config { cards: Some(folder.clone()), ..config("other-sets") }).await?;
    let eve = Caller::program(other.address, "Eve").await?;
    let answer = eve.ask("POST", "/api/replays", &bytes).await?;
    let set = from_binary(&bytes)?.setup.made_with.cards.expect("a set").to_string();
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    assert!(answer.status == 409 && text.contains(&set) && text.contains("other-rules"), "{text}");
    other.stop().await;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

async fn kept(caller: &Caller, code: &str) -> Result<Client, Failure> {
    let mut client = caller.sit(code, None).await?;
    client.frames = Some(Vec::new());
    Ok(client)
}

/// Reads until a view is there.
async fn arrive(client: &mut Client) -> Result<(), Failure> {
    while client.mirror.viewer.is_none() {
        next(client).await?;
    }
    Ok(())
}

/// Reads whatever is under way at both clients.
async fn settle(clients: &mut [Client; 2]) -> Result<(), Failure> {
    // Once so that all they said was heard, and once more so that all heard what it led to.
    for id in [900, 901] {
        for client in clients.iter_mut() {
            client.send(&ClientMessage::Ping { id }).await?;
            while next(client).await? != (ServerMessage::Pong { id }) {}
        }
    }
    Ok(())
}
