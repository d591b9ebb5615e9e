//! What a file is, by its path: paths have slashes, on every system.

use playmat_catalog::{GAMES, game_of};

/// The kinds of files that are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Cards,
    Scenarios,
    Deck,
}

/// The files of cards that are read together: those of one game below one folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SetId {
    pub game: &'static str,
    pub folder: String,
}

impl Kind {
    /// By the ending of a path.
    pub fn of(path: &str) -> Option<Kind> {
        match path.rsplit_once('.')?.1 {
            "cards" => Some(Kind::Cards),
            "scn" => Some(Kind::Scenarios),
            "deck" => Some(Kind::Deck),
            _ => None,
        }
    }
}

impl SetId {
    /// The set that a card file belongs to: all below the nearest folder with the name of a game. A file in no such folder is of the
    /// first game, with those beside it.
    pub fn of(path: &str) -> SetId {
        match game_of(path) {
            Some((game, folder)) => SetId { game, folder: folder.to_owned() },
            None => SetId { game: GAMES[0], folder: path.rsplit_once('/').map_or("", |(folders, _)| folders).to_owned() },
        }
    }

    /// How many folders at the beginning of a path it shares.
    pub fn nearness(&self, path: &str) -> usize {
        self.folder.split('/').zip(path.split('/')).take_while(|(one, other)| one == other).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_game_whose_folder_is_nearest() {
        let set = |path| {
            let set = SetId::of(path);
            (set.game, set.folder)
        };
        assert_eq!(set("/x/cards/strata/a.cards"), ("strata", "/x/cards/strata".to_owned()));
        assert_eq!(set("/x/strata/skirmish/old/a.cards"), ("skirmish", "/x/strata/skirmish".to_owned()));
        assert_eq!(set("/x/a.cards"), ("food-chain", "/x".to_owned()));
        assert_eq!(set("a.cards"), ("food-chain", String::new()));
        assert_eq!([Kind::of("a/b.deck"), Kind::of("a.b/c")], [Some(Kind::Deck), None]);
    }
}
