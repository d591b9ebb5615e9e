//! The glossary: what a word of the vocabulary means, and which known word a misspelt one is nearest to.

use crate::ast::Words;
use crate::lexer::{fold, squeeze};
use crate::pattern::{heading, headword, readable};
use crate::vocabulary::Bare;

/// What a word means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// `keyword`, `verb`, `noun`: its part of speech; `term` for a word of the rules that is on no card.
    pub class: &'static str,
    /// The word without its slots: `multi-strike`.
    pub word: String,
    /// The word as a heading for people: `multi-strike N`, `when something dies`.
    pub heading: String,
    /// How it is written: `multi-strike <a number>`.
    pub usage: String,
    /// A sentence.
    pub gloss: &'static str,
}

impl Explained {
    /// An entry of a vocabulary. Of a kind of card the name comes first, and what follows it is in its usage.
    pub(crate) fn of(class: &'static str, pattern: &'static str, gloss: &'static str) -> Self {
        let named = if class == "kind" { pattern.split('{').next().unwrap_or_default() } else { pattern };
        Self { class, word: headword(pattern), heading: heading(named), usage: readable(pattern), gloss }
    }

    /// A word that has no slots, with its forms.
    fn plain(class: &'static str, word: &str, forms: String, gloss: &'static str) -> Self {
        Self { class, word: word.to_owned(), heading: word.to_owned(), usage: forms, gloss }
    }
}

/// What a word means in this game: the entries with this name, otherwise those in which it occurs. None if there are none; then
/// [`nearest`] over [`glossary`] finds what may have been meant.
pub fn explain_word<W: Words>(word: &str) -> Option<Vec<Explained>> {
    let word = fold(&squeeze(word));
    if word.is_empty() {
        return None;
    }
    let all = glossary::<W>();
    // By its name, in the plural, or as it is written: `gains`, `loses points`.
    let forms = |e: &Explained| e.usage.split(", ").any(|form| fold(&without_slots(form)) == word);
    let mut found: Vec<Explained> = all.iter().filter(|e| fold(&e.word) == word || forms(e)).cloned().collect();
    if found.is_empty() {
        let inside = format!(" {word} ");
        found = all.into_iter().filter(|e| format!(" {} ", fold(&e.word)).contains(&inside)).collect();
    }
    (!found.is_empty()).then_some(found)
}

/// The words of a usage that are always there.
fn without_slots(usage: &str) -> String {
    let fixed = usage
        .split('<')
        .enumerate()
        .map(|(nth, part)| if nth == 0 { part } else { part.split_once('>').map_or("", |(_, rest)| rest) });
    squeeze(&fixed.collect::<String>()).trim_end_matches([' ', '+']).to_owned()
}

/// All entries of a game's vocabulary in reading order.
pub fn glossary<W: Words>() -> Vec<Explained> {
    W::glossary()
}

/// What [`Words::glossary`] does.
#[doc(hidden)]
pub fn listed<W: Words>() -> Vec<Explained> {
    let v = W::vocabulary();
    let mut all = Vec::new();
    let mut add = |class, pattern, gloss| all.push(Explained::of(class, pattern, gloss));
    v.kinds.iter().for_each(|e| add("kind", e.pattern, e.gloss));
    v.keywords.iter().for_each(|e| add("keyword", e.pattern, e.gloss));
    v.triggers.iter().for_each(|e| add("trigger", e.pattern, e.gloss));
    v.verbs.iter().for_each(|e| add("verb", e.pattern, e.gloss));
    // What a state is, its keyword or term says; as an adjective it only asks for it.
    let state = |word: &str| v.terms.iter().any(|e| e.word == word) || v.keywords.iter().any(|e| e.pattern == word);
    v.adjectives.iter().filter(|e| !state(e.pattern)).for_each(|e| add("adjective", e.pattern, e.gloss));
    v.tails.iter().for_each(|e| add("tail", e.pattern, e.gloss));
    v.conditions.iter().for_each(|e| add("condition", e.pattern, e.gloss));
    for noun in &v.nouns {
        let usage = if noun.bare == Bare::No && noun.one != noun.many {
            format!("{}, {}", noun.one, noun.many)
        } else {
            noun.one.to_string()
        };
        all.push(Explained::plain("noun", noun.one, usage, noun.gloss));
    }
    for term in v.terms {
        let usage: Vec<&str> = std::iter::once(&term.word).chain(term.forms).copied().collect();
        all.push(Explained::plain("term", term.word, usage.join(", "), term.gloss));
    }
    all
}

/// The known word that is most similar to a misspelt one, if it is similar enough.
pub fn nearest<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest_scored(word, among).map(|(_, found)| found)
}

/// The most similar word and its distance, in letters.
pub(crate) fn nearest_scored<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<(usize, &'a str)> {
    let word = fold(word);
    let length = word.chars().count();
    // Very long texts are no misspelt words, and comparing them would cost time.
    if length > 64 {
        return None;
    }
    let allowed = if length <= 2 { 1 } else { (length / 3).max(1) };
    let mut best: Option<(usize, &str)> = None;
    for candidate in among {
        let other = fold(candidate);
        if other.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = distance(&word, &other);
        let whole = distance >= length;
        if distance <= allowed && !whole && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best
}

/// How many letters are wrong, missing or too many. Two letters that were swapped, near or far, are one mistake.
fn distance(word: &str, other: &str) -> usize {
    let wrong: Vec<(char, char)> = word.chars().zip(other.chars()).filter(|(a, b)| a != b).collect();
    let swapped = |pair: &[(char, char)]| pair[0].0 == pair[1].1 && pair[0].1 == pair[1].0;
    if word.chars().count() == other.chars().count() && wrong.len() == 2 && swapped(&wrong) {
        return 1;
    }
    strsim::damerau_levenshtein(word, other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_changed_places_are_one_mistake() {
        let words = || ["enemy", "ally", "animal"].into_iter();
        for written in ["emeny", "enmy", "neemy", "enemi"] {
            assert_eq!(nearest(written, words()), Some("enemy"), "{written}");
        }
        assert_eq!(nearest("ynema", words()), None);
    }
}
