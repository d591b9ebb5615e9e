//! How Food Chain runs its programs: what a choice is among, and what happens before and after them. The machine does the rest.

use playmat_cards::{Answer, CardRef, Cursor, Event, EventDraft, Machine, Op, Programs, any_left};
use playmat_kernel::{Chance, Listener, Options, Seat, Step};

use crate::FoodChain;
use crate::choice::Choice;
use crate::event_kinds::{EventKind, How};
use crate::facts::Cx;
use crate::field::ENEMY;
use crate::play;
use crate::rules::{AbilityId, Action, From, Instruction, Pick, Rules, Test, What};
use crate::rulings::TargetingPrompt;
use crate::select;
use crate::state::{By, Frame, Kept, Position, REGISTERS, Run, Target, Zone, zone, zone_parts};
use crate::words::Trigger;

/// An ability at its beginning, of a card with the stamp of the creature that it is on the field, or 0.
#[inline]
pub fn started(rules: &Rules, ability: AbilityId, (source, stamp): (CardRef, u8), seat: Seat, it: Target, by: By) -> Run {
    let kept = Kept { by, it, chosen: [Target::NONE; REGISTERS], stamp };
    Run::new(ability, Cursor::new(rules.ability(ability).start, false), source, seat, kept)
}

/// Whether this is chosen while announcing, or only when the effect runs.
pub const fn chosen_when_announcing(pick: &Pick) -> bool {
    matches!(pick.from, From::Field | From::OwnCarrion | From::AnyCarrion) && !pick.random
}

impl Programs for FoodChain {
    type Kept = Kept;

    #[inline]
    fn ops(rules: &Rules) -> &[Instruction] {
        &rules.ops
    }

    #[inline]
    fn running(pos: &Position) -> Option<&Run> {
        if let Some(Frame::Run(run)) = pos.agenda.top_ref() { Some(run) } else { None }
    }

    #[inline]
    fn running_mut(pos: &mut Position) -> Option<&mut Run> {
        if let Some(Frame::Run(run)) = pos.agenda.top_mut() { Some(run) } else { None }
    }

    #[inline]
    fn depth(pos: &Position) -> usize {
        pos.agenda.depth()
    }

    fn candidates(rules: &Rules, pos: &Position, run: &Run, _register: u8, pick: &Pick, out: &mut Options<Choice>) {
        select::candidates(rules, pos, run, pick, &mut |target| out.push(FoodChain::choice(Answer::Target(target))));
        if pick.from == From::Deck {
            // Options over a hidden zone are sorted by name, which is the order of the definitions.
            out.sort_unstable_by_key(|choice| match choice {
                Choice::Card(card) => (pos.def_id(*card).0, card.0),
                _ => (u16::MAX, 0),
            });
        }
    }

    #[inline]
    fn any_candidate(rules: &Rules, pos: &Position, run: &Run, _register: u8, pick: &Pick) -> bool {
        select::any_candidate(rules, pos, run, pick)
    }

    /// What a hidden zone holds is nobody's business: the question is asked whenever the zone is not empty.
    #[inline]
    fn asks(rules: &Rules, pos: &Position, run: &Run, register: u8, pick: &Pick) -> bool {
        match pick.from {
            From::Deck => !pos.zones.is_empty(zone(run.seat, Zone::Deck)),
            From::Hand => !pos.zones.is_empty(zone(run.seat, Zone::Hand)),
            _ => any_left::<FoodChain>(rules, pos, run, register, pick),
        }
    }

    fn holds(_rules: &Rules, pos: &Position, run: &Run, test: &Test) -> bool {
        match *test {
            Test::AtLeast(least, filter) => select::count(pos, run, filter) >= least,
            Test::LessLife => pos.life[run.seat] < pos.life[run.seat.rival()],
        }
    }

    #[inline]
    fn most(pick: &Pick) -> u8 {
        pick.most
    }

    #[inline]
    fn is_random(pick: &Pick) -> bool {
        pick.random
    }

    #[inline]
    fn answer(choice: Choice) -> Answer<Target> {
        match choice {
            Choice::Card(card) => Answer::Target(Target::card(card)),
            Choice::Player(seat) => Answer::Target(Target::player(seat)),
            Choice::Branch(branch) => Answer::Branch(branch),
            Choice::Yes => Answer::Yes,
            Choice::No => Answer::No,
            _ => Answer::None,
        }
    }

