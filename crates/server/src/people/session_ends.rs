//! Sessions that end while their sockets are open: the sockets end with them.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Caller, People};

/// How many ends a slow socket may miss before it is closed to be sure.
const REMEMBERED: usize = 256;

/// What has ended.
#[derive(Clone, Debug)]
pub enum EndedSession {
    /// The guest: there is an account now.
    Guest,
    /// One session.
    Session(String),
    /// Everything but one session.
    AllBut(Option<String>),
}

/// Where ends are told.
#[derive(Clone)]
pub struct SessionEndSender(broadcast::Sender<(String, EndedSession)>);

/// Where a socket hears of ends.
pub struct SessionEndListener(broadcast::Receiver<(String, EndedSession)>);

impl Default for SessionEndSender {
    fn default() -> Self {
        SessionEndSender(broadcast::channel(REMEMBERED).0)
    }
}

impl People {
    /// Something of a player has ended.
    pub fn end(&self, player: &str, which: EndedSession) {
        // Nobody may be listening.
        let _ = self.session_ends.0.send((player.to_owned(), which));
    }

    /// Hears of ends from now on: to be called before it is looked up who somebody is.
    pub fn ends(&self) -> SessionEndListener {
        SessionEndListener(self.session_ends.0.subscribe())
    }
}

impl SessionEndListener {
    /// Waits until whoever called is that no longer.
    pub async fn wait(&mut self, caller: &Caller) {
        loop {
            match self.0.recv().await {
                Ok((player, which)) if player == caller.who.id && which.concerns(caller) => return,
                Ok(_) => {}
                // Something was missed: whoever is still known can come back.
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
