//! Whole matches over real sockets.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::*;
use playmat_bots::Concession;
use playmat_catalog::{ALL_GAMES, EXAMPLES};
use playmat_server::client::{Caller, Client, Failure, Referee};
use playmat_server::{Config, Server};
use playmat_wire::messages::{ClientMessage, ConcessionWord, DrawWord, Ending, QuestionOccasion, ServerMessage, Viewer};
use playmat_wire::tables::{
    Clock, GameInfo, GameSummary, JoinRequest, OnTimeout, Pace, SeatRequest, SeatedBy, Sitter, Spectators, Stage, TableInfo,
};

use playmat_wire::{FaceForm, PartForm, SeatForm, ValueForm};

type Tested = Result<(), Failure>;

/// Two clients play each game to its end by code; what each has is what the record leads to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clients_play_every_game() -> Tested {
    let server = server("two").await;
    let referee = Referee::new()?;
    for game in games() {
        for mut seed in 0..3 {
            let (table, callers, mut clients) = two(server.address, game).await?;
            let mut watcher = met(&Caller::guest(server.address, "Eve").await?, &table.code).await?;
            while step(&mut clients, &mut seed).await? {}
            let over = clients[0].mirror.state.over.clone().ok_or("it is over")?;
            assert_eq!(over.by, Ending::Rules);
            until(&mut watcher, clients[0].mirror.number, None).await?;
            let id = table.game_match.ok_or("a match")?;
            let record = callers[0].ask("GET", &format!("/api/matches/{id}/record"), b"").await?;
            for client in clients.iter().chain([&watcher]) {
                referee.compare(&record.body, &client.mirror).map_err(|wrong| format!("{game}: {wrong}"))?;
            }
        }
    }
    server.stop().await;
    Ok(())
}

/// A client that drops at any question and comes back has exactly what one has that never dropped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coming_back_is_never_having_dropped() -> Tested {
    let server = server("back").await;
    for game in games() {
        let mut seed = 7;
        let (table, callers, mut clients) = two(server.address, game).await?;
        let mut answers = 0;
        loop {
            let goes_on = step(&mut clients, &mut seed).await?;
            answers += 1;
            if answers % 5 == 0 || !goes_on {
                for at in 0..2 {
                    // One resumes where it is, one from some earlier point, one asks for everything.
                    let here = clients[at].place();
                    let mut resumed = callers[at].sit(&table.code, here.clone()).await?;
                    resumed.mirror = clients[at].mirror.clone();
                    let came = second(&mut resumed).await?;
                    assert!(matches!(came, ServerMessage::Update(_)), "{came:?}");
                    same(&resumed, &clients[at]);
                    let fresh = met(&callers[at], &table.code).await?;
                    same(&fresh, &clients[at]);
                    let mut lost = callers[at]
                        .sit(&table.code, here.map(|place| playmat_wire::messages::Resume { number: u32::MAX, ..place }))
                        .await?;
                    let came = second(&mut lost).await?;
                    assert!(matches!(came, ServerMessage::Full(_)), "{came:?}");
                    same(&lost, &clients[at]);
                }
            }
            if !goes_on {
                break;
            }
        }
        late_resume(&callers[0], &table, &clients[0]).await?;
    }
    server.stop().await;
    Ok(())
}

/// Whoever comes is welcomed first, whatever their coming changes: players, spectators, before, during and after a match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn welcome_is_the_first_message() -> Tested {
    let server = server("welcome").await;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let eve = Caller::guest(server.address, "Eve").await?;
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    let welcomed = async |who: &Caller| -> Result<Client, Failure> {
        let mut client = who.sit(&table.code, None).await?;
        let first = next(&mut client).await?;
        assert!(matches!(first, ServerMessage::Welcome { .. }), "{first:?}");
        Ok(client)
    };
    let (mut waiting, watching) = (welcomed(&ada).await?, welcomed(&eve).await?);
    bob.post::<TableInfo>(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let mut dealt = welcomed(&bob).await?;
    let begun = async |client: &mut Client| -> Tested {
        while client.mirror.viewer.is_none() {
            next(client).await?;
        }
        Ok(())
    };
    tokio::try_join!(begun(&mut waiting), begun(&mut dealt))?;
    drop((waiting, watching));
    for who in [&ada, &eve, &bob, &ada] {
        let mut client = welcomed(who).await?;
        let second = next(&mut client).await?;
        assert!(matches!(second, ServerMessage::Full(_)), "{second:?}");
    }
    server.stop().await;
    Ok(())
}