    #[inline]
    fn choice(answer: Answer<Target>) -> Choice {
        match answer {
            Answer::Target(target) => target.as_player().map_or(Choice::Card(CardRef(target.0)), Choice::Player),
            Answer::Branch(branch) => Choice::Branch(branch),
            Answer::Yes => Choice::Yes,
            Answer::No => Choice::No,
            Answer::None => Choice::None,
            Answer::Pass => Choice::Pass,
        }
    }

    #[inline]
    fn may_stop(_run: &Run, _register: u8, pick: &Pick) -> bool {
        pick.optional
    }

    #[inline]
    fn is_due(pick: &Pick, announcing: bool) -> bool {
        !announcing || chosen_when_announcing(pick)
    }

    /// FC A8: a spell, discard or sacrifice ability needs each of its targets. FC A11: of an "either" option what comes first must be
    /// possible.
    fn verdict(rules: &Rules, pos: &Position, run: &Run, op: &Instruction, branch: bool) -> Option<bool> {
        match op {
            Op::Choose(_, pick) => {
                let there = !pick.targeted || pick.optional || select::any_candidate(rules, pos, run, pick);
                (branch || !there).then_some(there)
            }
            Op::Act(Action::PlayToken(..) | Action::PlayCopy(_)) if branch => Some(pos.field.has_room(run.seat)),
            Op::Act(_) | Op::May(_) | Op::Either(_) if branch => Some(true),
            _ => None,
        }
    }
}

