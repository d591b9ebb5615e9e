//! The ready-made decks: they are legal, show all seven types, and none is much better than another.
//!
//! `cargo test --release -p playmat-strata balance -- --ignored --nocapture` plays the whole matrix.

use crate::common;

use playmat_bots::{Bot, Greedy, play};
use playmat_cards::prelude::*;
use playmat_cards::{DefId, Setup};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Outcome, Seat, Silence, Table};
use playmat_strata::Strata;
use playmat_strata::rules::Rules;
use std::collections::BTreeSet;

/// The most that a deck may score against another, at the upper end of the 95 % interval.
const MOST: f64 = 0.65;

#[test]
fn the_ready_made_decks_are_legal_and_of_two_types_and_show_all_seven() {
    let rules = common::rules(&[]);
    let mut shown = BTreeSet::new();
    for (name, deck) in decks(&rules) {
        assert_eq!(Strata::deck_faults(&rules, &deck), [], "{name}");
        assert_eq!(deck.len(), 50, "{name}");
        let types: BTreeSet<_> =
            deck.iter().map(|&def| rules.def(def)).filter(|def| !def.is_magic()).map(|def| def.kind).collect();
        assert_eq!(types.len(), 2, "{name}");
        shown.extend(types);
    }
    assert_eq!(shown.len(), 7);
}

#[test]
#[ignore = "plays 12,000 games: minutes"]
fn no_ready_made_deck_is_much_better_than_another() {
    let rules = common::rules(&[]);
    let decks = decks(&rules);
    let games = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let mut above = Vec::new();
    println!("score of the row against the column in {games} games, lower and upper end of the 95 % interval");
    for (at, (name, deck)) in decks.iter().enumerate() {
        for (other, rival) in &decks[at + 1..] {
            let series = series(&rules, [deck, rival], games);
            let (score, low, high) = series.interval();
            println!(
                "{name:18} {other:18} {score:.3} [{low:.3}, {high:.3}], {} draws, {:.1} turns",
                series.draws,
                series.turns as f64 / games as f64
            );
            if high > MOST || 1.0 - low > MOST {
                above.push(format!("{name} against {other}"));
            }
        }
    }
    assert!(above.is_empty(), "{above:?}");
}

/// What the first of two decks scored.
#[derive(Default)]
struct Series {
    games: u64,
    wins: u64,
    draws: u64,
    turns: u64,
}

impl Series {
    /// The score (wins and half the draws) with its 95 % interval, from the variance of single games.
    fn interval(&self) -> (f64, f64, f64) {
        let (games, wins, draws) = (self.games as f64, self.wins as f64, self.draws as f64);
        let score = (wins + draws / 2.0) / games;
        let variance = (wins + draws / 4.0) / games - score * score;
        let half = 1.96 * (variance / games).sqrt();
        (score, score - half, score + half)
    }
}

/// Greedy players on both sides; the decks change seats after every game.
fn series(rules: &Rules, decks: [&Vec<DefId>; 2], games: u64) -> Series {
    let mut series = Series::default();
    for game in 0..games {
        let seat = if game % 2 == 0 { Seat::One } else { Seat::Two };
        let mut chance = FastChance::nth(1, game);
        let setup =
            Setup { decks: BySeat::from_fn(|at| decks[usize::from(at != seat)].clone()), first: None, unshuffled: false };
        let mut table: Table<Strata> = Table::start(rules, Strata::open(rules, &setup), &mut chance, &mut Silence);
        let mut bots: BySeat<Box<dyn Bot<Strata>>> =
            BySeat::from_fn(|_| Box::new(Greedy::new(chance.bits())) as Box<dyn Bot<Strata>>);
        let tally = play(rules, &mut table, &mut chance, &mut bots);
        series.games += 1;
        series.turns += u64::from(Strata::turns(table.position()));
        match tally.outcome {
            Outcome::Won(winner) => series.wins += u64::from(winner == seat),
            Outcome::Draw => series.draws += 1,
        }
    }
    series
}

/// The ready-made decks by name.
fn decks(rules: &Rules) -> Vec<(String, Vec<DefId>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../decks/strata");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let cards = Strata::cards(rules);
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("deck ") && !line.starts_with("note:"));
        let deck = lines.flat_map(|line| {
            let (count, name) = line.strip_prefix("2 ").map_or((1, line), |name| (2, name));
            let def = cards.iter().position(|card| card.name == name).unwrap_or_else(|| panic!("{name}"));
            std::iter::repeat_n(DefId(def as u16), count)
        });
        (path.file_stem().unwrap().to_string_lossy().into_owned(), deck.collect())
    };
    paths.iter().map(read).collect()
}
