//! What each verb can be done to: the phrases that it accepts, and why it refuses the others. What is accepted here is what the
//! engine does; a line that would ask and then do nothing is a mistake of the card.

use playmat_cards::Objection;
use playmat_cardtext::Code;
use playmat_cardtext::ast::{Quant, Selector};

use crate::codes::{HOW_MANY, NEVER_MATCHES, WRONG_THING};
use crate::meaning::{After, Home, It, Matters, Source};
use crate::pass::is_choice;
use crate::words::{Adjective, Condition, FoodWords, Keyword, Kind, Noun, Trigger, Verb};

/// What to do with an `other` that leaves nobody out.
pub const NOT_OTHER: &str = "leave `other` out; two targets of one line may be the same creature";

impl Source {
    /// The source of a line of this kind of card, when it happens.
    pub fn of(kind: Kind, trigger: Trigger) -> Source {
        match kind {
            Kind::FieldSpell => Source::FieldSpell,
            _ if kind.is_creature() => trigger.moment().this,
            _ => Source::Nowhere,
        }
    }
}

/// Why a verb refuses a phrase, wherever the card of the line is and whatever went before.
pub fn objection(verb: Verb, selector: &Selector<FoodWords>) -> Option<Objection> {
    let home = Home::of(selector);
    if !verb.uses().homes.contains(&home) {
        return Some(wrong_home(verb, home));
    }
    of_pile(verb, home, selector).or_else(|| of_verb(verb, home, selector))
}

/// Why a verb refuses a phrase where it refuses too many: these are for one.
pub fn only_one(verb: Verb, selector: &Selector<FoodWords>) -> Option<&'static str> {
    let pile = matches!(Home::of(selector), Home::Carrion | Home::Deck | Home::Hand);
    let one = verb.uses().one.or(pile.then_some("one card is chosen from a pile, deck or hand"));
    one.filter(|_| matches!(selector.quant, Quant::All | Quant::UpTo(2..)))
}

/// Whether a phrase asks for numbers or states that only what stands on the table has.
pub fn asks_now(selector: &Selector<FoodWords>) -> bool {
    let states = [Adjective::Frozen, Adjective::Paralysed, Adjective::Wounded];
    states.iter().any(|&state| selector.has(state)) || selector.tails.iter().any(|(tail, _)| !tail.is_zone())
}

/// Why so many cannot be chosen, or not by chance, or not by what they are like now.
pub fn unlikely(selector: &Selector<FoodWords>, most: u8) -> Option<(&'static Code, Objection)> {
    let numbers = selector.tails.iter().filter(|(tail, _)| !tail.is_zone());
    let twice = numbers.clone().enumerate().any(|(nth, (tail, _))| numbers.clone().take(nth).any(|(other, _)| other == tail));
    let random = selector.has(Adjective::Random);
    match (Home::of(selector), selector.quant) {
        (_, Quant::UpTo(many)) if many > most => {
            Some((&HOW_MANY, ("at most 3 are chosen at once", "write 3 or less, or `all`")))
        }
        (home, _) if asks_now(selector) && home != Home::Field => Some((
            &NEVER_MATCHES,
            (
                "only a creature on the table is frozen, wounded or of some attack now",
                "leave that out, or write `ally` or `enemy`",
            ),
        )),
        _ if twice => Some((&NEVER_MATCHES, ("two numbers for one condition", "write it once"))),
        (home, quant) if random && (quant != Quant::One || home != Home::Field) => {
            Some((&HOW_MANY, ("chance chooses one creature on the table", "write it like `a random enemy`")))
        }
        _ => None,
    }
}

/// Why a condition cannot count what it names.
pub fn miscounted(condition: Condition, selector: &Selector<FoodWords>) -> Option<(&'static Code, Objection)> {
    let enemy = selector.noun == Noun::Enemy || selector.has(Adjective::Enemy);
    let own = selector.noun == Noun::Ally || selector.has(Adjective::Allied);
    let creature = matches!(
        selector.noun,
        Noun::Ally | Noun::Enemy | Noun::Animal | Noun::Prey | Noun::Predator | Noun::Token | Noun::FieldSpell
    );
    let counted = match condition {
        Condition::ForEach => selector.quant == Quant::Each,
        _ => matches!(selector.quant, Quant::One | Quant::Exactly(_)),
    };
    if !creature || !matches!(Home::of(selector), Home::Field | Home::FieldSpell) || selector.has(Adjective::Random) {
        return Some((
            &WRONG_THING,
            ("only what lies on the table is counted", "write it like `a frozen enemy` or `2 allies`"),
        ));
    }
    if condition == Condition::YouHave && enemy || condition == Condition::RivalHas && own {
        return Some((&NEVER_MATCHES, ("that is on the other side of the table", "write the other player, or another noun")));
    }
    if !counted {
        return Some((&HOW_MANY, ("it is not said how many", "write `a` or a number, or `for each`")));
    }
    impossible(selector).map(|objection| (&NEVER_MATCHES, objection))
}

