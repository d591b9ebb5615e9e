//! A disk that is full while matches run: nothing is told that is not kept, everybody is told why it stands still, and it goes on with room.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use playmat_catalog::GAMES;
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_server::client::{Caller, Client, Failure, Referee, request_once};
use playmat_wire::messages::ServerMessage;
use playmat_wire::tables::TableInfo;

use crate::common::{self, folder};
use crate::server::{Process, Seats, open, record, seed_of};

/// Files of the server may not be written beyond this: the database is larger by then.
const LIMIT: u64 = 64 * 1024;

#[test]
fn matches_go_on_after_a_full_disk_and_nothing_is_lost() {
    let folder = folder("full");
    let database = format!("sqlite:{}", folder.join("matches.db").display());
    let process = start(&database);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(fill_and_empty(process, &database)).expect("it goes on");
}

async fn fill_and_empty(process: Process, database: &str) -> Result<(), Failure> {
    let (address, referee) = (process.address, Referee::new()?);
    let mut chance = FastChance::new(14);
    let mut tables = Vec::new();
    for game in GAMES.iter().chain(GAMES) {
        tables.push(open(address, game).await?);
    }
    for table in &mut tables {
        for _ in 0..4 {
            // Doing something: nobody's match ends so soon.
            assert!(answer(table, |_| 0).await?);
        }
    }
    assert_eq!(health(&process).await?, (200, "ok\n".into()));

    limit(&process, &LIMIT.to_string());
    let before: Vec<[_; 2]> = tables.iter().map(|table| table.clients.each_ref().map(|client| client.mirror.clone())).collect();
    for table in &mut tables {
        let asked = asked(table);
        table.clients[asked].answer(0).await?;
    }
    for (table, before) in tables.iter_mut().zip(&before) {
        let asked = asked(table);
        // The one who answered is told that it was not taken, both that the match stands still, and nobody anything else.
        let (mut refused, mut noticed) = (false, false);
        while !(refused && noticed) {
            match next(&mut table.clients[asked]).await? {
                ServerMessage::Refused(refusal) => refused = refusal.code == "log-unavailable",
                ServerMessage::Notice { code, sentence } => {
                    noticed = code == "log-unavailable" && sentence.contains("nothing is lost")
                }
                other => return Err(format!("{other:?}").into()),
            }
        }
        let told = next(&mut table.clients[1 - asked]).await?;
        assert!(matches!(&told, ServerMessage::Notice { code, .. } if code == "log-unavailable"), "{told:?}");
        for (client, before) in table.clients.iter().zip(before) {
            assert_eq!((client.mirror.number, &client.mirror.view), (before.number, &before.view));
        }
    }
    let (status, why) = until(&process, |status| status == 503).await?;
    assert!(status == 503 && why.starts_with("the log cannot be written: "), "{status} {why}");
    // What is there can be read; what is new is refused with a reason.
    let seat = &tables[0];
    assert_eq!(seat.callers[0].get::<TableInfo>(&format!("/api/tables/{}", seat.code)).await?.code, seat.code);
    let refused = open(address, GAMES[0]).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("cannot write its log"), "{refused}");

    limit(&process, "unlimited");
    for (table, before) in tables.iter_mut().zip(&before) {
        for (client, before) in table.clients.iter_mut().zip(before) {
            // It goes on exactly where it was: the answer that was refused has not been given.
            while !matches!(next(client).await?, ServerMessage::Notice { code, .. } if code == "log-back") {}
            while !matches!(next(client).await?, ServerMessage::Full(_)) {}
            assert_eq!((client.mirror.number, &client.mirror.view), (before.number, &before.view));
            assert_eq!(client.mirror.question, before.question);
        }
    }
    assert_eq!(until(&process, |status| status == 200).await?.1, "ok\n");
    for table in &mut tables {
        while answer(table, |options| chance.one_of(options)).await? {}
        let whole = record(&table.callers[0], &table.clients[0].mirror.game_match).await?;
        table.clients.iter().try_for_each(|client| referee.compare(&whole, &client.mirror))?;
    }
    // What was told is what is kept: another start finds the same.
    drop(process);
    let again = Process::start(database, "127.0.0.1:0");
    for table in &tables {
        let caller = Caller { server: again.address, ..table.callers[0].clone() };
        let whole = record(&caller, &table.clients[0].mirror.game_match).await?;
        table.clients.iter().try_for_each(|client| referee.compare(&whole, &client.mirror))?;
    }
    Ok(())
}

/// A server that is not ended by the signal that a write beyond the limit sends: the write fails, as on a disk without room.
fn start(database: &str) -> Process {
    let script = "trap '' XFSZ; exec \"$@\"";
    let mut child = common::program("sh")
        .args(["-c", script, "sh", common::PLAYMAT, "serve", "--listen", "127.0.0.1:0", "--db", database, "--unlimited"])
        .args(["--share-seconds", "600", "--test-seed", &seed_of(database).to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect(&line);
    Process { address: address.parse().expect("an address"), child }
}

/// How large files of a process may become from now on. No rights are needed for it.
fn limit(process: &Process, bytes: &str) {
    let (id, size) = (process.child.id().to_string(), format!("--fsize={bytes}:unlimited"));
    assert!(Command::new("prlimit").args(["--pid", &id, &size]).status().expect("prlimit runs").success());
}

async fn health(process: &Process) -> Result<(u16, String), Failure> {
    let answer = request_once(process.address, "GET", "/healthz", "", b"").await?;
    Ok((answer.status, String::from_utf8(answer.body)?))
}

/// Asks until the server says so: what it has found a moment ago it says again.
pub async fn until(process: &Process, enough: impl Fn(u16) -> bool) -> Result<(u16, String), Failure> {
    let begun = Instant::now();
    loop {
        let found = health(process).await?;
        if enough(found.0) || begun.elapsed() > Duration::from_secs(60) {
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn asked(table: &Seats) -> usize {
    table.clients.iter().position(|client| client.mirror.question.is_some()).expect("somebody is asked")
}

/// An answer of whoever is asked, heard by both. False when the match is over.
async fn answer(table: &mut Seats, mut pick: impl FnMut(u32) -> u32) -> Result<bool, Failure> {
    while table.clients.iter().all(|client| client.mirror.question.is_none() && client.mirror.state.over.is_none()) {
        let behind = usize::from(table.clients[1].mirror.number < table.clients[0].mirror.number);
        next(&mut table.clients[behind]).await?;
    }
    if table.clients.iter().any(|client| client.mirror.state.over.is_some()) {
        for client in &mut table.clients {
            while client.mirror.state.over.is_none() {
                next(client).await?;
            }
        }
        return Ok(false);
    }
    let at = asked(table);
    let question = table.clients[at].mirror.question.clone().ok_or("asked")?;
    table.clients[at].answer(pick(question.options.len() as u32) as u8).await?;
    while table.clients[at].mirror.question.as_ref().map(|now| now.decision) == Some(question.decision) {
        next(&mut table.clients[at]).await?;
    }
    let (number, asked) = (table.clients[at].mirror.number, table.clients[at].mirror.state.asked);
    let rival = &mut table.clients[1 - at];
    while rival.mirror.number < number || rival.mirror.state.asked != asked {
        next(rival).await?;
    }
    Ok(true)
}

async fn next(client: &mut Client) -> Result<ServerMessage, Failure> {
    tokio::time::timeout(Duration::from_secs(60), client.next()).await??.ok_or_else(|| "the connection is closed".into())
}
