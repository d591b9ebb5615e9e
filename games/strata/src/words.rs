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
//! (ST H11), recomputed always for all cards that fit now; of an Equip while it is attached (ST H14); of any other kind for the cards that
//! were meant when it resolved, as long as each stays on the field. A card that is levelled over keeps its changes, asleep (ST H16).
//!
//! **What a step is about.** A noun means tops on the field of both sides unless an adjective or tail says otherwise (ST H11).
//! Type, sub-type, level and stats are current; a face-down card has none of them (ST H18). `it` is what the step before was about.

mod triggers;
mod foreign;
mod terms;

use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, VerbEntry};
use playmat_cardtext::{vocabulary, words};

use crate::actions::Changed;
use crate::changes::mark;
use crate::filters::From;
use crate::meaning::{COUNTS, COUNTS_PLAYERS, Role, Uses};
use crate::rules::EffectKind;
use crate::scene::STATES;

vocabulary! {
    /// The vocabulary of Strata.
    pub struct StrataWords {
        game: "strata",
        section: None,
        pools: &[],
        state_words: STATES.iter().map(|(word, _)| *word).collect(),
        sees: |kind, trigger| kind == Kind::Magic || trigger != Trigger::Equip,
        counts: true,
        targets: true,
        terms: terms::TERMS,
        foreign: foreign::FOREIGN,
    }
}

