//! Imagined worlds come from what a seat knows, and from nothing else.

use std::ops::Range;

use playmat_cards::{CardGame, DefId};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Seat, Silence, Table};

use crate::Twins;
use crate::play::{Match, each_seed};

/// With the same chance, the real match and a [twin](Twins) of it that no `imagine` has made lead to the very same imagined worlds:
/// whatever of the real hands and decks would shine through differs between the two. At every question, for the seat that answers. How
/// many positions were looked at that differ.
pub fn imagines_the_same_for_twins<G: CardGame>(
    rules: &G::Rules,
    seeds: Range<u64>,
    decks: impl Fn(u64) -> BySeat<Vec<DefId>>,
) -> u64 {
    let mut looked = 0;
    each_seed("imagining for twins", seeds, |seed| {
        for seat in Seat::BOTH {
            let mut twins = Twins::<G>::open(rules, decks(seed), seat, seed);
            let mut luck = FastChance::nth(seed, 3);
            while let Some(decision) = twins.real().decision() {
                // Whoever answers thinks: what the other is about to declare is nobody's business then.
                if decision.seat == seat {
                    let same = FastChance::new(luck.bits());
                    let [here, there] =
                        [twins.real(), twins.other()].map(|table| G::imagine(rules, table.position(), seat, &mut same.clone()));
                    assert_eq!(here, there, "{seat:?} sees which world is the real one");
                    looked += u64::from(twins.differ());
                }
                let pick = luck.one_of(twins.options().len() as u32) as usize;
                twins.answer(pick);
            }
        }
    });
    looked
}

/// With the same chance, the real world and one that a seat cannot tell from it lead to the very same imagined worlds; so do the
/// options' identities. A bot that searches thousands of worlds would see a difference that no single view shows. Both seats
/// are asked, whoever is to answer. How many positions were looked at.
pub fn imagines_what_is_known<G: CardGame>(
    rules: &G::Rules,
    seeds: Range<u64>,
    decks: impl Fn(u64) -> BySeat<Vec<DefId>>,
) -> u64 {
    let mut looked = 0;
    each_seed("imagining", seeds, |seed| {
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut Silence);
        let mut luck = FastChance::nth(seed, 3);
        while let Some(decision) = game.table.decision() {
            let real = game.table.position();
            for seat in Seat::BOTH {
                let other = G::imagine(rules, real, seat, &mut luck);
                let same = FastChance::new(luck.bits());
                let [here, there] = [real, &other].map(|from| G::imagine(rules, from, seat, &mut same.clone()));
                assert_eq!(here, there, "{seat:?} sees which world is the real one");
                let audience = Audience::Player(seat);
                assert_eq!(G::view(rules, &here, audience), G::view(rules, real, audience), "{seat:?} would notice");
                looked += 1;
            }
            let imagined = G::imagine(rules, real, decision.seat, &mut luck);
            let imagined = Table::<G>::start(rules, imagined, &mut luck, &mut Silence);
            let identities = |table: &Table<G>| -> Vec<u64> {
                let mut options = playmat_kernel::Options::new();
                table.options(rules, &mut options);
                options.iter().map(|&choice| G::identity(rules, table.position(), choice)).collect()
            };
            assert_eq!(identities(&game.table), identities(&imagined), "an option is something else in another world");
            let pick = game.any_of(game.options().len());
            game.answer(pick, &mut Silence);
        }
    });
    looked
}
