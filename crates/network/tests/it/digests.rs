//! What networks of a seed say, against what is written down: the same bits on every platform.
//!
//! A game's line changes with its rules, its cards and its layout: `PLAYMAT_WRITE=1 cargo test -p playmat-network digests` writes them anew.

use std::fmt::Write as _;

use playmat_cards::CardGame;
use playmat_catalog::{Visitor, visit_games};
use playmat_network::{Scratch, digest};
use playmat_testkit::networks::SMALL;

use crate::common::{questions, rules};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt");

#[derive(Clone)]
struct Judged;

impl Visitor for Judged {
    type Out = String;

    fn visit<G: CardGame>(self) -> String {
        let set = rules::<G>(&SMALL, 11);
        let model = set.model().expect("it fits");
        let mut numbers = Vec::new();
        for mut sheet in questions(&set, model, 60, 11) {
            model.judge(&mut [&mut sheet], &mut Scratch::default());
            let mut policy = [0.0; 255];
            sheet.policy(0.7, &mut policy);
            let whole = std::iter::once(sheet.value()).chain(sheet.scores().iter().copied()).flat_map(i32::to_le_bytes);
            policy[254] = sheet.chance_of_winning();
            let likely = policy.iter().flat_map(|p| p.to_bits().to_le_bytes());
            numbers.extend(whole.chain(likely).map(i16::from));
        }
        format!("{} {:016x} {:016x}", G::NAME, digest(model.cards().embeddings()), digest(&numbers))
    }
}

#[test]
fn the_same_bits_everywhere() {
    let mut lines = String::from("# game, embeddings, judgements and likelihoods\n");
    for line in visit_games(Judged) {
        writeln!(lines, "{line}").expect("a string grows");
    }
    if std::env::var_os("PLAYMAT_WRITE").is_some() {
        std::fs::write(FILE, &lines).expect("the file can be written");
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(lines, written, "networks say something else than is written down");
}
