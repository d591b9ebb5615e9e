//! `playmat scenario`: rules as executable examples.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::{CardGame, Event};
use playmat_cardtext::around;
use playmat_catalog::{ALL_GAMES, Library, Visitor, card_files, printable, shipped_deck, visit};
use playmat_kernel::Silence;
use playmat_scenario::{MOST_COMPLAINTS, ParseError, Script, Verdict, parse_file, run};
use serde::Serialize;

use crate::common::{library, read_text, write_json};
use crate::failure::{Failure, Finished};
use crate::rulesets::RuleSets;

/// Run scenario files and report which pass
///
/// Prints one line for each scenario, on failure what was expected and what was found, and at the end how many passed.
/// Exit code 1 if one failed, 2 if a file cannot be read as scenarios.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat scenario scenarios/
  playmat scenario bug.scn --cards my-cards/")]
pub struct RunScenarios {
    /// Scenario files, or folders of them (*.scn)
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Take the cards of this folder instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Print JSON: a list of results
    #[arg(long)]
    json: bool,
}

/// All scenarios of some files, in order, and what could not be read.
pub struct Scripts {
    /// Those that could be read.
    pub scripts: Vec<Script>,
    /// What is wrong with the others.
    pub errors: Vec<ParseError>,
}

#[derive(Serialize)]
struct Ran {
    name: String,
    file: String,
    line: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    log: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

impl RunScenarios {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let Scripts { scripts, mut errors } = read_scripts(&self.paths)?;
        let mut verdicts: Vec<Option<Verdict>> = scripts.iter().map(|_| None).collect();
        for game in ALL_GAMES {
            visit(game, RunAll { scripts: &scripts, cards: self.cards.as_deref(), verdicts: &mut verdicts })??;
        }
        let unknown = |script: &Script| Verdict::Unparsable(vec![script.unknown_game(ALL_GAMES)]);
        let verdicts: Vec<Verdict> =
            verdicts.into_iter().zip(&scripts).map(|(verdict, script)| verdict.unwrap_or_else(|| unknown(script))).collect();
        let passed = verdicts.iter().filter(|verdict| **verdict == Verdict::Passed).count();
        if self.json {
            let ran: Vec<Ran> = scripts.iter().zip(&verdicts).map(|(script, verdict)| ran(script, verdict)).collect();
            write_json(out, &ran)?;
        } else {
            scripts.iter().zip(&verdicts).try_for_each(|(script, verdict)| tell(out, script, verdict))?;
            writeln!(out, "{passed} passed, {} failed", verdicts.len() - passed)?;
        }
        errors.extend(
            verdicts
                .iter()
                .filter_map(|verdict| if let Verdict::Unparsable(errors) = verdict { Some(errors) } else { None })
                .flatten()
                .cloned(),
        );
        match errors.is_empty() {
            false => Err(Failure::bad(diagnostics(&errors))),
            true if passed == verdicts.len() => Ok(Finished::Well),
            true => Ok(Finished::WithFailures),
        }
    }
}

/// Reads all scenario files below these paths.
pub fn read_scripts(paths: &[PathBuf]) -> Result<Scripts, Failure> {
    let mut found = Scripts { scripts: Vec::new(), errors: Vec::new() };
    for path in paths {
        let files = card_files(path, "scn").map_err(Failure::bad)?;
        if files.is_empty() {
            return Err(Failure::bad(format!("there is no scenario file in {}; scenario files end in `.scn`", path.display())));
        }
        for file in files {
            match parse_file(&file.display().to_string(), &read_text(&file)?) {
                Ok(scripts) => found.scripts.extend(scripts),
                Err(errors) => found.errors.extend(errors),
            }
        }
    }
    Ok(found)
}

/// Runs one script, with the shipped decks at hand.
pub fn run_script<G: CardGame>(
    rules: &mut RuleSets<G>,
    script: &Script,
    counter: &mut impl playmat_kernel::Listener<Event>,
) -> Verdict {
    let decks = |name: &str| shipped_deck(G::NAME, name).map(|list| list.cards.into_iter().map(|(_, card)| card).collect());
    run::<G>(&mut |terms| rules.of(terms), script, &decks, counter)
}

