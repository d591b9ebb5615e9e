//! `lab match`: two sides against each other until enough is known.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{PlayedGame, Series, Side, Watch};
use crate::opinion::{Opinion, usual_answers};
use crate::page::{Link, Page, Row, percent};
use crate::plots;
use crate::report::{Overview, Report, grouped, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::samples::Samples;
use crate::stats::{Estimate, Sprt, Tally, Verdict};

/// Which games.
pub struct Match {
    /// The two sides and their seed.
    pub series: Series,
    /// How many games at most.
    pub games: u64,
    /// Whether playing stops as soon as a sequential test has decided.
    pub sprt: Option<Sprt>,
}

/// What they say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// Won, drawn and lost by side A.
    pub tally: Tally,
    /// The score of side A.
    pub score: Estimate,
    /// What the sequential test says, where there is one.
    pub verdict: Option<Verdict>,
    /// Its log-likelihood ratio at the end.
    pub ratio: Option<f64>,
    /// The score after more and more games.
    pub course: Vec<Estimate>,
    /// The score of side A by its deck and that of side B, those that met.
    pub by_decks: Vec<(String, String, Estimate)>,
    /// All games together.
    pub overview: Overview,
    /// What a stronger bot says, where both sides have the same one.
    pub second: Option<Opinion>,
}

/// How many games are played before the sequential test is asked again. What is played beyond its decision is kept, not counted.
const ROUND: u64 = 32;
/// The points of the course.
const POINTS: usize = 200;

impl Match {
    /// What its games depend on: not how many there are, so that a longer match goes on with those of a shorter one.
    pub fn plan(&self) -> Map<String, Value> {
        let decks = |side: &Side| -> Vec<Value> {
            side.brings.iter().map(|bring| crate::deck_value(&self.series.rules, bring)).collect()
        };
        plan(
            "match",
            self.series.rules.game(),
            [
                ("rules", json!(crate::fingerprint(&self.series.rules))),
                ("bots", json!([0, 1].map(|side| self.series.sides[side].bot.to_string()))),
                ("seed", json!(self.series.seed)),
                ("decks", json!(decks(&self.series.sides[0]))),
                ("against", json!(decks(&self.series.sides[1]))),
                ("mirror", json!(self.series.mirror)),
            ],
        )
    }

