//! FC A11: an ability whose creature has become something else does not run. No shipped card has two abilities of one combat
//! step, so that these cards are the test's own.

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::ScriptedChance;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::words::FoodWords;
use playmat_food_chain::{Choice, FoodChain};
use playmat_kernel::{Options, Seat, Silence, Table};

#[test]
fn the_second_ability_of_a_creature_that_has_become_something_else_is_skipped() {
    let becomes_first = "attacking before combat: this becomes a Stone.\n  attacking before combat: draw 1.";
    assert_eq!(attack_with(becomes_first), ("Stone".into(), 0));
    let draws_first = "attacking before combat: draw 1.\n  attacking before combat: this becomes a Stone.";
    assert_eq!(attack_with(draws_first), ("Stone".into(), 1));
}

/// A Shifter with these abilities attacks the rival: what stands there afterwards, and how many cards its player has in hand.
fn attack_with(abilities: &str) -> (String, usize) {
    let rules = rules(&format!(
        "category Fish\n\npredator Shifter 3/3\n  {abilities}\n\nprey Plaice 1/1 (1)\n\ntoken prey Stone 0/5 (0)\n"
    ));
    let line = |word: &str, name: &str| SceneLine {
        seat: Seat::One,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(vec![Item { name: name.into(), ..Item::default() }]),
    };
    let lines = vec![line("field", "Shifter"), line("deck", "Plaice")];
    let scene = Scene { lines, turn: Some((Seat::One, vec!["combat".into()])), turn_line: 2 };
    let position = FoodChain::stage(&rules, &scene).unwrap();
    let mut chance = ScriptedChance::default();
    let mut table = Table::<FoodChain>::start(&rules, position, &mut chance, &mut Silence);
    let mut options = Options::new();
    for _ in 0..2 {
        // The attack, then its only target.
        table.options(&rules, &mut options);
        assert!(matches!(options[0], Choice::Attack(_) | Choice::Player(Seat::Two)), "{:?}", options[0]);
        table.take(&rules, options[0], &mut chance, &mut Silence);
    }
    let names = |zone| FoodChain::inspect(&rules, table.position(), Seat::One, zone);
    let standing = names("field")[0].def.map(|def| FoodChain::cards(&rules)[def.0 as usize].name.clone());
    (standing.unwrap_or_default(), names("hand").len())
}

fn rules(text: &str) -> Rules {
    let sources = Sources::one("own.cards", text);
    let parsed = parse::<FoodWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    FoodChain::build(&cards, &Terms { edition: Some("core".into()), rulings: vec![] }).unwrap()
}
