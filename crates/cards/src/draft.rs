//! From effects to programs: what `then`, `either`, `you may` and `if` become is the same in every game; what a clause becomes
//! is the game's own.

use std::collections::HashMap;

use playmat_cardtext::ast::{Arg, Card, Clause, Condition, Effect, Selector, Span, Words};

use crate::{DefId, Op};

/// Why no program comes of a card, and where that stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The words at fault; none until somebody on the way out knows where it was.
    pub span: Option<Span>,
    /// What is wrong, as a sentence without a full stop.
    pub why: String,
    /// The card, once it is known.
    pub card: Option<String>,
    /// Whether the language itself has complained about it: an unknown name.
    pub told: bool,
}

impl Fault {
    /// The same at this place, unless a nearer one is known.
    #[must_use]
    pub fn at(self, span: Span) -> Fault {
        Fault { span: self.span.or(Some(span)), ..self }
    }

    /// The same with the name of its card, for those who see no place.
    #[must_use]
    pub fn of_card(self, name: &str) -> Fault {
        Fault { card: Some(name.to_owned()), ..self }
    }
}

impl<T: Into<String>> From<T> for Fault {
    fn from(why: T) -> Fault {
        Fault { span: None, why: why.into(), card: None, told: false }
    }
}

/// The program of one line, while it is written. Jumps are counted from its own beginning until it is appended.
#[derive(Clone, Debug)]
pub struct Draft<A, C> {
    /// What was written so far.
    pub ops: Vec<Op<A, C>>,
    choices: u8,
    most_choices: u8,
    branched: bool,
}

impl<A: Copy, C: Copy> Draft<A, C> {
    /// Nothing yet; so many choices fit on the line, one register each.
    pub fn new(most_choices: u8) -> Self {
        Draft { ops: vec![], choices: 0, most_choices, branched: false }
    }

    /// The game does something.
    pub fn act(&mut self, action: A) {
        self.ops.push(Op::Act(action));
    }

    /// The register of another choice.
    pub fn register(&mut self) -> Result<u8, Fault> {
        if self.choices == self.most_choices {
            return Err(too_many_choices(self.most_choices).into());
        }
        self.choices += 1;
        Ok(self.choices - 1)
    }

    /// Whether there is an `either` in it.
    pub fn branched(&self) -> bool {
        self.branched
    }

    /// Ends it and puts it behind the other programs; tells where it begins.
    pub fn append_to(&mut self, programs: &mut Vec<Op<A, C>>) -> Result<u16, Fault> {
        self.ops.push(Op::End);
        let start = programs.len();
        if start + self.ops.len() > usize::from(u16::MAX) {
            return Err("the programs of all cards together are too long".into());
        }
        let start = start as u16;
        programs.extend(self.ops.iter().map(|&op| match op {
            Op::Jump(to) => Op::Jump(to + start),
            Op::May(to) => Op::May(to + start),
            Op::Unless(test, to) => Op::Unless(test, to + start),
            Op::Act(_) | Op::Either(_) | Op::End => op,
        }));
        Ok(start)
    }

    /// Where the next op will stand.
    fn here(&self) -> u16 {
        self.ops.len() as u16
    }

    /// Keeps a place for an op that is known later.
    fn hold(&mut self) -> usize {
        self.ops.push(Op::Jump(0));
        self.ops.len() - 1
    }
}

/// One line of a card on its way to a program. A game says what its clauses and conditions become; the rest is given.
pub trait Lower {
    /// The words of the game.
    type Words: Words;
    /// What the game does.
    type Action: Copy;
    /// What the game tests.
    type Test: Copy;

    /// The program so far.
    fn draft(&mut self) -> &mut Draft<Self::Action, Self::Test>;
    /// Writes a clause down. Where it is `optional`, who chooses may choose none.
    fn clause(&mut self, clause: &Clause<Self::Words>, optional: bool) -> Result<(), Fault>;
    /// What a condition tests.
    fn test(&mut self, condition: &Condition<Self::Words>) -> Result<Self::Test, Fault>;
    /// Whether somebody has to choose.
    fn is_choice(selector: &Selector<Self::Words>) -> bool;

    /// Writes an effect down. A game that reads some form of effect in its own way does so here.
    fn effect(&mut self, effect: &Effect<Self::Words>, optional: bool) -> Result<(), Fault> {
        self.usual(effect, optional)
    }

