//! The messages of the socket of a table, in both directions. `docs/protocol.md` says when each is sent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::tables::{Me, SeatDeck, TableInfo};
use crate::{EventForm, FaceForm, ReasonForm, SeatForm, ValueForm, ViewForm, Word};

/// The version of the protocol. A client of another version is told so and closed.
pub const PROTOCOL_VERSION: u16 = 1;

/// From a client to the server.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(optional_fields)]
pub enum ClientMessage {
    /// The first message: the version of the client, and where it was if its connection dropped.
    Hello {
        /// [`PROTOCOL_VERSION`].
        version: u16,
        /// Where it was, to go on without a full view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume: Option<Resume>,
        /// Whether options shall say where they can be aimed ([`FaceForm::aims`](crate::FaceForm::aims)): for boards on which cards are dragged.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>")]
        aims: bool,
    },
    /// Hot-seat only: the player of this seat looks at the screen now.
    Ready {
        /// The seat of the player who looks.
        seat: SeatForm,
    },
    /// Answers the question of this number with the option at this place.
    Answer {
        /// [`Question::decision`].
        decision: u32,
        /// A place in [`Question::options`].
        pick: u8,
    },
    /// Takes back the move that is being declared; possible if [`Question::take_back`] is true.
    TakeBack {
        /// [`Question::decision`].
        decision: u32,
    },
    /// Gives up.
    Concede {
        /// Hot-seat only: which player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatForm>,
    },
    /// Answers a bot that offers to concede.
    Concession {
        /// What is said to it.
        say: ConcessionWord,
        /// Hot-seat only: which player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatForm>,
    },
    /// About a draw by agreement.
    Draw {
        /// What is said about it.
        say: DrawWord,
        /// Hot-seat only: which player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatForm>,
    },
    /// About taking back the last own move.
    Undo {
        /// What is said about it.
        say: UndoWord,
        /// Hot-seat only: which player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatForm>,
    },
    /// Has looked at the cards of an event that shows them to this player: the match goes on. If they were closed already,
    /// nothing happens.
    CloseReveal {
        /// [`Reveal::event`].
        event: u32,
    },
    /// Promises a share of the seed by its hash, in answer to [`ServerMessage::Commitment`]: one for each seat of the client.
    Commit {
        /// The match that is about to begin.
        #[serde(rename = "match")]
        game_match: String,
        /// For which seat.
        seat: SeatForm,
        /// SHA-256 in hexadecimal.
        commitment: String,
    },
    /// Opens a share, in answer to [`ServerMessage::Sealed`].
    Open {
        /// The match that is about to begin.
        #[serde(rename = "match")]
        game_match: String,
        /// For which seat.
        seat: SeatForm,
        /// 32 random bytes in hexadecimal.
        share: String,
    },
    /// After the end: wants to play again with swapped seats, or no longer does. The match begins once all people want it.
    Rematch {
        /// Whether the player wants to.
        want: bool,
    },
    /// Says something to those at the table: either a phrase or a text.
    Say {
        /// A phrase by its id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phrase: Option<Phrase>,
        /// A text of at most 200 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Asks for everything again.
    Resync {},
    /// Asks for a [`ServerMessage::Pong`].
    Ping {
        /// Comes back in the answer.
        id: u32,
    },
}

/// Where a client was when its connection dropped.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The match.
    #[serde(rename = "match")]
    pub game_match: String,
    /// Whose view it had.
    pub viewer: Viewer,
    /// The number of the last event it has.
    pub number: u32,
}

/// The answer to a bot that offers to concede.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ConcessionWord {
    /// Accept: the match is over and won.
    Accept,
    /// Decline: the match is played on; there is no second offer.
    Decline,
}

/// What is said about a draw.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum DrawWord {
    /// Offers one, until the offering player answers the next question.
    Offer,
    /// Accepts the rival's offer: the match is over.
    Accept,
    /// Declines the rival's offer.
    Decline,
}

/// Something that is often said. Every client shows it in the language of its reader.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words are the ids")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Nice,
    Wow,
    Oops,
    Thinking,
    Sorry,
    Thanks,
    GoodGame,
    Again,
    Bye,
}

/// Something that was said.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct ChatLine {
    /// Its number, from 1 for each table. Numbers are missing where a line was not for this client.
    pub n: u32,
    /// The seat of a player; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// [`Me::id`] of the speaker, for muting.
    pub player: String,
    /// The name of the speaker.
    pub name: String,
    /// A phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
    /// Or a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What is said about taking back a move.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum UndoWord {
    /// Takes it back, or asks the rival if something was learned since.
    Ask,
    /// The rival may take back.
    Accept,
    /// The rival may not.
    Decline,
}