/// A client that was away for a while gets one update from where it was.
async fn late_resume(caller: &Caller, table: &TableInfo, there: &Client) -> Tested {
    let mut half = met(caller, &table.code).await?;
    let all = half.mirror.clone();
    // Only a point between two answers can be resumed from; the last one before the end is found by asking.
    for number in (1..all.number).rev() {
        let place = playmat_wire::messages::Resume { number, ..half.place().ok_or("a place")? };
        let mut resumed = caller.sit(&table.code, Some(place)).await?;
        resumed.mirror = all.clone();
        resumed.mirror.number = number;
        resumed.mirror.events.retain(|event| event.n <= number);
        if let ServerMessage::Update(update) = second(&mut resumed).await? {
            assert_eq!((update.from, update.to), (number, all.number));
            assert_eq!(resumed.mirror.events, there.mirror.events);
            return Ok(());
        }
    }
    half.send(&ClientMessage::Resync {}).await?;
    Err("no point to resume from".into())
}

/// The message after `welcome`.
async fn second(client: &mut Client) -> Result<ServerMessage, Failure> {
    loop {
        match next(client).await? {
            ServerMessage::Welcome { .. } | ServerMessage::Table { .. } => {}
            other => return Ok(other),
        }
    }
}

fn same(one: &Client, two: &Client) {
    assert_eq!(one.mirror.view, two.mirror.view);
    assert_eq!(one.mirror.number, two.mirror.number);
    assert_eq!(one.mirror.question, two.mirror.question);
    assert_eq!(one.mirror.state, two.mirror.state);
    assert_eq!(one.mirror.events, two.mirror.events);
}

/// A move that is being declared is taken back; nobody else hears of any of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_declared_move_is_taken_back() -> Tested {
    let server = server("take-back").await;
    let mut seed = 3;
    let mut taken_back = 0;
    // As many matches as it takes.
    while taken_back < 4 {
        let (_, _, mut clients) = two(server.address, "food-chain").await?;
        while step(&mut clients, &mut seed).await? {
            let Some(at) = asked(&clients) else { continue };
            let question = clients[at].mirror.question.clone().expect("asked");
            if question.take_back {
                let rival = clients[1 - at].mirror.clone();
                clients[at].send(&ClientMessage::TakeBack { decision: question.decision }).await?;
                next(&mut clients[at]).await?;
                let again = clients[at].mirror.question.clone().ok_or("asked again")?;
                assert_eq!((again.occasion, again.take_back), (playmat_wire::messages::QuestionOccasion::Move, false));
                // The rival has heard nothing: the answer to a ping is the next thing that comes.
                clients[1 - at].send(&ClientMessage::Ping { id: 5 }).await?;
                assert_eq!(next(&mut clients[1 - at]).await?, ServerMessage::Pong { id: 5 });
                assert_eq!(clients[1 - at].mirror.number, rival.number);
                taken_back += 1;
            }
        }
    }
    server.stop().await;
    Ok(())
}

/// Where a move says that it can be aimed is what the question after it offers, as far as that lies in sight.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_says_where_it_can_be_aimed() -> Tested {
    let server = server("aims").await;
    for game in games() {
        let (mut seed, mut aimed) = (5, 0);
        // As many matches as it takes.
        while aimed < 4 {
            let (_, _, mut clients) = two_who(server.address, game, true).await?;
            loop {
                let mut ahead = seed;
                let before =
                    asked(&clients).map(|at| (at, clients[at].mirror.view.clone(), clients[at].mirror.question.clone()));
                let goes_on = step(&mut clients, &mut seed).await?;
                let Some((at, view, Some(question))) = before.filter(|_| goes_on) else {
                    if goes_on {
                        continue;
                    }
                    break;
                };
                let chosen = &question.options[usize::from(pick(&question, &mut ahead))];
                let said: BTreeSet<_> =
                    chosen.aims.iter().filter_map(|aim| in_sight(&view, aim.card, aim.seat, aim.slot)).collect();
                assert_eq!(said.is_empty(), chosen.aims.is_empty(), "{game}: every aim lies in sight");
                let mirror = &clients[at].mirror;
                let next =
                    mirror.question.as_ref().filter(|next| next.occasion == QuestionOccasion::Declaring && next.take_back);
                let offered = |next: &FaceForm| {
                    let card = next.spot.as_ref().and_then(|spot| spot.part.zip(spot.index));
                    in_sight(&mirror.view, card, next.seat.filter(|_| next.card.is_none()), next.slot)
                };
                let offers: BTreeSet<_> = next.iter().flat_map(|next| next.options.iter().filter_map(offered)).collect();
                if question.occasion == QuestionOccasion::Declaring || chosen.card.is_none() {
                    assert!(said.is_empty());
                } else {
                    assert_eq!(said, offers, "{game}: {}", chosen.words);
                    aimed += usize::from(!said.is_empty());
                }
            }
        }
    }
    server.stop().await;
    Ok(())
}

