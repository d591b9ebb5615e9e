//! From the cards of a set to their texts and programs, for games whose lines need nothing of their own but what each clause becomes.

use std::ops::RangeInclusive;

use playmat_cardtext::Code;
use playmat_cardtext::ast::{Arg, Card, Clause, Condition, Quant, Selector, Words};

use crate::{CardInfo, CardRef, Chosen, Compile, Cursor, DefId, Findings, Line, Lines, Listing, Op, Parts, Run, Stuck, Texts};

/// What a game says of its lines: what a clause becomes. The rest of the pass is the same for all games that need no more.
pub trait Clauses: Parts {
    /// The words of the game.
    type Words: Words;
    /// What the rules keep of a card.
    type Def: Copy;

    /// How many choices a line may have.
    const MOST_CHOICES: u8 = 2;
    /// How many lines a card may have; one without a trigger is the only one of its card.
    const MOST_LINES: usize = 2;
    /// A line asks for more than its program can hold.
    const TOO_MUCH: &'static Code;
    /// A verb cannot be done to that.
    const WRONG_THING: &'static Code;
    /// The set is too large.
    const TOO_LARGE: &'static Code;

    /// A card as printed, and what the rules keep of it. What is wrong with its header is complained about here.
    fn define(card: &Card<Self::Words>, findings: &mut Findings) -> (CardInfo, Self::Def);
    /// What a clause becomes. Where it is `optional`, who chooses may choose none.
    fn clause(line: &mut LineOf<'_, Self>, clause: &Clause<Self::Words>, optional: bool) -> Result<Self::Action, Stuck>;
    /// What a condition tests.
    fn test(condition: &Condition<Self::Words>) -> Self::Test;
}

/// The cards of a set: what people read, when each line happens, and the programs of all lines.
#[derive(Clone, Debug)]
pub struct Book<G: Clauses> {
    /// The cards as printed.
    pub texts: Texts,
    /// When each line happens; one without a trigger when its card is played.
    pub lines: Lines<Option<TriggerOf<G>>>,
    /// The programs, one after the other.
    pub ops: Vec<Op<G>>,
    defs: Vec<G::Def>,
}

/// What stands before the colon of a line.
pub type TriggerOf<G> = <<G as Clauses>::Words as Words>::Trigger;

/// A line on its way to a program, with everything that [`Compile`] offers.
pub struct LineOf<'a, G: Clauses> {
    line: Line<'a, G::Words, G, bool>,
    ops: &'a mut Vec<Op<G>>,
    /// What stands before the colon.
    pub trigger: Option<TriggerOf<G>>,
}

impl<G: Clauses> Book<G> {
    /// Compiles a set.
    pub fn compile(cards: &[&Card<G::Words>]) -> (Self, Findings) {
        let mut findings = Findings::default();
        let listing = Listing::new(cards, G::TOO_LARGE, &mut findings);
        let mut book = Book { texts: Texts::default(), lines: Lines::new(), ops: vec![], defs: vec![] };
        for (_, card) in listing.iter() {
            findings.enter(&card.name);
            let (info, def) = G::define(card, &mut findings);
            book.texts.add_lines(card, book.lines.next());
            let lines = compile_lines::<G>(card, &listing, &mut book.ops, &mut findings);
            book.lines.add(lines);
            book.texts.cards.push(info);
            book.defs.push(def);
        }
        for card in listing.surplus() {
            findings.enter(&card.name);
            G::define(card, &mut findings);
            compile_lines::<G>(card, &listing, &mut vec![], &mut findings);
        }
        (book, findings)
    }

    /// What the rules keep of a card.
    pub fn def(&self, card: DefId) -> G::Def {
        self.defs[card.0 as usize]
    }

