//! The front of a card: frame, picture, name, text as large as it fits, numbers.

use kurbo::{BezPath, Circle, Point, Rect, Shape as _};

use crate::art::{ART, Size};
use crate::facts::{Figure, FigureKind, Pictures, Printed, capital, line_of};
use crate::letters::Letters;
use crate::luck::Colour;
use crate::paragraph::{LEADING, Line, Piece, centred, height, longest, set, wrap};
use crate::scene::Scene;
use crate::shapes::{Page, Paint, Shape, even, rounded, stop};

/// How wide a card is, in millimetres.
pub const WIDTH: f64 = 63.0;
/// How high a card is, in millimetres.
pub const HEIGHT: f64 = 88.0;

/// A hundredth of the width: what the client's style sheets call `cqw`.
const C: f64 = WIDTH / 100.0;
/// No letters of a text are smaller: 4.8 points.
const LEAST: f64 = 1.7;
/// The colour below names and numbers.
const NIGHT: Colour = Colour([3, 8, 12]);
const GOLD: Colour = Colour([0xf6, 0xe6, 0xbf]);

/// How round the corners of a card are, in millimetres.
pub fn corner() -> f64 {
    ART.sizes.corner * C
}

/// A front that was laid out.
pub struct Front {
    /// Its shapes; the corner of the card is at nothing, and the bleed around it.
    pub shapes: Vec<Shape>,
    /// The size of the letters of its text, in millimetres.
    pub text_size: f64,
    /// Whether everything found room. A card whose text is too long even in the smallest letters is cut at its box.
    pub fits: bool,
}

/// Lays out a front, with so much of the frame around it as is cut off.
pub fn front(printed: &Printed, pictures: &dyn Pictures, bleed: f64) -> Front {
    let card = Rect::new(0.0, 0.0, WIDTH, HEIGHT);
    let colour = printed.frame_colour();
    let metal = vec![
        stop(0.0, colour.mix(Colour::WHITE, 0.45), 1.0),
        stop(0.22, colour, 1.0),
        stop(0.6, colour.mix(Colour::BLACK, 0.48), 1.0),
        stop(1.0, colour.mix(Colour::WHITE, 0.2), 1.0),
    ];
    let mut shapes = vec![Shape::filled(card.inflate(bleed, bleed), Paint::slanted(card, 150.0, metal))];
    let inside = card.inset(-ART.sizes.border * C);
    let mut picture = Scene::of(printed).map_or_else(Vec::new, |scene| scene.shapes(printed, pictures, inside));
    let shade = [(0.0, 0.78), (0.18, 0.3), (0.3, 0.0), (0.62, 0.0), (1.0, 0.8)].map(|(at, alpha)| stop(at, NIGHT, alpha));
    picture.push(Shape::filled(inside, Paint::slanted(inside, 180.0, shade.to_vec())));
    shapes.push(Shape::Within { outline: rounded(inside, ART.sizes.picture_corner * C), shapes: picture });
    let below_name = name(printed, pictures, &mut shapes);
    let foot = foot(printed, &mut shapes);
    let (text_size, fits) = text(printed, Rect::new(5.0 * C, below_name, 95.0 * C, foot - 1.4 * C), &mut shapes);
    if printed.card.token {
        shapes.push(Shape::Drawn {
            path: rounded(card.inset(-1.6 * C), corner() - 1.6 * C),
            colour: Colour::WHITE,
            width: 0.5,
            dashes: vec![1.6, 1.2],
            alpha: 0.85,
        });
    }
    Front { shapes, text_size, fits }
}

/// A card by itself, its corners cut round.
pub fn card(printed: &Printed, pictures: &dyn Pictures) -> Page {
    let outline = rounded(Rect::new(0.0, 0.0, WIDTH, HEIGHT), corner());
    let shapes = front(printed, pictures, 0.0).shapes;
    Page { width: WIDTH, height: HEIGHT, shapes: vec![Shape::Within { outline, shapes }] }
}

