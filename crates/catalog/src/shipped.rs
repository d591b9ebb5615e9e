//! The texts that are part of the program, as they were when it was built.

use playmat_data::{Cards, Decks, Tutorial};
use rust_embed::RustEmbed;

use crate::CardSet;

/// The card files of a game, name and text, sorted by name.
pub(crate) fn cards(game: &str) -> Vec<(String, String)> {
    texts::<Cards>("cards", game, ".cards")
}

/// The older card sets: `archive/<game>/<set>/*.cards`.
pub(crate) fn archive() -> Vec<CardSet> {
    let mut sets: Vec<CardSet> = Vec::new();
    let mut paths: Vec<String> =
        Cards::iter().map(|path| path.replace('\\', "/")).filter(|path| path.ends_with(".cards")).collect();
    paths.sort();
    for path in paths {
        let Some([game, name]) = path
            .strip_prefix("archive/")
            .map(|rest| rest.split('/').take(2).collect::<Vec<_>>())
            .as_deref()
            .and_then(|parts| <[&str; 2]>::try_from(parts).ok())
        else {
            continue;
        };
        let text = (format!("cards/{path}"), text::<Cards>(&path));
        match sets.iter_mut().find(|set| set.game == game && set.name == name) {
            Some(set) => set.texts.push(text),
            None => sets.push(CardSet { game: game.into(), name: name.into(), texts: vec![text] }),
        }
    }
    sets
}

/// The deck files of a game, name and text, sorted by name.
pub(crate) fn decks(game: &str) -> Vec<(String, String)> {
    texts::<Decks>("decks", game, ".deck")
}

/// The files of a game's lessons, name and text, sorted by name.
pub(crate) fn tutorial(game: &str) -> Vec<(String, String)> {
    texts::<Tutorial>("scenarios/tutorial", game, "")
}

fn texts<E: RustEmbed>(root: &str, game: &str, ending: &str) -> Vec<(String, String)> {
    let mut names: Vec<String> = E::iter()
        .map(|path| path.replace('\\', "/"))
        .filter(|path| path.strip_prefix(game).is_some_and(|rest| rest.starts_with('/')) && path.ends_with(ending))
        .collect();
    names.sort();
    names.into_iter().map(|path| (format!("{root}/{path}"), text::<E>(&path))).collect()
}

fn text<E: RustEmbed>(path: &str) -> String {
    E::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default()
}
