//! What every verb of a card does.

use playmat_cards::{CardRef, Event as Said, Tale, tale};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::changes::{Change, End, resists};
use crate::choice::Choice;
use crate::facts::Cx;
use crate::frames::{By, Frame, Land, Run};
use crate::play;
use crate::rules::{Action, Amount, ChangeId, EffectId, FilterId, Landing, Lasts, Players, Who};
use crate::select;
use crate::stacks::Cards;
use crate::state::{Forbid, Place, Trait, Zone, zone};

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// Does what an op says.
    #[inline(never)]
    pub fn act(&mut self, run: &Run, action: Action) {
        let (seat, cause) = (run.seat, run.source);
        match action {
            Action::Choose { .. } | Action::Cost(_) => {}
            Action::Draw(amount) => {
                let count = self.amount(run, amount);
                self.draw(seat, count, cause);
            }
            Action::Mill(players, amount) => {
                let count = self.amount(run, amount);
                for player in self.players(seat, players) {
                    self.mill(player, count, cause);
                }
            }
            Action::PlayerDiscards(players, amount) => {
                let left = self.amount(run, amount);
                // ST H31: the turn player chooses first.
                for player in self.players(seat, players).into_iter().rev() {
                    self.pos.agenda.push(Frame::Discard { seat: player, left, cause });
                }
            }
            Action::Discard(who) => self.send_all(run, who, Zone::Discard),
            Action::Return(who) => self.send_all(run, who, Zone::Hand),
            Action::Shuffle(who) => {
                let cards = self.affected(run, who);
                let decks = Seat::BOTH.map(|owner| cards.iter().any(|&card| self.pos.owner(card) == owner));
                for card in cards {
                    self.send(card, Zone::Deck, cause);
                }
                for (owner, touched) in Seat::BOTH.into_iter().zip(decks) {
                    if touched {
                        self.shuffle_deck(owner);
                    }
                }
            }
            Action::Search(register) => self.take_found(run, register),
            Action::ShuffleDeck => self.shuffle_deck(seat),
            Action::Gain(players, amount) => {
                let points = i16::from(self.amount(run, amount));
                self.players(seat, players).into_iter().for_each(|player| self.score(player, points, cause));
            }
            Action::Lose(players, amount) => {
                let points = i16::from(self.amount(run, amount));
                self.players(seat, players).into_iter().for_each(|player| self.score(player, -points, cause));
            }
            Action::Destroy(who) => {
                let cards = self.affected(run, who);
                self.destroy(&cards, cause);
            }
            Action::Play { who, down, landing } => self.play_by_effect(run, who, down, landing),
            Action::ExtraPlays(amount, filter) => {
                let count = self.amount(run, amount);
                self.extra_plays(seat, count, filter, cause);
            }
            Action::LevelUp { base, register } => {
                if let (Some(card), Some(base)) = (run.picked(register).next(), select::base_of(self.pos, run, base)) {
                    let land = Land { card, cause, base: Some(base), levels: true, sided: true, down: false };
                    self.pos.agenda.push(Frame::Land(land));
                }
            }
            Action::PutUnder(who, whom) => {
                let top =
                    self.whom(run, whom).into_iter().find_map(|card| self.pos.find(card)).filter(|place| place.is_stack());
                if let Some(place) = top {
                    for card in self.affected(run, who) {
                        self.put_under(card, place, cause);
                    }
                }
            }
            Action::Change(change, who, lasts) => self.change(run, change, who, lasts),
            Action::Tap(who) => {
                for card in self.affected(run, who) {
                    if let Some(place) = self.pos.find(card) {
                        self.tap(place, cause);
                    }
                }
            }
            Action::Untap(who) => {
                for card in self.affected(run, who) {
                    if let Some(place) = self.pos.find(card) {
                        self.untap(place, cause);
                    }
                }
            }
            Action::Stop => {
                if let Some(link) = self.pos.agenda.frames_mut().get_mut(run.answers as usize) {
                    link.counter();
                    self.tell(Tale { seat: Some(seat), card: cause, ..tale("stopped") });
                }
            }
            Action::Redirect(who) => self.redirect(run, who),
            Action::Forbid(players, filter) => {
                for player in self.players(seat, players) {
                    self.forbid(player, filter, cause);
                }
            }
            Action::Copy(who) => self.copy(run, who),
            Action::Attach => {
                if let (Some(host), Some(place)) = (run.picked(0).next(), self.pos.find(cause)) {
                    self.end_changes(End::Left(cause));
                    self.pos.field.attach(place, host);
                    self.tell(Tale { seat: Some(seat), card: cause, other: host, ..tale("attached") });
                }
            }
        }
    }

    /// Cards to be discarded from a hand, one by one, by the player's own choice.
    #[inline(never)]
    pub fn step_discard(&mut self, seat: Seat, left: u8) -> Step {
        if left == 0 || self.pos.shelf.is_empty(zone(seat, Zone::Hand)) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        Step::ask(seat, Form::SomeOf)
    }

    /// One of them.
    pub fn take_discard(&mut self, seat: Seat, left: u8, cause: CardRef, choice: Choice) {
        if let Choice::Card(card) = choice {
            self.pos.agenda.set_top(Frame::Discard { seat, left: left - 1, cause });
            self.send(card, Zone::Discard, cause);
        }
    }

    /// ST H28: which effect is lent?
    pub fn take_lend(&mut self, card: CardRef, to: CardRef, seat: Seat, choice: Choice) {
        self.pos.agenda.pop();
        if let Choice::Effect(which) = choice {
            self.lend(EffectId::of(self.pos.def_id(card), which), to, seat);
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

    fn send_all(&mut self, run: &Run, who: Who, to: Zone) {
        for card in self.affected(run, who) {
            let already = self.pos.shelf.zone_of(card) == zone(self.pos.owner(card), to);
            if !already {
                self.send(card, to, run.source);
            }
        }
    }

    /// ST H24: from the top of the deck to the discard pile, as many as there are.
    fn mill(&mut self, seat: Seat, count: u8, cause: CardRef) {
        for _ in 0..count {
            let Some(card) = self.pos.shelf.top(zone(seat, Zone::Deck)) else { break };
            self.send(card, Zone::Discard, cause);
        }
    }

    /// ST H24: what was looked for comes to the hand, shown to both if it was described.
    fn take_found(&mut self, run: &Run, register: u8) {
        let described = play::search_is_described(self.rules, run, register);
        for card in run.picked(register) {
            self.put(card, zone(run.seat, Zone::Deck), zone(run.seat, Zone::Hand), described);
            let only = (!described).then_some(run.seat);
            self.tell(Tale { cause: run.source, seat: Some(run.seat), card, only, ..tale("found") });
        }
    }

    /// ST H17: cards come onto the field by an effect.
    fn play_by_effect(&mut self, run: &Run, who: Who, down: bool, landing: Landing) {
        let cards = self.affected(run, who);
        for card in cards.into_iter().rev() {
            if self.pos.owner(card) != run.seat
                || self.pos.find(card).is_some()
                || !play::can_land(self.rules, self.pos, card, landing)
            {
                continue;
            }
            let levels = landing == Landing::ByLevel && self.rules.def(self.pos.def_id(card)).level > 1;
            let land = Land { card, cause: run.source, base: None, levels, sided: false, down };
            self.pos.agenda.push(Frame::Land(land));
        }
    }

    /// ST H27: more plays this turn, which only the turn player can make.
    fn extra_plays(&mut self, seat: Seat, count: u8, filter: Option<FilterId>, cause: CardRef) {
        if seat != self.pos.turn {
            return;
        }
        match filter {
            None => self.pos.extra[seat] = self.pos.extra[seat].saturating_add(count).min(99),
            Some(filter) => {
                for _ in 0..count {
                    self.pos.extras.push_over(filter);
                }
            }
        }
        self.tell(Tale { cause, seat: Some(seat), number: Some(i16::from(count)), ..tale("extra-plays") });
    }

    /// ST H27: what a player may not play in their next turn.
    fn forbid(&mut self, seat: Seat, filter: FilterId, cause: CardRef) {
        self.pos.forbids.push_over(Forbid { seat, active: false, filter });
        self.tell(Tale { cause, seat: Some(seat), ..tale("forbidden") });
    }

    /// A change begins: of a Continuous effect or Equip for whoever is meant at any time, else for those who are meant now.
    fn change(&mut self, run: &Run, def: ChangeId, who: Who, lasts: Lasts) {
        let source = run.source;
        if matches!(lasts, Lasts::On | Lasts::Attached) {
            self.begin(Change::lasting(self.rules, &self.pos.field, def, source, lasts));
            return;
        }
        let each = self.rules.changes[def.0 as usize].each;
        let times = each.map_or(1, |group| select::count(self.rules, self.pos, run.seat, source, group));
        let times = times.min(99) as u8;
        for card in self.affected(run, who) {
            if let Some(place) = self.pos.find(card)
                && self.begin(Change { def, card, source, times, lasts })
            {
                self.tell(Tale { cause: source, seat: Some(place.seat()), card, ..tale("changed") });
            }
        }
    }

    /// ST H29: what is answered gets another legal target on the same side.
    fn redirect(&mut self, run: &Run, who: Who) {
        let Some(card) = self.whom(run, who).first().copied() else { return };
        let Some(place) = self.pos.find(card).filter(|_| select::redirectable(self.rules, self.pos, run, card)) else { return };
        let link = self.pos.agenda.frames()[run.answers as usize];
        let changed = match link {
            Frame::Attack(mut attack) => {
                self.turn_up(place);
                attack.target = (place, self.pos.slot(place).stamp);
                Frame::Attack(attack)
            }
            Frame::Link(mut link) => {
                if let Some((register, at, _)) = select::redirected(self.rules, self.pos, run, &link) {
                    link.chosen[register][at] = card;
                }
                Frame::Link(link)
            }
            other => other,
        };
        self.pos.agenda.frames_mut()[run.answers as usize] = changed;
        self.tell(Tale { cause: run.source, seat: Some(place.seat()), card, ..tale("redirected") });
    }

    /// ST H28: runs a Normal or Dormant effect of another card as one of this card's.
    fn copy(&mut self, run: &Run, who: Who) {
        let Some(card) = self.whom(run, who).first().copied() else { return };
        // ST H18, H28: a back has no effects, and a copied copying effect does nothing.
        let back = self.pos.find(card).is_some_and(|place| self.pos.is(place, Trait::DOWN));
        if run.by == By::Copy || back {
            return;
        }
        let lent = |id: &EffectId| select::lends(self.rules, *id);
        let mut effects = self.rules.printed(self.pos.def_id(card)).into_iter().filter(lent);
        match (effects.next(), effects.next()) {
            (Some(only), None) => self.lend(only, run.source, run.seat),
            (Some(_), Some(_)) => self.pos.agenda.push(Frame::Lend { card, to: run.source, seat: run.seat }),
            _ => {}
        }
    }

    fn lend(&mut self, id: EffectId, to: CardRef, seat: Seat) {
        let place = self.pos.find(to).unwrap_or(Place::NONE);
        let run = Run::new(id, self.rules.effect(id).start, to, seat, By::Copy, place);
        if !self.rules.effect(id).copies && play::possible(self.rules, self.pos, &run) {
            self.tell(Tale { seat: Some(seat), card: to, number: Some(i16::from(id.which()) + 1), ..tale("copied") });
            self.pos.agenda.push(Frame::Run(run));
        }
    }
}
