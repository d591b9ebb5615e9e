//! The rules of a game on one page: in short, and what the words of the printed cards mean.

use kurbo::{Line as Stroke, Point};

use crate::back::back_colour;
use crate::letters::Letters;
use crate::luck::Colour;
use crate::paper::Paper;
use crate::paragraph::{Line, Piece, height, set, wrap};
use crate::shapes::{Page, Shape};

/// What the page says.
pub struct Summary<'a> {
    /// The name of the game, for its colour.
    pub game: &'a str,
    /// What people call it.
    pub title: &'a str,
    /// Headings and what stands below each; words between `**` stand out.
    pub guide: &'a [(&'a str, &'a [&'a str])],
    /// Words and what they mean.
    pub words: &'a [(String, String)],
    /// A line at the foot.
    pub note: &'a str,
}

const MARGIN: f64 = 13.0;
const GAP: f64 = 7.0;
const COLUMNS: usize = 2;
const INK: Colour = Colour([0x22, 0x26, 0x24]);
/// From the largest letters to the smallest: 10.5 and 4.8 points.
const LARGEST: f64 = 3.7;
const LEAST: f64 = 1.7;

/// Lines that stay together, with the room above them.
struct Block {
    above: f64,
    size: f64,
    /// Whether it begins a column, if there is one left.
    fresh: bool,
    lines: Vec<Line>,
}

/// The page; none if there is too much to say even in the smallest letters.
pub fn rules_page(paper: Paper, about: &Summary) -> Option<Page> {
    let (width, high) = paper.size();
    let colour = back_colour(about.game);
    let top = MARGIN + 15.0;
    let column = (width - 2.0 * MARGIN - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let room = high - MARGIN - 4.0 - top;
    let mut size = LARGEST;
    let placed = loop {
        if let Some(placed) = place(blocks(about, size, column, colour), room) {
            break placed;
        }
        size *= 0.97;
        if size < LEAST {
            return None;
        }
    };
    let title = format!("{}: the rules in short", about.title);
    let heading = [Piece::new(Letters::Title, colour, title)];
    let mut shapes = set(&wrap(&heading, 7.5, width - 2.0 * MARGIN), 7.5, Point::new(MARGIN, MARGIN));
    let rule = MARGIN + 10.5;
    shapes.push(Shape::drawn(Stroke::new((MARGIN, rule), (width - MARGIN, rule)), colour, 0.5, 1.0));
    for (at, y, block) in placed {
        let x = MARGIN + at as f64 * (column + GAP);
        shapes.extend(set(&block.lines, block.size, Point::new(x, top + y)));
    }
    let note = [Piece::new(Letters::Body, Colour([0x66, 0x66, 0x66]), about.note)];
    shapes.extend(set(&wrap(&note, 2.3, width - 2.0 * MARGIN), 2.3, Point::new(MARGIN, high - MARGIN)));
    Some(Page { width, height: high, shapes })
}

fn blocks(about: &Summary, size: f64, column: f64, colour: Colour) -> Vec<Block> {
    let mut blocks = Vec::new();
    let heading = |words: &str| {
        let size = size * 1.25;
        let lines = wrap(&[Piece::new(Letters::Title, colour, words)], size, column);
        Block { above: 0.7 * size, size, fresh: false, lines }
    };
    for (title, texts) in about.guide {
        blocks.push(heading(title));
        for text in *texts {
            let lines = wrap(&pieces(text), size, column);
            blocks.push(Block { above: 0.35 * size, size, fresh: false, lines });
        }
    }
    if !about.words.is_empty() {
        blocks.push(Block { fresh: true, ..heading("Words on these cards") });
    }
    for (word, meaning) in about.words {
        let said =
            [Piece::new(Letters::Bold, colour, format!("{word}:")), Piece::new(Letters::Body, INK, format!(" {meaning}"))];
        blocks.push(Block { above: 0.25 * size, size, fresh: false, lines: wrap(&said, size, column) });
    }
    blocks
}

/// The columns and heights of blocks; none if they need more room. A heading does not stand alone at the foot of a column.
fn place(blocks: Vec<Block>, room: f64) -> Option<Vec<(usize, f64, Block)>> {
    let mut placed = Vec::new();
    let (mut column, mut y) = (0, 0.0);
    let high: Vec<f64> = blocks.iter().map(|block| height(&block.lines, block.size)).collect();
    let is_heading: Vec<bool> =
        blocks.iter().map(|block| block.lines.iter().flatten().all(|(_, piece)| piece.letters == Letters::Title)).collect();
    for (at, block) in blocks.into_iter().enumerate() {
        let next = if is_heading[at] { high.get(at + 1).copied().unwrap_or_default() + block.size } else { 0.0 };
        let above = if y > 0.0 { block.above } else { 0.0 };
        let begins = block.fresh && y > 0.0 && column + 1 < COLUMNS;
        if begins || y + above + high[at] + next > room {
            column += 1;
            y = 0.0;
        }
        let above = if y > 0.0 { block.above } else { 0.0 };
        if column == COLUMNS || high[at] > room {
            return None;
        }
        placed.push((column, y + above, block));
        y += above + high[at];
    }
    Some(placed)
}

/// A text cut where words stand out.
fn pieces(text: &str) -> Vec<Piece> {
    let letters = |at: usize| if at % 2 == 1 { Letters::Bold } else { Letters::Body };
    text.split("**").enumerate().map(|(at, words)| Piece::new(letters(at), INK, words)).collect()
}
