//! A world that a seat cannot tell from the real one.

use crate::Strata;
use arrayvec::ArrayVec;
use playmat_cards::{CardRef, DefId, Imagine, Known, MOST_LIKELY, Recipe, ZoneId};
use playmat_kernel::{Chance, Seat, shuffle};

use crate::rules::Rules;
use crate::setup::{COPIES, MAGIC, SHARES, watch};
use crate::state::{MOST_CARDS, Place, Position, Slot, Trait, Zone, place_of_zone, zone, zone_parts};

impl Imagine for Strata {
    /// Draws again everything that the seat does not know: the order of its own deck, which cards the rival holds and has left, and
    /// what lies face down. What is drawn is likely and fits what was seen: a ready deck or one made like it, copies of a card, the types of
    /// the deck, magic among magic, a levelled creature that fits its base.
    fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
        let mut world = *pos;
        let rival = seat.rival();
        for owner in [seat, rival] {
            // Sorted first: the real order must not shine through.
            let deck = world.zones.order_mut(zone(owner, Zone::Deck));
            deck.sort_unstable();
            shuffle(deck, chance);
        }
        let mut seen: ArrayVec<DefId, MOST_CARDS> = ArrayVec::new();
        let mut unknown: ArrayVec<(CardRef, Wanted), MOST_CARDS> = ArrayVec::new();
        // Seen before, and somewhere among the unknown.
        let mut recalled: ArrayVec<DefId, MOST_CARDS> = ArrayVec::new();
        for number in (zone(rival, Zone::Deck).0..zone(rival, Zone::Stack).0 + crate::state::PLACES).map(ZoneId) {
            for &card in pos.zones.zone(number) {
                let data = pos.card(card);
                if data.known(seat) {
                    seen.push(data.def());
                } else {
                    unknown.push((card, wanted(rules, pos, number, card)));
                    if pos.recalled.has(card) {
                        recalled.push(data.def());
                        world.recalled.set(card, false);
                    }
                }
            }
        }
        // Which of them it is, and in which order the known ones lie, must not shine through.
        recalled.sort_unstable();
        seen.sort_unstable();
        seen.extend(recalled.iter().copied());
        let mut cards = likely(rules, &seen, &unknown, recalled.len(), chance);
        cards.extend(recalled.iter().copied().take(cards.remaining_capacity()));
        shuffle(&mut cards, chance);
        // Those that must be something in particular first.
        unknown.sort_unstable_by_key(|(card, wanted)| (wanted.rank(), card.0));
        for &(card, wanted) in &unknown {
            let def = match cards.iter().rposition(|&id| wanted.fits(rules, id, true)) {
                Some(place) => cards.swap_remove(place),
                None => {
                    // It is what nobody would have guessed: a card of the deck makes room for it.
                    let loosely = cards.iter().rposition(|&id| wanted.fits(rules, id, false));
                    let instead = loosely.map(|place| cards.swap_remove(place));
                    let exact = all(rules).filter(|&id| wanted.fits(rules, id, true));
                    let is_free = |id: &DefId| seen.iter().chain(&cards).filter(|other| *other == id).count() < COPIES;
                    let exact = any_of(exact.clone().filter(is_free), chance).or_else(|| any_of(exact, chance));
                    // More cards than the pool explains: a scene, or a set of few cards. Anything that fits will do but what is there.
                    let any = || all(rules).find(|&id| wanted.fits(rules, id, false)).or_else(|| all(rules).next());
                    exact.or(instead).or_else(any).unwrap_or(DefId(0))
                }
            };
            seen.push(def);
            world.cards[card.0 as usize].set_def(def);
            if let Some(place) = recalled.iter().position(|other| *other == def) {
                recalled.swap_remove(place);
                world.recalled.set(card, true);
            }
        }
        // What made room for something else although it is remembered takes the place of a card that is not.
        for def in recalled {
            let free = |(card, wanted): &&(CardRef, Wanted)| !world.recalled.has(*card) && wanted.fits(rules, def, true);
            if let Some(&(card, _)) = unknown.iter().rev().find(free) {
                world.cards[card.0 as usize].set_def(def);
                world.recalled.set(card, true);
            }
        }
        watch(rules, &mut world);
        for place in world.field.all(Trait::DOWN).iter() {
            // What a back can do is a secret too.
            let def = world.def_id(world.slot(place).card);
            world.field.print_traits(place, rules.def(def));
        }
        world
    }
}

/// The hidden cards of a deck of which these were seen, so many of them among the unknown.
fn likely<C: Chance>(
    rules: &Rules,
    seen: &[DefId],
    unknown: &[(CardRef, Wanted)],
    recalled: usize,
    chance: &mut C,
) -> ArrayVec<DefId, MOST_LIKELY> {
    let hidden = unknown.len() - recalled;
    let guess = rules.ready.guess(seen, seen.len() + hidden, chance);
    // A deck of two types, as far as it shows.
    let mut types: ArrayVec<usize, 7> = ArrayVec::new();
    let kinds =
        seen.iter().map(|id| rules.def(*id)).filter(|def| !def.is_magic()).map(|def| def.kind.trailing_zeros() as usize);
    for kind in kinds {
        if types.len() < 2 && !types.contains(&kind) {
            types.push(kind);
        }
    }
    let peopled = |kind: &usize| rules.pools[*kind].iter().any(|pool| !pool.is_empty());
    let mut others: ArrayVec<usize, 7> = (0..rules.pools.len()).filter(peopled).filter(|kind| !types.contains(kind)).collect();
    while types.len() < 2 && !others.is_empty() {
        types.push(others.swap_remove(chance.one_of(others.len() as u32) as usize));
    }
    let of_level = |kind: Option<&usize>, level: usize| kind.map_or(&[][..], |kind| rules.pools[*kind][level].as_slice());
    let [magic, levels] = [SHARES.len(), SHARES.len()];
    let recipe = Recipe {
        sort: |id: DefId| match rules.def(id) {
            def if def.is_magic() => magic,
            def => usize::from(def.level).clamp(1, levels) - 1,
        },
        shares: std::array::from_fn(|sort| SHARES.get(sort).copied().unwrap_or(MAGIC)),
        pools: std::array::from_fn(|sort| match sort < levels {
            true => [of_level(types.first(), sort), of_level(types.get(1), sort)],
            false => [rules.magic.as_slice(), &[]],
        }),
        copies: COPIES as u8,
    };
    let mut least = [0; SHARES.len() + 1];
    least[magic] = unknown.iter().filter(|(_, wanted)| matches!(wanted, Wanted::Magic)).count().min(hidden);
    recipe.hidden(guess, &Known { seen, hidden, least }, chance)
}

/// All cards that a deck may have.
fn all(rules: &Rules) -> impl Iterator<Item = DefId> + Clone {
    rules.pools.iter().flatten().flatten().chain(&rules.magic).copied()
}

fn any_of<C: Chance>(mut cards: impl Iterator<Item = DefId> + Clone, chance: &mut C) -> Option<DefId> {
    match cards.clone().count() {
        0 => None,
        count => cards.nth(chance.one_of(count as u32) as usize),
    }
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

    fn fits(self, rules: &Rules, id: DefId, exact: bool) -> bool {
        let def = rules.def(id);
        match self {
            Wanted::Creature(kind, level) => {
                !def.is_magic() && (!exact || (kind == 0 || def.kind & kind != 0) && def.level == level)
            }
            Wanted::Magic => def.is_magic(),
            Wanted::Anything => true,
        }
    }
}

fn wanted(rules: &Rules, pos: &Position, number: ZoneId, card: CardRef) -> Wanted {
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
