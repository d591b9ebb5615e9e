//! A file that is added, changed or removed makes the embedded texts stale. Models are listed here: they lie in a folder with much beside
//! them that does not ship.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    for folder in ["cards", "decks", "scenarios/tutorial", "models"] {
        println!("cargo:rerun-if-changed={folder}");
    }
    // A page loads what it runs over a network: it carries no weights that nobody may ask for.
    let page = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"));
    let mut lines: Vec<String> = fs::read_dir(root.join("models"))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| !page && path.extension().is_some_and(|ending| ending == "playnet"))
        .filter_map(|path| Some(format!("    ({:?}, include_bytes!({path:?})),\n", path.file_stem()?)))
        .collect();
    lines.sort();
    let list = format!("&[\n{}]\n", lines.concat());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    fs::write(out.join("models.rs"), list).expect("the folder can be written");
}
