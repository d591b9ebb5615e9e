//! `playmat load`: many matches against a running server, over real sockets, measured and checked.

use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use playmat_catalog::GAMES;
use playmat_chance::Swift;
use playmat_kernel::Chance;
use playmat_server::client::{Caller, Client, Failure as Trouble, Referee, request_once};
use playmat_wire::messages::{ClientMessage, Question};
use playmat_wire::tables::{JoinRequest, Pace, SeatRequest, Sitter, Table, TableRequest};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::common::write_json;
use crate::failure::{Failure, Finished};

/// Play many matches against a running server, measure it, and check every client's view against the record
///
/// The server must be started without limits: `playmat serve --unlimited`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat load --matches 100 --bots random
  playmat load --matches 1000 --rate 5000 --seconds 30
  playmat load --matches 1000 --rate 1000,2000,5000,10000")]
pub struct Load {
    /// The server
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    server: String,
    /// How many matches at the same time; two connections each
    #[arg(long, value_name = "N", default_value_t = 100)]
    matches: usize,
    /// Who plays: only `random` is fast enough to measure anything
    #[arg(long, value_name = "BOT", default_value = "random", value_parser = ["random"])]
    bots: String,
    /// The game [default: all, in turn]
    #[arg(long)]
    game: Option<String>,
    /// Answers a second, all matches together; several rates are measured one after the other; 0 is as fast as possible
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "0")]
    rate: Vec<u64>,
    /// How long each rate is measured
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    seconds: u64,
    /// The seed of the players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was measured.
#[derive(Serialize, Debug, Default)]
struct Report {
    matches: usize,
    /// Bytes of the server's memory for each idle match with two connections, if the server tells.
    idle_bytes_per_match: Option<u64>,
    /// The same at the end.
    bytes_per_match: Option<u64>,
    steps: Vec<Step>,
    /// Clients whose view was compared with the record.
    checked: u64,
    /// What was wrong.
    wrong: Vec<String>,
}

#[derive(Serialize, Debug)]
struct Step {
    wanted_per_second: u64,
    moves_per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    most_ms: f64,
    bytes_per_move: f64,
}

/// What all players share.
struct Run {
    server: SocketAddr,
    games: Vec<String>,
    seed: u64,
    /// Answers a second of one match; the bits of an f64.
    pace: AtomicU64,
    stop: AtomicBool,
    go: AtomicBool,
    bytes: AtomicU64,
    latencies: Mutex<Vec<u32>>,
    referee: Referee,
    checked: AtomicU64,
    wrong: Mutex<Vec<String>>,
}

impl Load {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let server = self.server.trim_start_matches("http://").trim_end_matches('/');
        let server = server.to_socket_addrs().ok().and_then(|mut found| found.next());
        let server = server.ok_or_else(|| Failure::bad(format!("`{}` is no address; it is written HOST:PORT", self.server)))?;
        if let Some(game) = self.game.as_ref().filter(|game| !GAMES.contains(&game.as_str())) {
            return Err(Failure::bad(format!("there is no game `{game}`; there are: {}", GAMES.join(", "))));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(self.measure(server)).map_err(|error| Failure::Failed(error.to_string()))?;
        match self.json {
            true => write_json(out, &report)?,
            false => report.tell(out)?,
        }
        Ok(if report.wrong.is_empty() { Finished::Well } else { Finished::WithFailures })
    }

