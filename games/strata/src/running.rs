//! Effects: announced, put onto a chain, run op by op.

use playmat_cards::{Cursor, Event as Said, EventDraft, Op, Wants, read};
use playmat_kernel::{Chance, Form, Listener, Step};

use crate::changes::settle;
use crate::choice::Choice;
use crate::facts::Cx;
use crate::frames::{By, Frame, MOST_CHOSEN, Run};
use crate::play;
use crate::rules::{Action, Cost, EffectKind, Pick, Purpose, Test, When, Who};
use crate::select;
use crate::state::{Place, Trait, Zone};
use crate::waiting::Happening;
use crate::words::Event;

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// An effect goes on until it asks, until it is done, or until something else comes first.
    #[inline(never)]
    pub fn step_run(&mut self) -> Step {
        let Some(&Frame::Run(mut run)) = self.pos.agenda.top_ref() else { return Step::Go };
        let mut announcing = run.cursor.announcing;
        let depth = self.pos.agenda.depth();
        let rules = self.rules;
        if announcing && !rules.effect(run.effect).needs.asks {
            if let Some(step) = self.declare(&mut run) {
                return step;
            }
            announcing = false;
        }
        loop {
            let before = run.cursor;
            match read(&rules.ops, &mut run.cursor) {
                Wants::End if announcing => {
                    if let Some(step) = self.declare(&mut run) {
                        return step;
                    }
                    announcing = false;
                }
                Wants::End => {
                    self.pos.agenda.pop();
                    return self.finish(&run);
                }
                Wants::Branch(count) => {
                    let able = |branch: &u8| play::branch_possible(rules, self.pos, &run, *branch);
                    let mut branches = (1..=count).filter(able);
                    match (branches.next(), branches.next()) {
                        (None, _) => {
                            self.pos.agenda.pop();
                            return self.finish(&run);
                        }
                        (Some(only), None) => run.cursor.branch = only,
                        _ => {
                            self.wait(&run, before);
                            return asks(&run, Form::OneOf);
                        }
                    }
                }
                Wants::May(_) | Wants::Test(..) if announcing => {}
                Wants::May(_) => {
                    self.wait(&run, before);
                    return asks(&run, Form::OneOf);
                }
                Wants::Test(test, to) => {
                    let holds = match test {
                        Test::Done => run.flags & Run::FELL_SHORT == 0,
                        test => select::holds(rules, self.pos, run.seat, run.source, test),
                    };
                    if !holds {
                        run.cursor.at = to;
                        run.flags |= Run::FELL_SHORT;
                    }
                }
                Wants::Act(Action::Choose { register, pick }) => {
                    if self.chooses(&mut run, *register, pick) {
                        self.wait(&run, before);
                        return asks(&run, if pick.most > 1 { Form::SomeOf } else { Form::OneOf });
                    }
                }
                Wants::Act(Action::Cost(_)) => {}
                Wants::Act(_) if announcing => {}
                Wants::Act(Action::Try) => run.flags = run.flags & !Run::FELL_SHORT | Run::TRIES,
                Wants::Act(action) => {
                    self.pos.agenda.set_top(Frame::Run(run));
                    self.act(&run, *action);
                    if self.pos.agenda.depth() != depth {
                        return Step::Go;
                    }
                    if let Some(Frame::Run(now)) = self.pos.agenda.top_ref() {
                        run.flags = now.flags;
                    }
                    settle(rules, self.pos);
                }
            }
        }
    }

    /// An effect that asks stays before its question.
    #[inline(always)]
    fn wait(&mut self, run: &Run, before: Cursor) {
        self.pos.agenda.set_top(Frame::Run(Run { cursor: before, ..*run }));
    }

    /// A choice: asked for one card after the other, as long as there are candidates and more may be taken.
    fn chooses(&self, run: &mut Run, register: u8, pick: &Pick) -> bool {
        let now = pick.when == When::Step;
        let chosen = run.chosen[register as usize % 2];
        let taken = chosen.iter().take_while(|&&card| card != Run::OPEN).count();
        // Targets and costs are chosen when the effect is announced, the rest when it runs.
        if now == run.cursor.announcing || taken >= usize::from(pick.most).min(MOST_CHOSEN) || chosen.contains(&Run::SHUT) {
            return false;
        }
        let asked = match pick.group.from {
            // What a hidden zone holds is nobody's business: it is asked for whenever the zone is not empty.
            from if now && !from.is_public() => !select::is_bare(self.pos, run.seat, from),
            _ => select::enough(self.rules, self.pos, run, pick, register, 1),
        };
        if !asked {
            // Nothing more is chosen into this register.
            let open = run.chosen[register as usize % 2].iter_mut().find(|card| **card == Run::OPEN);
            open.into_iter().for_each(|open| *open = Run::SHUT);
        }
        asked
    }

    /// An answer to a running effect.
    pub fn take_run(&mut self, mut run: Run, choice: Choice) {
        let mut after = run.cursor;
        match (read(&self.rules.ops, &mut after), choice) {
            (Wants::Branch(_), Choice::Branch(branch)) => run.cursor.branch = branch,
            (Wants::May(_), Choice::Yes) => run.cursor = after,
            (Wants::May(to), _) => {
                run.cursor.at = to;
                run.flags |= Run::FELL_SHORT;
            }
            (Wants::Act(Action::Choose { register, .. }), choice) => {
                let chosen = &mut run.chosen[*register as usize % 2];
                let open = chosen.iter_mut().find(|card| **card == Run::OPEN);
                if let Some(open) = open {
                    *open = if let Choice::Card(card) = choice { card } else { Run::SHUT };
                }
            }
            _ => {}
        }
        self.pos.agenda.set_top(Frame::Run(run));
    }

    /// Everything that is announced is announced: the card is tapped, the costs are paid, the others are told, and the effect
    /// is a link of the chain (ST D, H5). None if it goes on at once: a copy, and what nobody can answer.
    fn declare(&mut self, run: &mut Run) -> Option<Step> {
        self.pos.agenda.pop();
        let kind = self.rules.effect(run.effect).kind;
        if run.by != By::Copy {
            self.mark_used(run.source, run.effect.which(), true);
            let there = run.place != Place::NONE && self.pos.slot(run.place).card == run.source;
            if there {
                self.pos.field.set_to(run.place, Trait::SPENDING, !run.place.is_stack());
                if kind != EffectKind::Dormant {
                    self.tap(run.place, run.source);
                }
            }
            // A card of the hand is seen when it is discarded as the cost.
            if run.by == By::Hand {
                self.pay(run);
            }
            let number = Some(i16::from(run.effect.which()) + 1);
            self.tell(EventDraft { seat: Some(run.seat), card: run.source, number, ..EventDraft::new("activated") });
        }
        if run.by != By::Hand {
            self.pay(run);
        }
        self.targeted(run);
        run.cursor.at = self.rules.effect(run.effect).start;
        run.cursor.announcing = false;
        if run.by == By::Copy && self.pos.waiting.iter().any(|pending| pending.now) {
            // ST I13: those come first, then the targets are checked again.
            self.pos.agenda.push(Frame::Link(*run));
            self.gather_now();
            return Some(Step::Go);
        } else if run.by == By::Copy {
            self.counted(run.effect);
        } else if self.is_answered(&Frame::Link(*run)) {
            self.lay(Frame::Link(*run));
            self.gather_now();
            return Some(Step::Go);
        } else {
            settle(self.rules, self.pos);
            if !self.resolves(run) {
                return Some(self.finish(run));
            }
        }
        self.pos.agenda.push(Frame::Run(*run));
        settle(self.rules, self.pos);
        None
    }

    /// ST H5: all costs are paid, and stay paid. They stand at the beginning of the program.
    fn pay(&mut self, run: &Run) {
        let mut at = self.rules.effect(run.effect).start as usize;
        loop {
            match self.rules.ops[at] {
                Op::Act(Action::Cost(cost)) => self.pay_one(run, cost),
                Op::Act(Action::Choose { pick, .. }) if pick.when == When::Cost => {}
                _ => break,
            }
            at += 1;
        }
    }

    fn pay_one(&mut self, run: &Run, cost: Cost) {
        match cost {
            Cost::Points(points) => self.score(run.seat, -i16::from(points), run.source),
            Cost::SkipTurn => {
                self.pos.skip[run.seat] = self.pos.skip[run.seat].saturating_add(1);
                self.tell(EventDraft { cause: run.source, seat: Some(run.seat), ..EventDraft::new("will-skip") });
            }
            Cost::Destroy(who) => {
                let cards = self.whom(run, who);
                self.destroy(&cards, run.source);
            }
            Cost::Discard(who) => {
                for card in self.whom(run, who) {
                    self.send(card, Zone::Discard, run.source);
                }
            }
            Cost::Return(who) => {
                for card in self.whom(run, who) {
                    self.send(card, Zone::Hand, run.source);
                }
            }
        }
    }

    /// What listens to being targeted by a rival's effect goes directly above the link (ST H8, I13).
    fn targeted(&mut self, run: &Run) {
        let listener = run.seat.rival();
        let listened = self.listens_to(Event::Targeted, listener);
        if !L::ON && !listened {
            return;
        }
        for (register, at, _) in play::targets(self.rules, run) {
            let card = run.chosen[register][at];
            self.tell(EventDraft { cause: run.source, seat: Some(self.pos.owner(card)), card, ..EventDraft::new("targeted") });
            if listened && !crate::facts::hidden(self.pos.zones.zone_of(card)) {
                let looks = select::looks(self.rules, self.pos, card);
                self.set_off_latents(&Happening { now: true, ..Happening::to(Event::Targeted, &looks) }, listener);
            }
        }
    }

    /// The cards that an action concerns; what has left is left out by whoever acts on them.
    pub fn whom(&self, run: &Run, who: Who) -> crate::stacks::Cards {
        let mut cards = crate::stacks::Cards::new();
        match who {
            Who::Chosen(register) => cards.extend(run.picked(register)),
            Who::All(group) => select::each(self.rules, self.pos, run, group, &mut |card| cards.push(card)),
            _ => cards.extend(select::fixed(self.pos, run, who)),
        }
        cards
    }
}

/// A choice that may be declined: a search may find nothing, "up to" may take none, and more than the least need not be.
pub fn may_stop(run: &Run, register: u8, pick: &Pick) -> bool {
    let taken = run.picked(register).count();
    pick.purpose != Purpose::Redirect && taken >= usize::from(pick.least)
}

/// The controller is asked. Nobody else knows of an effect that is used as a move until it is announced, unless its card was turned up
/// for it; a response, a trigger or a copy is raised by what everybody has seen.
fn asks(run: &Run, form: Form) -> Step {
    let used = matches!(run.by, By::Use | By::Hand) && run.flags & Run::TURNED_UP == 0;
    let declaring = run.cursor.announcing && used;
    if declaring { Step::ask_declaring(run.seat, form) } else { Step::ask(run.seat, form) }
}
