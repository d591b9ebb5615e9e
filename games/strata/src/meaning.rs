//! Which cards a phrase means, as far as that is certain before a match: what a verb has to do with them, what "it" is, where it lies, and
//! whose it is.

use playmat_cards::Side;
use playmat_cardtext::ast::{self, Arg, Quant};

use crate::words::{Adjective, Event, Kind, Narrows, Noun, Sort, StrataWords, Tail, Trigger};

type Clause = ast::Clause<StrataWords>;
type Line = ast::Ability<StrataWords>;
type Selector = ast::Selector<StrataWords>;

/// What a verb has to do with the cards of one of its phrases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is a player who does it.
    Player,
    /// What is answered, and stopped.
    Stopped,
    /// What is answered, and gets another target.
    Redirected,
    /// The new target.
    Target,
    /// Goes to the discard pile, and points are lost.
    Destroyed,
    /// Goes to the discard pile.
    Discarded,
    /// Goes to the hand.
    Returned,
    /// Goes to the deck.
    Shuffled,
    /// Is looked for in the deck.
    Sought,
    /// Is looked for in the discard pile.
    Recovered,
    /// Comes onto the field.
    Played,
    /// Is levelled up.
    Base,
    /// Comes onto the base.
    Onto,
    /// Goes under a creature.
    Moved,
    /// The creature under which it goes.
    Stack,
    /// Is tapped.
    Tapped,
    /// Is untapped.
    Untapped,
    /// Lends an effect.
    Copied,
    /// Is only described.
    Described,
    /// Is changed.
    Changed,
    /// Does nothing to what is changed.
    Resisted,
}

impl Role {
    /// Where the cards go.
    pub const fn goes_to(self) -> Option<Lies> {
        match self {
            Role::Destroyed | Role::Discarded => Some(Lies::InPile),
            Role::Returned | Role::Sought | Role::Recovered => Some(Lies::InHand),
            Role::Shuffled => Some(Lies::InDeck),
            Role::Played | Role::Onto => Some(Lies::OnField),
            Role::Base | Role::Moved => Some(Lies::Underneath),
            _ => None,
        }
    }

    /// Whether they are "it" in the next step.
    pub const fn is_it(self) -> bool {
        use Role as R;
        !matches!(self, R::Player | R::Stopped | R::Redirected | R::Base | R::Stack | R::Described | R::Resisted)
    }

    /// Whether they are on the field, and nowhere else.
    pub const fn on_field(self) -> bool {
        use Role as R;
        matches!(self, R::Destroyed | R::Tapped | R::Untapped | R::Redirected | R::Target | R::Base | R::Stack | R::Changed)
    }

    /// Whether they are looked for.
    pub const fn is_sought(self) -> bool {
        matches!(self, Role::Sought | Role::Recovered)
    }
}

/// What the row of a verb says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses {
    /// What it has to do with the cards of its phrases.
    pub roles: &'static [Role],
    /// Whether it has a number that counts for each of something.
    pub counts: bool,
}

impl Uses {
    /// A verb without such a number.
    pub const fn of(roles: &'static [Role]) -> Uses {
        Uses { roles, counts: false }
    }
}

/// What somebody does with a number.
pub const COUNTS: Uses = Uses { roles: &[], counts: true };
/// What a player does with a number.
pub const COUNTS_PLAYERS: Uses = Uses { roles: &[Role::Player], counts: true };

/// The line that a phrase stands in.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The kind of its card.
    pub kind: Kind,
    /// How it begins.
    pub trigger: Trigger,
    /// Whether its card is not on the field when it happens.
    pub away: bool,
    /// Whether its card is under another one then.
    pub underneath: bool,
    /// Whether a player is attacked, and so no card.
    pub direct: bool,
    /// Whether what it answers has the card itself as its target.
    pub on_this: bool,
    /// Whose the card of its event is, if that is certain; of an attack the attacker.
    pub side: Option<Side>,
}

