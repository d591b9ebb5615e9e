//! The rules in short, for people (ST A to E). What editions disagree on is left to the rulings.

/// Headings, and what stands below each.
pub const GUIDE: &[(&str, &[&str])] = &[
    (
        "Aim",
        &[
            "Bring your rival from 20 points to 0. Both at 0 is a draw, and so is a match of 200 turns each.",
            "A deck has 50 to 70 cards, with at most two copies of a card.",
        ],
    ),
    ("Begin", &["A die says who goes first. Both draw 5 cards. The first player neither draws nor attacks in the first turn."]),
    (
        "A turn",
        &[
            "**Draw** a card. With an empty deck you lose 5 points instead.",
            "**Main**: play up to two cards, face up or face down; levelling up is a play. Use effects, turn creatures face up.",
            "**Battle**: each creature may attack once. Nothing is played from the hand.",
            "**End**: discard down to 10 cards.",
        ],
    ),
    (
        "Stacks",
        &[
            "Creatures of level 1 are played as they are. A higher level is put onto one of your creatures of the same type that is exactly one level lower. The new top comes untapped.",
            "Cards underneath do nothing unless a text says so. You have room for five stacks and five magic cards.",
        ],
    ),
    (
        "Battle and points",
        &[
            "The attack of the attacker against the defense of the target: the higher prevails and the other is destroyed, even the attacker. Whoever loses a creature loses points equal to its level.",
            "If your rival has no creature, an attack costs your rival the attacker's level.",
        ],
    ),
    (
        "Effects and chains",
        &[
            "**Normal** effects tap their card, in your own turn. **Continuous** ones stay on. **Equip** belongs to a creature. **Latent** ones happen by themselves. **Dormant** ones work while the card is tapped.",
            "**Counter** answers what your rival announces. Answers form a chain, and the last one resolves first.",
            "Magic that was set face down may be turned up in any turn after the one in which it was set.",
        ],
    ),
];
