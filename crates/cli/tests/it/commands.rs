//! The command from outside: every command does what it says, and bad input is refused with a message.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{PLAYMAT, Ran, folder, playmat, playmat_with, program, root};
use serde_json::Value;

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

/// Runs the command and wants it to end well.
pub fn well(args: &[&str]) -> Ran {
    let ran = playmat(args);
    assert_eq!(ran.code, 0, "{args:?}\n{}{}", ran.out, ran.err);
    ran
}

/// Runs the command and wants it to be refused as bad input, with these words.
pub fn refused(args: &[&str], words: &str) {
    let ran = playmat(args);
    assert_eq!(ran.code, 2, "{args:?}\n{}{}", ran.out, ran.err);
    assert!(ran.err.contains(words), "{args:?} should say {words:?}:\n{}", ran.err);
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("paths are text here")
}

/// The shipped cards and one more, in a folder.
pub fn cards_with_one_more(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir(folder.join("food-chain")).expect("a folder");
    for file in fs::read_dir(root().join("cards/food-chain")).expect("the shipped cards").flatten() {
        fs::copy(file.path(), folder.join("food-chain").join(file.file_name())).expect("a copy");
    }
    let card = "category Fish\n\nprey Crimson Minnow 2/2 (2), haste\n  on play: draw 2.\n";
    fs::write(folder.join("food-chain/mine.cards"), card).expect("a card file");
    folder
}

#[test]
fn simulate_has_one_digest_for_a_seed() {
    let run = |seed: &str, threads: &str| {
        json(&well(&["simulate", "food-chain", "--games", "300", "--seed", seed, "--threads", threads, "--json"]))
    };
    let one = run("1", "1");
    for key in ["games", "wins", "draws", "turns", "decisions", "games_per_s", "digest"] {
        assert!(one.get(key).is_some(), "{key} is missing in {one}");
    }
    let sum = one["wins"][0].as_u64().unwrap() + one["wins"][1].as_u64().unwrap() + one["draws"].as_u64().unwrap();
    assert_eq!((one["games"].as_u64(), sum), (Some(300), 300));
    for threads in ["1", "2", "5"] {
        let again = run("1", threads);
        for key in ["wins", "draws", "turns", "decisions", "digest"] {
            assert_eq!(one[key], again[key], "{key} with {threads} threads");
        }
    }
    assert_ne!(one["digest"], run("2", "2")["digest"]);
}

#[test]
fn simulate_takes_editions_rulings_and_bots() {
    let base = ["simulate", "food-chain", "--games", "20", "--seed", "1", "--json"];
    let with = |more: &[&str]| json(&well(&[&base[..], more].concat()))["digest"].clone();
    assert_ne!(with(&[]), with(&["--edition", "design"]));
    assert_ne!(with(&[]), with(&["--bots", "greedy,random"]));
    assert_eq!(with(&["--bots", "greedy,greedy"]), with(&["--bots", "greedy,greedy", "--threads", "3"]));
    refused(&["simulate", "food-chain", "--edition", "cor"], "core, rulebook, design");
    refused(&["simulate", "food-chain", "--ruling", "frozn=dies"], "did you mean `frozen`?");
    refused(&["simulate", "food-chain", "--ruling", "frozen=melts"], "thaws, dies");
    refused(&["simulate", "food-chain", "--bots", "gredy,random"], "did you mean `greedy`?");
    refused(&["simulate", "food-chian"], "did you mean `food-chain`?");
}

#[test]
fn check_reports_ten_mistakes_at_their_places() {
    let file = "crates/cli/tests/data/ten-mistakes.cards";
    let ran = playmat(&["check", file]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("10 problems in 1 file"), "{}", ran.out);
    let ran = playmat(&["check", file, "--json"]);
    let problems = json(&ran);
    let problems = problems.as_array().expect("a list");
    let places: Vec<(u64, u64, &str)> = problems
        .iter()
        .map(|one| (one["line"].as_u64().unwrap(), one["column"].as_u64().unwrap(), one["code"].as_str().unwrap()))
        .collect();
    let expected = [
        (5, 1, "C01"),
        (7, 23, "C02"),
        (9, 29, "C07"),
        (12, 3, "C14"),
        (15, 12, "C18"),
        (18, 24, "C20"),
        (21, 19, "C23"),
        (24, 17, "C25"),
        (26, 35, "C08"),
        (28, 6, "C06"),
    ];
    assert_eq!(places, expected);
    for problem in problems {
        assert!(problem["hint"].is_string(), "no hint: {problem}");
        well(&["explain", problem["code"].as_str().unwrap()]);
    }
}

