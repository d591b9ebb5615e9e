//! What editors say, and what they hear.

use serde_json::json;

use crate::client::Editor;

const CARDS: &str = "my cards/food-chain/mine.cards";
const TEXT: &str = "category Fish\n\nprey Kākāpō 3/2 (2), haste\n  on play: play a Minnow.\n\ntoken prey Minnow 1/1 (1)\n";

#[test]
fn problems_are_told_as_they_come_and_go() {
    let mut editor = Editor::open_folder("problems", &[(CARDS, &TEXT.replace("haste", "hasty"))]);
    assert_eq!(editor.problems("mine.cards"), ["2:21-26 C07 `hasty` is no keyword of food-chain"], "without being opened");
    editor.open(CARDS, &TEXT.replace("haste", "hasty"));
    editor.type_over(CARDS, 2, 21, 26, "haste");
    assert_eq!(editor.problems("mine.cards"), Vec::<String>::new());
    // 𝄞 takes two columns of UTF-16.
    editor.type_over(CARDS, 2, 26, 26, "  # 𝄞 x");
    editor.type_over(CARDS, 2, 32, 33, "yz");
    editor.type_over(CARDS, 3, 11, 15, "plya");
    assert_eq!(editor.problems("mine.cards"), ["3:11-15 C18 `plya` is no verb of food-chain that fits here"]);
    editor.say("textDocument/didClose", json!({ "textDocument": { "uri": editor.uri(CARDS) } }));
    assert_eq!(editor.problems("mine.cards"), ["2:21-26 C07 `hasty` is no keyword of food-chain"], "as it is on the disk");
}

#[test]
fn files_that_change_on_the_disk_are_read_again() {
    let mut editor = Editor::open_folder("disk", &[(CARDS, TEXT)]);
    assert_eq!(editor.problems("mine.cards"), Vec::<String>::new());
    let other = "my cards/food-chain/other.cards";
    std::fs::write(editor.file(other), "category Fish\n\nprey Kākāpō 1/1 (1)\n").unwrap();
    editor.say("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": editor.uri(other), "type": 1 }] }));
    assert_eq!(editor.problems("other.cards").len(), 1, "{:?}", editor.told);
    std::fs::remove_file(editor.file(other)).unwrap();
    editor.say("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": editor.uri(other), "type": 3 }] }));
    assert_eq!(editor.problems("other.cards"), Vec::<String>::new());
}

#[test]
fn words_are_offered_and_explained() {
    let mut editor = Editor::open_folder("words", &[]);
    editor.open(CARDS, &TEXT.replace("play a Minnow.", "de"));
    let list = editor.ask("textDocument/completion", editor.at(CARDS, 3, 13));
    let items = list["result"]["items"].as_array().unwrap();
    let deal = items.iter().find(|item| item["label"] == "deal <a number> damage to <who>").expect("a verb");
    assert_eq!(deal["textEdit"]["newText"], "deal ${1:a number} damage to ${2:who}");
    assert_eq!(
        deal["textEdit"]["range"],
        json!({ "start": { "line": 3, "character": 11 }, "end": { "line": 3, "character": 13 } })
    );
    assert!(deal["insertTextFormat"] == 2 && deal["documentation"]["value"].as_str().unwrap().len() > 10);
    editor.type_over(CARDS, 3, 11, 13, "draw 2.");
    let told = editor.ask("textDocument/hover", editor.at(CARDS, 3, 12));
    assert!(told["result"]["contents"]["value"].as_str().unwrap().starts_with("`draw <a number>` (verb)"), "{told}");
    assert_eq!(told["result"]["range"]["end"]["character"], 17);
    assert_eq!(editor.ask("textDocument/hover", editor.at("no/such.cards", 0, 0))["result"], json!(null));
}

