//! In every game and edition: what a bot picks is the same in the real world and in one that its seat cannot tell from it.

use playmat_bots::{BOTS, Eyes, bot};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, Visitor, visit_all};
use playmat_chance::Swift;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};

#[derive(Clone)]
struct Honest;

impl Visitor for Honest {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        for edition in G::editions() {
            let set = library
                .rules(&Terms { edition: Some((*edition).to_owned()), rulings: Vec::new() })
                .expect("an edition is right");
            (0..6).for_each(|seed| bots_see_only_their_side::<G>(&set.rules, edition, seed));
        }
    }
}

fn bots_see_only_their_side<G: CardGame>(rules: &G::Rules, edition: &str, seed: u64) {
    let mut chance = Swift::new(seed);
    let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
    let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
    let (mut options, mut elsewhere) = (Options::new(), Options::new());
    while let Some(decision) = table.decision() {
        table.options(rules, &mut options);
        let imagined = G::imagine(rules, table.position(), decision.seat, &mut Swift::new(!seed));
        let other = Table::<G>::start(rules, imagined, &mut chance.clone(), &mut Silence);
        other.options(rules, &mut elsewhere);
        let here = Eyes::of(rules, &table, &options).expect("somebody is asked");
        let there = Eyes::of(rules, &other, &elsewhere).expect("somebody is asked in the imagined world too");
        let place = format!("{} {edition}, seed {seed}, {:?}", G::NAME, here.question());
        assert_eq!(here.view(), there.view(), "{place}");
        assert_eq!(here.faces(), there.faces(), "{place}");
        for name in BOTS {
            let pick = |eyes| bot::<G>(name, seed).expect("the bot exists").pick(eyes);
            assert_eq!(pick(&here), pick(&there), "{name}, {place}");
        }
        let pick = chance.one_of(options.len() as u32) as usize;
        table.take(rules, options[pick], &mut chance, &mut Silence);
    }
}

#[test]
fn bots_do_not_see_through_cards() {
    visit_all(Honest);
}
