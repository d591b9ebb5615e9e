//! Wrong passwords: after a few of them one has to wait, longer each time. Only logging in has to wait; logged-in players notice
//! nothing.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// After this long without an attempt everything is forgotten.
const FORGET: Duration = Duration::from_secs(3600);
/// The most that are remembered.
const MANY: usize = 10_000;

/// Attempts by name, or by address.
pub struct Attempts<K> {
    /// How many attempts are free; 0 for no limit.
    free: u32,
    /// The longest that anybody waits.
    longest: Duration,
    all: Mutex<HashMap<K, Failed>>,
}

#[derive(Clone, Copy)]
struct Failed {
    count: u32,
    last: Instant,
    until: Instant,
}

impl<K: Hash + Eq + Clone> Attempts<K> {
    /// None so far.
    pub fn new(free: u32, longest: Duration) -> Self {
        Attempts { free, longest, all: Mutex::new(HashMap::new()) }
    }

    /// Counts an attempt, as wrong until it succeeded, so that trying many at once gains nothing. Otherwise returns how long to
    /// wait.
    pub fn begin(&self, key: K, now: Instant) -> Result<(), Duration> {
        if self.free == 0 {
            return Ok(());
        }
        let mut all = self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if all.len() >= MANY && !all.contains_key(&key) {
            all.retain(|_, failed| now.saturating_duration_since(failed.last) < FORGET);
            let free = self.free;
            if all.len() >= MANY {
                // Those that have to wait are kept.
                all.retain(|_, failed| failed.count > free);
            }
            if all.len() >= MANY {
                return Err(self.longest);
            }
        }
        let failed = all.entry(key).or_insert(Failed { count: 0, last: now, until: now });
        if now < failed.until {
            return Err(failed.until - now);
        }
        if now.saturating_duration_since(failed.last) >= FORGET {
            failed.count = 0;
        }
        failed.count += 1;
        failed.last = now;
        if let Some(over) = failed.count.checked_sub(self.free).filter(|over| *over > 0) {
            failed.until = now + Duration::from_secs(1 << over.min(20)).min(self.longest);
        }
        Ok(())
    }

    /// How long one still has to wait, if at all.
    pub fn waits<Q: Hash + Eq + ?Sized>(&self, key: &Q, now: Instant) -> Option<Duration>
    where
        K: Borrow<Q>,
    {
        let all = self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.get(key).map(|failed| failed.until.saturating_duration_since(now)).filter(|wait| !wait.is_zero())
    }

    /// The attempt was right: all earlier ones are forgotten.
    pub fn succeeded(&self, key: &K) {
        self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(key);
    }

    /// The attempt was right: it does not count, but the others do.
    pub fn forgive(&self, key: &K) {
        if let Some(failed) = self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_mut(key) {
            failed.count = failed.count.saturating_sub(1);
            failed.until = failed.last;
        }
    }
}

/// One household: an address, or the network of an IPv6 address.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64)),
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_grows_up_to_a_limit_and_is_forgotten() {
        let attempts = Attempts::new(3, Duration::from_secs(60));
        let mut now = Instant::now();
        for _ in 0..4 {
            assert_eq!(attempts.begin("ada", now), Ok(()));
        }
        let mut waits = Vec::new();
        for _ in 0..7 {
            let wait = attempts.begin("ada", now).expect_err("too soon");
            assert_eq!(attempts.begin("bob", now + FORGET), Ok(()), "nobody else waits");
            waits.push(wait.as_secs());
            now += wait;
            assert_eq!(attempts.begin("ada", now), Ok(()));
        }
        assert_eq!(waits, [2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(attempts.begin("ada", now + FORGET), Ok(()));
        assert_eq!(attempts.begin("ada", now + FORGET), Ok(()), "forgotten");
        let now = now + FORGET;
        for _ in 0..2 {
            assert_eq!(attempts.begin("ada", now), Ok(()));
        }
        assert!(attempts.begin("ada", now).is_err());
        attempts.succeeded(&"ada");
        assert_eq!(attempts.begin("ada", now), Ok(()));
    }

    #[test]
    fn one_right_attempt_does_not_forgive_an_address_its_wrong_ones() {
        let attempts = Attempts::new(2, Duration::from_secs(60));
        let now = Instant::now();
        for _ in 0..3 {
            assert_eq!(attempts.begin(1, now), Ok(()));
        }
        attempts.forgive(&1);
        assert_eq!(attempts.begin(1, now), Ok(()));
        assert!(attempts.begin(1, now).is_err());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let attempts = Attempts::new(1, Duration::from_secs(60));
        let now = Instant::now();
        for key in 0..3 * MANY {
            let _ = attempts.begin(key, now);
        }
        assert!(attempts.all.lock().expect("free").len() <= MANY);
        let six: IpAddr = "2001:db8:1:2:3:4:5:6".parse().expect("an address");
        assert_eq!(household(six).to_string(), "2001:db8:1:2::");
    }
}
