//! `lab compare` and `lab watch` on real games.

use std::fs;
use std::sync::OnceLock;

use playmat_bots::BotSpec;
use playmat_cards::Terms;
use playmat_catalog::Cards;
use playmat_lab::compare::{About, Arm, Compare, Measured};
use playmat_lab::game::DeckChoice;
use playmat_lab::report::{JSON, PAGE, RAW};
use playmat_lab::run::Halt;
use playmat_lab::store::Store;
use playmat_lab::watch::{Limits, markdown};
use playmat_lab::whatif::{changed_cards, touched, with_card};

use crate::common::{decks, folder, in_memory, library, rules, with_context};

fn arms(values: [&str; 2]) -> [Arm; 2] {
    values.map(|value| {
        let rules = rules("skirmish", &[("close_front", value)]);
        Arm { name: format!("close_front={value}"), decks: decks(&rules), rules, card_files: Vec::new() }
    })
}

fn of_ruling(values: [&str; 2], games: u64) -> Compare {
    let touched = vec![true; 4];
    Compare { arms: arms(values), changed: Vec::new(), touched, bot: BotSpec::Random, seed: 1, games, precision: None }
}

/// The card that is made much stronger.
const KNIGHT: &str = "unit Knight 14\n  deploy: you may deploy a Squire to a close own slot.";

/// The shipped cards, and one of them written differently.
pub fn with(game: &str, card: &str, games: u64, precision: Option<f64>) -> Compare {
    let old = library(game);
    let new = with_card(&old, card, None).unwrap_or_else(|error| panic!("{error}")).library;
    between(&old, &new, games, precision)
}

fn between(old: &Cards, new: &Cards, games: u64, precision: Option<f64>) -> Compare {
    let [before, after] = [old, new].map(|library| library.rules(&Terms::default()).unwrap());
    let both: [Vec<DeckChoice>; 2] = [decks(&before), decks(&after)];
    let changed = changed_cards(old, new);
    let touched = touched([old, new], &changed, [&before, &after], [&both[0], &both[1]]);
    let [one, two] = both;
    let arms = [
        Arm { name: "the old card".into(), rules: before, decks: one, card_files: Vec::new() },
        Arm { name: "the new card".into(), rules: after, decks: two, card_files: Vec::new() },
    ];
    Compare { arms, changed, touched, bot: BotSpec::Random, seed: 1, games, precision }
}

fn run(plan: &Compare) -> Measured {
    in_memory(|context| plan.run(context, None)).0
}

#[test]
fn what_a_ruling_changes_comes_first() {
    let measured = run(&of_ruling(["excluded", "included"], 12_000));
    assert!(measured.changes.windows(2).all(|pair| pair[0].q <= pair[1].q));
    assert!(measured.changes[0].q < 0.05, "{:?}", measured.changes[0]);
    for about in [About::Score, About::Length, About::FirstPlayer, About::Draws, About::Ability] {
        assert!(measured.changes.iter().any(|change| change.about == about), "{about:?}");
    }
    // Equal rules on both sides with equal seeds: nothing differs at all.
    let measured = run(&of_ruling(["excluded", "excluded"], 60));
    assert!(measured.changes.iter().all(|change| change.difference.value == 0.0 && change.q == 1.0));
}

/// A card that was made much stronger, as a greedy player has it; several tests look at it.
fn knights() -> &'static (Compare, Measured) {
    static MEASURED: OnceLock<(Compare, Measured)> = OnceLock::new();
    MEASURED.get_or_init(|| {
        let plan = Compare { bot: BotSpec::Greedy, ..with("skirmish", KNIGHT, 2400, Some(0.06)) };
        let measured = run(&plan);
        (plan, measured)
    })
}

/// Of a card that became stronger only the decks that have it are told about, and all of these gain.
#[test]
fn a_stronger_card_helps_the_decks_that_have_it() {
    let (plan, measured) = knights();
    let has = |deck: &DeckChoice| match deck {
        DeckChoice::Deck { cards, .. } => cards.iter().any(|&def| plan.arms[0].rules.name(def) == "Knight"),
        DeckChoice::Random(_) => false,
    };
    let decks = &plan.arms[0].decks;
    assert_eq!(decks.iter().map(has).collect::<Vec<_>>(), plan.touched);
    let count = plan.touched.iter().filter(|touched| **touched).count();
    assert!(count > 0 && count < decks.len(), "{count} of {} decks have it", decks.len());
    assert_eq!(measured.changed.len(), 1);
    assert_eq!(measured.changed[0].lines, [("unit Knight 3".to_owned(), "unit Knight 14".to_owned())]);
    for (deck, has) in decks.iter().zip(&plan.touched) {
        let found = measured.changes.iter().find(|change| change.about == About::Score && change.name == deck.name());
        let change = found.unwrap_or_else(|| panic!("nothing is said of {}", deck.name())).difference;
        if *has {
            assert!(change.low > 0.0, "{}: {change:?}", deck.name());
            assert!(!measured.stopped || (change.high - change.low) / 2.0 <= 0.06);
        } else {
            assert!(change.high < 0.0, "{}: {change:?}", deck.name());
        }
    }
    assert!(measured.stopped, "{} games were not enough", measured.overviews[0].games);
    assert!(measured.overviews[0].games < 2400);
}

