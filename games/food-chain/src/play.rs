//! What can be played, used, eaten and fired now, and why not.

use playmat_cards::{CardRef, Cursor, possible};
use playmat_kernel::Seat;

use crate::FoodChain;
use crate::choice::{self, Choice};
use crate::demands::{Demand, Needs};
use crate::rules::{AbilityId, Def, Rules, What};
use crate::rulings::{FieldLimit, FieldSpellScope, FullField, Traps};
use crate::running::started;
use crate::select;
use crate::state::{BARRED, BESIDE, By, Enter, Phase, Position, Run, SLOTS, Slot, Target, Window, Zone, zone};
use crate::words::{Keyword, Kind, Trigger};

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// It is the rival's turn.
    NotYourTurn,
    /// Only in a main phase.
    NotInMainPhase,
    /// Only in combat.
    NotInCombat,
    /// The card of the turn was played.
    LimitReached,
    /// No slot is free, and no meal frees one.
    FieldFull,
    /// A target is missing.
    NoTarget,
    /// A trap waits in the hand for its event.
    TrapWaits,
    /// It was negated this turn.
    Barred,
    /// It has no ability that can be used now.
    NothingToUse,
    /// It is not in the hand.
    NotInHand,
    /// It is not a creature of the player on the field.
    NotOnField,
    /// It has attacked as often as it may.
    HasAttacked,
    /// It cannot attack: passive, harmless, frozen or paralysed.
    CannotAttack,
    /// There is nobody it may attack.
    NobodyToAttack,
    /// It is not among the options of the question.
    NotAnOption,
}

/// Where an ability is used from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usable {
    /// FC A3: discarded from hand.
    Hand,
    /// FC A3: sacrificed from the field.
    Field,
    /// FC A3: in combat, in place of an attack.
    Combat,
}

impl Usable {
    /// The trigger of such abilities.
    pub const fn trigger(self) -> Trigger {
        match self {
            Usable::Hand => Trigger::Discard,
            Usable::Field => Trigger::Sacrifice,
            Usable::Combat => Trigger::InsteadOfAttacking,
        }
    }

    /// How the ability then runs.
    pub const fn by(self) -> By {
        match self {
            Usable::Hand => By::Discard,
            Usable::Field => By::Sacrifice,
            Usable::Combat => By::Instead,
        }
    }
}

/// Whether playing this card uses up the card of the turn (FC A3).
#[inline]
pub fn counts(rules: &Rules, pos: &Position, card: CardRef) -> bool {
    rules.def(pos.def_id(card)).counts
}

/// What is missing for cards in a player's hand, looked up once for all of them.
#[inline(always)]
pub fn missing(rules: &Rules, pos: &Position, seat: Seat) -> Demand {
    missing_but_targets(rules, pos, seat).union(rules.demands.missing(select::able(rules, pos, seat)))
}

/// What is missing for cards in a player's hand, but for targets.
#[inline(always)]
pub fn missing_but_targets(rules: &Rules, pos: &Position, seat: Seat) -> Demand {
    let missing = Demand::CARD_OF_THE_TURN.when(pos.counted);
    if pos.field.has_room(seat) { missing } else { missing.union(crowded(rules, pos, seat)) }
}

/// What is missing besides where no slot is free.
#[inline]
fn crowded(rules: &Rules, pos: &Position, seat: Seat) -> Demand {
    let fed = rules.rulings.full_field == FullField::EatingFrees && has_field_meal(pos, seat, CardRef::NONE);
    let replaces = pos.field.all_of(seat).0 & What::FieldSpell.bit() != 0;
    let field_spell = replaces || rules.rulings.field_limit == FieldLimit::Creatures;
    Demand::SLOT.union(Demand::SLOT_OR_MEAL.when(!fed)).union(Demand::FIELD_SPELL.when(!field_spell))
}

