//! A card does what it says: what the engine does not do as it is written is refused where it stands.

use playmat_cards::CardGame;
use playmat_cardtext::{Complaint, Sources, parse};
use playmat_strata::Strata;
use playmat_strata::words::StrataWords;

fn complaints(text: &str) -> Vec<(Complaint, String)> {
    let sources = Sources::one("one.cards", text);
    let parsed = parse::<StrataWords>(&sources);
    let found = Strata::check(&parsed.cards().collect::<Vec<_>>());
    let all = parsed.complaints.iter().cloned().chain(found);
    all.map(|one| (one.clone(), sources.text(one.span).to_owned())).collect()
}

/// What is wrong with a card of this line and one that is right: the codes, each with the words it underlines.
fn told(head: &str, line: &str) -> Vec<(&'static str, String)> {
    let all = complaints(&format!("{head}\n  {line}\n  dormant: draw 1.\n"));
    for (one, _) in &all {
        assert!(one.hint.is_some() || one.code.id == "T09", "{line}: {} {}", one.code.id, one.message);
    }
    all.into_iter().map(|(one, words)| (one.code.id, words)).collect()
}

const CREATURE: &str = "creature Probe, fire ghost, level 1, 300/200";
const MAGIC: &str = "magic Probe";

#[test]
fn what_the_engine_does_not_do_as_written_is_refused_at_the_words() {
    for (head, line, code, words) in [
        (CREATURE, "normal: this becomes level 9.", "T01", "9"),
        (CREATURE, "normal: destroy target creature of level 6.", "T01", "6"),
        (CREATURE, "normal: for each creature, for each magic card, draw 1.", "T07", "for each magic card"),
        (CREATURE, "normal: for each creature, destroy target creature.", "T07", "destroy target creature"),
        (CREATURE, "normal: if you have up to 2 creatures, draw 1.", "T07", "up to 2 creatures"),
        (CREATURE, "normal: if you have 2 enemy creatures, draw 1.", "T07", "2 enemy creatures"),
        (CREATURE, "normal: if the rival has a card in your hand, draw 1.", "T07", "a card in your hand"),
        (CREATURE, "continuous: if you have 2 creatures, draw 1.", "T07", "draw 1"),
        (
            CREATURE,
            "continuous: if you have 2 creatures, if you have fewer points, this gains +50/+0.",
            "T07",
            "if you have fewer points",
        ),
        (CREATURE, "continuous: target creature gains +50/+0.", "T07", "target creature"),
        (MAGIC, "equip: target creature gains +50/+0.", "T07", "target creature"),
        (MAGIC, "normal: this gains +50/+0.", "T07", "this"),
        (MAGIC, "normal: all magic cards gain +50/+0.", "T07", "all magic cards"),
        (CREATURE, "normal: this gains +0/+0.", "T01", "+0/+0"),
        (CREATURE, "normal: play this.", "T07", "this"),
        (CREATURE, "latent when this is destroyed: this gains +50/+0.", "T07", "this"),
        (CREATURE, "latent in hand when a creature attacks: destroy this.", "T07", "this"),
        (CREATURE, "latent when 2 creatures attack: draw 1.", "T07", "2 creatures"),
        (CREATURE, "latent when a creature in your hand is destroyed: draw 1.", "T07", "a creature in your hand"),
        (CREATURE, "counter when an enemy creature attacks you: destroy the defender.", "T06", "the defender"),
        (CREATURE, "counter when a card is played: redirect the play to this.", "T07", "the play"),
        (CREATURE, "normal: copy an effect of all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: level up all creatures with a creature in your hand.", "T07", "all creatures"),
        (CREATURE, "normal: level up this with target creature.", "T07", "target creature"),
        (CREATURE, "normal: put a card in your hand under all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: return a card in your hand to hand.", "T07", "a card in your hand"),
        (CREATURE, "normal: discard a card in your discard pile.", "T07", "a card in your discard pile"),
        (CREATURE, "normal: play a creature in the rival's discard pile.", "T07", "a creature in the rival's discard pile"),
        (CREATURE, "normal: gain a play for all creatures.", "T07", "all creatures"),
        (CREATURE, "normal: the rival cannot play 2 creatures next turn.", "T07", "2 creatures"),
        (CREATURE, "normal: this resists a creature.", "T07", "a creature"),
        (CREATURE, "normal: discard an enemy card in your hand.", "T05", "an enemy card in your hand"),
        (CREATURE, "normal: pay 2 points.", "T09", "pay 2 points"),
        (CREATURE, "normal: you may you may draw 1.", "C34", "you may draw 1"),
        (CREATURE, "normal: draw 99999999999999999999.", "C22", "99999999999999999999"),
        ("creature Probe, fire ghost, level 6, 300/200", "normal: draw 1.", "T01", "6"),
        ("creature Probe, fire ghost, level 1, 300/201", "normal: draw 1.", "T01", "300/201"),
        ("creature Probe, fire water, level 1, 300/200", "normal: draw 1.", "T02", "fire water"),
    ] {
        assert_eq!(told(head, line), [(code, words.to_owned())], "{line}");
    }
}

#[test]
fn a_line_that_cannot_be_read_is_counted_as_a_line() {
    assert_eq!(told(CREATURE, "norml: draw 1.").len(), 1);
    assert_eq!(told(CREATURE, "normal: drwa 1.").len(), 1);
}
