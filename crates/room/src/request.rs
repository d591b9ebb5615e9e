//! What somebody asks for: a new table, and what the query of an address says.

use playmat_cards::Terms;
use playmat_kernel::{BySeat, Seat};
use playmat_wire::tables::{DeckRequest, Pace, SeatRequest, Sitter, TableRequest};
use playmat_wire::workshop::{CardFile, OwnCards};
use playmat_wire::{Opening, SeatForm};

use crate::{Code, FinishedRecord, Games, Identity, RoomError, SeatData, TableData, clean_name};

/// The most rulings that a table may change, and the most seconds that it may ask for.
const MOST_RULINGS: usize = 64;
const LONGEST_CLOCK: u32 = 24 * 3600;

impl TableData {
    /// Reads a request for a new table, or says what is wrong with it. The table has no code yet.
    pub fn read(games: &Games, who: &Identity, request: TableRequest) -> Result<Self, RoomError> {
        let own_cards = games.own_set(&request)?;
        let service = games.service_with(&request.game, own_cards.as_ref())?;
        if request.rulings.len() > MOST_RULINGS {
            return Err(RoomError::new(Code::UnknownEdition, "There are not that many rulings."));
        }
        let rulings: Vec<(String, String)> = request.rulings.into_iter().collect();
        let terms = Terms { edition: request.edition.clone(), rulings: rulings.clone() };
        let (edition_name, rulings_shown) = service.terms(&terms)?;
        if let Some(clock) = request.clock
            && (!(10..=LONGEST_CLOCK).contains(&clock.bank) || clock.increment > clock.bank)
        {
            let sentence = format!("A clock has 10 to {LONGEST_CLOCK} seconds, and its increment is not longer than that.");
            return Err(RoomError::new(Code::BadClock, sentence));
        }
        let away = request.away.unwrap_or(180);
        let delay = request.spectators.map_or(0, |spectators| spectators.delay);
        if !(5..=LONGEST_CLOCK).contains(&away) || delay > 3600 {
            let sentence = format!("`away` is 5 to {LONGEST_CLOCK} seconds, and the delay of spectators is at most 3600.");
            return Err(RoomError::new(Code::BadClock, sentence));
        }
        let [one, two] = request.seats;
        let mut seats = [seat(who, one)?, seat(who, two)?];
        for level in seats.iter().filter_map(|seat| seat.bot.as_deref()) {
            service.check_level(&terms, level)?;
        }
        for seat in seats.iter().filter(|seat| seat.player.is_some() || seat.bot.is_some()) {
            service.check_deck(&terms, &seat.deck)?;
        }
        let hot_seat = seats.iter().all(|seat| seat.player.is_some());
        if hot_seat {
            name_both(&mut seats);
        }
        Ok(TableData {
            code: String::new(),
            game: request.game,
            edition: request.edition,
            rulings,
            edition_name,
            rulings_shown,
            seats,
            clock: request.clock,
            away,
            on_timeout: request.on_timeout,
            public: request.public,
            spectators: request.spectators,
            // At a hot-seat people take their own time.
            pace: if hot_seat { Pace::People } else { request.pace },
            rated: false,
            playing: None,
            dealing: None,
            closed: None,
            own_cards,
        })
    }

    /// A request for a table where somebody plays a match on, against a bot.
    pub fn play_on(games: &Games, who: &Identity, opening: &Opening, seat: Seat, level: &str) -> Result<Self, RoomError> {
        let sitter = |own: bool| SeatRequest {
            who: if own { Sitter::Me } else { Sitter::Bot },
            level: (!own).then(|| level.to_owned()),
            deck: None,
            name: None,
        };
        let request = TableRequest {
            game: opening.game.clone(),
            edition: opening.terms.edition.clone(),
            rulings: opening.terms.rulings.iter().cloned().collect(),
            seats: [sitter(seat == Seat::One), sitter(seat == Seat::Two)],
            clock: None,
            away: None,
            on_timeout: Default::default(),
            public: false,
            spectators: None,
            pace: Pace::People,
            cards: own_cards(opening),
        };
        TableData::read(games, who, request)
    }
}

