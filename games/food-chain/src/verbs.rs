//! What every verb of a card does.

use playmat_cards::{CardRef, Event, Op, Seen, Tale, tale};
use playmat_kernel::{Chance, Form, Heard, Listener, Seat, Step, Told};

use crate::choice::ask;
use crate::facts::{Cx, seen};
use crate::field::Places;
use crate::play;
use crate::rules::{AbilityId, Action, From, Pick, Purpose, What, Who};
use crate::select;
use crate::state::{Attack, By, Enter, EnterStep, Frame, MOST_CARDS, Phase, Run, Slot, Target, Zone, zone, zone_parts};
use crate::words::{Keyword, Trigger};

/// Whom an action concerns, resolved: at most eight on the table and two players.
type Targets = arrayvec::ArrayVec<Target, 10>;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Damage about to be dealt to a player: "damaged indirectly" comes first (FC A9).
    #[inline(never)]
    pub fn step_hurt(&mut self, seat: Seat, amount: u8, negated: bool, opened: bool, cause: CardRef) -> Step {
        if !opened {
            self.set_top(Frame::Hurt { seat, amount, negated, opened: true, cause });
            self.open(Trigger::DamagedIndirectly, seat, cause);
        } else {
            self.pos.agenda.pop();
            if !negated {
                self.lose_life(seat, i16::from(amount), cause);
            }
        }
        Step::Go
    }

    /// Cards to be discarded, one by one, by the player's own choice (FC A11).
    #[inline(never)]
    pub fn step_discard(&mut self, seat: Seat, left: u8) -> Step {
        if left == 0 || self.pos.shelf.is_empty(zone(seat, Zone::Hand)) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        ask(seat, Form::SomeOf)
    }

    /// A card is discarded: creatures to carrion, all else to exile; what was made during the match vanishes.
    pub fn discard(&mut self, card: CardRef, seat: Seat, cause: CardRef) {
        self.tell(Tale { cause, seat: Some(seat), card, ..tale("discarded") });
        self.lay_down(card, (seat, Zone::Hand), false);
    }

    #[inline(never)]
    pub fn act(&mut self, run: &Run, action: &Action) {
        let (seat, cause) = (run.seat, run.source);
        match *action {
            Action::Choose { .. } => {}
            Action::Draw(count) => self.draw(seat, count, cause),
            Action::Discard(left) => self.pos.agenda.push(Frame::Discard { seat, left, cause }),
            Action::RivalDiscards(left) => self.pos.agenda.push(Frame::Discard { seat: seat.rival(), left, cause }),
            Action::RevealHand => self.reveal_hand(seat, cause),
            Action::Heal(amount) => self.heal(seat, i16::from(amount), cause),
            Action::Damage(amount, who) => self.damage(run, amount, who),
            Action::Kill(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.pos.field[at][place].state |= Slot::DOOMED;
                    let card = self.pos.field[at][place].card;
                    self.tell(Tale { cause, seat: Some(at), card, ..tale("killed") });
                }
                self.bury(false);
            }
            Action::Destroy(who) => {
                for target in self.whom(run, who) {
                    let Some((at, place)) = target.as_card().and_then(|card| self.pos.find(card)) else { continue };
                    if self.pos.field[at][place].creature() {
                        self.remove(self.pos.field[at][place].card, "destroyed", cause);
                    } else {
                        self.remove_field_spell(at, place, false, cause);
                    }
                }
            }
            Action::Eat(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.remove(self.pos.field[at][place].card, "eaten", cause);
                }
            }
            Action::PlayToken(count, def) => self.spawn(def, seat, count, cause),
            Action::PlayCopy(who) => {
                let copied = self
                    .whom(run, who)
                    .first()
                    .and_then(|target| target.as_card())
                    .filter(|&card| self.is_in_play(card, cause));
                if let Some(card) = copied {
                    self.spawn(self.pos.def_id(card), seat, 1, cause);
                }
            }
            Action::Play(register) => self.play_chosen(run, run.chosen[register as usize]),
            Action::AddToken(count, def) => {
                for _ in 0..count {
                    if let Some(card) = self.make(def, seat, Zone::Hand) {
                        self.pos.cards[card.0 as usize].reveal();
                        self.tell(Tale { cause, seat: Some(seat), card, ..tale("added") });
                    }
                }
            }
            Action::Fetch(register) => self.fetch(run, run.chosen[register as usize]),
            Action::TakeToHand(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.take_back(self.pos.field[at][place].card, seat, cause);
                }
            }
            Action::Return(who) => {
                for target in self.whom(run, who) {
                    let card = target.as_card().filter(|&card| self.pos.creature(card).is_some());
                    if let Some(card) = card {
                        self.take_back(card, self.pos.card(card).owner(), cause);
                    }
                }
            }
            Action::Grow(who, attack, health) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    slot.attack += i16::from(attack);
                    slot.health += i16::from(health);
                    slot.full += i16::from(health);
                    let card = slot.card;
                    self.tell(Tale { cause, seat: Some(at), card, number: Some(i16::from(attack)), ..tale("grew") });
                }
                if health < 0 {
                    self.bury(false);
                }
            }
            Action::Grant(who, keyword, number) => {
                for (at, place) in self.creatures(run, who) {
                    self.grant(at, place, keyword, number, cause);
                }
            }
            Action::GrantAbility(who, id) => {
                for (at, place) in self.creatures(run, who) {
                    self.pos.field.gain(self.rules, at, place, id, 1);
                    let card = self.pos.field[at][place].card;
                    self.tell(Tale { cause, seat: Some(at), card, ..tale("gained") });
                }
            }
            Action::LoseAbilities(who) => self.lose_abilities(run, who),
            Action::Freeze(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.freeze(at, place, cause);
                }
            }
            Action::Unfreeze(who) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    slot.state &= !(Slot::FROZEN | Slot::DATED);
                    let card = slot.card;
                    self.tell(Tale { cause, seat: Some(at), card, word: Some("frozen"), ..tale("recovered") });
                }
            }
            Action::Paralyse(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.paralyse(at, place, cause);
                }
            }
            Action::Regenerate(who) => {
                for (at, place) in self.creatures(run, who) {
                    let slot = &mut self.pos.field[at][place];
                    let healed = (slot.full - slot.health).max(0);
                    slot.health += healed;
                    let card = slot.card;
                    self.tell(Tale { cause, seat: Some(at), card, number: Some(healed), ..tale("regenerated") });
                }
            }
            Action::TakeControl(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.take_control(seat, at, place, cause);
                }
            }
            Action::CopyAbilities(who) => {
                if let Some(target) = self.whom(run, who).first().copied() {
                    self.copy_abilities(run.source, target);
                }
            }
            Action::CopyStats(who) => {
                if let Some(target) = self.whom(run, who).first().copied() {
                    self.copy_stats(run, target);
                }
            }
            Action::Become(who, def) => {
                for (at, place) in self.creatures(run, who) {
                    self.become_def(at, place, def, cause);
                }
            }
            Action::Sacrifice(who) => {
                for (at, place) in self.creatures(run, who) {
                    self.remove(self.pos.field[at][place].card, "sacrificed", cause);
                }
            }
            Action::NegateAttack => {
                if let Some(attack) = self.below(|frame| if let Frame::Attack(attack) = frame { Some(attack) } else { None }) {
                    attack.flags |= Attack::NEGATED;
                    self.tell(Tale { cause, ..tale("negated") });
                }
            }
            Action::NegateDamage => {
                if let Some(negated) =
                    self.below(|frame| if let Frame::Hurt { negated, .. } = frame { Some(negated) } else { None })
                {
                    *negated = true;
                    self.tell(Tale { cause, ..tale("negated") });
                }
            }
            Action::NegatePlay => self.negate_play(cause),
            Action::PlayAnother => self.give_play_back(),
            Action::EndTurn => {
                if self.pos.phase < Phase::End {
                    self.pos.phase = Phase::End;
                }
            }
            Action::Revive => self.revive(run),
        }
    }

    /// Whom an action concerns.
    fn whom(&self, run: &Run, who: Who) -> Targets {
        let mut targets = Targets::new();
        let combat = || {
            self.pos.agenda.frames().iter().rev().find_map(|frame| match frame {
                Frame::Attack(attack) => Some(*attack),
                _ => None,
            })
        };
        match who {
            Who::This => targets.push(Target::card(run.source)),
            Who::It => targets.push(run.it),
            Who::Chosen(register) => targets.push(run.chosen[register as usize]),
            Who::Attacker => targets.extend(combat().map(|attack| Target::card(attack.attacker))),
            Who::Defender => targets.extend(combat().map(|attack| Target::card(attack.defender))),
            Who::You => targets.push(Target::player(run.seat)),
            Who::Rival => targets.push(Target::player(run.seat.rival())),
            Who::Players => targets.extend([Target::player(run.seat), Target::player(run.seat.rival())]),
            Who::Opponents => {
                targets.push(Target::player(run.seat.rival()));
                let enemies = self.pos.field[run.seat.rival()].iter().filter(|slot| slot.creature());
                targets.extend(enemies.map(|slot| Target::card(slot.card)));
            }
            Who::All(filter) => {
                for at in [run.seat, run.seat.rival()] {
                    let fitting = select::fitting(self.pos, filter, run.seat, run.source, at);
                    let slots = self.pos.field[at].iter().enumerate().filter(|(place, _)| fitting & (1 << place) != 0);
                    targets.extend(slots.map(|(_, slot)| Target::card(slot.card)));
                }
            }
        }
        targets
    }

    /// The same, as creatures on the table; what has left is left out.
    #[inline]
    fn creatures(&self, run: &Run, who: Who) -> Places {
        let mut places = Places { seat: run.seat, own: 0, enemy: 0 };
        let target = match who {
            Who::This => Target::card(run.source),
            Who::It => run.it,
            Who::Chosen(register) => run.chosen[register as usize],
            Who::You | Who::Rival | Who::Players => Target::NONE,
            Who::Attacker | Who::Defender => self.whom(run, who).first().copied().unwrap_or(Target::NONE),
            Who::Opponents => {
                places.enemy = self.pos.field.places(run.seat.rival(), What::Creature);
                Target::NONE
            }
            Who::All(filter) => {
                places.own = select::fitting(self.pos, filter, run.seat, run.source, run.seat);
                places.enemy = select::fitting(self.pos, filter, run.seat, run.source, run.seat.rival());
                places.own &= self.pos.field.places(run.seat, What::Creature);
                places.enemy &= self.pos.field.places(run.seat.rival(), What::Creature);
                Target::NONE
            }
        };
        if let Some((at, place)) = target.as_card().and_then(|card| self.pos.creature(card)) {
            *(if at == run.seat { &mut places.own } else { &mut places.enemy }) = 1 << place;
        }
        places
    }

    /// FC A6: damage to creatures at once, then to players.
    fn damage(&mut self, run: &Run, amount: u8, who: Who) {
        let targets = self.whom(run, who);
        for target in &targets {
            if let Some((at, place)) = target.as_card().and_then(|card| self.pos.creature(card)) {
                self.hurt_creature(at, place, i16::from(amount), false, run.source);
            }
        }
        self.bury(false);
        for player in targets.iter().rev().filter_map(|target| target.as_player()) {
            if amount > 0 {
                self.pos.agenda.push(Frame::Hurt { seat: player, amount, negated: false, opened: false, cause: run.source });
            }
        }
    }

    fn grant(&mut self, seat: Seat, place: usize, keyword: Keyword, number: u8, cause: CardRef) {
        if keyword == Keyword::Frozen {
            return self.freeze(seat, place, cause);
        }
        let slot = &mut self.pos.field[seat][place];
        slot.keywords |= keyword.bit();
        if keyword == Keyword::MultiStrike {
            slot.strikes = slot.strikes.max(number);
        }
        let card = slot.card;
        self.tell(Tale { cause, seat: Some(seat), card, word: Some(keyword.mark()), ..tale("gained") });
    }

    /// All abilities are lost for good; of a creature still on its way too.
    fn lose_abilities(&mut self, run: &Run, who: Who) {
        for target in self.whom(run, who) {
            let Some(card) = target.as_card() else { continue };
            if let Some((at, place)) = self.pos.creature(card) {
                self.pos.field.lose_abilities(at, place);
            } else if let Some(enter) = self
                .below(|frame| if let Frame::Enter(enter) = frame { Some(enter) } else { None })
                .filter(|enter| enter.card == card)
            {
                enter.flags |= Enter::MUTE;
            } else {
                continue;
            }
            self.tell(Tale { cause: run.source, card, ..tale("lost-abilities") });
        }
    }

    /// FC A11: one event to the other player only; later cards stay hidden.
    fn reveal_hand(&mut self, seat: Seat, cause: CardRef) {
        let rival = seat.rival();
        let hand: arrayvec::ArrayVec<CardRef, { MOST_CARDS }> = self.pos.pile(rival, Zone::Hand).iter().copied().collect();
        for card in &hand {
            self.pos.cards[card.0 as usize].learn(seat);
        }
        if L::ON {
            let pos = &*self.pos;
            let told = Told::by(|audience| {
                let knows = audience.seat().is_some();
                let cards = hand.iter().map(|&card| if knows { seen(pos, card) } else { Seen { def: None, handle: None } });
                let event = Event {
                    what: "revealed",
                    cause: cause.some().map(|card| pos.def_id(card)),
                    seat: Some(rival),
                    cards: cards.collect(),
                    number: Some(hand.len() as i16),
                    word: None,
                };
                if knows { Heard::Known(event) } else { Heard::Veiled(event) }
            });
            self.heard.hear(told);
        }
    }

    /// A card chosen from deck, carrion or hand is put into play or cast.
    fn play_chosen(&mut self, run: &Run, target: Target) {
        let searched = self.rules.ops[run.cursor.at as usize - 2];
        let from_deck = matches!(searched, Op::Act(Action::Choose { pick: Pick { from: From::Deck, .. }, .. }));
        let casts = matches!(searched, Op::Act(Action::Choose { pick: Pick { purpose: Purpose::Cast, .. }, .. }));
        if let Some(card) = target.as_card() {
            if casts {
                if let Some(id) = self.rules.printed(self.pos.def_id(card)).next() {
                    self.pos.agenda.push(Frame::Run(play::announcing(self.rules, run.seat, card, id, By::FreeCast)));
                }
                return;
            }
            let there = matches!(zone_parts(self.pos.shelf.zone_of(card)), Some((_, Zone::Deck | Zone::Carrion)));
            if there {
                self.put(card, run.seat, Zone::Limbo);
                self.tell(Tale { cause: run.source, seat: Some(run.seat), card, ..tale("brought") });
                self.pos.agenda.push(Frame::Enter(Enter::new(card, run.seat, EnterStep::Meals, 0)));
            }
        }
        if from_deck {
            self.shuffle_deck(run.seat);
        }
    }

    /// A card chosen from deck or carrion goes to the hand; from the deck unseen by the rival, then the deck is shuffled.
    fn fetch(&mut self, run: &Run, target: Target) {
        let (seat, cause) = (run.seat, run.source);
        let Some(card) = target.as_card() else { return };
        match zone_parts(self.pos.shelf.zone_of(card)) {
            Some((_, Zone::Deck)) => {
                self.put(card, seat, Zone::Hand);
                self.tell(Tale { cause, seat: Some(seat), card, only: Some(seat), ..tale("fetched") });
                self.shuffle_deck(seat);
            }
            Some((_, Zone::Carrion)) => self.take_back(card, seat, cause),
            _ => {}
        }
    }

    /// FC A6: it enters the new side exhausted; with no free slot there is no theft.
    fn take_control(&mut self, seat: Seat, at: Seat, place: usize, cause: CardRef) {
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
        self.tell(Tale { cause, seat: Some(seat), card, ..tale("stolen") });
    }

    /// Adds keywords and abilities to the source's own. A copied on-play or on-eat ability runs at once; a copied copier copies
    /// nothing. Copying skips Frozen and gives a fresh Barrier (FC A11).
    pub fn copy_abilities(&mut self, source: CardRef, target: Target) {
        let Some(card) = target.as_card() else { return };
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
                copied.extend(self.pos.stacks(rules, at, from).take(32));
                (self.pos.field[at][from].keywords, self.pos.field[at][from].strikes)
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
        let runs = |id: AbilityId| matches!(rules.ability(id).trigger, Trigger::OnPlay | Trigger::OnEat);
        for &(id, times) in copied.iter().filter(|&&(id, _)| !runs(id)) {
            self.pos.field.gain(rules, seat, place, id, times);
        }
        self.tell(Tale { cause: source, seat: Some(seat), card: source, other: card, ..tale("copied") });
        for &(id, times) in copied.iter().rev().filter(|&&(id, _)| runs(id) && !rules.ability(id).copies) {
            for _ in 0..times {
                self.run(id, (source, stamp), seat, Target::NONE, By::Trigger);
            }
        }
    }

    /// The living one's current numbers, a carrion's printed ones, nutrition too; the copied health is the new maximum.
    fn copy_stats(&mut self, run: &Run, target: Target) {
        let Some((seat, place)) = self.pos.creature(run.source) else { return };
        let Some(card) = target.as_card() else { return };
        let model = match self.pos.creature(card) {
            Some((at, from)) => self.pos.field[at][from],
            None if self.in_carrion(card) => self.rules.standing[self.pos.def_id(card).0 as usize],
            None => return,
        };
        let slot = &mut self.pos.field[seat][place];
        slot.attack = model.attack;
        slot.health = model.health;
        slot.full = model.health;
        slot.nutrition = model.nutrition;
        self.tell(Tale { cause: run.source, seat: Some(seat), card: run.source, other: card, ..tale("copied") });
    }

    /// Rebound: the card goes back to hand and may not be played again this turn.
    fn negate_play(&mut self, cause: CardRef) {
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
            self.pos.cards[card.0 as usize].bar(true);
            self.pos.marked = true;
            self.tell(Tale { cause, seat: Some(seat), card, ..tale("negated") });
        }
    }

    /// Rebound: if the negated play was the card of the turn, another one may be.
    fn give_play_back(&mut self) {
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
    fn revive(&mut self, run: &Run) {
        let card = run.source;
        let in_carrion = self.in_carrion(card);
        let (Some((seat, place)), true, false) = (run.it.as_slot(), in_carrion, self.pos.card(card).spent()) else {
            return;
        };
        let place = if self.pos.field[seat][place].taken() { self.pos.field.free_slot(seat) } else { Some(place) };
        if let Some(place) = place {
            self.pos.cards[card.0 as usize].spend(true);
            self.pos.marked = true;
            let from = self.pos.shelf.zone_of(card);
            self.place_creature(card, from, seat, place);
            self.tell(Tale { cause: card, seat: Some(seat), card, ..tale("revived") });
        }
    }

    fn in_carrion(&self, card: CardRef) -> bool {
        zone_parts(self.pos.shelf.zone_of(card)).is_some_and(|(_, zone)| zone == Zone::Carrion)
    }

    /// The nearest frame of a kind below the running one.
    fn below<T>(&mut self, which: impl Fn(&mut Frame) -> Option<&mut T>) -> Option<&mut T> {
        self.pos.agenda.frames_mut().iter_mut().rev().find_map(which)
    }

    /// Whether a card stands on the table, or is the source of what runs (which may still be on its way).
    fn is_in_play(&self, card: CardRef, source: CardRef) -> bool {
        card == source || self.pos.creature(card).is_some()
    }
}
