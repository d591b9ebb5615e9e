//! What is embedded: the card files and decks of the repository as they were when this was built.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../cards"]
#[allow_missing = true]
struct Cards;

#[derive(RustEmbed)]
#[folder = "../../decks"]
#[allow_missing = true]
struct Decks;

#[derive(RustEmbed)]
#[folder = "../../scenarios/tutorial"]
#[allow_missing = true]
struct Tutorial;

/// The card files of a game, name and text, sorted by name.
pub(crate) fn cards(game: &str) -> Vec<(String, String)> {
    texts::<Cards>("cards", game, ".cards")
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
    let text = |path: &str| E::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    names.into_iter().map(|path| (format!("{root}/{path}"), text(&path))).collect()
}
