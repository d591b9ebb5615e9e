//! The trail of a match: a chain of hashes over what chance drew and what happened. No other code depends on its form.

use playmat_cards::{CardGame, CardInfo};
use playmat_chance::{Seed, ShareOutcome};
use playmat_kernel::{Entry, Outcome, Record, Seat, Status, Trail};
use playmat_wire::{EventForm, Opening, entry_to_bytes};
use sha2::{Digest, Sha256};

use crate::points::{Point, ReplayError, Transition, first, fullest_form, walk_from};

/// The hash chain after some entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain of a match in which nothing has been entered, in the version that its record names.
    pub fn begin<G: CardGame>(record: &Record<Opening>, first: &Transition<G>, cards: &[CardInfo]) -> Self {
        let mut hash = Sha256::new();
        match (record.trail.version, record.trail.unnamed) {
            (1, Some(link)) => return Chain(link),
            (1, None) => {
                hash.update(b"playmat trail 1\0");
                add(&mut hash, record.setup.game.as_bytes());
                for seat in Seat::BOTH {
                    add(&mut hash, record.setup.players[seat].as_bytes());
                    add(&mut hash, deck(&record.setup, seat, cards).as_bytes());
                }
            }
            _ => {
                hash.update(b"playmat trail 2\0");
                add_setup(&mut hash, record, cards);
            }
        }
        add_step(&mut hash, first, cards);
        Chain(hash.finalize().into())
    }

    /// The chain after one more entry.
    pub fn after<G: CardGame>(self, entry: Entry, step: &Transition<G>, cards: &[CardInfo]) -> Self {
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
        trail.last.clear();
        trail.last.extend(self.0);
    }

    /// Whether this is the last link that a record kept: the whole of it, or before version 4 its first half.
    pub fn is(self, kept: &[u8]) -> bool {
        !kept.is_empty() && self.0.starts_with(kept)
    }

    /// The whole link: what is signed.
    pub fn whole(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Plays a record, from a scene if it begins with one, and hashes what happens. `visit` gets how many entries there were, what
/// the last one led to, and the chain after it; the opening comes first, with 0.
pub fn walk_hashed<G: CardGame>(
    rules: &G::Rules,
    record: &Record<Opening>,
    scene: Option<&G::Position>,
    mut visit: impl FnMut(usize, &Transition<G>, Chain),
) -> Result<Point<G>, ReplayError> {
    let cards = G::cards(rules);
    let mut chain = None::<Chain>;
    walk_from(rules, record, scene, record.entries.len(), |entries, step| {
        let next = match (chain, entries.checked_sub(1)) {
            (Some(chain), Some(place)) => chain.after(record.entries[place], step, cards),
            _ => Chain::begin(record, step, cards),
        };
        chain = Some(next);
        visit(entries, step, next);
    })
}

/// Gives a player of a record another name. Current trails do not cover names; a trail of version 1 keeps its first link instead.
pub fn rename<G: CardGame>(rules: &G::Rules, record: &mut Record<Opening>, seat: Seat, name: String) {
    if record.trail.version == 1 && record.trail.unnamed.is_none() {
        let link = Chain::begin(record, &first::<G>(rules, &record.setup), G::cards(rules));
        record.trail.unnamed = Some(link.0);
    }
    record.setup.players[seat] = name;
}

/// Everything that a match begins with, except the names of its players.
fn add_setup(hash: &mut Sha256, record: &Record<Opening>, cards: &[CardInfo]) {
    // The cards that it carries are covered by the fingerprints of the rules and of the cards.
    let Opening { game, terms, made_with, setup, seed, players: _, continues, own_cards: _ } = &record.setup;
    add(hash, game.as_bytes());
    add(hash, &record.rules.0);
    add(hash, made_with.cards.as_ref().map_or(&[][..], |cards| &cards.0));
    hash.update(made_with.version.to_le_bytes());
    add(hash, terms.edition.as_deref().unwrap_or_default().as_bytes());
    hash.update((terms.rulings.len() as u32).to_le_bytes());
    for (ruling, value) in &terms.rulings {
        add(hash, ruling.as_bytes());
        add(hash, value.as_bytes());
    }
    Seat::BOTH.into_iter().for_each(|seat| add(hash, deck(&record.setup, seat, cards).as_bytes()));
    hash.update([setup.first.map_or(2, Seat::bit), u8::from(setup.unshuffled)]);
    add(hash, &seed_bytes(seed));
    hash.update(continues.map_or([0; 5], |entries| {
        let [a, b, c, d] = entries.to_le_bytes();
        [1, a, b, c, d]
    }));
}

fn deck(opening: &Opening, seat: Seat, cards: &[CardInfo]) -> String {
    let names = opening.setup.decks[seat].iter().map(|def| cards.get(def.0 as usize).map_or("?", |card| &card.name));
    names.collect::<Vec<_>>().join("\n")
}

/// The parts of a seed.
fn seed_bytes(seed: &Seed) -> Vec<u8> {
    let shared = match seed {
        Seed::Number(number) => return number.to_le_bytes().to_vec(),
        Seed::Shared(shared) => shared,
    };
    let mut bytes = [&shared.secret[..], &shared.shares[Seat::One], &shared.shares[Seat::Two]].concat();
    if let Some(bound) = shared.bound {
        bytes.extend(bound.game_match.to_be_bytes());
        for seat in Seat::BOTH {
            bytes.extend(bound.players[seat]);
            bytes.push(match bound.brought[seat] {
                ShareOutcome::Opened => 0,
                ShareOutcome::Nothing => 1,
                ShareOutcome::Unopened => 2,
            });
        }
    }
    bytes
}

/// Draws, events in their fullest form, and what the table waits for.
fn add_step<G: CardGame>(hash: &mut Sha256, step: &Transition<G>, cards: &[CardInfo]) {
    hash.update((step.draws.len() as u32).to_le_bytes());
    for (of, drawn) in &step.draws {
        hash.update(of.to_le_bytes());
        hash.update(drawn.to_le_bytes());
    }
    hash.update((step.told.len() as u32).to_le_bytes());
    for event in step.told.iter().filter_map(fullest_form) {
        // Without its sentence, which may be reworded one day.
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
