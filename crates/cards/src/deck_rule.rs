//! What a deck is in a game without categories: how many cards, and how many copies of each.

use std::ops::RangeInclusive;

use playmat_kernel::Chance;

use crate::{DefId, Known, ReadyDecks, Reason, Recipe, Texts, more_copies_than};

/// Decks of so many cards, with so many copies of each: their faults, random ones, and what a rival's may be.
#[derive(Clone, Debug)]
pub struct DeckRule {
    size: RangeInclusive<usize>,
    copies: usize,
    /// The cards that a deck may have.
    pool: Vec<DefId>,
    /// The names of all cards.
    names: Vec<String>,
    ready: ReadyDecks,
}

impl DeckRule {
    /// A deck is of these cards, without tokens.
    pub fn new(size: RangeInclusive<usize>, copies: usize, texts: &Texts) -> Self {
        let cards = texts.cards.iter().enumerate().filter(|(_, card)| !card.token && !card.generated && card.pool);
        let pool = cards.map(|(place, _)| DefId(place as u16)).collect();
        let names = texts.cards.iter().map(|card| card.name.clone()).collect();
        DeckRule { size, copies, pool, names, ready: ReadyDecks::default() }
    }

    /// People have these decks at hand.
    pub fn know(&mut self, decks: &[Vec<DefId>]) {
        self.ready = ReadyDecks::new(decks);
    }

    /// Everything that is wrong with a deck.
    pub fn faults(&self, deck: &[DefId]) -> Vec<Reason> {
        let mut faults = Vec::new();
        let mut fault = |code, cards: Vec<DefId>, sentence| faults.push(Reason { code, cards, sentence });
        let (least, most) = (self.size.start(), self.size.end());
        if !self.size.contains(&deck.len()) {
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            fault("deck-size", vec![], format!("A deck has {wanted} cards; this one has {}.", deck.len()));
        }
        let many = more_copies_than(self.copies, deck);
        if !many.is_empty() {
            let (most, names) = (self.copies, self.named(&many));
            fault("deck-copies", many, format!("A deck has at most {most} copies of a card; more than that here: {names}."));
        }
        let mut others: Vec<DefId> = deck.iter().copied().filter(|card| !self.pool.contains(card)).collect();
        others.sort_unstable();
        others.dedup();
        if !others.is_empty() {
            let names = self.named(&others);
            fault("deck-token", others, format!("Tokens cannot be in a deck: {names}."));
        }
        faults
    }

    fn named(&self, cards: &[DefId]) -> String {
        cards.iter().map(|card| self.names[card.0 as usize].as_str()).collect::<Vec<_>>().join(", ")
    }

    /// A random deck of the least size; of fewer cards only where there are not enough.
    pub fn random<C: Chance>(&self, chance: &mut C) -> Vec<DefId> {
        let mut stock: Vec<DefId> = self.pool.iter().flat_map(|&card| std::iter::repeat_n(card, self.copies)).collect();
        playmat_kernel::shuffle(&mut stock, chance);
        stock.truncate(*self.size.start());
        stock
    }

    /// What a rival's hidden cards may well be, of whose deck these were seen: the rest of a deck that people have at hand, or of a random one. In any
    /// order.
    pub fn hidden<C: Chance>(&self, seen: &[DefId], hidden: usize, chance: &mut C) -> Vec<DefId> {
        let recipe = Recipe {
            sort: |_| 0,
            shares: [*self.size.start()],
            pools: [[self.pool.as_slice(), &[]]],
            copies: self.copies.min(usize::from(u8::MAX)) as u8,
        };
        let guess = self.ready.guess(seen, seen.len() + hidden, chance);
        let mut cards = recipe.hidden(guess, &Known { seen, hidden, least: [0] }, chance);
        playmat_kernel::shuffle(&mut cards, chance);
        cards.to_vec()
    }
}
