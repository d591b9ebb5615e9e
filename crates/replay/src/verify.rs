//! Whether a record holds: the promise about its seed, the decks, every entry, every shuffle and roll.

use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use playmat_chance::commitment;
use playmat_kernel::{Entry, Fault, Record, Seat};
use playmat_wire::replays::{Check, CheckResult, SeedForm, Verification};
use playmat_wire::{Opening, hex};

use crate::line::Broken;
use crate::trail::{Chain, walk_hashed};

/// Checks a record against the rules that it names.
pub fn verify<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Verification {
    let mut checks = vec![of_rules(rules, record), promise(record), decks(rules, record)];
    // What cannot be played under these rules is not played at all.
    if checks.iter().all(|check| check.what == "promise" || check.result == CheckResult::Passed) {
        checks.extend(played(rules, record));
    }
    let holds = checks.iter().all(|check| check.result != CheckResult::Failed);
    let seed = record.setup.shared().map(|shared| SeedForm {
        commitment: promised(record).map(|hash| hex(&hash)).unwrap_or_default(),
        secret: hex(&shared.secret),
        shares: Seat::BOTH.map(|seat| hex(&shared.shares[seat])),
        seed: hex(&shared.derive("match")),
    });
    Verification { holds, checks, seed }
}

fn of_rules<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Check {
    match record.rules == rules.fingerprint {
        true => passed("rules", format!("It was played under the rules {}.", record.rules)),
        false => {
            failed("rules", None, format!("It names the rules {}, and those at hand are {}.", record.rules, rules.fingerprint))
        }
    }
}

fn promise(record: &Record<Opening>) -> Check {
    let Some(shared) = record.setup.shared() else {
        return absent("promise", "The seed is a number that somebody chose; nothing was promised about it.");
    };
    let made = record.entries.iter().filter(|entry| matches!(entry, Entry::SeedCommitment(_))).count();
    match promised(record) {
        None => failed("promise", Some(0), "The promise about the seed is missing: it is the first entry of a match."),
        Some(_) if made != 1 => failed("promise", None, format!("The seed was promised {made} times.")),
        Some(hash) if hash != commitment(&shared.secret) => failed(
            "promise",
            Some(0),
            format!(
                "The server promised {}, but the hash of the secret it tells is {}.",
                hex(&hash),
                hex(&commitment(&shared.secret))
            ),
        ),
        Some(hash) => passed("promise", format!("The secret is the one that was promised by {}.", hex(&hash))),
    }
}

fn decks<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Check {
    match legal(rules, record) {
        Ok(()) => passed("decks", "Both decks are legal."),
        Err(why) => failed("decks", None, why),
    }
}

/// Whether both decks are legal. Those that are not are refused: nobody has ever played them.
pub fn legal<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Result<(), String> {
    for (seat, deck) in record.setup.setup.decks.iter() {
        if let Some(fault) = G::deck_faults(&rules.rules, deck).first() {
            return Err(format!("The deck of {} is not legal: {}", seat.tag(), fault.sentence));
        }
    }
    Ok(())
}

fn played<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Vec<Check> {
    let trail = &record.trail;
    let (mut last, mut wrong, mut draws) = (None::<Chain>, None, 0);
    let walked = walk_hashed::<G>(&rules.rules, record, None, |entries, step, chain| {
        draws += step.draws.len();
        last = Some(chain);
        if let Some(place) = entries.checked_sub(1)
            && wrong.is_none()
            && trail.steps.get(place).is_some_and(|&then| then != chain.byte())
        {
            wrong = Some(place);
        }
    });
    let entries = record.entries.len();
    let moves = match &walked {
        Ok(_) => passed("entries", format!("All {entries} entries are possible where they stand.")),
        Err(broken) => failed("entries", place(broken), reason(broken)),
    };
    let fits = last.is_some_and(|chain| chain.last() == trail.last);
    let same = match (wrong, trail.steps.len()) {
        (_, 0) => absent("trail", "The record keeps no hashes of what happened: it is of version 1, or nobody kept them."),
        (Some(wrong), _) => failed(
            "trail",
            Some(wrong as u32),
            format!(
                "From entry {wrong} on it is not the match that was played: what is shuffled, rolled or told there differs from \
                 the hashes of the record."
            ),
        ),
        (None, steps) if steps != entries => {
            failed("trail", None, format!("There are {steps} hashes for {entries} entries: something was added or cut off."))
        }
        (None, _) if walked.is_ok() && !fits => failed("trail", None, "The last hash of the record does not fit."),
        (None, _) if walked.is_err() => {
            absent("trail", "The match cannot be played to its end, so its hashes cannot be compared.")
        }
        (None, _) => {
            passed("trail", format!("Every shuffle and roll ({draws} draws) and everything that happened is the same."))
        }
    };
    // What went wrong first comes first.
    let mut checks = vec![same, moves];
    if let Ok(point) = &walked {
        checks.push(match point.table.outcome() {
            Some(_) => passed("end", "The match is over."),
            None => absent("end", "The match is not over."),
        });
    }
    checks
}

/// The promise that a record begins with.
fn promised(record: &Record<Opening>) -> Option<[u8; 32]> {
    match record.entries.first() {
        Some(Entry::SeedCommitment(hash)) => Some(*hash),
        _ => None,
    }
}

fn place(broken: &Broken) -> Option<u32> {
    match broken {
        Broken::Refused { entry, .. } | Broken::Impossible { entry } => Some(*entry as u32),
        Broken::Rules { .. } => None,
    }
}

/// Why a record cannot be played to its end, in a sentence.
pub fn reason(broken: &Broken) -> String {
    match broken {
        Broken::Refused { entry, why } => match &why.reason {
            Fault::NoSuchOption { listed } => {
                let option = why.answer + 1;
                format!("Entry {entry} (the first is 0) is not possible there: it chooses option {option} of {listed}.")
            }
            _ => format!("Entry {entry} (the first is 0) is not possible there."),
        },
        Broken::Impossible { entry } => {
            format!(
                "Entry {entry} (the first is 0) is not possible there: the match is over, or it goes back to what does not stand."
            )
        }
        Broken::Rules { found, expected } => {
            format!("It was played under other rules: its fingerprint is {found}, that of the rules at hand is {expected}.")
        }
    }
}

fn passed(what: &str, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Passed, sentence: sentence.into(), entry: None }
}

fn failed(what: &str, entry: Option<u32>, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Failed, sentence: sentence.into(), entry }
}

fn absent(what: &str, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Absent, sentence: sentence.into(), entry: None }
}
