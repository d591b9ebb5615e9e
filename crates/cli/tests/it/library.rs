//! What others build on: every crate that can be published says what it is, and needs only crates that can be.

use crate::common;

use std::collections::BTreeMap;
use std::path::Path;

use common::{metadata, root};
use serde_json::Value;

/// The crates for others, beside the games. Whatever else is in the workspace is part of the program only.
const LIBRARY: &[&str] = &[
    "playmat-bots",
    "playmat-cards",
    "playmat-cardtext",
    "playmat-catalog",
    "playmat-chance",
    "playmat-data",
    "playmat-kernel",
    "playmat-network",
    "playmat-replay",
    "playmat-scenario",
    "playmat-testkit",
    "playmat-wire",
];

/// The categories of the registry that fit something here.
const CATEGORIES: &[&str] = &[
    "development-tools::testing",
    "encoding",
    "game-development",
    "game-engines",
    "games",
    "parser-implementations",
    "science",
    "simulation",
];

/// The packages that are not kept from publication, by name.
fn published() -> BTreeMap<String, Value> {
    let whole = metadata();
    let packages = whole["packages"].as_array().expect("a list").iter();
    packages.filter(|package| package["publish"].is_null()).map(|package| (text(&package["name"]), package.clone())).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

#[test]
fn the_crates_of_the_library_can_be_published_and_no_others() {
    let names: Vec<String> = published().into_keys().collect();
    let games = std::fs::read_dir(root().join("games")).expect("there are games").flatten();
    let games = games.map(|game| format!("playmat-{}", game.file_name().to_string_lossy()));
    let mut expected: Vec<String> = LIBRARY.iter().map(|name| (*name).to_owned()).chain(games).collect();
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn each_says_what_it_is() {
    for (name, package) in published() {
        let description = text(&package["description"]);
        assert!(description.len() > 30 && description.ends_with('.'), "{name}: {description:?}");
        let keywords = words(&package["keywords"]);
        assert!((1..=5).contains(&keywords.len()), "{name} has the keywords {keywords:?}");
        let plain = |word: &String| word.len() <= 20 && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(keywords.iter().all(plain), "{name} has the keywords {keywords:?}");
        let categories = words(&package["categories"]);
        let known = categories.iter().all(|category| CATEGORIES.contains(&category.as_str()));
        assert!(!categories.is_empty() && known, "{name} is in the categories {categories:?}");
        assert_eq!(text(&package["license"]), "MIT OR Apache-2.0", "{name}");
        assert!(package["rust_version"].is_string(), "{name} does not say which Rust it needs");
    }
}

/// A README is short, begins with the name, and has an example, which its crate runs as a test.
#[test]
fn each_has_a_readme_whose_example_is_run() {
    for (name, package) in published() {
        let folder = text(&package["manifest_path"]);
        let folder = Path::new(&folder).parent().expect("a manifest lies in a folder");
        let readme = folder.join(text(&package["readme"]));
        let page = std::fs::read_to_string(&readme).unwrap_or_else(|error| panic!("{}: {error}", readme.display()));
        assert!(page.starts_with(&format!("# {name}\n")), "{}", readme.display());
        assert!(page.contains("\n```rust\n") && page.lines().count() < 60, "{}", readme.display());
        let library = std::fs::read_to_string(folder.join("src/lib.rs")).expect("a library");
        assert!(library.contains("#[cfg(doctest)]\n#[doc = include_str!("), "{name} does not run its README");
    }
}

/// Cargo leaves a dependency without a version out of a package if it is for tests, and refuses the package otherwise.
#[test]
fn each_needs_only_what_can_be_published_before_it() {
    let published = published();
    let mut needs: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, package) in &published {
        let own = package["dependencies"].as_array().expect("a list").iter().filter(|one| one["path"].is_string());
        for dependency in own {
            let other = text(&dependency["name"]);
            if text(&dependency["req"]) == "*" {
                assert_eq!(dependency["kind"], "dev", "{name} needs {other} and says no version");
                continue;
            }
            let found = published.get(&other).unwrap_or_else(|| panic!("{name} needs {other}, which is not published"));
            assert_eq!(text(&dependency["req"]), format!("^{}", text(&found["version"])), "{name} needs another {other}");
            needs.entry(name).or_default().push(other);
        }
    }
    let mut left: Vec<&str> = published.keys().map(String::as_str).collect();
    while !left.is_empty() {
        let (waiting, ready): (Vec<&str>, Vec<&str>) = left
            .iter()
            .partition(|name| needs.get(**name).is_some_and(|needed| needed.iter().any(|one| left.contains(&one.as_str()))));
        assert!(!ready.is_empty(), "these need each other: {waiting:?}");
        left = waiting;
    }
}

#[test]
fn public_items_are_documented() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest can be read");
    assert!(manifest.contains("\nmissing_docs = \"warn\"\n"), "nobody asks for documentation");
    for (name, package) in published() {
        let manifest = std::fs::read_to_string(text(&package["manifest_path"])).expect("a manifest can be read");
        assert!(manifest.contains("[lints]\nworkspace = true\n"), "{name} has lints of its own");
    }
}
