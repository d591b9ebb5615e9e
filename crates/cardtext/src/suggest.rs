//! What can stand at a place of a card file: the words of the game's table that fit there, for whoever writes.
//!
//! The line is read up to the place as it is read for complaints. What would have been accepted at its end is what can stand there.

use std::collections::HashSet;

use crate::ast::{Span, Words};
use crate::header::NOTE_KEYS;
use crate::lexer::{self, Line, Token, TokenKind, fold, span};
use crate::lexicon::{Elem, Lexicon, Pattern};
use crate::names::Names;
use crate::pattern::{Piece, Slot, pieces, readable};
use crate::reader::{Class, Reader, Want};
use crate::source::Sources;
use crate::vocabulary::{Bare, Triggers};

/// Words that can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// Its part of speech, as in the glossary; `card` for the name of a card, `sign` for punctuation and words of the language itself.
    pub class: &'static str,
    /// What is written, with what must be filled in.
    pub parts: Vec<Written>,
    /// What it means; empty for a card and a sign.
    pub gloss: &'static str,
}

/// A part of a suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// Words as they are written.
    Words(String),
    /// Something to be filled in: what belongs there, such as `a number`.
    Hole(&'static str),
}

/// How many words of a phrase are looked back for.
const LONGEST: usize = 4;

/// All that can stand at a place, and the words there that it takes the place of: those that are half written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suggestions {
    /// The word before the place, or nothing.
    pub span: Span,
    /// Each once.
    pub list: Vec<Suggestion>,
}

impl Suggestion {
    /// As it is shown: what must be filled in stands in angle brackets.
    pub fn label(&self) -> String {
        let part = |part: &Written| match part {
            Written::Words(words) => words.clone(),
            Written::Hole(what) => format!("<{what}>"),
        };
        self.parts.iter().map(part).collect()
    }
}

/// What can stand at a byte of a file. `names` are the cards and tokens that the set has.
pub fn suggest<'n, W: Words>(sources: &Sources, file: u32, at: usize, names: impl IntoIterator<Item = &'n str>) -> Suggestions {
    let nothing = Suggestions { span: span(file, at, at), list: Vec::new() };
    let Some(text) = sources.iter().nth(file as usize).map(|source| &source.text).filter(|text| text.is_char_boundary(at))
    else {
        return nothing;
    };
    let lexicon = Lexicon::<W>::of();
    let mut known = Names::default();
    let mut listed: Vec<&str> = names.into_iter().collect();
    listed.sort_unstable();
    listed.dedup();
    listed.iter().for_each(|name| known.add(name));
    let mut kind = None;
    let nobody = Names::default();
    for line in lexer::lines(text) {
        let tokens = lexer::tokens(line.content, line.start, &|word| lexicon.id(word));
        let end = text[line.margin..].find('\n').map_or(text.len(), |length| line.margin + length);
        if at <= end {
            let in_comment = line.comment.is_some() && at > line.start + line.content.len();
            if at < line.margin || in_comment {
                return nothing;
            }
            return Place { lexicon, names: &known, listed: &listed, file, at, kind }.suggestions(&line, &tokens);
        }
        let mut reader = Reader::new(lexicon, &nobody, &tokens, file);
        if !line.indented && !reader.kinds_here().is_empty() {
            kind = reader.header(Span::default()).kind.or(kind);
        }
    }
    nothing
}

/// A place in a file.
struct Place<'l, W: Words> {
    lexicon: &'l Lexicon<W>,
    names: &'l Names,
    listed: &'l [&'l str],
    file: u32,
    at: usize,
    /// The kind of the card whose line it may be: a place among the vocabulary's kinds.
    kind: Option<usize>,
}

