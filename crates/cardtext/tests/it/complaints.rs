//! Complaints as a designer sees them: several mistakes in one run, no noise, and hints with the fixed text.

use crate::mini;

use mini::{Mini, codes_of, read, rendered};
use playmat_cardtext::{Sources, parse};

/// The complaints of one ability line of a prey, each as `code: hint`.
fn line(text: &str) -> Vec<String> {
    let file = format!("category Fish\n\nspell Ship of Gold\n  draw 4.\n\nprey Kingfish 3/2 (2)\n  {text}\n");
    read(&file).complaints.iter().map(|c| format!("{} {}", c.code.id, c.hint.as_deref().unwrap_or("-"))).collect()
}

#[test]
fn one_run_finds_everything() {
    let text = "\
category Fihs

prey Kingfish 3/2 (2), hasty, multi-strike
  on plya: drwa 2.
  on play: kill target enmy, then play a Sardin, then heal x.
  draw 2.
  flavor: gold.

pray Queenfish 1/1 (1)
  on play: play 2 Tuna Egg

prey Herring 1/1
  on play: draw 0 cards.

token prey Sardine 1/1 (1)
token prey Tuna Egg 0/1 (0)
token prey Cod 1/1 (1)
";
    let expected = ["C11", "C07", "C10", "C14", "C18", "C20", "C23", "C19", "C15", "C30", "C01", "C25", "C02", "C19", "C24"];
    assert_eq!(codes_of(text), expected, "{}", rendered(text));
}

#[test]
fn a_complaint_shows_place_words_and_way_out() {
    let text = "category Fish\n\nprey Kākāpō 3/2 (2)\n\ton play: deal 2 to target enemy.\n";
    let expected = "\
test.cards:4:18: `to` does not fit behind `2` [C19 wrong-rest]
  |
4 | \ton play: deal 2 to target enemy.
  | \t                ^^
  = accepted here: `damage to <who>`
";
    assert_eq!(rendered(text), expected);
}

#[test]
fn hints_show_the_fixed_text() {
    let cases = [
        ("on play: drwa 2.", "C18 did you mean `draw`?"),
        ("on play: this gians +1/+1.", "C18 did you mean `gains`?"),
        ("on play: target enemy gians +1/+1.", "C18 did you mean `gains`?"),
        ("on play: this gains hsate.", "C07 did you mean `haste`?"),
        ("on play: kill target clsoe enemy.", "C20 did you mean `close`?"),
        ("on play: kill target enemy prye.", "C20 did you mean `prey`?"),
        ("on play: deal 2 damage to rival.", "C20 did you mean `the rival`?"),
        ("on play: all creatures gain +1.", "C19 -"),
        ("on play: close enemies gain +1/+1.", "C33 write `all close enemies`, `target close enemy` or `a close enemy`"),
        ("on play: add a ship of gold to your hand.", "C23 did you mean `Ship of Gold`?"),
        ("on play: add a Ship of Glod to your hand.", "C23 did you mean `Ship of Gold`?"),
        ("on play: draw 2, heal 1.", "C19 write `, then`"),
        ("on play: draw 2 then heal 1.", "C19 write `, then`"),
        ("on play: draw 2 or heal 1.", "C28 write `either A or B`"),
        ("on play: either draw 2, then heal 1.", "C28 write `either (A, then B) or C` to choose between sequences"),
        ("on play: (draw 2, then heal 1.", "C29 write `)` where the group ends"),
        ("on play: draw 2).", "C29 leave out `)`"),
        ("on play draw 2.", "C26 write `on play: draw 2.`"),
        ("when targeted by the rival draw 2.", "C26 write `when targeted by the rival: draw 2.`"),
        ("draw 2.", "C15 write a trigger and a colon before it, for example `on play: draw 2.`"),
        ("on pley: draw 2.", "C14 did you mean `on play`?"),
        ("when targeted by the rivla: draw 2.", "C20 did you mean `the rival`?"),
        ("on play, dscard 1: draw 2.", "C18 did you mean `discard`?"),
        ("on play, draw 1: draw 2.", "C17 put it behind the colon, or use a verb that is a cost"),
        ("on play: draw 2", "C25 write `on play: draw 2.`"),
        ("on play: play 0 Ship of Gold.", "C22 count from 1"),
        ("on play: kill 0 enemies.", "C22 count from 1"),
        ("on play: kill 200 enemies.", "C22 write `all` where everything is meant"),
        ("on play: this gains \"slain: drwa 2\".", "C18 did you mean `draw`?"),
        ("on play: this gains \"slain: draw 2.", "C29 write `\"` behind the quoted ability"),
        ("on play: if your hand is empy, draw 2.", "C19 did you mean `empty`?"),
        ("on play: if your hand is empty draw 2.", "C19 -"),
        ("on play: .", "C19 -"),
        ("flavur: x", "C30 did you mean `flavour`?"),
    ];
    for (text, expected) in cases {
        assert_eq!(line(text), [expected], "{text}");
    }
}

