//! What a room is given by whoever runs it.

use std::time::Duration;

use playmat_bots::Concession;
use playmat_chance::Draws;
use playmat_kernel::{MatchId, Record, Seal};
use playmat_replay::Chain;
use playmat_wire::Opening;

use crate::Games;

/// What all rooms of a server, of a page or of a simulation share. All of it answers at once.
pub trait Host: Send + Sync {
    /// How rooms are set up.
    fn settings(&self) -> &Settings;
    /// The games.
    fn games(&self) -> &Games;
    /// Random numbers for one purpose and a subject: a table, a match and a place in it. A room has no others.
    fn draw(&self, purpose: &'static str, about: &str) -> Draws;
    /// The number of a question, which does not tell how many questions there were. The same question always gets the same
    /// number.
    fn decision(&self, game_match: MatchId, place: usize) -> u32;
    /// The signature under a finished match, if it is signed.
    fn seal(&self, game_match: MatchId, record: &Record<Opening>, last: Chain) -> Option<Seal>;
}

/// How rooms are set up.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long a match waits for the shares of its seed after the players were told its promise; longer for players who are not
    /// connected yet.
    pub shares: Duration,
    /// How long a match waits at most while a player looks at revealed cards.
    pub reveal: Duration,
    /// The most spectators of one table.
    pub most_spectators: usize,
    /// After so many entries nothing more is taken back in a match: every entry is kept, and taking back replays all of them.
    pub most_entries: usize,
    /// When a bot offers its concession to a person.
    pub concession: Concession,
    /// A table where nobody is and no match runs is closed after this long.
    pub idle: Duration,
}