words! {
    /// What a card is (ST D), with its word. The header of a creature: its type and sub-types in [`Arg::Adjectives`], its level, its stats.
    ///
    /// [`Arg::Adjectives`]: playmat_cardtext::Arg::Adjectives
    pub enum Kind: KindEntry => word: &'static str {
        /// Stands in a stack.
        Creature = waiting(
            "creature {name}, {adjectives}, level {number}, {stats}",
            "Its type and sub-types, its level, attack/defense. Level 1 is played as it is, a higher one onto the level below.",
        ) => "creature",
        /// Stands in the magic zone.
        Magic = waiting("magic {name}", "Stands in the magic zone; discarded after use unless Continuous or Equip.") => "magic",
    }

    /// Strata has no keywords.
    pub enum Keyword: Entry {}

    /// What an effect does at once, and what becomes of the cards of its phrases.
    pub enum ActionVerb: VerbEntry => uses: Uses {
        /// From the top, as many as there are; an empty deck gives none and costs nothing (ST C1, H24).
        Draw = new("draw {number}", "Take so many cards from the top of your deck; an empty deck gives none.") => COUNTS,
        /// From the top of the player's own deck to the discard pile (ST H24).
        Mill = new("{who} mill(s) {number}", "So many cards go from the top of the own deck to the discard pile.")
            => COUNTS_PLAYERS,
        /// From a hand (`a card in your hand`, chosen by its controller) or, said of cards on the field, from there: no points are lost and
        /// the next card surfaces (ST H19). As a cost `discard this` is ST H15.
        Discard = cost("discard {who}", "It goes to its owner's discard pile; that is no destroying.")
            => Uses::of(&[Role::Discarded]),
        /// The player chooses from the own hand, as many as there are (ST H31). `both players`: the turn player first.
        PlayerDiscards = new("{who} discard(s) {number}", "The player chooses so many cards of the own hand.")
            => COUNTS_PLAYERS,
        /// Looks through the own deck, may find nothing; shown to both unless the phrase is `a card` (ST H24); to hand; shuffle. What is
        /// looked for is described, or named: `search your deck for a Moss Snail` (ST I14).
        Search = new(
                "search your deck for {who}",
                "You look through your deck, take it to your hand and shuffle; you may find nothing.",
            )
            | new(
                "search your deck for {count} {card}",
                "You look through your deck for cards of that name, take them to your hand and shuffle; you may find nothing.",
            )
            => Uses::of(&[Role::Sought]),
        /// Takes what is looked for from the own discard pile to the hand: a required card must be there when the effect is announced
        /// (ST I12, I14).
        SearchPile = new("search your discard pile for {who}", "You take it from your discard pile to your hand.")
            | new(
                "search your discard pile for {count} {card}",
                "You take cards of that name from your discard pile to your hand.",
            )
            => Uses::of(&[Role::Recovered]),
        /// To the owner's hand: from the field (the top only, ST H19), from a discard pile (recover, ST H24) or from underneath.
        Return = cost("return {who} to hand", "It goes to its owner's hand; of a stack only that card.")
            => Uses::of(&[Role::Returned]),
        /// Into the owner's deck, which is shuffled; sent to the deck (ST H19).
        Shuffle = new(
            "shuffle {who} into the deck",
            "It goes to its owner's deck, which is shuffled; of a stack only that card.",
        ) => Uses::of(&[Role::Shuffled]),
        /// Points may exceed 20 (ST E).
        GainPoints = new("{who} gain(s) {number} point(s)", "More points, also above 20.") => COUNTS_PLAYERS,
        /// The loss check comes later (ST H25).
        LosePoints = new("{who} lose(s) {number} point(s)", "Who has none left loses when no chain is open.") => COUNTS_PLAYERS,
        /// Only as a cost: needs at least so many points (ST H25).
        PayPoints = cost("pay {number} point(s)", "A cost: you need that many.") => Uses::of(&[]),
        /// The owner of a creature loses its current level (ST E, H23). As a cost it is chosen when announced, and neither may be a card that
        /// cannot be destroyed (ST H29).
        Destroy = cost("destroy {who}", "It goes to its owner's discard pile; a creature's owner loses its level.")
            => Uses::of(&[Role::Destroyed]),
        /// From hand, deck, discard pile or underneath onto the controller's field, face up, no window (ST H17). With a level or `of any level`
        /// in the phrase, or `this`: onto a free place. Else level 1 onto a free place or as a level-up; the controller chooses the base.
        Play = new("play {who}", "It enters by the effect, face up and free of plays.") => Uses::of(&[Role::Played]),
        /// Like `Play`, but face down.
        PlayFaceDown = new("play {who} face down", "It enters by the effect, face down and free of plays.")
            => Uses::of(&[Role::Played]),
        /// More plays from hand this turn, for any card (ST C2).
        ExtraPlays = new("gain {count} play(s)", "You may play so many more cards from your hand this turn.") => COUNTS,
        /// More plays from hand this turn for such cards only; used first where they fit (ST H27).
        ExtraPlaysFor = new("gain {count} play(s) for {who}", "So many more plays this turn, for such cards only.")
            => Uses { counts: true, roles: &[Role::Described] },
        /// The second phrase gives the card, chosen on resolution: of the same current type and exactly one level higher; `of any type` lifts
        /// the type only (ST H16). Face up or down as the controller likes. The first is an own creature (ST D); `it` is then the second.
        LevelUp = new(
            "level up {who} with {who}",
            "The second card is put onto the first as in levelling up; that is no play from hand.",
        ) => Uses::of(&[Role::Base, Role::Onto]),
        /// A creature goes to the bottom of a stack of its own player, never under itself; no play (ST H21). If it came from the field it leaves it like a returned one (ST H19).
        PutUnder = new("put {who} under {who}", "It goes to the bottom of that stack.")
            => Uses::of(&[Role::Moved, Role::Stack]),
        /// Tapped now; that uses no effect. A tapped one stays so.
        Tap = new("tap {who}", "It can use no effects until it is untapped, except Dormant ones.") => Uses::of(&[Role::Tapped]),
        /// Untapped now.
        Untap = new("untap {who}", "It may use its effects again, each once a turn.") => Uses::of(&[Role::Untapped]),
        /// Only in a Counter: its link does nothing when its turn comes (ST H7); a stopped play goes to the discard pile (ST H6).
        Stop = new("stop {who}", "What this answers does nothing; costs stay paid.") => Uses::of(&[Role::Stopped]),
        /// Only in a Counter: the answered attack or effect gets this target instead, if it is another legal one on the same side (ST H29).
        /// Of several targets of an effect the Counter's player says which is redirected (ST I7). A face-down one is turned up (ST I2).
        Redirect = new("redirect {who} to {who}", "What this answers gets another legal target on the same side.")
            => Uses::of(&[Role::Redirected, Role::Target]),
        /// That player cannot play such cards in their next turn, by any way (ST H27).
        Forbid = new("{who} cannot play {who} next turn", "No play from hand, level-up or play by an effect of theirs.")
            => Uses::of(&[Role::Player, Role::Described]),
        /// Runs one Normal or Dormant effect of that card, chosen on resolution, as an effect of this card: `this` is the copier; its costs are paid,
        /// its targets chosen then; a card without such an effect gives nothing (ST H28).
        Copy = new("copy an effect of {who}", "Do one of its Normal or Dormant effects as if it were on this card.")
            => Uses::of(&[Role::Copied]),
        /// Only as a cost (ST H26).
        SkipTurn = cost("skip your next turn", "A cost: that turn does not take place.") => Uses::of(&[]),
    }

    /// What an effect changes, with what becomes of a creature where no value is said.
    pub enum ChangeVerb: VerbEntry => fixed: Option<Changed> {
        /// Adds to attack and defense (ST H23).
        Stats = new("{who} gain(s) {delta}", "Attack and defense change by so much.") => None,
        /// Twice the attack at that place of the order (ST H23).
        DoubleAttack = new("double the attack of {who}", "Its attack counts twice.") => Some(Changed::DoubleAttack),
        /// Twice the defense.
        DoubleDefense = new("double the defense of {who}", "Its defense counts twice.") => Some(Changed::DoubleDefense),
        /// Attack and defense change places.
        Swap = new("swap the stats of {who}", "Attack and defense change places.") => Some(Changed::Swap),
        /// Is of that level, first step of ST H23.
        Level = new("{who} become(s) level {number}", "It counts as a creature of that level.") => None,
        /// A type replaces the type, sub-types together replace all sub-types; first step of ST H23.
        Kind = new("{who} become(s) {adjectives}", "It has that type, or those sub-types, instead of its own.") => None,
        /// Neither in battle nor by effects nor as a cost (ST H29); the other side of a battle is destroyed as usual.
        Indestructible = new("{who} cannot be destroyed", "Neither in battle nor by effects nor as a cost.")
            => Some(Changed::Mark(mark::INDESTRUCTIBLE)),
        /// Cannot be chosen by effects of the rival of its controller (ST H29).
        Untargetable = new("{who} cannot be targeted", "Effects of the rival cannot choose it; attacks and \"all\" can.")
            => Some(Changed::Mark(mark::UNTARGETABLE)),
        /// Cannot be declared as attacker.
        CannotAttack = new("{who} cannot attack", "It cannot be declared as an attacker.")
            => Some(Changed::Mark(mark::CANNOT_ATTACK)),
        /// The stack has a second attack per battle (ST H22); several do not add up.
        AttacksTwice = new("{who} attack(s) twice", "It has a second attack in each battle.")
            => Some(Changed::Mark(mark::TWICE)),
        /// Immune (ST H29): effects of cards that fit the second phrase (creatures: their current type and level) neither choose nor change it.
        Resist = new("{who} resist(s) {who}", "Immune: effects of such cards neither choose nor change it.") => None,
    }

    /// Who or what.
    pub enum Noun: NounEntry {
        /// The card whose effect it is; the copier of a copied effect (ST H28).
        This = bare("this", "This card."),
        /// The top of the stack in which this card lies, wherever in it.
        ThisStack = bare("this stack", "The creature on top of the stack in which this card lies."),
        /// What the step before was about; at the start of a Counter or Latent the card of its event; of several
        /// targets the one that the player of the Counter says (ST I7).
        It = bare("it", "What was meant just before, or the card of the event."),
        /// The controller of the card.
        You = bare_many("you", "The player whose card it is."),
        /// The other player.
        Rival = bare("the rival", "The other player."),
        /// The turn player chooses first (ST H31).
        BothPlayers = bare_many("both players", "You and the rival; the turn player chooses first."),
        /// The attacking creature of the event.
        Attacker = bare("the attacker", "The creature that attacks."),
        /// The attacked creature of the event.
        Defender = bare("the defender", "The creature that is attacked."),
        /// The host of this Equip.
        Equipped = bare("the equipped creature", "The creature that this is attached to."),
        /// The attack a Counter answers.
        TheAttack = bare("the attack", "The attack that this answers."),
        /// The play a Counter answers.
        ThePlay = bare("the play", "The play that this answers."),
        /// The effect a Counter answers.
        TheEffect = bare("the effect", "The effect that this answers."),
        /// A creature: on the field the top of a stack.
        Creature = new("creature", "creatures", "A creature; on the field the top of a stack, face up or down."),
        /// A magic card, Equips included.
        Magic = new("magic card", "magic cards", "A magic card, face up or down; Equips too."),
        /// A creature or a magic card.
        Card = new("card", "cards", "A creature or a magic card."),
        /// An effect on the chain, for [`Event::Activated`].
        Effect = new("effect", "effects", "An effect that is being activated."),
    }

    /// What narrows a noun from the front.
    pub enum Adjective: Entry => sort: Sort {
        Water = new("water", "Type: controls and heals.") => Sort::Type,
        Fire = new("fire", "Type: attacks.") => Sort::Type,
        Earth = new("earth", "Type: defends.") => Sort::Type,
        Nature = new("nature", "Type: grows stacks and summons.") => Sort::Type,
        Electric = new("electric", "Type: taps and interrupts.") => Sort::Type,
        Light = new("light", "Type: protects and recovers.") => Sort::Type,
        Dark = new("dark", "Type: destroys and sacrifices.") => Sort::Type,
        Avian = new("avian", "Sub-type: birds and all that flies on feathers.") => Sort::Subtype,
        Dragon = new("dragon", "Sub-type: dragons.") => Sort::Subtype,
        Beast = new("beast", "Sub-type: furred and horned animals.") => Sort::Subtype,
        Elemental = new("elemental", "Sub-type: a force with a shape.") => Sort::Subtype,
        Aquatic = new("aquatic", "Sub-type: what lives in water.") => Sort::Subtype,
        Warrior = new("warrior", "Sub-type: who lives by arms.") => Sort::Subtype,
        Spellcaster = new("spellcaster", "Sub-type: who lives by magic.") => Sort::Subtype,
        Machine = new("machine", "Sub-type: what was built.") => Sort::Subtype,
        Ghost = new("ghost", "Sub-type: what was left behind.") => Sort::Subtype,
        Insect = new("insect", "Sub-type: six legs or more.") => Sort::Subtype,
        Reptile = new("reptile", "Sub-type: scales and cold blood.") => Sort::Subtype,
        Fairy = new("fairy", "Sub-type: the small folk.") => Sort::Subtype,
        Undead = new("undead", "Sub-type: what rose again.") => Sort::Subtype,
        Botanic = new("botanic", "Sub-type: what has roots.") => Sort::Subtype,
        /// The controller of the card whose effect it is controls it.
        Allied = new("allied", "On your side, or of your cards.") => Sort::Plain,
        /// The rival of that player controls it.
        Enemy = new("enemy", "On the rival's side, or of the rival's cards.") => Sort::Plain,
        /// Not this card.
        Other = new("other", "All but this one.") => Sort::Plain,
        Tapped = new(
            "tapped",
            "Turned sideways: it can use no effects until it is untapped, except Dormant ones. It may still attack.",
        ) => Sort::State,
        Untapped = new(
            "untapped",
            "Not turned sideways: it can use its effects. Cards in a hand, deck or discard pile and underneath count as untapped.",
        ) => Sort::State,
        FaceDown = new("face-down", "Lying with its back up: it has no type, level, stats or effects until it is turned up.")
            => Sort::State,
        Normal = new("normal", "An effect that is used in your turn by tapping its card; magic is then discarded.")
            => Sort::Effect(EffectKind::Normal),
        Continuous = new(
            "continuous",
            "An effect that is switched on like a Normal one, then lasts while its card is on the field.",
        ) => Sort::Effect(EffectKind::Continuous),
        Counter = new(
            "counter",
            "An effect that answers a play, an attack or an effect of the rival which it names, at any time: it stops or changes that.",
        ) => Sort::Effect(EffectKind::Counter),
        Equip = new(
            "equip",
            "An effect of magic that is attached to a creature and lasts until either of them leaves the field.",
        ) => Sort::Effect(EffectKind::Equip),
        Latent = new(
            "latent",
            "An effect that happens by itself when its event comes while its card is untapped; that taps the creature, and magic is then discarded.",
        ) => Sort::Effect(EffectKind::Latent),
        Dormant = new(
            "dormant",
            "An effect that is used once a turn while its card is tapped, but not in the turn it was tapped.",
        ) => Sort::Effect(EffectKind::Dormant),
        InHand = new("in hand", "A Latent that triggers from the hand.") => Sort::Zone(From::IN_HAND),
        InTheDeck = new("in the deck", "A Latent that triggers from the deck, which is then shuffled.")
            => Sort::Zone(From::IN_DECK),
        InTheDiscardPile = new("in the discard pile", "A Latent that triggers from the discard pile.")
            => Sort::Zone(From::IN_PILE),
        Underneath = new("underneath", "A Latent that triggers from under another card.") => Sort::Zone(From::UNDERNEATH),
    }

    /// What narrows a noun from behind.
    pub enum Tail: Entry => narrows: Narrows {
        /// Current level; a printed one off the field.
        Level = new("of level {number}", "Of exactly that level now.") => Narrows::Level,
        /// That level at most.
        LevelOrLower = new("of level {number} or lower", "Of at most that level now.") => Narrows::Level,
        /// That level at least.
        LevelOrHigher = new("of level {number} or higher", "Of at least that level now.") => Narrows::Level,
        /// For `play`: onto a free place whatever its level (ST H17).
        AnyLevel = new("of any level", "Played onto a free place whatever its level.") => Narrows::Any,
        /// For `level up`: lifts the type (ST H16).
        AnyType = new("of any type", "Levels up a creature of another type too.") => Narrows::Any,
        /// Current attack.
        AttackOrMore = new("with attack {number} or more", "Its attack now.") => Narrows::Stats,
        /// Current defense.
        DefenseOrLess = new("with defense {number} or less", "Its defense now.") => Narrows::Stats,
        /// In the controller's hand.
        InYourHand = new("in your hand", "One of the cards you hold.") => Narrows::OwnZone(From::Hand),
        /// In the controller's deck.
        InYourDeck = new("in your deck", "You look through your deck, then shuffle it.") => Narrows::OwnZone(From::Deck),
        /// In the controller's discard pile.
        InYourDiscardPile = new("in your discard pile", "One of the cards there.") => Narrows::OwnZone(From::Pile),
        /// In the rival's discard pile.
        InRivalsDiscardPile = new("in the rival's discard pile", "One of the cards there.") => Narrows::RivalPile,
        /// Underneath the top of that stack: `this`, `it` or a phrase about creatures.
        Under = new("under {who}", "Underneath the top card of that stack.") => Narrows::Under,
        /// Of an effect: its source is such a card.
        Of = new("of {who}", "Of an effect: it is such a card's.") => Narrows::Source,
    }

    /// What follows "if", and `for each`.
    pub enum Condition: Entry {
        /// At least so many (`a` is one) such cards, on the controller's side of the field unless a tail names a zone.
        YouHave = new("you have {who}", "So many or more on your side, or in the zone that is named."),
        /// Like `YouHave`, on the rival's side.
        RivalHas = new("the rival has {who}", "So many or more on the rival's side."),
        /// Fewer than the rival.
        FewerPoints = new("you have fewer points", "Fewer than the rival."),
        /// Behind `;`: the step before was done wholly (ST I9): as many cards as it says, of `up to` and `all` at least one, and `all`
        /// without exception. What was declined was not done.
        Done = new("you do", "Behind a semicolon: only if the step before was done wholly."),
        /// `for each X, STEP`: the number of the step (cards, points, attack, defense, plays) is multiplied by how many X there are when it resolves; of a
        /// Continuous effect or Equip at any time. No X: nothing.
        ForEach = new("for {who}", "The number in what follows counts once for each; none of them: nothing happens."),
    }
}

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
    /// Such a card went to a discard pile in any way (ST H20), described as it is printed. `this` only if it was untapped before
    /// (ST D, I6).
    Discarded,
    /// Such a card went from anywhere into a deck. `this` only if it was untapped before.
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
    /// Something at once.
    Do(ActionVerb),
    /// A change for some time.
    Change(ChangeVerb, Lasting),
}

