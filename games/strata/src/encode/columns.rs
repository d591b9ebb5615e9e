//! What the numbers of an observation and of an option mean.

use playmat_cards::{Block, Column, Order, Span, columns};
use playmat_kernel::MOST_OPTIONS;

use crate::state::{LONGEST_CHAIN, MOST_CARDS, PLACES};

/// The rows of the hand: the hand limit, a turn's draw and the draws of some effects. More cards than that stand in [`CARDS`].
pub const HAND_ROWS: usize = 16;
/// As many as can be answered (ST I3); what is laid beyond is counted in the header.
pub const CHAIN_ROWS: usize = LONGEST_CHAIN;
/// Kinds of extra and forbidden plays. The header counts them all.
pub const LIMIT_ROWS: usize = 8;
/// Every row of [`CARDS`] stands for at least one card of the match, and no card stands in two rows.
pub const CARD_ROWS: usize = MOST_CARDS;

pub const HEADER: &[Column] = columns![
    "question": Category(12), "What asks: 1 the turn (a move), 2 onto which creature a card of the hand levels up, 3 whom an attack is aimed at, 4 an effect, 5 whether to respond to the chain, 6 which trigger resolves first, 7 which link a Counter answers, 8 which target of a link a Counter means, 9 a discard, 10 how a card comes onto the field by an effect, 11 which effect is copied.";
    "form": Category(4), "1 one of the options, 2 some of them one by one, 3 all of them in an order.";
    "occasion": Category(4), "1 an own move, 2 part of a move that nobody else was told of, 3 raised by what happened.";
    "phase": Category(9), "1 begin, 2 start, 3 drawn, 4 main, 5 battle, 6 end, 7 hand limit, 8 pass.";
    "own turn": Flag, "1 in the own turn.";
    "turns": Number(20), "Turns begun, skipped ones included.";
    "own began": Flag, "1 if the own side began the match.";
    "opening": Flag, "1 in the first player's first turn, without draw and attack.";
    "own points": Number(20), "Own points.";
    "rival points": Number(20), "The rival's points.";
    "own skips": Number(1), "How many turns the own side must skip.";
    "rival skips": Number(1), "How many turns the rival must skip.";
    "plays": Number(2), "Plays from hand made this turn that count.";
    "own extra": Number(2), "Own extra plays of any kind for this turn.";
    "rival extra": Number(2), "The rival's extra plays of any kind for this turn.";
    "extras": Number(2), "Kinds of restricted extra plays of the turn player; a row of limits each.";
    "forbids": Number(2), "Forbidden plays; a row of limits each, behind the extras.";
    "own deck": Number(40), "Cards in the own deck.";
    "rival deck": Number(40), "Cards in the rival's deck.";
    "own hand": Number(8), "Cards in the own hand. What is beyond the rows of the block hand stands in the block cards.";
    "rival hand": Number(8), "Cards in the rival's hand.";
    "own discard": Number(16), "Cards in the own discard pile.";
    "rival discard": Number(16), "Cards in the rival's discard pile.";
    "own playing": Category(3), "Own cards that are being played.";
    "rival playing": Category(3), "The rival's cards that are being played.";
    "links": Number(3), "Links of the chain. If there are more than rows, the block chain shows the newest.";
    "own waiting": Number(2), "Own triggers that wait.";
    "rival waiting": Number(2), "The rival's triggers that wait.";
    "frames": Number(4), "How much is still to be done, the turn included.";
    "passed": Category(3), "How many players have passed on the chain in a row.";
    "left": Number(3), "Cards still to be discarded, or triggers already ordered.";
    "about": Card, "Definition of the card that asks, or of the newest link for a response.";
    "about whose": Category(3), "Whose it is: 1 own, 2 the rival's.";
    "about entity": Row(0), "Its entity.";
    "about effect": Category(3), "Which of its effects asks: 1 or 2; 0 is none.";
    "second": Card, "Definition of a second card: what causes a discard or a landing, whose effect is copied.";
    "second entity": Row(0), "Its entity.";
    "it": Card, "Definition of the card of the event of the effect that asks: it.";
    "it entity": Row(0), "Its entity.";
    "answers": Category(17), "The link that the effect or Counter that asks answers, as the block chain numbers links.";
    "by": Category(6), "How the effect came to be used: 1 from the field, 2 from the hand, 3 as a Counter, 4 by itself, 5 copied.";
    "announcing": Flag, "1 while targets are chosen and costs paid, 0 when it resolves.";
    "op": Category(32), "Which op of its program asks, from 1.";
    "wants": Category(4), "What the program wants: 1 a branch, 2 yes or no, 3 a card.";
    "register": Category(3), "Into which register a card is chosen, from 1.";
    "when": Category(4), "What a card is chosen as: 1 a target, 2 a cost, 3 when the step resolves.";
    "purpose": Category(7), "What for: 1 anything, 2 to be destroyed as a cost, 3 to be played, 4 to level up, 5 to come into a stack, 6 to be the new target.";
    "from": Category(7), "From where: 1 field, 2 hand, 3 deck, 4 own discard pile, 5 the rival's discard pile, 6 underneath.";
    "least": Number(2), "At least so many are chosen.";
    "most": Number(2), "At most so many are chosen.";
    "branch": Category(5), "The branch that was picked.";
    "chosen 1": Card, "Definition of what was chosen first into the first register.";
    "chosen 2": Card, "The second one.";
    "chosen 3": Card, "The third one.";
    "chosen 4": Card, "Definition of what was chosen first into the second register.";
    "chosen 5": Card, "The second one.";
    "chosen 6": Card, "The third one.";
    "chosen entity 1": Row(0), "Entity of what was chosen first into the first register.";
    "chosen entity 2": Row(0), "The second one.";
    "chosen entity 3": Row(0), "The third one.";
    "chosen entity 4": Row(0), "Entity of what was chosen first into the second register.";
    "chosen entity 5": Row(0), "The second one.";
    "chosen entity 6": Row(0), "The third one.";
    "running": Card, "Definition of the card whose effect runs below what asks.";
    "running whose": Category(3), "Whose it is: 1 own, 2 the rival's.";
    "running effect": Category(3), "Which of its effects: 1 or 2.";
];

