//! What can stand at a place, what stands there, and where it is written.

use playmat_language::{Completion, Workspace};

use crate::common::{GAMES, marked, paths, workspace};

const SCENARIO: &str = "scenarios/food-chain/mine.scn";

fn labels(path: &str, text: &str) -> Vec<String> {
    let (workspace, at) = marked(path, text);
    workspace.complete(path, at).into_iter().map(|one| one.label).collect()
}

#[track_caller]
fn offers(path: &str, text: &str, wanted: &[&str], unwanted: &[&str]) {
    let found = labels(path, text);
    let has = |label: &&&str| found.iter().any(|one| one == **label);
    assert!(wanted.iter().all(|label| has(&label)) && !unwanted.iter().any(|label| has(&label)), "{text}: {found:?}");
}

#[test]
fn scenarios_and_decks_are_completed() {
    let scenario = |line: &str| format!("scenario \"One\"\ngame food-chain edition=core\n{line}\n");
    offers(SCENARIO, "|", &["scenario \"", "game"], &["Orca"]);
    offers(SCENARIO, &scenario("p1 |"), &["field", "hand", "decklist"], &["play", "Orca"]);
    offers(SCENARIO, &scenario("p1 field Or|"), &["Orca", "frozen"], &["field"]);
    offers(SCENARIO, &scenario("turn p1 |"), &["combat"], &["Orca"]);
    offers(SCENARIO, &scenario("---\np1 |"), &["play", "attack"], &["field"]);
    offers(SCENARIO, &scenario("---\np1 attack |"), &["Orca"], &["attack"]);
    offers(SCENARIO, &scenario("---\nexpect |"), &["p1", "winner"], &["play"]);
    offers(SCENARIO, "scenario \"One\"\ngame |", &["food-chain", "strata"], &["Orca"]);
    offers(SCENARIO, "scenario \"One\"\ngame food-chain |", &["edition=core", "edition=rulebook"], &["Orca"]);
    offers(SCENARIO, &scenario("# p1 field |"), &[], &["Orca"]);
    offers("decks/food-chain/mine.deck", "|", &["deck", "Orca"], &["Flying Fish"]);
    offers("decks/food-chain/mine.deck", "deck Mine\nOr|", &["note:", "Orca"], &["deck"]);
}

#[test]
fn a_completion_says_what_it_is_and_what_it_replaces() {
    let (workspace, at) = marked("cards/food-chain/a.cards", "category Fish\n\nspell Net\n  de|\n");
    let found = workspace.complete("cards/food-chain/a.cards", at);
    let deal: &Completion = found.iter().find(|one| one.label.starts_with("deal <a number>")).expect("a verb");
    assert_eq!((deal.class, deal.range.clone()), ("verb", at - 2..at));
    assert!(deal.gloss.ends_with('.') && deal.parts.len() > 2, "{deal:?}");
}

/// Whatever was written of a shipped card up to a word, that word is offered.
#[test]
fn every_word_of_the_shipped_cards_is_offered() {
    for game in GAMES {
        let workspace = workspace(game, false);
        let (mut asked, mut missing) = (0, Vec::new());
        for path in paths(&workspace, ".cards") {
            let text = workspace.text(&path).unwrap().as_str();
            let mut start = 0;
            for line in text.split_inclusive('\n') {
                let here = start;
                start += line.len();
                let words = line.trim_start();
                let prose = ["#", "icon", "flavour", "note"].iter().any(|key| words.starts_with(key));
                if prose || !line.starts_with(' ') {
                    continue;
                }
                let begins = line.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at);
                for at in begins.filter(|at| line[..*at].ends_with([' ', '"', '('])) {
                    let word: String =
                        line[at..].chars().take_while(|c| c.is_alphabetic() || matches!(c, '-' | '\'')).collect();
                    let list = workspace.complete(&path, here + at);
                    asked += 1;
                    let begins = |label: &str| label.split([' ', ':', ',']).next() == Some(&word);
                    if !list.iter().any(|one| begins(&one.label)) {
                        missing.push(format!("{path}: {}|{}", &line[..at], &line[at..].trim_end()));
                    }
                }
            }
        }
        assert!(
            asked > 100 && missing.is_empty(),
            "{game}: {} of {asked} are not offered:\n{}",
            missing.len(),
            missing.join("\n")
        );
    }
}

