//! The shipped cards: they read without a complaint, they print as they were written, and they are as many as ST F says.

use crate::common;

use common::sources;
use playmat_cardtext::{Arg, Effect, Words, parse, print_card};
use playmat_strata::words::{Adjective, Condition, Kind, StrataWords, TYPES};
use std::collections::{HashMap, HashSet};

type Card = playmat_cardtext::Card<StrataWords>;

fn cards() -> Vec<Card> {
    parse::<StrataWords>(&sources()).cards().cloned().collect()
}

/// Type and sub-types, level, attack and defense of a creature.
fn creature(card: &Card) -> Option<(&[Adjective], i32, i32, i32)> {
    match card.header.as_slice() {
        [Arg::Adjectives(kinds, _), Arg::Number(level, _), Arg::Stats(attack, defense, _)] => {
            Some((kinds, *level, *attack, *defense))
        }
        _ => None,
    }
}

#[test]
fn a_type_has_six_four_three_one_and_one_creatures_by_level() {
    let cards = cards();
    for &kind in TYPES {
        let levels: Vec<i32> =
            cards.iter().filter_map(creature).filter(|(kinds, ..)| kinds[0] == kind).map(|(_, level, ..)| level).collect();
        let by_level: Vec<usize> = (1..=5).map(|level| levels.iter().filter(|found| **found == level).count()).collect();
        assert_eq!(by_level, [6, 4, 3, 1, 1], "{kind:?}");
    }
}

#[test]
fn a_creature_has_a_type_sub_types_and_500_a_level() {
    let cards = cards();
    let mut sub_types = HashSet::new();
    for card in &cards {
        let Some((kinds, level, attack, defense)) = creature(card) else { continue };
        assert!(TYPES.contains(&kinds[0]) && (2..=4).contains(&kinds.len()), "{}", card.name);
        assert!(kinds[1..].iter().all(|sub| (Adjective::Avian..=Adjective::Botanic).contains(sub)), "{}", card.name);
        sub_types.extend(kinds[1..].iter().copied());
        assert_eq!((attack + defense, attack % 5), (500 * level, 0), "{}", card.name);
    }
    assert_eq!(sub_types.len(), 14);
}

#[test]
fn magic_is_at_least_35_with_its_kinds() {
    let cards = cards();
    let magic: Vec<&Card> = cards.iter().filter(|card| card.kind == Kind::Magic).collect();
    assert!(magic.len() >= 35 && cards.len() >= 140, "{} of {}", magic.len(), cards.len());
    let with = |kind: &str| magic.iter().filter(|card| kinds(card).contains(&kind)).count();
    assert!(with("counter") >= 6 && with("equip") >= 6 && with("continuous") >= 6);
}

#[test]
fn every_card_has_two_effects_and_every_kind_is_on_twelve_cards() {
    let cards = cards();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for card in &cards {
        assert_eq!(card.abilities.len(), 2, "{}", card.name);
        let on_card: HashSet<&str> = kinds(card).into_iter().collect();
        assert!(!on_card.contains("equip") || card.kind == Kind::Magic, "{}", card.name);
        on_card.into_iter().for_each(|kind| *counts.entry(kind).or_default() += 1);
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| *count >= 12), "{counts:?}");
}

#[test]
fn stats_change_by_the_steps_of_the_rules() {
    for card in cards() {
        card.abilities.iter().for_each(|line| {
            line.each_arg(&mut |arg| {
                if let Arg::Delta(attack, defense, _) = arg {
                    let steps = [0, 25, 50, 100, 200, 300, 400, 500];
                    assert!(steps.contains(&attack.abs()) && steps.contains(&defense.abs()), "{}", card.name);
                }
            });
        });
    }
}

/// A word that no card speaks is one that nobody has seen working.
#[test]
fn every_word_is_on_a_card() {
    let cards = cards();
    let (mut triggers, mut verbs, mut conditions) = (HashSet::new(), HashSet::new(), HashSet::new());
    let (mut nouns, mut adjectives, mut tails) = (HashSet::new(), HashSet::new(), HashSet::new());
    for line in cards.iter().flat_map(|card| &card.abilities) {
        triggers.extend(line.trigger.as_ref().map(|(trigger, args)| (*trigger, args.len())));
        verbs.extend(line.costs.iter().map(|cost| cost.verb));
        line.effect.each_clause(&mut |clause| {
            verbs.insert(clause.verb);
        });
        each_condition(&line.effect, &mut |condition| {
            conditions.insert(condition);
        });
        line.each_arg(&mut |arg| match arg {
            Arg::Adjectives(words, _) => adjectives.extend(words.iter().copied()),
            Arg::Who(who) => {
                nouns.insert(who.noun);
                adjectives.extend(who.adjectives.iter().copied());
                tails.extend(who.tails.iter().map(|(tail, _)| *tail));
            }
            _ => {}
        });
    }
    let words = StrataWords::vocabulary();
    let slots = |pattern: &str| pattern.matches('{').count();
    let mut unsaid: Vec<&str> = Vec::new();
    unsaid.extend(words.triggers.iter().filter(|e| !triggers.contains(&(e.word, slots(e.pattern)))).map(|e| e.pattern));
    unsaid.extend(words.verbs.iter().filter(|e| !verbs.contains(&e.word)).map(|e| e.pattern));
    unsaid.extend(words.conditions.iter().filter(|e| !conditions.contains(&e.word)).map(|e| e.pattern));
    unsaid.extend(words.nouns.iter().filter(|e| !nouns.contains(&e.word)).map(|e| e.one));
    unsaid.extend(words.tails.iter().filter(|e| !tails.contains(&e.word)).map(|e| e.pattern));
    // Types and sub-types are said by headers.
    adjectives.extend(cards.iter().filter_map(creature).flat_map(|(kinds, ..)| kinds));
    unsaid.extend(words.adjectives.iter().filter(|e| !adjectives.contains(&e.word)).map(|e| e.pattern));
    assert_eq!(unsaid, Vec::<&str>::new());
}

