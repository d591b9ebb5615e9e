//! Chains: links are laid, players respond, then everything resolves from the top (ST E, H1 to H8).

use playmat_cards::{CardRef, Event as Said, EventDraft, Offer};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::changes;
use crate::choice::Choice;
use crate::event_kinds::EventKind;
use crate::facts::{Cx, hidden};
use crate::frames::{By, Chain, Frame, Kept, Run, Window, announced};
use crate::play;
use crate::rules::{Effect, EffectId, EffectKind, Names, Rules};
use crate::select;
use crate::state::{LONGEST_CHAIN, MOST_FRAMES, Place, Places, Position, Trait, Zone};
use crate::waiting::is_about;
use crate::words::Event;

/// ST H1: whether a player is asked, which reads only what the rival sees too: a face-down magic card set in an earlier turn, or
/// a face-up untapped card whose Counter names a rival's link.
#[inline]
pub fn is_asked(rules: &Rules, pos: &Position, seat: Seat) -> bool {
    asks(rules, pos, Places::of(seat))
}

/// Whether anything at some places lets its player be asked.
fn asks(rules: &Rules, pos: &Position, among: Places) -> bool {
    !set_before(pos).and(among).is_empty()
        || meeting(pos, None).and(among).iter().any(|place| {
            let effects = rules.printed(pos.def_id(pos.slot(place).card));
            effects.into_iter().any(|id| counters(rules, pos, place, id))
        })
}

/// The face-down magic cards that were set in an earlier turn.
#[inline]
fn set_before(pos: &Position) -> Places {
    Places::MAGIC.and(pos.field.all(Trait::DOWN)).without(pos.field.all(Trait::FRESH))
}

/// The face-down magic cards of a player that were set in an earlier turn.
#[inline]
pub fn settable(pos: &Position, seat: Seat) -> Places {
    set_before(pos).and(Places::of(seat))
}

/// Whether an effect of what lies at a place is a Counter that was not used and names a rival's link.
#[inline]
pub fn counters(rules: &Rules, pos: &Position, place: Place, id: EffectId) -> bool {
    let card = pos.slot(place).card;
    rules.effect(id).kind == EffectKind::Counter
        && !pos.used(card, id.which())
        && names_some(rules, pos, place.seat(), card, id)
}

#[inline(never)]
fn names_some(rules: &Rules, pos: &Position, seat: Seat, card: CardRef, id: EffectId) -> bool {
    named(rules, pos, seat, card, id).next().is_some()
}

/// The unresolved links of the rival that a Counter names, by their places on the agenda, the newest first.
pub fn named<'a>(
    rules: &'a Rules,
    pos: &'a Position,
    seat: Seat,
    card: CardRef,
    id: EffectId,
) -> impl Iterator<Item = u8> + 'a {
    let line = rules.effect(id);
    let frames = pos.agenda.frames().iter().enumerate().rev();
    frames.filter(move |(_, frame)| frame.is_link() && names(rules, pos, seat, card, line, frame)).map(|(at, _)| at as u8)
}

/// The links that a Counter names and could really answer: its costs can be paid and its targets exist.
pub fn answerable<'a>(rules: &'a Rules, pos: &'a Position, place: Place, id: EffectId) -> impl Iterator<Item = u8> + 'a {
    let (card, seat) = (pos.slot(place).card, place.seat());
    let run = announced(id, rules.effect(id).start, card, seat, By::Counter, place);
    let possible = move |link: &u8| {
        if rules.effect(id).speaks {
            return !aims(rules, pos, card, id, *link).is_empty();
        }
        let mut answering = run;
        answering.answers = *link;
        play::possible(rules, pos, &answering)
    };
    named(rules, pos, seat, card, id).filter(possible)
}

/// A Counter that is about to answer a link; `aim` is the target of it that the Counter means, if it means one.
fn answering(rules: &Rules, pos: &Position, card: CardRef, id: EffectId, link: u8, aim: u8) -> Run {
    let place = pos.find(card).unwrap_or(Place::NONE);
    let mut run = announced(id, rules.effect(id).start, card, pos.owner(card), By::Counter, place);
    (run.answers, run.aim) = (link, aim);
    run.event = play::answered(rules, pos, &run);
    run
}

