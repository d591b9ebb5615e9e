//! The rules of any game: cards that were read and checked, compiled for an edition.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use playmat_batch::{Account, AnyBatch, DeckSupply, Plan, Supplied};
use playmat_cards::{CardGame, DefId, Encode, Layout, Setup, Terms};
use playmat_catalog::{
    Archive, Deck, DeckError, DeckList, DeckSource, EncodedVisitor, Library, ModelOrigin, Needed, Origin, RuleSet, Visitor,
    deck_from, is_example, random_deck, visit, visit_encoded,
};
use playmat_chance::{FastChance, Seed};
use playmat_kernel::{BySeat, Entry, Fingerprint, Record, Seat};
use playmat_lab::chunk::{Part, Played, Work};
use playmat_lab::report::Report;
use playmat_replay::{Trust, legal, opening, up_to, verify};
use playmat_wire::replays::Verification;
use playmat_wire::{CardInfoForm, Opening, Readable, Stored, to_binary};

use crate::matches::MatchOf;
use crate::numbers::Numbers;
use crate::{AnyMatch, BatchWish, DeckWish, Forced, FrontendError, Kind, LabRun, LabWish, SupplyWish};

/// Rules that are shared by all who play under them.
pub type Rules = Arc<dyn AnyRules>;

/// What the players of a match are called that nobody has named.
const NAMES: [&str; 2] = ["Player 1", "Player 2"];

/// The rules of a game, whichever it is.
pub trait AnyRules: Any + Send + Sync {
    /// `food-chain`
    fn game(&self) -> &'static str;
    /// `Food Chain`
    fn title(&self) -> &'static str;
    /// Equal on every machine for equal cards, rulings and rule version.
    fn fingerprint(&self) -> Fingerprint;
    /// The version of the rules: `CardGame::RULE_VERSION`.
    fn version(&self) -> u16;
    /// The terms, as they were asked for.
    fn terms(&self) -> &Terms;
    /// The edition.
    fn edition(&self) -> &str;
    /// All rulings with the values that they have.
    fn rulings(&self) -> Vec<(&'static str, &'static str)>;
    /// All definitions, in their order.
    fn cards(&self) -> Vec<CardInfoForm>;
    /// The names of all definitions, in their order.
    fn names(&self) -> Vec<String>;
    /// What the numbers mean; none for a game without an encoder.
    fn layout(&self) -> Option<Layout>;
    /// The features of all definitions, a row for each.
    fn definitions(&self) -> Result<Vec<i16>, FrontendError>;

    /// The deck that is meant, as a list. A random one is that of this seat in a match of this seed.
    fn list(&self, wish: &DeckWish, seed: u64, seat: Seat) -> Result<DeckList, FrontendError>;
    /// Everything that is wrong with a deck.
    fn faults(&self, list: &DeckList) -> Vec<DeckError>;
    /// Begins a match. Decks that are not legal are refused.
    fn start(
        &self,
        decks: BySeat<&DeckWish>,
        seed: u64,
        first: Option<Seat>,
        forced: Forced,
    ) -> Result<Box<dyn AnyMatch>, FrontendError>;
    /// The match of a record, at its last point.
    fn replay(&self, record: &Record<Opening>, forced: Forced) -> Result<Box<dyn AnyMatch>, FrontendError>;
    /// Begins a batch.
    fn batch(&self, wish: &BatchWish) -> Result<Box<dyn AnyBatch>, FrontendError>;
    /// The record of a match of a batch.
    fn record_of(&self, account: &Account) -> Result<Record<Opening>, FrontendError>;

    /// Plays a run of the lab, and makes its report.
    fn lab(&self, wish: &LabWish, run: &LabRun<'_>) -> Result<Report, FrontendError>;
    /// Plays a part of a run of the lab that was begun elsewhere, and adds what comes of it.
    fn play_part(&self, part: &Part, work: &Work, played: &mut Played) -> Result<(), FrontendError>;

    /// Whether a record is genuine.
    fn verify(&self, record: &Record<Opening>, trust: &Trust) -> Verification;
    /// A record in its compact form.
    fn compact(&self, record: &Record<Opening>) -> Vec<u8>;
    /// A record in its readable form.
    fn readable(&self, record: &Record<Opening>) -> String;
    /// A record that was read from a file, and the rules that it names if they are others: those of older cards.
    fn read(&self, stored: Stored, archive: &Archive) -> Result<(Option<Rules>, Record<Opening>), FrontendError>;
}

/// The rules of one game.
pub(crate) struct RulesOf<G: CardGame> {
    pub set: Arc<RuleSet<G>>,
    numbers: Option<Numbers<G>>,
    pub origin: Origin,
}

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
        made.retain(|_, rules| Arc::strong_count(rules) > 1);
    }
    made.insert(key, rules.clone());
    Ok(rules)
}

