//! What every card game gives to the crates above it: the trait that the catalog, the bots, the scenario runner, the testkit and
//! the command line are written against, in parts by subject.

use playmat_cardtext::ast::Words;
use playmat_cardtext::{Card, Code, Complaint, Explained};
use playmat_kernel::{Audience, BySeat, Chance, Fast, Game, Seat};

use crate::show::{CardInfo, CardView, Event, Face, Question, Reason, View};
use crate::{CardRef, Compiled, DefId, Encoder, Follows, Scene, SceneError, Texts, ZoneId, Zones};

/// A card game: everything above the games is written against this one trait. Each of its parts is implemented in the file of the
/// game that holds its code.
pub trait CardGame: Rulebook + Decks + Show + Imagine + Evaluate + Stage + Fast {
    /// `food-chain`: its folder of cards, its word in commands and scenario files.
    const NAME: &'static str;
    /// `Food Chain`.
    const TITLE: &'static str;
    /// How many places each side of the table has, side by side; 0 for as many as are used.
    const PLACES: u8 = 0;
    /// Raised whenever the same answers could lead elsewhere, the order of options included.
    const RULE_VERSION: u16;
    /// How its positions are written as numbers; none for a game that learned players do not play. Where there is one, it is
    /// `Encoder::of()`.
    fn encoder() -> Option<Encoder<Self>> {
        None
    }
}

/// What the cards say and which rules they make: words, editions, rulings, checks.
pub trait Rulebook: Game<Event = Event, Reason = Reason> {
    /// The words its cards are written with.
    type Words: Words;
    /// The named editions, the default first. A game without editions has one, `standard`.
    fn editions() -> &'static [&'static str] {
        &["standard"]
    }
    /// The rulings and what each edition says of them.
    fn rulings() -> &'static [RulingInfo] {
        &[]
    }
    /// Compiles cards, all of them, for an edition with these values of its rulings: the rules, and everything that is wrong with the
    /// cards beyond their grammar.
    fn compile(cards: &[&Card<Self::Words>], edition: usize, rulings: &[u8]) -> Compiled<Self::Rules>;
    /// The kinds of mistakes that [`Rulebook::compile`] finds.
    fn codes() -> &'static [&'static Code];
    /// Everything that is wrong with the cards beyond their grammar.
    fn check(cards: &[&Card<Self::Words>]) -> Vec<Complaint> {
        let usual: Vec<u8> = Self::rulings().iter().map(|ruling| ruling.editions[0]).collect();
        Self::compile(cards, 0, &usual).complaints
    }
    /// Builds the rule set of an edition with single rulings changed. Cards without complaints always give rules.
    fn build(cards: &[&Card<Self::Words>], terms: &Terms) -> Result<Self::Rules, String> {
        let (edition, values) = terms.resolve::<Self>()?;
        Self::compile(cards, edition, &values).rules
    }
    /// What the rule set keeps for people.
    fn texts(rules: &Self::Rules) -> &Texts;
    /// The value each ruling has, in the order of [`Rulebook::rulings`]: a place among its values.
    fn ruling_values(_rules: &Self::Rules) -> Vec<u8> {
        vec![]
    }
    /// All definitions, sorted by name; a [`DefId`] is a place in this list.
    fn cards(rules: &Self::Rules) -> &[CardInfo] {
        &Self::texts(rules).cards
    }
    /// The values of the rulings in words.
    fn ruled(rules: &Self::Rules) -> Vec<&'static str> {
        let values = Self::ruling_values(rules);
        values.into_iter().zip(Self::rulings()).map(|(value, ruling)| ruling.values[value as usize].0).collect()
    }
    /// What the words of its cards mean under these rules: a sentence may depend on a ruling.
    fn glossary(_rules: &Self::Rules) -> Vec<Explained> {
        playmat_cardtext::glossary::<Self::Words>()
    }
    /// The parts of the rules that are counted for coverage, in words; a part's number is its place.
    fn parts(rules: &Self::Rules) -> Vec<String> {
        Self::texts(rules).parts(Self::rulings())
    }
    /// The rules in short, for people: headings, and what stands below each. Words between `**` stand out.
    fn guide() -> &'static [(&'static str, &'static [&'static str])] {
        &[]
    }
}

