//! Which parts of the rules were used.

use std::ops::Range;

use playmat_cards::{CardGame, DefId};
use playmat_kernel::{BySeat, Listener, Told};

use crate::play::{Match, each_seed};

/// The parts of the rules that were used so far, by the game's own numbers. A listener that counts and ignores events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    bits: Vec<u64>,
}

impl Coverage {
    /// Nothing was used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a part was used.
    pub fn has(&self, part: u32) -> bool {
        self.bits.get(part as usize / 64).is_some_and(|bits| bits >> (part % 64) & 1 == 1)
    }

    /// How many parts were used.
    pub fn count_used(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Adds the parts of another one.
    pub fn merge(&mut self, other: &Coverage) {
        self.bits.resize(self.bits.len().max(other.bits.len()), 0);
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// The parts of a rule set that were never used, with their numbers.
    pub fn unused<G: CardGame>(&self, rules: &G::Rules) -> Vec<(u32, String)> {
        (0..).zip(G::parts(rules)).filter(|(part, _)| !self.has(*part)).collect()
    }
}

impl<E> Listener<E> for Coverage {
    const ON: bool = false;
    const COUNTS: bool = true;

    fn hear(&mut self, _: Told<E>) {}

    fn count(&mut self, part: u32) {
        let at = part as usize / 64;
        if self.bits.len() <= at {
            self.bits.resize(at + 1, 0);
        }
        self.bits[at] |= 1 << (part % 64);
    }
}

/// The parts that random games use.
pub fn coverage<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) -> Coverage {
    let mut covered = Coverage::new();
    each_seed("counting", seeds, |seed| {
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut covered);
        while game.table.decision().is_some() {
            let pick = game.any_of(game.options().len());
            game.answer(pick, &mut covered);
        }
    });
    covered
}
