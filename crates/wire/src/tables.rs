//! The HTTP interface: identities, games, tables. `docs/protocol.md` says where each is used.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::workshop::OwnCards;
use crate::{CardInfoForm, SeatForm, Word};

/// `POST /api/me`: be a guest of this name, or change the name.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct MeRequest {
    /// The name that others read; a name is made up if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Be a program: the answer then has a token instead of a cookie.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub program: bool,
}

/// Who the client is.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Me {
    /// Stable, and not secret.
    pub id: String,
    /// The name that others read.
    pub name: String,
    /// Whether it is a program.
    pub program: bool,
    /// Whether there is an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub account: bool,
    /// A program's secret, told once: `Authorization: Bearer TOKEN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Until when the token is valid, in seconds of Unix time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<i64>,
}

/// `GET /api/games`: one of the games.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct GameSummary {
    /// `food-chain`
    pub name: String,
    /// `Food Chain`
    pub title: String,
    /// The named editions of its rules, the default first.
    pub editions: Vec<String>,
    /// The levels of its bots, the weakest first.
    pub bots: Vec<String>,
    /// Whether it is an example: listed behind the others, without ratings and quick matches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub example: bool,
}

/// `GET /api/games/GAME`: everything about a game under these terms, with the cards that new matches are played with.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// `food-chain`
    pub name: String,
    /// `Food Chain`
    pub title: String,
    /// The edition of the cards below.
    pub edition: String,
    /// The fingerprint of these rules and cards.
    pub rules: String,
    /// The named editions, the default first.
    pub editions: Vec<String>,
    /// The points on which editions differ.
    pub rulings: Vec<Ruling>,
    /// The words of the phases that a turn has under these rules, in order; empty for a game without phases.
    pub phases: Vec<String>,
    /// How many places each side of the table has, side by side; 0 for as many as are needed.
    pub places: u8,
    /// The levels of its bots, the weakest first.
    pub bots: Vec<String>,
    /// The sections of its cards.
    pub categories: Vec<String>,
    /// All cards that may be seen in a match.
    pub cards: Vec<GameCard>,
    /// What the words on the cards mean.
    pub glossary: Vec<GlossaryEntry>,
    /// The rules in short; missing if nobody wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<GuideSection>>", optional)]
    pub guide: Vec<GuideSection>,
    /// The ready decks.
    pub decks: Vec<ReadyDeck>,
}

/// A point on which editions differ.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// `trap_activation`
    pub name: String,
    /// Its values and what each means.
    pub values: Vec<RulingValue>,
    /// What each edition says, in the order of the editions.
    pub editions: Vec<String>,
    /// The value under the rules that were asked for.
    pub value: String,
}

/// One value of a ruling.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct RulingValue {
    /// Its word.
    pub value: String,
    /// What it means.
    pub meaning: String,
}

/// A card of a game.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct GameCard {
    /// What is printed on it.
    #[serde(flatten)]
    #[ts(flatten)]
    pub info: CardInfoForm,
    /// Whether it may be in a deck of this edition.
    pub pool: bool,
    /// The words of the glossary that it uses.
    pub words: Vec<String>,
}

/// What a word means.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct GlossaryEntry {
    /// `keyword`, `verb`, `noun`: its part of speech.
    pub class: String,
    /// The word.
    pub word: String,
    /// The word as a heading for people: `when something dies`.
    pub heading: String,
    /// How it is written.
    pub usage: String,
    /// A sentence.
    pub gloss: String,
}

/// A part of the rules in short.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct GuideSection {
    /// What it is about.
    pub heading: String,
    /// Sentences; words between `**` stand out.
    pub lines: Vec<String>,
}

/// A deck that comes with the game.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct ReadyDeck {
    /// Its id in requests: `fish-1`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What its author says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether it is legal under the rules that were asked for.
    pub legal: bool,
    /// Its cards by name.
    pub cards: Vec<String>,
}

/// `GET /api/games/GAME/lessons`: one of the lessons of a game, in their order.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct LessonInfo {
    /// Its id: `1-prey`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What is to be done, a paragraph each; words between `**` stand out.
    pub task: Vec<String>,
    /// What is said after a wrong move.
    pub hint: Vec<String>,
    /// What was learnt.
    pub done: Vec<String>,
}

/// `POST /api/tables`: a new table.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TableRequest {
    /// The game.
    pub game: String,
    /// The edition; the default one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Single rulings, name and value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub rulings: BTreeMap<String, String>,
    /// Player 1's seat, then player 2's. Two seats of one's own are a hot-seat.
    pub seats: [SeatRequest; 2],
    /// The clocks; none if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Seconds that an asked player may be disconnected before that counts as a timeout; 180 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<u32>,
    /// What happens when a clock runs out.
    #[serde(default)]
    #[ts(as = "Option<OnTimeout>")]
    pub on_timeout: OnTimeout,
    /// Whether it is listed for everybody.
    #[serde(default)]
    #[ts(as = "Option<bool>")]
    pub public: bool,
    /// Whether others may watch; nobody if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<Spectators>,
    /// Whether the server keeps the pace of people or of programs.
    #[serde(default)]
    #[ts(as = "Option<Pace>")]
    pub pace: Pace,
    /// Cards of one's own instead of the shipped ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<OwnCards>,
}

