//! What the numbers of Food Chain mean, and how many rows each block has.
//!
//! A table has room for 96 cards, and any one zone could hold nearly all of them: tokens and generated cards pile up. So no block has a
//! row for every card that could ever be there. Of a pile the cards of a deck have a row each, since there are 20 of those
//! at most (FC A1), and tokens that are alike share one. What finds no row all the same is counted in the header's `more`.

use playmat_cards::{Block, Column, Holds, Layout, Order, Span, columns};
use playmat_kernel::MOST_OPTIONS;

use super::features::FEATURES;
use super::rows::{GIFT, HEADER, KEYWORDS, OPTION, PLACE};
use crate::state::SLOTS;
use crate::words::{Keyword, Trigger, Verb};

/// Slots of both sides.
pub const PLACES: usize = 2 * SLOTS;
/// Eight million decisions of random games never need more than 18; beyond the rows equal cards share one.
pub const HAND: usize = 20;
/// More than the traps that any category has; a seat sets one in a turn.
pub const SET: usize = 4;
/// FC A1: a deck. Nothing is ever put into one.
pub const DECK: usize = 20;
/// FC A1: a deck of creatures only has 20; the other rows are for tokens. Random games never need more than 21.
pub const CARRION: usize = 28;
/// A random deck has 7 cards that go to exile; the other rows are for generated spells. Random games never need more than 12.
pub const EXILE: usize = 20;
/// A spell, the trap that answers it, and what that puts into play.
pub const PLAYING: usize = 3;
/// As many as the own hand.
pub const KNOWN: usize = HAND;
/// The field has no room for more.
pub const GIFTS: usize = crate::field::MOST_GIFTS;

/// The first row of each block among all that an option can point to, counted from 1.
pub const FIRST_BESIDE: usize = PLACES + 1;
/// The row of the first card of the own hand.
pub const FIRST_IN_HAND: usize = FIRST_BESIDE + 2;
/// The row of the first of the own set cards.
pub const FIRST_SET: usize = FIRST_IN_HAND + HAND;

/// The columns of a card beside the slots.
pub const BESIDE_COLUMNS: &[Column] = columns![
    "card": Card, "Its definition.";
    "own": Flag, "Whether it is the seat's own card.";
    "token": Flag, "Whether it was made during the match.";
];

/// The columns of a card in the own hand.
pub const HAND_COLUMNS: &[Column] = columns![
    "card": Card, "Its definition.";
    "own": Flag, "Whether it is the seat's own card, not one taken from the rival.";
    "token": Flag, "Whether it was made during the match.";
    "barred": Flag, "Whether it cannot be played this turn, since its play was negated.";
    "known": Flag, "Whether the rival knows it.";
    "count": Count, "How many cards this row stands for.";
];

/// The columns of an own set card.
pub const SET_COLUMNS: &[Column] = columns![
    "card": Card, "Its definition.";
    "barred": Flag, "Whether it was set this turn, and so does not work yet.";
    "known": Flag, "Whether the rival knows it.";
];

/// The only column of a card in the own deck.
pub const DECK_COLUMNS: &[Column] = columns!["card": Card, "Its definition.";];

/// The columns of a card in a public pile.
pub const PILE_COLUMNS: &[Column] = columns![
    "card": Card, "Its definition.";
    "made": Count, "0 for a card of a deck; else how many such cards lie there that were made during the match.";
];

/// The columns of a known card of the rival.
pub const KNOWN_COLUMNS: &[Column] = columns![
    "card": Card, "Its definition.";
    "zone": Category(3), "Where it is: 1 in the hand, 2 set.";
    "own": Flag, "Whether it is the seat's own card, taken by the rival.";
    "token": Flag, "Whether it was made during the match.";
];

/// The columns of a slot: numbers and states, then a column for each keyword.
pub const PLACE_COLUMNS: &[Column] = &joined::<{ PLACE.len() + KEYWORDS.len() }>(&[PLACE, KEYWORDS]);

