//! The words of Food Chain's cards.

use std::sync::OnceLock;

use playmat_cardtext::ast::Words;
use playmat_cardtext::vocabulary::{Bare, Entry, KindEntry, NounEntry, Triggers, VerbEntry, Vocabulary};

/// The vocabulary of Food Chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoodWords;

/// What a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Food, and more.
    Prey,
    /// Grows by eating.
    Predator,
    /// The card of the turn.
    Spell,
    /// Does not count.
    FreeSpell,
    /// Stays.
    FieldSpell,
    /// Waits.
    Trap,
    /// Made during a match.
    TokenPrey,
    /// Made during a match.
    TokenPredator,
    /// Goes to a hand.
    TokenSpell,
    /// Goes to a hand.
    TokenFreeSpell,
}

/// FC A5: what a creature simply has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Keyword {
    Haste,
    Ambush,
    Passive,
    Harmless,
    Lure,
    Acuity,
    MultiStrike,
    Barrier,
    Immune,
    Hidden,
    Invisible,
    Inedible,
    Edible,
    Scavenge,
    Neurotoxic,
    Toxic,
    Poisonous,
    FreePlay,
    Frozen,
}

/// When an ability happens. The events of traps are among them: a trap is a card with one ability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Trigger {
    OnPlay,
    OnEat,
    Slain,
    StartOfTurn,
    EndOfTurn,
    BeforeCombat,
    AfterCombat,
    AttackingBeforeCombat,
    AttackingAfterCombat,
    DefendingBeforeCombat,
    Attacked,
    WhileDefending,
    Targeted,
    Discard,
    DiscardWhenAttackedDirectly,
    Sacrifice,
    InsteadOfAttacking,
    RivalPlaysPredator,
    RivalPlaysPrey,
    RivalPlaysCard,
    RivalDraws,
    AttackedDirectly,
    AllyAttacked,
    AllyTargeted,
    DamagedIndirectly,
    LifeIsZero,
    /// A spell has no trigger: its line happens when it is played.
    Played,
}

/// What an effect does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Verb {
    Draw,
    Discard,
    RivalDiscards,
    RevealHand,
    Heal,
    Damage,
    Kill,
    Destroy,
    Eat,
    PlayToken,
    PlayCopy,
    Play,
    AddToken,
    AddToHand,
    Return,
    Grow,
    GainKeyword,
    GainAbility,
    HasKeyword,
    LoseAbilities,
    Freeze,
    Unfreeze,
    Paralyse,
    Regenerate,
    TakeControl,
    CopyAbilities,
    CopyStats,
    Become,
    Sacrifice,
    NegateAttack,
    NegatePlay,
    NegateDamage,
    PlayAnother,
    EndTurn,
    Revive,
}

/// Who or what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Noun {
    This,
    It,
    You,
    Rival,
    BothPlayers,
    AnyTarget,
    Attacker,
    Defender,
    Ally,
    Enemy,
    Animal,
    Opponent,
    Prey,
    Predator,
    Token,
    FieldSpell,
    Carrion,
    Creature,
    Spell,
    Card,
}

/// What narrows a noun from the front.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Adjective {
    Enemy,
    Allied,
    Other,
    Carrion,
}

/// What narrows a noun from behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Tail {
    FromYourDeck,
    FromYourHand,
}

/// Food Chain has no conditions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {}

/// The categories of FC A1.
pub const CATEGORIES: &[&str] = &["Fish", "Bird", "Mammal", "Reptile", "Amphibian"];

/// Words that end a card in a scenario file: no name ends in one of them.
pub const STATE_WORDS: &[&str] = &[
    "exhausted",
    "frozen",
    "paralysed",
    "barrier",
    "dry",
    "token",
    "haste",
    "ambush",
    "passive",
    "harmless",
    "lure",
    "acuity",
    "multi-strike",
    "immune",
    "hidden",
    "invisible",
    "inedible",
    "edible",
    "scavenge",
    "neurotoxic",
    "toxic",
    "poisonous",
    "free-play",
];

