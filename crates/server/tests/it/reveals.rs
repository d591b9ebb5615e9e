//! Revealed cards (FC A11): the match stands still until whoever they are shown to has closed them, or their time is over. No test waits for a
//! time: a reveal lasts for a day where it has to be closed, and for a moment where it is over by itself.

use std::time::Duration;

use playmat_server::client::{Caller, Client, Failure};
use playmat_server::{Config, Server};
use playmat_wire::SeatForm;
use playmat_wire::messages::{ClientMessage, DrawWord, Ending, Numbered, Refusal, ServerMessage, UndoWord, Viewer};
use playmat_wire::replays::Replay;
use playmat_wire::tables::{Clock, DeckRequest, JoinRequest, Pace, Sitter, TableInfo, TableRequest};

use crate::common::*;

type Tested = Result<(), Failure>;

const DAY: Duration = Duration::from_secs(86_400);
const MOMENT: Duration = Duration::from_millis(30);

/// What follows the reveal: the own move goes on, or the rival is asked.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    OwnMove,
    RivalsTurn,
}

/// A server whose reveals last this long, with a deck of its own.
async fn serve(name: &str, reveal: Duration, then: Then) -> Result<Server, Failure> {
    Ok(Server::start(setup(name, reveal, then)).await?)
}

/// Beside the shipped cards there are as many spells that reveal a hand as a deck can hold, so that everybody has one from the beginning.
fn setup(name: &str, reveal: Duration, then: Then) -> Config {
    let config = config(name);
    let folder = database(name).with_file_name("cards");
    let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards");
    for game in games() {
        std::fs::create_dir_all(folder.join(game)).expect("a folder");
        for file in playmat_catalog::card_files(&shipped.join(game), "cards").expect("the shipped cards") {
            std::fs::copy(&file, folder.join(game).join(file.file_name().expect("a name"))).expect("it is copied");
        }
    }
    let text = if then == Then::OwnMove { "" } else { ", then end the turn" };
    let mut cards = "category Bird\n\nprey Onlooker 1/1 (1)\n".to_owned();
    for spell in spells() {
        cards.push_str(&format!("\nfree spell {spell}\n  the rival reveals their hand{text}.\n"));
    }
    std::fs::write(folder.join("food-chain/looks.cards"), cards).expect("it is written");
    Config { reveal, cards: Some(folder), ..config }
}

fn spells() -> impl Iterator<Item = String> {
    ('A'..='S').map(|letter| format!("Look {letter}"))
}

/// A table of Food Chain where everybody reveals hands.
fn wish() -> TableRequest {
    let mut wish = request("food-chain");
    wish.seats.iter_mut().for_each(|seat| seat.deck = Some(looks()));
    wish
}

fn looks() -> DeckRequest {
    DeckRequest::List { cards: spells().chain(["Onlooker".to_owned()]).collect() }
}

fn fish() -> Option<DeckRequest> {
    Some(DeckRequest::Named("fish-1".into()))
}

/// Answers until somebody of these may play a spell that reveals a hand, and plays it. Says who, once all have heard of it.
async fn play_spell(clients: &mut [&mut Client]) -> Result<usize, Failure> {
    for _ in 0..400 {
        let at = loop {
            if let Some(at) = clients.iter().position(|client| client.mirror.question.is_some()) {
                break at;
            }
            // Whoever is behind hears of it next.
            let behind = (0..clients.len()).min_by_key(|&at| clients[at].mirror.number).ok_or("somebody plays")?;
            listen(clients[behind]).await?;
        };
        let question = clients[at].mirror.question.clone().ok_or("asked")?;
        let verb = |verb: &str| question.options.iter().position(|option| option.verb == verb);
        let is_spell = |card: &Option<String>| card.as_ref().is_some_and(|card| card.starts_with("Look "));
        let spell = question.options.iter().position(|option| option.verb == "play" && is_spell(&option.card));
        let pick = spell.or(verb("end")).or(verb("pass")).unwrap_or(0);
        clients[at].answer(pick as u8).await?;
        while clients[at].mirror.question.as_ref().is_some_and(|now| now.decision == question.decision) {
            listen(clients[at]).await?;
        }
        if spell.is_some() {
            let number = clients[at].mirror.number;
            for client in clients.iter_mut() {
                while client.mirror.number < number {
                    listen(client).await?;
                }
            }
            return Ok(at);
        }
        let (number, asked) = (clients[at].mirror.number, clients[at].mirror.state.asked);
        for client in clients.iter_mut().filter(|client| client.mirror.viewer.is_some()) {
            until(client, number, asked).await?;
        }
    }
    Err("no spell was ever drawn".into())
}

