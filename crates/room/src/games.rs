//! All games with their rule sets, each built once: information about them, and matches of them.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, RwLock};

use playmat_bots::{BOTS, Level, bots_with};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{
    ALL_GAMES, Archive, CardSet, Deck, DeckError, DeckList, DeckSource, LessonText, Library, Needed, Origin, Query, RuleSet,
    Visitor, is_example, list_of_games, shipped_deck, shipped_decks, shipped_lessons, visit_all,
};
use playmat_chance::{SecureChance, Seed};
use playmat_kernel::{BySeat, Record, Seat};
use playmat_replay::opening;
use playmat_scenario::{Lesson, parse_file};
use playmat_wire::tables::{
    DeckCheck, DeckFault, DeckRequest, GameInfo, GameSummary, GlossaryEntry, GuideSection, LessonInfo, ReadyDeck, Ruling,
    RulingValue,
};
use playmat_wire::{Opening, RecordError, Stored};

use crate::finished_record::{FinishedRecord, RecordWithRules, sentence};
use crate::lesson::{LessonMatch, Teaching};
use crate::own_cards::{OwnGame, printed, wrong_cards};
use crate::play::{CannotGoOn, Play, Running};
use crate::trial::{put_on_top, trial_deck};
use crate::{Code, RoomError};

/// The most rule sets of one game that are kept: tables may change any rulings.
const MOST_RULE_SETS: usize = 64;
/// The most entries of a record that is played for somebody.
const MOST_ENTRIES: usize = 4096;
/// The most cards that a deck may list.
const MOST_CARDS: usize = 200;

/// All games.
pub struct Games {
    services: Vec<(&'static str, Box<dyn GameService>)>,
    /// Games with cards that somebody wrote, the last ones used at the end.
    pub(crate) own: Mutex<Vec<OwnGame>>,
}

/// One game as the rest of the server uses it.
pub trait GameService: Send + Sync {
    /// Its line in the list of games.
    fn summary(&self) -> GameSummary;
    /// Everything about it under these terms.
    fn info(&self, terms: &Terms) -> Result<GameInfo, RoomError>;
    /// The name of the edition that these terms mean, and the rulings that differ from it.
    fn terms(&self, terms: &Terms) -> Result<(String, BTreeMap<String, String>), RoomError>;
    /// Whether there is such a bot, and it can play under these terms.
    fn check_level(&self, terms: &Terms, level: &str) -> Result<(), RoomError>;
    /// Whether a deck can be played.
    fn check_deck(&self, terms: &Terms, deck: &DeckRequest) -> Result<(), RoomError>;
    /// A deck with everything that is wrong with it. A random one is drawn.
    fn judge_deck(&self, terms: &Terms, deck: &DeckRequest, seed: u64) -> Result<DeckCheck, RoomError>;
    /// A new match.
    fn open(
        &self,
        terms: &Terms,
        decks: BySeat<&DeckRequest>,
        names: BySeat<String>,
        seed: Seed,
    ) -> Result<Box<dyn Play>, RoomError>;
    /// The names of the cards that a search finds, tokens among them.
    fn find(&self, query: &Query) -> Result<Vec<String>, RoomError>;
    /// Its lessons.
    fn lessons(&self) -> Vec<LessonInfo>;
    /// A lesson.
    fn lesson(&self, id: &str, learner: &str) -> Result<Box<dyn Teaching>, NoLesson>;
    /// A match from its record, with the cards that it was played with.
    fn replay(&self, record: Record<Opening>) -> Result<Box<dyn Play>, CannotGoOn>;
    /// Gives a player of a record another name. The error is for the operator.
    fn rename(&self, record: &mut Record<Opening>, seat: Seat, name: &str) -> Result<(), String>;
    /// What can be done with the record of a match that is over.
    fn records(&self, stored: Stored) -> Result<Box<dyn FinishedRecord>, RoomError>;
    /// The current cards, to be stored.
    fn card_set(&self) -> CardSet;
    /// These card files as a set, if nothing is wrong with them.
    fn checked(&self, texts: Vec<(String, String)>) -> Result<CardSet, String>;
    /// New matches are played with these cards from now on; the current ones become an older set.
    fn renew(&self, set: CardSet) -> Result<(), String>;
    /// Adds an older card set.
    fn keep(&self, set: CardSet);
    /// The same game with these card files, whose records carry them; or what is wrong with them.
    fn with_cards(&self, texts: Vec<(String, String)>) -> Result<Arc<dyn GameService>, RoomError>;
}

/// Why there is no such lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLesson {
    /// Nobody has written it.
    Unknown {
        /// The game as people call it.
        game: &'static str,
        /// What was asked for.
        lesson: String,
    },
    /// The cards at hand lack those of the lesson. The text is for the operator.
    OtherCards(String),
}

