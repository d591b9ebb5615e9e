//! The words of Skirmish's cards.

use std::sync::OnceLock;

use playmat_cardtext::ast::Words;
use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, Triggers, VerbEntry, Vocabulary};

/// The vocabulary of Skirmish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SkirmishWords;

/// What a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Stands on a terrain.
    Unit,
    /// Resolves and is gone.
    Action,
    /// An action card that stands on a terrain like a unit.
    ActionUnit,
    /// Made during a match.
    TokenUnit,
}

/// What a unit simply has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Keyword {
    Devourer,
    Guard,
    Underdog,
}

/// When an ability happens (SK Ability words).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Trigger {
    Deploy,
    Consume,
    Consumed,
    Death,
    Conquer,
    Activate,
    StartOfTurn,
    Dies,
    Damaged,
    ActionPlayed,
    /// An action has no trigger: its line happens when it is played.
    Played,
}

/// What an effect does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Verb {
    Draw,
    Get,
    GetThatMuch,
    GetLastPower,
    Damage,
    DamageAround,
    DamageLastPower,
    Kill,
    DeployToken,
    Deploy,
    Cleanse,
    Move,
    Match,
    Return,
}

/// Who or what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Noun {
    This,
    ThisSlot,
    It,
    Front,
    Consumer,
    Unit,
    Ally,
    Enemy,
    Slot,
}

/// What narrows a noun from the front.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Adjective {
    Close,
    Own,
    Wounded,
    Dead,
}

/// What narrows a noun from behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Tail {
    PowerOrMore,
    PrintedOrLess,
    OtherName,
    BesideIt,
}

/// Skirmish has no conditions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {}

/// Words that end a card in a scenario file: no name ends in one of them.
pub const STATE_WORDS: &[&str] = &["wounded", "ready", "cooldown", "silenced", "token"];

impl Keyword {
    /// Its place in a set of keywords.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Trigger {
    /// Its place in a mask of what a card heeds.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl Kind {
    /// The word on the card.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Unit | Kind::TokenUnit => "unit",
            Kind::Action => "action",
            Kind::ActionUnit => "action unit",
        }
    }

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

impl Words for SkirmishWords {
    type Kind = Kind;
    type Keyword = Keyword;
    type Trigger = Trigger;
    type Verb = Verb;
    type Noun = Noun;
    type Adjective = Adjective;
    type Tail = Tail;
    type Condition = Condition;

    fn vocabulary() -> &'static Vocabulary<Self> {
        static VOCABULARY: OnceLock<Vocabulary<SkirmishWords>> = OnceLock::new();
        VOCABULARY.get_or_init(|| Vocabulary {
            game: "skirmish",
            section: None,
            pools: &[],
            kinds: kinds(),
            keywords: vec![
                Entry::new(Keyword::Devourer, "devourer", "Can be deployed only by consuming."),
                Entry::new(Keyword::Guard, "guard", "No enemy can be deployed in front of it."),
                Entry::new(
                    Keyword::Underdog,
                    "underdog",
                    "Its terrain is won by the lower power, if both players have a unit there.",
                ),
            ],
            triggers: triggers(),
            verbs: verbs(),
            nouns: nouns(),
            adjectives: vec![
                Entry::new(Adjective::Close, "close", "On a terrain directly left or right, on either side of the table."),
                Entry::new(Adjective::Own, "own", "On your side."),
                Entry::new(Adjective::Wounded, "wounded", "With damage on it; a gain does not hide that."),
                Entry::new(Adjective::Dead, "dead", "In your graveyard."),
            ],
            tails: vec![
                Entry::new(Tail::PowerOrMore, "of power {number} or more", "Its power now."),
                Entry::new(Tail::PrintedOrLess, "of printed power {number} or less", "What the card says, whatever it had."),
                Entry::new(Tail::OtherName, "with another name", "No card of the same name as this one."),
                Entry::new(
                    Tail::BesideIt,
                    "beside it",
                    "Directly left or right of it, or of the slot it has left, on its side of the table.",
                ),
            ],
            conditions: vec![],
            state_words: STATE_WORDS,
            sees: |_, _| true,
            counts: false,
        })
    }
}

fn kinds() -> Vec<KindEntry<Kind>> {
    let unit = |word, pattern, gloss| KindEntry::new(word, pattern, Triggers::Needed, gloss).with_keywords();
    vec![
        unit(Kind::Unit, "unit {name} {number}", "Deployed to one of your slots, with this power."),
        KindEntry::new(Kind::Action, "action {name}", Triggers::Without, "Does what it says, then it goes to the graveyard."),
        unit(
            Kind::ActionUnit,
            "action unit {name} {number}",
            "An action that is deployed to a slot like a unit; elsewhere it is an action card.",
        ),
        unit(Kind::TokenUnit, "token unit {name} {number}", "A unit that only effects make; it vanishes when it leaves play.")
            .made(),
    ]
}

