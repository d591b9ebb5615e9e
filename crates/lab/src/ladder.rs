//! `lab ladder`: every bot against every other, and what each of them is worth on one scale.

use playmat_bots::{BotSpec, bots_with};
use playmat_catalog::Rules;
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{DeckChoice, Luck, PlayedGame, Series, Side, Watch};
use crate::page::{Link, Page, Row, percent};
use crate::plots;
use crate::report::{Overview, Report, grouped, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::samples::Samples;
use crate::stats::{Estimate, Tally};

/// The plan of a run.
pub struct Ladder {
    /// The rules.
    pub rules: Rules,
    /// The bots, each against every other.
    pub bots: Vec<BotSpec>,
    /// What both sides of a game bring: the same, so that only the bots differ.
    pub decks: Vec<DeckChoice>,
    /// The seed of the run.
    pub seed: u64,
    /// How many games of each pairing.
    pub games: u64,
}

/// What a bot is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rated {
    /// Its name.
    pub bot: String,
    /// Its rating: who is 400 above another scores ten times as much. All bots of a ladder are 1500 on average.
    pub rating: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Its score against all others together.
    pub score: Estimate,
}

/// The results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The bots, the best first.
    pub bots: Vec<Rated>,
    /// The score of each row's bot against each column's, in the same order.
    pub scores: Vec<Vec<Option<Estimate>>>,
    /// All games together.
    pub overview: Overview,
}

/// What is rated where nobody says which: every kind of bot, the search with two budgets.
const USUAL: &[&str] = &["random", "greedy", "ismcts:100", "ismcts:1000", "learned", "master:100"];

/// The bots of a ladder: these, or the usual ones, where those that need a model stand only if there is one.
pub fn rated_bots(named: Option<Vec<BotSpec>>, rules: &Rules) -> Result<Vec<BotSpec>, String> {
    let learned = rules.network().is_ok();
    let usual = || USUAL.iter().filter_map(|name| name.parse().ok()).filter(|bot: &BotSpec| learned || !bot.needs_model());
    let bots = named.unwrap_or_else(|| usual().collect());
    match bots.iter().enumerate().find(|(at, bot)| bots[..*at].contains(bot)) {
        Some((_, twice)) => Err(format!("`{twice}` is named twice; each bot stands in a ladder once")),
        None if bots.len() < 2 => {
            let known: Vec<&str> = bots_with(learned).collect();
            Err(format!("a ladder has at least two bots; there are {}", known.join(", ")))
        }
        None => Ok(bots),
    }
}

/// How often the games are drawn again for the intervals.
const DRAWS: u64 = 400;
/// The average of a ladder.
const MIDDLE: f64 = 1500.0;

