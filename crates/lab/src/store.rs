//! Finished games on disk: a file that is only ever appended to, so that a run that was killed goes on where it was.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::game::PlayedGame;

/// The finished games of one plan.
pub struct Store {
    file: Option<File>,
    games: HashMap<u64, Vec<Option<PlayedGame>>>,
    /// Up to which game of each series it was said how many are kept.
    counted: HashMap<u64, u64>,
}

/// The name of the file in the folder of a run.
pub const FILE: &str = "games.jsonl";

impl Store {
    /// A store that keeps nothing on disk.
    pub fn in_memory() -> Self {
        Store { file: None, games: HashMap::new(), counted: HashMap::new() }
    }

    /// Opens the folder of a run, or makes it. The first line of its file is the plan; games of another plan are refused with
    /// what differs. A last line that was not finished is cut off.
    pub fn open(folder: &Path, plan: &Map<String, Value>) -> Result<Self, String> {
        let path = folder.join(FILE);
        let wrong = |error: std::io::Error| format!("{} cannot be used: {error}", path.display());
        fs::create_dir_all(folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(wrong)?;
        let mut games: HashMap<u64, Vec<Option<PlayedGame>>> = HashMap::new();
        let mut lines = BufReader::new(&file);
        let mut line = Vec::new();
        let mut whole = 0;
        while lines.read_until(b'\n', &mut line).map_err(wrong)? > 0 && line.ends_with(b"\n") {
            if whole == 0 {
                same_plan(&path, &line, plan)?;
            } else {
                let Ok(played) = serde_json::from_slice::<PlayedGame>(&line) else { break };
                keep(&mut games, played);
            }
            whole += line.len() as u64;
            line.clear();
        }
        drop(lines);
        file.set_len(whole).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        if whole == 0 {
            let mut head = serde_json::to_vec(plan).map_err(|error| error.to_string())?;
            head.push(b'\n');
            file.write_all(&head).map_err(wrong)?;
        }
        Ok(Store { file: Some(file), games, counted: HashMap::new() })
    }

    /// Whether a game is finished.
    pub fn has(&self, series: u64, game: u64) -> bool {
        self.games.get(&series).and_then(|games| games.get(game as usize)).is_some_and(Option::is_some)
    }

    /// How many of the first games of a series are kept, each counted once however often one asks.
    pub fn count_kept(&mut self, series: u64, games: u64) -> u64 {
        let from = self.counted.insert(series, games).unwrap_or(0);
        (from..games).filter(|&game| self.has(series, game)).count() as u64
    }

    /// Keeps finished games, on disk first.
    pub fn add(&mut self, played: Vec<PlayedGame>) -> Result<(), String> {
        if let Some(file) = &mut self.file {
            let mut lines = Vec::with_capacity(128 * played.len());
            for one in &played {
                serde_json::to_writer(&mut lines, one).map_err(|error| error.to_string())?;
                lines.push(b'\n');
            }
            file.write_all(&lines).map_err(|error| format!("a finished game cannot be written: {error}"))?;
        }
        played.into_iter().for_each(|one| keep(&mut self.games, one));
        Ok(())
    }

    /// Writes the file anew with the games of a series one after the other, if they are not: they were appended as they finished.
    pub fn put_in_order(&mut self, folder: &Path) -> Result<(), String> {
        if self.file.is_none() {
            return Ok(());
        }
        let path = folder.join(FILE);
        let wrong = |error: std::io::Error| format!("{} cannot be put in order: {error}", path.display());
        let mut head = Vec::new();
        BufReader::new(File::open(&path).map_err(wrong)?).read_until(b'\n', &mut head).map_err(wrong)?;
        let mut all: Vec<u64> = self.games.keys().copied().collect();
        all.sort_unstable();
        // What is there stays whole until all of it is written again.
        let fresh = folder.join(format!("{FILE}.new"));
        let mut out = BufWriter::new(File::create(&fresh).map_err(wrong)?);
        out.write_all(&head).map_err(wrong)?;
        for game in all.iter().flat_map(|series| &self.games[series]).flatten() {
            serde_json::to_writer(&mut out, game).map_err(|error| wrong(error.into()))?;
            out.write_all(b"\n").map_err(wrong)?;
        }
        let file = out.into_inner().map_err(|error| wrong(error.into_error()))?;
        file.sync_all().map_err(wrong)?;
        fs::rename(&fresh, &path).map_err(wrong)?;
        // What is added from now on goes to the file that has the name.
        self.file = Some(OpenOptions::new().append(true).open(&path).map_err(wrong)?);
        Ok(())
    }

    /// The first games of a series, in their order.
    pub fn first(&self, series: u64, games: u64) -> impl Iterator<Item = &PlayedGame> {
        let all = self.games.get(&series).map_or(&[][..], Vec::as_slice);
        all[..all.len().min(games as usize)].iter().flatten()
    }
}

/// The folder of a run that nobody named.
pub fn usual_folder(command: &str, game: &str) -> PathBuf {
    PathBuf::from(format!("lab-{command}-{game}"))
}

fn keep(games: &mut HashMap<u64, Vec<Option<PlayedGame>>>, played: PlayedGame) {
    let series = games.entry(played.series).or_default();
    let at = played.game as usize;
    if series.len() <= at {
        series.resize(at + 1, None);
    }
    series[at] = Some(played);
}

fn same_plan(path: &Path, head: &[u8], plan: &Map<String, Value>) -> Result<(), String> {
    let found: Map<String, Value> = serde_json::from_slice(head)
        .map_err(|_| format!("{} is no file of the lab; name another folder with --out", path.display()))?;
    let differs: Vec<&str> =
        plan.keys().chain(found.keys()).filter(|key| plan.get(*key) != found.get(*key)).map(String::as_str).collect();
    if differs.is_empty() {
        return Ok(());
    }
    let mut differs = differs;
    differs.sort_unstable();
    differs.dedup();
    Err(format!(
        "{} holds the games of another plan, which differs in: {}; name another folder with --out, or begin again with --fresh",
        path.display(),
        differs.join(", ")
    ))
}
