//! A page as SVG, its fonts within it: letters stay letters.

use std::fmt::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kurbo::{Affine, BezPath};

use crate::letters::Letters;
use crate::shapes::{Page, Paint, Shape, Stop, Text};

/// The page as an SVG file.
pub fn svg(page: &Page) -> String {
    let mut file = File { defs: String::new(), body: String::new(), named: 0 };
    file.shapes(&page.shapes);
    let Page { width, height, .. } = page;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n\
         <style>{}text{{white-space:pre}}</style>\n<defs>\n{}</defs>\n{}</svg>\n",
        fonts(&page.shapes),
        file.defs,
        file.body
    )
}

/// The fonts that are used.
fn fonts(shapes: &[Shape]) -> String {
    let texts: Vec<&Text> = shapes.iter().flat_map(Shape::texts).collect();
    let used = Letters::ALL.into_iter().filter(|letters| texts.iter().any(|text| text.letters == *letters));
    used.map(|letters| {
        let (family, weight) = letters.family();
        let data = STANDARD.encode(letters.file());
        format!("@font-face{{font-family:\"{family}\";font-weight:{weight};src:url(data:font/ttf;base64,{data})}}")
    })
    .collect()
}

struct File {
    defs: String,
    body: String,
    named: usize,
}

impl File {
    fn shapes(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            self.shape(shape);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Filled { path, paint, alpha } => {
                let fill = self.paint(paint);
                self.put(&format!("<path fill=\"{fill}\"{} d=\"{}\"/>\n", opacity(*alpha), written(path)));
            }
            Shape::Drawn { path, colour, width, dashes, alpha } => {
                let dashes = match dashes.as_slice() {
                    [] => String::new(),
                    some => {
                        format!(" stroke-dasharray=\"{}\"", some.iter().map(|dash| short(*dash)).collect::<Vec<_>>().join(" "))
                    }
                };
                let (colour, width) = (colour.written(), short(*width));
                let line = format!(
                    "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes}{} d=\"{}\"/>\n",
                    opacity(*alpha),
                    written(path)
                );
                self.put(&line);
            }
            Shape::Text(Text { at, size, letters, words, colour }) => {
                let (family, weight) = letters.family();
                let line = format!(
                    "<text x=\"{}\" y=\"{}\" font-family=\"{family}\" font-weight=\"{weight}\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
                    short(at.x),
                    short(at.y),
                    short(*size),
                    colour.written(),
                    escaped(words)
                );
                self.put(&line);
            }
            Shape::Within { outline, shapes } => {
                let name = self.name();
                self.define(&format!("<clipPath id=\"{name}\"><path d=\"{}\"/></clipPath>\n", written(outline)));
                self.put(&format!("<g clip-path=\"url(#{name})\">\n"));
                self.shapes(shapes);
                self.put("</g>\n");
            }
        }
    }

    fn paint(&mut self, paint: &Paint) -> String {
        let (kind, place, stops) = match paint {
            Paint::Plain(colour) => return colour.written(),
            Paint::Linear(from, to, stops) => {
                let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(short);
                ("linearGradient", format!("x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""), stops)
            }
            Paint::Radial(place, stops) => {
                ("radialGradient", format!("cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"{}\"", matrix(*place)), stops)
            }
        };
        let name = self.name();
        let stops: String = stops.iter().map(one_stop).collect();
        self.define(&format!("<{kind} id=\"{name}\" gradientUnits=\"userSpaceOnUse\" {place}>{stops}</{kind}>\n"));
        format!("url(#{name})")
    }

    fn name(&mut self) -> String {
        self.named += 1;
        format!("p{}", self.named)
    }

    fn define(&mut self, text: &str) {
        self.defs.push_str(text);
    }

    fn put(&mut self, text: &str) {
        self.body.push_str(text);
    }
}

fn one_stop(stop: &Stop) -> String {
    let alpha = if stop.alpha < 1.0 { format!(" stop-opacity=\"{}\"", short(stop.alpha)) } else { String::new() };
    format!("<stop offset=\"{}\" stop-color=\"{}\"{alpha}/>", short(stop.at), stop.colour.written())
}

fn opacity(alpha: f64) -> String {
    if alpha < 1.0 { format!(" opacity=\"{}\"", short(alpha)) } else { String::new() }
}

/// A path with thousandths of a millimetre.
fn written(path: &BezPath) -> String {
    use kurbo::PathEl::{ClosePath, CurveTo, LineTo, MoveTo, QuadTo};
    let mut text = String::new();
    for element in path.elements() {
        let (letter, points) = match element {
            MoveTo(a) => ('M', vec![a]),
            LineTo(a) => ('L', vec![a]),
            QuadTo(a, b) => ('Q', vec![a, b]),
            CurveTo(a, b, c) => ('C', vec![a, b, c]),
            ClosePath => ('Z', vec![]),
        };
        let points: Vec<String> = points.iter().map(|point| format!("{} {}", short(point.x), short(point.y))).collect();
        // Writing into a string does not fail.
        let _ = write!(text, "{letter}{}", points.join(" "));
    }
    text
}

fn matrix(place: Affine) -> String {
    format!("matrix({})", place.as_coeffs().map(short).join(" "))
}

fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
