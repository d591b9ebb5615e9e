//! `playmat card`: one card as a picture.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use playmat_catalog::{ALL_GAMES, Rules, def_named, title};
use playmat_face::{Printed, WIDTH, card, png, svg};
use playmat_server::ClientPictures;

use crate::common::{RuleArgs, did_you_mean};
use crate::failure::{Failure, Finished};
use crate::print::{tell_of_pictures, write};

/// How wide a picture of dots is: 300 of them an inch.
const DOTS: f64 = 744.0;

/// Draw a card as a picture, PNG or SVG
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat card NAME OF A CARD -o card.png
  playmat card NAME OF A CARD --game strata --cards my-cards -o card.svg")]
pub struct Card {
    /// The name of the card
    #[arg(required = true, value_name = "NAME")]
    name: Vec<String>,
    /// The file to write; its ending says which kind of picture
    #[arg(short, long, value_name = "FILE.png|FILE.svg")]
    output: PathBuf,
    /// The game [default: the one that has such a card]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

impl Card {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let ending = self.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_svg = match ending.as_deref() {
            Some("svg") => true,
            Some("png") => false,
            _ => {
                let message = format!("a picture is a .png or an .svg, and {} is neither", self.output.display());
                return Err(Failure::bad(message));
            }
        };
        let name = self.name.join(" ");
        let (rules, def) = self.find(&name)?;
        let info = &rules.cards()[def.0 as usize];
        tell_of_pictures();
        let page = card(&Printed { game: rules.game(), card: info }, &ClientPictures);
        let bytes = if is_svg { svg(&page).into_bytes() } else { png(&page, DOTS / WIDTH).map_err(Failure::Failed)? };
        write(&self.output, &bytes)?;
        writeln!(out, "{}: {} of {}", self.output.display(), info.name, rules.title())?;
        Ok(Finished::Well)
    }

    /// The card of this name, of the game that was named or of the only one that has it.
    fn find(&self, name: &str) -> Result<(Rules, playmat_cards::DefId), Failure> {
        let games: Vec<&str> = match &self.game {
            Some(game) => vec![game],
            None => ALL_GAMES.to_vec(),
        };
        let mut found = Vec::new();
        let mut known = Vec::new();
        let mut refused = None;
        for game in &games {
            match self.rules.rules(game) {
                Ok(rules) => match def_named(rules.cards(), name) {
                    Some(def) => found.push((rules, def)),
                    None => known.extend(rules.cards().iter().map(|info| info.name.clone())),
                },
                // A folder need not have cards of every game, nor an edition be one of every game.
                Err(failure) => refused = Some(failure),
            }
        }
        match (found.len(), refused) {
            (1, _) => Ok(found.remove(0)),
            (0, Some(failure)) if known.is_empty() => Err(failure),
            (0, _) => {
                let hint = did_you_mean(name, known.iter().map(String::as_str));
                let of = self.game.as_deref().map(|game| format!(" of {}", title(game))).unwrap_or_default();
                Err(Failure::bad(format!("there is no card `{name}`{of}{hint}")))
            }
            _ => {
                let games: Vec<&str> = found.iter().map(|(rules, _)| rules.game()).collect();
                Err(Failure::bad(format!("there is a `{name}` in {}; say which with --game", games.join(" and "))))
            }
        }
    }
}
