//! What happens to cards and units: every change of the table goes through here, is told where somebody listens, and sets off
//! what listens to it.

use playmat_cards::{Card, CardRef, Cursor, DefId, Event, EventDraft, Ruling, Way, show_known};
use playmat_kernel::{Chance, Listener, Seat, Step};

use crate::event_kinds::EventKind;
use crate::rules::{AbilityId, Needs, Rules, Side};
use crate::state::{
    By, BySlot, Frame, Kept, MOST_SET_OFF, NOWHERE, Place, Places, Position, REGISTERS, Run, Target, Zone, sum, zone,
};
use crate::words::Trigger;

/// Everything a step of the rules needs at hand.
pub struct Cx<'a, C, L> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub pos: &'a mut Position,
    /// Chance.
    pub chance: &'a mut C,
    /// Whoever listens.
    pub heard: &'a mut L,
}

/// The word of a terrain.
pub const fn terrain_word(place: Place) -> &'static str {
    ["0", "1", "2", "3", "4"][place.terrain()]
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Makes the event of a fact, in the form each audience may hear. Compiled away where nobody listens.
    #[inline]
    pub fn tell(&mut self, draft: EventDraft) {
        if L::ON {
            self.heard.hear(draft.told(&self.pos.cards, &self.pos.handles));
        }
    }

    /// Counts the value of a ruling that is about to decide something.
    #[inline]
    pub fn ruled<R: Ruling>(&mut self, ruling: R) -> R {
        if L::COUNTS {
            self.heard.count(self.rules.texts.part_of_ruling(ruling));
        }
        ruling
    }

    /// A card of a hand is played: everybody sees it from now on.
    #[inline(always)]
    pub fn show(&mut self, card: CardRef, seat: Seat) {
        if self.pos.shown[seat] > 0 {
            let hand = self.pos.zones.zone(zone(seat, Zone::Hand));
            self.pos.shown[seat] -= u8::from(show_known(&mut self.pos.cards, hand, card, seat.rival()));
        }
        self.pos.zones.put_below(card, zone(seat, Zone::Hand));
        if self.rules.needs(self.pos.def_id(card)).special() != Needs::NOTHING {
            self.pos.want_anew(self.rules, seat);
        }
        self.become_public(card);
    }

    /// Everybody sees a card and can follow it from now on.
    #[inline]
    fn become_public(&mut self, card: CardRef) {
        self.pos.cards[card.0 as usize].reveal();
        self.pos.handles.show(card);
    }

    /// Makes a token, on its way to the field; none if the table is full.
    pub fn make(&mut self, def: DefId, seat: Seat) -> Option<CardRef> {
        let card = self.pos.zones.top(NOWHERE)?;
        self.pos.cards[card.0 as usize] = Card::new(def, seat, true);
        self.pos.zones.put_from(card, Way { from: NOWHERE, to: zone(seat, Zone::Field) });
        self.become_public(card);
        Some(card)
    }

    /// Shuffles a deck: nobody knows its order.
    pub fn shuffle_deck(&mut self, seat: Seat) {
        self.chance.shuffle(self.pos.zones.order_mut(zone(seat, Zone::Deck)));
    }

    /// SK Match: takes cards from the top of the deck; an empty deck draws nothing.
    pub fn draw(&mut self, seat: Seat, count: u8, cause: CardRef) {
        let way = Way { from: zone(seat, Zone::Deck), to: zone(seat, Zone::Hand) };
        let dealt = self.pos.zones.deal(way, count.into());
        let mut needs = self.pos.wants[seat];
        for card in dealt {
            let card = &mut self.pos.cards[card.0 as usize];
            card.learn(seat);
            needs = needs.union(self.rules.needs(card.def()).special());
        }
        self.pos.wants[seat] = needs;
        if L::ON {
            let first = dealt.len();
            for nth in (0..first).rev() {
                let hand = self.pos.pile(seat, Zone::Hand);
                let card = hand[hand.len() - 1 - nth];
                self.tell(EventDraft::new(EventKind::Drawn).cause(cause).seat(seat).card(card).only(seat));
            }
        }
    }

    /// A unit, or an action that was played, goes to its owner's graveyard; a token vanishes. Its number is used again only after
    /// all others.
    pub fn lay_down(&mut self, card: CardRef) {
        let data = self.pos.card(card);
        if data.made() {
            self.pos.handles.hide(card);
            self.pos.zones.put_under(card, NOWHERE);
        } else {
            self.pos.zones.put_below(card, zone(data.owner(), Zone::Field));
        }
    }

    /// SK Power: units gain power.
    pub fn gain(&mut self, places: Places, amount: i16, cause: CardRef) {
        for place in places.from(self.pos.turn) {
            let gain = &mut self.pos.field.gain[place];
            *gain = sum(*gain, amount);
            if L::ON && amount != 0 {
                let card = self.pos.field.cards[place];
                self.tell(EventDraft::new(EventKind::Gained).cause(cause).seat(place.seat()).card(card).number(amount));
            }
        }
    }

    /// Units gain power until the turn is over.
    pub fn gain_this_turn(&mut self, places: Places, amount: i16, cause: CardRef) {
        self.gain(places, amount, cause);
        for place in places.from(self.pos.turn) {
            self.pos.field.passing.add(place, amount);
        }
    }

    /// What was gained for this turn ends with it, and who is left at 0 dies. Then the turn passes, unless something comes of that first.
    #[cold]
    #[inline(never)]
    pub fn end_gains(&mut self) -> Step {
        let (depth, last) = (self.pos.agenda.depth(), self.pos.powers());
        for place in self.pos.field.taken().from(self.pos.turn) {
            let amount = self.pos.field.passing.take(place);
            if amount != 0 {
                self.gain(Places::only(place), -amount, CardRef::NONE);
            }
        }
        self.bury(Places::NONE, &last);
        if self.pos.agenda.depth() != depth { Step::Go } else { self.step_turn() }
    }

    /// SK Power: slots gain a modifier.
    pub fn modify(&mut self, places: Places, amount: i16, cause: CardRef) {
        for place in places.from(self.pos.turn) {
            let modifier = &mut self.pos.mods[place];
            *modifier = sum(*modifier, amount);
            let word = Some(terrain_word(place));
            self.tell(EventDraft::new(EventKind::Modified).cause(cause).seat(place.seat()).number(amount).word(word));
        }
    }

    /// SK Fine print: damage of one effect is dealt to all its units at once; the dying are fixed and leave; then reactions to
    /// damage, then to deaths.
    pub fn damage(&mut self, places: Places, amount: i16, cause: CardRef) {
        if amount <= 0 || places.is_empty() {
            return;
        }
        let last = self.pos.powers();
        for place in places.from(self.pos.turn) {
            let damage = &mut self.pos.field.damage[place];
            *damage = sum(*damage, amount);
            let card = self.pos.field.cards[place];
            self.tell(EventDraft::new(EventKind::Damaged).cause(cause).seat(place.seat()).card(card).number(amount));
        }
        self.bury(Places::NONE, &last);
        self.react(Trigger::Damaged, places, amount);
    }

    /// Units are killed whatever their power.
    pub fn kill(&mut self, places: Places, cause: CardRef) {
        if L::ON {
            for place in places.from(self.pos.turn) {
                let card = self.pos.field.cards[place];
                self.tell(EventDraft::new(EventKind::Killed).cause(cause).seat(place.seat()).card(card));
            }
        }
        self.bury(places, &self.pos.powers());
    }

    /// The killed, and those at power 0, leave for the graveyards; then their Death abilities, then the reactions of those
    /// still in play, the turn player's first (SK Fine print). `last` is what everybody had just before.
    pub fn bury(&mut self, killed: Places, last: &BySlot<i16>) {
        let dying = self.pos.powers().places(|power| power == 0).or(killed).and(self.pos.field.taken());
        if dying.is_empty() {
            return;
        }
        let cards = self.pos.field.cards;
        let last_words = dying.and(self.pos.field.listeners(Trigger::Death));
        for place in dying.from(self.pos.turn) {
            self.leave_dead(place);
        }
        self.react(Trigger::Dies, dying, 0);
        // Who comes first is pushed last.
        for place in last_words.from(self.pos.turn).rev() {
            self.last_words(Trigger::Death, place, cards[place], last[place], CardRef::NONE);
        }
    }

    /// A unit leaves play dead.
    #[inline]
    pub fn leave_dead(&mut self, place: Place) {
        let card = self.pos.field.clear(place);
        self.tell(EventDraft::new(EventKind::Died).seat(place.seat()).card(card).number(place.terrain() as i16));
        self.lay_down(card);
    }

    /// The abilities of a unit that has left: Death, Consumed.
    pub fn last_words(&mut self, trigger: Trigger, place: Place, card: CardRef, last: i16, consumer: CardRef) {
        for id in self.rules.abilities_on(self.pos.def_id(card), trigger).rev() {
            let run = self.started(id, card, place, By::Gone, last);
            self.set_off(Run { kept: Kept { consumer, ..run.kept }, ..run });
        }
    }

    /// An ability sets itself off, unless there were enough in this turn: cards that set off each other come to an end.
    #[inline]
    fn set_off(&mut self, run: Run) {
        if self.pos.set_off < MOST_SET_OFF {
            self.pos.set_off += 1;
            self.pos.agenda.push(Frame::Run(run));
        } else {
            self.had_enough();
        }
    }

    /// That is said once a turn.
    #[cold]
    fn had_enough(&mut self) {
        if self.pos.set_off == MOST_SET_OFF {
            self.pos.set_off += 1;
            self.tell(EventDraft::new(EventKind::Enough));
        }
    }

    /// The abilities of a unit in play.
    #[inline]
    pub fn run_unit(&mut self, trigger: Trigger, place: Place, amount: i16) {
        if self.pos.field.listeners(trigger).has(place) {
            self.start_unit(trigger, place, amount);
        }
    }

    #[inline(never)]
    fn start_unit(&mut self, trigger: Trigger, place: Place, amount: i16) {
        let card = self.pos.field.cards[place];
        for id in self.rules.abilities_on(self.pos.def_id(card), trigger).rev() {
            let run = self.started(id, card, place, By::Unit, amount);
            self.set_off(run);
        }
    }

    /// An effect at its beginning.
    pub fn started(&self, ability: AbilityId, source: CardRef, at: Place, by: By, amount: i16) -> Run {
        started(self.rules, ability, source, at, by, amount)
    }

    /// Units may react to what happened at these places.
    #[inline]
    pub fn react(&mut self, trigger: Trigger, places: Places, amount: i16) {
        if !self.pos.field.listeners(trigger).is_empty() {
            self.pos.agenda.push(Frame::Reactions { trigger, places, amount, next: 0 });
        }
    }

    /// The reactions, one unit after the other: for each place in order, everybody in order.
    #[inline(never)]
    pub fn step_reactions(&mut self, trigger: Trigger, places: Places, amount: i16, next: u8) -> Step {
        let turn = self.pos.turn;
        let mut subjects = places.from(turn).skip_to(next >> 4);
        while let Some((nth, subject)) = subjects.next_numbered() {
            let begun = if nth == next >> 4 { next & 15 } else { 0 };
            let mut reactors = self.pos.field.listeners(trigger).from(turn).skip_to(begun);
            while let Some((reacts, reactor)) = reactors.next_numbered() {
                if self.reacts(trigger, subject, reactor, amount, (nth << 4) + reacts + 1) {
                    return Step::Go;
                }
            }
        }
        self.pos.agenda.pop();
        Step::Go
    }

    /// One unit reacts to what happened at one place. False if that does not concern it.
    fn reacts(&mut self, trigger: Trigger, subject: Place, reactor: Place, amount: i16, after: u8) -> bool {
        let card = self.pos.field.cards[reactor];
        let depth = self.pos.agenda.depth();
        for id in self.rules.abilities_on(self.pos.def_id(card), trigger).rev() {
            let about = self.rules.ability(id).about;
            let side = match about.side {
                Side::Own => subject.seat() == reactor.seat(),
                Side::Enemy => subject.seat() != reactor.seat(),
                Side::Both => true,
            };
            if about.close {
                self.ruled(self.rules.rulings.close_front);
            }
            if side && (!about.close || self.rules.close[reactor].has(subject)) {
                if self.pos.agenda.depth() == depth
                    && let Some(Frame::Reactions { next, .. }) = self.pos.agenda.top_mut()
                {
                    *next = after;
                }
                let run = self.started(id, card, reactor, By::Unit, amount);
                self.set_off(run);
            }
        }
        self.pos.agenda.depth() != depth
    }
}

/// An effect at its beginning.
pub fn started(rules: &Rules, ability: AbilityId, source: CardRef, at: Place, by: By, amount: i16) -> Run {
    let announcing = matches!(by, By::Action | By::Activate);
    let cursor = Cursor::new(rules.ability(ability).start, announcing);
    let (it, chosen) = (Target::NONE, [Target::NONE; REGISTERS]);
    Run::new(ability, cursor, source, at.seat(), Kept { by, at, amount, consumer: CardRef::NONE, it, chosen })
}
