//! What is wrong with a file, and the changes that put it right.

use std::ops::Range;

use playmat_cardtext::Complaint;
use playmat_catalog::{ALL_GAMES, DeckList};
use playmat_scenario::{ParseError, Verdict, parse_file};

use crate::edit::Edit;
use crate::paths::{Kind, SetId};
use crate::text::Text;
use crate::workspace::{OneSet, Workspace, bytes};

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The words it is about.
    pub range: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
    /// `C07`, for what has one.
    pub code: Option<&'static str>,
    /// `unknown-keyword`.
    pub name: Option<&'static str>,
    /// The changes that take it away; any one of them suffices.
    pub fixes: Vec<Fix>,
}

/// A change that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as a command.
    pub title: String,
    /// The change.
    pub edit: Edit,
}

impl Workspace {
    /// Everything that is wrong with a file. Scenarios are played.
    pub fn diagnostics(&self, path: &str) -> Vec<Diagnostic> {
        let Some(text) = self.text(path) else { return Vec::new() };
        match Kind::of(path) {
            Some(Kind::Cards) => {
                let Some((one, file)) = self.set_of(path) else { return Vec::new() };
                let here = one.set.complaints().iter().filter(|complaint| complaint.span.file == file);
                here.map(|complaint| of_complaint(&one, complaint, text)).collect()
            }
            Some(Kind::Scenarios) => self.of_scenarios(path, text),
            Some(Kind::Deck) => self.of_deck(path, text),
            None => Vec::new(),
        }
    }

    fn of_scenarios(&self, path: &str, text: &Text) -> Vec<Diagnostic> {
        let errors = |errors: Vec<ParseError>| -> Vec<Diagnostic> {
            errors.into_iter().map(|error| plain(place(text, error.line, error.col), error.message)).collect()
        };
        let scripts = match parse_file(path, text.as_str()) {
            Ok(scripts) => scripts,
            Err(wrong) => return errors(wrong),
        };
        let mut found = Vec::new();
        for script in scripts {
            let Some(one) = self.cards_for(path, &script.game) else {
                found.extend(errors(vec![script.unknown_game(ALL_GAMES)]));
                continue;
            };
            if !one.set.complaints().is_empty() {
                let (cards, count) = (&one.id.folder, one.set.complaints().len());
                let message = format!("not played: `check` finds {count} problems in the cards of {cards}");
                found.push(plain(place(text, script.game_line.line, script.game_line.col), message));
                continue;
            }
            match one.set.judge(&script, &|name| self.ready_deck(&script.game, name)) {
                Verdict::Passed => {}
                Verdict::Unparsable(wrong) => found.extend(errors(wrong)),
                Verdict::Failed { line, actual, .. } => {
                    found.push(plain(place(text, line, 1), format!("this does not hold; found: {actual}")));
                }
            }
        }
        found
    }

    fn of_deck(&self, path: &str, text: &Text) -> Vec<Diagnostic> {
        let list = DeckList::parse(path, text.as_str());
        let wrong = match list {
            Err(wrong) => wrong,
            Ok(list) => match self.cards_for(path, SetId::of(path).game) {
                Some(one) => one.set.deck_faults(&list),
                None => Vec::new(),
            },
        };
        let one = |error: playmat_catalog::DeckError| Diagnostic {
            code: Some(error.code),
            ..plain(place(text, error.line.unwrap_or(1), 1), error.message)
        };
        wrong.into_iter().map(one).collect()
    }
}

fn plain(range: Range<usize>, message: String) -> Diagnostic {
    Diagnostic { range, message, code: None, name: None, fixes: Vec::new() }
}

/// A line from a column on, both from 1, without white space and comment.
fn place(text: &Text, line: usize, column: usize) -> Range<usize> {
    let line = text.line(line.saturating_sub(1));
    let words = &text.as_str()[line.clone()];
    let skipped: usize = words.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    let rest = &words[skipped..];
    let start = line.start + skipped + (rest.len() - rest.trim_start().len());
    let comment = text.as_str()[start..line.end].find(" #").map_or(line.end, |at| start + at);
    start..start + text.as_str()[start..comment].trim_end().len()
}

fn of_complaint(one: &OneSet, complaint: &Complaint, text: &Text) -> Diagnostic {
    let mut message = complaint.message.clone();
    if !complaint.expected.is_empty() {
        message.push_str(&format!("\naccepted here: {}", complaint.accepted()));
    }
    if let Some(hint) = &complaint.hint {
        message.push_str(&format!("\n{hint}"));
    }
    let fix = |fix: &playmat_cardtext::Fix| {
        let at = one.target(fix.span)?;
        let written = text.as_str()[at.start..at.end].trim();
        let title = match fix.text.trim() {
            "" if written.is_empty() => "Move to the margin".to_owned(),
            "" => format!("Leave out `{written}`"),
            words => format!("Write `{words}`"),
        };
        let title = if fix.text == "  " { "Indent the line".to_owned() } else { title };
        Some(Fix { title, edit: Edit { path: at.path, start: at.start, end: at.end, text: fix.text.clone() } })
    };
    Diagnostic {
        range: bytes(complaint.span),
        message,
        code: Some(complaint.code.id),
        name: Some(complaint.code.name),
        fixes: complaint.fixes.iter().filter_map(fix).collect(),
    }
}
