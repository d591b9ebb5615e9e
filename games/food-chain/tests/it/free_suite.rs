//! The free suite of the testkit, in every edition and under every ruling.

use crate::common;

use playmat_food_chain::FoodChain;
use playmat_testkit as kit;

#[test]
fn plays_to_the_end_under_all_terms() {
    for (edition, rulings) in common::all_terms() {
        let rules = common::rules(edition, &rulings);
        let played = kit::plays_to_the_end::<FoodChain>(&rules, 0..150, kit::random_decks::<FoodChain>(&rules));
        assert!(played.decisions > 1000, "{edition} {rulings:?}");
    }
}

#[test]
fn clones_are_equal() {
    let rules = common::rules("core", &[]);
    kit::clone_equals::<FoodChain>(&rules, 0..100, kit::random_decks::<FoodChain>(&rules));
}

#[test]
fn replays_are_equal() {
    for edition in ["core", "rulebook", "design"] {
        let rules = common::rules(edition, &[]);
        kit::replay_equals::<FoodChain>(&rules, 0..60, kit::random_decks::<FoodChain>(&rules));
    }
}

#[test]
fn another_process_plays_the_same() {
    kit::same_in_another_process("free_suite::another_process_plays_the_same", || {
        let rules = common::rules("core", &[]);
        let decks = kit::random_decks::<FoodChain>(&rules);
        (0..10).fold(0, |all, seed| all ^ kit::digest::<FoodChain>(&rules, seed, decks(seed)))
    });
}

#[test]
fn refusals_change_nothing() {
    for (edition, rulings) in common::all_terms() {
        let rules = common::rules(edition, &rulings);
        kit::refusals_change_nothing::<FoodChain>(&rules, 0..4, kit::random_decks::<FoodChain>(&rules));
    }
}

#[test]
fn views_change_only_with_events() {
    for (edition, rulings) in common::all_terms() {
        let rules = common::rules(edition, &rulings);
        kit::views_follow_events::<FoodChain>(&rules, 0..6, kit::random_decks::<FoodChain>(&rules));
    }
}

#[test]
fn nobody_hears_of_what_they_do_not_see() {
    let mut looked = 0;
    for (edition, rulings) in common::all_terms() {
        let rules = common::rules(edition, &rulings);
        looked += kit::tells_no_secrets::<FoodChain>(&rules, 0..20, kit::random_decks::<FoodChain>(&rules));
    }
    assert!(looked > 10_000, "{looked} names were looked for");
}

#[test]
fn nobody_can_tell_an_imagined_world_from_the_real_one() {
    let mut steps = 0;
    for (edition, rulings) in common::all_terms() {
        let rules = common::rules(edition, &rulings);
        let worlds = kit::two_worlds::<FoodChain>(&rules, 0..15, kit::random_decks::<FoodChain>(&rules));
        steps += worlds.steps;
    }
    assert!(steps > 2000, "the worlds were compared for {steps} steps only");
}

#[test]
fn the_evaluation_does_not_peek() {
    let rules = common::rules("core", &[]);
    kit::honest_evaluation::<FoodChain>(&rules, 0..60, kit::random_decks::<FoodChain>(&rules));
}

#[test]
fn garbage_answers_are_refused() {
    let rules = common::rules("core", &[]);
    kit::answers_fuzz::<FoodChain>(&rules, 0..200, kit::random_decks::<FoodChain>(&rules));
}
