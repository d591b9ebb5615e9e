//! What people do at a table: come, go, sit down, get up, answer.

use playmat_kernel::{BySeat, Entry, Seat};
use playmat_wire::Notice;
use playmat_wire::messages::{ClientMessage, DrawWord, Resume, ServerMessage};
use playmat_wire::tables::{DeckRequest, JoinRequest};

use crate::tell::viewer_of;
use crate::unkept::{Acted, Progress, Then, Unkept};
use crate::{Code, Conn, ConnId, Effect, Identity, Input, RequestId, Room, RoomError, SeatData};

/// The most matches that are kept for spectators who have not seen them yet.
const MOST_BEHIND: usize = 16;
/// The most connections that one guest has at one table.
const MOST_OF_ONE: usize = 4;

impl Room {
    /// Something has come in, and nothing is under way.
    pub(crate) fn heard(&mut self, input: Input) {
        match input {
            Input::Connect { conn, who, resume, aims } => {
                if let Err(RoomError { code, sentence }) = self.connect(conn, who, resume, aims) {
                    self.effects.push(Effect::Bye { to: vec![conn], code, sentence, again: false });
                }
            }
            Input::Said { conn, message } => self.said(conn, message),
            Input::Gone { conn } => self.gone(conn),
            Input::Join { request, who, wish } => {
                let joined = self.join(&who, wish);
                let then =
                    if matches!(joined, Ok(Progress::Done)) { Then::Answer(request) } else { Then::SatDown { request, who } };
                self.go_on(joined, then);
            }
            Input::Begin { request } => {
                let begun = self.begin_without_waiting();
                self.go_on(begun, Then::Answer(request));
            }
            Input::Leave { request, who } => {
                let left = self.leave(&who);
                self.go_on(left, Then::GotUp { request, who });
            }
            Input::Become { request, from, to } => self.become_another(request, &from, to.as_ref()),
            Input::Thought { game_match, place, thought } => self.thought_of(game_match, place, thought),
            Input::ShutDown => {
                self.dismiss(Code::ShuttingDown, "The server is stopping; connect again in a moment.", true);
                self.end();
            }
            // These are heard at once, whatever the room waits for.
            Input::Kept | Input::NotKept | Input::Read(_) => {}
        }
    }

    /// Somebody is there.
    fn connect(&mut self, id: ConnId, who: Identity, resume: Option<Resume>, aims: bool) -> Result<(), RoomError> {
        if let Some(why) = &self.data.closed {
            return Err(RoomError::new(Code::TableClosed, why));
        }
        let seats = self.seats_in_match(&who);
        let watching = self.conns.iter().filter(|conn| conn.seats.is_empty()).count();
        if seats.is_empty() && self.data.spectators.is_none() {
            return Err(RoomError::new(Code::NoSpectators, "This table has no spectators."));
        }
        if seats.is_empty() && watching >= self.host.settings().most_spectators {
            return Err(RoomError::new(Code::Full, "This table has too many spectators."));
        }
        let same: Vec<usize> = (0..self.conns.len()).filter(|&at| self.conns[at].who.id == who.id).collect();
        if same.len() >= MOST_OF_ONE {
            let oldest = self.conns.remove(same[0]);
            let sentence = "You have too many connections to this table; the oldest one is closed.".to_owned();
            self.effects.push(Effect::Bye { to: vec![oldest.id], code: Code::Replaced, sentence, again: false });
        }
        let viewer = self.first_viewer(&seats);
        let was_away = self.away_until().is_some();
        let absent =
            self.asking.as_ref().is_some_and(|asking| seats.contains(&asking.asked.seat) && !self.online(asking.asked.seat));
        if absent {
            self.sees_again();
        }
        self.conns.push(Conn { id, who, seats, viewer: None, aims });
        if was_away && self.away_until().is_none() {
            self.tell_state();
        }
        let last = self.conns.len() - 1;
        self.conns[last].viewer = viewer;
        self.coming = Some(id);
        self.show();
        self.coming = None;
        self.greet(last, resume);
        self.tell_chat_so_far(id);
        Ok(())
    }

    /// A socket is gone. The seat is kept.
    fn gone(&mut self, conn: ConnId) {
        let Some(at) = self.conns.iter().position(|known| known.id == conn) else { return };
        let gone = self.conns.remove(at);
        let now = self.now();
        for seat in gone.seats.iter().map(|&seat| self.in_match(seat)).collect::<Vec<_>>() {
            if !self.online(seat) {
                self.gone_since[seat] = now;
            }
        }
        if self.conns.is_empty() {
            self.quiet_since = now;
        }
        self.show();
        if self.away_until().is_some() && !gone.seats.is_empty() {
            self.tell_state();
        }
    }

