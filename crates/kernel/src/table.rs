//! The table: the only loop.

use std::fmt;

use crate::event::Aloud;
use crate::{Chance, Decision, Ears, Game, Listener, Options, Outcome, Seat, Silence, Step};

/// A match at the point where somebody has to answer, or over.
pub struct Table<G: Game> {
    position: G::Position,
    status: Status,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Status {
    /// An answer.
    Asks(Decision) = 1,
    /// Nothing any more.
    Over(Outcome) = 2,
}

/// An answer that was not taken. Nothing has changed; the answer comes back with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused<A, R> {
    /// What was answered.
    pub answer: A,
    /// Why not.
    pub reason: Fault<R>,
}

/// Why an answer was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault<R> {
    /// The match is over.
    Over,
    /// Another player is asked.
    NotAsked {
        /// Who is.
        asked: Seat,
    },
    /// There are only so many options.
    NoSuchOption {
        /// How many.
        listed: usize,
    },
    /// The game's own reason.
    Rules(R),
}

impl<G: Game> Table<G> {
    /// Runs a position until somebody has to answer.
    pub fn start<C: Chance, L: Listener<G::Event>>(
        rules: &G::Rules,
        position: G::Position,
        chance: &mut C,
        listener: &mut L,
    ) -> Self {
        let mut table = Table { position, status: Status::Over(Outcome::Draw) };
        table.run(rules, None, chance, listener);
        table
    }

    /// What the table waits for.
    #[inline]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Who is asked what, unless the match is over.
    #[inline]
    pub fn decision(&self) -> Option<Decision> {
        match self.status {
            Status::Asks(decision) => Some(decision),
            Status::Over(_) => None,
        }
    }

    /// How the match ended, if it did.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.status {
            Status::Asks(_) => None,
            Status::Over(outcome) => Some(outcome),
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
        if let Status::Asks(_) = self.status {
            G::options(rules, &self.position, options);
            debug_assert!(!options.is_empty(), "a question without an option");
        }
    }

    /// One of the listed options, for those who need no other: see [`Game::pick`]. None when the match is over.
    #[inline]
    pub fn pick(
        &self,
        rules: &G::Rules,
        room: &mut Options<G::Choice>,
        which: impl FnOnce(usize) -> usize,
    ) -> Option<G::Choice> {
        room.clear();
        match self.status {
            Status::Asks(_) => Some(G::pick(rules, &self.position, room, which)),
            Status::Over(_) => None,
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
            None => refused(Fault::NoSuchOption { listed: options.len() }),
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
            return refused(Fault::Rules(G::why_not(rules, &self.position, choice)));
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
        self.run(rules, Some(choice), chance, listener);
    }

    /// [`Table::pick`] and [`Table::take`] at once and in silence, compiled with its chance where it is called, which takes the
    /// compiler long: for random games by the million, not for everybody. Nothing happens when the match is over.
    #[inline(always)]
    pub fn play_at_speed<C: Chance>(
        &mut self,
        rules: &G::Rules,
        room: &mut Options<G::Choice>,
        chance: &mut C,
        which: impl FnOnce(&mut C, usize) -> usize,
    ) {
        if let Status::Asks(_) = self.status {
            room.clear();
            let taken = G::pick_and_take(rules, &mut self.position, room, which, chance, &mut Silence);
            self.status = until_asked::<G, _, _>(rules, &mut self.position, taken, chance, &mut Silence);
        }
    }

    /// Ends the match from outside: a concession, a clock, an agreed draw.
    #[cold]
    pub fn end(&mut self, outcome: Outcome) {
        self.status = Status::Over(outcome);
    }

    fn asked(&self, seat: Seat) -> Result<(), Fault<G::Reason>> {
        match self.status {
            Status::Over(_) => Err(Fault::Over),
            Status::Asks(decision) if decision.seat != seat => Err(Fault::NotAsked { asked: decision.seat }),
            Status::Asks(_) => Ok(()),
        }
    }

    #[inline]
    fn run<C: Chance, L: Listener<G::Event>>(
        &mut self,
        rules: &G::Rules,
        choice: Option<G::Choice>,
        chance: &mut C,
        listener: &mut L,
    ) {
        let ears: Option<&mut dyn Ears<G::Event>> = if L::ON || L::COUNTS { Some(listener) } else { None };
        self.status = G::run(rules, &mut self.position, choice, chance, ears);
    }
}

/// The body of [`Game::run`].
#[inline(always)]
pub fn go_on<G: Game>(
    rules: &G::Rules,
    position: &mut G::Position,
    choice: Option<G::Choice>,
    mut chance: &mut dyn Chance,
    ears: Option<&mut dyn Ears<G::Event>>,
) -> Status {
    match ears {
        None => until_asked_apart::<G, _, _>(rules, position, choice, &mut chance, &mut Silence),
        Some(ears) => until_asked_apart::<G, _, _>(rules, position, choice, &mut chance, &mut Aloud(ears)),
    }
}

/// Gives the choice to the frame that asked, and goes on [`until_asked`]. In a function of its own: those who play in silence do
/// not carry what listening needs.
#[inline(never)]
fn until_asked_apart<G: Game, C: Chance, L: Listener<G::Event>>(
    rules: &G::Rules,
    position: &mut G::Position,
    choice: Option<G::Choice>,
    chance: &mut C,
    listener: &mut L,
) -> Status {
    let taken = match choice {
        Some(choice) => G::take(rules, position, choice, chance, listener),
        None => Step::Go,
    };
    until_asked::<G, _, _>(rules, position, taken, chance, listener)
}

/// The loop: steps until somebody is asked or the match is over.
#[inline(always)]
fn until_asked<G: Game, C: Chance, L: Listener<G::Event>>(
    rules: &G::Rules,
    position: &mut G::Position,
    mut step: Step,
    chance: &mut C,
    listener: &mut L,
) -> Status {
    while let Step::Go = step {
        step = G::step(rules, position, chance, listener);
    }
    match step {
        Step::Ask(decision) if !G::overflowed(position) => Status::Asks(decision),
        Step::Over(outcome) if !G::overflowed(position) => Status::Over(outcome),
        _ => drawn(),
    }
}

/// There was no room for what had to be done.
#[cold]
fn drawn() -> Status {
    Status::Over(Outcome::Draw)
}

impl<G: Game> Clone for Table<G> {
    #[inline]
    fn clone(&self) -> Self {
        Table { position: self.position.clone(), status: self.status }
    }
}

impl<G: Game> PartialEq for Table<G> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.status == other.status
    }
}
impl<G: Game> Eq for Table<G> {}

impl<G: Game> fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("status", &self.status).field("position", &self.position).finish()
    }
}
