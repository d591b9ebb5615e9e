//! What is sent to whom.

use std::sync::Arc;
use std::time::Duration;

use playmat_kernel::{BySeat, Entry, Outcome, Seat};
use playmat_wire::Notice;
use playmat_wire::messages::{
    Clocks, Full, Over, PROTOCOL_VERSION, Question, Refusal, Resume, ServerMessage, State, Update, Viewer,
};
use playmat_wire::tables::Stage;

use crate::play::{News, Play};
use crate::{Asking, Code, Conn, ConnId, Effect, Incident, Room, RoomError};

impl Room {
    /// The table has changed for everybody.
    pub(crate) fn show(&mut self) {
        let online = BySeat::from_fn(|seat| self.online(seat));
        let watching = self.conns.iter().filter(|conn| conn.seats.is_empty()).count() as u32;
        let table = self.data.shown(self.stage(), online, watching);
        if *self.shown != table {
            self.shown = Arc::new(table.clone());
            self.effects.push(Effect::Shown(self.shown.clone()));
            self.send_where(|conn| !conn.seats.is_empty(), ServerMessage::Table { table });
        }
        self.show_late();
    }

    /// An entry was made: everybody is told what it led to, and the next question is asked.
    pub(crate) fn entered(&mut self, entry: Entry) {
        let answered = self.asking.take();
        let before = answered.as_ref().map(|asking| asking.asked.seat);
        let hope_changed = match (entry, answered) {
            (Entry::Answer(_), Some(Asking { asked, hope, .. })) => self.hope_of(asked.seat, asked.occasion, hope),
            (Entry::Rewind(_), _) => self.concessions.rewound(),
            _ => false,
        };
        let stage_before = self.shown.stage;
        let offer_falls = self.draw.is_some() && (self.draw == before || self.stage() == Stage::Over);
        if offer_falls {
            self.draw = None;
        }
        let undo_falls = self.undo.take().is_some();
        self.open_reveals();
        self.ask();
        let after = self.asking.as_ref().map(|asking| asking.asked.seat);
        let stays = before == after
            && self.stage() == stage_before
            && !offer_falls
            && !hope_changed
            && !undo_falls
            && !matches!(entry, Entry::Takeover(_));
        let late = self.delay() > Duration::ZERO;
        for viewer in [Viewer::P1, Viewer::P2, Viewer::Public] {
            if !self.conns.iter().any(|conn| conn.viewer == Some(viewer)) || (late && viewer == Viewer::Public) {
                continue;
            }
            let Some(play) = &self.play else { return };
            let news = play.news(viewer);
            let nothing = news.from == news.to && news.changes.is_empty();
            let asks = after.is_some_and(|seat| viewer_of(seat) == viewer);
            if nothing && stays && !asks {
                // The move is still being declared: nobody else is told.
                continue;
            }
            self.tell_news(viewer, news);
        }
        if let Some(play) = &mut self.play {
            play.settle();
        }
        match late {
            false => self.spectator_delay.entries = self.entries(),
            true => self.tell_later(),
        }
        if self.stage() != stage_before {
            self.quiet_since = self.now();
            self.show();
        }
        self.hand_over();
    }

    /// The state of the match has changed, although nothing happened in it.
    pub(crate) fn tell_state(&mut self) {
        for viewer in [Viewer::P1, Viewer::P2, Viewer::Public] {
            if self.conns.iter().any(|conn| conn.viewer == Some(viewer))
                && !(viewer == Viewer::Public && self.delay() > Duration::ZERO)
                && let Some(play) = &self.play
            {
                let number = play.number();
                self.tell_news(viewer, News { from: number, to: number, events: vec![], changes: vec![] });
            }
        }
    }

    fn tell_news(&mut self, viewer: Viewer, news: News) {
        let message = ServerMessage::Update(self.update(viewer, news));
        self.send_where(|conn| conn.viewer == Some(viewer), message);
    }

    fn update(&self, viewer: Viewer, news: News) -> Update {
        Update {
            game_match: self.data.match_id().map(|id| id.to_string()).unwrap_or_default(),
            from: news.from,
            to: news.to,
            events: news.events,
            changes: news.changes,
            state: self.state(),
            take_back: self.take_back_of(viewer),
            question: self.question(viewer),
        }
    }