    /// Nobody else has to sit down.
    fn begin_without_waiting(&self) -> Acted {
        match () {
            () if self.stalled.is_some() => Err(RoomError::log()),
            () if self.play.is_some() || self.data.dealing.is_some() => Ok(Progress::Done),
            () if !self.data.complete() => Err(RoomError::new(Code::NoMatch, "This table waits for a player.")),
            () => self.deal(self.data.clone()),
        }
    }

    /// Somebody sits down; with the last seat the match begins.
    fn join(&mut self, who: &Identity, wish: JoinRequest) -> Acted {
        if self.stalled.is_some() {
            return Err(RoomError::log());
        }
        if let Some(why) = &self.data.closed {
            return Err(RoomError::new(Code::Over, why));
        }
        if self.play.is_some() || self.data.dealing.is_some() {
            return Err(RoomError::new(Code::NoOpenSeat, "The match has begun; all seats are taken."));
        }
        if !self.data.seats_of(who).is_empty() {
            return Ok(Progress::Done);
        }
        let open = |seat: &Seat| self.data.seat(*seat).player.is_none() && self.data.seat(*seat).bot.is_none();
        let seat = match wish.seat.map(Seat::from) {
            Some(seat) if open(&seat) => seat,
            Some(_) => return Err(RoomError::new(Code::SeatTaken, "Somebody sits there.")),
            None => {
                Seat::BOTH.into_iter().find(open).ok_or_else(|| RoomError::new(Code::NoOpenSeat, "All seats are taken."))?
            }
        };
        let deck = wish.deck.unwrap_or_else(|| DeckRequest::Named("random".into()));
        self.agreed(wish.cards.as_deref(), &deck)?;
        self.host.games().service_for(&self.data)?.check_deck(&self.data.terms(), &deck)?;
        let mut data = self.data.clone();
        *data.seat_mut(seat) = SeatData { player: Some(who.clone()), bot: None, name: None, deck };
        match data.complete() {
            true => self.deal(data),
            false => Ok(Progress::append(vec![data.write()], Unkept::Seats(data))),
        }
    }

    /// Somebody gets up, as long as no match runs.
    fn leave(&self, who: &Identity) -> Acted {
        if self.data.dealing.is_some() || self.play.as_ref().is_some_and(|play| play.outcome().is_none()) {
            return Err(RoomError::new(Code::MatchRuns, "A match is running; you can concede it."));
        }
        let seats = self.data.seats_of(who);
        if seats.is_empty() {
            return Err(RoomError::new(Code::NotYours, "You have no seat at this table."));
        }
        let mut data = self.data.clone();
        if self.play.is_none() {
            seats.iter().for_each(|&seat| *data.seat_mut(seat) = SeatData::open());
        }
        Ok(Progress::append(vec![data.write()], Unkept::Seats(data)))
    }

    /// Somebody has got up. The last one closes the table.
    pub(crate) fn got_up(&mut self, request: RequestId, who: &Identity) {
        self.data.seats_of(who).into_iter().for_each(|seat| self.rematch[seat] = false);
        self.reseat(who);
        self.show();
        let unused = self.play.is_none() && self.data.dealing.is_none();
        if unused && self.data.seats.iter().all(|seat| seat.player.is_none()) {
            let closing = self.close("Everybody has left this table.");
            return self.go_on(closing, Then::Left(request));
        }
        self.answer_request(request, Ok(()));
    }

    /// Somebody who is connected has changed seats while the table waits.
    pub(crate) fn reseat(&mut self, who: &Identity) {
        if self.play.is_none() {
            let seats = self.data.seats_of(who);
            let viewer = self.first_viewer(&seats);
            for at in 0..self.conns.len() {
                if self.conns[at].who.id == who.id {
                    (self.conns[at].seats, self.conns[at].viewer) = (seats.clone(), viewer);
                    self.greet(at, None);
                }
            }
        }
    }

