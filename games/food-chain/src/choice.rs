//! The options of every question, and what an answer does to the frame that asked.

use playmat_cards::{CardRef, Event, program_options};
use playmat_kernel::{Chance, Listener, Options, Seat, Step};

use crate::FoodChain;
use crate::demands::Demand;
use crate::facts::Cx;
use crate::play::{self, Usable};
use crate::rules::Rules;
use crate::rulings::{BeforeCombat, Traps};
use crate::select;
use crate::state::{Enter, Frame, Happening, Opening, Phase, Position, SLOTS, Window, Zone};
use crate::turn::waiting_abilities;
use crate::words::{Kind, Trigger};

/// One option. It fits into one word, so that the processor writes and reads it at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(align(4))]
pub enum Choice {
    /// Play a card from hand.
    Play(CardRef),
    /// Set a trap from hand.
    Set(CardRef),
    /// Use an ability: the place of the ability among those of the card.
    Use(CardRef, u8),
    /// Attack with a creature.
    Attack(CardRef),
    /// The next phase.
    Next,
    /// End the turn.
    #[default]
    End,
    /// A card.
    Card(CardRef),
    /// A creature's ability among several waiting ones.
    Ability(CardRef, u8),
    /// A player.
    Player(Seat),
    /// A branch of "either", counted from 1.
    Branch(u8),
    /// Do it.
    Yes,
    /// Do not.
    No,
    /// No meal (more), none of them.
    None,
    /// No reaction.
    Pass,
    /// Go first.
    First,
    /// Go second.
    Second,
}

/// Who is asked by the frame on top.
pub fn asked(pos: &Position) -> Seat {
    match pos.agenda.top_ref() {
        Some(Frame::Run(run)) => run.seat,
        Some(Frame::Enter(enter)) => enter.seat,
        Some(Frame::Window(window)) => window.seat,
        Some(Frame::Discard { seat, .. } | Frame::Waiting { seat, .. } | Frame::Opening(Opening::Choose(seat))) => *seat,
        _ => pos.turn,
    }
}

/// Lists the options of the frame on top, which has just asked.
pub fn options(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    match pos.agenda.top_ref() {
        Some(frame) => answers(rules, pos, frame, out),
        None => {
            moves(rules, pos, out);
            out.push_if(Choice::Next, pos.phase != Phase::Main2);
            out.push(Choice::End);
        }
    }
}

/// FC A3: what the turn player may do besides going on.
#[inline(never)]
pub fn moves(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    if pos.phase == Phase::Combat {
        attacks(rules, pos, out)
    } else {
        plays(rules, pos, out)
    }
    // However many that are, the next phase and the end of the turn are listed behind them.
    out.leave_room(2);
}

/// The options of whatever else asks.
#[inline(never)]
pub fn answers(rules: &Rules, pos: &Position, frame: &Frame, out: &mut Options<Choice>) {
    match frame {
        Frame::Opening(_) => out.extend([Choice::First, Choice::Second]),
        &Frame::Waiting { seat, trigger, printed, .. } => waiting(rules, pos, seat, trigger, printed, out),
        Frame::Enter(enter) => meals(rules, pos, enter, out),
        Frame::Attack(attack) => {
            // Enemies from the left, then the rival.
            let (enemies, rival) = select::attack_targets(rules, pos, attack);
            out.extend(select::each(enemies).map(|place| Choice::Card(pos.field.of_rival(attack.seat)[place].card)));
            out.push_if(Choice::Player(attack.seat.rival()), rival);
        }
        Frame::Run(run) => program_options::<FoodChain>(rules, pos, run, out),
        Frame::Window(window) => reactions(rules, pos, window, out),
        Frame::Discard { seat, .. } => pos.pile(*seat, Zone::Hand).iter().for_each(|&card| out.push(Choice::Card(card))),
        Frame::Check { .. } | Frame::Hurt { .. } | Frame::Stings { .. } => {}
    }
}

/// FC A3: what the turn player may do in combat.
fn attacks(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let seat = pos.turn;
    let attackers = select::attackers(rules, pos, seat);
    for (place, slot) in pos.field[seat][..SLOTS].iter().enumerate() {
        out.push_if(Choice::Attack(slot.card), attackers.has(place));
        if slot.listens_to & Trigger::InsteadOfAttacking.bit() != 0 && select::may_strike(slot) {
            uses(rules, pos, seat, slot.card, Usable::Combat, out);
        }
    }
}

/// FC A3: what the turn player may do in a main phase.
fn plays(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let seat = pos.turn;
    debug_assert_eq!(pos.held[seat], rules.demands.held(pos, pos.pile(seat, Zone::Hand).iter().copied()));
    if !pos.counted || pos.held[seat].any(Demand::LOOSE) {
        hand_plays(rules, pos, seat, out);
    }
    let own = &pos.field[seat][..SLOTS];
    if own.iter().fold(0, |listens_to, slot| listens_to | slot.listens_to) & Trigger::Sacrifice.bit() != 0 {
        for slot in own.iter().filter(|slot| slot.listens_to & Trigger::Sacrifice.bit() != 0) {
            uses(rules, pos, seat, slot.card, Usable::Field, out);
        }
    }
}

