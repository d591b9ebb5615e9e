//! What others see of a card where a link to it is pasted: its face beside its name and text.

use kurbo::{Affine, Point, Rect};

use crate::back::{back_colour, ground};
use crate::facts::{Pictures, Printed, capital, line_of};
use crate::front::{HEIGHT, WIDTH, card};
use crate::letters::Letters;
use crate::luck::Colour;
use crate::paragraph::{Piece, height, set, wrap};
use crate::shapes::{Page, Shape, rounded};

const SOFT: Colour = Colour([0xe6, 0xe0, 0xd0]);
const GOLD: Colour = Colour([0xf3, 0xd9, 0x9a]);

/// A card and the game it is of.
pub struct Preview<'a> {
    /// The card.
    pub printed: Printed<'a>,
    /// What people call its game.
    pub title: &'a str,
}

/// The picture, 1200 by 630: so many millimetres, for one pixel each.
pub fn preview(about: &Preview, pictures: &dyn Pictures) -> Page {
    let (width, high) = (1200.0, 630.0);
    let colour = back_colour(about.printed.game);
    let mut shapes = ground(Rect::new(0.0, 0.0, width, high), colour.mix(Colour::BLACK, 0.25));
    let scale = 550.0 / HEIGHT;
    let laid = Affine::translate((60.0, 40.0)) * Affine::scale(scale);
    shapes.push(Shape::faint(rounded(Rect::new(52.0, 46.0, 68.0 + WIDTH * scale, 606.0), 26.0), Colour::BLACK, 0.35));
    shapes.extend(card(&about.printed, pictures).shapes.into_iter().map(|shape| shape.laid(laid)));

    let left = 60.0 + WIDTH * scale + 60.0;
    let room = width - 60.0 - left;
    let mut y = 70.0;
    let mut write = |pieces: &[Piece], size: f64, foot: f64, after: f64| {
        let lines = wrap(pieces, size, room);
        if y + height(&lines, size) > foot {
            return false;
        }
        shapes.extend(set(&lines, size, Point::new(left, y)));
        y += height(&lines, size) + after;
        true
    };
    let facts = about.printed.card;
    write(&[Piece::new(Letters::Bold, GOLD, about.title)], 30.0, high, 14.0);
    let name = [Piece::new(Letters::Title, Colour::WHITE, facts.name.clone())];
    let size = if facts.name.chars().count() > 30 { 56.0 } else { 72.0 };
    write(&name, size, high, 16.0);
    let more = [about.printed.word(), about.printed.more(), facts.stats.clone().unwrap_or_default()];
    let more: Vec<String> = more.into_iter().filter(|word| !word.is_empty()).collect();
    write(&[Piece::new(Letters::Body, SOFT, more.join(" · "))], 28.0, high, 26.0);
    if !facts.keywords.is_empty() {
        let words: Vec<String> = facts.keywords.iter().map(|word| capital(word)).collect();
        write(&[Piece::new(Letters::Bold, Colour::WHITE, words.join(", "))], 30.0, high - 50.0, 10.0);
    }
    for line in &facts.text {
        let (when, does) = line_of(line);
        let body = |words: String| Piece::new(Letters::Body, Colour::WHITE, words);
        let pieces = match when {
            Some(when) => vec![Piece::new(Letters::Bold, GOLD, when), body(format!(" {does}"))],
            None => vec![body(does)],
        };
        // The face beside it has the whole text.
        if !write(&pieces, 30.0, high - 50.0, 10.0) {
            write(&[body("…".into())], 30.0, high, 0.0);
            break;
        }
    }
    Page { width, height: high, shapes }
}