/// The next message; a hot-seat is passed on by itself.
async fn listen(client: &mut Client) -> Result<ServerMessage, Failure> {
    let message = next(client).await?;
    if let ServerMessage::Handover { to } = message {
        client.send(&ClientMessage::Ready { seat: to }).await?;
    }
    Ok(message)
}

/// The event that shows cards.
fn shown(client: &Client) -> Result<Numbered, Failure> {
    let event = client.mirror.events.iter().rev().find(|event| event.event.shown_to.is_some());
    event.cloned().ok_or_else(|| "nothing was shown".into())
}

async fn refusal(client: &mut Client) -> Result<Refusal, Failure> {
    loop {
        if let ServerMessage::Refused(refusal) = next(client).await? {
            return Ok(refusal);
        }
    }
}

/// Sends something and wants it to be refused so.
async fn is_refused(client: &mut Client, message: ClientMessage, code: &str) -> Tested {
    client.send(&message).await?;
    let refusal = refusal(client).await?;
    assert_eq!(refusal.code, code, "{message:?}: {}", refusal.sentence);
    Ok(())
}

/// Two people at a table, both connected.
async fn people(server: &Server, wish: &TableRequest) -> Result<(TableInfo, [Caller; 2], [Client; 2]), Failure> {
    let (ada, bob) = (Caller::guest(server.address, "Ada").await?, Caller::guest(server.address, "Bob").await?);
    let table: TableInfo = ada.post("/api/tables", wish).await?;
    let deck = wish.seats[1].deck.clone();
    let _: TableInfo =
        bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest { deck, ..JoinRequest::default() }).await?;
    let (one, two) = tokio::try_join!(met(&ada, &table.code), met(&bob, &table.code))?;
    Ok((table, [ada, bob], [one, two]))
}

fn seat_of(client: &Client) -> SeatForm {
    client.mirror.seats[0]
}

