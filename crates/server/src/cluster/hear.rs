//! What a node does when another one says something to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt;
use futures_util::stream::select;
use playmat_room::Identity;
use playmat_store::{MatchId, NodeId};
use playmat_wire::messages::{ClientMessage, Resume};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use super::bus::Bus;
use super::life::Life;
use super::message::{Answer, Ask, AskAll, Link, Looks, Message, Say, read};
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::http::ask;
use crate::room::{ConnId, Inbox, Out, RoomHandle};

/// How many messages wait for the socket of a link, as for one that is here.
const QUEUE: usize = 64;
/// How long to wait for certainty before a table is shown.
const CERTAINTY: Duration = Duration::from_secs(5);

/// Where answers go.
type ReplyTo = Option<async_nats::Subject>;

/// Hears everything that is said to a life, one thing after the other, until it is over.
pub async fn hear(app: Arc<App>, bus: Arc<Bus>, life: Arc<Life>, subscribers: [async_nats::Subscriber; 2]) {
    let [own, all] = subscribers;
    let mut messages = select(own, all);
    loop {
        let message = tokio::select! {
            biased;
            () = life.over() => return,
            message = messages.next() => message,
        };
        let Some(message) = message else { return };
        let (head, body) = match read::<Message>(&message.payload) {
            Ok(read) => read,
            Err(error) => {
                // Of a newer program, perhaps. Whoever waits for an answer notices.
                tracing::warn!(%error, "a message of a node cannot be read");
                continue;
            }
        };
        let from = head.from();
        life.links.hear(&from);
        let back = match head.say {
            Say::Hello => {
                answer(&bus, message.reply, &Answer::Done, b"").await;
                None
            }
            Say::Ask { code, what } => {
                tokio::spawn(asked(app.clone(), bus.clone(), life.clone(), code, what, message.reply));
                None
            }
            Say::AskAll(what) => {
                tokio::spawn(asked_all(app.clone(), bus.clone(), what, message.reply));
                None
            }
            Say::Open { code, link, who, resume, aims } => {
                match app.lobby.find(&code) {
                    None => answer(&bus, message.reply, &Answer::NotHere, b"").await,
                    Some(room) => {
                        // At once, so that what comes next on this link finds it.
                        let (said, told) = life.links.room(&from, link);
                        let end = RoomEnd { life: life.clone(), to: from.clone(), link, told };
                        let (bus, reply) = (bus.clone(), message.reply);
                        tokio::spawn(async move {
                            let opened = end.open(room, who, resume, aims, said).await;
                            let head = if opened { Answer::Done } else { Answer::NotHere };
                            answer(&bus, reply, &head, b"").await;
                        });
                    }
                }
                None
            }
            Say::Said { link, number, message } => life.links.said(&from, link, number, message),
            Say::Told { link, number } => match Utf8Bytes::try_from(body.to_vec()) {
                Ok(text) => life.links.told(&from, link, number, text),
                Err(_) => Some(Say::Close { link }),
            },
            Say::Bye { link, code, sentence, again } => {
                let code = Code::of_word(&code).unwrap_or(Code::Internal);
                life.links.bye(&from, link, Out::Bye { code, sentence, again });
                None
            }
            Say::Close { link } => {
                life.links.gone(&from, link);
                None
            }
            Say::Beat { sockets, rooms } => {
                for (to, say) in life.links.compare(&from, &sockets, &rooms) {
                    life.say(&to, say, b"").await;
                }
                None
            }
            Say::Ended { player, which } => {
                if from != life.id {
                    app.people.end_here(&player, which);
                }
                None
            }
            Say::Renamed => {
                app.replay_cache.forget();
                None
            }
        };
        if let Some(say) = back {
            life.say(&from, say, b"").await;
        }
    }
}

/// The end of a link where the room is.
struct RoomEnd {
    life: Arc<Life>,
    /// The node of the socket.
    to: NodeId,
    link: Link,
    told: Arc<AtomicU64>,
}

impl RoomEnd {
    /// Greets the room. False if it is gone, or not certainly here any more.
    async fn open(
        self,
        room: RoomHandle,
        who: Identity,
        resume: Option<Resume>,
        aims: bool,
        said: mpsc::Receiver<ClientMessage>,
    ) -> bool {
        let (out, news) = mpsc::channel(QUEUE);
        let (reply, met) = oneshot::channel();
        let greeting = async {
            self.life.sure(CERTAINTY).await.ok()?;
            room.inbox.send(Inbox::Connect { who, resume, aims, out, reply }).await.ok()?;
            met.await.ok()
        };
        let Some(conn) = greeting.await else {
            self.life.links.forget(&self.to, self.link);
            return false;
        };
        tokio::spawn(self.run(room, conn, said, news));
        true
    }

