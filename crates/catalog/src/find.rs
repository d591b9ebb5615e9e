//! A search over cards, as people write it: `t:predator atk>=3 keyword:haste text:"draw" -is:token`.
//!
//! Terms side by side must all hold, `or` separates alternatives, `-` turns a term around, parentheses group. A bare word is looked for in
//! names and texts.

use std::fmt;

use playmat_cards::CardInfo;
use playmat_cardtext::nearest;

/// How deep groups may be nested, and how long a search may be.
const DEEPEST: usize = 16;
const LONGEST: usize = 1_000;

/// A search that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query(Term);

/// Why a search was not understood: where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotUnderstood {
    /// The byte of the search that it is about.
    pub at: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Term {
    All(Vec<Term>),
    Any(Vec<Term>),
    Not(Box<Term>),
    /// This text is in the field.
    Has(Field, String),
    /// The number is so.
    Is(Number, Compared, i32),
    Token,
    Generated,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Anything,
    Name,
    Text,
    Kind,
    Keyword,
    Category,
}

/// A printed number of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    /// By its place among the numbers of the card: attack or power first, then health or defence, then nutrition.
    Nth(usize),
    Level,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compared {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

const FIELDS: [(&str, Field); 12] = [
    ("name", Field::Name),
    ("n", Field::Name),
    ("text", Field::Text),
    ("o", Field::Text),
    ("type", Field::Kind),
    ("kind", Field::Kind),
    ("t", Field::Kind),
    ("keyword", Field::Keyword),
    ("k", Field::Keyword),
    ("kw", Field::Keyword),
    ("category", Field::Category),
    ("c", Field::Category),
];

const NUMBERS: [(&str, Number); 10] = [
    ("attack", Number::Nth(0)),
    ("atk", Number::Nth(0)),
    ("power", Number::Nth(0)),
    ("health", Number::Nth(1)),
    ("hp", Number::Nth(1)),
    ("defence", Number::Nth(1)),
    ("def", Number::Nth(1)),
    ("nutrition", Number::Nth(2)),
    ("level", Number::Level),
    ("lvl", Number::Level),
];

const STATES: [&str; 2] = ["token", "generated"];

const SIGNS: [(&str, Compared); 7] = [
    (">=", Compared::AtLeast),
    ("<=", Compared::AtMost),
    ("!=", Compared::Other),
    (">", Compared::More),
    ("<", Compared::Less),
    ("=", Compared::Equal),
    (":", Compared::Equal),
];

impl Query {
    /// Reads a search. An empty one finds every card.
    pub fn read(text: &str) -> Result<Query, NotUnderstood> {
        if text.len() > LONGEST {
            return Err(wrong(LONGEST, format!("a search has at most {LONGEST} characters")));
        }
        let mut reader = Reader { text, at: 0 };
        let term = reader.any(0)?;
        match reader.peek() {
            Some(_) => Err(wrong(reader.at, "this `)` closes nothing".to_owned())),
            None => Ok(Query(term)),
        }
    }

    /// Whether a card is one of those that are looked for.
    pub fn finds(&self, card: &CardInfo) -> bool {
        holds(&self.0, card)
    }
}

fn wrong(at: usize, message: String) -> NotUnderstood {
    NotUnderstood { at, message }
}

fn holds(term: &Term, card: &CardInfo) -> bool {
    match term {
        Term::All(terms) => terms.iter().all(|term| holds(term, card)),
        Term::Any(terms) => terms.iter().any(|term| holds(term, card)),
        Term::Not(term) => !holds(term, card),
        Term::Has(field, text) => has(*field, text, card),
        Term::Is(number, compared, wanted) => number_of(*number, card).is_some_and(|there| match compared {
            Compared::Equal => there == *wanted,
            Compared::Other => there != *wanted,
            Compared::Less => there < *wanted,
            Compared::AtMost => there <= *wanted,
            Compared::More => there > *wanted,
            Compared::AtLeast => there >= *wanted,
        }),
        Term::Token => card.token,
        Term::Generated => card.generated,
    }
}

/// Whether a text is in a field, whatever its capitals. A keyword is meant from its beginning, with or without its number.
fn has(field: Field, wanted: &str, card: &CardInfo) -> bool {
    let inside = |text: &str| folded(text).contains(wanted);
    match field {
        Field::Anything => inside(&card.name) || has(Field::Text, wanted, card) || has(Field::Kind, wanted, card),
        Field::Name => inside(&card.name),
        Field::Text => card.text.iter().chain(&card.keywords).any(|line| inside(line)),
        Field::Kind => {
            let details = card.details.iter().flat_map(|details| std::iter::once(&details.kind).chain(&details.subtypes));
            inside(card.kind) || details.into_iter().any(|word| inside(word))
        }
        Field::Keyword => card.keywords.iter().any(|word| folded(word).starts_with(wanted)),
        Field::Category => card.category.as_ref().is_some_and(|category| folded(category).starts_with(wanted)),
    }
}

fn number_of(number: Number, card: &CardInfo) -> Option<i32> {
    match number {
        Number::Level => card.details.as_ref()?.level.map(i32::from),
        Number::Nth(nth) => {
            let numbers = card.stats.as_ref()?.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
            numbers.filter_map(|digits| digits.parse().ok()).nth(nth)
        }
    }
}

fn folded(text: &str) -> String {
    text.to_lowercase().replace('\u{2019}', "'")
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn any(&mut self, depth: usize) -> Result<Term, NotUnderstood> {
        if depth > DEEPEST {
            return Err(wrong(self.at, format!("groups are nested more than {DEEPEST} deep")));
        }
        let mut alternatives = vec![self.all(depth)?];
        while self.takes_or() {
            alternatives.push(self.all(depth)?);
        }
        Ok(if alternatives.len() == 1 { alternatives.remove(0) } else { Term::Any(alternatives) })
    }

    fn all(&mut self, depth: usize) -> Result<Term, NotUnderstood> {
        let mut terms = Vec::new();
        let begin = self.at;
        while let Some(next) = self.peek() {
            if next == ')' || self.is_or() {
                break;
            }
            terms.push(self.term(depth)?);
        }
        match terms.is_empty() && (self.is_or() || depth > 0 || self.text[..begin].trim_end().ends_with("or")) {
            true => Err(wrong(self.at, "something to look for is missing here".to_owned())),
            false => Ok(Term::All(terms)),
        }
    }

    fn term(&mut self, depth: usize) -> Result<Term, NotUnderstood> {
        if self.takes("-") {
            return Ok(Term::Not(Box::new(self.term(depth)?)));
        }
        let start = self.at;
        if self.takes("(") {
            let inside = self.any(depth + 1)?;
            self.peek();
            return if self.takes(")") { Ok(inside) } else { Err(wrong(start, "this `(` is never closed".to_owned())) };
        }
        let word = self.word();
        let signed = SIGNS.into_iter().find(|(sign, _)| !word.is_empty() && self.rest().starts_with(sign));
        let Some((sign, compared)) = signed else {
            self.at = start;
            return Ok(Term::Has(Field::Anything, self.value()?));
        };
        self.at += sign.len();
        let at = self.at;
        let value = self.value()?;
        let name = word.to_lowercase();
        if name == "is" {
            return match value.as_str() {
                "token" => Ok(Term::Token),
                "generated" => Ok(Term::Generated),
                other => Err(wrong(at, format!("`{other}` is nothing that a card is; write {}", STATES.join(" or ")))),
            };
        }
        if let Some((_, number)) = NUMBERS.into_iter().find(|(known, _)| *known == name) {
            let wanted = value.parse().map_err(|_| wrong(at, format!("`{value}` is no number; write it like `{name}>=3`")))?;
            return Ok(Term::Is(number, compared, wanted));
        }
        let Some((_, field)) = FIELDS.into_iter().find(|(known, _)| *known == name) else {
            let known = || FIELDS.iter().map(|(known, _)| *known).chain(NUMBERS.iter().map(|(known, _)| *known)).chain(["is"]);
            let hint = nearest(&name, known().filter(|known| known.len() > 2)).map(|near| format!("; did you mean `{near}`?"));
            let hint = hint.unwrap_or_else(|| {
                format!("; there are {}", known().filter(|known| known.len() > 1).collect::<Vec<_>>().join(", "))
            });
            return Err(wrong(start, format!("`{word}` is nothing to look for{hint}")));
        };
        match compared {
            Compared::Equal => Ok(Term::Has(field, value)),
            Compared::Other => Ok(Term::Not(Box::new(Term::Has(field, value)))),
            _ => Err(wrong(start, format!("`{name}` is no number; write `{name}:{value}`"))),
        }
    }

    /// The next sign, behind white space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn takes(&mut self, sign: &str) -> bool {
        let there = self.rest().starts_with(sign);
        self.at += if there { sign.len() } else { 0 };
        there
    }

    fn is_or(&mut self) -> bool {
        self.peek();
        self.rest().get(..2).is_some_and(|word| word.eq_ignore_ascii_case("or"))
            && self.rest()[2..].chars().next().is_none_or(|c| c.is_whitespace() || c == '(')
    }

    fn takes_or(&mut self) -> bool {
        let there = self.is_or();
        self.at += if there { 2 } else { 0 };
        there
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// What is looked for: up to white space, or in quotes.
    fn value(&mut self) -> Result<String, NotUnderstood> {
        let start = self.at;
        let rest = self.rest();
        let value = match rest.strip_prefix('"') {
            Some(quoted) => {
                let end = quoted.find('"').ok_or_else(|| wrong(start, "this quote is never closed".to_owned()))?;
                self.at += end + 2;
                &quoted[..end]
            }
            None => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len());
                self.at += end;
                &rest[..end]
            }
        };
        match value.trim().is_empty() {
            true => Err(wrong(start, "something to look for is missing here".to_owned())),
            false => Ok(folded(value.trim())),
        }
    }
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}: {}", self.at + 1, self.message)
    }
}

impl std::error::Error for NotUnderstood {}
