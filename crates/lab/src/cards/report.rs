//! The report of `lab cards`.

use std::collections::BTreeMap;

use super::measure::{is_significant, smallest_found};
use super::{Cards, Effect, Group, Impact, Measured};
use crate::game::{PlayedGame, Series};
use crate::opinion::Opinion;
use crate::page::{Link, Page, Row};
use crate::plots;
use crate::report::{Report, grouped};
use crate::samples::{Samples, middle};
use crate::stats::Difference;

/// What each of the three measures can mean, and what it cannot.
const OPENING: &str = "How much more often a deck wins when the card is in its opening hand than when it is not. The shuffle alone decides \
    that, so this is what the card does there in place of an average card of its deck. It cannot say what the card is worth later in a \
    match, in another deck, or to a better player.";
const DRAWING: &str = "How much more often a deck wins when it has drawn the card at some time than when it has not. Longer matches draw more \
    cards, and who is ahead may draw more: a card that helps a losing side to hold out looks worse here than it is. It cannot say that \
    drawing the card made the difference.";
const PLAYING: &str = "How much more often a side wins when it has played the card than when it has drawn it and never played it. A large \
    value may also mean that one can play it only when one is ahead, or keeps it when all is lost. It cannot say that playing it is right.";

/// Which of its effects a plot takes of a card.
type EffectOf = fn(&Impact) -> Option<Effect>;

impl Cards {
    /// For each card a match that was won and one that was lost with it in the opening hand.
    pub(super) fn links<'s>(
        &self,
        measured: &Measured,
        series: &'s [Series],
        played: &[Vec<&PlayedGame>],
        samples: &mut Samples<'s>,
    ) -> BTreeMap<String, Vec<Link>> {
        let infos = self.rules.cards();
        let place = |name: &str| infos.iter().position(|info| info.name == name && !info.token).map(|place| place as u16);
        let mut links: BTreeMap<String, Vec<Link>> = BTreeMap::new();
        for impact in &measured.cards {
            let Some(card) = place(&impact.card) else { continue };
            let with = |series: usize, side: usize, wanted: u8| {
                let is_it = move |game: &&PlayedGame| {
                    let halves = if side == 0 { game.halves } else { 2 - game.halves };
                    let opening = game.watched.as_ref().map(|watched| &watched.opening[side]);
                    halves == wanted && opening.is_some_and(|opening| opening.binary_search(&card).is_ok())
                };
                middle(played[series].iter().copied().filter(is_it))
            };
            for (wanted, says) in [(2, "won"), (0, "lost")] {
                let places = (0..series.len()).flat_map(|series| [0, 1].map(|side| (series, side)));
                let found = places.filter_map(|(at, side)| Some((at, with(at, side, wanted)?))).next();
                if let Some((at, game)) = found {
                    let [a, b] = [0, 1].map(|side| series[at].sides[side].brings[0].name());
                    let link = samples.link(&series[at], &format!("{a} v {b}"), game, says);
                    links.entry(impact.card.clone()).or_default().push(link);
                }
            }
        }
        links
    }

    pub(super) fn report(&self, measured: &Measured, links: &BTreeMap<String, Vec<Link>>) -> Report {
        let about = format!(
            "{} games of {} between {} decks, {} on both sides, seats swapped, seed {}.",
            grouped(measured.overview.games),
            self.rules.title(),
            self.decks.len(),
            self.bot,
            self.seed
        );
        let mut page = Page::new(&format!("{}: what each card does", self.rules.title()), &about);
        page.tiles(&measured.overview.tiles());
        page.section(
            "How to read this",
            "In percentage points, with 95 % intervals; only games of the same deck in the same pairing are compared. Coloured and marked with \
             * is what is significant after the correction for the number of cards, for each measure by itself (false discovery rate \
             5 %). Likely values are drawn towards the mean of all cards, the more the fewer games there are (empirical Bayes: normal \
             values around a mean, both estimated from all cards). The best that luck makes of many cards is not the best card: quote \
             the likely values.",
        );
        let measures: [(&str, &str, &str, EffectOf); 3] = [
            ("In the opening hand", OPENING, "in the opening hand, against not", |impact| impact.opening),
            ("Drawing it", DRAWING, "drawn, against not drawn", |impact| impact.drawing),
            ("Playing it", PLAYING, "played, against kept", |impact| impact.playing),
        ];
        for (place, (title, says, axis, of)) in measures.into_iter().enumerate() {
            let spread = 100.0 * measured.kinds[place].spread;
            let found = smallest_found(measured.cards.iter().filter_map(of));
            let power = found.map_or(String::new(), |found| {
                format!(
                    " For a card like most of them an effect of {:.1} points would be seen in four of five runs.",
                    100.0 * found
                )
            });
            page.section(
                title,
                &format!("{says} Cards differ by {spread:.1} points (standard deviation, luck taken out).{power}"),
            );
            page.plot(&plots::intervals(&bars(measured, of), 0.0, axis, true));
        }
        if measured.by_kind.len() > 1 {
            page.section("By kind", "The mean effect in the opening hand of all cards of a kind.");
            page.plot(&plots::intervals(&group_bars(&measured.by_kind, ""), 0.0, "in the opening hand, against not", true));
        }
        if measured.by_number.len() > 1 {
            page.section(
                "The curve",
                "The mean effect in the opening hand by the level of a card, or by the first number printed on it. Where it rises steeply, the \
                 number is worth more than it costs.",
            );
            let bars = group_bars(&measured.by_number, "number ");
            page.plot(&plots::intervals(&bars, 0.0, "in the opening hand, against not", true));
        }
        let together: Vec<Vec<String>> = measured
            .together
            .iter()
            .take(30)
            .map(|one| {
                let likely = 100.0 * one.effect.shrunk.value;
                vec![
                    one.cards.join(" + "),
                    interval(Some(one.effect)),
                    format!("{likely:+.1}"),
                    format!("{:.4}", one.effect.q),
                    one.hands.to_string(),
                ]
            })
            .collect();
        page.section(
            "Together",
            "What two cards in the opening hand add to each other: the score with both, less with each alone, plus with neither. The shuffle \
             decides it, as for single cards. There are many pairs and few hands with both, so most differ by luck; the thirty surest \
             are shown, and only those marked with * are significant.",
        );
        page.table(&["cards", "more than each alone", "likely", "q", "hands"], &together);
        measured.second.iter().for_each(|second| second.section(&mut page));
        let rows: Vec<Row> = measured
            .cards
            .iter()
            .map(|impact| {
                let counts = [impact.brought, impact.opened, impact.drawn, impact.played].map(grouped);
                let likely = impact.opening.map_or("–".to_owned(), |effect| {
                    let [value, low, high] =
                        [effect.shrunk.value, effect.shrunk.low, effect.shrunk.high].map(|value| 100.0 * value);
                    format!("{value:+.1} ({low:+.1} to {high:+.1})")
                });
                let effects = [interval(impact.opening), likely, interval(impact.drawing), interval(impact.playing)];
                let cells = std::iter::once(impact.card.clone()).chain(effects).chain(counts).collect();
                Row::new(cells, links.get(&impact.card).cloned().unwrap_or_default())
            })
            .collect();
        page.section(
            "All numbers",
            "Then in how many decks it was, and how often it was in the opening hand, drawn and played. The matches are one that was won \
             and one that was lost with the card in the opening hand.",
        );
        let head = ["card", "opening hand", "likely", "drawing", "playing", "in decks", "opened", "drawn", "played"];
        page.linked_table(&head, &rows);
        measured.overview.sections(&mut page);
        let mut lines =
            vec![about, format!("  {:28} {:>26} {:>8} {:>26} {:>8}", "card", "opening hand", "likely", "playing", "opened")];
        let few = measured.cards.iter().enumerate().filter(|(place, _)| *place < 8 || place + 8 >= measured.cards.len());
        lines.extend(few.map(|(_, impact)| {
            let likely = impact.opening.map_or("–".to_owned(), |effect| format!("{:+.1}", 100.0 * effect.shrunk.value));
            let (opening, playing) = (interval(impact.opening), interval(impact.playing));
            format!("  {:28} {opening:>26} {likely:>8} {playing:>26} {:>8}", impact.card, impact.opened)
        }));
        lines.extend(
            measured
                .together
                .iter()
                .filter(|one| is_significant(&one.effect))
                .take(5)
                .map(|one| format!("  {} add to each other: {}", one.cards.join(" and "), interval(Some(one.effect)))),
        );
        lines.extend(measured.second.iter().flat_map(Opinion::lines));
        Report::new(page, self.plan(), measured, lines)
    }
}

