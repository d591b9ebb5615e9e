//! Reading the first line of a card: kind, name, numbers, keywords, pools.

use crate::ast::{Arg, Card, Keyword, Span, Words};
use crate::codes;
use crate::complaint::{Complaint, Fix};
use crate::glossary::nearest;
use crate::lexer::{TokenKind, fold, is_apostrophe};
use crate::lexicon::Elem;
use crate::pattern::{Slot, headword, readable};
use crate::reader::{Class, Reader, Want};

/// The lines that carry text for people.
pub(crate) const NOTE_KEYS: [&str; 3] = [ICON, "flavour", "note"];

/// The note that a card may have only once: its picture.
pub(crate) const ICON: &str = "icon";

/// A header as far as it could be read.
pub(crate) struct Header<W: Words> {
    /// The index of the kind, if it is known.
    pub kind: Option<usize>,
    /// The card without its lines, if the header is complete.
    pub card: Option<Card<W>>,
    /// The name, or what is most likely the name, so that other cards may name this one.
    pub name: String,
    pub complaints: Vec<Complaint>,
}

impl<W: Words> Reader<'_, W> {
    /// The kinds whose leading words stand here: those with most of them.
    pub fn kinds_here(&self) -> Vec<usize> {
        let mut best = (0, Vec::new());
        for (index, pattern) in self.lexicon.kinds.iter().enumerate() {
            let words = pattern.prefix();
            let fits = pattern.elems[..words].iter().enumerate().all(|(at, elem)| {
                let written = at == 0 || self.token(at).is_some_and(|t| !t.is_capital());
                matches!(elem, Elem::Lit(id) if *id == self.id(at)) && written
            });
            if words == 0 || !fits || words < best.0 {
                continue;
            }
            if words > best.0 {
                best = (words, Vec::new());
            }
            best.1.push(index);
        }
        best.1
    }

    /// Whether the line is a complete header of a card with a proper name.
    pub fn is_header(&mut self) -> bool {
        if self.kinds_here().is_empty() || self.tokens.last().is_some_and(|t| t.is(".")) {
            return false;
        }
        self.header(Span::default()).complaints.is_empty()
    }

    /// Reads a header whose kind is known.
    pub fn header(&mut self, line: Span) -> Header<W> {
        let kinds = self.kinds_here();
        let mut complaints = Vec::new();
        let Some((index, args, end)) = self.kind_and_values(&kinds) else {
            let kind = kinds.first().copied();
            complaints.push(self.malformed(kind));
            return Header { kind, card: None, name: self.guessed_name(), complaints };
        };
        let lexicon = self.lexicon;
        let entry = &lexicon.vocabulary.kinds[index];
        let mut header = Vec::new();
        let mut name = (String::new(), Span::default());
        let slots = lexicon.kinds[index].elems.iter().filter_map(|e| if let Elem::Slot(slot) = e { Some(*slot) } else { None });
        for (slot, arg) in slots.zip(args) {
            match (slot, arg) {
                (Slot::Name, Arg::Card(text, span)) => name = (text, span),
                (_, arg) => header.push(arg),
            }
        }
        check_name(&name.0, name.1, &lexicon.vocabulary.state_words, &mut complaints);
        let behind = self.tokens.iter().position(|t| t.start >= name.1.end as usize).unwrap_or(self.tokens.len());
        self.check_numbers(behind, &mut complaints);
        let mut pos = end;
        let keywords = self.keyword_list(&mut pos, entry.keywords, &mut complaints);
        let pools = self.pool_list(&mut pos, &mut complaints);
        let card = Card {
            kind: entry.word,
            name: name.0.clone(),
            name_span: name.1,
            span: line,
            section: None,
            header,
            keywords,
            pools,
            abilities: Vec::new(),
            notes: Vec::new(),
            broken: 0,
        };
        Header { kind: Some(index), card: Some(card), name: name.0, complaints }
    }

    /// A line at the margin that begins with no kind.
    pub fn unknown_kind(&self) -> Header<W> {
        let v = self.lexicon.vocabulary;
        let lower = self
            .tokens
            .iter()
            .take_while(|t| t.kind == TokenKind::Word && !t.is_capital())
            .count()
            .max(1)
            .min(self.tokens.len());
        let written = self.words(0, lower);
        let mut kinds: Vec<String> = self.lexicon.kinds.iter().map(|p| headword_prefix(p.source)).collect();
        kinds.dedup();
        let section = v.section.map(|(word, _)| word);
        let known = || kinds.iter().map(String::as_str).chain(section);
        let first = self.token(0).map_or("", |t| t.text);
        let meant = nearest(&written, known()).map(|kind| (kind, lower));
        let meant = meant
            .or_else(|| nearest(first, known()).map(|kind| (kind, 1)))
            .or_else(|| known().find(|k| k.split(' ').next() == Some(first)).map(|kind| (kind, 1)));
        let foreign = self.foreign(&codes::UNKNOWN_KIND, 0);
        let message = format!("`{written}` is no kind of card of {}", v.game);
        let mut expected: Vec<String> = Vec::new();
        for kind in known() {
            if !expected.iter().any(|e| e == kind) && expected.len() < 8 {
                expected.push(kind.to_string());
            }
        }
        let complaint = Complaint::new(&codes::UNKNOWN_KIND, self.span(0, lower), message).expecting(expected);
        let complaint = match meant {
            Some((kind, end)) => complaint.did_you_mean_for(self.span(0, end), Some(kind)),
            None => complaint,
        };
        let complaint = foreign.unwrap_or(complaint);
        Header { kind: None, card: None, name: self.guessed_name(), complaints: vec![complaint] }
    }

    /// The kind that fits the whole header, its values, and where they end.
    fn kind_and_values(&mut self, kinds: &[usize]) -> Option<(usize, Vec<Arg<W>>, usize)> {
        let lexicon = self.lexicon;
        self.restart(false);
        let mut complete = false;
        let mut best: Option<(usize, Vec<Arg<W>>, usize)> = None;
        for index in kinds {
            let pattern = &lexicon.kinds[*index];
            let named_last = pattern.elems.last() == Some(&Elem::Slot(Slot::Name));
            for (args, end) in self.pattern(pattern, 0, Class::Rest) {
                if self.header_may_end(end) {
                    if best.as_ref().is_none_or(|(_, _, other)| end > *other) {
                        best = Some((*index, args, end));
                    }
                } else {
                    complete |= !named_last;
                    self.fail(end, Want::Said(", and a keyword", Class::End));
                    self.fail(end, Want::Said("the end of the line", Class::End));
                }
            }
        }
        if best.is_some() || complete {
            return best;
        }
        let failure = std::mem::take(&mut self.failure);
        self.restart(true);
        for index in kinds {
            for (args, end) in self.pattern(&lexicon.kinds[*index], 0, Class::Rest) {
                if best.is_none() && self.header_may_end(end) {
                    best = Some((*index, args, end));
                }
            }
        }
        self.failure = failure;
        best
    }

    fn header_may_end(&self, pos: usize) -> bool {
        self.token(pos).is_none() || self.is(pos, ",") || self.is(pos, "[")
    }

    fn malformed(&mut self, kind: Option<usize>) -> Complaint {
        let lexicon = self.lexicon;
        let pos = self.failure.pos;
        let found = self.token(pos).map_or_else(
            || "the header ends too early".to_string(),
            |t| format!("`{}` does not fit into the header here", t.text),
        );
        let mut expected = self.complaint().expected;
        let pattern = kind.map_or_else(String::new, |index| readable(lexicon.vocabulary.kinds[index].pattern));
        let mut hint = format!("write `{pattern}`");
        let mut comma = None;
        let span = self.span(pos, pos + 1);
        if let Some((_, end)) = self.keywords_at(pos).first() {
            let words = self.words(pos, *end);
            hint = format!("write a comma before the keyword: `, {words}`");
            expected = vec![",".to_string()];
            comma = Some(Fix { span: self.behind(pos), text: ",".to_string() });
        }
        let meant = self.token(pos).filter(|_| self.adjective_fits()).and_then(|token| {
            let adjectives = lexicon.vocabulary.adjectives.iter().map(|entry| entry.pattern);
            nearest(token.text, adjectives)
        });
        let complaint = Complaint::new(&codes::MALFORMED_HEADER, span, found).expecting(expected);
        complaint.hint(hint).maybe_fix(comma).did_you_mean(meant)
    }

    /// Whether an adjective could stand where the header cannot be read.
    fn adjective_fits(&self) -> bool {
        let is_slot = |elem: Option<&Elem>| elem == Some(&Elem::Slot(Slot::Adjectives));
        self.failure.wants.iter().any(|want| match want {
            Want::Rest(pattern, at, _) => {
                is_slot(pattern.elems.get(*at)) || at.checked_sub(1).is_some_and(|before| is_slot(pattern.elems.get(before)))
            }
            Want::Said(..) => false,
        })
    }

    /// The first run of capitalised words: most likely the name.
    fn guessed_name(&self) -> String {
        let start = self.tokens.iter().position(|t| t.is_capital()).unwrap_or(self.tokens.len());
        let words: Vec<String> = self.tokens[start..]
            .iter()
            .take_while(|t| t.kind == TokenKind::Word)
            .map(|t| crate::lexer::straight(t.text))
            .collect();
        words.join(" ")
    }

    fn keyword_list(&mut self, pos: &mut usize, allowed: bool, out: &mut Vec<Complaint>) -> Vec<Keyword<W>> {
        let mut found: Vec<Keyword<W>> = Vec::new();
        let begin = *pos;
        while self.is(*pos, ",") {
            let start = *pos + 1;
            let mut end = start;
            while self.token(end).is_some() && !self.is(end, ",") && !self.is(end, "[") {
                end += 1;
            }
            *pos = end;
            if !allowed {
                continue;
            }
            match self.keyword_item(start, end) {
                Ok(keyword) if found.iter().any(|other| other.keyword == keyword.keyword) => {
                    let words = self.words(start, end);
                    let complaint =
                        Complaint::new(&codes::DUPLICATE_KEYWORD, keyword.span, format!("the card has `{words}` already"));
                    let again = self.span(start - 1, end);
                    out.push(complaint.hint(format!("leave out one `{words}`")).fix(again, ""));
                }
                Ok(keyword) => found.push(keyword),
                Err(complaint) => out.push(complaint),
            }
        }
        if !allowed && *pos > begin {
            let words = self.words(begin + 1, *pos);
            let message = "cards of this kind have no keywords";
            out.push(
                Complaint::new(&codes::KEYWORD_NOT_ALLOWED, self.span(begin + 1, *pos), message)
                    .hint(format!("leave out `{words}`"))
                    .fix(self.span(begin, *pos), ""),
            );
        }
        found
    }

    fn keyword_item(&mut self, start: usize, end: usize) -> Result<Keyword<W>, Complaint> {
        let span = self.span(start, end);
        let v = self.lexicon.vocabulary;
        if start == end {
            let comma = self.span(start - 1, start);
            let complaint = Complaint::new(&codes::MALFORMED_HEADER, comma, "no keyword follows this comma");
            return Err(complaint.hint("leave out the comma").fix(comma, ""));
        }
        let alternatives = self.keywords_at(start);
        if let Some((keyword, _)) = alternatives.iter().find(|(_, after)| *after == end) {
            return Ok(*keyword);
        }
        let written = self.words(start, end);
        if let Some((_, after)) = alternatives.first()
            && self.number(*after).is_some()
            && after + 1 == end
        {
            let words = self.words(start, *after);
            let message = format!("`{words}` takes no number");
            return Err(Complaint::new(&codes::KEYWORD_NUMBER, span, message).write(&words));
        }
        if let Some(entry) = v.keywords.iter().find(|e| e.pattern.contains('{') && fold(&headword(e.pattern)) == fold(&written))
        {
            let message = format!("`{written}` needs a number");
            let complaint = Complaint::new(&codes::KEYWORD_NUMBER, span, message).expecting([readable(entry.pattern)]);
            return Err(complaint.write(&format!("{} 2", headword(entry.pattern))));
        }
        if let Some(complaint) = self.foreign(&codes::UNKNOWN_KEYWORD, start) {
            return Err(complaint);
        }
        let keywords: Vec<String> = v.keywords.iter().map(|e| headword(e.pattern)).collect();
        let known = || keywords.iter().map(String::as_str);
        let meant = nearest(&written, known()).or_else(|| self.nearest_phrase(start, known()).map(|(_, word, _)| word));
        let message = format!("`{written}` is no keyword of {}", v.game);
        Err(Complaint::new(&codes::UNKNOWN_KEYWORD, span, message).did_you_mean(meant))
    }

    fn pool_list(&mut self, pos: &mut usize, out: &mut Vec<Complaint>) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        if !self.is(*pos, "[") {
            return found;
        }
        let open = *pos;
        let Some(close) = (open..self.tokens.len()).find(|at| self.is(*at, "]")) else {
            let message = "this bracket is never closed";
            out.push(
                Complaint::new(&codes::UNCLOSED, self.span(open, open + 1), message)
                    .expecting(["]"])
                    .hint("write `]` behind the last pool")
                    .fix(self.behind(self.tokens.len()), "]"),
            );
            return found;
        };
        let pools = self.lexicon.vocabulary.pools;
        let mut start = open + 1;
        while start <= close {
            let end = (start..close).find(|at| self.is(*at, ",")).unwrap_or(close);
            let written = self.words(start, end);
            match pools.iter().find(|pool| fold(pool) == fold(&written)) {
                Some(pool) if !found.iter().any(|other| other == pool) => found.push((*pool).to_string()),
                Some(_) => {}
                None => {
                    let message = if written.is_empty() {
                        "a pool is missing here".to_string()
                    } else {
                        format!("`{written}` is no pool of {}", self.lexicon.vocabulary.game)
                    };
                    let span = if start == end { self.span(end, end + 1) } else { self.span(start, end) };
                    out.push(
                        Complaint::new(&codes::UNKNOWN_POOL, span, message)
                            .expecting(pools.iter().copied())
                            .did_you_mean(nearest(&written, pools.iter().copied())),
                    );
                }
            }
            start = end + 1;
        }
        *pos = close + 1;
        if self.token(*pos).is_some() {
            let message = "nothing may follow the pools";
            out.push(
                Complaint::new(&codes::MALFORMED_HEADER, self.span(*pos, self.tokens.len()), message)
                    .hint("write keywords before the brackets"),
            );
        }
        found
    }
}

