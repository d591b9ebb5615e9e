//! Who can be chosen: targets of effects, targets of attacks.

use playmat_cards::CardRef;
use playmat_kernel::Seat;

use crate::field::{ENEMY, OWN, Places, place_at};
use crate::play;
use crate::rules::{Filter, From, Now, Pick, Purpose, Rules, What};
use crate::rulings::{Lure, LureStealth};
use crate::sets::Set;
use crate::state::{Attack, By, Position, Run, SLOTS, Slot, Target, Zone};
use crate::words::Keyword;

/// The places with what a filter asks for, as `seat` sees them.
#[inline]
pub fn fitting(pos: &Position, filter: Filter, seat: Seat, source: CardRef) -> u8 {
    const SIDES: [u8; 3] = [OWN, ENEMY, OWN | ENEMY];
    let itself = pos.field.spot(seat, source) & if filter.other { OWN | ENEMY } else { 0 };
    let fitting = pos.field.all_places(seat, filter.what) & SIDES[filter.side as usize] & !itself;
    if filter.now != Now::ANY { like(pos, seat, fitting, filter.now) } else { fitting }
}

/// Which of these places have a creature that is now as the filter asks.
#[inline(never)]
fn like(pos: &Position, seat: Seat, places: u8, now: Now) -> u8 {
    let fits = |&bit: &usize| {
        let (at, place) = place_at(seat, bit);
        now.fits(&pos.field[at][place])
    };
    each(places).filter(fits).fold(0, |set, bit| set | 1 << bit)
}

/// How many on the table fit, seen from a running effect.
pub fn count(pos: &Position, run: &Run, filter: Filter) -> u8 {
    fitting(pos, filter, run.seat, run.source).count_ones() as u8
}

/// Everything that may be chosen, in the fixed order of options: the chooser's side, then the rival's, each from the left, then
/// players; piles from the oldest.
pub fn candidates(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, found: &mut impl FnMut(Target)) {
    let seat = run.seat;
    match pick.from {
        From::Field => {
            let (cards, players) = on_field(rules, pos, run, pick);
            for (at, place) in (Places { seat, set: cards }) {
                found(Target::card(pos.field[at][place].card));
            }
            if players {
                found(Target::player(seat));
                found(Target::player(seat.rival()));
            }
        }
        From::OwnCarrion | From::AnyCarrion => {
            for at in [seat, seat.rival()] {
                if at == seat || pick.from == From::AnyCarrion {
                    for &card in pos.pile(at, Zone::Carrion) {
                        if in_pile(rules, pos, run, pick, card) {
                            found(Target::card(card));
                        }
                    }
                }
            }
        }
        From::Deck | From::Hand => {
            let zone = if pick.from == From::Deck { Zone::Deck } else { Zone::Hand };
            for &card in pos.pile(seat, zone) {
                if in_pile(rules, pos, run, pick, card) {
                    found(Target::card(card));
                }
            }
        }
    }
}