/// What can be followed from one view to the next: the handle of a card, a player, a place.
fn in_sight(view: &[PartForm], card: Option<(u8, u8)>, seat: Option<SeatForm>, slot: Option<(SeatForm, u8)>) -> Option<String> {
    let handle = card.and_then(|(part, index)| match &view[usize::from(part)].value {
        ValueForm::Cards(cards) => cards[usize::from(index)].handle,
        _ => None,
    });
    let found = (handle, seat, slot);
    (found != (None, None, None)).then(|| format!("{found:?}"))
}

/// Draws are offered, declined and agreed on; a concession ends a match; a rematch swaps the seats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn draws_concessions_and_rematches() -> Tested {
    let server = server("draws").await;
    let (table, _, [mut ada, mut bob]) = two(server.address, "skirmish").await?;
    ada.send(&ClientMessage::Draw { say: DrawWord::Accept, seat: None }).await?;
    assert_eq!(refused(&mut ada).await?, "no-offer");
    ada.send(&ClientMessage::Draw { say: DrawWord::Offer, seat: None }).await?;
    while bob.mirror.state.draw != Some(SeatForm::P1) {
        next(&mut bob).await?;
    }
    bob.send(&ClientMessage::Draw { say: DrawWord::Decline, seat: None }).await?;
    while bob.mirror.state.draw.is_some() {
        next(&mut bob).await?;
    }
    bob.send(&ClientMessage::Rematch { want: true }).await?;
    assert_eq!(refused(&mut bob).await?, "not-over");
    bob.send(&ClientMessage::Concede { seat: Some(SeatForm::P1) }).await?;
    assert_eq!(refused(&mut bob).await?, "not-your-seat");
    bob.send(&ClientMessage::Concede { seat: None }).await?;
    let over = ended(&mut ada).await?;
    assert_eq!((over.winner, over.by), (Some(SeatForm::P1), Ending::Concession));
    ended(&mut bob).await?;
    ada.send(&ClientMessage::Rematch { want: true }).await?;
    while bob.mirror.state.rematch != [SeatForm::P1] {
        next(&mut bob).await?;
    }
    bob.send(&ClientMessage::Rematch { want: true }).await?;
    let first = table.game_match.ok_or("a match")?;
    tokio::try_join!(another_match(&mut ada, &first), another_match(&mut bob, &first))?;
    assert_eq!((&ada.mirror.seats[..], &bob.mirror.seats[..]), (&[SeatForm::P2][..], &[SeatForm::P1][..]));
    ada.send(&ClientMessage::Draw { say: DrawWord::Offer, seat: None }).await?;
    bob.send(&ClientMessage::Draw { say: DrawWord::Offer, seat: None }).await?;
    let over = ended(&mut ada).await?;
    assert_eq!((over.winner, over.by), (None, Ending::Agreement));
    server.stop().await;
    Ok(())
}

