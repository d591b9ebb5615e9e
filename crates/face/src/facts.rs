//! What is seen of a card's facts: the frame of its kind, the ground of its category, its numbers, its lines. As `web/src/cards/looks.ts` and
//! `web/src/lib/faces.ts` have it, and compared with them.

use kurbo::{Affine, BezPath};
use playmat_cards::CardInfo;

use crate::art::ART;
use crate::luck::Colour;

/// A card of a game, as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// `food-chain`
    pub game: &'a str,
    /// The card.
    pub card: &'a CardInfo,
}

/// Where the silhouettes of cards come from.
pub trait Pictures {
    /// The drawing of this name: of the game's cards, or of what all games share.
    fn drawing(&self, game: &str, name: &str) -> Option<Drawing>;
}

/// A silhouette, 512 wide and high.
#[derive(Clone, Debug)]
pub struct Drawing(pub(crate) BezPath);

/// A number on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    pub is: FigureKind,
    pub number: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FigureKind {
    Attack,
    Health,
    Defense,
    Power,
    Meal,
}

impl Drawing {
    /// A symbol of the client's sprites, which are made of paths with a place and a size at most.
    pub fn of_symbol(svg: &str) -> Option<Drawing> {
        let mut whole = BezPath::new();
        for path in svg.split("<path").skip(1) {
            let outline = BezPath::from_svg(attribute(path, "d")?).ok()?;
            let laid = attribute(path, "transform").map_or(Some(Affine::IDENTITY), transform)?;
            whole.extend((laid * outline).iter());
        }
        (!whole.elements().is_empty()).then_some(Drawing(whole))
    }

    /// In the middle of nothing, as large as this.
    pub(crate) fn sized(&self, size: f64) -> BezPath {
        Affine::scale(size / 512.0) * Affine::translate((-256.0, -256.0)) * self.0.clone()
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// `translate(-31 -31) scale(1.12)`
fn transform(text: &str) -> Option<Affine> {
    let mut laid = Affine::IDENTITY;
    for step in text.split_inclusive(')') {
        let (name, numbers) = step.trim().strip_suffix(')')?.split_once('(')?;
        let numbers: Vec<f64> = numbers.split([' ', ',']).map(str::parse).collect::<Result<_, _>>().ok()?;
        laid *= match (name, numbers.as_slice()) {
            ("translate", [x, y]) => Affine::translate((*x, *y)),
            ("scale", [by]) => Affine::scale(*by),
            _ => return None,
        };
    }
    Some(laid)
}

impl Printed<'_> {
    /// `token free spell` as `free-spell`: which frame.
    pub fn frame(&self) -> String {
        frame(self.card.kind)
    }

    /// `Fish` as `fish`: which ground. Games without categories have that of the card's type, or of its kind.
    pub fn ground(&self) -> String {
        match (&self.card.category, self.kind_of_type()) {
            (Some(category), _) => category.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-"),
            (None, Some(kind)) => kind.to_lowercase(),
            (None, None) => self.frame(),
        }
    }

    /// `fire`, for cards with types.
    pub fn kind_of_type(&self) -> Option<&str> {
        self.card.details.as_ref().map(|details| details.kind.as_str())
    }

    /// The level of a card that has one.
    pub fn level(&self) -> Option<u8> {
        self.card.details.as_ref()?.level.filter(|level| *level > 0)
    }

    /// What stands between the numbers: the kind, or the type of a creature.
    pub fn word(&self) -> String {
        match self.kind_of_type().filter(|_| self.card.kind == "creature") {
            Some(kind) => title(kind),
            None => title(&self.frame()),
        }
    }

    /// What else it is, in small letters below that word.
    pub fn more(&self) -> String {
        let made = if self.card.token {
            Some("token".to_owned())
        } else if self.card.generated {
            Some("generated".to_owned())
        } else {
            None
        };
        let subtypes = self.card.details.iter().flat_map(|details| details.subtypes.clone());
        let more = made.into_iter().chain(self.card.category.clone()).chain(subtypes);
        more.map(|word| title(&word)).collect::<Vec<_>>().join(", ")
    }

    /// The colour of its frame.
    pub fn frame_colour(&self) -> Colour {
        let ground = ART.grounds.get(&self.ground()).and_then(|ground| ground.frame);
        ground.or_else(|| ART.frames.get(&self.frame()).copied()).unwrap_or(ART.plain.frame)
    }

    /// The colour of its gem.
    pub fn tint(&self) -> Colour {
        let ground = ART.grounds.get(&self.ground()).map(|ground| ground.tint);
        ground.or_else(|| ART.tints.get(&self.frame()).copied()).unwrap_or(ART.plain.tint)
    }

    /// One number is a power; two are attack and health or defense; a third is what it is worth as a meal.
    pub fn figures(&self) -> Vec<Figure> {
        let numbers = numbers(self.card.stats.as_deref().unwrap_or_default());
        let second = if self.level().is_none() { FigureKind::Health } else { FigureKind::Defense };
        let kinds: &[FigureKind] = match numbers.len() {
            1 => &[FigureKind::Power],
            _ => &[FigureKind::Attack, second, FigureKind::Meal],
        };
        kinds.iter().zip(numbers).map(|(&is, number)| Figure { is, number }).collect()
    }

    /// The picture of the card, or the sign of its category or kind.
    pub fn picture(&self, pictures: &dyn Pictures) -> Option<Drawing> {
        let own = self.card.icon.as_deref().and_then(|icon| pictures.drawing(self.game, icon));
        own.or_else(|| {
            let sign = sign(&self.ground()).or_else(|| sign(&self.frame())).unwrap_or("card-joker");
            pictures.drawing(self.game, sign)
        })
    }

    /// The sign of its category or kind, for the gem.
    pub fn sign(&self, pictures: &dyn Pictures) -> Option<Drawing> {
        let word = match (&self.card.category, self.kind_of_type()) {
            (Some(category), _) => category.to_lowercase(),
            (None, Some(kind)) => kind.to_owned(),
            (None, None) => self.frame(),
        };
        pictures.drawing(self.game, sign(&word).unwrap_or(&word))
    }
}

/// `token free spell` as `free-spell`.
fn frame(kind: &str) -> String {
    let plain = ["token ", "generated "].iter().find_map(|made| kind.strip_prefix(made)).unwrap_or(kind);
    plain.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()
}

/// `free-spell` as `Free spell`.
fn title(word: &str) -> String {
    capital(&word.replace(['-', '_'], " "))
}

/// The name of the picture of a word.
fn sign(word: &str) -> Option<&'static str> {
    ART.signs.get(word).map(String::as_str)
}

/// With a capital, and nothing else changed.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `on eat: draw 1.` as `On eat:` and `draw 1.`
pub fn line_of(text: &str) -> (Option<String>, String) {
    match text.find(": ") {
        Some(at) => (Some(capital(&text[..=at])), text[at + 2..].to_owned()),
        None => (None, capital(text)),
    }
}

/// The numbers in a text, with their signs.
fn numbers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in text.chars() {
        match (letter.is_ascii_digit(), last.is_ascii_digit(), found.last_mut()) {
            (true, true, Some(number)) => number.push(letter),
            (true, ..) if last == '-' => found.push(format!("-{letter}")),
            (true, ..) => found.push(letter.to_string()),
            (false, ..) => {}
        }
        last = letter;
    }
    found
}
