//! `playmat verify`: whether a record holds.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use playmat_cards::CardGame;
use playmat_catalog::{Visitor, printable, visit};
use playmat_wire::replays::{Check, CheckResult, Verification};
use playmat_wire::{RecordError, Stored};

use crate::common::write_json;
use crate::failure::{Failure, Finished};
use crate::replay::Places;

/// Check a record: the promise about its seed, both decks, every entry, every shuffle and roll
///
/// The exit code is 1 if something does not hold, and 2 if the file cannot be read or its rules are not at hand.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat verify 9f0c2b7d41a8e6f3.record
  playmat verify 9f0c2b7d41a8e6f3.json --json
  playmat verify old.record --archive card-sets/")]
pub struct Verify {
    /// A record, compact or readable
    file: PathBuf,
    /// Take the cards of this folder instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Look for card sets of old here: DIR/<game>/<set>/*.cards
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
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
            // What was a record once does not hold; what never was one is bad input.
            Err(RecordError::NotARecord) => return Err(Failure::bad(format!("{name}: {}", RecordError::NotARecord))),
            Err(error) => {
                let sentence = printable(&error.to_string());
                let check = Check { what: "file".into(), result: CheckResult::Failed, sentence, entry: None };
                return tell(&Verification { holds: false, checks: vec![check], seed: None }, self.json, out);
            }
        };
        let game = stored.game().to_owned();
        visit(&game, Examine { verify: self, stored, out })?
    }
}

struct Examine<'a> {
    verify: Verify,
    stored: Stored,
    out: &'a mut dyn Write,
}

impl Visitor for Examine<'_> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let Examine { verify, stored, out } = self;
        let places = Places { file: &verify.file, cards: verify.cards.as_deref(), archive: verify.archive.as_deref() };
        let (rules, record) = places.read::<G>(stored)?;
        tell(&playmat_replay::verify(&rules, &record), verify.json, out)
    }
}

fn tell(found: &Verification, json: bool, out: &mut dyn Write) -> Result<Finished, Failure> {
    if json {
        write_json(out, found)?;
    } else {
        for check in &found.checks {
            let word = match check.result {
                CheckResult::Passed => "ok",
                CheckResult::Failed => "FAILED",
                CheckResult::Absent => "-",
            };
            writeln!(out, "{word:<7}{:<9}{}", check.what, check.sentence)?;
        }
        if let Some(seed) = &found.seed {
            writeln!(out, "secret {}", seed.secret)?;
            writeln!(out, "shares {} {}", seed.shares[0], seed.shares[1])?;
            writeln!(out, "seed   {}", seed.seed)?;
        }
        writeln!(out, "{}", if found.holds { "The record holds." } else { "The record does not hold." })?;
    }
    Ok(if found.holds { Finished::Well } else { Finished::WithFailures })
}
