//! Whoever sends nonsense loses their own connection, and nobody else notices.

use std::time::Duration;

use playmat_server::client::{Caller, Client, Failure, request_once};
use playmat_server::{Limits, Rate, Server};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::tables::{JoinRequest, Problem, TableInfo};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::{
    Frame,
    coding::{Data, OpCode},
};

use crate::common::*;

/// How a connection ended: the code of `bye`, or nothing if it was simply closed.
async fn ended(client: &mut Client) -> Option<String> {
    let wait = async {
        let mut code = None;
        while let Ok(Some(message)) = client.next().await {
            if let ServerMessage::Bye { code: said, .. } = message {
                code = Some(said.into_owned());
            }
        }
        code
    };
    tokio::time::timeout(Duration::from_secs(120), wait).await.expect("it ends")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_frames_end_their_own_connection() -> Result<(), Failure> {
    let mut config = config("hostile");
    config.limits = Limits { messages: Rate::per_second(20.0), ..Limits::none() };
    let server = Server::start(config).await?;
    let mut seed: u64 = 2;
    let (table, callers, mut clients) = two(server.address, "skirmish").await?;
    let eve = Caller::guest(server.address, "Eve").await?;

    let texts = [
        "",
        "{}",
        "[]",
        "null",
        "{",
        "\u{0}",
        "{\"type\":\"no-such-type\"}",
        "{\"type\":\"answer\"}",
        "{\"type\":\"answer\",\"decision\":-1,\"pick\":0}",
        "{\"type\":\"answer\",\"decision\":1,\"pick\":300}",
        "{\"type\":\"answer\",\"decision\":1,\"pick\":0,\"seat\":\"p1\"}",
        "{\"type\":\"answer\",\"decision\":1e99,\"pick\":0}",
        "{\"type\":\"hello\",\"version\":1,\"version\":1}",
    ];
    for text in texts {
        let mut client = met(&eve, &table.code).await?;
        client.send_text(text.to_owned()).await?;
        assert_eq!(ended(&mut client).await.as_deref(), Some("bad-message"), "{text}");
    }
    // Anything, a hundred times.
    for _ in 0..100 {
        let mut client = eve.open(&table.code).await?;
        for _ in 0..3 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
            let noise: Vec<u8> = seed.to_le_bytes().iter().cycle().take((seed >> 60) as usize + 1).copied().collect();
            let _ = client.send_text(String::from_utf8_lossy(&noise).into_owned()).await;
        }
        assert_eq!(ended(&mut client).await.as_deref(), Some("bad-message"));
    }
    let deep = format!("{}1{}", "[".repeat(2000), "]".repeat(2000));
    let mut client = met(&eve, &table.code).await?;
    client.send_text(deep).await?;
    assert_eq!(ended(&mut client).await.as_deref(), Some("bad-message"));

    let mut client = met(&eve, &table.code).await?;
    client.send_frame(Message::Binary(vec![0; 100].into())).await?;
    assert_eq!(ended(&mut client).await.as_deref(), Some("bad-message"));

    let mut client = met(&eve, &table.code).await?;
    let _ = client.send_text("x".repeat(1 << 20)).await;
    let code = ended(&mut client).await;
    assert!(code.as_deref().is_none_or(|code| code == "too-large"), "{code:?}");

    // A frame of a reserved kind, and one that never ends.
    let mut client = met(&eve, &table.code).await?;
    let reserved = Frame::message(vec![1, 2, 3], OpCode::Data(Data::Reserved(5)), true);
    let _ = client.send_frame(Message::Frame(reserved)).await;
    ended(&mut client).await;
    let mut client = met(&eve, &table.code).await?;
    for _ in 0..10 {
        let part = Frame::message(vec![b'x'; 1000], OpCode::Data(Data::Text), false);
        let _ = client.send_frame(Message::Frame(part)).await;
    }
    ended(&mut client).await;

    // More at once than are allowed; again on a machine that is so slow that they are not too many.
    let mut client = met(&eve, &table.code).await?;
    let told = 'told: loop {
        for id in 1..=60 {
            let _ = client.send(&ClientMessage::Ping { id }).await;
        }
        loop {
            match next(&mut client).await? {
                ServerMessage::Bye { code, .. } => break 'told code,
                ServerMessage::Pong { id: 60 } => break,
                _ => {}
            }
        }
    };
    assert_eq!(told, "too-fast");

    let mut client = eve.open(&table.code).await?;
    client.send(&ClientMessage::Hello { version: 99, resume: None, aims: false }).await?;
    assert_eq!(ended(&mut client).await.as_deref(), Some("version"));

    // Who only watches may do nothing, and learns nothing from trying.
    let mut client = met(&eve, &table.code).await?;
    for (message, code) in [
        (ClientMessage::Answer { decision: 1, pick: 0 }, "not-asked"),
        (ClientMessage::TakeBack { decision: 1 }, "not-asked"),
        (ClientMessage::Concede { seat: Some(playmat_wire::SeatForm::P1) }, "not-your-seat"),
        (ClientMessage::Rematch { want: true }, "not-over"),
        (ClientMessage::Ready { seat: playmat_wire::SeatForm::P1 }, "not-hot-seat"),
    ] {
        client.send(&message).await?;
        assert_eq!(refused(&mut client).await?, code);
    }
    // Nor does a player out of turn, or with an old question.
    let at = asked(&clients).ok_or("somebody is asked")?;
    let question = clients[at].mirror.question.clone().ok_or("asked")?;
    clients[1 - at].send(&ClientMessage::Answer { decision: question.decision, pick: 0 }).await?;
    assert_eq!(refused(&mut clients[1 - at]).await?, "not-asked");
    clients[at].send(&ClientMessage::Answer { decision: question.decision ^ 1, pick: 0 }).await?;
    assert_eq!(refused(&mut clients[at]).await?, "old-decision");
    clients[at].send(&ClientMessage::Answer { decision: question.decision, pick: 250 }).await?;
    assert_eq!(refused(&mut clients[at]).await?, "no-such-option");

    // And the match goes on as if nothing had been.
    for _ in 0..5 {
        step(&mut clients, &mut seed).await?;
    }
    drop(callers);
    assert_eq!(request_once(server.address, "GET", "/healthz", "", b"").await?.status, 200);
    server.stop().await;
    Ok(())
}

