//! Sockets that stop reading: what waits for them is bounded, they are dropped with a reason, and nobody else waits.

use std::time::Duration;

use playmat_server::client::{Caller, Failure};
use playmat_server::{Limits, Server};
use playmat_wire::messages::{ClientMessage, DrawWord, ServerMessage};
use playmat_wire::tables::{JoinRequest, TableInfo};

use crate::common::*;

/// Asks for everything again and again and reads nothing of it, until nothing more can be on its way.
const UNREAD: usize = 3_000;
/// More messages than may wait for a client.
const MISSED: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_dropped_with_a_reason_and_can_come_back() -> Result<(), Failure> {
    let mut config = config("unread");
    // It reads again before the server's patience ends, however busy the machine is.
    config.limits = Limits { slow: Duration::from_secs(600), ..Limits::none() };
    let server = Server::start(config).await?;
    let (table, [ada, _bob], [mut stuck, mut rival]) = two(server.address, "skirmish").await?;
    let place = stuck.place();
    for _ in 0..UNREAD {
        stuck.send(&ClientMessage::Resync {}).await?;
    }
    // Meanwhile the rival is served: every offer is a message to both.
    for number in 0..MISSED as u32 {
        rival.send(&ClientMessage::Draw { say: DrawWord::Offer, seat: None }).await?;
        rival.send(&ClientMessage::Ping { id: number }).await?;
        while next(&mut rival).await? != (ServerMessage::Pong { id: number }) {}
    }
    // What was kept for the one who does not read is far less than what was asked for, and then it is told why it ends.
    let mut whole = 0;
    let bye = loop {
        match next(&mut stuck).await? {
            ServerMessage::Bye { code, again, .. } => break (code.into_owned(), again),
            ServerMessage::Full(_) => whole += 1,
            _ => {}
        }
    };
    assert_eq!(bye, ("too-slow".into(), true));
    assert!(whole < UNREAD / 2, "{whole} views were kept for somebody who does not read");
    assert!(stuck.received < 8 << 20, "{} bytes", stuck.received);
    let mut back = ada.sit(&table.code, place).await?;
    while back.mirror.viewer.is_none() && back.mirror.table.is_none() {
        next(&mut back).await?;
    }
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_reads_again_loses_the_connection_and_not_the_seat() -> Result<(), Failure> {
    let mut config = config("never");
    config.limits = Limits { slow: Duration::from_millis(300), ..Limits::none() };
    let server = Server::start(config).await?;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let table: TableInfo = ada.post("/api/tables", &request("skirmish")).await?;
    bob.post::<TableInfo>(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let (mut stuck, mut rival) = tokio::try_join!(met(&ada, &table.code), met(&bob, &table.code))?;
    for _ in 0..UNREAD {
        // The server may have closed it by now.
        if stuck.send(&ClientMessage::Resync {}).await.is_err() {
            break;
        }
    }
    // The rival is told that the other one is not there any more.
    let online =
        |rival: &playmat_server::client::Client| rival.mirror.table.as_ref().is_some_and(|table| table.seats[0].online);
    while online(&rival) {
        next(&mut rival).await?;
    }
    let back = met(&ada, &table.code).await?;
    assert_eq!(back.mirror.seats, [playmat_wire::SeatForm::P1]);
    while !online(&rival) {
        next(&mut rival).await?;
    }
    server.stop().await;
    Ok(())
}
