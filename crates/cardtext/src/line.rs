//! Reading a line of a card: trigger, costs and effect, with recovery so that one mistake does not hide the next.

use crate::ast::{Ability, Arg, Clause, Effect, Span, Words};
use crate::checks::{check_cost, check_either, check_may, check_value};
use crate::codes;
use crate::complaint::{Complaint, Fix};
use crate::effect::sequence;
use crate::header::NOTE_KEYS;
use crate::lexer::{TokenKind, span};
use crate::pattern::{headword, readable};
use crate::reader::{Class, Reader};
use crate::visit::each_value;
use crate::vocabulary::Triggers;

/// The largest number that a card may have. What is larger was complained about.
pub const MAX_NUMBER: i32 = 9999;

impl<W: Words> Reader<'_, W> {
    /// Reads a line as an ability. Mistakes are added to `out`; None if they leave no tree.
    pub fn ability_line(&mut self, triggers: Triggers, out: &mut Vec<Complaint>) -> Option<Ability<W>> {
        self.check_numbers(0, out);
        let colon = self.tokens.iter().take_while(|t| !t.is_quote()).position(|t| t.is(":"));
        let mut whole = true;
        let mut head = self.either_way(|reader| reader.head(0));
        let start = match (&head, colon) {
            (Some(head), _) => head.colon + 1,
            (None, Some(colon)) => {
                whole = false;
                let complaint =
                    if triggers == Triggers::Without { self.trigger_not_allowed(colon) } else { self.bad_head(colon) };
                let is_note = complaint.code == &codes::UNKNOWN_NOTE;
                out.push(complaint);
                if is_note {
                    return None;
                }
                colon + 1
            }
            (None, None) => self.without_colon(triggers, &mut whole, out),
        };
        if let Some(head) = &head {
            if triggers == Triggers::Without {
                out.push(self.trigger_not_allowed(head.colon));
            }
            head.costs.iter().for_each(|cost| check_cost(cost, self.lexicon.vocabulary, out));
            let values = head.trigger.1.iter().chain(head.costs.iter().flat_map(|cost| &cost.args));
            each_value(values, &mut |arg| check_value(arg, self.names, &mut self.meant, out));
        }
        let effect = self.steps(start, out);
        let trigger_span = self.span(0, start.saturating_sub(1));
        let costs: Vec<Clause<W>> = head.as_mut().map(|h| std::mem::take(&mut h.costs)).unwrap_or_default();
        let trigger = head.map(|h| h.trigger);
        let effect = effect.filter(|_| whole)?;
        Some(Ability { trigger, costs, effect, span: self.span(0, self.tokens.len()), trigger_span })
    }

    /// Whether the whole line reads as an ability without mistakes, apart from unknown names.
    pub fn is_ability(&mut self) -> bool {
        let mut out = Vec::new();
        self.ability_line(Triggers::Free, &mut out);
        out.iter().all(|c| c.code == &codes::UNKNOWN_CARD || c.code == &codes::MISSING_STOP)
    }

    /// Complains about numbers that are too large, from a token on.
    pub fn check_numbers(&self, from: usize, out: &mut Vec<Complaint>) {
        for (index, token) in self.tokens.iter().enumerate().skip(from) {
            if token.kind == TokenKind::Number && token.text.parse::<i32>().map_or(true, |n| n > MAX_NUMBER) {
                let message = format!("`{}` is too large a number", token.text);
                let hint = format!("numbers go from 0 to {MAX_NUMBER}");
                out.push(Complaint::new(&codes::BAD_NUMBER, self.span(index, index + 1), message).hint(hint));
            }
        }
    }

    /// Reads strictly, and if that fails, with unknown card names.
    fn either_way<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<T> {
        self.restart(false);
        if let Some(found) = read(self) {
            return Some(found);
        }
        self.restart(true);
        read(self)
    }

    fn trigger_not_allowed(&self, colon: usize) -> Complaint {
        let words = self.words(0, colon);
        let message = format!("cards of this kind have no triggers, but this line begins with `{words}:`");
        let complaint = Complaint::new(&codes::TRIGGER_NOT_ALLOWED, self.span(0, colon + 1), message);
        complaint.hint(format!("leave out `{words}:`")).fix(self.gap(0, colon + 1), "")
    }

    /// The complaint for what stands before a colon and is no trigger with its costs.
    fn bad_head(&self, colon: usize) -> Complaint {
        let foreign = [self.failure.pos, 0].into_iter().filter(|at| *at < colon);
        if let Some(complaint) = foreign.filter_map(|at| self.foreign(&codes::UNKNOWN_TRIGGER, at)).next() {
            return complaint;
        }
        let complaint = self.complaint();
        let vague = [&codes::UNKNOWN_TRIGGER, &codes::WRONG_REST, &codes::WHICH].contains(&complaint.code);
        if self.failure.pos > 0 && !vague {
            return complaint;
        }
        let v = self.lexicon.vocabulary;
        let comma = self.tokens[..colon].iter().position(|t| t.is(",")).unwrap_or(colon);
        if self.failure.pos > comma {
            return complaint;
        }
        let written = self.words(0, comma);
        let span = self.span(0, comma);
        let seen: Vec<&'static str> = self.seen_triggers().collect();
        let triggers: Vec<String> = seen.iter().map(|pattern| headword(pattern)).collect();
        let trigger = crate::glossary::nearest_scored(&written, triggers.iter().map(String::as_str));
        let note = crate::glossary::nearest_scored(&written, NOTE_KEYS.into_iter());
        if let Some((distance, key)) = note
            && trigger.is_none_or(|(other, _)| distance < other)
        {
            let message = format!("`{written}` is no kind of note");
            return Complaint::new(&codes::UNKNOWN_NOTE, span, message).expecting(NOTE_KEYS).did_you_mean(Some(key));
        }
        if self.failure.pos > 0 && trigger.is_none() {
            return Complaint { code: &codes::UNKNOWN_TRIGGER, ..complaint };
        }
        let message = if written.is_empty() {
            "there is no trigger before the colon".to_string()
        } else {
            format!("`{written}` is no trigger of {}", v.game)
        };
        let meant = trigger.and_then(|(_, word)| triggers.iter().position(|t| t == word)).map(|index| readable(seen[index]));
        let expected = if meant.is_some() { Vec::new() } else { seen.into_iter().map(readable).collect() };
        Complaint::new(&codes::UNKNOWN_TRIGGER, span, message).expecting(expected).did_you_mean(meant.as_deref())
    }

    /// A line without a colon: a bare effect, a missing colon or a missing trigger. Returns where the effect starts.
    fn without_colon(&mut self, triggers: Triggers, whole: &mut bool, out: &mut Vec<Complaint>) -> usize {
        if triggers == Triggers::Without {
            return 0;
        }
        let lexicon = self.lexicon;
        let bare = self.is_whole_effect(0);
        if bare && triggers == Triggers::Free {
            return 0;
        }
        let ends: Vec<usize> = self.family(&lexicon.triggers, 0, Class::Trigger).into_iter().map(|(_, _, end)| end).collect();
        let fitting =
            ends.iter().copied().find(|end| self.is_whole_effect(*end)).or(if bare { None } else { ends.first().copied() });
        if let Some(end) = fitting {
            *whole = false;
            let (trigger, rest) = (self.words(0, end), self.source_words(end));
            let message = format!("there is no colon behind `{trigger}`");
            let hint = format!("write `{trigger}: {rest}`");
            let complaint = Complaint::new(&codes::MISSING_COLON, self.span(0, end), message).expecting([":"]);
            out.push(complaint.hint(hint).fix(self.behind(end), ":"));
            return end;
        }
        if triggers == Triggers::Needed {
            *whole = false;
            let expected: Vec<String> = self.seen_triggers().map(readable).collect();
            let example = expected.first().cloned().unwrap_or_default();
            let message = "this line does not say when it happens";
            let hint = format!("write a trigger and a colon before it, for example `{example}: {}`", self.source_words(0));
            let before = span(self.file, self.tokens[0].start, self.tokens[0].start);
            let mut complaint = Complaint::new(&codes::TRIGGER_NEEDED, self.span(0, self.tokens.len()), message).hint(hint);
            for trigger in &expected {
                complaint = complaint.fix(before, format!("{trigger}: "));
            }
            out.push(complaint.expecting(expected));
        }
        0
    }

    /// The patterns of the triggers that a card of this kind can see.
    fn seen_triggers(&self) -> impl Iterator<Item = &'static str> {
        let (v, kind) = (self.lexicon.vocabulary, self.kind);
        v.triggers.iter().filter(move |entry| kind.is_none_or(|kind| (v.sees)(kind, entry.word))).map(|entry| entry.pattern)
    }

    /// The tokens from `pos` on as they were spaced.
    fn source_words(&self, pos: usize) -> String {
        let mut text = String::new();
        for (index, token) in self.tokens.iter().enumerate().skip(pos) {
            if index > pos && self.tokens[index - 1].end < token.start {
                text.push(' ');
            }
            text.push_str(token.text);
        }
        text
    }

    fn is_whole_effect(&mut self, pos: usize) -> bool {
        let found = self
            .either_way(|reader| reader.effect(pos).filter(|(_, end)| reader.is(*end, ".") || reader.token(*end).is_none()));
        found.is_some()
    }

    /// The steps of an effect up to the full stop. A step that cannot be read is complained about and skipped.
    fn steps(&mut self, start: usize, out: &mut Vec<Complaint>) -> Option<Effect<W>> {
        let mut steps = Vec::new();
        let mut whole = true;
        let mut pos = start;
        loop {
            match self.either_way(|reader| reader.step(pos)) {
                Some((step, end)) => {
                    self.check_step(&step, out);
                    steps.extend(self.in_a_row(step, end));
                    pos = end;
                }
                None => {
                    whole = false;
                    out.push(self.complaint());
                    pos = self.failure.pos.max(pos);
                    while pos < self.tokens.len() && self.then(pos).is_none() && !self.ends_line(pos) {
                        pos += 1;
                    }
                }
            }
            if let Some(next) = self.then(pos) {
                pos = next;
                continue;
            }
            if self.token(pos).is_none() || self.is(pos, ".") {
                break;
            }
            whole = false;
            match self.misplaced(pos, out) {
                Some(next) => pos = next,
                None => {
                    pos = self.tokens.len() - usize::from(self.ends_line(self.tokens.len() - 1));
                    break;
                }
            }
        }
        self.check_stop(pos, out);
        whole.then(|| sequence(steps))
    }

    /// Checks the values of a step that was read, and the costs of abilities it quotes.
    fn check_step(&mut self, step: &Effect<W>, out: &mut Vec<Complaint>) {
        check_may(step, out);
        check_either(step, out);
        step.each_arg(&mut |arg| {
            check_value(arg, self.names, &mut self.meant, out);
            if let Arg::Ability(ability) = arg {
                check_may(&ability.effect, out);
                check_either(&ability.effect, out);
                ability.costs.iter().for_each(|cost| check_cost(cost, self.lexicon.vocabulary, out));
            }
        });
    }

    /// Whether the full stop at `pos` is the last token.
    fn ends_line(&self, pos: usize) -> bool {
        pos + 1 == self.tokens.len() && self.is(pos, ".")
    }

    /// Complains about what stands behind a step and cannot; returns where the next step starts, if there is one.
    fn misplaced(&mut self, pos: usize, out: &mut Vec<Complaint>) -> Option<usize> {
        let own = self.lexicon.own;
        let span = self.span(pos, pos + 1);
        let found = self.token(pos).map_or("", |t| t.text);
        let goes_on = self.id(pos) == own.or || self.id(pos) == own.then || self.is(pos, ",") || self.is(pos, ";");
        let steps_on = goes_on && self.either_way(|reader| reader.step(pos + 1)).is_some();
        let joint = Span { start: self.behind(pos).end, ..span };
        let complaint = if self.id(pos) == own.or {
            Complaint::new(&codes::EITHER_OR, span, "`or` without `either` before it").hint("write `either A or B`")
        } else if self.id(pos) == own.then || self.is(pos, ",") || self.is(pos, ";") {
            Complaint::new(&codes::WRONG_REST, span, "two steps are joined by `, then`")
                .expecting([", then", "."])
                .hint("write `, then`")
                .maybe_fix(steps_on.then(|| Fix { span: joint, text: ", then".to_string() }))
        } else if self.is(pos, ")") || self.is_quote(pos) {
            Complaint::new(&codes::UNCLOSED, span, format!("`{found}` closes nothing that was opened"))
                .hint(format!("leave out `{found}`"))
                .fix(self.gap(pos, pos + 1), "")
        } else {
            Complaint::new(&codes::WRONG_REST, span, format!("`{found}` does not fit here")).expecting([", then", "."])
        };
        out.push(complaint);
        let next = (pos + 1..self.tokens.len()).find(|at| self.then(*at).is_some()).map(|at| at + 2);
        if steps_on { Some(pos + 1) } else { next }
    }

    fn check_stop(&mut self, pos: usize, out: &mut Vec<Complaint>) {
        let quotes = self.tokens.iter().filter(|t| t.is_quote()).count();
        if quotes % 2 == 1 {
            return;
        }
        let last = self.tokens.len();
        if self.token(pos).is_none() {
            let span = self.span(last.saturating_sub(1), last);
            let complaint = Complaint::new(&codes::MISSING_STOP, span, "there is no full stop at the end of the line");
            let hint = format!("write `{}.`", self.source_words(0));
            out.push(complaint.expecting(["."]).hint(hint).fix(self.behind(last), "."));
        } else if pos + 1 < last {
            let complaint = Complaint::new(&codes::STRAY_TEXT, self.span(pos + 1, last), "there is text behind the full stop");
            let joint = self.tokens[pos + 1].start;
            let joined = self
                .is_whole_effect(pos + 1)
                .then(|| Fix { span: span(self.file, self.tokens[pos].start, joint), text: ", then ".to_string() });
            out.push(complaint.hint("join steps by `, then`, or begin a new line with its own trigger").maybe_fix(joined));
        }
    }
}
