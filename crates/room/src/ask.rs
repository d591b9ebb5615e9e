//! The open question and time: clocks, absence, passes that wait, bots.

use std::time::Duration;

use playmat_chance::Draws;
use playmat_kernel::{BySeat, Entry, MatchId, Occasion, Seat};
use playmat_wire::Notice;
use playmat_wire::tables::{OnTimeout, Pace};

use crate::games::substitute;
use crate::play::Thought;
use crate::unkept::{Pending, Then};
use crate::{Asking, Effect, Incident, Moment, Room, RoomError};

/// The free time of a question that something else raised.
const FREE: Duration = Duration::from_secs(3);
/// How long people are told that a match could not go on: a month.
const TOLD: Duration = Duration::from_secs(30 * 24 * 3600);

impl Room {
    /// Opens the question that the match asks now, if it asks one.
    pub(crate) fn ask(&mut self) {
        let Some((play, id)) = self.play.as_ref().zip(self.data.match_id()) else { return };
        let Some(asked) = play.asked() else {
            self.asking = None;
            return;
        };
        let now = self.now();
        let place = play.record().entries.len();
        let decision = self.host.decision(id, place);
        let people = self.data.pace == Pace::People && !self.data.hot_seat();
        let seat = self.data.seat(asked.seat);
        let passes = people && asked.pass.is_some() && seat.bot.is_none();
        let pass = passes.then(|| self.paces[asked.seat].pass_time(now, &mut self.luck(id, place)));
        let forced = asked.pass.filter(|_| asked.options == 1);
        // While somebody looks at revealed cards nothing goes on by itself; afterwards the question is asked again.
        let stands_still = self.reveals.is_some();
        let waiting = pass.and_then(|pass| forced.map(|pick| (pick, pass.forced()))).filter(|_| !stands_still);
        self.asking = Some(Asking { asked, decision, since: now, pass, waiting, hope: None });
        if let Some(level) = seat.bot.clone().filter(|_| !stands_still) {
            self.think(level, id, place);
        }
    }

