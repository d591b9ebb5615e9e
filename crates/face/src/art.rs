//! The table that cards are drawn with, made from the browser client and compared with it (`web/test/print.test.ts`).

use std::collections::HashMap;
use std::sync::LazyLock;

use fancy_regex::Regex;
use kurbo::BezPath;
use serde::{Deserialize, Deserializer, de};

use crate::luck::Colour;

/// The table.
pub static ART: LazyLock<Art> =
    LazyLock::new(|| serde_json::from_str(include_str!("art.json")).expect("art.json is made by a test, and read by another"));

#[derive(Deserialize)]
pub struct Art {
    pub frames: HashMap<String, Colour>,
    pub grounds: HashMap<String, Ground>,
    pub tints: HashMap<String, Colour>,
    pub plain: Plain,
    pub text: TextColours,
    pub sizes: Sizes,
    pub backs: HashMap<String, Back>,
    pub signs: HashMap<String, String>,
    pub homes: HashMap<String, Habitat>,
    pub haunts: Vec<Haunt>,
    pub coats: Vec<Coat>,
    pub rainbow: Rainbow,
    pub rings: HashMap<String, Colour>,
    pub afloat: Vec<String>,
    pub highest: f64,
    pub places: HashMap<String, Vec<Layers>>,
}

/// The colours of a category or type.
#[derive(Deserialize)]
pub struct Ground {
    pub frame: Option<Colour>,
    pub tint: Colour,
}

/// The colours of what has none of its own.
#[derive(Deserialize)]
pub struct Plain {
    pub frame: Colour,
    pub tint: Colour,
    pub back: Colour,
}

#[derive(Deserialize)]
pub struct TextColours {
    pub paper: Colour,
    pub ink: Colour,
    pub word: Colour,
}

/// In hundredths of the width of a card.
#[derive(Deserialize)]
pub struct Sizes {
    pub corner: f64,
    pub border: f64,
    pub picture_corner: f64,
    pub name: f64,
    pub gem: f64,
    pub level: f64,
    pub text: f64,
    pub kind: f64,
    pub foot: f64,
    pub stat: Size,
    pub power: Size,
    pub meal: Size,
    pub wide: Size,
}

#[derive(Deserialize, Clone, Copy)]
pub struct Size {
    pub width: f64,
    pub height: f64,
    pub letters: f64,
}

#[derive(Deserialize)]
pub struct Back {
    pub colour: Option<Colour>,
    pub sign: String,
    pub ornament: Outline,
}

#[derive(Deserialize, Clone)]
pub struct Habitat {
    pub air: [Colour; 3],
    pub light: Colour,
    pub far: Colour,
    pub mid: Colour,
    pub near: Colour,
    pub place: String,
    pub motes: String,
    pub moods: Vec<f64>,
    pub coats: Vec<Colour>,
}

/// Where names lead a card of a section.
#[derive(Deserialize)]
pub struct Haunt {
    pub of: String,
    pub name: Words,
    pub there: There,
}

/// What is other there.
#[derive(Deserialize)]
pub struct There {
    air: Option<[Colour; 3]>,
    light: Option<Colour>,
    far: Option<Colour>,
    mid: Option<Colour>,
    near: Option<Colour>,
    place: Option<String>,
    motes: Option<String>,
    moods: Option<Vec<f64>>,
    coats: Option<Vec<Colour>>,
}

#[derive(Deserialize)]
pub struct Coat {
    pub name: Words,
    pub coat: Colour,
}

/// The colours of what has all of them.
#[derive(Deserialize)]
pub struct Rainbow {
    pub name: Words,
    pub coats: Vec<Colour>,
}

/// What a place is drawn of.
#[derive(Deserialize)]
pub struct Layers {
    pub glow: Option<Outline>,
    pub far: Outline,
    pub mid: Outline,
    pub near: Outline,
    pub disc: Option<f64>,
}

/// Words of names, as a pattern.
pub struct Words(Regex);

/// A path as SVG writes it.
pub struct Outline(pub BezPath);

impl Words {
    pub fn are_in(&self, name: &str) -> bool {
        self.0.is_match(name).unwrap_or(false)
    }
}

impl Habitat {
    /// The habitat of a card of this section and name.
    pub fn of(section: &str, name: &str) -> Option<Habitat> {
        let home = ART.homes.get(section).or_else(|| ART.homes.get("magic"))?;
        let haunt = ART.haunts.iter().find(|haunt| haunt.of == section && haunt.name.are_in(name));
        Some(haunt.map_or_else(|| home.clone(), |haunt| haunt.there.instead_of(home)))
    }
}

impl There {
    fn instead_of(&self, home: &Habitat) -> Habitat {
        Habitat {
            air: self.air.unwrap_or(home.air),
            light: self.light.unwrap_or(home.light),
            far: self.far.unwrap_or(home.far),
            mid: self.mid.unwrap_or(home.mid),
            near: self.near.unwrap_or(home.near),
            place: self.place.clone().unwrap_or_else(|| home.place.clone()),
            motes: self.motes.clone().unwrap_or_else(|| home.motes.clone()),
            moods: self.moods.clone().unwrap_or_else(|| home.moods.clone()),
            coats: self.coats.clone().unwrap_or_else(|| home.coats.clone()),
        }
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let pattern = String::deserialize(reader)?;
        Regex::new(&format!("(?i){pattern}")).map(Words).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Outline {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let path = String::deserialize(reader)?;
        BezPath::from_svg(&path).map(Outline).map_err(de::Error::custom)
    }
}
