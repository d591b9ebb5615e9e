//! The words of Food Chain's cards.

use std::sync::OnceLock;

use playmat_cardtext::ast::Words;
use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, Triggers, VerbEntry, Vocabulary};

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
        self.is_one_of(PREY)
    }

    /// Whether it is a predator, token or not.
    #[inline]
    pub const fn is_predator(self) -> bool {
        self.is_one_of(PREDATORS)
    }

    /// Whether it is an animal.
    #[inline]
    pub const fn is_creature(self) -> bool {
        self.is_one_of(PREY | PREDATORS)
    }

    /// Whether it is a spell or free spell: played for its line, then gone.
    #[inline]
    pub const fn is_spell(self) -> bool {
        self.is_one_of(Kind::Spell.bit() | Kind::FreeSpell.bit() | Kind::TokenSpell.bit() | Kind::TokenFreeSpell.bit())
    }

    /// Whether it is made during a match and never part of a deck.
    #[inline]
    pub const fn is_made(self) -> bool {
        matches!(self, Kind::TokenPrey | Kind::TokenPredator | Kind::TokenSpell | Kind::TokenFreeSpell)
    }

    /// Whether a card of this kind can ever see a trigger.
    pub fn sees(self, trigger: Trigger) -> bool {
        use Trigger as T;
        match trigger {
            T::Played => self.is_spell(),
            T::OnEat => self.is_predator(),
            T::StartOfTurn | T::EndOfTurn => self.is_creature() || self == Kind::FieldSpell,
            T::RivalPlaysPredator
            | T::RivalPlaysPrey
            | T::RivalPlaysCard
            | T::RivalDraws
            | T::AttackedDirectly
            | T::AllyAttacked
            | T::AllyTargeted
            | T::DamagedIndirectly
            | T::LifeIsZero => self == Kind::Trap,
            _ => self.is_creature(),
        }
    }

    /// Without a branch: of what kind the next card is nobody can predict.
    #[inline]
    const fn is_one_of(self, kinds: u32) -> bool {
        self.bit() & kinds != 0
    }

    #[inline]
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

const PREY: u32 = Kind::Prey.bit() | Kind::TokenPrey.bit();
const PREDATORS: u32 = Kind::Predator.bit() | Kind::TokenPredator.bit();

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
                Entry::new(Adjective::Enemy, "enemy", "On the rival's side."),
                Entry::new(Adjective::Allied, "allied", "On your side."),
                Entry::new(Adjective::Other, "other", "All but this one."),
                Entry::new(Adjective::Carrion, "carrion", "In a carrion pile."),
            ],
            tails: vec![
                Entry::new(Tail::FromYourDeck, "from your deck", "You look through your deck, then shuffle it."),
                Entry::new(Tail::FromYourHand, "from your hand", "One of the cards you hold."),
            ],
            conditions: vec![],
            state_words: STATE_WORDS,
            sees: Kind::sees,
            counts: false,
        })
    }
}

fn kinds() -> Vec<KindEntry<Kind>> {
    let creature = |word, pattern, gloss| KindEntry::new(word, pattern, Triggers::Needed, gloss).with_keywords();
    let spell = |word, pattern, gloss| KindEntry::new(word, pattern, Triggers::Without, gloss);
    let waiting = |word, pattern, gloss| KindEntry::new(word, pattern, Triggers::Needed, gloss);
    vec![
        creature(Kind::Prey, "prey {name} {stats} ({number})", "A creature: attack/health (nutrition)."),
        creature(
            Kind::Predator,
            "predator {name} {stats}",
            "A creature that eats up to three meals when it is played, and needs one for its ability.",
        ),
        spell(Kind::Spell, "spell {name}", "Does what it says, then it is exiled. It is the card of the turn."),
        spell(Kind::FreeSpell, "free spell {name}", "A spell that does not count as the card of the turn."),
        waiting(Kind::FieldSpell, "field spell {name}", "Stays on the table until another one replaces it."),
        waiting(Kind::Trap, "trap {name}", "Acts in the rival's turn when its event happens, then it is exiled."),
        creature(Kind::TokenPrey, "token prey {name} {stats} ({number})", "A prey that only effects make.").made(),
        creature(Kind::TokenPredator, "token predator {name} {stats}", "A predator that only effects make.").made(),
        spell(Kind::TokenSpell, "token spell {name}", "A spell that effects put into a hand.").made(),
        spell(Kind::TokenFreeSpell, "token free spell {name}", "A free spell that effects put into a hand.").made(),
    ]
}

