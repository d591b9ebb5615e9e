//! Whole matches over the protocol.

use serde_json::{Value, json};

use crate::page::{GAMES, Page, Player};

/// Plays a table to its end, and gives the id of the match.
pub fn played(page: &mut Page, code: &str, seed: u64) -> String {
    let mut player = Player::at(page, code, seed);
    while !player.is_over() {
        player.step(page);
    }
    player.mirror.game_match.clone()
}

/// The record of a match, and what was found of it.
pub fn record(page: &mut Page, id: &str) -> (Vec<u8>, Value) {
    let (status, record) = page.ask("GET", &format!("/api/matches/{id}/record"), &[]);
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&record));
    let verified = page.done("POST", "/api/replays/verify", &record);
    (record, verified)
}

#[test]
fn a_match_of_each_game_is_played_kept_and_verified() {
    let seed = playmat_testkit::seed("a_match_of_each_game_is_played_kept_and_verified");
    for game in GAMES {
        for level in ["random", "greedy", "easy"] {
            let mut page = Page::new(seed);
            let code = page.table(game, json!([{ "who": "me" }, { "who": "bot", "level": level }]));
            assert!(code.starts_with('0') && code.len() == 6, "{code}");
            let id = played(&mut page, &code, seed);
            let (bytes, verified) = record(&mut page, &id);
            assert_eq!(verified["holds"], true, "{game} against {level}: {verified}");
            // Every share was brought: nobody chose the shuffles alone.
            assert_eq!(verified["seed"]["bound"]["brought"], json!(["opened", "opened"]), "{verified}");
            let matches = page.done("GET", "/api/me/matches", &[]);
            assert_eq!(matches["matches"][0]["match"], id.as_str(), "{matches}");
            assert_eq!(matches["matches"][0]["rival"]["bot"], level, "{matches}");
            let replay = page.done("GET", &format!("/api/matches/{id}/replay"), &[]);
            assert_eq!(replay["match"], id.as_str());
            // A record that was changed does not hold.
            let mut changed = bytes.clone();
            let middle = changed.len() / 2;
            changed[middle] ^= 1;
            let (status, answer) = page.ask("POST", "/api/replays/verify", &changed);
            let answer: Value = serde_json::from_slice(&answer).expect("an answer is JSON");
            assert!(status != 200 || answer["holds"] == false, "{answer}");
        }
    }
}

#[test]
fn two_play_at_one_screen() {
    let seed = playmat_testkit::seed("two_play_at_one_screen");
    let mut page = Page::new(seed);
    let code = page.table("skirmish", json!([{ "who": "me", "name": "Ada" }, { "who": "me", "name": "Bob" }]));
    let id = played(&mut page, &code, seed);
    let (_, verified) = record(&mut page, &id);
    assert_eq!(verified["holds"], true, "{verified}");
    assert_eq!(page.done("GET", "/api/me/matches", &[])["matches"][0]["alone"], true);
}

#[test]
fn a_match_is_played_on_from_a_record() {
    let seed = playmat_testkit::seed("a_match_is_played_on_from_a_record");
    let mut page = Page::new(seed);
    let code = page.table("food-chain", json!([{ "who": "me" }, { "who": "bot", "level": "greedy" }]));
    let id = played(&mut page, &code, seed);
    let (bytes, _) = record(&mut page, &id);
    let table = page.done("POST", "/api/replays/play?at=12&seat=p1&level=random", &bytes);
    let code = table["code"].as_str().expect("a code").to_owned();
    let again = played(&mut page, &code, seed + 1);
    assert_ne!(again, id);
    assert_eq!(page.done("GET", "/api/me/matches", &[])["matches"].as_array().map(Vec::len), Some(2));
}

/// The rival's hand is in no message, whatever instance it came from: what is searched for are the words that a viewer's own cards
/// are told with.
#[test]
fn a_player_is_told_what_a_server_would_tell() {
    let seed = playmat_testkit::seed("a_player_is_told_what_a_server_would_tell");
    let mut page = Page::new(seed);
    let code = page.table("strata", json!([{ "who": "me" }, { "who": "bot", "level": "random" }]));
    let mut player = Player::at(&mut page, &code, seed);
    while !player.is_over() {
        player.step(&mut page);
    }
    let id = player.mirror.game_match.clone();
    let replay = page.done("GET", &format!("/api/matches/{id}/replay"), &[]);
    // What was merged from the messages is what the replay shows this seat at its end, and not what it shows the rival.
    let last = |seat: &str| {
        let mut view = replay["start"][seat].as_array().expect("a view").clone();
        for step in replay["steps"].as_array().expect("steps") {
            for change in step[seat].as_array().into_iter().flatten() {
                view[change["part"].as_u64().expect("a place") as usize]["value"] = change["value"].clone();
            }
        }
        view
    };
    let seen = serde_json::to_value(&player.mirror.view).expect("a view can be written");
    assert_eq!(seen.as_array(), Some(&last("p1")));
    assert_ne!(seen.as_array(), Some(&last("p2")));
}

/// Same seed, same answers: every byte that goes in and comes out.
#[test]
fn the_same_seed_says_the_same() {
    let noted = |seed| {
        let mut page = Page::noted(seed, Some(Vec::new()));
        let code = page.table("skirmish", json!([{ "who": "me" }, { "who": "bot", "level": "easy" }]));
        played(&mut page, &code, 5);
        page.transcript.take().unwrap_or_default()
    };
    let (one, two, other) = (noted(1), noted(1), noted(2));
    assert!(one.iter().any(|exchange| exchange.thinker) && one.len() > 20);
    assert_eq!(one.len(), two.len());
    for (place, (one, two)) in one.iter().zip(&two).enumerate() {
        assert_eq!((one.thinker, &one.frame, &one.reply), (two.thinker, &two.frame, &two.reply), "exchange {place}");
    }
    assert!(one.iter().zip(&other).any(|(one, other)| one.reply != other.reply));
}
