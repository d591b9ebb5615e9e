//! A match that is being played, at a server or in a terminal: its record, and where the record leads.

use std::sync::Arc;

use playmat_cards::{CardGame, Event};
use playmat_catalog::RuleSet;
use playmat_kernel::{Decision, Entry, Occasion, Options, Outcome, Record, Seal, Seat, Table, Told, Trail};
use playmat_wire::Opening;

use crate::points::{Point, ReplayError, Transition, entered, standing, step, walk_from};
use crate::trail::{Chain, rename, walk_hashed};
use crate::undo::{SeenViews, Undo, UndoHistory, silent};

/// A match from its opening to its current point.
pub struct RunningMatch<G: CardGame> {
    rules: Arc<RuleSet<G>>,
    record: Record<Opening>,
    /// The position it begins with, if not that of the opening: the scene of a lesson.
    scene: Option<G::Position>,
    now: Point<G>,
    /// The views of all audiences, made once for all who are told.
    seen: SeenViews,
    chain: Chain,
    marks: UndoHistory,
    differs: Option<usize>,
}

/// An entry that was tried and is possible. The match does not change before [`RunningMatch::accept`].
pub struct Proposed<G: CardGame> {
    entry: Entry,
    step: Transition<G>,
    chain: Chain,
}

/// What an accepted entry has done.
pub struct Done {
    /// How many events there were before it.
    pub number: u32,
    /// What was seen before it.
    pub seen: SeenViews,
    /// What happened, in all its forms.
    pub told: Vec<Told<Event>>,
}

impl<G: CardGame> RunningMatch<G> {
    /// Plays a record to its end. A record of other rules is refused.
    pub fn replay(rules: Arc<RuleSet<G>>, record: Record<Opening>) -> Result<Self, ReplayError> {
        RunningMatch::play_up(rules, record, None)
    }

    /// A match that begins with a scene. It cannot be made again from its record alone.
    pub fn staged(rules: Arc<RuleSet<G>>, opening: Opening, scene: G::Position) -> Result<Self, ReplayError> {
        let record = opening.record(rules.fingerprint);
        RunningMatch::play_up(rules, record, Some(scene))
    }

    fn play_up(rules: Arc<RuleSet<G>>, mut record: Record<Opening>, scene: Option<G::Position>) -> Result<Self, ReplayError> {
        if record.rules != rules.fingerprint {
            return Err(ReplayError::Rules { found: record.rules, expected: rules.fingerprint });
        }
        let mut trail = Trail { steps: Vec::new(), last: Vec::new(), ..record.trail.clone() };
        let mut marks = UndoHistory::default();
        let mut last: Option<(Option<Decision>, SeenViews, Chain)> = None;
        let now = walk_hashed::<G>(&rules.rules, &record, scene.as_ref(), |entries, step, chain| {
            let seen = SeenViews::of::<G>(&rules.rules, &step.point.table);
            if let (Some(place), Some((asked, before, _))) = (entries.checked_sub(1), &last) {
                let entry = record.entries[place];
                marks.entered::<G>(&rules.rules, place as u32, entry, (*asked, before), (step, &seen));
                chain.leave(&mut trail);
            }
            last = Some((step.point.table.decision(), seen, chain));
        })?;
        let (_, seen, chain) = last.expect("the opening is visited");
        let kept = record.trail.steps.iter().zip(&trail.steps).position(|(then, now)| then != now);
        let differs = kept.filter(|_| record.trail.steps.len() == record.entries.len());
        if differs.is_none() {
            record.trail = trail;
        }
        Ok(RunningMatch { rules, record, scene, now, seen, chain, marks, differs })
    }

    /// The rules it is played under.
    pub fn rules(&self) -> &Arc<RuleSet<G>> {
        &self.rules
    }

    /// Everything entered so far, with the hashes of what happened.
    pub fn record(&self) -> &Record<Opening> {
        &self.record
    }

    /// The current point.
    pub fn now(&self) -> &Point<G> {
        &self.now
    }

    /// The table; it holds secrets.
    pub fn table(&self) -> &Table<G> {
        &self.now.table
    }

