//! All tables: new ones, found ones, listed ones, and those that come back after a restart.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use playmat_store::{Lease, MatchId, Write};
use playmat_wire::messages::Ending;
use playmat_wire::tables::{Stage, TableInfo};
use playmat_wire::to_binary;
use tokio::sync::{mpsc, watch};

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
    /// A code, as people write it.
    pub fn code(written: &str) -> String {
        written.trim().to_ascii_uppercase()
    }

    /// The room of a code that is here.
    pub fn find(&self, code: &str) -> Option<RoomHandle> {
        self.rooms().get(code).cloned()
    }

    /// The tables here that everybody may know of: those that wait, then those that may be watched.
    pub fn listed(&self) -> Vec<TableInfo> {
        let rooms = self.rooms();
        let tables: Vec<TableInfo> = rooms
            .values()
            .map(|room| room.watched.borrow())
            .filter(|table| {
                table.public && (table.stage == Stage::Waiting || table.spectators.is_some() && table.stage == Stage::Playing)
            })
            .map(|table| (**table).clone())
            .collect();
        drop(rooms);
        Self::sorted_for_all(tables)
    }

    /// Those that wait, then those that may be watched, and not too many of them.
    pub fn sorted_for_all(mut tables: Vec<TableInfo>) -> Vec<TableInfo> {
        tables.sort_by(|one, two| (one.stage == Stage::Playing, &one.code).cmp(&(two.stage == Stage::Playing, &two.code)));
        tables.truncate(MOST_LISTED);
        tables
    }

    /// In the order of their codes, and not too many of them.
    pub fn sorted_by_code(mut tables: Vec<TableInfo>) -> Vec<TableInfo> {
        tables.sort_by(|one, two| one.code.cmp(&two.code));
        tables.truncate(MOST_LISTED);
        tables
    }

    /// The tables here where somebody sits.
    pub fn of(&self, who: &Identity) -> Vec<TableInfo> {
        let sits = |table: &TableInfo| table.seats.iter().any(|seat| seat.player.as_ref() == Some(&who.id));
        let rooms = self.rooms();
        let tables =
            rooms.values().map(|room| room.shown.borrow()).filter(|table| sits(table)).map(|table| (**table).clone()).collect();
        Self::sorted_by_code(tables)
    }

    /// The room here where a match is played, or was played last.
    pub fn of_match(&self, game_match: &str) -> Option<RoomHandle> {
        self.rooms().values().find(|room| shows(room, game_match)).cloned()
    }

    /// A room is open.
    pub fn put(&self, code: String, room: RoomHandle) {
        if let Some(before) = self.rooms().insert(code, room) {
            // The table has come to be this node's again.
            tokio::spawn(async move { before.inbox.send(Inbox::Moved).await });
        }
    }

    /// A room is closed, if it is still the one of this code.
    pub fn forget(&self, code: &str, door: &mpsc::WeakSender<Inbox>) {
        let mut rooms = self.rooms();
        let known = rooms.get(code).zip(door.upgrade()).is_some_and(|(room, door)| room.inbox.same_channel(&door));
        if known {
            rooms.remove(code);
        }
    }

    /// All rooms, which are nobody's from now on.
    pub fn take_all(&self) -> Vec<RoomHandle> {
        self.rooms().drain().map(|(_, room)| room).collect()
    }

    /// All rooms.
    pub fn all(&self) -> Vec<RoomHandle> {
        self.rooms().values().cloned().collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Whether a room shows a match to somebody. Of a match that spectators still watch, the room decides who may know its end.
pub fn shows(room: &RoomHandle, game_match: &str) -> bool {
    let is = |table: &watch::Receiver<Arc<TableInfo>>| table.borrow().game_match.as_deref() == Some(game_match);
    is(&room.shown) || is(&room.watched)
}

impl App {
    /// Opens a new table.
    pub async fn open_table(self: &Arc<Self>, mut data: TableData) -> Result<TableInfo, ApiError> {
        let lease = self.found(&mut data).await?;
        let complete = data.complete();
        let room = room::start(self.clone(), data, None, lease);
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
        let lease = self.found(&mut data).await?;
        let id = self.new_match(&data.code);
        data.playing = Some(id.0);
        let (code, opening) = (data.code.clone(), to_binary(play.record()));
        let begun = Write::Match { id, code: code.clone(), opening };
        self.write(lease.as_ref(), vec![begun, stored(&code, data.write())]).await?;
        let room = room::start(self.clone(), data, Some(Loaded::new(play)), lease);
        Ok((**room.shown.borrow()).clone())
    }

    /// Writes a new table down under a code that no other table has.
    async fn found(&self, data: &mut TableData) -> Result<Option<Lease>, ApiError> {
        loop {
            data.code = self.free_code(data)?;
            let write = data.write();
            let Some(cluster) = &self.cluster else {
                self.log.write(vec![stored(&data.code, write)]).await?;
                return Ok(None);
            };
            let playmat_room::Write::Table { data: bytes, .. } = write else { return Err(ApiError::internal()) };
            let lease = self.log.store().found(&data.code, &bytes, &cluster.id()).await?;
            if lease.is_some() {
                return Ok(lease);
            }
        }
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
            count += usize::from(self.reopen_table(&kept.code, &kept.data, None).await?);
        }
        Ok(count)
    }

    /// Reopens a table of the log where it was. False if there is nothing to open.
    pub async fn reopen_table(self: &Arc<Self>, code: &str, kept: &[u8], lease: Option<Lease>) -> Result<bool, ApiError> {
        let Ok(mut data) = serde_json::from_slice::<TableData>(kept) else {
            tracing::error!(code, "a table of the log cannot be read");
            return Ok(false);
        };
        if data.dealing.as_ref().is_some_and(|dealing| dealing.game_match.is_none()) {
            // A promise of an older version, which was bound to nothing: nothing was drawn from it, and a new one is made.
            data.dealing = Some(Dealing::new(&data, &**self));
            self.write(lease.as_ref(), vec![stored(code, data.write())]).await?;
        }
        if let Some(id) = data.match_id().filter(|_| lease.is_some()) {
            self.log.store().keep_table_of(id, code).await?;
        }
        let loaded = match data.match_id().filter(|_| data.closed.is_none()) {
            Some(id) => match self.load_with_all_cards(id, lease.is_some()).await {
                Ok(loaded) => loaded,
                // The log may answer later; until then nothing is given up.
                Err(CannotGoOn::Log(_)) => return Err(ApiError::log()),
                // Another node may run the program that the match was begun with.
                Err(CannotGoOn::Rules(why)) if self.has_other_nodes() => {
                    tracing::warn!(code, game_match = %id, why, "a match is for another node: its rules are not known here");
                    return Err(ApiError::new(Code::OtherRules, "The rules of this match are not known here."));
                }
                Err(lost) => {
                    tracing::error!(code, game_match = %id, %lost, "a match of the log cannot go on");
                    if !self.lose(&mut data, id, &lost, lease.as_ref()).await? {
                        return Ok(false);
                    }
                    None
                }
            },
            None => None,
        };
        room::start(self.clone(), data, loaded, lease);
        Ok(true)
    }

    /// Reads a match, also with cards that another node has stored meanwhile.
    async fn load_with_all_cards(&self, id: MatchId, shared: bool) -> Result<Option<Loaded>, CannotGoOn> {
        match load(self, id).await {
            Err(CannotGoOn::Rules(_)) if shared => {
                crate::read_card_sets(&self.games, self.log.store()).await.map_err(CannotGoOn::Log)?;
                load(self, id).await
            }
            loaded => loaded,
        }
    }

    fn has_other_nodes(&self) -> bool {
        self.cluster.as_ref().is_some_and(|cluster| !cluster.life().others().is_empty())
    }

    /// The match of a table can no longer be played here. If it was running, it has ended without a result: its players are told
    /// why, and can get its record. False if there is nothing to tell, because the match was over and no other one was about to
    /// begin.
    async fn lose(
        &self,
        data: &mut TableData,
        id: MatchId,
        lost: &CannotGoOn,
        lease: Option<&Lease>,
    ) -> Result<bool, ApiError> {
        if self.log.store().readers(id).await?.is_some() {
            if data.dealing.is_none() {
                self.write(lease, vec![Write::CloseTable { code: data.code.clone() }]).await?;
            }
            return Ok(data.dealing.is_some());
        }
        let title = self.games.service(&data.game).map_or_else(|_| data.game.clone(), |service| service.summary().title);
        data.lose(&title, Some(lost));
        let finished = data.finished(id, Ending::Closed, None);
        self.write(lease, vec![stored(&data.code, data.write()), stored(&data.code, finished)]).await?;
        Ok(true)
    }
}
