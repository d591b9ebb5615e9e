//! The report of `lab tune`.

use super::{Measured, PROMISED, Proposal, Trial, Tune};
use crate::opinion::Opinion;
use crate::page::{Link, Page, Row, percent};
use crate::plots;
use crate::report::{Report, grouped};
use crate::samples::SAMPLES;
use crate::stats::{Difference, Estimate};

impl Tune {
    pub(super) fn report(&self, measured: &Measured, links: &[Vec<Link>]) -> Report {
        let [low, high] = [self.band.0, self.band.1].map(|share| 100.0 * share);
        let about = format!(
            "The smallest changes of printed numbers that bring {} between {low:.0} and {high:.0} %; {} games of each pairing for each \
             trial and as many with fresh luck, {} on both sides, seed {}.",
            measured.pairs.join(", "),
            grouped(self.games),
            self.bot,
            self.seed
        );
        let mut page = Page::new(&format!("{}: tuning", self.rules.title()), &about);
        let says = self.says(measured);
        page.section("Proposal", &says);
        page.sentences(&[
            "The size of a change is the sum over all changed numbers of how far each moves, as a part of what is printed: from 2 to 3 is \
             half, from 8 to 9 an eighth. Only changes that check make a candidate."
                .to_owned(),
            format!(
                "Choices were made with one luck and confirmed with another; the scores here are those of the confirmation. A proposal \
                 holds if a run of as many games would find every score in the band again in {:.0} of 100 cases, and no other pairing \
                 is pushed out of {:.0} to {:.0} %.",
                100.0 * PROMISED,
                100.0 * self.wide.0,
                100.0 * self.wide.1
            ),
        ]);
        page.section(
            "Before and after",
            "The score of the first deck of each pairing, less 50 %, with 95 % intervals, fresh luck.",
        );
        let shown = measured.proposal.as_ref().or(measured.refused.first());
        let mut bars = Vec::new();
        for (place, pair) in measured.pairs.iter().enumerate() {
            bars.push(self.bar(format!("{pair}, as printed"), &measured.before[place]));
            bars.extend(shown.map(|proposal| self.bar(format!("{pair}, changed"), &proposal.scores[place])));
        }
        page.plot(&plots::intervals(&bars, 0.0, "percentage points above or below 50 %", true));
        let row = |(place, pair): (usize, &String)| {
            let proposal = measured.proposal.as_ref();
            let after = proposal.map_or("–".to_owned(), |proposal| percent(&proposal.scores[place]));
            let again = proposal.map_or("–".to_owned(), |proposal| format!("{:.0} %", 100.0 * proposal.repeats[place]));
            Row::new(vec![pair.clone(), percent(&measured.before[place]), after, again], links[place].clone())
        };
        let rows: Vec<Row> = measured.pairs.iter().enumerate().map(row).collect();
        page.linked_table(&["pairing", "as printed", "changed", "in the band again"], &rows);
        if let Some(proposal) = &measured.proposal {
            let text = format!("playmat replay plays the matches of the changed cards with --cards {SAMPLES}/cards.");
            page.section("The other pairings of the changed decks", &text);
            page.table(&["pairing", "as printed", "changed", "difference (95 %)", "q"], &others(proposal));
        }
        if !measured.refused.is_empty() {
            page.section("Not confirmed", "In the band with the luck of the search, but not for sure with fresh luck.");
            let row = |proposal: &Proposal| vec![proposal.trial.in_words(), proposal.why_not(self.band)];
            page.table(&["changes", "why not"], &measured.refused.iter().map(row).collect::<Vec<_>>());
        }
        measured.second.iter().for_each(|second| second.section(&mut page));
        let rows = |trials: &[Trial]| -> Vec<Vec<String>> {
            let row = |trial: &Trial| {
                let scores = trial.scores.iter().map(percent);
                let head = [trial.in_words(), trial.steps.to_string(), format!("{:.2}", trial.size)];
                head.into_iter().chain(scores).collect()
            };
            trials.iter().map(row).collect()
        };
        let head: Vec<&str> =
            ["changes", "steps", "size"].into_iter().chain(measured.pairs.iter().map(String::as_str)).collect();
        if !measured.screened.is_empty() {
            page.section("What was tried", "With all games and the luck of the search; the nearest to the band first.");
            page.table(&head, &rows(&measured.tried));
            page.section("Single steps", "Screened with a fourth of the games; the most promising first.");
            page.table(&head, &rows(&measured.screened));
        }
        let mut lines = vec![about];
        let pairs = measured.pairs.iter().zip(&measured.before);
        lines.extend(pairs.map(|(pair, score)| format!("  {pair}: {} as printed", percent(score))));
        lines.push(format!(
            "tried {} single steps, and {} candidates with all games, of which {} were played with fresh luck",
            measured.screened.len(),
            measured.tried.len(),
            measured.refused.len() + usize::from(measured.proposal.is_some())
        ));
        lines.push(says);
        lines.extend(measured.proposal.iter().flat_map(|proposal| proposal.moved()));
        lines.extend(measured.second.iter().flat_map(Opinion::lines));
        Report::new(page, self.plan(), measured, lines)
    }

