//! What costs can be paid with, where one cost depends on another, and what they leave in a discard pile (ST H5, I8, I12).

use arrayvec::ArrayVec;
use playmat_cards::{CardRef, Op};
use playmat_kernel::Seat;

use crate::frames::{Kept, Run};
use crate::rules::{Action, Deed, From, Group, Pick, Rules, When, Who};
use crate::rulings::DestroyStack;
use crate::select;
use crate::stacks::Cards;
use crate::state::{MOST_CARDS, Position, Zone};
use crate::words::ActionVerb;

/// Whether a cost finds enough cards beside those that another one takes: no card pays twice.
pub fn are_apart(rules: &Rules, pos: &Position, run: &Run, before: &[Option<&Pick>; 2], (register, pick): (u8, &Pick)) -> bool {
    let other = (register ^ 1) % 2;
    let Some(first) = before[other as usize].filter(|first| first.when == When::Cost) else { return true };
    let mut both = Cards::new();
    for (register, pick) in [(other, first), (register, pick)] {
        select::candidates(rules, pos, run, pick, register, &mut |card| {
            if !both.contains(&card) {
                both.push(card);
            }
        });
    }
    both.len() >= usize::from(first.least) + usize::from(pick.least)
}

/// ST I12: whether so many cards as a choice needs are in the discard pile when the costs are paid: what they put there counts.
pub fn recalls(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> bool {
    let needed = usize::from(pick.least);
    let there = in_pile(rules, pos, run.seat, run.source, pick.group, needed);
    there >= needed || there + put_there(rules, pos, run, pick) >= needed
}

/// How many cards of a discard pile fit; so many are enough.
#[inline(never)]
pub fn in_pile(rules: &Rules, pos: &Position, seat: Seat, source: CardRef, group: Group, enough: usize) -> usize {
    let owner = if group.from == From::Pile { seat } else { seat.rival() };
    let filter = rules.filter(group.filter);
    if !filter.admits(owner, seat) {
        return 0;
    }
    let described = rules.described(group.filter);
    let but = if filter.other { source } else { CardRef::NONE };
    let fits = |card: &&CardRef| described.has(pos.def_id(**card)) && **card != but;
    let mut pile = pos.pile(owner, Zone::Discard).iter().rev();
    if enough == 1 { usize::from(pile.any(|card| fits(&card))) } else { pile.filter(fits).take(enough).count() }
}

/// ST I12: whether a card may pay a cost: what the effect needs in the discard pile is there afterwards.
pub fn leaves_enough(rules: &Rules, pos: &Position, run: &Run, register: u8, card: CardRef) -> bool {
    let mut paid = *run;
    if let Some(open) = paid.chosen[register as usize % 2].iter_mut().find(|card| **card == Kept::OPEN) {
        *open = card;
    }
    required(rules, run).all(|pick| recalls(rules, pos, &paid, &pick))
}

/// The cards of discard piles that an effect needs, as far as no branch is picked first.
fn required<'a>(rules: &'a Rules, run: &Run) -> impl Iterator<Item = Pick> + 'a {
    let ops = rules.ops[rules.effect(run.ability).start as usize..].iter();
    ops.take_while(|op| !matches!(op, Op::End | Op::May(_) | Op::Either(_))).filter_map(|op| match op {
        Op::Choose(_, pick)
            if pick.when == When::Step && pick.least > 0 && matches!(pick.group.from, From::Pile | From::RivalPile) =>
        {
            Some(*pick)
        }
        _ => None,
    })
}

/// How many cards that fit a choice the costs put into the discard pile, at best.
fn put_there(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> usize {
    if pick.group.from != From::Pile {
        return 0;
    }
    let described = rules.described(pick.group.filter);
    let other = rules.filter(pick.group.filter).other;
    let fits = |card: CardRef| usize::from(described.has(pos.def_id(card)) && !(other && card == run.source));
    let sent = |card: CardRef, destroyed: bool| {
        let whole = destroyed && rules.rulings.destroy_stack == DestroyStack::Whole;
        let under = pos.find(card).filter(|_| whole).map_or(&[][..], |place| pos.under(place));
        fits(card) + under.iter().map(|&card| fits(card)).sum::<usize>()
    };
    let start = rules.effect(run.ability).start as usize;
    let mut count = 0;
    for op in rules.ops[start..].iter().take_while(|op| !matches!(op, Op::End)) {
        let (who, destroyed) = match op {
            Op::Act(Action::Cost(Deed { verb: ActionVerb::Destroy, who, .. })) => (*who, true),
            Op::Act(Action::Cost(Deed { verb: ActionVerb::Discard, who, .. })) => (*who, false),
            _ => continue,
        };
        match who {
            Who::Chosen(register) => {
                let Some(cost) = crate::play::pick_of(rules, run, register) else { continue };
                let paid = run.picked(register).count();
                count += run.picked(register).map(|card| sent(card, destroyed)).sum::<usize>();
                let mut others: ArrayVec<usize, MOST_CARDS> = ArrayVec::new();
                select::candidates(rules, pos, run, &cost, register, &mut |card| others.push(sent(card, destroyed)));
                others.sort_unstable_by(|a, b| b.cmp(a));
                count += others.iter().take(usize::from(cost.most).saturating_sub(paid)).sum::<usize>();
            }
            Who::This => count += sent(run.source, destroyed),
            Who::ThisStack => count += select::fixed(pos, run, who).map_or(0, |card| sent(card, destroyed)),
            _ => {}
        }
    }
    count
}