    /// A client has sent a message.
    fn said(&mut self, conn: ConnId, message: ClientMessage) {
        let Some(place) = self.conns.iter().position(|known| known.id == conn) else { return };
        let (kind, decision) = match &message {
            ClientMessage::Hello { .. } => ("hello", None),
            ClientMessage::Ready { .. } => ("ready", None),
            ClientMessage::Answer { decision, .. } => ("answer", Some(*decision)),
            ClientMessage::TakeBack { decision } => ("take-back", Some(*decision)),
            ClientMessage::Concede { .. } => ("concede", None),
            ClientMessage::Concession { .. } => ("concession", None),
            ClientMessage::Draw { .. } => ("draw", None),
            ClientMessage::Undo { .. } => ("undo", None),
            ClientMessage::CloseReveal { .. } => ("close-reveal", None),
            ClientMessage::Commit { .. } => ("commit", None),
            ClientMessage::Open { .. } => ("open", None),
            ClientMessage::Rematch { .. } => ("rematch", None),
            ClientMessage::Resync {} => ("resync", None),
            ClientMessage::Say { .. } => ("say", None),
            ClientMessage::Ping { .. } => ("ping", None),
        };
        let done = match message {
            ClientMessage::Hello { .. } => Err(RoomError::new(Code::BadMessage, "`hello` was already sent.")),
            ClientMessage::Ping { id } => {
                self.send_to(conn, ServerMessage::Pong { id });
                Ok(Progress::Done)
            }
            ClientMessage::Resync {} => {
                self.send_full(place);
                Ok(Progress::Done)
            }
            ClientMessage::Ready { seat } => self.ready(place, seat.into()),
            ClientMessage::Say { phrase, text } => self.say(place, phrase, text).map(|()| Progress::Done),
            _ if self.stalled.is_some() => Err(RoomError::log()),
            ClientMessage::Answer { decision, pick } => self.answer(place, decision, pick),
            ClientMessage::TakeBack { decision } => self.take_back(place, decision),
            ClientMessage::Concede { seat } => {
                self.acting(place, seat.map(Seat::from)).and_then(|seat| self.enter(Entry::Concede(seat), None))
            }
            ClientMessage::Concession { say, seat } => {
                self.acting(place, seat.map(Seat::from)).and_then(|seat| self.about_a_concession(seat, say))
            }
            ClientMessage::Draw { say, seat } => {
                self.acting(place, seat.map(Seat::from)).and_then(|seat| self.about_a_draw(seat, say))
            }
            ClientMessage::Undo { say, seat } => {
                self.acting(place, seat.map(Seat::from)).and_then(|seat| self.about_undoing(seat, say))
            }
            ClientMessage::CloseReveal { event } => self.close_reveal(place, event).map(|()| Progress::Done),
            ClientMessage::Commit { game_match, seat, commitment } => {
                self.commit(place, (&game_match, seat.into()), &commitment)
            }
            ClientMessage::Open { game_match, seat, share } => self.open_share(place, (&game_match, seat.into()), &share),
            ClientMessage::Rematch { want } => self.again(place, want),
        };
        let then = match (kind, decision, &done) {
            ("answer", Some(decision), Ok(Progress::Append(..))) => Then::Answered { conn, decision },
            _ => Then::Refuse { conn, to: kind, decision },
        };
        self.go_on(done, then);
    }

    fn answer(&mut self, place: usize, decision: u32, pick: u8) -> Acted {
        self.is_asked(place, decision)?;
        let now = self.now();
        let Some(asking) = &mut self.asking else { return Err(RoomError::new(Code::Over, "The match is over.")) };
        if usize::from(pick) >= asking.asked.options {
            return Err(RoomError::new(Code::NoSuchOption, format!("There are {} options.", asking.asked.options)));
        }
        if let Some(pass) = asking.pass.filter(|_| asking.asked.pass == Some(pick)) {
            if asking.asked.options == 1 {
                // The room passes by itself here, whatever the client does.
                return Ok(Progress::Done);
            }
            if asking.waiting.is_none() {
                self.paces[asking.asked.seat].took(pass.seen_for(now));
            }
            if let Some(until) = pass.held(now) {
                // Its speed must not tell what a pass means.
                asking.waiting = Some((pick, until));
                return Ok(Progress::Done);
            }
        }
        self.enter(Entry::Answer(pick), None)
    }

    fn take_back(&mut self, place: usize, decision: u32) -> Acted {
        self.is_asked(place, decision)?;
        let question = self.play.as_ref().and_then(|play| play.question()).filter(|question| question.take_back);
        let undo = question.and_then(|question| self.play.as_ref()?.undo(question.seat.into()));
        let undo = undo.filter(|_| self.may_go_back());
        let nothing = "Only a move that is still being declared can be taken back.";
        let undo = undo.ok_or_else(|| RoomError::new(Code::NothingToTakeBack, nothing))?;
        self.enter(Entry::Rewind(undo.to), None)
    }

