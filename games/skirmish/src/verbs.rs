//! Running programs: announcing, choosing, and what every verb of a card does.

use playmat_cards::{CardRef, Event, Op, Tale, Wants, next, tale};
use playmat_kernel::{Chance, Listener, Step};

use crate::choice::{Choice, ask, ask_declaring};
use crate::facts::Cx;
use crate::rules::{Action, Amount, Pick, Who};
use crate::select;
use crate::state::{By, Frame, Phase, Place, Places, Run, Slot, Target, Zone, sum, zone};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Runs a program until it asks, ends, or something else is to be done first. Only what outlasts the step is written back.
    #[inline(never)]
    pub fn step_run(&mut self) -> Step {
        let Some(&Frame::Run(mut run)) = self.pos.agenda.top_ref() else { return Step::Go };
        let depth = self.pos.agenda.depth();
        if run.cursor.at == self.rules.ability(run.ability).start && !self.begins(&run) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        let rules = self.rules;
        loop {
            let before = run.cursor;
            // What is done is read in place: it is too large to be copied out for every op.
            if let Op::Act(action) = &rules.ops[before.at as usize] {
                run.cursor.at += 1;
                if let Action::Choose { register, pick } = action {
                    if !self.chosen(&mut run, *register, pick) {
                        return self.ask_run(Run { cursor: before, ..run });
                    }
                } else if !run.cursor.announcing {
                    self.set_top(Frame::Run(run));
                    self.act(&run, action);
                    if self.pos.agenda.depth() != depth {
                        return Step::Go;
                    }
                }
                continue;
            }
            match next(&rules.ops, &mut run.cursor) {
                // Behind a jump: it is read in place next.
                Wants::Act(_) => run.cursor.at -= 1,
                Wants::End if run.cursor.announcing => {
                    self.declare(&mut run);
                    if self.pos.agenda.depth() != depth {
                        return Step::Go;
                    }
                    self.begins(&run);
                }
                Wants::End => {
                    self.pos.agenda.pop();
                    if run.by == By::Action {
                        self.lay_down(run.source, Zone::Limbo);
                    }
                    return Step::Go;
                }
                Wants::Branch(count) => {
                    if (1..=count).any(|branch| select::branch_possible(rules, self.pos, &run, before.at, branch)) {
                        return self.ask_run(run);
                    }
                    // What cannot be done does nothing.
                    run.cursor.branch = 1;
                }
                Wants::May(_) if run.cursor.announcing => {}
                Wants::May(_) => return self.ask_run(Run { cursor: before, ..run }),
                Wants::Test(never, _) => match never {},
            }
        }
    }

    /// The program waits for an answer.
    #[inline]
    fn ask_run(&mut self, run: Run) -> Step {
        self.set_top(Frame::Run(run));
        if run.cursor.announcing { ask_declaring(run.seat) } else { ask(run.seat) }
    }

    /// Whether an effect happens at all: reactions are those of units still in play, and a cleansed unit has no abilities.
    fn begins(&mut self, run: &Run) -> bool {
        let begins = match run.by {
            By::Unit => {
                let place = select::here(self.pos, run);
                let stands = self.pos.field.cards[place] == run.source;
                stands && !self.pos.field.being(Slot::SILENCED).has(place)
            }
            By::Gone | By::Action | By::Activate => true,
        };
        if L::COUNTS && begins && !run.cursor.announcing {
            self.heard.count(u32::from(run.ability.0));
        }
        begins
    }

    /// An answer to a running program.
    #[inline(never)]
    pub fn take_run(&mut self, mut run: Run, choice: Choice) {
        let mut after = run.cursor;
        match (next(&self.rules.ops, &mut after), choice) {
            (Wants::Branch(_), Choice::Branch(branch)) => run.cursor.branch = branch,
            (Wants::May(_), Choice::Yes) => run.cursor = after,
            (Wants::May(to), _) => run.cursor.at = to,
            (Wants::Act(Action::Choose { register, .. }), choice) => {
                let target = match choice {
                    Choice::Card(card) => Target::card(card),
                    Choice::Slot(place) => Target::slot(place),
                    _ => Target::DECLINED,
                };
                run.cursor = after;
                run.chosen[register as usize] = target;
                run.it = target;
            }
            _ => {}
        }
        self.set_top(Frame::Run(run));
    }

    /// Whether a choice needs no answer: it was made when the effect was announced, or there is nothing to choose.
    #[inline]
    fn chosen(&mut self, run: &mut Run, register: u8, pick: &Pick) -> bool {
        let known = run.chosen[register as usize];
        if known != Target::NONE {
            run.it = known;
            return true;
        }
        if pick.filter.close {
            self.ruled(self.rules.rulings.close_front);
        }
        if select::any_candidate(self.rules, self.pos, run, pick) {
            return false;
        }
        // SK Fine print: a Deploy or Consume ability that finds none does nothing.
        run.chosen[register as usize] = Target::DECLINED;
        run.it = Target::DECLINED;
        true
    }

    /// Everything that is announced is announced: the others are told, whoever heeds actions acts, then it runs.
    #[inline(never)]
    fn declare(&mut self, run: &mut Run) {
        let (seat, card) = (run.seat, run.source);
        run.cursor.at = self.rules.ability(run.ability).start;
        run.cursor.announcing = false;
        self.set_top(Frame::Run(*run));
        let other = run.chosen[0].as_card().unwrap_or(CardRef::NONE);
        if run.by == By::Activate {
            self.pos.phase = Phase::Activated;
            if let Some(place) = self.pos.find(card) {
                self.pos.field.mark(place, Slot::USED);
            }
            self.tell(Tale { seat: Some(seat), card, other, ..tale("used") });
        } else {
            self.pos.phase = Phase::Pass;
            self.show(card, seat, Zone::Limbo);
            self.tell(Tale { seat: Some(seat), card, other, ..tale("played") });
            self.react(Trigger::ActionPlayed, Places::only(Place::new(seat, 0)), 0);
        }
    }

    #[inline(never)]
    fn act(&mut self, run: &Run, action: &Action) {
        let (seat, cause) = (run.seat, run.source);
        let amount = |amount| match amount {
            Amount::Fixed(amount) => i16::from(amount),
            Amount::Brought => run.amount,
        };
        match *action {
            Action::Choose { .. } => {}
            Action::Draw(count) => self.draw(seat, count, cause),
            Action::Gain(who, much) => {
                let units = self.units(run, who);
                self.gain(units, amount(much), cause);
            }
            Action::Modify(who, much) => {
                let slots = self.slots(run, who);
                self.modify(slots, amount(much), cause);
            }
            Action::Damage(much, who) => {
                let units = self.units(run, who);
                self.damage(units, amount(much), cause);
            }
            Action::Blast(much, who) => {
                self.ruled(self.rules.rulings.close_front);
                let slots = self.slots(run, who);
                let around = slots.from(seat).fold(slots, |all, place| all.or(self.rules.close[place]));
                self.damage(around.and(self.pos.field.taken()), amount(much), cause);
            }
            Action::Kill(who) => {
                let units = self.units(run, who);
                self.kill(units, cause);
            }
            Action::DeployToken(def, who) => {
                if let Some(place) = self.slots(run, who).from(seat).next()
                    && let Some(card) = self.make(def, seat)
                {
                    self.enter(card, place);
                }
            }
            Action::Deploy(register, who) => {
                let card = run.chosen[register as usize].as_card();
                let card = card.filter(|card| self.pos.pile(seat, Zone::Graveyard).contains(card));
                if let (Some(card), Some(place)) = (card, self.slots(run, who).from(seat).next()) {
                    self.carry(card, seat, Zone::Graveyard, Zone::Limbo);
                    self.tell(Tale { cause, seat: Some(seat), card, ..tale("raised") });
                    self.enter(card, place);
                }
            }
            Action::Cleanse(who) => self.cleanse(run, who),
            Action::Move(whom, to) => {
                let from = self.units(run, whom).from(seat).next();
                if let (Some(from), Some(to)) = (from, self.slots(run, to).from(seat).next()) {
                    self.walk(from, to, run);
                }
            }
            Action::Match(whom, to) => {
                if let Some(model) = self.units(run, to).from(seat).next() {
                    let power = self.pos.power(model);
                    for place in self.units(run, whom).from(seat) {
                        let change = power - self.pos.power(place);
                        let field = &mut self.pos.field;
                        let gain = &mut field.gain[place];
                        *gain = sum(*gain, change);
                        let (card, other) = (field.cards[place], field.cards[model]);
                        self.tell(Tale {
                            cause,
                            seat: Some(place.seat()),
                            card,
                            other,
                            number: Some(power),
                            ..tale("matched")
                        });
                    }
                }
            }
            Action::Return(who) => {
                for place in self.units(run, who).from(seat) {
                    self.take_back(place, run);
                }
            }
        }
    }

    /// SK Catalogue: the unit there loses abilities and gains, the slot its modifier; damage stays, and a unit left at 0 dies.
    fn cleanse(&mut self, run: &Run, who: Who) {
        let last = self.pos.powers();
        for place in self.slots(run, who).from(run.seat) {
            self.pos.mods[place] = 0;
            self.pos.field.silence(place);
            let card = self.pos.field.cards[place];
            let number = Some(place.terrain() as i16);
            self.tell(Tale { cause: run.source, seat: Some(place.seat()), card, number, ..tale("cleansed") });
        }
        self.bury(Places::NONE, &last);
    }

    /// SK Fine print: gains and damage move with the unit, modifiers stay with the slot; a unit that a move leaves at power 0
    /// dies there, with the power it had before.
    fn walk(&mut self, from: Place, to: Place, run: &Run) {
        if from == to || from.seat() != to.seat() {
            return;
        }
        let mut last = self.pos.powers();
        (last[from], last[to]) = (last[to], last[from]);
        self.pos.field.swap(from, to);
        let (card, other) = (self.pos.field.cards[to], self.pos.field.cards[from]);
        let number = Some(to.terrain() as i16);
        self.tell(Tale { cause: run.source, seat: Some(to.seat()), card, other, number, ..tale("moved") });
        self.bury(Places::NONE, &last);
    }

    /// A unit goes to its owner's hand and is its printed card again; a token vanishes.
    fn take_back(&mut self, place: Place, run: &Run) {
        let card = self.pos.field.clear(place);
        let seat = place.seat();
        if self.pos.card(card).made() {
            self.tell(Tale { cause: run.source, seat: Some(seat), card, ..tale("vanished") });
            self.lay_down(card, Zone::Field);
        } else {
            self.tell(Tale { cause: run.source, seat: Some(seat), card, ..tale("returned") });
            self.pos.shelf.put_from(card, zone(seat, Zone::Field), zone(seat, Zone::Hand));
            self.pos.shown[seat] = true;
        }
    }

    /// The places of the units that are meant.
    fn units(&self, run: &Run, who: Who) -> Places {
        let standing = self.pos.field.taken();
        match who {
            Who::Front => Places::only(select::here(self.pos, run).front()).and(standing),
            who => self.whom(run, who).and(standing),
        }
    }

    /// The slots that are meant.
    fn slots(&self, run: &Run, who: Who) -> Places {
        self.whom(run, who)
    }

    fn whom(&self, run: &Run, who: Who) -> Places {
        let only = |place: Option<Place>| place.map_or(Places::NONE, Places::only);
        match who {
            Who::This => only(self.pos.find(run.source)),
            Who::ThisSlot => Places::only(select::here(self.pos, run)),
            Who::It => only(select::spot_of(self.pos, run.it)),
            Who::Chosen(register) => only(select::spot_of(self.pos, run.chosen[register as usize])),
            Who::Front => Places::only(select::here(self.pos, run).front()),
            Who::Consumer => only(self.pos.find(run.consumer)),
            Who::All(what, filter) => select::places(self.rules, self.pos, run, what, &filter),
        }
    }
}