/// How many rule sets of the shipped cards are kept.
const MOST_RULE_SETS: usize = 32;

pub(crate) fn load(game: &str, terms: &Terms, origin: &Origin, models: &ModelOrigin) -> Result<Rules, FrontendError> {
    struct Load<'a>(&'a Terms, &'a Origin, &'a ModelOrigin);
    impl Load<'_> {
        fn load<G: CardGame>(self, numbers: Option<Numbers<G>>) -> Result<Rules, FrontendError> {
            let library = Library::<G>::load(self.1)?.with_models(self.2.clone());
            let set = library.rules(self.0).map_err(|error| Kind::Terms.error(error))?;
            Ok(Arc::new(RulesOf { set, numbers, origin: self.1.clone() }))
        }
    }
    impl Visitor for Load<'_> {
        type Out = Result<Rules, FrontendError>;
        fn visit<G: CardGame>(self) -> Self::Out {
            self.load::<G>(None)
        }
    }
    impl EncodedVisitor for Load<'_> {
        type Out = Result<Rules, FrontendError>;
        fn visit<G: CardGame + Encode>(self) -> Self::Out {
            self.load(Some(Numbers::<G>::of()))
        }
    }
    match is_example(game) {
        true => visit(game, Load(terms, origin, models))?,
        false => visit_encoded(game, Load(terms, origin, models))?,
    }
}

impl<G: CardGame> RulesOf<G> {
    fn rules(&self) -> &G::Rules {
        &self.set.rules
    }

    fn numbers(&self) -> Result<&Numbers<G>, FrontendError> {
        self.numbers.as_ref().ok_or_else(|| playmat_catalog::UnknownGame { name: G::NAME.into() }.into())
    }

    fn supply(&self, wish: &SupplyWish) -> Result<DeckSupply, FrontendError> {
        let supplied = |wish: &DeckWish| -> Result<Supplied, FrontendError> {
            match wish {
                DeckWish::Named(DeckSource::Random(category)) => {
                    let cards = G::cards(self.rules());
                    let known = category.as_ref().map(|wanted| playmat_catalog::known_category(cards, wanted)).transpose();
                    Ok(Supplied::Random(known.map_err(|error| Kind::Deck.error(error))?))
                }
                wish => {
                    let list = self.list(wish, 0, Seat::One)?;
                    Ok(Supplied::Deck(list.legal::<G>(self.rules())?))
                }
            }
        };
        match wish {
            SupplyWish::Ready => Ok(DeckSupply::ready::<G>(self.rules())?),
            SupplyWish::Weighted(decks) => {
                let decks = decks.iter().map(|(wish, weight)| Ok((supplied(wish)?, *weight)));
                Ok(DeckSupply::weighted(decks.collect::<Result<_, FrontendError>>()?)?)
            }
        }
    }
}

