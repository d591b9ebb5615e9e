//! What every verb of a card does.

use playmat_cards::{CardRef, Event, EventDraft};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::event_kinds::{EventKind, How};
use crate::facts::Cx;
use crate::field::{ENEMY, Places};
use crate::rules::{Action, Amount, GroupId, What, Who};
use crate::select;
use crate::state::{Attack, FULL_LIFE, Frame, Phase, Run, Slot, Target, Zone, zone};
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
        self.tell(EventDraft::new(EventKind::Discarded).cause(cause).seat(seat).card(card));
        self.lay_down(card, (seat, Zone::Hand), false);
    }

    /// Does what an op says.
    #[inline(always)]
    pub fn do_action(&mut self, run: &Run, action: &Action) {
        let (seat, cause) = (run.seat, run.source);
        let number = |amount: Amount| self.amount(run, amount);
        match *action {
            Action::Draw(count) => self.draw(seat, number(count), cause),
            Action::Discard(count) => {
                let left = number(count);
                self.pos.agenda.push(Frame::Discard { seat, left, cause });
            }
            Action::RivalDiscards(count) => {
                let left = number(count);
                self.pos.agenda.push(Frame::Discard { seat: seat.rival(), left, cause });
            }
            Action::RevealHand => self.reveal_hand(seat, cause),
            Action::Heal(amount) => self.heal(seat, i16::from(number(amount)), cause),
            Action::Damage(amount, who) => self.damage(run, number(amount), who),
            Action::Kill(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.pos.field[at][place].state |= Slot::DOOMED;
                    let card = self.pos.field[at][place].card;
                    self.tell(EventDraft::new(EventKind::Killed).cause(cause).seat(at).card(card));
                }
                self.bury(false);
            }
            Action::Destroy(who) => {
                for (at, place) in self.standing(run, who, What::Card) {
                    if self.pos.field[at][place].creature() {
                        self.remove(self.pos.field[at][place].card, EventKind::Destroyed, cause);
                    } else {
                        self.remove_field_spell(at, place, false, cause);
                    }
                }
            }
            Action::Eat(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.remove(self.pos.field[at][place].card, EventKind::Eaten, cause);
                }
            }
            Action::PlayToken(count, def) => self.spawn(def, seat, number(count), cause),
            Action::PlayCopy(who) => {
                let model = self.first(run, who).filter(|&card| self.is_in_play(card, cause));
                match model {
                    Some(card) => self.spawn(self.pos.def_id(card), seat, 1, cause),
                    None => self.mean(Target::DECLINED),
                }
            }
            Action::Play(register) => self.play_chosen(run, run.chosen[register as usize]),
            Action::AddToken(count, def) => {
                for _ in 0..number(count) {
                    if let Some(card) = self.make(def, seat, Zone::Hand) {
                        self.pos.cards[card.0 as usize].reveal();
                        self.tell(EventDraft::new(EventKind::Added).cause(cause).seat(seat).card(card));
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
            Action::Grow(who, growth) => {
                let times = growth.each.map_or(1, |group| i16::from(self.count(run, group)));
                let (attack, health) = (i16::from(growth.attack) * times, i16::from(growth.health) * times);
                for (at, place) in self.creatures(run, who) {
                    if growth.this_turn {
                        self.pos.field.passing(at, place).grow(attack, health);
                    }
                    let slot = &mut self.pos.field[at][place];
                    slot.grow(attack, health);
                    let card = slot.card;
                    self.tell(EventDraft::new(EventKind::Grew).cause(cause).seat(at).card(card).number(attack));
                }
                if health < 0 {
                    self.bury(false);
                }
            }
            Action::Grant(who, keyword, number) => {
                for (at, place) in self.creatures(run, who) {
                    self.grant(at, place, keyword, number, cause);
                    self.pos.field.keep_keywords(at, place, keyword.bit());
                }
            }
            Action::GrantThisTurn(who, keyword, number) => {
                for (at, place) in self.creatures(run, who) {
                    self.grant_this_turn(at, place, keyword, number, cause);
                }
            }
            Action::GrantAbility(who, id) => {
                for (at, place) in self.creatures(run, who) {
                    self.pos.field.gain(self.rules, at, place, id, 1);
                    let card = self.pos.field[at][place].card;
                    self.tell(EventDraft::new(EventKind::Gained).cause(cause).seat(at).card(card));
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
                    self.tell(EventDraft::new(EventKind::Recovered).cause(cause).seat(at).card(card).how(How::Frozen));
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
                    self.tell(EventDraft::new(EventKind::Regenerated).cause(cause).seat(at).card(card).number(healed));
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
                    self.remove(self.pos.field[at][place].card, EventKind::Sacrificed, cause);
                }
            }
            Action::NegateAttack => {
                if let Some(attack) = self.below(|frame| if let Frame::Attack(attack) = frame { Some(attack) } else { None }) {
                    attack.flags |= Attack::NEGATED;
                    self.tell(EventDraft::new(EventKind::Negated).cause(cause));
                }
            }
            Action::NegateDamage => {
                if let Some(negated) =
                    self.below(|frame| if let Frame::Hurt { negated, .. } = frame { Some(negated) } else { None })
                {
                    *negated = true;
                    self.tell(EventDraft::new(EventKind::Negated).cause(cause));
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

    /// The places of several that were chosen.
    #[cold]
    #[inline(never)]
    fn several(&self, run: &Run, register: u8, count: u8) -> u8 {
        let chosen = run.chosen[register as usize..][..count as usize].iter().filter_map(|target| target.as_card());
        chosen.fold(0, |set, card| set | self.pos.field.spot(run.seat, card))
    }

    /// How much that is now: the number, times how many of the group there are.
    #[inline]
    fn amount(&self, run: &Run, Amount { number, each }: Amount) -> u8 {
        each.map_or(number, |group| number.saturating_mul(self.count(run, group)))
    }

    /// How many of a group there are now.
    #[cold]
    #[inline(never)]
    fn count(&self, run: &Run, group: GroupId) -> u8 {
        select::count(self.pos, run, self.rules.groups[usize::from(group.0)])
    }

    /// Whether an action has what it takes: somebody that it is done to, and as much as it says.
    pub fn is_doable(&self, run: &Run, action: &Action) -> bool {
        let (seat, rival) = (run.seat, run.seat.rival());
        let has = |seat, which, amount| {
            let count = self.amount(run, amount);
            count > 0 && self.pos.pile(seat, which).len() >= count.into()
        };
        let anybody = |who| self.creatures(run, who).next().is_some();
        match *action {
            Action::Draw(count) => has(seat, Zone::Deck, count),
            Action::Discard(count) => has(seat, Zone::Hand, count),
            Action::RivalDiscards(count) => has(rival, Zone::Hand, count),
            Action::RevealHand => !self.pos.pile(rival, Zone::Hand).is_empty(),
            Action::Heal(amount) => self.amount(run, amount) > 0 && self.pos.life[seat] < FULL_LIFE,
            Action::Damage(amount, who) => {
                self.amount(run, amount) > 0 && (anybody(who) || self.players(run, who) != [false; 2])
            }
            Action::PlayToken(count, _) => self.amount(run, count) > 0 && self.pos.field.has_room(seat),
            Action::PlayCopy(who) => self.first(run, who).is_some() && self.pos.field.has_room(seat),
            Action::Play(register) | Action::Fetch(register) => run.chosen[register as usize].as_card().is_some(),
            Action::AddToken(count, _) => self.amount(run, count) > 0,
            Action::Destroy(who) => self.standing(run, who, What::Card).next().is_some(),
            Action::Grow(who, growth) => anybody(who) && growth.each.is_none_or(|group| self.count(run, group) > 0),
            Action::Kill(who) | Action::Eat(who) | Action::TakeToHand(who) | Action::Return(who) => anybody(who),
            Action::Grant(who, ..) | Action::GrantThisTurn(who, ..) | Action::GrantAbility(who, _) => anybody(who),
            Action::LoseAbilities(who) | Action::Freeze(who) | Action::Unfreeze(who) | Action::Paralyse(who) => anybody(who),
            Action::Regenerate(who) | Action::TakeControl(who) | Action::Become(who, _) | Action::Sacrifice(who) => {
                anybody(who)
            }
            Action::CopyAbilities(who) | Action::CopyStats(who) => self.first(run, who).is_some(),
            Action::NegateAttack | Action::NegatePlay | Action::NegateDamage | Action::PlayAnother => true,
            Action::EndTurn | Action::Revive => true,
        }
    }

    /// Whom an action concerns, as creatures on the table; what has left is left out.
    #[inline]
    pub fn creatures(&self, run: &Run, who: Who) -> Places {
        self.standing(run, who, What::Creature)
    }

    /// The places of what is meant, as far as it is of this kind.
    #[inline]
    fn standing(&self, run: &Run, who: Who, what: What) -> Places {
        let field = &self.pos.field;
        let fitting = match who {
            Who::Opponents => ENEMY & field.all_places(run.seat, What::Creature),
            Who::All(filter) => select::fitting(self.pos, filter, run.seat, run.source),
            Who::Several(register, count) => self.several(run, register, count),
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

    /// Whether the controller and the rival are meant.
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
            Who::Players | Who::Opponents | Who::All(_) | Who::Several(..) => Target::NONE,
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
