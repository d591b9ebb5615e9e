//! `playmat lab`: games in bulk. This file has the commands, `run_args` runs them.

mod run_args;
mod decks;
mod ladder;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use playmat_bots::BotSpec;
use playmat_cards::{CardGame, Terms};
use playmat_catalog::{Visitor, visit};
use playmat_lab::cards::Cards;
use playmat_lab::change::Workshop;
use playmat_lab::compare::{Arm, Compare};
use playmat_lab::game::{DeckChoice, Series, Side};
use playmat_lab::matchup::Match;
use playmat_lab::matrix::{Limit, Matrix};
use playmat_lab::stats::Sprt;
use playmat_lab::tension::Tension;
use playmat_lab::tune::Tune;

use crate::common::{RuleArgs, bot_named, library};
use crate::failure::{Failure, Finished};
use ladder::{Climb, LadderArgs};
use run_args::RunArgs;

/// Measure decks, cards and rules by many games
///
/// Every run has a folder. Finished games are appended to games.jsonl, so that a stopped run continues when it is started again.
/// report.html needs only a browser; report.json and games.parquet are for programs. The same plan and seed give the same result,
/// on any number of threads.
#[derive(Subcommand, Debug)]
pub enum Lab {
    Match(MatchArgs),
    Matrix(MatrixArgs),
    Cards(CardsArgs),
    Tension(TensionArgs),
    Compare(CompareArgs),
    Tune(TuneArgs),
    Ladder(LadderArgs),
}

/// Play two bots, or two decks, against each other until it is decided
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab match skirmish --bots greedy,random
  playmat lab match food-chain --bots ismcts:1000,greedy --mirror --games 400 --sprt 65,75
  playmat lab match food-chain --bots greedy,greedy --decks fish-1 --against bird-1,bird-2 --sprt none")]