impl Keyword {
    /// All, in the order of their bits.
    pub const ALL: [Keyword; 19] = [
        Keyword::Haste,
        Keyword::Ambush,
        Keyword::Passive,
        Keyword::Harmless,
        Keyword::Lure,
        Keyword::Acuity,
        Keyword::MultiStrike,
        Keyword::Barrier,
        Keyword::Immune,
        Keyword::Hidden,
        Keyword::Invisible,
        Keyword::Inedible,
        Keyword::Edible,
        Keyword::Scavenge,
        Keyword::Neurotoxic,
        Keyword::Toxic,
        Keyword::Poisonous,
        Keyword::FreePlay,
        Keyword::Frozen,
    ];

    /// As scenario files and views write it: two words are joined.
    pub const fn mark(self) -> &'static str {
        match self {
            Keyword::Haste => "haste",
            Keyword::Ambush => "ambush",
            Keyword::Passive => "passive",
            Keyword::Harmless => "harmless",
            Keyword::Lure => "lure",
            Keyword::Acuity => "acuity",
            Keyword::MultiStrike => "multi-strike",
            Keyword::Barrier => "barrier",
            Keyword::Immune => "immune",
            Keyword::Hidden => "hidden",
            Keyword::Invisible => "invisible",
            Keyword::Inedible => "inedible",
            Keyword::Edible => "edible",
            Keyword::Scavenge => "scavenge",
            Keyword::Neurotoxic => "neurotoxic",
            Keyword::Toxic => "toxic",
            Keyword::Poisonous => "poisonous",
            Keyword::FreePlay => "free-play",
            Keyword::Frozen => "frozen",
        }
    }

    /// Its place in a set of keywords.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl Trigger {
    /// Its place in a mask of what a card heeds.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl Kind {
    /// The word on the card.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Prey | Kind::TokenPrey => "prey",
            Kind::Predator | Kind::TokenPredator => "predator",
            Kind::Spell | Kind::TokenSpell => "spell",
            Kind::FreeSpell | Kind::TokenFreeSpell => "free spell",
            Kind::FieldSpell => "field spell",
            Kind::Trap => "trap",
        }
    }

    /// Whether it is prey, token or not.
    #[inline]
    pub const fn is_prey(self) -> bool {
        matches!(self, Kind::Prey | Kind::TokenPrey)
    }

    /// Whether it is a predator, token or not.
    #[inline]
    pub const fn is_predator(self) -> bool {
        matches!(self, Kind::Predator | Kind::TokenPredator)
    }

    /// Whether it is an animal.
    #[inline]
    pub const fn is_creature(self) -> bool {
        self.is_prey() || self.is_predator()
    }

    /// Whether it is a spell or free spell: played for its line, then gone.
    #[inline]
    pub const fn is_spell(self) -> bool {
        matches!(self, Kind::Spell | Kind::FreeSpell | Kind::TokenSpell | Kind::TokenFreeSpell)
    }

    /// Whether it is made during a match and never part of a deck.
    #[inline]
    pub const fn is_made(self) -> bool {
        matches!(self, Kind::TokenPrey | Kind::TokenPredator | Kind::TokenSpell | Kind::TokenFreeSpell)
    }
}

impl Words for FoodWords {
    type Kind = Kind;
    type Keyword = Keyword;
    type Trigger = Trigger;
    type Verb = Verb;
    type Noun = Noun;
    type Adjective = Adjective;
    type Tail = Tail;
    type Condition = Condition;

    fn vocabulary() -> &'static Vocabulary<Self> {
        static VOCABULARY: OnceLock<Vocabulary<FoodWords>> = OnceLock::new();
        VOCABULARY.get_or_init(|| Vocabulary {
            game: "food-chain",
            section: Some(("category", CATEGORIES)),
            pools: crate::rulings::EDITIONS,
            kinds: kinds(),
            keywords: keywords(),
            triggers: triggers(),
            verbs: verbs(),
            nouns: nouns(),
            adjectives: vec![
                entry(Adjective::Enemy, "enemy", "On the rival's side."),
                entry(Adjective::Allied, "allied", "On your side."),
                entry(Adjective::Other, "other", "All but this one."),
                entry(Adjective::Carrion, "carrion", "In a carrion pile."),
            ],
            tails: vec![
                entry(Tail::FromYourDeck, "from your deck", "You look through your deck, then shuffle it."),
                entry(Tail::FromYourHand, "from your hand", "One of the cards you hold."),
            ],
            conditions: vec![],
            state_words: STATE_WORDS,
        })
    }
}

