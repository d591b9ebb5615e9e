//! Letters: the fonts of the browser client, with the letters of European languages (`fonts/README.md`).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kurbo::{Affine, BezPath, Point};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// Which letters something is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Letters {
    /// Of texts.
    Body,
    /// Of words that stand out in texts.
    Bold,
    /// Of names and numbers.
    Title,
}

struct Font {
    bytes: &'static [u8],
    font: FontRef<'static>,
    units: f64,
}

static FONTS: LazyLock<[Font; 3]> = LazyLock::new(|| {
    let fonts: [&'static [u8]; 3] = [
        include_bytes!("../fonts/figtree-500medium.ttf"),
        include_bytes!("../fonts/figtree-700bold.ttf"),
        include_bytes!("../fonts/fraunces-700bold.ttf"),
    ];
    fonts.map(|bytes| {
        let font = FontRef::new(bytes).expect("a font of this program can be read");
        let units = f64::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        Font { bytes, font, units }
    })
});

impl Letters {
    /// All there are.
    pub const ALL: [Letters; 3] = [Letters::Body, Letters::Bold, Letters::Title];

    /// What the client calls the font, for files that name it.
    pub fn family(self) -> (&'static str, u16) {
        match self {
            Letters::Body => ("Figtree", 500),
            Letters::Bold => ("Figtree", 700),
            Letters::Title => ("Fraunces", 700),
        }
    }

    /// The font file.
    pub fn file(self) -> &'static [u8] {
        self.font().bytes
    }

    fn font(self) -> &'static Font {
        &FONTS[self as usize]
    }

    /// The glyph of a letter; the one for what has none, if it is not known.
    pub fn glyph(self, letter: char) -> u32 {
        self.known(letter).map_or(0, GlyphId::to_u32)
    }

    fn known(self, letter: char) -> Option<GlyphId> {
        self.font().font.charmap().map(letter)
    }

    /// How far a letter reaches, as a share of its size.
    pub fn advance(self, letter: char) -> f64 {
        let Font { font, units, .. } = self.font();
        let glyph = GlyphId::new(self.glyph(letter));
        let advance = font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(glyph);
        f64::from(advance.unwrap_or_default()) / units
    }

    /// How long words of this size are.
    pub fn width(self, words: &str, size: f64) -> f64 {
        words.chars().map(|letter| self.advance(letter)).sum::<f64>() * size
    }

    /// The outline of words, for what knows no fonts.
    pub fn outline(self, words: &str, size: f64, at: Point) -> BezPath {
        let Font { font, units, .. } = self.font();
        let outlines = font.outline_glyphs();
        let mut whole = BezPath::new();
        let mut x = at.x;
        for letter in words.chars() {
            let mut pen = Pen(BezPath::new());
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            let drawn = outlines.get(GlyphId::new(self.glyph(letter))).map(|outline| outline.draw(settings, &mut pen));
            if let Some(Ok(_)) = drawn {
                let scale = size / units;
                whole.extend((Affine::translate((x, at.y)) * Affine::scale_non_uniform(scale, -scale) * pen.0).iter());
            }
            x += self.advance(letter) * size;
        }
        whole
    }
}

/// The letters of a text that the fonts do not have: an empty box is printed for each.
pub fn unknown_letters(text: &str) -> BTreeSet<char> {
    text.chars().filter(|letter| Letters::ALL.iter().any(|letters| letters.known(*letter).is_none())).collect()
}

struct Pen(BezPath);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to((f64::from(x), f64::from(y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to((f64::from(x), f64::from(y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to((f64::from(x1), f64::from(y1)), (f64::from(x), f64::from(y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.curve_to((f64::from(x1), f64::from(y1)), (f64::from(x2), f64::from(y2)), (f64::from(x), f64::from(y)));
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}
