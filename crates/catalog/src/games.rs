//! All games, each one line.

use std::fmt;
use std::path::is_separator;

use playmat_cards::{CardGame, Encode};
use playmat_cardtext::nearest;

/// Something that can be done with any game: this is how the crates above stay generic.
pub trait Visitor {
    /// The result.
    type Out;
    /// Does it with this game.
    fn visit<G: CardGame>(self) -> Self::Out;
}

/// Something that can be done with any game whose positions can be written as numbers.
pub trait EncodedVisitor {
    /// The result.
    type Out;
    /// Does it with this game.
    fn visit<G: CardGame + Encode>(self) -> Self::Out;
}

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
}

/// A page loads its games over a network: examples, which are there to be read, are left out of it.
const NO_EXAMPLES: bool = cfg!(target_family = "wasm");

macro_rules! games {
    (games { $($game:ty),+ $(,)? } examples { $($example:ty),* $(,)? }) => {
        /// The names of the games, in the order in which they are listed to people.
        pub const GAMES: &[&str] = &[$(<$game as CardGame>::NAME),+];

        /// The names of the example games, which are listed behind the others: nobody is rated in one, there is no quick match, and lessons, balance and
        /// a table in every document are not asked of it.
        pub const EXAMPLES: &[&str] = if NO_EXAMPLES { &[] } else { &[$(<$example as CardGame>::NAME),*] };

        /// The names of the games, then those of the examples.
        pub const ALL_GAMES: &[&str] =
            if NO_EXAMPLES { GAMES } else { &[$(<$game as CardGame>::NAME,)+ $(<$example as CardGame>::NAME),*] };

        /// The game of this name as people call it; the name itself if there is none.
        pub fn title(game: &str) -> &str {
            $(if game == <$game as CardGame>::NAME {
                return <$game as CardGame>::TITLE;
            })+
            $(if game == <$example as CardGame>::NAME {
                return <$example as CardGame>::TITLE;
            })*
            game
        }

        /// Does something with the game or example of this name.
        pub fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if game == <$game as CardGame>::NAME {
                return Ok(visitor.visit::<$game>());
            })+
            $(if !NO_EXAMPLES && game == <$example as CardGame>::NAME {
                return Ok(visitor.visit::<$example>());
            })*
            Err(UnknownGame { name: game.to_owned() })
        }

        /// Does something with the game of this name. An example has no encoder, and is not found.
        pub fn visit_encoded<V: EncodedVisitor>(game: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if game == <$game as CardGame>::NAME {
                return Ok(visitor.visit::<$game>());
            })+
            Err(UnknownGame { name: game.to_owned() })
        }

        /// Does the same with every game that is no example, in the order of [`GAMES`].
        pub fn visit_games<V: Visitor + Clone>(visitor: V) -> Vec<V::Out> {
            vec![$(visitor.clone().visit::<$game>()),+]
        }

        /// Does the same with every game and every example, in the order of [`ALL_GAMES`].
        pub fn visit_all<V: Visitor + Clone>(visitor: V) -> Vec<V::Out> {
            if NO_EXAMPLES {
                return visit_games(visitor);
            }
            vec![$(visitor.clone().visit::<$game>(),)+ $(visitor.clone().visit::<$example>()),*]
        }
    };
}

// `playmat new-game` adds its line at the end of the examples.
games! {
    games {
        playmat_food_chain::FoodChain,
        playmat_skirmish::Skirmish,
        playmat_strata::Strata,
    }
    examples {
        playmat_vigil::Vigil,
    }
}

/// The games for people, and the examples behind them: `food-chain, skirmish, strata; examples: vigil`.
pub fn list_of_games() -> String {
    let examples = if EXAMPLES.is_empty() { String::new() } else { format!("; examples: {}", EXAMPLES.join(", ")) };
    format!("{}{examples}", GAMES.join(", "))
}

/// The game in whose folder a file lies, and that folder: the nearest one above the file that has a game's name.
pub fn game_of(path: &str) -> Option<(&'static str, &str)> {
    let mut folder = path;
    loop {
        folder = &folder[..folder.rfind(is_separator)?];
        let name = folder.rsplit(is_separator).next().unwrap_or_default();
        if let Some(game) = ALL_GAMES.iter().find(|game| **game == name) {
            return Some((game, folder));
        }
    }
}

/// Whether this is the name of an example game.
pub fn is_example(game: &str) -> bool {
    EXAMPLES.contains(&game)
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_example(&self.name) {
            return write!(f, "the example `{}` cannot be seen as numbers; these can: {}", self.name, GAMES.join(", "));
        }
        write!(f, "there is no game `{}`; there are: {}", self.name, list_of_games())?;
        match nearest(&self.name, ALL_GAMES.iter().copied()) {
            Some(near) => write!(f, " (did you mean `{near}`?)"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownGame {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Title;
    impl Visitor for Title {
        type Out = &'static str;
        fn visit<G: CardGame>(self) -> &'static str {
            G::TITLE
        }
    }

    #[test]
    fn a_game_is_found_by_its_name_alone() {
        assert_eq!(ALL_GAMES, [GAMES, EXAMPLES].concat());
        for (name, title) in ALL_GAMES.iter().zip(visit_all(Title)) {
            assert_eq!(visit(name, Title), Ok(title));
        }
        assert_eq!(visit_games(Title), visit_all(Title)[..GAMES.len()]);
        assert!(EXAMPLES.iter().all(|name| is_example(name)) && !GAMES.iter().any(|name| is_example(name)));
        let unknown = visit("food-chian", Title).unwrap_err().to_string();
        assert!(unknown.contains("did you mean `food-chain`?"), "{unknown}");
    }
}
