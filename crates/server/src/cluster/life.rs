//! One life of a node: from its registration until it signs off, or is declared over.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use playmat_store::{NodeId, NodeInfo};
use tokio::sync::watch;

use super::bus::{Bus, NoAnswer};
use super::links::Links;
use super::message::Say;
use crate::api_error::ApiError;

/// How often a node says that it lives.
pub const BEAT: Duration = Duration::from_secs(1);
/// A node that was silent for so long is declared over.
pub const SILENT: Duration = Duration::from_secs(4);
/// For so long after the beginning of a beat nobody can have declared the node over.
const SURE: Duration = Duration::from_millis(3500);

/// A life of a node.
pub struct Life {
    /// Which.
    pub id: NodeId,
    bus: Arc<Bus>,
    /// Connections of rooms whose sockets are elsewhere, and the other way round.
    pub links: Links,
    state: watch::Sender<State>,
    others: Mutex<Vec<NodeInfo>>,
}

/// What is known of the own life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It was not over when this beat began.
    Alive(Instant),
    /// It is over.
    Over,
}

impl Life {
    /// A life that was registered when this began.
    pub fn new(id: NodeId, bus: Arc<Bus>, begun: Instant) -> Self {
        let state = watch::channel(State::Alive(begun)).0;
        Life { id, bus, links: Links::default(), state, others: Mutex::default() }
    }

    /// A beat that began then went through.
    pub fn beaten(&self, begun: Instant) {
        self.state.send_if_modified(|state| {
            let alive = *state != State::Over;
            if alive {
                *state = State::Alive(begun);
            }
            alive
        });
    }

    /// It is over.
    pub fn end(&self) {
        self.state.send_replace(State::Over);
        self.links.break_all();
    }

    /// Waits until it is over.
    pub async fn over(&self) {
        // The sender lives as long as this.
        let _ = self.state.subscribe().wait_for(|state| *state == State::Over).await;
    }

    /// Waits until it is certain that this life was not over a moment ago. An error if it is over, or if nobody can say.
    pub async fn sure(&self, patience: Duration) -> Result<(), ApiError> {
        let mut state = self.state.subscribe();
        let certain = |state: &State| match state {
            State::Alive(begun) => begun.elapsed() < SURE,
            State::Over => true,
        };
        match tokio::time::timeout(patience, state.wait_for(certain)).await {
            Ok(Ok(state)) if *state != State::Over => Ok(()),
            Ok(_) => Err(ApiError::unreachable()),
            Err(_) => Err(ApiError::log()),
        }
    }

    /// The other nodes that live, as they were seen last.
    pub fn others(&self) -> Vec<NodeId> {
        self.lock().iter().filter(|node| !node.over && node.id != self.id).map(|node| node.id.clone()).collect()
    }

    /// All nodes were seen. Whether a life has begun or ended since.
    pub fn saw(&self, mut nodes: Vec<NodeInfo>) -> bool {
        let lives = |nodes: &[NodeInfo]| nodes.iter().map(|node| (node.id.clone(), node.over)).collect::<Vec<_>>();
        let mut seen = self.lock();
        std::mem::swap(&mut *seen, &mut nodes);
        lives(&seen) != lives(&nodes)
    }

    /// Says something to another node.
    pub async fn say(&self, to: &NodeId, say: Say, body: &[u8]) -> bool {
        self.bus.say(&self.id, to, say, body).await
    }

    /// Says something on a link.
    pub async fn say_on_link(&self, to: &NodeId, say: Say, body: &[u8]) -> bool {
        self.bus.say_on_link(&self.id, to, say, body).await
    }

    /// Says something to all nodes.
    pub async fn say_to_all(&self, say: Say) -> bool {
        self.bus.say_to_all(&self.id, say).await
    }

    /// Asks another node.
    pub async fn ask(&self, to: &NodeId, say: Say) -> Result<Vec<u8>, NoAnswer> {
        self.bus.ask(&self.id, to, say).await
    }

    fn lock(&self) -> MutexGuard<'_, Vec<NodeInfo>> {
        self.others.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
