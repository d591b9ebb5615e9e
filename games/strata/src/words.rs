//! The words of Strata's cards. What stands here about a word is what the engine does for it.
//!
//! **How a line is read.** `KIND [when EVENT] [, COST ...]: EFFECT.` A card has two lines. The kind is one of the six of ST D; a Counter
//! names the link it answers, a Latent its trigger. Costs are paid when the effect is announced (ST H5).
//!
//! **When something is chosen** (ST H5). `target X`, and `2 X` or `up to 2 X` about cards on the field, are targets: fixed when the
//! effect is announced, checked again when it resolves. `up to` takes at least one. What a cost is paid with is chosen when it is
//! announced too. Everything else (`a card in your hand`, `2 cards in your discard pile`) is chosen when that step resolves, and
//! where nothing fits the step does nothing. In a deck, hand, discard pile or underneath, `up to` may take none. `either A or B` is
//! chosen when the effect is announced, before the targets, of what has the targets it needs; `you may` when it resolves.
//!
//! **How long.** A change `this turn` ends with the turn (ST H30). Without these words: of a Continuous effect while it is on
//! (ST H11), recomputed always for whoever fits now; of an Equip while it is attached (ST H14); of any other kind for the cards that
//! were meant when it resolved, as long as each stays on the field. A card that is levelled over keeps its changes, asleep (ST H16).
//!
//! **What a step is about.** A noun means tops on the field of both sides unless an adjective or tail says otherwise (ST H11).
//! Type, sub-type, level and stats are current; a face-down card has none of them (ST H18). `it` is what the step before was about.

mod entries;

use std::sync::OnceLock;

use playmat_cardtext::ast::Words;
use playmat_cardtext::vocabulary::Vocabulary;

/// The vocabulary of Strata.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrataWords;

/// What a card is (ST D). The header of a creature: its type and sub-types in [`Arg::Adjectives`], its level, its stats.
///
/// [`Arg::Adjectives`]: playmat_cardtext::Arg::Adjectives
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Stands in a stack.
    Creature,
    /// Stands in the magic zone.
    Magic,
}

/// Strata has no keywords.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Keyword {}

/// The six kinds of effect (ST D).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trigger {
    /// In the own Main and Battle phase, by tapping. If `discard this` is its cost it is used from the hand in the own Main phase
    /// and from nowhere else (ST H15).
    Normal,
    /// Switched on like a Normal effect (ST H11).
    Continuous,
    /// Attached to one face-up creature of either side, a target (ST H14).
    Equip,
    /// While tapped, not in the turn of the tapping, once a turn (ST H13).
    Dormant,
    /// Answers a rival's link that its event describes (ST H2). The link is what `the attack`, `the play` and `the effect` mean.
    Counter(Event),
    /// By itself (ST H9). An event's first value is [`Arg::Adjectives`] if the text names the zones from which it triggers;
    /// without them it triggers on the field, on top of its stack and face up. About `this` being destroyed or sent somewhere:
    /// wherever it was, if it was untapped (ST D).
    ///
    /// [`Arg::Adjectives`]: playmat_cardtext::Arg::Adjectives
    Latent(Event),
}

/// What a Counter answers and a Latent waits for. `{who}` describes the card or effect that it happens to; `it` means that card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Event {
    /// An attack is declared by such a creature (ST H22), on whomever.
    Attacks,
    /// An attack is declared by such a creature on such a creature, or on `you`: directly.
    AttacksWhom,
    /// As Counter: such a card is being played from hand (ST H6; a face-down play only if the noun is `card` with nothing but
    /// its side). As Latent: such a card has come onto the field by a play or level-up, from hand or by an effect (ST H17);
    /// face down if the phrase fits a back: `a creature` does, `a fire creature` does not (ST H18).
    Played,
    /// Such an effect is activated, Counters and Latents included (ST H7). For Counters only.
    Activated,
    /// Such a card is chosen as a target of a rival's effect (ST H8): a Counter answers that effect.
    Targeted,
    /// Such a card was destroyed: of a stack the top only (ST H20).
    Destroyed,
    /// Such a card went to a discard pile in any way (ST H20) and was untapped before (ST D).
    Discarded,
    /// Such a card went from anywhere into a deck, untapped before.
    Decked,
    /// The own turn begins, before the draw (ST H30).
    StartOfTurn,
    /// The own end phase begins (ST H30).
    EndOfTurn,
}

/// How long a change lasts; see the head of this file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lasting {
    /// `this turn`.
    Turn,
    /// Said without a duration.
    Field,
}

