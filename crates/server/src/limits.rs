//! Rate limits: buckets that fill with time, and counts of what is open.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

pub use playmat_room::{Bucket, Rate};

use crate::clock::moment;

/// A bucket for each address or guest.
pub struct Buckets<K> {
    rate: Rate,
    all: Mutex<HashMap<K, Bucket>>,
}

/// How many things each address or guest has open. A [`Held`] counts as long as it lives.
pub struct Counts<K: Hash + Eq + Clone> {
    most: usize,
    all: Arc<Mutex<HashMap<K, usize>>>,
}

/// One thing that is open.
pub struct Held<K: Hash + Eq + Clone> {
    key: K,
    all: Arc<Mutex<HashMap<K, usize>>>,
}

/// Above this many buckets the full ones are thrown away.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Buckets<K> {
    /// Full buckets for everybody.
    pub fn new(rate: Rate) -> Self {
        Buckets { rate, all: Mutex::new(HashMap::new()) }
    }

    /// Whether one more is allowed to this one; takes it if so.
    pub fn take(&self, key: K) -> bool {
        if self.rate.per_second <= 0.0 {
            return true;
        }
        let (mut all, now) = (lock(&self.all), moment(Instant::now()));
        if all.len() >= MANY {
            all.retain(|_, bucket| !bucket.is_full(self.rate, now));
        }
        all.entry(key).or_insert_with(|| Bucket::new(self.rate, now)).take(self.rate, now)
    }

    /// Whether one more would be allowed.
    pub fn has(&self, key: &K) -> bool {
        let mut all = lock(&self.all);
        self.rate.per_second <= 0.0 || all.get_mut(key).is_none_or(|bucket| bucket.has(self.rate, moment(Instant::now())))
    }
}

impl<K: Hash + Eq + Clone> Counts<K> {
    /// Nothing is open; 0 is no limit.
    pub fn new(most: usize) -> Self {
        Counts { most: if most == 0 { usize::MAX } else { most }, all: Arc::default() }
    }

    /// One more, unless there are too many.
    pub fn hold(&self, key: K) -> Option<Held<K>> {
        let mut all = lock(&self.all);
        let count = all.entry(key.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Held { key, all: self.all.clone() })
    }
}

impl<K: Hash + Eq + Clone> Drop for Held<K> {
    fn drop(&mut self) {
        let mut all = lock(&self.all);
        if let Some(count) = all.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.key);
            }
        }
    }
}

/// Counts stay right even if somebody panics between two of them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_empty_after_its_burst_and_others_are_not() {
        let buckets = Buckets::new(Rate { burst: 3.0, per_second: 0.001 });
        assert_eq!([(); 5].map(|()| buckets.take("one")), [true, true, true, false, false]);
        assert!(!buckets.has(&"one") && buckets.has(&"two") && buckets.take("two"));
        let free = Buckets::new(Rate::per_second(0.0));
        assert!((0..100).all(|_| free.take("one")));
    }

    #[test]
    fn what_is_closed_counts_no_more() {
        let counts = Counts::new(2);
        let (one, two) = (counts.hold(1).expect("room"), counts.hold(1).expect("room"));
        assert!(counts.hold(1).is_none() && counts.hold(2).is_some());
        drop(one);
        assert!(counts.hold(1).is_some());
        drop(two);
        assert!(lock(&counts.all).is_empty());
    }
}
