//! Who was going to win, by an estimate.

use playmat_cards::CardGame;
use playmat_catalog::{Visitor, visit_games};
use playmat_kernel::{Entry, Outcome, Seat};
use playmat_replay::{forecast, walk};
use playmat_wire::replays::ForecastPoint;

use crate::common::{random_match, shipped};

/// What must hold for the forecast of any match.
fn holds<G: CardGame>(seed: u64) {
    let rules = shipped::<G>();
    let record = random_match(&rules, seed);
    let told = forecast(&rules, &record);
    assert_eq!(forecast(&rules, &record), told, "the same record leads to the same forecast");

    let end = walk::<G>(&rules.rules, &record, record.entries.len(), |_, _| {}).ok().and_then(|end| end.table.outcome());
    let percent = match end {
        Some(Outcome::Won(Seat::One)) => 100,
        Some(Outcome::Won(Seat::Two)) => 0,
        Some(Outcome::Draw) => 50,
        None => panic!("a random match ends"),
    };
    let last = told.points.last().expect("there is the end at least");
    assert_eq!((last.at as usize, last.percent), (record.entries.len(), percent));
    assert!(told.points.len() <= 41, "the work is bounded");
    assert!(told.points.is_sorted_by(|one, two| one.at < two.at && one.turn <= two.turn), "in the order of the match");
    if let Some(turning) = &told.turning {
        let inside = |span: &[ForecastPoint]| (span[0].at..span[1].at).contains(&turning.at);
        let span = told.points.windows(2).find(|span| inside(span)).expect("it lies between two points");
        let rose = i32::from(span[1].percent) - i32::from(span[0].percent);
        assert!(if percent == 100 { rose > 0 } else { rose < 0 }, "it was good for who won");
        assert!(!turning.words.is_empty());
    }

    // While a match runs there is nothing to tell.
    let mut running = record.clone();
    running.entries.truncate(record.entries.len() / 2);
    assert_eq!(forecast(&rules, &running).points, []);

    // Who gives up has not turned the match by it.
    running.entries.push(Entry::Concede(Seat::One));
    let given_up = forecast(&rules, &running);
    let before = given_up.points.iter().rev().nth(1).map_or(0, |point| point.at);
    assert!(given_up.turning.is_none_or(|turning| turning.at < before));
}

#[derive(Clone, Copy)]
struct Forecasts;

impl Visitor for Forecasts {
    type Out = ();

    fn visit<G: CardGame>(self) {
        for seed in [3, 4] {
            holds::<G>(seed);
        }
    }
}

#[test]
fn a_forecast_ends_with_the_result_and_names_the_move_that_turned_it() {
    visit_games(Forecasts);
}
