//! `lab tension`: how long a match is open, and how much of it is played after it was decided.

use std::collections::BTreeMap;
use std::path::Path;

use playmat_bots::{BotSpec, Budget, Concession};
use playmat_catalog::Rules;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{DeckChoice, Judgement, Luck, PlayedGame, Series, Watch};
use crate::page::{Link, Page, Row, percent};
use crate::pairings::Pairings;
use crate::plots;
use crate::report::{Overview, Report, grouped, plan};
use crate::run::{Halt, RunContext};
use crate::samples::Samples;
use crate::stats::{Estimate, Ratio, Sums, Tally};

/// Which games: each deck against every other.
pub struct Tension {
    /// Under which rules.
    pub rules: Rules,
    /// The decks or categories; with a single one it meets itself.
    pub decks: Vec<DeckChoice>,
    /// Who plays.
    pub bot: BotSpec,
    /// How long the judge searches before each decision.
    pub judge: Budget,
    /// From which chance of winning on a match counts as decided.
    pub decided: f64,
    /// The seed of the run.
    pub seed: u64,
    /// How many games, all pairings together.
    pub games: u64,
}

/// What they say. Every chance of winning is what the judge gives knowing what the asked side knows, and no more.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The share of all decisions that fall once the match is decided: from there to its end every judgement, whichever side is
    /// asked, gives the same side at least the chance that counts as decided.
    pub decided_decisions: Estimate,
    /// The share of decided decisions in a match, on average over the matches.
    pub decided_share: Estimate,
    /// How often the side won for which a match was decided.
    pub decided_won: Estimate,
    /// How often the side won that led at the decision in the middle of the match.
    pub half_time: Estimate,
    /// How often the leader won, at each tenth of a match.
    pub course: Vec<Stage>,
    /// What it would be like if bots gave lost matches up.
    pub concessions: Vec<Conceded>,
    /// By pairing: the decided share of decisions, and how the leader at half-time fared.
    pub pairings: Vec<(String, String, Estimate, Estimate)>,
    /// How many matches were decided for so many percent of their decisions.
    pub shares: Vec<(u32, u64)>,
    /// All games together.
    pub overview: Overview,
}

/// A point in the course of matches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Stage {
    /// After so many percent of a match's decisions.
    pub percent: u32,
    /// How often the side won that led there.
    pub leader_won: Estimate,
    /// The chance of winning that the judge gave the leader. If the judge is right, this is how often it won.
    pub leader_chance: Estimate,
}

/// What giving lost matches up would do.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Conceded {
    /// A side gives up when it is below this chance of winning,
    pub below: f64,
    /// in so many of its own moves in a row.
    pub in_a_row: usize,
    /// In how many of the matches one does.
    pub matches: Estimate,
    /// How often the side that gave up would still have won.
    pub would_have_won: Estimate,
    /// The share of decisions that fall once the match is decided, if matches end where one side gives up.
    pub decided_decisions: Estimate,
}

/// The ways of giving up that are compared: below these chances, in so many moves in a row.
const BELOW: [f64; 3] = [0.02, 0.03, 0.05];
const IN_A_ROW: [usize; 3] = [2, 3, 5];

impl Tension {
    /// What its games depend on: not from where on a match counts as decided, which is looked up afterwards.
    pub fn plan(&self) -> Map<String, Value> {
        let decks: Vec<Value> = self.decks.iter().map(|deck| crate::deck_value(&self.rules, deck)).collect();
        plan(
            "tension",
            self.rules.game(),
            [
                ("rules", json!(crate::fingerprint(&self.rules))),
                ("bots", json!(self.bot.to_string())),
                ("judge", json!(BotSpec::Ismcts(self.judge).to_string())),
                ("seed", json!(self.seed)),
                ("decks", json!(decks)),
            ],
        )
    }

