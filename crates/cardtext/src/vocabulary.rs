//! How a game teaches the language its words: patterns, the value each stands for, and a sentence for the glossary.
//!
//! A pattern is literal lower-case words and slots in braces: `deal {number} damage to {who}`. It is used in both directions:
//! to read a clause and to print it, which is why text and behaviour cannot drift apart.

use crate::ast::Words;

/// One entry: a value of the game, the pattern it is written with, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Entry<T: 'static> {
    /// The game's own value.
    pub word: T,
    /// Words and slots.
    pub pattern: &'static str,
    /// How views and scenario files write it.
    pub mark: &'static str,
    /// A sentence for the glossary.
    pub gloss: &'static str,
}

/// A kind of card: its header.
#[derive(Clone, Copy, Debug)]
pub struct KindEntry<K: 'static> {
    /// The game's own value.
    pub word: K,
    /// The header, with `{name}` once: `prey {name} {stats} ({number})`.
    pub pattern: &'static str,
    /// Whether keywords may follow the header.
    pub keywords: bool,
    /// Whether the card's abilities stand without a trigger (spells) or need one.
    pub triggers: Triggers,
    /// Whether it is a token or a generated card: never in a deck, and some card must make it.
    pub token: bool,
    /// A sentence for the glossary.
    pub gloss: &'static str,
}

/// Whether the lines of a kind begin with a trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Triggers {
    /// Every line needs one.
    Needed,
    /// No line may have one.
    Without,
    /// A line may have one or not.
    Free,
}

/// A verb.
#[derive(Clone, Copy, Debug)]
pub struct VerbEntry<V: 'static> {
    /// The game's own value.
    pub word: V,
    /// Words and slots: `deal {number} damage to {who}`.
    pub pattern: &'static str,
    /// Whether it may stand before the colon as a cost.
    pub cost: bool,
    /// A sentence for the glossary.
    pub gloss: &'static str,
}

/// A noun, with how it may be quantified.
#[derive(Clone, Copy, Debug)]
pub struct NounEntry<N: 'static> {
    /// The game's own value.
    pub word: N,
    /// `enemy`; for a bare noun the whole phrase: `this`, `the rival`.
    pub one: &'static str,
    /// `enemies`; the same as `one` for a bare noun.
    pub many: &'static str,
    /// Whether it stands alone.
    pub bare: Bare,
    /// A sentence for the glossary.
    pub gloss: &'static str,
}

/// A word of the rules that no card is written with: a state, a place, a step of the turn.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// `exhausted`.
    pub word: &'static str,
    /// Its other names: `dry-dropped`, plurals.
    pub forms: &'static [&'static str],
    /// A sentence for the glossary.
    pub gloss: &'static str,
}

/// A word of another game, and what this game has instead.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// How the other game writes it, with spaces around each word and sign. `{number}` stands for a number, also one in letters
    /// or an article.
    pub words: &'static str,
    /// What to write.
    pub instead: Instead,
}

/// What is written in the place of a foreign word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// These words, as this part of the card. The first `{number}` is the first number that was written, and so on.
    Write(Part, &'static str),
    /// Nothing: a sentence says why, and what is closest.
    Nothing(&'static str),
}

/// A part of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What a header begins with.
    Kind,
    /// What follows a header.
    Keyword,
    /// What stands before the colon.
    Trigger,
    /// A whole step.
    Step,
    /// The words that a step begins with.
    Verb,
    /// Who or what, with its quantifier.
    Who,
    /// A noun or adjective without its quantifier.
    Noun,
    /// The words with which a step or a description goes on.
    Rest,
}

/// A bare noun takes no quantifier, adjective or tail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bare {
    /// An ordinary noun: `target enemy`, `all enemies`.
    No,
    /// `this`, `the rival`: "this gains".
    One,
    /// `both players`: "both players gain".
    Many,
}

