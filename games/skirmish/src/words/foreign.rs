//! Words of other card games, and what a card of Skirmish says for them.

use playmat_cardtext::foreign;
use playmat_cardtext::vocabulary::Foreign;

const NO_ATTACKS: &str = "Skirmish has no attacks: units stand on terrains, and the higher power wins";
const NO_HEALING: &str = "Skirmish has no healing: damage stays for the skirmish; write `gets +2` for more power";
const NO_SHIELDS: &str = "nothing protects a unit in Skirmish but its power; write `gets +2`";
const NO_PLAYERS: &str = "cards of Skirmish act on units and slots, not on players: write `an enemy` or `all enemies`";
const NO_COSTS: &str = "Skirmish has no costs: the cards in your hand are all you pay with";
const NO_TURN_END: &str = "nothing happens at the end of a turn in Skirmish: write `start of turn`";
const NO_REACTIONS: &str = "nothing is done in the rival's turn in Skirmish: write a trigger such as `when a close unit dies`";
const NO_FOOD: &str = "nobody eats in Skirmish: write `consume` for a unit that replaced one of yours";
const NO_SEARCH: &str = "nobody looks through a deck in Skirmish: write `draw 1`";
const NO_STATES: &str =
    "units of Skirmish are wounded or not, ready or not, and nothing else; write `cleanse` to take abilities away";
const NO_DISCARD: &str = "no card of a hand is discarded in Skirmish; write `return a unit to hand` or `kill a unit`";

