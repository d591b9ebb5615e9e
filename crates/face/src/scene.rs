//! The picture of a card: air, light, grounds from far to near, and the subject with its shadow and its coat. Colours and places are those of the client's
//! picture (`web/src/art/compose.ts`); the luck of what lies between them is not.

use kurbo::{Affine, Circle, Ellipse, Point, Rect};

use crate::art::{ART, Habitat, Layers};
use crate::facts::{Pictures, Printed};
use crate::luck::{Colour, Luck};
use crate::shapes::{Paint, Shape, even, stop};

/// Pictures are laid out on a ground of this size.
const WIDE: f64 = 260.0;
const HIGH: f64 = 330.0;

/// A picture as numbers.
pub struct Scene {
    pub air: [Colour; 3],
    pub light: Colour,
    pub sun: Point,
    pub far: Colour,
    pub mid: Colour,
    pub near: Colour,
    pub coat: Vec<Colour>,
    pub dark: Colour,
    pub size: f64,
    pub ring: Option<Colour>,
    pub stands: bool,
    motes: String,
    place: Option<&'static Layers>,
    luck: Luck,
}

impl Scene {
    /// The scene of a card; none only if there is no table.
    pub fn of(printed: &Printed) -> Option<Scene> {
        let name = &printed.card.name;
        let mut luck = Luck::of(name);
        let frame = printed.frame();
        let home = Habitat::of(&printed.ground(), name)?;
        let mood = *luck.pick(&home.moods);
        let deeper = if frame == "predator" || printed.kind_of_type() == Some("fire") { -0.05 } else { 0.01 };
        let tinted = |colour: Colour| colour.turn(mood, deeper);
        let own = *luck.pick(&home.coats);
        let coats = coat(name, own);
        let first = coats[0];
        let near = home.near.turn(mood, 0.0);
        let ring = ART.rings.get(&frame).copied();
        let sun = Point::new(luck.between(46.0, 214.0).round(), luck.between(46.0, 120.0).round());
        let places = ART.places.get(&home.place)?;
        let several = coats.len() > 1;
        Some(Scene {
            air: home.air.map(tinted),
            light: home.light.turn(mood / 3.0, 0.0),
            sun,
            far: tinted(home.far),
            mid: tinted(home.mid),
            near,
            coat: if several { coats } else { vec![first.mix(Colour::WHITE, 0.72), first, first.mix(near, 0.42)] },
            dark: first.turn(10.0, 0.0).mix(near, 0.86),
            size: 0.32 + 0.08 * weight(printed),
            ring,
            stands: ring.is_none() && !ART.afloat.contains(&home.place),
            motes: home.motes,
            place: (!places.is_empty()).then(|| luck.pick(places)),
            luck,
        })
    }

    /// The picture, filling an area.
    pub fn shapes(mut self, printed: &Printed, pictures: &dyn Pictures, area: Rect) -> Vec<Shape> {
        let scale = (area.width() / WIDE).max(area.height() / HIGH);
        let laid =
            Affine::translate(area.center().to_vec2()) * Affine::scale(scale) * Affine::translate((-WIDE / 2.0, -HIGH / 2.0));
        let [top, middle, foot] = self.air;
        let sky = vec![stop(0.0, top, 1.0), stop(0.45, middle, 1.0), stop(1.0, foot, 1.0)];
        let light = vec![stop(0.0, self.light, 0.88), stop(0.34, self.light, 0.38), stop(1.0, self.light, 0.0)];
        let sun = Point::new(area.x0 + area.width() * self.sun.x / WIDE, area.y0 + area.height() * self.sun.y / HIGH);
        let mut shapes = vec![
            Shape::filled(area, Paint::slanted(area, 180.0, sky)),
            Shape::filled(area, Paint::around(sun, 0.58 * area.width(), 0.46 * area.height(), light)),
        ];
        let within = self.within(printed, pictures);
        shapes.extend(within.into_iter().map(|shape| shape.laid(laid)));
        let edge = vec![stop(0.0, Colour::BLACK, 0.0), stop(0.55, Colour::BLACK, 0.0), stop(1.0, Colour::BLACK, 0.42)];
        let middle = Point::new(area.center().x, area.y0 + 0.42 * area.height());
        shapes.push(Shape::filled(area, Paint::around(middle, 0.75 * area.width(), 0.7 * area.height(), edge)));
        shapes
    }

