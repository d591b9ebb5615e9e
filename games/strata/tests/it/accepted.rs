//! Whatever `check` accepts can be played: every question has an option, every card is in one zone, and what is kept of a position
//! follows from the rest of it.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Item, Op, Scene, SceneLine, SceneValue, StateWord, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Options, Seat, Silence, Table};
use playmat_strata::Strata;
use playmat_strata::changes::worked_out;
use playmat_strata::rules::{Action, Deed, Rules, Who};
use playmat_strata::state::{Frame, Place, Places, Position, Zone};
use playmat_strata::words::{ActionVerb, StrataWords};
use playmat_testkit::{check_census, complaints, times};

const CREATURE: &str = "creature Probe, fire ghost, level 1, 300/200";
const MAGIC: &str = "magic Probe";

/// What lies around the card that is tried: to be played, used, attacked with, and to aim at it.
const OTHERS: &str = "
creature Wolf, fire beast, level 1, 300/200
  normal: tap target creature.
  dormant: draw 1.

creature Bear, fire beast, level 2, 600/400
  normal: destroy target enemy creature.
  latent when this is sent to the discard pile: draw 1.

magic Totem
  normal: draw 1.
  continuous: all beast creatures gain +50/+0.

magic Doom
  normal: destroy target enemy card.
  normal: return target card to hand.
";

fn card(name: &str, words: &[&str], under: &[&str]) -> Item {
    let state = |word: &&str| StateWord { word: (*word).into(), absent: false, number: None, card: None };
    let under = under.iter().map(|name| (*name).into()).collect();
    Item { name: name.into(), words: words.iter().map(state).collect(), under, ..Item::default() }
}

/// Both players have the card wherever it may be, and the first one's turn is on.
fn scene(head: &str, phase: &str) -> Scene {
    let creature = head == CREATURE;
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let mut add = |word: &str, cards: Vec<Item>| {
            lines.push(SceneLine { seat, word: word.into(), line: 1, value: SceneValue::Cards(cards) });
        };
        let probe = if creature { "Probe" } else { "Wolf" };
        let field = [card(probe, &[], &["Wolf"]), card("Bear", &[], &[probe, "Wolf"]), card("Wolf", &["facedown"], &[])];
        add("field", field.into_iter().chain([card("Wolf", &["tapped"], &[])]).collect());
        let probe = if creature { "Totem" } else { "Probe" };
        let magic = [card(probe, &[], &[]), card("Doom", &[], &[]), card(probe, &["facedown"], &[])];
        add("magic", magic.into_iter().chain([card("Totem", &["tapped"], &[])]).collect());
        for zone in ["hand", "deck", "discard"] {
            add(zone, ["Wolf", "Bear", "Totem", "Probe", "Doom"].map(|name| card(name, &[], &[])).into());
        }
    }
    Scene { lines, turn: Some((Seat::One, vec![phase.into()])), turn_line: 9 }
}

fn rules(text: &str) -> Rules {
    let parsed = parse::<StrataWords>(&Sources::one("own.cards", text));
    Strata::build(&parsed.cards().collect::<Vec<_>>(), &Terms::default()).unwrap()
}

/// What holds of every position: a card on the table lies in the zone of its place, stacks are of their player's creatures, and only
/// what is being played is in no zone.
fn check_table(rules: &Rules, pos: &Position) {
    check_census::<Strata>(pos);
    for seat in Seat::BOTH {
        for at in 0..5 {
            let place = Place::stack(seat, at);
            let stack = pos.zones.zone(place.zone());
            assert_eq!(stack.last().copied(), pos.slot(place).card.some(), "a stack shows its top card");
            for &card in stack {
                assert!(
                    pos.owner(card) == seat && !rules.def(pos.def_id(card)).is_magic(),
                    "a stack is of its player's creatures"
                );
            }
        }
        let magic = Places::magic(seat).and(pos.field.taken);
        assert_eq!(magic.len(), pos.pile(seat, Zone::Magic).len(), "magic lies in the magic zone");
        assert!(magic.iter().all(|place| pos.pile(seat, Zone::Magic).contains(&pos.slot(place).card)));
        for &card in pos.pile(seat, Zone::Limbo) {
            let played = |frame: &Frame| matches!(frame, Frame::Play(play) if play.card == card);
            assert!(pos.agenda.frames().iter().any(played), "what is in no zone is being played");
        }
    }
    assert_eq!(worked_out(rules, pos), *pos);
}

