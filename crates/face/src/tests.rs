//! What is drawn on paper is what the client draws: `faces.json` has some cards of every file as the client sees them.

use playmat_cards::Terms;
use playmat_catalog::{ModelOrigin, Origin, load};
use serde::Deserialize;

use crate::facts::{Printed, line_of};
use crate::luck::Colour;
use crate::scene::Scene;

#[derive(Deserialize)]
struct Seen {
    faces: Vec<Face>,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Face {
    game: String,
    name: String,
    kind: String,
    frame: String,
    ground: String,
    word: String,
    figures: Vec<String>,
    scene: SeenScene,
}

#[derive(Deserialize)]
struct SeenScene {
    air: [Colour; 3],
    light: Colour,
    sun: Sun,
    grounds: Grounds,
    coat: Vec<Colour>,
    dark: Colour,
    size: f64,
    ring: Option<Colour>,
    stands: bool,
}

#[derive(Deserialize)]
struct Sun {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Grounds {
    far: Colour,
    mid: Colour,
    near: Colour,
}

#[derive(Deserialize)]
struct Line {
    text: String,
    when: Option<String>,
    does: String,
}

fn seen() -> Seen {
    serde_json::from_str(include_str!("faces.json")).expect("the client's test writes it")
}

#[test]
fn cards_are_what_the_client_draws() {
    let seen = seen();
    assert!(seen.faces.len() > 80, "there are cards of every file");
    let mut at_hand = None;
    for face in seen.faces {
        if at_hand.as_ref().is_none_or(|(game, _)| *game != face.game) {
            let cards = load(&face.game, &Origin::Shipped, &ModelOrigin::Shipped).expect("the shipped cards are right");
            at_hand = Some((face.game.clone(), cards.rules(&Terms::default()).expect("the first edition")));
        }
        let (_, rules) = at_hand.as_ref().expect("it was just loaded");
        let is_made = ["token ", "generated "].iter().any(|made| face.kind.starts_with(made));
        let is_it = |card: &&playmat_cards::CardInfo| card.name == face.name && (card.token || card.generated) == is_made;
        let card = rules.cards().iter().find(is_it);
        let card = card.unwrap_or_else(|| panic!("{} has a {} {}", face.game, face.kind, face.name));
        let printed = Printed { game: &face.game, card };
        let figures: Vec<String> =
            printed.figures().iter().map(|one| format!("{:?} {}", one.is, one.number).to_lowercase()).collect();
        assert_eq!(
            (printed.frame(), printed.ground(), printed.word(), figures),
            (face.frame, face.ground, face.word, face.figures),
            "{}",
            face.name
        );
        let scene = Scene::of(&printed).expect("every card has a scene");
        let wanted = face.scene;
        assert_eq!(
            (scene.air, scene.light, scene.coat, scene.dark),
            (wanted.air, wanted.light, wanted.coat, wanted.dark),
            "{}",
            face.name
        );
        assert_eq!(
            (scene.far, scene.mid, scene.near),
            (wanted.grounds.far, wanted.grounds.mid, wanted.grounds.near),
            "{}",
            face.name
        );
        assert_eq!(
            (scene.sun.x, scene.sun.y, scene.ring, scene.stands),
            (wanted.sun.x, wanted.sun.y, wanted.ring, wanted.stands),
            "{}",
            face.name
        );
        assert!((scene.size - wanted.size).abs() < 1e-9, "{}: {} for {}", face.name, scene.size, wanted.size);
    }
}

#[test]
fn lines_are_cut_where_the_client_cuts_them() {
    for Line { text, when, does } in seen().lines {
        assert_eq!(line_of(&text), (when, does), "{text}");
    }
}
