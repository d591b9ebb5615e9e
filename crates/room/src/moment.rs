//! Time, as rooms are told it.

use std::ops::{Add, AddAssign, Sub};
use std::time::Duration;

/// A point in time: for how long the clock of whoever runs a room has gone. That clock never goes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Moment(Duration);

impl Moment {
    /// So long after the clock began.
    pub const fn after(begin: Duration) -> Self {
        Moment(begin)
    }

    /// How long it is from an earlier moment to this one; nothing from a later one.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time))
    }
}

impl AddAssign<Duration> for Moment {
    fn add_assign(&mut self, time: Duration) {
        *self = *self + time;
    }
}

impl Sub for Moment {
    type Output = Duration;

    fn sub(self, earlier: Moment) -> Duration {
        self.since(earlier)
    }
}
