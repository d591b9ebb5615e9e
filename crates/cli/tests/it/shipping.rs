//! What ships the program to others: workflows, the container image, the archives of a release.

use crate::common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::{folder, root};
use yaml_rust2::{Yaml, YamlLoader};

use crate::server::Process;

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The YAML files of a folder: name and content.
fn yaml(folder: &str) -> Vec<(String, Yaml)> {
    let files = fs::read_dir(root().join(folder)).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ending| ending == "yml")).collect();
    files.sort();
    let load = |path: PathBuf| {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).expect("a file can be read");
        let mut documents = YamlLoader::load_from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(documents.len(), 1, "{name} holds one document");
        (name, documents.remove(0))
    };
    files.into_iter().map(load).collect()
}

/// The steps of every job of every workflow, each with its place.
fn steps() -> Vec<(String, Yaml)> {
    let mut found = Vec::new();
    for (file, workflow) in yaml(".github/workflows") {
        for (name, job) in workflow["jobs"].as_hash().unwrap_or_else(|| panic!("{file} has no jobs")) {
            let place = format!("{file}, job {}", name.as_str().unwrap_or_default());
            assert!(job["runs-on"].as_str().is_some(), "{place} runs nowhere");
            let steps = job["steps"].as_vec().unwrap_or_else(|| panic!("{place} has no steps"));
            found.extend(steps.iter().map(|step| (place.clone(), step.clone())));
        }
    }
    found
}

#[test]
fn workflows_say_when_they_run_and_what_they_may() {
    let workflows = yaml(".github/workflows");
    assert_eq!(workflows.len(), 4, "tests, releases, the image, the balance of cards");
    for (file, workflow) in workflows {
        assert!(workflow["name"].as_str().is_some() && workflow["on"].as_hash().is_some(), "{file}");
        assert_eq!(workflow["permissions"]["contents"].as_str(), Some("read"), "{file} may do more than read");
    }
}

#[test]
fn steps_run_what_is_there() {
    let makefile = read("Makefile");
    let mut scripts = 0;
    for (place, step) in steps() {
        match (step["uses"].as_str(), step["run"].as_str()) {
            (Some(action), None) => assert!(action.contains("@v"), "{place}: {action} names no version"),
            (None, Some(run)) => {
                let words: Vec<&str> = run.split_whitespace().collect();
                for pair in words.windows(2) {
                    if pair[0] == "sh" && pair[1].ends_with(".sh") {
                        assert!(root().join(pair[1]).exists(), "{place}: {} is nowhere", pair[1]);
                        scripts += 1;
                    }
                    if pair[0] == "make" {
                        assert!(makefile.contains(&format!("\n{}:", pair[1])), "{place}: make {} does nothing", pair[1]);
                    }
                }
            }
            _ => panic!("{place}: a step uses something or runs something: {step:?}"),
        }
    }
    assert!(scripts > 4, "{scripts} scripts were looked for");
}

#[test]
fn issue_forms_ask_for_something() {
    for (file, form) in yaml(".github/ISSUE_TEMPLATE").into_iter().filter(|(file, _)| !file.ends_with("config.yml")) {
        assert!(form["name"].as_str().is_some() && form["description"].as_str().is_some(), "{file}");
        let body = form["body"].as_vec().unwrap_or_else(|| panic!("{file} asks for nothing"));
        let required = |field: &Yaml| field["validations"]["required"].as_bool() == Some(true);
        assert!(body.iter().any(required), "{file} can be sent empty");
    }
}

/// The instructions of the Dockerfile, each on one line.
fn instructions() -> Vec<String> {
    let text = read("Dockerfile").replace("\\\n", "");
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn the_image_copies_what_is_there_and_not_ignored() {
    let ignored = read(".dockerignore");
    let mut copied = 0;
    for line in instructions() {
        let Some(paths) = line.strip_prefix("COPY ").filter(|paths| !paths.starts_with("--from")) else { continue };
        let paths: Vec<&str> = paths.split_whitespace().collect();
        for path in &paths[..paths.len() - 1] {
            assert!(root().join(path).exists(), "{line}: {path} is nowhere");
            let kept =
                |rule: &str| rule.strip_prefix('!').is_some_and(|kept| path == &kept || path.starts_with(&format!("{kept}/")));
            assert!(ignored.lines().any(kept), "{line}: {path} is ignored");
            copied += 1;
        }
    }
    assert!(copied > 10, "{copied} paths are copied");
    let manifest = read("Cargo.toml");
    let rust = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"')).expect("a version");
    assert!(instructions().contains(&format!("ARG RUST={rust}")), "the image is built with another Rust than {rust}");
}

#[test]
fn the_image_does_not_run_as_root() {
    let lines = instructions();
    let last = lines.iter().rposition(|line| line.starts_with("FROM ")).expect("it is made from something");
    let user = lines[last..].iter().rposition(|line| line == "USER playmat").expect("it has a user of its own");
    assert!(lines[last..].iter().rposition(|line| line.starts_with("RUN ")) < Some(user), "something runs after it");
}

/// The image's question about its health is put to a real server, and to an address where nobody answers.
#[test]
fn the_image_knows_whether_its_server_is_well() {
    let lines = instructions();
    let check = lines.iter().find(|line| line.starts_with("HEALTHCHECK ")).expect("it looks after itself");
    let (_, command) = check.split_once("CMD ").expect("by a command");
    let command: Vec<String> = serde_json::from_str(command).expect("in the form of a list");
    let asks = |port: u16| {
        let words: Vec<String> = command.iter().map(|word| word.replace("7878", &port.to_string())).collect();
        Command::new(&words[0]).args(&words[1..]).output().expect("bash is there").status.success()
    };
    let database = format!("sqlite:{}", folder("image").join("matches.db").display());
    let server = Process::start(&database, "127.0.0.1:0");
    let port = server.address.port();
    assert!(asks(port));
    drop(server);
    assert!(!asks(port));
}

#[test]
fn an_archive_holds_the_program_and_its_licences() {
    let folder = folder("release-archive");
    let program = folder.join("playmat");
    fs::write(&program, "#!/bin/sh\necho playmat\n").expect("a file can be written");
    let ran = Command::new("sh")
        .arg(root().join("tools/archive.sh"))
        .args([program.to_str().expect("a path"), "playmat-v1-here", folder.join("out").to_str().expect("a path")])
        .output()
        .expect("a shell runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let archive = folder.join("out/playmat-v1-here.tar.gz");
    let listed = Command::new("tar").arg("-tzf").arg(&archive).output().expect("tar runs");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    for file in ["playmat", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "cards/skirmish/skirmish.cards"] {
        assert!(listed.lines().any(|line| line == format!("playmat-v1-here/{file}")), "{file} is missing in\n{listed}");
    }
    let sum = fs::read_to_string(folder.join("out/playmat-v1-here.tar.gz.sha256")).expect("it has a checksum");
    assert!(sum.ends_with("playmat-v1-here.tar.gz\n") && sum.len() > 64, "{sum}");
}
