//! Bots are honest, repeatable, and greedy is worth something. Tried on the toy game of the testkit.

use std::time::Duration;

use playmat_bots::{BOTS, Bot, BotSpec, Budget, Greedy, Ismcts, Observation, Random, bot, play, play_random};
use playmat_cards::Setup;
use playmat_cards::prelude::*;
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Outcome, Seat, Silence, Table};
use playmat_testkit::toy::{Toy, ToyRules};
use playmat_testkit::{Twins, random_decks};

type Game = Toy<0>;

fn opening(rules: &ToyRules, seed: u64) -> (Table<Game>, FastChance) {
    let mut chance = FastChance::new(seed);
    let decks = BySeat::from_fn(|_| Game::random_deck(rules, None, &mut chance));
    let position = Game::open(rules, &Setup { decks, first: None, unshuffled: false });
    let table = Table::start(rules, position, &mut chance, &mut Silence);
    (table, chance)
}

#[test]
fn greedy_beats_random_from_both_seats() {
    let rules = ToyRules::new();
    for seat in Seat::BOTH {
        let mut won = 0;
        for seed in 0..40 {
            let (mut table, mut chance) = opening(&rules, seed);
            let mut bots: BySeat<Box<dyn Bot<Game>>> =
                BySeat::from_fn(|_| Box::new(Random::new(seed + 1000)) as Box<dyn Bot<Game>>);
            bots[seat] = Box::new(Greedy::new(seed));
            let tally = play(&rules, &mut table, &mut chance, &mut bots);
            won += u32::from(tally.outcome == Outcome::Won(seat));
        }
        assert!(won >= 28, "greedy in seat {seat:?} won only {won} of 40");
    }
}

/// What a bot picks is the same in the real match and in another one that its seat cannot tell from it.
#[test]
fn bots_do_not_see_through_cards() {
    let rules = ToyRules::new();
    let mut asked = 0;
    for seed in 0..6 {
        for seat in Seat::BOTH {
            let mut twins = Twins::<Game>::open(&rules, random_decks::<Game>(&rules)(seed), seat, seed);
            let mut chance = FastChance::new(seed);
            let mut elsewhere = Options::new();
            while let Some(decision) = twins.real().decision() {
                let options = twins.options();
                if decision.seat == seat {
                    twins.other().options(&rules, &mut elsewhere);
                    let here = Observation::of(&rules, twins.real(), &options).expect("somebody is asked");
                    let there = Observation::of(&rules, twins.other(), &elsewhere).expect("somebody is asked there too");
                    assert_eq!(here.view(), there.view());
                    for name in ["random", "greedy", "ismcts:40"] {
                        let pick = |observation| bot::<Game>(name, seed).expect("the bot exists").pick(observation);
                        assert_eq!(pick(&here), pick(&there), "{name}, seed {seed}, {:?}", here.question());
                    }
                    asked += u32::from(options.len() > 1 && twins.differ());
                }
                twins.answer(chance.one_of(options.len() as u32) as usize);
            }
        }
    }
    assert!(asked > 100, "only {asked} questions");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let rules = ToyRules::new();
    for seed in 0..20 {
        let play_once = || {
            let (mut table, mut chance) = opening(&rules, seed);
            let tally = play_random(&rules, &mut table, &mut chance, &mut Options::new(), &mut Silence);
            (tally, table)
        };
        assert_eq!(play_once(), play_once());
        let greedy_once = || {
            let (mut table, mut chance) = opening(&rules, seed);
            let mut bots: BySeat<Box<dyn Bot<Game>>> =
                BySeat::from_fn(|seat| bot("greedy", seed + u64::from(seat.bit())).expect("it exists"));
            (play(&rules, &mut table, &mut chance, &mut bots), table)
        };
        assert_eq!(greedy_once(), greedy_once());
    }
}

#[test]
fn only_bots_have_names_of_bots() {
    assert!(bot::<Game>("human", 0).is_none());
}

#[test]
fn every_name_is_a_bot() {
    assert!(BOTS.iter().all(|name| bot::<Game>(name, 0).is_some()));
}

/// The first question of a game that leaves something to choose.
fn question(rules: &ToyRules, seed: u64, check: impl FnOnce(&Observation<'_, Game>)) {
    let (mut table, mut chance) = opening(rules, seed);
    let mut options = Options::new();
    loop {
        table.options(rules, &mut options);
        if options.len() > 1 {
            break;
        }
        table.take(rules, options[0], &mut chance, &mut Silence);
    }
    check(&Observation::of(rules, &table, &options).expect("somebody is asked"));
}

#[test]
fn a_search_depends_on_seed_and_threads_alone() {
    let rules = ToyRules::new();
    for seed in 0..10 {
        question(&rules, seed, |observation| {
            for threads in [1, 2, 3] {
                let pick = || Ismcts::new(seed, Budget::iterations(300)).threads(threads).pick(observation);
                assert_eq!(pick(), pick(), "seed {seed}, {threads} threads");
            }
        });
    }
}

/// A search that is given time ends when it is over, and has an answer however short it is: without any it looks at the clock before it has
/// imagined many worlds. Nothing but the clock would end it.
#[test]
fn a_search_keeps_its_time() {
    let rules = ToyRules::new();
    question(&rules, 1, |observation| {
        for millis in [0, 30] {
            let mut search = Ismcts::new(1, Budget::time(Duration::from_millis(millis))).threads(2);
            assert!(search.pick(observation) < observation.count());
            assert!(millis > 0 || (2..=2 * 16).contains(&search.worlds()), "{} worlds", search.worlds());
        }
    });
}

#[test]
fn a_search_beats_random() {
    let rules = ToyRules::new();
    let mut won = 0;
    for seed in 0..20 {
        let (mut table, mut chance) = opening(&rules, seed);
        let seat = Seat::from_bit(seed as u8);
        let mut bots: BySeat<Box<dyn Bot<Game>>> = BySeat::from_fn(|_| BotSpec::Random.bot(seed + 1000, || None));
        bots[seat] = Box::new(Ismcts::new(seed, Budget::iterations(100)));
        won += u32::from(play(&rules, &mut table, &mut chance, &mut bots).outcome == Outcome::Won(seat));
    }
    assert!(won >= 15, "the search won only {won} of 20");
}