/// Who comes back while a rematch is about to begin sees the match before through their own eyes, and everybody is told who is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coming_back_before_a_rematch_is_coming_back_to_the_match_before() -> Tested {
    let server = server("before-rematch").await;
    let (table, [caller, rival], [mut ada, mut bob]) = two(server.address, "skirmish").await?;
    ada.send(&ClientMessage::Concede { seat: None }).await?;
    tokio::try_join!(ended(&mut ada), ended(&mut bob))?;
    // The rematch waits for her promise.
    ada.brings = false;
    for client in [&mut ada, &mut bob] {
        client.send(&ClientMessage::Rematch { want: true }).await?;
    }
    while !matches!(next(&mut ada).await?, ServerMessage::Commitment { .. }) {}
    let before = ada.mirror.clone();
    drop(ada);
    let is_there = |table: &Option<TableInfo>, player: &str| {
        let seats = table.as_ref().map(|table| &table.seats);
        seats.and_then(|seats| seats.iter().find(|seat| seat.player.as_deref() == Some(player))).is_some_and(|seat| seat.online)
    };
    while is_there(&bob.mirror.table, &caller.me.id) {
        next(&mut bob).await?;
    }
    assert!(is_there(&bob.mirror.table, &rival.me.id));
    let mut ada = caller.sit(&table.code, None).await?;
    ada.brings = false;
    let heard = heard_so_far(&mut ada).await?;
    let promised = heard.iter().find_map(|message| match message {
        ServerMessage::Commitment { seats, .. } => Some(&seats[..]),
        _ => None,
    });
    assert_eq!((&ada.mirror.seats[..], promised), (&[SeatForm::P1][..], Some(&[SeatForm::P2][..])));
    assert_eq!((ada.mirror.viewer, &ada.mirror.view), (Some(Viewer::P1), &before.view));
    assert_eq!((&ada.mirror.game_match, &ada.mirror.events), (&before.game_match, &before.events));
    let report: serde_json::Value = caller.get(&format!("/api/tables/{}/report", table.code)).await?;
    assert_eq!(report["seen"]["viewer"], "p1");
    assert!(is_there(&ada.mirror.table, &caller.me.id) && is_there(&ada.mirror.table, &rival.me.id));
    // Once she has promised, the rematch begins with the seats swapped.
    drop(ada);
    let mut ada = met(&caller, &table.code).await?;
    tokio::try_join!(another_match(&mut ada, &before.game_match), another_match(&mut bob, &before.game_match))?;
    assert_eq!((&ada.mirror.seats[..], ada.mirror.viewer), (&[SeatForm::P2][..], Some(Viewer::P2)));
    server.stop().await;
    Ok(())
}

/// What spectators have not seen yet is kept for them, but not without end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_are_not_left_behind_for_ever() -> Tested {
    let config = config("far-behind");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let (one, two) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let mut wish = request("skirmish");
    wish.spectators = Some(Spectators { delay: 3600 });
    let table: TableInfo = one.post("/api/tables", &wish).await?;
    two.post::<TableInfo>(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let [mut ada, mut bob] = both(&one, &two, &table.code).await?;
    let mut played = 1;
    let last = loop {
        let now = ada.mirror.game_match.clone();
        ada.send(&ClientMessage::Concede { seat: None }).await?;
        tokio::try_join!(ended(&mut ada), ended(&mut bob))?;
        ada.send(&ClientMessage::Rematch { want: true }).await?;
        while bob.mirror.state.rematch.is_empty() {
            next(&mut bob).await?;
        }
        bob.send(&ClientMessage::Rematch { want: true }).await?;
        if played == 17 {
            break now;
        }
        tokio::try_join!(another_match(&mut ada, &now), another_match(&mut bob, &now))?;
        played += 1;
    };
    assert_eq!(refused(&mut bob).await?, "too-many");
    // Nobody wants a rematch any more, and once spectators have seen some there may be one.
    assert!(bob.mirror.state.rematch.is_empty());
    clock.advance(2 * HOUR);
    heard_so_far(&mut ada).await?;
    ada.send(&ClientMessage::Rematch { want: true }).await?;
    heard_so_far(&mut ada).await?;
    bob.send(&ClientMessage::Rematch { want: true }).await?;
    tokio::try_join!(another_match(&mut ada, &last), another_match(&mut bob, &last))?;
    server.stop().await;
    Ok(())
}

