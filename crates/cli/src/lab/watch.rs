//! `playmat lab watch`: what a branch's cards do, for every game whose cards it changes, held against limits.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::Terms;
use playmat_catalog::GAMES;
use playmat_lab::compare::Compare;
use playmat_lab::players::{Usual, usual};
use playmat_lab::watch::{Limits, markdown, nothing_changed};

use super::compare::{Arms, PRECISION, Precision, between, precision};
use super::one_bot;
use super::run_args::RunArgs;
use crate::common::read_text;
use crate::failure::{Failure, Finished};

/// Compare the cards of a branch with those before it, and fail at limits
///
/// For each game whose cards differ the ready decks play under both, as in `lab compare`. What comes of it is written as Markdown, for a
/// comment. Limits stand in a file; one is exceeded if the whole interval lies beyond it.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab watch --before main/cards --after cards
  playmat lab watch skirmish --before main/cards --after cards --limits .github/balance.toml --summary balance.md")]
pub struct WatchArgs {
    /// The games [default: all]
    #[arg(value_name = "GAME")]
    games_named: Vec<String>,
    /// The folder of cards as they were; `shipped` stands for the shipped cards
    #[arg(long, value_name = "DIR", default_value = "shipped")]
    before: PathBuf,
    /// The folder of cards as they are now
    #[arg(long, value_name = "DIR")]
    after: PathBuf,
    /// A file with the limits, for all games and for single ones
    #[arg(long, value_name = "FILE")]
    limits: Option<PathBuf>,
    /// Where the summary goes [default: the terminal alone]
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// The bot that plays [default: the usual player of each game]
    #[arg(long, value_name = "BOT")]
    bots: Option<String>,
    /// How many games under each card set at most, all pairings together [default: as `lab compare`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// Stop once the change of every concerned deck's score is known to within so many percentage points; `none` plays all games
    #[arg(long, value_name = "POINTS", default_value = PRECISION, value_parser = precision)]
    precision: Precision,
    #[command(flatten)]
    run: RunArgs,
}

/// What was found for a game.
struct Found {
    markdown: String,
    holds: bool,
}

impl WatchArgs {
    /// Looks at every game.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let named = !self.games_named.is_empty();
        let games: Vec<String> = if named {
            self.games_named.clone()
        } else {
            GAMES.iter().map(|game| (*game).to_owned()).filter(|game| self.has_cards(game)).collect()
        };
        if games.is_empty() {
            let message = format!("{} has no folder named like a game", self.after.display());
            return Err(Failure::bad(message));
        }
        let limits = match &self.limits {
            Some(file) => read_text(file)?,
            None => String::new(),
        };
        let mut text = String::new();
        let mut holds = true;
        for game in &games {
            let limits = Limits::read(&limits, game).map_err(|error| {
                let file = self.limits.as_deref().unwrap_or(Path::new("the limits"));
                Failure::bad(format!("{}: {error}", file.display()))
            })?;
            let found = self.watch(game, &limits)?;
            text += &found.markdown;
            holds &= found.holds;
        }
        if let Some(file) = &self.summary {
            fs::write(file, &text).map_err(|error| Failure::bad(format!("{} cannot be written: {error}", file.display())))?;
        }
        write!(out, "{text}")?;
        Ok(if holds { Finished::Well } else { Finished::WithFailures })
    }

    /// Whether both folders have cards of a game; the shipped cards are of all games.
    fn has_cards(&self, game: &str) -> bool {
        self.folders().iter().flatten().all(|folder| folder.join(game).is_dir())
    }

    fn folders(&self) -> [Option<&Path>; 2] {
        [&self.before, &self.after].map(|folder| (folder.as_os_str() != "shipped").then_some(folder.as_path()))
    }

    fn watch(&self, game: &str, limits: &Limits) -> Result<Found, Failure> {
        let names = ["the cards before".to_owned(), "the cards now".to_owned()];
        let between = between(game, self.folders(), names, &Terms::default(), "ready")?;
        let title = between.title();
        let Arms { arms, changed, touched } = between;
        if changed.is_empty() {
            return Ok(Found { markdown: nothing_changed(title), holds: true });
        }
        if !touched.contains(&true) {
            return Ok(Found { markdown: playmat_lab::watch::untouched(title, &changed), holds: true });
        }
        let Usual { compared, asked, .. } = usual(&arms[0].rules);
        let bot = one_bot(&arms[0].rules, self.bots.as_deref())?;
        let precision = self.precision.0;
        let plan =
            Compare { arms, changed, touched, bot, seed: self.run.seed, games: self.games.unwrap_or(compared), precision };
        let folder = self.run.folder(Path::new("lab-watch")).join(game);
        let (measured, _) = self.run.play(&folder, &plan.plan(), |context, folder| {
            context.ask_at_most(asked);
            plan.run(context, folder)
        })?;
        let breaches = limits.breaches(&measured);
        Ok(Found { markdown: markdown(title, &bot.to_string(), &measured, &breaches), holds: breaches.is_empty() })
    }
}