fn keywords() -> Vec<Entry<Keyword>> {
    vec![
        Entry::new(Keyword::Haste, "haste", "May attack the rival although it is exhausted."),
        Entry::new(Keyword::Ambush, "ambush", "Takes no counter-damage when it attacks."),
        Entry::new(Keyword::Passive, "passive", "Cannot attack. It still strikes back and uses its other abilities."),
        Entry::new(Keyword::Harmless, "harmless", "Cannot attack and deals no combat damage."),
        Entry::new(
            Keyword::Lure,
            "lure",
            "Enemies that can attack it must attack it, and enemy effects that can target it must target it.",
        ),
        Entry::new(Keyword::Acuity, "acuity", "Can attack and target Hidden and Invisible creatures."),
        Entry::new(Keyword::MultiStrike, "multi-strike {number}", "May attack so many times in one combat."),
        Entry::new(Keyword::Barrier, "barrier", "Prevents one whole instance of damage, then it is used up."),
        Entry::new(Keyword::Immune, "immune", "Takes damage only from creatures' attacks."),
        Entry::new(Keyword::Hidden, "hidden", "Cannot be attacked."),
        Entry::new(Keyword::Invisible, "invisible", "Cannot be attacked, nor chosen by enemy spells and abilities."),
        Entry::new(Keyword::Inedible, "inedible", "Cannot be eaten."),
        Entry::new(Keyword::Edible, "edible", "A predator that can be eaten; its nutrition is its current attack."),
        Entry::new(Keyword::Scavenge, "scavenge", "May eat from your carrion pile too."),
        Entry::new(Keyword::Neurotoxic, "neurotoxic", "Paralyses the creature it fights with."),
        Entry::new(Keyword::Toxic, "toxic", "Any creature it deals combat damage to dies."),
        Entry::new(Keyword::Poisonous, "poisonous", "A creature that attacks it dies after combat."),
        Entry::new(Keyword::FreePlay, "free play", "Does not count as the card of the turn."),
        Entry::new(
            Keyword::Frozen,
            "frozen",
            "Enters frozen: it cannot attack or be eaten until the end of its controller's turn.",
        ),
    ]
}

