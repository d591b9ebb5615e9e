//! What a word means, what a card says, and where it is.

use std::ops::Range;

use playmat_cardtext::{Explained, Place};

use crate::edit::Edit;
use crate::paths::{Kind, SetId};
use crate::workspace::{OneSet, Target, Workspace, bytes};

/// What is told of the words at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The words.
    pub range: Range<usize>,
    /// What they mean, as Markdown.
    pub markdown: String,
}

impl Workspace {
    /// What the words at a place mean: the text of a card that is named, or the sentence of the game's table.
    pub fn hover(&self, path: &str, at: usize) -> Option<Hover> {
        let text = self.text(path)?;
        let word = text.word_at(at);
        if let Some((one, file)) = self.set_of(path) {
            let found = one.set.locate(file, at, word);
            let (range, what) = match found {
                Some(found) => (bytes(found.span), found.what),
                None => (word_range(text.as_str(), word), Place::Word(one.set.explain(word)?)),
            };
            let markdown = match what {
                Place::Header(name) | Place::Named(name) => card_text(&one, &name)?,
                Place::Word(word) => sentence(&word),
            };
            return Some(Hover { range, markdown });
        }
        if let Some(named) = self.named_at(path, at) {
            return Some(Hover { range: named.at, markdown: card_text(&named.set, &named.name)? });
        }
        let game = SetId::of(path).game;
        let explained = self.cards_for(path, game)?.set.explain(word.trim_start_matches("no-"))?;
        Some(Hover { range: word_range(text.as_str(), word), markdown: sentence(&explained) })
    }

    /// Where the card that is named at a place is written: more than once, if a card and a token share the name.
    pub fn definition(&self, path: &str, at: usize) -> Vec<Target> {
        let Some(named) = self.named_at(path, at) else { return Vec::new() };
        let spans = named.set.set.cards().iter().filter(|card| card.name == named.name).map(|card| card.name_span);
        let known = |target: &Target| self.text(&target.path).is_some();
        spans.filter_map(|span| named.set.target(span)).filter(known).collect()
    }

    /// Every place that names the card which is named at a place, its own header among them.
    pub fn references(&self, path: &str, at: usize) -> Vec<Target> {
        let Some(named) = self.named_at(path, at) else { return Vec::new() };
        let mut found = self.mentions_of(&named.set, &named.name);
        found.retain(|target| self.text(&target.path).is_some());
        found.sort();
        found.dedup();
        found
    }

    /// The change that gives a card file its canonical form; none if it has it. A file with mistakes is left as it is, as by `fmt`.
    pub fn format(&self, path: &str) -> Option<Edit> {
        let text = self.text(path).filter(|_| Kind::of(path) == Some(Kind::Cards))?;
        let (one, file) = self.set_of(path)?;
        Edit::between(path, text.as_str(), &one.set.formatted(file)?)
    }
}

/// The place of a word that was cut out of a text.
fn word_range(text: &str, word: &str) -> Range<usize> {
    let start = (word.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len());
    start..(start + word.len()).min(text.len())
}

fn card_text(one: &OneSet, name: &str) -> Option<String> {
    let texts: Vec<&str> = one.set.cards().iter().filter(|card| card.name == name).map(|card| card.text.trim_end()).collect();
    (!texts.is_empty()).then(|| format!("```playmat-cards\n{}\n```", texts.join("\n\n")))
}

fn sentence(word: &Explained) -> String {
    format!("`{}` ({})\n\n{}", word.usage, word.class, word.gloss)
}
