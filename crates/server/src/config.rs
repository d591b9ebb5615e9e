//! How a server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use playmat_bots::Concession;
use playmat_room::Settings;

use crate::chance::Randomness;
use crate::clock::Clock;
use crate::limits::Rate;

/// The configuration of a server. [`Config::default`] suits a person at home.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// `sqlite:PATH` or `postgres://...`.
    pub database: String,
    /// Where this server meets the other nodes; none if it is alone.
    pub cluster: Option<ClusterConfig>,
    /// Take the cards of this folder instead of the shipped ones.
    pub cards: Option<PathBuf>,
    /// Whether that folder is watched: new matches are played with what was changed in it.
    pub watch: bool,
    /// Origins that browsers may come from, besides the server's own address: `https://play.example.org`.
    pub origins: Vec<String>,
    /// Whether a proxy in front tells the caller's address (`X-Forwarded-For`, the last one). Requests without the header did not
    /// come through the proxy.
    pub behind_proxy: bool,
    /// Whether cookies, and for a year everything else, are for HTTPS only.
    pub secure_cookies: bool,
    /// Whether others than this machine may read `/metrics`.
    pub open_metrics: bool,
    /// The limits of callers.
    pub limits: Limits,
    /// The most tables.
    pub most_tables: usize,
    /// The most spectators of one table.
    pub most_spectators: usize,
    /// How many bots think at the same time.
    pub thinking: usize,
    /// How long a match waits for the shares of its seed after the players were told its promise; longer for players who are not
    /// connected yet.
    pub shares: Duration,
    /// How long a match waits at most while a player looks at revealed cards.
    pub reveal: Duration,
    /// Whether records are signed with a new key from this start on. The old one stays published.
    pub new_record_key: bool,
    /// Older card sets, for older records: `DIR/<game>/<set>/*.cards`.
    pub archive: Option<PathBuf>,
    /// After so long in the queue a player is offered a bot.
    pub bot_after: Duration,
    /// When a bot offers its concession to a person.
    pub concession: Concession,
    /// After so many entries nothing more is taken back in a match: every entry is kept, and taking back replays all of them.
    pub most_entries: usize,
    /// A table where nobody is and no match runs is closed after this long.
    pub idle: Duration,
    /// Where keys, secrets and codes come from: the operating system, or the seed of a test.
    pub chance: Randomness,
    /// The time; a test can put it forward.
    pub clock: Clock,
}

/// A node of a server that is several processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterConfig {
    /// `nats://...`.
    pub nats: String,
    /// The name of this node.
    pub node: String,
    /// For tests: writes name no lease, so that an owner of before goes on writing.
    pub unfenced: bool,
    /// For tests: the node never notices that it was declared over.
    pub deaf: bool,
    /// For tests: one in so many messages between nodes is lost. 0 means none.
    pub lossy: u32,
}

/// The limits of callers. 0 means no limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// HTTP requests of one address.
    pub requests: Rate,
    /// New tables and guests of one address.
    pub makings: Rate,
    /// Wrong codes of one address.
    pub guesses: Rate,
    /// Records that are played for one address.
    pub replays: Rate,
    /// Wrong passwords for one name before one has to wait, twice as many for one address. 0 means no limit.
    pub wrong_passwords: u32,
    /// Decks and settings that one address writes.
    pub keepings: Rate,
    /// Messages of one connection of a person.
    pub messages: Rate,
    /// Messages of one connection of a program.
    pub program_messages: Rate,
    /// How long a client may leave a message unread. There is always a limit, because unread messages are kept in memory.
    pub slow: Duration,
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Bytes of one request.
    pub request_bytes: usize,
    /// Connections of one address.
    pub connections_of_address: usize,
    /// Sockets of one guest.
    pub sockets_of_guest: usize,
    /// All connections together.
    pub connections: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7878)),
            database: "sqlite:playmat.db".into(),
            cluster: None,
            cards: None,
            watch: false,
            origins: Vec::new(),
            behind_proxy: false,
            secure_cookies: false,
            open_metrics: false,
            limits: Limits::default(),
            most_tables: 20_000,
            most_spectators: 200,
            thinking: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            shares: Duration::from_secs(3),
            reveal: Duration::from_secs(3),
            new_record_key: false,
            archive: None,
            bot_after: Duration::from_secs(20),
            concession: Concession::USUAL,
            most_entries: 4096,
            idle: Duration::from_secs(30 * 60),
            chance: Randomness::default(),
            clock: Clock::default(),
        }
    }
}

impl Config {
    /// What rooms are told of it.
    pub(crate) fn rooms(&self) -> Settings {
        Settings {
            shares: self.shares,
            reveal: self.reveal,
            most_spectators: self.most_spectators,
            most_entries: self.most_entries,
            concession: self.concession,
            idle: self.idle,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: Rate::per_second(20.0),
            makings: Rate::per_minute(30.0),
            guesses: Rate::per_minute(20.0),
            replays: Rate::per_second(3.0),
            wrong_passwords: 10,
            keepings: Rate::per_minute(60.0),
            messages: Rate::per_second(20.0),
            program_messages: Rate::per_second(500.0),
            slow: Duration::from_secs(20),
            message_bytes: 4 * 1024,
            request_bytes: 16 * 1024,
            connections_of_address: 64,
            sockets_of_guest: 16,
            connections: 10_000,
        }
    }
}

impl Limits {
    /// No limits, for measuring.
    pub fn none() -> Self {
        let free = Rate::per_second(0.0);
        Limits {
            requests: free,
            makings: free,
            guesses: free,
            replays: free,
            wrong_passwords: 0,
            keepings: free,
            messages: free,
            program_messages: free,
            connections_of_address: 0,
            sockets_of_guest: 0,
            connections: 0,
            ..Limits::default()
        }
    }
}
