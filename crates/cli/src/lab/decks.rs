//! Which decks a text means.

use std::fs;
use std::path::PathBuf;

use playmat_cards::CardInfo;
use playmat_catalog::{DeckError, DeckList, DeckSource, Rules, deck_from, shipped_deck, shipped_decks};
use playmat_chance::FastChance;
use playmat_lab::game::DeckChoice;

use crate::deck::known_category;
use crate::failure::Failure;

/// `ready`, `categories`, or a list of names, files, folders of files, `random` and `random:CATEGORY`; all of them are legal.
pub fn brings(rules: &Rules, text: &str) -> Result<Vec<DeckChoice>, Failure> {
    match text {
        "ready" => {
            let decks: Vec<DeckChoice> =
                shipped_decks(rules.game()).iter().filter_map(|list| legal(rules, list).ok()).collect();
            if decks.is_empty() {
                return Err(Failure::bad("no ready deck is legal under these rules; name others with --decks, or random"));
            }
            Ok(decks)
        }
        "categories" => {
            let known = categories(rules.cards());
            let playable =
                known.into_iter().filter(|category| rules.random_deck(Some(category), &mut FastChance::new(1)).is_ok());
            let decks: Vec<DeckChoice> = playable.map(|category| DeckChoice::Random(Some(category))).collect();
            if decks.is_empty() {
                return Err(Failure::bad("the cards of this game have no categories that make a deck"));
            }
            Ok(decks)
        }
        list => {
            let mut decks = Vec::new();
            for name in list.split(',').map(str::trim) {
                let shipped = shipped_deck(rules.game(), name).is_some();
                match fs::read_dir(name) {
                    Ok(folder) if !shipped => decks.extend(in_folder(rules, name, folder)?),
                    _ => decks.push(bring(rules, name)?),
                }
            }
            Ok(decks)
        }
    }
}

/// All deck files of a folder, by the names of the files.
fn in_folder(rules: &Rules, name: &str, folder: fs::ReadDir) -> Result<Vec<DeckChoice>, Failure> {
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::bad(format!("{name} cannot be read: {error}")))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "deck"));
    files.sort();
    if files.is_empty() {
        return Err(Failure::bad(format!("there is no deck in the folder {name}; its decks are files that end in .deck")));
    }
    files.iter().map(|file| bring(rules, &file.to_string_lossy())).collect()
}

/// The named decks under both rule sets; of the ready decks only those that are legal under both.
pub fn in_both(one: &Rules, two: &Rules, text: &str) -> Result<[Vec<DeckChoice>; 2], Failure> {
    let [mut first, mut second] = [brings(one, text)?, brings(two, text)?];
    if matches!(text, "ready" | "categories") {
        let names = |decks: &[DeckChoice]| decks.iter().map(|deck| deck.name().to_owned()).collect::<Vec<_>>();
        let [ours, theirs] = [names(&first), names(&second)];
        first.retain(|deck| theirs.iter().any(|name| name == deck.name()));
        second.retain(|deck| ours.iter().any(|name| name == deck.name()));
    }
    if first.is_empty() {
        return Err(Failure::bad("no deck is legal under both rule sets; name others with --decks, or random"));
    }
    Ok([first, second])
}

fn bring(rules: &Rules, name: &str) -> Result<DeckChoice, Failure> {
    match DeckSource::read(name) {
        DeckSource::Random(category) => {
            // Whether there is a legal deck at all is checked before the first game.
            rules.random_deck(category.as_deref(), &mut FastChance::new(1)).map_err(Failure::bad)?;
            let known = category.map(|wanted| known_category(rules.cards(), &wanted)).transpose()?;
            Ok(DeckChoice::Random(known))
        }
        DeckSource::Named(name) => {
            let wrong = |errors: Vec<DeckError>| {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                Failure::bad(format!("this deck cannot be played:\n{}", lines.join("\n")))
            };
            let list = deck_from(rules.game(), &name).map_err(wrong)?;
            legal(rules, &list).map_err(wrong)
        }
    }
}

fn legal(rules: &Rules, list: &DeckList) -> Result<DeckChoice, Vec<DeckError>> {
    let deck = rules.legal(list)?;
    Ok(DeckChoice::Deck { name: deck.name().to_owned(), cards: deck.cards().to_vec() })
}

fn categories(cards: &[CardInfo]) -> Vec<String> {
    let mut known: Vec<String> = cards.iter().filter_map(|info| info.category.clone()).collect();
    known.sort_unstable();
    known.dedup();
    known
}