/// What a header begins with.
fn headword_prefix(pattern: &'static str) -> String {
    let cut = pattern.find('{').unwrap_or(pattern.len());
    headword(&pattern[..cut])
}

fn check_name(name: &str, span: Span, state_words: &[&str], out: &mut Vec<Complaint>) {
    let allowed = |c: char| c.is_alphabetic() || c == ' ' || c == '-' || is_apostrophe(c);
    if let Some(bad) = name.chars().find(|c| !allowed(*c)) {
        let what = if bad.is_numeric() { "no digits" } else { "none of `, # > : @ /` and no other signs" };
        let message = format!("a name has letters, spaces, apostrophes and hyphens, {what}, but this one has `{bad}`");
        let fixed: String = name.chars().filter(|c| allowed(*c)).collect();
        let fixed = crate::lexer::squeeze(&fixed);
        let complaint = Complaint::new(&codes::BAD_NAME, span, message).hint(format!("for example `{fixed}`"));
        out.push(if fixed.is_empty() { complaint } else { complaint.fix(span, fixed) });
        return;
    }
    if let Some(first) = name.chars().find(|c| c.is_alphabetic())
        && !first.is_uppercase()
    {
        let fixed = name.replacen(first, &first.to_uppercase().to_string(), 1);
        out.push(
            Complaint::new(&codes::NAME_CAPITAL, span, format!("the name `{name}` does not begin with a capital letter"))
                .write(&fixed),
        );
    }
    let folded = fold(name);
    let ending = state_words.iter().find(|word| folded.strip_suffix(&fold(word)).is_some_and(|before| before.ends_with(' ')));
    if let Some(word) = ending {
        let message = format!("a name may not end in `{word}`, which is a state in scenario files");
        out.push(Complaint::new(&codes::NAME_STATE, span, message).hint("choose another last word"));
    }
}
