//! `lab matrix`: every deck against every other.

use playmat_bots::BotSpec;
use playmat_catalog::Rules;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{DeckChoice, Luck, PlayedGame, Series, Side, Watch};
use crate::opinion::{Opinion, usual_answers};
use crate::page::{Link, Page, Row, percent};
use crate::plots;
use crate::report::{Overview, Report, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::samples::Samples;
use crate::stats::{Estimate, Tally};

/// The plan of a run.
pub struct Matrix {
    /// The rules.
    pub rules: Rules,
    /// The decks or categories, each against every other.
    pub decks: Vec<DeckChoice>,
    /// The bot that plays both sides.
    pub bots: [BotSpec; 2],
    /// The seed of the run.
    pub seed: u64,
    /// How many games of each pairing.
    pub games: u64,
    /// The limit that no pairing may exceed, if there is one.
    pub limit: Option<Limit>,
}

/// When a pairing is too lopsided, seen from the side that wins more often.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    /// The whole interval lies above this score.
    pub low: f64,
    /// The score itself lies above this one, however wide the interval is.
    pub value: f64,
}

impl Limit {
    /// Whether this score exceeds it.
    pub fn is_exceeded(&self, found: &Estimate) -> bool {
        found.low > self.low || found.value > self.value
    }
}

/// The results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The names of the decks, in the order of the rows and columns.
    pub decks: Vec<String>,
    /// The score of each row's deck against each column's.
    pub scores: Vec<Vec<Option<Estimate>>>,
    /// The score of each deck against all others together.
    pub overall: Vec<Estimate>,
    /// All games together.
    pub overview: Overview,
    /// What a stronger bot says.
    pub second: Option<Opinion>,
}

/// How many pairings the terminal shows.
const SHOWN: usize = 10;