    /// Whether the server answers the open question by itself.
    pub(crate) fn is_forced(&self) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.pass.is_some() && asking.asked.options == 1)
    }

    /// The answer that waits for its time. A pass also waits for its player to be connected: otherwise the rival could tell a
    /// real pass from a forced one.
    fn waiting(&self) -> Option<(u8, Moment)> {
        let asking = self.asking.as_ref()?;
        let here = asking.pass.is_none() || self.online(asking.asked.seat);
        asking.waiting.filter(|_| here)
    }

    /// The asked player is back and sees the question from now on: a pass takes as long as if the question had been asked now.
    pub(crate) fn sees_again(&mut self) {
        let Some((play, id)) = self.play.as_ref().zip(self.data.match_id()) else { return };
        let (now, mut luck) = (self.now(), self.luck(id, play.record().entries.len()));
        if let Some(asking) = self.asking.as_mut().filter(|asking| asking.pass.is_some()) {
            let pass = self.paces[asking.asked.seat].pass_time(now, &mut luck);
            asking.pass = Some(pass);
            asking.waiting = asking.waiting.map(|(pick, _)| (pick, pass.forced()));
        }
    }

    /// What the clocks will show once an entry is made.
    pub(crate) fn clocks_after(&self, entry: Entry) -> BySeat<Duration> {
        let mut clocks = self.clocks;
        let (Some(clock), Some(asking)) = (self.data.clock, &self.asking) else { return clocks };
        let seat = asking.asked.seat;
        let (bank, increment) = (Duration::from_secs(clock.bank.into()), Duration::from_secs(clock.increment.into()));
        clocks[seat] = self.left(seat);
        match entry {
            Entry::Answer(_) if asking.asked.occasion != Occasion::Declaring => {
                clocks[seat] = (clocks[seat] + increment).min(bank);
            }
            // The answer that is taken back had added an increment; nobody may gain time by going back and forth.
            Entry::Rewind(to) => {
                let back = |seat: &Seat| self.play.as_ref().and_then(|play| play.undo(*seat)).is_some_and(|undo| undo.to == to);
                if let Some(seat) = Seat::BOTH.into_iter().find(back) {
                    clocks[seat] = clocks[seat].saturating_sub(increment);
                }
            }
            _ => {}
        }
        clocks
    }

    /// What a player's clock shows now.
    pub(crate) fn left(&self, seat: Seat) -> Duration {
        match &self.asking {
            Some(asking) if asking.asked.seat == seat && self.time_runs() => {
                let free = if asking.asked.occasion == Occasion::Raised { FREE } else { Duration::ZERO };
                self.clocks[seat].saturating_sub((self.now() - asking.since).saturating_sub(free))
            }
            _ => self.clocks[seat],
        }
    }

    /// Whether time counts for the asked player.
    fn time_runs(&self) -> bool {
        self.stalled.is_none() && self.reveals.is_none()
    }

    /// When the absence of the asked player counts as a timeout; never for a player who is connected.
    pub(crate) fn away_until(&self) -> Option<Moment> {
        let asking = self.asking.as_ref().filter(|_| self.time_runs())?;
        let seat = asking.asked.seat;
        let absent = self.data.seat(seat).bot.is_none() && !self.online(seat);
        absent.then(|| asking.since.max(self.gone_since[seat]) + Duration::from_secs(self.data.away.into()))
    }

    /// When the asked player's clock runs out.
    fn clock_until(&self) -> Option<Moment> {
        let asking = self.asking.as_ref().filter(|_| self.time_runs() && self.data.clock.is_some())?;
        let seat = asking.asked.seat;
        self.data.seat(seat).bot.is_none().then(|| self.now() + self.left(seat))
    }

    /// When something is due without a message.
    pub(crate) fn next_due(&self) -> Option<Moment> {
        let waiting = self.waiting().map(|(_, at)| at);
        let late = self.late_due();
        let soon = match self.stalled {
            Some(retry) => [Some(retry), late, self.chat.due(), None, None, None],
            None => {
                let reveals = self.reveals.as_ref().map(|reveals| reveals.until);
                [waiting.or(self.deal_at), late, self.chat.due(), reveals, self.clock_until(), self.away_until()]
            }
        };
        soon.into_iter().flatten().chain(self.closes_at()).min()
    }

    /// Something is due.
    pub(crate) fn time_passed(&mut self) {
        let now = self.now();
        let due = |at: Option<Moment>| at.is_some_and(|at| at <= now);
        self.tell_late(now);
        self.tell_chat(now);
        if let Some(retry) = self.stalled {
            if retry <= now {
                self.effects.push(Effect::ReadAgain);
                self.pending = Some(Box::new(Pending::Read));
            }
            return;
        }
        if due(self.deal_at) {
            self.deal_anyway();
            if self.is_waiting() {
                return;
            }
        }
        if self.reveals.as_ref().is_some_and(|reveals| reveals.until <= now) {
            self.end_reveals();
        }
        if let Some((pick, at)) = self.waiting()
            && at <= now
        {
            let entered = self.enter(Entry::Answer(pick), None);
            self.go_on(entered, Then::WaitedLongEnough);
        } else if due(self.clock_until()) || due(self.away_until()) {
            self.time_out();
        }
        if !self.is_waiting() && due(self.closes_at()) {
            let closing = self.close("The table was empty for too long.");
            self.go_on(closing, Then::Nothing);
        }
    }

    /// The asked player's time is up.
    fn time_out(&mut self) {
        let Some(seat) = self.asking.as_ref().map(|asking| asking.asked.seat) else { return };
        self.report(Incident::ClockRanOut(seat));
        let entered = match self.data.on_timeout {
            OnTimeout::Lose => self.enter(Entry::Timeout(seat), None),
            OnTimeout::Bot => {
                let mut data = self.data.clone();
                data.seat_mut(seat).bot = Some(substitute().to_owned());
                self.enter(Entry::Takeover(seat), Some(data))
            }
        };
        self.go_on(entered, Then::TimedOut);
    }

    /// That time is up is entered, or could not be.
    pub(crate) fn timed_out(&mut self, result: Result<(), RoomError>) {
        if let Err(error) = result {
            self.report(Incident::ClockNotEntered(error.code));
        } else if self.data.on_timeout == OnTimeout::Bot {
            self.notice(Notice::TookOver, "A clock ran out; a bot plays on.");
            self.show();
        }
    }

    /// Lets a bot think; its answer comes back as an input.
    fn think(&mut self, level: String, game_match: MatchId, place: usize) {
        let seed = self.host.draw("thought of a bot", &format!("{game_match} {place}")).bits();
        self.effects.push(Effect::Think { game_match, place, level, seed });
    }

    /// A bot has made up its mind.
    pub(crate) fn thought_of(&mut self, id: MatchId, place: usize, thought: Thought) {
        let now = self.play.as_ref().map(|play| play.record().entries.len());
        if self.data.match_id() != Some(id) || now != Some(place) {
            return;
        }
        let (now, mut luck) = (self.now(), self.luck(id, place));
        let Some(asking) = &mut self.asking else { return };
        let at = match self.data.pace {
            Pace::Programs => now,
            Pace::People => {
                let (pace, forced) = (&mut self.paces[asking.asked.seat], asking.asked.options == 1);
                if !forced {
                    pace.took(now - asking.since);
                }
                asking.since + pace.bot_time(forced, &mut luck)
            }
        };
        let pick = thought.pick as u8;
        (asking.waiting, asking.hope) = (Some((pick, at)), thought.judgement);
        if at <= now && self.stalled.is_none() {
            let entered = self.enter(Entry::Answer(pick), None);
            self.go_on(entered, Then::Nothing);
        }
    }

    /// The random numbers for the time of a pass or a bot's answer at this place of a match.
    fn luck(&self, id: MatchId, place: usize) -> Draws {
        self.host.draw("pace", &format!("{id} {place}"))
    }

    /// When the table is closed, if nobody comes.
    fn closes_at(&self) -> Option<Moment> {
        let runs = self.play.as_ref().is_some_and(|play| play.outcome().is_none());
        let unused = self.conns.is_empty() && !runs && self.data.dealing.is_none() && self.stalled.is_none();
        unused.then(|| (self.quiet_since + self.patience()).max(self.close_after))
    }

    /// That a match could not go on is told for longer, because its players may come back late.
    fn patience(&self) -> Duration {
        if self.data.closed.is_some() { self.host.settings().idle.max(TOLD) } else { self.host.settings().idle }
    }
}
