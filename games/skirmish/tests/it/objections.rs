//! A card does what it says: what `check` accepts changes something in a fitting position, and what the engine does not do as it is
//! written is refused where it stands.

use playmat_cards::prelude::*;
use playmat_cards::{FaceVerb, Item, Scene, SceneLine, SceneValue, Stats, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Options, Seat, Silence, Table};
use playmat_skirmish::words::SkirmishWords;
use playmat_skirmish::{Choice, Skirmish};
use playmat_testkit::complaints;

/// What stands around the card that is tried.
const OTHERS: &str = "
unit Spear 3
  conquer: draw 1.

unit Giant 6
  consume: deploy a Squire to an own slot.

token unit Squire 2

action Doom
  kill an ally of printed power 1 or less.
";

#[test]
fn what_the_engine_does_not_do_as_written_is_refused_at_the_words() {
    let (unit, action) = ("unit Probe 1", "action Probe");
    for (head, line, code, words) in [
        (unit, "death: return this to hand.", "S06", "this"),
        (action, "kill up to 4 enemies.", "S08", "up to 4 enemies"),
        (action, "kill 2 enemies.", "S08", "2 enemies"),
        (action, "up to 2 units get +1, then it gets +1.", "S04", "it"),
        (action, "deploy a Squire to up to 2 own slots.", "S08", "up to 2 own slots"),
        (action, "kill all random enemies.", "S08", "all random enemies"),
        (unit, "activate: deploy a random dead ally to an own slot.", "S08", "a random dead ally"),
        (action, "kill a unit of power 5 or more of power 3 or less.", "S03", "a unit of power 5 or more of power 3 or less"),
        (action, "if you have an enemy, draw 1.", "S06", "an enemy"),
        (action, "if the rival has a dead unit, draw 1.", "S06", "a dead unit"),
        (action, "if you have a slot, draw 1.", "S06", "a slot"),
        (action, "if you have all allies, draw 1.", "S08", "all allies"),
        (action, "if you have a close ally, draw 1.", "S02", "a close ally"),
        (action, "for each enemy, kill an ally.", "S06", "kill an ally"),
        (action, "for each enemy, for each ally, draw 1.", "S06", "for each ally"),
        (action, "if you do, draw 1.", "S04", "if you do"),
        (unit, "conquer: this gets +1 this turn.", "S11", "this gets +1 this turn"),
        (action, "an ally gets +1 this turn.", "S11", "an ally gets +1 this turn"),
        (action, "up to 3 units get +1, then kill up to 2 enemies.", "S07", "up to 3 units get +1, then kill up to 2 enemies."),
        (unit, "death: move this to a close own slot.", "S06", "this"),
        (unit, "death: this gets +1.", "S06", "this"),
        (unit, "consumed: kill this.", "S06", "this"),
        (unit, "deploy: this becomes as strong as all enemies.", "S08", "all enemies"),
        (unit, "deploy: move all allies to a close own slot.", "S08", "all allies"),
        (unit, "deploy: move this to a close slot.", "S06", "a close slot"),
        (action, "move an enemy to a slot.", "S06", "a slot"),
        (action, "move a unit to an own slot.", "S06", "an own slot"),
        (action, "kill a unit, then deploy a Squire to it.", "S06", "it"),
        (action, "cleanse a slot, then it gets +1.", "S06", "it"),
        (action, "deploy a dead ally to it.", "S06", "it"),
        (action, "kill a unit, then move an ally to it.", "S06", "it"),
        (unit, "deploy: an ally becomes as strong as it.", "S06", "it"),
        (action, "kill an ally, then it gets +1.", "S06", "it"),
        (action, "return an ally to hand, then deploy a Squire to it.", "S06", "it"),
        (unit, "deploy: a close unit gets +1, then kill it, then it gets +1.", "S06", "it"),
        (action, "deploy a Squire to a slot.", "S06", "a slot"),
        (unit, "deploy: deploy a Squire to a close slot.", "S06", "a close slot"),
        (unit, "activate: deploy a dead ally to a slot.", "S06", "a slot"),
        (action, "kill an enemy, then deploy a Squire to a slot beside it.", "S06", "a slot beside it"),
        (action, "kill an enemy, then deploy a Squire to an own slot beside it.", "S06", "an own slot beside it"),
        (unit, "activate: deploy a dead ally to a slot beside it.", "S06", "a slot beside it"),
        (unit, "deploy: move the enemy in front to a close slot.", "S06", "a close slot"),
        (unit, "deploy: move the enemy in front to a slot beside it.", "S04", "a slot beside it"),
        (unit, "deploy: move this to a slot beside it.", "S04", "a slot beside it"),
        (action, "all units beside it get +1.", "S04", "all units beside it"),
        (unit, "death: deploy a dead ally to this slot.", "S05", "deploy a dead ally to this slot"),
        (
            unit,
            "deploy: draw 1, then deploy a dead ally of printed power 1 or less to an own slot.",
            "S05",
            "deploy a dead ally of printed power 1 or less to an own slot",
        ),
        (unit, "when an ally dies: deploy a Squire to a close own slot.", "S05", "deploy a Squire to a close own slot"),
        (unit, "when a unit dies: deploy a dead ally to an own slot.", "S05", "deploy a dead ally to an own slot"),
        (unit, "when this dies: draw 1.", "S03", "this"),
        (action, "deal 1 damage to target enemy, then it gets +1.", "S08", "target enemy"),
        (action, "move target unit to a slot beside it.", "S08", "target unit"),
        (unit, "deploy: kill this, then this gets +1.", "S06", "this"),
        (unit, "deploy: return this to hand, then move this to a close own slot.", "S06", "this"),
        (unit, "deploy: kill all units, then this gets +1.", "S06", "this"),
        (unit, "consumed: kill the consuming unit, then the consuming unit gets +1.", "S06", "the consuming unit"),
        (unit, "deploy: this becomes as strong as this.", "S06", "this"),
        (unit, "conquer: this gets +1.", "S11", "this gets +1"),
        (unit, "conquer: this slot gets +1.", "S11", "this slot gets +1"),
        (action, "kill a unit of power 1 or more.", "S11", "a unit of power 1 or more"),
        (action, "kill a unit of printed power 20 or less.", "S11", "a unit of printed power 20 or less"),
        (action, "kill a unit of power 5 or more of power 3 or more.", "S03", "a unit of power 5 or more of power 3 or more"),
        (
            unit,
            "activate: deploy a dead ally of printed power 3 or less of power 5 or more to an own slot.",
            "S03",
            "a dead ally of printed power 3 or less of power 5 or more",
        ),
        (unit, "deploy: kill a wounded wounded enemy.", "C37", "a wounded wounded enemy"),
        (unit, "deploy: either draw 1 or draw 1.", "C38", "either draw 1 or draw 1"),
        (unit, "deploy: deal 21 damage to an enemy.", "S01", "21"),
        (unit, "activate with cooldown 10: draw 1.", "S01", "10"),
        (unit, "deploy: you may you may draw 1.", "C34", "you may draw 1"),
        (unit, "deploy: draw 99999999999999999999.", "C22", "99999999999999999999"),
        ("unit Probe 21", "deploy: draw 1.", "S01", "21"),
    ] {
        let all = complaints::<Skirmish>(&format!("{head}\n  {line}\n{OTHERS}"));
        assert!(all.iter().all(|(one, _)| one.hint.is_some()), "{line}");
        let told: Vec<_> = all.iter().map(|(one, words)| (one.code.id, words.as_str())).collect();
        assert_eq!(told, [(code, words)], "{line}");
    }
    let dies = complaints::<Skirmish>(&format!("unit Probe 1\n  when this dies: draw 1.\n{OTHERS}"));
    assert_eq!(dies[0].0.hint.as_deref(), Some("write `death:`"));
}

