//! A second opinion: some of the games are played again by a stronger bot, and where the two disagree about an answer by more than
//! chance, the report says so. What weak bots find best need not be what is best.

use std::collections::BTreeMap;

use playmat_bots::{BotSpec, Budget, Level};
use serde::Serialize;

use crate::game::{PlayedGame, Series, Side, Watch};
use crate::page::Page;
use crate::report::grouped;
use crate::run::{Halt, RunContext};
use crate::stats::{Difference, SURE, Sums, corrected};

/// Who is asked, and for how many games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Second {
    /// Plays instead of bots that are weaker.
    pub bot: BotSpec,
    /// At most so many games, all series together; but two of each.
    pub most: u64,
}

/// One game in so many is played again.
const PART: u64 = 10;
/// With fewer pairs of games an answer is not compared: their spread is not known.
const FEWEST: u64 = 10;
/// The false discovery rate that counts as a disagreement.
const RATE: f64 = 0.05;

impl Default for Second {
    /// A tenth, at most 200 games, by a search that is stronger than what looks one move ahead: a minute or so.
    fn default() -> Self {
        Second { bot: BotSpec::Ismcts(Budget::iterations(200)), most: 200 }
    }
}

/// What makes a second bot worth asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It plays better than the bots of the run.
    Stronger,
    /// It is no better, but goes about it differently: it searches, and they play by what they have learned.
    Different,
}

/// What the second bot says to the same questions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opinion {
    /// Who.
    pub bot: String,
    /// Why this one.
    pub standing: Standing,
    /// How many games it played.
    pub games: u64,
    /// Its answers; the surest disagreement first.
    pub answers: Vec<Answer>,
}

/// An answer of both bots.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// To which question.
    pub about: String,
    /// What the first bot's games say, all of them.
    pub first: f64,
    /// What the second bot's say.
    pub second: f64,
    /// The second less the first.
    #[serde(flatten)]
    pub difference: Difference,
    /// The false discovery rate at which it is a disagreement.
    pub q: f64,
}

/// Named answers as sums over pairs of games, two games with the same luck and swapped seats, which are not independent.
pub type Answers = BTreeMap<String, Sums>;

/// Pairs of games, seats swapped: a game without its partner is left out.
pub fn pairs<'a, 'b>(games: &'b [&'a PlayedGame]) -> impl Iterator<Item = [&'a PlayedGame; 2]> + 'b {
    games.chunks_exact(2).map(|pair| [pair[0], pair[1]])
}

/// Half of what side A got, on average over a pair.
pub fn score_of_a(pair: [&PlayedGame; 2]) -> f64 {
    f64::from(pair[0].halves + pair[1].halves) / 4.0
}

/// Half of what the side got that made the first move, on average over a pair.
pub fn score_of_first(pair: [&PlayedGame; 2]) -> f64 {
    let of = |game: &PlayedGame| f64::from(if game.a_first { game.halves } else { 2 - game.halves }) / 2.0;
    (of(pair[0]) + of(pair[1])) / 2.0
}

/// The answers that most commands give: the score of each deck against all others, of each pairing, and of who moves first.
pub fn usual_answers(series: &[Series], played: &[Vec<&PlayedGame>]) -> Answers {
    let mut answers = Answers::new();
    for (series, games) in series.iter().zip(played) {
        let names = [0, 1].map(|side| match &series.sides[side].brings[..] {
            [only] => Some(only.name()),
            _ => None,
        });
        for pair in pairs(games) {
            let mut add = |about: String, value: f64| answers.entry(about).or_default().add(value);
            add("score of who moves first".to_owned(), score_of_first(pair));
            if let [Some(a), Some(b)] = names
                && a != b
            {
                add(format!("score of {a}"), score_of_a(pair));
                add(format!("score of {b}"), 1.0 - score_of_a(pair));
                add(format!("{a} against {b}"), score_of_a(pair));
            }
        }
    }
    answers
}

impl RunContext<'_> {
    /// Has a part of these games played again by the second bot, if there is one that has something to say, and compares what both say. `expected` games were announced before.
    pub fn second_opinion(
        &mut self,
        series: &[Series],
        each: u64,
        expected: u64,
        answers: impl Fn(&[Series], &[Vec<&PlayedGame>]) -> Answers,
    ) -> Result<Option<Opinion>, Halt> {
        let Some(Second { bot, most }) = self.second else { return Ok(None) };
        // Where two bots are compared with each other, there is nothing for a third to say.
        let asks = |one: &Series| standing(bot, one.sides[0].bot).filter(|_| one.sides[0].bot == one.sides[1].bot);
        let Some(standing) = series.first().and_then(asks).filter(|_| series.iter().all(|one| asks(one).is_some())) else {
            return Ok(None);
        };
        let again: Vec<Series> = series.iter().map(|one| played_by(one, bot)).collect();
        let fair_share = (most / series.len() as u64).max(2);
        let games = each.div_ceil(PART).min(fair_share).next_multiple_of(2).min(each);
        (self.expect)(expected + games * again.len() as u64);
        self.play(&again, games, Watch::Result)?;
        let collect = |series: &[Series], games: u64| answers(series, &self.all_games(series, games));
        let (first, second) = (collect(series, each), collect(&again, games));
        let games = games * again.len() as u64;
        Ok(Some(Opinion { bot: bot.to_string(), standing, games, answers: compared(&first, &second) }))
    }
}

