//! Cards that somebody writes: an editor's questions about them, and the set that a table is played with.

use std::ops::Deref;
use std::sync::Arc;

use playmat_cards::{CardInfo, Terms};
use playmat_cardtext::Explained;
use playmat_catalog::{LoadError, NotUnderstood, Query};
use playmat_language::{CardText, Completion, Edit, Inserted, Text, Workspace};
use playmat_wire::tables::{DeckRequest, GameCard, GameInfo, Sitter, TableRequest};
use playmat_wire::workshop::{
    CardComplaint, CardFile, CardFix, CardWords, ChangedCard, FormattedCards, FoundCards, OwnCards, PlayableCards, Reading,
    WordsMeaning, WorkshopRequest, WrittenCard,
};
use playmat_wire::{CardInfoForm, words_used};
use serde::Serialize;

use crate::data::{OwnSet, TableCards};
use crate::request::pairs;
use crate::{Code, GameService, Games, Room, RoomError, TableData};

/// The most files of a set, and the most bytes of all of them.
const MOST_FILES: usize = 40;
const MOST_BYTES: usize = 256 * 1024;
/// How many things that are wrong are told.
const MOST_COMPLAINTS: usize = 200;
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

/// An answer to a question about cards.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub enum WorkshopAnswer {
    /// What is wrong, and how the cards look.
    Read(Reading),
    /// What can stand at a place.
    Complete(Vec<CardWords>),
    /// What words mean.
    Hover(Option<WordsMeaning>),
    /// The canonical form.
    Format(FormattedCards),
    /// That they can be played.
    Play(Box<PlayableCards>),
}

