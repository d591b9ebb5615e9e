//! `playmat new-game`: a new game that works, to be changed into what it shall be.
//!
//! The templates are the files of the example game as they are: what compiles as the example compiles under another name.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::failure::{Failure, Finished};

/// Begin a new game: a copy of the example under a name of its own, known to the workspace and the catalog
///
/// Run it in a checkout of Playmat. What it writes compiles, passes the free suite and is listed under the examples; docs/new-game.md says how to go on.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat new-game tea-party
  playmat new-game tea-party --root ../playmat")]
pub struct NewGame {
    /// Its name: small letters and digits, words joined by `-`
    name: String,
    /// The checkout to write to [default: the one around the current folder]
    #[arg(long)]
    root: Option<PathBuf>,
}

/// The files of the example: where they lie, and what is in them.
macro_rules! templates {
    ($($path:literal),+ $(,)?) => {
        const TEMPLATES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../../../", $path)))),+];
    };
}

templates! {
    "games/vigil/Cargo.toml",
    "games/vigil/README.md",
    "games/vigil/src/effects.rs",
    "games/vigil/src/lib.rs",
    "games/vigil/src/rules.rs",
    "games/vigil/src/scene.rs",
    "games/vigil/src/show.rs",
    "games/vigil/src/state.rs",
    "games/vigil/src/turn.rs",
    "games/vigil/src/words.rs",
    "games/vigil/tests/it/free_suite.rs",
    "games/vigil/tests/it/main.rs",
    "cards/vigil/vigil.cards",
    "decks/vigil/slow-burn.deck",
    "decks/vigil/wildfire.deck",
    "scenarios/vigil/01-rules.scn",
    "scenarios/vigil/02-cards.scn",
    "docs/rules/vigil.md",
}

/// Folders of cards and scenarios that are no game's.
const TAKEN: &[&str] = &["archive", "tutorial", "data", "python"];
const MANIFEST: &str = "Cargo.toml";
const CATALOG_MANIFEST: &str = "crates/catalog/Cargo.toml";
const CATALOG: &str = "crates/catalog/src/games.rs";

impl NewGame {
    /// Runs the command. Everything is looked at before anything is written.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let root = match self.root {
            Some(root) if is_checkout(&root) => root,
            Some(root) => {
                return Err(Failure::bad(format!("{} is no checkout of Playmat: it has no {CATALOG}", root.display())));
            }
            None => checkout_around(&std::env::current_dir()?)?,
        };
        let names = Names::new(&self.name)?;
        names.check_free(&root)?;
        let code = free_code(&root, &self.name)?;
        let mut files = vec![
            (root.join(MANIFEST), add_to_workspace(&read(&root, MANIFEST)?, &names)?),
            (root.join(CATALOG_MANIFEST), add_dependency(&read(&root, CATALOG_MANIFEST)?, &names)?),
            (root.join(CATALOG), add_to_catalog(&read(&root, CATALOG)?, &names)?),
        ];
        let known = files.len();
        for (path, text) in TEMPLATES {
            files.push((root.join(path.replace("vigil", &names.name)), names.renamed(path, text, &code)));
        }
        for (path, text) in &files {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(path, text).map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))?;
        }
        let sources = files.iter().map(|(path, _)| path).filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
        let formatted = Command::new("rustfmt").args(["--edition", "2024"]).args(sources).current_dir(&root).output();
        tell(out, &names, files.len() - known, formatted.is_ok_and(|done| done.status.success()))?;
        Ok(Finished::Well)
    }
}

fn tell(out: &mut dyn Write, names: &Names, files: usize, formatted: bool) -> Result<(), Failure> {
    let Names { name, title, .. } = names;
    writeln!(
        out,
        "{title} is there: {files} files in games/{name}, cards/{name}, decks/{name}, scenarios/{name} and docs/rules."
    )?;
    writeln!(out, "The workspace and the catalog know it, as an example. It plays like Vigil until you change it.\n")?;
    if !formatted {
        writeln!(
            out,
            "  make fmt                                   rustfmt is missing here; the names have changed the order of some lines"
        )?;
    }
    writeln!(out, "  cargo test -p playmat-{name}                the free suite")?;
    writeln!(out, "  cargo run -p playmat -- play {name}         play it here")?;
    writeln!(out, "  make play                                  play it in the browser")?;
    writeln!(out, "  docs/new-game.md                           what to change, and in which order")?;
    Ok(())
}

/// A name in the forms in which it is written.
struct Names {
    /// `tea-party`
    name: String,
    /// `TeaParty`
    kind: String,
    /// `Tea Party`
    title: String,
}

