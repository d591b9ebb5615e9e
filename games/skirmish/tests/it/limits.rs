//! Cards that set off each other come to an end, and "beside it" means the slot that was left. No shipped card comes near, so that
//! these cards are the test's own.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::ScriptedChance;
use playmat_kernel::{Options, Outcome, Seat, Silence, Table};
use playmat_skirmish::rules::Rules;
use playmat_skirmish::state::MOST_SET_OFF;
use playmat_skirmish::words::SkirmishWords;
use playmat_skirmish::{Choice, Skirmish};

/// What stands around the cards.
const OTHERS: &str = "
unit Giant 6

unit Herald 2
  conquer: deploy a Squire to an own slot.

token unit Squire 1
";

type Line<'a> = (Seat, &'a str, &'a [(&'a str, Option<u8>)]);

fn rules(text: &str) -> Rules {
    let sources = Sources::one("own.cards", format!("{text}\n{OTHERS}"));
    let parsed = parse::<SkirmishWords>(&sources);
    let complaints: Vec<String> = parsed.complaints.iter().map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    Skirmish::build(&parsed.cards().collect::<Vec<_>>(), &Terms::default()).unwrap()
}

/// Player 1's turn with these cards.
fn staged(rules: &Rules, lines: &[Line]) -> Table<Skirmish> {
    let line = |&(seat, word, cards): &Line| {
        let item = |&(name, place): &(&str, Option<u8>)| Item { name: name.into(), place, ..Item::default() };
        SceneLine { seat, word: word.into(), line: 1, value: SceneValue::Cards(cards.iter().map(item).collect()) }
    };
    let scene = Scene { lines: lines.iter().map(line).collect(), turn: Some((Seat::One, vec![])), turn_line: 9 };
    let position = Skirmish::stage(rules, &scene).unwrap_or_else(|error| panic!("{error:?}"));
    Table::start(rules, position, &mut ScriptedChance::default(), &mut Silence)
}

/// Player 1 plays a card, to a slot or at whom the words begin with; every later question gets its first answer, until the rival is
/// asked. How many answers that took.
fn played(rules: &Rules, table: &mut Table<Skirmish>, card: &str, to: Option<u8>, whom: &str) -> u32 {
    let (mut chance, mut options) = (ScriptedChance::default(), Options::new());
    let face = |table: &Table<Skirmish>, choice: Choice| Skirmish::face(rules, table.position(), choice);
    for answers in 0.. {
        assert!(answers < 1000, "this goes on for ever");
        if table.outcome().is_some() || Skirmish::turn(table.position()).0 != Seat::One {
            return answers;
        }
        table.options(rules, &mut options);
        let wanted = |choice: &&Choice| match answers {
            0 => face(table, **choice).words == format!("play {card}"),
            1 => match to {
                Some(place) => face(table, **choice).slot == Some((Seat::One, place)),
                None => face(table, **choice).words.starts_with(whom),
            },
            _ => true,
        };
        let next = *options.iter().find(wanted).expect("there is such an option");
        table.take(rules, next, &mut chance, &mut Silence);
    }
    unreachable!()
}

/// A player's units by terrain, with their power.
fn field(rules: &Rules, table: &Table<Skirmish>, seat: Seat) -> Vec<String> {
    let mut all = Skirmish::inspect(rules, table.position(), seat, "field");
    all.sort_by_key(|card| card.place);
    all.iter().map(|card| format!("{:?} {:?} {:?}", card.place, card.def.map(|def| rules.name(def)), card.stats)).collect()
}

#[test]
fn who_comes_back_into_the_slot_that_is_taken_does_so_until_the_turn_has_had_enough() {
    let one = "unit Warden 3\n  death: deploy a dead ally to this slot.\n";
    let rules = rules(one);
    let mut table = staged(&rules, &[(Seat::One, "field", &[("Warden", Some(2))]), (Seat::One, "hand", &[("Giant", None)])]);
    // The card, its slot, then whom to raise: a hundred times.
    assert_eq!(played(&rules, &mut table, "Giant", Some(2), ""), 102);
    assert_eq!(table.outcome(), None);
    assert_eq!(field(&rules, &table, Seat::One).len(), 1);
    assert!(field(&rules, &table, Seat::One)[0].contains("Giant"));
}

#[test]
fn two_who_raise_each_other_come_to_an_end() {
    let line = "death: deploy a dead ally with another name to this slot.";
    let rules = rules(&format!("unit Ward 3\n  {line}\n\nunit Warden 3\n  {line}\n"));
    let mut table = staged(
        &rules,
        &[
            (Seat::One, "field", &[("Warden", Some(2))]),
            (Seat::One, "graveyard", &[("Ward", None)]),
            (Seat::One, "hand", &[("Giant", None)]),
        ],
    );
    assert_eq!(played(&rules, &mut table, "Giant", Some(2), ""), 102);
    assert!(field(&rules, &table, Seat::One)[0].contains("Giant"));
}

