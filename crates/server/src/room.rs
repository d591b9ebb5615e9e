//! The task of a room: it carries messages and the time in, and carries out what the room wants done (`playmat_room`). Everything
//! that concerns a table happens here, one thing after the other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use playmat_bots::Resources;
use playmat_chance::Draws;
use playmat_kernel::{Record, Seal};
use playmat_replay::Chain;
use playmat_room::{
    CannotGoOn, Effect, Finished, Games, Host, Incident, Input, LoggedMatch, RequestId, Room, RoomError, Settings, Side,
    TableCards, Thought,
};
pub use playmat_room::{ConnId, Dealing, GHOST_NAME, Loaded, Report, SeatData, TableData, bot_name};
use playmat_store::{Lease, MatchId, StoreError, Stored};
use playmat_wire::Opening;
use playmat_wire::messages::{ClientMessage, Resume, ServerMessage};
use playmat_wire::tables::{JoinRequest, TableInfo};
use tokio::sync::{mpsc, oneshot, watch};

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::identity::{Identity, seconds_now};

/// How many messages wait for a room.
pub const INBOX: usize = 16;
/// How long reading a match may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is told to whoever is at a table that moves.
pub const MOVED: &str = "This table goes on at another server; connect again.";

/// What the rest of the server has of a room.
#[derive(Clone)]
pub struct RoomHandle {
    /// Its inbox.
    pub inbox: mpsc::Sender<Inbox>,
    /// The table as those who sit there see it now.
    pub shown: watch::Receiver<Arc<TableInfo>>,
    /// The table as everybody else sees it, with the delay of spectators.
    pub watched: watch::Receiver<Arc<TableInfo>>,
}

/// What comes into a room.
pub enum Inbox {
    /// Somebody has opened a socket and said hello.
    Connect { who: Identity, resume: Option<Resume>, aims: bool, out: mpsc::Sender<Out>, reply: oneshot::Sender<ConnId> },
    /// Somebody says something.
    Said { conn: ConnId, message: ClientMessage, at: Instant },
    /// A socket is gone.
    Gone { conn: ConnId },
    /// Somebody wants to sit down.
    Join { who: Identity, request: JoinRequest, reply: oneshot::Sender<Result<TableInfo, ApiError>> },
    /// All seats are taken by bots or one person: the match can begin without anybody joining.
    Begin { reply: oneshot::Sender<Result<(), ApiError>> },
    /// Somebody wants what a seat may know, for a bug report.
    Report { who: Identity, reply: oneshot::Sender<Result<Report, ApiError>> },
    /// Somebody wants to copy the position as their seat sees it.
    Scene { who: Identity, reply: oneshot::Sender<Result<String, ApiError>> },
    /// Somebody wants the cards that were written for the table.
    Cards { reply: oneshot::Sender<Result<TableCards, ApiError>> },
    /// Somebody wants to get up.
    Leave { who: Identity, reply: oneshot::Sender<Result<TableInfo, ApiError>> },
    /// Somebody wants the record of a match.
    Record { id: MatchId, who: Option<Identity>, reply: oneshot::Sender<Result<Vec<u8>, ApiError>> },
    /// A player has another identity from now on, or is deleted. An error if that could not be written.
    Become { from: String, to: Option<Identity>, reply: oneshot::Sender<Result<(), ApiError>> },
    /// A bot has an answer to the question after so many entries.
    Thought { game_match: MatchId, place: usize, thought: Thought },
    /// The server stops.
    ShutDown,
    /// The table is another node's from now on.
    Moved,
}

/// What goes to a socket.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The last message, after which the socket is closed.
    Bye { code: Code, sentence: String, again: bool },
}

impl Out {
    /// The table is elsewhere, or cannot be reached any more: whoever comes back finds it.
    pub fn moved() -> Self {
        Out::Bye { code: Code::Moved, sentence: MOVED.to_owned(), again: true }
    }
}

/// Another node owns the table.
struct Lost;

/// Whoever waits for an answer of the room.
enum Asker {
    Table(oneshot::Sender<Result<TableInfo, ApiError>>),
    Done(oneshot::Sender<Result<(), ApiError>>),
}

