//! A card does what it says: what `check` accepts changes something in a fitting position, and what the engine does not do as it is
//! written is refused where it stands.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, StateWord, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Options, Seat, Silence, Table};
use playmat_strata::rules::Rules;
use playmat_strata::words::StrataWords;
use playmat_strata::{Choice, Strata};
use playmat_testkit::complaints;

/// What is wrong with a card of this line and one that is right: the codes, each with the words it underlines.
fn told(head: &str, line: &str) -> Vec<(&'static str, String)> {
    let all = complaints::<Strata>(&format!("{head}\n  {line}\n  dormant: draw 1.\n"));
    for (one, _) in &all {
        assert!(one.hint.is_some() || !one.expected.is_empty(), "{line}: {} {}", one.code.id, one.message);
    }
    all.into_iter().map(|(one, words)| (one.code.id, words)).collect()
}

const CREATURE: &str = "creature Probe, fire ghost, level 1, 300/200";
const MAGIC: &str = "magic Probe";

#[test]
fn what_the_engine_does_not_do_as_written_is_refused_at_the_words() {
    for (head, line, code, words) in [
        (CREATURE, "normal: this becomes level 9.", "T01", "9"),
        (CREATURE, "normal: destroy target creature of level 6.", "T01", "6"),
        (CREATURE, "normal: for each creature, for each magic card, draw 1.", "T07", "for each magic card"),
        (CREATURE, "normal: for each creature, destroy target creature.", "T07", "destroy target creature"),
        (CREATURE, "normal: if you have up to 2 creatures, draw 1.", "T07", "up to 2 creatures"),
        (CREATURE, "normal: if you have 2 enemy creatures, draw 1.", "T07", "2 enemy creatures"),
        (CREATURE, "normal: if the rival has a card in your hand, draw 1.", "T07", "a card in your hand"),
        (CREATURE, "continuous: if you have 2 creatures, draw 1.", "T04", "draw 1"),
        (
            CREATURE,
            "continuous: if you have 2 creatures, if you have fewer points, this gains +50/+0.",
            "T07",
            "if you have fewer points",
        ),
        (CREATURE, "continuous: target creature gains +50/+0.", "T07", "target creature"),
        (MAGIC, "equip: target creature gains +50/+0.", "T07", "target creature"),
        (MAGIC, "normal: this gains +50/+0.", "T07", "this"),
        (MAGIC, "normal: all magic cards gain +50/+0.", "T07", "all magic cards"),
        (CREATURE, "normal: this gains +0/+0.", "T01", "+0/+0"),
        (CREATURE, "normal: play this.", "T07", "this"),
        (CREATURE, "latent when this is destroyed: this gains +50/+0.", "T07", "this"),
        (CREATURE, "latent in hand when a creature attacks: destroy this.", "T07", "this"),
        (CREATURE, "latent when 2 creatures attack: draw 1.", "T07", "2 creatures"),
        (CREATURE, "latent when a creature in your hand is destroyed: draw 1.", "T07", "a creature in your hand"),
        (CREATURE, "counter when an enemy creature attacks you: destroy the defender.", "T06", "the defender"),
        (CREATURE, "counter when a card is played: redirect the play to this.", "T07", "the play"),
        (CREATURE, "normal: copy an effect of all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: level up all creatures with a creature in your hand.", "T07", "all creatures"),
        (CREATURE, "normal: level up this with target creature.", "T07", "target creature"),
        (CREATURE, "normal: put a creature in your hand under all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: return a card in your hand to hand.", "T07", "a card in your hand"),
        (CREATURE, "normal: discard a card in your discard pile.", "T07", "a card in your discard pile"),
        (CREATURE, "normal: play a creature in the rival's discard pile.", "T07", "a creature in the rival's discard pile"),
        (CREATURE, "normal: gain a play for all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: the rival cannot play 2 creatures next turn.", "T07", "2 creatures"),
        (CREATURE, "normal: this resists a creature.", "T07", "a creature"),
        (CREATURE, "normal: discard an enemy card in your hand.", "T05", "an enemy card in your hand"),
        (CREATURE, "normal: tap this.", "T07", "this"),
        (CREATURE, "normal: tap target tapped creature.", "T07", "target tapped creature"),
        (CREATURE, "normal: discard a magic card under this.", "T05", "a magic card under this"),
        (CREATURE, "latent when this is destroyed: draw 1, then destroy it.", "T07", "it"),
        (CREATURE, "latent when this is destroyed: discard this.", "T07", "this"),
        (CREATURE, "latent when this is destroyed: for each card under this, draw 1.", "T06", "each card under this"),
        (MAGIC, "normal: put a creature in your hand under this.", "T07", "this"),
        (MAGIC, "equip: play it.", "T04", "play it"),
        (CREATURE, "normal: search your deck for an enemy creature.", "T07", "an enemy creature"),
        (CREATURE, "normal: pay 2 points.", "T04", "pay 2 points"),
        (CREATURE, "normal, destroy a creature in your hand: draw 1.", "T07", "a creature in your hand"),
        (CREATURE, "normal, destroy this: this gains +50/+0.", "T07", "this"),
        (CREATURE, "normal, discard a card in your discard pile: draw 1.", "T07", "a card in your discard pile"),
        (CREATURE, "normal: you may you may draw 1.", "C34", "you may draw 1"),
        (CREATURE, "normal: draw 99999999999999999999.", "C22", "99999999999999999999"),
        // A card being played is in no zone until its link resolves (ST H6).
        (CREATURE, "counter when an enemy card is played: return it to hand.", "T07", "it"),
        (CREATURE, "counter when an enemy card is played: discard it.", "T07", "it"),
        (CREATURE, "counter when an enemy creature is played: put it under this.", "T07", "it"),
        (CREATURE, "counter when an enemy card is played: stop the play, then return it to hand.", "T07", "it"),
        (CREATURE, "counter when an enemy card is played: shuffle it into the deck.", "T07", "it"),
        (CREATURE, "counter when an enemy card is played, discard it: draw 1.", "T07", "it"),
        (CREATURE, "counter when an enemy creature is played: tap it.", "T07", "it"),
        (CREATURE, "counter when an enemy creature is played: destroy it.", "T07", "it"),
        (CREATURE, "counter when an enemy creature is played: it gains -100/-100 this turn.", "T07", "it"),
        (CREATURE, "counter when an enemy creature is played: it cannot attack this turn.", "T07", "it"),
        (CREATURE, "counter when an enemy card is played: copy an effect of it.", "T07", "it"),
        (CREATURE, "counter when an enemy card is played: draw 1, then tap it.", "T07", "it"),
        // What "it" is by then.
        (CREATURE, "normal: the rival cannot play a creature next turn, then destroy it.", "T06", "it"),
        (CREATURE, "normal: destroy target creature, then tap it.", "T07", "it"),
        (CREATURE, "normal: search your deck for a creature, then it gains +50/+0.", "T07", "it"),
        (CREATURE, "normal: return target creature to hand, then return it to hand.", "T07", "it"),
        (CREATURE, "normal: tap all enemy creatures, then copy an effect of it.", "T07", "it"),
        (CREATURE, "normal: level up this with a creature in your hand, then this gains +50/+0.", "T07", "this"),
        (CREATURE, "normal: return this to hand, then this gains +50/+0.", "T07", "this"),
        // Stacks are of one player's creatures (ST B, H21).
        (CREATURE, "normal: put a card in your hand under this.", "T07", "a card in your hand"),
        (CREATURE, "normal: put a magic card in your hand under this.", "T07", "a magic card in your hand"),
        (CREATURE, "normal: put all allied cards under target allied creature.", "T07", "all allied cards"),
        (CREATURE, "latent when an allied card is played: put it under this.", "T07", "it"),
        (MAGIC, "normal: put this under target allied creature.", "T07", "this"),
        (CREATURE, "normal: put target enemy creature under this.", "T07", "target enemy creature"),
        (CREATURE, "normal: put a creature in your hand under target creature.", "T07", "target creature"),
        (CREATURE, "latent when an enemy creature attacks: put it under this.", "T07", "it"),
        (
            CREATURE,
            "latent in the deck at the start of your turn: put all enemy cards under target creature.",
            "T07",
            "all enemy cards",
        ),
        (CREATURE, "normal: level up target enemy creature with a creature in your hand.", "T07", "target enemy creature"),
        (CREATURE, "normal: level up target creature with a creature in your hand.", "T07", "target creature"),
        (CREATURE, "normal: put this under this.", "T07", "this"),
        (CREATURE, "normal: put this stack under this.", "T07", "this"),
        // What lasts is made of changes that last.
        (CREATURE, "continuous: draw 1.", "T04", "draw 1"),
        (
            CREATURE,
            "continuous: the rival cannot play a creature next turn.",
            "T04",
            "the rival cannot play a creature next turn",
        ),
        (CREATURE, "continuous: this gains +100/+0 this turn.", "T04", "this gains +100/+0 this turn"),
        (MAGIC, "equip: draw 1.", "T04", "draw 1"),
        (
            MAGIC,
            "equip: the equipped creature gains +100/+0 this turn.",
            "T04",
            "the equipped creature gains +100/+0 this turn",
        ),
        // What can never happen.
        (CREATURE, "counter when an allied creature attacks: draw 1.", "T04", "an allied creature"),
        (CREATURE, "counter when this is played: draw 1.", "T04", "this"),
        (CREATURE, "counter when an allied effect is activated: draw 1.", "T04", "an allied effect"),
        (
            CREATURE,
            "counter when an effect of an allied creature is activated: draw 1.",
            "T04",
            "an effect of an allied creature",
        ),
        (CREATURE, "counter when an enemy creature attacks an enemy creature: draw 1.", "T05", "an enemy creature"),
        (CREATURE, "counter when an enemy face-down card is played: draw 1.", "T05", "an enemy face-down card"),
        (CREATURE, "counter when a fire effect is activated: draw 1.", "T05", "a fire effect"),
        (CREATURE, "latent when this attacks you: draw 1.", "T05", "you"),
        (CREATURE, "latent when a face-down creature attacks: draw 1.", "T05", "a face-down creature"),
        (CREATURE, "latent when a tapped creature is played: draw 1.", "T05", "a tapped creature"),
        (CREATURE, "latent when a tapped card is sent to the discard pile: draw 1.", "T05", "a tapped card"),
        (CREATURE, "latent when you attack: draw 1.", "T07", "you"),
        (MAGIC, "latent when this attacks: draw 1.", "T05", "this"),
        (MAGIC, "latent when this stack attacks: draw 1.", "T06", "this stack"),
        (CREATURE, "latent in hand when this is targeted: draw 1.", "T06", "in hand"),
        (CREATURE, "latent in hand when this is played: draw 1.", "T06", "in hand"),
        (CREATURE, "latent underneath when a creature attacks this: draw 1.", "T06", "underneath"),
        (
            CREATURE,
            "counter when this is targeted: redirect the effect to target enemy creature.",
            "T07",
            "target enemy creature",
        ),
        (CREATURE, "counter when this is targeted: redirect the effect to this.", "T07", "this"),
        (CREATURE, "counter when an enemy creature attacks: redirect the attack to the attacker.", "T07", "the attacker"),
        (CREATURE, "counter when an enemy creature attacks you: redirect the attack to this.", "T07", "this"),
        (MAGIC, "counter when an enemy creature attacks: redirect the attack to this.", "T07", "this"),
        // What nothing can be.
        (CREATURE, "normal: destroy target normal creature.", "T05", "target normal creature"),
        (CREATURE, "normal: destroy target underneath creature.", "T05", "target underneath creature"),
        (CREATURE, "normal: this resists all face-down creatures.", "T07", "all face-down creatures"),
        (CREATURE, "normal: target creature becomes fire water.", "T02", "fire water"),
        (CREATURE, "normal: target creature becomes fire beast.", "T02", "fire beast"),
        (CREATURE, "normal: target creature becomes beast beast.", "T02", "beast beast"),
        (CREATURE, "normal: target creature becomes tapped.", "T02", "tapped"),
        ("creature Probe, fire beast beast, level 1, 300/200", "normal: draw 1.", "T02", "fire beast beast"),
        (MAGIC, "normal: tap target enemy creature, then destroy target other creature.", "T05", "target other creature"),
        (CREATURE, "normal: destroy target other enemy creature.", "T05", "target other enemy creature"),
        (CREATURE, "normal: destroy target other magic card.", "T05", "target other magic card"),
        ("creature Probe, fire ghost, level 6, 300/200", "normal: draw 1.", "T01", "6"),
        ("creature Probe, fire ghost, level 1, 300/201", "normal: draw 1.", "T01", "300/201"),
        ("creature Probe, fire water, level 1, 300/200", "normal: draw 1.", "T02", "fire water"),
    ] {
        assert_eq!(told(head, line), [(code, words.to_owned())], "{line}");
    }
}

