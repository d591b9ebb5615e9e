//! Records: seeds that nobody chooses alone, replays, moves that are taken back, matches that go on.

use playmat_chance::{NO_SHARE, ShareOutcome};
use playmat_kernel::Record;
use playmat_server::client::{Caller, Client, Failure, Promised};
use playmat_server::{Config, Server};
use playmat_wire::messages::{ClientMessage, ServerMessage, TakeBack, UndoWord};
use playmat_wire::replays::{BugReport, CheckResult, RecordKeys, Replay};
use playmat_wire::tables::{JoinRequest, Sitter, TableInfo, TableRequest};
use playmat_wire::{Opening, SeatForm, Stored, from_binary, hex, to_binary};

use crate::common::*;
use crate::people::against_a_bot;

/// Both players' clients bring shares; the record has the promise that they were given, their shares, and a seed that follows. Nothing that
/// anybody was sent before the end holds the secret, the seed or the rival's share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seed_is_shared_and_stays_secret() -> Result<(), Failure> {
    let server = server("shares").await;
    for game in games() {
        let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
        let wish = TableRequest { public: true, ..request(game) };
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        let mut one = kept(&ada, &table.code).await?;
        let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
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
            format!("/api/matches/{id}/forecast"),
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
        let promised: Vec<Promised> = clients.iter().map(|client| client.shares.of(&id).expect("a promise")).collect();
        assert!(
            promised.iter().all(|promised| promised.commitment == hex(&shared.commitment())),
            "{game}: the promise is kept"
        );
        let sealed = playmat_kernel::Seat::BOTH.map(|seat| shared.share_commitment(seat).map(|hash| hex(&hash)));
        assert!(promised.iter().all(|promised| promised.sealed.as_ref() == Some(&sealed)), "{game}: both knew all promises");
        let shares: Vec<String> = promised.iter().map(|promised| promised.shares[0].1.clone()).collect();
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
        changed.setup.made_with.version = 99;
        let found: Replay = serde_json::from_slice(&eve.ask("POST", "/api/replays", &to_binary(&changed)).await?.body)?;
        assert!(!found.verification.holds);
        assert_eq!(eve.ask("POST", "/api/replays", b"nonsense").await?.status, 400);
    }
    server.stop().await;
    Ok(())
}

/// Who brings no share counts as the documented default, after a short while; a bot's is promised like everybody's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_client_does_not_hold_up_a_match() -> Result<(), Failure> {
    let config = config("silent");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    assert_eq!(table.game_match, None, "nothing is drawn before the shares are there");
    let mut client = ada.open(&table.code).await?;
    client.brings = false;
    client.send(&ClientMessage::Hello { version: 1, resume: None, aims: false }).await?;
    // A promise for another match, and a share that was never promised.
    let (other, own) = ("00".repeat(8), hex(&[1; 32]));
    client.send(&ClientMessage::Commit { game_match: other, seat: SeatForm::P1, commitment: own.clone() }).await?;
    let mut refused = 0;
    let mut promise = None;
    while refused < 2 {
        match next(&mut client).await? {
            ServerMessage::Refused(refusal) => refused += u32::from(refusal.code == "bad-share"),
            ServerMessage::Commitment { game_match, commitment, .. } => {
                client
                    .send(&ClientMessage::Open { game_match: game_match.clone(), seat: SeatForm::P1, share: own.clone() })
                    .await?;
                promise = Some((game_match, commitment));
            }
            _ => {}
        }
    }
    assert!(client.mirror.viewer.is_none(), "it is waited for");
    clock.advance(HOUR);
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }
    let (game_match, promise) = promise.ok_or("a promise")?;
    assert_eq!(game_match, client.mirror.game_match);
    // One that comes now is told so: the player can know that it does not count.
    client.send(&ClientMessage::Commit { game_match, seat: SeatForm::P1, commitment: own }).await?;
    while !matches!(next(&mut client).await?, ServerMessage::Refused(refusal) if refusal.code == "late-share") {}
    let record = given_up(&ada, &mut client).await?;
    let shared = record.setup.shared().expect("a shared seed");
    let bound = shared.bound.expect("it is bound");
    let [one, two] = playmat_kernel::Seat::BOTH.map(|seat| (bound.brought[seat], shared.shares[seat] == NO_SHARE));
    assert_eq!((one, two), ((ShareOutcome::Nothing, true), (ShareOutcome::Opened, false)));
    assert_eq!(promise, hex(&shared.commitment()));
    server.stop().await;
    Ok(())
}

