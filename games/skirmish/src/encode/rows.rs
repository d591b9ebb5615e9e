//! The rows of the tables: a struct each, so that a row is written with all its columns or not at all.

use playmat_cards::{Column, Holds};

/// A row with named columns, each with its meaning.
macro_rules! row {
    ($(#[$meta:meta])* $Name:ident { $($column:ident: $holds:ident $(($argument:expr))?, $meaning:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $Name {
            $(pub $column: i16,)+
        }

        impl $Name {
            pub const COLUMNS: &'static [Column] = &[$(Column {
                name: stringify!($column),
                holds: Holds::$holds $(($argument))?,
                meaning: $meaning,
            }),+];
            pub const LEN: usize = Self::COLUMNS.len();

            /// The numbers in the order of the columns.
            #[inline(always)]
            pub const fn numbers(self) -> [i16; Self::LEN] {
                [$(self.$column),+]
            }
        }
    };
}

row! {
    /// The match and what is asked.
    Header {
        question: Category(9), "What is asked: 1 a move, 2 more to activate or the end of the turn, 3 the slot of a unit that is played, 4 a unit, 5 a slot, 6 a dead ally, 7 a branch of `either`, 8 whether to do it.";
        occasion: Category(3), "What it is asked for: 0 the own move, 1 a part of a move that nobody else knows of yet, 2 something that happened.";
        form: Category(3), "How the answers belong together: 0 one of them, 1 some of them one by one, 2 all of them in an order.";
        phase: Category(4), "How far the turn is: 0 it begins, 1 its player moves, 2 its player has activated something, 3 it passes.";
        own_turn: Flag, "1 if it is the own turn.";
        turns: Number(30), "Turns begun in the match.";
        skirmish: Category(4), "Which skirmish this is, from 1.";
        own_began: Flag, "1 if the asked player began this skirmish.";
        own_taken: Number(20), "The own turns begun in this skirmish; both players are done after 40.";
        rival_taken: Number(20), "The rival's turns begun in this skirmish.";
        own_wins: Category(3), "Skirmishes won or tied; two end the match.";
        rival_wins: Category(3), "The rival's skirmishes won or tied.";
        own_done: Flag, "1 if the asked player is done for this skirmish.";
        rival_done: Flag, "1 if the rival is done for this skirmish.";
        own_points: Category(6), "Terrains that the asked player controls now, or has won while the skirmish resolves.";
        rival_points: Category(6), "Terrains of the rival, in the same way.";
        resolving: Flag, "1 if the skirmish resolves: who has won which terrain is fixed.";
        front_is_close: Flag, "1 if by ruling the slot in front is close.";
        most_copies: Category(5), "How many copies of a card a deck may have by ruling.";
        set_off: Number(10), "Abilities that have set themselves off in this turn; none does after 100.";
        own_hand: Number(12), "Cards in the own hand.";
        own_deck: Number(20), "Cards in the own deck.";
        own_graveyard: Number(12), "Cards in the own graveyard.";
        own_units: Category(6), "Units on the own side.";
        rival_hand: Number(12), "Cards in the rival's hand.";
        rival_deck: Number(20), "Cards in the rival's deck.";
        rival_graveyard: Number(12), "Cards in the rival's graveyard.";
        rival_units: Category(6), "Units on the rival's side.";
        rival_known: Number(4), "Cards of the rival's hand that the asked player has seen.";
        more: Number(4), "Cards for which the blocks of hand, deck, graveyards and known cards have no row; none where both decks have at most 30 cards.";
        waiting: Number(4), "How many things wait to be done after what asks; the first four are rows of the block `waiting`.";
        card: Card, "The definition of the card that asks, plus one; 0 for a move.";
        entity: Row(0), "Where the card that asks is: 1 to 5 the own slots, 6 to 10 the rival's, from 11 on the own hand; 0 elsewhere.";
        place: Row(0), "The slot where it stands or stood, 1 to 5 the own, 6 to 10 the rival's; 0 if it never stood.";
        ability: Category(5), "Which line of the card asks, from 1; 0 if none.";
        trigger: Category(12), "What set that line off: the place of the trigger in the table of words, from 1; 11 for an action.";
        by: Category(5), "How it came to run: 1 a unit in play, 2 a unit that has left, 3 a played action, 4 an activated unit.";
        step: Category(24), "How far the line is: the place of the step that asks, from 1.";
        branch: Category(9), "The branch of `either` that was picked and not yet taken, from 1.";
        mode: Category(4), "0 the effect happens, 1 it is announced, 2 `if you do` will hold so far, 3 it will not.";
        amount: Number(6), "What the event brought: the damage dealt, or the last power of who died or was consumed.";
    }
}

