//! The program of a line while it is written, and the cards of a set in the order of their definitions.

use std::collections::HashMap;
use std::ops::Range;

use playmat_cardtext::Code;
use playmat_cardtext::ast::{Card, Words};

use crate::DefId;
use crate::findings::{Findings, SMALLER};
use crate::program::{Op, Parts};

/// The most branches of one `either`.
const MOST_BRANCHES: usize = 8;

/// The program of one line, while it is written. Jumps are counted from its own beginning until it is appended.
#[derive(Clone, Debug)]
pub struct Draft<G: Parts> {
    /// What was written so far.
    pub ops: Vec<Op<G>>,
    choices: usize,
    registers: usize,
    /// The branches of each `either`.
    eithers: Vec<usize>,
    /// Whether "if you do" asks about the step that comes next.
    pub(crate) tries: bool,
    /// Whether a step stands before the next one in its sequence.
    pub(crate) follows: bool,
}

impl<G: Parts> Default for Draft<G> {
    fn default() -> Self {
        Draft { ops: vec![], choices: 0, registers: 0, eithers: vec![], tries: false, follows: false }
    }
}

impl<G: Parts> Draft<G> {
    /// The game does something.
    pub fn act(&mut self, action: G::Action) {
        self.ops.push(Op::Act(action));
    }

    /// Another choice, of this many, each into a register of its own; the first of them. That there are too many is said at the end
    /// of the line.
    pub fn choose(&mut self, many: u8, pick: G::Pick) -> u8 {
        let register = self.registers.min(usize::from(u8::MAX)) as u8;
        self.choices += 1;
        self.registers += usize::from(many);
        self.ops.push(Op::Choose(register, pick));
        register
    }

    /// Whether there is an `either` in it.
    pub fn branched(&self) -> bool {
        !self.eithers.is_empty()
    }

    /// Why the line asks for more than its program can hold, if it does.
    pub fn too_much(&self, most_choices: u8, registers: usize) -> Option<String> {
        match self.eithers[..] {
            [branches] if branches > MOST_BRANCHES => Some(format!("at most {MOST_BRANCHES} branches fit into an `either`")),
            [] | [_] if self.choices > usize::from(most_choices) => Some(match most_choices {
                1 => "only one choice fits on a line".into(),
                2 => "at most two choices fit on a line".into(),
                most => format!("at most {most} choices fit on a line"),
            }),
            [] | [_] if self.registers > registers => Some(format!("at most {registers} can be chosen on a line")),
            [] | [_] => None,
            _ => Some("only one `either` fits on a line".into()),
        }
    }

    /// Ends the program and appends it to the others. Returns where it begins, unless they are too long together.
    pub fn append_to(&mut self, programs: &mut Vec<Op<G>>) -> Option<u16> {
        self.ops.push(Op::End);
        if programs.len() + self.ops.len() > usize::from(u16::MAX) {
            return None;
        }
        let start = programs.len() as u16;
        programs.extend(self.ops.iter().map(|&op| match op {
            Op::Jump(to) => Op::Jump(to + start),
            Op::May(to) => Op::May(to + start),
            Op::Unless(test, to) => Op::Unless(test, to + start),
            Op::UnlessDone(to) => Op::UnlessDone(to + start),
            Op::Act(_) | Op::Choose(..) | Op::Either(_) | Op::Try | Op::End => op,
        }));
        Some(start)
    }

    /// Begins a choice of so many branches, and returns the places of the jumps to them.
    pub(crate) fn either(&mut self, branches: usize) -> Range<usize> {
        self.eithers.push(branches);
        self.ops.push(Op::Either(branches.min(usize::from(u8::MAX)) as u8));
        let first = self.ops.len();
        self.ops.resize(first + branches, Op::Jump(0));
        first..self.ops.len()
    }

    /// Keeps a place for an op that is known later.
    pub(crate) fn hold(&mut self) -> usize {
        self.ops.push(Op::Jump(0));
        self.ops.len() - 1
    }

    /// The held op jumps to where the next op will stand.
    pub(crate) fn lead_here(&mut self, held: usize) {
        self.skip_to_here(held, Op::Jump);
    }

    /// The held op becomes `op`, leading to where the next op will stand.
    pub(crate) fn skip_to_here(&mut self, held: usize, op: impl FnOnce(u16) -> Op<G>) {
        self.ops[held] = op(self.ops.len() as u16);
    }
}

/// On which side of the table something is, seen from the controller of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The controller's.
    Own,
    /// The rival's.
    Enemy,
    /// Either side.
    Both,
}

/// The cards of a set in the order of their definitions: by name, a card before the token of the same name.
#[derive(Clone, Debug)]
pub struct Listing<'a, W: Words> {
    cards: Vec<&'a Card<W>>,
    names: HashMap<&'a str, DefId>,
    surplus: Vec<&'a Card<W>>,
}

impl<'a, W: Words> Listing<'a, W> {
    /// Sorts a set. A token that is written equally in two files is one token.
    pub fn new(given: &[&'a Card<W>], too_large: &'static Code, findings: &mut Findings) -> Self {
        let made = |card: &Card<W>| W::vocabulary().is_token(card.kind);
        let mut sorted = given.to_vec();
        sorted.sort_by_key(|card| (card.name.as_str(), made(card)));
        let (mut cards, mut surplus): (Vec<&Card<W>>, Vec<&Card<W>>) = (vec![], vec![]);
        for card in sorted {
            let again = cards.last().is_some_and(|last| last.name == card.name && made(last) && made(card));
            if again { surplus.push(card) } else { cards.push(card) }
        }
        let most = crate::Card::MOST_DEFINITIONS;
        if let Some(first) = given.get(most).filter(|_| cards.len() > most) {
            let message = format!("{} cards are too many; at most {most} fit", cards.len());
            findings.stuck(too_large, first.name_span, (message, SMALLER));
            surplus.extend(cards.drain(most..));
        }
        // A name means the token before the card of the same name: the token comes later, so it is the one that stays in the map.
        let names = cards.iter().enumerate().map(|(place, card)| (card.name.as_str(), DefId(place as u16))).collect();
        Listing { cards, names, surplus }
    }

    /// Compiles every card into rules that are `empty` at first, in the order of the definitions. What has no definition of its own is compiled
    /// all the same, into rules that are thrown away: it is checked too.
    pub fn compile<R>(&self, empty: impl Fn() -> R, mut card: impl FnMut(&mut R, DefId, &'a Card<W>)) -> R {
        let mut rules = empty();
        self.iter().for_each(|(id, one)| card(&mut rules, id, one));
        self.surplus().for_each(|one| card(&mut empty(), DefId(0), one));
        rules
    }

    /// The cards with their definitions' ids.
    pub fn iter(&self) -> impl Iterator<Item = (DefId, &'a Card<W>)> {
        self.cards.iter().enumerate().map(|(place, &card)| (DefId(place as u16), card))
    }

    /// The cards without a definition of their own: second copies of tokens, and those beyond the limit. They are checked too.
    pub fn surplus(&self) -> impl Iterator<Item = &'a Card<W>> {
        self.surplus.iter().copied()
    }

    /// The definition of a name; a token before a card of the same name.
    pub fn named(&self, name: &str) -> Option<DefId> {
        self.names.get(name).copied()
    }

    /// The card of a name.
    pub fn card(&self, name: &str) -> Option<&'a Card<W>> {
        self.named(name).map(|id| self.cards[usize::from(id.0)])
    }
}
