//! Card files, checked: everything that is wrong with them, in one go.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use playmat_cards::CardGame;
use playmat_cardtext::{Complaint, File, Sources, parse};
use playmat_catalog::{GAMES, Library, Origin, Visitor, card_files, game_of, visit};
use serde::Serialize;

use crate::{FrontendError, Kind};

/// What was found in the card files of one game.
pub struct Checked {
    /// All texts that were read, those of the shipped set included.
    pub sources: Sources,
    /// What is wrong, by its place.
    pub complaints: Vec<Complaint>,
    /// How many cards were checked.
    pub cards: usize,
    /// How many files they stand in.
    pub files: usize,
}

/// A complaint for machines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The file it stands in.
    pub file: String,
    /// Its line there, from 1.
    pub line: usize,
    /// Its column there, from 1.
    pub column: usize,
    /// Stable: `C07`.
    pub code: &'static str,
    /// `unknown-keyword`
    pub name: &'static str,
    /// What is wrong.
    pub message: String,
    /// The words that it is about.
    pub words: String,
    /// What would be accepted there.
    pub expected: Vec<String>,
    /// What would be right.
    pub hint: Option<String>,
    /// The changes that take it away; any one of them suffices.
    pub fixes: Vec<Replacement>,
}

/// A change of a text, in bytes of its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replacement {
    /// Where the words begin that are replaced.
    pub start: u32,
    /// One past their last byte.
    pub end: u32,
    /// What stands there then.
    pub text: String,
}

impl Problem {
    /// With its place in the sources.
    pub fn of(complaint: &Complaint, sources: &Sources) -> Self {
        let (line, column) = sources.line_col(complaint.span);
        Problem {
            file: sources.source(complaint.span).map(|source| source.name.clone()).unwrap_or_default(),
            line,
            column,
            code: complaint.code.id,
            name: complaint.code.name,
            message: complaint.message.clone(),
            words: sources.text(complaint.span).to_owned(),
            expected: complaint.expected.clone(),
            hint: complaint.hint.clone(),
            fixes: complaint.fixes.iter().map(replacement).collect(),
        }
    }
}

fn replacement(fix: &playmat_cardtext::Fix) -> Replacement {
    Replacement { start: fix.span.start, end: fix.span.end, text: fix.text.clone() }
}

impl Checked {
    /// What is wrong, for machines.
    pub fn problems(&self) -> impl Iterator<Item = Problem> {
        self.complaints.iter().map(|one| Problem::of(one, &self.sources))
    }
}

/// The card files below these paths, by game: that of the folder a file lies in, unless one is named.
pub fn by_game(paths: &[PathBuf], game: Option<&str>) -> Result<BTreeMap<String, Vec<PathBuf>>, FrontendError> {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let below = card_files(path, "cards").map_err(|error| Kind::Cards.error(error))?;
        if below.is_empty() {
            let text = format!("there is no card file in {}; card files end in `.cards`", path.display());
            return Err(Kind::Cards.error(text));
        }
        for file in below {
            let game = game.map_or_else(|| game_of_file(&file), str::to_owned);
            let of_game = files.entry(game).or_default();
            if !of_game.contains(&file) {
                of_game.push(file);
            }
        }
    }
    Ok(files)
}

/// Checks files of one game together, as one set; with the shipped set, if that is wanted.
pub fn check_files(game: &str, files: &[PathBuf], with_set: bool) -> Result<Checked, FrontendError> {
    let read = |file: &PathBuf| {
        let bytes = fs::read(file).map_err(|error| Kind::Cards.error(format!("{} cannot be read: {error}", file.display())))?;
        // A file that is not UTF-8 is one problem among others, at its place.
        Ok((file.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()))
    };
    let texts = files.iter().map(read).collect::<Result<_, FrontendError>>()?;
    visit(game, Look { texts, with_set })?
}

/// Checks a text as if it were a file of this name.
pub fn check_text(game: &str, name: &str, text: &str, with_set: bool) -> Result<Checked, FrontendError> {
    visit(game, Look { texts: vec![(name.to_owned(), text.to_owned())], with_set })?
}

/// The game in whose folder the file lies; the first game if there is none.
fn game_of_file(file: &Path) -> String {
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    game_of(&whole.to_string_lossy()).map_or(GAMES[0], |(game, _)| game).to_owned()
}

/// Whether this is the file of a shipped text: `cards/GAME/NAME.cards` of a repository.
fn is_shipped(file: &str, name: &str) -> bool {
    std::path::absolute(file).is_ok_and(|whole| whole.ends_with(name))
}

struct Look {
    /// Names and texts.
    texts: Vec<(String, String)>,
    with_set: bool,
}

impl Visitor for Look {
    type Out = Result<Checked, FrontendError>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let mut sources = Sources::new();
        if self.with_set {
            // The shipped set comes first: if a name is taken, the new card is wrong.
            let set = Library::<G>::load(&Origin::Shipped)?;
            for source in
                set.sources().iter().filter(|source| !self.texts.iter().any(|(name, _)| is_shipped(name, &source.name)))
            {
                sources.add(source.name.clone(), source.text.clone());
            }
        }
        let before = sources.iter().count();
        let files = self.texts.len();
        for (name, text) in self.texts {
            sources.add(name, text);
        }
        let parsed = parse::<G::Words>(&sources);
        let mut complaints = parsed.complaints.clone();
        complaints.extend(G::check(&parsed.cards().collect::<Vec<_>>()));
        Complaint::sort(&mut complaints);
        let cards = parsed.files.iter().skip(before).flat_map(File::cards).count();
        Ok(Checked { sources, complaints, cards, files })
    }
}