impl<'a, C: Chance, L: Listener<Event>> Machine<'a> for Cx<'a, C, L> {
    type Game = FoodChain;

    #[inline]
    fn rules(&self) -> &'a Rules {
        self.rules
    }

    #[inline]
    fn position(&self) -> &Position {
        self.pos
    }

    #[inline]
    fn position_mut(&mut self) -> &mut Position {
        self.pos
    }

    #[inline(always)]
    fn act(&mut self, run: &Run, action: &Action) {
        self.do_action(run, action);
    }

    /// FC A11 `targeting_prompt` = `first`: nobody is asked.
    #[inline]
    fn unasked(&mut self, _register: u8, pick: &Pick) -> Option<Target> {
        let run = FoodChain::running(self.pos)?;
        let trigger = self.rules.ability(run.ability).trigger;
        if matches!(trigger, Trigger::StartOfTurn | Trigger::EndOfTurn) && pick.targeted {
            return self.prompted(pick);
        }
        None
    }

    fn one_of(&mut self, count: u32) -> u32 {
        self.chance.one_of(count)
    }

    fn achieves(&self, run: &Run, action: &Action) -> bool {
        self.is_doable(run, action)
    }

    #[inline]
    fn chose(&mut self, pick: &Pick, target: Target) {
        let Some(run) = FoodChain::running(self.pos) else { return };
        let (seat, announcing) = (run.seat, run.cursor.announcing());
        if pick.from == From::Deck {
            self.tell(EventDraft::new(EventKind::Searched).cause(run.source).seat(seat));
        }
        if pick.targeted & !announcing & self.is_enemy(seat, target) {
            self.open(Trigger::AllyTargeted, seat.rival(), CardRef(target.0));
        }
    }

    #[inline]
    fn declare(&mut self) -> Option<Step> {
        let depth = self.pos.agenda.depth();
        self.declare_effect();
        (self.pos.agenda.depth() != depth).then_some(Step::Go)
    }

    /// What is left to do when a program is done: a spell or trap is exiled.
    #[inline]
    fn finish(&mut self) -> Step {
        if let Some(Frame::Run(run)) = self.pos.agenda.pop()
            && matches!(run.by, By::Spell | By::CountedSpell | By::FreeCast | By::Trap)
        {
            self.tell(EventDraft::new(EventKind::Exiled).seat(run.seat).card(run.source));
            self.lay_down(run.source, (run.seat, Zone::Limbo), true);
        }
        Step::Go
    }
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// A program that has waited goes on, unless there is no reason for it any more.
    #[inline(always)]
    pub fn step_run(&mut self) -> Step {
        let Some(Frame::Run(run)) = self.pos.agenda.top_ref() else { return Step::Go };
        if self.is_orphaned(run) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        if matches!(run.by, By::Negated | By::NegatedCounted) {
            return self.finish();
        }
        self.run_program()
    }

    /// Runs a program until it asks, ends, or something else is to be done first.
    #[inline(never)]
    pub fn run_program(&mut self) -> Step {
        self.run_on()
    }

    /// An answer to a running program, which goes on where nothing comes first.
    #[inline(never)]
    pub fn take_run(&mut self, choice: Choice) -> Step {
        let depth = self.pos.agenda.depth();
        self.give(choice);
        if self.pos.agenda.depth() == depth { self.run_program() } else { Step::Go }
    }

    /// The first target, if the ruling says so.
    #[inline(never)]
    fn prompted(&mut self, pick: &Pick) -> Option<Target> {
        if self.ruled(self.rules.rulings.targeting_prompt) != TargetingPrompt::First {
            return None;
        }
        let run = FoodChain::running(self.pos)?;
        Some(select::first_target(self.rules, self.pos, run, pick).unwrap_or(Target::DECLINED))
    }

    /// From now on "it" is something else in what runs.
    #[inline]
    pub fn mean(&mut self, it: Target) {
        self.change(|run| run.it = it);
    }

    /// Changes what runs, in place: a frame written in parts and read as a whole makes the processor wait.
    #[inline]
    fn change(&mut self, change: impl FnOnce(&mut Run)) {
        if let Some(run) = FoodChain::running_mut(self.pos) {
            change(run);
        }
    }

    /// FC A9: whether what a player has chosen is a creature of the rival.
    #[inline]
    fn is_enemy(&self, seat: Seat, target: Target) -> bool {
        target.as_card().is_some_and(|card| {
            let enemies = self.pos.field.all_places(seat, What::Creature) & ENEMY;
            self.pos.field.spot(seat, card) & enemies != 0
        })
    }

    /// Everything that the program on top announces is announced: the costs are paid, the others are told, windows open, then it
    /// runs.
    #[inline(never)]
    pub fn declare_effect(&mut self) {
        let Some(Frame::Run(run)) = self.pos.agenda.top_ref() else { return };
        let (seat, card, ability, chosen) = (run.seat, run.source, run.ability, run.chosen);
        let mut by = run.by;
        if L::COUNTS {
            self.heard.count(u32::from(ability.0));
        }
        let said = |kind| EventDraft::new(kind).cause(card).seat(seat).card(card);
        match by {
            By::Spell | By::FreeCast => {
                let counts = (by == By::Spell) & play::counts(self.rules, self.pos, card);
                self.pos.counted |= counts;
                by = if counts { By::CountedSpell } else { by };
                self.put_down(card, Zone::Hand, seat, Zone::Limbo);
                self.tell(said(EventKind::Played));
            }
            By::Discard => {
                self.tell(said(EventKind::Discarded).how(How::Used));
                self.lay_down(card, (seat, Zone::Hand), false);
            }
            By::Sacrifice => self.remove(card, EventKind::Sacrificed, card),
            By::Instead => {
                if let Some((at, place)) = self.pos.find(card) {
                    self.pos.field[at][place].struck += 1;
                }
                self.tell(said(EventKind::Used));
            }
            _ => {}
        }
        let start = self.rules.ability(ability).start;
        self.change(|top| {
            top.cursor = Cursor { branch: top.cursor.branch, ..Cursor::new(start, false) };
            top.by = by;
        });
        for target in chosen.into_iter().rev() {
            if self.is_enemy(seat, target)
                && let Some(window) = self.later_window(Trigger::AllyTargeted, seat.rival(), CardRef(target.0))
            {
                self.pos.agenda.push(Frame::Window(window));
            }
        }
        if matches!(by, By::Spell | By::CountedSpell | By::FreeCast) {
            self.open(Trigger::RivalPlaysCard, seat.rival(), card);
        }
    }

    /// FC A11: an ability whose creature is gone or has become something else before it began does not run; slain ones and
    /// reactions from the hand have none.
    #[inline]
    fn is_orphaned(&self, run: &Run) -> bool {
        let ability = self.rules.ability(run.ability);
        if run.by != By::Trigger || run.cursor.at != ability.start || run.cursor.branch != 0 {
            return false;
        }
        match self.pos.find(run.source) {
            Some((seat, place)) => run.stamp != 0 && self.pos.field[seat][place].stamp != run.stamp,
            None => {
                !matches!(ability.trigger, Trigger::Slain | Trigger::DiscardWhenAttackedDirectly)
                    && !matches!(zone_parts(self.pos.zones.zone_of(run.source)), Some((_, Zone::Limbo)) | None)
            }
        }
    }
}