impl Ladder {
    /// Everything that its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let decks: Vec<Value> = self.decks.iter().map(|deck| crate::deck_value(&self.rules, deck)).collect();
        let learned = self.bots.iter().any(BotSpec::needs_model).then(|| self.rules.network().ok()).flatten();
        plan(
            "ladder",
            self.rules.game(),
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bots.iter().map(ToString::to_string).collect::<Vec<_>>())),
                ("model", json!(learned.map(|network| format!("{:016x}", network.checksum())))),
                ("seed", json!(self.seed)),
                ("decks", json!(decks)),
            ],
        )
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        (0..self.bots.len()).flat_map(|row| (row + 1..self.bots.len()).map(move |column| (row, column))).collect()
    }

    fn series(&self) -> Vec<Series> {
        let side = |bot: usize| Side { bot: self.bots[bot], brings: self.decks.clone() };
        let one = |(id, (row, column)): (usize, (usize, usize))| Series {
            id: id as u64,
            rules: self.rules.clone(),
            sides: [side(row), side(column)],
            mirror: true,
            luck: Luck::Shared,
            seed: crate::mixed(self.seed, id as u64),
        };
        self.pairs().into_iter().enumerate().map(one).collect()
    }

    /// Plays the missing games and makes the report. The games are written to the folder, if there is one.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&std::path::Path>) -> Result<(Measured, Report), Halt> {
        let series = self.series();
        (context.expect)(self.games * series.len() as u64);
        context.play(&series, self.games, Watch::Result)?;
        let played = context.all_games(&series, self.games);
        let measured = self.measure(&played);
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
                let name = format!("{} v {}", self.bots[row], self.bots[column]);
                samples.won_and_lost(series, &name, games, 0)
            })
            .collect();
        let report = self.report(&measured, &links).with(samples, context)?;
        Ok((measured, report))
    }

    fn measure(&self, played: &[Vec<&PlayedGame>]) -> Measured {
        let count = self.bots.len();
        let mut scores = vec![vec![None; count]; count];
        let mut overall = vec![Tally::default(); count];
        let mut results = Vec::new();
        for ((row, column), games) in self.pairs().into_iter().zip(played) {
            let mut tally = Tally::default();
            for game in games {
                tally.add(game.halves);
                overall[row].add(game.halves);
                overall[column].add(2 - game.halves);
            }
            scores[row][column] = Some(tally.estimate());
            scores[column][row] = Some(tally.reversed().estimate());
            // Two games with the same luck are one draw.
            let drawn =
                games.chunks(2).map(|two| (two.iter().map(|game| u32::from(game.halves)).sum(), two.len() as u32)).collect();
            results.push(Pairing { row, column, drawn });
        }
        let found = ratings(count, &results);
        let mut again: Vec<Vec<f64>> = vec![Vec::new(); count];
        for draw in 0..DRAWS {
            let mut chance = FastChance::nth(self.seed, draw);
            let drawn: Vec<Pairing> = results.iter().map(|pairing| pairing.drawn_again(&mut chance)).collect();
            again.iter_mut().zip(ratings(count, &drawn)).for_each(|(bot, rating)| bot.push(rating));
        }
        let end = |values: &[f64], share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
        let mut bots: Vec<(usize, Rated)> = (0..count)
            .map(|bot| {
                again[bot].sort_by(f64::total_cmp);
                let [low, high] = [0.025, 0.975].map(|share| end(&again[bot], share));
                let score = overall[bot].estimate();
                (bot, Rated { bot: self.bots[bot].to_string(), rating: found[bot], low, high, score })
            })
            .collect();
        bots.sort_by(|(_, one), (_, two)| two.rating.total_cmp(&one.rating));
        let order: Vec<usize> = bots.iter().map(|(bot, _)| *bot).collect();
        Measured {
            scores: order.iter().map(|&row| order.iter().map(|&column| scores[row][column]).collect()).collect(),
            bots: bots.into_iter().map(|(_, rated)| rated).collect(),
            overview: Overview::of(played.iter().flatten().copied()),
        }
    }

    fn report(&self, measured: &Measured, links: &[Vec<Link>]) -> Report {
        let about = format!(
            "Every bot against every other at {}, {} games of each pairing; both sides bring the same deck, and every two games share deck and luck with \
             the seats swapped. The seed is {}.",
            self.rules.title(),
            grouped(self.games),
            self.seed
        );
        let mut page = Page::new(&format!("{}: the ladder", self.rules.title()), &about);
        page.tiles(&measured.overview.tiles());
        page.section(
            "Ratings",
            "Bradley-Terry, with 95 % intervals: who is 400 above another scores ten times as much against it. All bots are 1500 on average, so a \
             rating says nothing outside of this ladder.",
        );
        let bars: Vec<plots::Bar> = measured
            .bots
            .iter()
            .map(|rated| plots::Bar {
                label: rated.bot.clone(),
                value: rated.rating,
                low: rated.low,
                high: rated.high,
                stands_out: rated.low > MIDDLE || rated.high < MIDDLE,
            })
            .collect();
        page.plot(&plots::intervals(&bars, MIDDLE, "rating", false));
        let number = |number: f64| format!("{number:.0}");
        let rows: Vec<Vec<String>> = measured
            .bots
            .iter()
            .map(|rated| {
                let interval = format!("{} to {}", number(rated.low), number(rated.high));
                vec![rated.bot.clone(), number(rated.rating), interval, percent(&rated.score), rated.score.games.to_string()]
            })
            .collect();
        page.table(&["bot", "rating", "95 %", "score against all others", "games"], &rows);
        page.section(
            "Score of each row against each column",
            "In percent: 100 is always won, 50 is even (a draw counts half).",
        );
        let names: Vec<String> = measured.bots.iter().map(|rated| rated.bot.clone()).collect();
        let listed: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        let place = |name: &String| listed.iter().position(|other| other == name).unwrap_or_default();
        let pairing = |row: usize, column: usize| {
            let wanted = (place(&names[row]).min(place(&names[column])), place(&names[row]).max(place(&names[column])));
            self.pairs().iter().position(|&pair| pair == wanted).unwrap_or_default()
        };
        page.plot(&plots::heat_map(&names, &measured.scores, |row, column| format!("pairing-{}", pairing(row, column))));
        page.section("All pairings", "The score of the first bot, with its 95 % interval; won and lost are the first bot's.");
        let rows: Vec<Row> = self
            .pairs()
            .into_iter()
            .zip(links)
            .enumerate()
            .filter_map(|(at, ((row, column), links))| {
                let of = |bot: usize| names.iter().position(|name| *name == listed[bot]);
                let found = measured.scores[of(row)?][of(column)?]?;
                let cells =
                    vec![format!("{} against {}", listed[row], listed[column]), percent(&found), found.games.to_string()];
                Some(Row { anchor: Some(format!("pairing-{at}")), ..Row::new(cells, links.clone()) })
            })
            .collect();
        page.linked_table(&["pairing", "score", "games"], &rows);
        let widest = names.iter().map(String::len).max().unwrap_or_default();
        let line = |rated: &Rated| {
            let name = &rated.bot;
            format!("{name:widest$}  {:5.0}  {:5.0} to {:5.0}  {}", rated.rating, rated.low, rated.high, percent(&rated.score))
        };
        let head = format!("{:widest$}  rating  95 %           score against all others", "bot");
        let lines = std::iter::once(head).chain(measured.bots.iter().map(line)).collect();
        Report::new(page, self.plan(), measured, lines)
    }
}

