//! Luck from a name, and colours on their way from one to another: as `web/src/art/luck.ts` and `colour.ts` have them, number by number, so that a card has
//! the same colours on paper and on a screen.

use serde::Deserialize;

/// The luck of a name (mulberry32, seeded by FNV-1a).
pub struct Luck(u32);

impl Luck {
    pub fn of(name: &str) -> Self {
        Luck(name.encode_utf16().fold(2_166_136_261, |sum, unit| (sum ^ u32::from(unit)).wrapping_mul(16_777_619)))
    }

    /// From 0 to 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let mut t = (self.0 ^ (self.0 >> 15)).wrapping_mul(1 | self.0);
        t = t.wrapping_add((t ^ (t >> 7)).wrapping_mul(61 | t)) ^ t;
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.next() * (high - low)
    }

    /// One of these; there must be one.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let at = (self.next() * list.len() as f64) as usize;
        &list[at.min(list.len() - 1)]
    }
}

/// A colour, written `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Colour(pub [u8; 3]);

impl Colour {
    pub const BLACK: Colour = Colour([0, 0, 0]);
    pub const WHITE: Colour = Colour([255, 255, 255]);

    /// A colour on the way to another one.
    pub fn mix(self, to: Colour, share: f64) -> Colour {
        let channel = |at: usize| f64::from(self.0[at]) + (f64::from(to.0[at]) - f64::from(self.0[at])) * share;
        Colour([0, 1, 2].map(|at| byte(channel(at))))
    }

    /// With another hue, in degrees, and another lightness, from -1 to 1.
    pub fn turn(self, degrees: f64, lighter: f64) -> Colour {
        let [red, green, blue] = self.0.map(|channel| f64::from(channel) / 255.0);
        let high = red.max(green).max(blue);
        let low = red.min(green).min(blue);
        let spread = high - low;
        let light = (high + low) / 2.0;
        let saturation = if spread == 0.0 { 0.0 } else { spread / (1.0 - (2.0 * light - 1.0).abs()) };
        let hue = match spread {
            0.0 => 0.0,
            _ if high == red => ((green - blue) / spread + 6.0) % 6.0,
            _ if high == green => (blue - red) / spread + 2.0,
            _ => (red - green) / spread + 4.0,
        };
        let turned = (((hue + degrees / 60.0) % 6.0) + 6.0) % 6.0;
        let lit = (light + lighter).clamp(0.0, 1.0);
        let chroma = (1.0 - (2.0 * lit - 1.0).abs()) * saturation;
        let channel = |shift: f64| {
            let at = (turned + shift) % 6.0;
            255.0 * (lit - chroma / 2.0 + chroma * ((at - 3.0).abs() - 1.0).clamp(0.0, 1.0))
        };
        Colour([0.0, 4.0, 2.0].map(|shift| byte(channel(shift))))
    }

    /// `#rrggbb`
    pub fn written(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Rounded as JavaScript rounds: halves upwards.
fn byte(channel: f64) -> u8 {
    (channel + 0.5).floor().clamp(0.0, 255.0) as u8
}

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = number.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] =
            number.ok_or_else(|| format!("`{text}` is no colour; one is written #rrggbb"))?.to_be_bytes();
        Ok(Colour([red, green, blue]))
    }
}
