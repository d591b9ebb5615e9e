//! One socket of one table: what it may send, how fast, and when it is closed.

use std::error::Error;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use playmat_wire::messages::{ClientMessage, PROTOCOL_VERSION, Resume, ServerMessage};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite;

use crate::App;
use crate::api_error::Code;
use crate::clock::moment;
use crate::limits::Bucket;
use crate::people::{Caller, SessionEndListener};
use crate::room::{ConnId, Inbox, Out, RoomHandle};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How often it is asked whether it is there, and how long it may be silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How long the last message may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// How many messages may wait for a client.
const QUEUE: usize = 64;

/// Why a connection ends.
struct End {
    code: Code,
    sentence: String,
    again: bool,
}

/// Serves one socket to its end.
pub async fn serve(mut socket: WebSocket, app: &App, caller: Caller, ends: SessionEndListener, room: RoomHandle) {
    metrics::gauge!("playmat_sockets").increment(1.0);
    if let Err(End { code, sentence, again }) = converse(&mut socket, app, caller, ends, &room).await {
        metrics::counter!("playmat_byes_total", "code" => code.word()).increment(1);
        let bye = ServerMessage::Bye { code: code.word().into(), sentence, again };
        if let Ok(text) = serde_json::to_string(&bye) {
            let closing = async {
                socket.send(Message::Text(text.into())).await?;
                let frame = CloseFrame { code: close_code(again), reason: code.word().into() };
                socket.send(Message::Close(Some(frame))).await?;
                // What is still on its way is read and dropped: closing with unread bytes would lose the last message.
                while let Some(Ok(_)) = socket.recv().await {}
                Ok::<(), axum::Error>(())
            };
            let _ = timeout(FAREWELL, closing).await;
        }
    }
    metrics::gauge!("playmat_sockets").decrement(1.0);
}

async fn converse(
    socket: &mut WebSocket,
    app: &App,
    caller: Caller,
    mut ends: SessionEndListener,
    room: &RoomHandle,
) -> Result<(), End> {
    let Some(Greeting { resume, aims }) = hello(socket, app.config.limits.message_bytes).await? else { return Ok(()) };
    let (out, mut news) = mpsc::channel(QUEUE);
    let who = caller.who.clone();
    let program = who.program;
    let (reply, met) = oneshot::channel();
    let closed = || End { code: Code::TableClosed, sentence: "This table is closed.".into(), again: false };
    room.inbox.send(Inbox::Connect { who, resume, aims, out, reply }).await.map_err(|_| closed())?;
    let conn = match met.await {
        Ok(conn) => conn,
        Err(_) => return Err(closed()),
    };
    let ended = tokio::select! {
        ended = talk(socket, app, room, conn, program, &mut news) => ended,
        // A guest who has just signed up comes back with the account. Whoever was logged out does not come back, nor does a
        // program whose token was revoked.
        () = ends.wait(&caller) => {
            let sentence = "You are not logged in here any more.".to_owned();
            Err(End { code: Code::LoggedOut, sentence, again: caller.session.is_none() && !program })
        }
    };
    let _ = room.inbox.send(Inbox::Gone { conn }).await;
    ended
}

/// What a client says first.
struct Greeting {
    resume: Option<Resume>,
    aims: bool,
}

/// Waits for the first message. None if the client leaves.
async fn hello(socket: &mut WebSocket, most_bytes: usize) -> Result<Option<Greeting>, End> {
    let deadline = tokio::time::Instant::now() + HELLO;
    loop {
        let silent = || End { code: Code::Silent, sentence: "No message came for too long.".into(), again: true };
        let next = tokio::time::timeout_at(deadline, socket.recv()).await.map_err(|_| silent())?;
        let Some(message) = heard(next, most_bytes)? else { return Ok(None) };
        return match message {
            Heard::Nothing => continue,
            Heard::Said(ClientMessage::Hello { version: PROTOCOL_VERSION, resume, aims }) => {
                Ok(Some(Greeting { resume, aims }))
            }
            Heard::Said(ClientMessage::Hello { version, .. }) => Err(End {
                code: Code::Version,
                sentence: format!(
                    "Your client speaks version {version} of the protocol, the server version {PROTOCOL_VERSION}."
                ),
                again: false,
            }),
            Heard::Said(_) => Err(bad("The first message is `hello`.")),
        };
    }
}

