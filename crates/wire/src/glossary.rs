//! Which words of the glossary a card uses.

use playmat_cards::CardInfo;
use playmat_cardtext::Explained;

/// The entries of the glossary that the card's kind, keywords and lines use. If no trigger is written like the beginning of a
/// line, an adjective may be: `latent when this is destroyed` is a `latent` effect.
pub fn words_used<'a>(info: &CardInfo, glossary: &'a [Explained]) -> Vec<&'a Explained> {
    // Names of cards have capitals, keywords have none.
    let printed = format!("{} , {}", info.keywords.join(" , "), info.text.join(" , "));
    let heads: Vec<&str> = info.text.iter().flat_map(|line| heads(line)).collect();
    let is_trigger = |word: &str| glossary.iter().any(|entry| entry.class == "trigger" && entry.word == word);
    let fits = |entry: &&Explained| match entry.class {
        "kind" => entry.word.eq_ignore_ascii_case(info.kind),
        "keyword" => has_words(&printed, &entry.word.to_lowercase()),
        "trigger" => heads.iter().any(|head| is_written(head, &entry.usage)),
        "adjective" => !is_trigger(&entry.word) && heads.iter().any(|head| head.split(' ').next() == Some(&entry.word)),
        _ => false,
    };
    glossary.iter().filter(fits).collect()
}

/// What stands before the colons of a line, also of quoted lines, without costs.
fn heads(line: &str) -> impl Iterator<Item = &str> {
    let head = |said: &'_ str| -> Option<usize> { said.find(':').map(|colon| said[..colon].find(',').unwrap_or(colon)) };
    line.split('"').filter_map(move |said| head(said).map(|end| said[..end].trim()))
}

/// Whether a text matches a pattern like `when <who> dies`.
fn is_written(text: &str, usage: &str) -> bool {
    let mut pieces = usage.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, behind)| behind));
    let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else { return false };
    for piece in pieces {
        // A gap must be filled.
        match rest.get(1..).and_then(|rest| if piece.is_empty() { Some(rest.len()) } else { rest.find(piece) }) {
            Some(at) => rest = &rest[1 + at + piece.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether these words stand in the text as whole words.
fn has_words(text: &str, words: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
    !words.is_empty()
        && text
            .match_indices(words)
            .any(|(at, found)| edge(text[..at].chars().next_back()) && edge(text[at + found.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::{has_words, heads, is_written};

    #[test]
    fn heads_are_found_in_quotes_and_without_costs() {
        let of = |line: &'static str| heads(line).collect::<Vec<_>>();
        assert_eq!(of("on play: draw 3, then discard 1."), ["on play"]);
        assert_eq!(of("discard: this gains \"end of turn: draw 1.\""), ["discard", "end of turn"]);
        assert_eq!(of("normal, pay 1 point: draw 1."), ["normal"]);
        assert_eq!(of("draw 1."), [""; 0]);
    }

    #[test]
    fn a_trigger_is_the_whole_head() {
        assert!(is_written("before combat", "before combat"));
        assert!(!is_written("defending before combat", "before combat"));
        assert!(!is_written("discard when an enemy attacks directly", "discard"));
        assert!(is_written("when a close unit dies", "when <who> dies"));
        assert!(is_written("activate with cooldown 2", "activate with cooldown <a number>"));
        assert!(!is_written("activate", "activate with cooldown <a number>"));
        assert!(is_written("latent underneath when this stack attacks", "latent <adjectives> when <who> attacks"));
        assert!(!is_written("latent when this attacks", "latent <adjectives> when <who> attacks"));
    }

    #[test]
    fn words_are_found_whole() {
        assert!(has_words("gains multi-strike 2, haste", "haste"));
        assert!(!has_words("hasten", "haste"));
        assert!(!has_words("multi-strike", "strike"));
    }
}
