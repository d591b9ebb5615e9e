//! A client of the protocol, for the load tool and for tests. It knows no rules; all that it has is merged from messages.

use std::net::SocketAddr;
use std::sync::OnceLock;

use futures_util::{SinkExt, StreamExt};
use playmat_room::Games;
use playmat_wire::from_binary;
use playmat_wire::messages::{ClientMessage, PROTOCOL_VERSION, Resume, ServerMessage};
use playmat_wire::tables::{Me, MeRequest, Problem};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::chance::Randomness;

pub use playmat_room::{Mirror, Promised, Shares};

/// Where the clients of this process get their shares of seeds from.
static SHARES: OnceLock<Randomness> = OnceLock::new();

/// Lets all clients of this process derive their shares from a seed, for tests. Only the first call counts.
pub fn seed_shares(seed: u64) {
    SHARES.get_or_init(|| Randomness::seeded(seed));
}

/// The shares of a client that has promised nothing yet.
pub fn fresh_shares() -> Shares {
    Shares::new(|about| SHARES.get_or_init(Randomness::default).draw("share", about))
}

/// Why something did not work.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A caller over HTTP: a program with a token, or a guest with a cookie.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The server.
    pub server: SocketAddr,
    /// Who it is.
    pub me: Me,
    /// `Authorization: Bearer ...` or `Cookie: ...`.
    pub credentials: String,
    /// The promises about seeds that it heard and made.
    pub shares: Shares,
    /// Whether it wants to know where moves can be aimed.
    pub aims: bool,
}

/// A socket of a table, and what came through it.
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    /// What the client knows.
    pub mirror: Mirror,
    /// How many bytes of messages came.
    pub received: u64,
    /// All frames as they came, if they are kept.
    pub frames: Option<Vec<String>>,
    /// Whether it brings shares of seeds.
    pub brings: bool,
    /// The promises about seeds that it heard and made.
    pub shares: Shares,
    me: String,
}

/// An HTTP response.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its head.
    pub head: String,
    /// Its body.
    pub body: Vec<u8>,
}

impl Caller {
    /// A new program.
    pub async fn program(server: SocketAddr, name: &str) -> Result<Self, Failure> {
        let request = MeRequest { name: Some(name.into()), program: true };
        let me: Me = read(&request_once(server, "POST", "/api/me", "", &serde_json::to_vec(&request)?).await?)?;
        let token = me.token.clone().unwrap_or_default();
        Ok(Caller {
            server,
            me,
            credentials: format!("Authorization: Bearer {token}\r\n"),
            shares: fresh_shares(),
            aims: false,
        })
    }

    /// A new guest.
    pub async fn guest(server: SocketAddr, name: &str) -> Result<Self, Failure> {
        let request = MeRequest { name: Some(name.into()), program: false };
        let answer = request_once(server, "POST", "/api/me", "", &serde_json::to_vec(&request)?).await?;
        let cookie = answer.header("set-cookie").and_then(|value| value.split(';').next()).unwrap_or_default().to_owned();
        Ok(Caller {
            server,
            me: read(&answer)?,
            credentials: format!("Cookie: {cookie}\r\n"),
            shares: fresh_shares(),
            aims: false,
        })
    }

    /// Asks for something.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        read(&self.ask("GET", path, b"").await?)
    }

    /// Asks for something to be done.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Failure> {
        read(&self.ask("POST", path, &serde_json::to_vec(body)?).await?)
    }

    /// Asks, and takes any answer.
    pub async fn ask(&self, method: &str, path: &str, body: &[u8]) -> Result<Answer, Failure> {
        request_once(self.server, method, path, &self.credentials, body).await
    }

    /// Opens a socket and says hello.
    pub async fn sit(&self, code: &str, resume: Option<Resume>) -> Result<Client, Failure> {
        let mut client = self.open(code).await?;
        client.send(&ClientMessage::Hello { version: PROTOCOL_VERSION, resume, aims: self.aims }).await?;
        Ok(client)
    }

    /// Opens a socket and says nothing.
    pub async fn open(&self, code: &str) -> Result<Client, Failure> {
        self.open_at(&format!("/api/tables/{code}/socket")).await
    }

    /// Opens any socket and says nothing.
    pub async fn open_at(&self, path: &str) -> Result<Client, Failure> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        let (name, value) = self.credentials.trim().split_once(": ").ok_or("no credentials")?;
        request.headers_mut().insert(tungstenite::http::HeaderName::from_bytes(name.as_bytes())?, value.parse()?);
        let stream = TcpStream::connect(self.server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let (shares, me) = (self.shares.clone(), self.me.id.clone());
        Ok(Client { socket, mirror: Mirror::default(), received: 0, frames: None, brings: true, shares, me })
    }
}

