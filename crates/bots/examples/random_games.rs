//! Random games of one kind from a seed, with nobody listening: the least a program needs, and what the instruction counts are taken of.
//!
//! ```console
//! cargo run --release -p playmat-bots --example random_games -- skirmish 1000
//! ```

use playmat_bots::play_random;
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, Visitor, visit};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Options, Outcome, Seat, Silence, Table};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games] = &arguments[..] else { return Err("usage: random_games GAME GAMES".into()) };
    let games = games.parse().map_err(|_| format!("not a number of games: {games}"))?;
    let (one, two) = visit(game, Games(games)).map_err(|error| error.to_string())??;
    println!("{games} games of {game}: the first player won {one}, the second {two}");
    Ok(())
}

/// How many games.
struct Games(u64);

impl Visitor for Games {
    type Out = Result<(u64, u64), String>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let library = Library::<G>::load(&Origin::Shipped).map_err(|error| error.to_string())?;
        let set = library.rules(&Terms::default()).map_err(|error| error.to_string())?;
        let rules: &G::Rules = &set.rules;
        let mut options = Options::new();
        let mut wins = BySeat::<u64>::default();
        for index in 0..self.0 {
            let mut chance = FastChance::nth(1, index);
            let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
            let opening = G::open(rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(rules, opening, &mut chance, &mut Silence);
            play_random(rules, &mut table, &mut chance, &mut options, &mut Silence);
            if let Some(Outcome::Won(seat)) = table.outcome() {
                wins[seat] += 1;
            }
        }
        Ok((wins[Seat::One], wins[Seat::Two]))
    }
}
