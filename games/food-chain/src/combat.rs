//! One attack, step by step (FC A5).

use playmat_cards::{CardRef, Event, EventDraft};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::event_kinds::{EventKind, How};
use crate::facts::Cx;
use crate::rulings::{Ambush, BeforeCombat, NegatedAttack, NeurotoxicContact, Poisonous};
use crate::state::{Attack, AttackStep, Frame, SLOTS, Slot, Target};
use crate::words::{Keyword, Trigger};

/// What is listened to between the declaration and the damage, and after it.
const BEFORE: u32 = Trigger::Attacked.bit()
    | Trigger::BeforeCombat.bit()
    | Trigger::AttackingBeforeCombat.bit()
    | Trigger::DefendingBeforeCombat.bit();
const AFTER: u32 = Trigger::AfterCombat.bit() | Trigger::AttackingAfterCombat.bit();

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// An attack goes on, or asks for its target.
    #[inline]
    pub fn step_attack(&mut self) -> Step {
        match self.pos.agenda.top_ref() {
            Some(Frame::Attack(Attack { step: AttackStep::Target, .. })) => Step::ask_declaring(self.pos.turn, Form::OneOf),
            Some(&Frame::Attack(attack)) => {
                self.go_on_attacking(attack);
                Step::Go
            }
            _ => Step::Go,
        }
    }

    /// On with the attack on top, until something else is to be done first. Most attacks are a window that nobody opens, and the
    /// damage: these two stand in their order, whatever else there is comes step by step.
    #[inline(never)]
    fn go_on_attacking(&mut self, attack: Attack) {
        let depth = self.pos.agenda.depth();
        let mut step = attack.step;
        let (attacker, defender) = (attack.attacking(self.pos), attack.defending(self.pos));
        if matches!(step, AttackStep::Window | AttackStep::Damage) && self.is_spent(&attack, attacker, defender) {
            self.pos.agenda.pop();
            return;
        }
        if step == AttackStep::Window {
            step = if self.either_listens(attacker, defender, BEFORE) { AttackStep::Defending } else { AttackStep::Damage };
            self.set_step(step);
            self.open_window(&attack);
            if self.pos.agenda.depth() != depth {
                return;
            }
        }
        if step == AttackStep::Damage {
            self.strike(attack, attacker, defender);
            if self.pos.agenda.depth() != depth {
                return;
            }
        }
        while let Some(&Frame::Attack(attack)) = self.pos.agenda.top_ref() {
            self.one_step_of(attack);
            if self.pos.agenda.depth() != depth {
                break;
            }
        }
    }

    /// Does one step after the window, and sets the step that follows.
    #[inline(never)]
    fn one_step_of(&mut self, attack: Attack) {
        let direct = attack.defender == CardRef::NONE;
        let (attacker, defender) = (attack.attacking(self.pos), attack.defending(self.pos));
        let (its_attacker, its_defender) = (Target::card(attack.attacker), Target::card(attack.defender));
        match attack.step {
            AttackStep::Defending => {
                self.set_step(AttackStep::AttackerBefore);
                // FC A5: an attack whose target left ends before the damage, after what comes before combat. Nobody defends any more.
                if !self.is_spent(&attack, attacker, defender) {
                    self.abilities_of(defender, Trigger::Attacked.bit(), its_attacker);
                }
            }
            AttackStep::AttackerBefore | AttackStep::DefenderBefore if self.is_called_off(&attack) => {
                self.pos.agenda.pop();
            }
            AttackStep::AttackerBefore => {
                self.set_step(AttackStep::DefenderBefore);
                let mut triggers = Trigger::AttackingBeforeCombat.bit();
                if self.rules.rulings.before_combat == BeforeCombat::EachAttack {
                    triggers |= Trigger::BeforeCombat.bit();
                }
                self.abilities_of(attacker, triggers, its_defender);
            }
            AttackStep::DefenderBefore => {
                self.set_step(AttackStep::Damage);
                self.abilities_of(defender, Trigger::DefendingBeforeCombat.bit(), its_attacker);
            }
            AttackStep::Damage => {
                if self.is_spent(&attack, attacker, defender) {
                    self.pos.agenda.pop();
                } else {
                    self.strike(attack, attacker, defender);
                }
            }
            AttackStep::Neurotoxin => {
                self.set_step(AttackStep::Poison);
                if let (true, Some((seat, place))) = (attack.flags & Attack::TO_DEFENDER != 0, defender) {
                    self.intoxicate(seat, place, attack.attacker);
                }
                if let (true, Some((seat, place))) = (attack.flags & Attack::TO_ATTACKER != 0, attacker) {
                    self.intoxicate(seat, place, attack.defender);
                }
            }
            AttackStep::Poison => {
                // Most creatures listen to nothing of a combat.
                let listened = self.either_listens(attacker, defender, AFTER);
                self.set_step(if listened { AttackStep::AttackerAfter } else { AttackStep::Done });
                if let (true, Some((seat, place))) = (attack.flags & Attack::POISONED != 0, attacker) {
                    self.pos.field[seat][place].state |= Slot::DOOMED;
                    let killed = EventDraft::new(EventKind::Killed).seat(seat).card(attack.attacker);
                    self.tell(killed.cause(attack.defender).how(How::Poisoned));
                    self.bury(true);
                }
            }
            AttackStep::AttackerAfter => {
                self.set_step(AttackStep::DefenderAfter);
                if direct && attacker.is_none_or(|(seat, place)| self.pos.field[seat][place].listens_to == 0) {
                    self.pos.agenda.pop();
                    return;
                }
                self.abilities_of(attacker, Trigger::AfterCombat.bit() | Trigger::AttackingAfterCombat.bit(), its_defender);
            }
            AttackStep::DefenderAfter => {
                self.set_step(AttackStep::Done);
                self.abilities_of(defender, Trigger::AfterCombat.bit(), its_attacker);
            }
            // An attack that waits for its target, or for its window to open, does not come here.
            AttackStep::Target | AttackStep::Window | AttackStep::Done => {
                self.pos.agenda.pop();
            }
        }
    }

    /// FC A11: attacks that are negated, or whose target leaves or dies before damage, are spent.
    #[inline]
    fn is_spent(&self, attack: &Attack, attacker: Option<(Seat, usize)>, defender: Option<(Seat, usize)>) -> bool {
        let direct = attack.defender == CardRef::NONE;
        attack.flags & Attack::NEGATED != 0 || attacker.is_none() || (!direct && defender.is_none())
    }

    /// FC B `negated_attack`: whether nothing of an attack happens any more because it was negated. One whose target left is spent,
    /// and what comes before combat comes all the same.
    fn is_called_off(&mut self, attack: &Attack) -> bool {
        attack.flags & Attack::NEGATED != 0 && self.ruled(self.rules.rulings.negated_attack) == NegatedAttack::NothingRuns
    }

    #[inline]
    fn open_window(&mut self, attack: &Attack) {
        let rival = self.pos.turn.rival();
        if attack.defender == CardRef::NONE {
            self.open(Trigger::AttackedDirectly, rival, attack.attacker);
        } else {
            self.open(Trigger::AllyAttacked, rival, attack.defender);
        }
    }

    /// The damage of an attack. Where nothing comes after it, the attack is over.
    #[inline]
    fn strike(&mut self, attack: Attack, attacker: Option<(Seat, usize)>, defender: Option<(Seat, usize)>) {
        match (attacker, defender) {
            (Some((seat, place)), None) => {
                // Nothing but what comes after combat follows a blow at the rival.
                self.set_step(AttackStep::AttackerAfter);
                let amount = self.pos.field[seat][place].blow();
                self.lose_life(seat.rival(), amount, attack.attacker);
                if !self.either_listens(attacker, None, AFTER) {
                    self.pos.agenda.pop();
                }
            }
            (Some(attacker), Some(defender)) => {
                let depth = self.pos.agenda.depth();
                let venom = self.clash(attack, attacker, defender);
                let resolved = !venom && self.pos.agenda.depth() == depth;
                if resolved && !self.either_listens(attack.attacking(self.pos), attack.defending(self.pos), AFTER) {
                    self.pos.agenda.pop();
                }
            }
            _ => {}
        }
    }

    /// Whether one of them listens to one of these.
    #[inline]
    fn either_listens(&self, attacker: Option<(Seat, usize)>, defender: Option<(Seat, usize)>, triggers: u32) -> bool {
        let listens_to = |at: Option<(Seat, usize)>| at.map_or(0, |(seat, place)| self.pos.field[seat][place].listens_to);
        (listens_to(attacker) | listens_to(defender)) & triggers != 0
    }

    /// The target was chosen, the place of an enemy or else the rival: the attack is declared.
    #[inline(never)]
    pub fn take_attack_target(&mut self, enemy: Option<usize>) -> Step {
        let Some(&Frame::Attack(mut attack)) = self.pos.agenda.top_ref() else { return Step::Go };
        if let Some(place) = enemy {
            let slot = &self.pos.field.of_rival(attack.seat)[place % (SLOTS + 1)];
            (attack.defender, attack.defender_at) = (slot.card, (place as u8, slot.stamp));
        }
        attack.step = AttackStep::Window;
        if let Some(Frame::Attack(top)) = self.pos.agenda.top_mut() {
            (top.defender, top.defender_at, top.step) = (attack.defender, attack.defender_at, attack.step);
        }
        if let Some((seat, place)) = attack.attacking(self.pos) {
            self.pos.field[seat][place].struck += 1;
        }
        let seat = Some(self.pos.turn);
        self.tell(EventDraft::new(EventKind::Attacked).seat(seat).card(attack.attacker).other(attack.defender));
        self.go_on_attacking(attack);
        Step::Go
    }

    fn abilities_of(&mut self, creature: Option<(Seat, usize)>, triggers: u32, it: Target) {
        if let Some((seat, place)) = creature {
            self.run_abilities(seat, place, triggers, it);
        }
    }

    /// Both strike at once. Keywords are read now (FC A11). Returns whether neurotoxin or poison are on their way.
    #[inline(never)]
    fn clash(&mut self, mut attack: Attack, attacker: (Seat, usize), defender: (Seat, usize)) -> bool {
        let striking = self.pos.field[attacker.0][attacker.1];
        let mut defending = self.pos.field[defender.0][defender.1];
        defending.keywords |= self.while_defending(&defending);
        let (blow, mut counter) = (striking.blow(), defending.blow());

        let (dealt, blocked) = self.hurt_creature(defender.0, defender.1, blow, true, attack.attacker);
        let avoided = striking.has(Keyword::Ambush)
            && match self.ruled(self.rules.rulings.ambush) {
                Ambush::NoCounter => true,
                Ambush::IfKills => {
                    let health = self.pos.field[defender.0][defender.1].health;
                    health <= 0 || (dealt > 0 && striking.has(Keyword::Toxic))
                }
                Ambush::None => false,
            };
        if avoided {
            counter = 0;
        }
        let (suffered, held) = self.hurt_creature(attacker.0, attacker.1, counter, true, attack.defender);
        if dealt > 0 && striking.has(Keyword::Toxic) {
            self.pos.field[defender.0][defender.1].state |= Slot::DOOMED;
        }
        if suffered > 0 && defending.has(Keyword::Toxic) {
            self.pos.field[attacker.0][attacker.1].state |= Slot::DOOMED;
        }
        if striking.has(Keyword::Neurotoxic) && self.contact(&striking, dealt, blocked) {
            attack.flags |= Attack::TO_DEFENDER;
        }
        if defending.has(Keyword::Neurotoxic) && !avoided && self.contact(&defending, suffered, held) {
            attack.flags |= Attack::TO_ATTACKER;
        }
        if defending.has(Keyword::Poisonous) && self.ruled(self.rules.rulings.poisonous) == Poisonous::KillsAttacker {
            attack.flags |= Attack::POISONED;
        }
        // What has nothing to do is passed over.
        let venom = attack.flags & (Attack::TO_ATTACKER | Attack::TO_DEFENDER | Attack::POISONED) != 0;
        attack.step = if venom { AttackStep::Neurotoxin } else { AttackStep::AttackerAfter };
        if let Some(Frame::Attack(top)) = self.pos.agenda.top_mut() {
            (top.flags, top.step) = (attack.flags, attack.step);
        }
        self.bury(true);
        venom
    }

    /// FC B `neurotoxic_contact`.
    fn contact(&mut self, source: &Slot, dealt: i16, barred: bool) -> bool {
        match self.ruled(self.rules.rulings.neurotoxic_contact) {
            NeurotoxicContact::Contact => !barred && !source.has(Keyword::Harmless) && !source.is(Slot::PARALYSED),
            NeurotoxicContact::Damage => dealt > 0,
        }
    }

    /// The keywords that "while defending" gives, counted as abilities that happened.
    fn while_defending(&mut self, slot: &Slot) -> u32 {
        if slot.listens_to & Trigger::WhileDefending.bit() == 0 {
            return 0;
        }
        let Some((seat, place)) = self.pos.find(slot.card) else { return 0 };
        let mut given = 0;
        let all = self.pos.stacks(self.rules, seat, place).map(|(id, _)| id);
        for id in all.filter(|&id| self.rules.ability(id).trigger == Trigger::WhileDefending) {
            given |= self.rules.ability(id).has;
            if L::COUNTS {
                self.heard.count(u32::from(id.0));
            }
        }
        given
    }

    #[inline]
    fn set_step(&mut self, step: AttackStep) {
        if let Some(Frame::Attack(attack)) = self.pos.agenda.top_mut() {
            attack.step = step;
        }
    }
}