    /// The state of the match.
    pub(crate) fn state(&self) -> State {
        let outcome = self.play.as_ref().and_then(|play| play.outcome());
        let left = |seat: Seat| u32::try_from(self.left(seat).as_millis()).unwrap_or(u32::MAX);
        State {
            asked: self.asking.as_ref().map(|asking| asking.asked.seat.into()),
            clocks: self.data.clock.map(|_| Clocks { p1: left(Seat::One), p2: left(Seat::Two) }),
            away: self.away_until().map(|at| at.since(self.now()).as_millis() as u32),
            draw: self.draw.map(Into::into),
            concession: self.concessions.offers().filter(|_| outcome.is_none()).map(Into::into),
            undo: self.undo.map(Into::into),
            reveals: self.reveals_shown(),
            rematch: Seat::BOTH.into_iter().filter(|&seat| self.rematch[seat]).map(Into::into).collect(),
            over: self.play.as_deref().zip(outcome).map(|(play, outcome)| over(play, outcome, usize::MAX)),
        }
    }

    /// The open question, if this viewer is asked and is no bot. It is not asked while somebody looks at revealed cards.
    fn question(&self, viewer: Viewer) -> Option<Question> {
        let asking = self.asking.as_ref().filter(|_| self.reveals.is_none())?;
        let seat = asking.asked.seat;
        if viewer_of(seat) != viewer || self.data.seat(seat).bot.is_some() {
            return None;
        }
        let play = self.play.as_ref()?;
        let mut question = play.question()?;
        if self.conns.iter().any(|conn| conn.viewer == Some(viewer) && conn.aims) {
            play.aim(&mut question);
        }
        question.decision = asking.decision;
        question.forced = self.is_forced();
        question.take_back &= self.may_go_back();
        Some(question)
    }

    /// Everything a viewer may know.
    pub(crate) fn full(&self, viewer: Viewer) -> Option<Full> {
        let (play, id, entries) = match viewer {
            Viewer::Public => self.watched_match()?,
            Viewer::P1 | Viewer::P2 => (self.play.as_deref()?, self.data.match_id()?, self.entries()),
        };
        let whole = play.whole(viewer, entries);
        let now = viewer != Viewer::Public || self.is_up_to_date();
        let state = if now { self.state() } else { self.late_state(play, entries) };
        Some(Full {
            game_match: id.to_string(),
            viewer,
            number: whole.number,
            view: whole.view,
            events: whole.events,
            state,
            take_back: self.take_back_of(viewer),
            question: self.question(viewer),
        })
    }

    /// Shows the match to one connection from the beginning, or from where it was.
    pub(crate) fn greet(&mut self, at: usize, resume: Option<Resume>) {
        let conn = &self.conns[at];
        let shown = if conn.seats.is_empty() { &self.watched } else { &self.shown };
        let table = (**shown).clone();
        let seats = conn.seats.iter().map(|&seat| seat.into()).collect();
        let decks = self.data.decks_known_to(&conn.seats);
        let welcome = ServerMessage::Welcome { version: PROTOCOL_VERSION, me: conn.who.me(), seats, table, decks };
        self.send(at, welcome);
        self.promise(at);
        let Some(play) = &self.play else { return };
        let Some(viewer) = self.conns[at].viewer else {
            self.hand_over_to(at);
            return;
        };
        let fits = |resume: &&Resume| {
            resume.viewer == viewer && self.data.match_id().is_some_and(|id| id.to_string() == resume.game_match)
        };
        let now = viewer != Viewer::Public || self.is_up_to_date();
        let since = resume.as_ref().filter(fits).filter(|_| now);
        let since = since.and_then(|resume| play.since(viewer, resume.number, play.record().entries.len()));
        match since {
            Some(news) => {
                let update = ServerMessage::Update(self.update(viewer, news));
                self.send(at, update);
            }
            None => self.send_full(at),
        }
    }

    /// Shows the table and the match to everybody from the beginning, with the seats they have now.
    pub(crate) fn greet_all(&mut self) {
        for at in 0..self.conns.len() {
            let seats = self.seats_in_match(&self.conns[at].who);
            self.conns[at].viewer = self.first_viewer(&seats);
            self.conns[at].seats = seats;
        }
        self.show();
        // Those who still watch the match before are shown the next one later.
        let behind = !self.replaced.is_empty();
        for at in 0..self.conns.len() {
            if !(behind && self.conns[at].seats.is_empty()) {
                self.greet(at, None);
            }
        }
    }

    /// Whose view somebody with these seats sees first.
    pub(crate) fn first_viewer(&self, seats: &[Seat]) -> Option<Viewer> {
        match seats {
            [] => Some(Viewer::Public),
            [seat] => Some(viewer_of(*seat)),
            // A hot-seat begins with a covered screen.
            _ => None,
        }
    }