/// ST I7: the targets of a link that a Counter may mean by "it", or redirect: each card once, with its place in the registers.
pub fn aims(rules: &Rules, pos: &Position, card: CardRef, id: EffectId, link: u8) -> Aims {
    let mut found = Aims::new();
    if let Some(Frame::Link(answered)) = pos.agenda.frames().get(link as usize) {
        let run = answering(rules, pos, card, id, link, Kept::ANY);
        for (aim, target) in select::meant(rules, pos, &run, answered) {
            let able = || play::possible(rules, pos, &answering(rules, pos, card, id, link, aim));
            if !found.iter().any(|(_, other)| *other == target) && able() {
                found.push((aim, target));
            }
        }
    }
    found
}

/// Targets that a Counter may mean.
pub type Aims = arrayvec::ArrayVec<(u8, CardRef), { 2 * crate::frames::MOST_CHOSEN }>;

/// ST I3: whether the chain takes no more responses.
#[inline]
pub fn is_longest(pos: &Position) -> bool {
    pos.agenda.depth() > LONGEST_CHAIN && pos.links() >= LONGEST_CHAIN
}

/// A player's face-up untapped cards with a Counter that names a kind of link which the rival has on the chain.
#[inline]
pub fn facing(pos: &Position, seat: Seat) -> Places {
    meeting(pos, None).and(Places::of(seat))
}

/// The face-up untapped cards with a Counter that names some kind of links which the rival has on the chain, or will have when one
/// more comes.
#[inline]
fn meeting(pos: &Position, coming: Option<&Frame>) -> Places {
    let tapped = pos.field.all(Trait::TAPPED);
    let ready = [0, 1, 2].map(|kind| pos.field.all(Trait::counters(kind)).without(tapped));
    let meets = |frame: &Frame| match frame.link() {
        Some((owner, kind)) => Places::of(owner.rival()).and(ready[kind as usize / 2 % 3]),
        None => Places::NONE,
    };
    // Most often the turn alone is to go on, which is no link.
    debug_assert!(pos.agenda.frames().first().is_none_or(|frame| frame.link().is_none()), "what lies lowest is no link");
    let open = pos.agenda.frames().iter().skip(1).fold(Places::NONE, |set, frame| set.or(meets(frame)));
    coming.map_or(open, |frame| open.or(meets(frame)))
}

fn names(rules: &Rules, pos: &Position, seat: Seat, card: CardRef, line: &Effect, frame: &Frame) -> bool {
    let about = |other: CardRef| is_about(rules, pos, line.about, card, &select::looks(rules, pos, other));
    match (frame, line.event) {
        (Frame::Attack(attack), Some(Event::Attacks)) if attack.seat != seat => pos.top(attack.attacker).is_some_and(about),
        (Frame::Attack(attack), Some(Event::AttacksWhom)) if attack.seat != seat => {
            pos.top(attack.attacker).is_some_and(about)
                && match attack.target.0 {
                    Place::NONE => line.whom == crate::rules::About::You,
                    _ => pos
                        .top(attack.target)
                        .is_some_and(|target| is_about(rules, pos, line.whom, card, &select::looks(rules, pos, target))),
                }
        }
        // ST H6: a face-down play is answered only by what names any play.
        (Frame::Play(play), Some(Event::Played)) if play.seat != seat => {
            if play.down {
                play::names_any(rules, line.about)
            } else {
                about(play.card)
            }
        }
        (Frame::Link(link), Some(Event::Activated)) if link.seat != seat => {
            line.kinds & rules.effect(link.ability).kind.bit() != 0 && about(link.source)
        }
        (Frame::Link(link), Some(Event::Targeted)) if link.seat != seat => {
            play::targets(rules, link).any(|(register, at, _)| {
                let target = link.chosen[register][at];
                target.0 < Kept::SHUT.0 && about(target)
            })
        }
        _ => false,
    }
}

