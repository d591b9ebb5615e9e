//! Which rules a record was made with.

use playmat_catalog::Needed;
use playmat_kernel::Record;
use playmat_wire::{Opening, RecordError, Stored};

/// The rules that a record names.
pub fn needed(record: &Record<Opening>) -> Needed {
    let Opening { terms, made_with, own_cards, .. } = &record.setup;
    let (terms, own_cards) = (terms.clone(), own_cards.clone());
    Needed { rules: record.rules, cards: made_with.cards, version: made_with.version, terms, own_cards }
}

/// The rules that a file names, before it can be read whole: its cards are known by what these rules call them.
pub fn needed_by(stored: &Stored) -> Result<Needed, RecordError> {
    let made_with = stored.made_with()?;
    Ok(Needed {
        rules: stored.rules()?,
        cards: made_with.cards,
        version: made_with.version,
        terms: stored.terms(),
        own_cards: stored.own_cards().to_vec(),
    })
}