/// All of it.
pub const LAYOUT: Layout = Layout {
    version: 2,
    observation: &[
        Block {
            name: "header",
            meaning: "What is asked and where the match stands.",
            rows: 1,
            order: Order::Each,
            columns: HEADER,
        },
        Block {
            name: "places",
            meaning: "A slot each: the own ones from the left, then the rival's.",
            rows: PLACES,
            order: Order::Each,
            columns: PLACE_COLUMNS,
        },
        Block {
            name: "beside",
            meaning: "The field spell beside the own slots, then the one beside the rival's.",
            rows: 2,
            order: Order::Each,
            columns: BESIDE_COLUMNS,
        },
        Block {
            name: "hand",
            meaning: "A card of the own hand each, in the order in which they came. In a hand of more cards than rows equal ones \
                      share a row; what finds none is counted in `more`.",
            rows: HAND,
            order: Order::Alike,
            columns: HAND_COLUMNS,
        },
        Block {
            name: "set",
            meaning: "An own set card each, the oldest first.",
            rows: SET,
            order: Order::Alike,
            columns: SET_COLUMNS,
        },
        Block {
            name: "gifts",
            meaning: "An ability that a creature has gained, each: the own creatures first, from the left.",
            rows: GIFTS,
            order: Order::Alike,
            columns: GIFT,
        },
        Block {
            name: "deck",
            meaning: "A card of the own deck each, sorted by definition.",
            rows: DECK,
            order: Order::Alike,
            columns: DECK_COLUMNS,
        },
        pile("own_carrion", "A card of the own carrion each, the oldest first; tokens that are alike share a row.", CARRION),
        pile("rival_carrion", "The same of the rival's carrion.", CARRION),
        pile("own_exile", "A card of the own exile each, the oldest first; generated cards that are alike share a row.", EXILE),
        pile("rival_exile", "The same of the rival's exile.", EXILE),
        pile("own_playing", "A card each that the seat is playing: announced, not yet anywhere.", PLAYING),
        pile("rival_playing", "The same of the rival.", PLAYING),
        Block {
            name: "known",
            meaning: "A known card of the rival's hand or set cards each, sorted by zone and definition. Of a deck nothing is ever known.",
            rows: KNOWN,
            order: Order::Alike,
            columns: KNOWN_COLUMNS,
        },
    ],
    options: Block {
        name: "options",
        meaning: "A listed option each.",
        // Hands and piles are bounded by the room of the table only, and a card may have several uses: a list ends where the kernel ends it.
        rows: MOST_OPTIONS,
        order: Order::Alike,
        columns: OPTION,
    },
    definitions: Block { name: "definitions", meaning: "A definition each.", rows: 0, order: Order::Alike, columns: FEATURES },
    // In the order of `FIRST_BESIDE` and the others.
    pointed: &[
        Span { block: 1, from: 0, rows: PLACES },
        Span { block: 2, from: 0, rows: 2 },
        Span { block: 3, from: 0, rows: HAND },
        Span { block: 4, from: 0, rows: SET },
    ],
};

const fn pile(name: &'static str, meaning: &'static str, rows: usize) -> Block {
    Block { name, meaning, rows, order: Order::Alike, columns: PILE_COLUMNS }
}

/// Lists of columns, one behind the other.
pub const fn joined<const N: usize>(lists: &[&[Column]]) -> [Column; N] {
    let mut all = [Column::BLANK; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            all[at] = lists[list][place];
            (at, place) = (at + 1, place + 1);
        }
        list += 1;
    }
    assert!(at == N);
    all
}

/// A column for each word of a table: made here, so that a new word has its column.
macro_rules! of_words {
    ($(#[$doc:meta])* $name:ident: $Word:ident, $called:ident, $holds:ident $(($most:literal))?) => {
        $(#[$doc])*
        pub const $name: [Column; $Word::ALL.len()] = {
            let mut all = [Column::BLANK; $Word::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                if let Some(entry) = $Word::ALL[at].entry() {
                    all[at] = Column { name: entry.$called, holds: Holds::$holds $(($most))?, meaning: entry.gloss };
                }
                at += 1;
            }
            all
        };
    };
}

of_words! {
    /// The keywords.
    OF_KEYWORDS: Keyword, mark, Flag
}
of_words! {
    /// When abilities happen.
    OF_TRIGGERS: Trigger, pattern, Number(2)
}
of_words! {
    /// What they do.
    OF_VERBS: Verb, pattern, Number(2)
}
