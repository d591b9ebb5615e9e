//! What the turn player may do (ST C2, C3): listed, or one of it without writing the whole list.

use playmat_cards::CardRef;
use playmat_kernel::{Lister, Options, Seat};

use crate::choice::Choice;
use crate::play::{self, Room};
use crate::rules::{Def, EFFECTS, Heeds, Rules};
use crate::state::{Phase, Places, Position, SIDE, Trait, Zone};

/// Lists what the turn player may do.
#[inline(never)]
pub fn list(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let main = pos.phase == Phase::Main;
    let mut list = out.lister();
    if main {
        let hand = Hand::of(pos);
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
    }
    let field = OnField::of(rules, pos);
    for place in field.attacks.iter() {
        list.push_if(Choice::Attack(pos.slot(place).card), true);
    }
    for place in field.others().iter() {
        let card = pos.slot(place).card;
        list.push_if(Choice::Flip(card), field.flips.has(place));
        list.push_if(Choice::Use(card, 0), field.uses[0].has(place));
        list.push_if(Choice::Use(card, 1), field.uses[1].has(place));
    }
    list.push_if(Choice::Next, main);
    list.push_if(Choice::End, true);
    list.done();
}

/// The option at the place in [`list`] that `which` names when it is told how many there are; `room` is empty.
#[inline]
pub fn pick(rules: &Rules, pos: &Position, room: &mut Options<Choice>, which: impl FnOnce(usize) -> usize) -> Choice {
    let main = pos.phase == Phase::Main;
    if main {
        // A card in hand may be used and not only played.
        if pos.watch[pos.turn] & Heeds::USED != 0 {
            list(rules, pos, room);
            return room[which(room.len())];
        }
        plays(rules, pos, room);
    }
    let field = OnField::of(rules, pos);
    // Each card that can be played can be played face down too.
    let (in_hand, on_field) = (2 * room.len(), field.count());
    let at = which(in_hand + on_field + usize::from(main) + 1);
    match at {
        _ if at < in_hand && at % 2 == 0 => room[at / 2],
        _ if at < in_hand => face_down(room[at / 2]),
        _ if at < in_hand + on_field => field.nth(pos, at - in_hand),
        _ if main && at == in_hand + on_field => Choice::Next,
        _ => Choice::End,
    }
}

/// The plays of cards in hand face up.
#[inline(never)]
fn plays(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    if !Hand::is_open(pos) {
        return;
    }
    let hand = Hand::of(pos);
    let mut list = out.lister();
    for &card in pos.pile(hand.seat, Zone::Hand) {
        let def = rules.def(pos.def_id(card));
        list.push_if(face_up(def, card), hand.can_play(rules, pos, card, def));
    }
    list.done();
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

/// What the turn player may do with what lies on the field, as sets of places: attacks come first, then place by place turning up and
/// the two effects.
struct OnField {
    attacks: Places,
    flips: Places,
    uses: [Places; EFFECTS as usize],
}

impl OnField {
    #[inline(never)]
    fn of(rules: &Rules, pos: &Position) -> OnField {
        let seat = pos.turn;
        let attacks = match pos.phase {
            Phase::Main => Places::NONE,
            _ => Places::stacks(seat).and(pos.field.up()).kept(|place| play::may_attack(pos, place)),
        };
        // ST H4: creatures are turned up at any time, magic from the next turn on.
        let fresh = Places::MAGIC.and(pos.field.all(Trait::FRESH));
        let flips = Places::of(seat).and(pos.field.all(Trait::DOWN)).without(fresh);
        let uses =
            [0, 1].map(|which| play::awake(pos, seat, which).kept(|place| play::can_use(rules, pos, place, which).is_ok()));
        OnField { attacks, flips, uses }
    }

    /// How many there are.
    #[inline]
    fn count(&self) -> usize {
        // All are of one side, which is ten places: they are counted as one word.
        let side = |set: Places| u64::from(set.0 | set.0 >> SIDE) & ((1 << SIDE) - 1);
        let [first, second] = self.uses.map(side);
        let word = side(self.attacks) | side(self.flips) << SIDE | first << (2 * SIDE) | second << (3 * SIDE);
        word.count_ones() as usize
    }

    /// The places where something else than an attack can be done.
    #[inline]
    fn others(&self) -> Places {
        self.flips.or(self.uses[0]).or(self.uses[1])
    }

    /// One of them, which there is.
    fn nth(&self, pos: &Position, at: usize) -> Choice {
        let mut left = at;
        for place in self.attacks.iter() {
            if left == 0 {
                return Choice::Attack(pos.slot(place).card);
            }
            left -= 1;
        }
        for place in self.others().iter() {
            let [flip, first, second] = [self.flips, self.uses[0], self.uses[1]].map(|set| usize::from(set.has(place)));
            if left < flip + first + second {
                let card = pos.slot(place).card;
                let use_at = left + (1 - flip);
                return match use_at {
                    0 => Choice::Flip(card),
                    _ => Choice::Use(card, (use_at - first) as u8),
                };
            }
            left -= flip + first + second;
        }
        Choice::End
    }
}