    /// Carries messages until the room or the socket is gone.
    async fn run(self, room: RoomHandle, conn: ConnId, mut said: mpsc::Receiver<ClientMessage>, mut news: mpsc::Receiver<Out>) {
        loop {
            tokio::select! {
                said = said.recv() => {
                    let Some(message) = said else { break };
                    if room.inbox.send(Inbox::Said { conn, message, at: Instant::now() }).await.is_err() {
                        break;
                    }
                }
                out = news.recv() => match out {
                    Some(Out::Text(text)) => {
                        let number = self.told.load(Ordering::Acquire) + 1;
                        let told = Say::Told { link: self.link, number };
                        if !self.life.say_on_link(&self.to, told, text.as_bytes()).await {
                            break;
                        }
                        // Afterwards: a beat must not count what is still on its way out.
                        self.told.store(number, Ordering::Release);
                    }
                    Some(Out::Bye { code, sentence, again }) => {
                        self.bye(code, sentence, again).await;
                        break;
                    }
                    None => {
                        self.bye(Code::TooSlow, "Your client did not read its messages.".to_owned(), true).await;
                        break;
                    }
                },
            }
        }
        self.life.links.forget(&self.to, self.link);
        let _ = room.inbox.send(Inbox::Gone { conn }).await;
    }

    async fn bye(&self, code: Code, sentence: String, again: bool) {
        let bye = Say::Bye { link: self.link, code: code.word().to_owned(), sentence, again };
        self.life.say(&self.to, bye, b"").await;
    }
}

async fn asked(app: Arc<App>, bus: Arc<Bus>, life: Arc<Life>, code: String, what: Ask, reply: ReplyTo) {
    let Some(room) = app.lobby.find(&code) else { return answer(&bus, reply, &Answer::NotHere, b"").await };
    if life.sure(CERTAINTY).await.is_err() {
        return answer(&bus, reply, &Answer::NotHere, b"").await;
    }
    match what {
        Ask::Look => {
            let (shown, watched) = ((**room.shown.borrow()).clone(), (**room.watched.borrow()).clone());
            done(&bus, reply, Ok(Looks { shown, watched })).await;
        }
        Ask::Join { who, request } => {
            done(&bus, reply, ask(&room, |reply| Inbox::Join { who, request, reply }).await).await;
        }
        Ask::Leave { who } => done(&bus, reply, ask(&room, |reply| Inbox::Leave { who, reply }).await).await,
        Ask::Report { who } => done(&bus, reply, ask(&room, |reply| Inbox::Report { who, reply }).await).await,
        Ask::Cards => done(&bus, reply, ask(&room, |reply| Inbox::Cards { reply }).await).await,
        Ask::Scene { who } => done(&bus, reply, ask(&room, |reply| Inbox::Scene { who, reply }).await).await,
        Ask::Record { game_match, who } => {
            let id = MatchId(game_match);
            // Only a match that the room shows, or that spectators still watch there.
            let record = match app.lobby.of_match(&id.to_string()) {
                Some(room) => ask(&room, |reply| Inbox::Record { id, who, reply }).await,
                None => Err(ApiError::no_match()),
            };
            answer(&bus, reply, &Answer::of(&record), &record.unwrap_or_default()).await;
        }
    }
}

async fn asked_all(app: Arc<App>, bus: Arc<Bus>, what: AskAll, reply: ReplyTo) {
    match what {
        AskAll::Listed => done(&bus, reply, Ok(app.lobby.listed())).await,
        AskAll::Of { who } => done(&bus, reply, Ok(app.lobby.of(&who))).await,
        AskAll::Become { from, to } => {
            let written = app.become_here(&from, &to).await;
            done(&bus, reply, if written { Ok(()) } else { Err(ApiError::log()) }).await;
        }
    }
}

/// Answers with the result as JSON.
async fn done<T: Serialize>(bus: &Bus, reply: ReplyTo, result: Result<T, ApiError>) {
    let body = result.as_ref().ok().map(|result| serde_json::to_vec(result).expect("an answer can always be written"));
    answer(bus, reply, &Answer::of(&result), &body.unwrap_or_default()).await;
}

async fn answer(bus: &Bus, reply: ReplyTo, head: &Answer, body: &[u8]) {
    if let Some(reply) = reply {
        bus.answer(reply, head, body).await;
    }
}
