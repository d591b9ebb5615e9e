//! The runner, on a game small enough to know by heart: see `playmat_testkit::toy`.

use std::sync::Arc;

use playmat_kernel::Silence;
use playmat_scenario::{Verdict, parse_file, run, set_up};
use playmat_testkit::Coverage;
use playmat_testkit::toy::{Toy, ToyRules};

fn decks(name: &str) -> Option<Vec<String>> {
    (name == "ants").then(|| vec!["Ant".to_string(); 10])
}

fn verdict(text: &str) -> Verdict {
    let text = format!("scenario \"x\"\n{text}");
    let scripts = match parse_file("toy.scn", &text) {
        Ok(scripts) => scripts,
        Err(errors) => return Verdict::Unparsable(errors),
    };
    run::<Toy<0>>(&mut |_| Ok(Arc::new(ToyRules::new())), &scripts[0], &decks, &mut Silence)
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(verdict(text), Verdict::Passed);
}

#[track_caller]
fn fails(text: &str, at: usize, found: &str) {
    match verdict(text) {
        Verdict::Failed { line, actual, .. } => assert_eq!((line, actual.as_str()), (at, found)),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn unparsable(text: &str, expected: &str) {
    match verdict(text) {
        Verdict::Unparsable(errors) => assert_eq!(errors[0].to_string(), expected),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_play_and_what_it_leads_to() {
    passes(
        "game toy
p1 hand Ant, Bolt, Bolt
p2 field Cat, Ant
turn p1 main
---
p1 play Ant
expect p1 field Ant 1/1 tired no-token
expect p1 hand Bolt, Bolt
p1 play Bolt -> Cat
expect p2 field Ant
expect p2 pile Cat
p1 play Bolt -> rival
expect p2 points 8
expect winner none
p1 cannot play Ant
p1 cannot play Bolt -> rival
p1 end
expect turn p2 main
p2 concede
expect winner p1
p2 cannot concede
",
    );
}

#[test]
fn meals_are_answered_by_eating_or_by_following_lines() {
    let setup = "game toy\np1 field Ant, Cat, Ant\np1 hand Wolf\nturn p1 main\n---\n";
    passes(&format!("{setup}p1 play Wolf eating Cat\nexpect p1 field Ant, Ant, Wolf 4/4\nexpect turn p1 main\np1 next"));
    passes(&format!("{setup}p1 play Wolf eating Cat, Ant#2\nexpect p1 field Ant, Wolf 5/5"));
    passes(&format!("{setup}p1 play Wolf eating -\nexpect p1 field Ant, Cat, Ant, Wolf 3/3"));
    passes(&format!(
        "{setup}p1 play Wolf\nexpect asks p1 Ant, Cat, Ant\np1 cannot end\np1 choose Cat\nexpect p1 field Ant, Ant, Wolf 4/4"
    ));
    passes(&format!("{setup}p1 play Wolf\np1 choose Cat\np1 choose none\nexpect p1 field Ant, Ant, Wolf 4/4"));
    passes(&format!("{setup}p1 play Wolf\np1 choose none\nexpect p1 field Ant, Cat, Ant, Wolf 3/3"));
    passes(&format!(
        "{setup}p1 cannot play Wolf eating Cat, Ant, Ant#2\np1 cannot play Wolf eating Cat, Cat\nexpect p1 hand Wolf"
    ));
    passes(
        "game toy\np1 field Ant\np1 hand Wolf\nturn p1 main\n---\np1 play Wolf eating Ant\nexpect p1 field Wolf 4/4\nexpect p1 pile Ant",
    );
}

#[test]
fn options_by_number_by_words_and_by_place() {
    let setup = "game toy\np1 points 4\np1 hand Fork\np1 deck Ant\nturn p1 main\n---\n";
    passes(&format!("{setup}p1 play Fork option 2\nexpect p1 points 5"));
    passes(&format!("{setup}p1 play Fork option 1\nexpect p1 hand Ant"));
    passes(&format!("{setup}p1 play Fork -> heal 1\nexpect p1 points 5"));
    passes(&format!("{setup}p1 play Fork\nexpect asks p1 heal 1, draw a card\np1 choose 2\nexpect p1 points 5"));
    passes(&format!("{setup}p1 play Fork\np1 choose Draw a card\nexpect p1 hand Ant"));
    passes(&format!("{setup}p1 cannot play Fork option 3\np1 cannot play Fork -> Ant"));
}

#[test]
fn a_question_with_one_answer_may_be_left_out_or_given() {
    let setup = "game toy\np1 field Cat\np2 hand Ant\nturn p1 combat\n---\np1 attack Cat -> rival\n";
    // p2 holds a card and is asked; there is nothing to do but pass.
    passes(&format!("{setup}expect p2 points 7"));
    passes(&format!("{setup}p2 pass\nexpect p2 points 7"));
    passes(&format!("{setup}expect asks p2\nexpect p2 points 7"));
    passes(&format!("{setup}expect p2 points 10\np2 pass\nexpect p2 points 7"));
    passes(&format!("{setup}expect asks p2 pass\np2 choose none\nexpect p2 points 7"));
    passes(&format!("{setup}expect asks p1\nexpect p2 points 7"));
    passes(&format!("{setup}p1 end\nexpect p2 points 7\nexpect turn p2"));
    fails(&format!("{setup}p1 cannot end"), 8, "it is possible");
}

#[test]
fn a_reaction_must_be_answered() {
    let setup = "game toy\np1 field Cat\np2 hand Net, Ant\nturn p1 combat\n---\np1 attack Cat -> rival\n";
    passes(&format!("{setup}expect asks p2 Net\np2 use Net\nexpect p2 points 10\nexpect p2 pile Net"));
    passes(&format!("{setup}expect asks p2 Net, pass\np2 choose Net\nexpect p2 points 10"));
    passes(&format!("{setup}p2 choose yes\nexpect p2 points 10"));
    passes(&format!("{setup}p2 pass\nexpect p2 points 7"));
    fails(&format!("{setup}p1 end"), 8, "not possible: p2 is asked \"Do you react?\": use Net, pass");
    fails(&format!("{setup}expect asks p2 Ant"), 8, "p2 is asked \"Do you react?\": use Net, pass");
}

#[test]
fn one_of_several_cards_of_a_name() {
    let setup = "game toy\np1 field Ant, Ant, Cat\np1 hand Bolt\np2 field Ant 1/5, Ant 1/4\nturn p1 main\n---\n";
    passes(&format!("{setup}p1 play Bolt -> p2:Ant#2\nexpect p2 field Ant 1/5, Ant 1/2"));
    passes(&format!("{setup}p1 play Bolt -> Ant#2\nexpect p1 field Ant, Cat"));
    passes(&format!("{setup}p1 cannot play Bolt -> p1:Ant#3"));
    let tired = "game toy\np1 field Ant tired, Ant\nturn p1 combat\n---\n";
    // Without a number the first one is meant by `cannot`; a move takes whichever can make it.
    passes(&format!("{tired}p1 cannot attack Ant -> rival\np1 attack Ant -> rival\nexpect p2 points 9"));
    passes(&format!("{tired}p1 attack Ant#2 -> rival\nexpect p2 points 9"));
}

#[test]
fn zones_are_compared_as_wholes() {
    let setup = "game toy\np1 field Ant tired, Ant, Pup\np1 pile Cat, Ant, Cat\np1 deck Bolt, Ant\nturn p1 main\n---\n";
    passes(&format!(
        "{setup}expect p1 field Ant tired, Ant no-tired, Pup token\nexpect p1 pile Ant, Cat, Cat\nexpect p1 deck 2\nexpect p1 hand -"
    ));
    fails(&format!("{setup}expect p1 field Ant, Ant"), 8, "p1 field Ant 1/1 tired, Ant 1/1, Pup 1/2 token");
    fails(&format!("{setup}expect p1 field Ant no-tired, Ant, Pup"), 8, "p1 field Ant 1/1 tired, Ant 1/1, Pup 1/2 token");
    fails(&format!("{setup}expect p1 pile Ant, Ant, Cat"), 8, "p1 pile Cat, Ant, Cat");
    fails(&format!("{setup}expect p1 pile 2"), 8, "p1 pile 3 (Cat, Ant, Cat)");
    fails(&format!("{setup}expect p2 points 9"), 8, "p2 points 10");
    fails(&format!("{setup}expect turn p1 combat"), 8, "turn p1 main");
    fails(&format!("{setup}expect winner p2"), 8, "winner none");
}

#[test]
fn a_failure_tells_what_happened() {
    let Verdict::Failed { line, expected, actual, log } =
        verdict("game toy\np1 hand Ant, Net\nturn p1 main\n---\np1 play Ant\np1 play Net\n")
    else {
        panic!()
    };
    assert_eq!((line, expected.as_str()), (7, "p1 play Net"));
    assert_eq!(
        actual,
        "not possible: This is not possible now; pick one of the listed options. (not-playable); p1 is asked \"What next?\": next, end"
    );
    assert_eq!(log, ["p1 played Ant"]);
}

#[test]
fn whole_matches_and_refused_decks() {
    let cats = "Cat, Cat, Cat, Cat, Cat, Cat, Cat, Cat, Cat, Ant";
    passes(&format!(
        "game toy new seed=7 first=p2 unshuffled\np1 decklist ants\np2 decklist {cats}\n---\nexpect turn p2 main\nexpect p2 hand Cat, Cat, Cat, Cat\nexpect p1 hand 3\nexpect p2 deck 6\np2 play Cat"
    ));
    passes("game toy new\np1 decklist ants\np2 decklist Ant, Pup\n---\nexpect refused p2 deck-token, deck-size");
    passes("game toy new\np1 decklist ants\np2 decklist Ant, Zombie\n---\nexpect refused p2 deck-unknown");
    fails("game toy new\np1 decklist ants\np2 decklist ants\n---\nexpect refused p2", 6, "both decks are legal");
    fails("game toy new\np1 decklist ants\np2 decklist Ant\n---\nexpect refused p1", 6, "the deck of p1 (line 3) is legal");
    fails("game toy new\np1 decklist ants\np2 decklist Ant\n---\nexpect refused p2 deck-odd", 6, "refused p2 deck-size");
    unparsable("game toy new\np1 decklist ants\np2 decklist Ant\n---\n", "toy.scn:4:13: A deck has ten cards. (deck-size)");
    unparsable("game toy new\np1 decklist ants\n---\n", "toy.scn:2:1: p2 brings no deck: p2 decklist CARD, CARD, ...");
    unparsable(
        "game toy new\np1 decklist ants\np2 decklist ants\n---\np1 end\nexpect refused p1",
        "toy.scn:7:1: `expect refused` is the first line after `---`",
    );
}

#[test]
fn what_cannot_be_read_says_what_would_be_right() {
    let after = |line: &str| format!("game toy\nturn p1 main\n---\n{line}\n");
    unparsable(
        "game toy\nturn p1 mian\n---\n",
        "toy.scn:3:9: there is no phase `mian`; did you mean `main`? (there are main, combat)",
    );
    unparsable("game toy nest=all\n---\n", "toy.scn:2:1: there is no ruling `nest`; did you mean `nets`?");
    unparsable("game toy edition=old\n---\n", "toy.scn:2:1: there is no edition `old`; there are standard");
    unparsable("game tyo\n---\n", "toy.scn:2:6: there is no game `tyo`; did you mean `toy`? (there are toy)");
    unparsable(
        "game toy\np1 fild Ant\n---\n",
        "toy.scn:3:4: `fild` is no word of this game; did you mean `field`? (there are deck, hand, field, pile, points)",
    );
    unparsable("game toy\np1 points x\n---\n", "toy.scn:3:11: a number stands behind `points`");
    unparsable(
        "game toy\nfield Ant\n---\n",
        "toy.scn:3:1: `field` cannot begin a setup line; a line is `p1 ZONE CARDS`, `turn p1 PHASE` or `seed 7`",
    );
    unparsable(&after("p1 cannot attack Ent -> rival"), "toy.scn:5:18: there is no card `Ent`; did you mean `Ant`?");
    unparsable(&after("p3 end"), "toy.scn:5:1: a line here begins with p1, p2 or expect, not with `p3`; did you mean `p1`?");
    unparsable(
        &after("expect winer p1"),
        "toy.scn:5:8: `winer` cannot be expected; did you mean `winner`?; a zone is expected of a player: expect p1 hand 3",
    );
    unparsable(&after("expect winner both"), "toy.scn:5:15: the winner is p1, p2, draw or none");
    unparsable(&after("expect asks Ant"), "toy.scn:5:13: a player stands here: p1 or p2");
    unparsable(&after("expect p1 field"), "toy.scn:5:16: cards, a number or `-` stand behind `field`");
}

#[test]
fn what_is_used_can_be_counted_and_a_script_can_be_set_up() {
    let text = "scenario \"x\"\ngame toy\np1 field Cat\nturn p1 combat\n---\np1 attack Cat -> rival\n";
    let script = &parse_file("toy.scn", text).unwrap()[0];
    let mut covered = Coverage::new();
    let mut rules_for = |_: &playmat_cards::Terms| Ok(Arc::new(ToyRules::new()));
    assert_eq!(run::<Toy<0>>(&mut rules_for, script, &decks, &mut covered), Verdict::Passed);
    assert!(covered.has(5) && covered.has(7) && !covered.has(4));
    let staged = set_up::<Toy<0>>(&mut rules_for, script, &decks, &mut Silence).unwrap();
    assert!(staged.table.decision().is_some());
}

/// Whatever stands in a file, it is read or refused.
#[test]
fn garbage_never_panics() {
    let words = [
        "scenario",
        "\"x\"",
        "game",
        "toy",
        "new",
        "---",
        "p1",
        "p2",
        "expect",
        "asks",
        "field",
        "hand",
        "Ant",
        "Wolf",
        "#",
        "@",
        ",",
        "->",
        "eating",
        "option",
        "-",
        "\n",
        "\n",
        "\n",
        "turn",
        "main",
        "3/1",
        "tired",
        "no-",
        "play",
        "choose",
        "points",
        "7",
        "é",
        ">",
        ":",
        "seed",
        "decklist",
        "refused",
        "cannot",
        "999999999999",
        "p1:",
        "carrion:",
        "\"",
        "Ant#2",
        "token",
        "=",
    ];
    let mut state = 1u64;
    let mut next = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for _ in 0..4000 {
        let mut text = if next(2) == 0 {
            "scenario \"x\"\ngame toy\np1 field Ant\nturn p1 main\n---\np1 ".to_string()
        } else {
            String::new()
        };
        for _ in 0..next(40) {
            text += words[next(words.len())];
            text += [" ", " ", ""][next(3)];
        }
        for script in parse_file("garbage", &text).unwrap_or_default() {
            run::<Toy<0>>(&mut |_| Ok(Arc::new(ToyRules::new())), &script, &decks, &mut Silence);
        }
    }
}

/// However long a line and however many are wrong, what is complained about is bounded, and the rest is counted.
#[test]
fn complaints_about_any_file_are_bounded() {
    let words = |count: usize| (0..count).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ");
    let commas = words(4000).replace(' ', ", ");
    let long = "x".repeat(100_000);
    let wrong = |text: &str| match verdict(text) {
        Verdict::Unparsable(errors) => errors,
        other => panic!("{other:?}"),
    };
    // One line, one complaint.
    for text in [
        format!("game toy {}\n---\n", words(4000)),
        format!("game toy {}\n---\n", long),
        format!("game toy {long}=\n---\n"),
        format!("game {long}\n---\n"),
        format!("game toy\np1 field {}\n---\n", words(4000)),
        format!("game toy\np1 field Ant {}\n---\n", words(4000)),
        format!("game toy\np1 field {commas}\n---\n"),
        format!("game toy\n{long}\n---\n"),
        format!("game toy\np1 {long} 7\n---\n"),
        format!("game toy\nturn p1 {long}\n---\n"),
        format!("game toy\n---\n{long}\n"),
        format!("game toy\n---\np1 {long}\n"),
        format!("game toy\n---\np1 play {}\n", words(4000)),
        format!("game toy\n---\np1 play Ant -> {commas}\n"),
        format!("game toy\n---\np1 choose {commas}\n"),
        format!("game toy\n---\nexpect {long}\n"),
        format!("game toy\n---\nexpect p1 hand {commas}\n"),
        format!("game toy\n---\nexpect p1 points {long}\n"),
    ] {
        let errors = wrong(&text);
        assert_eq!(errors.len(), 1, "{:.100}", text);
        assert!(errors[0].message.len() < 1000, "{:.100}: {} bytes", text, errors[0].message.len());
    }
    assert_eq!(
        wrong(&format!("game toy {}\n---\n", words(4000)))[0].to_string(),
        "toy.scn:2:10: `w0` is not understood here; a ruling is written name=value, a match `new`, `unshuffled` (and 3999 more in this line)"
    );
    // Many lines: the first ones, and how many more.
    for text in [
        format!("game toy\n{}---\n", "p1 nonsense 7\n".repeat(4000)),
        format!("game toy\n---\n{}", "p1 dance\n".repeat(4000)),
        format!("game toy\n---\n{}", "---\n".repeat(4000)),
        format!("game toy\n{}---\n", "game toy odd\n".repeat(4000)),
        format!("game toy new\np1 decklist {commas}\np2 decklist {commas}\n---\n"),
    ] {
        let errors = wrong(&text);
        let bytes: usize = errors.iter().map(|error| error.to_string().len()).sum();
        assert!(errors.len() == playmat_scenario::MOST_COMPLAINTS + 1 && bytes < 20_000, "{:.60}: {bytes}", text);
        assert!(errors.last().is_some_and(|last| last.message.starts_with("and ")), "{:?}", errors.last());
    }
    let errors = wrong(&format!("game toy\n---\n{}", "p1 dance\n".repeat(4000)));
    assert_eq!(errors.last().map(ToString::to_string).as_deref(), Some("toy.scn:24:4: and 3980 more complaints from here on"));
}

const BOLT: &str = "game toy\np1 hand Bolt\np2 field Cat, Ant\nturn p1 main\n---\n";

#[test]
fn a_target_that_means_nothing_is_named() {
    let said = |moves: &str| match verdict(&format!("{BOLT}{moves}\n")) {
        Verdict::Failed { line, actual, .. } => (line, actual),
        other => panic!("{other:?}"),
    };
    let (line, actual) = said("p1 play Bolt -> slot 1");
    assert!(line == 7 && actual.starts_with("the target `slot 1` is not understood; p1 is asked "), "{actual}");
    assert!(actual.contains("Cat") && actual.contains("Ant"), "{actual}");
    // It cannot be said of nonsense that it is not possible.
    let (line, actual) = said("p1 cannot play Bolt -> the moon");
    assert!(line == 7 && actual.starts_with("the target `the moon` is not understood; "), "{actual}");
    let (_, actual) = said("p1 play Bolt -> Cat, Ant");
    assert!(actual.starts_with("`Ant` is no answer here; "), "{actual}");
    passes(&format!("{BOLT}p1 cannot play Bolt -> Cat, Ant\np1 cannot play Bolt -> none\np1 play Bolt -> rival\n"));
}

#[test]
fn a_stray_choice_makes_no_move() {
    for number in 1..=6 {
        for stray in [format!("choose {number}"), format!("choose option {number}")] {
            match verdict(&format!("{BOLT}p1 {stray}\n")) {
                Verdict::Failed { line: 7, actual, .. } => {
                    assert!(
                        actual.starts_with("nothing is open that could be chosen; a move is written with its verb: "),
                        "{actual}"
                    );
                }
                other => panic!("{stray}: {other:?}"),
            }
            passes(&format!("{BOLT}p1 cannot {stray}\nexpect turn p1 main\n"));
        }
    }
}
