//! `lab compare`: what changes between two rule sets, the significant differences first.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use playmat_bots::BotSpec;
use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{DeckChoice, PlayedGame, Series, Side, Watch};
use crate::page::{Page, percent};
use crate::plots;
use crate::report::{Overview, Report, grouped, plan, write_raw};
use crate::run::{Halt, RunContext};
use crate::stats::{Difference, Sums, corrected};

/// One of the two that are compared.
pub struct Arm<G: CardGame> {
    /// What people call it: `traps=set`.
    pub name: String,
    /// Its rules.
    pub rules: Arc<RuleSet<G>>,
    /// The decks as this rule set numbers their cards; the same ones in both arms.
    pub decks: Vec<DeckChoice>,
}

/// Which games: the same pairings with the same luck under both rule sets.
pub struct Compare<G: CardGame> {
    /// The two.
    pub arms: [Arm<G>; 2],
    /// Who plays.
    pub bot: BotSpec,
    /// The seed of the run.
    pub seed: u64,
    /// How many games of each arm, all pairings together.
    pub games: u64,
}

/// What they say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The names of the two.
    pub arms: [String; 2],
    /// All games of each.
    pub overviews: [Overview; 2],
    /// What was compared, the surest difference first.
    pub changes: Vec<MeasuredChange>,
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
    /// The second minus the first.
    #[serde(flatten)]
    pub difference: Difference,
    /// The false discovery rate at which it counts.
    pub q: f64,
}

/// Kinds of things that are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// A deck's score against all others.
    Score,
    /// Turns in a game.
    Length,
    /// The score of who moves first.
    FirstPlayer,
    /// The share of draws.
    Draws,
    /// How often a game uses an ability.
    Ability,
}

/// What counts as significant.
const RATE: f64 = 0.05;

impl<G: CardGame> Compare<G> {
    /// What its games depend on.
    pub fn plan(&self) -> Map<String, Value> {
        let first = &self.arms[0];
        let decks: Vec<Value> = first.decks.iter().map(|deck| crate::deck_value::<G>(&first.rules, deck)).collect();
        let arms = self.arms.each_ref().map(|arm| json!({ "name": arm.name, "rules": crate::fingerprint(&arm.rules) }));
        let bot = self.bot.to_string();
        plan(
            "compare",
            G::NAME,
            [("arms", json!(arms)), ("bots", json!(bot)), ("seed", json!(self.seed)), ("decks", json!(decks))],
        )
    }

    fn series(&self, arm: usize) -> Vec<Series<G>> {
        let count = self.arms[arm].decks.len();
        // A single way to make decks plays against itself.
        let pairs = (0..count).flat_map(|a| (a..count).map(move |b| (a, b))).filter(|(a, b)| a != b || count == 1);
        let side = |deck: usize| Side { bot: self.bot, brings: vec![self.arms[arm].decks[deck].clone()] };
        let one = |(id, (a, b)): (u64, (usize, usize))| Series {
            id: 2 * id + arm as u64,
            rules: self.arms[arm].rules.clone(),
            sides: [side(a), side(b)],
            mirror: false,
            seed: crate::mixed(self.seed, id),
        };
        (0..).zip(pairs).map(one).collect()
    }

    /// Plays what is missing and makes the report.
    pub fn run(&self, context: &mut RunContext<'_>, folder: Option<&Path>) -> Result<(Measured, Report), Halt> {
        let [first, second] = [0, 1].map(|arm| self.series(arm));
        let pairings = first.len();
        let each = self.games.div_ceil(pairings as u64);
        let series: Vec<Series<G>> = first.into_iter().chain(second).collect();
        (context.expect)(each * series.len() as u64);
        context.play(&series, each, Watch::Abilities)?;
        let played: Vec<Vec<&PlayedGame>> = series.iter().map(|one| context.games(one, each).collect()).collect();
        let measured = self.measure(&series, &played);
        if let Some(folder) = folder {
            let name = |place: usize| self.arms[place / pairings].name.as_str();
            let rows = series.iter().zip(&played).enumerate().map(|(at, (series, games))| (name(at), series, games.clone()));
            write_raw(folder, rows).map_err(Halt::Failed)?;
        }
        let report = self.report(&measured);
        Ok((measured, report))
    }

