//! Abilities that creatures were given. The table keeps so many different ones in a row; no shipped card comes near that, so that
//! these cards are the test's own.

use playmat_cards::{CardGame, Item, Scene, SceneLine, SceneValue, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::Scripted;
use playmat_food_chain::words::FoodWords;
use playmat_food_chain::{Choice, FoodChain};
use playmat_kernel::{Game, Options, Outcome, Seat, Silence, Table};

/// One spell gives two abilities to each of six creatures: the table has no room for another.
const TWO: &str = "all creatures gain \"slain: draw 1\", then all creatures gain \"when attacked: draw 1\"";
/// The same ability again and again is one gift.
const ONE: &str = "all creatures gain \"slain: draw 1\"";

#[test]
fn a_gift_without_room_ends_the_match_as_a_draw() {
    assert_eq!(outcome_after(TWO, 1), None);
    assert_eq!(outcome_after(TWO, 2), Some(Outcome::Draw));
}

#[test]
fn equal_gifts_in_a_row_take_the_room_of_one() {
    assert_eq!(outcome_after(ONE, 9), None);
}

/// A spell that does this is played so many times with six creatures on the table: how the match ended, if it did.
fn outcome_after(effect: &str, times: usize) -> Option<Outcome> {
    let sources = Sources::one("own.cards", format!("category Fish\n\nfree spell Feast\n  {effect}.\n\nprey Plaice 1/1 (1)\n"));
    let parsed = parse::<FoodWords>(&sources);
    let complaints: Vec<String> = parsed.complaints.iter().map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let cards: Vec<_> = parsed.cards().collect();
    let rules = FoodChain::build(&cards, &Terms { edition: Some("core".into()), rulings: vec![] }).unwrap();
    let line = |seat: Seat, word: &str, name: &str, count: usize| SceneLine {
        seat,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(vec![Item { name: name.into(), ..Item::default() }; count]),
    };
    let lines = vec![
        line(Seat::One, "hand", "Feast", times),
        line(Seat::One, "field", "Plaice", 3),
        line(Seat::Two, "field", "Plaice", 3),
    ];
    let scene = Scene { lines, turn: Some((Seat::One, vec!["main1".into()])), turn_line: 4 };
    let position = FoodChain::stage(&rules, &scene).unwrap();
    let (mut chance, mut options) = (Scripted::default(), Options::new());
    let mut table = Table::<FoodChain>::start(&rules, position, &mut chance, &mut Silence);
    for _ in 0..times {
        assert_eq!(table.outcome(), None);
        table.options(&rules, &mut options);
        let play = options.iter().copied().find(|choice| matches!(choice, Choice::Play(_))).unwrap();
        table.take(&rules, play, &mut chance, &mut Silence);
    }
    assert_eq!(FoodChain::overflowed(table.position()), table.outcome().is_some());
    table.outcome()
}
