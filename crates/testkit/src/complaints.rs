//! What is wrong with the text of some cards.

use playmat_cards::CardGame;
use playmat_cardtext::{Complaint, Sources, parse};

/// Everything that the language and the game complain about, each with the words it underlines.
pub fn complaints<G: CardGame>(text: &str) -> Vec<(Complaint, String)> {
    let sources = Sources::one("one.cards", text);
    let parsed = parse::<G::Words>(&sources);
    let found = G::check(&parsed.cards().collect::<Vec<_>>());
    let all = parsed.complaints.iter().cloned().chain(found);
    all.map(|one| (one.clone(), sources.text(one.span).to_owned())).collect()
}
