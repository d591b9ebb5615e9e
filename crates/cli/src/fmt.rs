//! `playmat fmt`: card files in their canonical form.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::CardGame;
use playmat_cardtext::{Sources, parse, print_file};
use playmat_catalog::{Visitor, visit};

use crate::check::by_game;
use crate::common::{counted, read_text};
use crate::diagnostics::{colour_on_stderr, draw_all};
use crate::failure::{Failure, Finished};

/// Write card files in their canonical form; comments are kept
///
/// A file that cannot be read as cards is left as it is, and its problems are reported.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat fmt cards/food-chain/fish.cards
  playmat fmt cards/ --check")]
pub struct Fmt {
    /// Card files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The game whose words the cards are written with
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Write nothing; fail if a file would change
    #[arg(long)]
    check: bool,
}

impl Fmt {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let mut changed = 0;
        for (game, files) in by_game(&self.paths, self.game.as_deref())? {
            for (file, text) in visit(&game, Print { files })?? {
                changed += 1;
                if self.check {
                    writeln!(out, "would change {}", file.display())?;
                } else {
                    replace(&file, &text)?;
                    writeln!(out, "changed {}", file.display())?;
                }
            }
        }
        if changed == 0 {
            writeln!(out, "ok: nothing to change")?;
        } else {
            writeln!(out, "{} {}", counted(changed, "file"), if self.check { "would change" } else { "changed" })?;
        }
        Ok(if self.check && changed > 0 { Finished::WithFailures } else { Finished::Well })
    }
}

struct Print {
    files: Vec<PathBuf>,
}

impl Visitor for Print {
    /// The files that change, with their new text.
    type Out = Result<Vec<(PathBuf, String)>, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let mut sources = Sources::new();
        for file in &self.files {
            sources.add(file.display().to_string(), read_text(file)?);
        }
        // Cards name cards of the files beside them, so those are read too.
        for file in neighbours(&self.files) {
            sources.add(file.display().to_string(), read_text(&file)?);
        }
        let parsed = parse::<G::Words>(&sources);
        let wrong: Vec<_> =
            parsed.complaints.iter().filter(|one| (one.span.file as usize) < self.files.len()).cloned().collect();
        if !wrong.is_empty() {
            let drawn = draw_all(&sources, &wrong, colour_on_stderr());
            return Err(Failure::bad(format!("nothing was changed, because there are problems:\n{drawn}")));
        }
        let printed = parsed.files.iter().map(print_file);
        let changes = self.files.into_iter().zip(sources.iter()).zip(printed);
        Ok(changes.filter(|((_, source), text)| source.text != *text).map(|((file, _), text)| (file, text)).collect())
    }
}

/// The other card files in the folders of these.
fn neighbours(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    folders.sort_unstable();
    folders.dedup();
    let here = |folder: &Path| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    let found =
        folders.into_iter().filter_map(|folder| fs::read_dir(here(folder)).ok()).flatten().flatten().map(|entry| entry.path());
    let same = |one: &Path, other: &Path| {
        fs::canonicalize(one).ok().is_some_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
    };
    let mut beside: Vec<PathBuf> = found
        .filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "cards"))
        .filter(|path| !files.iter().any(|file| same(file, path)))
        .collect();
    beside.sort_unstable();
    beside
}

/// Writes beside the file and moves it into place, so that nobody ever sees half a file.
pub fn replace(file: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = file.with_file_name(name);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, file));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        Failure::Failed(format!("{} cannot be written: {error}", file.display()))
    })
}
