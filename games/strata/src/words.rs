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

use std::sync::OnceLock;

use playmat_cardtext::ast::Words;
use playmat_cardtext::vocabulary::{Bare, Entry, KindEntry, NounEntry, Triggers, VerbEntry, Vocabulary};

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
    /// the type only (ST H16). Face up or down as the controller likes.
    LevelUp,
    /// To the bottom of the stack of the second phrase; no play (ST H21). If it came from the field it leaves it like a returned one (ST H19).
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
            kinds: kinds(),
            keywords: vec![],
            triggers: triggers(),
            verbs: verbs(),
            nouns: nouns(),
            adjectives: adjectives(),
            tails: tails(),
            conditions: conditions(),
            state_words: STATE_WORDS,
        })
    }
}

fn entry<T>(word: T, pattern: &'static str, gloss: &'static str) -> Entry<T> {
    Entry { word, pattern, gloss }
}

fn kinds() -> Vec<KindEntry<Kind>> {
    let kind =
        |word, pattern, gloss| KindEntry { word, pattern, keywords: false, triggers: Triggers::Needed, token: false, gloss };
    vec![
        kind(
            Kind::Creature,
            "creature {name}, {adjectives}, level {number}, {stats}",
            "Its type and sub-types, its level, attack/defense. Level 1 is played as it is, a higher one onto the level below.",
        ),
        kind(Kind::Magic, "magic {name}", "Stands in the magic zone; discarded after use unless Continuous or Equip."),
    ]
}

/// A Latent is written with the zones from which it triggers or without.
macro_rules! latent {
    ($event:ident, $pattern:literal, $gloss:literal) => {
        [
            entry(Trigger::Latent(Event::$event), concat!("latent ", $pattern), $gloss),
            entry(
                Trigger::Latent(Event::$event),
                concat!("latent {adjectives} ", $pattern),
                concat!($gloss, " Triggers where it says."),
            ),
        ]
    };
}

fn triggers() -> Vec<Entry<Trigger>> {
    let mut all = vec![
        entry(Trigger::Normal, "normal", "In your turn, by tapping the card; magic is then discarded."),
        entry(
            Trigger::Continuous,
            "continuous",
            "Switched on like a Normal effect, then it lasts while the card is on the field.",
        ),
        entry(Trigger::Equip, "equip", "Attached to a face-up creature; lasts until either leaves the field."),
        entry(Trigger::Dormant, "dormant", "Once a turn while the card is tapped, not in the turn it was tapped."),
        entry(Trigger::Counter(Event::Attacks), "counter when {who} attack(s)", "Answers such an attack."),
        entry(
            Trigger::Counter(Event::AttacksWhom),
            "counter when {who} attack(s) {who}",
            "Answers such an attack on such a target.",
        ),
        entry(Trigger::Counter(Event::Played), "counter when {who} is played", "Answers such a play from hand."),
        entry(Trigger::Counter(Event::Activated), "counter when {who} is activated", "Answers such an effect."),
        entry(
            Trigger::Counter(Event::Targeted),
            "counter when {who} is targeted",
            "Answers an effect of the rival that targets it.",
        ),
    ];
    all.extend(latent!(Attacks, "when {who} attack(s)", "When such an attack is declared."));
    all.extend(latent!(AttacksWhom, "when {who} attack(s) {who}", "When such an attack on such a target is declared."));
    all.extend(latent!(
        Played,
        "when {who} is played",
        "When it has come onto the field, also by an effect or by levelling up."
    ));
    all.extend(latent!(Targeted, "when {who} is targeted", "When an effect of the rival chooses it as a target."));
    all.extend(latent!(Destroyed, "when {who} is destroyed", "After it went; of a stack only the top is destroyed."));
    all.extend([
        entry(
            Trigger::Latent(Event::Discarded),
            "latent when {who} is sent to the discard pile",
            "In whatever way, if it was untapped before.",
        ),
        entry(
            Trigger::Latent(Event::Decked),
            "latent when {who} is sent to the deck",
            "In whatever way, if it was untapped before.",
        ),
    ]);
    all.extend(latent!(StartOfTurn, "at the start of your turn", "Before you draw."));
    all.extend(latent!(EndOfTurn, "at the end of your turn", "Before the hand limit is checked."));
    all
}

