//! What words mean where the editions differ: the sentence of the ruling that is in force. The vocabulary has those of `core`.

use playmat_cardtext::{Explained, glossary};

use crate::rulings::{
    Ambush, BeforeCombat, DryDrop, ExhaustionEnds, Frozen, HealCap, Lure, Neurotoxic, NeurotoxicContact, ParalysisDies,
    Poisonous, Rulings, Scavenged, Slain,
};
use crate::words::FoodWords;

/// The glossary under these rulings.
pub fn under(rulings: &Rulings) -> Vec<Explained> {
    let mut all = glossary::<FoodWords>();
    for entry in &mut all {
        let ruled = match entry.class {
            "keyword" => keyword(&entry.word, rulings),
            "trigger" => trigger(&entry.word, rulings),
            "verb" => verb(&entry.word, rulings),
            "term" => term(&entry.word, rulings),
            _ => None,
        };
        entry.gloss = ruled.unwrap_or(entry.gloss);
    }
    all
}

fn keyword(word: &str, rulings: &Rulings) -> Option<&'static str> {
    match word {
        "ambush" => match rulings.ambush {
            Ambush::NoCounter => None,
            Ambush::IfKills => Some("Takes no counter-damage when its attack kills the defender."),
            Ambush::None => Some("Only a reserved word: it does nothing."),
        },
        "lure" => (rulings.lure == Lure::Attacks).then_some("Enemies that can attack it must attack it."),
        "frozen" => (rulings.frozen == Frozen::Dies)
            .then_some("Enters frozen: it cannot attack or be eaten, and dies at the end of its controller's turn."),
        "scavenge" => (rulings.scavenged == Scavenged::Removed)
            .then_some("May eat from your carrion pile too; what it eats there leaves the game."),
        "poisonous" => (rulings.poisonous == Poisonous::StingsRival)
            .then_some("Deals 1 damage to the rival at the end of the rival's turn."),
        "neurotoxic" => neurotoxic(rulings),
        _ => None,
    }
}

fn neurotoxic(rulings: &Rulings) -> Option<&'static str> {
    match (rulings.neurotoxic, rulings.neurotoxic_contact) {
        (Neurotoxic::Paralysis, NeurotoxicContact::Contact) => None,
        (Neurotoxic::Paralysis, NeurotoxicContact::Damage) => Some("Paralyses the creature it deals combat damage to."),
        (Neurotoxic::FrozenDeath, NeurotoxicContact::Contact) => {
            Some("Freezes the creature it fights with, which dies at the end of its controller's next turn.")
        }
        (Neurotoxic::FrozenDeath, NeurotoxicContact::Damage) => {
            Some("Freezes the creature it deals combat damage to, which dies at the end of its controller's next turn.")
        }
    }
}

fn trigger(word: &str, rulings: &Rulings) -> Option<&'static str> {
    match word {
        "slain" => (rulings.slain == Slain::Combat).then_some("When it died in combat with a creature."),
        "before combat" => match rulings.before_combat {
            BeforeCombat::EachAttack => None,
            BeforeCombat::Phase => Some("Once in each of your turns, before combat."),
            BeforeCombat::PhaseOptional => Some("Once in each of your turns, before combat, if you want."),
        },
        _ => None,
    }
}

fn verb(word: &str, rulings: &Rulings) -> Option<&'static str> {
    match word {
        "freeze" => (rulings.frozen == Frozen::Dies)
            .then_some("It cannot attack or be eaten, and dies at the end of its controller's turn."),
        "heal" => (rulings.heal_cap == HealCap::None).then_some("You gain so much life."),
        _ => None,
    }
}

fn term(word: &str, rulings: &Rulings) -> Option<&'static str> {
    match word {
        "exhausted" => (rulings.exhaustion_ends == ExhaustionEnds::End).then_some(
            "It entered in this turn or since your last one: it may attack creatures, but not the rival, unless it has haste. Ends at the end of its controller's turn.",
        ),
        "paralysed" => (rulings.paralysis_dies == ParalysisDies::NextTurn)
            .then_some("It has lost every other ability and is harmless; it dies at the end of its controller's next turn."),
        "dry drop" => (rulings.dry_drop == DryDrop::KeepsKeywords).then_some(
            "A predator that is played without a meal: it has its printed numbers and keywords, but its `on eat` ability does not happen.",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulings::LEDGER;

    fn gloss(edition: usize, word: &str) -> &'static str {
        let rulings = Rulings::from_values(&LEDGER.iter().map(|ruling| ruling.editions[edition]).collect::<Vec<_>>());
        let named = |entry: &Explained| entry.word == word && entry.class != "adjective";
        under(&rulings).into_iter().find(named).map(|entry| entry.gloss).expect("a word of the game")
    }

    #[test]
    fn core_has_the_sentences_of_the_vocabulary() {
        let core = glossary::<FoodWords>();
        assert!(core.iter().all(|entry| entry.class != "keyword" || gloss(0, &entry.word) == entry.gloss));
    }

    #[test]
    fn where_editions_differ_so_do_the_sentences() {
        assert_eq!(gloss(1, "ambush"), "Takes no counter-damage when its attack kills the defender.");
        assert_eq!(gloss(2, "ambush"), "Only a reserved word: it does nothing.");
        assert_eq!(gloss(1, "poisonous"), "Deals 1 damage to the rival at the end of the rival's turn.");
        assert_eq!(gloss(2, "poisonous"), gloss(0, "poisonous"));
        assert_ne!(gloss(2, "frozen"), gloss(0, "frozen"));
        assert_ne!(gloss(1, "neurotoxic"), gloss(2, "neurotoxic"));
        assert_ne!(gloss(1, "lure"), gloss(0, "lure"));
        assert_ne!(gloss(1, "slain"), gloss(0, "slain"));
        assert_ne!(gloss(1, "exhausted"), gloss(0, "exhausted"));
        assert_ne!(gloss(1, "paralysed"), gloss(0, "paralysed"));
        assert_ne!(gloss(2, "dry drop"), gloss(0, "dry drop"));
    }
}
