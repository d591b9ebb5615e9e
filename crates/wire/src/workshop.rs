//! Cards that somebody writes in the client: how they are sent, and what an editor asks about them. `docs/protocol.md` says where
//! each is used. Places in a text are counted in UTF-16, as JavaScript does.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::tables::{GameCard, GameInfo};

/// A file of cards.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct CardFile {
    /// Its name: `fish.cards`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Cards of one's own.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct OwnCards {
    /// Whether the shipped files are part of them. A file of the same name takes the place of a shipped one.
    #[serde(default)]
    pub shipped: bool,
    /// Files that are not shipped, or are others than the shipped ones.
    pub files: Vec<CardFile>,
}

/// `POST /api/games/GAME/workshop/WHAT`: a question about cards that are being written.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct WorkshopRequest {
    /// The cards.
    pub cards: OwnCards,
    /// Which file it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Which place of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// The edition of the rules; the default one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Single rulings, name and value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub rulings: BTreeMap<String, String>,
}

/// `workshop/read`: what is wrong with the cards, and how those of one file look.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The names of all files, in order.
    pub files: Vec<String>,
    /// Everything that is wrong, file by file.
    pub complaints: Vec<CardComplaint>,
    /// The cards of the file as they can be read, in its order.
    pub cards: Vec<WrittenCard>,
}

/// Something that is wrong with a file.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct CardComplaint {
    /// The file.
    pub file: String,
    /// Where the words begin that it is about.
    pub from: u32,
    /// Where they end.
    pub to: u32,
    /// The line in which they begin, from 1.
    pub line: u32,
    /// What is wrong, and what would be right.
    pub sentence: String,
    /// `C07`; `playmat explain C07` says more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The changes that take it away; any one of them suffices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<CardFix>>")]
    pub fixes: Vec<CardFix>,
}

/// A change that is offered.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct CardFix {
    /// What it does: ``Write `haste` ``.
    pub title: String,
    /// The file that is changed.
    pub file: String,
    /// Where the change begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What stands there then.
    pub text: String,
}

/// A card of a file.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct WrittenCard {
    /// As it is printed.
    pub card: GameCard,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
}

/// `workshop/complete`: something that can stand at the place.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct CardWords {
    /// As it is listed.
    pub label: String,
    /// As it is written; what must be filled in stands in `#{...}`.
    pub text: String,
    /// `verb`, `keyword`, `card`: its part of speech.
    pub class: String,
    /// What it means, or the text of the card.
    pub gloss: String,
    /// Where the half-written word begins that it takes the place of.
    pub from: u32,
    /// Where that ends.
    pub to: u32,
}

/// `workshop/hover`: what the words at the place mean; `null` if that is not known.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct WordsMeaning {
    /// Where the words begin.
    pub from: u32,
    /// Where they end.
    pub to: u32,
    /// A line in code, then a paragraph; or the text of a card in a block of code.
    pub markdown: String,
}

/// `workshop/format`: the file in its canonical form.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct FormattedCards {
    /// The text; missing if it has mistakes that must be mended first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// `GET /api/games/GAME/find?q=SEARCH`: what a search over all cards finds, like `t:predator atk>=3 keyword:haste text:"draw" -is:token`.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct FoundCards {
    /// Their names; a card and a token may share one.
    pub cards: Vec<String>,
}

/// `workshop/play`, and `GET /api/tables/CODE/cards`: a set that can be played, and what it has that the shipped one has not.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct PlayableCards {
    /// The hash of its cards: equal cards have equal hashes, on every machine.
    pub set: String,
    /// All its files.
    pub files: Vec<CardFile>,
    /// The texts of the cards that the shipped set has not.
    pub added: Vec<String>,
    /// Those that are others.
    pub changed: Vec<ChangedCard>,
    /// The names of shipped cards that it has not.
    pub removed: Vec<String>,
    /// The game with these cards.
    pub info: GameInfo,
}

/// A card that is other than the shipped one of its name.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct ChangedCard {
    /// The shipped text.
    pub shipped: String,
    /// The text.
    pub text: String,
}

impl CardFile {
    /// As the catalog has it.
    pub fn pair(self) -> (String, String) {
        (self.name, self.text)
    }
}

impl From<(String, String)> for CardFile {
    fn from((name, text): (String, String)) -> Self {
        CardFile { name, text }
    }
}
