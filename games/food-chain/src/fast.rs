//! Random games of Food Chain, fast: moves and targets are picked from sets of places, without writing the list.
//!
//! Without it (each question listed, one option taken) a random game takes 18.6 % more instructions: 11.9 % for the moves of a turn, 4.6 % for what
//! stands on the table (targets of effects 2.0 %, of attacks 1.6 %, meals 1.0 %), the rest for naming the option. `tools/instructions.sh check` tells.

use playmat_cards::{Event, Machine, Op, read};
use playmat_kernel::{Chance, Fast, Listener, Options, Seat, Silence, Step};

use crate::FoodChain;
use crate::choice::{Choice, answers, moves};
use crate::demands::Demand;
use crate::facts::Cx;
use crate::play;
use crate::rules::{From, Pick, Rules};
use crate::select;
use crate::sets::Set;
use crate::state::{Frame, Phase, Position, Run, SLOTS, Target, Zone, zone};
use crate::words::Trigger;

impl Fast for FoodChain {
    #[inline]
    fn pick_and_take<C: Chance>(
        rules: &Rules,
        pos: &mut Position,
        room: &mut Options<Choice>,
        which: impl FnOnce(&mut C, usize) -> usize,
        chance: &mut C,
    ) -> Step {
        Cx { rules, pos, chance, heard: &mut Silence }.pick_and_take(room, which)
    }
}

/// The moves of the turn player as sets of places, where those say it all: the slots of those who can attack, or the places in hand of the cards that can
/// be played; those that are listed behind the others; and how many moves that is.
#[inline(always)]
fn in_sets(rules: &Rules, pos: &Position) -> Option<(Set, Set, usize)> {
    let seat = pos.turn;
    let listens_to = pos.field[seat][..SLOTS].iter().fold(0, |listens_to, slot| listens_to | slot.listens_to);
    if pos.phase == Phase::Combat {
        let plain = listens_to & Trigger::InsteadOfAttacking.bit() == 0;
        let attackers = select::attackers(rules, pos, seat);
        return plain.then_some((attackers, Set::NONE, attackers.len()));
    }
    if listens_to & Trigger::Sacrifice.bit() != 0 || pos.marked {
        return None;
    }
    // Once the card of the turn was played, only what does not wait for it.
    if pos.counted & !pos.held[seat].any(Demand::LOOSE) {
        return Some((Set::NONE, Set::NONE, 0));
    }
    let (missing, lacking) =
        (play::missing_but_targets(rules, pos, seat), rules.demands.lacking(select::able(rules, pos, seat)));
    let [first, late] = pos.held[seat].playable(pos.zones.len(zone(seat, Zone::Hand)), missing, lacking)?;
    Some((first, late, first.or(late).len()))
}

/// Targets on the table to be picked from, without a list: which they are nobody can predict.
#[derive(Clone, Copy, Debug)]
struct OnTable {
    seat: Seat,
    /// The places of cards, as the chooser sees them.
    cards: Set,
    /// Whether both players come behind them.
    players: bool,
    /// Whether none of them is an option.
    none: bool,
}

impl OnTable {
    /// What a pick from the field offers.
    #[inline]
    fn of(rules: &Rules, pos: &Position, run: &Run, pick: &Pick) -> OnTable {
        let (cards, players) = select::on_field(rules, pos, run, pick);
        let none = pick.optional | ((cards == 0) & !players);
        OnTable { seat: run.seat, cards: Set::from_bits(cards.into()), players, none }
    }

    /// How many options that is.
    #[inline]
    fn len(&self) -> usize {
        self.cards.len() + 2 * usize::from(self.players) + usize::from(self.none)
    }

    /// The one with so many before it, in the order of the options.
    #[inline]
    fn nth(&self, pos: &Position, nth: usize) -> Target {
        let behind = nth.wrapping_sub(self.cards.len());
        if nth < self.cards.len() {
            Target::card(pos.field.card_at(self.seat, self.cards.nth(nth)))
        } else if self.players & (behind < 2) {
            Target::player(if behind == 0 { self.seat } else { self.seat.rival() })
        } else {
            Target::DECLINED
        }
    }
}

/// What a program asks for that wants something on the table chosen, and where it goes on behind that.
#[inline]
fn chooses_on_field<'a>(rules: &'a Rules, run: &Run) -> Option<(u16, u8, &'a Pick)> {
    match read(&rules.ops, run.cursor) {
        (at, Op::Choose(register, pick)) if pick.from == From::Field && pick.most == 1 => Some((at + 1, *register, pick)),
        _ => None,
    }
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// The two options that end every list of moves are known without it.
    #[inline]
    fn pick_and_take(&mut self, room: &mut Options<Choice>, which: impl FnOnce(&mut C, usize) -> usize) -> Step {
        if let Some(frame) = self.pos.agenda.top_ref() {
            if let Frame::Attack(attack) = frame {
                let (enemies, rival) = select::attack_targets(self.rules, self.pos, attack);
                let enemies = Set::from_bits(enemies.into());
                let place = which(self.chance, enemies.len() + usize::from(rival));
                return self.take_attack_target((place < enemies.len()).then(|| enemies.nth(place)));
            }
            if let Frame::Enter(enter) = frame
                && !play::scavenges(self.rules, self.pos, enter)
            {
                let food = Set::from_bits(play::food(self.pos, enter).into());
                let place = which(self.chance, food.len() + usize::from(play::may_stop_eating(self.pos, enter)));
                let meal = (place < food.len()).then(|| self.pos.field.card_at(enter.seat, food.nth(place)));
                return self.take_meal(meal);
            }
            if let Frame::Run(run) = frame
                && let Some((after, register, pick)) = chooses_on_field(self.rules, run)
            {
                let few = OnTable::of(self.rules, self.pos, run, pick);
                let target = few.nth(self.pos, which(self.chance, few.len()));
                return self.take_target(register, pick, target, after);
            }
            answers(self.rules, self.pos, frame, room);
            let choice = room[which(self.chance, room.len())];
            return self.take_answer(choice);
        }
        // Most moves are a set: nothing is written down to pick one of them.
        let (first, late, count) = in_sets(self.rules, self.pos).unwrap_or_else(|| {
            moves(self.rules, self.pos, room);
            (Set::NONE, Set::NONE, room.len())
        });
        let end = count + usize::from(self.pos.phase != Phase::Main2);
        let place = which(self.chance, end + 1);
        if place >= end {
            self.end_turn()
        } else if place >= count {
            self.next_phase()
        } else if let Some(&choice) = room.get(place) {
            self.take_move(choice)
        } else if self.pos.phase == Phase::Combat {
            self.start_attack(self.pos.turn, first.nth(place))
        } else {
            let firsts = first.len();
            let place = if place < firsts { first.nth(place) } else { late.nth(place - firsts) };
            self.start_play(self.pos.turn, self.pos.pile(self.pos.turn, Zone::Hand)[place])
        }
    }

    /// A target was chosen for a running program, which goes on behind the choice where nothing comes first.
    #[inline(never)]
    fn take_target(&mut self, register: u8, pick: &Pick, target: Target, after: u16) -> Step {
        let depth = self.pos.agenda.depth();
        self.choose(register, pick, target, after);
        if self.pos.agenda.depth() == depth { self.run_program() } else { Step::Go }
    }
}
