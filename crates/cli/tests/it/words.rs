//! What `explain` knows, and what its examples are worth.

use crate::common;

use std::fs;

use common::{folder, playmat, root};
use playmat_cards::CardGame;
use playmat_cardtext::codes;
use playmat_catalog::{Visitor, visit_all};

#[test]
fn every_example_of_a_code_is_of_a_game_that_is_named_and_accepts_it() {
    let mut all: Vec<String> = codes().iter().map(|code| code.id.to_owned()).collect();
    all.extend(visit_all(Codes).into_iter().flatten());
    let file = folder("examples-of-codes").join("example.cards");
    for id in all {
        let ran = playmat(&["explain", &id]);
        assert_eq!(ran.code, 0, "{id}: {}", ran.err);
        let titles: Vec<&str> = ran.out.lines().filter_map(|line| line.trim().strip_prefix("right (")).collect();
        let Some(title) = titles.first() else {
            assert!(!ran.out.contains("right"), "{id}\n{}", ran.out);
            continue;
        };
        let example: Vec<&str> = ran.out.split("right (").nth(1).unwrap_or_default().lines().skip(1).collect();
        let text: String = example.iter().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect();
        let games: Vec<&str> = title.trim_end_matches("):").split(", ").collect();
        assert!(games.iter().all(|game| !game.is_empty()), "{id} is shown for no game\n{}", ran.out);
        for game in games {
            fs::write(&file, &text).expect("a card file");
            let path = file.to_str().expect("paths are text here");
            let checked = playmat(&["check", path, "--game", &game.to_lowercase().replace(' ', "-")]);
            assert_eq!(checked.code, 0, "{id} in {game}\n{text}{}{}", checked.out, checked.err);
        }
    }
}

/// The codes of a game that have an example.
#[derive(Clone)]
struct Codes;

impl Visitor for Codes {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        G::codes().iter().map(|code| code.id.to_owned()).collect()
    }
}

/// The sections B to E of Strata's rules.
fn sections() -> String {
    let text = fs::read_to_string(root().join("docs/rules/strata.md")).expect("the rules are there");
    let (_, from) = text.split_once("## B. ").expect("there is a section B");
    from.split_once("## F. ").expect("there is a section F").0.to_owned()
}

#[test]
fn explain_knows_every_bold_word_of_the_rules_of_strata() {
    let text = sections();
    let bold: Vec<&str> = text.split("**").skip(1).step_by(2).collect();
    assert!(bold.len() > 8, "{bold:?}");
    for word in bold {
        let ran = playmat(&["explain", word]);
        assert!(ran.code == 0 && ran.out.contains("Strata"), "`{word}`\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn the_words_that_players_ask_for_are_explained() {
    for (word, game) in [
        ("exhausted", "Food Chain"),
        ("paralysed", "Food Chain"),
        ("dry drop", "Food Chain"),
        ("nutrition", "Food Chain"),
        ("exile", "Food Chain"),
        ("regen", "Food Chain"),
        ("chain", "Strata"),
        ("trigger", "Strata"),
        ("recover", "Strata"),
        ("modifier", "Skirmish"),
        ("silenced", "Skirmish"),
    ] {
        let ran = playmat(&["explain", word]);
        assert!(ran.code == 0 && ran.out.contains(&format!("{word} (term, {game})")), "`{word}`\n{}{}", ran.out, ran.err);
    }
    let ran = playmat(&["explain", "battlecry"]);
    assert!(ran.code == 0 && ran.out.contains("battlecry (no word of Skirmish)\n  write `deploy`"), "{}", ran.out);
}