/// The whole story between two people: nobody can do anything but concede, no clock runs, and the viewer alone closes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_answers_before_it_is_closed() -> Tested {
    let server = serve("reveal-open", DAY, Then::OwnMove).await?;
    let mut wish = wish();
    wish.clock = Some(Clock { bank: 600, increment: 0 });
    let (table, callers, [mut one, mut two]) = people(&server, &wish).await?;
    let at = play_spell(&mut [&mut one, &mut two]).await?;
    let (viewer, rival) = if at == 0 { (&mut one, &mut two) } else { (&mut two, &mut one) };
    let seat = seat_of(viewer);
    let event = shown(viewer)?;
    assert_eq!((event.event.shown_to, event.event.seat), (Some(seat), Some(seat_of(rival))));
    assert!(event.event.cards.iter().all(|seen| seen.card.is_some()), "{event:?}");
    let mut watcher = met(&Caller::guest(server.address, "Eve").await?, &table.code).await?;
    for client in [&*viewer, &*rival, &watcher] {
        let open: Vec<(u32, SeatForm)> = client.mirror.state.reveals.iter().map(|reveal| (reveal.event, reveal.to)).collect();
        assert_eq!(open, [(event.n, seat)]);
        assert!(
            client.mirror.state.asked == Some(seat) && client.mirror.question.is_none() && client.mirror.take_back.is_none()
        );
    }
    assert!(shown(&watcher)?.event.cards.iter().all(|seen| seen.card.is_none()), "spectators see backs");
    let entries = |client: &Client| (client.mirror.number, client.mirror.view.clone());
    let before = entries(viewer);
    for decision in [0, 1] {
        for client in [&mut *viewer, &mut *rival] {
            is_refused(client, ClientMessage::Answer { decision, pick: 0 }, "reveal-open").await?;
            is_refused(client, ClientMessage::TakeBack { decision }, "reveal-open").await?;
            is_refused(client, ClientMessage::Undo { say: UndoWord::Ask, seat: None }, "reveal-open").await?;
        }
    }
    is_refused(&mut watcher, ClientMessage::Answer { decision: 0, pick: 0 }, "not-asked").await?;
    is_refused(rival, ClientMessage::CloseReveal { event: event.n }, "not-shown").await?;
    is_refused(&mut watcher, ClientMessage::CloseReveal { event: event.n }, "not-shown").await?;
    // Another number closes nothing, and a clock that stands still shows the same however often it is asked.
    viewer.send(&ClientMessage::CloseReveal { event: event.n + 1 }).await?;
    let clocks = viewer.mirror.state.clocks.clone();
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        viewer.send(&ClientMessage::Resync {}).await?;
        while !matches!(next(viewer).await?, ServerMessage::Full(_)) {}
        assert_eq!(viewer.mirror.state.clocks, clocks);
        assert_eq!(viewer.mirror.state.reveals.len(), 1);
        assert!(viewer.mirror.state.reveals[0].left <= DAY.as_millis() as u32);
    }
    // Who comes back finds it open, with everything that is shown.
    let mut back = met(&callers[at], &table.code).await?;
    assert_eq!(back.mirror.state.reveals[0].event, event.n);
    assert_eq!(shown(&back)?, event);
    assert_eq!(entries(viewer), before);
    back.send(&ClientMessage::CloseReveal { event: event.n }).await?;
    for client in [&mut *viewer, &mut *rival, &mut back, &mut watcher] {
        while !client.mirror.state.reveals.is_empty() {
            next(client).await?;
        }
    }
    assert_eq!(entries(viewer), before, "closing is no entry");
    // Closed is closed: again is nothing, and the match goes on with the question.
    viewer.send(&ClientMessage::CloseReveal { event: event.n }).await?;
    let question = viewer.mirror.question.clone().ok_or("asked")?;
    let ends = question.options.iter().position(|option| option.verb == "end").ok_or("a turn can be ended")?;
    viewer.answer(ends as u8).await?;
    while viewer.mirror.state.asked == Some(seat) {
        let message = next(viewer).await?;
        assert!(!matches!(message, ServerMessage::Refused(_)), "{message:?}");
    }
    viewer.send(&ClientMessage::Concede { seat: None }).await?;
    while viewer.mirror.state.over.is_none() {
        next(viewer).await?;
    }
    let replay: Replay = callers[at].get(&format!("/api/matches/{}/replay", viewer.mirror.game_match)).await?;
    assert!(replay.verification.holds, "{:?}", replay.verification);
    server.stop().await;
    Ok(())
}

/// While somebody looks, the match can be conceded or drawn; then nobody looks any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_can_be_conceded() -> Tested {
    let server = serve("reveal-concede", DAY, Then::OwnMove).await?;
    for draw in [false, true] {
        let (_, _, [mut one, mut two]) = people(&server, &wish()).await?;
        let at = play_spell(&mut [&mut one, &mut two]).await?;
        let (viewer, rival) = if at == 0 { (&mut one, &mut two) } else { (&mut two, &mut one) };
        match draw {
            false => rival.send(&ClientMessage::Concede { seat: None }).await?,
            true => {
                viewer.send(&ClientMessage::Draw { say: DrawWord::Offer, seat: None }).await?;
                while rival.mirror.state.draw.is_none() {
                    next(rival).await?;
                }
                assert_eq!(rival.mirror.state.reveals.len(), 1, "an offer closes nothing");
                rival.send(&ClientMessage::Draw { say: DrawWord::Accept, seat: None }).await?;
            }
        }
        for client in [viewer, rival] {
            while client.mirror.state.over.is_none() {
                next(client).await?;
            }
            assert!(client.mirror.state.reveals.is_empty());
            let by = client.mirror.state.over.as_ref().map(|over| over.by);
            assert_eq!(by, Some(if draw { Ending::Agreement } else { Ending::Concession }));
        }
    }
    server.stop().await;
    Ok(())
}

