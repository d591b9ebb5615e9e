//! The verbs that take more than a line.

use playmat_cards::{CardRef, Event, EventDraft, Op, SeenCard};
use playmat_kernel::{Chance, Heard, Listener, Seat, Told};

use crate::event_kinds::{EventKind, How};
use crate::facts::Cx;
use crate::play;
use crate::rules::{AbilityId, From, Pick, Purpose, Who};
use crate::state::{BARRED, By, CAME_BACK, Enter, EnterStep, Frame, MOST_CARDS, Run, SLOTS, Slot, Target, Zone, zone_parts};
use crate::words::{Keyword, Trigger};

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// FC A6: damage to creatures at once, then to players.
    pub fn damage(&mut self, run: &Run, amount: u8, who: Who) {
        let [you, rival] = self.players(run, who);
        for (at, place) in self.creatures(run, who) {
            self.hurt_creature(at, place, i16::from(amount), false, run.source);
        }
        self.bury(false);
        // The controller comes first, so is pushed last.
        for (hurt, seat) in [(rival, run.seat.rival()), (you, run.seat)] {
            if hurt && amount > 0 {
                self.pos.agenda.push(Frame::Hurt { seat, amount, negated: false, opened: false, cause: run.source });
            }
        }
    }

    pub fn grant(&mut self, seat: Seat, place: usize, keyword: Keyword, number: u8, cause: CardRef) {
        if keyword == Keyword::Frozen {
            return self.freeze(seat, place, cause);
        }
        let slot = &mut self.pos.field[seat][place];
        slot.keywords |= keyword.bit();
        if keyword == Keyword::MultiStrike {
            slot.strikes = slot.strikes.max(number);
        }
        let card = slot.card;
        self.tell(EventDraft::new(EventKind::Gained).cause(cause).seat(seat).card(card).word(keyword.mark()));
    }

    /// A keyword until the turn is over; who had it before keeps it.
    pub fn grant_this_turn(&mut self, seat: Seat, place: usize, keyword: Keyword, number: u8, cause: CardRef) {
        let slot = &self.pos.field[seat][place];
        let (had, strikes) = (slot.has(keyword), slot.strikes);
        self.grant(seat, place, keyword, number, cause);
        let more = self.pos.field[seat][place].strikes - strikes;
        let passing = self.pos.field.passing(seat, place);
        passing.strikes += more;
        passing.keywords |= if had { 0 } else { keyword.bit() };
    }

    /// What was gained for this turn ends with it.
    #[cold]
    #[inline(never)]
    pub fn end_gains(&mut self) {
        for (at, place) in Seat::BOTH.into_iter().flat_map(|at| (0..=SLOTS).map(move |place| (at, place))) {
            if self.pos.field.end_passing(at, place) {
                let card = self.pos.field[at][place].card;
                self.tell(EventDraft::new(EventKind::Recovered).seat(at).card(card).how(How::ThisTurn));
            }
        }
    }

    /// All abilities are lost for good; of a creature still on its way too.
    pub fn lose_abilities(&mut self, run: &Run, who: Who) {
        let cause = run.source;
        for (at, place) in self.creatures(run, who) {
            self.pos.field.lose_abilities(at, place);
            self.tell(EventDraft::new(EventKind::LostAbilities).cause(cause).card(self.pos.field[at][place].card));
        }
        let meant = self.target(run, who);
        let enter = self.below(|frame| if let Frame::Enter(enter) = frame { Some(enter) } else { None });
        if let Some(enter) = enter.filter(|enter| Target::card(enter.card) == meant) {
            enter.flags |= Enter::MUTE;
            let card = enter.card;
            self.tell(EventDraft::new(EventKind::LostAbilities).cause(cause).card(card));
        }
    }

    /// FC A11: one event to the other player only; later cards stay hidden.
    pub fn reveal_hand(&mut self, seat: Seat, cause: CardRef) {
        let rival = seat.rival();
        let hand: arrayvec::ArrayVec<CardRef, { MOST_CARDS }> = self.pos.pile(rival, Zone::Hand).iter().copied().collect();
        for card in &hand {
            self.pos.cards[card.0 as usize].learn(seat);
        }
        if L::ON {
            let pos = &*self.pos;
            let told = Told::by(|audience| {
                let knows = audience.seat().is_some();
                let seen = |card| if knows { pos.handles.seen(&pos.cards, card) } else { SeenCard { def: None, handle: None } };
                let event = Event {
                    what: "revealed",
                    cause: cause.some().map(|card| pos.def_id(card)),
                    seat: Some(rival),
                    cards: hand.iter().copied().map(seen).collect(),
                    number: Some(hand.len() as i16),
                    word: None,
                    shown_to: Some(seat),
                };
                if knows { Heard::Known(event) } else { Heard::Veiled(event) }
            });
            self.heard.hear(told);
        }
    }

    /// A card chosen from deck, carrion or hand is put into play or cast.
    pub fn play_chosen(&mut self, run: &Run, target: Target) {
        let searched = self.rules.ops[run.cursor.at as usize - 2];
        let from_deck = matches!(searched, Op::Choose(_, Pick { from: From::Deck, .. }));
        let casts = matches!(searched, Op::Choose(_, Pick { purpose: Purpose::Cast, .. }));
        if let Some(card) = target.as_card() {
            if casts {
                if let Some(id) = self.rules.printed(self.pos.def_id(card)).next() {
                    self.pos.agenda.push(Frame::Run(play::announcing(self.rules, run.seat, card, id, By::FreeCast)));
                }
                return;
            }
            let there = matches!(zone_parts(self.pos.zones.zone_of(card)), Some((_, Zone::Deck | Zone::Carrion)));
            if there {
                self.put(card, run.seat, Zone::Limbo);
                self.tell(EventDraft::new(EventKind::Brought).cause(run.source).seat(run.seat).card(card));
                self.pos.agenda.push(Frame::Enter(Enter::new(card, run.seat, EnterStep::Meals, 0)));
            }
        }
        if from_deck {
            self.shuffle_deck(run.seat);
        }
    }

    /// A card chosen from deck or carrion goes to the hand; from the deck unseen by the rival, then the deck is shuffled.
    pub fn fetch(&mut self, run: &Run, target: Target) {
        let (seat, cause) = (run.seat, run.source);
        let Some(card) = target.as_card() else { return };
        match zone_parts(self.pos.zones.zone_of(card)) {
            Some((_, Zone::Deck)) => {
                self.put(card, seat, Zone::Hand);
                self.tell(EventDraft::new(EventKind::Fetched).cause(cause).seat(seat).card(card).only(seat));
                self.shuffle_deck(seat);
            }
            Some((_, Zone::Carrion)) => self.take_back(card, seat, cause),
            _ => {}
        }
    }

    /// FC A6: it enters the new side exhausted; with no free slot there is no theft.
    pub fn take_control(&mut self, seat: Seat, at: Seat, place: usize, cause: CardRef) {
        if at == seat {
            return;
        }
        let Some(free) = self.pos.field.free_slot(seat) else { return };
        self.pos.field.carry((at, place), (seat, free));
        let slot = &mut self.pos.field[seat][free];
        slot.state |= Slot::EXHAUSTED;
        slot.struck = 0;
        let card = slot.card;
        self.put(card, seat, Zone::Field);
        self.tell(EventDraft::new(EventKind::Stolen).cause(cause).seat(seat).card(card));
    }

    /// Adds keywords and abilities to the source's own. A copied on-play or on-eat ability runs at once; a copied copier copies
    /// nothing. Copying skips Frozen, and paralysis, and gives a fresh Barrier; who ate nothing has no on-eat ability (FC A11).
    pub fn copy_abilities(&mut self, source: CardRef, card: CardRef) {
        let Some((seat, place)) = self.pos.creature(source) else {
            // Still on its way (`on_eat_timing` = `before-entering`): it copies when it has entered.
            let entering = self.below(|frame| if let Frame::Enter(enter) = frame { Some(enter) } else { None });
            if let Some(enter) = entering.filter(|enter| enter.card == source) {
                enter.copies = card;
            }
            return;
        };
        let rules = self.rules;
        let def = self.pos.def_id(card);
        let mut copied: arrayvec::ArrayVec<(AbilityId, u8), 32> = arrayvec::ArrayVec::new();
        let (keywords, strikes) = match self.pos.creature(card) {
            Some((at, from)) => {
                let slot = &self.pos.field[at][from];
                let missing = |id: AbilityId| slot.is(Slot::DRY) && rules.ability(id).trigger == Trigger::OnEat;
                copied.extend(self.pos.stacks(rules, at, from).filter(|&(id, _)| !missing(id)).take(32));
                // Being harmless is a part of paralysis, as being passive is one of frost.
                let status = if slot.is(Slot::PARALYSED) { Keyword::Harmless.bit() } else { 0 };
                (slot.keywords & !status, slot.strikes)
            }
            None if self.in_carrion(card) => {
                copied.extend(rules.printed(def).map(|id| (id, 1)).take(32));
                (rules.def(def).keywords & !Keyword::Frozen.bit(), rules.def(def).strikes)
            }
            None => return,
        };
        let slot = &mut self.pos.field[seat][place];
        slot.keywords |= keywords;
        slot.strikes = slot.strikes.max(strikes);
        let stamp = slot.stamp;
        self.pos.field.keep_keywords(seat, place, keywords);
        let runs = |id: AbilityId| matches!(rules.ability(id).trigger, Trigger::OnPlay | Trigger::OnEat);
        for &(id, times) in copied.iter().filter(|&&(id, _)| !runs(id)) {
            self.pos.field.gain(rules, seat, place, id, times);
        }
        self.tell(EventDraft::new(EventKind::Copied).cause(source).seat(seat).card(source).other(card));
        for &(id, times) in copied.iter().rev().filter(|&&(id, _)| runs(id) && !rules.ability(id).copies) {
            for _ in 0..times {
                self.run(id, (source, stamp), seat, Target::NONE, By::Trigger);
            }
        }
    }

    /// The living one's current numbers, a carrion's printed ones, nutrition too: of a predator that is its attack (FC A4, A11). The
    /// copied health is the new maximum.
    pub fn copy_stats(&mut self, run: &Run, card: CardRef) {
        let Some((seat, place)) = self.pos.creature(run.source) else { return };
        let model = match self.pos.creature(card) {
            Some((at, from)) => self.pos.field[at][from],
            None if self.in_carrion(card) => self.rules.standing[self.pos.def_id(card).0 as usize],
            None => return,
        };
        let predator = self.rules.def(self.pos.def_id(card)).kind.is_predator();
        let slot = &mut self.pos.field[seat][place];
        slot.attack = model.attack;
        slot.health = model.health;
        slot.full = model.health;
        self.pos.field.forget_numbers(seat, place);
        let slot = &mut self.pos.field[seat][place];
        slot.nutrition = if predator { model.attack.clamp(0, u8::MAX.into()) as u8 } else { model.nutrition };
        self.tell(EventDraft::new(EventKind::Copied).cause(run.source).seat(seat).card(run.source).other(card));
    }

    /// Rebound: the card goes back to hand and may not be played again this turn.
    pub fn negate_play(&mut self, cause: CardRef) {
        let mut played = None;
        for frame in self.pos.agenda.frames_mut().iter_mut().rev() {
            match frame {
                Frame::Enter(enter) if enter.flags & Enter::FROM_HAND != 0 => {
                    enter.flags |= Enter::NEGATED;
                    played = Some((enter.card, enter.seat));
                    break;
                }
                Frame::Run(run) if matches!(run.by, By::Spell | By::CountedSpell | By::FreeCast) => {
                    run.by = if run.by == By::CountedSpell { By::NegatedCounted } else { By::Negated };
                    played = Some((run.source, run.seat));
                    break;
                }
                _ => {}
            }
        }
        if let Some((card, seat)) = played {
            self.put(card, seat, Zone::Hand);
            self.pos.cards[card.0 as usize].note(BARRED, true);
            self.pos.marked = true;
            self.tell(EventDraft::new(EventKind::Negated).cause(cause).seat(seat).card(card));
        }
    }

    /// Rebound: if the negated play was the card of the turn, another one may be.
    pub fn give_play_back(&mut self) {
        let counted = self.pos.agenda.frames().iter().rev().find_map(|frame| match frame {
            Frame::Enter(enter) if enter.flags & Enter::NEGATED != 0 => Some(enter.flags & Enter::COUNTED != 0),
            Frame::Run(run) if matches!(run.by, By::Negated | By::NegatedCounted) => Some(run.by == By::NegatedCounted),
            _ => None,
        });
        if counted == Some(true) {
            self.pos.counted = false;
        }
    }

    /// Back into its slot as its printed self, exhausted, once per turn.
    pub fn revive(&mut self, run: &Run) {
        let card = run.source;
        let in_carrion = self.in_carrion(card);
        let (Some((seat, place)), true, false) = (run.it.as_slot(), in_carrion, self.pos.card(card).has(CAME_BACK)) else {
            return;
        };
        let place = if self.pos.field[seat][place].taken() { self.pos.field.free_slot(seat) } else { Some(place) };
        if let Some(place) = place {
            self.pos.cards[card.0 as usize].note(CAME_BACK, true);
            self.pos.marked = true;
            self.put(card, seat, Zone::Field);
            self.place_creature(card, seat, place, false);
            self.tell(EventDraft::new(EventKind::Revived).cause(card).seat(seat).card(card));
        }
    }

    fn in_carrion(&self, card: CardRef) -> bool {
        zone_parts(self.pos.zones.zone_of(card)).is_some_and(|(_, zone)| zone == Zone::Carrion)
    }

    /// The nearest frame of a kind below the running one.
    pub fn below<T>(&mut self, which: impl Fn(&mut Frame) -> Option<&mut T>) -> Option<&mut T> {
        self.pos.agenda.frames_mut().iter_mut().rev().find_map(which)
    }

    /// Whether a card stands on the table, or is the source of what runs (which may still be on its way).
    pub fn is_in_play(&self, card: CardRef, source: CardRef) -> bool {
        card == source || self.pos.creature(card).is_some()
    }
}