/// A phrase that says too little for a program is underlined itself, whatever else stands on its line.
#[test]
fn what_no_program_comes_of_is_refused_at_the_words() {
    for (head, line, code, words) in [
        (CREATURE, "normal: search your deck for all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: search your discard pile for this.", "T07", "this"),
        (CREATURE, "normal: destroy target effect.", "T07", "target effect"),
        (MAGIC, "latent when it is played: draw 1.", "T07", "it"),
        (
            MAGIC,
            "normal: level up target allied creature with all creatures in your hand.",
            "T07",
            "all creatures in your hand",
        ),
        (
            MAGIC,
            "normal: copy an effect of a card in your discard pile in your hand.",
            "T07",
            "a card in your discard pile in your hand",
        ),
        (
            MAGIC,
            "normal: return a card under target creature to hand, then tap target creature.",
            "T08",
            "normal: return a card under target creature to hand, then tap target creature.",
        ),
    ] {
        assert_eq!(told(head, line), [(code, words.to_owned())], "{line}");
    }
}

/// ST I5, I8, I9, I14: what could be read, and nobody can mean.
#[test]
fn what_nobody_can_mean_is_refused_at_the_words() {
    for (head, line, code, words) in [
        // Costs are paid with own cards, each once.
        (CREATURE, "normal, destroy an enemy creature: draw 1.", "T07", "an enemy creature"),
        (CREATURE, "normal, destroy a creature: draw 1.", "T07", "a creature"),
        (CREATURE, "normal, destroy an enemy magic card: draw 1.", "T07", "an enemy magic card"),
        (CREATURE, "normal, return an enemy card to hand: draw 1.", "T07", "an enemy card"),
        (CREATURE, "counter when an enemy creature attacks, destroy the attacker: draw 1.", "T07", "the attacker"),
        (CREATURE, "normal, discard this, destroy this: draw 1.", "T07", "destroy this"),
        (CREATURE, "normal, destroy this, return this to hand: draw 1.", "T07", "return this to hand"),
        (CREATURE, "normal, destroy this stack, return this to hand: draw 1.", "T07", "return this to hand"),
        (
            CREATURE,
            "normal, destroy 3 allied creatures, return 3 allied creatures to hand: draw 1.",
            "T07",
            "return 3 allied creatures to hand",
        ),
        // Conditions that can never hold.
        (CREATURE, "normal: if you have 11 creatures, draw 1.", "T05", "11 creatures"),
        (CREATURE, "normal: if you have 6 creatures, draw 1.", "T05", "6 creatures"),
        (CREATURE, "normal: if the rival has 6 creatures, draw 1.", "T05", "6 creatures"),
        (CREATURE, "normal: if the rival has 6 magic cards, draw 1.", "T05", "6 magic cards"),
        (CREATURE, "normal: if you have 6 fire cards, draw 1.", "T05", "6 fire cards"),
        (CREATURE, "normal: if you have 11 cards, draw 1.", "T05", "11 cards"),
        (CREATURE, "normal: if you have 5 other creatures, draw 1.", "T05", "5 other creatures"),
        (CREATURE, "continuous: if you have 10 other cards, this gains +50/+0.", "T05", "10 other cards"),
        (CREATURE, "normal: if you have 71 cards in your deck, draw 1.", "T05", "71 cards in your deck"),
        // Conditions that cannot be joined.
        (
            CREATURE,
            "normal: destroy target creature of level 3 or higher of level 2 or lower.",
            "T05",
            "target creature of level 3 or higher of level 2 or lower",
        ),
        (CREATURE, "normal: destroy all creatures of level 1 of level 2.", "T05", "all creatures of level 1 of level 2"),
        (
            CREATURE,
            "counter when an enemy effect of a magic card of a creature is activated: stop the effect.",
            "T05",
            "an enemy effect of a magic card of a creature",
        ),
        (
            CREATURE,
            "counter when an enemy effect of a fire magic card is activated: stop the effect.",
            "T05",
            "an enemy effect of a fire magic card",
        ),
        (
            CREATURE,
            "counter when an enemy normal counter effect is activated: stop the effect.",
            "T05",
            "an enemy normal counter effect",
        ),
        (CREATURE, "normal: destroy target creature of a creature.", "T05", "target creature of a creature"),
        (
            CREATURE,
            "normal: destroy target beast ghost avian dragon creature.",
            "T05",
            "target beast ghost avian dragon creature",
        ),
        // Searches that can never find.
        (CREATURE, "normal: search your deck for a creature of level 3 of level 2.", "T05", "a creature of level 3 of level 2"),
        (CREATURE, "normal: search your deck for a fire magic card.", "T05", "a fire magic card"),
        (
            CREATURE,
            "normal: search your deck for a creature with attack 2600 or more.",
            "T05",
            "a creature with attack 2600 or more",
        ),
        (
            CREATURE,
            "normal: search your discard pile for a creature of level 1 with attack 600 or more.",
            "T05",
            "a creature of level 1 with attack 600 or more",
        ),
        (
            CREATURE,
            "normal: return a creature of level 2 or lower with attack 1100 or more in your discard pile to hand.",
            "T05",
            "a creature of level 2 or lower with attack 1100 or more in your discard pile",
        ),
        (CREATURE, "normal: search your deck for 3 Probe.", "T05", "Probe"),
        (CREATURE, "normal: search your deck for a Prob.", "C23", "Prob"),
        (CREATURE, "normal: search your discard pile for an enemy creature.", "T07", "an enemy creature"),
        (CREATURE, "normal: search your discard pile for a tapped creature.", "T07", "a tapped creature"),
        (CREATURE, "normal: search your discard pile for a creature in your hand.", "T07", "a creature in your hand"),
        // `if you do` asks about the step before it.
        (CREATURE, "normal: if you do, draw 1.", "T06", "if you do"),
        (CREATURE, "normal: either draw 1 or if you do, draw 2.", "T06", "if you do"),
        (CREATURE, "continuous: this gains +50/+0; if you do, this attacks twice.", "T04", "if you do"),
        (CREATURE, "normal: (draw 1; if you do, draw 1); if you do, draw 1.", "T07", "if you do"),
        (CREATURE, "normal: draw 1; draw 1.", "C19", ";"),
    ] {
        assert_eq!(told(head, line), [(code, words.to_owned())], "{line}");
    }
}

