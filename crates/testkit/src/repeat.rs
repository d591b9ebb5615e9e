//! Same setup, same answers, same chance: the same match.

use std::fmt::{self, Write};
use std::ops::Range;
use std::process::Command;

use playmat_cards::{CardGame, DefId, Event};
use playmat_kernel::{Audience, BySeat, Entry, Told, enter};

use crate::play::{Match, each_seed};

/// A copy made in the middle of a match goes on as the original does.
pub fn clone_equals<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) {
    each_seed("a copy", seeds, |seed| {
        let mut heard: Vec<Told<Event>> = Vec::new();
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut heard);
        let mut until = game.any_of(60);
        while game.table.decision().is_some() && until > 0 {
            let pick = game.any_of(game.options().len());
            game.answer(pick, &mut heard);
            until -= 1;
        }
        let mut copy = game.clone();
        let mut copied = heard.clone();
        while game.table.decision().is_some() {
            let pick = game.any_of(game.options().len());
            game.answer(pick, &mut heard);
            copy.answer(pick, &mut copied);
            assert!(game.table == copy.table, "the copy went another way:\n{:?}\n{:?}", game.table, copy.table);
        }
        assert_eq!(heard, copied, "the copy told other events");
        assert_eq!(game.chance, copy.chance, "the copy asked chance for something else");
    });
}

/// The record of a match, played again, gives the same table, the same events and the same chance.
pub fn replay_equals<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) {
    each_seed("a replay", seeds, |seed| {
        let mut heard: Vec<Told<Event>> = Vec::new();
        let mut entries = Vec::new();
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut heard);
        while game.table.decision().is_some() {
            let pick = game.any_of(game.options().len());
            entries.push(Entry::Answer(u8::try_from(pick).expect("an option's place fits a byte")));
            game.answer(pick, &mut heard);
        }
        let mut again: Vec<Told<Event>> = Vec::new();
        let mut replayed = Match::<G>::open(rules, decks(seed), seed, &mut again);
        for entry in entries {
            let made = enter(&mut replayed.table, rules, entry, &mut replayed.chance, &mut again);
            made.unwrap_or_else(|why| panic!("the record is refused: {why:?}"));
        }
        let Match { table, chance, .. } = replayed;
        assert!(table == game.table, "the replay ended elsewhere:\n{:?}\n{table:?}", game.table);
        assert_eq!(again, heard, "the replay told other events");
        assert_eq!(chance, game.chance, "the replay asked chance for something else");
        assert_eq!(digest::<G>(rules, seed, decks(seed)), digest::<G>(rules, seed, decks(seed)), "two digests differ");
    });
}

/// A number for everything that anybody sees, hears or is asked in one random match. It is the same in every process and on
/// every machine; a test may keep it, or compare it with that of another process.
pub fn digest<G: CardGame>(rules: &G::Rules, seed: u64, decks: BySeat<Vec<DefId>>) -> u64 {
    let mut digest = Fnv(0xcbf2_9ce4_8422_2325);
    let mut heard: Vec<Told<Event>> = Vec::new();
    let mut game = Match::<G>::open(rules, decks, seed, &mut heard);
    loop {
        for audience in Audience::ALL {
            digest.add(&G::view(rules, game.table.position(), audience));
            heard.iter().for_each(|told| digest.add(told.to(audience)));
        }
        heard.clear();
        digest.add(&game.table.status());
        if game.table.decision().is_none() {
            return digest.0;
        }
        digest.add(&G::question(rules, game.table.position()));
        let faces = game.faces();
        digest.add(&faces);
        let pick = game.any_of(faces.len());
        game.answer(pick, &mut heard);
    }
}

/// Runs a test once more in a process of its own and compares what it computes there, usually some digests.
///
/// `test` is the full name of the calling test, as the test harness prints it.
pub fn same_in_another_process(test: &str, compute: impl FnOnce() -> u64) {
    const ASKED: &str = "PLAYMAT_DIGEST_ASKED";
    const ANSWER: &str = "digest of the other process:";
    let here = compute();
    if std::env::var_os(ASKED).is_some() {
        println!("\n{ANSWER} {here}");
        return;
    }
    let exe = std::env::current_exe().expect("a test knows its own program");
    let output = Command::new(exe).args(["--exact", test, "--nocapture", "--test-threads=1"]).env(ASKED, "1").output();
    let output = output.expect("a test can be run once more");
    let text = String::from_utf8_lossy(&output.stdout);
    let there = text.lines().find_map(|line| line.strip_prefix(ANSWER)).map(str::trim);
    assert_eq!(there, Some(here.to_string().as_str()), "another process computes something else in `{test}`:\n{text}");
}

/// FNV-1a over text: slow, simple, and fixed for ever.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, value: &impl fmt::Debug) {
        write!(self, "{value:?};").expect("hashing does not fail");
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
