//! What the turn player may do (ST C2, C3): listed, or one of it without writing the whole list.

use playmat_cards::CardRef;
use playmat_kernel::{Lister, Options, Seat};

use crate::bits::Bits;
use crate::choice::Choice;
use crate::play::{self, Room};
use crate::rules::{Def, EFFECTS, Heeds, Rules};
use crate::state::{PLACES, Phase, Place, Places, Position, SIDE, Trait, Zone, zone};

/// Lists what the turn player may do.
#[inline(never)]
pub fn list(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    if pos.phase == Phase::Main {
        let hand = Hand::of(pos);
        let mut list = out.lister();
        for &card in pos.pile(hand.seat, Zone::Hand) {
            let def = rules.def(pos.def_id(card));
            let can = hand.can_play(rules, pos, card, def);
            list.push_if(played(def, card, false), can);
            list.push_if(played(def, card, true), can);
            if def.from_hand() {
                list = discards(rules, pos, card, list);
            }
        }
        list.done();
    }
    let places = if pos.phase == Phase::Main { 0 } else { attacks(pos) };
    out.extend(Bits(places | on_field(rules, pos)).iter().map(|place| named(rules, pos, place)));
}

/// The option at the place in [`list`] that `which` names when it is told how many there are. `room` is to list in, and empty.
#[inline(always)]
pub fn pick(rules: &Rules, pos: &Position, room: &mut Options<Choice>, which: impl FnOnce(usize) -> usize) -> Choice {
    match all(rules, pos) {
        Some(all) => named(rules, pos, all.nth(which(all.len()))),
        None => {
            list(rules, pos, room);
            room[which(room.len())]
        }
    }
}

/// Everything that is listed, as one set, its places in the order of the list: see [`Kind`]. None for too many cards in hand.
#[inline(never)]
fn all(rules: &Rules, pos: &Position) -> Option<Bits> {
    let first = if pos.phase == Phase::Main { in_hand(rules, pos)? } else { attacks(pos) };
    Some(Bits(first | on_field(rules, pos)))
}

/// What a place in the set of all moves stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Kind {
    /// In a main phase four places for each card of the hand: it is played up or down, or one of its effects is used.
    Up,
    Down,
    Discard0,
    Discard1,
    /// In a battle phase the first five: a creature attacks.
    Attack,
    /// Three places for each place of the player's side.
    Flip,
    Use0,
    Use1,
    /// The last two.
    Next,
    End,
}

/// The first place for what lies on the field, and those of the last two.
const FIELD: usize = 32;
const NEXT: usize = 62;
const END: usize = 63;
/// The most cards of a hand that a set has places for.
const HAND: usize = FIELD / 4;
const _: () = assert!(FIELD + 3 * SIDE == NEXT);

/// For the battle phase and the main phase what each place stands for, and the number of the card in hand or on the player's side.
const KINDS: [[(Kind, u8); 64]; 2] = {
    let mut kinds = [[(Kind::End, 0); 64]; 2];
    let mut at = 0;
    while at < FIELD {
        let kind = [Kind::Up, Kind::Down, Kind::Discard0, Kind::Discard1][at % 4];
        kinds[1][at] = (kind, (at / 4) as u8);
        kinds[0][at] = (Kind::Attack, (at % SIDE) as u8);
        at += 1;
    }
    while at < NEXT {
        let kind = [Kind::Flip, Kind::Use0, Kind::Use1][(at - FIELD) % 3];
        kinds[0][at] = (kind, ((at - FIELD) / 3) as u8);
        kinds[1][at] = kinds[0][at];
        at += 1;
    }
    kinds[0][NEXT] = (Kind::Next, 0);
    kinds[1][NEXT] = (Kind::Next, 0);
    kinds
};

/// The option that a place stands for.
#[inline(always)]
fn named(rules: &Rules, pos: &Position, place: usize) -> Choice {
    let (kind, at) = KINDS[usize::from(pos.phase == Phase::Main)][place % 64];
    let in_hand = || pos.pile(pos.turn, Zone::Hand)[at as usize];
    let there = || pos.slot(Place::stack(pos.turn, at as usize)).card;
    match kind {
        Kind::Up => played(rules.def(pos.def_id(in_hand())), in_hand(), false),
        Kind::Down => played(rules.def(pos.def_id(in_hand())), in_hand(), true),
        Kind::Discard0 => Choice::Use(in_hand(), 0),
        Kind::Discard1 => Choice::Use(in_hand(), 1),
        Kind::Attack => Choice::Attack(there()),
        Kind::Flip => Choice::Flip(there()),
        Kind::Use0 => Choice::Use(there(), 0),
        Kind::Use1 => Choice::Use(there(), 1),
        Kind::Next => Choice::Next,
        Kind::End => Choice::End,
    }
}

