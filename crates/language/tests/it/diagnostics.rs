//! What is wrong is what the commands say, and what is offered puts it right.

use playmat_language::{Diagnostic, Edit, Workspace};

use crate::common::{GAMES, marked, paths, workspace};

const MINE: &str = "cards/food-chain/mine.cards";

#[test]
fn the_files_of_the_repository_have_nothing_wrong() {
    for game in GAMES {
        let workspace = workspace(game, true);
        let mut files = 0;
        for path in workspace.paths() {
            assert_eq!(workspace.diagnostics(path), [], "{path}");
            assert_eq!(workspace.format(path), None, "{path}");
            files += 1;
        }
        assert!(files > 15, "{game}: {files} files");
    }
}

#[test]
fn a_complaint_has_its_place_its_words_and_its_fix() {
    let mut workspace = Workspace::default();
    let text = "category Fish\n\nprey Moonfish 3/2 (2), hasty\n  on play: kill enemies.\n";
    workspace.write(MINE, text);
    let found = workspace.diagnostics(MINE);
    let titles = |one: &Diagnostic| one.fixes.iter().map(|fix| fix.title.clone()).collect::<Vec<_>>();
    assert_eq!(
        found.iter().map(|one| (&text[one.range.clone()], one.code)).collect::<Vec<_>>(),
        [("hasty", Some("C07")), ("enemies", Some("C33"))]
    );
    assert_eq!(titles(&found[0]), ["Write `haste`"]);
    assert_eq!(titles(&found[1]), ["Write `all enemies`", "Write `target enemy`", "Write `an enemy`"]);
    assert!(
        found[1].message.contains("does not say which") && found[1].message.contains("accepted here: `all`"),
        "{}",
        found[1].message
    );
    workspace.write(MINE, "category Fish\n\n  prey Moonfish 3/2 (2)\non play: draw 2.\n  on play: draw 2\n");
    let all: Vec<String> = workspace.diagnostics(MINE).iter().flat_map(titles).collect();
    assert_eq!(all, ["Move to the margin", "Indent the line", "Write `.`"]);
}

#[test]
fn complaints_of_the_rules_are_there_too() {
    let mut workspace = Workspace::default();
    workspace.write(MINE, "category Fish\n\nprey Moonfish 30/2 (2)\n");
    let found = workspace.diagnostics(MINE);
    assert!(found.len() == 1 && found[0].message.contains("out of range"), "{found:?}");
}

#[test]
fn a_card_of_another_file_of_the_folder_is_known() {
    let mut workspace = Workspace::default();
    workspace.write(MINE, "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: play a Minnow.\n");
    assert_eq!(workspace.diagnostics(MINE)[0].code, Some("C23"));
    workspace.write("cards/food-chain/tokens.cards", "category Fish\n\ntoken prey Minnow 1/1 (1)\n");
    assert_eq!(workspace.diagnostics(MINE), []);
    assert!(workspace.concerned("cards/food-chain/tokens.cards").contains(&MINE));
    workspace.remove("cards/food-chain/tokens.cards");
    assert_eq!(workspace.diagnostics(MINE)[0].code, Some("C23"));
}

#[test]
fn scenarios_are_played_and_decks_are_counted() {
    let path = "scenarios/food-chain/mine.scn";
    let mut workspace = Workspace::default();
    let script = "scenario \"One\"\ngame food-chain\np1 field Orca\nturn p1 combat\n---\nexpect p1 field Orca\n";
    workspace.write(path, script);
    assert_eq!(workspace.diagnostics(path), []);
    workspace.write(path, script.replace("expect p1 field Orca", "expect p1 field -  # nobody"));
    let found = workspace.diagnostics(path);
    assert_eq!(&workspace.text(path).unwrap().as_str()[found[0].range.clone()], "expect p1 field -");
    assert!(found[0].message.contains("found: p1 field Orca"), "{found:?}");
    workspace.write(path, script.replace("p1 field Orca\nturn", "p1 field Orcca\nturn"));
    let found = workspace.diagnostics(path);
    assert!(found[0].message.contains("did you mean `Orca`?"), "{found:?}");
    assert_eq!(&workspace.text(path).unwrap().as_str()[found[0].range.clone()], "Orcca");
    workspace.write(path, script.replace("game food-chain", "game food-chian"));
    assert!(workspace.diagnostics(path)[0].message.contains("did you mean `food-chain`?"));
    let deck = "decks/food-chain/mine.deck";
    workspace.write(deck, "deck Mine\nOrca\nOrka\n");
    let found = workspace.diagnostics(deck);
    assert!(found.iter().any(|one| one.message.contains("did you mean `Orca`?")), "{found:?}");
    assert!(found.len() > 1, "it is too small as well");
}

