//! Whether a record is genuine: the promise about its seed, the decks, every entry, every shuffle and roll, and who signed it.

use std::fmt;

use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use playmat_chance::{NO_SHARE, Seed, ShareOutcome, Shared};
use playmat_kernel::{Entry, Record, RefusalReason, Seal, Seat, Trail};
use playmat_wire::replays::{Check, CheckResult, SeedForm, Verification};
use playmat_wire::{BoundForm, Opening, hex};

use crate::points::ReplayError;
use crate::sign::{Signed, Trust};
use crate::trail::{Chain, walk_hashed};

/// Checks a record against the rules that it names. If something is missing that such a record should have, it is not genuine.
pub fn verify<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>, trust: &Trust) -> Verification {
    let mut checks = vec![of_rules(rules, record), promise(record), decks(rules, record)];
    // What cannot be played under these rules is not played at all.
    if checks.iter().all(|check| check.what == "promise" || check.result == CheckResult::Passed) {
        checks.extend(played(rules, record, trust));
    } else {
        checks.push(signature(record, None, trust));
    }
    let bad = |check: &Check| matches!(check.result, CheckResult::Failed | CheckResult::Missing);
    let holds = !checks.iter().any(bad);
    let seed = record.setup.shared().map(|shared| SeedForm {
        commitment: promised(record).map(|hash| hex(&hash)).unwrap_or_default(),
        secret: hex(&shared.secret),
        shares: Seat::BOTH.map(|seat| hex(&shared.shares[seat])),
        seed: hex(&shared.derive("match")),
        bound: shared.bound.as_ref().map(BoundForm::from),
    });
    Verification { holds, checks, seed }
}

/// The fingerprint of the rules covers the cards and the version of the code: a record that says otherwise was changed.
fn of_rules<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Check {
    let made_with = record.setup.made_with;
    let (fingerprint, version) = (rules.fingerprint, G::RULE_VERSION);
    match made_with.cards {
        _ if record.rules != fingerprint => {
            failed("rules", None, format!("It names the rules {}, but these are {fingerprint}.", record.rules))
        }
        None if made_with.version == 0 => {
            missing("rules", "It does not say which cards and which version of the rules it was played with.")
        }
        _ if made_with.version != version => {
            let named = made_with.version;
            failed(
                "rules",
                None,
                format!("It names version {named} of the rules, but its rules {fingerprint} have version {version}."),
            )
        }
        None => missing("rules", "It does not say which cards it was played with."),
        Some(cards) if cards != rules.set => failed(
            "rules",
            None,
            format!("It names the cards {cards}, but its rules {fingerprint} belong to the cards {}.", rules.set),
        ),
        Some(_) => passed("rules", format!("It was played under the rules {fingerprint}, of version {version}.")),
    }
}

fn promise(record: &Record<Opening>) -> Check {
    let shared = match &record.setup.seed {
        Seed::Number(number) => {
            let sentence = format!("Its seed is the number {number}, which somebody chose: nothing was promised about it.");
            return unclaimed("promise", sentence);
        }
        Seed::Shared(shared) => shared,
    };
    let made = record.entries.iter().filter(|entry| matches!(entry, Entry::SeedCommitment(_))).count();
    match promised(record) {
        None => failed("promise", Some(0), "The promise about the seed is missing: it is the first entry of a match."),
        Some(_) if made != 1 => failed("promise", None, format!("The seed was promised {made} times.")),
        Some(hash) if hash != shared.commitment() => failed(
            "promise",
            Some(0),
            format!(
                "The server promised {}, but the hash of the secret it tells is {}.",
                hex(&hash),
                hex(&shared.commitment())
            ),
        ),
        Some(hash) => match Seat::BOTH.into_iter().find_map(|seat| wrong_share(record, shared, seat)) {
            Some(wrong) => failed("promise", None, wrong),
            None => passed("promise", format!("The secret is the one that was promised by {}.", hex(&hash))),
        },
    }
}

/// What is wrong with the share of a seat: a missing share counts as zeros, and a player who does not open a promised share
/// loses.
fn wrong_share(record: &Record<Opening>, shared: &Shared, seat: Seat) -> Option<String> {
    let brought = shared.bound?.brought[seat];
    let lost = record.entries.last() == Some(&Entry::Timeout(seat));
    match brought {
        ShareOutcome::Opened => None,
        _ if shared.shares[seat] != NO_SHARE => Some(format!("It says that {} brought no share, but has one.", seat.tag())),
        ShareOutcome::Unopened if !lost => {
            Some(format!("The share of {} was not opened, which loses the match, but the match was not lost.", seat.tag()))
        }
        ShareOutcome::Nothing | ShareOutcome::Unopened => None,
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

fn played<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>, trust: &Trust) -> Vec<Check> {
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
        Ok(_) => passed("entries", format!("All {entries} entries are possible.")),
        Err(broken) => failed("entries", place(broken), reason(broken)),
    };
    let fits = last.is_some_and(|chain| chain.is(&trail.last));
    let same = match (wrong, trail.steps.len()) {
        (_, 0) => missing("trail", "It has no hashes of what happened: they were removed, or it is older than they are."),
        (Some(wrong), _) => failed(
            "trail",
            Some(wrong as u32),
            format!(
                "From entry {wrong} on it is not the match that was played: what is shuffled, rolled or told there differs from \
                 the hashes of the record."
            ),
        ),
        (None, steps) if steps != entries => {
            failed("trail", None, format!("There are {steps} hashes for {entries} entries: something was added or removed."))
        }
        (None, _) if trail.last.is_empty() => missing("trail", "The hash after its last entry was removed, or never kept."),
        (None, _) if walked.is_ok() && !fits => failed("trail", None, "The last hash of the record is wrong."),
        (None, _) if walked.is_err() => {
            missing("trail", "The match cannot be played to its end, so its hashes cannot be compared.")
        }
        (None, _) => {
            let first = match trail.unnamed {
                Some(_) => " Names were removed that its first hash covered: that hash was not checked.",
                None => "",
            };
            passed("trail", format!("Every shuffle and roll ({draws} draws) and everything that happened is the same.{first}"))
        }
    };
    // The first thing that went wrong comes first.
    let mut checks = vec![same, moves];
    if let Ok(point) = &walked {
        checks.push(match point.table.outcome() {
            Some(_) => passed("end", "The match is over."),
            None => missing("end", "The match is not over."),
        });
    }
    checks.push(signature(record, last.filter(|_| walked.is_ok()), trust));
    checks
}

