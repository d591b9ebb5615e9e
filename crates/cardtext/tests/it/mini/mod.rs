//! A small game with every slot, every kind of header and every quirk of a vocabulary, for the language's own tests.
#![allow(dead_code)]

use playmat_cardtext::{
    Bare, Complaint, Entry, File, KindEntry, NounEntry, Parsed, Sources, Triggers, VerbEntry, Vocabulary, Words, parse,
    print_file,
};
use std::sync::OnceLock;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mini;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Prey,
    Predator,
    Spell,
    FreeSpell,
    TokenPrey,
    TokenPredator,
    TokenSpell,
    Unit,
    Creature,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    Haste,
    FreePlay,
    Lure,
    MultiStrike,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trigger {
    OnPlay,
    OnEat,
    Slain,
    WhenAttacked,
    TargetedBy,
    Attacks,
    Discard,
    EndOfTurn,
    Activate,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    Draw,
    Heal,
    Discard,
    Kill,
    Damage,
    Play,
    PlayWho,
    Return,
    Add,
    GainDelta,
    GainKeyword,
    GainAbility,
    Become,
    BecomeStats,
    Turn,
    Search,
    Sacrifice,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noun {
    Enemy,
    Ally,
    Prey,
    Predator,
    Creature,
    This,
    Rival,
    AnyTarget,
    Players,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adj {
    Enemy,
    Allied,
    Prey,
    Close,
    Fire,
    Beast,
    FaceDown,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    PowerOrMore,
    FromHand,
    InFrontOf,
    Called,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cond {
    HandEmpty,
    Control,
    Has,
    Each,
}

impl Words for Mini {
    type Kind = Kind;
    type Keyword = Key;
    type Trigger = Trigger;
    type Verb = Verb;
    type Noun = Noun;
    type Adjective = Adj;
    type Tail = Tail;
    type Condition = Cond;

    fn vocabulary() -> &'static Vocabulary<Self> {
        static VOCABULARY: OnceLock<Vocabulary<Mini>> = OnceLock::new();
        VOCABULARY.get_or_init(vocabulary)
    }
}

/// Reads one text.
pub fn read(text: &str) -> Parsed<Mini> {
    parse(&Sources::one("test.cards", text))
}

/// The codes that a text is complained about with.
pub fn codes_of(text: &str) -> Vec<&'static str> {
    read(text).complaints.iter().map(|c| c.code.id).collect()
}

/// The complaints as a reader sees them.
pub fn rendered(text: &str) -> String {
    let sources = Sources::one("test.cards", text);
    parse::<Mini>(&sources).complaints.iter().map(|c: &Complaint| c.render(&sources)).collect()
}

/// A text in its canonical form.
pub fn formatted(text: &str) -> String {
    let parsed = read(text);
    parsed.files.iter().map(|file: &File<Mini>| print_file(file)).collect()
}

fn vocabulary() -> Vocabulary<Mini> {
    Vocabulary {
        game: "Mini",
        section: Some(("category", &["Fish", "Mammal"])),
        pools: &["core", "rulebook", "design"],
        kinds: vec![
            kind(Kind::Prey, "prey {name} {stats} ({number})", true, Triggers::Needed, false),
            kind(Kind::Predator, "predator {name} {stats}", true, Triggers::Needed, false),
            kind(Kind::Spell, "spell {name}", false, Triggers::Without, false),
            kind(Kind::FreeSpell, "free spell {name}", false, Triggers::Without, false),
            kind(Kind::TokenPrey, "token prey {name} {stats} ({number})", true, Triggers::Needed, true),
            kind(Kind::TokenPredator, "token predator {name} {stats}", true, Triggers::Needed, true),
            kind(Kind::TokenSpell, "token free spell {name}", false, Triggers::Without, true),
            kind(Kind::Unit, "unit {name} {number}", true, Triggers::Free, false),
            kind(
                Kind::Creature,
                "creature {name}, {adjectives}, level {number}, {number}/{number}",
                true,
                Triggers::Free,
                false,
            ),
        ],
        keywords: vec![
            entry(Key::Haste, "haste", "It may attack the rival in the turn it enters."),
            entry(Key::FreePlay, "free play", "Playing it costs no play."),
            entry(Key::Lure, "lure", "It must be attacked first."),
            entry(Key::MultiStrike, "multi-strike {number}", "It attacks so many times."),
        ],
        triggers: vec![
            entry(Trigger::OnPlay, "on play", "When it is played."),
            entry(Trigger::OnEat, "on eat", "When it has eaten."),
            entry(Trigger::Slain, "slain", "When it dies."),
            entry(Trigger::WhenAttacked, "when attacked", "When it is attacked."),
            entry(Trigger::TargetedBy, "when targeted by {who}", "When it is chosen."),
            entry(Trigger::Attacks, "when {who} attack(s)", "When somebody attacks."),
            entry(Trigger::Discard, "discard", "From the hand."),
            entry(Trigger::EndOfTurn, "end of turn", "When the turn ends."),
            entry(Trigger::Activate, "activate (cooldown {number})", "By choice."),
        ],
        verbs: vec![
            verb(Verb::Draw, "draw {number}", false),
            verb(Verb::Heal, "heal {number}", false),
            verb(Verb::Discard, "discard {number}", true),
            verb(Verb::Kill, "kill {who}", false),
            verb(Verb::Damage, "deal {number} damage to {who}", false),
            verb(Verb::Play, "play {count} {card}", false),
            verb(Verb::PlayWho, "play {who}", false),
            verb(Verb::Return, "return {who} to hand", false),
            verb(Verb::Add, "add {count} {card} to your hand", false),
            verb(Verb::GainDelta, "{who} gain(s) {delta}", false),
            verb(Verb::GainKeyword, "{who} gain(s) {keyword}", false),
            verb(Verb::GainAbility, "{who} gain(s) {ability}", false),
            verb(Verb::Become, "{who} become(s) {count} {card}", false),
            verb(Verb::BecomeStats, "{who} become(s) {stats}", false),
            verb(Verb::Turn, "{who} turn(s) {adjectives}", false),
            verb(Verb::Search, "search for {count} card(s)", false),
            verb(Verb::Sacrifice, "sacrifice {who}", true),
        ],
        nouns: vec![
            noun(Noun::Enemy, "enemy", "enemies", Bare::No),
            noun(Noun::Ally, "ally", "allies", Bare::No),
            noun(Noun::Prey, "prey", "prey", Bare::No),
            noun(Noun::Predator, "predator", "predators", Bare::No),
            noun(Noun::Creature, "creature", "creatures", Bare::No),
            noun(Noun::This, "this", "this", Bare::One),
            noun(Noun::Rival, "the rival", "the rival", Bare::One),
            noun(Noun::AnyTarget, "any target", "any target", Bare::One),
            noun(Noun::Players, "both players", "both players", Bare::Many),
        ],
        adjectives: vec![
            entry(Adj::Enemy, "enemy", "The rival's."),
            entry(Adj::Allied, "allied", "Your own."),
            entry(Adj::Prey, "prey", "That is prey."),
            entry(Adj::Close, "close", "Beside this."),
            entry(Adj::Fire, "fire", "Of fire."),
            entry(Adj::Beast, "beast", "An animal."),
            entry(Adj::FaceDown, "face down", "Not to be seen."),
        ],
        tails: vec![
            entry(Tail::PowerOrMore, "of power {number} or more", "Strong ones."),
            entry(Tail::FromHand, "from your hand", "In the hand."),
            entry(Tail::InFrontOf, "in front of {who}", "Opposite."),
            entry(Tail::Called, "called {card}", "By name."),
        ],
        conditions: vec![
            entry(Cond::HandEmpty, "your hand is empty", "No card in hand."),
            entry(Cond::Control, "you control {count} {card}", "It is there."),
            entry(Cond::Has, "{who} has {keyword}", "It has the word."),
            entry(Cond::Each, "for {who}", "Once for each."),
        ],
        state_words: vec!["frozen", "ready"],
        sees: |_, _| true,
        counts: true,
        targets: true,
        terms: &[],
        foreign: &[],
    }
}

fn kind(word: Kind, pattern: &'static str, keywords: bool, triggers: Triggers, token: bool) -> KindEntry<Kind> {
    KindEntry { word, pattern, keywords, triggers, token, gloss: "A kind of card." }
}

fn entry<T>(word: T, pattern: &'static str, gloss: &'static str) -> Entry<T> {
    Entry::new(word, pattern, gloss)
}

fn verb(word: Verb, pattern: &'static str, cost: bool) -> VerbEntry<Verb> {
    VerbEntry { word, pattern, cost, gloss: "It happens." }
}

fn noun(word: Noun, one: &'static str, many: &'static str, bare: Bare) -> NounEntry<Noun> {
    NounEntry { word, one, many, bare, gloss: "Somebody." }
}
