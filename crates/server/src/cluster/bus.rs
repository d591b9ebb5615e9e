//! The way to the other nodes: NATS. Nothing is kept for later: what cannot be sent now is not sent, and the other side notices.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use playmat_store::NodeId;

use super::message::{Answer, Message, Say, read, write};
use crate::api_error::ApiError;

/// How long an answer may take: longer than a write of the log.
const PATIENCE: Duration = Duration::from_secs(12);
/// How long a message may wait to be sent.
const SENDING: Duration = Duration::from_secs(1);
/// How long to wait for NATS at the start.
const FIRST: Duration = Duration::from_secs(5);

/// A connection to NATS.
pub struct Bus {
    client: Client,
    /// How all subjects of this cluster begin.
    prefix: String,
    /// For tests: one in so many messages of links is lost.
    lossy: u32,
    sent: AtomicU32,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The table is not there, or the node is gone.
    NotHere,
    /// It was refused.
    Refused(ApiError),
    /// Nobody knows what has become of it.
    Silence,
}

impl Bus {
    /// Connects. `cluster` is a name that no other cluster on the same NATS has.
    pub async fn connect(address: &str, cluster: &str, lossy: u32) -> Result<Self, String> {
        let told = |event| async move {
            match event {
                Event::Connected => tracing::info!("NATS is there"),
                event => tracing::warn!(%event, "NATS"),
            }
        };
        let options = ConnectOptions::new()
            .name("playmat")
            .event_callback(told)
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(if tries < 2 { 50 } else { 500 }))
            .request_timeout(Some(PATIENCE));
        let server: ServerAddr = address
            .parse()
            .map_err(|_| "the address of NATS cannot be understood: write it as `nats://USER:PASSWORD@HOST:PORT`".to_owned())?;
        let options = match (server.username(), server.password()) {
            (Some(user), password) => options.user_and_password(user.into(), password.unwrap_or_default().into()),
            (None, _) => options,
        };
        let connecting = tokio::time::timeout(FIRST, options.connect(server));
        let client = match connecting.await {
            Ok(Ok(client)) => client,
            Ok(Err(error)) => return Err(format!("NATS cannot be reached: {error}")),
            Err(_) => return Err(format!("NATS does not answer within {} seconds", FIRST.as_secs())),
        };
        Ok(Bus { client, prefix: format!("playmat.{cluster}"), lossy, sent: AtomicU32::new(0) })
    }

    /// What a life of a node hears: what is for it alone, and what is for all.
    pub async fn hear(&self, node: &NodeId) -> Result<[Subscriber; 2], String> {
        let own = self.client.subscribe(self.subject(node)).await.map_err(|error| error.to_string())?;
        let all = self.client.subscribe(format!("{}.all", self.prefix)).await.map_err(|error| error.to_string())?;
        Ok([own, all])
    }

    /// Whether messages can be sent at this moment.
    pub fn is_there(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Says something to a node. False if it cannot be sent now; true says nothing about whether it arrives.
    pub async fn say(&self, from: &NodeId, to: &NodeId, say: Say, body: &[u8]) -> bool {
        self.publish(self.subject(to), from, say, body).await
    }

    /// Says something on a link, which notices if it is lost.
    pub async fn say_on_link(&self, from: &NodeId, to: &NodeId, say: Say, body: &[u8]) -> bool {
        if self.lossy > 0 && self.sent.fetch_add(1, Ordering::Relaxed) % self.lossy == self.lossy - 1 {
            return true;
        }
        self.say(from, to, say, body).await
    }

    /// Says something to all nodes.
    pub async fn say_to_all(&self, from: &NodeId, say: Say) -> bool {
        self.publish(format!("{}.all", self.prefix), from, say, b"").await
    }

    async fn publish(&self, subject: String, from: &NodeId, say: Say, body: &[u8]) -> bool {
        let sending = self.client.publish(subject, message(from, say, body).into());
        self.is_there() && matches!(tokio::time::timeout(SENDING, sending).await, Ok(Ok(())))
    }

    /// Asks a node, and waits for the body of its answer.
    pub async fn ask(&self, from: &NodeId, to: &NodeId, say: Say) -> Result<Vec<u8>, NoAnswer> {
        use async_nats::client::RequestErrorKind::NoResponders;
        if !self.is_there() {
            return Err(NoAnswer::NotHere);
        }
        let answer = match self.client.request(self.subject(to), message(from, say, b"").into()).await {
            Ok(answer) => answer,
            Err(error) if error.kind() == NoResponders => return Err(NoAnswer::NotHere),
            Err(_) => return Err(NoAnswer::Silence),
        };
        match read::<Answer>(&answer.payload) {
            Ok((Answer::Done, body)) => Ok(body.to_vec()),
            Ok((Answer::NotHere, _)) => Err(NoAnswer::NotHere),
            Ok((Answer::Refused { code, sentence }, _)) => Err(NoAnswer::Refused(Answer::refusal(&code, sentence))),
            Err(error) => {
                tracing::error!(%error, node = to.name, "an answer of a node cannot be read");
                Err(NoAnswer::Refused(ApiError::internal()))
            }
        }
    }

    /// Answers what was asked.
    pub async fn answer(&self, to: async_nats::Subject, head: &Answer, body: &[u8]) {
        // Whoever asked notices that nothing comes.
        let _ = self.client.publish(to, write(head, body).into()).await;
    }

    fn subject(&self, node: &NodeId) -> String {
        format!("{}.{}.{}", self.prefix, node.name, node.life)
    }
}

impl From<NoAnswer> for ApiError {
    fn from(none: NoAnswer) -> Self {
        match none {
            NoAnswer::NotHere | NoAnswer::Silence => ApiError::unreachable(),
            NoAnswer::Refused(error) => error,
        }
    }
}

fn message(from: &NodeId, say: Say, body: &[u8]) -> Vec<u8> {
    write(&Message { node: from.name.clone(), life: from.life, say }, body)
}
