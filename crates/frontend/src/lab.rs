//! The lab's runs, for rules of a game that is known by its name only.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use playmat_bots::BotSpec;
use playmat_catalog::{DeckSource, ModelOrigin, known_category, load, shipped_decks};
use playmat_chance::FastChance;
use playmat_kernel::Seat;
use playmat_lab::cards::Cards;
use playmat_lab::compare::{Arm, Compare};
use playmat_lab::crew::Crew;
use playmat_lab::game::{DeckChoice, Luck, Series, Side};
use playmat_lab::ladder::{Ladder, rated_bots};
use playmat_lab::matchup::Match;
use playmat_lab::matrix::{Limit, Matrix};
use playmat_lab::opinion::Second;
use playmat_lab::players::usual;
use playmat_lab::report::Report;
use playmat_lab::run::{Halt, RunContext};
use playmat_lab::stats::Sprt;
use playmat_lab::store::Store;
use playmat_lab::tension::Tension;
use playmat_lab::tune::Tune;
use playmat_lab::watch::{Limits, markdown, nothing_changed, untouched};
use playmat_lab::whatif::{card_files, changed_cards, touched, workshop};
use serde_json::{Map, Value, json};

use crate::{DeckWish, FrontendError, Kind, Rules, bot_named};

/// Which decks a run takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabDecks {
    /// All ready decks that are legal.
    Ready,
    /// A random deck of each category.
    Categories,
    /// These.
    These(Vec<DeckWish>),
}

/// What a run measures. Shares are from 0 to 1, bots as they are written; where none is named, the lab's usual player plays.
#[derive(Clone)]
pub enum LabWish {
    /// Two sides against each other.
    Match {
        /// Who plays on each side.
        bots: Option<[String; 2]>,
        /// What the first side brings.
        decks: LabDecks,
        /// What the second side brings, if that is something else.
        against: Option<LabDecks>,
        /// Whether both bring the same deck to a game.
        mirror: bool,
        /// How many games at most.
        games: u64,
        /// The two scores between which a sequential test decides; without it all games are played.
        sprt: Option<(f64, f64)>,
    },
    /// Every deck against every other.
    Matrix {
        /// Who plays rows and columns.
        bots: Option<[String; 2]>,
        /// The decks.
        decks: LabDecks,
        /// How many games of each pairing.
        games: u64,
        /// What no pairing may exceed: an interval, and a score.
        limit: Option<(f64, f64)>,
    },
    /// What each card does to winning.
    Cards {
        /// Who plays.
        bot: Option<String>,
        /// The decks.
        decks: LabDecks,
        /// How many games.
        games: u64,
    },
    /// When matches are decided.
    Tension {
        /// Who plays.
        bot: Option<String>,
        /// Who judges: a search.
        judge: String,
        /// The chance of winning from which on a match counts as decided.
        decided: f64,
        /// The decks.
        decks: LabDecks,
        /// How many games.
        games: u64,
    },
    /// What changes under other rules or with other cards.
    Compare {
        /// The other rules.
        other: Rules,
        /// What the two are called.
        names: [String; 2],
        /// Who plays.
        bot: Option<String>,
        /// The decks.
        decks: LabDecks,
        /// How many games under each.
        games: u64,
        /// How closely the change of each deck's score must be known for playing to stop; without it all games are played.
        precision: Option<f64>,
    },
    /// Which printed numbers would make pairings even.
    Tune {
        /// The pairings.
        pairs: Vec<[DeckWish; 2]>,
        /// The band that their scores should come into.
        band: (f64, f64),
        /// The decks whose other pairings are watched.
        others: LabDecks,
        /// The band that none of those may be pushed out of.
        others_band: (f64, f64),
        /// How many single steps a proposal may have.
        steps: u8,
        /// Who plays.
        bot: Option<String>,
        /// How many games of each pairing.
        games: u64,
    },
    /// A comparison held against limits, with what to say of it in a comment.
    Watch {
        /// The comparison.
        compare: Box<LabWish>,
        /// The limits, as their file is written.
        limits: String,
    },
    /// Every bot against every other.
    Ladder {
        /// The bots; the usual ones where none is named.
        bots: Option<Vec<String>>,
        /// What both sides bring.
        decks: LabDecks,
        /// How many games of each pairing.
        games: u64,
    },
}

