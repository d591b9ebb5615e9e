//! Programs: what a card's words were compiled to, and the reading of one op after the other.

/// One instruction. `A` is what the game does, `C` what it can test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op<A, C> {
    /// The game does something.
    Act(A),
    /// Its controller picks one of so many branches; so many [`Op::Jump`]s follow, one to each.
    Either(u8),
    /// Its controller may; who does not goes on there.
    May(u16),
    /// Where the test fails, go on there.
    Unless(C, u16),
    /// Go on there.
    Jump(u16),
    /// It is done.
    End,
}

/// Where a running program is. The rest of what runs (source, controller, registers) is the game's frame around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cursor {
    /// The next op.
    pub at: u16,
    /// Whether only targets are chosen and costs paid now, the effect itself comes later.
    pub announcing: bool,
    /// The branch that was picked, until it is taken: 0 is none yet, else the number of the branch counted from 1.
    pub branch: u8,
}

/// What the program wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants<A, C> {
    /// This is to be done; the cursor stands behind it.
    Act(A),
    /// Which of so many branches? The cursor waits for `branch`.
    Branch(u8),
    /// Yes (go on) or no (go on there)?
    May(u16),
    /// Does this hold? If not, go on there.
    Test(C, u16),
    /// Nothing more.
    End,
}

/// Reads on to what the program wants next. A branch picked while announcing is taken again when the effect runs.
#[inline]
pub fn next<A: Copy, C: Copy>(ops: &[Op<A, C>], cursor: &mut Cursor) -> Wants<A, C> {
    match read(ops, cursor) {
        Wants::Act(&action) => Wants::Act(action),
        Wants::Branch(count) => Wants::Branch(count),
        Wants::May(to) => Wants::May(to),
        Wants::Test(test, to) => Wants::Test(test, to),
        Wants::End => Wants::End,
    }
}

/// [`next`] without a copy of the action.
#[inline]
pub fn read<'a, A, C: Copy>(ops: &'a [Op<A, C>], cursor: &mut Cursor) -> Wants<&'a A, C> {
    loop {
        let op = &ops[cursor.at as usize];
        // Most of what is read is something to do: the others are told apart only then.
        if let Op::Act(action) = op {
            cursor.at += 1;
            return Wants::Act(action);
        }
        match op {
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
            &Op::Unless(test, to) => {
                cursor.at += 1;
                return Wants::Test(test, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_asked_once_and_taken_twice() {
        let ops: [Op<char, ()>; 7] = [Op::Either(2), Op::Jump(3), Op::Jump(5), Op::Act('a'), Op::End, Op::Act('b'), Op::End];
        let mut cursor = Cursor { at: 0, announcing: true, branch: 0 };
        assert_eq!(next(&ops, &mut cursor), Wants::Branch(2));
        cursor.branch = 2;
        assert_eq!(next(&ops, &mut cursor), Wants::Act('b'));
        assert_eq!(next(&ops, &mut cursor), Wants::End);
        cursor.at = 0;
        assert_eq!(next(&ops, &mut cursor), Wants::Act('b'));
    }
}
