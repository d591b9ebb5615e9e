//! Spectators may have a delay. They, and everybody who does not sit here, are told what was true a while ago: a match that is
//! over for its players goes on for them, and so does a match that a rematch has replaced.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use playmat_kernel::MatchId;
use playmat_kernel::Seat;
use playmat_wire::messages::{ServerMessage, State, Update, Viewer};
use playmat_wire::tables::{Stage, TableInfo};
use playmat_wire::to_binary;

use crate::people::{GHOST, GHOST_NAME};
use crate::play::Play;
use crate::{Effect, Moment, Room, RoomError};

/// The least time between two updates for delayed spectators.
const TOGETHER: Duration = Duration::from_millis(100);

/// When spectators may know how many entries, and how many they know.
#[derive(Default)]
pub(crate) struct SpectatorDelay {
    pub(crate) due: VecDeque<(Moment, usize)>,
    pub(crate) entries: usize,
}

/// A match that was replaced by the next one, as long as spectators do not know that.
pub(crate) struct Replaced {
    play: Box<dyn Play>,
    id: MatchId,
    /// The table as it was at the end.
    table: Arc<TableInfo>,
    spectator_delay: SpectatorDelay,
    /// When spectators see the next one.
    until: Moment,
}

impl SpectatorDelay {
    /// What may be told by now: from how many entries to how many.
    fn pass(&mut self, now: Moment) -> Option<(usize, usize)> {
        let mut entries = None;
        while self.due.front().is_some_and(|&(due, _)| due <= now) {
            entries = self.due.pop_front().map(|(_, entries)| entries);
        }
        let entries = entries?;
        Some((std::mem::replace(&mut self.entries, entries), entries))
    }
}

impl Room {
    /// Everybody who does not sit here sees the table with the delay of spectators, over HTTP too. Spectators are told if it has
    /// changed.
    pub(crate) fn show_late(&mut self) {
        let over = self.replaced.front().map(|replaced| &replaced.table).or(self.held.as_ref());
        let mut table = over.unwrap_or(&self.shown).clone();
        if let Some((play, _, entries)) = self.watched_match()
            && table.stage == Stage::Over
            && entries < play.record().entries.len()
        {
            Arc::make_mut(&mut table).stage = Stage::Playing;
        }
        if self.watched != table {
            self.watched = table.clone();
            self.effects.push(Effect::Watched(table.clone()));
            self.send_where(|conn| conn.seats.is_empty(), ServerMessage::Table { table: (*table).clone() });
        }
    }

    /// The match that spectators see, and how many of its entries.
    pub(crate) fn watched_match(&self) -> Option<(&dyn Play, MatchId, usize)> {
        match self.replaced.front() {
            Some(Replaced { play, id, spectator_delay, .. }) => Some((&**play, *id, spectator_delay.entries)),
            None => Some((self.play.as_deref()?, self.data.match_id()?, self.spectator_delay.entries)),
        }
    }