/// How a run is made.
pub struct LabRun<'a> {
    /// Its seed.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// Who plays instead of these threads, if somebody does.
    pub crew: Option<&'a dyn Crew>,
    /// Where games and the report are kept; a run without a folder keeps nothing.
    pub folder: Option<&'a Path>,
    /// The bot that plays a part of the games again.
    pub second: Option<String>,
    /// Set from outside when it is to end early.
    pub stop: &'a AtomicBool,
    /// Told how many games there will be, as far as is known.
    pub expect: &'a (dyn Fn(u64) + Sync),
    /// Told how many more are done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

fn refused(sentence: impl Into<String>) -> FrontendError {
    Kind::Lab.error(sentence)
}

/// A bot whose games can be repeated.
fn steady(name: &str) -> Result<BotSpec, FrontendError> {
    let bot = bot_named(name)?;
    match bot.is_timed() {
        true => Err(refused(format!("`{name}` looks at the clock, so its games could not be repeated; use ismcts:ITERATIONS"))),
        false => Ok(bot),
    }
}

/// The bots of both sides; the usual player where none is named.
fn both(rules: &playmat_catalog::Rules, bots: Option<&[String; 2]>) -> Result<[BotSpec; 2], FrontendError> {
    match bots {
        None => Ok([usual(rules).bot; 2]),
        Some([first, second]) => Ok([steady(first)?, steady(second)?]),
    }
}

fn one(rules: &playmat_catalog::Rules, bot: Option<&String>) -> Result<BotSpec, FrontendError> {
    bot.map_or_else(|| Ok(usual(rules).bot), |name| steady(name))
}

/// Two shares of which the first is smaller.
fn shares((low, high): (f64, f64), what: &str) -> Result<(f64, f64), FrontendError> {
    match 0.0 <= low && low < high && high <= 1.0 {
        true => Ok((low, high)),
        false => Err(refused(format!("`{what}` is two shares from 0 to 1, the smaller one first, not ({low}, {high})"))),
    }
}

fn some_games(games: u64) -> Result<u64, FrontendError> {
    const MOST: u64 = 100_000_000;
    match (1..=MOST).contains(&games) {
        true => Ok(games),
        false => Err(refused(format!("a run has 1 to {MOST} games, not {games}"))),
    }
}

impl Rules {
    fn choice(&self, wish: &DeckWish) -> Result<DeckChoice, FrontendError> {
        if let DeckWish::Named(DeckSource::Random(category)) = wish {
            let cards = self.set.cards();
            let known = category.as_ref().map(|wanted| known_category(cards, wanted)).transpose();
            let known = known.map_err(|error| Kind::Deck.error(error))?;
            // Whether there is a legal deck at all is checked before the first game.
            let made = self.set.random_deck(known.as_deref(), &mut FastChance::new(1));
            made.map_err(|error| Kind::Deck.error(error))?;
            return Ok(DeckChoice::Random(known));
        }
        let deck = self.set.legal(&self.list(wish, 0, Seat::One)?)?;
        Ok(DeckChoice::Deck { name: deck.name().to_owned(), cards: deck.cards().to_vec() })
    }

