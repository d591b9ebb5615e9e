//! The pocket: what the page says goes to tables, lessons and requests, and what they want done is told to the page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use playmat_bots::{Clock, Resources};
use playmat_catalog::{CardSet, GAMES, ModelOrigin};
use playmat_room::{Games, Host, Identity, Moment, RoomError};
use playmat_wire::unhex;

use crate::answers::{Answer, Out};
use crate::call::{Call, Effect, Item, Put, Said, from_frame};
use crate::device::Device;
use crate::kept::{Kept, of_cards, of_me, of_secret};
use crate::lessons::Class;
use crate::tables::{Conn, Table, Then, Unkept};
use crate::think::think;

/// The letters of ids, as a server's.
const ID_LETTERS: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The tables of a device.
pub struct Pocket {
    resources: Resources,
    pub(crate) now: Moment,
    pub(crate) out: Out,
    begun: Option<Begun>,
}

/// A pocket that has begun.
pub(crate) struct Begun {
    pub device: Arc<Device>,
    /// The date at time 0.
    pub date: i64,
    /// What is kept, once that is known, and who plays here.
    pub home: Option<Home>,
    pub conns: BTreeMap<u32, Conn>,
    pub lessons: BTreeMap<u32, Class>,
    /// What the device was told to keep or to read, and what waits for it.
    pub unkept: BTreeMap<u32, Unkept>,
    pub writes: u32,
}

/// What is kept, and the tables that follow from it.
pub(crate) struct Home {
    pub kept: Kept,
    pub me: Identity,
    pub tables: BTreeMap<String, Table>,
}

impl Pocket {
    /// A pocket on a machine with this clock. It has no threads.
    pub fn new(clock: Clock) -> Self {
        Pocket { resources: Resources { clock, threads: 1 }, now: Moment::default(), out: Out::default(), begun: None }
    }

    /// Hears a [`Said`] with its bytes, and gives the [`Reply`](crate::Reply) with its bytes. The frame may be anything.
    pub fn hear(&mut self, frame: &[u8]) -> Vec<u8> {
        self.out = Out::default();
        match from_frame::<Said>(frame) {
            Ok((Said { now, call }, bytes)) => {
                self.now = self.now.max(Moment::after(Duration::from_millis(now)));
                if let Err(sentence) = self.call(call, bytes) {
                    self.out.push(Effect::Refused { sentence });
                }
            }
            Err(sentence) => self.out.push(Effect::Refused { sentence }),
        }
        let wake = self.begun.as_ref().and_then(Begun::wakes_at);
        // A moment that is not a whole number of milliseconds has not come at the one before it.
        let wake = wake.map(|at| (at - Moment::default()).as_micros().div_ceil(1000) as u64);
        std::mem::take(&mut self.out).frame(wake)
    }

    fn call(&mut self, call: Call, bytes: &[u8]) -> Result<(), String> {
        if let Call::Begin { seed, date, models } = call {
            return self.begin(&seed, date, &models);
        }
        let (now, resources) = (self.now, self.resources);
        let begun = self.begun.as_mut().ok_or("a pocket has to begin first")?;
        let mut turn = Turn { begun, now, out: &mut self.out };
        match call {
            Call::Begin { .. } => Ok(()),
            Call::Restore { kept } => turn.restore(kept),
            Call::Request { request, method, path } => {
                match turn.request(request, &method, &path, bytes) {
                    Ok(Some(answer)) => turn.out.answer(request, answer),
                    Ok(None) => {}
                    Err(error) => turn.out.answer(request, Answer::from(error)),
                }
                Ok(())
            }
            Call::Connect { conn, path } => turn.connect(conn, &path),
            Call::Say { conn, text } => turn.say(conn, &text),
            Call::Leave { conn } => {
                turn.leave(conn);
                Ok(())
            }
            Call::Time {} => {
                turn.tick();
                Ok(())
            }
            Call::Kept { write, ok } => turn.kept(write, ok),
            Call::Read { write, kept } => turn.read(write, kept),
            Call::Thought { table, game_match, place, pick, judgement } => {
                turn.thought(&table, &game_match, place, pick, judgement)
            }
            Call::Learn { game } => {
                let service = turn.begun.device.games().service(&game).map_err(|error| error.sentence)?;
                service.learn(bytes.to_vec())
            }
            Call::Think { level, seed } => {
                let seed = u64::from_str_radix(&seed, 16).map_err(|_| "a bot's seed is a number in hexadecimal")?;
                let thought =
                    think(turn.begun.device.games(), bytes, &level, seed, resources).map_err(|error| error.sentence)?;
                turn.out.push(Effect::Thought { pick: thought.pick as u32, judgement: thought.judgement });
                Ok(())
            }
        }
    }

