//! What must not be in the sources: names of cards, serialisation in the rules, dependencies without a reason.

use crate::common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use common::{root, workspace};
use playmat_cards::CardGame;
use playmat_cardtext::glossary;
use playmat_catalog::{Library, Origin, Visitor, visit_all};

#[derive(Clone)]
struct Names;

impl Visitor for Names {
    type Out = BTreeSet<String>;

    /// The names of all cards that are no words of the vocabulary.
    fn visit<G: CardGame>(self) -> BTreeSet<String> {
        let Ok(library) = Library::<G>::load(&Origin::Shipped) else { panic!("the shipped cards of {} are wrong", G::NAME) };
        let words: Vec<String> = glossary::<G::Words>().into_iter().map(|entry| entry.usage.to_lowercase()).collect();
        let is_word = |name: &str| words.iter().any(|usage| has_words(usage, &name.to_lowercase()));
        library.cards().map(|card| card.name.clone()).filter(|name| !is_word(name)).collect()
    }
}

#[test]
fn no_card_is_named_in_the_sources() {
    let names: BTreeSet<String> = visit_all(Names).into_iter().flatten().collect();
    assert!(names.len() > 50, "there are cards to look for");
    let mut found = Vec::new();
    for file in rust_sources() {
        let text = std::fs::read_to_string(&file).expect("a source can be read");
        for literal in literals(&text) {
            for name in names.iter().filter(|name| has_name(&literal, name)) {
                found.push(format!("{}: {name:?} in {literal:?}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "cards are text files, not code:\n{}", found.join("\n"));
}

#[test]
fn the_rules_are_not_serialised() {
    for package in workspace() {
        let games = package.manifest.parent().and_then(Path::parent).is_some_and(|folder| folder.ends_with("games"));
        if games || package.name == "playmat-kernel" || package.name == "playmat-cards" {
            let serde = package.dependencies.iter().find(|dependency| !dependency.dev && dependency.name.starts_with("serde"));
            assert!(serde.is_none(), "{} depends on serde", package.name);
        }
    }
}

#[test]
fn every_dependency_has_a_reason() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest can be read");
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    let mut reason = false;
    for line in lines {
        match line.trim() {
            "" => reason = false,
            comment if comment.starts_with('#') => reason = comment.len() > 10,
            own if own.starts_with("playmat-") => {}
            dependency => assert!(reason, "no reason stands above `{dependency}`"),
        }
    }
}

/// What nobody may guess comes from one place of the server, which tests can seed; the commands of the terminal print the seed that they take.
#[test]
fn random_numbers_have_one_source() {
    let allowed = ["crates/server/src/chance.rs", "crates/cli/src/common.rs"];
    for file in rust_sources() {
        let name = file.strip_prefix(root()).expect("a source of the repository").display().to_string();
        let text = std::fs::read_to_string(&file).expect("a source can be read");
        for word in ["getrandom", "RandomState", "thread_rng", "OsRng", "rand::rng", "from_os_rng"] {
            assert!(allowed.contains(&name.as_str()) || !text.contains(word), "{name} has {word}");
        }
    }
}

/// A room is given everything from outside, so that a server, a page and a simulation run the same one: it names nothing that waits, reads a
/// clock, starts a thread or reaches out. What is made once from card files (`games.rs`) may name a path.
#[test]
fn rooms_do_no_input_or_output() {
    let mut sources = Vec::new();
    collect(&root().join("crates/room/src"), &mut sources);
    assert!(sources.len() > 20, "there are sources to read");
    for file in sources {
        let text = std::fs::read_to_string(&file).expect("a source can be read");
        for word in [
            "Instant",
            "SystemTime",
            "async ",
            ".await",
            "thread::",
            "std::fs",
            "std::net",
            "std::io",
            "println!",
            "tracing",
            "metrics",
        ] {
            assert!(!text.contains(word), "{} has {word}", file.display());
        }
    }
    let needs = |name: &str| -> Vec<String> {
        let package = workspace().into_iter().find(|package| package.name == name);
        package.into_iter().flat_map(|package| package.dependencies).filter(|one| !one.dev).map(|one| one.name).collect()
    };
    let (mut open, mut seen) = (vec!["playmat-room".to_owned()], BTreeSet::new());
    while let Some(name) = open.pop() {
        for bad in ["tokio", "axum", "hyper", "sqlx", "getrandom", "playmat-store", "playmat-server"] {
            assert_ne!(name, bad, "crates/room needs it");
        }
        if seen.insert(name.clone()) && name.starts_with("playmat-") {
            open.extend(needs(&name));
        }
    }
    assert!(seen.len() > 8, "a room needs the games: {seen:?}");
}

/// Tests take their luck from a seed that they print, wait for states, never for a time, and are not tried twice.
#[test]
fn tests_depend_neither_on_luck_nor_on_time() {
    let mut tests = Vec::new();
    for part in ["crates", "games"] {
        for package in std::fs::read_dir(root().join(part)).expect("a folder").flatten().map(|entry| entry.path()) {
            collect(&package.join("tests"), &mut tests);
        }
    }
    let browser = std::fs::read_dir(root().join("web/e2e")).expect("a folder").flatten().map(|entry| entry.path());
    tests.extend(browser.filter(|path| path.is_file()));
    tests.push(root().join("web/playwright.config.ts"));
    // This file names them all; a name that nobody else has must come from somewhere.
    tests.retain(|file| !file.ends_with("tidy.rs"));
    for file in tests {
        let text = std::fs::read_to_string(&file).expect("a test can be read");
        for word in ["RandomState", "thread_rng", "SystemTime", "RngSeed::Random", "Math.random", "Date.now", "waitForTimeout"]
        {
            assert!(!text.contains(word), "{} has {word}", file.display());
        }
        let unseeded = text.contains("\"serve\", \"--listen\"") && !text.contains("\"--test-seed\"");
        assert!(!unseeded, "{} starts a server without a seed", file.display());
        let tried_again = text.lines().any(|line| line.trim().starts_with("retries:") && line.trim() != "retries: 0,");
        assert!(!tried_again, "{} tries again", file.display());
        let bare = file.ends_with("server.ts") || file.ends_with("playwright.config.ts");
        assert!(bare || !text.contains("from \"@playwright/test\""), "{}: `test` comes from ./server", file.display());
    }
}

/// All Rust sources that are no tests.
fn rust_sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for part in ["crates", "games"] {
        for package in std::fs::read_dir(root().join(part)).expect("a folder").flatten().map(|entry| entry.path()) {
            // The testkit is for tests only: its toy game may call its cards what it likes.
            if !package.ends_with("testkit") {
                collect(&package.join("src"), &mut found);
            }
        }
    }
    assert!(found.len() > 30, "there are sources to read");
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let test = path.file_stem().is_some_and(|stem| stem == "tests");
        if path.is_dir() && !test {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !test {
            found.push(path);
        }
    }
}

/// The string literals of a source, without those in comments and in parts for tests.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("#[cfg(test)]") {
            test_part(rest)
        } else if let Some((literal, length)) = literal(rest) {
            found.push(literal.replace("\\n", "\n"));
            length
        } else if c == '\'' {
            character(rest)
        } else if c.is_alphanumeric() || c == '_' {
            // A whole word, so that the `r` at its end begins no raw string.
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let raw = rest[..end].ends_with('r') && end <= 2 && rest[end..].starts_with(['"', '#']);
            if raw { end - 1 } else { end }.max(usize::from(!raw))
        } else {
            c.len_utf8()
        };
        rest = &rest[skip.max(1).min(rest.len())..];
    }
    found
}

