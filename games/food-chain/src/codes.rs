//! The kinds of mistakes of a Food Chain card beyond its grammar, as `explain` tells of them.
#![allow(missing_docs)]

use playmat_cardtext::Code;

/// All of them.
pub static CODES: &[&Code] = &[
    &STATS,
    &TRIGGER,
    &NEVER_MATCHES,
    &NO_SUCH_MOMENT,
    &MAKES_ITSELF,
    &WRONG_MADE,
    &POOL,
    &TOO_MUCH,
    &HOW_MANY,
    &NO_LINE,
    &WRONG_THING,
    &DOES_NOT_LOAD,
];

pub static STATS: Code = Code {
    id: "F01",
    name: "stats-out-of-range",
    title: "a printed number is out of range",
    explanation: "Attack is 0 to 20, health 1 to 20, nutrition 0 to 9, multi-strike 2 to 9; the numbers of an effect are at most 20. A creature with 0 health would be dead when it enters.",
    wrong: "category Fish\n\nprey Ghost Carp 1/0 (1)\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n",
};

pub static TRIGGER: Code = Code {
    id: "F02",
    name: "trigger-never-seen",
    title: "a card of this kind never sees this trigger",
    explanation: "Creatures enter, fight and die; a field spell sees only the start and the end of turns; a trap waits for one event of the rival's turn. A prey never eats, so it has no `on eat`.",
    wrong: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on eat: draw 1.\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: draw 1.\n",
};

pub static NEVER_MATCHES: Code = Code {
    id: "F03",
    name: "never-matches",
    title: "these words together mean nobody",
    explanation: "An ally is on your side and an enemy on the rival's, so `enemy ally` is nobody. `other` means all but this card, which is never an enemy. Cards `from your deck` are creatures, spells or cards, not enemies. Only creatures can be damaged, killed or changed.",
    wrong: "category Fish\n\nspell Fog\n  kill all enemy allies.\n",
    right: "category Fish\n\nspell Fog\n  kill all enemies.\n",
};

pub static NO_SUCH_MOMENT: Code = Code {
    id: "F04",
    name: "no-such-moment",
    title: "what this speaks of does not exist at that moment",
    explanation: "`the attacker` and `the defender` exist only during an attack, `it` only after something was chosen or in an event about a card, `negate the play` only when a card is played.",
    wrong: "category Fish\n\nspell Fog\n  deal 2 damage to the attacker.\n",
    right: "category Fish\n\nspell Fog\n  deal 2 damage to target enemy.\n",
};

pub static MAKES_ITSELF: Code = Code {
    id: "F05",
    name: "makes-itself",
    title: "a card makes itself without end",
    explanation: "An `on play` ability that plays a token whose `on play` leads back to itself would go on until the table is full; so would a creature that enters only to die and makes itself again when slain, and a free spell that adds itself to the hand never ends. A copy that does not trigger again is fine.",
    wrong: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Carp Egg.\n\ntoken prey Carp Egg 0/1 (0)\n  on play: play a Carp Egg.\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Carp Egg.\n\ntoken prey Carp Egg 0/1 (0)\n",
};

pub static WRONG_MADE: Code = Code {
    id: "F06",
    name: "wrong-thing-made",
    title: "this cannot be put there",
    explanation: "Only creatures can be played onto the field or become something; only tokens and generated cards can be added to a hand by name.",
    wrong: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Fog.\n\ntoken spell Fog\n  draw 1.\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: add a Fog to your hand.\n\ntoken spell Fog\n  draw 1.\n",
};

pub static POOL: Code = Code {
    id: "F07",
    name: "no-deck-possible",
    title: "no legal deck can be made of this category",
    explanation: "A deck has 20 different cards of one category and more prey than predators. A category that has at least 20 deck cards must allow that in every edition in which it has them.",
    wrong: "",
    right: "",
};

pub static TOO_MUCH: Code = Code {
    id: "F08",
    name: "too-much-on-a-line",
    title: "a line asks for more than it can hold",
    explanation: "A line has at most one `either` and at most two choices, a creature at most eight lines, a spell or trap exactly one. Write `, then` between what belongs together, or two cards.",
    wrong: "category Fish\n\nspell Fog\n  kill target enemy, then kill target ally, then kill target animal.\n",
    right: "category Fish\n\nspell Fog\n  kill target enemy, then kill target ally.\n",
};

pub static HOW_MANY: Code = Code {
    id: "F09",
    name: "how-many",
    title: "an effect is for one or for all",
    explanation: "Effects of this game choose one (`target enemy`, `a carrion`) or take all (`all enemies`). Numbers of targets are not among its words, and `opponents` are the rival and all enemies together.",
    wrong: "category Fish\n\nspell Fog\n  kill 2 enemies.\n",
    right: "category Fish\n\nspell Fog\n  kill all enemies.\n",
};

pub static NO_LINE: Code = Code {
    id: "F10",
    name: "no-line",
    title: "a spell or trap says nothing",
    explanation: "A spell, field spell or trap without a line would do nothing. Only creatures can do without words.",
    wrong: "category Fish\n\nspell Fog\n",
    right: "category Fish\n\nspell Fog\n  draw 1.\n",
};

pub static WRONG_THING: Code = Code {
    id: "F11",
    name: "wrong-thing",
    title: "this cannot be done to that",
    explanation: "Creatures on the table are damaged, killed, frozen and changed; cards from a deck are played or added to your hand, spells from your hand played, carrion played, copied or taken. A card revives only itself. What has died, was discarded or went to a hand is not on the table any more, and a spell or trap never is. Keywords and abilities are given only where they can still do something.",
    wrong: "category Fish\n\nspell Fog\n  kill a creature from your deck.\n",
    right: "category Fish\n\nspell Fog\n  play a creature from your deck.\n",
};

pub static DOES_NOT_LOAD: Code = Code {
    id: "F12",
    name: "does-not-load",
    title: "no rules can be made of these cards",
    explanation: "The words fit each other, but no program comes of them; the message says why. A set has at most 1,024 cards and tokens, and its programs together at most 65,535 steps.",
    wrong: "",
    right: "",
};
