//! Words of Strata's rules that no card is written with (ST B to E), so that `explain` and the glossary know them too (ST I14).

use playmat_cardtext::terms;
use playmat_cardtext::vocabulary::Term;

/// All of them, in the order of the rules.
pub const TERMS: &[Term] = terms! {
    // ST B.
    "zone" | "zones": "Where cards are: deck, hand, discard pile, creature zone, magic zone.";
    "deck" | "decks":
        "The cards you have not drawn; with an empty one you lose 5 points in each of your turns instead of drawing.";
    "hand" | "hands": "The cards you hold, unseen by the rival.";
    "hand limit" | "limit" | "limits": "At the end of your own turn you discard down to 10 cards.";
    "discard pile" | "pile" | "piles" | "discarded":
        "Where destroyed, discarded, milled and used cards go, seen by both, each with its owner.";
    "creature zone": "Room for five stacks of creatures on each side.";
    "magic zone": "Room for five magic cards on each side; Equips stand there too.";
    "field" | "on the field":
        "Creature zone and magic zone; of a stack only its top is on the field, unless a text says underneath.";
    "stack" | "stacks":
        "A creature with the cards under it. They do not count towards the five, and stay until the top is destroyed.";
    "top" | "tops" | "top card": "The uppermost card of a stack: the creature that acts and counts.";
    "equipped" | "equips" | "attached":
        "An Equip that is attached to a creature stands in its owner's magic zone and goes to the discard pile with its host.";
    "host" | "hosts": "The creature that an Equip is attached to.";
    "owner" | "owners" | "owner's": "The player whose deck a card was in: it goes to that player's piles.";
    "controller" | "controllers": "The player on whose side a card lies; no card changes it.";
    // ST C.
    "turn" | "turns" | "own turn": "Draw, main, battle, end; then it is the other player's.";
    "turn player" | "first player" | "player" | "players" | "player's":
        "Whose turn it is: only this player plays cards from hand. Who goes first neither draws nor attacks in the first turn.";
    "phase" | "phases": "A part of a turn: draw, main, battle, end.";
    "main": "The phase in which up to two cards are played, effects used and creatures turned up.";
    "battle" | "battle phase":
        "The phase in which every creature may attack once; nothing is played from hand, effects may be used.";
    "end": "The phase in which the hand limit is checked, after effects at the end of the turn.";
    "play" | "plays" | "played":
        "To put a card from hand onto the field, face up or face down: two in a turn. Levelling up is a play; plays by an effect are free.";
    "flip" | "flipped" | "turned up" | "turn up":
        "To turn a face-down card up. It is no play and no link, and cannot be answered.";
    // ST D.
    "type" | "types": "Water, Fire, Earth, Nature, Electric, Light or Dark; magic cards have the type Magic.";
    "sub-type" | "sub-types" | "subtype": "What kind of being a creature is, such as Beast or Undead; it has one to three.";
    "level" | "levels" | "levelled":
        "1 to 5: what a creature is levelled up from, and how many points it costs when it is destroyed.";
    "levelling up" | "levelling" | "level up" | "leveling up":
        "A creature is put onto an own one of the same type and exactly one level lower. The new top starts untapped.";
    "attack" | "attacks":
        "The first number of a creature, compared with the target's defense; also the act of attacking, once in a battle.";
    "defense": "The second number of a creature: what an attack must exceed to destroy it.";
    "stats" | "stat": "Attack and defense.";
    "effect" | "effects": "What a card can do: each has two, of six kinds, and each is used at most once a turn.";
    "kind" | "kinds" | "kind of effect": "Normal, Continuous, Counter, Equip, Latent or Dormant: when an effect can be used.";
    "face up": "Seen by both players, and usable from now on.";
    "facedown" | "face down" | "set":
        "With its back up: the rival does not see what it is. A creature is turned up when it is attacked, magic from the next turn on at any time.";
    "card back" | "back": "What the rival sees of a face-down card.";
    "slot" | "slots" | "place" | "places": "One of the five places of a zone; a stack keeps its own when it is levelled up.";
    "tapping" | "taps":
        "Using a card's effect taps it. A tapped card uses nothing but Dormant effects; untapping or levelling up makes it ready again.";
    "fresh" | "set this turn": "It was tapped or set in this turn.";
    "attacked": "It has used its attack in this battle.";
    "on": "Its Continuous effect is switched on.";
    "trigger" | "triggers":
        "The event that sets a Latent effect off, and the effect it sets off; several that wait form a chain of their own.";
    "activate" | "activation" | "activations" | "activating" | "activated":
        "To use an effect: it is announced, its card is tapped, its costs are paid, and the rival may respond.";
    "action" | "actions": "A play, an activation or an attack: what the rival may respond to.";
    "destruction" | "destroying" | "destroyed":
        "A destroyed creature goes to the discard pile with the cards under it, and its owner loses its level in points.";
    "weaken" | "weakens": "What some Counters do: they lower the stats of who attacks instead of stopping the attack.";
    "text" | "texts": "What stands on a card; it beats the rules.";
    "recover" | "recovers": "To take a card back from the discard pile: `return a card in your discard pile to hand`.";
    // ST E.
    "chain" | "chains":
        "What was announced and everything that answers it, one link upon the other; the last link resolves first.";
    "link" | "links": "One play, attack or effect of a chain.";
    "announce" | "announced": "To say what is done: targets are fixed and costs paid, then the rival may respond.";
    "response" | "responses" | "respond" | "responds":
        "A Counter, or a face-down magic card that is turned up, in answer to a link of the chain.";
    "pass": "Not to respond; two passes in a row end the building of a chain.";
    "resolution" | "resolve" | "resolves": "When the turn of a link comes it does what it says, if that is still possible.";
    "legality": "Whether something may be done; it is checked when it is announced and again as it resolves.";
    "source" | "sources": "The card whose effect it is.";
    "target" | "targets": "What an effect or an attack was announced for; it must still be there and still fit as it resolves.";
    "attacker" | "attackers" | "attacker's": "The creature that attacks.";
    "direct attack" | "direct": "An attack when the rival has no creature: the rival loses the attacker's level in points.";
    "tie" | "ties": "Attack and defense are equal: nothing happens, or both are destroyed, as the ruling says.";
    "points" | "point": "What you have to lose: 20 at the beginning; who has none loses.";
    "cost" | "costs":
        "What is paid before the colon when an effect is announced; it stays paid. Points are paid only by who has them.";
    "loss" | "losses": "Points that are lost; the rival's loss is nobody's gain.";
    "gain" | "gains": "Points or numbers that become more; points may exceed 20.";
    "draw" | "draws":
        "To take the top card of the deck, one in each turn; also a match that both lose at once, or of 200 turns each.";
    "ruling" | "rulings": "A point that can be played one way or another, chosen for a table.";
    "rules" | "rule": "What holds for all cards; a card's text beats them.";
};
