//! Parts of a run that can be played anywhere: everything that their games depend on, by value. Cards and weights, which many chunks
//! share, are parcels that a chunk names by the hash of their contents.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use playmat_bots::BotSpec;
use playmat_cards::{DefId, Terms};
use playmat_catalog::Rules;
use playmat_wire::{hex, to_binary};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game::{DeckChoice, Luck, PlayedGame, Series, Side, Sides, Watch, play, record};

/// Some games of a plan with what they need.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// What is to be done.
    pub order: Order,
    /// What it needs, by content hash.
    pub parcels: BTreeMap<String, Arc<[u8]>>,
}

/// What is to be done, as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Its number within the run.
    pub number: u64,
    /// The version of the program that the games must be played by.
    pub program: String,
    /// What is wanted of the games.
    pub work: Work,
    /// The games.
    pub parts: Vec<Part>,
}

/// What is wanted of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// How they end: [`Watch::Result`].
    Result,
    /// [`Watch::Cards`].
    Cards,
    /// [`Watch::Abilities`].
    Abilities,
    /// [`Watch::Judged`] by this bot.
    Judged(String),
    /// Their records, which a report leads to.
    Records,
}

/// Games of one series.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The parcel of its rules.
    pub rules: String,
    /// The parcel of the weights that learned players have, where they are not those of the program.
    pub weights: Option<String>,
    /// The numbers of the games.
    pub games: Vec<u64>,
    id: u64,
    sides: Sides<SideForm>,
    mirror: bool,
    luck: Luck,
    seed: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SideForm {
    bot: String,
    brings: Vec<DeckForm>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DeckForm {
    Deck { name: String, cards: Vec<u16> },
    Random(Option<String>),
}

/// The contents of a parcel of rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesForm {
    /// The name of the game.
    pub game: String,
    /// The fingerprint that the rules must have where they are made again.
    pub fingerprint: String,
    edition: Option<String>,
    rulings: Vec<(String, String)>,
    /// The card files.
    pub cards: Vec<String>,
}

/// What came of a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// Its number.
    pub number: u64,
    /// The games, where they were to be watched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<PlayedGame>,
    /// The records in hexadecimal, where those were wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
}

impl RulesForm {
    /// The terms of the rules.
    pub fn terms(&self) -> Terms {
        Terms { edition: self.edition.clone(), rulings: self.rulings.clone() }
    }
}

/// The name of a parcel: the hash of its contents.
pub fn content_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

impl Work {
    /// Of games that are watched like this.
    pub fn watching(watch: Watch) -> Self {
        match watch {
            Watch::Result => Work::Result,
            Watch::Cards => Work::Cards,
            Watch::Abilities => Work::Abilities,
            Watch::Judged(budget) => Work::Judged(BotSpec::Ismcts(budget).to_string()),
        }
    }

    /// How games are watched for it; none where records are wanted.
    fn watch(&self) -> Result<Option<Watch>, String> {
        Ok(Some(match self {
            Work::Records => return Ok(None),
            Work::Result => Watch::Result,
            Work::Cards => Watch::Cards,
            Work::Abilities => Watch::Abilities,
            Work::Judged(judge) => match judge.parse() {
                Ok(BotSpec::Ismcts(budget)) => Watch::Judged(budget),
                _ => return Err(format!("`{judge}` does not search, so it cannot judge")),
            },
        }))
    }
}

impl Part {
    /// The games of this part as they were asked for: what must come back.
    pub fn asked(&self) -> impl Iterator<Item = (u64, u64)> {
        self.games.iter().map(|&game| (self.id, game))
    }

    /// Plays them under the rules of its parcel, and adds what comes of it.
    pub fn play(&self, rules: &Rules, work: &Work, played: &mut Played) -> Result<(), String> {
        let side = |form: &SideForm| {
            let brings = form.brings.iter().map(|deck| deck.choice(rules)).collect::<Result<_, _>>()?;
            Ok::<_, String>(Side { bot: form.bot.parse().map_err(|error| format!("{error}"))?, brings })
        };
        let [a, b] = &self.sides;
        let sides = [side(a)?, side(b)?];
        let series = Series { id: self.id, rules: rules.clone(), sides, mirror: self.mirror, luck: self.luck, seed: self.seed };
        series.unable().map_or(Ok(()), Err)?;
        match work.watch()? {
            Some(watch) => played.games.extend(self.games.iter().map(|&game| play(&series, game, watch))),
            None => played.records.extend(self.games.iter().map(|&game| hex(&to_binary(&record(&series, game))))),
        }
        Ok(())
    }
}

impl DeckForm {
    fn of(choice: &DeckChoice) -> Self {
        match choice {
            DeckChoice::Deck { name, cards } => {
                DeckForm::Deck { name: name.clone(), cards: cards.iter().map(|def| def.0).collect() }
            }
            DeckChoice::Random(category) => DeckForm::Random(category.clone()),
        }
    }

    fn choice(&self, rules: &Rules) -> Result<DeckChoice, String> {
        Ok(match self {
            DeckForm::Random(category) => DeckChoice::Random(category.clone()),
            DeckForm::Deck { name, cards } => {
                let cards: Vec<DefId> = cards.iter().map(|&def| DefId(def)).collect();
                if !rules.deck_faults(&cards).is_empty() {
                    return Err(format!("the deck `{name}` is not legal under the rules that came with it"));
                }
                DeckChoice::Deck { name: name.clone(), cards }
            }
        })
    }
}

