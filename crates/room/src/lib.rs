//! What a table is and does, without input or output. A [`Room`] hears an [`Input`] or is told the time, and hands out [`Effect`]s:
//! append these entries to the log, send this message to that connection, let this bot think. Whoever runs it carries them out: a
//! task of the server, a page, a simulation.
//!
//! **Append before tell.** What is to be written is handed out as [`Effect::Append`], and the room goes on only when it hears that
//! it is [`Input::Kept`]. Whatever it hears before that waits. After [`Input::NotKept`] it is not known what the log holds: a match
//! stops there until it was read again.
//!
//! A match can be made again from the log alone ([`LoggedMatch::load`]). Nobody is sent what their seat may not see: a room sends
//! views and events that are made for one viewer, and holds no other form of them.
//!
//! Nothing here reads a clock, draws a random number of its own, waits, or starts a thread.

mod moment;
mod error;
mod identity;
mod rate;
mod pace;
mod host;
mod play;
mod finished_record;
mod request;
mod games;
mod lesson;
mod editor;
mod own_cards;
mod trial;
mod logged;
mod data;
mod effect;
mod unkept;
mod act;
mod ask;
mod chat;
mod concession;
mod deal;
mod spectator_delay;
mod people;
mod reveal;
mod tell;
mod undo;
mod mirror;
mod shares;

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use playmat_bots::Resources;
use playmat_kernel::{BySeat, Entry, MatchId, Seat};
use playmat_wire::messages::Viewer;
use playmat_wire::tables::{Stage, TableInfo};
use playmat_wire::{Notice, entry_to_bytes, to_binary};

pub use data::{Dealing, OwnSet, SeatData, TableCards, TableData, bot_name};
pub use editor::WorkshopAnswer;
pub use effect::{ConnId, Effect, Finished, Incident, Input, RequestId, Side, Write};
pub use error::{Code, RoomError};
pub use finished_record::{FinishedRecord, sentence};
pub use games::{GameService, Games, NoLesson, substitute};
pub use host::{Host, Settings};
pub use identity::{Identity, clean_name};
pub use lesson::{LessonEffect, LessonInput, LessonRoom, Teaching};
pub use logged::{Loaded, LoggedMatch};
pub use mirror::Mirror;
pub use moment::Moment;
pub use own_cards::{Service, no_trial};
pub use people::GHOST_NAME;
pub use play::{Asked, CannotGoOn, FullView, News, Play, Refused, Thought};
pub use rate::{Bucket, Rate};
pub use request::{OfRecord, pairs, terms};
pub use shares::{Promised, Shares};
pub use undo::Report;

use chat::Chat;
use concession::Concessions;
use pace::{Pace, PassTime};
use reveal::Reveals;
use spectator_delay::{Replaced, SpectatorDelay};
use unkept::{Acted, Pending, Progress, Unkept};

/// How soon a room whose log failed tries again.
const RETRY: Duration = Duration::from_secs(1);

/// A table and the people at it.
pub struct Room {
    host: Arc<dyn Host>,
    /// What it was told last of the time.
    now: Moment,
    /// What it wants done.
    effects: Vec<Effect>,
    /// What it waits for. It does nothing before that.
    pending: Option<Box<Pending>>,
    /// What it heard while it waited.
    unheard: VecDeque<Input>,
    closed: bool,
    shown: Arc<TableInfo>,
    watched: Arc<TableInfo>,
    data: TableData,
    play: Option<Box<dyn Play>>,
    conns: Vec<Conn>,
    /// Who is about to be welcomed: nothing is sent to them before the welcome.
    coming: Option<ConnId>,
    /// The time that each player has left.
    clocks: BySeat<Duration>,
    /// The open question.
    asking: Option<Asking>,
    /// Revealed cards that somebody looks at: the match waits.
    reveals: Option<Reveals>,
    paces: BySeat<Pace>,
    /// Since when each player is not connected.
    gone_since: BySeat<Moment>,
    draw: Option<Seat>,
    concessions: Concessions,
    chat: Chat,
    /// Who asks to take back a move.
    undo: Option<Seat>,
    /// When a match that waits for shares of its seed begins.
    deal_at: Option<Moment>,
    /// When it begins at the latest.
    deal_by: Option<Moment>,
    rematch: BySeat<bool>,
    /// When to look again whether the log works, if it has failed.
    stalled: Option<Moment>,
    spectator_delay: SpectatorDelay,
    /// The table as it was when a rematch was agreed on that has not begun, if spectators are delayed.
    held: Option<Arc<TableInfo>>,
    /// Finished matches that spectators still watch, the current one first.
    replaced: VecDeque<Replaced>,
    /// When the match ended, or the table was last used.
    quiet_since: Moment,
    /// Not before this may the table be closed because it is quiet: the log has just refused that.
    close_after: Moment,
}

