//! `playmat check`: everything that is wrong with card files, in one run.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_catalog::{ALL_GAMES, card_files};
use playmat_frontend::{Checked, Problem, by_game, check_files};

use crate::common::{counted, write_json};
use crate::diagnostics::{colour_on_stdout, draw_all};
use crate::failure::{Failure, Finished};

/// Check card files and report every problem in one run
///
/// The files of one game are checked together, as one set. The game is that of the folder (cards/GAME/), unless it is named.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat check cards/
  playmat check mine.cards --with-set
  playmat check mine.cards --game food-chain --json")]
pub struct Check {
    /// Card files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The game whose words the cards are written with
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Check them together with the shipped cards
    #[arg(long)]
    with_set: bool,
    /// Print JSON: a list of problems
    #[arg(long)]
    json: bool,
}

impl Check {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let mut found = Vec::new();
        for (game, files) in by_game(&self.paths, self.game.as_deref()).map_err(Failure::bad)? {
            found.push(check_files(&game, &files, self.with_set).map_err(Failure::bad)?);
        }
        let problems: usize = found.iter().map(|found| found.complaints.len()).sum();
        if self.json {
            write_json(out, &found.iter().flat_map(Checked::problems).collect::<Vec<Problem>>())?;
        } else {
            tell(out, &found, problems)?;
            let strays: Vec<String> = self.paths.iter().flat_map(|path| strays(path)).collect();
            if !strays.is_empty() {
                let mut err = anstream::stderr().lock();
                let _ =
                    writeln!(err, "note: not read with --cards, because they are in no game's folder: {}", strays.join(", "));
            }
        }
        Ok(if problems == 0 { Finished::Well } else { Finished::WithFailures })
    }
}

/// The card files of a folder of games that belong to none of them.
fn strays(folder: &Path) -> Vec<String> {
    let games: Vec<PathBuf> = ALL_GAMES.iter().map(|game| folder.join(game)).filter(|path| path.is_dir()).collect();
    let below = if games.is_empty() { Vec::new() } else { card_files(folder, "cards").unwrap_or_default() };
    let stray = |file: &PathBuf| !games.iter().any(|game| file.starts_with(game));
    below.into_iter().filter(stray).map(|file| file.display().to_string()).collect()
}

fn tell(out: &mut dyn Write, found: &[Checked], problems: usize) -> Result<(), Failure> {
    for found in found.iter().filter(|found| !found.complaints.is_empty()) {
        writeln!(out, "{}", draw_all(&found.sources, &found.complaints, colour_on_stdout()))?;
    }
    let files = counted(found.iter().map(|found| found.files).sum(), "file");
    let cards = counted(found.iter().map(|found| found.cards).sum(), "card");
    match problems {
        0 => writeln!(out, "ok: {cards} in {files}, no problems")?,
        _ => {
            let first = found.iter().flat_map(|found| &found.complaints).next().map_or("CODE", |one| one.code.id);
            writeln!(out, "{} in {files}; `playmat explain {first}` says more about {first}", counted(problems, "problem"))?;
        }
    }
    Ok(())
}
