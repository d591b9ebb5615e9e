//! Mistakes in a tree that could be read: bad values, verbs that are no cost, names used twice, tokens nobody makes.

use crate::ast::{Arg, Card, Clause, Effect, Quant, Selector, Span, Words};
use crate::codes;
use crate::complaint::Complaint;
use crate::names::Names;
use crate::pattern::{headword, readable};
use crate::print::{print_effect, print_selector};
use crate::source::Sources;
use crate::vocabulary::Vocabulary;
use std::collections::{HashMap, HashSet};

/// The most that a selector may count.
const MAX_COUNTED: u8 = 99;

/// A verb before the colon must be allowed there.
pub(crate) fn check_cost<W: Words>(cost: &Clause<W>, vocabulary: &Vocabulary<W>, out: &mut Vec<Complaint>) {
    let Some(entry) = vocabulary.verbs.iter().find(|e| e.word == cost.verb) else { return };
    if !entry.cost {
        let message = format!("`{}` cannot be paid as a cost", headword(entry.pattern));
        let mut allowed = vocabulary.verbs.iter().filter(|e| e.cost).map(|e| readable(e.pattern)).peekable();
        let hint = match allowed.peek() {
            Some(_) => "put it behind the colon, or use a verb that is a cost".to_string(),
            None => format!("put it behind the colon: cards of {} have no costs", vocabulary.game),
        };
        out.push(Complaint::new(&codes::NOT_A_COST, cost.span, message).expecting(allowed).hint(hint));
    }
}

/// Card names must be known and counts must count something. What an unknown name most likely means goes to `meant`.
pub(crate) fn check_value<W: Words>(arg: &Arg<W>, names: &Names, meant: &mut Vec<String>, out: &mut Vec<Complaint>) {
    match arg {
        Arg::Card(name, span) if !names.contains(name) => {
            let message = format!("no card is called `{name}`");
            let nearest = names.nearest(name);
            meant.extend(nearest.map(str::to_string));
            let complaint = Complaint::new(&codes::UNKNOWN_CARD, *span, message);
            let complaint =
                complaint.hint("write the name of a card or token of these files as it stands there, or add such a card");
            out.push(complaint.did_you_mean(nearest));
        }
        Arg::Count(0, span) => out.push(zero(*span).fix(*span, "1")),
        Arg::Who(selector) => {
            check_quant(selector, out);
            check_repeated(selector, out);
        }
        _ => {}
    }
}

/// An adjective or a tail that is written twice adds nothing the second time.
fn check_repeated<W: Words>(selector: &Selector<W>, out: &mut Vec<Complaint>) {
    let twice = |at: usize| selector.adjectives[..at].contains(&selector.adjectives[at]);
    let adjective = (1..selector.adjectives.len()).any(twice);
    let tail = (1..selector.tails.len()).any(|at| selector.tails[..at].contains(&selector.tails[at]));
    if adjective || tail {
        let message = "the same is said twice of them";
        let mut once = selector.clone();
        once.adjectives = each_once(&selector.adjectives);
        once.tails = each_once(&selector.tails);
        let complaint = Complaint::new(&codes::SAID_TWICE, selector.span, message).hint("say it once");
        out.push(complaint.fix(selector.span, print_selector(&once)));
    }
}

/// The options of a choice are different ones.
pub(crate) fn check_either<W: Words>(effect: &Effect<W>, out: &mut Vec<Complaint>) {
    match effect {
        Effect::Do(_) => {}
        Effect::Then(steps) => steps.iter().for_each(|step| check_either(step, out)),
        Effect::If(_, step) | Effect::May(step, _) => check_either(step, out),
        Effect::Either(options, span) => {
            if (1..options.len()).any(|at| options[..at].contains(&options[at])) {
                let complaint = Complaint::new(&codes::SAME_CHOICE, *span, "two options of this choice are the same");
                let mut left = each_once(options);
                let left = if left.len() > 1 { Effect::Either(left, *span) } else { left.remove(0) };
                let text = print_effect(&left);
                let text = if matches!(left, Effect::Then(_)) { format!("({text})") } else { text };
                out.push(complaint.hint("leave one of them out, or change it").fix(*span, text));
            }
            options.iter().for_each(|option| check_either(option, out));
        }
    }
}