impl Matrix {
    /// Everything that its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let decks: Vec<Value> = self.decks.iter().map(|deck| crate::deck_value(&self.rules, deck)).collect();
        plan(
            "matrix",
            self.rules.game(),
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bots.map(|bot| bot.to_string()))),
                ("seed", json!(self.seed)),
                ("decks", json!(decks)),
            ],
        )
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        (0..self.decks.len()).flat_map(|row| (row + 1..self.decks.len()).map(move |column| (row, column))).collect()
    }

    /// The place of a pairing, whichever deck is named first.
    fn pairing(&self, a: usize, b: usize) -> usize {
        let wanted = (a.min(b), a.max(b));
        self.pairs().iter().position(|&pair| pair == wanted).unwrap_or(0)
    }

    fn series(&self) -> Vec<Series> {
        let side = |bot: BotSpec, deck: usize| Side { bot, brings: vec![self.decks[deck].clone()] };
        let one = |(id, (row, column)): (usize, (usize, usize))| Series {
            id: id as u64,
            rules: self.rules.clone(),
            sides: [side(self.bots[0], row), side(self.bots[1], column)],
            mirror: false,
            luck: Luck::Shared,
            seed: crate::mixed(self.seed, id as u64),
        };
        self.pairs().into_iter().enumerate().map(one).collect()
    }

    /// Plays the missing games and makes the report. The games are written to the folder, if there is one.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&std::path::Path>) -> Result<(Measured, Report), Halt> {
        let series = self.series();
        let all = self.games * series.len() as u64;
        (context.expect)(all);
        context.play(&series, self.games, Watch::Result)?;
        let second = context.second_opinion(&series, self.games, all, usual_answers)?;
        let played = context.all_games(&series, self.games);
        let measured = self.measure(&played, second);
        if let Some(folder) = folder {
            let rows = series.iter().zip(&played).map(|(series, games)| ("", series, games.clone()));
            write_raw(folder, rows).map_err(Halt::Failed)?;
        }
        let mut samples = Samples::new();
        let links: Vec<Vec<Link>> = series
            .iter()
            .zip(&played)
            .zip(self.pairs())
            .map(|((series, games), (row, column))| {
                let name = format!("{} v {}", self.decks[row].name(), self.decks[column].name());
                samples.won_and_lost(series, &name, games, 0)
            })
            .collect();
        let report = self.report(&measured, &links).with(samples, context)?;
        Ok((measured, report))
    }

    fn measure(&self, played: &[Vec<&PlayedGame>], second: Option<Opinion>) -> Measured {
        let count = self.decks.len();
        let mut scores = vec![vec![None; count]; count];
        let mut overall = vec![Tally::default(); count];
        for ((row, column), games) in self.pairs().into_iter().zip(played) {
            let mut tally = Tally::default();
            for game in games {
                tally.add(game.halves);
                overall[row].add(game.halves);
                overall[column].add(2 - game.halves);
            }
            scores[row][column] = Some(tally.estimate());
            scores[column][row] = Some(tally.reversed().estimate());
        }
        Measured {
            decks: self.decks.iter().map(|deck| deck.name().to_owned()).collect(),
            scores,
            overall: overall.iter().map(Tally::estimate).collect(),
            overview: Overview::of(played.iter().flatten().copied()),
            second,
        }
    }

    fn report(&self, measured: &Measured, links: &[Vec<Link>]) -> Report {
        let bots = if self.bots[0] == self.bots[1] {
            format!("{} on both sides", self.bots[0])
        } else {
            format!("{} (rows) against {} (columns)", self.bots[0], self.bots[1])
        };
        let about = format!(
            "Every deck of {} against every other, {} games of each pairing, seats swapped; {bots}, seed {}.",
            self.rules.title(),
            crate::report::grouped(self.games),
            self.seed
        );
        let order = measured.order();
        let names: Vec<String> = order.iter().map(|&at| measured.decks[at].clone()).collect();
        let cells: Vec<Vec<Option<Estimate>>> =
            order.iter().map(|&row| order.iter().map(|&column| measured.scores[row][column]).collect()).collect();
        let mut page = Page::new(&format!("{}: who beats whom", self.rules.title()), &about);
        page.tiles(&measured.overview.tiles());
        page.section("What stands out", "");
        page.sentences(&measured.sentences());
        page.section(
            "Score of each row against each column",
            "In percent: 100 is always won, 50 is even (a draw counts half). Blue: the row wins more often; red: the column does. \
             A dot marks pairings that may well be even: their 95 % interval holds 50. The strongest deck stands first. A click leads to \
             the pairing and its matches.",
        );
        let anchor = |row: usize, column: usize| format!("pairing-{}", self.pairing(order[row], order[column]));
        page.plot(&plots::heat_map(&names, &cells, anchor));
        page.section("Score of each deck against all others", "With 95 % intervals; the line is at 50 %.");
        let bars: Vec<plots::Bar> = order
            .iter()
            .map(|&at| {
                let found = measured.overall[at];
                let [value, low, high] = [found.value, found.low, found.high].map(|share| share - 0.5);
                plots::Bar { label: measured.decks[at].clone(), value, low, high, stands_out: low > 0.0 || high < 0.0 }
            })
            .collect();
        page.plot(&plots::intervals(&bars, 0.0, "percentage points above or below 50 %", true));
        measured.second.iter().for_each(|second| second.section(&mut page));
        measured.overview.sections(&mut page);
        page.section(
            "All pairings",
            "The score of the first deck, with its 95 % interval; the most lopsided first; won and lost are \
             the first deck's.",
        );
        let rows: Vec<Row> = measured
            .lopsided()
            .into_iter()
            .map(|(row, column, found)| {
                let name = format!("{} against {}", measured.decks[row], measured.decks[column]);
                let pairing = self.pairing(row, column);
                // The records were chosen from the side of the deck that stands first in the plan.
                let turned = |link: &Link| {
                    let text = match (row < column, link.text.as_str()) {
                        (false, "won") => "lost".to_owned(),
                        (false, "lost") => "won".to_owned(),
                        (_, text) => text.to_owned(),
                    };
                    Link { text, ..link.clone() }
                };
                let matches = links[pairing].iter().map(turned).collect();
                let cells = vec![name, percent(&found), found.games.to_string()];
                Row { anchor: Some(format!("pairing-{pairing}")), ..Row::new(cells, matches) }
            })
            .collect();
        page.linked_table(&["pairing", "score", "games"], &rows);
        let mut lines = vec![format!("{} games of {}, {bots}, seed {}", measured.overview.games, self.rules.game(), self.seed)];
        lines.extend(order.iter().map(|&at| format!("  {:24} {}", measured.decks[at], percent(&measured.overall[at]))));
        lines.push(format!("  {:24} {}", "who moves first", percent(&measured.overview.first_player)));
        let pairings = measured.lopsided();
        lines.extend(measured.second.iter().flat_map(Opinion::lines));
        lines.push("the most lopsided pairings".to_owned());
        lines.extend(pairings.iter().take(SHOWN).map(|pairing| format!("  {}", measured.named(pairing))));
        lines.extend((pairings.len() > SHOWN).then(|| format!("  and {} nearer to even", pairings.len() - SHOWN)));
        let mut report = Report::new(page, self.plan(), measured, lines);
        if let Some(limit) = self.limit {
            let (lines, holds) = measured.verdict(limit);
            report.lines.extend(lines);
            report.holds = holds;
        }
        report
    }
}

