//! Cards that somebody writes: what an editor asks about them, and matches that are played with them.

use serde_json::{Value, json};

use crate::matches::{played, record};
use crate::page::{GAMES, Page, Player};

const WRONG: &str = "# Ærø 𝄞\ncategory Fish\n\nprey Moonfish 3/2 (2), hasty\n  on play: draw 2\n";

fn mine(text: &str) -> Value {
    json!({ "shipped": true, "files": [{ "name": "mine.cards", "text": text }] })
}

fn right() -> String {
    WRONG.replace("hasty", "haste").replace("draw 2", "draw 2.")
}

fn ask(page: &mut Page, what: &str, more: Value) -> Value {
    page.done("POST", &format!("/api/games/food-chain/workshop/{what}"), more.to_string().as_bytes())
}

/// A refusal: its status and code.
fn refused(page: &mut Page, path: &str, body: &Value) -> (u16, String, String) {
    let (status, answer) = page.ask("POST", path, body.to_string().as_bytes());
    let answer: Value = serde_json::from_slice(&answer).expect("a problem");
    let word = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
    (status, word("code"), word("sentence"))
}

#[test]
fn mistakes_are_mended_by_the_fixes_that_are_offered() {
    let mut page = Page::new(1);
    let mut text: Vec<u16> = WRONG.encode_utf16().collect();
    for round in 0..3 {
        let now = String::from_utf16(&text).expect("fixes cut no letter");
        let reading = ask(&mut page, "read", json!({ "cards": mine(&now), "file": "mine.cards" }));
        let complaints = reading["complaints"].as_array().expect("a list").clone();
        assert_eq!(complaints.len(), 2 - round, "{reading}");
        assert_eq!(reading["cards"][0]["card"]["name"], "Moonfish", "{reading}");
        let Some(fix) = complaints.first().map(|complaint| &complaint["fixes"][0]) else {
            assert_eq!(now, right());
            assert_eq!(reading["cards"][0]["card"]["keywords"], json!(["haste"]));
            return;
        };
        assert_eq!(fix["file"], "mine.cards");
        let place = |name: &str| fix[name].as_u64().expect("a place") as usize;
        text.splice(place("from")..place("to"), fix["text"].as_str().expect("a text").encode_utf16());
    }
    panic!("there is always something wrong");
}

#[test]
fn words_are_completed_explained_and_formed() {
    let mut page = Page::new(1);
    let at = |text: &str, words: &str| text[..text.find(words).expect("it is there")].encode_utf16().count();
    let half = WRONG.replace("hasty", "ha");
    let found = ask(&mut page, "complete", json!({ "cards": mine(&half), "file": "mine.cards", "at": at(&half, "ha\n") + 2 }));
    let haste = found.as_array().expect("a list").iter().find(|words| words["label"] == "haste").expect("haste").clone();
    assert_eq!((haste["class"].as_str(), haste["from"].as_u64()), (Some("keyword"), Some(at(&half, "ha\n") as u64)));
    assert!(haste["gloss"].as_str().is_some_and(|gloss| gloss.len() > 10), "{haste}");
    let told =
        ask(&mut page, "hover", json!({ "cards": mine(&right()), "file": "mine.cards", "at": at(&right(), "haste") + 1 }));
    assert!(told["markdown"].as_str().is_some_and(|text| text.starts_with("`haste` (keyword)")), "{told}");
    let wide = right().replace(", haste", ",   haste");
    let formed = ask(&mut page, "format", json!({ "cards": mine(&wide), "file": "mine.cards" }));
    assert_eq!(formed["text"], right());
    assert_eq!(ask(&mut page, "format", json!({ "cards": mine(&right()), "file": "mine.cards" }))["text"], right());
    assert_eq!(ask(&mut page, "format", json!({ "cards": mine(WRONG), "file": "mine.cards" })), json!({}));
}

