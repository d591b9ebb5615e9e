//! Who plays where nobody is named: the one place that says so, game by game.

use playmat_bots::{BotSpec, Budget};

/// The games with a player of their own, and how many worlds its search looks at.
const SEARCHES: [(&str, u32); 3] = [("food-chain", 20), ("skirmish", 20), ("strata", 20)];

/// The strongest player of a game of which a thousand games take no more than minutes.
pub fn usual(game: &str) -> BotSpec {
    let search = SEARCHES.iter().find(|(name, _)| *name == game);
    search.map_or(BotSpec::Greedy, |&(_, worlds)| BotSpec::Ismcts(Budget::iterations(worlds)))
}
