//! The readable form: JSON with the names of the cards.

use playmat_cards::{CardInfo, DefId, Setup, Terms};
use playmat_cardtext::nearest;
use playmat_kernel::{BySeat, Entry, Fingerprint, RECORD_VERSION, Record, Seat};
use serde::{Deserialize, Serialize};

use crate::{Opening, RecordError, SeatForm};

/// A record with names instead of numbers. It may name cards that no rule set has: only [`Readable::record`] tells.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Readable {
    /// [`RECORD_VERSION`] when it was written.
    pub version: u16,
    /// The game's name.
    pub game: String,
    /// The fingerprint of the rule set, in hexadecimal.
    pub rules: String,
    /// The edition, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Single rulings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<(String, String)>,
    /// The seed of its chance.
    pub seed: u64,
    /// Who begins, if that was fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<SeatForm>,
    /// Whether the decks stayed as they are listed.
    #[serde(default)]
    pub unshuffled: bool,
    /// What the players are called.
    pub players: [String; 2],
    /// What each brought, by name; a token is written `Name (token)`.
    pub decks: [Vec<String>; 2],
    /// What was entered: a number is an answer.
    pub entries: Vec<EntryForm>,
}

/// One entry: `3`, `"agreed-draw"`, `{"concede": "p1"}`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum EntryForm {
    /// The asked seat chose the option at this place.
    Answer(u8),
    /// Anything else.
    Other(OtherEntry),
}

/// An entry that is no answer.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OtherEntry {
    Concede(SeatForm),
    Timeout(SeatForm),
    Takeover(SeatForm),
    AgreedDraw,
    Rewind(u32),
    SeedCommitment(String),
}

impl Readable {
    /// The readable form of a record, with the names of its rule set.
    pub fn of(record: &Record<Opening>, cards: &[CardInfo]) -> Self {
        let Opening { game, terms, setup, seed, players } = &record.setup;
        Readable {
            version: record.version,
            game: game.clone(),
            rules: record.rules.to_string(),
            edition: terms.edition.clone(),
            rulings: terms.rulings.clone(),
            seed: *seed,
            first: setup.first.map(SeatForm::from),
            unshuffled: setup.unshuffled,
            players: Seat::BOTH.map(|seat| players[seat].clone()),
            decks: Seat::BOTH.map(|seat| setup.decks[seat].iter().map(|&def| written(cards, def)).collect()),
            entries: record.entries.iter().map(EntryForm::from).collect(),
        }
    }

    /// Reads the form alone, without a rule set.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| match error.is_eof() {
            true => RecordError::Truncated,
            false => RecordError::Malformed(error.to_string()),
        })?;
        let version = value.get("version").and_then(serde_json::Value::as_u64);
        match version {
            None => return Err(RecordError::NotARecord),
            Some(found) if found != u64::from(RECORD_VERSION) => {
                return Err(RecordError::Version { found: found.try_into().unwrap_or(u16::MAX) });
            }
            Some(_) => {}
        }
        serde_json::from_value(value).map_err(|error| RecordError::Malformed(error.to_string()))
    }

    /// The record, with the cards of the rule set that it names.
    pub fn record(&self, cards: &[CardInfo]) -> Result<Record<Opening>, RecordError> {
        let decks = [self.read_deck(0, cards)?, self.read_deck(1, cards)?];
        let [one, two] = decks;
        let [name_one, name_two] = self.players.clone();
        Ok(Record {
            version: self.version,
            rules: Fingerprint(bytes(&self.rules, "its fingerprint")?),
            setup: Opening {
                game: self.game.clone(),
                terms: Terms { edition: self.edition.clone(), rulings: self.rulings.clone() },
                setup: Setup { decks: BySeat::new(one, two), first: self.first.map(Seat::from), unshuffled: self.unshuffled },
                seed: self.seed,
                players: BySeat::new(name_one, name_two),
            },
            entries: self.entries.iter().map(EntryForm::entry).collect::<Result<_, _>>()?,
        })
    }

    fn read_deck(&self, side: usize, cards: &[CardInfo]) -> Result<Vec<DefId>, RecordError> {
        self.decks[side].iter().map(|name| named(cards, name)).collect()
    }
}

impl EntryForm {
    fn entry(&self) -> Result<Entry, RecordError> {
        Ok(match self {
            EntryForm::Answer(pick) => Entry::Answer(*pick),
            EntryForm::Other(OtherEntry::Concede(seat)) => Entry::Concede((*seat).into()),
            EntryForm::Other(OtherEntry::Timeout(seat)) => Entry::Timeout((*seat).into()),
            EntryForm::Other(OtherEntry::Takeover(seat)) => Entry::Takeover((*seat).into()),
            EntryForm::Other(OtherEntry::AgreedDraw) => Entry::AgreedDraw,
            EntryForm::Other(OtherEntry::Rewind(to)) => Entry::Rewind(*to),
            EntryForm::Other(OtherEntry::SeedCommitment(hash)) => Entry::SeedCommitment(bytes(hash, "a seed commitment")?),
        })
    }
}

impl From<&Entry> for EntryForm {
    fn from(entry: &Entry) -> Self {
        let other = match *entry {
            Entry::Answer(pick) => return EntryForm::Answer(pick),
            Entry::Concede(seat) => OtherEntry::Concede(seat.into()),
            Entry::Timeout(seat) => OtherEntry::Timeout(seat.into()),
            Entry::Takeover(seat) => OtherEntry::Takeover(seat.into()),
            Entry::AgreedDraw => OtherEntry::AgreedDraw,
            Entry::Rewind(to) => OtherEntry::Rewind(to),
            Entry::SeedCommitment(hash) => OtherEntry::SeedCommitment(hex(&hash)),
        };
        EntryForm::Other(other)
    }
}

/// No name has brackets, so this cannot be mistaken for one.
const TOKEN: &str = " (token)";

fn written(cards: &[CardInfo], def: DefId) -> String {
    match cards.get(def.0 as usize) {
        Some(info) if info.token || info.generated => format!("{}{TOKEN}", info.name),
        Some(info) => info.name.clone(),
        None => format!("#{}", def.0),
    }
}

fn named(cards: &[CardInfo], name: &str) -> Result<DefId, RecordError> {
    let (bare, token) = name.strip_suffix(TOKEN).map_or((name, false), |bare| (bare, true));
    let found = cards.iter().position(|info| info.name == bare && (info.token || info.generated) == token);
    found.map(|place| DefId(place as u16)).ok_or_else(|| RecordError::UnknownCard {
        name: name.to_owned(),
        near: nearest(bare, cards.iter().map(|info| info.name.as_str())).map(str::to_owned),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes<const N: usize>(text: &str, what: &str) -> Result<[u8; N], RecordError> {
    let wrong = || RecordError::Malformed(format!("{what} is not {} hexadecimal digits", 2 * N));
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut bytes = [0; N];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| wrong())?;
    }
    Ok(bytes)
}