/// Without an identity, with a forged one, from a foreign page: nothing opens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_door_is_guarded() -> Result<(), Failure> {
    let mut config = config("door");
    config.limits = Limits { guesses: five_and_no_more(), ..Limits::none() };
    let server = Server::start(config).await?;
    let ada = Caller::guest(server.address, "Ada").await?;
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    let socket = format!("/api/tables/{}/socket", table.code);
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
    let forged = ada.credentials.trim_end().trim_end_matches(|c: char| c.is_ascii_hexdigit()).to_owned() + "00\r\n";
    for (credentials, origin, status) in [
        ("", "", 401),
        (forged.as_str(), "", 401),
        (ada.credentials.as_str(), "Origin: https://evil.example\r\n", 403),
        (ada.credentials.as_str(), "Origin: null\r\n", 403),
    ] {
        let answer = raw(server.address, &socket, &format!("{upgrade}{credentials}{origin}")).await?;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
    let own = format!("Origin: http://{}\r\n", server.address);
    let answer = raw(server.address, &socket, &format!("{upgrade}{}{own}", ada.credentials)).await?;
    assert!(answer.starts_with("HTTP/1.1 101 "), "{answer}");
    let foreign = format!("{}Origin: https://evil.example\r\n", ada.credentials);
    let answer = request_once(server.address, "POST", "/api/tables", &foreign, b"{}").await?;
    assert_eq!(answer.status, 403);

    // Codes cannot be tried one after the other, and a guess that is right does not help while one has to wait.
    let mut last = String::new();
    for number in 0..8 {
        let answer = ada.ask("GET", &format!("/api/tables/AAAAA{number}"), b"").await?;
        last = serde_json::from_slice::<Problem>(&answer.body)?.code.into_owned();
    }
    assert_eq!(last, "too-many");
    assert_eq!(ada.ask("GET", &format!("/api/tables/{}", table.code), b"").await?.status, 429);

    // Nobody gets a seat that is taken, or one of somebody else's hot-seat.
    let answer = ada.ask("POST", "/api/tables", &vec![b'x'; 600_000]).await?;
    assert_eq!(answer.status, 413);
    let answer = ada.ask("GET", "/", b"").await?;
    for header in ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"] {
        assert!(answer.header(header).is_some(), "{header}");
    }
    assert!(answer.header("set-cookie").is_none());
    let signed = request_once(server.address, "POST", "/api/me", "", b"{}").await?;
    let cookie = signed.header("set-cookie").ok_or("a cookie")?;
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    server.stop().await;
    Ok(())
}

