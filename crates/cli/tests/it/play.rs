//! A match in the terminal from outside: what it keeps, what it hides, what it says of itself, and its records.

use std::fs;
use std::path::Path;

use crate::commands::{refused, text, well};
use crate::common::{folder, playmat_with};

/// A readable record of a match between two bots.
fn readable(folder: &Path) -> String {
    let file = folder.join("match.json");
    well(&["play", "food-chain", "--p1", "random", "--p2", "random", "--seed", "7", "--record", text(&file)]);
    fs::read_to_string(file).expect("a record")
}

#[test]
fn what_is_wrong_with_a_record_is_said_clearly() {
    let folder = folder("unclear");
    let whole = readable(&folder);
    let file = folder.join("wrong.json");
    let wrong = |from: &str, to: &str, words: &str| {
        assert!(whole.contains(from), "{from:?} is not in {whole}");
        fs::write(&file, whole.replacen(from, to, 1)).expect("a record");
        refused(&["replay", text(&file)], words);
    };
    let entries = "\"entries\": [\n    ";
    wrong(entries, "\"entries\": [\n    300, ", "entry 0 (the first is 0) is neither an answer, a number from 0 to 255, nor");
    wrong(entries, "\"entries\": [\n    -1, ", "entry 0 (the first is 0) is neither an answer");
    wrong(entries, "\"entries\": [\n    200, ", "Entry 0 (the first is 0) is not possible there: it chooses option 201 of ");
    wrong("\"seed\": 7", "\"seed\": -7", "its seed is neither a number from 0 to");
    let rules = whole.split("\"rules\": \"").nth(1).and_then(|rest| rest.get(..8)).expect("a fingerprint");
    wrong(rules, "00000000", "its cards and the version of its rules are those at hand");
}

#[test]
fn a_replay_in_steps_counts_all_entries() {
    let folder = folder("steps");
    let entries =
        readable(&folder).split("\"entries\": [").nth(1).and_then(|rest| rest.split(']').next()).unwrap().matches('\n').count()
            - 1;
    let ran = playmat_with("\n\n", &["replay", text(&folder.join("match.json")), "--step"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(&format!(", {entries} entries\n")), "{}", ran.out);
    assert!(ran.out.ends_with(&format!("entry 3 of {entries} (Enter) \n")), "{}", ran.out);
}