impl From<NoLesson> for RoomError {
    fn from(none: NoLesson) -> Self {
        let sentence = match none {
            NoLesson::Unknown { game, lesson } => format!("There is no lesson `{lesson}` of {game}."),
            NoLesson::OtherCards(_) => "This lesson cannot be taught with the cards of this server.".to_owned(),
        };
        RoomError::new(Code::NotFound, sentence)
    }
}

impl Games {
    /// Loads and checks the cards of all games; older sets are read when a record needs them.
    pub fn load(cards: Option<&Path>, archive: Option<&Path>) -> Result<Self, String> {
        let origin = cards.map_or(Origin::Shipped, |folder| Origin::Folder(folder.to_owned()));
        let mut sets = Archive::shipped();
        archive.map_or(Ok(()), |folder| sets.add_folder(folder))?;
        let services = visit_all(Load { origin: &origin, sets: &sets }).into_iter().collect::<Result<Vec<_>, String>>()?;
        Ok(Games { services: ALL_GAMES.iter().copied().zip(services).collect(), own: Mutex::default() })
    }

    /// A game by its name.
    pub fn service(&self, game: &str) -> Result<&dyn GameService, RoomError> {
        let found = self.services.iter().find(|(name, _)| *name == game);
        found.map(|(_, service)| &**service).ok_or_else(|| {
            RoomError::new(Code::UnknownGame, format!("There is no game `{game}`; there are: {}.", list_of_games()))
        })
    }

    /// A record that somebody has sent. The bytes may be anything.
    pub fn record(&self, bytes: &[u8]) -> Result<Box<dyn FinishedRecord>, RoomError> {
        let bad = |error: RecordError| RoomError::new(Code::BadRecord, sentence(&error.to_string()));
        let stored = Stored::read(bytes).map_err(bad)?;
        if stored.entries() > MOST_ENTRIES {
            return Err(RoomError::new(Code::BadRecord, format!("A record has at most {MOST_ENTRIES} entries.")));
        }
        self.service(stored.game())?.records(stored)
    }

    /// Adds an older card set that the log has stored.
    pub fn keep(&self, set: CardSet) {
        if let Some((_, service)) = self.services.iter().find(|(name, _)| *name == set.game) {
            service.keep(set);
        }
    }

    /// All of them, in the order in which they are listed to people.
    pub fn all(&self) -> impl Iterator<Item = &dyn GameService> {
        self.services.iter().map(|(_, service)| &**service)
    }
}

/// The bot that plays on for somebody whose clock ran out.
pub fn substitute() -> &'static str {
    Level::Normal.word()
}

#[derive(Clone)]
struct Load<'a> {
    origin: &'a Origin,
    sets: &'a Archive,
}

impl Visitor for Load<'_> {
    type Out = Result<Box<dyn GameService>, String>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let at_hand = RwLock::new(Arc::new(AtHand::<G>::load(&self.origin.or_shipped(G::NAME))?));
        Ok(Box::new(CardsAndRules { at_hand, sets: RwLock::new(self.sets.clone()), own_cards: vec![] }))
    }
}

/// The cards of one game: those of new matches, and older sets.
struct CardsAndRules<G: CardGame> {
    at_hand: RwLock<Arc<AtHand<G>>>,
    sets: RwLock<Archive>,
    /// The card files that its records carry, if somebody wrote them.
    own_cards: Vec<(String, String)>,
}

/// Cards, and the rule sets that were built from them.
struct AtHand<G: CardGame> {
    library: Library<G>,
    built: Mutex<HashMap<Terms, Arc<RuleSet<G>>>>,
}

