//! Which words of the glossary a card uses.

use playmat_cards::CardInfo;
use playmat_cardtext::Explained;

/// The entries of the glossary that the card's kind, keywords and lines use. Where no trigger is called as a line begins, an adjective
/// may be: `latent when this is destroyed` is a `latent` effect.
pub fn words_used<'a>(info: &CardInfo, glossary: &'a [Explained]) -> Vec<&'a Explained> {
    let printed = format!("{} {} {}", info.kind, info.keywords.join(" , "), info.text.join(" , ")).to_lowercase();
    let is_trigger = |word: &str| glossary.iter().any(|entry| entry.class == "trigger" && entry.word == word);
    let fits = |entry: &&Explained| match entry.class {
        "kind" => entry.word.eq_ignore_ascii_case(info.kind),
        "keyword" | "trigger" => has_words(&printed, &entry.word.to_lowercase()),
        "adjective" => !is_trigger(&entry.word) && info.text.iter().any(|line| begins_with(line, &entry.word)),
        _ => false,
    };
    glossary.iter().filter(fits).collect()
}

/// Whether what stands before the colon of a line begins with this word.
fn begins_with(line: &str, word: &str) -> bool {
    line.split_once(':').is_some_and(|(head, _)| head.split(' ').next() == Some(word))
}

/// Whether these words stand in the text, not as part of longer ones.
fn has_words(text: &str, words: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
    !words.is_empty()
        && text
            .match_indices(words)
            .any(|(at, found)| edge(text[..at].chars().next_back()) && edge(text[at + found.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::{begins_with, has_words};

    #[test]
    fn a_line_begins_with_its_kind() {
        assert!(begins_with("latent when this is destroyed: draw 1.", "latent"));
        assert!(!begins_with("counter when a latent effect is activated: draw 1.", "latent"));
        assert!(!begins_with("draw 1.", "draw"));
    }

    #[test]
    fn words_are_found_whole() {
        assert!(has_words("gains multi-strike 2, haste", "haste"));
        assert!(!has_words("hasten", "haste"));
        assert!(!has_words("multi-strike", "strike"));
    }
}
