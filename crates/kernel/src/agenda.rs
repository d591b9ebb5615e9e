//! What is still to be done, as plain data on a stack of fixed size.

use std::hash::{Hash, Hasher};

/// A stack of frames inside the position. Control flow is data: a frame says what to do next, never how.
///
/// Pushing onto a full agenda drops the frame and remembers that: the [`crate::Table`] then ends the match as a draw, and the
/// free suite fails. Two agendas are equal if the frames in use are.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Agenda<F, const N: usize> {
    len: u8,
    overflowed: bool,
    frames: [F; N],
}

impl<F: Copy, const N: usize> Agenda<F, N> {
    /// An empty agenda; `filler` is what unused places hold and is never seen.
    pub const fn new(filler: F) -> Self {
        Agenda { frames: [filler; N], len: 0, overflowed: false }
    }

    /// What is to be done next.
    #[inline]
    pub fn top(&self) -> Option<F> {
        self.top_ref().copied()
    }

    /// What is to be done next, to be looked at in place.
    #[inline]
    pub fn top_ref(&self) -> Option<&F> {
        self.frames.get((self.len as usize).wrapping_sub(1))
    }

    /// What is to be done next, to be changed in place.
    #[inline]
    pub fn top_mut(&mut self) -> Option<&mut F> {
        self.frames.get_mut((self.len as usize).wrapping_sub(1))
    }

    /// Do this instead of what was next.
    #[inline]
    pub fn set_top(&mut self, frame: F) {
        if let Some(top) = self.top_mut() {
            *top = frame;
        }
    }

    /// Do this before everything else.
    #[inline]
    pub fn push(&mut self, frame: F) {
        if (self.len as usize) < N {
            self.frames[self.len as usize] = frame;
            self.len += 1;
        } else {
            self.overflowed = true;
        }
    }

    /// The topmost is done.
    #[inline]
    pub fn pop(&mut self) -> Option<F> {
        let top = self.top();
        self.len = self.len.saturating_sub(1);
        top
    }

    /// How many frames there are. A step that leaves it unchanged may as well go on with its own frame.
    #[inline]
    pub fn depth(&self) -> usize {
        self.len as usize
    }

    /// Everything that is to be done, the next last.
    #[inline]
    pub fn frames(&self) -> &[F] {
        &self.frames[..self.len as usize]
    }

    /// The frames, to be changed in place: a frame may concern a card that has just left.
    #[inline]
    pub fn frames_mut(&mut self) -> &mut [F] {
        &mut self.frames[..self.len as usize]
    }

    /// Nothing is to be done any more.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether a frame was ever dropped because the agenda was full.
    #[inline]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }
}

impl<F: Copy + PartialEq, const N: usize> PartialEq for Agenda<F, N> {
    fn eq(&self, other: &Self) -> bool {
        self.frames() == other.frames() && self.overflowed == other.overflowed
    }
}
impl<F: Copy + Eq, const N: usize> Eq for Agenda<F, N> {}

impl<F: Copy + Hash, const N: usize> Hash for Agenda<F, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frames().hash(state);
        self.overflowed.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_agenda_remembers_what_it_dropped() {
        let mut agenda = Agenda::<u8, 3>::new(0);
        (1..=3).for_each(|frame| agenda.push(frame));
        assert!(!agenda.overflowed() && agenda.frames() == [1, 2, 3]);
        agenda.push(4);
        assert!(agenda.overflowed() && agenda.frames() == [1, 2, 3]);
        assert_eq!([agenda.pop(), agenda.pop(), agenda.pop(), agenda.pop()], [Some(3), Some(2), Some(1), None]);
        assert!(agenda.overflowed(), "that is never forgotten");
    }

    /// What lies above the frames in use is not part of an agenda.
    #[test]
    fn agendas_are_equal_if_the_frames_in_use_are() {
        let (mut one, mut other) = (Agenda::<u8, 3>::new(0), Agenda::<u8, 3>::new(7));
        one.push(1);
        one.push(2);
        assert_ne!(one, other);
        one.pop();
        other.push(1);
        assert_eq!(one, other);
    }
}
