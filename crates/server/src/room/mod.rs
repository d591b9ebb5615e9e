//! A room: one table, one task, one inbox. Everything that concerns the table happens here, one thing after the other.

mod act;
mod ask;
mod chat;
mod concession;
mod data;
mod deal;
mod spectator_delay;
mod people;
mod reveal;
mod tell;
mod undo;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use playmat_kernel::{BySeat, Entry, Record, Seal, Seat};
use playmat_replay::Chain;
use playmat_store::{MatchId, StoreError, Stored, Write};
use playmat_wire::messages::{ClientMessage, Resume, Viewer};
use playmat_wire::tables::{JoinRequest, Stage, TableInfo};
use playmat_wire::{Notice, Opening, RecordError, entry_from_bytes, entry_to_bytes, from_binary, to_binary};
use tokio::sync::{mpsc, oneshot, watch};

use chat::Chat;
use concession::Concessions;
pub use data::{Dealing, SeatData, TableData, bot_name};
pub use people::GHOST_NAME;
use reveal::Reveals;
use spectator_delay::{Replaced, SpectatorDelay};
pub use tell::text;
pub use undo::Report;

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::identity::Identity;
use crate::pace::{Pace, PassTime};
use crate::play::{Asked, CannotGoOn, Play, Refused, Thought};

/// How many messages wait for a room.
const INBOX: usize = 16;
/// How often a room whose log failed looks whether it works again.
const RETRY: Duration = Duration::from_secs(1);
/// How long reading a match may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the rest of the server has of a room.
#[derive(Clone)]
pub struct RoomHandle {
    /// Its inbox.
    pub inbox: mpsc::Sender<Inbox>,
    /// The table as those who sit there see it now.
    pub shown: watch::Receiver<TableInfo>,
    /// The table as everybody else sees it, with the delay of spectators.
    pub watched: watch::Receiver<TableInfo>,
}

/// What comes into a room.
pub enum Inbox {
    /// Somebody has opened a socket and said hello.
    Connect {
        who: Identity,
        resume: Option<Resume>,
        aims: bool,
        out: mpsc::Sender<Out>,
        reply: oneshot::Sender<Result<ConnId, ApiError>>,
    },
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
    /// Somebody wants to get up.
    Leave { who: Identity, reply: oneshot::Sender<Result<TableInfo, ApiError>> },
    /// Somebody wants the record of a match.
    Record { id: MatchId, who: Option<Identity>, reply: oneshot::Sender<Result<Vec<u8>, ApiError>> },
    /// A player has another identity from now on, or is deleted. False if that could not be written.
    Become { from: String, to: Option<Identity>, reply: oneshot::Sender<bool> },
    /// A bot has an answer to the question after so many entries.
    Thought { id: u64, place: usize, thought: Thought },
    /// The server stops.
    ShutDown,
}

/// What goes to a socket.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The last message, after which the socket is closed.
    Bye { code: Code, sentence: String, again: bool },
}

/// A connection at this table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnId(u32);

impl ConnId {
    /// The connection of a lesson, which has only one.
    pub const ONLY: ConnId = ConnId(0);
}

/// A table and the people at it.
pub struct Room {
    app: Arc<App>,
    inbox: mpsc::Receiver<Inbox>,
    /// The inbox, for bots, which answer later.
    door: mpsc::WeakSender<Inbox>,
    shown: watch::Sender<TableInfo>,
    watched: watch::Sender<TableInfo>,
    data: TableData,
    play: Option<Box<dyn Play>>,
    conns: Vec<Conn>,
    /// Who is about to be welcomed: nothing is sent to them before the welcome.
    coming: Option<ConnId>,
    next_conn: u32,
    /// The time that each player has left.
    clocks: BySeat<Duration>,
    /// The open question.
    asking: Option<Asking>,
    /// Revealed cards that somebody looks at: the match waits.
    reveals: Option<Reveals>,
    paces: BySeat<Pace>,
    /// Since when each player is not connected.
    gone_since: BySeat<Instant>,
    draw: Option<Seat>,
    concessions: Concessions,
    chat: Chat,
    /// Who asks to take back a move.
    undo: Option<Seat>,
    /// When a match that waits for shares of its seed begins.
    deal_at: Option<Instant>,
    /// When it begins at the latest.
    deal_by: Option<Instant>,
    rematch: BySeat<bool>,
    /// When to look again whether the log works, if it has failed.
    stalled: Option<Instant>,
    spectator_delay: SpectatorDelay,
    /// The table as it was when a rematch was agreed on that has not begun, if spectators are delayed.
    held: Option<TableInfo>,
    /// Finished matches that spectators still watch, the current one first.
    replaced: VecDeque<Replaced>,
    /// When the match ended, or the table was last used.
    quiet_since: Instant,
}

