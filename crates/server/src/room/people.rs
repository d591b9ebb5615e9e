//! What concerns the people at a table beyond the match: they become others, and their matches are counted.

use playmat_kernel::{Entry, Outcome, Seat};
use playmat_store::{Finished, MatchId, Side, Write};
use playmat_wire::messages::Ending;
use playmat_wire::tables::DeckRequest;

use super::{Room, SeatData};
use crate::identity::{Identity, seconds_now};

/// Who was forgotten: the id that nobody has, and the name.
const GHOST: &str = "gone";
pub const GHOST_NAME: &str = "Deleted player";

impl Room {
    /// A player is somebody else from now on, with the same seats; or nobody any more. False when the room is closed.
    pub(super) async fn become_another(&mut self, from: &str, to: Option<&Identity>) -> bool {
        let here = |id: &str, room: &Room| -> Vec<Seat> {
            let sits = |seat: &Seat| room.data.seat(*seat).player.as_ref().is_some_and(|player| player.id == id);
            Seat::BOTH.into_iter().filter(sits).collect()
        };
        let seats = here(from, self);
        // Nobody plays against themselves: then the guest stays a guest at this table.
        let clash = to.is_some_and(|to| to.id != from && !here(&to.id, self).is_empty());
        if seats.is_empty() || clash {
            return true;
        }
        let runs = self.play.as_ref().is_some_and(|play| play.outcome().is_none());
        if to.is_none() && runs && self.enter(Entry::Concede(seats[0]), None).await.is_err() {
            tracing::warn!(code = %self.data.code, "a match could not be given up for somebody who is forgotten");
        }
        for &seat in &seats {
            let waits = self.play.is_none();
            match to {
                None if waits => *self.data.seat_mut(seat) = SeatData::open(),
                _ => self.data.seat_mut(seat).player = Some(to.cloned().unwrap_or_else(ghost)),
            }
        }
        let nobody = |seat: &SeatData| seat.player.as_ref().is_none_or(|player| player.id == GHOST);
        if to.is_none() && self.data.seats.iter().all(nobody) && self.close("Everybody has left this table.").await {
            return false;
        }
        if let Err(error) = self.house.log.write(vec![self.data.write()]).await {
            self.stall(&error);
        }
        self.show();
        true
    }

    /// A match that an entry ends, for the history of its players.
    pub(super) fn finished(&self, id: MatchId, entry: Entry, outcome: Outcome) -> Write {
        let alone = self.data.hot_seat();
        let names = self.data.names();
        let side = |seat: Seat| {
            let data = self.data.seat(seat);
            let known = data.player.as_ref().filter(|player| player.id != GHOST && !(alone && seat == Seat::Two));
            Side {
                player: known.map(|player| player.id.clone()),
                name: names[seat].clone(),
                bot: data.bot.clone(),
                deck: match &data.deck {
                    DeckRequest::Named(name) => name.chars().take(60).collect(),
                    DeckRequest::List { .. } | DeckRequest::Text { .. } => "own".into(),
                },
                rating: None,
            }
        };
        let ending = match ending(Some(&entry)) {
            Ending::Rules => "rules",
            Ending::Concession => "concession",
            Ending::Timeout => "timeout",
            Ending::Agreement => "agreement",
        };
        Write::Finished(Box::new(Finished {
            id,
            game: self.data.game.clone(),
            edition: self.data.edition_name.clone(),
            rated: self.data.rated && self.data.seats.iter().all(|seat| seat.bot.is_none()),
            ending: ending.into(),
            winner: outcome.winner().map(|seat| seat.bit()),
            alone,
            ended: seconds_now() as i64,
            sides: Seat::BOTH.map(side),
        }))
    }
}

/// What ended a match whose last entry this is.
pub(super) fn ending(last: Option<&Entry>) -> Ending {
    match last {
        Some(Entry::Concede(_)) => Ending::Concession,
        Some(Entry::Timeout(_)) => Ending::Timeout,
        Some(Entry::AgreedDraw) => Ending::Agreement,
        _ => Ending::Rules,
    }
}

fn ghost() -> Identity {
    Identity { id: GHOST.into(), name: GHOST_NAME.into(), program: false, account: false }
}
