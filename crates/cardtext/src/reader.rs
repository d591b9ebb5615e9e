//! The reader of one line: patterns against tokens, with all alternatives kept and the furthest failure remembered.
//!
//! Nothing here complains by itself. A line is read strictly; where that fails, the furthest place reached and what would have
//! been accepted there become one complaint (see `failure`).

use crate::ast::{Arg, Clause, Keyword, Span, Words};
use crate::codes;
use crate::complaint::{Code, Fix};
use crate::lexer::{Token, TokenKind, span};
use crate::lexicon::{Elem, Family, Lexicon, Pattern};
use crate::names::Names;
use crate::pattern::Slot;
use std::rc::Rc;

/// How deep choices, groups, quotes and tails may be nested.
pub(crate) const MAX_DEPTH: usize = 32;

/// What kind of thing was missing; it decides which complaint a failure becomes. If several were missing, the first kind counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Keyword,
    Verb,
    Noun,
    Who,
    Condition,
    Trigger,
    Rest,
    End,
}

/// Something that would have been accepted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Want<'l> {
    Rest(&'l Pattern, usize, Class),
    Said(&'static str, Class),
}

impl Want<'_> {
    pub fn class(&self) -> Class {
        match self {
            Self::Rest(_, _, class) | Self::Said(_, class) => *class,
        }
    }
}

/// A failure that has its own complaint.
#[derive(Clone, Debug)]
pub(crate) struct Special {
    pub code: &'static Code,
    pub message: String,
    pub hint: Option<String>,
    pub expected: &'static [&'static str],
    pub fix: Option<Fix>,
    /// The token to underline.
    pub at: usize,
}

/// The furthest place reached and what would have been accepted there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure<'l> {
    pub pos: usize,
    pub wants: Vec<Want<'l>>,
    pub special: Option<Special>,
}

/// Alternatives for a value, each with the position behind it.
pub(crate) type Alternatives<T> = Rc<Vec<(T, usize)>>;

/// What was found at each position of the line, so that no place is read twice.
pub(crate) struct Memo<T> {
    at: Vec<Option<Alternatives<T>>>,
}

impl<T> Memo<T> {
    fn new(tokens: usize) -> Self {
        Self { at: vec![None; tokens + 1] }
    }

    pub fn get(&self, pos: usize) -> Option<Alternatives<T>> {
        self.at.get(pos).cloned().flatten()
    }

    pub fn insert(&mut self, pos: usize, found: Alternatives<T>) {
        if let Some(place) = self.at.get_mut(pos) {
            *place = Some(found);
        }
    }

    /// Whether something that was read ends at this position.
    pub fn any_ends(&self, end: usize) -> bool {
        self.at.iter().flatten().any(|found| found.iter().any(|(_, there)| *there == end))
    }

    fn clear(&mut self) {
        self.at.fill(None);
    }
}

/// The reader of one line.
pub(crate) struct Reader<'l, W: Words> {
    pub lexicon: &'l Lexicon<W>,
    pub names: &'l Names,
    pub tokens: &'l [Token<'l>],
    pub file: u32,
    /// The kind of the card whose line it is, where that is known.
    pub kind: Option<W::Kind>,
    /// Whether unknown card names are accepted, to be complained about later.
    pub lenient: bool,
    pub depth: usize,
    /// The cards that unknown names most likely mean.
    pub meant: Vec<String>,
    pub failure: Failure<'l>,
    pub selectors: Memo<Arg<W>>,
    pub clauses: Memo<Clause<W>>,
    pub abilities: Memo<Arg<W>>,
}

