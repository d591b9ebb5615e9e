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
}
