//! `playmat new-game`: what it writes, what it refuses, and that what it writes works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

use common::{PLAYMAT, Ran, folder, program, root};
use playmat_catalog::EXAMPLES;

/// Runs the command on a checkout.
fn new_game(checkout: &Path, name: &str) -> Ran {
    let output = program(PLAYMAT).args(["new-game", name]).current_dir(checkout).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// As much of a checkout as the command looks at.
fn small_checkout(name: &str) -> PathBuf {
    let checkout = folder(name);
    for file in
        ["Cargo.toml", "rustfmt.toml", "crates/catalog/Cargo.toml", "crates/catalog/src/games.rs", "games/vigil/src/rules.rs"]
    {
        let to = checkout.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("it is made");
        fs::copy(root().join(file), to).expect("it is copied");
    }
    checkout
}

/// All files below a folder, by their paths from it.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for path in fs::read_dir(&next).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").display().to_string();
                found.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    found.sort();
    found
}

/// The templates are all files of the example, and nothing of its name is left in what is written. In the long form it is compiled and played.
#[test]
fn a_new_game_is_the_example_under_another_name() {
    let checkout = small_checkout("new-game");
    let before = files(&checkout);
    let ran = new_game(&checkout, "tea-party");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("cargo test -p playmat-tea-party"), "{}", ran.out);
    let after = files(&checkout);
    let written: Vec<&(String, String)> = after.iter().filter(|file| !before.contains(file)).collect();
    let mut expected: Vec<String> = ["games", "cards", "decks", "scenarios"]
        .iter()
        .flat_map(|part| {
            files(&root().join(part).join("vigil")).into_iter().map(move |(name, _)| format!("{part}/tea-party/{name}"))
        })
        .map(|name| name.replace("vigil", "tea-party"))
        .chain(
            ["docs/rules/tea-party.md", "Cargo.toml", "crates/catalog/Cargo.toml", "crates/catalog/src/games.rs"]
                .map(str::to_owned),
        )
        .collect();
    expected.sort();
    assert_eq!(written.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), expected);
    for (name, text) in written.iter().filter(|(name, _)| name.contains("tea-party")) {
        assert!(!text.to_lowercase().contains("vigil"), "{name} names the example");
    }
    let read = |name: &str| after.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text);
    for (file, line) in [
        ("Cargo.toml", "\nplaymat-tea-party = { path = \"games/tea-party\", version = \"0.1.0\" }\n"),
        ("crates/catalog/Cargo.toml", "\nplaymat-tea-party.workspace = true\n"),
        ("crates/catalog/src/games.rs", "\n        playmat_tea_party::TeaParty,\n    }\n}\n"),
        ("games/tea-party/Cargo.toml", "\nname = \"playmat-tea-party\"\n"),
        ("games/tea-party/src/lib.rs", "    const TITLE: &'static str = \"Tea Party\";\n"),
        ("games/tea-party/src/rules.rs", "Code::new(\"TP01\""),
        ("games/tea-party/tests/it/free_suite.rs", "playmat_testkit::free_suite!(TeaParty);\n"),
        ("scenarios/tea-party/01-rules.scn", "\ngame tea-party\n"),
    ] {
        assert!(read(file).contains(line), "{file} lacks {line:?}:\n{}", read(file));
    }
    // A second one beside it has codes of its own.
    assert_eq!(new_game(&checkout, "toy-parade").code, 0);
    let other = fs::read_to_string(checkout.join("games/toy-parade/src/rules.rs")).expect("it is there");
    assert!(other.contains("Code::new(\"TO01\""), "the letters TP are taken");
    if std::env::var_os("PLAYMAT_LONG").is_some() {
        in_a_whole_checkout();
    }
}

#[test]
fn what_cannot_be_a_game_is_refused_and_nothing_is_written() {
    let checkout = small_checkout("no-new-game");
    fs::create_dir_all(checkout.join("cards/chess")).expect("a folder");
    let before = files(&checkout);
    let long = "a-name-that-is-much-too-long";
    for (name, why) in [
        ("Tea", "is no name for a game"),
        ("tea party", "is no name for a game"),
        ("4-kings", "is no name for a game"),
        ("tea--party", "is no name for a game"),
        ("../tea", "is no name for a game"),
        (long, "is no name for a game"),
        ("position", "already means something else"),
        ("tutorial", "already means something else"),
        ("vigil", "games/vigil is there already"),
        ("catalog", "crates/catalog is there already"),
        ("chess", "cards/chess is there already"),
        ("skirmish", "there is a crate playmat-skirmish already"),
    ] {
        let ran = new_game(&checkout, name);
        assert!(ran.code == 2 && ran.err.contains(why), "{name}: {}", ran.err);
    }
    assert_eq!(files(&checkout), before);
    let nowhere = std::env::temp_dir();
    let ran = new_game(&nowhere, "tea-party");
    assert!(ran.code == 2 && ran.err.contains("no checkout of Playmat"), "{}", ran.err);
}

/// A whole checkout, in which the new game compiles, passes the free suite and is listed.
fn in_a_whole_checkout() {
    let checkout = folder("new-game-checkout");
    let listed =
        Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root()).output().expect("git runs");
    for file in String::from_utf8(listed.stdout).expect("names are text").lines() {
        let to = checkout.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("it is made");
        fs::copy(root().join(file), to).expect("it is copied");
    }
    assert_eq!(new_game(&checkout, "tea-party").code, 0);
    let cargo = |args: &[&str]| {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(args).current_dir(&checkout).env("CARGO_TARGET_DIR", checkout.join("target")).env_remove("PLAYMAT_LONG");
        let output = command.output().expect("cargo runs");
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
        assert!(output.status.success(), "cargo {args:?}\n{out}{err}");
        out
    };
    cargo(&["fmt", "--all", "--check"]);
    cargo(&["test", "--offline", "--quiet", "-p", "playmat-tea-party", "-p", "playmat-catalog"]);
    let run = |args: &[&str]| cargo(&[&["run", "--offline", "--quiet", "-p", "playmat", "--"], args].concat());
    assert!(run(&["cards", "tea-party"]).contains("14 cards"));
    assert!(run(&["scenario", "scenarios/tea-party"]).contains(" 0 failed"));
    assert!(run(&["coverage", "tea-party"]).contains("tea-party"));
}

/// The one place that says which games are examples is the catalog; each has its rules and its scenarios, and stays small.
#[test]
fn every_example_is_whole_and_small() {
    for game in EXAMPLES {
        for place in [format!("docs/rules/{game}.md"), format!("scenarios/{game}"), format!("games/{game}/README.md")] {
            assert!(root().join(&place).exists(), "{place} is missing");
        }
    }
    let lines: usize = files(&root().join("games/vigil/src")).iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines <= 700, "Vigil has {lines} lines; as an example it has at most 700");
}