/// The cards that somebody wrote for a match.
fn own_cards(opening: &Opening) -> Option<OwnCards> {
    let files: Vec<CardFile> = opening.own_cards.iter().cloned().map(CardFile::from).collect();
    (!files.is_empty()).then_some(OwnCards { shipped: false, files })
}

fn seat(who: &Identity, request: SeatRequest) -> Result<SeatData, RoomError> {
    let name = match request.name.as_deref() {
        None => None,
        Some(name) => {
            Some(clean_name(name).ok_or_else(|| RoomError::new(Code::BadName, "This name has no visible characters."))?)
        }
    };
    let deck = request.deck.unwrap_or_else(|| DeckRequest::Named("random".into()));
    match request.who {
        Sitter::Me => Ok(SeatData { player: Some(who.clone()), bot: None, name, deck }),
        Sitter::Open => Ok(SeatData::open()),
        Sitter::Bot => {
            let level = request.level.unwrap_or_else(|| playmat_bots::BOTS[0].to_owned());
            Ok(SeatData { player: None, bot: Some(level), name, deck })
        }
    }
}

/// The two players of a hot-seat have different names.
fn name_both(seats: &mut [SeatData; 2]) {
    let names = BySeat::from_fn(|seat: Seat| {
        let data = &seats[usize::from(seat.bit())];
        data.name.clone().unwrap_or_else(|| data.player.as_ref().map(|player| player.name.clone()).unwrap_or_default())
    });
    if names[Seat::One] == names[Seat::Two] {
        for (place, seat) in seats.iter_mut().enumerate() {
            seat.name = Some(format!("Player {}", place + 1));
        }
    }
}

/// The pairs of a query, decoded.
pub fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts.map(|part| part.split_once('=').unwrap_or((part, ""))).map(|(name, value)| (decoded(name), decoded(value))).collect()
}

/// The terms of a query: `edition=E`, and any number of `ruling=NAME=VALUE`.
pub fn terms(query: &str) -> Result<Terms, RoomError> {
    let mut terms = Terms::default();
    for (name, value) in pairs(query) {
        match (name.as_str(), value.split_once('=')) {
            ("edition", _) => terms.edition = Some(value),
            ("ruling", Some((ruling, value))) if terms.rulings.len() < MOST_RULINGS => {
                terms.rulings.push((ruling.into(), value.into()));
            }
            _ => {
                return Err(RoomError::new(
                    Code::BadRequest,
                    "The query may have `edition=E` and any number of `ruling=NAME=VALUE`.",
                ));
            }
        }
    }
    Ok(terms)
}

/// What a query asks of a record: `at=37`, `seat=p1`, `level=greedy`.
#[derive(Clone, Debug, Default)]
pub struct OfRecord {
    at: Option<usize>,
    /// Whose seat.
    pub seat: Option<Seat>,
    /// Which bot.
    pub level: Option<String>,
}

impl OfRecord {
    /// Reads a query.
    pub fn read(query: &str) -> Result<Self, RoomError> {
        let mut asked = OfRecord::default();
        let wrong =
            || RoomError::new(Code::BadRequest, "The query may have `at=NUMBER`, `seat=p1` or `seat=p2`, and `level=BOT`.");
        for (name, value) in pairs(query) {
            match name.as_str() {
                "at" => asked.at = Some(value.parse().map_err(|_| wrong())?),
                "seat" if value == "p1" => asked.seat = Some(SeatForm::P1.into()),
                "seat" if value == "p2" => asked.seat = Some(SeatForm::P2.into()),
                "level" => asked.level = Some(value),
                _ => return Err(wrong()),
            }
        }
        Ok(asked)
    }

    /// The position, if the record has one there.
    pub fn at(&self, record: &FinishedRecord) -> Result<usize, RoomError> {
        let at = self.at.unwrap_or(record.entries());
        let none = || RoomError::new(Code::BadRequest, format!("The positions are 0 to {}.", record.entries()));
        (at <= record.entries()).then_some(at).ok_or_else(none)
    }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits = [rest.next(), rest.next()].map(|digit| digit.and_then(|digit| char::from(digit).to_digit(16)));
                if let [Some(high), Some(low)] = digits {
                    bytes.push((high * 16 + low) as u8);
                }
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
