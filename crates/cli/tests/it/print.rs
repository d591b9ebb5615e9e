//! `playmat print` and `playmat card` from outside.

use std::fs;

use crate::commands::{cards_with_one_more, refused, text, well};
use crate::common::folder;

#[test]
fn decks_and_folders_become_files() {
    let out = folder("print");
    let file = out.join("cards.pdf");
    let told = well(&["print", "fish-1", "-o", text(&file)]).out;
    assert!(told.contains("20 cards and ") && told.contains("of Food Chain on 4 pages"), "{told}");
    assert!(fs::read(&file).expect("a file").starts_with(b"%PDF-"));
    let told = well(&["print", "fish-1", "-o", text(&file), "--backs", "--no-tokens", "--no-rules"]).out;
    assert!(told.contains("20 cards of Food Chain on 6 pages"), "{told}");

    // A deck file lies nowhere in particular: its game is the one that has its cards.
    let deck = out.join("mine.deck");
    fs::write(&deck, "deck Mine\n2 Orca\nKingfish\n").expect("a file");
    let told = well(&["print", text(&deck), "-o", text(&file), "--paper", "letter"]).out;
    assert!(told.contains("3 cards of Food Chain") || told.contains("3 cards and"), "{told}");

    let cards = cards_with_one_more("print-cards");
    let told = well(&["print", text(&cards), "-o", text(&file), "--no-rules"]).out;
    assert!(told.contains("251 cards"), "{told}");
    for kind in ["png", "svg"] {
        let picture = out.join(format!("card.{kind}"));
        well(&["card", "crimson", "minnow", "--game", "food-chain", "--cards", text(&cards), "-o", text(&picture)]);
        let bytes = fs::read(&picture).expect("a picture");
        assert!(bytes.starts_with(if kind == "png" { b"\x89PNG" } else { b"<svg" }));
    }
}

#[test]
fn what_cannot_be_printed_is_refused_with_a_reason() {
    let out = folder("print-refused");
    let file = out.join("cards.pdf");
    let pdf = text(&file);
    refused(&["print", "fish-11", "-o", pdf], "did you mean `fish-1`?");
    let deck = out.join("wrong.deck");
    fs::write(&deck, "deck Wrong\nOrca\nOrka\n").expect("a file");
    refused(&["print", text(&deck), "-o", pdf], "wrong.deck:3: there is no card `Orka`; did you mean `Orca`?");
    fs::write(&deck, "deck Empty\n").expect("a file");
    refused(&["print", text(&deck), "-o", pdf], "there is no card in");
    fs::write(&deck, "no deck\n").expect("a file");
    refused(&["print", text(&deck), "-o", pdf], "the first line is `deck NAME`");
    refused(&["print", text(&out), "-o", pdf], "there is no card file in");
    refused(&["print", "fish-1", "-o", text(&out.join("no/such/folder.pdf"))], "cannot be written");
    refused(&["print", "fish-1", "--paper", "a3", "-o", pdf], "a3");
    assert!(!file.exists(), "nothing is written where something is wrong");
    refused(&["card", "Orca", "-o", text(&out.join("orca.gif"))], "a picture is a .png or an .svg");
    refused(&["card", "Orka", "-o", text(&out.join("orca.png"))], "did you mean `Orca`?");
}
