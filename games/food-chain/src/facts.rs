//! What happens to creatures and players: every change of the table goes through here, is told where somebody listens, and sets off
//! what listens to it.

use playmat_cards::{CardRef, DefId, Event, EventDraft, Ruling};
use playmat_kernel::{Chance, Listener, Seat};

use crate::event_kinds::{EventKind, How};
use crate::field::Places;
use crate::rules::{AbilityId, Rules, What};
use crate::rulings::{ExhaustionEnds, FieldSpellReplaced, HealCap, Neurotoxic, ParalysisDies, Slain, TokenOnPlay};
use crate::running::started;
use crate::state::{Attack, BARRED, By, CAME_BACK, FULL_LIFE, Frame, Position, SLOTS, Slot, Target, Zone, zone};
use crate::words::{Keyword, Trigger};

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

    /// Counts what the rulings on Lure and full fields decided: they are read where options are listed, with nobody to count.
    #[inline]
    pub fn count_listed(&mut self) {
        if !L::COUNTS {
            return;
        }
        let enemies = self.pos.field[self.pos.turn.rival()];
        let lures = || enemies.iter().filter(|slot| slot.has(Keyword::Lure));
        let stealth = Keyword::Hidden.bit() | Keyword::Invisible.bit();
        if lures().next().is_some() {
            self.ruled(self.rules.rulings.lure);
        }
        if lures().any(|slot| slot.keywords & stealth != 0) {
            self.ruled(self.rules.rulings.lure_stealth);
        }
        let seat = self.pos.turn;
        let predator = |card: &CardRef| self.rules.def(self.pos.def_id(*card)).kind.is_predator();
        if !self.pos.field.has_room(seat) && self.pos.pile(seat, Zone::Hand).iter().any(predator) {
            self.ruled(self.rules.rulings.full_field);
        }
    }

    /// What stands on a side leaves the table like that.
    #[inline]
    fn fall(&mut self, seat: Seat, place: usize) {
        let (card, what) = (self.pos.field[seat][place].card, self.pos.field[seat][place].what);
        self.clear_slot(seat, place);
        self.gone(card);
        const { assert!(Zone::Carrion as u8 + 1 == Zone::Field as u8) };
        let printed = what & (What::Creature.bit() | What::Token.bit()) == What::Creature.bit();
        if printed & (self.pos.card(card).owner() == seat) {
            // What is known of it stays as it is: everybody has seen it.
            self.pos.zones.put_below(card, zone(seat, Zone::Field));
        } else {
            let to = if what & What::Creature.bit() != 0 { Zone::Carrion } else { Zone::Exile };
            self.lay_aside(card, (seat, Zone::Field), to, false);
        }
    }

    /// Takes something off the table without moving its card.
    #[inline]
    pub fn clear_slot(&mut self, seat: Seat, place: usize) {
        self.pos.field.clear(seat, place);
    }

    /// A creature has left: no running effect means it any more, even if the same card comes back (FC A11).
    pub fn gone(&mut self, card: CardRef) {
        let gone = |target: &mut Target| {
            if *target == Target::card(card) {
                *target = Target::DECLINED;
            }
        };
        for frame in self.pos.agenda.frames_mut() {
            if let Frame::Run(run) = frame {
                gone(&mut run.it);
                run.chosen.iter_mut().for_each(gone);
            }
        }
    }

    /// FC A6: a creature goes to its owner's carrion without being slain: eaten, destroyed, sacrificed.
    pub fn remove(&mut self, card: CardRef, kind: EventKind, cause: CardRef) {
        let Some((seat, place)) = self.pos.find(card) else { return };
        self.tell(EventDraft::new(kind).cause(cause).seat(seat).card(card));
        self.fall(seat, place);
    }

    /// A card goes to a hand and is its printed self again; what was made during the match vanishes (FC A6).
    pub fn take_back(&mut self, card: CardRef, to: Seat, cause: CardRef) {
        if let Some((seat, place)) = self.pos.find(card) {
            self.clear_slot(seat, place);
            self.gone(card);
        }
        if self.pos.card(card).made() {
            self.tell(EventDraft::new(EventKind::Vanished).cause(cause).seat(to).card(card));
            self.vanish(card);
        } else {
            self.put(card, to, Zone::Hand);
            self.pos.watch[to] |= self.rules.def(self.pos.def_id(card)).listens_to;
            self.tell(EventDraft::new(EventKind::Returned).cause(cause).seat(to).card(card));
        }
    }

    /// A field spell leaves the table: replaced or destroyed.
    pub fn remove_field_spell(&mut self, seat: Seat, place: usize, replaced: bool, cause: CardRef) {
        let card = self.pos.field[seat][place].card;
        self.tell(
            EventDraft::new(if replaced { EventKind::Replaced } else { EventKind::Destroyed })
                .cause(cause)
                .seat(seat)
                .card(card),
        );
        self.clear_slot(seat, place);
        let owner = self.pos.card(card).owner();
        let to_carrion = replaced && self.ruled(self.rules.rulings.field_spell_replaced) == FieldSpellReplaced::Carrion;
        self.put(card, owner, if to_carrion { Zone::Carrion } else { Zone::Exile });
    }

    /// FC A6: damage to a creature. Tells how much was dealt, and whether a Barrier ate it.
    pub fn hurt_creature(&mut self, seat: Seat, place: usize, amount: i16, combat: bool, cause: CardRef) -> (i16, bool) {
        let slot = &mut self.pos.field[seat][place];
        let card = slot.card;
        if amount <= 0 || (!combat && slot.has(Keyword::Immune)) {
            return (0, false);
        }
        if slot.has(Keyword::Barrier) {
            slot.keywords &= !Keyword::Barrier.bit();
            self.tell(EventDraft::new(EventKind::Blocked).cause(cause).seat(seat).card(card).how(How::Barrier));
            return (0, true);
        }
        slot.health -= amount;
        self.tell(EventDraft::new(EventKind::Damaged).cause(cause).seat(seat).card(card).number(amount));
        (amount, false)
    }

    /// Life is lost, never below 0 (FC A11).
    pub fn lose_life(&mut self, seat: Seat, amount: i16, cause: CardRef) {
        if amount > 0 {
            self.pos.life[seat] = (self.pos.life[seat] - amount).max(0);
            self.tell(EventDraft::new(EventKind::Hurt).cause(cause).seat(seat).number(amount));
        }
    }

    /// FC A6: healing, up to the cap.
    pub fn heal(&mut self, seat: Seat, amount: i16, cause: CardRef) {
        let life = self.pos.life[seat];
        let cap = match self.ruled(self.rules.rulings.heal_cap) {
            HealCap::Ten => FULL_LIFE.max(life),
            HealCap::None => 999,
        };
        let healed = (life + amount).min(cap);
        self.pos.life[seat] = healed;
        self.tell(EventDraft::new(EventKind::Healed).cause(cause).seat(seat).number(healed - life));
    }

    /// FC A6, A11: the dead leave for carrion, then their slain abilities come, the turn player's first, from the left.
    #[inline]
    pub fn bury(&mut self, combat: bool) {
        // Most of the time nobody: one look at all. A sum with the sign of the least is negative where somebody has no health.
        let all = Seat::BOTH.into_iter().flat_map(|seat| &self.pos.field[seat][..SLOTS]);
        let (least, states) = all.fold((0, 0), |(least, states), slot| (least | (slot.health - 1), states | slot.state));
        if (least < 0) | (states & Slot::DOOMED != 0) {
            self.bury_dead(combat);
        }
    }

    #[inline(never)]
    fn bury_dead(&mut self, combat: bool) {
        let on_side =
            |seat: Seat| (0..SLOTS).fold(0u8, |set, place| set | u8::from(self.pos.field[seat][place].is_dying()) << place);
        let seat = self.pos.turn;
        let dead = Places { seat, set: on_side(seat) | on_side(seat.rival()) << (SLOTS + 1) };
        let mut slain = arrayvec::ArrayVec::new();
        for (seat, place) in dead {
            let slot = &self.pos.field[seat][place];
            let card = slot.card;
            if slot.listens_to & Trigger::Slain.bit() != 0 && self.slain(combat, (seat, place), &mut slain) {
                continue;
            }
            self.tell(EventDraft::new(EventKind::Died).seat(seat).card(card));
            self.fall(seat, place);
        }
        for &(id, card, seat, place) in slain.iter().rev() {
            self.run(id, (card, 0), seat, Target::slot(seat, place), By::Trigger);
        }
    }

    /// Collects the slain abilities of a dying creature. Tells whether one of them has kept it alive.
    #[inline(never)]
    fn slain(
        &mut self,
        combat: bool,
        (seat, place): (Seat, usize),
        slain: &mut arrayvec::ArrayVec<(AbilityId, CardRef, Seat, usize), { 4 * SLOTS }>,
    ) -> bool {
        if !combat && self.ruled(self.rules.rulings.slain) != Slain::AnyDeath {
            return false;
        }
        if let Some(id) = self.death_replacement(seat, place) {
            self.replace_death(seat, place, id);
            return true;
        }
        let card = self.pos.field[seat][place].card;
        let all = self.pos.abilities(self.rules, seat, place);
        for id in all.filter(|&id| self.rules.ability(id).trigger == Trigger::Slain) {
            let _ = slain.try_push((id, card, seat, place));
        }
        false
    }

    /// Starts an ability of a card, with the stamp of the creature that it is on the field, or 0.
    pub fn run(&mut self, id: AbilityId, source: (CardRef, u8), seat: Seat, it: Target, by: By) {
        if L::COUNTS {
            self.heard.count(u32::from(id.0));
        }
        self.pos.agenda.push(Frame::Run(started(self.rules, id, source, seat, it, by)));
    }

    /// Starts all abilities of a creature with one of these triggers, the first one on top.
    #[inline]
    pub fn run_abilities(&mut self, seat: Seat, place: usize, triggers: u32, it: Target) {
        if self.pos.field[seat][place].listens_to & triggers != 0 {
            self.run_listening(seat, place, triggers, it);
        }
    }

    #[inline(never)]
    fn run_listening(&mut self, seat: Seat, place: usize, triggers: u32, it: Target) {
        let slot = &self.pos.field[seat][place];
        let (source, mute) = ((slot.card, slot.stamp), slot.is(Slot::MUTE));
        // Gained ones come last, so they go below; most creatures have none.
        if self.pos.field.has_gifts() {
            let gained: arrayvec::ArrayVec<_, 32> = self.pos.field.gifts(seat, place).take(32).collect();
            for &(id, times, _) in gained.iter().rev().filter(|(id, ..)| self.rules.ability(*id).trigger.bit() & triggers != 0)
            {
                (0..times).for_each(|_| self.run(id, source, seat, it, By::Trigger));
            }
        }
        for id in self.rules.printed(self.pos.def_id(source.0)).rev() {
            if !mute & (self.rules.ability(id).trigger.bit() & triggers != 0) {
                self.run(id, source, seat, it, By::Trigger);
            }
        }
    }

    /// A creature becomes something else in its slot: printed numbers, not exhausted, no on play. A card that becomes a token is one.
    pub fn become_def(&mut self, seat: Seat, place: usize, def: DefId, cause: CardRef) {
        let card = self.pos.field[seat][place].card;
        let data = &mut self.pos.cards[card.0 as usize];
        data.set_def(def);
        if self.rules.def(def).kind.is_made() {
            data.set_made();
        }
        let stamp = self.pos.stamp();
        let data = self.pos.card(card);
        self.pos.field.stand(&self.rules.standing[def.0 as usize], (seat, place), card, stamp, data);
        self.pos.watch[seat] |= self.rules.def(def).listens_to;
        self.tell(EventDraft::new(EventKind::Became).cause(cause).seat(seat).card(card));
    }

    /// A creature enters a slot as printed, exhausted, maybe as a predator that ate nothing (FC A4). Its card is moved by the caller,
    /// who knows from where. Without a branch: who comes to the table hungry nobody can predict.
    #[inline(always)]
    pub fn place_creature(&mut self, card: CardRef, seat: Seat, place: usize, dry: bool) -> &mut Slot {
        let stamp = self.pos.stamp();
        let data = self.pos.card(card);
        let entering = &self.rules.entering[data.def().0 as usize][usize::from(dry)];
        self.pos.field.stand(entering, (seat, place), card, stamp, data)
    }

    /// Tokens enter, as many as find a slot, then their on-play abilities run in order (FC A4, B `token_on_play`). The first of them
    /// is "it" from then on.
    #[inline]
    pub fn spawn(&mut self, def: DefId, seat: Seat, count: u8, cause: CardRef) {
        self.mean(Target::DECLINED);
        // Often there is no room.
        if self.pos.field.has_room(seat) {
            self.spawn_some(def, seat, count, cause);
        }
    }

    #[inline(never)]
    fn spawn_some(&mut self, def: DefId, seat: Seat, count: u8, cause: CardRef) {
        let mut entered = 0u8;
        for _ in 0..count.min(self.pos.field.free_slots(seat)) {
            let Some(place) = self.pos.field.free_slot(seat) else { break };
            let Some(card) = self.make(def, seat, Zone::Field) else { break };
            self.place_creature(card, seat, place, false);
            self.tell(EventDraft::new(EventKind::Entered).cause(cause).seat(seat).card(card).how(How::Token));
            if entered == 0 {
                self.mean(Target::card(card));
            }
            entered |= 1 << place;
        }
        if self.rules.def(def).listens_to & Trigger::OnPlay.bit() != 0
            && self.ruled(self.rules.rulings.token_on_play) == TokenOnPlay::Triggers
        {
            // They entered from the left.
            for place in (0..SLOTS).rev().filter(|place| entered & 1 << place != 0) {
                self.run_abilities(seat, place, Trigger::OnPlay.bit(), Target::NONE);
            }
        }
    }

    /// FC A7: frozen until the end of its controller's turn.
    pub fn freeze(&mut self, seat: Seat, place: usize, cause: CardRef) {
        let slot = &mut self.pos.field[seat][place];
        slot.state |= Slot::FROZEN;
        let card = slot.card;
        self.tell(EventDraft::new(EventKind::BecameSo).cause(cause).seat(seat).card(card).how(How::Frozen));
    }

    /// FC A7: loses every other ability for good, is harmless, and dies when it is not spared any more. Its slain ability stays where
    /// any death triggers it.
    pub fn paralyse(&mut self, seat: Seat, place: usize, cause: CardRef) {
        let keeps = self.ruled(self.rules.rulings.slain) == Slain::AnyDeath;
        let spared = match self.ruled(self.rules.rulings.paralysis_dies) {
            ParalysisDies::ThisEnd => 0,
            ParalysisDies::NextTurn => self.pos.turns,
        };
        let before = self.pos.field[seat][place];
        let slain = |&(id, _): &(AbilityId, u8)| self.rules.ability(id).trigger == Trigger::Slain;
        let kept: arrayvec::ArrayVec<_, 32> = self.pos.stacks(self.rules, seat, place).filter(slain).take(32).collect();
        self.pos.field.lose_abilities(seat, place);
        if keeps {
            kept.into_iter().for_each(|(id, times)| self.pos.field.gain(self.rules, seat, place, id, times));
        }
        let slot = &mut self.pos.field[seat][place];
        slot.keywords = Keyword::Harmless.bit();
        // A second dose does not save it.
        slot.spared = if before.is(Slot::PARALYSED | Slot::DATED) { before.spared.min(spared) } else { spared };
        slot.state |= Slot::PARALYSED;
        let card = slot.card;
        self.tell(EventDraft::new(EventKind::BecameSo).cause(cause).seat(seat).card(card).how(How::Paralysed));
    }

    /// FC A5, B `neurotoxic`: what neurotoxin does to a survivor.
    pub fn intoxicate(&mut self, seat: Seat, place: usize, cause: CardRef) {
        match self.ruled(self.rules.rulings.neurotoxic) {
            Neurotoxic::Paralysis => self.paralyse(seat, place, cause),
            Neurotoxic::FrozenDeath => {
                self.freeze(seat, place, cause);
                let turns = self.pos.turns;
                let slot = &mut self.pos.field[seat][place];
                slot.spared = if slot.is(Slot::PARALYSED | Slot::DATED) { slot.spared.min(turns) } else { turns };
                slot.state |= Slot::DATED;
            }
        }
    }

    /// FC A3: exhaustion ends for a player's creatures, at the start or the end of the turn.
    pub fn rest(&mut self, seat: Seat, at_end: bool) {
        // `end`: who stood there when the turn began is never exhausted in it (FC A11), so both moments count then.
        if at_end && self.ruled(self.rules.rulings.exhaustion_ends) == ExhaustionEnds::Start {
            return;
        }
        for place in 0..SLOTS {
            let slot = &mut self.pos.field[seat][place];
            // Without a branch where nobody listens.
            let (card, rests) = (slot.card, slot.is(Slot::EXHAUSTED));
            slot.state &= !Slot::EXHAUSTED;
            if L::ON && rests {
                self.tell(EventDraft::new(EventKind::Recovered).seat(seat).card(card).how(How::Exhausted));
            }
        }
    }

    /// Whether both sides of an attack are still there.
    pub fn combat_stands(&self, attack: &Attack) -> bool {
        attack.attacking(self.pos).is_some() && (attack.defender == CardRef::NONE || attack.defending(self.pos).is_some())
    }

    fn death_replacement(&self, seat: Seat, place: usize) -> Option<AbilityId> {
        let mut all = self.pos.stacks(self.rules, seat, place);
        all.find(|&(id, _)| self.rules.ability(id).replaces_death).map(|(id, _)| id)
    }

    /// "slain: this becomes ...": it stays in its slot as something fresh, a newcomer (FC A11).
    fn replace_death(&mut self, seat: Seat, place: usize, id: AbilityId) {
        if L::COUNTS {
            self.heard.count(u32::from(id.0));
        }
        let start = self.rules.ability(id).start as usize;
        let become_what = self.rules.ops[start..].iter().find_map(|op| match op {
            playmat_cards::Op::Act(crate::rules::Action::Become(_, def)) => Some(*def),
            _ => None,
        });
        if let Some(def) = become_what {
            let card = self.pos.field[seat][place].card;
            self.become_def(seat, place, def, card);
            self.pos.field[seat][place].state |= Slot::EXHAUSTED;
        }
    }
}

/// Clears what lasts for a turn.
pub fn end_of_bars(pos: &mut Position) {
    if std::mem::take(&mut pos.marked) {
        for card in &mut pos.cards {
            card.note(BARRED, false);
            card.note(CAME_BACK, false);
        }
    }
}
