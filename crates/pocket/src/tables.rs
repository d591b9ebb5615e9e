//! Tables: rooms, who is connected to them, and what they wait for.

use playmat_bots::BotSpec;
use playmat_kernel::MatchId;
use playmat_room::{
    ConnId, Effect as RoomEffect, Host, Identity, Input, Loaded, RequestId, Room, RoomError, TableData, Thought, Write,
};
use playmat_wire::messages::{ClientMessage, Ending, PROTOCOL_VERSION, ServerMessage};
use playmat_wire::tables::Stage;
use playmat_wire::{Code, to_binary};

use crate::answers::Answer;
use crate::call::{Effect, Item, Put};
use crate::kept::{self, Kept};
use crate::pocket::Turn;

/// Letters and digits that are not mistaken for one another, as a server's.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Codes of a device begin with a digit that no code of a server has, so that nobody takes the one for the other.
const OWN: char = '0';
/// How many more letters they have.
const LETTERS: usize = 5;
/// The most tables of a device.
const MOST_TABLES: usize = 50;

/// A table.
pub(crate) struct Table {
    pub room: Room,
}

/// A connection.
pub(crate) enum Conn {
    /// It has not said hello. Where it leads.
    Waits(Place),
    /// To a table.
    Table(String),
    /// To a lesson.
    Lesson,
}

/// Where a connection leads.
#[derive(Clone)]
pub(crate) enum Place {
    /// To the table of this code.
    Table(String),
    /// To a lesson of a game.
    Lesson(String, String),
}

/// What waits until something is kept.
pub(crate) struct Unkept {
    pub puts: Vec<Put>,
    pub then: Then,
}

/// What follows when something is kept.
pub(crate) enum Then {
    /// Nothing.
    Nothing,
    /// The room of a table goes on.
    Room(String),
    /// A table is opened, and a request answered.
    Open(u32, Box<(TableData, Option<Loaded>)>),
    /// Somebody has another name, and a request is answered.
    Me(u32, Identity),
    /// A table wants to know what is kept.
    Read(String),
}

