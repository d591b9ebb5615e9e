//! Words of other card games, and what a card of Food Chain says for them.

use playmat_cardtext::foreign;
use playmat_cardtext::vocabulary::Foreign;

const PREY_OR_PREDATOR: &str = "a creature of Food Chain is `prey` or a `predator`, which eats prey as it is played";
const NO_COSTS: &str = "Food Chain has no costs: one card counts in a turn, and `free play` or `free spell` does not";
const NO_PLACES: &str = "where a creature stands does not matter in Food Chain: leave it out";
const NO_TAPPING: &str = "creatures of Food Chain are not tapped; `freeze` keeps one from attacking";
const NO_LIFE_FROM_DAMAGE: &str = "damage gives no life in Food Chain: write a line such as `attacking after combat: heal 1`";
const NO_LEVELS: &str = "creatures of Food Chain have no levels: a predator grows by eating";
const NO_LASTING: &str = "no ability of Food Chain simply lasts: write a keyword behind the header, or `start of turn`";
const NO_TERRAINS: &str = "Food Chain is not about terrains: write `slain`, `on play` or the like";

/// All of them, by the part they play.
pub const FOREIGN: &[Foreign] = foreign! {
    // Kinds of cards.
    "minion", "unit", "monster", "creature" => nothing PREY_OR_PREDATOR;
    "token unit", "token creature" => nothing "write `token prey` or `token predator`";
    "action" => Kind "spell";
    "instant" => Kind "free spell";
    "sorcery", "magic" => Kind "spell";
    "action unit", "enchantment", "artifact", "field" => Kind "field spell";
    "secret" => Kind "trap";
    "land" => nothing NO_COSTS;
    "weapon" => nothing "players of Food Chain do not attack: write `spell` and `deal 2 damage to target enemy`";
    // Keywords.
    "taunt", "guard", "provoke" => Keyword "lure";
    "charge", "rush" => Keyword "haste";
    "windfury", "double strike" => Keyword "multi-strike 2";
    "first strike" => Keyword "ambush";
    "divine shield", "shield" => Keyword "barrier";
    "deathtouch", "venomous" => Keyword "toxic";
    "stealth", "flying" => Keyword "hidden";
    "hexproof", "elusive", "ward" => Keyword "invisible";
    "reach" => Keyword "acuity";
    "defender" => Keyword "passive";
    "indestructible" => Keyword "immune";
    "devourer" => Trigger "on eat";
    "underdog" => nothing NO_TERRAINS;
    "lifesteal", "lifelink" => nothing NO_LIFE_FROM_DAMAGE;
    "trample" => nothing "damage beyond a creature's health is lost in Food Chain";
    "vigilance" => nothing "who attacks is not tapped in Food Chain: leave it out";
    "menace" => nothing "one creature defends in Food Chain; `hidden` keeps a creature from being attacked";
    "flash" => nothing "only a `trap` acts in the rival's turn";
    // When something happens.
    "battlecry", "deploy", "when played", "when this is played", "enters the battlefield", "when this enters the battlefield",
    "when this enters" => Trigger "on play";
    "consume", "when this eats" => Trigger "on eat";
    "deathrattle", "death", "on death", "when slain", "when this dies", "last breath" => Trigger "slain";
    "at the start of your turn", "at the beginning of your turn", "start of your turn", "turn start", "upkeep"
        => Trigger "start of turn";
    "at the end of your turn", "end of your turn", "turn end" => Trigger "end of turn";
    "when this attacks", "whenever this attacks" => Trigger "attacking before combat";
    "when this is attacked" => Trigger "when attacked";
    "when targeted" => Trigger "when targeted by the rival";
    "activate", "normal", "tap" => Trigger "instead of attacking";
    "consumed" => nothing "who is eaten does nothing more in Food Chain; `slain` is for who died";
    "conquer" => nothing NO_TERRAINS;
    "continuous" => nothing NO_LASTING;
    "equip" => nothing "creatures of Food Chain carry nothing: write `target ally gains +1/+1`";
    "counter" => nothing "write a `trap` with a trigger such as `when the rival plays a card`";
    "latent" => nothing "write a trigger of the event itself, such as `slain` or `when attacked`";
    "dormant" => nothing NO_TAPPING;
    // What is done.
    "draw {number} card", "draw {number} cards", "you draw {number} card", "you draw {number} cards", "you draw {number}"
        => Step "draw {number}";
    "discard {number} card", "discard {number} cards", "you discard {number}" => Step "discard {number}";
    "the rival discards {number} card", "the rival discards {number} cards", "the opponent discards {number} card",
    "the opponent discards {number} cards" => Step "the rival discards {number}";
    "gain {number} life", "you gain {number} life", "restore {number} health" => Step "heal {number}";
    "restore" => Verb "regenerate";
    "gets + {number} / + {number}" => Rest "gains +{number}/+{number}";
    "get + {number} / + {number}" => Rest "gain +{number}/+{number}";
    "gets + {number}" => Rest "gains +{number}/+{number}";
    "get + {number}" => Rest "gain +{number}/+{number}";
    "gains + {number}" => Rest "gains +{number}/+{number}";
    "gets" => Rest "gains";
    "summon" => Verb "play";
    "exile" => Verb "destroy";
    "bounce" => Verb "return";
    "silence", "cleanse" => Step "target enemy loses all abilities";
    "stop" => Verb "negate";
    "transform" => Rest "becomes";
    "steal" => Verb "take control of";
    "resurrect" => Verb "play a carrion";
    "stun" => Verb "freeze";
    "search your deck for", "search" => Step "add a creature from your deck to your hand";
    "to your hand", "to its owner's hand", "to their owner's hand" => Rest "to hand";
    "untap" => nothing NO_TAPPING;
    "mill" => nothing "cards go from a deck to a hand or the table in Food Chain, to no pile: write `the rival discards 1`";
    "scry" => nothing "nobody looks at the top of a deck in Food Chain: write `draw 1`";
    "shuffle" => nothing "nothing goes back into a deck in Food Chain: write `return target enemy to hand`";
    "move" => nothing NO_PLACES;
    "swap" => nothing "write `copy the stats of target animal`";
    "double" => nothing "write a change such as `gains +2/+2`";
    "put" => nothing "write `add a carrion to your hand`, or `play a carrion`";
    "level" => nothing NO_LEVELS;
    "pay" => nothing NO_COSTS;
    "skip" => nothing "no turn is skipped in Food Chain; `end the turn` ends the running one";
    "redirect" => nothing "an attack keeps its target in Food Chain; write `negate the attack`";
    "cost", "mana" => nothing NO_COSTS;
    // Players.
    "the opponent", "your opponent", "opponent", "the enemy hero", "enemy hero" => Who "the rival";
    "each player" => Who "both players";
    "each enemy", "every enemy" => Who "all enemies";
    "each ally" => Who "all allies";
    "each creature", "every creature" => Who "all animals";
    "this creature", "this unit", "this card", "this minion", "itself", "me" => Who "this";
    "the enemy in front" => Who "target enemy";
    "friendly creature", "friendly minion" => Noun "ally";
    "friendly", "own" => Noun "allied";
    "opposing" => Noun "enemy";
    "minions", "units", "monsters" => Noun "animals";
    "dead ally" => Noun "carrion";
    "from your library" => Rest "from your deck";
    "from your graveyard" => Noun "carrion";
    "trap" => nothing "a trap is not looked for by itself: write `a card from your deck`";
    "at random" => Noun "random";
    "close", "adjacent", "slot" => nothing NO_PLACES;
    "damaged" => Noun "wounded";
    "tapped" => nothing NO_TAPPING;
    "face-down" => nothing "only set traps lie face down in Food Chain, and no card speaks of them";
    "of level" => nothing NO_LEVELS;
    "until end of turn", "until the end of the turn" => Rest "this turn";
};
