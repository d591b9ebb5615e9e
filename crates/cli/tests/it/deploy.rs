//! What stands in `deploy/`: it names settings and numbers that exist, and is what the programs understand that read it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;
use yaml_rust2::{Yaml, YamlLoader};

fn deploy(path: &str) -> PathBuf {
    common::root().join("deploy").join(path)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The words of a text that begin so and go on with such letters.
fn words<'a>(text: &'a str, beginning: &'a str, letter: fn(char) -> bool) -> impl Iterator<Item = String> + 'a {
    text.match_indices(beginning).map(move |(at, _)| {
        let rest = &text[at + beginning.len()..];
        format!("{beginning}{}", rest.chars().take_while(|next| letter(*next)).collect::<String>())
    })
}

fn lower(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter == '_'
}

fn upper(letter: char) -> bool {
    letter.is_ascii_uppercase() || letter == '_'
}

#[test]
fn every_setting_is_one_of_the_server() {
    let help = common::playmat(&["serve", "--help"]).out;
    let known: BTreeSet<String> = words(&help, "PLAYMAT_", upper).collect();
    assert!(known.contains("PLAYMAT_DB") && known.contains("PLAYMAT_NODE"), "{known:?}");
    // The proxy's own.
    let proxy = ["PLAYMAT_SITE", "PLAYMAT_NODES"];
    let mut named = 0;
    for file in
        files(&deploy("")).into_iter().chain([common::root().join("docs/operate.md"), common::root().join("Dockerfile")])
    {
        for word in words(&read(&file), "PLAYMAT_", upper) {
            assert!(known.contains(&word) || proxy.contains(&&word[..]), "{}: there is no {word}", file.display());
            named += 1;
        }
    }
    assert!(named > 20);
}

#[test]
fn every_number_that_is_watched_is_one_that_is_counted() {
    let sources = files(&common::root().join("crates"));
    let rust = sources.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let mut counted = BTreeSet::new();
    for text in rust.map(|path| read(path)) {
        for how in ["counter!(\"", "gauge!(\"", "histogram!(\""] {
            counted.extend(words(&text, how, lower).map(|word| word[how.len()..].to_owned()).filter(|word| !word.is_empty()));
        }
    }
    let dashboard = read(&deploy("grafana/playmat.json"));
    let json: serde_json::Value = serde_json::from_str(&dashboard).expect("the dashboard is JSON");
    let panels = json["panels"].as_array().expect("panels");
    let shown: BTreeSet<String> =
        words(&panels.iter().map(|panel| panel["targets"].to_string()).collect::<String>(), "playmat_", lower).collect();
    assert_eq!(shown, counted, "the dashboard shows all numbers of the server, and no others");
    for panel in panels {
        assert!(panel["title"].as_str().is_some_and(|title| !title.is_empty()), "{panel}");
    }
    for watched in ["prometheus/alerts.yml", "../docs/operate.md"] {
        for word in words(&read(&deploy(watched)), "playmat_", lower) {
            assert!(counted.contains(&word), "{watched}: nothing counts {word}");
        }
    }
}

#[test]
fn the_files_are_well_formed() {
    for file in ["compose.yaml", "kubernetes/playmat.yaml", "prometheus/prometheus.yml", "prometheus/alerts.yml"] {
        let text = read(&deploy(file));
        let documents = YamlLoader::load_from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(!documents.is_empty() && documents.iter().all(|one| matches!(one, Yaml::Hash(_))), "{file}");
        for one in documents.iter().filter(|_| file.starts_with("kubernetes")) {
            for key in ["apiVersion", "kind", "metadata", "spec"] {
                assert!(!one[key].is_badvalue(), "{file}: a thing without {key}");
            }
        }
    }
}

/// Runs a program that checks a file, if it is installed; where it is not, nothing is said about that file.
fn checked(program: &str, arguments: &[&str]) {
    match Command::new(program).args(arguments).output() {
        Err(error) => println!("{program} is not here ({error}): {arguments:?} is not checked"),
        Ok(told) => {
            let said = format!("{}{}", String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
            assert!(told.status.success(), "{program} {arguments:?}: {said}");
            println!("{program} {arguments:?} is content");
        }
    }
}

#[test]
fn those_who_read_the_files_understand_them() {
    let folder = common::folder("deploy");
    // The program stands elsewhere here.
    let program = env!("CARGO_BIN_EXE_playmat");
    for unit in ["playmat.service", "playmat@.service", "playmat-backup.service", "playmat-backup.timer"] {
        let text = read(&deploy("systemd").join(unit)).replace("/usr/local/bin/playmat", program);
        fs::write(folder.join(unit.replace('@', "@one")), text).expect("written");
    }
    for unit in ["playmat.service", "playmat@one.service", "playmat-backup.timer"] {
        checked(
            "systemd-analyze",
            &["verify", "--man=no", "--recursive-errors=no", folder.join(unit).to_str().expect("a path")],
        );
    }
    let path = |file: &str| deploy(file).to_str().expect("a path").to_owned();
    checked("caddy", &["validate", "--adapter", "caddyfile", "--config", &path("proxy/Caddyfile")]);
    checked("promtool", &["check", "rules", &path("prometheus/alerts.yml")]);
    checked("promtool", &["check", "config", "--syntax-only", &path("prometheus/prometheus.yml")]);
    // The client of Docker comes without Compose, too.
    if !Command::new("docker").args(["compose", "version"]).output().is_ok_and(|told| told.status.success()) {
        println!("Docker Compose is not here: its file is not checked");
        return;
    }
    checked(
        "docker",
        &[
            "compose",
            "--env-file",
            &path("example.env"),
            "--file",
            &path("compose.yaml"),
            "config",
            "--quiet",
            "--no-interpolate",
        ],
    );
}