impl<'l, W: Words> Reader<'l, W> {
    pub fn new(lexicon: &'l Lexicon<W>, names: &'l Names, tokens: &'l [Token<'l>], file: u32) -> Self {
        Self {
            lexicon,
            names,
            tokens,
            file,
            kind: None,
            lenient: false,
            depth: 0,
            meant: Vec::new(),
            failure: Failure::default(),
            selectors: Memo::new(tokens.len()),
            clauses: Memo::new(tokens.len()),
            abilities: Memo::new(tokens.len()),
        }
    }

    /// Forgets what failed, and also what was read if `lenient` changes.
    pub fn restart(&mut self, lenient: bool) {
        self.failure = Failure::default();
        if self.lenient != lenient {
            self.selectors.clear();
            self.clauses.clear();
            self.abilities.clear();
        }
        self.lenient = lenient;
    }

    pub fn token(&self, pos: usize) -> Option<&'l Token<'l>> {
        self.tokens.get(pos)
    }

    pub fn id(&self, pos: usize) -> u32 {
        self.token(pos).map_or(0, |t| t.id)
    }

    pub fn is(&self, pos: usize, sign: &str) -> bool {
        self.token(pos).is_some_and(|t| t.is(sign))
    }

    pub fn is_quote(&self, pos: usize) -> bool {
        self.token(pos).is_some_and(Token::is_quote)
    }

    /// The span of the tokens from `from` up to, not including, `to`.
    pub fn span(&self, from: usize, to: usize) -> Span {
        let end = self.tokens.last().map_or(0, |t| t.end);
        let start = self.token(from).map_or(end, |t| t.start);
        let stop = to.checked_sub(1).and_then(|last| self.token(last)).map_or(start, |t| t.end);
        span(self.file, start, stop.max(start))
    }

    /// The place behind the token before `pos`, without the white space that follows it.
    pub fn behind(&self, pos: usize) -> Span {
        let end = pos.checked_sub(1).and_then(|last| self.token(last)).map_or(0, |t| t.end);
        span(self.file, end, end)
    }

    /// The tokens from `from` up to `to` with the white space on one side of them: what can be left out without a trace.
    pub fn gap(&self, from: usize, to: usize) -> Span {
        let whole = self.span(from, to);
        match self.token(to) {
            Some(next) => span(self.file, whole.start as usize, next.start),
            None if from == 0 => whole,
            None => Span { start: self.behind(from).end, ..whole },
        }
    }

    pub fn fail(&mut self, pos: usize, want: Want<'l>) {
        self.reach(pos);
        if pos == self.failure.pos {
            self.failure.wants.push(want);
        }
    }

    pub fn fail_special(&mut self, pos: usize, special: Special) {
        self.reach(pos);
        if pos == self.failure.pos && self.failure.special.is_none() {
            self.failure.special = Some(special);
        }
    }

    /// Failures at earlier places do not matter once a later place was reached.
    fn reach(&mut self, pos: usize) {
        if pos > self.failure.pos {
            self.failure.pos = pos;
            self.failure.wants.clear();
            self.failure.special = None;
        }
    }

    /// One level deeper, unless that is too deep.
    pub fn enter(&mut self, pos: usize) -> bool {
        if self.depth >= MAX_DEPTH {
            let special = Special {
                code: &codes::TOO_DEEP,
                message: format!("this is nested more than {MAX_DEPTH} levels deep"),
                hint: Some("split the line into several abilities".to_string()),
                expected: &[],
                fix: None,
                at: pos,
            };
            self.fail_special(pos, special);
            return false;
        }
        self.depth += 1;
        true
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// All ways in which a pattern matches from `pos`. `class` is what a mismatch before its first word means.
    pub fn pattern(&mut self, pattern: &'l Pattern, pos: usize, class: Class) -> Vec<(Vec<Arg<W>>, usize)> {
        let mut out = Vec::new();
        self.run(pattern, 0, pos, class, &mut Vec::new(), &mut out);
        out
    }

    /// All ways in which the patterns of a family match from `pos`: the longest first, of equally long ones that with more words.
    pub fn family(&mut self, family: &'l Family, pos: usize, class: Class) -> Vec<(usize, Vec<Arg<W>>, usize)> {
        let mut found = Vec::new();
        let starting: Vec<usize> = family.starting(self.id(pos)).chain(family.slotted()).collect();
        for index in starting {
            for (args, end) in self.pattern(&family.patterns[index], pos, class) {
                found.push((index, args, end));
            }
        }
        let literals = |index: usize| family.patterns[index].elems.iter().filter(|e| !matches!(e, Elem::Slot(_))).count();
        sort_short(&mut found, |(index, _, end)| (std::cmp::Reverse(*end), std::cmp::Reverse(literals(*index)), *index));
        found.dedup_by_key(|(_, _, end)| *end);
        found
    }

    /// The clause at `pos`: the longest one behind which a clause may end.
    pub fn clause(&mut self, pos: usize) -> Option<(Clause<W>, usize)> {
        let all = self.clauses_at(pos);
        for (clause, end) in all.iter() {
            if self.clause_may_end(*end) {
                return Some((clause.clone(), *end));
            }
        }
        match all.first() {
            Some((_, end)) => {
                self.fail(*end, Want::Said(", then", Class::End));
                self.fail(*end, Want::Said(".", Class::End));
            }
            None => self.fail(pos, Want::Said("a verb", Class::Verb)),
        }
        None
    }

    fn clauses_at(&mut self, pos: usize) -> Alternatives<Clause<W>> {
        if let Some(known) = self.clauses.get(pos) {
            return known;
        }
        let lexicon = self.lexicon;
        let found = self.family(&lexicon.verbs, pos, Class::Verb);
        let clauses = found
            .into_iter()
            .map(|(index, args, end)| {
                let verb = lexicon.vocabulary.verbs[index].word;
                (Clause { verb, args, span: self.span(pos, end) }, end)
            })
            .collect();
        let clauses = Rc::new(clauses);
        self.clauses.insert(pos, Rc::clone(&clauses));
        clauses
    }

    /// Whether a clause may end before this token.
    fn clause_may_end(&self, pos: usize) -> bool {
        let Some(token) = self.token(pos) else { return true };
        let own = &self.lexicon.own;
        token.is_quote()
            || (token.kind == TokenKind::Punct && matches!(token.text, "." | "," | ":" | ";" | ")"))
            || token.id == own.or
            || token.id == own.then
    }

    fn run(
        &mut self,
        pattern: &'l Pattern,
        mut at: usize,
        mut pos: usize,
        class: Class,
        args: &mut Vec<Arg<W>>,
        out: &mut Vec<(Vec<Arg<W>>, usize)>,
    ) {
        while let Some(elem) = pattern.elems.get(at) {
            let id = self.id(pos);
            let fits = match elem {
                Elem::Lit(word) => id == *word,
                Elem::Agree(one, other) => id == *one || id == *other,
                Elem::Slot(slot) => {
                    let values = self.slot(*slot, pos);
                    if values.is_empty() {
                        self.fail(pos, Want::Rest(pattern, at, slot_class(*slot)));
                    }
                    for (value, end) in values.iter() {
                        args.push(value.clone());
                        self.run(pattern, at + 1, *end, class, args, out);
                        args.pop();
                    }
                    return;
                }
            };
            if !fits {
                let begun = pattern.elems[..at].iter().any(|e| !matches!(e, Elem::Slot(_)));
                self.fail(pos, Want::Rest(pattern, at, if begun { Class::Rest } else { class }));
                return;
            }
            at += 1;
            pos += 1;
        }
        out.push((args.clone(), pos));
    }

    fn slot(&mut self, slot: Slot, pos: usize) -> Alternatives<Arg<W>> {
        let found = match slot {
            Slot::Ability => return self.quoted(pos),
            Slot::Who => return self.selectors_at(pos),
            Slot::Name => self.own_name(pos),
            Slot::Card => self.card_name(pos),
            Slot::Keyword => self.keywords_at(pos).into_iter().map(|(k, end)| (Arg::Keyword(k), end)).collect(),
            Slot::Adjectives => self.adjectives_at(pos),
            Slot::Number => self.number(pos).map(|n| (Arg::Number(n, self.span(pos, pos + 1)), pos + 1)).into_iter().collect(),
            Slot::Count => self.count(pos).map(|n| (Arg::Count(n, self.span(pos, pos + 1)), pos + 1)).into_iter().collect(),
            Slot::Stats => self.stats(pos).into_iter().collect(),
            Slot::Delta => self.delta(pos).into_iter().collect(),
        };
        Rc::new(found)
    }

    /// The number at `pos`. One that is too large is cut here, and complained about when the numbers of the line are checked.
    pub fn number(&self, pos: usize) -> Option<i32> {
        let token = self.token(pos).filter(|t| t.kind == TokenKind::Number)?;
        Some(token.text.parse().unwrap_or(i32::MAX))
    }

    fn count(&self, pos: usize) -> Option<i32> {
        let own = &self.lexicon.own;
        let id = self.id(pos);
        let is_one = id != 0 && [own.a, own.an, own.some, own.one].contains(&id);
        if is_one { Some(1) } else { self.number(pos) }
    }

    fn stats(&self, pos: usize) -> Option<(Arg<W>, usize)> {
        let first = self.number(pos)?;
        let second = self.is(pos + 1, "/").then(|| self.number(pos + 2))??;
        Some((Arg::Stats(first, second, self.span(pos, pos + 3)), pos + 3))
    }

    fn delta(&self, pos: usize) -> Option<(Arg<W>, usize)> {
        let first = self.signed(pos)?;
        let second = self.is(pos + 2, "/").then(|| self.signed(pos + 3))??;
        Some((Arg::Delta(first, second, self.span(pos, pos + 5)), pos + 5))
    }

    fn signed(&self, pos: usize) -> Option<i32> {
        match self.token(pos)?.text {
            "+" => self.number(pos + 1),
            "-" | "\u{2212}" => Some(-self.number(pos + 1)?),
            _ => None,
        }
    }

    /// The keywords that stand at `pos`, the longest first.
    pub fn keywords_at(&mut self, pos: usize) -> Vec<(Keyword<W>, usize)> {
        let lexicon = self.lexicon;
        let found = self.family(&lexicon.keywords, pos, Class::Keyword);
        found
            .into_iter()
            .map(|(index, args, end)| {
                let number = args.iter().find_map(|arg| match arg {
                    Arg::Number(n, _) | Arg::Count(n, _) => Some(*n),
                    _ => None,
                });
                (Keyword { keyword: lexicon.vocabulary.keywords[index].word, number, span: self.span(pos, end) }, end)
            })
            .collect()
    }
}

fn slot_class(slot: Slot) -> Class {
    match slot {
        Slot::Who => Class::Who,
        Slot::Keyword => Class::Keyword,
        _ => Class::Rest,
    }
}

/// Sorts a short list, equals in their order. The sort of the standard library is quicker for long ones, and of a size that is felt where it is made
/// for the words of every game.
pub(crate) fn sort_short<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}