pub const STACK: &[Column] = columns![
    "definition": Card, "The top card where it is seen, else 0.";
    "lies": Category(3), "0 nothing lies here, 1 face up, 2 face down.";
    "attack": Number(1000), "Attack now; the printed one of a face-down card that is seen.";
    "defense": Number(1000), "Defense now, likewise.";
    "level": Number(5), "Level now, likewise.";
    "type": Category(8), "Type now: 1 water, 2 fire, 3 earth, 4 nature, 5 electric, 6 light, 7 dark; 0 unseen.";
    "subtypes": Bits(14), "Sub-types now as bits, in the order of the sub-types of definitions.";
    "known": Flag, "1 if the rival of its player knows which card it is.";
    "tapped": Flag, "1 if tapped.";
    "tired": Flag, "1 if tapped in this turn.";
    "fresh": Flag, "1 if it came to the table in this turn.";
    "spending": Flag, "1 while its use is not over.";
    "first on": Flag, "1 if its first effect is on.";
    "second on": Flag, "1 if its second effect is on.";
    "first used": Flag, "1 if its first effect was used this turn.";
    "second used": Flag, "1 if its second effect was used this turn.";
    "attacks": Number(2), "Attacks made this turn.";
    "indestructible": Flag, "1 if it cannot be destroyed.";
    "untargetable": Flag, "1 if it cannot be targeted by the rival of its player.";
    "cannot attack": Flag, "1 if it cannot attack.";
    "twice": Flag, "1 if it attacks twice.";
    "immune": Flag, "1 if it is immune to some cards.";
    "immunity": Card, "Definition of the card whose effect made it so, if that change is this card's own.";
    "this turn": Number(2), "Changes of this card that end with the turn.";
    "equips": Number(2), "How many Equips are attached to it.";
    "under": Number(3), "How many cards lie under it; which ones stands in the block cards.";
];

pub const MAGIC: &[Column] = columns![
    "definition": Card, "The card where it is seen, else 0.";
    "lies": Category(3), "0 nothing lies here, 1 face up, 2 face down.";
    "host": Row(0), "Entity of the creature that it is attached to.";
    "known": Flag, "1 if the rival of its player knows which card it is.";
    "tapped": Flag, "1 if tapped.";
    "tired": Flag, "1 if tapped in this turn.";
    "fresh": Flag, "1 if it came to the table in this turn.";
    "spending": Flag, "1 while its use is not over.";
    "first on": Flag, "1 if its first effect is on.";
    "second on": Flag, "1 if its second effect is on.";
    "first used": Flag, "1 if its first effect was used this turn.";
    "second used": Flag, "1 if its second effect was used this turn.";
    "indestructible": Flag, "1 if it cannot be destroyed.";
    "untargetable": Flag, "1 if it cannot be targeted by the rival of its player.";
    "immune": Flag, "1 if it is immune to some cards.";
];

pub const HAND: &[Column] = columns![
    "definition": Card, "The card.";
    "known": Flag, "1 if the rival knows it.";
    "first used": Flag, "1 if its first effect was used this turn.";
    "second used": Flag, "1 if its second effect was used this turn.";
];

pub const CHAIN: &[Column] = columns![
    "link": Category(4), "1 an effect, 2 a play from hand, 3 an attack.";
    "whose": Category(3), "1 own, 2 the rival's.";
    "definition": Card, "The source of the effect, the card played or the attacker, where it is seen.";
    "entity": Row(0), "Its entity.";
    "effect": Category(3), "Which of its effects: 1 or 2.";
    "countered": Flag, "1 if it does nothing any more.";
    "down": Flag, "1 for a play face down.";
    "answers": Category(17), "The link that it answers, by its number; links are numbered from 1, the oldest first.";
    "target 1": Row(2), "Entity of the attacked creature, of the base of a play, or of the first target; -1 a card off the table, -2 a player.";
    "target 2": Row(2), "Entity of what was chosen second into the first register.";
    "target 3": Row(2), "The third.";
    "target 4": Row(2), "Entity of what was chosen first into the second register.";
    "target 5": Row(2), "The second.";
    "target 6": Row(2), "The third.";
];

