//! What people do at a table: come, go, sit down, get up, answer.

use std::time::Instant;

use playmat_kernel::{BySeat, Entry, Seat};
use playmat_wire::Notice;
use playmat_wire::messages::{ClientMessage, DrawWord, Resume, ServerMessage};
use playmat_wire::tables::{DeckRequest, JoinRequest, TableInfo};
use tokio::sync::mpsc;

use super::tell::{text, viewer_of};
use super::{Conn, ConnId, Out, Room, SeatData};
use crate::api_error::{ApiError, Code};
use crate::identity::Identity;

/// The most matches that are kept for spectators who have not seen them yet.
const MOST_BEHIND: usize = 16;
/// The most connections that one guest has at one table.
const MOST_OF_ONE: usize = 4;

impl Room {
    /// Somebody has opened a socket.
    pub(super) fn connect(
        &mut self,
        who: Identity,
        resume: Option<Resume>,
        aims: bool,
        out: mpsc::Sender<Out>,
    ) -> Result<ConnId, ApiError> {
        if let Some(why) = &self.data.closed {
            return Err(ApiError::new(Code::TableClosed, why));
        }
        let seats = self.seats_in_match(&who);
        let watching = self.conns.iter().filter(|conn| conn.seats.is_empty()).count();
        if seats.is_empty() && self.data.spectators.is_none() {
            return Err(ApiError::new(Code::NoSpectators, "This table has no spectators."));
        }
        if seats.is_empty() && watching >= self.app.config.most_spectators {
            return Err(ApiError::new(Code::Full, "This table has too many spectators."));
        }
        let same: Vec<usize> = (0..self.conns.len()).filter(|&at| self.conns[at].who.id == who.id).collect();
        if same.len() >= MOST_OF_ONE {
            let oldest = self.conns.remove(same[0]);
            let sentence = "You have too many connections to this table; the oldest one is closed.".to_owned();
            let _ = oldest.out.try_send(Out::Bye { code: Code::Replaced, sentence, again: false });
        }
        let id = ConnId(self.next_conn);
        self.next_conn = self.next_conn.wrapping_add(1);
        let viewer = self.first_viewer(&seats);
        let was_away = self.away_until().is_some();
        let absent =
            self.asking.as_ref().is_some_and(|asking| seats.contains(&asking.asked.seat) && !self.online(asking.asked.seat));
        if absent {
            self.sees_again();
        }
        self.conns.push(Conn { id, who, out, seats, viewer: None, aims });
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
        Ok(id)
    }

