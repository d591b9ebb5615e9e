//! A list of bounded length inside the position.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// At most `N` items in order. Equal if the items are.
#[derive(Clone, Copy, Debug)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> List<T, N> {
    /// No items; `filler` is what unused places hold and is never seen.
    pub const fn new(filler: T) -> Self {
        assert!(N <= u8::MAX as usize);
        List { items: [filler; N], len: 0 }
    }

    /// One more, if there is room.
    #[inline]
    pub fn push(&mut self, item: T) -> bool {
        let free = self.items.get_mut(self.len as usize);
        let room = free.is_some();
        if let Some(free) = free {
            *free = item;
            self.len += 1;
        }
        room
    }

    /// Takes one out; the others keep their order.
    pub fn remove(&mut self, at: usize) -> T {
        let item = self[at];
        self.items.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
        item
    }

    /// Keeps those of which this holds, in order. True if any was dropped.
    #[inline]
    pub fn retain(&mut self, mut holds: impl FnMut(&T) -> bool) -> bool {
        // Most often all are kept.
        let Some(mut kept) = self.iter().position(|item| !holds(item)) else { return false };
        for at in kept + 1..self.len as usize {
            if holds(&self.items[at]) {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.len = kept as u8;
        true
    }

    /// Those of which this holds, as bits. Some are always looked at together, since their number cannot be predicted.
    #[inline(always)]
    pub fn which(&self, holds: impl Fn(&T) -> bool) -> u64 {
        const TOGETHER: usize = 6;
        const { assert!(N <= 64 && N.is_multiple_of(TOGETHER)) };
        let bits = |some: &[T; TOGETHER]| some.iter().rev().fold(0, |bits, item| bits << 1 | u64::from(holds(item)));
        let [first, others @ ..] = self.items.as_chunks::<TOGETHER>().0 else { return 0 };
        let (mut set, mut at) = (bits(first), TOGETHER as u8);
        for some in others {
            if at >= self.len {
                break;
            }
            set |= bits(some) << at;
            at += TOGETHER as u8;
        }
        set & !(u64::MAX << self.len)
    }

    /// Drops some by their bits; the others keep their order.
    pub fn drop_all(&mut self, set: u64) {
        let mut kept = 0;
        for at in 0..self.len as usize {
            self.items[kept] = self.items[at];
            kept += usize::from(set >> at & 1 == 0);
        }
        self.len = kept as u8;
    }

    /// No items any more.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: Hash, const N: usize> Hash for List<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
