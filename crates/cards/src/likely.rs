//! Guesses of a rival's hidden cards: from a ready deck, or from one made by the recipe of random decks, fitted to what was seen
//! of it.

use arrayvec::ArrayVec;
use playmat_kernel::Chance;

use crate::{Card, DefId};

/// The most cards that a deck of any game has, with room for more.
pub const MOST_LIKELY: usize = 96;

/// The ready decks of a game. Everybody may know them.
#[derive(Clone, Debug, Default)]
pub struct ReadyDecks {
    decks: Vec<Ready>,
}

#[derive(Clone, Debug)]
struct Ready {
    cards: Vec<DefId>,
    /// How many of each definition.
    copies: Vec<u8>,
}

/// How random decks of a game are made: so many cards of each of `K` sorts.
pub struct Recipe<'a, F: Fn(DefId) -> usize, const K: usize> {
    /// The sort of a card.
    pub sort: F,
    /// How many of each sort a deck has. Where there is no room for all, the first sort is the last to be cut.
    pub shares: [usize; K],
    /// What there is of each sort, in two parts.
    pub pools: [[&'a [DefId]; 2]; K],
    /// The most copies of a card.
    pub copies: u8,
}

/// What is known of a rival's deck.
pub struct Known<'a, const K: usize> {
    /// Its cards that were seen, wherever they are.
    pub seen: &'a [DefId],
    /// How many are hidden.
    pub hidden: usize,
    /// How many of the hidden ones are at least of each sort: everybody can see where they lie.
    pub least: [usize; K],
}

/// How likely a ready deck is if so many of the seen cards are not in it.
const FITS: [u32; 5] = [1 << 16, 1 << 12, 1 << 8, 1 << 4, 1];

impl ReadyDecks {
    /// Keeps these decks.
    pub fn new(decks: &[Vec<DefId>]) -> Self {
        let ready = |cards: &Vec<DefId>| {
            let mut copies = vec![0; Card::MOST_DEFINITIONS];
            cards.iter().for_each(|card| copies[card.0 as usize] += 1);
            Ready { cards: cards.clone(), copies }
        };
        ReadyDecks { decks: decks.iter().map(ready).collect() }
    }

    /// A deck of so many cards that the rival may have brought, given the cards that were seen; none if it is probably not a
    /// ready deck. A ready deck is the likelier the better it fits. A deck of the rival's own is the less likely, the more of the
    /// seen cards fit some ready deck by chance.
    pub fn guess<C: Chance>(&self, seen: &[DefId], size: usize, chance: &mut C) -> Option<&[DefId]> {
        let mut weights: ArrayVec<u32, 64> = ArrayVec::new();
        for deck in self.decks.iter().take(weights.capacity()) {
            let mut left = size.abs_diff(deck.cards.len());
            for (at, card) in seen.iter().enumerate() {
                let before = seen[..at].iter().filter(|other| *other == card).count();
                left += usize::from(before >= usize::from(deck.copies[card.0 as usize]));
                if left >= FITS.len() {
                    break;
                }
            }
            weights.push(FITS.get(left).copied().unwrap_or(0));
        }
        let ready: u32 = weights.iter().sum();
        // Two of five cards of a deck that somebody made are in any other deck of its category.
        let own = (0..seen.len().min(16)).fold(FITS[0] * self.decks.len().min(64) as u32, |own, _| own * 2 / 5).max(1);
        let mut drawn = chance.one_of(ready + own);
        for (deck, weight) in self.decks.iter().zip(weights) {
            if drawn < weight {
                return Some(&deck.cards);
            }
            drawn -= weight;
        }
        None
    }
}

