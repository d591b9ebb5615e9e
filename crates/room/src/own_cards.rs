//! Cards that somebody writes: an editor's questions about them, and the set that a table is played with.

use std::ops::Deref;
use std::sync::Arc;

use playmat_cards::Terms;
use playmat_catalog::{CardText, LoadError, NotUnderstood, Query};
use playmat_wire::tables::{DeckRequest, GameInfo, Sitter, TableRequest};
use playmat_wire::workshop::{CardFile, ChangedCard, FoundCards, OwnCards, PlayableCards, WorkshopRequest};

use crate::data::{OwnSet, TableCards};
use crate::editor::{self, WorkshopAnswer};
use crate::request::pairs;
use crate::{Code, GameService, Games, Room, RoomError, TableData};

/// How many of them stand in a sentence.
const FEW: usize = 3;
/// How many games with cards of somebody's own are kept; others are made again when they are wanted.
const MOST_GAMES: usize = 16;

/// A game with cards that somebody wrote.
pub struct OwnGame {
    game: String,
    texts: Vec<(String, String)>,
    service: Arc<GameService>,
}

/// A game: with the shipped cards, or with those of somebody.
pub enum Service<'g> {
    /// With the shipped ones.
    Shipped(&'g GameService),
    /// With somebody's own.
    Own(Arc<GameService>),
}

impl Deref for Service<'_> {
    type Target = GameService;

    fn deref(&self) -> &Self::Target {
        match self {
            Service::Shipped(service) => service,
            Service::Own(service) => service,
        }
    }
}

impl Games {
    /// The game of a table, with its cards.
    pub fn service_for(&self, table: &TableData) -> Result<Service<'_>, RoomError> {
        self.service_with(&table.game, table.own_cards.as_ref())
    }

    /// A game with these cards, or the shipped ones.
    pub fn service_with(&self, game: &str, own: Option<&OwnSet>) -> Result<Service<'_>, RoomError> {
        match own {
            None => self.service(game).map(Service::Shipped),
            Some(own) => self.with_cards(game, &own.texts).map(Service::Own),
        }
    }

    /// The cards that a new table asks for. What is tried out is no match against others.
    pub(crate) fn own_set(&self, asked: &TableRequest) -> Result<Option<OwnSet>, RoomError> {
        let tries = asked.seats.iter().any(|seat| matches!(seat.deck, Some(DeckRequest::Try { .. })));
        if tries && asked.seats.iter().any(|seat| seat.who == Sitter::Open) {
            return Err(no_trial());
        }
        let Some(own) = asked.cards.clone() else { return Ok(None) };
        if asked.public {
            let sentence =
                "A table with cards of one's own is not listed for everybody: give its code to those who are to come.";
            return Err(RoomError::new(Code::BadRequest, sentence));
        }
        let texts = self.all_texts(&asked.game, own)?;
        let set = self.with_cards(&asked.game, &texts)?.card_set().name;
        Ok(Some(OwnSet { set, texts }))
    }

    /// A game with cards that somebody wrote, or what is wrong with them.
    pub fn with_cards(&self, game: &str, texts: &[(String, String)]) -> Result<Arc<GameService>, RoomError> {
        let known = |own: &OwnGame| own.game == game && own.texts == texts;
        if let Some(own) = self.own.lock().expect("nobody panics while it is locked").iter().find(|own| known(own)) {
            return Ok(own.service.clone());
        }
        let service = self.service(game)?.with_cards(texts.to_vec())?;
        let mut all = self.own.lock().expect("nobody panics while it is locked");
        if all.len() >= MOST_GAMES {
            all.remove(0);
        }
        all.push(OwnGame { game: game.to_owned(), texts: texts.to_vec(), service: service.clone() });
        Ok(service)
    }
}

impl Room {
    /// The cards that somebody wrote for this table. Whoever knows the table may see them.
    pub fn cards(&self) -> Result<TableCards, RoomError> {
        let none = || RoomError::new(Code::NotFound, "This table plays with the shipped cards.");
        let TableData { game, edition, rulings, own_cards, .. } = &self.data;
        let texts = own_cards.as_ref().ok_or_else(none)?.texts.clone();
        Ok(TableCards { game: game.clone(), edition: edition.clone(), rulings: rulings.clone(), texts })
    }

    /// Whoever joins a table has agreed to its cards, and brings a deck that could be drawn by chance.
    pub(crate) fn agreed(&self, hash: Option<&str>, deck: &DeckRequest) -> Result<(), RoomError> {
        if matches!(deck, DeckRequest::Try { .. }) {
            return Err(no_trial());
        }
        match (&self.data.own_cards, hash) {
            (None, None) => Ok(()),
            (Some(own), Some(hash)) if own.set == hash => Ok(()),
            (Some(own), _) => {
                let sentence = format!(
                    "This table plays with cards that somebody wrote: look at them, and join with `\"cards\": \"{}\"` if you agree.",
                    own.set
                );
                Err(RoomError::new(Code::AgreeFirst, sentence))
            }
            (None, Some(_)) => {
                Err(RoomError::new(Code::AgreeFirst, "This table plays with the shipped cards: join without `cards`."))
            }
        }
    }
}

