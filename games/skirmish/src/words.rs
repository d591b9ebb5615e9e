//! The words of Skirmish's cards.

mod foreign;
mod terms;

use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, VerbEntry};
use playmat_cardtext::{vocabulary, words};

use crate::scene::STATES;

vocabulary! {
    /// The vocabulary of Skirmish.
    pub struct SkirmishWords {
        game: "skirmish",
        section: None,
        pools: &[],
        state_words: STATES.iter().map(|(word, _)| *word).collect(),
        sees: |_, _| true,
        counts: true,
        targets: false,
        terms: terms::TERMS,
        foreign: foreign::FOREIGN,
    }
}

words! {
    /// What a card is; with the word on the card.
    pub enum Kind: KindEntry => word: &'static str {
        Unit = creature("unit {name} {number}", "Deployed to one of your slots, with this power.") => "unit",
        Action = spell("action {name}", "Does what it says, then it goes to the graveyard.") => "action",
        ActionUnit = creature(
            "action unit {name} {number}",
            "An action that is deployed to a slot like a unit; elsewhere it is an action card.",
        ) => "action unit",
        TokenUnit = token("token unit {name} {number}", "A unit that only effects make; it vanishes when it leaves play.") => "unit",
    }

    /// What a unit simply has.
    pub enum Keyword: Entry, bits u8 {
        Devourer = new("devourer", "Can be deployed only by consuming."),
        Guard = new("guard", "No enemy can be deployed in front of it."),
        Underdog = new("underdog", "Its terrain is won by the lower power, if both players have a unit there."),
    }

    /// When an ability happens (SK Ability words). An action has no trigger: its line happens when it is played.
    pub enum Trigger: Entry, bits u16, unwritten Played {
        Deploy = new("deploy", "When it has entered, by whatever way."),
        Consume = new("consume", "When it has entered by replacing a unit of yours."),
        Consumed = new("consumed", "When it was replaced and the newcomer has entered."),
        Death = new("death", "When it leaves play dead: damage, kill, replaced."),
        Conquer = new("conquer", "When its terrain is won as the skirmish resolves."),
        Activate = new("activate", "Once, in one of your turns, but not in the turn it enters.")
            | new("activate with cooldown {number}", "Once, as soon as so many of your turns have begun since it entered."),
        StartOfTurn = new("start of turn", "At the start of each of your turns."),
        Dies = new("when {who} dies", "After its death, if this is still in play."),
        Damaged = new("when {who} is dealt damage", "After the damage, if this is still in play."),
        ActionPlayed = new("when you play an action", "When its targets are chosen, before it resolves; an action unit counts."),
    }

    /// What an effect does, and what each of its phrases is done to.
    pub enum Verb: VerbEntry => phrases: &'static [Phrase] {
        Draw = new("draw {number}", "Take so many cards from the top of your deck; an empty deck gives none.") => &[],
        Get = new(
            "{who} get(s) +{number}",
            "More power until the end of the skirmish: a unit takes it along, a slot keeps it for whoever stands there.",
        ) => &[EITHER],
        GetThisTurn = new("{who} get(s) +{number} this turn", "More power until this turn is over; a unit left at 0 dies then.")
            => &[UNITS],
        GetThatMuch = new("{who} get(s) that much", "As much power as the damage that was dealt.") => &[EITHER],
        GetLastPower = new(
            "{who} get(s) the last power",
            "As much as the power it had just before it died or was consumed.",
        ) => &[EITHER],
        Damage = new("deal {number} damage to {who}", "Lowers the power; a unit at 0 dies at once.") => &[UNITS],
        DamageAround = new(
            "deal {number} damage around {who}",
            "To the unit on that slot and to every unit close to it, on both sides and all at once.",
        ) => &[SLOTS],
        DamageLastPower = new(
            "deal the last power as damage to {who}",
            "As much as the power that the dead or consumed unit had just before.",
        ) => &[UNITS],
        Kill = new("kill {who}", "Dies whatever its power; that is no damage.") => &[LEAVING],
        DeployToken = new(
            "deploy {count} {card} to {who}",
            "A token enters there and replaces who stands there.",
        ) => &[Phrase::one(DoneTo::Landing, ONLY_ONE)],
        Deploy = new("deploy {who} to {who}", "It enters there and replaces who stands there.")
            => &[Phrase::one(DoneTo::Dead, ONLY_ONE), Phrase::one(DoneTo::Landing, ONLY_ONE)],
        Cleanse = new(
            "cleanse {who}",
            "The unit there loses its abilities and gains, the slot its modifier; damage stays.",
        ) => &[SLOTS],
        Move = new("move {who} to {who}", "It goes to that slot and swaps with who stands there; that is no deploying.")
            => &[Phrase::one(DoneTo::Unit, "one unit is moved at a time"), Phrase::one(DoneTo::Way, ONLY_ONE)],
        Match = new(
            "{who} become(s) as strong as {who}",
            "A gain or loss, fixed now, that makes its power the same; nobody there: nothing.",
        ) => &[UNITS, Phrase::one(DoneTo::Unit, "it becomes as strong as one unit")],
        Return = new(
            "return {who} to hand",
            "It goes to its owner's hand and is its printed card again; that is no death.",
        ) => &[LEAVING],
    }

    /// Who or what.
    pub enum Noun: NounEntry {
        This = bare("this", "This unit."),
        ThisSlot = bare("this slot", "The slot it stands on, or died on."),
        It = bare("it", "What was chosen just before."),
        Front = bare("the enemy in front", "The rival's unit on the same terrain."),
        Consumer = bare("the consuming unit", "The unit that replaced it."),
        Unit = new("unit", "units", "A unit on either side."),
        Ally = new("ally", "allies", "A unit of yours."),
        Enemy = new("enemy", "enemies", "A unit of the rival."),
        Slot = new("slot", "slots", "One of the ten places, taken or empty."),
    }

    /// What narrows a noun from the front.
    pub enum Adjective: Entry {
        Close = new("close", "On a terrain directly left or right, on either side of the table."),
        Own = new("own", "On your side."),
        Wounded = new("wounded", "With damage on it; a gain does not hide that."),
        Random = new("random", "Chance chooses, when the step is done and not before."),
        Dead = new("dead", "In your graveyard."),
    }

    /// What follows "if", and `for each`.
    pub enum Condition: Entry {
        YouHave = new("you have {who}", "So many or more on your side, or of your dead."),
        RivalHas = new("the rival has {who}", "So many or more on the rival's side."),
        Done = new("you do", "Behind a semicolon: only if the step before was done, to one at least and with its whole number."),
        ForEach = new("for {who}", "The number in what follows counts once for each; none of them: nothing happens."),
    }

    /// What narrows a noun from behind.
    pub enum Tail: Entry {
        PowerOrMore = new("of power {number} or more", "Its power now."),
        PowerOrLess = new("of power {number} or less", "Its power now."),
        PrintedOrLess = new("of printed power {number} or less", "What the card says, whatever it had."),
        OtherName = new("with another name", "No card of the same name as this one."),
        BesideIt = new("beside it", "Directly left or right of it, or of the slot it has left, on its side of the table."),
    }
}