/// The games of two bots.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pairing {
    row: usize,
    column: usize,
    /// Games with the same luck: how many halves the row's bot got of them, and how many there were.
    drawn: Vec<(u32, u32)>,
}

impl Pairing {
    /// As many games, drawn from these with replacement.
    fn drawn_again(&self, chance: &mut FastChance) -> Pairing {
        let draw = |_| self.drawn[chance.one_of(self.drawn.len() as u32) as usize];
        Pairing { drawn: (0..self.drawn.len()).map(draw).collect(), ..*self }
    }
}

/// The most likely ratings by Bradley and Terry. Every pairing counts one drawn game more than it has, so that who has won all games is
/// not worth infinitely much.
fn ratings(count: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut won = vec![0.0; count];
    let mut games = vec![vec![0.0; count]; count];
    for Pairing { row, column, drawn } in pairings {
        let (halves, played) = drawn.iter().fold((0, 0), |(halves, played), (half, game)| (halves + half, played + game));
        won[*row] += (f64::from(halves) + 1.0) / 2.0;
        won[*column] += (f64::from(2 * played - halves) + 1.0) / 2.0;
        games[*row][*column] = f64::from(played) + 1.0;
        games[*column][*row] = f64::from(played) + 1.0;
    }
    let mut worth = vec![1.0; count];
    for _ in 0..ROUNDS {
        let next: Vec<f64> = (0..count)
            .map(|bot| {
                let met = (0..count).filter(|&other| other != bot).map(|other| games[bot][other] / (worth[bot] + worth[other]));
                won[bot] / met.sum::<f64>().max(f64::MIN_POSITIVE)
            })
            .collect();
        // Only ratios mean something.
        let middle = (next.iter().map(|worth| worth.ln()).sum::<f64>() / count as f64).exp();
        let change = next.iter().zip(&worth).map(|(new, old)| (new / middle / old).ln().abs()).fold(0.0, f64::max);
        worth = next.into_iter().map(|worth| worth / middle).collect();
        if change < CLOSE {
            break;
        }
    }
    worth.into_iter().map(|worth| MIDDLE + 400.0 * worth.log10()).collect()
}

/// How often the ratings are made better at most, and when they are good enough: they change by less than a hundredth of a point.
const ROUNDS: usize = 10_000;
const CLOSE: f64 = 1e-5;

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(row: usize, column: usize, halves: u32, games: u32) -> Pairing {
        let drawn = (0..games).map(|game| (u32::from(game * 2 < halves) + u32::from(game * 2 + 1 < halves), 1)).collect();
        Pairing { row, column, drawn }
    }

    /// Where the scores are those of ratings, the ratings are found again: 10 to 1 is 400 points.
    #[test]
    fn ratings_are_found_again() {
        // Worth 1, 2 and 8: against each other 1/3, 1/9 and 2/10.
        let games = 90_000;
        let found = ratings(
            3,
            &[pairing(0, 1, 2 * games / 3, games), pairing(0, 2, 2 * games / 9, games), pairing(1, 2, 2 * games / 5, games)],
        );
        let points = |worth: f64| 400.0 * worth.log10();
        assert!((found[1] - found[0] - points(2.0)).abs() < 0.5, "{found:?}");
        assert!((found[2] - found[0] - points(8.0)).abs() < 0.5, "{found:?}");
        assert!((found.iter().sum::<f64>() / 3.0 - MIDDLE).abs() < 1e-6, "{found:?}");
    }

    /// Who wins everything is far above, not infinitely far, and the order of the pairings does not matter.
    #[test]
    fn a_clean_sheet_is_a_finite_rating() {
        let pairings = [pairing(0, 1, 40, 20), pairing(0, 2, 40, 20), pairing(1, 2, 20, 20)];
        let found = ratings(3, &pairings);
        assert!(found[0] > found[1] + 300.0 && found[0] < found[1] + 2000.0, "{found:?}");
        assert!((found[1] - found[2]).abs() < 1e-2, "{found:?}");
        let turned: Vec<Pairing> = pairings.iter().rev().cloned().collect();
        assert!(ratings(3, &turned).iter().zip(&found).all(|(one, two)| (one - two).abs() < 1e-2));
    }
}