impl<G: CardGame> AtHand<G> {
    fn load(origin: &Origin) -> Result<Self, String> {
        let wrong = |error| format!("the cards of {} are wrong: {error}", G::TITLE);
        let library = Library::<G>::load(origin).map_err(wrong)?;
        Ok(AtHand { library, built: Mutex::new(HashMap::new()) })
    }

    fn rules(&self, terms: &Terms) -> Result<Arc<RuleSet<G>>, RoomError> {
        if let Some(rules) = self.built.lock().expect("nobody panics while it is locked").get(terms) {
            return Ok(rules.clone());
        }
        let wrong = |message: String| RoomError::new(Code::UnknownEdition, message);
        let rules = self.library.rules(terms).map_err(wrong)?;
        let mut built = self.built.lock().expect("nobody panics while it is locked");
        if built.len() >= MOST_RULE_SETS {
            // Rule sets that no match uses can be built again.
            built.retain(|_, rules| Arc::strong_count(rules) > 1);
        }
        built.insert(terms.clone(), rules.clone());
        Ok(rules)
    }
}

impl<G: CardGame> CardsAndRules<G> {
    /// The names of the bots that can play under these terms.
    fn bots(&self, terms: &Terms) -> Vec<&'static str> {
        bots_with(self.rules(terms).is_ok_and(|rules| rules.model().is_ok())).collect()
    }

    fn at_hand(&self) -> Arc<AtHand<G>> {
        self.at_hand.read().expect("nobody panics while it is locked").clone()
    }

    fn rules(&self, terms: &Terms) -> Result<Arc<RuleSet<G>>, RoomError> {
        self.at_hand().rules(terms)
    }

    /// The rules that a record names, with the current cards or an older set.
    fn rules_of(&self, needed: &Needed) -> Result<Arc<RuleSet<G>>, String> {
        let at_hand = self.at_hand();
        match at_hand.rules(&needed.terms) {
            Ok(rules) if rules.fingerprint == needed.rules => Ok(rules),
            _ => self.sets.read().expect("nobody panics while it is locked").rules(&at_hand.library, needed),
        }
    }

    fn deck(&self, rules: &RuleSet<G>, deck: &DeckRequest, chance: &mut SecureChance) -> Result<Deck, RoomError> {
        let bad = |errors: Vec<DeckError>| bad_deck(errors.into_iter().map(|error| error.message).collect());
        self.list(rules, deck, chance)?.map_err(bad)?.legal::<G>(&rules.rules).map_err(bad)
    }

    /// The deck as it is written, or what is wrong with its text.
    fn list(
        &self,
        rules: &RuleSet<G>,
        deck: &DeckRequest,
        chance: &mut SecureChance,
    ) -> Result<Result<DeckList, Vec<DeckError>>, RoomError> {
        let list = |name: &str, cards: Vec<String>| {
            let cards = cards.into_iter().enumerate().map(|(at, card)| (at + 1, card)).collect();
            DeckList { file: "deck".into(), name: name.into(), note: None, cards }
        };
        let many = |cards: usize| Err(bad_deck(vec![format!("it has {cards} cards.")]));
        match deck {
            DeckRequest::List { cards } if cards.len() > MOST_CARDS => many(cards.len()),
            DeckRequest::List { cards } => Ok(Ok(list("own", cards.clone()))),
            DeckRequest::Try { card } => Ok(Ok(list(&format!("with {card}"), trial_deck(rules, card, chance)?))),
            DeckRequest::Text { text } => match DeckList::parse("deck", text) {
                Ok(list) if list.cards.len() > MOST_CARDS => many(list.cards.len()),
                parsed => Ok(parsed),
            },
            DeckRequest::Named(name) => match DeckSource::read(name) {
                DeckSource::Random(category) => {
                    if let Some(category) = &category {
                        self.known_category(rules, category)?;
                    }
                    let random = Deck::random::<G>(&rules.rules, category.as_deref(), chance)
                        .map_err(|faults| bad_deck(faults.into_iter().map(|fault| fault.sentence).collect()))?;
                    let named = category.map_or("Random".to_owned(), |category| format!("Random {category}"));
                    Ok(Ok(list(&named, random.cards().iter().map(|&def| rules.name(def).to_owned()).collect())))
                }
                DeckSource::Named(name) => shipped_deck(G::NAME, &name)
                    .map(Ok)
                    .ok_or_else(|| RoomError::new(Code::BadDeck, format!("There is no deck `{name}` of {}.", G::TITLE))),
            },
        }
    }

    fn class(&self, lesson: &LessonText, learner: &str) -> Result<LessonMatch<G>, String> {
        let (file, text) = &lesson.script;
        let first = |errors: Vec<playmat_scenario::ParseError>| errors.first().map(ToString::to_string).unwrap_or_default();
        let scripts = parse_file(file, text).map_err(first)?;
        let script = scripts.first().ok_or("there is no scenario in it")?;
        let set = self.rules(&script.terms).map_err(|error| error.sentence)?;
        let rules = set.rules.clone();
        let read = Lesson::<G>::read(&mut |_| Ok(rules.clone()), script, &|_| None).map_err(first)?;
        LessonMatch::new(set, read, learner)
    }

    fn known_category(&self, rules: &RuleSet<G>, category: &str) -> Result<(), RoomError> {
        let all = categories::<G>(rules);
        match all.iter().any(|known| known.eq_ignore_ascii_case(category)) {
            true => Ok(()),
            false => {
                Err(RoomError::new(Code::BadDeck, format!("There is no category `{category}`; there are: {}.", all.join(", "))))
            }
        }
    }
}

