//! What every verb of a card does.

use playmat_cards::{CardRef, Event, Tale, tale};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::facts::Cx;
use crate::field::Places;
use crate::rules::{Action, What, Who};
use crate::select;
use crate::state::{Attack, Frame, Phase, Run, Slot, Target, Zone, zone};
use crate::words::Trigger;

/// Whom an action concerns, resolved: at most eight on the table and two players.
pub type Targets = arrayvec::ArrayVec<Target, 10>;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Damage about to be dealt to a player: "damaged indirectly" comes first (FC A9).
    #[inline(never)]
    pub fn step_hurt(&mut self, seat: Seat, amount: u8, negated: bool, opened: bool, cause: CardRef) -> Step {
        if !opened {
            self.set_top(Frame::Hurt { seat, amount, negated, opened: true, cause });
            self.open(Trigger::DamagedIndirectly, seat, cause);
        } else {
            self.pos.agenda.pop();
            if !negated {
                self.lose_life(seat, i16::from(amount), cause);
            }
        }
        Step::Go
    }

    /// Cards to be discarded, one by one, by the player's own choice (FC A11).
    #[inline(never)]
    pub fn step_discard(&mut self, seat: Seat, left: u8) -> Step {
        if left == 0 || self.pos.shelf.is_empty(zone(seat, Zone::Hand)) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        Step::ask(seat, Form::SomeOf)
    }

    /// A card is discarded: creatures to carrion, all else to exile; what was made during the match vanishes.
    pub fn discard(&mut self, card: CardRef, seat: Seat, cause: CardRef) {
        self.tell(Tale { cause, seat: Some(seat), card, ..tale("discarded") });
        self.lay_down(card, (seat, Zone::Hand), false);
    }

    #[inline(always)]
    pub fn act(&mut self, run: &Run, action: &Action) {
        let (seat, cause) = (run.seat, run.source);
        match *action {
            Action::Choose { .. } => {}
            Action::Draw(count) => self.draw(seat, count, cause),
            Action::Discard(left) => self.pos.agenda.push(Frame::Discard { seat, left, cause }),
            Action::RivalDiscards(left) => self.pos.agenda.push(Frame::Discard { seat: seat.rival(), left, cause }),
            Action::RevealHand => self.reveal_hand(seat, cause),
            Action::Heal(amount) => self.heal(seat, i16::from(amount), cause),
            Action::Damage(amount, who) => self.damage(run, amount, who),
            Action::Kill(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.pos.field[at][place].state |= Slot::DOOMED;
                    let card = self.pos.field[at][place].card;
                    self.tell(Tale { cause, seat: Some(at), card, ..tale("killed") });
                }
                self.bury(false);
            }
            Action::Destroy(who) => {
                for target in self.whom(run, who) {
                    let Some((at, place)) = target.as_card().and_then(|card| self.pos.find(card)) else { continue };
                    if self.pos.field[at][place].creature() {
                        self.remove(self.pos.field[at][place].card, "destroyed", cause);
                    } else {
                        self.remove_field_spell(at, place, false, cause);
                    }
                }
            }
            Action::Eat(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.remove(self.pos.field[at][place].card, "eaten", cause);
                }
            }
            Action::PlayToken(count, def) => self.spawn(def, seat, count, cause),
            Action::PlayCopy(who) => {
                let copied = self
                    .whom(run, who)
                    .first()
                    .and_then(|target| target.as_card())
                    .filter(|&card| self.is_in_play(card, cause));
                if let Some(card) = copied {
                    self.spawn(self.pos.def_id(card), seat, 1, cause);
                }
            }
            Action::Play(register) => self.play_chosen(run, run.chosen[register as usize]),
            Action::AddToken(count, def) => {
                for _ in 0..count {
                    if let Some(card) = self.make(def, seat, Zone::Hand) {
                        self.pos.cards[card.0 as usize].reveal();
                        self.tell(Tale { cause, seat: Some(seat), card, ..tale("added") });
                    }
                }
            }
            Action::Fetch(register) => self.fetch(run, run.chosen[register as usize]),
            Action::TakeToHand(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.take_back(self.pos.field[at][place].card, seat, cause);
                }
            }
            Action::Return(who) => {
                for target in self.whom(run, who) {
                    let card = target.as_card().filter(|&card| self.pos.creature(card).is_some());
                    if let Some(card) = card {
                        self.take_back(card, self.pos.card(card).owner(), cause);
                    }
                }
            }
            Action::Grow(who, attack, health) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    slot.attack += i16::from(attack);
                    slot.health += i16::from(health);
                    slot.full += i16::from(health);
                    let card = slot.card;
                    self.tell(Tale { cause, seat: Some(at), card, number: Some(i16::from(attack)), ..tale("grew") });
                }
                if health < 0 {
                    self.bury(false);
                }
            }
            Action::Grant(who, keyword, number) => {
                for (at, place) in self.creatures(run, who) {
                    self.grant(at, place, keyword, number, cause);
                }
            }
            Action::GrantAbility(who, id) => {
                for (at, place) in self.creatures(run, who) {
                    self.pos.field.gain(self.rules, at, place, id, 1);
                    let card = self.pos.field[at][place].card;
                    self.tell(Tale { cause, seat: Some(at), card, ..tale("gained") });
                }
            }
            Action::LoseAbilities(who) => self.lose_abilities(run, who),
            Action::Freeze(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.freeze(at, place, cause);
                }
            }
            Action::Unfreeze(who) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    slot.state &= !(Slot::FROZEN | Slot::DATED);
                    let card = slot.card;
                    self.tell(Tale { cause, seat: Some(at), card, word: Some("frozen"), ..tale("recovered") });
                }
            }
            Action::Paralyse(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.paralyse(at, place, cause);
                }
            }
            Action::Regenerate(who) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    let healed = (slot.full - slot.health).max(0);
                    slot.health += healed;
                    let card = slot.card;
                    self.tell(Tale { cause, seat: Some(at), card, number: Some(healed), ..tale("regenerated") });
                }
            }
            Action::TakeControl(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.take_control(seat, at, place, cause);
                }
            }
            Action::CopyAbilities(who) => {
                if let Some(target) = self.whom(run, who).first().copied() {
                    self.copy_abilities(run.source, target);
                }
            }
            Action::CopyStats(who) => {
                if let Some(target) = self.whom(run, who).first().copied() {
                    self.copy_stats(run, target);
                }
            }
            Action::Become(who, def) => {
                for (at, place) in self.creatures(run, who) {
                    self.become_def(at, place, def, cause);
                }
            }
            Action::Sacrifice(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.remove(self.pos.field[at][place].card, "sacrificed", cause);
                }
            }
            Action::NegateAttack => {
                if let Some(attack) = self.below(|frame| if let Frame::Attack(attack) = frame { Some(attack) } else { None }) {
                    attack.flags |= Attack::NEGATED;
                    self.tell(Tale { cause, ..tale("negated") });
                }
            }
            Action::NegateDamage => {
                if let Some(negated) =
                    self.below(|frame| if let Frame::Hurt { negated, .. } = frame { Some(negated) } else { None })
                {
                    *negated = true;
                    self.tell(Tale { cause, ..tale("negated") });
                }
            }
            Action::NegatePlay => self.negate_play(cause),
            Action::PlayAnother => self.give_play_back(),
            Action::EndTurn => {
                if self.pos.phase < Phase::End {
                    self.pos.phase = Phase::End;
                }
            }
            Action::Revive => self.revive(run),
        }
    }

    /// Whom an action concerns.
    pub fn whom(&self, run: &Run, who: Who) -> Targets {
        let mut targets = Targets::new();
        let combat = || {
            self.pos.agenda.frames().iter().rev().find_map(|frame| match frame {
                Frame::Attack(attack) => Some(*attack),
                _ => None,
            })
        };
        match who {
            Who::This => targets.push(Target::card(run.source)),
            Who::It => targets.push(run.it),
            Who::Chosen(register) => targets.push(run.chosen[register as usize]),
            Who::Attacker => targets.extend(combat().map(|attack| Target::card(attack.attacker))),
            Who::Defender => targets.extend(combat().map(|attack| Target::card(attack.defender))),
            Who::You => targets.push(Target::player(run.seat)),
            Who::Rival => targets.push(Target::player(run.seat.rival())),
            Who::Players => targets.extend([Target::player(run.seat), Target::player(run.seat.rival())]),
            Who::Opponents => {
                targets.push(Target::player(run.seat.rival()));
                let enemies = self.pos.field[run.seat.rival()].iter().filter(|slot| slot.creature());
                targets.extend(enemies.map(|slot| Target::card(slot.card)));
            }
            Who::All(filter) => {
                for at in [run.seat, run.seat.rival()] {
                    let fitting = select::fitting(self.pos, filter, run.seat, run.source, at);
                    let slots = self.pos.field[at].iter().enumerate().filter(|(place, _)| fitting & (1 << place) != 0);
                    targets.extend(slots.map(|(_, slot)| Target::card(slot.card)));
                }
            }
        }
        targets
    }

    /// The same, as creatures on the table; what has left is left out.
    #[inline]
    pub fn creatures(&self, run: &Run, who: Who) -> Places {
        let mut places = Places { seat: run.seat, own: 0, enemy: 0 };
        let target = match who {
            Who::This => Target::card(run.source),
            Who::It => run.it,
            Who::Chosen(register) => run.chosen[register as usize],
            Who::You | Who::Rival | Who::Players => Target::NONE,
            Who::Attacker | Who::Defender => self.whom(run, who).first().copied().unwrap_or(Target::NONE),
            Who::Opponents => {
                places.enemy = self.pos.field.places(run.seat.rival(), What::Creature);
                Target::NONE
            }
            Who::All(filter) => {
                places.own = select::fitting(self.pos, filter, run.seat, run.source, run.seat);
                places.enemy = select::fitting(self.pos, filter, run.seat, run.source, run.seat.rival());
                places.own &= self.pos.field.places(run.seat, What::Creature);
                places.enemy &= self.pos.field.places(run.seat.rival(), What::Creature);
                Target::NONE
            }
        };
        if let Some((at, place)) = target.as_card().and_then(|card| self.pos.creature(card)) {
            *(if at == run.seat { &mut places.own } else { &mut places.enemy }) = 1 << place;
        }
        places
    }
}
