//! Which cards a text means: what they must be, and where they are.

use playmat_cards::{DefId, Side};
use playmat_kernel::{BySeat, Seat};

use crate::actions::{Who, depends};
use crate::rules::MAGIC;
use crate::state::{Places, Slot};

/// Whom an event is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Any card or player.
    Any,
    /// The card itself.
    This,
    /// The top of the stack in which the card lies.
    ThisStack,
    /// The controller: a direct attack.
    You,
    /// A card that fits.
    Fits(FilterId),
}

/// The number of a filter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FilterId(pub u16);

/// Which cards fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Whose, seen from the controller.
    pub side: Side,
    /// Types as bits, one of which it must have; [`MAGIC`] is one, [`Filter::CREATURE`] all others.
    pub kinds: u8,
    /// Whether a back is enough: nothing but creature, magic or card is asked for.
    pub plain: bool,
    /// Sub-types that it must have, all of them.
    pub subtypes: u16,
    /// The level at least and at most.
    pub level: (u8, u8),
    /// Attack at least.
    pub attack: i16,
    /// Defense at most.
    pub defense: i16,
    /// States it must have: [`Filter::TAPPED`], [`Filter::DOWN`].
    pub with: u8,
    /// States it must not have.
    pub without: u8,
    /// Not the source itself.
    pub other: bool,
    /// The only card that fits, by its name: asked of decks and discard piles alone (ST I14).
    pub name: Option<DefId>,
    /// Whether nothing is asked for but a side, states, another card, and creature, magic or card: what sets of places tell.
    pub bare: bool,
    /// The places where such a card can lie, for the filter of each player.
    pub rows: BySeat<Places>,
    /// The places where it may lie if it is tapped, untapped, face down and face up: all or none.
    pub states: [Places; 4],
}

impl Filter {
    /// Every type but magic.
    pub const CREATURE: u8 = 0x7f;
    /// Tapped.
    pub const TAPPED: u8 = 1;
    /// Face down.
    pub const DOWN: u8 = 2;
    /// Every card.
    pub const ANY: Filter = Filter {
        side: Side::Both,
        kinds: 0xff,
        plain: true,
        subtypes: 0,
        level: (0, u8::MAX),
        attack: i16::MIN,
        defense: i16::MAX,
        with: 0,
        without: 0,
        other: false,
        name: None,
        bare: true,
        rows: BySeat::new(Places::ALL, Places::ALL),
        states: [Places::ALL; 4],
    };

    /// What it asks for as sets of places.
    #[must_use]
    pub fn with_places(self) -> Filter {
        let creatures = if self.kinds & Filter::CREATURE != 0 { Places::STACKS } else { Places::NONE };
        let magic = if self.kinds & MAGIC != 0 { Places::MAGIC } else { Places::NONE };
        let sides = |seat: Seat| match self.side {
            Side::Own => Places::of(seat),
            Side::Enemy => Places::of(seat.rival()),
            Side::Both => Places::ALL,
        };
        let unless = |forbidden: bool| if forbidden { Places::NONE } else { Places::ALL };
        let states = [
            unless(self.without & Filter::TAPPED != 0),
            unless(self.with & Filter::TAPPED != 0),
            unless(self.without & Filter::DOWN != 0),
            unless(self.with & Filter::DOWN != 0),
        ];
        Filter { rows: BySeat::from_fn(|seat| sides(seat).and(creatures.or(magic))), states, ..self }
    }

    /// Whether it asks for cards of this owner, seen from `seat`.
    #[inline]
    pub fn admits(&self, owner: Seat, seat: Seat) -> bool {
        match self.side {
            Side::Own => owner == seat,
            Side::Enemy => owner != seat,
            Side::Both => true,
        }
    }

    /// Whether what lies somewhere has the numbers, type and sub-types.
    #[inline]
    pub fn describes(&self, slot: &Slot) -> bool {
        // A back has no type, which is enough for what asks for no more than a creature or magic.
        (self.plain | (slot.kind & self.kinds != 0))
            & (slot.subtypes & self.subtypes == self.subtypes)
            & (slot.level >= self.level.0)
            & (slot.level <= self.level.1)
            & (slot.attack >= self.attack)
            & (slot.defense <= self.defense)
    }

    /// Whether it asks for attack or defense.
    pub fn asks_stats(&self) -> bool {
        self.attack > i16::MIN || self.defense < i16::MAX
    }

    /// What a change depends on that looks at states of such cards, by [`depends`]'s bits.
    pub fn depends(&self) -> u16 {
        if (self.with | self.without) & Filter::TAPPED == 0 { 0 } else { depends::TAPPED }
    }
}

/// Where cards are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// Tops and magic on the field.
    Field,
    /// The controller's hand.
    Hand,
    /// The controller's deck.
    Deck,
    /// The controller's discard pile.
    Pile,
    /// The rival's discard pile.
    RivalPile,
    /// Under this card, or in the stack where it lies.
    UnderThis,
    /// Under the top that was chosen into a register.
    UnderChosen(u8),
    /// Under what the source is attached to.
    UnderHost,
    /// Under tops that fit.
    Under(FilterId),
}

impl From {
    /// A zone a Latent may work from: on the field.
    pub const ON_FIELD: u8 = 1;
    /// In the hand.
    pub const IN_HAND: u8 = 2;
    /// In the deck.
    pub const IN_DECK: u8 = 4;
    /// In the discard pile.
    pub const IN_PILE: u8 = 8;
    /// Under another card.
    pub const UNDERNEATH: u8 = 16;

    /// Whether it is a discard pile.
    #[inline]
    pub const fn is_pile(self) -> bool {
        matches!(self, From::Pile | From::RivalPile)
    }

    /// Whether everybody sees what is there.
    #[inline]
    pub const fn is_public(self) -> bool {
        !matches!(self, From::Hand | From::Deck)
    }
}

/// Cards somewhere that fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Where the cards are.
    pub from: From,
    /// What they must be like.
    pub filter: FilterId,
}

impl Group {
    /// What a change of somebody that counts these cards depends on, by [`depends`]'s bits.
    pub fn depends(self, filter: &Filter, who: Who) -> u16 {
        filter.depends()
            | match self.from {
                From::Hand => depends::HAND,
                From::Deck => depends::DECK,
                From::Pile | From::RivalPile => depends::PILE,
                From::UnderThis if who == Who::This => depends::UNDER,
                From::UnderHost if who == Who::Host => depends::UNDER,
                _ => depends::COUNTS,
            }
    }
}
