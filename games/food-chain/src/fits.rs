//! What each verb can be done to: the phrases that it accepts, and why it refuses the others. What is accepted here is what the
//! engine does; a line that would ask and then do nothing is a mistake of the card.

use playmat_cardtext::ast::{Arg, Clause, Quant, Selector};

use crate::lower::is_choice;
use crate::words::{Adjective, FoodWords, Keyword, Kind, Noun, Tail, Trigger, Verb};

/// Why a verb cannot be done to that, and what would be right.
pub type Misfit = (&'static str, &'static str);

/// What to do with an `other` that leaves nobody out.
pub const NOT_OTHER: &str = "leave `other` out; two targets of one line may be the same creature";

/// Where that is what a phrase means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    /// It is a player.
    Player,
    /// It may be a player or a creature.
    Anyone,
    /// It is a creature on the table.
    Field,
    /// It is a field spell.
    FieldSpell,
    Carrion,
    Deck,
    Hand,
}

/// What "it" means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum It {
    /// Nothing yet.
    Nothing,
    /// A creature on the table, or what was chosen there.
    Standing,
    /// A creature that is being played, and not on the table yet.
    Entering,
    /// A card of any kind that is being played.
    Played,
    /// A spell that was played by the effect.
    Spell,
    /// More than one token that entered.
    Several,
    /// A creature that went to carrion.
    InCarrion,
    /// A card that went to a hand.
    InHand,
}

/// Where the card is whose line this is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A creature on the table, or on its way there.
    Standing,
    /// A creature that was slain.
    Slain,
    /// A creature that was discarded or sacrificed for the line.
    Gone,
    /// A field spell.
    FieldSpell,
    /// A spell or trap: no card on the table.
    Nowhere,
}

impl Source {
    /// The source of a line of this kind of card, when it happens.
    pub fn of(kind: Kind, trigger: Trigger) -> Source {
        match (kind, trigger) {
            (Kind::FieldSpell, _) => Source::FieldSpell,
            (kind, _) if !kind.is_creature() => Source::Nowhere,
            (_, Trigger::Slain) => Source::Slain,
            (_, Trigger::Discard | Trigger::DiscardWhenAttackedDirectly | Trigger::Sacrifice) => Source::Gone,
            _ => Source::Standing,
        }
    }
}

/// Why a verb refuses a phrase, wherever the card of the line is and whatever went before.
pub fn misfit(verb: Verb, selector: &Selector<FoodWords>) -> Option<Misfit> {
    let home = home(selector);
    if !homes(verb).contains(&home) {
        return Some(wrong_home(verb, home));
    }
    of_pile(verb, home, selector).or_else(|| of_verb(verb, home, selector))
}

/// Why a verb refuses a phrase where it refuses too many: these are for one.
pub fn only_one(verb: Verb, selector: &Selector<FoodWords>) -> Option<&'static str> {
    if selector.quant != Quant::All {
        return None;
    }
    match (verb, home(selector)) {
        (Verb::Play, _) => Some("one card is played at a time"),
        (Verb::PlayCopy, _) => Some("one creature is copied at a time"),
        (Verb::CopyAbilities | Verb::CopyStats, _) => Some("only one can be copied"),
        (Verb::Eat, _) => Some("one is chosen and eaten at a time"),
        (_, Home::Carrion | Home::Deck | Home::Hand) => Some("one card is chosen from a pile, deck or hand"),
        _ => None,
    }
}

