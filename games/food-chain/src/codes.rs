//! The kinds of mistakes of a Food Chain card beyond its grammar, as `explain` tells of them.
#![allow(missing_docs)]

use playmat_cards::too_large;
use playmat_cardtext::{Code, mistakes};

mistakes! {
    /// All of them.
    pub CODES:
    STATS = Code::new("F01", "stats-out-of-range", "a printed number is out of range")
        .because("Attack is 0 to 20, health 1 to 20, nutrition 0 to 9, multi-strike 2 to 9; the numbers of an effect are at most 20. A creature with 0 health would be dead when it enters.")
        .wrong("category Fish\n\nprey Ghost Carp 1/0 (1)\n")
        .right("category Fish\n\nprey Ghost Carp 1/1 (1)\n");
    TRIGGER = Code::new("F02", "trigger-never-seen", "a card of this kind never sees this trigger")
        .because("Creatures enter, fight and die; a field spell sees only the start and the end of turns; a trap waits for one event of the rival's turn. A prey never eats, so it has no `on eat`.")
        .wrong("category Fish\n\nprey Ghost Carp 1/1 (1)\n  on eat: draw 1.\n")
        .right("category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: draw 1.\n");
    NEVER_MATCHES = Code::new("F03", "never-matches", "these words together mean nobody")
        .because("An ally is on your side and an enemy on the rival's, so `enemy ally` is nobody. `other` means all but this card, which is never an enemy. Cards `from your deck` are creatures, spells or cards, not enemies. Only creatures can be damaged, killed or changed.")
        .wrong("category Fish\n\nspell Fog\n  kill all enemy allies.\n")
        .right("category Fish\n\nspell Fog\n  kill all enemies.\n");
    NO_SUCH_MOMENT = Code::new("F04", "no-such-moment", "what this speaks of does not exist at that moment")
        .because("`the attacker` and `the defender` exist only during an attack, `it` only after something was chosen or in an event about a card, `negate the play` only when a card is played.")
        .wrong("category Fish\n\nspell Fog\n  deal 2 damage to the attacker.\n")
        .right("category Fish\n\nspell Fog\n  deal 2 damage to target enemy.\n");
    MAKES_ITSELF = Code::new("F05", "makes-itself", "a card makes itself without end")
        .because("An `on play` ability that plays a token whose `on play` leads back to itself would go on until the table is full; so would a creature that enters only to die and makes itself again when slain, and a free spell that adds itself to the hand never ends. A copy that does not trigger again is fine.")
        .wrong("category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Carp Egg.\n\ntoken prey Carp Egg 0/1 (0)\n  on play: play a Carp Egg.\n")
        .right("category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Carp Egg.\n\ntoken prey Carp Egg 0/1 (0)\n");
    WRONG_MADE = Code::new("F06", "wrong-thing-made", "this cannot be put there")
        .because("Only creatures can be played onto the field or become something; only tokens and generated cards can be added to a hand by name.")
        .wrong("category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Fog.\n\ntoken spell Fog\n  draw 1.\n")
        .right("category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: add a Fog to your hand.\n\ntoken spell Fog\n  draw 1.\n");
    POOL = Code::new("F07", "no-deck-possible", "no legal deck can be made of this category")
        .because("A deck has 20 different cards of one category and more prey than predators. A category that has at least 20 deck cards must allow that in every edition in which it has them.");
    TOO_MUCH = Code::new("F08", "too-much-on-a-line", "a line asks for more than it can hold")
        .because("A line has at most one `either` and at most two choices, of three at most together, a creature at most eight lines, a spell or trap exactly one. Write `, then` between what belongs together, or two cards.")
        .wrong("category Fish\n\nspell Fog\n  kill target enemy, then kill target ally, then kill target animal.\n")
        .right("category Fish\n\nspell Fog\n  kill target enemy, then kill target ally.\n");
    HOW_MANY = Code::new("F09", "how-many", "an effect is for one or for all")
        .because("Effects of this game choose one (`target enemy`, `a carrion`) or take all (`all enemies`). Numbers of targets are not among its words, and `opponents` are the rival and all enemies together.")
        .wrong("category Fish\n\nspell Fog\n  kill 2 enemies.\n")
        .right("category Fish\n\nspell Fog\n  kill all enemies.\n");
    NO_LINE = Code::new("F10", "no-line", "a spell or trap says nothing")
        .because("A spell, field spell or trap without a line would do nothing. Only creatures can do without words.")
        .wrong("category Fish\n\nspell Fog\n")
        .right("category Fish\n\nspell Fog\n  draw 1.\n");
    WRONG_THING = Code::new("F11", "wrong-thing", "this cannot be done to that")
        .because("Creatures on the table are damaged, killed, frozen and changed; cards from a deck are played or added to your hand, spells from your hand played, carrion played, copied or taken. A card revives only itself. What has died, was discarded or went to a hand is not on the table any more, and a spell or trap never is. Keywords and abilities are given only where they can still do something.")
        .wrong("category Fish\n\nspell Fog\n  kill a creature from your deck.\n")
        .right("category Fish\n\nspell Fog\n  play a creature from your deck.\n");
    TOO_LARGE = too_large("F12");
    AT_ODDS = Code::new("F13", "at-odds", "one word of a card makes another idle")
        .because("A creature that cannot attack has nothing of haste, ambush, multi-strike or what happens when it attacks; one that deals no combat damage is not toxic. Harmless creatures are passive and Invisible ones hidden anyway. Prey is eaten without being edible, and never eats.")
        .wrong("category Fish\n\nprey Ghost Carp 1/1 (1), passive, haste\n")
        .right("category Fish\n\nprey Ghost Carp 1/1 (1), haste\n");
}
