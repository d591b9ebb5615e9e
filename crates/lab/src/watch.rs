//! `lab watch`: whether a branch's cards keep the limits that a file sets, and what to say about it in a comment.

use playmat_catalog::{ALL_GAMES, list_of_games};
use serde::{Deserialize, Serialize};

use crate::compare::{About, Measured, MeasuredChange, RATE, cells};
use crate::whatif::ChangedCard;

/// How far a change of cards may go. Scores and shares in percentage points. What is not set is not limited.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// How far a deck's score against all others may move.
    pub score_change: Option<f64>,
    /// What a deck may score against all others after the change.
    pub highest_score: Option<f64>,
    /// How far the score of who moves first may move.
    pub first_player_change: Option<f64>,
    /// How far the length of games may move, in percent of what it was.
    pub length_change: Option<f64>,
}

/// A limit that is exceeded for sure: the whole 95 % interval lies beyond it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Breach {
    /// What is said of it.
    pub sentence: String,
}

impl Limits {
    /// Those of a game in a file: what stands at its beginning is for all games, a section with the name of a game for that game.
    pub fn read(text: &str, game: &str) -> Result<Self, String> {
        let wrong = |error: toml::de::Error| error.to_string().trim_end().to_owned();
        let mut all: toml::Table = toml::from_str(text).map_err(wrong)?;
        let names: Vec<String> = all.iter().filter(|(_, value)| value.is_table()).map(|(name, _)| name.clone()).collect();
        let mut own = toml::Table::new();
        for name in names {
            if !ALL_GAMES.contains(&name.as_str()) {
                return Err(format!("there is no game `{name}`; there are {}", list_of_games()));
            }
            if let Some(toml::Value::Table(section)) = all.remove(&name)
                && name == game
            {
                own = section;
            }
        }
        all.extend(own);
        let limits: Limits = all.try_into().map_err(wrong)?;
        limits.fault().map_or(Ok(limits), Err)
    }

    /// Whether anything is wrong with the numbers themselves.
    fn fault(&self) -> Option<String> {
        let named = [
            ("score_change", self.score_change),
            ("highest_score", self.highest_score),
            ("first_player_change", self.first_player_change),
            ("length_change", self.length_change),
        ];
        let wrong = named.into_iter().find(|(_, limit)| limit.is_some_and(|limit| !(0.0..=100.0).contains(&limit)));
        wrong.map(|(name, _)| format!("`{name}` is a number of percent, from 0 to 100"))
    }

    /// What of a comparison exceeds them.
    pub fn breaches(&self, measured: &Measured) -> Vec<Breach> {
        measured.changes.iter().flat_map(|change| self.of(change)).collect()
    }

    fn of(&self, change: &MeasuredChange) -> Vec<Breach> {
        let moved = |limit: f64| change.difference.low > limit || change.difference.high < -limit;
        let row = cells(change);
        let says =
            |limit: f64, unit: &str| Breach { sentence: format!("{} moved by {}, more than {limit} {unit}", row[0], row[3]) };
        let mut found = Vec::new();
        match change.about {
            About::Score => {
                let limit = self.score_change.filter(|limit| moved(limit / 100.0));
                found.extend(limit.map(|limit| says(limit, "points")));
                // The score after the change is as uncertain as its change, which is what the games tell about.
                let above = |limit: &f64| change.before + change.difference.low > limit / 100.0 && change.difference.low > 0.0;
                found.extend(
                    self.highest_score
                        .filter(above)
                        .map(|limit| Breach { sentence: format!("{} rose to {} %, above {limit} %", row[0], row[2]) }),
                );
            }
            About::FirstPlayer => {
                let limit = self.first_player_change.filter(|limit| moved(limit / 100.0));
                found.extend(limit.map(|limit| says(limit, "points")));
            }
            About::Length => {
                let limit = self.length_change.filter(|limit| moved(limit / 100.0 * change.before));
                found.extend(limit.map(|limit| says(limit, "percent of what it was")));
            }
            About::Draws | About::Ability => {}
        }
        found
    }
}

/// What is said of a game none of whose cards differ.
pub fn nothing_changed(title: &str) -> String {
    format!("### {title}\n\nNo card differs.\n\n")
}

/// What is said of a game whose cards differ, but not those of any ready deck.
pub fn untouched(title: &str, changed: &[ChangedCard]) -> String {
    format!("### {title}\n\nNo ready deck has a card that differs.\n\n{}\n", lines(changed))
}

/// What is printed differently, as a table.
fn lines(changed: &[ChangedCard]) -> String {
    let row = |(old, new): &(String, String)| format!("| {} | {} |\n", escaped(old), escaped(new));
    let rows: String = changed.iter().flat_map(|card| &card.lines).map(row).collect();
    format!("| before | after |\n|---|---|\n{rows}")
}

/// A comparison as Markdown, for a comment: what was changed, what it does, and what exceeds a limit.
pub fn markdown(title: &str, bot: &str, measured: &Measured, breaches: &[Breach]) -> String {
    let mut text = format!("### {title}\n\n");
    let games = measured.overviews[0].games;
    text += &match breaches.len() {
        0 => format!("**Within the limits.** {games} games before and after, with the same luck, {bot} on both sides.\n\n"),
        count => format!(
            "**{count} beyond the limits.** {games} games before and after, with the same luck, {bot} on both sides.\n\n"
        ),
    };
    breaches.iter().for_each(|breach| text += &format!("- :x: {}\n", escaped(&breach.sentence)));
    if !breaches.is_empty() {
        text.push('\n');
    }
    text += &lines(&measured.changed);
    text += "\n| | before | after | change (95 %) | |\n|---|---:|---:|---:|---|\n";
    let mut shown: Vec<&MeasuredChange> = measured.changes.iter().filter(|change| change.about != About::Ability).collect();
    shown.sort_by(|a, b| a.about.cmp(&b.about).then(b.difference.value.abs().total_cmp(&a.difference.value.abs())));
    for change in shown {
        let row = cells(change);
        let sure = if change.q < RATE { "significant" } else { "" };
        text += &format!("| {} | {} | {} | {} | {sure} |\n", escaped(&row[0]), row[1], row[2], row[3]);
    }
    let abilities: Vec<Vec<String>> =
        measured.changes.iter().filter(|change| change.about == About::Ability && change.q < RATE).map(cells).collect();
    if !abilities.is_empty() {
        text += &format!("\n<details><summary>{} abilities are used more or less often</summary>\n\n", abilities.len());
        text += "| | before | after | change (95 %) |\n|---|---:|---:|---:|\n";
        for row in abilities {
            text += &format!("| {} | {} | {} | {} |\n", escaped(&row[0]), row[1], row[2], row[3]);
        }
        text += "\n</details>\n";
    }
    for line in measured.second.iter().flat_map(|second| second.lines()) {
        text += &format!("\n{}\n", escaped(line.trim()));
    }
    text.push('\n');
    text
}

/// A card's text in a cell of a table.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;").replace('@', "&#64;");
    text.replace('\n', "<br>")
}