fn entry<T>(word: T, pattern: &'static str, gloss: &'static str) -> Entry<T> {
    Entry { word, pattern, gloss }
}

fn kinds() -> Vec<KindEntry<Kind>> {
    let creature =
        |word, pattern, token, gloss| KindEntry { word, pattern, keywords: true, triggers: Triggers::Needed, token, gloss };
    let other = |word, pattern, triggers, token, gloss| KindEntry { word, pattern, keywords: false, triggers, token, gloss };
    vec![
        creature(Kind::Prey, "prey {name} {stats} ({number})", false, "A creature: attack/health (nutrition)."),
        creature(
            Kind::Predator,
            "predator {name} {stats}",
            false,
            "A creature that eats up to three meals when it is played, and needs one for its ability.",
        ),
        other(
            Kind::Spell,
            "spell {name}",
            Triggers::Without,
            false,
            "Does what it says, then it is exiled. It is the card of the turn.",
        ),
        other(
            Kind::FreeSpell,
            "free spell {name}",
            Triggers::Without,
            false,
            "A spell that does not count as the card of the turn.",
        ),
        other(
            Kind::FieldSpell,
            "field spell {name}",
            Triggers::Needed,
            false,
            "Stays on the table until another one replaces it.",
        ),
        other(
            Kind::Trap,
            "trap {name}",
            Triggers::Needed,
            false,
            "Acts in the rival's turn when its event happens, then it is exiled.",
        ),
        creature(Kind::TokenPrey, "token prey {name} {stats} ({number})", true, "A prey that only effects make."),
        creature(Kind::TokenPredator, "token predator {name} {stats}", true, "A predator that only effects make."),
        other(Kind::TokenSpell, "token spell {name}", Triggers::Without, true, "A spell that effects put into a hand."),
        other(
            Kind::TokenFreeSpell,
            "token free spell {name}",
            Triggers::Without,
            true,
            "A free spell that effects put into a hand.",
        ),
    ]
}

fn keywords() -> Vec<Entry<Keyword>> {
    vec![
        entry(Keyword::Haste, "haste", "May attack the rival although it is exhausted."),
        entry(Keyword::Ambush, "ambush", "Takes no counter-damage when it attacks."),
        entry(Keyword::Passive, "passive", "Cannot attack. It still strikes back and uses its other abilities."),
        entry(Keyword::Harmless, "harmless", "Cannot attack and deals no combat damage."),
        entry(
            Keyword::Lure,
            "lure",
            "Enemies that can attack it must attack it, and enemy effects that can target it must target it.",
        ),
        entry(Keyword::Acuity, "acuity", "Can attack and target Hidden and Invisible creatures."),
        entry(Keyword::MultiStrike, "multi-strike {number}", "May attack so many times in one combat."),
        entry(Keyword::Barrier, "barrier", "Prevents one whole instance of damage, then it is used up."),
        entry(Keyword::Immune, "immune", "Takes damage only from creatures' attacks."),
        entry(Keyword::Hidden, "hidden", "Cannot be attacked."),
        entry(Keyword::Invisible, "invisible", "Cannot be attacked, nor chosen by enemy spells and abilities."),
        entry(Keyword::Inedible, "inedible", "Cannot be eaten."),
        entry(Keyword::Edible, "edible", "A predator that can be eaten; its nutrition is its current attack."),
        entry(Keyword::Scavenge, "scavenge", "May eat from your carrion pile too."),
        entry(Keyword::Neurotoxic, "neurotoxic", "Paralyses the creature it fights with."),
        entry(Keyword::Toxic, "toxic", "Any creature it deals combat damage to dies."),
        entry(Keyword::Poisonous, "poisonous", "A creature that attacks it dies after combat."),
        entry(Keyword::FreePlay, "free play", "Does not count as the card of the turn."),
        entry(Keyword::Frozen, "frozen", "Enters frozen: it cannot attack or be eaten until the end of its controller's turn."),
    ]
}