/// A change is written with `this turn` or without.
macro_rules! lasting {
    ($verb:ident, $pattern:literal, $gloss:literal) => {
        [
            VerbEntry {
                word: Verb::$verb(Lasting::Turn),
                pattern: concat!($pattern, " this turn"),
                cost: false,
                gloss: concat!($gloss, " Until the end of the turn."),
            },
            VerbEntry { word: Verb::$verb(Lasting::Field), pattern: $pattern, cost: false, gloss: $gloss },
        ]
    };
}

fn verbs() -> Vec<VerbEntry<Verb>> {
    let verb = |word, pattern, gloss| VerbEntry { word, pattern, cost: false, gloss };
    let cost = |word, pattern, gloss| VerbEntry { word, pattern, cost: true, gloss };
    let mut all = vec![
        verb(Verb::Draw, "draw {number}", "Take so many cards from the top of your deck; an empty deck gives none."),
        verb(Verb::Mill, "{who} mill(s) {number}", "So many cards go from the top of the own deck to the discard pile."),
        cost(Verb::Discard, "discard {who}", "It goes to its owner's discard pile; that is no destroying."),
        verb(Verb::PlayerDiscards, "{who} discard(s) {number}", "The player chooses so many cards of the own hand."),
        verb(
            Verb::Search,
            "search your deck for {who}",
            "You look through your deck, take it to your hand and shuffle; you may find nothing.",
        ),
        cost(Verb::Return, "return {who} to hand", "It goes to its owner's hand; of a stack only that card."),
        verb(
            Verb::Shuffle,
            "shuffle {who} into the deck",
            "It goes to its owner's deck, which is shuffled; of a stack only that card.",
        ),
        verb(Verb::GainPoints, "{who} gain(s) {number} point(s)", "More points, also above 20."),
        verb(Verb::LosePoints, "{who} lose(s) {number} point(s)", "Who has none left loses when no chain is open."),
        cost(Verb::PayPoints, "pay {number} point(s)", "A cost: you need that many."),
        cost(Verb::Destroy, "destroy {who}", "It goes to its owner's discard pile; a creature's owner loses its level."),
        verb(Verb::Play, "play {who}", "It enters by the effect, face up and free of plays."),
        verb(Verb::PlayFaceDown, "play {who} face down", "It enters by the effect, face down and free of plays."),
        verb(Verb::ExtraPlays, "gain {count} play(s)", "You may play so many more cards from your hand this turn."),
        verb(Verb::ExtraPlaysFor, "gain {count} play(s) for {who}", "So many more plays this turn, for such cards only."),
        verb(
            Verb::LevelUp,
            "level up {who} with {who}",
            "The second card is put onto the first as in levelling up; that is no play from hand.",
        ),
        verb(Verb::PutUnder, "put {who} under {who}", "It goes to the bottom of that stack."),
        verb(Verb::Tap, "tap {who}", "It can use no effects until it is untapped, except Dormant ones."),
        verb(Verb::Untap, "untap {who}", "It may use its effects again, each once a turn."),
        verb(Verb::Stop, "stop {who}", "What this answers does nothing; costs stay paid."),
        verb(Verb::Redirect, "redirect {who} to {who}", "What this answers gets another legal target on the same side."),
        verb(Verb::Forbid, "{who} cannot play {who} next turn", "No play from hand, level-up or play by an effect of theirs."),
        verb(Verb::Copy, "copy an effect of {who}", "Do one of its Normal or Dormant effects as if it were on this card."),
        cost(Verb::SkipTurn, "skip your next turn", "A cost: that turn does not take place."),
    ];
    all.extend(lasting!(Change, "{who} gain(s) {delta}", "Attack and defense change by so much."));
    all.extend(lasting!(DoubleAttack, "double the attack of {who}", "Its attack counts twice."));
    all.extend(lasting!(DoubleDefense, "double the defense of {who}", "Its defense counts twice."));
    all.extend(lasting!(Swap, "swap the stats of {who}", "Attack and defense change places."));
    all.extend(lasting!(BecomeLevel, "{who} become(s) level {number}", "It counts as a creature of that level."));
    all.extend(lasting!(Become, "{who} become(s) {adjectives}", "It has that type, or those sub-types, instead of its own."));
    all.extend(lasting!(Indestructible, "{who} cannot be destroyed", "Neither in battle nor by effects nor as a cost."));
    all.extend(lasting!(
        Untargetable,
        "{who} cannot be targeted",
        "Effects of the rival cannot choose it; attacks and \"all\" can."
    ));
    all.extend(lasting!(CannotAttack, "{who} cannot attack", "It cannot be declared as an attacker."));
    all.extend(lasting!(AttacksTwice, "{who} attack(s) twice", "It has a second attack in each battle."));
    all.extend(lasting!(Resist, "{who} resist(s) {who}", "Immune: effects of such cards neither choose nor change it."));
    all
}