#[test]
fn the_shipped_cards_are_right_and_canonical() {
    assert!(well(&["check", "cards"]).out.starts_with("ok: "));
    assert!(well(&["check", "cards/food-chain/fish.cards", "--with-set"]).out.starts_with("ok: "));
    assert!(well(&["fmt", "cards", "--check"]).out.starts_with("ok: "));
    refused(&["check", "no-such-folder"], "no-such-folder cannot be read");
}

#[test]
fn fmt_writes_the_canonical_form_and_keeps_comments() {
    let file = folder("fmt").join("mine.cards");
    fs::write(&file, "category Fish # mine\nprey   Crimson Minnow  2/2 (2) ,haste\n   on play:draw 2. # two\n")
        .expect("a card file");
    assert_eq!(playmat(&["fmt", "--check", text(&file)]).code, 1);
    well(&["fmt", text(&file)]);
    let written = fs::read_to_string(&file).expect("the file is there");
    assert!(written.contains("prey Crimson Minnow 2/2 (2), haste\n  on play: draw 2."), "{written}");
    assert!(written.contains("mine") && written.contains("two"), "{written}");
    well(&["fmt", "--check", text(&file)]);
    let broken = "category Fish\n\nprey Crimson Minnow 2/2 (2), hasty\n";
    fs::write(&file, broken).expect("a card file");
    refused(&["fmt", text(&file)], "did you mean `haste`?");
    assert_eq!(fs::read_to_string(&file).expect("the file is there"), broken, "a wrong file stays as it is");
}

#[test]
fn explain_knows_codes_words_rulings_and_cards() {
    assert!(well(&["explain", "unknown-keyword"]).out.contains("C07"));
    assert!(well(&["explain", "haste"]).out.contains("keyword"));
    assert!(well(&["explain", "trap_activation"]).out.contains("optional"));
    assert!(well(&["explain", "great", "white", "shark"]).out.contains("acuity"));
    refused(&["explain", "hasste"], "did you mean `haste`?");
}

#[test]
fn a_new_card_is_played_without_recompiling() {
    let cards = cards_with_one_more("new-card");
    let listed = json(&well(&["cards", "food-chain", "--json", "--cards", text(&cards)]));
    let mine = listed.as_array().unwrap().iter().find(|card| card["name"] == "Crimson Minnow").expect("it is listed");
    for key in ["name", "kind", "category", "stats", "keywords", "text", "token", "generated"] {
        assert!(mine.get(key).is_some(), "{key} is missing in {mine}");
    }
    let scenario = cards.join("mine.scn");
    let lines = "scenario \"A new card\"\ngame food-chain\np1 hand Crimson Minnow\np1 deck Kingfish, Wahoo, Orca\nturn p1 main1\n---\n\
                 p1 play Crimson Minnow\nexpect p1 field Crimson Minnow 2/2 haste\nexpect p1 hand Kingfish, Wahoo\n";
    fs::write(&scenario, lines).expect("a scenario");
    let ran = well(&["scenario", text(&scenario), "--cards", text(&cards)]);
    assert!(ran.out.ends_with("1 passed, 0 failed\n"), "{}", ran.out);
    let unknown = playmat(&["scenario", text(&scenario)]);
    assert_eq!(unknown.code, 2, "{}", unknown.out);
    assert!(unknown.err.contains("Crimson Minnow"), "{}", unknown.err);
    well(&["simulate", "food-chain", "--games", "20", "--seed", "1", "--cards", text(&cards)]);
    let alone = cards.join("food-chain/mine.cards");
    well(&["check", text(&alone)]);
    well(&["check", text(&alone), "--with-set"]);
}

#[test]
fn a_folder_of_cards_may_be_wrong_or_too_small() {
    let cards = folder("few-cards");
    refused(&["simulate", "food-chain", "--cards", text(&cards)], "card files end in `.cards`");
    let file = cards.join("mine.cards");
    fs::write(&file, "category Fish\n\nprey Crimson Minnow 2/2 (2)\n").expect("a card file");
    for command in ["simulate", "play"] {
        refused(&[command, "food-chain", "--cards", text(&cards)], "no legal random deck");
    }
    fs::write(&file, "category Fish\n\nprey Crimson Minnow 2/2 (2), hasty\n").expect("a card file");
    refused(&["cards", "food-chain", "--cards", text(&cards)], "did you mean `haste`?");
}

#[test]
fn cards_of_an_edition_are_its_pool() {
    let names = |edition: &str| -> Vec<String> {
        let listed = json(&well(&["cards", "food-chain", "--json", "--edition", edition]));
        listed.as_array().unwrap().iter().map(|card| card["name"].as_str().unwrap().to_owned()).collect()
    };
    let has = |edition: &str, name: &str| names(edition).iter().any(|found| found == name);
    assert!(has("core", "Golden Dorado") && !has("design", "Golden Dorado"));
}