/// Somebody at the table.
struct Conn {
    id: ConnId,
    who: Identity,
    out: mpsc::Sender<Out>,
    seats: Vec<Seat>,
    /// Whose view it sees; nobody's while a hot-seat screen is covered.
    viewer: Option<Viewer>,
    /// Whether it wants to know where moves can be aimed.
    aims: bool,
}

/// A question that is open.
struct Asking {
    asked: Asked,
    decision: u32,
    since: Instant,
    /// When a person's pass is told, at the pace of people.
    pass: Option<PassTime>,
    /// An answer that waits for its time: a held pass, or a bot's.
    waiting: Option<(u8, Instant)>,
    /// The bot's estimate of its chances, if a bot answers it.
    hope: Option<f64>,
}

impl Room {
    /// Starts the room of a table. A match that was begun goes on where the log ends.
    pub fn start(app: Arc<App>, data: TableData, play: Option<Loaded>) -> RoomHandle {
        let (door, inbox) = mpsc::channel(INBOX);
        let now = app.config.clock.now();
        let (shown, seen) = watch::channel(data.shown(Stage::Waiting, BySeat::new(false, false), 0));
        let (watched, seen_late) = watch::channel(seen.borrow().clone());
        let mut room = Room {
            app,
            inbox,
            door: door.downgrade(),
            shown,
            watched,
            data,
            play: None,
            conns: Vec::new(),
            coming: None,
            next_conn: 0,
            clocks: BySeat::default(),
            asking: None,
            reveals: None,
            paces: BySeat::default(),
            gone_since: BySeat::new(now, now),
            draw: None,
            concessions: Concessions::default(),
            chat: Chat::default(),
            undo: None,
            deal_at: None,
            deal_by: None,
            rematch: BySeat::default(),
            stalled: None,
            spectator_delay: SpectatorDelay::default(),
            held: None,
            replaced: VecDeque::new(),
            quiet_since: now,
        };
        if let Some(loaded) = play {
            room.put(loaded);
        }
        room.await_shares();
        room.show();
        tokio::spawn(room.run());
        RoomHandle { inbox: door, shown: seen, watched: seen_late }
    }

    async fn run(mut self) {
        metrics::gauge!("playmat_tables").increment(1.0);
        let clock = self.app.config.clock.clone();
        loop {
            let wake = self.wakes_at();
            let open = tokio::select! {
                biased;
                said = self.inbox.recv() => match said {
                    Some(said) => self.hear(said).await,
                    None => false,
                },
                () = clock.sleep_until(wake) => self.time_passed().await,
            };
            if !open {
                break;
            }
        }
        self.app.lobby.forget(&self.data.code);
        metrics::gauge!("playmat_tables").decrement(1.0);
    }

    /// The server's time.
    fn now(&self) -> Instant {
        self.app.config.clock.now()
    }

