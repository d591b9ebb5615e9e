//! A card and its words, explained to a person.

use std::fmt::Write;

use playmat_cards::{CardInfo, Details};
use playmat_cardtext::Explained;
use playmat_wire::words_used;

/// A card with its whole text and the meaning of the words it uses.
pub fn sheet(info: &CardInfo, glossary: &[Explained]) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}  {}", info.name, headline(info));
    for line in &info.text {
        let _ = write!(text, "\n  {line}");
    }
    let dim = anstyle::Style::new().dimmed();
    for entry in words_used(info, glossary) {
        let _ = write!(text, "\n  {dim}{}: {}{dim:#}", entry.heading, entry.gloss);
    }
    text
}

/// `prey, Fish, 3/2 (2), haste`: what stands beside the name.
pub fn headline(info: &CardInfo) -> String {
    let mut words = vec![info.kind.to_owned()];
    words.extend(info.category.clone());
    if let Some(Details { kind, subtypes, level: Some(level), .. }) = &info.details {
        words.push([std::slice::from_ref(kind), subtypes].concat().join(" "));
        words.push(format!("level {level}"));
    }
    words.extend(info.stats.clone());
    words.extend(info.keywords.iter().cloned());
    if info.token && !info.kind.contains("token") {
        words.push("token".into());
    }
    words.join(", ")
}
