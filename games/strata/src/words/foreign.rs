//! Words of other card games, and what a card of Strata says for them.

use playmat_cardtext::foreign;
use playmat_cardtext::vocabulary::Foreign;

const NO_DAMAGE: &str = "Strata has no damage: write `destroy target enemy creature`, or `the rival loses 2 points`";
const NO_RANDOM: &str = "nothing is chosen at random in Strata: write `target` or `a`, and the player chooses";
const NO_MANA: &str = "cards of Strata cost plays, two in a turn; before the colon may stand `pay 2 points`, `discard a card in your hand` and the like";
const NO_PLACES: &str = "where a creature stands does not matter in Strata: leave it out";
const NO_KEYWORDS: &str =
    "creatures of Strata have no keywords: write two lines, each with a kind of effect such as `normal` or `latent`";
const NO_EXILE: &str =
    "nothing leaves the game in Strata: write `destroy`, `discard` or `shuffle target creature into the deck`";
const NO_TOKENS: &str = "Strata has no tokens: write `play a creature in your deck` or `in your hand`";
const NO_FOOD: &str = "nobody eats in Strata: a creature grows by levelling up";

/// All of them, by the part they play.
pub const FOREIGN: &[Foreign] = foreign! {
    // Kinds of cards.
    "minion", "unit", "monster", "prey", "predator" => Kind "creature";
    "spell", "free spell", "field spell", "action", "action unit", "instant", "sorcery", "trap", "secret", "enchantment",
    "artifact" => Kind "magic";
    "token", "token unit", "token prey", "token predator", "token spell", "token free spell" => nothing NO_TOKENS;
    "land" => nothing NO_MANA;
    // Keywords.
    "haste", "charge", "rush" => nothing "every creature may attack in the turn it was played: leave it out";
    "taunt", "lure", "guard" => nothing "write `counter when an enemy creature attacks: redirect the attack to this`";
    "windfury", "multi-strike", "double strike" => nothing "write `continuous: this attacks twice`";
    "indestructible", "barrier", "divine shield" => nothing "write `continuous: this cannot be destroyed`";
    "hexproof", "ward", "elusive", "invisible" => nothing "write `continuous: this cannot be targeted`";
    "immune" => nothing "write `continuous: this resists all magic cards`";
    "passive", "harmless", "defender" => nothing "write `continuous: this cannot attack`";
    "ambush", "first strike", "toxic", "neurotoxic", "poisonous", "deathtouch", "trample", "lifesteal", "lifelink"
        => nothing NO_DAMAGE;
    "acuity", "hidden", "stealth", "flying", "reach", "vigilance", "menace", "underdog", "frozen" => nothing NO_KEYWORDS;
    "free play" => nothing "write `gain a play` for one more play in the turn";
    "flash" => nothing "write a `counter`, which is used in the rival's turn";
    "inedible", "edible", "scavenge", "devourer" => nothing NO_FOOD;
    // When something happens.
    "battlecry", "deploy", "on play", "when played", "when this is played", "enters the battlefield",
    "when this enters the battlefield" => Trigger "latent when this is played";
    "deathrattle", "slain", "death", "on death", "when this dies", "when this is destroyed"
        => Trigger "latent when this is sent to the discard pile";
    "start of turn", "at the start of your turn", "at the beginning of your turn", "upkeep"
        => Trigger "latent at the start of your turn";
    "end of turn", "at the end of your turn" => Trigger "latent at the end of your turn";
    "when attacked", "when this is attacked" => Trigger "latent when a creature attacks this";
    "when this attacks", "before combat" => Trigger "latent when this attacks";
    "activate", "ignition" => Trigger "normal";
    "static" => Trigger "continuous";
    "consume", "on eat" => Trigger "latent when this is played";
    "consumed" => nothing NO_FOOD;
    "conquer" => nothing "Strata is not about terrains: write `latent when this attacks` or the like";
    "sacrifice" => nothing "write it as a cost: `normal, destroy this: draw 1`";
    // What is done.
    "draw {number} card", "draw {number} cards", "you draw {number} card", "you draw {number} cards", "you draw {number}"
        => Step "draw {number}";
    "heal {number}", "gain {number} life", "gain {number} points", "you gain {number} life", "restore {number} health"
        => Step "you gain {number} points";
    "the opponent discards {number} cards", "the rival discards {number} card", "the rival discards {number} cards"
        => Step "the rival discards {number}";
    "add a card from your deck to your hand" => Step "search your deck for a card";
    "kill", "eat" => Verb "destroy";
    "summon", "special summon" => Verb "play";
    "bounce" => Verb "return";
    "negate" => Verb "stop";
    "recover" => Step "return a card in your discard pile to hand";
    "revive", "resurrect" => Step "play a creature of any level in your discard pile";
    "freeze", "stun", "exhaust" => Verb "tap";
    "unfreeze" => Verb "untap";
    "mill {number}" => Step "you mill {number}";
    "gets + {number} / + {number}" => Rest "gains +{number}/+{number}";
    "get + {number} / + {number}" => Rest "gain +{number}/+{number}";
    "gets + {number}" => Rest "gains +{number}/+0";
    "to your hand", "to its owner's hand" => Rest "to hand";
    "from your deck" => Rest "in your deck";
    "from your hand" => Rest "in your hand";
    "from your graveyard", "from your discard pile", "in your graveyard" => Rest "in your discard pile";
    "until end of turn" => Rest "this turn";
    "heal", "regenerate" => nothing "only players recover in Strata: write `you gain 2 points`";
    "deal" => nothing NO_DAMAGE;
    "exile", "banish" => nothing NO_EXILE;
    "paralyse" => nothing "write `target creature cannot attack this turn`, or `tap target creature`";
    "silence", "cleanse" => nothing "no card of Strata loses its effects: write `tap target creature`";
    "move" => nothing NO_PLACES;
    "take", "steal" => nothing "no card of Strata changes its controller: write `return target enemy creature to hand`";
    "end" => nothing "a turn of Strata is ended by its player; write `skip your next turn` as a cost";
    "add" => nothing "write `search your deck for a card`, or `return a card in your discard pile to hand`";
    "search" => nothing "write `search your deck for a card`";
    "scry" => nothing "nobody looks at the top of a deck in Strata: write `search your deck for a card`";
    "mana" => nothing NO_MANA;
    // Players.
    "the opponent", "your opponent", "opponent", "the enemy hero" => Who "the rival";
    "each player" => Who "both players";
    "any target" => Who "target creature";
    "each creature", "every creature" => Who "all creatures";
    "this creature", "this unit", "this card", "itself", "me" => Who "this";
    "enemy" => Noun "enemy creature";
    "enemies" => Noun "enemy creatures";
    "ally" => Noun "allied creature";
    "allies" => Noun "allied creatures";
    "animal" => Noun "creature";
    "animals", "minions", "units", "monsters" => Noun "creatures";
    "spells" => Noun "magic cards";
    "friendly", "own" => Noun "allied";
    "opposing" => Noun "enemy";
    "random", "at random" => nothing NO_RANDOM;
    "close", "adjacent", "slot" => nothing NO_PLACES;
    "wounded", "damaged" => nothing NO_DAMAGE;
    "carrion", "dead" => nothing "write `a creature in your discard pile`";
};
