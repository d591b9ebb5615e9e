//! A vocabulary prepared for reading: words are numbers, verbs and nouns are found by their first word.

use crate::ast::Words;
use crate::lexer::{fold, tokens};
use crate::pattern::{Piece, Slot, pieces};
use crate::vocabulary::{Bare, Vocabulary};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// One step of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elem {
    Lit(u32),
    /// Either form of `gain(s)`.
    Agree(u32, u32),
    Slot(Slot),
}

/// A pattern ready to be matched.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub source: &'static str,
    pub elems: Vec<Elem>,
    /// For each element, where it starts in the source, for "what would be accepted here".
    texts: Vec<String>,
}

impl Pattern {
    /// What remains from an element on, in a designer's words.
    pub fn rest(&self, at: usize) -> String {
        let mut text = String::new();
        for part in &self.texts[at.min(self.texts.len())..] {
            let tight = text.is_empty() || text.ends_with(['(', '/']) || matches!(part.as_str(), "," | ")" | "/" | ":");
            if !tight {
                text.push(' ');
            }
            text.push_str(part);
        }
        text
    }

    /// How many literals stand before the first slot.
    pub fn prefix(&self) -> usize {
        self.elems.iter().take_while(|e| !matches!(e, Elem::Slot(_))).count()
    }

    fn first(&self) -> Vec<u32> {
        match self.elems.first() {
            Some(Elem::Lit(id)) => vec![*id],
            Some(Elem::Agree(a, b)) => vec![*a, *b],
            _ => Vec::new(),
        }
    }
}

/// A fixed phrase, for nouns and adjectives: the entry's index and its words.
pub(crate) type Phrase = (usize, Vec<u32>);

/// Patterns of one family, found by their first word.
#[derive(Debug, Default)]
pub(crate) struct Family {
    pub patterns: Vec<Pattern>,
    by_first: HashMap<u32, Vec<usize>>,
    slot_first: Vec<usize>,
}

impl Family {
    /// The patterns that can start with this word.
    pub fn starting(&self, id: u32) -> impl Iterator<Item = usize> {
        self.by_first.get(&id).into_iter().flatten().copied()
    }

    /// The patterns that start with a slot.
    pub fn slotted(&self) -> impl Iterator<Item = usize> {
        self.slot_first.iter().copied()
    }
}

/// Words of the language itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Own {
    pub either: u32,
    pub or: u32,
    pub then: u32,
    pub you: u32,
    pub may: u32,
    pub if_: u32,
    pub do_: u32,
    pub for_: u32,
    pub each: u32,
    pub all: u32,
    pub target: u32,
    pub a: u32,
    pub an: u32,
    pub some: u32,
    pub one: u32,
    pub up: u32,
    pub to: u32,
}

/// A vocabulary prepared for reading.
#[derive(Debug)]
pub(crate) struct Lexicon<W: Words> {
    pub vocabulary: &'static Vocabulary<W>,
    ids: HashMap<String, u32>,
    pub own: Own,
    pub kinds: Vec<Pattern>,
    pub keywords: Family,
    pub triggers: Family,
    pub verbs: Family,
    pub tails: Family,
    pub conditions: Family,
    pub nouns: HashMap<u32, Vec<Phrase>>,
    pub bare_nouns: HashMap<u32, Vec<Phrase>>,
    pub adjectives: HashMap<u32, Vec<Phrase>>,
}

impl<W: Words> Lexicon<W> {
    /// The lexicon of a vocabulary, built when it is first needed. There is one for each game, and none is ever dropped.
    pub fn of() -> &'static Self {
        static BUILT: LazyLock<Mutex<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>> = LazyLock::new(Mutex::default);
        let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        let lexicon = *built.entry(TypeId::of::<W>()).or_insert_with(|| Box::leak(Box::new(Self::new())));
        lexicon.downcast_ref().expect("a vocabulary's own lexicon")
    }

    fn new() -> Self {
        let v = W::vocabulary();
        let mut ids = Ids::default();
        let own = Own {
            either: ids.of("either"),
            or: ids.of("or"),
            then: ids.of("then"),
            you: ids.of("you"),
            may: ids.of("may"),
            if_: ids.of("if"),
            do_: ids.of("do"),
            for_: ids.of("for"),
            each: ids.of("each"),
            all: ids.of("all"),
            target: ids.of("target"),
            a: ids.of("a"),
            an: ids.of("an"),
            some: ids.of("some"),
            one: ids.of("one"),
            up: ids.of("up"),
            to: ids.of("to"),
        };
        let kinds = v.kinds.iter().map(|e| ids.compile(e.pattern)).collect();
        let keywords = ids.family(v.keywords.iter().map(|e| e.pattern));
        let triggers = ids.family(v.triggers.iter().map(|e| e.pattern));
        let verbs = ids.family(v.verbs.iter().map(|e| e.pattern));
        let tails = ids.family(v.tails.iter().map(|e| e.pattern));
        let conditions = ids.family(v.conditions.iter().map(|e| e.pattern));
        let mut nouns = HashMap::new();
        let mut bare_nouns = HashMap::new();
        for (index, noun) in v.nouns.iter().enumerate() {
            let home = if noun.bare == Bare::No { &mut nouns } else { &mut bare_nouns };
            ids.phrase(home, index, noun.one);
            if fold(noun.many) != fold(noun.one) {
                ids.phrase(home, index, noun.many);
            }
        }
        let mut adjectives = HashMap::new();
        for (index, adjective) in v.adjectives.iter().enumerate() {
            ids.phrase(&mut adjectives, index, adjective.pattern);
        }
        Self {
            vocabulary: v,
            ids: ids.map,
            own,
            kinds,
            keywords,
            triggers,
            verbs,
            tails,
            conditions,
            nouns,
            bare_nouns,
            adjectives,
        }
    }

    /// The number of a word in lower case, 0 if the vocabulary does not have it.
    pub fn id(&self, word: &str) -> u32 {
        self.ids.get(word).copied().unwrap_or(0)
    }
}