/// A bot that sees no hope offers its concession with its move; a person accepts it, or plays on and is not asked again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_offers_its_concession() -> Tested {
    // To the bots of this server every match looks lost from their second move on.
    let concession = Concession { below: 2.0, in_a_row: 2 };
    let server = Server::start(Config { concession, ..config("concession") }).await?;
    let caller = Caller::program(server.address, "Ada").await?;
    let answer = |say| ClientMessage::Concession { say, seat: None };
    for (level, say) in [("easy", Some(ConcessionWord::Accept)), ("easy", Some(ConcessionWord::Decline)), ("greedy", None)] {
        let mut wish = request("skirmish");
        wish.seats = [seat(Sitter::Me), SeatRequest { level: Some(level.into()), ..seat(Sitter::Bot) }];
        let table: TableInfo = caller.post("/api/tables", &wish).await?;
        let mut ada = met(&caller, &table.code).await?;
        let mut watcher = met(&Caller::guest(server.address, "Eve").await?, &table.code).await?;
        ada.send(&answer(ConcessionWord::Accept)).await?;
        assert_eq!(refused(&mut ada).await?, "no-offer");
        let (mut offers, mut seed) = (0, 1);
        let mut answered = None;
        while ada.mirror.state.over.is_none() {
            if let (Some(SeatForm::P2), Some(say)) = (ada.mirror.state.concession, say) {
                offers += 1;
                // Everybody sees it.
                while watcher.mirror.state.concession != Some(SeatForm::P2) {
                    next(&mut watcher).await?;
                }
                watcher.send(&answer(say)).await?;
                assert_eq!(refused(&mut watcher).await?, "not-your-seat");
                ada.send(&answer(say)).await?;
                while ada.mirror.state.concession.is_some() {
                    next(&mut ada).await?;
                }
                continue;
            }
            match ada.mirror.question.clone().filter(|question| answered != Some(question.decision)) {
                Some(question) => {
                    answered = Some(question.decision);
                    ada.answer(pick(&question, &mut seed)).await?;
                }
                None => _ = next(&mut ada).await?,
            }
        }
        let over = ada.mirror.state.over.clone().ok_or("it is over")?;
        assert_eq!(offers, usize::from(say.is_some()), "{level}: bots that do not search judge nothing, and others offer once");
        match say {
            Some(ConcessionWord::Accept) => assert_eq!((over.winner, over.by), (Some(SeatForm::P1), Ending::Concession)),
            _ => assert_eq!(over.by, Ending::Rules),
        }
    }
    server.stop().await;
    Ok(())
}

/// A hot-seat is shown a seat only after its player is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hot_seat_is_handed_over() -> Tested {
    let server = server("hot-seat").await;
    for game in games() {
        let ada = Caller::guest(server.address, "Ada").await?;
        let mut wish = request(game);
        wish.seats = [seat(Sitter::Me), seat(Sitter::Me)];
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        assert_eq!(table.stage, Stage::Playing);
        let mut client = ada.sit(&table.code, None).await?;
        client.frames = Some(Vec::new());
        let (mut seed, mut handed) = (11, 0);
        let mut looking = None;
        loop {
            match next(&mut client).await? {
                ServerMessage::Handover { to } => {
                    assert_ne!(looking, Some(to), "the same player looks on");
                    let rival = if to == SeatForm::P1 { SeatForm::P2 } else { SeatForm::P1 };
                    client.send(&ClientMessage::Ready { seat: rival }).await?;
                    assert_eq!(refused(&mut client).await?, "not-asked");
                    client.send(&ClientMessage::Ready { seat: to }).await?;
                    looking = Some(to);
                    handed += 1;
                }
                ServerMessage::Full(full) => assert_eq!(Some(full.viewer), looking.map(Viewer::from)),
                _ => {}
            }
            if client.mirror.state.over.is_some() {
                break;
            }
            if let Some(question) = client.mirror.question.take() {
                assert_eq!((Some(question.seat), question.forced), (looking, false));
                let decision = question.decision;
                client.send(&ClientMessage::Answer { decision, pick: pick(&question, &mut seed) }).await?;
            }
        }
        assert!(handed >= 2, "{game}: nobody wins before both were asked, but it was handed over {handed} times");
    }
    server.stop().await;
    Ok(())
}

/// Bots play in any seat; a clock that runs out is a loss, or a bot plays on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_and_clocks() -> Tested {
    let config = config("clocks");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let ada = Caller::program(server.address, "Ada").await?;
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Bot), seat(Sitter::Bot)];
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let mut watcher = met(&ada, &table.code).await?;
    ended(&mut watcher).await?;
    // Ada never comes: the match begins without her share, and is lost when she is away for too long, or goes on without her.
    for (on_timeout, by) in [(OnTimeout::Lose, Some(Ending::Timeout)), (OnTimeout::Bot, Some(Ending::Rules))] {
        let mut wish = request("skirmish");
        wish.seats = [seat(Sitter::Me), seat(Sitter::Bot)];
        (wish.away, wish.on_timeout, wish.clock) = (Some(1800), on_timeout, Some(Clock { bank: 3600, increment: 0 }));
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        let bob = Caller::guest(server.address, "Bob").await?;
        clock.advance(5 * HOUR);
        let mut watcher = met(&bob, &table.code).await?;
        assert!(watcher.mirror.state.clocks.is_some());
        while watcher.mirror.state.asked != Some(SeatForm::P1) {
            next(&mut watcher).await?;
        }
        assert!(watcher.mirror.state.over.is_none());
        clock.advance(HOUR / 2);
        assert_eq!(ended(&mut watcher).await?.by, by.expect("an ending"));
        let who = watcher.mirror.table.as_ref().map(|table| table.seats[0].who);
        assert_eq!(who, Some(if on_timeout == OnTimeout::Bot { SeatedBy::Bot } else { SeatedBy::Program }));
    }
    server.stop().await;
    Ok(())
}

