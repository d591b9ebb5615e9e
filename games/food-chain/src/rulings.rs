//! The ledger of FC B: every point on which the documents disagree is a type of its own.

use playmat_cards::ledger;

/// The editions, the default first.
pub const EDITIONS: &[&str] = &["core", "rulebook", "design"];

ledger! {
    0 traps Traps = [Hand, Set, Set] {
        Hand "hand" "Traps are kept in hand and never count as the card of the turn.",
        Set "set" "Traps are set face down in a main phase, as the card that counts.",
    }
    1 trap_activation TrapActivation = [Automatic, Automatic, Automatic] {
        Automatic "automatic" "Every matching trap fires, the oldest first.",
        Optional "optional" "The holder is asked whether a trap fires.",
    }
    2 ambush Ambush = [NoCounter, IfKills, None] {
        NoCounter "no-counter" "An attacker with Ambush never takes counter-damage.",
        IfKills "if-kills" "An attacker with Ambush takes no counter-damage if it kills the defender.",
        None "none" "Ambush is only a reserved word.",
    }
    3 slain Slain = [AnyDeath, Combat, Combat] {
        AnyDeath "any-death" "Every death triggers slain abilities, being eaten or destroyed does not.",
        Combat "combat" "Only a death in combat with a creature triggers slain abilities.",
    }
    4 token_on_play TokenOnPlay = [Triggers, Silent, Silent] {
        Triggers "triggers" "Tokens put into play run their on-play abilities.",
        Silent "silent" "Tokens put into play run no on-play ability.",
    }
    5 token_death TokenDeath = [Vanish, Carrion, Carrion] {
        Vanish "vanish" "A token that dies or is eaten leaves the game.",
        Carrion "carrion" "A token that dies or is eaten goes to carrion.",
    }
    6 exhaustion_ends ExhaustionEnds = [Start, End, End] {
        Start "start" "Exhaustion ends at the start of its controller's turn.",
        End "end" "Exhaustion ends at the end of its controller's turn.",
    }
    7 frozen Frozen = [Thaws, Thaws, Dies] {
        Thaws "thaws" "A frozen creature thaws at the end of its controller's turn.",
        Dies "dies" "A frozen creature dies at the end of its controller's turn.",
    }
    8 neurotoxic Neurotoxic = [Paralysis, Paralysis, FrozenDeath] {
        Paralysis "paralysis" "Neurotoxic paralyses.",
        FrozenDeath "frozen-death" "Neurotoxic freezes, and the victim dies at the end of its controller's next turn.",
    }
    9 neurotoxic_contact NeurotoxicContact = [Contact, Damage, Damage] {
        Contact "contact" "Fighting is enough, unless Barrier or Ambush kept the blow away or the source is harmless.",
        Damage "damage" "At least 1 damage must have been dealt.",
    }
    10 paralysis_dies ParalysisDies = [ThisEnd, NextTurn, NextTurn] {
        ThisEnd "this-end" "A paralysed creature dies in the next end phase of its controller.",
        NextTurn "next-turn" "A paralysed creature dies at the end of its controller's next turn.",
    }
    11 before_combat BeforeCombat = [EachAttack, Phase, PhaseOptional] {
        EachAttack "each-attack" "Before-combat abilities run before every attack of their creature.",
        Phase "phase" "Before-combat abilities run once, in a phase before combat.",
        PhaseOptional "phase-optional" "The same, and each may be declined.",
    }
    12 dry_drop DryDrop = [LosesKeywords, LosesKeywords, KeepsKeywords] {
        LosesKeywords "loses-keywords" "A predator that ate nothing has no keywords and no abilities.",
        KeepsKeywords "keeps-keywords" "A predator that ate nothing keeps its keywords and other abilities.",
    }
    13 poisonous Poisonous = [KillsAttacker, StingsRival, KillsAttacker] {
        KillsAttacker "kills-attacker" "Poisonous kills whoever attacked it, after combat.",
        StingsRival "stings-rival" "Poisonous deals 1 damage to the rival at the end of the rival's turn.",
    }
    14 lure Lure = [AttacksAndAbilities, Attacks, Attacks] {
        AttacksAndAbilities "attacks-and-abilities" "Lure binds attacks, and targeted spells and abilities.",
        Attacks "attacks" "Lure binds attacks only.",
    }
    15 lure_stealth LureStealth = [Overrides, IfAble, IfAble] {
        Overrides "overrides" "Lure beats Hidden and Invisible.",
        IfAble "if-able" "Lure binds only who may attack it.",
    }
    16 field_limit FieldLimit = [AllCards, Creatures, AllCards] {
        AllCards "all-cards" "Field spells take one of the three slots.",
        Creatures "creatures" "Only creatures take slots; a field spell lies beside them.",
    }
    17 field_spell_cost FieldSpellCost = [Counts, Counts, Free] {
        Counts "counts" "A field spell is the card of the turn.",
        Free "free" "A field spell does not count.",
    }
    18 field_spell_scope FieldSpellScope = [PerPlayer, PerPlayer, Global] {
        PerPlayer "per-player" "Each player may have a field spell.",
        Global "global" "There is one field spell on the whole table.",
    }
    19 scavenged Scavenged = [Stays, Stays, Removed] {
        Stays "stays" "Meals from carrion remain there.",
        Removed "removed" "Meals from carrion leave the game.",
    }
    20 negated_attack NegatedAttack = [NothingRuns, NothingRuns, NothingRuns] {
        AbilitiesRun "abilities-run" "Before-combat abilities of an attack happen although it is negated.",
        NothingRuns "nothing-runs" "With a negated attack its before-combat abilities are gone too; a before-combat phase is not touched.",
    }
    21 on_eat_timing OnEatTiming = [AfterEntering, AfterEntering, AfterEntering] {
        AfterEntering "after-entering" "The on-eat ability runs when the predator has entered.",
        BeforeEntering "before-entering" "The on-eat ability runs first, then the meals go to carrion, then the predator enters.",
    }
    22 full_field FullField = [EatingFrees, EatingFrees, EatingFrees] {
        EatingFrees "eating-frees" "A predator may be played onto a full field if a meal frees a slot.",
        Refused "refused" "No creature can be played onto a full field.",
    }
    23 effect_play_on_play EffectPlayOnPlay = [Triggers, Triggers, Silent] {
        Triggers "triggers" "A card that an effect puts into play runs its on-play ability.",
        Silent "silent" "A card that an effect puts into play runs no on-play ability.",
    }
    24 field_spell_replaced FieldSpellReplaced = [Carrion, Exile, Exile] {
        Carrion "carrion" "A replaced field spell goes to carrion.",
        Exile "exile" "A replaced field spell is exiled.",
    }
    25 opening Opening = [RollFirst, RollFirst, DrawFirst] {
        RollFirst "roll-first" "Roll, choose, then draw five.",
        DrawFirst "draw-first" "Draw five, then roll and choose.",
    }
    26 heal_cap HealCap = [Ten, Ten, Ten] {
        Ten "ten" "Healing never lifts a player above 10.",
        None "none" "Healing has no limit for players.",
    }
    27 targeting_prompt TargetingPrompt = [Chooser, Chooser, First] {
        Chooser "chooser" "The controller chooses the target of a start- or end-of-turn ability.",
        First "first" "Start- and end-of-turn abilities take the first legal target.",
    }
}
