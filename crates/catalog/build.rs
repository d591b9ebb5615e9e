//! A card file that is added, changed or removed makes the embedded sets stale.

use std::path::Path;

fn main() {
    // A path that does not exist would make them stale for ever.
    for folder in ["../../cards", "../../decks"].into_iter().filter(|folder| Path::new(folder).exists()) {
        println!("cargo:rerun-if-changed={folder}");
    }
}
