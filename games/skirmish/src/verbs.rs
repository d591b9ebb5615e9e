//! What every verb of a card does.

use playmat_cards::{CardRef, Event, EventDraft, Way};
use playmat_kernel::{Chance, Listener};

use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::rules::{Action, Amount, GroupId, Who};
use crate::select;
use crate::state::{Frame, Place, Places, Run, Target, Zone, sum, zone};

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// One op of the program on top. Whom it concerns is found before anything changes.
    #[inline(never)]
    pub fn do_action(&mut self, run: &Run, action: &Action) {
        let (seat, cause, brought) = (run.seat, run.source, run.amount);
        let amount = |amount| match amount {
            Amount::Fixed(amount) => i16::from(amount),
            Amount::Brought => brought,
            Amount::Each(number, group) => i16::from(number) * self.count(run, group),
        };
        match *action {
            Action::Draw(count) => self.draw(seat, amount(count) as u8, cause),
            Action::Gain(who, much) => self.gain(self.units(run, who), amount(much), cause),
            Action::GainThisTurn(who, much) => self.gain_this_turn(self.units(run, who), amount(much), cause),
            Action::Modify(who, much) => self.modify(self.whom(run, who), amount(much), cause),
            Action::Damage(much, who) => self.damage(self.units(run, who), amount(much), cause),
            Action::Blast(much, who) => {
                let (slots, amount) = (self.whom(run, who), amount(much));
                let around = slots.from(seat).fold(slots, |all, place| all.or(self.rules.close[place]));
                self.ruled(self.rules.rulings.close_front);
                self.damage(around.and(self.pos.field.taken()), amount, cause);
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
                    self.pos.zones.put_from(card, Way { from: zone(seat, Zone::Graveyard), to: zone(seat, Zone::Field) });
                    self.tell(EventDraft::new(EventKind::Raised).cause(cause).seat(seat).card(card));
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

    /// One op of a program about who stands beside "it". Where "it" leaves the field by the op, its slot is remembered.
    #[inline(never)]
    pub fn do_beside(&mut self, run: &Run, action: &Action) {
        let depth = self.pos.agenda.depth();
        let it = run.it.as_card();
        let stood = it.and_then(|card| self.pos.find(card));
        self.do_action(run, action);
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
            self.tell(
                EventDraft::new(EventKind::Matched).cause(cause).seat(place.seat()).card(card).other(other).number(power),
            );
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
            self.tell(EventDraft::new(EventKind::Cleansed).cause(cause).seat(place.seat()).card(card).number(number));
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
        self.tell(EventDraft::new(EventKind::Moved).cause(cause).seat(to.seat()).card(card).other(other).number(number));
        self.bury(Places::NONE, &last);
    }

    /// A unit goes to its owner's hand and is its printed card again; a token vanishes.
    fn take_back(&mut self, place: Place, cause: CardRef) {
        let card = self.pos.field.clear(place);
        let seat = place.seat();
        if self.pos.card(card).made() {
            self.tell(EventDraft::new(EventKind::Vanished).cause(cause).seat(seat).card(card));
            self.lay_down(card);
        } else {
            self.tell(EventDraft::new(EventKind::Returned).cause(cause).seat(seat).card(card));
            self.pos.zones.put_from(card, Way { from: zone(seat, Zone::Field), to: zone(seat, Zone::Hand) });
            self.pos.handles.hide(card);
            self.pos.shown[seat] += 1;
            self.pos.want(self.rules, seat, card);
        }
    }

    /// The places of several that were chosen.
    #[cold]
    #[inline(never)]
    fn several(&self, run: &Run, register: u8, count: u8) -> Places {
        let spots = run.chosen[register as usize..][..count as usize].iter().filter_map(|&it| select::spot_of(self.pos, it));
        spots.fold(Places::NONE, |all, place| all.or(Places::only(place)))
    }

    /// How many of a group there are now.
    #[cold]
    #[inline(never)]
    fn count(&self, run: &Run, group: GroupId) -> i16 {
        let (what, filter) = &self.rules.groups[usize::from(group.0)];
        select::count(self.rules, self.pos, run, *what, filter) as i16
    }

    /// Whether an action has what it takes: somebody or some slot that it is done to, and as much as it says.
    pub fn is_doable(&self, run: &Run, action: &Action) -> bool {
        let some = |much| !matches!(much, Amount::Each(_, group) if self.count(run, group) == 0);
        match *action {
            Action::Draw(Amount::Fixed(count)) => self.pos.pile(run.seat, Zone::Deck).len() >= count.into(),
            Action::Draw(much) => some(much) && !self.pos.pile(run.seat, Zone::Deck).is_empty(),
            Action::Gain(who, much) | Action::GainThisTurn(who, much) | Action::Damage(much, who) => {
                some(much) && !self.units(run, who).is_empty()
            }
            Action::Modify(who, much) | Action::Blast(much, who) => some(much) && !self.whom(run, who).is_empty(),
            Action::Kill(who) | Action::Return(who) => !self.units(run, who).is_empty(),
            Action::DeployToken(_, who) | Action::Deploy(_, who) | Action::Cleanse(who) => !self.whom(run, who).is_empty(),
            Action::Move(whom, to) => !self.units(run, whom).is_empty() && !self.whom(run, to).is_empty(),
            Action::Match(whom, to) => !self.units(run, whom).is_empty() && !self.units(run, to).is_empty(),
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
            Who::Several(register, count) => self.several(run, register, count),
            Who::Front => Places::only(select::here(self.pos, run).front()),
            Who::Consumer => only(self.pos.find(run.consumer)),
            Who::All(what, filter) => select::places(self.rules, self.pos, run, what, &filter),
        }
    }
}
