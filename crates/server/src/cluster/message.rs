//! What nodes say to each other: a line of JSON, and perhaps bytes behind it. What a node does not know of a message it ignores, so
//! that nodes of two versions understand each other.

use playmat_room::Identity;
use playmat_store::NodeId;
use playmat_wire::messages::{ClientMessage, Resume};
use playmat_wire::tables::{JoinRequest, TableInfo};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::api_error::{ApiError, Code};
use crate::people::EndedSession;

/// A connection of a room whose socket is at another node, by the number that the other node gave it.
pub type Link = u64;

/// Who says something, and what.
#[derive(Serialize, Deserialize, Debug)]
pub struct Message {
    /// The name of the sender.
    pub node: String,
    /// Its life.
    pub life: i64,
    /// What it says.
    pub say: Say,
}

/// What a node says.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Say {
    /// Whether anybody hears. Answered.
    Hello,
    /// Something for the room of a table. Answered.
    Ask { code: String, what: Ask },
    /// Something for all rooms of a node. Answered.
    AskAll(AskAll),
    /// A socket wants to be a connection of a room. Answered.
    Open { code: String, link: Link, who: Identity, resume: Option<Resume>, aims: bool },
    /// A client says something. What is said on a link is numbered.
    Said { link: Link, number: u64, message: ClientMessage },
    /// The body goes to a client. What is told on a link is numbered.
    Told { link: Link, number: u64 },
    /// The last thing that goes to a client.
    Bye { link: Link, code: String, sentence: String, again: bool },
    /// A socket is gone.
    Close { link: Link },
    /// All links between the two: those whose sockets the sender has, with how much was said on them, and those whose rooms it
    /// has, with how much was told.
    Beat { sockets: Vec<(Link, u64)>, rooms: Vec<(Link, u64)> },
    /// A session of a player has ended.
    Ended { player: String, which: EndedSession },
    /// A name was taken out of records.
    Renamed,
}

/// What a room is asked.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// How the table looks: [`Looks`].
    Look,
    /// To sit down: `TableInfo`.
    Join { who: Identity, request: JoinRequest },
    /// To get up: `TableInfo`.
    Leave { who: Identity },
    /// The record of a match, in the body.
    Record { game_match: u64, who: Option<Identity> },
    /// What a seat may know: `Report`.
    Report { who: Identity },
    /// The position as a seat sees it: a text.
    Scene { who: Identity },
    /// The cards that were written for the table: `TableCards`.
    Cards,
}

/// What all rooms of a node are asked.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum AskAll {
    /// The tables that everybody may know of.
    Listed,
    /// The tables of a player.
    Of { who: Identity },
    /// A player has another identity, or is deleted.
    Become { from: String, to: Option<Identity> },
}

/// How a table looks to those who sit there, and to everybody else.
#[derive(Serialize, Deserialize, Debug)]
pub struct Looks {
    /// To those who sit there.
    pub shown: TableInfo,
    /// To everybody else.
    pub watched: TableInfo,
}

/// The head of an answer; what was asked for is its body.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It is done.
    Done,
    /// It was refused.
    Refused { code: String, sentence: String },
    /// The table is not here.
    NotHere,
}

impl Message {
    /// From whom it is.
    pub fn from(&self) -> NodeId {
        NodeId { name: self.node.clone(), life: self.life }
    }
}

impl Answer {
    /// The head of the answer to something that was done, or refused.
    pub fn of<T>(result: &Result<T, ApiError>) -> Self {
        match result {
            Ok(_) => Answer::Done,
            Err(ApiError { code, sentence }) => Answer::Refused { code: code.word().to_owned(), sentence: sentence.clone() },
        }
    }

    /// Why it was refused. A code that only a newer program knows is a fault of the server.
    pub fn refusal(code: &str, sentence: String) -> ApiError {
        Code::of_word(code).map_or_else(ApiError::internal, |code| ApiError::new(code, sentence))
    }
}

/// A head and a body as bytes.
pub fn write(head: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(head).expect("a message can always be written");
    bytes.push(b'\n');
    bytes.extend_from_slice(body);
    bytes
}

/// Reads a head; the rest is the body.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), serde_json::Error> {
    // JSON has no bare line feed.
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    Ok((serde_json::from_slice(&bytes[..end])?, bytes.get(end + 1..).unwrap_or_default()))
}