/// Why a verb cannot be done to "this" or "it" at that point of the line.
pub fn wrong_this_or_it(verb: Verb, selector: &Selector<FoodWords>, source: Source, it: It) -> Option<Objection> {
    if copies(verb) && !matches!(source, Source::Standing) {
        return Some(("only a creature on the table copies", "give the line to a creature, with a trigger such as `on play`"));
    }
    let no_other = match source {
        Source::Nowhere => selector.has(Adjective::Other),
        Source::FieldSpell => selector.has(Adjective::Other) && selector.noun != Noun::FieldSpell,
        _ => false,
    };
    if no_other {
        return Some(("`other` means all but this card, which is no creature on the table", NOT_OTHER));
    }
    match selector.noun {
        Noun::This => of_this(verb, source),
        Noun::It => of_it(verb, it),
        _ => None,
    }
}

/// Why a creature that gets this keyword on the table, or while an attack lasts, has nothing of it.
pub fn useless_grant(verb: Verb, keyword: Keyword) -> Option<Objection> {
    let defending = verb == Verb::HasKeyword;
    match keyword.matters() {
        Matters::WhilePlayed if !defending => {
            Some(("that counts while a card is played, and this one stands already", "write it behind the header of the card"))
        }
        Matters::OnTable | Matters::WhilePlayed if defending => Some((
            "that changes nothing as long as an attack lasts",
            "write `toxic`, `neurotoxic`, `poisonous` or `harmless`, or put the keyword behind the header",
        )),
        _ => None,
    }
}

/// Why a keyword of a card is idle beside another one, or on a card of its kind.
pub fn useless_keyword(kind: Kind, keyword: Keyword, others: &[Keyword]) -> Option<Objection> {
    use Keyword as K;
    let has = |other: K| others.contains(&other);
    match keyword {
        K::Haste | K::Ambush | K::MultiStrike if has(K::Passive) || has(K::Harmless) => {
            Some(("it cannot attack, so that this does nothing", "leave it or the `passive` or `harmless` out"))
        }
        K::Toxic | K::Neurotoxic if has(K::Harmless) => Some((
            "it deals no combat damage, so that this does nothing",
            "leave it or the `harmless` out, or write `poisonous`",
        )),
        K::Passive if has(K::Harmless) => Some(("a harmless creature cannot attack anyway", "leave `passive` out")),
        K::Hidden if has(K::Invisible) => Some(("an invisible creature cannot be attacked anyway", "leave `hidden` out")),
        K::Edible if has(K::Inedible) => Some(("nothing is edible and inedible", "leave one of them out")),
        K::Edible if kind.is_prey() => Some(("prey is eaten anyway", "leave `edible` out")),
        K::Scavenge if kind.is_prey() => Some(("prey never eats", "leave `scavenge` out, or make it a predator")),
        K::Haste | K::Ambush | K::MultiStrike | K::Toxic | K::Neurotoxic | K::Passive | K::Hidden | K::Edible | K::Scavenge => {
            None
        }
        // Never idle, whatever else a card has.
        K::Harmless | K::Lure | K::Acuity | K::Barrier | K::Immune | K::Invisible | K::Inedible => None,
        K::Poisonous | K::FreePlay | K::Frozen => None,
    }
}

/// Why a line never happens to a creature with these keywords.
pub fn never_attacks(trigger: Trigger, keywords: &[Keyword]) -> Option<Objection> {
    let attacking = matches!(trigger, Trigger::AttackingBeforeCombat | Trigger::AttackingAfterCombat);
    let cannot = keywords.iter().any(|keyword| matches!(keyword, Keyword::Passive | Keyword::Harmless));
    (attacking && cannot).then_some(("it cannot attack", "leave `passive` or `harmless` out, or write another trigger"))
}

/// Who certainly leaves the table by a step, and can be named later in the line.
pub fn leaver(verb: Verb, selector: &Selector<FoodWords>) -> Option<Noun> {
    let all = selector.quant == Quant::All && !asks_now(selector);
    let itself = all && selector.adjectives.iter().all(|adjective| *adjective == Adjective::Allied);
    match selector.noun {
        _ if !matches!(verb.uses().it, After::Carrion | After::Hand) => None,
        Noun::This | Noun::Attacker | Noun::Defender => Some(selector.noun),
        Noun::Ally | Noun::Animal if itself => Some(Noun::This),
        _ => None,
    }
}

