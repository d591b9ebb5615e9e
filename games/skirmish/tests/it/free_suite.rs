//! The free suite of the testkit, under every ruling.

use crate::common;

use common::ALL_TERMS;
use playmat_skirmish::Skirmish;
use playmat_testkit as kit;

#[test]
fn plays_to_the_end_under_all_terms() {
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        let played = kit::plays_to_the_end::<Skirmish>(&rules, 0..1000, kit::random_decks::<Skirmish>(&rules));
        assert!(played.decisions > 20_000, "{terms:?}");
    }
}

#[test]
fn clones_are_equal() {
    let rules = common::rules(&[]);
    kit::clone_equals::<Skirmish>(&rules, 0..100, kit::random_decks::<Skirmish>(&rules));
}

#[test]
fn replays_are_equal() {
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        kit::replay_equals::<Skirmish>(&rules, 0..60, kit::random_decks::<Skirmish>(&rules));
    }
}

#[test]
fn another_process_plays_the_same() {
    kit::same_in_another_process("free_suite::another_process_plays_the_same", || {
        let rules = common::rules(&[]);
        let decks = kit::random_decks::<Skirmish>(&rules);
        (0..20).fold(0, |all, seed| all ^ kit::digest::<Skirmish>(&rules, seed, decks(seed)))
    });
}

#[test]
fn refusals_change_nothing() {
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        kit::refusals_change_nothing::<Skirmish>(&rules, 0..20, kit::random_decks::<Skirmish>(&rules));
    }
}

#[test]
fn views_change_only_with_events() {
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        kit::views_follow_events::<Skirmish>(&rules, 0..40, kit::random_decks::<Skirmish>(&rules));
    }
}

#[test]
fn nobody_hears_of_what_they_do_not_see() {
    let mut looked = 0;
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        looked += kit::tells_no_secrets::<Skirmish>(&rules, 0..60, kit::random_decks::<Skirmish>(&rules));
    }
    assert!(looked > 10_000, "{looked} names were looked for");
}

#[test]
fn nobody_can_tell_an_imagined_world_from_the_real_one() {
    let mut steps = 0;
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        let worlds = kit::two_worlds::<Skirmish>(&rules, 0..150, kit::random_decks::<Skirmish>(&rules));
        steps += worlds.steps;
    }
    assert!(steps > 2000, "the worlds were compared for {steps} steps only");
}

#[test]
fn the_evaluation_does_not_peek() {
    let rules = common::rules(&[]);
    kit::honest_evaluation::<Skirmish>(&rules, 0..60, kit::random_decks::<Skirmish>(&rules));
}

#[test]
fn garbage_answers_are_refused() {
    let rules = common::rules(&[]);
    kit::answers_fuzz::<Skirmish>(&rules, 0..200, kit::random_decks::<Skirmish>(&rules));
}

#[test]
fn nothing_but_what_is_known_is_imagined_from() {
    for terms in ALL_TERMS {
        let rules = common::rules(terms);
        let looked = kit::imagines_what_is_known::<Skirmish>(&rules, 0..20, kit::random_decks::<Skirmish>(&rules));
        assert!(looked > 1000, "{terms:?}: {looked}");
    }
}
