//! Learned players on a device: their models come from elsewhere, and not always.

use std::fs;
use std::time::Duration;

use playmat_pocket::{Call, Effect, Pocket, Said, from_frame};
use serde_json::json;

use crate::page::{GAMES, Page, Player, hear};

/// An instance in which bots think.
fn thinker() -> Pocket {
    let mut thinker = Pocket::new(|| Duration::ZERO);
    hear(&mut thinker, 0, Page::new(1).begin(0), &[]);
    thinker
}

/// The records over which a bot thought in a match of this game.
fn records(game: &str) -> Vec<Vec<u8>> {
    let mut page = Page::noted(3, Some(vec![]));
    let code = page.table(game, json!([{ "who": "me" }, { "who": "bot", "level": "random" }]));
    let mut player = Player::at(&mut page, &code, 3);
    while !player.is_over() {
        player.step(&mut page);
    }
    let record = |frame: &[u8]| match from_frame::<Said>(frame) {
        Ok((Said { call: Call::Think { .. }, .. }, record)) => Some(record.to_vec()),
        _ => None,
    };
    page.transcript.iter().flatten().filter_map(|exchange| record(&exchange.frame)).collect()
}

fn thoughts(thinker: &mut Pocket, level: &str, records: &[Vec<u8>]) -> Vec<Effect> {
    let think = Call::Think { level: level.into(), seed: "5".into() };
    records.iter().flat_map(|record| hear(thinker, 0, think.clone(), record).effects).collect()
}

#[test]
fn learned_players_are_offered_and_play() {
    let mut page = Page::new(2);
    let games = page.done("GET", "/api/games", &[]);
    let games = games.as_array().expect("a list");
    // Examples are not on a device.
    assert_eq!(games.iter().map(|game| &game["name"]).collect::<Vec<_>>(), GAMES);
    for game in games {
        let bots = game["bots"].as_array().expect("a list");
        assert!(bots.contains(&json!("learned")) && bots.contains(&json!("master")), "{game}");
    }
    for game in GAMES {
        let code = page.table(game, json!([{ "who": "me" }, { "who": "bot", "level": "learned" }]));
        let mut player = Player::at(&mut page, &code, 2);
        while !player.is_over() {
            player.step(&mut page);
        }
    }
}

#[test]
fn a_search_plays_until_the_model_is_there() {
    let mut thinker = thinker();
    let records = records("skirmish");
    let before = thoughts(&mut thinker, "learned", &records);
    assert!(before.len() > 10);
    assert_eq!(before, thoughts(&mut thinker, "ismcts", &records), "a search plays in its place");
    let learn = Call::Learn { game: "skirmish".into() };
    let refused = hear(&mut thinker, 0, learn.clone(), b"<!doctype html>").effects;
    assert!(matches!(&refused[..], [Effect::Refused { .. }]), "{refused:?}");
    assert_eq!(before, thoughts(&mut thinker, "learned", &records), "what is no model changes nothing");
    let weights = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/skirmish.playnet")).expect("the model");
    assert_eq!(hear(&mut thinker, 0, learn, &weights).effects, []);
    assert_ne!(before, thoughts(&mut thinker, "learned", &records));
}

/// The model is one of the game, not of its cards: cards that somebody wrote are played by it too.
#[test]
fn cards_of_ones_own_are_played_by_what_was_learned() {
    let mut page = Page::noted(4, Some(vec![]));
    let own =
        json!({ "shipped": true, "files": [{ "name": "mine.cards", "text": "category Fish\n\nprey Moonfish 3/2 (2)\n" }] });
    let seats = json!([{ "who": "me" }, { "who": "bot", "level": "learned" }]);
    let request = json!({ "game": "food-chain", "seats": seats, "pace": "programs", "cards": own });
    let table = page.done("POST", "/api/tables", request.to_string().as_bytes());
    let mut player = Player::at(&mut page, table["code"].as_str().expect("a code"), 4);
    while !player.is_over() {
        player.step(&mut page);
    }
    let exchanges = page.transcript.take().expect("it was noted");
    assert_eq!(exchanges.iter().filter_map(|exchange| exchange.learns.as_deref()).collect::<Vec<_>>(), ["food-chain"]);
    let thinks = |frame: &[u8]| matches!(from_frame::<Said>(frame), Ok((Said { call: Call::Think { .. }, .. }, _)));
    let asked = exchanges.iter().filter(|exchange| thinks(&exchange.frame));
    let judged: Vec<Effect> =
        asked.flat_map(|exchange| from_frame::<playmat_pocket::Reply>(&exchange.reply).expect("a reply").0.effects).collect();
    let mut without = thinker();
    let search = exchanges.iter().filter(|exchange| thinks(&exchange.frame)).flat_map(|exchange| {
        let (Said { call, .. }, record) = from_frame::<Said>(&exchange.frame).expect("a frame");
        hear(&mut without, 0, call, record).effects
    });
    assert!(judged.len() > 5);
    assert_ne!(judged, search.collect::<Vec<_>>());
}