    /// A socket is gone. The seat is kept.
    pub(super) fn gone(&mut self, conn: ConnId) {
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

    /// Somebody sits down; with the last seat the match begins.
    pub(super) async fn join(&mut self, who: Identity, request: JoinRequest) -> Result<TableInfo, ApiError> {
        if self.stalled.is_some() {
            return Err(ApiError::log());
        }
        if let Some(why) = &self.data.closed {
            return Err(ApiError::new(Code::Over, why));
        }
        if self.play.is_some() || self.data.dealing.is_some() {
            return Err(ApiError::new(Code::NoOpenSeat, "The match has begun; all seats are taken."));
        }
        if !self.data.seats_of(&who).is_empty() {
            return Ok(self.shown.borrow().clone());
        }
        let open = |seat: &Seat| self.data.seat(*seat).player.is_none() && self.data.seat(*seat).bot.is_none();
        let seat = match request.seat.map(Seat::from) {
            Some(seat) if open(&seat) => seat,
            Some(_) => return Err(ApiError::new(Code::SeatTaken, "Somebody sits there.")),
            None => Seat::BOTH.into_iter().find(open).ok_or_else(|| ApiError::new(Code::NoOpenSeat, "All seats are taken."))?,
        };
        let deck = request.deck.unwrap_or_else(|| DeckRequest::Named("random".into()));
        self.app.games.service(&self.data.game)?.check_deck(&self.data.terms(), &deck)?;
        let before = self.data.clone();
        *self.data.seat_mut(seat) = SeatData { player: Some(who.clone()), bot: None, name: None, deck };
        let done = match self.data.complete() {
            true => self.deal().await,
            false => self.app.log.write(vec![self.data.write()]).await.map_err(ApiError::from),
        };
        if let Err(error) = done {
            self.data = before;
            return Err(error);
        }
        self.reseat(&who);
        self.show();
        Ok(self.shown.borrow().clone())
    }

    /// Somebody gets up, as long as no match runs.
    pub(super) async fn leave(&mut self, who: &Identity) -> Result<TableInfo, ApiError> {
        if self.data.dealing.is_some() || self.play.as_ref().is_some_and(|play| play.outcome().is_none()) {
            return Err(ApiError::new(Code::MatchRuns, "A match is running; you can concede it."));
        }
        let seats = self.data.seats_of(who);
        if seats.is_empty() {
            return Err(ApiError::new(Code::NotYours, "You have no seat at this table."));
        }
        let before = self.data.clone();
        if self.play.is_none() {
            seats.iter().for_each(|&seat| *self.data.seat_mut(seat) = SeatData::open());
        }
        if let Err(error) = self.app.log.write(vec![self.data.write()]).await {
            self.data = before;
            return Err(error.into());
        }
        seats.iter().for_each(|&seat| self.rematch[seat] = false);
        self.reseat(who);
        self.show();
        Ok(self.shown.borrow().clone())
    }

    /// Somebody who is connected has changed seats while the table waits.
    fn reseat(&mut self, who: &Identity) {
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
    pub(super) async fn said(&mut self, conn: ConnId, message: ClientMessage, at: Instant) {
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
            ClientMessage::Hello { .. } => Err(ApiError::new(Code::BadMessage, "`hello` was already sent.")),
            ClientMessage::Ping { id } => {
                self.send_to(conn, text(&ServerMessage::Pong { id }));
                Ok(())
            }
            ClientMessage::Resync {} => {
                self.send_full(place);
                Ok(())
            }
            ClientMessage::Ready { seat } => self.ready(place, seat.into()),
            ClientMessage::Say { phrase, text } => self.say(place, phrase, text),
            _ if self.stalled.is_some() => Err(ApiError::log()),
            ClientMessage::Answer { decision, pick } => self.answer(place, decision, pick, at).await,
            ClientMessage::TakeBack { decision } => self.take_back(place, decision).await,
            ClientMessage::Concede { seat } => match self.acting(place, seat.map(Seat::from)) {
                Ok(seat) => self.enter(Entry::Concede(seat), None).await,
                Err(error) => Err(error),
            },
            ClientMessage::Concession { say, seat } => match self.acting(place, seat.map(Seat::from)) {
                Ok(seat) => self.about_a_concession(seat, say).await,
                Err(error) => Err(error),
            },
            ClientMessage::Draw { say, seat } => match self.acting(place, seat.map(Seat::from)) {
                Ok(seat) => self.about_a_draw(seat, say).await,
                Err(error) => Err(error),
            },
            ClientMessage::Undo { say, seat } => match self.acting(place, seat.map(Seat::from)) {
                Ok(seat) => self.about_undoing(seat, say).await,
                Err(error) => Err(error),
            },
            ClientMessage::CloseReveal { event } => self.close_reveal(place, event),
            ClientMessage::Commit { game_match, seat, commitment } => {
                self.commit(place, (&game_match, seat.into()), &commitment).await
            }
            ClientMessage::Open { game_match, seat, share } => self.open(place, (&game_match, seat.into()), &share).await,
            ClientMessage::Rematch { want } => self.again(place, want).await,
        };
        if let Err(error) = done {
            self.refuse(conn, kind, error, decision);
        }
    }

    async fn answer(&mut self, place: usize, decision: u32, pick: u8, at: Instant) -> Result<(), ApiError> {
        self.is_asked(place, decision)?;
        let now = self.now();
        let Some(asking) = &mut self.asking else { return Err(ApiError::new(Code::Over, "The match is over.")) };
        if usize::from(pick) >= asking.asked.options {
            return Err(ApiError::new(Code::NoSuchOption, format!("There are {} options.", asking.asked.options)));
        }
        if let Some(pass) = asking.pass.filter(|_| asking.asked.pass == Some(pick)) {
            if asking.asked.options == 1 {
                // The server passes by itself here, whatever the client does.
                return Ok(());
            }
            if asking.waiting.is_none() {
                self.paces[asking.asked.seat].took(pass.seen_for(now));
            }
            if let Some(until) = pass.held(now) {
                // Its speed must not tell what a pass means.
                asking.waiting = Some((pick, until));
                return Ok(());
            }
        }
        self.enter(Entry::Answer(pick), None).await?;
        metrics::counter!("playmat_answers_total").increment(1);
        metrics::histogram!("playmat_answer_seconds").record(at.elapsed().as_secs_f64());
        Ok(())
    }

    async fn take_back(&mut self, place: usize, decision: u32) -> Result<(), ApiError> {
        self.is_asked(place, decision)?;
        let question = self.play.as_ref().and_then(|play| play.question()).filter(|question| question.take_back);
        let undo = question.and_then(|question| self.play.as_ref()?.undo(question.seat.into()));
        let undo = undo.filter(|_| self.may_go_back());
        let nothing = "Only a move that is still being declared can be taken back.";
        let undo = undo.ok_or_else(|| ApiError::new(Code::NothingToTakeBack, nothing))?;
        self.enter(Entry::Rewind(undo.to), None).await
    }

    async fn about_a_draw(&mut self, seat: Seat, say: DrawWord) -> Result<(), ApiError> {
        if self.asking.is_none() {
            return Err(ApiError::new(Code::Over, "The match is over."));
        }
        let offered = self.draw == Some(seat.rival());
        match say {
            DrawWord::Offer if offered => return self.enter(Entry::AgreedDraw, None).await,
            DrawWord::Offer if self.data.seat(seat.rival()).bot.is_some() => {
                self.notice(Notice::DrawDeclined, "Bots play on.");
            }
            DrawWord::Offer => {
                self.draw = Some(seat);
                self.tell_state();
            }
            DrawWord::Accept if offered => return self.enter(Entry::AgreedDraw, None).await,
            DrawWord::Decline if offered => {
                self.draw = None;
                self.tell_state();
                self.notice(Notice::DrawDeclined, "The draw is declined.");
            }
            _ => return Err(ApiError::new(Code::NoOffer, "No draw is offered to you.")),
        }
        Ok(())
    }

    /// Plays again with swapped seats, once all people want it.
    async fn again(&mut self, place: usize, want: bool) -> Result<(), ApiError> {
        if self.data.dealing.is_some() || self.play.as_ref().is_none_or(|play| play.outcome().is_none()) {
            return Err(ApiError::new(Code::NotOver, "The match is not over."));
        }
        let seats = self.conns[place].seats.clone();
        if seats.is_empty() {
            return Err(ApiError::new(Code::NotYourSeat, "You have no seat at this table."));
        }
        seats.iter().for_each(|&seat| self.rematch[seat] = want);
        let willing = |seat: Seat| self.rematch[seat] || self.data.seat(seat).player.is_none();
        if !Seat::BOTH.into_iter().all(willing) {
            self.tell_state();
            return Ok(());
        }
        self.check_decks()?;
        self.tell_late(self.now());
        if self.replaced.len() >= MOST_BEHIND {
            self.rematch = BySeat::default();
            self.tell_state();
            return Err(ApiError::too_many("Spectators are many matches behind; wait until they have seen some of them."));
        }
        let before = self.data.clone();
        self.hold();
        self.data.seats.swap(0, 1);
        for seat in self.data.seats.iter_mut().filter(|seat| seat.player.is_some()) {
            // A player who was replaced by a bot is back.
            seat.bot = None;
        }
        if let Err(error) = self.deal().await {
            (self.data, self.held) = (before, None);
            return Err(error);
        }
        Ok(())
    }

    /// The player of a seat of a hot-seat looks at the screen.
    fn ready(&mut self, place: usize, seat: Seat) -> Result<(), ApiError> {
        if self.conns[place].seats.len() != 2 {
            return Err(ApiError::new(Code::NotHotSeat, "Only a hot-seat has a screen to hand over."));
        }
        match self.at_screen() {
            Some(other) if other != seat => return Err(ApiError::new(Code::NotAsked, "The other player is asked.")),
            None if self.play.is_none() => return Err(ApiError::new(Code::NoMatch, "No match is running at this table.")),
            _ => {}
        }
        self.conns[place].viewer = Some(viewer_of(seat));
        self.send_full(place);
        Ok(())
    }

    /// Whether this connection may answer this question now.
    fn is_asked(&self, place: usize, decision: u32) -> Result<(), ApiError> {
        if self.play.is_none() {
            return Err(ApiError::new(Code::NoMatch, "No match is running at this table."));
        }
        let Some(asking) = &self.asking else { return Err(ApiError::new(Code::Over, "The match is over.")) };
        let conn = &self.conns[place];
        let seat = asking.asked.seat;
        if !conn.seats.is_empty() {
            self.nobody_looks()?;
        }
        // That the rival is asked is no secret, but only the asked seat gets the question.
        let looks = conn.seats.contains(&seat) && conn.viewer == Some(viewer_of(seat)) && self.data.seat(seat).bot.is_none();
        match () {
            () if !looks => Err(ApiError::new(Code::NotAsked, "You are not asked.")),
            () if asking.decision != decision => Err(ApiError::new(Code::OldDecision, "This question has been answered.")),
            () => Ok(()),
        }
    }

    /// The seat that somebody acts for.
    pub(super) fn acting(&self, place: usize, named: Option<Seat>) -> Result<Seat, ApiError> {
        let seats = &self.conns[place].seats;
        let seat = match (named, &seats[..]) {
            (Some(seat), _) if seats.contains(&seat) => seat,
            (None, [seat]) => *seat,
            (None, [_, _]) => return Err(ApiError::new(Code::NotYourSeat, "At a hot-seat, say for which seat.")),
            _ => return Err(ApiError::new(Code::NotYourSeat, "You do not have this seat.")),
        };
        match self.data.seat(seat).bot {
            Some(_) => Err(ApiError::new(Code::NotYourSeat, "A bot plays for you.")),
            None => Ok(seat),
        }
    }
}