#[test]
fn a_fix_is_one_click_away() {
    let mut editor = Editor::open_folder("fixes", &[]);
    editor.open(CARDS, &TEXT.replace("haste", "hasty"));
    let range = json!({ "start": { "line": 2, "character": 23 }, "end": { "line": 2, "character": 23 } });
    let params = json!({ "textDocument": { "uri": editor.uri(CARDS) }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    let action = &actions["result"][0];
    assert_eq!((action["title"].as_str(), action["isPreferred"].as_bool()), (Some("Write `haste`"), Some(true)));
    let edit = &action["edit"]["changes"][editor.uri(CARDS)][0];
    assert_eq!((edit["newText"].as_str(), edit["range"]["start"]["character"].as_u64()), (Some("haste"), Some(21)));
    editor.type_over(CARDS, 2, 21, 26, "haste");
    assert_eq!(editor.problems("mine.cards"), Vec::<String>::new());
}

#[test]
fn a_file_is_formatted() {
    let mut editor = Editor::open_folder("format", &[]);
    editor.open(CARDS, &TEXT.replace("  on play", "\t\ton   play"));
    let params = json!({ "textDocument": { "uri": editor.uri(CARDS) }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", params.clone());
    let range = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 4, "character": 0 } });
    assert_eq!(edits["result"], json!([{ "range": range, "newText": "  on play: play a Minnow.\n" }]));
    editor.type_over(CARDS, 3, 0, 11, "  on play");
    assert_eq!(editor.ask("textDocument/formatting", params)["result"], json!([]));
}

#[test]
fn a_card_is_gone_to_and_renamed_in_cards_scenarios_and_decks() {
    let scenario = "scenario \"Minnow\"\ngame food-chain\np1 field Minnow\nturn p1 main1\n---\nexpect p1 field Minnow\n";
    let files =
        [(CARDS, TEXT), ("my cards/scenarios/a.scn", scenario), ("my cards/decks/food-chain/a.deck", "deck A\nKākāpō\n")];
    let mut editor = Editor::open_folder("rename", &files);
    let found = editor.ask("textDocument/definition", editor.at("my cards/scenarios/a.scn", 2, 12));
    assert_eq!(found["result"][0]["uri"], editor.uri(CARDS));
    assert_eq!(found["result"][0]["range"]["start"], json!({ "line": 5, "character": 11 }));
    let name = |mut params: serde_json::Value, name: &str| {
        params["newName"] = json!(name);
        params
    };
    let edits = editor.ask("textDocument/rename", name(editor.at(CARDS, 3, 20), "Silver Fry"));
    let changes = edits["result"]["changes"].as_object().unwrap();
    let count = |path: &str| changes.get(&editor.uri(path)).map_or(0, |edits| edits.as_array().unwrap().len());
    assert_eq!([count(CARDS), count(files[1].0), count(files[2].0)], [2, 2, 0]);
    let edits = editor.ask("textDocument/rename", name(editor.at(files[2].0, 1, 2), "Kea"));
    assert_eq!(edits["result"]["changes"].as_object().unwrap().len(), 2);
    let refused = editor.ask("textDocument/rename", name(editor.at(CARDS, 3, 20), "fry"));
    assert!(refused["error"]["message"].as_str().unwrap().contains("capital letter"), "{refused}");
    let place = editor.ask("textDocument/prepareRename", editor.at(CARDS, 3, 20));
    assert_eq!(place["result"]["placeholder"], "Minnow");
    assert!(editor.ask("textDocument/prepareRename", editor.at(CARDS, 0, 0))["error"].is_object());
    let mut params = editor.at(CARDS, 3, 20);
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(editor.ask("textDocument/references", params)["result"].as_array().unwrap().len(), 3);
}

#[test]
fn cards_are_listed() {
    let mut editor = Editor::open_folder("symbols", &[(CARDS, TEXT)]);
    let outline = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": editor.uri(CARDS) } }));
    let names: Vec<&str> = outline["result"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Kākāpō", "Minnow"]);
    let found = editor.ask("workspace/symbol", json!({ "query": "minn" }));
    assert_eq!(found["result"][0]["location"]["range"]["start"]["line"], 5);
    assert_eq!(editor.ask("textDocument/moniker", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({ "wrong": 1 }))["error"]["code"], -32602);
}

#[test]
fn a_scenario_is_played_as_one_types() {
    let path = "scenarios/food-chain/a.scn";
    let mut editor = Editor::open_folder("scenario", &[]);
    editor.open(path, "scenario \"One\"\ngame food-chain\np1 field Orca\nturn p1 main1\n---\nexpect p1 field -\n");
    assert_eq!(editor.problems("a.scn"), ["5:0-17 - this does not hold; found: p1 field Orca@0 6/6"]);
    editor.type_over(path, 5, 16, 17, "Orca");
    assert_eq!(editor.problems("a.scn"), Vec::<String>::new());
}