    fn measure(&self, series: &[Series<G>], played: &[Vec<&PlayedGame>]) -> Measured {
        let pairings = series.len() / 2;
        let sums =
            [0, 1].map(|arm| self.sums(arm, &series[arm * pairings..][..pairings], &played[arm * pairings..][..pairings]));
        let mut found: Vec<(About, String, Sums, Sums)> = Vec::new();
        for (key, first) in &sums[0] {
            // An ability that only one of the card sets has is no difference in use.
            if let Some(second) = sums[1].get(key) {
                found.push((key.0, key.1.clone(), *first, *second));
            }
        }
        let differences: Vec<Difference> =
            found.iter().map(|(_, _, first, second)| Difference::between(first, second)).collect();
        let qs = corrected(&differences.iter().map(|difference| difference.p).collect::<Vec<_>>());
        let mut changes: Vec<MeasuredChange> = found
            .into_iter()
            .zip(differences)
            .zip(qs)
            .map(|(((about, name, first, second), difference), q)| MeasuredChange {
                about,
                name,
                before: first.mean(),
                after: second.mean(),
                difference,
                q,
            })
            .collect();
        let size = |change: &MeasuredChange| (change.difference.value / change.before.abs().max(0.05)).abs();
        changes.sort_by(|a, b| a.q.total_cmp(&b.q).then(size(b).total_cmp(&size(a))));
        let overviews = [0, 1].map(|arm| Overview::of(played[arm * pairings..][..pairings].iter().flatten().copied()));
        Measured { arms: self.arms.each_ref().map(|arm| arm.name.clone()), overviews, changes }
    }

    fn sums(&self, arm: usize, series: &[Series<G>], played: &[Vec<&PlayedGame>]) -> BTreeMap<(About, String), Sums> {
        let parts = G::parts(&self.arms[arm].rules.rules);
        let mut uses: Vec<Sums> = vec![Sums::default(); parts.len()];
        let mut sums: BTreeMap<(About, String), Sums> = BTreeMap::new();
        let mut counts = vec![0u32; parts.len()];
        for (series, games) in series.iter().zip(played) {
            let names = [0, 1].map(|side| series.sides[side].brings[0].name());
            for game in games {
                let score = f64::from(game.halves) / 2.0;
                let mut add = |about, name: &str, value| sums.entry((about, name.to_owned())).or_default().add(value);
                if names[0] != names[1] {
                    add(About::Score, names[0], score);
                    add(About::Score, names[1], 1.0 - score);
                }
                add(About::FirstPlayer, "score of who moves first", if game.a_first { score } else { 1.0 - score });
                add(About::Draws, "draws", f64::from(u8::from(game.halves == 1)));
                add(About::Length, "turns in a game", f64::from(game.turns));
                counts.fill(0);
                for &(part, count) in game.watched.iter().flat_map(|watched| &watched.used) {
                    if let Some(known) = counts.get_mut(part as usize) {
                        *known = count;
                    }
                }
                uses.iter_mut().zip(&counts).for_each(|(sums, &count)| sums.add(f64::from(count)));
            }
        }
        // The values of rulings are counted too; that they change is what was asked for.
        let abilities = parts.into_iter().zip(uses).filter(|(part, _)| !part.starts_with("ruling "));
        sums.extend(abilities.map(|(part, uses)| ((About::Ability, part), uses)));
        sums
    }

    fn report(&self, measured: &Measured) -> Report {
        let [before, after] = &measured.arms;
        let about = format!(
            "The same decks with the same luck under {before} and under {after}: {} games of each, {} on both sides, seed {}.",
            grouped(measured.overviews[0].games),
            self.bot,
            self.seed
        );
        let mut page = Page::new(&format!("{}: {before} or {after}", G::TITLE), &about);
        let significant: Vec<&MeasuredChange> = measured.changes.iter().filter(|change| change.q < RATE).collect();
        page.tiles(&[
            (format!("{}", significant.len()), "significant differences"),
            (format!("{}", measured.changes.len()), "things compared"),
            (grouped(measured.overviews[0].games + measured.overviews[1].games), "games"),
        ]);
        page.section(
            "What changes",
            "Significant after the correction for the number of things compared (false discovery rate 5 %); the surest first. Scores and \
             shares in percent, abilities in uses per game.",
        );
        page.table(
            &["", &format!("under {before}"), &format!("under {after}"), "difference (95 %)", "q"],
            &rows(significant.iter().copied()),
        );
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
        page.section("Everything that was compared", "");
        page.table(&["", before, after, "difference (95 %)", "q"], &rows(measured.changes.iter()));
        let mut lines = vec![about, format!("{} of {} things differ significantly", significant.len(), measured.changes.len())];
        lines.extend(
            rows(significant.iter().copied().take(12))
                .iter()
                .map(|row| format!("  {:48} {:>9} {:>9}  {}", shortened(&row[0]), row[1], row[2], row[3])),
        );
        Report::new(page, self.plan(), measured, lines)
    }
}

fn rows<'a>(changes: impl Iterator<Item = &'a MeasuredChange>) -> Vec<Vec<String>> {
    changes
        .map(|change| {
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
        })
        .collect()
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
    const fn is_share(self) -> bool {
        matches!(self, About::Score | About::FirstPlayer | About::Draws)
    }
}