fn triggers() -> Vec<Entry<Trigger>> {
    vec![
        Entry::new(Trigger::OnPlay, "on play", "When it has entered."),
        Entry::new(Trigger::OnEat, "on eat", "Once, when it was played and has eaten at least one meal."),
        Entry::new(Trigger::Slain, "slain", "When it died; being eaten or destroyed is no such death."),
        Entry::new(Trigger::StartOfTurn, "start of turn", "At the start of each of your turns."),
        Entry::new(Trigger::EndOfTurn, "end of turn", "At the end of each of your turns."),
        Entry::new(Trigger::BeforeCombat, "before combat", "Before it attacks."),
        Entry::new(Trigger::AfterCombat, "after combat", "After an attack that it survived, as attacker or defender."),
        Entry::new(Trigger::AttackingBeforeCombat, "attacking before combat", "Before the damage of its own attack."),
        Entry::new(Trigger::AttackingAfterCombat, "attacking after combat", "After its own attack, if it survived."),
        Entry::new(Trigger::DefendingBeforeCombat, "defending before combat", "Before the damage of an attack on it."),
        Entry::new(Trigger::Attacked, "when attacked", "When an enemy attacks it."),
        Entry::new(Trigger::WhileDefending, "while defending", "As long as an attack on it lasts."),
        Entry::new(
            Trigger::Targeted,
            "when targeted by the rival",
            "When a spell or ability of the rival chooses it; that effect then does nothing to it if it is gone.",
        ),
        Entry::new(Trigger::Discard, "discard", "In your main phases you may discard this card from your hand for it."),
        Entry::new(
            Trigger::DiscardWhenAttackedDirectly,
            "discard when an enemy attacks directly",
            "When an enemy attacks you, you may discard this card from your hand for it.",
        ),
        Entry::new(Trigger::Sacrifice, "sacrifice", "In your main phases you may send it from the field to carrion for it."),
        Entry::new(Trigger::InsteadOfAttacking, "instead of attacking", "In combat it may do this in place of an attack."),
        Entry::new(Trigger::RivalPlaysPredator, "when the rival plays a predator", "Before it eats."),
        Entry::new(Trigger::RivalPlaysPrey, "when the rival plays a prey", "Before it enters."),
        Entry::new(Trigger::RivalPlaysCard, "when the rival plays a card", "Any card played from the hand."),
        Entry::new(Trigger::RivalDraws, "when the rival draws", "After any draw of the rival."),
        Entry::new(Trigger::AttackedDirectly, "when an enemy attacks directly", "When an enemy attacks you."),
        Entry::new(Trigger::AllyAttacked, "when an ally is attacked", "When an enemy attacks one of your creatures."),
        Entry::new(
            Trigger::AllyTargeted,
            "when an ally is targeted",
            "When a spell or ability of the rival chooses one of your creatures.",
        ),
        Entry::new(
            Trigger::DamagedIndirectly,
            "when you are damaged indirectly",
            "When damage other than an attack's is about to be dealt to you.",
        ),
        Entry::new(Trigger::LifeIsZero, "when your life is zero", "At the loss check, in any turn."),
    ]
}

fn verbs() -> Vec<VerbEntry<Verb>> {
    vec![
        VerbEntry::new(Verb::Draw, "draw {number}", "Take so many cards from the top of your deck; an empty deck gives none."),
        VerbEntry::new(
            Verb::Discard,
            "discard {number}",
            "Choose so many cards of your hand: creatures go to carrion, all else to exile.",
        ),
        VerbEntry::new(Verb::RivalDiscards, "the rival discards {number}", "The rival chooses so many cards of their hand."),
        VerbEntry::new(Verb::RevealHand, "the rival reveals their hand", "You see every card that is in it now."),
        VerbEntry::new(Verb::Heal, "heal {number}", "You gain so much life, up to 10."),
        VerbEntry::new(
            Verb::Damage,
            "deal {number} damage to {who}",
            "Lowers health or life; a creature at 0 is dead at once.",
        ),
        VerbEntry::new(Verb::Kill, "kill {who}", "Dies whatever its health."),
        VerbEntry::new(Verb::Destroy, "destroy {who}", "Goes to its pile without being slain."),
        VerbEntry::new(
            Verb::Eat,
            "eat {who}",
            "Goes to its owner's carrion without being slain; frozen and inedible prey are safe.",
        ),
        VerbEntry::new(Verb::PlayToken, "play {count} {card}", "As many enter as find a slot."),
        VerbEntry::new(Verb::PlayCopy, "play a copy of {who}", "A token of the printed card enters."),
        VerbEntry::new(Verb::Play, "play {who}", "It enters by the effect; a predator may eat on the way."),
        VerbEntry::new(Verb::AddToken, "add {count} {card} to your hand", "A generated card: it never goes to a deck or pile."),
        VerbEntry::new(Verb::AddToHand, "add {who} to your hand", "It goes to your hand."),
        VerbEntry::new(
            Verb::Return,
            "return {who} to hand",
            "It goes to its owner's hand and is its printed self again; a token vanishes.",
        ),
        VerbEntry::new(Verb::Grow, "{who} gain(s) {delta}", "More attack and health, for good."),
        VerbEntry::new(Verb::GainKeyword, "{who} gain(s) {keyword}", "It has the keyword from now on."),
        VerbEntry::new(Verb::GainAbility, "{who} gain(s) {ability}", "It has the ability from now on; several add up."),
        VerbEntry::new(Verb::HasKeyword, "this has {keyword}", "Only as long as the trigger lasts."),
        VerbEntry::new(
            Verb::LoseAbilities,
            "{who} lose(s) all abilities",
            "All keywords and abilities are gone for good; numbers and states stay.",
        ),
        VerbEntry::new(Verb::Freeze, "freeze {who}", "It cannot attack or be eaten until the end of its controller's turn."),
        VerbEntry::new(Verb::Unfreeze, "unfreeze {who}", "It is not frozen any more."),
        VerbEntry::new(Verb::Paralyse, "paralyse {who}", "It loses all abilities, is harmless, and dies soon."),
        VerbEntry::new(Verb::Regenerate, "regenerate {who}", "Back to full health."),
        VerbEntry::new(
            Verb::TakeControl,
            "take control of {who}",
            "It comes to your side, exhausted, if you have a free slot.",
        ),
        VerbEntry::new(
            Verb::CopyAbilities,
            "copy the abilities of {who}",
            "This gains its keywords and abilities; a copied on-play or on-eat ability runs at once.",
        ),
        VerbEntry::new(Verb::CopyStats, "copy the stats of {who}", "This has its attack, health and nutrition from now on."),
        VerbEntry::new(Verb::Become, "{who} become(s) {count} {card}", "It is that card from now on, in the same slot."),
        VerbEntry::new(Verb::Sacrifice, "sacrifice {who}", "It goes to carrion without being slain."),
        VerbEntry::new(Verb::NegateAttack, "negate the attack", "The attack is spent and does nothing."),
        VerbEntry::new(Verb::NegatePlay, "negate the play", "The card goes back to hand and cannot be played again this turn."),
        VerbEntry::new(Verb::NegateDamage, "negate the damage", "That one instance is not dealt."),
        VerbEntry::new(Verb::PlayAnother, "the rival may play a different card", "The negated play does not count."),
        VerbEntry::new(Verb::EndTurn, "end the turn", "The end phase comes next."),
        VerbEntry::new(Verb::Revive, "revive {who}", "Back into its slot as its printed self; once per turn."),
    ]
}

