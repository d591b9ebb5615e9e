//! `playmat cards`: all cards of a game.

use std::io::Write;

use clap::Args;
use playmat_cards::CardInfo;
use playmat_catalog::{NotUnderstood, Query};
use playmat_wire::CardInfoForm;

use crate::common::{RuleArgs, counted, write_json};
use crate::failure::{Failure, Finished};
use crate::words::headline;

/// List all cards of a game with their text: those of the edition's pool, tokens and generated cards too
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat cards food-chain
  playmat cards food-chain --edition design --json
  playmat cards food-chain --find 't:predator atk>=3 keyword:haste text:\"draw\"'")]
pub struct Cards {
    /// The game
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// Only those that a search finds: t:predator atk>=3 keyword:haste text:"draw" -is:token
    #[arg(long, value_name = "SEARCH")]
    find: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Cards {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let find = self.find.as_deref().map(|search| searched(search, Query::read(search))).transpose()?;
        let wanted = |info: &&CardInfo| info.pool && find.as_ref().is_none_or(|query| query.finds(info));
        let cards: Vec<&CardInfo> = rules.cards().iter().filter(wanted).collect();
        if self.json {
            write_json(out, &cards.into_iter().map(CardInfoForm::from).collect::<Vec<_>>())?;
        } else {
            cards.iter().try_for_each(|info| tell(out, info))?;
            writeln!(out, "{}", counted(cards.len(), "card"))?;
        }
        Ok(Finished::Well)
    }
}

/// A search that was not understood is shown with its place underlined.
fn searched(text: &str, read: Result<Query, NotUnderstood>) -> Result<Query, Failure> {
    read.map_err(|wrong| {
        let before = text.get(..wrong.at).map_or(0, |before| before.chars().count());
        Failure::bad(format!("{}\n  {text}\n  {}^", wrong.message, " ".repeat(before)))
    })
}

fn tell(out: &mut dyn Write, info: &CardInfo) -> Result<(), Failure> {
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}  {}", info.name, headline(info))?;
    for line in &info.text {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