/// What a help says is accepted, and so is what comes near a mistake without being one.
#[test]
fn what_comes_near_a_mistake_is_accepted() {
    let (unit, action) = ("unit Probe 3", "action Probe");
    for (head, line) in [
        (unit, "death: deploy a dead ally with another name to this slot."),
        (unit, "activate: this gets +1 this turn."),
        (action, "an ally gets +1 this turn, then deal 1 damage to all units."),
        (action, "if you have 2 wounded allies, draw 1."),
        (action, "if you have 2 dead allies of printed power 3 or less, draw 1."),
        (unit, "deploy: for each close enemy of power 3 or less, this gets +1."),
        (action, "kill a unit; if you do, draw 1; if you do, draw 1."),
        (action, "kill a random unit, then deal 1 damage to all units beside it."),
        (unit, "death: you may deploy a dead ally to this slot."),
        (unit, "deploy: deploy a dead ally of printed power 2 or less to an own slot."),
        (unit, "activate: deploy a dead ally to an own slot."),
        ("action unit Probe 3", "death: deploy a dead ally to this slot."),
        (unit, "when an ally dies: you may deploy a Squire to a close own slot."),
        (unit, "when an enemy dies: deploy a Squire to a close own slot."),
        (unit, "when an ally dies: deploy a Squire to this slot."),
        (unit, "deploy: a close ally gets +1, then deploy a Squire to it."),
        (action, "an ally gets +1, then deploy a Squire to a slot beside it."),
        (action, "a unit gets +1, then deploy a Squire to an own slot beside it."),
        (action, "kill an enemy, then deal 1 damage to all units beside it."),
        (action, "deal 2 damage to a unit, then it gets +1."),
        (action, "a unit gets +1, then all units beside it get +1."),
        (action, "move an enemy to a slot beside it."),
        (unit, "deploy: move this to a close own slot."),
        ("action Probe", "kill a unit, then an ally gets +1, then it gets +1."),
        (unit, "deploy: you may return this to hand, then this gets +1."),
        (unit, "deploy: kill all close allies, then this gets +1."),
        (unit, "conquer: kill a close enemy."),
        (unit, "conquer: return this to hand."),
        (action, "kill a unit of power 5 or more of printed power 3 or less."),
        (unit, "activate: deploy a dead ally of power 2 or more of printed power 4 or less to an own slot."),
    ] {
        let all = complaints::<Skirmish>(&format!("{head}\n  {line}\n{OTHERS}"));
        let told: Vec<_> = all.iter().map(|(one, words)| (one.code.id, words.as_str())).collect();
        assert_eq!(told, [], "{line}");
    }
}

