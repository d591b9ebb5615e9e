//! A record in a file, in either form.

use playmat_cards::{CardInfo, Terms};
use playmat_kernel::{Fingerprint, Record, Seat, Trail};

use crate::readable::bytes;
use crate::{MAGIC, MadeWith, Opening, Readable, RecordError, from_binary};

/// A record in a file: it names the rule set that it needs, and can be read in full only with that rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stored {
    /// The compact form.
    Compact(Record<Opening>),
    /// The readable form.
    Readable(Readable),
}

impl Stored {
    /// Reads either form. The bytes may be anything.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        if bytes.starts_with(&MAGIC) {
            return from_binary(bytes).map(Stored::Compact);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if text.trim_start().starts_with('{') => Readable::parse(text).map(Stored::Readable),
            _ if !bytes.is_empty() && MAGIC.starts_with(bytes) => Err(RecordError::Truncated),
            _ => Err(RecordError::NotARecord),
        }
    }

    /// The game.
    pub fn game(&self) -> &str {
        match self {
            Stored::Compact(record) => &record.setup.game,
            Stored::Readable(readable) => &readable.game,
        }
    }

    /// The terms it was played under.
    pub fn terms(&self) -> Terms {
        match self {
            Stored::Compact(record) => record.setup.terms.clone(),
            Stored::Readable(readable) => Terms { edition: readable.edition.clone(), rulings: readable.rulings.clone() },
        }
    }

    /// The fingerprint of the rule set that it names.
    pub fn rules(&self) -> Result<Fingerprint, RecordError> {
        match self {
            Stored::Compact(record) => Ok(record.rules),
            Stored::Readable(readable) => bytes(&readable.rules, "its fingerprint").map(Fingerprint),
        }
    }

    /// The cards and the version of the rules' code that it names.
    pub fn made_with(&self) -> Result<MadeWith, RecordError> {
        match self {
            Stored::Compact(record) => Ok(record.setup.made_with),
            Stored::Readable(readable) => readable.made_with(),
        }
    }

    /// The card files that it carries, if somebody wrote cards for it.
    pub fn own_cards(&self) -> &[(String, String)] {
        match self {
            Stored::Compact(record) => &record.setup.own_cards,
            Stored::Readable(readable) => &readable.own_cards,
        }
    }

    /// How many entries it has.
    pub fn entries(&self) -> usize {
        match self {
            Stored::Compact(record) => record.entries.len(),
            Stored::Readable(readable) => readable.entries.len(),
        }
    }

    /// The hashes of what happened, and their signature.
    pub fn trail(&self) -> Result<Trail, RecordError> {
        match self {
            Stored::Compact(record) => Ok(record.trail.clone()),
            Stored::Readable(readable) => readable.read_trail(),
        }
    }

    /// The record, if this rule set has all its cards.
    pub fn record(self, cards: &[CardInfo]) -> Result<Record<Opening>, RecordError> {
        let record = match self {
            Stored::Compact(record) => record,
            Stored::Readable(readable) => readable.record(cards)?,
        };
        let decks = &record.setup.setup.decks;
        let strange = Seat::BOTH.iter().flat_map(|&seat| &decks[seat]).find(|def| def.0 as usize >= cards.len());
        match strange {
            None => Ok(record),
            Some(def) => Err(RecordError::UnknownCard { name: format!("#{}", def.0), near: None }),
        }
    }
}