/// Decks, and how a match is set up.
pub trait Decks: Game {
    /// Everything that is wrong with a deck; nothing for a legal one.
    fn deck_faults(rules: &Self::Rules, deck: &[DefId]) -> Vec<Reason>;
    /// A random legal deck; of this category, if the game has categories and one is named.
    fn random_deck<C: Chance>(rules: &Self::Rules, category: Option<&str>, chance: &mut C) -> Vec<DefId>;
    /// Tells the rule set which ready decks there are, so that imagined rivals have likely cards.
    fn know_decks(_rules: &mut Self::Rules, _decks: &[Vec<DefId>]) {}
    /// The position before anything has happened.
    fn open(rules: &Self::Rules, setup: &Setup) -> Self::Position;
}

/// What players and spectators are shown.
pub trait Show: Game<Event = Event, Reason = Reason> {
    /// What an audience sees.
    fn view(rules: &Self::Rules, position: &Self::Position, audience: Audience) -> View;
    /// What the asked seat is asked.
    fn question(rules: &Self::Rules, position: &Self::Position) -> Question;
    /// How an option of the pending question is shown to the asked seat.
    fn face(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> Face;
    /// For every card in the hand of the asked seat that cannot be played now: why not.
    fn why_not_in_hand(rules: &Self::Rules, position: &Self::Position, seat: Seat) -> Vec<(DefId, Reason)>;
    /// The words of its kinds of events, for clients that show more of them than their sentences.
    fn event_words() -> Vec<&'static str> {
        vec![]
    }
    /// An event in a sentence, in the form in which it was heard. The players are called by these names.
    fn sentence(rules: &Self::Rules, event: &Event, names: BySeat<&str>) -> String;
    /// The words of its phases, as `turn p1 PHASE` writes them; empty for a game without phases.
    fn phases() -> &'static [&'static str] {
        &[]
    }
    /// The phases that a turn has under these rules, in order: what a table shows.
    fn turn_phases(_rules: &Self::Rules) -> Vec<&'static str> {
        Self::phases().to_vec()
    }
    /// Whose turn it is, and the phase.
    fn turn(position: &Self::Position) -> (Seat, &'static str);
    /// How many turns were begun.
    fn turns(position: &Self::Position) -> u32;
}

/// What bots may know of a match.
pub trait Imagine: Show {
    /// A position that this seat cannot tell from the real one: everything that it does not know is drawn again. The result may
    /// depend only on what the seat knows and on chance: sort what is hidden before shuffling it.
    fn imagine<C: Chance>(rules: &Self::Rules, position: &Self::Position, seat: Seat, chance: &mut C) -> Self::Position;
    /// A number for an option of the pending question, equal in every world that the asked seat cannot tell apart and for every
    /// copy of a hidden card. Searching bots follow answers by it from world to world. A game may have a faster way to compute
    /// it.
    fn identity(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> u64 {
        face_identity(&Self::face(rules, position, choice))
    }
}

/// What a position is worth.
pub trait Evaluate: Game {
    /// How good the position is for a seat, in the game's own terms: what greedy maximises. Reads nothing the seat does not know.
    fn evaluate(rules: &Self::Rules, position: &Self::Position, seat: Seat) -> i32;
    /// The lead in [`Evaluate::evaluate`] with which a seat wins about three of four matches: searching bots weigh unfinished
    /// matches by it.
    const AHEAD: i32 = 1000;
    /// How many turns searching bots play on before they evaluate the position.
    const HORIZON: u32 = 6;
    /// Whether an option of the pending question wins for good what is played for now, so that anything done before it only
    /// spends what is needed later. Searching bots take it unless they are sure of something better. Reads nothing that the asked
    /// seat does not know.
    fn clinches(_rules: &Self::Rules, _position: &Self::Position, _choice: Self::Choice) -> bool {
        false
    }
}

/// Scenes: positions that scenario files and tests set up and look into.
pub trait Stage: Game {
    /// The state words of scenario files and what may follow each.
    fn state_words() -> &'static [(&'static str, Follows)] {
        &[]
    }
    /// The words of zones, numbers and flags that a scene or an expectation of this game may use.
    fn scene_words() -> &'static [(&'static str, SceneWord)];
    /// Sets a scene up.
    fn stage(rules: &Self::Rules, scene: &Scene) -> Result<Self::Position, SceneError>;
    /// A zone with nothing hidden, for scenarios and tests: places from the left, other zones in their order, a deck from its
    /// top.
    fn inspect(rules: &Self::Rules, position: &Self::Position, seat: Seat, zone: &str) -> Vec<CardView>;
    /// A number, as it is set up: `hp` has one, `mod 2` takes an index.
    fn number(position: &Self::Position, seat: Seat, word: &str, index: Option<i32>) -> Option<i32>;
    /// Every card of the table, for the free suite: no card twice, and no handle twice.
    fn census(position: &Self::Position) -> Vec<Counted>;
}

