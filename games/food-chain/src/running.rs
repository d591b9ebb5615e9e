//! Running programs: announcing, choosing, and one op after the other.

use playmat_cards::{CardRef, Event, Op, Tale, Wants, read, tale};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::choice::{Choice, chosen_when_announcing};
use crate::facts::Cx;
use crate::play;
use crate::rules::{Action, From, Pick};
use crate::rulings::TargetingPrompt;
use crate::select;
use crate::state::{By, Frame, Run, Target, Zone, zone, zone_parts};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Runs a program until it asks, ends, or something else is to be done first.
    #[inline(never)]
    pub fn step_run(&mut self) -> Step {
        let depth = self.pos.agenda.depth();
        let Some(&Frame::Run(run)) = self.pos.agenda.top_ref() else { return Step::Go };
        if self.is_orphaned(&run) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        if matches!(run.by, By::Negated | By::NegatedCounted) {
            return self.finish(run);
        }
        while let Some(&Frame::Run(run)) = self.pos.agenda.top_ref() {
            let step = self.one_op(run);
            if step != Step::Go || self.pos.agenda.depth() != depth {
                return step;
            }
        }
        Step::Go
    }

    #[inline]
    fn one_op(&mut self, mut run: Run) -> Step {
        let (mut cursor, announcing) = (run.cursor, run.cursor.announcing);
        let wants = read(&self.rules.ops, &mut cursor);
        run.cursor.at = cursor.at;
        match wants {
            Wants::End if announcing => {
                self.declare();
                Step::Go
            }
            Wants::End => self.finish(run),
            Wants::Branch(count) => {
                let mut branches = 1..=count;
                if !branches.any(|branch| select::branch_possible(self.rules, self.pos, &run, branch)) {
                    // FC A11: what cannot be done does nothing.
                    return self.finish(run);
                }
                if announcing { Step::ask_declaring(run.seat) } else { Step::ask(run.seat, Form::OneOf) }
            }
            Wants::May(_) if !announcing => Step::ask(run.seat, Form::OneOf),
            Wants::Act(Action::Choose { register, pick }) => self.step_choose(&run, *register, pick),
            wants => {
                self.go_on(cursor.at);
                if let (Wants::Act(action), false) = (wants, announcing) {
                    let depth = self.pos.agenda.depth();
                    self.act(&run, action);
                    // Most of what is done is the last thing to do.
                    if self.rules.ops[cursor.at as usize] == Op::End && self.pos.agenda.depth() == depth {
                        return self.finish(run);
                    }
                }
                Step::Go
            }
        }
    }

    /// The running program is there now. Reading on moves nothing else.
    #[inline]
    fn go_on(&mut self, at: u16) {
        self.change(|run| run.cursor.at = at);
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

    #[inline(never)]
    fn step_choose(&mut self, run: &Run, register: u8, pick: &Pick) -> Step {
        let known = run.chosen[register as usize];
        let announcing = run.cursor.announcing;
        if announcing && !chosen_when_announcing(pick) {
            self.go_on(run.cursor.at);
            return Step::Go;
        }
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
            From::Deck => !self.pos.shelf.is_empty(zone(run.seat, Zone::Deck)),
            From::Hand => !self.pos.shelf.is_empty(zone(run.seat, Zone::Hand)),
            _ => select::any_candidate(self.rules, self.pos, run, pick),
        };
        if !asked {
            self.chosen(run, register, pick, Target::DECLINED);
            return Step::Go;
        }
        if announcing { Step::ask_declaring(run.seat) } else { Step::ask(run.seat, Form::OneOf) }
    }

    fn chosen(&mut self, run: &Run, register: u8, pick: &Pick, target: Target) {
        self.change(|top| {
            top.chosen[register as usize] = target;
            (top.it, top.cursor.at) = (target, run.cursor.at);
        });
        if pick.from == From::Deck {
            self.tell(Tale { cause: run.source, seat: Some(run.seat), ..tale("searched") });
        }
        if pick.targeted
            && !run.cursor.announcing
            && let Some((seat, card)) = self.targeted(run.seat, target)
        {
            self.open(Trigger::AllyTargeted, seat, card);
        }
    }

    /// FC A9: the creature of the rival that a player has chosen.
    fn targeted(&self, by: Seat, target: Target) -> Option<(Seat, CardRef)> {
        let card = target.as_card()?;
        let (seat, _) = self.pos.creature(card)?;
        (seat != by).then_some((seat, card))
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
        let said = Tale { cause: card, seat: Some(seat), card, ..tale("") };
        match by {
            By::Spell | By::FreeCast => {
                if by == By::Spell && play::counts(self.rules, self.pos, card) {
                    self.pos.counted = true;
                    by = By::CountedSpell;
                }
                self.put_down(card, Zone::Hand, seat, Zone::Limbo);
                self.tell(Tale { what: "played", ..said });
            }
            By::Discard => {
                self.tell(Tale { what: "discarded", word: Some("used"), ..said });
                self.lay_down(card, (seat, Zone::Hand), false);
            }
            By::Sacrifice => self.remove(card, "sacrificed", card),
            By::Instead => {
                if let Some((at, place)) = self.pos.find(card) {
                    self.pos.field[at][place].struck += 1;
                }
                self.tell(Tale { what: "used", ..said });
            }
            _ => {}
        }
        let start = self.rules.ability(ability).start;
        self.change(|top| {
            (top.cursor.at, top.cursor.announcing) = (start, false);
            top.by = by;
        });
        for target in chosen.into_iter().rev() {
            if let Some((seat, card)) = self.targeted(seat, target)
                && let Some(window) = self.later_window(Trigger::AllyTargeted, seat, card)
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
                self.tell(Tale { seat: Some(run.seat), card: run.source, ..tale("exiled") });
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
                    && !matches!(zone_parts(self.pos.shelf.zone_of(run.source)), Some((_, Zone::Limbo)) | None)
            }
        }
    }
}