    fn pairings(&self) -> Pairings<'_> {
        let Self { rules, decks, bot, seed, games, .. } = self;
        Pairings { rules, bot: *bot, decks, mirrors: self.decks.len() == 1, luck: Luck::Shared, games: *games, seed: *seed }
    }

    /// Plays what is missing and makes the report; raw games go to the folder, if there is one.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        let ((measured, links), files) =
            self.pairings().run(context, Watch::Judged(self.judge), folder, |series, played, _, samples| {
                (self.measure(series, played), self.links(series, played, samples))
            })?;
        let report = Report { files, ..self.report(&measured, &links) };
        Ok((measured, report))
    }

    fn measure(&self, series: &[Series], played: &[Vec<&PlayedGame>]) -> Measured {
        let (mut decided, mut half_time) = (Ratio::default(), Tally::default());
        let (mut shares, mut won) = (Sums::default(), Tally::default());
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        let mut pairings = Vec::new();
        let all: Vec<Match<'_>> = played.iter().flatten().filter_map(|game| Match::of(game)).collect();
        for (series, games) in series.iter().zip(played) {
            let (mut here, mut leader) = (Ratio::default(), Tally::default());
            for game in games.iter().filter_map(|game| Match::of(game)) {
                let (side, from) = game.decided(self.decided, game.judged.len());
                let (part, whole) = ((game.judged.len() - from) as f64, game.judged.len() as f64);
                here.add(part, whole);
                decided.add(part, whole);
                shares.add(part / whole);
                *counts.entry((100.0 * part / whole).floor() as u32).or_default() += 1;
                if let Some(side) = side {
                    won.add(game.halves_of(side));
                }
                if let Some((side, _)) = game.leader(50) {
                    leader.add(game.halves_of(side));
                    half_time.add(game.halves_of(side));
                }
            }
            let name = |side: usize| series.sides[side].brings[0].name().to_owned();
            pairings.push((name(0), name(1), here.estimate(), leader.estimate()));
        }
        let concessions = BELOW
            .iter()
            .flat_map(|&below| IN_A_ROW.map(|in_a_row| Concession { below, in_a_row }))
            .map(|concession| self.conceded(&all, concession))
            .collect();
        Measured {
            decided_decisions: decided.estimate(),
            decided_share: shares.estimate(),
            decided_won: won.estimate(),
            half_time: half_time.estimate(),
            course: (1..10).map(|tenth| stage(&all, 10 * tenth)).collect(),
            concessions,
            pairings,
            shares: counts.into_iter().collect(),
            overview: Overview::of(played.iter().flatten().copied()),
        }
    }

    fn conceded(&self, all: &[Match<'_>], concession: Concession) -> Conceded {
        let (mut matches, mut would_have_won, mut decided) = (Tally::default(), Tally::default(), Ratio::default());
        for game in all {
            let given_up = game.given_up(concession);
            matches.add(2 * u8::from(given_up.is_some()));
            if let Some((side, _)) = given_up {
                would_have_won.add(game.halves_of(side));
            }
            let end = given_up.map_or(game.judged.len(), |(_, end)| end);
            let (_, from) = game.decided(self.decided, end);
            decided.add((end - from) as f64, end as f64);
        }
        let Concession { below, in_a_row } = concession;
        let [matches, would_have_won] = [matches, would_have_won].map(|tally| tally.estimate());
        Conceded { below, in_a_row, matches, would_have_won, decided_decisions: decided.estimate() }
    }

    /// For each pairing the match that was decided the soonest and the one that was open the longest.
    fn links<'s>(&self, series: &'s [Series], played: &[Vec<&PlayedGame>], samples: &mut Samples<'s>) -> Vec<Vec<Link>> {
        let open_part = |game: &PlayedGame| {
            let one = Match::of(game)?;
            let (_, from) = one.decided(self.decided, one.judged.len());
            Some((1000 * from / one.judged.len(), game.game))
        };
        let of_series = |(series, games): (&'s Series, &Vec<&PlayedGame>)| {
            let [a, b] = [0, 1].map(|side| series.sides[side].brings[0].name());
            let judged = || games.iter().filter_map(|&game| Some((open_part(game)?, game)));
            let soonest = judged().min_by_key(|(open, _)| *open);
            let longest = judged().max_by_key(|(open, _)| *open);
            [(soonest, "decided soonest"), (longest, "open longest")]
                .into_iter()
                .filter_map(|(end, says)| Some(samples.link(series, &format!("{a} v {b}"), end?.1, says)))
                .collect()
        };
        series.iter().zip(played).map(of_series).collect()
    }

    fn report(&self, measured: &Measured, links: &[Vec<Link>]) -> Report {
        let judge = BotSpec::Ismcts(self.judge);
        let about = format!(
            "{} games of {}, every deck against every other, seats swapped, {} on both sides; every decision judged by {judge} \
             with what the asked side knows; seed {}.",
            grouped(measured.overview.games),
            self.rules.title(),
            self.bot,
            self.seed
        );
        let sure = 100.0 * self.decided;
        let mut page = Page::new(&format!("{}: when a match is decided", self.rules.title()), &about);
        page.tiles(&[
            (format!("{:.1} %", 100.0 * measured.decided_decisions.value), "of decisions fall when the match is decided"),
            (format!("{:.1} %", 100.0 * measured.half_time.value), "score of the leader at half-time"),
            (format!("{:.0}", measured.overview.decisions.value), "decisions in a match"),
            (format!("{:.1} %", 100.0 * measured.overview.first_player.value), "score of who moves first"),
        ]);
        page.section(
            "Decided matches",
            &format!(
                "A match is decided from the decision on from which every judgement gives the same side {sure:.0} % or more to win. \
                 {} of all decisions fall after that, {} of a match on average. The side for which a match was decided won {}.",
                percent(&measured.decided_decisions),
                percent(&measured.decided_share),
                percent(&measured.decided_won)
            ),
        );
        page.plot(&plots::histogram(&measured.shares, "percent of a match's decisions that fall when it is decided"));
        page.section(
            "The leader",
            "After so much of a match: how often the side won that the judge saw ahead, and which chance it gave that side. \
             Where the two agree the judge is right.",
        );
        let rows: Vec<Vec<String>> = measured
            .course
            .iter()
            .map(|stage| {
                vec![format!("{} % of the match", stage.percent), percent(&stage.leader_won), percent(&stage.leader_chance)]
            })
            .collect();
        page.table(&["after", "won by the leader", "chance of the leader"], &rows);
        page.section(
            "Giving up",
            "If a side gave its match up once it was below some chance of winning in some of its own moves in a row: \
             in how many matches it would, how often it would still have won, and which share of the decisions made until \
             then falls when the match is decided.",
        );
        let rows: Vec<Vec<String>> = measured
            .concessions
            .iter()
            .map(|one| {
                vec![
                    format!("below {:.0} %, {} in a row", 100.0 * one.below, one.in_a_row),
                    percent(&one.matches),
                    percent(&one.would_have_won),
                    percent(&one.decided_decisions),
                ]
            })
            .collect();
        page.table(&["given up", "matches", "would have won", "decided decisions"], &rows);
        page.section("By pairing", "The share of decisions that fall when the match is decided, and the leader at half-time.");
        let rows: Vec<Row> = measured
            .pairings
            .iter()
            .zip(links)
            .map(|((a, b, decided, leader), links)| {
                Row::new(vec![format!("{a} against {b}"), percent(decided), percent(leader)], links.clone())
            })
            .collect();
        page.linked_table(&["pairing", "decided decisions", "leader at half-time won"], &rows);
        measured.overview.sections(&mut page);
        let usual = measured
            .concessions
            .iter()
            .find(|one| (one.below, one.in_a_row) == (Concession::USUAL.below, Concession::USUAL.in_a_row));
        let mut lines = vec![
            format!(
                "{} games of {}, {} on both sides, judged by {judge}, seed {}",
                measured.overview.games,
                self.rules.game(),
                self.bot,
                self.seed
            ),
            format!("decided     {} of all decisions fall when the match is decided", percent(&measured.decided_decisions)),
            format!("won         {} by the side for which it was decided", percent(&measured.decided_won)),
            format!("half-time   {} won by the leader", percent(&measured.half_time)),
            format!("first       {} for who moves first", percent(&measured.overview.first_player)),
        ];
        lines.extend(usual.map(|one| {
            format!(
                "giving up   decided {} if a side gives up below {:.0} % in {} moves in a row ({} of matches; would have won {})",
                percent(&one.decided_decisions),
                100.0 * one.below,
                one.in_a_row,
                percent(&one.matches),
                percent(&one.would_have_won)
            )
        }));
        Report::new(page, self.plan(), measured, lines)
    }
}