/// The gem and the name, in one line or two; how far down they reach.
fn name(printed: &Printed, pictures: &dyn Pictures, shapes: &mut Vec<Shape>) -> f64 {
    let left = 6.4 * C;
    let middle = 3.4 * C + 8.5 * C;
    let begin = gem(printed, pictures, Point::new(left, middle), shapes) + 3.0 * C;
    let room = WIDTH - 6.0 * C - begin;
    let pieces = [Piece::new(Letters::Title, Colour::WHITE, printed.card.name.clone())];
    let mut size = ART.sizes.name * C;
    let fits = |size: f64| {
        let lines = wrap(&pieces, size, room);
        let words = printed.card.name.split(' ').all(|word| Letters::Title.width(word, size) <= room);
        words && height(&lines, size) <= 17.0 * C
    };
    while !fits(size) && size > LEAST {
        size *= 0.96;
    }
    let lines = wrap(&pieces, size, room);
    let high = height(&lines, size);
    shapes.extend(set(&lines, size, Point::new(begin, middle - high / 2.0)));
    (middle + high / 2.0).max(middle + 8.0 * C)
}

/// The level of a card that has one, else the sign of its category or kind; where it ends to the right.
fn gem(printed: &Printed, pictures: &dyn Pictures, left: Point, shapes: &mut Vec<Shape>) -> f64 {
    let sizes = &ART.sizes;
    if let Some(level) = printed.level() {
        let half = sizes.level * C / 2.0 * std::f64::consts::SQRT_2;
        let middle = Point::new(left.x + half, left.y);
        let diamond = polygon(&[(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)], middle);
        let gold = even(&[Colour([0xff, 0xf3, 0xcf]), Colour([0xd7, 0x9a, 0x2c]), Colour([0x7c, 0x47, 0x06])]);
        shapes.push(Shape::drawn(diamond.clone(), Colour::WHITE, 0.5, 0.65));
        shapes.push(Shape::filled(diamond.clone(), Paint::slanted(diamond.bounding_box(), 160.0, gold)));
        shapes.push(centred(&level.to_string(), Letters::Title, 9.0 * C, middle, Colour([0x2a, 0x17, 0x00])));
        return middle.x + half;
    }
    let half = sizes.gem * C / 2.0;
    let middle = Point::new(left.x + half, left.y);
    let tint = printed.tint();
    let stone = vec![
        stop(0.0, tint.mix(Colour::WHITE, 0.45), 1.0),
        stop(0.45, tint, 1.0),
        stop(1.0, tint.mix(Colour::BLACK, 0.55), 1.0),
    ];
    let lit = Point::new(middle.x - 0.32 * half, middle.y - 0.48 * half);
    shapes.push(Shape::drawn(Circle::new(middle, half), Colour::WHITE, 0.6, 0.65));
    shapes.push(Shape::filled(Circle::new(middle, half), Paint::around(lit, 1.7 * half, 1.7 * half, stone)));
    match printed.sign(pictures) {
        Some(sign) => {
            let sign = sign.sized(1.4 * half);
            shapes.push(Shape::filled(kurbo::Affine::translate(middle.to_vec2()) * sign, Colour::WHITE));
        }
        None => {
            let letter: String = printed.ground().chars().take(1).flat_map(char::to_uppercase).collect();
            shapes.push(centred(&letter, Letters::Title, 9.0 * C, middle, Colour::WHITE));
        }
    }
    middle.x + half
}

/// The numbers and the kind; where they begin from above.
fn foot(printed: &Printed, shapes: &mut Vec<Shape>) -> f64 {
    let figures = printed.figures();
    let size = |figure: &Figure| match figure.is {
        FigureKind::Power => ART.sizes.power,
        FigureKind::Meal => ART.sizes.meal,
        _ if figure.number.len() > 2 => ART.sizes.wide,
        _ => ART.sizes.stat,
    };
    let highest = figures.iter().map(|figure| size(figure).height).fold(ART.sizes.foot - 2.0, f64::max);
    let bar = Rect::new(2.2 * C, HEIGHT - (2.0 + highest + 2.0) * C, WIDTH - 2.2 * C, HEIGHT - 2.0 * C);
    let colour = printed.frame_colour();
    let dark = Colour([5, 8, 12]);
    let band = even(&[dark.mix(colour, 0.62), dark.mix(colour, 0.34)]);
    shapes.push(Shape::filled(rounded(bar, 3.0 * C), Paint::slanted(bar, 180.0, band)));
    let (mut left, mut right) = (bar.x0 + C, bar.x1 - C);
    for figure in &figures {
        let Size { width, height, letters } = size(figure);
        let wide = (width * C).max(Letters::Title.width(&figure.number, letters * C) + 5.0 * C);
        let x = match figure.is {
            FigureKind::Attack | FigureKind::Meal => {
                left += wide + C;
                left - C - wide / 2.0
            }
            FigureKind::Power => bar.center().x,
            FigureKind::Health | FigureKind::Defense => {
                right -= wide + C;
                right + C + wide / 2.0
            }
        };
        let area = Rect::from_center_size(Point::new(x, bar.center().y), (wide, height * C));
        stat(figure, area, letters * C, colour, shapes);
        if figure.is == FigureKind::Power {
            right = area.x0 - C;
        }
    }
    kind(printed, Rect::new(left, bar.y0, right, bar.y1), shapes);
    bar.y0
}

