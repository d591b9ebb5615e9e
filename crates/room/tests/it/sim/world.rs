//! The world: tables, people, the network, the log, and what goes wrong.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use playmat_bots::Resources;
use playmat_chance::FastChance;
use playmat_kernel::{Chance, MatchId};
use playmat_room::{ConnId, Effect, Identity, Incident, Input, Moment, RequestId, Room, SeatData, TableData, Thought, Write};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::tables::{Clock, DeckRequest, JoinRequest, OnTimeout, Pace, Spectators};

use super::client::Client;
use super::host::SimHost;
use super::log::{Log, seen};
use super::plan::{Plan, Planted, Tally};

/// More than any world needs.
const MOST_EVENTS: u64 = 3_000_000;
/// How long everybody waits at the end, before what they know is compared.
const QUIET: Duration = Duration::from_secs(60);

pub struct World {
    plan: Plan,
    host: Arc<SimHost>,
    luck: FastChance,
    now: Moment,
    events: BTreeMap<(Moment, u64), Event>,
    next: u64,
    log: Log,
    tables: Vec<Table>,
    clients: Vec<Client>,
    tally: Tally,
}

struct Table {
    code: String,
    room: Option<Room>,
    /// How often it was opened: what belongs to an earlier life is dropped.
    life: u32,
    conns: BTreeMap<ConnId, usize>,
    next_conn: u32,
    wake: Option<Moment>,
    /// What is in the log's hands.
    in_flight: Option<(Vec<Write>, Fate)>,
    /// Who still has to sit down.
    second: Option<usize>,
    /// How many matches have begun, and the last of them.
    begun: usize,
    last: Option<MatchId>,
    closed: bool,
    /// What its match showed when it crashed, after how many entries.
    before: Option<(MatchId, usize, Vec<String>)>,
}

/// What becomes of something that the log is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Kept,
    Refused,
    /// It is kept, and the answer is lost.
    Unknown,
}

enum Event {
    Wake {
        table: usize,
        life: u32,
    },
    Written {
        table: usize,
        life: u32,
    },
    Acknowledged {
        table: usize,
        life: u32,
        fate: Fate,
    },
    Read {
        table: usize,
        life: u32,
    },
    Thought {
        table: usize,
        life: u32,
        game_match: MatchId,
        place: usize,
        thought: Thought,
    },
    ToRoom {
        table: usize,
        life: u32,
        conn: ConnId,
        message: ClientMessage,
    },
    ToClient {
        client: usize,
        session: u32,
        message: Box<ServerMessage>,
    },
    Gone {
        table: usize,
        life: u32,
        conn: ConnId,
    },
    Come {
        client: usize,
    },
    Begin {
        table: usize,
    },
    /// A client has seen the end, and goes home.
    Part {
        client: usize,
    },
    Crash {
        table: usize,
    },
    Restart {
        table: usize,
    },
}

impl World {
    pub fn new(seed: u64, plan: Plan) -> Self {
        let mut world = World {
            plan,
            host: SimHost::new(seed),
            luck: FastChance::new(seed),
            now: Moment::default(),
            events: BTreeMap::new(),
            next: 0,
            log: Log::default(),
            tables: vec![],
            clients: vec![],
            tally: Tally::default(),
        };
        (0..plan.tables).for_each(|_| world.set_up());
        world
    }

    /// Runs to the end of everything. An error is a law that was broken.
    pub fn run(mut self) -> Result<Tally, String> {
        for _ in 0..MOST_EVENTS {
            let Some(((at, _), event)) = self.events.pop_first() else { return self.judge() };
            self.now = at;
            self.happen(event).map_err(|broken| format!("after {:?}: {broken}", at.since(Moment::default())))?;
        }
        let open: Vec<&str> = self.tables.iter().filter(|table| !table.closed).map(|table| &table.code[..]).collect();
        Err(format!("it does not end; still open: {open:?}"))
    }