#[test]
fn a_scenario_is_not_played_with_cards_that_are_wrong() {
    let mut workspace = Workspace::default();
    workspace.write(MINE, "category Fish\n\nprey Moonfish 3/2 (2), hasty\n");
    workspace.write(
        "scenarios/food-chain/a.scn",
        "scenario \"One\"\ngame food-chain\np1 field Moonfish\nturn p1 main\n---\nexpect p1 hand -\n",
    );
    assert!(
        workspace.diagnostics("scenarios/food-chain/a.scn")[0].message.contains("1 problems in the cards of cards/food-chain")
    );
}

#[test]
fn formatting_changes_only_lines_that_differ_and_leaves_broken_files() {
    let (mut workspace, _) =
        marked(MINE, "|category Fish\n\nprey   Moonfish 3/2 (2)\n   on play: draw 2.   # why\n\nprey Cod 1/1 (1)\n");
    let edit = workspace.format(MINE).expect("a change");
    assert_eq!(edit.text, "prey Moonfish 3/2 (2)\n  on play: draw 2.  # why\n");
    workspace.change(MINE, edit.range(), &edit.text);
    assert_eq!(workspace.format(MINE), None);
    workspace.write(MINE, "category Fish\n\nprey   Moonfish 3/2 (2), hasty\n");
    assert_eq!(workspace.format(MINE), None);
}

/// How often something is complained about in a file.
fn count(workspace: &Workspace, path: &str, one: &Diagnostic) -> usize {
    workspace.diagnostics(path).iter().filter(|other| other.code == one.code && other.message == one.message).count()
}

/// Words of the shipped cards are dropped, doubled, turned and cut; every change that is offered then takes its complaint away.
#[test]
fn shipped_cards_that_were_broken_are_mended_by_what_is_offered() {
    for game in GAMES {
        let mut workspace = workspace(game, false);
        let mut fixes = 0;
        for path in paths(&workspace, ".cards") {
            let whole = workspace.text(&path).unwrap().as_str().to_owned();
            let words: Vec<usize> = whole.match_indices(' ').map(|(at, _)| at).collect();
            for (nth, pair) in words.windows(2).enumerate().step_by(61) {
                let word = &whole[pair[0]..pair[1]];
                let change = match nth % 5 {
                    0 => String::new(),
                    1 => word.repeat(2),
                    2 => word.chars().rev().collect(),
                    3 => format!("{word}x"),
                    _ => word[..word.len() / 2].chars().collect(),
                };
                if !whole.is_char_boundary(pair[0] + word.len() / 2) {
                    continue;
                }
                let broken = [&whole[..pair[0]], &change, &whole[pair[1]..]].concat();
                workspace.write(&path, broken.clone());
                for one in workspace.diagnostics(&path) {
                    let before = count(&workspace, &path, &one);
                    for fix in &one.fixes {
                        let after = Edit::applied(std::slice::from_ref(&fix.edit), |_| Some(&broken));
                        workspace.write(&path, after[&path].clone());
                        assert!(count(&workspace, &path, &one) < before, "{path}: {}\n{one:#?}", fix.title);
                        workspace.write(&path, broken.clone());
                        fixes += 1;
                    }
                }
            }
            workspace.write(&path, whole);
        }
        assert!(fixes > 5, "{game}: {fixes}");
    }
}