/// What may be done with the cards of the hand in a main phase. None if they are too many for a set.
#[inline]
fn in_hand(rules: &Rules, pos: &Position) -> Option<u64> {
    let used = pos.watch[pos.turn] & Heeds::USED != 0;
    if !(Hand::is_open(pos) | used) {
        return Some(0);
    }
    let hand = Hand::of(pos);
    let number = zone(hand.seat, Zone::Hand);
    // All eight are looked at, without a branch: how many there are nobody can predict.
    let cards: &[CardRef; HAND] = pos.shelf.first_eight(number)?;
    let len = pos.shelf.len(number);
    let def = |card: CardRef| rules.def(pos.def_id(card));
    let mut set = 0;
    if hand.simple {
        for (at, &card) in cards.iter().enumerate() {
            set |= u64::from(def(card).onto & hand.onto != 0) << (4 * at);
        }
    } else {
        for (at, &card) in cards.iter().enumerate().take(len) {
            set |= u64::from(hand.can_play(rules, pos, card, def(card))) << (4 * at);
        }
    }
    set = (set | set << 1) & ((1 << (4 * len)) - 1);
    if used {
        for (at, &card) in cards.iter().enumerate().take(len).filter(|(_, card)| def(**card).from_hand()) {
            for which in 0..EFFECTS as u8 {
                let can = play::can_use_from_hand(rules, pos, card, which).is_ok();
                set |= u64::from(can) << (4 * at + 2 + which as usize);
            }
        }
    }
    Some(set)
}

/// Which stacks of the turn player may attack in a battle phase.
#[inline]
fn attacks(pos: &Position) -> u64 {
    (0..PLACES).fold(0, |set, at| set | u64::from(play::may_attack(pos, Place::stack(pos.turn, at))) << at)
}

/// What the turn player may do with what lies on the field, the next phase, and the end of the turn.
#[inline]
fn on_field(rules: &Rules, pos: &Position) -> u64 {
    let (seat, field) = (pos.turn, &pos.field);
    let side = |places: Places| places.and(Places::of(seat)).0 >> Place::stack(seat, 0).0;
    // ST H4: creatures are turned up at any time, magic from the next turn on.
    let fresh = Places::MAGIC.and(field.all(Trait::FRESH));
    let flips = side(field.all(Trait::DOWN).without(fresh));
    // Both effects of each place, the second ones behind the first ones.
    let able = [0, 1].map(|which| play::awake(pos, seat, which).without(field.all(Trait::used(which))));
    let mut uses = side(able[0]) | side(able[1]) << SIDE;
    let mut open = side(able[0].and(field.all(Trait::takes(0)))) | side(able[1].and(field.all(Trait::takes(1)))) << SIDE;
    while open != 0 {
        let at = open.trailing_zeros() as usize;
        open &= open - 1;
        let (at_side, which) = if at < SIDE { (at, 0) } else { (at - SIDE, 1) };
        let can = play::can_use(rules, pos, Place::stack(seat, at_side), which).is_ok();
        uses ^= u32::from(!can) << at;
    }
    let places = spread(flips) | spread(uses) << 1 | spread(uses >> SIDE) << 2;
    places << FIELD | u64::from(pos.phase == Phase::Main) << NEXT | 1 << END
}

/// The places of one side three places apart.
#[inline]
fn spread(side: u32) -> u64 {
    const SPREAD: [u16; 32] = {
        let mut spread = [0; 32];
        let mut at = 0;
        while at < 32 * PLACES {
            spread[at / PLACES] |= ((at / PLACES >> (at % PLACES) & 1) as u16) << (3 * (at % PLACES));
            at += 1;
        }
        spread
    };
    let row = |row: u32| u64::from(SPREAD[row as usize % 32]);
    row(side) | row(side >> PLACES) << (3 * PLACES)
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

/// The play of a card of the hand.
#[inline]
fn played(def: &Def, card: CardRef, down: bool) -> Choice {
    match (def.level > 1, down) {
        (false, false) => Choice::Play(card),
        (false, true) => Choice::PlayDown(card),
        (true, false) => Choice::Level(card),
        (true, true) => Choice::LevelDown(card),
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
