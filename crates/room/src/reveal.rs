//! Revealed cards: the match waits until the player they are shown to has looked at them, or some seconds have passed. An event
//! says to whom it shows its cards; this module does not know which games have such events. Nothing of it is stored: after a
//! restart everybody has looked.

use playmat_kernel::Seat;
use playmat_wire::messages::Reveal;

use crate::tell::viewer_of;
use crate::{Code, Moment, Room, RoomError, SeatData};

/// Cards that are being looked at. There is at least one event.
pub(crate) struct Reveals {
    /// The numbers of the events, and who looks.
    open: Vec<(u32, Seat)>,
    /// When all of them are closed.
    pub(crate) until: Moment,
}

impl Room {
    /// Waits if the last entry has shown cards to a person and the match goes on.
    pub(crate) fn open_reveals(&mut self) {
        let until = self.now() + self.host.settings().reveal;
        let play = self.play.as_ref().filter(|play| play.outcome().is_none());
        let mut open = play.map_or_else(Vec::new, |play| play.shown());
        open.retain(|&(_, seat)| looks(self.data.seat(seat)));
        self.reveals = (!open.is_empty()).then_some(Reveals { open, until });
    }

    /// Somebody has looked at the cards of an event.
    pub(crate) fn close_reveal(&mut self, place: usize, event: u32) -> Result<(), RoomError> {
        // What has just been closed by time needs no refusal.
        let Some(reveals) = &mut self.reveals else { return Ok(()) };
        let Some(at) = reveals.open.iter().position(|&(number, _)| number == event) else { return Ok(()) };
        let conn = &self.conns[place];
        let seat = reveals.open[at].1;
        if !conn.seats.contains(&seat) || conn.viewer != Some(viewer_of(seat)) {
            return Err(RoomError::new(Code::NotShown, "These cards are not shown to you."));
        }
        reveals.open.remove(at);
        match reveals.open.is_empty() {
            true => self.end_reveals(),
            false => self.tell_state(),
        }
        Ok(())
    }

    /// Everybody has looked, or the time for it is over: the question is asked now, and its clock starts.
    pub(crate) fn end_reveals(&mut self) {
        self.reveals = None;
        self.ask();
        self.tell_state();
        for at in 0..self.conns.len() {
            // A covered hot-seat screen may have waited for the player who looked.
            if self.conns[at].seats.len() == 2 && self.conns[at].viewer.is_none() {
                self.hand_over_to(at);
            }
        }
        self.hand_over();
    }

    /// The refusal while somebody looks at revealed cards.
    pub(crate) fn nobody_looks(&self) -> Result<(), RoomError> {
        let Some(&(_, seat)) = self.reveals.as_ref().and_then(|reveals| reveals.open.first()) else { return Ok(()) };
        let name = &self.data.names()[seat];
        Err(RoomError::new(Code::RevealOpen, format!("{name} is looking at revealed cards; the match goes on in a moment.")))
    }

    /// The player for whom a hot-seat screen is: who looks at revealed cards, otherwise who is asked.
    pub(crate) fn at_screen(&self) -> Option<Seat> {
        let looks = self.reveals.as_ref().and_then(|reveals| reveals.open.first()).map(|&(_, seat)| seat);
        looks.or(self.asking.as_ref().map(|asking| asking.asked.seat))
    }

    /// As everybody is told.
    pub(crate) fn reveals_shown(&self) -> Vec<Reveal> {
        let Some(Reveals { open, until }) = &self.reveals else { return vec![] };
        let left = until.since(self.now()).as_millis() as u32;
        open.iter().map(|&(event, seat)| Reveal { event, to: seat.into(), left }).collect()
    }
}

/// Whether a person in that seat looks at cards: bots and programs have seen them at once.
fn looks(seat: &SeatData) -> bool {
    seat.bot.is_none() && seat.player.as_ref().is_some_and(|player| !player.program)
}