    /// False when the room is closed.
    async fn hear(&mut self, said: Inbox) -> bool {
        match said {
            Inbox::Connect { who, resume, aims, out, reply } => {
                let _ = reply.send(self.connect(who, resume, aims, out));
            }
            Inbox::Said { conn, message, at } => self.said(conn, message, at).await,
            Inbox::Gone { conn } => self.gone(conn),
            Inbox::Join { who, request, reply } => {
                let _ = reply.send(self.join(who, request).await);
            }
            Inbox::Begin { reply } => {
                let _ = reply.send(self.deal().await);
            }
            Inbox::Leave { who, reply } => {
                let left = self.leave(&who).await;
                let empty = self.play.is_none()
                    && self.data.dealing.is_none()
                    && self.data.seats.iter().all(|seat| seat.player.is_none());
                let closed = left.is_ok() && empty && self.close("Everybody has left this table.").await;
                if closed {
                    self.app.lobby.forget(&self.data.code);
                }
                let _ = reply.send(left);
                return !closed;
            }
            Inbox::Record { id, who, reply } => {
                let _ = reply.send(self.record_of(id, who.as_ref()));
            }
            Inbox::Report { who, reply } => {
                let _ = reply.send(self.report(&who));
            }
            Inbox::Scene { who, reply } => {
                let _ = reply.send(self.scene(&who));
            }
            Inbox::Become { from, to, reply } => {
                let done = self.become_another(&from, to.as_ref()).await;
                let _ = reply.send(done.is_ok());
                return done.unwrap_or(true);
            }
            Inbox::Thought { id, place, thought } => self.thought(id, place, thought).await,
            Inbox::ShutDown => {
                let sentence = "The server is stopping; connect again in a moment.".to_owned();
                self.dismiss(Code::ShuttingDown, &sentence, true);
                return false;
            }
        }
        true
    }

    /// Sets the match up as the log says.
    fn put(&mut self, loaded: Loaded) {
        let now = self.now();
        self.play = Some(loaded.play);
        self.spectator_delay = SpectatorDelay { due: VecDeque::new(), entries: self.entries() };
        if self.delay() > Duration::ZERO && self.spectator_delay.entries > 0 {
            // It is not known any more when each entry was made: spectators wait for all of them.
            self.spectator_delay =
                SpectatorDelay { due: [(now + self.delay(), self.spectator_delay.entries)].into(), entries: 0 };
        }
        let bank = self.data.clock.map_or(Duration::ZERO, |clock| Duration::from_secs(clock.bank.into()));
        self.clocks = loaded.clocks.unwrap_or(BySeat::new(bank, bank));
        self.draw = None;
        self.concessions = Concessions::default();
        self.undo = None;
        self.rematch = BySeat::default();
        self.quiet_since = now;
        // Revealed cards count as looked at: the log does not store that.
        self.reveals = None;
        self.ask();
    }

    /// Enters something into the match: first into the log, then on the table, then everybody is told.
    async fn enter(&mut self, entry: Entry, table: Option<TableData>) -> Result<(), ApiError> {
        let (Some(play), Some(id)) = (&mut self.play, self.data.match_id()) else {
            return Err(ApiError::new(Code::NoMatch, "No match is running at this table."));
        };
        play.propose(entry).map_err(|refused| match refused {
            Refused::Over => ApiError::new(Code::Over, "The match is over."),
            Refused::NoSuchOption => ApiError::new(Code::NoSuchOption, "There is no such option."),
            Refused::Broken => {
                tracing::error!(game_match = %id, ?entry, "the rules failed");
                ApiError::internal()
            }
        })?;
        let (place, chain) = (play.record().entries.len() as u32, play.proposed_chain().ok_or_else(ApiError::internal)?);
        let over = play.proposed_outcome();
        let seal = over.and_then(|_| self.app.signing.seal(id, play.record(), chain));
        let clocks = self.clocks_after(entry);
        let note = note(clocks, chain, seal, over.is_some());
        let mut writes = vec![Write::Entry { id, place, entry: entry_to_bytes(entry), note }];
        writes.extend(table.as_ref().map(TableData::write));
        writes.extend(over.map(|outcome| self.data.finished(id, people::ending(Some(&entry)), outcome.winner())));
        if let Err(error) = self.app.log.write(writes).await {
            self.stall(&error);
            return Err(ApiError::log());
        }
        self.clocks = clocks;
        if let Some(data) = table {
            self.data = data;
        }
        if let Some(play) = &mut self.play {
            play.accept();
            seal.into_iter().for_each(|seal| play.keep_seal(seal));
        }
        self.entered(entry);
        Ok(())
    }

    /// The log failed. It is not known what it holds now, so the match waits until it was read again.
    fn stall(&mut self, error: &StoreError) {
        tracing::warn!(code = %self.data.code, %error, "a match is waiting for the log");
        if let Some(play) = &mut self.play {
            play.settle();
        }
        if self.stalled.is_none() {
            metrics::counter!("playmat_stalls_total").increment(1);
            self.notice(
                Notice::LogUnavailable,
                "The server cannot write its log. The match waits and goes on as soon as it can; nothing is lost.",
            );
        }
        self.stalled = Some(self.now() + RETRY);
    }

