//! Decks against each other with one bot, as many games of every pairing: what `lab cards` and `lab tension` look at.

use std::path::Path;

use playmat_bots::BotSpec;
use playmat_catalog::Rules;

use crate::game::{DeckChoice, Luck, PlayedGame, Series, Side, Watch};
use crate::opinion::{Opinion, usual_answers};
use crate::report::{Files, write_raw};
use crate::run::{Halt, RunContext};
use crate::samples::Samples;

/// What is played.
pub(crate) struct Pairings<'a> {
    pub rules: &'a Rules,
    pub bot: BotSpec,
    pub decks: &'a [DeckChoice],
    /// Whether a deck plays itself too.
    pub mirrors: bool,
    pub luck: Luck,
    /// All pairings together; every one gets the same, rounded up.
    pub games: u64,
    pub seed: u64,
}

impl Pairings<'_> {
    fn series(&self) -> Vec<Series> {
        let apart = usize::from(!self.mirrors);
        let pairs = (0..self.decks.len()).flat_map(|a| (a + apart..self.decks.len()).map(move |b| (a, b)));
        let side = |deck: usize| Side { bot: self.bot, brings: vec![self.decks[deck].clone()] };
        let one = |(id, (a, b)): (u64, (usize, usize))| Series {
            id,
            rules: self.rules.clone(),
            sides: [side(a), side(b)],
            mirror: false,
            luck: self.luck,
            seed: crate::mixed(self.seed, id),
        };
        (0..).zip(pairs).map(one).collect()
    }

    /// Plays what is missing and measures it; raw games go to the folder, if there is one. A second opinion is asked where the answers
    /// are those of the bot that plays. Returns what was measured with the files of the samples that it led to.
    pub fn run<M>(
        &self,
        context: &mut RunContext<'_>,
        watch: Watch,
        folder: Option<&Path>,
        measure: impl for<'s> FnOnce(&'s [Series], &[Vec<&PlayedGame>], Option<Opinion>, &mut Samples<'s>) -> M,
    ) -> Result<(M, Files), Halt> {
        let series = self.series();
        let each = self.games.div_ceil(series.len().max(1) as u64);
        let all = each * series.len() as u64;
        (context.expect)(all);
        context.play(&series, each, watch)?;
        let second = match watch {
            Watch::Judged(_) => None,
            _ => context.second_opinion(&series, each, all, usual_answers)?,
        };
        let played = context.all_games(&series, each);
        let mut samples = Samples::new();
        let measured = measure(&series, &played, second, &mut samples);
        if let Some(folder) = folder {
            let rows = series.iter().zip(&played).map(|(series, games)| ("", series, games.clone()));
            write_raw(folder, rows).map_err(Halt::Failed)?;
        }
        let files = samples.files(context)?;
        Ok((measured, files))
    }
}
