//! Sessions that end while their sockets are open: the sockets are closed.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Caller, People};

/// How many ends a slow socket may miss before it is closed to be safe.
const REMEMBERED: usize = 256;

/// What has ended.
#[derive(Clone, Debug)]
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

impl People {
    /// Tells all sockets that a session of a player has ended.
    pub fn end(&self, player: &str, which: EndedSession) {
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
