//! What every verb of a card does.

use playmat_cards::{CardRef, Event as Said, EventDraft, Mode, Way};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::changes::{Change, End, resists};
use crate::choice::Choice;
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::frames::{By, Frame, Land, MOST_CHOSEN, Run, announced};
use crate::play;
use crate::rules::{Action, Amount, ChangeId, Deed, EffectId, FilterId, Landing, Lasts, Players, Who};
use crate::select;
use crate::stacks::Cards;
use crate::state::{Extra, Forbid, Full, Place, Trait, Zone, zone};
use crate::words::ActionVerb;

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// Does what an op says. If "if you do" asks about it (ST I9), it is noted whether it was done wholly.
    #[inline(never)]
    pub fn do_action(&mut self, run: &Run, action: Action) {
        let whole = if run.cursor.mode == Mode::Trying { self.whole(run, action) } else { 0 };
        if self.done(run, action) < whole {
            self.fall_short();
        }
    }

    /// Does what an op says, and tells of how many cards, points or players it was done.
    #[inline(always)]
    fn done(&mut self, run: &Run, action: Action) -> usize {
        let (seat, cause) = (run.seat, run.source);
        match action {
            Action::Cost(_) => 0,
            Action::Do(deed) => self.do_deed(run, &deed),
            Action::Change(change, who, lasts) => self.change(run, change, who, lasts),
            Action::ShuffleDeck => {
                self.shuffle_deck(seat);
                0
            }
            Action::Attach => {
                if let (Some(host), Some(place)) = (run.picked(0).next(), self.pos.find(cause)) {
                    self.end_changes(End::Left(cause));
                    self.pos.field.attach(place, host);
                    self.tell(EventDraft::new(EventKind::Attached).seat(seat).card(cause).other(host));
                }
                1
            }
        }
    }

    /// Does what a verb says.
    #[inline(always)]
    fn do_deed(&mut self, run: &Run, deed: &Deed) -> usize {
        let (seat, cause, who) = (run.seat, run.source, deed.who);
        match deed.verb {
            ActionVerb::PayPoints | ActionVerb::SkipTurn => 0,
            ActionVerb::Draw => {
                let count = self.amount(run, deed.amount);
                self.draw(seat, count, cause)
            }
            ActionVerb::Mill => {
                let count = self.amount(run, deed.amount);
                self.players(seat, deed.players).into_iter().map(|player| self.mill(player, count, cause)).sum()
            }
            ActionVerb::PlayerDiscards => {
                let left = self.amount(run, deed.amount);
                let mut done = 0;
                // ST H31: the turn player chooses first.
                for player in self.players(seat, deed.players).into_iter().rev() {
                    self.pos.agenda.push(Frame::Discard { seat: player, left, cause });
                    done += self.pos.pile(player, Zone::Hand).len().min(left.into());
                }
                done
            }
            ActionVerb::Discard => self.send_all(run, who, Zone::Discard),
            ActionVerb::Return | ActionVerb::SearchPile => self.send_all(run, who, Zone::Hand),
            ActionVerb::Shuffle => {
                let cards = self.affected(run, who);
                let decks = Seat::BOTH.map(|owner| cards.iter().any(|&card| self.pos.owner(card) == owner));
                for &card in &cards {
                    self.send(card, Zone::Deck, cause);
                }
                for (owner, touched) in Seat::BOTH.into_iter().zip(decks) {
                    if touched {
                        self.shuffle_deck(owner);
                    }
                }
                cards.len()
            }
            ActionVerb::Search => self.take_found(run, who),
            ActionVerb::GainPoints | ActionVerb::LosePoints => {
                let points = i16::from(self.amount(run, deed.amount));
                let change = if deed.verb == ActionVerb::GainPoints { points } else { -points };
                self.players(seat, deed.players).into_iter().for_each(|player| self.score(player, change, cause));
                points as usize
            }
            ActionVerb::Destroy => {
                let cards = self.affected(run, who);
                self.destroy(&cards, cause)
            }
            ActionVerb::Play => self.play_by_effect(run, deed, false),
            ActionVerb::PlayFaceDown => self.play_by_effect(run, deed, true),
            ActionVerb::ExtraPlays | ActionVerb::ExtraPlaysFor => {
                let count = self.amount(run, deed.amount);
                self.extra_plays(seat, count, deed.filter, cause)
            }
            ActionVerb::LevelUp => {
                let (card, base) = (self.whom(run, who).first().copied(), select::base_of(self.pos, run, deed.onto));
                if let (Some(card), Some(base)) = (card, base) {
                    let found = self.is_found(run, who);
                    let land = Land { card, cause, base: Some(base), levels: true, sided: true, down: false, found };
                    self.pos.agenda.push(Frame::Land(land));
                }
                usize::from(card.is_some() && base.is_some())
            }
            ActionVerb::PutUnder => {
                let tops = self.whom(run, deed.onto).into_iter().find_map(|card| self.pos.find(card));
                let Some(place) = tops.filter(|place| place.is_stack()) else { return 0 };
                let cards = self.affected(run, who);
                cards.into_iter().filter(|&card| self.put_under(card, place, cause)).count()
            }
            ActionVerb::Tap => {
                let places = self.affected(run, who).into_iter();
                places.filter(|&card| self.pos.find(card).is_some_and(|place| self.tap(place, cause))).count()
            }
            ActionVerb::Untap => {
                let places = self.affected(run, who).into_iter();
                places.filter(|&card| self.pos.find(card).is_some_and(|place| self.untap(place, cause))).count()
            }
            ActionVerb::Stop => {
                let Some(link) = self.pos.agenda.frames_mut().get_mut(run.answers as usize) else { return 0 };
                link.counter();
                self.tell(EventDraft::new(EventKind::Stopped).seat(seat).card(cause));
                1
            }
            ActionVerb::Redirect => usize::from(self.redirect(run, who)),
            ActionVerb::Forbid => {
                for player in self.players(seat, deed.players) {
                    self.forbid(player, deed.filter, cause);
                }
                1
            }
            ActionVerb::Copy => usize::from(self.copy(run, who)),
        }
    }

    /// ST I9: of how many cards, points or players an action must be done to be done wholly.
    #[cold]
    #[inline(never)]
    fn whole(&self, run: &Run, action: Action) -> usize {
        match action {
            Action::Cost(_) | Action::ShuffleDeck => 0,
            Action::Attach => 1,
            Action::Change(_, who, _) => self.all_of(run, who),
            Action::Do(deed) if deed.who != Who::Nobody && deed.verb != ActionVerb::Redirect => self.all_of(run, deed.who),
            Action::Do(Deed { verb, players, amount, .. }) => {
                let players = match verb {
                    ActionVerb::Mill | ActionVerb::PlayerDiscards => self.players(run.seat, players).len(),
                    _ => 1,
                };
                players * usize::from(self.amount(run, amount)).max(1)
            }
        }
    }

    /// How many cards a phrase means, at least one.
    fn all_of(&self, run: &Run, who: Who) -> usize {
        match who {
            Who::Chosen(register) => play::pick_of(self.rules, run, register).map_or(1, |pick| pick.whole.into()),
            Who::All(_) => self.whom(run, who).len().max(1),
            _ => 1,
        }
    }

    /// ST I9: what the effect that runs has tried was not done wholly.
    pub fn fall_short(&mut self) {
        let mut frames = self.pos.agenda.frames_mut().iter_mut().rev();
        if let Some(run) = frames.find_map(|frame| if let Frame::Run(run) = frame { Some(run) } else { None }) {
            run.cursor.fall_short();
        }
    }

    /// Cards to be discarded from a hand, one by one, by the player's own choice.
    #[inline(never)]
    pub fn step_discard(&mut self, seat: Seat, left: u8) -> Step {
        if left == 0 || self.pos.zones.is_empty(zone(seat, Zone::Hand)) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        Step::ask(seat, Form::SomeOf)
    }

    /// One card of several to be discarded goes.
    pub fn take_discard(&mut self, seat: Seat, left: u8, cause: CardRef, choice: Choice) {
        if let Choice::Card(card) = choice {
            self.pos.agenda.set_top(Frame::Discard { seat, left: left - 1, cause });
            self.send(card, Zone::Discard, cause);
        }
    }

    /// ST H28: which effect is lent?
    pub fn take_lend(&mut self, card: CardRef, to: CardRef, seat: Seat, choice: Choice) {
        self.pos.agenda.pop();
        let lent = matches!(choice, Choice::Effect(which) if self.lend(EffectId::of(self.pos.def_id(card), which), to, seat));
        if !lent {
            self.fall_short();
        }
    }

    /// How much, how many.
    fn amount(&self, run: &Run, amount: Amount) -> u8 {
        let times = amount.each.map_or(1, |group| select::count(self.rules, self.pos, run.seat, run.source, group));
        (usize::from(amount.number) * times).min(99) as u8
    }

    /// Which players, the turn player first.
    fn players(&self, seat: Seat, players: Players) -> arrayvec::ArrayVec<Seat, 2> {
        let meant = |player: &Seat| match players {
            Players::You => *player == seat,
            Players::Rival => *player != seat,
            Players::Both => true,
        };
        [self.pos.turn, self.pos.turn.rival()].into_iter().filter(meant).collect()
    }

    /// The cards that an action concerns and that are not immune to its source (ST H29).
    fn affected(&self, run: &Run, who: Who) -> Cards {
        let mut cards = self.whom(run, who);
        let immune = |card: CardRef| {
            card != run.source && self.pos.find(card).is_some_and(|place| resists(self.rules, self.pos, place, run.source))
        };
        cards.retain(|card| !immune(*card));
        cards
    }

    /// Whether the cards of a phrase were found in a deck by a description.
    fn is_found(&self, run: &Run, who: Who) -> bool {
        matches!(who, Who::Chosen(register) if play::is_found(self.rules, run, register))
    }

    fn send_all(&mut self, run: &Run, who: Who, to: Zone) -> usize {
        let found = to == Zone::Hand && self.is_found(run, who);
        let mut done = 0;
        for card in self.affected(run, who) {
            let from = self.pos.zones.zone_of(card);
            if from != zone(self.pos.owner(card), to) {
                self.send_shown(card, to, run.source, found && from == zone(run.seat, Zone::Deck));
                done += 1;
            }
        }
        done
    }

    /// ST H24: from the top of the deck to the discard pile, as many as there are.
    fn mill(&mut self, seat: Seat, count: u8, cause: CardRef) -> usize {
        for done in 0..count {
            let Some(card) = self.pos.zones.top(zone(seat, Zone::Deck)) else { return done.into() };
            self.send(card, Zone::Discard, cause);
        }
        count.into()
    }

    /// ST H24: what was looked for comes to the hand, shown to both if it was described.
    fn take_found(&mut self, run: &Run, who: Who) -> usize {
        let described = self.is_found(run, who);
        let cards = self.whom(run, who);
        for &card in &cards {
            let way = Way { from: zone(run.seat, Zone::Deck), to: zone(run.seat, Zone::Hand) };
            self.put(card, way, described);
            let only = (!described).then_some(run.seat);
            self.tell(EventDraft::new(EventKind::Found).cause(run.source).seat(run.seat).card(card).only(only));
        }
        cards.len()
    }

    /// ST H17: cards come onto the field by an effect.
    fn play_by_effect(&mut self, run: &Run, deed: &Deed, down: bool) -> usize {
        let (who, landing) = (deed.who, deed.landing);
        let found = down && self.is_found(run, who);
        let mut done = 0;
        let cards = self.affected(run, who);
        for card in cards.into_iter().rev() {
            if self.pos.owner(card) != run.seat
                || self.pos.find(card).is_some()
                || !play::can_land(self.rules, self.pos, card, landing)
            {
                continue;
            }
            let levels = landing == Landing::ByLevel && self.rules.def(self.pos.def_id(card)).level > 1;
            let land = Land { card, cause: run.source, base: None, levels, sided: false, down, found };
            self.pos.agenda.push(Frame::Land(land));
            done += 1;
        }
        done
    }

    /// ST H27: more plays this turn, which only the turn player can make.
    fn extra_plays(&mut self, seat: Seat, count: u8, filter: Option<FilterId>, cause: CardRef) -> usize {
        if seat != self.pos.turn || count == 0 {
            return 0;
        }
        match filter {
            None => self.pos.extra[seat] = self.pos.extra[seat].saturating_add(count).min(99),
            Some(filter) => match self.pos.extras.iter().position(|extra| extra.filter == filter) {
                Some(at) => self.pos.extras[at].left = self.pos.extras[at].left.saturating_add(count),
                None if self.pos.extras.push(Extra { filter, left: count }) => {}
                None => self.pos.full = Some(Full::Extras),
            },
        }
        self.tell(EventDraft::new(EventKind::ExtraPlays).cause(cause).seat(seat).number(i16::from(count)));
        count.into()
    }

    /// ST H27: what a player may not play in their next turn. To forbid it twice is to forbid it once.
    fn forbid(&mut self, seat: Seat, filter: Option<FilterId>, cause: CardRef) {
        let Some(filter) = filter else { return };
        let forbid = Forbid { seat, active: false, filter };
        if !self.pos.forbids.contains(&forbid) && !self.pos.forbids.push(forbid) {
            self.pos.full = Some(Full::Forbids);
        }
        self.tell(EventDraft::new(EventKind::Forbidden).cause(cause).seat(seat));
    }

    /// A change begins: of a Continuous effect or Equip for whoever is meant at any time, else for those who are meant now.
    fn change(&mut self, run: &Run, def: ChangeId, who: Who, lasts: Lasts) -> usize {
        let source = run.source;
        if matches!(lasts, Lasts::On | Lasts::Attached) {
            self.begin(Change::lasting(self.rules, &self.pos.field, def, source, lasts));
            return 1;
        }
        let each = self.rules.changes[def.0 as usize].each;
        let times = each.map_or(1, |group| select::count(self.rules, self.pos, run.seat, source, group));
        let times = times.min(99) as u8;
        let mut done = 0;
        for card in self.affected(run, who) {
            if let Some(place) = self.pos.find(card)
                && self.begin(Change { def, card, source, times, lasts })
            {
                self.tell(EventDraft::new(EventKind::Changed).cause(source).seat(place.seat()).card(card));
                done += usize::from(times > 0);
            }
        }
        done
    }

    /// ST H29, I2: what is answered gets another legal target on the same side; a face-down one is turned up.
    fn redirect(&mut self, run: &Run, who: Who) -> bool {
        let Some(card) = self.whom(run, who).first().copied() else { return false };
        let Some(place) = self.pos.find(card).filter(|_| select::redirectable(self.rules, self.pos, run, card)) else {
            return false;
        };
        let (rules, pos) = (self.rules, &mut *self.pos);
        match pos.agenda.frames()[run.answers as usize] {
            Frame::Attack(mut attack) => {
                attack.target = (place, pos.slot(place).stamp);
                pos.agenda.frames_mut()[run.answers as usize] = Frame::Attack(attack);
            }
            Frame::Link(mut link) => {
                if let Some((register, at, _)) = select::redirected(rules, pos, run, &link) {
                    link.chosen[register][at] = card;
                    link.levelled &= !(1 << (register * MOST_CHOSEN + at));
                }
                pos.agenda.frames_mut()[run.answers as usize] = Frame::Link(link);
            }
            _ => return false,
        }
        self.turn_up(place);
        self.tell(EventDraft::new(EventKind::Redirected).cause(run.source).seat(place.seat()).card(card));
        true
    }

    /// ST H28: runs a Normal or Dormant effect of another card as one of this card's. Tells whether there is one.
    fn copy(&mut self, run: &Run, who: Who) -> bool {
        let Some(card) = self.whom(run, who).first().copied() else { return false };
        // ST H18, H28: a back has no effects, and a copied copying effect does nothing.
        let back = self.pos.find(card).is_some_and(|place| self.pos.is(place, Trait::DOWN));
        if run.by == By::Copy || back {
            return false;
        }
        let lent = |id: &EffectId| select::lends(self.rules, *id);
        let mut effects = self.rules.printed(self.pos.def_id(card)).into_iter().filter(lent);
        match (effects.next(), effects.next()) {
            (Some(only), None) => self.lend(only, run.source, run.seat),
            (Some(_), Some(_)) => {
                self.pos.agenda.push(Frame::Lend { card, to: run.source, seat: run.seat });
                true
            }
            _ => false,
        }
    }

    fn lend(&mut self, id: EffectId, to: CardRef, seat: Seat) -> bool {
        let place = self.pos.find(to).unwrap_or(Place::NONE);
        let run = announced(id, self.rules.effect(id).start, to, seat, By::Copy, place);
        let lends = !self.rules.effect(id).copies && play::possible(self.rules, self.pos, &run);
        if lends {
            self.tell(EventDraft::new(EventKind::Copied).seat(seat).card(to).number(i16::from(id.which()) + 1));
            self.pos.agenda.push(Frame::Run(run));
        }
        lends
    }
}