/// Whether the last own move can be taken back.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum TakeBack {
    /// At once: nobody has learned anything since.
    Free,
    /// If the rival agrees.
    Ask,
}

/// Whose view of the table a client has.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// A spectator, who sees what both players see.
    Public,
}

/// From the server to a client.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(optional_fields)]
pub enum ServerMessage {
    /// The answer to [`ClientMessage::Hello`].
    Welcome {
        /// [`PROTOCOL_VERSION`].
        version: u16,
        /// Who the client is.
        me: Me,
        /// The seats it holds: none for a spectator, both for a hot-seat.
        seats: Vec<SeatForm>,
        /// The table.
        table: TableInfo,
        /// The decks that the client may know of: those of its own seats, and of bots. A rival's is told after the match, among the finished
        /// ones.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<SeatDeck>>", optional)]
        decks: Vec<SeatDeck>,
    },
    /// The table has changed: somebody sat down, left, came back, or a match began or ended.
    Table {
        /// The table now.
        table: TableInfo,
    },
    /// A match is about to begin: the hash of the server's secret, bound to the match and its players. A player's client answers with
    /// [`ClientMessage::Commit`].
    Commitment {
        /// The match that is about to begin.
        #[serde(rename = "match")]
        game_match: String,
        /// The seats of this client in it.
        seats: Vec<SeatForm>,
        /// The tags of the players, in hexadecimal.
        players: [String; 2],
        /// The salt of the tags, in hexadecimal.
        salt: String,
        /// SHA-256 in hexadecimal.
        commitment: String,
    },
    /// Nothing more can be promised. A player's client whose own promise is in it answers with [`ClientMessage::Open`].
    Sealed {
        /// The match that is about to begin.
        #[serde(rename = "match")]
        game_match: String,
        /// The server's promise.
        commitment: String,
        /// What was promised for each seat; nothing for a seat that brings no share.
        shares: [Option<String>; 2],
    },
    /// Everything a viewer may know. Replaces what the client has.
    Full(Full),
    /// What happened since, and what it changed.
    Update(Update),
    /// Hot-seat only: the other player is asked. The screen must show nothing of either seat until that player is there and the
    /// client says [`ClientMessage::Ready`].
    Handover {
        /// Who is to look next.
        to: SeatForm,
    },
    /// In a lesson: the state of the lesson.
    Lesson {
        /// The state.
        stands: LessonStands,
    },
    /// Something that the client sent was not done. Nothing has changed.
    Refused(Refusal),
    /// Something that concerns everybody at the table, such as a database that does not answer.
    Notice {
        /// Stable: a `NoticeCode`.
        #[ts(as = "String")]
        code: Word,
        /// For people.
        sentence: String,
    },
    /// Chat: first everything that is remembered, then each line as it is said.
    Said {
        /// In order.
        lines: Vec<ChatLine>,
    },
    /// The answer to [`ClientMessage::Ping`].
    Pong {
        /// The id of the ping.
        id: u32,
    },
    /// The last message before the server closes the connection.
    Bye {
        /// Stable: a `Code`.
        #[ts(as = "String")]
        code: Word,
        /// For people.
        sentence: String,
        /// Whether it makes sense to connect again.
        again: bool,
    },
}

/// The state of a lesson.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum LessonStands {
    /// The goal can be reached.
    Open,
    /// The goal can no longer be reached: a hint, and another try.
    Wrong,
    /// The goal is reached.
    Done,
}

/// Everything a viewer may know of a running match.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Full {
    /// The match.
    #[serde(rename = "match")]
    pub game_match: String,
    /// Whose view it is.
    pub viewer: Viewer,
    /// The number of the last event that happened.
    pub number: u32,
    /// All parts.
    pub view: ViewForm,
    /// What this viewer heard of the match so far.
    pub events: Vec<Numbered>,
    /// The state of the match.
    pub state: State,
    /// Whether the viewer's last move can be taken back; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack>,
    /// What the viewer is asked, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
}

/// What happened since, and what it changed for a viewer.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Update {
    /// The match.
    #[serde(rename = "match")]
    pub game_match: String,
    /// The number of the last event before. A client that has another asks for [`ClientMessage::Resync`].
    pub from: u32,
    /// The number of the last event now. Numbers in between that are missing in `events` belong to what this viewer did not hear.
    pub to: u32,
    /// What this viewer heard.
    pub events: Vec<Numbered>,
    /// The parts of the view that changed.
    pub changes: Vec<Change>,
    /// The state of the match; replaces the last one.
    pub state: State,
    /// Whether the viewer's last move can be taken back; replaces the last value, also if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack>,
    /// What the viewer is asked; replaces the last question, also if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
}

