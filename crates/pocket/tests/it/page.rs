//! A page without a browser: what it keeps, the instance in which bots think, and a player who answers by luck.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use playmat_chance::{Draws, FastChance};
use playmat_kernel::Chance;
use playmat_pocket::{Call, Editor, Effect, Item, Pocket, Put, Reply, Said, from_frame, to_frame};
use playmat_room::{Mirror, Shares};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use serde_json::Value;

/// A page on one device.
pub struct Page {
    pub pocket: Pocket,
    thinker: Pocket,
    editor: Editor,
    /// The games whose models the thinker has.
    learned: BTreeSet<String>,
    /// The models that can be had; without one a search plays.
    pub models: Vec<String>,
    /// The bot that thinks, if it is another than the one at the table: one with a budget.
    pub level: Option<String>,
    seed: u64,
    lives: u64,
    pub now: u64,
    wake: Option<u64>,
    /// What the device keeps.
    pub store: BTreeMap<String, String>,
    /// How the device keeps.
    pub keeps: Keeps,
    /// How often it was told to keep something.
    pub writes: u64,
    requests: u32,
    conns: u32,
    answers: BTreeMap<u32, (u16, Vec<u8>)>,
    /// What was said to connections and not read yet.
    pub said: Vec<(u32, ServerMessage)>,
    thoughts: Vec<(Effect, Vec<u8>)>,
    /// Everything that went in and came out, if somebody wants to compare it.
    pub transcript: Option<Vec<Exchange>>,
}

/// What went into an instance, and what came out.
pub struct Exchange {
    /// Whether it is the one in which bots think.
    pub thinker: bool,
    pub frame: Vec<u8>,
    /// The game whose weight file belongs to the frame, and is left out of it.
    pub learns: Option<String>,
    pub reply: Vec<u8>,
}

/// The games that have a model.
pub const GAMES: [&str; 3] = ["food-chain", "skirmish", "strata"];

/// How a device keeps what it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// As it should.
    Well,
    /// It is full.
    Nothing,
    /// It says that it has kept something, and has not: a planted flaw.
    Lies,
}

fn clock() -> Duration {
    Duration::ZERO
}

impl Page {
    pub fn new(seed: u64) -> Self {
        Page::noted(seed, None)
    }

    /// A page that notes down everything that its instances are told and say.
    pub fn noted(seed: u64, transcript: Option<Vec<Exchange>>) -> Self {
        let mut page = Page {
            pocket: Pocket::new(clock),
            thinker: Pocket::new(clock),
            editor: Editor::new(clock),
            learned: BTreeSet::new(),
            models: GAMES.map(str::to_owned).to_vec(),
            level: None,
            seed,
            lives: 0,
            now: 0,
            wake: None,
            store: BTreeMap::new(),
            keeps: Keeps::Well,
            writes: 0,
            requests: 0,
            conns: 0,
            answers: BTreeMap::new(),
            said: Vec::new(),
            thoughts: Vec::new(),
            transcript,
        };
        page.begin_thinker();
        page.open();
        page
    }

    /// The instance dies with all that it held, and is made again from what the device keeps.
    pub fn crash(&mut self) {
        self.pocket = Pocket::new(clock);
        self.said.clear();
        self.thoughts.clear();
        self.answers.clear();
        self.open();
    }

    fn begin_thinker(&mut self) {
        self.learned.clear();
        let frame = to_frame(&Said { now: 0, call: self.begin(self.lives) }, &[]);
        let reply = self.thinker.hear(&frame);
        self.note(true, frame, None, &reply);
    }

    fn note(&mut self, thinker: bool, frame: Vec<u8>, learns: Option<String>, reply: &[u8]) {
        if let Some(transcript) = &mut self.transcript {
            transcript.push(Exchange { thinker, frame, learns, reply: reply.to_vec() });
        }
    }

    /// Gives the thinker the model of a game, if it can be had and is not there yet.
    fn learn(&mut self, game: String) {
        if !self.models.contains(&game) || !self.learned.insert(game.clone()) {
            return;
        }
        let file = format!("{}/../../models/{game}.playnet", env!("CARGO_MANIFEST_DIR"));
        let said = Said { now: self.now, call: Call::Learn { game: game.clone() } };
        let frame = |bytes: &[u8]| to_frame(&said, bytes);
        let reply = self.thinker.hear(&frame(&fs::read(file).expect("the model is there")));
        assert!(from_frame::<Reply>(&reply).is_ok_and(|(reply, _)| reply.effects.is_empty()), "the model fits");
        self.note(true, frame(&[]), Some(game), &reply);
    }

    /// What the instance is told first in its nth life.
    pub fn begin(&self, life: u64) -> Call {
        let mut draws = FastChance::nth(self.seed, life);
        let seed: String = (0..4).map(|_| format!("{:016x}", draws.bits())).collect();
        Call::Begin { seed, date: 1_800_000_000, models: GAMES.map(str::to_owned).to_vec() }
    }

