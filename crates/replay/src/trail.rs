//! The trail of a match: a chain of hashes over what chance drew and what happened, in a form that no code but this depends on.

use playmat_cards::{CardGame, CardInfo};
use playmat_kernel::{Entry, Outcome, Record, Seat, Status, Trail};
use playmat_wire::{EventForm, Opening, entry_to_bytes};
use sha2::{Digest, Sha256};

use crate::line::{Broken, Point, Step, uncovered, walk_from};

/// The chain after so many entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain of a match in which nothing has been entered.
    pub fn begin<G: CardGame>(opening: &Opening, first: &Step<G>, cards: &[CardInfo]) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"playmat trail 1\0");
        add(&mut hash, opening.game.as_bytes());
        for seat in Seat::BOTH {
            add(&mut hash, opening.players[seat].as_bytes());
            let deck = opening.setup.decks[seat].iter().map(|def| cards.get(def.0 as usize).map_or("?", |card| &card.name));
            add(&mut hash, deck.collect::<Vec<_>>().join("\n").as_bytes());
        }
        add_step(&mut hash, first, cards);
        Chain(hash.finalize().into())
    }

    /// The chain after one more entry.
    pub fn after<G: CardGame>(self, entry: Entry, step: &Step<G>, cards: &[CardInfo]) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        add(&mut hash, &entry_to_bytes(entry));
        add_step(&mut hash, step, cards);
        Chain(hash.finalize().into())
    }

    /// What a record keeps of it for each entry.
    pub fn byte(self) -> u8 {
        self.0[0]
    }

    /// Adds what a record keeps of it to the trail.
    pub fn leave(self, trail: &mut Trail) {
        trail.steps.push(self.byte());
        trail.last = self.last();
    }

    /// What a record keeps of it for the last entry.
    pub fn last(self) -> [u8; 16] {
        self.0.first_chunk().copied().unwrap_or_default()
    }
}

/// Plays a record, from a scene if it begins with one, and hashes what happens. `visit` gets how many entries there were, what the last
/// of them led to, and the chain after it; first the opening with 0.
pub fn walk_hashed<G: CardGame>(
    rules: &G::Rules,
    record: &Record<Opening>,
    scene: Option<&G::Position>,
    mut visit: impl FnMut(usize, &Step<G>, Chain),
) -> Result<Point<G>, Broken> {
    let cards = G::cards(rules);
    let mut chain = None::<Chain>;
    walk_from(rules, record, scene, record.entries.len(), |entries, step| {
        let next = match (chain, entries.checked_sub(1)) {
            (Some(chain), Some(place)) => chain.after(record.entries[place], step, cards),
            _ => Chain::begin(&record.setup, step, cards),
        };
        chain = Some(next);
        visit(entries, step, next);
    })
}

/// Draws, events as whoever knows most hears them, and what the table waits for.
fn add_step<G: CardGame>(hash: &mut Sha256, step: &Step<G>, cards: &[CardInfo]) {
    hash.update((step.draws.len() as u32).to_le_bytes());
    for (of, drawn) in &step.draws {
        hash.update(of.to_le_bytes());
        hash.update(drawn.to_le_bytes());
    }
    hash.update((step.told.len() as u32).to_le_bytes());
    for event in step.told.iter().filter_map(uncovered) {
        // Without its sentence: that may be written better one day.
        let form = EventForm::of(event, String::new(), cards);
        add(hash, &serde_json::to_vec(&form).expect("texts and numbers can always be written"));
    }
    hash.update([match step.point.table.status() {
        Status::Asks(decision) => decision.seat.bit(),
        Status::Over(Outcome::Won(seat)) => 2 + seat.bit(),
        Status::Over(Outcome::Draw) => 4,
    }]);
}

fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u32).to_le_bytes());
    hash.update(bytes);
}
