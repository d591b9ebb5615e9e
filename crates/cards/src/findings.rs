//! What is wrong with a set of cards, collected by the pass that compiles it.

use std::ops::RangeInclusive;

use playmat_cardtext::ast::Span;
use playmat_cardtext::{Code, Complaint, MAX_NUMBER};

/// Why a card cannot mean what it says, and what would be right: a message and a hint.
pub type Objection = (&'static str, &'static str);

/// Of a step behind `for each` that has nothing to be multiplied.
pub const NO_NUMBER: Objection =
    ("there is no number in it that would count for each", "leave `for each` out, or write `if you have`");

/// Everything that is wrong with a set. After a complaint the pass goes on; where it cannot, it is stuck.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    complaints: Vec<Complaint>,
    /// Why no rules can be made, each with the name of its card: for callers that show no place in the text.
    stuck: Vec<String>,
    card: String,
}

/// The proof that something has no program and was complained about: only [`Findings`] makes one.
#[derive(Debug)]
pub struct Stuck(());

/// The result of compiling a set of cards.
#[derive(Clone, Debug)]
pub struct Compiled<R> {
    /// Everything that is wrong with the cards beyond their grammar.
    pub complaints: Vec<Complaint>,
    /// The rules. They exist whenever there are no complaints. They also exist where a card is refused but could be run: old sets
    /// are played by what they said then.
    pub rules: Result<R, String>,
}

impl Findings {
    /// What is found from now on belongs to this card.
    pub fn enter(&mut self, card: &str) {
        card.clone_into(&mut self.card);
    }

    /// Adds a complaint, if there is one, and goes on.
    pub fn add(&mut self, complaint: impl Into<Option<Complaint>>) {
        self.complaints.extend(complaint.into());
    }

    /// Complains and goes on.
    pub fn complain(&mut self, code: &'static Code, span: Span, (message, hint): (impl Into<String>, impl Into<String>)) {
        self.add(Complaint::new(code, span, message).hint(hint));
    }

    /// Complains about a number that is out of its range.
    pub fn range(&mut self, code: &'static Code, span: Span, what: &str, number: i32, range: RangeInclusive<i32>) {
        self.add(out_of_range(code, span, what, number, range));
    }

    /// This has no program. Complains about it, unless these words were complained about before.
    pub fn stuck(&mut self, code: &'static Code, span: Span, (message, hint): (impl Into<String>, impl Into<String>)) -> Stuck {
        let message = message.into();
        let stuck = self.told(&message);
        if !self.complaints.iter().any(|known| overlap(known.span, span)) {
            self.complain(code, span, (message, hint));
        }
        stuck
    }

    /// This has no program, and the language itself has complained about it.
    pub fn told(&mut self, why: &str) -> Stuck {
        self.stuck.push(if self.card.is_empty() { why.to_owned() } else { format!("{}: {why}", self.card) });
        Stuck(())
    }

    /// How many complaints there are by now.
    pub fn count(&self) -> usize {
        self.complaints.len()
    }

    /// Drops all complaints but the first `count`, because something that contains them was complained about.
    pub fn forget(&mut self, count: usize) {
        self.complaints.truncate(count);
    }

    /// The end of the pass: the rules, unless it got stuck.
    pub fn compiled<R>(self, rules: impl FnOnce() -> R) -> Compiled<R> {
        let Findings { complaints, stuck, .. } = self;
        Compiled { complaints, rules: if stuck.is_empty() { Ok(rules()) } else { Err(stuck.join("\n")) } }
    }
}

/// The complaint about a number that is out of its range. A number above [`MAX_NUMBER`] was complained about by the language.
pub fn out_of_range(code: &'static Code, span: Span, what: &str, number: i32, range: RangeInclusive<i32>) -> Option<Complaint> {
    let (least, most) = (range.start(), range.end());
    let message = format!("{what}{number} is out of range: {least} to {most}");
    let complaint = Complaint::new(code, span, message).hint(format!("write a number from {least} to {most}"));
    (!range.contains(&number) && number <= MAX_NUMBER).then_some(complaint)
}

fn overlap(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}

/// The code of a set that is too large for the rules; each game gives it an id of its own.
pub const fn too_large(id: &'static str) -> Code {
    Code::new(id, "set-too-large", "the set is too large").because(
        "A set has at most 1,024 cards and tokens, and its programs together at most 65,535 steps. Take cards out of it.",
    )
}

pub(crate) const SMALLER: &str = "take cards out of the set";
