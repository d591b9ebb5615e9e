//! The words of Food Chain's cards.

mod foreign;
mod terms;

use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, VerbEntry};
use playmat_cardtext::{vocabulary, words};

use crate::meaning::{ATTACK, COPY, CREATURE, ENTERED, FIELD, IN_HAND, ONCE, PLAY, SPENT, TRAP, TURN};
use crate::meaning::{After, Attack, Home, It, Matters, Moment, SeenBy, Source, Uses};

vocabulary! {
    /// The vocabulary of Food Chain.
    pub struct FoodWords {
        game: "food-chain",
        section: Some(("category", CATEGORIES)),
        pools: crate::rulings::EDITIONS,
        state_words: state_words().map(|(word, _)| word).collect(),
        sees: Kind::sees,
        counts: true,
        targets: true,
        terms: terms::TERMS,
        foreign: foreign::FOREIGN,
    }
}

words! {
    /// What a card is; with the word on the card.
    pub enum Kind: KindEntry, bits u32 => word: &'static str {
        Prey = creature("prey {name} {stats} ({number})", "A creature: attack/health (nutrition).") => "prey",
        Predator = creature(
            "predator {name} {stats}",
            "A creature that eats up to three meals when it is played, and needs one for its ability.",
        ) => "predator",
        Spell = spell("spell {name}", "Does what it says, then it is exiled. It is the card of the turn.") => "spell",
        FreeSpell = spell("free spell {name}", "A spell that does not count as the card of the turn.") => "free spell",
        FieldSpell = waiting("field spell {name}", "Stays on the table until another one replaces it.") => "field spell",
        Trap = waiting("trap {name}", "Acts in the rival's turn when its event happens, then it is exiled.") => "trap",
        TokenPrey = token("token prey {name} {stats} ({number})", "A prey that only effects make.") => "prey",
        TokenPredator = token("token predator {name} {stats}", "A predator that only effects make.") => "predator",
        TokenSpell = token_spell("token spell {name}", "A spell that effects put into a hand.") => "spell",
        TokenFreeSpell = token_spell("token free spell {name}", "A free spell that effects put into a hand.") => "free spell",
    }

    /// FC A5: what a creature simply has, and where it matters.
    pub enum Keyword: Entry, bits u32 => matters: Matters {
        Haste = new("haste", "May attack the rival although it is exhausted.") => Matters::OnTable,
        Ambush = new("ambush", "Takes no counter-damage when it attacks.") => Matters::OnTable,
        Passive = new("passive", "Cannot attack. It still strikes back and uses its other abilities.") => Matters::OnTable,
        Harmless = new("harmless", "Cannot attack and deals no combat damage.") => Matters::InFights,
        Lure = new(
            "lure",
            "Enemies that can attack it must attack it, and enemy effects that can target it must target it.",
        ) => Matters::OnTable,
        Acuity = new("acuity", "Can attack and target Hidden and Invisible creatures.") => Matters::OnTable,
        MultiStrike = new("multi-strike {number}", "May attack so many times in one combat.") => Matters::OnTable,
        Barrier = new("barrier", "Prevents one whole instance of damage, then it is used up.") => Matters::OnTable,
        Immune = new("immune", "Takes damage only from creatures' attacks.") => Matters::OnTable,
        Hidden = new("hidden", "Cannot be attacked.") => Matters::OnTable,
        Invisible = new("invisible", "Cannot be attacked, nor chosen by enemy spells and abilities.") => Matters::OnTable,
        Inedible = new("inedible", "Cannot be eaten.") => Matters::OnTable,
        Edible = new("edible", "A predator that can be eaten; its nutrition is its current attack.") => Matters::OnTable,
        Scavenge = new("scavenge", "May eat from your carrion pile too.") => Matters::WhilePlayed,
        Neurotoxic = new("neurotoxic", "Paralyses the creature it fights with.") => Matters::InFights,
        Toxic = new("toxic", "Any creature it deals combat damage to dies.") => Matters::InFights,
        Poisonous = new("poisonous", "A creature that attacks it dies after combat.") => Matters::InFights,
        FreePlay = marked("free play", "free-play", "Does not count as the card of the turn.") => Matters::WhilePlayed,
        Frozen = new(
            "frozen",
            "Enters frozen: it cannot attack or be eaten until the end of its controller's turn.",
        ) => Matters::OnTable,
    }

    /// When an ability happens. The events of traps are among them: a trap is a card with one ability. A spell has no trigger: its line
    /// happens when it is played.
    pub enum Trigger: Entry, bits u32, unwritten Played as Moment { seen_by: SeenBy::Spells, ..CREATURE } => moment: Moment {
        OnPlay = new("on play", "When it has entered.") => Moment { given: Some(ENTERED), ..CREATURE },
        OnEat = new(
            "on eat",
            "Once, when it was played and has eaten at least one meal.",
        ) => Moment { seen_by: SeenBy::Predators, given: Some(ENTERED), ..CREATURE },
        Slain = new(
            "slain",
            "When it died; being eaten or destroyed is no such death.",
        ) => Moment { this: Source::Slain, ..CREATURE },
        StartOfTurn = new("start of turn", "At the start of each of your turns.") => TURN,
        EndOfTurn = new("end of turn", "At the end of each of your turns.") => TURN,
        BeforeCombat = new("before combat", "Before it attacks.") => CREATURE,
        AfterCombat = new("after combat", "After an attack that it survived, as attacker or defender.") => ATTACK,
        AttackingBeforeCombat = new("attacking before combat", "Before the damage of its own attack.") => ATTACK,
        AttackingAfterCombat = new("attacking after combat", "After its own attack, if it survived.") => ATTACK,
        DefendingBeforeCombat = new("defending before combat", "Before the damage of an attack on it.") => ATTACK,
        Attacked = new("when attacked", "When an enemy attacks it.") => ATTACK,
        WhileDefending = new("while defending", "As long as an attack on it lasts.") => CREATURE,
        Targeted = new(
            "when targeted by the rival",
            "When a spell or ability of the rival chooses it; that effect then does nothing to it if it is gone.",
        ) => Moment { it: It::Standing, ..CREATURE },
        Discard = new(
            "discard",
            "In your main phases you may discard this card from your hand for it.",
        ) => Moment { given: Some(IN_HAND), ..SPENT },
        DiscardWhenAttackedDirectly = new(
            "discard when an enemy attacks directly",
            "When an enemy attacks you, you may discard this card from your hand for it.",
        ) => Moment { given: Some(IN_HAND), attack: Attack::Direct, it: It::Standing, ..SPENT },
        Sacrifice = new("sacrifice", "In your main phases you may send it from the field to carrion for it.") => SPENT,
        InsteadOfAttacking = new("instead of attacking", "In combat it may do this in place of an attack.") => CREATURE,
        RivalPlaysPredator = new("when the rival plays a predator", "Before it eats.") => Moment { it: It::Entering, ..TRAP },
        RivalPlaysPrey = new("when the rival plays a prey", "Before it enters.") => Moment { it: It::Entering, ..TRAP },
        RivalPlaysCard = new(
            "when the rival plays a card",
            "Any card played from the hand.",
        ) => Moment { it: It::Played, ..TRAP },
        RivalDraws = new("when the rival draws", "After any draw of the rival.") => TRAP,
        AttackedDirectly = new(
            "when an enemy attacks directly",
            "When an enemy attacks you.",
        ) => Moment { attack: Attack::Direct, it: It::Standing, ..TRAP },
        AllyAttacked = new(
            "when an ally is attacked",
            "When an enemy attacks one of your creatures.",
        ) => Moment { attack: Attack::OnCreature, it: It::Standing, ..TRAP },
        AllyTargeted = new(
            "when an ally is targeted",
            "When a spell or ability of the rival chooses one of your creatures.",
        ) => Moment { it: It::Standing, ..TRAP },
        DamagedIndirectly = new(
            "when you are damaged indirectly",
            "When damage other than an attack's is about to be dealt to you.",
        ) => TRAP,
        LifeIsZero = new("when your life is zero", "At the loss check, in any turn.") => TRAP,
    }

    /// What an effect does, and what it can be done to.
    pub enum Verb: VerbEntry => uses: Uses {
        Draw = new("draw {number}", "Take so many cards from the top of your deck; an empty deck gives none.") => FIELD,
        Discard = new(
            "discard {number}",
            "Choose so many cards of your hand: creatures go to carrion, all else to exile.",
        ) => FIELD,
        RivalDiscards = new("the rival discards {number}", "The rival chooses so many cards of their hand.") => FIELD,
        RevealHand = new("the rival reveals their hand", "You see every card that is in it now.") => FIELD,
        Heal = new("heal {number}", "You gain so much life, up to 10.") => FIELD,
        Damage = new(
            "deal {number} damage to {who}",
            "Lowers health or life; a creature at 0 is dead at once.",
        ) => Uses { homes: &[Home::Field, Home::Player, Home::Anyone], ..FIELD },
        Kill = new("kill {who}", "Dies whatever its health.") => Uses { it: After::Carrion, ..FIELD },
        Destroy = new(
            "destroy {who}",
            "Goes to its pile without being slain.",
        ) => Uses { homes: &[Home::Field, Home::FieldSpell], it: After::Carrion, ..FIELD },
        Eat = new(
            "eat {who}",
            "Goes to its owner's carrion without being slain; frozen and inedible prey are safe.",
        ) => Uses { one: Some("one is chosen and eaten at a time"), it: After::Carrion, ..FIELD },
        PlayToken = new("play {count} {card}", "As many enter as find a slot.") => Uses { it: After::Enters, ..FIELD },
        PlayCopy = new(
            "play a copy of {who}",
            "A token of the printed card enters.",
        ) => Uses { one: Some("one creature is copied at a time"), it: After::Enters, ..FIELD },
        Play = new("play {who}", "It enters by the effect; a predator may eat on the way.") => PLAY,
        AddToken = new("add {count} {card} to your hand", "A generated card: it never goes to a deck or pile.") => FIELD,
        AddToHand = new(
            "add {who} to your hand",
            "It goes to your hand.",
        ) => Uses { homes: &[Home::Field, Home::Carrion, Home::Deck], it: After::Hand, ..FIELD },
        Return = new(
            "return {who} to hand",
            "It goes to its owner's hand and is its printed self again; a token vanishes.",
        ) => Uses { it: After::Hand, ..FIELD },
        Grow = new("{who} gain(s) {delta}", "More attack and health, for good.") => FIELD,
        GainKeyword = new("{who} gain(s) {keyword}", "It has the keyword from now on.") => FIELD,
        GrowThisTurn = new(
            "{who} gain(s) {delta} this turn",
            "More attack and health until this turn is over; health above its maximum is lost then.",
        ) => FIELD,
        GainKeywordThisTurn = new("{who} gain(s) {keyword} this turn", "It has the keyword until this turn is over.") => FIELD,
        GainAbility = new("{who} gain(s) {ability}", "It has the ability from now on; several add up.") => FIELD,
        HasKeyword = new("this has {keyword}", "Only as long as the trigger lasts.") => Uses {
            on: Some((&[Trigger::WhileDefending], "begin the line with `while defending`, or write `this gains`")),
            ..FIELD
        },
        LoseAbilities = new(
            "{who} lose(s) all abilities",
            "All keywords and abilities are gone for good; numbers and states stay.",
        ) => FIELD,
        Freeze = new("freeze {who}", "It cannot attack or be eaten until the end of its controller's turn.") => FIELD,
        Unfreeze = new("unfreeze {who}", "It is not frozen any more.") => FIELD,
        Paralyse = new("paralyse {who}", "It loses all abilities, is harmless, and dies soon.") => FIELD,
        Regenerate = new("regenerate {who}", "Back to full health.") => FIELD,
        TakeControl = new("take control of {who}", "It comes to your side, exhausted, if you have a free slot.") => FIELD,
        CopyAbilities = new(
            "copy the abilities of {who}",
            "This gains its keywords and abilities; a copied on-play or on-eat ability runs at once.",
        ) => COPY,
        CopyStats = new("copy the stats of {who}", "This has its attack, health and nutrition from now on.") => COPY,
        Become = new("{who} become(s) {count} {card}", "It is that card from now on, in the same slot.") => FIELD,
        Sacrifice = new("sacrifice {who}", "It goes to carrion without being slain.") => Uses { it: After::Carrion, ..FIELD },
        NegateAttack = new("negate the attack", "The attack is spent and does nothing.") => Uses {
            on: Some((ATTACKS, "begin the line with `when attacked`, or a trap's with `when an ally is attacked`")),
            ..ONCE
        },
        NegatePlay = new("negate the play", "The card goes back to hand and cannot be played again this turn.") => Uses {
            on: Some((PLAYS, "begin the line of a trap with `when the rival plays a card`")),
            it: After::PlayNegated, ..ONCE
        },
        NegateDamage = new("negate the damage", "That one instance is not dealt.") => Uses {
            on: Some((&[Trigger::DamagedIndirectly], "begin the line of a trap with `when you are damaged indirectly`")),
            ..ONCE
        },
        PlayAnother = new("the rival may play a different card", "The negated play does not count.") => ONCE,
        EndTurn = new("end the turn", "The end phase comes next.") => ONCE,
        Revive = new(
            "revive {who}",
            "Back into its slot as its printed self; once per turn.",
        ) => Uses { on: Some((&[Trigger::Slain], "begin the line with `slain`")), ..ONCE },
    }

    /// Who or what.
    pub enum Noun: NounEntry {
        This = bare("this", "This card."),
        It = bare("it", "The card that was just chosen or has just entered, or the card of the event."),
        You = bare_many("you", "The player whose card it is."),
        Rival = bare("the rival", "The other player."),
        BothPlayers = bare_many("both players", "You and the rival."),
        AnyTarget = bare("any target", "One creature or player of your choice."),
        Attacker = bare("the attacker", "The creature that attacks."),
        Defender = bare("the defender", "The creature that is attacked."),
        Ally = new("ally", "allies", "A creature on your side."),
        Enemy = new("enemy", "enemies", "A creature on the rival's side."),
        Animal = new("animal", "animals", "A creature on either side."),
        Opponent = new("opponent", "opponents", "The rival and all enemies."),
        Prey = new("prey", "prey", "A prey on either side."),
        Predator = new("predator", "predators", "A predator on either side."),
        Token = new("token", "tokens", "A token on either side."),
        FieldSpell = new("field spell", "field spells", "A field spell on either side."),
        Carrion = new("carrion", "carrion", "A creature card in a carrion pile."),
        Creature = new("creature", "creatures", "A prey or predator card."),
        Spell = new("spell", "spells", "A spell or free spell card."),
        Card = new("card", "cards", "Any card."),
    }

    /// What narrows a noun from the front.
    pub enum Adjective: Entry {
        Enemy = new("enemy", "On the rival's side."),
        Allied = new("allied", "On your side."),
        Other = new("other", "All but this one."),
        Carrion = new("carrion", "In a carrion pile."),
        Frozen = new("frozen", "Frozen now."),
        Paralysed = new("paralysed", "Paralysed now."),
        Wounded = new("wounded", "With less health than its maximum."),
        Random = new("random", "Chance chooses, when the step is done; that is no targeting."),
    }

    /// What follows "if", and `for each`.
    pub enum Condition: Entry {
        YouHave = new("you have {who}", "So many or more on your side of the table."),
        RivalHas = new("the rival has {who}", "So many or more on the rival's side."),
        LessLife = new("you have less life", "Less than the rival."),
        Done = new("you do", "Behind a semicolon: only if the step before was done, to one at least and with its whole number."),
        ForEach = new("for {who}", "The number in what follows counts once for each; none of them: nothing happens."),
    }

    /// What narrows a noun from behind.
    pub enum Tail: Entry {
        FromYourDeck = new("from your deck", "You look through your deck, then shuffle it."),
        FromYourHand = new("from your hand", "One of the cards you hold."),
        AttackOrMore = new("with attack {number} or more", "Its attack now."),
        HealthOrLess = new("with health {number} or less", "Its health now."),
    }
}