/// Somebody at the table.
struct Conn {
    id: ConnId,
    who: Identity,
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
    since: Moment,
    /// When a person's pass is told, at the pace of people.
    pass: Option<PassTime>,
    /// An answer that waits for its time: a held pass, or a bot's.
    waiting: Option<(u8, Moment)>,
    /// The bot's estimate of its chances, if a bot answers it.
    hope: Option<f64>,
}

impl Room {
    /// The room of a table. A match that was begun goes on where the log ends.
    pub fn open(host: Arc<dyn Host>, data: TableData, loaded: Option<Loaded>, now: Moment) -> (Room, Vec<Effect>) {
        let shown = Arc::new(data.shown(Stage::Waiting, BySeat::new(false, false), 0));
        let mut room = Room {
            host,
            now,
            effects: Vec::new(),
            pending: None,
            unheard: VecDeque::new(),
            closed: false,
            watched: shown.clone(),
            shown,
            data,
            play: None,
            conns: Vec::new(),
            coming: None,
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
            close_after: now,
        };
        if let Some(loaded) = loaded {
            room.put(loaded);
        }
        room.wait_for_shares();
        room.show();
        let effects = room.effects();
        (room, effects)
    }

    /// Something comes in. While the room waits for the log, everything else waits in it.
    pub fn hear(&mut self, input: Input, now: Moment) -> Vec<Effect> {
        self.now = self.now.max(now);
        match input {
            Input::Kept | Input::NotKept | Input::Read(_) => self.hear_from_the_log(input),
            input => self.unheard.push_back(input),
        }
        while !self.is_waiting()
            && let Some(input) = self.unheard.pop_front()
        {
            self.heard(input);
        }
        self.effects()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Moment) -> Vec<Effect> {
        self.now = self.now.max(now);
        if !self.is_waiting() {
            self.time_passed();
        }
        self.effects()
    }

    /// When the room wants to be told the time, if nothing comes in before; none while it waits for the log, or for nothing.
    pub fn wakes_at(&self) -> Option<Moment> {
        if self.is_waiting() { None } else { self.next_due() }
    }

