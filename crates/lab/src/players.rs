//! Who plays where nobody is named: the one place that says so, game by game.

use playmat_bots::{BotSpec, Budget};

/// What a run is like that says nothing of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usual {
    /// Who plays: the strongest bot that plays thousands of games in minutes on two cores.
    pub bot: BotSpec,
    /// How many games of each rule set a comparison has at most, to take no more than a minute on two cores.
    pub compared: u64,
    /// How many games the second opinion plays of these, within the same minute.
    pub asked: u64,
}

/// Skirmish is played by a small search, which scores two of three against the greedy player at 54 ms a game, and ranks decks as a search of
/// 200 worlds does far more than the greedy player. In Food Chain a search as small is no stronger than the greedy player, and in Strata it
/// takes 590 ms a game, so that both are played by the greedy one (1 and 3 ms) and the second opinion watches over its answers.
const PLAYERS: [(&str, Usual); 3] = [
    ("food-chain", Usual { bot: BotSpec::Greedy, compared: 8000, asked: 120 }),
    ("skirmish", Usual { bot: BotSpec::Ismcts(Budget::iterations(40)), compared: 600, asked: 160 }),
    ("strata", Usual { bot: BotSpec::Greedy, compared: 4000, asked: 24 }),
];

/// Games of which nothing is known yet: examples, and those that are being made.
const UNKNOWN: Usual = Usual { bot: BotSpec::Greedy, compared: 2000, asked: 20 };

/// Who plays a game where nobody is named, and how much.
pub fn usual(game: &str) -> Usual {
    PLAYERS.iter().find(|(name, _)| *name == game).map_or(UNKNOWN, |(_, usual)| *usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_catalog::GAMES;

    #[test]
    fn every_game_has_a_player_whose_games_can_be_repeated() {
        for game in GAMES {
            assert!(PLAYERS.iter().any(|(name, _)| name == game), "{game} has no player of its own");
            assert!(!usual(game).bot.is_timed() && usual(game).bot != BotSpec::Random, "{game}");
        }
        assert!(PLAYERS.iter().all(|(name, _)| GAMES.contains(name)), "a game that is not there");
        assert_eq!(usual("mine"), UNKNOWN);
    }
}
