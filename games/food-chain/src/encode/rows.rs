//! The rows with many columns: each column's name, meaning and number stand side by side.

use playmat_cards::{CardRef, Column, DefId, Holds};
use playmat_kernel::{Decision, Seat};

use super::layout::{FIRST_BESIDE, FIRST_IN_HAND, FIRST_SET, HAND, OF_KEYWORDS, SET};
use crate::Choice;
use crate::field::Passing;
use crate::play;
use crate::rules::{AbilityId, Rules};
use crate::state::{
    Attack, AttackStep, BESIDE, CAME_BACK, Enter, Frame, Happening, Position, SLOTS, Slot, Target, Zone, zone, zone_parts,
};
use crate::words::{Keyword, Trigger};

/// A row: its columns, and the function that writes them.
macro_rules! row {
    ($(#[$doc:meta])* $COLUMNS:ident, $write:ident($($arg:ident: $Type:ty),*) { $($name:ident: $holds:ident $(($argument:expr))?, $meaning:literal = $value:expr;)+ }) => {
        $(#[$doc])*
        pub const $COLUMNS: &[Column] = &[$(Column {
            name: stringify!($name),
            holds: Holds::$holds $(($argument))?,
            meaning: $meaning,
        }),+];

        #[inline(always)]
        #[allow(missing_docs)]
        pub fn $write($($arg: $Type),*) -> [i16; $COLUMNS.len()] {
            [$($value),+]
        }
    };
}

/// The keywords of a creature. `frozen` is a state while it stands on the table.
pub const KEYWORDS: &[Column] = &OF_KEYWORDS;

row! {
    /// What is asked and where the match stands.
    HEADER, header(pos: &Position, decision: Decision, asks: &Asks, more: usize) {
        asks: Category(9), "What asks: 1 the turn, 2 the opening, 3 waiting abilities, 4 a creature that enters, 5 an attack, 6 an effect, 7 a reaction, 8 a discard." = asks.what;
        event: Category(Trigger::ALL.len() as u16 + 1), "What is reacted to, or when the waiting abilities happen: a trigger's place in the list of triggers, plus 1." = asks.event;
        occasion: Category(3), "0 a move, 1 its declaration, 2 a question that the rules raise." = decision.occasion as i16;
        form: Category(3), "0 one of the options, 1 some of them, 2 their order." = decision.form as i16;
        card: Card, "The definition of the card that asks, or of the card that is reacted to." = asks.card;
        ability: Category(8), "The ability that asks: its place among those that its card is printed with, from 1; beyond them those that it gives." = asks.ability;
        step: Category(32), "How far its program is, counted from 1." = asks.step;
        announcing: Flag, "Whether targets are only announced, and the effect comes later." = asks.announcing;
        it: Row(2), "The row of `it`: what was just chosen or has just entered, or the card of the event. -1 is the seat, -2 the rival." = asks.it.0;
        it_card: Card, "Its definition." = asks.it.1;
        first: Row(2), "The row of what was chosen first; -1 is the seat, -2 the rival." = asks.chosen[0].0;
        first_card: Card, "Its definition." = asks.chosen[0].1;
        second: Row(2), "The row of what was chosen second; -1 is the seat, -2 the rival." = asks.chosen[1].0;
        second_card: Card, "Its definition." = asks.chosen[1].1;
        third: Row(2), "The row of what was chosen third; -1 is the seat, -2 the rival." = asks.chosen[2].0;
        third_card: Card, "Its definition." = asks.chosen[2].1;
        late: Flag, "Whether traps are over and cards may be discarded as a reaction." = asks.late;
        eaten: Number(2), "How many meals the creature that enters has." = asks.eaten;
        eaten_slots: Bits(3), "Its player's slots with meals: 1, 2 and 4 from the left, added up." = asks.eaten_slots;
        nutrition: Number(6), "What its meals are worth." = asks.nutrition;
        discards: Number(2), "How many cards are still to be discarded." = asks.discards;
        attack: Category(4), "The attack that goes on: 0 none, 1 without a target yet, 2 on a creature, 3 on a player." = asks.attack;
        attack_own: Flag, "Whether it is the seat's own." = asks.attack_own;
        attack_negated: Flag, "Whether it was negated." = asks.attack_negated;
        attacker: Row(0), "The row of the attacker, while it stands." = asks.attacker;
        defender: Row(0), "The row of the defender, while it stands." = asks.defender;
        damage: Number(6), "The damage that a player is about to be dealt by an effect." = asks.damage;
        effect: Card, "The definition of the card whose effect goes on below what asks." = asks.effect;
        effect_own: Flag, "Whether that effect is the seat's own." = asks.effect_own;
        entering: Card, "The definition of the creature that is on its way to the table." = asks.entering;
        entering_own: Flag, "Whether the seat plays it." = asks.entering_own;
        entering_mute: Flag, "Whether it has lost its abilities on the way." = asks.entering_mute;
        phase: Category(14), "0 opening, 1 and 2 start, 3 and 4 draw, 5 first main, 6 and 7 before combat, 8 combat, 9 second main, 10 to 13 end." = pos.phase as i16;
        own_turn: Flag, "Whether it is the seat's turn." = flag(pos.turn == decision.seat);
        played: Flag, "Whether the counting card of the turn was played." = flag(pos.counted);
        turns: Number(16), "How many turns were begun, both players together." = i16::from(pos.turns);
        began: Flag, "Whether the seat went first." = flag(pos.first == decision.seat);
        skips_draw: Flag, "Whether the next draw phase is the skipped one." = flag(pos.skip_draw);
        own_life: Number(10), "Own life." = pos.life[decision.seat];
        rival_life: Number(10), "The rival's life." = pos.life[decision.seat.rival()];
        own_free: Category(4), "Own free slots." = i16::from(pos.field.free_slots(decision.seat));
        rival_free: Category(4), "The rival's free slots." = i16::from(pos.field.free_slots(decision.seat.rival()));
        own_hand: Number(8), "Cards in the own hand." = size(pos, decision.seat, Zone::Hand);
        rival_hand: Number(8), "Cards in the rival's hand." = size(pos, decision.seat.rival(), Zone::Hand);
        own_deck: Number(20), "Cards in the own deck." = size(pos, decision.seat, Zone::Deck);
        rival_deck: Number(20), "Cards in the rival's deck." = size(pos, decision.seat.rival(), Zone::Deck);
        own_set: Number(2), "Own set cards." = size(pos, decision.seat, Zone::Set);
        rival_set: Number(2), "The rival's set cards." = size(pos, decision.seat.rival(), Zone::Set);
        own_carrion: Number(12), "Cards in the own carrion." = size(pos, decision.seat, Zone::Carrion);
        rival_carrion: Number(12), "Cards in the rival's carrion." = size(pos, decision.seat.rival(), Zone::Carrion);
        own_exile: Number(8), "Cards in the own exile." = size(pos, decision.seat, Zone::Exile);
        rival_exile: Number(8), "Cards in the rival's exile." = size(pos, decision.seat.rival(), Zone::Exile);
        more: Number(4), "How many cards that the seat sees have no row, for want of rows." = more as i16;
    }
}

row! {
    /// A card on the table: its numbers and states.
    PLACE, place(pos: &Position, slot: &Slot, passing: &Passing, me: Seat) {
        card: Card, "Its definition." = id(pos.def_id(slot.card));
        own: Flag, "Whether it is the seat's own card, on whatever side it stands." = flag(pos.card(slot.card).owner() == me);
        token: Flag, "Whether it is a token." = flag(pos.card(slot.card).made());
        spent: Flag, "Whether it has come back this turn and cannot do so again." = flag(pos.card(slot.card).has(CAME_BACK));
        attack: Number(6), "Its attack now." = slot.attack;
        health: Number(6), "Its health now." = slot.health;
        full: Number(6), "Its health at most." = slot.full;
        nutrition: Number(6), "Its nutrition now." = i16::from(slot.nutrition);
        strikes: Number(2), "How often it may attack in a combat." = i16::from(slot.strikes);
        struck: Number(2), "How often it has attacked in this combat." = i16::from(slot.struck);
        exhausted: Flag, "Whether it is exhausted." = flag(slot.is(Slot::EXHAUSTED));
        paralysed: Flag, "Whether it is paralysed." = flag(slot.is(Slot::PARALYSED));
        dry: Flag, "Whether it was played without a meal." = flag(slot.is(Slot::DRY));
        mute: Flag, "Whether its printed abilities are lost." = flag(slot.is(Slot::MUTE));
        doomed: Flag, "Whether it was killed and is still to be buried." = flag(slot.is(Slot::DOOMED));
        dies: Category(8), "0 unless paralysis or neurotoxin kills it when its controller ends a turn: 1 the next time, more if so many turns less one are spared, this one included." = dies(pos, slot);
        attack_this_turn: Number(4), "How much of its attack it has for this turn only." = passing.growth().0;
        health_this_turn: Number(4), "How much of its health it has for this turn only." = passing.growth().1;
        strikes_this_turn: Number(1), "How many of its attacks it has for this turn only." = i16::from(passing.strikes);
        keywords_this_turn: Bits(15), "The keywords that it has for this turn only: bits in the order of the columns from `haste` on, the first 15." = (passing.keywords & 0x7fff) as i16;
        more_keywords_this_turn: Bits(15), "The same, the keywords behind those." = (passing.keywords >> 15) as i16;
    }
}

row! {
    /// A gained ability.
    GIFT, gift(rules: &Rules, row: i16, ability: AbilityId, times: u8, waiting: u8) {
        row: Row(0), "The row of the creature." = row;
        card: Card, "The definition of the card that the ability is written on." = id(rules.ability(ability).def);
        ability: Category(8), "Its place among those that this card is printed with, from 1; beyond them those that it gives." = place_among(rules, ability);
        times: Number(2), "How often it was gained." = i16::from(times);
        waiting: Number(2), "How many of those wait for their turn among simultaneous abilities." = i16::from(waiting);
    }
}

row! {
    /// An option.
    OPTION, option(pos: &Position, me: Seat, said: &Said) {
        verb: Category(17), "1 play, 2 set, 3 use, 4 attack with, 5 next phase, 6 end the turn, 7 this card, 8 this ability, 9 this player, 10 this branch, 11 yes, 12 no, 13 none, 14 pass, 15 go first, 16 go second." = said.verb;
        card: Card, "The definition of its card." = said.card.map_or(0, |card| id(pos.def_id(card)));
        token: Flag, "Whether that was made during the match." = said.card.map_or(0, |card| flag(pos.card(card).made()));
        row: Row(0), "The card's row, counted from 1 over the blocks places, beside, hand and set; 0 if it has none there." = said.spot.row;
        zone: Category(8), "Where the card is: 1 set, 2 exile, 3 carrion, 4 field, 5 being played, 6 hand, 7 deck." = said.spot.zone;
        side: Category(3), "On whose side it is: 1 the seat's, 2 the rival's." = said.spot.side;
        number: Category(8), "The place of the ability among those of the card, or the branch, counted from 1." = said.number;
        player: Category(3), "Which player: 1 the seat, 2 the rival." = said.player.map_or(0, |seat| side(seat, me));
        ability: Category(8), "The ability: its place among those of the card that it is written on, as in the header." = said.ability;
    }
}

/// A definition as a column holds it.
#[inline(always)]
pub const fn id(def: DefId) -> i16 {
    def.0 as i16 + 1
}

#[inline(always)]
pub const fn flag(holds: bool) -> i16 {
    holds as i16
}

#[inline(always)]
fn side(seat: Seat, me: Seat) -> i16 {
    1 + flag(seat != me)
}

#[inline(always)]
fn size(pos: &Position, seat: Seat, which: Zone) -> i16 {
    pos.zones.len(zone(seat, which)) as i16
}

/// FC A7, A11: when paralysis or neurotoxin kills.
#[inline(always)]
fn dies(pos: &Position, slot: &Slot) -> i16 {
    let dated = slot.is(Slot::PARALYSED | Slot::DATED);
    flag(dated) * (i16::from(slot.spared) - i16::from(pos.turns) + 1).max(0) + flag(dated)
}

/// The keywords of a creature as numbers: its states are bits too, and `frozen` is among them.
#[inline(always)]
pub fn keywords(slot: &Slot, out: &mut [i16; KEYWORDS.len()]) {
    const FROZEN: u32 = Keyword::Frozen.bit();
    let all = slot.keywords | if slot.is(Slot::FROZEN) { FROZEN } else { 0 };
    for (at, out) in out.iter_mut().enumerate() {
        *out = (all >> at & 1) as i16;
    }
}

/// Where a card is.
#[derive(Clone, Copy, Default)]
pub struct Spot {
    row: i16,
    zone: i16,
    side: i16,
}

/// The place of an ability among those of the card that it is written on, from 1. What a card gives lies behind what it has.
#[inline]
fn place_among(rules: &Rules, id: AbilityId) -> i16 {
    let first = rules.def(rules.ability(id).def).first;
    id.0.saturating_sub(first) as i16 + 1
}

/// The row of a place on the table.
#[inline(always)]
pub fn place_row(seat: Seat, place: usize, me: Seat) -> i16 {
    let other = usize::from(seat != me);
    (if place == BESIDE { FIRST_BESIDE + other } else { other * SLOTS + place + 1 }) as i16
}

/// Where a card is that the seat may know of.
#[inline]
fn spot(pos: &Position, card: CardRef, me: Seat) -> Spot {
    if let Some((seat, place)) = pos.find(card) {
        return Spot { row: place_row(seat, place, me), zone: Zone::Field as i16 + 1, side: side(seat, me) };
    }
    match zone_parts(pos.zones.zone_of(card)) {
        Some((seat, which)) => {
            let row = match which {
                Zone::Hand if seat == me => hand_row(pos, me, card),
                Zone::Set if seat == me => {
                    let place = pos.zones.place_in(zone(me, Zone::Set), card);
                    if place < SET { FIRST_SET + place } else { 0 }
                }
                _ => 0,
            };
            Spot { row: row as i16, zone: which as i16 + 1, side: side(seat, me) }
        }
        None => Spot::default(),
    }
}

/// The row of a card in hand.
#[inline]
fn hand_row(pos: &Position, me: Seat, card: CardRef) -> usize {
    let hand = pos.pile(me, Zone::Hand);
    if hand.len() <= HAND {
        return FIRST_IN_HAND + pos.zones.place_in(zone(me, Zone::Hand), card);
    }
    let row = different(pos, hand).position(|(other, _)| pos.card(other) == pos.card(card)).filter(|row| *row < HAND);
    row.map_or(0, |row| FIRST_IN_HAND + row)
}

/// The different cards of a hand with how many there are of each.
pub fn different<'a>(pos: &'a Position, hand: &'a [CardRef]) -> impl Iterator<Item = (CardRef, usize)> + 'a {
    let like = move |card: CardRef| move |other: &&CardRef| pos.card(**other) == pos.card(card);
    let firsts = hand.iter().enumerate().filter(move |(at, card)| !hand[..*at].iter().any(|other| like(**card)(&other)));
    firsts.map(move |(_, &card)| (card, hand.iter().filter(like(card)).count()))
}

/// What an option says.
#[derive(Default)]
pub struct Said {
    verb: i16,
    card: Option<CardRef>,
    spot: Spot,
    number: i16,
    player: Option<Seat>,
    ability: i16,
}

impl Said {
    /// An option of the pending question.
    #[inline]
    pub fn of(rules: &Rules, pos: &Position, me: Seat, choice: Choice) -> Said {
        let word = |verb| Said { verb, ..Said::default() };
        let about = |verb, card| Said { card: Some(card), spot: spot(pos, card, me), ..word(verb) };
        let ability = |verb, card, place: u8| {
            let id = play::ability_at(rules, pos, card, place).map_or(0, |id| place_among(rules, id));
            Said { number: i16::from(place) + 1, ability: id, ..about(verb, card) }
        };
        match choice {
            Choice::Play(card) => about(1, card),
            Choice::Set(card) => about(2, card),
            Choice::Use(card, place) => ability(3, card, place),
            Choice::Attack(card) => about(4, card),
            Choice::Next => word(5),
            Choice::End => word(6),
            Choice::Card(card) => about(7, card),
            Choice::Ability(card, place) => ability(8, card, place),
            Choice::Player(seat) => Said { player: Some(seat), ..word(9) },
            Choice::Branch(branch) => Said { number: i16::from(branch), ..word(10) },
            Choice::Yes => word(11),
            Choice::No => word(12),
            Choice::None => word(13),
            Choice::Pass => word(14),
            Choice::First => word(15),
            Choice::Second => word(16),
        }
    }
}

/// What asks, and what goes on below it. Of the agenda only what everybody was told: a window below may wait for traps that nobody
/// has seen.
#[derive(Default)]
pub struct Asks {
    what: i16,
    event: i16,
    card: i16,
    ability: i16,
    step: i16,
    announcing: i16,
    it: (i16, i16),
    chosen: [(i16, i16); 3],
    late: i16,
    eaten: i16,
    eaten_slots: i16,
    nutrition: i16,
    discards: i16,
    attack: i16,
    attack_own: i16,
    attack_negated: i16,
    attacker: i16,
    defender: i16,
    damage: i16,
    effect: i16,
    effect_own: i16,
    entering: i16,
    entering_own: i16,
    entering_mute: i16,
}

impl Asks {
    /// What asks a seat.
    #[inline(always)]
    pub fn of(rules: &Rules, pos: &Position, me: Seat) -> Asks {
        // Most questions are moves, with nothing below them.
        if pos.agenda.depth() == 0 { Asks { what: 1, ..Asks::default() } } else { Asks::by_frames(rules, pos, me) }
    }

    #[inline(never)]
    fn by_frames(rules: &Rules, pos: &Position, me: Seat) -> Asks {
        let mut asks = Asks::default();
        let Some((top, below)) = pos.agenda.frames().split_last() else { return asks };
        below.iter().for_each(|frame| asks.goes_on(pos, me, frame));
        let card = |card: CardRef| card.some().map_or(0, |card| id(pos.def_id(card)));
        let target = |target: Target| match (target.as_card(), target.as_player()) {
            (Some(card), _) => (spot(pos, card, me).row, id(pos.def_id(card))),
            (None, Some(seat)) => (-side(seat, me), 0),
            (None, None) => (0, 0),
        };
        match *top {
            Frame::Opening(_) => asks.what = 2,
            Frame::Waiting { trigger, .. } => (asks.what, asks.event) = (3, trigger as i16 + 1),
            Frame::Enter(enter) => {
                (asks.what, asks.card, asks.nutrition) = (4, card(enter.card), enter.nutrition);
                asks.goes_on(pos, me, top);
            }
            Frame::Attack(attack) => {
                (asks.what, asks.card) = (5, card(attack.attacker));
                asks.goes_on(pos, me, top);
            }
            Frame::Run(run) => {
                (asks.what, asks.card, asks.ability) = (6, card(run.source), place_among(rules, run.ability));
                asks.step = (run.cursor.at - rules.ability(run.ability).start) as i16 + 1;
                asks.announcing = flag(run.cursor.announcing());
                asks.it = target(run.it);
                asks.chosen = run.chosen.map(target);
            }
            Frame::Window(window) => {
                let Happening { event, subject } = window.about;
                (asks.what, asks.event, asks.card) = (7, event as i16 + 1, card(subject));
                asks.it = target(Target::card(subject));
                asks.late = flag(window.turn == Happening::LATE);
            }
            Frame::Discard { left, cause, .. } => {
                (asks.what, asks.card, asks.discards) = (8, card(cause), i16::from(left));
            }
            // They ask nothing.
            Frame::Check { .. } | Frame::Stings { .. } | Frame::Hurt { .. } => {}
        }
        asks
    }

    /// Something goes on: what is nearest to the question is written last.
    fn goes_on(&mut self, pos: &Position, me: Seat, frame: &Frame) {
        match frame {
            Frame::Attack(attack) => {
                self.attack = match attack.defender.some() {
                    Some(_) => 2,
                    None if attack.step == AttackStep::Target => 1,
                    None => 3,
                };
                let row = |found: Option<(Seat, usize)>| found.map_or(0, |(seat, place)| place_row(seat, place, me));
                self.attack_own = flag(attack.seat == me);
                self.attack_negated = flag(attack.flags & Attack::NEGATED != 0);
                (self.attacker, self.defender) = (row(attack.attacking(pos)), row(attack.defending(pos)));
            }
            Frame::Enter(enter) => {
                (self.entering, self.entering_own) = (id(pos.def_id(enter.card)), flag(enter.seat == me));
                self.entering_mute = flag(enter.flags & Enter::MUTE != 0);
                self.eaten = enter.meals.iter().filter(|meal| meal.some().is_some()).count() as i16;
                (self.eaten_slots, self.nutrition) = (i16::from(enter.places), enter.nutrition);
            }
            Frame::Run(run) => (self.effect, self.effect_own) = (id(pos.def_id(run.source)), flag(run.seat == me)),
            Frame::Hurt { amount, .. } => self.damage = i16::from(*amount),
            _ => {}
        }
    }
}