#[test]
fn a_reaction_to_deaths_that_causes_deaths_comes_to_an_end() {
    let rules = rules("unit Muster 3\n  when an ally dies: deploy a Squire to a close own slot.\n");
    let mut table = staged(
        &rules,
        &[(Seat::One, "field", &[("Muster", Some(0)), ("Giant", Some(1))]), (Seat::One, "hand", &[("Giant", None)])],
    );
    assert_eq!(played(&rules, &mut table, "Giant", Some(1), ""), 102);
    assert_eq!(table.outcome(), None);
}

/// Abilities within abilities: the agenda has no room for them, so that the match is a draw, and that does not take long.
#[test]
fn abilities_within_abilities_end_the_match() {
    let rules = rules(
        "unit Bee 3\n  when a unit is dealt damage: all units get +1, then deal 1 damage to all units.\n\naction Sting\n  deal 1 damage to a unit.\n",
    );
    let bees = [0, 1, 2, 3, 4].map(|place| ("Bee", Some(place)));
    let mut table =
        staged(&rules, &[(Seat::One, "field", &bees), (Seat::Two, "field", &bees), (Seat::One, "hand", &[("Sting", None)])]);
    assert_eq!(played(&rules, &mut table, "Sting", None, ""), 2);
    assert_eq!(table.outcome(), Some(Outcome::Draw));
}

/// Shipped cards stay far below the most.
#[test]
fn random_games_never_have_enough() {
    let rules = common::rules(&[]);
    let mut most = 0;
    common::random_games(&rules, 0..300, |pos| most = most.max(pos.set_off));
    assert!((3..MOST_SET_OFF / 3).contains(&most), "{most}");
}

/// After a turn with too many abilities the next turn has its own.
#[test]
fn a_new_turn_begins_anew() {
    let rules = rules("unit Warden 3\n  death: deploy a dead ally to this slot.\n\nunit Scholar 1\n  deploy: draw 1.\n");
    let mut table = staged(
        &rules,
        &[
            (Seat::One, "field", &[("Warden", Some(2))]),
            (Seat::One, "hand", &[("Giant", None), ("Scholar", None)]),
            (Seat::One, "deck", &[("Giant", None)]),
        ],
    );
    played(&rules, &mut table, "Giant", Some(2), "");
    let (mut chance, mut options) = (ScriptedChance::default(), Options::new());
    table.options(&rules, &mut options);
    table.take(&rules, *options.last().unwrap(), &mut chance, &mut Silence);
    for wanted in ["play Scholar", "the Meadow"] {
        table.options(&rules, &mut options);
        let words = |choice: &&Choice| Skirmish::face(&rules, table.position(), **choice).words;
        let next = *options.iter().find(|choice| words(choice).contains(wanted)).expect("there is such an option");
        table.take(&rules, next, &mut chance, &mut Silence);
    }
    let hand = Skirmish::inspect(&rules, table.position(), Seat::One, "hand");
    assert!(hand.iter().any(|card| card.def.is_some_and(|def| rules.name(def) == "Giant")), "{hand:?}");
}

#[test]
fn beside_it_is_beside_the_slot_it_has_left() {
    for (line, left) in [
        ("kill an enemy, then deal 1 damage to all units beside it.", vec![1, 3]),
        ("return an enemy to hand, then deal 1 damage to all units beside it.", vec![1, 3]),
        ("deal 6 damage to an enemy, then deal 1 damage to all units beside it.", vec![1, 3]),
        ("deal 2 damage to an enemy, then deal 1 damage to all units beside it.", vec![1, 2, 3]),
    ] {
        let rules = rules(&format!("action Probe\n  {line}\n"));
        let giants = [1, 2, 3].map(|place| ("Giant", Some(place)));
        let mut table = staged(
            &rules,
            &[(Seat::One, "hand", &[("Probe", None)]), (Seat::Two, "field", &giants), (Seat::One, "field", &giants)],
        );
        let (mut chance, mut options) = (ScriptedChance::default(), Options::new());
        table.options(&rules, &mut options);
        table.take(&rules, options[0], &mut chance, &mut Silence);
        table.options(&rules, &mut options);
        // The enemy on the third terrain.
        table.take(&rules, options[1], &mut chance, &mut Silence);
        let hurt = |seat: Seat| -> Vec<u8> {
            let mut all = Skirmish::inspect(&rules, table.position(), seat, "field");
            all.retain(|card| format!("{:?}", card.stats) != "Some(One(6))");
            let mut places: Vec<u8> = all.iter().filter_map(|card| card.place).collect();
            places.sort_unstable();
            places
        };
        assert_eq!((hurt(Seat::Two), hurt(Seat::One)), (left, vec![]), "{line}");
    }
}
