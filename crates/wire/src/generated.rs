//! The protocol for clients in other languages, generated from the types: TypeScript and a JSON schema.

use schemars::{SchemaGenerator, generate::SchemaSettings};
use ts_rs::{Config, TS, TypeVisitor};

use crate::codes::{Code, Notice};
use crate::messages::{ClientMessage, PROTOCOL_VERSION, ServerMessage};
use crate::people::{
    ForgetRequest, LoggedIn, LoginRequest, MatchPage, MatchShare, PasswordRequest, Profile, QuickNews, QuickRequest,
    RecoverRequest, RecoveryInfo, RecoveryRequest, SaveDeckRequest, SavedDeck, SessionInfo, SignUpRequest, SignedUp,
};
use crate::replays::{BugReport, Forecast, RecordKeys, Replay};
use crate::tables::{
    DeckCheck, DeckCheckRequest, GameInfo, GameSummary, JoinRequest, LessonInfo, Me, MeRequest, Problem, TableInfo,
    TableRequest,
};
use crate::workshop::{CardFile, CardWords, FormattedCards, FoundCards, PlayableCards, Reading, WordsMeaning, WorkshopRequest};

macro_rules! roots {
    ($visit:ident) => {
        $visit!(
            ClientMessage,
            ServerMessage,
            MeRequest,
            Me,
            GameSummary,
            GameInfo,
            DeckCheckRequest,
            DeckCheck,
            LessonInfo,
            TableRequest,
            JoinRequest,
            TableInfo,
            Problem,
            Replay,
            Forecast,
            BugReport,
            RecordKeys,
            SignUpRequest,
            SignedUp,
            RecoverRequest,
            RecoveryRequest,
            RecoveryInfo,
            MatchShare,
            LoginRequest,
            LoggedIn,
            PasswordRequest,
            ForgetRequest,
            SessionInfo,
            SavedDeck,
            SaveDeckRequest,
            Profile,
            MatchPage,
            QuickRequest,
            QuickNews,
            WorkshopRequest,
            CardFile,
            Reading,
            CardWords,
            WordsMeaning,
            FormattedCards,
            FoundCards,
            PlayableCards
        )
    };
}

/// All types of the protocol in one TypeScript module.
pub fn typescript() -> String {
    let mut found = Declarations { config: Config::new().with_large_int("number"), all: Vec::new() };
    macro_rules! visit {
        ($($root:ty),*) => { $(found.visit::<$root>();)* };
    }
    roots!(visit);
    let mut text = String::from(
        "// Made from the Rust types of the protocol; `docs/protocol.md` says what they mean.\n\
         // A test compares this file with them: `PLAYMAT_WRITE=1 cargo test -p playmat-wire` writes it anew.\n",
    );
    text.push_str(&format!("\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n"));
    for (name, says, words) in codes() {
        let all: Vec<String> = words.iter().map(|word| format!("\n\t| \"{word}\"")).collect();
        found.all.push((name.into(), format!("/** {says} */\nexport type {name} ={};\n", all.concat())));
    }
    found.all.sort();
    for (_, declaration) in found.all {
        text.push('\n');
        text.push_str(&declaration);
    }
    text
}

/// All types of the protocol in one JSON schema: each by its name under `$defs`.
pub fn schema() -> String {
    let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().into_generator();
    macro_rules! visit {
        ($($root:ty),*) => { $(generator.subschema_for::<$root>();)* };
    }
    roots!(visit);
    let mut definitions = generator.take_definitions(true);
    for (name, says, words) in codes() {
        definitions.insert(name.into(), serde_json::json!({ "description": says, "type": "string", "examples": words }));
    }
    let whole = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Playmat protocol",
        "version": PROTOCOL_VERSION,
        "$defs": definitions,
    });
    serde_json::to_string_pretty(&whole).expect("a schema can be written") + "\n"
}

/// The words of fields called `code`: their name, a description, and all values.
fn codes() -> [(&'static str, &'static str, Vec<&'static str>); 2] {
    [
        (
            "Code",
            "Why something was not done, or why a connection ends; `docs/protocol.md` says what each means. New ones may come.",
            Code::ALL.iter().map(|code| code.word()).collect(),
        ),
        (
            "NoticeCode",
            "What everybody at a table is told; `docs/protocol.md` says what each means. New ones may come.",
            Notice::ALL.iter().map(|code| code.word()).collect(),
        ),
    ]
}

/// The declarations of a type and of all types that it uses, each once.
struct Declarations {
    config: Config,
    all: Vec<(String, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library have no declaration of their own, but may contain some of ours.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.all.iter().any(|(known, _)| *known == name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            let declaration = tidy(&format!("{docs}export {}\n", T::decl(&self.config)));
            self.all.push((name, declaration));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Lays the text out as a person would.
fn tidy(declaration: &str) -> String {
    let links = declaration.replace("[`", "`").replace("`]", "`").replace("::", ".");
    let short = links.replace("/**\n * ", "/** ").replace("\n */", " */");
    short.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
