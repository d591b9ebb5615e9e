//! Which cards a phrase means, as far as that is certain before a match: what "it" is, where it lies, and whose it is.

use playmat_cards::Side;
use playmat_cardtext::ast::{self, Arg, Quant};

use crate::fits::{At, is_own_zone, is_under_this};
use crate::words::{Adjective, Event, Kind, Noun, StrataWords, Tail, Trigger, Verb};

type Clause = ast::Clause<StrataWords>;
type Selector = ast::Selector<StrataWords>;

/// What "it" means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct It {
    /// What it was called, or would be.
    pub noun: Noun,
    /// Whether it is several cards.
    pub several: bool,
    /// Whose it is, if that is certain.
    pub side: Option<Side>,
    /// Whether it is a creature for certain.
    pub creature: bool,
    /// Where it is by then.
    pub lies: Lies,
    /// Whether it is still the card of the event.
    pub of_event: bool,
}

/// Where a card is when a step is about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Lies {
    /// In no zone: it is being played (ST H6).
    Nowhere,
    OnField,
    InHand,
    InDeck,
    InPile,
    Underneath,
}

impl It {
    /// What it means at the beginning of a line: the card of the event, or what an Equip is attached to.
    pub fn of(at: &At, subject: Option<&Selector>) -> Option<It> {
        let (noun, lies) = match at.trigger {
            Trigger::Equip => (Noun::Equipped, Lies::OnField),
            Trigger::Counter(event) | Trigger::Latent(event) => match event {
                Event::StartOfTurn | Event::EndOfTurn => return None,
                Event::Attacks | Event::AttacksWhom => (Noun::Attacker, Lies::OnField),
                Event::Played if at.trigger == Trigger::Counter(event) => (Noun::Card, Lies::Nowhere),
                Event::Destroyed | Event::Discarded => (Noun::Card, Lies::InPile),
                Event::Decked => (Noun::Card, Lies::InDeck),
                Event::Played | Event::Activated | Event::Targeted => (Noun::Card, Lies::OnField),
            },
            Trigger::Normal | Trigger::Continuous | Trigger::Dormant => return None,
        };
        let source = |who: &Selector| {
            let of = who.tails.iter().find(|(tail, _)| *tail == Tail::Of);
            of.is_some_and(|(_, args)| matches!(args.first(), Some(Arg::Who(of)) if is_creature(of, at, None)))
        };
        let creature = noun != Noun::Card || subject.is_some_and(|who| is_creature(who, at, None) || source(who));
        Some(It { noun, several: false, side: at.side, creature, lies, of_event: true })
    }

    /// What it means after a step.
    pub fn after(it: Option<It>, clause: &Clause, at: &At) -> Option<It> {
        let place = match clause.verb {
            Verb::LevelUp | Verb::Redirect => 1,
            Verb::Stop | Verb::ExtraPlaysFor | Verb::Forbid => return it,
            _ => 0,
        };
        let Some(who) = clause.selectors().nth(place).filter(|who| !is_player(who)) else { return it };
        let was = if who.noun == Noun::It { it? } else { It::called(who, at, it) };
        let lies = match clause.verb {
            Verb::Destroy | Verb::Discard => Lies::InPile,
            Verb::Return | Verb::Search => Lies::InHand,
            Verb::Shuffle => Lies::InDeck,
            Verb::Play | Verb::PlayFaceDown | Verb::LevelUp => Lies::OnField,
            Verb::PutUnder => Lies::Underneath,
            _ => was.lies,
        };
        let side = if clause.verb == Verb::Search { Some(Side::Own) } else { was.side };
        Some(It { lies, side, ..was })
    }

    fn called(who: &Selector, at: &At, it: Option<It>) -> It {
        let lies = match () {
            () if who.noun == Noun::This && at.underneath => Lies::Underneath,
            () if who.noun == Noun::This && at.away => Lies::InHand,
            () if who.tailed(Tail::InYourHand) => Lies::InHand,
            () if who.tailed(Tail::InYourDeck) => Lies::InDeck,
            () if who.tailed(Tail::InYourDiscardPile) || who.tailed(Tail::InRivalsDiscardPile) => Lies::InPile,
            () if who.tailed(Tail::Under) => Lies::Underneath,
            () => Lies::OnField,
        };
        let several = is_several(who);
        It { noun: who.noun, several, side: side_of(who, at, it), creature: is_creature(who, at, it), lies, of_event: false }
    }
}

/// Whether a phrase is about several cards.
pub fn is_several(who: &Selector) -> bool {
    matches!(who.quant, Quant::All | Quant::Exactly(_) | Quant::UpTo(_))
}

/// Whether a phrase is about players.
pub fn is_player(who: &Selector) -> bool {
    matches!(who.noun, Noun::You | Noun::Rival | Noun::BothPlayers)
}

/// Whose the cards of a phrase are, as far as the phrase says.
pub fn side_in(who: &Selector) -> Option<Side> {
    match who.noun {
        Noun::This | Noun::ThisStack | Noun::You => Some(Side::Own),
        _ if who.has(Adjective::Allied) || is_own_zone(who) || is_under_this(who) => Some(Side::Own),
        _ if who.has(Adjective::Enemy) || who.tailed(Tail::InRivalsDiscardPile) => Some(Side::Enemy),
        _ => None,
    }
}

/// Whose they are where the phrase stands.
pub fn side_of(who: &Selector, at: &At, it: Option<It>) -> Option<Side> {
    let top = who.tails.iter().find(|(tail, _)| *tail == Tail::Under).and_then(|(_, args)| args.first());
    match (who.noun, top) {
        (Noun::It, _) => it.and_then(|it| it.side),
        (Noun::Attacker, _) => at.side,
        (Noun::Defender, _) => at.side.map(other_side),
        (_, Some(Arg::Who(top))) => side_in(who).or_else(|| side_of(top, at, it)),
        _ => side_in(who),
    }
}

/// The side of the other player.
pub fn other_side(side: Side) -> Side {
    if side == Side::Own { Side::Enemy } else { Side::Own }
}

/// Whether the cards of a phrase are creatures for certain.
pub fn is_creature(who: &Selector, at: &At, it: Option<It>) -> bool {
    match who.noun {
        Noun::Creature | Noun::ThisStack | Noun::Attacker | Noun::Defender | Noun::Equipped => true,
        Noun::This => at.kind == Kind::Creature,
        Noun::It => it.is_some_and(|it| it.creature),
        Noun::Card => {
            let numbers = [Tail::Level, Tail::LevelOrLower, Tail::LevelOrHigher, Tail::AttackOrMore, Tail::DefenseOrLess];
            let typed = who.adjectives.iter().any(|word| word.type_bit() != 0 || word.subtype_bit() != 0);
            typed || who.tailed(Tail::Under) || numbers.into_iter().any(|tail| who.tailed(tail))
        }
        _ => false,
    }
}
