//! A card does what it says: what `check` accepts changes something in a fitting position, and what the engine does not do as it is
//! written is refused where it stands.

use playmat_cards::prelude::*;
use playmat_cards::{Item, Scene, SceneLine, SceneValue, StateWord, Stats, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::words::FoodWords;
use playmat_food_chain::{Choice, FoodChain};
use playmat_kernel::{Chance, Options, Seat, Silence, Table};
use playmat_testkit::complaints;

/// What stands around the card that is tried.
const OTHERS: &str = "
prey Plaice 2/4 (1), barrier
  slain: draw 1.

predator Pike 3/5, haste
  start of turn: play an Egg.

token prey Egg 1/3 (1), toxic

spell Spark
  draw 1.

free spell Doom
  kill target ally.

field spell Reef
  end of turn: heal 1.
";

/// The codes of a line, each with the words it underlines. All have a hint.
fn found(head: &str, line: &str) -> Vec<(&'static str, String)> {
    let all = complaints::<FoodChain>(&format!("category Fish\n\n{head}\n  {line}\n{OTHERS}"));
    for (one, _) in &all {
        assert!(one.hint.is_some() || !one.expected.is_empty(), "{line}: {} {}", one.code.id, one.message);
    }
    all.into_iter().map(|(one, words)| (one.code.id, words)).collect()
}

#[test]
fn what_the_engine_does_not_do_as_written_is_refused_at_the_words() {
    let (prey, spell, trap) = ("prey Probe 1/1 (1), acuity", "spell Probe", "trap Probe");
    for (head, line, code, words) in [
        (prey, "slain: revive target enemy.", "F11", "target enemy"),
        (spell, "kill up to 4 enemies.", "F09", "up to 4 enemies"),
        (spell, "kill 2 enemies.", "F09", "2 enemies"),
        (spell, "freeze up to 2 enemies, then kill it.", "F04", "it"),
        (prey, "on play: copy the stats of up to 2 enemies.", "F09", "up to 2 enemies"),
        (spell, "add up to 2 carrion to your hand.", "F09", "up to 2 carrion"),
        (spell, "kill target random enemy.", "F09", "target random enemy"),
        (spell, "kill all random enemies.", "F09", "all random enemies"),
        (spell, "add a frozen card from your deck to your hand.", "F03", "a frozen card from your deck"),
        (
            spell,
            "kill target enemy with attack 2 or more with attack 3 or more.",
            "F03",
            "target enemy with attack 2 or more with attack 3 or more",
        ),
        (spell, "kill target enemy with attack 21 or more.", "F01", "21"),
        (spell, "target ally gains frozen this turn.", "F11", "frozen"),
        (spell, "if you have an enemy, draw 1.", "F03", "an enemy"),
        (spell, "if the rival has an ally, draw 1.", "F03", "an ally"),
        (spell, "if you have all allies, draw 1.", "F09", "all allies"),
        (spell, "if you have a random ally, draw 1.", "F11", "a random ally"),
        (spell, "if you have a spell from your hand, draw 1.", "F11", "a spell from your hand"),
        (spell, "for each enemy, kill target ally.", "F11", "kill target ally"),
        (spell, "for each enemy, for each ally, draw 1.", "F11", "for each ally"),
        (spell, "if you do, draw 1.", "F04", "if you do"),
        (prey, "while defending: if you have 2 allies, this has toxic.", "F04", "if you have 2 allies"),
        (
            spell,
            "freeze up to 3 enemies, then kill up to 2 allies.",
            "F08",
            "freeze up to 3 enemies, then kill up to 2 allies.",
        ),
        (prey, "slain: revive all animals.", "F11", "all animals"),
        (prey, "slain: return this to hand.", "F11", "this"),
        (prey, "slain: this gains +1/+1.", "F11", "this"),
        (prey, "discard: this gains +1/+1.", "F11", "this"),
        (prey, "on play: this becomes 3 Egg.", "F09", "3"),
        (prey, "on play: copy the stats of all enemies.", "F09", "all enemies"),
        (prey, "on play: copy the stats of this.", "F11", "this"),
        (prey, "on play: play all prey from your deck.", "F09", "all prey from your deck"),
        (prey, "on play: play a copy of all allies.", "F09", "all allies"),
        (prey, "on play: play a card from your deck.", "F11", "a card from your deck"),
        (prey, "on play: play a creature from your hand.", "F11", "a creature from your hand"),
        (prey, "on play: add a card from your hand to your hand.", "F11", "a card from your hand"),
        (prey, "on play: add all carrion to your hand.", "F09", "all carrion"),
        (prey, "on play: play an enemy carrion.", "F11", "an enemy carrion"),
        (prey, "on play: take control of target ally.", "F11", "target ally"),
        (prey, "on play: eat all enemies.", "F09", "all enemies"),
        (prey, "on play: kill target enemy, then freeze it.", "F11", "it"),
        (prey, "on play: target ally gains free play.", "F11", "free play"),
        (prey, "on play: target ally gains \"on play: draw 1\".", "F11", "on play"),
        (prey, "while defending: this has barrier.", "F11", "barrier"),
        (prey, "while defending: you may this has toxic.", "F04", "you may this has toxic"),
        (prey, "before combat: deal 1 damage to the defender.", "F04", "the defender"),
        (spell, "kill a creature from your deck.", "F11", "a creature from your deck"),
        (spell, "eat a prey from your deck.", "F11", "a prey from your deck"),
        (spell, "return a card from your deck to hand.", "F11", "a card from your deck"),
        (spell, "play a copy of a creature from your deck.", "F11", "a creature from your deck"),
        (spell, "sacrifice a card from your hand.", "F11", "a card from your hand"),
        (spell, "a card from your hand gains +1/+1.", "F11", "a card from your hand"),
        (spell, "freeze a card from your hand.", "F11", "a card from your hand"),
        (spell, "deal 2 damage to a spell from your hand.", "F11", "a spell from your hand"),
        (spell, "copy the stats of target enemy.", "F11", "target enemy"),
        (spell, "this gains +1/+1.", "F11", "this"),
        (trap, "when the rival plays a prey: kill it.", "F11", "it"),
        (
            trap,
            "when the rival plays a card: the rival may play a different card.",
            "F04",
            "the rival may play a different card",
        ),
        (trap, "when an enemy attacks directly: kill the defender.", "F04", "the defender"),
        (prey, "on play: you may you may draw 1.", "C34", "you may draw 1"),
        (spell, "deal 1 damage to target opponent.", "F09", "target opponent"),
        (spell, "deal 1 damage to an opponent.", "F09", "an opponent"),
        (spell, "deal 1 damage to all allied opponents.", "F03", "all allied opponents"),
        (spell, "deal 1 damage to all carrion opponents.", "F03", "all carrion opponents"),
        (spell, "deal 1 damage to all enemy opponents.", "F03", "all enemy opponents"),
        (spell, "freeze target enemy, then kill target other enemy.", "F03", "target other enemy"),
        (spell, "kill target other animal.", "F11", "target other animal"),
        (trap, "when the rival draws: freeze all other animals.", "F11", "all other animals"),
        ("field spell Probe", "end of turn: freeze all other animals.", "F11", "all other animals"),
        (prey, "on play: kill all other enemy prey.", "F03", "all other enemy prey"),
        (prey, "on play: play 2 Egg, then it gains haste.", "F11", "it"),
        (spell, "play a spell from your hand, then kill it.", "F11", "it"),
        (trap, "when the rival plays a card: it loses all abilities.", "F11", "it"),
        (trap, "when the rival plays a prey: negate the play, then it loses all abilities.", "F11", "it"),
        (prey, "slain: freeze target enemy, then revive this.", "F04", "revive this"),
        (prey, "slain: play an Egg, then revive this.", "F04", "revive this"),
        (prey, "on play: play a copy of this.", "F05", "Probe"),
        (
            "free spell Probe",
            "heal 1, then add an Again to your hand.\n\ntoken free spell Again\n  add an Again to your hand.",
            "F05",
            "Again",
        ),
        (prey, "on play: kill this, then this gains +1/+1.", "F11", "this"),
        (prey, "on play: return this to hand, then this gains haste.", "F11", "this"),
        (prey, "on play: destroy all allies, then freeze this.", "F11", "this"),
        (prey, "when attacked: return the attacker to hand, then freeze the attacker.", "F11", "the attacker"),
        (trap, "when an ally is attacked: destroy the defender, then the defender gains barrier.", "F11", "the defender"),
        (trap, "when an enemy attacks directly: negate the attack, then negate the attack.", "F04", "negate the attack"),
        (trap, "when the rival plays a card: negate the play, then negate the play.", "F04", "negate the play"),
        (spell, "end the turn, then end the turn.", "F04", "end the turn"),
        (prey, "end of turn: end the turn.", "F04", "end the turn"),
        (prey, "slain: revive this, then revive this.", "F04", "revive this"),
        (spell, "sacrifice target enemy.", "F11", "target enemy"),
        (spell, "sacrifice all enemy prey.", "F11", "all enemy prey"),
        (spell, "return all tokens to hand.", "F11", "all tokens"),
        (spell, "add target token to your hand.", "F11", "target token"),
        (spell, "play 4 Egg.", "F01", "4"),
        (prey, "on play: this gains acuity.", "F13", "acuity"),
        ("prey Probe 1/1 (1), passive, haste", "slain: draw 1.", "F13", "haste"),
        ("prey Probe 1/1 (1), harmless, multi-strike 2", "slain: draw 1.", "F13", "multi-strike 2"),
        ("prey Probe 1/1 (1), ambush, passive", "slain: draw 1.", "F13", "ambush"),
        ("prey Probe 1/1 (1), harmless, toxic", "slain: draw 1.", "F13", "toxic"),
        ("prey Probe 1/1 (1), harmless, passive", "slain: draw 1.", "F13", "passive"),
        ("prey Probe 1/1 (1), hidden, invisible", "slain: draw 1.", "F13", "hidden"),
        ("prey Probe 1/1 (1), edible", "slain: draw 1.", "F13", "edible"),
        ("prey Probe 1/1 (1), scavenge", "slain: draw 1.", "F13", "scavenge"),
        ("predator Probe 1/1, edible, inedible", "slain: draw 1.", "F13", "edible"),
        ("prey Probe 1/1 (1), passive", "attacking after combat: draw 1.", "F13", "attacking after combat"),
        (spell, "kill target enemy enemy.", "F03", "target enemy enemy"),
        (spell, "kill all allied allies.", "F03", "all allied allies"),
        (spell, "kill target enemy enemy prey.", "C37", "target enemy enemy prey"),
        (spell, "either draw 1 or draw 1.", "C38", "either draw 1 or draw 1"),
        (prey, "on play, discard 1: draw 1.", "C17", "discard 1"),
        (spell, "freeze target frozen enemy.", "F11", "target frozen enemy"),
        (spell, "paralyse all paralysed enemies.", "F11", "all paralysed enemies"),
        (prey, "on play: eat target frozen prey.", "F11", "target frozen prey"),
    ] {
        assert_eq!(found(head, line), [(code, words.to_owned())], "{line}");
    }
}

#[test]
fn what_leads_back_to_itself_is_seen() {
    for (text, names) in [
        ("prey La 1/1 (1)\n  on play: kill this.\n  slain: play a copy of this.\n", vec!["La"]),
        ("prey La 1/2 (1)\n  on play: deal 2 damage to all animals.\n  slain: play a copy of this.\n", vec!["La"]),
        (
            "prey La 1/1 (1)\n  on play: play a Lo.\n\ntoken prey Lo 1/1 (1)\n  on play: kill this.\n  slain: play a Lu.\n\n\
             token prey Lu 1/1 (1)\n  on play: kill all allies.\n  slain: play a Lo.\n",
            vec!["Lo", "Lu"],
        ),
        ("prey La 1/3 (1)\n  on play: deal 2 damage to this.\n  slain: play a copy of this.\n", vec![]),
        ("prey La 1/1 (1)\n  on play: kill all other animals.\n  slain: play a copy of this.\n", vec![]),
        ("prey La 1/1 (1)\n  on play: you may kill this.\n  slain: play a copy of this.\n", vec![]),
        ("predator La 1/1\n  on eat: play a copy of this.\n", vec![]),
        ("prey La 1/1 (1), barrier\n  on play: deal 1 damage to this.\n  slain: play a copy of this.\n", vec![]),
    ] {
        let all = complaints::<FoodChain>(&format!("category Fish\n\n{text}"));
        let told: Vec<_> = all.iter().map(|(one, words)| (one.code.id, words.as_str())).collect();
        let expected: Vec<_> = names.into_iter().map(|name| ("F05", name)).collect();
        assert_eq!(told, expected, "{text}");
    }
}

/// What a help says is accepted, and so is what comes near a mistake without being one.
#[test]
fn what_comes_near_a_mistake_is_accepted() {
    let (prey, spell, trap) = ("prey Probe 1/1 (1), acuity", "spell Probe", "trap Probe");
    for (head, line) in [
        (spell, "deal 1 damage to all opponents."),
        (spell, "deal 1 damage to any target."),
        (prey, "on play: kill all other animals."),
        (prey, "on play: kill target other prey."),
        ("field spell Probe", "end of turn: destroy all other field spells."),
        (prey, "slain: freeze all other animals."),
        (spell, "play an Egg, then it gains haste."),
        (prey, "on play: play a copy of target enemy, then it gains haste."),
        (prey, "on play: play 2 Egg, then freeze target enemy, then kill it."),
        (trap, "when the rival plays a predator: it loses all abilities."),
        (trap, "when the rival plays a card: freeze target enemy, then kill it."),
        (trap, "when an ally is targeted: it gains barrier."),
        (prey, "slain: revive this, then freeze target enemy."),
        (prey, "slain: draw 1, then revive this."),
        (trap, "when an enemy attacks directly: negate the attack."),
        ("field spell Probe", "end of turn: draw 1."),
        (prey, "on play: you may kill this, then this gains +1/+1."),
        (prey, "on play: either return this to hand or this gains haste."),
        (prey, "on play: kill all other allies, then this gains +1/+1."),
        (prey, "start of turn: end the turn."),
        (spell, "sacrifice target ally, then draw 1."),
        (spell, "play 3 Egg."),
        (trap, "when the rival plays a card: you may negate the play, then the rival may play a different card."),
        ("prey Probe 1/1 (1), passive", "before combat: draw 1."),
        ("prey Probe 1/1 (1), harmless, poisonous", "slain: draw 1."),
        ("predator Probe 1/1, edible, scavenge", "on eat: this gains haste."),
    ] {
        assert_eq!(found(head, line), [], "{line}");
    }
}

/// The example of a help for a card that says nothing is one that checks.
#[test]
fn a_card_that_says_nothing_is_told_what_it_could_say() {
    for head in ["spell Probe", "free spell Probe", "field spell Probe", "trap Probe"] {
        let all = complaints::<FoodChain>(&format!("category Fish\n\n{head}\n{OTHERS}"));
        let hint = all[0].0.hint.clone().unwrap();
        let example = hint.split('`').nth(1).unwrap().trim();
        assert_eq!((all.len(), all[0].0.code.id, found(head, example)), (1, "F10", vec![]), "{head}: {example}");
    }
}

#[test]
fn what_cannot_be_seen_is_said_once_and_with_the_right_hint() {
    let hints = |head: &str, line: &str| -> Vec<String> {
        let all = complaints::<FoodChain>(&format!("category Fish\n\n{head}\n  {line}\n{OTHERS}"));
        all.into_iter()
            .map(|(one, _)| format!("{} {} {}", one.code.id, one.expected.join(" "), one.hint.unwrap_or_default()))
            .collect()
    };
    let trap = hints("trap Probe", "draw 1.");
    assert!(trap.len() == 1 && trap[0].starts_with("C15") && !trap[0].contains("on play"), "{trap:?}");
    let misspelt = hints("trap Probe", "when the rvial draws: draw 1.");
    assert!(misspelt.len() == 1 && misspelt[0].contains("when the rival draws"), "{misspelt:?}");
    assert!(hints("prey Probe 1/1 (1), acuity", "on play, discard 1: draw 1.")[0].contains("have no costs"));
    let condition = hints("spell Probe", "if you had 2 allies, draw 1.");
    assert!(condition.len() == 1 && condition[0].contains("have <who>"), "{condition:?}");
    assert_eq!(found("spell Probe", "on play: draw 1.").len(), 1);
    assert_eq!(found("spell Probe", "draw 99999999999999999999.").len(), 1);
    let quoted = found("prey Probe 1/1 (1), acuity", "on play: target ally gains \"draw 1\".");
    assert!(quoted.iter().all(|(_, words)| !words.is_empty()), "{quoted:?}");
}

#[test]
fn too_many_cards_are_told_where_they_begin_to_be() {
    let mut text = String::from("category Fish\n");
    for at in 0..1025_u32 {
        let name: String = [at / 26 / 26, at / 26 % 26, at % 26].map(|n| char::from(b'a' + n as u8)).into_iter().collect();
        text.push_str(&format!("\nprey X{name} 1/1 (1)\n"));
    }
    // The pool of prey alone is legal; there are just too many.
    let all = complaints::<FoodChain>(&text);
    let told: Vec<_> = all.iter().map(|(one, words)| (one.code.id, words.as_str())).collect();
    assert_eq!(told, [("F12", "Xbnk")]);
}

fn state(word: &str) -> StateWord {
    StateWord { word: word.into(), absent: false, number: None, card: None }
}

/// A creature as it is staged: hurt and frozen, or sound.
fn creature(name: &str, sound: bool) -> Item {
    let token = name == "Egg";
    let words = if sound { vec![] } else { vec![state("frozen")] };
    let words = words.into_iter().chain(token.then(|| state("token"))).collect();
    Item { name: name.into(), stats: (!sound).then_some(Stats::Pair(2, 1)), words, ..Item::default() }
}

fn scene(on_field: bool, own: &str, rival: &str, sound: bool) -> Scene {
    let line = |seat: Seat, word: &str, items: Vec<Item>| SceneLine {
        seat,
        word: word.into(),
        line: 1,
        value: SceneValue::Cards(items),
    };
    let card = |name: &str| Item { name: name.into(), ..Item::default() };
    let mut field = vec![creature(own, sound)];
    field.extend((own == "Plaice").then(|| card("Reef")));
    let mut hand = vec![card("Spark"), card("Doom"), card("Plaice")];
    if on_field {
        field.push(card("Probe"));
    } else {
        hand.push(card("Probe"));
    }
    let piles = || vec![card("Plaice"), card("Pike")];
    let deck = || vec![card("Plaice"), card("Pike"), card("Spark")];
    let mut lines = vec![
        line(Seat::One, "hand", hand),
        line(Seat::One, "field", field),
        line(Seat::Two, "field", vec![creature(rival, sound), creature("Plaice", sound), card("Reef")]),
    ];
    for seat in Seat::BOTH {
        lines.push(line(seat, "carrion", piles()));
        lines.push(line(seat, "deck", deck()));
        lines.push(SceneLine { seat, word: "hp".into(), line: 1, value: SceneValue::Numbers(vec![5]) });
    }
    Scene { lines, turn: Some((Seat::One, vec!["main1".into()])), turn_line: 9 }
}

fn rules(text: &str) -> Rules {
    let parsed = parse::<FoodWords>(&Sources::one("own.cards", text));
    FoodChain::build(&parsed.cards().collect::<Vec<_>>(), &Terms::default()).unwrap()
}

/// Everything on the table after the card was played, or slain, with answers of chance.
fn after(rules: &Rules, scene: &Scene, begin: &str, seed: u64) -> Option<String> {
    let position = FoodChain::stage(rules, scene).unwrap_or_else(|error| panic!("{error:?}"));
    let (mut chance, mut options) = (FastChance::new(seed), Options::new());
    let mut table = Table::<FoodChain>::start(rules, position, &mut chance, &mut Silence);
    table.options(rules, &mut options);
    let mut next = *options.iter().find(|choice| words(rules, &table, **choice) == begin)?;
    for _ in 0..20 {
        table.take(rules, next, &mut chance, &mut Silence);
        if table.outcome().is_some() {
            break;
        }
        table.options(rules, &mut options);
        if options.contains(&Choice::End) {
            break;
        }
        // Doom is for the card itself.
        let doomed = options.iter().find(|choice| begin == "play Doom" && words(rules, &table, **choice) == "Probe");
        next = doomed.copied().unwrap_or_else(|| options[chance.one_of(options.len() as u32) as usize]);
    }
    let pos = table.position();
    let mut told = format!("{:?}", table.outcome());
    for seat in Seat::BOTH {
        told.push_str(&format!("{:?}", FoodChain::number(pos, seat, "hp", None)));
        for zone in ["field", "hand", "deck", "carrion", "exile"] {
            let mut cards = FoodChain::inspect(rules, pos, seat, zone);
            cards.sort_by_key(|card| (card.place, card.def));
            told.push_str(&format!("{zone}{cards:?}"));
        }
    }
    Some(told)
}

fn words(rules: &Rules, table: &Table<FoodChain>, choice: Choice) -> String {
    FoodChain::face(rules, table.position(), choice).words
}

/// Whether a line changes anything, compared with a line that changes nothing, in some position.
fn changes(head: &str, before: &str, clause: &str, begin: &str) -> bool {
    let card = |clause: &str| rules(&format!("category Fish\n\n{head}\n  {before}{clause}.\n{OTHERS}"));
    let (tried, idle) = (card(clause), card("the rival reveals their hand"));
    let on_field = begin == "play Doom" || before == "sacrifice: ";
    for (own, rival) in [("Pike", "Egg"), ("Egg", "Pike"), ("Plaice", "Pike")] {
        for sound in [true, false] {
            let scene = scene(on_field, own, rival, sound);
            let idle = after(&idle, &scene, begin, 1).expect("nothing is in the way");
            if (1..8).any(|seed| after(&tried, &scene, begin, seed).is_some_and(|told| told != idle)) {
                return true;
            }
        }
    }
    false
}

#[test]
fn whatever_is_accepted_changes_something_in_a_fitting_position() {
    let verbs = [
        "deal 1 damage to {}",
        "kill {}",
        "destroy {}",
        "eat {}",
        "play a copy of {}",
        "play {}",
        "add {} to your hand",
        "return {} to hand",
        "{} gain +1/+1",
        "{} gain lure",
        "{} gain +1/+1 this turn",
        "{} gain lure this turn",
        "{} lose all abilities",
        "freeze {}",
        "unfreeze {}",
        "paralyse {}",
        "regenerate {}",
        "take control of {}",
        "copy the abilities of {}",
        "copy the stats of {}",
        "{} become an Egg",
        "sacrifice {}",
        "revive {}",
    ];
    let mut phrases: Vec<String> =
        ["this", "it", "you", "the rival", "both players", "any target", "the attacker", "the defender"]
            .map(String::from)
            .into();
    for noun in ["wounded ally", "frozen enemy", "enemy with health 3 or less", "animal with attack 2 or more", "ally"] {
        phrases.extend(["all", "target", "up to 2", "a random"].map(|quant| format!("{quant} {noun}")));
    }
    for quant in ["all", "target", "a"] {
        for adjective in ["", "enemy ", "allied ", "other ", "carrion "] {
            for noun in [
                "ally",
                "enemy",
                "animal",
                "opponent",
                "prey",
                "predator",
                "token",
                "field spell",
                "carrion",
                "creature",
                "spell",
                "card",
            ] {
                for tail in ["", " from your deck", " from your hand"] {
                    phrases.push(format!("{quant} {adjective}{noun}{tail}"));
                }
            }
        }
    }
    let heads = [
        ("spell Probe", "", "play Probe"),
        ("prey Probe 1/1 (1), acuity", "on play: ", "play Probe"),
        ("prey Probe 1/1 (1), acuity", "slain: ", "play Doom"),
        ("prey Probe 1/1 (1), acuity", "discard: ", "use Probe"),
        ("prey Probe 1/1 (1), acuity", "sacrifice: ", "use Probe"),
    ];
    let (mut accepted, mut idle) = (0, Vec::new());
    for verb in verbs {
        for phrase in &phrases {
            let clause = verb.replace("{}", phrase);
            for (head, before, begin) in heads {
                let all = complaints::<FoodChain>(&format!("category Fish\n\n{head}\n  {before}{clause}.\n{OTHERS}"));
                // Who has just entered is sound, but that is no mistake.
                let sound = phrase == "this" && ["unfreeze {}", "regenerate {}"].contains(&verb)
                    // Who is staged wounded is frozen too.
                    || phrase.ends_with("wounded ally") && ["freeze {}", "eat {}"].contains(&verb);
                if all.is_empty() && !sound {
                    accepted += 1;
                    if !changes(head, before, &clause, begin) {
                        idle.push(format!("{head}: {before}{clause}"));
                    }
                }
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
    assert!(idle.is_empty(), "{} of {accepted} do nothing:\n{}", idle.len(), idle.join("\n"));
}