impl Names {
    fn new(name: &str) -> Result<Self, Failure> {
        let word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
        if !begins || !name.split('-').all(word) || !(2..=24).contains(&name.len()) {
            let wanted = "write 2 to 24 small letters and digits, words joined by `-`, a letter first: tea-party";
            return Err(Failure::bad(format!("`{}` is no name for a game; {wanted}", playmat_catalog::printable(name))));
        }
        let words: Vec<String> = name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        let names = Names { name: name.to_owned(), kind: words.concat(), title: words.join(" ") };
        let means = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == names.kind);
        let taken = TEMPLATES.iter().any(|(path, text)| path.ends_with(".rs") && means(text)) && names.kind != "Vigil";
        if taken || TAKEN.contains(&name) {
            return Err(Failure::bad(format!("`{name}` already means something else in the sources; take another name")));
        }
        Ok(names)
    }

    /// Whether nothing of this name is there.
    fn check_free(&self, root: &Path) -> Result<(), Failure> {
        let name = &self.name;
        let places = ["games", "crates", "cards", "decks", "scenarios"].map(|folder| format!("{folder}/{name}"));
        let rules = format!("docs/rules/{name}.md");
        match places.iter().chain([&rules]).find(|place| root.join(place).exists()) {
            Some(place) => Err(Failure::bad(format!("{place} is there already; take another name, or remove it first"))),
            None if read(root, MANIFEST)?.lines().any(|line| line.starts_with(&format!("playmat-{name} = "))) => {
                Err(Failure::bad(format!("there is a crate playmat-{name} already; take another name")))
            }
            None => Ok(()),
        }
    }

    /// A file of the example under this name. Sources say the type, everything else the title.
    fn renamed(&self, path: &str, text: &str, code: &str) -> String {
        let crate_name = format!("playmat_{}", self.name.replace('-', "_"));
        let code_in_text = text.replace("\"V0", &format!("\"{code}0")).replace("VG ", &format!("{code} "));
        let text = code_in_text.replace("(cited as VG)", &format!("(cited as {code})")).replace("playmat_vigil", &crate_name);
        let is_source = path.ends_with(".rs") || path.ends_with("README.md");
        let text = text.replace("\"Vigil\"", &format!("\"{}\"", self.title));
        text.replace("Vigil", if is_source { &self.kind } else { &self.title }).replace("vigil", &self.name)
    }
}

/// Letters for the codes of a game and the sections of its rules, which no other game has.
fn free_code(root: &Path, name: &str) -> Result<String, Failure> {
    let letters: String = name.bytes().filter(u8::is_ascii_lowercase).map(char::from).collect();
    let initials: String = name.split('-').filter_map(|word| word.chars().find(char::is_ascii_lowercase)).collect();
    let mut used = String::new();
    for game in fs::read_dir(root.join("games"))?.flatten() {
        for file in playmat_catalog::card_files(&game.path().join("src"), "rs").unwrap_or_default() {
            used.push_str(&fs::read_to_string(file)?);
        }
    }
    let wishes = [initials.as_str()].into_iter().chain((2..=letters.len()).map(|count| &letters[..count]));
    let free =
        wishes.filter(|wish| wish.len() > 1).map(str::to_uppercase).find(|wish| !used.contains(&format!("\"{wish}01\"")));
    free.ok_or_else(|| Failure::bad(format!("all letters of `{name}` are codes of other games; take another name")))
}

fn is_checkout(folder: &Path) -> bool {
    folder.join(CATALOG).is_file() && folder.join(MANIFEST).is_file()
}

fn checkout_around(folder: &Path) -> Result<PathBuf, Failure> {
    let found = folder.ancestors().find(|folder| is_checkout(folder));
    found.map(Path::to_owned).ok_or_else(|| {
        let message = "this is no checkout of Playmat; go into one, or name it: --root FOLDER";
        Failure::bad(format!("{}: {message}", folder.display()))
    })
}

fn read(root: &Path, path: &str) -> Result<String, Failure> {
    fs::read_to_string(root.join(path)).map_err(|error| Failure::bad(format!("{path} cannot be read: {error}")))
}

/// The crate among those of the workspace.
fn add_to_workspace(manifest: &str, Names { name, .. }: &Names) -> Result<String, Failure> {
    let line = format!("playmat-{name} = {{ path = \"games/{name}\", version = \"0.1.0\" }}");
    after_last(manifest, |line| line.starts_with("playmat-") && line.contains("path = \"games/"), &line)
        .ok_or_else(|| Failure::bad(format!("{MANIFEST} names no game, so there is no place for another")))
}

/// The crate among what the catalog needs.
fn add_dependency(manifest: &str, Names { name, .. }: &Names) -> Result<String, Failure> {
    let (before, rest) = manifest.split_once("[dependencies]\n").unwrap_or(("", manifest));
    let end = rest.find("\n[").unwrap_or(rest.len());
    let added = after_last(&rest[..end], |line| line.starts_with("playmat-"), &format!("playmat-{name}.workspace = true"));
    let added =
        added.ok_or_else(|| Failure::bad(format!("{CATALOG_MANIFEST} names no game, so there is no place for another")))?;
    Ok(format!("{before}[dependencies]\n{added}{}", &rest[end..]))
}

/// The game at the end of the examples.
fn add_to_catalog(source: &str, Names { name, kind, .. }: &Names) -> Result<String, Failure> {
    let place = source.find("\n    examples {\n").and_then(|start| Some(start + source[start..].find("\n    }")?));
    let place = place.ok_or_else(|| Failure::bad(format!("{CATALOG} has no list of examples")))?;
    let line = format!("\n        playmat_{}::{kind},", name.replace('-', "_"));
    Ok(format!("{}{line}{}", &source[..place], &source[place..]))
}

/// A text with one more line behind the last one that is like this.
fn after_last(text: &str, like: impl Fn(&str) -> bool, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.iter().rposition(|line| like(line))?;
    lines.insert(last + 1, line);
    Some(lines.join("\n"))
}
