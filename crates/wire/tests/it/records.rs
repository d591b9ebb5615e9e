//! Records survive their way through both forms; what is damaged is refused, and nothing panics.

use playmat_cards::{CardInfo, DefId, Setup, Terms};
use playmat_chance::{Bound, Seed, ShareOutcome, Shared};
use playmat_kernel::{BySeat, Entry, Fingerprint, Record, Seal, Seat, Trail};
use playmat_wire::{MadeWith, Opening, Readable, RecordError, Stored, from_binary, seal, to_binary};

fn cards() -> Vec<CardInfo> {
    let card = |name: &str, token| CardInfo {
        name: name.into(),
        kind: "prey",
        category: None,
        stats: None,
        keywords: Vec::new(),
        text: Vec::new(),
        token,
        generated: false,
        pool: true,
        details: None,
        icon: None,
    };
    vec![card("Eel", false), card("Newt", false), card("Newt", true), card("Orca", false)]
}

fn record() -> Record<Opening> {
    let decks = BySeat::new(vec![DefId(0), DefId(3), DefId(1)], vec![DefId(2), DefId(1)]);
    let opening = Opening {
        game: "food-chain".into(),
        terms: Terms { edition: Some("design".into()), rulings: vec![("frozen".into(), "dies".into())] },
        made_with: MadeWith { cards: Some(Fingerprint([3; 16])), version: 4 },
        setup: Setup { decks, first: Some(Seat::Two), unshuffled: true },
        seed: u64::MAX.into(),
        players: BySeat::new("Ada".into(), "Bob ß".into()),
        continues: Some(4),
        own_cards: vec![],
    };
    let mut record = opening.record(Fingerprint([7; 16]));
    record.entries = vec![
        Entry::SeedCommitment([9; 32]),
        Entry::Answer(0),
        Entry::Answer(127),
        Entry::Answer(255),
        Entry::Rewind(1),
        Entry::Takeover(Seat::One),
        Entry::AgreedDraw,
        Entry::Timeout(Seat::Two),
        Entry::Concede(Seat::One),
    ];
    let seal = Some(Seal { key: [6; 8], signature: std::array::from_fn(|at| at as u8) });
    record.trail = Trail { version: 1, steps: (1..10).collect(), last: (1..33).collect(), unnamed: Some([4; 32]), seal };
    record
}

#[test]
fn a_shared_seed_goes_through_both_forms() {
    let mut record = record();
    let players = BySeat::new([3; 16], [4; 16]);
    let bound = |brought| Bound { game_match: u64::MAX - 1, players, brought };
    let old = Shared { secret: [1; 32], shares: BySeat::new([2; 32], [0xff; 32]), bound: None };
    for brought in [
        None,
        Some(BySeat::new(ShareOutcome::Opened, ShareOutcome::Nothing)),
        Some(BySeat::new(ShareOutcome::Unopened, ShareOutcome::Opened)),
    ] {
        record.setup.seed = Seed::Shared(Shared { bound: brought.map(bound), ..old });
        assert_eq!(from_binary(&to_binary(&record)).unwrap(), record);
        let text = serde_json::to_string(&Readable::of(&record, &cards())).unwrap();
        assert_eq!(Stored::read(text.as_bytes()).unwrap().record(&cards()).unwrap(), record);
    }
}

/// A record of version 2: what came later is as it was then.
#[test]
fn version_2_is_still_read() {
    let mut old = vec![7; 16];
    old.extend([4, b'n', b'e', b'w', b't', 0, 0, 1, 0, 2, 1, 3, 0, 0]);
    old.push(1);
    old.extend([9; 96]);
    old.extend([1, b'A', 1, b'B', 2, 0, 1, 4, 2, 0xaa, 0xbb]);
    old.extend([5; 16]);
    old.extend([0, 3]);
    let record = from_binary(&seal(2, &old)).unwrap();
    let shared = Shared { secret: [9; 32], shares: BySeat::new([9; 32], [9; 32]), bound: None };
    assert_eq!(record.setup.seed, Seed::Shared(shared));
    let trail = Trail { version: 1, steps: vec![0xaa, 0xbb], last: vec![5; 16], unnamed: None, seal: None };
    assert_eq!((record.trail, record.setup.continues, record.setup.made_with.version), (trail, None, 3));
    let text = r#"{"version": 2, "game": "food-chain", "rules": "07070707070707070707070707070707", "rule_version": 2, "seed": 7,
        "players": ["A", "B"], "decks": [["Eel"], []], "entries": [1], "trail": "ab", "last": "05050505050505050505050505050505"}"#;
    let record = Stored::read(text.as_bytes()).unwrap().record(&cards()).unwrap();
    assert_eq!((record.trail.version, record.trail.steps, record.trail.last), (1, vec![0xab], vec![5; 16]));
    let later = text.replace(r#""last""#, r#""trail_version": 3, "last""#);
    let error = Stored::read(later.as_bytes()).unwrap().record(&cards()).unwrap_err();
    assert!(error.to_string().contains("its trail has version 3"), "{error}");
}

