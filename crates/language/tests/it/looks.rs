//! How cards look while they are being written.

use playmat_language::Workspace;

use crate::common::{GAMES, paths, workspace};

const MINE: &str = "cards/food-chain/mine.cards";

#[test]
fn every_shipped_card_is_printed_at_its_place() {
    for game in GAMES {
        let workspace = workspace(game, false);
        for path in paths(&workspace, "cards") {
            let look = workspace.look(&path);
            let names: Vec<String> = look.cards.iter().map(|(info, _)| info.name.clone()).collect();
            let places = workspace.cards(&path);
            assert_eq!(names, places.iter().map(|place| place.name.clone()).collect::<Vec<_>>(), "{path}");
            let text = workspace.text(&path).unwrap().as_str();
            assert!(look.cards.iter().all(|(info, all)| text[all.clone()].contains(&info.name)), "{path}");
            assert!(!look.glossary.is_empty());
        }
    }
}

#[test]
fn what_can_be_read_is_printed_beside_what_cannot() {
    let mut workspace = Workspace::default();
    let text = "category Fish\n\nprey Moonfish 3/2 (2), haste\n  on play: frobnicate.\n\nprey Giant 30/2 (2)\n\nprey Sunfish 1/1 (1)\n";
    workspace.write(MINE, text);
    let look = workspace.look(MINE);
    let seen: Vec<(&str, &[String], usize)> =
        look.cards.iter().map(|(info, _)| (&*info.name, &*info.keywords, info.text.len())).collect();
    assert_eq!(seen, [("Moonfish", &["haste".to_owned()][..], 0), ("Giant", &[], 0), ("Sunfish", &[], 0)]);
}

/// Whoever types passes through texts that make no sense: none of them may break anything.
#[test]
fn half_written_cards_break_nothing() {
    for game in GAMES {
        let shipped = workspace(game, false);
        for path in paths(&shipped, "cards") {
            let text = shipped.text(&path).unwrap().as_str().to_owned();
            let mut one = Workspace::default();
            let step = text.len() / 12 + 1;
            for at in (0..text.len()).step_by(step).filter(|at| text.is_char_boundary(*at)) {
                let end = text[at..].find(' ').map_or(text.len(), |end| at + end);
                let half = [&text[..at], "zz ", &text[end..(end + 900).min(text.len())]].concat();
                one.write(&path, half);
                let look = one.look(&path);
                assert!(look.cards.len() <= one.cards(&path).len());
            }
        }
    }
}