/// Whether the server that held the match signed its result.
fn signature(record: &Record<Opening>, last: Option<Chain>, trust: &Trust) -> Check {
    let Opening { seed, continues, .. } = &record.setup;
    let Some(seal) = &record.trail.seal else {
        return match seed {
            _ if trust.demanded => failed("signature", None, "It is not signed."),
            Seed::Number(_) => unclaimed("signature", "It is not signed: no server held this match."),
            _ if continues.is_some() => {
                unclaimed("signature", "It is not signed: it was played on from another match, whose draws were known.")
            }
            Seed::Shared(Shared { bound: None, .. }) => {
                unclaimed("signature", "It is not signed: servers did not sign records when it was played.")
            }
            Seed::Shared(_) => missing("signature", "It is not signed by the server that held the match."),
        };
    };
    if let Some(forged) = never_signed(&record.trail) {
        return forged;
    }
    match (last, record.trail.last.as_array()) {
        (Some(last), _) => judged(last.whole(), seal, trust),
        (None, None) => missing("signature", "The match cannot be played to its end, which is what was signed."),
        (None, Some(kept)) => match judged(kept, seal, trust) {
            right if right.result == CheckResult::Passed => {
                let sentence = "Its last link is signed, but the match cannot be played to its end: it is not known whether the link belongs to it.";
                missing("signature", sentence)
            }
            other => other,
        },
    }
}

/// Whether a server signed the last link that a record keeps. Nothing is played: [`verify`] finds out whether the link belongs to
/// these entries.
pub fn verify_signature(trail: &Trail, trust: &Trust) -> Check {
    if let Some(forged) = never_signed(trail) {
        return forged;
    }
    match (&trail.seal, trail.last.as_array()) {
        (None, _) => failed("signature", None, "It is not signed."),
        (Some(_), None) => {
            missing("signature", "It has only a part of the link that was signed; playing the match gives the rest.")
        }
        (Some(seal), Some(kept)) => judged(kept, seal, trust),
    }
}

/// A trail of version 1 may replace its own first link, and so claim another beginning than the one that was signed.
fn never_signed(trail: &Trail) -> Option<Check> {
    let forged = trail.version == 1 && trail.seal.is_some();
    forged.then(|| failed("signature", None, "Its trail is of version 1, and no server has signed any of those."))
}

/// Whether the signature of a last link can be trusted.
fn judged(last: &[u8; 32], seal: &Seal, trust: &Trust) -> Check {
    let key = hex(&seal.key);
    match trust.judge(last, seal) {
        Signed::Right => passed("signature", format!("It was signed at its end with the key {key}.")),
        Signed::Wrong => failed("signature", None, format!("What was signed with the key {key} is not this match.")),
        Signed::Stranger if trust.demanded => {
            failed("signature", None, format!("It was signed with the key {key}, which is none of those that were given."))
        }
        Signed::Stranger => unclaimed(
            "signature",
            format!("It was signed with the key {key}, which is not known here: that does not prove who signed."),
        ),
    }
}

/// The promise that a record begins with.
fn promised(record: &Record<Opening>) -> Option<[u8; 32]> {
    match record.entries.first() {
        Some(Entry::SeedCommitment(hash)) => Some(*hash),
        _ => None,
    }
}

fn place(broken: &ReplayError) -> Option<u32> {
    match broken {
        ReplayError::Refused { entry, .. } | ReplayError::Impossible { entry } => Some(*entry as u32),
        ReplayError::Rules { .. } => None,
    }
}

/// Why a record cannot be played to its end, in a sentence.
pub fn reason(broken: &ReplayError) -> String {
    match broken {
        ReplayError::Refused { entry, why } => match &why.reason {
            RefusalReason::NoSuchOption { listed } => {
                let option = why.answer + 1;
                format!("Entry {entry} (the first is 0) is not possible there: it chooses option {option} of {listed}.")
            }
            _ => format!("Entry {entry} (the first is 0) is not possible there."),
        },
        ReplayError::Impossible { entry } => {
            format!(
                "Entry {entry} (the first is 0) is not possible there: the match is over, or it goes back to an entry that was taken back."
            )
        }
        ReplayError::Rules { found, expected } => {
            format!("It was played under other rules: its fingerprint is {found}, and that of these rules is {expected}.")
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&reason(self))
    }
}

impl std::error::Error for ReplayError {}

fn passed(what: &str, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Passed, sentence: sentence.into(), entry: None }
}

fn failed(what: &str, entry: Option<u32>, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Failed, sentence: sentence.into(), entry }
}

fn missing(what: &str, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Missing, sentence: sentence.into(), entry: None }
}

fn unclaimed(what: &str, sentence: impl Into<String>) -> Check {
    Check { what: what.into(), result: CheckResult::Unclaimed, sentence: sentence.into(), entry: None }
}
