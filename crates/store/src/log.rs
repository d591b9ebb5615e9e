//! One writer for many matches: writes that come while a commit is under way share the next commit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::{Store, StoreError, Write};

/// The most writes of one commit.
const MOST: usize = 512;
/// How many matches may wait for the writer.
const QUEUE: usize = 4096;
/// The least time between the beginnings of two commits: writes that come meanwhile share the second. Occasional writers do not
/// notice it.
const GATHER: Duration = Duration::from_millis(2);
/// After this long a commit counts as failed: it is not known whether it happened.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a match writes. Clones write through the same task.
#[derive(Clone)]
pub struct Log {
    queue: mpsc::Sender<Request>,
    store: Arc<dyn Store>,
}

struct Request {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Log {
    /// Starts the writer. It ends when the last clone is gone.
    pub fn start(store: Arc<dyn Store>) -> Self {
        let (queue, requests) = mpsc::channel(QUEUE);
        // On a thread of its own: as a task it would wait behind all rooms for every statement of a commit, and they would wait
        // for it.
        let (writing, runtime) = (write_all(store.clone(), requests), Handle::current());
        tokio::task::spawn_blocking(move || runtime.block_on(writing));
        Log { queue, store }
    }

    /// Writes all of these or none, and returns when they are safe.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (done, told) = oneshot::channel();
        let gone = |_| StoreError::Unavailable("the writer has stopped".into());
        self.queue.send(Request { writes, done }).await.map_err(|_| gone(()))?;
        told.await.map_err(|_| gone(()))?
    }

    /// The database, for reading.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }
}

async fn write_all(store: Arc<dyn Store>, mut requests: mpsc::Receiver<Request>) {
    let mut waiting: Vec<Request> = Vec::new();
    while requests.recv_many(&mut waiting, MOST).await > 0 {
        let begun = Instant::now();
        let (mut writes, mut ends) = (Vec::new(), Vec::new());
        for request in &mut waiting {
            writes.append(&mut request.writes);
            ends.push(writes.len());
        }
        let written = append(&*store, &writes).await;
        metrics::histogram!("playmat_commit_seconds").record(begun.elapsed().as_secs_f64());
        metrics::histogram!("playmat_commit_writes").record(writes.len() as f64);
        if matches!(written, Err(StoreError::Conflict | StoreError::Lost)) && waiting.len() > 1 {
            // One match is at fault, or belongs to another server; the others are written without it.
            let mut from = 0;
            for (request, end) in waiting.drain(..).zip(ends) {
                let written = append(&*store, &writes[from..end]).await;
                let _ = request.done.send(written);
                from = end;
            }
            continue;
        }
        if let Err(error) = &written
            && *error != StoreError::Lost
        {
            metrics::counter!("playmat_commit_errors_total").increment(1);
            tracing::error!(%error, writes = writes.len(), "the log cannot be written");
        }
        for request in waiting.drain(..) {
            let _ = request.done.send(written.clone());
        }
        // This thread does nothing else, so it may block.
        std::thread::sleep(GATHER.saturating_sub(begun.elapsed()));
    }
}

async fn append(store: &dyn Store, writes: &[Write]) -> Result<(), StoreError> {
    match tokio::time::timeout(PATIENCE, store.append(writes)).await {
        Ok(written) => written,
        Err(_) => Err(StoreError::Unavailable(format!("no answer within {} seconds", PATIENCE.as_secs()))),
    }
}
