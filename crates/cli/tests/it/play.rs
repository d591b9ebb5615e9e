//! A match in the terminal from outside: what it keeps, what it hides, what it says of itself, and its records.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::commands::{cards_with_one_more, refused, text, well};
use crate::common::{PLAYMAT, Ran, folder, playmat, playmat_with, program, root};

/// Whether a character steers a terminal.
fn steers(c: char) -> bool {
    c.is_control() && c != '\n'
}

/// Plays with this input and wants it to end well.
fn play(input: &str, args: &[&str]) -> String {
    let ran = playmat_with(input, &[&["play"][..], args].concat());
    assert_eq!(ran.code, 0, "{args:?}\n{}{}", ran.out, ran.err);
    ran.out
}

/// A match in this folder that waits for its second answer.
fn waiting(folder: &Path, args: &[&str]) -> Child {
    let mut child = program(PLAYMAT)
        .args(["play", "food-chain", "--seed", "3"])
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.as_mut().expect("it has an input").write_all(b"1\n").expect("it reads");
    let mut lines = BufReader::new(child.stdout.as_mut().expect("it has an output")).lines();
    let asked = |line: &String| line.ends_with(" end the turn");
    lines.find(|line| line.as_ref().is_ok_and(asked)).expect("a question is asked").expect("it is text");
    child
}

/// A readable record of a match between two bots.
fn readable(folder: &Path) -> String {
    let file = folder.join("match.json");
    well(&["play", "food-chain", "--p1", "random", "--p2", "random", "--seed", "7", "--record", text(&file)]);
    fs::read_to_string(file).expect("a record")
}

/// Two people on a terminal with these settings; everything that reaches it.
fn on_a_terminal(settings: &[(&str, &str)], input: &str, args: &[&str]) -> String {
    let terminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let mut child = program("python3")
        .args(["-c", terminal, PLAYMAT, "play"])
        .args(args)
        .env("TERM", "xterm")
        .envs(settings.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is there");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it is text").replace("\r\n", "\n")
}

/// Whoever comes to the screen finds it wiped, whether or not colours are wanted.
#[cfg(unix)]
#[test]
fn a_passed_screen_shows_no_hand() {
    let record = folder("passed").join("match.record");
    let args = ["food-chain", "--hotseat", "--seed", "3", "--name1", "Ada", "--name2", "Bob", "--record", text(&record)];
    let input = "\n1\nend the turn\n\nquit\n";
    let before = |shown: &str| shown.rsplit_once("Pass to Bob.").expect("the screen is passed").0.to_owned();
    for settings in [&[("NO_COLOR", "1")][..], &[]] {
        let shown = before(&on_a_terminal(settings, input, &args));
        assert!(shown.contains("• ") && shown.ends_with("\x1b[H\x1b[2J\x1b[3J"), "{settings:?}: {shown:?}");
        assert_eq!(shown.contains("\x1b[1m"), settings.is_empty(), "{settings:?}: colours where they are wanted: {shown:?}");
    }
    let shown = before(&on_a_terminal(&[("TERM", "dumb")], input, &args));
    assert!(!shown.contains('\x1b') && shown.ends_with(&"\n".repeat(200)), "{shown:?}");
}

/// On a terminal a person is asked again before the match is given up; what was played is told at its end.
#[cfg(unix)]
#[test]
fn giving_up_is_meant() {
    let record = folder("concede").join("match.record");
    let args = ["food-chain", "--seed", "3", "--record", text(&record)];
    let shown = on_a_terminal(&[("NO_COLOR", "1")], "1\nconcede\nno\nconcede\nyes\n", &args);
    for words in ["Do you give up?", "The match goes on.", "Player 1 concedes.\nPlayer 2 wins after"] {
        assert!(shown.contains(words), "{words:?} is missing:\n{shown}");
    }
    let again = well(&["replay", text(&record)]).out;
    assert!(again.contains("Player 1 concedes.\nPlayer 2 wins after"), "{again}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_match() {
    let folder = folder("ctrl-c");
    let record = folder.join("match.record");
    let mut child = waiting(&folder, &["--record", text(&record)]);
    // As long as this is there, the input has not ended.
    let input = child.stdin.take();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a signal is sent");
    assert!(sent.success());
    let output = child.wait_with_output().expect("the command ends");
    let told = String::from_utf8_lossy(&output.stderr);
    drop(input);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains(&format!("The record is saved: {}", record.display())), "{told}");
    assert!(well(&["replay", text(&record)]).out.contains("Unfinished after"));
}