impl Measured {
    /// The decks, the strongest first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.decks.len()).collect();
        order.sort_by(|&a, &b| self.overall[b].value.total_cmp(&self.overall[a].value));
        order
    }

    /// The pairings from the side that wins more often, the most lopsided first.
    fn lopsided(&self) -> Vec<(usize, usize, Estimate)> {
        let mut all: Vec<(usize, usize, Estimate)> = Vec::new();
        for (row, line) in self.scores.iter().enumerate() {
            for (column, found) in line.iter().enumerate().filter_map(|(column, found)| Some((column, (*found)?))) {
                if found.value > 0.5 || (found.value == 0.5 && row < column) {
                    all.push((row, column, found));
                }
            }
        }
        all.sort_by(|a, b| b.2.value.total_cmp(&a.2.value));
        all
    }

    fn named(&self, (row, column, found): &(usize, usize, Estimate)) -> String {
        format!("{} against {}: {}", self.decks[*row], self.decks[*column], percent(found))
    }

    /// Which pairings exceed the limit, and whether none does.
    fn verdict(&self, limit: Limit) -> (Vec<String>, bool) {
        let pairings = self.lopsided();
        let exceed: Vec<String> =
            pairings.iter().filter(|(.., found)| limit.is_exceeded(found)).map(|pairing| self.named(pairing)).collect();
        let [low, value] = [limit.low, limit.value].map(|share| 100.0 * share);
        let demand = format!("an interval above {low} % or a score above {value} %");
        let mut lines = vec![format!("{} of {} pairings have {demand}", exceed.len(), pairings.len())];
        lines.extend(exceed.iter().map(|pairing| format!("  {pairing}")));
        (lines, exceed.is_empty())
    }

    fn sentences(&self) -> Vec<String> {
        let order = self.order();
        let mut all = Vec::new();
        if let [strongest, .., weakest] = order[..] {
            all.push(format!(
                "{} is the strongest deck: {} against all others. {} is the weakest: {}.",
                self.decks[strongest],
                percent(&self.overall[strongest]),
                self.decks[weakest],
                percent(&self.overall[weakest])
            ));
        }
        if let Some((row, column, found)) = self.lopsided().first() {
            all.push(format!(
                "The most lopsided pairing is {} against {}: {}.",
                self.decks[*row],
                self.decks[*column],
                percent(found)
            ));
        }
        let pairs = self.lopsided();
        let even = pairs.iter().filter(|(.., found)| found.low <= 0.55 && found.high >= 0.45).count();
        all.push(format!("{even} of {} pairings may lie between 45 and 55 %.", pairs.len()));
        all
    }
}