/// What a hint says would be right is not what was written.
#[test]
fn no_hint_suggests_what_was_written() {
    for line in [
        "counter when an enemy card is activated: stop the effect.",
        "counter when an enemy creature is activated: draw 1.",
        "latent when an enemy effect is played: draw 1.",
        "counter when an enemy effect is played: draw 1.",
        "counter when an allied effect is activated: draw 1.",
        "dormant, discard this: draw 1.",
        "normal: the equipped creature gains +50/+0.",
        "normal: stop the effect.",
        "latent tapped when a creature attacks: draw 1.",
        "normal: pay 2 points.",
        "continuous: draw 1.",
    ] {
        let all = complaints::<Strata>(&format!("{CREATURE}\n  {line}\n  dormant: draw 1.\n"));
        assert_eq!(all.iter().filter(|(one, _)| one.code.id == "T04").count(), 1, "{line}: {all:?}");
        let hint = all.iter().find(|(one, _)| one.code.id == "T04").and_then(|(one, _)| one.hint.clone()).unwrap();
        let first = hint.split('`').nth(1).unwrap();
        assert!(!line.contains(first), "{line}: {hint}");
    }
}

/// ST I9: the phrase is printed as it is read.
#[test]
fn if_you_do_is_a_phrase_of_the_language() {
    for line in [
        "normal: you discard 2; if you do, draw 3.",
        "normal: draw 1, then you discard 1; if you do, draw 1, then you gain 1 point.",
        "normal: (you mill 1, then you discard 1); if you do, (draw 1, then draw 1).",
        "normal: you may discard a card in your hand; if you do, draw 2.",
        "normal: tap target creature; if you do, you mill 1; if you do, you gain 5 points.",
        "normal: either (draw 1; if you do, draw 1) or you gain 1 point.",
    ] {
        assert_eq!(told(CREATURE, line), [], "{line}");
        let text = format!("{CREATURE}\n  {line}\n  dormant: draw 1.\n");
        let parsed = parse::<StrataWords>(&Sources::one("own.cards", text.as_str()));
        assert_eq!(playmat_cardtext::print_card(parsed.cards().next().unwrap()), text);
    }
    let other = "normal: draw 1, then if you do, draw 1.";
    let parsed = parse::<StrataWords>(&Sources::one("own.cards", format!("{CREATURE}\n  {other}\n  dormant: draw 1.\n")));
    let printed = playmat_cardtext::print_card(parsed.cards().next().unwrap());
    assert!(printed.contains("normal: draw 1; if you do, draw 1.\n"), "{printed}");
}

