//! A world that a seat cannot tell from the real one, and what an option is in all of them.

use crate::Skirmish;
use arrayvec::ArrayVec;
use playmat_cards::{CardRef, DefId, Imagine, Known, Recipe};
use playmat_kernel::{Chance, Seat, shuffle};

use crate::choice::Choice;
use crate::rules::Rules;
use crate::setup::SHARES;
use crate::state::{MOST_CARDS, Position, Zone, zone};

impl Imagine for Skirmish {
    /// Draws again everything that the seat does not know: the order of its own deck, and which cards the rival holds and has left.
    /// What is drawn is likely and fits what was seen: a ready deck or one made like it, with no more copies of a card than a deck may have.
    ///
    /// The result depends on what the seat knows and on chance, and on nothing else: searching bots ask for thousands of worlds, and
    /// the real one must not shine through.
    fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
        let mut world = *pos;
        let rival = seat.rival();
        let deck = world.zones.order_mut(zone(seat, Zone::Deck));
        deck.sort_unstable();
        shuffle(deck, chance);

        let mut seen: ArrayVec<DefId, MOST_CARDS> = ArrayVec::new();
        let mut unknown: ArrayVec<CardRef, MOST_CARDS> = ArrayVec::new();
        for which in [Zone::Graveyard, Zone::Deck, Zone::Hand, Zone::Field] {
            for &card in pos.pile(rival, which) {
                let data = pos.card(card);
                if !which.is_public() && !data.known(seat) {
                    unknown.push(card);
                } else if !data.made() {
                    seen.push(data.def());
                }
            }
        }
        // The order in which the known cards came to the hand must not shine through.
        seen.sort_unstable();
        let guess = rules.ready.guess(&seen, seen.len() + unknown.len(), chance);
        let [units, actions] = &rules.pools;
        let recipe = Recipe {
            sort: |id: DefId| usize::from(rules.def(id).kind.is_action()),
            shares: SHARES,
            pools: [[units.as_slice(), &[]], [actions.as_slice(), &[]]],
            copies: rules.rulings.copies.most() as u8,
        };
        let mut cards = recipe.hidden(guess, &Known { seen: &seen, hidden: unknown.len(), least: [0, 0] }, chance);
        for card in unknown {
            let def = match cards.len() {
                // More cards than the pool explains: a scene, or a set of few cards. Anything will do but what is really there.
                0 => rules.pools.iter().flatten().next().copied().unwrap_or(DefId(0)),
                count => cards.swap_remove(chance.one_of(count as u32) as usize),
            };
            world.cards[card.0 as usize].set_def(def);
        }
        world.want_anew(rules, rival);
        world
    }

    /// Equal in every world that the asked seat cannot tell apart: units on the field are identified by their place, all other
    /// cards by their name.
    fn identity(_rules: &Rules, pos: &Position, choice: Choice) -> u64 {
        let spot = |card: CardRef| match pos.find(card) {
            Some(place) => 1 << 16 | u64::from(place.0),
            None => u64::from(pos.def_id(card).0),
        };
        let (tag, what) = match choice {
            Choice::Play(card) => (0, spot(card)),
            Choice::Use(card) => (1, spot(card)),
            Choice::Done => (2, 0),
            Choice::End => (3, 0),
            Choice::Card(card) => (4, spot(card)),
            Choice::Slot(place) => (5, u64::from(place.0)),
            Choice::Branch(branch) => (6, u64::from(branch)),
            Choice::Yes => (7, 0),
            Choice::No => (8, 0),
            Choice::None => (9, 0),
        };
        tag << 32 | what
    }
}