    fn open(&mut self) {
        // The clock of a page begins with it.
        self.now = 0;
        let begin = self.begin(self.lives);
        self.lives += 1;
        self.say(begin, &[]);
        let kept = self.items();
        self.say(Call::Restore { kept }, &[]);
    }

    fn items(&self) -> Vec<Item> {
        self.store.iter().map(|(key, value)| Item { key: key.clone(), value: value.clone() }).collect()
    }

    /// Says something, and does what the pocket wants done, bots aside.
    pub fn say(&mut self, call: Call, bytes: &[u8]) {
        let mut calls = vec![(call, bytes.to_vec())];
        while let Some((call, bytes)) = calls.pop() {
            let frame = to_frame(&Said { now: self.now, call }, &bytes);
            let reply = self.pocket.hear(&frame);
            let (Reply { effects, wake }, bodies) = from_frame(&reply).expect("a reply is a frame");
            self.wake = wake;
            let mut bodies = bodies.to_vec();
            self.note(false, frame, None, &reply);
            for effect in effects {
                match effect {
                    Effect::Answer { request, status, bytes, .. } => {
                        self.answers.insert(request, (status, bodies.drain(..bytes).collect()));
                    }
                    Effect::Send { conn, text } => {
                        self.said.push((conn, serde_json::from_str(&text).expect("a message of the protocol")));
                    }
                    Effect::Close { conn } => self.said.retain(|(to, _)| *to != conn),
                    Effect::Keep { write, puts } => {
                        let ok = self.keep(puts);
                        calls.insert(0, (Call::Kept { write, ok }, vec![]));
                    }
                    Effect::Read { write } => {
                        let kept = (self.keeps != Keeps::Nothing).then(|| self.items());
                        calls.insert(0, (Call::Read { write, kept }, vec![]));
                    }
                    Effect::Think { bytes, .. } => {
                        let record = bodies.drain(..bytes).collect();
                        self.thoughts.push((effect, record));
                    }
                    Effect::Thought { .. } => {}
                    Effect::Refused { sentence } => panic!("refused: {sentence}"),
                }
            }
        }
    }

    fn keep(&mut self, puts: Vec<Put>) -> bool {
        self.writes += 1;
        if self.keeps == Keeps::Well {
            for Put { key, value } in puts {
                match value {
                    Some(value) => self.store.insert(key, value),
                    None => self.store.remove(&key),
                };
            }
        }
        self.keeps != Keeps::Nothing
    }

    /// The next bot begins to think, and its instance is ended before it answers.
    pub fn think_in_vain(&mut self) {
        if let Some((Effect::Think { level, seed, .. }, record)) = self.thoughts.first() {
            hear(&mut self.thinker, self.now, Call::Think { level: level.clone(), seed: seed.clone() }, record);
            self.thinker = Pocket::new(clock);
            self.begin_thinker();
        }
    }

    /// Lets the next bot think, in its own instance. False if none has to.
    pub fn think(&mut self) -> bool {
        if self.thoughts.is_empty() {
            return false;
        }
        let (asked, record) = self.thoughts.remove(0);
        let Effect::Think { table, game_match, place, level, seed, model, .. } = asked else { return false };
        if let Some(game) = model {
            self.learn(game);
        }
        let level = self.level.clone().unwrap_or(level);
        let frame = to_frame(&Said { now: self.now, call: Call::Think { level, seed } }, &record);
        let told = self.thinker.hear(&frame);
        let (reply, _): (Reply, _) = from_frame(&told).expect("a reply is a frame");
        self.note(true, frame, None, &told);
        let [Effect::Thought { pick, judgement }] = reply.effects[..] else { panic!("no thought: {reply:?}") };
        self.say(Call::Thought { table, game_match, place, pick, judgement }, &[]);
        true
    }

    /// The time goes on to where something happens. False if nothing will.
    pub fn wait(&mut self) -> bool {
        let Some(wake) = self.wake else { return false };
        self.now = self.now.max(wake);
        self.say(Call::Time {}, &[]);
        true
    }

    /// A request as over HTTP.
    pub fn ask(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
        self.requests += 1;
        let request = self.requests;
        if path.contains("/workshop/") && !path.ends_with("/play") {
            return self.ask_editor(request, method, path, body);
        }
        self.say(Call::Request { request, method: method.into(), path: path.into() }, body);
        self.answers.remove(&request).unwrap_or_else(|| panic!("{method} {path} was not answered"))
    }

