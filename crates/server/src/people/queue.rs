//! The queue of players who look for a match, and who is matched with whom.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use playmat_wire::tables::DeckRequest;
use tokio::sync::oneshot;

use crate::api_error::{ApiError, Code};
use crate::identity::Identity;

/// How far apart two ratings may be: at once, and more with every second.
const NEAR: u32 = 100;
const WIDER: u32 = 20;
/// The most who may wait.
const MOST: usize = 5_000;

/// Those who wait.
#[derive(Clone, Default)]
pub struct Queue {
    all: Arc<Mutex<Waiting>>,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    seekers: Vec<Seeker>,
}

/// Somebody who looks for a match.
pub struct Seeker {
    ticket: u64,
    /// The player who looks for a match.
    pub who: Identity,
    /// The game.
    pub game: String,
    /// The deck.
    pub deck: DeckRequest,
    /// The rating.
    pub rating: f64,
    /// When the search began.
    pub since: Instant,
    /// Where the result is sent.
    pub tell: oneshot::Sender<Result<Found, ApiError>>,
}

/// A match was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its table.
    pub code: String,
    /// Whether it is rated.
    pub rated: bool,
}

/// A place in the queue, which is left when this is dropped.
pub struct Place {
    ticket: u64,
    queue: Queue,
}

impl Queue {
    /// A player enters. A search of the same player in another window ends.
    pub fn enter(
        &self,
        who: Identity,
        game: String,
        deck: DeckRequest,
        rating: f64,
        now: Instant,
    ) -> Result<(Place, oneshot::Receiver<Result<Found, ApiError>>), ApiError> {
        let mut all = self.lock();
        if let Some(old) = all.seekers.iter().position(|seeker| seeker.who.id == who.id) {
            let twice = ApiError::new(Code::Replaced, "You are looking for a match in another window.");
            let _ = all.seekers.swap_remove(old).tell.send(Err(twice));
        }
        if all.seekers.len() >= MOST {
            return Err(ApiError::new(Code::Full, "Too many people look for a match; try again in a moment."));
        }
        let ticket = all.next;
        all.next += 1;
        let (tell, told) = oneshot::channel();
        all.seekers.push(Seeker { ticket, who, game, deck, rating, since: now, tell });
        all.count();
        drop(all);
        Ok((Place { ticket, queue: self.clone() }, told))
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.lock().seekers.len()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Waiting {
    /// The operator sees how many wait.
    fn count(&self) {
        metrics::gauge!("playmat_seekers").set(self.seekers.len() as f64);
    }
}

impl Place {
    /// Finds the nearest rival whom both sides accept by now. Both leave the queue.
    pub fn pair(&self, now: Instant) -> Option<(Seeker, Seeker)> {
        let mut all = self.queue.lock();
        let me = all.seekers.iter().find(|seeker| seeker.ticket == self.ticket)?;
        let fits = |other: &&Seeker| {
            let apart = (other.rating - me.rating).abs();
            other.ticket != me.ticket
                && other.game == me.game
                && apart <= f64::from(window(me.since, now).min(window(other.since, now)))
        };
        let nearness = |other: &Seeker| ((other.rating - me.rating).abs(), other.ticket);
        let nearer =
            |one: &&Seeker, two: &&Seeker| nearness(one).partial_cmp(&nearness(two)).unwrap_or(std::cmp::Ordering::Equal);
        let rival = all.seekers.iter().filter(fits).min_by(nearer)?.ticket;
        let mut take = |ticket: u64| {
            let place = all.seekers.iter().position(|seeker| seeker.ticket == ticket)?;
            Some(all.seekers.swap_remove(place))
        };
        let pair = take(self.ticket).zip(take(rival));
        all.count();
        pair
    }

    /// Leaves the queue.
    pub fn leave(self) -> Option<Seeker> {
        let mut all = self.queue.lock();
        let place = all.seekers.iter().position(|seeker| seeker.ticket == self.ticket)?;
        let seeker = all.seekers.swap_remove(place);
        all.count();
        Some(seeker)
    }

    /// How many others look for a match of this game.
    pub fn others(&self, game: &str) -> usize {
        let all = self.queue.lock();
        all.seekers.iter().filter(|seeker| seeker.game == game && seeker.ticket != self.ticket).count()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.queue.lock();
        all.seekers.retain(|seeker| seeker.ticket != self.ticket);
        all.count();
    }
}

/// How far apart two ratings may be by now.
pub fn window(since: Instant, now: Instant) -> u32 {
    let seconds = now.saturating_duration_since(since).as_secs().min(3600);
    NEAR + WIDER * seconds as u32
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn enter(queue: &Queue, name: &str, game: &str, rating: f64, at: Instant) -> Place {
        let who = Identity { id: name.into(), name: name.into(), program: false, account: true };
        queue.enter(who, game.into(), DeckRequest::Named("random".into()), rating, at).expect("room").0
    }

    fn names(pair: Option<(Seeker, Seeker)>) -> Option<(String, String)> {
        pair.map(|(one, two)| (one.who.name, two.who.name))
    }

    #[test]
    fn the_nearest_fits_first_and_the_window_widens() {
        let (queue, begun) = (Queue::default(), Instant::now());
        let ada = enter(&queue, "ada", "skirmish", 1500.0, begun);
        let _far = enter(&queue, "far", "skirmish", 1900.0, begun);
        let _other = enter(&queue, "other", "strata", 1500.0, begun);
        assert!(ada.pair(begun).is_none());
        assert_eq!(ada.others("skirmish"), 1);
        assert!(ada.pair(begun + Duration::from_secs(14)).is_none());
        let _near = enter(&queue, "near", "skirmish", 1560.0, begun);
        assert_eq!(names(ada.pair(begun + Duration::from_secs(15))), Some(("ada".into(), "near".into())));
        // Both have left.
        assert!(ada.pair(begun + Duration::from_secs(60)).is_none());
        // A late player accepts few rivals, however long the other has waited.
        let late = begun + Duration::from_secs(600);
        let bob = enter(&queue, "bob", "skirmish", 1500.0, late);
        assert!(bob.pair(late).is_none());
        assert_eq!(names(bob.pair(late + Duration::from_secs(15))), Some(("bob".into(), "far".into())));
    }

    #[test]
    fn who_leaves_or_comes_twice_is_not_paired() {
        let (queue, now) = (Queue::default(), Instant::now());
        let ada = enter(&queue, "ada", "skirmish", 1500.0, now);
        drop(enter(&queue, "gone", "skirmish", 1500.0, now));
        assert!(ada.pair(now).is_none());
        let again = enter(&queue, "ada", "skirmish", 1500.0, now);
        let bob = enter(&queue, "bob", "skirmish", 1500.0, now);
        assert!(ada.pair(now).is_none(), "the first window waits no longer");
        drop(ada);
        assert_eq!(names(bob.pair(now)), Some(("bob".into(), "ada".into())));
        assert!(again.leave().is_none());
    }
}
