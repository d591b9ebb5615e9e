//! The canonical form: what `fmt` keeps, what it puts right, and that doing it twice changes nothing.

use crate::mini;

use mini::{Mini, formatted, read};
use playmat_cardtext::{canonical, explain_word, glossary, nearest, print_ability, print_card};

#[test]
fn comments_stay_where_they_are_and_the_rest_is_put_right() {
    let text = "\u{feff}# all fish\r\n\r\n\r\nCategory fish # they swim\r\n# the first\r\nPREY Kingfish 3 / 2 ( 2 ),Haste   # fast\r\n\t# below\r\n\tOn Play:draw 2 , then all enemy gains -1/+0.   # two\r\n\r\n# between\r\n    slain: play 1 Ship of Gold, then a ally gains haste.\r\n  # last\r\n\r\n# free\r\nspell Ship of Gold\r\nspell Net\r\n  (kill a enemy).\r\n# end\r\n\r\n";
    let expected = "\
# all fish

category Fish  # they swim
# the first
prey Kingfish 3/2 (2), haste  # fast
  # below
  on play: draw 2, then all enemies gain -1/+0.  # two
  # between
  slain: play a Ship of Gold, then an ally gains haste.
  # last

# free
spell Ship of Gold

spell Net
  kill an enemy.

# end
";
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted(expected), expected);
}

#[test]
fn a_file_in_canonical_form_stays_as_it_is() {
    let text = "\
# Fish and what they make
category Fish  # holds for the cards below

prey Jumping Mullet 1/1 (1), free play
  when attacked: return this to hand.
  when targeted by the rival: return this to hand.

prey Golden Dorado 2/2 (2) [core, rulebook]  # only there
  on play: draw 2.
  flavour: Gold of the river.  # the poem's first line

prey Cannibal Fish 2/1 (2)
  on play: either play a Lancetfish or this gains +2/+2.

prey Golden Kingfish 1/2 (1), multi-strike 2
  on play: draw 2, then target allied predator gains \"end of turn: play a Golden Trevally\".
  discard, sacrifice an ally: you may add some Scale Arrows to your hand.

unit Archer 3
  when an enemy attacks: if your hand is empty, (draw 1, then all close enemies gain -1/+0).
  activate (cooldown 2): deal 2 damage to a close enemy.

creature Cinder Hound, fire beast, level 2, 600/400
  slain: kill up to 2 enemies of power 3 or more in front of this.

token prey Lancetfish 2/1 (2)
token prey Golden Trevally 1/1 (1)

token free spell Scale Arrows
  kill all enemies.
";
    let parsed = read(text);
    assert!(parsed.complaints.is_empty(), "{:?}", parsed.complaints);
    assert_eq!(parsed.cards().count(), 9);
    assert_eq!(formatted(text), text);
}

#[test]
fn what_cannot_be_read_is_kept_as_it_was() {
    let text =
        "category Fish\n\nprey Kingfish 3/2 (2), hasty\n  on plya: drwa 2  # why\n\npray Queenfish\n  on play: draw 2.\n";
    assert_eq!(formatted(text), text);
}

#[test]
fn verbs_agree_with_who_and_things_with_their_number() {
    let cases = [
        ("all creatures gains +1/+1.", "all creatures gain +1/+1."),
        ("both players gains +1/+1.", "both players gain +1/+1."),
        ("this gain +1/+1.", "this gains +1/+1."),
        ("up to 1 enemies gain +1/+1.", "up to 1 enemy gains +1/+1."),
        ("2 enemy gains +1/+1.", "2 enemies gain +1/+1."),
        ("search for 1 cards.", "search for a card."),
        ("search for 3 card.", "search for 3 cards."),
        ("play one \u{c9}lan.", "play an \u{c9}lan."),
        ("this gains \"On Play: draw 1.\".", "this gains \"on play: draw 1\"."),
        ("either draw 1 or (either draw 2 or draw 3).", "either draw 1 or (either draw 2 or draw 3)."),
        ("you may (draw 1, then draw 2).", "you may (draw 1, then draw 2)."),
        ("if your hand is empty, (draw 1).", "if your hand is empty, draw 1."),
        ("draw 1, then (draw 2, then draw 3).", "draw 1, then draw 2, then draw 3."),
    ];
    for (text, expected) in cases {
        let parsed = read(&format!("category Fish\n\nspell Élan\n\nspell Net\n  {text}\n"));
        assert!(parsed.complaints.is_empty(), "{text}: {:?}", parsed.complaints);
        assert_eq!(print_ability(&parsed.cards().nth(1).unwrap().abilities[0]), expected);
    }
}

#[test]
fn the_fingerprint_text_has_section_and_pools_but_no_notes() {
    let parsed = read("category Fish\n\nprey Kingfish 3/2 (2), haste [core, design]\n  icon: fish\n  on play: draw 2.\n");
    let card = parsed.cards().next().unwrap();
    assert_eq!(canonical(card), "category Fish\nprey Kingfish 3/2 (2), haste [core, design]\n  on play: draw 2.\n");
    assert_eq!(print_card(card), "prey Kingfish 3/2 (2), haste [core, design]\n  on play: draw 2.\n  icon: fish\n");
}

#[test]
fn the_glossary_explains_words() {
    let lure = explain_word::<Mini>("Lure").unwrap();
    assert_eq!((lure[0].class, lure[0].gloss), ("keyword", "It must be attacked first."));
    assert_eq!(explain_word::<Mini>("multi-strike").unwrap()[0].usage, "multi-strike <a number>");
    assert_eq!(explain_word::<Mini>("enemies").unwrap()[0].class, "noun");
    let damage = &explain_word::<Mini>("damage").unwrap()[0];
    assert_eq!((damage.word.as_str(), damage.heading.as_str()), ("deal damage to", "deal N damage to something"));
    assert_eq!(explain_word::<Mini>("gain").unwrap()[0].heading, "gains +N/+N");
    for form in ["gain", "gains", "Gains"] {
        assert_eq!(explain_word::<Mini>(form).unwrap()[0].usage, "<who> gains <a change such as +1/+1>", "{form}");
    }
    assert!(explain_word::<Mini>("luer").is_none());
    let all = glossary::<Mini>();
    assert_eq!(nearest("luer", all.iter().map(|e| e.word.as_str())), Some("lure"));
}
