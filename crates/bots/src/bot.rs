//! What a bot is given when it is asked.

use playmat_cards::{CardGame, Face, Question, View};
use playmat_kernel::{Audience, Chance, Decision, Options, Seat, Silence, Table};
use playmat_network::{Model, Sheet};

use crate::Learned;

/// A player that is a program.
pub trait Bot<G: CardGame>: Send {
    /// The place of the option it takes; below [`Observation::count`].
    fn pick(&mut self, observation: &Observation<'_, G>) -> usize;

    /// The chance of winning that it gave its own seat when it last picked: from 0 (lost) to 1 (won), a draw a half. None from
    /// bots that make no estimate.
    fn judgement(&self) -> Option<f64> {
        None
    }

    /// The bot, if it is one that asks a network once for each question: such bots can be asked many at a time, see
    /// [`play_together`](crate::play_together).
    fn learned(&mut self) -> Option<&mut Learned<G>> {
        None
    }
}

/// What the asked seat sees of a running match. The table itself cannot be reached through it.
pub struct Observation<'a, G: CardGame> {
    rules: &'a G::Rules,
    table: &'a Table<G>,
    decision: Decision,
    options: &'a Options<G::Choice>,
}

impl<'a, G: CardGame> Observation<'a, G> {
    /// What the asked seat sees, with the options that the caller has just listed; none when nobody is asked.
    pub fn of(rules: &'a G::Rules, table: &'a Table<G>, options: &'a Options<G::Choice>) -> Option<Self> {
        table.decision().map(|decision| Observation { rules, table, decision, options })
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.decision.seat
    }

    /// What kind of question it is.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// How many options there are; at least one.
    pub fn count(&self) -> usize {
        self.options.len()
    }

    /// The question in words.
    pub fn question(&self) -> Question {
        G::question(self.rules, self.table.position())
    }

    /// The options as they are shown to a person.
    pub fn faces(&self) -> Vec<Face> {
        self.options.iter().map(|&choice| G::face(self.rules, self.table.position(), choice)).collect()
    }

    /// The table as its seat sees it.
    pub fn view(&self) -> View {
        G::view(self.rules, self.table.position(), Audience::Player(self.seat()))
    }

    /// The immutable rules, which everybody knows.
    pub fn rules(&self) -> &'a G::Rules {
        self.rules
    }

    /// A table that this seat cannot tell from the real one, at the same question: everything that it does not know is drawn
    /// again.
    pub fn imagine<C: Chance>(&self, chance: &mut C) -> Table<G> {
        imagined(self.rules, self.table.position(), self.seat(), chance)
    }

    /// The identity of each option, in their order: see [`CardGame::identity`].
    pub fn identities(&self) -> Vec<u64> {
        self.options.iter().map(|&choice| G::identity(self.rules, self.table.position(), choice)).collect()
    }

    /// Writes the question down for a model.
    pub(crate) fn write(&self, model: &Model<G>, sheet: &mut Sheet) {
        model.write(self.rules, self.table, self.options, sheet);
    }

    /// By which keys a tree in which both seats answer knows the options, in their order.
    pub(crate) fn keys(&self) -> Vec<u64> {
        self.identities().into_iter().map(|identity| key(self.seat(), identity)).collect()
    }

    /// The place of the first option that [clinches](CardGame::clinches) what is played for now.
    pub fn clinching(&self) -> Option<usize> {
        self.options.iter().position(|&choice| G::clinches(self.rules, self.table.position(), choice))
    }
}

/// A table that the seat cannot tell from one in this position.
pub(crate) fn imagined<G: CardGame, C: Chance>(
    rules: &G::Rules,
    position: &G::Position,
    seat: Seat,
    chance: &mut C,
) -> Table<G> {
    let position = G::imagine(rules, position, seat, chance);
    Table::start(rules, position, chance, &mut Silence)
}

/// The key of an option in a tree in which both seats answer.
pub(crate) fn key(seat: Seat, identity: u64) -> u64 {
    identity.rotate_left(1) ^ u64::from(seat.bit())
}
