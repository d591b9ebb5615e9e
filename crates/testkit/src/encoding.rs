//! Encoders in two worlds, and encoders that peek, to show that the comparison notices it.

use std::ops::Range;

use playmat_cards::{CardGame, Encode};
use playmat_chance::FastChance;
use playmat_kernel::{Chance, Decision, Game, Options, Seat};

use crate::{Twins, random_decks};

/// What an encoder that peeks adds to the numbers of the honest one.
pub type Peek<G> = fn(&<G as Game>::Position, Seat) -> u64;

/// How many positions were compared with one in another world, and in how many of them the numbers were others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ToldApart {
    /// Compared.
    pub compared: u64,
    /// Different.
    pub different: u64,
}

impl ToldApart {
    fn add<G: CardGame + Encode>(
        &mut self,
        rules: &G::Rules,
        [one, two]: [&G::Position; 2],
        decision: Decision,
        peek: Option<Peek<G>>,
    ) {
        let numbers = |position: &G::Position| {
            let mut options = Options::new();
            G::options(rules, position, &mut options);
            let columns = G::LAYOUT.options.columns.len();
            let mut out = vec![0; G::LAYOUT.len() + options.len() * columns];
            let (observation, rows) = out.split_at_mut(G::LAYOUT.len());
            G::encode(rules, position, decision, observation);
            for (row, &choice) in rows.chunks_exact_mut(columns).zip(&options) {
                G::encode_option(rules, position, decision, choice, row);
            }
            (out, peek.map(|peek| peek(position, decision.seat)))
        };
        self.compared += 1;
        self.different += u64::from(numbers(one) != numbers(two));
    }
}

/// The questions of random games, each compared with that of an imagined world, and of a twin that no `imagine` has made.
pub fn told_apart<G: CardGame + Encode>(rules: &G::Rules, seeds: Range<u64>, peek: Option<Peek<G>>) -> [ToldApart; 2] {
    let decks = random_decks::<G>(rules);
    let (mut imagined, mut twinned) = (ToldApart::default(), ToldApart::default());
    for seed in seeds {
        let seat = Seat::BOTH[seed as usize % 2];
        let mut twins = Twins::<G>::open(rules, decks(seed), seat, seed);
        let mut chance = FastChance::nth(seed, 23);
        while let Some(decision) = twins.real().decision() {
            let real = twins.real().position();
            let world = G::imagine(rules, real, decision.seat, &mut chance);
            if world != *real {
                imagined.add::<G>(rules, [real, &world], decision, peek);
            }
            if decision.seat == seat && twins.differ() {
                twinned.add::<G>(rules, [real, twins.other().position()], decision, peek);
            }
            twins.answer(chance.one_of(twins.options().len() as u32) as usize);
        }
    }
    [imagined, twinned]
}

/// Tests that encoders that peek are noticed: at the rival's hand, at hand and deck, at the order of the own deck, and at everything; and that the
/// honest one is not, in a million positions of either kind with `PLAYMAT_LONG=1`. It takes the game, the module of its state, and an expression
/// for its rules.
#[macro_export]
macro_rules! peeking_encoders {
    ($game:ty, $state:ident, $rules:expr) => {
        #[test]
        fn encoders_that_peek_are_noticed() {
            use playmat_kernel::{Game, Seat};
            use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

            type Position = <$game as Game>::Position;
            fn pile(position: &Position, seat: Seat, zone: $state::Zone) -> u64 {
                let cards = position.pile(seat, zone).iter().map(|&card| u64::from(position.def_id(card).0));
                cards.fold(1, |hash, card| (hash ^ card).wrapping_mul(0x0000_0100_0000_01b3))
            }
            let peeks: [(&str, $crate::Peek<$game>); 4] = [
                ("the rival's hand", |position, seat| pile(position, seat.rival(), $state::Zone::Hand)),
                ("the rival's hand and deck", |position, seat| {
                    let [hand, deck] = [$state::Zone::Hand, $state::Zone::Deck].map(|zone| pile(position, seat.rival(), zone));
                    hand.wrapping_mul(31).wrapping_add(deck)
                }),
                ("the order of the own deck", |position, seat| pile(position, seat, $state::Zone::Deck)),
                ("everything", |position, _| BuildHasherDefault::<DefaultHasher>::default().hash_one(position)),
            ];
            let rules = $rules;
            let wanted = if $crate::times() > 1 { 1_000_000 } else { 21 };
            let (mut seed, mut compared) = (0, [0; 2]);
            while compared.into_iter().min() < Some(wanted) {
                for (compared, found) in compared.iter_mut().zip($crate::told_apart::<$game>(&rules, seed..seed + 4, None)) {
                    assert_eq!(found.different, 0, "the honest encoder from seed {seed} on: {found:?}");
                    *compared += found.compared;
                }
                seed += 4;
            }
            println!("{compared:?} positions compared with those of imagined worlds and of twins, in {seed} matches");
            for (what, peek) in peeks {
                for found in $crate::told_apart::<$game>(&rules, 0..4, Some(peek)) {
                    assert!(found.different * 4 > found.compared, "an encoder that peeks at {what}: {found:?}");
                }
            }
        }
    };
}