    async fn measure(&self, server: SocketAddr) -> Result<Report, Trouble> {
        let games = self.game.clone().map_or_else(|| GAMES.iter().map(|game| (*game).to_owned()).collect(), |game| vec![game]);
        let run = Arc::new(Run {
            server,
            games,
            seed: self.seed,
            pace: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            go: AtomicBool::new(false),
            bytes: AtomicU64::new(0),
            latencies: Mutex::default(),
            referee: Referee::new()?,
            checked: AtomicU64::new(0),
            wrong: Mutex::default(),
        });
        let before = memory(server).await;
        let mut tables = JoinSet::new();
        let mut ready = Vec::with_capacity(self.matches);
        for number in 0..self.matches {
            tables.spawn(open(run.clone(), number));
            // Not all at once: the queue of a listening socket is short.
            if tables.len() >= 32
                && let Some(table) = tables.join_next().await
            {
                ready.push(table??);
            }
        }
        while let Some(table) = tables.join_next().await {
            ready.push(table??);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let idle = memory(server).await;
        let each = |now: Option<u64>| Some(now?.saturating_sub(before?) / self.matches as u64);
        let mut report = Report { matches: self.matches, idle_bytes_per_match: each(idle), ..Report::default() };
        let mut players = JoinSet::new();
        for (number, table) in ready.into_iter().enumerate() {
            players.spawn(play(run.clone(), number, table));
        }
        run.go.store(true, Ordering::Release);
        for &rate in &self.rate {
            run.pace.store((rate as f64 / self.matches as f64).to_bits(), Ordering::Relaxed);
            // What was under way belongs to the rate before.
            tokio::time::sleep(Duration::from_secs(1)).await;
            run.latencies.lock().await.clear();
            let (begun, bytes) = (Instant::now(), run.bytes.load(Ordering::Relaxed));
            tokio::time::sleep(Duration::from_secs(self.seconds)).await;
            let taken = std::mem::take(&mut *run.latencies.lock().await);
            let bytes = run.bytes.load(Ordering::Relaxed) - bytes;
            report.steps.push(Step::of(rate, taken, begun.elapsed(), bytes));
        }
        report.bytes_per_match = each(memory(server).await);
        run.stop.store(true, Ordering::Release);
        while let Some(player) = players.join_next().await {
            if let Err(error) = player? {
                run.wrong.lock().await.push(error.to_string());
            }
        }
        report.checked = run.checked.load(Ordering::Relaxed);
        report.wrong = std::mem::take(&mut *run.wrong.lock().await);
        Ok(report)
    }
}

/// Two programs at a table.
struct Pair {
    callers: [Caller; 2],
    clients: [Client; 2],
}

async fn open(run: Arc<Run>, number: usize) -> Result<Pair, Trouble> {
    let (one, two) = (Caller::program(run.server, "Load 1").await?, Caller::program(run.server, "Load 2").await?);
    let seat = |who| SeatRequest { who, level: None, deck: None, name: None };
    let request = TableRequest {
        game: run.games[number % run.games.len()].clone(),
        edition: None,
        rulings: Default::default(),
        seats: [seat(Sitter::Me), seat(Sitter::Open)],
        clock: None,
        away: None,
        on_timeout: Default::default(),
        public: false,
        spectators: None,
        pace: Pace::Programs,
    };
    let table: Table = one.post("/api/tables", &request).await?;
    let _: Table = two.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let mut clients = [one.sit(&table.code, None).await?, two.sit(&table.code, None).await?];
    clients.iter_mut().for_each(|client| client.mirror.forget = true);
    let [one_client, two_client] = &mut clients;
    tokio::try_join!(begins_anew(one_client, ""), begins_anew(two_client, ""))?;
    let at = usize::from(clients[0].mirror.question.is_none());
    follow(&mut clients, at).await?;
    Ok(Pair { callers: [one, two], clients })
}

/// Plays one match after the other at a table until it is told to stop, and checks each against its record.
async fn play(run: Arc<Run>, number: usize, pair: Pair) -> Result<(), Trouble> {
    let Pair { callers, mut clients } = pair;
    let mut chance = Swift::nth(run.seed, number as u64);
    while !run.go.load(Ordering::Acquire) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut due = Instant::now();
    loop {
        let Some(at) = clients.iter().position(|client| client.mirror.question.is_some()) else {
            check(&run, &callers[0], &mut clients).await?;
            if run.stop.load(Ordering::Acquire) {
                return Ok(());
            }
            rematch(&mut clients).await?;
            continue;
        };
        if run.stop.load(Ordering::Acquire) {
            clients[at].send(&ClientMessage::Concede { seat: None }).await?;
            for client in &mut clients {
                while client.mirror.state.over.is_none() {
                    client.next().await?.ok_or("the server hung up")?;
                }
            }
            continue;
        }
        due = wait(&run, due, &mut chance).await;
        let question = clients[at].mirror.question.take().ok_or("nothing is asked")?;
        let micros = answer(&mut clients[at], &question, &mut chance).await?;
        run.latencies.lock().await.push(micros);
        follow(&mut clients, at).await?;
        run.bytes.fetch_add(clients.iter_mut().map(|client| std::mem::take(&mut client.received)).sum(), Ordering::Relaxed);
    }
}

/// Waits for this match's turn to move, at random around its pace.
async fn wait(run: &Run, due: Instant, chance: &mut Swift) -> Instant {
    let pace = f64::from_bits(run.pace.load(Ordering::Relaxed));
    if pace <= 0.0 {
        return Instant::now();
    }
    // Who is late does not catch up: that would only measure the queue it made.
    let due = due.max(Instant::now() - Duration::from_secs(1));
    tokio::time::sleep_until(due.into()).await;
    let spread = f64::from(chance.one_of(2001)) / 1000.0;
    due + Duration::from_secs_f64((spread / pace).min(60.0))
}

/// Answers at random; how long it took until the server said that it stands, in microseconds.
async fn answer(client: &mut Client, question: &Question, chance: &mut Swift) -> Result<u32, Trouble> {
    let decision = question.decision;
    let pick = chance.one_of(question.options.len() as u32) as u8;
    let begun = Instant::now();
    client.send(&ClientMessage::Answer { decision, pick }).await?;
    loop {
        let message = client.next().await?.ok_or("the server hung up")?;
        match message {
            playmat_wire::messages::ServerMessage::Update(_) | playmat_wire::messages::ServerMessage::Full(_) => break,
            playmat_wire::messages::ServerMessage::Refused(refusal) => return Err(refusal.sentence.into()),
            _ => {}
        }
    }
    Ok(begun.elapsed().as_micros().min(u128::from(u32::MAX)) as u32)
}

/// The other player hears what the one who answered has heard. Of a move that is still being declared that is nothing.
async fn follow(clients: &mut [Client; 2], at: usize) -> Result<(), Trouble> {
    let (number, asked) = (clients[at].mirror.number, clients[at].mirror.state.asked);
    let rival = &mut clients[1 - at];
    while rival.mirror.number < number || rival.mirror.state.asked != asked {
        rival.next().await?.ok_or("the server hung up")?;
    }
    Ok(())
}

async fn rematch(clients: &mut [Client; 2]) -> Result<(), Trouble> {
    let before = clients[0].mirror.game_match.clone();
    for client in &mut *clients {
        client.send(&ClientMessage::Rematch { want: true }).await?;
    }
    // Both at once: each brings a share of the seed when it reads that one is wanted.
    let [one, two] = clients;
    tokio::try_join!(begins_anew(one, &before), begins_anew(two, &before))?;
    Ok(())
}

async fn begins_anew(client: &mut Client, before: &str) -> Result<(), Trouble> {
    while client.mirror.game_match == before {
        client.next().await?.ok_or("the server hung up")?;
    }
    Ok(())
}

/// Compares what both clients have with what the record leads to.
async fn check(run: &Run, caller: &Caller, clients: &mut [Client; 2]) -> Result<(), Trouble> {
    let id = clients[0].mirror.game_match.clone();
    let record = caller.ask("GET", &format!("/api/matches/{id}/record"), b"").await?;
    for client in clients {
        match run.referee.compare(&record.body, &client.mirror) {
            Ok(()) => run.checked.fetch_add(1, Ordering::Relaxed),
            Err(wrong) => {
                run.wrong.lock().await.push(format!("match {id}: {wrong}"));
                0
            }
        };
    }
    Ok(())
}

/// The server's memory, if it tells.
async fn memory(server: SocketAddr) -> Option<u64> {
    let numbers = request_once(server, "GET", "/metrics", "", b"").await.ok()?;
    let text = String::from_utf8_lossy(&numbers.body).into_owned();
    let line = text.lines().find(|line| line.starts_with("process_resident_memory_bytes "))?;
    line.split(' ').nth(1)?.parse::<f64>().ok().map(|bytes| bytes as u64)
}

impl Step {
    fn of(rate: u64, mut taken: Vec<u32>, time: Duration, bytes: u64) -> Self {
        taken.sort_unstable();
        let at = |share: f64| {
            let place = ((taken.len() as f64 * share) as usize).min(taken.len().saturating_sub(1));
            taken.get(place).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
        };
        Step {
            wanted_per_second: rate,
            moves_per_second: taken.len() as f64 / time.as_secs_f64(),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            most_ms: at(1.0),
            bytes_per_move: bytes as f64 / taken.len().max(1) as f64,
        }
    }
}

impl Report {
    fn tell(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let kib = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), |bytes| format!("{:.1} KiB", bytes as f64 / 1024.0));
        let idle = kib(self.idle_bytes_per_match);
        writeln!(out, "{} matches, {idle} of memory each while idle, {} at the end", self.matches, kib(self.bytes_per_match))?;
        writeln!(
            out,
            "{:>10} {:>10} {:>9} {:>9} {:>9} {:>9} {:>10}",
            "wanted/s", "moves/s", "p50 ms", "p99 ms", "p99.9 ms", "most ms", "bytes/move"
        )?;
        for step in &self.steps {
            let wanted = if step.wanted_per_second == 0 { "all".to_owned() } else { step.wanted_per_second.to_string() };
            writeln!(
                out,
                "{wanted:>10} {:>10.0} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>10.0}",
                step.moves_per_second, step.p50_ms, step.p99_ms, step.p999_ms, step.most_ms, step.bytes_per_move
            )?;
        }
        writeln!(out, "{} clients had exactly what the record leads to", self.checked)?;
        for wrong in self.wrong.iter().take(20) {
            writeln!(out, "wrong: {wrong}")?;
        }
        Ok(())
    }
}
