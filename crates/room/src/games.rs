//! All games with their rule sets, each built once: information about them, and matches of them.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, RwLock};

use playmat_bots::{BOTS, Level, bots_with};
use playmat_cards::{Setup, Terms};
use playmat_catalog::{
    ALL_GAMES, Archive, CardSet, CardText, Cards, Deck, DeckError, DeckList, DeckSource, LessonText, ModelOrigin, Needed,
    NoModel, Origin, Query, Rules, is_example, load, shipped_deck, shipped_decks, shipped_lessons, title,
};
use playmat_chance::{SecureChance, Seed};
use playmat_kernel::{BySeat, Record, Seat};
use playmat_replay::{needed, needed_by, opening, replays};
use playmat_scenario::parse_file;
use playmat_wire::tables::{
    DeckCheck, DeckFault, DeckRequest, GameInfo, GameSummary, GlossaryEntry, GuideSection, LessonInfo, ReadyDeck, Ruling,
    RulingValue,
};
use playmat_wire::{Opening, RecordError, Stored};

use crate::editor::printed;
use crate::finished_record::{FinishedRecord, sentence};
use crate::lesson::{self, Teaching};
use crate::own_cards::{OwnGame, wrong_cards};
use crate::play::{self, CannotGoOn, Play};
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
    services: Vec<(&'static str, GameService)>,
    /// Games with cards that somebody wrote, the last ones used at the end.
    pub(crate) own: Mutex<Vec<OwnGame>>,
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
    /// Loads and checks the cards of all games; older sets are read when a record needs them. Models are those of this program.
    pub fn load(cards: Option<&Path>, archive: Option<&Path>) -> Result<Self, String> {
        Games::load_with(ALL_GAMES, cards, archive, |_| ModelOrigin::Shipped)
    }

    /// [`Games::load`] for these games, with the model of each from somewhere else.
    pub fn load_with(
        games: &[&'static str],
        cards: Option<&Path>,
        archive: Option<&Path>,
        models: impl Fn(&str) -> ModelOrigin,
    ) -> Result<Self, String> {
        let origin = cards.map_or(Origin::Shipped, |folder| Origin::Folder(folder.to_owned()));
        let mut sets = Archive::shipped();
        archive.map_or(Ok(()), |folder| sets.add_folder(folder))?;
        let service = |&game| Ok((game, GameService::load(game, &origin.or_shipped(game), &sets, models(game))?));
        Ok(Games { services: games.iter().map(service).collect::<Result<_, String>>()?, own: Mutex::default() })
    }

    /// A game by its name.
    pub fn service(&self, game: &str) -> Result<&GameService, RoomError> {
        let found = self.services.iter().find(|(name, _)| *name == game);
        found.map(|(_, service)| service).ok_or_else(|| RoomError::unknown_game(game))
    }

    /// A record that somebody has sent. The bytes may be anything.
    pub fn record(&self, bytes: &[u8]) -> Result<FinishedRecord, RoomError> {
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
    pub fn all(&self) -> impl Iterator<Item = &GameService> {
        self.services.iter().map(|(_, service)| service)
    }
}

/// The bot that plays on for somebody whose clock ran out.
pub fn substitute() -> &'static str {
    Level::Normal.word()
}

/// The cards of one game: those of new matches, and older sets.
pub struct GameService {
    game: &'static str,
    at_hand: RwLock<Arc<AtHand>>,
    sets: RwLock<Archive>,
    /// Where its model comes from, whatever the cards.
    models: RwLock<ModelOrigin>,
    /// The card files that its records carry, if somebody wrote them.
    own_cards: Vec<(String, String)>,
}

/// Cards, and the rule sets that were built from them.
struct AtHand {
    cards: Cards,
    built: Mutex<HashMap<Terms, Rules>>,
}

impl AtHand {
    fn load(game: &str, origin: &Origin, models: &ModelOrigin) -> Result<Self, String> {
        let wrong = |error| format!("the cards of {} are wrong: {error}", title(game));
        let cards = load(game, origin, models).map_err(wrong)?;
        Ok(AtHand { cards, built: Mutex::new(HashMap::new()) })
    }

    fn rules(&self, terms: &Terms) -> Result<Rules, RoomError> {
        if let Some(rules) = self.built.lock().expect("nobody panics while it is locked").get(terms) {
            return Ok(rules.clone());
        }
        let wrong = |message: String| RoomError::new(Code::UnknownEdition, message);
        let rules = self.cards.rules(terms).map_err(wrong)?;
        let mut built = self.built.lock().expect("nobody panics while it is locked");
        if built.len() >= MOST_RULE_SETS {
            // Rule sets that no match uses can be built again.
            built.retain(|_, rules| Arc::strong_count(rules) > 1);
        }
        built.insert(terms.clone(), rules.clone());
        Ok(rules)
    }
}

impl GameService {
    fn load(game: &'static str, origin: &Origin, sets: &Archive, models: ModelOrigin) -> Result<Self, String> {
        let at_hand = RwLock::new(Arc::new(AtHand::load(game, origin, &models)?));
        Ok(GameService { game, at_hand, sets: RwLock::new(sets.clone()), models: RwLock::new(models), own_cards: vec![] })
    }

    /// The names of the bots that can play under these terms.
    fn bots(&self, terms: &Terms) -> Vec<&'static str> {
        let learned = |rules: Rules| matches!(rules.network(), Ok(_) | Err(NoModel::Elsewhere { .. }));
        bots_with(self.rules(terms).is_ok_and(learned)).collect()
    }

    fn at_hand(&self) -> Arc<AtHand> {
        self.at_hand.read().expect("nobody panics while it is locked").clone()
    }

    /// The rules of these terms, with the cards of new matches.
    pub fn rules(&self, terms: &Terms) -> Result<Rules, RoomError> {
        self.at_hand().rules(terms)
    }

    /// The rules that a record names, with the current cards or an older set.
    fn rules_of(&self, needed: &Needed) -> Result<Rules, String> {
        let at_hand = self.at_hand();
        match at_hand.rules(&needed.terms) {
            Ok(rules) if rules.fingerprint() == needed.rules => Ok(rules),
            _ => at_hand.cards.rules_of(&self.sets.read().expect("nobody panics while it is locked"), needed),
        }
    }

    fn deck(&self, rules: &Rules, deck: &DeckRequest, chance: &mut SecureChance) -> Result<Deck, RoomError> {
        let bad = |errors: Vec<DeckError>| bad_deck(errors.into_iter().map(|error| error.message).collect());
        rules.legal(&self.list(rules, deck, chance)?.map_err(bad)?).map_err(bad)
    }

    /// The deck as it is written, or what is wrong with its text.
    fn list(
        &self,
        rules: &Rules,
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
                    let random = rules.random_deck(category.as_deref(), chance).map_err(|why| bad_deck(vec![why]))?;
                    let named = category.map_or("Random".to_owned(), |category| format!("Random {category}"));
                    Ok(Ok(list(&named, random.cards().iter().map(|&def| rules.name(def).to_owned()).collect())))
                }
                DeckSource::Named(name) => shipped_deck(self.game, &name).map(Ok).ok_or_else(|| {
                    RoomError::new(Code::BadDeck, format!("There is no deck `{name}` of {}.", title(self.game)))
                }),
            },
        }
    }

    fn known_category(&self, rules: &Rules, category: &str) -> Result<(), RoomError> {
        let all = categories(rules);
        match all.iter().any(|known| known.eq_ignore_ascii_case(category)) {
            true => Ok(()),
            false => {
                Err(RoomError::new(Code::BadDeck, format!("There is no category `{category}`; there are: {}.", all.join(", "))))
            }
        }
    }

    /// Its line in the list of games.
    pub fn summary(&self) -> GameSummary {
        let editions = self.rules(&Terms::default()).map(|rules| owned(rules.editions())).unwrap_or_default();
        GameSummary {
            name: self.game.into(),
            title: title(self.game).into(),
            editions,
            bots: owned(&self.bots(&Terms::default())),
            example: is_example(self.game),
        }
    }

    /// Everything about it under these terms.
    pub fn info(&self, terms: &Terms) -> Result<GameInfo, RoomError> {
        let rules = self.rules(terms)?;
        let words = rules.glossary();
        let ruling = |(ruling, value): (&playmat_cards::RulingInfo, &str)| Ruling {
            name: ruling.name.into(),
            values: ruling
                .values
                .iter()
                .map(|(value, meaning)| RulingValue { value: (*value).into(), meaning: (*meaning).into() })
                .collect(),
            editions: ruling.editions.iter().map(|&place| ruling.values[place as usize].0.to_owned()).collect(),
            value: value.to_owned(),
        };
        let deck = |list: DeckList| ReadyDeck {
            id: Path::new(&list.file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            legal: rules.legal(&list).is_ok(),
            name: list.name,
            note: list.note,
            cards: list.cards.into_iter().map(|(_, card)| card).collect(),
        };
        Ok(GameInfo {
            name: self.game.into(),
            title: title(self.game).into(),
            edition: self.terms(terms)?.0,
            rules: rules.fingerprint().to_string(),
            editions: owned(rules.editions()),
            rulings: rules.ruled().into_iter().map(ruling).collect(),
            phases: owned(&rules.turn_phases()),
            places: rules.places(),
            bots: owned(&self.bots(terms)),
            categories: categories(&rules),
            cards: rules.cards().iter().map(|info| printed(info, &words)).collect(),
            glossary: words
                .iter()
                .map(|entry| GlossaryEntry {
                    class: entry.class.into(),
                    word: entry.word.clone(),
                    heading: entry.heading.clone(),
                    usage: entry.usage.clone(),
                    gloss: entry.gloss.into(),
                })
                .collect(),
            guide: rules
                .guide()
                .iter()
                .map(|(heading, lines)| GuideSection { heading: (*heading).into(), lines: owned(lines) })
                .collect(),
            decks: shipped_decks(self.game).into_iter().map(deck).collect(),
        })
    }

    /// The name of the edition that these terms mean, and the rulings that differ from it.
    pub fn terms(&self, terms: &Terms) -> Result<(String, BTreeMap<String, String>), RoomError> {
        let rules = self.rules(terms)?;
        let edition = terms.edition.as_deref().unwrap_or(rules.editions()[0]);
        let at = rules.editions().iter().position(|&known| known == edition).unwrap_or_default();
        let usual = |ruling: &playmat_cards::RulingInfo| ruling.values[ruling.editions[at] as usize].0;
        let differs = rules.ruled().into_iter().filter(|(ruling, value)| usual(ruling) != *value);
        Ok((edition.to_owned(), differs.map(|(ruling, value)| (ruling.name.to_owned(), value.to_owned())).collect()))
    }

    /// Whether there is such a bot, and it can play under these terms.
    pub fn check_level(&self, terms: &Terms, level: &str) -> Result<(), RoomError> {
        let unknown = |sentence| Err(RoomError::new(Code::UnknownBot, sentence));
        let here = self.bots(terms);
        if here.contains(&level) {
            return Ok(());
        }
        match self.rules(terms)?.network() {
            Err(why) if BOTS.contains(&level) => {
                unknown(format!("`{level}` cannot play: {why}. There are: {}.", here.join(", ")))
            }
            _ => unknown(format!("There is no bot `{level}`; there are: {}.", here.join(", "))),
        }
    }

    /// Whether a deck can be played.
    pub fn check_deck(&self, terms: &Terms, deck: &DeckRequest) -> Result<(), RoomError> {
        let rules = self.rules(terms)?;
        self.deck(&rules, deck, &mut SecureChance::new(0)).map(drop)
    }

    /// A deck with everything that is wrong with it. A random one is drawn.
    pub fn judge_deck(&self, terms: &Terms, deck: &DeckRequest, seed: u64) -> Result<DeckCheck, RoomError> {
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
                let wrong = rules.legal(&list).err().unwrap_or_default();
                let text = list.text();
                judged(list.name, list.cards.into_iter().map(|(_, card)| card).collect(), text, wrong)
            }
            Err(wrong) => {
                let text = if let DeckRequest::Text { text } = deck { text.clone() } else { String::new() };
                judged(String::new(), vec![], text, wrong)
            }
        })
    }

    /// A new match.
    pub fn open(
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
        let opening = Opening { own_cards: self.own_cards.clone(), ..opening(&*rules, setup, seed, names) };
        play::replay(&rules, opening.record(rules.fingerprint())).map_err(|_| RoomError::internal())
    }

    /// The names of the cards that a search finds, tokens among them.
    pub fn find(&self, query: &Query) -> Result<Vec<String>, RoomError> {
        let rules = self.rules(&Terms::default())?;
        Ok(rules.cards().iter().filter(|info| query.finds(info)).map(|info| info.name.clone()).collect())
    }

    /// Its lessons.
    pub fn lessons(&self) -> Vec<LessonInfo> {
        let told = |lesson: LessonText| LessonInfo {
            id: lesson.id,
            title: lesson.title,
            task: lesson.task,
            hint: lesson.hint,
            done: lesson.done,
        };
        shipped_lessons(self.game).into_iter().map(told).collect()
    }

    /// A lesson.
    pub fn lesson(&self, id: &str, learner: &str) -> Result<Box<dyn Teaching>, NoLesson> {
        let found = shipped_lessons(self.game).into_iter().find(|lesson| lesson.id == id);
        let lesson = found.ok_or_else(|| NoLesson::Unknown { game: title(self.game), lesson: id.to_owned() })?;
        self.taught(&lesson, learner).map_err(NoLesson::OtherCards)
    }

    fn taught(&self, lesson: &LessonText, learner: &str) -> Result<Box<dyn Teaching>, String> {
        let (file, text) = &lesson.script;
        let first = |errors: Vec<playmat_scenario::ParseError>| errors.first().map(ToString::to_string).unwrap_or_default();
        let scripts = parse_file(file, text).map_err(first)?;
        let script = scripts.first().ok_or("there is no scenario in it")?;
        let rules = self.rules(&script.terms).map_err(|error| error.sentence)?;
        lesson::teach(&rules, script, learner)
    }

    /// Gives a player of a record another name. The error is for the operator.
    pub fn rename(&self, record: &mut Record<Opening>, seat: Seat, name: &str) -> Result<(), String> {
        let rules = self.rules_of(&needed(record));
        match &rules {
            Ok(rules) => replays(rules).rename(record, seat, name.to_owned()),
            // The name is removed in any case. A record that cannot be played cannot be checked either.
            Err(_) => record.setup.players[seat] = name.to_owned(),
        }
        rules.map(drop)
    }

    /// A match from its record, with the cards that it was played with.
    pub fn replay(&self, record: Record<Opening>) -> Result<Box<dyn Play>, CannotGoOn> {
        let rules = self.rules_of(&needed(&record)).map_err(CannotGoOn::Rules)?;
        play::replay(&rules, record).map_err(CannotGoOn::Broken)
    }

    /// What can be done with the record of a match that is over.
    pub fn records(&self, stored: Stored) -> Result<FinishedRecord, RoomError> {
        let bad = |error: RecordError| RoomError::new(Code::BadRecord, sentence(&error.to_string()));
        let needed = needed_by(&stored).map_err(bad)?;
        let rules = self.rules_of(&needed).map_err(|why| RoomError::new(Code::OtherRules, sentence(&why)))?;
        let record = stored.record(rules.cards()).map_err(bad)?;
        Ok(FinishedRecord { rules, record })
    }

    /// The current cards, to be stored.
    pub fn card_set(&self) -> CardSet {
        self.at_hand().cards.card_set()
    }

    /// The texts of the current cards.
    pub(crate) fn card_texts(&self) -> Vec<CardText> {
        self.at_hand().cards.card_texts()
    }

    /// Takes this weight file as the model of learned players, whatever the cards; or says why it does not fit.
    pub fn learn(&self, weights: Vec<u8>) -> Result<(), String> {
        let models = ModelOrigin::Bytes(weights);
        let read = AtHand::load(self.game, &Origin::Texts(self.card_set().texts), &models)?;
        read.rules(&Terms::default()).map_err(|error| error.sentence)?.network().map_err(ToString::to_string)?;
        *self.models.write().expect("nobody panics while it is locked") = models;
        *self.at_hand.write().expect("nobody panics while it is locked") = Arc::new(read);
        Ok(())
    }

    fn models(&self) -> ModelOrigin {
        self.models.read().expect("nobody panics while it is locked").clone()
    }

    /// These card files as a set, if nothing is wrong with them.
    pub fn checked(&self, texts: Vec<(String, String)>) -> Result<CardSet, String> {
        let read = AtHand::load(self.game, &Origin::Texts(texts), &self.models())?;
        read.cards.rules(&Terms::default()).map_err(|error| format!("the cards of {} are wrong: {error}", title(self.game)))?;
        Ok(read.cards.card_set())
    }

    /// New matches are played with these cards from now on; the current ones become an older set.
    pub fn renew(&self, set: CardSet) -> Result<(), String> {
        let read = AtHand::load(self.game, &Origin::Texts(set.texts), &self.models())?;
        self.keep(self.card_set());
        *self.at_hand.write().expect("nobody panics while it is locked") = Arc::new(read);
        Ok(())
    }

    /// Adds an older card set.
    pub fn keep(&self, set: CardSet) {
        self.sets.write().expect("nobody panics while it is locked").add(set);
    }

    /// The same game with these card files, whose records carry them; or what is wrong with them.
    pub fn with_cards(&self, texts: Vec<(String, String)>) -> Result<Arc<GameService>, RoomError> {
        let models = self.models();
        let cards = load(self.game, &Origin::Texts(texts.clone()), &models).map_err(wrong_cards)?;
        let at_hand = RwLock::new(Arc::new(AtHand { cards, built: Mutex::default() }));
        let (sets, models) = (RwLock::default(), RwLock::new(models));
        Ok(Arc::new(GameService { game: self.game, at_hand, sets, models, own_cards: texts }))
    }
}

pub(crate) fn bad_deck(lines: Vec<String>) -> RoomError {
    RoomError::new(Code::BadDeck, format!("This deck cannot be played: {}", lines.join(" ")))
}

/// The sections that cards of decks come from.
pub(crate) fn categories(rules: &Rules) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for info in rules.cards().iter().filter(|info| info.pool && !info.token && !info.generated) {
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
