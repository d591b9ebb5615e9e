//! What a batch is made of: how many matches, who plays, with which decks, from which seed.

use playmat_bots::BotSpec;
use playmat_cards::{CardGame, DefId};
use playmat_catalog::{AnyRules, Deck, DeckSource, deck_from, shipped_decks};
use playmat_kernel::{BySeat, Chance, Seat};

use crate::BatchError;

/// How a batch is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How many matches are played at once.
    pub matches: usize,
    /// On how many threads. One means the thread that calls.
    pub threads: usize,
    /// Where the seeds of the matches come from: see [`match_seed`].
    pub seed: u64,
    /// Who plays against the learner; none when it plays both seats.
    pub opponent: Option<Opponent>,
    /// What is brought to each seat.
    pub decks: BySeat<DeckSupply>,
    /// Who begins, if that is fixed.
    pub first: Option<Seat>,
}

/// A bot that plays one seat of every match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// Which bot.
    pub bot: BotSpec,
    /// Its seat. None for both in turn: seat two in the first match at an even place, and the other one in every next match.
    pub seat: Option<Seat>,
}

/// Decks with the weights by which they are brought.
#[derive(Clone, PartialEq, Debug)]
pub struct DeckSupply {
    decks: Vec<Supplied>,
    /// The sum of the weights up to each deck.
    sums: Vec<f64>,
}

/// A deck, or how one is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Supplied {
    /// A new random one for every match, of a category where one is named.
    Random(Option<String>),
    /// This one.
    Deck(Deck),
}

impl Plan {
    /// So many matches of this seed on one thread: self-play with random decks.
    pub fn new(matches: usize, seed: u64) -> Self {
        let decks = BySeat::from_fn(|_| DeckSupply::random());
        Plan { matches, threads: 1, seed, opponent: None, decks, first: None }
    }

    /// The seat of the bot in the match that is the `round`-th at this place.
    pub(crate) fn bot_seat(&self, place: usize, round: u64) -> Option<Seat> {
        let in_turn = if (place as u64 ^ round) & 1 == 0 { Seat::Two } else { Seat::One };
        self.opponent.map(|opponent| opponent.seat.unwrap_or(in_turn))
    }
}

impl DeckSupply {
    /// A new random deck for every match.
    pub fn random() -> Self {
        DeckSupply { decks: vec![Supplied::Random(None)], sums: vec![1.0] }
    }

    /// The ready decks that ship with the game and are legal under these rules, each as often as the others.
    pub fn ready(rules: &dyn AnyRules) -> Result<Self, BatchError> {
        let legal = shipped_decks(rules.game()).into_iter().filter_map(|list| rules.legal(&list).ok());
        DeckSupply::weighted(legal.map(|deck| (Supplied::Deck(deck), 1.0)).collect())
    }

    /// Decks with weights. A deck of twice the weight is brought twice as often.
    pub fn weighted(decks: Vec<(Supplied, f64)>) -> Result<Self, BatchError> {
        if decks.is_empty() {
            return Err(BatchError::Plan("there is no deck to bring".into()));
        }
        if let Some((_, weight)) = decks.iter().find(|(_, weight)| !weight.is_finite() || *weight < 0.0) {
            return Err(BatchError::Plan(format!("the weight of a deck is a number from 0 up, not {weight}")));
        }
        let mut sum = 0.0;
        let add = |(deck, weight)| {
            sum += weight;
            (deck, sum)
        };
        let (decks, sums): (Vec<_>, Vec<_>) = decks.into_iter().map(add).unzip();
        if sum <= 0.0 || !sum.is_finite() {
            return Err(BatchError::Plan("the weights of the decks add up to nothing that can be drawn from".into()));
        }
        Ok(DeckSupply { decks, sums })
    }

    /// The deck for a match.
    pub(crate) fn draw<G: CardGame, C: Chance>(&self, rules: &G::Rules, chance: &mut C) -> Vec<DefId> {
        let place = match (&self.sums[..], self.sums.last()) {
            ([_], _) | (_, None) => 0,
            (sums, Some(all)) => {
                let at = f64::from(chance.one_of(FINE)) / f64::from(FINE) * all;
                sums.partition_point(|&sum| sum <= at).min(sums.len() - 1)
            }
        };
        match &self.decks[place] {
            Supplied::Random(category) => G::random_deck(rules, category.as_deref(), chance),
            Supplied::Deck(deck) => deck.cards().to_vec(),
        }
    }

    /// Whether every deck is legal under these rules, the random ones included: for cards that allow none.
    pub(crate) fn check<G: CardGame, C: Chance>(&self, rules: &G::Rules, chance: &mut C) -> Result<(), BatchError> {
        for deck in &self.decks {
            let faults = match deck {
                Supplied::Random(category) => Deck::random::<G>(rules, category.as_deref(), chance).err(),
                Supplied::Deck(deck) => Some(G::deck_faults(rules, deck.cards())),
            };
            if let Some(fault) = faults.unwrap_or_default().first() {
                return Err(BatchError::Plan(format!("a deck is not legal: {}", fault.sentence)));
            }
        }
        Ok(())
    }
}

impl Supplied {
    /// Reads what a person writes where a deck is wanted: `random`, `random:Fish`, the name of a ready deck, or a file.
    pub fn read<G: CardGame>(rules: &G::Rules, text: &str) -> Result<Self, BatchError> {
        match DeckSource::read(text) {
            DeckSource::Random(category) => Ok(Supplied::Random(category)),
            DeckSource::Named(name) => {
                let deck = deck_from(G::NAME, &name).and_then(|list| list.legal::<G>(rules));
                deck.map(Supplied::Deck)
                    .map_err(|errors| BatchError::Plan(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))
            }
        }
    }
}

/// Into how many parts the sum of the weights is cut when a deck is drawn.
const FINE: u32 = 1 << 24;

/// The seed of a match: of a batch of this seed, at this place, the `round`-th there. The match is made from this number alone.
pub fn match_seed(seed: u64, place: u64, round: u64) -> u64 {
    mixed(mixed(mixed(seed).wrapping_add(place)).wrapping_add(round))
}

/// The seed of the bot that plays in the match of this seed: its luck is its own.
pub fn bot_seed(seed: u64) -> u64 {
    mixed(seed)
}

/// A number that looks unrelated to this one, and never the same for two numbers (the finaliser of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
