//! `playmat check`: everything that is wrong with card files, in one run.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::CardGame;
use playmat_cardtext::{Complaint, Sources, parse};
use playmat_catalog::{ALL_GAMES, GAMES, Library, Origin, Visitor, card_files, visit};

use crate::common::{counted, write_json};
use crate::diagnostics::{Problem, colour_on_stdout, draw_all};
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

/// What was found in the files of one game.
struct Found {
    sources: Sources,
    complaints: Vec<Complaint>,
    cards: usize,
    files: usize,
}

impl Check {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let mut found = Vec::new();
        for (game, files) in by_game(&self.paths, self.game.as_deref())? {
            found.push(visit(&game, Look { files, with_set: self.with_set })??);
        }
        let problems: usize = found.iter().map(|found| found.complaints.len()).sum();
        if self.json {
            let problem =
                |found: &Found| found.complaints.iter().map(|one| Problem::of(one, &found.sources)).collect::<Vec<_>>();
            write_json(out, &found.iter().flat_map(problem).collect::<Vec<_>>())?;
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

/// The card files below these paths, by game.
pub fn by_game(paths: &[PathBuf], game: Option<&str>) -> Result<BTreeMap<String, Vec<PathBuf>>, Failure> {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let below = card_files(path, "cards").map_err(Failure::bad)?;
        if below.is_empty() {
            return Err(Failure::bad(format!("there is no card file in {}; card files end in `.cards`", path.display())));
        }
        for file in below {
            let game = game.map_or_else(|| game_of(&file), str::to_owned);
            let of_game = files.entry(game).or_default();
            if !of_game.contains(&file) {
                of_game.push(file);
            }
        }
    }
    Ok(files)
}

/// The card files of a folder of games that belong to none of them.
fn strays(folder: &Path) -> Vec<String> {
    let games: Vec<PathBuf> = ALL_GAMES.iter().map(|game| folder.join(game)).filter(|path| path.is_dir()).collect();
    let below = if games.is_empty() { Vec::new() } else { card_files(folder, "cards").unwrap_or_default() };
    let stray = |file: &PathBuf| !games.iter().any(|game| file.starts_with(game));
    below.into_iter().filter(stray).map(|file| file.display().to_string()).collect()
}

/// The game whose name is nearest above the file in its path; the first game if there is none.
fn game_of(file: &Path) -> String {
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let folders = whole.ancestors().skip(1).filter_map(Path::file_name);
    let named = folders.filter_map(|folder| ALL_GAMES.iter().find(|game| folder == **game)).next();
    named.unwrap_or(&GAMES[0]).to_string()
}

/// Whether this is the file of a shipped text: `cards/GAME/NAME.cards` of a repository.
fn is_shipped(file: &Path, name: &str) -> bool {
    std::path::absolute(file).is_ok_and(|whole| whole.ends_with(name))
}

struct Look {
    files: Vec<PathBuf>,
    with_set: bool,
}

impl Visitor for Look {
    type Out = Result<Found, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let mut sources = Sources::new();
        if self.with_set {
            // The shipped set comes first: if a name is taken, the new card is wrong.
            let set = Library::<G>::load(&Origin::Shipped).map_err(|error| Failure::Failed(error.to_string()))?;
            for source in set.sources().iter().filter(|source| !self.files.iter().any(|file| is_shipped(file, &source.name))) {
                sources.add(source.name.clone(), source.text.clone());
            }
        }
        let before = sources.iter().count();
        for file in &self.files {
            let bytes = fs::read(file).map_err(|error| Failure::bad(format!("{} cannot be read: {error}", file.display())))?;
            // A file that is not UTF-8 is one problem among others, at its place.
            sources.add(file.display().to_string(), String::from_utf8_lossy(&bytes));
        }
        let parsed = parse::<G::Words>(&sources);
        let mut complaints = parsed.complaints.clone();
        complaints.extend(G::check(&parsed.cards().collect::<Vec<_>>()));
        complaints.sort_by_key(|one| (one.span.file, one.span.start, one.code.id));
        let cards = parsed.files.iter().skip(before).flat_map(playmat_cardtext::File::cards).count();
        Ok(Found { sources, complaints, cards, files: self.files.len() })
    }
}

fn tell(out: &mut dyn Write, found: &[Found], problems: usize) -> Result<(), Failure> {
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
