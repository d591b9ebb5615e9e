//! A running match with its record: what is answered is entered first, and the record alone makes the match again.

use std::sync::Arc;

use playmat_cards::{CardGame, Event, Setup};
use playmat_catalog::RuleSet;
use playmat_chance::Secret;
use playmat_kernel::{
    Audience, BySeat, Decision, Entry, Fault, Heard, Occasion, Options, Outcome, RECORD_VERSION, Record, Refused, ReplayError,
    Seat, Table, Told, enter, replay,
};
use playmat_wire::Opening;

use crate::common::shown_name;

/// A match, from its opening to wherever it is.
pub struct Running<G: CardGame> {
    rules: Arc<RuleSet<G>>,
    record: Record<Opening>,
    /// What the players are called, as it can be shown: the names of a record may be anything.
    players: BySeat<String>,
    table: Table<G>,
    chance: Secret,
    log: Vec<Told<Event>>,
    /// How many entries there were when the last move was asked for: what `back` goes back to.
    move_at: usize,
}

impl<G: CardGame> Running<G> {
    /// Opens a match.
    pub fn open(rules: Arc<RuleSet<G>>, opening: Opening) -> Self {
        let mut log = Vec::new();
        let (table, chance) = first_table::<G>(&rules.rules, &opening, &mut log);
        let players = shown(&opening);
        let record = opening.record(rules.fingerprint);
        Running { rules, record, players, table, chance, log, move_at: 0 }
    }

    /// Plays a record again, up to its end. One of other rules is refused.
    pub fn replay(rules: Arc<RuleSet<G>>, record: Record<Opening>) -> Result<Self, ReplayError<G::Reason>> {
        if record.version != RECORD_VERSION {
            return Err(ReplayError::Version { found: record.version });
        }
        if record.rules != rules.fingerprint {
            return Err(ReplayError::Rules { found: record.rules, expected: rules.fingerprint });
        }
        let mut log = Vec::new();
        let opening = &record.setup;
        let (table, chance) =
            replay::<G, _, _>(&rules.rules, &record.entries, |log| first_table::<G>(&rules.rules, opening, log), &mut log)?;
        let move_at = record.entries.len();
        let players = shown(&record.setup);
        Ok(Running { rules, record, players, table, chance, log, move_at })
    }

    /// The rules it is played under.
    pub fn rules(&self) -> &G::Rules {
        &self.rules.rules
    }

    /// Everything entered so far.
    pub fn record(&self) -> &Record<Opening> {
        &self.record
    }

    /// The table; it holds secrets.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// What a player is called.
    pub fn name(&self, seat: Seat) -> &str {
        &self.players[seat]
    }