fn nouns() -> Vec<NounEntry<Noun>> {
    vec![
        NounEntry::bare(Noun::This, "this", "This card."),
        NounEntry::bare(Noun::It, "it", "The card that was just chosen or has just entered, or the card of the event."),
        NounEntry::bare_many(Noun::You, "you", "The player whose card it is."),
        NounEntry::bare(Noun::Rival, "the rival", "The other player."),
        NounEntry::bare_many(Noun::BothPlayers, "both players", "You and the rival."),
        NounEntry::bare(Noun::AnyTarget, "any target", "One creature or player of your choice."),
        NounEntry::bare(Noun::Attacker, "the attacker", "The creature that attacks."),
        NounEntry::bare(Noun::Defender, "the defender", "The creature that is attacked."),
        NounEntry::new(Noun::Ally, "ally", "allies", "A creature on your side."),
        NounEntry::new(Noun::Enemy, "enemy", "enemies", "A creature on the rival's side."),
        NounEntry::new(Noun::Animal, "animal", "animals", "A creature on either side."),
        NounEntry::new(Noun::Opponent, "opponent", "opponents", "The rival and all enemies."),
        NounEntry::new(Noun::Prey, "prey", "prey", "A prey on either side."),
        NounEntry::new(Noun::Predator, "predator", "predators", "A predator on either side."),
        NounEntry::new(Noun::Token, "token", "tokens", "A token on either side."),
        NounEntry::new(Noun::FieldSpell, "field spell", "field spells", "A field spell on either side."),
        NounEntry::new(Noun::Carrion, "carrion", "carrion", "A creature card in a carrion pile."),
        NounEntry::new(Noun::Creature, "creature", "creatures", "A prey or predator card."),
        NounEntry::new(Noun::Spell, "spell", "spells", "A spell or free spell card."),
        NounEntry::new(Noun::Card, "card", "cards", "Any card."),
    ]
}