/// Whether the turn player may play this card from hand in a main phase. Traps are set, not played.
#[inline]
pub fn can_play(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Result<(), Why> {
    let def = rules.def(pos.def_id(card));
    if def.kind == Kind::Trap {
        return Err(if rules.rulings.traps == Traps::Hand { Why::TrapWaits } else { Why::LimitReached });
    }
    if pos.counted && def.counts {
        return Err(Why::LimitReached);
    }
    can_cast(rules, pos, seat, card)
}

/// Whether this player may play a card, whatever the limit of the turn says.
pub fn can_cast(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Result<(), Why> {
    if pos.card(card).has(BARRED) {
        return Err(Why::Barred);
    }
    let def = rules.def(pos.def_id(card));
    let missing = if pos.field.has_room(seat) { Demand::NOTHING } else { crowded(rules, pos, seat) };
    let possible = match def.kind {
        Kind::Prey | Kind::TokenPrey => Demand::SLOT.met(missing),
        Kind::Predator | Kind::TokenPredator => Demand::SLOT_OR_MEAL.met(missing),
        Kind::FieldSpell => Demand::FIELD_SPELL.met(missing),
        Kind::Trap => return Err(Why::TrapWaits),
        _ => return announceable(rules, pos, seat, card, AbilityId(def.first), By::Spell),
    };
    if possible { Ok(()) } else { Err(Why::FieldFull) }
}

/// Where a field spell would lie: beside the slots, in the place of the one it replaces, or in a free slot (FC B `field_limit`).
pub fn field_spell_place(rules: &Rules, pos: &Position, seat: Seat) -> Option<usize> {
    match rules.rulings.field_limit {
        FieldLimit::Creatures => Some(BESIDE),
        FieldLimit::AllCards => {
            let replaced = (0..SLOTS).find(|&place| pos.field[seat][place].what & What::FieldSpell.bit() != 0);
            replaced.or_else(|| pos.field.free_slot(seat))
        }
    }
}

/// The field spells that a new one of this seat replaces (FC B `field_spell_scope`).
pub fn replaced_field_spells(rules: &Rules, pos: &Position, seat: Seat) -> impl Iterator<Item = (Seat, usize)> {
    let global = rules.rulings.field_spell_scope == FieldSpellScope::Global;
    let field = &pos.field;
    Seat::BOTH.into_iter().filter(move |&at| global || at == seat).flat_map(move |at| {
        (0..=BESIDE)
            .filter(move |&place| field[at][place].taken() && !field[at][place].creature())
            .map(move |place| (at, place))
    })
}

/// The abilities of a card that its player may use from there now, by their place among the card's abilities.
pub fn usable(rules: &Rules, pos: &Position, seat: Seat, card: CardRef, from: Usable, found: &mut impl FnMut(u8)) {
    let trigger = from.trigger();
    let mut consider = |place: usize, id: AbilityId| {
        if rules.ability(id).trigger == trigger && announceable(rules, pos, seat, card, id, from.by()).is_ok() {
            found(place as u8);
        }
    };
    match pos.find(card) {
        Some((at, slot)) => {
            pos.abilities(rules, at, slot).enumerate().for_each(|(place, id)| consider(place, id));
        }
        None => rules.printed(pos.def_id(card)).enumerate().for_each(|(place, id)| consider(place, id)),
    }
}

/// The ability at a place among those of a card, on the field or elsewhere.
pub fn ability_at(rules: &Rules, pos: &Position, card: CardRef, place: u8) -> Option<AbilityId> {
    match pos.find(card) {
        Some((at, slot)) => pos.abilities(rules, at, slot).nth(place as usize),
        None => rules.printed(pos.def_id(card)).nth(place as usize),
    }
}

/// FC A8: a spell, discard or sacrifice ability needs each of its targets.
pub fn announceable(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, id: AbilityId, by: By) -> Result<(), Why> {
    if rules.ability(id).needs == Needs::default() {
        return Ok(());
    }
    let run = announcing(rules, seat, source, id, by);
    if possible::<FoodChain>(rules, pos, &run, run.cursor.at) { Ok(()) } else { Err(Why::NoTarget) }
}

/// An ability about to be announced.
#[inline]
pub fn announcing(rules: &Rules, seat: Seat, source: CardRef, id: AbilityId, by: By) -> Run {
    let cursor = Cursor::new(rules.ability(id).start, true);
    Run { cursor, ..started(rules, id, (source, 0), seat, Target::NONE, by) }
}

/// FC A4: what a predator on its way may still eat; the field from the left, then carrion from the oldest.
pub fn meals(rules: &Rules, pos: &Position, enter: &Enter, found: &mut impl FnMut(CardRef)) {
    select::each(food(pos, enter)).for_each(|place| found(pos.field.card_at(enter.seat, place)));
    if scavenges(rules, pos, enter) {
        carrion(rules, pos, enter).for_each(found);
    }
}

/// Whether it may still eat anything.
pub fn any_meal(rules: &Rules, pos: &Position, enter: &Enter) -> bool {
    food(pos, enter) != 0 || (scavenges(rules, pos, enter) && carrion(rules, pos, enter).next().is_some())
}

/// Whether it eats from carrion too.
#[inline]
pub fn scavenges(rules: &Rules, pos: &Position, enter: &Enter) -> bool {
    let scavenger = rules.def(pos.def_id(enter.card)).keywords & Keyword::Scavenge.bit() != 0;
    scavenger & (enter.flags & Enter::MUTE == 0)
}

/// What it may still eat from carrion.
fn carrion<'a>(rules: &'a Rules, pos: &'a Position, enter: &'a Enter) -> impl Iterator<Item = CardRef> + 'a {
    let [_, second, third] = enter.meals.map(|meal| meal != CardRef::NONE);
    // The last meal must free a slot if none did and none is free.
    let enough = third || (second && !may_stop_eating(pos, enter));
    let pile = if enough { &[] } else { pos.pile(enter.seat, Zone::Carrion) };
    pile.iter().copied().filter(|card| rules.def(pos.def_id(*card)).kind.is_creature() && !enter.meals.contains(card))
}

