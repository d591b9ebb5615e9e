//! The server as a process: killed at any moment, it goes on where it was.

use crate::common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::folder;
use playmat_catalog::GAMES;
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_server::client::{Caller, Client, Failure, Referee};
use playmat_testkit::seed;
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::tables::{JoinRequest, Pace, SeatRequest, Sitter, TableInfo, TableRequest};

/// A server in a process of its own.
pub struct Process {
    pub child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(database: &str, listen: &str) -> Self {
        Self::start_with(database, listen, &[])
    }

    /// With more arguments.
    pub fn start_with(database: &str, listen: &str, more: &[&str]) -> Self {
        let seed = seed_of(database).to_string();
        for _ in 0..50 {
            let mut child = common::program(common::PLAYMAT)
                .args(["serve", "--listen", listen, "--db", database, "--unlimited", "--log-level", "error"])
                .args(["--share-seconds", "600", "--test-seed", &seed])
                .args(more)
                .stdout(Stdio::piped())
                .spawn()
                .expect("the command starts");
            let mut line = String::new();
            BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
            let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
            if let Some(address) = address.and_then(|address| address.parse().ok()) {
                return Process { child, address };
            }
            // The port of the one that was killed may not be free yet.
            let _ = child.wait();
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the server does not start");
    }

    /// As hard as it can be.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The seed of the next server on this database: another one for each, because a process that goes on with a database must not give out the
/// same ids again.
pub fn seed_of(database: &str) -> u64 {
    static STARTS: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());
    let mut starts = STARTS.lock().expect("no test panics here");
    let start = starts.entry(database.to_owned()).or_default();
    *start += 1;
    playmat_server::client::seed_shares(seed("shares"));
    // The folder of a file, which is the test's own, or the name of a database; the rest of a path is not the same everywhere.
    let parts: Vec<&str> = database.split('?').next().unwrap_or_default().split('/').collect();
    let name = if database.starts_with("sqlite:") { parts.iter().nth_back(1) } else { parts.last() };
    seed(&format!("server {} of {}", start, name.expect("a database has a name")))
}

/// What a player needs to go on after the server was killed.
struct Run {
    stop: AtomicBool,
    answers: AtomicU64,
    /// Matches that are being played.
    running: AtomicU64,
    referee: Referee,
}

/// Kill -9 in a loop while matches run; whoever is done plays another one. After every restart each client resumes; nothing that was
/// acknowledged is missing, and at the end of a match what each client has is what the record leads to. `PLAYMAT_LONG` makes it fifty times with hundreds of matches.
#[test]
fn killed_at_any_moment_nothing_is_lost() {
    let long = std::env::var_os("PLAYMAT_LONG").is_some();
    let (kills, matches) = if long { (50, 200) } else { (4, 24) };
    let folder = folder("killed");
    for database in databases(&folder, "killed") {
        let first = Process::start(&database, "127.0.0.1:0");
        let address = first.address;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let run = Arc::new(Run {
            stop: AtomicBool::new(false),
            answers: AtomicU64::new(0),
            running: AtomicU64::new(0),
            referee: Referee::new().expect("cards"),
        });
        let tables: Vec<_> = runtime.block_on(async {
            let mut tables = Vec::new();
            for number in 0..matches {
                tables.push(open(address, GAMES[number % GAMES.len()]).await.expect("a table"));
            }
            tables
        });
        let players: Vec<_> = tables
            .into_iter()
            .enumerate()
            .map(|(number, table)| runtime.spawn(play(run.clone(), number as u64, address, table)))
            .collect();
        let mut process = Some(first);
        let mut chance = FastChance::new(9);
        for kill in 0..kills {
            let before = run.answers.load(Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(200 + u64::from(chance.one_of(600))));
            let most = matches as u64 * 3 / 4;
            wait_for(|| run.running.load(Ordering::Relaxed) >= most, &format!("hardly any match runs before kill {kill}"));
            process.take().expect("a server runs").kill();
            process = Some(Process::start(&database, &address.to_string()));
            wait_for(|| run.answers.load(Ordering::Relaxed) > before, &format!("nobody answers after kill {kill}"));
        }
        run.stop.store(true, Ordering::Relaxed);
        let outcome = runtime.block_on(async {
            let mut wrong = Vec::new();
            for player in players {
                match tokio::time::timeout(Duration::from_secs(600), player).await {
                    Ok(Ok(Ok(()))) => {}
                    other => wrong.push(format!("{other:?}")),
                }
            }
            wrong
        });
        assert!(outcome.is_empty(), "{} of {matches}: {}", outcome.len(), outcome[0]);
        assert!(run.answers.load(Ordering::Relaxed) > kills as u64 * 10);
        drop(process);
    }
}

/// A player is forgotten, the server is killed and started again: the record that the rival keeps is verified with the server's key as before, and
/// the name is gone. Another server's key, or a record that was changed and hashed anew, is told apart.
#[test]
fn a_record_outlives_the_name_of_its_player() {
    let folder = folder("outlives");
    let database = format!("sqlite:{}", folder.join("matches.db").display());
    let process = Process::start(&database, "127.0.0.1:0");
    let address = process.address;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let [file, keys, other] = ["match.record", "keys.json", "other.json"].map(|name| folder.join(name));
    let checked = |with: &Path, how: &[&str]| {
        let [file, with] = [&file, with].map(|path| path.to_str().expect("a path that can be read"));
        common::playmat(&[&["verify", file, "--key", with], how].concat())
    };
    let verified = |with: &Path| checked(with, &[]);
    let signed = |with: &Path| checked(with, &["--signature-only"]);
    let (bob, id) = runtime
        .block_on(async {
            let (ada, bob) = (Caller::guest(address, "Zyxomma").await?, Caller::guest(address, "Bob").await?);
            let Seats { code, clients: [mut one, _two], .. } = sat([ada.clone(), bob.clone()], "skirmish").await?;
            one.send(&ClientMessage::Concede { seat: None }).await?;
            while one.mirror.state.over.is_none() {
                one.next().await?;
            }
            let id = one.mirror.game_match.clone();
            std::fs::write(&file, record(&bob, &id).await?)?;
            std::fs::write(&keys, bob.ask("GET", "/api/keys", b"").await?.body)?;
            assert!(!code.is_empty() && ada.ask("DELETE", "/api/me", b"{}").await?.status == 200);
            Ok::<_, Failure>((bob, id))
        })
        .expect("a match is played");
    let ran = verified(&keys);
    assert!(ran.code == 0 && ran.out.contains("ok      signature"), "{}{}", ran.out, ran.err);
    process.kill();
    let process = Process::start(&database, &address.to_string());
    runtime.block_on(async { std::fs::write(&file, record(&bob, &id).await?).map_err(Failure::from) }).expect("a record");
    let ran = verified(&keys);
    assert!(ran.code == 0 && ran.out.contains("ok      signature"), "{}{}", ran.out, ran.err);
    for file in std::fs::read_dir(&folder).expect("files").map(|file| file.expect("a file").path()) {
        let bytes = std::fs::read(&file).expect("bytes");
        assert!(!String::from_utf8_lossy(&bytes).to_lowercase().contains("zyxomma"), "{}", file.display());
    }
    drop(process);
    // Not signed by who it should be.
    let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    std::fs::write(&other, format!(r#"{{"keys": [{{"id": "0011223344556677", "public": "{key}", "current": true}}]}}"#))
        .expect("a file");
    let ran = signed(&keys);
    assert!(ran.code == 0 && ran.out.ends_with("The signature holds.\n") && !ran.out.contains("trail"), "{}", ran.out);
    assert!(signed(&other).code == 1, "by another key");
    let ran = verified(&other);
    assert!(ran.code == 1 && ran.out.contains("FAILED  signature") && ran.out.contains("none of those"), "{}", ran.out);
    // Made up: what was signed is another match.
    let mut forged = playmat_wire::from_binary(&std::fs::read(&file).expect("a record")).expect("a record");
    forged.entries.pop();
    forged.entries.push(playmat_kernel::Entry::Concede(playmat_kernel::Seat::Two));
    forged.trail.steps.clear();
    std::fs::write(&file, playmat_wire::to_binary(&forged)).expect("a file");
    let ran = verified(&keys);
    assert!(ran.code == 1 && ran.out.contains("FAILED  signature") && ran.out.contains("is not this match"), "{}", ran.out);
    assert!(signed(&keys).code == 0, "only playing shows that the entries were changed");
}

/// Told to stop, it says goodbye; started again, the table is there.
#[test]
fn it_stops_when_it_is_told_to() {
    let folder = folder("stopped");
    let database = format!("sqlite:{}", folder.join("matches.db").display());
    let process = Process::start(&database, "127.0.0.1:0");
    let address = process.address;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let mut seat = runtime.block_on(open(address, "skirmish")).expect("a table");
    let mut process = process;
    let id = process.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
    let bye = runtime.block_on(async {
        loop {
            match seat.clients[0].next().await {
                Ok(Some(ServerMessage::Bye { code, again, .. })) => return Some((code.into_owned(), again)),
                Ok(Some(_)) => {}
                _ => return None,
            }
        }
    });
    assert_eq!(bye, Some(("shutting-down".to_owned(), true)));
    let ended = process.child.wait().expect("it ends");
    assert!(ended.success(), "{ended:?}");
    let again = Process::start(&database, "127.0.0.1:0");
    let caller = Caller { server: again.address, ..seat.callers[0].clone() };
    let table: TableInfo = runtime.block_on(caller.get(&format!("/api/tables/{}", seat.code))).expect("the table is there");
    assert_eq!(table.code, seat.code);
}

/// The load tool plays against a server, finds no difference, and says how fast it was.
#[test]
fn the_load_tool_measures_and_checks() {
    let folder = folder("load");
    let process = Process::start(&format!("sqlite:{}", folder.join("matches.db").display()), "127.0.0.1:0");
    let address = process.address.to_string();
    let ran =
        common::playmat(&["load", "--server", &address, "--matches", "10", "--rate", "100,0", "--seconds", "1", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(report["checked"].as_u64().is_some_and(|checked| checked >= 20), "{report:#}");
    assert_eq!(report["wrong"].as_array().map(Vec::len), Some(0));
    assert_eq!(report["steps"].as_array().map(Vec::len), Some(2));
    assert!(report["steps"][1]["moves_per_second"].as_f64().is_some_and(|moves| moves > 0.0));
}

/// Settings come from flags, the environment and a file, in this order; what makes no sense is said.
#[test]
fn settings_are_read_and_checked() {
    let folder = folder("settings");
    let file = folder.join("playmat.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:1\"\nmessages-per-minute = 3\n").expect("a file");
    let path = file.display().to_string();
    let ran = common::playmat(&["serve", "--config", &path]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("messages-per-minute"), "{}", ran.err);
    let ran = common::playmat(&["serve", "--db", "oracle:x", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("sqlite:"), "{}", ran.err);
    let database = format!("sqlite:{}", folder.join("matches.db").display());
    std::fs::write(&file, format!("listen = \"127.0.0.1:1\"\ndb = \"{database}\"\nlog-level = \"error\"\n")).expect("a file");
    let mut child = common::program(common::PLAYMAT)
        .args(["serve", "--config", &path])
        .env("PLAYMAT_LISTEN", "127.0.0.1:0")
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(line.contains("http://127.0.0.1:") && !line.contains(":1\n"), "{line}");
    assert!(folder.join("matches.db").exists());
}

/// A seed makes a server's secrets the same in every run, so nothing but a flag can set it, and a server that has one is for this machine alone.
#[test]
fn a_seed_for_tests_stays_among_tests() {
    let folder = folder("test-seed");
    let database = |name: &str| format!("sqlite:{}", folder.join(name).display());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    // Whoever comes first to a new server that is started like this.
    let first = |database: &str, arguments: &[&str]| {
        let mut child = common::program(common::PLAYMAT)
            .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error", "--db", database])
            .args(arguments)
            .env("PLAYMAT_TEST_SEED", "7")
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect("an address");
        let process = Process { child, address: address.parse().expect("an address") };
        runtime.block_on(Caller::program(process.address, "Ada")).expect("somebody").me.id
    };
    let seeded = ["7", "7", "8"].map(|seed| first(&database(&format!("seeded-{}", fresh())), &["--test-seed", seed]));
    assert!(seeded[0] == seeded[1] && seeded[0] != seeded[2], "{seeded:?}");
    let real = [(); 2].map(|()| first(&database(&format!("real-{}", fresh())), &[]));
    assert!(real[0] != real[1] && !seeded.contains(&real[0]), "the environment seeds nothing: {real:?}");

    let refused = |arguments: &[&str], code: i32, words: &str| {
        let ran = common::playmat(&[&["serve", "--log-level", "error"], arguments].concat());
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
    };
    let known = database("known");
    first(&known, &["--test-seed", "9"]);
    refused(&["--db", &known, "--listen", "127.0.0.1:0"], 1, "made with a test seed");
    let other = database("other");
    refused(&["--db", &other, "--listen", "0.0.0.0:0", "--test-seed", "1"], 1, "own address");
    refused(&["--db", &other, "--listen", "127.0.0.1:0", "--test-seed", "1", "--behind-proxy"], 2, "never behind a proxy");
    let file = folder.join("playmat.toml");
    std::fs::write(&file, "test-seed = 1\n").expect("a file");
    refused(&["--config", &file.display().to_string()], 2, "test-seed");
    assert!(!common::playmat(&["serve", "--help"]).out.contains("test-seed"));
}

/// A number that no other call has got.
fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// SQLite always; a database of PostgreSQL where `PLAYMAT_POSTGRES_HOME` says where one is.
pub fn databases(folder: &Path, name: &str) -> Vec<String> {
    let sqlite: PathBuf = folder.join(format!("{name}.db"));
    let postgres = std::env::var("PLAYMAT_POSTGRES_HOME").ok().map(|home| {
        let made = Command::new("sh").args([&format!("{home}/database"), name]).output().expect("sh runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8(made.stdout).expect("an address").trim().to_owned()
    });
    std::iter::once(format!("sqlite:{}", sqlite.display())).chain(postgres).collect()
}

/// Two players at a table.
pub struct Seats {
    pub code: String,
    pub callers: [Caller; 2],
    pub clients: [Client; 2],
}

/// Two programs at a new table, whose match has begun.
pub async fn open(server: SocketAddr, game: &str) -> Result<Seats, Failure> {
    sat([Caller::program(server, "Ada").await?, Caller::program(server, "Bob").await?], game).await
}

/// These two at a new table, whose match has begun.
async fn sat(callers: [Caller; 2], game: &str) -> Result<Seats, Failure> {
    let seat = |who| SeatRequest { who, level: None, deck: None, name: None };
    let request = TableRequest {
        game: game.into(),
        edition: None,
        rulings: Default::default(),
        seats: [seat(Sitter::Me), seat(Sitter::Open)],
        clock: None,
        away: Some(3600),
        on_timeout: Default::default(),
        public: false,
        spectators: None,
        pace: Pace::Programs,
        cards: None,
    };
    let table: TableInfo = callers[0].post("/api/tables", &request).await?;
    let _: TableInfo = callers[1].post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let [one, two] = [callers[0].sit(&table.code, None).await?, callers[1].sit(&table.code, None).await?];
    // Both at once: the cards are dealt when both have brought their share, or seconds later.
    let (one, two) = tokio::try_join!(dealt(one), dealt(two))?;
    Ok(Seats { code: table.code, callers, clients: [one, two] })
}

/// A client that has heard that its match has begun.
async fn dealt(mut client: Client) -> Result<Client, Failure> {
    while client.mirror.viewer.is_none() {
        client.next().await?.ok_or("closed")?;
    }
    Ok(client)
}

/// Both players of a table, until it is enough; then one gives up, and both compare.
async fn play(run: Arc<Run>, number: u64, server: SocketAddr, mut table: Seats) -> Result<(), Failure> {
    loop {
        let Seats { code, callers, clients: [one, two] } = table;
        let id = one.mirror.game_match.clone();
        run.running.fetch_add(1, Ordering::Relaxed);
        let (first, second) = tokio::join!(
            one_player(run.clone(), callers[0].clone(), code.clone(), one, FastChance::nth(1, number), true),
            one_player(run.clone(), callers[1].clone(), code, two, FastChance::nth(2, number), false),
        );
        run.running.fetch_sub(1, Ordering::Relaxed);
        let record = record(&callers[0], &id).await?;
        for client in [first?, second?] {
            run.referee.compare(&record, &client.mirror)?;
        }
        let mut again = None;
        while again.is_none() {
            if run.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            // The server may be gone at any moment of this.
            let opened =
                tokio::time::timeout(Duration::from_secs(60), open(server, GAMES[number as usize % GAMES.len()])).await;
            again = opened.ok().and_then(Result::ok);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let Some(next) = again else { return Ok(()) };
        table = next;
    }
}

/// The record of a match that is over. The server may be killed while it is asked for it: then it is asked again.
pub async fn record(caller: &Caller, id: &str) -> Result<Vec<u8>, Failure> {
    let path = format!("/api/matches/{id}/record");
    for _ in 0..600 {
        match caller.ask("GET", &path, b"").await {
            Ok(answer) => return Ok(answer.body),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    Err("the server does not come back".into())
}

/// Answers at random, and comes back whenever the connection drops. What it has heard never becomes untrue.
async fn one_player(
    run: Arc<Run>,
    caller: Caller,
    code: String,
    mut client: Client,
    mut chance: FastChance,
    gives_up: bool,
) -> Result<Client, Failure> {
    let mut answered = None;
    loop {
        if client.mirror.state.over.is_some() {
            return Ok(client);
        }
        let stop = run.stop.load(Ordering::Relaxed);
        let question = client.mirror.question.clone().filter(|question| answered != Some(question.decision));
        let sent = match question {
            _ if stop && gives_up => client.send(&ClientMessage::Concede { seat: None }).await,
            Some(question) if !stop => {
                answered = Some(question.decision);
                let pick = chance.one_of(question.options.len() as u32) as u8;
                run.answers.fetch_add(1, Ordering::Relaxed);
                client.answer(pick).await
            }
            _ => Ok(()),
        };
        let heard = match sent {
            Ok(()) => tokio::time::timeout(Duration::from_millis(500), client.next()).await,
            Err(error) => Ok(Err(error)),
        };
        match heard {
            Err(_) | Ok(Ok(Some(_))) => {}
            Ok(Ok(None)) | Ok(Err(_)) => {
                client = back(&caller, &code, client).await?;
                // Whether the last answer arrived is not known: if its question is asked again, it did not.
                answered = None;
            }
        }
    }
}

/// Connects again and goes on from where the client was.
async fn back(caller: &Caller, code: &str, old: Client) -> Result<Client, Failure> {
    let (place, mirror) = (old.place(), old.mirror.clone());
    for _ in 0..600 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let Ok(mut client) = caller.sit(code, place.clone()).await else { continue };
        client.mirror = mirror.clone();
        loop {
            match client.next().await {
                Ok(Some(ServerMessage::Update(_))) => return Ok(client),
                Ok(Some(ServerMessage::Full(full))) => {
                    return Err(format!("the server has {} events, the client had {}", full.number, mirror.number).into());
                }
                Ok(Some(_)) => {}
                // Killed again.
                Ok(None) | Err(_) => break,
            }
        }
    }
    Err("the server does not come back".into())
}

/// Waits until it is so. What is not so after five minutes never will be.
pub fn wait_for(mut done: impl FnMut() -> bool, otherwise: &str) {
    for _ in 0..6000 {
        if done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{otherwise}");
}
