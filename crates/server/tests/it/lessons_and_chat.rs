//! Decks that are checked, lessons, chat, and an end that spectators hear of late everywhere.

use playmat_server::client::{Caller, Client, Failure, request_once};
use playmat_wire::messages::{ChatLine, ClientMessage, LessonStands, PROTOCOL_VERSION, Phrase, ServerMessage};
use playmat_wire::tables::{
    DeckCheck, DeckCheckRequest, DeckRequest, GameInfo, JoinRequest, LessonInfo, Spectators, Stage, TableInfo,
};

use crate::common::{HOUR, both, config, games, heard_so_far, met, next, request, server, two};

type Done = Result<(), Failure>;

fn check(deck: DeckRequest) -> DeckCheckRequest {
    DeckCheckRequest { edition: None, rulings: Default::default(), deck }
}

#[tokio::test]
async fn decks_are_judged_with_all_reasons_and_played_as_text() -> Done {
    let server = server("decks").await;
    let ada = Caller::guest(server.address, "Ada").await?;
    for game in games() {
        let path = format!("/api/games/{game}/deck");
        let info: GameInfo = ada.get(&format!("/api/games/{game}")).await?;
        for ready in &info.decks {
            let judged: DeckCheck = ada.post(&path, &check(DeckRequest::Named(ready.id.clone()))).await?;
            assert!(judged.legal && judged.faults.is_empty() && judged.cards == ready.cards, "{game}/{}", ready.id);
            let again: DeckCheck = ada.post(&path, &check(DeckRequest::Text { text: judged.text.clone() })).await?;
            assert!(again.legal && again.text == judged.text, "{game}/{}: its own text is another deck", ready.id);
        }
        let random: DeckCheck = ada.post(&path, &check(DeckRequest::Named("random".into()))).await?;
        let other: DeckCheck = ada.post(&path, &check(DeckRequest::Named("random".into()))).await?;
        assert!(random.legal && other.legal && random.cards != other.cards);
        // A text is a deck wherever one is wanted.
        let mut wish = request(game);
        wish.seats[0].deck = Some(DeckRequest::Text { text: random.text });
        let _: TableInfo = ada.post("/api/tables", &wish).await?;
        wish.seats[0].deck = Some(DeckRequest::Text { text: "deck One\nNothing\n".into() });
        assert!(ada.post::<TableInfo>("/api/tables", &wish).await.is_err());
    }
    let path = "/api/games/food-chain/deck";
    let judged: DeckCheck =
        ada.post(path, &check(DeckRequest::Text { text: "deck A\nWahooo\nKingfish\nKingfish\n".into() })).await?;
    let codes: Vec<(Option<u32>, &str)> = judged.faults.iter().map(|fault| (fault.line, &*fault.code)).collect();
    assert_eq!((judged.legal, codes[0]), (false, (Some(2), "unknown-card")));
    assert!(codes.contains(&(None, "deck-size")) && codes.len() >= 3, "{codes:?}");
    let torn: DeckCheck = ada.post(path, &check(DeckRequest::Text { text: "Wahoo\ndeck A\n0 Orca\n".into() })).await?;
    let lines: Vec<Option<u32>> = torn.faults.iter().map(|fault| fault.line).collect();
    assert_eq!((lines, torn.cards.len()), (vec![Some(1), Some(3)], 0));
    for flood in ["deck A\n".to_owned() + &"99 Wahoo\n".repeat(1200), "deck A\n".to_owned() + &"99 Wahoo\n".repeat(8)] {
        let answer = ada.ask("POST", path, &serde_json::to_vec(&check(DeckRequest::Text { text: flood }))?).await?;
        let refused =
            answer.status == 400 || serde_json::from_slice::<DeckCheck>(&answer.body).is_ok_and(|judged| !judged.legal);
        assert!(refused, "{}", answer.status);
    }
    assert_eq!(ada.ask("POST", "/api/games/chess/deck", b"{\"deck\":\"random\"}").await?.status, 404);
    assert_eq!(ada.ask("POST", path, b"{\"deck\":\"random:Dragons\"}").await?.status, 400);
    server.stop().await;
    Ok(())
}

async fn learn(ada: &Caller, game: &str, lesson: &str) -> Result<Client, Failure> {
    let mut client = ada.open_at(&format!("/api/games/{game}/lessons/{lesson}/socket")).await?;
    client.send(&ClientMessage::Hello { version: PROTOCOL_VERSION, resume: None, aims: false }).await?;
    Ok(client)
}

