//! What is wrong with a set as a whole: cards that make each other without end, and pools without a legal deck.

use std::collections::BTreeMap;

use playmat_cards::{Findings, Stats, leads_back};
use playmat_cardtext::ast::{Ability, Card, Effect, Quant, Selector};
use playmat_cardtext::number_in;

use crate::codes::{MAKES_ITSELF, POOL};
use crate::compile::printed_stats;
use crate::words::{Adjective, CATEGORIES, FoodWords, Keyword, Kind, Noun, Trigger, Verb};

/// Cards that lead back to themselves without anybody doing anything, and free spells that do so in a hand.
pub fn endless(cards: &[&Card<FoodWords>], found: &mut Findings) {
    let made: BTreeMap<&str, Vec<&str>> = cards.iter().map(|card| (card.name.as_str(), made_at_once(card))).collect();
    let is_token = |name: &str| cards.iter().any(|other| other.kind.is_made() && other.name == name);
    for card in cards.iter().filter(|card| card.kind.is_creature() || is_free_spell(card.kind)) {
        // A name that a card and a token share means the token.
        let meant = card.kind.is_made() || !is_token(&card.name);
        if meant && leads_back(&card.name, &made_at_once(card), &made) {
            let message = format!("{} makes itself without end", card.name);
            found.complain(&MAKES_ITSELF, card.name_span, (message, "use another trigger, or another token"));
        }
    }
}

fn is_free_spell(kind: Kind) -> bool {
    matches!(kind, Kind::FreeSpell | Kind::TokenFreeSpell)
}

/// What a card makes when it enters: by `on play`, and by `slain` if it enters only to die. A free spell makes what it adds to the hand.
fn made_at_once(card: &Card<FoodWords>) -> Vec<&str> {
    let dies = lines(card, Trigger::OnPlay).any(|line| kills_itself(card, &line.effect));
    let mut names = Vec::new();
    for trigger in [Trigger::OnPlay, Trigger::Slain].into_iter().take(1 + usize::from(dies)) {
        for line in lines(card, trigger) {
            line.effect.each_clause(&mut |clause| match clause.verb {
                Verb::PlayToken => names.extend(clause.card_names()),
                Verb::PlayCopy if clause.selectors().any(|who| who.noun == Noun::This) => names.push(card.name.as_str()),
                _ => {}
            });
        }
    }
    for line in card.abilities.iter().filter(|_| is_free_spell(card.kind)) {
        line.effect.each_clause(&mut |clause| {
            if clause.verb == Verb::AddToken {
                names.extend(clause.card_names());
            }
        });
    }
    names
}

fn lines(card: &Card<FoodWords>, wanted: Trigger) -> impl Iterator<Item = &Ability<FoodWords>> {
    card.abilities.iter().filter(move |line| matches!(line.trigger, Some((trigger, _)) if trigger == wanted))
}

/// Whether an effect kills the card itself, whatever is chosen.
fn kills_itself(card: &Card<FoodWords>, effect: &Effect<FoodWords>) -> bool {
    match effect {
        Effect::Then(steps) => steps.iter().any(|step| kills_itself(card, step)),
        Effect::Do(clause) => {
            let deadly = match clause.verb {
                Verb::Kill => true,
                Verb::Damage => number_in(&clause.args).is_some_and(|amount| is_deadly(card, amount)),
                _ => false,
            };
            let all = |who: &Selector<FoodWords>| who.quant == Quant::All && !who.has(Adjective::Other);
            let itself = |who: &Selector<FoodWords>| match who.noun {
                Noun::This => true,
                Noun::Ally | Noun::Animal => all(who),
                _ => false,
            };
            deadly && clause.selectors().any(itself)
        }
        Effect::Either(..) | Effect::May(..) | Effect::If(..) => false,
    }
}

/// Whether a creature as printed dies of so much damage.
fn is_deadly(card: &Card<FoodWords>, amount: i32) -> bool {
    let safe = card.keywords.iter().any(|had| matches!(had.keyword, Keyword::Barrier | Keyword::Immune));
    let dies = matches!(printed_stats(card), Some((Stats::Pair(_, health), _)) if i32::from(health) <= amount);
    dies && !safe
}

/// FC A1: a category that could fill a deck must allow a legal one.
pub fn pool(cards: &[&Card<FoodWords>], found: &mut Findings) {
    for category in CATEGORIES {
        for edition in crate::rulings::EDITIONS {
            let mut pool = cards.iter().filter(|card| {
                card.section.as_deref() == Some(category)
                    && !card.kind.is_made()
                    && (card.pools.is_empty() || card.pools.iter().any(|pool| pool == edition))
            });
            let all: Vec<_> = pool.by_ref().collect();
            let prey = all.iter().filter(|card| card.kind == Kind::Prey).count();
            let others = all.iter().filter(|card| !card.kind.is_creature()).count();
            if all.len() >= crate::setup::DECK && prey + others + prey.saturating_sub(1) < crate::setup::DECK {
                let message = format!("{category} has too few prey for a legal deck in the {edition} edition");
                found.complain(&POOL, all[0].name_span, (message, "add prey, or take predators out"));
            }
        }
    }
}