/// Whether at least one candidate exists.
pub fn any_candidate(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> bool {
    if pick.from == From::Field {
        // Lure changes who may be chosen, never whether somebody may.
        return pick.players | (legal(rules, pos, run, pick).0 != 0);
    }
    let mut any = false;
    candidates(rules, pos, run, pick, &mut |_| any = true);
    any
}

/// FC A11 `targeting_prompt` = `first`: enemies from the left, then the rival, own creatures only where nothing else fits.
pub fn first_target(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> Option<Target> {
    let mut best: Option<(u8, Target)> = None;
    candidates(rules, pos, run, pick, &mut |target| {
        let rank = match (target.as_player(), target.as_card().and_then(|card| pos.find(card))) {
            (Some(seat), _) if seat != run.seat => 1,
            (None, Some((seat, _))) if seat != run.seat => 0,
            (None, Some(_)) => 2,
            _ => 3,
        };
        if best.is_none_or(|(known, _)| rank < known) {
            best = Some((rank, target));
        }
    });
    best.map(|(_, target)| target)
}

/// What stands on the table for an effect from this player's hand to target, by [`Needs::bit`].
///
/// [`Needs::bit`]: crate::demands::Needs::bit
#[inline]
pub fn able(rules: &Rules, pos: &Position, seat: Seat) -> u16 {
    let (own, mut enemies) = pos.field.all_of(seat);
    if keywords(pos.field.of_rival(seat)) & Keyword::Invisible.bit() != 0 {
        enemies = seen(rules, pos, seat.rival());
    }
    u16::from(own) | u16::from(enemies) << 8
}

/// What effects of the other player can target on a side where something is invisible.
#[inline(never)]
fn seen(rules: &Rules, pos: &Position, side: Seat) -> u8 {
    let lured = rules.rulings.lure == Lure::AttacksAndAbilities && rules.rulings.lure_stealth == LureStealth::Overrides;
    let seen = |slot: &&Slot| !slot.has(Keyword::Invisible) || (lured && slot.has(Keyword::Lure));
    pos.field[side].iter().filter(seen).fold(0, |all, slot| all | slot.what)
}

/// Whether a creature may make another attack, whatever the target (FC A5).
#[inline]
pub fn may_strike(slot: &Slot) -> bool {
    // Only creatures have strikes.
    let still = slot.keywords & (Keyword::Passive.bit() | Keyword::Harmless.bit());
    (slot.struck < slot.strikes) & (still | u32::from(slot.state & (Slot::FROZEN | Slot::PARALYSED)) == 0)
}

/// The slots of the creatures that may attack and have somebody to attack (FC A5).
#[inline]
pub fn attackers(rules: &Rules, pos: &Position, seat: Seat) -> Set {
    let reach = Reach::of(rules, pos, seat);
    Set::of(pos.field[seat][..SLOTS].iter().map(|slot| may_strike(slot) & reach.reaches(slot)))
}

/// FC A5: whom the attacker may attack: places of enemies, and whether the rival.
#[inline]
pub fn attack_targets(rules: &Rules, pos: &Position, attack: &Attack) -> (u8, bool) {
    let place = attack.attacker_at.0 as usize % (SLOTS + 1);
    Reach::of(rules, pos, attack.seat).targets(&pos.field[attack.seat][place])
}

/// Whom the creatures of a side can reach: the same for all of them but for their own keywords and exhaustion.
#[derive(Clone, Copy)]
pub struct Reach {
    /// All enemies, as places.
    all: u8,
    /// What stealth and luring make of it, where there is any.
    narrowed: Option<Narrowed>,
}

/// Sets of places of enemies.
#[derive(Clone, Copy)]
struct Narrowed {
    /// Those without stealth.
    open: u8,
    /// Those that lure and have no stealth, or the ruling lets them override it.
    lures: u8,
    /// All that lure.
    all_lures: u8,
}

impl Reach {
    /// The reach of a player's creatures.
    #[inline]
    pub fn of(rules: &Rules, pos: &Position, seat: Seat) -> Reach {
        let noted = keywords(pos.field.of_rival(seat)) & (STEALTH | Keyword::Lure.bit()) != 0;
        let narrowed = if noted { Some(Narrowed::of(rules, pos, seat.rival())) } else { None };
        Reach { all: pos.field.places(seat.rival(), What::Creature), narrowed }
    }

    /// The places of the enemies that a creature may attack, and whether it may attack the rival.
    #[inline]
    pub fn targets(self, slot: &Slot) -> (u8, bool) {
        let rested = !slot.is(Slot::EXHAUSTED) | slot.has(Keyword::Haste);
        let Some(narrowed) = self.narrowed else { return (self.all, rested) };
        let acute = slot.has(Keyword::Acuity);
        let (open, lures) = if acute { (self.all, narrowed.all_lures) } else { (narrowed.open, narrowed.lures) };
        if lures != 0 { (lures, false) } else { (open, rested) }
    }

    /// Whether there is anybody it may attack.
    #[inline]
    pub fn reaches(self, slot: &Slot) -> bool {
        let (enemies, rival) = self.targets(slot);
        rival | (enemies != 0)
    }
}

impl Narrowed {
    #[inline(never)]
    fn of(rules: &Rules, pos: &Position, side: Seat) -> Narrowed {
        let overrides = rules.rulings.lure_stealth == LureStealth::Overrides;
        let mut narrowed = Narrowed { open: 0, lures: 0, all_lures: 0 };
        // Nothing but creatures has keywords.
        for (place, enemy) in pos.field[side].iter().enumerate() {
            let seen = (enemy.keywords & STEALTH == 0) & enemy.creature();
            let lures = enemy.has(Keyword::Lure);
            narrowed.open |= u8::from(seen) << place;
            narrowed.lures |= u8::from(lures & (seen | overrides)) << place;
            narrowed.all_lures |= u8::from(lures) << place;
        }
        narrowed
    }
}

/// FC A5: who has one of these cannot be attacked.
const STEALTH: u32 = Keyword::Hidden.bit() | Keyword::Invisible.bit();

/// The places whose cards may be chosen, as the chooser sees them, and those among them that lure.
fn legal(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> (u8, u8) {
    // What is sacrificed for the effect is on its way out.
    let leaves = (run.by == By::Sacrifice) & run.cursor.announcing();
    let filter = Filter { other: pick.filter.other | leaves, ..pick.filter };
    let fitting = fitting(pos, filter, run.seat, run.source);
    const NOTED: u32 = Keyword::Invisible.bit() | Keyword::Hidden.bit() | Keyword::Lure.bit();
    let noted = (keywords(pos.field.of_rival(run.seat)) & NOTED != 0) & (fitting & ENEMY != 0);
    let eaten = matches!(pick.purpose, Purpose::Eat | Purpose::EatInCombat);
    // What chance chooses is not targeted.
    if (noted | eaten) & !pick.random { narrowed(rules, pos, run, pick, fitting) } else { (fitting, 0) }
}

/// Which of the places may be chosen where stealth, luring or being food matters.
#[inline(never)]
fn narrowed(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, fitting: u8) -> (u8, u8) {
    // A source that is still on its way has its printed keywords.
    let acute = match pos.find(run.source) {
        Some((at, place)) => pos.field[at][place].has(Keyword::Acuity),
        None => run.by == By::Trigger && rules.def(pos.def_id(run.source)).keywords & Keyword::Acuity.bit() != 0,
    };
    let in_combat = pick.purpose == Purpose::EatInCombat;
    let binds = rules.rulings.lure == Lure::AttacksAndAbilities || in_combat;
    let overrides = rules.rulings.lure_stealth == LureStealth::Overrides;
    // FC A8: Invisible is only against the rival's choices; FC A5: in place of an attack Hidden protects as well.
    let stealth = Keyword::Invisible.bit() | if in_combat { Keyword::Hidden.bit() } else { 0 };
    let eaten = in_combat || pick.purpose == Purpose::Eat;
    let (mut legal, mut lures) = (0, 0);
    for bit in each(fitting) {
        let (at, place) = place_at(run.seat, bit);
        let (slot, enemy) = (&pos.field[at][place], at != run.seat);
        let inedible = eaten & (slot.is(Slot::FROZEN) | slot.has(Keyword::Inedible));
        let lure = enemy & binds & slot.has(Keyword::Lure);
        let unseen = enemy & (slot.keywords & stealth != 0) & !(lure & overrides) & !acute;
        let can = !inedible & !unseen;
        legal |= u8::from(can) << bit;
        lures |= u8::from(can & lure) << bit;
    }
    (legal, lures)
}

/// The places of a set, from the left.
#[inline]
pub fn each(mut places: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = places.trailing_zeros() as usize;
        let found = places != 0;
        places &= places.wrapping_sub(1);
        found.then_some(place % 8)
    })
}

/// The keywords of all on a side together. Nothing but creatures has any.
#[inline]
pub fn keywords(side: &[Slot; SLOTS + 1]) -> u32 {
    side[..SLOTS].iter().fold(0, |all, slot| all | slot.keywords)
}

/// The places on the table that may be chosen, as the chooser sees them, and whether players may be: who lures is chosen first.
pub fn on_field(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> (u8, bool) {
    let (legal, lures) = legal(rules, pos, run, pick);
    if lures != 0 { (lures, false) } else { (legal, pick.players) }
}

fn in_pile(rules: &Rules, pos: &Position, run: &Run, pick: &Pick, card: CardRef) -> bool {
    let kind = rules.def(pos.def_id(card)).kind;
    let what = match pick.filter.what {
        What::Creature => kind.is_creature(),
        What::Prey => kind.is_prey(),
        What::Predator => kind.is_predator(),
        What::Spell => kind.is_spell(),
        What::Card => true,
        What::Token => pos.card(card).made(),
        What::FieldSpell => !kind.is_creature() && !kind.is_spell(),
    };
    what && (!pick.filter.other || card != run.source)
        && match pick.purpose {
            Purpose::Enter => play::finds_room(rules, pos, run, card),
            Purpose::Cast => play::can_cast(rules, pos, run.seat, card).is_ok(),
            _ => true,
        }
}
