//! What a world has, what goes wrong in it, and what has happened.

use std::ops::AddAssign;
use std::time::Duration;

/// What a world has and what goes wrong in it.
#[derive(Clone, Copy)]
pub struct Plan {
    pub tables: usize,
    /// Each table plays so many matches.
    pub matches: usize,
    /// Until then things go wrong.
    pub trouble: Duration,
    /// A fault of whoever runs the rooms, which the laws must notice.
    pub planted: Option<Planted>,
}

/// A fault of whoever runs the rooms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    /// A room is told that the log has kept something when the log has only been given it.
    TellBeforeAppend,
    /// The network loses a message now and then, and the connection stays.
    LostMessages,
}

/// What has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub told: u64,
    pub kept: u64,
    pub refused_appends: u64,
    /// Appends of which the room heard that they failed, and which were kept.
    pub unknown_appends: u64,
    pub crashes: u64,
    /// Crashes while the room waited for the log.
    pub crashes_in_append: u64,
    pub cuts: u64,
    pub stalls: u64,
    pub finished: usize,
    pub compared: u64,
    /// A hash over every message that was told.
    pub digest: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.told += other.told;
        self.kept += other.kept;
        self.refused_appends += other.refused_appends;
        self.unknown_appends += other.unknown_appends;
        self.crashes += other.crashes;
        self.crashes_in_append += other.crashes_in_append;
        self.cuts += other.cuts;
        self.stalls += other.stalls;
        self.finished += other.finished;
        self.compared += other.compared;
        self.digest ^= other.digest;
    }
}