/// The kind in a word, and in smaller letters what else the card is.
fn kind(printed: &Printed, area: Rect, shapes: &mut Vec<Shape>) {
    let (word, more) = (printed.word(), printed.more());
    let fitted = |words: &str, letters: Letters, size: f64| {
        let wide = letters.width(words, size);
        if wide > area.width() - C { size * (area.width() - C) / wide } else { size }
    };
    let size = fitted(&word, Letters::Bold, ART.sizes.kind * C);
    let small = fitted(&more, Letters::Body, 4.2 * C);
    let middle = area.center();
    let up = if more.is_empty() { 0.0 } else { 0.6 * small };
    shapes.push(centred(&word, Letters::Bold, size, Point::new(middle.x, middle.y - up), Colour::WHITE));
    if !more.is_empty() {
        let below = Point::new(middle.x, middle.y + 0.55 * size + 0.2 * small);
        shapes.push(centred(&more, Letters::Body, small, below, Colour::WHITE.mix(Colour::BLACK, 0.12)));
    }
}

fn stat(figure: &Figure, area: Rect, letters: f64, frame: Colour, shapes: &mut Vec<Shape>) {
    let (outline, degrees, colours): (BezPath, f64, [Colour; 2]) = match figure.is {
        FigureKind::Attack => {
            let slanted = [(0.14, 0.0), (1.0, 0.0), (0.86, 1.0), (0.0, 1.0)];
            (shares(&slanted, area), 160.0, [Colour([0xd8, 0x8a, 0x1f]), Colour([0x7c, 0x3a, 0x06])])
        }
        FigureKind::Health | FigureKind::Defense => {
            (shield(area), 160.0, [Colour([0xd2, 0x3a, 0x4f]), Colour([0x7c, 0x0b, 0x22])])
        }
        FigureKind::Power => {
            let gem = [(0.5, 0.0), (0.96, 0.18), (0.96, 0.66), (0.5, 1.0), (0.04, 0.66), (0.04, 0.18)];
            (shares(&gem, area), 170.0, [frame.mix(Colour::WHITE, 0.3), frame.mix(Colour::BLACK, 0.4)])
        }
        FigureKind::Meal => (leaf(area), 150.0, [Colour([0xd3, 0xf2, 0xa4]), Colour([0x86, 0xbf, 0x56])]),
    };
    shapes.push(Shape::filled(outline.clone(), Paint::slanted(area, degrees, even(&colours))));
    shapes.push(Shape::drawn(outline, GOLD, 0.45, 1.0));
    let ink = if figure.is == FigureKind::Meal { Colour([0x10, 0x24, 0x0f]) } else { Colour::WHITE };
    shapes.push(centred(&figure.number, Letters::Title, letters, area.center(), ink));
}

/// Corners in shares of an area.
fn shares(corners: &[(f64, f64)], area: Rect) -> BezPath {
    let corners: Vec<(f64, f64)> = corners.iter().map(|(x, y)| (x * area.width(), y * area.height())).collect();
    polygon(&corners, area.origin())
}

fn polygon(corners: &[(f64, f64)], around: Point) -> BezPath {
    let mut path = BezPath::new();
    for (at, corner) in corners.iter().enumerate() {
        let point = around + kurbo::Vec2::from(*corner);
        if at == 0 { path.move_to(point) } else { path.line_to(point) }
    }
    path.close_path();
    path
}

