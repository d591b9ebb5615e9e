//! Whether the server can write what happens before it tells anybody: without that it is useless.

use std::time::{Duration, Instant};

use playmat_store::{Log, StoreError, Write};
use tokio::sync::Mutex;

use crate::chance::Randomness;

/// Requests that come more often get the last result: each check costs a write.
const FRESH: Duration = Duration::from_secs(1);
/// How long a write may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// How much is written: more than a match needs for an answer, so that a full disk is reported before matches have to wait.
const BYTES: usize = 16 * 1024;

/// What was found last.
#[derive(Default)]
pub struct Health {
    last: Mutex<Option<(Instant, Option<&'static str>)>>,
}

impl Health {
    /// Why nothing can be written; none if all is well. It names neither hosts nor files, because everybody may ask.
    pub async fn look(&self, log: &Log, chance: &Randomness) -> Option<&'static str> {
        let mut last = self.last.lock().await;
        if let Some((at, found)) = *last
            && at.elapsed() < FRESH
        {
            return found;
        }
        // It takes the way that matches take, so that a writer that hangs or has stopped shows too.
        let writing = log.write(vec![Write::Pulse(chance.draw("pulse", "").bytes::<BYTES>().to_vec())]);
        let found = match tokio::time::timeout(PATIENCE, writing).await {
            Ok(Ok(())) => None,
            Ok(Err(StoreError::Full)) => Some("the log cannot be written: the disk is full"),
            Ok(Err(_)) => Some("the log cannot be written: the database refuses"),
            Err(_) => Some("the log cannot be written: the database does not answer"),
        };
        *last = Some((Instant::now(), found));
        found
    }
}
