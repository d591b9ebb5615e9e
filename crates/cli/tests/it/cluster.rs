//! Several nodes that are one server: players are at other nodes than their tables, nodes are killed or stopped at any moment, and nothing that was
//! acknowledged is lost. `docs/servers.md` says why that holds; here it is tried, also with a node that holds no lease, which must be found out.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use playmat_catalog::GAMES;
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_server::client::{Caller, Client, Failure, Referee};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::tables::{JoinRequest, Pace, SeatRequest, Sitter, TableInfo, TableRequest};

use crate::common::{self, folder};
use crate::database_lost::Postgres;
use crate::server::{Process, wait_for};

/// Where the database and NATS of a cluster are.
struct Place {
    database: String,
    nats: String,
}

/// A node of a cluster, which can be started again.
struct Node<'a> {
    place: &'a Place,
    name: String,
    more: Vec<String>,
    address: SocketAddr,
    process: Option<Process>,
}

impl Place {
    /// An empty database, if there are PostgreSQL and NATS: `tools/with-postgres.sh` and `tools/with-nats.sh` start them.
    fn find(name: &str) -> Option<Self> {
        let (Ok(home), Ok(nats)) = (std::env::var("PLAYMAT_POSTGRES_HOME"), std::env::var("PLAYMAT_NATS")) else {
            eprintln!("without PostgreSQL and NATS: `tools/with-postgres.sh` and `tools/with-nats.sh` start them");
            return None;
        };
        let made = Command::new("sh").args([&format!("{home}/database"), name]).output().expect("sh runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let database = String::from_utf8(made.stdout).expect("an address").trim().to_owned();
        Some(Place { database, nats })
    }

    fn node(&self, name: &str, more: &[&str]) -> Node<'_> {
        let more = more.iter().map(|one| (*one).to_owned()).collect();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut node = Node { place: self, name: name.to_owned(), more, address, process: None };
        node.start();
        node
    }
}

impl Node<'_> {
    fn start(&mut self) {
        let place = ["--nats", &self.place.nats, "--node", &self.name];
        let more: Vec<&str> = place.into_iter().chain(self.more.iter().map(String::as_str)).collect();
        let process = Process::start_with(&self.place.database, &self.address.to_string(), &more);
        self.address = process.address;
        self.process = Some(process);
    }

    fn kill(&mut self) {
        self.process.take().expect("it runs").kill();
    }

    /// Stops the process, and returns when none of its threads runs any more.
    fn stop(&self) {
        self.signal("-STOP");
        let tasks = format!("/proc/{}/task", self.process.as_ref().expect("it runs").child.id());
        let stands = |task: std::fs::DirEntry| {
            let stat = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        };
        let all_stand = || std::fs::read_dir(&tasks).expect("threads").all(|task| stands(task.expect("a thread")));
        wait_for(all_stand, "the process does not stop");
    }

    fn signal(&self, signal: &str) {
        let id = self.process.as_ref().expect("it runs").child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
    }
}

/// What the players share.
struct Run {
    nodes: Vec<SocketAddr>,
    stop: AtomicBool,
    /// Answers that were given, and news that came of them.
    answers: AtomicU64,
    stand: AtomicU64,
    running: AtomicU64,
    referee: Referee,
    /// How long each player was away after a connection was lost.
    pauses: Mutex<Vec<Duration>>,
    /// How often somebody was told that a table goes on elsewhere.
    moved: AtomicU64,
    /// Where the records of finished matches are kept.
    folder: std::path::PathBuf,
    /// Which matches are over, and who may read them.
    finished: Mutex<Vec<(String, Player)>>,
    /// Why players ended before their time.
    wrong: Mutex<Vec<String>>,
}

impl Run {
    fn new(nodes: &[Node], folder: &Path) -> Arc<Self> {
        Arc::new(Run {
            nodes: nodes.iter().map(|node| node.address).collect(),
            stop: AtomicBool::new(false),
            answers: AtomicU64::new(0),
            stand: AtomicU64::new(0),
            running: AtomicU64::new(0),
            referee: Referee::new().expect("cards"),
            pauses: Mutex::default(),
            moved: AtomicU64::new(0),
            folder: folder.to_owned(),
            finished: Mutex::default(),
            wrong: Mutex::default(),
        })
    }

