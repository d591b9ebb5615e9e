//! What views, sentences and checks of all games are made of.

use std::collections::BTreeMap;

use playmat_cards::{
    CardInfo, CardRef, CardView, DefId, Event, SEAT_NAMES, SeenCard, Texts, hidden_pile, leads_back, more_copies_than, nth,
};
use playmat_kernel::{Audience, BySeat, Seat};

/// The definition of each card.
const DEFS: [u16; 5] = [3, 1, 2, 1, 0];

fn def(card: CardRef) -> DefId {
    DefId(DEFS[card.0 as usize])
}

fn texts() -> Texts {
    let info = |name: &str| CardInfo {
        name: name.into(),
        kind: "spell",
        category: None,
        stats: None,
        keywords: vec![],
        text: vec![],
        token: false,
        generated: false,
        pool: true,
        icon: None,
        details: None,
    };
    Texts { cards: ["Fog", "Orca", "Pike", "Wisp"].map(info).to_vec(), labels: vec!["Fog: draw 1.".into()], ..Texts::default() }
}

#[test]
fn others_see_what_they_know_by_name_and_backs_for_the_rest() {
    let pile: Vec<CardRef> = (0..5).map(CardRef).collect();
    let show = |card| CardView { def: Some(def(card)), ..CardView::back(Seat::One) };
    let seen_by = |audience| -> Vec<Option<u16>> {
        let views = hidden_pile(&pile, Seat::One, audience, |card| card.0 < 2, show);
        views.iter().map(|view| view.def.map(|def| def.0)).collect()
    };
    assert_eq!(seen_by(Audience::Player(Seat::One)), DEFS.map(Some), "the owner sees them in order");
    assert_eq!(seen_by(Audience::Player(Seat::Two)), [Some(1), Some(3), None, None, None]);
    assert_eq!(seen_by(Audience::Public), [None; 5], "a spectator sees how many there are");
}

#[test]
fn cards_of_one_name_are_counted() {
    let zone = || (0..5).map(CardRef);
    assert_eq!(nth(CardRef(1), zone(), def), 1);
    assert_eq!(nth(CardRef(3), zone(), def), 2);
}

#[test]
fn events_are_told_in_the_games_words_or_in_shared_ones_with_their_cause() {
    let texts = texts();
    let seen = |def: Option<u16>| SeenCard { def: def.map(DefId), handle: None };
    let event = |what, cards| Event {
        what,
        cause: Some(DefId(0)),
        seat: Some(Seat::Two),
        cards,
        number: None,
        word: None,
        shown_to: None,
    };
    playmat_cards::event_kinds! {
        enum Kind { Drawn: "drawn", Played: "played" }
    }
    let none = |event: &Event| texts.sentence(event, SEAT_NAMES, |_: Kind, _| None);
    assert_eq!(none(&event("drawn", vec![seen(None)])), "Fog: Player 2 draws a card.");
    assert_eq!(none(&event("played", vec![seen(Some(0))])), "Player 2 plays Fog.", "a card is not its own cause");
    let two = event("drawn", vec![seen(Some(1)), seen(Some(2))]);
    let told = texts.sentence(&two, BySeat::new("Ada", "Bob"), |kind: Kind, phrases| {
        assert_eq!(kind, Kind::Drawn);
        Some(format!("{} {} {} {:?} {}", phrases.who, phrases.rival, phrases.card, phrases.other, phrases.n))
    });
    assert_eq!(told, "Fog: Bob Ada Orca Some(\"Pike\") 0");
    let reason = texts.reason(Some(DefId(3)), |name| ("no-target", format!("{name} needs one.")));
    assert_eq!((reason.code, reason.cards, reason.sentence.as_str()), ("no-target", vec![DefId(3)], "Wisp needs one."));
    assert_eq!(texts.reason(None, |name| ("x", name.into())).sentence, "That");
}

#[test]
fn rulings_are_counted_behind_the_abilities() {
    playmat_cards::ledger! {
        0 draws Draws = [One] { One "one" "", Two "two" "" }
        1 tie Tie = [None] { None "none" "", Both "both" "" }
    }
    let texts = texts();
    let parts = texts.parts(LEDGER);
    assert_eq!(parts, ["Fog: draw 1.", "ruling draws=one", "ruling draws=two", "ruling tie=none", "ruling tie=both"]);
    assert_eq!((texts.part_of_ruling(Draws::One), texts.part_of_ruling(Tie::Both)), (1, 4));
}

#[test]
fn circles_and_copies_are_found() {
    let made = BTreeMap::from([("Egg", vec!["Carp"]), ("Carp", vec!["Egg", "Fog"]), ("Fog", vec!["Fog"])]);
    assert!(leads_back("Egg", &made["Egg"], &made));
    assert!(!leads_back("Orca", &["Egg"], &made), "a circle of others is theirs");
    let deck: Vec<DefId> = [5, 1, 5, 2, 5, 1].map(DefId).to_vec();
    assert_eq!(more_copies_than(1, &deck), [DefId(1), DefId(5)]);
    assert_eq!(more_copies_than(2, &deck), [DefId(5)]);
    assert!(more_copies_than(3, &deck).is_empty() && more_copies_than(9, &deck).is_empty());
}