impl Verb {
    /// What becomes of the cards of its phrases.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Verb::Do(step) => step.uses().roles,
            Verb::Change(ChangeVerb::Resist, _) => &[Role::Changed, Role::Resisted],
            Verb::Change(..) => &[Role::Changed],
        }
    }

    /// Whether it has a number that counts for each of something.
    pub const fn counts(self) -> bool {
        match self {
            Verb::Do(step) => step.uses().counts,
            Verb::Change(change, _) => matches!(change, ChangeVerb::Stats),
        }
    }

    /// How long the change lasts that it begins, if it is a verb of change.
    pub const fn lasting(self) -> Option<Lasting> {
        match self {
            Verb::Do(_) => None,
            Verb::Change(_, lasting) => Some(lasting),
        }
    }

    /// Every change is written with `this turn` and without.
    fn entries() -> Vec<VerbEntry<Verb>> {
        let step = |VerbEntry { word, pattern, cost, gloss }| VerbEntry { word: Verb::Do(word), pattern, cost, gloss };
        let change = |VerbEntry { word, pattern, gloss, .. }: VerbEntry<ChangeVerb>| {
            // The vocabulary is made once, and stays.
            let (turn, until) = (format!("{pattern} this turn").leak(), format!("{gloss} Until the end of the turn.").leak());
            let (turn, field) = ((Lasting::Turn, &*turn, &*until), (Lasting::Field, pattern, gloss));
            [turn, field].map(|(lasting, pattern, gloss)| VerbEntry::new(Verb::Change(word, lasting), pattern, gloss))
        };
        ActionVerb::entries().into_iter().map(step).chain(ChangeVerb::entries().into_iter().flat_map(change)).collect()
    }
}