async fn stands(client: &mut Client) -> Result<LessonStands, Failure> {
    loop {
        if let ServerMessage::Lesson { stands } = next(client).await? {
            // The question comes right after it.
            next(client).await?;
            return Ok(stands);
        }
    }
}

async fn choose(client: &mut Client, words: &str) -> Result<LessonStands, Failure> {
    let question = client.mirror.question.clone().ok_or("nothing is asked")?;
    let place = question.options.iter().position(|option| option.words == words);
    client.answer(place.ok_or_else(|| format!("{words} is not among {:?}", question.options))? as u8).await?;
    stands(client).await
}

#[tokio::test]
async fn a_lesson_is_played_wrong_again_and_right() -> Done {
    let server = server("lessons").await;
    let ada = Caller::guest(server.address, "Ada").await?;
    for game in playmat_catalog::GAMES {
        let lessons: Vec<LessonInfo> = ada.get(&format!("/api/games/{game}/lessons")).await?;
        assert!(lessons.len() >= 3 && lessons.iter().all(|lesson| !lesson.task.is_empty()));
        for lesson in lessons {
            let mut client = learn(&ada, game, &lesson.id).await?;
            assert_eq!(stands(&mut client).await?, LessonStands::Open, "{game}/{}", lesson.id);
            assert!(client.mirror.question.is_some(), "{game}/{}", lesson.id);
        }
    }
    let mut client = learn(&ada, "food-chain", "1-prey").await?;
    assert_eq!(stands(&mut client).await?, LessonStands::Open);
    assert_eq!(choose(&mut client, "play Silver King").await?, LessonStands::Wrong);
    client.send(&ClientMessage::Concede { seat: None }).await?;
    assert!(matches!(next(&mut client).await?, ServerMessage::Refused(_)));
    client.send(&ClientMessage::Rematch { want: true }).await?;
    assert_eq!(stands(&mut client).await?, LessonStands::Open);
    assert_eq!(choose(&mut client, "play Kingfish").await?, LessonStands::Done);
    assert!(client.mirror.question.is_none());
    // It was no table and no match: nothing of it is listed or kept.
    let mine: Vec<TableInfo> = ada.get("/api/me/tables").await?;
    assert!(mine.is_empty());
    assert!(learn(&ada, "food-chain", "nothing").await.is_err());
    let nobody = request_once(server.address, "GET", "/api/games/food-chain/lessons/1-prey/socket", "", b"").await?;
    assert_ne!(nobody.status, 101);
    server.stop().await;
    Ok(())
}

async fn said(client: &mut Client) -> Result<Vec<ChatLine>, Failure> {
    loop {
        if let ServerMessage::Said { lines } = next(client).await? {
            return Ok(lines);
        }
    }
}

async fn refused(client: &mut Client) -> Result<String, Failure> {
    loop {
        if let ServerMessage::Refused(refusal) = next(client).await? {
            return Ok(refusal.code.into_owned());
        }
    }
}

fn say(text: &str) -> ClientMessage {
    ClientMessage::Say { phrase: None, text: Some(text.into()) }
}

