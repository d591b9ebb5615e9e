//! The readable form: JSON with the names of the cards.

use playmat_cards::{CardInfo, DefId, Setup, Terms};
use playmat_cardtext::nearest;
use playmat_chance::{Bound, Seed, ShareOutcome, Shared};
use playmat_kernel::{BySeat, Entry, Fingerprint, RECORD_VERSION, Record, Seal, Seat, TRAIL_VERSION, Trail};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{MadeWith, Opening, RecordError, SeatForm};

/// A record with names instead of numbers. It may name cards that no rule set has: [`Readable::record`] checks that.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Readable {
    /// [`RECORD_VERSION`] when it was written.
    pub version: u16,
    /// The game's name.
    pub game: String,
    /// The fingerprint of the rule set, in hexadecimal.
    pub rules: String,
    /// The fingerprint of its cards alone, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// The version of the rules' code.
    #[serde(default)]
    pub rule_version: u16,
    /// The edition, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Single rulings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<(String, String)>,
    /// The seed of its chance.
    pub seed: SeedText,
    /// Who begins, if that was fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<SeatForm>,
    /// Whether the decks stayed as they are listed.
    #[serde(default)]
    pub unshuffled: bool,
    /// The names of the players.
    pub players: [String; 2],
    /// The decks, by name; a token is written `Name (token)`.
    pub decks: [Vec<String>; 2],
    /// How many entries come from another match, if it was played on from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<u32>,
    /// The card files, if somebody wrote cards for it: names and texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_cards: Vec<(String, String)>,
    /// What was entered: a number is an answer.
    pub entries: Vec<EntryForm>,
    /// How the hashes of the trail are made; 1 in old records.
    #[serde(default = "first_trail")]
    pub trail_version: u8,
    /// Hashes of what the entries led to when they were made: two hexadecimal digits for each.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub trail: String,
    /// The hash after the last entry, in hexadecimal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub last: String,
    /// The first link of a trail of version 1 whose names were removed, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unnamed: Option<String>,
    /// The server's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<SignatureText>,
}

/// A signature over the last link of the trail, in hexadecimal.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SignatureText {
    /// Which key of the server.
    pub key: String,
    /// Ed25519.
    pub signature: String,
}

/// What the promises of a seed are bound to, in hexadecimal.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
#[ts(rename = "Bound")]
pub struct BoundForm {
    /// The match.
    #[serde(rename = "match")]
    pub game_match: String,
    /// The tags of the players.
    pub players: [String; 2],
    /// What became of their shares.
    pub brought: [BroughtForm; 2],
}

/// What became of a share.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "Brought")]
pub enum BroughtForm {
    /// It was promised before any was opened, then opened.
    Opened,
    /// There was none, which was known before any was opened: 32 zero bytes.
    Nothing,
    /// It was promised and not opened: 32 zero bytes, and the match is lost.
    Unopened,
}

