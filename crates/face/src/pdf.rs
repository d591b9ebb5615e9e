//! Pages as PDF: letters are letters that can be selected, in the fonts that come with the file.

use std::fmt;

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineJoin, LinearGradient, RadialGradient, SpreadMethod, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use kurbo::{BezPath, PathEl};

use crate::letters::Letters;
use crate::luck::Colour;
use crate::shapes::{Page, Paint, Shape, Stop, Text};

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// What a file says of itself.
pub struct About {
    /// Its title.
    pub title: String,
    /// A sentence about it.
    pub description: String,
}

/// A file that was not written.
#[derive(Debug)]
pub struct NotWritten(String);

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the PDF could not be written: {}", self.0)
    }
}

impl std::error::Error for NotWritten {}

/// The pages as a PDF file: the same for the same pages.
pub fn pdf(pages: &[Page], about: About) -> Result<Vec<u8>, NotWritten> {
    let mut document = Document::new_with(SerializeSettings { enable_tagging: false, ..SerializeSettings::default() });
    let about =
        Metadata::new().title(about.title).description(about.description).language("en".into()).creator("Playmat".into());
    document.set_metadata(about);
    let fonts = Letters::ALL.map(|letters| Font::new(letters.file().to_vec().into(), 0));
    let [Some(body), Some(bold), Some(title)] = fonts else { return Err(NotWritten("a font cannot be read".into())) };
    let fonts = [body, bold, title];
    for page in pages {
        let size = PageSettings::from_wh(points(page.width), points(page.height));
        let size = size.ok_or_else(|| NotWritten(format!("a page of {} by {} mm", page.width, page.height)))?;
        let mut sheet = document.start_page_with(size);
        let mut surface = sheet.surface();
        surface.push_transform(&Transform::from_scale(points(1.0), points(1.0)));
        draw(&mut surface, &page.shapes, &fonts);
        surface.pop();
        surface.finish();
        sheet.finish();
    }
    document.finish().map_err(|error| NotWritten(format!("{error:?}")))
}

fn draw(surface: &mut Surface, shapes: &[Shape], fonts: &[Font; 3]) {
    for shape in shapes {
        match shape {
            Shape::Filled { path, paint, alpha } => {
                let Some(path) = outline(path) else { continue };
                surface.set_stroke(None);
                surface.set_fill(Some(fill(paint, *alpha)));
                surface.draw_path(&path);
            }
            Shape::Drawn { path, colour, width, dashes, alpha } => {
                let Some(path) = outline(path) else { continue };
                surface.set_fill(None);
                surface.set_stroke(Some(Stroke {
                    paint: ink(*colour).into(),
                    width: *width as f32,
                    line_join: LineJoin::Round,
                    opacity: share(*alpha),
                    dash: (!dashes.is_empty())
                        .then(|| StrokeDash { array: dashes.iter().map(|dash| *dash as f32).collect(), offset: 0.0 }),
                    ..Stroke::default()
                }));
                surface.draw_path(&path);
            }
            Shape::Text(text) => write(surface, text, &fonts[text.letters as usize]),
            Shape::Within { outline: edge, shapes } => {
                let Some(edge) = outline(edge) else { continue };
                surface.push_clip_path(&edge, &FillRule::NonZero);
                draw(surface, shapes, fonts);
                surface.pop();
            }
        }
    }
}

fn write(surface: &mut Surface, text: &Text, font: &Font) {
    let glyphs: Vec<KrillaGlyph> = text
        .words
        .char_indices()
        .map(|(at, letter)| {
            let glyph = GlyphId::new(text.letters.glyph(letter));
            let advance = text.letters.advance(letter) as f32;
            KrillaGlyph::new(glyph, advance, 0.0, 0.0, 0.0, at..at + letter.len_utf8(), None)
        })
        .collect();
    surface.set_stroke(None);
    surface.set_fill(Some(fill(&Paint::Plain(text.colour), 1.0)));
    let at = Point::from_xy(text.at.x as f32, text.at.y as f32);
    surface.draw_glyphs(at, &glyphs, font.clone(), &text.words, text.size as f32, false);
}

fn fill(paint: &Paint, alpha: f64) -> Fill {
    let paint = match paint {
        Paint::Plain(colour) => ink(*colour).into(),
        Paint::Linear(from, to, stops) => LinearGradient {
            x1: from.x as f32,
            y1: from.y as f32,
            x2: to.x as f32,
            y2: to.y as f32,
            transform: Transform::identity(),
            spread_method: SpreadMethod::Pad,
            stops: row(stops),
            anti_alias: false,
        }
        .into(),
        Paint::Radial(place, stops) => {
            let [a, b, c, d, e, f] = place.as_coeffs().map(|number| number as f32);
            RadialGradient {
                fx: 0.0,
                fy: 0.0,
                fr: 0.0,
                cx: 0.0,
                cy: 0.0,
                cr: 1.0,
                transform: Transform::from_row(a, b, c, d, e, f),
                spread_method: SpreadMethod::Pad,
                stops: row(stops),
                anti_alias: false,
            }
            .into()
        }
    };
    Fill { paint, opacity: share(alpha), rule: FillRule::NonZero }
}

fn row(stops: &[Stop]) -> Vec<krilla::paint::Stop> {
    let one = |stop: &Stop| krilla::paint::Stop {
        offset: share(stop.at),
        color: ink(stop.colour).into(),
        opacity: share(stop.alpha),
    };
    stops.iter().map(one).collect()
}

fn outline(path: &BezPath) -> Option<Path> {
    let mut built = PathBuilder::new();
    // Hundredths of a millimetre are less than a printer's dot, and half of the bytes.
    let at = |point: &kurbo::Point| ((point.x * 100.0).round() as f32 / 100.0, (point.y * 100.0).round() as f32 / 100.0);
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

fn ink(colour: Colour) -> rgb::Color {
    let [red, green, blue] = colour.0;
    rgb::Color::new(red, green, blue)
}

fn share(number: f64) -> NormalizedF32 {
    NormalizedF32::new(number.clamp(0.0, 1.0) as f32).unwrap_or(NormalizedF32::ONE)
}

fn points(millimetres: f64) -> f32 {
    (millimetres * POINTS) as f32
}