    fn choices(&self, decks: &LabDecks) -> Result<Vec<DeckChoice>, FrontendError> {
        let (found, nothing): (Vec<DeckChoice>, _) = match decks {
            LabDecks::Ready => {
                let legal = shipped_decks(self.game()).into_iter().filter_map(|list| self.set.legal(&list).ok());
                let choice =
                    |deck: playmat_catalog::Deck| DeckChoice::Deck { name: deck.name().into(), cards: deck.cards().to_vec() };
                (legal.map(choice).collect(), "no ready deck is legal under these rules; name others, or \"random\"")
            }
            LabDecks::Categories => {
                let mut known: Vec<String> = self.set.cards().iter().filter_map(|info| info.category.clone()).collect();
                known.sort_unstable();
                known.dedup();
                known.retain(|category| self.set.random_deck(Some(category), &mut FastChance::new(1)).is_ok());
                let choices = known.into_iter().map(|category| DeckChoice::Random(Some(category))).collect();
                (choices, "the cards of this game have no categories that make a deck")
            }
            LabDecks::These(wishes) => {
                let choices = wishes.iter().map(|wish| self.choice(wish)).collect::<Result<_, _>>()?;
                (choices, "a run needs at least one deck")
            }
        };
        match found.is_empty() {
            true => Err(refused(nothing)),
            false => Ok(found),
        }
    }

    fn library(&self) -> Result<playmat_catalog::Cards, FrontendError> {
        Ok(load(self.game(), &self.origin, &ModelOrigin::Shipped)?)
    }

    /// Its card files, where they are not the shipped ones.
    fn own_files(&self, library: &playmat_catalog::Cards) -> Vec<(String, String)> {
        if self.origin == playmat_catalog::Origin::Shipped { Vec::new() } else { card_files(library) }
    }

    fn compare(
        &self,
        other: &Rules,
        names: &[String; 2],
        decks: &LabDecks,
        (bot, seed, games, precision): (BotSpec, u64, u64, Option<f64>),
    ) -> Result<Compare, FrontendError> {
        if other.game() != self.game() {
            return Err(refused(format!("only rules of one game can be compared, and the first are of {}", self.game())));
        }
        let [mut one, mut two] = [self.choices(decks)?, other.choices(decks)?];
        if !matches!(decks, LabDecks::These(_)) {
            // Of all decks only those are taken that are legal under both.
            let named = |decks: &[DeckChoice]| decks.iter().map(|deck| deck.name().to_owned()).collect::<Vec<_>>();
            let [ours, theirs] = [named(&one), named(&two)];
            one.retain(|deck| theirs.iter().any(|name| name == deck.name()));
            two.retain(|deck| ours.iter().any(|name| name == deck.name()));
        }
        if one.is_empty() {
            return Err(refused("no deck is legal under both rule sets; name others, or \"random\""));
        }
        let libraries = [self.library()?, other.library()?];
        let changed = changed_cards(&libraries[0], &libraries[1]);
        // Where the cards are the same, the rules differ, and they concern every deck.
        let touched = match changed.is_empty() {
            true => vec![true; one.len()],
            false => touched([&libraries[0], &libraries[1]], &changed, [&self.set, &other.set], [&one, &two]),
        };
        let arm = |rules: &Rules, library: &playmat_catalog::Cards, name: &String, decks| Arm {
            name: name.clone(),
            rules: rules.set.clone(),
            decks,
            card_files: rules.own_files(library),
        };
        let arms = [arm(self, &libraries[0], &names[0], one), arm(other, &libraries[1], &names[1], two)];
        Ok(Compare { arms, changed, touched, bot, seed, games, precision })
    }

