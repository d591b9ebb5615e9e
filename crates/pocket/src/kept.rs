//! What the device keeps, and what of it is what.

use std::collections::BTreeMap;

use playmat_catalog::CardSet;
use playmat_kernel::MatchId;
use playmat_room::{Finished, Identity, LoggedMatch, TableData, Write};
use playmat_wire::messages::Ending;
use playmat_wire::people::{FinishedMatch, MatchResult, MatchShare, Rival};
use playmat_wire::{SeatForm, hex, unhex};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Item, Put};

/// The key of who plays here.
const ME: &str = "me";
/// Under which the secret is kept that matches are signed with.
const SECRET: &str = "secret";

/// What the device keeps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept(BTreeMap<String, String>);

impl Kept {
    /// What the device says that it has.
    pub fn new(items: Vec<Item>) -> Self {
        Kept(items.into_iter().map(|Item { key, value }| (key, value)).collect())
    }

    /// Something is kept now.
    pub fn put(&mut self, puts: Vec<Put>) {
        for Put { key, value } in puts {
            match value {
                Some(value) => self.0.insert(key, value),
                None => self.0.remove(&key),
            };
        }
    }

    /// Who plays here.
    pub fn me(&self) -> Option<Identity> {
        read(self.0.get(ME)?)
    }

    /// What matches are signed with.
    pub fn secret(&self) -> Option<[u8; 32]> {
        unhex(self.0.get(SECRET)?)?.try_into().ok()
    }

    /// All tables that can be read, by their codes.
    pub fn tables(&self) -> impl Iterator<Item = TableData> {
        self.below("table/").filter_map(|(_, value)| read(value))
    }

    /// A table.
    pub fn table(&self, code: &str) -> Option<TableData> {
        read(self.0.get(&table_key(code))?)
    }

    /// A match.
    pub fn game_match(&self, id: MatchId) -> Option<LoggedMatch> {
        let opening = unhex(self.0.get(&match_key(id))?)?;
        let entry = |(_, value): (&String, &String)| {
            let (entry, note) = value.split_once('.')?;
            Some((unhex(entry)?, unhex(note)?))
        };
        let entries: Option<Vec<_>> = self.below(&entries_key(id)).map(entry).collect();
        Some(LoggedMatch { opening, entries: entries? })
    }

    /// Whether a match is over.
    pub fn is_finished(&self, id: MatchId) -> bool {
        self.0.contains_key(&finished_key(id))
    }

    /// The matches that are over, the latest first.
    pub fn finished(&self) -> Vec<FinishedMatch> {
        let mut all: Vec<FinishedMatch> = self.below("finished/").filter_map(|(_, value)| read(value)).collect();
        all.sort_by(|one, two| (two.ended, &two.game_match).cmp(&(one.ended, &one.game_match)));
        all
    }

    /// What there is of a match that nobody will play to its end is kept no longer.
    pub fn without_unfinished(&self, id: MatchId) -> Vec<Put> {
        if self.is_finished(id) {
            return vec![];
        }
        let entries = self.below(&entries_key(id)).map(|(key, _)| key.clone());
        entries.chain([match_key(id)]).map(|key| Put { key, value: None }).collect()
    }

    /// Whether a card set is kept.
    pub fn has_cards(&self, set: &CardSet) -> bool {
        self.0.contains_key(&cards_key(set))
    }

    /// The card sets that are kept.
    pub fn cards(&self) -> impl Iterator<Item = CardSet> {
        self.below("cards/").filter_map(|(key, value)| {
            let (game, name) = key.strip_prefix("cards/")?.split_once('/')?;
            Some(CardSet { game: game.to_owned(), name: name.to_owned(), texts: read(value)? })
        })
    }

    fn below(&self, prefix: &str) -> impl Iterator<Item = (&String, &String)> + use<'_> {
        let prefix = prefix.to_owned();
        self.0.range(prefix.clone()..).take_while(move |(key, _)| key.starts_with(&prefix))
    }
}

/// What is to be kept of who plays here.
pub fn of_me(me: &Identity) -> Put {
    Put { key: ME.into(), value: Some(json(me)) }
}

/// What is to be kept of what matches are signed with.
pub fn of_secret(secret: &[u8; 32]) -> Put {
    Put { key: SECRET.into(), value: Some(hex(secret)) }
}

/// What is to be kept of a card set.
pub fn of_cards(set: &CardSet) -> Put {
    Put { key: cards_key(set), value: Some(json(&set.texts)) }
}

/// A table is kept no longer.
pub fn without_table(code: &str) -> Put {
    Put { key: table_key(code), value: None }
}

/// What a room writes, as the device keeps it. Of a match that is over only how it ended has to be worked out: `ended` says when.
pub fn of(write: Write, ended: i64) -> Put {
    match write {
        Write::Table { code, data } => Put { key: table_key(&code), value: Some(String::from_utf8_lossy(&data).into_owned()) },
        Write::CloseTable { code } => without_table(&code),
        Write::Match { id, opening } => Put { key: match_key(id), value: Some(hex(&opening)) },
        Write::Entry { id, place, entry, note } => {
            let key = format!("{}{place:05}", entries_key(id));
            Put { key, value: Some(format!("{}.{}", hex(&entry), hex(&note))) }
        }
        Write::Finished(finished) => Put { key: finished_key(finished.id), value: Some(json(&told(*finished, ended))) },
    }
}

/// A finished match, as whoever plays here has played it.
fn told(finished: Finished, ended: i64) -> FinishedMatch {
    let [one, two] = finished.sides;
    let second = one.player.is_none() && two.player.is_some();
    let (seat, mine, rival) = if second { (SeatForm::P2, two, one) } else { (SeatForm::P1, one, two) };
    let result = match (finished.ending, finished.winner) {
        (Ending::Closed, _) => MatchResult::Unfinished,
        (_, None) => MatchResult::Drawn,
        (_, Some(winner)) if SeatForm::from(winner) == seat => MatchResult::Won,
        (_, Some(_)) => MatchResult::Lost,
    };
    FinishedMatch {
        game_match: finished.id.to_string(),
        game: finished.game,
        edition: finished.edition,
        ended,
        seat,
        result,
        by: finished.ending.word().into(),
        deck: mine.deck,
        rival: Rival { name: rival.name, player: None, bot: rival.bot, deck: rival.deck },
        alone: finished.alone,
        share: MatchShare::default(),
        rating: None,
    }
}

/// A value as it was kept. From bytes, as everything else is read: from a text the same code would be there a second time.
fn read<T: DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_slice(value.as_bytes()).ok()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can always be written")
}

fn table_key(code: &str) -> String {
    format!("table/{code}")
}

fn cards_key(set: &CardSet) -> String {
    format!("cards/{}/{}", set.game, set.name)
}

fn match_key(id: MatchId) -> String {
    format!("match/{id}")
}

fn entries_key(id: MatchId) -> String {
    format!("entry/{id}/")
}

fn finished_key(id: MatchId) -> String {
    format!("finished/{id}")
}