/// Why a selector can never match, and what would be right.
pub fn impossible(selector: &Selector<FoodWords>) -> Option<Objection> {
    let tailed = selector.tails.iter().any(|(tail, _)| tail.is_zone());
    match selector.noun {
        _ if selector.has(Adjective::Enemy) && selector.has(Adjective::Allied) => {
            Some(("nobody is an enemy and allied", "leave one of them out"))
        }
        Noun::Enemy if selector.has(Adjective::Enemy) => Some(("an enemy is an enemy anyway", "write `enemy` once")),
        Noun::Ally if selector.has(Adjective::Allied) => Some(("an ally is allied anyway", "write `ally`")),
        Noun::Ally if selector.has(Adjective::Enemy) => Some(("an ally is never an enemy", "write `enemy` or `ally`")),
        Noun::Enemy if selector.has(Adjective::Allied) => Some(("an enemy is never allied", "write `enemy` or `ally`")),
        Noun::Opponent if !selector.adjectives.is_empty() => {
            Some(("opponents are the rival and all enemies, whatever they are", "write `all opponents` or `all enemies`"))
        }
        _ if selector.has(Adjective::Other) && (selector.noun == Noun::Enemy || selector.has(Adjective::Enemy)) => {
            Some(("`other` means all but this card, which is never an enemy", NOT_OTHER))
        }
        Noun::Ally | Noun::Enemy | Noun::Animal | Noun::Token | Noun::FieldSpell | Noun::Opponent if tailed => Some((
            "what stands on the field is not in a deck or hand",
            "write `creature`, `spell` or `card`, or leave the tail out",
        )),
        Noun::Spell | Noun::Card if !tailed => Some((
            "spells and cards are in a deck or hand: write `from your deck` or `from your hand`",
            "for a creature on the table write `ally`, `enemy` or `animal`",
        )),
        Noun::Creature if !tailed => {
            Some(("on the field write `ally`, `enemy` or `animal`", "or write `from your deck` behind it"))
        }
        _ => None,
    }
}

fn wrong_home(verb: Verb, home: Home) -> Objection {
    match home {
        Home::Player | Home::Anyone => ("that cannot be done to a player", "write a creature such as `target enemy`"),
        Home::FieldSpell => ("a field spell can only be destroyed", "write a creature such as `target enemy`"),
        Home::Carrion => ("a card in carrion can only be played, copied or taken", "write a creature such as `target ally`"),
        Home::Deck if copies(verb) || verb == Verb::PlayCopy => {
            ("a card from your deck can only be played or added to your hand", "copy a creature such as `target animal`")
        }
        Home::Deck => {
            ("a card from your deck can only be played or added to your hand", "write a creature such as `target enemy`")
        }
        Home::Hand if verb == Verb::AddToHand => {
            ("that card is in your hand already", "write `from your deck`, or `a carrion`")
        }
        Home::Hand if verb == Verb::Sacrifice => ("only creatures on the table are sacrificed", "write `discard 1`"),
        Home::Hand => ("a spell from your hand can only be played", "write a creature such as `target ally`"),
        Home::Field => {
            ("only a card from carrion, deck or hand can be played", "write `play a copy of` it, or `play a carrion`")
        }
    }
}

/// What piles, decks and hands add.
fn of_pile(verb: Verb, home: Home, selector: &Selector<FoodWords>) -> Option<Objection> {
    let sided = selector.has(Adjective::Enemy) || selector.has(Adjective::Allied);
    let creature = matches!(selector.noun, Noun::Creature | Noun::Prey | Noun::Predator);
    match home {
        Home::Carrion if !matches!(selector.noun, Noun::Carrion | Noun::Prey | Noun::Predator) => {
            Some(("there is no such card in a carrion pile", "write `a carrion`, `a carrion prey` or `a carrion predator`"))
        }
        Home::Carrion if selector.noun == Noun::Carrion && selector.has(Adjective::Carrion) => {
            Some(("one `carrion` is enough", "write `a carrion`"))
        }
        Home::Carrion if sided && copies(verb) => {
            Some(("a side is not chosen here", "write `a carrion` for either pile, `a carrion predator` for your own"))
        }
        Home::Carrion if sided => Some(("it is your own carrion that is meant", "leave the side out")),
        Home::Deck | Home::Hand if selector.tails.iter().filter(|(tail, _)| tail.is_zone()).count() > 1 => {
            Some(("a card is in one place only", "leave one of them out"))
        }
        Home::Deck | Home::Hand if selector.has(Adjective::Carrion) || selector.noun == Noun::Carrion => {
            Some(("what lies in carrion is in no deck or hand", "write `a carrion`, or `a creature from your deck`"))
        }
        Home::Deck | Home::Hand if sided => Some(("it is your own deck and hand that are meant", "leave the side out")),
        Home::Deck if verb == Verb::Play && !creature => {
            Some(("only creatures enter from a deck", "write `a creature from your deck`, or add the card to your hand"))
        }
        Home::Hand if selector.noun != Noun::Spell => {
            Some(("only a spell can be played from your hand by an effect", "write `a spell from your hand`"))
        }
        _ => None,
    }
}

