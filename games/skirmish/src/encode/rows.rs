//! The rows of the tables: a struct each, so that a row is written with all its columns or not at all.

use playmat_cards::Column;

/// A row with named columns, each with its meaning.
macro_rules! row {
    ($(#[$meta:meta])* $Name:ident { $($column:ident: $meaning:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $Name {
            $(pub $column: i16,)+
        }

        impl $Name {
            pub const COLUMNS: &'static [Column] = &[$(Column { name: stringify!($column), meaning: $meaning }),+];
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
        question: "What is asked: 1 a move, 2 more to activate or the end of the turn, 3 the slot of a unit that is played, 4 a unit, 5 a slot, 6 a dead ally, 7 a branch of `either`, 8 whether to do it.",
        occasion: "What it is asked for: 0 the own move, 1 a part of a move that nobody else knows of yet, 2 something that happened.",
        form: "How the answers belong together: 0 one of them, 1 some of them one by one, 2 all of them in an order.",
        phase: "How far the turn is: 0 it begins, 1 its player moves, 2 its player has activated something, 3 it passes.",
        own_turn: "1 if it is the own turn.",
        turns: "Turns begun in the match.",
        skirmish: "Which skirmish this is, from 1.",
        own_began: "1 if the asked player began this skirmish.",
        own_taken: "The own turns begun in this skirmish; both players are done after 40.",
        rival_taken: "The rival's turns begun in this skirmish.",
        own_wins: "Skirmishes won or tied; two end the match.",
        rival_wins: "The rival's skirmishes won or tied.",
        own_done: "1 if the asked player is done for this skirmish.",
        rival_done: "1 if the rival is done for this skirmish.",
        own_points: "Terrains that the asked player controls now, or has won while the skirmish resolves.",
        rival_points: "Terrains of the rival, in the same way.",
        resolving: "1 if the skirmish resolves: who has won which terrain is fixed.",
        front_is_close: "1 if by ruling the slot in front is close.",
        most_copies: "How many copies of a card a deck may have by ruling.",
        set_off: "Abilities that have set themselves off in this turn; none does after 100.",
        own_hand: "Cards in the own hand.",
        own_deck: "Cards in the own deck.",
        own_graveyard: "Cards in the own graveyard.",
        own_units: "Units on the own side.",
        rival_hand: "Cards in the rival's hand.",
        rival_deck: "Cards in the rival's deck.",
        rival_graveyard: "Cards in the rival's graveyard.",
        rival_units: "Units on the rival's side.",
        rival_known: "Cards of the rival's hand that the asked player has seen.",
        more: "Cards for which the blocks of hand, deck, graveyards and known cards have no row; none where both decks have at most 30 cards.",
        waiting: "How many things wait to be done after what asks; the first four are rows of the block `waiting`.",
        card: "The definition of the card that asks, plus one; 0 for a move.",
        entity: "Where the card that asks is: 1 to 5 the own slots, 6 to 10 the rival's, from 11 on the own hand; 0 elsewhere.",
        place: "The slot where it stands or stood, 1 to 5 the own, 6 to 10 the rival's; 0 if it never stood.",
        ability: "Which line of the card asks, from 1; 0 if none.",
        trigger: "What set that line off: the place of the trigger in the table of words, from 1; 11 for an action.",
        by: "How it came to run: 1 a unit in play, 2 a unit that has left, 3 a played action, 4 an activated unit.",
        step: "How far the line is: the place of the step that asks, from 1.",
        branch: "The branch of `either` that was picked and not yet taken, from 1.",
        mode: "0 the effect happens, 1 it is announced, 2 `if you do` will hold so far, 3 it will not.",
        amount: "What the event brought: the damage dealt, or the last power of who died or was consumed.",
    }
}

row! {
    /// A slot and who stands there.
    PlaceRow {
        card: "The definition of the unit, plus one; 0 for an empty slot.",
        power: "Its power now; 0 for an empty slot.",
        printed: "Its printed power.",
        gain: "What it has gained, possibly negative.",
        passing: "How much of the gain ends with this turn.",
        damage: "Damage on it.",
        modifier: "The modifier of the slot, taken or empty.",
        cooldown: "Turns of its player that must begin until it may activate.",
        ready: "1 if it may be activated as far as it alone is concerned.",
        used: "1 if it has activated.",
        fresh: "1 if it entered in this turn.",
        silenced: "1 if it was cleansed: it has neither abilities nor keywords.",
        token: "1 if it is a token.",
        devourer: "1 if it has this keyword now.",
        guard: "1 if it has this keyword now.",
        underdog: "1 if it has this keyword now.",
    }
}

row! {
    /// A terrain.
    TerrainRow {
        leader: "1 if the asked player controls it, -1 if the rival does, 0 for nobody; while the skirmish resolves, who has won it.",
        margin: "The own power there less the rival's; a side without a unit has none.",
        inverted: "1 if an underdog stands there: the lower power wins if both sides have a unit.",
        own_shut: "1 if a guard keeps the asked player from deploying there.",
        rival_shut: "1 if a guard keeps the rival from deploying there.",
    }
}

row! {
    /// What was chosen by the line that asks.
    ChosenRow {
        what: "0 nothing yet, 1 a card, 2 a slot, 3 who has left a slot, 4 nothing for good.",
        card: "The definition of the chosen card, or of who stands on the chosen slot, plus one.",
        entity: "Where that is: 1 to 5 the own slots, 6 to 10 the rival's, from 11 on the own hand; 0 elsewhere.",
    }
}

row! {
    /// Something that waits.
    WaitingRow {
        what: "0 nothing, 1 a unit enters, 2 a line goes on, 3 units react, 4 turn-start abilities, 5 the skirmish resolves, 6 anything else.",
        whose: "1 the asked player's, 2 the rival's, 0 nobody's.",
        card: "The definition of the unit or of the card with the line, plus one.",
        place: "Where the unit enters, or where the card stood: 1 to 5 the own slots, 6 to 10 the rival's; 0 for none.",
        trigger: "What set the line off, or to what the units react: the place of the trigger in the table of words, from 1.",
        amount: "What the event brought, or the last power of the unit that is replaced.",
    }
}

row! {
    /// A card of the own hand.
    HandRow {
        card: "Its definition, plus one.",
        known: "1 if the rival has seen it go there.",
    }
}

/// A card of a pile.
pub const PILE_COLUMNS: &[Column] = playmat_cards::columns!["card": "Its definition, plus one."];

row! {
    /// An option.
    OptionRow {
        verb: "1 play a card, 2 activate a unit, 3 be done, 4 end the turn, 5 choose a card, 6 choose a slot, 7 a branch, 8 yes, 9 no, 10 none of them.",
        card: "The definition of the card, or of who stands on the slot, plus one; 0 for none.",
        entity: "Where that is: 1 to 5 the own slots, 6 to 10 the rival's, from 11 on the own hand; 0 elsewhere, as in a graveyard.",
        whose: "1 if the card or slot is the asked player's, 2 if it is the rival's, 0 if there is none.",
        terrain: "The terrain of the slot or unit, from 1; 0 elsewhere.",
        branch: "The branch of `either`, from 1.",
    }
}
