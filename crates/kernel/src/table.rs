//! The table: the only loop.

use std::fmt;

use crate::event::Listening;
use crate::{AnyListener, Chance, Decision, Game, Listener, Options, Outcome, Seat, Silence, Step};

/// A match at the point where somebody has to answer, or over. The position is the first field: a table has the address of its
/// position.
#[repr(C)]
pub struct Table<G: Game> {
    pub(crate) position: G::Position,
    /// What the last step led to: a question or the end.
    pub(crate) led_to: Step,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// An answer.
    Asks(Decision),
    /// Nothing any more.
    Over(Outcome),
}

/// An answer that was not taken. Nothing has changed; the answer comes back with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused<A, R> {
    /// What was answered.
    pub answer: A,
    /// Why not.
    pub reason: RefusalReason<R>,
}

/// Why an answer was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalReason<R> {
    /// The match is over.
    Over,
    /// Another player is asked.
    NotAsked {
        /// The seat that is asked.
        asked: Seat,
    },
    /// There are only so many options.
    NoSuchOption {
        /// How many options there are.
        listed: usize,
    },
    /// The game's own reason.
    Rules(R),
}

impl<G: Game> Table<G> {
    /// Runs a position until somebody has to answer.
    #[inline]
    pub fn start<C: Chance, L: Listener<G::Event>>(
        rules: &G::Rules,
        mut position: G::Position,
        chance: &mut C,
        listener: &mut L,
    ) -> Self {
        // The position is run before it is moved into the table, so that it is moved only once.
        let led_to = run::<G, _, _>(rules, &mut position, None, chance, listener);
        Table { position, led_to }
    }

    /// What the table waits for.
    #[inline]
    pub fn status(&self) -> Status {
        status(self.led_to)
    }

    /// Who is asked what, unless the match is over.
    #[inline]
    pub fn decision(&self) -> Option<Decision> {
        match self.led_to {
            Step::Ask(decision) => Some(decision),
            _ => None,
        }
    }

    /// How the match ended, if it did.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.led_to {
            Step::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The position. It holds secrets: what leaves the table is made by a view.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The listed options; none when the match is over.
    #[inline]
    pub fn options(&self, rules: &G::Rules, options: &mut Options<G::Choice>) {
        options.clear();
        if let Step::Ask(_) = self.led_to {
            G::options(rules, &self.position, options);
            debug_assert!(!options.is_empty(), "a question without an option");
        }
    }

    /// Answers with the place of an option in the list, as records and clients do.
    pub fn answer<C: Chance, L: Listener<G::Event>>(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        pick: usize,
        chance: &mut C,
        listener: &mut L,
    ) -> Result<(), Refused<usize, G::Reason>> {
        let refused = |reason| Err(Refused { answer: pick, reason });
        if let Err(reason) = self.asked(seat) {
            return refused(reason);
        }
        let mut options = Options::new();
        self.options(rules, &mut options);
        match options.get(pick) {
            None => refused(RefusalReason::NoSuchOption { listed: options.len() }),
            Some(&choice) => {
                self.take(rules, choice, chance, listener);
                Ok(())
            }
        }
    }

    /// Answers with a choice, which is refused with the game's reason if it is not listed.
    pub fn choose<C: Chance, L: Listener<G::Event>>(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        choice: G::Choice,
        chance: &mut C,
        listener: &mut L,
    ) -> Result<(), Refused<G::Choice, G::Reason>> {
        let refused = |reason| Err(Refused { answer: choice, reason });
        if let Err(reason) = self.asked(seat) {
            return refused(reason);
        }
        let mut options = Options::new();
        self.options(rules, &mut options);
        if !options.contains(&choice) {
            return refused(RefusalReason::Rules(G::why_not(rules, &self.position, choice)));
        }
        self.take(rules, choice, chance, listener);
        Ok(())
    }

    /// Takes a choice that the caller has just read from [`Table::options`]: the path of simulations, which list once.
    #[inline]
    pub fn take<C: Chance, L: Listener<G::Event>>(
        &mut self,
        rules: &G::Rules,
        choice: G::Choice,
        chance: &mut C,
        listener: &mut L,
    ) {
        self.led_to = run::<G, _, _>(rules, &mut self.position, Some(choice), chance, listener);
    }