/// Connections that say nothing, or half of something, are closed and hold nobody up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_open_connections_are_closed() -> Result<(), Failure> {
    let mut config = config("half");
    config.limits = Limits { connections_of_address: 8, ..Limits::none() };
    let server = Server::start(config).await?;
    let mut idle = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(server.address).await?;
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await?;
        idle.push(stream);
    }
    let ada = Caller::program(server.address, "Ada").await?;
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    let bob = Caller::program(server.address, "Bob").await?;
    let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    // One says nothing at all after the upgrade.
    let mut silent = ada.open(&table.code).await?;
    assert_eq!(ended(&mut silent).await.as_deref(), Some("silent"));
    let mut rest = Vec::new();
    for mut stream in idle {
        stream.read_to_end(&mut rest).await?;
    }
    // More than its share of connections are not even answered: one more each time, until nobody comes in.
    let mut held = Vec::new();
    while Caller::program(server.address, "Eve").await.is_ok() {
        held.push(TcpStream::connect(server.address).await?);
        assert!(held.len() <= 8, "there is no limit");
    }
    drop(held);
    eventually(async || Ok(Caller::program(server.address, "Eve").await.ok())).await?;
    server.stop().await;
    Ok(())
}

/// While the log cannot be written the match stands still; nobody is told what is not in it, and it goes on from there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_fails_stops_the_match_and_loses_nothing() -> Result<(), Failure> {
    let config = config("stall");
    let path = config.database.strip_prefix("sqlite:").ok_or("a path")?.to_owned();
    let server = Server::start(config).await?;
    let (_, callers, mut clients) = two(server.address, "skirmish").await?;
    let mut seed = 4;
    for _ in 0..5 {
        step(&mut clients, &mut seed).await?;
    }
    // It is held for as long as the holder's input is open.
    let holder = "import sqlite3, sys\n\
                  c = sqlite3.connect(sys.argv[1], isolation_level=None)\n\
                  c.execute('BEGIN IMMEDIATE')\nprint('held', flush=True)\nsys.stdin.read()\nc.execute('ROLLBACK')";
    let mut child = std::process::Command::new("python3")
        .args(["-c", holder, &path])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().ok_or("a pipe")?), &mut line)?;
    let at = asked(&clients).ok_or("somebody is asked")?;
    let before = [clients[0].mirror.clone(), clients[1].mirror.clone()];
    clients[at].answer(0).await?;
    let mut notices = Vec::new();
    let mut refusals = Vec::new();
    while notices.last().map(String::as_str) != Some("log-back") {
        match next(&mut clients[at]).await? {
            ServerMessage::Notice { code, .. } => {
                notices.push(code.into_owned());
                drop(child.stdin.take());
            }
            ServerMessage::Refused(refusal) => refusals.push(refusal.code.into_owned()),
            _ => assert_eq!(clients[at].mirror.number, before[at].number, "nothing is told before it is in the log"),
        }
    }
    assert_eq!(notices, ["log-unavailable", "log-back"]);
    assert_eq!(refusals, ["log-unavailable"]);
    for (client, before) in clients.iter_mut().zip(&before) {
        while client.mirror.state.asked != before.state.asked
            || client.mirror.view != before.view
            || client.mirror.question != before.question
        {
            next(client).await?;
        }
        assert_eq!(client.mirror.number, before.number);
    }
    tokio::task::spawn_blocking(move || child.wait()).await??;
    let code = clients[0].mirror.table.as_ref().map(|table| table.code.clone()).ok_or("a table")?;
    let mut again = both(&callers[0], &callers[1], &code).await?;
    for _ in 0..5 {
        step(&mut again, &mut seed).await?;
    }
    server.stop().await;
    Ok(())
}

async fn refused(client: &mut Client) -> Result<String, Failure> {
    loop {
        if let ServerMessage::Refused(refusal) = next(client).await? {
            return Ok(refusal.code.into_owned());
        }
    }
}

/// The head of the answer to a request with these headers.
async fn raw(server: std::net::SocketAddr, path: &str, headers: &str) -> Result<String, Failure> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {server}\r\n{headers}\r\n").as_bytes()).await?;
    let mut bytes = [0; 400];
    let count = stream.read(&mut bytes).await?;
    Ok(String::from_utf8_lossy(&bytes[..count]).into_owned())
}