/// The leader after so many percent of all matches.
fn stage(all: &[Match<'_>], percent: u32) -> Stage {
    let (mut won, mut chance) = (Tally::default(), Sums::default());
    for game in all {
        if let Some((side, given)) = game.leader(percent) {
            won.add(game.halves_of(side));
            chance.add(given);
        }
    }
    Stage { percent, leader_won: won.estimate(), leader_chance: chance.estimate() }
}

/// A judged match: at least one decision, and how it ended.
struct Match<'a> {
    judged: &'a [Judgement],
    /// What side A got of it: 2 a win, 1 a draw, 0 a loss.
    halves: u8,
}

impl<'a> Match<'a> {
    fn of(played: &'a PlayedGame) -> Option<Self> {
        let judged = &played.watched.as_ref()?.judged[..];
        (!judged.is_empty()).then_some(Match { judged, halves: played.halves })
    }

    fn halves_of(&self, side: u8) -> u8 {
        if side == 0 { self.halves } else { 2 - self.halves }
    }

    /// For which side the match is decided at its end, if it ended at this decision, and from which decision on: `end` if not at all.
    fn decided(&self, sure: f64, end: usize) -> (Option<u8>, usize) {
        let judged = &self.judged[..end];
        let side_of = |judgement: &Judgement| [0, 1].into_iter().find(|&side| judgement.chance_of(side) >= sure);
        let Some(side) = judged.last().and_then(side_of) else { return (None, end) };
        let open = judged.iter().rposition(|judgement| side_of(judgement) != Some(side));
        (Some(side), open.map_or(0, |open| open + 1))
    }

