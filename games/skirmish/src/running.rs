//! How Skirmish runs its programs: what a choice is among, and what happens before and after them. The machine does the rest.

use playmat_cards::{Answer, CardRef, Cursor, Event, EventDraft, Machine, Op, Programs};
use playmat_kernel::{Chance, Form, Listener, Options, Step};

use crate::Skirmish;
use crate::choice::{self, Choice};
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::rules::{Action, Instruction, Pick, Rules, Test};
use crate::select;
use crate::state::{By, Frame, Kept, Phase, Place, Places, Position, Run, Slot, Target};
use crate::words::Trigger;

impl Programs for Skirmish {
    type Kept = Kept;

    /// What cannot be done does nothing.
    const TAKES_IMPOSSIBLE_BRANCH: bool = true;

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

    #[inline]
    fn candidates(rules: &Rules, pos: &Position, run: &Run, _register: u8, pick: &Pick, out: &mut Options<Choice>) {
        choice::candidates(rules, pos, run, pick, out);
    }

    #[inline]
    fn any_candidate(rules: &Rules, pos: &Position, run: &Run, _register: u8, pick: &Pick) -> bool {
        select::any_candidate(rules, pos, run, pick)
    }

    fn holds(rules: &Rules, pos: &Position, run: &Run, test: &Test) -> bool {
        let Test::AtLeast(least, what, filter) = test;
        select::count(rules, pos, run, *what, filter) >= usize::from(*least)
    }

    #[inline]
    fn most(pick: &Pick) -> u8 {
        pick.most
    }

    #[inline]
    fn is_random(pick: &Pick) -> bool {
        pick.random
    }

    /// Whom chance chooses is seen when the effect runs.
    #[inline]
    fn is_due(pick: &Pick, announcing: bool) -> bool {
        !(pick.late && announcing)
    }

    #[inline]
    fn answer(choice: Choice) -> Answer<Target> {
        match choice {
            Choice::Card(card) => Answer::Target(Target::card(card)),
            Choice::Slot(place) => Answer::Target(Target::slot(place)),
            Choice::Branch(branch) => Answer::Branch(branch),
            Choice::Yes => Answer::Yes,
            Choice::No => Answer::No,
            _ => Answer::None,
        }
    }

    #[inline]
    fn choice(answer: Answer<Target>) -> Choice {
        match answer {
            Answer::Target(target) => match target.as_slot() {
                Some(place) => Choice::Slot(place),
                None => Choice::Card(CardRef(target.0)),
            },
            Answer::Branch(branch) => Choice::Branch(branch),
            Answer::Yes => Choice::Yes,
            Answer::No => Choice::No,
            Answer::None | Answer::Pass => Choice::None,
        }
    }

    #[inline]
    fn may_stop(_run: &Run, _register: u8, pick: &Pick) -> bool {
        pick.optional
    }

    /// SK Fine print: an action, and an Activate, needs its targets; of "either" options the first one counts.
    #[inline]
    fn verdict(rules: &Rules, pos: &Position, run: &Run, op: &Instruction, branch: bool) -> Option<bool> {
        let Op::Choose(_, pick) = op else { return None };
        let there = !pick.required() || select::any_candidate(rules, pos, run, pick);
        (branch || !there).then_some(there)
    }
}

impl<'a, C: Chance, L: Listener<Event>> Machine<'a> for Cx<'a, C, L> {
    type Game = Skirmish;

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

    /// In a line about who stands beside "it" the slot that "it" has left is remembered.
    #[inline]
    fn act(&mut self, run: &Run, action: &Action) {
        if self.rules.ability(run.ability).beside { self.do_beside(run, action) } else { self.do_action(run, action) }
    }

    #[inline]
    fn unasked(&mut self, _register: u8, pick: &Pick) -> Option<Target> {
        if L::COUNTS && pick.filter.close {
            self.ruled(self.rules.rulings.close_front);
        }
        None
    }

    fn one_of(&mut self, count: u32) -> u32 {
        self.chance.one_of(count)
    }

    fn achieves(&self, run: &Run, action: &Action) -> bool {
        self.is_doable(run, action)
    }

    /// The others are told, whoever listens to actions acts, then it runs.
    #[inline(never)]
    fn declare(&mut self) -> Option<Step> {
        let rules = self.rules;
        let depth = self.pos.agenda.depth();
        let run = Skirmish::running_mut(self.pos)?;
        run.cursor = Cursor { branch: run.cursor.branch, ..Cursor::new(rules.ability(run.ability).start, false) };
        let (seat, card, by) = (run.seat, run.source, run.by);
        let other = run.chosen[0].as_card().unwrap_or(CardRef::NONE);
        if by == By::Activate {
            self.pos.phase = Phase::Activated;
            if let Some(place) = self.pos.find(card) {
                self.pos.field.mark(place, Slot::USED);
            }
            self.tell(EventDraft::new(EventKind::Used).seat(seat).card(card).other(other));
        } else {
            self.pos.phase = Phase::Pass;
            self.show(card, seat);
            self.tell(EventDraft::new(EventKind::Played).seat(seat).card(card).other(other));
            self.react(Trigger::ActionPlayed, Places::only(Place::new(seat, 0)), 0);
        }
        if self.pos.agenda.depth() != depth {
            return Some(Step::Go);
        }
        if L::COUNTS {
            self.begins();
        }
        None
    }

    /// An action is laid down. Most often the turn goes on then.
    #[inline(always)]
    fn finish(&mut self) -> Step {
        if let Some(Frame::Run(run)) = self.pos.agenda.pop()
            && run.by == By::Action
        {
            self.lay_down(run.source);
        }
        if self.pos.agenda.top_ref() == Some(&Frame::Turn) { self.step_turn() } else { Step::Go }
    }
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// A program goes on, unless there is no reason for it any more.
    #[inline(never)]
    pub fn step_run(&mut self) -> Step {
        let rules = self.rules;
        let fresh = |run: &Run| run.cursor.at == rules.ability(run.ability).start;
        if Skirmish::running(self.pos).is_some_and(fresh) && !self.begins() {
            self.pos.agenda.pop();
            return Step::Go;
        }
        self.run_on()
    }

    /// An answer to a running program.
    #[inline(never)]
    pub fn take_run(&mut self, choice: Choice) -> Step {
        self.give(choice);
        self.step_run()
    }

    /// An action is played, or a unit activated. What was listed has its targets (SK Fine print), so the first one is asked at once.
    #[inline(never)]
    pub fn announce(&mut self, run: Run) -> Step {
        self.pos.agenda.push(Frame::Run(run));
        match &self.rules.ops[run.cursor.at as usize] {
            Op::Choose(_, pick) if pick.required() => {
                if pick.filter.close {
                    self.ruled(self.rules.rulings.close_front);
                }
                Step::ask_declaring(run.seat, Form::OneOf)
            }
            _ => self.step_run(),
        }
    }

    /// Whether an effect happens at all: reactions are those of units still in play, and a cleansed unit has no abilities.
    #[inline(always)]
    fn begins(&mut self) -> bool {
        let Some(run) = Skirmish::running(self.pos) else { return false };
        let begins = match run.by {
            By::Unit => {
                let place = select::here(self.pos, run);
                let stands = self.pos.field.cards[place] == run.source;
                stands && !self.pos.field.being(Slot::SILENCED).has(place)
            }
            By::Gone | By::Action | By::Activate => true,
        };
        if L::COUNTS && begins && !run.cursor.announcing() {
            let part = u32::from(run.ability.0);
            self.heard.count(part);
        }
        begins
    }
}
