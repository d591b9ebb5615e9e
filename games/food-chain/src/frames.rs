//! The frames of the agenda: what is still to be done, as plain data.

use std::hash::{Hash, Hasher};

use playmat_cards::{CardRef, Turns};
use playmat_kernel::Seat;

use crate::rules::AbilityId;
use crate::state::{MOST_CARDS, Position, SLOTS};
use crate::words::Trigger;

/// Something still to be done before the turn goes on. Plain data: see the files named at each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // a frame says in its sentence what it holds
pub enum Frame {
    /// The match begins (setup).
    Opening(Opening),
    /// Simultaneous abilities of a seat: which next? By place its waiting printed abilities as bits, and its stamp; gained ones
    /// wait on the field (turn)
    Waiting { seat: Seat, trigger: Trigger, printed: [u8; SLOTS + 1], stamps: [u8; SLOTS + 1] },
    /// FC A11: the loss check, and whose last trap was asked for (facts).
    Check { asked: u8 },
    /// FC A11: the stings at the end of a turn, and where the next stinger is looked for (turn).
    Stings { from: u8 },
    /// A creature is played or put into play (play).
    Enter(Enter),
    /// An attack (combat).
    Attack(Attack),
    /// A program runs (verbs).
    Run(Run),
    /// Somebody may react (facts).
    Window(Window),
    /// Cards to be discarded (verbs).
    Discard { seat: Seat, left: u8, cause: CardRef },
    /// Damage about to be dealt to a player (verbs).
    Hurt { seat: Seat, amount: u8, negated: bool, opened: bool, cause: CardRef },
}

/// The steps of FC A1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Opening {
    Shuffle,
    Roll,
    Choose(Seat),
    Deal,
}

/// A creature on its way to the field (FC A4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Enter {
    /// The card, in limbo from the declaration on.
    pub card: CardRef,
    /// Who plays it.
    pub seat: Seat,
    /// How far it is.
    pub step: EnterStep,
    /// See the constants.
    pub flags: u8,
    /// What it eats, in this order.
    pub meals: [CardRef; 3],
    /// The places of its player's side where meals stand, as bits.
    pub places: u8,
    /// What its meals are worth, counted when they were chosen.
    pub nutrition: i16,
    /// The slot that is kept for it (`on_eat_timing` = `before-entering`), or 255.
    pub slot: u8,
    /// What it copies when it has entered (`on_eat_timing` = `before-entering`).
    pub copies: CardRef,
}

impl Enter {
    /// Played from hand: windows open, limits count.
    pub const FROM_HAND: u8 = 1;
    /// A trap took its abilities before it entered.
    pub const MUTE: u8 = 2;
    /// A trap negated the play.
    pub const NEGATED: u8 = 4;
    /// The play used up the card of the turn.
    pub const COUNTED: u8 = 8;
    /// The first of three bits: which meals come from carrion.
    pub const SCAVENGED: u8 = 16;

    /// On its way from hand or by an effect, nothing eaten yet.
    pub const fn new(card: CardRef, seat: Seat, step: EnterStep, flags: u8) -> Enter {
        let meals = [CardRef::NONE; 3];
        Enter { card, seat, step, flags, meals, places: 0, nutrition: 0, slot: 255, copies: CardRef::NONE }
    }

    /// One more meal, from a place of its player's side or from carrion, and what it is worth.
    #[inline]
    pub fn eat(&mut self, meal: CardRef, place: Option<usize>, nutrition: i16) {
        let nth = self.meals.iter().take_while(|meal| meal.some().is_some()).count();
        if let Some(free) = self.meals.get_mut(nth) {
            *free = meal;
            self.nutrition += nutrition;
            match place {
                Some(place) => self.places |= 1 << place,
                None => self.flags |= Enter::SCAVENGED << nth,
            }
        }
    }
}

/// The steps of FC A4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum EnterStep {
    AnyCardWindow,
    KindWindow,
    Meals,
    Land,
}

/// One attack (FC A5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// Whose attack it is.
    pub seat: Seat,
    /// Who attacks.
    pub attacker: CardRef,
    /// Where it stood, and its stamp when it attacked.
    pub attacker_at: (u8, u8),
    /// Who is attacked; none for the rival, or while it is not chosen yet.
    pub defender: CardRef,
    /// Where it stood, and its stamp when it was attacked.
    pub defender_at: (u8, u8),
    /// How far it is.
    pub step: AttackStep,
    /// See the constants.
    pub flags: u8,
}

impl Attack {
    /// A trap or reaction negated it.
    pub const NEGATED: u8 = 1;
    /// Neurotoxin is on its way to the attacker.
    pub const TO_ATTACKER: u8 = 2;
    /// Neurotoxin is on its way to the defender.
    pub const TO_DEFENDER: u8 = 4;
    /// The attacker bit into something poisonous.
    pub const POISONED: u8 = 8;

    /// Where the attacker stands, if it is still there and the same.
    #[inline]
    pub fn attacking(&self, pos: &Position) -> Option<(Seat, usize)> {
        still(pos, self.seat, self.attacker_at)
    }

