//! What every verb of a card does.

use playmat_cards::{CardRef, Event, EventDraft};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::facts::Cx;
use crate::field::{ENEMY, Places};
use crate::rules::{Action, What, Who};
use crate::select;
use crate::state::{Attack, Frame, Phase, Run, Slot, Target, Zone, zone};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Damage about to be dealt to a player: "damaged indirectly" comes first (FC A9).
    #[inline(never)]
    pub fn step_hurt(&mut self, seat: Seat, amount: u8, negated: bool, opened: bool, cause: CardRef) -> Step {
        if !opened {
            self.pos.agenda.set_top(Frame::Hurt { seat, amount, negated, opened: true, cause });
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
        if left == 0 || self.pos.zones.is_empty(zone(seat, Zone::Hand)) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        Step::ask(seat, Form::SomeOf)
    }

    /// A card is discarded: creatures to carrion, all else to exile; what was made during the match vanishes.
    pub fn discard(&mut self, card: CardRef, seat: Seat, cause: CardRef) {
        self.tell(EventDraft { cause, seat: Some(seat), card, ..EventDraft::new("discarded") });
        self.lay_down(card, (seat, Zone::Hand), false);
    }

    /// Does what an op says. Only what is to be chosen may be asked for.
    #[inline(always)]
    pub fn act(&mut self, run: &Run, action: &Action) -> Step {
        let (seat, cause) = (run.seat, run.source);
        match *action {
            Action::Choose { register, ref pick } => return self.step_choose(run, register, pick),
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
                    self.tell(EventDraft { cause, seat: Some(at), card, ..EventDraft::new("killed") });
                }
                self.bury(false);
            }
            Action::Destroy(who) => {
                for (at, place) in self.standing(run, who, What::Card) {
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
                let model = self.first(run, who).filter(|&card| self.is_in_play(card, cause));
                match model {
                    Some(card) => self.spawn(self.pos.def_id(card), seat, 1, cause),
                    None => self.mean(Target::DECLINED),
                }
            }
            Action::Play(register) => self.play_chosen(run, run.chosen[register as usize]),
            Action::AddToken(count, def) => {
                for _ in 0..count {
                    if let Some(card) = self.make(def, seat, Zone::Hand) {
                        self.pos.cards[card.0 as usize].reveal();
                        self.tell(EventDraft { cause, seat: Some(seat), card, ..EventDraft::new("added") });
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
                for (at, place) in self.creatures(run, who) {
                    let card = self.pos.field[at][place].card;
                    self.take_back(card, self.pos.card(card).owner(), cause);
                }
            }
            Action::Grow(who, attack, health) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    slot.grow(i16::from(attack), i16::from(health));
                    let card = slot.card;
                    self.tell(EventDraft {
                        cause,
                        seat: Some(at),
                        card,
                        number: Some(i16::from(attack)),
                        ..EventDraft::new("grew")
                    });
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
                    self.tell(EventDraft { cause, seat: Some(at), card, ..EventDraft::new("gained") });
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
                    self.tell(EventDraft { cause, seat: Some(at), card, word: Some("frozen"), ..EventDraft::new("recovered") });
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
                    self.tell(EventDraft {
                        cause,
                        seat: Some(at),
                        card,
                        number: Some(healed),
                        ..EventDraft::new("regenerated")
                    });
                }
            }
            Action::TakeControl(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.take_control(seat, at, place, cause);
                }
            }
            Action::CopyAbilities(who) => {
                if let Some(card) = self.first(run, who) {
                    self.copy_abilities(run.source, card);
                }
            }
            Action::CopyStats(who) => {
                if let Some(card) = self.first(run, who) {
                    self.copy_stats(run, card);
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
                    self.tell(EventDraft { cause, ..EventDraft::new("negated") });
                }
            }
            Action::NegateDamage => {
                if let Some(negated) =
                    self.below(|frame| if let Frame::Hurt { negated, .. } = frame { Some(negated) } else { None })
                {
                    *negated = true;
                    self.tell(EventDraft { cause, ..EventDraft::new("negated") });
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
        Step::Go
    }

    /// Whom an action concerns, as creatures on the table; what has left is left out.
    #[inline]
    pub fn creatures(&self, run: &Run, who: Who) -> Places {
        self.standing(run, who, What::Creature)
    }

    /// The same of whatever lies there.
    #[inline]
    fn standing(&self, run: &Run, who: Who, what: What) -> Places {
        let field = &self.pos.field;
        let fitting = match who {
            Who::Opponents => ENEMY & field.all_places(run.seat, What::Creature),
            Who::All(filter) => select::fitting(self.pos, filter, run.seat, run.source),
            who => field.spot(run.seat, CardRef(self.target(run, who).0)),
        };
        Places { seat: run.seat, set: fitting & field.all_places(run.seat, what) }
    }

    /// The first card that is meant.
    fn first(&self, run: &Run, who: Who) -> Option<CardRef> {
        match who {
            Who::All(_) => self.standing(run, who, What::Card).next().map(|(at, place)| self.pos.field[at][place].card),
            who => self.target(run, who).as_card(),
        }
    }

    /// The same, as players: the controller, and the rival.
    pub fn players(&self, run: &Run, who: Who) -> [bool; 2] {
        match who {
            Who::Players => [true, true],
            Who::Opponents => [false, true],
            who => [run.seat, run.seat.rival()].map(|seat| self.target(run, who) == Target::player(seat)),
        }
    }

    /// The one that is meant, where it is only one.
    #[inline]
    pub fn target(&self, run: &Run, who: Who) -> Target {
        match who {
            Who::This => Target::card(run.source),
            Who::It => run.it,
            Who::Chosen(register) => run.chosen[register as usize],
            Who::Attacker => self.combat().map_or(Target::NONE, |attack| Target::card(attack.attacker)),
            Who::Defender => self.combat().map_or(Target::NONE, |attack| Target::card(attack.defender)),
            Who::You => Target::player(run.seat),
            Who::Rival => Target::player(run.seat.rival()),
            Who::Players | Who::Opponents | Who::All(_) => Target::NONE,
        }
    }

    /// The attack that goes on.
    fn combat(&self) -> Option<&Attack> {
        self.pos.agenda.frames().iter().rev().find_map(|frame| match frame {
            Frame::Attack(attack) => Some(attack),
            _ => None,
        })
    }
}
