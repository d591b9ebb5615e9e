//! A card file that is added, changed or removed makes the embedded sets stale.

fn main() {
    println!("cargo:rerun-if-changed=../../cards");
    println!("cargo:rerun-if-changed=../../decks");
}
