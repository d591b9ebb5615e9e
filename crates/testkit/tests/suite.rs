//! The free suite passes a game that keeps its promises, and notices each kind of broken one.

use std::panic::catch_unwind;

use playmat_testkit::toy::{Flaw, Toy, ToyRules};
use playmat_testkit::*;

#[test]
fn an_honest_game_passes() {
    let rules = ToyRules::new();
    let decks = random_decks::<Toy<0>>(&rules);
    let played = plays_to_the_end::<Toy<0>>(&rules, 0..100, &decks);
    assert!(played.games >= 100 && played.decisions > 2000 && played.longest < 1000, "{played:?}");
    clone_equals::<Toy<0>>(&rules, 0..30, &decks);
    replay_equals::<Toy<0>>(&rules, 0..30, &decks);
    refusals_change_nothing::<Toy<0>>(&rules, 0..30, &decks);
    views_follow_events::<Toy<0>>(&rules, 0..50, &decks);
    assert!(tells_no_secrets::<Toy<0>>(&rules, 0..50, &decks) > 2000);
    honest_evaluation::<Toy<0>>(&rules, 0..50, &decks);
    assert!(imagines_what_is_known::<Toy<0>>(&rules, 0..20, &decks) > 500);
    assert!(imagines_the_same_for_twins::<Toy<0>>(&rules, 0..20, &decks) > 500);
    answers_fuzz::<Toy<0>>(&rules, 0..200, &decks);
    let worlds = two_worlds::<Toy<0>>(&rules, 0..100, &decks);
    assert!(worlds.steps > 2 * worlds.runs, "{worlds:?}");
    assert!(worlds.revealed > 0 && worlds.unanswered > 0, "{worlds:?}");
}

#[test]
fn every_part_is_used_by_random_games() {
    let rules = ToyRules::new();
    let covered = coverage::<Toy<0>>(&rules, 0..20, random_decks::<Toy<0>>(&rules));
    assert_eq!(covered.unused::<Toy<0>>(&rules), []);
    assert_eq!(covered.count_used(), 8);
    assert_eq!(Coverage::new().unused::<Toy<0>>(&rules).len(), 8);
    let mut merged = Coverage::new();
    merged.merge(&covered);
    assert_eq!(merged, covered);
}

#[test]
fn a_digest_is_the_same_in_every_process() {
    let rules = ToyRules::new();
    let decks = random_decks::<Toy<0>>(&rules);
    let digests = [0, 1].map(|seed| digest::<Toy<0>>(&rules, seed, decks(seed)));
    assert_ne!(digests[0], digests[1]);
    same_in_another_process("a_digest_is_the_same_in_every_process", || digests[0]);
}

/// Runs one check on a broken game and gives what it complains about.
macro_rules! notices {
    ($check:ident, $flaw:expr, $words:expr) => {{
        let noticed = catch_unwind(|| {
            let rules = ToyRules::new();
            let _ = $check::<Toy<{ $flaw }>>(&rules, 0..60, random_decks::<Toy<{ $flaw }>>(&rules));
        });
        let cause = noticed.expect_err("the flaw is not noticed");
        let message = cause.downcast_ref::<String>().expect("a message");
        assert!(message.contains("with seed") && message.contains($words), "{message}");
    }};
}

#[test]
fn a_view_that_shows_too_much_is_noticed() {
    notices!(two_worlds, Flaw::SEEN_HAND, "the view");
}

#[test]
fn a_question_that_tells_something_is_noticed() {
    notices!(two_worlds, Flaw::TELLING_QUESTION, "can tell two worlds apart");
}

#[test]
fn an_event_that_tells_something_is_noticed() {
    notices!(two_worlds, Flaw::TELLING_EVENT, "event");
}

#[test]
fn a_draw_that_is_told_to_all_is_noticed() {
    notices!(two_worlds, Flaw::TOLD_DRAW, "told and not seen");
    notices!(tells_no_secrets, Flaw::TOLD_DRAW, "does not see it");
}

#[test]
fn a_play_that_tells_more_than_the_card_is_noticed() {
    notices!(two_worlds, Flaw::TELLING_PLAY, "event");
}

#[test]
fn a_declaration_that_others_have_heard_of_is_noticed() {
    notices!(tells_no_secrets, Flaw::TOLD_DECLARATION, "still being declared");
}

#[test]
fn a_reason_that_tells_something_is_noticed() {
    notices!(two_worlds, Flaw::TELLING_REASON, "the reasons");
}

#[test]
fn an_evaluation_that_peeks_is_noticed() {
    notices!(honest_evaluation, Flaw::DISHONEST_EVALUATION, "imagined");
}

#[test]
fn a_change_without_an_event_is_noticed() {
    notices!(views_follow_events, Flaw::SILENT_DAMAGE, "heard nothing");
}

#[test]
fn a_reason_without_words_is_noticed() {
    notices!(refusals_change_nothing, Flaw::EMPTY_REASON, "without a sentence");
}

#[test]
fn a_card_at_two_places_is_noticed() {
    notices!(plays_to_the_end, Flaw::TWICE, "at two places");
}

#[test]
fn cards_with_one_handle_are_noticed() {
    notices!(plays_to_the_end, Flaw::ONE_HANDLE, "have one handle");
}

#[test]
fn a_match_without_end_is_noticed() {
    notices!(plays_to_the_end, Flaw::ENDLESS, "does not end");
}
