//! People over HTTP: accounts and sessions, what players keep, what they played, and the queue of those who look for a match. `docs/protocol.md`
//! says where. Times are seconds of Unix time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::tables::{DeckRequest, Me};
use crate::{SeatForm, Word};

/// `POST /api/account`: the guest who asks gets this name and password, and keeps everything else.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct SignUpRequest {
    /// 3 to 20 letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// 10 to 200 characters.
    pub password: String,
}

/// An account is there, for the first time or again: who, and what opens it if the password is lost.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
pub struct SignedUp {
    /// The new account.
    pub me: Me,
    /// The recovery code, told this once.
    pub recovery: String,
}

/// `POST /api/recover`: another password for who has the recovery code. All sessions end, and there is a new code.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct RecoverRequest {
    /// The name of the account; capitals do not matter.
    pub name: String,
    /// The recovery code; capitals, spaces and `-` do not matter.
    pub recovery: String,
    /// The new password: 10 to 200 characters.
    pub password: String,
}

/// `POST /api/me/recovery`: another recovery code; the one before is worth nothing.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct RecoveryRequest {
    /// The password.
    pub password: String,
}

/// `GET` and `POST /api/me/recovery`.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
#[ts(optional_fields)]
pub struct RecoveryInfo {
    /// When the code was made; none if there is none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<i64>,
    /// The code, told once: when it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<String>,
}

/// `GET` and `POST /api/matches/MATCH/share`: who may read a match besides its players.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug, Default)]
#[ts(optional_fields)]
pub struct MatchShare {
    /// Everybody: it was played at a public table.
    pub public: bool,
    /// Whoever has my link, if I share it: `/replay/MATCH?key=KEY`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// `POST /api/login`.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LoginRequest {
    /// Capitals do not matter.
    pub name: String,
    /// The password.
    pub password: String,
    /// Whether what the guest of this browser has becomes the account's: matches, decks, seats at tables.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub bring: bool,
}

/// Somebody has logged in.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct LoggedIn {
    /// The account.
    pub me: Me,
    /// How many finished matches came from the guest.
    pub matches: u32,
    /// How many decks came from the guest.
    pub decks: u32,
}

/// `POST /api/me/password`: change the password. All other sessions end.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct PasswordRequest {
    /// The current password.
    pub old: String,
    /// 10 to 200 characters.
    pub new: String,
}

/// `DELETE /api/me`: delete me and all my data.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Default)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ForgetRequest {
    /// An account's password; guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// `GET /api/me/sessions`: a browser that is logged in.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct SessionInfo {
    /// The id by which it can be ended.
    pub id: String,
    /// When it began.
    pub made: i64,
    /// When it was last used, within some minutes.
    pub seen: i64,
    /// The name of the browser.
    pub agent: String,
    /// Whether it is the caller's own.
    pub current: bool,
}

/// `GET /api/me/decks`: a deck that was saved.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct SavedDeck {
    /// Chosen by the client: 1 to 40 of `a` to `z`, `0` to `9` and `-`.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// Its text, as in a deck file. It was not checked.
    pub text: String,
    /// When it was last saved.
    pub updated: i64,
}

/// `PUT /api/me/decks/ID`: save a deck.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SaveDeckRequest {
    /// The game.
    pub game: String,
    /// 1 to 60 characters.
    pub name: String,
    /// At most 4 KiB.
    pub text: String,
}

/// `GET /api/me/profile` and `GET /api/players/ID`: what somebody has played.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Debug)]
#[ts(optional_fields)]
pub struct Profile {
    /// [`Me::id`].
    pub id: String,
    /// The name that others read.
    pub name: String,
    /// Since when there is an account; guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<i64>,
    /// By game, those that were played.
    pub games: Vec<GameTally>,
}

/// What somebody has played of one game.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Debug)]
#[ts(optional_fields)]
pub struct GameTally {
    /// The game.
    pub game: String,
    /// How many matches were won.
    pub wins: u32,
    /// How many were lost.
    pub losses: u32,
    /// How many were drawn.
    pub draws: u32,
    /// The deck that was played most; only its player is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub favourite: Option<String>,
    /// The rating, once there was a rated match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingInfo>,
}

/// A rating after Glicko-2.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Debug)]
pub struct RatingInfo {
    /// 1500 for a new player.
    pub rating: f64,
    /// The deviation: the true strength is within twice this with a probability of 95 %.
    pub deviation: f64,
    /// How many rated matches there were.
    pub games: u32,
    /// Whether it is still provisional.
    pub provisional: bool,
}

/// `GET /api/me/matches`: finished matches, the latest first.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Debug)]
#[ts(optional_fields)]
pub struct MatchPage {
    /// The matches.
    pub matches: Vec<FinishedMatch>,
    /// `?before=NEXT` has those before these, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished match, as the caller played it.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Debug)]
#[ts(optional_fields)]
pub struct FinishedMatch {
    /// Its id: `GET /api/matches/MATCH/record`.
    #[serde(rename = "match")]
    pub game_match: String,
    /// The game.
    pub game: String,
    /// The edition.
    pub edition: String,
    /// When it ended.
    pub ended: i64,
    /// My seat.
    pub seat: SeatForm,
    /// How it ended for me.
    pub result: MatchResult,
    /// How: an `Ending`.
    #[ts(as = "String")]
    pub by: Word,
    /// My deck.
    pub deck: String,
    /// My rival.
    pub rival: Rival,
    /// Whether I played both sides.
    pub alone: bool,
    /// Who may read it besides its players.
    #[serde(flatten)]
    pub share: MatchShare,
    /// How my rating changed, if it was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingChange>,
}

/// How a match ended for somebody.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum MatchResult {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// A draw.
    Drawn,
    /// Neither: it could not go on, and counts for nobody.
    Unfinished,
}

/// The rival of a player.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Rival {
    /// The name of the rival.
    pub name: String,
    /// [`Me::id`] of a person or program that is still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The level of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The rival's deck.
    pub deck: String,
}

/// How a match changed a rating.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Debug)]
pub struct RatingChange {
    /// Before it.
    pub before: f64,
    /// After it.
    pub after: f64,
}

/// What goes to `GET /api/quick/socket`. Closing it leaves the queue.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum QuickRequest {
    /// Look for a match. The first message.
    Seek {
        /// The game.
        game: String,
        /// The deck.
        deck: DeckRequest,
    },
    /// Take the bot that was offered.
    Bot {},
}

/// What comes from `GET /api/quick/socket`.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum QuickNews {
    /// Nobody yet; about every two seconds.
    Waiting {
        /// Seconds so far.
        waited: u32,
        /// How far apart the ratings of rivals may be by now.
        window: u32,
        /// How many others look for a match of this game.
        others: u32,
    },
    /// It takes long: a bot is offered. The search goes on.
    Offer {
        /// Its level.
        level: String,
    },
    /// The match is at this table. The last message.
    Matched {
        /// Its code.
        code: String,
        /// Whether it is rated.
        rated: bool,
    },
    /// It failed. The last message.
    Refused {
        /// Stable: a `Code`.
        #[ts(as = "String")]
        code: Word,
        /// For people.
        sentence: String,
    },
}
