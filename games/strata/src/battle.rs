//! Attacks (ST E, H22).

use playmat_cards::{CardRef, Event as Said, EventDraft};
use playmat_kernel::{Chance, Form, Listener, Step};

use crate::choice::Choice;
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::frames::{Attack, Frame};
use crate::rulings::BattleTie;
use crate::select;
use crate::state::{Place, Places, Position, Trait};
use crate::waiting::Happening;
use crate::words::Event;

/// Whom a creature may attack: the rival's creatures, or none of them for the rival.
#[inline]
pub fn targets(pos: &Position, attacker: Place) -> Places {
    Places::stacks(attacker.seat().rival()).and(pos.field.taken)
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// A creature attacks: whom?
    #[inline(never)]
    pub fn step_aim(&mut self, attacker: Place) -> Step {
        Step::ask_declaring(attacker.seat(), Form::OneOf)
    }

    /// Whom it attacks was chosen: a creature, or the rival.
    pub fn take_aim(&mut self, attacker: Place, choice: Choice) {
        let target = match choice {
            Choice::Card(card) => self.pos.find(card).unwrap_or(Place::NONE),
            _ => Place::NONE,
        };
        self.attack(attacker, target);
    }

    /// The attack is declared: a face-down target is turned up at once, then what listens to the attack, then responses.
    #[inline(never)]
    pub fn attack(&mut self, attacker: Place, target: Place) {
        self.pos.agenda.pop();
        let seat = attacker.seat();
        let slot = self.pos.slot_mut(attacker);
        slot.attacks += 1;
        let (card, stamp) = (slot.card, slot.stamp);
        let mut aimed = (Place::NONE, 0);
        let mut other = CardRef::NONE;
        if target != Place::NONE {
            self.turn_up(target);
            let slot = self.pos.slot(target);
            aimed = (target, slot.stamp);
            other = slot.card;
        }
        crate::changes::settle(self.rules, self.pos);
        self.tell(EventDraft::new(EventKind::Attacks).seat(seat).card(card).other(other));
        let attack = Attack { seat, countered: false, attacker: (attacker, stamp), target: aimed };
        if self.is_listened_to(Event::Attacks) | self.is_listened_to(Event::AttacksWhom) {
            self.set_off_latents_on_attack(attacker, target);
        }
        let link = Frame::Attack(attack);
        if self.is_answered(&link) {
            self.lay(link);
            self.gather_now();
        } else {
            self.battle(attack);
        }
    }

    /// What listens to an attack is set off, the turn player's first.
    #[inline(never)]
    fn set_off_latents_on_attack(&mut self, attacker: Place, target: Place) {
        let looks = select::looks_of(self.pos, attacker);
        let attacked = (target != Place::NONE).then(|| select::looks_of(self.pos, target));
        let attack = Happening { now: true, ..Happening::to(Event::Attacks, &looks) };
        let on_whom = Happening { event: Event::AttacksWhom, attacked: Some(attacked.as_ref()), ..attack };
        for listener in [self.pos.turn, self.pos.turn.rival()] {
            self.set_off_latents(&attack, listener);
            self.set_off_latents(&on_whom, listener);
        }
    }

    /// The attack's turn has come.
    #[inline(never)]
    pub fn step_attack(&mut self, attack: Attack) -> Step {
        self.pos.agenda.pop();
        self.battle(attack);
        Step::Go
    }

    /// ST I10: who was levelled over face down is turned up before attack and defense are compared.
    #[cold]
    fn turn_up_levelled_over(&mut self, attack: &Attack) {
        let there = |stack: (Place, u8)| stack.0 == Place::NONE || self.pos.top(stack).is_some();
        if !attack.countered && there(attack.attacker) && there(attack.target) {
            let places = [attack.attacker.0, attack.target.0];
            places.into_iter().filter(|&place| place != Place::NONE).for_each(|place| self.turn_up(place));
            crate::changes::settle(self.rules, self.pos);
        }
    }

    /// If both are still there the higher number prevails, else the attack is spent.
    fn battle(&mut self, attack: Attack) {
        let both = Places::only(attack.attacker.0).or(Places::only(attack.target.0));
        if !both.and(self.pos.field.all(Trait::DOWN)).is_empty() {
            self.turn_up_levelled_over(&attack);
        }
        let standing = |pos: &Position, (place, stamp): (Place, u8)| {
            let slot = pos.slot(place);
            (pos.field.taken.has(place) && slot.stamp == stamp).then_some(*slot)
        };
        let Some(attacker) = standing(self.pos, attack.attacker).filter(|_| !attack.countered) else {
            self.tell(EventDraft::new(EventKind::AttackSpent).seat(attack.seat));
            return;
        };
        let rival = attack.seat.rival();
        if attack.target.0 == Place::NONE {
            if self.stacks(rival).is_empty() {
                self.tell(EventDraft::new(EventKind::Hit).seat(rival).card(attacker.card));
                self.score(rival, -i16::from(attacker.level), attacker.card);
            } else {
                self.tell(EventDraft::new(EventKind::AttackSpent).seat(attack.seat));
            }
            return;
        }
        let Some(target) = standing(self.pos, attack.target) else {
            self.tell(EventDraft::new(EventKind::AttackSpent).seat(attack.seat));
            return;
        };
        self.tell(EventDraft::new(EventKind::Battled).seat(attack.seat).card(attacker.card).other(target.card));
        let both = [attacker.card, target.card];
        let destroyed = match attacker.attack.cmp(&target.defense) {
            std::cmp::Ordering::Greater => &both[1..],
            std::cmp::Ordering::Less => &both[..1],
            std::cmp::Ordering::Equal => match self.ruled(self.rules.rulings.battle_tie) {
                BattleTie::BothDestroyed => &both[..],
                BattleTie::Nothing => return,
            },
        };
        self.destroy(destroyed, CardRef::NONE);
    }
}