/// What an effect does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// From the top, as many as there are; an empty deck gives none and costs nothing (ST C1, H24).
    Draw,
    /// From the top of the player's own deck to the discard pile (ST H24).
    Mill,
    /// From a hand (`a card in your hand`, chosen by its controller) or, said of cards on the field, from there: no points are lost and
    /// the next card surfaces (ST H19). As a cost `discard this` is ST H15.
    Discard,
    /// The player chooses from the own hand, as many as there are (ST H31). `both players`: the turn player first.
    PlayerDiscards,
    /// Looks through the own deck, may find nothing; shown to both unless the phrase is `a card` (ST H24); to hand; shuffle.
    Search,
    /// To the owner's hand: from the field (the top only, ST H19), from a discard pile (recover, ST H24) or from underneath.
    Return,
    /// Into the owner's deck, which is shuffled; sent to the deck (ST H19).
    Shuffle,
    /// Points may exceed 20 (ST E).
    GainPoints,
    /// The loss check comes later (ST H25).
    LosePoints,
    /// Only as a cost: needs at least so many points (ST H25).
    PayPoints,
    /// The owner of a creature loses its current level (ST E, H23). As a cost it is chosen when announced, and neither may be a card that
    /// cannot be destroyed (ST H29).
    Destroy,
    /// From hand, deck, discard pile or underneath onto the controller's field, face up, no window (ST H17). With a level or `of any level`
    /// in the phrase, or `this`: onto a free place. Else level 1 onto a free place or as a level-up; the controller chooses the base.
    Play,
    /// The same, face down.
    PlayFaceDown,
    /// More plays from hand this turn, for any card (ST C2).
    ExtraPlays,
    /// More plays from hand this turn for such cards only; used first where they fit (ST H27).
    ExtraPlaysFor,
    /// The second phrase gives the card, chosen on resolution: of the same current type and exactly one level higher; `of any type` lifts
    /// the type only (ST H16). Face up or down as the controller likes. The first is an own creature (ST D); `it` is then the second.
    LevelUp,
    /// A creature goes to the bottom of a stack of its own player, never under itself; no play (ST H21). If it came from the field it leaves it like a returned one (ST H19).
    PutUnder,
    /// Adds to attack and defense (ST H23).
    Change(Lasting),
    /// Twice the attack at that place of the order (ST H23).
    DoubleAttack(Lasting),
    /// Twice the defense.
    DoubleDefense(Lasting),
    /// Attack and defense change places.
    Swap(Lasting),
    /// Is of that level, first step of ST H23.
    BecomeLevel(Lasting),
    /// A type replaces the type, sub-types together replace all sub-types; first step of ST H23.
    Become(Lasting),
    /// Neither in battle nor by effects nor as a cost (ST H29); the other side of a battle is destroyed as usual.
    Indestructible(Lasting),
    /// Cannot be chosen by effects of the rival of its controller (ST H29).
    Untargetable(Lasting),
    /// Cannot be declared as attacker.
    CannotAttack(Lasting),
    /// The stack has a second attack per battle (ST H22); several do not add up.
    AttacksTwice(Lasting),
    /// Immune (ST H29): effects of cards that fit the second phrase (creatures: their current type and level) neither choose nor change it.
    Resist(Lasting),
    /// Tapped now; that uses no effect. A tapped one stays so.
    Tap,
    /// Untapped now.
    Untap,
    /// Only in a Counter: its link does nothing when its turn comes (ST H7); a stopped play goes to the discard pile (ST H6).
    Stop,
    /// Only in a Counter: the answered attack or effect gets this target instead, if it is another legal one on the same side (ST H29).
    /// Of several targets of an effect the first that fits the Counter's event is redirected.
    Redirect,
    /// That player cannot play such cards in their next turn, by any way (ST H27).
    Forbid,
    /// Runs one Normal or Dormant effect of that card, chosen on resolution, as an effect of this card: `this` is the copier; its costs are paid,
    /// its targets chosen then; a card without such an effect gives nothing (ST H28).
    Copy,
    /// Only as a cost (ST H26).
    SkipTurn,
}

impl Verb {
    /// How long the change lasts that it begins, if it is a verb of change.
    pub const fn lasting(self) -> Option<Lasting> {
        match self {
            Verb::Change(lasting)
            | Verb::DoubleAttack(lasting)
            | Verb::DoubleDefense(lasting)
            | Verb::Swap(lasting)
            | Verb::BecomeLevel(lasting)
            | Verb::Become(lasting)
            | Verb::Indestructible(lasting)
            | Verb::Untargetable(lasting)
            | Verb::CannotAttack(lasting)
            | Verb::AttacksTwice(lasting)
            | Verb::Resist(lasting) => Some(lasting),
            Verb::Draw
            | Verb::Mill
            | Verb::Discard
            | Verb::PlayerDiscards
            | Verb::Search
            | Verb::Return
            | Verb::Shuffle
            | Verb::GainPoints
            | Verb::LosePoints
            | Verb::PayPoints
            | Verb::Destroy
            | Verb::Play
            | Verb::PlayFaceDown
            | Verb::ExtraPlays
            | Verb::ExtraPlaysFor
            | Verb::LevelUp
            | Verb::PutUnder
            | Verb::Tap
            | Verb::Untap
            | Verb::Stop
            | Verb::Redirect
            | Verb::Forbid
            | Verb::Copy
            | Verb::SkipTurn => None,
        }
    }
}

