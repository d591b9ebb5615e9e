//! What differs between two card sets, which decks it concerns, and a set with one card written differently.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use playmat_cards::{CardGame, Terms};
use playmat_cardtext::ast::Words;
use playmat_cardtext::{Card, Item, Sources, identity, parse, print_ability, print_card, print_header};
use playmat_catalog::{AnyLibrary, Cards, Library, LoadError, Origin, Rules, Visitor, def_named};
use serde::Serialize;

use crate::change::{Workshop, WorkshopOf, differing, mentioned};
use crate::game::DeckChoice;

/// A card that is written differently in two sets, or stands in one of them alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedCard {
    /// Its name.
    pub name: String,
    /// Its lines that differ, before and after; a whole card where there is none on one side.
    pub lines: Vec<(String, String)>,
}

/// What messages call a card that was written on the command line.
pub const INLINE: &str = "--card";

/// What is done with cards as they are written, whichever game they are of.
trait Written {
    /// The cards that differ from those before.
    fn changed_since(&self, before: &dyn AnyLibrary) -> Vec<ChangedCard>;
    /// Adds the names of all cards that name one of these.
    fn concern<'a>(&'a self, concerned: &mut BTreeSet<&'a str>);
    fn with_card(&self, text: &str, instead: Option<&str>) -> Result<WithCard, LoadError>;
    fn card_files(&self) -> Vec<(String, String)>;
    fn workshop(&self, terms: Terms) -> Box<dyn Workshop>;
}

fn written(cards: &Cards) -> &dyn Written {
    struct Of<'a>(&'a Cards);
    impl<'a> Visitor for Of<'a> {
        type Out = &'a dyn Written;
        fn visit<G: CardGame>(self) -> Self::Out {
            self.0.of::<G>()
        }
    }
    cards.visit(Of(cards))
}

/// The cards that differ, by name. Notes and the order of cards are no difference.
pub fn changed_cards(before: &Cards, after: &Cards) -> Vec<ChangedCard> {
    written(after).changed_since(&**before)
}

/// Which of these decks have a changed card, or one that makes it: the same decks under both sets. Random decks may have any.
pub fn touched(sets: [&Cards; 2], changed: &[ChangedCard], rules: [&Rules; 2], decks: [&[DeckChoice]; 2]) -> Vec<bool> {
    let mut concerned: BTreeSet<&str> = changed.iter().map(|card| card.name.as_str()).collect();
    loop {
        let known = concerned.len();
        sets.iter().for_each(|set| written(set).concern(&mut concerned));
        if concerned.len() == known {
            break;
        }
    }
    let has = |rules: &Rules, deck: &DeckChoice| match deck {
        DeckChoice::Deck { cards, .. } => cards.iter().any(|&def| concerned.contains(rules.name(def))),
        DeckChoice::Random(_) => true,
    };
    let both = decks[0].iter().zip(decks[1]);
    both.map(|(one, two)| has(rules[0], one) || has(rules[1], two)).collect()
}

/// A set with one card written differently, or one more.
pub struct WithCard {
    /// The set.
    pub library: Cards,
    /// The card's name.
    pub name: String,
    /// Whether the set had a card of this name.
    pub replaces: bool,
}

/// The set with a card as it is written here, which replaces one of its name or is added. A header alone keeps the lines of the card
/// that it replaces. A new card stands in the section of the card that `instead` names, where the game has sections.
pub fn with_card(library: &Cards, text: &str, instead: Option<&str>) -> Result<WithCard, LoadError> {
    written(library).with_card(text, instead)
}

/// The same deck with every copy of a card replaced by another, under the rules that have it.
pub fn swapped(rules: [&Rules; 2], deck: &DeckChoice, old: &str, new: &str) -> Option<DeckChoice> {
    let DeckChoice::Deck { name, cards } = deck else { return Some(deck.clone()) };
    let known = rules[1].cards();
    let card = |&def| {
        let name = rules[0].name(def);
        def_named(known, if name == old { new } else { name })
    };
    let cards: Vec<_> = cards.iter().map(card).collect::<Option<_>>()?;
    rules[1].deck_faults(&cards).is_empty().then(|| DeckChoice::Deck { name: name.clone(), cards })
}

/// Every card once by its name and whether others make it.
fn by_name<G: CardGame>(library: &Library<G>) -> BTreeMap<(String, bool), &Card<G::Words>> {
    library.cards().map(|card| ((card.name.clone(), G::Words::vocabulary().is_token(card.kind)), card)).collect()
}

/// A card without its notes.
fn bare<W: Words>(card: &Card<W>) -> Card<W> {
    Card { notes: Vec::new(), ..card.clone() }
}

/// The card files of a set, as they are written for the records that need them.
pub fn card_files(library: &Cards) -> Vec<(String, String)> {
    written(library).card_files()
}

