//! Whether an expectation holds, and what is there instead.

use playmat_cards::{CardGame, CardInfo, CardView, Item};
use playmat_kernel::Table;

use crate::asked::{Asked, Reading};
use crate::expect::{Expectation, Wanted};
use crate::moves::Answer;
use crate::show;

/// Whether an expectation is true now; if not, what is found instead. Decks are judged elsewhere, before a match begins.
pub(crate) fn holds<G: CardGame>(rules: &G::Rules, table: &Table<G>, expectation: &Expectation) -> Result<(), String> {
    let position = table.position();
    let cards = G::cards(rules);
    let found = |holds: bool, found: String| if holds { Ok(()) } else { Err(found) };
    match expectation {
        Expectation::Zone { seat, zone, ordered, items } => {
            let there = G::inspect(rules, position, *seat, zone);
            let is = |item: usize, view: usize| matches(cards, &items[item], &there[view]);
            let same = items.len() == there.len()
                && if *ordered { (0..items.len()).all(|at| is(at, at)) } else { pairs_up(items.len(), there.len(), is) };
            found(same, format!("{} {zone} {}", seat.tag(), show::zone(cards, &there)))
        }
        Expectation::Size { seat, zone, size } => {
            let there = G::inspect(rules, position, *seat, zone);
            let listed = show::zone(cards, &there);
            found(there.len() == *size, format!("{} {zone} {} ({listed})", seat.tag(), there.len()))
        }
        Expectation::Number { seat, word, index, number } => {
            let there = G::number(position, *seat, word, *index);
            let holds = match number {
                Wanted::Exactly(number) => there == Some(*number),
                Wanted::Flag(set) => there.map(|there| there != 0) == Some(*set),
            };
            let there = there.map_or("nothing".to_string(), |there| there.to_string());
            let index = index.map(|index| format!(" {index}")).unwrap_or_default();
            found(holds, format!("{} {word}{index} {there}", seat.tag()))
        }
        Expectation::Winner(outcome) => {
            let there = table.outcome();
            found(there == *outcome, format!("winner {}", show::winner(there)))
        }
        Expectation::Turn(seat, phase) => {
            let (there, now) = G::turn(position);
            let holds = there == *seat && phase.as_ref().is_none_or(|phase| phase == now);
            found(holds, format!("turn {} {now}", there.tag()).trim_end().to_string())
        }
        Expectation::Asks(seat, options) => {
            let asked = Asked::now(rules, table, options.iter().flatten().any(has_place));
            let holds = asked.as_ref().is_some_and(|asked| {
                asked.decision.seat == *seat && options.as_ref().is_none_or(|options| lists(asked, options))
            });
            found(holds, show::asked(asked.as_ref()))
        }
        Expectation::Refused(..) => Err("the decks were accepted".to_string()),
    }
}

/// Whether these are exactly the options; `none`, `pass` and `no` need not be mentioned.
fn lists(asked: &Asked, answers: &[Answer]) -> bool {
    let meant: Vec<Vec<usize>> = answers.iter().map(|answer| asked.meant(answer, Reading::Kind)).collect();
    let real = asked.options.iter().filter(|option| !option.declines()).count();
    let mentioned = meant.iter().filter(|meant| meant.iter().any(|&at| !asked.options[at].declines())).count();
    mentioned == real && pairs_up(answers.len(), asked.options.len(), |item, at| meant[item].contains(&at))
}

fn has_place(answer: &Answer) -> bool {
    matches!(answer, Answer::Card(named) if named.place.is_some())
}

/// Whether a card is as an item says. What is not written is not compared.
fn matches(cards: &[CardInfo], item: &Item, view: &CardView) -> bool {
    let name = |def: playmat_cards::DefId| cards.get(def.0 as usize).map(|card| card.name.as_str());
    let words = item.words.iter().all(|state| {
        let present = view.marks.iter().any(|mark| {
            mark.word == state.word
                && state.number.is_none_or(|number| mark.number == Some(number))
                && state.card.as_ref().is_none_or(|card| mark.card.and_then(name) == Some(card.as_str()))
        });
        present != state.absent
    });
    view.def.and_then(name) == Some(item.name.as_str())
        && item.place.is_none_or(|place| view.place == Some(place))
        && item.stats.is_none_or(|stats| view.stats == Some(stats))
        && words
        && (item.under.is_empty()
            || view.under.iter().map(|&def| name(def)).eq(item.under.iter().map(|under| Some(under.as_str()))))
}

/// Whether every item can be matched with a card of its own. Items with fewer conditions must not take away what others need, so
/// matches are changed along augmenting paths.
fn pairs_up(items: usize, things: usize, fits: impl Fn(usize, usize) -> bool) -> bool {
    fn place(item: usize, taken: &mut [Option<usize>], seen: &mut [bool], fits: &impl Fn(usize, usize) -> bool) -> bool {
        for thing in 0..taken.len() {
            if seen[thing] || !fits(item, thing) {
                continue;
            }
            seen[thing] = true;
            if taken[thing].is_none_or(|other| place(other, taken, seen, fits)) {
                taken[thing] = Some(item);
                return true;
            }
        }
        false
    }
    let mut taken = vec![None; things];
    (0..items).all(|item| place(item, &mut taken, &mut vec![false; things], &fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_with_conditions_get_what_they_need() {
        // Item 0 fits everything, item 1 only the first, item 2 the first two.
        let fits = |item: usize, thing: usize| thing <= [2, 0, 1][item];
        assert!(pairs_up(3, 3, fits));
        assert!(!pairs_up(3, 2, fits));
        assert!(!pairs_up(2, 2, |_, thing| thing == 0));
    }
}
