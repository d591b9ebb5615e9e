//! Reading what happens: sequences, choices, options, conditions, and abilities in quotes.

use crate::ast::{Ability, Arg, Clause, Condition, Effect, Words};
use crate::codes;
use crate::complaint::Fix;
use crate::reader::{Alternatives, Class, Reader, Special, Want};
use std::rc::Rc;

/// What stands before an effect's colon.
pub(crate) struct Head<W: Words> {
    pub trigger: (W::Trigger, Vec<Arg<W>>),
    pub costs: Vec<Clause<W>>,
    /// The position of the colon.
    pub colon: usize,
}

impl<W: Words> Reader<'_, W> {
    /// `TRIGGER [, COST ...] :` from `pos`.
    pub fn head(&mut self, pos: usize) -> Option<Head<W>> {
        let lexicon = self.lexicon;
        for (index, args, end) in self.family(&lexicon.triggers, pos, Class::Trigger) {
            let mut costs = Vec::new();
            let mut at = end;
            while self.is(at, ",") {
                let Some((cost, after)) = self.clause(at + 1) else { break };
                costs.push(cost);
                at = after;
            }
            if self.is(at, ":") {
                let trigger = (lexicon.vocabulary.triggers[index].word, args);
                return Some(Head { trigger, costs, colon: at });
            }
            if !self.is(at, ",") {
                self.fail(at, Want::Said(":", Class::End));
            }
        }
        self.fail(pos, Want::Said("a trigger", Class::Trigger));
        None
    }

    /// `step, then step, ...`.
    pub fn effect(&mut self, pos: usize) -> Option<(Effect<W>, usize)> {
        let (first, mut at) = self.step(pos)?;
        let mut steps = self.in_a_row(first, at);
        while let Some(next) = self.then(at) {
            let (step, after) = self.step(next)?;
            steps.extend(self.in_a_row(step, after));
            at = after;
        }
        Some((sequence(steps), at))
    }

    /// Where the next step begins: behind `, then`, or at the `if` of `; if you do`.
    pub fn then(&self, pos: usize) -> Option<usize> {
        let then = self.is(pos, ",") && self.id(pos + 1) == self.lexicon.own.then;
        if then { Some(pos + 2) } else { self.if_you_do(pos).then_some(pos + 1) }
    }

    fn if_you_do(&self, pos: usize) -> bool {
        let own = self.lexicon.own;
        self.is(pos, ";") && [own.if_, own.you, own.do_] == [1, 2, 3].map(|behind| self.id(pos + behind))
    }

    /// The steps that a step adds to a sequence. A group before `; if you do` stays one step: it is done as a whole or not at
    /// all.
    pub fn in_a_row(&self, step: Effect<W>, end: usize) -> Vec<Effect<W>> {
        if self.if_you_do(end) { vec![step] } else { flat(step) }
    }

    /// One step: a choice, an option, a condition, a group or a clause.
    pub fn step(&mut self, pos: usize) -> Option<(Effect<W>, usize)> {
        if !self.enter(pos) {
            return None;
        }
        let own = self.lexicon.own;
        let id = self.id(pos);
        let found = if id == own.either {
            self.either(pos)
        } else if id == own.you && self.id(pos + 1) == own.may {
            self.step(pos + 2).map(|(step, end)| (Effect::May(Box::new(step), self.span(pos, end)), end))
        } else if id == own.if_ {
            self.condition(pos, pos + 1)
        } else if id == own.for_ {
            self.condition(pos, pos)
        } else if self.is(pos, "(") {
            self.group(pos)
        } else {
            self.clause(pos).map(|(clause, end)| (Effect::Do(clause), end))
        };
        self.leave();
        found
    }

    /// An ability in double quotes.
    pub fn quoted(&mut self, pos: usize) -> Alternatives<Arg<W>> {
        if !self.is_quote(pos) {
            return Rc::default();
        }
        if let Some(known) = self.abilities.get(pos) {
            return known;
        }
        let mut found = Vec::new();
        if self.enter(pos) {
            if let Some((ability, last)) = self.ability(pos + 1) {
                let end = if self.is(last, ".") { last + 1 } else { last };
                if self.is_quote(end) {
                    found.push((Arg::Ability(Box::new(ability)), end + 1));
                } else if self.token(end).is_none() {
                    let message = "this quote is never closed".to_string();
                    let hint = Some("write `\"` behind the quoted ability".to_string());
                    let fix = Some(Fix { span: self.behind(last), text: "\"".to_string() });
                    self.fail_special(end, Special { code: &codes::UNCLOSED, message, hint, expected: &["\""], fix, at: pos });
                } else {
                    self.fail(end, Want::Said("the closing quote", Class::End));
                }
            }
            self.leave();
        }
        let found = Rc::new(found);
        self.abilities.insert(pos, Rc::clone(&found));
        found
    }

    fn ability(&mut self, pos: usize) -> Option<(Ability<W>, usize)> {
        let head = self.head(pos);
        let start = head.as_ref().map_or(pos, |h| h.colon + 1);
        let (effect, end) = self.effect(start)?;
        let trigger_span = self.span(pos, head.as_ref().map_or(pos, |h| h.colon));
        let (trigger, costs) = head.map_or((None, Vec::new()), |h| (Some(h.trigger), h.costs));
        Some((Ability { trigger, costs, effect, span: self.span(pos, end), trigger_span }, end))
    }

    fn either(&mut self, pos: usize) -> Option<(Effect<W>, usize)> {
        let (first, mut end) = self.step(pos + 1)?;
        let mut options = vec![first];
        while self.id(end) == self.lexicon.own.or {
            let (option, after) = self.step(end + 1)?;
            options.push(option);
            end = after;
        }
        if options.len() < 2 {
            let message = "`either` needs a second choice behind `or`".to_string();
            let hint = if self.then(end).is_some() {
                "write `either (A, then B) or C` to choose between sequences"
            } else {
                "write `either A or B`"
            };
            let special = Special {
                code: &codes::EITHER_OR,
                message,
                hint: Some(hint.to_string()),
                expected: &["or"],
                fix: None,
                at: pos,
            };
            self.fail_special(end, special);
            return None;
        }
        Some((Effect::Either(options, self.span(pos, end)), end))
    }

    /// A condition whose words start at `words`, a comma and a step. Its `for` is a word of its own, `if` is not.
    fn condition(&mut self, pos: usize, words: usize) -> Option<(Effect<W>, usize)> {
        let lexicon = self.lexicon;
        if lexicon.vocabulary.conditions.is_empty() && words > pos {
            let message = format!("cards of {} have no conditions", lexicon.vocabulary.game);
            let hint = Some("leave the condition out, or let the player decide: `you may` or `either`".to_string());
            self.fail_special(
                words,
                Special { code: &codes::UNKNOWN_CONDITION, message, hint, expected: &[], fix: None, at: pos },
            );
            return None;
        }
        let mut longest = None;
        for (index, args, end) in self.family(&lexicon.conditions, words, Class::Condition) {
            if (self.id(words) == lexicon.own.for_) != (words == pos) {
                continue;
            }
            if self.is(end, ",") {
                let condition = lexicon.vocabulary.conditions[index].word;
                let condition = Condition { condition, args, span: self.span(pos, end) };
                let (step, after) = self.step(end + 1)?;
                return Some((Effect::If(condition, Box::new(step)), after));
            }
            longest = longest.or(Some(end));
        }
        match longest {
            Some(end) => self.fail(end, Want::Said(",", Class::End)),
            None => self.fail(words, Want::Said("a condition", Class::Condition)),
        }
        None
    }

    fn group(&mut self, pos: usize) -> Option<(Effect<W>, usize)> {
        let (effect, end) = self.effect(pos + 1)?;
        if self.is(end, ")") {
            return Some((effect, end + 1));
        }
        let message = "this parenthesis is never closed".to_string();
        let hint = Some("write `)` where the group ends".to_string());
        let fix = Some(Fix { span: self.behind(end), text: ")".to_string() });
        self.fail_special(end, Special { code: &codes::UNCLOSED, message, hint, expected: &[")"], fix, at: pos });
        None
    }
}

/// The steps of a sequence.
fn flat<W: Words>(effect: Effect<W>) -> Vec<Effect<W>> {
    match effect {
        Effect::Then(steps) => steps,
        other => vec![other],
    }
}

/// A sequence of one step is that step.
pub(crate) fn sequence<W: Words>(mut steps: Vec<Effect<W>>) -> Effect<W> {
    match steps.pop() {
        Some(only) if steps.is_empty() => only,
        Some(last) => {
            steps.push(last);
            Effect::Then(steps)
        }
        None => Effect::Then(steps),
    }
}
