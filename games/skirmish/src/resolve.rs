//! The end of a skirmish (SK Resolution): control, Conquer, award, match, clean-up.

use playmat_cards::{CardRef, Event, EventDraft, Way};
use playmat_kernel::{BySeat, Chance, Listener, Outcome, Seat, Step};

use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::setup::BETWEEN;
use crate::state::{BySlot, ENOUGH_WINS, Field, Frame, Phase, Place, Places, Position, Resolve, TERRAINS, Zone, zone};
use crate::words::{Keyword, Trigger};

/// The slots whose player controls the terrain: the higher power, a unit alone, nobody if equal or empty. An underdog inverts
/// only a terrain where both sides have a unit, and two of them invert it once.
pub fn controlled(pos: &Position) -> Places {
    let (taken, powers) = (pos.field.taken(), pos.powers());
    let alone = taken.without(taken.across());
    let higher = BySlot::from_fn(|place| powers[place] > powers[place.front()]).places(|higher| higher);
    let underdogs = pos.field.with(Keyword::Underdog);
    let inverted = underdogs.or(underdogs.across());
    let stronger = higher.without(inverted).or(higher.across().and(inverted));
    alone.or(stronger.and(taken).and(taken.across()))
}

/// Who controls a terrain.
pub fn controls(pos: &Position, terrain: usize) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| controlled(pos).has(Place::new(seat, terrain)))
}

/// How many terrains each player controls.
pub fn points(pos: &Position) -> BySeat<u8> {
    let won = controlled(pos);
    BySeat::from_fn(|seat| won.and(Places::of(seat)).0.count_ones() as u8)
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// One step of the resolution. Who controls what is fixed before anybody conquers.
    #[inline(never)]
    pub fn step_resolve(&mut self, step: Resolve, won: Places, next: u8) -> Step {
        let won = if step == Resolve::Control { self.control() } else { won };
        let conquerors = won.and(self.pos.field.listeners(Trigger::Conquer));
        if let Some(place) = conquerors.from(Seat::One).skip_to(next).next() {
            self.pos.agenda.set_top(Frame::Resolve { step: Resolve::Conquer, won, next: place.0 + 1 });
            self.run_unit(Trigger::Conquer, place, 0);
            return Step::Go;
        }
        self.pos.agenda.set_top(Frame::Resolve { step: Resolve::Award, won, next: 0 });
        self.award(won)
    }

    fn control(&mut self) -> Places {
        let won = controlled(self.pos);
        if L::ON {
            for terrain in 0..TERRAINS {
                if let Some(seat) = controls(self.pos, terrain) {
                    self.tell(EventDraft::new(EventKind::Controlled).seat(seat).number(terrain as i16));
                }
            }
        }
        won
    }

    fn award(&mut self, won: Places) -> Step {
        let [one, two] = Seat::BOTH.map(|seat| won.and(Places::of(seat)).0.count_ones());
        let winner = match one.cmp(&two) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Seat::One),
            std::cmp::Ordering::Less => Some(Seat::Two),
        };
        for seat in Seat::BOTH {
            self.pos.wins[seat] += u8::from(winner != Some(seat.rival()));
        }
        match winner {
            Some(seat) => self.tell(EventDraft::new(EventKind::Won).seat(seat).number(one.max(two) as i16)),
            None => self.tell(EventDraft::new(EventKind::Tied).number(one as i16)),
        }
        let enough = |seat: Seat| self.pos.wins[seat] >= ENOUGH_WINS;
        match (enough(Seat::One), enough(Seat::Two)) {
            (true, true) => return Step::Over(Outcome::Draw),
            (true, false) => return Step::Over(Outcome::Won(Seat::One)),
            (false, true) => return Step::Over(Outcome::Won(Seat::Two)),
            (false, false) => {}
        }
        self.pos.agenda.pop();
        self.clean_up();
        // SK Match: the loser of the last one starts; after a tie the other player than last time.
        let starter = winner.map_or(self.pos.starter.rival(), Seat::rival);
        (self.pos.starter, self.pos.turn, self.pos.phase) = (starter, starter, Phase::Start);
        self.pos.taken = BySeat::new(0, 0);
        self.pos.done = BySeat::new(false, false);
        self.pos.skirmish += 1;
        self.tell(EventDraft::new(EventKind::Skirmish).seat(starter).number(i16::from(self.pos.skirmish)));
        for seat in Seat::BOTH {
            self.draw(seat, BETWEEN, CardRef::NONE);
        }
        Step::Go
    }

    /// All units to graveyards, tokens vanish, modifiers are cleared. That is no death.
    fn clean_up(&mut self) {
        let taken = self.pos.field.taken();
        for place in taken.from(Seat::One) {
            let card = self.pos.field.cards[place];
            if self.pos.card(card).made() {
                self.lay_down(card);
            }
        }
        for seat in Seat::BOTH {
            let (cards, field) = (&self.pos.cards, &self.pos.field);
            let units = taken.and(Places::of(seat)).from(seat).map(|place| field.cards[place]);
            let units = units.filter(|card| !cards[card.0 as usize].made());
            let laid = self.pos.zones.pour(Way { from: zone(seat, Zone::Field), to: zone(seat, Zone::Graveyard) });
            laid.iter_mut().zip(units).for_each(|(to, card)| *to = card.0);
        }
        self.pos.field = Field::EMPTY;
        self.pos.mods = BySlot::all(0);
        self.tell(EventDraft::new(EventKind::Cleaned));
    }
}