    /// The side that is ahead after so many percent of the decisions, and its chance; none where both are even.
    fn leader(&self, percent: u32) -> Option<(u8, f64)> {
        let judgement = self.judged[(self.judged.len() * percent as usize / 100).min(self.judged.len() - 1)];
        [0, 1].into_iter().map(|side| (side, judgement.chance_of(side))).find(|(_, chance)| *chance > 0.5)
    }

    /// Who gives up first, by what it judged when it was to make a move of its own, and after how many decisions of the match.
    fn given_up(&self, concession: Concession) -> Option<(u8, usize)> {
        let mut own: [Vec<f64>; 2] = Default::default();
        for (place, judgement) in self.judged.iter().enumerate().filter(|(_, judgement)| judgement.moves) {
            let seen = &mut own[usize::from(judgement.side)];
            seen.push(judgement.chance_of(judgement.side));
            if concession.is_due(seen) {
                return Some((judgement.side, place + 1));
            }
        }
        None
    }
}

impl Judgement {
    /// The chance of winning of a side.
    fn chance_of(self, side: u8) -> f64 {
        let thousandths = if side == 0 { self.of_a } else { 1000 - self.of_a };
        f64::from(thousandths) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(of_a: &[(u8, bool, u16)]) -> Vec<Judgement> {
        of_a.iter().map(|&pair| pair.into()).collect()
    }

    #[test]
    fn a_match_is_decided_from_where_one_side_stays_ahead() {
        let judged = judged(&[(0, true, 500), (1, true, 960), (0, true, 940), (1, true, 950), (0, true, 990)]);
        let game = Match { judged: &judged, halves: 2 };
        assert_eq!(game.decided(0.95, 5), (Some(0), 3));
        assert_eq!(game.decided(0.95, 3), (None, 3));
        assert_eq!(game.decided(0.95, 2), (Some(0), 1));
        assert_eq!(game.decided(0.90, 5), (Some(0), 1));
        assert_eq!(game.leader(50), Some((0, 0.94)));
        assert_eq!(game.leader(0), None, "both are even");
        assert_eq!((game.halves_of(0), game.halves_of(1)), (2, 0));
    }

    #[test]
    fn a_match_that_turns_is_decided_for_who_is_ahead_at_its_end() {
        let judged = judged(&[(0, true, 980), (1, true, 980), (0, true, 30), (1, true, 20)]);
        let game = Match { judged: &judged, halves: 0 };
        assert_eq!(game.decided(0.95, 4), (Some(1), 2));
        assert_eq!(game.leader(50), Some((1, 0.97)));
    }

    #[test]
    fn a_side_gives_up_by_its_own_decisions_alone() {
        let judged = judged(&[
            (1, true, 980),
            (0, true, 990),
            (1, false, 10),
            (1, true, 985),
            (0, true, 10),
            (1, true, 975),
            (0, true, 995),
            (1, true, 990),
        ]);
        let game = Match { judged: &judged, halves: 2 };
        assert_eq!(game.given_up(Concession { below: 0.03, in_a_row: 3 }), Some((1, 6)));
        assert_eq!(game.given_up(Concession { below: 0.03, in_a_row: 5 }), None);
        assert_eq!(game.given_up(Concession { below: 0.02, in_a_row: 1 }), Some((1, 4)));
    }
}