/// A room and its ways to the outside.
struct RoomTask {
    app: Arc<App>,
    room: Room,
    /// The right to write for the table, if other nodes could have it.
    lease: Option<Lease>,
    inbox: mpsc::Receiver<Inbox>,
    /// The inbox, for bots, which answer later.
    door: mpsc::WeakSender<Inbox>,
    shown: watch::Sender<Arc<TableInfo>>,
    watched: watch::Sender<Arc<TableInfo>>,
    outs: Vec<(ConnId, mpsc::Sender<Out>)>,
    next_conn: u32,
    /// Whoever asked last. A room answers one request before it hears the next.
    asker: Option<(RequestId, Asker)>,
    requests: u64,
    /// When what was said last came in.
    said_at: Instant,
    closed: bool,
}

/// Starts the room of a table, and puts it into the lobby. A match that was begun goes on where the log ends.
pub fn start(app: Arc<App>, data: TableData, loaded: Option<Loaded>, lease: Option<Lease>) -> RoomHandle {
    let code = data.code.clone();
    let (door, inbox) = mpsc::channel(INBOX);
    let (room, effects) = Room::open(app.clone(), data, loaded, app.config.clock.moment());
    let (shown, seen) = watch::channel(room.shown().clone());
    let (watched, seen_late) = watch::channel(room.shown().clone());
    let task = RoomTask {
        app: app.clone(),
        room,
        lease,
        inbox,
        door: door.downgrade(),
        shown,
        watched,
        outs: Vec::new(),
        next_conn: 0,
        asker: None,
        requests: 0,
        said_at: Instant::now(),
        closed: false,
    };
    let handle = RoomHandle { inbox: door, shown: seen, watched: seen_late };
    app.lobby.put(code, handle.clone());
    tokio::spawn(task.run(effects));
    handle
}

impl RoomTask {
    async fn run(mut self, effects: Vec<Effect>) {
        metrics::gauge!("playmat_tables").increment(1.0);
        let clock = self.app.config.clock.clone();
        self.carry_out(effects).await;
        while !self.closed {
            let wake = self.room.wakes_at();
            let effects = tokio::select! {
                biased;
                said = self.inbox.recv() => match said {
                    Some(said) => self.hear(said),
                    None => break,
                },
                () = clock.sleep_until(wake) => self.room.tick(clock.moment()),
            };
            self.carry_out(effects).await;
        }
        self.app.lobby.forget(&self.room.data().code, &self.door);
        if let (Some(cluster), Some(lease)) = (&self.app.cluster, &self.lease) {
            cluster.hand_over(lease).await;
        }
        metrics::gauge!("playmat_tables").decrement(1.0);
    }

    fn hear(&mut self, said: Inbox) -> Vec<Effect> {
        let now = self.app.config.clock.moment();
        let input = match said {
            Inbox::Connect { who, resume, aims, out, reply } => {
                let conn = ConnId(self.next_conn);
                self.next_conn = self.next_conn.wrapping_add(1);
                self.outs.push((conn, out));
                let _ = reply.send(conn);
                Input::Connect { conn, who, resume, aims }
            }
            Inbox::Said { conn, message, at } => {
                self.said_at = at;
                Input::Said { conn, message }
            }
            Inbox::Gone { conn } => {
                self.outs.retain(|(known, _)| *known != conn);
                Input::Gone { conn }
            }
            Inbox::Join { who, request: wish, reply } => Input::Join { request: self.request(Asker::Table(reply)), who, wish },
            Inbox::Begin { reply } => Input::Begin { request: self.request(Asker::Done(reply)) },
            Inbox::Leave { who, reply } => Input::Leave { request: self.request(Asker::Table(reply)), who },
            Inbox::Become { from, to, reply } => Input::Become { request: self.request(Asker::Done(reply)), from, to },
            Inbox::Thought { game_match, place, thought } => Input::Thought { game_match, place, thought },
            Inbox::ShutDown => Input::ShutDown,
            Inbox::Moved => {
                self.move_away();
                return vec![];
            }
            Inbox::Record { id, who, reply } => {
                let _ = reply.send(self.room.record(id, who.as_ref(), now).map_err(ApiError::from));
                return vec![];
            }
            Inbox::Report { who, reply } => {
                let _ = reply.send(self.room.bug_report(&who, now).map_err(ApiError::from));
                return vec![];
            }
            Inbox::Cards { reply } => {
                let _ = reply.send(self.room.cards().map_err(ApiError::from));
                return vec![];
            }
            Inbox::Scene { who, reply } => {
                let _ = reply.send(self.room.scene(&who).map_err(ApiError::from));
                return vec![];
            }
        };
        self.room.hear(input, now)
    }

