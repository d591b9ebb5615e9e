//! All tables: new ones, found ones, listed ones, and those that come back after a restart.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use playmat_store::{MatchId, Write};
use playmat_wire::messages::Ending;
use playmat_wire::tables::{Stage, TableInfo};
use playmat_wire::to_binary;
use tokio::sync::watch;

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::identity::Identity;
use crate::room::{self, Dealing, Inbox, Loaded, RoomHandle, TableData, load, stored};
use playmat_room::{CannotGoOn, Play};

/// Letters and digits that are not mistaken for one another.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// With codes of this length, a guess finds a table once in a million tries even if there are hundreds.
const LENGTH: usize = 6;
/// The most tables that are listed.
const MOST_LISTED: usize = 100;

/// All rooms by their code.
#[derive(Default)]
pub struct Lobby {
    rooms: Mutex<HashMap<String, RoomHandle>>,
}

impl Lobby {
    /// The room of a code, as people write it.
    pub fn find(&self, code: &str) -> Option<RoomHandle> {
        let code = code.trim().to_ascii_uppercase();
        self.rooms().get(&code).cloned()
    }

    /// The tables that everybody may know of: those that wait, then those that may be watched.
    pub fn listed(&self) -> Vec<TableInfo> {
        let rooms = self.rooms();
        let mut tables: Vec<TableInfo> = rooms
            .values()
            .map(|room| room.watched.borrow())
            .filter(|table| {
                table.public && (table.stage == Stage::Waiting || table.spectators.is_some() && table.stage == Stage::Playing)
            })
            .map(|table| (**table).clone())
            .collect();
        drop(rooms);
        tables.sort_by(|one, two| (one.stage == Stage::Playing, &one.code).cmp(&(two.stage == Stage::Playing, &two.code)));
        tables.truncate(MOST_LISTED);
        tables
    }

    /// The tables where somebody sits.
    pub fn of(&self, who: &Identity) -> Vec<TableInfo> {
        let sits = |table: &TableInfo| table.seats.iter().any(|seat| seat.player.as_ref() == Some(&who.id));
        let rooms = self.rooms();
        let mut tables: Vec<TableInfo> =
            rooms.values().map(|room| room.shown.borrow()).filter(|table| sits(table)).map(|table| (**table).clone()).collect();
        tables.sort_by(|one, two| one.code.cmp(&two.code));
        tables.truncate(MOST_LISTED);
        tables
    }

    /// The room where a match is played, or was played last.
    pub fn of_match(&self, game_match: &str) -> Option<RoomHandle> {
        let rooms = self.rooms();
        // Of a match that spectators still watch, the room decides who may know its end.
        let is = |table: &watch::Receiver<Arc<TableInfo>>| table.borrow().game_match.as_deref() == Some(game_match);
        rooms.values().find(|room| is(&room.shown) || is(&room.watched)).cloned()
    }

    /// A room is closed.
    pub fn forget(&self, code: &str) {
        self.rooms().remove(code);
    }

    /// All rooms.
    pub fn all(&self) -> Vec<RoomHandle> {
        self.rooms().values().cloned().collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl App {
    /// Opens a new table.
    pub async fn open_table(self: &Arc<Self>, mut data: TableData) -> Result<TableInfo, ApiError> {
        data.code = self.free_code(&data)?;
        self.log.write(vec![stored(data.write())]).await?;
        let code = data.code.clone();
        let complete = data.complete();
        let room = room::start(self.clone(), data, None);
        self.lobby.rooms().insert(code, room.clone());
        if complete {
            // Nobody has to join, so the match begins at once.
            let (reply, begun) = tokio::sync::oneshot::channel();
            let _ = room.inbox.send(Inbox::Begin { reply }).await;
            begun.await.map_err(|_| ApiError::internal())??;
        }
        Ok((**room.shown.borrow()).clone())
    }

    /// Opens a table where a match is played on, against a bot.
    pub async fn table_from(self: &Arc<Self>, mut data: TableData, play: Box<dyn Play>) -> Result<TableInfo, ApiError> {
        data.code = self.free_code(&data)?;
        let id = self.new_match(&data.code);
        data.playing = Some(id.0);
        let opening = to_binary(play.record());
        self.log.write(vec![Write::Match { id, opening }, stored(data.write())]).await?;
        let code = data.code.clone();
        let room = room::start(self.clone(), data, Some(Loaded::new(play)));
        self.lobby.rooms().insert(code, room.clone());
        Ok((**room.shown.borrow()).clone())
    }

    /// The id of a new match at a table.
    pub fn new_match(&self, code: &str) -> MatchId {
        MatchId(self.config.chance.draw("match", code).bits())
    }

    /// A code that no table has.
    fn free_code(&self, data: &TableData) -> Result<String, ApiError> {
        if self.lobby.rooms().len() >= self.config.most_tables {
            return Err(ApiError::new(Code::Full, "There are too many tables; try again later."));
        }
        let first = data.seats.iter().find_map(|seat| seat.player.as_ref());
        let mut draws = self.config.chance.draw("table", first.map_or("", |player| &player.id));
        loop {
            let code = draws.text(LENGTH, ALPHABET);
            if !self.lobby.rooms().contains_key(&code) {
                return Ok(code);
            }
        }
    }

    /// Reopens all tables of the log, each where it was.
    pub async fn reopen(self: &Arc<Self>) -> Result<usize, ApiError> {
        let mut count = 0;
        for kept in self.log.store().tables().await? {
            let Ok(mut data) = serde_json::from_slice::<TableData>(&kept.data) else {
                tracing::error!(code = kept.code, "a table of the log cannot be read");
                continue;
            };
            if data.dealing.as_ref().is_some_and(|dealing| dealing.game_match.is_none()) {
                // A promise of an older version, which was bound to nothing: nothing was drawn from it, and a new one is made.
                data.dealing = Some(Dealing::new(&data, &**self));
                self.log.write(vec![stored(data.write())]).await?;
            }
            let loaded = match data.match_id().filter(|_| data.closed.is_none()) {
                Some(id) => match load(self, id).await {
                    Ok(loaded) => loaded,
                    // The log may answer at the next start; until then nothing is given up.
                    Err(CannotGoOn::Log(_)) => return Err(ApiError::log()),
                    Err(lost) => {
                        tracing::error!(code = kept.code, game_match = %id, %lost, "a match of the log cannot go on");
                        if !self.lose(&mut data, id, &lost).await? {
                            continue;
                        }
                        None
                    }
                },
                None => None,
            };
            let room = room::start(self.clone(), data, loaded);
            self.lobby.rooms().insert(kept.code, room);
            count += 1;
        }
        Ok(count)
    }

    /// The match of a table can no longer be played here. If it was running, it has ended without a result: its players are told
    /// why, and can get its record. False if there is nothing to tell, because the match was over and no other one was about to
    /// begin.
    async fn lose(&self, data: &mut TableData, id: MatchId, lost: &CannotGoOn) -> Result<bool, ApiError> {
        if self.log.store().readers(id).await?.is_some() {
            if data.dealing.is_none() {
                self.log.write(vec![Write::CloseTable { code: data.code.clone() }]).await?;
            }
            return Ok(data.dealing.is_some());
        }
        let title = self.games.service(&data.game).map_or_else(|_| data.game.clone(), |service| service.summary().title);
        data.lose(&title, Some(lost));
        self.log.write(vec![stored(data.write()), stored(data.finished(id, Ending::Closed, None))]).await?;
        Ok(true)
    }
}
