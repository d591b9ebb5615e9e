//! The record of a match while it is played: it is on disk before every question to a person, and Ctrl-C loses nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use playmat_kernel::Record;
use playmat_wire::{Opening, Readable, to_binary};

use crate::failure::Failure;
use crate::fmt::replace;

/// The exit code of a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Keeps the entries so far, and knows where to save them.
pub struct RecordSaver<G: CardGame> {
    rules: Arc<RuleSet<G>>,
    record: Mutex<Record<Opening>>,
    place: Place,
}

/// Where a record goes.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file that was asked for, or the default one.
    pub file: PathBuf,
    /// The beginning of its name if it must be saved elsewhere.
    pub stem: String,
    /// The folder of cards that it is played with, if they are not the shipped ones.
    pub cards: Option<PathBuf>,
}

/// The result of saving a record.
#[derive(Debug)]
pub struct Saved {
    /// The file it is in, if it could be saved at all.
    file: Option<PathBuf>,
    /// Why it is not where it should be.
    trouble: Option<String>,
    cards: Option<PathBuf>,
}

impl Place {
    /// The named file, or one that does not exist yet: no record is overwritten unless it was named.
    pub fn new(named: Option<PathBuf>, stem: String, cards: Option<PathBuf>) -> Self {
        let file = named.unwrap_or_else(|| free_name(Path::new(""), &stem));
        Place { file, stem, cards }
    }
}

impl<G: CardGame> RecordSaver<G> {
    /// Saves a record that begins like this.
    pub fn new(rules: Arc<RuleSet<G>>, record: Record<Opening>, place: Place) -> Self {
        RecordSaver { rules, record: Mutex::new(record), place }
    }

    /// Keeps the entries so far.
    pub fn note(&self, record: &Record<Opening>) {
        self.kept().clone_from(record);
    }

    /// Writes the entries so far, so that nothing is lost, whatever ends the program. A pipe or device gets the record only at
    /// the end: its reader would take this for the whole.
    pub fn put_down(&self) -> Result<(), Failure> {
        let file = &self.place.file;
        let streamed = fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir());
        if streamed { Ok(()) } else { self.write(&self.kept(), file) }
    }

    /// Saves the record in its file, or else among the temporary files.
    pub fn save(&self) -> Saved {
        self.save_as_it_is(&self.kept())
    }

    fn save_as_it_is(&self, record: &Record<Opening>) -> Saved {
        let cards = self.place.cards.clone();
        let trouble = match self.write(record, &self.place.file) {
            Ok(()) => return Saved { file: Some(self.place.file.clone()), trouble: None, cards },
            Err(failure) => failure.to_string(),
        };
        let other = free_name(&std::env::temp_dir(), &self.place.stem);
        let file = self.write(record, &other).is_ok().then_some(other);
        Saved { file, trouble: Some(trouble), cards }
    }

    fn kept(&self) -> MutexGuard<'_, Record<Opening>> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, record: &Record<Opening>, file: &Path) -> Result<(), Failure> {
        let bytes = match file.extension().is_some_and(|ending| ending == "json") {
            true => {
                let form = Readable::of(record, G::cards(&self.rules.rules));
                (serde_json::to_string_pretty(&form).map_err(|error| Failure::Failed(error.to_string()))? + "\n").into_bytes()
            }
            false => to_binary(record),
        };
        replace(file, bytes)
    }
}

impl<G: CardGame> RecordSaver<G>
where
    RecordSaver<G>: Send + Sync + 'static,
{
    /// From now on Ctrl-C saves the record, says where, and ends the program.
    pub fn handle_ctrl_c(self: Arc<Self>) -> Result<(), Failure> {
        let on_signal = move || {
            // The lock is kept: a match that ends at this moment waits here until the program ends.
            let record = self.kept();
            let saved = self.save_as_it_is(&record);
            // The thread of the match may hold the lock of standard output.
            let mut err = anstream::stderr().lock();
            let _ = writeln!(err, "\nThe match is left unfinished.");
            let told = saved.tell(&mut err).err().map(|failure| failure.to_string());
            let _ = told.map_or(Ok(()), |trouble| writeln!(err, "{trouble}"));
            std::process::exit(INTERRUPTED);
        };
        ctrlc::set_handler(on_signal).map_err(|error| Failure::Failed(format!("Ctrl-C cannot be handled: {error}")))
    }
}

impl Saved {
    /// Prints where the record is and how to replay it; an error if it is not where it should be.
    pub fn tell(self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(file) = &self.file {
            let cards = self.cards.map(|folder| format!(" --cards {}", quoted(&folder))).unwrap_or_default();
            writeln!(out, "The record is saved: {}  (playmat replay {}{cards})", file.display(), quoted(file))?;
        }
        match self.trouble {
            None => Ok(()),
            Some(trouble) if self.file.is_some() => Err(Failure::Failed(format!("{trouble}; the record was saved elsewhere"))),
            Some(trouble) => Err(Failure::Failed(format!("{trouble}; the record is lost"))),
        }
    }
}

/// A name that no file of this folder has yet.
fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let first = folder.join(format!("{stem}.record"));
    let more = (2u32..).map(|number| folder.join(format!("{stem}-{number}.record")));
    std::iter::once(first).chain(more).find(|path| !path.exists()).unwrap_or_default()
}

/// A path as it is typed in a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@%,=\\".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted(Path::new("a/b-7.record")), "a/b-7.record");
        assert_eq!(quoted(Path::new("my cards")), "'my cards'");
        assert_eq!(quoted(Path::new("it's")), "'it'\\''s'");
    }
}
