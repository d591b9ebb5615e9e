//! What a card and a page are laid out as: shapes and texts, the first below all others.

use kurbo::{Affine, BezPath, Point, Rect, RoundedRect, Shape as _};

use crate::letters::Letters;
use crate::luck::Colour;

/// Curves are kept to a two-hundredth of a millimetre.
const EXACT: f64 = 0.005;

/// A page, a card or a picture.
pub struct Page {
    /// In millimetres.
    pub width: f64,
    /// In millimetres.
    pub height: f64,
    /// From the lowest to the topmost.
    pub shapes: Vec<Shape>,
}

/// One thing that is drawn.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A filled outline.
    Filled {
        /// The outline.
        path: BezPath,
        /// With what.
        paint: Paint,
        /// How much of it is seen, from 0 to 1.
        alpha: f64,
    },
    /// A line along a path.
    Drawn {
        /// The path.
        path: BezPath,
        /// Its colour.
        colour: Colour,
        /// How broad it is.
        width: f64,
        /// Lengths of dashes and gaps; none for a whole line.
        dashes: Vec<f64>,
        /// How much of it is seen, from 0 to 1.
        alpha: f64,
    },
    /// Words in one line.
    Text(Text),
    /// What is seen within an outline alone.
    Within {
        /// The outline.
        outline: BezPath,
        /// What is seen there.
        shapes: Vec<Shape>,
    },
}

/// Words in one line.
#[derive(Clone, Debug)]
pub struct Text {
    /// Where the line begins, on which the letters stand.
    pub at: Point,
    /// The height of a line of these letters.
    pub size: f64,
    /// Which letters.
    pub letters: Letters,
    /// What is written.
    pub words: String,
    /// In which colour.
    pub colour: Colour,
}

/// What an outline is filled with.
#[derive(Clone, Debug)]
pub enum Paint {
    /// One colour.
    Plain(Colour),
    /// Colours from one point to another.
    Linear(Point, Point, Vec<Stop>),
    /// Colours from a middle outwards: the circle of radius 1 around nothing, laid there.
    Radial(Affine, Vec<Stop>),
}

/// A colour of a row of colours.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Where, from 0 to 1.
    pub at: f64,
    /// Which.
    pub colour: Colour,
    /// How much of it is seen, from 0 to 1.
    pub alpha: f64,
}

/// A colour in a row.
pub fn stop(at: f64, colour: Colour, alpha: f64) -> Stop {
    Stop { at, colour, alpha }
}

/// Colours in a row at even distances.
pub fn even(colours: &[Colour]) -> Vec<Stop> {
    let last = colours.len().max(2) - 1;
    colours.iter().enumerate().map(|(at, colour)| stop(at as f64 / last as f64, *colour, 1.0)).collect()
}

impl Shape {
    /// Filled with something.
    pub fn filled(path: impl kurbo::Shape, paint: impl Into<Paint>) -> Shape {
        Shape::faint(path, paint, 1.0)
    }

    /// Filled with something that can be seen through.
    pub fn faint(path: impl kurbo::Shape, paint: impl Into<Paint>, alpha: f64) -> Shape {
        Shape::Filled { path: path.to_path(EXACT), paint: paint.into(), alpha }
    }

    /// A whole line.
    pub fn drawn(path: impl kurbo::Shape, colour: Colour, width: f64, alpha: f64) -> Shape {
        Shape::Drawn { path: path.to_path(EXACT), colour, width, dashes: vec![], alpha }
    }

    /// Moved and made larger by the same in both directions.
    pub fn laid(self, by: Affine) -> Shape {
        let scale = by.determinant().abs().sqrt();
        match self {
            Shape::Filled { path, paint, alpha } => Shape::Filled { path: by * path, paint: paint.laid(by), alpha },
            Shape::Drawn { path, colour, width, dashes, alpha } => Shape::Drawn {
                path: by * path,
                colour,
                width: width * scale,
                dashes: dashes.iter().map(|dash| dash * scale).collect(),
                alpha,
            },
            Shape::Text(text) => Shape::Text(Text { at: by * text.at, size: text.size * scale, ..text }),
            Shape::Within { outline, shapes } => {
                Shape::Within { outline: by * outline, shapes: shapes.into_iter().map(|shape| shape.laid(by)).collect() }
            }
        }
    }

    /// All texts in it.
    pub fn texts(&self) -> Vec<&Text> {
        match self {
            Shape::Text(text) => vec![text],
            Shape::Within { shapes, .. } => shapes.iter().flat_map(Shape::texts).collect(),
            Shape::Filled { .. } | Shape::Drawn { .. } => vec![],
        }
    }
}

impl Paint {
    fn laid(self, by: Affine) -> Paint {
        match self {
            Paint::Plain(colour) => Paint::Plain(colour),
            Paint::Linear(from, to, stops) => Paint::Linear(by * from, by * to, stops),
            Paint::Radial(place, stops) => Paint::Radial(by * place, stops),
        }
    }

    /// As style sheets have `linear-gradient` with an angle, which is counted from upwards to the right.
    pub fn slanted(area: Rect, degrees: f64, stops: Vec<Stop>) -> Paint {
        let (x, y) = (degrees.to_radians().sin(), -degrees.to_radians().cos());
        let half = (area.width() * x.abs() + area.height() * y.abs()) / 2.0;
        let middle = area.center();
        Paint::Linear(
            Point::new(middle.x - x * half, middle.y - y * half),
            Point::new(middle.x + x * half, middle.y + y * half),
            stops,
        )
    }

    /// An ellipse around a point.
    pub fn around(middle: Point, across: f64, down: f64, stops: Vec<Stop>) -> Paint {
        Paint::Radial(Affine::translate(middle.to_vec2()) * Affine::scale_non_uniform(across, down), stops)
    }
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Paint::Plain(colour)
    }
}

/// A rectangle with round corners.
pub fn rounded(area: Rect, corner: f64) -> BezPath {
    RoundedRect::from_rect(area, corner).to_path(EXACT)
}