#[test]
fn a_line_that_cannot_be_read_is_counted_as_a_line() {
    assert_eq!(told(CREATURE, "norml: draw 1.").len(), 1);
    assert_eq!(told(CREATURE, "normal: drwa 1.").len(), 1);
}

/// What lies around the card that is tried.
const OTHERS: &str = "
creature Wolf, fire beast, level 1, 300/200
  normal: draw 1.
  dormant: draw 1.

creature Bear, fire beast, level 2, 600/400
  normal: draw 1.
  dormant: draw 1.

magic Totem
  normal: draw 1.
  continuous: all avian creatures gain +50/+0.

magic Doom
  normal: destroy target ghost creature.
  normal: draw 1.
";

fn scene(head: &str, rested: bool) -> Scene {
    let line = |seat: Seat, word: &str, items: Vec<Item>| SceneLine {
        seat,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(items),
    };
    let card = |name: &str| Item { name: name.into(), ..Item::default() };
    let state = |word: &str| StateWord { word: word.into(), absent: false, number: None, card: None };
    let being = |name: &str, word: &str| Item { words: vec![state(word)], ..card(name) };
    let stack = || Item { under: vec!["Wolf".into()], ..card("Bear") };
    let piles = || vec![card("Wolf"), card("Bear"), card("Totem")];
    let probe = Item { under: if head == CREATURE { vec!["Wolf".into()] } else { vec![] }, ..card("Probe") };
    let (mut field, mut magic) = (
        vec![if rested { card("Wolf") } else { being("Wolf", "tapped") }, stack(), being("Wolf", "facedown")],
        vec![card("Doom"), being("Totem", "tapped"), being("Totem", "facedown")],
    );
    if head == CREATURE {
        field.push(probe)
    } else {
        magic.push(probe)
    }
    let mut lines = vec![line(Seat::One, "field", field), line(Seat::One, "magic", magic), line(Seat::One, "hand", piles())];
    lines.push(line(
        Seat::Two,
        "field",
        vec![card("Wolf"), being("Bear", "tapped"), being("Wolf", "facedown"), being("Wolf", "tapped"), stack()],
    ));
    lines.push(line(Seat::Two, "magic", vec![card("Totem"), being("Totem", "tapped"), being("Totem", "facedown")]));
    for seat in Seat::BOTH {
        lines.push(line(seat, "deck", piles()));
        lines.push(line(seat, "discard", piles()));
    }
    Scene { lines, turn: Some((Seat::One, vec!["main".into()])), turn_line: 9 }
}

