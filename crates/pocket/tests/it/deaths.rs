//! Instances that die, and devices that cannot keep anything.

use serde_json::json;

use crate::matches::record;
use crate::page::{Keeps, Page, Player};

/// Plays while the instance dies after every so many steps. What the player has seen when it dies must be there afterwards.
fn with_deaths(page: &mut Page, code: &str, seed: u64, every: u64) -> Result<String, String> {
    let mut player = Player::at(page, code, seed);
    for step in 1.. {
        if player.is_over() {
            break;
        }
        if step % every == 0 {
            let (number, dealt) = (player.mirror.number, !player.mirror.game_match.is_empty());
            page.crash();
            if !page.store.contains_key(&format!("table/{code}")) {
                return Err("the table is gone".into());
            }
            player.come(page);
            player.read(page);
            if dealt && player.mirror.number < number {
                return Err(format!("{number} events were told, and {} are left", player.mirror.number));
            }
        }
        player.step(page);
    }
    Ok(player.mirror.game_match.clone())
}

#[test]
fn a_match_goes_on_when_its_instance_dies() {
    let seed = playmat_testkit::seed("a_match_goes_on_when_its_instance_dies");
    for (game, every) in [("food-chain", 3), ("skirmish", 2), ("strata", 7)] {
        let mut page = Page::new(seed);
        let code = page.table(game, json!([{ "who": "me" }, { "who": "bot", "level": "greedy" }]));
        let id = with_deaths(&mut page, &code, seed, every).unwrap_or_else(|lost| panic!("{game}: {lost}"));
        let (_, verified) = record(&mut page, &id);
        assert_eq!(verified["holds"], true, "{game}: {verified}");
    }
}

/// The test above notices a device that says that it has kept something, and has not.
#[test]
fn a_device_that_lies_is_noticed() {
    let seed = playmat_testkit::seed("a_device_that_lies_is_noticed");
    let mut page = Page::new(seed);
    let code = page.table("skirmish", json!([{ "who": "me" }, { "who": "bot", "level": "greedy" }]));
    let mut player = Player::at(&mut page, &code, seed);
    while player.mirror.number < 5 {
        player.step(&mut page);
    }
    page.keeps = Keeps::Lies;
    let before = player.mirror.number;
    while player.mirror.number < before + 5 {
        player.step(&mut page);
    }
    let told = player.mirror.number;
    page.crash();
    player.mirror = Default::default();
    player.come(&mut page);
    player.read(&mut page);
    assert!(player.mirror.number < told, "what was told and not kept is gone");
}

#[test]
fn a_match_waits_for_a_full_device() {
    let seed = playmat_testkit::seed("a_match_waits_for_a_full_device");
    let mut page = Page::new(seed);
    let code = page.table("food-chain", json!([{ "who": "me" }, { "who": "bot", "level": "greedy" }]));
    let mut player = Player::at(&mut page, &code, seed);
    while player.mirror.number < 5 {
        player.step(&mut page);
    }
    page.keeps = Keeps::Nothing;
    let (number, writes) = (player.mirror.number, page.writes);
    while page.writes == writes {
        player.step(&mut page);
    }
    for _ in 0..5 {
        assert!(page.wait(), "it tries again");
        player.read(&mut page);
    }
    assert_eq!(player.mirror.number, number, "nothing is told that is not kept");
    page.keeps = Keeps::Well;
    while !player.is_over() {
        player.step(&mut page);
    }
    let id = player.mirror.game_match.clone();
    assert_eq!(record(&mut page, &id).1["holds"], true);
}

/// A bot that was ended in the middle of a thought is asked again, and answers the same.
#[test]
fn a_thought_can_be_thought_again() {
    let seed = playmat_testkit::seed("a_thought_can_be_thought_again");
    let mut ends = Vec::new();
    for again in [false, true] {
        let mut page = Page::new(seed);
        let code = page.table("skirmish", json!([{ "who": "bot", "level": "easy" }, { "who": "bot", "level": "greedy" }]));
        while page.done("GET", "/api/me/matches", &[])["matches"].as_array().is_some_and(Vec::is_empty) {
            if again {
                page.think_in_vain();
            }
            assert!(page.think() || page.wait(), "nothing happens any more at table {code}");
        }
        let id = page.done("GET", "/api/me/matches", &[])["matches"][0]["match"].as_str().expect("an id").to_owned();
        ends.push(record(&mut page, &id).0);
    }
    assert_eq!(ends[0], ends[1]);
}

/// A table whose match is over makes room for others; what was played stays.
#[test]
fn a_table_that_is_left_leaves_its_match() {
    let mut page = Page::new(3);
    let before = page.store.clone();
    let code = page.table("skirmish", json!([{ "who": "me" }, { "who": "bot", "level": "greedy" }]));
    let mut player = Player::at(&mut page, &code, 3);
    while player.mirror.number < 5 {
        player.step(&mut page);
    }
    page.say(playmat_pocket::Call::Leave { conn: player.conn }, &[]);
    // Leaving a match that runs is refused as by a server; giving it up ends it, and it goes into the list.
    let (status, _) = page.ask("POST", &format!("/api/tables/{code}/leave"), b"{}");
    assert_eq!(status, 409);
    player.come(&mut page);
    player.read(&mut page);
    page.tell(player.conn, &playmat_wire::messages::ClientMessage::Concede { seat: None });
    player.read(&mut page);
    assert!(player.is_over());
    page.done("POST", &format!("/api/tables/{code}/leave"), b"{}");
    page.say(playmat_pocket::Call::Leave { conn: player.conn }, &[]);
    let next = page.table("skirmish", json!([{ "who": "me" }, { "who": "bot", "level": "greedy" }]));
    let left: Vec<&String> = page.store.keys().filter(|key| !before.contains_key(*key)).collect();
    assert!(
        !page.store.contains_key(&format!("table/{code}")) && page.store.contains_key(&format!("table/{next}")),
        "{left:?}"
    );
    assert!(left.iter().any(|key| key.starts_with("finished/")), "{left:?}");
}