    fn request(&mut self, asker: Asker) -> RequestId {
        self.requests += 1;
        let request = RequestId(self.requests);
        self.asker = Some((request, asker));
        request
    }

    /// Does what the room wants done, and what it wants done then, until it waits for nothing.
    async fn carry_out(&mut self, mut effects: Vec<Effect>) {
        loop {
            let mut heard = None;
            for effect in effects {
                let lease = self.lease.as_ref();
                match effect {
                    Effect::Append(writes) => heard = Some(append(&self.app, &self.room.data().code, lease, writes).await),
                    Effect::ReadAgain => heard = Some(heard_again(&self.app, self.room.data(), lease).await),
                    effect => self.do_at_once(effect),
                }
            }
            let input = match heard {
                Some(Ok(input)) => input,
                Some(Err(Lost)) => return self.move_away(),
                None => return,
            };
            effects = self.room.hear(input, self.app.config.clock.moment());
        }
    }

    fn do_at_once(&mut self, effect: Effect) {
        match effect {
            Effect::Tell { to, message } => {
                let message = text(&message);
                to.into_iter().for_each(|conn| self.send(conn, &message));
            }
            Effect::Bye { to, code, sentence, again } => {
                for (_, out) in self.outs.extract_if(.., |(conn, _)| to.contains(conn)) {
                    let _ = out.try_send(Out::Bye { code, sentence: sentence.clone(), again });
                }
            }
            Effect::Answer { request, result } => {
                let result = result.map_err(ApiError::from);
                match self.asker.take_if(|(asked, _)| *asked == request) {
                    Some((_, Asker::Table(reply))) => {
                        let _ = reply.send(result.map(|()| (**self.room.shown()).clone()));
                    }
                    Some((_, Asker::Done(reply))) => {
                        let _ = reply.send(result);
                    }
                    None => {}
                }
            }
            Effect::Shown(table) => {
                self.shown.send_replace(table);
            }
            Effect::Watched(table) => {
                self.watched.send_replace(table);
            }
            Effect::Think { game_match, place, level, seed } => self.think(game_match, place, &level, seed),
            Effect::Report(incident) => self.report(incident),
            Effect::Close => {
                self.closed = true;
                self.app.lobby.forget(&self.room.data().code, &self.door);
            }
            // These are carried out by `carry_out`, which waits for them.
            Effect::Append(_) | Effect::ReadAgain => {}
        }
    }

    /// The table goes on elsewhere: what was not kept here has not happened. Everybody finds it again.
    fn move_away(&mut self) {
        tracing::info!(code = %self.room.data().code, "a table is another node's");
        metrics::counter!("playmat_moved_total").increment(1);
        self.closed = true;
        self.lease = None;
        for (_, out) in self.outs.drain(..) {
            let _ = out.try_send(Out::moved());
        }
        match self.asker.take() {
            Some((_, Asker::Table(reply))) => drop(reply.send(Err(ApiError::unreachable()))),
            Some((_, Asker::Done(reply))) => drop(reply.send(Err(ApiError::unreachable()))),
            None => {}
        }
        self.app.lobby.forget(&self.room.data().code, &self.door);
    }

    fn send(&mut self, conn: ConnId, message: &Utf8Bytes) {
        let Some(at) = self.outs.iter().position(|(known, _)| *known == conn) else { return };
        // A full queue means that the client does not read: its sender is dropped, and the socket closes.
        if self.outs[at].1.try_send(Out::Text(message.clone())).is_err() {
            metrics::counter!("playmat_slow_total").increment(1);
            self.outs.remove(at);
        }
    }