impl Client {
    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Failure> {
        self.send_text(serde_json::to_string(message)?).await
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: String) -> Result<(), Failure> {
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// Sends any frame.
    pub async fn send_frame(&mut self, frame: Message) -> Result<(), Failure> {
        Ok(self.socket.send(frame).await?)
    }

    /// The next message, merged into what the client knows. None when the connection is closed.
    pub async fn next(&mut self) -> Result<Option<ServerMessage>, Failure> {
        let Some(text) = self.next_text().await? else { return Ok(None) };
        let message: ServerMessage = serde_json::from_str(&text)?;
        self.mirror.take(&message)?;
        if self.brings {
            self.bring_shares(&message).await?;
        }
        Ok(Some(message))
    }

    /// The next message as it came. None when the connection is closed.
    pub async fn next_text(&mut self) -> Result<Option<Utf8Bytes>, Failure> {
        loop {
            let text = match self.socket.next().await {
                None | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(error.into()),
            };
            self.received += text.len() as u64;
            if let Some(frames) = &mut self.frames {
                frames.push(text.to_string());
            }
            return Ok(Some(text));
        }
    }

    /// Answers a message about a seed; does nothing for other messages.
    pub async fn bring_shares(&mut self, message: &ServerMessage) -> Result<(), Failure> {
        for answer in self.shares.answer(&self.me, message)? {
            self.send(&answer).await?;
        }
        Ok(())
    }

    /// Answers the open question.
    pub async fn answer(&mut self, pick: u8) -> Result<(), Failure> {
        let decision = self.mirror.question.as_ref().map(|question| question.decision).ok_or("nothing is asked")?;
        self.send(&ClientMessage::Answer { decision, pick }).await
    }

    /// Where this client is, for coming back.
    pub fn place(&self) -> Option<Resume> {
        self.mirror.place()
    }
}

impl Answer {
    /// A line of the head.
    pub fn header(&self, name: &str) -> Option<&str> {
        let fits = |line: &&str| line.split(':').next().is_some_and(|found| found.eq_ignore_ascii_case(name));
        self.head.lines().find(fits).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }
}

/// Replays records, to compare what clients have with what they should have.
pub struct Referee {
    games: Games,
}

impl Referee {
    /// With the shipped cards.
    pub fn new() -> Result<Self, String> {
        Games::load(None, None).map(|games| Referee { games })
    }

    /// Checks that a client that followed a match to its end has exactly what the record leads to; returns what differs.
    pub fn compare(&self, record: &[u8], mirror: &Mirror) -> Result<(), String> {
        let record = from_binary(record).map_err(|error| error.to_string())?;
        let service = self.games.service(&record.setup.game).map_err(|error| error.sentence)?;
        let entries = record.entries.len();
        let play = service.replay(record).map_err(|lost| lost.to_string())?;
        mirror.compare(&*play, entries)
    }
}

fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T, Failure> {
    if answer.status != 200 {
        let problem: Result<Problem, _> = serde_json::from_slice(&answer.body);
        return Err(problem.map_or_else(|_| format!("status {}", answer.status), |problem| problem.sentence).into());
    }
    Ok(serde_json::from_slice(&answer.body)?)
}

/// One request on a connection of its own.
pub async fn request_once(server: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> Result<Answer, Failure> {
    let mut stream = TcpStream::connect(server).await?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n{headers}\r\n"
    );
    stream.write_all(&[head.as_bytes(), body].concat()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").ok_or("no answer")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?;
    Ok(Answer { status, head, body: bytes[end + 4..].to_vec() })
}