/// Its time passes, whether or not its viewer is there: nothing is frozen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_is_over_by_itself() -> Tested {
    let server = serve("reveal-over", MOMENT, Then::RivalsTurn).await?;
    for goes in [false, true] {
        let (_, _, [mut one, mut two]) = people(&server, &wish()).await?;
        let at = play_spell(&mut [&mut one, &mut two]).await?;
        let [viewer, mut rival] = if at == 0 { [one, two] } else { [two, one] };
        let event = shown(&viewer)?;
        let mut viewer = (!goes).then_some(viewer);
        while rival.mirror.question.is_none() {
            next(&mut rival).await?;
        }
        assert!(rival.mirror.state.reveals.is_empty());
        rival.answer(0).await?;
        if let Some(viewer) = &mut viewer {
            // Too late is no fault.
            viewer.send(&ClientMessage::CloseReveal { event: event.n }).await?;
            viewer.send(&ClientMessage::Ping { id: 3 }).await?;
            loop {
                match next(viewer).await? {
                    ServerMessage::Pong { .. } => break,
                    message => assert!(!matches!(message, ServerMessage::Refused(_)), "{message:?}"),
                }
            }
        }
    }
    server.stop().await;
    Ok(())
}

/// A bot waits for the person who looks, whatever its pace; it is asked when they have looked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_waits_for_who_looks() -> Tested {
    let server = serve("reveal-bot", DAY, Then::RivalsTurn).await?;
    for pace in [Pace::Programs, Pace::People] {
        let ada = Caller::guest(server.address, "Ada").await?;
        let mut wish = wish();
        (wish.seats[1].who, wish.pace) = (Sitter::Bot, pace);
        wish.seats[1].deck = fish();
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        let mut client = met(&ada, &table.code).await?;
        play_spell(&mut [&mut client]).await?;
        let event = shown(&client)?;
        assert_eq!(client.mirror.state.asked, Some(SeatForm::P2), "the bot is to move");
        let number = client.mirror.number;
        // The bot would have answered by now: as often as this is asked, it has not.
        for id in 0..20 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            client.send(&ClientMessage::Ping { id }).await?;
            assert_eq!(next(&mut client).await?, ServerMessage::Pong { id });
        }
        client.send(&ClientMessage::CloseReveal { event: event.n }).await?;
        while client.mirror.number == number {
            next(&mut client).await?;
        }
        assert!(client.mirror.state.reveals.is_empty());
    }
    server.stop().await;
    Ok(())
}

/// Bots and programs have looked at once, whoever they play with: nothing ever stands still.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_and_bots_look_at_once() -> Tested {
    let server = serve("reveal-programs", DAY, Then::OwnMove).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::guest(server.address, "Bob").await?);
    let mut request = wish();
    // The person has no such spell: what is revealed is revealed to the program.
    let table: TableInfo = ada.post("/api/tables", &request).await?;
    let _: TableInfo =
        bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest { deck: fish(), ..JoinRequest::default() }).await?;
    let (mut one, mut two) = tokio::try_join!(met(&ada, &table.code), met(&bob, &table.code))?;
    assert_eq!(play_spell(&mut [&mut one, &mut two]).await?, 0);
    assert!(one.mirror.state.reveals.is_empty() && one.mirror.question.is_some());
    assert_eq!(shown(&one)?.event.shown_to, Some(SeatForm::P1));
    // A bot that has hardly anything else to play plays one; a person who only ends turns is told of it.
    (request.seats[1].who, request.seats[1].level, request.seats[0].deck) = (Sitter::Bot, Some("random".into()), fish());
    let table: TableInfo = bob.post("/api/tables", &request).await?;
    let mut client = met(&bob, &table.code).await?;
    while client.mirror.state.over.is_none() && shown(&client).is_err() {
        assert!(client.mirror.state.reveals.is_empty());
        match client.mirror.question.clone() {
            Some(question) => {
                let ends = question.options.iter().position(|option| option.verb == "end").unwrap_or(0);
                client.answer(ends as u8).await?;
                while client.mirror.question.as_ref().is_some_and(|now| now.decision == question.decision) {
                    next(&mut client).await?;
                }
            }
            None => drop(next(&mut client).await?),
        }
    }
    assert_eq!(shown(&client)?.event.shown_to, Some(SeatForm::P2));
    assert!(client.mirror.state.reveals.is_empty());
    server.stop().await;
    Ok(())
}

