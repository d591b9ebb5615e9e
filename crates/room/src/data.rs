//! What a table is, as the log keeps it, and as everybody sees it.

use playmat_cards::Terms;
use playmat_kernel::{BySeat, MatchId, Seat};
use playmat_wire::tables::{Clock, DeckRequest, OnTimeout, Pace, SeatDeck, SeatInfo, SeatedBy, Spectators, Stage, TableInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

use crate::{Identity, Write};

/// The data of a table. Everything else follows from its match.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct TableData {
    /// Where people find it.
    pub code: String,
    /// The game.
    pub game: String,
    /// As asked for.
    pub edition: Option<String>,
    /// As asked for.
    pub rulings: Vec<(String, String)>,
    /// As shown.
    pub edition_name: String,
    /// As shown.
    pub rulings_shown: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: [SeatData; 2],
    /// The clocks of its matches.
    pub clock: Option<Clock>,
    /// After so many seconds of absence the time of an asked player is up.
    pub away: u32,
    /// What happens then.
    pub on_timeout: OnTimeout,
    /// Whether everybody may know of it.
    pub public: bool,
    /// Whether it may be watched, and with which delay.
    pub spectators: Option<Spectators>,
    /// Whether passes take as long as those of people.
    pub pace: Pace,
    /// Whether its matches change ratings.
    #[serde(default)]
    pub rated: bool,
    /// The match that is played or was played last.
    pub playing: Option<u64>,
    /// The parts of the seed of a match that is about to begin. They are stored, so that the server cannot choose again after a
    /// restart.
    #[serde(default)]
    pub dealing: Option<Dealing>,
    /// Why its match could not go on, for people; the table is then closed for good.
    #[serde(default)]
    pub closed: Option<String>,
    /// The cards that somebody wrote for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_cards: Option<OwnSet>,
}

/// The cards of a table that somebody wrote, and what it is played under.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct TableCards {
    /// The game.
    pub game: String,
    /// As asked for.
    pub edition: Option<String>,
    /// As asked for.
    pub rulings: Vec<(String, String)>,
    /// The files: names and texts.
    pub texts: Vec<(String, String)>,
}

/// Cards that somebody wrote for a table.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct OwnSet {
    /// The hash of the cards.
    pub set: String,
    /// The files: names and texts.
    pub texts: Vec<(String, String)>,
}

/// The parts of the seed of a match that is about to begin, in hexadecimal. Everything is promised before anything is opened.
#[derive(Serialize, Deserialize, Clone)]
pub struct Dealing {
    /// The match; none in older logs, where nothing was bound to it.
    #[serde(default)]
    pub game_match: Option<u64>,
    /// The salt of the players' tags. Told to the players, and stored no longer than this.
    #[serde(default)]
    pub salt: String,
    /// The tags of the players.
    #[serde(default)]
    pub players: [String; 2],
    /// The server's part.
    pub secret: String,
    /// The promise of each seat.
    #[serde(default)]
    pub commitments: [Option<String>; 2],
    /// The opened share of each seat; a bot's share is drawn by the server and is open from the beginning.
    pub shares: [Option<String>; 2],
    /// Whether nothing more can be promised.
    #[serde(default)]
    pub sealed: bool,
}

/// Who sits in a seat.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct SeatData {
    /// A person or program.
    pub player: Option<Identity>,
    /// The level of the bot that plays: from the beginning, or because a clock ran out.
    pub bot: Option<String>,
    /// The name of the player, if it differs from that of the identity.
    pub name: Option<String>,
    /// The deck.
    pub deck: DeckRequest,
}

/// Leaves out the parts of the seed: they must not get into a log file before the match is over.
impl fmt::Debug for Dealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [promised, opened] = [&self.commitments, &self.shares].map(|all| all.each_ref().map(Option::is_some));
        f.debug_struct("Dealing").field("promised", &promised).field("opened", &opened).finish_non_exhaustive()
    }
}

impl TableData {
    /// What its matches are played under.
    pub fn terms(&self) -> Terms {
        Terms { edition: self.edition.clone(), rulings: self.rulings.clone() }
    }

    /// Who sits in a seat.
    pub fn seat(&self, seat: Seat) -> &SeatData {
        &self.seats[usize::from(seat.bit())]
    }

    /// Who sits in a seat, to be changed.
    pub fn seat_mut(&mut self, seat: Seat) -> &mut SeatData {
        &mut self.seats[usize::from(seat.bit())]
    }

    /// The seats of somebody.
    pub fn seats_of(&self, who: &Identity) -> Vec<Seat> {
        Seat::BOTH
            .into_iter()
            .filter(|&seat| self.seat(seat).player.as_ref().is_some_and(|player| player.id == who.id))
            .collect()
    }

    /// Whether one guest holds both seats.
    pub fn hot_seat(&self) -> bool {
        let id = |seat| self.seat(seat).player.as_ref().map(|player| &player.id);
        id(Seat::One).is_some() && id(Seat::One) == id(Seat::Two)
    }

    /// Whether all seats are taken.
    pub fn complete(&self) -> bool {
        self.seats.iter().all(|seat| seat.player.is_some() || seat.bot.is_some())
    }

    /// The names of the players, as they are shown.
    pub fn names(&self) -> BySeat<String> {
        BySeat::from_fn(|seat| self.seat(seat).shown_name().unwrap_or_else(|| format!("Player {}", seat.bit() + 1)))
    }

    /// Whether a player may bring a share of the seed; a bot's is drawn by the server.
    pub fn shares(&self, seat: Seat) -> bool {
        let SeatData { player, bot, .. } = self.seat(seat);
        player.is_some() && bot.is_none()
    }

