//! The rules of any game: cards that were read and checked, compiled for an edition.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use playmat_batch::{Account, AnyBatch, Batch, BatchError, DeckSupply, Plan, Supplied};
use playmat_cards::{CardGame, Encode, Layout, Setup, Terms};
use playmat_catalog::{
    AnyRules, Archive, DeckError, DeckList, DeckSource, EncodedVisitor, ModelOrigin, Origin, UnknownGame, Visitor, deck_from,
    visit_encoded,
};
use playmat_chance::{FastChance, Seed};
use playmat_kernel::{BySeat, Entry, Fingerprint, Record, Seat};
use playmat_lab::chunk::{Part, Played, Work};
use playmat_replay::{ReplayError, Trust, needed_by, opening, reason, replays};
use playmat_wire::replays::Verification;
use playmat_wire::{CardInfoForm, Opening, Readable, Stored, to_binary};

use crate::matches::MatchOf;
use crate::{AnyMatch, BatchWish, DeckWish, Forced, FrontendError, Kind, SupplyWish};

/// Rules of a game, shared by all who play under them.
#[derive(Clone)]
pub struct Rules {
    pub(crate) set: playmat_catalog::Rules,
    pub(crate) origin: Origin,
}

/// What the players of a match are called that nobody has named.
const NAMES: [&str; 2] = ["Player 1", "Player 2"];

/// The rules of a game. Those of the shipped cards, with the shipped models, are made once.
pub fn open(game: &str, terms: &Terms, origin: &Origin, models: &ModelOrigin) -> Result<Rules, FrontendError> {
    static MADE: Mutex<Option<HashMap<(String, Terms), Rules>>> = Mutex::new(None);
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (game.to_owned(), terms.clone());
    if *origin != Origin::Shipped || *models != ModelOrigin::Shipped {
        return load(game, terms, origin, models);
    }
    if let Some(rules) = made().as_ref().and_then(|made| made.get(&key).cloned()) {
        return Ok(rules);
    }
    let rules = load(game, terms, origin, models)?;
    let mut made = made();
    let made = made.get_or_insert_default();
    if made.len() >= MOST_RULE_SETS {
        // Rule sets that nobody holds can be made again.
        made.retain(|_, rules| Arc::strong_count(&rules.set) > 1);
    }
    made.insert(key, rules.clone());
    Ok(rules)
}

/// How many rule sets of the shipped cards are kept.
const MOST_RULE_SETS: usize = 32;

pub(crate) fn load(game: &str, terms: &Terms, origin: &Origin, models: &ModelOrigin) -> Result<Rules, FrontendError> {
    let cards = playmat_catalog::load(game, origin, models)?;
    let set = cards.rules(terms).map_err(|error| Kind::Terms.error(error))?;
    Ok(Rules { set, origin: origin.clone() })
}