fn triggers() -> Vec<Entry<Trigger>> {
    vec![
        Entry::new(Trigger::Deploy, "deploy", "When it has entered, by whatever way."),
        Entry::new(Trigger::Consume, "consume", "When it has entered by replacing a unit of yours."),
        Entry::new(Trigger::Consumed, "consumed", "When it was replaced and the newcomer has entered."),
        Entry::new(Trigger::Death, "death", "When it leaves play dead: damage, kill, replaced."),
        Entry::new(Trigger::Conquer, "conquer", "When its terrain is won as the skirmish resolves."),
        Entry::new(Trigger::Activate, "activate", "Once, in one of your turns, but not in the turn it enters."),
        Entry::new(
            Trigger::Activate,
            "activate with cooldown {number}",
            "Once, as soon as so many of your turns have begun since it entered.",
        ),
        Entry::new(Trigger::StartOfTurn, "start of turn", "At the start of each of your turns."),
        Entry::new(Trigger::Dies, "when {who} dies", "After its death, if this is still in play."),
        Entry::new(Trigger::Damaged, "when {who} is dealt damage", "After the damage, if this is still in play."),
        Entry::new(
            Trigger::ActionPlayed,
            "when you play an action",
            "When its targets are chosen, before it resolves; an action unit counts.",
        ),
    ]
}

fn verbs() -> Vec<VerbEntry<Verb>> {
    vec![
        VerbEntry::new(Verb::Draw, "draw {number}", "Take so many cards from the top of your deck; an empty deck gives none."),
        VerbEntry::new(
            Verb::Get,
            "{who} get(s) +{number}",
            "More power until the end of the skirmish: a unit takes it along, a slot keeps it for whoever stands there.",
        ),
        VerbEntry::new(Verb::GetThatMuch, "{who} get(s) that much", "As much power as the damage that was dealt."),
        VerbEntry::new(
            Verb::GetLastPower,
            "{who} get(s) the last power",
            "As much as the power it had just before it died or was consumed.",
        ),
        VerbEntry::new(Verb::Damage, "deal {number} damage to {who}", "Lowers the power; a unit at 0 dies at once."),
        VerbEntry::new(
            Verb::DamageAround,
            "deal {number} damage around {who}",
            "To the unit on that slot and to every unit close to it, on both sides and all at once.",
        ),
        VerbEntry::new(
            Verb::DamageLastPower,
            "deal the last power as damage to {who}",
            "As much as the power that the dead or consumed unit had just before.",
        ),
        VerbEntry::new(Verb::Kill, "kill {who}", "Dies whatever its power; that is no damage."),
        VerbEntry::new(
            Verb::DeployToken,
            "deploy {count} {card} to {who}",
            "A token enters there and replaces who stands there.",
        ),
        VerbEntry::new(Verb::Deploy, "deploy {who} to {who}", "It enters there and replaces who stands there."),
        VerbEntry::new(
            Verb::Cleanse,
            "cleanse {who}",
            "The unit there loses its abilities and gains, the slot its modifier; damage stays.",
        ),
        VerbEntry::new(
            Verb::Move,
            "move {who} to {who}",
            "It goes to that slot and swaps with who stands there; that is no deploying.",
        ),
        VerbEntry::new(
            Verb::Match,
            "{who} become(s) as strong as {who}",
            "A gain or loss, fixed now, that makes its power the same; nobody there: nothing.",
        ),
        VerbEntry::new(
            Verb::Return,
            "return {who} to hand",
            "It goes to its owner's hand and is its printed card again; that is no death.",
        ),
    ]
}

fn nouns() -> Vec<NounEntry<Noun>> {
    vec![
        NounEntry::bare(Noun::This, "this", "This unit."),
        NounEntry::bare(Noun::ThisSlot, "this slot", "The slot it stands on, or died on."),
        NounEntry::bare(Noun::It, "it", "What was chosen just before."),
        NounEntry::bare(Noun::Front, "the enemy in front", "The rival's unit on the same terrain."),
        NounEntry::bare(Noun::Consumer, "the consuming unit", "The unit that replaced it."),
        NounEntry::new(Noun::Unit, "unit", "units", "A unit on either side."),
        NounEntry::new(Noun::Ally, "ally", "allies", "A unit of yours."),
        NounEntry::new(Noun::Enemy, "enemy", "enemies", "A unit of the rival."),
        NounEntry::new(Noun::Slot, "slot", "slots", "One of the ten places, taken or empty."),
    ]
}
