//! Matches played side by side, so that what learned bots ask is judged together.

use std::sync::Arc;

use playmat_cards::CardGame;
use playmat_kernel::{BySeat, Chance, Options, Outcome, Seat, Silence, Table};
use playmat_network::{Model, Scratch, Sheet};

use crate::{Bot, Observation, Tally};

/// A match that is played beside others.
pub struct Beside<G: CardGame, C> {
    /// The match.
    pub table: Table<G>,
    /// The chance of its rules.
    pub chance: C,
    /// Who plays.
    pub bots: BySeat<Box<dyn Bot<G>>>,
    decisions: u32,
    /// The seat of a learned bot whose question waits to be judged, and its options.
    waits: Option<Seat>,
    choices: Vec<G::Choice>,
}

impl<G: CardGame, C: Chance> Beside<G, C> {
    /// A match of these bots.
    pub fn new(table: Table<G>, chance: C, bots: BySeat<Box<dyn Bot<G>>>) -> Self {
        Beside { table, chance, bots, decisions: 0, waits: None, choices: Vec::new() }
    }

    /// Goes on to the next question of a learned bot, or to the end.
    fn go_on(&mut self, rules: &G::Rules, options: &mut Options<G::Choice>) {
        while self.waits.is_none() && self.table.outcome().is_none() {
            self.table.options(rules, options);
            let Some(observation) = Observation::of(rules, &self.table, options) else { return };
            let seat = observation.seat();
            self.decisions += u32::from(options.len() > 1);
            let pick = match self.bots[seat].learned().filter(|_| options.len() > 1) {
                Some(learned) => {
                    learned.read(&observation);
                    self.choices.clear();
                    self.choices.extend_from_slice(options);
                    self.waits = Some(seat);
                    return;
                }
                None => self.bots[seat].pick(&observation).min(options.len() - 1),
            };
            self.table.take(rules, options[pick], &mut self.chance, &mut Silence);
        }
    }

    /// The model that must judge the question that waits.
    fn model(&mut self) -> Option<Arc<Model<G>>> {
        let seat = self.waits?;
        self.bots[seat].learned().map(|learned| learned.model().clone())
    }

    /// The question that waits, if it is one for this model.
    fn sheet(&mut self, model: &Arc<Model<G>>) -> Option<&mut Sheet> {
        let learned = self.bots[self.waits?].learned()?;
        Arc::ptr_eq(learned.model(), model).then(|| learned.sheet())
    }

    /// Takes the answer to the question that was judged.
    fn answer(&mut self, rules: &G::Rules, model: &Arc<Model<G>>) {
        let Some(seat) = self.waits else { return };
        let Some(learned) = self.bots[seat].learned().filter(|learned| Arc::ptr_eq(learned.model(), model)) else { return };
        let pick = learned.answer().min(self.choices.len() - 1);
        self.waits = None;
        self.table.take(rules, self.choices[pick], &mut self.chance, &mut Silence);
    }
}

/// Plays all matches to their end, the questions of learned bots judged together. Each ends as if it were played alone.
pub fn play_together<G: CardGame, C: Chance>(rules: &G::Rules, matches: &mut [Beside<G, C>]) -> Vec<Tally> {
    let (mut options, mut scratch) = (Options::new(), Scratch::default());
    loop {
        matches.iter_mut().for_each(|beside| beside.go_on(rules, &mut options));
        let Some(model) = matches.iter_mut().find_map(Beside::model) else { break };
        let mut sheets: Vec<&mut Sheet> = matches.iter_mut().filter_map(|beside| beside.sheet(&model)).collect();
        model.judge(&mut sheets, &mut scratch);
        matches.iter_mut().for_each(|beside| beside.answer(rules, &model));
    }
    let tally =
        |beside: &Beside<G, C>| Tally { outcome: beside.table.outcome().unwrap_or(Outcome::Draw), decisions: beside.decisions };
    matches.iter().map(tally).collect()
}
