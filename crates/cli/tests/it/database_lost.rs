//! The database is lost while matches run, and comes back: a PostgreSQL that is killed, a disk that is full. Players are told, stay
//! connected, and play on from exactly where they were.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use playmat_catalog::GAMES;
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_server::client::{Client, Failure, Referee};
use playmat_wire::messages::{ClientMessage, ServerMessage};

use crate::common::{PLAYMAT, folder, program, root};
use crate::disk_full::until;
use crate::server::{Process, Seats, open, record, seed_of, wait_for};

/// What the players share.
#[derive(Default)]
struct Run {
    stop: AtomicBool,
    /// How many answers the players may still give. They are given out in small numbers, so that matches still run whenever it matters, however
    /// long everything else takes.
    allowed: AtomicU64,
    /// Answers that the server said stand.
    stand: AtomicU64,
    /// Players that were told that the log cannot be written, and that it works again.
    told: AtomicU64,
    told_back: AtomicU64,
}

/// How many answers are given at a time. All matches together have many times as many.
const FEW: u64 = 12;

impl Run {
    /// A few answers are given and stand.
    fn play_on(&self, otherwise: &str) {
        let before = self.stand.load(Ordering::Relaxed);
        self.allowed.store(FEW, Ordering::Relaxed);
        // Each answer is told to one player at least.
        wait_for(|| self.stand.load(Ordering::Relaxed) >= before + FEW / 2, otherwise);
        self.allowed.store(0, Ordering::Relaxed);
    }

    /// A few answers at a time are given until somebody is told that the log cannot be written: the first of them may still find room.
    fn play_until_told(&self, otherwise: &str) {
        let told = || {
            self.allowed.store(FEW, Ordering::Relaxed);
            self.told.load(Ordering::Relaxed) > 0
        };
        wait_for(told, otherwise);
        self.allowed.store(0, Ordering::Relaxed);
    }

