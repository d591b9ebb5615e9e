//! Handles: numbers by which everybody can follow a card, and only while it may be followed.

use crate::{Card, CardRef, SeenCard};

/// The handles of `N` cards. No two cards that can be followed have the same one. A card that was hidden in between comes back with
/// another, so that nobody can tell by it which card it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handles<const N: usize> {
    of: [u8; N],
    next: u8,
}

/// The handle of a card that cannot be followed.
const NONE: u8 = u8::MAX;
/// Lower numbers are given only once, so that nobody can have them. From here on numbers are used again.
const ROUND: u8 = 96;

impl<const N: usize> Handles<N> {
    /// No card can be followed.
    pub const fn new() -> Self {
        assert!(N <= (NONE - ROUND) as usize, "there is always a number that no other card has");
        Handles { of: [NONE; N], next: 0 }
    }

    /// The handle of a card, if it can be followed.
    #[inline]
    pub fn of(&self, card: CardRef) -> Option<u8> {
        Some(self.of[card.0 as usize]).filter(|&handle| handle != NONE)
    }

    /// A card as an audience sees it that may see it: with its handle while it can be followed.
    #[inline]
    pub fn seen(&self, cards: &[Card; N], card: CardRef) -> SeenCard {
        SeenCard { def: Some(cards[card.0 as usize].def()), handle: self.of(card) }
    }

    /// A card that could not be followed can be from now on.
    #[inline]
    pub fn show(&mut self, card: CardRef) {
        debug_assert!(self.of(card).is_none(), "a card has one handle");
        if self.next >= ROUND {
            return self.show_another(card);
        }
        self.of[card.0 as usize] = self.next;
        self.next += 1;
    }

    /// A card cannot be followed any more.
    #[inline]
    pub fn hide(&mut self, card: CardRef) {
        self.of[card.0 as usize] = NONE;
    }

    /// A card can be followed from now on, or not. Without a branch, which could not be predicted.
    #[inline]
    pub fn follow(&mut self, card: CardRef, seen: bool) {
        if self.next >= ROUND {
            return self.follow_in_detail(card, seen);
        }
        let handle = &mut self.of[card.0 as usize];
        let has_none = *handle == NONE;
        let number = if has_none { self.next } else { *handle };
        *handle = number | u8::from(!seen).wrapping_neg();
        self.next += u8::from(has_none & seen);
    }

    #[cold]
    #[inline(never)]
    fn follow_in_detail(&mut self, card: CardRef, seen: bool) {
        if !seen {
            self.hide(card);
        } else if self.of(card).is_none() {
            self.show_another(card);
        }
    }

    /// All numbers were given once: take one that no card has now.
    #[cold]
    #[inline(never)]
    fn show_another(&mut self, card: CardRef) {
        while self.of[card.0 as usize] == NONE {
            if !self.of.contains(&self.next) {
                self.of[card.0 as usize] = self.next;
            }
            self.next = if self.next + 1 < NONE { self.next + 1 } else { ROUND };
        }
    }
}

impl<const N: usize> Default for Handles<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_cards_have_one_handle_however_many_were_given() {
        const CARDS: u8 = 140;
        let mut handles = Handles::<{ CARDS as usize }>::new();
        let mut given = std::collections::BTreeSet::new();
        for round in 0..3000u32 {
            // A few cards stay public for long.
            let card = CardRef((round * 37 % u32::from(CARDS)) as u8);
            let (before, seen) = (handles.of(card), !round.is_multiple_of(3));
            handles.follow(card, seen);
            let now = handles.of(card);
            assert_eq!(now.is_some(), seen);
            assert!(before.is_none() || now.is_none() || before == now, "a card keeps its handle");
            given.extend(now);
            let mut all: Vec<u8> = (0..CARDS).filter_map(|card| handles.of(CardRef(card))).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "two cards have one handle in round {round}");
        }
        assert_eq!(given.len(), usize::from(NONE), "all numbers are used");
    }

    #[test]
    fn a_card_that_was_hidden_comes_back_as_another() {
        let mut handles = Handles::<3>::new();
        let [stays, hides] = [CardRef(0), CardRef(2)];
        handles.show(stays);
        for _ in 0..1000 {
            handles.show(hides);
            let before = handles.of(hides);
            handles.hide(hides);
            handles.show(hides);
            assert_ne!(handles.of(hides), before);
            handles.hide(hides);
        }
        assert_eq!(handles.of(stays), Some(0));
    }
}
