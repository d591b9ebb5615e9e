//! A card that gets another name is the same card, everywhere.

use std::collections::BTreeMap;

use playmat_language::{Edit, Text, Workspace};

use crate::common::{GAMES, paths, workspace};

fn apply(workspace: &mut Workspace, edits: &[Edit]) {
    for (path, text) in Edit::applied(edits, |path| workspace.text(path).map(Text::as_str)) {
        workspace.write(&path, text);
    }
}

fn all_texts(workspace: &Workspace) -> BTreeMap<String, String> {
    workspace.paths().map(|path| (path.to_owned(), workspace.text(path).unwrap().as_str().to_owned())).collect()
}

/// Cards of every game get other names: all scenarios still hold, all decks are still legal, and with the old name everything is as
/// it was, byte for byte.
#[test]
fn everything_holds_after_a_rename_and_the_old_name_brings_everything_back() {
    for game in GAMES {
        let mut workspace = workspace(game, true);
        let before = all_texts(&workspace);
        let cards: Vec<(String, usize, String)> = paths(&workspace, ".cards")
            .into_iter()
            .flat_map(|path| {
                workspace.cards(&path).into_iter().map(|card| (path.clone(), card.at.start, card.name)).collect::<Vec<_>>()
            })
            .collect();
        // Among them names within other names, with apostrophes and hyphens, shared by a card and a token, and of the scenarios.
        let odd =
            |name: &str| name.contains(['\'', '-']) || cards.iter().filter(|(_, _, other)| other.contains(name)).count() > 1;
        let names = || cards.iter().map(|(_, _, name)| name);
        let few = |all: Vec<&String>| -> Vec<String> {
            all.iter().step_by(all.len().div_ceil(4).max(1)).map(|name| (*name).clone()).collect()
        };
        let mut chosen = few(names().collect());
        chosen.extend(few(names().filter(|name| odd(name)).collect()));
        chosen.sort();
        chosen.dedup();
        assert!(chosen.len() >= 4, "{game}: {chosen:?}");
        let place = |workspace: &Workspace, name: &str| {
            let found = paths(workspace, ".cards").into_iter().find_map(|path| {
                workspace.cards(&path).into_iter().find(|card| card.name == name).map(|card| (path.clone(), card.at.start))
            });
            found.unwrap_or_else(|| panic!("{game}: no {name}"))
        };
        let fresh = |nth: usize| {
            format!("Zz{} Qq", "abcdefghijklmnopqrstuvwxyz".chars().nth(nth % 26).unwrap().to_string().repeat(1 + nth / 26))
        };
        for (nth, name) in chosen.iter().enumerate() {
            let (path, at) = place(&workspace, name);
            let edits = workspace.rename(&path, at, &fresh(nth)).unwrap_or_else(|wrong| panic!("{game}: {name}: {wrong}"));
            apply(&mut workspace, &edits);
        }
        for path in workspace.paths() {
            let wrong: Vec<String> = workspace.diagnostics(path).into_iter().map(|one| one.message).collect();
            assert!(wrong.is_empty(), "{path}: {wrong:?}");
        }
        assert_ne!(all_texts(&workspace), before);
        for (nth, name) in chosen.iter().enumerate() {
            let (path, at) = place(&workspace, &fresh(nth));
            let edits = workspace.rename(&path, at, name).unwrap_or_else(|wrong| panic!("{game}: {name}: {wrong}"));
            apply(&mut workspace, &edits);
        }
        assert_eq!(all_texts(&workspace), before, "{game}");
    }
}

#[test]
fn what_is_no_name_is_refused_with_a_reason() {
    let mut workspace = Workspace::default();
    let path = "cards/food-chain/a.cards";
    workspace.write(path, "category Fish\n\nprey Moonfish 3/2 (2)\n\nprey Cod 1/1 (1)\n");
    let at = workspace.text(path).unwrap().as_str().find("Moon").unwrap();
    let why = |name: &str| workspace.rename(path, at, name).unwrap_err().to_string();
    assert!(why("moonfish").contains("does not begin with a capital letter"), "{}", why("moonfish"));
    assert!(why("Moon 7").contains("no digits"), "{}", why("Moon 7"));
    assert!(why("Fish Frozen").contains("may not end in `frozen`"), "{}", why("Fish Frozen"));
    assert_eq!(why("Cod"), "there is a card or token `Cod` already");
    assert!(!why("").is_empty() && !why("Moon, haste").is_empty() && !why("Moon\n\nprey Sun").is_empty());
    assert!(workspace.rename(path, 0, "Sun").unwrap_err().to_string().contains("no card is named here"));
    let deck = "decks/food-chain/a.deck";
    let mut workspace = Workspace::default();
    workspace.write(deck, "deck Mine\nOrca\n");
    assert!(workspace.rename(deck, 11, "Orka").unwrap_err().to_string().contains("is a shipped card"));
}
