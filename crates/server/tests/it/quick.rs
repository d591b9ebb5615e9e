//! Quick match and ratings.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use playmat_server::client::{Caller, Failure};
use playmat_server::{Config, Server};
use playmat_wire::people::{MatchPage, MatchResult, Profile, QuickNews};
use playmat_wire::tables::{SeatedBy, TableInfo};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::*;
use crate::people::*;

type Socket = WebSocketStream<TcpStream>;

/// Looks for a match.
async fn seek(caller: &Caller, game: &str) -> Result<Socket, Failure> {
    let mut socket = open(caller).await?;
    say(&mut socket, json!({"type": "seek", "game": game, "deck": "random"})).await?;
    Ok(socket)
}

async fn open(caller: &Caller) -> Result<Socket, Failure> {
    let mut request = format!("ws://{}/api/quick/socket", caller.server).into_client_request()?;
    let (name, value) = caller.credentials.trim().split_once(": ").ok_or("no credentials")?;
    request.headers_mut().insert(tungstenite::http::HeaderName::from_bytes(name.as_bytes())?, value.parse()?);
    Ok(client_async(request, TcpStream::connect(caller.server).await?).await?.0)
}

async fn say(socket: &mut Socket, value: Value) -> Result<(), Failure> {
    Ok(socket.send(Message::Text(value.to_string().into())).await?)
}

/// The next news that is more than waiting; none when it is closed.
async fn news(socket: &mut Socket) -> Result<Option<QuickNews>, Failure> {
    loop {
        match any_news(socket).await? {
            Some(QuickNews::Waiting { .. }) => {}
            other => return Ok(other),
        }
    }
}

/// The next news; none when it is closed.
async fn any_news(socket: &mut Socket) -> Result<Option<QuickNews>, Failure> {
    let wait = async {
        while let Some(frame) = socket.next().await {
            let Ok(Message::Text(text)) = frame else { continue };
            return Ok(Some(serde_json::from_str(&text)?));
        }
        Ok(None)
    };
    tokio::time::timeout(Duration::from_secs(120), wait).await?
}

async fn matched(socket: &mut Socket) -> Result<(String, bool), Failure> {
    match news(socket).await? {
        Some(QuickNews::Matched { code, rated }) => Ok((code, rated)),
        other => Err(format!("{other:?}").into()),
    }
}

fn impatient(name: &str) -> Config {
    Config { bot_after: Duration::from_secs(1), ..config(name) }
}

