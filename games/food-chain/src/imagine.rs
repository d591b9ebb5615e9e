//! A world that a seat cannot tell from the real one, and what an option is in all of them.

use crate::FoodChain;
use arrayvec::ArrayVec;
use playmat_cards::{CardRef, DefId, Imagine, Known, MOST_LIKELY, Recipe, ZoneId};
use playmat_kernel::{Chance, Seat, shuffle_back};

use crate::choice::Choice;
use crate::compile::share;
use crate::rules::Rules;
use crate::setup::SHARES;
use crate::state::{MOST_CARDS, NOWHERE, Position, Zone, zone};
use crate::words::Kind;

impl Imagine for FoodChain {
    /// Draws again everything that the seat does not know: the order of its own deck, and which cards the rival holds, has set and
    /// has left. What is drawn is likely and fits what was seen: a ready deck or one made like it, of the category that was seen, no card
    /// twice, traps where traps are set.
    ///
    /// The result depends on what the seat knows and on chance, and on nothing else: searching bots ask for thousands of worlds, and
    /// the real one must not shine through.
    fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
        let mut world = *pos;
        let rival = seat.rival();
        let deck = world.zones.order_mut(zone(seat, Zone::Deck));
        deck.sort_unstable();
        shuffle_back(deck, chance);

        let mut seen: ArrayVec<DefId, MOST_CARDS> = ArrayVec::new();
        // Set cards first: they must be traps.
        let mut unknown: ArrayVec<(Zone, CardRef), MOST_CARDS> = ArrayVec::new();
        for which in [Zone::Set, Zone::Exile, Zone::Carrion, Zone::Deck, Zone::Hand, Zone::Field, Zone::Limbo] {
            for at in Seat::BOTH {
                for &card in pos.pile(at, which) {
                    let data = pos.card(card);
                    if data.owner() != rival {
                        continue;
                    }
                    let hidden = at == rival && matches!(which, Zone::Set | Zone::Deck | Zone::Hand) && !data.known(seat);
                    if hidden {
                        unknown.push((which, card));
                    } else if !data.made() {
                        seen.push(data.def());
                    }
                }
            }
        }
        // The order in which the known cards came to the hand must not shine through.
        seen.sort_unstable();
        let set = unknown.iter().filter(|(which, _)| *which == Zone::Set).count();
        let (category, mut cards) = likely(rules, &seen, unknown.len(), set, chance);
        for (which, card) in unknown {
            let fits = |id: &DefId| which != Zone::Set || rules.def(*id).kind == Kind::Trap;
            let def = match cards.iter().filter(|id| fits(id)).count() {
                // More cards than the pool explains: a scene, or a set of few cards. Anything of the category will do, or of
                // another; never the card that is really there.
                0 => {
                    let own = rules.pools[category].iter().flatten();
                    own.chain(rules.pools.iter().flatten().flatten()).copied().find(fits).unwrap_or(DefId(0))
                }
                all if all == cards.len() => cards.swap_remove(chance.one_of(all as u32) as usize),
                some => {
                    let nth = chance.one_of(some as u32) as usize;
                    let place = cards.iter().enumerate().filter(|(_, id)| fits(id)).nth(nth).map_or(0, |(place, _)| place);
                    cards.swap_remove(place)
                }
            };
            world.cards[card.0 as usize].set_def(def);
        }
        let in_game = (0..NOWHERE.0).flat_map(|zone| world.zones.zone(ZoneId(zone)));
        let watch = in_game.fold(0, |watch, &card| watch | rules.def(world.def_id(card)).listens_to);
        for at in Seat::BOTH {
            world.watch[at] = watch;
            world.held[at] = rules.demands.held(&world, world.pile(at, Zone::Hand).iter().copied());
        }
        world
    }

    /// Equal in every world that the asked seat cannot tell apart: cards on the table are identified by their place, all others
    /// by their name.
    fn identity(_rules: &Rules, pos: &Position, choice: Choice) -> u64 {
        let spot = |card: CardRef| match pos.find(card) {
            Some((seat, place)) => 1 << 16 | u64::from(seat.bit()) << 8 | place as u64,
            None => u64::from(pos.def_id(card).0),
        };
        let (tag, what, more) = match choice {
            Choice::Play(card) => (0, spot(card), 0),
            Choice::Set(card) => (1, spot(card), 0),
            Choice::Use(card, place) => (2, spot(card), place),
            Choice::Attack(card) => (3, spot(card), 0),
            Choice::Next => (4, 0, 0),
            Choice::End => (5, 0, 0),
            Choice::Card(card) => (6, spot(card), 0),
            Choice::Ability(card, place) => (7, spot(card), place),
            Choice::Player(seat) => (8, u64::from(seat.bit()), 0),
            Choice::Branch(branch) => (9, 0, branch),
            Choice::Yes => (10, 0, 0),
            Choice::No => (11, 0, 0),
            Choice::None => (12, 0, 0),
            Choice::Pass => (13, 0, 0),
            Choice::First => (14, 0, 0),
            Choice::Second => (15, 0, 0),
        };
        tag << 32 | what << 8 | u64::from(more)
    }
}

/// The hidden cards of a deck of which these were seen, so many of them set, and its category.
fn likely<C: Chance>(
    rules: &Rules,
    seen: &[DefId],
    hidden: usize,
    set: usize,
    chance: &mut C,
) -> (usize, ArrayVec<DefId, MOST_LIKELY>) {
    let category_of = |id: &DefId| rules.def(*id).category as usize;
    let shown = seen.last().map(category_of);
    let guess = rules.ready.guess(seen, seen.len() + hidden, chance);
    let guess = guess.filter(|deck| shown.is_none_or(|category| deck.first().map(category_of) == Some(category)));
    let own = guess.and_then(|deck| deck.first()).map(category_of);
    let category = shown.or(own).unwrap_or_else(|| match rules.playable.len() {
        0 => 0,
        count => rules.playable[chance.one_of(count as u32) as usize],
    });
    let sort = |id: DefId| share(rules.def(id).kind);
    let predators = seen.iter().filter(|id| rules.def(**id).kind.is_predator()).count();
    let mut shares = SHARES;
    // FC A1: there are more prey than predators.
    shares[1] = shares[1].max(predators);
    shares[0] = shares[0].max(shares[1] + 1);
    let pools = std::array::from_fn(|share| [rules.pools[category][share].as_slice(), &[]]);
    let recipe = Recipe { sort, shares, pools, copies: 1 };
    let known = Known { seen, hidden, least: [0, 0, 0, 0, set] };
    let cards = recipe.hidden(guess, &known, chance);
    let count = |share: usize| seen.iter().chain(&cards).filter(|id| sort(**id) == share).count();
    let cards = if count(0) > count(1) { cards } else { recipe.hidden(None, &known, chance) };
    (category, cards)
}
