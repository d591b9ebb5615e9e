//! Skirmish is the art to know when to stop. The rival is done, and stopping wins: what the searching bot does then.

use playmat_bots::{BotSpec, Observation};
use playmat_cards::prelude::*;
use playmat_cards::{Setup, Terms};
use playmat_catalog::{Library, Origin};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Outcome, Silence, Table};
use playmat_skirmish::{Choice, Skirmish, rules::Rules};

/// How many worlds the bot tries for an answer: few, so that what it does not see by itself shows.
const BUDGET: &str = "ismcts:200";
/// Random games in which such positions are looked for.
const GAMES: u64 = 24;

/// What stopping wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prize {
    Match,
    Skirmish,
}

fn rules() -> std::sync::Arc<Rules> {
    let library = Library::<Skirmish>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
    library.rules(&Terms::default()).expect("the default terms are right").rules.clone()
}

/// Calls back at every question of random games at which the rival is done, stopping wins, and something else could be done.
fn where_stopping_wins(rules: &Rules, mut at: impl FnMut(&Table<Skirmish>, &Options<Choice>, usize, Prize, u64)) {
    for seed in 0..GAMES {
        let mut chance = FastChance::nth(seed, 77);
        let decks = BySeat::from_fn(|_| Skirmish::random_deck(rules, None, &mut chance));
        let position = Skirmish::open(rules, &Setup { decks, first: None, unshuffled: false });
        let mut table = Table::<Skirmish>::start(rules, position, &mut chance, &mut Silence);
        let mut options = Options::new();
        while let Some(decision) = table.decision() {
            table.options(rules, &mut options);
            let (seat, rival) = (decision.seat, decision.seat.rival());
            let done = options.iter().position(|&choice| choice == Choice::Done);
            if let Some(stop) = done.filter(|_| table.position().done[rival] && options.len() > 1) {
                let mut after = table.clone();
                after.take(rules, Choice::Done, &mut chance.clone(), &mut Silence);
                let won = |who| after.position().wins[who] > table.position().wins[who];
                match after.outcome() {
                    Some(Outcome::Won(winner)) if winner == seat => at(&table, &options, stop, Prize::Match, seed),
                    None if won(seat) && !won(rival) => at(&table, &options, stop, Prize::Skirmish, seed),
                    _ => {}
                }
            }
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(rules, options[pick], &mut chance, &mut Silence);
        }
    }
}

/// SK Match: two wins end the match. Who can have it by stopping stops; who can have the skirmish stops as well, for the cards in hand are
/// all there is for the next one. When ends of matches were not backed up as certain and nothing said that stopping clinches a skirmish,
/// it went on in 133 of 140 positions that stopping wins the match in, and in 99 of 272 for a skirmish (60 games).
#[test]
fn who_wins_by_stopping_stops() {
    let rules = rules();
    let bot: BotSpec = BUDGET.parse().expect("the bot exists");
    let (mut cases, mut went_on) = ([0, 0], [Vec::new(), Vec::new()]);
    where_stopping_wins(&rules, |table, options, stop, prize, seed| {
        let observation = Observation::of(&*rules, table, options).expect("somebody is asked");
        let pick = bot.pick(&observation, seed, || None);
        cases[prize as usize] += 1;
        if pick != stop {
            went_on[prize as usize].push((seed, observation.faces()[pick].words.clone()));
        }
    });
    assert!(cases[0] >= 20 && cases[1] >= 20, "only {cases:?} cases were found");
    assert_eq!(went_on[0], [], "the match would have been won by stopping");
    assert_eq!(went_on[1], [], "the skirmish would have been won by stopping");
}
