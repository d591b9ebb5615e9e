//! What each verb can be done to: the phrases that it accepts, and why it refuses the others. What is accepted here is what the
//! engine does; a line that would ask and then do nothing is a mistake of the card.

use playmat_cardtext::ast::{self, Quant};

use crate::lower::{is_choice, is_slot};
use crate::words::{Adjective, Kind, Noun, SkirmishWords, Tail, Trigger, Verb};

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
    /// Whether that has left the table.
    pub left: bool,
}

/// Why a verb refuses a phrase; `place` counts the phrases of the clause.
pub fn misfit(clause: &Clause, place: usize, who: &Selector, gone: &Gone) -> Option<Misfit> {
    let (verb, whom) = (clause.verb, clause.selectors().next()?);
    if place > 0 && who.noun == Noun::It && (whom.noun == Noun::It || is_choice(whom)) {
        return Some(("`it` is who was chosen just before, the same one", "choose another one, or write `beside it`"));
    }
    let way = || match (verb, place) {
        (Verb::Move, 1) => of_way(whom, who, gone),
        (Verb::DeployToken, _) | (Verb::Deploy, 1) => of_landing(whom, who, gone),
        _ => None,
    };
    of_kind(verb, place, who, gone).or_else(|| departed(verb, place, who, gone)).or_else(way)
}

/// What to write where `beside it` has no "it".
pub fn beside_hint(kind: Kind, clause: &Clause, place: usize) -> &'static str {
    let moved = clause.selectors().next().filter(|_| clause.verb == Verb::Move && place == 1).map(|whom| whom.noun);
    match (moved, clause.verb) {
        (Some(Noun::Front), _) => CHOOSE_ENEMY,
        (Some(Noun::This), _) => "write `to a close own slot`",
        (Some(_), _) | (_, Verb::DeployToken | Verb::Deploy) => "write `to an own slot`",
        _ if kind == Kind::Action => "choose something first: `a unit gets +1, then all units beside it get +1`",
        _ => "choose something first, or write `close` before the noun",
    }
}

/// Who stands in front is not chosen, so that nothing is beside "it".
const CHOOSE_ENEMY: &str = "choose who is moved: `move an enemy to a slot beside it`";

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
        _ if gone.left => Some(("it has left by then", "say this step first, or write `beside it`")),
        (Verb::Get | Verb::GetThatMuch | Verb::GetLastPower, _) if is_slot(it) => {
            Some(("a slot was chosen, and `it` would be the unit on it", "say it in the same step: `a slot gets +1`"))
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
        Noun::Enemy => Some(("a unit moves on its own side of the table", "write `to a slot beside it`")),
        Noun::Front => Some(("a unit moves on its own side of the table", CHOOSE_ENEMY)),
        Noun::Unit if !whom.has(Adjective::Own) => Some((
            "a unit moves on its own side of the table",
            "write `to a slot beside it`, or move `an ally` to `an own slot`",
        )),
        _ if to.noun == Noun::It => None,
        Noun::This if !own_slot => Some(("a unit moves on its own side of the table", "write `to a close own slot`")),
        Noun::Consumer if !own_slot => Some(("a unit moves on its own side of the table", "write `to an own slot`")),
        _ if !own_slot => {
            Some(("a unit moves on its own side of the table", "write `to an own slot`, or `to a slot beside it`"))
        }
        Noun::This if to.noun == Noun::ThisSlot => Some(("this stands there already", "write `to a close own slot`")),
        _ => None,
    }
}

/// Who is deployed enters on its player's side of the table.
fn of_landing(whom: &Selector, to: &Selector, gone: &Gone) -> Option<Misfit> {
    let own = |who: &Selector| who.has(Adjective::Own) || matches!(who.noun, Noun::Ally | Noun::ThisSlot);
    let lands = match to.noun {
        Noun::It => gone.it.is_none_or(own),
        _ if to.tailed(Tail::BesideIt) => {
            let it = if is_choice(whom) && !is_slot(whom) { Some(whom) } else { gone.it };
            if it.is_some_and(|it| it.has(Adjective::Dead)) {
                return Some(("who is dead stands nowhere", "write `an own slot`"));
            }
            it.is_none_or(|it| own(it) || own(to) && it.noun != Noun::Enemy)
        }
        _ => own(to),
    };
    let hint = if to.has(Adjective::Close) { "write `a close own slot`" } else { "write `an own slot`" };
    (!lands).then_some(("your units enter on your side of the table", hint))
}
