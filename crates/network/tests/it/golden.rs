//! Networks that the trainer has written say here what its own arithmetic says there: `models/test`.

use std::fs;
use std::path::Path;

use playmat_cards::{CardGame, Terms};
use playmat_catalog::{Library, ModelOrigin, Origin, Visitor, visit_games};
use playmat_network::{Scratch, digest};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    embeddings: String,
    positions: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    observation: Vec<i16>,
    options: Vec<Vec<i16>>,
    value: i32,
    scores: Vec<i32>,
}

#[derive(Clone)]
struct AsTrained;

impl Visitor for AsTrained {
    type Out = usize;

    fn visit<G: CardGame>(self) -> usize {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/test"));
        let text = fs::read(folder.join(format!("{}.json", G::NAME))).expect("there is golden data");
        let golden: Golden = serde_json::from_slice(&text).expect("it is JSON");
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        let library = library.with_models(ModelOrigin::Folder(folder.to_owned()));
        let set = library.rules(&Terms::default()).expect("the default terms are right");
        let model = set.model().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(format!("{:016x}", digest(model.cards().embeddings())), golden.embeddings, "{}: embeddings", G::NAME);
        for said in &golden.positions {
            let mut sheet = model.sheet();
            sheet.copy(&said.observation, &said.options.concat());
            model.judge(&mut [&mut sheet], &mut Scratch::default());
            assert_eq!((sheet.value(), sheet.scores()), (said.value, &said.scores[..]), "{}", G::NAME);
        }
        golden.positions.len()
    }
}

#[test]
fn what_was_trained_says_the_same_here() {
    assert!(visit_games(AsTrained).into_iter().all(|positions| positions >= 10));
}