/// What a word of a scene stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneWord {
    /// Cards in places from the left: compared in order.
    Places,
    /// A zone that is compared as a multiset.
    Pile,
    /// A number.
    Number,
    /// A number with an index before it: `mod 2 3`.
    Indexed,
    /// Nothing behind it: `done`.
    Flag,
    /// A player: `started p2`.
    Player,
}

/// A point on which editions differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulingInfo {
    /// `trap_activation`
    pub name: &'static str,
    /// Its values, and what each means.
    pub values: &'static [(&'static str, &'static str)],
    /// What each edition says, in the order of [`Rulebook::editions`]; a place in `values`.
    pub editions: &'static [u8],
}

/// The rules that a match is played under, as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Terms {
    /// The edition; none is the default one.
    pub edition: Option<String>,
    /// Single rulings, name and value.
    pub rulings: Vec<(String, String)>,
}

/// How a match is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What each player brings. It need not be legal: whoever lets people play checks that.
    pub decks: BySeat<Vec<DefId>>,
    /// Who begins, if that is fixed.
    pub first: Option<Seat>,
    /// Whether the decks stay as they are listed, the top first.
    pub unshuffled: bool,
}

/// A card of a census.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Which one.
    pub card: CardRef,
    /// The zone it is in.
    pub zone: ZoneId,
    /// Its handle, if it can be followed.
    pub handle: Option<u8>,
}

/// Every card that is in the game: what [`Stage::census`] returns.
pub fn census<const N: usize, const Z: usize>(zones: &Zones<N, Z>, handle: impl Fn(CardRef) -> Option<u8>) -> Vec<Counted> {
    let all = (0..Z - 1).map(ZoneId).flat_map(|zone| zones.zone(zone).iter().map(move |&card| (card, zone)));
    all.map(|(card, zone)| Counted { card, zone, handle: handle(card) }).collect()
}

/// The identity of an option by how it is shown, but for the handle, which differs from world to world.
fn face_identity(face: &Face) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes.iter().chain(&[0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    add(face.verb.word().as_bytes());
    add(face.words.as_bytes());
    if let Some(spot) = &face.card {
        add(spot.zone.as_bytes());
        add(&spot.def.0.to_le_bytes());
        // Copies in a hidden zone are equal; on the table each is its own.
        add(&[spot.side.bit(), if spot.handle.is_some() { spot.nth } else { 0 }, u8::from(spot.token)]);
    }
    add(&[face.seat.map_or(2, Seat::bit)]);
    add(&face.slot.map_or([2, 0], |(seat, slot)| [seat.bit(), slot]));
    hash
}

impl Terms {
    /// Reads the terms against a game's editions and rulings: the value of each ruling, in their order, or everything that
    /// is wrong.
    pub fn resolve<G: Rulebook>(&self) -> Result<(usize, Vec<u8>), String> {
        let mut wrong = Vec::new();
        let editions = G::editions();
        let edition = match &self.edition {
            None => 0,
            Some(name) => editions.iter().position(|known| known == name).unwrap_or_else(|| {
                wrong.push(format!("there is no edition `{name}`; there are {}", editions.join(", ")));
                0
            }),
        };
        let mut values: Vec<u8> = G::rulings().iter().map(|ruling| ruling.editions[edition]).collect();
        for (name, value) in &self.rulings {
            let Some(at) = G::rulings().iter().position(|ruling| ruling.name == name) else {
                let near = playmat_cardtext::nearest(name, G::rulings().iter().map(|ruling| ruling.name));
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                wrong.push(format!("there is no ruling `{name}`{hint}"));
                continue;
            };
            let known = G::rulings()[at].values;
            match known.iter().position(|(word, _)| word == value) {
                Some(place) => values[at] = place as u8,
                None => {
                    let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
                    wrong.push(format!("`{name}` cannot be `{value}`; it is one of {}", words.join(", ")));
                }
            }
        }
        if wrong.is_empty() { Ok((edition, values)) } else { Err(wrong.join("\n")) }
    }
}
