//! Bots think in an instance of their own, which a page can end: it is given the record of the match, and replays it.

use playmat_bots::Resources;
use playmat_room::{CannotGoOn, Code, Games, RoomError, Thought};
use playmat_wire::from_binary;

/// What a bot answers to the open question of a match. Its seat's knowledge is all that the bot gets to see: it is the same search
/// as a server's.
pub fn think(games: &Games, record: &[u8], level: &str, seed: u64, on: Resources) -> Result<Thought, RoomError> {
    let broken = |why: String| RoomError::new(Code::BadRecord, format!("A bot cannot think about this record: {why}."));
    let record = from_binary(record).map_err(|error| broken(error.to_string()))?;
    let service = games.service(&record.setup.game)?;
    let play = service.replay(record).map_err(|why: CannotGoOn| broken(why.to_string()))?;
    let thought = play.thought(level, seed, on).ok_or_else(|| broken(format!("there is no bot `{level}`")))?;
    play.asked().ok_or_else(|| broken("nobody is asked".into()))?;
    Ok(thought())
}
