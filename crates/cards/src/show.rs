//! How a game is shown: views, options, questions, events. One form for all games, so that what is above them knows none.

use playmat_kernel::{Audience, Seat};

use crate::program::{Op, read};
use crate::programs::{Programs, RunOf};
use crate::run::Answer;
use crate::{CardRef, DefId, FaceVerb};

/// What one audience sees, built up from nothing. The parts and their order are the same for every view of a game, so that an
/// update is the list of the parts that changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// In the game's fixed order.
    pub parts: Vec<Part>,
}

/// One part of a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The player it belongs to; none for a part of the whole table.
    pub seat: Option<Seat>,
    /// As scenario files name it: `hp`, `field`, `hand`, `turn`.
    pub name: &'static str,
    /// What is seen of it.
    pub value: Value,
}

/// What is seen of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i32),
    /// A word.
    Word(&'static str),
    /// Cards in a zone; one that is not known is only a back.
    Cards(Vec<CardView>),
}

/// A card as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardView {
    /// What it can be followed by while it is public.
    pub handle: Option<u8>,
    /// Which card it is, if that is known.
    pub def: Option<DefId>,
    /// Whose card it is.
    pub owner: Seat,
    /// The slot or terrain, where places matter.
    pub place: Option<u8>,
    /// Its numbers now.
    pub stats: Option<Stats>,
    /// What its one number is the sum of, where that is more than what is printed.
    pub terms: Vec<Term>,
    /// State words and keywords, as scenario files write them.
    pub marks: Vec<Mark>,
    /// The cards underneath, the lowest first.
    pub under: Vec<DefId>,
}

/// The numbers of a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stats {
    /// `3/2`
    Pair(i16, i16),
    /// `5`
    One(i16),
}

/// A part of a number: `damage -2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// What it comes from.
    pub word: &'static str,
    /// How much it adds.
    pub number: i16,
}

/// A state word with what belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// `frozen`
    pub word: &'static str,
    /// `cooldown 2`
    pub number: Option<i16>,
    /// `equipped NAME`
    pub card: Option<DefId>,
}

impl Mark {
    /// A word alone.
    pub const fn word(word: &'static str) -> Self {
        Mark { word, number: None, card: None }
    }
}

impl Part {
    /// A part of a seat's, or of the table's.
    pub fn new(seat: impl Into<Option<Seat>>, name: &'static str, value: Value) -> Self {
        Part { seat: seat.into(), name, value }
    }
}

impl CardView {
    /// A card that nobody here knows.
    pub const fn back(owner: Seat) -> Self {
        CardView { handle: None, def: None, owner, place: None, stats: None, terms: vec![], marks: vec![], under: vec![] }
    }
}

/// A hidden pile: its owner sees it in order; the rival what they know, by name, and backs for the rest; a spectator backs alone:
/// who knows a card is kept for the players, and what both of them know need not be public.
pub fn hidden_pile(
    pile: &[CardRef],
    owner: Seat,
    audience: Audience,
    known: impl Fn(CardRef) -> bool,
    show: impl Fn(CardRef) -> CardView,
) -> Vec<CardView> {
    if audience == Audience::Player(owner) {
        return pile.iter().map(|&card| show(card)).collect();
    }
    let known = |card: &&CardRef| audience != Audience::Public && known(**card);
    let mut seen: Vec<CardView> = pile.iter().filter(known).map(|&card| show(card)).collect();
    seen.sort_by_key(|card| card.def);
    seen.resize(pile.len(), CardView::back(owner));
    seen
}

/// Which of several cards of the same name in a zone this one is, counted from 1.
pub fn nth<N: PartialEq>(card: CardRef, zone: impl IntoIterator<Item = CardRef>, name: impl Fn(CardRef) -> N) -> u8 {
    let before = zone.into_iter().take_while(|&other| other != card);
    1 + before.filter(|&other| name(other) == name(card)).count() as u8
}

/// The question of a program that waits for its controller; `choice` is what the game asks where something is chosen.
pub fn program_question<G: Programs>(
    name: &str,
    rules: &G::Rules,
    run: &RunOf<G>,
    choice: impl FnOnce(&G::Pick) -> &'static str,
) -> String {
    let asked = match read(G::ops(rules), run.cursor).1 {
        Op::Either(_) => "which one?",
        Op::May(_) => "do you want that?",
        Op::Choose(_, pick) => choice(pick),
        _ => return String::new(),
    };
    format!("{name}: {asked}")
}

impl View {
    /// What is shown of a part.
    pub fn part(&self, seat: Option<Seat>, name: &str) -> Option<&Value> {
        self.parts.iter().find(|part| part.seat == seat && part.name == name).map(|part| &part.value)
    }

    /// The parts that differ from an earlier view of the same match, with their places.
    pub fn changed_since<'a>(&'a self, earlier: &'a View) -> impl Iterator<Item = (usize, &'a Part)> {
        self.parts.iter().enumerate().filter(|&(place, part)| earlier.parts.get(place) != Some(part))
    }

    /// Applies changed parts: view + update = next view.
    pub fn merge(&mut self, changed: impl IntoIterator<Item = (usize, Part)>) {
        for (place, part) in changed {
            self.parts[place] = part;
        }
    }
}

