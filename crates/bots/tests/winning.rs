//! A search that finds a proven win takes it, whatever judges its worlds: here a network that has learned nothing.

use std::sync::Arc;

use playmat_bots::{BotSpec, Observation};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, ModelOrigin, Origin, Visitor, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Outcome, Silence, Table};
use playmat_network::Model;
use playmat_testkit::networks::{SMALL, weight_file};

const GAMES: u64 = 60;
const BOTS: [&str; 2] = ["ismcts:200", "master:200"];
/// An option wins for certain that ends the match at once in so many worlds.
const WORLDS: usize = 24;

#[derive(Clone)]
struct Wins;

impl Visitor for Wins {
    type Out = (u32, Vec<String>);

    /// How often somebody could win at once, and where the search did something else.
    fn visit<G: CardGame>(self) -> Self::Out {
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        let file = weight_file::<G>(&SMALL, 1).expect("the game has numbers");
        let set = library.with_models(ModelOrigin::Bytes(file)).rules(&Terms::default()).expect("the default terms are right");
        let rules: &G::Rules = &set.rules;
        let (mut found, mut missed) = (0, Vec::new());
        for seed in 0..GAMES {
            let mut chance = FastChance::nth(seed, 11);
            let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
            let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
            let mut options = Options::new();
            while table.decision().is_some() {
                table.options(rules, &mut options);
                let observation = Observation::of(rules, &table, &options).expect("somebody is asked");
                let wins: Vec<usize> =
                    (0..options.len()).filter(|&option| wins_for_certain(&observation, option, seed)).collect();
                if !wins.is_empty() && wins.len() < options.len() {
                    found += 1;
                    for name in BOTS {
                        let bot: BotSpec = name.parse().expect("the bot exists");
                        let pick = bot.pick(&observation, seed, || set.model().ok());
                        if !wins.contains(&pick) && !wins_by_and_by(&observation, pick, bot, seed, set.model().ok()) {
                            let [taken, better] = [pick, wins[0]].map(|place| observation.faces()[place].words.clone());
                            missed.push(format!("{}, {name}, seed {seed}: `{taken}` instead of `{better}`", G::NAME));
                        }
                    }
                }
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(rules, options[pick], &mut chance, &mut Silence);
            }
        }
        (found, missed)
    }
}

fn wins_for_certain<G: CardGame>(observation: &Observation<'_, G>, option: usize, seed: u64) -> bool {
    let mut chance = FastChance::nth(seed, 12);
    (0..WORLDS).all(|_| {
        let mut world = observation.imagine(&mut chance);
        let mut options = Options::new();
        world.options(observation.rules(), &mut options);
        world.take(observation.rules(), options[option], &mut chance, &mut Silence);
        world.outcome() == Some(Outcome::Won(observation.seat()))
    })
}

/// Whether the bot, left to itself, wins after this option without the rival having anything to say: a phase later, for example.
fn wins_by_and_by<G: CardGame>(
    observation: &Observation<'_, G>,
    pick: usize,
    bot: BotSpec,
    seed: u64,
    model: Option<&Arc<Model<G>>>,
) -> bool {
    let (rules, seat) = (observation.rules(), observation.seat());
    let mut chance = FastChance::nth(seed, 13);
    (0..WORLDS / 3).all(|_| {
        let mut world = observation.imagine(&mut chance);
        let mut options = Options::new();
        let mut next = pick;
        loop {
            world.options(rules, &mut options);
            world.take(rules, options[next], &mut chance, &mut Silence);
            world.options(rules, &mut options);
            next = match Observation::of(rules, &world, &options) {
                None => return world.outcome() == Some(Outcome::Won(seat)),
                Some(_) if options.len() == 1 => 0,
                Some(asked) if asked.seat() == seat => bot.pick(&asked, seed, || model),
                Some(_) => return false,
            };
        }
    })
}

#[test]
fn a_proven_win_is_taken() {
    for (found, missed) in visit_games(Wins) {
        assert!(found >= 10, "only {found} questions with a win at hand");
        assert_eq!(missed, [""; 0], "of {found}");
    }
}