/// Whether a predator in hand would find anything to eat.
#[inline]
pub fn any_first_meal(rules: &Rules, pos: &Position, seat: Seat, def: &Def) -> bool {
    let scavenges = def.keywords & Keyword::Scavenge.bit() != 0;
    has_field_meal(pos, seat, CardRef::NONE) | (scavenges && has_carrion_meal(rules, pos, seat))
}

#[inline(never)]
fn has_carrion_meal(rules: &Rules, pos: &Position, seat: Seat) -> bool {
    pos.pile(seat, Zone::Carrion).iter().any(|&card| rules.def(pos.def_id(card)).kind.is_creature())
}

/// Whether the predator would find a slot with the meals chosen so far.
#[inline]
pub fn may_stop_eating(pos: &Position, enter: &Enter) -> bool {
    pos.field.has_room(enter.seat) | (enter.places != 0)
}

/// What a meal is worth (FC A4): the nutrition of prey, the attack of a predator, printed if it stands nowhere.
#[inline]
pub fn nutrition(rules: &Rules, pos: &Position, meal: CardRef, stands: Option<(Seat, usize)>) -> i16 {
    let def = rules.def(pos.def_id(meal));
    match (stands, def.kind.is_predator()) {
        (Some((at, place)), true) => pos.field[at][place].attack.max(0),
        (Some((at, place)), false) => i16::from(pos.field[at][place].nutrition),
        (None, true) => def.attack,
        (None, false) => i16::from(def.nutrition),
    }
}

/// Whether an effect could put this card into play: a slot is free, or a predator can eat one free.
pub fn finds_room(rules: &Rules, pos: &Position, run: &Run, card: CardRef) -> bool {
    let leaving = if run.by == By::Sacrifice { run.source } else { CardRef::NONE };
    let freed = pos.find(leaving).is_some_and(|(_, place)| place < SLOTS);
    freed
        || pos.field.has_room(run.seat)
        || (rules.def(pos.def_id(card)).kind.is_predator()
            && rules.rulings.full_field == FullField::EatingFrees
            && has_field_meal(pos, run.seat, leaving))
}

/// FC A9: the traps of the holder that fit the event, the oldest first.
pub fn traps<'a>(rules: &'a Rules, pos: &'a Position, window: &'a Window) -> impl Iterator<Item = CardRef> + 'a {
    let from = if rules.rulings.traps == Traps::Hand { Zone::Hand } else { Zone::Set };
    pos.zones.zone(zone(window.seat, from)).iter().copied().filter(move |&card| {
        let def = rules.def(pos.def_id(card));
        def.kind == Kind::Trap && def.listens_to & window.about.event.bit() != 0 && !pos.card(card).has(BARRED)
    })
}

