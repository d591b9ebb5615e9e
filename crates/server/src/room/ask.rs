//! The open question and time: clocks, absence, passes that wait, bots.

use std::time::{Duration, Instant};

use playmat_kernel::{Entry, Occasion, Seat};
use playmat_wire::tables::{OnTimeout, Pace};

use super::{Asking, Inbox, Room};
use crate::chance;
use crate::games::substitute;

/// Of a question that something else raised, so much time is free.
const FREE: Duration = Duration::from_secs(3);
/// A room that has nothing to wait for looks up this often.
const LONG: Duration = Duration::from_secs(60);

impl Room {
    /// Opens the question that the match asks now, if it asks one.
    pub(super) fn ask(&mut self) {
        let Some((play, id)) = self.play.as_ref().zip(self.data.match_id()) else { return };
        let Some(asked) = play.asked() else {
            self.asking = None;
            return;
        };
        let now = Instant::now();
        let place = play.record().entries.len();
        let decision = self.house.keys.decision(id.0, place);
        let people = self.data.pace == Pace::People && !self.data.hot_seat();
        let seat = self.data.seat(asked.seat);
        let pass_at = (people && asked.pass.is_some() && seat.bot.is_none()).then(|| now + self.paces[asked.seat].draw());
        let forced = asked.pass.filter(|_| asked.options == 1);
        let waiting = pass_at.and_then(|at| forced.map(|pick| (pick, at)));
        self.asking = Some(Asking { asked, decision, since: now, pass_at, waiting });
        if let Some(level) = seat.bot.clone() {
            self.think(&level, id.0, place);
        }
    }

