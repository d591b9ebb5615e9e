//! Words of Skirmish's rules that no card is written with.

use playmat_cardtext::terms;
use playmat_cardtext::vocabulary::Term;

/// All of them, in the order of the rules.
pub const TERMS: &[Term] = terms! {
    "skirmish" | "skirmishes": "One of up to three rounds of a match; who controls more terrains wins it.";
    "match" | "matches": "Up to three skirmishes: who has two wins first has won, both at once is a draw.";
    "win" | "wins" | "match win": "A skirmish that was won, or tied; two of them end the match.";
    "terrain" | "terrains": "One of five places in a line, 0 to 4; each has a slot for either player.";
    "modifier" | "modifiers" | "mod" | "slot modifier":
        "What a slot adds to the power of whoever stands there; it stays when the unit leaves, until the skirmish is over.";
    "in front" | "front": "On the rival's slot of the same terrain.";
    "power": "What counts on a terrain: printed power with gains and the slot's modifier, less damage; at 0 a unit dies.";
    "printed power": "The number behind the name of the card, whatever happened since.";
    "last power": "The power a unit had just before it died or was consumed, its slot's modifier included.";
    "gain" | "gains": "More power for a unit, until the skirmish is over; it moves with the unit.";
    "damage": "Less power for a unit, until the skirmish is over; a unit with damage is wounded.";
    "deck": "The cards you have not drawn, in an order that nobody knows. An empty one draws nothing.";
    "hand" | "hands": "The cards you hold, unseen by the rival; you draw few of them, and they stay after a skirmish.";
    "graveyard" | "graveyards": "Where the dead and used actions lie, seen by both, each with its owner.";
    "ready": "Its Activate can be used now: the cooldown is over and it has not been used.";
    "cooldown": "How many of your turns must begin before its Activate can be used.";
    "silenced": "It was cleansed: it has no abilities any more.";
    "done": "Out for the rest of the skirmish: no more turns, but the units stay and count.";
    "replace" | "replaced" | "replaces": "A unit enters where one of its own side stands: that one is consumed and dies.";
    "control" | "controls" | "controlled": "To have the higher power on a terrain as the skirmish resolves.";
    "resolution" | "resolve" | "resolves":
        "The end of a skirmish: terrains are counted, then Conquer abilities happen, then all is cleaned up.";
    "clean-up" | "clean up": "After a skirmish all units go to their graveyards, tokens vanish and slots lose their modifiers.";
    "token" | "tokens": "A unit that only effects make; it vanishes when it leaves play.";
    "owner" | "owners": "The player whose deck a card was in; it goes to that player's graveyard or hand.";
    "rival" | "the rival": "The other player.";
};
