//! The colours of card, scenario and deck files, as TextMate grammars made from the tables of words of all games.

use std::collections::BTreeSet;

use playmat_cardtext::Explained;
use playmat_catalog::visit_all;
use serde_json::{Value, json};

use crate::set::{Glossary, Read};

/// A name: words that begin with a capital, and small ones between them.
const NAME: &str = r"\p{Lu}[\p{L}'’-]*(?:\s+(?:of|the|and|in|de|von|to)(?=\s+\p{Lu})|\s+\p{Lu}[\p{L}'’-]*|\s+O'(?=\s))*";
const COMMENT: &str = r"(?:^|(?<=\s))#.*$";

/// The grammar of a kind of file: `cards`, `scn` or `deck`, by its ending.
pub fn grammar(ending: &str) -> Option<Value> {
    let (name, patterns) = match ending {
        "cards" => ("Playmat cards", of_cards()),
        "scn" => ("Playmat scenarios", of_scenarios()),
        "deck" => ("Playmat decks", of_decks()),
        _ => return None,
    };
    Some(json!({
        "$comment": "Made from the tables of words of the games: `playmat lsp --grammar` writes it, and a test compares it.",
        "name": name,
        "scopeName": format!("source.playmat-{ending}"),
        "fileTypes": [ending],
        "patterns": patterns,
    }))
}

fn of_cards() -> Vec<Value> {
    let glossary: Vec<Explained> = visit_all(Glossary).into_iter().flatten().collect();
    let of = |class: &str| -> BTreeSet<String> {
        let words = glossary.iter().filter(|entry| entry.class == class).flat_map(|entry| entry.usage.split(", "));
        words.map(|usage| fixed(usage.split('<').next().unwrap_or_default())).filter(|word| !word.is_empty()).collect()
    };
    let all: BTreeSet<String> = glossary
        .iter()
        .filter(|entry| matches!(entry.class, "kind" | "verb" | "condition" | "tail"))
        .flat_map(|entry| {
            entry.usage.split('>').map(|part| fixed(part.split('<').next().unwrap_or_default())).collect::<Vec<_>>()
        })
        .flat_map(|word| [word.strip_suffix('s').map(str::to_owned), Some(word)])
        .flatten()
        .filter(|word| word.len() > 1)
        .collect();
    vec![
        rule("comment.line.number-sign", COMMENT),
        json!({ "match": r"^\s+(icon|flavour|note)\s*:(.*?)(?=\s#|$)", "captures": {
            "1": { "name": "keyword.other.note" }, "2": { "name": "string.unquoted" } } }),
        json!({ "match": r"^(category)\s+(\S+)", "captures": {
            "1": { "name": "keyword.other.section" }, "2": { "name": "entity.name.section" } } }),
        json!({ "match": format!(r"^(?i:({}))\s+({NAME})", words(&of("kind"))), "captures": {
            "1": { "name": "storage.type.kind" }, "2": { "name": "entity.name.type.card" } } }),
        rule("entity.name.function.trigger", r#"^\s+[^:"\#]+(?=:)"#),
        rule("entity.name.function.trigger", &format!(r#"(?<=")(?i:{})(?=[^."]*:)"#, words(&of("trigger")))),
        rule("support.constant.pool", r"\[[^\]]*\]"),
        rule("support.function.verb", &format!(r"\b(?i:{})\b", words(&all))),
        rule("keyword.control", r"\b(?i:either|or|then|you may|if you do|if|for each)\b"),
        rule("storage.modifier.keyword", &format!(r"\b(?i:{})\b", words(&of("keyword")))),
        rule("constant.numeric", r"[+-]?\b\d+(?:/[+-]?\d+)?\b"),
        rule("variable.language.noun", &format!(r"\b(?i:{})\b", words(&of("noun")))),
        rule("variable.parameter.adjective", &format!(r"\b(?i:{})\b", words(&of("adjective")))),
        rule("keyword.operator.quantifier", r"\b(?i:all|each|target|up to|an?|some)\b"),
        rule("entity.name.class.card", &format!(r"(?<![\p{{L}}]){NAME}")),
    ]
}

fn of_scenarios() -> Vec<Value> {
    let sets: Vec<_> = visit_all(AllSets);
    let states: BTreeSet<String> = sets.iter().flat_map(|words| words.states.iter().map(|word| (*word).to_owned())).collect();
    let scene: BTreeSet<String> =
        sets.iter().flat_map(|words| words.scene.iter().map(|(word, _)| (*word).to_owned())).collect();
    vec![
        json!({ "match": r#"^\s*(scenario)\s+(".*")"#, "captures": {
            "1": { "name": "keyword.control.scenario" }, "2": { "name": "string.quoted.double" } } }),
        rule("comment.line.number-sign", COMMENT),
        json!({ "match": r"^\s*(game)\s+([\w-]+)", "captures": {
            "1": { "name": "keyword.control.game" }, "2": { "name": "entity.name.namespace" } } }),
        json!({ "match": r"\b([\w]+)=([\w-]+)", "captures": {
            "1": { "name": "variable.parameter.ruling" }, "2": { "name": "constant.language" } } }),
        rule("punctuation.separator.moves", r"^\s*-{3,}"),
        rule("keyword.control.expect", r"^\s*(?:expect|seed|turn)\b|\b(?:cannot|winner|asks|refused)\b"),
        rule("variable.language.player", r"\bp[12]\b"),
        rule("support.function.verb", r"\b(?:play|set|use|attack|level|flip|next|end|done|choose|pass|concede)\b"),
        rule("storage.modifier.state", &format!(r"\b(?:no-)?(?:{})\b", words(&states))),
        rule("entity.name.section.zone", &format!(r"\b(?:{})\b", words(&scene))),
        rule("constant.numeric", r"[#@]?\b\d+(?:/\d+)?\b"),
        rule("entity.name.class.card", &format!(r"(?<![\p{{L}}]){NAME}")),
    ]
}

fn of_decks() -> Vec<Value> {
    vec![
        rule("comment.line.number-sign", COMMENT),
        json!({ "match": r"^(deck)\s+(.*)$", "captures": {
            "1": { "name": "keyword.control.deck" }, "2": { "name": "entity.name.section" } } }),
        json!({ "match": r"^(note):(.*)$", "captures": {
            "1": { "name": "keyword.other.note" }, "2": { "name": "string.unquoted" } } }),
        rule("constant.numeric", r"^\s*\d+\b"),
        rule("entity.name.class.card", NAME),
    ]
}

#[derive(Clone)]
struct AllSets;

impl playmat_catalog::Visitor for AllSets {
    type Out = crate::set::SceneWords;

    fn visit<G: playmat_cards::CardGame>(self) -> Self::Out {
        Read { texts: Vec::new() }.visit::<G>().scene_words()
    }
}

fn rule(name: &str, pattern: &str) -> Value {
    json!({ "name": name, "match": pattern })
}

/// The words of a usage without its signs: `gain` for `gain(s)`.
fn fixed(usage: &str) -> String {
    usage.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Alternatives, the longest first, so that `free spell` is not read as `free`.
fn words(all: &BTreeSet<String>) -> String {
    let mut sorted: Vec<&String> = all.iter().collect();
    sorted.sort_by_key(|word| (std::cmp::Reverse(word.len()), word.as_str()));
    sorted.into_iter().map(|word| escaped(word)).collect::<Vec<_>>().join("|")
}

fn escaped(word: &str) -> String {
    let sign = |c: char| if "\\^$.|?*+()[]{}/-".contains(c) { format!("\\{c}") } else { c.to_string() };
    word.chars().map(sign).collect::<String>().replace(' ', r"\s+")
}
