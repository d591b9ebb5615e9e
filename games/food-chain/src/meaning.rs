//! What the rows of the words say: where a verb finds what it is done to, what a moment brings, and what "it" means.

use playmat_cards::Objection;
use playmat_cardtext::ast::{Arg, Clause, Quant, Selector};

use crate::words::{Adjective, FoodWords, Noun, Tail, Trigger};

/// Where the cards of a phrase are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Home {
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

impl Home {
    /// Of a phrase.
    pub fn of(selector: &Selector<FoodWords>) -> Home {
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

impl It {
    /// What it means after a step in which somebody chose, or did not.
    #[must_use]
    pub fn after(self, clause: &Clause<FoodWords>, chosen: bool) -> It {
        let about_it = chosen || clause.selectors().any(|selector| selector.noun == Noun::It);
        let several = clause.args.iter().any(|arg| matches!(arg, Arg::Count(count, _) if *count > 1));
        let many = clause.selectors().any(|selector| matches!(selector.quant, Quant::UpTo(2..)));
        match clause.verb.uses().it {
            _ if many => It::Nothing,
            After::Enters if clause.selectors().any(|selector| selector.tailed(Tail::FromYourHand)) => It::Spell,
            After::Enters if several => It::Several,
            After::Enters => It::Standing,
            After::PlayNegated if matches!(self, It::Entering | It::Played) => It::InHand,
            After::Carrion if about_it => It::InCarrion,
            After::Hand if about_it => It::InHand,
            _ if chosen => It::Standing,
            _ => self,
        }
    }
}

/// What becomes of those to whom a verb is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// They stay where they are.
    Stays,
    /// They go to carrion.
    Carrion,
    /// They go to a hand.
    Hand,
    /// They enter, or are played.
    Enters,
    /// Who was being played goes back to a hand.
    PlayNegated,
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

/// Where a keyword matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matters {
    /// On the table.
    OnTable,
    /// On the table, and also for an attack that has begun.
    InFights,
    /// Only while its card is played.
    WhilePlayed,
}

/// Which cards ever see a trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SeenBy {
    Creatures,
    Predators,
    /// What stays: creatures and field spells.
    Stayers,
    Traps,
    Spells,
}

/// Whether an attack goes on, in every edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Attack {
    None,
    OnCreature,
    /// On a player: there is no defender.
    Direct,
}

/// What a trigger says of its moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Who sees it.
    pub seen_by: SeenBy,
    /// What "it" means when the line begins.
    pub it: It,
    /// Whether an attack goes on.
    pub attack: Attack,
    /// Where a creature is whose line this is.
    pub this: Source,
    /// Why a creature that is given such an ability on the table has nothing of it.
    pub given: Option<Objection>,
}

/// A moment of a creature on the table.
pub const CREATURE: Moment =
    Moment { seen_by: SeenBy::Creatures, it: It::Nothing, attack: Attack::None, this: Source::Standing, given: None };
/// A moment of an attack by or on a creature.
pub const ATTACK: Moment = Moment { it: It::Standing, attack: Attack::OnCreature, ..CREATURE };
/// A moment for which the creature was spent.
pub const SPENT: Moment = Moment { this: Source::Gone, ..CREATURE };
/// A moment of the turn.
pub const TURN: Moment = Moment { seen_by: SeenBy::Stayers, ..CREATURE };
/// A moment of a trap.
pub const TRAP: Moment = Moment { seen_by: SeenBy::Traps, ..CREATURE };
/// Why an ability comes too late.
pub const ENTERED: Objection =
    ("who is given this has entered already", "write a trigger that comes later, such as `slain` or `end of turn`");
/// Why an ability is at the wrong place.
pub const IN_HAND: Objection =
    ("who is given this is not in a hand", "write a trigger of the table, such as `slain` or `end of turn`");

/// What a verb can be done to, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses {
    /// Where it finds what it is done to.
    pub homes: &'static [Home],
    /// Why it is for one, where it is.
    pub one: Option<&'static str>,
    /// What becomes of those.
    pub it: After,
    /// Whether it can be done only once in a line.
    pub once: bool,
    /// The triggers that it needs, and what to write where there is another.
    pub on: Option<(&'static [Trigger], &'static str)>,
}

/// Done to creatures on the table.
pub const FIELD: Uses = Uses { homes: &[Home::Field], one: None, it: After::Stays, once: false, on: None };
/// Done once in a line.
pub const ONCE: Uses = Uses { once: true, ..FIELD };
/// Playing a card.
pub const PLAY: Uses = Uses {
    homes: &[Home::Carrion, Home::Deck, Home::Hand],
    one: Some("one card is played at a time"),
    it: After::Enters,
    ..FIELD
};
/// Copying what a creature or carrion is.
pub const COPY: Uses = Uses { homes: &[Home::Field, Home::Carrion], one: Some("only one can be copied"), ..FIELD };
