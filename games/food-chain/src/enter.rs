//! A creature or field spell on its way to the field (FC A4).

use playmat_cards::{CardRef, Event, Tale, tale};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::facts::Cx;
use crate::play;
use crate::rules::Def;
use crate::rulings::{DryDrop, EffectPlayOnPlay, OnEatTiming, Scavenged, TokenOnPlay};
use crate::state::{By, Enter, EnterStep, Frame, SLOTS, Slot, Target, Zone};
use crate::words::{Kind, Trigger};

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// On the way, until something else is to be done first. The steps stand in their order: the way is straight down.
    #[inline(never)]
    pub fn step_enter(&mut self) -> Step {
        let depth = self.pos.agenda.depth();
        // Looked at in parts, as it was written.
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
        let Some(Frame::Enter(enter)) = self.pos.agenda.top_ref() else { return Step::Go };
        let eats = step == EnterStep::Meals && kind.is_predator();
        if eats && play::any_meal(self.rules, self.pos, enter) {
            return Step::ask(seat, Form::SomeOf);
        }
        let mut enter = *enter;
        if eats {
            enter = self.fed(enter);
        }
        if enter.step == EnterStep::EatFirst {
            enter.step = EnterStep::Land;
            self.set_top(Frame::Enter(enter));
            let printed = self.rules.printed(self.pos.def_id(enter.card));
            for id in printed.rev() {
                if self.rules.ability(id).trigger == Trigger::OnEat {
                    self.run(id, (enter.card, 0), enter.seat, Target::NONE, By::Trigger);
                }
            }
            return Step::Go;
        }
        self.pos.agenda.pop();
        if kind == Kind::FieldSpell {
            self.land_field_spell(enter)
        } else {
            self.land(enter, def, Zone::Limbo)
        }
        Step::Go
    }

    /// Whether a creature played from hand is on the field as soon as it is declared: nobody can answer, and it eats nothing.
    #[inline]
    pub fn lands_at_once(&self, seat: Seat, def: &Def) -> bool {
        let kind = def.kind;
        // One branch: of what kind it is nobody can predict.
        let answered = self.is_heeded(Trigger::RivalPlaysCard.bit() | entering(kind).bit(), seat.rival());
        let eats = kind.is_predator() & play::any_first_meal(self.rules, self.pos, seat, def);
        kind.is_creature() & !answered & !eats
    }

    #[inline]
    fn set_enter_step(&mut self, step: EnterStep) {
        if let Some(Frame::Enter(enter)) = self.pos.agenda.top_mut() {
            enter.step = step;
        }
    }

    /// A meal, or enough.
    pub fn take_meal(&mut self, enter: Enter, meal: Option<CardRef>) {
        match meal {
            None => {
                self.fed(enter);
            }
            Some(meal) => {
                let place = self.pos.field.spot(enter.seat, meal);
                if let Some(Frame::Enter(enter)) = self.pos.agenda.top_mut()
                    && let Some(free) = enter.meals.iter_mut().find(|meal| meal.some().is_none())
                {
                    *free = meal;
                    enter.eaten |= place;
                }
            }
        }
    }

    /// All meals are chosen.
    fn fed(&mut self, mut enter: Enter) -> Enter {
        let ate = enter.meals[0].some().is_some();
        for (place, meal) in enter.meals.into_iter().enumerate().filter(|(_, meal)| meal.some().is_some()) {
            enter.nutrition += play::nutrition(self.rules, self.pos, meal);
            enter.flags |= u8::from(self.pos.find(meal).is_none()) * (Enter::SCAVENGED << place);
        }
        enter.step = EnterStep::Land;
        if ate && enter.flags & Enter::MUTE == 0 && self.ruled(self.rules.rulings.on_eat_timing) == OnEatTiming::BeforeEntering
        {
            // FC A11: the leftmost slot that is free, or will be when the meals are gone.
            let freed = enter.meals.iter().filter_map(|&meal| self.pos.find(meal)).map(|(_, place)| place);
            enter.slot = freed.chain(self.pos.field.free_slot(enter.seat)).min().unwrap_or(255) as u8;
            if (enter.slot as usize) < SLOTS {
                self.pos.field.keep(enter.seat, enter.slot as usize, true);
            }
            enter.step = EnterStep::EatFirst;
        }
        self.set_top(Frame::Enter(enter));
        enter
    }

    /// The meals go to carrion, the creature enters exhausted, its abilities come. Straight from the hand it is declared here.
    #[inline(always)]
    pub fn land(&mut self, enter: Enter, def: &Def, from: Zone) {
        let (seat, card) = (enter.seat, enter.card);
        let nutrition = enter.nutrition;
        let ate = enter.meals[0] != CardRef::NONE;
        if ate {
            self.eat_meals(&enter);
        }
        let kept = (enter.slot as usize) < SLOTS;
        if kept {
            self.pos.field.keep(seat, enter.slot as usize, false);
        }
        let Some(place) = (if kept && !self.pos.field[seat][enter.slot as usize].taken() {
            Some(enter.slot as usize)
        } else {
            self.pos.field.free_slot(seat)
        }) else {
            self.tell(Tale { seat: Some(seat), card, ..tale("no-room") });
            return self.lay_down(card, (seat, from), false);
        };
        self.put_down(card, from, seat, Zone::Field);
        self.place_creature(card, seat, place);
        if from == Zone::Hand {
            self.tell(Tale { seat: Some(seat), card, ..tale("played") });
        }
        let rules = self.rules;
        let slot = &mut self.pos.field[seat][place];
        slot.attack += nutrition;
        slot.health += nutrition;
        slot.full += nutrition;
        if enter.flags & Enter::MUTE != 0 {
            slot.state &= !Slot::FROZEN;
            self.pos.field.lose_abilities(seat, place);
        }
        let dry = def.kind.is_predator() && !ate;
        if L::COUNTS && dry {
            self.ruled(rules.rulings.dry_drop);
        }
        let slot = &mut self.pos.field[seat][place];
        slot.state |= Slot::DRY * u8::from(dry);
        slot.mute(dry & (rules.rulings.dry_drop == DryDrop::LosesKeywords));
        self.tell(Tale { seat: Some(seat), card, number: Some(nutrition), word: dry.then_some("dry"), ..tale("entered") });
        let mut triggers = 0;
        if def.heeds & Trigger::OnPlay.bit() != 0 && self.runs_on_play(&enter) {
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

    /// FC A4: the meals go to carrion; those that lay there stay, or leave the game (FC B `scavenged`).
    #[inline(never)]
    fn eat_meals(&mut self, enter: &Enter) {
        let (seat, card) = (enter.seat, enter.card);
        for (place, meal) in enter.meals.into_iter().enumerate().filter(|(_, meal)| meal.some().is_some()) {
            if enter.flags & (Enter::SCAVENGED << place) == 0 {
                self.remove(meal, "eaten", card);
            } else {
                self.tell(Tale { cause: card, seat: Some(seat), card: meal, word: Some("carrion"), ..tale("eaten") });
                if self.ruled(self.rules.rulings.scavenged) == Scavenged::Removed {
                    self.vanish(meal);
                }
            }
        }
    }

    /// FC A11: cards played by an effect run their on-play by `effect_play_on_play`, tokens by `token_on_play`.
    fn runs_on_play(&mut self, enter: &Enter) -> bool {
        if enter.flags & Enter::FROM_HAND != 0 {
            true
        } else if self.pos.card(enter.card).made() {
            self.ruled(self.rules.rulings.token_on_play) == TokenOnPlay::Triggers
        } else {
            self.ruled(self.rules.rulings.effect_play_on_play) == EffectPlayOnPlay::Triggers
        }
    }

    /// FC A11: a second field spell replaces the first.
    fn land_field_spell(&mut self, enter: Enter) {
        let (seat, card) = (enter.seat, enter.card);
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
        let slot = Slot { card, stamp, what: def.what, heeds: def.heeds, ..Slot::EMPTY };
        self.pos.field.set(seat, place, slot);
        self.put_down(card, Zone::Limbo, seat, Zone::Field);
        self.tell(Tale { seat: Some(seat), card, ..tale("entered") });
    }
}

/// FC A9: what the rival may answer when such a creature is played.
fn entering(kind: Kind) -> Trigger {
    if kind.is_prey() { Trigger::RivalPlaysPrey } else { Trigger::RivalPlaysPredator }
}