fn triggers() -> Vec<Entry<Trigger>> {
    vec![
        entry(Trigger::OnPlay, "on play", "When it has entered."),
        entry(Trigger::OnEat, "on eat", "Once, when it was played and has eaten at least one meal."),
        entry(Trigger::Slain, "slain", "When it died; being eaten or destroyed is no such death."),
        entry(Trigger::StartOfTurn, "start of turn", "At the start of each of your turns."),
        entry(Trigger::EndOfTurn, "end of turn", "At the end of each of your turns."),
        entry(Trigger::BeforeCombat, "before combat", "Before it attacks."),
        entry(Trigger::AfterCombat, "after combat", "After an attack that it survived, as attacker or defender."),
        entry(Trigger::AttackingBeforeCombat, "attacking before combat", "Before the damage of its own attack."),
        entry(Trigger::AttackingAfterCombat, "attacking after combat", "After its own attack, if it survived."),
        entry(Trigger::DefendingBeforeCombat, "defending before combat", "Before the damage of an attack on it."),
        entry(Trigger::Attacked, "when attacked", "When an enemy attacks it."),
        entry(Trigger::WhileDefending, "while defending", "As long as an attack on it lasts."),
        entry(
            Trigger::Targeted,
            "when targeted by the rival",
            "When a spell or ability of the rival chooses it; that effect then does nothing to it if it is gone.",
        ),
        entry(Trigger::Discard, "discard", "In your main phases you may discard this card from your hand for it."),
        entry(
            Trigger::DiscardWhenAttackedDirectly,
            "discard when an enemy attacks directly",
            "When an enemy attacks you, you may discard this card from your hand for it.",
        ),
        entry(Trigger::Sacrifice, "sacrifice", "In your main phases you may send it from the field to carrion for it."),
        entry(Trigger::InsteadOfAttacking, "instead of attacking", "In combat it may do this in place of an attack."),
        entry(Trigger::RivalPlaysPredator, "when the rival plays a predator", "Before it eats."),
        entry(Trigger::RivalPlaysPrey, "when the rival plays a prey", "Before it enters."),
        entry(Trigger::RivalPlaysCard, "when the rival plays a card", "Any card played from the hand."),
        entry(Trigger::RivalDraws, "when the rival draws", "After any draw of the rival."),
        entry(Trigger::AttackedDirectly, "when an enemy attacks directly", "When an enemy attacks you."),
        entry(Trigger::AllyAttacked, "when an ally is attacked", "When an enemy attacks one of your creatures."),
        entry(
            Trigger::AllyTargeted,
            "when an ally is targeted",
            "When a spell or ability of the rival chooses one of your creatures.",
        ),
        entry(
            Trigger::DamagedIndirectly,
            "when you are damaged indirectly",
            "When damage other than an attack's is about to be dealt to you.",
        ),
        entry(Trigger::LifeIsZero, "when your life is zero", "At the loss check, in any turn."),
    ]
}

