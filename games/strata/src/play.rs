//! What can be played, levelled and activated, and why not.

use playmat_cards::{CardRef, Op};
use playmat_kernel::Seat;

use crate::chain;
use crate::changes::{mark, settle};
use crate::choice::Choice;
use crate::costs;
use crate::frames::{By, Frame, Kept, MOST_CHOSEN, Run, announced};
use crate::rules::{
    About, Action, Deed, Effect, EffectId, EffectKind, Filter, From, Group, Landing, Needs, Onto, Pick, Purpose, Rules, When,
    Who, depends,
};
use crate::select;
use crate::state::{Both, Extra, PLACES, PLAYS, Phase, Place, Places, Position, Slot, Trait, Zone};
use crate::words::{ActionVerb, Event};

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Why {
    NotYourTurn,
    NotInMain,
    NotInBattle,
    NoPlaysLeft,
    Forbidden,
    NoStackFree,
    NoMagicFree,
    NoBase,
    NotInHand,
    NotOnField,
    FaceDown,
    Fresh,
    NotFaceDown,
    Tapped,
    NotTapped,
    Tired,
    Used,
    AlreadyOn,
    NotActivated,
    CannotPay,
    NoTarget,
    FirstTurn,
    HasAttacked,
    CannotAttack,
    NotACounter,
    NotAnOption,
}

/// What decides for all cards of a hand at once.
#[derive(Clone, Copy)]
pub struct Room {
    /// A play is left, for any card.
    pub left: bool,
    /// What a card may come onto, by the bits of [`Onto`].
    pub onto: u32,
}

impl Room {
    /// Looks at the table.
    #[inline]
    pub fn of(pos: &Position, seat: Seat) -> Room {
        let free = Places::of(seat).without(pos.field.taken);
        let stack = if free.and(Places::STACKS).is_empty() { 0 } else { Onto::STACK };
        let magic = if free.and(Places::MAGIC).is_empty() { 0 } else { Onto::MAGIC };
        // An empty place and a back have no level: all five are looked at, without a branch.
        let first = Place::stack(seat, 0).0 as usize;
        let stacks = &pos.field.slots[first..first + PLACES];
        let bases = stacks.iter().fold(0, |bases, slot| bases | Onto::base(slot.kind, slot.level));
        Room { left: Room::is_left(pos, seat), onto: stack | magic | bases }
    }

    /// Whether a play is left, for any card.
    #[inline]
    pub fn is_left(pos: &Position, seat: Seat) -> bool {
        pos.plays < PLAYS + pos.extra[seat]
    }
}

/// Whether a card of the turn player's hand can be played in a main phase with no chain open.
#[inline(never)]
pub fn can_play(rules: &Rules, pos: &Position, seat: Seat, card: CardRef, room: &Room) -> Result<(), Why> {
    let def = rules.def(pos.def_id(card));
    if !room.left && extra_for(rules, pos, seat, card).is_none() {
        return Err(Why::NoPlaysLeft);
    }
    if forbidden(rules, pos, seat, card) {
        return Err(Why::Forbidden);
    }
    match def.level {
        _ if rules.onto(pos.def_id(card)) & room.onto != 0 => Ok(()),
        0 => Err(Why::NoMagicFree),
        1 => Err(Why::NoStackFree),
        _ => Err(Why::NoBase),
    }
}

