//! Files as they are found on real machines: links, modes, other encodings, folders of one game.

use std::fs;

use crate::common::{folder, playmat, root};

const UNTIDY: &str = "category Fish\n\n\nprey   Crimson Minnow 2/2 (2),   haste\n  on play: draw 2.\n";

#[cfg(unix)]
#[test]
fn fmt_keeps_links_and_modes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("fmt-links");
    let (real, link) = (folder.join("real.cards"), folder.join("link.cards"));
    fs::write(&real, UNTIDY).expect("a file");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("a mode");
    symlink(&real, &link).expect("a link");
    let ran = playmat(&["fmt", "--game", "food-chain", link.to_str().expect("text")]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&real).expect("text").contains("\nprey Crimson Minnow 2/2 (2), haste\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_into_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let args = ["play", "skirmish", "--p1", "random", "--p2", "random", "--seed", "1", "--record", "/dev/null"];
    let ran = playmat(&args);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn a_record_goes_through_a_pipe() {
    let folder = folder("pipe");
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let from = pipe.clone();
    let reader = std::thread::spawn(move || fs::read(from).expect("a pipe"));
    let args = ["play", "skirmish", "--p1", "random", "--p2", "random", "--seed", "1", "--record"];
    let ran = playmat(&[&args[..], &[pipe.to_str().expect("text")]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let record = folder.join("read.record");
    fs::write(&record, reader.join().expect("it was read")).expect("a file");
    let replayed = playmat(&["verify", record.to_str().expect("text")]);
    assert_eq!(replayed.code, 0, "{}{}", replayed.out, replayed.err);
}

#[test]
fn what_is_no_utf_8_is_refused_and_stays() {
    let folder = folder("latin-1");
    let file = folder.join("mine.cards");
    let bytes = b"category Fish\n# Caf\xe9\nprey Crimson Minnow 2/2 (2)\n";
    fs::write(&file, bytes).expect("a file");
    let ran = playmat(&["fmt", "--game", "food-chain", file.to_str().expect("text")]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("mine.cards:2: the byte 0xe9 is not UTF-8"), "{}", ran.err);
    assert_eq!(fs::read(&file).expect("there"), bytes);
}

/// It hides nothing else that is wrong, and has its place and its code.
#[test]
fn what_is_no_utf_8_is_one_problem_among_others() {
    let folder = folder("latin-1-check");
    fs::write(folder.join("a.cards"), b"category Fish\n\nprey Caf\xe9 2/2 (2), hasty\n").expect("a file");
    fs::write(folder.join("b.cards"), "category Fish\n\nprey Crimson Minnow 2/2 (2), hasty\n").expect("a file");
    let ran = playmat(&["check", "--game", "food-chain", "--json", folder.to_str().expect("text")]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let problems: Vec<serde_json::Value> = serde_json::from_str(&ran.out).expect("JSON");
    let told: Vec<_> =
        problems.iter().map(|one| (one["code"].as_str(), one["line"].as_u64(), one["column"].as_u64())).collect();
    assert_eq!(told, [(Some("C36"), Some(3), Some(9)), (Some("C07"), Some(3), Some(30))]);
}

#[test]
fn check_says_what_is_never_read() {
    let folder = folder("strays");
    for (file, name) in [("food-chain/a.cards", "Ant"), ("foodchain/b.cards", "Bee"), ("c.cards", "Cat")] {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, format!("category Fish\n\npredator {name} 1/1\n")).expect("a file");
    }
    let ran = playmat(&["check", folder.to_str().expect("text")]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(
        ran.err.contains("c.cards, ") && ran.err.contains("foodchain/b.cards") && !ran.err.contains("a.cards"),
        "{}",
        ran.err
    );
    assert!(playmat(&["check", "cards"]).err.is_empty());
}

#[test]
fn fmt_changes_what_it_can_and_says_what_it_left() {
    let folder = folder("fmt-two");
    for (game, text) in [("food-chain", UNTIDY), ("skirmish", "unit Nobody five\n")] {
        fs::create_dir_all(folder.join(game)).expect("a folder");
        fs::write(folder.join(game).join("mine.cards"), text).expect("a file");
    }
    let ran = playmat(&["fmt", folder.to_str().expect("text")]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("changed") && ran.out.contains("food-chain"), "{}", ran.out);
    assert!(ran.err.contains("left as they are") && ran.err.contains("Nobody"), "{}", ran.err);
    assert!(!fs::read_to_string(folder.join("food-chain/mine.cards")).expect("text").contains("prey   "));
}

#[test]
fn a_folder_of_one_game_is_no_folder_of_another() {
    let folder = folder("one-game");
    fs::create_dir_all(folder.join("food-chain")).expect("a folder");
    fs::copy(root().join("cards/food-chain/fish.cards"), folder.join("food-chain/fish.cards")).expect("a copy");
    let text = folder.to_str().expect("text");
    let ran = playmat(&["cards", "skirmish", "--cards", text]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("there is no folder") && ran.err.contains("food-chain"), "{}", ran.err);
}

#[test]
fn explain_knows_cards_of_a_folder() {
    let folder = folder("explain-own");
    let own = folder.join("food-chain");
    fs::create_dir_all(&own).expect("a folder");
    fs::copy(root().join("cards/food-chain/fish.cards"), own.join("fish.cards")).expect("a copy");
    fs::write(own.join("mine.cards"), UNTIDY).expect("a file");
    let text = folder.to_str().expect("text");
    let ran = playmat(&["explain", "--cards", text, "crimson", "minnow"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("draw 2"), "{}", ran.out);
    let without = playmat(&["explain", "crimson", "minnow"]);
    assert_eq!(without.code, 2, "{}{}", without.out, without.err);
    // A folder that cannot be read is no reason to tell of other cards.
    fs::write(own.join("mine.cards"), "category Fish\n\nprey Crimson Minnow two\n").expect("a file");
    for wrong in [text, "no-such-folder"] {
        let ran = playmat(&["explain", "--cards", wrong, "orca"]);
        assert_eq!(ran.code, 2, "{wrong}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn watching_needs_a_folder() {
    let ran = playmat(&["serve", "--watch"]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("--watch needs a folder to watch: add --cards DIR"), "{}", ran.err);
}

/// However much is wrong with a scenario file, what is told of it can be read.
#[test]
fn a_scenario_file_full_of_mistakes_is_told_in_few_words() {
    let folder = folder("long-scenarios");
    let told = |name: &str, text: String| {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file can be written");
        let ran = playmat(&["scenario", file.to_str().expect("paths are text here")]);
        assert_eq!(ran.code, 2, "{name}");
        (ran.err.matches(name).count(), ran.out.len() + ran.err.len(), ran.err)
    };
    let words = (0..4000).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ");
    let (complaints, bytes, said) = told("game.scn", format!("scenario \"a\"\ngame food-chain {words}\n---\n"));
    assert!(complaints == 1 && bytes < 1000 && said.contains("(and 3999 more in this line)"), "{complaints} {bytes}\n{said}");
    let (complaints, bytes, said) =
        told("lines.scn", format!("scenario \"a\"\ngame food-chain\n---\n{}", format!("p1 dance {words}\n").repeat(200)));
    assert!(
        complaints == 21 && bytes < 20_000 && said.contains("and 180 more complaints from here on"),
        "{complaints} {bytes}"
    );
    let one = "scenario \"a\"\ngame food-chain\nhello\n---\n";
    let (complaints, bytes, said) = told("many.scn", one.repeat(100));
    // Each scenario has its own line in the list, and its complaint below if there is room.
    assert!(said.contains("many.scn: and 60 more complaints") && bytes < 60_000, "{complaints} {bytes}");
    let (complaints, _, said) = told("skip.scn", "scenario \"a\"\ngame strata\np1 skip 100\nturn p1 main\n---\n".into());
    assert!(complaints == 1 && said.contains("`skip` takes a number from 0 to 99"), "{said}");
}
