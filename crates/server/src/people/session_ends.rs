//! Sessions that end while their sockets are open: the sockets are closed.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Caller, People};
use crate::App;
use crate::cluster::Say;

/// How many ends a slow socket may miss before it is closed to be safe.
const REMEMBERED: usize = 256;

/// What has ended.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum EndedSession {
    /// The guest: there is an account now.
    Guest,
    /// One session.
    Session(String),
    /// All sessions except one.
    AllBut(Option<String>),
}

/// Sends the ends of sessions to all sockets.
#[derive(Clone)]
pub struct SessionEndSender(broadcast::Sender<(String, EndedSession)>);

/// Receives the ends of sessions, for one socket.
pub struct SessionEndListener(broadcast::Receiver<(String, EndedSession)>);

impl Default for SessionEndSender {
    fn default() -> Self {
        SessionEndSender(broadcast::channel(REMEMBERED).0)
    }
}

impl App {
    /// Tells all sockets that a session of a player has ended, also those of other nodes.
    pub async fn end(&self, player: &str, which: EndedSession) {
        self.people.end_here(player, which.clone());
        if let Some(cluster) = &self.cluster {
            cluster.say_to_all(Say::Ended { player: player.to_owned(), which }).await;
        }
    }
}

impl People {
    /// Tells all sockets of this process that a session of a player has ended.
    pub fn end_here(&self, player: &str, which: EndedSession) {
        // Nobody may be listening.
        let _ = self.session_ends.0.send((player.to_owned(), which));
    }

    /// Listens from now on. Call it before the identity is looked up, so that nothing is missed.
    pub fn ends(&self) -> SessionEndListener {
        SessionEndListener(self.session_ends.0.subscribe())
    }
}

impl SessionEndListener {
    /// Waits until the caller's session has ended.
    pub async fn wait(&mut self, caller: &Caller) {
        loop {
            match self.0.recv().await {
                Ok((player, which)) if player == caller.who.id && which.concerns(caller) => return,
                Ok(_) => {}
                // Something was missed: close to be safe; whoever is still logged in can come back.
                Err(RecvError::Lagged(_)) => return,
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

impl EndedSession {
    fn concerns(&self, caller: &Caller) -> bool {
        match self {
            EndedSession::Guest => caller.session.is_none(),
            EndedSession::Session(id) => caller.session.as_ref() == Some(id),
            EndedSession::AllBut(kept) => kept.is_none() || caller.session != *kept,
        }
    }
}
