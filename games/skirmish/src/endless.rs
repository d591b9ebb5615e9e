//! Cards that could go on for ever.

use std::collections::BTreeMap;

use playmat_cards::{Findings, Objection, leads_back};
use playmat_cardtext::ast::{self, Arg};
use playmat_cardtext::number_in;

use crate::codes::MAKES_ITSELF;
use crate::compile::{is_on, printed_power};
use crate::words::{Kind, Noun, SkirmishWords, Tail, Trigger, Verb};

type Card = ast::Card<SkirmishWords>;
type Ability = ast::Ability<SkirmishWords>;
type Clause = ast::Clause<SkirmishWords>;
type Effect = ast::Effect<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// Tokens that lead back to themselves, units that raise themselves, and reactions to deaths that cause deaths.
pub fn endless(cards: &[&Card], found: &mut Findings) {
    for card in cards {
        for line in &card.abilities {
            let mut deploys = Vec::new();
            forced_deploys(&line.effect, &mut deploys);
            if let Some((clause, (message, hint))) = deploys.iter().find_map(|step| Some((step, repeats(card, line, step)?))) {
                found.complain(&MAKES_ITSELF, clause.span, (message, hint));
            }
        }
    }
    let made: BTreeMap<&str, Vec<&str>> = cards.iter().map(|card| (card.name.as_str(), tokens_of(card))).collect();
    for card in cards.iter().filter(|card| card.kind.is_made()) {
        if leads_back(&card.name, &tokens_of(card), &made) {
            let message = format!("{} makes itself without end", card.name);
            found.complain(&MAKES_ITSELF, card.name_span, (message, "make another token"));
        }
    }
}

/// The deploying steps of an effect that its player can neither decline nor avoid.
fn forced_deploys<'a>(effect: &'a Effect, found: &mut Vec<&'a Clause>) {
    match effect {
        Effect::Do(clause) if matches!(clause.verb, Verb::DeployToken | Verb::Deploy) => found.push(clause),
        Effect::Then(steps) => steps.iter().for_each(|step| forced_deploys(step, found)),
        Effect::If(_, step) => forced_deploys(step, found),
        Effect::Do(_) | Effect::Either(..) | Effect::May(..) => {}
    }
}

/// Why a deploying step can set off its own line again and again.
fn repeats(card: &Card, line: &Ability, step: &Clause) -> Option<Objection> {
    let (trigger, about) = line.trigger.as_ref()?;
    let raised = step.selectors().next().filter(|_| step.verb == Verb::Deploy && card.kind == Kind::Unit);
    match trigger {
        Trigger::Deploy | Trigger::Consume | Trigger::Consumed | Trigger::Death
            if raised.is_some_and(|who| raises(card, who)) =>
        {
            Some((
                "a unit of this name could be raised without end",
                "write `a dead ally with another name`, or `you may deploy`",
            ))
        }
        // Who is deployed onto a taken slot replaces an ally, which dies; whoever replaces this itself ends it.
        Trigger::Dies if step.selectors().all(|who| who.noun != Noun::ThisSlot) => {
            let enemies = about.iter().any(|arg| matches!(arg, Arg::Who(who) if who.noun == Noun::Enemy));
            let told = "who is replaced dies too, and this could go on without end";
            (!enemies).then_some((told, "write `you may deploy`, or `when an enemy dies`"))
        }
        _ => None,
    }
}

/// Whether a card is among the dead allies of a phrase.
fn raises(card: &Card, who: &Selector) -> bool {
    let power = printed_power(card).unwrap_or(0);
    who.tails.iter().all(|(tail, args)| match (tail, number_in(args)) {
        (Tail::OtherName, _) => false,
        (Tail::PrintedOrLess, Some(most)) => power <= most,
        (Tail::PowerOrMore, Some(least)) => power >= least,
        _ => true,
    })
}

/// The tokens that a card deploys by itself, without a turn beginning in between.
fn tokens_of(card: &Card) -> Vec<&str> {
    let mut names = Vec::new();
    let slow = |line: &&Ability| !is_on(line, Trigger::Activate) && !is_on(line, Trigger::StartOfTurn);
    for line in card.abilities.iter().filter(slow) {
        line.effect.each_clause(&mut |clause| names.extend(clause.card_names()));
    }
    names
}