    /// Whether spectators see the match that is played, and all of it.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.replaced.is_empty() && self.spectator_delay.entries == self.entries()
    }

    /// Spectators may know of the entries so far when their delay is over.
    pub(crate) fn tell_later(&mut self) {
        let (due, entries) = (self.now() + self.delay(), self.entries());
        let late = &mut self.spectator_delay.due;
        // Entries that come close together are told together, so that the list stays short.
        if late.back().is_some_and(|&(last, _)| last + TOGETHER > due) && late.len() > 1 {
            late.pop_back();
        }
        late.push_back((due, entries));
    }

    /// A rematch is agreed on: spectators do not know yet that it changes the table.
    pub(crate) fn hold(&mut self) {
        if self.delay() > Duration::ZERO && self.play.is_some() {
            self.held = Some(self.shown.clone());
        }
    }

    /// The next match begins for its players. For spectators the last one goes on.
    pub(crate) fn replace(&mut self, id: Option<MatchId>) {
        let Some(((table, play), id)) = self.held.take().zip(self.play.take()).zip(id) else { return };
        let spectator_delay = std::mem::take(&mut self.spectator_delay);
        self.replaced.push_back(Replaced { play, id, table, spectator_delay, until: self.now() + self.delay() });
    }

    /// When spectators hear the next thing.
    pub(crate) fn late_due(&self) -> Option<Moment> {
        match self.replaced.front() {
            Some(Replaced { spectator_delay, until, .. }) => {
                Some(spectator_delay.due.front().map_or(*until, |&(due, _)| due.min(*until)))
            }
            None => self.spectator_delay.due.front().map(|&(due, _)| due),
        }
    }

    /// Spectators hear what they may know by now.
    pub(crate) fn tell_late(&mut self, now: Moment) {
        while let Some(replaced) = self.replaced.front_mut() {
            match replaced.spectator_delay.pass(now) {
                Some((before, entries)) => self.tell_watchers(before, entries),
                None if self.replaced.pop_front_if(|replaced| replaced.until <= now).is_some() => {
                    self.show_late();
                    let watchers = (0..self.conns.len()).filter(|&at| self.conns[at].seats.is_empty());
                    watchers.collect::<Vec<_>>().into_iter().for_each(|at| self.greet(at, None));
                }
                None => return,
            }
        }
        if let Some((before, entries)) = self.spectator_delay.pass(now) {
            self.tell_watchers(before, entries);
        }
    }

    fn tell_watchers(&mut self, before: usize, entries: usize) {
        let watches = self.conns.iter().any(|conn| conn.viewer == Some(Viewer::Public));
        if let Some((play, id, _)) = self.watched_match().filter(|_| watches) {
            let from = play.whole(Viewer::Public, before).number;
            let Some(news) = play.since(Viewer::Public, from, entries) else { return };
            let state = if self.is_up_to_date() { self.state() } else { self.late_state(play, entries) };
            let update = Update {
                game_match: id.to_string(),
                from: news.from,
                to: news.to,
                events: news.events,
                changes: news.changes,
                state,
                take_back: None,
                question: None,
            };
            self.send_where(|conn| conn.viewer == Some(Viewer::Public), ServerMessage::Update(update));
        }
        self.show_late();
    }

    /// The state of a match after so many entries, as far as delayed spectators may know it.
    pub(crate) fn late_state(&self, play: &dyn Play, entries: usize) -> State {
        let whole = play.whole(Viewer::Public, entries);
        let over = whole.outcome.map(|outcome| crate::tell::over(play, outcome, entries));
        State { asked: whole.asked.map(Into::into), over, ..State::default() }
    }

    /// Removes a player's name from what spectators still see.
    pub(crate) fn take_out_late_name(&mut self, player: &str) {
        let sits = |table: &TableInfo, place: usize| table.seats[place].player.as_deref() == Some(player);
        for replaced in &mut self.replaced {
            for (place, seat) in Seat::BOTH.into_iter().enumerate() {
                if sits(&replaced.table, place) {
                    replaced.play.rename(seat, GHOST_NAME.to_owned());
                }
            }
        }
        for table in self.replaced.iter_mut().map(|replaced| &mut replaced.table).chain(&mut self.held) {
            for seat in Arc::make_mut(table).seats.iter_mut().filter(|seat| seat.player.as_deref() == Some(player)) {
                (seat.player, seat.name) = (Some(GHOST.to_owned()), Some(GHOST_NAME.to_owned()));
            }
        }
    }

    /// The record of a replaced match, for its players, and for everybody once spectators have seen its end.
    pub(crate) fn replaced_record(&self, id: MatchId, player: bool) -> Option<Result<Vec<u8>, RoomError>> {
        let replaced = self.replaced.iter().find(|replaced| replaced.id == id)?;
        let record = replaced.play.record();
        let told = player || replaced.spectator_delay.entries == record.entries.len();
        Some(if told { Ok(to_binary(record)) } else { Err(RoomError::not_over()) })
    }
}
