//! Draws the table from a view. Knows no game: places become boxes, piles are counted, the own hand is listed.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use playmat_cards::{CardGame, CardInfo, CardView, Details, Mark, Part, SceneWord, Stats, Value, View};
use playmat_kernel::{BySeat, Seat};
use unicode_width::UnicodeWidthStr;

use crate::text::{Flow, fit, packed, shortened, wrapped};

/// The width of a page that does not tell its own.
const USUAL: usize = 110;
/// The least width: nothing narrower can be read.
const NARROWEST: usize = 60;
/// The most width: longer lines are hard to follow.
const WIDEST: usize = 160;
/// Below so many lines rows of boxes are drawn as low as possible.
const FEW_LINES: usize = 40;
/// How wide the inside of a box is at most.
const BOX: usize = 18;
/// If a box has less room than this, it has no margins.
const ROOMY: usize = 20;
/// No text is begun in fewer columns.
const LEGIBLE: usize = 8;

/// The icons of state words; a word without one stands alone.
const ICONS: &[(&str, &str)] = &[
    ("exhausted", "💤"),
    ("dry", "🍂"),
    ("barrier", "🛡️"),
    ("frozen", "❄️"),
    ("paralysed", "⚡"),
    ("token", "⚪"),
    ("tapped", "💤"),
    ("attacked", "🗡️"),
    ("equipped", "🔗"),
    ("on", "✨"),
];

/// The colours of kinds, and of types where a game has them.
const COLOURS: &[(&str, AnsiColor)] = &[
    ("predator", AnsiColor::Red),
    ("prey", AnsiColor::Green),
    ("free spell", AnsiColor::Magenta),
    ("spell", AnsiColor::Blue),
    ("trap", AnsiColor::Yellow),
    ("fire", AnsiColor::Red),
    ("water", AnsiColor::Blue),
    ("nature", AnsiColor::Green),
    ("earth", AnsiColor::Yellow),
    ("electric", AnsiColor::Cyan),
    ("light", AnsiColor::BrightWhite),
    ("dark", AnsiColor::Magenta),
];

/// The size of what a table is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// How many columns are used.
    pub width: usize,
    /// Whether there are few lines.
    pub low: bool,
}

impl Page {
    /// A page for a terminal of this size, which is 0 if it is unknown.
    pub fn of(width: usize, height: usize) -> Self {
        let width = if width == 0 { USUAL } else { width.clamp(NARROWEST, WIDEST) };
        Page { width, low: (1..FEW_LINES).contains(&height) }
    }
}

/// The whole table as somebody sees it, the own side below.
pub fn draw<G: CardGame>(rules: &G::Rules, view: &View, viewer: Option<Seat>, names: &BySeat<String>, page: Page) -> String {
    let bottom = viewer.unwrap_or(Seat::One);
    let drawing = Drawing {
        cards: G::cards(rules),
        is_places: |zone| G::scene_words().iter().any(|&(word, means)| word == zone && means == SceneWord::Places),
        places: G::PLACES,
        boxes: Boxes::on(page, G::PLACES),
        width: page.width,
        view,
        viewer,
        names,
    };
    let mut text = drawing.title();
    text.push_str(&drawing.summary(bottom.rival()));
    // A fight is drawn in the middle of the table.
    text.extend(drawing.places(bottom.rival()).into_iter().rev());
    text.push_str(&drawing.middle(bottom));
    text.extend(drawing.places(bottom));
    text.push_str(&drawing.summary(bottom));
    if viewer.is_some() {
        text.push_str(&drawing.hand(bottom));
    }
    text.push_str(&"═".repeat(page.width));
    text
}

struct Drawing<'a> {
    cards: &'a [CardInfo],
    is_places: fn(&str) -> bool,
    places: u8,
    boxes: Boxes,
    /// How wide the table is drawn.
    width: usize,
    view: &'a View,
    viewer: Option<Seat>,
    names: &'a BySeat<String>,
}

