//! A creature or field spell on its way to the field (FC A4).

use playmat_cards::{CardRef, Event, EventDraft, EventKinds};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::event_kinds::{EventKind, How};
use crate::facts::Cx;
use crate::play;
use crate::rules::Def;
use crate::rulings::{EffectPlayOnPlay, OnEatTiming, Scavenged, TokenOnPlay};
use crate::state::{By, Enter, EnterStep, Frame, Position, SLOTS, Slot, Target, Zone};
use crate::words::{Kind, Trigger};

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// On the way, until something else is to be done first. The steps stand in their order: the way is straight down.
    #[inline(never)]
    pub fn step_enter(&mut self) -> Step {
        let depth = self.pos.agenda.depth();
        // Read in parts, as it was written: to read it as a whole would make the processor wait.
        let Some(Frame::Enter(enter)) = self.pos.agenda.top_ref() else { return Step::Go };
        let (seat, card, mut step) = (enter.seat, enter.card, enter.step);
        let rules = self.rules;
        let def = rules.def(self.pos.def_id(card));
        let kind = def.kind;
        if enter.flags & Enter::NEGATED != 0 {
            self.pos.agenda.pop();
            return Step::Go;
        }
        if step == EnterStep::AnyCardWindow {
            step = EnterStep::KindWindow;
            self.set_enter_step(step);
            self.open(Trigger::RivalPlaysCard, seat.rival(), card);
            if self.pos.agenda.depth() != depth {
                return Step::Go;
            }
        }
        if step == EnterStep::KindWindow {
            step = EnterStep::Meals;
            self.set_enter_step(step);
            if kind.is_creature() {
                self.open(entering(kind), seat.rival(), card);
            }
            if self.pos.agenda.depth() != depth {
                return Step::Go;
            }
        }
        if step == EnterStep::Meals && kind.is_predator() {
            return self.eat_on(seat);
        }
        self.arrive()
    }

    /// Asks for a meal while there is any, then goes on.
    #[inline(always)]
    fn eat_on(&mut self, seat: Seat) -> Step {
        let Some(Frame::Enter(enter)) = self.pos.agenda.top_ref() else { return Step::Go };
        if play::any_meal(self.rules, self.pos, enter) { Step::ask(seat, Form::SomeOf) } else { self.fed() }
    }

    /// A creature or field spell is played from hand. Where nobody can answer, a creature is on the field at once or asks for its
    /// first meal.
    #[inline(always)]
    pub fn start_enter(&mut self, seat: Seat, card: CardRef, def: &Def) -> Step {
        let kind = def.kind;
        self.pos.counted |= def.counts;
        let flags = Enter::FROM_HAND | if def.counts { Enter::COUNTED } else { 0 };
        let answered = self.has_listener(Trigger::RivalPlaysCard.bit() | entering(kind).bit(), seat);
        let eats = kind.is_predator() & play::any_first_meal(self.rules, self.pos, seat, def);
        // One branch only, since the kind cannot be predicted.
        if kind.is_creature() & !answered & !eats {
            self.land(Enter::new(card, seat, EnterStep::Land, flags), def, Zone::Hand);
            // If something is to be done now, it is an ability that entering has set off.
            return if self.pos.agenda.depth() == 0 { self.ask_for_move() } else { self.run_program() };
        }
        self.put_down(card, Zone::Hand, seat, Zone::Limbo);
        self.tell(EventDraft::new(EventKind::Played).seat(seat).card(card));
        let step = if eats & !answered { EnterStep::Meals } else { EnterStep::AnyCardWindow };
        self.pos.agenda.push(Frame::Enter(Enter::new(card, seat, step, flags)));
        if eats & !answered { Step::ask(seat, Form::SomeOf) } else { self.step_enter() }
    }

    #[inline]
    fn set_enter_step(&mut self, step: EnterStep) {
        if let Some(Frame::Enter(enter)) = self.pos.agenda.top_mut() {
            enter.step = step;
        }
    }

    /// A meal, or enough. Changed and looked at in parts: the way to the field goes on from here.
    #[inline(never)]
    pub fn take_meal(&mut self, meal: Option<CardRef>) -> Step {
        let Some(meal) = meal else { return self.fed() };
        let stands = self.pos.find(meal);
        let nutrition = play::nutrition(self.rules, self.pos, meal, stands);
        let Some(Frame::Enter(enter)) = self.pos.agenda.top_mut() else { return Step::Go };
        enter.eat(meal, stands.map(|(_, place)| place), nutrition);
        let seat = enter.seat;
        self.eat_on(seat)
    }

    /// All meals are chosen.
    #[inline(never)]
    fn fed(&mut self) -> Step {
        let Some(Frame::Enter(enter)) = self.pos.agenda.top_ref() else { return Step::Go };
        let listens_to = enter.meals[0] != CardRef::NONE && enter.flags & Enter::MUTE == 0;
        if listens_to && self.ruled(self.rules.rulings.on_eat_timing) == OnEatTiming::BeforeEntering {
            return self.eat_first();
        }
        self.arrive()
    }

    /// `on_eat_timing` = `before-entering`: what eating sets off comes first, and a slot is kept meanwhile.
    #[cold]
    #[inline(never)]
    fn eat_first(&mut self) -> Step {
        let Position { agenda, field, cards, .. } = &mut *self.pos;
        let Some(Frame::Enter(enter)) = agenda.top_mut() else { return Step::Go };
        enter.step = EnterStep::Land;
        // FC A11: the leftmost slot that is free, or will be when the meals are gone.
        let freed = (enter.places != 0).then(|| enter.places.trailing_zeros() as usize);
        let slot = freed.into_iter().chain(field.free_slot(enter.seat)).min();
        if let Some(slot) = slot {
            enter.slot = slot as u8;
            field.keep(enter.seat, slot, true);
        }
        let (card, seat, def) = (enter.card, enter.seat, cards[enter.card.0 as usize].def());
        for id in self.rules.printed(def).rev() {
            if self.rules.ability(id).trigger == Trigger::OnEat {
                self.run(id, (card, 0), seat, Target::NONE, By::Trigger);
            }
        }
        Step::Go
    }

    /// It leaves the agenda for the field.
    #[inline(never)]
    fn arrive(&mut self) -> Step {
        self.eat_meals();
        let Some(&Frame::Enter(enter)) = self.pos.agenda.top_ref() else { return Step::Go };
        self.pos.agenda.pop();
        let rules = self.rules;
        let def = rules.def(self.pos.def_id(enter.card));
        if def.kind == Kind::FieldSpell {
            self.land_field_spell(enter.seat, enter.card)
        } else {
            self.land(enter, def, Zone::Limbo)
        }
        Step::Go
    }

    /// The meals are gone, the creature enters exhausted, its abilities come. Straight from the hand it is declared here.
    #[inline(always)]
    pub fn land(&mut self, enter: Enter, def: &Def, from: Zone) {
        let (seat, card) = (enter.seat, enter.card);
        let nutrition = enter.nutrition;
        let ate = enter.meals[0] != CardRef::NONE;
        let kept = (enter.slot as usize) < SLOTS;
        if kept {
            self.pos.field.keep(seat, enter.slot as usize, false);
        }
        let Some(place) = (if kept && !self.pos.field[seat][enter.slot as usize].taken() {
            Some(enter.slot as usize)
        } else {
            self.pos.field.free_slot(seat)
        }) else {
            self.tell(EventDraft::new(EventKind::NoRoom).seat(seat).card(card));
            return self.lay_down(card, (seat, from), false);
        };
        self.put_down(card, from, seat, Zone::Field);
        let dry = def.kind.is_predator() & !ate;
        let slot = self.place_creature(card, seat, place, dry);
        slot.grow(nutrition, nutrition);
        if enter.flags & Enter::MUTE != 0 {
            slot.state &= !Slot::FROZEN;
            self.pos.field.lose_abilities(seat, place);
        }
        if from == Zone::Hand {
            self.tell(EventDraft::new(EventKind::Played).seat(seat).card(card));
        }
        if L::COUNTS && dry {
            self.ruled(self.rules.rulings.dry_drop);
        }
        self.tell(
            EventDraft::new(EventKind::Entered).seat(seat).card(card).number(nutrition).word(dry.then_some(How::Dry.word())),
        );
        let mut triggers = 0;
        if def.listens_to & Trigger::OnPlay.bit() != 0 && self.runs_on_play(enter.card, enter.flags) {
            triggers |= Trigger::OnPlay.bit();
        }
        if ate && self.rules.rulings.on_eat_timing == OnEatTiming::AfterEntering {
            triggers |= Trigger::OnEat.bit();
        }
        self.run_abilities(seat, place, triggers, Target::card(card));
        if let Some(copied) = enter.copies.some() {
            self.copy_abilities(card, copied);
        }
    }

    /// FC A4: the meals of who is about to enter go to carrion; those that lay there stay, or leave the game (FC B `scavenged`).
    #[inline(always)]
    fn eat_meals(&mut self) {
        for nth in 0..3 {
            let Some(Frame::Enter(enter)) = self.pos.agenda.top_ref() else { return };
            let (seat, card, meal) = (enter.seat, enter.card, enter.meals[nth]);
            if meal == CardRef::NONE {
                return;
            }
            if enter.flags & (Enter::SCAVENGED << nth) == 0 {
                self.remove(meal, EventKind::Eaten, card);
            } else {
                self.tell(EventDraft::new(EventKind::Eaten).cause(card).seat(seat).card(meal).how(How::FromCarrion));
                if self.ruled(self.rules.rulings.scavenged) == Scavenged::Removed {
                    self.vanish(meal);
                }
            }
        }
    }

    /// FC A11: cards played by an effect run their on-play by `effect_play_on_play`, tokens by `token_on_play`.
    fn runs_on_play(&mut self, card: CardRef, flags: u8) -> bool {
        if flags & Enter::FROM_HAND != 0 {
            true
        } else if self.pos.card(card).made() {
            self.ruled(self.rules.rulings.token_on_play) == TokenOnPlay::Triggers
        } else {
            self.ruled(self.rules.rulings.effect_play_on_play) == EffectPlayOnPlay::Triggers
        }
    }

    /// FC A11: a second field spell replaces the first.
    fn land_field_spell(&mut self, seat: Seat, card: CardRef) {
        self.ruled(self.rules.rulings.field_limit);
        self.ruled(self.rules.rulings.field_spell_cost);
        self.ruled(self.rules.rulings.field_spell_scope);
        let place = play::field_spell_place(self.rules, self.pos, seat);
        let old: arrayvec::ArrayVec<_, 8> = play::replaced_field_spells(self.rules, self.pos, seat).collect();
        for (at, from) in old {
            self.remove_field_spell(at, from, true, card);
        }
        let Some(place) = place else { return self.lay_down(card, (seat, Zone::Limbo), true) };
        let stamp = self.pos.stamp();
        let def = self.rules.def(self.pos.def_id(card));
        let slot = Slot { card, stamp, what: def.what, listens_to: def.listens_to, ..Slot::EMPTY };
        self.pos.field.set(seat, place, slot);
        self.put_down(card, Zone::Limbo, seat, Zone::Field);
        self.tell(EventDraft::new(EventKind::Entered).seat(seat).card(card));
    }
}

/// FC A9: what the rival may answer when such a creature is played.
fn entering(kind: Kind) -> Trigger {
    if kind.is_prey() { Trigger::RivalPlaysPrey } else { Trigger::RivalPlaysPredator }
}