    fn plan(&self, wish: &LabWish, seed: u64) -> Result<Plan, FrontendError> {
        let rules = self.set.clone();
        Ok(match wish {
            LabWish::Match { bots, decks, against, mirror, games, sprt } => {
                if *mirror && against.is_some() {
                    return Err(refused("with `mirror` both sides bring the same deck, so there is no `against`"));
                }
                let [ours, theirs] = both(&self.set, bots.as_ref())?;
                let brings = self.choices(decks)?;
                let others = against.as_ref().map_or_else(|| Ok(brings.clone()), |decks| self.choices(decks))?;
                let sides = [Side { bot: ours, brings }, Side { bot: theirs, brings: others }];
                let test = sprt.map(|sprt| shares(sprt, "sprt")).transpose()?;
                let sprt = test.map(|(lower, upper)| Sprt { lower, upper, alpha: 0.05, beta: 0.05 });
                let series = Series { id: 0, rules, sides, mirror: *mirror, luck: Luck::Shared, seed };
                Plan::Match(Match { series, games: some_games(*games)?, sprt })
            }
            LabWish::Matrix { bots, decks, games, limit } => {
                let decks = self.choices(decks)?;
                if decks.len() < 2 {
                    return Err(refused("a matrix has at least two decks"));
                }
                let limit = limit.map(|limit| shares(limit, "limit")).transpose()?.map(|(low, value)| Limit { low, value });
                Plan::Matrix(Matrix {
                    rules,
                    decks,
                    bots: both(&self.set, bots.as_ref())?,
                    seed,
                    games: some_games(*games)?,
                    limit,
                })
            }
            LabWish::Cards { bot, decks, games } => Plan::Cards(Cards {
                rules,
                decks: self.choices(decks)?,
                bot: one(&self.set, bot.as_ref())?,
                seed,
                games: some_games(*games)?,
            }),
            LabWish::Tension { bot, judge, decided, decks, games } => {
                let BotSpec::Ismcts(budget) = steady(judge)? else {
                    return Err(refused(format!("`{judge}` does not search, so it cannot judge; use ismcts:ITERATIONS")));
                };
                if !(0.5 < *decided && *decided <= 1.0) {
                    return Err(refused(format!("`decided` is a chance of winning above 0.5 and up to 1, not {decided}")));
                }
                let (decks, bot, games) = (self.choices(decks)?, one(&self.set, bot.as_ref())?, some_games(*games)?);
                Plan::Tension(Tension { rules, decks, bot, judge: budget, decided: *decided, seed, games })
            }
            LabWish::Compare { other, names, bot, decks, games, precision } => {
                if precision.is_some_and(|precision| !(0.0 < precision && precision < 1.0)) {
                    return Err(refused("`precision` is a share between 0 and 1, such as 0.01 for one percentage point"));
                }
                let how = (one(&self.set, bot.as_ref())?, seed, some_games(*games)?, *precision);
                Plan::Compare(self.compare(other, names, decks, how)?)
            }
            LabWish::Tune { pairs, band, others, others_band, steps, bot, games } => {
                let pair = |[a, b]: &[DeckWish; 2]| match [self.choice(a)?, self.choice(b)?] {
                    [a @ DeckChoice::Deck { .. }, b @ DeckChoice::Deck { .. }] => Ok([a, b]),
                    _ => Err(refused("a random deck is another one in each game: name two decks for a pair")),
                };
                let pairs: Vec<_> = pairs.iter().map(pair).collect::<Result<_, _>>()?;
                if pairs.is_empty() {
                    return Err(refused("nothing to tune: `pairs` has no pair of decks"));
                }
                let workshop = workshop(&self.library()?, self.set.terms().clone());
                let (band, wide) = (shares(*band, "band")?, shares(*others_band, "others_band")?);
                let mut watched = self.choices(others)?;
                // The decks of the pairings themselves meet the others too, wherever they come from.
                for deck in pairs.iter().flatten() {
                    if !watched.contains(deck) {
                        watched.push(deck.clone());
                    }
                }
                let (bot, games) = (one(&self.set, bot.as_ref())?, some_games(*games)?);
                Plan::Tune(Tune { workshop, rules, pairs, watched, band, wide, bot, seed, games, steps: usize::from(*steps) })
            }
            LabWish::Watch { compare, limits } => match self.plan(compare, seed)? {
                Plan::Compare(plan) => Plan::Watch(plan, Limits::read(limits, self.game()).map_err(refused)?),
                _ => return Err(refused("only a comparison can be held against limits")),
            },
            LabWish::Ladder { bots, decks, games } => {
                let named = bots.as_ref().map(|bots| bots.iter().map(|name| steady(name)).collect()).transpose()?;
                let (bots, decks) = (rated_bots(named, &rules).map_err(refused)?, self.choices(decks)?);
                Plan::Ladder(Ladder { rules, bots, decks, seed, games: some_games(*games)? })
            }
        })
    }