impl Rules {
    /// `food-chain`
    pub fn game(&self) -> &'static str {
        self.set.game()
    }

    /// `Food Chain`
    pub fn title(&self) -> &'static str {
        self.set.title()
    }

    /// Equal on every machine for equal cards, rulings and rule version.
    pub fn fingerprint(&self) -> Fingerprint {
        self.set.fingerprint()
    }

    /// The version of the rules: `CardGame::RULE_VERSION`.
    pub fn version(&self) -> u16 {
        self.set.version()
    }

    /// The terms, as they were asked for.
    pub fn terms(&self) -> &Terms {
        self.set.terms()
    }

    /// The edition.
    pub fn edition(&self) -> &str {
        self.set.terms().edition.as_deref().unwrap_or(self.set.editions()[0])
    }

    /// All rulings with the values that they have.
    pub fn rulings(&self) -> Vec<(&'static str, &'static str)> {
        self.set.ruled().into_iter().map(|(ruling, value)| (ruling.name, value)).collect()
    }

    /// All definitions, in their order.
    pub fn cards(&self) -> Vec<CardInfoForm> {
        self.set.cards().iter().map(CardInfoForm::from).collect()
    }

    /// The names of all definitions, in their order.
    pub fn names(&self) -> Vec<String> {
        self.set.cards().iter().map(|info| info.name.clone()).collect()
    }

    /// What the numbers mean; none for a game without an encoder.
    pub fn layout(&self) -> Option<Layout> {
        struct Means;
        impl Visitor for Means {
            type Out = Option<Layout>;
            fn visit<G: CardGame>(self) -> Self::Out {
                G::encoder().map(|encoder| *encoder.layout())
            }
        }
        self.set.visit(Means)
    }

    /// The features of all definitions, a row for each.
    pub fn definitions(&self) -> Result<Vec<i16>, FrontendError> {
        struct Define<'a>(&'a dyn AnyRules, Vec<i16>);
        impl Visitor for Define<'_> {
            type Out = Vec<i16>;
            fn visit<G: CardGame>(mut self) -> Vec<i16> {
                if let Some(encoder) = G::encoder() {
                    encoder.definitions(&self.0.of::<G>().rules, &mut self.1);
                }
                self.1
            }
        }
        let columns = self.layout().ok_or_else(|| without_numbers(self.game()))?.definitions.columns.len();
        Ok(self.set.visit(Define(&*self.set, vec![0; self.set.cards().len() * columns])))
    }

    /// The deck that is meant, as a list. A random one is that of this seat in a match of this seed.
    pub fn list(&self, wish: &DeckWish, seed: u64, seat: Seat) -> Result<DeckList, FrontendError> {
        match wish {
            DeckWish::List(list) => Ok(list.clone()),
            DeckWish::Named(DeckSource::Named(name)) => Ok(deck_from(self.game(), name)?),
            DeckWish::Named(DeckSource::Random(category)) => {
                let mut chance = FastChance::for_deck(seed, seat);
                let deck = self.set.random_deck(category.as_deref(), &mut chance);
                let deck = deck.map_err(|error| Kind::Deck.error(error))?;
                let cards = deck.cards().iter().enumerate().map(|(at, &def)| (at + 1, self.set.name(def).to_owned()));
                Ok(DeckList { file: "deck".into(), name: deck.name().to_owned(), note: None, cards: cards.collect() })
            }
        }
    }

    /// Everything that is wrong with a deck.
    pub fn faults(&self, list: &DeckList) -> Vec<DeckError> {
        self.set.legal(list).err().unwrap_or_default()
    }

    /// Begins a match. Decks that are not legal are refused.
    pub fn start(
        &self,
        decks: BySeat<&DeckWish>,
        seed: u64,
        first: Option<Seat>,
        forced: Forced,
    ) -> Result<Box<dyn AnyMatch>, FrontendError> {
        let deck = |seat: Seat| -> Result<_, FrontendError> {
            let list = self.list(decks[seat], seed, seat)?;
            Ok(self.set.legal(&list)?.cards().to_vec())
        };
        let setup = Setup { decks: BySeat::new(deck(Seat::One)?, deck(Seat::Two)?), first, unshuffled: false };
        self.replay(&self.opened(setup, seed), forced)
    }

    /// The match of a record, at its last point.
    pub fn replay(&self, record: &Record<Opening>, forced: Forced) -> Result<Box<dyn AnyMatch>, FrontendError> {
        struct Play<'a>(&'a playmat_catalog::Rules, &'a Record<Opening>, Forced);
        impl Visitor for Play<'_> {
            type Out = Result<Box<dyn AnyMatch>, FrontendError>;
            fn visit<G: CardGame>(self) -> Self::Out {
                Ok(Box::new(MatchOf::replay(self.0.clone().shared::<G>(), self.1.clone(), self.2)?))
            }
        }
        if record.rules != self.fingerprint() {
            let broken = ReplayError::Rules { found: record.rules, expected: self.fingerprint() };
            return Err(Kind::Record.error(reason(&broken)));
        }
        replays(&self.set).legal(record).map_err(|why| Kind::Record.error(why))?;
        self.set.visit(Play(&self.set, record, forced))
    }

    fn opened(&self, setup: Setup, seed: u64) -> Record<Opening> {
        let [one, two] = NAMES.map(str::to_owned);
        opening(&*self.set, setup, Seed::Number(seed), BySeat::new(one, two)).record(self.fingerprint())
    }

    /// Begins a batch.
    pub fn batch(&self, wish: &BatchWish) -> Result<Box<dyn AnyBatch>, FrontendError> {
        struct Begin<'a>(&'a playmat_catalog::Rules, Plan);
        impl EncodedVisitor for Begin<'_> {
            type Out = Result<Box<dyn AnyBatch>, BatchError>;
            fn visit<G: CardGame + Encode>(self) -> Self::Out {
                Ok(Box::new(Batch::<G>::new(self.0.clone().shared(), self.1)?))
            }
        }
        self.layout().ok_or_else(|| without_numbers(self.game()))?;
        let BatchWish { matches, threads, seed, opponent, first, .. } = *wish;
        let decks = BySeat::new(self.supply(&wish.decks[Seat::One])?, self.supply(&wish.decks[Seat::Two])?);
        let plan = Plan { matches, threads, seed, opponent, decks, first };
        Ok(visit_encoded(self.game(), Begin(&self.set, plan))??)
    }

    fn supply(&self, wish: &SupplyWish) -> Result<DeckSupply, FrontendError> {
        let supplied = |wish: &DeckWish| -> Result<Supplied, FrontendError> {
            match wish {
                DeckWish::Named(DeckSource::Random(category)) => {
                    let known = category.as_ref().map(|wanted| playmat_catalog::known_category(self.set.cards(), wanted));
                    Ok(Supplied::Random(known.transpose().map_err(|error| Kind::Deck.error(error))?))
                }
                wish => Ok(Supplied::Deck(self.set.legal(&self.list(wish, 0, Seat::One)?)?)),
            }
        };
        match wish {
            SupplyWish::Ready => Ok(DeckSupply::ready(&*self.set)?),
            SupplyWish::Weighted(decks) => {
                let decks = decks.iter().map(|(wish, weight)| Ok((supplied(wish)?, *weight)));
                Ok(DeckSupply::weighted(decks.collect::<Result<_, FrontendError>>()?)?)
            }
        }
    }

    /// The record of a match of a batch.
    pub fn record_of(&self, account: &Account) -> Result<Record<Opening>, FrontendError> {
        let mut record = self.opened(account.setup.clone(), account.seed);
        record.entries.extend(account.answers.iter().map(|&answer| Entry::Answer(answer)));
        let whole = replays(&self.set).up_to(&record, record.entries.len(), None);
        whole.map_err(|broken| Kind::Record.error(reason(&broken)))
    }

    /// Plays a part of a run of the lab that was begun elsewhere, and adds what comes of it.
    pub fn play_part(&self, part: &Part, work: &Work, played: &mut Played) -> Result<(), FrontendError> {
        part.play(&self.set, work, played).map_err(|sentence| Kind::Lab.error(sentence))
    }

    /// Whether a record is genuine.
    pub fn verify(&self, record: &Record<Opening>, trust: &Trust) -> Verification {
        replays(&self.set).verify(record, trust)
    }

    /// A record in its compact form.
    pub fn compact(&self, record: &Record<Opening>) -> Vec<u8> {
        to_binary(record)
    }

    /// A record in its readable form.
    pub fn readable(&self, record: &Record<Opening>) -> String {
        let form = Readable::of(record, self.set.cards());
        serde_json::to_string_pretty(&form).expect("texts and numbers can always be written")
    }

    /// A record that was read from a file, and the rules that it names if they are others: those of older cards.
    pub fn read(&self, stored: Stored, archive: &Archive) -> Result<(Option<Rules>, Record<Opening>), FrontendError> {
        let needed = needed_by(&stored)?;
        if needed.rules == self.fingerprint() {
            return Ok((None, stored.record(self.set.cards())?));
        }
        let cards = playmat_catalog::load(self.game(), &self.origin, &ModelOrigin::Shipped)?;
        let set = cards.rules_of(archive, &needed).map_err(|error| Kind::Record.error(error))?;
        let record = stored.record(set.cards())?;
        Ok((Some(Rules { set, origin: self.origin.clone() }), record))
    }
}

/// The error of a game that cannot be seen as numbers.
pub(crate) fn without_numbers(game: &str) -> FrontendError {
    UnknownGame { name: game.into() }.into()
}
