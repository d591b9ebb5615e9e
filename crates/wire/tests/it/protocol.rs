//! The protocol on paper is the protocol of the code: the generated files are up to date, and every example in
//! `docs/protocol.md` is a message that is read and written back the same.

use std::fs;
use std::path::{Path, PathBuf};

use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::people::{
    ForgetRequest, LoggedIn, LoginRequest, MatchPage, MatchShare, PasswordRequest, Profile, QuickNews, QuickRequest,
    RecoverRequest, RecoveryInfo, RecoveryRequest, SaveDeckRequest, SavedDeck, SessionInfo, SignUpRequest, SignedUp,
};
use playmat_wire::replays::{Forecast, RecordKeys, Verification};
use playmat_wire::tables::{
    DeckCheck, DeckCheckRequest, GameInfo, GameSummary, JoinRequest, LessonInfo, Me, MeRequest, Problem, TableInfo,
    TableRequest,
};
use playmat_wire::workshop::{CardWords, FormattedCards, Reading, WordsMeaning, WorkshopRequest};
use playmat_wire::{Code, Notice, schema, typescript};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[test]
fn the_typescript_is_up_to_date() {
    compare("web/src/protocol/messages.ts", &typescript());
}

#[test]
fn the_schema_is_up_to_date() {
    compare("docs/protocol.schema.json", &schema());
}

/// The table of codes in `docs/protocol.md`: a line for each, `| \`code\` | status | meaning |`, with `–` where HTTP never says it.
#[test]
fn every_code_is_documented_with_its_status() {
    let status = |cells: &[String]| (cells[0].clone(), cells[1].parse().unwrap_or(0));
    let documented: Vec<(String, u16)> = table_after("### Every code", 3).iter().map(|cells| status(cells)).collect();
    let known: Vec<(String, u16)> = Code::ALL.iter().map(|code| (code.word().to_owned(), code.status())).collect();
    same(documented, known);
}

#[test]
fn every_notice_is_documented() {
    let documented: Vec<String> = table_after("### Other messages", 2).into_iter().map(|cells| cells[0].clone()).collect();
    same(documented, Notice::ALL.iter().map(|code| code.word().to_owned()).collect());
}

/// Where a code is said, the schema refers to the one list of them, and has no list of its own that could lag behind.
#[test]
fn codes_are_listed_once() {
    let schema: Value = serde_json::from_str(&schema()).expect("the schema is JSON");
    let words = |name: &str| schema["$defs"][name]["examples"].as_array().map(Vec::len);
    assert_eq!((words("Code"), words("NoticeCode")), (Some(Code::ALL.len()), Some(Notice::ALL.len())));
    let mut said = Vec::new();
    descriptions_of_codes(&schema, &mut said);
    let refer = said.iter().filter(|one| ["Stable: a `Code`.", "Stable: a `NoticeCode`."].contains(&one.as_str())).count();
    assert_eq!(refer, 5, "{said:?}");
    let words = Code::ALL.iter().map(|code| code.word()).chain(Notice::ALL.iter().map(|code| code.word()));
    for word in words {
        assert!(said.iter().all(|one| !one.contains(&format!("`{word}`"))), "{word}: {said:?}");
    }
}

/// What the schema says of every property `code` that is a word for programs.
fn descriptions_of_codes(value: &Value, found: &mut Vec<String>) {
    let Value::Object(members) = value else {
        value.as_array().into_iter().flatten().for_each(|one| descriptions_of_codes(one, found));
        return;
    };
    let code = members.get("properties").and_then(|properties| properties["code"]["description"].as_str());
    found.extend(code.filter(|says| says.starts_with("Stable")).map(str::to_owned));
    members.values().for_each(|one| descriptions_of_codes(one, found));
}

/// The cells of the first table after a heading of `docs/protocol.md`; the last one says what it means.
fn table_after(heading: &str, cells: usize) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/protocol.md")).expect("the document is there");
    let (_, rest) = text.split_once(heading).expect("it has this heading");
    let lines = rest.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    let read = |line: &str| {
        let found: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
        assert!(found.len() == cells && found[cells - 1].len() > 10, "what it means: {line}");
        found
    };
    lines.map(read).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(documented: Vec<T>, known: Vec<T>) {
    for one in &known {
        assert!(documented.contains(one), "{one:?} is missing in docs/protocol.md");
    }
    for one in &documented {
        assert!(known.contains(one), "{one:?} of docs/protocol.md is none");
    }
    assert_eq!(documented.len(), known.len(), "each once");
}