    /// Plays what is missing, and makes the report.
    pub fn lab(&self, wish: &LabWish, run: &LabRun<'_>) -> Result<Report, FrontendError> {
        let plan = self.plan(wish, run.seed)?;
        if let Some(report) = plan.nothing_to_play() {
            return Ok(report);
        }
        let second = run.second.as_deref().map(steady).transpose()?.map(|bot| Second { bot, ..Second::default() });
        let store = match run.folder {
            Some(folder) => Store::open(folder, &plan.head()).map_err(refused)?,
            None => Store::in_memory(),
        };
        if run.threads == 0 || run.threads > MOST_THREADS {
            return Err(refused(format!("a run has 1 to {MOST_THREADS} threads, not {}", run.threads)));
        }
        let LabRun { threads, crew, folder, stop, expect, progress, .. } = *run;
        let mut context = RunContext { threads, crew, stop, expect, progress, store, second };
        let report = plan.run(&mut context, folder).map_err(|halt| match halt {
            Halt::Failed(sentence) => refused(sentence),
            Halt::Stopped => refused("the run was stopped before its end"),
        })?;
        if let Some(folder) = folder {
            context.write(&report, folder).map_err(refused)?;
        }
        Ok(report)
    }
}

const MOST_THREADS: usize = 1024;

/// One of the lab's plans.
enum Plan {
    Match(Match),
    Matrix(Matrix),
    Cards(Cards),
    Tension(Tension),
    Compare(Compare),
    Tune(Tune),
    Watch(Compare, Limits),
    Ladder(Ladder),
}

impl Plan {
    /// Everything that its games depend on.
    fn head(&self) -> Map<String, Value> {
        match self {
            Plan::Match(plan) => plan.plan(),
            Plan::Matrix(plan) => plan.plan(),
            Plan::Cards(plan) => plan.plan(),
            Plan::Tension(plan) => plan.plan(),
            Plan::Compare(plan) => plan.plan(),
            Plan::Tune(plan) => plan.plan(),
            Plan::Watch(plan, _) => plan.plan(),
            Plan::Ladder(plan) => plan.plan(),
        }
    }

    fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<Report, Halt> {
        match self {
            Plan::Match(plan) => plan.run(context, folder).map(|(_, report)| report),
            Plan::Matrix(plan) => plan.run(context, folder).map(|(_, report)| report),
            Plan::Cards(plan) => plan.run(context, folder).map(|(_, report)| report),
            Plan::Tension(plan) => plan.run(context, folder).map(|(_, report)| report),
            Plan::Compare(plan) => {
                context.ask_at_most(usual(&plan.arms[0].rules).asked);
                plan.run(context, folder).map(|(_, report)| report)
            }
            Plan::Tune(plan) => plan.run(context, folder).map(|(_, report)| report),
            Plan::Watch(plan, limits) => {
                context.ask_at_most(usual(&plan.arms[0].rules).asked);
                let (measured, report) = plan.run(context, folder)?;
                let breaches = limits.breaches(&measured);
                let text = markdown(plan.arms[0].rules.title(), &plan.bot.to_string(), &measured, &breaches);
                Ok(Report { lines: vec![text], holds: breaches.is_empty(), ..report })
            }
            Plan::Ladder(plan) => plan.run(context, folder).map(|(_, report)| report),
        }
    }

    /// What a watch says where no game need be played.
    fn nothing_to_play(&self) -> Option<Report> {
        let text = match self {
            Plan::Watch(plan, _) if plan.changed.is_empty() => nothing_changed(plan.arms[0].rules.title()),
            Plan::Watch(plan, _) if !plan.touched.contains(&true) => untouched(plan.arms[0].rules.title(), &plan.changed),
            _ => return None,
        };
        let json = json!({ "plan": self.head(), "measured": null });
        Some(Report { page: String::new(), json, lines: vec![text], holds: true, files: Vec::new() })
    }
}
