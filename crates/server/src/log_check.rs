//! Whether the log of a server holds: every match is played again from what was written. Nothing is changed.

use std::path::Path;

use playmat_kernel::MatchId;
use playmat_replay::Trust;
use playmat_room::{CannotGoOn, Code, Games, LoggedMatch};
use playmat_store::{Logged, Store, StoreError};
use playmat_wire::from_binary;
use playmat_wire::replays::CheckResult;

use crate::config::Config;
use crate::signing::Signing;

/// How many matches are listed at a time.
const LISTED: u32 = 500;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogCheck {
    /// Matches that are over.
    pub finished: u64,
    /// Matches that are not.
    pub running: u64,
    /// Entries of all of them.
    pub entries: u64,
    /// What does not hold, a sentence each.
    pub broken: Vec<String>,
    /// Matches of rules or cards that this program does not have: nothing can be said of them.
    pub unknown: Vec<String>,
}

/// Reads and plays all matches of a database, and tells after each how many were looked at. It may be read while servers write.
pub async fn check_log(
    store: &dyn Store,
    cards: Option<&Path>,
    archive: Option<&Path>,
    mut progress: impl FnMut(u64),
) -> Result<LogCheck, String> {
    let games = Games::load(cards, archive)?;
    crate::read_card_sets(&games, store).await?;
    let told = |error: StoreError| error.to_string();
    // A database that no server has used has no keys, and gets none by being looked at.
    let used = !store.logged(None, 1).await.map_err(told)?.is_empty();
    let trust = match used {
        true => Signing::load(store, &Config::default()).await?.trust(),
        false => Trust { keys: vec![], demanded: false },
    };
    let mut found = LogCheck::default();
    let mut last = None;
    loop {
        let listed = store.logged(last, LISTED).await.map_err(told)?;
        let Some(Logged { id, .. }) = listed.last() else { break };
        last = Some(*id);
        for logged in &listed {
            look_at(store, &games, &trust, logged, &mut found).await.map_err(told)?;
            progress(found.finished + found.running);
        }
    }
    match store.stray_entries().await.map_err(told)? {
        0 => {}
        1 => found.broken.push("1 entry belongs to no match".into()),
        stray => found.broken.push(format!("{stray} entries belong to no match")),
    }
    Ok(found)
}

async fn look_at(
    store: &dyn Store,
    games: &Games,
    trust: &Trust,
    logged: &Logged,
    found: &mut LogCheck,
) -> Result<(), StoreError> {
    let id = logged.id;
    *(if logged.finished { &mut found.finished } else { &mut found.running }) += 1;
    found.entries += logged.entries as u64;
    let Some(stored) = store.load(id).await? else {
        found.broken.push(format!("match {id}: it is listed and cannot be read"));
        return Ok(());
    };
    // What was entered before the first answer, such as the promise of a seed, is part of the opening.
    let opened = from_binary(&stored.opening).map_or(0, |opening| opening.entries.len() as i64);
    let missing = logged.places.map_or(0, |(_, last)| last + 1 - opened) - logged.entries;
    if missing != 0 {
        let sentence = format!("{missing} of its {} entries are missing", missing + logged.entries);
        found.broken.push(named(id, &sentence));
        return Ok(());
    }
    let whole = LoggedMatch { opening: stored.opening, entries: stored.entries };
    match examine(games, trust, &whole, logged.finished) {
        Ok(()) => {}
        Err(Fault::Broken(why)) => found.broken.push(named(id, &why)),
        Err(Fault::Unknown(why)) => found.unknown.push(named(id, &why)),
    }
    Ok(())
}

enum Fault {
    Broken(String),
    Unknown(String),
}

fn named(id: MatchId, why: &str) -> String {
    format!("match {id}: {why}")
}

/// Plays a match. That a finished one has no signature or promise is the business of who reads its record: the log holds.
fn examine(games: &Games, trust: &Trust, whole: &LoggedMatch, finished: bool) -> Result<(), Fault> {
    let fault = |why: CannotGoOn| match why {
        CannotGoOn::Rules(why) => Fault::Unknown(why),
        why => Fault::Broken(why.to_string()),
    };
    if !finished {
        return whole.load(games).map(drop).map_err(fault);
    }
    let bytes = whole.record(games).map_err(fault)?;
    let record = games.record(&bytes).map_err(|error| match error.code {
        Code::OtherRules => Fault::Unknown(error.sentence),
        _ => Fault::Broken(error.sentence),
    })?;
    let failed = record.verify(trust).checks.into_iter().find(|check| check.result == CheckResult::Failed);
    failed.map_or(Ok(()), |check| Err(Fault::Broken(check.sentence)))
}