/// A record that was written before there were shared seeds and trails, byte for byte.
#[test]
fn version_1_is_still_read() {
    let mut old = vec![7; 16];
    old.extend([4, b'n', b'e', b'w', b't', 0, 0, 1, 0, 2, 1, 3, 0, 0, 7, 1, b'A', 1, b'B', 3, 0, 1, 4, 5, 1]);
    let record = from_binary(&seal(1, &old)).unwrap();
    assert_eq!((&*record.setup.game, record.setup.seed), ("newt", Seed::Number(7)));
    assert_eq!(record.setup.setup.decks, BySeat::new(vec![DefId(0)], vec![DefId(1), DefId(3)]));
    assert_eq!(record.entries, [Entry::Answer(1), Entry::AgreedDraw, Entry::Rewind(1)]);
    assert_eq!(record.trail, Trail { version: 1, ..Trail::default() });
    let text = r#"{"version": 1, "game": "food-chain", "rules": "07070707070707070707070707070707", "seed": 7,
        "players": ["A", "B"], "decks": [["Eel"], []], "entries": [1, {"rewind": 0}]}"#;
    let record = Stored::read(text.as_bytes()).unwrap().record(&cards()).unwrap();
    assert_eq!((record.setup.seed, record.entries.len()), (Seed::Number(7), 2));
}

#[test]
fn both_forms_bring_everything_back() {
    let record = record();
    assert_eq!(from_binary(&to_binary(&record)).unwrap(), record);
    assert_eq!(Stored::read(&to_binary(&record)).unwrap().record(&cards()).unwrap(), record);
    let readable = Readable::of(&record, &cards());
    let text = serde_json::to_string_pretty(&readable).unwrap();
    assert!(text.contains("Newt (token)") && text.contains("\"p2\""), "{text}");
    let stored = Stored::read(text.as_bytes()).unwrap();
    assert_eq!((stored.game(), stored.terms()), ("food-chain", record.setup.terms.clone()));
    assert_eq!(stored.record(&cards()).unwrap(), record);
}

/// Of the last link there is all, the first half as in old records, or nothing: each stays what it is, and anything else is no record.
#[test]
fn the_last_link_is_kept_as_far_as_it_is_known() {
    let mut record = record();
    for length in [32, 16, 0] {
        record.trail.last.truncate(length);
        let text = serde_json::to_string(&Readable::of(&record, &cards())).unwrap();
        for bytes in [to_binary(&record), text.into_bytes()] {
            let stored = Stored::read(&bytes).unwrap();
            assert_eq!((stored.trail().unwrap(), stored.record(&cards()).unwrap()), (record.trail.clone(), record.clone()));
        }
    }
    record.trail.last = vec![1; 17];
    let error = Readable::of(&record, &cards()).record(&cards()).unwrap_err();
    assert!(error.to_string().contains("its last hash is not 64 hexadecimal digits"), "{error}");
}

/// Only a record with cards of somebody's own needs version 5: older programs read all others.
#[test]
fn cards_that_somebody_wrote_travel_with_the_record() {
    let mut carries = record();
    assert_eq!((carries.version, to_binary(&carries)[4]), (4, 4));
    carries.setup.own_cards = vec![("fish.cards".into(), "category Fish\n".into()), ("new ß.cards".into(), String::new())];
    carries.version = carries.setup.version();
    assert_eq!((carries.version, to_binary(&carries)[4]), (5, 5));
    assert_eq!(from_binary(&to_binary(&carries)).unwrap(), carries);
    let text = serde_json::to_string(&Readable::of(&carries, &cards())).unwrap();
    let stored = Stored::read(text.as_bytes()).unwrap();
    assert_eq!(stored.own_cards(), carries.setup.own_cards);
    assert_eq!(stored.record(&cards()).unwrap(), carries);
}