/// A run that may play ten times as many games stops at its own time, and its answer lies in the interval of the shorter one.
#[test]
fn a_longer_run_agrees() {
    let short = run(&with("skirmish", "unit Veteran 6", 1200, None));
    let long = run(&with("skirmish", "unit Veteran 6", 12_000, None));
    let scores = |measured: &Measured| {
        let mut all: Vec<_> = measured.changes.iter().filter(|change| change.about == About::Score).cloned().collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    };
    for (few, many) in scores(&short).iter().zip(&scores(&long)) {
        let (few, many) = (few.difference, many.difference);
        assert!((few.low..=few.high).contains(&many.value), "{few:?} {many:?}");
        assert!(many.high - many.low < few.high - few.low);
    }
}

/// When playing stops depends on the games alone: the same on any number of threads, and after a stop.
#[test]
fn a_comparison_ends_at_the_same_game_on_any_number_of_threads() {
    let plan = with("skirmish", "unit Veteran 9", 2000, Some(0.08));
    let folders = [folder("compare-1"), folder("compare-3")];
    for (at, threads, after) in [(0, 1, u64::MAX), (1, 3, 200), (1, 3, u64::MAX)] {
        let folder = &folders[at];
        let store = Store::open(folder, &plan.plan()).unwrap();
        let run = with_context(store, threads, after, |context| {
            let (measured, report) = plan.run(context, Some(folder))?;
            assert!(measured.stopped);
            report.write(folder).map_err(Halt::Failed)
        });
        assert_eq!(run.is_ok(), after == u64::MAX);
    }
    for name in [PAGE, JSON, RAW] {
        let [one, two] = folders.each_ref().map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(one == two, "{name}");
    }
}

#[test]
fn limits_are_read_for_a_game() {
    let text = "score_change = 5\nlength_change = 20\n[skirmish]\nscore_change = 2\n";
    assert_eq!(Limits::read(text, "skirmish").unwrap().score_change, Some(2.0));
    assert_eq!(Limits::read(text, "strata").unwrap().score_change, Some(5.0));
    assert_eq!(Limits::read(text, "skirmish").unwrap().length_change, Some(20.0));
    assert_eq!(Limits::read("", "strata").unwrap(), Limits::default());
    for (wrong, says) in [
        ("scores = 5", "unknown field `scores`"),
        ("score_change = 300", "from 0 to 100"),
        ("[chess]\nscore_change = 3", "no game `chess`"),
        ("score_change = \"much\"", "invalid type"),
        ("score_change =", "parse error"),
    ] {
        let error = Limits::read(wrong, "skirmish").unwrap_err();
        assert!(error.to_lowercase().contains(&says.to_lowercase()), "{wrong}: {error}");
    }
}

/// A limit that is far exceeded fails, a wide one does not, and the summary says what moved.
#[test]
fn a_watch_fails_at_its_limits() {
    let (plan, measured) = knights();
    let limits = |text: &str| Limits::read(text, "skirmish").unwrap();
    assert!(limits("score_change = 50\nhighest_score = 99\nfirst_player_change = 50").breaches(measured).is_empty());
    let breaches = limits("score_change = 1").breaches(measured);
    assert!(!breaches.is_empty());
    let most = limits("highest_score = 40").breaches(measured);
    assert!(most.len() <= plan.touched.iter().filter(|touched| **touched).count() && !most.is_empty(), "{most:?}");
    let text = markdown("Skirmish", "greedy", measured, &breaches);
    for words in ["beyond the limits", "| unit Knight 3 | unit Knight 14 |", "more than 1 points", "score of Slow Ground"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let fine = markdown("Skirmish", "greedy", measured, &[]);
    assert!(fine.contains("**Within the limits.**"), "{fine}");
}
