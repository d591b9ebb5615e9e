//! The words of Vigil's cards. A row of a table is a word: how it is written, and what it means.

use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, VerbEntry};
use playmat_cardtext::{vocabulary, words};

vocabulary! {
    /// The vocabulary of Vigil.
    pub struct VigilWords { game: "vigil" }
}

words! {
    /// What a card is; with the word on the card.
    pub enum Kind: KindEntry => word: &'static str {
        Candle = creature("candle {name} {number}", "Stands on the field with this light, and burns down.") => "candle",
        Charm = spell("charm {name}", "Does what it says, then it is discarded.") => "charm",
    }

    /// What a candle simply has.
    pub enum Keyword: Entry, bits u8 {
        Steady = new("steady", "Does not burn down."),
    }

    /// When a line of a candle happens. That of a charm has no trigger and happens when it is played.
    pub enum Trigger: Entry {
        Lit = new("lit", "When it has been lit."),
        Dusk = new("dusk", "At the end of each of your turns, before light is compared."),
        Out = new("out", "When it has gone out, for whatever reason."),
    }

    /// What an effect does.
    pub enum Verb: VerbEntry {
        Draw = new("draw {number}", "Take so many cards from the top of your deck."),
        Gain = new("you gain {number} life", "There is no upper limit."),
        Pay = new("you lose {number} life", "Who has none left has lost."),
        Harm = new("the rival loses {number} life", "Who has none left has lost."),
        Brighten = new("brighten {who} by {number}", "It has more light."),
        Dim = new("dim {who} by {number}", "It has less light; without any it goes out."),
        Snuff = new("snuff {who}", "It goes out, however bright it is."),
    }

    /// Who or what.
    pub enum Noun: NounEntry {
        This = bare("this", "This candle."),
        It = bare("it", "The candle that was chosen just before."),
        Candle = new("candle", "candles", "A candle on either side."),
        Own = new("own candle", "own candles", "A candle of yours."),
        Enemy = new("enemy candle", "enemy candles", "A candle of the rival."),
    }

    pub enum Adjective: Entry {}
    pub enum Tail: Entry {}
    /// What follows `if`.
    pub enum Condition: Entry {
        Darker = new("you have less light than the rival", "All your candles together against all of the rival's."),
    }
}

playmat_cards::event_kinds!(pub enum EventKind { Turn: "turn", Dawn: "dawn", Drawn: "drawn", Played: "played", Grew: "grew",
    Damaged: "damaged", Died: "died", Hurt: "hurt", Healed: "healed" });