impl<F: Fn(DefId) -> usize, const K: usize> Recipe<'_, F, K> {
    /// The hidden cards of a deck, in no particular order: what the guessed deck has besides the seen cards, or what the recipe
    /// adds to them. If the guess is too large, cards of the sorts that turned up instead are left out.
    pub fn hidden<C: Chance>(
        &self,
        guess: Option<&[DefId]>,
        known: &Known<'_, K>,
        chance: &mut C,
    ) -> ArrayVec<DefId, MOST_LIKELY> {
        let hidden = known.hidden.min(MOST_LIKELY);
        let mut used = [0u8; Card::MOST_DEFINITIONS];
        let mut missing = self.shares;
        for &card in known.seen {
            used[card.0 as usize] = used[card.0 as usize].saturating_add(1);
            let share = &mut missing[(self.sort)(card)];
            *share = share.saturating_sub(1);
        }
        let mut cards: ArrayVec<DefId, MOST_LIKELY> = ArrayVec::new();
        if let Some(guess) = guess {
            let mut surplus = used;
            for &card in guess.iter().take(MOST_LIKELY) {
                match &mut surplus[card.0 as usize] {
                    0 => cards.push(card),
                    seen => *seen -= 1,
                }
            }
            for &card in known.seen {
                let surplus = &mut surplus[card.0 as usize];
                if *surplus > 0 && cards.len() > hidden {
                    self.leave_out(&mut cards, Some((self.sort)(card)), chance);
                }
                *surplus = surplus.saturating_sub(1);
            }
            while cards.len() > hidden {
                self.leave_out(&mut cards, None, chance);
            }
            for card in &cards {
                used[card.0 as usize] = used[card.0 as usize].saturating_add(1);
                let share = &mut missing[(self.sort)(*card)];
                *share = share.saturating_sub(1);
            }
        }
        for (sort, &least) in known.least.iter().enumerate() {
            let mut there = cards.iter().filter(|card| (self.sort)(**card) == sort).count();
            while there < least {
                // A card of another sort makes room.
                if cards.len() == hidden && !self.swap_out(&mut cards, sort, &known.least, chance) {
                    break;
                }
                let Some(card) = self.draw(sort, &mut used, chance) else { break };
                cards.push(card);
                missing[sort] = missing[sort].saturating_sub(1);
                there += 1;
            }
        }
        let room = hidden - cards.len().min(hidden);
        while missing.iter().sum::<usize>() > room {
            // The largest of the other sorts gives way; the first sort is the last to do so.
            let most = (1..K).rev().max_by_key(|&sort| missing[sort]).filter(|&sort| missing[sort] > 0).unwrap_or(0);
            missing[most] -= 1;
        }
        for (sort, &share) in missing.iter().enumerate() {
            for _ in 0..share {
                let Some(card) = self.draw(sort, &mut used, chance) else { break };
                cards.push(card);
            }
        }
        // The deck is larger than the recipe's, or the set has few cards.
        let whole = self.shares.iter().sum::<usize>().max(1);
        let mut tries = 0;
        while cards.len() < hidden && tries < 4 * MOST_LIKELY {
            let mut nth = chance.one_of(whole as u32) as usize;
            let sort = self.shares.iter().position(|&share| {
                let here = nth < share;
                nth = nth.saturating_sub(share);
                here
            });
            cards.extend(self.draw(sort.unwrap_or(0), &mut used, chance));
            tries += 1;
        }
        cards
    }

    /// Any card of a sort of which another copy may be in the deck.
    fn draw<C: Chance>(&self, sort: usize, used: &mut [u8], chance: &mut C) -> Option<DefId> {
        let [first, second] = self.pools[sort];
        let all = first.len() + second.len();
        if all == 0 {
            return None;
        }
        let start = chance.one_of(all as u32) as usize;
        let nth = |at: usize| if at < first.len() { first[at] } else { second[at - first.len()] };
        let is_free = |card: &DefId| used[card.0 as usize] < self.copies;
        // Most draws are free. After some that are not, the next free card is taken.
        let mut card = Some(nth(start)).filter(is_free);
        for _ in 0..4 {
            card = card.or_else(|| Some(nth(chance.one_of(all as u32) as usize)).filter(is_free));
        }
        let card = card.or_else(|| (0..all).map(|step| nth((start + step) % all)).find(is_free))?;
        used[card.0 as usize] += 1;
        Some(card)
    }

    /// Leaves one card out, of this sort if there is one.
    fn leave_out<C: Chance>(&self, cards: &mut ArrayVec<DefId, MOST_LIKELY>, sort: Option<usize>, chance: &mut C) {
        let fits = |card: &DefId| sort.is_none_or(|sort| (self.sort)(*card) == sort);
        let count = cards.iter().filter(|card| fits(card)).count();
        let place = match count {
            0 => chance.one_of(cards.len() as u32) as usize,
            count => {
                let nth = chance.one_of(count as u32) as usize;
                cards.iter().enumerate().filter(|(_, card)| fits(card)).nth(nth).map_or(0, |(place, _)| place)
            }
        };
        cards.swap_remove(place);
    }

    /// Leaves out one card of another sort that is not needed, the last sorts first. Returns whether there was one.
    fn swap_out<C: Chance>(
        &self,
        cards: &mut ArrayVec<DefId, MOST_LIKELY>,
        sort: usize,
        least: &[usize; K],
        chance: &mut C,
    ) -> bool {
        let there = |wanted: usize| cards.iter().filter(|card| (self.sort)(**card) == wanted).count();
        let other = (0..K).rev().find(|&other| other != sort && there(other) > least[other]);
        if let Some(other) = other {
            self.leave_out(cards, Some(other), chance);
        }
        other.is_some()
    }
}
