//! Words of Food Chain's rules that no card is written with. Where editions differ, `glossary` has the sentence of each ruling.

use playmat_cardtext::terms;
use playmat_cardtext::vocabulary::Term;

/// All of them, in the order of the rules.
pub const TERMS: &[Term] = terms! {
    "exhausted" | "exhaustion":
        "It entered since your last turn: it may attack creatures, but not the rival, unless it has haste. Ends at the start of its controller's turn.";
    "paralysed" | "paralysis":
        "It has lost every other ability and is harmless; it dies at the end of its controller's turn, the running one included.";
    "dry drop" | "dry drops":
        "A predator that is played without a meal: it has its printed numbers, its `on eat` ability does not happen, and it loses its keywords.";
    "dry" | "dry-dropped": "It was dry-dropped: played as a predator without a meal.";
    "nutrition": "The number in brackets: a predator that eats this gains +1/+1 for each point of it.";
    "meal" | "meals":
        "Up to three creatures of yours that a predator eats as it is played: prey, edible predators, with scavenge also carrion.";
    "exile": "The pile of used and discarded spells and traps, seen by both players; nothing comes back from it.";
    "regen" | "regeneration": "Back to full health, what was gained included; on a card it is `regenerate`.";
    "attack":
        "The first number: how much damage a creature deals when it attacks or strikes back. Each may attack once in a combat.";
    "direct attack": "An attack on the rival, who strikes nothing back.";
    "counter-damage" | "strike back" | "strikes back":
        "What the defender of an attack deals to the attacker, at the same time.";
    "health" | "hp": "The second number: how much damage a creature takes; at 0 it is dead at once.";
    "life" | "lives": "A player begins with 10; at 0 the match is lost.";
    "damage": "Lowers health or life; it stays until something heals it.";
    "slot" | "slots": "One of three places on your field; a creature needs a free one when it enters.";
    "field" | "fields": "Your side of the table: three slots.";
    "deck": "The cards you have not drawn, in an unknown order. An empty one draws nothing, and costs nothing.";
    "hand" | "hands": "The cards you hold, unseen by the rival. There is no limit.";
    "set": "A trap that lies face down on the table and waits, where the ruling `traps` says so.";
    "category" | "categories": "Fish, Bird, Mammal, Reptile or Amphibian; a deck is of one.";
    "generated card": "A card that effects put into a hand; it never goes to a deck or pile.";
    "phase" | "phases": "A part of a turn: start, draw, main, combat, main again, end.";
    "main" | "main1" | "main2":
        "The phases in which cards are played, before and after combat; one counting card in both together.";
    "counting card" | "card of the turn":
        "Prey, predator, spell or field spell: one in a turn. Free spells and cards with free play do not count.";
    "combat": "The phase in which your creatures attack, one attack after the other.";
    "owner" | "owners": "The player whose deck a card was in: it goes to that player's piles, whoever controls it.";
    "controller" | "controllers": "The player on whose side a creature stands.";
    "negate" | "negated": "To stop what goes on: an attack, a play or damage; it is spent and does nothing.";
};