    /// A request to the instance that answers the editor of the workshop.
    fn ask_editor(&mut self, request: u32, method: &str, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let call = Call::Request { request, method: method.into(), path: path.into() };
        let reply = self.editor.hear(&to_frame(&Said { now: self.now, call }, body));
        let (Reply { effects, .. }, body) = from_frame(&reply).expect("a reply is a frame");
        let [Effect::Answer { request: answered, status, .. }] = effects[..] else { panic!("no answer: {effects:?}") };
        assert_eq!(answered, request);
        (status, body.to_vec())
    }

    /// A request that is done.
    pub fn done(&mut self, method: &str, path: &str, body: &[u8]) -> Value {
        let (status, body) = self.ask(method, path, body);
        assert_eq!(status, 200, "{method} {path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("an answer is JSON")
    }

    /// A new table; its code.
    pub fn table(&mut self, game: &str, seats: Value) -> String {
        let request = serde_json::json!({ "game": game, "seats": seats, "pace": "programs" });
        let table = self.done("POST", "/api/tables", request.to_string().as_bytes());
        table["code"].as_str().expect("a code").to_owned()
    }

    /// A new connection that says hello.
    pub fn connect(&mut self, path: &str, mirror: &Mirror) -> u32 {
        self.conns += 1;
        let conn = self.conns;
        self.say(Call::Connect { conn, path: path.into() }, &[]);
        self.tell(conn, &ClientMessage::Hello { version: 1, resume: mirror.place(), aims: false });
        conn
    }

    /// A message over a connection.
    pub fn tell(&mut self, conn: u32, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("a message can be written");
        self.say(Call::Say { conn, text }, &[]);
    }
}

/// Says one thing to an instance.
pub fn hear(pocket: &mut Pocket, now: u64, call: Call, bytes: &[u8]) -> Reply {
    let reply = pocket.hear(&to_frame(&Said { now, call }, bytes));
    from_frame(&reply).expect("a reply is a frame").0
}

/// Somebody who plays at a table by luck.
pub struct Player {
    pub mirror: Mirror,
    shares: Shares,
    luck: FastChance,
    pub conn: u32,
    me: String,
    code: String,
}

impl Player {
    /// Sits at a table.
    pub fn at(page: &mut Page, code: &str, seed: u64) -> Self {
        let shares = Shares::new(move |about| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.to_le_bytes());
            about.bytes().enumerate().for_each(|(at, byte)| key[8 + at % 24] = key[8 + at % 24].wrapping_mul(31) ^ byte);
            Draws::new(key)
        });
        let me = page.done("GET", "/api/me", &[])["id"].as_str().expect("an id").to_owned();
        let (mirror, luck) = (Mirror::default(), FastChance::new(seed));
        let mut player = Player { mirror, shares, luck, conn: 0, me, code: code.to_owned() };
        player.come(page);
        player
    }

    /// Connects, and goes on where it was.
    pub fn come(&mut self, page: &mut Page) {
        self.conn = page.connect(&format!("/api/tables/{}/socket", self.code), &self.mirror);
    }

    /// Reads what was said, and says what has to be said at once.
    pub fn read(&mut self, page: &mut Page) {
        for (conn, message) in std::mem::take(&mut page.said) {
            assert_eq!(conn, self.conn, "{message:?}");
            if let Err(why) = self.mirror.take(&message) {
                panic!("{why}: {message:?}");
            }
            for answer in self.shares.answer(&self.me, &message).expect("a promise makes sense") {
                page.tell(self.conn, &answer);
            }
            let own = self.mirror.seats.clone();
            for reveal in self.mirror.state.reveals.iter().filter(|reveal| own.contains(&reveal.to)) {
                page.tell(self.conn, &ClientMessage::CloseReveal { event: reveal.event });
            }
            match message {
                ServerMessage::Handover { to } => page.tell(self.conn, &ClientMessage::Ready { seat: to }),
                // Something else had to happen first, such as looking at a card that was shown.
                ServerMessage::Refused(_) => page.tell(self.conn, &ClientMessage::Resync {}),
                ServerMessage::Bye { sentence, .. } => panic!("{sentence}"),
                _ => {}
            }
        }
    }

    /// Answers the open question by luck. False if there is none.
    pub fn answer(&mut self, page: &mut Page) -> bool {
        // What is forced is passed by the room itself.
        let Some(question) = self.mirror.question.take().filter(|question| !question.forced) else { return false };
        let pick = self.luck.one_of(question.options.len() as u32) as u8;
        page.tell(self.conn, &ClientMessage::Answer { decision: question.decision, pick });
        true
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.mirror.state.over.is_some()
    }

    /// One step of the match: whatever comes next.
    pub fn step(&mut self, page: &mut Page) {
        self.read(page);
        if page.said.is_empty() && !self.is_over() && !page.think() && !self.answer(page) && !page.wait() {
            panic!("nothing happens any more at table {}: {:?}", self.code, self.mirror.state);
        }
        self.read(page);
    }
}
