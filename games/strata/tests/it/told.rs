//! What the rival is told and when, and how a move is asked for that they have not been told of.

use crate::common;

use playmat_cards::{CardGame, Event, Item, Scene, SceneLine, SceneValue, StateWord};
use playmat_chance::Swift;
use playmat_kernel::{Audience, Form, Heard, Occasion, Options, Seat, Table, Told};
use playmat_strata::Strata;
use playmat_strata::rules::Rules;

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

const DECK: &str = "deck Burrow Mole, Spark Adept, Mist Otter, Glow Moth, Burrow Mole, Spark Adept";

/// A match from a scene, and what was told in it.
struct Playing<'a> {
    rules: &'a Rules,
    table: Table<Strata>,
    chance: Swift,
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
        let (mut chance, mut told) = (Swift::new(1), Vec::new());
        let table = Table::start(rules, position, &mut chance, &mut told);
        Playing { rules, table, chance, told }
    }

    /// Answers by the words of options.
    fn answers(&mut self, words: &[&str]) {
        for words in words {
            let mut options = Options::new();
            self.table.options(self.rules, &mut options);
            let face = |choice| Strata::face(self.rules, self.table.position(), choice).words;
            let faces: Vec<String> = options.iter().map(|&choice| face(choice)).collect();
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
