//! What a page may ask, and what it may say that makes no sense.

use playmat_pocket::{Call, Effect, Pocket, to_frame};
use playmat_room::Mirror;
use playmat_wire::messages::{ClientMessage, LessonStands, ServerMessage};
use serde_json::{Value, json};

use crate::page::{Page, hear};

#[test]
fn what_needs_people_says_so() {
    let mut page = Page::new(1);
    let open = json!({ "game": "skirmish", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (status, answer) = page.ask("POST", "/api/tables", open.to_string().as_bytes());
    let answer: Value = serde_json::from_slice(&answer).expect("a problem");
    assert_eq!((status, answer["code"].as_str()), (409, Some("no-open-seat")), "{answer}");
    let (status, answer) = page.ask("GET", "/api/leaderboard", &[]);
    assert_eq!(status, 404, "{}", String::from_utf8_lossy(&answer));
    assert_eq!(page.done("GET", "/api/tables", &[]), json!([]));
    assert_eq!(page.done("GET", "/api/me/tables", &[]), json!([]));
}

#[test]
fn games_decks_and_names_are_those_of_a_server() {
    let mut page = Page::new(1);
    let games = page.done("GET", "/api/games", &[]);
    assert!(games.as_array().is_some_and(|games| games.len() >= 3), "{games}");
    let info = page.done("GET", "/api/games/skirmish", &[]);
    assert_eq!(info["name"], "skirmish");
    let (status, _) = page.ask("GET", "/api/games/skirmish?edition=none", &[]);
    assert_eq!(status, 400);
    let deck = json!({ "deck": info["decks"][0]["id"] });
    let judged = page.done("POST", "/api/games/skirmish/deck", deck.to_string().as_bytes());
    assert_eq!(judged["legal"], true, "{judged}");
}

#[test]
fn names_are_kept() {
    let mut page = Page::new(1);
    assert_eq!(page.done("POST", "/api/me", br#"{"name":"  Ada "}"#)["name"], "Ada");
    page.crash();
    assert_eq!(page.done("GET", "/api/me", &[])["name"], "Ada");
    let (status, _) = page.ask("POST", "/api/me", br#"{"name":" "}"#);
    assert_eq!(status, 400);
}

#[test]
fn a_lesson_is_taught() {
    let mut page = Page::new(1);
    let lessons = page.done("GET", "/api/games/skirmish/lessons", &[]);
    let id = lessons[0]["id"].as_str().expect("a lesson");
    let conn = page.connect(&format!("/api/games/skirmish/lessons/{id}/socket"), &Mirror::default());
    let asked = |page: &mut Page| {
        let said = std::mem::take(&mut page.said);
        let question = |message: ServerMessage| match message {
            ServerMessage::Full(full) => full.question,
            ServerMessage::Update(update) => update.question,
            _ => None,
        };
        said.into_iter().filter_map(|(_, message)| question(message)).next_back()
    };
    let question = asked(&mut page).expect("the learner is asked");
    page.tell(conn, &ClientMessage::Answer { decision: question.decision, pick: 0 });
    while page.wait() {}
    let stands = page.said.iter().any(|(_, message)| {
        matches!(message, ServerMessage::Lesson { stands: LessonStands::Open | LessonStands::Wrong | LessonStands::Done })
    });
    assert!(stands, "{:?}", page.said);
    page.say(Call::Leave { conn }, &[]);
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let mut pocket = Pocket::new(|| std::time::Duration::ZERO);
    let refused = |reply: &[u8]| String::from_utf8_lossy(reply).contains("\"refused\"");
    for frame in [&b""[..], b"\n", b"{}\n", b"{\"now\":1}\n", b"\xff\xfe\n", b"{\"now\":0,\"call\":{\"do\":\"dance\"}}\n"] {
        assert!(refused(&pocket.hear(frame)), "{frame:?}");
    }
    let early = hear(&mut pocket, 0, Call::Time {}, &[]);
    assert!(matches!(early.effects[..], [Effect::Refused { .. }]), "{early:?}");
    let mut page = Page::new(1);
    for call in [
        Call::Begin { seed: "00".repeat(32), date: 0, models: vec![] },
        Call::Restore { kept: vec![] },
        Call::Kept { write: 77, ok: true },
        Call::Read { write: 77, kept: None },
        Call::Say { conn: 77, text: "{}".into() },
        Call::Connect { conn: 1, path: "/api/quick/socket".into() },
        Call::Think { level: "greedy".into(), seed: "1".into() },
    ] {
        let reply = hear(&mut page.pocket, 0, call.clone(), b"no record");
        assert!(matches!(reply.effects[..], [Effect::Refused { .. }]), "{call:?}: {reply:?}");
    }
    assert!(!refused(&page.pocket.hear(&to_frame(&json!({ "now": 0, "call": { "do": "time" } }), &[]))));
}
