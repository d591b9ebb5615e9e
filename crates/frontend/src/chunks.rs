//! Chunks of a run of the lab that was begun elsewhere: what a worker does with them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use playmat_catalog::{ModelOrigin, Origin};
use playmat_lab::chunk::{Order, Part, Played, RulesForm, content_hash};

use crate::rules::load;
use crate::{FrontendError, Kind, Rules};

/// Where a worker gets a parcel that it has not got yet, by its content hash.
pub type Fetch<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, FrontendError>;

/// Plays the order of a chunk, and says what came of it: both as they are sent.
pub fn play_order(order: &[u8], fetch: Fetch<'_>) -> Result<Vec<u8>, FrontendError> {
    let order: Order =
        serde_json::from_slice(order).map_err(|error| refused(format!("this is no order of the lab: {error}")))?;
    let here = env!("CARGO_PKG_VERSION");
    if order.program != here {
        return Err(refused(format!(
            "chunk {} was sent by Playmat {}, and here is {here}: install the same wheel on all machines",
            order.number, order.program
        )));
    }
    let mut played = Played { number: order.number, ..Played::default() };
    for part in &order.parts {
        rules_of(part, fetch)?.play_part(part, &order.work, &mut played)?;
    }
    serde_json::to_vec(&played).map_err(|error| refused(error.to_string()))
}

fn refused(sentence: impl Into<String>) -> FrontendError {
    Kind::Lab.error(sentence)
}

/// How many rule sets a worker keeps: `lab tune` has many, of which each is played for a while.
const MOST_KEPT: usize = 16;

/// The rules of a part, made from its parcels when they are first met.
fn rules_of(part: &Part, fetch: Fetch<'_>) -> Result<Rules, FrontendError> {
    type Key = (String, Option<String>);
    static MADE: Mutex<Option<HashMap<Key, Rules>>> = Mutex::new(None);
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let key: Key = (part.rules.clone(), part.weights.clone());
    if let Some(rules) = made().as_ref().and_then(|made| made.get(&key).cloned()) {
        return Ok(rules);
    }
    let form: RulesForm = serde_json::from_slice(&parcel(&part.rules, fetch)?)
        .map_err(|error| refused(format!("the parcel {} holds no rules: {error}", part.rules)))?;
    let models = match &part.weights {
        Some(hash) => ModelOrigin::Bytes(parcel(hash, fetch)?),
        None => ModelOrigin::Shipped,
    };
    let named = form.cards.iter().zip(1..).map(|(text, number)| (format!("card file {number}"), text.clone()));
    let rules = load(&form.game, &form.terms(), &Origin::Texts(named.collect()), &models)?;
    let found = rules.fingerprint().to_string();
    if found != form.fingerprint {
        return Err(refused(format!(
            "the rules of {} are {found} here, and {} where the run was begun: install the same wheel on all machines",
            form.game, form.fingerprint
        )));
    }
    let mut made = made();
    let made = made.get_or_insert_default();
    if made.len() >= MOST_KEPT {
        made.clear();
    }
    made.insert(key, rules.clone());
    Ok(rules)
}

/// The contents of a parcel, which are what its name says.
fn parcel(hash: &str, fetch: Fetch<'_>) -> Result<Vec<u8>, FrontendError> {
    let bytes = fetch(hash)?;
    match content_hash(&bytes) == hash {
        true => Ok(bytes),
        false => Err(refused(format!("the parcel {hash} holds something else than its name says"))),
    }
}
