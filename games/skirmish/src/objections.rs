//! What each verb can be done to: the phrases that it accepts, and why it refuses the others. What is accepted here is what the
//! engine does; a line that would ask and then do nothing is a mistake of the card.

use playmat_cards::Objection;
use playmat_cardtext::ast::{self, Quant};
use playmat_cardtext::{Code, number_in};

use crate::codes::{HOW_MANY, NEVER_MATCHES, WRONG_THING};
use crate::pass::{is_choice, is_slot};
use crate::words::{Adjective, Condition, DoneTo, Kind, Noun, SkirmishWords, Tail, Trigger, Verb};

type Clause = ast::Clause<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

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
pub fn objection(clause: &Clause, place: usize, who: &Selector, gone: &Gone) -> Option<Objection> {
    let (verb, whom) = (clause.verb, clause.selectors().next()?);
    if verb == Verb::Match && place == 1 && who.noun == Noun::This && whom.noun == Noun::This {
        return Some(("this is as strong as itself", "write another unit, such as `the enemy in front`"));
    }
    if place > 0 && who.noun == Noun::It && (whom.noun == Noun::It || is_choice(whom)) {
        return Some(("`it` is who was chosen just before, the same one", "choose another one, or write `beside it`"));
    }
    let done_to = verb.phrase(place).done_to;
    let way = || match done_to {
        DoneTo::Way => of_way(whom, who, gone),
        DoneTo::Landing => of_landing(whom, who, gone),
        _ => None,
    };
    of_kind(done_to, who, gone).or_else(|| departed(verb, place, who, gone)).or_else(way)
}

/// What to write where `beside it` has no "it".
pub fn beside_hint(kind: Kind, clause: &Clause, place: usize) -> &'static str {
    let moved = clause.verb.phrase(place).done_to == DoneTo::Way;
    let lands = clause.verb.phrases().iter().any(|phrase| phrase.done_to == DoneTo::Landing);
    match clause.selectors().next().map(|whom| whom.noun) {
        Some(Noun::Front) if moved => CHOOSE_ENEMY,
        Some(Noun::This) if moved => "write `to a close own slot`",
        _ if moved || lands => "write `to an own slot`",
        _ if kind == Kind::Action => "choose something first: `a unit gets +1, then all units beside it get +1`",
        _ => "choose something first, or write `close` before the noun",
    }
}

/// Who stands in front is not chosen, so that nothing is beside "it".
const CHOOSE_ENEMY: &str = "choose who is moved: `move an enemy to a slot beside it`";

/// Why a verb refuses all of them: these are for one.
pub fn only_one(verb: Verb, place: usize, who: &Selector) -> Option<Objection> {
    let one = verb.phrase(place).one.filter(|_| matches!(who.quant, Quant::All | Quant::UpTo(2..)))?;
    Some((one, "write `a` before the noun"))
}

/// Why so many cannot be chosen, or not by chance.
pub fn unlikely(who: &Selector, most: u8) -> Option<Objection> {
    let random = who.has(Adjective::Random);
    match who.quant {
        Quant::UpTo(many) if many > most => Some(("at most 3 are chosen at once", "write 3 or less, or `all`")),
        Quant::One if random && who.has(Adjective::Dead) => Some(("whom of the dead to raise is chosen", "leave `random` out")),
        Quant::One => None,
        _ if random => Some(("chance chooses one", "write `a random` before the noun")),
        _ => None,
    }
}

/// Why a condition cannot count what it names.
pub fn miscounted(condition: Condition, who: &Selector) -> Option<(&'static Code, Objection)> {
    let dead = who.has(Adjective::Dead);
    let objection = match (condition, who.noun) {
        _ if who.has(Adjective::Random) => ("what is counted is not chosen", "leave `random` out"),
        (Condition::YouHave, Noun::Enemy) => ("an enemy is the rival's", "write `the rival has`, or `ally`"),
        (Condition::RivalHas, Noun::Ally) => ("an ally is yours", "write `you have`, or `enemy`"),
        (Condition::RivalHas, _) if dead || who.has(Adjective::Own) => ("that is on your side", "write `you have`"),
        (_, Noun::Unit | Noun::Ally | Noun::Enemy) => {
            let counted = match condition {
                Condition::ForEach => who.quant == Quant::Each,
                _ => matches!(who.quant, Quant::One | Quant::Exactly(_)),
            };
            return match impossible(who) {
                Some(objection) => Some((&NEVER_MATCHES, objection)),
                None if !counted => Some((&HOW_MANY, ("it is not said how many", "write `a` or a number, or `for each`"))),
                None => None,
            };
        }
        _ => ("only units are counted", "write `a unit`, `an ally` or `an enemy`"),
    };
    Some((&WRONG_THING, objection))
}

/// Why something else is not deployed.
pub const ONLY_DEAD: Objection = ("only a chosen dead ally can be deployed", "write `deploy a dead ally to an own slot`");