fn rules(text: &str) -> Rules {
    let parsed = parse::<StrataWords>(&Sources::one("own.cards", text));
    Strata::build(&parsed.cards().collect::<Vec<_>>(), &Terms::default()).unwrap()
}

/// Everything on the table after the effect was used, or its card destroyed, with answers of chance.
fn after(rules: &Rules, scene: &Scene, begin: &str, seed: u64) -> Option<String> {
    let position = Strata::stage(rules, scene).unwrap_or_else(|error| panic!("{error:?}"));
    let (mut chance, mut options) = (FastChance::new(seed), Options::new());
    let mut table = Table::<Strata>::start(rules, position, &mut chance, &mut Silence);
    let words = |table: &Table<Strata>, choice: Choice| common::by_number(rules, table.position(), choice);
    table.options(rules, &mut options);
    let mut next = *options.iter().find(|choice| words(&table, **choice) == begin)?;
    for _ in 0..30 {
        table.take(rules, next, &mut chance, &mut Silence);
        if table.outcome().is_some() {
            break;
        }
        table.options(rules, &mut options);
        if options.contains(&Choice::End) {
            break;
        }
        next = options[chance.one_of(options.len() as u32) as usize];
    }
    let pos = table.position();
    let mut told = format!("{:?}", table.outcome());
    for seat in Seat::BOTH {
        for word in ["points", "extra", "skip"] {
            told.push_str(&format!("{:?}", Strata::number(pos, seat, word, None)));
        }
        for zone in ["field", "magic", "under", "hand", "deck", "discard"] {
            let mut cards = Strata::inspect(rules, pos, seat, zone);
            cards.sort_by_key(|card| (card.place, card.def));
            told.push_str(&format!("{zone}{cards:?}"));
        }
    }
    Some(told)
}

