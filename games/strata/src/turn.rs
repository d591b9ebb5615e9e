//! The turn (ST C, H25, H26, H30).

use playmat_cards::{CardRef, Event as Said, EventDraft, EventKinds, Way};
use playmat_kernel::{Chance, Form, Listener, Outcome, Seat, Step};

use crate::changes::{End, settle};
use crate::choice::Choice;
use crate::event_kinds::{EventKind, Side};
use crate::facts::Cx;
use crate::frames::{By, Frame, Kept, Play, announced};
use crate::play;
use crate::rules::{EffectId, depends};
use crate::rulings::UntapStep;
use crate::state::{HAND_LIMIT, MOST_TURNS, Phase, Place, Places, SIDE, Trait, Zone, zone};
use crate::waiting::Happening;
use crate::words::Event;

/// ST C1: what an empty deck costs.
const EMPTY_DECK: i16 = 5;

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// The turn goes on until its player moves or something else is to be done first.
    #[inline]
    pub fn step_turn(&mut self) -> Step {
        // Most often nothing has happened that could change who is to move.
        let lives = self.pos.points[Seat::One].min(self.pos.points[Seat::Two]) > 0;
        if lives && self.pos.waiting.is_empty() && matches!(self.pos.phase, Phase::Main | Phase::Battle) {
            return Step::ask_move(self.pos.turn);
        }
        self.go_on_with_turn()
    }

    /// The phases follow each other, from the end of one turn to the main phase of the next, until something else comes first.
    #[inline(never)]
    fn go_on_with_turn(&mut self) -> Step {
        if let Some(first) = self.comes_first() {
            return first;
        }
        if self.pos.phase == Phase::End {
            self.pos.phase = Phase::Limit;
            self.set_off_latents(&Happening::of(Event::EndOfTurn), self.pos.turn);
            if let Some(first) = self.comes_first() {
                return first;
            }
        }
        if self.pos.phase == Phase::Limit {
            let seat = self.pos.turn;
            let hand = self.pos.zones.len(zone(seat, Zone::Hand));
            if hand > HAND_LIMIT {
                let left = (hand - HAND_LIMIT) as u8;
                self.pos.agenda.push(Frame::Discard { seat, left, cause: CardRef::NONE });
                return Step::Go;
            }
            self.pos.phase = Phase::Pass;
        }
        if self.pos.phase == Phase::Pass
            && let Some(outcome) = self.pass()
        {
            return Step::Over(outcome);
        }
        let seat = self.pos.turn;
        if self.pos.phase == Phase::Begin {
            self.begin_turn(seat);
            if let Some(first) = self.comes_first() {
                return first;
            }
        }
        if self.pos.phase == Phase::Start {
            self.pos.phase = Phase::Drawn;
            if !self.pos.opening {
                self.draw_for_turn(seat);
            }
            if let Some(first) = self.comes_first() {
                return first;
            }
        }
        if self.pos.phase == Phase::Drawn {
            self.enter_phase(Phase::Main);
        }
        settle(self.rules, self.pos);
        Step::ask_move(seat)
    }

    /// Triggers that wait, and a player who has lost, come before whatever the turn would go on with.
    #[inline]
    fn comes_first(&mut self) -> Option<Step> {
        if !self.pos.waiting.is_empty() {
            self.pos.agenda.push(Frame::Gather { now: false, seat: self.pos.turn, ordered: 0 });
            return Some(Step::Go);
        }
        let lives = self.pos.points[Seat::One].min(self.pos.points[Seat::Two]) > 0;
        if lives { None } else { Some(Step::Over(self.lost())) }
    }

    /// ST H25: no chain is open and no trigger waits.
    fn lost(&self) -> Outcome {
        match Seat::BOTH.map(|seat| self.pos.points[seat] <= 0) {
            [true, false] => Outcome::Won(Seat::Two),
            [false, true] => Outcome::Won(Seat::One),
            _ => Outcome::Draw,
        }
    }

    fn enter_phase(&mut self, phase: Phase) {
        self.pos.phase = phase;
        self.tell(EventDraft::new(EventKind::Phase).seat(self.pos.turn).word(crate::view::phase_word(phase)));
    }

    /// ST H30: untapping by ruling, then start-of-turn triggers, then the draw.
    fn begin_turn(&mut self, seat: Seat) {
        self.pos.phase = Phase::Start;
        let number = Some(self.pos.turns.div_ceil(2) as i16);
        self.tell(EventDraft::new(EventKind::Turn).seat(seat).number(number));
        for forbid in self.pos.forbids.iter_mut() {
            forbid.active |= forbid.seat == seat;
        }
        if self.ruled(self.rules.rulings.untap_step) == UntapStep::OwnStart {
            for place in Places::of(seat).and(self.pos.field.all(Trait::TAPPED)).iter() {
                self.untap(place, CardRef::NONE);
            }
        }
        self.set_off_latents(&Happening::of(Event::StartOfTurn), seat);
    }

    /// ST C1: with an empty deck 5 points are lost instead.
    fn draw_for_turn(&mut self, seat: Seat) {
        if self.pos.zones.is_empty(zone(seat, Zone::Deck)) {
            self.score(seat, -EMPTY_DECK, CardRef::NONE);
        } else {
            self.draw(seat, 1, CardRef::NONE);
        }
    }

    /// "This turn" ends and the turn passes, over turns that are skipped (ST H26). The draw comes when the second player ends
    /// their last turn.
    fn pass(&mut self) -> Option<Outcome> {
        let seat = self.pos.turn;
        self.pos.opening = false;
        self.end_changes(End::Turn);
        if std::mem::take(&mut self.pos.marked) {
            self.pos.cards.iter_mut().for_each(|card| card.lift_notes_if(true));
        }
        self.pos.field.unset_all(Places::ALL, Trait::TIRED);
        self.pos.field.unset_all(Places::ALL, Trait::FRESH);
        self.pos.field.unset_all(Places::ALL, Trait::used(0));
        self.pos.field.unset_all(Places::ALL, Trait::used(1));
        for slot in &mut self.pos.field.slots {
            slot.attacks = 0;
        }
        self.pos.plays = 0;
        self.pos.extra = Default::default();
        self.pos.extras.clear();
        self.lift(seat);
        self.tell(EventDraft::new(EventKind::Ended).seat(seat));
        let mut next = seat.rival();
        loop {
            if self.pos.turns >= 2 * MOST_TURNS {
                return Some(Outcome::Draw);
            }
            self.pos.turns += 1;
            self.pos.turn = next;
            if self.pos.skip[next] == 0 {
                break;
            }
            self.pos.skip[next] -= 1;
            self.lift_all(next);
            self.tell(EventDraft::new(EventKind::Skipped).seat(next));
            next = next.rival();
        }
        self.pos.phase = Phase::Begin;
        None
    }

    /// What was forbidden in the turn that ends is so no more.
    fn lift(&mut self, seat: Seat) {
        self.pos.forbids.retain(|forbid| !(forbid.seat == seat && forbid.active));
    }

    /// What is forbidden in a skipped turn ends when it would have begun.
    fn lift_all(&mut self, seat: Seat) {
        self.pos.forbids.retain(|forbid| forbid.seat != seat);
    }

    /// A move of the turn player, and what it leads to where nothing comes between.
    #[inline(never)]
    pub fn take_move(&mut self, choice: Choice) -> Step {
        match choice {
            Choice::Play(card) | Choice::Level(card) => self.take_play(card, false),
            Choice::PlayDown(card) | Choice::LevelDown(card) => self.take_play(card, true),
            Choice::Use(card, which) => self.activate(card, which),
            Choice::Flip(card) => self.take_flip(card),
            Choice::Attack(card) => match self.pos.find(card) {
                Some(attacker) => self.take_attack(attacker),
                None => self.after_answer(),
            },
            Choice::Next if self.pos.phase == Phase::Main => self.take_next(),
            _ => self.take_end(),
        }
    }

    /// A card of the hand is played, or levels up: then a base is chosen first.
    #[inline(never)]
    pub fn take_play(&mut self, card: CardRef, down: bool) -> Step {
        if self.rules.def(self.pos.def_id(card)).level > 1 {
            self.pos.agenda.push(Frame::Base { card, down });
            return Step::ask_declaring(self.pos.turn, Form::OneOf);
        }
        self.play(card, down, None);
        self.after_answer()
    }

    #[inline(never)]
    pub fn take_flip(&mut self, card: CardRef) -> Step {
        if let Some(place) = self.pos.find(card) {
            self.turn_up(place);
        }
        self.after_answer()
    }

    #[inline]
    pub fn take_attack(&mut self, attacker: Place) -> Step {
        self.pos.agenda.push(Frame::Aim { attacker });
        Step::ask_declaring(self.pos.turn, Form::OneOf)
    }

    #[inline]
    pub fn take_next(&mut self) -> Step {
        self.enter_phase(Phase::Battle);
        Step::ask_move(self.pos.turn)
    }

    #[inline]
    pub fn take_end(&mut self) -> Step {
        self.enter_phase(Phase::End);
        self.go_on_with_turn()
    }

    /// A card of the hand levels up: onto which creature?
    #[inline(never)]
    pub fn step_base(&mut self) -> Step {
        Step::ask_declaring(self.pos.turn, Form::OneOf)
    }

    /// The creature that is levelled up was chosen.
    pub fn take_base(&mut self, card: CardRef, down: bool, choice: Choice) {
        if let Choice::Card(base) = choice
            && let Some(place) = self.pos.find(base)
        {
            self.level_up(card, down, place);
        }
    }

    /// A card of the hand levels up a creature.
    #[inline]
    pub fn level_up(&mut self, card: CardRef, down: bool, base: Place) {
        self.pos.agenda.pop();
        self.play(card, down, Some(base));
    }

    /// ST H6: a card is played from hand. It is in no zone until its link resolves.
    fn play(&mut self, card: CardRef, down: bool, base: Option<Place>) {
        let seat = self.pos.turn;
        match play::extra_for(self.rules, self.pos, seat, card) {
            Some(at) => {
                let extra = &mut self.pos.extras[at];
                extra.left -= 1;
                if extra.left == 0 {
                    self.pos.extras.remove(at);
                }
            }
            None => self.pos.plays += 1,
        }
        // ST H6: place and base are shown with the back.
        let magic = self.rules.def(self.pos.def_id(card)).is_magic();
        let side = match (down, base) {
            (false, _) => Side::Up,
            (true, Some(_)) => Side::DownOntoStack,
            (true, None) => Side::Down,
        };
        let row = if magic { Places::magic(seat) } else { Places::stacks(seat) };
        let place = base.or_else(|| row.without(self.pos.field.taken).first());
        let number = place.map(|place| i16::from(place.0) % SIDE as i16);
        let other = base.filter(|_| !down).map_or(CardRef::NONE, |place| self.pos.slot(place).card);
        let stack = base.map(|place| (place, self.pos.slot(place).stamp));
        let link = Frame::Play(Play { card, seat, down, base: stack, countered: false });
        // What nobody can answer, and nothing can make impossible, comes to its place at once.
        let at_once = place.filter(|_| self.is_final(&link) && (base.is_none() || !self.pos.changes.depend_on(depends::FIRST)));
        let to = at_once.map_or(zone(seat, Zone::Limbo), Place::zone);
        self.put(card, Way { from: zone(seat, Zone::Hand), to }, !down);
        let word = Some(side.word());
        self.tell(EventDraft::new(EventKind::Played).seat(seat).card(card).other(other).word(word).number(number));
        match at_once {
            Some(place) => self.arrived(card, place, down),
            None => self.lay(link),
        }
    }

    /// The play's turn has come (ST H6): to the field, to the discard pile if it was countered, back to the hand if it became
    /// impossible.
    #[inline(never)]
    pub fn step_play(&mut self, play: Play) -> Step {
        self.pos.agenda.pop();
        let Play { card, seat, down, base, countered } = play;
        if countered {
            self.send(card, Zone::Discard, CardRef::NONE);
            return Step::Go;
        }
        let place = match base {
            Some((place, stamp)) => Some(place)
                .filter(|&place| self.pos.slot(place).stamp == stamp && play::levels(self.rules, self.pos, card, place, false)),
            None if self.rules.def(self.pos.def_id(card)).is_magic() => self.pos.free_magic(seat),
            None => self.pos.free_stack(seat),
        };
        match place {
            Some(place) => self.arrive(card, zone(seat, Zone::Limbo), place, down),
            None => {
                self.put(card, Way { from: zone(seat, Zone::Limbo), to: zone(seat, Zone::Hand) }, !down);
                self.tell(EventDraft::new(EventKind::Returned).seat(seat).card(card));
            }
        }
        Step::Go
    }

    /// The turn player activates an effect, which is announced at once.
    #[inline(never)]
    pub fn activate(&mut self, card: CardRef, which: u8) -> Step {
        let id = EffectId::of(self.pos.def_id(card), which);
        let start = self.rules.effect(id).start;
        let (by, place) = match self.pos.find(card) {
            Some(place) => (By::Use, place),
            None => (By::Hand, Place::NONE),
        };
        let mut run = announced(id, start, card, self.pos.turn, by, place);
        if place != Place::NONE && self.pos.is(place, Trait::DOWN) {
            self.turn_up(place);
            run.flags = Kept::TURNED_UP;
        }
        self.pos.agenda.push(Frame::Run(run));
        settle(self.rules, self.pos);
        self.step_run()
    }
}
