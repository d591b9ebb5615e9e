//! A lesson: a script that a learner plays, who is player 1. The lines after `---` are a solution, and what is expected after its
//! last move is the goal. The rival answers as in the solution wherever that is possible.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use playmat_cards::{CardGame, FaceVerb};
use playmat_chance::FastChance;
use playmat_kernel::{Options, Seat, Silence, Table};

use crate::check;
use crate::error::ParseError;
use crate::expect::Expectation;
use crate::lexicon::Lexicon;
use crate::plan::{What, plan};
use crate::run::Verdict;
use crate::runner::Runner;
use crate::script::Script;
use crate::setup::{Begun, Decks, RulesFor, begin, find_rules, illegal_decks};

/// The seat of the learner.
pub const LEARNER: Seat = Seat::One;

/// A script to be learnt from.
pub struct Lesson<G: CardGame> {
    /// The rules it is played under.
    pub rules: Arc<G::Rules>,
    /// The position it begins with.
    pub position: G::Position,
    /// The seed of its chance.
    pub seed: u64,
    /// The answers of the solution, the rival's too: places of options.
    pub solution: Vec<usize>,
    goal: Vec<Expectation>,
    /// The rival's answers in the solution, in words.
    rival: Vec<String>,
    /// A learner who has not reached the goal by this turn has missed it.
    last_turn: u32,
}

impl<G: CardGame> Clone for Lesson<G> {
    fn clone(&self) -> Self {
        Lesson {
            rules: self.rules.clone(),
            position: self.position.clone(),
            seed: self.seed,
            solution: self.solution.clone(),
            goal: self.goal.clone(),
            rival: self.rival.clone(),
            last_turn: self.last_turn,
        }
    }
}

/// How many turns later than the solution the goal may be reached.
const PATIENCE: u32 = 2;
/// The most positions that are looked at to find out whether the goal can still be reached.
const MOST_LOOKED_AT: usize = 800;
/// What the rival does where the script says nothing: as little as possible.
const MODEST: [FaceVerb; 6] = [FaceVerb::Pass, FaceVerb::No, FaceVerb::None, FaceVerb::Done, FaceVerb::End, FaceVerb::Next];

impl<G: CardGame> Lesson<G> {
    /// Reads a script as a lesson. It must pass as a scenario, and expect something after its last move.
    pub fn read(rules_for: RulesFor<G::Rules>, script: &Script, decks: Decks) -> Result<Self, Vec<ParseError>> {
        let rules = find_rules::<G>(rules_for, script)?;
        let plan = plan(&Lexicon::of::<G>(&rules), script)?;
        let position = match begin::<G>(&rules, script, &plan, decks)? {
            Begun::Position(position) => position,
            Begun::Refused(faults) => return Err(illegal_decks(script, &plan, &faults)),
        };
        let mut silence = Silence;
        let (verdict, solution) = Runner::<G, _>::new(&rules, position.clone(), script.seed, &mut silence).solve(&plan.steps);
        let wrong = |line: usize, message: String| {
            vec![ParseError { file: script.file.clone(), line, col: 1, message: format!("no lesson: {message}") }]
        };
        match verdict {
            Verdict::Passed => {}
            Verdict::Failed { line, expected, actual, .. } => return Err(wrong(line, format!("{expected}: {actual}"))),
            Verdict::Unparsable(errors) => return Err(errors),
        }
        let moves = plan.steps.iter().rposition(|step| matches!(step.what, What::Move(..))).map_or(0, |last| last + 1);
        let goal: Vec<Expectation> = plan
            .steps
            .into_iter()
            .skip(moves)
            .filter_map(|step| if let What::Expect(expected) = step.what { Some(expected) } else { None })
            .collect();
        if goal.is_empty() {
            return Err(wrong(script.line, "nothing is expected after the last move".into()));
        }
        let mut lesson = Lesson { rules, position, seed: script.seed, solution, goal, rival: Vec::new(), last_turn: 0 };
        let end = lesson.follow_solution();
        lesson.last_turn = G::turns(end.position()) + PATIENCE;
        Ok(lesson)
    }

    /// Whether everything that is expected holds now.
    pub fn reached(&self, table: &Table<G>) -> bool {
        self.goal.iter().all(|expected| check::holds::<G>(&self.rules, table, expected).is_ok())
    }

    /// What the rival answers now: the next answer of the solution if it is possible, otherwise as little as possible. `given`
    /// counts the answers of the solution that were given.
    pub fn rival_answers(&self, table: &Table<G>, given: &mut usize) -> usize {
        let mut options = Options::new();
        table.options(&self.rules, &mut options);
        let faces: Vec<_> = options.iter().map(|&choice| G::face(&self.rules, table.position(), choice)).collect();
        if let Some(words) = self.rival.get(*given)
            && let Some(at) = faces.iter().position(|face| face.words == *words)
        {
            *given += 1;
            return at;
        }
        MODEST.iter().find_map(|&verb| faces.iter().position(|face| face.verb == verb)).unwrap_or(0)
    }

    /// Whether the learner can still reach the goal from here. If there is too much to search, the answer is yes.
    pub fn reachable(&self, table: &Table<G>, given: usize) -> bool {
        let mut seen: HashSet<G::Position> = HashSet::new();
        let mut waiting = VecDeque::from([(table.clone(), given)]);
        while let Some((mut table, mut given)) = waiting.pop_front() {
            self.let_rival_answer(&mut table, &mut given);
            if self.reached(&table) {
                return true;
            }
            let late = G::turns(table.position()) > self.last_turn;
            if late || table.decision().is_none() || !seen.insert(table.position().clone()) {
                continue;
            }
            if seen.len() > MOST_LOOKED_AT {
                return true;
            }
            let mut options = Options::new();
            table.options(&self.rules, &mut options);
            for pick in 0..options.len() {
                let mut next = table.clone();
                self.answer(&mut next, pick);
                waiting.push_back((next, given));
            }
        }
        false
    }

    fn let_rival_answer(&self, table: &mut Table<G>, given: &mut usize) {
        while table.decision().is_some_and(|decision| decision.seat != LEARNER) && !self.reached(table) {
            let pick = self.rival_answers(table, given);
            self.answer(table, pick);
        }
    }

    fn answer(&self, table: &mut Table<G>, pick: usize) {
        if let Some(decision) = table.decision() {
            // Chance could go in many ways here; one stands for all.
            let _ = table.answer(&self.rules, decision.seat, pick, &mut FastChance::new(self.seed), &mut Silence);
        }
    }

    /// Plays the solution and notes what the rival answers in it.
    fn follow_solution(&mut self) -> Table<G> {
        let mut chance = FastChance::new(self.seed);
        let mut table = Table::<G>::start(&self.rules, self.position.clone(), &mut chance, &mut Silence);
        for &pick in &self.solution {
            let Some(decision) = table.decision() else { break };
            let mut options = Options::new();
            table.options(&self.rules, &mut options);
            if decision.seat != LEARNER
                && let Some(&choice) = options.get(pick)
            {
                self.rival.push(G::face(&self.rules, table.position(), choice).words);
            }
            let _ = table.answer(&self.rules, decision.seat, pick, &mut chance, &mut Silence);
        }
        table
    }
}
