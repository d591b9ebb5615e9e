//! What happens at once is told in the order of SK Fine print; a scenario cannot see it, for graveyards have no order there.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Event, Setup};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Heard, Options, Seat, Table, Told};
use playmat_skirmish::Skirmish;

/// Several deaths at once: the turn player's from terrain 0 to 4, then the rival's. Control: from terrain 0 to 4. Conquer: player
/// 1's units, then player 2's.
#[test]
fn what_happens_at_once_is_told_in_order() {
    let rules = common::rules(&[]);
    let (mut many, mut both, mut conquered) = (0, 0, 0);
    for seed in 0..1500 {
        let mut chance = FastChance::new(seed);
        let decks = BySeat::from_fn(|_| Skirmish::random_deck(&rules, None, &mut chance));
        let setup = Setup { decks, first: None, unshuffled: false };
        let mut log: Vec<Told<Event>> = Vec::new();
        let mut table = Table::<Skirmish>::start(&rules, Skirmish::open(&rules, &setup), &mut chance, &mut log);
        let mut options = Options::new();
        let mut turn = Seat::One;
        while table.outcome().is_none() {
            table.options(&rules, &mut options);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(&rules, options[pick], &mut chance, &mut log);
            let events: Vec<Event> = log.drain(..).filter_map(|told| heard(&told)).collect();
            for run in events.chunk_by(|one, two| one.what == two.what) {
                let seats = run.iter().map(|event| event.seat);
                match run[0].what {
                    "turn" => turn = run[run.len() - 1].seat.expect("a turn is somebody's"),
                    "died" => {
                        let order: Vec<_> = run.iter().map(|event| (event.seat != Some(turn), event.number)).collect();
                        assert!(order.is_sorted(), "{order:?}");
                        many += u32::from(run.len() > 1);
                        both += u32::from(run.iter().any(|event| event.seat != run[0].seat));
                    }
                    "controlled" => assert!(run.iter().map(|event| event.number).is_sorted()),
                    // The draws before the next skirmish come after the clean-up.
                    "drawn" if run[0].cause.is_some() && events.iter().any(|event| event.what == "controlled") => {
                        assert!(seats.map(|seat| seat.map(Seat::bit)).is_sorted());
                        conquered += u32::from(run.iter().any(|event| event.seat != run[0].seat));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(many > 30 && both > 15 && conquered > 5, "{many} {both} {conquered}");
}

fn heard(told: &Told<Event>) -> Option<Event> {
    match told.to(Audience::Public) {
        Heard::Known(event) | Heard::Veiled(event) => Some(event.clone()),
        Heard::Unheard => None,
    }
}