    /// Looks whether the log works again, and goes on from what it holds.
    async fn recover(&mut self) {
        match read_again(&self.app, &self.data).await {
            Ok((data, loaded)) => {
                self.stalled = None;
                self.data = data;
                if let Some(loaded) = loaded {
                    self.put(loaded);
                }
                self.notice(Notice::LogBack, "The log works again; the match goes on.");
                self.greet_all();
            }
            Err(error) => {
                tracing::warn!(code = %self.data.code, error, "a match is still waiting for the log");
                self.stalled = Some(self.now() + RETRY);
            }
        }
    }

    /// Closes the table. False if the log does not take that.
    async fn close(&mut self, why: &str) -> bool {
        if self.app.log.write(vec![Write::CloseTable { code: self.data.code.clone() }]).await.is_err() {
            return false;
        }
        tracing::info!(code = %self.data.code, why, "a table is closed");
        self.dismiss(Code::TableClosed, why, false);
        true
    }

    fn stage(&self) -> Stage {
        match &self.play {
            _ if self.data.dealing.is_some() => Stage::Playing,
            None if self.data.closed.is_some() => Stage::Over,
            None => Stage::Waiting,
            Some(play) if play.outcome().is_some() => Stage::Over,
            Some(_) => Stage::Playing,
        }
    }

    /// The seat that a player of the table has in the match that is shown. Until a rematch begins that is the match before, while
    /// the seats of the table are already swapped.
    fn in_match(&self, seat: Seat) -> Seat {
        let swapped = self.data.dealing.is_some() && self.play.is_some();
        if swapped { seat.rival() } else { seat }
    }

    /// The seats that somebody has in the match that is shown.
    fn seats_in_match(&self, who: &Identity) -> Vec<Seat> {
        self.data.seats_of(who).into_iter().map(|seat| self.in_match(seat)).collect()
    }

    fn record_of(&self, id: MatchId, who: Option<&Identity>) -> Result<Vec<u8>, ApiError> {
        let player = who.is_some_and(|who| !self.data.seats_of(who).is_empty());
        self.replaced_record(id, player).unwrap_or_else(|| self.whole_record(who))
    }

    fn whole_record(&self, who: Option<&Identity>) -> Result<Vec<u8>, ApiError> {
        let Some(play) = &self.play else { return Err(ApiError::new(Code::NoMatch, "No match was played at this table.")) };
        let player = who.is_some_and(|who| !self.data.seats_of(who).is_empty());
        let late = self.data.spectators.map_or(0, |spectators| spectators.delay);
        let told = player || self.now() - self.quiet_since >= Duration::from_secs(late.into());
        match play.outcome() {
            Some(_) if told => Ok(to_binary(play.record())),
            _ => Err(not_over()),
        }
    }
}

/// A match from the log, or one that begins in the middle of another.
pub struct Loaded {
    play: Box<dyn Play>,
    /// What the clocks showed; none before the first entry.
    clocks: Option<BySeat<Duration>>,
}

impl Loaded {
    /// A match that begins where another one was.
    pub fn new(play: Box<dyn Play>) -> Self {
        Loaded { play, clocks: None }
    }
}

/// A record is given out when its match is over.
pub fn not_over() -> ApiError {
    ApiError::new(Code::MatchNotOver, "A record can be read once the match is over.")
}

/// Reads a match from the log and plays it up to where it was.
pub async fn load(app: &App, id: MatchId) -> Result<Option<Loaded>, CannotGoOn> {
    let Some((record, clocks)) = read(app, id).await? else { return Ok(None) };
    let service = app.games.service(&record.setup.game).map_err(|error| CannotGoOn::Rules(error.sentence))?;
    let play = service.replay(record)?;
    if let Some(entry) = play.differs() {
        tracing::error!(game_match = %id, entry, "a match leads elsewhere than before: the rules have changed");
    }
    Ok(Some(Loaded { play, clocks }))
}