    /// Whether it does nothing before it hears from the log.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some() || self.closed
    }

    /// The table as the log should have it.
    pub fn data(&self) -> &TableData {
        &self.data
    }

    /// The table as those who sit there see it.
    pub fn shown(&self) -> &Arc<TableInfo> {
        &self.shown
    }

    /// The match.
    pub fn play(&self) -> Option<&dyn Play> {
        self.play.as_deref()
    }

    /// What lets a bot think about the open question: a function for another thread, or for now. None if there is no such bot, or
    /// nobody is asked.
    pub fn thought(&self, level: &str, seed: u64, on: Resources) -> Option<Box<dyn FnOnce() -> Thought + Send>> {
        self.play.as_ref()?.thought(level, seed, on)
    }

    /// The record of a match, for those who may have it.
    pub fn record(&mut self, id: MatchId, who: Option<&Identity>, now: Moment) -> Result<Vec<u8>, RoomError> {
        self.now = self.now.max(now);
        let player = who.is_some_and(|who| !self.data.seats_of(who).is_empty());
        self.replaced_record(id, player).unwrap_or_else(|| self.whole_record(who))
    }

    fn effects(&mut self) -> Vec<Effect> {
        mem::take(&mut self.effects)
    }

    /// The time.
    fn now(&self) -> Moment {
        self.now
    }

    fn report(&mut self, incident: Incident) {
        self.effects.push(Effect::Report(incident));
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
    fn enter(&mut self, entry: Entry, table: Option<TableData>) -> Acted {
        let (Some(play), Some(id)) = (&mut self.play, self.data.match_id()) else {
            return Err(RoomError::new(Code::NoMatch, "No match is running at this table."));
        };
        match play.propose(entry) {
            Ok(()) => {}
            Err(Refused::Over) => return Err(RoomError::new(Code::Over, "The match is over.")),
            Err(Refused::NoSuchOption) => return Err(RoomError::new(Code::NoSuchOption, "There is no such option.")),
            Err(Refused::Broken) => {
                self.report(Incident::RulesFailed(id, entry));
                return Err(RoomError::internal());
            }
        }
        let (place, chain) = (play.record().entries.len() as u32, play.proposed_chain().ok_or_else(RoomError::internal)?);
        let over = play.proposed_outcome();
        let seal = over.and_then(|_| self.host.seal(id, play.record(), chain));
        let clocks = self.clocks_after(entry);
        let note = logged::note(clocks, chain, seal, over.is_some());
        let mut writes = vec![Write::Entry { id, place, entry: entry_to_bytes(entry), note }];
        writes.extend(table.as_ref().map(TableData::write));
        writes.extend(over.map(|outcome| self.data.finished(id, people::ending(Some(&entry)), outcome.winner())));
        Ok(Progress::append(writes, Unkept::Entry { entry, table, clocks, seal }))
    }

    /// The log failed. It is not known what it holds now, so the match waits until it was read again.
    fn stall(&mut self) {
        if let Some(play) = &mut self.play {
            play.settle();
        }
        if self.stalled.is_none() {
            self.report(Incident::Stalled);
            self.notice(
                Notice::LogUnavailable,
                "The server cannot write its log. The match waits and goes on as soon as it can; nothing is lost.",
            );
        }
        self.stalled = Some(self.now() + RETRY);
    }

    /// The log was read again: the match goes on from what it holds, or is still waiting.
    fn recover(&mut self, read: Option<Box<(TableData, Option<Loaded>)>>) {
        let Some((data, loaded)) = read.map(|read| *read) else {
            self.stalled = Some(self.now() + RETRY);
            return;
        };
        self.stalled = None;
        let before = mem::replace(&mut self.data, data).match_id();
        if before != self.data.match_id() {
            // A match has begun: spectators go on with the one before.
            self.replace(before);
        }
        if let Some(loaded) = loaded {
            self.put(loaded);
        }
        self.notice(Notice::LogBack, "The log works again; the match goes on.");
        self.greet_all();
    }

    /// Closes the table, if the log takes that.
    fn close(&self, why: impl Into<String>) -> Acted {
        Ok(Progress::append(vec![Write::CloseTable { code: self.data.code.clone() }], Unkept::Closed(why.into())))
    }

    /// Nothing more comes from this room.
    fn end(&mut self) {
        self.closed = true;
        self.effects.push(Effect::Close);
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

    fn whole_record(&self, who: Option<&Identity>) -> Result<Vec<u8>, RoomError> {
        let Some(play) = &self.play else { return Err(RoomError::new(Code::NoMatch, "No match was played at this table.")) };
        let player = who.is_some_and(|who| !self.data.seats_of(who).is_empty());
        let late = self.data.spectators.map_or(0, |spectators| spectators.delay);
        let told = player || self.now() - self.quiet_since >= Duration::from_secs(late.into());
        match play.outcome() {
            Some(_) if told => Ok(to_binary(play.record())),
            _ => Err(RoomError::not_over()),
        }
    }
}
