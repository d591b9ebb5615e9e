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

/// One instruction of a game's programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// The same, and it was not.
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

/// What the program wants next. The cursor stands behind it, but for a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants<'a, G: Parts> {
    /// This is to be done.
    Act(&'a G::Action),
    /// Something is to be chosen into the registers from this one on.
    Choose(u8, &'a G::Pick),
    /// Which of so many branches? The cursor waits for `branch`.
    Branch(u8),
    /// Yes (go on) or no (go on there)?
    May(u16),
    /// Does this hold? If not, go on there.
    Test(&'a G::Test, u16),
    /// What follows is what "if you do" asks about.
    Try,
    /// Was it done? If not, go on there.
    Done(u16),
    /// Nothing more.
    End,
}

/// Reads on to what the program wants next. A branch picked while announcing is taken again when the effect runs.
#[inline]
pub fn read<'a, G: Parts>(ops: &'a [Op<G>], cursor: &mut Cursor) -> Wants<'a, G> {
    loop {
        let op = &ops[cursor.at as usize];
        // Most of what is read is something to do: the others are told apart only then.
        if let Op::Act(action) = op {
            cursor.at += 1;
            return Wants::Act(action);
        }
        match op {
            Op::Choose(register, pick) => {
                cursor.at += 1;
                return Wants::Choose(*register, pick);
            }
            &Op::Either(count) => {
                if cursor.branch == 0 {
                    return Wants::Branch(count);
                }
                cursor.at += u16::from(cursor.branch);
            }
            &Op::Jump(to) => cursor.at = to,
            // An action does not come here.
            Op::End | Op::Act(_) => return Wants::End,
            &Op::May(to) => {
                cursor.at += 1;
                return Wants::May(to);
            }
            Op::Unless(test, to) => {
                cursor.at += 1;
                return Wants::Test(test, *to);
            }
            Op::Try => {
                cursor.at += 1;
                return Wants::Try;
            }
            &Op::UnlessDone(to) => {
                cursor.at += 1;
                return Wants::Done(to);
            }
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
        assert_eq!(read(&ops, &mut cursor), Wants::Branch(2));
        cursor.branch = 2;
        assert_eq!(read(&ops, &mut cursor), Wants::Act(&'b'));
        assert_eq!(read(&ops, &mut cursor), Wants::End);
        cursor.at = 0;
        assert_eq!(read(&ops, &mut cursor), Wants::Act(&'b'));
    }
}