#[test]
fn what_makes_no_set_is_refused_with_a_reason() {
    let mut page = Page::new(1);
    let path = |what: &str| format!("/api/games/food-chain/workshop/{what}");
    let of = |name: &str, text: &str| json!({ "cards": { "files": [{ "name": name, "text": text }] }, "file": name });
    for name in ["../fish.cards", "fish.txt", ".cards", "a/b.cards", "fish"] {
        let (status, code, sentence) = refused(&mut page, &path("read"), &of(name, ""));
        assert_eq!((status, &*code), (400, "bad-request"), "{name}: {sentence}");
    }
    let huge = "# so much\n".repeat(30_000);
    assert_eq!(refused(&mut page, &path("read"), &of("huge.cards", &huge)).1, "too-large");
    let many: Vec<Value> = (0..41).map(|at| json!({ "name": format!("f{at}.cards"), "text": "" })).collect();
    assert_eq!(refused(&mut page, &path("read"), &json!({ "cards": { "files": many }, "file": "f1.cards" })).1, "too-large");
    let (_, code, sentence) = refused(&mut page, &path("read"), &json!({ "cards": mine(""), "file": "other.cards" }));
    assert!(code == "bad-request" && sentence.contains("mine.cards"), "{sentence}");
    assert_eq!(refused(&mut page, &path("complete"), &of("mine.cards", "")).1, "bad-request");
    assert_eq!(refused(&mut page, &path("dream"), &of("mine.cards", "")).1, "not-found");
    assert_eq!(refused(&mut page, "/api/games/chess/workshop/read", &of("mine.cards", "")).1, "unknown-game");
    let (status, code, sentence) = refused(&mut page, &path("play"), &json!({ "cards": mine(WRONG) }));
    assert_eq!((status, &*code), (400, "bad-cards"));
    assert!(sentence.contains("mine.cards:4") && sentence.contains("mine.cards:5"), "{sentence}");
    let table = json!({ "game": "food-chain", "cards": mine(WRONG), "seats": [{ "who": "me" }, { "who": "bot" }] });
    assert_eq!(refused(&mut page, "/api/tables", &table).1, "bad-cards");
    let table = json!({ "game": "food-chain", "cards": { "files": [{ "name": "mine.cards", "text": right() }] },
        "seats": [{ "who": "me" }, { "who": "bot" }] });
    assert_eq!(refused(&mut page, "/api/tables", &table).1, "bad-deck", "one card is no deck");
    let table =
        json!({ "game": "food-chain", "seats": [{ "who": "me", "deck": { "try": "No Such Card" } }, { "who": "bot" }] });
    assert_eq!(refused(&mut page, "/api/tables", &table).1, "bad-deck");
}

#[test]
fn what_is_new_is_told_as_texts() {
    let mut page = Page::new(1);
    let files = page.done("GET", "/api/games/food-chain/cards", &[]);
    let fish = files.as_array().expect("files").iter().find(|file| file["name"] == "fish.cards").expect("fish").clone();
    let text = fish["text"].as_str().expect("a text");
    let orca = text.find("predator Orca ").expect("Orca");
    let end = text[orca..].find("\n\n").map_or(text.len(), |end| orca + end + 2);
    let eel = text.replace("prey Blobfish 1/1", "prey Blobfish 2/1");
    let less = [&eel[..orca], &eel[end..]].concat();
    let cards = json!({ "shipped": true, "files": [{ "name": "fish.cards", "text": less }, { "name": "mine.cards", "text": right() }] });
    let told = ask(&mut page, "play", json!({ "cards": cards }));
    assert_eq!((told["added"].as_array().map(Vec::len), told["changed"].as_array().map(Vec::len)), (Some(1), Some(1)));
    assert!(
        told["added"][0].as_str().is_some_and(|text| text.contains("Moonfish") && !text.contains('#')),
        "{}",
        told["added"]
    );
    assert!(told["changed"][0]["shipped"].as_str().is_some_and(|text| text.contains("Blobfish 1/1")), "{}", told["changed"]);
    assert_eq!(told["removed"], json!(["Orca"]));
    let shipped = ask(&mut page, "play", json!({ "cards": { "shipped": true, "files": [] } }));
    assert_ne!(told["set"], shipped["set"]);
    assert_eq!((&shipped["added"], &shipped["changed"], &shipped["removed"]), (&json!([]), &json!([]), &json!([])));
    // The same cards have the same hash, however they are cut into files.
    let copy = ask(&mut page, "play", json!({ "cards": { "files": files } }));
    assert_eq!(copy["set"], shipped["set"]);
}

