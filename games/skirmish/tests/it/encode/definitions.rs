//! What is printed on a card is in its columns, and all columns are told.

use std::collections::BTreeSet;

use playmat_cards::Encode;
use playmat_cardtext::ast::{Ability, Card, Clause};
use playmat_cardtext::{Sources, number_in, parse};
use playmat_skirmish::Skirmish;
use playmat_skirmish::words::{Keyword, Kind, SkirmishWords, Trigger, Verb};

use super::{LEN, OWN, all_rules, nth};
use crate::common;

/// `ActionUnit` is the column `action_unit`.
fn snake(word: &impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for letter in format!("{word:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// A definition has what is written on its card: kind, power, keywords, triggers and verbs, each word in its own column.
#[test]
fn definitions_say_what_is_printed() {
    let columns = &Skirmish::LAYOUT.definitions;
    for (text, rules) in [(common::sources(), common::rules(&[])), (Sources::one("own", OWN), all_rules().pop().unwrap())] {
        let parsed = parse::<SkirmishWords>(&text);
        let mut rows = BTreeSet::new();
        for card in parsed.cards() {
            let def = rules.texts.find(&card.name, card.kind == Kind::TokenUnit).unwrap();
            let mut row = vec![0; columns.columns.len()];
            Skirmish::encode_definition(&rules, def, &mut row);
            let of = |family: &str, word: &dyn std::fmt::Debug| row[nth(columns, &format!("{family}_{}", snake(&word)))];
            for kind in Kind::ALL {
                assert_eq!(of("kind", kind) == 1, card.kind == *kind, "{}", card.name);
            }
            for keyword in Keyword::ALL {
                let printed = card.keywords.iter().any(|printed| printed.keyword == *keyword);
                assert_eq!(of("keyword", keyword), i16::from(printed), "{}: {keyword:?}", card.name);
            }
            for trigger in Trigger::ALL.iter().chain(&[Trigger::Played]) {
                let on = |line: &&_| trigger_of(line) == *trigger;
                assert_eq!(
                    of("trigger", trigger),
                    card.abilities.iter().filter(on).count() as i16,
                    "{}: {trigger:?}",
                    card.name
                );
            }
            for verb in Verb::ALL {
                let mut count = 0;
                let mut add = |clause: &Clause<SkirmishWords>| count += i16::from(clause.verb == *verb);
                card.abilities.iter().for_each(|line| line.effect.each_clause(&mut |clause| add(clause)));
                assert_eq!(of("verb", verb), count, "{}: {verb:?}", card.name);
            }
            assert_eq!(row[nth(columns, "power")], power(card), "{}", card.name);
            assert!(rows.insert(row), "{} looks like another card", card.name);
        }
        assert_eq!(rows.len(), rules.defs.len());
    }
}

fn trigger_of(line: &Ability<SkirmishWords>) -> Trigger {
    line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger)
}

fn power(card: &Card<SkirmishWords>) -> i16 {
    number_in(&card.header).unwrap_or(0) as i16
}

/// Columns have names of their own and meanings; an observation is small.
#[test]
fn the_layout_is_told() {
    let layout = Skirmish::LAYOUT;
    assert!((300..=500).contains(&LEN), "{LEN}");
    for block in layout.observation.iter().chain([&layout.options, &layout.definitions]) {
        let names: BTreeSet<&str> = block.columns.iter().map(|column| column.name).collect();
        assert_eq!(names.len(), block.columns.len(), "{}", block.name);
        assert!(block.columns.iter().all(|column| column.meaning.ends_with('.')), "{}", block.name);
    }
}
