//! A page as PNG.

use kurbo::{Affine, BezPath, PathEl};
use tiny_skia::{
    Color, FillRule, GradientStop, LineJoin, LinearGradient, Mask, Paint as Brush, Path, PathBuilder, Pixmap, Point,
    RadialGradient, SpreadMode, Stroke, StrokeDash, Transform,
};

use crate::luck::Colour;
use crate::shapes::{Page, Paint, Shape, Stop, Text};

/// No picture is larger.
const MOST_PIXELS: f64 = 4096.0;

/// The page with so many pixels a millimetre; what nothing was drawn on can be seen through.
pub fn png(page: &Page, density: f64) -> Result<Vec<u8>, String> {
    let (wide, high) = ((page.width * density).round(), (page.height * density).round());
    if !(1.0..=MOST_PIXELS).contains(&wide) || !(1.0..=MOST_PIXELS).contains(&high) {
        return Err(format!("a picture has at most {MOST_PIXELS} by {MOST_PIXELS} pixels, not {wide} by {high}"));
    }
    let mut sheet = Pixmap::new(wide as u32, high as u32).ok_or("there is no memory for the picture")?;
    Canvas { sheet: &mut sheet, scale: density }.shapes(&page.shapes, None);
    sheet.encode_png().map_err(|error| error.to_string())
}

struct Canvas<'a> {
    sheet: &'a mut Pixmap,
    scale: f64,
}

impl Canvas<'_> {
    fn shapes(&mut self, shapes: &[Shape], within: Option<&Mask>) {
        for shape in shapes {
            self.shape(shape, within);
        }
    }

    fn shape(&mut self, shape: &Shape, within: Option<&Mask>) {
        match shape {
            Shape::Filled { path, paint, alpha } => self.fill(path, paint, *alpha, within),
            Shape::Drawn { path, colour, width, dashes, alpha } => {
                let dashes: Vec<f32> = dashes.iter().map(|dash| (dash * self.scale) as f32).collect();
                let stroke = Stroke {
                    width: (width * self.scale) as f32,
                    line_join: LineJoin::Round,
                    dash: if dashes.is_empty() { None } else { StrokeDash::new(dashes, 0.0) },
                    ..Stroke::default()
                };
                if let (Some(path), Some(brush)) = (self.path(path), self.brush(&Paint::Plain(*colour), *alpha)) {
                    self.sheet.stroke_path(&path, &brush, &stroke, Transform::identity(), within);
                }
            }
            Shape::Text(Text { at, size, letters, words, colour }) => {
                self.fill(&letters.outline(words, *size, *at), &Paint::Plain(*colour), 1.0, within);
            }
            Shape::Within { outline, shapes } => {
                let Some(path) = self.path(outline) else { return };
                let fresh = || Mask::new(self.sheet.width(), self.sheet.height());
                let mask = match within {
                    Some(mask) => {
                        let mut mask = mask.clone();
                        mask.intersect_path(&path, FillRule::Winding, true, Transform::identity());
                        Some(mask)
                    }
                    None => fresh().map(|mut mask| {
                        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
                        mask
                    }),
                };
                self.shapes(shapes, mask.as_ref());
            }
        }
    }

    fn fill(&mut self, path: &BezPath, paint: &Paint, alpha: f64, within: Option<&Mask>) {
        if let (Some(path), Some(brush)) = (self.path(path), self.brush(paint, alpha)) {
            self.sheet.fill_path(&path, &brush, FillRule::Winding, Transform::identity(), within);
        }
    }

    /// A path in pixels; none if there is nothing of it.
    fn path(&self, path: &BezPath) -> Option<Path> {
        let mut built = PathBuilder::new();
        let at = |point: &kurbo::Point| ((point.x * self.scale) as f32, (point.y * self.scale) as f32);
        for element in path.elements() {
            match element {
                PathEl::MoveTo(a) => built.move_to(at(a).0, at(a).1),
                PathEl::LineTo(a) => built.line_to(at(a).0, at(a).1),
                PathEl::QuadTo(a, b) => built.quad_to(at(a).0, at(a).1, at(b).0, at(b).1),
                PathEl::CurveTo(a, b, c) => built.cubic_to(at(a).0, at(a).1, at(b).0, at(b).1, at(c).0, at(c).1),
                PathEl::ClosePath => built.close(),
            }
        }
        built.finish()
    }

    fn brush(&self, paint: &Paint, alpha: f64) -> Option<Brush<'static>> {
        let mut brush = Brush { anti_alias: true, ..Brush::default() };
        let scale = Affine::scale(self.scale);
        match paint {
            Paint::Plain(colour) => brush.set_color(seen(*colour, alpha)),
            Paint::Linear(from, to, stops) => {
                let [from, to] = [*from, *to].map(|point| {
                    let point = scale * point;
                    Point::from_xy(point.x as f32, point.y as f32)
                });
                brush.shader = LinearGradient::new(from, to, row(stops, alpha), SpreadMode::Pad, Transform::identity())?;
            }
            Paint::Radial(place, stops) => {
                let [a, b, c, d, e, f] = (scale * *place).as_coeffs().map(|number| number as f32);
                let (middle, place) = (Point::from_xy(0.0, 0.0), Transform::from_row(a, b, c, d, e, f));
                brush.shader = RadialGradient::new(middle, 0.0, middle, 1.0, row(stops, alpha), SpreadMode::Pad, place)?;
            }
        }
        Some(brush)
    }
}

fn row(stops: &[Stop], alpha: f64) -> Vec<GradientStop> {
    stops.iter().map(|stop| GradientStop::new(stop.at as f32, seen(stop.colour, stop.alpha * alpha))).collect()
}

fn seen(colour: Colour, alpha: f64) -> Color {
    let [red, green, blue] = colour.0;
    Color::from_rgba8(red, green, blue, (alpha * 255.0).round() as u8)
}
