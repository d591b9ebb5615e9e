//! How the cards of a file would be printed.

use std::ops::Range;

use playmat_cards::CardInfo;
use playmat_cardtext::Explained;

use crate::workspace::Workspace;

/// The cards of a file as far as they can be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// What is printed on each, and where it is written.
    pub cards: Vec<(CardInfo, Range<usize>)>,
    /// What the words on cards mean.
    pub glossary: Vec<Explained>,
}

/// The text of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardText {
    /// Its name.
    pub name: String,
    /// Whether it is never in a deck: it may share its name with a card.
    pub token: bool,
    /// All of it, in canonical form.
    pub text: String,
}

impl Workspace {
    /// How the cards of a file would be printed. A line that cannot be read is missing, and so is a card that the rules do not take.
    pub fn look(&self, path: &str) -> Look {
        let Some((one, _)) = self.set_of(path) else { return Look::default() };
        let Some((printed, glossary)) = one.set.printed() else { return Look::default() };
        let of = |place: crate::CardPlace| {
            // A card and a token may share a name; a made spell is no token to people.
            let named = || printed.iter().filter(|info| info.name == place.name);
            let found = named().find(|info| info.token == place.token).or_else(|| named().next())?;
            Some((found.clone(), place.all))
        };
        Look { cards: self.cards(path).into_iter().filter_map(of).collect(), glossary }
    }

    /// The texts of all cards that are read together with a file.
    pub fn card_texts(&self, path: &str) -> Vec<CardText> {
        let Some((one, _)) = self.set_of(path) else { return Vec::new() };
        let text =
            |card: &crate::set::SetCard| CardText { name: card.name.clone(), token: card.token, text: card.text.clone() };
        one.set.cards().iter().map(text).collect()
    }
}