/// ST H27: the restricted extra play that a card would use.
pub fn extra_for(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Option<usize> {
    if pos.extras.is_empty() {
        return None;
    }
    let (def, owner) = (pos.def_id(card), pos.owner(card));
    let fits = |extra: &Extra| rules.described(extra.filter).has(def) && rules.filter(extra.filter).admits(owner, seat);
    pos.extras.iter().position(fits)
}

/// ST H27: whether a player may not play a card now, by any way.
pub fn forbidden(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> bool {
    if pos.forbids.is_empty() {
        return false;
    }
    // The phrase was said by the other player, about cards of this one: its side does not matter.
    let def = pos.def_id(card);
    pos.forbids.iter().any(|forbid| forbid.active && forbid.seat == seat && rules.described(forbid.filter).has(def))
}

/// ST D: the own face-up creatures that a card can level up, by current type and level.
pub fn bases(rules: &Rules, pos: &Position, card: CardRef) -> Places {
    let seat = pos.owner(card);
    if forbidden(rules, pos, seat, card) {
        return Places::NONE;
    }
    let (first, onto) = (Place::stack(seat, 0).0, rules.onto(pos.def_id(card)));
    // All five are looked at, without a branch, as for [`Room`].
    let fits = |at: usize| {
        let slot = &pos.field.slots[first as usize + at];
        u32::from(Onto::base(slot.kind, slot.level) & onto != 0)
    };
    Places((0..PLACES).fold(0, |set, at| set | fits(at) << at) << first)
}

/// Whether a card levels up the stack at a place, which is its own player's (ST D).
pub fn levels(rules: &Rules, pos: &Position, card: CardRef, place: Place, any_type: bool) -> bool {
    let def = rules.def(pos.def_id(card));
    let slot = pos.slot(place);
    pos.is_up(place)
        && place.is_stack()
        && place.seat() == pos.owner(card)
        && def.level == slot.level + 1
        && (any_type || def.kind & slot.kind != 0)
        && !forbidden(rules, pos, pos.owner(card), card)
}

/// ST H17: whether a card finds a place when an effect plays it.
pub fn can_land(rules: &Rules, pos: &Position, card: CardRef, landing: Landing) -> bool {
    let seat = pos.owner(card);
    let def = rules.def(pos.def_id(card));
    if forbidden(rules, pos, seat, card) {
        return false;
    }
    match (def.level, landing) {
        (0, _) => pos.free_magic(seat).is_some(),
        (1, _) | (_, Landing::Free) => pos.free_stack(seat).is_some(),
        _ => !bases(rules, pos, card).is_empty(),
    }
}

/// The places whose first or second effect can be activated by its player in their own phases as far as its card's state goes
/// (ST D, H11 to H13): a Dormant one tapped and not tired, any other untapped and not on, none of a back that cannot be turned up.
#[inline]
pub fn awake(pos: &Position) -> Both {
    let field = &pos.field;
    let (tapped, sleeps) = (Both::each(field.all(Trait::TAPPED)), field.both(Trait::sleeps));
    let hidden = field.all(Trait::DOWN).and(Places::STACKS.or(field.all(Trait::FRESH)));
    let dormant = sleeps.and(tapped).without(Both::each(field.all(Trait::TIRED)));
    let others = field.both(Trait::acts).without(sleeps.or(tapped).or(field.both(Trait::on)));
    dormant.or(others).without(Both::each(hidden))
}

/// Why an effect of a card on the field cannot be activated by its player in their own phases (ST C, D, H10 to H13).
pub fn why_not_use(rules: &Rules, pos: &Position, place: Place, which: u8) -> Option<Why> {
    let is = |has: Trait| pos.is(place, has);
    if awake(pos).of(which).has(place) {
        return if is(Trait::used(which)) { Some(Why::Used) } else { can_use(rules, pos, place, which).err() };
    }
    Some(match () {
        _ if !is(Trait::acts(which)) => Why::NotActivated,
        _ if is(Trait::DOWN) && place.is_stack() => Why::FaceDown,
        _ if is(Trait::DOWN) && is(Trait::FRESH) => Why::Fresh,
        _ if is(Trait::sleeps(which)) && !is(Trait::TAPPED) => Why::NotTapped,
        _ if is(Trait::sleeps(which)) => Why::Tired,
        _ if is(Trait::TAPPED) => Why::Tapped,
        _ => Why::AlreadyOn,
    })
}

/// The table once a face-down card has been turned up for one of its effects, where that may decide what the effect finds: one
/// that asks for backs does not find its own card, and changes may count backs.
#[inline]
fn turned_up(rules: &Rules, pos: &Position, place: Place, line: &Effect) -> Option<Position> {
    let matters = pos.is(place, Trait::DOWN) && (line.backs || pos.changes.depend_on(depends::COUNTS));
    matters.then(|| turn_up(rules, pos, place))
}

#[inline(never)]
fn turn_up(rules: &Rules, pos: &Position, place: Place) -> Position {
    let mut then = *pos;
    then.field.unset(place, Trait::DOWN);
    then.field.print(place, rules.def(pos.def_id(pos.slot(place).card)));
    then.stale = Places::ALL;
    settle(rules, &mut then);
    then
}

/// Whether an effect that is [`awake`] and was not used can be activated (ST H5).
#[inline]
pub fn can_use(rules: &Rules, pos: &Position, place: Place, which: u8) -> Result<(), Why> {
    let slot = pos.slot(place);
    let id = EffectId::of(pos.def_id(slot.card), which);
    let line = rules.effect(id);
    if let Some(then) = turned_up(rules, pos, place, line) {
        return can_use(rules, &then, place, which);
    }
    if !line.needs.in_detail {
        return met(rules, pos, place.seat(), slot.card, &line.needs);
    }
    if let Some(group) = line.needs.pile {
        return recalled(rules, pos, place.seat(), slot.card, &line.needs, group);
    }
    announceable(rules, pos, &announced(id, line.start, slot.card, place.seat(), By::Use, place))
}

/// ST H15: whether an effect is used from the hand, by discarding the card.
pub fn can_use_from_hand(rules: &Rules, pos: &Position, card: CardRef, which: u8) -> Result<(), Why> {
    let id = EffectId::of(pos.def_id(card), which);
    let line = rules.effect(id);
    if line.kind != EffectKind::Normal || line.zones & From::IN_HAND == 0 {
        return Err(Why::NotActivated);
    }
    if pos.used(card, which) {
        return Err(Why::Used);
    }
    announceable(rules, pos, &announced(id, line.start, card, pos.owner(card), By::Hand, Place::NONE))
}

/// The stacks of a player that may attack. All five are looked at, without a branch.
#[inline]
pub fn attackers(pos: &Position, seat: Seat) -> Places {
    let first = Place::stack(seat, 0).0;
    let may = |slot: &Slot| {
        let attacks = 1 + u8::from(slot.marked(mark::TWICE));
        u32::from(!slot.marked(mark::CANNOT_ATTACK) & (slot.attacks < attacks))
    };
    let stacks = &pos.field.slots[first as usize..][..PLACES];
    let set = stacks.iter().zip(0..).fold(0, |set, (slot, at)| set | may(slot) << at);
    if pos.opening { Places::NONE } else { Places(set << first).and(pos.field.up()) }
}

/// Why it may not, if that is so.
pub fn why_not_attack(pos: &Position, place: Place) -> Option<Why> {
    (!attackers(pos, place.seat()).has(place)).then(|| match pos.slot(place) {
        _ if pos.opening => Why::FirstTurn,
        _ if !pos.is_up(place) => Why::FaceDown,
        slot if slot.marked(mark::CANNOT_ATTACK) => Why::CannotAttack,
        _ => Why::HasAttacked,
    })
}

/// Whether an effect can be announced: its costs can be paid and each required target exists (ST H5).
pub fn possible(rules: &Rules, pos: &Position, run: &Run) -> bool {
    announceable(rules, pos, run).is_ok()
}

/// Whether simple needs are met.
#[inline(always)]
fn met(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, needs: &Needs) -> Result<(), Why> {
    match needs.targets {
        // Who is below 0 and not out yet may still do what costs nothing (ST H25).
        _ if pos.points[seat].max(0) < i16::from(needs.points) => Err(Why::CannotPay),
        0 => Ok(()),
        _ => aimed(rules, pos, seat, source, needs),
    }
}

/// Whether there are targets enough.
#[inline(never)]
fn aimed(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, needs: &Needs) -> Result<(), Why> {
    let targets = select::targets(rules, pos, seat, source, rules.filter(needs.filter));
    if targets.at_least(usize::from(needs.targets)) { Ok(()) } else { Err(Why::NoTarget) }
}

/// Whether an effect can be announced now; if not, why.
pub fn announceable(rules: &Rules, pos: &Position, run: &Run) -> Result<(), Why> {
    let needs = &rules.effect(run.ability).needs;
    match needs.pile {
        _ if !needs.in_detail => met(rules, pos, run.seat, run.source, needs),
        None => walk(rules, pos, run, run.cursor.at),
        // ST I12: a mandatory Latent triggers all the same, and does nothing.
        Some(_) if run.by == By::Latent => met(rules, pos, run.seat, run.source, needs),
        Some(group) => recalled(rules, pos, run.seat, run.source, needs, group),
    }
}

/// Whether simple needs are met beside a card of a discard pile (ST I12).
#[inline]
fn recalled(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, needs: &Needs, group: Group) -> Result<(), Why> {
    match costs::in_pile(rules, pos, seat, source, group, 1) {
        0 => Err(Why::NoTarget),
        _ => met(rules, pos, seat, source, needs),
    }
}

/// ST H28: whether an effect can be lent to a card: its costs can be paid and its targets exist. A copying one does nothing.
pub fn lendable(rules: &Rules, pos: &Position, id: EffectId, to: CardRef, seat: Seat) -> bool {
    let place = pos.find(to).unwrap_or(Place::NONE);
    let run = announced(id, rules.effect(id).start, to, seat, By::Copy, place);
    select::lends(rules, id) && (rules.effect(id).copies || possible(rules, pos, &run))
}

/// Whether a branch of "either" has the targets it needs.
pub fn branch_possible(rules: &Rules, pos: &Position, run: &Run, branch: u8) -> bool {
    let Op::Jump(at) = rules.ops[run.cursor.at as usize + branch as usize] else { return false };
    walk(rules, pos, run, at).is_ok()
}

/// Walks an effect from an op on and looks for what is missing.
fn walk(rules: &Rules, pos: &Position, run: &Run, from: u16) -> Result<(), Why> {
    let mut at = from;
    let line = rules.effect(run.ability);
    let ops = &rules.ops[..usize::from(line.start + line.needs.until)];
    let mut before: [Option<&Pick>; 2] = [None; 2];
    // What may be declined ends here: nothing before that must be there.
    let mut declined = from;
    // A target that must be another card than one before it leaves one for both.
    let apart = |before: &[Option<&Pick>; 2], register: u8, pick: &Pick| match pick.purpose {
        Purpose::Apart(Who::Chosen(other)) => {
            before[other as usize % 2].is_none_or(|first| select::are_apart(rules, pos, run, (other, first), (register, pick)))
        }
        _ => true,
    };
    // Jumps lead onwards: behind the last op that decides there is nothing to look for.
    while let Some(op) = ops.get(at as usize) {
        match op {
            Op::End => break,
            &Op::Jump(to) => {
                at = to;
                continue;
            }
            &Op::Either(count) => {
                let picked = Run { cursor: playmat_cards::Cursor { at, ..run.cursor }, ..*run };
                let any = (1..=count).any(|branch| branch_possible(rules, pos, &picked, branch));
                return if any { Ok(()) } else { Err(Why::NoTarget) };
            }
            // Whether it will hold, or will be wanted, is seen when it resolves.
            Op::Unless(..) | Op::Try | Op::UnlessDone(_) => {}
            Op::May(to) => declined = *to,
            Op::Choose(register, pick) => {
                let register = *register;
                let least = usize::from(pick.least);
                let short = |why| {
                    let enough = select::enough(rules, pos, run, pick, register, least);
                    if enough { Ok(()) } else { Err(why) }
                };
                match pick.when {
                    When::Target if !apart(&before, register, pick) => return Err(Why::NoTarget),
                    When::Cost if before != [None; 2] && !costs::are_apart(rules, pos, run, &before, (register, pick)) => {
                        return Err(Why::CannotPay);
                    }
                    When::Cost => short(Why::CannotPay)?,
                    When::Target if pick.purpose != Purpose::Any || pick.least > 0 => short(Why::NoTarget)?,
                    // ST I12: a mandatory Latent triggers all the same, and does nothing.
                    When::Step
                        if least > 0
                            && at >= declined
                            && run.by != By::Latent
                            && pick.group.from.is_pile()
                            && !costs::recalls(rules, pos, run, pick) =>
                    {
                        return Err(Why::NoTarget);
                    }
                    _ => {}
                }
                before[register as usize % 2] = Some(pick);
            }
            Op::Act(Action::Cost(cost)) => payable(pos, run, cost)?,
            // ST H29: what takes an attack or effect upon itself must be another legal target.
            Op::Act(Action::Do(Deed { verb: ActionVerb::Redirect, who: Who::This, .. }))
                if !select::redirectable(rules, pos, run, run.source) =>
            {
                return Err(Why::NoTarget);
            }
            Op::Act(_) => {}
        }
        at += 1;
    }
    Ok(())
}

fn payable(pos: &Position, run: &Run, cost: &Deed) -> Result<(), Why> {
    let place = || pos.find(run.source);
    let paid = match (cost.verb, cost.who) {
        (ActionVerb::PayPoints, _) => pos.points[run.seat] >= i16::from(cost.amount.number),
        (ActionVerb::Destroy, Who::This) => place().is_some_and(|place| !pos.slot(place).marked(mark::INDESTRUCTIBLE)),
        (ActionVerb::Return, Who::This) => place().is_some(),
        _ => true,
    };
    if paid { Ok(()) } else { Err(Why::CannotPay) }
}

/// The target choices of an effect along the branch that was picked.
pub fn target_picks<'a>(rules: &'a Rules, run: &Run) -> impl Iterator<Item = (usize, Pick)> + use<'a> {
    let mut at = rules.effect(run.ability).start;
    let branch = run.cursor.branch;
    std::iter::from_fn(move || {
        loop {
            let op = rules.ops[at as usize];
            at += 1;
            match op {
                Op::End => {
                    at -= 1;
                    return None;
                }
                Op::Jump(to) => at = to,
                Op::Either(_) => at += u16::from(branch.max(1)) - 1,
                Op::Choose(register, pick) if pick.when == When::Target => {
                    return Some((register as usize % 2, pick));
                }
                _ => {}
            }
        }
    })
}