/// How boxes are drawn, so that all places of a side stand in one row.
#[derive(Clone, Copy)]
struct Boxes {
    /// The columns before a box.
    gap: usize,
    /// The columns between its edges and what is inside.
    margin: usize,
    inside: usize,
    /// The lines inside, at least.
    height: usize,
}

impl Boxes {
    fn on(page: Page, places: u8) -> Self {
        let room = page.width / usize::from(places.max(1));
        let (gap, margin) = if room < ROOMY { (1, 0) } else { (2, 1) };
        let inside = room.saturating_sub(gap + 2 * margin + 2).min(BOX);
        Boxes { gap, margin, inside, height: if page.low { 1 } else { 3 } }
    }

    /// The width of a box with everything around it.
    fn wide(self) -> usize {
        self.gap + 2 * self.margin + 2 + self.inside
    }

    fn row(self, boxes: &[Vec<String>]) -> String {
        let height = boxes.iter().map(Vec::len).max().unwrap_or(0).max(self.height);
        let (gap, margin) = (" ".repeat(self.gap), " ".repeat(self.margin));
        let edge = |left: char, right: char| {
            let line = "─".repeat(self.inside + 2 * self.margin);
            boxes.iter().map(|_| format!("{gap}{left}{line}{right}")).collect::<String>()
        };
        let mut text = edge('┌', '┐') + "\n";
        for line in 0..height {
            for lines in boxes {
                let inside = lines.get(line).cloned().unwrap_or_else(|| " ".repeat(self.inside));
                let _ = write!(text, "{gap}│{margin}{inside}{margin}│");
            }
            text.push('\n');
        }
        text + &edge('└', '┘') + "\n"
    }
}