impl<'l, W: Words> Place<'l, W> {
    fn suggestions(&self, line: &Line<'l>, tokens: &'l [Token<'l>]) -> Suggestions {
        let before = tokens.iter().take_while(|token| token.start < self.at).count();
        let half = tokens[..before].last().filter(|token| token.kind == TokenKind::Word && token.end >= self.at);
        let before = &tokens[..before - usize::from(half.is_some())];
        let start = half.map_or(self.at, |token| token.start);
        let at_margin = if before.is_empty() && half.is_none() { self.at == line.margin } else { !line.indented };
        let mut list = if at_margin { self.header(before) } else { self.line(before) };
        if at_margin {
            list.extend(begun(before, 0, |before| self.header(before)));
        }
        let mut seen = HashSet::new();
        list.retain(|one| seen.insert(one.label()));
        Suggestions { span: span(self.file, start, self.at), list }
    }

    fn reader(&self, tokens: &'l [Token<'l>]) -> Reader<'l, W> {
        let mut reader = Reader::new(self.lexicon, self.names, tokens, self.file);
        reader.kind = self.kind.map(|kind| self.lexicon.vocabulary.kinds[kind].word);
        reader.lenient = true;
        reader
    }

    /// At the margin: a kind or a section, then what its pattern goes on with, then keywords and pools.
    fn header(&self, tokens: &'l [Token<'l>]) -> Vec<Suggestion> {
        let v = self.lexicon.vocabulary;
        let words = |class, text: &str, gloss| Suggestion { class, parts: vec![Written::Words(text.to_string())], gloss };
        if tokens.is_empty() {
            let sections = v.section.into_iter();
            let sections = sections.flat_map(|(word, values)| values.iter().map(move |value| format!("{word} {value}")));
            let kinds = v.kinds.iter().map(|kind| pattern_from("kind", kind.pattern, kind.gloss));
            return kinds.chain(sections.map(|section| words("sign", &section, ""))).collect();
        }
        if let Some((word, values)) = v.section
            && fold(tokens[0].text) == word
        {
            return if tokens.len() > 1 { Vec::new() } else { values.iter().map(|value| words("sign", value, "")).collect() };
        }
        let last = |sign: &str| tokens.last().is_some_and(|token| token.is(sign));
        if tokens.iter().any(|token| token.is("[")) {
            let open = last("[") || last(",");
            return if open { v.pools.iter().map(|pool| words("sign", pool, "")).collect() } else { Vec::new() };
        }
        let mut reader = self.reader(tokens);
        let kinds = reader.kinds_here();
        if last(",") && kinds.iter().any(|kind| v.kinds[*kind].keywords) && self.is_named(tokens) {
            return self.slot(Slot::Keyword, &reader);
        }
        let mut found = Vec::new();
        for kind in kinds {
            let pattern = &self.lexicon.kinds[kind];
            reader.restart(false);
            let whole = reader.pattern(pattern, 0, Class::Rest).iter().any(|(_, end)| *end == tokens.len());
            found.extend(self.wants(&reader, tokens.len()));
            if whole && v.kinds[kind].keywords {
                found.push(words("sign", ", ", ""));
            }
        }
        found
    }

    /// Whether the name and numbers of a header are there, so that a comma begins its keywords.
    fn is_named(&self, tokens: &'l [Token<'l>]) -> bool {
        (1..tokens.len()).any(|end| {
            let mut reader = self.reader(&tokens[..end]);
            tokens[end].is(",") && !reader.kinds_here().is_empty() && reader.header(Span::default()).card.is_some()
        })
    }

    /// In a line of a card: a trigger or note, then costs, then steps.
    fn line(&self, tokens: &'l [Token<'l>]) -> Vec<Suggestion> {
        let v = self.lexicon.vocabulary;
        let triggers = self.kind.map_or(Triggers::Free, |kind| v.kinds[kind].triggers);
        let colon = tokens.iter().take_while(|token| !token.is_quote()).position(|token| token.is(":"));
        if colon == Some(1) && NOTE_KEYS.contains(&fold(tokens[0].text).as_str()) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if colon.is_none() && triggers != Triggers::Without {
            found.extend(self.head(tokens));
            found.extend(begun(tokens, 0, |before| self.head(before)));
        }
        if tokens.is_empty() {
            found.extend(NOTE_KEYS.iter().map(|key| sign(&format!("{key}: "))));
        }
        if colon.is_some() || triggers != Triggers::Needed {
            found.extend(self.effect(tokens, colon.map_or(0, |colon| colon + 1)));
        }
        found
    }

    /// Before the colon of a line.
    fn head(&self, tokens: &'l [Token<'l>]) -> Vec<Suggestion> {
        let mut reader = self.reader(tokens);
        reader.head(0);
        self.wants(&reader, tokens.len())
    }

    /// In the steps of a line: how the step goes on, and what may follow where it can end. Where an earlier step cannot be read, the last one is read alone.
    fn effect(&self, tokens: &'l [Token<'l>], start: usize) -> Vec<Suggestion> {
        let mut found = self.step(tokens, start);
        found.extend(begun(tokens, start, |before| self.step(before, start)));
        found
    }

    fn step(&self, tokens: &'l [Token<'l>], start: usize) -> Vec<Suggestion> {
        let mut starts = vec![start];
        let reader = self.reader(tokens);
        starts.extend((start..tokens.len()).rev().filter_map(|at| reader.then(at)).filter(|at| *at <= tokens.len()).take(1));
        for start in starts {
            let mut reader = self.reader(tokens);
            let ends = reader.effect(start).is_some_and(|(_, end)| end == tokens.len());
            if !ends && reader.failure.pos < tokens.len() {
                continue;
            }
            let mut found = self.wants(&reader, tokens.len());
            if ends {
                let either = tokens[start..].iter().any(|token| token.id == self.lexicon.own.either);
                found.extend([", then ", ".", "; if you do, "].into_iter().chain(either.then_some("or ")).map(sign));
            }
            return found;
        }
        Vec::new()
    }

    /// What would have been accepted at the end of the tokens.
    fn wants(&self, reader: &Reader<'l, W>, end: usize) -> Vec<Suggestion> {
        let v = self.lexicon.vocabulary;
        let mut found = Vec::new();
        if reader.selectors.any_ends(end) {
            found.extend(v.tails.iter().map(|tail| pattern_from("tail", tail.pattern, tail.gloss)));
        }
        if reader.ends_in_adjective(end) {
            found.extend(self.slot(Slot::Adjectives, reader));
        }
        if reader.failure.pos < end {
            return found;
        }
        found.extend(reader.failure.special.iter().flat_map(|special| special.expected).map(|text| sign(text)));
        for want in &reader.failure.wants {
            match want {
                Want::Rest(pattern, at, _) => match pattern.elems.get(*at) {
                    Some(Elem::Slot(slot)) => found.extend(self.slot(*slot, reader)),
                    elem => {
                        found.push(self.rest(pattern, *at));
                        if matches!(elem, Some(Elem::Agree(..))) {
                            found.extend(self.plural(pattern, *at));
                        }
                    }
                },
                Want::Said(_, Class::Noun) => found.extend(self.nouns(reader, end)),
                Want::Said(_, Class::Verb) => {
                    found.extend(v.verbs.iter().map(|verb| pattern_from("verb", verb.pattern, verb.gloss)));
                    let counting = v.conditions.iter().filter(|one| one.pattern.starts_with("for "));
                    found.extend(counting.map(|one| pattern_from("condition", one.pattern, one.gloss)));
                    let own = ["either ", "you may "].into_iter().chain((!v.conditions.is_empty()).then_some("if "));
                    found.extend(own.map(sign));
                }
                Want::Said(_, Class::Condition) => {
                    found.extend(v.conditions.iter().map(|one| pattern_from("condition", one.pattern, one.gloss)));
                }
                Want::Said(_, Class::Trigger) => {
                    let seen = |trigger| reader.kind.is_none_or(|kind| (v.sees)(kind, trigger));
                    let triggers = v.triggers.iter().filter(|entry| seen(entry.word));
                    found.extend(triggers.map(|entry| {
                        let mut whole = pattern_from("trigger", entry.pattern, entry.gloss);
                        whole.parts.push(Written::Words(": ".to_string()));
                        whole
                    }));
                }
                Want::Said(text, _) => found.extend((!text.contains(' ') || text.starts_with(',')).then(|| sign(text))),
            }
        }
        found
    }

    /// The values that a slot takes.
    fn slot(&self, slot: Slot, reader: &Reader<'l, W>) -> Vec<Suggestion> {
        let v = self.lexicon.vocabulary;
        match slot {
            Slot::Who => {
                let counted = v.counts.then_some("up to ");
                let target = v.targets.then_some("target ");
                let quants = ["all ", "a ", "an "].into_iter().chain(target).chain(counted).map(sign);
                let counted = reader.tokens.last().is_some_and(|token| token.id == self.lexicon.own.for_);
                let quants = quants.chain(counted.then(|| sign("each ")));
                let alone = v.nouns.iter().filter(|noun| noun.bare != Bare::No);
                quants.chain(alone.map(|noun| pattern_from("noun", noun.one, noun.gloss))).collect()
            }
            Slot::Keyword => v.keywords.iter().map(|one| pattern_from("keyword", one.pattern, one.gloss)).collect(),
            Slot::Adjectives => v.adjectives.iter().map(|one| pattern_from("adjective", one.pattern, one.gloss)).collect(),
            Slot::Card => {
                let name =
                    |name: &&str| Suggestion { class: "card", parts: vec![Written::Words((*name).to_string())], gloss: "" };
                self.listed.iter().map(name).collect()
            }
            Slot::Count => ["a", "an", "some", "2", "3"].into_iter().map(sign).collect(),
            Slot::Number => ["1", "2", "3"].into_iter().map(sign).collect(),
            Slot::Stats => ["1/1", "2/2", "3/3"].into_iter().map(sign).collect(),
            Slot::Delta => ["+1/+1", "+2/+0", "-1/-1"].into_iter().map(sign).collect(),
            Slot::Ability if reader.kind.is_some() => vec![sign("\"")],
            Slot::Ability | Slot::Name => Vec::new(),
        }
    }

    /// The nouns in the number that the words before them ask for, and the adjectives.
    fn nouns(&self, reader: &Reader<'l, W>, end: usize) -> Vec<Suggestion> {
        let v = self.lexicon.vocabulary;
        let many = reader.asks_for_many(end);
        let nouns = v.nouns.iter().filter(|noun| noun.bare == Bare::No);
        let nouns = nouns.map(|noun| pattern_from("noun", if many { noun.many } else { noun.one }, noun.gloss));
        nouns.chain(v.adjectives.iter().map(|one| pattern_from("adjective", one.pattern, one.gloss))).collect()
    }

    /// The rest of a pattern from one of its words on.
    fn rest(&self, pattern: &'l Pattern, at: usize) -> Suggestion {
        let (class, gloss) = self.meaning(pattern.source);
        let mut parts = holes(&pattern.rest(at));
        if class == "trigger" {
            parts.push(Written::Words(": ".to_string()));
        }
        Suggestion { class, parts, gloss }
    }

    /// The same with its verb in the plural: `gain` for `gains`.
    fn plural(&self, pattern: &'l Pattern, at: usize) -> Option<Suggestion> {
        let mut rest = self.rest(pattern, at);
        let Some(Written::Words(words)) = rest.parts.first_mut() else { return None };
        *words = pieces(pattern.source).into_iter().find_map(|piece| {
            let Piece::Agree(base, ending) = piece else { return None };
            Some(format!("{base}{}", words.strip_prefix(base)?.strip_prefix(ending)?))
        })?;
        Some(rest)
    }

    /// The part of speech and the meaning of the entry with a pattern.
    fn meaning(&self, source: &'static str) -> (&'static str, &'static str) {
        let v = self.lexicon.vocabulary;
        let kinds = v.kinds.iter().map(|e| ("kind", e.pattern, e.gloss));
        let all = kinds
            .chain(v.keywords.iter().map(|e| ("keyword", e.pattern, e.gloss)))
            .chain(v.triggers.iter().map(|e| ("trigger", e.pattern, e.gloss)))
            .chain(v.verbs.iter().map(|e| ("verb", e.pattern, e.gloss)))
            .chain(v.tails.iter().map(|e| ("tail", e.pattern, e.gloss)))
            .chain(v.conditions.iter().map(|e| ("condition", e.pattern, e.gloss)));
        all.into_iter().find(|(_, pattern, _)| *pattern == source).map_or(("sign", ""), |(class, _, gloss)| (class, gloss))
    }
}