/// Why a verb cannot be done to "this" or "it" as things are by then.
pub fn misplaced(verb: Verb, selector: &Selector<FoodWords>, source: Source, it: It) -> Option<Misfit> {
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

/// What "it" means after a step.
pub fn it_after(clause: &Clause<FoodWords>, it: It) -> It {
    let chosen = clause.selectors().any(is_choice);
    let about_it = chosen || clause.selectors().any(|selector| selector.noun == Noun::It);
    let several = clause.args.iter().any(|arg| matches!(arg, Arg::Count(count, _) if *count > 1));
    match clause.verb {
        Verb::Play if clause.selectors().any(|selector| selector.tailed(Tail::FromYourHand)) => It::Spell,
        Verb::PlayToken if several => It::Several,
        Verb::Play | Verb::PlayToken | Verb::PlayCopy => It::Standing,
        Verb::NegatePlay if matches!(it, It::Entering | It::Played) => It::InHand,
        Verb::Kill | Verb::Destroy | Verb::Eat | Verb::Sacrifice if about_it => It::InCarrion,
        Verb::Return | Verb::AddToHand if about_it => It::InHand,
        _ if chosen => It::Standing,
        _ => it,
    }
}

/// Whether a creature that gets this keyword on the table has anything of it.
pub fn misgranted(keyword: Keyword) -> Option<Misfit> {
    match keyword {
        Keyword::FreePlay | Keyword::Scavenge => {
            Some(("that counts while a card is played, and this one stands already", "write it behind the header of the card"))
        }
        _ => None,
    }
}

/// Whether a keyword does anything while an attack lasts.
pub fn misdefended(keyword: Keyword) -> Option<Misfit> {
    match keyword {
        Keyword::Toxic | Keyword::Neurotoxic | Keyword::Poisonous | Keyword::Harmless => None,
        _ => Some((
            "that changes nothing as long as an attack lasts",
            "write `toxic`, `neurotoxic`, `poisonous` or `harmless`, or put the keyword behind the header",
        )),
    }
}

/// Whether an ability with this trigger ever happens to a creature that is given it on the table.
pub fn misgiven(trigger: Trigger) -> Option<Misfit> {
    match trigger {
        Trigger::OnPlay | Trigger::OnEat => Some((
            "who is given this has entered already",
            "write a trigger that comes later, such as `slain` or `end of turn`",
        )),
        Trigger::Discard | Trigger::DiscardWhenAttackedDirectly => {
            Some(("who is given this is not in a hand", "write a trigger of the table, such as `slain` or `end of turn`"))
        }
        _ => None,
    }
}

fn home(selector: &Selector<FoodWords>) -> Home {
    match selector.noun {
        Noun::You | Noun::Rival | Noun::BothPlayers => Home::Player,
        Noun::AnyTarget | Noun::Opponent => Home::Anyone,
        _ if selector.tailed(Tail::FromYourDeck) => Home::Deck,
        _ if selector.tailed(Tail::FromYourHand) => Home::Hand,
        Noun::Carrion => Home::Carrion,
        _ if selector.has(Adjective::Carrion) => Home::Carrion,
        Noun::FieldSpell => Home::FieldSpell,
        _ => Home::Field,
    }
}

/// Where a verb finds what it is done to.
fn homes(verb: Verb) -> &'static [Home] {
    match verb {
        Verb::Damage => &[Home::Field, Home::Player, Home::Anyone],
        Verb::Destroy => &[Home::Field, Home::FieldSpell],
        Verb::Play => &[Home::Carrion, Home::Deck, Home::Hand],
        Verb::AddToHand => &[Home::Field, Home::Carrion, Home::Deck],
        Verb::CopyAbilities | Verb::CopyStats => &[Home::Field, Home::Carrion],
        _ => &[Home::Field],
    }
}

fn wrong_home(verb: Verb, home: Home) -> Misfit {
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
fn of_pile(verb: Verb, home: Home, selector: &Selector<FoodWords>) -> Option<Misfit> {
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
        Home::Deck | Home::Hand if selector.tails.len() > 1 => Some(("a card is in one place only", "leave one of them out")),
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
fn of_verb(verb: Verb, home: Home, selector: &Selector<FoodWords>) -> Option<Misfit> {
    let own = matches!(selector.noun, Noun::This | Noun::Ally) || selector.has(Adjective::Allied);
    match verb {
        Verb::Revive if selector.noun != Noun::This => Some(("a card revives only itself", "write `revive this`")),
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

fn copies(verb: Verb) -> bool {
    matches!(verb, Verb::CopyAbilities | Verb::CopyStats)
}

fn of_this(verb: Verb, source: Source) -> Option<Misfit> {
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

fn of_it(verb: Verb, it: It) -> Option<Misfit> {
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