    fn begin(&mut self, seed: &str, date: i64, models: &[String]) -> Result<(), String> {
        if self.begun.is_some() {
            return Err("this pocket has begun already".into());
        }
        let seed = unhex(seed).and_then(|bytes| bytes.try_into().ok()).ok_or("the seed is 32 bytes in hexadecimal")?;
        let elsewhere = |game: &str| match models.iter().any(|known| known == game) {
            true => ModelOrigin::Elsewhere,
            false => ModelOrigin::Shipped,
        };
        let device = Arc::new(Device::new(Games::load_with(GAMES, None, None, elsewhere)?, seed));
        let (conns, lessons, unkept) = Default::default();
        self.begun = Some(Begun { device, date, home: None, conns, lessons, unkept, writes: 0 });
        Ok(())
    }
}

impl Begun {
    /// What is kept, if that is known already.
    pub fn home(&mut self) -> Result<&mut Home, RoomError> {
        self.home.as_mut().ok_or_else(RoomError::log)
    }

    fn wakes_at(&self) -> Option<Moment> {
        let tables = self.home.iter().flat_map(|home| home.tables.values()).filter_map(|table| table.room.wakes_at());
        tables.chain(self.lessons.values().filter_map(|class| class.room.wakes_at())).min()
    }
}

/// One call that is being carried out.
pub(crate) struct Turn<'a> {
    pub begun: &'a mut Begun,
    pub now: Moment,
    pub out: &'a mut Out,
}

impl Turn<'_> {
    /// Seconds of Unix time.
    pub fn date(&self) -> i64 {
        self.begun.date + (self.now - Moment::default()).as_secs() as i64
    }

    /// Tells the page to keep something.
    pub fn keep(&mut self, puts: Vec<Put>, then: Then) {
        let write = self.wait(Unkept { puts: puts.clone(), then });
        self.out.push(Effect::Keep { write, puts });
    }

    /// Remembers what waits for the device.
    pub fn wait(&mut self, unkept: Unkept) -> u32 {
        let write = self.begun.writes;
        self.begun.writes = write.wrapping_add(1);
        self.begun.unkept.insert(write, unkept);
        write
    }

    /// Everything that the device has kept: who plays here, the cards that records need, and all tables.
    fn restore(&mut self, items: Vec<Item>) -> Result<(), String> {
        if self.begun.home.is_some() {
            return Err("what is kept was said already".into());
        }
        let kept = Kept::new(items);
        let device = self.begun.device.clone();
        let mut puts = Vec::new();
        let me = kept.me().unwrap_or_else(|| {
            let id = device.draw("player", "").text(10, ID_LETTERS);
            let me = Identity { name: format!("Guest {}", &id[..3]), id: format!("d{id}"), program: false, account: false };
            puts.push(of_me(&me));
            me
        });
        let secret = kept.secret().unwrap_or_else(|| {
            let secret = device.draw("secret", "").bytes();
            puts.push(of_secret(&secret));
            secret
        });
        device.sign_with(&secret);
        // A record outlives its card set: those of today are kept, and those of earlier days are at hand.
        let now: Vec<CardSet> = device.games().all().map(|service| service.card_set()).collect();
        puts.extend(now.iter().filter(|set| !kept.has_cards(set)).map(of_cards));
        kept.cards().for_each(|set| device.games().keep(set));
        let data: Vec<_> = kept.tables().collect();
        self.begun.home = Some(Home { kept, me, tables: BTreeMap::new() });
        if !puts.is_empty() {
            self.keep(puts, Then::Nothing);
        }
        data.into_iter().for_each(|data| self.reopen(data));
        Ok(())
    }

    fn tick(&mut self) {
        let now = self.now;
        let due = |at: Option<Moment>| at.is_some_and(|at| at <= now);
        let home = self.begun.home.iter();
        let tables = home.flat_map(|home| &home.tables).filter(|(_, table)| due(table.room.wakes_at()));
        for code in tables.map(|(code, _)| code.clone()).collect::<Vec<_>>() {
            self.with_room(&code, |room| room.tick(now));
        }
        let lessons = self.begun.lessons.iter().filter(|(_, class)| due(class.room.wakes_at()));
        for conn in lessons.map(|(conn, _)| *conn).collect::<Vec<_>>() {
            self.with_lesson(conn, |room| room.tick(now));
        }
    }
}