    fn about_a_draw(&mut self, seat: Seat, say: DrawWord) -> Acted {
        if self.asking.is_none() {
            return Err(RoomError::new(Code::Over, "The match is over."));
        }
        let offered = self.draw == Some(seat.rival());
        match say {
            DrawWord::Offer if offered => return self.enter(Entry::AgreedDraw, None),
            DrawWord::Offer if self.data.seat(seat.rival()).bot.is_some() => {
                self.notice(Notice::DrawDeclined, "Bots play on.");
            }
            DrawWord::Offer => {
                self.draw = Some(seat);
                self.tell_state();
            }
            DrawWord::Accept if offered => return self.enter(Entry::AgreedDraw, None),
            DrawWord::Decline if offered => {
                self.draw = None;
                self.tell_state();
                self.notice(Notice::DrawDeclined, "The draw is declined.");
            }
            _ => return Err(RoomError::new(Code::NoOffer, "No draw is offered to you.")),
        }
        Ok(Progress::Done)
    }

    /// Plays again with swapped seats, once all people want it.
    fn again(&mut self, place: usize, want: bool) -> Acted {
        if self.data.dealing.is_some() || self.play.as_ref().is_none_or(|play| play.outcome().is_none()) {
            return Err(RoomError::new(Code::NotOver, "The match is not over."));
        }
        let seats = self.conns[place].seats.clone();
        if seats.is_empty() {
            return Err(RoomError::new(Code::NotYourSeat, "You have no seat at this table."));
        }
        seats.iter().for_each(|&seat| self.rematch[seat] = want);
        let willing = |seat: Seat| self.rematch[seat] || self.data.seat(seat).player.is_none();
        if !Seat::BOTH.into_iter().all(willing) {
            self.tell_state();
            return Ok(Progress::Done);
        }
        self.check_decks()?;
        self.tell_late(self.now());
        if self.replaced.len() >= MOST_BEHIND {
            self.rematch = BySeat::default();
            self.tell_state();
            return Err(RoomError::too_many("Spectators are many matches behind; wait until they have seen some of them."));
        }
        let mut data = self.data.clone();
        data.seats.swap(0, 1);
        for seat in data.seats.iter_mut().filter(|seat| seat.player.is_some()) {
            // A player who was replaced by a bot is back.
            seat.bot = None;
        }
        self.deal(data)
    }

    /// The player of a seat of a hot-seat looks at the screen.
    fn ready(&mut self, place: usize, seat: Seat) -> Acted {
        if self.conns[place].seats.len() != 2 {
            return Err(RoomError::new(Code::NotHotSeat, "Only a hot-seat has a screen to hand over."));
        }
        match self.at_screen() {
            Some(other) if other != seat => return Err(RoomError::new(Code::NotAsked, "The other player is asked.")),
            None if self.play.is_none() => return Err(RoomError::new(Code::NoMatch, "No match is running at this table.")),
            _ => {}
        }
        self.conns[place].viewer = Some(viewer_of(seat));
        self.send_full(place);
        Ok(Progress::Done)
    }

    /// Whether this connection may answer this question now.
    fn is_asked(&self, place: usize, decision: u32) -> Result<(), RoomError> {
        if self.play.is_none() {
            return Err(RoomError::new(Code::NoMatch, "No match is running at this table."));
        }
        let Some(asking) = &self.asking else { return Err(RoomError::new(Code::Over, "The match is over.")) };
        let conn = &self.conns[place];
        let seat = asking.asked.seat;
        if !conn.seats.is_empty() {
            self.nobody_looks()?;
        }
        // That the rival is asked is no secret, but only the asked seat gets the question.
        let looks = conn.seats.contains(&seat) && conn.viewer == Some(viewer_of(seat)) && self.data.seat(seat).bot.is_none();
        match () {
            () if !looks => Err(RoomError::new(Code::NotAsked, "You are not asked.")),
            () if asking.decision != decision => Err(RoomError::new(Code::OldDecision, "This question has been answered.")),
            () => Ok(()),
        }
    }

    /// The seat that somebody acts for.
    pub(crate) fn acting(&self, place: usize, named: Option<Seat>) -> Result<Seat, RoomError> {
        let seats = &self.conns[place].seats;
        let seat = match (named, &seats[..]) {
            (Some(seat), _) if seats.contains(&seat) => seat,
            (None, [seat]) => *seat,
            (None, [_, _]) => return Err(RoomError::new(Code::NotYourSeat, "At a hot-seat, say for which seat.")),
            _ => return Err(RoomError::new(Code::NotYourSeat, "You do not have this seat.")),
        };
        match self.data.seat(seat).bot {
            Some(_) => Err(RoomError::new(Code::NotYourSeat, "A bot plays for you.")),
            None => Ok(seat),
        }
    }
}
