//! The back of a game's cards.

use kurbo::{Affine, Circle, Point, Rect};

use crate::art::ART;
use crate::facts::Pictures;
use crate::front::{HEIGHT, WIDTH};
use crate::luck::Colour;
use crate::shapes::{Paint, Shape, rounded, stop};

const GOLD: Colour = Colour([0xf3, 0xe6, 0xc2]);
const EDGE: Colour = Colour([0xe9, 0xd9, 0xad]);

/// The back of a card, with so much around it as is cut off.
pub fn back(game: &str, pictures: &dyn Pictures, bleed: f64) -> Vec<Shape> {
    let card = Rect::new(0.0, 0.0, WIDTH, HEIGHT);
    let known = ART.backs.get(game).or_else(|| ART.backs.get(""));
    let colour = back_colour(game);
    let mut shapes = ground(card.inflate(bleed, bleed), colour);
    let scale = (card.width() / 260.0).max(card.height() / 330.0);
    let laid = Affine::translate(card.center().to_vec2()) * Affine::scale(scale) * Affine::translate((-130.0, -165.0));
    let middle = Point::new(130.0, 165.0);
    let mut within = Vec::new();
    within.extend(known.map(|back| Shape::faint(&back.ornament.0, Colour::WHITE, 0.09)));
    within.push(Shape::drawn(Circle::new(middle, 78.0), GOLD, 3.0, 0.8));
    within.push(Shape::drawn(Circle::new(middle, 86.0), GOLD, 1.2, 0.5));
    if let Some(sign) = known.and_then(|back| pictures.drawing(game, &back.sign)) {
        let sign = Affine::translate(middle.to_vec2()) * sign.sized(512.0 * 0.22);
        within.push(Shape::drawn(sign.clone(), Colour::BLACK, 26.0 * 0.22, 0.35));
        within.push(Shape::filled(sign, GOLD));
    }
    shapes.push(Shape::Within {
        outline: kurbo::Shape::to_path(&card.inflate(bleed, bleed), 0.01),
        shapes: within.into_iter().map(|shape| shape.laid(laid)).collect(),
    });
    shapes.push(Shape::drawn(rounded(card.inset(-2.6), 2.4), EDGE, 0.7, 1.0));
    shapes.push(Shape::drawn(rounded(card.inset(-3.3), 1.8), colour.mix(Colour::BLACK, 0.45), 0.5, 1.0));
    shapes
}

/// The colour of a game.
pub fn back_colour(game: &str) -> Colour {
    ART.backs.get(game).and_then(|back| back.colour).unwrap_or(ART.plain.back)
}

/// The ground of a back, filling an area.
pub fn ground(area: Rect, colour: Colour) -> Vec<Shape> {
    let slant = vec![stop(0.0, colour, 1.0), stop(1.0, colour.mix(Colour::BLACK, 0.6), 1.0)];
    let lit = colour.mix(Colour::WHITE, 0.38);
    let glow = vec![stop(0.0, lit, 1.0), stop(1.0, lit, 0.0)];
    let middle = Point::new(area.center().x, area.y0 + 0.48 * area.height());
    vec![
        Shape::filled(area, Paint::slanted(area, 160.0, slant)),
        Shape::filled(area, Paint::around(middle, 0.6 * area.width(), 0.46 * area.height(), glow)),
    ]
}