/// Who or what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noun {
    /// The card whose effect it is; the copier of a copied effect (ST H28).
    This,
    /// The top of the stack in which this card lies, wherever in it.
    ThisStack,
    /// What the step before was about; at the start of a Counter or Latent the card of its event (of several targets the first that fits).
    It,
    /// The controller of the card.
    You,
    /// The other player.
    Rival,
    /// The turn player chooses first (ST H31).
    BothPlayers,
    /// The attacking creature of the event.
    Attacker,
    /// The attacked creature of the event.
    Defender,
    /// The host of this Equip.
    Equipped,
    /// The attack a Counter answers.
    TheAttack,
    /// The play a Counter answers.
    ThePlay,
    /// The effect a Counter answers.
    TheEffect,
    /// A creature: on the field the top of a stack.
    Creature,
    /// A magic card, Equips included.
    Magic,
    /// Either.
    Card,
    /// An effect on the chain, for [`Event::Activated`].
    Effect,
}

/// What narrows a noun from the front.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Adjective {
    // The seven types, then the fourteen sub-types (ST D, F).
    Water,
    Fire,
    Earth,
    Nature,
    Electric,
    Light,
    Dark,
    Avian,
    Dragon,
    Beast,
    Elemental,
    Aquatic,
    Warrior,
    Spellcaster,
    Machine,
    Ghost,
    Insect,
    Reptile,
    Fairy,
    Undead,
    Botanic,
    /// The controller of the card whose effect it is controls it.
    Allied,
    /// The rival of that player controls it.
    Enemy,
    /// Not this card.
    Other,
    Tapped,
    Untapped,
    FaceDown,
    // Kinds of effect, before `effect` only.
    Normal,
    Continuous,
    Counter,
    Equip,
    Latent,
    Dormant,
    // Zones from which a Latent triggers, behind `latent` only.
    InHand,
    InTheDeck,
    InTheDiscardPile,
    Underneath,
}

/// What narrows a noun from behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    /// Current level; a printed one off the field.
    Level,
    /// At most.
    LevelOrLower,
    /// At least.
    LevelOrHigher,
    /// For `play`: onto a free place whatever its level (ST H17).
    AnyLevel,
    /// For `level up`: lifts the type (ST H16).
    AnyType,
    /// Current attack.
    AttackOrMore,
    /// Current defense.
    DefenseOrLess,
    /// In the controller's hand.
    InYourHand,
    /// In the controller's deck.
    InYourDeck,
    /// In the controller's discard pile.
    InYourDiscardPile,
    /// In the rival's discard pile.
    InRivalsDiscardPile,
    /// Underneath the top of that stack: `this`, `it` or a phrase about creatures.
    Under,
    /// Of an effect: its source is such a card.
    Of,
}

/// What follows "if", and `for each`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// At least so many (`a` is one) such cards, on the controller's side of the field unless a tail names a zone.
    YouHave,
    /// The same for the rival's side.
    RivalHas,
    /// Fewer than the rival.
    FewerPoints,
    /// `for each X, STEP`: the number of the step (cards, points, attack, defense, plays) is multiplied by how many X there are when it resolves; of a
    /// Continuous effect or Equip at any time. No X: nothing.
    ForEach,
}

/// The seven types, in the order of their adjectives.
pub const TYPES: [Adjective; 7] = [
    Adjective::Water,
    Adjective::Fire,
    Adjective::Earth,
    Adjective::Nature,
    Adjective::Electric,
    Adjective::Light,
    Adjective::Dark,
];

/// Words that end a card in a scenario file: no name ends in one of them.
pub const STATE_WORDS: &[&str] = &["tapped", "facedown", "attacked", "level", "equipped", "fresh", "on"];

impl Kind {
    /// The word on the card.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Creature => "creature",
            Kind::Magic => "magic",
        }
    }
}

impl Trigger {
    /// The name of the kind of effect.
    pub const fn kind(self) -> &'static str {
        match self {
            Trigger::Normal => "normal",
            Trigger::Continuous => "continuous",
            Trigger::Equip => "equip",
            Trigger::Dormant => "dormant",
            Trigger::Counter(_) => "counter",
            Trigger::Latent(_) => "latent",
        }
    }
}

impl Words for StrataWords {
    type Kind = Kind;
    type Keyword = Keyword;
    type Trigger = Trigger;
    type Verb = Verb;
    type Noun = Noun;
    type Adjective = Adjective;
    type Tail = Tail;
    type Condition = Condition;

    fn vocabulary() -> &'static Vocabulary<Self> {
        static VOCABULARY: OnceLock<Vocabulary<StrataWords>> = OnceLock::new();
        VOCABULARY.get_or_init(|| Vocabulary {
            game: "strata",
            section: None,
            pools: &[],
            kinds: entries::kinds(),
            keywords: vec![],
            triggers: entries::triggers(),
            verbs: entries::verbs(),
            nouns: entries::nouns(),
            adjectives: entries::adjectives(),
            tails: entries::tails(),
            conditions: entries::conditions(),
            state_words: STATE_WORDS,
            sees: |kind, trigger| kind == Kind::Magic || trigger != Trigger::Equip,
            counts: true,
        })
    }
}
