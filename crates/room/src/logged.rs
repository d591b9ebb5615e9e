//! A match as the log has it: its opening, its entries, and a note beside each entry.

use std::time::Duration;

use playmat_kernel::{BySeat, Record, Seal, Seat};
use playmat_replay::Chain;
use playmat_wire::{Opening, RecordError, entry_from_bytes, from_binary, to_binary};

use crate::Games;
use crate::play::{CannotGoOn, Play};

/// A match from the log, or one that begins in the middle of another.
pub struct Loaded {
    /// The match.
    pub play: Box<dyn Play>,
    /// What the clocks showed; none before the first entry.
    pub(crate) clocks: Option<BySeat<Duration>>,
}

/// A match as the log has it, as far as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoggedMatch {
    /// How it was set up.
    pub opening: Vec<u8>,
    /// What was entered, in order, each with its note.
    pub entries: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Loaded {
    /// A match that begins where another one was.
    pub fn new(play: Box<dyn Play>) -> Self {
        Loaded { play, clocks: None }
    }
}

impl LoggedMatch {
    /// Plays it up to where it was.
    pub fn load(&self, games: &Games) -> Result<Loaded, CannotGoOn> {
        let (record, clocks) = self.read().map_err(broken)?;
        let service = games.service(&record.setup.game).map_err(|error| CannotGoOn::Rules(error.sentence))?;
        Ok(Loaded { play: service.replay(record)?, clocks })
    }

    /// The record of a finished match, whatever rules are available. A log from before last links were stored has none: then the
    /// match is played to find it, if that is possible.
    pub fn record(&self, games: &Games) -> Result<Vec<u8>, CannotGoOn> {
        let (record, _) = self.read().map_err(broken)?;
        let play = || games.service(&record.setup.game).ok()?.replay(record.clone()).ok();
        let played = if record.trail.last.is_empty() { play() } else { None };
        Ok(to_binary(played.as_ref().map_or(&record, |play| play.record())))
    }

    /// The record, and what the clocks showed.
    fn read(&self) -> Result<(Record<Opening>, Option<BySeat<Duration>>), RecordError> {
        let mut record = from_binary(&self.opening)?;
        for (entry, note) in &self.entries {
            record.entries.push(entry_from_bytes(entry)?);
            record.trail.steps.extend(note.get(NOTE_CLOCKS));
        }
        let Some((_, note)) = self.entries.last() else { return Ok((record, None)) };
        record.trail.seal = read_seal(note);
        record.trail.last = read_last(note).map(|link| link.to_vec()).unwrap_or_default();
        Ok((record, read_clocks(note)))
    }
}

fn broken(error: RecordError) -> CannotGoOn {
    CannotGoOn::Broken(error.to_string())
}

/// What the log stores beside an entry: the clocks as two numbers of milliseconds and the byte of the trail; beside the last
/// entry also the signature, as a key and a signature, and the last link.
pub(crate) fn note(clocks: BySeat<Duration>, chain: Chain, seal: Option<Seal>, last: bool) -> Vec<u8> {
    let left = |seat: Seat| u32::try_from(clocks[seat].as_millis()).unwrap_or(u32::MAX).to_le_bytes();
    let mut note = [&left(Seat::One)[..], &left(Seat::Two), &[chain.byte()]].concat();
    if let Some(Seal { key, signature }) = seal {
        note.extend([&key[..], &signature].concat());
    }
    if last {
        note.extend(chain.whole());
    }
    note
}

/// How many bytes of a note are clocks.
const NOTE_CLOCKS: usize = 8;
/// How many are a key.
const NOTE_KEY: usize = 8;
/// How many are a key and a signature.
const NOTE_SEAL: usize = NOTE_KEY + 64;

fn read_clocks(note: &[u8]) -> Option<BySeat<Duration>> {
    let [one, two] = note.get(..NOTE_CLOCKS)?.as_chunks::<4>().0 else { return None };
    Some(BySeat::new(*one, *two).map(|left| Duration::from_millis(u32::from_le_bytes(left).into())))
}

fn read_seal(note: &[u8]) -> Option<Seal> {
    let (key, signature) = note.get(NOTE_CLOCKS + 1..)?.get(..NOTE_SEAL)?.split_at(NOTE_KEY);
    Some(Seal { key: key.try_into().ok()?, signature: signature.try_into().ok()? })
}

/// The last link, with or without a signature before it; older notes had none.
fn read_last(note: &[u8]) -> Option<&[u8; 32]> {
    let end = note.get(NOTE_CLOCKS + 1..)?;
    end.get(NOTE_SEAL..).filter(|last| !last.is_empty()).unwrap_or(end).as_array()
}
