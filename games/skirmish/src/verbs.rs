//! Running programs: announcing, choosing, and what every verb of a card does.

use playmat_cards::{CardRef, Cursor, Event, EventDraft, Op, Wants, read};
use playmat_kernel::{Chance, Form, Listener, Step};

use crate::choice::Choice;
use crate::facts::Cx;
use crate::rules::{Action, Amount, Pick, Who};
use crate::select;
use crate::state::{By, Frame, Phase, Place, Places, Run, Slot, Target, Zone, sum, zone};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Runs a program until it asks, ends, or something else is to be done first. It is read and changed where it lies: to copy it
    /// for every op would cost more than most ops do.
    #[inline(never)]
    pub fn step_run(&mut self) -> Step {
        let rules = self.rules;
        let depth = self.pos.agenda.depth();
        if self.run_ref().is_some_and(|run| run.cursor.at == rules.ability(run.ability).start) && !self.begins() {
            self.pos.agenda.pop();
            return Step::Go;
        }
        while let Some(run) = self.run_mut() {
            let mut after = run.cursor;
            match read(&rules.ops, &mut after) {
                Wants::Act(Action::Choose { register, pick }) => {
                    if !self.chosen(*register, pick, after) {
                        return self.ask_run();
                    }
                }
                Wants::Act(action) => {
                    run.cursor = after;
                    if !after.announcing {
                        if rules.ability(run.ability).beside {
                            self.act_beside(action)
                        } else {
                            self.act(action)
                        }
                        if self.pos.agenda.depth() != depth {
                            return Step::Go;
                        }
                    }
                }
                Wants::End if after.announcing => {
                    self.declare();
                    if self.pos.agenda.depth() != depth {
                        return Step::Go;
                    }
                    if L::COUNTS {
                        self.begins();
                    }
                }
                Wants::End => {
                    let (by, source) = (run.by, run.source);
                    self.pos.agenda.pop();
                    if by == By::Action {
                        self.lay_down(source);
                    }
                    // Most often the turn goes on.
                    return if self.pos.agenda.top_ref() == Some(&Frame::Turn) { self.step_turn() } else { Step::Go };
                }
                Wants::Branch(count) => {
                    run.cursor = after;
                    if self.has_branch(count) {
                        return self.ask_run();
                    }
                }
                Wants::May(_) if after.announcing => run.cursor = after,
                Wants::May(_) => return self.ask_run(),
                Wants::Test(never, _) => match never {},
            }
        }
        Step::Go
    }

    /// An action is played, or a unit activated. What was listed has its targets (SK Fine print), so the first one is asked at once.
    #[inline(never)]
    pub fn announce(&mut self, run: Run) -> Step {
        self.pos.agenda.push(Frame::Run(run));
        match &self.rules.ops[run.cursor.at as usize] {
            Op::Act(Action::Choose { pick, .. }) if !pick.optional && !pick.depends() => {
                if pick.filter.close {
                    self.ruled(self.rules.rulings.close_front);
                }
                Step::ask_declaring(run.seat, Form::OneOf)
            }
            _ => self.step_run(),
        }
    }

    /// The program on top.
    #[inline]
    fn run_ref(&self) -> Option<&Run> {
        match self.pos.agenda.top_ref() {
            Some(Frame::Run(run)) => Some(run),
            _ => None,
        }
    }

    #[inline]
    fn run_mut(&mut self) -> Option<&mut Run> {
        match self.pos.agenda.top_mut() {
            Some(Frame::Run(run)) => Some(run),
            _ => None,
        }
    }

    /// The program waits for an answer.
    #[inline]
    fn ask_run(&self) -> Step {
        match self.run_ref() {
            Some(run) if run.cursor.announcing => Step::ask_declaring(run.seat, Form::OneOf),
            Some(run) => Step::ask(run.seat, Form::OneOf),
            None => Step::Go,
        }
    }

    /// Whether an effect happens at all: reactions are those of units still in play, and a cleansed unit has no abilities.
    #[inline(always)]
    fn begins(&mut self) -> bool {
        let Some(run) = self.run_ref() else { return false };
        let begins = match run.by {
            By::Unit => {
                let place = select::here(self.pos, run);
                let stands = self.pos.field.cards[place] == run.source;
                stands && !self.pos.field.being(Slot::SILENCED).has(place)
            }
            By::Gone | By::Action | By::Activate => true,
        };
        if L::COUNTS && begins && !run.cursor.announcing {
            let part = u32::from(run.ability.0);
            self.heard.count(part);
        }
        begins
    }

    /// An answer to a running program.
    #[inline(never)]
    pub fn take_run(&mut self, choice: Choice) -> Step {
        let rules = self.rules;
        let Some(run) = self.run_mut() else { return Step::Go };
        let mut after = run.cursor;
        match (read(&rules.ops, &mut after), choice) {
            (Wants::Branch(_), Choice::Branch(branch)) => run.cursor.branch = branch,
            (Wants::May(_), Choice::Yes) => run.cursor = after,
            (Wants::May(to), _) => run.cursor.at = to,
            (Wants::Act(Action::Choose { register, .. }), choice) => {
                let target = match choice {
                    Choice::Card(card) => Target::card(card),
                    Choice::Slot(place) => Target::slot(place),
                    _ => Target::DECLINED,
                };
                run.choose(*register, target, after);
            }
            _ => {}
        }
        self.step_run()
    }

    /// Whether a choice needs no answer: it was made when the effect was announced, or there is nothing to choose.
    #[inline]
    fn chosen(&mut self, register: u8, pick: &Pick, after: Cursor) -> bool {
        let Some(run) = self.run_ref() else { return true };
        let mut target = run.chosen[register as usize];
        if target == Target::NONE {
            if L::COUNTS && pick.filter.close {
                self.ruled(self.rules.rulings.close_front);
            }
            if self.run_ref().is_some_and(|run| select::any_candidate(self.rules, self.pos, run, pick)) {
                return false;
            }
            // SK Fine print: a Deploy or Consume ability that finds none does nothing.
            target = Target::DECLINED;
        }
        if let Some(run) = self.run_mut() {
            run.choose(register, target, after);
        }
        true
    }

    /// Whether one of so many branches can be chosen; if not, the first is taken: what cannot be done does nothing.
    #[inline(never)]
    fn has_branch(&mut self, count: u8) -> bool {
        let Some(&run) = self.run_ref() else { return false };
        let mut branches = 1..=count;
        let possible = branches.any(|branch| select::branch_possible(self.rules, self.pos, &run, run.cursor.at, branch));
        if !possible && let Some(run) = self.run_mut() {
            run.cursor.branch = 1;
        }
        possible
    }

    /// Everything that is announced is announced: the others are told, whoever listens to actions acts, then it runs.
    #[inline(never)]
    fn declare(&mut self) {
        let rules = self.rules;
        let Some(run) = self.run_mut() else { return };
        run.cursor = Cursor { at: rules.ability(run.ability).start, announcing: false, ..run.cursor };
        let (seat, card, by) = (run.seat, run.source, run.by);
        let other = run.chosen[0].as_card().unwrap_or(CardRef::NONE);
        if by == By::Activate {
            self.pos.phase = Phase::Activated;
            if let Some(place) = self.pos.find(card) {
                self.pos.field.mark(place, Slot::USED);
            }
            self.tell(EventDraft { seat: Some(seat), card, other, ..EventDraft::new("used") });
        } else {
            self.pos.phase = Phase::Pass;
            self.show(card, seat);
            self.tell(EventDraft { seat: Some(seat), card, other, ..EventDraft::new("played") });
            self.react(Trigger::ActionPlayed, Places::only(Place::new(seat, 0)), 0);
        }
    }

    /// One op of the program on top. Whom it concerns is found before anything changes.
    #[inline(never)]
    fn act(&mut self, action: &Action) {
        let Some(run) = self.run_ref() else { return };
        let (seat, cause, brought) = (run.seat, run.source, run.amount);
        let amount = |amount| match amount {
            Amount::Fixed(amount) => i16::from(amount),
            Amount::Brought => brought,
        };
        match *action {
            Action::Choose { .. } => {}
            Action::Draw(count) => self.draw(seat, count, cause),
            Action::Gain(who, much) => self.gain(self.units(run, who), amount(much), cause),
            Action::Modify(who, much) => self.modify(self.whom(run, who), amount(much), cause),
            Action::Damage(much, who) => self.damage(self.units(run, who), amount(much), cause),
            Action::Blast(much, who) => {
                let slots = self.whom(run, who);
                let around = slots.from(seat).fold(slots, |all, place| all.or(self.rules.close[place]));
                self.ruled(self.rules.rulings.close_front);
                self.damage(around.and(self.pos.field.taken()), amount(much), cause);
            }
            Action::Kill(who) => self.kill(self.units(run, who), cause),
            Action::DeployToken(def, who) => {
                if let Some(place) = self.whom(run, who).from(seat).next()
                    && let Some(card) = self.make(def, seat)
                {
                    self.enter(card, place);
                }
            }
            Action::Deploy(register, who) => {
                let card = run.chosen[register as usize].as_card();
                let card = card.filter(|card| self.pos.pile(seat, Zone::Graveyard).contains(card));
                if let (Some(card), Some(place)) = (card, self.whom(run, who).from(seat).next()) {
                    self.pos.zones.put_from(card, zone(seat, Zone::Graveyard), zone(seat, Zone::Field));
                    self.tell(EventDraft { cause, seat: Some(seat), card, ..EventDraft::new("raised") });
                    self.enter(card, place);
                }
            }
            Action::Cleanse(who) => self.cleanse(self.whom(run, who), cause),
            Action::Move(whom, to) => {
                let from = self.units(run, whom).from(seat).next();
                if let (Some(from), Some(to)) = (from, self.whom(run, to).from(seat).next()) {
                    self.walk(from, to, cause);
                }
            }
            Action::Match(whom, to) => {
                if let Some(model) = self.units(run, to).from(seat).next() {
                    self.level(self.units(run, whom), model, cause);
                }
            }
            Action::Return(who) => self.units(run, who).from(seat).for_each(|place| self.take_back(place, cause)),
        }
    }

    /// The same in a line about who stands beside "it": where that leaves the field by it, its slot is remembered.
    #[inline(never)]
    fn act_beside(&mut self, action: &Action) {
        let depth = self.pos.agenda.depth();
        let it = self.run_ref().and_then(|run| run.it.as_card());
        let stood = it.and_then(|card| self.pos.find(card));
        self.act(action);
        if let (Some(card), Some(place)) = (it, stood)
            && self.pos.find(card).is_none()
            && let Some(Frame::Run(run)) = self.pos.agenda.frames_mut().get_mut(depth - 1)
        {
            run.it = Target::left(place);
        }
    }

    /// SK Fine print: the shown power becomes that of the model at this moment, by a gain, possibly negative.
    fn level(&mut self, places: Places, model: Place, cause: CardRef) {
        let power = self.pos.power(model);
        for place in places.from(self.pos.turn) {
            let change = power - self.pos.power(place);
            let field = &mut self.pos.field;
            let gain = &mut field.gain[place];
            *gain = sum(*gain, change);
            let (card, other) = (field.cards[place], field.cards[model]);
            self.tell(EventDraft {
                cause,
                seat: Some(place.seat()),
                card,
                other,
                number: Some(power),
                ..EventDraft::new("matched")
            });
        }
    }

    /// SK Catalogue: the unit there loses abilities and gains, the slot its modifier; damage stays, and a unit left at 0 dies.
    fn cleanse(&mut self, slots: Places, cause: CardRef) {
        let last = self.pos.powers();
        for place in slots.from(self.pos.turn) {
            self.pos.mods[place] = 0;
            self.pos.field.silence(place);
            let card = self.pos.field.cards[place];
            let number = Some(place.terrain() as i16);
            self.tell(EventDraft { cause, seat: Some(place.seat()), card, number, ..EventDraft::new("cleansed") });
        }
        self.bury(Places::NONE, &last);
    }

    /// SK Fine print: gains and damage move with the unit, modifiers stay with the slot; a unit that a move leaves at power 0
    /// dies there, with the power it had before.
    fn walk(&mut self, from: Place, to: Place, cause: CardRef) {
        if from == to || from.seat() != to.seat() {
            return;
        }
        let mut last = self.pos.powers();
        (last[from], last[to]) = (last[to], last[from]);
        self.pos.field.swap(from, to);
        let (card, other) = (self.pos.field.cards[to], self.pos.field.cards[from]);
        let number = Some(to.terrain() as i16);
        self.tell(EventDraft { cause, seat: Some(to.seat()), card, other, number, ..EventDraft::new("moved") });
        self.bury(Places::NONE, &last);
    }

    /// A unit goes to its owner's hand and is its printed card again; a token vanishes.
    fn take_back(&mut self, place: Place, cause: CardRef) {
        let card = self.pos.field.clear(place);
        let seat = place.seat();
        if self.pos.card(card).made() {
            self.tell(EventDraft { cause, seat: Some(seat), card, ..EventDraft::new("vanished") });
            self.lay_down(card);
        } else {
            self.tell(EventDraft { cause, seat: Some(seat), card, ..EventDraft::new("returned") });
            self.pos.zones.put_from(card, zone(seat, Zone::Field), zone(seat, Zone::Hand));
            self.pos.handles.hide(card);
            self.pos.shown[seat] += 1;
            self.pos.want(self.rules, seat, card);
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