/// A block that begins with ```json TYPE is an example of that type.
#[test]
fn the_examples_are_messages() {
    let text = fs::read_to_string(root().join("docs/protocol.md")).expect("the document is there");
    let (mut count, mut seen) = (0, Vec::new());
    for block in text.split("\n```json ").skip(1) {
        let (head, rest) = block.split_once('\n').expect("a block has lines");
        let (body, _) = rest.split_once("\n```").expect("a block ends");
        let example: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error} in\n{body}"));
        let written = match head.trim() {
            "ClientMessage" => again::<ClientMessage>(&example),
            "ServerMessage" => again::<ServerMessage>(&example),
            "MeRequest" => again::<MeRequest>(&example),
            "Me" => again::<Me>(&example),
            "GameSummary[]" => again::<Vec<GameSummary>>(&example),
            "GameInfo" => again::<GameInfo>(&example),
            "DeckCheckRequest" => again::<DeckCheckRequest>(&example),
            "DeckCheck" => again::<DeckCheck>(&example),
            "LessonInfo" => again::<LessonInfo>(&example),
            "TableRequest" => again::<TableRequest>(&example),
            "JoinRequest" => again::<JoinRequest>(&example),
            "Table" => again::<TableInfo>(&example),
            "Problem" => again::<Problem>(&example),
            "SignedUp" => again::<SignedUp>(&example),
            "RecoverRequest" => again::<RecoverRequest>(&example),
            "RecoveryRequest" => again::<RecoveryRequest>(&example),
            "RecoveryInfo" => again::<RecoveryInfo>(&example),
            "MatchShare" => again::<MatchShare>(&example),
            "RecordKeys" => again::<RecordKeys>(&example),
            "Verification" => again::<Verification>(&example),
            "Forecast" => again::<Forecast>(&example),
            "SignUpRequest" => again::<SignUpRequest>(&example),
            "LoginRequest" => again::<LoginRequest>(&example),
            "LoggedIn" => again::<LoggedIn>(&example),
            "PasswordRequest" => again::<PasswordRequest>(&example),
            "ForgetRequest" => again::<ForgetRequest>(&example),
            "SessionInfo[]" => again::<Vec<SessionInfo>>(&example),
            "SavedDeck[]" => again::<Vec<SavedDeck>>(&example),
            "SaveDeckRequest" => again::<SaveDeckRequest>(&example),
            "Profile" => again::<Profile>(&example),
            "MatchPage" => again::<MatchPage>(&example),
            "QuickRequest" => again::<QuickRequest>(&example),
            "QuickNews" => again::<QuickNews>(&example),
            "WorkshopRequest" => again::<WorkshopRequest>(&example),
            "Reading" => again::<Reading>(&example),
            "CardWords[]" => again::<Vec<CardWords>>(&example),
            "WordsMeaning" => again::<WordsMeaning>(&example),
            "FormattedCards" => again::<FormattedCards>(&example),
            other => panic!("`{other}` is no type of the protocol"),
        };
        assert_eq!(written, example, "written back");
        seen.extend(example.get("type").and_then(Value::as_str).map(str::to_owned));
        count += 1;
    }
    assert!(count > 15, "there are {count} examples");
    for kind in message_kinds() {
        assert!(seen.contains(&kind), "`{kind}` has no example");
    }
}

/// The values of `type` in the schema.
fn message_kinds() -> Vec<String> {
    let schema: Value = serde_json::from_str(&schema()).expect("the schema is JSON");
    let variants = ["ClientMessage", "ServerMessage", "QuickRequest", "QuickNews"]
        .map(|name| schema["$defs"][name]["oneOf"].as_array().cloned().expect(name));
    let kinds: Vec<String> =
        variants.iter().flatten().filter_map(|one| one["properties"]["type"]["const"].as_str().map(str::to_owned)).collect();
    assert!(kinds.len() > 15, "{kinds:?}");
    kinds
}

fn again<T: DeserializeOwned + Serialize>(example: &Value) -> Value {
    let read: T = serde_json::from_value(example.clone()).unwrap_or_else(|error| panic!("{error} in\n{example:#}"));
    serde_json::to_value(read).expect("a message can be written")
}

fn compare(path: &str, made: &str) {
    let path = root().join(path);
    if std::env::var_os("PLAYMAT_WRITE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(&path, made).expect("a file can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == made, "{} is out of date; PLAYMAT_WRITE=1 cargo test -p playmat-wire writes it anew", path.display());
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
