//! What a page says to a pocket, and what it is told: a line of JSON, and the bytes that belong to it.

use serde::{Deserialize, Serialize};

/// Something that the page says.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Call {
    /// The first one.
    Begin {
        /// 32 random bytes in hexadecimal, never the same again: everything that chance decides follows from them.
        seed: String,
        /// The date at time 0, in seconds of Unix time.
        date: i64,
        /// The games whose models the page can give to whoever thinks: learned players are offered there.
        models: Vec<String>,
    },
    /// Take the weight file that follows as the model of a game. It is meant for the instance that thinks.
    Learn {
        /// The game.
        game: String,
    },
    /// What the device has kept: the tables are opened again. Before it no table can be opened.
    Restore {
        /// All of it.
        kept: Vec<Item>,
    },
    /// A request as over HTTP; its body follows.
    Request {
        /// Its number, for the answer.
        request: u32,
        /// `GET`, `POST`.
        method: String,
        /// `/api/tables/0K7WQ3?...`.
        path: String,
    },
    /// A connection as to a socket.
    Connect {
        /// Its number. None comes twice.
        conn: u32,
        /// `/api/tables/0K7WQ3/socket`.
        path: String,
    },
    /// A message over a connection.
    Say {
        /// The connection.
        conn: u32,
        /// The message as JSON.
        text: String,
    },
    /// A connection is closed.
    Leave {
        /// The connection.
        conn: u32,
    },
    /// Only time has passed.
    Time {},
    /// What was to be kept is kept, or could not be.
    Kept {
        /// [`Effect::Keep::write`].
        write: u32,
        /// Whether it is.
        ok: bool,
    },
    /// The answer to [`Effect::Read`].
    Read {
        /// [`Effect::Read::write`].
        write: u32,
        /// All that is kept; none if the device does not answer, or cannot keep anything now.
        kept: Option<Vec<Item>>,
    },
    /// A bot has thought.
    Thought {
        /// [`Effect::Think::table`].
        table: String,
        /// [`Effect::Think::game_match`].
        #[serde(rename = "match")]
        game_match: String,
        /// [`Effect::Think::place`].
        place: u32,
        /// What it answers.
        pick: u32,
        /// What it thinks of its chances.
        judgement: Option<f64>,
    },
    /// Think about the record that follows. Needs no tables: it is meant for another instance.
    Think {
        /// The bot.
        level: String,
        /// The seed of its luck, in hexadecimal: it has more bits than a number of a page.
        seed: String,
    },
}

/// A call with its time.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// Milliseconds since the page began; never less than before.
    pub now: u64,
    /// The call.
    pub call: Call,
}

/// Something that is kept: the device knows it by its key, and need not understand its value.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// `table/0K7WQ3`, `entry/0123456789abcdef/00012`.
    pub key: String,
    /// Its value.
    pub value: String,
}

/// A change of what is kept.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Put {
    /// Under which key.
    pub key: String,
    /// The value from now on; none if nothing is kept there any more.
    pub value: Option<String>,
}

/// Something that the page is to do, in this order.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Effect {
    /// Answer a request. The body follows.
    Answer {
        /// Which.
        request: u32,
        /// As over HTTP.
        status: u16,
        /// Its type: `application/json`.
        kind: String,
        /// How many bytes the body has.
        bytes: usize,
    },
    /// Hand a message on to a connection.
    Send {
        /// Which.
        conn: u32,
        /// The message as JSON.
        text: String,
    },
    /// Close a connection.
    Close {
        /// Which.
        conn: u32,
    },
    /// Keep all of this or none, and say [`Call::Kept`].
    Keep {
        /// Its number.
        write: u32,
        /// What.
        puts: Vec<Put>,
    },
    /// Read everything that is kept, see whether something can be kept, and say [`Call::Read`].
    Read {
        /// Its number.
        write: u32,
    },
    /// Let a bot think ([`Call::Think`]) about the record that follows, and say [`Call::Thought`].
    Think {
        /// At which table.
        table: String,
        /// The match.
        #[serde(rename = "match")]
        game_match: String,
        /// How many entries it has.
        place: u32,
        /// The bot.
        level: String,
        /// The seed of its luck.
        seed: String,
        /// The game whose model it plays by, if it needs one ([`Call::Learn`]). Without it a search plays.
        model: Option<String>,
        /// How many bytes the record has.
        bytes: usize,
    },
    /// What a bot has thought: the answer to [`Call::Think`].
    Thought {
        /// What it answers.
        pick: u32,
        /// What it thinks of its chances.
        judgement: Option<f64>,
    },
    /// The call made no sense. Nothing has changed.
    Refused {
        /// What was wrong.
        sentence: String,
    },
}

/// What a page is told for a call.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Reply {
    /// What to do.
    pub effects: Vec<Effect>,
    /// When the pocket wants to be told the time, if nothing is said before; none if it waits for nothing.
    pub wake: Option<u64>,
}

/// A call with the bytes that belong to it.
pub type Heard<'a> = (Said, &'a [u8]);

/// Writes a line of JSON and the bytes that belong to it.
pub fn to_frame(line: &impl Serialize, bytes: &[u8]) -> Vec<u8> {
    let mut frame = serde_json::to_vec(line).expect("texts and numbers can always be written");
    frame.push(b'\n');
    frame.extend_from_slice(bytes);
    frame
}

/// Reads a line of JSON and the bytes that follow. The bytes may be anything.
pub fn from_frame<'a, T: Deserialize<'a>>(frame: &'a [u8]) -> Result<(T, &'a [u8]), String> {
    let end = frame.iter().position(|&byte| byte == b'\n').ok_or("a call is a line of JSON, and then its bytes")?;
    let line = serde_json::from_slice(&frame[..end]).map_err(|error| format!("this is no call: {error}"))?;
    Ok((line, &frame[end + 1..]))
}
