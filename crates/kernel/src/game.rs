//! What a game tells the kernel.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use crate::{AnyListener, BySeat, Chance, Listener, Seat, Status};

/// The most options one question can have: as many as a byte can count.
pub const MOST_OPTIONS: usize = u8::MAX as usize;

/// The listed options of a decision. Their order is part of the rule version: records name an option by its place.
///
/// A list of bounded length without allocation. What is pushed beyond [`MOST_OPTIONS`] is not listed; what must be there for the game to
/// go on has its room kept by [`Options::leave_room`].
#[derive(Clone, Debug)]
pub struct Options<C> {
    /// The last place is never listed: what is no option is written there, if it is written at all.
    items: [C; MOST_OPTIONS + 1],
    len: usize,
}

impl<C: Copy + Default> Options<C> {
    /// No options.
    pub fn new() -> Self {
        Options { items: [C::default(); MOST_OPTIONS + 1], len: 0 }
    }

    /// One more option.
    #[inline]
    pub fn push(&mut self, choice: C) {
        if self.len < MOST_OPTIONS {
            self.items[self.len] = choice;
            self.len += 1;
        }
    }

    /// Adds an option if `is_one`. Without a branch: the processor could not predict whether a card can be played.
    #[inline]
    pub fn push_if(&mut self, choice: C, is_one: bool) {
        let mut list = self.lister();
        list.push_if(choice, is_one);
        list.done();
    }

    /// [`Options::push_if`] for each.
    #[inline]
    pub fn extend_if(&mut self, choices: impl Iterator<Item = (C, bool)>) {
        let mut list = self.lister();
        choices.for_each(|(choice, is_one)| list.push_if(choice, is_one));
        list.done();
    }

    /// Adds the first `count` of a list that was made before, written as a whole.
    #[inline]
    pub fn extend_first<const N: usize>(&mut self, choices: &[C; N], count: usize) {
        match self.items[..MOST_OPTIONS].get_mut(self.len..self.len + N) {
            Some(room) => {
                room.copy_from_slice(choices);
                self.len += count.min(N);
            }
            None => choices[..count.min(N)].iter().for_each(|&choice| self.push(choice)),
        }
    }

    /// For a longer listing: the length stays in a register until [`Lister::done`].
    #[inline]
    pub fn lister(&mut self) -> Lister<'_, C> {
        Lister { len: self.len, options: self }
    }

    /// Makes sure that so many more options have room, by dropping the last ones.
    #[inline]
    pub fn leave_room(&mut self, more: usize) {
        self.len = self.len.min(MOST_OPTIONS - more);
    }

    /// Keeps the first option only.
    pub fn keep_first(&mut self) {
        self.len = self.len.min(1);
    }

    /// Removes all options.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

/// Adds options without a branch. Nothing counts until [`done`](Lister::done) is called.
pub struct Lister<'a, C> {
    options: &'a mut Options<C>,
    len: usize,
}

impl<C: Copy> Lister<'_, C> {
    /// Adds an option if `is_one`.
    #[inline(always)]
    pub fn push_if(&mut self, choice: C, is_one: bool) {
        self.options.items[self.len.min(MOST_OPTIONS)] = choice;
        self.len += usize::from(is_one);
    }

    /// Ends the listing.
    #[inline(always)]
    pub fn done(self) {
        self.options.len = self.len.min(MOST_OPTIONS);
    }
}

impl<C: Copy + Default> Default for Options<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C> Deref for Options<C> {
    type Target = [C];
    #[inline]
    fn deref(&self) -> &[C] {
        &self.items[..self.len.min(MOST_OPTIONS)]
    }
}

impl<C> DerefMut for Options<C> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [C] {
        &mut self.items[..self.len.min(MOST_OPTIONS)]
    }
}

impl<'a, C> IntoIterator for &'a Options<C> {
    type Item = &'a C;
    type IntoIter = std::slice::Iter<'a, C>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<C: Copy + Default> Extend<C> for Options<C> {
    fn extend<T: IntoIterator<Item = C>>(&mut self, choices: T) {
        choices.into_iter().for_each(|choice| self.push(choice));
    }
}

/// A turn-taking game with secrets.
///
/// The position is flat data and holds everything but the rules: two equal positions go on equally, given the same answers
/// and the same chance.
pub trait Game: Sized + 'static {
    /// The immutable rule set: cards, rulings. Lives outside of the position.
    type Rules: Send + Sync;
    /// The whole state of a match, agenda included.
    type Position: Clone + Eq + Hash + Debug + Send;
    /// One option of a question.
    type Choice: Copy + Default + Eq + Debug + Send;
    /// Something that happened, as told to one audience.
    type Event: Clone + Eq + Debug;
    /// Why something cannot be done.
    type Reason: Clone + Debug;

    /// Runs the topmost frame of the agenda once. Asking changes nothing: the asking frame stays on top until it is answered.
    fn step<C: Chance, L: Listener<Self::Event>>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        chance: &mut C,
        listener: &mut L,
    ) -> Step;

    /// Lists the options of the question that the last step asked. Never empty.
    fn options(rules: &Self::Rules, position: &Self::Position, options: &mut Options<Self::Choice>);

    /// Gives a listed option to the frame that asked, and returns what that led to: [`Step::Go`], unless the game already knows
    /// what its next step would return. Taking an option that is not listed is a bug of the caller.
    fn take<C: Chance, L: Listener<Self::Event>>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        choice: Self::Choice,
        chance: &mut C,
        listener: &mut L,
    ) -> Step;

    /// Why a choice that is not listed now cannot be taken.
    fn why_not(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> Self::Reason;

    /// Whether the agenda or another list ran out of room: the match is then a draw, and the free suite fails.
    fn overflowed(position: &Self::Position) -> bool;

    /// Tells what had no room, before the match ends as a draw.
    fn tell_overflow<L: Listener<Self::Event>>(_rules: &Self::Rules, _position: &Self::Position, _listener: &mut L) {}

    /// Gives the choice, if there is one, to the frame that asked, and runs until the next question. A game that is played millions of times writes
    /// this line itself, a call of [`go_on`](crate::go_on): its rules are then compiled in its own crate, once for those who listen and once for
    /// silence, and not again by everybody who plays it.
    fn run(
        rules: &Self::Rules,
        position: &mut Self::Position,
        choice: Option<Self::Choice>,
        chance: &mut dyn Chance,
        listener: Option<&mut dyn AnyListener<Self::Event>>,
    ) -> Status {
        crate::go_on::<Self>(rules, position, choice, chance, listener)
    }
}

