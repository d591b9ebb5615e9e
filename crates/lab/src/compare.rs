//! `lab compare`: what a change of cards or rules does. The same decks meet with the same luck under both, and playing stops as soon
//! as the answer is known well enough.

use std::collections::BTreeMap;
use std::path::Path;

use playmat_bots::BotSpec;
use playmat_catalog::Rules;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::anytime::{Anytime, looks};
use crate::game::{DeckChoice, Luck, PlayedGame, Series, Side, Watch};
use crate::opinion::{Answers, Opinion, pairs, score_of_a, score_of_first};
use crate::page::{Link, Page, Row, percent};
use crate::plots;
use crate::report::{Overview, Report, grouped, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::samples::{SAMPLES, Samples, middle};
use crate::stats::{Difference, Sums, corrected};
use crate::whatif::ChangedCard;

/// One of the two that are compared.
pub struct Arm {
    /// What people call it: `traps=set`.
    pub name: String,
    /// Its rules.
    pub rules: Rules,
    /// The decks as this rule set numbers their cards; the same ones in both arms.
    pub decks: Vec<DeckChoice>,
    /// Its card files, where they are not the shipped ones: the records of its matches need them.
    pub card_files: Vec<(String, String)>,
}

/// Which games: the same pairings with the same luck under both rule sets.
pub struct Compare {
    /// The two.
    pub arms: [Arm; 2],
    /// The cards that differ.
    pub changed: Vec<ChangedCard>,
    /// The decks that the change concerns: pairings without any of them are not played. All, where rules are compared.
    pub touched: Vec<bool>,
    /// Who plays.
    pub bot: BotSpec,
    /// The seed of the run.
    pub seed: u64,
    /// How many games of each arm at most, all pairings together.
    pub games: u64,
    /// Playing stops once the change of every touched deck's score is known as closely as this; none plays all games.
    pub precision: Option<f64>,
}

/// What they say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The names of the two.
    pub arms: [String; 2],
    /// The cards that differ.
    pub changed: Vec<ChangedCard>,
    /// All games of each.
    pub overviews: [Overview; 2],
    /// What was compared, the surest difference first.
    pub changes: Vec<MeasuredChange>,
    /// Whether playing stopped before all games were played, because enough was known.
    pub stopped: bool,
    /// What a stronger bot says of the changes.
    pub second: Option<Opinion>,
}

/// One thing that was compared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeasuredChange {
    /// What it is about.
    pub about: About,
    /// Which one.
    pub name: String,
    /// Under the first rules.
    pub before: f64,
    /// Under the second.
    pub after: f64,
    /// The second minus the first, by pairs of games with the same luck. The interval holds whenever playing stops.
    #[serde(flatten)]
    pub difference: Difference,
    /// The false discovery rate at which it counts, among all things of its kind.
    pub q: f64,
}

/// Kinds of things that are compared: each is a family for the correction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// A deck's score against all others.
    Score,
    /// The score of who moves first.
    FirstPlayer,
    /// Turns in a game.
    Length,
    /// The share of draws.
    Draws,
    /// How often a game uses an ability.
    Ability,
}

/// What counts as significant.
pub const RATE: f64 = 0.05;

/// Something that is measured under both rules, by pairs of games with the same luck.
#[derive(Clone, Copy, Default)]
struct Paired {
    arms: [Sums; 2],
    change: Sums,
    largest: f64,
}

impl Paired {
    fn add(&mut self, before: f64, after: f64) {
        self.arms[0].add(before);
        self.arms[1].add(after);
        self.change.add(after - before);
        self.largest = self.largest.max((after - before).abs());
    }
}