/// The same series with the second bot on both sides: the same decks and the same luck.
pub(crate) fn played_by(series: &Series, bot: BotSpec) -> Series {
    let sides = series.sides.clone().map(|side| Side { bot, ..side });
    let id = series.id ^ crate::hash(&format!("second opinion of {bot}"));
    Series { id, rules: series.rules.clone(), sides, mirror: series.mirror, luck: series.luck, seed: series.seed }
}

/// What makes the second bot worth asking, if anything does.
fn standing(second: BotSpec, player: BotSpec) -> Option<Standing> {
    match (player, second) {
        _ if is_weaker(player, second) => Some(Standing::Stronger),
        (BotSpec::Learned(_), BotSpec::Ismcts(_)) => Some(Standing::Different),
        _ => None,
    }
}

/// Whether a bot plays worse than another, as far as their kinds tell.
fn is_weaker(bot: BotSpec, than: BotSpec) -> bool {
    let rank = |bot: BotSpec| match bot {
        BotSpec::Random => 0,
        BotSpec::Greedy => 1,
        BotSpec::Ismcts(budget) => 1 + u64::from(budget.iterations),
        BotSpec::Level(Level::Master) => 1 << 34,
        BotSpec::Level(level) => 1 + u64::from(level.iterations()),
        // One look with what was learned is worth some hundred worlds, and a search with it more than any without.
        BotSpec::Learned(_) => 1001,
        BotSpec::Master(budget) => (1 << 33) + u64::from(budget.iterations),
    };
    rank(bot) < rank(than)
}

/// The answers to the same questions, where both are known. The second bot's games are few: the larger of the two spreads is
/// reckoned with. That both bots met the same luck makes the difference smaller than it is taken for here, never larger.
pub fn compared(first: &Answers, second: &Answers) -> Vec<Answer> {
    let mut all: Vec<Answer> = Vec::new();
    for (about, second) in second {
        let Some(first) = first.get(about).filter(|first| first.count.min(second.count) >= FEWEST) else { continue };
        let variance = first.variance().max(second.variance());
        let variance = variance / first.count as f64 + variance / second.count as f64;
        let difference = Difference::new(second.mean() - first.mean(), variance);
        all.push(Answer { about: about.clone(), first: first.mean(), second: second.mean(), difference, q: 1.0 });
    }
    let qs = corrected(&all.iter().map(|answer| answer.difference.p).collect::<Vec<_>>());
    all.iter_mut().zip(qs).for_each(|(answer, q)| answer.q = q);
    all.sort_by(|a, b| a.q.total_cmp(&b.q).then(b.difference.value.abs().total_cmp(&a.difference.value.abs())));
    all
}

