//! Whom "it" means after something has entered. The shipped cards say nothing of that kind, so that these are the test's own.

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::ScriptedChance;
use playmat_food_chain::FoodChain;
use playmat_food_chain::words::FoodWords;
use playmat_kernel::{Options, Seat, Silence, Table};

/// A card is played beside an own Pike, against a Plaice, and every question gets its last answer: who has lure then, and whose it is.
fn lured(card: &str, full: bool) -> Vec<(Seat, String)> {
    let text = format!(
        "category Fish\n\n{card}\n\nprey Pike 1/1 (1)\n\nprey Plaice 1/1 (1)\n  slain: play an Egg.\n\ntoken prey Egg 1/1 (1)\n"
    );
    let sources = Sources::one("own.cards", text);
    let parsed = parse::<FoodWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let complaints: Vec<_> = FoodChain::check(&cards).iter().map(|complaint| complaint.render(&sources)).collect();
    assert!(parsed.complaints.is_empty() && complaints.is_empty(), "{}", complaints.join("\n"));
    let rules = FoodChain::build(&cards, &Terms::default()).unwrap();
    let line = |(seat, word, names): (Seat, &str, Vec<&str>)| {
        let item = |name: &&str| Item { name: (*name).into(), ..Item::default() };
        SceneLine { seat, word: word.into(), line: 1, value: SceneValue::Cards(names.iter().map(item).collect()) }
    };
    let own = if full { vec!["Pike", "Pike", "Pike"] } else { vec!["Pike"] };
    let lines = [(Seat::One, "hand", vec!["Probe"]), (Seat::One, "field", own), (Seat::Two, "field", vec!["Plaice"])];
    let lines = lines.into_iter().map(line).collect();
    let scene = Scene { lines, turn: Some((Seat::One, vec!["main1".into()])), turn_line: 4 };
    let position = FoodChain::stage(&rules, &scene).unwrap();
    let (mut chance, mut options) = (ScriptedChance::default(), Options::new());
    let mut table = Table::<FoodChain>::start(&rules, position, &mut chance, &mut Silence);
    table.options(&rules, &mut options);
    let mut next = options[0];
    loop {
        table.take(&rules, next, &mut chance, &mut Silence);
        table.options(&rules, &mut options);
        if options.iter().any(|choice| FoodChain::face(&rules, table.position(), *choice).verb == playmat_cards::FaceVerb::End)
        {
            break;
        }
        next = *options.last().unwrap();
    }
    let mut found = Vec::new();
    for seat in Seat::BOTH {
        for card in FoodChain::inspect(&rules, table.position(), seat, "field") {
            if format!("{:?}", card.marks).contains("lure") {
                found.push((seat, rules.name(card.def.unwrap()).to_owned()));
            }
        }
    }
    found
}

#[test]
fn it_is_who_has_just_entered() {
    let egg = |card: &str| assert_eq!(lured(card, false), [(Seat::One, "Egg".to_owned())], "{card}");
    egg("spell Probe\n  play an Egg, then it gains lure.");
    egg("prey Probe 1/1 (1)\n  on play: play an Egg, then it gains lure.");
    egg("spell Probe\n  freeze target enemy, then play an Egg, then it gains lure.");
    let copy = lured("spell Probe\n  play a copy of target enemy, then it gains lure.", false);
    assert_eq!(copy, [(Seat::One, "Plaice".to_owned())]);
}

#[test]
fn it_is_nobody_if_nobody_found_room() {
    assert_eq!(lured("spell Probe\n  play an Egg, then it gains lure.", true), []);
    assert_eq!(lured("spell Probe\n  freeze target enemy, then play an Egg, then it gains lure.", true), []);
    assert_eq!(lured("spell Probe\n  play a copy of target enemy, then it gains lure.", true), []);
}