    /// The lines of a card that something sets off, each at its beginning: the last one first, as they are pushed onto an agenda.
    pub fn runs(&self, source: CardRef, card: crate::Card, trigger: Option<TriggerOf<G>>) -> impl Iterator<Item = Run<Chosen>> {
        let run =
            move |line| Run::new(line, Cursor::new(self.lines.start(line), false), source, card.owner(), Chosen::default());
        self.lines.on(card.def(), trigger).rev().map(run)
    }
}

fn compile_lines<G: Clauses>(
    card: &Card<G::Words>,
    listing: &Listing<G::Words>,
    ops: &mut Vec<Op<G>>,
    findings: &mut Findings,
) -> Vec<(Option<TriggerOf<G>>, u16)> {
    let most = if card.abilities.iter().any(|line| line.trigger.is_none()) { 1 } else { G::MOST_LINES };
    if let Some(line) = card.abilities.get(most) {
        let objection = ("a card cannot have so many lines", "write `, then` between the parts of one line");
        findings.complain(G::TOO_MUCH, line.span, objection);
    }
    let mut lines = Vec::new();
    for ability in &card.abilities {
        let trigger = ability.trigger.as_ref().map(|(trigger, _)| *trigger);
        let line = Line { listing, findings, draft: Default::default(), known: false };
        let mut pass = LineOf::<G> { line, ops, trigger };
        pass.effect(&ability.effect, false);
        lines.extend(pass.finish(ability).ok().map(|start| (trigger, start)));
    }
    lines
}

impl<G: Clauses> LineOf<'_, G> {
    /// The phrase in a slot of a clause, and whether it means all of its kind; a phrase with a number or with `target` is complained about.
    pub fn one_or_all<'c>(
        &mut self,
        clause: &'c Clause<G::Words>,
        place: usize,
    ) -> Result<(&'c Selector<G::Words>, bool), Stuck> {
        let selector = self.selector(clause, place)?;
        match selector.quant {
            Quant::All => Ok((selector, true)),
            Quant::One | Quant::Bare => Ok((selector, false)),
            _ => Err(self.stuck(selector.span, ("an effect is for one or for all", "write `a` or `all` before the noun"))),
        }
    }

    /// Its player chooses: what was chosen is "it" from now on.
    pub fn choose(&mut self, pick: G::Pick) {
        self.line.draft.choose(1, pick);
        self.line.known = true;
    }

    /// Complains about a phrase that says "it" where nothing was chosen before.
    pub fn expect_it(&mut self, phrase: &Selector<G::Words>) -> Result<(), Stuck> {
        let objection = ("nothing was chosen before", "say what is chosen, with `a` before it");
        if self.line.known { Ok(()) } else { Err(self.stuck(phrase.span, objection)) }
    }

    /// The first number of a clause, or 0; one that is out of range is complained about and brought into it.
    pub fn number(&mut self, clause: &Clause<G::Words>, code: &'static Code, range: RangeInclusive<i32>) -> i16 {
        let number = clause.args.iter().find_map(|arg| if let Arg::Number(n, span) = arg { Some((*n, *span)) } else { None });
        let Some((number, span)) = number else { return 0 };
        self.line.findings.range(code, span, "", number, range.clone());
        number.clamp(*range.start(), *range.end()) as i16
    }
}

impl<'a, G: Clauses> Compile<'a> for LineOf<'a, G> {
    type Words = G::Words;
    type Parts = G;
    type Known = bool;

    const MOST_CHOICES: u8 = G::MOST_CHOICES;
    const TOO_MUCH: &'static Code = G::TOO_MUCH;
    const WRONG_THING: &'static Code = G::WRONG_THING;
    const TOO_LARGE: &'static Code = G::TOO_LARGE;

    fn line(&mut self) -> &mut Line<'a, G::Words, G, bool> {
        &mut self.line
    }

    fn programs(&mut self) -> &mut Vec<Op<G>> {
        self.ops
    }

    fn clause(&mut self, clause: &Clause<G::Words>, optional: bool) -> Result<(), Stuck> {
        let action = G::clause(self, clause, optional)?;
        self.line.draft.act(action);
        Ok(())
    }

    fn test(&mut self, condition: &Condition<G::Words>) -> Result<G::Test, Stuck> {
        Ok(G::test(condition))
    }

    fn is_choice(selector: &Selector<G::Words>) -> bool {
        selector.quant == Quant::One
    }
}

