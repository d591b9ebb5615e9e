//! How good a position is for a seat, in the game's own terms: wins, terrains, powers, cards in hand, who is done.

use playmat_kernel::Seat;

use crate::resolve;
use crate::rules::Rules;
use crate::state::{ENOUGH_WINS, Place, Position, Slot, TERRAINS, Zone};

/// What a match win is worth, in hundredths.
const WIN: i32 = 4000;
/// What a card in hand is worth while another skirmish may come, and in the last one.
const CARD: [i32; 2] = [260, 60];
/// What a controlled terrain is worth.
const POINT: i32 = 350;
/// How far ahead in power still counts on one terrain.
const LEAD: i16 = 4;

/// Ahead by this much, greedy wins about three of four matches against itself.
pub const AHEAD: i32 = 2200;

/// Higher is better for the seat. Reads only what the seat knows: the field, the wins and numbers of cards.
pub fn evaluate(_rules: &Rules, pos: &Position, seat: Seat) -> i32 {
    let rival = seat.rival();
    let both = |value: fn(&Position, Seat) -> i32| value(pos, seat) - value(pos, rival);
    let points = resolve::points(pos);
    let ahead = i32::from(points[seat]) - i32::from(points[rival]);
    let terrains: i32 = (0..TERRAINS)
        .map(|terrain| {
            let lead = pos.power(Place::new(seat, terrain)) - pos.power(Place::new(rival, terrain));
            i32::from(lead.clamp(-LEAD, LEAD)) * 25
        })
        .sum();
    let state = match (pos.done[seat], pos.done[rival]) {
        // Who is done first leaves the last word to the other.
        (true, false) => ahead.min(3) * 150 - 500,
        (false, true) => 500 - ahead.min(3) * 150,
        _ => 0,
    };
    both(side) + ahead * POINT + terrains + state
}

fn side(pos: &Position, seat: Seat) -> i32 {
    let wins = i32::from(pos.wins[seat]);
    let last = pos.wins[Seat::One].max(pos.wins[Seat::Two]) + 1 >= ENOUGH_WINS;
    let hand = pos.pile(seat, Zone::Hand).len() as i32 * CARD[usize::from(last)];
    let units = (0..TERRAINS).map(|terrain| Place::new(seat, terrain)).filter(|&place| pos.slot(place).taken());
    let units: i32 = units.map(|place| unit(pos, place)).sum();
    wins * WIN + hand + units
}

fn unit(pos: &Position, place: Place) -> i32 {
    let slot = pos.slot(place);
    let abilities = if slot.is(Slot::USED) { 0 } else { slot.heeds.count_ones() as i32 * 15 };
    i32::from(pos.power(place).min(12)) * 40 + abilities + i32::from(slot.ready()) * 40
}
