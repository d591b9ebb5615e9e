//! Sheets of paper, and where cards lie on them.

use kurbo::Point;

use crate::front::{HEIGHT, WIDTH};

/// How much of a card's edge is printed beyond where it is cut, in millimetres.
pub const BLEED: f64 = 1.5;
/// What printers leave empty.
const MARGIN: f64 = 5.0;

/// What is printed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Places of cards on a sheet.
pub struct Grid {
    /// The width of the sheet as it is held.
    pub width: f64,
    /// The height of the sheet as it is held.
    pub height: f64,
    /// How many cards lie side by side.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
}

impl Paper {
    /// Its width and height, upright.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// Upright or across, as more cards fit.
    pub fn grid(self) -> Grid {
        let (short, long) = self.size();
        let (upright, across) = (Grid::on(short, long), Grid::on(long, short));
        if across.places() > upright.places() { across } else { upright }
    }
}

impl Grid {
    fn on(width: f64, height: f64) -> Grid {
        let fitting = |room: f64, card: f64| ((room - 2.0 * MARGIN) / (card + 2.0 * BLEED)) as usize;
        Grid { width, height, columns: fitting(width, WIDTH), rows: fitting(height, HEIGHT) }
    }

    /// How many cards a sheet has.
    pub fn places(&self) -> usize {
        self.columns * self.rows
    }

    /// The corner of a card: the first is at the top on the left; seen from behind, on the right.
    pub fn corner(&self, place: usize, behind: bool) -> Point {
        let (row, column) = (place / self.columns, place % self.columns);
        let column = if behind { self.columns - 1 - column } else { column };
        let begin = |room: f64, card: f64, count: usize| (room - (card + 2.0 * BLEED) * count as f64) / 2.0 + BLEED;
        Point::new(
            begin(self.width, WIDTH, self.columns) + column as f64 * (WIDTH + 2.0 * BLEED),
            begin(self.height, HEIGHT, self.rows) + row as f64 * (HEIGHT + 2.0 * BLEED),
        )
    }
}
