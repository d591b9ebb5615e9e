//! What runs: a program, where it is, whose it is, what was chosen; and what an answer to it is.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use playmat_kernel::Seat;

use crate::program::Cursor;
use crate::{AbilityId, CardRef};

/// A running effect: a program, where it is, whose it is. What its game keeps beside that is reached through it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run<K: Kept> {
    /// Where it is.
    pub cursor: Cursor,
    /// Which ability; its program's beginning is found by it.
    pub ability: K::Ability,
    /// The card it comes from: "this".
    pub source: CardRef,
    /// Who decides.
    pub seat: Seat,
    /// What the game keeps beside it.
    pub kept: K,
}

impl<K: Kept> Run<K> {
    /// An effect at its beginning.
    #[inline]
    pub const fn new(ability: K::Ability, cursor: Cursor, source: CardRef, seat: Seat, kept: K) -> Self {
        Run { cursor, ability, source, seat, kept }
    }
}

impl<K: Kept> Deref for Run<K> {
    type Target = K;
    #[inline]
    fn deref(&self) -> &K {
        &self.kept
    }
}

impl<K: Kept> DerefMut for Run<K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut K {
        &mut self.kept
    }
}

/// What a game keeps of a running effect: at least what was chosen. [`Chosen`] is enough for a small game.
pub trait Kept: Copy + Eq + Hash + Debug {
    /// The number of an ability.
    type Ability: Copy + Eq + Hash + Debug;
    /// What a choice is among: cards, slots, players.
    type Target: Copy + Eq;
    /// Nothing yet.
    const OPEN: Self::Target;
    /// Nothing for good: there was no candidate, or the player chose none.
    const SHUT: Self::Target;

    /// What was chosen into a register, or into so many from there on.
    fn chosen(&self, register: u8, most: u8) -> &[Self::Target];
    /// What was chosen into a register, or into so many from there on, to be changed.
    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [Self::Target];
    /// What was chosen into one register.
    #[inline]
    fn one(&self, register: u8) -> Self::Target {
        self.chosen(register, 1)[0]
    }
    /// This is chosen into one register.
    #[inline]
    fn set_one(&mut self, register: u8, target: Self::Target) {
        self.chosen_mut(register, 1)[0] = target;
    }
    /// This is "it" from now on.
    #[inline]
    fn mean(&mut self, _it: Self::Target) {}
}

/// The least that a game keeps: what was chosen last, and so many registers of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chosen<A = AbilityId, const N: usize = 2> {
    /// What was chosen last.
    pub it: CardRef,
    /// What was chosen, by register.
    pub chosen: [CardRef; N],
    ability: std::marker::PhantomData<A>,
}

impl<A, const N: usize> Chosen<A, N> {
    /// Nothing for good.
    pub const SHUT: CardRef = CardRef(254);
}

impl<A, const N: usize> Default for Chosen<A, N> {
    fn default() -> Self {
        Chosen { it: CardRef::NONE, chosen: [CardRef::NONE; N], ability: std::marker::PhantomData }
    }
}

impl<A: Copy + Eq + Hash + Debug, const N: usize> Kept for Chosen<A, N> {
    type Ability = A;
    type Target = CardRef;
    const OPEN: CardRef = CardRef::NONE;
    const SHUT: CardRef = Chosen::<A, N>::SHUT;

    fn chosen(&self, register: u8, most: u8) -> &[CardRef] {
        &self.chosen[register as usize..][..most as usize]
    }

    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [CardRef] {
        &mut self.chosen[register as usize..][..most as usize]
    }

    fn mean(&mut self, it: CardRef) {
        self.it = it;
    }
}

/// An answer to a program, or an option of its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// This one is chosen.
    Target(T),
    /// A branch of "either", counted from 1.
    Branch(u8),
    /// Do it.
    Yes,
    /// Do not.
    No,
    /// None of them, or no more.
    None,
    /// There is nothing that could be chosen.
    Pass,
}

/// Whether no more is to be chosen into these registers.
#[inline(never)]
pub(crate) fn is_complete<K: Kept>(run: &Run<K>, register: u8, most: u8) -> bool {
    let chosen = run.kept.chosen(register, most);
    !chosen.contains(&K::OPEN) || chosen.contains(&K::SHUT)
}

/// One of several is chosen, or no more. The program goes on behind the choice when it is complete.
#[inline(never)]
pub(crate) fn one_more<K: Kept>(run: &mut Run<K>, register: u8, most: u8, target: K::Target, after: u16) {
    if let Some(open) = run.kept.chosen_mut(register, most).iter_mut().find(|place| **place == K::OPEN) {
        *open = target;
    }
    if is_complete(run, register, most) {
        run.cursor.at = after;
        run.kept.mean(run.kept.chosen(register, most)[0]);
    }
}
