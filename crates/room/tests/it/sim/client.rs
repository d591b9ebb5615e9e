//! A simulated player or spectator: what they know, and what they do about it.

use std::time::Duration;

use playmat_chance::{Draws, FastChance};
use playmat_kernel::Chance;
use playmat_room::{ConnId, Identity, Mirror, Shares};
use playmat_wire::messages::{ClientMessage, ConcessionWord, DrawWord, Phrase, ServerMessage, UndoWord};

pub struct Client {
    pub who: Identity,
    pub table: usize,
    pub mirror: Mirror,
    /// The open connection.
    pub conn: Option<ConnId>,
    /// How many connections there were: what belongs to an earlier one is dropped.
    pub session: u32,
    /// When the last message of each direction arrives: a connection keeps their order.
    pub up: playmat_room::Moment,
    pub down: playmat_room::Moment,
    /// Whether nobody lets them in any more.
    pub turned_away: bool,
    shares: Shares,
    luck: FastChance,
}

/// What a client does: a message, after a time.
pub type Deed = (Duration, ClientMessage);

impl Client {
    pub fn new(who: Identity, table: usize, seed: u64) -> Self {
        let shares = Shares::new(move |about| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.to_le_bytes());
            about
                .bytes()
                .enumerate()
                .for_each(|(at, byte)| key[8 + at % 24] = key[8 + at % 24].wrapping_mul(31).wrapping_add(byte));
            Draws::new(key)
        });
        Client {
            who,
            table,
            mirror: Mirror::default(),
            conn: None,
            session: 0,
            up: Default::default(),
            down: Default::default(),
            turned_away: false,
            shares,
            luck: FastChance::new(seed),
        }
    }

    /// A message has come. `calm` clients only play on. An error is a law that was broken.
    pub fn hear(&mut self, message: &ServerMessage, calm: bool) -> Result<Vec<Deed>, String> {
        self.mirror.take(message)?;
        let mut deeds: Vec<Deed> = Vec::new();
        for answer in self.shares.answer(&self.who.id, message)? {
            // Some do not promise, and some do not open what they promised.
            if calm || self.luck.one_of(12) > 0 {
                deeds.push((self.soon(2000), answer));
            }
        }
        match message {
            ServerMessage::Handover { to } => deeds.push((self.soon(500), ClientMessage::Ready { seat: *to })),
            ServerMessage::Full(_) | ServerMessage::Update(_) => deeds.extend(self.react(calm)),
            // The other player of a hot-seat is asked by now.
            ServerMessage::Refused(refusal) if refusal.to == "ready" => {
                let seat = self.mirror.seats[self.luck.one_of(2) as usize % self.mirror.seats.len()];
                deeds.push((self.soon(500), ClientMessage::Ready { seat }));
            }
            // Something went wrong: look again.
            ServerMessage::Refused(_) => deeds.push((self.soon(3000), ClientMessage::Resync {})),
            _ => {}
        }
        Ok(deeds)
    }

    /// What they do where the match stands now.
    fn react(&mut self, calm: bool) -> Vec<Deed> {
        let (state, seats) = (self.mirror.state.clone(), self.mirror.seats.clone());
        let mut deeds = Vec::new();
        let Some(&seat) = seats.first() else { return deeds };
        let named = (seats.len() == 2).then_some(seat);
        for reveal in &state.reveals {
            if seats.contains(&reveal.to) && self.luck.one_of(2) == 0 {
                deeds.push((self.soon(2000), ClientMessage::CloseReveal { event: reveal.event }));
            }
        }
        if state.undo.is_some_and(|asks| asks != seat) {
            let say = if self.luck.one_of(2) == 0 { UndoWord::Accept } else { UndoWord::Decline };
            deeds.push((self.soon(1000), ClientMessage::Undo { say, seat: named }));
        }
        if state.draw.is_some_and(|offers| offers != seat) {
            let say = if self.luck.one_of(8) == 0 { DrawWord::Accept } else { DrawWord::Decline };
            deeds.push((self.soon(1000), ClientMessage::Draw { say, seat: named }));
        }
        if state.concession.is_some() {
            deeds.push((self.soon(1000), ClientMessage::Concession { say: ConcessionWord::Decline, seat: named }));
        }
        if let Some(question) = self.mirror.question.clone() {
            let decision = question.decision;
            let pick = self.luck.one_of(question.options.len() as u32) as u8;
            if !calm {
                deeds.extend(self.mischief(decision, named, question.take_back).map(|deed| (self.soon(1000), deed)));
            }
            deeds.push((self.soon(4000), ClientMessage::Answer { decision, pick }));
        }
        deeds
    }

    /// Now and then something else than an answer.
    fn mischief(&mut self, decision: u32, seat: Option<playmat_wire::SeatForm>, take_back: bool) -> Option<ClientMessage> {
        match self.luck.one_of(60) {
            0 => Some(ClientMessage::Answer { decision, pick: 200 }),
            1 => Some(ClientMessage::Answer { decision: decision.wrapping_add(1), pick: 0 }),
            2 => Some(ClientMessage::Draw { say: DrawWord::Offer, seat }),
            3..=5 => Some(ClientMessage::Undo { say: UndoWord::Ask, seat }),
            6 => Some(ClientMessage::Resync {}),
            7 => Some(ClientMessage::Say { phrase: Some(Phrase::Hello), text: None }),
            8 => Some(ClientMessage::Ping { id: 1 }),
            9..=14 if take_back => Some(ClientMessage::TakeBack { decision }),
            15 if self.luck.one_of(10) == 0 => Some(ClientMessage::Concede { seat }),
            _ => None,
        }
    }

    /// Within so many milliseconds.
    pub fn soon(&mut self, most: u32) -> Duration {
        Duration::from_millis(self.luck.one_of(most).into())
    }
}