pub struct MatchArgs {
    /// The game
    game: String,
    /// The bots of the two sides
    #[arg(long, value_name = "BOT,BOT", default_value = "greedy,greedy")]
    bots: String,
    /// The decks of the first side: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// The decks of the second side [default: those of the first]
    #[arg(long, value_name = "DECKS")]
    against: Option<String>,
    /// Both sides bring the same deck to a game, so that only the bots differ
    #[arg(long, conflicts_with = "against")]
    mirror: bool,
    /// How many games at most
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Stop as soon as it is decided which of these two scores (in percent) is the right one; `none` plays all games
    #[arg(long, value_name = "LOW,HIGH", default_value = "45,55", value_parser = sprt)]
    sprt: Stop,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Play every deck against every other
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab matrix food-chain --bots greedy --games 2000
  playmat lab matrix food-chain --decks categories --edition rulebook
  playmat lab matrix skirmish --decks wide-ranks,slow-ground,mine.deck --out my-decks
  playmat lab matrix skirmish --decks my-decks/ --bots ismcts:200 --games 300 --limit 62,66")]
pub struct MatrixArgs {
    /// The game
    game: String,
    /// The bot of both sides, or two: rows and columns
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bots: String,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games of each pairing
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Fail if a pairing's interval lies above the first score, or its score above the second (in percent)
    #[arg(long, value_name = "LOW,SCORE", value_parser = shares)]
    limit: Option<(f64, f64)>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Find out when matches are decided, and how often the leader at half-time wins
///
/// Before each decision a search judges the match, from what the asked side knows. A match is decided from the decision on from
/// which every judgement gives the same side at least the same high chance of winning.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab tension strata --games 300
  playmat lab tension skirmish --bots ismcts:200 --judge ismcts:1000 --decided 95 --decks my-decks/")]
pub struct TensionArgs {
    /// The game
    game: String,
    /// The bot that plays
    #[arg(long, value_name = "BOT", default_value = "ismcts:200")]
    bots: String,
    /// The bot that judges: a search
    #[arg(long, value_name = "BOT", default_value = "ismcts:1000")]
    judge: String,
    /// The chance of winning, in percent, from which on a match counts as decided
    #[arg(long, value_name = "PERCENT", default_value_t = 95, value_parser = clap::value_parser!(u8).range(51..=100))]
    decided: u8,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games, all pairings together; every pairing gets equally many, rounded up
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Find out what drawing and playing each card does to winning
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab cards skirmish --decks random --games 20000
  playmat lab cards food-chain --decks random:Fish --games 20000")]
pub struct CardsArgs {
    /// The game
    game: String,
    /// The bot that plays
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bots: String,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games, all pairings together; every pairing gets equally many, rounded up
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Compare two card sets, two editions, or two values of a ruling
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab compare food-chain --ruling traps=hand,set
  playmat lab compare skirmish --cards shipped,my-cards/
  playmat lab compare food-chain --edition core,design --decks categories --games 20000")]
pub struct CompareArgs {
    /// The game
    game: String,
    /// The bot that plays
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bots: String,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games under each rule set, all pairings together; every pairing gets equally many, rounded up
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// A ruling; two values are compared with each other. May be given several times
    #[arg(long = "ruling", value_name = "NAME=VALUE[,VALUE]")]
    rulings: Vec<String>,
    /// The edition, or two to be compared
    #[arg(long, value_name = "EDITION[,EDITION]")]
    edition: Option<String>,
    /// A folder of cards, or two to be compared; `shipped` stands for the shipped cards
    #[arg(long, value_name = "DIR[,DIR]")]
    cards: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// Propose the smallest changes of printed numbers that bring pairings into a band
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab tune skirmish --pair slow-ground,wide-ranks
  playmat lab tune food-chain --pair fish-1,bird-1 --pair fish-1,mammal-1 --band 45,55 --steps 3")]
pub struct TuneArgs {
    /// The game
    game: String,
    /// Two decks whose score should come into the band; may be given several times
    #[arg(long = "pair", value_name = "DECK,DECK", required = true)]
    pairs: Vec<String>,
    /// The band for the scores, in percent
    #[arg(long, value_name = "LOW,HIGH", default_value = "45,55", value_parser = shares)]
    band: (f64, f64),
    /// How many single steps a proposal may have
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    steps: u8,
    /// The bot that plays
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bots: String,
    /// How many games of each pairing for each proposal; single steps get a fourth of them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(4..=100_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// When playing stops before all games are played.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Never,
    Decided(Sprt),
}

impl Lab {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        match self {
            Lab::Match(args) => visit(&args.game.clone(), On { args, out })?,
            Lab::Matrix(args) => visit(&args.game.clone(), On { args, out })?,
            Lab::Cards(args) => visit(&args.game.clone(), On { args, out })?,
            Lab::Tension(args) => visit(&args.game.clone(), On { args, out })?,
            Lab::Compare(args) => visit(&args.game.clone(), On { args, out })?,
            Lab::Tune(args) => visit(&args.game.clone(), On { args, out })?,
            Lab::Ladder(args) => visit(&args.game.clone(), Climb { args, out })?,
        }
    }
}

/// One of the commands, with a game.
struct On<'a, A> {
    args: A,
    out: &'a mut dyn Write,
}

impl Visitor for On<'_, MatchArgs> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let On { args, out } = self;
        let rules = args.rules.rules::<G>()?;
        let bots = bots(&args.bots)?;
        let ours = decks::brings::<G>(&rules, &args.decks)?;
        let theirs = args.against.as_deref().map_or_else(|| Ok(ours.clone()), |text| decks::brings::<G>(&rules, text))?;
        let sprt = match args.sprt {
            Stop::Never => None,
            Stop::Decided(sprt) => Some(sprt),
        };
        let sides = [Side { bot: bots[0], brings: ours }, Side { bot: bots[1], brings: theirs }];
        let plan =
            Match { series: Series { id: 0, rules, sides, mirror: args.mirror, seed: args.run.seed }, games: args.games, sprt };
        args.run.run("match", G::NAME, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl Visitor for On<'_, MatrixArgs> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let On { args, out } = self;
        let rules = args.rules.rules::<G>()?;
        let decks = decks::brings::<G>(&rules, &args.decks)?;
        if decks.len() < 2 {
            return Err(Failure::bad("a matrix has at least two decks; name them with --decks"));
        }
        let limit = args.limit.map(|(low, value)| Limit { low, value });
        let plan = Matrix { decks, bots: bots(&args.bots)?, seed: args.run.seed, games: args.games, rules, limit };
        args.run
            .run("matrix", G::NAME, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl Visitor for On<'_, CardsArgs> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let On { args, out } = self;
        let rules = args.rules.rules::<G>()?;
        let decks = decks::brings::<G>(&rules, &args.decks)?;
        let plan = Cards { decks, bot: one_bot(&args.bots)?, seed: args.run.seed, games: args.games, rules };
        args.run.run("cards", G::NAME, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl Visitor for On<'_, TensionArgs> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let On { args, out } = self;
        let rules = args.rules.rules::<G>()?;
        let decks = decks::brings::<G>(&rules, &args.decks)?;
        let BotSpec::Ismcts(judge) = one_bot(&args.judge)? else {
            return Err(Failure::bad(format!("`{}` does not search, so it cannot judge; use ismcts:ITERATIONS", args.judge)));
        };
        let (bot, decided) = (one_bot(&args.bots)?, f64::from(args.decided) / 100.0);
        let plan = Tension { decks, bot, judge, decided, seed: args.run.seed, games: args.games, rules };
        args.run
            .run("tension", G::NAME, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl Visitor for On<'_, CompareArgs> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let On { args, out } = self;
        let [first, second] = two_rule_sets(&args)?;
        let arm = |(name, rules): (String, RuleArgs)| -> Result<Arm<G>, Failure> {
            let rules = rules.rules::<G>()?;
            Ok(Arm { name, decks: Vec::new(), card_files: Vec::new(), rules })
        };
        let mut arms = [arm(first)?, arm(second)?];
        let sets = decks::in_both::<G>(&arms[0].rules, &arms[1].rules, &args.decks)?;
        arms.iter_mut().zip(sets).for_each(|(arm, decks)| arm.decks = decks);
        let (bot, touched) = (one_bot(&args.bots)?, vec![true; arms[0].decks.len()]);
        let (seed, games) = (args.run.seed, args.games);
        let plan = Compare { arms, changed: Vec::new(), touched, bot, seed, games, precision: None };
        args.run
            .run("compare", G::NAME, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl Visitor for On<'_, TuneArgs> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let On { args, out } = self;
        let library = args.rules.library::<G>()?;
        let terms: Terms = args.rules.terms();
        let rules = library.rules(&terms).map_err(Failure::bad)?;
        let pair = |text: &String| match &decks::brings::<G>(&rules, text)?[..] {
            [a @ DeckChoice::Deck { .. }, b @ DeckChoice::Deck { .. }] => Ok([a.clone(), b.clone()]),
            _ => Err(Failure::bad(format!("`{text}` is no pair of decks; write DECK,DECK"))),
        };
        let pairs = args.pairs.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let workshop = Workshop::new(&library, terms);
        let (bot, steps) = (one_bot(&args.bots)?, usize::from(args.steps));
        let (watched, wide, band, seed, games) = (Vec::new(), (0.0, 1.0), args.band, args.run.seed, args.games);
        let plan = Tune { workshop, rules, pairs, watched, band, wide, bot, seed, games, steps };
        args.run.run("tune", G::NAME, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

/// The two rule sets of a comparison with their names. Exactly one thing has two values.
fn two_rule_sets(args: &CompareArgs) -> Result<[(String, RuleArgs); 2], Failure> {
    let mut arms = [RuleArgs::default(), RuleArgs::default()];
    let mut names: Vec<[String; 2]> = Vec::new();
    let mut both = |text: &str, name: &dyn Fn(&str) -> String, set: &dyn Fn(&mut RuleArgs, &str)| -> Result<(), Failure> {
        let values: Vec<&str> = text.split(',').map(str::trim).collect();
        match values[..] {
            [one] if !one.is_empty() => arms.iter_mut().for_each(|arm| set(arm, one)),
            [one, two] if !one.is_empty() && !two.is_empty() && one != two => {
                set(&mut arms[0], one);
                set(&mut arms[1], two);
                names.push([name(one), name(two)]);
            }
            _ => return Err(Failure::bad(format!("`{text}` is neither one value nor two different values"))),
        }
        Ok(())
    };
    for text in &args.rulings {
        let (ruling, values) =
            text.split_once('=').ok_or_else(|| Failure::bad("write a ruling as NAME=VALUE or NAME=VALUE,VALUE"))?;
        let (ruling, name) = (ruling.trim(), |value: &str| format!("{}={value}", ruling.trim()));
        both(values, &name, &|arm, value| arm.rulings.push((ruling.to_owned(), value.to_owned())))?;
    }
    if let Some(editions) = &args.edition {
        both(editions, &|edition| format!("the {edition} edition"), &|arm, edition| arm.edition = Some(edition.to_owned()))?;
    }
    if let Some(folders) = &args.cards {
        let name = |folder: &str| if folder == "shipped" { "the shipped cards".to_owned() } else { folder.to_owned() };
        both(folders, &name, &|arm, folder| arm.cards = (folder != "shipped").then(|| PathBuf::from(folder)))?;
    }
    let [one, two] = arms;
    match names.pop() {
        Some([first, second]) if names.is_empty() => Ok([(first, one), (second, two)]),
        Some(_) => Err(Failure::bad("only one thing can be compared at a time")),
        None => Err(Failure::bad(
            "nothing to compare; give two values, as in --ruling NAME=VALUE,VALUE, --edition A,B or --cards shipped,DIR",
        )),
    }
}

/// One bot for both sides, or two.
fn bots(text: &str) -> Result<[BotSpec; 2], Failure> {
    let named: Vec<BotSpec> = text.split(',').map(|name| steady_bot(name.trim())).collect::<Result<_, _>>()?;
    match named[..] {
        [one] => Ok([one, one]),
        [one, two] => Ok([one, two]),
        _ => Err(Failure::bad("two bots are written BOT,BOT")),
    }
}

fn one_bot(text: &str) -> Result<BotSpec, Failure> {
    steady_bot(text.trim())
}

/// A bot that answers the same on every machine.
fn steady_bot(name: &str) -> Result<BotSpec, Failure> {
    let bot = bot_named(name).map_err(Failure::bad)?;
    if bot.is_timed() {
        let message = format!("`{name}` looks at the clock, so its games could not be repeated; use ismcts:ITERATIONS");
        return Err(Failure::bad(message));
    }
    Ok(bot)
}

fn sprt(text: &str) -> Result<Stop, String> {
    if text == "none" {
        return Ok(Stop::Never);
    }
    let (lower, upper) = shares(text)?;
    Ok(Stop::Decided(Sprt { lower, upper, alpha: 0.05, beta: 0.05 }))
}

/// `45,55`, in percent.
fn shares(text: &str) -> Result<(f64, f64), String> {
    let parts: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match parts.as_deref() {
        Some(&[low, high]) if (0.0..100.0).contains(&low) && low < high && high <= 100.0 => Ok((low / 100.0, high / 100.0)),
        _ => Err("two shares are written LOW,HIGH in percent, as in 45,55".into()),
    }
}
