//! The changes that complaints offer: each takes its complaint away.

use crate::mini::{Mini, read};
use playmat_cardtext::{Complaint, Sources, codes, parse};

/// The file after a change.
fn fixed(text: &str, fix: &playmat_cardtext::Fix) -> String {
    [&text[..fix.span.start as usize], &fix.text, &text[fix.span.end as usize..]].concat()
}

/// How often this is complained about.
fn count(text: &str, complaint: &Complaint) -> usize {
    let same = |other: &&Complaint| other.code == complaint.code && other.message == complaint.message;
    parse::<Mini>(&Sources::one("test.cards", text)).complaints.iter().filter(same).count()
}

/// Applies every change that is offered for a text; returns how many there were.
#[track_caller]
fn every_fix_helps(text: &str) -> usize {
    let mut fixes = 0;
    for complaint in read(text).complaints {
        for fix in &complaint.fixes {
            let after = fixed(text, fix);
            assert!(count(&after, &complaint) < count(text, &complaint), "{complaint:#?}\n{text}\n{after}");
            fixes += 1;
        }
    }
    fixes
}

#[test]
fn the_examples_of_the_codes_are_fixed_by_what_is_offered() {
    let without: Vec<&str> = codes().iter().filter(|code| every_fix_helps(code.wrong) == 0).map(|code| code.name).collect();
    // There is nothing to offer where only the writer knows what is meant.
    let unknown = [
        "malformed-header",
        "name-state",
        "duplicate-name",
        "not-a-cost",
        "wrong-rest",
        "bad-number",
        "unmade-token",
        "either-or",
        "too-deep",
        "no-text",
    ];
    assert_eq!(without, unknown);
}

#[test]
fn where_one_change_is_offered_the_example_becomes_the_right_one() {
    let mut elsewhere = Vec::new();
    for code in codes() {
        let parsed = read(code.wrong);
        let [complaint] = &parsed.complaints[..] else { panic!("{}", code.name) };
        if !complaint.fixes.is_empty() && !complaint.fixes.iter().any(|fix| fixed(code.wrong, fix) == code.right) {
            elsewhere.push(code.name);
        }
    }
    // The right examples of these choose another way out.
    assert_eq!(elsewhere, ["name-capital", "unknown-condition", "unknown-note", "same-choice"]);
}

#[test]
fn every_offered_change_of_a_wrong_line_helps() {
    let lines = [
        "on play: drwa 2.",
        "on play: target enemy gians +1/+1.",
        "on play: this gains hsate.",
        "on play: deal 2 damage to rival.",
        "on play: close enemies gain +1/+1.",
        "on play: add a ship of gold to your hand.",
        "on play: draw 2, heal 1.",
        "on play: draw 2 then heal 1.",
        "on play: draw 2; heal 1.",
        "on play: (draw 2, then heal 1.",
        "on play: draw 2).",
        "on play: draw 2\" .",
        "on play draw 2.",
        "when targeted by the rival draw 2.",
        "on pley: draw 2.",
        "on play: draw 2 # why",
        "on play: play 0 Ship of Gold.",
        "on play: kill 0 close enemies.",
        "on play: kill 200 enemies.",
        "on play: this gains \"slain: drwa 2\".",
        "on play: this gains \"slain: draw 2",
        "on play: you may you may either (draw 2, then heal 1) or (draw 2, then heal 1).",
        "on play: draw 2. heal 1.",
        "on play: kill target close close enemy of power 5 or more of power 5 or more.",
        "flavur: x",
    ];
    for line in lines {
        let text = format!("category Fish\n\nspell Ship of Gold\n  draw 4.\n\nprey Kingfish 3/2 (2)\n  {line}\n");
        assert!(every_fix_helps(&text) > 0, "{line}");
    }
    let headers = [
        "prey Kingfish 3/2 (2) haste",
        "prey Kingfish 3/2 (2), ",
        "prey Big:Fish 3/2 (2)",
        "prey Kingfish 3/2 (2), haste 2",
        "prey Kingfish 3/2 (2), lure, fre play",
        "prey Kingfish 3/2 (2), lure,lure , haste",
        "prey Kingfish 3/2 (2) [core",
        "prey Kingfish 3/2 (2) [coer, core]",
        "free spel Net",
        "creature Hound, fier beast, level 2, 600/400",
        "\tprey Kākāpō 3/2 (2)",
    ];
    for header in headers {
        let text = format!("category Fish\n\n{header}\n");
        assert!(every_fix_helps(&text) > 0, "{header}");
    }
    assert_eq!(every_fix_helps("\u{feff}  category Fish\n\nprey Kingfish 3/2 (2)\n"), 1);
    assert_eq!(every_fix_helps("# none\n  prey Kingfish 3/2 (2)\r\n"), 3, "two categories and the margin");
}

/// Words of a file are dropped, doubled and changed; whatever is complained about then, what is offered helps.
#[test]
fn broken_files_are_mended_by_what_is_offered() {
    let text: String = codes().iter().map(|code| code.right.trim_start_matches("category Fish\n\n")).collect();
    let text =
        format!("category Fish\n\n{text}").replace("Moonfish 3/2 (2)\n  on", "Moonfish 3/2 (2), lure, haste [core]\n  on");
    let mut fixes = 0;
    let blocks: Vec<&str> = text.split("\n\n").collect();
    for block in &blocks[1..] {
        let ends: Vec<usize> = block.match_indices([' ', '\n', ',', '.', ':', '"']).map(|(at, _)| at).collect();
        for pair in ends.windows(2) {
            let (start, end) = (pair[0], pair[1]);
            let word = &block[start..end];
            let swapped: String = word.chars().rev().collect();
            for change in [String::new(), word.repeat(2), swapped, word.to_uppercase(), format!("{word}x")] {
                fixes += every_fix_helps(&format!("category Fish\n\n{}{change}{}\n", &block[..start], &block[end..]));
            }
        }
    }
    assert!(fixes > 900, "{fixes}");
}