/// What one step of the agenda led to. The tag is a word of its own, because it is read after every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Step {
    /// Go on with whatever is on top now.
    Go,
    /// Somebody has to answer.
    Ask(Decision),
    /// The match is over.
    Over(Outcome),
}

impl Step {
    /// Asks the turn player for a move.
    pub const fn ask_move(seat: Seat) -> Step {
        Step::Ask(Decision { seat, form: Form::OneOf, occasion: Occasion::Move })
    }

    /// Asks a question that something raised.
    pub const fn ask(seat: Seat, form: Form) -> Step {
        Step::Ask(Decision { seat, form, occasion: Occasion::Raised })
    }

    /// Asks about a move that nobody else knows of yet.
    pub const fn ask_declaring(seat: Seat, form: Form) -> Step {
        Step::Ask(Decision { seat, form, occasion: Occasion::Declaring })
    }
}

/// A question to one player; the options are listed by [`Game::options`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// Who answers.
    pub seat: Seat,
    /// How the answers belong together.
    pub form: Form,
    /// What it is asked for.
    pub occasion: Occasion,
}

/// What a question is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// The player's own move: what next?
    Move,
    /// Part of a move that nobody else has been told of, so that the whole move may still be taken back.
    Declaring,
    /// Something that happened raises it.
    Raised,
}

/// The three forms of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// One of the options.
    OneOf,
    /// Some of them, asked one by one.
    SomeOf,
    /// All of them, one after the other: which comes next?
    Order,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Won(Seat),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Won(seat) => Some(seat),
            Outcome::Draw => None,
        }
    }

    /// Who has more wins; nobody if both have the same.
    pub fn by_more<T: Ord>(scores: &BySeat<T>) -> Outcome {
        match scores[Seat::One].cmp(&scores[Seat::Two]) {
            Ordering::Greater => Outcome::Won(Seat::One),
            Ordering::Less => Outcome::Won(Seat::Two),
            Ordering::Equal => Outcome::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushing to a full list, in whatever way, does not change what is listed.
    #[test]
    fn a_full_list_keeps_what_it_has() {
        type Push = fn(&mut Options<u16>, u16);
        let ways: [Push; 5] = [
            |list, choice| list.push(choice),
            |list, choice| list.push_if(choice, true),
            |list, choice| list.extend_if([(choice, true), (9999, false)].into_iter()),
            |list, choice| list.extend_first(&[choice, 9999], 1),
            |list, choice| {
                let mut lister = list.lister();
                lister.push_if(choice, true);
                lister.push_if(9999, false);
                lister.done();
            },
        ];
        let expected: Vec<u16> = (0..MOST_OPTIONS as u16).collect();
        for push in ways {
            let mut list = Options::new();
            (0..600).for_each(|choice| push(&mut list, choice));
            assert_eq!(*list, *expected);
        }
        let mut at_once = Options::new();
        at_once.extend_if((0..600).map(|choice| (choice, true)));
        assert_eq!(*at_once, *expected);
    }

    #[test]
    fn what_is_no_option_is_not_listed() {
        let mut list = Options::new();
        list.extend_if([(1, true), (2, false), (3, true)].into_iter());
        list.push_if(4, false);
        list.extend_first(&[5, 6, 7], 2);
        assert_eq!(*list, [1, 3, 5, 6]);
        list.keep_first();
        assert_eq!(*list, [1]);
    }

    #[test]
    fn more_wins() {
        let scores = [(3, 1), (1, 3), (2, 2)].map(|(one, two)| Outcome::by_more(&BySeat::new(one, two)));
        assert_eq!(scores, [Outcome::Won(Seat::One), Outcome::Won(Seat::Two), Outcome::Draw]);
    }

    /// What ends a question is listed, however many options there are.
    #[test]
    fn room_is_left() {
        let mut list = Options::new();
        list.extend(0..600);
        list.leave_room(2);
        list.extend([1000, 1001]);
        assert_eq!((list.len(), &list[MOST_OPTIONS - 3..]), (MOST_OPTIONS, &[252, 1000, 1001][..]));
        list.clear();
        list.push(1);
        list.leave_room(2);
        assert_eq!(*list, [1]);
    }
}