/// The cards in hand that can be played, and their uses.
fn hand_plays(rules: &Rules, pos: &Position, seat: Seat, out: &mut Options<Choice>) {
    let missing = play::missing(rules, pos, seat);
    let first = missing.union(Demand::LATE);
    let mut all = Demand::NOTHING;
    out.extend_if(pos.pile(seat, Zone::Hand).iter().map(|&card| {
        let demand = rules.demands.card(pos, card);
        all = all.union(demand);
        debug_assert!(!demand.decided() || demand.met(missing) == play::can_play(rules, pos, seat, card).is_ok());
        (Choice::Play(card), demand.met(first))
    }));
    if all.later(missing) {
        if all.plain() {
            out.extend_if(pos.pile(seat, Zone::Hand).iter().map(|&card| {
                let demand = rules.demands.card(pos, card);
                (Choice::Play(card), !demand.met(Demand::LATE) & demand.met(missing))
            }));
        } else {
            list_later(rules, pos, seat, missing, out);
        }
    }
}

/// The abilities of a card that can be used from there.
#[inline(never)]
fn uses(rules: &Rules, pos: &Position, seat: Seat, card: CardRef, from: Usable, out: &mut Options<Choice>) {
    play::usable(rules, pos, seat, card, from, &mut |place| out.push(Choice::Use(card, place)));
}

/// The cards in hand that are listed behind the others, and the uses of cards in hand.
#[inline(never)]
fn list_later(rules: &Rules, pos: &Position, seat: Seat, missing: Demand, out: &mut Options<Choice>) {
    for &card in pos.pile(seat, Zone::Hand) {
        let demand = rules.demands.card(pos, card);
        if !demand.later(missing) {
            continue;
        }
        let def = rules.def(pos.def_id(card));
        if demand.decided() {
            out.push_if(Choice::Play(card), !demand.met(Demand::LATE) & demand.met(missing));
        } else if def.kind == Kind::Trap {
            out.push_if(Choice::Set(card), rules.rulings.traps == Traps::Set && !pos.counted);
        } else {
            out.push_if(Choice::Play(card), play::can_play(rules, pos, seat, card).is_ok());
        }
        if def.listens_to & Trigger::Discard.bit() != 0 {
            uses(rules, pos, seat, card, Usable::Hand, out);
        }
    }
}

fn waiting(rules: &Rules, pos: &Position, seat: Seat, trigger: Trigger, printed: [u8; SLOTS + 1], out: &mut Options<Choice>) {
    waiting_abilities(rules, pos, seat, printed, &mut |card, nth| out.push(Choice::Ability(card, nth)));
    if trigger == Trigger::BeforeCombat && rules.rulings.before_combat == BeforeCombat::PhaseOptional {
        out.push(Choice::None);
    }
}

/// FC A4: what a predator on its way may eat next.
fn meals(rules: &Rules, pos: &Position, enter: &Enter, out: &mut Options<Choice>) {
    let stop = play::may_stop_eating(pos, enter);
    play::meals(rules, pos, enter, &mut |card| out.push(Choice::Card(card)));
    if stop {
        out.push(Choice::None);
    }
}

/// FC A9: the traps or discard reactions that fit, and passing.
fn reactions(rules: &Rules, pos: &Position, window: &Window, out: &mut Options<Choice>) {
    let late = window.turn == Happening::LATE;
    if late && pos.watch[window.seat] & Trigger::DiscardWhenAttackedDirectly.bit() != 0 {
        for &card in pos.pile(window.seat, Zone::Hand) {
            if rules.def(pos.def_id(card)).listens_to & Trigger::DiscardWhenAttackedDirectly.bit() != 0 {
                out.push(Choice::Card(card));
            }
        }
    } else if !late {
        play::traps(rules, pos, window).for_each(|card| out.push(Choice::Card(card)));
    }
    out.push(Choice::Pass);
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Gives an answer to the frame that asked, and goes on with it where nothing comes first.
    #[inline(never)]
    pub fn take_answer(&mut self, choice: Choice) -> Step {
        match (self.pos.agenda.top_ref(), choice) {
            (Some(Frame::Run(_)), choice) => return self.take_run(choice),
            (Some(Frame::Enter(_)), Choice::Card(meal)) => return self.take_meal(Some(meal)),
            (Some(Frame::Enter(_)), _) => return self.take_meal(None),
            (Some(Frame::Attack(_)), Choice::Card(card)) => {
                return self.take_attack_target(self.pos.find(card).map(|(_, place)| place));
            }
            (Some(Frame::Attack(_)), _) => return self.take_attack_target(None),
            (Some(&Frame::Window(window)), choice) => self.take_reaction(window, choice),
            (Some(Frame::Waiting { .. }), choice) => self.take_waiting(choice),
            (Some(&Frame::Discard { seat, left, cause }), Choice::Card(card)) => {
                self.pos.agenda.set_top(Frame::Discard { seat, left: left - 1, cause });
                self.discard(card, seat, cause);
            }
            (Some(&Frame::Opening(Opening::Choose(seat))), choice) => self.take_order(seat, choice),
            (
                None
                | Some(
                    Frame::Discard { .. } | Frame::Opening(_) | Frame::Check { .. } | Frame::Hurt { .. } | Frame::Stings { .. },
                ),
                _,
            ) => {}
        }
        Step::Go
    }
}
