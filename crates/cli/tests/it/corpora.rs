//! The corpora of the fuzz targets, replayed: what a fuzzer once found stays found.

use crate::common;

#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = common::root().join("fuzz/corpus").join(target);
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("there is a corpus").flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        println!("{}", file.display());
        let bytes = std::fs::read(&file).expect("a corpus file can be read");
        run(&bytes);
        // Damaged ones, as a fuzzer would make them.
        for place in (0..bytes.len()).step_by(1 + bytes.len() / 40) {
            run(&bytes[..place]);
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            run(&changed);
        }
    }
}

#[test]
fn card_parser() {
    replay("card_parser", targets::card_parser);
}

#[test]
fn scenario_parser() {
    replay("scenario_parser", targets::scenario_parser);
}

#[test]
fn record_reader() {
    replay("record_reader", targets::record_reader);
}

#[test]
fn answers() {
    replay("answers", targets::answers);
}
