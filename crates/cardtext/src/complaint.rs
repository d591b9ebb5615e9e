//! What is wrong with a text, said so that its writer can correct it.

use crate::ast::Span;
use crate::source::Sources;

/// A kind of mistake: its stable number, its name, and what `explain` says about it.
#[derive(Debug)]
pub struct Code {
    /// `C07`; never changes its meaning.
    pub id: &'static str,
    /// `unknown-keyword`.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// A paragraph: why it is a mistake and how to correct it.
    pub explanation: &'static str,
    /// A text with exactly this mistake.
    pub wrong: &'static str,
    /// That text without the mistake.
    pub right: &'static str,
}

impl Code {
    /// A kind of mistake with its title.
    pub const fn new(id: &'static str, name: &'static str, title: &'static str) -> Code {
        Code { id, name, title, explanation: "", wrong: "", right: "" }
    }

    /// Adds why it is a mistake, and how to correct it.
    #[must_use]
    pub const fn because(self, explanation: &'static str) -> Code {
        Code { explanation, ..self }
    }

    /// Adds a text with exactly this mistake.
    #[must_use]
    pub const fn wrong(self, wrong: &'static str) -> Code {
        Code { wrong, ..self }
    }

    /// Adds the text without the mistake.
    #[must_use]
    pub const fn right(self, right: &'static str) -> Code {
        Code { right, ..self }
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
impl Eq for Code {}

/// How many accepted things a message names at least, and how many characters it may use for more of them.
const LEAST: usize = 8;
const ROOM: usize = 280;

/// How many characters of a line are shown.
const WIDEST: usize = 200;

/// A change of the text after which a mistake is gone.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The words to replace; an empty span where something is inserted.
    pub span: Span,
    /// What stands there then; empty where something is left out.
    pub text: String,
}

/// One mistake at one place.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// Which kind of mistake.
    pub code: &'static Code,
    /// The words to underline.
    pub span: Span,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What would be accepted at this place; short.
    pub expected: Vec<String>,
    /// The corrected text, or how to get there.
    pub hint: Option<String>,
    /// The changes that the hint speaks of, where it can be done by a machine; any one of them suffices.
    pub fixes: Vec<Fix>,
}

impl Complaint {
    /// A complaint without expectations or a hint.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, span, message: message.into(), expected: Vec::new(), hint: None, fixes: Vec::new() }
    }

    /// Puts complaints in the order of the places that they are about.
    pub fn sort(complaints: &mut [Complaint]) {
        complaints.sort_by_key(|one| (one.span.file, one.span.start, one.code.id));
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds "did you mean", if a word is known that comes near. It takes the place of the words that are underlined.
    #[must_use]
    pub fn did_you_mean(self, word: Option<&str>) -> Self {
        let span = self.span;
        self.did_you_mean_for(span, word)
    }

    /// Adds "did you mean", if a phrase is known that comes near. It takes the place of these words.
    #[must_use]
    pub fn did_you_mean_for(mut self, span: Span, phrase: Option<&str>) -> Self {
        let Some(phrase) = phrase else { return self };
        self.hint = Some(format!("did you mean `{phrase}`?"));
        self.fixes.clear();
        self.fix(span, phrase)
    }

    /// Adds "write" with what is right in the place of the words that are underlined.
    #[must_use]
    pub fn write(self, text: &str) -> Self {
        let span = self.span;
        self.hint(format!("write `{text}`")).fix(span, text)
    }

    /// Adds a change that takes the mistake away. What still has a place to be filled in is none.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.contains('<') {
            self.fixes.push(Fix { span, text });
        }
        self
    }

    /// Adds a change, if there is one.
    #[must_use]
    pub fn maybe_fix(mut self, fix: Option<Fix>) -> Self {
        self.fixes.extend(fix);
        self
    }

    /// Adds what would be accepted.
    #[must_use]
    pub fn expecting<S: Into<String>>(mut self, expected: impl IntoIterator<Item = S>) -> Self {
        self.expected = expected.into_iter().map(Into::into).collect();
        self
    }

    /// What would be accepted, as a list that may be cut off.
    pub fn accepted(&self) -> String {
        let mut text = String::new();
        for (at, word) in self.expected.iter().enumerate() {
            if at >= LEAST && text.len() + word.len() > ROOM {
                return format!("{text}, and {} more", self.expected.len() - at);
            }
            let comma = if at == 0 { "" } else { ", " };
            text.push_str(&format!("{comma}`{word}`"));
        }
        text
    }

    /// The complaint as text: place, message, the line with the words underlined, what is accepted, the hint.
    pub fn render(&self, sources: &Sources) -> String {
        let (line, column) = sources.line_col(self.span);
        let name = sources.source(self.span).map_or("", |s| s.name.as_str());
        let (source_line, lead) = around(sources.line(self.span), column - 1);
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let room = source_line.chars().count().saturating_sub(lead);
        let lead: String = source_line.chars().take(lead).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let words = sources.text(self.span).lines().next().unwrap_or("").chars().count();
        let mut text = format!("{name}:{line}:{column}: {} [{} {}]\n", self.message, self.code.id, self.code.name);
        text.push_str(&format!(
            "{gutter} |\n{number} | {source_line}\n{gutter} | {lead}{}\n",
            "^".repeat(words.min(room).max(1))
        ));
        if !self.expected.is_empty() {
            text.push_str(&format!("{gutter} = accepted here: {}\n", self.accepted()));
        }
        if let Some(hint) = &self.hint {
            text.push_str(&format!("{gutter} = {hint}\n"));
        }
        text
    }
}

/// A line as it is shown: of a very long one the part around a place, and where the place is in that part.
pub fn around(line: &str, at: usize) -> (String, usize) {
    let all = line.chars().count();
    let skipped = if all > WIDEST { at.saturating_sub(WIDEST / 2) } else { 0 };
    let shown: String = line.chars().skip(skipped).take(WIDEST).collect();
    let [before, behind] = [skipped > 0, all > skipped + WIDEST].map(|cut| if cut { "…" } else { "" });
    (format!("{before}{shown}{behind}"), at - skipped + before.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_shown_around_its_place() {
        assert_eq!(around("draw 1.", 5), ("draw 1.".to_owned(), 5));
        let short = "x".repeat(WIDEST);
        assert_eq!(around(&short, WIDEST - 1), (short.clone(), WIDEST - 1));
        let long = "x".repeat(500) + "here" + &"y".repeat(500);
        let (shown, at) = around(&long, 500);
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.chars().count() == WIDEST + 2);
        assert_eq!(shown.chars().skip(at).take(4).collect::<String>(), "here");
        let (shown, at) = around(&long, 0);
        assert!(shown.starts_with('x') && shown.ends_with('…') && at == 0);
    }
}
