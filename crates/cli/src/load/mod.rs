//! `playmat load`: many matches against a running server, over real sockets, measured and checked.

mod player;

use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use clap::Args;
use playmat_catalog::{ALL_GAMES, GAMES, list_of_games};
use playmat_server::client::{Failure as ApiError, Mirror, Referee, request_once};
use playmat_server::own_cpu;
use serde::Serialize;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::player::{LoadMatch, Pair};
use crate::common::write_json;
use crate::failure::{Failure, Finished};

/// Play many matches against a running server, measure it, and check every client's view against the record
///
/// The server must run without limits: `playmat serve --unlimited`.
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
    /// Bytes of the server's memory for each idle match with two connections, if the server reports it.
    idle_bytes_per_match: Option<u64>,
    /// Bytes of the server's memory for each match at the end of the run.
    bytes_per_match: Option<u64>,
    steps: Vec<LoadStep>,
    /// Clients whose view was compared with the record.
    checked: u64,
    /// What was wrong.
    wrong: Vec<String>,
}

#[derive(Serialize, Debug)]
struct LoadStep {
    wanted_per_second: u64,
    moves_per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    most_ms: f64,
    bytes_per_move: f64,
    /// Processor time of the server and of this program, if the system reports it.
    server_micros_per_move: Option<f64>,
    load_micros_per_move: Option<f64>,
}

/// What all players share.
struct Run {
    server: SocketAddr,
    games: Vec<String>,
    seed: u64,
    bytes: AtomicU64,
    latencies: Mutex<Vec<u32>>,
    /// What is still to be checked.
    played: Mutex<Vec<LoadMatch>>,
}

/// What the players do.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    /// They wait.
    Hold,
    /// They play, so many answers a second of one match.
    Play { pace: f64 },
    /// They end their matches.
    Stop,
}

impl Load {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let server = self.server.trim_start_matches("http://").trim_end_matches('/');
        let server = server.to_socket_addrs().ok().and_then(|mut found| found.next());
        let server = server.ok_or_else(|| Failure::bad(format!("`{}` is no address; write HOST:PORT", self.server)))?;
        if let Some(game) = self.game.as_ref().filter(|game| !ALL_GAMES.contains(&game.as_str())) {
            return Err(Failure::bad(format!("there is no game `{game}`; there are: {}", list_of_games())));
        }
        // One thread is enough for the clients, and leaves the others to the server that is measured.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let report = runtime.block_on(self.measure(server)).map_err(|error| Failure::Failed(error.to_string()))?;
        match self.json {
            true => write_json(out, &report)?,
            false => report.tell(out)?,
        }
        Ok(if report.wrong.is_empty() { Finished::Well } else { Finished::WithFailures })
    }

    async fn measure(&self, server: SocketAddr) -> Result<Report, ApiError> {
        let games = self.game.clone().map_or_else(|| GAMES.iter().map(|game| (*game).to_owned()).collect(), |game| vec![game]);
        let (bytes, latencies, played) = Default::default();
        let run = Arc::new(Run { server, games, seed: self.seed, bytes, latencies, played });
        let before = numbers(server).await.memory;
        let mut tables = JoinSet::new();
        let mut ready = Vec::with_capacity(self.matches);
        for number in 0..self.matches {
            let run = run.clone();
            tables.spawn(async move { Pair::open(&run, number).await });
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
        let idle = numbers(server).await.memory;
        let each = |now: Option<u64>| Some(now?.saturating_sub(before?) / self.matches as u64);
        let mut report = Report { matches: self.matches, idle_bytes_per_match: each(idle), ..Report::default() };
        let (phase, told) = watch::channel(Phase::Hold);
        let mut players = JoinSet::new();
        for (number, pair) in ready.into_iter().enumerate() {
            let (run, told) = (run.clone(), told.clone());
            players.spawn(async move { pair.play(&run, number, told).await });
        }
        let referee = Arc::new(Referee::new()?);
        for &rate in &self.rate {
            phase.send_replace(Phase::Play { pace: rate as f64 / self.matches as f64 });
            // The beginning of the matches is not measured.
            tokio::time::sleep(Duration::from_secs(1)).await;
            let cpu = [numbers(server).await.cpu, own_cpu()];
            lock(&run.latencies).clear();
            let (begun, bytes) = (Instant::now(), run.bytes.load(Ordering::Relaxed));
            tokio::time::sleep(Duration::from_secs(self.seconds)).await;
            let taken = std::mem::take(&mut *lock(&run.latencies));
            let (time, bytes) = (begun.elapsed(), run.bytes.load(Ordering::Relaxed) - bytes);
            let spent = [(cpu[0], numbers(server).await.cpu), (cpu[1], own_cpu())];
            report.steps.push(LoadStep::of(rate, taken, time, bytes, spent.map(|(before, now)| Some(now? - before?))));
            report.bytes_per_match = each(numbers(server).await.memory);
            // Nothing is being measured now, so finished matches are checked.
            phase.send_replace(Phase::Hold);
            report.check(&run, &referee).await?;
        }
        phase.send_replace(Phase::Stop);
        while let Some(player) = players.join_next().await {
            if let Err(error) = player? {
                report.wrong.push(error.to_string());
            }
        }
        report.check(&run, &referee).await?;
        Ok(report)
    }
}