/// The targets of an announced effect: register, place in it, and what it had to be.
pub fn targets<'a>(rules: &'a Rules, run: &Run) -> impl Iterator<Item = (usize, usize, Pick)> + use<'a> {
    let chosen = run.chosen;
    target_picks(rules, run).flat_map(move |(register, pick)| {
        (0..MOST_CHOSEN).filter(move |&at| chosen[register][at].0 < Kept::SHUT.0).map(move |at| (register, at, pick))
    })
}

/// The card of the event that a Counter answers.
pub fn answered(rules: &Rules, pos: &Position, run: &Run) -> CardRef {
    match pos.agenda.frames().get(run.answers as usize) {
        Some(Frame::Attack(attack)) => pos.top(attack.attacker).unwrap_or(CardRef::NONE),
        Some(Frame::Play(play)) => play.card,
        Some(Frame::Link(link)) if rules.effect(run.ability).event == Some(Event::Targeted) => {
            select::redirected(rules, pos, run, link).map_or(CardRef::NONE, |(register, at, _)| link.chosen[register][at])
        }
        Some(Frame::Link(link)) => link.source,
        _ => CardRef::NONE,
    }
}

/// Whether a Latent is about its own card being destroyed or sent somewhere, which it listens to wherever it was.
#[inline]
pub fn is_own(line: &Effect) -> bool {
    line.about == About::This && matches!(line.event, Some(Event::Destroyed | Event::Discarded | Event::Decked))
}