    /// Everything, to one connection.
    pub(crate) fn send_full(&mut self, at: usize) {
        let full = self.conns[at].viewer.and_then(|viewer| self.full(viewer));
        if let Some(full) = full {
            self.send(at, ServerMessage::Full(full));
        }
    }

    /// The screens of a hot-seat are covered if the other player is asked, once nobody looks at revealed cards any more.
    pub(crate) fn hand_over(&mut self) {
        if !self.data.hot_seat() || self.reveals.is_some() {
            return;
        }
        let asked = self.asking.as_ref().map(|asking| viewer_of(asking.asked.seat));
        for at in 0..self.conns.len() {
            let conn = &mut self.conns[at];
            if conn.seats.len() == 2 && conn.viewer.is_some() && asked.is_some() && conn.viewer != asked {
                conn.viewer = None;
                self.hand_over_to(at);
            }
        }
    }

    pub(crate) fn hand_over_to(&mut self, at: usize) {
        let winner = self.play.as_ref().and_then(|play| play.outcome()).and_then(Outcome::winner);
        let to = self.at_screen().or(winner).unwrap_or(Seat::One);
        self.send(at, ServerMessage::Handover { to: to.into() });
    }

    /// Sends something to everybody at the table; not to delayed spectators if it is about the match.
    pub(crate) fn notice(&mut self, code: Notice, sentence: &str) {
        let message = ServerMessage::Notice { code: code.word().into(), sentence: sentence.to_owned() };
        let all = self.delay() == Duration::ZERO || matches!(code, Notice::LogUnavailable | Notice::LogBack);
        self.send_where(|conn| all || !conn.seats.is_empty(), message);
    }

    /// Something was not done.
    pub(crate) fn refuse(&mut self, conn: ConnId, to: &'static str, error: RoomError, decision: Option<u32>) {
        self.report(Incident::Refused);
        let refusal = Refusal { to: to.into(), code: error.code.word().into(), sentence: error.sentence, decision };
        self.send_to(conn, ServerMessage::Refused(refusal));
    }

    pub(crate) fn send_to(&mut self, conn: ConnId, message: ServerMessage) {
        if self.conns.iter().any(|known| known.id == conn) {
            self.tell(vec![conn], message);
        }
    }

    pub(crate) fn send(&mut self, at: usize, message: ServerMessage) {
        self.tell(vec![self.conns[at].id], message);
    }

    pub(crate) fn send_where(&mut self, whom: impl Fn(&Conn) -> bool, message: ServerMessage) {
        let here = self.conns.iter().filter(|conn| self.coming != Some(conn.id) && whom(conn));
        let to: Vec<ConnId> = here.map(|conn| conn.id).collect();
        if !to.is_empty() {
            self.tell(to, message);
        }
    }

    fn tell(&mut self, to: Vec<ConnId>, message: ServerMessage) {
        self.effects.push(Effect::Tell { to, message: Box::new(message) });
    }

    /// Disconnects everybody.
    pub(crate) fn dismiss(&mut self, code: Code, sentence: &str, again: bool) {
        let to: Vec<ConnId> = self.conns.drain(..).map(|conn| conn.id).collect();
        if !to.is_empty() {
            self.effects.push(Effect::Bye { to, code, sentence: sentence.to_owned(), again });
        }
    }

    /// The delay of spectators.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_secs(self.data.spectators.map_or(0, |spectators| spectators.delay).into())
    }

    /// How many entries were made.
    pub(crate) fn entries(&self) -> usize {
        self.play.as_ref().map_or(0, |play| play.record().entries.len())
    }

    /// Whether the player of a seat of the table is connected.
    pub(crate) fn online(&self, seat: Seat) -> bool {
        let seat = self.in_match(seat);
        self.conns.iter().any(|conn| conn.seats.contains(&seat))
    }
}

/// How a match ended, after so many entries.
pub(crate) fn over(play: &dyn Play, outcome: Outcome, entries: usize) -> Over {
    let made = &play.record().entries;
    let by = crate::people::ending(made[..entries.min(made.len())].last());
    Over { winner: outcome.winner().map(Into::into), by }
}

/// The viewer of a seat.
pub(crate) fn viewer_of(seat: Seat) -> Viewer {
    match seat {
        Seat::One => Viewer::P1,
        Seat::Two => Viewer::P2,
    }
}
