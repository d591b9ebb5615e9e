//! What the turn player may do (ST C2, C3).

use playmat_cards::CardRef;
use playmat_kernel::{Lister, Options, Seat};

use crate::bits::Bits;
use crate::choice::Choice;
use crate::play::{self, Room};
use crate::rules::{Def, EFFECTS, Needs, Rules};
use crate::state::{Both, PLACES, Phase, Place, Places, Position, SIDE, Trait, Zone};

/// Lists what the turn player may do.
#[inline(never)]
pub fn list(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    if pos.phase == Phase::Main {
        let hand = Hand::of(pos);
        let mut list = out.lister();
        for &card in pos.pile(hand.seat, Zone::Hand) {
            let def = rules.def(pos.def_id(card));
            let can = hand.can_play(rules, pos, card);
            list.push_if(played(def, card, false), can);
            list.push_if(played(def, card, true), can);
            if def.from_hand() {
                list = discards(rules, pos, card, list);
            }
        }
        list.done();
        // However many that are, what is on the field and the end of the turn are listed behind them.
        out.leave_room(u64::BITS as usize);
    }
    let places = if pos.phase == Phase::Main { 0 } else { attacks(pos) };
    out.extend(Bits(places | on_field(rules, pos)).iter().map(|place| named(rules, pos, place)));
}

/// What a place in the set of all moves stands for. Cards are named by their places in hand, or on the player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Move {
    /// A card of the hand is played, face down or not.
    Play(u8, bool),
    /// The first or second effect of a card of the hand is used.
    Discard(u8, u8),
    /// A creature attacks.
    Attack(u8),
    /// A card is turned up.
    Flip(u8),
    /// The first or second effect of a card is used.
    Use(u8, u8),
    /// The next phase.
    Next,
    /// The end of the turn.
    End,
}

/// The first place for what lies on the field, and the last two places.
pub const FIELD: usize = 32;
const NEXT: usize = 62;
const END: usize = 63;
const _: () = assert!(FIELD + 3 * SIDE == NEXT);

impl Move {
    /// What a place stands for now.
    #[inline]
    pub fn at(pos: &Position, place: usize) -> Move {
        Move::ALL[usize::from(pos.phase == Phase::Main)][place % 64]
    }

    /// In a battle phase, and in a main phase.
    const ALL: [[Move; 64]; 2] = {
        let mut all = [[Move::End; 64]; 2];
        let mut at = 0;
        while at < FIELD {
            let card = (at / 4) as u8;
            all[0][at] = Move::Attack((at % PLACES) as u8);
            all[1][at] =
                [Move::Play(card, false), Move::Play(card, true), Move::Discard(card, 0), Move::Discard(card, 1)][at % 4];
            at += 1;
        }
        while at < NEXT {
            let card = ((at - FIELD) / 3) as u8;
            all[0][at] = [Move::Flip(card), Move::Use(card, 0), Move::Use(card, 1)][(at - FIELD) % 3];
            all[1][at] = all[0][at];
            at += 1;
        }
        all[1][NEXT] = Move::Next;
        all
    };
}

/// The option that a place stands for.
fn named(rules: &Rules, pos: &Position, place: usize) -> Choice {
    let in_hand = |at: u8| pos.pile(pos.turn, Zone::Hand)[at as usize];
    let there = |at: u8| pos.slot(Place::stack(pos.turn, at as usize)).card;
    match Move::at(pos, place) {
        Move::Play(at, down) => played(rules.def(pos.def_id(in_hand(at))), in_hand(at), down),
        Move::Discard(at, which) => Choice::Use(in_hand(at), which),
        Move::Attack(at) => Choice::Attack(there(at)),
        Move::Flip(at) => Choice::Flip(there(at)),
        Move::Use(at, which) => Choice::Use(there(at), which),
        Move::Next => Choice::Next,
        Move::End => Choice::End,
    }
}

/// Which stacks of the turn player may attack in a battle phase.
#[inline]
pub fn attacks(pos: &Position) -> u64 {
    u64::from(side(pos.turn, play::attackers(pos, pos.turn)))
}

/// What the turn player may do with what lies on the field, the next phase, and the end of the turn.
#[inline(always)]
pub fn on_field(rules: &Rules, pos: &Position) -> u64 {
    let (seat, field) = (pos.turn, &pos.field);
    let side = |places: Places| side(seat, places);
    // ST H4: creatures are turned up at any time, magic from the next turn on.
    let fresh = Places::MAGIC.and(field.all(Trait::FRESH));
    let flips = side(field.all(Trait::DOWN).without(fresh));
    let able = play::awake(pos).without(field.both(Trait::used));
    let mut uses = able.side(seat);
    // Most often there are some points, and a creature that any of the player's effects may choose.
    let creatures = Places::stacks(seat).and(field.up()).without(field.shielded);
    let poor = pos.points[seat] < i16::from(Needs::FEW_POINTS);
    let lack = if creatures.is_empty() | poor { Places::ALL } else { Places::NONE };
    let unsure = field.both(Trait::takes).or(field.both(Trait::wants).and(Both::each(lack)));
    for at in Bits(able.and(unsure).side(seat)).iter() {
        let can = play::can_use(rules, pos, Place::stack(seat, at % 32), (at / 32) as u8).is_ok();
        uses ^= u64::from(!can) << at;
    }
    let places = spread(flips) | spread(uses as u32) << 1 | spread((uses >> 32) as u32) << 2;
    places << FIELD | u64::from(pos.phase == Phase::Main) << NEXT | 1 << END
}

/// Those of some places that are a player's, numbered as on that side.
#[inline]
fn side(seat: Seat, places: Places) -> u32 {
    places.and(Places::of(seat)).0 >> Place::stack(seat, 0).0
}

/// The places of one side three places apart.
#[inline]
fn spread(side: u32) -> u64 {
    const SPREAD: [u16; 32] = {
        let mut spread = [0; 32];
        let mut at = 0;
        while at < 32 * PLACES {
            let (row, place) = (at / PLACES, at % PLACES);
            spread[row] |= ((row >> place & 1) as u16) << (3 * place);
            at += 1;
        }
        spread
    };
    let row = |row: u32| u64::from(SPREAD[row as usize % 32]);
    row(side) | row(side >> PLACES) << (3 * PLACES)
}

/// The turn player's hand in a main phase.
pub struct Hand {
    pub seat: Seat,
    room: Room,
    /// One word of the card and one of the table decide.
    simple: bool,
    onto: u32,
}

impl Hand {
    #[inline(always)]
    pub fn of(pos: &Position) -> Hand {
        let room = Room::of(pos, pos.turn);
        Hand { seat: pos.turn, room, simple: Hand::is_simple(pos), onto: if room.left { room.onto } else { 0 } }
    }

    /// Most often it is so: nothing is forbidden, and no play is for some cards only (ST H27).
    #[inline]
    pub fn is_simple(pos: &Position) -> bool {
        pos.forbids.is_empty() & pos.extras.is_empty()
    }

    #[inline(always)]
    pub fn can_play(&self, rules: &Rules, pos: &Position, card: CardRef) -> bool {
        match self.simple {
            true => rules.onto(pos.def_id(card)) & self.onto != 0,
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