fn scene(on_field: bool) -> Scene {
    let line = |seat: Seat, word: &str, items: Vec<Item>| SceneLine {
        seat,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(items),
    };
    let card = |name: &str| Item { name: name.into(), ..Item::default() };
    let at = |name: &str, place: u8| Item { place: Some(place), ..card(name) };
    let hurt = |name: &str, place: u8, power: i16| Item { stats: Some(Stats::One(power)), ..at(name, place) };
    let mut own = vec![at("Spear", 1), hurt("Giant", 3, 5), hurt("Spear", 4, 2)];
    let mut hand = vec![card("Doom")];
    if on_field {
        own.push(at("Probe", 2));
    } else {
        hand.push(card("Probe"));
    }
    let mut lines = vec![
        line(Seat::One, "field", own),
        line(Seat::One, "hand", hand),
        line(Seat::One, "graveyard", vec![card("Spear"), card("Giant")]),
        line(Seat::Two, "field", vec![at("Giant", 1), at("Spear", 2), hurt("Spear", 3, 2), hurt("Giant", 4, 5)]),
    ];
    lines.push(SceneLine { seat: Seat::One, word: "mod".into(), line: 1, value: SceneValue::Numbers(vec![2, 1]) });
    for seat in Seat::BOTH {
        lines.push(line(seat, "deck", vec![card("Spear"), card("Spear"), card("Spear")]));
    }
    Scene { lines, turn: Some((Seat::One, vec![])), turn_line: 9 }
}

