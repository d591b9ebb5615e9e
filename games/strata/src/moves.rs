//! What the turn player may do (ST C2, C3): listed, or one of it without writing the whole list.

use playmat_cards::CardRef;
use playmat_kernel::{Lister, Options, Seat};

use crate::choice::Choice;
use crate::play::{self, Room};
use crate::rules::{Def, EFFECTS, Rules};
use crate::state::{Phase, Places, Position, Trait, Zone};

/// Lists what the turn player may do.
#[inline(never)]
pub fn list(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    if pos.phase == Phase::Main {
        let hand = Hand::of(pos);
        let mut list = out.lister();
        for &card in pos.pile(hand.seat, Zone::Hand) {
            let def = rules.def(pos.def_id(card));
            let up = face_up(def, card);
            let can = hand.can_play(rules, pos, card, def);
            list.push_if(up, can);
            list.push_if(face_down(up), can);
            if def.from_hand() {
                list = discards(rules, pos, card, list);
            }
        }
        list.done();
    }
    on_field(rules, pos, out);
}

/// The option at the place in [`list`] that `which` names when it is told how many there are, by where it then stands in `room`,
/// which is empty before.
#[inline]
pub fn pick(rules: &Rules, pos: &Position, room: &mut Options<Choice>, which: impl FnOnce(usize) -> usize) -> usize {
    let plays = halve(rules, pos, room);
    let at = which(plays + room.len());
    if at >= 2 * plays {
        return at - plays;
    }
    if !at.is_multiple_of(2) {
        room[at / 2] = face_down(room[at / 2]);
    }
    at / 2
}

/// The same list, but for each card that can be played only the play face up. Tells how many they are; they come first. Where that
/// is not so, because a card in hand may have other uses too, the list is whole and none stands for two.
#[inline(never)]
fn halve(rules: &Rules, pos: &Position, out: &mut Options<Choice>) -> usize {
    if pos.phase != Phase::Main {
        on_field(rules, pos, out);
        return 0;
    }
    if pos.watch[pos.turn].uses() {
        list(rules, pos, out);
        return 0;
    }
    if Hand::is_open(pos) {
        let hand = Hand::of(pos);
        let mut list = out.lister();
        for &card in pos.pile(hand.seat, Zone::Hand) {
            let def = rules.def(pos.def_id(card));
            list.push_if(face_up(def, card), hand.can_play(rules, pos, card, def));
        }
        list.done();
    }
    let plays = out.len();
    on_field(rules, pos, out);
    plays
}

/// The turn player's hand in a main phase.
struct Hand {
    seat: Seat,
    room: Room,
    /// One word of the card and one of the table decide.
    simple: bool,
    onto: u32,
}

impl Hand {
    #[inline(always)]
    fn of(pos: &Position) -> Hand {
        let room = Room::of(pos, pos.turn);
        Hand { seat: pos.turn, room, simple: Hand::is_simple(pos), onto: if room.left { room.onto } else { 0 } }
    }

    /// Most often it is so: nothing is forbidden, and no play is for some cards only (ST H27).
    #[inline]
    fn is_simple(pos: &Position) -> bool {
        pos.forbids.is_empty() & pos.extras.is_empty()
    }

    /// Whether any card of it might be played.
    #[inline]
    fn is_open(pos: &Position) -> bool {
        Room::is_left(pos, pos.turn) | !Hand::is_simple(pos)
    }

    #[inline(always)]
    fn can_play(&self, rules: &Rules, pos: &Position, card: CardRef, def: &Def) -> bool {
        match self.simple {
            true => def.onto & self.onto != 0,
            false => play::can_play(rules, pos, self.seat, card, &self.room).is_ok(),
        }
    }
}

/// The play of a card of the hand face up.
#[inline]
fn face_up(def: &Def, card: CardRef) -> Choice {
    if def.level > 1 { Choice::Level(card) } else { Choice::Play(card) }
}

/// The same play face down.
#[inline]
fn face_down(up: Choice) -> Choice {
    match up {
        Choice::Level(card) => Choice::LevelDown(card),
        Choice::Play(card) => Choice::PlayDown(card),
        other => other,
    }
}

/// What a card in hand can be discarded for (ST H15).
#[inline(never)]
fn discards<'a>(rules: &Rules, pos: &Position, card: CardRef, mut list: Lister<'a, Choice>) -> Lister<'a, Choice> {
    for which in 0..EFFECTS as u8 {
        list.push_if(Choice::Use(card, which), play::can_use_from_hand(rules, pos, card, which).is_ok());
    }
    list
}

/// What the turn player may do with what lies on the field, the next phase, and the end of the turn.
#[inline(never)]
fn on_field(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let seat = pos.turn;
    let main = pos.phase == Phase::Main;
    let mut out = out.lister();
    if !main {
        for place in Places::stacks(seat).and(pos.field.up()).iter() {
            out.push_if(Choice::Attack(pos.slot(place).card), play::may_attack(pos, place));
        }
    }
    // ST H4: creatures are turned up at any time, magic from the next turn on.
    let fresh = Places::MAGIC.and(pos.field.all(Trait::FRESH));
    let flips = Places::of(seat).and(pos.field.all(Trait::DOWN)).without(fresh);
    let awake = [play::awake(pos, seat, 0), play::awake(pos, seat, 1)];
    for place in flips.or(awake[0]).or(awake[1]).iter() {
        let card = pos.slot(place).card;
        out.push_if(Choice::Flip(card), flips.has(place));
        for (which, awake) in (0..).zip(awake) {
            if awake.has(place) {
                out.push_if(Choice::Use(card, which), play::can_use(rules, pos, place, which).is_ok());
            }
        }
    }
    out.push_if(Choice::Next, main);
    out.push_if(Choice::End, true);
    out.done();
}
