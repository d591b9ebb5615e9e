//! A running match in a terminal: its record, what everybody has heard, and the names of the players.

use std::sync::Arc;

use playmat_cards::{CardGame, Event};
use playmat_catalog::RuleSet;
use playmat_kernel::{
    Audience, BySeat, Decision, Entry, Heard, Options, Outcome, Record, RefusalReason, Refused, Seat, Table, Told,
};
use playmat_replay::{ReplayError, RunningMatch};
use playmat_wire::Opening;

use crate::common::shown_name;

/// A match from its opening to its current point.
pub struct Running<G: CardGame> {
    running: RunningMatch<G>,
    /// The names of the players, safe to show: the names of a record may be anything.
    players: BySeat<String>,
    /// Everything that happened, also what was taken back.
    log: Vec<Told<Event>>,
}

impl<G: CardGame> Running<G> {
    /// Plays a record to its end. A record of other rules is refused.
    pub fn replay(rules: Arc<RuleSet<G>>, record: Record<Opening>) -> Result<Self, ReplayError> {
        let running = RunningMatch::replay(rules, record)?;
        let players = BySeat::from_fn(|seat| shown_name(&running.record().setup.players[seat]));
        let mut log = Vec::new();
        running.walk(running.record().entries.len(), |_, step| log.extend_from_slice(&step.told));
        Ok(Running { running, players, log })
    }

    /// The rules it is played under.
    pub fn rules(&self) -> &G::Rules {
        &self.rule_set().rules
    }

    /// The same, with what identifies them.
    pub fn rule_set(&self) -> &RuleSet<G> {
        self.running.rules()
    }

    /// Everything entered so far, with the hashes of what happened.
    pub fn record(&self) -> &Record<Opening> {
        self.running.record()
    }

    /// The table; it holds secrets.
    pub fn table(&self) -> &Table<G> {
        self.running.table()
    }

    /// What a player is called.
    pub fn name(&self, seat: Seat) -> &str {
        &self.players[seat]
    }

    /// Who is asked what.
    pub fn decision(&self) -> Option<Decision> {
        self.table().decision()
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.running.outcome()
    }

    /// The listed options.
    pub fn options(&self) -> Options<G::Choice> {
        self.running.options()
    }

    /// Makes an entry.
    pub fn enter(&mut self, entry: Entry) -> Result<(), ReplayError> {
        let proposed = self.running.propose(entry)?;
        self.log.extend(self.running.accept(proposed).told);
        Ok(())
    }

    /// Answers for the asked seat.
    pub fn answer(&mut self, pick: usize) -> Result<(), ReplayError> {
        let pick = u8::try_from(pick).map_err(|_| {
            let reason = RefusalReason::NoSuchOption { listed: self.options().len() };
            ReplayError::Refused { entry: self.record().entries.len(), why: Refused { answer: pick, reason } }
        })?;
        self.enter(Entry::Answer(pick))
    }

    /// Whether what is being declared can be taken back.
    pub fn can_take_back(&self) -> bool {
        self.running.declared().is_some()
    }

    /// Takes back what is being declared. The record keeps it.
    pub fn take_back(&mut self) -> bool {
        self.running.declared().is_some_and(|to| self.enter(Entry::Rewind(to)).is_ok())
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

    /// Whom events since then showed their cards to.
    pub fn shown_to(&self, since: usize) -> impl Iterator<Item = Seat> {
        self.log.iter().skip(since).filter_map(|told| playmat_replay::fullest_form(told)?.shown_to)
    }

    /// An event in a sentence, with the names of the players.
    pub fn sentence(&self, event: &Event) -> String {
        playmat_replay::sentence::<G>(self.rules(), event, &self.players)
    }

    /// How it ended, if not by a rule: there is no event for that.
    pub fn ended_by(&self) -> Option<String> {
        self.outcome()?;
        let last = self.record().entries.last()?;
        playmat_replay::entry_event(*last, &self.players).map(|(_, sentence)| sentence)
    }

    /// Everything that happened, each event in its fullest form: for a match that is over.
    pub fn fullest_form(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().filter_map(playmat_replay::fullest_form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_cards::{Setup, Terms};
    use playmat_catalog::{Library, Origin, Visitor, visit_games};
    use playmat_chance::FastChance;
    use playmat_kernel::Chance;

    #[derive(Clone)]
    struct Back;

    impl Visitor for Back {
        type Out = ();

        /// After `back` a player is asked the earlier question again, at the earlier table; the record keeps both.
        fn visit<G: CardGame>(self) {
            let library = Library::<G>::load(&Origin::Shipped).expect("the shipped cards are right");
            let rules = library.rules(&Terms::default()).expect("the default terms are right");
            let mut taken_back = 0;
            for seed in 0..20 {
                let mut chance = FastChance::new(seed);
                let decks = BySeat::from_fn(|_| G::random_deck(&rules.rules, None, &mut chance));
                let setup = Setup { decks, first: None, unshuffled: false };
                let players = BySeat::new("Ada".to_owned(), "Bob".to_owned());
                let record = playmat_replay::opening(&*rules, setup, seed.into(), players).record(rules.fingerprint);
                let mut running = Running::<G>::replay(rules.clone(), record).expect("nothing was entered");
                let mut tables = Vec::new();
                while let Some(asked) = running.decision() {
                    tables.push(running.table().clone());
                    let events = running.events();
                    if running.can_take_back() && chance.one_of(2) == 0 {
                        assert!(running.take_back());
                        let Some(&Entry::Rewind(to)) = running.record().entries.last() else { panic!("the record knows") };
                        assert_eq!(running.table(), &tables[to as usize], "{}: seed {seed}", G::NAME);
                        assert_eq!(running.decision().map(|again| again.seat), Some(asked.seat), "{}: seed {seed}", G::NAME);
                        assert_eq!(running.events(), events, "{}: seed {seed}: nobody had been told", G::NAME);
                        taken_back += 1;
                        tables.push(running.table().clone());
                    }
                    let pick = chance.one_of(running.options().len() as u32) as usize;
                    running.answer(pick).expect("a listed option is taken");
                }
                let again = Running::replay(rules.clone(), running.record().clone()).expect("the record is played again");
                assert_eq!(again.table(), running.table());
                assert_eq!(again.events(), running.events());
            }
            assert!(taken_back > 20, "{}: only {taken_back} moves were taken back", G::NAME);
        }
    }

    #[test]
    fn a_declared_move_is_taken_back() {
        visit_games(Back);
    }
}
