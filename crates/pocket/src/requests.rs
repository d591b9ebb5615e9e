//! Requests as over HTTP: those that a device can answer. What needs people says so.

use playmat_bots::BOTS;
use playmat_cards::Terms;
use playmat_kernel::{BySeat, MatchId, Seat};
use playmat_replay::PublicKey;
use playmat_room::{
    FinishedRecord, Games, Host, Input, Loaded, OfRecord, RequestId, RoomError, TableData, bot_name, clean_name, pairs, terms,
};
use playmat_wire::Code;
use playmat_wire::people::MatchPage;
use playmat_wire::replays::{RecordKeys, Replay};
use playmat_wire::tables::{DeckCheckRequest, MeRequest, Sitter, TableInfo, TableRequest};
use serde::de::DeserializeOwned;

use crate::answers::{Answer, Answered};
use crate::kept::of_me;
use crate::pocket::Turn;
use crate::tables::Then;

/// A day, the longest time that somebody may be away. A page that is put aside is no player who has left.
const AWAY: u32 = 24 * 3600;

impl Turn<'_> {
    /// Answers a request, now or later.
    pub fn request(&mut self, request: u32, method: &str, path: &str, body: &[u8]) -> Answered {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.strip_prefix("/api/").unwrap_or(path).split('/').collect();
        let device = self.begun.device.clone();
        let games = device.games();
        let answer = match (method, &parts[..]) {
            ("GET", ["games"]) => Answer::json(&games.all().map(|service| service.summary()).collect::<Vec<_>>()),
            ("GET", ["games", game]) => Answer::json(&games.service(game)?.info(&terms(query)?)?),
            ("GET", ["games", game, "find"]) => Answer::json(&games.find(game, query)?),
            ("GET", ["games", game, "cards"]) => Answer::json(&games.shipped_files(game)?),
            ("POST", ["games", game, "workshop", "play"]) => Answer::json(&games.to_play(game, read(body)?)?),
            ("GET", ["games", game, "lessons"]) => Answer::json(&games.service(game)?.lessons()),
            ("POST", ["games", game, "deck"]) => {
                let asked: DeckCheckRequest = read(body)?;
                let terms = Terms { edition: asked.edition, rulings: asked.rulings.into_iter().take(64).collect() };
                let seed = device.draw("deck to look at", game).bits();
                Answer::json(&games.service(game)?.judge_deck(&terms, &asked.deck, seed)?)
            }
            ("GET", ["keys"]) => Answer::json(&RecordKeys { keys: vec![] }),
            ("POST", ["replays", form]) => return self.of_record(request, form, query, body),
            ("POST", ["replays"]) => Answer::json(&games.record(body)?.full_replay(&device.trust(vec![]))),
            ("GET", ["me"]) => Answer::json(&self.begun.home()?.me.me()),
            ("POST", ["me"]) => return self.rename(request, body),
            ("GET", ["me", "tables"]) => Answer::json(&self.tables()?),
            ("GET", ["me", "matches"]) => Answer::json(&MatchPage { matches: self.begun.home()?.kept.finished(), next: None }),
            // Nobody else can come to this device.
            ("GET", ["tables"]) => Answer::json(&Vec::<TableInfo>::new()),
            ("POST", ["tables"]) => return self.new_table(request, body),
            ("GET", ["tables", code]) => Answer::json(&self.table(code)?),
            ("GET", ["tables", code, "cards"]) => self.cards_of(games, code)?,
            ("POST", ["tables", code, "leave"]) => {
                let code = self.table(code)?.code;
                let (now, who) = (self.now, self.begun.home()?.me.clone());
                let leave = Input::Leave { request: RequestId(request.into()), who };
                self.with_room(&code, |room| room.hear(leave, now));
                return Ok(None);
            }
            ("GET", ["tables", code, form @ ("scenario" | "report")]) => self.of_running(games, code, form)?,
            ("GET", ["matches", id, form]) => self.of_match(games, id, form, query)?,
            _ => {
                return Err(RoomError::new(
                    Code::NotFound,
                    "This needs a connection to a server; this device cannot do it alone.",
                ));
            }
        };
        Ok(Some(answer))
    }

    fn rename(&mut self, request: u32, body: &[u8]) -> Answered {
        let asked: MeRequest = read(body)?;
        let mut me = self.begun.home()?.me.clone();
        let Some(name) = asked.name else { return Ok(Some(Answer::json(&me.me()))) };
        me.name = clean_name(&name).ok_or_else(|| RoomError::new(Code::BadName, "A name has 1 to 24 visible characters."))?;
        self.keep(vec![of_me(&me)], Then::Me(request, me));
        Ok(None)
    }

    fn tables(&mut self) -> Result<Vec<TableInfo>, RoomError> {
        Ok(self.begun.home()?.tables.values().map(|table| (**table.room.shown()).clone()).collect())
    }

    fn table(&mut self, code: &str) -> Result<TableInfo, RoomError> {
        let table = self.begun.home()?.tables.get(&code.to_ascii_uppercase());
        let none = || RoomError::new(Code::NoTable, "There is no table with this code on this device; perhaps it was closed.");
        table.map(|table| (**table.room.shown()).clone()).ok_or_else(none)
    }

    /// The cards of a table.
    fn cards_of(&mut self, games: &Games, code: &str) -> Result<Answer, RoomError> {
        let code = self.table(code)?.code;
        let table = self.begun.home()?.tables.get(&code).ok_or_else(RoomError::internal)?;
        Ok(Answer::json(&games.cards_of(table.room.cards()?)?))
    }

    fn new_table(&mut self, request: u32, body: &[u8]) -> Answered {
        let mut asked: TableRequest = read(body)?;
        if asked.seats.iter().any(|seat| seat.who == Sitter::Open) {
            let sentence =
                "A seat for somebody else needs a server; on this device you play against bots, or two at one screen.";
            return Err(RoomError::new(Code::NoOpenSeat, sentence));
        }
        asked.away.get_or_insert(AWAY);
        (asked.public, asked.spectators) = (false, None);
        let (device, me) = (self.begun.device.clone(), self.begun.home()?.me.clone());
        let data = TableData::read(device.games(), &me, asked)?;
        self.open(request, data, None)?;
        Ok(None)
    }

    /// What is made of a record that the page sends.
    fn of_record(&mut self, request: u32, form: &str, query: &str, body: &[u8]) -> Answered {
        let device = self.begun.device.clone();
        let games = device.games();
        if form == "verify" {
            return Ok(Some(Answer::json(&games.record(body)?.verify(&device.trust(keys(query)?)))));
        }
        let (asked, record) = (OfRecord::read(query)?, games.record(body)?);
        let at = asked.at(&record)?;
        match form {
            "scenario" => Ok(Some(Answer::text(record.copy(at, asked.seat)?))),
            "report" => Ok(Some(Answer::json(&record.bug_report(at, &device.trust(vec![]))))),
            "play" => {
                let (seat, me) = (asked.seat.unwrap_or(Seat::One), self.begun.home()?.me.clone());
                let level = asked.level.unwrap_or_else(|| BOTS[0].to_owned());
                let mut names = BySeat::new(bot_name(&level), bot_name(&level));
                names[seat] = me.name.clone();
                let play = record.play_on(at, names)?;
                let mut data = TableData::play_on(games, &me, record.opening(), seat, &level)?;
                data.away = AWAY;
                self.open(request, data, Some(Loaded::new(play)))?;
                Ok(None)
            }
            _ => Err(RoomError::new(Code::NotFound, "There is nothing here; docs/protocol.md says what there is.")),
        }
    }

    /// What somebody may know of a match that runs.
    fn of_running(&mut self, games: &Games, code: &str, form: &str) -> Result<Answer, RoomError> {
        let (code, now, trust) = (self.table(code)?.code, self.now, self.begun.device.trust(vec![]));
        let home = self.begun.home()?;
        let Some(table) = home.tables.get_mut(&code) else { return Err(RoomError::internal()) };
        Ok(match form {
            "scenario" => Answer::text(table.room.scene(&home.me)?),
            _ => Answer::json(&table.room.bug_report(&home.me, now)?.told(games, &trust)?),
        })
    }

    /// What there is of a match that is over.
    fn of_match(&mut self, games: &Games, id: &str, form: &str, query: &str) -> Result<Answer, RoomError> {
        let none = || RoomError::new(Code::NoMatch, "There is no match of this number on this device.");
        let id = MatchId::parse(id).ok_or_else(none)?;
        let trust = self.begun.device.trust(vec![]);
        let kept = &self.begun.home()?.kept;
        let logged = kept.game_match(id).ok_or_else(none)?;
        if !kept.is_finished(id) {
            return Err(RoomError::not_over());
        }
        let broken =
            |why: playmat_room::CannotGoOn| RoomError::new(Code::BadRecord, format!("This record cannot be read: {why}."));
        let bytes = logged.record(games).map_err(broken)?;
        let record = || -> Result<FinishedRecord, RoomError> { games.record(&bytes) };
        Ok(match form {
            "record" if pairs(query).iter().any(|(name, value)| name == "form" && value == "json") => {
                Answer::json(&record()?.readable())
            }
            "record" => Answer::bytes(bytes),
            "replay" => {
                let told = record()?.full_replay(&trust);
                Answer::json(&Replay { game_match: Some(id.to_string()), ..told })
            }
            "forecast" => Answer::json(&record()?.forecast()),
            _ => return Err(RoomError::new(Code::NotFound, "There is nothing here; docs/protocol.md says what there is.")),
        })
    }
}

/// Whose signatures are trusted besides: `key=` and 64 hexadecimal digits, any number of times.
fn keys(query: &str) -> Result<Vec<PublicKey>, RoomError> {
    let bad = || RoomError::new(Code::BadRequest, "The query may have `key=` and 64 hexadecimal digits, any number of times.");
    let key = |(name, value): (String, String)| (name == "key").then(|| PublicKey::parse(&value)).flatten().ok_or_else(bad);
    pairs(query).into_iter().map(key).collect()
}

/// Reads a body. An empty one counts as `{}`.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, RoomError> {
    let body = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body)
        .map_err(|error| RoomError::new(Code::BadRequest, format!("This request cannot be understood: {error}.")))
}
