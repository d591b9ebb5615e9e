//! Records in files and texts, with the rules that they name.

use std::path::Path;

use playmat_catalog::{Archive, ModelOrigin, Origin, printable};
use playmat_kernel::Record;
use playmat_wire::{Opening, Stored};

use crate::{FrontendError, Kind, Rules, open};

/// A record with the rules it was played under.
pub struct FoundRecord {
    /// The rules.
    pub rules: Rules,
    /// The record.
    pub record: Record<Opening>,
}

/// Reads a record in either form. Its rules are made of the named cards or the shipped ones, or of older ones from the archive.
pub fn read_record(bytes: &[u8], cards: Option<&Path>, archive: Option<&Path>) -> Result<FoundRecord, FrontendError> {
    // The message may contain words of the file.
    let safe = |error: FrontendError| Kind::Record.error(printable(&error.sentence));
    let stored = Stored::read(bytes).map_err(|error| safe(error.into()))?;
    let mut sets = Archive::shipped();
    if let Some(folder) = archive {
        sets.add_folder(folder).map_err(|error| Kind::Record.error(error))?;
    }
    let origin = cards.map_or(Origin::Shipped, |folder| Origin::Folder(folder.to_owned()));
    let game = stored.game().to_owned();
    // Older cards may have had an edition that is gone.
    let now = open(&game, &stored.terms(), &origin, &ModelOrigin::Shipped).or_else(|error| match error.kind {
        Kind::Terms => open(&game, &Default::default(), &origin, &ModelOrigin::Shipped),
        _ => Err(error),
    });
    let now = now.map_err(|error| if error.kind == Kind::Cards { error } else { safe(error) })?;
    let (others, record) = now.read(stored, &sets).map_err(safe)?;
    Ok(FoundRecord { rules: others.unwrap_or(now), record })
}