/// Nothing is opened before everything is promised, the bots' shares and the server's secret included, and nothing can be promised afterwards. Who
/// promises and does not open loses, whatever was drawn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_one_cannot_choose() -> Result<(), Failure> {
    let config = config("last");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let (mut one, mut two) = (ada.sit(&table.code, None).await?, bob.sit(&table.code, None).await?);
    (one.brings, two.brings) = (false, false);
    let (first, second) = (told(&mut one).await?, told(&mut two).await?);
    let ServerMessage::Commitment { game_match, commitment, players, .. } = &first else { panic!("{first:?}") };
    let ServerMessage::Commitment { commitment: same, players: alike, .. } = &second else { panic!("{second:?}") };
    assert_eq!((commitment, players), (same, alike), "both are promised the same");
    // Bob cannot wait for Ada's share: before he has promised his, she is not asked for hers.
    one.bring_shares(&first).await?;
    settle_one(&mut one).await?;
    assert!(one.shares.of(game_match).expect("a promise").sealed.is_none());
    // Nor can she be made to open hers before: nothing is opened that comes too early.
    let early = one.shares.of(game_match).expect("a promise").shares[0].1.clone();
    one.send(&ClientMessage::Open { game_match: game_match.clone(), seat: SeatForm::P1, share: early }).await?;
    assert_eq!(refusal(&mut one).await?, "bad-share");
    two.bring_shares(&second).await?;
    let (sealed, same) = (told(&mut one).await?, told(&mut two).await?);
    assert!(matches!(&sealed, ServerMessage::Sealed { shares: [Some(_), Some(_)], .. }) && sealed == same, "{sealed:?}");
    // Ada opens. Bob can neither promise another share now, nor open another one than he promised; in the end he opens none.
    one.bring_shares(&sealed).await?;
    let other = hex(&[3; 32]);
    two.send(&ClientMessage::Commit { game_match: game_match.clone(), seat: SeatForm::P2, commitment: other.clone() }).await?;
    assert_eq!(refusal(&mut two).await?, "late-share");
    two.send(&ClientMessage::Open { game_match: game_match.clone(), seat: SeatForm::P2, share: other.clone() }).await?;
    assert_eq!(refusal(&mut two).await?, "bad-share");
    two.send(&ClientMessage::Open { game_match: game_match.clone(), seat: SeatForm::P1, share: other }).await?;
    assert_eq!(refusal(&mut two).await?, "not-your-seat");
    clock.advance(HOUR);
    while one.mirror.state.over.is_none() {
        next(&mut one).await?;
    }
    assert_eq!(one.mirror.state.over.as_ref().and_then(|over| over.winner), Some(SeatForm::P1));
    let record = from_binary(&ada.ask("GET", &format!("/api/matches/{game_match}/record"), b"").await?.body)?;
    let shared = record.setup.shared().expect("a shared seed");
    let brought = shared.bound.expect("it is bound").brought;
    assert_eq!(brought, playmat_kernel::BySeat::new(ShareOutcome::Opened, ShareOutcome::Unopened));
    let replay: Replay = ada.get(&format!("/api/matches/{game_match}/replay")).await?;
    assert!(replay.verification.holds, "{:?}", replay.verification);
    server.stop().await;
    Ok(())
}

/// A client answers one promise for each match, and no other one for the same match, on whichever connection it comes; nor does it open
/// anything if its own promise was changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_never_answers_twice() -> Result<(), Failure> {
    let server = server("twice").await;
    let ada = Caller::program(server.address, "Ada").await?;
    let bob = Caller::program(server.address, "Bob").await?;
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let mut client = ada.sit(&table.code, None).await?;
    client.brings = false;
    let promise = told(&mut client).await?;
    let ServerMessage::Commitment { game_match, seats, players, salt, commitment } = promise.clone() else { panic!() };
    let (shares, me) = (&ada.shares, &ada.me.id);
    let first = shares.answer(me, &promise)?;
    assert_eq!(shares.answer(me, &promise)?, first, "the same promise gets the same answer");
    let another = ServerMessage::Commitment {
        game_match: game_match.clone(),
        seats: seats.clone(),
        players: players.clone(),
        salt: salt.clone(),
        commitment: hex(&[9; 32]),
    };
    assert!(shares.answer(me, &another).unwrap_err().contains("a second time"));
    let [one, two] = players.clone();
    let swapped = ServerMessage::Commitment {
        game_match: game_match.clone(),
        seats,
        players: [two, one],
        salt,
        commitment: commitment.clone(),
    };
    assert!(shares.answer(me, &swapped).unwrap_err().contains("a second time"));
    let fresh = playmat_server::client::fresh_shares();
    assert!(fresh.answer(me, &swapped).unwrap_err().contains("for somebody else"));
    let ClientMessage::Commit { commitment: own, .. } = &first[0] else { panic!() };
    let sealed = |own: &str, commitment: &str| ServerMessage::Sealed {
        game_match: game_match.clone(),
        commitment: commitment.to_owned(),
        shares: [Some(own.to_owned()), None],
    };
    assert!(shares.answer(me, &sealed(own, &hex(&[9; 32]))).is_err());
    assert!(shares.answer(me, &sealed(&hex(&[9; 32]), &commitment)).is_err());
    assert_eq!(shares.answer(me, &sealed(own, &commitment))?.len(), 1);
    let changed = ServerMessage::Sealed {
        game_match: game_match.clone(),
        commitment: commitment.clone(),
        shares: [Some(own.clone()), Some(hex(&[8; 32]))],
    };
    assert!(shares.answer(me, &changed).unwrap_err().contains("in two ways"));
    server.stop().await;
    Ok(())
}