/// Units are hurt, slots are deployed to.
fn of_kind(done_to: DoneTo, who: &Selector, gone: &Gone) -> Option<Objection> {
    let dead = who.has(Adjective::Dead);
    match done_to {
        DoneTo::Dead => (!dead || !is_choice(who)).then_some(ONLY_DEAD),
        _ if dead => Some(("a dead ally can only be deployed", "write `deploy a dead ally to an own slot`")),
        // What was chosen stands on a slot, and on a slot there may stand somebody.
        _ if who.noun == Noun::It => of_it(done_to, gone),
        DoneTo::Unit if is_slot(who) => Some(("that is done to a unit", "write a unit: `a unit`, `this`")),
        DoneTo::Unit | DoneTo::Either => None,
        _ if !is_slot(who) => Some(("that is done to a slot", "write a slot: `a slot`, `this slot`")),
        _ => None,
    }
}

/// A gain of "it" is a unit's, so it must be one.
fn of_it(done_to: DoneTo, gone: &Gone) -> Option<Objection> {
    let it = gone.it?;
    match done_to {
        _ if gone.left => Some(("it has left by then", "say this step first, or write `beside it`")),
        DoneTo::Either if is_slot(it) => {
            Some(("a slot was chosen, and `it` would be the unit on it", "say it in the same step: `a slot gets +1`"))
        }
        _ => None,
    }
}

/// Who died, was consumed or went back to a hand is not there any more; its slot is.
fn departed(verb: Verb, place: usize, who: &Selector, gone: &Gone) -> Option<Objection> {
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
fn of_way(whom: &Selector, to: &Selector, gone: &Gone) -> Option<Objection> {
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
fn of_landing(whom: &Selector, to: &Selector, gone: &Gone) -> Option<Objection> {
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

/// Who is certainly among those of a phrase, and can be named later in the line.
pub fn leaver(who: &Selector) -> Option<Noun> {
    let all = who.quant == Quant::All && who.tails.is_empty() && who.adjectives.iter().all(|one| *one == Adjective::Own);
    match who.noun {
        Noun::This | Noun::Consumer => Some(who.noun),
        Noun::Unit | Noun::Ally if all => Some(Noun::This),
        _ => None,
    }
}

/// Why a condition of a phrase leaves nobody out.
pub fn idle(who: &Selector) -> Option<Objection> {
    let number = |wanted: Tail| {
        let tail = who.tails.iter().find(|(tail, _)| *tail == wanted);
        tail.and_then(|(_, args)| number_in(args))
    };
    if number(Tail::PowerOrMore) == Some(1) {
        return Some(("every unit has a power of 1 or more", "write a larger number, or leave the condition out"));
    }
    let all = number(Tail::PrintedOrLess) == Some(20);
    all.then_some(("every card has a printed power of 20 or less", "write a smaller number, or leave the condition out"))
}

/// Why a selector can never match, and what would be right.
pub fn impossible(who: &Selector) -> Option<Objection> {
    let numbers =
        |wanted: Tail| who.tails.iter().filter(move |(tail, _)| *tail == wanted).filter_map(|(_, args)| number_in(args));
    let twice = [Tail::PowerOrMore, Tail::PowerOrLess, Tail::PrintedOrLess].into_iter().any(|tail| numbers(tail).count() > 1);
    let (least, most) = (numbers(Tail::PowerOrMore).max(), numbers(Tail::PrintedOrLess).min());
    let weaker = numbers(Tail::PowerOrLess).min();
    match who.noun {
        _ if least.zip(weaker).is_some_and(|(least, most)| least > most) => {
            Some(("its power cannot be both", "leave one of the two conditions out"))
        }
        _ if twice => Some(("two numbers for one condition", "write it once")),
        Noun::Ally if who.has(Adjective::Dead) && least.zip(most).is_some_and(|(least, most)| least > most) => {
            Some(("who is dead has its printed power, which cannot be both", "leave one of the two conditions out"))
        }
        Noun::Slot if who.has(Adjective::Wounded) || who.has(Adjective::Dead) => {
            Some(("a slot is neither wounded nor dead", "write `unit` or `ally`, or leave the adjective out"))
        }
        Noun::Slot
            if [Tail::PowerOrMore, Tail::PowerOrLess, Tail::PrintedOrLess].iter().any(|&tail| who.tailed(tail))
                || who.tailed(Tail::OtherName) =>
        {
            Some(("a slot has neither power nor name", "write `unit`, or leave the tail out"))
        }
        Noun::Enemy if who.has(Adjective::Own) => Some(("an enemy is not your own", "write `ally` or `enemy`")),
        Noun::Enemy | Noun::Unit if who.has(Adjective::Dead) => {
            Some(("only dead allies lie in your graveyard", "write `a dead ally`"))
        }
        _ if who.has(Adjective::Dead)
            && (who.has(Adjective::Close) || who.has(Adjective::Wounded) || who.tailed(Tail::BesideIt)) =>
        {
            Some(("who is dead stands nowhere", "write `a dead ally`"))
        }
        _ => None,
    }
}
