//! Cards on sheets, with marks where they are cut.

use kurbo::{Affine, Line, Point};

use crate::front::{HEIGHT, WIDTH};
use crate::letters::Letters;
use crate::luck::Colour;
use crate::paper::{BLEED, Grid, Paper};
use crate::paragraph::centred;
use crate::shapes::{Page, Shape};

/// The length of a mark outside of all cards; between cards a mark ends in the middle.
const MARK: f64 = 4.0;

/// Sheets with these cards, each laid out with its bleed; at the foot of each a note.
pub fn sheets(paper: Paper, cards: &[Vec<Shape>], note: &str) -> Vec<Page> {
    let grid = paper.grid();
    cards.chunks(grid.places()).map(|cards| sheet(&grid, cards, false, note)).collect()
}

/// The sheet that is printed behind a sheet with so many cards, when it is turned over its long or its upright edge.
pub fn backs(paper: Paper, count: usize, back: &[Shape]) -> Page {
    let grid = paper.grid();
    let cards: Vec<Vec<Shape>> = (0..count.min(grid.places())).map(|_| back.to_vec()).collect();
    sheet(&grid, &cards, true, "")
}

fn sheet(grid: &Grid, cards: &[Vec<Shape>], behind: bool, note: &str) -> Page {
    let mut shapes = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        let corner = grid.corner(place, behind);
        let laid = Affine::translate(corner.to_vec2());
        shapes.extend(card.iter().cloned().map(|shape| shape.laid(laid)));
    }
    for place in 0..cards.len() {
        marks(grid, place, behind, &mut shapes);
    }
    if !note.is_empty() {
        let foot = Point::new(grid.width / 2.0, grid.height - 6.0);
        shapes.push(centred(note, Letters::Body, 2.3, foot, Colour([0x66, 0x66, 0x66])));
    }
    Page { width: grid.width, height: grid.height, shapes }
}

/// Two short lines at each corner of a card, in what is cut off.
fn marks(grid: &Grid, place: usize, behind: bool, shapes: &mut Vec<Shape>) {
    let at = grid.corner(place, behind);
    let (first, last) = (grid.corner(0, false), grid.corner(grid.places() - 1, false));
    for (x, out_x, edge_x) in [(at.x, -1.0, at.x == first.x), (at.x + WIDTH, 1.0, at.x == last.x)] {
        for (y, out_y, edge_y) in [(at.y, -1.0, at.y == first.y), (at.y + HEIGHT, 1.0, at.y == last.y)] {
            let reach = |edge: bool| if edge { BLEED + MARK } else { BLEED };
            let across = Line::new((x + out_x * 0.3, y), (x + out_x * reach(edge_x), y));
            let down = Line::new((x, y + out_y * 0.3), (x, y + out_y * reach(edge_y)));
            for mark in [across, down] {
                shapes.push(Shape::drawn(mark, Colour::WHITE, 0.4, 1.0));
                shapes.push(Shape::drawn(mark, Colour::BLACK, 0.12, 1.0));
            }
        }
    }
}