/// Plays by chance into the next turn but one; the card that is tried is used wherever it can be, half of the time.
fn play_on(rules: &Rules, scene: &Scene, seed: u64) {
    let position = Strata::stage(rules, scene).unwrap_or_else(|error| panic!("{error:?}"));
    let (mut chance, mut player) = (FastChance::nth(seed, 0), FastChance::nth(seed, 1));
    let mut options = Options::new();
    let last = position.turns + 2;
    let mut table = Table::<Strata>::start(rules, position, &mut chance, &mut Silence);
    for _ in 0..300 {
        if table.outcome().is_some() || table.position().turns >= last {
            return;
        }
        check_table(rules, table.position());
        table.options(rules, &mut options);
        assert!(!options.is_empty(), "a question without an option: {:?}", table.position().agenda.frames());
        let about = |at: &usize| Strata::face(rules, table.position(), options[*at]).words.contains("Probe");
        let probes: Vec<usize> = (0..options.len()).filter(about).collect();
        let mut any = |count: usize| player.one_of(count as u32) as usize;
        let pick = if probes.is_empty() || any(2) == 0 { any(options.len()) } else { probes[any(probes.len())] };
        table.take(rules, options[pick], &mut chance, &mut Silence);
    }
}

const VERBS: &[&str] = &[
    "discard {}",
    "return {} to hand",
    "shuffle {} into the deck",
    "destroy {}",
    "play {}",
    "play {} face down",
    "level up {} with a creature in your hand",
    "level up target allied creature with {}",
    "put {} under target allied creature",
    "put {} under target enemy creature",
    "put {} under this",
    "put a creature in your hand under {}",
    "tap {}",
    "copy an effect of {}",
    "search your deck for {}",
    "{} gain +50/+0",
    "{} cannot attack this turn",
    "{} resist all magic cards",
    "{} become water",
    "redirect the attack to {}",
    "redirect the effect to {}",
    "tap target enemy creature, then destroy {}",
    "level up this with a creature in your hand, then return {} to hand",
    "stop the play, then discard {}",
    "return {} to hand, then put it under target allied creature",
    "if you have {}, destroy target creature",
];

const HEADS: &[(&str, &str)] = &[
    (CREATURE, "normal"),
    (CREATURE, "dormant"),
    (CREATURE, "continuous"),
    (CREATURE, "counter when an enemy card is played"),
    (CREATURE, "counter when an enemy creature attacks"),
    (CREATURE, "counter when an allied card is targeted"),
    (CREATURE, "latent when an enemy creature is played"),
    (CREATURE, "latent in the deck at the start of your turn"),
    (CREATURE, "latent underneath when this stack attacks"),
    (CREATURE, "latent in hand when a creature is destroyed"),
    (MAGIC, "normal"),
    (MAGIC, "normal, destroy a face-down card"),
    (MAGIC, "equip"),
    (MAGIC, "counter when a card is played"),
    (MAGIC, "counter when an enemy effect is activated"),
    (MAGIC, "counter when a face-down card is targeted"),
    (MAGIC, "latent in the discard pile at the end of your turn"),
];

