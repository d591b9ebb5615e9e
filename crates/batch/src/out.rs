//! The arrays that a batch writes. They belong to the caller.

use playmat_cards::Layout;

use crate::BatchError;

/// The arrays of a batch of n matches. Each is written at every step. They must be zero before the first one, and what the batch
/// wrote into `options` and `mask` must stay there until the next one: rows that are no longer used are found by the mask.
pub struct Out<'a> {
    /// What the asked seat sees: n times [`Layout::len`].
    pub observations: &'a mut [i16],
    /// The options, a row for each: n times the rows and columns of [`Layout::options`]. Unused rows are zero.
    pub options: &'a mut [i16],
    /// Which rows are options: n times the rows. They are always the first ones.
    pub mask: &'a mut [i8],
    /// How many options there are.
    pub count: &'a mut [i32],
    /// The seat that is asked: 0 or 1.
    pub seat: &'a mut [u8],
    /// What the match that ended in this step was worth to each seat, n times 2: 1 for a win, -1 for a loss, 0 for a draw. Zero
    /// where none ended.
    pub reward: &'a mut [f32],
    /// Whether a match ended in this step. What is seen is then the first question of the next match.
    pub done: &'a mut [u8],
    /// The seed of the match that is seen.
    pub seed: &'a mut [u64],
}

/// How long the arrays of one match are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Numbers of an observation.
    pub observation: usize,
    /// Rows of options.
    pub rows: usize,
    /// Columns of an option.
    pub columns: usize,
}

/// The arrays of one match.
pub(crate) struct Row<'a> {
    pub observation: &'a mut [i16],
    pub options: &'a mut [i16],
    pub mask: &'a mut [i8],
    pub count: &'a mut i32,
    pub seat: &'a mut u8,
    pub reward: &'a mut [f32],
    pub done: &'a mut u8,
    pub seed: &'a mut u64,
}

impl Sizes {
    /// Those of a layout.
    pub const fn of(layout: &Layout) -> Self {
        Sizes { observation: layout.len(), rows: layout.options.rows, columns: layout.options.columns.len() }
    }
}

impl Out<'_> {
    /// Whether every array has the right length for so many matches.
    pub(crate) fn check(&self, matches: usize, sizes: Sizes) -> Result<(), BatchError> {
        let lengths = [
            ("observations", self.observations.len(), sizes.observation),
            ("options", self.options.len(), sizes.rows * sizes.columns),
            ("mask", self.mask.len(), sizes.rows),
            ("count", self.count.len(), 1),
            ("seat", self.seat.len(), 1),
            ("reward", self.reward.len(), 2),
            ("done", self.done.len(), 1),
            ("seed", self.seed.len(), 1),
        ];
        match lengths.into_iter().find(|(_, given, each)| *given != matches * each) {
            Some((name, given, each)) => Err(BatchError::Array { name, given, right: matches * each }),
            None => Ok(()),
        }
    }

    /// Cuts the first `matches` off.
    pub(crate) fn split(self, matches: usize, sizes: Sizes) -> (Self, Self) {
        let (observations, observations_) = self.observations.split_at_mut(matches * sizes.observation);
        let (options, options_) = self.options.split_at_mut(matches * sizes.rows * sizes.columns);
        let (mask, mask_) = self.mask.split_at_mut(matches * sizes.rows);
        let (count, count_) = self.count.split_at_mut(matches);
        let (seat, seat_) = self.seat.split_at_mut(matches);
        let (reward, reward_) = self.reward.split_at_mut(matches * 2);
        let (done, done_) = self.done.split_at_mut(matches);
        let (seed, seed_) = self.seed.split_at_mut(matches);
        let first = Out { observations, options, mask, count, seat, reward, done, seed };
        let rest = Out {
            observations: observations_,
            options: options_,
            mask: mask_,
            count: count_,
            seat: seat_,
            reward: reward_,
            done: done_,
            seed: seed_,
        };
        (first, rest)
    }

    /// The arrays of one match.
    pub(crate) fn row(&mut self, at: usize, sizes: Sizes) -> Row<'_> {
        let Sizes { observation, rows, columns } = sizes;
        Row {
            observation: &mut self.observations[at * observation..][..observation],
            options: &mut self.options[at * rows * columns..][..rows * columns],
            mask: &mut self.mask[at * rows..][..rows],
            count: &mut self.count[at],
            seat: &mut self.seat[at],
            reward: &mut self.reward[at * 2..][..2],
            done: &mut self.done[at],
            seed: &mut self.seed[at],
        }
    }
}
