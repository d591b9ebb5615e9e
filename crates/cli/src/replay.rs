//! `playmat replay`: a record played again.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use playmat_cards::{CardGame, Reason};
use playmat_catalog::{RuleSet, Visitor, visit};
use playmat_kernel::{Audience, BySeat, Outcome, Record, ReplayError, Seat};
use playmat_wire::{EventForm, Opening, Readable, Stored, ViewForm};
use serde::Serialize;

use crate::common::{counted, library, write_json};
use crate::failure::{Failure, Finished};
use crate::play::draw_table;
use crate::running::Running;

/// Play a record again and tell what happened
///
/// A record names the rules it was played under by their fingerprint; under other rules it is refused.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat replay food-chain-7.record
  playmat replay food-chain-7.record --step
  playmat replay food-chain-7.record --json
  playmat replay old.record --cards cards-of-then/")]
pub struct Replay {
    /// A record, compact or readable
    file: PathBuf,
    /// Show the table after every answer, and wait for Enter
    #[arg(long)]
    step: bool,
    /// Take the cards of this folder instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Print JSON: the record, what happened, the last view
    #[arg(long, conflicts_with = "step")]
    json: bool,
}

#[derive(Serialize)]
struct Replayed {
    record: Readable,
    outcome: Option<&'static str>,
    turns: u32,
    events: Vec<EventForm>,
    view: ViewForm,
}

impl Replay {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let name = self.file.display();
        let bytes = std::fs::read(&self.file).map_err(|error| Failure::bad(format!("{name} cannot be read: {error}")))?;
        let stored = Stored::read(&bytes).map_err(|error| Failure::bad(format!("{name}: {error}")))?;
        let game = stored.game().to_owned();
        visit(&game, PlayAgain { replay: self, stored, out })?
    }
}

struct PlayAgain<'a> {
    replay: Replay,
    stored: Stored,
    out: &'a mut dyn Write,
}

impl Visitor for PlayAgain<'_> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let PlayAgain { replay, stored, out } = self;
        let in_file = |message: String| Failure::bad(format!("{}: {message}", replay.file.display()));
        let rules = library::<G>(replay.cards.as_deref())?.rules(&stored.terms()).map_err(in_file)?;
        let record = stored.record(G::cards(&rules.rules)).map_err(|error| in_file(error.to_string()))?;
        let running = again(rules.clone(), record).map_err(in_file)?;
        match (replay.json, replay.step) {
            (true, _) => write_json(out, &replayed(&running))?,
            (_, true) => step_through(&rules, running.record(), out)?,
            _ => {
                head(&running, out)?;
                running.uncovered().try_for_each(|event| writeln!(out, "{}", running.sentence(event)))?;
                result(&running, out)?;
            }
        }
        Ok(Finished::Well)
    }
}

/// Plays a record of these rules again. Decks that are not legal are refused: nobody has ever played them.
fn again<G: CardGame>(rules: Arc<RuleSet<G>>, record: Record<Opening>) -> Result<Running<G>, String> {
    if record.rules == rules.fingerprint {
        for (seat, deck) in record.setup.setup.decks.iter() {
            if let Some(fault) = G::deck_faults(&rules.rules, deck).first() {
                return Err(format!("the deck of {} is not legal: {}", seat.tag(), fault.sentence));
            }
        }
    }
    Running::replay(rules, record).map_err(|error| refusal(&error))
}

fn refusal(error: &ReplayError<Reason>) -> String {
    match error {
        ReplayError::Version { found } => format!("the record has version {found}, which this program does not read"),
        ReplayError::Rules { found, expected } => format!(
            "it was played under other rules: its fingerprint is {found}, that of the rules at hand is {expected}; \
             the cards or the program have changed since (--cards DIR takes the cards of then)"
        ),
        ReplayError::Refused { entry, why } => format!("entry {entry} is not possible there: {:?}", why.reason),
        ReplayError::Impossible { entry } => {
            format!("entry {entry} is not possible there: the match is over, or it goes back too far")
        }
    }
}

fn head<G: CardGame>(running: &Running<G>, out: &mut dyn Write) -> Result<(), Failure> {
    let opening = &running.record().setup;
    let edition = opening.terms.edition.as_deref().unwrap_or(G::editions()[0]);
    let rulings: String = opening.terms.rulings.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    let [one, two] = Seat::BOTH.map(|seat| running.name(seat));
    writeln!(out, "{} ({edition}{rulings}), seed {}: {one} against {two}", G::TITLE, opening.seed)?;
    writeln!(
        out,
        "rules {}, {}",
        running.record().rules,
        counted(running.record().entries.len(), "entry").replace("entrys", "entries")
    )?;
    Ok(())
}

fn result<G: CardGame>(running: &Running<G>, out: &mut dyn Write) -> Result<(), Failure> {
    let turns = counted(G::turns(running.table().position()) as usize, "turn");
    match running.outcome() {
        Some(Outcome::Won(seat)) => writeln!(out, "{} wins after {turns}.", running.name(seat))?,
        Some(Outcome::Draw) => writeln!(out, "A draw after {turns}.")?,
        None => writeln!(out, "Unfinished after {turns}.")?,
    }
    Ok(())
}

fn replayed<G: CardGame>(running: &Running<G>) -> Replayed {
    let cards = G::cards(running.rules());
    let event = |event| EventForm::of(event, running.sentence(event), cards);
    let outcome = running.outcome().map(|outcome| match outcome {
        Outcome::Won(seat) => seat.tag(),
        Outcome::Draw => "draw",
    });
    Replayed {
        record: Readable::of(running.record(), cards),
        outcome,
        turns: G::turns(running.table().position()),
        events: running.uncovered().map(event).collect(),
        view: ViewForm::of(&G::view(running.rules(), running.table().position(), Audience::Public), cards),
    }
}

/// The same record, one entry after the other, with a look at the table in between.
fn step_through<G: CardGame>(rules: &Arc<RuleSet<G>>, record: &Record<Opening>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let mut told = 0;
    for count in 0..=record.entries.len() {
        let part = Record { entries: record.entries[..count].to_vec(), ..record.clone() };
        let running = Running::replay(rules.clone(), part).map_err(|error| Failure::bad(refusal(&error)))?;
        if count == 0 {
            head(&running, out)?;
        }
        told = told.min(running.events());
        running.uncovered().skip(told).try_for_each(|event| writeln!(out, "{}", running.sentence(event)))?;
        told = running.events();
        let view = G::view(running.rules(), running.table().position(), Audience::Public);
        let names = BySeat::from_fn(|seat| running.name(seat).to_owned());
        writeln!(out, "{}", draw_table::<G>(running.rules(), &view, None, &names))?;
        if count == record.entries.len() {
            result(&running, out)?;
            break;
        }
        write!(out, "entry {} of {} (Enter) ", count + 1, record.entries.len())?;
        out.flush()?;
        if input.read_line(&mut String::new())? == 0 {
            writeln!(out)?;
            break;
        }
    }
    Ok(())
}