    /// A new table with its people.
    fn set_up(&mut self) {
        let at = self.tables.len();
        let code = format!("T{at}");
        let person =
            |name: &str, program: bool| Identity { id: format!("{code}{name}"), name: name.into(), program, account: false };
        let kind = self.luck.one_of(4);
        let (pace, program) = if kind == 0 { (Pace::Programs, true) } else { (Pace::People, false) };
        let (ada, bob) = (person("Ada", program), person("Bob", program));
        let seat = |player: Option<&Identity>, bot: Option<&str>| SeatData {
            player: player.cloned(),
            bot: bot.map(str::to_owned),
            name: None,
            deck: DeckRequest::Named("random".into()),
        };
        // Two people, two programs, one person against a bot, one person in both seats.
        let second = match kind {
            2 => seat(None, Some(["random", "greedy"][self.luck.one_of(2) as usize])),
            3 => seat(Some(&ada), None),
            _ => SeatData::open(),
        };
        let data = TableData {
            code: code.clone(),
            game: ["skirmish", "skirmish", "food-chain", "strata"][self.luck.one_of(4) as usize].into(),
            edition: None,
            rulings: vec![],
            edition_name: String::new(),
            rulings_shown: BTreeMap::new(),
            seats: [seat(Some(&ada), None), second],
            clock: (self.luck.one_of(3) == 0).then_some(Clock { bank: 300, increment: 5 }),
            away: 30 + self.luck.one_of(60),
            on_timeout: if self.luck.one_of(2) == 0 { OnTimeout::Lose } else { OnTimeout::Bot },
            public: true,
            spectators: Some(Spectators { delay: [0, 0, 7][self.luck.one_of(3) as usize] }),
            pace,
            rated: false,
            playing: None,
            dealing: None,
            closed: None,
            own_cards: None,
        };
        let people = if kind < 2 { vec![ada, bob] } else { vec![ada] };
        let second = (kind < 2).then(|| self.clients.len() + 1);
        for who in people.into_iter().chain([person("Eve", false)]) {
            let (client, seed) = (self.clients.len(), u64::from(self.luck.one_of(u32::MAX)));
            self.clients.push(Client::new(who, at, seed));
            let soon = self.within(5000);
            self.later(soon, Event::Come { client });
        }
        self.log.append(vec![data.write()]).expect("a table can be written");
        let (conns, wake, in_flight) = (BTreeMap::new(), None, None);
        self.tables.push(Table {
            code,
            room: None,
            life: 0,
            conns,
            next_conn: 0,
            wake,
            in_flight,
            second,
            begun: 0,
            last: None,
            closed: false,
            before: None,
        });
        self.later(Duration::ZERO, Event::Restart { table: at });
    }

