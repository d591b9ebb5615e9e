//! How good a position is for a seat, in the game's own terms: wins, terrains, powers, cards in hand, who is done.

use playmat_cards::Evaluate;
use playmat_kernel::{BySeat, Seat};

use crate::choice::Choice;
use crate::rules::Rules;
use crate::state::{ENOUGH_WINS, Place, Position, Slot, TERRAINS, Zone};
use crate::{Skirmish, resolve};

/// What a match is worth that can be had by stopping, in hundredths: more than any hand.
const MATCH: i32 = 20_000;
/// What a match win is worth.
const WIN: i32 = 4000;
/// What it costs not to have stopped yet where stopping wins: little, and never nothing.
const WAITING: i32 = 50;
/// What a card in hand is worth while another skirmish may come, and in the last one.
const CARD: [i32; 2] = [260, 60];
/// What a controlled terrain is worth.
const POINT: i32 = 350;
/// How far ahead in power still counts on one terrain.
const LEAD: i16 = 4;

impl Evaluate for Skirmish {
    /// Ahead by this much, greedy wins about three of four matches against itself.
    const AHEAD: i32 = 2200;
    /// A turn is one card: this is about the rest of a skirmish.
    const HORIZON: u32 = 12;

    /// Higher is better for the seat. Reads only what the seat knows: the field, the wins and numbers of cards.
    fn evaluate(_rules: &Rules, pos: &Position, seat: Seat) -> i32 {
        let rival = seat.rival();
        if let Some(winner) = wins_by_stopping(pos) {
            let worth = stopped(pos, winner);
            return if winner == seat { worth } else { -worth };
        }
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

    /// SK Turn: whether being done takes the skirmish, because the rival is done and behind. Only cards are spent by going on.
    fn clinches(_rules: &Rules, pos: &Position, choice: Choice) -> bool {
        choice == Choice::Done && wins_by_stopping(pos) == Some(pos.turn)
    }
}

/// Who has only to stop to win the skirmish, or the match where a tie is enough for that.
fn wins_by_stopping(pos: &Position) -> Option<Seat> {
    let seat = match (pos.done[Seat::One], pos.done[Seat::Two]) {
        (true, false) => Seat::Two,
        (false, true) => Seat::One,
        _ => return None,
    };
    let points = resolve::points(pos);
    let wins = wins_after(pos, points);
    let decides = wins[seat] >= ENOUGH_WINS && wins[seat.rival()] < ENOUGH_WINS;
    (points[seat] > points[seat.rival()] || decides).then_some(seat)
}

/// SK Resolution 4: the wins once the skirmish is over as it stands; a tie gives one to both.
fn wins_after(pos: &Position, points: BySeat<u8>) -> BySeat<u8> {
    BySeat::from_fn(|seat| pos.wins[seat] + u8::from(points[seat] >= points[seat.rival()]))
}

/// What it is worth for somebody to win by stopping: the match, or the skirmish and the hand for the next one. What stands on the field
/// has done its work.
fn stopped(pos: &Position, winner: Seat) -> i32 {
    let wins = wins_after(pos, resolve::points(pos));
    if wins[winner] >= ENOUGH_WINS {
        return MATCH - WAITING;
    }
    let last = wins[Seat::One].max(wins[Seat::Two]) + 1 >= ENOUGH_WINS;
    let side = |seat: Seat| i32::from(wins[seat]) * WIN + hand(pos, seat, last);
    side(winner) - side(winner.rival()) - WAITING
}

fn side(pos: &Position, seat: Seat) -> i32 {
    let wins = i32::from(pos.wins[seat]);
    let last = pos.wins[Seat::One].max(pos.wins[Seat::Two]) + 1 >= ENOUGH_WINS;
    let units = (0..TERRAINS).map(|terrain| Place::new(seat, terrain)).filter(|&place| pos.slot(place).taken());
    let units: i32 = units.map(|place| unit(pos, place)).sum();
    wins * WIN + hand(pos, seat, last) + units
}

fn hand(pos: &Position, seat: Seat, last: bool) -> i32 {
    pos.pile(seat, Zone::Hand).len() as i32 * CARD[usize::from(last)]
}

fn unit(pos: &Position, place: Place) -> i32 {
    let slot = pos.slot(place);
    let abilities = if slot.is(Slot::USED) { 0 } else { slot.listens_to.count_ones() as i32 * 15 };
    i32::from(pos.power(place).min(12)) * 40 + abilities + i32::from(slot.ready()) * 40
}
