//! The example cards that stand outside of the shipped sets, each game's with scenarios beside them.

use std::path::Path;

use playmat_cards::{CardGame, Terms};
use playmat_catalog::{Library, LoadError, Origin, Visitor, card_files, visit};
use playmat_kernel::Silence;
use playmat_scenario::{Verdict, parse_file, run};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/cards");

/// Runs the scenarios of one game's example cards; tells how many cards and scenarios there are.
struct Examples;

impl Visitor for Examples {
    type Out = (usize, usize);

    fn visit<G: CardGame>(self) -> Self::Out {
        let library = Library::<G>::load(&Origin::Folder(FOLDER.into())).unwrap_or_else(|error| match error {
            LoadError::NoGame(_) | LoadError::Unreadable(_) => panic!("{error}"),
            LoadError::Wrong(_, complaints) => panic!("{}: {complaints:#?}", G::NAME),
        });
        let rules = library.rules(&Terms::default()).expect("cards without complaints make rules").rules.clone();
        let mut count = 0;
        for file in card_files(&Path::new(FOLDER).join(G::NAME), "scn").expect("there are scenarios") {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file).expect("it can be read");
            for script in parse_file(&name, &text).unwrap_or_else(|errors| panic!("{errors:#?}")) {
                let verdict = run::<G>(&mut |_: &Terms| Ok::<_, String>(rules.clone()), &script, &|_: &str| None, &mut Silence);
                assert_eq!(verdict, Verdict::Passed, "{} of {name}:{}", script.name, script.line);
                count += 1;
            }
        }
        (G::cards(&rules).len(), count)
    }
}

#[test]
fn the_example_cards_do_what_their_scenarios_say() {
    let mut cards = 0;
    for game in ["food-chain", "skirmish", "strata"] {
        let (known, scenarios) = visit(game, Examples).expect("the game is there");
        assert!(scenarios >= known, "{game} has {known} example cards and {scenarios} scenarios");
        cards += known;
    }
    assert!(cards >= 20, "there are {cards} example cards");
}
