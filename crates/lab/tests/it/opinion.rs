//! The second opinion on the decks of an earlier release, of which weak and strong players think differently.
//!
//! Measured with seed 1, 6,000 games by `greedy`, 1,200 by `ismcts:40` and 600 by `ismcts:200`, as scores against all others: Hungry Ones 31, 55
//! and 69 %, Wide Ranks 62, 68 and 61 %, Slow Ground 52, 48 and 42 %, Blood and Fire 56, 29 and 29 %.

use playmat_bots::{BotSpec, Budget, Temperature};
use playmat_lab::matrix::{Matrix, Measured};
use playmat_lab::opinion::Second;

use crate::common::{in_memory, is_long, kept_decks, rules};

fn matrix(bot: BotSpec, games: u64, second: Option<Second>) -> Measured {
    let rules = rules("skirmish", &[]);
    let plan = Matrix { decks: kept_decks(&rules), rules, bots: [bot; 2], seed: 1, games, limit: None };
    in_memory(|context| {
        context.second = second;
        plan.run(context, None)
    })
    .0
}

fn searching(worlds: u32) -> BotSpec {
    BotSpec::Ismcts(Budget::iterations(worlds))
}

/// Greedy players find one of the decks by far the weakest, and even a small search does not: the report says so.
#[test]
fn what_greedy_players_find_is_contradicted() {
    let (bot, most) = if is_long() { (searching(200), 600) } else { (searching(40), 96) };
    let measured = matrix(BotSpec::Greedy, 400, Some(Second { bot, most }));
    let opinion = measured.second.expect("somebody was asked");
    let about = opinion.answers.iter().find(|answer| answer.about == "score of Hungry Ones").expect("it was asked about");
    assert!(about.disagrees() && about.second > about.first + 0.1, "{about:?}");
    assert!(opinion.lines()[0].contains("DISAGREES about"), "{:?}", opinion.lines());
}

/// Who plays the same game again as well as before agrees.
#[test]
fn who_plays_as_well_agrees() {
    let measured = matrix(BotSpec::Random, 400, Some(Second { bot: BotSpec::Random, most: 100 }));
    assert_eq!(measured.second, None, "nobody is asked who is no stronger");
    let measured = matrix(searching(1), 120, Some(Second { bot: searching(2), most: 72 }));
    let opinion = measured.second.expect("somebody was asked");
    assert_eq!(opinion.games, 72);
    assert!(!opinion.answers.is_empty());
}

/// The usual player of Skirmish, unlike the greedy one, puts the same two decks above a half as a search of 200 worlds does.
#[test]
fn the_usual_player_ranks_decks_as_a_stronger_one_does() {
    if !is_long() {
        return;
    }
    let above = |bot: BotSpec, games: u64| {
        let measured = matrix(bot, games, None);
        let both = measured.decks.iter().zip(&measured.overall);
        both.filter(|(_, score)| score.value > 0.5).map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let strong = above(searching(200), 200);
    assert_eq!(above(BotSpec::Learned(Temperature::default()), 400), strong);
    assert_ne!(above(BotSpec::Greedy, 400), strong);
}