/// The kind of link that a Counter with this event names.
pub const fn named_kind(event: Event) -> u8 {
    match event {
        Event::Attacks | Event::AttacksWhom => Names::ATTACK,
        Event::Played => Names::PLAY,
        _ => Names::EFFECT,
    }
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// A link comes onto the chain; the other player is asked first (ST H3). What gathers or asks already stays above it.
    pub fn lay(&mut self, link: Frame) {
        let Some((owner, _)) = link.link() else { return };
        if !matches!(self.pos.agenda.top_ref(), Some(Frame::Window(_) | Frame::Gather { .. })) {
            self.pos.agenda.push(link);
            self.open_window(owner);
            return;
        }
        let mut above = arrayvec::ArrayVec::<Frame, MOST_FRAMES>::new();
        while let Some(frame @ (Frame::Window(_) | Frame::Gather { .. })) = self.pos.agenda.top_ref() {
            above.push(*frame);
            self.pos.agenda.pop();
        }
        self.pos.agenda.push(link);
        while let Some(frame) = above.pop() {
            let window = Frame::Window(Window::new(Chain, owner.rival()));
            let frame = if matches!(frame, Frame::Window(_)) { window } else { frame };
            self.pos.agenda.push(frame);
        }
    }

    /// Players may respond to the links, of which the newest is this player's, unless nobody would be asked.
    pub fn open_window(&mut self, owner: Seat) {
        changes::settle(self.rules, self.pos);
        if asks(self.rules, self.pos, Places::ALL) {
            self.pos.agenda.push(Frame::Window(Window::new(Chain, owner.rival())));
        }
    }

    /// Nobody has anything that could answer this link if it came onto the chain, nor what lies there already.
    #[inline]
    pub fn is_final(&self, link: &Frame) -> bool {
        let is_final = set_before(self.pos).or(meeting(self.pos, Some(link))).is_empty();
        debug_assert!(!is_final || !self.would_ask(link), "who would be asked has something to answer with");
        is_final
    }

    /// Whether anybody is asked once this link has come onto the chain.
    fn would_ask(&self, link: &Frame) -> bool {
        let mut then = *self.pos;
        then.agenda.push(*link);
        changes::settle(self.rules, &mut then);
        asks(self.rules, &then, Places::ALL)
    }

    /// Something may come between this link, as it has been declared, and its resolution: a response, a trigger, more of the chain
    /// that it belongs to.
    pub fn is_answered(&self, link: &Frame) -> bool {
        let chained = matches!(self.pos.agenda.top_ref(), Some(Frame::Window(_) | Frame::Gather { .. }));
        chained || !self.is_final(link) || self.pos.waiting.iter().any(|pending| pending.now)
    }

    /// Triggers that announcing has set off go directly above their link (ST H8), before responses. Nobody responds to those of
    /// a copied effect, which chooses while another one runs (ST I13).
    #[inline]
    pub fn gather_now(&mut self) {
        if self.pos.waiting.iter().any(|pending| pending.now) {
            self.gather_above();
        }
    }

    #[inline(never)]
    fn gather_above(&mut self) {
        let runs = |frame: &Frame| matches!(frame, Frame::Run(run) if !run.cursor.announcing());
        let open = !self.pos.agenda.frames().iter().any(runs);
        if let Some((owner, _)) = self.pos.agenda.top_ref().and_then(Frame::link).filter(|_| open) {
            self.pos.agenda.push(Frame::Window(Window::new(Chain, owner.rival())));
        }
        self.pos.agenda.push(Frame::Gather { now: true, seat: self.pos.turn, ordered: 0 });
    }

    /// Asks in turns until both have passed; who has nothing to answer with passes unasked.
    #[inline(never)]
    pub fn step_window(&mut self, window: Window) -> Step {
        let offer = |window: &Window| match is_asked(self.rules, self.pos, window.seat) {
            true => Offer::<()>::Ask,
            false => Offer::Nothing,
        };
        match window.next(offer) {
            Some((window, _)) => {
                self.pos.agenda.set_top(Frame::Window(window));
                Step::ask(window.seat, Form::OneOf)
            }
            None => {
                self.pos.agenda.pop();
                Step::Go
            }
        }
    }

    /// A response, or none.
    pub fn take_response(&mut self, window: Window, choice: Choice) {
        match choice {
            Choice::Flip(card) => {
                self.pos.agenda.set_top(Frame::Window(Window::new(Chain, window.seat)));
                if let Some(place) = self.pos.find(card) {
                    self.turn_up(place);
                }
            }
            Choice::Use(card, which) => {
                let Some(place) = self.pos.find(card) else { return };
                self.turn_up(place);
                changes::settle(self.rules, self.pos);
                let id = EffectId::of(self.pos.def_id(card), which);
                let mut links = answerable(self.rules, self.pos, place, id);
                let (first, second) = (links.next(), links.next());
                drop(links);
                match (first, second) {
                    (Some(link), None) => self.answer(card, which, link),
                    (Some(_), Some(_)) => self.pos.agenda.push(Frame::Which { card, which }),
                    // Turning it up has left it nothing to answer: it was only turned up.
                    (None, _) => self.pos.agenda.set_top(Frame::Window(Window::new(Chain, window.seat))),
                }
            }
            _ => self.pos.agenda.set_top(Frame::Window(window.passed())),
        }
    }

    /// A Counter could answer several links.
    #[inline(never)]
    pub fn step_which(&mut self, card: CardRef) -> Step {
        // It was turned up already, and everybody has seen that.
        Step::ask(self.pos.owner(card), Form::OneOf)
    }

    /// The link it answers.
    pub fn take_which(&mut self, card: CardRef, which: u8, choice: Choice) {
        self.pos.agenda.pop();
        if let Choice::Link(link) = choice {
            self.answer(card, which, link);
        }
    }

    /// The target that it means.
    pub fn take_whom(&mut self, card: CardRef, which: u8, link: u8, choice: Choice) {
        self.pos.agenda.pop();
        let id = EffectId::of(self.pos.def_id(card), which);
        let meant = |(_, target): &&(u8, CardRef)| choice == Choice::Card(*target);
        if let Some(&(aim, _)) = aims(self.rules, self.pos, card, id, link).iter().find(meant) {
            self.announce(card, id, link, aim);
        }
    }

    /// A Counter answers a link: ST I7, if it may mean several targets of it, its player says which.
    fn answer(&mut self, card: CardRef, which: u8, link: u8) {
        let id = EffectId::of(self.pos.def_id(card), which);
        let targets = if self.rules.effect(id).speaks { aims(self.rules, self.pos, card, id, link) } else { Aims::new() };
        match targets[..] {
            [] => self.announce(card, id, link, Kept::ANY),
            [(aim, _)] => self.announce(card, id, link, aim),
            _ => self.pos.agenda.push(Frame::Whom { card, which, link }),
        }
    }

    fn announce(&mut self, card: CardRef, id: EffectId, link: u8, aim: u8) {
        let run = answering(self.rules, self.pos, card, id, link, aim);
        self.pos.agenda.push(Frame::Run(run));
    }

    /// An effect's turn has come. What is no longer possible does nothing, but counts as used (ST E).
    #[inline(never)]
    pub fn step_link(&mut self) -> Step {
        let Some(&Frame::Link(mut run)) = self.pos.agenda.top_ref() else { return Step::Go };
        if !self.resolves(&mut run) {
            self.pos.agenda.pop();
            // ST I12: a countered Latent of magic in a hand or deck; in the discard pile it stays.
            let magic = self.rules.def(self.pos.def_id(run.source)).is_magic();
            let countered = run.flags & Kept::COUNTERED != 0 && run.by == By::Latent && magic;
            if countered && hidden(self.pos.zones.zone_of(run.source)) {
                self.send(run.source, Zone::Discard, CardRef::NONE);
            }
            return self.finish_effect(&run);
        }
        self.pos.agenda.set_top(Frame::Run(run));
        Step::Go
    }

    /// Whether an announced effect is still possible, and told to happen.
    pub fn resolves(&mut self, run: &mut Run) -> bool {
        let orphaned = run.flags & Kept::ORPHANED != 0;
        let runs = run.flags & Kept::COUNTERED == 0
            && !(orphaned && self.ruled(self.rules.rulings.destroyed_source) == crate::rulings::DestroyedSource::Fizzles)
            && self.aim_again(run)
            && self.can_stay(run);
        if !runs {
            self.tell(EventDraft::new(EventKind::Fizzled).seat(run.seat).card(run.source));
            return false;
        }
        self.counted(run.ability);
        self.tell(EventDraft::new(EventKind::Resolved).seat(run.seat).card(run.source));
        if self.rules.effect(run.ability).kind == EffectKind::Continuous {
            self.pos.field.set(run.place, Trait::on(run.ability.which()));
            let number = Some(i16::from(run.ability.which()) + 1);
            self.tell(EventDraft::new(EventKind::SwitchedOn).seat(run.seat).card(run.source).number(number));
        }
        true
    }

    /// ST H5, I4: targets must still be there and still fit; the effect runs for those that do, and for none of an exact number of
    /// which some do not. False if none is left.
    fn aim_again(&mut self, run: &mut Run) -> bool {
        if run.chosen == [[Kept::OPEN; crate::frames::MOST_CHOSEN]; 2] {
            return true;
        }
        if run.levelled != 0 {
            self.turn_up_levelled(run);
        }
        let (mut had, mut have) = (false, false);
        let aimed = *run;
        for (register, pick) in play::target_picks(self.rules, &aimed) {
            let (mut chosen, mut left) = (0, 0);
            for at in 0..crate::frames::MOST_CHOSEN {
                let card = aimed.chosen[register][at];
                if card == Kept::OPEN {
                    continue;
                }
                had = true;
                chosen += 1;
                if card != Kept::SHUT && select::still_fits(self.rules, self.pos, &aimed, &pick, card) {
                    left += 1;
                } else {
                    run.chosen[register][at] = Kept::SHUT;
                }
            }
            if chosen > 0 && left < pick.least {
                run.chosen[register] = [Kept::SHUT; crate::frames::MOST_CHOSEN];
            } else {
                have |= left > 0;
            }
        }
        !had || have
    }

    /// ST I10: a target that was levelled over face down is turned up before it is checked.
    #[cold]
    fn turn_up_levelled(&mut self, run: &Run) {
        for (at, card) in run.chosen.as_flattened().iter().enumerate() {
            if run.levelled >> at & 1 != 0
                && let Some(place) = self.pos.find(*card)
            {
                self.turn_up(place);
            }
        }
        changes::settle(self.rules, self.pos);
    }

    /// ST H11, H14: a Continuous effect or Equip needs its card on the field.
    fn can_stay(&self, run: &Run) -> bool {
        match self.rules.effect(run.ability).kind {
            EffectKind::Continuous | EffectKind::Equip => {
                run.place != Place::NONE && self.pos.slot(run.place).card == run.source
            }
            _ => true,
        }
    }

    /// What is left to do when an effect is done or did nothing: used magic is discarded (ST D, H12).
    pub fn finish_effect(&mut self, run: &Run) -> Step {
        if run.by != By::Copy
            && run.place != Place::NONE
            && !run.place.is_stack()
            && self.pos.slot(run.place).card == run.source
            && self.pos.is(run.place, Trait::SPENDING)
        {
            self.pos.field.unset(run.place, Trait::SPENDING);
            let stays = match self.rules.effect(run.ability).kind {
                EffectKind::Continuous => self.pos.is(run.place, Trait::on(run.ability.which())),
                EffectKind::Equip => self.pos.slot(run.place).host != CardRef::NONE,
                _ => false,
            };
            if !stays {
                self.send(run.source, Zone::Discard, CardRef::NONE);
            }
        }
        Step::Go
    }
}
