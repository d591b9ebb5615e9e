//! What can stand at a place, by examples: `|` is the place.

use crate::mini::{Mini, read};
use playmat_cardtext::{Sources, Suggestions, suggest};

fn at_mark(text: &str) -> (String, Suggestions) {
    let at = text.find('|').expect("a mark");
    let text = text.replace('|', "");
    let names: Vec<String> = read(&text).cards().map(|card| card.name.clone()).collect();
    let found = suggest::<Mini>(&Sources::one("test.cards", text.clone()), 0, at, names.iter().map(String::as_str));
    (text[found.span.start as usize..found.span.end as usize].to_owned(), found)
}

/// What can stand in a line of a prey, or in whatever header is written.
fn labels(line: &str) -> Vec<String> {
    let text = format!("category Fish\n\nspell Ship of Gold\n  draw 4.\n\nprey Kingfish 3/2 (2)\n{line}\n\nprey Cod 1/1 (1)\n");
    at_mark(&text).1.list.iter().map(|one| one.label()).collect()
}

#[track_caller]
fn offers(line: &str, wanted: &[&str], unwanted: &[&str]) {
    let found = labels(line);
    for label in wanted {
        assert!(found.iter().any(|one| one == label), "{line}: no `{label}` in {found:#?}");
    }
    for label in unwanted {
        assert!(!found.iter().any(|one| one == label), "{line}: `{label}` in {found:#?}");
    }
}

#[test]
fn each_place_of_a_line_has_its_words() {
    offers("  |", &["on play: ", "slain: ", "flavour: "], &["draw <a number>", "all ", "haste"]);
    offers("  on pl|", &["play: "], &["draw <a number>"]);
    offers("  o|", &["on play: "], &["draw <a number>"]);
    offers("  on play: either draw 2 |", &["or"], &[]);
    offers(
        "  on play: |",
        &["draw <a number>", "deal <a number> damage to <who>", "you may ", "this"],
        &["on play: ", "haste"],
    );
    offers("  on play: deal 2 |", &["damage to <who>"], &["draw <a number>"]);
    offers("  on play: deal 2 damage to |", &["all ", "target ", "the rival", "this"], &["enemy", "draw <a number>"]);
    offers("  on play: deal 2 damage to target |", &["enemy", "close"], &["enemies", "target "]);
    offers("  on play: deal 2 damage to all cl|", &["enemies", "close"], &["target "]);
    offers("  on play: kill target enemy |", &[", then ", ".", "of power <a number> or more"], &["draw <a number>"]);
    offers("  on play: draw 2, then |", &["heal <a number>", "either "], &["on play: "]);
    offers("  on play: this gains |", &["haste", "+1/+1"], &["enemy"]);
    offers("  on play: if |", &["your hand is empty"], &["draw <a number>"]);
    offers("  on play: add a |", &["Ship of Gold", "Kingfish"], &["draw <a number>"]);
    offers("  on play: this gains \"|", &["slain: ", "draw <a number>"], &[]);
    offers("  on play: drwa 2, then |", &["heal <a number>"], &[]);
    assert_eq!(labels("  flavour: on |"), Vec::<String>::new());
    assert_eq!(labels("  on play: draw 2. # and |"), Vec::<String>::new());
}

#[test]
fn each_place_of_a_header_has_its_words() {
    offers("|", &["prey <a name> <stats such as 2/2> (<a number>)", "category Fish"], &["on play: "]);
    offers("pr|", &["prey <a name> <stats such as 2/2> (<a number>)"], &["haste"]);
    offers("category |", &["Fish"], &["prey"]);
    offers("prey Queenfish 1/1 (1), |", &["haste", "free play"], &["on play: "]);
    offers("prey Queenfish 1/1 (1)|", &[", "], &[]);
    offers("prey Queenfish 1/1 (1), haste [|", &["core"], &["haste"]);
    offers("free |", &["spell <a name>"], &["prey <a name> <stats such as 2/2> (<a number>)"]);
    offers("spell Net\n  |", &["draw <a number>", "kill <who>"], &["on play: "]);
}

#[test]
fn the_half_written_word_is_what_is_replaced() {
    let (word, found) = at_mark("category Fish\n\nspell Net\n  dr|\n");
    assert_eq!(word, "dr");
    let draw = found.list.iter().find(|one| one.label() == "draw <a number>").expect("a verb");
    assert!(draw.class == "verb" && !draw.gloss.is_empty());
    assert_eq!(at_mark("category Fish\n\nspell Net\n  draw 2, |then\n").0, "");
}

/// Whatever was written up to a word, that word or the phrase that begins with it is offered.
#[test]
fn every_word_of_a_right_line_is_offered() {
    let mut checked = 0;
    for code in playmat_cardtext::codes() {
        for (start, line) in
            code.right.match_indices('\n').map(|(at, _)| (at + 1, code.right[at + 1..].lines().next().unwrap_or("")))
        {
            if !line.starts_with("  ")
                || line.contains(": ") && ["icon", "flavour", "note"].iter().any(|key| line.trim().starts_with(key))
            {
                continue;
            }
            let words = line.match_indices(|c: char| c.is_alphabetic()).map(|(at, _)| at);
            let begins = words.filter(|at| line[..*at].ends_with([' ', '"', '(']));
            for at in begins {
                let word: String = line[at..].chars().take_while(|c| c.is_alphabetic()).collect();
                let marked = format!("{}|{}", &code.right[..start + at], &code.right[start + at..]);
                let found = at_mark(&marked).1.list;
                let fits = |label: &str| label.to_lowercase().starts_with(&word.to_lowercase()) || label.starts_with(", then");
                assert!(found.iter().any(|one| fits(&one.label())), "{marked}\n`{word}`: {found:#?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked}");
}
