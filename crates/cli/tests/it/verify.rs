//! `playmat verify` and records of old: what holds, what was changed, what is missing.

use crate::common;

use std::fs;
use std::path::Path;

use common::{folder, playmat, playmat_with, root};
use serde_json::{Value, json};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that can be read")
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a record")).expect("JSON")
}

#[test]
fn a_record_holds_until_it_is_changed() {
    let folder = folder("verify");
    let (compact, readable, changed) = (folder.join("match.record"), folder.join("match.json"), folder.join("changed.json"));
    for game in ["food-chain", "skirmish", "strata"] {
        for file in [&compact, &readable] {
            let played = playmat(&["play", game, "--p1", "random", "--p2", "random", "--seed", "7", "--record", text(file)]);
            assert_eq!(played.code, 0, "{}", played.err);
            let ran = playmat(&["verify", text(file)]);
            assert_eq!(ran.code, 0, "{game}: {}{}", ran.out, ran.err);
            assert!(ran.out.contains("The record holds.") && ran.out.contains("ok      trail"), "{}", ran.out);
        }
        let record = read(&readable);
        let differs = |word: &str, what: &str, change: &dyn Fn(&mut Value)| {
            let mut other = record.clone();
            change(&mut other);
            fs::write(&changed, other.to_string()).expect("a file");
            let ran = playmat(&["verify", text(&changed)]);
            assert_eq!(ran.code, 1, "{game} {what}: {}{}", ran.out, ran.err);
            assert!(ran.out.contains(&format!("{word:<8}{what}")), "{game} {what}: {}", ran.out);
            let ran = playmat(&["verify", text(&changed), "--json"]);
            let found: Value = serde_json::from_str(&ran.out).expect("JSON");
            assert_eq!((ran.code, &found["holds"]), (1, &json!(false)));
            assert!(
                found["checks"]
                    .as_array()
                    .expect("checks")
                    .iter()
                    .any(|check| check["what"] == what && check["result"] == word.to_lowercase())
            );
            // What is missing can be allowed, what is wrong cannot.
            let ran = playmat(&["verify", text(&changed), "--allow-unproven"]);
            assert_eq!(ran.code, i32::from(word == "FAILED"), "{game} {what}: {}", ran.out);
        };
        let fails = |what: &str, change: &dyn Fn(&mut Value)| differs("FAILED", what, change);
        let lacks = |what: &str, change: &dyn Fn(&mut Value)| differs("MISSING", what, change);
        fails("trail", &|record| record["seed"] = json!(8));
        fails("rules", &|record| record["rule_version"] = json!(99));
        fails("rules", &|record| record["cards"] = json!("77".repeat(16)));
        fails("trail", &|record| record["continues"] = json!(3));
        lacks("trail", &|record| {
            record.as_object_mut().expect("an object").retain(|key, _| key != "trail" && key != "last");
        });
        lacks("rules", &|record| {
            record.as_object_mut().expect("an object").remove("cards");
        });
        // A name is no part of what is proven: it can be taken out.
        let mut renamed = record.clone();
        renamed["players"][1] = json!("Deleted player");
        fs::write(&changed, renamed.to_string()).expect("a file");
        assert_eq!(playmat(&["verify", text(&changed)]).code, 0);
        // Nobody signed it, and who demands that is told so.
        let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let ran = playmat(&["verify", text(&readable), "--key", key]);
        assert!(ran.code == 1 && ran.out.contains("FAILED  signature It is not signed."), "{}", ran.out);
        fails("entries", &|record| record["entries"][2] = json!(250));
        fails("decks", &|record| {
            record["decks"][0].as_array_mut().expect("a deck").truncate(1);
        });
        fails("trail", &|record| {
            record["entries"].as_array_mut().expect("entries").pop();
        });
        fails("trail", &|record| record["last"] = json!("00".repeat(16)));
        let mut bytes = fs::read(&compact).expect("a record");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&changed, &bytes).expect("a file");
        let ran = playmat(&["verify", text(&changed)]);
        assert_eq!(ran.code, 1);
        assert!(ran.out.contains("FAILED  file") && ran.out.contains("checksum"), "{}", ran.out);
    }
    fs::write(&changed, "nonsense").expect("a file");
    assert_eq!(playmat(&["verify", text(&changed)]).code, 2);
    let ran = playmat(&["verify", text(&readable), "--key", "no-such-file"]);
    assert!(ran.code == 2 && ran.err.contains("neither a key of 64 hexadecimal digits nor a file"), "{}", ran.err);
}