impl Compare {
    /// What its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let decks = |arm: &Arm| -> Vec<Value> { arm.decks.iter().map(|deck| crate::deck_value(&arm.rules, deck)).collect() };
        let arm = |arm: &Arm| json!({ "name": arm.name, "rules": crate::fingerprint(&arm.rules), "decks": decks(arm) });
        let arms = self.arms.each_ref().map(arm);
        let bot = self.bot.to_string();
        plan("compare", self.arms[0].rules.game(), [("arms", json!(arms)), ("bots", json!(bot)), ("seed", json!(self.seed))])
    }

    fn series(&self, arm: usize) -> Vec<Series> {
        let count = self.arms[arm].decks.len();
        // A single way to make decks plays against itself.
        let pairs = (0..count).flat_map(|a| (a..count).map(move |b| (a, b))).filter(|(a, b)| a != b || count == 1);
        let side = |deck: usize| Side { bot: self.bot, brings: vec![self.arms[arm].decks[deck].clone()] };
        let one = |(id, (a, b)): (u64, (usize, usize))| Series {
            id: 2 * id + arm as u64,
            rules: self.arms[arm].rules.clone(),
            sides: [side(a), side(b)],
            mirror: false,
            luck: Luck::Shared,
            seed: crate::mixed(self.seed, id),
        };
        // A pairing keeps its luck, whichever others are played.
        (0..).zip(pairs).filter(|(_, (a, b))| self.touched[*a] || self.touched[*b]).map(one).collect()
    }

    /// Plays what is missing, until enough is known, and makes the report.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        let [first, second] = [0, 1].map(|arm| self.series(arm));
        let pairings = first.len();
        if pairings == 0 {
            return Err(Halt::Failed("no deck has a card that changed, so that there is nothing to compare".into()));
        }
        let most = self.games.div_ceil(2 * pairings as u64).max(1);
        let series: Vec<Series> = first.into_iter().chain(second).collect();
        let count = series.len() as u64;
        (context.expect)(2 * most * count);
        let mut rounds = most;
        // One look counts pairs of games, of which every pairing adds one in each round.
        for pairs in looks(most * pairings as u64) {
            let round = pairs.div_ceil(pairings as u64).min(most);
            context.play(&series, 2 * round, Watch::Abilities)?;
            let precise = self.precision.is_some_and(|wanted| {
                let paired = self.paired(&series, &context.all_games(&series, 2 * round), false);
                let changes =
                    self.changes(paired.into_iter().filter(|((about, name), _)| self.is_main(*about, name)).collect());
                changes.iter().all(|change| (change.difference.high - change.difference.low) / 2.0 <= wanted)
            });
            if precise {
                rounds = round;
                break;
            }
        }
        let each = 2 * rounds;
        let second = context.second_opinion(&series, each, each * count, |series, played| self.answers(series, played))?;
        let played = context.all_games(&series, each);
        let measured = self.measure(&series, &played, second, rounds < most);
        if let Some(folder) = folder {
            let name = |place: usize| self.arms[place / pairings].name.as_str();
            let rows = series.iter().zip(&played).enumerate().map(|(at, (series, games))| (name(at), series, games.clone()));
            write_raw(folder, rows).map_err(Halt::Failed)?;
        }
        let mut samples = Samples::new();
        let links = self.links(&mut samples, &series, &played);
        let mut report = self.report(&measured, &links).with(samples, context)?;
        for (arm, number) in self.arms.iter().zip(1..) {
            let file = |(name, text): &(String, String)| (cards_of(number) + "/" + name, text.clone().into_bytes());
            report.files.extend(arm.card_files.iter().map(file));
        }
        Ok((measured, report))
    }

    /// Where the intervals are the narrowest for their games: chosen before the first game, or they would not hold at any time.
    fn sharpest(&self) -> u64 {
        self.games / 4
    }

    /// Whether the run goes on until this is known.
    fn is_main(&self, about: About, name: &str) -> bool {
        let touched = || self.arms[0].decks.iter().zip(&self.touched).any(|(deck, touched)| *touched && deck.name() == name);
        match about {
            About::Score => touched(),
            // Where decks are made at random there is no deck of which a score is asked.
            About::FirstPlayer => self.arms[0].decks.len() == 1,
            _ => false,
        }
    }

    fn measure(&self, series: &[Series], played: &[Vec<&PlayedGame>], second: Option<Opinion>, stopped: bool) -> Measured {
        let changes = self.changes(self.paired(series, played, true));
        let pairings = series.len() / 2;
        let overviews = [0, 1].map(|arm| Overview::of(played[arm * pairings..][..pairings].iter().flatten().copied()));
        let arms = self.arms.each_ref().map(|arm| arm.name.clone());
        Measured { arms, changed: self.changed.clone(), overviews, changes, stopped, second }
    }

    /// The changes with intervals and corrected p-values, the surest first; scores before the rest.
    fn changes(&self, paired: BTreeMap<(About, String), Paired>) -> Vec<MeasuredChange> {
        let mut changes: Vec<MeasuredChange> = paired
            .into_iter()
            .map(|((about, name), paired)| {
                let largest = if about.is_share() { 1.0 } else { paired.largest.max(1.0) };
                let difference = Anytime { alpha: RATE, sharpest: self.sharpest(), largest };
                let [before, after] = paired.arms.map(|sums| sums.mean());
                MeasuredChange { about, name, before, after, difference: difference.mean(&paired.change), q: 1.0 }
            })
            .collect();
        for about in About::ALL {
            let family: Vec<usize> = (0..changes.len()).filter(|&at| changes[at].about == about).collect();
            let qs = corrected(&family.iter().map(|&at| changes[at].difference.p).collect::<Vec<_>>());
            family.into_iter().zip(qs).for_each(|(at, q)| changes[at].q = q);
        }
        let size = |change: &MeasuredChange| (change.difference.value / change.before.abs().max(0.05)).abs();
        changes.sort_by(|a, b| a.q.total_cmp(&b.q).then(size(b).total_cmp(&size(a))));
        changes
    }

    /// Everything that is compared, by pairs of games with the same luck under both rules.
    fn paired(&self, series: &[Series], played: &[Vec<&PlayedGame>], abilities: bool) -> BTreeMap<(About, String), Paired> {
        let pairings = series.len() / 2;
        // An ability that only one of the card sets has is no difference in use; the values of rulings are what was asked for.
        let parts = self.arms.each_ref().map(|arm| if abilities { arm.rules.parts() } else { Vec::new() });
        let places: BTreeMap<&str, usize> = parts[1].iter().enumerate().map(|(at, part)| (part.as_str(), at)).collect();
        let common: Vec<(&str, [usize; 2])> = parts[0]
            .iter()
            .enumerate()
            .filter(|(_, part)| !part.starts_with("ruling "))
            .filter_map(|(at, part)| Some((part.as_str(), [at, *places.get(part.as_str())?])))
            .collect();
        let mut counts = parts.each_ref().map(|parts| vec![0u32; parts.len()]);
        let mut uses = vec![Paired::default(); common.len()];
        let mut found: BTreeMap<(About, String), Paired> = BTreeMap::new();
        for at in 0..pairings {
            let names = [0, 1].map(|side| series[at].sides[side].brings[0].name());
            for (before, after) in pairs(&played[at]).zip(pairs(&played[pairings + at])) {
                let mut add = |about, name: &str, of: &dyn Fn([&PlayedGame; 2]) -> f64| {
                    found.entry((about, name.to_owned())).or_default().add(of(before), of(after));
                };
                if names[0] != names[1] {
                    add(About::Score, names[0], &score_of_a);
                    add(About::Score, names[1], &|pair| 1.0 - score_of_a(pair));
                }
                let mean = |pair: [&PlayedGame; 2], of: fn(&PlayedGame) -> f64| (of(pair[0]) + of(pair[1])) / 2.0;
                add(About::FirstPlayer, "score of who moves first", &score_of_first);
                add(About::Draws, "draws", &|pair| mean(pair, |game| f64::from(u8::from(game.halves == 1))));
                add(About::Length, "turns in a game", &|pair| mean(pair, |game| f64::from(game.turns)));
                if common.is_empty() {
                    continue;
                }
                for (pair, counts) in [before, after].into_iter().zip(&mut counts) {
                    counts.fill(0);
                    for &(part, count) in pair.iter().filter_map(|game| game.watched.as_ref()).flat_map(|watched| &watched.used)
                    {
                        if let Some(known) = counts.get_mut(part as usize) {
                            *known += count;
                        }
                    }
                }
                for (uses, (_, [old, new])) in uses.iter_mut().zip(&common) {
                    uses.add(f64::from(counts[0][*old]) / 2.0, f64::from(counts[1][*new]) / 2.0);
                }
            }
        }
        found.extend(common.iter().zip(uses).map(|((part, _), uses)| ((About::Ability, (*part).to_owned()), uses)));
        found
    }

    /// The changes of scores, for a second opinion.
    fn answers(&self, series: &[Series], played: &[Vec<&PlayedGame>]) -> Answers {
        let is_asked = |about| matches!(about, About::Score | About::FirstPlayer);
        let paired = self.paired(series, played, false).into_iter().filter(|((about, _), _)| is_asked(*about));
        let name = |about, name: &str| match about {
            About::Score => format!("change of the score of {name}"),
            _ => format!("change of the {name}"),
        };
        paired.map(|((about, of), paired)| (name(about, &of), paired.change)).collect()
    }

    /// For each deck a match that ended otherwise under the second rules, with the same luck: as it was before and after.
    fn links<'s>(
        &self,
        samples: &mut Samples<'s>,
        series: &'s [Series],
        played: &[Vec<&PlayedGame>],
    ) -> BTreeMap<String, Vec<Link>> {
        let pairings = series.len() / 2;
        let mut links: BTreeMap<String, Vec<Link>> = BTreeMap::new();
        for at in 0..pairings {
            for side in [0, 1] {
                let deck = series[at].sides[side].brings[0].name();
                let halves = |game: &PlayedGame| if side == 0 { game.halves } else { 2 - game.halves };
                let both = || played[at].iter().zip(&played[pairings + at]);
                for (wins, says) in [(true, ["lost before", "won after"]), (false, ["won before", "lost after"])] {
                    let turned = both().filter(|(before, after)| {
                        let [old, new] = [halves(before), halves(after)];
                        if wins { old == 0 && new == 2 } else { old == 2 && new == 0 }
                    });
                    let Some(after) = middle(turned.map(|(_, after)| *after)) else { continue };
                    let Some((before, after)) = both().find(|(_, other)| other.game == after.game) else { continue };
                    let known = links.entry(deck.to_owned()).or_default();
                    if known.iter().any(|link| link.text == says[0]) {
                        continue;
                    }
                    let [a, b] = [0, 1].map(|side| series[at].sides[side].brings[0].name());
                    for (arm, (game, says)) in [*before, *after].into_iter().zip(says).enumerate() {
                        let name = format!("{a} v {b} {}", if arm == 0 { "before" } else { "after" });
                        known.push(samples.link(&series[at + arm * pairings], &name, game, says));
                    }
                }
            }
        }
        links
    }

    fn report(&self, measured: &Measured, links: &BTreeMap<String, Vec<Link>>) -> Report {
        let [before, after] = &measured.arms;
        let games = measured.overviews[0].games;
        let about = format!(
            "The same decks with the same luck under {before} and under {after}: {} games of each, {} on both sides, seed {}.",
            grouped(games),
            self.bot,
            self.seed
        );
        let mut page = Page::new(&format!("{}: {before} or {after}", self.arms[0].rules.title()), &about);
        let significant: Vec<&MeasuredChange> = measured.changes.iter().filter(|change| change.q < RATE).collect();
        page.tiles(&[
            (format!("{}", significant.len()), "significant differences"),
            (format!("{}", measured.changes.len()), "things compared"),
            (grouped(measured.overviews[0].games + measured.overviews[1].games), "games"),
        ]);
        let stop = self.stop_sentence(measured);
        if !measured.changed.is_empty() {
            page.section("What is different", "Only decks that have one of these cards, or one that makes it, are compared.");
            let lines = measured.changed.iter().flat_map(|card| &card.lines);
            page.table(&["before", "after"], &lines.map(|(old, new)| vec![old.clone(), new.clone()]).collect::<Vec<_>>());
        }
        page.section(
            "What changes",
            &format!(
                "{stop} Scores and shares in percent, abilities in uses per game. What is significant stands here, corrected for how many \
                 things of its kind were compared (false discovery rate 5 %), the surest first. Every interval is one of 95 % that \
                 holds whenever playing stops, by pairs of games with the same luck."
            ),
        );
        let head = ["", &format!("under {before}"), &format!("under {after}"), "difference (95 %)", "q"];
        let row = |change: &MeasuredChange| Row::new(cells(change), matches(change, links));
        page.linked_table(&head, &significant.iter().map(|change| row(change)).collect::<Vec<_>>());
        let scores: Vec<plots::Bar> = measured
            .changes
            .iter()
            .filter(|change| change.about == About::Score)
            .map(|change| bar(change, &change.name))
            .collect();
        if !scores.is_empty() {
            page.section("Decks", "How each deck's score against all others changes, in percentage points.");
            page.plot(&plots::intervals(&sorted(scores), 0.0, &format!("{after}, less {before}"), true));
        }
        measured.second.iter().for_each(|second| second.section(&mut page));
        let abilities: Vec<plots::Bar> = significant
            .iter()
            .filter(|change| change.about == About::Ability)
            .take(30)
            .map(|change| bar(change, &shortened(&change.name)))
            .collect();
        if !abilities.is_empty() {
            page.section("Abilities", "How many more uses a game has; the thirty surest.");
            page.plot(&plots::intervals(&sorted(abilities), 0.0, &format!("uses per game: {after}, less {before}"), false));
        }
        for (name, overview) in measured.arms.iter().zip(&measured.overviews) {
            page.section(
                &format!("Under {name}"),
                &format!("Who moves first scores {}; draws: {}.", percent(&overview.first_player), percent(&overview.draws)),
            );
            page.plot(&plots::histogram(&overview.lengths, "turns in a game"));
        }
        let needed = self.arms.iter().zip(1..).filter(|(arm, _)| !arm.card_files.is_empty());
        let needed: Vec<String> =
            needed.map(|(arm, number)| format!("--cards {} for {}", cards_of(number), arm.name)).collect();
        let cards = if needed.is_empty() {
            String::new()
        } else {
            format!("playmat replay plays these matches with {}.", needed.join(", and "))
        };
        page.section("Everything that was compared", &cards);
        page.linked_table(
            &["", before, after, "difference (95 %)", "q"],
            &measured.changes.iter().map(row).collect::<Vec<_>>(),
        );
        let mut lines = vec![about];
        lines.extend(measured.changed.iter().flat_map(|card| &card.lines).map(|(old, new)| format!("  {old} → {new}")));
        lines.push(stop);
        lines.push(format!("{} of {} things differ significantly", significant.len(), measured.changes.len()));
        // Scores, length and who moves first are what was asked, whether they differ or not; of the abilities only what differs.
        let mut shown: Vec<&MeasuredChange> = measured.changes.iter().filter(|change| change.about != About::Ability).collect();
        shown.sort_by(|a, b| a.about.cmp(&b.about).then(b.difference.value.abs().total_cmp(&a.difference.value.abs())));
        shown.extend(significant.iter().filter(|change| change.about == About::Ability).take(6));
        lines.extend(shown.into_iter().map(|change| {
            let row = cells(change);
            let sign = if change.q < RATE { "*" } else { " " };
            format!("{sign} {:48} {:>9} {:>9}  {}", shortened(&row[0]), row[1], row[2], row[3])
        }));
        lines.extend(measured.second.iter().flat_map(Opinion::lines));
        Report::new(page, self.plan(), measured, lines)
    }

    fn stop_sentence(&self, measured: &Measured) -> String {
        match (self.precision, measured.stopped) {
            (None, _) => "All games were played.".to_owned(),
            (Some(wanted), true) => {
                format!(
                    "Playing stopped: the change of every score is known to within {:.1} percentage points.",
                    100.0 * wanted
                )
            }
            (Some(wanted), false) => format!(
                "All games were played, and some change is not yet known to within {:.1} percentage points: more games, or a larger \
                 --precision.",
                100.0 * wanted
            ),
        }
    }
}

