//! In every game and edition: what a bot picks is the same in the real match and in another one that its seat cannot tell from it. The
//! other one is a [twin](Twins), made by the rules alone: a world that the game itself had imagined would hide a cheat of its own.

use std::panic::catch_unwind;

use playmat_bots::{BotSpec, Observation};
use playmat_cards::{CardGame, Terms};
use playmat_catalog::{Library, Origin, Visitor, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Options, Seat};
use playmat_testkit::{Mutant, RealTable, Twins, random_decks};

/// Games for each edition and seat.
const GAMES: u64 = 3;
/// The bots that think. The search has a small budget: peeking once would be enough to differ.
const BOTS: [&str; 3] = ["random", "greedy", "ismcts:24"];

#[derive(Clone)]
struct Honest;

impl Visitor for Honest {
    type Out = u32;

    fn visit<G: CardGame>(self) -> u32 {
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        let mut asked = 0;
        for edition in G::editions() {
            let terms = Terms { edition: Some((*edition).to_owned()), rulings: Vec::new() };
            let set = library.rules(&terms).expect("an edition is right");
            for seed in 0..GAMES {
                for seat in Seat::BOTH {
                    asked += bots_see_only_their_side::<G>(&set.rules, edition, seat, seed, &BOTS);
                }
            }
        }
        asked
    }
}

/// The same check with bots that take the real table for every imagined world: it must fail.
#[derive(Clone)]
struct Cheating;

impl Visitor for Cheating {
    type Out = (&'static str, Option<String>);

    /// What the check says of a search on the real table; nothing if it does not notice.
    fn visit<G: CardGame>(self) -> Self::Out {
        let noticed = catch_unwind(|| {
            let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
            let set = library.rules(&Terms::default()).expect("the default terms are right");
            for seed in 0..GAMES {
                bots_see_only_their_side::<Mutant<RealTable<G>>>(&set.rules, "", Seat::One, seed, &["ismcts:24"]);
            }
        });
        (G::NAME, noticed.err().and_then(|cause| cause.downcast_ref::<String>().cloned()))
    }
}

/// Plays one game beside its twin. How many questions were asked that leave something to choose while the two differ.
fn bots_see_only_their_side<G: CardGame>(rules: &G::Rules, edition: &str, seat: Seat, seed: u64, bots: &[&str]) -> u32 {
    let mut twins = Twins::<G>::open(rules, random_decks::<G>(rules)(seed), seat, seed);
    let mut chance = FastChance::nth(seed, 9);
    let (mut elsewhere, mut asked) = (Options::new(), 0);
    while let Some(decision) = twins.real().decision() {
        let options = twins.options();
        if decision.seat == seat {
            twins.other().options(rules, &mut elsewhere);
            let here = Observation::of(rules, twins.real(), &options).expect("somebody is asked");
            let there = Observation::of(rules, twins.other(), &elsewhere).expect("somebody is asked in the other match too");
            let place = format!("{} {edition}, {seat:?}, seed {seed}, {:?}", G::NAME, here.question());
            assert_eq!(here.view(), there.view(), "{place}");
            assert_eq!(here.faces(), there.faces(), "{place}");
            assert_eq!(here.identities(), there.identities(), "{place}");
            assert_eq!(here.clinching(), there.clinching(), "{place}");
            if options.len() > 1 && twins.differ() {
                asked += 1;
                for name in bots {
                    let bot: BotSpec = name.parse().expect("the bot exists");
                    assert_eq!(
                        bot.pick(&here, seed, || None),
                        bot.pick(&there, seed, || None),
                        "{name} sees through cards: {place}"
                    );
                }
            }
        }
        twins.answer(chance.one_of(options.len() as u32) as usize);
    }
    asked
}

#[test]
fn a_search_on_the_real_table_is_noticed() {
    for (game, message) in visit_games(Cheating) {
        let message = message.unwrap_or_else(|| panic!("{game}: a search on the real table is not noticed"));
        assert!(message.contains("ismcts:24 sees through cards"), "{message}");
    }
}

#[test]
fn bots_do_not_see_through_cards() {
    let asked: u32 = visit_games(Honest).into_iter().sum();
    assert!(asked > 400, "only {asked} questions");
}