/// A hot-seat stays with who looks, and is handed over when the cards are closed; a screen that comes back is theirs too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hot_seat_is_handed_over_when_it_is_closed() -> Tested {
    let server = serve("reveal-hot-seat", DAY, Then::RivalsTurn).await?;
    let ada = Caller::guest(server.address, "Ada").await?;
    let mut wish = wish();
    wish.seats[1].who = Sitter::Me;
    for comes_back in [false, true] {
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        let mut client = ada.sit(&table.code, None).await?;
        play_spell(&mut [&mut client]).await?;
        let event = shown(&client)?;
        let viewer = event.event.shown_to.ok_or("shown")?;
        let rival = if viewer == SeatForm::P1 { SeatForm::P2 } else { SeatForm::P1 };
        let observation = if viewer == SeatForm::P1 { Viewer::P1 } else { Viewer::P2 };
        assert_eq!((client.mirror.viewer, client.mirror.state.asked), (Some(observation), Some(rival)), "who looks looks on");
        if comes_back {
            client = ada.sit(&table.code, None).await?;
            loop {
                if let ServerMessage::Handover { to } = next(&mut client).await? {
                    assert_eq!(to, viewer);
                    break;
                }
            }
            is_refused(&mut client, ClientMessage::Ready { seat: rival }, "not-asked").await?;
            // Covered, nobody looks.
            is_refused(&mut client, ClientMessage::CloseReveal { event: event.n }, "not-shown").await?;
            client.send(&ClientMessage::Ready { seat: viewer }).await?;
            while client.mirror.viewer.is_none() {
                next(&mut client).await?;
            }
            assert_eq!(shown(&client)?, event);
        }
        client.send(&ClientMessage::CloseReveal { event: event.n }).await?;
        loop {
            match next(&mut client).await? {
                ServerMessage::Handover { to } => {
                    assert_eq!(to, rival);
                    break;
                }
                ServerMessage::Update(update) => assert!(update.question.is_none(), "the other's question"),
                other => assert!(!matches!(other, ServerMessage::Refused(_)), "{other:?}"),
            }
        }
        client.send(&ClientMessage::Ready { seat: rival }).await?;
        while client.mirror.question.as_ref().is_none_or(|question| question.seat != rival) {
            next(&mut client).await?;
        }
    }
    server.stop().await;
    Ok(())
}

/// The pause is nowhere in the log: after a restart it is over, and the record knows nothing of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_it_is_over() -> Tested {
    let setup = setup("reveal-restart", DAY, Then::OwnMove);
    let server = Server::start(setup.clone()).await?;
    let (table, callers, [mut one, mut two]) = people(&server, &wish()).await?;
    let at = play_spell(&mut [&mut one, &mut two]).await?;
    let number = one.mirror.number;
    server.stop().await;
    let server = Server::start(setup).await?;
    let again = Caller { server: server.address, ..callers.into_iter().nth(at).ok_or("a player")? };
    let mut client = met(&again, &table.code).await?;
    assert!(client.mirror.state.reveals.is_empty() && client.mirror.question.is_some());
    assert_eq!(client.mirror.number, number);
    client.send(&ClientMessage::Concede { seat: None }).await?;
    while client.mirror.state.over.is_none() {
        next(&mut client).await?;
    }
    let replay: Replay = again.get(&format!("/api/matches/{}/replay", client.mirror.game_match)).await?;
    assert!(replay.verification.holds, "{:?}", replay.verification);
    server.stop().await;
    Ok(())
}