fn verbs() -> Vec<VerbEntry<Verb>> {
    let verb = |word, pattern, gloss| VerbEntry { word, pattern, cost: false, gloss };
    vec![
        verb(Verb::Draw, "draw {number}", "Take so many cards from the top of your deck; an empty deck gives none."),
        verb(
            Verb::Discard,
            "discard {number}",
            "Choose so many cards of your hand: creatures go to carrion, all else to exile.",
        ),
        verb(Verb::RivalDiscards, "the rival discards {number}", "The rival chooses so many cards of their hand."),
        verb(Verb::RevealHand, "the rival reveals their hand", "You see every card that is in it now."),
        verb(Verb::Heal, "heal {number}", "You gain so much life, up to 10."),
        verb(Verb::Damage, "deal {number} damage to {who}", "Lowers health or life; a creature at 0 is dead at once."),
        verb(Verb::Kill, "kill {who}", "Dies whatever its health."),
        verb(Verb::Destroy, "destroy {who}", "Goes to its pile without being slain."),
        verb(Verb::Eat, "eat {who}", "Goes to its owner's carrion without being slain; frozen and inedible prey are safe."),
        verb(Verb::PlayToken, "play {count} {card}", "As many enter as find a slot."),
        verb(Verb::PlayCopy, "play a copy of {who}", "A token of the printed card enters."),
        verb(Verb::Play, "play {who}", "It enters by the effect; a predator may eat on the way."),
        verb(Verb::AddToken, "add {count} {card} to your hand", "A generated card: it never goes to a deck or pile."),
        verb(Verb::AddToHand, "add {who} to your hand", "It goes to your hand."),
        verb(
            Verb::Return,
            "return {who} to hand",
            "It goes to its owner's hand and is its printed self again; a token vanishes.",
        ),
        verb(Verb::Grow, "{who} gain(s) {delta}", "More attack and health, for good."),
        verb(Verb::GainKeyword, "{who} gain(s) {keyword}", "It has the keyword from now on."),
        verb(Verb::GainAbility, "{who} gain(s) {ability}", "It has the ability from now on; several add up."),
        verb(Verb::HasKeyword, "this has {keyword}", "Only as long as the trigger lasts."),
        verb(
            Verb::LoseAbilities,
            "{who} lose(s) all abilities",
            "All keywords and abilities are gone for good; numbers and states stay.",
        ),
        verb(Verb::Freeze, "freeze {who}", "It cannot attack or be eaten until the end of its controller's turn."),
        verb(Verb::Unfreeze, "unfreeze {who}", "It is not frozen any more."),
        verb(Verb::Paralyse, "paralyse {who}", "It loses all abilities, is harmless, and dies soon."),
        verb(Verb::Regenerate, "regenerate {who}", "Back to full health."),
        verb(Verb::TakeControl, "take control of {who}", "It comes to your side, exhausted, if you have a free slot."),
        verb(
            Verb::CopyAbilities,
            "copy the abilities of {who}",
            "This gains its keywords and abilities; a copied on-play or on-eat ability runs at once.",
        ),
        verb(Verb::CopyStats, "copy the stats of {who}", "This has its attack, health and nutrition from now on."),
        verb(Verb::Become, "{who} become(s) {count} {card}", "It is that card from now on, in the same slot."),
        verb(Verb::Sacrifice, "sacrifice {who}", "It goes to carrion without being slain."),
        verb(Verb::NegateAttack, "negate the attack", "The attack is spent and does nothing."),
        verb(Verb::NegatePlay, "negate the play", "The card goes back to hand and cannot be played again this turn."),
        verb(Verb::NegateDamage, "negate the damage", "That one instance is not dealt."),
        verb(Verb::PlayAnother, "the rival may play a different card", "The negated play does not count."),
        verb(Verb::EndTurn, "end the turn", "The end phase comes next."),
        verb(Verb::Revive, "revive {who}", "Back into its slot as its printed self; once per turn."),
    ]
}

fn nouns() -> Vec<NounEntry<Noun>> {
    let noun = |word, one, many, gloss| NounEntry { word, one, many, bare: Bare::No, gloss };
    let bare = |word, one, bare, gloss| NounEntry { word, one, many: one, bare, gloss };
    vec![
        bare(Noun::This, "this", Bare::One, "This card."),
        bare(Noun::It, "it", Bare::One, "The card that was just meant, or the card of the event."),
        bare(Noun::You, "you", Bare::Many, "The player whose card it is."),
        bare(Noun::Rival, "the rival", Bare::One, "The other player."),
        bare(Noun::BothPlayers, "both players", Bare::Many, "You and the rival."),
        bare(Noun::AnyTarget, "any target", Bare::One, "One creature or player of your choice."),
        bare(Noun::Attacker, "the attacker", Bare::One, "The creature that attacks."),
        bare(Noun::Defender, "the defender", Bare::One, "The creature that is attacked."),
        noun(Noun::Ally, "ally", "allies", "A creature on your side."),
        noun(Noun::Enemy, "enemy", "enemies", "A creature on the rival's side."),
        noun(Noun::Animal, "animal", "animals", "A creature on either side."),
        noun(Noun::Opponent, "opponent", "opponents", "The rival and all enemies."),
        noun(Noun::Prey, "prey", "prey", "A prey on either side."),
        noun(Noun::Predator, "predator", "predators", "A predator on either side."),
        noun(Noun::Token, "token", "tokens", "A token on either side."),
        noun(Noun::FieldSpell, "field spell", "field spells", "A field spell on either side."),
        noun(Noun::Carrion, "carrion", "carrion", "A creature card in a carrion pile."),
        noun(Noun::Creature, "creature", "creatures", "A prey or predator card."),
        noun(Noun::Spell, "spell", "spells", "A spell or free spell card."),
        noun(Noun::Card, "card", "cards", "Any card."),
    ]
}
