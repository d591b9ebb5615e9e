//! Which words of the glossary a card uses.

use playmat_cards::CardInfo;
use playmat_cardtext::Explained;

/// The entries of the glossary that the card's kind, keywords and lines use.
pub fn words_used<'a>(info: &CardInfo, glossary: &'a [Explained]) -> Vec<&'a Explained> {
    let printed = format!("{} {} {}", info.kind, info.keywords.join(" , "), info.text.join(" , ")).to_lowercase();
    let fits = |entry: &&Explained| match entry.class {
        "kind" => entry.word.eq_ignore_ascii_case(info.kind),
        "keyword" | "trigger" => has_words(&printed, &entry.word.to_lowercase()),
        _ => false,
    };
    glossary.iter().filter(fits).collect()
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
    use super::has_words;

    #[test]
    fn words_are_found_whole() {
        assert!(has_words("gains multi-strike 2, haste", "haste"));
        assert!(!has_words("hasten", "haste"));
        assert!(!has_words("multi-strike", "strike"));
    }
}