/// The cards of a set under these terms, to be changed.
pub fn workshop(library: &Cards, terms: Terms) -> Box<dyn Workshop> {
    written(library).workshop(terms)
}

impl<G: CardGame> Written for Library<G> {
    fn changed_since(&self, before: &dyn AnyLibrary) -> Vec<ChangedCard> {
        let [old, new] = [before.of::<G>(), self].map(by_name);
        let keys: BTreeSet<&(String, bool)> = old.keys().chain(new.keys()).collect();
        let changed = |key: &(String, bool)| {
            let (old, new) = (old.get(key), new.get(key));
            let lines = match (old, new) {
                (Some(old), Some(new)) if identity(old) == identity(new) => return None,
                (Some(old), Some(new)) => differing(old, new),
                (Some(old), None) => vec![(print_header(old), "no such card".to_owned())],
                (None, Some(new)) => vec![("no such card".to_owned(), print_card(&bare(new)).trim_end().to_owned())],
                (None, None) => return None,
            };
            Some(ChangedCard { name: key.0.clone(), lines })
        };
        keys.into_iter().filter_map(changed).collect()
    }

    fn concern<'a>(&'a self, concerned: &mut BTreeSet<&'a str>) {
        for card in self.cards() {
            if mentioned(card).iter().any(|name| concerned.contains(name)) {
                concerned.insert(&card.name);
            }
        }
    }

    fn with_card(&self, text: &str, instead: Option<&str>) -> Result<WithCard, LoadError> {
        let text = text.trim();
        let mut alone = Sources::new();
        alone.add(INLINE, text.to_owned() + "\n");
        let parsed = parse::<G::Words>(&alone);
        let written: Vec<&Card<G::Words>> = parsed.cards().collect();
        let broken = parsed.files.iter().flat_map(|file| &file.items).any(|item| match item {
            Item::Broken(_) => true,
            Item::Card(block) => block.broken_header.is_some(),
            _ => false,
        });
        let [card] = written[..] else {
            return Err(match written.len() {
                0 if !parsed.complaints.is_empty() => LoadError::Wrong(alone, parsed.complaints),
                count => LoadError::Unreadable(format!("--card holds {count} cards; write one, as it stands in a card file")),
            });
        };
        if broken {
            return Err(LoadError::Wrong(alone, parsed.complaints));
        }
        let made = G::Words::vocabulary().is_token(card.kind);
        let is_it = |other: &Card<G::Words>| other.name == card.name && G::Words::vocabulary().is_token(other.kind) == made;
        let old = self.cards().find(|other| is_it(other));
        let model = match (old, instead) {
            (Some(old), _) => Some(old),
            (None, Some(name)) => Some(self.cards().find(|other| other.name == name).ok_or_else(|| {
                let near = playmat_cardtext::nearest(name, self.cards().map(|card| card.name.as_str()));
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                LoadError::Unreadable(format!("there is no card `{name}` for the new one to stand for{hint}"))
            })?),
            (None, None) => None,
        };
        let mut file = String::new();
        if let Some((word, _)) = G::Words::vocabulary().section
            && card.section.is_none()
            && let Some(section) = model.and_then(|model| model.section.as_deref())
        {
            file.push_str(&format!("{word} {section}\n\n"));
        }
        file.push_str(text);
        file.push('\n');
        if card.abilities.is_empty() && card.broken == 0 {
            old.iter().flat_map(|old| &old.abilities).for_each(|line| file.push_str(&format!("  {}\n", print_ability(line))));
        }
        let kept = |cards: Vec<&Card<G::Words>>| -> Vec<Card<G::Words>> {
            cards.into_iter().filter(|other| !is_it(other)).cloned().collect()
        };
        let files: Vec<(String, Vec<Card<G::Words>>)> =
            self.files().map(|(name, cards)| (name.to_owned(), kept(cards.collect()))).collect();
        let mut texts = crate::change::texts(&files);
        texts.push((INLINE.to_owned(), file));
        let replaces = old.is_some();
        let library = Library::<G>::load(&Origin::Texts(texts))?.sharing(self.models());
        Ok(WithCard { library: Arc::new(library), name: card.name.clone(), replaces })
    }

    fn card_files(&self) -> Vec<(String, String)> {
        let files: Vec<(String, Vec<Card<G::Words>>)> =
            self.files().map(|(name, cards)| (name.to_owned(), cards.cloned().collect())).collect();
        let name = |at: usize| format!("{}/{:02}.cards", G::NAME, at + 1);
        crate::change::texts(&files).into_iter().enumerate().map(|(at, (_, text))| (name(at), text)).collect()
    }

    fn workshop(&self, terms: Terms) -> Box<dyn Workshop> {
        Box::new(WorkshopOf::new(self, terms))
    }
}