impl Games {
    /// Answers a question about cards of a game: `read`, `complete`, `hover`, `format` or `play`.
    pub fn workshop(&self, game: &str, what: &str, asked: WorkshopRequest) -> Result<WorkshopAnswer, RoomError> {
        let bad = |sentence: &str| RoomError::new(Code::BadRequest, sentence);
        let texts = self.all_texts(game, asked.cards)?;
        if what == "play" {
            let terms = Terms { edition: asked.edition, rulings: asked.rulings.into_iter().take(64).collect() };
            return Ok(WorkshopAnswer::Play(Box::new(self.playable(game, texts, &terms)?)));
        }
        let names: Vec<String> = texts.iter().map(|(name, _)| name.clone()).collect();
        let bench = Bench::new(game, texts);
        let file = asked.file.ok_or_else(|| bad("`file` says which file it is about."))?;
        let text = bench.workspace.text(&bench.path(&file));
        let text = text.ok_or_else(|| bad(&format!("There is no file `{file}`; there are: {}.", names.join(", "))))?;
        let at = || asked.at.map(|at| text.byte_of_unit(at as usize)).ok_or_else(|| bad("`at` says which place it is about."));
        Ok(match what {
            "read" => WorkshopAnswer::Read(bench.read(names, &file, text)),
            "complete" => WorkshopAnswer::Complete(bench.complete(&file, text, at()?)),
            "hover" => WorkshopAnswer::Hover(bench.hover(&file, text, at()?)),
            "format" => WorkshopAnswer::Format(bench.format(&file, text)),
            _ => return Err(RoomError::new(Code::NotFound, "An editor asks to read, complete, hover, format or play.")),
        })
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
        let mut texts: Vec<(String, String)> = match own.shipped {
            true => self.shipped_files(game)?.into_iter().map(CardFile::pair).collect(),
            false => {
                self.service(game)?;
                Vec::new()
            }
        };
        for CardFile { name, text } in own.files {
            check_name(&name)?;
            texts.retain(|(known, _)| *known != name);
            texts.push((name, text));
        }
        if texts.len() > MOST_FILES || texts.iter().map(|(_, text)| text.len()).sum::<usize>() > MOST_BYTES {
            let sentence = format!("A set has at most {MOST_FILES} files with {} KiB together.", MOST_BYTES / 1024);
            return Err(RoomError::new(Code::TooLarge, sentence));
        }
        texts.sort();
        Ok(texts)
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
        let shipped = card_texts(game, self.shipped_files(game)?.into_iter().map(CardFile::pair).collect());
        let own = card_texts(game, texts.clone());
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

/// The texts of a set on the desk of an editor.
struct Bench {
    game: String,
    workspace: Workspace,
    names: Vec<String>,
}

impl Bench {
    fn new(game: &str, texts: Vec<(String, String)>) -> Self {
        let mut bench = Bench { game: game.to_owned(), workspace: Workspace::default(), names: Vec::new() };
        for (name, text) in texts {
            bench.workspace.write(&bench.path(&name), text);
            bench.names.push(name);
        }
        bench
    }

    fn path(&self, file: &str) -> String {
        format!("cards/{}/{file}", self.game)
    }

    fn read(&self, files: Vec<String>, file: &str, text: &Text) -> Reading {
        let mut complaints = Vec::new();
        for name in &self.names {
            let path = self.path(name);
            let Some(text) = self.workspace.text(&path) else { continue };
            for found in self.workspace.diagnostics(&path).into_iter().take(MOST_COMPLAINTS) {
                complaints.push(CardComplaint {
                    file: name.clone(),
                    from: text.units(found.range.start) as u32,
                    to: text.units(found.range.end) as u32,
                    line: 1 + text.line_of(found.range.start) as u32,
                    sentence: found.message,
                    code: found.code.map(str::to_owned),
                    fixes: found.fixes.into_iter().filter_map(|fix| self.fix(fix.title, fix.edit)).collect(),
                });
            }
        }
        let look = self.workspace.look(&self.path(file));
        let card = |(info, all): (CardInfo, std::ops::Range<usize>)| WrittenCard {
            card: printed(&info, &look.glossary),
            from: text.units(all.start) as u32,
            to: text.units(all.end) as u32,
        };
        Reading { files, complaints, cards: look.cards.into_iter().map(card).collect() }
    }

    fn fix(&self, title: String, edit: Edit) -> Option<CardFix> {
        let text = self.workspace.text(&edit.path)?;
        let file = edit.path.rsplit('/').next()?.to_owned();
        Some(CardFix { title, file, from: text.units(edit.start) as u32, to: text.units(edit.end) as u32, text: edit.text })
    }

    fn complete(&self, file: &str, text: &Text, at: usize) -> Vec<CardWords> {
        let words = |found: Completion| CardWords {
            text: found.parts.iter().map(part).collect(),
            label: found.label,
            class: found.class.to_owned(),
            gloss: found.gloss,
            from: text.units(found.range.start) as u32,
            to: text.units(found.range.end) as u32,
        };
        self.workspace.complete(&self.path(file), at).into_iter().map(words).collect()
    }

    fn hover(&self, file: &str, text: &Text, at: usize) -> Option<WordsMeaning> {
        let found = self.workspace.hover(&self.path(file), at)?;
        let (from, to) = (text.units(found.range.start) as u32, text.units(found.range.end) as u32);
        Some(WordsMeaning { from, to, markdown: found.markdown })
    }

    fn format(&self, file: &str, text: &Text) -> FormattedCards {
        let path = self.path(file);
        let readable = self.workspace.diagnostics(&path).iter().all(|found| found.fixes.is_empty());
        let edit = self.workspace.format(&path);
        let formed = edit.map(|edit| text.replaced(edit.range(), &edit.text).as_str().to_owned());
        FormattedCards { text: formed.or_else(|| readable.then(|| text.as_str().to_owned())) }
    }
}

/// A part of what can stand at a place, as templates of editors write it.
fn part(part: &Inserted) -> String {
    match part {
        Inserted::Words(words) => words.replace(['{', '}'], ""),
        Inserted::Hole(what) => format!("#{{{what}}}"),
    }
}

/// A card as clients draw it.
pub(crate) fn printed(info: &CardInfo, words: &[Explained]) -> GameCard {
    GameCard {
        info: CardInfoForm::from(info),
        pool: info.pool,
        words: words_used(info, words).into_iter().map(|entry| entry.word.clone()).collect(),
    }
}

fn card_texts(game: &str, texts: Vec<(String, String)>) -> Vec<CardText> {
    let bench = Bench::new(game, texts);
    bench.names.first().map_or_else(Vec::new, |name| bench.workspace.card_texts(&bench.path(name)))
}

/// A name is one of a file: it leads to no other folder.
fn check_name(name: &str) -> Result<(), RoomError> {
    let letters = name.strip_suffix(".cards").unwrap_or_default();
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    if (1..=60).contains(&letters.chars().count()) && letters.chars().all(fits) {
        return Ok(());
    }
    let sentence =
        format!("`{}` is no name for a file of cards; one is like `my-fish.cards`.", name.chars().take(80).collect::<String>());
    Err(RoomError::new(Code::BadRequest, sentence))
}
