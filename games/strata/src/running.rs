//! Effects: announced, put onto a chain, run by the machine.

use playmat_cards::{Answer, CardRef, Cursor, Event as Said, EventDraft, Machine, Op, Programs};
use playmat_kernel::{Chance, Listener, Options, Step};

use crate::Strata;
use crate::changes::settle;
use crate::choice::Choice;
use crate::costs;
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::frames::{By, Frame, Kept, MOST_CHOSEN, Run};
use crate::play;
use crate::rules::{Action, Deed, EffectKind, From, Instruction, Pick, Purpose, Rules, Test, When, Who};
use crate::select;
use crate::state::{Place, Position, Trait, Zone};
use crate::waiting::Happening;
use crate::words::{ActionVerb, Event};

impl Programs for Strata {
    type Kept = Kept;

    const ASKS_FOR_ONE_BRANCH: bool = false;

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

    fn candidates(rules: &Rules, pos: &Position, run: &Run, register: u8, pick: &Pick, out: &mut Options<Choice>) {
        if pick.when == When::Cost && rules.effect(run.ability).needs.recalls {
            // ST I12: what a cost puts into a discard pile may be what the effect needs there.
            let pays = |card| costs::leaves_enough(rules, pos, run, register, card);
            select::candidates(rules, pos, run, pick, register, &mut |card| out.push_if(Choice::Card(card), pays(card)));
        } else {
            select::candidates(rules, pos, run, pick, register, &mut |card| out.push(Choice::Card(card)));
        }
        let needed = usize::from(pick.least).saturating_sub(run.picked(register).count());
        if out.len() == needed && needed > 1 {
            // All of them, so there is nothing to choose.
            out.keep_first();
        }
        if pick.group.from == From::Deck {
            // Options over a hidden zone are sorted by name, which is the order of the definitions.
            out.sort_unstable_by_key(|choice| match choice {
                Choice::Card(card) => (pos.def_id(*card).0, card.0),
                _ => (u16::MAX, 0),
            });
        }
    }

    #[inline]
    fn any_candidate(rules: &Rules, pos: &Position, run: &Run, register: u8, pick: &Pick) -> bool {
        select::enough(rules, pos, run, pick, register, 1)
    }

    #[inline]
    fn asks(rules: &Rules, pos: &Position, run: &Run, register: u8, pick: &Pick) -> bool {
        match pick.group.from {
            // What a hidden zone holds is nobody's business: it is asked for whenever the zone is not empty.
            from if pick.when == When::Step && !from.is_public() => !select::is_bare(pos, run.seat, from),
            _ => select::enough(rules, pos, run, pick, register, 1),
        }
    }

    #[inline]
    fn holds(rules: &Rules, pos: &Position, run: &Run, test: &Test) -> bool {
        select::holds(rules, pos, run.seat, run.source, *test)
    }

    #[inline]
    fn answer(choice: Choice) -> Answer<CardRef> {
        match choice {
            Choice::Card(card) => Answer::Target(card),
            Choice::Branch(branch) => Answer::Branch(branch),
            Choice::Yes => Answer::Yes,
            Choice::No => Answer::No,
            _ => Answer::None,
        }
    }

    #[inline]
    fn choice(answer: Answer<CardRef>) -> Choice {
        match answer {
            Answer::Target(card) => Choice::Card(card),
            Answer::Branch(branch) => Choice::Branch(branch),
            Answer::Yes => Choice::Yes,
            Answer::No => Choice::No,
            Answer::None => Choice::None,
            Answer::Pass => Choice::Pass,
        }
    }

    #[inline]
    fn most(pick: &Pick) -> u8 {
        pick.most.min(MOST_CHOSEN as u8)
    }

    /// A search may find nothing, "up to" may take none, and more than the least need not be.
    #[inline]
    fn may_stop(run: &Run, register: u8, pick: &Pick) -> bool {
        pick.purpose != Purpose::Redirect && run.picked(register).count() >= usize::from(pick.least)
    }

    /// Targets and costs are chosen when the effect is announced, the rest when it runs.
    #[inline]
    fn is_due(pick: &Pick, announcing: bool) -> bool {
        (pick.when == When::Step) != announcing
    }

    /// Nobody else knows of an effect that is used as a move until it is announced, unless its card was turned up for it; a response,
    /// a trigger or a copy is raised by what everybody has seen.
    #[inline]
    fn is_secret(run: &Run) -> bool {
        let used = matches!(run.by, By::Use | By::Hand) && run.flags & Kept::TURNED_UP == 0;
        run.cursor.announcing() && used
    }

