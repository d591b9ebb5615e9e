//! What a server has kept: written into a file, taken over from one, and looked at.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use playmat_server::{LogCheck, check_log};
use playmat_store::{Contents, Store};

use super::failed;
use crate::failure::{Failure, Finished};

/// Writes a backup. Until it is whole and on the disk it has another name.
pub async fn backup(store: &dyn Store, path: &Path, out: &mut dyn Write) -> Result<Finished, Failure> {
    if path.exists() {
        return Err(Failure::bad(format!("{} is there already; name a new file", path.display())));
    }
    let part = part_of(path);
    let unwritable = |error: std::io::Error| Failure::Failed(format!("{} cannot be written: {error}", path.display()));
    let mut file = BufWriter::new(private(&part).map_err(unwritable)?);
    let written = store.backup(&mut file).await.map_err(failed);
    let kept = written.and_then(|contents| {
        file.flush().and_then(|()| file.get_ref().sync_all()).and_then(|()| fs::rename(&part, path)).map_err(unwritable)?;
        Ok(contents)
    });
    if kept.is_err() {
        let _ = fs::remove_file(&part);
    }
    let contents = kept?;
    writeln!(out, "{} has {}.", path.display(), told(&contents))?;
    Ok(Finished::Well)
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// A new file that only its owner may read. One that an interrupted backup has left is written anew.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes a backup over.
pub async fn restore(store: &dyn Store, path: &Path, out: &mut dyn Write) -> Result<Finished, Failure> {
    let file = File::open(path).map_err(|error| Failure::bad(format!("{} cannot be read: {error}", path.display())))?;
    let contents = store.restore(&mut BufReader::new(file)).await.map_err(failed)?;
    writeln!(out, "The database has {} now.", told(&contents))?;
    Ok(Finished::Well)
}

/// How much there is of what people know.
fn told(contents: &Contents) -> String {
    let rows = |name: &str| contents.iter().find(|(table, _)| *table == name).map_or(0, |(_, rows)| *rows);
    let counted = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    format!(
        "{}, {} and {}",
        counted(rows("matches"), "match", "matches"),
        counted(rows("accounts"), "account", "accounts"),
        counted(rows("decks"), "deck", "decks")
    )
}

/// Plays all matches again.
pub async fn check(
    store: &dyn Store,
    cards: Option<&Path>,
    archive: Option<&Path>,
    out: &mut dyn Write,
) -> Result<Finished, Failure> {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
    let found = check_log(store, cards, archive, |done| bar.set_position(done)).await.map_err(Failure::Failed)?;
    bar.finish_and_clear();
    let LogCheck { finished, running, entries, broken, unknown } = found;
    for line in &broken {
        writeln!(out, "BROKEN   {line}")?;
    }
    for line in &unknown {
        writeln!(out, "unknown  {line}")?;
    }
    writeln!(
        out,
        "{finished} finished and {running} other matches with {entries} entries: {} broken, {} of other rules",
        broken.len(),
        unknown.len()
    )?;
    Ok(if broken.is_empty() { Finished::Well } else { Finished::WithFailures })
}

/// Looks at the files, and gives free space back.
pub async fn vacuum(store: &dyn Store, out: &mut dyn Write) -> Result<Finished, Failure> {
    let broken = store.vacuum().await.map_err(failed)?;
    for line in &broken {
        writeln!(out, "BROKEN   {line}")?;
    }
    if broken.is_empty() {
        writeln!(out, "Free space was given back.")?;
        return Ok(Finished::Well);
    }
    writeln!(out, "The files of the database are damaged; nothing was changed. Restore a backup.")?;
    Ok(Finished::WithFailures)
}
