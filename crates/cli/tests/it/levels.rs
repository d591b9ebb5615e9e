//! The house has levels: a crate depends only on crates of a lower one. Dev-dependencies are exempt.

use crate::common;

use common::{Package, root, workspace};

/// The levels of the design. A crate that is not here does not belong to the house yet.
const LEVELS: &[(&str, u8)] = &[
    ("playmat-data", 0),
    ("playmat-kernel", 0),
    ("playmat-chance", 1),
    ("playmat-cardtext", 1),
    ("playmat-cards", 2),
    ("playmat-store", 3),
    ("playmat-network", 3),
    ("playmat-catalog", 4),
    ("playmat-bots", 4),
    ("playmat-scenario", 4),
    ("playmat-testkit", 4),
    ("playmat-wire", 5),
    ("playmat-language", 5),
    ("playmat-players", 5),
    ("playmat-face", 6),
    ("playmat-lab", 6),
    ("playmat-lsp", 6),
    ("playmat-batch", 6),
    ("playmat-replay", 6),
    ("playmat-frontend", 7),
    ("playmat-room", 7),
    ("playmat-pocket", 8),
    ("playmat-server", 8),
    ("playmat", 9),
    ("playmat-python", 9),
];

/// The level of the games: all crates in `games/`, of which there may be more tomorrow.
const GAME: u8 = 3;

fn level(name: &str) -> Option<u8> {
    let game = name.strip_prefix("playmat-").is_some_and(|name| root().join("games").join(name).is_dir());
    if game { Some(GAME) } else { LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level) }
}

#[test]
fn every_crate_has_a_level() {
    let homeless: Vec<String> =
        workspace().into_iter().map(|package| package.name).filter(|name| level(name).is_none()).collect();
    assert!(homeless.is_empty(), "not in the table of levels: {homeless:?}");
}

#[test]
fn no_crate_has_two_levels() {
    for (place, (name, _)) in LEVELS.iter().enumerate() {
        assert!(LEVELS[..place].iter().all(|(other, _)| other != name), "{name} is twice in the table of levels");
    }
}

#[test]
fn crates_depend_downwards_only() {
    for Package { name, dependencies, .. } in workspace() {
        for dependency in dependencies.iter().filter(|dependency| !dependency.dev) {
            let (Some(above), Some(below)) = (level(&name), level(&dependency.name)) else { continue };
            assert!(below < above, "{name} (level {above}) depends on {} (level {below})", dependency.name);
        }
    }
}

#[test]
fn the_testkit_is_for_tests_only() {
    for Package { name, dependencies, .. } in workspace() {
        let used = dependencies.iter().any(|dependency| !dependency.dev && dependency.name == "playmat-testkit");
        assert!(!used, "{name} depends on the testkit outside of its tests");
    }
}