#[test]
fn whatever_is_accepted_changes_something_in_a_fitting_position() {
    let verbs = [
        "discard {}",
        "return {} to hand",
        "shuffle {} into the deck",
        "destroy {}",
        "play {}",
        "level up {} with a creature in your hand",
        "level up target allied creature with {}",
        "put {} under target allied creature",
        "put a creature in your hand under {}",
        "tap {}",
        "untap {}",
        "copy an effect of {}",
        "search your deck for {}",
        "{} gain +50/+0",
        "{} gain +50/+0 this turn",
        "double the attack of {}",
        "{} become level 3",
        "for each creature, {} gain +50/+0 this turn",
        "if you have {}, you gain 1 point",
        "if the rival has {}, you gain 1 point",
        "for {}, you gain 1 point",
    ];
    let mut phrases: Vec<String> = ["this", "this stack", "it", "the equipped creature", "you"].map(String::from).into();
    for quant in ["all", "target", "a", "up to 2", "each"] {
        for adjective in ["", "enemy ", "allied ", "other ", "fire ", "tapped ", "face-down "] {
            for noun in ["creature", "magic card", "card"] {
                for tail in [
                    "",
                    " of level 1",
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
    let heads = [
        (CREATURE, "normal: ", "use effect 1 of Probe"),
        (CREATURE, "continuous: ", "use effect 1 of Probe"),
        (MAGIC, "equip: ", "use effect 1 of Probe"),
        (CREATURE, "latent when this is destroyed: ", "use effect 1 of Doom"),
    ];
    let (mut accepted, mut idle) = (0, Vec::new());
    for (head, before, begin) in heads {
        let card = |clause: &str| format!("{head}\n  {before}{clause}.\n  dormant: draw 1.\n{OTHERS}");
        let nothing = rules(&card("for each avian creature in your deck, you gain 1 point"));
        let tries: Vec<(Scene, u64, Option<String>)> = (1..60)
            .flat_map(|seed| [true, false].map(|rested| (scene(head, rested), seed)))
            .map(|(scene, seed)| (scene.clone(), seed, after(&nothing, &scene, begin, seed)))
            .collect();
        for verb in verbs {
            for phrase in &phrases {
                let clause = verb.replace("{}", phrase);
                // A back shows no numbers, and is seldom tapped.
                let back = phrase.contains("face-down")
                    && ["gain", "double", "level 3", "untap"].iter().any(|word| verb.contains(word));
                if back || !complaints::<Strata>(&card(&clause)).is_empty() {
                    continue;
                }
                accepted += 1;
                let tried = rules(&card(&clause));
                let differs = |(scene, seed, idle): &(Scene, u64, Option<String>)| {
                    after(&tried, scene, begin, *seed).is_some_and(|told| Some(told) != *idle)
                };
                if !tries.iter().any(differs) {
                    idle.push(format!("{head}: {before}{clause}"));
                }
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
    assert!(idle.is_empty(), "{} of {accepted} do nothing:\n{}", idle.len(), idle.join("\n"));
}
