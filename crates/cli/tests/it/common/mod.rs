//! What several tests of the command need.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread::ThreadId;

/// A crate of the workspace.
pub struct Package {
    pub name: String,
    pub manifest: PathBuf,
    pub dependencies: Vec<Dependency>,
}

/// What a crate depends on.
pub struct Dependency {
    pub name: String,
    pub dev: bool,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// The workspace, as cargo tells it.
pub fn metadata() -> serde_json::Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

/// All crates of the workspace, as cargo sees them.
pub fn workspace() -> Vec<Package> {
    let dependency = |value: &serde_json::Value| Dependency {
        name: value["name"].as_str().expect("a dependency has a name").to_owned(),
        dev: value["kind"] == "dev",
    };
    let package = |value: &serde_json::Value| Package {
        name: value["name"].as_str().expect("a package has a name").to_owned(),
        manifest: value["manifest_path"].as_str().expect("a package has a manifest").into(),
        dependencies: value["dependencies"].as_array().expect("a list").iter().map(dependency).collect(),
    };
    metadata()["packages"].as_array().expect("a list").iter().map(package).collect()
}

/// What a run of the command wrote, and how it ended.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The command under test.
pub const PLAYMAT: &str = env!("CARGO_BIN_EXE_playmat");

/// A program whose surroundings say nothing about colours and give no settings of the command: what a test does not set is not set.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    for name in ["CI", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"] {
        command.env_remove(name);
    }
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PLAYMAT_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs the command in the root of the repository with this input.
pub fn playmat_with(input: &str, args: &[&str]) -> Ran {
    let mut child = program(PLAYMAT)
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // The command may stop reading before everything is written.
        let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the command ends");
    writer.join().expect("the input is written");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes text");
    Ran { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
}

/// Runs the command without input.
pub fn playmat(args: &[&str]) -> Ran {
    playmat_with("", args)
}

/// An empty folder of this test's own: each test runs in a thread, and no two of them may take the same name.
pub fn folder(name: &str) -> PathBuf {
    static TAKEN: Mutex<BTreeMap<String, ThreadId>> = Mutex::new(BTreeMap::new());
    let mine = std::thread::current().id();
    let first = *TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).entry(name.to_owned()).or_insert(mine);
    assert_eq!(first, mine, "another test has the folder {name}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