impl Turn<'_> {
    /// Opens a new table once it is kept. `loaded` is a match that is played on, with its id.
    pub fn open(&mut self, request: u32, mut data: TableData, loaded: Option<Loaded>) -> Result<(), RoomError> {
        let device = self.begun.device.clone();
        let unused = self.unused();
        let home = self.begun.home()?;
        home.tables.retain(|code, _| !unused.contains(code));
        if home.tables.len() >= MOST_TABLES {
            let sentence = format!("There are {MOST_TABLES} tables on this device; play one to its end, or leave it.");
            return Err(RoomError::new(Code::Full, sentence));
        }
        let mut draws = device.draw("table", &home.me.id);
        data.code = loop {
            let code = format!("{OWN}{}", draws.text(LETTERS, ALPHABET));
            if !home.tables.contains_key(&code) {
                break code;
            }
        };
        let mut writes = Vec::new();
        if let Some(loaded) = &loaded {
            let id = MatchId(device.draw("match", &data.code).bits());
            data.playing = Some(id.0);
            writes.push(Write::Match { id, opening: to_binary(loaded.play.record()) });
        }
        writes.push(data.write());
        let date = self.date();
        let mut puts: Vec<Put> = unused.iter().map(|code| kept::without_table(code)).collect();
        puts.extend(writes.into_iter().map(|write| kept::of(write, date)));
        self.keep(puts, Then::Open(request, Box::new((data, loaded))));
        Ok(())
    }

    /// The tables whose match is over and where nobody is: they make room for others. What was played there stays.
    fn unused(&self) -> Vec<String> {
        let visited = |code: &str| self.begun.conns.values().any(|conn| matches!(conn, Conn::Table(at) if at == code));
        let over = |table: &Table| table.room.shown().stage == Stage::Over && !table.room.is_waiting();
        let tables = self.begun.home.iter().flat_map(|home| &home.tables);
        tables.filter(|(code, table)| over(table) && !visited(code)).map(|(code, _)| code.clone()).collect()
    }

    fn opened(&mut self, request: u32, data: TableData, loaded: Option<Loaded>) {
        let (code, now) = (data.code.clone(), self.now);
        let begins = loaded.is_none();
        self.seat(data, loaded);
        if begins {
            // Nobody has to join, so the match begins at once.
            self.with_room(&code, |room| room.hear(Input::Begin { request: RequestId(request.into()) }, now));
        } else {
            self.answer_table(request, &code, Ok(()));
        }
    }

    /// A table of before, where it was. If its match cannot be played any more, it is told why.
    pub fn reopen(&mut self, mut data: TableData) {
        let device = self.begun.device.clone();
        let date = self.date();
        let Ok(home) = self.begun.home() else { return };
        let mut loaded = None;
        if let Some(id) = data.match_id().filter(|_| data.closed.is_none()) {
            let load = home.kept.game_match(id).map(|logged| logged.load(device.games()));
            match load {
                Some(Ok(found)) => loaded = Some(found),
                // It was over: there is nothing to go on with.
                _ if home.kept.is_finished(id) && data.dealing.is_none() => {
                    return self.keep(vec![kept::of(Write::CloseTable { code: data.code }, date)], Then::Nothing);
                }
                _ if home.kept.is_finished(id) => {}
                lost => {
                    let title =
                        device.games().service(&data.game).map_or_else(|_| data.game.clone(), |game| game.summary().title);
                    data.lose(&title, lost.and_then(Result::err).as_ref());
                    let writes = [data.write(), data.finished(id, Ending::Closed, None)];
                    self.keep(writes.into_iter().map(|write| kept::of(write, date)).collect(), Then::Nothing);
                }
            }
        }
        self.seat(data, loaded);
    }

    fn seat(&mut self, data: TableData, loaded: Option<Loaded>) {
        let (device, now, code) = (self.begun.device.clone(), self.now, data.code.clone());
        let (room, effects) = Room::open(device, data, loaded, now);
        let Some(home) = &mut self.begun.home else { return };
        home.tables.insert(code.clone(), Table { room });
        self.carry_out(&code, effects);
    }

    /// Does something with the room of a table, and carries out what follows.
    pub fn with_room(&mut self, code: &str, next: impl FnOnce(&mut Room) -> Vec<RoomEffect>) {
        let table = self.begun.home.as_mut().and_then(|home| home.tables.get_mut(code));
        if let Some(table) = table {
            let effects = next(&mut table.room);
            self.carry_out(code, effects);
        }
    }

    fn carry_out(&mut self, code: &str, effects: Vec<RoomEffect>) {
        for effect in effects {
            match effect {
                RoomEffect::Append(writes) => {
                    let date = self.date();
                    let mut puts = self.left_behind(code, &writes);
                    puts.extend(writes.into_iter().map(|write| kept::of(write, date)));
                    self.keep(puts, Then::Room(code.to_owned()));
                }
                RoomEffect::ReadAgain => {
                    let write = self.wait(Unkept { puts: vec![], then: Then::Read(code.to_owned()) });
                    self.out.push(Effect::Read { write });
                }
                RoomEffect::Tell { to, message } => {
                    let text = serde_json::to_string(&message).expect("a message can always be written");
                    to.into_iter().for_each(|conn| self.out.push(Effect::Send { conn: conn.0, text: text.clone() }));
                }
                RoomEffect::Bye { to, code, sentence, again } => {
                    to.into_iter().for_each(|conn| self.bye(conn.0, RoomError::new(code, sentence.clone()), again));
                }
                RoomEffect::Answer { request, result } => self.answer_table(request.0 as u32, code, result),
                RoomEffect::Think { game_match, place, level, seed } => self.think(code, game_match, place, level, seed),
                RoomEffect::Close => {
                    if let Some(home) = &mut self.begun.home {
                        home.tables.remove(code);
                    }
                }
                // Nobody looks at a table from outside, and nobody runs a device.
                RoomEffect::Shown(_) | RoomEffect::Watched(_) | RoomEffect::Report(_) => {}
            }
        }
    }

    /// What a table that is closed leaves behind: a match that nobody will play to its end.
    fn left_behind(&self, code: &str, writes: &[Write]) -> Vec<Put> {
        let closes = writes.iter().any(|write| matches!(write, Write::CloseTable { .. }));
        let Some(home) = self.begun.home.as_ref().filter(|_| closes) else { return vec![] };
        let id = home.tables.get(code).and_then(|table| table.room.data().match_id());
        id.map_or_else(Vec::new, |id| home.kept.without_unfinished(id))
    }

    fn think(&mut self, code: &str, game_match: MatchId, place: usize, level: String, seed: u64) {
        let table = self.begun.home.as_ref().and_then(|home| home.tables.get(code));
        let Some(play) = table.and_then(|table| table.room.play()) else { return };
        let record = to_binary(play.record());
        let needs_model = level.parse::<BotSpec>().is_ok_and(|bot| bot.needs_model());
        let model = needs_model.then(|| play.record().setup.game.clone());
        self.out.push_with(&record, |bytes| Effect::Think {
            table: code.to_owned(),
            game_match: game_match.to_string(),
            place: place as u32,
            level,
            seed: format!("{seed:x}"),
            model,
            bytes,
        });
    }

    /// A bot has thought.
    pub fn thought(
        &mut self,
        code: &str,
        game_match: &str,
        place: u32,
        pick: u32,
        judgement: Option<f64>,
    ) -> Result<(), String> {
        let game_match = MatchId::parse(game_match).ok_or("this is no id of a match")?;
        let (now, thought) = (self.now, Thought { pick: pick as usize, judgement });
        let input = Input::Thought { game_match, place: place as usize, thought };
        self.with_room(code, |room| room.hear(input, now));
        Ok(())
    }

    fn answer_table(&mut self, request: u32, code: &str, result: Result<(), RoomError>) {
        let table = self.begun.home.as_ref().and_then(|home| home.tables.get(code));
        let answer = match (result, table) {
            (Ok(()), Some(table)) => Answer::json(&**table.room.shown()),
            (Ok(()), None) => Answer::from(RoomError::internal()),
            (Err(error), _) => Answer::from(error),
        };
        self.out.answer(request, answer);
    }

    /// The device has kept something, or could not.
    pub fn kept(&mut self, write: u32, ok: bool) -> Result<(), String> {
        let Unkept { puts, then } = self.begun.unkept.remove(&write).ok_or("nothing waits for that")?;
        if ok && let Some(home) = &mut self.begun.home {
            home.kept.put(puts);
        }
        let now = self.now;
        match then {
            Then::Nothing => {}
            Then::Room(code) => {
                let input = if ok { Input::Kept } else { Input::NotKept };
                self.with_room(&code, |room| room.hear(input, now));
            }
            Then::Open(request, table) if ok => self.opened(request, table.0, table.1),
            Then::Me(request, me) if ok => {
                self.out.answer(request, Answer::json(&me.me()));
                if let Some(home) = &mut self.begun.home {
                    home.me = me;
                }
            }
            Then::Open(request, _) | Then::Me(request, _) => self.out.answer(request, Answer::from(RoomError::log())),
            Then::Read(_) => return Err("that was to be read".into()),
        }
        Ok(())
    }

    /// What the device holds: the write that failed may have happened.
    pub fn read(&mut self, write: u32, items: Option<Vec<Item>>) -> Result<(), String> {
        let Some(Unkept { then: Then::Read(code), .. }) = self.begun.unkept.remove(&write) else {
            return Err("nothing waits for that".into());
        };
        let device = self.begun.device.clone();
        let mut found = None;
        if let (Some(items), Some(home)) = (items, &mut self.begun.home)
            && let Some(table) = home.tables.get(&code)
        {
            home.kept = Kept::new(items);
            let data = home.kept.table(&code).unwrap_or_else(|| table.room.data().clone());
            let logged = data.match_id().and_then(|id| home.kept.game_match(id));
            found = match logged.map(|logged| logged.load(device.games())).transpose() {
                Ok(loaded) => Some(Box::new((data, loaded))),
                Err(_) => None,
            };
        }
        let now = self.now;
        self.with_room(&code, |room| room.hear(Input::Read(found), now));
        Ok(())
    }

    /// Somebody comes to a table or a lesson.
    pub fn connect(&mut self, conn: u32, path: &str) -> Result<(), String> {
        if self.begun.conns.contains_key(&conn) {
            return Err(format!("there was a connection {conn} already"));
        }
        let place = match path.strip_prefix("/api/").unwrap_or(path).split('/').collect::<Vec<_>>()[..] {
            ["tables", code, "socket"] => Place::Table(code.to_ascii_uppercase()),
            ["games", game, "lessons", lesson, "socket"] => Place::Lesson(game.to_owned(), lesson.to_owned()),
            _ => return Err(format!("there is no socket at {path}")),
        };
        self.begun.conns.insert(conn, Conn::Waits(place));
        Ok(())
    }

    /// A message over a connection; it may be anything.
    pub fn say(&mut self, conn: u32, text: &str) -> Result<(), String> {
        let to = self.begun.conns.get(&conn).ok_or_else(|| format!("there is no connection {conn}"))?;
        let Ok(message) = serde_json::from_slice::<ClientMessage>(text.as_bytes()) else {
            let sentence = "This is no message of the protocol; see docs/protocol.md.";
            self.bye(conn, RoomError::new(Code::BadMessage, sentence), false);
            return Ok(());
        };
        match to {
            Conn::Waits(place) => self.hello(conn, place.clone(), message),
            Conn::Lesson => self.say_in_lesson(conn, message),
            Conn::Table(code) => {
                let (code, now) = (code.clone(), self.now);
                self.with_room(&code, |room| room.hear(Input::Said { conn: ConnId(conn), message }, now));
            }
        }
        Ok(())
    }

    fn hello(&mut self, conn: u32, place: Place, message: ClientMessage) {
        let (resume, aims) = match message {
            ClientMessage::Hello { version: PROTOCOL_VERSION, resume, aims } => (resume, aims),
            ClientMessage::Hello { version, .. } => {
                let sentence = format!("Your client speaks version {version} of the protocol, this device {PROTOCOL_VERSION}.");
                return self.bye(conn, RoomError::new(Code::Version, sentence), false);
            }
            _ => return self.bye(conn, RoomError::new(Code::BadMessage, "The first message is `hello`."), false),
        };
        match place {
            Place::Lesson(game, lesson) => match self.begin_lesson(conn, &game, &lesson) {
                Ok(()) => {
                    self.begun.conns.insert(conn, Conn::Lesson);
                }
                Err(error) => self.bye(conn, error, false),
            },
            Place::Table(code) => {
                let home = self.begun.home.as_ref().filter(|home| home.tables.contains_key(&code));
                let Some(who) = home.map(|home| home.me.clone()) else {
                    let sentence = "There is no table with this code on this device; perhaps it was closed.";
                    return self.bye(conn, RoomError::new(Code::NoTable, sentence), false);
                };
                self.begun.conns.insert(conn, Conn::Table(code.clone()));
                let now = self.now;
                self.with_room(&code, |room| room.hear(Input::Connect { conn: ConnId(conn), who, resume, aims }, now));
            }
        }
    }

    /// A connection is closed by the page.
    pub fn leave(&mut self, conn: u32) {
        self.begun.lessons.remove(&conn);
        if let Some(Conn::Table(code)) = self.begun.conns.remove(&conn) {
            let now = self.now;
            self.with_room(&code, |room| room.hear(Input::Gone { conn: ConnId(conn) }, now));
        }
    }

    /// Says good-bye to a connection, and closes it.
    fn bye(&mut self, conn: u32, RoomError { code, sentence }: RoomError, again: bool) {
        let message = ServerMessage::Bye { code: code.word().into(), sentence, again };
        let text = serde_json::to_string(&message).expect("a message can always be written");
        self.out.push(Effect::Send { conn, text });
        self.out.push(Effect::Close { conn });
        self.begun.conns.remove(&conn);
    }
}
