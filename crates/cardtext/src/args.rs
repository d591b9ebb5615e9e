//! Access to the values of a tree, for games that compile and check it.

use crate::ast::{Arg, Clause, Condition, Effect, Quant, Selector, Words};

/// The most that [`Clause::count`] counts.
const MOST: i32 = 99;

/// The first number of a list of values: of a header, a trigger or a tail.
pub fn number_in<W: Words>(args: &[Arg<W>]) -> Option<i32> {
    args.iter().find_map(|arg| if let Arg::Number(n, _) = arg { Some(*n) } else { None })
}

impl<W: Words> Clause<W> {
    /// The value of a slot, counted from 0.
    pub fn arg(&self, place: usize) -> Result<&Arg<W>, &'static str> {
        self.args.get(place).ok_or("a value is missing")
    }

    /// The number or count in a slot.
    pub fn number(&self, place: usize) -> Result<i32, &'static str> {
        match self.arg(place)? {
            Arg::Number(n, _) | Arg::Count(n, _) => Ok(*n),
            _ => Err("a number is missing"),
        }
    }

    /// The number at this place where it says how many or how much: 0 to 99.
    pub fn count(&self, place: usize) -> Result<u8, &'static str> {
        self.number(place).map(|n| n.clamp(0, MOST) as u8)
    }

    /// The name of a card in a slot.
    pub fn card(&self, place: usize) -> Result<&str, &'static str> {
        match self.arg(place)? {
            Arg::Card(name, _) => Ok(name),
            _ => Err("a card's name is missing"),
        }
    }

    /// Who is meant in a slot.
    pub fn selector(&self, place: usize) -> Result<&Selector<W>, &'static str> {
        match self.arg(place)? {
            Arg::Who(selector) => Ok(selector),
            _ => Err("it is not said who"),
        }
    }

    /// All selectors, in order.
    pub fn selectors(&self) -> impl Iterator<Item = &Selector<W>> {
        self.args.iter().filter_map(|arg| if let Arg::Who(selector) = arg { Some(selector) } else { None })
    }

    /// The names of the cards that it makes or mentions.
    pub fn card_names(&self) -> impl Iterator<Item = &str> {
        self.args.iter().filter_map(|arg| if let Arg::Card(name, _) = arg { Some(name.as_str()) } else { None })
    }
}

impl<W: Words> Condition<W> {
    /// Of whom it speaks, if it says so.
    pub fn who(&self) -> Option<&Selector<W>> {
        self.args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None })
    }

    /// At least how many there must be: one, if no number is said.
    pub fn least(&self) -> u8 {
        match self.who().map(|who| who.quant) {
            Some(Quant::Exactly(least) | Quant::UpTo(least)) => least,
            _ => 1,
        }
    }
}

impl<W: Words> Selector<W> {
    /// Whether this adjective stands before the noun.
    pub fn has(&self, adjective: W::Adjective) -> bool {
        self.adjectives.contains(&adjective)
    }

    /// Whether this tail stands behind the noun.
    pub fn tailed(&self, tail: W::Tail) -> bool {
        self.tails.iter().any(|(one, _)| *one == tail)
    }
}

impl<W: Words> Effect<W> {
    /// The branches of its first `either`.
    pub fn branches(&self) -> Option<&[Effect<W>]> {
        match self {
            Self::Do(_) => None,
            Self::Then(steps) => steps.iter().find_map(Self::branches),
            Self::Either(branches, _) => Some(branches),
            Self::May(step, _) | Self::If(_, step) => step.branches(),
        }
    }
}