struct RunAll<'a> {
    scripts: &'a [Script],
    cards: Option<&'a Path>,
    verdicts: &'a mut [Option<Verdict>],
}

impl Visitor for RunAll<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        if self.scripts.iter().all(|script| script.game != G::NAME) {
            return Ok(());
        }
        let library: Library<G> = library(self.cards)?;
        let mut rules = RuleSets::new(library);
        for (script, verdict) in self.scripts.iter().zip(self.verdicts) {
            if script.game == G::NAME {
                *verdict = Some(run_script(&mut rules, script, &mut Silence));
            }
        }
        Ok(())
    }
}

fn tell(out: &mut dyn Write, script: &Script, verdict: &Verdict) -> Result<(), Failure> {
    let green = anstyle::AnsiColor::Green.on_default();
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let place = printable(&format!("{} ({}:{})", script.name, script.file, script.line));
    match verdict {
        Verdict::Passed => writeln!(out, "{green}ok{green:#} {place}")?,
        Verdict::Failed { line, expected, actual, log } => {
            writeln!(out, "{red}FAILED{red:#} {place}")?;
            writeln!(out, "  line {line}")?;
            writeln!(out, "  expected: {}", printable(expected))?;
            writeln!(out, "  actual:   {}", printable(actual))?;
            writeln!(out, "  what happened:{}", if log.is_empty() { " nothing" } else { "" })?;
            log.iter().try_for_each(|sentence| writeln!(out, "    {}", printable(sentence)))?;
        }
        Verdict::Unparsable(_) => writeln!(out, "{red}FAILED{red:#} {place}\n  it cannot be read: see below")?,
    }
    Ok(())
}

fn ran(script: &Script, verdict: &Verdict) -> Ran {
    let mut ran = Ran {
        name: script.name.clone(),
        file: script.file.clone(),
        line: script.line,
        ok: *verdict == Verdict::Passed,
        failed_line: None,
        expected: None,
        actual: None,
        log: Vec::new(),
        errors: Vec::new(),
    };
    match verdict {
        Verdict::Passed => {}
        Verdict::Failed { line, expected, actual, log } => {
            ran.failed_line = Some(*line);
            ran.expected = Some(expected.clone());
            ran.actual = Some(actual.clone());
            ran.log.clone_from(log);
        }
        Verdict::Unparsable(errors) => ran.errors = errors.iter().map(ToString::to_string).collect(),
    }
    ran
}

/// Every error with its line and a mark below the place; a limited number for each file.
fn diagnostics(errors: &[ParseError]) -> String {
    let mut drawn = Vec::new();
    for of_file in errors.chunk_by(|one, next| one.file == next.file) {
        let text = std::fs::read_to_string(&of_file[0].file).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        drawn.extend(of_file.iter().take(MOST_OF_A_FILE).map(|error| drawn_error(error, &lines)));
        if of_file.len() > MOST_OF_A_FILE {
            let (more, file) = (of_file.len() - MOST_OF_A_FILE, printable(&of_file[0].file));
            drawn.push(format!("{file}: and {more} more complaint{}\n", if more == 1 { "" } else { "s" }));
        }
    }
    format!("these scenarios cannot be read:\n{}", drawn.join("\n"))
}

/// How many errors of one file are shown.
const MOST_OF_A_FILE: usize = 2 * MOST_COMPLAINTS;

fn drawn_error(error: &ParseError, lines: &[&str]) -> String {
    let line = lines.get(error.line.saturating_sub(1)).copied().unwrap_or_default();
    let (shown, at) = around(line, error.col.saturating_sub(1));
    let lead: String = shown.chars().take(at).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let shown: String = shown.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
    let number = error.line.to_string();
    let gutter = " ".repeat(number.len());
    let error = printable(&error.to_string());
    format!("{error}\n{gutter} |\n{number} | {shown}\n{gutter} | {lead}^\n")
}
