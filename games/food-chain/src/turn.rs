//! The turn, phase by phase (FC A3), and simultaneous abilities (FC A11).

use playmat_cards::{CardRef, Event, EventDraft};
use playmat_kernel::{Chance, Form, Listener, Outcome, Seat, Step};

use crate::choice::Choice;
use crate::event_kinds::{EventKind, How};
use crate::facts::{Cx, end_of_bars};
use crate::play::{self, Usable};
use crate::rules::{AbilityId, Rules};
use crate::rulings::{BeforeCombat, Frozen, Poisonous};
use crate::state::{Attack, AttackStep, BARRED, By, Frame, MOST_TURNS, Phase, Position, SLOTS, Slot, Target, Zone};
use crate::words::{Keyword, Trigger};

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// The turn goes on, phase by phase, until a player moves or something else is to be done first. The phases stand in the
    /// order in which a turn ends and the next one begins, so that most of the time the way is straight down. The phase is written
    /// down only where somebody could see it.
    #[inline(never)]
    pub fn step_turn(&mut self) -> Step {
        let mut phase = self.pos.phase;
        if phase == Phase::End {
            if self.waits(self.pos.turn, Trigger::EndOfTurn) {
                self.pos.phase = Phase::Sting;
                return self.collect(self.pos.turn, Trigger::EndOfTurn);
            }
            phase = Phase::Sting;
        }
        if phase == Phase::Sting {
            if self.rules.rulings.poisonous == Poisonous::StingsRival && self.stinger(0).is_some() {
                self.pos.phase = Phase::Close;
                self.pos.agenda.push(Frame::Stings { from: 0 });
                return Step::Go;
            }
            phase = Phase::Close;
        }
        if phase == Phase::Close {
            if self.pos.field.has_passing() {
                self.end_gains();
            }
            if self.close(self.pos.turn) && (self.pos.agenda.depth() != 0 || self.pos.anybody_lost()) {
                self.pos.phase = Phase::Pass;
                return Step::Go;
            }
            phase = Phase::Pass;
        }
        if phase == Phase::Pass {
            // FC A10, A11: the match is a draw when the second player ends their 100th turn.
            if self.pos.turns >= 2 * MOST_TURNS {
                return Step::Over(Outcome::Draw);
            }
            end_of_bars(self.pos);
            self.pos.turn = self.pos.turn.rival();
            self.pos.turns += 1;
            phase = Phase::Start;
        }
        if matches!(phase, Phase::Opening | Phase::Start) {
            let seat = self.pos.turn;
            self.pos.counted = false;
            self.pos.phase = Phase::Started;
            self.tell(EventDraft::new(EventKind::Turn).seat(seat).number(i16::from(self.pos.turns)));
            self.rest(seat, false);
            if self.waits(seat, Trigger::StartOfTurn) {
                return self.collect(seat, Trigger::StartOfTurn);
            }
            phase = Phase::Draw;
        }
        if matches!(phase, Phase::Started | Phase::Draw) {
            self.pos.phase = Phase::Drawn;
            if self.pos.skip_draw {
                self.pos.skip_draw = false;
            } else {
                self.draw(self.pos.turn, 1, CardRef::NONE);
                if self.pos.agenda.depth() != 0 {
                    return Step::Go;
                }
            }
            phase = Phase::Drawn;
        }
        if phase == Phase::Drawn {
            self.enter_phase(Phase::Main1);
        }
        if phase == Phase::Before {
            let waits = self.waits(self.pos.turn, Trigger::BeforeCombat);
            if waits && self.rules.rulings.before_combat != BeforeCombat::EachAttack {
                self.pos.phase = Phase::Prepared;
                return self.collect(self.pos.turn, Trigger::BeforeCombat);
            }
            phase = Phase::Prepared;
        }
        if phase == Phase::Prepared {
            self.start_combat();
        }
        self.ask_for_move()
    }

    /// The turn player moves.
    #[inline]
    pub fn ask_for_move(&mut self) -> Step {
        self.count_listed();
        Step::ask_move(self.pos.turn)
    }

    /// A move of the turn player. Where nothing can come between, what it leads to is known at once.
    #[inline]
    pub fn take_move(&mut self, choice: Choice) -> Step {
        match choice {
            Choice::End => self.end_turn(),
            Choice::Next => self.next_phase(),
            Choice::Play(card) => self.start_play(self.pos.turn, card),
            _ => self.take_rare_move(choice),
        }
    }

    /// The turn player ends the turn.
    #[inline]
    pub fn end_turn(&mut self) -> Step {
        self.enter_phase(Phase::End);
        self.step_turn()
    }

    /// The turn player goes on to the next phase.
    #[inline]
    pub fn next_phase(&mut self) -> Step {
        match self.pos.phase {
            Phase::Main1 => match self.ruled(self.rules.rulings.before_combat) {
                BeforeCombat::EachAttack => self.start_combat(),
                BeforeCombat::Phase | BeforeCombat::PhaseOptional => {
                    self.enter_phase(Phase::Before);
                    return self.step_turn();
                }
            },
            _ => self.enter_phase(Phase::Main2),
        }
        self.ask_for_move()
    }

    /// FC A5: a creature attacks, whom is asked next.
    #[inline]
    pub fn start_attack(&mut self, seat: Seat, place: usize) -> Step {
        let slot = &self.pos.field[seat][place % (SLOTS + 1)];
        self.pos.agenda.push(Frame::Attack(Attack {
            seat,
            attacker: slot.card,
            attacker_at: (place as u8, slot.stamp),
            defender: CardRef::NONE,
            defender_at: (0, 0),
            step: AttackStep::Target,
            flags: 0,
        }));
        Step::ask_declaring(seat, Form::OneOf)
    }

    /// The other moves: attacking, where it was listed, setting a trap, using an ability.
    #[inline(never)]
    pub fn take_rare_move(&mut self, choice: Choice) -> Step {
        let seat = self.pos.turn;
        match choice {
            Choice::Attack(card) => {
                if let Some((_, place)) = self.pos.find(card) {
                    return self.start_attack(seat, place);
                }
            }
            Choice::Set(card) => self.set_trap(seat, card),
            Choice::Use(card, place) => {
                let from = match (self.pos.phase, self.pos.find(card)) {
                    (Phase::Combat, _) => Usable::Combat,
                    (_, Some(_)) => Usable::Field,
                    (_, None) => Usable::Hand,
                };
                if let Some(id) = play::ability_at(self.rules, self.pos, card, place) {
                    self.pos.agenda.push(Frame::Run(play::announcing(self.rules, seat, card, id, from.by())));
                }
            }
            _ => {}
        }
        Step::Go
    }

    /// Whether any abilities of a seat wait for the same moment.
    #[inline]
    fn waits(&self, seat: Seat, trigger: Trigger) -> bool {
        self.pos.field[seat].iter().fold(0, |listens_to, slot| listens_to | slot.listens_to) & trigger.bit() != 0
    }

    /// Collects them, and begins; two or more are put into an order by their player.
    #[inline(never)]
    fn collect(&mut self, seat: Seat, trigger: Trigger) -> Step {
        let mut printed = [0; SLOTS + 1];
        let mut stamps = [0; SLOTS + 1];
        for (place, slot) in self.pos.field[seat].iter().enumerate() {
            if slot.listens_to & trigger.bit() != 0 {
                printed[place] = self.printed_with(seat, place, trigger);
                stamps[place] = slot.stamp;
            }
        }
        let all = u32::from_le_bytes(printed);
        if all.is_power_of_two() && !self.pos.field.has_gifts() && trigger != Trigger::BeforeCombat {
            // Only one, as most of the time: there is nothing to put in order.
            let (place, nth) = (all.trailing_zeros() as usize / 8, all.trailing_zeros() as u16 % 8);
            let card = self.pos.field[seat][place].card;
            let id = AbilityId(self.rules.def(self.pos.def_id(card)).first + nth);
            self.run(id, (card, stamps[place]), seat, Target::card(card), By::Trigger);
            return self.run_program();
        }
        self.pos.field.gifts_wait(self.rules, seat, trigger);
        self.pos.agenda.push(Frame::Waiting { seat, trigger, printed, stamps });
        self.step_waiting()
    }

    /// The printed abilities of a creature with this trigger, by their place; none that it has lost.
    fn printed_with(&self, seat: Seat, place: usize, trigger: Trigger) -> u8 {
        let slot = &self.pos.field[seat][place];
        if slot.is(Slot::MUTE) {
            return 0;
        }
        let printed = self.rules.printed(self.pos.def_id(slot.card)).enumerate();
        printed.fold(0, |set, (bit, id)| set | u8::from(self.rules.ability(id).trigger == trigger) << (bit % 8))
    }

    /// Asks which ability is next while two or more wait; what is gone or has become something else does not run (FC A11).
    #[inline(never)]
    pub fn step_waiting(&mut self) -> Step {
        let Some(&Frame::Waiting { seat, trigger, mut printed, stamps }) = self.pos.agenda.top_ref() else { return Step::Go };
        let mut left = 0;
        for place in 0..printed.len() {
            let slot = &self.pos.field[seat][place];
            let there = slot.stamp == stamps[place] && slot.listens_to & trigger.bit() != 0;
            if !there || slot.is(Slot::MUTE) {
                printed[place] = 0;
            }
            left += printed[place].count_ones();
            if self.pos.field.has_gifts() {
                if !there {
                    self.pos.field.gifts_are_over(seat, place);
                }
                left += self.pos.field.gifts(seat, place).map(|(_, _, waiting)| u32::from(waiting)).sum::<u32>();
            }
        }
        self.pos.agenda.set_top(Frame::Waiting { seat, trigger, printed, stamps });
        let optional = left > 0
            && trigger == Trigger::BeforeCombat
            && self.ruled(self.rules.rulings.before_combat) == BeforeCombat::PhaseOptional;
        if left > 1 || optional {
            return Step::ask(seat, Form::Order);
        }
        // The last one is not asked for, and nothing waits behind it.
        let mut last = None;
        waiting_abilities(self.rules, self.pos, seat, printed, &mut |card, nth| last = Some((card, nth)));
        self.pos.agenda.pop();
        if let Some((card, nth)) = last
            && let Some((id, stamp)) = self.waiting(seat, &mut printed, card, nth)
        {
            self.run(id, (card, stamp), seat, Target::card(card), By::Trigger);
        }
        Step::Go
    }

    /// One of the waiting abilities is next.
    pub fn take_waiting(&mut self, choice: Choice) {
        let Some(&Frame::Waiting { seat, trigger, mut printed, stamps }) = self.pos.agenda.top_ref() else { return };
        let Choice::Ability(card, nth) = choice else {
            (0..=SLOTS).for_each(|place| self.pos.field.gifts_are_over(seat, place));
            self.pos.agenda.pop();
            return;
        };
        if let Some((id, stamp)) = self.waiting(seat, &mut printed, card, nth) {
            self.pos.agenda.set_top(Frame::Waiting { seat, trigger, printed, stamps });
            self.pos.agenda.push(Frame::Check { asked: 0 });
            self.run(id, (card, stamp), seat, Target::card(card), By::Trigger);
        }
    }

    /// The waiting ability at this place among those of a card, which waits no more, and the stamp of its creature.
    fn waiting(&mut self, seat: Seat, printed: &mut [u8; SLOTS + 1], card: CardRef, nth: u8) -> Option<(AbilityId, u8)> {
        let (_, place) = self.pos.find(card)?;
        let (slot, def) = (&self.pos.field[seat][place], self.pos.def_id(card));
        let (stamp, own) = (slot.stamp, if slot.is(Slot::MUTE) { 0 } else { self.rules.def(def).count });
        let id = if nth < own {
            printed[place] &= !(1 << nth);
            self.rules.printed(def).nth(nth as usize)
        } else {
            self.pos.field.take_gift(seat, place, nth - own)
        };
        Some((id?, stamp))
    }

    fn enter_phase(&mut self, phase: Phase) {
        self.pos.phase = phase;
        let word = crate::view::phase_word(phase);
        self.tell(EventDraft::new(EventKind::Phase).seat(self.pos.turn).word(word));
    }

    fn start_combat(&mut self) {
        for place in 0..SLOTS {
            self.pos.field[self.pos.turn][place].struck = 0;
        }
        self.enter_phase(Phase::Combat);
    }

    /// FC A4, A8: a card of the hand is played.
    #[inline(never)]
    pub fn start_play(&mut self, seat: Seat, card: CardRef) -> Step {
        let rules = self.rules;
        let def = rules.def(self.pos.def_id(card));
        if def.kind.is_spell() {
            if let Some(id) = rules.printed(self.pos.def_id(card)).next() {
                self.pos.agenda.push(Frame::Run(play::announcing(rules, seat, card, id, By::Spell)));
                if !rules.ability(id).announces {
                    self.declare_effect();
                }
            }
            // Nothing but the spell itself, unless it was answered.
            return if self.pos.agenda.depth() == 1 { self.run_program() } else { Step::Go };
        }
        self.start_enter(seat, card, def)
    }

    /// FC B `traps` = `set`: face down, as the card of the turn; it works from the rival's next turn on.
    fn set_trap(&mut self, seat: Seat, card: CardRef) {
        self.ruled(self.rules.rulings.traps);
        self.pos.counted = true;
        self.blur(seat, card);
        self.put(card, seat, Zone::Set);
        self.pos.cards[card.0 as usize].note(BARRED, true);
        self.pos.marked = true;
        self.tell(EventDraft::new(EventKind::Set).seat(seat).card(card).only(seat));
    }

    /// A trap leaves the hand unseen: the rival cannot tell any more which of the traps they knew it was, unless they know the
    /// whole hand and it holds only one.
    fn blur(&mut self, seat: Seat, card: CardRef) {
        let rival = seat.rival();
        let is_trap = |pos: &Position, card: CardRef| self.rules.def(pos.def_id(card)).kind == crate::words::Kind::Trap;
        let hand = self.pos.pile(seat, Zone::Hand);
        let all_known = hand.iter().all(|&card| self.pos.card(card).known(rival));
        let traps = hand.iter().filter(|&&card| is_trap(self.pos, card)).count();
        if all_known && traps == 1 {
            return;
        }
        for place in 0..hand.len() {
            let other = self.pos.pile(seat, Zone::Hand)[place];
            if is_trap(self.pos, other) {
                self.pos.cards[other.0 as usize].forget(rival);
            }
        }
        self.pos.cards[card.0 as usize].forget(rival);
    }

    /// The first creature from this place on that stings the turn player.
    fn stinger(&self, from: usize) -> Option<usize> {
        let stings = |slot: &Slot| slot.creature() && slot.has(Keyword::Poisonous);
        (from..SLOTS).find(|&place| stings(&self.pos.field.of_rival(self.pos.turn)[place]))
    }

    /// FC A11, B `poisonous` = `stings-rival`: each stings alone, with a loss check of its own.
    #[inline(never)]
    pub fn step_stings(&mut self, from: u8) -> Step {
        let Some(place) = self.stinger(usize::from(from)) else {
            self.pos.agenda.pop();
            return Step::Go;
        };
        self.ruled(self.rules.rulings.poisonous);
        self.pos.agenda.set_top(Frame::Stings { from: place as u8 + 1 });
        self.pos.agenda.push(Frame::Check { asked: 0 });
        self.lose_life(self.pos.turn, 1, self.pos.field.of_rival(self.pos.turn)[place].card);
        Step::Go
    }

    /// FC A11, the end phase after abilities and stings: exhaustion, frost, paralysis, and all those deaths. Returns whether anybody
    /// may have died.
    #[inline(always)]
    fn close(&mut self, seat: Seat) -> bool {
        self.rest(seat, true);
        // Who died before has been buried.
        debug_assert!(Seat::BOTH.into_iter().all(|seat| self.pos.field[seat].iter().all(|slot| !slot.is_dying())));
        let states = self.pos.field[seat][..SLOTS].iter().fold(0, |states, slot| states | slot.state);
        let recovers = states & (Slot::FROZEN | Slot::PARALYSED) != 0;
        if recovers {
            self.recover(seat);
            self.bury(false);
        }
        recovers
    }

    /// The end of frost, and what frost and paralysis bring.
    #[inline(never)]
    fn recover(&mut self, seat: Seat) {
        let turns = self.pos.turns;
        let doom = |slot: Slot| if turns > slot.spared { Slot::DOOMED } else { 0 };
        for place in 0..SLOTS {
            let slot = self.pos.field[seat][place];
            if !slot.is(Slot::FROZEN | Slot::PARALYSED) {
                continue;
            }
            let mut now = slot;
            if slot.is(Slot::FROZEN) {
                if slot.is(Slot::DATED) {
                    now.state |= doom(slot);
                } else {
                    match self.ruled(self.rules.rulings.frozen) {
                        Frozen::Thaws => now.state &= !Slot::FROZEN,
                        Frozen::Dies => now.state |= Slot::DOOMED,
                    }
                }
            }
            if slot.is(Slot::PARALYSED) {
                now.state |= doom(slot);
            }
            self.pos.field[seat][place] = now;
            if slot.is(Slot::FROZEN) && !now.is(Slot::FROZEN) {
                self.tell(EventDraft::new(EventKind::Recovered).seat(seat).card(slot.card).how(How::Frozen));
            }
        }
    }
}

/// The waiting abilities of a seat, by card and place among its abilities: from the left, printed ones first.
pub fn waiting_abilities(
    rules: &Rules,
    pos: &Position,
    seat: Seat,
    printed: [u8; SLOTS + 1],
    found: &mut impl FnMut(CardRef, u8),
) {
    for (place, slot) in pos.field[seat].iter().enumerate().filter(|(_, slot)| slot.taken()) {
        (0..8).filter(|bit| printed[place] & (1 << bit) != 0).for_each(|bit| found(slot.card, bit));
        let mut first = if slot.is(Slot::MUTE) { 0 } else { rules.def(pos.def_id(slot.card)).count };
        for (_, times, waiting) in pos.field.gifts(seat, place) {
            (first..first.saturating_add(waiting)).for_each(|nth| found(slot.card, nth));
            first = first.saturating_add(times);
        }
    }
}
