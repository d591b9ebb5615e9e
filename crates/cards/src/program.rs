//! Programs: what a card's words were compiled to, and the reading of one op after the other. [`Machine`](crate::Machine) runs them.

use std::fmt::Debug;

/// What the programs of a game are made of.
pub trait Parts: Copy + Eq + Debug + 'static {
    /// What a step does.
    type Action: Copy + Eq + Debug;
    /// What a choice is made among, and how many are chosen.
    type Pick: Copy + Eq + Debug;
    /// What "if" asks.
    type Test: Copy + Eq + Debug;
}

/// A game whose cards have no conditions tests this, which cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {}

/// One instruction of a game's programs. Aligned, so that its place is found without a multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(8))]
pub enum Op<G: Parts> {
    /// The game does something.
    Act(G::Action),
    /// Its controller chooses into the registers from this one on; what was chosen is "it" from then on.
    Choose(u8, G::Pick),
    /// Its controller picks one of so many branches; so many [`Op::Jump`]s follow, one to each.
    Either(u8),
    /// Its controller may; who does not goes on there.
    May(u16),
    /// Where the test fails, go on there.
    Unless(G::Test, u16),
    /// What follows is what "if you do" asks about.
    Try,
    /// "If you do": where what was tried was not done wholly, go on there.
    UnlessDone(u16),
    /// Go on there.
    Jump(u16),
    /// It is done.
    End,
}

/// Where a running program is. The rest of what runs is in the [`Run`](crate::Run) around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cursor {
    /// The next op.
    pub at: u16,
    /// What its ops are read for.
    pub mode: Mode,
    /// The branch that was picked, until it is taken: 0 is none yet, else the number of the branch counted from 1.
    pub branch: u8,
}

/// What the ops of a program are read for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Mode {
    /// The effect happens.
    Running,
    /// Only targets are chosen and costs paid now, the effect itself comes later.
    Announcing,
    /// The effect happens, and "if you do" will ask whether it was done wholly. So far it was.
    Trying,
    /// The effect happens, and "if you do" will ask whether it was done wholly. It was not.
    FellShort,
}

impl Cursor {
    /// At an op, which is announced first or runs at once.
    #[inline]
    pub const fn new(at: u16, announcing: bool) -> Cursor {
        Cursor { at, mode: if announcing { Mode::Announcing } else { Mode::Running }, branch: 0 }
    }

    /// Whether only targets are chosen now.
    #[inline]
    pub const fn announcing(self) -> bool {
        matches!(self.mode, Mode::Announcing)
    }

    /// What "if you do" asks about was not done wholly.
    #[inline]
    pub const fn fall_short(&mut self) {
        self.mode = Mode::FellShort;
    }
}

/// The op that the program comes to next, and its place: jumps and the branch that was picked are followed. A branch that was picked while
/// announcing is taken again when the effect runs.
#[inline]
pub fn read<G: Parts>(ops: &[Op<G>], cursor: Cursor) -> (u16, &Op<G>) {
    let mut at = cursor.at;
    loop {
        match &ops[at as usize] {
            Op::Jump(to) => at = *to,
            Op::Either(_) if cursor.branch != 0 => at += u16::from(cursor.branch),
            op => return (at, op),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Letters;

    impl Parts for Letters {
        type Action = char;
        type Pick = ();
        type Test = Never;
    }

    #[test]
    fn a_branch_is_asked_once_and_taken_twice() {
        let ops: [Op<Letters>; 7] = [Op::Either(2), Op::Jump(3), Op::Jump(5), Op::Act('a'), Op::End, Op::Act('b'), Op::End];
        let mut cursor = Cursor::new(0, true);
        assert_eq!(read(&ops, cursor), (0, &Op::Either(2)));
        cursor.branch = 2;
        assert_eq!(read(&ops, cursor), (5, &Op::Act('b')));
        cursor.at = 6;
        assert_eq!(read(&ops, cursor), (6, &Op::End));
        cursor.at = 0;
        assert_eq!(read(&ops, cursor), (5, &Op::Act('b')));
    }
}
