//! Changes of printed numbers: what can be changed on a card, and the rule set after a change.

use std::sync::Arc;

use playmat_cards::{CardGame, Terms};
use playmat_cardtext::{Arg, Card, canonical, print_header};
use playmat_catalog::{Library, Origin, RuleSet};

/// One step up or down of one printed number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Change {
    /// The card, by its place in the library.
    pub card: usize,
    /// The slot of its header.
    pub slot: usize,
    /// Whether it is the second number of a pair.
    pub second: bool,
    /// +1 or -1.
    pub step: i8,
}

/// The cards of a library, to be changed.
pub struct Workshop<G: CardGame> {
    cards: Vec<Card<G::Words>>,
    terms: Terms,
}

impl<G: CardGame> Workshop<G> {
    /// These cards under these terms.
    pub fn new(library: &Library<G>, terms: Terms) -> Self {
        Workshop { cards: library.cards().cloned().collect(), terms }
    }

    /// All single steps of the numbers of the card of this name that its header prints.
    pub fn steps(&self, name: &str) -> Vec<Change> {
        let Some(card) = self.cards.iter().position(|card| card.name == name) else { return Vec::new() };
        let mut all = Vec::new();
        for (slot, arg) in self.cards[card].header.iter().enumerate() {
            let seconds: &[bool] = match arg {
                Arg::Number(..) => &[false],
                Arg::Stats(..) => &[false, true],
                _ => &[],
            };
            let steps = seconds.iter().flat_map(|&second| [-1, 1].map(|step| Change { card, slot, second, step }));
            all.extend(steps);
        }
        all
    }

    /// The rule set with all these changes; none if a number would fall below 0, or the cards would be wrong.
    pub fn rules(&self, changes: &[Change]) -> Option<Arc<RuleSet<G>>> {
        let mut cards = self.cards.clone();
        for change in changes {
            apply(&mut cards[change.card], change)?;
        }
        let text: String = cards.iter().map(|card| canonical(card) + "\n").collect();
        let library = Library::<G>::load(&Origin::Texts(vec![("tuned.cards".to_owned(), text)])).ok()?;
        library.rules(&self.terms).ok()
    }

    /// The headers of the changed cards, before and after.
    pub fn headers(&self, changes: &[Change]) -> Vec<(String, String)> {
        let mut changed: Vec<usize> = changes.iter().map(|change| change.card).collect();
        changed.sort_unstable();
        changed.dedup();
        let header = |place: usize| {
            let mut card = self.cards[place].clone();
            let before = print_header(&card);
            changes.iter().filter(|change| change.card == place).for_each(|change| _ = apply(&mut card, change));
            (before, print_header(&card))
        };
        changed.into_iter().map(header).collect()
    }

    /// `prey NAME 2/1 (1) → prey NAME 2/2 (1)`, all in one line.
    pub fn describe(&self, changes: &[Change]) -> String {
        if changes.is_empty() {
            return "as printed".to_owned();
        }
        let one = |(before, after): &(String, String)| format!("{before} → {after}");
        self.headers(changes).iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

fn apply<W: playmat_cardtext::Words>(card: &mut Card<W>, change: &Change) -> Option<()> {
    let number = match card.header.get_mut(change.slot)? {
        Arg::Number(number, _) => number,
        Arg::Stats(first, second, _) => {
            if change.second {
                second
            } else {
                first
            }
        }
        _ => return None,
    };
    *number += i32::from(change.step);
    (*number >= 0).then_some(())
}
