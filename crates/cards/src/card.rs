//! Cards on a table: which card it is, whose, who knows it.

use playmat_kernel::Seat;

/// A card definition: its place in the rule set, where definitions stand sorted by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DefId(pub u16);

/// A card on the table. Internal to a position: other players follow a card by its handle, and only while it is public.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, bytemuck::TransparentWrapper, bytemuck::Pod, bytemuck::Zeroable,
)]
#[repr(transparent)]
pub struct CardRef(pub u8);

impl CardRef {
    /// No card.
    pub const NONE: CardRef = CardRef(255);

    /// The card, unless it is none.
    #[inline]
    pub fn some(self) -> Option<CardRef> {
        (self != CardRef::NONE).then_some(self)
    }
}

/// What a position keeps of each card, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Card(u16);

const DEF: u16 = 0x03ff;
const OWNER: u16 = 1 << 11;
const MADE: u16 = 1 << 12;
const KNOWN: u16 = 1 << 13; // and 1 << 14; the other two bits are notes

impl Card {
    /// The most definitions a rule set may have.
    pub const MOST_DEFINITIONS: usize = DEF as usize + 1;

    /// What is kept of a card that is not in the game.
    pub const BLANK: Card = Card(0);

    /// A card that nobody knows yet. `made` = a token or generated card, which vanishes instead of going to a pile.
    #[inline]
    pub fn new(def: DefId, owner: Seat, made: bool) -> Self {
        let owner = u16::from(owner.bit()) * OWNER;
        Card((def.0 & DEF) | owner | (u16::from(made) * MADE))
    }

    /// Its definition.
    #[inline]
    pub fn def(self) -> DefId {
        DefId(self.0 & DEF)
    }

    /// It becomes another card.
    #[inline]
    pub fn set_def(&mut self, def: DefId) {
        self.0 = (self.0 & !DEF) | (def.0 & DEF);
    }

    /// Whose card it is, wherever it lies.
    #[inline]
    pub fn owner(self) -> Seat {
        if self.0 & OWNER == 0 { Seat::One } else { Seat::Two }
    }

    /// Whether it is the same card of the same player as another.
    #[inline]
    pub fn is_like(self, other: Card) -> bool {
        (self.0 ^ other.0) & (DEF | OWNER) == 0
    }

    /// Whether it was made during the match.
    #[inline]
    pub fn made(self) -> bool {
        self.0 & MADE != 0
    }

    /// It is a token from now on.
    #[inline]
    pub fn set_made(&mut self) {
        self.0 |= MADE;
    }

    /// Whether this seat knows which card it is. Kept for hidden zones; what is public is known to all.
    #[inline]
    pub fn known(self, to: Seat) -> bool {
        self.0 & (KNOWN << to.bit()) != 0
    }

    /// This seat learns which card it is.
    #[inline]
    pub fn learn(&mut self, who: Seat) {
        self.0 |= KNOWN << who.bit();
    }

    /// [`Card::learn`] if `holds`, without a branch.
    #[inline]
    pub fn learn_if(&mut self, who: Seat, holds: bool) {
        self.0 |= (u16::from(holds) * KNOWN) << who.bit();
    }

    /// This seat cannot tell any more which card it is.
    #[inline]
    pub fn forget(&mut self, who: Seat) {
        self.0 &= !(KNOWN << who.bit());
    }

    /// Everybody sees it.
    #[inline]
    pub fn reveal(&mut self) {
        self.0 |= KNOWN | KNOWN << 1;
    }

    /// Nobody knows it.
    #[inline]
    pub fn hide(&mut self) {
        self.0 &= !(KNOWN | KNOWN << 1);
    }

    /// Whether this is noted of it.
    #[inline]
    pub fn has(self, note: Note) -> bool {
        self.0 & note.0 != 0
    }

    /// Notes this of it, or lifts that.
    #[inline]
    pub fn note(&mut self, note: Note, holds: bool) {
        self.0 = (self.0 & !note.0) | if holds { note.0 } else { 0 };
    }

    /// If `holds`, nothing is noted of it from now on. Without a branch.
    #[inline]
    pub fn lift_notes_if(&mut self, holds: bool) {
        self.0 &= !(u16::from(holds) * (Note::FIRST.0 | Note::SECOND.0));
    }
}

/// Something that a game notes of a card until a turn is over. There are two; the game says what they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note(u16);

impl Note {
    /// One.
    pub const FIRST: Note = Note(1 << 10);
    /// The other.
    pub const SECOND: Note = Note(1 << 15);
}

/// A card of a hidden zone is shown. Nobody can tell which of two cards of one name it was, so it counts as the one that this
/// seat knows. Returns whether the seat knew it.
#[cold]
pub fn show_known(cards: &mut [Card], zone: &[CardRef], shown: CardRef, to: Seat) -> bool {
    let card = cards[shown.0 as usize];
    let twin = |other: &&CardRef| {
        let other = cards[other.0 as usize];
        other.def() == card.def() && other.known(to)
    };
    let known = if card.known(to) { Some(shown) } else { zone.iter().find(twin).copied() };
    if let Some(known) = known {
        cards.swap(shown.0 as usize, known.0 as usize);
    }
    known.is_some()
}

impl std::fmt::Debug for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}{}", self.owner().tag(), self.def().0, if self.made() { "*" } else { "" })
    }
}
