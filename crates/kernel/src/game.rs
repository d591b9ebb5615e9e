//! What a game tells the kernel.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use crate::{Chance, Ears, Listener, Seat, Status};

/// The most options one question can have.
pub const MOST_OPTIONS: usize = 128;

/// The listed options of a decision. Their order is part of the rule version: records name an option by its place.
///
/// A list of bounded length without allocation. What is pushed beyond [`MOST_OPTIONS`] is lost; no question of a game comes near.
#[derive(Clone, Debug)]
pub struct Options<C> {
    items: [C; MOST_OPTIONS],
    len: usize,
}

impl<C: Copy + Default> Options<C> {
    /// No options.
    pub fn new() -> Self {
        Options { items: [C::default(); MOST_OPTIONS], len: 0 }
    }

    /// One more option.
    #[inline]
    pub fn push(&mut self, choice: C) {
        if let Some(item) = self.items.get_mut(self.len) {
            *item = choice;
            self.len += 1;
        }
    }

    /// One more option, if it is one. Without a branch: whether a card can be played is what nobody can predict.
    #[inline]
    pub fn push_if(&mut self, choice: C, is_one: bool) {
        self.items[self.len % MOST_OPTIONS] = choice;
        self.len += usize::from(is_one && self.len < MOST_OPTIONS);
    }

    /// As many more as are: [`Options::push_if`] for each.
    #[inline]
    pub fn extend_if(&mut self, choices: impl Iterator<Item = (C, bool)>) {
        let mut len = self.len;
        for (choice, is_one) in choices {
            self.items[len % MOST_OPTIONS] = choice;
            len += usize::from(is_one);
        }
        self.len = len.min(MOST_OPTIONS);
    }

    /// The first so many of these: a list that was made before, written as a whole.
    #[inline]
    pub fn extend_first<const N: usize>(&mut self, choices: &[C; N], count: usize) {
        match self.items.get_mut(self.len..self.len + N) {
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

    /// Only the first option.
    pub fn keep_first(&mut self) {
        self.len = self.len.min(1);
    }

    /// No options any more.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

/// Adds options without a branch. What is not [`done`](Lister::done) was not listed.
pub struct Lister<'a, C> {
    options: &'a mut Options<C>,
    len: usize,
}

impl<C: Copy> Lister<'_, C> {
    /// One more option, if it is one.
    #[inline(always)]
    pub fn push_if(&mut self, choice: C, is_one: bool) {
        self.options.items[self.len % MOST_OPTIONS] = choice;
        self.len += usize::from(is_one);
    }

    /// All are listed.
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
    type Choice: Copy + Default + Eq + Debug;
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

    /// The option at the place that `which` names when it is told how many there are; `room` is to list in and empty. What the
    /// list would give, always: a game may know it without writing the whole list down.
    #[inline]
    fn pick(
        rules: &Self::Rules,
        position: &Self::Position,
        room: &mut Options<Self::Choice>,
        which: impl FnOnce(usize) -> usize,
    ) -> Self::Choice {
        Self::options(rules, position, room);
        room[which(room.len())]
    }

    /// Gives a listed option to the frame that asked, and tells what that led to: [`Step::Go`], unless the game knows already what
    /// its next step would say. An option that is not listed is a bug of the caller.
    fn take<C: Chance, L: Listener<Self::Event>>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        choice: Self::Choice,
        chance: &mut C,
        listener: &mut L,
    ) -> Step;

    /// [`Game::pick`] and [`Game::take`] at once. What both would lead to, always: a game may go from one into the other without
    /// naming the option. `which` gets the chance that the rules ask.
    #[inline]
    fn pick_and_take<C: Chance, L: Listener<Self::Event>>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        room: &mut Options<Self::Choice>,
        which: impl FnOnce(&mut C, usize) -> usize,
        chance: &mut C,
        listener: &mut L,
    ) -> Step {
        let choice = Self::pick(rules, position, room, |count| which(chance, count));
        Self::take(rules, position, choice, chance, listener)
    }

    /// Why a choice that is not listed now cannot be taken.
    fn why_not(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> Self::Reason;

    /// Whether the agenda ran out of room: the match is then a draw, and the free suite fails.
    fn overflowed(position: &Self::Position) -> bool;

    /// Gives the choice, if there is one, to the frame that asked, and runs until the next question. Every game writes the same line,
    /// a call of [`go_on`](crate::go_on), so that its rules are compiled in its own crate, once for those who listen and once for silence,
    /// and not again by everybody who plays it.
    fn run(
        rules: &Self::Rules,
        position: &mut Self::Position,
        choice: Option<Self::Choice>,
        chance: &mut dyn Chance,
        ears: Option<&mut dyn Ears<Self::Event>>,
    ) -> Status;
}

/// What one step of the agenda led to. One word with a tag of its own: it is looked at after every step.
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

    /// Asks what something raised.
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
    /// "Which next?"
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
}