/// At a table for people, forced passes are answered by the server, after a while; a quick pass is held back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pass_takes_its_time() -> Tested {
    let config = config("pace");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let (ada, bob) = (Caller::guest(server.address, "Ada").await?, Caller::guest(server.address, "Bob").await?);
    let mut wish = request("food-chain");
    wish.pace = Pace::People;
    let (mut forced, mut held) = (0, 0);
    let mut seed = 1;
    // As many matches as it takes until both have happened: traps are rare with random decks.
    while forced == 0 || held == 0 {
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
        let mut clients = both(&ada, &bob, &table.code).await?;
        // A question is opened after the answer before it was sent, however long it takes to be read.
        let mut opened = Instant::now();
        while let Some(at) = asked(&clients) {
            let question = clients[at].mirror.question.clone().expect("asked");
            let passes = question.options.iter().position(|option| option.verb == "pass");
            if passes.is_none() {
                opened = Instant::now();
                if !step(&mut clients, &mut seed).await? {
                    break;
                }
                continue;
            }
            let seen = if question.forced { &mut forced } else { &mut held };
            *seen += 1;
            let first = *seen == 1;
            if question.forced {
                assert_eq!(question.options.len(), 1);
            } else {
                clients[at].answer(passes.expect("a pass") as u8).await?;
            }
            if !first {
                // The others need not be waited for. What was said before is heard before.
                heard_so_far(&mut clients[at]).await?;
                clock.advance(Duration::from_secs(10));
            }
            let decision = question.decision;
            while clients[at].mirror.question.as_ref().is_some_and(|question| question.decision == decision) {
                next(&mut clients[at]).await?;
            }
            let (number, asked) = (clients[at].mirror.number, clients[at].mirror.state.asked);
            until(&mut clients[1 - at], number, asked).await?;
            assert!(!first || opened.elapsed() >= Duration::from_millis(800), "{:?}", opened.elapsed());
            opened = Instant::now();
            if clients[at].mirror.state.over.is_some() || forced > 0 && held > 0 {
                break;
            }
        }
    }
    server.stop().await;
    Ok(())
}