    /// Waits until it is so, as long as all play.
    fn wait_for(&self, mut done: impl FnMut() -> bool, otherwise: &str) {
        let wrong = || self.wrong.lock().expect("nobody panics here").clone();
        wait_for(|| done() || !wrong().is_empty(), otherwise);
        assert!(wrong().is_empty(), "{otherwise}: {:#?}", wrong());
    }

    /// The callers of a table: its founder at one node, the rival at the next, both with this many tables before.
    fn at(&self, number: usize) -> SocketAddr {
        self.nodes[number % self.nodes.len()]
    }
}

/// A player, who goes to another node when one does not answer.
#[derive(Clone)]
struct Player {
    caller: Caller,
    node: usize,
}

impl Player {
    async fn new(run: &Run, name: &str, node: usize) -> Result<Self, Failure> {
        Ok(Player { caller: Caller::program(run.at(node), name).await?, node })
    }

    fn go_on(&mut self, run: &Run) {
        self.node += 1;
        self.caller.server = run.at(self.node);
    }
}

/// A new table with both players at other nodes than its own, as far as there are three; the match has begun.
async fn open(run: &Run, number: usize) -> Result<(String, [Player; 2], [Client; 2]), Failure> {
    let mut one = Player::new(run, "Ada", number).await?;
    let two = Player::new(run, "Bob", number + 2).await?;
    let seat = |who| SeatRequest { who, level: None, deck: None, name: None };
    let request = TableRequest {
        game: GAMES[number % GAMES.len()].into(),
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
    let table: TableInfo = one.caller.post("/api/tables", &request).await?;
    let _: TableInfo = two.caller.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    one.go_on(run);
    let clients = sit(&[one.clone(), two.clone()], &table.code).await?;
    Ok((table.code, [one, two], clients))
}

/// Both sit down and hear that their match has begun.
async fn sit(players: &[Player; 2], code: &str) -> Result<[Client; 2], Failure> {
    let dealt = async |player: &Player| {
        let mut client = player.caller.sit(code, None).await?;
        while client.mirror.viewer.is_none() {
            client.next().await?.ok_or("closed")?;
        }
        Ok::<_, Failure>(client)
    };
    let (one, two) = tokio::try_join!(dealt(&players[0]), dealt(&players[1]))?;
    Ok([one, two])
}

/// Plays one match after the other until it is enough; then one gives up. Both have what the record says, and the record is the same at
/// every node.
async fn play(run: Arc<Run>, number: usize, mut table: (String, [Player; 2], [Client; 2])) -> Result<(), Failure> {
    let mut round = 0;
    loop {
        let (code, [one, two], [first, second]) = table;
        let id = first.mirror.game_match.clone();
        run.running.fetch_add(1, Ordering::Relaxed);
        let chance = |seat: u64| FastChance::nth(seat, (number * 1000 + round) as u64);
        let (first, second) = tokio::join!(
            one_player(&run, one.clone(), &code, first, chance(1), true),
            one_player(&run, two.clone(), &code, second, chance(2), false),
        );
        run.running.fetch_sub(1, Ordering::Relaxed);
        let (first, second) = (first?, second?);
        let record = record(&run, &one, &[0, 1, 2], &id).await?;
        for client in [first, second] {
            run.referee.compare(&record, &client.mirror)?;
        }
        std::fs::write(run.folder.join(format!("{id}.record")), &record)?;
        run.finished.lock().expect("nobody panics here").push((id, one));
        round += 1;
        table = loop {
            if run.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            // A node may be gone at any moment of this.
            let opening = tokio::time::timeout(Duration::from_secs(60), open(&run, number + round)).await;
            match opening {
                Ok(Ok(next)) => break next,
                _ => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
    }
}

/// The record of a match that is over, as the first of these nodes gives it out that can.
async fn record(run: &Run, player: &Player, nodes: &[usize], id: &str) -> Result<Vec<u8>, Failure> {
    let path = format!("/api/matches/{id}/record");
    let mut told = String::new();
    for &node in nodes.iter().cycle().take(600) {
        let caller = Caller { server: run.at(node), ..player.caller.clone() };
        // A node that is stopped takes connections and says nothing.
        match tokio::time::timeout(Duration::from_secs(10), caller.ask("GET", &path, b"")).await {
            Ok(Ok(answer)) if answer.status == 200 => return Ok(answer.body),
            Ok(Ok(answer)) => told = String::from_utf8_lossy(&answer.body).into_owned(),
            Ok(Err(error)) => told = error.to_string(),
            Err(_) => told = "no answer".to_owned(),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(format!("no record of {id}: {told}").into())
}

/// How long a player thinks: a match lasts longer than a node is away.
const THINKS: Duration = Duration::from_millis(100);

/// Answers at random, and comes back whenever the connection is lost. What it has heard never becomes untrue.
async fn one_player(
    run: &Run,
    mut player: Player,
    code: &str,
    mut client: Client,
    mut chance: FastChance,
    gives_up: bool,
) -> Result<Client, Failure> {
    let mut answered = None;
    while client.mirror.state.over.is_none() {
        let stop = run.stop.load(Ordering::Relaxed);
        let question = client.mirror.question.clone().filter(|question| answered != Some(question.decision));
        let sent = match question {
            _ if stop && gives_up => client.send(&ClientMessage::Concede { seat: None }).await,
            Some(question) if !stop => {
                tokio::time::sleep(THINKS).await;
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
            Ok(Ok(Some(ServerMessage::Bye { code, .. }))) if code == "moved" => {
                run.moved.fetch_add(1, Ordering::Relaxed);
            }
            Ok(Ok(Some(ServerMessage::Update(_)))) => {
                run.stand.fetch_add(1, Ordering::Relaxed);
            }
            // What was refused because nothing could be written then is said again.
            Ok(Ok(Some(ServerMessage::Refused(refused)))) if refused.code == "log-unavailable" => answered = None,
            Err(_) | Ok(Ok(Some(_))) => {}
            Ok(Ok(None)) | Ok(Err(_)) => {
                let lost = Instant::now();
                client = back(run, &mut player, code, client).await?;
                run.pauses.lock().expect("no player panics here").push(lost.elapsed());
                // Whether the last answer arrived is not known: if its question is asked again, it did not.
                answered = None;
            }
        }
    }
    Ok(client)
}

/// Connects again, to another node if need be, and goes on from where the client was.
async fn back(run: &Run, player: &mut Player, code: &str, old: Client) -> Result<Client, Failure> {
    let (place, mirror) = (old.place(), old.mirror.clone());
    drop(old);
    let until = Instant::now() + Duration::from_secs(120);
    while Instant::now() < until {
        // A node that is stopped takes connections and says nothing.
        let sitting = tokio::time::timeout(Duration::from_secs(10), player.caller.sit(code, place.clone())).await;
        let Ok(Ok(mut client)) = sitting else {
            player.go_on(run);
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        client.mirror = mirror.clone();
        loop {
            match tokio::time::timeout(Duration::from_secs(10), client.next()).await {
                Ok(Ok(Some(ServerMessage::Update(_)))) => return Ok(client),
                Ok(Ok(Some(ServerMessage::Full(full)))) => {
                    let (there, here) = (full.number, mirror.number);
                    return Err(format!(
                        "the server has {there} events of {}, the client had {here} of {}",
                        full.game_match, mirror.game_match
                    )
                    .into());
                }
                Ok(Ok(Some(_))) => {}
                // Lost again.
                Ok(Ok(None) | Err(_)) | Err(_) => break,
            }
        }
        player.go_on(run);
    }
    Err("nobody lets the client come back".into())
}

/// Opens tables, lets `meanwhile` happen while they are played at, and ends everything in good order.
fn survive(run: &Arc<Run>, matches: usize, meanwhile: impl FnOnce(&Run)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let tables: Vec<_> = runtime.block_on(async {
        let mut tables = Vec::new();
        for number in 0..matches {
            tables.push(open(run, number).await.expect("a table"));
        }
        tables
    });
    let players: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, table)| {
            let run = run.clone();
            runtime.spawn(async move {
                let played = tokio::spawn(play(run.clone(), number, table)).await;
                if !matches!(played, Ok(Ok(()))) {
                    run.wrong.lock().expect("nobody panics here").push(format!("{played:?}"));
                }
            })
        })
        .collect();
    meanwhile(run);
    run.stop.store(true, Ordering::Relaxed);
    runtime.block_on(async {
        for player in players {
            let ended = tokio::time::timeout(Duration::from_secs(600), player).await;
            assert!(ended.is_ok(), "a match does not end");
        }
    });
    let wrong = run.wrong.lock().expect("nobody panics here").clone();
    assert!(wrong.is_empty(), "{} of {matches}: {wrong:#?}", wrong.len());
    verify(run, &runtime);
}

/// Every record is the same at every node, and holds by itself, signature included.
fn verify(run: &Run, runtime: &tokio::runtime::Runtime) {
    let finished = run.finished.lock().expect("nobody panics here");
    for (id, player) in &*finished {
        let kept = std::fs::read(run.folder.join(format!("{id}.record"))).expect("a file");
        for node in 0..run.nodes.len() {
            let told = runtime.block_on(record(run, player, &[node], id)).unwrap_or_else(|error| panic!("{error}"));
            assert!(told == kept, "the record of {id} is another one at node {node}");
        }
    }
    let keys = run.folder.join("keys.json");
    runtime.block_on(async {
        let caller = Caller::program(run.nodes[0], "Judge").await.expect("a caller");
        let answer = caller.ask("GET", "/api/keys", b"").await.expect("keys");
        std::fs::write(&keys, answer.body).expect("a file");
    });
    let mut checked = 0;
    for file in std::fs::read_dir(&run.folder).expect("files").map(|file| file.expect("a file").path()) {
        if file.extension().is_some_and(|ending| ending == "record") {
            let ran = common::playmat(&["verify", &file.display().to_string(), "--key", &keys.display().to_string()]);
            assert!(ran.code == 0 && ran.out.contains("ok      signature"), "{}{}", ran.out, ran.err);
            checked += 1;
        }
    }
    assert_eq!(checked, finished.len());
}

/// The pause that so much of all pauses are no longer than.
fn percentile(run: &Run, of: f64) -> Duration {
    let mut pauses = run.pauses.lock().expect("nobody panics here").clone();
    pauses.sort_unstable();
    pauses.get((pauses.len() as f64 * of) as usize).or(pauses.last()).copied().unwrap_or_default()
}

/// Three nodes, matches whose players are at other nodes, and nodes that are killed (and started again at once, or after the others have
/// taken their tables), stopped for longer than others wait, or told to stop. `PLAYMAT_LONG`: a hundred times with 300 matches.
#[test]
fn nodes_are_killed_and_nothing_is_lost() {
    let Some(place) = Place::find("nodes_killed") else { return };
    let long = std::env::var_os("PLAYMAT_LONG").is_some();
    let (times, matches) = if long { (100, 300) } else { (4, 18) };
    let folder = folder("nodes-killed");
    let mut nodes: Vec<Node> = ["one", "two", "three"].map(|name| place.node(name, &[])).into_iter().collect();
    let run = Run::new(&nodes, &folder);
    survive(&run, matches, |run| {
        let mut chance = FastChance::new(playmat_testkit::seed("nodes are killed"));
        for time in 0..times {
            let most = matches as u64 / 2;
            run.wait_for(|| run.running.load(Ordering::Relaxed) >= most, &format!("hardly any match runs before time {time}"));
            std::thread::sleep(Duration::from_millis(u64::from(chance.one_of(700))));
            let node = &mut nodes[chance.one_of(3) as usize];
            let goes_on = |what: &str| {
                let before = run.stand.load(Ordering::Relaxed);
                run.wait_for(
                    || run.stand.load(Ordering::Relaxed) > before + 20,
                    &format!("nobody answers after time {time}: {what}"),
                );
            };
            match time % 4 {
                0 => {
                    node.kill();
                    std::thread::sleep(Duration::from_secs(7));
                    goes_on("without a node");
                    node.start();
                }
                1 => {
                    node.kill();
                    node.start();
                }
                2 => {
                    node.stop();
                    std::thread::sleep(Duration::from_secs(7));
                    node.signal("-CONT");
                }
                _ => {
                    if chance.one_of(2) == 0 {
                        node.signal("-TERM");
                    } else {
                        let ran = common::playmat(&["admin", "drain", &node.name, "--db", &place.database]);
                        assert!(ran.code == 0 && ran.out.contains("has handed its tables over"), "{}{}", ran.out, ran.err);
                    }
                    let ended = node.process.take().expect("it ran").child.wait().expect("it ends");
                    assert!(ended.success(), "{ended:?}");
                    goes_on("without a node that was told to stop");
                    node.start();
                }
            }
            goes_on("all are there");
        }
    });
    let listed = common::playmat(&["admin", "nodes", "--db", &place.database]);
    assert_eq!((listed.code, listed.out.matches("alive").count()), (0, 3), "{}{}", listed.out, listed.err);
    let (half, most) = (percentile(&run, 0.5), percentile(&run, 0.99));
    let (answers, finished) = (run.answers.load(Ordering::Relaxed), run.finished.lock().expect("nobody panics here").len());
    let pauses = run.pauses.lock().expect("nobody panics").len();
    eprintln!("{times} times: {answers} answers, {finished} matches verified, {pauses} pauses: p50 {half:?}, p99 {most:?}");
    assert!(finished >= matches && pauses > 0 && answers > times * 20);
}

/// Messages between the nodes are lost, a few of a hundred: it is noticed, and everybody comes back to where they were.
#[test]
fn messages_between_nodes_are_lost_and_noticed() {
    let Some(place) = Place::find("lossy") else { return };
    let folder = folder("lossy");
    let nodes: Vec<Node> = ["one", "two", "three"].map(|name| place.node(name, &["--test-lossy", "40"])).into_iter().collect();
    let run = Run::new(&nodes, &folder);
    survive(&run, 6, |run| {
        run.wait_for(|| run.answers.load(Ordering::Relaxed) > 300, "hardly anybody answers");
        run.wait_for(|| run.moved.load(Ordering::Relaxed) > 5, "no lost message is noticed");
    });
}

/// NATS is killed: those whose table is at their own node play on, everybody else as soon as it is back.
#[test]
fn nats_is_killed_and_matches_go_on() {
    let (Some(place), Ok(home)) = (Place::find("nats_killed"), std::env::var("PLAYMAT_NATS_HOME")) else { return };
    // Other tests use that NATS too, so this one has its own.
    let own = std::env::temp_dir().join(format!("playmat-nats-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&own);
    std::fs::create_dir_all(&own).expect("a folder");
    let script = std::fs::read_to_string(format!("{home}/start")).expect("a script").replace(&home, &own.display().to_string());
    std::fs::write(own.join("start"), script).expect("a file");
    let start = || assert!(Command::new("sh").arg(own.join("start")).status().expect("sh runs").success());
    let kill = || {
        let id = std::fs::read_to_string(own.join("pid")).expect("a process");
        assert!(Command::new("kill").args(["-9", id.trim()]).status().expect("kill runs").success());
    };
    start();
    let nats = format!("nats://playmat:tests@127.0.0.1:{}", std::fs::read_to_string(own.join("port")).expect("a port"));
    let place = Place { nats, ..place };
    let folder = folder("nats-killed");
    let nodes: Vec<Node> = ["one", "two"].map(|name| place.node(name, &[])).into_iter().collect();
    let run = Run::new(&nodes, &folder);
    survive(&run, 6, |run| {
        let goes_on = |what: &str| {
            let before = run.stand.load(Ordering::Relaxed);
            run.wait_for(|| run.stand.load(Ordering::Relaxed) > before + 20, what);
        };
        goes_on("nobody plays");
        kill();
        // Players whose node does not have their table look for one that does.
        goes_on("nobody plays without NATS");
        start();
        goes_on("nobody plays when NATS is back");
    });
    kill();
    let _ = std::fs::remove_dir_all(&own);
}

/// PostgreSQL is killed for longer than a node may be silent: nobody is declared over for that, and all goes on when it is back.
#[test]
fn postgres_is_killed_and_all_nodes_live_on() {
    let Some(place) = Place::find("postgres_killed") else { return };
    let mut postgres = Postgres::start();
    let place = Place { database: postgres.address.clone(), ..place };
    let folder = folder("postgres-killed");
    let nodes: Vec<Node> = ["one", "two"].map(|name| place.node(name, &[])).into_iter().collect();
    let run = Run::new(&nodes, &folder);
    survive(&run, 6, |run| {
        let goes_on = |what: &str| {
            let before = run.stand.load(Ordering::Relaxed);
            run.wait_for(|| run.stand.load(Ordering::Relaxed) > before + 20, what);
        };
        goes_on("nobody plays");
        postgres.kill();
        std::thread::sleep(Duration::from_secs(7));
        postgres.start_again();
        goes_on("nobody plays when PostgreSQL is back");
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    for node in &nodes {
        let numbers = runtime.block_on(playmat_server::client::request_once(node.address, "GET", "/metrics", "", b""));
        let numbers = String::from_utf8(numbers.expect("an answer").body).expect("text");
        assert!(numbers.contains("playmat_tables") && !numbers.contains("playmat_nodes_over_total"), "{numbers}");
    }
}

/// A node is stopped with messages of its players in its sockets, and believes afterwards that nothing has happened. Meanwhile its players have begun
/// another match elsewhere. What it writes then is refused; without its lease, it would undo that match, and this test would notice.
#[test]
fn a_node_that_slept_undoes_nothing() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    for (name, more, kept) in
        [("slept", &["--test-deaf"][..], true), ("slept_unfenced", &["--test-deaf", "--test-unfenced"][..], false)]
    {
        let Some(place) = Place::find(name) else { return };
        let (one, mut two) = (place.node("one", more), place.node("two", &[]));
        let run = Run::new(std::slice::from_ref(&one), &folder(name));
        let (code, mut players, mut asleep) = runtime.block_on(open(&run, 0)).expect("a table");
        let rematch = ClientMessage::Rematch { want: true };
        let mut awake = runtime
            .block_on(async {
                asleep[0].send(&ClientMessage::Concede { seat: None }).await?;
                for client in &mut asleep {
                    while client.mirror.state.over.is_none() {
                        client.next().await?.ok_or("closed")?;
                    }
                }
                one.stop();
                for client in &mut asleep {
                    client.send(&rematch).await?;
                }
                let mut awake = Vec::new();
                for (player, client) in players.iter_mut().zip(&asleep) {
                    player.caller.server = two.address;
                    awake.push(come_back(player, &code, client).await?.ok_or("nothing has happened to the first match")?);
                }
                for client in &mut awake {
                    client.send(&rematch).await?;
                }
                let before = asleep[0].mirror.game_match.clone();
                let begun = async |client: &mut Client| {
                    while client.mirror.game_match == before || client.mirror.state.over.is_some() {
                        client.next().await?.ok_or("closed")?;
                    }
                    Ok::<_, Failure>(())
                };
                let [first, second] = &mut awake[..] else { return Err("two players".into()) };
                tokio::try_join!(begun(first), begun(second))?;
                for _ in 0..3 {
                    step(&mut awake).await?;
                }
                Ok::<_, Failure>(awake)
            })
            .expect("another match begins");
        one.signal("-CONT");
        // It hears what was in its sockets: it is told that the table is another node's, or promises a shuffle for yet another match.
        let told = runtime.block_on(async {
            loop {
                match asleep[0].next().await {
                    Ok(Some(ServerMessage::Bye { code, .. })) => return code.into_owned(),
                    Ok(Some(ServerMessage::Commitment { .. })) => return "commitment".to_owned(),
                    Ok(Some(_)) => {}
                    Ok(None) => return "closed".to_owned(),
                    Err(error) => return error.to_string(),
                }
            }
        });
        assert_eq!(told, if kept { "moved" } else { "commitment" });
        two.kill();
        two.start();
        let mut there = Vec::new();
        for (player, client) in players.iter_mut().zip(&mut awake) {
            player.caller.server = two.address;
            there.push(runtime.block_on(come_back(player, &code, client)).expect("the table is there").is_some());
        }
        assert_eq!(there, [kept; 2], "{name}: whether the second match is still there");
    }
}

/// Comes to a table with what another connection has seen. None if it is not the same any more.
async fn come_back(player: &Player, code: &str, before: &Client) -> Result<Option<Client>, Failure> {
    for _ in 0..300 {
        if let Ok(mut client) = player.caller.sit(code, before.place()).await {
            client.mirror = before.mirror.clone();
            while let Ok(Some(message)) = client.next().await {
                match message {
                    ServerMessage::Update(_) => return Ok(Some(client)),
                    ServerMessage::Full(_) | ServerMessage::Commitment { .. } => return Ok(None),
                    _ => {}
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err("nobody lets the client in".into())
}

/// Whoever is asked answers, and hears of it.
async fn step(clients: &mut [Client]) -> Result<(), Failure> {
    loop {
        for client in clients.iter_mut() {
            if let Some(question) = client.mirror.question.clone() {
                client.answer(0).await?;
                while client.mirror.question.as_ref().is_some_and(|now| now.decision == question.decision) {
                    client.next().await?.ok_or("closed")?;
                }
                return Ok(());
            }
            if let Ok(heard) = tokio::time::timeout(Duration::from_millis(50), client.next()).await {
                heard?;
            }
        }
    }
}

/// What only several nodes can get wrong is said at the start.
#[test]
fn a_node_that_cannot_be_one_says_why() {
    let refused = |arguments: &[&str], code: i32, words: &str| {
        let ran = common::playmat(&[&["serve", "--log-level", "error", "--listen", "127.0.0.1:0"], arguments].concat());
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
    };
    let nats = ["--nats", "nats://127.0.0.1:1"];
    refused(&nats, 2, "--node NAME");
    refused(&["--node", "one"], 2, "--nats URL");
    refused(&[&nats[..], &["--node", "one", "--new-record-key"]].concat(), 2, "--new-record-key");
    let file = format!("sqlite:{}", folder("no-node").join("matches.db").display());
    refused(&[&nats[..], &["--node", "one", "--db", &file]].concat(), 1, "share a PostgreSQL");
    let Some(place) = Place::find("no_node") else { return };
    refused(&[&nats[..], &["--node", "one", "--db", &place.database, "--test-seed", "1"]].concat(), 1, "NATS");
    let nats = ["--nats", &place.nats];
    refused(&[&nats[..], &["--node", "the first", "--db", &place.database, "--test-seed", "1"]].concat(), 1, "name of a node");
    let admin = |arguments: &[&str], words: &str| {
        let ran = common::playmat(&[&["admin"], arguments].concat());
        assert!(ran.code == 2 && ran.err.contains(words), "{arguments:?}: {}{}", ran.out, ran.err);
    };
    admin(&["nodes"], "--db");
    admin(&["nodes", "--db", &file], "PostgreSQL");
    admin(&["drain", "nobody", "--db", &place.database], "no node called `nobody`");
    // A name belongs to the last process that took it, and the database to its nodes.
    let mut first = place.node("one", &[]);
    refused(&["--db", &place.database, "--test-seed", "1"], 1, "nodes that are running (one)");
    let _second = place.node("one", &[]);
    let ended = first.process.as_mut().expect("it ran").child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(1));
}
