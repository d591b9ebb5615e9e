//! Taking back moves, and what a player may export from a match that is not over.

use playmat_kernel::{Entry, Seat};
use playmat_wire::Notice;
use playmat_wire::messages::{Full, TakeBack, UndoWord, Viewer};
use serde::{Deserialize, Serialize};

use crate::tell::viewer_of;
use crate::unkept::{Acted, Progress};
use crate::{Code, Identity, Moment, Room, RoomError};

/// What a seat may know of its match.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: String,
    /// The fingerprint of its cards alone.
    pub cards: Option<String>,
    /// The version of the rules' code.
    pub rule_version: u16,
    /// What the seat has been told.
    pub full: Full,
    /// The whole record, if the match is over.
    pub record: Option<Vec<u8>>,
}

impl Room {
    /// Whether the last move of a viewer can be taken back.
    pub(crate) fn take_back_of(&self, viewer: Viewer) -> Option<TakeBack> {
        let seat = match viewer {
            Viewer::P1 => Seat::One,
            Viewer::P2 => Seat::Two,
            Viewer::Public => return None,
        };
        let possible = self.data.seat(seat).bot.is_none() && self.reveals.is_none() && self.may_go_back();
        let undo = self.play.as_ref()?.undo(seat).filter(|_| possible)?;
        match undo.free || self.agrees_by_itself(seat.rival()) {
            true => Some(TakeBack::Free),
            // A bot that plays for a person in a rated match agrees to nothing.
            false => self.data.seat(seat.rival()).bot.is_none().then_some(TakeBack::Ask),
        }
    }

    /// Whether anything can be taken back: the number of entries of a match is limited, because all of them are kept.
    pub(crate) fn may_go_back(&self) -> bool {
        self.entries() < self.host.settings().most_entries
    }

    /// Somebody wants to take back a move, or answers such a wish.
    pub(crate) fn about_undoing(&mut self, seat: Seat, say: UndoWord) -> Acted {
        let Some(play) = &self.play else { return Err(RoomError::new(Code::NoMatch, "No match is running at this table.")) };
        if play.outcome().is_some() {
            return Err(RoomError::new(Code::Over, "The match is over."));
        }
        self.nobody_looks()?;
        let nothing = || RoomError::new(Code::NothingToTakeBack, "You have no move to take back.");
        let asked = self.undo == Some(seat.rival());
        if say != UndoWord::Decline && !self.may_go_back() {
            return Err(RoomError::new(Code::NothingToTakeBack, "Too much was taken back in this match; nothing more can be."));
        }
        match say {
            UndoWord::Ask => {
                let undo = play.undo(seat).ok_or_else(nothing)?;
                if undo.free || self.agrees_by_itself(seat.rival()) {
                    return self.enter(Entry::Rewind(undo.to), None);
                }
                if self.data.seat(seat.rival()).bot.is_some() {
                    return Err(RoomError::new(Code::NothingToTakeBack, "Bots do not agree to anything in a rated match."));
                }
                self.undo = Some(seat);
                self.tell_state();
            }
            UndoWord::Accept if asked => {
                let undo = play.undo(seat.rival()).ok_or_else(nothing)?;
                return self.enter(Entry::Rewind(undo.to), None);
            }
            UndoWord::Decline if asked => {
                self.undo = None;
                self.tell_state();
                self.notice(Notice::UndoDeclined, "The move is not taken back.");
            }
            UndoWord::Accept | UndoWord::Decline => {
                return Err(RoomError::new(Code::NoUndo, "Nobody asks you to take back a move."));
            }
        }
        Ok(Progress::Done)
    }

    /// Bots agree unless the match is rated, and so does the other player of a hot-seat.
    fn agrees_by_itself(&self, seat: Seat) -> bool {
        (self.data.seat(seat).bot.is_some() && !self.data.rated) || self.data.hot_seat()
    }

    /// What a player may put into a bug report: what the seat was told, and the record once it is over.
    pub fn bug_report(&mut self, who: &Identity, now: Moment) -> Result<Report, RoomError> {
        self.now = self.now.max(now);
        let viewer = self.own_viewer(who)?;
        let full = self.full(viewer).ok_or_else(|| RoomError::new(Code::NoMatch, "No match was played at this table."))?;
        let Some(play) = &self.play else { return Err(RoomError::internal()) };
        let record = play.record();
        Ok(Report {
            game: record.setup.game.clone(),
            rules: record.rules.to_string(),
            cards: record.setup.made_with.cards.map(|cards| cards.to_string()),
            rule_version: record.setup.made_with.version,
            full,
            record: self.whole_record(Some(who)).ok(),
        })
    }

    /// The position as a player sees it, as a scenario file.
    pub fn scene(&self, who: &Identity) -> Result<String, RoomError> {
        let seat = match self.own_viewer(who)? {
            Viewer::P2 => Seat::Two,
            _ => Seat::One,
        };
        let play = self.play.as_ref().ok_or_else(|| RoomError::new(Code::NoMatch, "No match was played at this table."))?;
        play.scene(seat).map_err(|why| RoomError::new(Code::NoScene, why))
    }

    /// The seat whose view somebody sees; at a hot-seat, that of the asked player.
    fn own_viewer(&self, who: &Identity) -> Result<Viewer, RoomError> {
        let seats = self.seats_in_match(who);
        let asked = self.asking.as_ref().map(|asking| asking.asked.seat).filter(|seat| seats.contains(seat));
        let seat = asked.or(seats.first().copied());
        seat.map(viewer_of).ok_or_else(|| RoomError::new(Code::NotYours, "You have no seat at this table."))
    }
}