    /// Where the defender stands, if it is still there and the same.
    #[inline]
    pub fn defending(&self, pos: &Position) -> Option<(Seat, usize)> {
        still(pos, self.seat.rival(), self.defender_at)
    }
}

/// A stamp says enough: nothing else on the table has it. No stamp is nobody's.
#[inline]
fn still(pos: &Position, seat: Seat, (place, stamp): (u8, u8)) -> Option<(Seat, usize)> {
    let place = place as usize % (SLOTS + 1);
    (stamp != 0 && pos.field[seat][place].stamp == stamp).then_some((seat, place))
}

/// The steps of FC A5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum AttackStep {
    Target,
    Window,
    Defending,
    AttackerBefore,
    DefenderBefore,
    Damage,
    Neurotoxin,
    Poison,
    AttackerAfter,
    DefenderAfter,
    Done,
}

/// A running effect.
pub type Run = playmat_cards::Run<Kept>;

/// How many can be chosen on a line, all choices together.
pub const REGISTERS: usize = 3;

/// What is kept of a running effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// How it came to run, and what is left to do when it is done.
    pub by: By,
    /// "It".
    pub it: Target,
    /// What was chosen.
    pub chosen: [Target; REGISTERS],
    /// The stamp of the creature whose ability it is, while that stands on the field; else 0.
    pub stamp: u8,
}

/// The third register is seldom used, and then only is it hashed.
impl Hash for Kept {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [first, second, third] = self.chosen;
        (self.by, self.it, [first, second]).hash(state);
        if third != Target::NONE {
            third.hash(state);
        }
        self.stamp.hash(state);
    }
}

impl playmat_cards::Kept for Kept {
    type Ability = AbilityId;
    type Target = Target;
    const OPEN: Target = Target::NONE;
    const SHUT: Target = Target::DECLINED;

    #[inline]
    fn chosen(&self, register: u8, most: u8) -> &[Target] {
        &self.chosen[register as usize..][..most as usize]
    }

    #[inline]
    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [Target] {
        &mut self.chosen[register as usize..][..most as usize]
    }

    #[inline]
    fn one(&self, register: u8) -> Target {
        self.chosen[register as usize % REGISTERS]
    }

    #[inline]
    fn set_one(&mut self, register: u8, target: Target) {
        self.chosen[register as usize % REGISTERS] = target;
    }

    #[inline]
    fn mean(&mut self, it: Target) {
        self.it = it;
    }
}

/// A card, a player or nothing, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target(pub u8);

impl Target {
    /// Nothing yet.
    pub const NONE: Target = Target(255);
    /// Nothing for good: there was no candidate, or the player chose none.
    pub const DECLINED: Target = Target(254);

    /// A slot, remembered for what comes back into it.
    #[inline]
    pub const fn slot(seat: Seat, place: usize) -> Target {
        Target(200 + seat.bit() * 4 + place as u8)
    }

    /// The slot, if it is one.
    #[inline]
    pub fn as_slot(self) -> Option<(Seat, usize)> {
        (200..208).contains(&self.0).then(|| (Seat::from_bit((self.0 - 200) / 4), ((self.0 - 200) % 4) as usize))
    }

    /// A player.
    #[inline]
    pub const fn player(seat: Seat) -> Target {
        Target(250 + seat.bit())
    }

    /// A card.
    #[inline]
    pub const fn card(card: CardRef) -> Target {
        Target(card.0)
    }

    /// The player, if it is one.
    #[inline]
    pub fn as_player(self) -> Option<Seat> {
        (250..252).contains(&self.0).then(|| Seat::from_bit(self.0 - 250))
    }

    /// The card, if it is one.
    #[inline]
    pub fn as_card(self) -> Option<CardRef> {
        ((self.0 as usize) < MOST_CARDS).then_some(CardRef(self.0))
    }
}

/// How an effect came to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum By {
    /// By itself.
    Trigger,
    /// A spell was played from hand.
    Spell,
    /// A spell was played, as the card of the turn.
    CountedSpell,
    /// A spell was played by an effect.
    FreeCast,
    /// A card was discarded for it.
    Discard,
    /// A creature was sacrificed for it.
    Sacrifice,
    /// A creature does it in place of an attack.
    Instead,
    /// A trap fired.
    Trap,
    /// The play was negated: nothing runs any more.
    Negated,
    /// A spell was negated that was the card of the turn.
    NegatedCounted,
}

/// Somebody may react (FC A9).
pub type Window = playmat_cards::Window<Happening>;

/// What a window is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Happening {
    /// What happened.
    pub event: Trigger,
    /// The card it happened with.
    pub subject: CardRef,
}

impl Happening {
    /// The turn of the traps.
    pub const TRAPS: u8 = 0;
    /// The turn after them: discard reactions and the creature's own answer.
    pub const LATE: u8 = 1;
}

/// Both turns belong to the same player.
impl Turns for Happening {
    const COUNT: u8 = 2;

    fn after(seat: Seat) -> Seat {
        seat
    }
}