    /// Ends the match from outside: a concession, a clock, an agreed draw.
    #[cold]
    pub fn end(&mut self, outcome: Outcome) {
        self.led_to = Step::Over(outcome);
    }

    fn asked(&self, seat: Seat) -> Result<(), RefusalReason<G::Reason>> {
        match self.decision() {
            None => Err(RefusalReason::Over),
            Some(decision) if decision.seat != seat => Err(RefusalReason::NotAsked { asked: decision.seat }),
            Some(_) => Ok(()),
        }
    }
}

/// Calls [`Game::run`], with the listener if it listens to anything.
#[inline]
fn run<G: Game, C: Chance, L: Listener<G::Event>>(
    rules: &G::Rules,
    position: &mut G::Position,
    choice: Option<G::Choice>,
    chance: &mut C,
    listener: &mut L,
) -> Step {
    let listener: Option<&mut dyn AnyListener<G::Event>> = if L::ON || L::COUNTS { Some(listener) } else { None };
    match G::run(rules, position, choice, chance, listener) {
        Status::Asks(decision) => Step::Ask(decision),
        Status::Over(outcome) => Step::Over(outcome),
    }
}

/// The body of [`Game::run`].
#[inline(always)]
pub fn go_on<G: Game>(
    rules: &G::Rules,
    position: &mut G::Position,
    choice: Option<G::Choice>,
    mut chance: &mut dyn Chance,
    listener: Option<&mut dyn AnyListener<G::Event>>,
) -> Status {
    let led_to = match listener {
        None => until_asked_apart::<G, _, _>(rules, position, choice, &mut chance, &mut Silence),
        Some(listener) => until_asked_apart::<G, _, _>(rules, position, choice, &mut chance, &mut Listening(listener)),
    };
    status(led_to)
}

/// What the table waits for after the last step of a run.
#[inline]
pub(crate) fn status(led_to: Step) -> Status {
    match led_to {
        Step::Ask(decision) => Status::Asks(decision),
        Step::Over(outcome) => Status::Over(outcome),
        Step::Go => Status::Over(Outcome::Draw),
    }
}

/// Gives the choice to the frame that asked, and goes on [`until_asked`]. A function of its own, so that silent play does not
/// carry the code for listeners.
#[inline(never)]
fn until_asked_apart<G: Game, C: Chance, L: Listener<G::Event>>(
    rules: &G::Rules,
    position: &mut G::Position,
    choice: Option<G::Choice>,
    chance: &mut C,
    listener: &mut L,
) -> Step {
    let taken = match choice {
        Some(choice) => G::take(rules, position, choice, chance, listener),
        None => Step::Go,
    };
    until_asked::<G, _, _>(rules, position, taken, chance, listener)
}

/// The loop: steps until somebody is asked or the match is over.
#[inline(always)]
pub(crate) fn until_asked<G: Game, C: Chance, L: Listener<G::Event>>(
    rules: &G::Rules,
    position: &mut G::Position,
    mut step: Step,
    chance: &mut C,
    listener: &mut L,
) -> Step {
    while let Step::Go = step {
        step = G::step(rules, position, chance, listener);
    }
    if G::overflowed(position) { out_of_room::<G, _>(rules, position, listener) } else { step }
}

/// The position ran out of room. A function of its own, so that the loop stays small.
#[cold]
#[inline(never)]
fn out_of_room<G: Game, L: Listener<G::Event>>(rules: &G::Rules, position: &G::Position, listener: &mut L) -> Step {
    G::tell_overflow(rules, position, listener);
    Step::Over(Outcome::Draw)
}

impl<G: Game> Clone for Table<G> {
    #[inline]
    fn clone(&self) -> Self {
        Table { position: self.position.clone(), led_to: self.led_to }
    }
}

impl<G: Game> PartialEq for Table<G> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.led_to == other.led_to
    }
}
impl<G: Game> Eq for Table<G> {}

impl<G: Game> fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("status", &self.status()).field("position", &self.position).finish()
    }
}
