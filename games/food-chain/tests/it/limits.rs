//! What a position and a list of options have room for, and what happens beyond that. No shipped card comes near, so that these
//! cards are the test's own.

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::ScriptedChance;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::words::FoodWords;
use playmat_food_chain::{Choice, FoodChain};
use playmat_kernel::{Game, MOST_OPTIONS, Options, Outcome, Seat, Silence, Table};

/// One spell gives two abilities to each of six creatures: the table has no room for another.
const TWO: &str = "all creatures gain \"slain: draw 1\", then all creatures gain \"when attacked: draw 1\"";
/// One ability that is given again and again takes the room of one.
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

/// A creature that enters only to die and makes itself again: abilities wait within abilities until there is no more room.
#[test]
fn what_makes_itself_without_end_ends_the_match_as_a_draw() {
    for text in [
        "prey La 1/1 (1)\n  on play: kill this.\n  slain: play a copy of this.\n",
        "prey La 1/1 (1)\n  on play: kill all other animals.\n  slain: play 3 La.\n",
    ] {
        let rules = rules(text);
        let mut table =
            staged(&rules, &[(Seat::One, "hand", "La", 1), (Seat::One, "field", "La", 2), (Seat::Two, "field", "La", 3)]);
        let mut options = Options::new();
        table.options(&rules, &mut options);
        table.take(&rules, options[0], &mut ScriptedChance::default(), &mut Silence);
        assert_eq!(table.outcome(), Some(Outcome::Draw), "{text}");
    }
}

/// However many moves there are, those that are listed can be taken, and the turn can be ended.
#[test]
fn a_turn_with_too_many_moves_can_be_ended() {
    let rules = rules(&format!("prey Gadget 1/1 (1)\n{}", "  discard: draw 1.\n".repeat(8)));
    for gadgets in [28, 29, 60] {
        let table = staged(&rules, &[(Seat::One, "hand", "Gadget", gadgets)]);
        let mut options = Options::new();
        table.options(&rules, &mut options);
        assert_eq!(options.len(), (9 * gadgets + 2).min(MOST_OPTIONS));
        assert_eq!(options[options.len() - 2..], [Choice::Next, Choice::End]);
        let mut room = Options::new();
        for (place, &choice) in options.iter().enumerate() {
            let which = |count| if count == options.len() { place } else { panic!("{count} are counted, not listed") };
            let (mut taken, mut at_once) = (table.clone(), table.clone());
            taken.take(&rules, choice, &mut ScriptedChance::default(), &mut Silence);
            at_once.play_at_speed(&rules, &mut room, &mut ScriptedChance::default(), |_, count| which(count));
            assert_eq!(taken, at_once, "{choice:?}");
        }
        let mut taken = table.clone();
        taken.take(&rules, Choice::End, &mut ScriptedChance::default(), &mut Silence);
        assert_ne!(taken.position(), table.position());
    }
}

/// A spell that does this is played so many times with six creatures on the table: how the match ended, if it did.
fn outcome_after(effect: &str, times: usize) -> Option<Outcome> {
    let rules = rules(&format!("free spell Feast\n  {effect}.\n\nprey Plaice 1/1 (1)\n"));
    let (mut chance, mut options) = (ScriptedChance::default(), Options::new());
    let mut table = staged(
        &rules,
        &[(Seat::One, "hand", "Feast", times), (Seat::One, "field", "Plaice", 3), (Seat::Two, "field", "Plaice", 3)],
    );
    for _ in 0..times {
        assert_eq!(table.outcome(), None);
        table.options(&rules, &mut options);
        let play = options.iter().copied().find(|choice| matches!(choice, Choice::Play(_))).unwrap();
        table.take(&rules, play, &mut chance, &mut Silence);
    }
    assert_eq!(FoodChain::overflowed(table.position()), table.outcome().is_some());
    table.outcome()
}

fn rules(text: &str) -> Rules {
    let sources = Sources::one("own.cards", format!("category Fish\n\n{text}"));
    let parsed = parse::<FoodWords>(&sources);
    let complaints: Vec<String> = parsed.complaints.iter().map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let cards: Vec<_> = parsed.cards().collect();
    FoodChain::build(&cards, &Terms { edition: Some("core".into()), rulings: vec![] }).unwrap()
}

/// The first main phase with so many of these cards there.
fn staged(rules: &Rules, cards: &[(Seat, &str, &str, usize)]) -> Table<FoodChain> {
    let line = |&(seat, word, name, count): &(Seat, &str, &str, usize)| SceneLine {
        seat,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(vec![Item { name: name.into(), ..Item::default() }; count]),
    };
    let scene = Scene { lines: cards.iter().map(line).collect(), turn: Some((Seat::One, vec!["main1".into()])), turn_line: 4 };
    let position = FoodChain::stage(rules, &scene).unwrap();
    Table::start(rules, position, &mut ScriptedChance::default(), &mut Silence)
}
