//! What a search may use of the machine it runs on.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long something has gone on that began at any time; it never goes back.
pub type Clock = fn() -> Duration;

/// What a bot may use of the machine it runs on. A page has no threads, and a clock of its own.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// By which a bot knows when its time is up.
    pub clock: Clock,
    /// The most threads, at least one. A search on fewer threads imagines as many worlds, and may answer something else.
    pub threads: usize,
}

impl Default for Resources {
    /// The clock of the system, and as many threads as a bot wants.
    fn default() -> Self {
        Resources { clock: since_the_first_question, threads: usize::MAX }
    }
}

fn since_the_first_question() -> Duration {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}