/// The choice of an effect into a register.
pub fn pick_of(rules: &Rules, run: &Run, register: u8) -> Option<Pick> {
    let from = rules.effect(run.ability).start as usize;
    let ops = rules.ops[from..].iter().take_while(|op| !matches!(op, Op::End));
    ops.into_iter().find_map(|op| match op {
        Op::Choose(at, pick) if *at == register => Some(*pick),
        _ => None,
    })
}

/// ST H24, I11: whether what was chosen was found in a deck by a description, and not as any card: it is shown to both.
pub fn is_found(rules: &Rules, run: &Run, register: u8) -> bool {
    pick_of(rules, run, register)
        .is_some_and(|pick| pick.group.from == From::Deck && !names_any(rules, About::Fits(pick.group.filter)))
}

/// Whether a phrase names any card, a back too (ST H6).
pub fn names_any(rules: &Rules, about: About) -> bool {
    match about {
        About::Any => true,
        About::Fits(filter) => {
            let filter = rules.filter(filter);
            filter.plain && filter.name.is_none() && filter.kinds == Filter::ANY.kinds && (filter.with | filter.without) == 0
        }
        _ => false,
    }
}

/// Why a choice that is not listed cannot be taken, and the card it is about.
pub fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> (Why, Option<CardRef>) {
    let seat = crate::choice::asked(pos);
    let own = |card: CardRef| pos.find(card).filter(|place| place.seat() == seat);
    let none = (Why::NotAnOption, None);
    let moves = pos.agenda.top_ref() == Some(&Frame::Turn);
    match choice {
        Choice::Play(card) | Choice::PlayDown(card) | Choice::Level(card) | Choice::LevelDown(card) if moves => {
            match pos.pile(seat, Zone::Hand).contains(&card) {
                true => (why_not_play(rules, pos, seat, card).unwrap_or(Why::NotAnOption), Some(card)),
                false => (Why::NotInHand, None),
            }
        }
        Choice::Use(card, which) if moves => match own(card) {
            Some(place) => (why_not_use(rules, pos, place, which).unwrap_or(Why::NotAnOption), Some(card)),
            None if pos.pile(seat, Zone::Hand).contains(&card) => {
                let why = can_use_from_hand(rules, pos, card, which).err().unwrap_or(Why::NotInMain);
                (why, Some(card))
            }
            None => (Why::NotOnField, None),
        },
        Choice::Use(card, _) if matches!(pos.agenda.top_ref(), Some(Frame::Window(_))) && own(card).is_some() => {
            let tapped = own(card).is_some_and(|place| pos.is(place, Trait::TAPPED));
            (if tapped { Why::Tapped } else { Why::NotACounter }, Some(card))
        }
        Choice::Attack(card) if moves => match own(card) {
            _ if pos.phase != Phase::Battle => (Why::NotInBattle, None),
            Some(place) => (why_not_attack(pos, place).unwrap_or(Why::NotAnOption), Some(card)),
            None => (Why::NotOnField, None),
        },
        Choice::Flip(card) if moves => match own(card) {
            Some(place) if pos.is_up(place) => (Why::NotFaceDown, Some(card)),
            Some(_) => (Why::Fresh, Some(card)),
            None => (Why::NotOnField, None),
        },
        _ => none,
    }
}