/// A deck for trying a card out is brought where it should not be.
pub fn no_trial() -> RoomError {
    RoomError::new(Code::BadDeck, "A card is tried out against bots or against oneself: whoever plays others brings a deck.")
}

/// What is wrong with cards, in a sentence.
pub(crate) fn wrong_cards(error: LoadError) -> RoomError {
    let sentence = match error {
        error @ (LoadError::NoGame(_) | LoadError::Unreadable(_)) => format!("These cards cannot be played: {error}."),
        LoadError::Wrong(sources, complaints) => {
            let one = |complaint: &playmat_cardtext::Complaint| {
                let name = sources.source(complaint.span).map_or("", |source| source.name.as_str());
                format!("{name}:{}: {}", sources.line_col(complaint.span).0, complaint.message)
            };
            let few: Vec<String> = complaints.iter().take(FEW).map(one).collect();
            let more = complaints.len().saturating_sub(FEW);
            let rest = if more == 0 { String::new() } else { format!("; and {more} more") };
            format!("These cards cannot be played: {}{rest}.", few.join("; "))
        }
    };
    RoomError::new(Code::BadCards, sentence)
}

impl Games {
    /// Answers an editor's question about cards of a game: `read`, `complete`, `hover` or `format`.
    pub fn workshop(&self, game: &str, what: &str, asked: WorkshopRequest) -> Result<WorkshopAnswer, RoomError> {
        let shipped = self.service(game)?.card_set().texts;
        WorkshopAnswer::to(game, what, asked, || shipped)
    }

    /// The set that somebody writes, if it can be played: `workshop/play`.
    pub fn to_play(&self, game: &str, asked: WorkshopRequest) -> Result<PlayableCards, RoomError> {
        let terms = Terms { edition: asked.edition, rulings: asked.rulings.into_iter().take(64).collect() };
        self.playable(game, self.all_texts(game, asked.cards)?, &terms)
    }

    /// What a search over the cards of a game finds: the query of an address is `q=SEARCH`.
    pub fn find(&self, game: &str, query: &str) -> Result<FoundCards, RoomError> {
        let search = pairs(query).into_iter().find(|(name, _)| name == "q").map_or_else(String::new, |(_, search)| search);
        let wrong = |error: NotUnderstood| {
            let column = search.get(..error.at).unwrap_or_default().chars().count() + 1;
            RoomError::new(Code::BadRequest, format!("This search is not understood: {} (at letter {column}).", error.message))
        };
        let query = Query::read(&search).map_err(wrong)?;
        Ok(FoundCards { cards: self.service(game)?.find(&query)? })
    }

    /// All files of a set, by name.
    pub fn all_texts(&self, game: &str, own: OwnCards) -> Result<Vec<(String, String)>, RoomError> {
        let service = self.service(game)?;
        editor::all_texts(own, || service.card_set().texts)
    }

    /// The files that new matches are played with, by their bare names.
    pub fn shipped_files(&self, game: &str) -> Result<Vec<CardFile>, RoomError> {
        let bare = |path: String| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let texts = self.service(game)?.card_set().texts;
        Ok(texts.into_iter().map(|(path, text)| CardFile { name: bare(path), text }).collect())
    }

    /// The cards of a table.
    pub fn cards_of(&self, table: TableCards) -> Result<PlayableCards, RoomError> {
        self.playable(&table.game, table.texts, &Terms { edition: table.edition, rulings: table.rulings })
    }

    /// A set with what it has that the shipped one has not; or what is wrong with it.
    pub fn playable(&self, game: &str, texts: Vec<(String, String)>, terms: &Terms) -> Result<PlayableCards, RoomError> {
        let service = self.with_cards(game, &texts)?;
        let info: GameInfo = service.info(terms)?;
        let (shipped, own) = (self.service(game)?.card_texts(), service.card_texts());
        let same = |one: &CardText, other: &CardText| one.name == other.name && one.token == other.token;
        let (mut added, mut changed) = (Vec::new(), Vec::new());
        for card in &own {
            match shipped.iter().find(|known| same(known, card)) {
                None => added.push(card.text.clone()),
                Some(known) if known.text != card.text => {
                    changed.push(ChangedCard { shipped: known.text.clone(), text: card.text.clone() });
                }
                Some(_) => {}
            }
        }
        let gone = shipped.iter().filter(|known| !own.iter().any(|card| same(card, known)));
        let removed = gone.map(|card| card.name.clone()).collect();
        let files = texts.into_iter().map(CardFile::from).collect();
        Ok(PlayableCards { set: service.card_set().name, files, added, changed, removed, info })
    }
}
