//! `playmat verify`: whether a record is genuine.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use playmat_catalog::printable;
use playmat_replay::{PublicKey, Trust, replays, verify_signature};
use playmat_wire::replays::{Check, CheckResult, RecordKeys, Verification};
use playmat_wire::{RecordError, Stored};

use crate::common::write_json;
use crate::failure::{Failure, Finished};
use crate::replay::Places;

/// Check a record: the promise about its seed, both decks, every entry, every shuffle and roll, and who signed it
///
/// Something that a record should have and does not have is MISSING, and the record does not hold. The exit code is 1 if
/// something does not hold, and 2 if the file cannot be read or its rules are not available.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat verify 9f0c2b7d41a8e6f3.record
  playmat verify 9f0c2b7d41a8e6f3.json --json
  playmat verify 9f0c2b7d41a8e6f3.record --key keys.json
  playmat verify 9f0c2b7d41a8e6f3.record --key keys.json --signature-only
  playmat verify old.record --archive card-sets/")]
pub struct Verify {
    /// A record, compact or readable
    file: PathBuf,
    /// Take the cards of this folder instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Look for older card sets here: DIR/<game>/<set>/*.cards
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Accept only records that were signed with this key: 64 hexadecimal digits, or a file that a server published at /api/keys;
    /// may be given several times
    #[arg(long = "key", value_name = "KEY")]
    keys: Vec<String>,
    /// Only check whether its last link was signed with a given key, without playing it: that does not show that the link belongs
    /// to this match
    #[arg(long, requires = "keys", conflicts_with = "allow_unproven")]
    signature_only: bool,
    /// Accept records in which something is missing: those without hashes, and matches that were not finished
    #[arg(long)]
    allow_unproven: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let name = self.file.display();
        let bytes = std::fs::read(&self.file).map_err(|error| Failure::bad(format!("{name} cannot be read: {error}")))?;
        let stored = match Stored::read(&bytes) {
            Ok(stored) => stored,
            // A record that was changed does not hold; a file that never was a record is bad input.
            Err(RecordError::NotARecord) => return Err(Failure::bad(format!("{name}: {}", RecordError::NotARecord))),
            Err(error) => {
                let sentence = printable(&error.to_string());
                let check = Check { what: "file".into(), result: CheckResult::Failed, sentence, entry: None };
                return tell(&Verification { holds: false, checks: vec![check], seed: None }, self.json, out);
            }
        };
        if self.signature_only {
            let trail = stored.trail().map_err(|error| Failure::bad(format!("{name}: {error}")))?;
            let check = verify_signature(&trail, &self.trust()?);
            let found = Verification { holds: check.result == CheckResult::Passed, checks: vec![check], seed: None };
            return tell(&found, self.json, out);
        }
        let trust = self.trust()?;
        let places = Places { file: &self.file, cards: self.cards.as_deref(), archive: self.archive.as_deref() };
        let (rules, record) = places.read(stored)?;
        let mut found = replays(&rules).verify(&record, &trust);
        if self.allow_unproven {
            found.holds = found.checks.iter().all(|check| check.result != CheckResult::Failed);
        }
        tell(&found, self.json, out)
    }

    fn trust(&self) -> Result<Trust, Failure> {
        Ok(Trust { keys: believed(&self.keys)?, demanded: !self.keys.is_empty() })
    }
}

/// The named keys: each is a key or a file of keys.
fn believed(named: &[String]) -> Result<Vec<PublicKey>, Failure> {
    let mut keys = Vec::new();
    for name in named {
        if let Some(key) = PublicKey::parse(name) {
            keys.push(key);
            continue;
        }
        let text = std::fs::read_to_string(name).map_err(|error| {
            Failure::bad(format!("`{name}` is neither a key of 64 hexadecimal digits nor a file that can be read: {error}"))
        })?;
        let published: RecordKeys = serde_json::from_str(&text).map_err(|error| {
            Failure::bad(format!("{name} is not a file of keys as a server publishes it at /api/keys: {error}"))
        })?;
        for key in published.keys {
            let bad = || Failure::bad(format!("{name} has an entry that is no key: `{}`", printable(&key.public)));
            keys.push(PublicKey::parse(&key.public).ok_or_else(bad)?);
        }
    }
    Ok(keys)
}

fn tell(found: &Verification, json: bool, out: &mut dyn Write) -> Result<Finished, Failure> {
    if json {
        write_json(out, found)?;
    } else {
        for check in &found.checks {
            let word = match check.result {
                CheckResult::Passed => "ok",
                CheckResult::Failed => "FAILED",
                CheckResult::Missing => "MISSING",
                CheckResult::Unclaimed => "-",
            };
            writeln!(out, "{word:<8}{:<10}{}", check.what, check.sentence)?;
        }
        if let Some(seed) = &found.seed {
            writeln!(out, "secret {}", seed.secret)?;
            writeln!(out, "shares {} {}", seed.shares[0], seed.shares[1])?;
            writeln!(out, "seed   {}", seed.seed)?;
        }
        let whole = found.checks.iter().any(|check| check.what != "signature");
        let what = if whole { "record" } else { "signature" };
        writeln!(out, "The {what} {}.", if found.holds { "holds" } else { "does not hold" })?;
    }
    Ok(if found.holds { Finished::Well } else { Finished::WithFailures })
}