/// The folder of the card files of an arm.
fn cards_of(number: u8) -> String {
    format!("{SAMPLES}/cards-{number}")
}

/// The matches in which a deck fared otherwise.
fn matches(change: &MeasuredChange, links: &BTreeMap<String, Vec<Link>>) -> Vec<Link> {
    let of_deck = || links.get(&change.name).cloned().unwrap_or_default();
    if change.about == About::Score { of_deck() } else { Vec::new() }
}

/// A change as a row: what, before, after, difference, q.
pub(crate) fn cells(change: &MeasuredChange) -> Vec<String> {
    let scale = if change.about.is_share() { 100.0 } else { 1.0 };
    let Difference { value, low, high, .. } = change.difference;
    let [before, after] = [change.before, change.after].map(|value| format!("{:.2}", scale * value));
    let name = match change.about {
        About::Score => format!("score of {}", change.name),
        About::Ability => format!("use of {}", change.name),
        _ => change.name.clone(),
    };
    let difference = format!("{:+.2} ({:+.2} to {:+.2})", scale * value, scale * low, scale * high);
    vec![name, before, after, difference, if change.q < 1e-4 { "< 0.0001".into() } else { format!("{:.4}", change.q) }]
}

fn bar(change: &MeasuredChange, label: &str) -> plots::Bar {
    let Difference { value, low, high, .. } = change.difference;
    plots::Bar { label: label.to_owned(), value, low, high, stands_out: change.q < RATE }
}

fn sorted(mut bars: Vec<plots::Bar>) -> Vec<plots::Bar> {
    bars.sort_by(|a, b| b.value.total_cmp(&a.value));
    bars
}

fn shortened(text: &str) -> String {
    const MOST: usize = 48;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST - 1).chain(['…']).collect() }
}

impl About {
    /// All families.
    const ALL: [About; 5] = [About::Score, About::FirstPlayer, About::Length, About::Draws, About::Ability];

    const fn is_share(self) -> bool {
        matches!(self, About::Score | About::FirstPlayer | About::Draws)
    }
}
