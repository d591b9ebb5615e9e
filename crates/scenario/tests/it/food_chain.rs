//! The runner on a real game: windows of the rival inside a move, and that a line which says the opposite never passes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use playmat_cards::Terms;
use playmat_cards::prelude::*;
use playmat_cardtext::{Card, Sources, parse};
use playmat_food_chain::FoodChain;
use playmat_food_chain::words::FoodWords;
use playmat_kernel::{Game, Silence};
use playmat_scenario::{Script, Verdict, parse_file, run};

type Rules = <FoodChain as Game>::Rules;

/// The folder of the shipped cards and scenarios.
fn shipped(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder).join("food-chain");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|path| (path.file_name().unwrap().display().to_string(), std::fs::read_to_string(path).unwrap())).collect()
}

/// Calls with a function that judges scripts under shipped cards.
fn judging<T>(then: impl FnOnce(&mut dyn FnMut(&Script) -> Verdict) -> T) -> T {
    let mut sources = Sources::new();
    shipped("cards").into_iter().for_each(|(name, text)| {
        sources.add(name, text);
    });
    let parsed = parse::<FoodWords>(&sources);
    let cards: Vec<&Card<FoodWords>> = parsed.cards().collect();
    let mut built: HashMap<Terms, Arc<Rules>> = HashMap::new();
    let mut rules_for = |terms: &Terms| match built.get(terms) {
        Some(rules) => Ok(rules.clone()),
        None => {
            let rules = Arc::new(FoodChain::build(&cards, terms)?);
            built.insert(terms.clone(), rules.clone());
            Ok(rules)
        }
    };
    then(&mut |script| run::<FoodChain>(&mut rules_for, script, &|_| None, &mut Silence))
}

#[track_caller]
fn check(moves: &str, expected: Option<(usize, &str)>) {
    let setup = "scenario \"x\"\ngame food-chain trap_activation=optional\np1 field Kingfish frozen, Sable\np1 hand Swordfish\np2 hand Cramp\nturn p1 main1\n---\n";
    let script = &parse_file("x.scn", &format!("{setup}{moves}")).unwrap()[0];
    match (judging(|judge| judge(script)), expected) {
        (Verdict::Passed, None) => {}
        (Verdict::Failed { line, actual, .. }, Some((at, part))) => {
            assert!(line == at && actual.contains(part), "line {line}: {actual}");
        }
        (verdict, _) => panic!("{verdict:?}"),
    }
}

/// What a failure prints is understood when it is written down.
#[test]
fn options_are_expected_as_they_are_printed() {
    check("expect asks p1 play Swordfish, next, end", None);
    check("expect asks p1 Swordfish, next, end", None);
    check("p1 next\nexpect asks p1 attack Sable, next, end", None);
    check("p1 next\nexpect asks p1 attack with Sable, next, end", None);
    check("p1 next\nexpect asks p1 play Sable, next, end", Some((9, "attack Sable, next, end")));
}

#[test]
fn answers_wait_for_the_rival() {
    // p2 is asked twice: whether to answer any card, where only passing is possible, and whether to answer a predator.
    check("p1 play Swordfish eating Sable\np2 pass\nexpect p1 field Kingfish, Swordfish 5/3 haste", None);
    check("p1 play Swordfish eating Sable\np2 pass\np2 pass\nexpect p1 field Kingfish, Swordfish 5/3 haste", None);
    check(
        "p1 play Swordfish eating Sable\nexpect asks p2 Cramp\np2 use Cramp\nexpect p1 field Kingfish, Swordfish 5/3 no-haste",
        None,
    );
    check("p1 play Swordfish eating Sable\np2 choose Cramp\nexpect p2 exile Cramp", None);
    check("p1 cannot play Swordfish eating Kingfish\np1 cannot play Swordfish eating Sable, Kingfish\np1 play Swordfish", None);
    check("p1 play Swordfish eating Sable\nexpect p1 field Kingfish, Swordfish", Some((9, "p2 is asked")));
    check("p1 play Swordfish eating Kingfish\np2 pass\np1 end", Some((8, "not all of its answers fit")));
    check("p1 play Swordfish eating Sable\np1 end", Some((9, "use Cramp, pass")));
}

/// `p1 X` becomes `p1 cannot X` and the other way round: that line must fail, and no other.
#[test]
fn a_flipped_move_fails_at_its_line() {
    judging(|judge| {
        let mut flipped = 0;
        for (name, text) in shipped("scenarios") {
            for script in parse_file(&name, &text).unwrap() {
                if script.steps.len() > 60 || judge(&script) != Verdict::Passed {
                    continue;
                }
                for at in (0..script.steps.len()).filter(|&at| !script.steps[at].text.starts_with("expect")) {
                    let mut other = script.clone();
                    let step = &mut other.steps[at];
                    let (who, what) = step.text.split_once(' ').unwrap();
                    step.text = match what.strip_prefix("cannot ") {
                        Some(what) => format!("{who} {what}"),
                        None => format!("{who} cannot {what}"),
                    };
                    match judge(&other) {
                        Verdict::Failed { line, .. } if line == script.steps[at].line => flipped += 1,
                        verdict => panic!("{name}:{} {}: {verdict:?}", script.steps[at].line, other.steps[at].text),
                    }
                }
            }
        }
        assert!(flipped > 100, "only {flipped} moves were flipped");
    });
}
