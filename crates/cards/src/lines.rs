//! The lines of the cards of a set: when each happens, and where its program begins.

use std::ops::Range;

use crate::{AbilityId, DefId};

/// The lines of all cards, by the card that says them. `T` is what sets a line off.
#[derive(Clone, Debug)]
pub struct Lines<T> {
    all: Vec<(T, u16)>,
    of: Vec<Range<u16>>,
}

impl<T: Copy + PartialEq> Lines<T> {
    /// No card.
    pub const fn new() -> Self {
        Lines { all: vec![], of: vec![] }
    }

    /// The number of the next line: the first one of a card whose lines are added now.
    pub fn next(&self) -> AbilityId {
        AbilityId(self.all.len() as u16)
    }

    /// The next card, in the order of definitions, with its lines: what sets each off, and where its program begins.
    pub fn add(&mut self, lines: impl IntoIterator<Item = (T, u16)>) {
        let first = self.next().0;
        self.all.extend(lines);
        self.of.push(first..self.next().0);
    }

    /// The lines of a card that this sets off.
    pub fn on(&self, card: DefId, trigger: T) -> impl DoubleEndedIterator<Item = AbilityId> {
        self.of[card.0 as usize].clone().filter(move |&line| self.all[line as usize].0 == trigger).map(AbilityId)
    }

    /// Where the program of a line begins.
    pub fn start(&self, line: AbilityId) -> u16 {
        self.all[line.0 as usize].1
    }
}

impl<T: Copy + PartialEq> Default for Lines<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_card_and_trigger() {
        let mut lines = Lines::new();
        lines.add([('a', 0), ('b', 3), ('a', 7)]);
        lines.add([]);
        assert_eq!(lines.next(), AbilityId(3));
        lines.add([('a', 9)]);
        let on = |card, trigger| lines.on(DefId(card), trigger).map(|line| lines.start(line)).collect::<Vec<_>>();
        assert_eq!([on(0, 'a'), on(0, 'b'), on(1, 'a'), on(2, 'a')], [vec![0, 7], vec![3], vec![], vec![9]]);
    }
}
