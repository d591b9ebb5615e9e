//! The chat of a table. It is kept in memory as long as the table exists, and nowhere else: not in the log, not in the record.
//!
//! Players hear each other. Spectators hear each other, and the players with the delay with which they see them. Players do not
//! hear spectators, who may know more than they do.

use std::collections::{HashMap, VecDeque};

use playmat_wire::messages::{ChatLine, Phrase, ServerMessage};

use crate::identity::clean_text;
use crate::rate::{Bucket, Rate};
use crate::{Code, ConnId, Moment, Room, RoomError};

/// How many lines are kept for those who come later.
const REMEMBERED: usize = 50;
/// The most characters of a text.
const LONGEST: usize = 200;
/// Five at once, and one more every two seconds.
const RATE: Rate = Rate { burst: 5.0, per_second: 0.5 };
/// How many talkers' rates are remembered.
const TALKERS: usize = 300;

/// Everything said.
#[derive(Default)]
pub struct Chat {
    spoken: VecDeque<Spoken>,
    next: u32,
    rates: HashMap<String, Bucket>,
}

/// A line, and who may hear it when.
struct Spoken {
    line: ChatLine,
    /// Said by a spectator.
    watcher: bool,
    /// When spectators may hear it.
    due: Moment,
    /// Whether they have.
    told: bool,
}

impl Chat {
    /// Forgets what a player said.
    pub fn forget(&mut self, player: &str) {
        self.spoken.retain(|spoken| spoken.line.player != player);
        self.rates.remove(player);
    }

    /// When spectators hear the next line.
    pub fn due(&self) -> Option<Moment> {
        self.spoken.iter().filter(|spoken| !spoken.told).map(|spoken| spoken.due).min()
    }
}

impl Room {
    /// Somebody says something: a phrase, or a text.
    pub(crate) fn say(&mut self, place: usize, phrase: Option<Phrase>, said: Option<String>) -> Result<(), RoomError> {
        if self.data.hot_seat() {
            return Err(RoomError::new(Code::NoChat, "Players who share a screen need no chat."));
        }
        let words = match (phrase, said) {
            (Some(phrase), None) => (Some(phrase), None),
            (None, Some(said)) if said.chars().count() <= LONGEST => (None, clean_text(&said, LONGEST)),
            _ => (None, None),
        };
        if words == (None, None) {
            let sentence = format!("Send a phrase, or 1 to {LONGEST} visible characters.");
            return Err(RoomError::new(Code::BadText, sentence));
        }
        let (now, conn) = (self.now(), &self.conns[place]);
        if self.chat.rates.len() > TALKERS {
            self.chat.rates.clear();
        }
        if !self.chat.rates.entry(conn.who.id.clone()).or_insert_with(|| Bucket::new(RATE, now)).take(RATE, now) {
            return Err(RoomError::too_many("You talk too fast; wait a moment."));
        }
        let watcher = conn.seats.is_empty();
        self.chat.next += 1;
        let line = ChatLine {
            n: self.chat.next,
            seat: conn.seats.first().map(|&seat| seat.into()),
            player: conn.who.id.clone(),
            name: conn.who.name.clone(),
            phrase: words.0,
            text: words.1,
        };
        if !watcher {
            self.send_where(|conn| !conn.seats.is_empty(), ServerMessage::Said { lines: vec![line.clone()] });
        }
        let due = if watcher { now } else { now + self.delay() };
        self.chat.spoken.push_back(Spoken { line, watcher, due, told: false });
        if self.chat.spoken.len() > REMEMBERED {
            self.chat.spoken.pop_front();
        }
        self.tell_chat(now);
        Ok(())
    }

    /// Spectators hear what they may hear by now.
    pub(crate) fn tell_chat(&mut self, now: Moment) {
        let heard = self.chat.spoken.iter_mut().filter(|spoken| !spoken.told && spoken.due <= now);
        let lines: Vec<ChatLine> = heard
            .map(|spoken| {
                spoken.told = true;
                spoken.line.clone()
            })
            .collect();
        if !lines.is_empty() {
            self.send_where(|conn| conn.seats.is_empty(), ServerMessage::Said { lines });
        }
    }

    /// Whoever comes hears what was said before.
    pub(crate) fn tell_chat_so_far(&mut self, conn: ConnId) {
        let Some(watches) = self.conns.iter().find(|known| known.id == conn).map(|known| known.seats.is_empty()) else {
            return;
        };
        let heard = |spoken: &&Spoken| if watches { spoken.told } else { !spoken.watcher };
        let lines: Vec<ChatLine> = self.chat.spoken.iter().filter(heard).map(|spoken| spoken.line.clone()).collect();
        if !lines.is_empty() {
            self.send_to(conn, ServerMessage::Said { lines });
        }
    }
}