#[derive(Default)]
struct Ids {
    map: HashMap<String, u32>,
}

impl Ids {
    fn of(&mut self, word: &str) -> u32 {
        let next = self.map.len() as u32 + 1;
        *self.map.entry(fold(word)).or_insert(next)
    }

    fn words(&mut self, text: &'static str) -> Vec<(u32, &'static str)> {
        tokens(text, 0, &|_| 0).iter().map(|t| (self.of(t.text), t.text)).collect()
    }

    fn compile(&mut self, source: &'static str) -> Pattern {
        let mut pattern = Pattern { source, elems: Vec::new(), texts: Vec::new() };
        for piece in pieces(source) {
            match piece {
                Piece::Text(text) => {
                    for (id, text) in self.words(text) {
                        pattern.elems.push(Elem::Lit(id));
                        pattern.texts.push(text.to_string());
                    }
                }
                Piece::Agree(base, ending) => {
                    let long = format!("{base}{ending}");
                    pattern.elems.push(Elem::Agree(self.of(base), self.of(&long)));
                    pattern.texts.push(long);
                }
                Piece::Slot(slot) => {
                    pattern.elems.push(Elem::Slot(slot));
                    pattern.texts.push(format!("<{}>", slot.words()));
                }
            }
        }
        pattern
    }

    fn family(&mut self, patterns: impl Iterator<Item = &'static str>) -> Family {
        let mut family = Family::default();
        for (index, source) in patterns.enumerate() {
            let pattern = self.compile(source);
            let first = pattern.first();
            if first.is_empty() {
                family.slot_first.push(index);
            }
            for id in first {
                family.by_first.entry(id).or_default().push(index);
            }
            family.patterns.push(pattern);
        }
        family
    }

    fn phrase(&mut self, home: &mut HashMap<u32, Vec<Phrase>>, index: usize, text: &'static str) {
        let words: Vec<u32> = self.words(text).into_iter().map(|(id, _)| id).collect();
        if let Some(first) = words.first() {
            home.entry(*first).or_default().push((index, words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Entry;
    use std::sync::OnceLock;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Speech<const HASTY: bool>;

    impl<const HASTY: bool> Words for Speech<HASTY> {
        type Kind = ();
        type Keyword = ();
        type Trigger = ();
        type Verb = ();
        type Noun = ();
        type Adjective = ();
        type Tail = ();
        type Condition = ();

        fn vocabulary() -> &'static Vocabulary<Self> {
            let keyword = Entry::new((), if HASTY { "haste" } else { "lure" }, "A word.");
            Box::leak(Box::new(Vocabulary {
                game: "speech",
                section: None,
                pools: &[],
                kinds: vec![],
                keywords: vec![keyword],
                triggers: vec![],
                verbs: vec![],
                nouns: vec![],
                adjectives: vec![],
                tails: vec![],
                conditions: vec![],
                state_words: vec![],
                sees: |(), ()| true,
                counts: true,
                targets: true,
                terms: &[],
                foreign: &[],
            }))
        }
    }

    #[test]
    fn a_vocabulary_is_prepared_once_and_each_has_its_own() {
        static SEEN: OnceLock<usize> = OnceLock::new();
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| {
                    let here = std::ptr::from_ref(Lexicon::<Speech<true>>::of()) as usize;
                    assert_eq!(here, *SEEN.get_or_init(|| here));
                });
            }
        });
        let (hasty, luring) = (Lexicon::<Speech<true>>::of(), Lexicon::<Speech<false>>::of());
        assert!(hasty.id("haste") > 0 && hasty.id("lure") == 0);
        assert!(luring.id("lure") > 0 && luring.id("haste") == 0);
    }
}
