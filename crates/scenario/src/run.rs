//! Runs a script to its verdict.

use playmat_cards::{CardGame, Event, Reason};
use playmat_kernel::{BySeat, Listener};

use crate::error::ParseError;
use crate::expect::Expectation;
use crate::lexicon::Lexicon;
use crate::plan::{Plan, What, plan};
use crate::runner::Runner;
use crate::script::Script;
use crate::setup::{Begun, Decks, RulesFor, begin, deck_line, find_rules, illegal_decks};

/// How a script ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything is as expected.
    Passed,
    /// A line is not true, or a move is not legal.
    Failed {
        /// The line in its file.
        line: usize,
        /// What the line says.
        expected: String,
        /// What was found instead, in the notation of the file.
        actual: String,
        /// What had happened before, in sentences.
        log: Vec<String>,
    },
    /// It cannot be read: everything that is wrong.
    Unparsable(Vec<ParseError>),
}

/// Reads a script with the words of its game and plays it.
///
/// `rules_for` finds the rule set that the script names. `decks` knows the ready-made decks. `counter`
/// is told which parts of the rules were used, if it counts; the events of the run are taken down for the verdict.
pub fn run<G: CardGame>(
    rules_for: RulesFor<G::Rules>,
    script: &Script,
    decks: Decks,
    counter: &mut impl Listener<Event>,
) -> Verdict {
    match judge::<G>(rules_for, script, decks, counter) {
        Ok(verdict) => verdict,
        Err(errors) => Verdict::Unparsable(errors),
    }
}

fn judge<G: CardGame>(
    rules_for: RulesFor<G::Rules>,
    script: &Script,
    decks: Decks,
    counter: &mut impl Listener<Event>,
) -> Result<Verdict, Vec<ParseError>> {
    let rules = find_rules::<G>(rules_for, script)?;
    let plan = plan(&Lexicon::of::<G>(&rules), script)?;
    let refused = refusals(&plan);
    match begin::<G>(&rules, script, &plan, decks)? {
        Begun::Position(position) => match refused.first() {
            Some(step) => Ok(failed(step, "both decks are legal".to_string())),
            None => Ok(Runner::<G, _>::new(&rules, position, script.seed, counter).play(&plan.steps)),
        },
        Begun::Refused(faults) if refused.is_empty() => Err(illegal_decks(script, &plan, &faults)),
        Begun::Refused(faults) => Ok(judge_refusals(&plan, &refused, &faults)),
    }
}

/// An `expect refused` line: its place, its player, its codes.
struct Refusal<'p> {
    line: usize,
    text: &'p str,
    seat: playmat_kernel::Seat,
    codes: &'p [String],
}

fn refusals<'p>(plan: &'p Plan) -> Vec<Refusal<'p>> {
    let refusal = |step: &'p crate::plan::PlannedStep| match &step.what {
        What::Expect(Expectation::Refused(seat, codes)) => {
            Some(Refusal { line: step.line.line, text: &step.line.text, seat: *seat, codes })
        }
        _ => None,
    };
    plan.steps.iter().filter_map(refusal).collect()
}

/// Every named reason must be given; there may be others.
fn judge_refusals(plan: &Plan, refused: &[Refusal], faults: &BySeat<Vec<Reason>>) -> Verdict {
    for refusal in refused {
        let found = &faults[refusal.seat];
        let given = |code: &String| found.iter().any(|fault| fault.code == code);
        if !found.is_empty() && refusal.codes.iter().all(given) {
            continue;
        }
        let codes: Vec<&str> = found.iter().map(|fault| fault.code).collect();
        let line = deck_line(plan, refusal.seat).map_or(0, |line| line.line);
        return failed(
            refusal,
            match codes.is_empty() {
                true => format!("the deck of {} (line {line}) is legal", refusal.seat.tag()),
                false => format!("refused {} {}", refusal.seat.tag(), codes.join(", ")),
            },
        );
    }
    Verdict::Passed
}

fn failed(refusal: &Refusal, actual: String) -> Verdict {
    Verdict::Failed { line: refusal.line, expected: refusal.text.to_string(), actual, log: Vec::new() }
}
