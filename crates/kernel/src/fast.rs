//! Random games by the million: questions answered as fast as a game can.
//!
//! What a game does for this alone stands in a file of its own, apart from its rules, and leads to the same: the free suite compares both.

use crate::table::{status, until_asked};
use crate::{Chance, Game, Options, Outcome, Silence, Status, Step, Table};

/// A game in which questions are answered fast. The plain way is to list the options and to take one of them; a game may find one without
/// writing the list, or take it without naming it.
pub trait Fast: Game {
    /// Takes the option at the place that `which` chooses when it is told how many there are, and returns what that led to, as
    /// [`Game::take`] does. It must be the option that the full list has there. `room` is an empty list to work in; `which` gets the chance
    /// that the rules use.
    #[inline]
    fn pick_and_take<C: Chance>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        room: &mut Options<Self::Choice>,
        which: impl FnOnce(&mut C, usize) -> usize,
        chance: &mut C,
    ) -> Step {
        Self::options(rules, position, room);
        let choice = room[which(chance, room.len())];
        Self::take(rules, position, choice, chance, &mut Silence)
    }
}

impl<G: Fast> Table<G> {
    /// Answers the pending question with [`Fast::pick_and_take`], without a listener. It is compiled with its chance in every crate that calls
    /// it, which takes long: use it for random games by the million only. Does nothing when the match is over.
    #[inline(always)]
    pub fn play_at_speed<C: Chance>(
        &mut self,
        rules: &G::Rules,
        room: &mut Options<G::Choice>,
        chance: &mut C,
        which: impl FnOnce(&mut C, usize) -> usize,
    ) {
        if let Step::Ask(_) = self.led_to {
            self.led_to = answered::<G, _>(rules, &mut self.position, room, chance, which);
        }
    }

    /// [`Table::play_at_speed`] until the match is over. Returns how it ended.
    #[inline(never)]
    pub fn play_out_at_speed<C: Chance>(
        &mut self,
        rules: &G::Rules,
        room: &mut Options<G::Choice>,
        chance: &mut C,
        mut which: impl FnMut(&mut C, usize) -> usize,
    ) -> Outcome {
        // The loop keeps the last step in a register.
        let mut led_to = self.led_to;
        while let Step::Ask(_) = led_to {
            led_to = answered::<G, _>(rules, &mut self.position, room, chance, &mut which);
        }
        self.led_to = led_to;
        match status(led_to) {
            Status::Over(outcome) => outcome,
            Status::Asks(_) => Outcome::Draw,
        }
    }
}

/// Answers a question by `which`, and goes on to the next one.
#[inline(always)]
fn answered<G: Fast, C: Chance>(
    rules: &G::Rules,
    position: &mut G::Position,
    room: &mut Options<G::Choice>,
    chance: &mut C,
    which: impl FnOnce(&mut C, usize) -> usize,
) -> Step {
    room.clear();
    let taken = G::pick_and_take(rules, position, room, which, chance);
    until_asked::<G, _, _>(rules, position, taken, chance, &mut Silence)
}