    fn happen(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Wake { table, life } => {
                let one = &mut self.tables[table];
                if one.life != life || one.wake.take_if(|at| *at <= self.now).is_none() {
                    return Ok(());
                }
                self.with_room(table, life, |room, now| room.tick(now))
            }
            Event::Written { table, life } => {
                if self.tables[table].life == life
                    && let Some((writes, fate)) = self.tables[table].in_flight.take()
                    && fate != Fate::Refused
                {
                    self.write(writes)?;
                }
                Ok(())
            }
            Event::Acknowledged { table, life, fate } => {
                let input = if fate == Fate::Kept { Input::Kept } else { Input::NotKept };
                self.hear(table, life, input)
            }
            Event::Read { table, life } => {
                let fails = self.trouble() && self.luck.one_of(3) == 0;
                let one = &self.tables[table];
                let Some(room) = one.room.as_ref().filter(|_| !fails && one.life == life) else {
                    return self.hear(table, life, Input::Read(None));
                };
                let data = self.log.table(&one.code).unwrap_or_else(|| room.data().clone());
                // Only a write tells whether the log takes writes again.
                self.write(vec![data.write()])?;
                let loaded = self.log.load(&data);
                self.hear(table, life, Input::Read(Some(Box::new((data, loaded)))))
            }
            Event::Thought { table, life, game_match, place, thought } => {
                self.hear(table, life, Input::Thought { game_match, place, thought })
            }
            Event::ToRoom { table, life, conn, message } => match self.tables[table].conns.contains_key(&conn) {
                true => self.hear(table, life, Input::Said { conn, message }),
                false => Ok(()),
            },
            Event::Gone { table, life, conn } => self.hear(table, life, Input::Gone { conn }),
            Event::ToClient { client, session, message } => self.arrive(client, session, &message),
            Event::Come { client } => self.come(client),
            Event::Begin { table } => self.begin(table),
            Event::Part { client } => self.part(client),
            Event::Crash { table } => self.crash(table),
            Event::Restart { table } => self.restart(table),
        }
    }

    fn hear(&mut self, table: usize, life: u32, input: Input) -> Result<(), String> {
        self.with_room(table, life, |room, now| room.hear(input, now))
    }

    fn with_room(&mut self, table: usize, life: u32, act: impl FnOnce(&mut Room, Moment) -> Vec<Effect>) -> Result<(), String> {
        if self.tables[table].life != life {
            return Ok(());
        }
        let Some(room) = &mut self.tables[table].room else { return Ok(()) };
        let effects = act(room, self.now);
        self.carry_out(table, effects)
    }

    /// Does what a room wants done, and looks whether it may.
    fn carry_out(&mut self, table: usize, effects: Vec<Effect>) -> Result<(), String> {
        let life = self.tables[table].life;
        let last = effects.len().saturating_sub(1);
        for (place, effect) in effects.into_iter().enumerate() {
            match effect {
                Effect::Append(_) | Effect::ReadAgain if place != last => {
                    return Err("something happens before the log has answered".into());
                }
                Effect::Append(writes) => self.give_to_log(table, writes),
                Effect::ReadAgain => {
                    self.tally.stalls += 1;
                    let soon = self.within(200);
                    self.later(soon, Event::Read { table, life });
                }
                Effect::Tell { to, message } => self.tell(table, &to, &message)?,
                Effect::Bye { to, again, .. } => {
                    for conn in to {
                        let Some(client) = self.tables[table].conns.remove(&conn) else { continue };
                        self.clients[client].conn = None;
                        self.clients[client].turned_away |= !again;
                        self.later(Duration::ZERO, Event::Gone { table, life, conn });
                    }
                }
                Effect::Answer { result, .. } => match result {
                    Ok(()) => self.tables[table].second = None,
                    Err(_) => self.later(Duration::from_secs(2), Event::Begin { table }),
                },
                Effect::Think { game_match, place, seed, .. } => {
                    // The strength of a bot does not matter here.
                    let room = self.tables[table].room.as_ref();
                    let thought = room.and_then(|room| room.thought("random", seed, Resources::default())).map(|think| think());
                    if let Some(thought) = thought {
                        let soon = self.within(1500);
                        self.later(soon, Event::Thought { table, life, game_match, place, thought });
                    }
                }
                Effect::Close => {
                    let table = &mut self.tables[table];
                    (table.closed, table.room) = (true, None);
                    return Ok(());
                }
                Effect::Report(Incident::Began(id)) => {
                    let table = &mut self.tables[table];
                    (table.begun, table.last) = (table.begun + 1, Some(id));
                }
                Effect::Shown(_) | Effect::Watched(_) | Effect::Report(_) => {}
            }
        }
        self.never_ahead(table)?;
        if let Some(at) = self.tables[table].room.as_ref().and_then(Room::wakes_at) {
            let at = at.max(self.now);
            self.tables[table].wake = Some(at);
            self.later(at.since(self.now), Event::Wake { table, life });
        }
        Ok(())
    }

    /// A room never is where its log is not.
    fn never_ahead(&self, table: usize) -> Result<(), String> {
        let Some(room) = &self.tables[table].room else { return Ok(()) };
        let Some((play, id)) = room.play().zip(room.data().match_id()) else { return Ok(()) };
        let Some(kept) = self.log.of(id) else { return Err(format!("{id} is played, and the log does not have it")) };
        let (made, kept) = (&play.record().entries, &kept.shadow.record().entries);
        match kept.starts_with(made) {
            true => Ok(()),
            false => Err(format!("{id} has {} entries, the log {}, or others", made.len(), kept.len())),
        }
    }

    fn give_to_log(&mut self, table: usize, writes: Vec<Write>) {
        let life = self.tables[table].life;
        let fate = match self.luck.one_of(if self.trouble() { 40 } else { 1 }) {
            38 => Fate::Refused,
            39 => Fate::Unknown,
            _ => Fate::Kept,
        };
        let written = self.within(30);
        // Now and then an answer is late.
        let late = if self.trouble() && self.luck.one_of(20) == 0 { self.within(10_000) } else { self.within(20) };
        self.tables[table].in_flight = Some((writes, fate));
        self.tally.refused_appends += u64::from(fate == Fate::Refused);
        self.tally.unknown_appends += u64::from(fate == Fate::Unknown);
        self.later(written, Event::Written { table, life });
        if self.trouble() && self.luck.one_of(200) == 0 {
            let most = (written + late).as_millis() as u32 + 1;
            let soon = self.within(most);
            self.later(soon, Event::Crash { table });
        }
        match self.plan.planted {
            Some(Planted::TellBeforeAppend) => {
                self.later(Duration::ZERO, Event::Acknowledged { table, life, fate: Fate::Kept })
            }
            _ => self.later(written + late, Event::Acknowledged { table, life, fate }),
        }
    }

    fn write(&mut self, writes: Vec<Write>) -> Result<(), String> {
        self.tally.kept += 1;
        self.log.append(writes)
    }

    fn tell(&mut self, table: usize, to: &[ConnId], message: &ServerMessage) -> Result<(), String> {
        self.log.holds(message)?;
        self.tally.told += to.len() as u64;
        self.tally.digest = digest(self.tally.digest, message);
        for conn in to {
            let Some(&client) = self.tables[table].conns.get(conn) else { continue };
            let news = matches!(message, ServerMessage::Update(update) if update.from < update.to);
            if news && self.plan.planted == Some(Planted::LostMessages) && self.luck.one_of(50) == 0 {
                continue;
            }
            let at = (self.now + self.within(300)).max(self.clients[client].down);
            self.clients[client].down = at;
            let session = self.clients[client].session;
            self.later(at.since(self.now), Event::ToClient { client, session, message: Box::new(message.clone()) });
        }
        Ok(())
    }

    /// A message arrives at a client, who may do something.
    fn arrive(&mut self, client: usize, session: u32, message: &ServerMessage) -> Result<(), String> {
        let calm = !self.trouble();
        let (now, one) = (self.now, &mut self.clients[client]);
        let Some(conn) = one.conn.filter(|_| one.session == session) else { return Ok(()) };
        let mut deeds = one.hear(message, calm).map_err(|broken| format!("{}: {broken}", one.who.id))?;
        let (table, over) = (one.table, one.mirror.state.over.is_some());
        if let ServerMessage::Full(_) | ServerMessage::Update(_) = message
            && over
        {
            match self.tables[table].begun < self.plan.matches {
                true if one.mirror.seats.is_empty() => {}
                true => deeds.push((one.soon(5000), ClientMessage::Rematch { want: true })),
                false => self.later(QUIET, Event::Part { client }),
            }
        }
        for (after, message) in deeds {
            let at = (now + after).max(self.clients[client].up);
            let life = self.tables[table].life;
            self.later(at.since(now), Event::ToRoom { table, life, conn, message });
        }
        if self.trouble() && self.luck.one_of(150) == 0 {
            self.cut(client);
        }
        if self.trouble() && self.luck.one_of(400) == 0 {
            self.later(Duration::from_millis(1), Event::Crash { table });
        }
        Ok(())
    }

    /// A client connects; later, if there is no room now.
    fn come(&mut self, client: usize) -> Result<(), String> {
        let one = &self.clients[client];
        let table = one.table;
        if self.tables[table].closed || one.turned_away || one.conn.is_some() {
            return Ok(());
        }
        if self.tables[table].room.is_none() {
            let soon = self.within(3000);
            self.later(soon, Event::Come { client });
            return Ok(());
        }
        let (life, conn) = (self.tables[table].life, ConnId(self.tables[table].next_conn));
        self.tables[table].next_conn += 1;
        self.tables[table].conns.insert(conn, client);
        let one = &mut self.clients[client];
        (one.session, one.conn, one.up, one.down) = (one.session + 1, Some(conn), self.now, self.now);
        let (who, resume) = (one.who.clone(), one.mirror.place());
        self.hear(table, life, Input::Connect { conn, who, resume, aims: client.is_multiple_of(2) })
    }

    /// A connection is lost, and everything that is on its way.
    fn cut(&mut self, client: usize) {
        let Some(conn) = self.clients[client].conn.take() else { return };
        self.tally.cuts += 1;
        let table = self.clients[client].table;
        self.tables[table].conns.remove(&conn);
        let (life, noticed, back) = (self.tables[table].life, self.within(2000), self.within(20_000));
        self.later(noticed, Event::Gone { table, life, conn });
        // Some stay away for so long that their time is up.
        let back = if self.luck.one_of(10) == 0 { back * 10 } else { back };
        self.later(back, Event::Come { client });
    }

    /// The second player sits down, or the match of one person begins.
    fn begin(&mut self, table: usize) -> Result<(), String> {
        let Some(room) = &self.tables[table].room else { return Ok(()) };
        if room.data().playing.is_some() || room.data().dealing.is_some() {
            return Ok(());
        }
        let request = RequestId(self.next);
        let input = match self.tables[table].second {
            Some(second) => Input::Join { request, who: self.clients[second].who.clone(), wish: JoinRequest::default() },
            None => Input::Begin { request },
        };
        self.hear(table, self.tables[table].life, input)
    }

    /// A room is gone, with everything that it knew. What was in the log's hands is kept or not.
    fn crash(&mut self, table: usize) -> Result<(), String> {
        let Some(room) = self.tables[table].room.take() else { return Ok(()) };
        self.tally.crashes += 1;
        self.tally.crashes_in_append += u64::from(room.is_waiting());
        if let Some((writes, fate)) = self.tables[table].in_flight.take()
            && fate != Fate::Refused
            && self.luck.one_of(2) == 0
        {
            self.write(writes)?;
        }
        let id = room.data().match_id();
        self.tables[table].before = room.play().zip(id).map(|(play, id)| (id, play.record().entries.len(), seen(play)));
        self.tables[table].life += 1;
        let conns = std::mem::take(&mut self.tables[table].conns);
        for client in conns.into_values() {
            self.clients[client].conn = None;
            let soon = self.within(5000);
            self.later(soon, Event::Come { client });
        }
        let soon = self.within(4000);
        self.later(soon, Event::Restart { table });
        Ok(())
    }

    /// A room is made from the log.
    fn restart(&mut self, table: usize) -> Result<(), String> {
        let Some(data) = self.log.table(&self.tables[table].code) else {
            self.tables[table].closed = true;
            return Ok(());
        };
        let loaded = self.log.load(&data);
        if let Some((id, entries, shown)) = self.tables[table].before.take()
            && let Some(loaded) = loaded.as_ref().filter(|_| data.match_id() == Some(id))
        {
            let now = loaded.play.record().entries.len();
            if now < entries || (now == entries && seen(&*loaded.play) != shown) {
                return Err(format!("{id} was after {entries} entries, and is another match after {now}"));
            }
            if let Some(entry) = loaded.play.differs() {
                return Err(format!("{id} leads elsewhere at entry {entry}"));
            }
        }
        let (room, effects) = Room::open(self.host.clone(), data, loaded, self.now);
        self.tables[table].room = Some(room);
        self.carry_out(table, effects)?;
        let soon = self.within(3000);
        self.later(soon, Event::Begin { table });
        Ok(())
    }

    /// Who has seen the end of the last match knows exactly what the log has, and comes no more.
    fn part(&mut self, client: usize) -> Result<(), String> {
        let one = &self.clients[client];
        let table = one.table;
        let seen = MatchId::parse(&one.mirror.game_match).filter(|_| one.mirror.state.over.is_some());
        if one.conn.is_none() || seen.is_none() || seen != self.tables[table].last {
            return Ok(());
        }
        let kept = seen.and_then(|id| self.log.of(id)).ok_or("the end of a match that the log does not have")?;
        let entries = kept.shadow.record().entries.len();
        one.mirror.compare(&*kept.shadow, entries).map_err(|differs| format!("{} at the end: {differs}", one.who.id))?;
        self.tally.compared += 1;
        self.clients[client].turned_away = true;
        self.cut(client);
        Ok(())
    }

    /// At the end: nothing is lost, and everybody knows what happened.
    fn judge(mut self) -> Result<Tally, String> {
        self.tally.finished = self.log.finished()?;
        match self.log.tables() {
            0 => Ok(self.tally),
            open => {
                let open_tables = self.tables.iter().filter(|table| !table.closed);
                let stuck: Vec<String> =
                    open_tables.map(|table| format!("{}: {:?}", table.code, table.room.as_ref().map(Room::shown))).collect();
                Err(format!("{open} tables were left open: {}", stuck.join("; ")))
            }
        }
    }

    fn trouble(&self) -> bool {
        self.now.since(Moment::default()) < self.plan.trouble
    }

    fn within(&mut self, most: u32) -> Duration {
        Duration::from_millis(self.luck.one_of(most).into())
    }

    fn later(&mut self, after: Duration, event: Event) {
        self.next += 1;
        self.events.insert((self.now + after, self.next), event);
    }
}

/// FNV-1a over what was told so far and this.
fn digest(before: u64, message: &ServerMessage) -> u64 {
    let text = serde_json::to_vec(message).expect("a message can always be written");
    text.into_iter()
        .fold(before ^ 0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
