//! The pass from effects to programs: what `then`, `either`, `you may` and `if` become is the same in every game, and so is what is
//! remembered on the way. What a clause becomes, and why it cannot be, is the game's own.

use playmat_cardtext::Code;
use playmat_cardtext::ast::{Ability, Clause, Condition, Effect, Selector, Span, Words};

use crate::findings::{Findings, Objection, SMALLER, Stuck};
use crate::program::{Op, Parts};
use crate::{DefId, Draft, Listing};

/// A line of a card on its way to a program.
#[derive(Debug)]
pub struct Line<'a, W: Words, G: Parts, K> {
    /// The cards of the set, by which others can be named.
    pub listing: &'a Listing<'a, W>,
    /// What is wrong so far.
    pub findings: &'a mut Findings,
    /// The program so far.
    pub draft: Draft<G>,
    /// What the steps before have left: what "it" means, who has gone.
    pub known: K,
}

/// One pass over a line: it writes the program and complains where the line cannot mean what it says.
pub trait Compile<'a> {
    /// The words of the game.
    type Words: Words + 'a;
    /// What its programs are made of.
    type Parts: Parts;
    /// What a later step must know of the earlier ones.
    type Known: Clone + 'a;

    /// How many choices a line has registers for.
    const MOST_CHOICES: u8 = 2;
    /// How many can be chosen on a line, all choices together.
    const REGISTERS: usize = 2;
    /// A line asks for more than its program can hold.
    const TOO_MUCH: &'static Code;
    /// A verb cannot be done to that.
    const WRONG_THING: &'static Code;
    /// The set is too large.
    const TOO_LARGE: &'static Code;
    /// What a step speaks of is not there at its moment.
    const NO_SUCH_MOMENT: &'static Code = Self::WRONG_THING;

    /// The line.
    fn line(&mut self) -> &mut Line<'a, Self::Words, Self::Parts, Self::Known>;
    /// The programs of all lines before it.
    fn programs(&mut self) -> &mut Vec<Op<Self::Parts>>;
    /// Writes a clause down, and what is known after it. Where it is `optional`, who chooses may choose none.
    fn clause(&mut self, clause: &Clause<Self::Words>, optional: bool) -> Result<(), Stuck>;
    /// What a condition tests.
    fn test(&mut self, condition: &Condition<Self::Words>) -> Result<<Self::Parts as Parts>::Test, Stuck>;
    /// Whether a condition is "if you do": what it asks about is the step before it.
    fn asks_if_done(_condition: <Self::Words as Words>::Condition) -> bool {
        false
    }
    /// Whether somebody has to choose.
    fn is_choice(selector: &Selector<Self::Words>) -> bool;

    /// What is known after one of several branches: what was known before, since nobody knows which.
    fn branched(before: Self::Known, _after: Vec<Self::Known>) -> Self::Known {
        before
    }

    /// What is known after a step that may not have happened.
    fn declined(_before: Self::Known, after: Self::Known) -> Self::Known {
        after
    }

    /// Writes an effect down. A game that reads some form of effect in its own way does so here.
    fn effect(&mut self, effect: &Effect<Self::Words>, optional: bool) {
        self.usual(effect, optional);
    }

    /// What an effect becomes in every game. Where one step is stuck the others are looked at all the same.
    fn usual(&mut self, effect: &Effect<Self::Words>, optional: bool) {
        let follows = std::mem::take(&mut self.line().draft.follows);
        // What follows "if you do" is itself tried only once that has been asked.
        if !Self::is_reward(effect) && std::mem::take(&mut self.line().draft.tries) {
            self.line().draft.ops.push(Op::Try);
        }
        match effect {
            Effect::Do(clause) => drop(self.clause(clause, optional)),
            Effect::Then(steps) => {
                for (at, step) in steps.iter().enumerate() {
                    let asked = steps.get(at + 1).is_some_and(Self::is_reward);
                    if let Some(span) = Self::reward_in(step).filter(|_| asked && !Self::is_reward(step)) {
                        let objection = ("one `if you do` asks about all of the group", "leave one of the two out");
                        self.complain(Self::WRONG_THING, span, objection);
                    }
                    let draft = &mut self.line().draft;
                    (draft.tries, draft.follows) = (asked, at > 0);
                    self.effect(step, optional);
                }
            }
            Effect::Either(branches, _) => {
                let heads = self.line().draft.either(branches.len());
                let before = self.line().known.clone();
                let mut after = Vec::new();
                let mut ends = Vec::new();
                for (head, branch) in heads.zip(branches) {
                    self.line().draft.lead_here(head);
                    self.line().known = before.clone();
                    self.effect(branch, optional);
                    after.push(self.line().known.clone());
                    ends.push(self.line().draft.hold());
                }
                ends.into_iter().for_each(|end| self.line().draft.lead_here(end));
                self.line().known = Self::branched(before, after);
            }
            Effect::May(inner, _) => {
                let before = self.line().known.clone();
                match &**inner {
                    // A choice that may be declined asks one question: which one, or none.
                    Effect::Do(clause) if clause.selectors().any(Self::is_choice) => drop(self.clause(clause, true)),
                    inner => {
                        let head = self.line().draft.hold();
                        self.effect(inner, optional);
                        self.line().draft.skip_to_here(head, Op::May);
                    }
                }
                let after = self.line().known.clone();
                self.line().known = Self::declined(before, after);
            }
            Effect::If(condition, inner) if Self::is_reward(effect) => {
                if !follows {
                    let objection = ("`if you do` asks about the step before it", "write it like `draw 1; if you do, draw 1`");
                    self.complain(Self::NO_SUCH_MOMENT, condition.span, objection);
                }
                let head = self.line().draft.hold();
                let before = self.line().known.clone();
                self.effect(inner, optional);
                self.line().draft.skip_to_here(head, Op::UnlessDone);
                let after = self.line().known.clone();
                self.line().known = Self::declined(before, after);
            }
            Effect::If(condition, inner) => {
                let test = self.test(condition);
                let head = self.line().draft.hold();
                let before = self.line().known.clone();
                self.effect(inner, optional);
                if let Ok(test) = test {
                    self.line().draft.skip_to_here(head, |to| Op::Unless(test, to));
                }
                let after = self.line().known.clone();
                self.line().known = Self::declined(before, after);
            }
        }
    }

    /// Whether a step is done only if the one before it was.
    fn is_reward(step: &Effect<Self::Words>) -> bool {
        matches!(step, Effect::If(condition, _) if Self::asks_if_done(condition.condition))
    }

    /// The first `if you do` within a step.
    fn reward_in(step: &Effect<Self::Words>) -> Option<Span> {
        match step {
            Effect::Do(_) => None,
            Effect::Then(steps) | Effect::Either(steps, _) => steps.iter().find_map(Self::reward_in),
            Effect::If(condition, _) if Self::is_reward(step) => Some(condition.span),
            Effect::May(step, _) | Effect::If(_, step) => Self::reward_in(step),
        }
    }

    /// Ends the program and puts it behind the others; tells where it begins.
    fn finish(&mut self, ability: &Ability<Self::Words>) -> Result<u16, Stuck> {
        let mut draft = std::mem::take(&mut self.line().draft);
        let start = draft.append_to(self.programs());
        let too_much = draft.too_much(Self::MOST_CHOICES, Self::REGISTERS);
        self.line().draft = draft;
        let findings = &mut self.line().findings;
        if let Some(message) = too_much {
            // The whole line is meant, whatever else is wrong with some of its words.
            findings.complain(Self::TOO_MUCH, ability.span, (message.clone(), "make two lines or two cards of it"));
            return Err(findings.told(&message));
        }
        let long = "the programs of all cards together are too long";
        start.ok_or_else(|| findings.stuck(Self::TOO_LARGE, ability.span, (long, SMALLER)))
    }

    /// Complains and goes on.
    fn complain(&mut self, code: &'static Code, span: Span, objection: (impl Into<String>, impl Into<String>)) {
        self.line().findings.complain(code, span, objection);
    }

    /// Complains and cannot go on.
    fn stuck(&mut self, span: Span, objection: Objection) -> Stuck {
        self.line().findings.stuck(Self::WRONG_THING, span, objection)
    }

    /// A value that the pattern of the verb has no slot for.
    fn missing(&mut self, clause: &Clause<Self::Words>, what: &'static str) -> Stuck {
        self.stuck(clause.span, (what, "write the step in full"))
    }

    /// How many or how much, in a slot of a clause.
    fn count(&mut self, clause: &Clause<Self::Words>, place: usize) -> Result<u8, Stuck> {
        clause.count(place).map_err(|what| self.missing(clause, what))
    }

    /// Who is meant, in a slot of a clause.
    fn selector<'c>(&mut self, clause: &'c Clause<Self::Words>, place: usize) -> Result<&'c Selector<Self::Words>, Stuck> {
        clause.selector(place).map_err(|what| self.missing(clause, what))
    }

    /// The card that is named in a slot of a clause.
    fn named(&mut self, clause: &Clause<Self::Words>, place: usize) -> Result<DefId, Stuck> {
        let name = clause.card(place).map_err(|what| self.missing(clause, what))?;
        let Line { listing, findings, .. } = self.line();
        listing.named(name).ok_or_else(|| findings.told(&format!("there is no card `{name}`")))
    }
}