#[test]
fn a_played_match_is_replayed() {
    let folder = folder("replay");
    let record = folder.join("match.record");
    let play = ["play", "food-chain", "--p1", "greedy", "--p2", "random", "--seed", "7", "--record"];
    let ran = well(&[&play[..], &[text(&record)]].concat());
    let ending = ran.out.lines().rev().nth(1).expect("the result is told").to_owned();
    assert!(ending.contains(" after "), "{ending}");
    assert!(fs::metadata(&record).expect("a record").len() < 1024);
    let again = well(&["replay", text(&record)]);
    assert_eq!(again.out.lines().last(), Some(ending.as_str()));
    let replayed = json(&well(&["replay", text(&record), "--json"]));
    assert!(replayed["events"].as_array().unwrap().len() > 20);

    let readable = folder.join("match.json");
    let same = well(&[&play[..], &[text(&readable)]].concat());
    assert_eq!(same.out.lines().rev().nth(1), Some(ending.as_str()), "the same seed is the same match");
    assert_eq!(json(&well(&["replay", text(&readable), "--json"])), replayed);

    let other = cards_with_one_more("replay-other-cards");
    refused(&["replay", text(&record), "--cards", text(&other)], "played under other rules");
    let mut bytes = fs::read(&record).expect("a record");
    bytes[40] ^= 1;
    fs::write(&record, &bytes).expect("a damaged record");
    refused(&["replay", text(&record)], "checksum");
    fs::write(&record, &bytes[..bytes.len() / 2]).expect("half a record");
    refused(&["replay", text(&record)], "the end of this record is missing");
    refused(&["replay", "README.md.record"], "cannot be read");
}

#[test]
fn a_person_plays_to_the_end_through_a_pipe() {
    let record = folder("piped").join("match.record");
    let args = ["play", "food-chain", "--seed", "3", "--p2", "random", "--record", text(&record)];
    let ran = playmat_with(&"1\n".repeat(20_000), &args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(" wins after ") || ran.out.contains("A draw after "), "{}", ran.out);
    well(&["replay", text(&record)]);
}