/// Whether this card of this player could be played, set or used at all now, for the sentence that says why not.
pub fn why_not_play(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Option<Why> {
    if pos.turn != seat {
        return Some(Why::NotYourTurn);
    }
    if !matches!(pos.phase, Phase::Main1 | Phase::Main2) || pos.agenda.depth() != 0 {
        return Some(Why::NotInMainPhase);
    }
    if rules.def(pos.def_id(card)).kind == Kind::Trap && rules.rulings.traps == Traps::Set {
        return pos.counted.then_some(Why::LimitReached);
    }
    can_play(rules, pos, seat, card).err()
}

/// Why a choice that is not listed cannot be taken, and the card it is about if it is a public one or the asker's own.
pub fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> (Why, Option<CardRef>) {
    let seat = choice::asked(pos);
    let in_hand = |card: CardRef| pos.pile(seat, Zone::Hand).contains(&card);
    let moving = pos.agenda.depth() == 0;
    match choice {
        Choice::Play(card) | Choice::Set(card) if in_hand(card) => {
            (why_not_play(rules, pos, seat, card).unwrap_or(Why::NotAnOption), Some(card))
        }
        Choice::Play(_) | Choice::Set(_) => (Why::NotInHand, None),
        Choice::Use(card, _) if in_hand(card) || pos.find(card).is_some_and(|(at, _)| at == seat) => {
            (Why::NothingToUse, Some(card))
        }
        Choice::Attack(card) => match pos.creature(card) {
            Some((at, place)) if at == seat => {
                let slot = &pos.field[at][place];
                let why = if !moving || pos.phase != Phase::Combat {
                    Why::NotInCombat
                } else if slot.struck >= slot.strikes {
                    Why::HasAttacked
                } else if !select::may_strike(slot) {
                    Why::CannotAttack
                } else {
                    Why::NobodyToAttack
                };
                (why, Some(card))
            }
            _ => (Why::NotOnField, None),
        },
        Choice::Card(card) if pos.find(card).is_some() => (Why::NotAnOption, Some(card)),
        _ => (Why::NotAnOption, None),
    }
}

/// The places of its player's food that a predator on its way has not chosen yet, while it may eat more. Without a branch: what
/// stands there nobody can predict.
#[inline]
pub fn food(pos: &Position, enter: &Enter) -> u8 {
    let more = enter.meals[2] == CardRef::NONE;
    edible(pos, enter.seat) & !enter.places & if more { IN_SLOTS } else { 0 }
}

/// The places of a player's food. Most of the time that is prey: nothing is frozen, and no keyword says otherwise.
#[inline]
fn edible(pos: &Position, seat: Seat) -> u8 {
    let side = &pos.field[seat][..SLOTS];
    let (keywords, states) = side.iter().fold((0, 0), |(all, states), slot| (all | slot.keywords, states | slot.state));
    let odd = keywords & (Keyword::Edible.bit() | Keyword::Inedible.bit()) | u32::from(states & Slot::FROZEN);
    if odd == 0 { pos.field.places(seat, What::Prey) } else { edible_among(side) }
}

#[inline(never)]
fn edible_among(side: &[Slot]) -> u8 {
    side.iter().enumerate().fold(0, |food, (place, slot)| {
        // Nothing but a creature is prey, or has a keyword.
        let edible = (slot.what & What::Prey.bit() != 0) | slot.has(Keyword::Edible);
        let safe = slot.is(Slot::FROZEN) | slot.has(Keyword::Inedible);
        food | u8::from(edible & !safe) << place
    })
}

#[inline]
fn has_field_meal(pos: &Position, seat: Seat, but: CardRef) -> bool {
    let leaving = if but == CardRef::NONE { 0 } else { pos.field.spot(seat, but) };
    edible(pos, seat) & !leaving != 0
}

/// The slots of a side.
const IN_SLOTS: u8 = (1 << SLOTS) - 1;
