//! A card file, deck or lesson that is added, changed or removed makes the embedded sets stale.

use std::path::Path;

fn main() {
    // A path that does not exist would make them stale for ever.
    for folder in
        ["../../cards", "../../decks", "../../scenarios/tutorial"].into_iter().filter(|folder| Path::new(folder).exists())
    {
        println!("cargo:rerun-if-changed={folder}");
    }
}
