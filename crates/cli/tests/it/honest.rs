//! In every game and edition: what a bot picks is the same in the real world and in others that its seat cannot tell from it.

use playmat_bots::{BotSpec, Eyes};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, Visitor, visit_all};
use playmat_chance::Swift;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};

/// Games for each edition; all of them together ask thousands of questions.
const GAMES: u64 = 12;
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
            let set = library
                .rules(&Terms { edition: Some((*edition).to_owned()), rulings: Vec::new() })
                .expect("an edition is right");
            asked += (0..GAMES).map(|seed| bots_see_only_their_side::<G>(&set.rules, edition, seed)).sum::<u32>();
        }
        asked
    }
}

/// Plays one game; everything that the asked seat does not know is drawn anew before every question. How many were asked.
fn bots_see_only_their_side<G: CardGame>(rules: &G::Rules, edition: &str, seed: u64) -> u32 {
    let mut chance = Swift::new(seed);
    let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
    let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
    let (mut options, mut elsewhere) = (Options::new(), Options::new());
    let (mut anew, mut asked) = (Swift::new(!seed), 0);
    while let Some(decision) = table.decision() {
        table.options(rules, &mut options);
        let imagined = G::imagine(rules, table.position(), decision.seat, &mut anew);
        let other = Table::<G>::start(rules, imagined, &mut chance.clone(), &mut Silence);
        other.options(rules, &mut elsewhere);
        let here = Eyes::of(rules, &table, &options).expect("somebody is asked");
        let there = Eyes::of(rules, &other, &elsewhere).expect("somebody is asked in the imagined world too");
        let place = format!("{} {edition}, seed {seed}, {:?}", G::NAME, here.question());
        assert_eq!(here.view(), there.view(), "{place}");
        assert_eq!(here.faces(), there.faces(), "{place}");
        assert_eq!(here.identities(), there.identities(), "{place}");
        if options.len() > 1 {
            asked += 1;
            for name in BOTS {
                let bot: BotSpec = name.parse().expect("the bot exists");
                assert_eq!(bot.pick(&here, seed), bot.pick(&there, seed), "{name}, {place}");
            }
        }
        let pick = chance.one_of(options.len() as u32) as usize;
        table.take(rules, options[pick], &mut chance, &mut Silence);
    }
    asked
}

#[test]
fn bots_do_not_see_through_cards() {
    let asked: u32 = visit_all(Honest).into_iter().sum();
    assert!(asked > 2000, "only {asked} questions");
}
