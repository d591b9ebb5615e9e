//! The one record of a match: how it was set up and what was answered. Undo, replay, reconnecting and the lab all read it.

use std::fmt;

use crate::{Chance, Game, Listener, Outcome, RefusalReason, Refused, Seat, Table};

/// The version of the record's own form. Version 2 added the shared seed and the trail, version 3 bound seeds, trails without names and
/// signatures, version 4 the whole last link, version 5 the texts of cards that are not shipped; older ones are still read.
pub const RECORD_VERSION: u16 = 5;

/// The version of the trail. Version 1 covered the names of the players, version 2 does not, and covers all of the setup instead.
pub const TRAIL_VERSION: u8 = 2;

/// A stable hash of a rule set: cards, rulings and the version of the rules' code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 16]);

/// A match, by a number that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MatchId(pub u64);

/// A match from its beginning: a setup of the game's own type and everything that was entered since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<S> {
    /// [`RECORD_VERSION`] when it was written.
    pub version: u16,
    /// The rule set it was played under.
    pub rules: Fingerprint,
    /// How it was set up, the seed of its chance included.
    pub setup: S,
    /// What was entered, in order. Append-only: taking back is an entry too.
    pub entries: Vec<Entry>,
    /// What the entries led to when they were made, as hashes.
    pub trail: Trail,
}

/// Hashes of what the entries led to when they were made, so that a replay can tell whether the same happened. Empty if nobody
/// kept them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    /// [`TRAIL_VERSION`] when the match began: how the links are made.
    pub version: u8,
    /// One byte for each entry, taken from a hash chain over everything before it: the first byte that differs shows where a
    /// replay differs.
    pub steps: Vec<u8>,
    /// The hash chain after the last entry: 32 bytes, of which records before version 4 kept 16. Empty if nobody kept it.
    pub last: Vec<u8>,
    /// The first link of a trail of version 1 whose names were removed later: it cannot be computed without them.
    pub unnamed: Option<[u8; 32]>,
    /// What the server that held the match signed at its end.
    pub seal: Option<Seal>,
}

/// A server's signature over the last link of a trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seal {
    /// Which of its keys.
    pub key: [u8; 8],
    /// Ed25519.
    pub signature: [u8; 64],
}

/// Something that was entered into a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// The asked seat chose the option at this place.
    Answer(u8),
    /// This seat gave up.
    Concede(Seat),
    /// This seat's clock ran out, and it loses.
    Timeout(Seat),
    /// Somebody else plays this seat from here on. Changes nothing on the table.
    Takeover(Seat),
    /// Both agreed on a draw.
    AgreedDraw,
    /// The match goes on as if only so many entries had been made. The first entry that is undone must not be undone already.
    Rewind(u32),
    /// A promise about the seed, made before the match. Changes nothing on the table.
    SeedCommitment([u8; 32]),
}

/// Makes one entry on a table. An entry that would change a finished match is refused. A rewind changes nothing here: it leads to
/// an earlier table, which only a replay of the whole record has.
pub fn enter<G: Game, C: Chance, L: Listener<G::Event>>(
    table: &mut Table<G>,
    rules: &G::Rules,
    entry: Entry,
    chance: &mut C,
    listener: &mut L,
) -> Result<(), Refused<usize, G::Reason>> {
    match entry {
        Entry::Answer(pick) => {
            let seat = table.decision().map_or(Seat::One, |decision| decision.seat);
            table.answer(rules, seat, pick as usize, chance, listener)?;
        }
        Entry::Takeover(_) | Entry::SeedCommitment(_) => {}
        _ if table.outcome().is_some() => return Err(Refused { answer: 0, reason: RefusalReason::Over }),
        Entry::Concede(seat) | Entry::Timeout(seat) => table.end(Outcome::Won(seat.rival())),
        Entry::AgreedDraw => table.end(Outcome::Draw),
        Entry::Rewind(_) => {}
    }
    Ok(())
}

impl MatchId {
    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        hex.then(|| u64::from_str_radix(text, 16).ok().map(MatchId)).flatten()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Default for Trail {
    fn default() -> Self {
        Trail { version: TRAIL_VERSION, steps: Vec::new(), last: Vec::new(), unnamed: None, seal: None }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
