//! The tokens and generated cards that cards make: those that their texts name.

use std::collections::BTreeMap;

use playmat_cards::{CardInfo, DefId};

/// What these cards make, and what that makes; each as often as one card makes it at once.
pub fn made_by(cards: &[CardInfo], chosen: &[DefId]) -> Vec<(DefId, usize)> {
    let mut found: BTreeMap<DefId, usize> = BTreeMap::new();
    let mut open: Vec<DefId> = chosen.to_vec();
    let mut read: Vec<DefId> = Vec::new();
    while let Some(def) = open.pop() {
        if read.contains(&def) {
            continue;
        }
        read.push(def);
        let Some(card) = cards.get(def.0 as usize) else { continue };
        for (made, count) in card.text.iter().flat_map(|line| named(cards, line)) {
            let most = found.entry(made).or_default();
            *most = count.max(*most);
            open.push(made);
        }
    }
    // What was chosen itself is there already.
    found.into_iter().filter(|(def, _)| !chosen.contains(def)).collect()
}

/// The cards that a line names and that are in no deck, with the number before the name.
fn named(cards: &[CardInfo], line: &str) -> Vec<(DefId, usize)> {
    let mut spans: Vec<(usize, usize, DefId)> = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        let spots = line.match_indices(&card.name).map(|(at, name)| (at, at + name.len()));
        spans.extend(spots.filter(|&(from, to)| is_whole(line, from, to)).map(|(from, to)| (from, to, DefId(place as u16))));
    }
    let is_made = |def: DefId| cards.get(def.0 as usize).is_some_and(|card| card.token || card.generated);
    // A name within a longer one is no name there.
    let within = |&(from, to, _): &(usize, usize, DefId)| {
        spans.iter().any(|&(other_from, other_to, _)| other_from <= from && to <= other_to && other_to - other_from > to - from)
    };
    let alone = spans.iter().filter(|span| is_made(span.2) && !within(span));
    alone.map(|&(from, _, def)| (def, count_before(&line[..from]))).collect()
}

fn is_whole(line: &str, from: usize, to: usize) -> bool {
    let edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    edge(line[..from].chars().next_back()) && edge(line[to..].chars().next())
}

/// `play 2 ` is two; no number is one, and nobody needs more than nine of a token.
fn count_before(text: &str) -> usize {
    text.split_whitespace().next_back().and_then(|word| word.parse().ok()).unwrap_or(1).clamp(1, 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str, token: bool, text: &str) -> CardInfo {
        let text = if text.is_empty() { vec![] } else { vec![text.to_owned()] };
        let (name, kind) = (name.to_owned(), "prey");
        CardInfo {
            name,
            kind,
            category: None,
            stats: None,
            keywords: vec![],
            text,
            token,
            generated: false,
            pool: !token,
            icon: None,
            details: None,
        }
    }

    #[test]
    fn what_a_text_names_is_made_and_what_that_makes() {
        let cards = [
            card("Carp", true, "slain: play 2 Carp Egg."),
            card("Carp Egg", true, ""),
            card("Egg", true, ""),
            card("Pond", false, "on play: play 3 Carp, then draw 1."),
            card("Well", false, "on play: play a Carp."),
        ];
        assert_eq!(made_by(&cards, &[DefId(3), DefId(4)]), [(DefId(0), 3), (DefId(1), 2)]);
        assert_eq!(made_by(&cards, &[DefId(3), DefId(0)]), [(DefId(1), 2)], "a token that was chosen is not made again");
        assert_eq!(made_by(&cards, &[DefId(2)]), []);
    }
}