    fn may_answer(&self) -> bool {
        self.allowed.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

/// PostgreSQL is killed with its connections, some of them in the middle of a commit. `PLAYMAT_LONG`: ten times.
#[test]
fn a_postgres_that_is_killed_loses_no_match() {
    if std::env::var_os("PLAYMAT_POSTGRES").is_none() {
        eprintln!("without PostgreSQL: `tools/with-postgres.sh` starts one");
        return;
    }
    let mut postgres = Postgres::start();
    let process = Process::start(&postgres.address, "127.0.0.1:0");
    survives(&process, if long() { 10 } else { 1 }, |run| {
        postgres.kill();
        run.play_until_told("nobody is told that the database is lost");
        postgres.start_again();
    });
}

/// The disk is full in mid-match, then has room again. The disk is a small one that only this server sees, in a mount namespace of
/// its own, which needs no rights where the system allows that at all.
#[test]
fn a_full_disk_loses_no_match() {
    let disk = folder("disk");
    let Some(process) = on_a_small_disk(&disk) else {
        eprintln!("this system lets nobody mount a small disk");
        return;
    };
    // As the server sees it.
    let seen =
        PathBuf::from(format!("/proc/{}/root", process.child.id())).join(disk.strip_prefix("/").expect("an absolute path"));
    let ballast = seen.join("ballast");
    survives(&process, if long() { 10 } else { 2 }, |run| {
        let full = fill(&ballast);
        assert!(full, "the disk is not full");
        run.play_until_told("nobody is told that the disk is full");
        let told = (503, "the log cannot be written: the disk is full\n".to_owned());
        assert_eq!(health(&process, 503), told);
        std::fs::remove_file(&ballast).expect("the ballast is removed");
        assert_eq!(health(&process, 200), (200, "ok\n".to_owned()));
    });
}

/// What the server says of itself, once it says so.
fn health(process: &Process, status: u16) -> (u16, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(until(process, |found| found == status)).expect("an answer")
}

/// Matches run while the database is lost and comes back so many times. Everybody who is told of it is told that it is over, plays on,
/// and has in the end what the record leads to.
fn survives(process: &Process, times: u32, mut lose: impl FnMut(&Run)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let matches = if long() { 100 } else { 12 };
    let run = Arc::new(Run::default());
    let mut players = Vec::new();
    for number in 0..matches {
        let table = runtime.block_on(open(process.address, GAMES[number % GAMES.len()])).expect("a table");
        let playing = play(run.clone(), number as u64, table);
        // Said at once: otherwise the test would only notice that nobody plays.
        let said = move |error: &Failure| eprintln!("match {number} is given up: {error}");
        players.push(runtime.spawn(async move { playing.await.inspect_err(said) }));
    }
    for time in 0..times {
        run.play_on(&format!("nobody plays before time {time}"));
        run.told.store(0, Ordering::Relaxed);
        run.told_back.store(0, Ordering::Relaxed);
        lose(&run);
        let all_back = || run.told.load(Ordering::Relaxed) == run.told_back.load(Ordering::Relaxed);
        wait_for(all_back, &format!("not everybody is told that it is over, time {time}"));
        run.play_on(&format!("nobody plays on after time {time}"));
    }
    run.stop.store(true, Ordering::Relaxed);
    let referee = Referee::new().expect("cards");
    runtime.block_on(async {
        for player in players {
            let done = tokio::time::timeout(Duration::from_secs(600), player).await.expect("in time").expect("no panic");
            let (record, clients) = done.expect("a match to its end");
            clients.iter().for_each(|client| referee.compare(&record, &client.mirror).expect("what the record leads to"));
        }
    });
}

/// Both players of a table, until it is enough: what they have in the end, and the record.
async fn play(run: Arc<Run>, number: u64, table: Seats) -> Result<(Vec<u8>, [Client; 2]), Failure> {
    let Seats { callers, clients: [one, two], .. } = table;
    let id = one.mirror.game_match.clone();
    let clients = tokio::try_join!(
        one_player(&run, one, FastChance::nth(1, number), true),
        one_player(&run, two, FastChance::nth(2, number), false)
    )?;
    Ok((record(&callers[0], &id).await?, clients.into()))
}

/// Answers at random and never hangs up. What was heard before the database was lost is heard after it.
async fn one_player(run: &Run, mut client: Client, mut chance: FastChance, gives_up: bool) -> Result<Client, Failure> {
    let (mut answered, mut known) = (None, None);
    while client.mirror.state.over.is_none() {
        let stop = run.stop.load(Ordering::Relaxed);
        let question = client.mirror.question.clone().filter(|question| answered != Some(question.decision) && known.is_none());
        match question {
            _ if stop && gives_up && known.is_none() => client.send(&ClientMessage::Concede { seat: None }).await?,
            Some(question) if !stop && run.may_answer() => {
                answered = Some(question.decision);
                client.answer(chance.one_of(question.options.len() as u32) as u8).await?;
            }
            _ => {}
        }
        let Ok(message) = tokio::time::timeout(Duration::from_millis(50), client.next()).await else { continue };
        match message?.ok_or("the server hung up")? {
            ServerMessage::Notice { code, .. } if code == "log-unavailable" => {
                known = Some(client.mirror.events.clone());
                run.told.fetch_add(1, Ordering::Relaxed);
            }
            ServerMessage::Notice { code, .. } if code == "log-back" => {
                run.told_back.fetch_add(1, Ordering::Relaxed);
            }
            ServerMessage::Refused(refusal) if !["log-unavailable", "old-decision", "over"].contains(&&*refusal.code) => {
                return Err(refusal.sentence.into());
            }
            ServerMessage::Full(full) => {
                if !full.events.starts_with(&known.take().unwrap_or_default()) {
                    return Err("what was told is not so any more".into());
                }
                // Whether the last answer was written was not known: if its question is open again, it was not.
                answered = None;
            }
            ServerMessage::Update(_) => {
                run.stand.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }
    Ok(client)
}

/// A PostgreSQL for one test, which may be killed.
pub struct Postgres {
    child: Child,
    /// It lives as long as this is open.
    input: Option<ChildStdin>,
    pub address: String,
    home: PathBuf,
}

impl Postgres {
    pub fn start() -> Self {
        let mut child = Command::new("sh")
            .args(["tools/with-postgres.sh", "sh", "-c", "echo \"$PLAYMAT_POSTGRES $PLAYMAT_POSTGRES_HOME\"; cat"])
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let (address, home) = line.trim().split_once(' ').expect("an address and a folder");
        let (address, home) = (address.to_owned(), PathBuf::from(home));
        Postgres { input: child.stdin.take(), child, address, home }
    }

    pub fn kill(&mut self) {
        let about = std::fs::read_to_string(self.home.join("data/postmaster.pid")).expect("it runs");
        let pid = about.lines().next().expect("a process");
        assert!(Command::new("kill").args(["-KILL", pid]).status().expect("kill runs").success());
    }

    pub fn start_again(&mut self) {
        // The processes of the one that was killed take a moment to notice.
        let start = || Command::new("sh").arg(self.home.join("start")).stdout(Stdio::null()).stderr(Stdio::null()).status();
        wait_for(|| start().expect("sh runs").success(), "PostgreSQL does not start again");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // With that the script's command ends; it stops what runs and tidies up. A signal to it would wait for the command.
        self.input = None;
        let _ = self.child.wait();
    }
}

/// A server whose database lies on a disk of 32 megabytes, some times what the log needs before it is tidied. None where that is not allowed.
fn on_a_small_disk(disk: &Path) -> Option<Process> {
    let script = "mount -t tmpfs -o size=32m tmpfs \"$1\" && exec \"$2\" serve --listen 127.0.0.1:0 --db \"sqlite:$1/matches.db\" \
                  --unlimited --log-level error --share-seconds 600 --test-seed \"$3\"";
    let mut child = program("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script, "sh"])
        .args([disk, Path::new(PLAYMAT)])
        .arg(seed_of(&format!("sqlite:{}/matches.db", disk.display())).to_string())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?.parse().ok()?;
    Some(Process { child, address })
}

/// Writes until nothing more can be written, and leaves a little room, so that a commit fails somewhere in its middle.
fn fill(ballast: &Path) -> bool {
    let mut file = std::fs::File::create(ballast).expect("a file");
    let mut written = 0u64;
    while let Ok(count) = file.write(&[7; 4096]) {
        written += count as u64;
        if written > 64 << 20 {
            return false;
        }
    }
    file.set_len(written.saturating_sub(24 * 1024)).expect("a shorter file");
    true
}

fn long() -> bool {
    std::env::var_os("PLAYMAT_LONG").is_some()
}
