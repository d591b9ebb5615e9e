//! Chance is asked, never owned: the rules say "one of n", somebody else decides which.

/// Decides what the rules leave to chance: a seeded generator, a record, a test that names its coins, a search that tries all.
pub trait Chance {
    /// A number below `n`. The rules never ask with `n` = 0; an answer of `n` or more is a broken implementation and may panic.
    fn one_of(&mut self, n: u32) -> u32;

    /// [`shuffle`] for whoever has a `dyn Chance`: behind one call it is compiled for the generator itself.
    fn shuffle(&mut self, items: &mut [u8]) {
        shuffle(items, self);
    }

    /// [`shuffle_back`], behind one call as well.
    fn shuffle_back(&mut self, items: &mut [u8]) {
        shuffle_back(items, self);
    }
}

impl<C: Chance + ?Sized> Chance for &mut C {
    #[inline]
    fn one_of(&mut self, n: u32) -> u32 {
        (**self).one_of(n)
    }

    #[inline]
    fn shuffle(&mut self, items: &mut [u8]) {
        (**self).shuffle(items);
    }

    #[inline]
    fn shuffle_back(&mut self, items: &mut [u8]) {
        (**self).shuffle_back(items);
    }
}

/// Shuffles by asking once for every item but the first: every order is equally likely if chance is fair.
pub fn shuffle<T>(items: &mut [T], chance: &mut (impl Chance + ?Sized)) {
    for i in (1..items.len()).rev() {
        let j = chance.one_of(i as u32 + 1) as usize;
        debug_assert!(j <= i, "one of {} was answered by {j}", i + 1);
        // Nothing here can panic, so a generator stays in registers.
        items.swap(i, j.min(i));
    }
}

/// A [`shuffle`] from the other end: with the same answers, what `shuffle` makes the last item is the first one here.
pub fn shuffle_back<T>(items: &mut [T], chance: &mut (impl Chance + ?Sized)) {
    for first in 0..items.len().saturating_sub(1) {
        let rest = &mut items[first..];
        let last = rest.len() - 1;
        let j = chance.one_of(last as u32 + 1) as usize;
        debug_assert!(j <= last, "one of {} was answered by {j}", last + 1);
        rest.swap(0, last.saturating_sub(j).min(last));
    }
}
