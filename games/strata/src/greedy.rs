//! How good a position is for a seat, in the game's own terms: points, creatures and their stacks, magic, cards in hand.

use crate::Strata;
use playmat_cards::Evaluate;
use playmat_kernel::Seat;

use crate::changes::mark;
use crate::rules::Rules;
use crate::state::{HAND_LIMIT, Place, Places, Position, Trait, Zone};

/// What a point is worth, in hundredths.
const POINT: i32 = 200;
/// What a card in hand is worth.
const CARD: i32 = 120;
/// More than everything on a table together.
const WIN: i32 = 1_000_000;

impl Evaluate for Strata {
    /// Higher is better for the seat. Reads only what the seat knows: both fields, points and numbers of cards.
    fn evaluate(rules: &Rules, pos: &Position, seat: Seat) -> i32 {
        side(rules, pos, seat, seat) - side(rules, pos, seat.rival(), seat) + threats(pos, seat)
    }
}

fn side(rules: &Rules, pos: &Position, seat: Seat, viewer: Seat) -> i32 {
    let points = i32::from(pos.points[seat]);
    let mut worth = points * POINT + if points <= 0 { -WIN } else { 0 };
    // The first points are the dearest.
    worth -= (8 - points).max(0) * 120;
    worth += pos.pile(seat, Zone::Hand).len().min(HAND_LIMIT) as i32 * CARD;
    // An empty deck costs 5 points a turn.
    worth -= (4 - pos.pile(seat, Zone::Deck).len() as i32).max(0) * 250;
    worth -= i32::from(pos.skip[seat]) * 500;
    for place in Places::of(seat).and(pos.field.taken).iter() {
        worth += lying(rules, pos, place, viewer);
    }
    worth
}

fn lying(rules: &Rules, pos: &Position, place: Place, viewer: Seat) -> i32 {
    let slot = pos.slot(place);
    let down = pos.is(place, Trait::DOWN);
    if !place.is_stack() {
        let on = pos.is(place, Trait::on(0)) || pos.is(place, Trait::on(1)) || slot.host != playmat_cards::CardRef::NONE;
        return if on {
            220
        } else if down {
            130
        } else {
            110
        };
    }
    let (level, attack, defense) = match (down, place.seat() == viewer) {
        (true, true) => {
            let def = rules.def(pos.def_id(slot.card));
            (def.level, def.attack, def.defense)
        }
        // What lies face down is worth what a creature is worth on average.
        (true, false) => (1, 250, 250),
        _ => (slot.level, slot.attack, slot.defense),
    };
    let under = pos.under(place).len() as i32;
    let untapped = i32::from(!pos.is(place, Trait::TAPPED));
    let marks = slot.marks.count_ones() as i32 * 30 - i32::from(slot.marked(mark::CANNOT_ATTACK)) * 90;
    i32::from(level) * 90 + i32::from(attack) / 3 + i32::from(defense) / 3 + under * 25 + untapped * 20 + marks
}

/// What could be attacked with in the battle to come: an attacker that beats a defender is worth something.
fn threats(pos: &Position, seat: Seat) -> i32 {
    let beats = |attacker: Seat| {
        let defenders = Places::stacks(attacker.rival()).and(pos.field.taken);
        let attackers = Places::stacks(attacker).and(pos.field.up());
        if defenders.is_empty() {
            return attackers.iter().map(|place| i32::from(pos.slot(place).level) * 40).sum::<i32>();
        }
        let weakest = defenders.and(pos.field.up()).iter().map(|place| pos.slot(place).defense).min();
        let strong = |place: &Place| weakest.is_some_and(|weakest| pos.slot(*place).attack > weakest);
        attackers.iter().filter(strong).count() as i32 * 45
    };
    beats(seat) - beats(seat.rival())
}