row! {
    /// A slot and who stands there.
    PlaceRow {
        card: Card, "The definition of the unit, plus one; 0 for an empty slot.";
        power: Number(8), "Its power now; 0 for an empty slot.";
        printed: Number(8), "Its printed power.";
        gain: Number(5), "What it has gained, possibly negative.";
        passing: Number(4), "How much of the gain ends with this turn.";
        damage: Number(5), "Damage on it.";
        modifier: Number(4), "The modifier of the slot, taken or empty.";
        cooldown: Number(3), "Turns of its player that must begin until it may activate.";
        ready: Flag, "1 if it may be activated as far as it alone is concerned.";
        used: Flag, "1 if it has activated.";
        fresh: Flag, "1 if it entered in this turn.";
        silenced: Flag, "1 if it was cleansed: it has neither abilities nor keywords.";
        token: Flag, "1 if it is a token.";
        devourer: Flag, "1 if it has this keyword now.";
        guard: Flag, "1 if it has this keyword now.";
        underdog: Flag, "1 if it has this keyword now.";
    }
}

row! {
    /// A terrain.
    TerrainRow {
        leader: Number(1), "1 if the asked player controls it, -1 if the rival does, 0 for nobody; while the skirmish resolves, who has won it.";
        margin: Number(8), "The own power there less the rival's; a side without a unit has none.";
        inverted: Flag, "1 if an underdog stands there: the lower power wins if both sides have a unit.";
        own_shut: Flag, "1 if a guard keeps the asked player from deploying there.";
        rival_shut: Flag, "1 if a guard keeps the rival from deploying there.";
    }
}

row! {
    /// What was chosen by the line that asks.
    ChosenRow {
        what: Category(5), "0 nothing yet, 1 a card, 2 a slot, 3 who has left a slot, 4 nothing for good.";
        card: Card, "The definition of the chosen card, or of who stands on the chosen slot, plus one.";
        entity: Row(0), "Where that is: 1 to 5 the own slots, 6 to 10 the rival's, from 11 on the own hand; 0 elsewhere.";
    }
}

row! {
    /// Something that waits.
    WaitingRow {
        what: Category(7), "0 nothing, 1 a unit enters, 2 a line goes on, 3 units react, 4 turn-start abilities, 5 the skirmish resolves, 6 anything else.";
        whose: Category(3), "1 the asked player's, 2 the rival's, 0 nobody's.";
        card: Card, "The definition of the unit or of the card with the line, plus one.";
        place: Row(0), "Where the unit enters, or where the card stood: 1 to 5 the own slots, 6 to 10 the rival's; 0 for none.";
        trigger: Category(12), "What set the line off, or to what the units react: the place of the trigger in the table of words, from 1.";
        amount: Number(6), "What the event brought, or the last power of the unit that is replaced.";
    }
}

row! {
    /// A card of the own hand.
    HandRow {
        card: Card, "Its definition, plus one.";
        known: Flag, "1 if the rival has seen it go there.";
    }
}

/// A card of a pile.
pub const PILE_COLUMNS: &[Column] = playmat_cards::columns!["card": Card, "Its definition, plus one.";];

row! {
    /// An option.
    OptionRow {
        verb: Category(11), "1 play a card, 2 activate a unit, 3 be done, 4 end the turn, 5 choose a card, 6 choose a slot, 7 a branch, 8 yes, 9 no, 10 none of them.";
        card: Card, "The definition of the card, or of who stands on the slot, plus one; 0 for none.";
        entity: Row(0), "Where that is: 1 to 5 the own slots, 6 to 10 the rival's, from 11 on the own hand; 0 elsewhere, as in a graveyard.";
        whose: Category(3), "1 if the card or slot is the asked player's, 2 if it is the rival's, 0 if there is none.";
        terrain: Category(6), "The terrain of the slot or unit, from 1; 0 elsewhere.";
        branch: Category(9), "The branch of `either`, from 1.";
    }
}
