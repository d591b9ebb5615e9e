//! The documents are true: their examples run, and their tables are those of the code.
//!
//! In README.md and docs/*.md these fenced blocks are examples:
//!
//! - `cards`: checked together with the shipped cards, without a complaint, and in canonical form. Without a `category` line
//!   the cards are Fish.
//! - `scenario`: passes.
//! - `console`: each line that begins with `$` is run, and must end with 0, or with the code of a comment `# exit N` behind it. Lines
//!   below it must stand in what it writes, in that order; `...` stands for anything.
//!
//! A `cards` or `scenario` block with a file's name behind it is written to that file, for the console blocks of the same document.

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::{PLAYMAT, Ran, folder, playmat, program, root};
use playmat_cards::CardGame;
use playmat_cardtext::ast::Words;
use playmat_cardtext::codes;
use playmat_catalog::{Visitor, visit_games};

/// A fenced block.
struct Block {
    /// The document and line it begins at.
    place: String,
    /// The first word behind the fence.
    tag: String,
    /// The second word: a file's name.
    file: Option<String>,
    text: String,
}

/// The architecture names the files that all games have, and no others.
#[test]
fn every_game_has_the_files_of_the_architecture() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).expect("the architecture is there");
    let (_, listed) = text.split_once("Every game but the examples has these files").expect("it lists them");
    let listed = listed.split_once("\nFiles that only one or two games need").expect("the list ends").0;
    let mut named: Vec<String> = listed.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    named.sort();
    let files = |game: &&str| -> Vec<String> {
        let folder = fs::read_dir(root().join("games").join(game).join("src")).expect("a game has sources");
        folder.flatten().filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".rs")?.to_owned())).collect()
    };
    let all: Vec<Vec<String>> = playmat_catalog::GAMES.iter().map(files).collect();
    let mut common: Vec<String> = all[0].iter().filter(|file| all.iter().all(|files| files.contains(file))).cloned().collect();
    common.retain(|file| file != "lib");
    common.sort();
    assert_eq!(named, common);
}

#[test]
fn cards_check_and_are_canonical() {
    let folder = folder("examples-of-cards");
    copy(&root().join("cards/food-chain"), &folder);
    let mine = folder.join("mine.cards");
    let mut count = 0;
    for block in blocks().iter().filter(|block| block.tag == "cards" && block.file.is_none()) {
        let has_category = block.text.lines().any(|line| line.starts_with("category "));
        let head = if has_category { "" } else { "category Fish\n\n" };
        fs::write(&mine, format!("{head}{}", block.text)).expect("a card file");
        for args in [["check", text(&mine), "--with-set"], ["fmt", text(&mine), "--check"]] {
            let ran = playmat(&args);
            assert_eq!(ran.code, 0, "{}\n{}{}", block.place, ran.out, ran.err);
        }
        count += 1;
    }
    assert!(count > 5, "there are {count} examples of cards");
}

#[test]
fn scenarios_pass() {
    let folder = folder("examples-of-scenarios");
    let file = folder.join("example.scn");
    let mut count = 0;
    for block in blocks().iter().filter(|block| block.tag == "scenario" && block.file.is_none()) {
        fs::write(&file, &block.text).expect("a scenario");
        let ran = playmat(&["scenario", text(&file)]);
        assert_eq!(ran.code, 0, "{}\n{}{}", block.place, ran.out, ran.err);
        count += 1;
    }
    assert!(count > 3, "there are {count} examples of scenarios");
}

#[test]
fn commands_work_as_they_are_written() {
    let mut count = 0;
    for document in documents() {
        let stem = document.file_stem().expect("a document has a name").to_string_lossy().into_owned();
        let folder = folder(&format!("docs-{stem}"));
        for data in ["cards", "decks", "scenarios"] {
            if root().join(data).is_dir() {
                copy(&root().join(data), &folder.join(data));
            }
        }
        // The examples of the protocol name a type, not a file; another test reads them.
        let blocks: Vec<Block> = blocks_of(&document).into_iter().filter(|block| block.tag != "json").collect();
        let commands: Vec<Example> =
            blocks.iter().filter(|block| block.tag == "console").flat_map(|block| examples(&block.text)).collect();
        for block in &blocks {
            let Some(name) = &block.file else { continue };
            let stem = name.split('/').next().unwrap_or(name);
            let used = commands.iter().any(|example| example.command.contains(name) || example.command.contains(stem));
            assert!(used, "{}: no command uses {name}", block.place);
        }
        for block in &blocks {
            match (&block.file, block.tag.as_str()) {
                (Some(name), _) => write(&folder.join(name), &block.text),
                (None, "console") => {
                    for example in examples(&block.text) {
                        count += usize::from(example.run(&folder, &block.place));
                    }
                }
                _ => {}
            }
        }
    }
    assert!(count > 20, "there are {count} commands");
}

