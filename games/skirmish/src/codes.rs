//! The kinds of mistakes of a Skirmish card beyond its grammar, as `explain` tells of them.
#![allow(missing_docs)]

use playmat_cards::too_large;
use playmat_cardtext::{Code, mistakes};

mistakes! {
    /// All of them.
    pub CODES:
    NUMBER = Code::new("S01", "number-out-of-range", "a printed number is out of range")
        .because("Power is 1 to 20, a cooldown 1 to 9; the numbers of an effect are 1 to 20. A unit of power 0 would be dead when it enters.")
        .wrong("unit Ghost 0\n")
        .right("unit Ghost 1\n");
    NO_PLACE = Code::new("S02", "no-place", "an action stands nowhere")
        .because("`this`, `this slot`, `close` and `the enemy in front` are about where a unit stands. An action has no place on the table: it chooses a unit or a slot.")
        .wrong("action Fog\n  kill a close enemy.\n")
        .right("action Fog\n  kill an enemy.\n");
    NEVER_MATCHES = Code::new("S03", "never-matches", "these words together mean nobody")
        .because("A slot is neither wounded nor dead and has no power of its own; who is dead is neither close nor wounded, and has its printed power; an enemy is not your own. Of one condition with two numbers only one can be meant.")
        .wrong("action Fog\n  cleanse a wounded slot.\n")
        .right("action Fog\n  cleanse a slot.\n");
    NO_SUCH_MOMENT = Code::new("S04", "no-such-moment", "what this speaks of does not exist at that moment")
        .because("`that much` is the damage that was dealt, `the last power` that of who died or was consumed, `the consuming unit` exists only for `consumed`, and `it` only after something was chosen.")
        .wrong("unit Ghost 1\n  deploy: this gets the last power.\n")
        .right("unit Ghost 1\n  consume: this gets the last power.\n");
    MAKES_ITSELF = Code::new("S05", "makes-itself", "a card makes itself without end")
        .because("A token whose entering or leaving deploys a token that leads back to itself could go on for ever; so could a unit that raises one of its own name when it enters or leaves, and a unit that deploys whenever an ally dies, because who is replaced dies too. What `you may` do ends when you decline it.")
        .wrong("unit Ghost 1\n  deploy: deploy a Wisp to an own slot.\n\ntoken unit Wisp 1\n  deploy: deploy a Wisp to an own slot.\n")
        .right("unit Ghost 1\n  deploy: deploy a Wisp to an own slot.\n\ntoken unit Wisp 1\n");
    WRONG_THING = Code::new("S06", "wrong-thing", "this cannot be done to that")
        .because("Units are damaged, killed, moved and returned; slots are cleansed, moved to and deployed to; only the dead and tokens are deployed, to own slots. Who was killed or returned has left.")
        .wrong("action Fog\n  kill a slot.\n")
        .right("action Fog\n  kill a unit.\n");
    TOO_MUCH = Code::new("S07", "too-much-on-a-card", "a card or line asks for more than it can hold")
        .because("A line has at most one `either` and at most two choices, of four at most together; a unit has at most one `activate` and eight lines, an action exactly one line. Write `, then` between what belongs together.")
        .wrong("action Fog\n  draw 1.\n  draw 2.\n")
        .right("action Fog\n  draw 1, then draw 2.\n");
    HOW_MANY = Code::new("S08", "how-many", "an effect is for one or for all")
        .because("Effects of this game choose one (`a unit`, `an own slot`) or take all (`all close allies`), and one token enters at a time. There is no `target`: whatever is chosen is `a unit`.")
        .wrong("action Fog\n  kill 2 enemies.\n")
        .right("action Fog\n  kill an enemy.\n");
    NO_LINE = Code::new("S09", "no-line", "an action says nothing")
        .because("An action without a line would do nothing. Only units can do without words.")
        .wrong("action Fog\n")
        .right("action Fog\n  draw 1.\n");
    TOO_LARGE = too_large("S10");
    IN_VAIN = Code::new("S11", "in-vain", "this would change nothing")
        .because("When Conquer happens the skirmish has been counted, and gains are cleared right after it. Every unit on the table has a power of 1 or more, and no card a printed power above 20, so that such a condition leaves nobody out.")
        .wrong("unit Ghost 1\n  conquer: this gets +1.\n")
        .right("unit Ghost 1\n  conquer: draw 1.\n");
}