    /// Lets a bot think on another thread; its answer comes back as a message.
    fn think(&self, game_match: MatchId, place: usize, level: &str, seed: u64) {
        let Some(thought) = self.room.thought(level, seed, Resources::default()) else { return };
        let (door, thinking) = (self.door.clone(), self.app.thinking.clone());
        tokio::spawn(async move {
            let Ok(_turn) = thinking.acquire_owned().await else { return };
            let Ok(thought) = tokio::task::spawn_blocking(thought).await else { return };
            if let Some(door) = door.upgrade() {
                let _ = door.send(Inbox::Thought { game_match, place, thought }).await;
            }
        });
    }

    fn report(&self, incident: Incident) {
        let TableData { code, game, .. } = self.room.data();
        match incident {
            Incident::Began(game_match) => {
                tracing::info!(%code, %game, %game_match, "a match begins");
                metrics::counter!("playmat_matches_total").increment(1);
            }
            Incident::Answered => {
                metrics::counter!("playmat_answers_total").increment(1);
                metrics::histogram!("playmat_answer_seconds").record(self.said_at.elapsed().as_secs_f64());
            }
            Incident::Refused => metrics::counter!("playmat_refused_total").increment(1),
            Incident::Stalled => {
                tracing::warn!(%code, "a match is waiting for the log");
                metrics::counter!("playmat_stalls_total").increment(1);
            }
            Incident::RulesFailed(game_match, entry) => tracing::error!(%game_match, ?entry, "the rules failed"),
            Incident::ClockRanOut(seat) => tracing::info!(%code, seat = seat.tag(), "a clock ran out"),
            Incident::ClockNotEntered(why) => tracing::warn!(%code, error = why.word(), "a clock could not be entered"),
            Incident::ShareNotOpened(seat) => tracing::info!(%code, seat = seat.tag(), "a share was not opened"),
            Incident::CannotBegin(why) => tracing::warn!(%code, error = why.word(), "a match cannot begin"),
            Incident::Closed(why) => tracing::info!(%code, why, "a table is closed"),
        }
    }
}

/// Writes, and says what has become of it.
async fn append(app: &App, code: &str, lease: Option<&Lease>, writes: Vec<playmat_room::Write>) -> Result<Input, Lost> {
    match app.write(lease, writes.into_iter().map(|write| stored(code, write)).collect()).await {
        Ok(()) => Ok(Input::Kept),
        Err(StoreError::Lost) => Err(Lost),
        Err(error) => {
            tracing::warn!(%code, %error, "the log does not take what a table wants to write");
            Ok(Input::NotKept)
        }
    }
}

/// Reads a table again, and says what has become of it.
async fn heard_again(app: &App, table: &TableData, lease: Option<&Lease>) -> Result<Input, Lost> {
    let read = read_again(app, table, lease).await?;
    if let Err(error) = &read {
        tracing::warn!(code = %table.code, error, "a match is still waiting for the log");
    }
    Ok(Input::Read(read.ok().map(Box::new)))
}

impl App {
    /// Writes for a table, which belongs to this node alone as long as this succeeds.
    pub async fn write(&self, lease: Option<&Lease>, mut writes: Vec<playmat_store::Write>) -> Result<(), StoreError> {
        let unfenced = self.config.cluster.as_ref().is_some_and(|cluster| cluster.unfenced);
        if let Some(lease) = lease.filter(|_| !unfenced) {
            writes.push(playmat_store::Write::Hold(lease.clone()));
        }
        self.log.write(writes).await
    }
}

impl Host for App {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn games(&self) -> &Games {
        &self.games
    }

    fn draw(&self, purpose: &'static str, about: &str) -> Draws {
        self.config.chance.draw(purpose, about)
    }

    fn decision(&self, game_match: MatchId, place: usize) -> u32 {
        self.keys.decision(game_match.0, place)
    }