#[test]
fn all_words_stand_in_the_card_language() {
    let document = read("docs/card-language.md");
    let mut rows: Vec<String> = visit_games(Vocabulary).into_iter().flatten().collect();
    rows.extend(codes().iter().map(|code| code_row(code)));
    missing("docs/card-language.md", &document, rows);
}

#[test]
fn all_rulings_stand_in_the_ledger() {
    let document = read("docs/rulings.md");
    missing("docs/rulings.md", &document, visit_games(Rulings).into_iter().flatten().collect());
}

#[test]
fn links_lead_somewhere() {
    let mut documents = documents();
    documents.extend(["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name)));
    documents.extend(decisions());
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document can be read");
        let folder = document.parent().expect("a document lies in a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let outside = link.starts_with("http") || path.is_empty();
            assert!(outside || folder.join(path).exists(), "{}: {link} leads nowhere", document.display());
        }
    }
}

/// A decision says what it was about, what was decided and what follows, and names files that are there.
#[test]
fn every_decision_is_listed_and_whole() {
    let index = read("docs/decisions/README.md");
    let pages: Vec<PathBuf> = decisions().into_iter().filter(|page| !page.ends_with("README.md")).collect();
    assert_eq!(pages.len(), index.lines().filter(|line| line.contains(".md) |")).count(), "each has its row");
    for (at, page) in pages.iter().enumerate() {
        let (text, name) =
            (fs::read_to_string(page).expect("a page can be read"), page.file_name().expect("a name").to_string_lossy());
        let title = text.lines().next().and_then(|line| line.strip_prefix(&format!("# {}. ", at + 1)));
        let title = title.unwrap_or_else(|| panic!("{name} does not begin with its number"));
        assert!(index.contains(&format!("| {} | [{title}]({name}) |", at + 1)), "{name} is not in the index");
        let parts: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(parts, ["Context", "Decision", "Consequences"], "{name}");
        for path in text.split('`').skip(1).step_by(2).filter(|word| word.contains('/') && word.starts_with("crates/")) {
            assert!(root().join(path).exists(), "{name}: {path} is nowhere");
        }
    }
}

/// The README says how many rulings Food Chain has, the game that has many.
#[test]
fn the_rulings_are_counted() {
    let count = playmat_catalog::visit("food-chain", Rulings).expect("there is such a game").len();
    let words = format!("{count} rulings that can be flipped one by one");
    for document in ["README.md", "CHANGELOG.md"] {
        assert!(read(document).contains(&words), "{document} does not say {words:?}");
    }
}

/// Every word of a game with its sentence, as rows of tables.
#[derive(Clone)]
struct Vocabulary;

impl Visitor for Vocabulary {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        let words = <G::Words as Words>::vocabulary();
        let row = |pattern: &str, gloss: &str| format!("| `{pattern}` | {gloss} |");
        let mut rows: Vec<String> = words.kinds.iter().map(|entry| row(entry.pattern, entry.gloss)).collect();
        rows.extend(words.keywords.iter().map(|entry| row(entry.pattern, entry.gloss)));
        rows.extend(words.triggers.iter().map(|entry| row(entry.pattern, entry.gloss)));
        rows.extend(words.verbs.iter().map(|entry| row(entry.pattern, entry.gloss)));
        rows.extend(words.nouns.iter().map(|entry| match entry.one == entry.many {
            true => row(entry.one, entry.gloss),
            false => row(&format!("{}`, `{}", entry.one, entry.many), entry.gloss),
        }));
        rows.extend(words.adjectives.iter().map(|entry| row(entry.pattern, entry.gloss)));
        rows.extend(words.tails.iter().map(|entry| row(entry.pattern, entry.gloss)));
        rows.extend(words.conditions.iter().map(|entry| row(entry.pattern, entry.gloss)));
        rows.extend(G::codes().iter().map(|code| code_row(code)));
        rows
    }
}