/// The server signs what a match came to; its keys are published, old ones too when there is a new one, and a record that was made up is told
/// from a true one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_matches_are_signed() -> Result<(), Failure> {
    let config = config("signed");
    let server = Server::start(config.clone()).await?;
    let (_, [ada, _], mut clients) = two(server.address, "skirmish").await?;
    let record = given_up(&ada, &mut clients[0]).await?;
    let keys: RecordKeys = ada.get("/api/keys").await?;
    let seal = record.trail.seal.expect("a signature");
    assert_eq!((keys.keys.len(), keys.keys[0].current, &keys.keys[0].id), (1, true, &hex(&seal.key)));
    let signed = |replay: &Replay| {
        let check = replay.verification.checks.iter().find(|check| check.what == "signature");
        check.map(|check| check.result)
    };
    let id = clients[0].mirror.game_match.clone();
    let replay: Replay = ada.get(&format!("/api/matches/{id}/replay")).await?;
    assert_eq!((replay.verification.holds, signed(&replay)), (true, Some(CheckResult::Passed)));
    server.stop().await;
    // After a restart with a new key the old record is as it was, and a new one names the new key.
    let server = Server::start(Config { new_record_key: true, ..config.clone() }).await?;
    let ada = Caller { server: server.address, ..ada };
    let bytes = ada.ask("GET", &format!("/api/matches/{id}/record"), b"").await?.body;
    assert_eq!(from_binary(&bytes)?, record);
    let after: RecordKeys = ada.get("/api/keys").await?;
    assert_eq!(after.keys.iter().map(|key| key.current).collect::<Vec<_>>(), [true, false]);
    assert_eq!(after.keys[1].public, keys.keys[0].public);
    let replay: Replay = ada.get(&format!("/api/matches/{id}/replay")).await?;
    assert_eq!((replay.verification.holds, signed(&replay)), (true, Some(CheckResult::Passed)));
    let (_, [eve, _], mut clients) = two(server.address, "skirmish").await?;
    let newer = given_up(&eve, &mut clients[0]).await?;
    assert_eq!(newer.trail.seal.map(|seal| hex(&seal.key)), Some(after.keys[0].id.clone()));
    // Made up from true parts: its signature is of another match.
    let mut forged = newer.clone();
    forged.trail.seal = record.trail.seal;
    let found: Replay = serde_json::from_slice(&eve.ask("POST", "/api/replays", &to_binary(&forged)).await?.body)?;
    assert_eq!((found.verification.holds, signed(&found)), (false, Some(CheckResult::Failed)));
    forged.trail.seal = None;
    let found: Replay = serde_json::from_slice(&eve.ask("POST", "/api/replays", &to_binary(&forged)).await?.body)?;
    assert_eq!((found.verification.holds, signed(&found)), (false, Some(CheckResult::Missing)));
    server.stop().await;
    // The next start keeps the key.
    let server = Server::start(config).await?;
    let kept: RecordKeys = Caller { server: server.address, ..eve }.get("/api/keys").await?;
    assert_eq!(kept, after);
    server.stop().await;
    Ok(())
}

/// Moves are not taken back for ever: every one of them stays in the record.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_does_not_go_to_and_fro_without_end() -> Result<(), Failure> {
    const MOST: usize = 24;
    let server = Server::start(Config { most_entries: MOST, ..config("to-and-fro") }).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let (_, mut client) = against_a_bot(&ada).await?;
    let mut moved = false;
    // A bot agrees to everything: after a move there is always one that can be taken back.
    while !moved || client.mirror.take_back.is_some() {
        match moved {
            true => client.send(&ClientMessage::Undo { say: UndoWord::Ask, seat: None }).await?,
            false => client.answer(0).await?,
        }
        moved = !moved;
        settle_one(&mut client).await?;
        while client.mirror.question.is_none() {
            next(&mut client).await?;
        }
    }
    client.send(&ClientMessage::Undo { say: UndoWord::Ask, seat: None }).await?;
    assert_eq!(refusal(&mut client).await?, "nothing-to-take-back");
    let record = given_up(&ada, &mut client).await?;
    assert!((MOST..2 * MOST).contains(&record.entries.len()), "{}", record.entries.len());
    server.stop().await;
    Ok(())
}