/// Everything a game teaches. The slices are in the order in which `explain` lists them; matching prefers the longest pattern.
#[derive(Clone, Debug)]
pub struct Vocabulary<W: Words> {
    /// The game's name, for messages.
    pub game: &'static str,
    /// A line such as `category Fish` that holds for the cards below it: its word and the values it takes.
    pub section: Option<(&'static str, &'static [&'static str])>,
    /// The pools a card may be restricted to: `[core, rulebook]`.
    pub pools: &'static [&'static str],
    /// Kinds of cards.
    pub kinds: Vec<KindEntry<W::Kind>>,
    /// Keywords: `haste`, `multi-strike {number}`.
    pub keywords: Vec<Entry<W::Keyword>>,
    /// Triggers.
    pub triggers: Vec<Entry<W::Trigger>>,
    /// Verbs.
    pub verbs: Vec<VerbEntry<W::Verb>>,
    /// Nouns.
    pub nouns: Vec<NounEntry<W::Noun>>,
    /// Adjectives.
    pub adjectives: Vec<Entry<W::Adjective>>,
    /// Tails.
    pub tails: Vec<Entry<W::Tail>>,
    /// Conditions.
    pub conditions: Vec<Entry<W::Condition>>,
    /// Words that end a state in the scenario format; no card name may end in one of them.
    pub state_words: Vec<&'static str>,
    /// Whether a card of this kind can ever see a trigger: which ones are offered where one is missing.
    pub sees: fn(W::Kind, W::Trigger) -> bool,
    /// Whether phrases count, as in `2 enemies` and `up to 2 enemies`.
    pub counts: bool,
    /// Whether phrases say `target`, as in `target enemy`.
    pub targets: bool,
    /// Words of the rules that no card is written with.
    pub terms: &'static [Term],
    /// Words of other games.
    pub foreign: &'static [Foreign],
}

impl<T> Entry<T> {
    /// An entry whose state word is the words before its first slot.
    pub const fn new(word: T, pattern: &'static str, gloss: &'static str) -> Self {
        let mut end = 0;
        while end < pattern.len() && pattern.as_bytes()[end] != b'{' {
            end += 1;
        }
        Entry { word, pattern, mark: pattern.split_at(end).0.trim_ascii_end(), gloss }
    }

    /// An entry with a state word of its own.
    pub const fn marked(word: T, pattern: &'static str, mark: &'static str, gloss: &'static str) -> Self {
        Entry { word, pattern, mark, gloss }
    }
}

impl<K> KindEntry<K> {
    /// A kind of deck cards without keywords.
    pub const fn new(word: K, pattern: &'static str, triggers: Triggers, gloss: &'static str) -> Self {
        KindEntry { word, pattern, keywords: false, triggers, token: false, gloss }
    }

    /// A kind of deck cards with keywords, whose lines need a trigger.
    pub const fn creature(word: K, pattern: &'static str, gloss: &'static str) -> Self {
        KindEntry { word, pattern, keywords: true, triggers: Triggers::Needed, token: false, gloss }
    }

    /// A kind of creature that only effects make.
    pub const fn token(word: K, pattern: &'static str, gloss: &'static str) -> Self {
        KindEntry { word, pattern, keywords: true, triggers: Triggers::Needed, token: true, gloss }
    }

    /// A kind of deck cards whose lines need a trigger, without keywords.
    pub const fn waiting(word: K, pattern: &'static str, gloss: &'static str) -> Self {
        KindEntry::new(word, pattern, Triggers::Needed, gloss)
    }

    /// A kind of deck cards whose lines have no trigger.
    pub const fn spell(word: K, pattern: &'static str, gloss: &'static str) -> Self {
        KindEntry::new(word, pattern, Triggers::Without, gloss)
    }

    /// A kind of spell that only effects make.
    pub const fn token_spell(word: K, pattern: &'static str, gloss: &'static str) -> Self {
        KindEntry { word, pattern, keywords: false, triggers: Triggers::Without, token: true, gloss }
    }
}

impl<V> VerbEntry<V> {
    /// A verb that is no cost.
    pub const fn new(word: V, pattern: &'static str, gloss: &'static str) -> Self {
        VerbEntry { word, pattern, cost: false, gloss }
    }

    /// A verb that may also be a cost.
    pub const fn cost(word: V, pattern: &'static str, gloss: &'static str) -> Self {
        VerbEntry { word, pattern, cost: true, gloss }
    }
}

impl<N> NounEntry<N> {
    /// An ordinary noun: `target enemy`, `all enemies`.
    pub const fn new(word: N, one: &'static str, many: &'static str, gloss: &'static str) -> Self {
        NounEntry { word, one, many, bare: Bare::No, gloss }
    }

    /// A phrase that stands alone and is one: `this`, `the rival`.
    pub const fn bare(word: N, phrase: &'static str, gloss: &'static str) -> Self {
        NounEntry { word, one: phrase, many: phrase, bare: Bare::One, gloss }
    }

    /// A phrase that stands alone and takes a plural verb: `both players`, `you`.
    pub const fn bare_many(word: N, phrase: &'static str, gloss: &'static str) -> Self {
        NounEntry { word, one: phrase, many: phrase, bare: Bare::Many, gloss }
    }
}

impl Term {
    /// A term with one form.
    pub const fn new(word: &'static str, gloss: &'static str) -> Self {
        Term { word, forms: &[], gloss }
    }

