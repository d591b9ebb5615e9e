//! The texts that an editor knows of, and the sets that they make.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use playmat_cardtext::ast::Span;
use playmat_catalog::{DeckList, Origin, shipped_deck, visit};

use crate::paths::{Kind, SetId};
use crate::set::{CardSet, Read};
use crate::text::Text;

/// The folder of the cards that are part of the program: for scenarios and decks that have no cards beside them.
const SHIPPED: &str = "shipped:";

/// Card, scenario and deck files by their paths, with slashes. What is asked about them is computed when it is asked, and kept until
/// a file of the same set changes.
#[derive(Default)]
pub struct Workspace {
    files: BTreeMap<String, Text>,
    sets: RefCell<BTreeMap<SetId, Rc<OneSet>>>,
}

/// A set with the paths of its files.
pub(crate) struct OneSet {
    pub id: SetId,
    pub paths: Vec<String>,
    pub set: Box<dyn CardSet>,
}

/// Words of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Target {
    /// The file.
    pub path: String,
    /// The place where they begin.
    pub start: usize,
    /// One past their last byte.
    pub end: usize,
}

/// Where a card is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardPlace {
    /// Its name.
    pub name: String,
    /// Whether it is never in a deck.
    pub token: bool,
    /// Its first line, in canonical form.
    pub header: String,
    /// Where its name stands.
    pub at: Range<usize>,
    /// Its header and its lines.
    pub all: Range<usize>,
}

impl Workspace {
    /// A file is there now, or has another text. False if it is of no kind that is understood.
    pub fn write(&mut self, path: &str, text: impl Into<String>) -> bool {
        self.put(path, Text::new(text))
    }

    /// These bytes of a file become another text. False if there is no such file.
    pub fn change(&mut self, path: &str, range: Range<usize>, by: &str) -> bool {
        let Some(changed) = self.files.get(path).map(|text| text.replaced(range, by)) else { return false };
        self.put(path, changed)
    }

    /// A file is there no more.
    pub fn remove(&mut self, path: &str) {
        self.files.remove(path);
        self.forget(path);
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&Text> {
        self.files.get(path)
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The files whose diagnostics may be others after a change of this one: of a card file those of its set, the scenarios and the decks; of a
    /// deck the scenarios, which may be played with it.
    pub fn concerned(&self, path: &str) -> Vec<&str> {
        match Kind::of(path) {
            Some(Kind::Cards) => {
                let id = SetId::of(path);
                let concerned = |other: &&str| Kind::of(other) != Some(Kind::Cards) || SetId::of(other) == id;
                self.paths().filter(concerned).collect()
            }
            Some(Kind::Deck) => {
                self.paths().filter(|other| *other == path || Kind::of(other) == Some(Kind::Scenarios)).collect()
            }
            _ => self.files.get_key_value(path).map(|(path, _)| path.as_str()).into_iter().collect(),
        }
    }

    /// The cards that a file has, in their order.
    pub fn cards(&self, path: &str) -> Vec<CardPlace> {
        let Some((one, file)) = self.set_of(path) else { return Vec::new() };
        let Some(text) = self.text(path) else { return Vec::new() };
        let here: Vec<_> = one.set.cards().iter().filter(|card| card.name_span.file == file).collect();
        let next = |at: usize| here.get(at + 1).map_or(text.as_str().len(), |next| next.span.start as usize);
        let places = here.iter().enumerate().map(|(at, card)| {
            let start = card.span.start as usize;
            let end = start + text.as_str()[start..next(at)].trim_end().len();
            let (name, header) = (card.name.clone(), card.header.clone());
            CardPlace { name, token: card.token, header, at: bytes(card.name_span), all: start..end }
        });
        places.collect()
    }

    /// The set that a card file belongs to, and which of its files it is.
    pub(crate) fn set_of(&self, path: &str) -> Option<(Rc<OneSet>, u32)> {
        let known = Kind::of(path) == Some(Kind::Cards) && self.files.contains_key(path);
        let one = known.then(|| self.set(SetId::of(path)))?;
        let file = one.paths.iter().position(|other| other == path)?;
        Some((one, file as u32))
    }

    /// The cards that a scenario or deck at this path is about: those nearest to it, or the shipped ones.
    pub(crate) fn cards_for(&self, path: &str, game: &str) -> Option<Rc<OneSet>> {
        let sets = self.paths().filter(|path| Kind::of(path) == Some(Kind::Cards)).map(SetId::of);
        let nearest = sets.filter(|id| id.game == game).max_by_key(|id| (id.nearness(path), std::cmp::Reverse(id.clone())));
        let game = playmat_catalog::ALL_GAMES.iter().find(|known| **known == game)?;
        Some(self.set(nearest.unwrap_or(SetId { game, folder: SHIPPED.to_owned() })))
    }

    /// The cards of a ready-made deck, by the name of its file or its own: of a deck file of the workspace, or of a shipped one.
    pub(crate) fn ready_deck(&self, game: &str, name: &str) -> Option<Vec<String>> {
        let of_game = |path: &&String| Kind::of(path) == Some(Kind::Deck) && SetId::of(path).game == game;
        let lists =
            self.files.iter().filter(|(path, _)| of_game(path)).map(|(path, text)| DeckList::parse(path, text.as_str()));
        let file = |list: &DeckList| list.file.rsplit('/').next().and_then(|file| file.strip_suffix(".deck")) == Some(name);
        let mut lists: Vec<DeckList> = lists.flatten().filter(|list| file(list) || list.name == name).collect();
        lists.sort_by_key(|list| !file(list));
        let list = lists.into_iter().next().or_else(|| shipped_deck(game, name))?;
        Some(list.cards.into_iter().map(|(_, card)| card).collect())
    }

    fn put(&mut self, path: &str, text: Text) -> bool {
        let known = Kind::of(path).is_some();
        if known {
            self.files.insert(path.to_owned(), text);
            self.forget(path);
        }
        known
    }

    fn forget(&mut self, path: &str) {
        if Kind::of(path) == Some(Kind::Cards) {
            self.sets.borrow_mut().remove(&SetId::of(path));
        }
    }

    fn set(&self, id: SetId) -> Rc<OneSet> {
        if let Some(known) = self.sets.borrow().get(&id) {
            return known.clone();
        }
        let texts: Vec<(String, String)> = match id.folder.as_str() {
            SHIPPED => Origin::Shipped.texts(id.game).unwrap_or_default(),
            _ => {
                let of_set = |path: &&String| Kind::of(path) == Some(Kind::Cards) && SetId::of(path) == id;
                self.files
                    .iter()
                    .filter(|(path, _)| of_set(path))
                    .map(|(path, text)| (path.clone(), text.as_str().to_owned()))
                    .collect()
            }
        };
        let paths = texts.iter().map(|(path, _)| path.clone()).collect();
        let set = visit(id.game, Read { texts }).expect("a set is of a known game");
        let one = Rc::new(OneSet { id: id.clone(), paths, set });
        self.sets.borrow_mut().insert(id, one.clone());
        one
    }
}

impl OneSet {
    /// The words of a span.
    pub fn target(&self, span: Span) -> Option<Target> {
        let path = self.paths.get(span.file as usize)?.clone();
        Some(Target { path, start: span.start as usize, end: span.end as usize })
    }
}

/// The bytes of a span.
pub(crate) fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
