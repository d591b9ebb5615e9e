//! What the rival is told and when, and how a move is asked for that they have not been told of.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Event, Item, SEAT_NAMES, Scene, SceneLine, SceneValue, StateWord, Value};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, Form, Heard, Occasion, Options, Seat, Table, Told};
use playmat_strata::Strata;
use playmat_strata::rules::Rules;

#[test]
fn an_effect_is_told_in_the_words_of_its_card() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["field Rite Binder, Grave Rat", DECK]);
    let mut options = Options::new();
    playing.table.options(&rules, &mut options);
    let face = |&choice| Strata::face(&rules, playing.table.position(), choice);
    let faces: Vec<_> = options.iter().map(face).filter(|face| face.verb == playmat_cards::FaceVerb::Use).collect();
    let shown: Vec<_> = faces.iter().map(|face| (face.effect, face.words.as_str())).collect();
    assert_eq!(shown, [(Some(2), "use Grave Rat: the rival mills 2")]);
    playing.answers(&["use effect 2 of Grave Rat"]);
    let used = playing.heard_by(Seat::Two).into_iter().find(|event| event.what == "activated").unwrap();
    assert_eq!(Strata::sentence(&rules, used, SEAT_NAMES), "Player 1 uses Grave Rat: the rival mills 2.");
    let hidden = Event { cards: vec![], ..used.clone() };
    assert_eq!(Strata::sentence(&rules, &hidden, SEAT_NAMES), "Player 1 uses a card.");
}

#[test]
fn what_is_sent_to_the_deck_unseen_is_shown_when_it_triggers() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["field Morrow Alchemist", "hand Message in Amber", DECK]);
    playing.answers(&["use effect 1 of Morrow Alchemist", "Message in Amber"]);
    let heard = playing.heard_by(Seat::Two);
    let at = |what: &str| heard.iter().position(|event| event.what == what).unwrap_or_else(|| panic!("no {what} in {heard:?}"));
    assert_eq!(heard[at("decked")].cards[0].def, None);
    assert_eq!(playing.name(heard[at("shown")].cards[0].def), "Message in Amber");
    let activated = heard.iter().rposition(|event| event.what == "activated").unwrap();
    assert!(at("decked") < at("shown") && at("shown") < activated);
    assert_eq!(playing.name(heard[activated].cards[0].def), "Message in Amber");
}

#[test]
fn a_card_that_was_forgotten_is_no_cause_that_the_rival_hears_of() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["magic Wheel of Seasons", "discard Message in Amber", DECK]);
    playing.answers(&["use effect 1 of Wheel of Seasons"]);
    let causes = |playing: &Playing, seat| -> Vec<String> {
        let drawn = playing.heard_by(seat).into_iter().filter(|event| event.what == "drawn");
        drawn.map(|event| playing.name(event.cause)).collect()
    };
    assert_eq!(causes(&playing, Seat::One), ["Wheel of Seasons", "Message in Amber", "Message in Amber"]);
    assert_eq!(causes(&playing, Seat::Two), ["Wheel of Seasons", "", ""]);
}

#[test]
fn several_targets_are_asked_for_as_some_of_them_while_nobody_else_knows() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["magic Unbroken Oath", "field Burrow Mole, Spark Adept, Mist Otter", DECK]);
    playing.answers(&["use effect 2 of Unbroken Oath"]);
    assert_eq!(playing.asked(), (Form::SomeOf, Occasion::Declaring));
    assert!(playing.told.is_empty());
}

#[test]
fn a_card_that_is_turned_up_for_its_effect_has_been_seen() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["magic Unbroken Oath facedown", "field Burrow Mole, Spark Adept", DECK]);
    playing.answers(&["turn up and use effect 2 of Unbroken Oath"]);
    assert_eq!(playing.heard_by(Seat::Two).last().map(|event| event.what), Some("turned-up"));
    assert_eq!(playing.asked(), (Form::SomeOf, Occasion::Raised));
}

