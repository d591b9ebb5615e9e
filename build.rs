//! A file that is added, changed or removed makes the embedded texts stale.

fn main() {
    for folder in ["cards", "decks", "scenarios/tutorial"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
