//! The files of the repository, as an editor has them.

use std::path::{Path, PathBuf};

use playmat_catalog::card_files;
use playmat_language::Workspace;

pub const GAMES: [&str; 3] = ["food-chain", "skirmish", "strata"];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// The cards of a game, and its scenarios and decks if they are wanted.
pub fn workspace(game: &str, all: bool) -> Workspace {
    let mut workspace = Workspace::default();
    for (folder, ending) in [("cards", "cards"), ("scenarios", "scn"), ("decks", "deck")] {
        if folder != "cards" && !all {
            continue;
        }
        for file in card_files(&root().join(folder).join(game), ending).expect("a folder of the repository") {
            let path = file.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            workspace.write(&path, std::fs::read_to_string(&file).expect("a text"));
        }
    }
    workspace
}

/// The paths of some files.
pub fn paths(workspace: &Workspace, ending: &str) -> Vec<String> {
    workspace.paths().filter(|path| path.ends_with(ending)).map(str::to_owned).collect()
}

/// A workspace of one file; `|` is a place in it, which is returned without it.
pub fn marked(path: &str, text: &str) -> (Workspace, usize) {
    let at = text.find('|').expect("a mark");
    let mut workspace = Workspace::default();
    workspace.write(path, text.replacen('|', "", 1));
    (workspace, at)
}