/// A page that loads slowly still brings its share; a match that nobody comes to begins in the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_late_to_a_table_still_brings_a_share() -> Result<(), Failure> {
    let config = config("late");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let deserted: TableInfo = ada.post("/api/tables", &wish).await?;
    // Somebody whose page still loads is waited for five times as long.
    clock.advance(2 * HOUR);
    let mut client = ada.sit(&table.code, None).await?;
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }
    let record = given_up(&ada, &mut client).await?;
    let shared = record.setup.shared().expect("a shared seed");
    assert_ne!(shared.shares[playmat_kernel::Seat::One], NO_SHARE);
    let begun = async || {
        let table: TableInfo = ada.get(&format!("/api/tables/{}", deserted.code)).await?;
        Ok(table.game_match)
    };
    assert_eq!(begun().await?, None);
    clock.advance(3 * HOUR);
    eventually(begun).await?;
    server.stop().await;
    Ok(())
}

/// A server that stops between the promise and the match, before or after all is promised, begins it with the same secret and the same shares.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_keeps_the_promise() -> Result<(), Failure> {
    for promised in [false, true] {
        let config = config("promise");
        let server = Server::start(config.clone()).await?;
        let ada = Caller::program(server.address, "Ada").await?;
        let mut wish = request("food-chain");
        wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        let mut client = ada.sit(&table.code, None).await?;
        client.brings = false;
        let promise = told(&mut client).await?;
        let ServerMessage::Commitment { game_match, commitment, .. } = &promise else { panic!("{promise:?}") };
        if promised {
            client.bring_shares(&promise).await?;
            told(&mut client).await?;
        }
        server.stop().await;
        let server = Server::start(config).await?;
        let ada = Caller { server: server.address, ..ada };
        let mut client = ada.sit(&table.code, None).await?;
        while client.mirror.viewer.is_none() {
            next(&mut client).await?;
        }
        assert_eq!(&client.mirror.game_match, game_match);
        let record = given_up(&ada, &mut client).await?;
        let shared = record.setup.shared().expect("a shared seed");
        let own = ada.shares.of(game_match).expect("a promise");
        assert_eq!((&hex(&shared.commitment()), &own.commitment), (commitment, commitment));
        assert_eq!(hex(&shared.shares[playmat_kernel::Seat::One]), own.shares[0].1);
        server.stop().await;
    }
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
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
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
            // A bot agrees to everything: whoever has made a move may take it back.
            let free = |client: &Client| client.mirror.take_back == Some(TakeBack::Free);
            assert_eq!(free(&client), round > 0, "{game}, question {round}");
            // One move, and in every second round the one before it too, if there is one.
            for _ in 0..[0, 1, 0, 0, 0, 0, 2, 0, 0, 0][round as usize % 10] {
                if !free(&client) {
                    break;
                }
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
        // Nobody wins a match with a single answer.
        assert!(taken_back > 0, "{game}: no move was taken back");
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
            let table: TableInfo = serde_json::from_slice(&answer.body)?;
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
    // As many matches as it takes until each of the three has happened a few times.
    for mut seed in 1..100u64 {
        if seen.iter().all(|&count| count > 2) {
            break;
        }
        let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
        let table: TableInfo = ada.post("/api/tables", &request("food-chain")).await?;
        let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
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
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
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

/// The next message about a seed.
async fn told(client: &mut Client) -> Result<ServerMessage, Failure> {
    loop {
        let message = next(client).await?;
        if matches!(message, ServerMessage::Commitment { .. } | ServerMessage::Sealed { .. }) {
            return Ok(message);
        }
    }
}

/// The code of the next refusal.
async fn refusal(client: &mut Client) -> Result<String, Failure> {
    loop {
        if let ServerMessage::Refused(refusal) = next(client).await? {
            return Ok(refusal.code.into_owned());
        }
    }
}

/// Gives a match up; its record.
async fn given_up(caller: &Caller, client: &mut Client) -> Result<Record<Opening>, Failure> {
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(client).await?;
    }
    let path = format!("/api/matches/{}/record", client.mirror.game_match);
    Ok(from_binary(&caller.ask("GET", &path, b"").await?.body)?)
}

/// Reads whatever is under way at one client.
async fn settle_one(client: &mut Client) -> Result<(), Failure> {
    client.send(&ClientMessage::Ping { id: 902 }).await?;
    while next(client).await? != (ServerMessage::Pong { id: 902 }) {}
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