/// Everything on the table after the card was played, or killed, with answers of chance.
fn after(text: &str, scene: &Scene, begin: &str, seed: u64) -> Option<String> {
    let sources = Sources::one("own.cards", text);
    let parsed = parse::<SkirmishWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let rules = Skirmish::build(&cards, &Terms::default()).unwrap();
    let position = Skirmish::stage(&rules, scene).unwrap_or_else(|error| panic!("{error:?}"));
    let (mut chance, mut options) = (FastChance::new(seed), Options::new());
    let mut table = Table::<Skirmish>::start(&rules, position, &mut chance, &mut Silence);
    table.options(&rules, &mut options);
    let face = |table: &Table<Skirmish>, choice: Choice| Skirmish::face(&rules, table.position(), choice);
    let mut next = *options.iter().find(|choice| face(&table, **choice).words.starts_with(begin))?;
    let mut landed = false;
    for _ in 0..20 {
        table.take(&rules, next, &mut chance, &mut Silence);
        if table.outcome().is_some() || Skirmish::turn(table.position()).0 != Seat::One {
            break;
        }
        table.options(&rules, &mut options);
        if options.iter().any(|choice| [FaceVerb::End, FaceVerb::Done].contains(&face(&table, *choice).verb)) {
            break;
        }
        // A unit lands on the third terrain.
        let third = options.iter().find(|choice| face(&table, **choice).slot == Some((Seat::One, 2)));
        next = match third {
            Some(third) if !landed && text.starts_with("unit") && begin == "play Probe" => *third,
            _ => options[chance.one_of(options.len() as u32) as usize],
        };
        landed = true;
    }
    let pos = table.position();
    let mut told = String::new();
    for seat in Seat::BOTH {
        for zone in ["field", "hand", "deck", "graveyard"] {
            let mut cards = Skirmish::inspect(&rules, pos, seat, zone);
            cards.sort_by_key(|card| (card.place, card.def));
            told.push_str(&format!("{zone}{cards:?}"));
        }
        told.push_str(&format!("{:?}", (0..5).map(|at| Skirmish::number(pos, seat, "mod", Some(at))).collect::<Vec<_>>()));
    }
    Some(told)
}

#[test]
fn whatever_is_accepted_changes_something_in_a_fitting_position() {
    let verbs = [
        "{} get +1",
        "deal 1 damage to {}",
        "deal 1 damage around {}",
        "kill {}",
        "deploy a Squire to {}",
        "deploy a dead ally with another name to {}",
        "cleanse {}",
        "move this to {}",
        "move an ally to {}",
        "move an enemy to {}",
        "move {} to a close own slot",
        "move {} to a slot beside it",
        "{} become as strong as a unit of power 5 or more",
        "an ally becomes as strong as {}",
        "return {} to hand",
    ];
    let mut phrases: Vec<String> =
        ["this", "this slot", "it", "the enemy in front", "the consuming unit"].map(String::from).into();
    for quant in ["all", "a", "up to 2", "a random"] {
        for adjective in ["", "close ", "own ", "wounded ", "dead "] {
            for noun in ["unit", "ally", "enemy", "slot"] {
                for tail in
                    ["", " of power 5 or more", " of power 3 or less", " of printed power 3 or less", " with another name"]
                {
                    phrases.push(format!("{quant} {adjective}{noun}{tail}"));
                }
            }
        }
    }
    let heads = [
        ("action Probe", "", "play Probe", false),
        ("unit Probe 1", "deploy: ", "play Probe", false),
        ("unit Probe 1", "death: ", "play Doom", true),
    ];
    let (mut accepted, mut idle) = (0, Vec::new());
    for verb in verbs {
        for phrase in &phrases {
            let clause = verb.replace("{}", phrase);
            for (head, before, begin, on_field) in heads {
                let card = |clause: &str| format!("{head}\n  {before}{clause}.\n{OTHERS}");
                if !complaints::<Skirmish>(&card(&clause)).is_empty() {
                    continue;
                }
                accepted += 1;
                let scene = scene(on_field);
                // A card that draws and one that draws nothing: whatever else is done shows.
                let nothing =
                    after(&card("kill all units of power 20 or more"), &scene, begin, 1).expect("nothing is in the way");
                if !(1..12).any(|seed| after(&card(&clause), &scene, begin, seed).is_some_and(|told| told != nothing)) {
                    idle.push(format!("{head}: {before}{clause}"));
                }
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
    assert!(idle.is_empty(), "{} of {accepted} do nothing:\n{}", idle.len(), idle.join("\n"));
}
