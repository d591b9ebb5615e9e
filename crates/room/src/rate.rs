//! Rate limits: a bucket that fills with time.

use crate::Moment;

/// So many at once, and so many more each second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// How many at once.
    pub burst: f32,
    /// How many a second; 0 for no limit at all.
    pub per_second: f32,
}

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f32,
    at: Moment,
}

impl Rate {
    /// So many a second, twice as many at once.
    pub const fn per_second(per_second: f32) -> Self {
        Rate { burst: if per_second < 1.0 { 2.0 } else { per_second * 2.0 }, per_second }
    }

    /// So many a minute, as many at once.
    pub const fn per_minute(per_minute: f32) -> Self {
        Rate { burst: per_minute, per_second: per_minute / 60.0 }
    }
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: Rate, now: Moment) -> Self {
        Bucket { left: rate.burst, at: now }
    }

    /// Whether one more is allowed; takes it if so.
    pub fn take(&mut self, rate: Rate, now: Moment) -> bool {
        if rate.per_second <= 0.0 {
            return true;
        }
        let allowed = self.has(rate, now);
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }

    /// Whether one more would be allowed.
    pub fn has(&mut self, rate: Rate, now: Moment) -> bool {
        self.fill(rate, now);
        self.left >= 1.0
    }

    /// Whether nothing was taken for so long that it makes no difference.
    pub fn is_full(&mut self, rate: Rate, now: Moment) -> bool {
        self.fill(rate, now);
        self.left >= rate.burst
    }

    fn fill(&mut self, rate: Rate, now: Moment) {
        self.left = (self.left + (now - self.at).as_secs_f32() * rate.per_second).min(rate.burst);
        self.at = now;
    }
}