#[test]
fn a_person_can_ask_take_back_leave_and_give_up() {
    let folder = folder("person");
    let record = folder.join("match.record");
    let play = |input: &str, more: &[&str]| {
        let args = ["play", "food-chain", "--seed", "3", "--record", text(&record)];
        let ran = playmat_with(input, &[&args[..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let out = play("1\n?\n?kingfish\n?no such card\nwhy\nlog\ntable\nback\n0\n99\nnonsense\n", &[]);
    for words in [
        "takes back the move",
        "prey, Fish",
        "There is no card",
        "There is no option 99",
        "is not one of the options",
        "left unfinished",
    ] {
        assert!(out.contains(words), "{words:?} is missing:\n{out}");
    }
    well(&["replay", text(&record)]);
    assert!(play("1\nconcede\n", &[]).contains("Player 2 wins"));
    assert!(play("quit\n", &[]).contains("left unfinished"));
    let hotseat = play("\n1\n\n", &["--hotseat", "--name1", "Ada", "--name2", "Bob"]);
    assert!(hotseat.contains("Pass to Ada") && hotseat.contains("Ada rolls"), "{hotseat}");
}

/// A unit's power is asked for by its name or its place, and is shown with what it is made of.
#[test]
fn a_person_asks_what_a_power_is_made_of() {
    let record = folder("power").join("match.record");
    let args = ["play", "skirmish", "--seed", "5", "--p2", "random", "--record", text(&record)];
    let asked = "?rogue\n?0\n?1\n?7\n";
    let ran = playmat_with(&("1\n".repeat(14) + asked), &args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in [
        "Your Rogue at place 0: 3 = 2 printed + 1 slot\n    · Engineer: Player 1's side of the Meadow gets +1.",
        "The rival's place 0 is empty.",
        "Your place 1 is empty.",
        "There is no place 7; each side has 0, 1, 2, 3, 4.",
        "ahead Player 1",
        "controls 1   done no",
        "done yes",
    ] {
        assert!(ran.out.contains(words), "{words:?} is missing:\n{}", ran.out);
    }
}

#[test]
fn decks_are_made_checked_and_refused_with_every_reason() {
    let made = well(&["deck", "random", "food-chain", "--category", "fish", "--seed", "5"]);
    assert_eq!(made.out, well(&["deck", "random", "food-chain", "--category", "Fish", "--seed", "5"]).out);
    let folder = folder("decks");
    let file = folder.join("mine.deck");
    fs::write(&file, &made.out).expect("a deck");
    assert!(well(&["deck", "check", "food-chain", text(&file)]).out.contains("is a legal deck"));
    let first = made.out.lines().nth(1).expect("a card");
    fs::write(&file, format!("deck Short\n2 {first}\n")).expect("a deck");
    let ran = playmat(&["deck", "check", "food-chain", text(&file), "--json"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(json(&ran)["reasons"].as_array().unwrap().len() >= 2, "{}", ran.out);
    fs::write(&file, "deck Odd\nKingfisch\n").expect("a deck");
    let ran = playmat(&["deck", "check", "food-chain", text(&file)]);
    assert!(ran.out.contains("mine.deck:2") && ran.out.contains("did you mean `Kingfish`?"), "{}", ran.out);
    for garbage in [&b"\x1b[2J\x07\xff\x00 garbage\n"[..], b"deck \x1b[31mRed\n\x9b\x08Kingfish\xc2\x9b\n"] {
        fs::write(&file, garbage).expect("a deck");
        let ran = playmat(&["deck", "check", "food-chain", text(&file)]);
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(ran.code != 0 && format!("{}{}", ran.out, ran.err).contains("\\u{1b}["), "{}{}", ran.out, ran.err);
        assert!(!ran.out.contains(steers) && !ran.err.contains(steers), "{:?} {:?}", ran.out, ran.err);
    }
    refused(&["deck", "random", "food-chain", "--category", "Fisch"], "did you mean `Fish`?");
    fs::write(&file, "deck Odd\nKingfisch\n").expect("a deck");
    refused(&["play", "food-chain", "--deck1", text(&file)], "this deck cannot be played");
}

#[test]
fn scenarios_are_told_one_by_one() {
    let folder = folder("scenarios");
    let file = folder.join("two.scn");
    let scenario = |name: &str, hp: u8| {
        format!("scenario \"{name}\"\ngame food-chain\np1 hp 7\nturn p1 main1\n---\nexpect p1 hp {hp}\n\n")
    };
    fs::write(&file, scenario("It holds", 7) + &scenario("It does not", 8)).expect("scenarios");
    let ran = playmat(&["scenario", text(&folder)]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], format!("ok It holds ({}:1)", file.display()));
    assert_eq!(lines[1], format!("FAILED It does not ({}:8)", file.display()));
    assert_eq!(lines.last(), Some(&"1 passed, 1 failed"));
    assert!(ran.out.contains("line 13") && ran.out.contains("expect p1 hp 8"), "{}", ran.out);
    fs::write(&file, "scenario \"Odd\"\ngame food-chain\np1 hpp 7\nturn p1 main1\n---\n").expect("a scenario");
    refused(&["scenario", text(&file)], "two.scn:3:");
    fs::write(&file, "scenario \"Odd\"\ngame chess\nturn p1\n---\n").expect("a scenario");
    refused(&["scenario", text(&file)], "there is no game `chess`");
}

#[test]
fn bench_tells_how_long_a_bot_thinks() {
    let found = json(&well(&["bench", "skirmish", "--thinks", "ismcts:20", "--games", "2", "--every", "5", "--json"]));
    assert_eq!((found["game"].as_str(), found["bot"].as_str()), (Some("skirmish"), Some("ismcts:20")));
    assert!(found["answers"].as_u64().unwrap() > 4, "{found}");
    let [median, p99, longest] = ["median_ms", "p99_ms", "longest_ms"].map(|key| found[key].as_f64().unwrap());
    assert!(0.0 < median && median <= p99 && p99 <= longest, "{found}");
    refused(&["bench", "--thinks", "hard"], "<GAME>");
}

#[test]
fn bench_has_its_keys() {
    let all = json(&well(&["bench", "--json", "--rounds", "1"]));
    let all = all.as_array().expect("a list");
    assert!(!all.is_empty());
    for measured in all {
        for key in [
            "game",
            "games_per_s",
            "decisions_per_game",
            "ns_per_decision",
            "opening_ns",
            "copy_ns",
            "state_bytes",
            "load_ms",
            "replay_bytes",
        ] {
            assert!(measured.get(key).is_some(), "{key} is missing in {measured}");
        }
        assert!(measured["state_bytes"].as_u64().unwrap() <= 3072);
        assert!(measured["replay_bytes"].as_u64().unwrap() < 1024);
    }
}

#[test]
fn help_has_examples_and_a_closed_pipe_is_quiet() {
    for command in ["play", "scenario", "check", "fmt", "explain", "coverage", "cards", "simulate", "replay", "bench"] {
        assert!(well(&[command, "--help"]).out.contains("Examples:"), "{command}");
    }
    let mut child = program(PLAYMAT)
        .args(["cards", "food-chain"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