impl Drawing<'_> {
    fn title(&self) -> String {
        // What belongs to one place is drawn there: `control 2`.
        let shared = self.view.parts.iter().filter(|part| part.seat.is_none() && place_of(part.name).is_none());
        let words: Vec<String> = shared
            .filter_map(|part| match &part.value {
                Value::Number(number) => Some(format!("{} {number}", part.name)),
                Value::Word(word) => Some(format!("{} {}", part.name, self.word(word))),
                Value::Cards(_) => None,
            })
            .collect();
        let lines = packed(words.iter().map(String::as_str), " · ", self.width - 4);
        let line = |line: &String| {
            let title = format!("══ {line} ");
            format!("{title}{}\n", "═".repeat(self.width.saturating_sub(title.width())))
        };
        lines.iter().map(line).collect()
    }

    /// The line between the sides, with cards that belong to nobody, such as a chain.
    fn middle(&self, bottom: Seat) -> String {
        let mut text = self.between(bottom);
        for part in self.view.parts.iter().filter(|part| part.seat.is_none()) {
            if let Value::Cards(cards) = &part.value
                && !cards.is_empty()
            {
                let card = |card: &CardView| {
                    let marks: Vec<String> = card.marks.iter().map(|mark| self.mark(mark)).collect();
                    format!("{} ({})", self.name(card).unwrap_or("a card"), marks.join(", "))
                };
                let cards: Vec<String> = cards.iter().map(card).collect();
                text.push_str(&self.list(&format!(" {}: ", part.name), &cards.join(" ← ")));
                let _ = writeln!(text, "{}", "╌".repeat(self.width));
            }
        }
        text
    }

    /// The line between the boxes of both sides. Where places have numbers of their own, players are asked for places: then they
    /// are numbered here, and an arrow points to the player who controls the place.
    fn between(&self, bottom: Seat) -> String {
        let counted = self.view.parts.iter().any(|part| place_of(part.name).is_some());
        let wide = self.boxes.wide();
        let mut line = String::new();
        for place in (0..self.places).filter(|_| counted) {
            let text = match self.holder(place) {
                Some(seat) => format!(" {place} {} {} ", if seat == bottom { '▼' } else { '▲' }, self.names[seat]),
                None => format!(" {place} "),
            };
            let text = shortened(&text, wide - 2);
            let left = (wide - text.width()) / 2;
            let _ = write!(line, "{}{text}{}", "╌".repeat(left), "╌".repeat(wide - text.width() - left));
        }
        format!("{line}{}\n", "╌".repeat(self.width.saturating_sub(line.width())))
    }

    /// The player named by a part about a place of both: `control 2`.
    fn holder(&self, place: u8) -> Option<Seat> {
        let shared = self.view.parts.iter().filter(|part| part.seat.is_none());
        let mut of_place = shared.filter(|part| place_of(part.name).is_some_and(|(_, at)| at == place));
        of_place.find_map(|part| match part.value {
            Value::Word(word) => Seat::BOTH.into_iter().find(|seat| seat.tag() == word),
            _ => None,
        })
    }

    /// The name, the numbers and the sizes of the piles, then what is known of the piles.
    fn summary(&self, seat: Seat) -> String {
        let bold = Style::new().bold();
        let mut line = Flow::new(self.width);
        line.add(&self.names[seat], &format!("{bold}{}{bold:#}", self.names[seat]));
        let mut below = String::new();
        for part in self.of(seat) {
            match &part.value {
                Value::Number(_) if place_of(part.name).is_some() => {}
                Value::Number(number) => {
                    line.add(&format!("{} {number}", part.name), &format!("{} {bold}{number}{bold:#}", part.name));
                }
                Value::Word(word) => line.plain(&format!("{} {}", part.name, self.word(word))),
                Value::Cards(_) if (self.is_places)(part.name) => {}
                Value::Cards(cards) if cards.is_empty() && !matches!(part.name, "hand" | "deck") => {}
                Value::Cards(cards) => {
                    line.plain(&format!("{} {}", part.name, cards.len()));
                    let known: Vec<&str> = cards.iter().filter_map(|card| self.name(card)).collect();
                    // The own hand is listed below the table.
                    let listed = self.viewer == Some(seat) && known.len() == cards.len();
                    if !known.is_empty() && part.name != "hand" {
                        below.push_str(&self.list(&format!("   {}: ", part.name), &known.join(", ")));
                    } else if !known.is_empty() && !listed {
                        below.push_str(&self.whole_list(&format!("   known of the {}: ", part.name), &known));
                    }
                }
            }
        }
        format!("{}\n{below}", line.text)
    }

    /// A label and its value, on one line.
    fn list(&self, lead: &str, rest: &str) -> String {
        format!("{lead}{}\n", shortened(rest, self.width.saturating_sub(lead.width())))
    }

    /// Names, on as many lines as they need.
    fn whole_list(&self, lead: &str, names: &[&str]) -> String {
        let lines = packed(names.iter().copied(), ", ", self.width.saturating_sub(lead.width() + 1));
        let below = format!(",\n{}", " ".repeat(lead.width()));
        format!("{lead}{}\n", lines.join(&below))
    }

    /// The boxes of all zones with places, zone by zone.
    fn places(&self, seat: Seat) -> Vec<String> {
        let mut zones = Vec::new();
        for part in self.of(seat).filter(|part| (self.is_places)(part.name)) {
            let Value::Cards(cards) = &part.value else { continue };
            let mut text = String::new();
            // A second row is drawn only if something lies in it.
            if cards.is_empty() && !zones.is_empty() {
                zones.push(format!("   {}: empty\n", part.name));
                continue;
            }
            let columns = self.columns(part.name);
            let boxes: Vec<Vec<String>> = match cards.iter().all(|card| card.place.is_some()) {
                true => (0..columns)
                    .map(|place| {
                        let mut lines = match cards.iter().find(|card| card.place == Some(place)) {
                            Some(card) => self.card(card),
                            None => vec![fit("·", self.boxes.inside)],
                        };
                        lines.extend(self.numbers_at(seat, place));
                        lines
                    })
                    .collect(),
                false => cards.iter().map(|card| self.card(card)).collect(),
            };
            if boxes.is_empty() {
                let _ = writeln!(text, "   {}: empty", part.name);
            }
            for row in boxes.chunks((self.width / self.boxes.wide()).max(1)) {
                text.push_str(&self.boxes.row(row));
            }
            zones.push(text);
        }
        zones
    }

    /// How many places a zone needs, so that the sides line up.
    fn columns(&self, zone: &str) -> u8 {
        let of_zone = self.view.parts.iter().filter(|part| part.name == zone);
        let places = of_zone.filter_map(|part| match &part.value {
            Value::Cards(cards) => cards.iter().filter_map(|card| card.place).max(),
            _ => None,
        });
        places.max().map_or(0, |last| last + 1).max(self.places)
    }

    /// The numbers that belong to a place of a side, such as what a slot adds; empty if there are none.
    fn numbers_at(&self, seat: Seat, place: u8) -> Vec<String> {
        let of_place = self.of(seat).filter(|part| place_of(part.name).is_some_and(|(_, at)| at == place));
        let shown = of_place.filter_map(|part| match part.value {
            Value::Number(number) if number != 0 => Some(format!("{} {number:+}", place_of(part.name)?.0)),
            _ => None,
        });
        shown.map(|text| fit(&text, self.boxes.inside)).collect()
    }

    /// The lines inside a box.
    fn card(&self, card: &CardView) -> Vec<String> {
        let inside = self.boxes.inside;
        let name = self.name(card).unwrap_or("(face down)");
        let style = card.def.map_or(Style::new(), |def| colour(&self.cards[def.0 as usize]));
        let mut lines: Vec<String> =
            wrapped(name, inside).iter().map(|line| format!("{style}{}{style:#}", fit(line, inside))).collect();
        if let Some(stats) = card.stats {
            let bold = Style::new().bold();
            lines.push(format!("{bold}{}{bold:#}", fit(&stats_text(stats), inside)));
        }
        for def in &card.under {
            lines.push(fit(&format!("on {}", self.cards[def.0 as usize].name), inside));
        }
        let shown = card.marks.iter().filter(|mark| card.def.is_some() || mark.word != "facedown");
        let marks: Vec<String> = shown.map(|mark| self.mark(mark)).collect();
        lines.extend(packed(marks.iter().map(String::as_str), ", ", inside).iter().map(|line| fit(line, inside)));
        lines
    }

    /// The own hand, one card a line.
    fn hand(&self, seat: Seat) -> String {
        let Some(Value::Cards(cards)) = self.view.part(Some(seat), "hand") else { return String::new() };
        let known: Vec<&CardInfo> = cards.iter().filter_map(|card| card.def).map(|def| &self.cards[def.0 as usize]).collect();
        let name_width = known.iter().map(|info| info.name.width()).max().unwrap_or(0);
        let kind_width = known.iter().map(|info| kind(info).width()).max().unwrap_or(0);
        let stats_width = known.iter().filter_map(|info| info.stats.as_ref()).map(|stats| stats.width()).max().unwrap_or(0);
        let mut text = String::new();
        for info in known {
            let style = colour(info);
            let stats = info.stats.as_deref().unwrap_or_default();
            let lead = name_width + kind_width + stats_width + 11;
            let mut words = info.keywords.join(", ");
            for line in &info.text {
                words = if words.is_empty() { line.clone() } else { format!("{words} · {line}") };
            }
            let words = match self.width.saturating_sub(lead) {
                0..LEGIBLE => String::new(),
                room => shortened(&words, room),
            };
            let _ = writeln!(
                text,
                "   • {style}{}{style:#}  {}  {}  {words}",
                fit(&info.name, name_width),
                fit(&kind(info), kind_width),
                fit(stats, stats_width),
            );
        }
        text
    }

    fn of(&self, seat: Seat) -> impl Iterator<Item = &Part> {
        self.view.parts.iter().filter(move |part| part.seat == Some(seat))
    }

    /// A word, or the name of the player it stands for.
    fn word<'a>(&'a self, word: &'a str) -> &'a str {
        Seat::BOTH.into_iter().find(|seat| seat.tag() == word).map_or(word, |seat| &self.names[seat])
    }

    fn name(&self, card: &CardView) -> Option<&str> {
        card.def.map(|def| self.cards[def.0 as usize].name.as_str())
    }

    fn mark(&self, mark: &Mark) -> String {
        let icon = ICONS.iter().find(|(word, _)| *word == mark.word).map(|(_, icon)| format!("{icon} ")).unwrap_or_default();
        let number = mark.number.map(|number| format!(" {number}")).unwrap_or_default();
        let card = mark.card.map(|def| format!(" {}", self.cards[def.0 as usize].name)).unwrap_or_default();
        format!("{icon}{}{number}{card}", mark.word)
    }
}