/// What ends a match without a word leaves what was answered, in a file that is no other match's.
#[test]
fn a_killed_match_is_kept() {
    let folder = folder("killed-match");
    let mut matches = [(); 2].map(|()| waiting(&folder, &[]));
    for child in &mut matches {
        child.kill().and_then(|()| child.wait()).expect("it can be killed");
    }
    for name in ["food-chain-3.record", "food-chain-3-2.record"] {
        let again = well(&["replay", text(&folder.join(name))]).out;
        assert!(again.contains("goes first") && again.contains("Unfinished after"), "{name}: {again}");
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing else is left behind");
}

/// A match with this record does not begin.
fn refuses_record(file: &Path) {
    let ran = playmat_with("1\n", &["play", "food-chain", "--seed", "3", "--record", text(file)]);
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.out.is_empty(), "nothing is asked: {}", ran.out);
    assert!(ran.err.contains(&format!("{} cannot be written", file.display())), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_refused_at_once() {
    let link = folder("astray").join("link.record");
    std::os::unix::fs::symlink("no-such-folder/match.record", &link).expect("a link");
    refuses_record(&link);
}

#[test]
fn a_record_that_cannot_be_saved_is_refused_at_once() {
    let folder = folder("unwritable");
    let nowhere = folder.join("no-such-folder/match.record");
    for file in [&nowhere, &folder] {
        refuses_record(file);
    }
    let kept = folder.join("kept.record");
    fs::write(&kept, "mine").expect("a file");
    refused(&["play", "food-chain", "--deck1", "no-such-deck", "--record", text(&kept)], "this deck cannot be played");
    assert_eq!(fs::read_to_string(&kept).expect("the file"), "mine");
    let left: Vec<_> = fs::read_dir(&folder).expect("the folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["kept.record"], "nothing is left behind");
}

/// The folder disappears while the match is played: it is told how it ended, and the record is elsewhere.
#[test]
fn a_record_that_cannot_be_saved_at_the_end_is_saved_elsewhere() {
    let folder = folder("vanishing");
    let mut child = waiting(&root(), &["--record", text(&folder.join("match.record"))]);
    fs::remove_dir_all(&folder).expect("the folder is removed");
    child.stdin.take().expect("it has an input").write_all(b"concede\n").expect("it reads");
    let output = child.wait_with_output().expect("the command ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("Player 2 wins after") && err.contains("the record was saved elsewhere"), "{out}{err}");
    let place = out.split("(playmat replay ").nth(1).and_then(|rest| rest.split(')').next()).expect("it says where");
    assert!(Path::new(place).starts_with(std::env::temp_dir()), "{place}");
    well(&["replay", place]);
    fs::remove_file(place).expect("the record is there");
}

#[test]
fn foreign_texts_do_not_steer_the_terminal() {
    let folder = folder("steering");
    let record = readable(&folder).replace("\"Player 1\"", "\"\\u001b[2J\\u001b]0;x\\u0007\\u009bEve\"");
    let evil = folder.join("evil.json");
    let quiet = |ran: &Ran| assert!(!ran.out.contains(steers) && !ran.err.contains(steers), "{:?} {:?}", ran.out, ran.err);
    for (record, words) in [
        (record.clone(), "\\u{1b}[2J"),
        (record.replace("\"game\": \"food-chain\"", "\"game\": \"\\u001b[2J\""), "there is no game `\\u{1b}[2J`"),
        (record.replace("\"entries\"", "\"\\u001b[2J\": 1, \"entries\""), "unknown field `\\u{1b}[2J`"),
        (record.replace("\"decks\": [\n    [", "\"decks\": [\n    [\"\\u001b[2J\","), "has a card `\\u{1b}[2J`"),
    ] {
        fs::write(&evil, record).expect("a record");
        for command in ["replay", "verify"] {
            let ran = playmat(&[command, text(&evil)]);
            quiet(&ran);
            let shown = format!("{}{}", ran.out, ran.err);
            assert!(shown.contains(words) || command == "verify" && ran.code < 2, "{words:?} is missing:\n{shown}");
        }
    }
    let scenario = folder.join("evil.scn");
    let lines = "scenario \"\x1b[2JEvil\"\ngame food-chain\np1 hp 7\nturn p1 main1\n---\nexpect p1 hp 8\n";
    for lines in [lines.to_owned(), lines.replace("p1 hp 7", "p1 \x1b[2J 7")] {
        fs::write(&scenario, lines).expect("a scenario");
        let ran = playmat(&["scenario", text(&scenario)]);
        quiet(&ran);
        assert!(format!("{}{}", ran.out, ran.err).contains("\\u{1b}[2J"), "{}{}", ran.out, ran.err);
    }
    refused(&["play", "food-chain", "--name1", "\x1b[2JEve"], "no control characters");
    refused(&["play", "food-chain", "--name2", &"x".repeat(25)], "1 to 24 characters");
    refused(&["play", "food-chain", "--name1", " "], "1 to 24 characters");
}

/// A hand that was revealed is shown for as long as it is known.
#[test]
fn a_revealed_hand_is_shown() {
    let record = folder("revealed").join("match.record");
    let args = ["food-chain", "--seed", "3", "--deck1", "random:Bird", "--p2", "random", "--record", text(&record)];
    let out = play("1\n1\nplay bird's eye view\n", &args);
    let told = out.split("reveals the hand: ").nth(1).and_then(|rest| rest.split(".\n").next()).expect("it is revealed");
    let shown = out.split("known of the hand: ").nth(1).and_then(|rest| rest.split('\n').next()).expect("it is shown");
    let sorted = |names: &str| {
        let mut names: Vec<String> = names.split(", ").map(str::to_owned).collect();
        names.sort();
        names
    };
    assert_eq!(sorted(shown), sorted(told));
    let own = out.matches("known of the hand").count();
    assert_eq!(own, 1, "the own hand is listed, not told twice:\n{out}");
    assert!(!out.contains(LOOKS), "a script is not waited for:\n{out}");
}

/// What a terminal says while somebody looks at revealed cards.
const LOOKS: &str = "(press Enter to go on; the match goes on by itself after 3 seconds)";

/// At a terminal the match waits for who looks at a revealed hand (FC A11): Enter goes on, and is no answer. Whoever is not at the screen
/// of two people is not waited for.
#[cfg(unix)]
#[test]
fn a_revealed_hand_is_looked_at() {
    let record = folder("looked-at").join("match.record");
    let args = ["food-chain", "--seed", "3", "--deck1", "random:Bird", "--record", text(&record)];
    for (people, input) in [(&["--p2", "random"][..], "1\n1\nplay bird's eye view\n\nquit\n"), (&["--hotseat"], HOT_SEAT)] {
        let shown = on_a_terminal(&[("NO_COLOR", "1")], input, &[&args[..], people].concat());
        let (before, after) = shown.split_once(LOOKS).unwrap_or_else(|| panic!("nobody waits:\n{shown}"));
        assert!(before.contains("reveals the hand: ") && !after.contains(LOOKS), "{shown}");
        let question = after.find("Player 1: Your move").unwrap_or_else(|| panic!("the match goes on:\n{shown}"));
        assert!(!after[..question].contains("Pass to"), "{shown}");
    }
}

/// What is typed where two players share a screen.
const HOT_SEAT: &str = "\n1\n1\nplay bird's eye view\n\nquit\n";

/// A phase before combat is told of where there is one (FC B `before_combat`), and nowhere else.
#[test]
fn a_phase_before_combat_is_told_where_there_is_one() {
    for (edition, tells) in [("core", false), ("rulebook", true), ("design", true)] {
        let record = folder(&format!("before-{edition}")).join("match.record");
        let args = ["food-chain", "--seed", "3", "--hotseat", "--edition", edition, "--record", text(&record)];
        let out = play("\n1\ngo to combat\nlog\n", &args);
        assert!(out.contains("go to the second main phase"), "{edition}:\n{out}");
        assert_eq!(out.contains(": before combat."), tells, "{edition}:\n{out}");
    }
}

/// Places are counted from 1, as the sentences of this game do; what lies there face down is not told.
#[test]
fn places_are_counted_as_the_game_counts_them() {
    let record = folder("places").join("match.record");
    let args = ["strata", "--hotseat", "--seed", "3", "--record", text(&record)];
    let out = play("\nplay snuffed wick face down\n?1\nend the turn\n\n?1\n?0\n?6\n", &args);
    for words in [
        "Player 1 has a face-down card on place 1.",
        "Your Snuffed Wick at place 1: magic, facedown",
        "Your place 1 is empty.\n  The rival's card at place 1 lies face down, and you do not know it.",
        "There is no place 0; each side has 1, 2, 3, 4, 5.",
        "There is no place 6;",
    ] {
        assert!(out.contains(words), "{words:?} is missing:\n{out}");
    }
}

#[test]
fn the_command_that_is_printed_replays_the_match() {
    let cards = cards_with_one_more("own-cards");
    let record = cards.join("my match.record");
    let args = ["food-chain", "--p1", "random", "--p2", "random", "--seed", "7", "--cards", text(&cards)];
    let out = play("", &[&args[..], &["--record", text(&record)]].concat());
    let command = format!("(playmat replay '{}' --cards {})", record.display(), cards.display());
    assert!(out.ends_with(&format!("{command}\n")), "{out}");
    well(&["replay", text(&record), "--cards", text(&cards)]);
    refused(&["replay", text(&record)], "played under other rules");
}

#[test]
fn what_is_wrong_with_a_record_is_said_clearly() {
    let folder = folder("unclear");
    let whole = readable(&folder);
    let file = folder.join("wrong.json");
    let wrong = |from: &str, to: &str, words: &str| {
        assert!(whole.contains(from), "{from:?} is not in {whole}");
        fs::write(&file, whole.replacen(from, to, 1)).expect("a record");
        refused(&["replay", text(&file)], words);
    };
    let entries = "\"entries\": [\n    ";
    wrong(entries, "\"entries\": [\n    300, ", "entry 0 (the first is 0) is neither an answer, a number from 0 to 255, nor");
    wrong(entries, "\"entries\": [\n    -1, ", "entry 0 (the first is 0) is neither an answer");
    wrong(entries, "\"entries\": [\n    200, ", "Entry 0 (the first is 0) is not possible there: it chooses option 201 of ");
    wrong("\"seed\": 7", "\"seed\": -7", "its seed is neither a number from 0 to");
    let rules = whole.split("\"rules\": \"").nth(1).and_then(|rest| rest.get(..8)).expect("a fingerprint");
    wrong(rules, "00000000", "its cards and the version of its rules are those at hand");
}

#[test]
fn a_replay_in_steps_counts_all_entries() {
    let folder = folder("steps");
    let entries =
        readable(&folder).split("\"entries\": [").nth(1).and_then(|rest| rest.split(']').next()).unwrap().matches('\n').count()
            - 1;
    let ran = playmat_with("\n\n", &["replay", text(&folder.join("match.json")), "--step"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(&format!(", {entries} entries\n")), "{}", ran.out);
    assert!(ran.out.ends_with(&format!("entry 3 of {entries} (Enter) \n")), "{}", ran.out);
}