/// What an adjective is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// One of the seven types, which come first (ST D, F).
    Type,
    /// One of the fourteen sub-types, which come next.
    Subtype,
    /// Whose a card is, or which.
    Plain,
    /// How a card lies on the field.
    State,
    /// The kind of an effect, before `effect` only.
    Effect(EffectKind),
    /// A zone from which a Latent triggers, behind `latent` only.
    Zone(u8),
}

/// What a tail is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrows {
    /// The level.
    Level,
    /// Attack or defense.
    Stats,
    /// Nothing: it lifts a condition.
    Any,
    /// A zone of the controller.
    OwnZone(From),
    /// The rival's discard pile.
    RivalPile,
    /// Under a top.
    Under,
    /// The source of an effect.
    Source,
}

impl Adjective {
    /// The bit of a type; 0 if it is none.
    pub const fn type_bit(self) -> u8 {
        if matches!(self.sort(), Sort::Type) { 1 << self as u8 } else { 0 }
    }

    /// The bit of a sub-type; 0 if it is none.
    pub const fn subtype_bit(self) -> u16 {
        if matches!(self.sort(), Sort::Subtype) { 1 << (self as u8 - TYPES.len() as u8) } else { 0 }
    }

    /// The bit of a kind of effect; 0 if it is none.
    pub const fn effect_bit(self) -> u8 {
        if let Sort::Effect(kind) = self.sort() { kind.bit() } else { 0 }
    }

    /// The bit of a zone that a Latent triggers from; 0 if it is none.
    pub const fn zone_bit(self) -> u8 {
        if let Sort::Zone(bit) = self.sort() { bit } else { 0 }
    }
}

/// The seven types, in the order of their adjectives.
pub const TYPES: &[Adjective] = Adjective::ALL.split_at(7).0;

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