    /// Plays until it is decided, or all games are played, and makes the report.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        (context.expect)(self.games);
        let series = std::slice::from_ref(&self.series);
        let mut enough = self.games;
        if self.sprt.is_some() {
            let mut until = 0;
            while until < self.games {
                until = (until + ROUND).min(self.games);
                context.play(series, until, Watch::Result)?;
                if let Some(decided) = self.decided(context.games(&self.series, until)) {
                    enough = decided;
                    break;
                }
            }
        } else {
            context.play(series, self.games, Watch::Result)?;
        }
        let second = context.second_opinion(series, enough, self.games, usual_answers)?;
        let played: Vec<&PlayedGame> = context.games(&self.series, enough).collect();
        let measured = self.measure(&played, second);
        let mut samples = Samples::new();
        let links: Vec<Vec<Link>> = self
            .met()
            .into_iter()
            .map(|decks| played.iter().copied().filter(|game| game.decks.map(usize::from) == decks).collect::<Vec<_>>())
            .filter(|games| !games.is_empty())
            .map(|games| {
                let decks = games[0].decks.map(usize::from);
                let [a, b] = [0, 1].map(|side| self.series.sides[side].brings[decks[side]].name());
                samples.won_and_lost(&self.series, &format!("{a} v {b}"), &games, 0)
            })
            .collect();
        if let Some(folder) = folder {
            write_raw(folder, std::iter::once(("", &self.series, played))).map_err(Halt::Failed)?;
        }
        let report = self.report(&measured, &links).with(samples, context)?;
        Ok((measured, report))
    }

    /// After how many games the sequential test is decided: always a whole number of pairs, seats swapped.
    fn decided<'a>(&self, games: impl Iterator<Item = &'a PlayedGame>) -> Option<u64> {
        let sprt = self.sprt?;
        let mut tally = Tally::default();
        for game in games {
            tally.add(game.halves);
            if tally.games().is_multiple_of(2) && sprt.verdict(&tally) != Verdict::Open {
                return Some(tally.games());
            }
        }
        None
    }

    fn measure(&self, played: &[&PlayedGame], second: Option<Opinion>) -> Measured {
        let mut tally = Tally::default();
        let mut course = Vec::new();
        let every = (played.len() / POINTS).max(1);
        let [ours, theirs] = [0, 1].map(|side| self.series.sides[side].brings.len());
        let mut by_decks = vec![Tally::default(); ours * theirs];
        for (place, game) in played.iter().enumerate() {
            tally.add(game.halves);
            by_decks[game.decks[0] as usize * theirs + game.decks[1] as usize].add(game.halves);
            if (place + 1).is_multiple_of(every) {
                course.push(tally.estimate());
            }
        }
        let name = |side: usize, at: usize| self.series.sides[side].brings[at].name().to_owned();
        let by_decks = (0..ours * theirs)
            .filter(|&at| by_decks[at].games() > 0)
            .map(|at| (name(0, at / theirs), name(1, at % theirs), by_decks[at].estimate()))
            .collect();
        Measured {
            tally,
            score: tally.estimate(),
            verdict: self.sprt.map(|sprt| sprt.verdict(&tally)),
            ratio: self.sprt.map(|sprt| sprt.ratio(&tally)),
            course,
            by_decks,
            overview: Overview::of(played.iter().copied()),
            second,
        }
    }

    /// Which decks may meet, by their places.
    fn met(&self) -> Vec<[usize; 2]> {
        let [ours, theirs] = [0, 1].map(|side| self.series.sides[side].brings.len());
        (0..ours * theirs).map(|at| [at / theirs, at % theirs]).collect()
    }

    fn report(&self, measured: &Measured, links: &[Vec<Link>]) -> Report {
        let [a, b] = [0, 1].map(|side| self.name(side));
        let Tally { wins, draws, losses } = measured.tally;
        let about = format!(
            "{} of {}, seats swapped after every game{}, seed {}.",
            counted(measured.tally.games()),
            self.series.rules.title(),
            if self.series.mirror { ", both sides with the same deck" } else { "" },
            self.series.seed
        );
        let mut page = Page::new(&format!("{}: {a} against {b}", self.series.rules.title()), &about);
        let mut tiles = vec![
            (percent(&measured.score), "score of the first side"),
            (format!("{wins} : {draws} : {losses}"), "won, drawn, lost"),
        ];
        tiles.extend(measured.overview.tiles());
        page.tiles(&tiles);
        let verdict = self.verdict_sentence(measured, &a);
        page.section("Result", &format!("{a} scored {} against {b}. {verdict}", percent(&measured.score)));
        let mut lines = vec![(0.5, "even".to_owned())];
        lines.extend(
            self.sprt.iter().flat_map(|sprt| [(sprt.lower, "at most".to_owned()), (sprt.upper, "at least".to_owned())]),
        );
        page.plot(&plots::curve(&measured.course, &lines));
        measured.second.iter().for_each(|second| second.section(&mut page));
        measured.overview.sections(&mut page);
        page.section("By deck", "The score of the first side when these two decks met.");
        let row = |((ours, theirs, found), links): (&(String, String, Estimate), &Vec<Link>)| {
            let cells = vec![format!("{ours} against {theirs}"), percent(found), found.games.to_string()];
            Row::new(cells, links.clone())
        };
        page.linked_table(&["decks", "score", "games"], &measured.by_decks.iter().zip(links).map(row).collect::<Vec<_>>());
        let mut lines = vec![
            format!(
                "{a} against {b}: {} games of {}, seed {}",
                measured.tally.games(),
                self.series.rules.game(),
                self.series.seed
            ),
            format!("score      {}", percent(&measured.score)),
            format!("games      {wins} won, {draws} drawn, {losses} lost"),
            format!("first      {}", percent(&measured.overview.first_player)),
        ];
        lines.extend(measured.second.iter().flat_map(Opinion::lines));
        lines.extend((!verdict.is_empty()).then(|| format!("test       {verdict}")));
        Report::new(page, self.plan(), measured, lines)
    }

    fn verdict_sentence(&self, measured: &Measured, a: &str) -> String {
        let (Some(sprt), Some(verdict)) = (self.sprt, measured.verdict) else { return String::new() };
        let [lower, upper] = [sprt.lower, sprt.upper].map(|share| 100.0 * share);
        match verdict {
            Verdict::Upper => format!("Decided: {a} scores {upper:.0} % rather than {lower:.0} %."),
            Verdict::Lower => format!("Decided: {a} scores {lower:.0} % rather than {upper:.0} %."),
            Verdict::Open => {
                format!("Not decided between {lower:.0} % and {upper:.0} % after {}.", counted(measured.tally.games()))
            }
        }
    }

    /// The bot, and its deck if it has only one.
    fn name(&self, side: usize) -> String {
        let Side { bot, brings } = &self.series.sides[side];
        match &brings[..] {
            [only] => format!("{bot} with {}", only.name()),
            _ => bot.to_string(),
        }
    }
}

fn counted(games: u64) -> String {
    if games == 1 { "1 game".into() } else { format!("{} games", grouped(games)) }
}
