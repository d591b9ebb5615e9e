//! The tree of a card file: what was written, resolved to a game's own words.

use std::fmt;
use std::hash::Hash;

/// A word of a game's vocabulary: a small copyable enum of the game.
pub trait Word: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static> Word for T {}

/// The families of words that one game speaks.
pub trait Words: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// What a card is: prey, unit, creature.
    type Kind: Word;
    /// A word that a card simply has: haste, lure.
    type Keyword: Word;
    /// What stands before the colon of an ability: on play, deploy, normal.
    type Trigger: Word;
    /// What an effect does: draw, deal damage, return to hand.
    type Verb: Word;
    /// Who or what a phrase is about: enemy, creature, this.
    type Noun: Word;
    /// What narrows a noun from the front: close, wounded, fire.
    type Adjective: Word;
    /// What narrows a noun from behind: of power 5 or more, from your deck.
    type Tail: Word;
    /// What follows "if": you have no cards in hand.
    type Condition: Word;

    /// The vocabulary, built once.
    fn vocabulary() -> &'static crate::Vocabulary<Self>;

    /// [`crate::parse`]. Games have it of their own, so that it is compiled with them and not again with everybody who reads cards.
    fn parse(sources: &crate::Sources) -> crate::Parsed<Self> {
        crate::parse::read(sources)
    }

    /// [`crate::glossary`], compiled with the game as well.
    fn glossary() -> Vec<crate::Explained> {
        crate::glossary::listed::<Self>()
    }
}

/// A place in a source file, in bytes. Spans say where, never what: all spans are equal, so that trees compare by meaning.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// Index of the file in its [`crate::Sources`].
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Span {}

/// One card as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card<W: Words> {
    /// Its kind, with whatever the kind's header asks for in `header`.
    pub kind: W::Kind,
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Where the header line stands.
    pub span: Span,
    /// The file's section when the card was written (Food Chain: the category), if the game has sections.
    pub section: Option<String>,
    /// The values of the header's slots in order, without the name.
    pub header: Vec<Arg<W>>,
    /// Keywords, in the order written.
    pub keywords: Vec<Keyword<W>>,
    /// `[core, rulebook]` behind the header: the pools the card belongs to; empty means all.
    pub pools: Vec<String>,
    /// The lines of the card.
    pub abilities: Vec<Ability<W>>,
    /// `icon`, `flavour`, `note` lines: part of the text, not of the fingerprint.
    pub notes: Vec<(String, String)>,
    /// How many of its lines could not be read; they were complained about and are not in `abilities`.
    pub broken: usize,
}

impl<W: Words> Card<W> {
    /// The first note of a key: what its `icon` line says.
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|(name, _)| name == key).map(|(_, text)| text.as_str())
    }
}

/// A keyword with its number where it takes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyword<W: Words> {
    /// The keyword.
    pub keyword: W::Keyword,
    /// `multi-strike 3` has 3.
    pub number: Option<i32>,
    /// Where it stands in the text.
    pub span: Span,
}

/// `TRIGGER, COST, COST: EFFECT.`; spells have no trigger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ability<W: Words> {
    /// The trigger and the values of its slots.
    pub trigger: Option<(W::Trigger, Vec<Arg<W>>)>,
    /// Verbs that are allowed as costs, in order.
    pub costs: Vec<Clause<W>>,
    /// What happens.
    pub effect: Effect<W>,
    /// The whole line.
    pub span: Span,
    /// The words before the colon.
    pub trigger_span: Span,
}

/// What happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect<W: Words> {
    /// One clause.
    Do(Clause<W>),
    /// `A, then B, then C`; two or more, nested directly only before `; if you do`, which asks for all of the group.
    Then(Vec<Effect<W>>),
    /// `either A or B or C`; two or more.
    Either(Vec<Effect<W>>, Span),
    /// `you may A`.
    May(Box<Effect<W>>, Span),
    /// `if CONDITION, A`; a condition that begins with `for` stands without `if`: `for each enemy, A`.
    If(Condition<W>, Box<Effect<W>>),
}

/// A condition with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition<W: Words> {
    /// The condition.
    pub condition: W::Condition,
    /// The values of its slots.
    pub args: Vec<Arg<W>>,
    /// Where it stands in the text.
    pub span: Span,
}

/// A verb with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause<W: Words> {
    /// The verb.
    pub verb: W::Verb,
    /// The values of its slots, in the order of the pattern.
    pub args: Vec<Arg<W>>,
    /// Where it stands in the text.
    pub span: Span,
}

/// The value of one slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg<W: Words> {
    /// `{number}`
    Number(i32, Span),
    /// `{count}`: `a`, `an` or `one` is 1, else a number.
    Count(i32, Span),
    /// `{stats}`: `3/2`.
    Stats(i32, i32, Span),
    /// `{delta}`: `+2/+0`.
    Delta(i32, i32, Span),
    /// `{who}`
    Who(Selector<W>),
    /// `{card}`: the name of another card of the set.
    Card(String, Span),
    /// `{keyword}`
    Keyword(Keyword<W>),
    /// `{adjectives}`: one or more adjectives, as in `fire beast` of a header.
    Adjectives(Vec<W::Adjective>, Span),
    /// `{ability}`: an ability in double quotes.
    Ability(Box<Ability<W>>),
}

/// `target close enemy of power 5 or more`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector<W: Words> {
    /// How many, and how they are found.
    pub quant: Quant,
    /// From the front.
    pub adjectives: Vec<W::Adjective>,
    /// The noun.
    pub noun: W::Noun,
    /// From behind, with the values of their slots.
    pub tails: Vec<(W::Tail, Vec<Arg<W>>)>,
    /// Where it stands in the text.
    pub span: Span,
}

/// How many, and how they are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Quant {
    /// `this`, `it`, `the attacker`, `the rival`: the noun alone.
    Bare,
    /// `all enemies`.
    All,
    /// `each enemy`, behind `for`: they are counted.
    Each,
    /// `target enemy`: one, chosen, and it counts as targeted.
    Target,
    /// `a carrion`, `an enemy`: one, chosen, not targeted.
    One,
    /// `2 enemies`: exactly so many.
    Exactly(u8),
    /// `up to 2 enemies`.
    UpTo(u8),
}
