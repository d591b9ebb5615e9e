//! A world that a seat cannot tell from the real one.

use arrayvec::ArrayVec;
use playmat_cards::{Card, CardRef, DefId};
use playmat_kernel::{Chance, Seat, shuffle};

use crate::rules::Rules;
use crate::setup::{COPIES, watch};
use crate::state::{MOST_CARDS, Place, Position, Slot, Trait, Zone, place_of_zone, zone, zone_parts};

/// Draws everything anew that the seat does not know: the order of its own deck, which cards the rival holds and has left, and
/// what lies face down. What is drawn fits what was seen: copies of a card, the types of the deck, magic among magic, a
/// levelled creature that fits its base.
pub fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
    let mut world = *pos;
    let rival = seat.rival();
    for owner in [seat, rival] {
        // Sorted first: the real order must not shine through.
        let deck = world.shelf.order_mut(zone(owner, Zone::Deck));
        deck.sort_unstable();
        shuffle(deck, chance);
    }
    let mut left = [COPIES as u8; Card::MOST_DEFINITIONS];
    let mut types = 0u8;
    let mut unknown: ArrayVec<(CardRef, Wanted), MOST_CARDS> = ArrayVec::new();
    for number in zone(rival, Zone::Deck)..zone(rival, Zone::Stack) + crate::state::PLACES {
        for &card in pos.shelf.zone(number) {
            let data = pos.card(card);
            if data.known(seat) {
                let copies = &mut left[data.def().0 as usize];
                *copies = copies.saturating_sub(1);
                let def = rules.def(data.def());
                types |= if def.is_magic() { 0 } else { def.kind };
            } else {
                unknown.push((card, wanted(rules, pos, number, card)));
            }
        }
    }
    // A deck of two types, as far as it shows.
    let mut order: ArrayVec<usize, 7> = (0..rules.pools.len()).collect();
    shuffle(&mut order, chance);
    for kind in order {
        if types.count_ones() < 2 {
            types |= 1 << kind;
        }
    }
    let own = |id: &DefId| rules.def(*id).is_magic() || rules.def(*id).kind & types != 0;
    let all = || rules.pools.iter().flatten().flatten().chain(&rules.magic).copied();
    let mut pool: ArrayVec<DefId, { COPIES * Card::MOST_DEFINITIONS }> = ArrayVec::new();
    pool.extend(all().filter(own).flat_map(|id| std::iter::repeat_n(id, left[id.0 as usize].into())));
    pool.sort_unstable();
    shuffle(&mut pool, chance);
    // Those that must be something in particular first.
    unknown.sort_unstable_by_key(|(card, wanted)| (wanted.rank(), card.0));
    for (card, wanted) in unknown {
        let place = pool.iter().rposition(|&id| wanted.fits(rules, id, true));
        let place = place.or_else(|| pool.iter().rposition(|&id| wanted.fits(rules, id, false)));
        let def = match place {
            Some(place) => pool.swap_remove(place),
            // More cards than the pool explains: a scene, or a set of few cards. Anything that fits will do but what is there.
            None => all().find(|&id| wanted.fits(rules, id, false)).or_else(|| all().next()).unwrap_or(DefId(0)),
        };
        let data = &mut world.cards[card.0 as usize];
        data.set_def(def);
    }
    watch(rules, &mut world);
    for place in world.field.all(Trait::DOWN).iter() {
        // What a back can do is a secret too.
        let def = world.def_id(world.slot(place).card);
        world.field.print_traits(place, rules.def(def));
    }
    world
}

/// What a hidden card must be, for everybody can see where it lies.
#[derive(Clone, Copy)]
enum Wanted {
    /// A face-down creature of this type and level, if there is such a one; 0 is any.
    Creature(u8, u8),
    Magic,
    Anything,
}

impl Wanted {
    fn rank(self) -> u8 {
        match self {
            Wanted::Creature(..) => 0,
            Wanted::Magic => 1,
            Wanted::Anything => 2,
        }
    }

    fn fits(self, rules: &Rules, id: DefId, closely: bool) -> bool {
        let def = rules.def(id);
        match self {
            Wanted::Creature(kind, level) => {
                !def.is_magic() && (!closely || (kind == 0 || def.kind == kind) && def.level == level)
            }
            Wanted::Magic => def.is_magic(),
            Wanted::Anything => true,
        }
    }
}

fn wanted(rules: &Rules, pos: &Position, number: usize, card: CardRef) -> Wanted {
    let on = |place: Place| match pos.under(place).last() {
        Some(&base) => {
            let base = rules.def(pos.def_id(base));
            Wanted::Creature(base.kind, base.level + 1)
        }
        None => Wanted::Creature(0, 1),
    };
    match zone_parts(number) {
        Some((_, Zone::Magic)) => Wanted::Magic,
        Some((_, Zone::Stack)) => place_of_zone(number).map_or(Wanted::Anything, on),
        // ST H6: on its way, only its back, place and base are shown.
        Some((_, Zone::Limbo)) => limbo(rules, pos, card),
        _ => Wanted::Anything,
    }
}

fn limbo(rules: &Rules, pos: &Position, card: CardRef) -> Wanted {
    let play = pos.agenda.frames().iter().find_map(|frame| match frame {
        crate::state::Frame::Play(play) if play.card == card => Some(*play),
        _ => None,
    });
    match play.map(|play| play.base) {
        Some(Some((place, _))) => {
            let Slot { kind, level, .. } = *pos.slot(place);
            Wanted::Creature(kind, level + 1)
        }
        // Whether it goes to the creatures or to the magic is seen with the back.
        _ if rules.def(pos.def_id(card)).is_magic() => Wanted::Magic,
        _ => Wanted::Creature(0, 1),
    }
}