/// Somebody plays a card of their own in each game; the device dies in mid-match, and the record needs nothing but itself.
#[test]
fn a_card_is_tried_out_and_its_record_carries_it() {
    let seed = playmat_testkit::seed("a_card_is_tried_out_and_its_record_carries_it");
    for game in GAMES {
        let mut page = Page::new(seed);
        let files = page.done("GET", &format!("/api/games/{game}/cards"), &[]);
        let file = files[0].clone();
        let reading = page.done(
            "POST",
            &format!("/api/games/{game}/workshop/read"),
            json!({ "cards": { "shipped": true, "files": [] }, "file": file["name"] }).to_string().as_bytes(),
        );
        // The first card of the first file under another name.
        let (name, text) =
            (reading["cards"][0]["card"]["name"].as_str().expect("a name"), file["text"].as_str().expect("a text"));
        let changed = text.replacen(name, "Zebra Crossing", 1);
        let cards = json!({ "shipped": true, "files": [{ "name": file["name"], "text": changed }] });
        let wish = json!({ "game": game, "cards": cards,
            "seats": [{ "who": "me", "deck": { "try": "zebra crossing" } }, { "who": "bot", "level": "random" }] });
        let table = page.done("POST", "/api/tables", wish.to_string().as_bytes());
        let code = table["code"].as_str().expect("a code").to_owned();
        let told = page.done("GET", &format!("/api/tables/{code}/cards"), &[]);
        assert_eq!(told["set"], table["own_cards"], "{game}");
        let mut player = Player::at(&mut page, &code, seed);
        while player.mirror.question.is_none() && !player.is_over() {
            player.read(&mut page);
            let goes_on = !page.said.is_empty() || player.mirror.question.is_some() || page.think() || page.wait();
            assert!(goes_on, "{game}: the match does not begin");
        }
        let seen = serde_json::to_string(&player.mirror.view).expect("a view");
        assert!(seen.contains("Zebra Crossing"), "{game}: it is in the opening hand: {seen}");
        page.crash();
        let id = played(&mut page, &code, seed);
        let (bytes, verified) = record(&mut page, &id);
        assert_eq!(verified["holds"], true, "{game}: {verified}");
        // Another device has only the file.
        let mut other = Page::new(seed + 1);
        let found = other.done("POST", "/api/replays/verify", &bytes);
        assert_eq!(found["holds"], true, "{game}: {found}");
        let replay = other.done("POST", "/api/replays", &bytes);
        assert!(replay["own_cards"].to_string().contains("Zebra Crossing"), "{game}");
        let on = other.done("POST", "/api/replays/play?at=4&seat=p1&level=random", &bytes);
        assert_eq!(on["own_cards"], table["own_cards"], "{game}: it is played on with the same cards");
    }
}

#[test]
fn cards_that_a_record_carries_cannot_be_exchanged() {
    let seed = playmat_testkit::seed("cards_that_a_record_carries_cannot_be_exchanged");
    let mut page = Page::new(seed);
    let wish = json!({ "game": "food-chain", "cards": mine(&right()),
        "seats": [{ "who": "me", "deck": { "try": "Moonfish" } }, { "who": "bot", "level": "random" }] });
    let table = page.done("POST", "/api/tables", wish.to_string().as_bytes());
    let id = played(&mut page, table["code"].as_str().expect("a code"), seed);
    let mut readable = page.done("GET", &format!("/api/matches/{id}/record?form=json"), &[]);
    assert_eq!(readable["version"], 5);
    let own = readable["own_cards"].as_array_mut().expect("files");
    let mine = own.iter_mut().find(|file| file[0] == "mine.cards").expect("mine");
    mine[1] = json!(right().replace("3/2", "4/2"));
    let (status, code, sentence) = refused(&mut page, "/api/replays/verify", &readable);
    assert_eq!((status, &*code), (409, "other-rules"), "{sentence}");
    assert!(sentence.contains("not those it was played with"), "{sentence}");
    // And what is no card is not read.
    let own = readable["own_cards"].as_array_mut().expect("files");
    own.iter_mut().for_each(|file| file[1] = json!("prey Moonfish\n"));
    let (_, code, sentence) = refused(&mut page, "/api/replays/verify", &readable);
    assert!(code == "other-rules" && sentence.contains("are wrong"), "{sentence}");
}

#[test]
fn a_search_finds_cards_as_people_write_it() {
    let mut page = Page::new(1);
    let found = page.done("GET", "/api/games/food-chain/find?q=t%3Apredator+atk%3E%3D5+name%3Aorca", &[]);
    assert_eq!(found, json!({ "cards": ["Orca"] }));
    let all = page.done("GET", "/api/games/food-chain/find", &[]);
    assert!(all["cards"].as_array().is_some_and(|cards| cards.len() > 250), "{all}");
    let (status, answer) = page.ask("GET", "/api/games/food-chain/find?q=atk%3E%3Dmany", &[]);
    assert!(status == 400 && String::from_utf8_lossy(&answer).contains("letter 6"), "{}", String::from_utf8_lossy(&answer));
}
