//! The numbers of creatures have bounds, in scenes and in matches.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, Stats};
use playmat_chance::ScriptedChance;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::state::Position;
use playmat_food_chain::{Choice, FoodChain};
use playmat_kernel::{Options, Seat, Silence, Table};

#[test]
fn a_scene_has_no_creature_beyond_999() {
    let rules = common::rules("core", &[]);
    let staged = |attack, health| stage(&rules, attack, health).map(|_| ());
    for (attack, health) in [(0, 1), (999, 999), (-999, 1)] {
        assert_eq!(staged(attack, health), Ok(()), "{attack}/{health}");
    }
    for (attack, health) in [(1000, 1), (1, 1000), (i16::MAX, i16::MAX), (i16::MIN, 1), (-1000, 1)] {
        let refused = Err("Kingfish: attack and health are numbers up to 999".to_string());
        assert_eq!(staged(attack, health), refused, "{attack}/{health}");
    }
    assert_eq!(staged(1, 0), Err("Kingfish would be dead with 0 health".to_string()));
}

#[test]
fn no_creature_grows_beyond_999() {
    let rules = common::rules("core", &[]);
    let (mut chance, mut options) = (ScriptedChance::default(), Options::new());
    let position = stage(&rules, 998, 998).unwrap();
    let mut table = Table::<FoodChain>::start(&rules, position, &mut chance, &mut Silence);
    table.options(&rules, &mut options);
    let play = options.iter().copied().find(|choice| matches!(choice, Choice::Play(_))).unwrap();
    table.take(&rules, play, &mut chance, &mut Silence);
    let field = FoodChain::inspect(&rules, table.position(), Seat::One, "field");
    assert_eq!(field[0].stats, Some(Stats::Pair(999, 999)));
}

/// A Kingfish with these numbers, and a spell that gives it +2/+2; or why that cannot be.
fn stage(rules: &Rules, attack: i16, health: i16) -> Result<Position, String> {
    let item = |name: &str, stats| Item { name: name.into(), stats, ..Item::default() };
    let line =
        |word: &str, item| SceneLine { seat: Seat::One, word: word.into(), line: 1, value: SceneValue::Cards(vec![item]) };
    let lines = vec![
        line("field", item("Kingfish", Some(Stats::Pair(attack, health)))),
        line("hand", item("Fish Food", None)),
        line("deck", item("Orca", None)),
    ];
    let scene = Scene { lines, turn: Some((Seat::One, vec!["main1".into()])), turn_line: 4 };
    FoodChain::stage(rules, &scene).map_err(|error| error.message)
}
