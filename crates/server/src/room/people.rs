//! Changes of the people at a table: players who sign up or are deleted, and the counting of their matches.

use playmat_kernel::{Entry, Seat};
use playmat_store::{CLOSED, Finished, MatchId, Side, Write};
use playmat_wire::messages::Ending;
use playmat_wire::tables::DeckRequest;

use super::{Room, SeatData, TableData};
use crate::api_error::ApiError;
use crate::identity::{Identity, seconds_now};

/// A deleted player: an id that nobody has, and the name.
pub(super) const GHOST: &str = "gone";
pub const GHOST_NAME: &str = "Deleted player";

impl Room {
    /// A player has another identity from now on, with the same seats, or is deleted. False when the room is closed.
    pub(super) async fn become_another(&mut self, from: &str, to: Option<&Identity>) -> Result<bool, ApiError> {
        if to.is_none() {
            self.take_out_name(from);
        }
        let here = |id: &str, room: &Room| -> Vec<Seat> {
            let sits = |seat: &Seat| room.data.seat(*seat).player.as_ref().is_some_and(|player| player.id == id);
            Seat::BOTH.into_iter().filter(sits).collect()
        };
        let seats = here(from, self);
        // Nobody plays against themselves: in that case the guest stays a guest at this table.
        let clash = to.is_some_and(|to| to.id != from && !here(&to.id, self).is_empty());
        if seats.is_empty() || clash {
            return Ok(true);
        }
        let runs = self.play.as_ref().is_some_and(|play| play.outcome().is_none());
        if to.is_none() && runs {
            self.enter(Entry::Concede(seats[0]), None).await?;
        }
        for &seat in &seats {
            let waits = self.play.is_none() && self.data.dealing.is_none();
            match to {
                None if waits => *self.data.seat_mut(seat) = SeatData::open(),
                None => {
                    let data = self.data.seat_mut(seat);
                    (data.player, data.name) = (Some(ghost()), None);
                }
                Some(to) => self.data.seat_mut(seat).player = Some(to.clone()),
            }
        }
        let nobody = |seat: &SeatData| seat.player.as_ref().is_none_or(|player| player.id == GHOST);
        if to.is_none() && self.data.seats.iter().all(nobody) && self.close("Everybody has left this table.").await {
            return Ok(false);
        }
        if let Err(error) = self.app.log.write(vec![self.data.write()]).await {
            self.stall(&error);
            return Err(ApiError::log());
        }
        self.show();
        Ok(true)
    }

    /// Removes a player's name from everything that this room can still send: events, chat, and what spectators see with a delay.
    fn take_out_name(&mut self, player: &str) {
        self.chat.forget(player);
        for seat in Seat::BOTH {
            let sits = self.data.seat(seat).player.as_ref().is_some_and(|sits| sits.id == player);
            let played = self.in_match(seat);
            if let Some(play) = self.play.as_mut().filter(|_| sits) {
                play.rename(played, GHOST_NAME.to_owned());
            }
        }
        self.take_out_late_name(player);
    }
}

impl TableData {
    /// The match of this table is over: for the history of its players.
    pub fn finished(&self, id: MatchId, ending: Ending, winner: Option<Seat>) -> Write {
        let alone = self.hot_seat();
        let names = self.names();
        let side = |seat: Seat| {
            let data = self.seat(seat);
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
        let word = match ending {
            Ending::Rules => "rules",
            Ending::Concession => "concession",
            Ending::Timeout => "timeout",
            Ending::Agreement => "agreement",
            Ending::Closed => CLOSED,
        };
        Write::Finished(Box::new(Finished {
            id,
            game: self.game.clone(),
            edition: self.edition_name.clone(),
            rated: self.rated && ending != Ending::Closed && self.seats.iter().all(|seat| seat.bot.is_none()),
            ending: word.into(),
            winner: winner.map(|seat| seat.bit()),
            alone,
            public: self.public,
            ended: seconds_now() as i64,
            sides: Seat::BOTH.map(side),
        }))
    }
}

/// How a match ended, by its last entry.
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