fn shield(area: Rect) -> BezPath {
    let at = |x: f64, y: f64| Point::new(area.x0 + x * area.width(), area.y0 + y * area.height());
    let mut path = BezPath::new();
    path.move_to(at(0.0, 0.24));
    path.curve_to(at(0.0, 0.06), at(0.16, 0.0), at(0.5, 0.0));
    path.curve_to(at(0.84, 0.0), at(1.0, 0.06), at(1.0, 0.24));
    path.curve_to(at(1.0, 0.72), at(0.8, 1.0), at(0.5, 1.0));
    path.curve_to(at(0.2, 1.0), at(0.0, 0.72), at(0.0, 0.24));
    path.close_path();
    path
}

fn leaf(area: Rect) -> BezPath {
    let at = |x: f64, y: f64| Point::new(area.x0 + x * area.width(), area.y0 + y * area.height());
    let mut path = BezPath::new();
    path.move_to(at(0.0, 0.8));
    path.curve_to(at(0.0, 0.3), at(0.3, 0.0), at(0.88, 0.0));
    path.quad_to(at(1.0, 0.0), at(1.0, 0.2));
    path.curve_to(at(1.0, 0.7), at(0.7, 1.0), at(0.12, 1.0));
    path.quad_to(at(0.0, 1.0), at(0.0, 0.8));
    path.close_path();
    path
}

/// Keywords, then lines, at the foot of an area and as large as they fit; the size of their letters, and whether they did.
fn text(printed: &Printed, area: Rect, shapes: &mut Vec<Shape>) -> (f64, bool) {
    let paragraphs = paragraphs(printed);
    let mut size = ART.sizes.text * C;
    if paragraphs.is_empty() {
        return (size, true);
    }
    let inner = area.width() - 6.0 * C;
    let lines_of = |size: f64| -> Vec<Vec<Line>> { paragraphs.iter().map(|pieces| wrap(pieces, size, inner)).collect() };
    let gap = |size: f64| 0.22 * size;
    let high = |all: &[Vec<Line>], size: f64| {
        all.iter().map(|lines| height(lines, size)).sum::<f64>() + gap(size) * (all.len() - 1) as f64 + 3.2 * C
    };
    // A long text takes half of the picture before its letters get much smaller, and more only if it must.
    let comfortable = |size: f64| if size > 2.6 { 0.5 * HEIGHT } else { area.height() };
    while high(&lines_of(size), size) > comfortable(size).min(area.height()) && size > LEAST {
        size *= 0.97;
    }
    let all = lines_of(size);
    let top = (area.y1 - high(&all, size)).max(area.y0);
    let fits = area.y1 - high(&all, size) >= area.y0 - 0.01 && all.iter().all(|lines| longest(lines, size) <= inner + 0.01);
    let paper = Rect::new(area.x0, top, area.x1, area.y1);
    let mut within = vec![
        Shape::filled(rounded(paper, 3.0 * C), ART.text.paper),
        Shape::drawn(rounded(paper, 3.0 * C), printed.frame_colour(), 0.3, 0.5),
    ];
    let mut y = paper.y0 + 1.6 * C - 0.05 * size * LEADING;
    for lines in &all {
        within.extend(set(lines, size, Point::new(paper.x0 + 3.0 * C, y)));
        y += height(lines, size) + gap(size);
    }
    if fits {
        shapes.extend(within);
    } else {
        shapes.push(Shape::Within { outline: rounded(paper, 3.0 * C), shapes: within });
    }
    (size, fits)
}

fn paragraphs(printed: &Printed) -> Vec<Vec<Piece>> {
    let ink = &ART.text;
    let mut all = Vec::new();
    if !printed.card.keywords.is_empty() {
        let words: Vec<String> = printed.card.keywords.iter().map(|word| capital(word)).collect();
        all.push(vec![Piece::new(Letters::Bold, ink.ink, words.join(", "))]);
    }
    for line in &printed.card.text {
        let (when, does) = line_of(line);
        all.push(match when {
            Some(when) => {
                vec![Piece::new(Letters::Bold, ink.word, when), Piece::new(Letters::Body, ink.ink, format!(" {does}"))]
            }
            None => vec![Piece::new(Letters::Body, ink.ink, does)],
        });
    }
    all
}