    /// The views of all audiences.
    pub fn seen(&self) -> &SeenViews {
        &self.seen
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.table.outcome()
    }

    /// The listed options.
    pub fn options(&self) -> Options<G::Choice> {
        let mut options = Options::new();
        self.now.table.options(&self.rules.rules, &mut options);
        options
    }

    /// The first entry whose hash in the record is not what it leads to now: the rules have changed under a match.
    pub fn differs(&self) -> Option<usize> {
        self.differs
    }

    /// The last move of a seat, and whether it may be taken back without asking anybody.
    pub fn undo(&self, seat: Seat) -> Option<Undo> {
        self.marks.of(seat).filter(|_| self.outcome().is_none())
    }

    /// The first entry of the move that the asked seat is declaring. That seat may take it back, because nobody has learned of
    /// it.
    pub fn declared(&self) -> Option<u32> {
        let asked = self.now.table.decision().filter(|asked| asked.occasion == Occasion::Declaring)?;
        self.undo(asked.seat).filter(|undo| undo.free).map(|undo| undo.to)
    }

    /// The table after an answer of the asked seat, if that seat would go on declaring there and could take the answer back: what it is
    /// asked then tells it nothing that it may not know now.
    pub fn declaring(&self, answer: u8) -> Option<Table<G>> {
        let rules = &self.rules.rules;
        let asked = self.now.table.decision()?;
        let led_to = step::<G>(rules, &self.now, Entry::Answer(answer)).ok()?;
        let goes_on = |next: Decision| next.seat == asked.seat && next.occasion == Occasion::Declaring;
        led_to.point.table.decision().filter(|&next| led_to.told.is_empty() && goes_on(next))?;
        let seen = SeenViews::of::<G>(rules, &led_to.point.table);
        silent::<G>(rules, &self.seen, (&led_to, &seen), asked.seat).then_some(led_to.point.table)
    }

    /// Visits every point of the match in order, those that were taken back included, each with what led to it.
    pub fn walk(&self, entries: usize, visit: impl FnMut(usize, &Transition<G>)) {
        // A record that was played once can be played again.
        let _ = walk_from::<G>(&self.rules.rules, &self.record, self.scene.as_ref(), entries, visit);
    }

    /// Tries an entry on a copy.
    pub fn propose(&self, entry: Entry) -> Result<Proposed<G>, ReplayError> {
        let (rules, made) = (&self.rules.rules, &self.record.entries);
        let before = |to: usize| {
            standing(made).binary_search(&to).ok()?;
            walk_from::<G>(rules, &self.record, self.scene.as_ref(), to, |_, _| {}).ok()
        };
        let step = entered::<G>(rules, &self.now, (made.len(), entry), before)?;
        let chain = self.chain.after(entry, &step, G::cards(rules));
        Ok(Proposed { entry, step, chain })
    }

    /// Gives a player another name.
    pub fn rename(&mut self, seat: Seat, name: String) {
        rename::<G>(&self.rules.rules, &mut self.record, seat, name);
    }

    /// Keeps the server's signature.
    pub fn keep_seal(&mut self, seal: Seal) {
        self.record.trail.seal = Some(seal);
    }

    /// Makes a proposed entry. Nothing else may have been accepted since it was proposed.
    pub fn accept(&mut self, proposed: Proposed<G>) -> Done {
        let Proposed { entry, step, chain } = proposed;
        let rules = &self.rules.rules;
        let (place, asked) = (self.record.entries.len() as u32, self.now.table.decision());
        let seen = SeenViews::of::<G>(rules, &step.point.table);
        self.marks.entered::<G>(rules, place, entry, (asked, &self.seen), (&step, &seen));
        self.chain = chain;
        self.record.entries.push(entry);
        chain.leave(&mut self.record.trail);
        let before = std::mem::replace(&mut self.seen, seen);
        let number = std::mem::replace(&mut self.now, step.point).number;
        Done { number, seen: before, told: step.told }
    }
}

impl<G: CardGame> Proposed<G> {
    /// The chain after it.
    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// How the match would have ended with it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.step.point.table.outcome()
    }
}