fn nouns() -> Vec<NounEntry<Noun>> {
    let noun = |word, one, many, gloss| NounEntry { word, one, many, bare: Bare::No, gloss };
    let bare = |word, one, gloss| NounEntry { word, one, many: one, bare: Bare::One, gloss };
    let many = |word, one, gloss| NounEntry { word, one, many: one, bare: Bare::Many, gloss };
    vec![
        bare(Noun::This, "this", "This card."),
        bare(Noun::ThisStack, "this stack", "The creature on top of the stack in which this card lies."),
        bare(Noun::It, "it", "What was meant just before, or the card of the event."),
        many(Noun::You, "you", "The player whose card it is."),
        bare(Noun::Rival, "the rival", "The other player."),
        many(Noun::BothPlayers, "both players", "You and the rival; the turn player chooses first."),
        bare(Noun::Attacker, "the attacker", "The creature that attacks."),
        bare(Noun::Defender, "the defender", "The creature that is attacked."),
        bare(Noun::Equipped, "the equipped creature", "The creature that this is attached to."),
        bare(Noun::TheAttack, "the attack", "The attack that this answers."),
        bare(Noun::ThePlay, "the play", "The play that this answers."),
        bare(Noun::TheEffect, "the effect", "The effect that this answers."),
        noun(Noun::Creature, "creature", "creatures", "A creature; on the field the top of a stack, face up or down."),
        noun(Noun::Magic, "magic card", "magic cards", "A magic card, face up or down; Equips too."),
        noun(Noun::Card, "card", "cards", "A creature or a magic card."),
        noun(Noun::Effect, "effect", "effects", "An effect that is being activated."),
    ]
}