/// The functions of [`Programs`](crate::Programs) that are the same wherever rules have a [`Book`] `book`, a position has an `agenda` on which a
/// line runs as `Frame::Run`, and an answer to it is `Choice::Answer`: all but `candidates` and `holds`, and whatever else a game wants otherwise.
#[macro_export]
macro_rules! usual_programs {
    ($Rules:ty, $Position:ty, $Frame:ident, $Choice:ident) => {
        type Kept = $crate::Chosen;

        fn ops(rules: &$Rules) -> &[$crate::Op<Self>] {
            &rules.book.ops
        }
        fn running(pos: &$Position) -> Option<&$crate::Run<$crate::Chosen>> {
            if let Some($Frame::Run(run)) = pos.agenda.top_ref() { Some(run) } else { None }
        }
        fn running_mut(pos: &mut $Position) -> Option<&mut $crate::Run<$crate::Chosen>> {
            if let Some($Frame::Run(run)) = pos.agenda.top_mut() { Some(run) } else { None }
        }
        fn depth(pos: &$Position) -> usize {
            pos.agenda.depth()
        }
        fn answer(choice: $Choice) -> $crate::Answer<$crate::CardRef> {
            if let $Choice::Answer(answer) = choice { answer } else { $crate::Answer::None }
        }
        fn choice(answer: $crate::Answer<$crate::CardRef>) -> $Choice {
            $Choice::Answer(answer)
        }
    };
}

/// The functions of [`Machine`](crate::Machine) that are the same wherever the things at hand are `rules`, `pos` and `chance`: all but `act`, and
/// whatever else a game wants otherwise.
#[macro_export]
macro_rules! usual_machine {
    ($Game:ty, $life:lifetime, $Rules:ty, $Position:ty) => {
        type Game = $Game;

        fn rules(&self) -> &$life $Rules {
            self.rules
        }
        fn position(&self) -> &$Position {
            self.pos
        }
        fn position_mut(&mut self) -> &mut $Position {
            self.pos
        }
        fn one_of(&mut self, count: u32) -> u32 {
            $crate::game::Chance::one_of(self.chance, count)
        }
        fn finish(&mut self) -> $crate::game::Step {
            self.pos.agenda.pop();
            $crate::game::Step::Go
        }
    };
}

/// The functions of [`Decks`](crate::Decks) that are the same wherever rules have a [`DeckRule`](crate::DeckRule) `decks`: all but `open`.
#[macro_export]
macro_rules! usual_decks {
    ($Rules:ty) => {
        fn deck_faults(rules: &$Rules, deck: &[$crate::DefId]) -> Vec<$crate::Reason> {
            rules.decks.faults(deck)
        }
        fn random_deck<C: $crate::game::Chance>(rules: &$Rules, _category: Option<&str>, chance: &mut C) -> Vec<$crate::DefId> {
            rules.decks.random(chance)
        }
        fn know_decks(rules: &mut $Rules, decks: &[Vec<$crate::DefId>]) {
            rules.decks.know(decks);
        }
    };
}

/// The functions of [`Stage`](crate::Stage) that are the same wherever a position has a [`Board`](crate::Board) `board`; `shown` is a function that shows
/// a card with nothing hidden.
#[macro_export]
macro_rules! usual_stage {
    ($Rules:ty, $Position:ty, $shown:path) => {
        fn inspect(rules: &$Rules, pos: &$Position, seat: $crate::game::Seat, zone: &str) -> Vec<$crate::CardView> {
            pos.board.inspect(seat, zone, |card| $shown(rules, pos, card))
        }
        fn census(pos: &$Position) -> Vec<$crate::Counted> {
            pos.board.census()
        }
    };
}