/// Why a card of a hand cannot be played now, if that is so.
pub fn why_not_play(rules: &Rules, pos: &Position, seat: Seat, card: CardRef) -> Option<Why> {
    if pos.turn != seat {
        return Some(Why::NotYourTurn);
    }
    if pos.phase != Phase::Main {
        return Some(Why::NotInMain);
    }
    can_play(rules, pos, seat, card, &Room::of(pos, seat)).err()
}

/// The options of somebody who may respond: Counters that name a link, turning up, passing.
pub fn responses(rules: &Rules, pos: &Position, seat: Seat, found: &mut impl FnMut(Choice)) {
    if chain::is_longest(pos) {
        return found(Choice::Pass);
    }
    // ST I1: a tapped card is turned up, its Counter is not used.
    let set = chain::settable(pos, seat).without(pos.field.all(Trait::TAPPED));
    for places in [chain::facing(pos, seat), set] {
        for place in places.iter() {
            let card = pos.slot(place).card;
            let is_counter = |id: &EffectId| rules.effect(*id).kind == EffectKind::Counter;
            for id in rules.printed(pos.def_id(card)).into_iter().filter(is_counter) {
                let then = turned_up(rules, pos, place, rules.effect(id));
                let then = then.as_ref().unwrap_or(pos);
                if chain::counters(rules, then, place, id) && chain::answerable(rules, then, place, id).next().is_some() {
                    found(Choice::Use(card, id.which()));
                }
            }
        }
    }
    for place in chain::settable(pos, seat).iter() {
        found(Choice::Flip(pos.slot(place).card));
    }
    found(Choice::Pass);
}