fn code_row(code: &playmat_cardtext::Code) -> String {
    format!("| `{}` | {} | {} |", code.id, code.name, code.title)
}

/// Every ruling of a game with its values, and what each edition says.
#[derive(Clone)]
struct Rulings;

impl Visitor for Rulings {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        let row = |ruling: &playmat_cards::RulingInfo| {
            let values: Vec<String> = ruling.values.iter().map(|(value, gloss)| format!("`{value}`: {gloss}")).collect();
            let editions: Vec<&str> = ruling.editions.iter().map(|&says| ruling.values[says as usize].0).collect();
            format!("| `{}` | {} | {} |", ruling.name, values.join("<br>"), editions.join(" | "))
        };
        G::rulings().iter().map(row).collect()
    }
}

/// One command of a console block, and what stands below it.
struct Example {
    command: String,
    code: i32,
    shown: Vec<String>,
}

impl Example {
    /// Runs it in this folder; false if it is a command of another program, which is left out.
    fn run(&self, folder: &Path, place: &str) -> bool {
        let name = self.command.split_whitespace().next().unwrap_or_default();
        match name {
            "playmat" | "cp" => {}
            "make" | "export" => return false,
            other => panic!("{place}: a reader cannot be asked to run `{other}`"),
        }
        let bin = Path::new(PLAYMAT).parent().expect("the command lies in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = program("sh")
            .args(["-c", &self.command])
            .env("PATH", format!("{}:{path}", bin.display()))
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .expect("a shell runs");
        let said = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let ran = Ran { code: output.status.code().unwrap_or(-1), out: said(output.stdout), err: said(output.stderr) };
        let whole = format!("{place}: $ {}\n{}{}", self.command, ran.out, ran.err);
        assert_eq!(ran.code, self.code, "{whole}");
        let mut lines = ran.out.lines().chain(ran.err.lines()).map(str::trim_end);
        for shown in self.shown.iter().filter(|line| *line != "...") {
            assert!(lines.any(|line| line == shown), "{shown:?} is not in its place in\n{whole}");
        }
        true
    }
}

fn examples(block: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for line in block.lines().map(str::trim_end) {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                let code = command.rsplit_once("# exit ").map_or(0, |(_, code)| code.parse().expect("a code is a number"));
                found.push(Example { command: command.to_owned(), code, shown: Vec::new() });
            }
            (None, Some(example)) if !line.is_empty() => example.shown.push(line.to_owned()),
            _ => {}
        }
    }
    found
}

/// README.md and docs/*.md, sorted.
fn documents() -> Vec<PathBuf> {
    let mut found = pages("docs");
    found.push(root().join("README.md"));
    found.sort();
    found
}

/// docs/decisions/*.md, sorted.
fn decisions() -> Vec<PathBuf> {
    pages("docs/decisions")
}

/// The documents of a folder, sorted.
fn pages(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join(folder)).expect("there are documents").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    found.sort();
    found
}

fn blocks() -> Vec<Block> {
    documents().iter().flat_map(|document| blocks_of(document)).collect()
}

fn blocks_of(document: &Path) -> Vec<Block> {
    let text = fs::read_to_string(document).expect("a document can be read");
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(_), true) => open = false,
            (Some(head), false) => {
                let mut words = head.split_whitespace().map(str::to_owned);
                let name = document.file_name().unwrap_or_default().to_string_lossy();
                open = true;
                found.push(Block {
                    place: format!("{name}:{}", at + 1),
                    tag: words.next().unwrap_or_default(),
                    file: words.next(),
                    text: String::new(),
                });
            }
            (None, true) => {
                let block = found.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!open, "{}: a fence is never closed", document.display());
    found
}

/// Fails with all rows that a document lacks, ready to be copied into it.
fn missing(name: &str, document: &str, rows: Vec<String>) {
    let lines: Vec<&str> = document.lines().collect();
    let missing: Vec<String> = rows.into_iter().filter(|row| !lines.contains(&row.as_str())).collect();
    assert!(missing.is_empty(), "{name} lacks\n{}", missing.join("\n"));
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the document is there")
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(file, text).expect("a file can be written");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for path in fs::read_dir(from).expect("a folder").flatten().map(|entry| entry.path()) {
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths are text here")
}
