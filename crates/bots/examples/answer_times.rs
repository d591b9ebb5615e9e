//! How long a bot thinks: it is asked in every position (or every so many) of games that greedy players play with random decks.
//!
//! ```console
//! cargo run --release -p playmat-bots --example answer_times -- strata 100 hard 20
//! ```

use std::time::{Duration, Instant};

use playmat_bots::{Bot, BotSpec, Eyes, Greedy};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, Visitor, visit};
use playmat_chance::Swift;
use playmat_kernel::{BySeat, Options, Silence, Table};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, bot, rest @ ..] = &arguments[..] else { return Err("usage: answer_times GAME GAMES BOT [EVERY]".into()) };
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("not a number: {text}"));
    let times = Times {
        games: number(games)?,
        bot: bot.parse().map_err(|error| format!("{error}"))?,
        every: rest.first().map_or(Ok(1), number)?.max(1),
    };
    let mut times = visit(game, times).map_err(|error| error.to_string())??;
    times.sort_unstable();
    let at = |share: f64| times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or_default();
    println!("{} answers of {bot} in {games} games of {game}", times.len());
    println!("median {:?}, 99 of 100 within {:?}, the longest {:?}", at(0.5), at(0.99), at(1.0));
    Ok(())
}

struct Times {
    games: u64,
    bot: BotSpec,
    every: u64,
}

impl Visitor for Times {
    type Out = Result<Vec<Duration>, String>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let library = Library::<G>::load(&Origin::Shipped).map_err(|error| error.to_string())?;
        let set = library.rules(&Terms::default()).map_err(|error| error.to_string())?;
        let rules: &G::Rules = &set.rules;
        let (mut options, mut times, mut questions) = (Options::new(), Vec::new(), 0);
        for index in 0..self.games {
            let mut chance = Swift::nth(1, index);
            let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
            let opening = G::open(rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(rules, opening, &mut chance, &mut Silence);
            let mut players = BySeat::from_fn(|seat| Greedy::new(2 * index + u64::from(seat.bit())));
            loop {
                table.options(rules, &mut options);
                let Some(eyes) = Eyes::<G>::of(rules, &table, &options) else { break };
                if options.len() > 1 {
                    questions += 1;
                    if questions % self.every == 0 {
                        let started = Instant::now();
                        self.bot.pick(&eyes, questions);
                        times.push(started.elapsed());
                    }
                }
                let pick = players[eyes.seat()].pick(&eyes);
                let choice = options[pick];
                table.take(rules, choice, &mut chance, &mut Silence);
            }
        }
        Ok(times)
    }
}