/// The list of tables, the games, and who may do what.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby() -> Tested {
    let server = server("lobby").await;
    let ada = Caller::guest(server.address, "Ada").await?;
    let all: Vec<GameSummary> = ada.get("/api/games").await?;
    assert_eq!(all.iter().map(|game| game.name.as_str()).collect::<Vec<_>>(), ALL_GAMES);
    assert_eq!(all.iter().filter(|game| game.example).map(|game| game.name.as_str()).collect::<Vec<_>>(), EXAMPLES);
    for game in &all {
        let info: GameInfo = ada.get(&format!("/api/games/{}?edition={}", game.name, game.editions[0])).await?;
        assert!(!info.cards.is_empty() && !info.decks.is_empty() && !info.glossary.is_empty());
        assert!(info.decks.iter().all(|deck| deck.legal), "{}", game.name);
        // The rules page lists them, and the inspection panel shows those that a card is marked with.
        let terms: &[&str] = match game.name.as_str() {
            "food-chain" => &["exhausted", "paralysed", "dry drop", "dry", "nutrition", "exile", "regen"],
            "strata" => &["chain", "trigger", "recover", "facedown", "equipped"],
            "skirmish" => &["modifier", "ready", "cooldown", "silenced"],
            _ => &[],
        };
        for term in terms {
            let entry = info.glossary.iter().find(|entry| entry.word == *term);
            assert!(entry.is_some_and(|entry| entry.class == "term" && entry.gloss.ends_with('.')), "{}: {term}", game.name);
        }
    }
    let mut wish = request("skirmish");
    wish.public = true;
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let listed: Vec<TableInfo> = ada.get("/api/tables").await?;
    assert_eq!(listed, std::slice::from_ref(&table));
    let mine: Vec<TableInfo> = ada.get("/api/me/tables").await?;
    assert_eq!(mine.len(), 1);
    let lower = table.code.to_lowercase();
    let found: TableInfo = ada.get(&format!("/api/tables/{lower}")).await?;
    assert_eq!(found, table);
    let left: TableInfo = ada.post(&format!("/api/tables/{lower}/leave"), &()).await?;
    assert_eq!(left.seats[0].who, SeatedBy::Nobody);
    // Nobody sits there any more: the table is closed.
    assert_eq!(ada.ask("GET", &format!("/api/tables/{lower}"), b"").await?.status, 404);
    for (path, body, code) in [
        ("/api/tables", r#"{"game":"chess","seats":[{"who":"me"},{"who":"open"}]}"#, "unknown-game"),
        ("/api/tables", r#"{"game":"skirmish","edition":"9th","seats":[{"who":"me"},{"who":"open"}]}"#, "unknown-edition"),
        ("/api/tables", r#"{"game":"skirmish","seats":[{"who":"me","deck":"nonsense"},{"who":"open"}]}"#, "bad-deck"),
        ("/api/tables", r#"{"game":"skirmish","seats":[{"who":"me","deck":{"cards":["x"]}},{"who":"open"}]}"#, "bad-deck"),
        ("/api/tables", r#"{"game":"skirmish","seats":[{"who":"me"},{"who":"bot","level":"genius"}]}"#, "unknown-bot"),
        (
            "/api/tables",
            r#"{"game":"skirmish","seats":[{"who":"me"},{"who":"open"}],"clock":{"bank":1,"increment":0}}"#,
            "bad-clock",
        ),
        ("/api/tables", r#"{"game":"skirmish"}"#, "bad-request"),
        ("/api/tables", "not json", "bad-request"),
        ("/api/me", r#"{"name":" "}"#, "bad-name"),
        ("/api/tables/AAAAAA/join", "{}", "no-table"),
        ("/api/nothing", "{}", "not-found"),
    ] {
        let answer = ada.ask("POST", path, body.as_bytes()).await?;
        let problem: playmat_wire::tables::Problem = serde_json::from_slice(&answer.body)?;
        assert_eq!(problem.code, code, "{path} {body}: {}", problem.sentence);
    }
    server.stop().await;
    Ok(())
}

/// What a table shows of a turn follows from the rulings: a phase before combat only where there is one (FC B `before_combat`).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phases_follow_the_rulings() -> Tested {
    let server = server("phases").await;
    let ada = Caller::guest(server.address, "Ada").await?;
    let with = ["start", "draw", "main1", "before", "combat", "main2", "end"];
    let without = ["start", "draw", "main1", "combat", "main2", "end"];
    for (terms, phases) in [
        ("edition=core", &without[..]),
        ("edition=rulebook", &with),
        ("edition=design", &with),
        ("edition=core&ruling=before_combat=phase", &with),
        ("edition=design&ruling=before_combat=each-attack", &without),
    ] {
        let info: GameInfo = ada.get(&format!("/api/games/food-chain?{terms}")).await?;
        assert_eq!(info.phases, phases, "{terms}");
    }
    server.stop().await;
    Ok(())
}

/// The example in Python that needs no packages plays a match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_python_bot_plays() -> Tested {
    let server = server("python").await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plain_bot.py");
    // What it takes for random is the test's.
    let seeded = "import os, random, runpy, sys\n\
                  random.seed(int(sys.argv[1]))\n\
                  os.urandom = random.Random(int(sys.argv[1])).randbytes\n\
                  sys.argv = sys.argv[2:]\n\
                  runpy.run_path(sys.argv[0], run_name='__main__')";
    let seed = playmat_testkit::seed("python bot").to_string();
    for game in games() {
        let address = format!("http://{}", server.address);
        let mut bot = Command::new("python3");
        bot.args(["-c", seeded, &seed, script, "--server", &address, "--game", game, "--quiet"]);
        let output = tokio::task::spawn_blocking(move || bot.output()).await??;
        let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && said.trim_end().ends_with("(rules)"), "{game}: {said}{wrong}");
        assert_eq!(wrong, "", "{game}");
    }
    server.stop().await;
    Ok(())
}

/// Spectators are as late as the table says, and what they get late is the whole story.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_are_late() -> Tested {
    let config = config("late");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let mut wish = request("skirmish");
    wish.spectators = Some(Spectators { delay: 3600 });
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let mut clients = both(&ada, &bob, &table.code).await?;
    let eve = Caller::guest(server.address, "Eve").await?;
    let mut early = met(&eve, &table.code).await?;
    let mut seed = 5;
    for _ in 0..12 {
        step(&mut clients, &mut seed).await?;
    }
    let (number, before) = (clients[0].mirror.number, early.mirror.number);
    let mut later = met(&eve, &table.code).await?;
    clock.advance(HOUR / 2);
    for watcher in [&mut early, &mut later] {
        heard_so_far(watcher).await?;
        assert_eq!(watcher.mirror.number, before, "half of the delay has gone by");
    }
    clock.advance(HOUR / 2);
    let asked = clients[0].mirror.state.asked;
    until(&mut early, number, asked).await?;
    until(&mut later, number, asked).await?;
    assert_eq!(early.mirror.view, later.mirror.view);
    assert_eq!(early.mirror.events, later.mirror.events);
    server.stop().await;
    Ok(())
}

/// A rematch within the delay: spectators see the first match to its end, and only then, as late, the second. Over HTTP too, and its
/// record is not for them before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_late_too() -> Tested {
    let config = config("late-rematch");
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let mut wish = request("skirmish");
    wish.public = true;
    wish.spectators = Some(Spectators { delay: 3600 });
    let table: TableInfo = ada.post("/api/tables", &wish).await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let mut clients = both(&ada, &bob, &table.code).await?;
    let eve = Caller::guest(server.address, "Eve").await?;
    let mut watcher = met(&eve, &table.code).await?;
    let first = clients[0].mirror.game_match.clone();
    let mut seed = 5;
    for _ in 0..6 {
        step(&mut clients, &mut seed).await?;
    }
    clients[0].send(&ClientMessage::Concede { seat: None }).await?;
    for client in &mut clients {
        ended(client).await?;
    }
    clock.advance(HOUR / 2);
    for client in &mut clients {
        client.send(&ClientMessage::Rematch { want: true }).await?;
    }
    let [one, two] = &mut clients;
    tokio::try_join!(another_match(one, &first), another_match(two, &first))?;
    let path = format!("/api/tables/{}", table.code);
    let record = format!("/api/matches/{first}/record");
    let seen: TableInfo = eve.get(&path).await?;
    let record_of = [ada.ask("GET", &record, b"").await?.status, eve.ask("GET", &record, b"").await?.status];
    let mut late = met(&eve, &table.code).await?;
    assert_eq!(
        (seen.game_match.as_deref(), seen.stage, seen.seats[0].name.as_deref()),
        (Some(&*first), Stage::Playing, Some("Ada"))
    );
    assert_eq!(record_of, [200, 409], "a player may have the record, a spectator not yet");
    assert!(late.mirror.game_match == first && late.mirror.state.over.is_none());

    // The end of the first match is due half an hour before the beginning of the second.
    for (over, game_match) in [(true, first.clone()), (false, clients[0].mirror.game_match.clone())] {
        for client in [&mut watcher, &mut late] {
            heard_so_far(client).await?;
            let known = client.mirror.table.as_ref().and_then(|table| table.game_match.as_deref());
            assert_eq!((&*client.mirror.game_match, known), (&*first, Some(&*first)));
            assert_eq!(client.mirror.state.over.is_some(), !over);
        }
        clock.advance(HOUR / 2);
        for client in [&mut watcher, &mut late] {
            while client.mirror.state.over.is_some() != over || client.mirror.game_match != game_match {
                next(client).await?;
            }
        }
    }
    let seen: TableInfo = eve.get(&path).await?;
    assert_eq!(
        (seen.game_match.as_deref(), seen.seats[0].name.as_deref()),
        (Some(&*clients[0].mirror.game_match), Some("Bob"))
    );
    assert_eq!(eve.ask("GET", &record, b"").await?.status, 200);
    server.stop().await;
    Ok(())
}

/// Reads until another match than this one has begun.
async fn another_match(client: &mut Client, first: &str) -> Tested {
    while client.mirror.game_match == first {
        next(client).await?;
    }
    Ok(())
}

async fn refused(client: &mut Client) -> Result<String, Failure> {
    loop {
        if let ServerMessage::Refused(refusal) = next(client).await? {
            return Ok(refusal.code.into_owned());
        }
    }
}

async fn ended(client: &mut Client) -> Result<playmat_wire::messages::Over, Failure> {
    loop {
        if let Some(over) = &client.mirror.state.over {
            return Ok(over.clone());
        }
        next(client).await?;
    }
}
