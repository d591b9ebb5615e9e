//! `playmat bench GAME --thinks BOT`: how long a bot thinks, in the positions of games that greedy players play with random decks.

use std::io::Write;
use std::time::{Duration, Instant};

use playmat_bots::{Bot, BotSpec, Greedy, Observation, Resources};
use playmat_cards::CardGame;
use playmat_catalog::{RuleSet, Visitor};
use playmat_kernel::{BySeat, Options, Silence};
use playmat_players::bot;
use serde::Serialize;

use crate::bulk::opening;
use crate::common::{RuleArgs, must_have_model, write_json};
use crate::failure::{Failure, Finished};
use crate::simulate::progress_bar;

/// What to measure.
pub struct Thinking<'a> {
    /// The bot that thinks.
    pub bot: BotSpec,
    /// How many games.
    pub games: u64,
    /// It is asked in every `every`th position.
    pub every: u64,
    /// Whether JSON is wanted.
    pub json: bool,
    /// Where the result is printed.
    pub out: &'a mut dyn Write,
}

#[derive(Serialize)]
struct Times {
    game: &'static str,
    bot: String,
    games: u64,
    answers: usize,
    median_ms: f64,
    p99_ms: f64,
    longest_ms: f64,
}

impl Visitor for Thinking<'_> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let rules = RuleArgs::default().rules(G::NAME)?;
        must_have_model(&rules, [self.bot])?;
        let bar = progress_bar(self.games);
        let mut times = Vec::new();
        for game in 0..self.games {
            ask_through::<G>(rules.of(), &self, game, &mut times);
            bar.inc(1);
        }
        bar.finish_and_clear();
        times.sort_unstable();
        let at = |share: f64| times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or_default();
        let ms = |time: Duration| (time.as_secs_f64() * 1e5).round() / 100.0;
        let found = Times {
            game: G::NAME,
            bot: self.bot.to_string(),
            games: self.games,
            answers: times.len(),
            median_ms: ms(at(0.5)),
            p99_ms: ms(at(0.99)),
            longest_ms: ms(at(1.0)),
        };
        if self.json {
            write_json(self.out, &found)?;
        } else {
            writeln!(self.out, "{} answers of {} in {} games of {}", found.answers, found.bot, found.games, found.game)?;
            writeln!(
                self.out,
                "median {} ms, 99 of 100 within {} ms, the longest {} ms",
                found.median_ms, found.p99_ms, found.longest_ms
            )?;
        }
        Ok(Finished::Well)
    }
}

/// Plays one game and asks the bot on the way, without making its moves.
fn ask_through<G: CardGame>(set: &RuleSet<G>, thinking: &Thinking<'_>, game: u64, times: &mut Vec<Duration>) {
    let rules: &G::Rules = &set.rules;
    let (mut table, mut chance) = opening::<G, _>(rules, None, (1, game), &mut Silence);
    let mut players = BySeat::from_fn(|seat| Greedy::new(2 * game + u64::from(seat.bit())));
    let mut options = Options::new();
    let mut questions = game;
    loop {
        table.options(rules, &mut options);
        let Some(observation) = Observation::<G>::of(rules, &table, &options) else { break };
        if options.len() > 1 {
            questions += 1;
            if questions.is_multiple_of(thinking.every) {
                let mut bot = bot(thinking.bot, Resources::default(), questions, set);
                let started = Instant::now();
                bot.pick(&observation);
                times.push(started.elapsed());
            }
        }
        let choice = options[players[observation.seat()].pick(&observation)];
        table.take(rules, choice, &mut chance, &mut Silence);
    }
}