    fn within(&mut self, printed: &Printed, pictures: &dyn Pictures) -> Vec<Shape> {
        let mut shapes = Vec::new();
        if let Some(disc) = self.place.and_then(|place| place.disc) {
            shapes.push(Shape::faint(Circle::new(self.sun, disc), self.light, 0.85));
        }
        if let Some(place) = self.place {
            shapes.push(Shape::faint(&place.far.0, self.far, 0.75));
            shapes.extend(place.glow.iter().map(|glow| Shape::faint(&glow.0, self.light, 0.2)));
            shapes.push(Shape::faint(&place.mid.0, self.mid, 0.92));
        }
        let mist = vec![stop(0.0, self.light, 0.0), stop(0.5, self.light, 0.3), stop(1.0, self.light, 0.0)];
        let low = Rect::new(0.0, 150.0, WIDE, 300.0);
        shapes.push(Shape::filled(low, Paint::slanted(low, 180.0, mist)));
        if let Some(ring) = self.ring {
            let middle = Point::new(130.0, 128.0);
            shapes.push(dashed(Circle::new(middle, 92.0), ring, 4.0, &[30.0, 7.0, 4.0, 7.0]));
            shapes.push(dashed(Circle::new(middle, 106.0), ring, 1.6, &[2.0, 7.0]));
        }
        shapes.extend(self.subject(printed, pictures));
        if let Some(place) = self.place {
            shapes.push(Shape::faint(&place.near.0, self.near, 0.93));
        }
        shapes.extend(self.floating());
        shapes
    }

    /// The silhouette three times: its shadow, its body with a dark line around it, and its coat.
    fn subject(&mut self, printed: &Printed, pictures: &dyn Pictures) -> Vec<Shape> {
        let middle = Point::new(130.0 + self.luck.between(-7.0, 7.0).round(), 126.0 + self.luck.between(-3.0, 3.0).round());
        let tilt = (self.luck.between(-4.0, 4.0) * if self.ring.is_some() { 1.4 } else { 1.0 }).round();
        let side = if self.luck.next() < 0.5 { 1.0 } else { -1.0 };
        let Some(drawing) = printed.picture(pictures) else { return vec![] };
        let body = drawing.sized(512.0);
        let laid = |x: f64, y: f64| {
            Affine::translate((middle.x + x, middle.y + y))
                * Affine::rotate(tilt.to_radians())
                * Affine::scale_non_uniform(self.size * side, self.size)
        };
        let shift = if self.sun.x < middle.x { -2.0 } else { 2.0 };
        let mut shapes = Vec::new();
        if self.stands {
            let foot = Point::new(middle.x, middle.y + self.size * 244.0);
            shapes.push(Shape::faint(Ellipse::new(foot, (self.size * 220.0, 10.0), 0.0), self.near, 0.45));
        }
        shapes.push(Shape::faint(laid(7.0, 10.0) * body.clone(), self.near, 0.42));
        let lit = laid(shift, -2.4) * body.clone();
        shapes.push(Shape::drawn(lit.clone(), self.dark, 34.0 * self.size, 1.0));
        shapes.push(Shape::filled(lit, self.light));
        // A silhouette that is mirrored mirrors its coat too.
        let from_left = (self.sun.x < middle.x) == (side > 0.0);
        let (from, to) = if from_left { ((90.0, 20.0), (400.0, 500.0)) } else { ((420.0, 20.0), (110.0, 500.0)) };
        let here = Affine::translate((-256.0, -256.0));
        let coat = Paint::Linear(here * Point::from(from), here * Point::from(to), even(&self.coat));
        shapes.push(Shape::filled(body, coat).laid(laid(0.0, 0.0)));
        shapes
    }

    /// What floats in the air.
    fn floating(&mut self) -> Vec<Shape> {
        let (count, least, most) = match self.motes.as_str() {
            "bubble" => (11, 1.4, 5.4),
            "snow" => (22, 0.9, 2.8),
            _ => (13, 0.7, 2.3),
        };
        let mut shapes = Vec::new();
        for _ in 0..count {
            let middle = Point::new(self.luck.next() * WIDE, self.luck.between(16.0, 300.0));
            let dot = Circle::new(middle, self.luck.between(least, most));
            shapes.push(match self.motes.as_str() {
                "bubble" => Shape::drawn(dot, self.light, 1.1, 0.65),
                _ => Shape::faint(dot, self.light, 0.7),
            });
        }
        shapes
    }
}

fn dashed(path: impl kurbo::Shape, colour: Colour, width: f64, dashes: &[f64]) -> Shape {
    Shape::Drawn { path: path.to_path(0.05), colour, width, dashes: dashes.to_vec(), alpha: 0.75 }
}

/// The colours of a subject, from the light to the dark: one, or all.
fn coat(name: &str, own: Colour) -> Vec<Colour> {
    if ART.rainbow.name.are_in(name) {
        return ART.rainbow.coats.clone();
    }
    vec![ART.coats.iter().find(|coat| coat.name.are_in(name)).map_or(own, |coat| coat.coat)]
}

/// How great a card is among all, from 0 to 1: by its level, or by the first of its numbers.
fn weight(printed: &Printed) -> f64 {
    let first = || printed.figures().first().and_then(|figure| figure.number.trim_start_matches('-').parse().ok());
    let great = printed.level().map_or_else(|| first().unwrap_or(3.0), |level| f64::from(level) + 2.0);
    (great / ART.highest).min(1.0)
}