/// Matches of all games as they were played before records were signed, in a terminal and at a server. Those of Skirmish, whose rules are
/// the same, are still verified; the others are refused by the version of their rules, and by nothing else.
#[test]
fn records_of_before_are_verified_or_refused_by_their_version() {
    let folder = root().join("crates/cli/tests/data/records");
    for (game, then) in [("food-chain", Some(2)), ("skirmish", None), ("strata", Some(3))] {
        for kind in ["terminal.json", "terminal.record", "server.record"] {
            let file = folder.join(format!("{game}-{kind}"));
            let ran = playmat(&["verify", text(&file)]);
            match then {
                None => {
                    assert_eq!(ran.code, 0, "{game} {kind}: {}{}", ran.out, ran.err);
                    assert!(ran.out.contains("The record holds.") && ran.out.contains("ok      trail"), "{}", ran.out);
                }
                Some(then) => {
                    let version = format!("it needs version {then} of the rules of {game}");
                    assert!(ran.code == 2 && ran.err.contains(&version), "{game} {kind}: {}{}", ran.out, ran.err);
                }
            }
            let replayed = playmat(&["replay", text(&file)]);
            assert_eq!(replayed.code, ran.code, "{game} {kind}: {}", replayed.err);
        }
        // What was changed in it is found all the same, or it is refused as before.
        let mut record = read(&folder.join(format!("{game}-terminal.json")));
        record["players"][0] = json!("Eve");
        let changed = crate::common::folder("before").join("changed.json");
        fs::write(&changed, record.to_string()).expect("a file");
        let ran = playmat(&["verify", text(&changed)]);
        assert!(ran.code == 2 || ran.code == 1 && ran.out.contains("FAILED  trail"), "{game}: {}", ran.out);
    }
}

#[test]
fn replay_and_verify_agree_on_what_a_record_may_hold() {
    let folder = folder("one-rule");
    let (played, changed) = (folder.join("match.json"), folder.join("changed.json"));
    for game in ["food-chain", "skirmish", "strata"] {
        let ran = playmat(&["play", game, "--p1", "random", "--p2", "random", "--seed", "7", "--record", text(&played)]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let record = read(&played);
        let whole = record["entries"].as_array().expect("entries");
        let agree = |holds: bool, entries: usize, more: &[Value]| {
            let mut other = record.clone();
            other["entries"] = [&whole[..entries], more].concat().into();
            let keys = other.as_object_mut().expect("an object");
            keys.retain(|key, _| key != "trail" && key != "last");
            fs::write(&changed, other.to_string()).expect("a file");
            let verified = playmat(&["verify", text(&changed), "--allow-unproven"]);
            assert_eq!(verified.code, i32::from(!holds), "{game} {more:?}: {}", verified.out);
            for more in [&[][..], &["--json"], &["--step"]] {
                let replayed = playmat_with(&"\n".repeat(2000), &[&["replay", text(&changed)][..], more].concat());
                assert_eq!(replayed.code, if holds { 0 } else { 2 }, "{game} {more:?}: {}{}", replayed.out, replayed.err);
            }
        };
        let [concede, rewind, nonsense] = [json!({"concede": "p1"}), json!({"rewind": 10}), json!(250)];
        agree(true, 12, &[rewind.clone(), whole[10].clone()]);
        agree(true, 12, std::slice::from_ref(&concede));
        agree(false, 12, &[concede, rewind.clone()]);
        agree(false, 12, &[nonsense, rewind.clone()]);
        agree(false, whole.len(), &[rewind]);
    }
}

#[test]
fn a_record_of_old_finds_its_cards() {
    let folder = folder("archive");
    let cards = folder.join("old-cards");
    fs::create_dir_all(&cards).expect("a folder");
    for file in fs::read_dir(root().join("cards/skirmish")).expect("cards") {
        let file = file.expect("a file").path();
        let old = fs::read_to_string(&file).expect("cards").replace("unit Champion 5", "unit Champion 6");
        fs::write(cards.join(file.file_name().expect("a name")), old).expect("a file");
    }
    let record = folder.join("old.json");
    let played = playmat(&[
        "play",
        "skirmish",
        "--p1",
        "random",
        "--p2",
        "random",
        "--seed",
        "3",
        "--record",
        text(&record),
        "--cards",
        text(&cards),
    ]);
    assert_eq!(played.code, 0, "{}", played.err);
    let set = read(&record)["cards"].as_str().expect("a set").to_owned();
    for command in ["replay", "verify"] {
        let ran = playmat(&[command, text(&record)]);
        assert_eq!(ran.code, 2);
        assert!(
            ran.err.contains(&set) && ran.err.contains(&format!("skirmish/{set}/")) && ran.err.contains("--archive DIR"),
            "{}",
            ran.err
        );
        assert_eq!(playmat(&[command, text(&record), "--cards", text(&cards)]).code, 0);
    }
    let place = folder.join("sets/skirmish").join(&set);
    fs::create_dir_all(place.parent().expect("a parent")).expect("a folder");
    fs::rename(&cards, &place).expect("the cards move");
    for command in ["replay", "verify"] {
        let ran = playmat(&[command, text(&record), "--archive", text(&folder.join("sets"))]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}