/// `mod 2` is a number of place 2.
pub fn place_of(name: &str) -> Option<(&str, u8)> {
    let (word, place) = name.rsplit_once(' ')?;
    Some((word, place.parse().ok()?))
}

/// The kind of a card, or its type and level where it has them.
fn kind(info: &CardInfo) -> String {
    match &info.details {
        Some(Details { kind, level: Some(level), .. }) => format!("{kind} {level}"),
        _ => info.kind.to_owned(),
    }
}

fn colour(info: &CardInfo) -> Style {
    let printed = info.details.as_ref().map_or(info.kind, |details| &details.kind);
    let kind = COLOURS.iter().find(|(kind, _)| printed.contains(kind));
    kind.map_or(Style::new(), |(_, colour)| colour.on_default())
}

/// The number of the first place: as the view counts places, otherwise 1.
pub fn first_place(view: &View) -> u8 {
    view.parts.iter().filter_map(|part| place_of(part.name)).map(|(_, place)| place).min().unwrap_or(1)
}

/// `3/2` or `5`.
pub fn stats_text(stats: Stats) -> String {
    match stats {
        Stats::Pair(one, two) => format!("{one}/{two}"),
        Stats::One(one) => one.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_cards::{Setup, Terms};
    use playmat_catalog::{Library, Origin, Visitor, visit_all};
    use playmat_chance::FastChance;
    use playmat_kernel::{Audience, Chance, Options, Silence, Table};

    /// Plays a random game and draws the table before every question, on pages of these widths.
    #[derive(Clone)]
    struct Look(&'static [usize]);

    impl Visitor for Look {
        type Out = usize;

        fn visit<G: CardGame>(self) -> usize {
            let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
            let set = library.rules(&Terms::default()).expect("the default terms are right");
            let mut chance = FastChance::new(7);
            let decks = BySeat::from_fn(|_| G::random_deck(&set.rules, None, &mut chance));
            let position = G::open(&set.rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(&set.rules, position, &mut chance, &mut Silence);
            let names = BySeat::new("A name of full length 24".to_owned(), "Bob".to_owned());
            let (mut options, mut looked) = (Options::new(), 0);
            while table.decision().is_some() {
                for seat in Seat::BOTH {
                    let view = G::view(&set.rules, table.position(), Audience::Player(seat));
                    for &width in self.0 {
                        let text = draw::<G>(&set.rules, &view, Some(seat), &names, Page { width, low: true });
                        let plain = anstream::adapter::strip_str(&text).to_string();
                        let wide = plain.lines().find(|line| line.width() > width);
                        assert_eq!(wide, None, "{} at {width}:\n{plain}", G::NAME);
                        looked += 1;
                    }
                }
                table.options(&set.rules, &mut options);
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(&set.rules, options[pick], &mut chance, &mut Silence);
            }
            looked
        }
    }

    #[test]
    fn a_page_is_as_wide_as_its_terminal_within_reason() {
        assert_eq!(Page::of(80, 24), Page { width: 80, low: true });
        assert_eq!(Page::of(120, 40), Page { width: 120, low: false });
        assert_eq!(Page::of(20, 100).width, NARROWEST);
        assert_eq!(Page::of(900, 100).width, WIDEST);
        assert_eq!(Page::of(0, 0), Page { width: USUAL, low: false });
    }

    #[test]
    fn a_table_is_not_wider_than_its_page() {
        let looked: usize = visit_all(Look(&[60, 80, 110, 120])).into_iter().sum();
        assert!(looked > 500, "only {looked} tables");
    }
}
