//! Bots are honest, repeatable, and greedy is worth something. Tried on the toy game of the testkit.

use playmat_bots::{BOTS, Bot, Eyes, Greedy, Random, bot, play, play_random};
use playmat_cards::{CardGame, Setup};
use playmat_chance::Swift;
use playmat_kernel::{BySeat, Chance, Options, Outcome, Seat, Silence, Table};
use playmat_testkit::toy::{Toy, ToyRules};

type Game = Toy<0>;

fn opening(rules: &ToyRules, seed: u64) -> (Table<Game>, Swift) {
    let mut chance = Swift::new(seed);
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

/// What a bot picks is the same in the real world and in one that its seat cannot tell from it.
#[test]
fn bots_do_not_see_through_cards() {
    let rules = ToyRules::new();
    let mut asked = 0;
    for seed in 0..30 {
        let (mut table, mut chance) = opening(&rules, seed);
        let (mut options, mut elsewhere) = (Options::new(), Options::new());
        while let Some(decision) = table.decision() {
            table.options(&rules, &mut options);
            let imagined = Game::imagine(&rules, table.position(), decision.seat, &mut Swift::new(seed ^ 77));
            let other = Table::<Game>::start(&rules, imagined, &mut chance.clone(), &mut Silence);
            other.options(&rules, &mut elsewhere);
            let here = Eyes::of(&rules, &table, &options).expect("somebody is asked");
            let there = Eyes::of(&rules, &other, &elsewhere).expect("somebody is asked there too");
            assert_eq!(here.view(), there.view());
            for name in BOTS {
                let pick = |eyes| bot::<Game>(name, seed).expect("the bot exists").pick(eyes);
                assert_eq!(pick(&here), pick(&there), "{name}, seed {seed}, {:?}", here.question());
            }
            asked += u32::from(options.len() > 1);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(&rules, options[pick], &mut chance, &mut Silence);
        }
    }
    assert!(asked > 200, "only {asked} questions");
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