    /// What is told of the decks to who holds these seats: the own ones, and those of bots. A bot that took a player's seat over plays that
    /// player's deck, which stays untold.
    pub fn decks_known_to(&self, seats: &[Seat]) -> Vec<SeatDeck> {
        let known = |seat: &Seat| seats.contains(seat) || (self.seat(*seat).player.is_none() && self.seat(*seat).bot.is_some());
        let told = |seat: Seat| SeatDeck { seat: seat.into(), deck: self.seat(seat).deck_word() };
        Seat::BOTH.into_iter().filter(known).map(told).collect()
    }

    /// The match that is played or was played last.
    pub fn match_id(&self) -> Option<MatchId> {
        self.playing.map(MatchId)
    }

    /// The table as the log stores it.
    pub fn write(&self) -> Write {
        let data = serde_json::to_vec(self).expect("texts and numbers can always be written");
        Write::Table { code: self.code.clone(), data }
    }

    /// As everybody sees it.
    pub fn shown(&self, stage: Stage, online: BySeat<bool>, watching: u32) -> TableInfo {
        let seat = |seat: Seat| {
            let data = self.seat(seat);
            SeatInfo {
                seat: seat.into(),
                who: match (&data.player, &data.bot) {
                    (_, Some(_)) => SeatedBy::Bot,
                    (Some(player), None) if player.program => SeatedBy::Program,
                    (Some(_), None) => SeatedBy::Person,
                    (None, None) => SeatedBy::Nobody,
                },
                name: data.shown_name(),
                player: data.player.as_ref().map(|player| player.id.clone()),
                account: data.player.as_ref().is_some_and(|player| player.account),
                level: data.bot.clone(),
                online: online[seat] || data.bot.is_some(),
            }
        };
        TableInfo {
            code: self.code.clone(),
            game: self.game.clone(),
            edition: self.edition_name.clone(),
            rulings: self.rulings_shown.clone(),
            stage,
            game_match: self.match_id().map(|id| id.to_string()),
            seats: Seat::BOTH.map(seat),
            clock: self.clock,
            away: self.away,
            on_timeout: self.on_timeout,
            public: self.public,
            spectators: self.spectators,
            watching,
            pace: self.pace,
            rated: self.rated,
            closed: self.closed.clone(),
            own_cards: self.own_cards.as_ref().map(|own| own.set.clone()),
        }
    }
}

impl SeatData {
    /// An empty seat.
    pub fn open() -> Self {
        SeatData { player: None, bot: None, name: None, deck: DeckRequest::Named("random".into()) }
    }

    /// What a deck is called: by its id, or as its file begins.
    fn deck_word(&self) -> String {
        let written = match &self.deck {
            DeckRequest::Named(name) => Some(&name[..]),
            DeckRequest::Text { text } => text.lines().find_map(|line| line.trim().strip_prefix("deck ")).map(str::trim),
            DeckRequest::Try { card } => Some(&card[..]),
            DeckRequest::List { .. } => None,
        };
        written.filter(|name| !name.is_empty()).unwrap_or("own").chars().take(60).collect()
    }

    fn shown_name(&self) -> Option<String> {
        let player = || self.player.as_ref().map(|player| player.name.clone());
        let bot = || self.bot.as_deref().map(bot_name);
        self.name.clone().or_else(player).or_else(bot)
    }
}

/// The name of a bot by its level: `Greedy bot`.
pub fn bot_name(level: &str) -> String {
    let mut letters = level.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(" bot".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_of_ones_own_and_of_bots_are_told_and_no_others() {
        let named = |deck: &str| DeckRequest::Named(deck.into());
        let seat = |player: bool, bot: bool, deck| SeatData {
            player: player.then(|| Identity { id: "g1".into(), name: "Ada".into(), program: false, account: false }),
            bot: bot.then(|| "easy".into()),
            name: None,
            deck,
        };
        let table = |one, two| TableData {
            code: "K7WQ3N".into(),
            game: "skirmish".into(),
            edition: None,
            rulings: vec![],
            edition_name: String::new(),
            rulings_shown: BTreeMap::new(),
            seats: [one, two],
            clock: None,
            away: 0,
            on_timeout: OnTimeout::Lose,
            public: false,
            spectators: None,
            pace: Pace::People,
            rated: false,
            playing: None,
            dealing: None,
            closed: None,
            own_cards: None,
        };
        let told = |table: &TableData, seats: &[Seat]| {
            table.decks_known_to(seats).into_iter().map(|one| (one.seat.into(), one.deck)).collect::<Vec<(Seat, String)>>()
        };
        let text = DeckRequest::Text { text: "# mine\ndeck My deck \n4 Wolf\n".into() };
        let people = table(seat(true, false, text), seat(true, false, named("wide-ranks")));
        assert_eq!(told(&people, &[Seat::One]), [(Seat::One, "My deck".into())]);
        assert_eq!(told(&people, &[]), []);
        let bot = table(seat(true, false, DeckRequest::List { cards: vec![] }), seat(false, true, named("random")));
        assert_eq!(told(&bot, &[Seat::One]), [(Seat::One, "own".into()), (Seat::Two, "random".into())]);
        let taken_over = table(seat(true, false, named("random")), seat(true, true, named("wide-ranks")));
        assert_eq!(told(&taken_over, &[Seat::One]), [(Seat::One, "random".into())]);
    }

    #[test]
    fn a_seed_is_never_printed() {
        let dealing = Dealing {
            game_match: Some(7),
            salt: "5a17".into(),
            players: ["ada".into(), "bob".into()],
            secret: "5ec2e7".into(),
            commitments: [Some("c0ffee".into()), Some("c0ffee".into())],
            shares: [Some("0badcafe".into()), None],
            sealed: true,
        };
        assert_eq!(format!("{dealing:?}"), "Dealing { promised: [true, true], opened: [true, false], .. }");
    }
}
