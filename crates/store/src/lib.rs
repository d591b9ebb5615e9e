//! The log of matches: every entry is here before anybody is told of it. Two databases behind one trait, [`Store`]: SQLite for a
//! server that is one file, PostgreSQL for a big one. It stores bytes and knows neither rules nor messages.
//!
//! In the same database are the people: [`Accounts`] with their sessions, [`DecksAndSettings`] of players, and the [`History`] of
//! what they played. [`Backups`] are all of it in one file.
//!
//! Several servers can share one database ([`Nodes`]): a table belongs to one of them at a time, and what it writes names its
//! [`Lease`] ([`Write::Hold`]).
//!
//! A place in a match is written once: a second write to it is a [`StoreError::Conflict`], so that no match can fork, even if two
//! servers were started on one database.

mod accounts;
mod decks_and_settings;
mod history;
mod ratings;
mod backend;
mod backup;
mod log;
mod nodes;
mod schema;

pub use accounts::{Account, Accounts, Merged, Session, Standing};
pub use backend::open;
pub use backup::{Backups, Contents, Logged};
pub use decks_and_settings::{DecksAndSettings, SavedDeck};
pub use history::{CLOSED, Finished, History, PlayedMatch, Readers, Side, Tally};
pub use log::Log;
pub use nodes::{Beat, Claimed, Lease, NodeId, NodeInfo, Nodes, Owner};
pub use playmat_kernel::MatchId;
pub use ratings::{Rating, rated};

use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// What a method of the store returns.
pub type Stored<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// One thing to be written.
#[derive(Clone, PartialEq, Debug)]
pub enum Write {
    /// Nothing of this append happens unless its writer owns this table: else it is [`StoreError::Lost`].
    Hold(Lease),
    /// The data of a table, which may be new.
    Table {
        /// Its code.
        code: String,
        /// Everything about it.
        data: Vec<u8>,
    },
    /// A table is closed. Its matches stay.
    CloseTable {
        /// Its code.
        code: String,
    },
    /// A match begins.
    Match {
        /// The match.
        id: MatchId,
        /// The table where it is played.
        code: String,
        /// How it is set up.
        opening: Vec<u8>,
    },
    /// Something is entered into a match.
    Entry {
        /// The match.
        id: MatchId,
        /// Its place, from 0. A place is written once.
        place: u32,
        /// The entry.
        entry: Vec<u8>,
        /// What belongs to the entry but not to the record, such as clocks.
        note: Vec<u8>,
    },
    /// A match is over. Written together with its last entry.
    Finished(Box<Finished>),
    /// Bytes that replace those of the last pulse, to see whether the database can be written.
    Pulse(Vec<u8>),
}

/// A table that is not closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// Its code.
    pub code: String,
    /// What was written last.
    pub data: Vec<u8>,
}

/// A match, as far as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMatch {
    /// How it was set up.
    pub opening: Vec<u8>,
    /// What was entered, in order, each with its note.
    pub entries: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Why something was not written or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The database does not answer, or refuses: a full disk, a lost connection. It is not known whether the write happened: read
    /// before writing again.
    Unavailable(String),
    /// There is no room left on the disk. As with [`StoreError::Unavailable`], read before writing again.
    Full,
    /// This place of the match, this name or this id is already taken. Nothing was written.
    Conflict,
    /// Another server owns this table now. Nothing was written.
    Lost,
    /// The address of the database cannot be understood.
    BadAddress(String),
    /// A backup cannot be written or taken over. Nothing was written to the database.
    BadBackup(String),
}

/// A log of matches. All of `writes` happen, or none; when [`Store::append`] returns they survive any crash.
pub trait Store: Accounts + Backups + DecksAndSettings + History + Nodes + Send + Sync {
    /// Writes all, in order, in one transaction.
    fn append<'a>(&'a self, writes: &'a [Write]) -> Stored<'a, ()>;
    /// All tables that are not closed.
    fn tables(&self) -> Stored<'_, Vec<StoredTable>>;
    /// What was written last of a table; none if it is closed, or there is no such table.
    fn table<'a>(&'a self, code: &'a str) -> Stored<'a, Option<Vec<u8>>>;
    /// A match; none if there is no such match.
    fn load(&self, id: MatchId) -> Stored<'_, Option<StoredMatch>>;
    /// A secret that is kept from start to start: `fresh` the first time.
    fn secret<'a>(&'a self, name: &'a str, fresh: Vec<u8>) -> Stored<'a, Vec<u8>>;
    /// Replaces such a secret.
    fn change_secret<'a>(&'a self, name: &'a str, value: &'a [u8]) -> Stored<'a, ()>;
    /// Keeps the cards of a game under a name, once: the name is a fingerprint of the cards.
    fn keep_cards<'a>(&'a self, game: &'a str, name: &'a str, cards: &'a [u8]) -> Stored<'a, ()>;
    /// All cards that were ever kept: game, name, cards.
    fn card_sets(&self) -> Stored<'_, Vec<(String, String, Vec<u8>)>>;
    /// Makes sure that nothing that was deleted or overwritten is left in free space of the database's files, as far as the
    /// database can. It cannot reach copies of the files or archives of PostgreSQL's log.
    fn scrub(&self) -> Stored<'_, ()>;
    /// Closes all connections, after the work that is under way.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(why) => write!(f, "the database does not work: {why}"),
            StoreError::Full => f.write_str("the disk of the database is full"),
            StoreError::Conflict => f.write_str("another server has written to this place"),
            StoreError::Lost => f.write_str("another server owns this table now"),
            StoreError::BadAddress(why) => write!(f, "the address of the database cannot be understood: {why}"),
            StoreError::BadBackup(why) => write!(f, "the backup: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}