/// ST F: the families of effects with the words that show them, each on several cards.
#[test]
fn every_family_of_effects_is_on_several_cards() {
    const FAMILIES: &[(&str, &[&str])] = &[
        ("search", &["search your deck"]),
        ("recover", &["in your discard pile to hand"]),
        ("draw, then discard", &["draw 1, then discard", "draw 2, then discard"]),
        ("discard", &["the rival discards", "both players discard"]),
        ("mill", &["mills"]),
        ("shuffle back", &["into the deck"]),
        ("points per card", &["you gain 1 point", "the rival loses 2 points"]),
        ("destroy up to", &["destroy up to"]),
        ("destroy exactly", &["destroy 2"]),
        ("destroy all", &["destroy all"]),
        ("destroy as a cost", &["normal, destroy", "activated, destroy", "played, destroy", "dormant, destroy"]),
        ("play from the deck", &["in your deck.", "in your deck face down"]),
        (
            "play from the hand",
            &[
                ": play a nature creature of level 1 in your hand",
                "play up to 2 nature creatures of level 1 in your hand",
                "play a fire creature",
                "play a beast creature",
                "play a creature in your hand",
            ],
        ),
        (
            "play from the discard pile",
            &[
                ": play a light",
                ": play a dark",
                "play up to 2 light",
                ": play a nature creature of level 1 in your discard pile",
            ],
        ),
        ("extra plays", &["gain a play", "gain 2 plays"]),
        ("level up by effect", &["level up"]),
        ("with another type", &["of any type"]),
        ("change level", &["level 2 this turn", "level 1 this turn", "becomes level"]),
        ("change type", &["becomes earth", "becomes fire", "becomes light", "becomes nature"]),
        ("change sub-type", &["becomes undead", "becomes dragon"]),
        ("put under", &["put a"]),
        ("take from under", &["return a card under"]),
        ("use an effect underneath", &["an effect of a card under"]),
        ("count underneath", &["for each card under"]),
        ("doubled", &["double the"]),
        ("swapped", &["swap the"]),
        ("tap", &[": tap", "then tap"]),
        ("untap", &["untap"]),
        ("cannot be destroyed", &["cannot be destroyed"]),
        ("cannot be targeted", &["cannot be targeted"]),
        ("cannot attack", &["cannot attack"]),
        ("attacks twice", &["attacks twice"]),
        ("redirect an attack", &["redirect the attack"]),
        ("redirect a target", &["redirect the effect"]),
        ("forbid a play", &["next turn."]),
        ("counter an effect", &["stop the effect"]),
        ("counter a play", &["stop the play"]),
        ("counter an attack", &["stop the attack"]),
        ("copy", &["copy an effect"]),
        ("equip bonus", &["the equipped creature gains +"]),
        ("equip protection", &["the equipped creature cannot be", "the equipped creature resists"]),
        ("skip a turn", &["skip your next turn"]),
        ("pay points", &["pay "]),
        ("immune", &["resists all", "resist all"]),
        ("used from the hand", &["discard this:", "in hand when"]),
    ];
    let texts: Vec<String> = cards().iter().map(print_card).collect();
    for (family, words) in FAMILIES {
        let count = texts.iter().filter(|text| words.iter().any(|word| text.contains(word))).count();
        assert!(count >= 2, "{family} is on {count} cards");
    }
}

fn each_condition(effect: &Effect<StrataWords>, see: &mut impl FnMut(Condition)) {
    match effect {
        Effect::Do(_) => {}
        Effect::Then(steps) | Effect::Either(steps, _) => steps.iter().for_each(|step| each_condition(step, see)),
        Effect::May(step, _) => each_condition(step, see),
        Effect::If(condition, step) => {
            see(condition.condition);
            each_condition(step, see);
        }
    }
}

fn kinds(card: &Card) -> Vec<&'static str> {
    card.abilities.iter().filter_map(|line| line.trigger.as_ref()).map(|(trigger, _)| trigger.kind()).collect()
}
