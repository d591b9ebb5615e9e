//! The compact form: `PLYM`, the version, the length of the body, the body as postcard, a checksum over all of it.

use playmat_cards::{DefId, Setup, Terms};
use playmat_chance::{Bound, Seed, ShareOutcome, Shared};
use playmat_kernel::{BySeat, Entry, Fingerprint, RECORD_VERSION, Record, Seal, Seat, TRAIL_VERSION, Trail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{MadeWith, Opening, RecordError};

/// The first bytes of every compact record.
pub const MAGIC: [u8; 4] = *b"PLYM";

const HEAD: usize = MAGIC.len() + 2 + 4;
const CHECK: usize = 8;
/// How many bytes the last link of a trail has.
const LAST: usize = 32;

/// The compact form of a record.
pub fn to_binary(record: &Record<Opening>) -> Vec<u8> {
    let body = Body::from(record);
    let written = match record.setup.own_cards.is_empty() {
        true => postcard::to_stdvec(&body.then),
        false => postcard::to_stdvec(&body),
    };
    let body = written.expect("numbers and texts can always be written");
    seal(record.setup.version(), &body)
}

/// Adds head and checksum to any body: what [`from_binary`] then says depends on the body only.
pub fn seal(version: u16, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + body.len() + CHECK);
    bytes.extend(MAGIC);
    bytes.extend(version.to_le_bytes());
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    let check = checksum(&bytes);
    bytes.extend(check);
    bytes
}

/// Reads the compact form. The bytes may be anything: what is no record is an error.
pub fn from_binary(bytes: &[u8]) -> Result<Record<Opening>, RecordError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(RecordError::NotARecord);
    }
    let (version, length) = match bytes.get(MAGIC.len()..HEAD) {
        Some(&[v0, v1, l0, l1, l2, l3]) => (u16::from_le_bytes([v0, v1]), u32::from_le_bytes([l0, l1, l2, l3]) as usize),
        _ => return Err(RecordError::Truncated),
    };
    if !(1..=RECORD_VERSION).contains(&version) {
        return Err(RecordError::Version { found: version });
    }
    let end = HEAD.saturating_add(length);
    let Some(check) = bytes.get(end..).filter(|rest| rest.len() >= CHECK) else { return Err(RecordError::Truncated) };
    if check != checksum(&bytes[..end]) {
        return Err(RecordError::Checksum);
    }
    let body = &bytes[HEAD..end];
    match version {
        1 => read_body::<FirstBody>(body).map(|old| FourthBody { then: old.into(), last: LastBody::Nothing }.into()),
        2 => read_body::<SecondBody>(body).map(|then| FourthBody::half(ThirdBody { then, more: More::default() }).into()),
        3 => read_body::<ThirdBody>(body).map(|then| FourthBody::half(then).into()),
        4 => read_body::<FourthBody>(body).map(Body::from),
        _ => read_body::<Body>(body),
    }
    .and_then(Body::record)
}

fn read_body<'a, B: Deserialize<'a>>(bytes: &'a [u8]) -> Result<B, RecordError> {
    match postcard::take_from_bytes::<B>(bytes) {
        Ok((body, [])) => Ok(body),
        Ok(_) => Err(RecordError::Malformed("something follows its last entry".into())),
        Err(error) => Err(RecordError::Malformed(error.to_string())),
    }
}

/// One entry as a log stores it, which is its form in a compact record.
pub fn entry_to_bytes(entry: Entry) -> Vec<u8> {
    postcard::to_stdvec(&EntryBody::from(&entry)).expect("numbers can always be written")
}

