//! The protocol on paper is the protocol of the code: the generated files are up to date, and every example in
//! `docs/protocol.md` is a message that is read and written back the same.

use std::fs;
use std::path::{Path, PathBuf};

use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::people::{
    ForgetRequest, LoggedIn, LoginRequest, MatchPage, PasswordRequest, Profile, QuickNews, QuickRequest, SaveDeckRequest,
    SavedDeck, SessionInfo, SignUpRequest,
};
use playmat_wire::tables::{
    DeckCheck, DeckCheckRequest, GameInfo, GameSummary, JoinRequest, LessonInfo, Me, MeRequest, Problem, Table, TableRequest,
};
use playmat_wire::{schema, typescript};
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
            "Table" => again::<Table>(&example),
            "Problem" => again::<Problem>(&example),
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
