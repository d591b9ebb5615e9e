//! Many matches in many worlds: nothing is told before it is kept, the numbers that a viewer hears have no gap, a room that is made
//! again is the same room, and nothing is lost.

use std::time::Duration;

use playmat_testkit::seed;

use crate::sim::{Plan, Planted, Tally, World};

/// Several tables, until everything that can go wrong has.
const PLAN: Plan = Plan { tables: 4, matches: 2, trouble: Duration::from_secs(600), planted: None };

fn worlds(name: &str, usual: u64, long: u64) -> impl Iterator<Item = u64> {
    let (first, count) = (seed(name), if std::env::var_os("PLAYMAT_LONG").is_some() { long } else { usual });
    (0..count).map(move |at| first.wrapping_add(at))
}

#[test]
fn nothing_is_told_before_it_is_kept_and_nothing_is_lost() {
    let mut all = Tally::default();
    for seed in worlds("worlds of rooms", 25, 4000) {
        let tally = World::new(seed, PLAN).run().unwrap_or_else(|broken| panic!("world {seed}: {broken}"));
        all += tally;
    }
    println!("{all:?}");
    // Everything that is meant to go wrong did.
    let Tally { refused_appends, unknown_appends, crashes, crashes_in_append, cuts, stalls, finished, compared, .. } = all;
    let happened = [refused_appends, unknown_appends, crashes, crashes_in_append, cuts, stalls, finished as u64, compared];
    assert!(happened.iter().all(|&count| count >= 5), "{all:?}");
}

/// The laws are looked at closely enough to notice a server that says that something is kept when it is not.
#[test]
fn a_log_that_acknowledges_too_early_is_noticed() {
    for seed in worlds("worlds that tell too early", 5, 50) {
        let plan = Plan { planted: Some(Planted::TellBeforeAppend), ..PLAN };
        let broken = World::new(seed, plan).run().expect_err("nobody noticed");
        assert!(broken.contains("the log"), "{broken}");
    }
}

/// And they notice a message that is lost on its way.
#[test]
fn a_lost_message_is_noticed() {
    for seed in worlds("worlds that lose messages", 5, 50) {
        let plan = Plan { planted: Some(Planted::LostMessages), ..PLAN };
        let broken = World::new(seed, plan).run().expect_err("nobody noticed");
        assert!(broken.contains("gap"), "{broken}");
    }
}

#[test]
fn a_world_follows_from_its_seed() {
    let seed = seed("the same world twice");
    let [one, two] = [(); 2].map(|()| World::new(seed, PLAN).run().expect("no law is broken"));
    assert_eq!(one, two);
    assert_ne!(World::new(seed + 1, PLAN).run().expect("no law is broken").digest, one.digest);
}