/// An event with its number.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "GameEvent")]
#[ts(rename = "GameEvent", optional_fields)]
pub struct Numbered {
    /// Its number: from 1, without gaps in a match.
    pub n: u32,
    /// True if it is told without its secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub veiled: bool,
    /// The event.
    #[serde(flatten)]
    #[ts(flatten)]
    pub event: EventForm,
}

/// One part of the view has a new value: `view[part].value = value`.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The place of the part in the view.
    pub part: u8,
    /// Its value now.
    pub value: ValueForm,
}

/// The state of a match, the same for all viewers.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug, Default)]
#[ts(optional_fields)]
pub struct State {
    /// Who is asked something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<SeatForm>,
    /// The clocks, if the table has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Milliseconds until the absence of the asked player counts as a timeout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<u32>,
    /// Who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<SeatForm>,
    /// Which bot offers to concede, because it sees no hope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concession: Option<SeatForm>,
    /// Who asks to take back a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<SeatForm>,
    /// Who looks at revealed cards. Until nobody does, nobody can answer or take back, and no clock runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Reveal>>")]
    pub reveals: Vec<Reveal>,
    /// Who wants to play again, after the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<SeatForm>>")]
    pub rematch: Vec<SeatForm>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// Revealed cards that a player looks at.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct Reveal {
    /// The number of the event that shows them.
    pub event: u32,
    /// Who looks.
    pub to: SeatForm,
    /// Milliseconds after which it closes by itself.
    pub left: u32,
}

/// The players' clocks when this was sent, in milliseconds. That of the asked player runs, unless somebody looks at revealed
/// cards.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Player 1's.
    pub p1: u32,
    /// Player 2's.
    pub p2: u32,
}

/// How a match ended.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Over {
    /// Who won; missing for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SeatForm>,
    /// How it ended.
    pub by: Ending,
}

/// How a match ended.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// The loser gave up.
    Concession,
    /// The loser's clock ran out.
    Timeout,
    /// Both agreed on a draw.
    Agreement,
    /// It could not go on under the current rules: nobody has won or lost. A running match never says so.
    Closed,
}

impl Ending {
    /// As it stands on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Concession => "concession",
            Ending::Timeout => "timeout",
            Ending::Agreement => "agreement",
            Ending::Closed => "closed",
        }
    }
}

/// A question to the viewer.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Question {
    /// The number that an answer names. Numbers have no order.
    pub decision: u32,
    /// Who is asked.
    pub seat: SeatForm,
    /// The question in a sentence.
    pub words: String,
    /// The name of the card that asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How the answers belong together.
    pub form: QuestionForm,
    /// What it is asked for.
    pub occasion: QuestionOccasion,
    /// True if the server answers it by itself after a while, with its only option.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub forced: bool,
    /// True if the move that is being declared can be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub take_back: bool,
    /// The options; an answer is a place in this list.
    pub options: Vec<FaceForm>,
    /// Why other cards cannot be played now; missing if there is nothing to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<WhyNot>>")]
    pub why_not: Vec<WhyNot>,
}

/// How answers belong together.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionForm {
    /// One of the options.
    OneOf,
    /// Some of them, asked one by one until `none` or `done`.
    SomeOf,
    /// All of them, one after the other: which comes next?
    Order,
}

/// What a question is asked for.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionOccasion {
    /// The player's own move: what next?
    Move,
    /// A part of a move that nobody else has been told of.
    Declaring,
    /// Something that happened raises it.
    Raised,
}

/// Why a card cannot be played now.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct WhyNot {
    /// The name of the card.
    pub card: String,
    /// The zone of the asked seat that it is in: the name of a part of the view.
    #[ts(as = "String")]
    pub zone: Word,
    /// Why not.
    pub reason: ReasonForm,
}

/// Something that was not done.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Refusal {
    /// The `type` of the message it is about.
    #[ts(as = "String")]
    pub to: Word,
    /// Stable: a `Code`.
    #[ts(as = "String")]
    pub code: Word,
    /// For people.
    pub sentence: String,
    /// The decision that was answered, if it was an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
}

impl From<SeatForm> for Viewer {
    fn from(seat: SeatForm) -> Self {
        match seat {
            SeatForm::P1 => Viewer::P1,
            SeatForm::P2 => Viewer::P2,
        }
    }
}
