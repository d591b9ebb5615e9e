//! What each verb can be done to: the phrases that it accepts, and why it refuses the others. What is accepted here is what the
//! engine does; a line that would ask and then do nothing is a mistake of the card.

use playmat_cardtext::ast::{self, Quant};

use crate::lower::{is_choice, is_slot};
use crate::words::{Adjective, Noun, SkirmishWords, Tail, Trigger, Verb};

type Clause = ast::Clause<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// Why a verb cannot be done to that, and what would be right.
pub type Misfit = (&'static str, &'static str);

/// What has left by the time of a line, or was chosen before.
pub struct Gone<'a> {
    /// When the line happens: after some events the unit itself is no longer there.
    pub trigger: Trigger,
    /// What "it" means.
    pub it: Option<&'a Selector>,
}

/// Why a verb refuses a phrase; `place` counts the phrases of the clause.
pub fn misfit(clause: &Clause, place: usize, who: &Selector, gone: &Gone) -> Option<Misfit> {
    let (verb, whom) = (clause.verb, clause.selectors().next()?);
    if place > 0 && who.noun == Noun::It && (whom.noun == Noun::It || is_choice(whom)) {
        return Some(("`it` is who was chosen just before, the same one", "choose another one, or write `beside it`"));
    }
    let moved = || if verb == Verb::Move && place == 1 { of_way(whom, who, gone) } else { None };
    of_kind(verb, place, who, gone).or_else(|| departed(verb, place, who, gone)).or_else(moved)
}

/// Why a verb refuses all of them: these are for one.
pub fn only_one(verb: Verb, place: usize, who: &Selector) -> Option<Misfit> {
    if who.quant != Quant::All {
        return None;
    }
    match (verb, place) {
        (Verb::Move, 0) => Some(("one unit is moved at a time", "write `a` before the noun")),
        (Verb::Move | Verb::DeployToken | Verb::Deploy, _) => Some(("there is only one", "write `a` before the noun")),
        (Verb::Match, 1) => Some(("it becomes as strong as one unit", "write `a` before the noun")),
        _ => None,
    }
}

/// Units are hurt, slots are deployed to.
fn of_kind(verb: Verb, place: usize, who: &Selector, gone: &Gone) -> Option<Misfit> {
    let dead = who.has(Adjective::Dead);
    let slots = match (verb, place) {
        (Verb::Get | Verb::GetThatMuch | Verb::GetLastPower, _) => is_slot(who),
        (Verb::DamageAround | Verb::Cleanse | Verb::DeployToken, _) | (Verb::Move | Verb::Deploy, 1) => true,
        _ => false,
    };
    match verb {
        Verb::Deploy if place == 0 => (!dead || !is_choice(who))
            .then_some(("only a chosen dead ally can be deployed", "write `deploy a dead ally to an own slot`")),
        _ if dead => Some(("a dead ally can only be deployed", "write `deploy a dead ally to an own slot`")),
        // What was chosen stands on a slot, and on a slot there may stand somebody.
        _ if who.noun == Noun::It => of_it(verb, place, gone),
        _ if slots && !is_slot(who) => Some(("that is done to a slot", "write a slot: `a slot`, `this slot`")),
        _ if !slots && is_slot(who) => Some(("that is done to a unit", "write a unit: `a unit`, `this`")),
        _ => None,
    }
}

/// A gain of "it" is a unit's, so it must be one.
fn of_it(verb: Verb, place: usize, gone: &Gone) -> Option<Misfit> {
    let it = gone.it?;
    match (verb, place) {
        (Verb::Get | Verb::GetThatMuch | Verb::GetLastPower, _) if is_slot(it) => {
            Some(("a slot was chosen, and `it` would be the unit on it", "say it in the same step: `a slot gets +1`"))
        }
        (Verb::DeployToken, _) | (Verb::Deploy, 1) if it.noun != Noun::Ally && !it.has(Adjective::Own) => {
            Some(("your units enter on your side of the table", "write `an own slot`"))
        }
        (Verb::Deploy, 0) => Some(("only a chosen dead ally can be deployed", "write `deploy a dead ally to an own slot`")),
        _ => None,
    }
}

/// Who died, was consumed or went back to a hand is not there any more; its slot is.
fn departed(verb: Verb, place: usize, who: &Selector, gone: &Gone) -> Option<Misfit> {
    let left = matches!(gone.trigger, Trigger::Death | Trigger::Consumed);
    match who.noun {
        Noun::This if left && (verb, place) == (Verb::Match, 1) => {
            Some(("this has left by then", "write another unit, or `gets the last power`"))
        }
        Noun::This if left => Some(("this has left by then", "write `this slot`, or choose a unit")),
        _ => None,
    }
}

/// A unit moves on its own side of the table.
fn of_way(whom: &Selector, to: &Selector, gone: &Gone) -> Option<Misfit> {
    if to.tailed(Tail::BesideIt) {
        return None;
    }
    let whom = if whom.noun == Noun::It { gone.it? } else { whom };
    let own_slot = to.has(Adjective::Own) || to.noun == Noun::ThisSlot;
    match whom.noun {
        Noun::Enemy | Noun::Front => Some(("a unit moves on its own side of the table", "write `to a slot beside it`")),
        Noun::Unit if !whom.has(Adjective::Own) => Some((
            "a unit moves on its own side of the table",
            "write `to a slot beside it`, or move `an ally` to `an own slot`",
        )),
        _ if to.noun == Noun::It => None,
        _ if !own_slot => {
            Some(("a unit moves on its own side of the table", "write `to an own slot`, or `to a slot beside it`"))
        }
        Noun::This if to.noun == Noun::ThisSlot => Some(("this stands there already", "write `to a close own slot`")),
        _ => None,
    }
}