impl<G: CardGame> AnyRules for RulesOf<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn fingerprint(&self) -> Fingerprint {
        self.set.fingerprint
    }

    fn version(&self) -> u16 {
        G::RULE_VERSION
    }

    fn terms(&self) -> &Terms {
        &self.set.terms
    }

    fn edition(&self) -> &str {
        self.set.terms.edition.as_deref().unwrap_or(G::editions()[0])
    }

    fn rulings(&self) -> Vec<(&'static str, &'static str)> {
        G::rulings().iter().map(|ruling| ruling.name).zip(G::ruled(self.rules())).collect()
    }

    fn cards(&self) -> Vec<CardInfoForm> {
        G::cards(self.rules()).iter().map(CardInfoForm::from).collect()
    }

    fn names(&self) -> Vec<String> {
        G::cards(self.rules()).iter().map(|info| info.name.clone()).collect()
    }

    fn layout(&self) -> Option<Layout> {
        self.numbers.map(|numbers| numbers.layout)
    }

    fn definitions(&self) -> Result<Vec<i16>, FrontendError> {
        let numbers = self.numbers()?;
        let columns = numbers.layout.definitions.columns.len();
        let mut rows = vec![0; G::cards(self.rules()).len() * columns];
        for (def, row) in rows.chunks_exact_mut(columns).enumerate() {
            (numbers.encode_definition)(self.rules(), DefId(def as u16), row);
        }
        Ok(rows)
    }

    fn list(&self, wish: &DeckWish, seed: u64, seat: Seat) -> Result<DeckList, FrontendError> {
        match wish {
            DeckWish::List(list) => Ok(list.clone()),
            DeckWish::Named(DeckSource::Named(name)) => Ok(deck_from(G::NAME, name)?),
            DeckWish::Named(DeckSource::Random(category)) => {
                let mut chance = FastChance::for_deck(seed, seat);
                let deck: Deck = random_deck::<G>(self.rules(), category.as_deref(), &mut chance)
                    .map_err(|error| Kind::Deck.error(error))?;
                let cards = deck.cards().iter().enumerate().map(|(at, &def)| (at + 1, self.set.name(def).to_owned()));
                Ok(DeckList { file: "deck".into(), name: deck.name().to_owned(), note: None, cards: cards.collect() })
            }
        }
    }

    fn faults(&self, list: &DeckList) -> Vec<DeckError> {
        list.legal::<G>(self.rules()).err().unwrap_or_default()
    }

    fn start(
        &self,
        decks: BySeat<&DeckWish>,
        seed: u64,
        first: Option<Seat>,
        forced: Forced,
    ) -> Result<Box<dyn AnyMatch>, FrontendError> {
        let deck = |seat: Seat| -> Result<_, FrontendError> {
            let list = self.list(decks[seat], seed, seat)?;
            Ok(list.legal::<G>(self.rules())?.cards().to_vec())
        };
        let setup = Setup { decks: BySeat::new(deck(Seat::One)?, deck(Seat::Two)?), first, unshuffled: false };
        let [one, two] = NAMES.map(str::to_owned);
        let opening = opening(&self.set, setup, Seed::Number(seed), BySeat::new(one, two));
        self.replay(&opening.record(self.set.fingerprint), forced)
    }

    fn replay(&self, record: &Record<Opening>, forced: Forced) -> Result<Box<dyn AnyMatch>, FrontendError> {
        if record.rules != self.set.fingerprint {
            let broken = playmat_replay::ReplayError::Rules { found: record.rules, expected: self.set.fingerprint };
            return Err(Kind::Record.error(playmat_replay::reason(&broken)));
        }
        legal(&self.set, record).map_err(|why| Kind::Record.error(why))?;
        Ok(Box::new(MatchOf::replay(self.set.clone(), self.numbers, record.clone(), forced)?))
    }

    fn batch(&self, wish: &BatchWish) -> Result<Box<dyn AnyBatch>, FrontendError> {
        let numbers = self.numbers()?;
        let BatchWish { matches, threads, seed, opponent, first, .. } = *wish;
        let decks = BySeat::new(self.supply(&wish.decks[Seat::One])?, self.supply(&wish.decks[Seat::Two])?);
        Ok((numbers.batch)(self.set.clone(), Plan { matches, threads, seed, opponent, decks, first })?)
    }

    fn record_of(&self, account: &Account) -> Result<Record<Opening>, FrontendError> {
        let [one, two] = NAMES.map(str::to_owned);
        let opening = opening(&self.set, account.setup.clone(), Seed::Number(account.seed), BySeat::new(one, two));
        let mut record = opening.record(self.set.fingerprint);
        record.entries.extend(account.answers.iter().map(|&answer| Entry::Answer(answer)));
        up_to(&self.set, &record, record.entries.len(), None)
            .map_err(|broken| Kind::Record.error(playmat_replay::reason(&broken)))
    }

    fn lab(&self, wish: &LabWish, run: &LabRun<'_>) -> Result<Report, FrontendError> {
        self.measure(wish, run)
    }

    fn play_part(&self, part: &Part, work: &Work, played: &mut Played) -> Result<(), FrontendError> {
        part.play(&self.set, work, played).map_err(|sentence| Kind::Lab.error(sentence))
    }

    fn verify(&self, record: &Record<Opening>, trust: &Trust) -> Verification {
        verify(&self.set, record, trust)
    }

    fn compact(&self, record: &Record<Opening>) -> Vec<u8> {
        to_binary(record)
    }

    fn readable(&self, record: &Record<Opening>) -> String {
        let form = Readable::of(record, G::cards(self.rules()));
        serde_json::to_string_pretty(&form).expect("texts and numbers can always be written")
    }

    fn read(&self, stored: Stored, archive: &Archive) -> Result<(Option<Rules>, Record<Opening>), FrontendError> {
        let (made_with, named) = (stored.made_with()?, stored.rules()?);
        if named == self.set.fingerprint {
            return Ok((None, stored.record(G::cards(self.rules()))?));
        }
        let needed = Needed {
            rules: named,
            cards: made_with.cards,
            version: made_with.version,
            terms: stored.terms(),
            own_cards: stored.own_cards().to_vec(),
        };
        let library = Library::<G>::load(&self.origin)?;
        let set = archive.rules(&library, &needed).map_err(|error| Kind::Record.error(error))?;
        let record = stored.record(G::cards(&set.rules))?;
        let rules: Rules = Arc::new(RulesOf { set, numbers: self.numbers, origin: self.origin.clone() });
        Ok((Some(rules), record))
    }
}