fn adjectives() -> Vec<Entry<Adjective>> {
    vec![
        entry(Adjective::Water, "water", "Type: controls and heals."),
        entry(Adjective::Fire, "fire", "Type: attacks."),
        entry(Adjective::Earth, "earth", "Type: defends."),
        entry(Adjective::Nature, "nature", "Type: grows stacks and summons."),
        entry(Adjective::Electric, "electric", "Type: taps and interrupts."),
        entry(Adjective::Light, "light", "Type: protects and recovers."),
        entry(Adjective::Dark, "dark", "Type: destroys and sacrifices."),
        entry(Adjective::Avian, "avian", "Sub-type: birds and all that flies on feathers."),
        entry(Adjective::Dragon, "dragon", "Sub-type: dragons."),
        entry(Adjective::Beast, "beast", "Sub-type: furred and horned animals."),
        entry(Adjective::Elemental, "elemental", "Sub-type: a force with a shape."),
        entry(Adjective::Aquatic, "aquatic", "Sub-type: what lives in water."),
        entry(Adjective::Warrior, "warrior", "Sub-type: who lives by arms."),
        entry(Adjective::Spellcaster, "spellcaster", "Sub-type: who lives by magic."),
        entry(Adjective::Machine, "machine", "Sub-type: what was built."),
        entry(Adjective::Ghost, "ghost", "Sub-type: what was left behind."),
        entry(Adjective::Insect, "insect", "Sub-type: six legs or more."),
        entry(Adjective::Reptile, "reptile", "Sub-type: scales and cold blood."),
        entry(Adjective::Fairy, "fairy", "Sub-type: the small folk."),
        entry(Adjective::Undead, "undead", "Sub-type: what rose again."),
        entry(Adjective::Botanic, "botanic", "Sub-type: what has roots."),
        entry(Adjective::Allied, "allied", "On your side, or of your cards."),
        entry(Adjective::Enemy, "enemy", "On the rival's side, or of the rival's cards."),
        entry(Adjective::Other, "other", "All but this one."),
        entry(Adjective::Tapped, "tapped", "Tapped now."),
        entry(Adjective::Untapped, "untapped", "Not tapped now."),
        entry(Adjective::FaceDown, "face-down", "Face down now."),
        entry(Adjective::Normal, "normal", "Of an effect: of that kind."),
        entry(Adjective::Continuous, "continuous", "Of an effect: of that kind."),
        entry(Adjective::Counter, "counter", "Of an effect: of that kind."),
        entry(Adjective::Equip, "equip", "Of an effect: of that kind."),
        entry(Adjective::Latent, "latent", "Of an effect: of that kind."),
        entry(Adjective::Dormant, "dormant", "Of an effect: of that kind."),
        entry(Adjective::InHand, "in hand", "A Latent that triggers from the hand."),
        entry(Adjective::InTheDeck, "in the deck", "A Latent that triggers from the deck, which is then shuffled."),
        entry(Adjective::InTheDiscardPile, "in the discard pile", "A Latent that triggers from the discard pile."),
        entry(Adjective::Underneath, "underneath", "A Latent that triggers from under another card."),
    ]
}

fn tails() -> Vec<Entry<Tail>> {
    vec![
        entry(Tail::Level, "of level {number}", "Of exactly that level now."),
        entry(Tail::LevelOrLower, "of level {number} or lower", "Of at most that level now."),
        entry(Tail::LevelOrHigher, "of level {number} or higher", "Of at least that level now."),
        entry(Tail::AnyLevel, "of any level", "Played onto a free place whatever its level."),
        entry(Tail::AnyType, "of any type", "Levels up a creature of another type too."),
        entry(Tail::AttackOrMore, "with attack {number} or more", "Its attack now."),
        entry(Tail::DefenseOrLess, "with defense {number} or less", "Its defense now."),
        entry(Tail::InYourHand, "in your hand", "One of the cards you hold."),
        entry(Tail::InYourDeck, "in your deck", "You look through your deck, then shuffle it."),
        entry(Tail::InYourDiscardPile, "in your discard pile", "One of the cards there."),
        entry(Tail::InRivalsDiscardPile, "in the rival's discard pile", "One of the cards there."),
        entry(Tail::Under, "under {who}", "Underneath the top card of that stack."),
        entry(Tail::Of, "of {who}", "Of an effect: it is such a card's."),
    ]
}

fn conditions() -> Vec<Entry<Condition>> {
    vec![
        entry(Condition::YouHave, "you have {who}", "So many or more on your side, or in the zone that is named."),
        entry(Condition::RivalHas, "the rival has {who}", "So many or more on the rival's side."),
        entry(Condition::FewerPoints, "you have fewer points", "Fewer than the rival."),
        entry(
            Condition::ForEach,
            "for {who}",
            "The number in what follows counts once for each; none of them: nothing happens.",
        ),
    ]
}