/// Version 3 had half of the last link.
#[test]
fn version_3_is_still_read() {
    let mut old = record();
    old.trail.last.truncate(16);
    let now = to_binary(&old);
    // What version 4 added is one byte at the end of the body, which says that there is no second half.
    let body = &now[10..now.len() - 8 - 1];
    assert_eq!(from_binary(&seal(3, body)).unwrap(), old);
}

#[test]
fn a_typical_record_is_small() {
    let mut record = record();
    record.setup.setup.decks = BySeat::from_fn(|_| (400..420).map(DefId).collect());
    record.entries = (0..200).map(|n| Entry::Answer(n % 7)).collect();
    record.trail.steps = vec![1; 200];
    record.trail.unnamed = None;
    let brought = BySeat::new(ShareOutcome::Opened, ShareOutcome::Opened);
    let bound = Some(Bound { game_match: u64::MAX, players: BySeat::new([3; 16], [4; 16]), brought });
    record.setup.seed = Seed::Shared(Shared { secret: [1; 32], shares: BySeat::new([2; 32], [3; 32]), bound });
    // A signature and what it is of are 104 of them.
    assert!(to_binary(&record).len() < 1100, "{}", to_binary(&record).len());
}

#[test]
fn whatever_is_cut_off_or_changed_is_refused() {
    let whole = to_binary(&record());
    for end in 0..whole.len() {
        let error = Stored::read(&whole[..end]).unwrap_err();
        let expected = if end == 0 { RecordError::NotARecord } else { RecordError::Truncated };
        assert_eq!(error, expected, "cut at {end}");
    }
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut changed = whole.clone();
            changed[place] ^= 1 << bit;
            assert!(Stored::read(&changed).is_err(), "byte {place} bit {bit}");
        }
    }
    let mut longer = whole;
    longer.push(0);
    assert_eq!(Stored::read(&longer).unwrap_err(), RecordError::Checksum);
}

#[test]
fn the_reason_is_named() {
    assert_eq!(Stored::read(b"").unwrap_err(), RecordError::NotARecord);
    assert_eq!(Stored::read(b"deck Rush\n").unwrap_err(), RecordError::NotARecord);
    assert_eq!(Stored::read(b"{}").unwrap_err(), RecordError::NotARecord);
    assert_eq!(Stored::read(b"{\"version\": 1, ").unwrap_err(), RecordError::Truncated);
    assert_eq!(Stored::read(b"{\"version\": 99}").unwrap_err(), RecordError::Version { found: 99 });
    assert!(matches!(Stored::read(b"{\"version\": 1}").unwrap_err(), RecordError::Malformed(_)));
    assert_eq!(from_binary(&seal(6, b"")).unwrap_err(), RecordError::Version { found: 6 });
    assert!(matches!(from_binary(&seal(1, b"\xff\xff\xff")).unwrap_err(), RecordError::Malformed(_)));
    let entries = |entries: &str| {
        let text = format!("{{\"version\": 1, \"entries\": {entries}}}");
        Stored::read(text.as_bytes()).unwrap_err().to_string()
    };
    assert!(entries("[0, 256]").contains("entry 1 (the first is 0) is neither an answer, a number from 0 to 255, nor"));
    assert!(entries("[-1]").contains("entry 0 (the first is 0) is neither"));
    assert!(!entries("[0, \"agreed-draw\", {\"concede\": \"p1\"}]").contains("entry"), "these are entries");
    let mut readable = Readable::of(&record(), &cards());
    readable.decks[0][1] = "Orka".into();
    let unknown = readable.record(&cards()).unwrap_err();
    assert_eq!(unknown, RecordError::UnknownCard { name: "Orka".into(), near: Some("Orca".into()) });
    let few = &cards()[..2];
    assert!(matches!(Stored::Compact(record()).record(few).unwrap_err(), RecordError::UnknownCard { .. }));
}
