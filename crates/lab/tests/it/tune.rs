//! `lab tune`: planted imbalances are found and mended in every game, and what is confirmed holds with luck that nobody has seen.

use std::collections::BTreeSet;

use playmat_bots::BotSpec;
use playmat_cards::Terms;
use playmat_lab::change::Workshop;
use playmat_lab::game::DeckChoice;
use playmat_lab::run::Halt;
use playmat_lab::store::Store;
use playmat_lab::tune::{Measured, Tune};
use playmat_lab::whatif::workshop;

use crate::common::{deck, decks, in_memory, is_long, library, planted, rules, with_context};

/// A card that was made too strong, in one of two decks that were even.
struct Planted {
    decks: [&'static str; 2],
    lines: &'static [(&'static str, &'static str)],
    steps: usize,
}

/// Wide, so that few games tell.
const BAND: (f64, f64) = (0.40, 0.60);

fn tune(game: &str, plant: &Planted, seed: u64) -> Tune {
    let (library, rules) = planted(game, plant.lines);
    let pair = plant.decks.map(|name| deck(&rules, name));
    Tune {
        workshop: workshop(&library, Terms::default()),
        watched: pair.iter().cloned().chain(decks(&rules).into_iter().filter(|deck| !pair.contains(deck)).take(1)).collect(),
        pairs: vec![pair],
        rules,
        band: BAND,
        wide: (0.25, 0.75),
        bot: BotSpec::Greedy,
        seed,
        games: if is_long() { 1000 } else { 240 },
        steps: plant.steps,
    }
}

/// Finds the planted card, mends it, and the cards that come of it check and are even when they are played again.
fn mends(game: &str, plant: &Planted) {
    let plan = tune(game, plant, 1);
    let (measured, report) = in_memory(|context| plan.run(context, None));
    println!("{:#?}", report.lines);
    assert!(!measured.even, "the planted card leaves the pairing even: {:?}", measured.before);
    let proposal = measured.proposal.as_ref().unwrap_or_else(|| panic!("no proposal: {:#?}", report.lines));
    // What was planted is found: it is one of the cards that are changed.
    let is_planted = |(before, _): &(String, String)| plant.lines.iter().any(|(_, new)| before.ends_with(new.trim()));
    assert!(proposal.trial.changes.iter().any(is_planted), "{:?}", proposal.trial.changes);
    assert!(proposal.holds() && proposal.repeats.iter().all(|share| *share >= 0.9));
    assert!((BAND.0..=BAND.1).contains(&proposal.scores[0].value));
    let further = |score: f64| (score - 0.5).abs();
    assert!(further(proposal.scores[0].value) < further(measured.before[0].value));
    // The other pairings of the decks that have the card were watched.
    assert!(!proposal.others.is_empty() && proposal.others.iter().all(|other| !other.pushed_out));
    assert!(report.files.iter().any(|(name, _)| name.starts_with("samples/cards/")), "the changed cards are beside the page");
    // Played again with luck that neither the search nor the confirmation had.
    let rounds = if is_long() { 20 } else { 1 };
    let again = (0..rounds).filter(|round| is_even_again(&plan, &measured, 1000 + round)).count() as u64;
    println!("even again in {again} of {rounds} runs");
    assert!(10 * again >= 9 * rounds, "{again} of {rounds}");
}

/// Whether a run of as many games with another seed finds the proposal in the band.
fn is_even_again(plan: &Tune, measured: &Measured, seed: u64) -> bool {
    let proposal = measured.proposal.as_ref().expect("there is a proposal");
    let scores = in_memory(|context| plan.played_again(context, proposal, seed));
    scores.iter().all(|score| (plan.band.0..=plan.band.1).contains(&score.value))
}

#[test]
fn a_planted_imbalance_of_skirmish_is_mended() {
    mends(
        "skirmish",
        &Planted {
            decks: ["Wide Ranks", "Slow Ground"],
            lines: &[("unit Knight 3", "unit Knight 6"), ("unit Ranger 4", "unit Ranger 7")],
            steps: 3,
        },
    );
}

#[test]
fn a_planted_imbalance_of_food_chain_is_mended() {
    mends(
        "food-chain",
        &Planted {
            decks: ["Rain of Darts", "Deep Larder"],
            lines: &[("  on play: deal 2 damage to the rival.", "  on play: deal 6 damage to the rival.")],
            steps: 3,
        },
    );
}

#[test]
fn a_planted_imbalance_of_strata_is_mended() {
    mends(
        "strata",
        &Planted {
            decks: ["Burnt Offering", "Deep Roots"],
            lines: &[("  normal: the rival loses 1 point.", "  normal: the rival loses 20 points.")],
            steps: 3,
        },
    );
}

/// In every game there are legal steps on the cards of every ready deck, and each makes a set that checks.
fn steps_are_legal(game: &str) -> (Box<dyn Workshop>, Vec<String>) {
    let library = library(game);
    let workshop = workshop(&library, Terms::default());
    let rules = rules(game, &[]);
    let mut lines = Vec::new();
    for deck in decks(&rules).iter().take(2) {
        let DeckChoice::Deck { name, cards } = deck else { continue };
        let names: BTreeSet<&str> = cards.iter().map(|&def| rules.name(def)).collect();
        let steps = workshop.steps(&names);
        assert!(steps.len() > 20, "{name} has {} steps", steps.len());
        for step in steps.iter().step_by(11) {
            assert!(workshop.rules(&[*step]).is_some(), "{}", workshop.describe(&[*step]));
            assert!(workshop.size(&[*step]) > 0.0);
        }
        lines.extend(steps.iter().map(|step| workshop.describe(&[*step])));
    }
    (workshop, lines)
}

#[test]
fn every_game_has_legal_steps() {
    let (_, skirmish) = steps_are_legal("skirmish");
    assert!(skirmish.iter().any(|line| line == "unit Veteran 4 → unit Veteran 5"), "{skirmish:#?}");
    let (_, food_chain) = steps_are_legal("food-chain");
    assert!(
        food_chain.iter().any(|line| line.ends_with("→ prey Fire Salamander 2/1 (1), immune, poisonous")),
        "{food_chain:#?}"
    );
    let (_, strata) = steps_are_legal("strata");
    let numbers = |text: &str| -> Vec<i32> {
        let last = text.rsplit(", ").next().unwrap_or_default();
        last.split('/').filter_map(|number| number.parse().ok()).collect()
    };
    let mut exchanges = 0;
    for line in &strata {
        let Some((before, after)) = line.split_once(" → ").filter(|(before, _)| before.starts_with("creature")) else {
            continue;
        };
        let ([a, b], [c, d]) = (numbers(before)[..].try_into().unwrap(), numbers(after)[..].try_into().unwrap());
        let sides: [i32; 4] = [a, b, c, d];
        assert!(sides.iter().all(|side| side % 5 == 0), "{line}");
        assert_eq!(a + b, c + d, "{line}");
        exchanges += 1;
    }
    assert!(exchanges > 20, "{exchanges} exchanges in {strata:#?}");
}

/// Decks without a number are told so, and too few games are refused before any is played.
#[test]
fn what_cannot_be_tuned_is_an_error() {
    let plan =
        Tune { games: 60, ..tune("skirmish", &Planted { decks: ["Slow Ground", "Hungry Ones"], lines: &[], steps: 1 }, 1) };
    let refused = with_context(Store::in_memory(), 2, 1, |context| plan.run(context, None).map(|_| ()));
    let Err(Halt::Failed(error)) = refused else { panic!("60 games cannot confirm anything") };
    assert!(error.contains("take at least"), "{error}");
    let rules = rules("skirmish", &[]);
    let made = [DeckChoice::Random(None), DeckChoice::Random(None)];
    let plan = Tune { pairs: vec![made], rules, band: (0.1, 0.4), games: 600, ..plan };
    let refused = with_context(Store::in_memory(), 2, u64::MAX, |context| plan.run(context, None).map(|_| ()));
    let Err(Halt::Failed(error)) = refused else { panic!("there is no card to be changed") };
    assert!(error.contains("nothing could be tried"), "{error}");
}