fn hover(path: &str, text: &str) -> String {
    let (mut workspace, at) = marked(path, text);
    workspace.write("cards/food-chain/other.cards", "category Fish\n\ntoken prey Minnow 1/1 (1), haste\n  icon: fish\n");
    let found = workspace.hover(path, at).unwrap_or_else(|| panic!("nothing at {text}"));
    format!("{}: {}", &workspace.text(path).unwrap().as_str()[found.range], found.markdown)
}

#[test]
fn words_are_explained_where_they_stand() {
    let card = |line: &str| hover("cards/food-chain/a.cards", &format!("category Fish\n\nprey Moonfish 3/2 (2)\n  {line}\n"));
    assert!(card("on pl|ay: draw 2.").starts_with("on play: `on play` (trigger)"));
    assert!(card("on play: dr|aw 2.").starts_with("draw 2: `draw <a number>` (verb)"));
    assert!(card("on play: kill target frozen en|emy.").contains("`enemy` (noun)"));
    assert!(card("on play: kill target fro|zen enemy.").contains("`frozen` (adjective)"));
    assert!(card("on play: this gains has|te.").contains("`haste` (keyword)"));
    assert_eq!(
        card("on play: play a Min|now."),
        "Minnow: ```playmat-cards\ntoken prey Minnow 1/1 (1), haste\n  icon: fish\n```"
    );
    // Where a line cannot be read, the word is explained alone.
    assert!(card("on plaay: dra|w 2.").contains("(verb)"));
    let head = |text: &str| hover("cards/food-chain/a.cards", text);
    assert!(head("category Fish\n\npr|ey Moonfish 3/2 (2)\n").contains("(kind)"));
    assert!(head("category Fish\n\nprey Moon|fish 3/2 (2)\n").contains("prey Moonfish 3/2 (2)"));
    assert!(head("category Fish\n\nprey Moonfish 3/2 (2), am|bush\n").contains("`ambush` (keyword)"));
    assert!(hover(SCENARIO, "scenario \"x\"\ngame food-chain\np1 field Min|now\n").contains("token prey Minnow"));
}

#[test]
fn nothing_is_said_of_a_number_or_a_comment() {
    for text in ["category Fish\n\n# a | comment\n", "category Fish\n|\n"] {
        let (workspace, at) = marked("cards/food-chain/a.cards", text);
        assert_eq!(workspace.hover("cards/food-chain/a.cards", at), None);
    }
    assert_eq!(Workspace::default().hover("nowhere.cards", 0), None);
}

#[test]
fn a_card_is_found_from_wherever_it_is_named() {
    let mut workspace = Workspace::default();
    let cards = "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: play a Minnow.\n\ntoken prey Minnow 1/1 (1)\n";
    workspace.write("cards/food-chain/a.cards", cards);
    workspace.write(SCENARIO, "scenario \"Minnow\"\ngame food-chain\np1 field Minnow, Moonfish > Minnow # Minnow\n");
    let at = cards.find("Minnow").unwrap() + 2;
    let found = workspace.definition("cards/food-chain/a.cards", at);
    assert_eq!((found.len(), found[0].start), (1, cards.rfind("Minnow").unwrap()));
    assert_eq!(workspace.references("cards/food-chain/a.cards", at).len(), 4);
    let scenario = workspace.text(SCENARIO).unwrap().as_str().find("field Minnow").unwrap() + 8;
    assert_eq!(workspace.definition(SCENARIO, scenario), found);
    let outline = workspace.cards("cards/food-chain/a.cards");
    assert_eq!(&cards[outline[0].all.clone()], "prey Moonfish 3/2 (2)\n  on play: play a Minnow.");
}