/// One thing may be declined only once.
pub(crate) fn check_may<W: Words>(effect: &Effect<W>, out: &mut Vec<Complaint>) {
    match effect {
        Effect::Do(_) => {}
        Effect::Then(steps) | Effect::Either(steps, _) => steps.iter().for_each(|step| check_may(step, out)),
        Effect::If(_, step) => check_may(step, out),
        Effect::May(step, _) => {
            if let Effect::May(inner, span) = &**step {
                let complaint = Complaint::new(&codes::MAY_TWICE, *span, "that can be declined already");
                out.push(complaint.hint("write `you may` once").fix(*span, print_effect(inner)));
            }
            check_may(step, out);
        }
    }
}

/// Names are unique among cards and, separately, among tokens. An equal token may stand in two files.
pub(crate) fn check_duplicates<W: Words>(cards: &[(&Card<W>, bool)], sources: &Sources, out: &mut Vec<Complaint>) {
    let mut first: HashMap<(&str, bool), &Card<W>> = HashMap::new();
    for (card, token) in cards {
        let Some(known) = first.get(&(card.name.as_str(), *token)) else {
            first.insert((card.name.as_str(), *token), card);
            continue;
        };
        if *token && known.name_span.file != card.name_span.file && same_token(known, card) {
            continue;
        }
        let (line, _) = sources.line_col(known.name_span);
        let file = sources.source(known.name_span).map_or("", |s| s.name.as_str());
        let what = if *token { "token" } else { "card" };
        let message = format!("a {what} called `{}` stands already in {file}, line {line}", card.name);
        out.push(Complaint::new(&codes::DUPLICATE_NAME, card.name_span, message).hint("give one of the two another name"));
    }
}

/// A token must be named by some other card.
pub(crate) fn check_unmade<W: Words>(cards: &[(&Card<W>, bool)], mentioned: &HashSet<&str>, out: &mut Vec<Complaint>) {
    let mut made: HashSet<&str> = mentioned.clone();
    for (card, token) in cards {
        for ability in &card.abilities {
            ability.each_arg(&mut |arg| {
                if let Arg::Card(name, _) = arg
                    && !(*token && name == &card.name)
                {
                    made.insert(name);
                }
            });
        }
    }
    for (card, token) in cards {
        if *token && !made.contains(card.name.as_str()) {
            let message = format!("no ability makes the token `{}`", card.name);
            out.push(
                Complaint::new(&codes::UNMADE_TOKEN, card.name_span, message)
                    .hint("name it in another card's ability, or take it out"),
            );
        }
    }
}

/// The values without those that stood there before.
fn each_once<T: Clone + PartialEq>(values: &[T]) -> Vec<T> {
    let mut once: Vec<T> = Vec::new();
    for value in values {
        if !once.contains(value) {
            once.push(value.clone());
        }
    }
    once
}

fn check_quant<W: Words>(selector: &Selector<W>, out: &mut Vec<Complaint>) {
    if let Quant::Exactly(n) | Quant::UpTo(n) = selector.quant {
        if n == 0 {
            let one = Selector { quant: Quant::One, ..selector.clone() };
            out.push(zero(selector.span).fix(selector.span, print_selector(&one)));
        } else if n > MAX_COUNTED {
            let message = format!("a phrase counts at most {MAX_COUNTED}");
            let all = Selector { quant: Quant::All, ..selector.clone() };
            let complaint = Complaint::new(&codes::BAD_NUMBER, selector.span, message);
            out.push(complaint.hint("write `all` where everything is meant").fix(selector.span, print_selector(&all)));
        }
    }
}

fn zero(span: Span) -> Complaint {
    Complaint::new(&codes::BAD_NUMBER, span, "nothing happens zero times")
        .expecting(["a", "a number from 1 on"])
        .hint("count from 1")
}

/// Whether two cards say the same; section, pools and notes may differ.
fn same_token<W: Words>(a: &Card<W>, b: &Card<W>) -> bool {
    a.kind == b.kind && a.header == b.header && a.keywords == b.keywords && a.abilities == b.abilities
}
