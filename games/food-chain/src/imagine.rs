//! A world that a seat cannot tell from the real one.

use playmat_cards::{CardRef, DefId};
use playmat_kernel::{Chance, Seat, shuffle};

use crate::rules::Rules;
use crate::state::{MOST_CARDS, Position, Zone, zone};
use crate::words::{CATEGORIES, Kind};

/// Draws everything anew that the seat does not know: the order of its own deck, and which cards the rival holds, has set and
/// has left. What is drawn fits what was seen: the category of the rival's deck, no card twice, traps where traps are set.
pub fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
    let mut world = *pos;
    let rival = seat.rival();
    shuffle(world.shelf.order_mut(zone(seat, Zone::Deck)), chance);

    let mut seen = vec![false; rules.defs.len()];
    let mut category = None;
    let mut unknown: Vec<(Zone, CardRef)> = Vec::new();
    for which in [Zone::Exile, Zone::Carrion, Zone::Set, Zone::Deck, Zone::Hand, Zone::Field, Zone::Limbo] {
        for at in Seat::BOTH {
            for &card in pos.pile(at, which) {
                let data = pos.card(card);
                if data.owner() != rival {
                    continue;
                }
                let hidden = at == rival && matches!(which, Zone::Set | Zone::Deck | Zone::Hand) && !data.known(seat);
                if hidden {
                    unknown.push((which, card));
                } else {
                    seen[data.def().0 as usize] = true;
                    if !data.made() {
                        category = Some(rules.def(data.def()).category as usize);
                    }
                }
            }
        }
    }
    let filled: Vec<usize> = (0..CATEGORIES.len()).filter(|&at| rules.pools[at].iter().any(|pool| !pool.is_empty())).collect();
    let category = category.or_else(|| Some(*filled.get(chance.one_of(filled.len().max(1) as u32) as usize)?)).unwrap_or(0);
    let mut pool: Vec<DefId> = rules.pools[category].iter().flatten().copied().filter(|id| !seen[id.0 as usize]).collect();
    pool.sort_unstable();
    shuffle(&mut pool, chance);
    // Set cards first: they must be traps.
    unknown.sort_by_key(|&(which, _)| which != Zone::Set);
    for (which, card) in unknown {
        let fits = |id: &DefId| which != Zone::Set || rules.def(*id).kind == Kind::Trap;
        let def = match pool.iter().rposition(fits) {
            Some(place) => pool.swap_remove(place),
            // More cards than the pool explains: a scene, or a set of few cards. Anything of the category will do, or of
            // another; never the card that is really there.
            None => {
                let own = rules.pools[category].iter().flatten();
                own.chain(rules.pools.iter().flatten().flatten()).copied().find(fits).unwrap_or(DefId(0))
            }
        };
        world.cards[card.0 as usize].set_def(def);
    }
    for at in Seat::BOTH {
        world.watch[at] = (0..MOST_CARDS)
            .map(|id| CardRef(id as u8))
            .filter(|&card| world.shelf.zone_of(card) < crate::state::NOWHERE)
            .fold(0, |watch, card| watch | rules.def(world.def_id(card)).heeds);
    }
    world
}
