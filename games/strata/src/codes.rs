//! The kinds of mistakes of a Strata card beyond its grammar, as `explain` tells of them.
#![allow(missing_docs)]

use playmat_cards::too_large;
use playmat_cardtext::{Code, mistakes};

mistakes! {
    /// All of them.
    pub CODES:
    NUMBER = Code::new("T01", "number-out-of-range", "a printed number is out of range")
        .because("Levels are 1 to 5. Attack and defense are steps of 5 and together 500 for each level. The numbers of an effect are 1 to 20, those of a change 25, 50, 100, 200, 300, 400 or 500, up or down.")
        .wrong("creature Spark, fire ghost, level 1, 300/100\n  normal: draw 1.\n  dormant: draw 1.\n")
        .right("creature Spark, fire ghost, level 1, 300/200\n  normal: draw 1.\n  dormant: draw 1.\n");
    HEADER = Code::new("T02", "type-and-sub-types", "a creature has one type and one to three sub-types")
        .because("The header names the type first (water, fire, earth, nature, electric, light or dark), then one to three sub-types, each once. `becomes` names a type or one to three sub-types.")
        .wrong("creature Spark, fire water, level 1, 300/200\n  normal: draw 1.\n  dormant: draw 1.\n")
        .right("creature Spark, fire ghost, level 1, 300/200\n  normal: draw 1.\n  dormant: draw 1.\n");
    TWO_EFFECTS = Code::new("T03", "two-effects", "a card has two effects")
        .because("Every creature and every magic card has exactly two lines, each beginning with one of the six kinds.")
        .wrong("magic Spark\n  normal: draw 1.\n")
        .right("magic Spark\n  normal: draw 1.\n  normal: the rival loses 1 point.\n");
    WRONG_KIND = Code::new("T04", "wrong-kind", "this kind of effect cannot do or be that")
        .because("Only magic is an Equip. `stop` and `redirect` belong to Counters, `the equipped creature` to Equips. `discard this` is the cost of a Normal effect, which is then used from the hand. Only a Counter answers an activation. Points are paid and a turn is skipped before the colon. Magic is never underneath, and a Counter works on the field alone and answers the rival. A Continuous effect or Equip is made of changes that last.")
        .wrong("creature Spark, fire ghost, level 1, 300/200\n  equip: the equipped creature gains +100/+0.\n  normal: draw 1.\n")
        .right("magic Spark\n  equip: the equipped creature gains +100/+0.\n  normal: draw 1.\n");
    NEVER_MATCHES = Code::new("T05", "never-matches", "these words together mean no card")
        .because("Magic has no type, sub-type, level or stats; nothing has two types, is allied and enemy, or tapped and untapped; a back has no numbers; only cards on the field are tapped or face down; levels are joined by \"and\"; and nobody has more than five creatures, five magic cards or two of a card.")
        .wrong("magic Spark\n  normal: destroy target fire magic card.\n  normal: draw 1.\n")
        .right("magic Spark\n  normal: destroy target magic card.\n  normal: draw 1.\n");
    NO_SUCH_MOMENT = Code::new("T06", "no-such-moment", "what this speaks of does not exist at that moment")
        .because("`the attacker` and `the defender` exist when something attacks, `the attack`, `the play` and `the effect` in a Counter that answers one, and `it` after a step that was about a card, or in a Counter or Latent about one. `if you do` stands behind a step.")
        .wrong("magic Spark\n  normal: destroy the attacker.\n  normal: draw 1.\n")
        .right("magic Spark\n  counter when an enemy creature attacks: destroy the attacker.\n  normal: draw 1.\n");
    WRONG_THING = Code::new("T07", "wrong-thing", "this cannot be done to that")
        .because("Players gain, lose, mill and discard; cards are destroyed, tapped and changed, and that on the field. What is played or looked for comes from a hand, deck, discard pile or from underneath. Costs are paid with your own cards, this card pays one of them at most.")
        .wrong("magic Spark\n  normal: destroy a creature in your hand.\n  normal: draw 1.\n")
        .right("magic Spark\n  normal: discard a creature in your hand.\n  normal: draw 1.\n");
    TOO_MUCH = Code::new("T08", "too-much-on-a-line", "a line asks for more than it can hold")
        .because("A line has at most one `either` and at most two choices of at most three cards each. The host of an Equip is one of the choices.")
        .wrong("magic Spark\n  normal: destroy 4 creatures.\n  normal: draw 1.\n")
        .right("magic Spark\n  normal: destroy 3 creatures.\n  normal: draw 1.\n");
    TOO_LARGE = too_large("T09");
}