#[test]
fn whatever_is_accepted_can_be_played() {
    let mut phrases: Vec<String> = ["this", "this stack", "it", "the attacker", "the defender"].map(String::from).into();
    for quant in ["all", "target", "a", "up to 2"] {
        for adjective in ["", "enemy ", "allied ", "other ", "face-down "] {
            for noun in ["creature", "magic card", "card"] {
                for tail in [
                    "",
                    " in your hand",
                    " in your deck",
                    " in your discard pile",
                    " in the rival's discard pile",
                    " under this",
                ] {
                    phrases.push(format!("{quant} {adjective}{noun}{tail}"));
                }
            }
        }
    }
    let mut accepted = 0;
    for (head, before) in HEADS {
        let scenes = ["main", "battle"].map(|phase| scene(head, phase));
        for verb in VERBS {
            for phrase in &phrases {
                let line = format!("{before}: {}", verb.replace("{}", phrase));
                let card = format!("{head}\n  {line}.\n  dormant: draw 1.\n");
                if !complaints::<Strata>(&card).is_empty() {
                    continue;
                }
                accepted += 1;
                let rules = rules(&format!("{card}{OTHERS}"));
                // One of the two phases in turn; with `PLAYMAT_LONG` both.
                for seed in (0..2).filter(|seed| times() > 1 || seed % 2 == accepted % 2) {
                    let scene = &scenes[seed as usize % 2];
                    let played = std::panic::AssertUnwindSafe(|| play_on(&rules, scene, seed));
                    assert!(std::panic::catch_unwind(played).is_ok(), "{head}: {line}, seed {seed}");
                }
            }
        }
    }
    assert!(accepted > 10_000, "{accepted}");
}

/// What `check` refuses must not do harm either where it is loaded all the same.
#[test]
fn no_program_moves_what_is_in_no_zone_or_mixes_stacks() {
    for (head, line) in [
        (CREATURE, "counter when an enemy card is played: return it to hand"),
        (CREATURE, "counter when an enemy card is played: discard it"),
        (CREATURE, "counter when an enemy card is played: put it under this"),
        (CREATURE, "counter when an enemy card is played: shuffle it into the deck"),
        (CREATURE, "counter when an enemy card is played: stop the play, then return it to hand"),
        (CREATURE, "counter when an enemy card is played: copy an effect of it"),
        (CREATURE, "counter when an enemy card is played, discard it: draw 1"),
        (CREATURE, "normal: put a card in your hand under this"),
        (CREATURE, "normal: put all cards under this"),
        (CREATURE, "normal: put a creature in the rival's discard pile under this"),
        (CREATURE, "normal: level up target enemy creature with a creature in your hand"),
        (CREATURE, "latent in the deck at the start of your turn: put all enemy cards under target creature"),
        (MAGIC, "normal: put this under target creature"),
    ] {
        let card = format!("{head}\n  {line}.\n  dormant: draw 1.\n");
        assert!(!complaints::<Strata>(&card).is_empty(), "{line}");
        let rules = rules(&format!("{card}{OTHERS}"));
        for seed in 0..40 {
            play_on(&rules, &scene(head, "main"), seed);
        }
    }
}

/// A table where player 1 has the turn, and the words of what can be answered.
fn table(rules: &Rules, lines: Vec<(Seat, &str, Vec<Item>)>) -> Table<Strata> {
    let line = |(seat, word, cards): (Seat, &str, Vec<Item>)| SceneLine {
        seat,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(cards),
    };
    let lines = lines.into_iter().map(line).collect();
    let scene = Scene { lines, turn: Some((Seat::One, vec!["main".into()])), turn_line: 9 };
    Table::start(rules, Strata::stage(rules, &scene).unwrap(), &mut FastChance::new(1), &mut Silence)
}

fn words(rules: &Rules, table: &Table<Strata>) -> Vec<String> {
    let mut options = Options::new();
    table.options(rules, &mut options);
    options.iter().map(|&choice| common::by_number(rules, table.position(), choice)).collect()
}

fn take(rules: &Rules, table: &mut Table<Strata>, wanted: &str) {
    let all = words(rules, table);
    let place = all.iter().position(|words| words == wanted).unwrap_or_else(|| panic!("no {wanted} among {all:?}"));
    let mut options = Options::new();
    table.options(rules, &mut options);
    table.take(rules, options[place], &mut FastChance::new(1), &mut Silence);
}

