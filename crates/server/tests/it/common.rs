//! A server in the same process, and players.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use playmat_server::client::{Caller, Client, Failure, seed_shares};
use playmat_server::{Config, Limits, Randomness, Rate, Server};
use playmat_testkit::seed;
use playmat_wire::SeatForm;
use playmat_wire::messages::{ClientMessage, Question, ServerMessage};
use playmat_wire::tables::{JoinRequest, Pace, SeatRequest, Sitter, Spectators, TableInfo, TableRequest};

/// Longer than any test takes: what waits for this long waits for a test that puts the clock forward.
pub const HOUR: Duration = Duration::from_secs(3600);

/// All games but the examples.
pub fn games() -> &'static [&'static str] {
    playmat_catalog::GAMES
}

/// A fresh database.
pub fn database(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("playmat-{name}-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("matches.db")
}

/// A server at any free port, without limits. Its luck and that of its clients is the seed's of this name; a server that is started again with a
/// copy of the same settings goes on with it.
pub fn config(name: &str) -> Config {
    seed_shares(seed("shares"));
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: format!("sqlite:{}", database(name).display()),
        limits: Limits::none(),
        // Everybody here brings a share. Nobody is too slow for this, and who tests what happens otherwise puts the clock forward.
        shares: HOUR,
        chance: Randomness::seeded(seed(name)),
        ..Config::default()
    }
}

pub async fn server(name: &str) -> Server {
    Server::start(config(name)).await.expect("a server starts")
}

/// A table for two programs that may be watched.
pub fn request(game: &str) -> TableRequest {
    TableRequest {
        game: game.into(),
        edition: None,
        rulings: Default::default(),
        seats: [seat(Sitter::Me), seat(Sitter::Open)],
        clock: None,
        away: None,
        on_timeout: Default::default(),
        public: false,
        spectators: Some(Spectators { delay: 0 }),
        pace: Pace::Programs,
        cards: None,
    }
}

pub fn seat(who: Sitter) -> SeatRequest {
    SeatRequest { who, level: None, deck: None, name: None }
}

/// Two programs at a table, both connected, the match begun.
pub async fn two(server: SocketAddr, game: &str) -> Result<(TableInfo, [Caller; 2], [Client; 2]), Failure> {
    two_who(server, game, false).await
}

/// The same for clients that want to know where moves can be aimed, or do not.
pub async fn two_who(server: SocketAddr, game: &str, aims: bool) -> Result<(TableInfo, [Caller; 2], [Client; 2]), Failure> {
    let (mut ada, mut bob) = (Caller::program(server, "Ada").await?, Caller::program(server, "Bob").await?);
    (ada.aims, bob.aims) = (aims, aims);
    let table: TableInfo = ada.post("/api/tables", &request(game)).await?;
    let table: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let clients = both(&ada, &bob, &table.code).await?;
    let table = TableInfo { game_match: Some(clients[0].mirror.game_match.clone()), ..table };
    Ok((table, [ada, bob], clients))
}

/// Two players come to their table. Both read, so that both bring their shares.
pub async fn both(one: &Caller, two: &Caller, code: &str) -> Result<[Client; 2], Failure> {
    let (one, two) = tokio::try_join!(met(one, code), met(two, code))?;
    Ok([one, two])
}

/// A client that has seen the table.
pub async fn met(caller: &Caller, code: &str) -> Result<Client, Failure> {
    let mut client = caller.sit(code, None).await?;
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }
    Ok(client)
}

/// The next message. If none comes for two minutes, none will.
pub async fn next(client: &mut Client) -> Result<ServerMessage, Failure> {
    match tokio::time::timeout(Duration::from_secs(120), client.next()).await {
        Ok(Ok(Some(message))) => Ok(message),
        Ok(Ok(None)) => Err("the connection is closed".into()),
        Ok(Err(error)) => Err(error),
        Err(_) => Err("no message comes; do both players read, so that both bring their shares?".into()),
    }
}

/// What the server has told this client by now: everything that it had to say before it heard a word that is sent now.
pub async fn heard_so_far(client: &mut Client) -> Result<Vec<ServerMessage>, Failure> {
    const ID: u32 = 77;
    client.send(&ClientMessage::Ping { id: ID }).await?;
    let mut heard = Vec::new();
    loop {
        match next(client).await? {
            ServerMessage::Pong { id: ID } => return Ok(heard),
            other => heard.push(other),
        }
    }
}

/// Asks again and again until it is so.
pub async fn eventually<T>(mut ask: impl AsyncFnMut() -> Result<Option<T>, Failure>) -> Result<T, Failure> {
    for _ in 0..2400 {
        if let Some(found) = ask().await? {
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err("it is never so".into())
}

/// Waits until a client has heard everything up to this number and who is asked there.
pub async fn until(client: &mut Client, number: u32, asked: Option<SeatForm>) -> Result<(), Failure> {
    while client.mirror.number < number || client.mirror.state.asked != asked {
        next(client).await?;
    }
    Ok(())
}

/// A limit that no slow machine gets around.
pub fn five_and_no_more() -> Rate {
    Rate { burst: 5.0, per_second: 1e-6 }
}

/// A choice that is the same in every run.
pub fn pick(question: &Question, seed: &mut u64) -> u8 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*seed >> 33) % question.options.len() as u64) as u8
}

/// The place of whoever is asked.
pub fn asked(clients: &[Client; 2]) -> Option<usize> {
    clients.iter().position(|client| client.mirror.question.is_some())
}

/// One answer of whoever is asked, heard by both. False when the match is over.
pub async fn step(clients: &mut [Client; 2], seed: &mut u64) -> Result<bool, Failure> {
    while asked(clients).is_none() && clients[0].mirror.state.over.is_none() {
        // Both are at the same point: whoever is behind gets news.
        let behind = usize::from(clients[1].mirror.number < clients[0].mirror.number);
        next(&mut clients[behind]).await?;
    }
    let Some(at) = asked(clients) else { return Ok(false) };
    let question = clients[at].mirror.question.clone().expect("asked");
    clients[at].answer(pick(&question, seed)).await?;
    // The one who answers hears of it always; the other unless the move is still being declared.
    loop {
        next(&mut clients[at]).await?;
        let now = &clients[at].mirror;
        if now.question.as_ref().map(|question| question.decision) != Some(question.decision) {
            break;
        }
    }
    let (number, asked) = (clients[at].mirror.number, clients[at].mirror.state.asked);
    until(&mut clients[1 - at], number, asked).await?;
    Ok(clients[at].mirror.state.over.is_none())
}