fn sign(text: &str) -> Suggestion {
    Suggestion { class: "sign", parts: vec![Written::Words(text.to_string())], gloss: "" }
}

/// How the phrases go on of which the last tokens are the beginning: `rival` behind `the`, `then` behind a comma.
fn begun<'l>(tokens: &'l [Token<'l>], start: usize, at: impl Fn(&'l [Token<'l>]) -> Vec<Suggestion>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    let mut written = String::new();
    for first in (start..tokens.len()).rev().take(LONGEST) {
        written = format!("{} {written}", fold(tokens[first].text));
        found.extend(at(&tokens[..first]).into_iter().filter_map(|mut whole| {
            let Some(Written::Words(words)) = whole.parts.first_mut() else { return None };
            let (before, rest) = words.split_at_checked(written.len())?;
            *words = (fold(before) == written && !rest.is_empty()).then(|| rest.to_string())?;
            Some(whole)
        }));
    }
    found
}

/// A whole entry of the table.
fn pattern_from(class: &'static str, pattern: &'static str, gloss: &'static str) -> Suggestion {
    let mut parts: Vec<Written> = Vec::new();
    for piece in pieces(pattern) {
        let text = match piece {
            Piece::Slot(slot) => {
                parts.push(Written::Hole(slot.words()));
                continue;
            }
            Piece::Text(text) => text.to_string(),
            Piece::Agree(base, ending) => format!("{base}{ending}"),
        };
        match parts.last_mut() {
            Some(Written::Words(words)) => words.push_str(&text),
            _ => parts.push(Written::Words(text)),
        }
    }
    debug_assert_eq!(readable(pattern), Suggestion { class, parts: parts.clone(), gloss }.label());
    Suggestion { class, parts, gloss }
}

/// A readable pattern, with its slots as holes.
fn holes(readable: &str) -> Vec<Written> {
    let mut parts = Vec::new();
    for part in readable.split_inclusive('>') {
        let (words, slot) = part.split_once('<').unwrap_or((part, ""));
        if !words.is_empty() {
            parts.push(Written::Words(words.to_string()));
        }
        parts.extend(
            Slot::ALL.into_iter().map(Slot::words).find(|words| slot.strip_suffix('>') == Some(words)).map(Written::Hole),
        );
    }
    parts
}