/// The categories of FC A1.
pub const CATEGORIES: &[&str] = &["Fish", "Bird", "Mammal", "Reptile", "Amphibian"];

/// The states of a scenario file beside the keywords: no card's name ends in one of them.
const STATES: [&str; 4] = ["exhausted", "paralysed", "dry", "token"];

const ATTACKS: &[Trigger] = &[
    Trigger::AttackedDirectly,
    Trigger::AllyAttacked,
    Trigger::Attacked,
    Trigger::DiscardWhenAttackedDirectly,
    Trigger::DefendingBeforeCombat,
];
const PLAYS: &[Trigger] = &[Trigger::RivalPlaysCard, Trigger::RivalPlaysPrey, Trigger::RivalPlaysPredator];

impl Verb {
    /// Whether there is a number in it that "for each" multiplies.
    pub const fn counts(self) -> bool {
        use Verb as V;
        matches!(
            self,
            V::Draw
                | V::Discard
                | V::RivalDiscards
                | V::Heal
                | V::Damage
                | V::PlayToken
                | V::AddToken
                | V::Grow
                | V::GrowThisTurn
        )
    }
}

impl Tail {
    /// Whether it says in which zone a card is.
    pub const fn is_zone(self) -> bool {
        matches!(self, Tail::FromYourDeck | Tail::FromYourHand)
    }
}

impl Keyword {
    /// As scenario files and views write it: two words are joined.
    pub fn mark(self) -> &'static str {
        self.entry().map_or("", |entry| entry.mark)
    }
}

/// The state words of scenario files, and whether a number follows.
pub fn state_words() -> impl Iterator<Item = (&'static str, bool)> {
    let keywords = Keyword::entries().into_iter().map(|entry| (entry.mark, entry.pattern.contains('{')));
    STATES.into_iter().map(|word| (word, false)).chain(keywords)
}

impl Kind {
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
        match trigger.moment().seen_by {
            SeenBy::Creatures => self.is_creature(),
            SeenBy::Predators => self.is_predator(),
            SeenBy::Stayers => self.is_creature() || self == Kind::FieldSpell,
            SeenBy::Traps => self == Kind::Trap,
            SeenBy::Spells => self.is_spell(),
        }
    }

    /// Without a branch, since the kind of the next card cannot be predicted.
    #[inline]
    const fn is_one_of(self, kinds: u32) -> bool {
        self.bit() & kinds != 0
    }
}

const PREY: u32 = Kind::Prey.bit() | Kind::TokenPrey.bit();
const PREDATORS: u32 = Kind::Predator.bit() | Kind::TokenPredator.bit();