/// What single verbs add.
fn of_verb(verb: Verb, home: Home, selector: &Selector<FoodWords>) -> Option<Objection> {
    let own = matches!(selector.noun, Noun::This | Noun::Ally) || selector.has(Adjective::Allied);
    match verb {
        Verb::Revive if selector.noun != Noun::This => Some(("a card revives only itself", "write `revive this`")),
        Verb::Sacrifice if selector.noun == Noun::Enemy || selector.has(Adjective::Enemy) => {
            Some(("only your own creatures are sacrificed", "write `destroy`, or an ally"))
        }
        Verb::Return | Verb::AddToHand if selector.noun == Noun::Token => {
            Some(("a token that goes to a hand vanishes", "write `destroy`, or another creature"))
        }
        Verb::Eat if selector.has(Adjective::Frozen) => {
            Some(("frozen prey cannot be eaten", "leave `frozen` out, or write `destroy`"))
        }
        Verb::Freeze if selector.has(Adjective::Frozen) => Some(("that is frozen already", "leave `frozen` out")),
        Verb::Paralyse if selector.has(Adjective::Paralysed) => Some(("that is paralysed already", "leave `paralysed` out")),
        Verb::TakeControl if own => Some(("that is yours already", "write `take control of target enemy`")),
        Verb::CopyAbilities | Verb::CopyStats if selector.noun == Noun::This => {
            Some(("who copies itself changes nothing", "write another creature such as `target animal`"))
        }
        Verb::Eat if home == Home::Field && selector.quant != Quant::All && !is_choice(selector) => {
            Some(("what is eaten is chosen", "write `eat target prey`, or `destroy` or `kill` for this one"))
        }
        _ => None,
    }
}

/// Whether a verb copies what another card is.
pub fn copies(verb: Verb) -> bool {
    matches!(verb, Verb::CopyAbilities | Verb::CopyStats)
}

fn of_this(verb: Verb, source: Source) -> Option<Objection> {
    match (source, verb) {
        (Source::Standing, _) => None,
        (Source::Slain, Verb::Revive | Verb::Become | Verb::PlayCopy) | (Source::Gone, Verb::PlayCopy) => None,
        (Source::Slain, Verb::Return | Verb::AddToHand) => {
            Some(("this died and lies in carrion by then", "write `revive this`, or `add a carrion to your hand`"))
        }
        (Source::Slain, _) => {
            Some(("this died and lies in carrion by then", "write `revive this`, or choose a creature that lives"))
        }
        (Source::Gone, _) => Some(("this has left for it by then", "choose a creature such as `target ally`")),
        (Source::FieldSpell, Verb::Destroy) => None,
        (Source::FieldSpell, _) => {
            Some(("this is a field spell, which can only be destroyed", "choose a creature such as `target ally`"))
        }
        (Source::Nowhere, _) => Some(("this is no creature on the table", "choose a creature such as `target ally`")),
    }
}

fn of_it(verb: Verb, it: It) -> Option<Objection> {
    match (it, verb) {
        (It::Nothing | It::Standing, _) => None,
        (It::InCarrion, Verb::CopyAbilities | Verb::CopyStats) | (It::Entering, Verb::LoseAbilities) => None,
        (It::InCarrion, _) => Some(("it has gone to carrion by then", "say this step first, or choose another creature")),
        (It::InHand, _) => Some(("it has gone to a hand by then", "say this step first, or choose another creature")),
        (It::Spell, _) => Some(("it is a spell and no creature", "choose a creature such as `target ally`")),
        (It::Several, _) => Some(("several have entered, and `it` is one", "play `a` token, or choose a creature")),
        (It::Entering, _) => {
            Some(("it is not on the table yet", "write `it loses all abilities` or `negate the play`, or choose a creature"))
        }
        (It::Played, Verb::LoseAbilities) => Some((
            "it may be a spell, which has nothing to lose",
            "write `negate the play`, or begin the line with `when the rival plays a predator`",
        )),
        (It::Played, _) => Some(("it is not on the table yet", "write `negate the play`, or choose a creature")),
    }
}