    /// A term with other names.
    pub const fn forms(word: &'static str, forms: &'static [&'static str], gloss: &'static str) -> Self {
        Term { word, forms, gloss }
    }
}

impl Foreign {
    /// Words with a replacement.
    pub const fn new(words: &'static str, part: Part, instead: &'static str) -> Self {
        Foreign { words, instead: Instead::Write(part, instead) }
    }

    /// Words without a replacement.
    pub const fn nothing(words: &'static str, why: &'static str) -> Self {
        Foreign { words, instead: Instead::Nothing(why) }
    }
}

impl<W: Words> Default for Vocabulary<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Words> Vocabulary<W> {
    /// No words: no sections, pools, states or terms, every card sees every trigger, phrases neither count nor say `target`.
    pub fn new() -> Self {
        Vocabulary {
            game: "",
            section: None,
            pools: &[],
            kinds: vec![],
            keywords: vec![],
            triggers: vec![],
            verbs: vec![],
            nouns: vec![],
            adjectives: vec![],
            tails: vec![],
            conditions: vec![],
            state_words: vec![],
            sees: |_, _| true,
            counts: false,
            targets: false,
            terms: &[],
            foreign: &[],
        }
    }

    /// Whether cards of this kind are tokens or generated: never in a deck.
    pub fn is_token(&self, kind: W::Kind) -> bool {
        self.kinds.iter().any(|entry| entry.word == kind && entry.token)
    }

    /// What is wrong with the vocabulary itself: for a test in the game's crate, where the list must be empty.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let kinds: Vec<&'static str> = self.kinds.iter().map(|e| e.pattern).collect();
        for pattern in &kinds {
            let names = slots(pattern).filter(|slot| *slot == "name").count();
            let free = pattern.starts_with('{')
                || !slots(pattern).all(|slot| matches!(slot, "name" | "number" | "stats" | "adjectives"));
            if names != 1 || free {
                faults.push(format!(
                    "kind `{pattern}`: a header begins with a word and has one {{name}}, else numbers, stats and adjectives"
                ));
            }
        }
        check("kind", kinds, &mut faults);
        let keywords: Vec<&'static str> = self.keywords.iter().map(|e| e.pattern).collect();
        for pattern in &keywords {
            if slots(pattern).count() > 1 || slots(pattern).any(|slot| slot != "number") {
                faults.push(format!("keyword `{pattern}`: at most one slot, and that a {{number}}"));
            }
        }
        check("keyword", keywords, &mut faults);
        check("trigger", self.triggers.iter().map(|e| e.pattern).collect(), &mut faults);
        check("verb", self.verbs.iter().map(|e| e.pattern).collect(), &mut faults);
        check("tail", self.tails.iter().map(|e| e.pattern).collect(), &mut faults);
        check("condition", self.conditions.iter().map(|e| e.pattern).collect(), &mut faults);
        let adjectives: Vec<&'static str> = self.adjectives.iter().map(|e| e.pattern).collect();
        let nouns: Vec<&'static str> = self.nouns.iter().map(|e| e.one).collect();
        for phrase in adjectives.iter().chain(&nouns) {
            if phrase.contains('{') {
                faults.push(format!("`{phrase}`: nouns and adjectives are fixed words"));
            }
        }
        check("adjective", adjectives, &mut faults);
        check("noun", nouns, &mut faults);
        check("term", self.terms.iter().map(|e| e.word).collect(), &mut faults);
        check("foreign word", self.foreign.iter().map(|e| e.words).collect(), &mut faults);
        faults
    }
}

/// The names in braces.
fn slots(pattern: &'static str) -> impl Iterator<Item = &'static str> {
    pattern.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest))
}

fn check(what: &str, patterns: Vec<&'static str>, faults: &mut Vec<String>) {
    for (index, pattern) in patterns.iter().enumerate() {
        if patterns[..index].contains(pattern) {
            faults.push(format!("{what} `{pattern}` is there twice"));
        }
        if pattern.trim().is_empty() || pattern.to_lowercase() != **pattern {
            faults.push(format!("{what} `{pattern}`: words are written small"));
        }
        for slot in slots(pattern) {
            if crate::pattern::Slot::named(slot).is_none() || (slot == "name" && what != "kind") {
                faults.push(format!("{what} `{pattern}`: `{{{slot}}}` is no slot here"));
            }
        }
    }
}