/// Who is to sit in a seat.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SeatRequest {
    /// Who is to sit there.
    pub who: Sitter,
    /// The level of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The deck; a random one if it is missing. An open seat gets the deck of whoever joins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckRequest>,
    /// The name of the player, if it differs from that of the guest: the second player of a hot-seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Who is to sit in a seat.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    /// The caller.
    Me,
    /// Whoever joins.
    Open,
    /// A bot of the server.
    Bot,
}

/// A deck: `fish-1`, `random`, `random:Fish`, a list of cards, or the text of a deck file.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum DeckRequest {
    /// A ready deck by its id, or a random one.
    Named(String),
    /// A list.
    List {
        /// The cards by name, each as often as it is in the deck.
        cards: Vec<String>,
    },
    /// A random deck that has this card up to three times, one of them on top: for trying a card out. Only against bots and oneself, with cards of one's own.
    Try {
        /// The card by name.
        #[serde(rename = "try")]
        #[ts(rename = "try")]
        card: String,
    },
    /// A deck file.
    Text {
        /// `deck NAME`, then a card on each line, with a number before it if there are several.
        text: String,
    },
}

/// `POST /api/games/GAME/deck`: whether a deck is legal, and everything that is wrong if it is not. A random one is drawn.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct DeckCheckRequest {
    /// The edition; the default one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Single rulings, name and value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub rulings: BTreeMap<String, String>,
    /// The deck.
    pub deck: DeckRequest,
}

/// A deck, and whether it can be played.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct DeckCheck {
    /// Its name.
    pub name: String,
    /// Its cards by name, each as often as it is in the deck; none if the text cannot be read.
    pub cards: Vec<String>,
    /// The deck as a file in canonical form; as it was sent if it cannot be read.
    pub text: String,
    /// Whether it can be played.
    pub legal: bool,
    /// Everything that is wrong with it.
    pub faults: Vec<DeckFault>,
}

/// Something that is wrong with a deck.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct DeckFault {
    /// The line of the text, from 1, if one line is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Stable: `deck-file`, `unknown-card`, or a code of the game.
    #[ts(as = "String")]
    pub code: Word,
    /// For people.
    pub sentence: String,
}

/// The clocks of a table.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Seconds that each player has.
    pub bank: u32,
    /// Seconds that each answered question gives back, never beyond the initial time.
    pub increment: u32,
}

/// What happens when a clock runs out.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum OnTimeout {
    /// The player loses.
    #[default]
    Lose,
    /// A bot plays on.
    Bot,
}

/// How others may watch.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Spectators {
    /// Their delay in seconds.
    pub delay: u32,
}

/// Whether the server keeps the pace of people or of programs.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// For people: forced passes and bots take as long as a person would.
    #[default]
    People,
    /// For programs: nothing waits, and every question is asked, the forced ones too.
    Programs,
}

/// `POST /api/tables/CODE/join`: sit down.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct JoinRequest {
    /// Which seat; the first open one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// The deck; a random one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckRequest>,
    /// The hash of the cards that one agrees to play with, if they are not the shipped ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
}

/// A table as everybody sees it.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Table")]
#[ts(rename = "Table", optional_fields)]
pub struct TableInfo {
    /// Six letters and digits.
    pub code: String,
    /// The game.
    pub game: String,
    /// The edition.
    pub edition: String,
    /// Single rulings that differ from the edition.
    pub rulings: BTreeMap<String, String>,
    /// Whether it waits for players, has a running match, or a finished one.
    pub stage: Stage,
    /// The match, once there is one. A rematch is another.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "match")]
    pub game_match: Option<String>,
    /// Player 1's seat, then player 2's.
    pub seats: [SeatInfo; 2],
    /// The clocks, if it has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Seconds that an asked player may be disconnected.
    pub away: u32,
    /// What happens when a clock runs out.
    pub on_timeout: OnTimeout,
    /// Whether it is listed.
    pub public: bool,
    /// How others may watch, if they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<Spectators>,
    /// How many watch now.
    pub watching: u32,
    /// Whether the server keeps the pace of people or of programs.
    pub pace: Pace,
    /// Whether its matches change ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub rated: bool,
    /// Why its match could not go on, for people: the table is closed, and its `match` ended without a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// The hash of its cards, if somebody wrote them: `GET /api/tables/CODE/cards` tells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_cards: Option<String>,
}

/// Whether a table waits for players, has a running match, or a finished one.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// A seat is open.
    Waiting,
    /// A match runs.
    Playing,
    /// The match is over; a rematch may follow.
    Over,
}

/// A seat as everybody sees it.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct SeatInfo {
    /// Which seat it is.
    pub seat: SeatForm,
    /// Who sits there.
    pub who: SeatedBy,
    /// The name of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// [`Me::id`] of a person or program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether the player has an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub account: bool,
    /// The level of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Whether a person or program is connected; bots always are.
    pub online: bool,
}

/// What a seat plays.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct SeatDeck {
    /// Which.
    pub seat: SeatForm,
    /// The id of a ready deck, `random`, `random:Fish`, or the name that a deck file begins with; `own` if it has none.
    pub deck: String,
}

/// Who sits in a seat.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum SeatedBy {
    /// Nobody yet.
    Nobody,
    /// A person.
    Person,
    /// A program with a token.
    Program,
    /// A bot of the server.
    Bot,
}

/// Every HTTP response that is no success.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Stable: a `Code`.
    #[ts(as = "String")]
    pub code: Word,
    /// For people: what is wrong and what would be right.
    pub sentence: String,
}
