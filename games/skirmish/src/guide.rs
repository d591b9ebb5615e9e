//! The rules in short, for people (SK). What editions disagree on is left to the rulings.

/// Headings, and what stands below each.
pub const GUIDE: &[(&str, &[&str])] = &[
    (
        "Aim",
        &[
            "Win two skirmishes. A skirmish is won by whoever controls more of the five terrains; a tie is a win for both, and if both have two wins the match is a draw.",
            "A deck has 20 to 30 cards. The rulings say how many copies of a card it may have.",
        ],
    ),
    (
        "Begin",
        &[
            "Draw 8 cards. Before the second and the third skirmish you draw 3 more, and that is all: your hand is the only resource.",
            "The loser of a skirmish begins the next.",
        ],
    ),
    (
        "A turn",
        &[
            "Do exactly one of three things; then the turn passes.",
            "**Play** one card: a unit to one of your slots, or an action.",
            "**Activate** any number of ready abilities, at least one.",
            "**Be done**: you are out for the rest of the skirmish. Your units stay and count. The other player goes on alone until done too.",
        ],
    ),
    (
        "Terrains and power",
        &[
            "On each terrain the higher power is in control; with equal powers nobody is. Power is what is printed, with gains and the modifier of its slot, less damage. At 0 a unit dies.",
            "A unit that is deployed onto one of your own consumes it.",
            "Close are the terrains to the left and to the right, on both sides of the table.",
        ],
    ),
    (
        "After a skirmish",
        &[
            "Conquer abilities happen on won terrains. Then all units go to the graveyards and the slots lose their modifiers. Hands stay.",
        ],
    ),
];
