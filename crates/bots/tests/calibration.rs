//! What bots imagine of a rival is like what rivals have: the mix of kinds, for ready decks and for random ones; always a legal deck.

use std::collections::BTreeMap;

use playmat_cards::{CardGame, DefId, Setup, Terms};
use playmat_catalog::{Library, Origin, Visitor, shipped_decks, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Seat, Silence, Table};

/// Games for each sort of deck.
const GAMES: u64 = 24;
/// Worlds for each question that is looked at.
const WORLDS: u64 = 6;
/// One question in so many.
const SAMPLED: u32 = 8;
/// By how much the share of a kind may be wrong, of all hidden cards, on average over many matches.
const TOLERANCE: f64 = 0.04;

/// How many hidden cards there were of each kind.
type Mix = BTreeMap<&'static str, u64>;

#[derive(Default)]
struct Found {
    real: Mix,
    imagined: Mix,
    openings: u64,
    illegal: Vec<String>,
    /// Imagined cards, and those of them that the rival really has.
    guessed: u64,
    right: u64,
}

#[derive(Clone)]
struct Calibrated;

impl Visitor for Calibrated {
    type Out = (&'static str, Found, Found);

    fn visit<G: CardGame>(self) -> Self::Out {
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        let set = library.rules(&Terms::default()).expect("the default terms are right");
        let rules: &G::Rules = &set.rules;
        let ready: Vec<Vec<DefId>> = shipped_decks(G::NAME)
            .iter()
            .map(|list| list.legal::<G>(rules).unwrap_or_else(|wrong| panic!("{wrong:?}")).cards().to_vec())
            .collect();
        let from_ready = |chance: &mut FastChance| ready[chance.one_of(ready.len() as u32) as usize].clone();
        let [mut one, mut two] = [Found::default(), Found::default()];
        for seed in 0..GAMES {
            let mut chance = FastChance::nth(seed, 31);
            play::<G>(rules, BySeat::from_fn(|_| from_ready(&mut chance)), seed, &mut one);
            play::<G>(rules, BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance)), seed, &mut two);
        }
        (G::NAME, one, two)
    }
}

/// Plays a random game, and compares what the asked seat cannot see with what it would imagine.
fn play<G: CardGame>(rules: &G::Rules, decks: BySeat<Vec<DefId>>, seed: u64, found: &mut Found) {
    let mut chance = FastChance::nth(seed, 32);
    let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
    let mut options = Options::new();
    let mut asked = 0;
    while let Some(decision) = table.decision() {
        if asked == 0 || chance.one_of(SAMPLED) == 0 {
            let rival = decision.seat.rival();
            let real = hidden::<G>(rules, table.position(), rival);
            for _ in 0..WORLDS {
                let world = G::imagine(rules, table.position(), decision.seat, &mut chance);
                let imagined = hidden::<G>(rules, &world, rival);
                count::<G>(rules, &real, &mut found.real);
                count::<G>(rules, &imagined, &mut found.imagined);
                found.guessed += imagined.len() as u64;
                let mut left = real.clone();
                for card in &imagined {
                    if let Some(place) = left.iter().position(|other| other == card) {
                        left.swap_remove(place);
                        found.right += 1;
                    }
                }
                // Nothing but hands and decks yet: the imagined deck is all there.
                if asked == 0 {
                    found.openings += 1;
                    found.illegal.extend(G::deck_faults(rules, &imagined).into_iter().map(|fault| fault.sentence));
                }
            }
        }
        asked += 1;
        table.options(rules, &mut options);
        let pick = chance.one_of(options.len() as u32) as usize;
        table.take(rules, options[pick], &mut chance, &mut Silence);
    }
}

/// The cards of a player's hand and deck.
fn hidden<G: CardGame>(rules: &G::Rules, position: &G::Position, seat: Seat) -> Vec<DefId> {
    let zones = ["hand", "deck"].into_iter().flat_map(|zone| G::inspect(rules, position, seat, zone));
    zones.filter_map(|card| card.def).collect()
}

fn count<G: CardGame>(rules: &G::Rules, cards: &[DefId], mix: &mut Mix) {
    for card in cards {
        *mix.entry(G::cards(rules)[card.0 as usize].kind).or_default() += 1;
    }
}

fn share(mix: &Mix, kind: &str) -> f64 {
    mix.get(kind).copied().unwrap_or(0) as f64 / mix.values().sum::<u64>().max(1) as f64
}

#[test]
fn imagined_rivals_are_like_real_ones() {
    for (game, ready, random) in visit_games(Calibrated) {
        for (decks, found) in [("ready", ready), ("random", random)] {
            let Found { real, imagined, openings, illegal, guessed, right } = found;
            for kind in real.keys().chain(imagined.keys()) {
                let [there, here] = [&real, &imagined].map(|mix| share(mix, kind));
                assert!(
                    (there - here).abs() <= TOLERANCE,
                    "{game}, {decks} decks: {kind} is {there:.2} of what is hidden, and {here:.2} of what is imagined"
                );
            }
            assert_eq!(illegal, [""; 0], "{game}, {decks} decks: of {openings} imagined openings");
            // Few seen cards tell which ready deck it is.
            let enough = if decks == "ready" { guessed * 2 / 3 } else { guessed / 3 };
            assert!(guessed > 10_000 && right > enough, "{game}, {decks} decks: {right} of {guessed} cards are right");
            assert!(openings > 100, "only {openings} openings were imagined");
        }
    }
}