    fn seal(&self, game_match: MatchId, record: &Record<Opening>, last: Chain) -> Option<Seal> {
        self.signing.seal(game_match, record, last)
    }
}

/// A message as it is sent.
pub fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message can always be written").into()
}

/// A record is given out when its match is over.
pub fn not_over() -> ApiError {
    RoomError::not_over().into()
}

/// What a room writes, as the store takes it.
pub fn stored(table: &str, write: playmat_room::Write) -> playmat_store::Write {
    match write {
        playmat_room::Write::Table { code, data } => playmat_store::Write::Table { code, data },
        playmat_room::Write::CloseTable { code } => playmat_store::Write::CloseTable { code },
        playmat_room::Write::Match { id, opening } => playmat_store::Write::Match { id, code: table.to_owned(), opening },
        playmat_room::Write::Entry { id, place, entry, note } => playmat_store::Write::Entry { id, place, entry, note },
        playmat_room::Write::Finished(finished) => playmat_store::Write::Finished(Box::new(history_of(*finished))),
    }
}

/// A match that is over, as the history of its players keeps it.
fn history_of(finished: Finished) -> playmat_store::Finished {
    let side = |Side { player, name, bot, deck }| playmat_store::Side { player, name, bot, deck, rating: None };
    playmat_store::Finished {
        id: finished.id,
        game: finished.game,
        edition: finished.edition,
        rated: finished.rated,
        ending: finished.ending.word().into(),
        winner: finished.winner.map(|seat| seat.bit()),
        alone: finished.alone,
        public: finished.public,
        ended: seconds_now() as i64,
        sides: finished.sides.map(side),
    }
}

/// Reads a match from the log and plays it up to where it was.
pub async fn load(app: &App, id: MatchId) -> Result<Option<Loaded>, CannotGoOn> {
    let Some(logged) = read(app, id).await? else { return Ok(None) };
    let loaded = logged.load(&app.games)?;
    if let Some(entry) = loaded.play.differs() {
        tracing::error!(game_match = %id, entry, "a match leads elsewhere than before: the rules have changed");
    }
    Ok(Some(loaded))
}

/// The record of a finished match as the log has it, whatever rules are available.
pub async fn kept_record(app: &App, id: MatchId) -> Result<Option<Vec<u8>>, CannotGoOn> {
    read(app, id).await?.map(|logged| logged.record(&app.games)).transpose()
}

/// What the log has of a match.
async fn read(app: &App, id: MatchId) -> Result<Option<LoggedMatch>, CannotGoOn> {
    let stored = in_time(app.log.store().load(id)).await.map_err(CannotGoOn::Log)?;
    Ok(stored.map(|stored| LoggedMatch { opening: stored.opening, entries: stored.entries }))
}

/// A table and its match as the log has them: the write that failed may have happened.
async fn read_again(
    app: &App,
    table: &TableData,
    lease: Option<&Lease>,
) -> Result<Result<(TableData, Option<Loaded>), String>, Lost> {
    let read = async {
        Ok::<TableData, String>(match in_time(app.log.store().table(&table.code)).await? {
            Some(data) => serde_json::from_slice(&data).map_err(|error| error.to_string())?,
            None => table.clone(),
        })
    };
    let table = match read.await {
        Ok(table) => table,
        Err(why) => return Ok(Err(why)),
    };
    // Only a write tells whether the log takes writes again.
    match app.write(lease, vec![stored(&table.code, table.write())]).await {
        Ok(()) => {}
        Err(StoreError::Lost) => return Err(Lost),
        Err(error) => return Ok(Err(error.to_string())),
    }
    let loaded = match table.match_id() {
        Some(id) => load(app, id).await.map_err(|lost| lost.to_string()),
        None => Ok(None),
    };
    Ok(loaded.map(|loaded| (table, loaded)))
}

/// Reads from the log, with the time limit of a match.
async fn in_time<T>(reading: Stored<'_, T>) -> Result<T, String> {
    match tokio::time::timeout(PATIENCE, reading).await {
        Ok(read) => read.map_err(|error| error.to_string()),
        Err(_) => Err("no answer in time".to_owned()),
    }
}
