//! The clock of rooms and locks. A test can put it forward.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use playmat_room::Moment;
use tokio::sync::watch;

/// Where the time of rooms and rates begins.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A time of this machine's clock.
pub(crate) fn moment(at: Instant) -> Moment {
    Moment::after(at.saturating_duration_since(*BEGIN))
}

/// The time of a server. Clones are the same clock.
#[derive(Clone, Debug)]
pub struct Clock {
    /// How far it is ahead of the machine's clock.
    ahead: watch::Sender<Duration>,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { ahead: watch::Sender::new(Duration::ZERO) }
    }
}

impl Clock {
    /// Now.
    pub(crate) fn now(&self) -> Instant {
        Instant::now() + *self.ahead.borrow()
    }

    /// Now, as rooms are told.
    pub(crate) fn moment(&self) -> Moment {
        moment(self.now())
    }

    /// Waits until then; for ever, if there is no such time.
    pub(crate) async fn sleep_until(&self, at: Option<Moment>) {
        let Some(at) = at else { return std::future::pending().await };
        let mut ahead = self.ahead.subscribe();
        loop {
            let left = at - self.moment();
            tokio::select! {
                () = tokio::time::sleep(left) => return,
                // The clock was put forward. The sender belongs to this clock, so it cannot be gone.
                _ = ahead.changed() => {}
            }
        }
    }

    /// Puts the clock forward, for tests: they ask for long waits and need not wait for them.
    pub fn advance(&self, by: Duration) {
        self.ahead.send_modify(|ahead| *ahead += by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_notices_that_time_goes_by_at_once() {
        const HOUR: Duration = Duration::from_secs(3600);
        let clock = Clock::default();
        let (copy, begun) = (clock.clone(), clock.moment());
        let waiting = tokio::spawn(async move { copy.sleep_until(Some(begun + 2 * HOUR)).await });
        clock.advance(HOUR);
        assert!(clock.moment() >= begun + HOUR);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.advance(HOUR);
        waiting.await.expect("it wakes up");
    }
}