    /// What an effect becomes in every game.
    fn usual(&mut self, effect: &Effect<Self::Words>, optional: bool) -> Result<(), Fault> {
        match effect {
            Effect::Do(clause) => self.clause(clause, optional).map_err(|fault| fault.at(clause.span)),
            Effect::Then(steps) => steps.iter().try_for_each(|step| self.effect(step, optional)),
            Effect::Either(branches, span) => {
                if std::mem::replace(&mut self.draft().branched, true) {
                    return Err(Fault::from(ONE_EITHER).at(*span));
                }
                if branches.len() > MOST_BRANCHES {
                    return Err(Fault::from(too_many_branches()).at(*span));
                }
                self.draft().ops.push(Op::Either(branches.len() as u8));
                let heads: Vec<usize> = branches.iter().map(|_| self.draft().hold()).collect();
                let mut ends = Vec::new();
                for (head, branch) in heads.into_iter().zip(branches) {
                    let here = self.draft().here();
                    self.draft().ops[head] = Op::Jump(here);
                    self.effect(branch, optional)?;
                    ends.push(self.draft().hold());
                }
                let after = self.draft().here();
                ends.into_iter().for_each(|end| self.draft().ops[end] = Op::Jump(after));
                Ok(())
            }
            // A choice that may be declined asks one question: which one, or none.
            Effect::May(inner, _) => match &**inner {
                Effect::Do(clause) if clause.selectors().any(Self::is_choice) => {
                    self.clause(clause, true).map_err(|fault| fault.at(clause.span))
                }
                inner => {
                    let head = self.draft().hold();
                    self.effect(inner, optional)?;
                    let after = self.draft().here();
                    self.draft().ops[head] = Op::May(after);
                    Ok(())
                }
            },
            Effect::If(condition, inner) => {
                let test = self.test(condition).map_err(|fault| fault.at(condition.span))?;
                let head = self.draft().hold();
                self.effect(inner, optional)?;
                let after = self.draft().here();
                self.draft().ops[head] = Op::Unless(test, after);
                Ok(())
            }
        }
    }
}

/// On which side of the table something is, seen from the controller of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The controller's.
    Own,
    /// The rival's.
    Enemy,
    /// Either.
    Both,
}

/// The cards of a set in the order of their definitions: by name, a card before the token of the same name.
#[derive(Clone, Debug)]
pub struct Listing<'a, W: Words> {
    cards: Vec<&'a Card<W>>,
    names: HashMap<&'a str, DefId>,
}

impl<'a, W: Words> Listing<'a, W> {
    /// Sorts a set. A token that is written alike in two files is one.
    pub fn new(given: &[&'a Card<W>]) -> Result<Self, Fault> {
        let made = |card: &Card<W>| W::vocabulary().is_token(card.kind);
        let mut cards = given.to_vec();
        cards.sort_by_key(|card| (card.name.as_str(), made(card)));
        cards.dedup_by(|a, b| a.name == b.name && made(a) && made(b));
        let most = crate::Card::MOST_DEFINITIONS;
        if cards.len() > most {
            let fault = Fault::from(format!("{} cards are too many; at most {most} fit", cards.len()));
            return Err(given.get(most).map_or(fault.clone(), |card| fault.at(card.name_span)));
        }
        // A token is meant before a card of the same name: it comes later and so is what stays.
        let names = cards.iter().enumerate().map(|(place, card)| (card.name.as_str(), DefId(place as u16))).collect();
        Ok(Listing { cards, names })
    }

    /// The cards with their definitions' ids.
    pub fn iter(&self) -> impl Iterator<Item = (DefId, &'a Card<W>)> {
        self.cards.iter().enumerate().map(|(place, &card)| (DefId(place as u16), card))
    }

    /// The card that a value names.
    pub fn named(&self, arg: &Arg<W>) -> Result<DefId, Fault> {
        match arg {
            Arg::Card(name, span) => self.names.get(name.as_str()).copied().ok_or_else(|| Fault {
                span: Some(*span),
                why: format!("there is no card `{name}`"),
                card: None,
                told: true,
            }),
            _ => Err("a card's name is missing".into()),
        }
    }
}

/// Why a line asks for more than its program can hold, if it does.
pub fn too_much_on_a_line<W: Words>(effect: &Effect<W>, choices: usize, most_choices: u8) -> Option<String> {
    match effect.eithers().as_slice() {
        [branches] if *branches > MOST_BRANCHES => Some(too_many_branches()),
        [] | [_] => (choices > usize::from(most_choices)).then(|| too_many_choices(most_choices)),
        _ => Some(ONE_EITHER.into()),
    }
}

const ONE_EITHER: &str = "only one `either` fits on a line";

/// More than that nobody reads on a card.
const MOST_BRANCHES: usize = 8;

fn too_many_branches() -> String {
    format!("at most {MOST_BRANCHES} branches fit into an `either`")
}

fn too_many_choices(most: u8) -> String {
    match most {
        1 => "only one choice fits on a line".into(),
        2 => "at most two choices fit on a line".into(),
        most => format!("at most {most} choices fit on a line"),
    }
}
