//! All games, each one line.

use std::fmt;

use playmat_cards::CardGame;
use playmat_cardtext::nearest;

/// Something that can be done with any game: this is how the crates above stay generic.
pub trait Visitor {
    /// The result.
    type Out;
    /// Does it with this game.
    fn visit<G: CardGame>(self) -> Self::Out;
}

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
}

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The names of all games, in the order in which they are listed to people.
        pub const GAMES: &[&str] = &[$(<$game as CardGame>::NAME),*];

        /// Does something with the game of this name.
        pub fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if game == <$game as CardGame>::NAME {
                return Ok(visitor.visit::<$game>());
            })*
            Err(UnknownGame { name: game.to_owned() })
        }

        /// Does something with every game, in the order of [`GAMES`].
        pub fn visit_all<V: Visitor + Clone>(visitor: V) -> Vec<V::Out> {
            vec![$(visitor.clone().visit::<$game>()),*]
        }
    };
}

games! {
    playmat_food_chain::FoodChain,
    playmat_skirmish::Skirmish,
    playmat_strata::Strata,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no game `{}`; there are: {}", self.name, GAMES.join(", "))?;
        match nearest(&self.name, GAMES.iter().copied()) {
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
        for (name, title) in GAMES.iter().zip(visit_all(Title)) {
            assert_eq!(visit(name, Title), Ok(title));
        }
        let unknown = visit("food-chian", Title).unwrap_err().to_string();
        assert!(unknown.contains("did you mean `food-chain`?"), "{unknown}");
    }
}