impl At {
    /// Where a line is announced and its costs are paid.
    pub fn of(kind: Kind, trigger: Trigger, line: &Line) -> At {
        let args = || line.trigger.iter().flat_map(|(_, args)| args);
        let zones = || args().filter_map(|arg| if let Arg::Adjectives(words, _) = arg { Some(words) } else { None });
        let underneath = zones().any(|words| words.contains(&Adjective::Underneath));
        let subjects = || args().filter_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None });
        let of_this = subjects().next().is_some_and(|who| who.noun == Noun::This);
        let left = has_left(trigger) && of_this;
        let attacked = subjects().nth(1);
        let direct = attacked.is_some_and(|who| who.noun == Noun::You);
        // Counters answer the rival, and nobody attacks their own side.
        let side = match trigger {
            Trigger::Counter(event) if event != Event::Targeted => Some(Side::Enemy),
            _ => subjects().next().and_then(side_in).or_else(|| attacked.and_then(side_in).map(other_side)),
        };
        let targeted = matches!(trigger, Trigger::Counter(Event::Targeted)) && of_this;
        let on_this = targeted || attacked.is_some_and(|who| who.noun == Noun::This);
        At { kind, trigger, away: zones().next().is_some() || left, underneath, direct, on_this, side }
    }

    /// When the costs are paid: the card may be one of them.
    #[must_use]
    pub fn paid(self, line: &Line) -> At {
        let paid = line.costs.iter().flat_map(Clause::selectors).any(|who| who.noun == Noun::This);
        At { away: self.away || paid, ..self }
    }

    /// After a step: where the card itself is then.
    #[must_use]
    pub fn after(self, clause: &Clause) -> At {
        let this = clause.selectors().next().is_some_and(|who| who.noun == Noun::This);
        match clause.verb.roles().first().filter(|_| this).and_then(|role| role.goes_to()) {
            None => self,
            Some(Lies::OnField) => At { away: false, underneath: false, ..self },
            Some(lies) => At { away: true, underneath: lies == Lies::Underneath, ..self },
        }
    }

    /// Whether it answers something.
    pub fn is_counter(&self) -> bool {
        matches!(self.trigger, Trigger::Counter(_))
    }

    /// Whether changes without `this turn` last while its card is on or attached: they are worked out again each time.
    pub fn lasts(&self) -> bool {
        matches!(self.trigger, Trigger::Continuous | Trigger::Equip)
    }
}

/// Whether the card of an event is not on the field any more.
pub fn has_left(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::Latent(Event::Destroyed | Event::Discarded | Event::Decked))
}

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
    /// Where it is at that point.
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
        if clause.card_names().next().is_some() {
            // A card that was searched for by its name (ST I14).
            let several = clause.number(0).is_ok_and(|count| count > 1);
            let (side, lies) = (Some(Side::Own), Lies::InHand);
            return Some(It { noun: Noun::Card, several, side, creature: false, lies, of_event: false });
        }
        let mut phrases = clause.selectors().zip(clause.verb.roles());
        let Some((who, role)) = phrases.find(|(who, role)| role.is_it() && !is_player(who)) else { return it };
        let was = if who.noun == Noun::It { it? } else { It::called(who, at, it) };
        let side = if role.is_sought() { Some(Side::Own) } else { was.side };
        Some(It { lies: role.goes_to().unwrap_or(was.lies), side, ..was })
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
            let tells = |tail: Tail| matches!(tail.narrows(), Narrows::Level | Narrows::Stats | Narrows::Under);
            is_typed(who) || who.tails.iter().any(|(tail, _)| tells(*tail))
        }
        _ => false,
    }
}

/// Where the cards of a phrase are, if not on the field.
pub fn is_off_field(who: &Selector) -> bool {
    let elsewhere = |tail: Tail| matches!(tail.narrows(), Narrows::OwnZone(_) | Narrows::RivalPile | Narrows::Under);
    who.tails.iter().any(|(tail, _)| elsewhere(*tail))
}

/// Whether the cards of a phrase are those of its player alone.
pub fn is_own_zone(who: &Selector) -> bool {
    who.tails.iter().any(|(tail, _)| matches!(tail.narrows(), Narrows::OwnZone(_)))
}

/// Whether a phrase is about cards and not about players or what goes on.
pub fn names_cards(who: &Selector) -> bool {
    matches!(who.noun, Noun::Creature | Noun::Magic | Noun::Card)
}

/// Whether the cards of a phrase are under the card itself.
pub fn is_under_this(who: &Selector) -> bool {
    let this = |arg: &Arg<StrataWords>| matches!(arg, Arg::Who(top) if matches!(top.noun, Noun::This | Noun::ThisStack));
    who.tails.iter().any(|(tail, args)| *tail == Tail::Under && args.iter().any(this))
}

/// Whether a phrase asks for a type or sub-type.
pub fn is_typed(who: &Selector) -> bool {
    who.adjectives.iter().any(|word| matches!(word.sort(), Sort::Type | Sort::Subtype))
}