impl Run {
    fn keep(&self, played: LoadMatch) {
        lock(&self.played).push(played);
    }

    fn measured(&self, taken: Duration) {
        lock(&self.latencies).push(u32::try_from(taken.as_micros()).unwrap_or(u32::MAX));
    }

    fn received(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Compares what both clients of a match have with what its record leads to; a sentence for each that differs.
async fn check(referee: Arc<Referee>, played: LoadMatch) -> Result<[Option<String>; 2], ApiError> {
    let record = played.caller.ask("GET", &format!("/api/matches/{}/record", played.id), b"").await?;
    let compare = move || {
        let wrong = |mirror: Mirror| {
            let compared = referee.compare(&record.body, &mirror);
            compared.err().map(|wrong| format!("match {}: {wrong}", played.id))
        };
        Ok::<_, ApiError>(played.mirrors()?.map(wrong))
    };
    tokio::task::spawn_blocking(compare).await?
}

/// What the server reports about itself.
#[derive(Default)]
struct Numbers {
    /// Bytes of memory.
    memory: Option<u64>,
    /// Seconds of processor time.
    cpu: Option<f64>,
}

async fn numbers(server: SocketAddr) -> Numbers {
    let Ok(answer) = request_once(server, "GET", "/metrics", "", b"").await else { return Numbers::default() };
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    let number = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
    Numbers {
        memory: number("process_resident_memory_bytes ").map(|bytes| bytes as u64),
        cpu: number("process_cpu_seconds_total "),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl LoadStep {
    fn of(rate: u64, mut taken: Vec<u32>, time: Duration, bytes: u64, [server, load]: [Option<f64>; 2]) -> Self {
        taken.sort_unstable();
        let at = |share: f64| {
            let place = ((taken.len() as f64 * share) as usize).min(taken.len().saturating_sub(1));
            taken.get(place).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
        };
        let each = |seconds: Option<f64>| seconds.map(|seconds| seconds * 1e6 / taken.len().max(1) as f64);
        LoadStep {
            wanted_per_second: rate,
            moves_per_second: taken.len() as f64 / time.as_secs_f64(),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            most_ms: at(1.0),
            bytes_per_move: bytes as f64 / taken.len().max(1) as f64,
            server_micros_per_move: each(server),
            load_micros_per_move: each(load),
        }
    }
}

impl Report {
    /// Merges what the players of all matches that are over were sent, and compares it with the records.
    async fn check(&mut self, run: &Run, referee: &Arc<Referee>) -> Result<(), ApiError> {
        let mut checks = JoinSet::new();
        let all = std::mem::take(&mut *lock(&run.played));
        for played in all {
            checks.spawn(check(referee.clone(), played));
            if checks.len() >= 32
                && let Some(found) = checks.join_next().await
            {
                self.count(found??);
            }
        }
        while let Some(found) = checks.join_next().await {
            self.count(found??);
        }
        Ok(())
    }

    fn count(&mut self, found: [Option<String>; 2]) {
        self.checked += found.iter().filter(|wrong| wrong.is_none()).count() as u64;
        self.wrong.extend(found.into_iter().flatten());
    }

    fn tell(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let kib = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), |bytes| format!("{:.1} KiB", bytes as f64 / 1024.0));
        let idle = kib(self.idle_bytes_per_match);
        writeln!(out, "{} matches, {idle} of memory each while idle, {} at the end", self.matches, kib(self.bytes_per_match))?;
        writeln!(
            out,
            "{:>10} {:>10} {:>9} {:>9} {:>9} {:>9} {:>10} {:>13} {:>11}",
            "wanted/s",
            "moves/s",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "most ms",
            "bytes/move",
            "server \u{b5}s/move",
            "load \u{b5}s/move"
        )?;
        for step in &self.steps {
            let wanted = if step.wanted_per_second == 0 { "all".to_owned() } else { step.wanted_per_second.to_string() };
            writeln!(
                out,
                "{wanted:>10} {:>10.0} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>10.0} {:>13.0} {:>11.0}",
                step.moves_per_second,
                step.p50_ms,
                step.p99_ms,
                step.p999_ms,
                step.most_ms,
                step.bytes_per_move,
                step.server_micros_per_move.unwrap_or_default(),
                step.load_micros_per_move.unwrap_or_default()
            )?;
        }
        writeln!(out, "{} clients had exactly the state of the record", self.checked)?;
        for wrong in self.wrong.iter().take(20) {
            writeln!(out, "wrong: {wrong}")?;
        }
        Ok(())
    }
}
