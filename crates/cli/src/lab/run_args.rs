//! Running a plan: its folder, threads, the progress bar, Ctrl-C, and the report at the end.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Args;
use playmat_lab::opinion::Second;
use playmat_lab::report::{PAGE, Report};
use playmat_lab::run::{Halt, RunContext};
use playmat_lab::store::{FILE, Store, usual_folder};
use serde_json::{Map, Value};

use super::steady_bot;
use crate::common::write_json;
use crate::failure::{Failure, Finished};
use crate::simulate::progress_bar;

/// How a plan is run.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The seed of the run
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder of the run [default: lab-COMMAND-GAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Who plays a tenth of the games again as a second opinion, at most 200 of them; `none` leaves it out
    #[arg(long, value_name = "BOT", default_value = "ismcts:200")]
    second: String,
    /// Begin again, even if the folder has games
    #[arg(long)]
    fresh: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether Ctrl-C is handled already, or why it cannot be.
static HANDLED: OnceLock<Result<(), String>> = OnceLock::new();

impl RunArgs {
    /// Plays the missing games of a plan, writes its report and tells it.
    pub fn run(
        &self,
        command: &str,
        game: &str,
        plan: &Map<String, Value>,
        out: &mut dyn Write,
        play: impl FnOnce(&mut RunContext<'_>, Option<&Path>) -> Result<Report, Halt>,
    ) -> Result<Finished, Failure> {
        let folder = self.folder(&usual_folder(command, game));
        let report = self.play(&folder, plan, |context, folder| Ok(((), play(context, folder)?)))?.1;
        if self.json {
            write_json(out, &report.json)?;
        } else {
            report.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            writeln!(out, "The report: {}", folder.join(PAGE).display())?;
        }
        Ok(if report.holds { Finished::Well } else { Finished::WithFailures })
    }

    /// The folder that was named, or the usual one.
    pub fn folder(&self, usual: &Path) -> PathBuf {
        self.out.clone().unwrap_or_else(|| usual.to_owned())
    }

    /// Plays the missing games of a plan and writes its report to a folder; returns what was measured and the report.
    pub fn play<M>(
        &self,
        folder: &Path,
        plan: &Map<String, Value>,
        play: impl FnOnce(&mut RunContext<'_>, Option<&Path>) -> Result<(M, Report), Halt>,
    ) -> Result<(M, Report), Failure> {
        if self.fresh {
            let games = folder.join(FILE);
            if games.exists() {
                fs::remove_file(&games)
                    .map_err(|error| Failure::Failed(format!("{} cannot be removed: {error}", games.display())))?;
            }
        }
        let second = match self.second.trim() {
            "none" => None,
            name => Some(Second { bot: steady_bot(name)?, ..Second::default() }),
        };
        let store = Store::open(folder, plan).map_err(Failure::BadInput)?;
        // A second Ctrl-C ends the program at once; finished games are already on disk.
        let on_signal = || {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        let handled = HANDLED.get_or_init(|| ctrlc::set_handler(on_signal).map_err(|error| error.to_string()));
        handled.as_ref().map_err(|error| Failure::Failed(format!("Ctrl-C cannot be handled: {error}")))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let bar = progress_bar(0);
        let done = AtomicU64::new(0);
        let mut context = RunContext {
            threads: self.threads.map_or(cores, usize::from),
            crew: None,
            stop: &STOP,
            expect: &|games| bar.set_length(games),
            progress: &|games| {
                bar.inc(games);
                done.fetch_add(games, Ordering::Relaxed);
            },
            store,
            second,
        };
        let played = play(&mut context, Some(folder));
        bar.finish_and_clear();
        match played {
            Ok((measured, report)) => {
                context.write(&report, folder).map_err(Failure::Failed)?;
                Ok((measured, report))
            }
            Err(Halt::Failed(error)) => Err(Failure::Failed(error)),
            Err(Halt::Stopped) => {
                let done = done.load(Ordering::Relaxed);
                let message =
                    format!("stopped; {done} games are kept in {}: the same command continues from there", folder.display());
                Err(Failure::Failed(message))
            }
        }
    }
}
