//! Who plays where nobody is named: the one place that says so, game by game.

use playmat_bots::{BotSpec, Budget, Temperature};
use playmat_catalog::Rules;

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

/// Learned players, which look once at a question: they beat a search of 200 worlds in each game, and play a game in 10 to 13 ms of one core.
const LEARNED: [(&str, Usual); 3] = [
    ("food-chain", Usual { bot: LOOKS_ONCE, compared: 3000, asked: 120 }),
    ("skirmish", Usual { bot: LOOKS_ONCE, compared: 4400, asked: 160 }),
    ("strata", Usual { bot: LOOKS_ONCE, compared: 2400, asked: 24 }),
];
const LOOKS_ONCE: BotSpec = BotSpec::Learned(Temperature(0));

/// Who plays instead where no model fits. Skirmish is played by a small search, which scores two of three against the greedy player at 54 ms a game,
/// and ranks decks as a search of 200 worlds does far more than the greedy player. In Food Chain a search as small is no stronger than the greedy
/// player, and in Strata it takes 590 ms a game, so that both are played by the greedy one (1 and 3 ms) and the second opinion watches over its answers.
const UNLEARNED: [(&str, Usual); 3] = [
    ("food-chain", Usual { bot: BotSpec::Greedy, compared: 8000, asked: 120 }),
    ("skirmish", Usual { bot: BotSpec::Ismcts(Budget::iterations(40)), compared: 600, asked: 160 }),
    ("strata", Usual { bot: BotSpec::Greedy, compared: 4000, asked: 24 }),
];

/// Games of which nothing is known yet: examples, and those that are being made.
const UNKNOWN: Usual = Usual { bot: BotSpec::Greedy, compared: 2000, asked: 20 };

/// Who plays under these rules where nobody is named, and how much.
pub fn usual(rules: &Rules) -> Usual {
    let of = |players: &[(&str, Usual)]| players.iter().find(|(name, _)| *name == rules.game()).map(|(_, usual)| *usual);
    of(&LEARNED).filter(|_| rules.network().is_ok()).or_else(|| of(&UNLEARNED)).unwrap_or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_cards::Terms;
    use playmat_catalog::{ALL_GAMES, GAMES, ModelOrigin, Origin, load};

    fn player(game: &str, models: &ModelOrigin) -> Usual {
        let cards = load(game, &Origin::Shipped, models).expect("the shipped cards are right");
        usual(&cards.rules(&Terms::default()).expect("the usual terms are right"))
    }

    #[test]
    fn every_game_has_a_player_whose_games_can_be_repeated() {
        for (game, origin) in
            GAMES.iter().flat_map(|game| [(*game, ModelOrigin::Shipped), (*game, ModelOrigin::Bytes(Vec::new()))])
        {
            let bot = player(game, &origin).bot;
            assert_eq!(bot.needs_model(), origin == ModelOrigin::Shipped, "{game}: {bot}");
            assert!(!bot.is_timed() && bot != BotSpec::Random, "{game}");
        }
        assert!(LEARNED.iter().chain(&UNLEARNED).all(|(name, _)| GAMES.contains(name)), "a game that is not there");
        let example = ALL_GAMES.iter().find(|game| !GAMES.contains(game)).expect("there is an example of a game");
        assert_eq!(player(example, &ModelOrigin::Shipped), UNKNOWN);
    }
}