    fn says(&self, measured: &Measured) -> String {
        let all = |scores: &[Estimate]| scores.iter().map(percent).collect::<Vec<_>>().join("; ");
        if measured.even {
            return "Nothing needs to be changed: all pairings are in the band as printed.".to_owned();
        }
        if let Some(proposal) = &measured.proposal {
            let Proposal { trial, scores, .. } = proposal;
            return format!("Proposed, size {:.2}: {}. With fresh luck: {}.", trial.size, trial.in_words(), all(scores));
        }
        match (measured.refused.first(), measured.tried.first()) {
            (Some(first), _) => format!(
                "No proposal of up to {} steps is confirmed. The smallest that looked even: {}; but {}.",
                self.steps,
                first.trial.in_words(),
                first.why_not(self.band)
            ),
            (None, Some(nearest)) => format!(
                "No proposal of up to {} steps is in the band. The nearest: {}. Then: {}.",
                self.steps,
                nearest.in_words(),
                all(&nearest.scores)
            ),
            (None, None) => "Nothing could be tried.".to_owned(),
        }
    }

    fn bar(&self, label: String, found: &Estimate) -> plots::Bar {
        let [value, low, high] = [found.value, found.low, found.high].map(|share| share - 0.5);
        plots::Bar { label, value, low, high, stands_out: !self.is_even(found.value) }
    }
}

impl Proposal {
    /// Why fresh luck does not confirm it.
    fn why_not(&self, band: (f64, f64)) -> String {
        let [low, high] = [band.0, band.1].map(|share| 100.0 * share);
        let unsure = self.scores.iter().zip(&self.repeats).filter(|(_, share)| **share < PROMISED);
        let unsure = unsure.map(|(score, share)| {
            format!(
                "fresh luck gives {}, and between {low:.0} and {high:.0} % again in {:.0} of 100 runs",
                percent(score),
                100.0 * share
            )
        });
        let pushed = self.others.iter().filter(|other| other.pushed_out);
        let pushed = pushed.map(|other| {
            format!("{} is pushed from {:.1} to {:.1} %", other.pair, 100.0 * other.before.value, 100.0 * other.after.value)
        });
        unsure.chain(pushed).collect::<Vec<_>>().join("; ")
    }

    /// The other pairings that it moves for sure.
    fn moved(&self) -> Vec<String> {
        let moved: Vec<&super::Other> = self.others.iter().filter(|other| other.q < 0.05).collect();
        let head =
            format!("of {} other pairings of the changed decks {} move by more than chance", self.others.len(), moved.len());
        let line = |other: &&super::Other| {
            format!("  {}: {:.1} to {:.1} %", other.pair, 100.0 * other.before.value, 100.0 * other.after.value)
        };
        std::iter::once(head).chain(moved.iter().take(8).map(line)).collect()
    }
}

fn others(proposal: &Proposal) -> Vec<Vec<String>> {
    let row = |other: &super::Other| {
        let Difference { value, low, high, .. } = other.difference;
        let difference = format!("{:+.1} ({:+.1} to {:+.1})", 100.0 * value, 100.0 * low, 100.0 * high);
        vec![other.pair.clone(), percent(&other.before), percent(&other.after), difference, format!("{:.4}", other.q)]
    };
    proposal.others.iter().map(row).collect()
}