pub const LIMIT: &[Column] = columns![
    "limit": Category(4), "1 extra plays of the turn player, 2 a forbidden play, 3 a play that will be forbidden next turn.";
    "whose": Category(3), "1 own, 2 the rival's.";
    "left": Number(3), "How many extra plays are left.";
    "types": Bits(8), "For which types, as bits in the order of the types of definitions; 128 is magic.";
    "subtypes": Bits(14), "For which sub-types, as bits.";
    "least level": Number(5), "From which level on.";
    "most level": Number(5), "Up to which level.";
];

pub const CARDS: &[Column] = columns![
    "where": Category(21), "1 own deck, 2 own discard pile, 3 own hand beyond its rows, 4 the rival's discard pile, 5 known in the rival's hand, 6 known in the rival's deck, 7 remembered somewhere among the rival's hidden cards; 11 to 15 under the own stacks from the left, 16 to 20 under the rival's.";
    "definition": Card, "Which card. Rows stand by where and then by definition; those under a stack stand from the top down, one row each.";
    "count": Count, "How many of them; 1 under a stack.";
];

pub const OPTION: &[Column] = columns![
    "verb": Category(22), "1 play, 2 play face down, 3 level up, 4 level up face down, 5 use an effect, 6 turn up, 7 attack, 8 go to battle, 9 end the turn, 10 choose a card, 11 choose the rival, 12 choose a link, 13 choose a trigger, 14 choose an effect, 15 choose a branch, 16 face up, 17 face down, 18 yes, 19 no, 20 none, 21 pass.";
    "definition": Card, "The card it is about, where it is seen.";
    "entity": Row(0), "Its entity: 1 to 5 own stacks, 6 to 10 own magic, 11 to 15 the rival's stacks, 16 to 20 the rival's magic, from 21 the rows of the own hand; 0 elsewhere.";
    "whose": Category(3), "1 own, 2 the rival's.";
    "zone": Category(7), "Where the card is: 1 on the table, 2 hand, 3 deck, 4 discard pile, 5 underneath, 6 being played.";
    "under": Row(0), "Entity of the stack under which it lies.";
    "depth": Number(3), "How deep it lies there, from 1.";
    "first used": Flag, "1 if its first effect was used this turn.";
    "second used": Flag, "1 if its second effect was used this turn.";
    "effect": Category(3), "Which effect: 1 or 2.";
    "number": Category(17), "The branch, or the link as the block chain numbers links.";
    "second": Card, "Definition of the card of a trigger's event.";
    "second entity": Row(0), "Its entity.";
];

pub const OBSERVATION: &[Block] = &[
    Block { name: "header", meaning: "The match and what is asked.", rows: 1, order: Order::Each, columns: HEADER },
    Block {
        name: "stacks",
        meaning: "A place for a stack each: the own five from the left, then the rival's.",
        rows: 2 * PLACES,
        order: Order::Each,
        columns: STACK,
    },
    Block {
        name: "magic",
        meaning: "A place for magic each: the own five from the left, then the rival's.",
        rows: 2 * PLACES,
        order: Order::Each,
        columns: MAGIC,
    },
    Block {
        name: "hand",
        meaning: "A card of the own hand each, in its order.",
        rows: HAND_ROWS,
        order: Order::Alike,
        columns: HAND,
    },
    Block {
        name: "chain",
        meaning: "A link each, the oldest first: number 1 and so on. Of more links than rows the newest.",
        rows: CHAIN_ROWS,
        order: Order::Alike,
        columns: CHAIN,
    },
    Block {
        name: "limits",
        meaning: "Restricted extra plays, then forbidden plays, in the order in which they began.",
        rows: LIMIT_ROWS,
        order: Order::Alike,
        columns: LIMIT,
    },
    Block {
        name: "cards",
        meaning: "All other cards that the seat knows of.",
        rows: CARD_ROWS,
        order: Order::Alike,
        columns: CARDS,
    },
];

/// As many rows as the kernel lists at all. A hand may hold a whole deck of 70 cards, each with two ways to play it and two effects
/// that are used from there: more than a byte counts. Of such a list the first 191 are about the hand, and the table has the rest.
pub const OPTIONS: Block = Block {
    name: "options",
    meaning: "An option each, in the order of the list.",
    rows: MOST_OPTIONS,
    order: Order::Alike,
    columns: OPTION,
};

/// What an entity is: the own stacks, the own magic, the rival's stacks, the rival's magic, the own hand.
pub const ENTITIES: &[Span] = &[
    Span { block: 1, from: 0, rows: PLACES },
    Span { block: 2, from: 0, rows: PLACES },
    Span { block: 1, from: PLACES, rows: PLACES },
    Span { block: 2, from: PLACES, rows: PLACES },
    Span { block: 3, from: 0, rows: HAND_ROWS },
];