    /// Whether the server answers the open question by itself.
    pub(super) fn is_forced(&self) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.pass_at.is_some() && asking.asked.options == 1)
    }

    /// What the clocks will show once an entry is made.
    pub(super) fn clocks_after(&self, entry: Entry) -> playmat_kernel::BySeat<Duration> {
        let mut clocks = self.clocks;
        let (Some(clock), Some(asking)) = (self.data.clock, &self.asking) else { return clocks };
        let seat = asking.asked.seat;
        let (bank, increment) = (Duration::from_secs(clock.bank.into()), Duration::from_secs(clock.increment.into()));
        clocks[seat] = self.left(seat);
        match entry {
            Entry::Answer(_) if asking.asked.occasion != Occasion::Declaring => {
                clocks[seat] = (clocks[seat] + increment).min(bank);
            }
            // The answer that is taken back gave an increment; nobody gains time by going back and forth.
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
    pub(super) fn left(&self, seat: Seat) -> Duration {
        match &self.asking {
            Some(asking) if asking.asked.seat == seat && self.stalled.is_none() => {
                let free = if asking.asked.occasion == Occasion::Raised { FREE } else { Duration::ZERO };
                self.clocks[seat].saturating_sub(asking.since.elapsed().saturating_sub(free))
            }
            _ => self.clocks[seat],
        }
    }

    /// When the asked player's absence counts as a clock that ran out; never for who is here.
    pub(super) fn away_until(&self) -> Option<Instant> {
        let asking = self.asking.as_ref().filter(|_| self.stalled.is_none())?;
        let seat = asking.asked.seat;
        let absent = self.data.seat(seat).bot.is_none() && !self.online(seat);
        absent.then(|| asking.since.max(self.gone_since[seat]) + Duration::from_secs(self.data.away.into()))
    }

    /// When the asked player's clock runs out.
    fn clock_until(&self) -> Option<Instant> {
        let asking = self.asking.as_ref().filter(|_| self.stalled.is_none() && self.data.clock.is_some())?;
        let seat = asking.asked.seat;
        self.data.seat(seat).bot.is_none().then(|| Instant::now() + self.left(seat))
    }

    /// When something is to be done without being told.
    pub(super) fn wakes_at(&self) -> Instant {
        let waiting = self.asking.as_ref().and_then(|asking| asking.waiting).map(|(_, at)| at);
        let late = self.late_due();
        let soon = match self.stalled {
            Some(retry) => [Some(retry), late, self.chat.due(), None, None],
            None => [waiting.or(self.deal_at), late, self.chat.due(), self.clock_until(), self.away_until()],
        };
        let idle = self.quiet_since + self.patience();
        let far = Instant::now() + LONG;
        soon.into_iter().flatten().min().unwrap_or(far).min(if self.may_close() { idle } else { far })
    }

    /// Something is due. False when the room is closed.
    pub(super) async fn time_passed(&mut self) -> bool {
        let now = Instant::now();
        self.tell_late(now);
        self.tell_chat(now);
        if let Some(retry) = self.stalled {
            if retry <= now {
                self.recover().await;
            }
            return true;
        }
        if self.deal_at.is_some_and(|at| at <= now) && !self.deal_anyway().await {
            return false;
        }
        let due = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if let Some((pick, at)) = self.asking.as_ref().and_then(|asking| asking.waiting)
            && at <= now
        {
            let entered = self.enter(Entry::Answer(pick), None).await;
            if entered.is_err() && self.stalled.is_none() {
                // A bot's answer is always listed; should it ever not be, the match must not spin.
                if let Some(asking) = &mut self.asking {
                    asking.waiting = None;
                }
            }
        } else if due(self.clock_until()) || due(self.away_until()) {
            self.time_out().await;
        }
        let idle = self.may_close() && self.quiet_since + self.patience() <= now;
        !(idle && self.close("Nobody was here for a long time.").await)
    }

    /// The asked player's time is up.
    async fn time_out(&mut self) {
        let Some(seat) = self.asking.as_ref().map(|asking| asking.asked.seat) else { return };
        tracing::info!(code = %self.data.code, seat = seat.tag(), "a clock ran out");
        let done = match self.data.on_timeout {
            OnTimeout::Lose => self.enter(Entry::Timeout(seat), None).await,
            OnTimeout::Bot => {
                let mut data = self.data.clone();
                data.seat_mut(seat).bot = Some(substitute().to_owned());
                self.enter(Entry::Takeover(seat), Some(data)).await
            }
        };
        if let Err(trouble) = done {
            tracing::warn!(code = %self.data.code, code = trouble.code, "a clock could not be entered");
        } else if self.data.on_timeout == OnTimeout::Bot {
            self.notice("took-over", "A clock ran out; a bot plays on.");
            self.show();
        }
    }

    /// Lets a bot think, elsewhere; its answer comes back as a message.
    fn think(&self, level: &str, id: u64, place: usize) {
        let Some(thought) = self.play.as_ref().and_then(|play| play.thought(level, chance::bits())) else { return };
        let (door, thinking) = (self.door.clone(), self.house.thinking.clone());
        tokio::spawn(async move {
            let Ok(_turn) = thinking.acquire_owned().await else { return };
            let Ok(pick) = tokio::task::spawn_blocking(thought).await else { return };
            if let Some(door) = door.upgrade() {
                let _ = door.send(Inbox::Thought { id, place, pick }).await;
            }
        });
    }

    /// A bot has made up its mind.
    pub(super) async fn thought(&mut self, id: u64, place: usize, pick: usize) {
        let now = self.play.as_ref().map(|play| play.record().entries.len());
        if self.data.playing != Some(id) || now != Some(place) {
            return;
        }
        let Some(asking) = &mut self.asking else { return };
        let at = match self.data.pace {
            Pace::Programs => Instant::now(),
            Pace::People => asking.since + self.paces[asking.asked.seat].draw(),
        };
        asking.waiting = Some((pick as u8, at));
        if at <= Instant::now() && self.stalled.is_none() {
            let _ = self.enter(Entry::Answer(pick as u8), None).await;
        }
    }

    /// Whether the table may be closed when nobody has been here for long.
    fn may_close(&self) -> bool {
        let runs = self.play.as_ref().is_some_and(|play| play.outcome().is_none());
        self.conns.is_empty() && !runs && self.data.dealing.is_none() && self.stalled.is_none()
    }

    fn patience(&self) -> Duration {
        self.house.config.idle
    }
}