/// An option of a question, as it is shown to the asked seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// What it does.
    pub verb: FaceVerb,
    /// The card it is about.
    pub card: Option<Spot>,
    /// The player it is about.
    pub seat: Option<Seat>,
    /// The slot it is about: whose, and which.
    pub slot: Option<(Seat, u8)>,
    /// Which of its card's effects it is about, from 1, where a game counts them.
    pub effect: Option<u8>,
    /// The whole option in words for a person: `attack with Orca`.
    pub words: String,
}

impl Face {
    /// Passing.
    pub fn pass() -> Self {
        Face::word(FaceVerb::Pass, FaceVerb::Pass.word())
    }

    /// Whether the option is to pass.
    pub fn is_pass(&self) -> bool {
        self.verb == FaceVerb::Pass
    }

    /// A move or an answer that is only words.
    pub fn word(verb: FaceVerb, words: impl Into<String>) -> Self {
        Face { verb, card: None, seat: None, slot: None, effect: None, words: words.into() }
    }

    /// One that is about a card.
    pub fn card(verb: FaceVerb, card: Option<Spot>, words: String) -> Self {
        Face { card, ..Face::word(verb, words) }
    }
}

impl Face {
    /// An answer to a program: `card` shows a card that is chosen, `branch` says the words of a branch.
    pub fn answer(
        answer: Answer<CardRef>,
        card: impl FnOnce(CardRef) -> (Option<Spot>, String),
        branch: impl FnOnce(u8) -> String,
    ) -> Self {
        match answer {
            Answer::Target(target) => {
                let (spot, words) = card(target);
                Face::card(FaceVerb::Choose, spot, words)
            }
            Answer::Branch(number) => Face::word(FaceVerb::Choose, branch(number)),
            Answer::Yes => Face::word(FaceVerb::Yes, "yes"),
            Answer::No => Face::word(FaceVerb::No, "no"),
            Answer::None => Face::word(FaceVerb::None, "none"),
            Answer::Pass => Face::word(FaceVerb::Pass, "pass"),
        }
    }
}

/// Which card of which zone an option means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Which card it is.
    pub def: DefId,
    /// Whose side or pile it is on.
    pub side: Seat,
    /// The zone, as scenario files name it.
    pub zone: &'static str,
    /// Which of several cards of the same name in that zone, counted from 1.
    pub nth: u8,
    /// Whether it is a token there.
    pub token: bool,
    /// What it can be followed by, if it is public.
    pub handle: Option<u8>,
}

/// What is asked, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// A short sentence for the asked player.
    pub words: String,
    /// The card that asks.
    pub about: Option<DefId>,
}

/// Something that happened, as told to one audience.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened, in one stable word: `drawn`, `damaged`, `entered`.
    pub what: &'static str,
    /// The card that caused it.
    pub cause: Option<DefId>,
    /// The player it is about.
    pub seat: Option<Seat>,
    /// The cards it is about: first whom it happened to, then the other; or a whole hand.
    pub cards: Vec<SeenCard>,
    /// How much or how many.
    pub number: Option<i16>,
    /// Which keyword, phase or state.
    pub word: Option<&'static str>,
    /// Whom it shows its cards to: a match is waiting for the log while a person looks at them.
    pub shown_to: Option<Seat>,
}

/// A card in an event: known, or only a back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenCard {
    /// Which card, if known.
    pub def: Option<DefId>,
    /// What it can be followed by, if it is public.
    pub handle: Option<u8>,
}

/// Why something cannot be done, or what is wrong with a deck: a code for machines, the cards concerned, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Stable: `field-full`.
    pub code: &'static str,
    /// The cards concerned.
    pub cards: Vec<DefId>,
    /// What is wrong and what would be right.
    pub sentence: String,
}

impl Reason {
    /// A reason about a card, or about none.
    pub fn new(code: &'static str, card: impl Into<Option<DefId>>, sentence: impl Into<String>) -> Self {
        Reason { code, cards: card.into().into_iter().collect(), sentence: sentence.into() }
    }
}

/// A card definition for people and for tools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    /// Its name.
    pub name: String,
    /// The word of its kind: `prey`, `free spell`, `unit`.
    pub kind: &'static str,
    /// The section it was written in.
    pub category: Option<String>,
    /// Its printed numbers: `3/2 (2)`.
    pub stats: Option<String>,
    /// Its printed keywords.
    pub keywords: Vec<String>,
    /// Its lines.
    pub text: Vec<String>,
    /// Whether it is a token: on the field, never in a deck.
    pub token: bool,
    /// Whether it is generated: into a hand, never in a deck.
    pub generated: bool,
    /// Whether it belongs to the pool of the edition.
    pub pool: bool,
    /// The name of its picture, as its `icon` line says.
    pub icon: Option<String>,
    /// What else is printed on cards that have a type and a level.
    pub details: Option<Details>,
}

/// What is printed on cards that have a type and a level.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details {
    /// `fire`; a card without a type of its own has the word of its kind.
    pub kind: String,
    /// `beast`, `dragon`.
    pub subtypes: Vec<String>,
    /// The level, if it has one.
    pub level: Option<u8>,
    /// Its lines, each with the word of its kind: `normal`.
    pub effects: Vec<(&'static str, String)>,
}
