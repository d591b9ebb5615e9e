//! How good a position is for a seat, in the game's own terms: life, what stands on the table, cards in hand.

use crate::FoodChain;
use playmat_cards::Evaluate;
use playmat_kernel::Seat;

use crate::rules::Rules;
use crate::state::{Position, SLOTS, Slot, Zone};
use crate::words::{Keyword, Kind};

/// What a point of life is worth, in hundredths.
const LIFE: i32 = 300;
/// What a card in hand is worth.
const CARD: i32 = 220;
/// More than everything on a table together.
const WIN: i32 = 1_000_000;

impl Evaluate for FoodChain {
    /// Ahead by this much, greedy wins about three of four matches against itself.
    const AHEAD: i32 = 1500;

    /// Higher is better for the seat. Reads only what the seat knows: both fields, lives and numbers of cards.
    fn evaluate(rules: &Rules, pos: &Position, seat: Seat) -> i32 {
        side(rules, pos, seat) - side(rules, pos, seat.rival())
    }
}

fn side(rules: &Rules, pos: &Position, seat: Seat) -> i32 {
    let life = i32::from(pos.life[seat]);
    let mut worth = life * LIFE + if life <= 0 { -WIN } else { 0 };
    // The first points of life are the dearest.
    worth -= (5 - life).max(0) * 150;
    worth += pos.pile(seat, Zone::Hand).len() as i32 * CARD + pos.pile(seat, Zone::Set).len() as i32 * CARD;
    for slot in &pos.field[seat][..=SLOTS] {
        if slot.creature() {
            worth += creature(rules, pos, slot);
        } else if slot.taken() {
            worth += 300;
        }
    }
    worth
}

fn creature(rules: &Rules, pos: &Position, slot: &Slot) -> i32 {
    let (attack, health) = (i32::from(slot.attack.max(0)), i32::from(slot.health.max(0)));
    if slot.is(Slot::PARALYSED) || slot.is(Slot::DATED) {
        return 20 * health;
    }
    let mut worth = 110 * attack + 70 * health;
    if slot.has(Keyword::Passive) || slot.has(Keyword::Harmless) {
        worth -= 80 * attack;
    }
    if slot.is(Slot::FROZEN) {
        worth -= 40 * attack;
    }
    worth += Keyword::ALL.iter().filter(|keyword| slot.has(**keyword)).map(|keyword| bonus(*keyword)).sum::<i32>();
    worth += (i32::from(slot.strikes.max(1)) - 1) * 60 * attack;
    worth += slot.listens_to.count_ones() as i32 * 30;
    // Prey is also food.
    if matches!(rules.def(pos.def_id(slot.card)).kind, Kind::Prey | Kind::TokenPrey) {
        worth += 25 * i32::from(slot.nutrition);
    }
    worth
}

/// What a keyword is worth by itself. Of some the worth is counted with the numbers of the creature.
const fn bonus(keyword: Keyword) -> i32 {
    match keyword {
        Keyword::Toxic | Keyword::Neurotoxic => 150,
        Keyword::Barrier | Keyword::Invisible => 120,
        Keyword::Poisonous => 100,
        Keyword::Hidden => 80,
        Keyword::Ambush | Keyword::Immune => 60,
        Keyword::Haste => 40,
        Keyword::Passive | Keyword::Harmless | Keyword::MultiStrike | Keyword::Frozen => 0,
        Keyword::Lure | Keyword::Acuity | Keyword::Inedible | Keyword::Edible | Keyword::Scavenge | Keyword::FreePlay => 0,
    }
}
