//! Writes down what the native program says, so that the module of a page can be compared with it byte for byte: whole matches over the
//! protocol, and the records of matches between bots. `tools/pocket.sh check` runs it.
//!
//! `cargo run -p playmat-pocket --example transcript -- MATCHES` gives lines of JSON, with so many matches for each game and bot.

#[path = "../tests/it/page.rs"]
#[allow(dead_code)]
mod page;

use std::io::{self, Write};

use playmat_pocket::Call;
use playmat_wire::hex;
use serde_json::{Value, json};

use page::{Exchange, GAMES, Page, Player};

const BOTS: [&str; 4] = ["random", "greedy", "ismcts:200", "learned"];

fn main() -> io::Result<()> {
    let matches: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut out = io::stdout().lock();
    for game in GAMES {
        for level in ["greedy", "learned"] {
            for Exchange { thinker, frame, learns, reply } in said(game, level) {
                let [frame, reply] = [frame, reply].map(|bytes| hex(&bytes));
                let of = format!("{game} {level}");
                writeln!(out, "{}", json!({ "of": of, "thinker": thinker, "frame": frame, "learns": learns, "reply": reply }))?;
            }
        }
        for level in BOTS {
            for seed in 0..matches {
                let (seed, record) = bout(game, level, seed);
                writeln!(out, "{}", json!({ "game": game, "level": level, "seed": seed, "record": hex(&record) }))?;
            }
        }
    }
    Ok(())
}

/// Everything that is said in a match of somebody against a bot.
fn said(game: &str, level: &str) -> Vec<Exchange> {
    let mut page = Page::noted(7, Some(Vec::new()));
    let code = page.table(game, json!([{ "who": "me" }, { "who": "bot", "level": level }]));
    let mut player = Player::at(&mut page, &code, 7);
    while !player.is_over() {
        player.step(&mut page);
    }
    page.done("GET", &format!("/api/matches/{}/replay", player.mirror.game_match), &[]);
    page.transcript.take().unwrap_or_default()
}

/// The seed of a page, and the record of a match between two bots on it.
fn bout(game: &str, level: &str, seed: u64) -> (String, Vec<u8>) {
    let mut page = Page::new(seed);
    let Call::Begin { seed, .. } = page.begin(0) else { unreachable!("a page begins") };
    // At a table a bot has no budget: its name is enough there.
    let name = level.split(':').next().unwrap_or_default();
    page.level = Some(level.to_owned());
    page.table(game, json!([{ "who": "bot", "level": name }, { "who": "bot", "level": name }]));
    while page.think() || page.store.keys().all(|key| !key.starts_with("finished/")) && page.wait() {}
    let all: Value = page.done("GET", "/api/me/matches", &[]);
    let id = all["matches"][0]["match"].as_str().expect("the match is over").to_owned();
    (seed, page.ask("GET", &format!("/api/matches/{id}/record"), &[]).1)
}
