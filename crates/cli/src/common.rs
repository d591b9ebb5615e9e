//! Arguments and helpers that several commands share.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_bots::BotSpec;
use playmat_cards::{CardGame, Terms};
use playmat_cardtext::nearest;
use playmat_catalog::{Cards, Library, LoadError, ModelOrigin, Origin, Rules, load, printable, title};

use crate::diagnostics;
use crate::failure::Failure;

/// The rules: edition, rulings, cards.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleArgs {
    /// The edition of the rules [default: the game's first]
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// Change a single ruling; may be given several times
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = ruling)]
    pub rulings: Vec<(String, String)>,
    /// Take the cards of this folder (DIR/GAME/*.cards or DIR/*.cards) instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    pub cards: Option<PathBuf>,
    /// Take the models of learned and master from this folder (DIR/GAME.playnet) instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
}

impl RuleArgs {
    /// As the game reads them.
    pub fn terms(&self) -> Terms {
        Terms { edition: self.edition.clone(), rulings: self.rulings.clone() }
    }

    /// The rule set they mean.
    pub fn rules(&self, game: &str) -> Result<Rules, Failure> {
        self.library(game)?.rules(&self.terms()).map_err(Failure::bad)
    }

    /// The cards, and where the models come from.
    pub fn library(&self, game: &str) -> Result<Cards, Failure> {
        cards(game, self.cards.as_deref(), &self.models.clone().map_or(ModelOrigin::Shipped, ModelOrigin::Folder))
    }
}

/// The cards of a folder, or the shipped ones, of a game that is known by its name; mistakes in them are shown.
pub fn cards(game: &str, folder: Option<&Path>, models: &ModelOrigin) -> Result<Cards, Failure> {
    load(game, &origin(folder), models).map_err(|error| wrong_cards(game, error))
}

/// [`cards`] where the game's type is known.
pub fn library<G: CardGame>(folder: Option<&Path>) -> Result<Library<G>, Failure> {
    Library::load(&origin(folder)).map_err(|error| wrong_cards(G::NAME, error))
}

fn origin(folder: Option<&Path>) -> Origin {
    folder.map_or(Origin::Shipped, |folder| Origin::Folder(folder.to_owned()))
}

/// Why cards cannot be used, with the mistakes in them shown.
pub fn wrong_cards(game: &str, error: LoadError) -> Failure {
    match error {
        LoadError::NoGame(unknown) => unknown.into(),
        LoadError::Unreadable(message) => Failure::bad(message),
        LoadError::Wrong(sources, complaints) => {
            let drawn = diagnostics::draw_all(&sources, &complaints, diagnostics::colour_on_stderr());
            Failure::bad(format!("the cards of {} are wrong:\n{drawn}", title(game)))
        }
    }
}

/// Refuses bots that need a model which is not there: what is measured must be what was asked for.
pub fn must_have_model(rules: &Rules, bots: impl IntoIterator<Item = BotSpec>) -> Result<(), Failure> {
    let Some(bot) = bots.into_iter().find(BotSpec::needs_model) else { return Ok(()) };
    match rules.network() {
        Ok(_) => Ok(()),
        Err(why) => Err(Failure::bad(format!("`{bot}` cannot play: {why}; `{}` needs no model", bot.substitute()))),
    }
}

/// Writes JSON for machines, readable for people.
pub fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(writeln!(out, "{text}")?)
}

/// The text of a file that somebody wrote.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    playmat_catalog::read_text(path).map_err(Failure::bad)
}

/// A random seed, short enough to be typed.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

/// `; did you mean ...?`, if a similar word is known.
pub fn did_you_mean<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> String {
    nearest(word, among).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// The bot that a word means, or what else it could mean.
pub fn bot_named(text: &str) -> Result<BotSpec, String> {
    playmat_frontend::bot_named(text).map_err(|unknown| unknown.sentence)
}

/// The most characters of a name, as on a server.
const LONGEST_NAME: usize = 24;

/// The name that a player wants to have.
pub fn player_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    match name.chars().count() {
        1..=LONGEST_NAME if printable(name) == name => Ok(name.to_owned()),
        1..=LONGEST_NAME => Err("a name has no control characters".into()),
        _ => Err(format!("a name has 1 to {LONGEST_NAME} characters")),
    }
}

/// A player's name that is safe to show: without control characters, and no longer than names may be.
pub fn shown_name(name: &str) -> String {
    let name = printable(name);
    match name.char_indices().nth(LONGEST_NAME) {
        Some(_) => name.chars().take(LONGEST_NAME - 1).chain(['…']).collect(),
        None => name,
    }
}

/// `1 card`, `2 cards`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn ruling(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("a ruling is written NAME=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_steer_nothing() {
        assert_eq!(player_name(" Ada Lovelace "), Ok("Ada Lovelace".into()));
        assert_eq!(player_name(&"é".repeat(24)), Ok("é".repeat(24)));
        for wrong in ["", "  ", &"x".repeat(25), "\x1b[2JAda", "Ada\u{202e}", "A\nB"] {
            assert!(player_name(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(shown_name("\x1b[2J"), "\\u{1b}[2J");
        assert_eq!(shown_name(&"x".repeat(40)), "x".repeat(23) + "…");
    }
}