    #[inline]
    fn branch_possible(rules: &Rules, pos: &Position, run: &Run, branch: u8) -> bool {
        play::branch_possible(rules, pos, run, branch)
    }
}

impl<'a, C: Chance, L: Listener<Said>> Machine<'a> for Cx<'a, C, L> {
    type Game = Strata;

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

    /// What was paid was paid when it was announced.
    #[inline]
    fn act(&mut self, run: &Run, action: &Action) {
        if !matches!(action, Action::Cost(_)) {
            let depth = self.pos.agenda.depth();
            self.do_action(run, *action);
            if self.pos.agenda.depth() == depth {
                settle(self.rules, self.pos);
            }
        }
    }

    #[inline]
    fn declare(&mut self) -> Option<Step> {
        let mut run = *Strata::running(self.pos)?;
        self.announce_run(&mut run)
    }

    #[inline]
    fn finish(&mut self) -> Step {
        match self.pos.agenda.pop() {
            Some(Frame::Run(run)) => self.finish_effect(&run),
            _ => Step::Go,
        }
    }
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// An effect goes on until it asks, until it is done, or until something else comes first.
    #[inline(never)]
    pub fn step_run(&mut self) -> Step {
        let Some(run) = Strata::running(self.pos) else { return Step::Go };
        if run.cursor.announcing()
            && !self.rules.effect(run.ability).needs.asks
            && let Some(step) = self.declare()
        {
            return step;
        }
        self.run_on()
    }

    /// Everything that is announced is announced: the card is tapped, the costs are paid, the others are told, and the effect
    /// is a link of the chain (ST D, H5). None if it goes on at once: a copy, and what nobody can answer.
    fn announce_run(&mut self, run: &mut Run) -> Option<Step> {
        self.pos.agenda.pop();
        let kind = self.rules.effect(run.ability).kind;
        if run.by != By::Copy {
            self.mark_used(run.source, run.ability.which(), true);
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
            let number = Some(i16::from(run.ability.which()) + 1);
            self.tell(EventDraft::new(EventKind::Activated).seat(run.seat).card(run.source).number(number));
        }
        if run.by != By::Hand {
            self.pay(run);
        }
        self.targeted(run);
        run.cursor = Cursor { branch: run.cursor.branch, ..Cursor::new(self.rules.effect(run.ability).start, false) };
        if run.by == By::Copy && self.pos.waiting.iter().any(|pending| pending.now) {
            // ST I13: those come first, then the targets are checked again.
            self.pos.agenda.push(Frame::Link(*run));
            self.gather_now();
            return Some(Step::Go);
        } else if run.by == By::Copy {
            self.counted(run.ability);
        } else if self.is_answered(&Frame::Link(*run)) {
            self.lay(Frame::Link(*run));
            self.gather_now();
            return Some(Step::Go);
        } else {
            settle(self.rules, self.pos);
            if !self.resolves(run) {
                return Some(self.finish_effect(run));
            }
        }
        self.pos.agenda.push(Frame::Run(*run));
        settle(self.rules, self.pos);
        None
    }

    /// ST H5: all costs are paid, and stay paid. They stand at the beginning of the program.
    fn pay(&mut self, run: &Run) {
        let mut at = self.rules.effect(run.ability).start as usize;
        loop {
            match self.rules.ops[at] {
                Op::Act(Action::Cost(cost)) => self.pay_one(run, &cost),
                Op::Choose(_, pick) if pick.when == When::Cost => {}
                _ => break,
            }
            at += 1;
        }
    }

    fn pay_one(&mut self, run: &Run, cost: &Deed) {
        match cost.verb {
            ActionVerb::PayPoints => self.score(run.seat, -i16::from(cost.amount.number), run.source),
            ActionVerb::SkipTurn => {
                self.pos.skip[run.seat] = self.pos.skip[run.seat].saturating_add(1);
                self.tell(EventDraft::new(EventKind::WillSkip).cause(run.source).seat(run.seat));
            }
            ActionVerb::Destroy => {
                let cards = self.whom(run, cost.who);
                self.destroy(&cards, run.source);
            }
            verb => {
                let to = if verb == ActionVerb::Return { Zone::Hand } else { Zone::Discard };
                for card in self.whom(run, cost.who) {
                    self.send(card, to, run.source);
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
            self.tell(EventDraft::new(EventKind::Targeted).cause(run.source).seat(self.pos.owner(card)).card(card));
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
