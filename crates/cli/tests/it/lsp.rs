//! The language server as editors start it: over standard input and output, and by a real editor in the long form.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{PLAYMAT, folder, playmat, program};

const CARDS: &str = "category Fish\n\nprey Moonfish 3/2 (2), hasty\n";

/// A message as it is sent.
fn message(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn it_talks_over_standard_input_and_output() {
    let folder = folder("lsp");
    let place = folder.join("cards/food-chain");
    std::fs::create_dir_all(&place).expect("a folder can be made");
    std::fs::write(place.join("mine.cards"), CARDS).expect("a file can be written");
    let root = format!("file://{}", folder.display());
    let said = [
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"capabilities":{{}},"workspaceFolders":[{{"uri":"{root}","name":"x"}}]}}}}"#
        ),
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"exit"}"#.to_owned(),
    ];
    let mut child =
        program(PLAYMAT).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    for body in said {
        stdin.write_all(message(&body).as_bytes()).expect("the server listens");
    }
    let output = child.wait_with_output().expect("the server ends");
    let heard = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{heard}");
    for part in ["\"completionProvider\"", "textDocument/publishDiagnostics", "`hasty` is no keyword of food-chain", "\"id\":2"]
    {
        assert!(heard.contains(part), "no {part} in {heard}");
    }
}

#[test]
fn grammars_are_printed() {
    let ran = playmat(&["lsp", "--grammar", "scn"]);
    assert!(ran.code == 0 && ran.out.contains("source.playmat-scn"), "{}{}", ran.out, ran.err);
    let ran = playmat(&["lsp", "--grammar", "txt"]);
    assert!(ran.code == 2 && ran.err.contains("there are cards, scn and deck"), "{}", ran.err);
}

/// Neovim opens a wrong card, takes the fix that is offered, has a word explained and the card renamed in a scenario too.
#[test]
fn a_real_editor_is_served() {
    if std::env::var_os("PLAYMAT_LONG").is_none() {
        return;
    }
    let folder = folder("neovim");
    let place = folder.join("cards/food-chain");
    std::fs::create_dir_all(&place).expect("a folder can be made");
    std::fs::write(place.join("mine.cards"), CARDS).expect("a file can be written");
    let scenario = "scenario \"One\"\ngame food-chain\np1 field Moonfish\nturn p1 main1\n---\nexpect p1 field Moonfish\n";
    std::fs::write(folder.join("one.scn"), scenario).expect("a file can be written");
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/neovim.lua");
    let ran = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-S"])
        .arg(&script)
        .current_dir(&folder)
        .env("PLAYMAT", PLAYMAT)
        .stdin(Stdio::null())
        .output()
        .expect("the long form has Neovim (`apt-get install neovim`)");
    let told = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && told.contains("the editor is content"), "{told}");
    let cards = std::fs::read_to_string(place.join("mine.cards")).expect("the file is there");
    assert_eq!(cards, "category Fish\n\nprey Sunfish 3/2 (2), haste\n");
    assert!(std::fs::read_to_string(folder.join("one.scn")).expect("the file is there").contains("p1 field Sunfish"));
}
