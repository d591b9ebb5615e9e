//! A room that is at another node, behind the same handle as one that is here: what comes into its inbox goes over NATS.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use playmat_room::ConnId;
use playmat_store::NodeId;
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, oneshot, watch};

use super::bus::NoAnswer;
use super::life::Life;
use super::message::{Ask, Link, Looks, Say};
use crate::api_error::ApiError;
use crate::room::{INBOX, Inbox, Out, RoomHandle};

/// What a handle of a remote room does.
struct Remote {
    life: Arc<Life>,
    /// The node that has the room.
    at: NodeId,
    code: String,
    links: HashMap<ConnId, (Link, Arc<AtomicU64>)>,
    next_conn: u32,
}

/// The room of a table at another node.
pub async fn look(life: &Arc<Life>, at: NodeId, code: &str) -> Result<RoomHandle, NoAnswer> {
    let looks = life.ask(&at, Say::Ask { code: code.to_owned(), what: Ask::Look }).await?;
    let Looks { shown, watched } = parse(&looks).map_err(NoAnswer::Refused)?;
    let (inbox, said) = mpsc::channel(INBOX);
    let remote = Remote { life: life.clone(), at, code: code.to_owned(), links: HashMap::new(), next_conn: 0 };
    tokio::spawn(remote.run(said));
    Ok(RoomHandle { inbox, shown: watch::channel(Arc::new(shown)).1, watched: watch::channel(Arc::new(watched)).1 })
}

impl Remote {
    /// Until nobody has the handle any more.
    async fn run(mut self, mut said: mpsc::Receiver<Inbox>) {
        while let Some(said) = said.recv().await {
            self.carry(said).await;
        }
        for (link, _) in self.links.into_values() {
            hang_up(&self.life, link).await;
        }
    }

    async fn carry(&mut self, said: Inbox) {
        match said {
            Inbox::Connect { who, resume, aims, out, reply } => {
                // Before the other side is asked: what it tells may be here before its answer.
                let (link, said) = self.life.links.socket(self.at.clone(), out.clone());
                let open = Say::Open { code: self.code.clone(), link, who, resume, aims };
                if self.life.ask(&self.at, open).await.is_err() {
                    // It may be open all the same.
                    hang_up(&self.life, link).await;
                    let _ = out.try_send(Out::moved());
                } else {
                    self.life.links.opened(link);
                }
                let conn = ConnId(self.next_conn);
                self.next_conn = self.next_conn.wrapping_add(1);
                self.links.insert(conn, (link, said));
                let _ = reply.send(conn);
            }
            Inbox::Said { conn, message, .. } => {
                let Some((link, said)) = self.links.get(&conn) else { return };
                let number = said.load(Ordering::Acquire) + 1;
                self.life.say_on_link(&self.at, Say::Said { link: *link, number, message }, b"").await;
                // Afterwards: a beat must not count what is still on its way out.
                said.store(number, Ordering::Release);
            }
            Inbox::Gone { conn } => {
                if let Some((link, _)) = self.links.remove(&conn) {
                    hang_up(&self.life, link).await;
                }
            }
            Inbox::Join { who, request, reply } => self.ask(Ask::Join { who, request }, reply, parse),
            Inbox::Leave { who, reply } => self.ask(Ask::Leave { who }, reply, parse),
            Inbox::Report { who, reply } => self.ask(Ask::Report { who }, reply, parse),
            Inbox::Scene { who, reply } => self.ask(Ask::Scene { who }, reply, parse),
            Inbox::Cards { reply } => self.ask(Ask::Cards, reply, parse),
            Inbox::Record { id, who, reply } => {
                self.ask(Ask::Record { game_match: id.0, who }, reply, |body| Ok(body.to_vec()));
            }
            // These are for rooms that are here: whoever sends them goes through the lobby. The reply is dropped, which is an error.
            Inbox::Begin { .. } | Inbox::Become { .. } | Inbox::Thought { .. } | Inbox::ShutDown | Inbox::Moved => {}
        }
    }

    /// Asks, while other things go on.
    fn ask<T: Send + 'static>(
        &self,
        what: Ask,
        reply: oneshot::Sender<Result<T, ApiError>>,
        parse: fn(&[u8]) -> Result<T, ApiError>,
    ) {
        let (life, at, say) = (self.life.clone(), self.at.clone(), Say::Ask { code: self.code.clone(), what });
        tokio::spawn(async move {
            let answer = life.ask(&at, say).await.map_err(ApiError::from);
            let _ = reply.send(answer.and_then(|body| parse(&body)));
        });
    }
}

/// A socket is gone.
async fn hang_up(life: &Life, link: Link) {
    if let Some(at) = life.links.close(link) {
        life.say(&at, Say::Close { link }, b"").await;
    }
}

/// What another node answered.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| {
        tracing::error!(%error, "an answer of a node cannot be read");
        ApiError::internal()
    })
}
