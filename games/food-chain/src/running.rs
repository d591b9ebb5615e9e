//! Running programs: announcing, choosing, and one op after the other.

use playmat_cards::{CardRef, Event, EventDraft, Op, Wants, read};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::choice::{Choice, chosen_when_announcing};
use crate::facts::Cx;
use crate::field::ENEMY;
use crate::play;
use crate::rules::{Action, From, Pick, What};
use crate::rulings::TargetingPrompt;
use crate::select;
use crate::state::{By, Frame, Run, Target, Zone, zone, zone_parts};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// A program that has waited goes on, unless there is no reason for it any more.
    #[inline(always)]
    pub fn step_run(&mut self) -> Step {
        let Some(&Frame::Run(run)) = self.pos.agenda.top_ref() else { return Step::Go };
        if self.is_orphaned(&run) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        if matches!(run.by, By::Negated | By::NegatedCounted) {
            return self.finish(run);
        }
        self.run_on()
    }

    /// Runs a program until it asks, ends, or something else is to be done first.
    #[inline(never)]
    pub fn run_on(&mut self) -> Step {
        let depth = self.pos.agenda.depth();
        while let Some(&Frame::Run(run)) = self.pos.agenda.top_ref() {
            let step = if run.cursor.announcing { self.announce_op(run) } else { self.one_op(run) };
            if step != Step::Go || self.pos.agenda.depth() != depth {
                return step;
            }
        }
        Step::Go
    }

    /// One op of an effect that is announced: what is chosen then is chosen, all else comes later.
    #[inline(never)]
    fn announce_op(&mut self, mut run: Run) -> Step {
        let mut cursor = run.cursor;
        let wants = read(&self.rules.ops, &mut cursor);
        run.cursor.at = cursor.at;
        match wants {
            Wants::End => {
                self.declare();
                Step::Go
            }
            Wants::Branch(count) => self.step_branch(run, count),
            Wants::Act(Action::Choose { register, pick }) if chosen_when_announcing(pick) => {
                self.step_choose(&run, *register, pick)
            }
            _ => {
                self.go_on(cursor.at);
                Step::Go
            }
        }
    }

    #[inline]
    fn one_op(&mut self, mut run: Run) -> Step {
        let mut cursor = run.cursor;
        let wants = read(&self.rules.ops, &mut cursor);
        run.cursor.at = cursor.at;
        match wants {
            Wants::Act(action) => {
                self.go_on(cursor.at);
                let depth = self.pos.agenda.depth();
                let step = self.act(&run, action);
                // Most of what is done is the last thing to do.
                let last = self.rules.ops[cursor.at as usize] == Op::End;
                if last && step == Step::Go && self.pos.agenda.depth() == depth {
                    return self.finish(run);
                }
                step
            }
            Wants::End => self.finish(run),
            Wants::Branch(count) => self.step_branch(run, count),
            Wants::May(_) => Step::ask(run.seat, Form::OneOf),
            Wants::Test(never, _) => match never {},
        }
    }

    /// Asks for a branch, if there is one that can be done.
    fn step_branch(&mut self, run: Run, count: u8) -> Step {
        let mut branches = 1..=count;
        if !branches.any(|branch| select::branch_possible(self.rules, self.pos, &run, branch)) {
            // FC A11: what cannot be done does nothing.
            return self.finish(run);
        }
        asks(&run)
    }

    /// The running program is there now. Reading on moves nothing else.
    #[inline]
    fn go_on(&mut self, at: u16) {
        self.change(|run| run.cursor.at = at);
    }

    /// From now on "it" is something else in what runs.
    #[inline]
    pub fn mean(&mut self, it: Target) {
        self.change(|run| run.it = it);
    }

    /// Changes what runs, in place: a frame written in parts and read as a whole makes the processor wait.
    #[inline]
    fn change(&mut self, change: impl FnOnce(&mut Run)) {
        if let Some(Frame::Run(run)) = self.pos.agenda.top_mut() {
            change(run);
        }
    }

    /// An answer to a running program.
    pub fn take_run(&mut self, mut run: Run, choice: Choice) {
        let mut after = run.cursor;
        match (read(&self.rules.ops, &mut after), choice) {
            (Wants::Branch(_), Choice::Branch(branch)) => self.change(|run| run.cursor.branch = branch),
            (Wants::May(_), Choice::Yes) => self.go_on(after.at),
            (Wants::May(to), _) => self.go_on(to),
            (Wants::Act(Action::Choose { register, pick }), choice) => {
                let target = match choice {
                    Choice::Card(card) => Target::card(card),
                    Choice::Player(seat) => Target::player(seat),
                    _ => Target::DECLINED,
                };
                run.cursor.at = after.at;
                self.chosen(&run, *register, pick, target);
            }
            _ => {}
        }
    }

    /// A target was chosen for a running program, which stands behind the choice and goes on where nothing comes first.
    #[inline(never)]
    pub fn take_target(&mut self, run: &Run, register: u8, pick: &Pick, target: Target) -> Step {
        let depth = self.pos.agenda.depth();
        self.chosen(run, register, pick, target);
        if self.pos.agenda.depth() == depth { self.run_on() } else { Step::Go }
    }

    /// Chooses, if there is anything to choose. The program stands behind it.
    #[inline(never)]
    pub fn step_choose(&mut self, run: &Run, register: u8, pick: &Pick) -> Step {
        let known = run.chosen[register as usize];
        if known != Target::NONE {
            // Chosen when it was announced.
            self.change(|top| (top.it, top.cursor.at) = (known, run.cursor.at));
            return Step::Go;
        }
        let trigger = self.rules.ability(run.ability).trigger;
        if matches!(trigger, Trigger::StartOfTurn | Trigger::EndOfTurn)
            && pick.targeted
            && self.ruled(self.rules.rulings.targeting_prompt) == TargetingPrompt::First
        {
            let first = select::first_target(self.rules, self.pos, run, pick).unwrap_or(Target::DECLINED);
            self.chosen(run, register, pick, first);
            return Step::Go;
        }
        let asked = match pick.from {
            // What a hidden zone holds is nobody's business: the question is asked whenever the zone is not empty.
            From::Deck => !self.pos.zones.is_empty(zone(run.seat, Zone::Deck)),
            From::Hand => !self.pos.zones.is_empty(zone(run.seat, Zone::Hand)),
            _ => select::any_candidate(self.rules, self.pos, run, pick),
        };
        if !asked {
            self.chosen(run, register, pick, Target::DECLINED);
            return Step::Go;
        }
        // The answer is taken where it was asked for.
        self.go_on(run.cursor.at - 1);
        asks(run)
    }

    fn chosen(&mut self, run: &Run, register: u8, pick: &Pick, target: Target) {
        self.change(|top| {
            top.chosen[register as usize] = target;
            (top.it, top.cursor.at) = (target, run.cursor.at);
        });
        if pick.from == From::Deck {
            self.tell(EventDraft { cause: run.source, seat: Some(run.seat), ..EventDraft::new("searched") });
        }
        if pick.targeted & !run.cursor.announcing & self.is_enemy(run.seat, target) {
            self.open(Trigger::AllyTargeted, run.seat.rival(), CardRef(target.0));
        }
    }

    /// FC A9: whether what a player has chosen is a creature of the rival.
    #[inline]
    fn is_enemy(&self, seat: Seat, target: Target) -> bool {
        let enemies = self.pos.field.all_places(seat, What::Creature) & ENEMY;
        target.as_card().is_some_and(|card| self.pos.field.spot(seat, card) & enemies != 0)
    }

    /// Everything that the program on top announces is announced: the costs are paid, the others are told, windows open, then it
    /// runs.
    #[inline(never)]
    pub fn declare(&mut self) {
        let Some(Frame::Run(run)) = self.pos.agenda.top_ref() else { return };
        let (seat, card, ability, chosen) = (run.seat, run.source, run.ability, run.chosen);
        let mut by = run.by;
        if L::COUNTS {
            self.heard.count(u32::from(ability.0));
        }
        let said = EventDraft { cause: card, seat: Some(seat), card, ..EventDraft::new("") };
        match by {
            By::Spell | By::FreeCast => {
                let counts = (by == By::Spell) & play::counts(self.rules, self.pos, card);
                self.pos.counted |= counts;
                by = if counts { By::CountedSpell } else { by };
                self.put_down(card, Zone::Hand, seat, Zone::Limbo);
                self.tell(EventDraft { what: "played", ..said });
            }
            By::Discard => {
                self.tell(EventDraft { what: "discarded", word: Some("used"), ..said });
                self.lay_down(card, (seat, Zone::Hand), false);
            }
            By::Sacrifice => self.remove(card, "sacrificed", card),
            By::Instead => {
                if let Some((at, place)) = self.pos.find(card) {
                    self.pos.field[at][place].struck += 1;
                }
                self.tell(EventDraft { what: "used", ..said });
            }
            _ => {}
        }
        let start = self.rules.ability(ability).start;
        self.change(|top| {
            (top.cursor.at, top.cursor.announcing) = (start, false);
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

    /// What is left to do when a program is done.
    #[inline]
    fn finish(&mut self, run: Run) -> Step {
        self.pos.agenda.pop();
        match run.by {
            By::Spell | By::CountedSpell | By::FreeCast | By::Trap => {
                self.tell(EventDraft { seat: Some(run.seat), card: run.source, ..EventDraft::new("exiled") });
                self.lay_down(run.source, (run.seat, Zone::Limbo), true);
            }
            _ => {}
        }
        Step::Go
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

/// The controller is asked. Nobody else knows of what is still being announced.
fn asks(run: &Run) -> Step {
    if run.cursor.announcing { Step::ask_declaring(run.seat, Form::OneOf) } else { Step::ask(run.seat, Form::OneOf) }
}
