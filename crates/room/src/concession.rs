//! A bot without hope offers to concede to a person, who accepts or plays on.

use playmat_bots::Concession;
use playmat_kernel::{BySeat, Entry, Occasion, Seat};
use playmat_wire::messages::ConcessionWord;

use crate::unkept::{Acted, Progress};
use crate::{Code, Room, RoomError};

/// The estimates of bots in a match, and who offers to concede.
#[derive(Default)]
pub(crate) struct Concessions {
    /// The chances of winning that each bot estimated at its moves so far.
    hopes: BySeat<Vec<f64>>,
    /// Who offers.
    offers: Option<Seat>,
    /// Whether an offer was declined: there is no second one in a match.
    declined: bool,
}

impl Concessions {
    /// Who offers to concede.
    pub(crate) fn offers(&self) -> Option<Seat> {
        self.offers
    }

    /// A bot has made a move and thinks so of its chances. Whether that changes who offers: an offer is withdrawn when
    /// there is hope again.
    pub(crate) fn moved(&mut self, seat: Seat, chance: f64, rule: Concession) -> bool {
        self.hopes[seat].push(chance);
        let due = !self.declined && rule.is_due(&self.hopes[seat]);
        let before = self.offers;
        match due {
            true => self.offers = Some(seat),
            false => self.offers = self.offers.filter(|&other| other != seat),
        }
        self.offers != before
    }

    /// The match went back: what was thought of it counts no longer. Whether an offer fell.
    pub(crate) fn rewound(&mut self) -> bool {
        self.hopes = BySeat::default();
        self.offers.take().is_some()
    }

    fn decline(&mut self) {
        (self.offers, self.declined) = (None, true);
    }
}

impl Room {
    /// The answer of a bot has been entered: whether that changed who offers to concede.
    ///
    /// Only its moves count, so that an offer never tells that a bot has something to respond with, and it comes together with the
    /// move. Who only took somebody's place concedes nothing in that name.
    pub(crate) fn hope_of(&mut self, seat: Seat, occasion: Occasion, chance: Option<f64>) -> bool {
        let (own, rival) = (self.data.seat(seat), self.data.seat(seat.rival()));
        let a_bot_and_a_person = own.bot.is_some() && own.player.is_none() && rival.player.is_some() && rival.bot.is_none();
        match chance {
            Some(chance) if a_bot_and_a_person && occasion == Occasion::Move => {
                self.concessions.moved(seat, chance, self.host.settings().concession)
            }
            _ => false,
        }
    }

    /// A person answers a bot that offers to concede.
    pub(crate) fn about_a_concession(&mut self, seat: Seat, say: ConcessionWord) -> Acted {
        if self.asking.is_none() {
            return Err(RoomError::new(Code::Over, "The match is over."));
        }
        let rival = seat.rival();
        if self.concessions.offers() != Some(rival) {
            return Err(RoomError::new(Code::NoOffer, "No concession is offered to you."));
        }
        match say {
            ConcessionWord::Accept => self.enter(Entry::Concede(rival), None),
            ConcessionWord::Decline => {
                self.concessions.decline();
                self.tell_state();
                Ok(Progress::Done)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Concession = Concession { below: 0.03, in_a_row: 2 };

    #[test]
    fn an_offer_stands_while_there_is_no_hope() {
        let mut concessions = Concessions::default();
        assert!(!concessions.moved(Seat::Two, 0.01, RULE));
        assert!(concessions.moved(Seat::Two, 0.02, RULE));
        assert_eq!(concessions.offers(), Some(Seat::Two));
        assert!(!concessions.moved(Seat::Two, 0.0, RULE), "it stands already");
        assert!(concessions.moved(Seat::Two, 0.2, RULE), "it is withdrawn");
        assert_eq!(concessions.offers(), None);
    }

    #[test]
    fn nothing_is_offered_again_that_was_declined() {
        let mut concessions = Concessions::default();
        concessions.moved(Seat::One, 0.0, RULE);
        concessions.moved(Seat::One, 0.0, RULE);
        concessions.decline();
        assert!(!concessions.moved(Seat::One, 0.0, RULE));
        assert_eq!(concessions.offers(), None);
    }

    #[test]
    fn what_was_taken_back_counts_no_longer() {
        let mut concessions = Concessions::default();
        concessions.moved(Seat::One, 0.0, RULE);
        concessions.moved(Seat::One, 0.0, RULE);
        assert!(concessions.rewound());
        assert!(!concessions.moved(Seat::One, 0.0, RULE), "one move is not two in a row");
    }
}
