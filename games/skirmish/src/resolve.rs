//! The end of a skirmish (SK Resolution): control, Conquer, award, match, clean-up.

use playmat_cards::{CardRef, Event, Tale, tale};
use playmat_kernel::{BySeat, Chance, Listener, Outcome, Seat, Step};

use crate::facts::Cx;
use crate::setup::BETWEEN;
use crate::state::{BySlot, ENOUGH_WINS, Field, Frame, Phase, Place, Places, Position, Resolve, TERRAINS, Zone};
use crate::words::{Keyword, Trigger};

/// Who controls a terrain: the higher power, a unit alone, nobody if equal or empty. An underdog inverts only a terrain where
/// both sides have a unit, and two of them invert it once.
pub fn controls(pos: &Position, terrain: usize) -> Option<Seat> {
    let places = Seat::BOTH.map(|seat| Place::new(seat, terrain));
    let taken = pos.field.taken();
    match (taken.has(places[0]), taken.has(places[1])) {
        (false, false) => None,
        (true, false) => Some(Seat::One),
        (false, true) => Some(Seat::Two),
        (true, true) => {
            let [a, b] = places.map(|place| pos.power(place));
            let underdogs = pos.field.with(Keyword::Underdog);
            let inverted = places.iter().any(|&place| underdogs.has(place));
            match a.cmp(&b) {
                std::cmp::Ordering::Equal => None,
                order if (order == std::cmp::Ordering::Greater) != inverted => Some(Seat::One),
                _ => Some(Seat::Two),
            }
        }
    }
}

/// How many terrains each player controls.
pub fn points(pos: &Position) -> BySeat<u8> {
    let mut points = BySeat::new(0, 0);
    for seat in (0..TERRAINS).filter_map(|terrain| controls(pos, terrain)) {
        points[seat] += 1;
    }
    points
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// One step of the resolution. Who controls what is fixed before anybody conquers.
    #[inline(never)]
    pub fn step_resolve(&mut self, step: Resolve, won: Places, next: u8) -> Step {
        match step {
            Resolve::Control => {
                let mut won = Places::NONE;
                for terrain in 0..TERRAINS {
                    if let Some(seat) = controls(self.pos, terrain) {
                        won = won.or(Places::only(Place::new(seat, terrain)));
                        self.tell(Tale { seat: Some(seat), number: Some(terrain as i16), ..tale("controlled") });
                    }
                }
                self.set_top(Frame::Resolve { step: Resolve::Conquer, won, next: 0 });
            }
            Resolve::Conquer => {
                let conquerors = won.and(self.pos.field.heeding(Trigger::Conquer));
                if let Some(place) = conquerors.from(Seat::One).skip_to(next).next() {
                    self.set_top(Frame::Resolve { step, won, next: place.0 + 1 });
                    self.run_unit(Trigger::Conquer, place, 0);
                    return Step::Go;
                }
                self.set_top(Frame::Resolve { step: Resolve::Award, won, next: 0 });
            }
            Resolve::Award => return self.award(won),
        }
        Step::Go
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
            Some(seat) => self.tell(Tale { seat: Some(seat), number: Some(one.max(two) as i16), ..tale("won") }),
            None => self.tell(Tale { number: Some(one as i16), ..tale("tied") }),
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
        self.tell(Tale { seat: Some(starter), number: Some(i16::from(self.pos.skirmish)), ..tale("skirmish") });
        for seat in Seat::BOTH {
            self.draw(seat, BETWEEN, CardRef::NONE);
        }
        Step::Go
    }

    /// All units to graveyards, tokens vanish, modifiers are cleared. That is no death.
    fn clean_up(&mut self) {
        for place in self.pos.field.taken().from(Seat::One) {
            self.lay_down(self.pos.field.cards[place], Zone::Field);
        }
        self.pos.field = Field::EMPTY;
        self.pos.mods = BySlot::all(0);
        self.tell(tale("cleaned"));
    }
}