/// A seed: `7`, or what the server and both players brought to it, in hexadecimal.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged, expecting = "its seed is neither a number from 0 to 18446744073709551615 nor a secret with two shares")]
#[allow(missing_docs)]
pub enum SeedText {
    Number(u64),
    Shared {
        secret: String,
        shares: [String; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<BoundForm>,
    },
}

/// One entry: `3`, `"agreed-draw"`, `{"concede": "p1"}`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(
    untagged,
    expecting = "neither an answer, a number from 0 to 255, nor one of concede, timeout, takeover, agreed-draw, rewind and \
                 seed-commitment as this program writes them"
)]
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
        let Opening { game, terms, made_with, setup, seed, players, continues, own_cards } = &record.setup;
        Readable {
            version: record.version,
            game: game.clone(),
            rules: record.rules.to_string(),
            cards: made_with.cards.map(|cards| cards.to_string()),
            rule_version: made_with.version,
            edition: terms.edition.clone(),
            rulings: terms.rulings.clone(),
            seed: match seed {
                Seed::Number(number) => SeedText::Number(*number),
                Seed::Shared(Shared { secret, shares, bound }) => SeedText::Shared {
                    secret: hex(secret),
                    shares: Seat::BOTH.map(|seat| hex(&shares[seat])),
                    bound: bound.as_ref().map(BoundForm::from),
                },
            },
            first: setup.first.map(SeatForm::from),
            unshuffled: setup.unshuffled,
            players: Seat::BOTH.map(|seat| players[seat].clone()),
            decks: Seat::BOTH.map(|seat| setup.decks[seat].iter().map(|&def| written(cards, def)).collect()),
            continues: *continues,
            own_cards: own_cards.clone(),
            entries: record.entries.iter().map(EntryForm::from).collect(),
            trail_version: record.trail.version,
            trail: hex(&record.trail.steps),
            last: hex(&record.trail.last),
            unnamed: record.trail.unnamed.map(|link| hex(&link)),
            signature: record.trail.seal.map(|seal| SignatureText { key: hex(&seal.key), signature: hex(&seal.signature) }),
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
            Some(found) if !(1..=u64::from(RECORD_VERSION)).contains(&found) => {
                return Err(RecordError::Version { found: found.try_into().unwrap_or(u16::MAX) });
            }
            Some(_) => {}
        }
        entries_make_sense(&value)?;
        serde_json::from_value(value).map_err(|error| RecordError::Malformed(error.to_string()))
    }

    /// The record, with the cards of the rule set that it names.
    pub fn record(&self, cards: &[CardInfo]) -> Result<Record<Opening>, RecordError> {
        let decks = [self.read_deck(0, cards)?, self.read_deck(1, cards)?];
        let [one, two] = decks;
        let [name_one, name_two] = self.players.clone();
        let opening = Opening {
            game: self.game.clone(),
            terms: Terms { edition: self.edition.clone(), rulings: self.rulings.clone() },
            made_with: self.made_with()?,
            setup: Setup { decks: BySeat::new(one, two), first: self.first.map(Seat::from), unshuffled: self.unshuffled },
            seed: match &self.seed {
                SeedText::Number(number) => Seed::Number(*number),
                SeedText::Shared { secret, shares: [one, two], bound } => Seed::Shared(Shared {
                    secret: bytes(secret, "its secret")?,
                    shares: BySeat::new(bytes(one, "the share of p1")?, bytes(two, "the share of p2")?),
                    bound: bound.as_ref().map(BoundForm::bound).transpose()?,
                }),
            },
            players: BySeat::new(name_one, name_two),
            continues: self.continues,
            own_cards: self.own_cards.clone(),
        };
        Ok(Record {
            version: opening.version(),
            rules: Fingerprint(bytes(&self.rules, "its fingerprint")?),
            setup: opening,
            entries: self.entries.iter().map(EntryForm::entry).collect::<Result<_, _>>()?,
            trail: self.read_trail()?,
        })
    }

    /// The hashes of what happened, and what was signed of them.
    pub fn read_trail(&self) -> Result<Trail, RecordError> {
        Ok(Trail {
            version: self.known_trail()?,
            steps: unhex(&self.trail).ok_or_else(|| RecordError::Malformed("its trail is not hexadecimal".into()))?,
            last: self.last_link()?,
            unnamed: self.unnamed.as_ref().map(|link| bytes(link, "the first link of its trail")).transpose()?,
            seal: self.signature.as_ref().map(SignatureText::seal).transpose()?,
        })
    }

    /// The last link of the trail: records before version 4 have its first half.
    fn last_link(&self) -> Result<Vec<u8>, RecordError> {
        let link = unhex(&self.last).filter(|link| matches!(link.len(), 0 | 16 | 32));
        link.ok_or_else(|| RecordError::Malformed("its last hash is not 64 hexadecimal digits, or 32 in old records".into()))
    }

    fn known_trail(&self) -> Result<u8, RecordError> {
        let version = self.trail_version;
        let sentence = || format!("its trail has version {version}, and this program knows versions up to {TRAIL_VERSION}");
        (1..=TRAIL_VERSION).contains(&version).then_some(version).ok_or_else(|| RecordError::Malformed(sentence()))
    }

    /// The cards and the version of the rules' code that it names.
    pub fn made_with(&self) -> Result<MadeWith, RecordError> {
        let cards =
            self.cards.as_ref().map(|cards| bytes(cards, "the fingerprint of its cards").map(Fingerprint)).transpose()?;
        Ok(MadeWith { cards, version: self.rule_version })
    }

    fn read_deck(&self, side: usize, cards: &[CardInfo]) -> Result<Vec<DefId>, RecordError> {
        self.decks[side].iter().map(|name| named(cards, name)).collect()
    }
}

/// The version of trails before they had one.
fn first_trail() -> u8 {
    1
}

impl BoundForm {
    fn bound(&self) -> Result<Bound, RecordError> {
        let [one, two] = &self.players;
        let [first, second] = self.brought.map(ShareOutcome::from);
        Ok(Bound {
            game_match: u64::from_be_bytes(bytes(&self.game_match, "its match")?),
            players: BySeat::new(bytes(one, "what stands for p1")?, bytes(two, "what stands for p2")?),
            brought: BySeat::new(first, second),
        })
    }
}

impl From<&Bound> for BoundForm {
    fn from(bound: &Bound) -> Self {
        BoundForm {
            game_match: hex(&bound.game_match.to_be_bytes()),
            players: Seat::BOTH.map(|seat| hex(&bound.players[seat])),
            brought: Seat::BOTH.map(|seat| bound.brought[seat].into()),
        }
    }
}

impl From<ShareOutcome> for BroughtForm {
    fn from(brought: ShareOutcome) -> Self {
        match brought {
            ShareOutcome::Opened => BroughtForm::Opened,
            ShareOutcome::Nothing => BroughtForm::Nothing,
            ShareOutcome::Unopened => BroughtForm::Unopened,
        }
    }
}

impl From<BroughtForm> for ShareOutcome {
    fn from(form: BroughtForm) -> Self {
        match form {
            BroughtForm::Opened => ShareOutcome::Opened,
            BroughtForm::Nothing => ShareOutcome::Nothing,
            BroughtForm::Unopened => ShareOutcome::Unopened,
        }
    }
}

impl SignatureText {
    fn seal(&self) -> Result<Seal, RecordError> {
        Ok(Seal { key: bytes(&self.key, "the key of its signature")?, signature: bytes(&self.signature, "its signature")? })
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

/// Says which entry makes no sense; the whole form read at once would say only that there is one.
fn entries_make_sense(value: &serde_json::Value) -> Result<(), RecordError> {
    let entries = value.get("entries").and_then(serde_json::Value::as_array).map_or(&[][..], Vec::as_slice);
    for (place, entry) in entries.iter().enumerate() {
        EntryForm::deserialize(entry)
            .map_err(|error| RecordError::Malformed(format!("entry {place} (the first is 0) is {error}")))?;
    }
    Ok(())
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

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads what [`hex`] writes.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.as_chunks::<2>().0.iter().map(|[high, low]| high * 16 + low).collect())
}

pub(crate) fn bytes<const N: usize>(text: &str, what: &str) -> Result<[u8; N], RecordError> {
    let wrong = || RecordError::Malformed(format!("{what} is not {} hexadecimal digits", 2 * N));
    unhex(text).and_then(|bytes| bytes.try_into().ok()).ok_or_else(wrong)
}