async fn talk(
    socket: &mut WebSocket,
    app: &App,
    room: &RoomHandle,
    conn: ConnId,
    program: bool,
    news: &mut mpsc::Receiver<Out>,
) -> Result<(), End> {
    let limits = app.config.limits;
    let rate = if program { limits.program_messages } else { limits.messages };
    let mut bucket = Bucket::new(rate, moment(Instant::now()));
    let mut heard_at = Instant::now();
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.tick().await;
    loop {
        tokio::select! {
            out = news.recv() => match out {
                Some(Out::Text(text)) => write(socket, Message::Text(text), limits.slow).await?,
                Some(Out::Bye { code, sentence, again }) => return Err(End { code, sentence, again }),
                None => {
                    let sentence = "Your client did not read its messages.".to_owned();
                    return Err(End { code: Code::TooSlow, sentence, again: true });
                }
            },
            next = socket.recv() => {
                let Some(message) = heard(next, limits.message_bytes)? else { return Ok(()) };
                heard_at = Instant::now();
                if !bucket.take(rate, moment(heard_at)) {
                    let sentence = format!("Too many messages; at most {} a second.", rate.per_second);
                    return Err(End { code: Code::TooFast, sentence, again: true });
                }
                if let Heard::Said(message) = message {
                    let said = Inbox::Said { conn, message, at: heard_at };
                    if room.inbox.send(said).await.is_err() {
                        return Err(End { code: Code::TableClosed, sentence: "This table is closed.".into(), again: false });
                    }
                }
            },
            _ = pings.tick() => {
                if heard_at.elapsed() > SILENCE {
                    return Err(End { code: Code::Silent, sentence: "Your client did not answer for too long.".into(), again: true });
                }
                write(socket, Message::Ping(Bytes::new()), limits.slow).await?;
            }
        }
    }
}

async fn write(socket: &mut WebSocket, message: Message, patience: Duration) -> Result<(), End> {
    let slow = || End { code: Code::TooSlow, sentence: "Your client did not read its messages.".into(), again: true };
    match timeout(patience, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(slow()),
    }
}

/// What a frame says.
enum Heard {
    Said(ClientMessage),
    Nothing,
}

/// Reads one frame. None when the connection is closed.
fn heard(next: Option<Result<Message, axum::Error>>, most_bytes: usize) -> Result<Option<Heard>, End> {
    match next {
        None | Some(Ok(Message::Close(_))) => Ok(None),
        Some(Err(error)) if is_too_large(&error) => {
            Err(End { code: Code::TooLarge, sentence: format!("A message has at most {most_bytes} bytes."), again: true })
        }
        Some(Err(_)) => Ok(None),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Some(Heard::Nothing)),
        Some(Ok(Message::Binary(_))) => Err(bad("Messages are text.")),
        Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
            Ok(message) => Ok(Some(Heard::Said(message))),
            Err(_) => Err(bad("This is no message of the protocol; see docs/protocol.md.")),
        },
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    use tungstenite::Error::{Capacity, Protocol};
    use tungstenite::error::ProtocolError::ControlFrameTooBig;
    let error = error.source().and_then(|source| source.downcast_ref());
    matches!(error, Some(Capacity(_) | Protocol(ControlFrameTooBig)))
}

fn bad(sentence: &str) -> End {
    End { code: Code::BadMessage, sentence: sentence.into(), again: false }
}

fn close_code(again: bool) -> u16 {
    if again { close_code::AGAIN } else { close_code::POLICY }
}
