//! A card and its words, explained to a person.

use std::fmt::Write;

use playmat_cards::{CardGame, CardInfo, Details};
use playmat_cardtext::{Explained, glossary};

/// A card with its whole text and the meaning of the words it uses.
pub fn sheet<G: CardGame>(info: &CardInfo) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}  {}", info.name, headline(info));
    for line in &info.text {
        let _ = write!(text, "\n  {line}");
    }
    let dim = anstyle::Style::new().dimmed();
    for entry in used::<G>(info) {
        let _ = write!(text, "\n  {dim}{}: {}{dim:#}", entry.word, entry.gloss);
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

/// The entries of the glossary that the card's kind, keywords and lines use.
fn used<G: CardGame>(info: &CardInfo) -> Vec<Explained> {
    let printed = format!("{} {} {}", info.kind, info.keywords.join(" , "), info.text.join(" , ")).to_lowercase();
    let fits = |entry: &Explained| match entry.class {
        "kind" => entry.word.eq_ignore_ascii_case(info.kind),
        "keyword" | "trigger" => has_words(&printed, &entry.word.to_lowercase()),
        _ => false,
    };
    glossary::<G::Words>().into_iter().filter(fits).collect()
}

/// Whether these words stand in the text, not as part of longer ones.
pub fn has_words(text: &str, words: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
    !words.is_empty()
        && text
            .match_indices(words)
            .any(|(at, found)| edge(text[..at].chars().next_back()) && edge(text[at + found.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn words_are_found_whole() {
        assert!(has_words("gains multi-strike 2, haste", "haste"));
        assert!(!has_words("hasten", "haste"));
        assert!(!has_words("multi-strike", "strike"));
    }
}
