//! The rules in short, for people (FC A). What editions disagree on is left to the rulings.

/// Headings, and what stands below each.
pub const GUIDE: &[(&str, &[&str])] = &[
    (
        "Aim",
        &[
            "Bring your rival from 10 life to 0. Both at 0 at the same time is a draw, and so is a match of 100 turns each.",
            "A deck has exactly 20 different cards of one category, and more prey than predators.",
        ],
    ),
    (
        "Begin",
        &[
            "Both roll a die of ten, and the higher one chooses who goes first. Both draw 5 cards.",
            "The first player does not draw in the first turn. Nothing is drawn from an empty deck, and that costs nothing.",
        ],
    ),
    (
        "A turn",
        &[
            "**Start**: exhausted creatures recover, then abilities \"at the start of turn\" happen.",
            "**Draw** a card.",
            "**Main**: play one prey, predator, spell or field spell. Free spells and cards with Free Play do not count.",
            "**Combat**: each creature may attack once, one attack after the other.",
            "**Main** again, with what is left of the one card.",
            "**End**: abilities \"at the end of turn\", then the turn passes.",
        ],
    ),
    (
        "Prey and predators",
        &[
            "Your field has three slots. Creatures enter exhausted: they may attack creatures, but not your rival, unless they have Haste.",
            "A predator eats up to three of your prey when it enters, and gains +1/+1 for each point of their nutrition. A predator that eats nothing is dry-dropped: it has its printed numbers, and its \"on eat\" ability does not happen.",
        ],
    ),
    (
        "Attacks",
        &[
            "Attacker and defender deal their attack to each other at the same time. At 0 health a creature dies and goes to carrion.",
            "A direct attack deals its damage to your rival, who strikes nothing back. Hidden and Invisible creatures cannot be attacked; a creature with Lure has to be.",
        ],
    ),
    (
        "Traps",
        &[
            "Traps answer what your rival does, in your rival's turn. Afterwards they are exiled. The rulings say where they wait, and whether you are asked.",
        ],
    ),
];