#[test]
fn words_are_understood_in_any_case_and_number() {
    for text in [
        "On Play: Draw 2.",
        "on play: all enemy gains +1/+1.",
        "on play: an enemies gain haste.",
        "on play: one ally gains \u{201c}slain: draw 2.\u{201d}.",
        "on play: deal 2 damage to target enemy prey.",
        "on play: deal 2 damage to target prey enemy prey.",
        "on play: either kill an enemy of power 5 or more or draw 2.",
        "on play: (draw 2).",
        "discard: discard 1.",
        "flavour: drawn #1 of the river: \"gold\".",
    ] {
        assert_eq!(line(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn headers_say_which_part_is_wrong() {
    let header = |text: &str| {
        let parsed = read(&format!("category Fish\n\n{text}\n"));
        parsed.complaints.iter().map(|c| format!("{} {}", c.code.id, c.hint.as_deref().unwrap_or("-"))).collect::<Vec<_>>()
    };
    let cases = [
        ("prey Kingfish 3/2 (2) haste", "C02 write a comma before the keyword: `, haste`"),
        ("prey Kingfish 3/2 (2), ", "C02 leave out the comma"),
        ("prey Kingfish (2)", "C02 write `prey <a name> <stats such as 2/2> (<a number>)`"),
        ("predator Orca 6/6 (2)", "C02 write `predator <a name> <stats such as 2/2>`"),
        ("prey 3/2 (2)", "C02 write `prey <a name> <stats such as 2/2> (<a number>)`"),
        ("prey Big:Fish 3/2 (2)", "C03 for example `BigFish`"),
        ("prey Big, Fish 3/2 (2)", "C03 for example `Big Fish`"),
        ("spell Net 2", "C03 for example `Net`"),
        ("prey Kingfish 3/2 (2), haste 2", "C10 write `haste`"),
        ("prey Kingfish 3/2 (2), multi-strike", "C10 write `multi-strike 2`"),
        ("prey Kingfish 3/2 (2), fre play", "C07 did you mean `free play`?"),
        ("prey Kingfish 3/2 (20000)", "C22 numbers go from 0 to 9999"),
        ("prey Kingfish 3/2 (2) [core", "C29 write `]` behind the last pool"),
        ("free spel Net", "C01 did you mean `free spell`?"),
        ("catgory Mammal", "C01 did you mean `category`?"),
        (
            "creature Hound, fire beast, lvl 2, 600/400",
            "C02 write `creature <a name>, <adjectives>, level <a number>, <a number>/<a number>`",
        ),
        ("creature Hound, fire beats, level 2, 600/400", "C02 did you mean `beast`?"),
        ("creature Hound, fier beast, level 2, 600/400", "C02 did you mean `fire`?"),
        ("  prey Kingfish 3/2 (2)", "C27 write it without indentation: `prey Kingfish 3/2 (2)`"),
        ("  on play: draw 2.", "C27 begin with a card's header at the margin"),
        ("on play: draw 2.", "C27 write `  on play: draw 2.`"),
    ];
    for (text, expected) in cases {
        assert_eq!(header(text), [expected], "{text}");
    }
}

#[test]
fn a_name_may_be_a_state_word_if_it_is_nothing_else() {
    assert!(codes_of("category Fish\n\nspell Frozen\n  draw 1.\n").is_empty());
}

#[test]
fn names_are_unique_among_cards_and_among_tokens() {
    let mut sources = Sources::new();
    let token = "token prey Salmon 1/1 (1), free play\n";
    sources.add("fish.cards", format!("category Fish\n\nprey Salmon 1/1 (1)\n  slain: add a Salmon to your hand.\n\n{token}"));
    sources.add("mammal.cards", format!("category Mammal\n\n{token}"));
    assert!(parse::<Mini>(&sources).complaints.is_empty());
    sources.add("more.cards", "category Mammal\n\ntoken prey Salmon 2/2 (1)\n");
    let complaints = parse::<Mini>(&sources).complaints;
    assert_eq!(complaints.len(), 1);
    assert_eq!(complaints[0].message, "a token called `Salmon` stands already in fish.cards, line 6");
}

#[test]
fn a_token_that_only_makes_itself_is_made_by_nobody() {
    assert_eq!(codes_of("category Fish\n\ntoken prey Sardine 1/1 (1)\n  slain: play a Sardine.\n"), ["C24"]);
}

/// A reader that tried every way to read this would never be done.
#[test]
fn long_nonsense_is_read_to_its_end() {
    let line = |part: &str| format!("category Fish\n\nprey Kingfish 3/2 (2)\n  on play: kill target {}.\n", part.repeat(3000));
    for part in [
        "close ",
        "enemy ",
        "prey in front of a ",
        "(",
        "either ",
        "this gains \"",
        "draw 2, then ",
        "draw x, then ",
        "Aa ",
        "9 ",
    ] {
        let _ = codes_of(&line(part));
        let _ = codes_of(&format!("category Fish\n\nprey {}", part.repeat(3000)));
    }
}

/// Where a noun, a verb or a keyword is missing, those that there are are listed.
#[test]
fn what_is_expected_is_listed() {
    let expected = |text: &str| {
        let parsed = read(&format!("category Fish\n\nprey Kingfish 3/2 (2)\n  {text}\n"));
        parsed.complaints.iter().map(|one| one.expected.join(", ")).collect::<Vec<_>>().join("; ")
    };
    let nouns = "enemies, allies, prey, predators, creatures, enemy, allied, close, fire, beast, face down";
    assert!(expected("on play: kill all xyz.").starts_with(nouns));
    assert!(expected("on play: kill a xyz.").starts_with("enemy, ally, prey, predator, creature, "));
    assert!(expected("on play: kill a close xyz.").starts_with("enemy, ally, prey, predator, creature, "));
    assert!(expected("on play: kill 2 xyz.").starts_with("enemies, allies, "));
    assert!(
        expected("on play: kill xyz.")
            .starts_with("an enemy, an ally, a prey, a predator, a creature, all enemies, this, the rival")
    );
    assert!(expected("on play: this gains xyz.").contains("haste, free play, lure, multi-strike <a number>"));
    assert!(expected("on play: xyz.").starts_with("draw <a number>, heal <a number>, "));
}

/// What was written is not what is suggested.
#[test]
fn nobody_is_told_to_write_what_was_written() {
    for text in ["on play: this draw 2.", "on play: kill this heal 1.", "on play: kill target enemy kill.", "draw: draw 2."] {
        for complaint in line(text) {
            let hint = complaint.split_once("did you mean `").map(|(_, hint)| hint.trim_end_matches("`?").to_owned());
            assert!(hint.is_none_or(|hint| !text.contains(&hint)), "{text}: {complaint}");
        }
    }
}