/// The record of a finished match as the log has it, whatever rules are available. A log from before last links were stored has
/// none: then the match is played to find it, if that is possible.
pub async fn kept_record(app: &App, id: MatchId) -> Result<Option<Vec<u8>>, CannotGoOn> {
    let Some((record, _)) = read(app, id).await? else { return Ok(None) };
    let play = || app.games.service(&record.setup.game).ok()?.replay(record.clone()).ok();
    let played = if record.trail.last.is_empty() { play() } else { None };
    Ok(Some(to_binary(played.as_ref().map_or(&record, |play| play.record()))))
}

/// What the log has of a match, and what its clocks showed.
async fn read(app: &App, id: MatchId) -> Result<Option<(Record<Opening>, Option<BySeat<Duration>>)>, CannotGoOn> {
    let Some(stored) = in_time(app.log.store().load(id)).await.map_err(CannotGoOn::Log)? else { return Ok(None) };
    let broken = |error: RecordError| CannotGoOn::Broken(error.to_string());
    let mut record = from_binary(&stored.opening).map_err(broken)?;
    for (entry, note) in &stored.entries {
        record.entries.push(entry_from_bytes(entry).map_err(broken)?);
        record.trail.steps.extend(note.get(NOTE_CLOCKS));
    }
    let Some((_, note)) = stored.entries.last() else { return Ok(Some((record, None))) };
    record.trail.seal = read_seal(note);
    record.trail.last = read_last(note).map(|link| link.to_vec()).unwrap_or_default();
    Ok(Some((record, read_clocks(note))))
}

/// A table and its match as the log has them: the write that failed may have happened.
async fn read_again(app: &App, table: &TableData) -> Result<(TableData, Option<Loaded>), String> {
    let table = match in_time(app.log.store().table(&table.code)).await? {
        Some(data) => serde_json::from_slice(&data).map_err(|error| error.to_string())?,
        None => table.clone(),
    };
    // Only a write tells whether the log takes writes again.
    app.log.write(vec![table.write()]).await.map_err(|error| error.to_string())?;
    let loaded = match table.match_id() {
        Some(id) => load(app, id).await.map_err(|lost| lost.to_string())?,
        None => None,
    };
    Ok((table, loaded))
}

/// Reads from the log, with the time limit of a match.
async fn in_time<T>(reading: Stored<'_, T>) -> Result<T, String> {
    match tokio::time::timeout(PATIENCE, reading).await {
        Ok(read) => read.map_err(|error| error.to_string()),
        Err(_) => Err("no answer in time".to_owned()),
    }
}

/// What the log stores beside an entry: the clocks as two numbers of milliseconds and the byte of the trail; beside the last
/// entry also the signature, as a key and a signature, and the last link.
fn note(clocks: BySeat<Duration>, chain: Chain, seal: Option<Seal>, last: bool) -> Vec<u8> {
    let left = |seat: Seat| u32::try_from(clocks[seat].as_millis()).unwrap_or(u32::MAX).to_le_bytes();
    let mut note = [&left(Seat::One)[..], &left(Seat::Two), &[chain.byte()]].concat();
    if let Some(Seal { key, signature }) = seal {
        note.extend([&key[..], &signature].concat());
    }
    if last {
        note.extend(chain.whole());
    }
    note
}

/// How many bytes of a note are clocks.
const NOTE_CLOCKS: usize = 8;
/// How many are a key.
const NOTE_KEY: usize = 8;
/// How many are a key and a signature.
const NOTE_SEAL: usize = NOTE_KEY + 64;

fn read_clocks(note: &[u8]) -> Option<BySeat<Duration>> {
    let [one, two] = note.get(..NOTE_CLOCKS)?.as_chunks::<4>().0 else { return None };
    Some(BySeat::new(*one, *two).map(|left| Duration::from_millis(u32::from_le_bytes(left).into())))
}

fn read_seal(note: &[u8]) -> Option<Seal> {
    let (key, signature) = note.get(NOTE_CLOCKS + 1..)?.get(..NOTE_SEAL)?.split_at(NOTE_KEY);
    Some(Seal { key: key.try_into().ok()?, signature: signature.try_into().ok()? })
}

/// The last link, with or without a signature before it; older notes had none.
fn read_last(note: &[u8]) -> Option<&[u8; 32]> {
    let end = note.get(NOTE_CLOCKS + 1..)?;
    end.get(NOTE_SEAL..).filter(|last| !last.is_empty()).unwrap_or(end).as_array()
}