impl Answer {
    /// Whether the two bots disagree by more than chance.
    pub fn disagrees(&self) -> bool {
        self.q < RATE
    }

    fn in_words(&self) -> String {
        let [first, second] = [self.first, self.second].map(|share| 100.0 * share);
        format!("{}: {first:.1} %, but {second:.1} % by the second bot", self.about)
    }
}

impl Opinion {
    /// What the terminal says of it.
    pub fn lines(&self) -> Vec<String> {
        let disagree: Vec<&Answer> = self.answers.iter().filter(|answer| answer.disagrees()).collect();
        let asked = format!("second     {} games played again by {}", grouped(self.games), self.bot);
        match (self.answers.len(), disagree.len()) {
            (0, _) => vec![format!("{asked}: too few to compare")],
            (all, 0) => vec![format!("{asked}: it agrees, as far as these games tell ({all} answers compared)")],
            (all, few) => {
                let advice = match self.standing {
                    Standing::Stronger => "trust the stronger bot",
                    Standing::Different => "they depend on who plays: ask a stronger bot, such as master:300",
                };
                let head = format!("{asked}: it DISAGREES about {few} of {all} answers; {advice}");
                std::iter::once(head).chain(disagree.iter().take(8).map(|answer| format!("  {}", answer.in_words()))).collect()
            }
        }
    }

    /// What the page says of it.
    pub fn section(&self, page: &mut Page) {
        let smallest = self.answers.iter().map(|answer| (SURE + POWER) * answer.difference.variance().sqrt());
        let smallest = smallest.fold(f64::INFINITY, f64::min);
        let power = if smallest.is_finite() {
            format!(" A disagreement of {:.0} percentage points would be seen in four of five runs.", 100.0 * smallest)
        } else {
            String::new()
        };
        page.section(
            "A second opinion",
            &format!(
                "{} games were played again by {}, with the same decks and the same luck. Where the two disagree by more than chance (false \
                 discovery rate 5 %), the answer is that of the player and not of the cards.{power}",
                grouped(self.games),
                self.bot
            ),
        );
        page.sentences(&self.lines());
        let row = |answer: &Answer| {
            let Difference { value, low, high, .. } = answer.difference;
            let [first, second] = [answer.first, answer.second].map(|share| format!("{:.1} %", 100.0 * share));
            let difference = format!("{:+.1} ({:+.1} to {:+.1})", 100.0 * value, 100.0 * low, 100.0 * high);
            vec![answer.about.clone(), first, second, difference, format!("{:.4}", answer.q)]
        };
        page.table(&["", "first", "second", "difference (95 %)", "q"], &self.answers.iter().map(row).collect::<Vec<_>>());
    }
}

/// Standard errors beyond the bound at which four of five tests find an effect.
const POWER: f64 = 0.841_621;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::normal;

    #[test]
    fn four_of_five_is_four_of_five() {
        assert!((normal(POWER) - 0.8).abs() < 1e-6);
    }

    #[test]
    fn a_search_is_stronger_than_a_glance() {
        let ismcts = |count| BotSpec::Ismcts(Budget::iterations(count));
        assert!(is_weaker(BotSpec::Random, BotSpec::Greedy) && is_weaker(BotSpec::Greedy, ismcts(200)));
        assert!(is_weaker(ismcts(100), ismcts(200)) && !is_weaker(ismcts(200), ismcts(200)));
        assert!(!is_weaker(ismcts(1000), ismcts(200)));
    }

    #[test]
    fn who_is_asked_is_stronger_or_plays_differently() {
        let ismcts = |count| BotSpec::Ismcts(Budget::iterations(count));
        let learned = BotSpec::Learned(Default::default());
        assert_eq!(standing(ismcts(200), BotSpec::Greedy), Some(Standing::Stronger));
        assert_eq!(standing(ismcts(200), ismcts(200)), None);
        assert_eq!(standing(ismcts(200), learned), Some(Standing::Different));
        assert_eq!(standing(ismcts(5000), learned), Some(Standing::Stronger));
        assert_eq!(standing(BotSpec::Greedy, learned), None);
    }
}
