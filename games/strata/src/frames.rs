//! The frames of the agenda: what is still to be done, as plain data. A chain is frames too: its links lie above each other and
//! are resolved from the top.

use playmat_cards::{CardRef, Cursor, Turns};
use playmat_kernel::Seat;

use crate::rules::{EffectId, Names};
use crate::state::Place;

/// Something still to be done. Plain data: see the files named at each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // a frame says in its sentence what it holds
pub enum Frame {
    /// The match begins (setup).
    Opening(Opening),
    /// The turn goes on in its phase (turn).
    Turn,
    /// A card of the hand levels up: onto which creature? (play)
    Base { card: CardRef, down: bool },
    /// A creature attacks: whom? (battle)
    Aim { attacker: Place },
    /// A program announces or runs (running).
    Run(Run),
    /// A link: an announced effect (chain).
    Link(Run),
    /// A link: a card played from hand (play).
    Play(Play),
    /// A link: an attack (battle).
    Attack(Attack),
    /// Players may respond to the links below (chain).
    Window(Window),
    /// Waiting triggers are put onto the chain (waiting).
    Gather { now: bool, seat: Seat, ordered: u8 },
    /// A Counter answers: which link? (chain)
    Which { card: CardRef, which: u8 },
    /// A Counter answers an effect with several targets: which of them does it mean? (chain)
    Whom { card: CardRef, which: u8, link: u8 },
    /// Cards to be discarded from a hand (verbs).
    Discard { seat: Seat, left: u8, cause: CardRef },
    /// A card comes onto the field by an effect: which base, which side up? (stacks)
    Land(Land),
    /// A card lends an effect: which? (verbs)
    Lend { card: CardRef, to: CardRef, seat: Seat },
}

/// Players may respond to a chain, the rival of who laid its last link first (ST H3).
pub type Window = playmat_cards::Window<Chain>;

/// What a window is about: the links below it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chain;

/// ST E: players alternate until both have passed.
impl Turns for Chain {
    const COUNT: u8 = 2;

    fn after(seat: Seat) -> Seat {
        seat.rival()
    }
}

/// The steps of ST A.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Opening {
    Shuffle,
    Roll,
    Deal,
}

/// An effect: being announced, a link of a chain, or running.
pub type Run = playmat_cards::Run<Kept>;

/// What is kept of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kept {
    /// How it came to be, and what is left to do when it is done.
    pub by: By,
    /// See the constants.
    pub flags: u8,
    /// The card of the event.
    pub event: CardRef,
    /// The link that a Counter answers, counted from below on the agenda.
    pub answers: u8,
    /// ST I7: which target of the link that a Counter answers it means, counted through the registers; [`Kept::ANY`] if that is
    /// not said.
    pub aim: u8,
    /// ST I10: the targets that were levelled over face down, as bits counted through the registers.
    pub levelled: u8,
    /// Where its source lay when it was announced.
    pub place: Place,
    /// What was chosen, by register.
    pub chosen: [[CardRef; MOST_CHOSEN]; 2],
}

/// The most cards of one choice.
pub const MOST_CHOSEN: usize = 3;

impl Kept {
    /// It was countered.
    pub const COUNTERED: u8 = 1;
    /// Its source was destroyed after it was announced.
    pub const ORPHANED: u8 = 2;
    /// Its source was turned up for it: everybody has seen that.
    pub const TURNED_UP: u8 = 4;

    /// Nothing yet.
    pub const OPEN: CardRef = CardRef::NONE;
    /// Nothing for good: declined, impossible or gone.
    pub const SHUT: CardRef = CardRef(254);
    /// No target in particular.
    pub const ANY: u8 = u8::MAX;

    /// The cards in a register that are still there.
    #[inline]
    pub fn picked(&self, register: u8) -> impl Iterator<Item = CardRef> + use<> {
        self.chosen[register as usize % 2].into_iter().filter(|card| card.0 < Kept::SHUT.0)
    }
}

impl playmat_cards::Kept for Kept {
    type Ability = EffectId;
    type Target = CardRef;
    const OPEN: CardRef = Kept::OPEN;
    const SHUT: CardRef = Kept::SHUT;

    #[inline]
    fn chosen(&self, register: u8, most: u8) -> &[CardRef] {
        &self.chosen[register as usize % 2][..most as usize % (MOST_CHOSEN + 1)]
    }

    #[inline]
    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [CardRef] {
        &mut self.chosen[register as usize % 2][..most as usize % (MOST_CHOSEN + 1)]
    }
}

/// An effect about to be announced.
#[inline]
pub fn announced(effect: EffectId, start: u16, source: CardRef, seat: Seat, by: By, place: Place) -> Run {
    let chosen = [[Kept::OPEN; MOST_CHOSEN]; 2];
    let kept = Kept { by, flags: 0, event: CardRef::NONE, answers: u8::MAX, aim: Kept::ANY, levelled: 0, place, chosen };
    Run::new(effect, Cursor::new(start, true), source, seat, kept)
}

/// How an effect came to be activated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum By {
    /// By its player, from the field.
    Use,
    /// By its player, from the hand (ST H15).
    Hand,
    /// In response.
    Counter,
    /// By itself.
    Latent,
    /// By another card (ST H28): no link, nothing is tapped.
    Copy,
}

/// A card on its way from hand to the field (ST H6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// The card, in limbo.
    pub card: CardRef,
    /// Who plays it.
    pub seat: Seat,
    /// Face down.
    pub down: bool,
    /// The stack it levels up, with its stamp.
    pub base: Option<(Place, u8)>,
    /// It was countered.
    pub countered: bool,
}

/// An attack (ST H22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// Who attacks.
    pub seat: Seat,
    /// It was countered.
    pub countered: bool,
    /// The attacking stack and its stamp.
    pub attacker: (Place, u8),
    /// The attacked stack and its stamp; no place for the rival.
    pub target: (Place, u8),
}

/// A card on its way onto the field by an effect (ST H16, H17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Land {
    /// The card, still where it comes from.
    pub card: CardRef,
    /// Whose effect it is.
    pub cause: CardRef,
    /// Onto which stack; none while that is not chosen, or for a free place.
    pub base: Option<Place>,
    /// Whether it levels up.
    pub levels: bool,
    /// Whether its controller still chooses which side is up.
    pub sided: bool,
    /// Face down.
    pub down: bool,
    /// ST I11: it was found in a deck by a description, and so is shown even if it comes to lie face down.
    pub found: bool,
}

impl Frame {
    /// Whether it is a link of the chain.
    #[inline]
    pub const fn is_link(&self) -> bool {
        matches!(self, Frame::Link(_) | Frame::Play(_) | Frame::Attack(_))
    }

    /// Whose link it is, and what Counters call it.
    #[inline]
    pub const fn link(&self) -> Option<(Seat, u8)> {
        match self {
            Frame::Link(run) => Some((run.seat, Names::EFFECT)),
            Frame::Play(play) => Some((play.seat, Names::PLAY)),
            Frame::Attack(attack) => Some((attack.seat, Names::ATTACK)),
            _ => None,
        }
    }

    /// The link does nothing when its turn comes (ST H7).
    pub fn counter(&mut self) {
        match self {
            Frame::Link(run) => run.flags |= Kept::COUNTERED,
            Frame::Play(play) => play.countered = true,
            Frame::Attack(attack) => attack.countered = true,
            _ => {}
        }
    }
}
