//! Changes of the people at a table: players who sign up or are deleted, and the counting of their matches.

use playmat_kernel::{Entry, MatchId, Seat};
use playmat_wire::messages::Ending;
use playmat_wire::tables::DeckRequest;

use crate::unkept::{Progress, Then, Unkept};
use crate::{CannotGoOn, Finished, Identity, RequestId, Room, SeatData, Side, TableData, Write};

/// The id of a deleted player, which nobody has.
pub(crate) const GHOST: &str = "gone";
/// The name of a deleted player.
pub const GHOST_NAME: &str = "Deleted player";

impl Room {
    /// A player has another identity from now on, with the same seats, or is deleted.
    pub(crate) fn become_another(&mut self, request: RequestId, from: &str, to: Option<&Identity>) {
        if to.is_none() {
            self.take_out_name(from);
        }
        let seats = self.seats_of_player(from);
        // Nobody plays against themselves: in that case the guest stays a guest at this table.
        let clash = to.is_some_and(|to| to.id != from && !self.seats_of_player(&to.id).is_empty());
        if seats.is_empty() || clash {
            return self.answer_request(request, Ok(()));
        }
        let runs = self.play.as_ref().is_some_and(|play| play.outcome().is_none());
        if to.is_none() && runs {
            let conceded = self.enter(Entry::Concede(seats[0]), None);
            return self.go_on(conceded, Then::Conceded { request, from: from.to_owned() });
        }
        self.exchange(request, from, to);
    }

    /// The seats of a player get the other identity, or are nobody's.
    pub(crate) fn exchange(&mut self, request: RequestId, from: &str, to: Option<&Identity>) {
        let waits = self.play.is_none() && self.data.dealing.is_none();
        let mut data = self.data.clone();
        for seat in self.seats_of_player(from) {
            let seat = data.seat_mut(seat);
            match to {
                None if waits => *seat = SeatData::open(),
                None => (seat.player, seat.name) = (Some(ghost()), None),
                Some(to) => seat.player = Some(to.clone()),
            }
        }
        let nobody = |seat: &SeatData| seat.player.as_ref().is_none_or(|player| player.id == GHOST);
        if to.is_none() && data.seats.iter().all(nobody) {
            let closing = self.close("Everybody has left this table.");
            return self.go_on(closing, Then::Deserted { request, data: Box::new(data) });
        }
        self.write_people(request, data);
    }

    pub(crate) fn write_people(&mut self, request: RequestId, data: TableData) {
        self.go_on(Ok(Progress::append(vec![data.write()], Unkept::People(data))), Then::Answer(request));
    }

    fn seats_of_player(&self, id: &str) -> Vec<Seat> {
        let sits = |seat: &Seat| self.data.seat(*seat).player.as_ref().is_some_and(|player| player.id == id);
        Seat::BOTH.into_iter().filter(sits).collect()
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
    /// The match of this table can no longer be played here: its players are told why, and the table is closed.
    pub fn lose(&mut self, title: &str, lost: Option<&CannotGoOn>) {
        let why = match lost {
            Some(CannotGoOn::Rules(_)) => format!("the rules of {title} here have changed since it began"),
            Some(CannotGoOn::Log(_) | CannotGoOn::Broken(_)) | None => "its stored entries cannot be played".to_owned(),
        };
        self.closed = Some(format!(
            "This match cannot go on: {why}. It ended without a result and counts for nobody. Its record stays in the list of your matches."
        ));
    }

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
                    DeckRequest::List { .. } | DeckRequest::Text { .. } | DeckRequest::Try { .. } => "own".into(),
                },
            }
        };
        Write::Finished(Box::new(Finished {
            id,
            game: self.game.clone(),
            edition: self.edition_name.clone(),
            rated: self.rated && ending != Ending::Closed && self.seats.iter().all(|seat| seat.bot.is_none()),
            ending,
            winner,
            alone,
            public: self.public,
            sides: Seat::BOTH.map(side),
        }))
    }
}

/// How a match ended, by its last entry.
pub(crate) fn ending(last: Option<&Entry>) -> Ending {
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