#[tokio::test]
async fn players_hear_each_other_and_spectators_hear_both_late() -> Done {
    let config = config("chat");
    let database = config.database.trim_start_matches("sqlite:").to_owned();
    let clock = config.clock.clone();
    let server = playmat_server::Server::start(config).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let mut wish = request("skirmish");
    wish.spectators = Some(Spectators { delay: 3600 });
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let mut players = both(&ada, &bob, &table.code).await?;
    let (eve, fay) = (Caller::guest(server.address, "Eve").await?, Caller::guest(server.address, "Fay").await?);
    let mut watchers = [met(&eve, &table.code).await?, met(&fay, &table.code).await?];

    players[0].send(&say("  that\u{7}\u{202e} Orca,\n  a flamingosurprise ")).await?;
    for player in &mut players {
        let lines = said(player).await?;
        assert_eq!((lines[0].text.as_deref(), lines[0].name.as_str()), (Some("that Orca, a flamingosurprise"), "Ada"));
        assert!(lines[0].seat.is_some());
    }
    players[1].send(&ClientMessage::Say { phrase: Some(Phrase::GoodLuck), text: None }).await?;
    assert_eq!(said(&mut players[0]).await?[0].phrase, Some(Phrase::GoodLuck));
    // Spectators talk among themselves, at once; players hear nothing of it.
    watchers[0].send(&say("he has two of them")).await?;
    let lines = said(&mut watchers[1]).await?;
    assert_eq!((lines[0].seat, lines[0].text.as_deref()), (None, Some("he has two of them")));
    clock.advance(HOUR / 2);
    assert_eq!(heard_so_far(&mut watchers[1]).await?, []);
    clock.advance(HOUR / 2);
    assert_eq!(said(&mut watchers[1]).await?[0].name, "Ada");
    // Whoever comes again hears the same once more, and a player nothing of the spectators.
    let mut back = ada.sit(&table.code, None).await?;
    let lines = said(&mut back).await?;
    assert_eq!(lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(), ["Ada", "Bob"]);

    // Limits.
    for wrong in [say(""), say("\u{200b}\u{7}"), say(&"x".repeat(201)), ClientMessage::Say { phrase: None, text: None }] {
        players[0].send(&wrong).await?;
        assert_eq!(refused(&mut players[0]).await?, "bad-text");
    }
    // However long it takes: five at once are free, and one more every two seconds.
    let told = loop {
        players[0].send(&say("flamingosurprise")).await?;
        match heard_so_far(&mut players[0]).await?.pop() {
            Some(ServerMessage::Refused(refusal)) => break refusal.code,
            Some(ServerMessage::Said { .. }) => {}
            other => return Err(format!("{other:?}").into()),
        }
    };
    assert_eq!(told, "too-many");

    // The record and the database know nothing of it.
    players[0].send(&ClientMessage::Concede { seat: None }).await?;
    while players[0].mirror.state.over.is_none() {
        next(&mut players[0]).await?;
    }
    let record = ada.ask("GET", &format!("/api/matches/{}/record", players[0].mirror.game_match), b"").await?;
    let holds = |bytes: &[u8]| bytes.windows(16).any(|window| window == b"flamingosurprise");
    assert!(record.status == 200 && !holds(&record.body));
    server.stop().await;
    for ending in ["", "-wal"] {
        assert!(!holds(&std::fs::read(format!("{database}{ending}")).unwrap_or_default()), "{database}{ending}");
    }
    Ok(())
}

#[tokio::test]
async fn the_end_is_late_over_http_too() -> Done {
    let config = config("late-http");
    let clock = config.clock.clone();
    let server = playmat_server::Server::start(config).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let mut wish = request("skirmish");
    (wish.public, wish.spectators) = (true, Some(Spectators { delay: 3600 }));
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let [mut client, _other] = both(&ada, &bob, &table.code).await?;
    let eve = Caller::guest(server.address, "Eve").await?;
    let path = format!("/api/tables/{}", table.code);
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(&mut client).await?;
    }
    let own: TableInfo = ada.get(&path).await?;
    let seen: TableInfo = eve.get(&path).await?;
    let listed: Vec<TableInfo> = eve.get("/api/tables").await?;
    let mut late = met(&eve, &table.code).await?;
    let welcomed = late.mirror.table.as_ref().map(|table| table.stage);
    assert_eq!((own.stage, seen.stage, listed.len(), welcomed), (Stage::Over, Stage::Playing, 1, Some(Stage::Playing)));
    clock.advance(HOUR);
    while late.mirror.state.over.is_none() {
        next(&mut late).await?;
    }
    let seen: TableInfo = eve.get(&path).await?;
    let listed: Vec<TableInfo> = eve.get("/api/tables").await?;
    assert_eq!((seen.stage, listed.len()), (Stage::Over, 0));
    server.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_hot_seat_has_no_chat() -> Done {
    let server = server("no-chat").await;
    let (_, _, mut clients) = two(server.address, "skirmish").await?;
    clients[0].send(&ClientMessage::Say { phrase: Some(Phrase::Hello), text: Some("hello".into()) }).await?;
    assert_eq!(refused(&mut clients[0]).await?, "bad-text");
    let ada = Caller::guest(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [crate::common::seat(playmat_wire::tables::Sitter::Me), crate::common::seat(playmat_wire::tables::Sitter::Me)];
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let mut client = ada.sit(&table.code, None).await?;
    client.send(&say("hello")).await?;
    assert_eq!(refused(&mut client).await?, "no-chat");
    server.stop().await;
    Ok(())
}