/// What a phrase of a verb stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// What it must be.
    pub done_to: DoneTo,
    /// Why it is for one, where it is.
    pub one: Option<&'static str>,
    /// Whether it leaves the table by that.
    pub leaves: bool,
}

/// What something is done to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoneTo {
    /// A unit.
    Unit,
    /// A unit or a slot.
    Either,
    /// A slot.
    Slot,
    /// A slot that a unit moves to.
    Way,
    /// A slot that a unit is deployed to.
    Landing,
    /// A dead ally.
    Dead,
}

impl Phrase {
    const fn of(done_to: DoneTo) -> Phrase {
        Phrase { done_to, one: None, leaves: false }
    }

    const fn one(done_to: DoneTo, why: &'static str) -> Phrase {
        Phrase { one: Some(why), ..Phrase::of(done_to) }
    }
}

const UNITS: Phrase = Phrase::of(DoneTo::Unit);
const LEAVING: Phrase = Phrase { leaves: true, ..UNITS };
const SLOTS: Phrase = Phrase::of(DoneTo::Slot);
const EITHER: Phrase = Phrase::of(DoneTo::Either);
const ONLY_ONE: &str = "there is only one";

impl Verb {
    /// Whether there is a number in it that "for each" multiplies.
    pub const fn counts(self) -> bool {
        matches!(self, Verb::Draw | Verb::Get | Verb::GetThisTurn | Verb::Damage | Verb::DamageAround)
    }

    /// What its nth phrase stands for.
    pub fn phrase(self, place: usize) -> Phrase {
        self.phrases().get(place).copied().unwrap_or(UNITS)
    }
}

impl Kind {
    /// Whether it stands on a terrain.
    #[inline]
    pub const fn stands(self) -> bool {
        !matches!(self, Kind::Action)
    }

    /// Whether playing it is playing an action.
    #[inline]
    pub const fn is_action(self) -> bool {
        matches!(self, Kind::Action | Kind::ActionUnit)
    }

    /// Whether it is made during a match and never part of a deck.
    #[inline]
    pub const fn is_made(self) -> bool {
        matches!(self, Kind::TokenUnit)
    }
}
