//! The programs in `examples/` do what they say, and the same for the same seed.
#![allow(dead_code)]

#[path = "../examples/load_cards.rs"]
mod load_cards;
#[path = "../examples/play_match.rs"]
mod play_match;
#[path = "../examples/search.rs"]
mod search;
#[path = "../examples/show_view.rs"]
mod show_view;

use playmat_skirmish::Skirmish;

#[test]
fn a_wrong_card_is_explained_and_a_right_one_loaded() {
    let told = load_cards::story().expect("cards load");
    assert!(told.contains("mine.cards:2:") && told.contains("deal"), "{told}");
    assert!(told.contains("Lancer 4, unit\n  deploy: deal 1 damage to a close enemy.\n"), "{told}");
}

#[test]
fn a_match_is_played_to_its_end_and_told() {
    let told = play_match::story(7).expect("a match is played");
    assert!(told.starts_with("refused: NotAsked") && told.ends_with(" won\n"), "{told}");
    assert!(told.lines().count() > 20, "{told}");
    assert_eq!(told, play_match::story(7).expect("a match is played"));
    assert_ne!(told, play_match::story(8).expect("a match is played"));
}

#[test]
fn a_view_shows_the_own_hand_and_backs_of_the_other() {
    let told = show_view::story::<Skirmish>(7).expect("a view is shown");
    let views: Vec<&str> = told.split("== ").collect();
    let hand = |view: &str, seat: &str| -> String {
        let line = view.lines().find_map(|line| line.strip_prefix(&format!("{seat} hand: "))).expect("a view has both hands");
        line.to_owned()
    };
    let (one, two, public) = (views[1], views[2], views[3]);
    let hidden = |hand: String| hand.split(", ").all(|card| card == "(back)");
    assert!(!hand(one, "p1").contains("(back)") && hidden(hand(one, "p2")), "{told}");
    assert!(!hand(two, "p2").contains("(back)") && hidden(hand(two, "p1")), "{told}");
    assert!(hidden(hand(public, "p1")) && hidden(hand(public, "p2")), "{told}");
    assert!(views[4].contains("is asked: ") && views[4].contains("\n0: "), "{told}");
}

#[test]
fn a_search_answers_and_judges() {
    let told = search::story(7, 100).expect("a search answers");
    assert!(told.contains(" worlds: ") && told.contains("it gives itself "), "{told}");
    assert_eq!(told.matches("the rival may hold ").count(), 2, "{told}");
    assert_eq!(told, search::story(7, 100).expect("a search answers"));
}
