//! Random games of Skirmish, fast: cards of the hand and slots are picked where they lie, without writing the list.
//!
//! Without it (each question listed, one option taken) a random game takes 9.1 % more instructions: 6.9 % for the moves of a turn, 2.0 % for slots.
//! `tools/instructions.sh check` tells.

use playmat_cards::{Event, program_options};
use playmat_kernel::{Chance, Fast, Listener, Options, Silence, Step};

use crate::Skirmish;
use crate::choice::{Choice, last_move, plays, slots, uses};
use crate::facts::Cx;
use crate::rules::Rules;
use crate::state::{Frame, Position};

impl Fast for Skirmish {
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

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// What is known by its place alone is not listed.
    #[inline]
    fn pick_and_take(&mut self, room: &mut Options<Choice>, which: impl FnOnce(&mut C, usize) -> usize) -> Step {
        match self.pos.agenda.top_ref() {
            Some(Frame::Turn) => {
                let mut part = None;
                let plays = plays(self.rules, self.pos, &mut part);
                uses(self.rules, self.pos, room);
                let place = which(self.chance, plays.len() + room.len() + 1);
                match plays.get(place) {
                    Some(&card) => self.play(card),
                    None => self.take_other_move(room.get(place - plays.len()).copied().unwrap_or(last_move(self.pos))),
                }
            }
            Some(&Frame::Play { card }) => {
                let (slots, count) = slots(self.rules, self.pos, card);
                let slot = slots[which(self.chance, *count)];
                self.take_slot(card, slot)
            }
            Some(Frame::Run(run)) => {
                program_options::<Skirmish>(self.rules, self.pos, run, room);
                let choice = room[which(self.chance, room.len())];
                self.take_run(choice)
            }
            _ => Step::Go,
        }
    }
}