/// `+2.1 (+0.3 to +3.9) *`.
fn interval(effect: Option<Effect>) -> String {
    effect.map_or("–".into(), |effect| {
        let Difference { value, low, high, .. } = within_one(effect.difference);
        let sign = if is_significant(&effect) { " *" } else { "" };
        format!("{:+.1} ({:+.1} to {:+.1}){sign}", 100.0 * value, 100.0 * low, 100.0 * high)
    })
}

/// A difference of scores is never above 1.
fn within_one(of: Difference) -> Difference {
    Difference { low: of.low.max(-1.0), high: of.high.min(1.0), ..of }
}

fn group_bars(groups: &[Group], prefix: &str) -> Vec<plots::Bar> {
    let bar = |Group { name, cards, mean: Difference { value, low, high, .. } }: &Group| plots::Bar {
        label: format!("{prefix}{name} ({cards} cards)"),
        value: *value,
        low: *low,
        high: *high,
        stands_out: *low > 0.0 || *high < 0.0,
    };
    groups.iter().map(bar).collect()
}

/// The rows of a plot, the best first, as many as fit on a screen.
fn bars(measured: &Measured, of: EffectOf) -> Vec<plots::Bar> {
    let mut bars: Vec<plots::Bar> = measured
        .cards
        .iter()
        .filter_map(|impact| {
            let effect = of(impact)?;
            let Difference { value, low, high, .. } = within_one(effect.difference);
            Some(plots::Bar { label: impact.card.clone(), value, low, high, stands_out: is_significant(&effect) })
        })
        .collect();
    bars.sort_by(|a, b| b.value.total_cmp(&a.value));
    const ENDS: usize = 20;
    if bars.len() > 2 * ENDS {
        bars.drain(ENDS..bars.len() - ENDS);
    }
    bars
}