/// The string literal at the beginning, and how long it is in the source.
fn literal(text: &str) -> Option<(&str, usize)> {
    if let Some(inside) = text.strip_prefix('"') {
        let mut escaped = false;
        for (at, c) in inside.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Some((&inside[..at], at + 2)),
                _ => {}
            }
        }
    }
    let hashes = text.strip_prefix('r')?.chars().take_while(|c| *c == '#').count();
    let inside = text[1 + hashes..].strip_prefix('"')?;
    let end = inside.find(&format!("\"{}", "#".repeat(hashes)))?;
    Some((&inside[..end], 1 + hashes + 1 + end + 1 + hashes))
}

/// How long the character or lifetime at the beginning is.
fn character(text: &str) -> usize {
    let inside = &text[1..];
    if let Some(escape) = inside.strip_prefix('\\') {
        return 2 + escape.char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1);
    }
    let mut chars = inside.chars();
    match (chars.next(), chars.next()) {
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}

/// How long the part for tests at the beginning is: up to the end of its braces, or to its semicolon.
fn test_part(text: &str) -> usize {
    let open = text.find(['{', ';']).unwrap_or(text.len() - 1);
    if text.as_bytes().get(open) == Some(&b';') {
        return open + 1;
    }
    // Tests stand at the end of a file, their closing brace at the margin.
    text[open..].find("\n}").map_or(text.len(), |end| open + end + 2)
}

/// Whether a card is named, and not only a part of some longer name that no card has.
fn has_name(text: &str, name: &str) -> bool {
    let capital = |word: Option<&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    places(text, name).any(|at| {
        let mut before = text[..at].rsplit(char::is_whitespace);
        let after = text[at + name.len()..].strip_prefix(' ');
        let longer_before = before.next() == Some("") && capital(before.next()) && before.next().is_some();
        !longer_before && !capital(after)
    })
}

fn has_words(text: &str, words: &str) -> bool {
    places(text, words).next().is_some()
}

/// Where these words stand whole.
fn places<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = usize> + 'a {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let whole = move |at: usize| edge(text[..at].chars().next_back()) && edge(text[at + words.len()..].chars().next());
    text.match_indices(words).map(|(at, _)| at).filter(move |&at| whole(at))
}

#[test]
fn names_are_found_whole() {
    assert!(has_name("play an Egg.", "Egg") && has_name("Egg", "Egg"));
    assert!(!has_name("play a Carp Egg.", "Egg") && !has_name("Eggs", "Egg") && !has_name("an Egg Thief", "Egg"));
}

#[test]
fn literals_are_found_and_tests_left_out() {
    let source = r###"
        // "comment"
        fn f<'a>(x: &'a str) -> char { let y = "one \" two"; let r = r#"three "raw""#; '"' }
        const HAIR: &str = "four"; /* "block" */
        #[cfg(test)]
        mod tests {
            const NOT: &str = "five";
        }
"###;
    let flat: String = source.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect::<Vec<_>>().join("\n");
    assert_eq!(literals(&flat), ["one \\\" two", "three \"raw\"", "four"]);
}