/// ST I11.
#[test]
fn a_card_found_by_a_description_is_shown_though_it_is_placed_face_down() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["magic Open Stable", DECK]);
    playing.answers(&["use effect 2 of Open Stable", "Burrow Mole"]);
    let heard = playing.heard_by(Seat::Two);
    let shown = heard.iter().find(|event| event.what == "shown").unwrap_or_else(|| panic!("{heard:?}"));
    assert_eq!(playing.name(shown.cards[0].def), "Burrow Mole");
    let field = |seat| {
        let view = Strata::view(&rules, playing.table.position(), Audience::Player(seat));
        let part = view.parts.into_iter().find(|part| part.name == "field" && part.seat == Some(Seat::One)).unwrap();
        let Value::Cards(cards) = part.value else { panic!() };
        (playing.name(cards[0].def), cards[0].marks.iter().any(|mark| mark.word == "facedown"))
    };
    // It was seen, and lies face down all the same.
    assert_eq!(field(Seat::Two), ("Burrow Mole".to_string(), true));
    assert_eq!(field(Seat::One), ("Burrow Mole".to_string(), true));
}

/// What comes from a hand is not looked for: it stays unseen.
#[test]
fn a_card_of_the_hand_that_an_effect_places_face_down_is_not_shown() {
    let rules = common::rules(&[]);
    let mut playing = Playing::new(&rules, &["hand Burrow Mole, Clay Sentry", DECK]);
    playing.answers(&["use effect 2 of Burrow Mole", "Clay Sentry"]);
    let heard = playing.heard_by(Seat::Two);
    assert!(heard.iter().all(|event| event.cards.iter().all(|card| playing.name(card.def) != "Clay Sentry")), "{heard:?}");
}

const DECK: &str = "deck Burrow Mole, Spark Adept, Mist Otter, Glow Moth, Burrow Mole, Spark Adept";

/// A match from a scene, and what was told in it.
struct Playing<'a> {
    rules: &'a Rules,
    table: Table<Strata>,
    chance: FastChance,
    told: Vec<Told<Event>>,
}

impl<'a> Playing<'a> {
    /// Player 1's main phase with these zones.
    fn new(rules: &'a Rules, zones: &[&str]) -> Self {
        let item = |text: &str| match text.trim().strip_suffix(" facedown") {
            Some(name) => {
                let word = StateWord { word: "facedown".into(), absent: false, number: None, card: None };
                Item { name: name.into(), words: vec![word], ..Item::default() }
            }
            None => Item { name: text.trim().into(), ..Item::default() },
        };
        let line = |text: &&str| {
            let (word, cards) = text.split_once(' ').unwrap();
            SceneLine {
                seat: Seat::One,
                word: word.into(),
                line: 1,
                value: SceneValue::Cards(cards.split(',').map(item).collect()),
            }
        };
        let lines = zones.iter().map(line).collect();
        let position =
            Strata::stage(rules, &Scene { lines, turn: Some((Seat::One, vec!["main".into()])), turn_line: 9 }).unwrap();
        let (mut chance, mut told) = (FastChance::new(1), Vec::new());
        let table = Table::start(rules, position, &mut chance, &mut told);
        Playing { rules, table, chance, told }
    }

    /// Answers by the words of options.
    fn answers(&mut self, words: &[&str]) {
        for words in words {
            let mut options = Options::new();
            self.table.options(self.rules, &mut options);
            let face = |&choice| common::by_number(self.rules, self.table.position(), choice);
            let faces: Vec<String> = options.iter().map(face).collect();
            let pick = faces.iter().position(|face| face == words).unwrap_or_else(|| panic!("{words} is not in {faces:?}"));
            self.table.take(self.rules, options[pick], &mut self.chance, &mut self.told);
        }
    }

    fn heard_by(&self, seat: Seat) -> Vec<&Event> {
        let heard = self.told.iter().filter_map(|told| match told.to(Audience::Player(seat)) {
            Heard::Known(event) | Heard::Veiled(event) => Some(event),
            Heard::Unheard => None,
        });
        heard.collect()
    }

    fn asked(&self) -> (Form, Occasion) {
        let decision = self.table.decision().unwrap();
        (decision.form, decision.occasion)
    }

    /// The name of a card; nothing if it is not told.
    fn name(&self, def: Option<playmat_cards::DefId>) -> String {
        def.map_or(String::new(), |def| Strata::cards(self.rules)[def.0 as usize].name.clone())
    }
}