impl<G: CardGame> GameService for CardsAndRules<G> {
    fn summary(&self) -> GameSummary {
        GameSummary {
            name: G::NAME.into(),
            title: G::TITLE.into(),
            editions: owned(G::editions()),
            bots: owned(&self.bots(&Terms::default())),
            example: is_example(G::NAME),
        }
    }

    fn info(&self, terms: &Terms) -> Result<GameInfo, RoomError> {
        let rules = self.rules(terms)?;
        let words = G::glossary(&rules.rules);
        let ruled = G::ruled(&rules.rules);
        let ruling = |(ruling, value): (&playmat_cards::RulingInfo, &&str)| Ruling {
            name: ruling.name.into(),
            values: ruling
                .values
                .iter()
                .map(|(value, meaning)| RulingValue { value: (*value).into(), meaning: (*meaning).into() })
                .collect(),
            editions: ruling.editions.iter().map(|&place| ruling.values[place as usize].0.to_owned()).collect(),
            value: (*value).to_owned(),
        };
        let deck = |list: DeckList| ReadyDeck {
            id: Path::new(&list.file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            legal: list.legal::<G>(&rules.rules).is_ok(),
            name: list.name,
            note: list.note,
            cards: list.cards.into_iter().map(|(_, card)| card).collect(),
        };
        Ok(GameInfo {
            name: G::NAME.into(),
            title: G::TITLE.into(),
            edition: self.terms(terms)?.0,
            rules: rules.fingerprint.to_string(),
            editions: owned(G::editions()),
            rulings: G::rulings().iter().zip(&ruled).map(ruling).collect(),
            phases: owned(&G::turn_phases(&rules.rules)),
            places: G::PLACES,
            bots: owned(&self.bots(terms)),
            categories: categories::<G>(&rules),
            cards: G::cards(&rules.rules).iter().map(|info| printed(info, &words)).collect(),
            glossary: words
                .iter()
                .map(|entry| GlossaryEntry {
                    class: entry.class.into(),
                    word: entry.word.clone(),
                    usage: entry.usage.clone(),
                    gloss: entry.gloss.into(),
                })
                .collect(),
            guide: G::guide()
                .iter()
                .map(|(heading, lines)| GuideSection { heading: (*heading).into(), lines: owned(lines) })
                .collect(),
            decks: shipped_decks(G::NAME).into_iter().map(deck).collect(),
        })
    }

    fn terms(&self, terms: &Terms) -> Result<(String, BTreeMap<String, String>), RoomError> {
        let (edition, values) = terms.resolve::<G>().map_err(|message| RoomError::new(Code::UnknownEdition, message))?;
        let differs = |(ruling, value): (&playmat_cards::RulingInfo, u8)| {
            let word = |place: u8| ruling.values[place as usize].0.to_owned();
            (ruling.editions[edition] != value).then(|| (ruling.name.to_owned(), word(value)))
        };
        Ok((G::editions()[edition].to_owned(), G::rulings().iter().zip(values).filter_map(differs).collect()))
    }

    fn check_level(&self, terms: &Terms, level: &str) -> Result<(), RoomError> {
        let unknown = |sentence| Err(RoomError::new(Code::UnknownBot, sentence));
        let here = self.bots(terms);
        if here.contains(&level) {
            return Ok(());
        }
        match self.rules(terms)?.model() {
            Err(why) if BOTS.contains(&level) => {
                unknown(format!("`{level}` cannot play: {why}. There are: {}.", here.join(", ")))
            }
            _ => unknown(format!("There is no bot `{level}`; there are: {}.", here.join(", "))),
        }
    }

    fn check_deck(&self, terms: &Terms, deck: &DeckRequest) -> Result<(), RoomError> {
        let rules = self.rules(terms)?;
        self.deck(&rules, deck, &mut SecureChance::new(0)).map(drop)
    }

    fn judge_deck(&self, terms: &Terms, deck: &DeckRequest, seed: u64) -> Result<DeckCheck, RoomError> {
        let rules = self.rules(terms)?;
        let fault = |error: DeckError| DeckFault {
            line: error.line.and_then(|line| u32::try_from(line).ok()),
            code: error.code.into(),
            sentence: error.message,
        };
        let judged = |name: String, cards: Vec<String>, text: String, wrong: Vec<DeckError>| DeckCheck {
            name,
            cards,
            text,
            legal: wrong.is_empty(),
            faults: wrong.into_iter().map(fault).collect(),
        };
        Ok(match self.list(&rules, deck, &mut SecureChance::new(seed))? {
            Ok(list) => {
                let wrong = list.legal::<G>(&rules.rules).err().unwrap_or_default();
                let text = list.text();
                judged(list.name, list.cards.into_iter().map(|(_, card)| card).collect(), text, wrong)
            }
            Err(wrong) => {
                let text = if let DeckRequest::Text { text } = deck { text.clone() } else { String::new() };
                judged(String::new(), vec![], text, wrong)
            }
        })
    }

    fn open(
        &self,
        terms: &Terms,
        decks: BySeat<&DeckRequest>,
        names: BySeat<String>,
        seed: Seed,
    ) -> Result<Box<dyn Play>, RoomError> {
        let rules = self.rules(terms)?;
        // Random decks are drawn from another stream than the match.
        let mut chance = seed.before();
        let one = self.deck(&rules, decks[Seat::One], &mut chance)?;
        let two = self.deck(&rules, decks[Seat::Two], &mut chance)?;
        let mut setup =
            Setup { decks: BySeat::new(one.cards().to_vec(), two.cards().to_vec()), first: None, unshuffled: false };
        put_on_top(&rules, decks, &mut setup, &mut chance);
        let opening = Opening { own_cards: self.own_cards.clone(), ..opening(&rules, setup, seed, names) };
        let running = Running::replay(rules.clone(), opening.record(rules.fingerprint));
        running.map(|running| Box::new(running) as Box<dyn Play>).map_err(|_| RoomError::internal())
    }

    fn find(&self, query: &Query) -> Result<Vec<String>, RoomError> {
        let rules = self.rules(&Terms::default())?;
        Ok(G::cards(&rules.rules).iter().filter(|info| query.finds(info)).map(|info| info.name.clone()).collect())
    }

    fn lessons(&self) -> Vec<LessonInfo> {
        let told = |lesson: LessonText| LessonInfo {
            id: lesson.id,
            title: lesson.title,
            task: lesson.task,
            hint: lesson.hint,
            done: lesson.done,
        };
        shipped_lessons(G::NAME).into_iter().map(told).collect()
    }

    fn lesson(&self, id: &str, learner: &str) -> Result<Box<dyn Teaching>, NoLesson> {
        let found = shipped_lessons(G::NAME).into_iter().find(|lesson| lesson.id == id);
        let lesson = found.ok_or_else(|| NoLesson::Unknown { game: G::TITLE, lesson: id.to_owned() })?;
        let class = self.class(&lesson, learner).map_err(NoLesson::OtherCards)?;
        Ok(Box::new(class))
    }

    fn rename(&self, record: &mut Record<Opening>, seat: Seat, name: &str) -> Result<(), String> {
        let rules = self.rules_of(&needed(record));
        match &rules {
            Ok(rules) => playmat_replay::rename::<G>(&rules.rules, record, seat, name.to_owned()),
            // The name is removed in any case. A record that cannot be played cannot be checked either.
            Err(_) => record.setup.players[seat] = name.to_owned(),
        }
        rules.map(drop)
    }

    fn replay(&self, record: Record<Opening>) -> Result<Box<dyn Play>, CannotGoOn> {
        let rules = self.rules_of(&needed(&record)).map_err(CannotGoOn::Rules)?;
        let running = Running::replay(rules, record).map_err(CannotGoOn::Broken)?;
        Ok(Box::new(running))
    }

    fn records(&self, stored: Stored) -> Result<Box<dyn FinishedRecord>, RoomError> {
        let bad = |error: RecordError| RoomError::new(Code::BadRecord, sentence(&error.to_string()));
        let made_with = stored.made_with().map_err(bad)?;
        let rules = stored.rules().map_err(bad)?;
        let needed = Needed {
            rules,
            cards: made_with.cards,
            version: made_with.version,
            terms: stored.terms(),
            own_cards: stored.own_cards().to_vec(),
        };
        let rules = self.rules_of(&needed).map_err(|why| RoomError::new(Code::OtherRules, sentence(&why)))?;
        let record = stored.record(G::cards(&rules.rules)).map_err(bad)?;
        Ok(Box::new(RecordWithRules { rules, record }))
    }

    fn card_set(&self) -> CardSet {
        CardSet::of(&self.at_hand().library)
    }

    fn checked(&self, texts: Vec<(String, String)>) -> Result<CardSet, String> {
        let read = AtHand::<G>::load(&Origin::Texts(texts))?;
        read.library.rules(&Terms::default()).map_err(|error| format!("the cards of {} are wrong: {error}", G::TITLE))?;
        Ok(CardSet::of(&read.library))
    }

    fn renew(&self, set: CardSet) -> Result<(), String> {
        let read = AtHand::<G>::load(&Origin::Texts(set.texts))?;
        self.keep(self.card_set());
        *self.at_hand.write().expect("nobody panics while it is locked") = Arc::new(read);
        Ok(())
    }

    fn keep(&self, set: CardSet) {
        self.sets.write().expect("nobody panics while it is locked").add(set);
    }

    fn with_cards(&self, texts: Vec<(String, String)>) -> Result<Arc<dyn GameService>, RoomError> {
        let library = Library::<G>::load(&Origin::Texts(texts.clone())).map_err(wrong_cards)?;
        let at_hand = RwLock::new(Arc::new(AtHand { library, built: Mutex::default() }));
        let sets = RwLock::new(Archive::default());
        Ok(Arc::new(CardsAndRules::<G> { at_hand, sets, own_cards: texts }))
    }
}

/// The rules that a record names.
fn needed(record: &Record<Opening>) -> Needed {
    let Opening { terms, made_with, own_cards, .. } = &record.setup;
    let (terms, own_cards) = (terms.clone(), own_cards.clone());
    Needed { rules: record.rules, cards: made_with.cards, version: made_with.version, terms, own_cards }
}

pub(crate) fn bad_deck(lines: Vec<String>) -> RoomError {
    RoomError::new(Code::BadDeck, format!("This deck cannot be played: {}", lines.join(" ")))
}

/// The sections that cards of decks come from.
pub(crate) fn categories<G: CardGame>(rules: &RuleSet<G>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for info in G::cards(&rules.rules).iter().filter(|info| info.pool && !info.token && !info.generated) {
        if let Some(category) = info.category.as_ref().filter(|category| !all.contains(category)) {
            all.push(category.clone());
        }
    }
    all.sort();
    all
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
