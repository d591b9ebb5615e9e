//! `playmat replay`: a record played again.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use playmat_cards::CardGame;
use playmat_catalog::{Archive, ModelOrigin, RuleSet, Rules, Visitor, printable, visit};
use playmat_chance::Seed;
use playmat_frontend::draw;
use playmat_kernel::{Audience, BySeat, Outcome, Record, Seat};
use playmat_replay::{needed_by, reason, replays};
use playmat_wire::{EventForm, Opening, Readable, Stored, ViewForm};
use serde::Serialize;

use crate::common::{cards, counted, write_json};
use crate::failure::{Failure, Finished};
use crate::play::page;
use crate::running::Running;

/// Play a record again and tell what happened
///
/// A record names the rules it was played under by their fingerprint. Older cards are taken from the archive; if they are not
/// there, the error names them.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat replay food-chain-7.record
  playmat replay food-chain-7.record --step
  playmat replay food-chain-7.record --json
  playmat replay old.record --cards cards-of-then/
  playmat replay old.record --archive card-sets/")]
pub struct Replay {
    /// A record, compact or readable
    file: PathBuf,
    /// Show the table after every answer, and wait for Enter
    #[arg(long)]
    step: bool,
    /// Take the cards of this folder instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Look for older card sets here: DIR/<game>/<set>/*.cards
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
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
        let stored = read_record(&self.file)?;
        let game = stored.game().to_owned();
        visit(&game, PlayAgain { replay: self, stored, out })?
    }
}

/// A record as a file holds it.
pub fn read_record(file: &Path) -> Result<Stored, Failure> {
    let name = file.display();
    let bytes = std::fs::read(file).map_err(|error| Failure::bad(format!("{name} cannot be read: {error}")))?;
    Stored::read(&bytes).map_err(|error| Failure::bad(printable(&format!("{name}: {error}"))))
}

/// Where cards are looked for.
pub struct Places<'a> {
    /// The record that is to be played.
    pub file: &'a Path,
    /// Instead of the shipped cards.
    pub cards: Option<&'a Path>,
    /// Older card sets.
    pub archive: Option<&'a Path>,
}

impl Places<'_> {
    /// The rules that a record names, and the record with their cards.
    pub fn read(&self, stored: Stored) -> Result<(Rules, Record<Opening>), Failure> {
        // The message may contain words of the file.
        let in_file = |message: String| Failure::bad(printable(&format!("{}: {message}", self.file.display())));
        let wrong = |error: playmat_wire::RecordError| in_file(error.to_string());
        let mut sets = Archive::shipped();
        if let Some(folder) = self.archive {
            sets.add_folder(folder).map_err(Failure::bad)?;
        }
        let needed = needed_by(&stored).map_err(wrong)?;
        let cards = cards(stored.game(), self.cards, &ModelOrigin::Shipped)?;
        let rules = cards.rules_of(&sets, &needed).map_err(in_file)?;
        let record = stored.record(rules.cards()).map_err(wrong)?;
        Ok((rules, record))
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
        let places = Places { file: &replay.file, cards: replay.cards.as_deref(), archive: replay.archive.as_deref() };
        let (any, record) = places.read(stored)?;
        // Illegal decks are refused: nobody has ever played them.
        replays(&any).legal(&record).map_err(in_file)?;
        let rules = any.shared::<G>();
        let running = Running::replay(rules.clone(), record.clone()).map_err(|broken| in_file(reason(&broken)))?;
        match (replay.json, replay.step) {
            (true, _) => write_json(out, &replayed(&running, &record))?,
            (_, true) => step_through(rules, record, out)?,
            _ => {
                head(&running, record.entries.len(), out)?;
                running.fullest_form().try_for_each(|event| writeln!(out, "{}", running.sentence(event)))?;
                result(&running, out)?;
            }
        }
        Ok(Finished::Well)
    }
}

/// Who played what, and how many entries there are.
fn head<G: CardGame>(running: &Running<G>, entries: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let opening = &running.record().setup;
    let edition = opening.terms.edition.as_deref().unwrap_or(G::editions()[0]);
    let rulings: String = opening.terms.rulings.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    let [one, two] = Seat::BOTH.map(|seat| running.name(seat));
    let seed = match opening.seed {
        Seed::Number(number) => format!("seed {number}"),
        Seed::Shared(_) => "a shared seed".to_owned(),
    };
    writeln!(out, "{} ({edition}{rulings}), {seed}: {one} against {two}", G::TITLE)?;
    let entries = counted(entries, "entry").replace("entrys", "entries");
    writeln!(out, "rules {}, {entries}", running.record().rules)?;
    Ok(())
}

fn result<G: CardGame>(running: &Running<G>, out: &mut dyn Write) -> Result<(), Failure> {
    let turns = counted(G::turns(running.table().position()) as usize, "turn");
    running.ended_by().map_or(Ok(()), |sentence| writeln!(out, "{sentence}"))?;
    match running.outcome() {
        Some(Outcome::Won(seat)) => writeln!(out, "{} wins after {turns}.", running.name(seat))?,
        Some(Outcome::Draw) => writeln!(out, "A draw after {turns}.")?,
        None => writeln!(out, "Unfinished after {turns}.")?,
    }
    Ok(())
}

fn replayed<G: CardGame>(running: &Running<G>, record: &Record<Opening>) -> Replayed {
    let cards = G::cards(running.rules());
    let event = |event| EventForm::of(event, running.sentence(event), cards);
    let outcome = running.outcome().map(|outcome| match outcome {
        Outcome::Won(seat) => seat.tag(),
        Outcome::Draw => "draw",
    });
    Replayed {
        record: Readable::of(record, cards),
        outcome,
        turns: G::turns(running.table().position()),
        events: running.fullest_form().map(event).collect(),
        view: ViewForm::of(&G::view(running.rules(), running.table().position(), Audience::Public), cards),
    }
}

/// Shows a record one entry at a time, with a look at the table in between.
fn step_through<G: CardGame>(rules: Arc<RuleSet<G>>, record: Record<Opening>, out: &mut dyn Write) -> Result<(), Failure> {
    let entries = record.entries;
    let broken = |broken| Failure::bad(reason(&broken));
    let mut running = Running::<G>::replay(rules, Record { entries: vec![], ..record }).map_err(broken)?;
    let mut input = std::io::stdin().lock();
    let mut told = 0;
    head(&running, entries.len(), out)?;
    for count in 0..=entries.len() {
        running.fullest_form().skip(told).try_for_each(|event| writeln!(out, "{}", running.sentence(event)))?;
        told = running.events();
        let view = G::view(running.rules(), running.table().position(), Audience::Public);
        let names = BySeat::from_fn(|seat| running.name(seat).to_owned());
        writeln!(out, "{}", draw::<G>(running.rules(), &view, None, &names, page()))?;
        let Some(&entry) = entries.get(count) else { break };
        write!(out, "entry {} of {} (Enter) ", count + 1, entries.len())?;
        out.flush()?;
        if input.read_line(&mut String::new())? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        running.enter(entry).map_err(broken)?;
    }
    result(&running, out)
}
