//! `playmat fmt`: card files in their canonical form.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::CardGame;
use playmat_cardtext::{Sources, parse, print_file};
use playmat_catalog::{Visitor, visit};
use playmat_frontend::by_game;

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
        let (mut changed, mut wrong) = (0, Vec::new());
        for (game, files) in by_game(&self.paths, self.game.as_deref()).map_err(Failure::bad)? {
            let Printed { changes, problems } = visit(&game, Print { files })??;
            wrong.extend(problems);
            for (file, text) in changes {
                changed += 1;
                if self.check {
                    writeln!(out, "would change {}", file.display())?;
                } else {
                    replace(&file, &text)?;
                    writeln!(out, "changed {}", file.display())?;
                }
            }
        }
        if !wrong.is_empty() {
            return Err(Failure::bad(format!("files with problems are left as they are:\n{}", wrong.join("\n"))));
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

/// The files that change, with their new text, and what is wrong with others.
struct Printed {
    changes: Vec<(PathBuf, String)>,
    problems: Option<String>,
}

impl Visitor for Print {
    type Out = Result<Printed, Failure>;

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
        let is_wrong = |at: usize| wrong.iter().any(|one| one.span.file as usize == at);
        let printed = self.files.into_iter().zip(sources.iter()).zip(parsed.files.iter().map(print_file)).enumerate();
        let changed = printed.filter(|(at, ((_, source), text))| source.text != *text && !is_wrong(*at));
        Ok(Printed {
            changes: changed.map(|(_, ((file, _), text))| (file, text)).collect(),
            problems: (!wrong.is_empty()).then(|| draw_all(&sources, &wrong, colour_on_stderr())),
        })
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

/// Writes a new file and moves it into place, so that nobody ever sees half a file. The mode is kept; the target of a link is
/// written and the link stays. Anything but a regular file is written into.
pub fn replace(file: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let written = match fs::symlink_metadata(&target) {
        Ok(there) if !there.is_file() => fs::write(&target, content),
        there => {
            let mut name = target.file_name().unwrap_or_default().to_os_string();
            name.push(format!(".{}.tmp", std::process::id()));
            let beside = target.with_file_name(name);
            let written = fs::write(&beside, content)
                .and_then(|()| there.map_or(Ok(()), |there| fs::set_permissions(&beside, there.permissions())))
                .and_then(|()| fs::rename(&beside, &target));
            written.inspect_err(|_| drop(fs::remove_file(&beside)))
        }
    };
    written.map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", file.display())))
}