    /// Who is asked what.
    pub fn decision(&self) -> Option<Decision> {
        self.table.decision()
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// The listed options.
    pub fn options(&self) -> Options<G::Choice> {
        let mut options = Options::new();
        self.table.options(self.rules(), &mut options);
        options
    }

    /// Answers for the asked seat.
    pub fn answer(&mut self, pick: usize) -> Result<(), Refused<usize, G::Reason>> {
        if self.decision().is_some_and(|decision| decision.occasion == Occasion::Move) {
            self.move_at = self.record.entries.len();
        }
        let listed = self.options().len();
        let entry = match u8::try_from(pick) {
            Ok(pick) => Entry::Answer(pick),
            Err(_) => return Err(Refused { answer: pick, reason: Fault::NoSuchOption { listed } }),
        };
        enter(&mut self.table, &self.rules.rules, entry, &mut self.chance, &mut self.log)?;
        self.record.entries.push(entry);
        Ok(())
    }

    /// A player gives up.
    pub fn concede(&mut self, seat: Seat) {
        if self.outcome().is_none() {
            self.table.end(Outcome::Won(seat.rival()));
            self.record.entries.push(Entry::Concede(seat));
        }
    }

    /// Whether the move that is being declared can be taken back: nobody has been told of it yet.
    pub fn can_take_back(&self) -> bool {
        self.decision().is_some_and(|decision| decision.occasion == Occasion::Declaring)
    }

    /// Takes back the move that is being declared. Undo is replay: the record keeps what was taken back.
    pub fn take_back(&mut self) -> bool {
        if !self.can_take_back() {
            return false;
        }
        let mut record = self.record.clone();
        record.entries.push(Entry::Rewind(self.move_at as u32));
        match Self::replay(self.rules.clone(), record) {
            Ok(again) => {
                *self = again;
                true
            }
            Err(_) => false,
        }
    }

    /// How many events there were.
    pub fn events(&self) -> usize {
        self.log.len()
    }

    /// What an audience heard since then, in sentences.
    pub fn sentences(&self, since: usize, audience: Audience) -> Vec<String> {
        self.heard(since, audience).map(|event| self.sentence(event)).collect()
    }

    /// What an audience heard since then.
    pub fn heard(&self, since: usize, audience: Audience) -> impl Iterator<Item = &Event> {
        self.log.iter().skip(since).filter_map(move |told| match told.to(audience) {
            Heard::Known(event) | Heard::Veiled(event) => Some(event),
            Heard::Unheard => None,
        })
    }

    /// An event in a sentence, with the names of the players.
    pub fn sentence(&self, event: &Event) -> String {
        playmat_replay::sentence::<G>(self.rules(), event, &self.players)
    }

    /// The record with the hashes of what happened: what is written to a file.
    pub fn whole_record(&self) -> Record<Opening> {
        whole(&self.rules, &self.record)
    }

    /// What ended it, where no rule did: nothing of that is an event.
    pub fn ended_by(&self) -> Option<String> {
        self.outcome()?;
        match self.record.entries.last()? {
            Entry::Concede(seat) => Some(format!("{} concedes.", self.name(*seat))),
            Entry::Timeout(seat) => Some(format!("{} has run out of time.", self.name(*seat))),
            Entry::AgreedDraw => Some("Both agree to a draw.".into()),
            _ => None,
        }
    }

    /// Everything that happened, each event as whoever knows most heard it: for a match that is over.
    pub fn uncovered(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().filter_map(playmat_replay::uncovered)
    }
}

/// A record with the hashes of what happened.
pub fn whole<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Record<Opening> {
    let all = record.entries.len();
    playmat_replay::up_to(rules, record, all, None).unwrap_or_else(|_| record.clone())
}

fn shown(opening: &Opening) -> BySeat<String> {
    BySeat::from_fn(|seat| shown_name(&opening.players[seat]))
}

fn first_table<G: CardGame>(rules: &G::Rules, opening: &Opening, log: &mut Vec<Told<Event>>) -> (Table<G>, Secret) {
    let setup: &Setup = &opening.setup;
    let mut chance = opening.seed.chance();
    let position = G::open(rules, setup);
    (Table::start(rules, position, &mut chance, log), chance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_cards::Terms;
    use playmat_catalog::{Library, Origin};
    use playmat_chance::Swift;
    use playmat_food_chain::FoodChain;
    use playmat_kernel::Chance;

    /// A move that is being declared can be taken back at every point, and leaves the table as it was; the record knows.
    #[test]
    fn a_declared_move_is_taken_back() {
        let library = Library::<FoodChain>::load(&Origin::Shipped).expect("the shipped cards are right");
        let rules = library.rules(&Terms::default()).expect("the default terms are right");
        let mut taken_back = 0;
        for seed in 0..20 {
            let mut chance = Swift::new(seed);
            let decks = BySeat::from_fn(|_| FoodChain::random_deck(&rules.rules, None, &mut chance));
            let setup = Setup { decks, first: None, unshuffled: false };
            let players = BySeat::new("Ada".to_owned(), "Bob".to_owned());
            let opening = playmat_replay::opening(&rules, setup, seed.into(), players);
            let mut running = Running::<FoodChain>::open(rules.clone(), opening);
            let mut before = None;
            while let Some(decision) = running.decision() {
                if decision.occasion == Occasion::Move {
                    before = Some(running.table().clone());
                }
                if running.can_take_back() && chance.one_of(2) == 0 {
                    assert!(running.take_back());
                    assert_eq!(Some(running.table()), before.as_ref(), "seed {seed}");
                    taken_back += 1;
                }
                let pick = chance.one_of(running.options().len() as u32) as usize;
                running.answer(pick).expect("a listed option is taken");
            }
            let again = Running::replay(rules.clone(), running.record().clone()).expect("the record is played again");
            assert_eq!(again.table(), running.table());
            assert_eq!(again.events(), running.events());
        }
        assert!(taken_back > 20, "only {taken_back} moves were taken back");
    }
}