/// Examples are played at tables: nobody looks for a rival in one, and so nobody is rated in one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_no_quick_match_of_an_example() -> Result<(), Failure> {
    let server = Server::start(config("examples")).await?;
    let ada = account(server.address, "Ada").await?;
    for game in playmat_catalog::EXAMPLES {
        match news(&mut seek(&ada, game).await?).await? {
            Some(QuickNews::Refused { code, .. }) => assert_eq!(code, "no-quick-match"),
            other => return Err(format!("{other:?}").into()),
        }
    }
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_accounts_are_rated_exactly_once() -> Result<(), Failure> {
    let config = config("rated");
    let server = Server::start(config.clone()).await?;
    let (ada, bob) = (account(server.address, "Ada").await?, account(server.address, "Bob").await?);
    let (mut one, mut two) = (seek(&ada, "skirmish").await?, seek(&bob, "skirmish").await?);
    let (code, rated) = matched(&mut one).await?;
    assert_eq!(matched(&mut two).await?, (code.clone(), true));
    assert!(rated);
    let table: TableInfo = ada.get(&format!("/api/tables/{code}")).await?;
    assert!(table.rated && table.clock.is_some() && !table.public);
    let [mut a, mut b] = both(&ada, &bob, &code).await?;
    concede(&mut b).await?;
    while a.mirror.state.over.is_none() {
        next(&mut a).await?;
    }
    let rating = async |who: &Caller| -> Result<(f64, f64, u32), Failure> {
        let profile: Profile = who.get("/api/me/profile").await?;
        let info = profile.games[0].rating.ok_or("no rating")?;
        assert!(info.provisional);
        Ok((info.rating.round(), info.deviation.round(), info.games))
    };
    // Two who are new: Glicko-2 moves each by 162.
    assert_eq!((rating(&ada).await?, rating(&bob).await?), ((1662.0, 290.0, 1), (1338.0, 290.0, 1)));
    let page: MatchPage = ada.get("/api/me/matches").await?;
    let change = page.matches[0].rating.expect("rated");
    assert_eq!((change.before, change.after.round(), page.matches[0].result), (1500.0, 1662.0, MatchResult::Won));
    // Others see how strong an account is, not what it plays.
    let profile: Profile = bob.get(&format!("/api/players/{}", ada.me.id)).await?;
    assert_eq!((&profile.name[..], profile.games[0].wins, profile.games[0].favourite.clone()), ("Ada", 1, None));
    server.stop().await;
    // After a restart the match is still over, and counts no second time.
    let server = Server::start(config).await?;
    let (ada, bob) = (Caller { server: server.address, ..ada }, Caller { server: server.address, ..bob });
    assert!(met(&ada, &code).await?.mirror.state.over.is_some());
    assert_eq!((rating(&ada).await?.2, rating(&bob).await?), (1, (1338.0, 290.0, 1)));
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_play_unrated_and_a_closed_socket_has_left() -> Result<(), Failure> {
    let server = server("unrated").await;
    let (ada, bob) = (account(server.address, "Ada").await?, Caller::guest(server.address, "Bob").await?);
    // Somebody who looked for a match and went is nobody's rival.
    let gone = seek(&Caller::guest(server.address, "Gone").await?, "skirmish").await?;
    drop(gone);
    let mut left = seek(&Caller::guest(server.address, "Left").await?, "skirmish").await?;
    left.close(None).await?;
    assert_eq!(news(&mut left).await?, None);
    eventually(async || Ok((server.seeking() == 0).then_some(()))).await?;
    let mut other_game = seek(&Caller::guest(server.address, "Other").await?, "strata").await?;
    let mut one = seek(&ada, "skirmish").await?;
    // Both are told that they wait, after a look at the queue: nobody is there for either.
    for socket in [&mut other_game, &mut one] {
        assert!(matches!(any_news(socket).await?, Some(QuickNews::Waiting { others: 0, .. })));
    }
    // A second window takes the place of the first.
    let mut again = seek(&ada, "skirmish").await?;
    assert!(matches!(news(&mut one).await?, Some(QuickNews::Refused { code, .. }) if code == "replaced"));
    let mut two = seek(&bob, "skirmish").await?;
    let (code, rated) = matched(&mut again).await?;
    assert_eq!((matched(&mut two).await?, rated), ((code.clone(), false), false));
    let [mut a, _b] = both(&ada, &bob, &code).await?;
    concede(&mut a).await?;
    let profile: Profile = ada.get("/api/me/profile").await?;
    assert_eq!((profile.games[0].losses, profile.games[0].rating), (1, None));
    other_game.close(None).await?;
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_offered_after_a_wait() -> Result<(), Failure> {
    let server = Server::start(impatient("bot")).await?;
    let ada = Caller::guest(server.address, "Ada").await?;
    let mut socket = seek(&ada, "food-chain").await?;
    let Some(QuickNews::Offer { level }) = news(&mut socket).await? else { return Err("no offer".into()) };
    say(&mut socket, json!({"type": "bot"})).await?;
    let (code, rated) = matched(&mut socket).await?;
    let table: TableInfo = ada.get(&format!("/api/tables/{code}")).await?;
    assert_eq!((table.seats[1].who, table.seats[1].level.as_ref(), rated), (SeatedBy::Bot, Some(&level), false));
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_gets_a_sentence() -> Result<(), Failure> {
    let server = server("quick-nonsense").await;
    let ada = Caller::guest(server.address, "Ada").await?;
    for (said, code) in [
        (json!({"type": "bot"}), "bad-message"),
        (json!({"type": "seek"}), "bad-message"),
        (json!({"type": "seek", "game": "chess", "deck": "random"}), "unknown-game"),
        (json!({"type": "seek", "game": "skirmish", "deck": {"cards": ["Wolf"]}}), "bad-deck"),
        (json!({"type": "seek", "game": "skirmish", "deck": "no-such-deck"}), "bad-deck"),
    ] {
        let mut socket = open(&ada).await?;
        say(&mut socket, said.clone()).await?;
        match news(&mut socket).await? {
            Some(QuickNews::Refused { code: found, .. }) => assert_eq!(found, code, "{said}"),
            other => return Err(format!("{said}: {other:?}").into()),
        }
        assert_eq!(news(&mut socket).await?, None, "it is closed");
    }
    assert!(open(&nobody_with_a_cookie(&ada)).await.is_err(), "first one is somebody");
    server.stop().await;
    Ok(())
}

fn nobody_with_a_cookie(caller: &Caller) -> Caller {
    Caller { credentials: "Cookie: playmat=s.made-up\r\n".into(), ..caller.clone() }
}