/// Reads one entry of a log.
pub fn entry_from_bytes(bytes: &[u8]) -> Result<Entry, RecordError> {
    match postcard::take_from_bytes::<EntryBody>(bytes) {
        Ok((entry, [])) => Ok(entry.into()),
        Ok(_) => Err(RecordError::Malformed("something follows an entry".into())),
        Err(error) => Err(RecordError::Malformed(error.to_string())),
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECK] {
    let mut check = [0; CHECK];
    check.copy_from_slice(&Sha256::digest(bytes)[..CHECK]);
    check
}

/// The mirror of a record. The order of the fields is the format: it may only change with the version.
#[derive(Serialize, Deserialize)]
struct Body {
    then: FourthBody,
    own_cards: Vec<(String, String)>,
}

/// The body of version 4.
#[derive(Serialize, Deserialize)]
struct FourthBody {
    then: ThirdBody,
    last: LastBody,
}

/// How much of the last link of the trail a record has; version 4 added the second half.
#[derive(Serialize, Deserialize)]
enum LastBody {
    Nothing,
    Half,
    Whole([u8; 16]),
}

/// The body of version 3.
#[derive(Serialize, Deserialize)]
struct ThirdBody {
    then: SecondBody,
    more: More,
}

/// What version 3 added.
#[derive(Serialize, Deserialize)]
struct More {
    bound: Option<BoundBody>,
    continues: Option<u32>,
    trail: u8,
    unnamed: Option<[u8; 32]>,
    seal: Option<SealBody>,
}

/// What the promises of a seed are bound to.
#[derive(Serialize, Deserialize)]
struct BoundBody {
    game_match: u64,
    players: [[u8; 16]; 2],
    brought: [BroughtBody; 2],
}

#[derive(Serialize, Deserialize, Clone, Copy)]
enum BroughtBody {
    Opened,
    Nothing,
    Unopened,
}

/// A key and the halves of a signature.
#[derive(Serialize, Deserialize)]
struct SealBody([u8; 8], [u8; 32], [u8; 32]);

/// The body of version 2.
#[derive(Serialize, Deserialize)]
struct SecondBody {
    rules: [u8; 16],
    game: String,
    edition: Option<String>,
    rulings: Vec<(String, String)>,
    decks: [Vec<u16>; 2],
    first: Option<Side>,
    unshuffled: bool,
    seed: SeedBody,
    players: [String; 2],
    entries: Vec<EntryBody>,
    steps: Vec<u8>,
    last: [u8; 16],
    cards: Option<[u8; 16]>,
    rule_version: u16,
}

/// The body of version 1.
#[derive(Deserialize)]
struct FirstBody {
    rules: [u8; 16],
    game: String,
    edition: Option<String>,
    rulings: Vec<(String, String)>,
    decks: [Vec<u16>; 2],
    first: Option<Side>,
    unshuffled: bool,
    seed: u64,
    players: [String; 2],
    entries: Vec<EntryBody>,
}

#[derive(Serialize, Deserialize)]
enum SeedBody {
    Number(u64),
    Shared([u8; 32], [[u8; 32]; 2]),
}

#[derive(Serialize, Deserialize, Clone, Copy)]
enum Side {
    One,
    Two,
}

#[derive(Serialize, Deserialize)]
enum EntryBody {
    Answer(u8),
    Concede(Side),
    Timeout(Side),
    Takeover(Side),
    AgreedDraw,
    Rewind(u32),
    SeedCommitment([u8; 32]),
}

impl From<&Record<Opening>> for Body {
    fn from(record: &Record<Opening>) -> Self {
        let Opening { game, terms, made_with, setup, seed, players, continues, own_cards } = &record.setup;
        let Trail { version, steps, last, unnamed, seal } = &record.trail;
        let more = More {
            bound: record.setup.shared().and_then(|shared| shared.bound).map(BoundBody::from),
            continues: *continues,
            trail: *version,
            unnamed: *unnamed,
            seal: seal.map(SealBody::from),
        };
        let then = SecondBody {
            rules: record.rules.0,
            game: game.clone(),
            edition: terms.edition.clone(),
            rulings: terms.rulings.clone(),
            decks: Seat::BOTH.map(|seat| setup.decks[seat].iter().map(|def| def.0).collect()),
            first: setup.first.map(Side::from),
            unshuffled: setup.unshuffled,
            seed: match seed {
                Seed::Number(number) => SeedBody::Number(*number),
                Seed::Shared(Shared { secret, shares, .. }) => SeedBody::Shared(*secret, Seat::BOTH.map(|seat| shares[seat])),
            },
            players: Seat::BOTH.map(|seat| players[seat].clone()),
            entries: record.entries.iter().map(EntryBody::from).collect(),
            steps: steps.clone(),
            last: last.first_chunk().copied().unwrap_or_default(),
            cards: made_with.cards.map(|cards| cards.0),
            rule_version: made_with.version,
        };
        let last = match (last.is_empty(), last.last_chunk().filter(|_| last.len() == LAST)) {
            (true, _) => LastBody::Nothing,
            (false, None) => LastBody::Half,
            (false, Some(rest)) => LastBody::Whole(*rest),
        };
        Body { then: FourthBody { then: ThirdBody { then, more }, last }, own_cards: own_cards.clone() }
    }
}

impl From<FourthBody> for Body {
    fn from(then: FourthBody) -> Self {
        Body { then, own_cards: Vec::new() }
    }
}

impl Default for More {
    /// The bodies of older versions.
    fn default() -> Self {
        More { bound: None, continues: None, trail: 1, unnamed: None, seal: None }
    }
}

impl From<FirstBody> for ThirdBody {
    fn from(old: FirstBody) -> Self {
        let FirstBody { rules, game, edition, rulings, decks, first, unshuffled, seed, players, entries } = old;
        let seed = SeedBody::Number(seed);
        let (steps, last, cards, rule_version) = (vec![], [0; 16], None, 0);
        let then = SecondBody {
            rules,
            game,
            edition,
            rulings,
            decks,
            first,
            unshuffled,
            seed,
            players,
            entries,
            steps,
            last,
            cards,
            rule_version,
        };
        ThirdBody { then, more: More::default() }
    }
}

impl FourthBody {
    /// A record from before version 4: it has the first half of its last link, if it has a trail.
    fn half(then: ThirdBody) -> Self {
        let last = if then.then.steps.is_empty() { LastBody::Nothing } else { LastBody::Half };
        FourthBody { then, last }
    }
}

impl Body {
    fn record(self) -> Result<Record<Opening>, RecordError> {
        let Body { then: FourthBody { then: ThirdBody { then, more }, last }, own_cards } = self;
        let last = match last {
            LastBody::Nothing => vec![],
            LastBody::Half => then.last.to_vec(),
            LastBody::Whole(rest) => [then.last, rest].concat(),
        };
        if !(1..=TRAIL_VERSION).contains(&more.trail) {
            let sentence =
                format!("its trail has version {}, and this program knows versions up to {TRAIL_VERSION}", more.trail);
            return Err(RecordError::Malformed(sentence));
        }
        let [one, two] = then.decks.map(|deck| deck.into_iter().map(DefId).collect());
        let [first_name, second_name] = then.players;
        let setup = Setup { decks: BySeat::new(one, two), first: then.first.map(Seat::from), unshuffled: then.unshuffled };
        let bound = more.bound.map(Bound::from);
        let opening = Opening {
            game: then.game,
            terms: Terms { edition: then.edition, rulings: then.rulings },
            made_with: MadeWith { cards: then.cards.map(Fingerprint), version: then.rule_version },
            setup,
            seed: match then.seed {
                SeedBody::Number(number) => Seed::Number(number),
                SeedBody::Shared(secret, [one, two]) => Seed::Shared(Shared { secret, shares: BySeat::new(one, two), bound }),
            },
            players: BySeat::new(first_name, second_name),
            continues: more.continues,
            own_cards,
        };
        Ok(Record {
            version: opening.version(),
            rules: Fingerprint(then.rules),
            setup: opening,
            entries: then.entries.into_iter().map(Entry::from).collect(),
            trail: Trail {
                version: more.trail,
                steps: then.steps,
                last,
                unnamed: more.unnamed,
                seal: more.seal.map(Seal::from),
            },
        })
    }
}

impl From<Bound> for BoundBody {
    fn from(bound: Bound) -> Self {
        let brought = |seat: Seat| match bound.brought[seat] {
            ShareOutcome::Opened => BroughtBody::Opened,
            ShareOutcome::Nothing => BroughtBody::Nothing,
            ShareOutcome::Unopened => BroughtBody::Unopened,
        };
        let players = Seat::BOTH.map(|seat| bound.players[seat]);
        BoundBody { game_match: bound.game_match, players, brought: Seat::BOTH.map(brought) }
    }
}

impl From<BoundBody> for Bound {
    fn from(body: BoundBody) -> Self {
        let [one, two] = body.players;
        let [first, second] = body.brought.map(|brought| match brought {
            BroughtBody::Opened => ShareOutcome::Opened,
            BroughtBody::Nothing => ShareOutcome::Nothing,
            BroughtBody::Unopened => ShareOutcome::Unopened,
        });
        Bound { game_match: body.game_match, players: BySeat::new(one, two), brought: BySeat::new(first, second) }
    }
}

impl From<Seal> for SealBody {
    fn from(seal: Seal) -> Self {
        let (mut one, mut two) = ([0; 32], [0; 32]);
        one.copy_from_slice(&seal.signature[..32]);
        two.copy_from_slice(&seal.signature[32..]);
        SealBody(seal.key, one, two)
    }
}

impl From<SealBody> for Seal {
    fn from(SealBody(key, one, two): SealBody) -> Self {
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&one);
        signature[32..].copy_from_slice(&two);
        Seal { key, signature }
    }
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::One => Side::One,
            Seat::Two => Side::Two,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::One => Seat::One,
            Side::Two => Seat::Two,
        }
    }
}