/// All of them, by the part they play.
pub const FOREIGN: &[Foreign] = foreign! {
    // Kinds of cards.
    "minion", "creature", "monster", "prey", "predator" => Kind "unit";
    "spell", "free spell", "instant", "sorcery", "magic" => Kind "action";
    "field spell", "enchantment", "artifact" => Kind "action unit";
    "token prey", "token predator", "token creature" => Kind "token unit";
    "token spell", "token free spell" => nothing "only units are tokens in Skirmish: write `token unit`";
    "trap", "secret" => nothing NO_REACTIONS;
    "land" => nothing NO_COSTS;
    "weapon" => nothing NO_ATTACKS;
    // Keywords.
    "taunt", "lure", "defender"
        => nothing "Skirmish has no attacks; `guard` keeps enemies from being deployed in front of a unit";
    "haste", "charge", "rush", "windfury", "multi-strike", "double strike", "first strike", "ambush", "passive", "harmless",
    "flying", "trample", "vigilance", "reach", "menace", "hidden", "stealth", "acuity", "toxic", "neurotoxic", "poisonous",
    "deathtouch" => nothing NO_ATTACKS;
    "lifesteal", "lifelink" => nothing NO_HEALING;
    "barrier", "shield", "divine shield", "immune", "invisible", "hexproof", "ward", "elusive", "indestructible"
        => nothing NO_SHIELDS;
    "inedible", "edible", "scavenge" => nothing NO_FOOD;
    "free play" => nothing NO_COSTS;
    "flash" => nothing NO_REACTIONS;
    "frozen" => nothing NO_STATES;
    // When something happens.
    "battlecry", "on play", "when played", "when this is played", "when deployed", "when this is deployed",
    "enters the battlefield", "when this enters the battlefield", "when this enters" => Trigger "deploy";
    "deathrattle", "slain", "when slain", "on death", "last breath" => Trigger "death";
    "on eat" => Trigger "consume";
    "when consumed" => Trigger "consumed";
    "on conquer" => Trigger "conquer";
    "your turn start", "turn start", "at the start of your turn", "at the beginning of your turn", "start of your turn",
    "upkeep" => Trigger "start of turn";
    "when you play a spell" => Trigger "when you play an action";
    "normal" => Trigger "activate";
    "dormant" => Trigger "activate with cooldown 1";
    "tap" => Trigger "activate";
    "end of turn", "at the end of your turn", "end of your turn" => nothing NO_TURN_END;
    "continuous" => nothing "no ability of Skirmish simply lasts: write `start of turn`, or a keyword behind the header";
    "equip" => nothing "units of Skirmish carry nothing: write `an ally gets +2`";
    "latent", "counter" => nothing NO_REACTIONS;
    "when attacked", "when this attacks", "before combat", "after combat", "instead of attacking", "while defending"
        => nothing NO_ATTACKS;
    "cost", "mana" => nothing NO_COSTS;
    // What is done.
    "draw {number} card", "draw {number} cards", "you draw {number} card", "you draw {number} cards", "you draw {number}"
        => Step "draw {number}";
    "gains + {number} / + {number}" => Rest "gets +{number}";
    "gain + {number} / + {number}" => Rest "get +{number}";
    "gets + {number} / + {number}", "gains + {number}" => Rest "gets +{number}";
    "gain + {number}" => Rest "get +{number}";
    "gains {number} power", "gets {number} power" => Rest "gets +{number}";
    "gains" => Rest "gets +2";
    "gain" => Rest "get +2";
    "destroy", "exile", "sacrifice" => Verb "kill";
    "summon", "play" => Verb "deploy";
    "revive", "resurrect" => Step "deploy a dead ally to an own slot";
    "bounce" => Verb "return";
    "silence" => Verb "cleanse";
    "to your hand", "to its owner's hand", "to their owner's hand" => Rest "to hand";
    "heal", "restore", "regenerate" => nothing NO_HEALING;
    "discard", "mill" => nothing NO_DISCARD;
    "search", "scry", "shuffle", "add" => nothing NO_SEARCH;
    "freeze", "unfreeze", "paralyse", "stun", "untap" => nothing NO_STATES;
    "eat" => nothing NO_FOOD;
    "attack" => nothing NO_ATTACKS;
    "negate", "stop", "redirect" => nothing NO_REACTIONS;
    "take" => nothing "units of Skirmish stay on their side: write `return an enemy to hand` or `kill an enemy`";
    "pay" => nothing NO_COSTS;
    "skip" => nothing "a turn of Skirmish is never skipped: who does nothing is done";
    "end" => nothing "a turn of Skirmish ends by itself when a card was played";
    "copy" => nothing "write `this becomes as strong as an enemy`; abilities are not copied in Skirmish";
    "level" => nothing "units of Skirmish have no levels: write `of printed power 3 or less`";
    "put" => nothing "write `deploy a dead ally to an own slot`, or `move an ally to an own slot`";
    "double" => nothing "write `gets +2`: a gain of Skirmish is a number";
    "swap" => nothing "write `move a unit to a slot beside it`, which swaps with who stands there";
    // Players.
    "the opponent", "your opponent", "an opponent", "opponent", "the rival", "rival", "the enemy hero", "both players"
        => nothing NO_PLAYERS;
    "you" => nothing "a step of Skirmish needs no `you`: write `draw 1`, or `you may` where it can be declined";
    "any target" => Who "a unit";
    "each enemy", "every enemy" => Who "all enemies";
    "each ally" => Who "all allies";
    "each unit", "every unit" => Who "all units";
    "this unit", "this creature", "this card", "itself", "me", "i" => Who "this";
    "my slot" => Who "this slot";
    "the attacker", "the defender", "the opposing unit" => Who "the enemy in front";
    "friendly minion", "friendly unit" => Noun "ally";
    "friendly", "allied" => Noun "own";
    "enemy unit", "enemy minion" => Noun "enemy";
    "minions", "creatures", "monsters" => Noun "units";
    "animal" => Noun "unit";
    "animals" => Noun "units";
    "adjacent", "neighbouring" => Noun "close";
    "damaged" => Noun "wounded";
    "terrain", "lane" => Noun "slot";
    "at random" => Noun "random";
    "other" => nothing "`close` units are never this one; for another name write `with another name` behind the noun";
    "card"
        => nothing "cards in hands and decks are not chosen in Skirmish: write `draw 1`, or `a dead ally` for one in your graveyard";
    "until end of turn", "until the end of the turn" => Rest "this turn";
};