fn own(line: &str, head: &str) -> Rules {
    let card = format!("{head}\n  {line}.\n  dormant: draw 1.\n");
    assert!(complaints::<Strata>(&card).is_empty(), "{line}");
    rules(&format!("{card}{OTHERS}"))
}

#[test]
fn a_card_that_is_turned_up_for_its_effect_is_no_face_down_target_of_it() {
    // ST H1, H5: what may be announced is what has a target once its own card lies face up.
    for other in [false, true] {
        let rules = own("counter when an enemy effect is activated: destroy target face-down card", MAGIC);
        let down = |name: &str| card(name, &["facedown"], &[]);
        let magic = if other { vec![down("Probe"), down("Totem")] } else { vec![down("Probe")] };
        let totem = || vec![card("Totem", &[], &[])];
        let mut table = table(&rules, vec![(Seat::One, "magic", totem()), (Seat::Two, "magic", magic)]);
        take(&rules, &mut table, "use effect 1 of Totem");
        let answers = words(&rules, &table);
        assert_eq!(answers.iter().any(|words| words.ends_with("use effect 1 of Probe")), other, "{answers:?}");
        assert!(answers.iter().any(|words| words == "turn up Probe"), "{answers:?}");
        if other {
            take(&rules, &mut table, "turn up and use effect 1 of Probe");
            assert_eq!(words(&rules, &table).len(), 1);
        }
    }
    let rules = own("normal: destroy target face-down card", MAGIC);
    let table = table(&rules, vec![(Seat::One, "magic", vec![card("Probe", &["facedown"], &[])])]);
    assert!(!words(&rules, &table).iter().any(|words| words.ends_with("use effect 1 of Probe")));
}

#[test]
fn nothing_goes_under_itself() {
    for (line, fields, offered) in [
        ("normal: put this under target allied creature", vec![card("Probe", &[], &[])], None),
        ("normal: put this under target allied creature", vec![card("Probe", &[], &[]), card("Bear", &[], &[])], Some(1)),
        ("normal: put target allied creature under this", vec![card("Probe", &[], &[]), card("Bear", &[], &[])], Some(1)),
        ("normal: put target ghost creature under target allied creature", vec![card("Probe", &[], &[])], None),
    ] {
        let line = line.replace("target ghost creature", "target allied ghost creature");
        let rules = own(&line, CREATURE);
        let mut table = table(&rules, vec![(Seat::One, "field", fields)]);
        let can = words(&rules, &table).iter().any(|words| words == "use effect 1 of Probe");
        assert_eq!(can, offered.is_some(), "{line}");
        if let Some(offered) = offered {
            take(&rules, &mut table, "use effect 1 of Probe");
            assert_eq!(words(&rules, &table).len(), offered, "{line}");
        }
    }
}

#[test]
fn after_levelling_up_it_is_the_new_top() {
    let rules = own("normal: level up this with a creature in your hand, then it gains +100/+0", CREATURE);
    let (field, hand) = (vec![card("Probe", &[], &[])], vec![card("Bear", &[], &[])]);
    let mut table = table(&rules, vec![(Seat::One, "field", field), (Seat::One, "hand", hand)]);
    take(&rules, &mut table, "use effect 1 of Probe");
    take(&rules, &mut table, "Bear");
    take(&rules, &mut table, "face up");
    let slot = *table.position().slot(Place::stack(Seat::One, 0));
    assert_eq!((slot.level, slot.attack, slot.defense), (2, 700, 400));
}

/// What one branch chooses is not "it" in the next one.
#[test]
fn in_every_branch_it_is_what_it_was_before() {
    let rules = own("counter when an enemy creature attacks: either destroy target magic card or destroy it", CREATURE);
    let destroyed = rules.ops.iter().filter_map(|op| match op {
        Op::Act(Action::Do(Deed { verb: ActionVerb::Destroy, who, .. })) => Some(*who),
        _ => None,
    });
    let destroyed: Vec<Who> = destroyed.collect();
    assert!(destroyed.windows(2).any(|both| both == [Who::Chosen(0), Who::Attacker]), "{destroyed:?}");
}