/// Makes chunks of games: as large as is worth sending, and small enough that losing one costs little.
pub(crate) struct Packer<'s> {
    series: Vec<&'s Series>,
    /// The series and numbers of the games, those of a series one after the other.
    games: std::iter::Peekable<std::vec::IntoIter<(usize, u64)>>,
    work: Work,
    /// How much work a chunk has.
    size: u64,
    next: u64,
    /// The parcels of rules that were met, by their address.
    packed: HashMap<*const (), (String, Option<String>)>,
    parcels: HashMap<String, Arc<[u8]>>,
}

/// The work of a game, in about milliseconds: a chunk of less is mostly sending, one of more is much to lose.
const LEAST: u64 = 20;
const MOST: u64 = 1000;
/// How many chunks every worker gets, where there are enough games: who is slow has fewer.
const SHARES: u64 = 4;

impl<'s> Packer<'s> {
    /// These games of these series, for so many workers.
    pub fn new(series: Vec<&'s Series>, mut games: Vec<(usize, u64)>, work: Work, workers: usize) -> Self {
        games.sort_unstable();
        let all: u64 = games.iter().map(|&(place, _)| effort(series[place], &work)).sum();
        let size = (all / 10 / (SHARES * workers as u64)).clamp(LEAST, MOST);
        let games = games.into_iter().peekable();
        Packer { series, games, work, size: 10 * size, next: 0, packed: HashMap::new(), parcels: HashMap::new() }
    }

    /// The next chunk, if games are left.
    pub fn next(&mut self) -> Result<Option<Chunk>, String> {
        let mut parts: Vec<Part> = Vec::new();
        let mut parcels = BTreeMap::new();
        let (mut size, mut last) = (0, None);
        while size < self.size
            && let Some((place, game)) = self.games.next()
        {
            let series = self.series[place];
            size += effort(series, &self.work);
            match parts.last_mut().filter(|_| last == Some(place)) {
                Some(part) => part.games.push(game),
                None => {
                    let (rules, weights) = self.parcels_of(series)?;
                    for hash in std::iter::once(&rules).chain(&weights) {
                        parcels.extend(self.parcels.get(hash).map(|bytes| (hash.clone(), bytes.clone())));
                    }
                    let side = |side: &Side| SideForm {
                        bot: side.bot.to_string(),
                        brings: side.brings.iter().map(DeckForm::of).collect(),
                    };
                    let Series { id, mirror, luck, seed, .. } = *series;
                    let sides = series.sides.each_ref().map(side);
                    parts.push(Part { rules, weights, games: vec![game], id, sides, mirror, luck, seed });
                }
            }
            last = Some(place);
        }
        if parts.is_empty() {
            return Ok(None);
        }
        let number = self.next;
        self.next += 1;
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Some(Chunk { order: Order { number, program, work: self.work.clone(), parts }, parcels }))
    }

    /// The parcels of a series: its rules, and weights if its players need some of their own.
    fn parcels_of(&mut self, series: &Series) -> Result<(String, Option<String>), String> {
        let key = Arc::as_ptr(&series.rules).cast::<()>();
        if let Some(known) = self.packed.get(&key) {
            return Ok(known.clone());
        }
        let rules = &series.rules;
        let form = RulesForm {
            game: rules.game().to_owned(),
            fingerprint: crate::fingerprint(rules),
            edition: rules.terms().edition.clone(),
            rulings: rules.terms().rulings.clone(),
            cards: rules.sources().iter().map(|source| source.text.clone()).collect(),
        };
        let bytes = serde_json::to_vec(&form).map_err(|error| error.to_string())?;
        // Which bots a series has may differ; whether there are weights of one's own does not.
        let weights = match self.series.iter().flat_map(|one| &one.sides).any(|side| side.bot.needs_model()) {
            true => rules.own_weights().map_err(|error| error.to_string())?,
            false => None,
        };
        let mut keep = |bytes: Vec<u8>| {
            let hash = content_hash(&bytes);
            self.parcels.insert(hash.clone(), bytes.into());
            hash
        };
        let packed = (keep(bytes), weights.map(keep));
        self.packed.insert(key, packed.clone());
        Ok(packed)
    }
}

/// How long a game takes, in about a tenth of a millisecond: only how chunks are cut depends on it.
fn effort(series: &Series, work: &Work) -> u64 {
    let worlds = |bot: BotSpec| match bot {
        BotSpec::Random => 0,
        BotSpec::Greedy => 2,
        BotSpec::Ismcts(budget) => u64::from(budget.iterations),
        BotSpec::Level(level) => u64::from(level.iterations()),
        BotSpec::Learned(_) => 20,
        BotSpec::Master(budget) => 3 * u64::from(budget.iterations),
    };
    let judged = match work {
        Work::Judged(judge) => judge.parse().map_or(0, worlds),
        _ => 0,
    };
    1 + 10 * (series.sides.iter().map(|side| worlds(side.bot)).max().unwrap_or(0) + judged)
}