impl From<&Entry> for EntryBody {
    fn from(entry: &Entry) -> Self {
        match *entry {
            Entry::Answer(pick) => EntryBody::Answer(pick),
            Entry::Concede(seat) => EntryBody::Concede(seat.into()),
            Entry::Timeout(seat) => EntryBody::Timeout(seat.into()),
            Entry::Takeover(seat) => EntryBody::Takeover(seat.into()),
            Entry::AgreedDraw => EntryBody::AgreedDraw,
            Entry::Rewind(to) => EntryBody::Rewind(to),
            Entry::SeedCommitment(hash) => EntryBody::SeedCommitment(hash),
        }
    }
}

impl From<EntryBody> for Entry {
    fn from(entry: EntryBody) -> Self {
        match entry {
            EntryBody::Answer(pick) => Entry::Answer(pick),
            EntryBody::Concede(side) => Entry::Concede(side.into()),
            EntryBody::Timeout(side) => Entry::Timeout(side.into()),
            EntryBody::Takeover(side) => Entry::Takeover(side.into()),
            EntryBody::AgreedDraw => Entry::AgreedDraw,
            EntryBody::Rewind(to) => Entry::Rewind(to),
            EntryBody::SeedCommitment(hash) => Entry::SeedCommitment(hash),
        }
    }
}
