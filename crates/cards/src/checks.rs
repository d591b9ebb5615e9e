//! Pieces of the checks of cards and decks.

use std::collections::BTreeMap;

use crate::DefId;

/// Whether making these cards leads to making this one again. `made` lists what each card makes.
pub fn leads_back<'a>(name: &str, makes: &[&'a str], made: &BTreeMap<&'a str, Vec<&'a str>>) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut open = makes.to_vec();
    while let Some(next) = open.pop() {
        if next == name {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            open.extend(made.get(next).into_iter().flatten());
        }
    }
    false
}

/// The cards of which a deck has more than so many copies, each once and in order.
pub fn more_copies_than(most: usize, deck: &[DefId]) -> Vec<DefId> {
    let mut sorted = deck.to_vec();
    sorted.sort_unstable();
    let mut many: Vec<DefId> = sorted.windows(most + 1).filter(|same| same[0] == same[most]).map(|same| same[0]).collect();
    many.dedup();
    many
}
