//! The options of every question.

use playmat_cards::{CardRef, program_options};
use playmat_kernel::{BySeat, Options, Seat};

use crate::Skirmish;
use crate::play;
use crate::rules::{Needs, Pick, Rules, What};
use crate::select;
use crate::state::{Frame, MOST_CARDS, Phase, Place, Places, Position, Run, TERRAINS, Zone, zone};

/// One option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Choice {
    /// Play a card from hand.
    Play(CardRef),
    /// Activate a unit.
    Use(CardRef),
    /// Out for the rest of the skirmish.
    Done,
    /// End the turn after activating.
    #[default]
    End,
    /// A card.
    Card(CardRef),
    /// A slot.
    Slot(Place),
    /// A branch of "either", counted from 1.
    Branch(u8),
    /// Do it.
    Yes,
    /// Do not.
    No,
    /// None of them.
    None,
}

/// Who is asked by the frame on top.
pub fn asked(pos: &Position) -> Seat {
    match pos.agenda.top_ref() {
        Some(Frame::Run(run)) => run.seat,
        _ => pos.turn,
    }
}

/// Lists the options of the frame on top, which has just asked.
pub fn options(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    match pos.agenda.top_ref() {
        Some(Frame::Turn) => {
            out.extend(plays(rules, pos, &mut None).iter().map(|&card| Choice::Play(card)));
            uses(rules, pos, out);
            out.push(last_move(pos));
        }
        Some(&Frame::Play { card }) => {
            let (slots, count) = slots(rules, pos, card);
            out.extend_first(slots, *count);
        }
        Some(Frame::Run(run)) => program_options::<Skirmish>(rules, pos, run, out),
        _ => {}
    }
}

/// SK Turn: being done; after activating the end of the turn.
#[inline]
pub fn last_move(pos: &Position) -> Choice {
    if pos.phase == Phase::Activated { Choice::End } else { Choice::Done }
}

/// Room for a part of a hand: more than there are cards.
const PART: usize = MOST_CARDS.next_power_of_two();
type Part = Option<[CardRef; PART]>;

/// SK Turn: the cards of the hand that can be played, decided together by what is missing on the table; none after activating.
/// Most often that is the whole hand, of which no part is made then.
#[inline]
pub fn plays<'a>(rules: &Rules, pos: &'a Position, part: &'a mut Part) -> &'a [CardRef] {
    let seat = pos.turn;
    if pos.phase == Phase::Activated {
        return &[];
    }
    let missing = play::missing(rules, pos, seat);
    if rules.in_detail {
        plays_in_detail(rules, pos, part)
    } else if pos.wants[seat].union(Needs::SLOT).met(missing) {
        let hand = pos.pile(seat, Zone::Hand);
        debug_assert!(hand.iter().all(|&card| play::can_play(rules, pos, seat, card).is_ok()));
        hand
    } else {
        plays_of(rules, pos, missing, part)
    }
}

/// The cards of a hand that need nothing of what is missing. Eight are looked at without a branch: neither how many there are nor
/// which of them can be played is what a processor can predict.
#[inline(never)]
fn plays_of<'a>(rules: &Rules, pos: &Position, missing: Needs, part: &'a mut Part) -> &'a [CardRef] {
    let hand = pos.pile(pos.turn, Zone::Hand);
    let met = |card| rules.needs(pos.def_id(card)).met(missing);
    debug_assert!(hand.iter().all(|&card| met(card) == play::can_play(rules, pos, pos.turn, card).is_ok()));
    match pos.zones.first_eight(zone(pos.turn, Zone::Hand)) {
        Some(eight) => part_of(eight.iter().enumerate().map(|(nth, &card)| (card, met(card) & (nth < hand.len()))), part),
        None => part_of(hand.iter().map(|&card| (card, met(card))), part),
    }
}

/// The cards of a hand that can be played, one by one: some card needs more than what the table can be asked for at once.
#[cold]
fn plays_in_detail<'a>(rules: &Rules, pos: &Position, part: &'a mut Part) -> &'a [CardRef] {
    let hand = pos.pile(pos.turn, Zone::Hand).iter();
    part_of(hand.map(|&card| (card, play::can_play(rules, pos, pos.turn, card).is_ok())), part)
}

/// The cards of which it is true, in the room for them.
#[inline]
fn part_of(cards: impl Iterator<Item = (CardRef, bool)>, part: &mut Part) -> &[CardRef] {
    let (room, mut count) = (part.insert([CardRef::NONE; PART]), 0);
    for (card, is_one) in cards {
        room[count % PART] = card;
        count += usize::from(is_one);
    }
    &room[..count % PART]
}

/// SK Turn: the units that can be activated.
#[inline]
pub fn uses(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let rested = pos.field.rested().and(Places::of(pos.turn));
    if !rested.is_empty() {
        uses_of(rules, pos, rested, out);
    }
}

/// Those who can be activated, out of those who may but for a cooldown.
#[inline(never)]
fn uses_of(rules: &Rules, pos: &Position, rested: Places, out: &mut Options<Choice>) {
    for place in rested.without(pos.field.cooling()).from(pos.turn) {
        let can = play::has_targets(rules, pos, place);
        debug_assert!(can == play::can_use(rules, pos, place).is_ok());
        out.push_if(Choice::Use(pos.field.cards[place]), can);
    }
}

/// Where a unit of the hand can go.
#[inline]
pub fn slots(rules: &Rules, pos: &Position, card: CardRef) -> &'static Slots {
    listed(select::landing(rules, pos, pos.turn, pos.def_id(card)), pos.turn)
}

/// A player's slots of a set.
#[inline]
fn listed(places: Places, seat: Seat) -> &'static Slots {
    &SLOTS[seat][places.row(seat)]
}

/// Some slots of one player as options, and how many of these count.
type Slots = ([Choice; TERRAINS], usize);

/// Each player's slots of each set: see [`Places::row`].
static SLOTS: BySeat<[Slots; 1 << TERRAINS]> = BySeat::new(slots_of(Seat::One), slots_of(Seat::Two));

const fn slots_of(seat: Seat) -> [Slots; 1 << TERRAINS] {
    let mut all = [([Choice::End; TERRAINS], 0); 1 << TERRAINS];
    let mut set = 0;
    while set < all.len() {
        let mut terrain = 0;
        while terrain < TERRAINS {
            if set & 1 << terrain != 0 {
                all[set].0[all[set].1] = Choice::Slot(Place::new(seat, terrain));
                all[set].1 += 1;
            }
            terrain += 1;
        }
        set += 1;
    }
    all
}

/// Everything that may be chosen, in the fixed order of options: the chooser's side, then the rival's, each from terrain 0 to
/// 4; the dead from the oldest.
pub fn candidates(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, out: &mut Options<Choice>) {
    match pick.what {
        What::Dead => select::dead(rules, pos, run, pick).for_each(|card| out.push(Choice::Card(card))),
        What::Slot => {
            let slots = select::slots(rules, pos, run, pick);
            for seat in [run.seat, run.seat.rival()] {
                let (slots, count) = listed(slots, seat);
                out.extend_first(slots, *count);
            }
        }
        What::Unit => {
            let units = select::places(rules, pos, run, What::Unit, &pick.filter);
            units.from(run.seat).for_each(|place| out.push(Choice::Card(pos.field.cards[place])));
        }
    }
}
